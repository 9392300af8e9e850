//! The result of a census: for people, as CSV, as JSON and as JSON lines.

use super::json::{SCHEMA, line, row};
use super::{Detail, Render, align, seconds};
use crate::census::{Census, Choice, Game, Row, Totals};
use crate::sequence::Rule;
use crate::verdict::Verdict;
use grundy_output::output;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::time::Duration;

/// What a census found.
#[derive(Clone, Debug)]
pub struct CensusAnswer {
    /// The games.
    pub census: Census,
    /// The rows.
    pub rows: Vec<Row>,
    /// The counts.
    pub totals: Totals,
    /// How much the text says.
    pub detail: Detail,
    /// The time that it took, if that is to be reported.
    pub time: Option<Duration>,
}

impl Render for CensusAnswer {
    fn verdict(&self) -> Option<Verdict> {
        Some(Verdict::decided(self.totals.undecided == 0))
    }

    fn text(&self) -> String {
        let Self { census, rows, totals, detail, time } = self;
        let mut text = String::new();
        if *detail != Detail::Quiet {
            text += &tables(census, rows);
            text += &format!("{}: {}\n", title(census), counts(*totals));
            if let Some(time) = time {
                text += &format!("time: {} s\n", seconds(*time));
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

    fn more(&self) -> Value {
        json!({ "csv": self.csv(), "title": title(&self.census) })
    }
}

impl Serialize for CensusAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let Self { census, rows, totals, time, .. } = self;
        let of_kind = |wanted| -> Vec<CensusLine> {
            of_kind(rows, wanted).map(|line| CensusLine { row: None, ..line }).collect()
        };
        let result = Result {
            census: Parameters::of(census),
            games: census.every.then(|| of_kind("game")),
            records: of_kind("record"),
            maxima: of_kind("maximum"),
            undecided: of_kind("undecided"),
            summary: CensusCounts::of(*totals, *time),
        };
        result.serialize(serializer)
    }
}

impl CensusAnswer {
    /// A row on each line, with comment lines before and after.
    pub fn csv(&self) -> String {
        let Self { census, rows, totals, time, .. } = self;
        let mut text = format!(
            "# grundy census, schema {SCHEMA}\n# {}, records by {}, preperiod + period at most {}\n",
            title(census),
            census.measure.name(),
            census.limit_positions
        );
        text += "row,largest_move,moves,period,preperiod,games,undecided,sum,verdict\n";
        text.extend(rows.iter().map(|row| CensusLine::of(row).csv() + "\n"));
        if let Some(time) = time {
            text += &format!("# time: {} s\n", seconds(*time));
        }
        text + &format!("# complete: {}\n", counts(*totals))
    }

