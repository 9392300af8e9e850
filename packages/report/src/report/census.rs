//! The result of a census: for people, as CSV, as JSON and as JSON lines.

use super::json::{SCHEMA, document, line, row};
use super::{Detail, align, seconds};
use crate::census::{Census, Choice, Game, Row, Summary, Totals};
use crate::sequence::Rule;
use serde::Serialize;
use std::fmt::Write as _;
use std::time::Duration;

/// How a result is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Tables for people.
    Text(Detail),
    /// One row per line, with comment lines before and behind.
    Csv,
    /// One object.
    Json,
    /// One object per line: the census, the rows, the counts.
    JsonLines,
}

/// What is enumerated, in words.
///
/// ```
/// use grundy_census::census::Census;
/// use grundy_report::report::census::title;
/// let census = Census::new(40, 60, Some(5), true).unwrap();
/// assert_eq!(title(&census), "symmetric games of 5 moves with largest move 40..60");
/// ```
pub fn title(census: &Census) -> String {
    let kind = if census.is_symmetric() { "symmetric" } else { "all" };
    let moves = match census.moves() {
        None => String::new(),
        Some(1) => " of 1 move".to_owned(),
        Some(moves) => format!(" of {moves} moves"),
    };
    let chosen = chosen(&census.choice);
    let range = match census.range() {
        (from, to) if from == to => from.to_string(),
        (from, to) => format!("{from}..{to}"),
    };
    let rule = match census.rule {
        Rule::Normal => String::new(),
        Rule::Mex => " (Grundy values)".to_owned(),
        Rule::Misere => " (misère play)".to_owned(),
        rule => format!(" (rule {rule})"),
    };
    format!("{kind} games{moves} with largest move {range}{rule}{chosen}")
}

/// What the games satisfy.
fn chosen(choice: &Choice) -> String {
    let differences = choice.differences.map(|most| {
        format!(" that have at most max L / 3 moves and at most {most} different distances between neighbours")
    });
    let condition = choice.condition.as_ref().map(|condition| format!(" where {condition}"));
    [differences, condition].into_iter().flatten().collect()
}

/// The result as a text.
pub fn render(
    census: &Census,
    rows: &[Row],
    totals: Totals,
    layout: Layout,
    time: Option<Duration>,
) -> String {
    match layout {
        Layout::Text(detail) => text(census, rows, totals, detail, time),
        Layout::Csv => csv(census, rows, totals, time),
        Layout::Json => json(census, rows, totals, time),
        Layout::JsonLines => json_lines(census, rows, totals, time),
    }
}

/// What a decided and an undecided row is called.
fn verdict(decided: bool) -> &'static str {
    if decided { "decided" } else { "undecided" }
}

fn counts(totals: Totals) -> String {
    let Totals { games, undecided, records } = totals;
    format!("{games} games, {records} records, {undecided} undecided")
}