    /// An object on each line: the census, the rows, the counts.
    pub fn json_lines(&self) -> String {
        let Self { census, rows, totals, time, .. } = self;
        let first = line(&First { census: Parameters::of(census) });
        let last = row(&Last {
            complete: true,
            counts: CensusCounts::of(*totals, *time),
            verdict: Verdict::decided(totals.undecided == 0),
        });
        let rows: String = rows.iter().map(|result| row(&CensusLine::of(result))).collect();
        first + &rows + &last
    }
}

/// A description in words of what is enumerated.
///
/// ```
/// use grundy_census::census::Census;
/// use grundy_answers::report::census::title;
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

/// The conditions that the games satisfy.
fn chosen(choice: &Choice) -> String {
    let differences = choice.differences.map(|most| {
        format!(" that have at most max L / 3 moves and at most {most} different distances between neighbours")
    });
    let condition = choice.condition.as_ref().map(|condition| format!(" where {condition}"));
    [differences, condition].into_iter().flatten().collect()
}

fn counts(totals: Totals) -> String {
    let Totals { games, undecided, records } = totals;
    format!("{games} games, {records} records, {undecided} undecided")
}

fn spaced(moves: &[u32]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The most undecided games that the text names.
const NAMED: usize = 20;

/// Tables of games, of records, and of everything for each largest move.
fn tables(census: &Census, rows: &[Row]) -> String {
    let of_game = |line: CensusLine| {
        let note = if line.verdict == Verdict::Verified { "" } else { "  undecided" };
        line.cells(note).to_vec()
    };
    let of_largest = |line: CensusLine| {
        let note = match line.undecided.as_deref() {
            None | Some("0") => String::new(),
            Some(undecided) => format!("  undecided: {undecided} games are not settled"),
        };
        let (games, sum) = (line.games.clone(), line.sum.clone());
        let counts = [line.largest_move.clone()].into_iter().chain(games).chain(sum);
        counts.chain(line.cells(&note)).collect()
    };
    let heads = ["period", "preperiod", "moves"];
    let measure = census.measure.name();
    let mut text = String::new();
    if census.every {
        text += &table("every game", &heads, of_kind(rows, "game").map(of_game).collect());
    }
    let records = of_kind(rows, "record").map(of_game).collect();
    text += &table(&format!("records by {measure}"), &heads, records);
    let maxima = of_kind(rows, "maximum").map(of_largest).collect();
    let heads = ["max", "games", &format!("sum of {measure}s"), "period", "preperiod", "moves"];
    text + &table(&format!("greatest {measure} by largest move"), &heads, maxima)
}

/// A table with columns flush right, except the last one.
pub(super) fn table(title: &str, heads: &[&str], lines: Vec<Vec<String>>) -> String {
    let heads = heads.iter().map(|&head| head.to_owned()).collect();
    let rows: Vec<Vec<String>> = std::iter::once(heads).chain(lines).collect();
    let last = rows[0].len() - 1;
    format!("{title}\n{}\n", align::indented(2, &align::table(&[last], &rows)))
}

fn largest(moves: &[u32]) -> u32 {
    moves.last().copied().unwrap_or(0)
}

/// The name of the kind of a row.
fn kind(row: &Row) -> &'static str {
    match row {
        Row::Game(_) => "game",
        Row::Record { .. } => "record",
        Row::Undecided(_) => "undecided",
        Row::Summary(_) => "maximum",
    }
}

/// The rows of one kind.
fn of_kind(rows: &[Row], wanted: &str) -> impl Iterator<Item = CensusLine> {
    rows.iter().filter(move |row| kind(row) == wanted).map(CensusLine::of)
}

#[output]
pub(super) struct Parameters {
    largest_move: [String; 2],
    #[null]
    number_of_moves: Option<String>,
    symmetric: bool,
    records: &'static str,
    every_game: bool,
    limit_positions: String,
    /// The rule, if it is not normal play.
    rule: Option<String>,
    /// The condition on the games, if there is one.
    condition: Option<String>,
    /// How many differences there may be, if not any number.
    differences: Option<String>,
}

#[output]
pub(super) struct CensusLine {
    row: Option<&'static str>,
    largest_move: String,
    #[null]
    moves: Option<Vec<String>>,
    #[null]
    period: Option<String>,
    #[null]
    preperiod: Option<String>,
    games: Option<String>,
    undecided: Option<String>,
    sum: Option<String>,
    verdict: Verdict,
}

#[output]
struct CensusCounts {
    games: String,
    records: String,
    undecided: String,
    seconds: Option<String>,
}

impl Parameters {
    pub(super) fn of(census: &Census) -> Self {
        let (smallest, greatest) = census.range();
        Self {
            largest_move: [smallest.to_string(), greatest.to_string()],
            number_of_moves: census.moves().map(|moves| moves.to_string()),
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

impl CensusLine {
    fn of(row: &Row) -> Self {
        let kind = kind(row);
        match row {
            Row::Game(game) => Self::game(kind, game, true),
            Row::Record { game, decided } => Self::game(kind, game, *decided),
            Row::Undecided(moves) => Self::empty(kind, largest(moves), false).with_moves(moves),
            Row::Summary(summary) => {
                let line = match &summary.maximum {
                    Some(game) => Self::game(kind, game, summary.undecided == 0),
                    None => Self::empty(kind, summary.largest, summary.undecided == 0),
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
            verdict: Verdict::decided(decided),
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

impl CensusLine {
    /// The cells of a line of a CSV file.
    fn csv(self) -> String {
        let (row, verdict) = (self.row.map(str::to_owned), Some(self.verdict.to_string()));
        let moves = self.moves.map(|moves| moves.join(" "));
        let game = [row, Some(self.largest_move), moves, self.period, self.preperiod];
        let counts = [self.games, self.undecided, self.sum, verdict];
        let cells = game.into_iter().chain(counts).map(Option::unwrap_or_default);
        cells.collect::<Vec<_>>().join(",")
    }

    /// Period, preperiod and moves for people, followed by a note.
    fn cells(self, note: &str) -> [String; 3] {
        let moves = self.moves.map(|moves| format!("{{ {} }}", moves.join(" ")));
        let [period, preperiod, moves] = [self.period, self.preperiod, moves]
            .map(|number| number.unwrap_or_else(|| "-".to_owned()));
        [period, preperiod, moves + note]
    }
}

impl CensusCounts {
    fn of(totals: Totals, time: Option<Duration>) -> Self {
        Self {
            games: totals.games.to_string(),
            records: totals.records.to_string(),
            undecided: totals.undecided.to_string(),
            seconds: time.map(seconds),
        }
    }
}

#[output]
pub(super) struct Result {
    census: Parameters,
    games: Option<Vec<CensusLine>>,
    records: Vec<CensusLine>,
    maxima: Vec<CensusLine>,
    undecided: Vec<CensusLine>,
    summary: CensusCounts,
}

#[output]
pub(super) struct First {
    census: Parameters,
}

#[output]
pub(super) struct Last {
    complete: bool,
    #[serde(flatten)]
    counts: CensusCounts,
    verdict: Verdict,
}