fn spaced(moves: &[u32]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Undecided games that the text names.
const NAMED: usize = 20;

fn text(
    census: &Census,
    rows: &[Row],
    totals: Totals,
    detail: Detail,
    time: Option<Duration>,
) -> String {
    let mut text = String::new();
    if detail != Detail::Quiet {
        text += &tables(census, rows);
        text += &format!("{}: {}\n", title(census), counts(totals));
        if let Some(time) = time {
            text += &format!("time: {} s\n", seconds(time));
        }
    }
    if totals.undecided > 0 {
        let named = rows.iter().filter_map(|row| match row {
            Row::Undecided(moves) => Some(format!("  {{ {} }}\n", spaced(moves))),
            _ => None,
        });
        text += &format!(
            "undecided: {} of {} games have preperiod + period > {} (--limit-positions)\n",
            totals.undecided, totals.games, census.limit_positions
        );
        text.extend(named.take(NAMED));
        if totals.undecided > NAMED as u64 {
            text += "  ... (the other formats list them all)\n";
        }
    }
    text
}

/// Games, records, and what there is for each largest move.
fn tables(census: &Census, rows: &[Row]) -> String {
    let line = |game: &Game, decided: bool| {
        vec![
            game.cycle.period.to_string(),
            game.cycle.preperiod.to_string(),
            format!("{{ {} }}{}", spaced(&game.moves), if decided { "" } else { "  undecided" }),
        ]
    };
    let heads = ["period", "preperiod", "moves"];
    let games = rows.iter().filter_map(|row| match row {
        Row::Game(game) => Some(line(game, true)),
        _ => None,
    });
    let records = rows.iter().filter_map(|row| match row {
        Row::Record { game, decided } => Some(line(game, *decided)),
        _ => None,
    });
    let summaries = rows.iter().filter_map(|row| match row {
        Row::Summary(summary) => Some(summary_line(summary)),
        _ => None,
    });
    let measure = census.measure.name();
    let mut text = String::new();
    if census.every {
        text += &table("every game", &heads, games.collect());
    }
    text += &table(&format!("records by {measure}"), &heads, records.collect());
    let heads = ["max", "games", &format!("{measure}s, sum"), "period", "preperiod", "moves"];
    text + &table(&format!("greatest {measure} by largest move"), &heads, summaries.collect())
}

fn summary_line(summary: &Summary) -> Vec<String> {
    let mut line =
        vec![summary.largest.to_string(), summary.games.to_string(), summary.sum.to_string()];
    let note = match summary.undecided {
        0 => String::new(),
        undecided => format!("  undecided: {undecided} games are not settled"),
    };
    match &summary.maximum {
        Some(Game { moves, cycle }) => line.extend([
            cycle.period.to_string(),
            cycle.preperiod.to_string(),
            format!("{{ {} }}{note}", spaced(moves)),
        ]),
        None => line.extend(["-".to_owned(), "-".to_owned(), format!("-{note}")]),
    }
    line
}

/// Columns flush right, but for the last one.
pub(super) fn table(title: &str, heads: &[&str], lines: Vec<Vec<String>>) -> String {
    let heads = heads.iter().map(|&head| head.to_owned()).collect();
    let rows: Vec<Vec<String>> = std::iter::once(heads).chain(lines).collect();
    let last = rows[0].len() - 1;
    format!("{title}\n{}\n", align::indented(2, &align::table(&[last], &rows)))
}

fn csv(census: &Census, rows: &[Row], totals: Totals, time: Option<Duration>) -> String {
    let mut text = format!(
        "# grundy census, schema {SCHEMA}\n# {}, records by {}, preperiod + period at most {}\n",
        title(census),
        census.measure.name(),
        census.limit_positions
    );
    text += "row,largest_move,moves,period,preperiod,games,undecided,sum,verdict\n";
    for row in rows {
        let _ = match row {
            Row::Game(game) => writeln!(text, "game,{},,,,decided", cells(game)),
            Row::Record { game, decided } => {
                writeln!(text, "record,{},,,,{}", cells(game), verdict(*decided))
            }
            Row::Undecided(moves) => {
                writeln!(text, "undecided,{},{},,,,,,undecided", largest(moves), spaced(moves))
            }
            Row::Summary(summary) => {
                let Summary { largest, games, undecided, sum, maximum } = summary;
                let first = maximum.as_ref().map_or_else(|| format!("{largest},,,"), cells);
                let verdict = verdict(*undecided == 0);
                writeln!(text, "maximum,{first},{games},{undecided},{sum},{verdict}")
            }
        };
    }
    if let Some(time) = time {
        text += &format!("# time: {} s\n", seconds(time));
    }
    text + &format!("# complete: {}\n", counts(totals))
}

fn largest(moves: &[u32]) -> u32 {
    moves.last().copied().unwrap_or(0)
}

fn cells(Game { moves, cycle }: &Game) -> String {
    format!("{},{},{},{}", largest(moves), spaced(moves), cycle.period, cycle.preperiod)
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Parameters {
    largest_move: [String; 2],
    moves: Option<String>,
    symmetric: bool,
    records: &'static str,
    every_game: bool,
    limit_positions: String,
    /// The rule, if it is not normal play.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
    /// The condition on the games, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    condition: Option<String>,
    /// How many differences there may be, if not any number.
    #[serde(skip_serializing_if = "Option::is_none")]
    differences: Option<String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Line {
    #[serde(skip_serializing_if = "Option::is_none")]
    row: Option<&'static str>,
    largest_move: String,
    moves: Option<Vec<String>>,
    period: Option<String>,
    preperiod: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    undecided: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sum: Option<String>,
    verdict: &'static str,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Counts {
    games: String,
    records: String,
    undecided: String,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<String>,
}

impl Parameters {
    pub(super) fn of(census: &Census) -> Self {
        let (smallest, greatest) = census.range();
        Self {
            largest_move: [smallest.to_string(), greatest.to_string()],
            moves: census.moves().map(|moves| moves.to_string()),
            symmetric: census.is_symmetric(),
            records: census.measure.name(),
            every_game: census.every,
            limit_positions: census.limit_positions.to_string(),
            rule: (census.rule != Rule::Normal).then(|| census.rule.to_string()),
            condition: census.choice.condition.as_ref().map(ToString::to_string),
            differences: census.choice.differences.map(|most| most.to_string()),
        }
    }
}

impl Line {
    fn of(row: &Row) -> Self {
        match row {
            Row::Game(game) => Self::game("game", game, true),
            Row::Record { game, decided } => Self::game("record", game, *decided),
            Row::Undecided(moves) => {
                Self::empty("undecided", largest(moves), false).with_moves(moves)
            }
            Row::Summary(summary) => {
                let line = match &summary.maximum {
                    Some(game) => Self::game("maximum", game, summary.undecided == 0),
                    None => Self::empty("maximum", summary.largest, summary.undecided == 0),
                };
                Self {
                    games: Some(summary.games.to_string()),
                    undecided: Some(summary.undecided.to_string()),
                    sum: Some(summary.sum.to_string()),
                    ..line
                }
            }
        }
    }

    fn empty(row: &'static str, largest: u32, decided: bool) -> Self {
        Self {
            row: Some(row),
            largest_move: largest.to_string(),
            moves: None,
            period: None,
            preperiod: None,
            games: None,
            undecided: None,
            sum: None,
            verdict: verdict(decided),
        }
    }

    fn with_moves(self, moves: &[u32]) -> Self {
        Self { moves: Some(moves.iter().map(ToString::to_string).collect()), ..self }
    }

    fn game(row: &'static str, game: &Game, decided: bool) -> Self {
        Self {
            period: Some(game.cycle.period.to_string()),
            preperiod: Some(game.cycle.preperiod.to_string()),
            ..Self::empty(row, largest(&game.moves), decided).with_moves(&game.moves)
        }
    }
}

impl Counts {
    fn of(totals: Totals, time: Option<Duration>) -> Self {
        Self {
            games: totals.games.to_string(),
            records: totals.records.to_string(),
            undecided: totals.undecided.to_string(),
            verdict: verdict(totals.undecided == 0),
            seconds: time.map(seconds),
        }
    }
}

fn json(census: &Census, rows: &[Row], totals: Totals, time: Option<Duration>) -> String {
    let of_kind = |wanted: fn(&Row) -> bool| -> Vec<Line> {
        let lines = rows.iter().filter(|row| wanted(row));
        lines.map(|row| Line { row: None, ..Line::of(row) }).collect()
    };
    document(&Result {
        census: Parameters::of(census),
        games: census.every.then(|| of_kind(|row| matches!(row, Row::Game(_)))),
        records: of_kind(|row| matches!(row, Row::Record { .. })),
        maxima: of_kind(|row| matches!(row, Row::Summary(_))),
        undecided: of_kind(|row| matches!(row, Row::Undecided(_))),
        summary: Counts::of(totals, time),
    })
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Result {
    census: Parameters,
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<Vec<Line>>,
    records: Vec<Line>,
    maxima: Vec<Line>,
    undecided: Vec<Line>,
    summary: Counts,
}

fn json_lines(census: &Census, rows: &[Row], totals: Totals, time: Option<Duration>) -> String {
    let first = line(&First { census: Parameters::of(census) });
    let last = row(&Last { complete: true, counts: Counts::of(totals, time) });
    let rows: String = rows.iter().map(|it| row(&Line::of(it))).collect();
    first + &rows + &last
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct First {
    census: Parameters,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Last {
    complete: bool,
    #[serde(flatten)]
    counts: Counts,
}
