//! The first draft of a description: conditions, moves, and the pattern that the sequences of some games show.

use super::json::{Decimal, Map};
use super::rows::{self, Layout, Row, RowLine, RowPart, SequenceRows, parts};
use super::sequence::{LeftOut, NoGame, Subject};
use super::theorem::braces;
use super::written::Writing;
use super::{Render, point, render};
use crate::Integer;
use crate::affine::Affine;
use crate::lang::{self, MoveList};
use crate::limit::{CancellationToken, Limit};
use crate::model::{Alphabet, Value};
use crate::sequence::{Cycle, Game, Moves, Run, Seen, cycle, runs_of, seen, values};
use crate::verdict::{Assignment, Verdict};
use grundy_output::output;
use serde::{Serialize, Serializer};
use serde_json::json;
use std::fmt::Write as _;

/// What is known about one game of the family.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The beginning of its sequence: as far as its cycle goes, if that is known.
    pub row: Row,
    /// Its least period and preperiod, if they were found.
    pub cycle: Option<Cycle>,
}

/// The number of games that are examined, from the first one on, unless the user names them.
pub const GAMES: i64 = 6;

/// The greatest parameter at which the first game is looked for.
pub const GREATEST_FIRST: i64 = 50;

/// The number of positions within which a period is looked for.
const POSITIONS: u64 = 1_000_000;

/// The most values of a game that are examined.
const MOST_VALUES: u64 = 100_000;

/// The number of positions shown, as a multiple of the largest move, if a period is not known or is long.
const MOVES_SHOWN: u64 = 4;

impl Sample {
    /// The sample from this game, whose parameters are in the order of the family.
    ///
    /// # Errors
    /// If a stop is requested.
    pub fn of(
        game: &Game,
        parameters: Assignment,
        stop: &CancellationToken,
    ) -> Result<Self, Limit> {
        let found = match cycle(game, POSITIONS, stop) {
            Ok(cycle) => Some(cycle),
            Err(Limit::STOPPED) => return Err(Limit::STOPPED),
            Err(_) => None,
        };
        let end = found.map(|cycle| cycle.preperiod.saturating_add(cycle.period));
        let end = end.filter(|end| *end <= MOST_VALUES);
        let shown = MOVES_SHOWN * u64::from(game.moves().greatest());
        let count = end.unwrap_or(0).max(shown.min(MOST_VALUES));
        let values = values(game, 0, usize::try_from(count).unwrap_or(usize::MAX), stop)?;
        let row =
            Row { parameters, subject: Subject::from(game), cut: true, values: values.into() };
        Ok(Self { row, cycle: found.filter(|_| end.is_some()) })
    }
}

/// The first number from which on [`GAMES`] values of the only parameter give moves that are different and at
/// least 1.
pub fn first_game(family: &MoveList) -> Option<i64> {
    let is_game = |value: i64| {
        let sizes = family.sizes(&[Integer::from(value)], Moves::GREATEST);
        sizes.is_ok_and(|sizes| !sizes.is_empty())
    };
    (1..=GREATEST_FIRST).find(|first| (*first..first + GAMES).all(is_game))
}

/// The most columns of a line.
const WIDTH: usize = 80;

/// The words before the endless loop and in it, with the number of the first sample that agrees.
#[derive(Clone, Debug)]
struct Draft {
    preperiod: Vec<Word>,
    period: Vec<Word>,
    from_row: usize,
}

/// A value and how often it occurs.
type Word = (Value, Affine);

/// What some games show about the sequences of their family, and the values of parameters that do not make a game.
///
/// If the games from one on have the same runs before and in one period, with lengths that are affine and do not
/// decrease, these are the words of a draft: a description that can be read, and that may be correct.  Otherwise no
/// loop is visible, and none is invented.
pub fn skeleton(family: &MoveList, samples: &[Sample], left_out: Vec<LeftOut>) -> Drafted {
    let names = &family.parameters;
    let moves = family.moves.iter().map(|size| size.display(names)).collect::<Vec<_>>().join(" ");
    let rows: Vec<Row> = samples.iter().map(|sample| sample.row.clone()).collect();
    let draft = draft(samples);
    let seen = match &draft {
        Some(_) => None,
        None => rows::words(&rows, &CancellationToken::default()).ok().flatten(),
    };
    let words = seen.map(|seen| seen.words).filter(|words| !words.is_empty());
    Drafted { names: names.clone(), moves: braces(&moves), rows, draft, words, left_out }
}

/// A draft of a description, or what is visible without one.
#[derive(Clone, Debug)]
pub struct Drafted {
    names: Vec<String>,
    moves: String,
    /// The games.
    rows: Vec<Row>,
    draft: Option<Draft>,
    /// The words that all games begin with, if there is no draft.
    words: Option<Vec<Word>>,
    /// Values of the parameters that make no game.
    pub left_out: Vec<LeftOut>,
}

impl Drafted {
    /// The description.
    pub fn draft(&self) -> Option<String> {
        let draft = self.draft.as_ref()?;
        let alphabet = self.alphabet();
        let (others, fit) = self.rows.split_at(draft.from_row);
        let subject = self.rows.first().map(|row| &row.subject);
        let rule = subject.map(|subject| subject.rule).filter(|rule| *rule != alphabet.into());
        let mut text = rule.map_or(String::new(), |rule| format!("RULE {rule}\n"));
        // Writing to a string cannot fail.
        for (index, name) in self.names.iter().enumerate() {
            if let Some(least) = fit.iter().map(|row| &row.parameters[index].1).min() {
                let _ = writeln!(text, "{name} >= {least}");
            }
        }
        text += &self.moves;
        text.push('\n');
        if let Some(start) = subject.and_then(|subject| subject.start.as_deref()) {
            let words = lang::words(alphabet, start);
            let _ = writeln!(text, "FROM_INFINITY_DOWN REPEAT {words} ENDREP");
        }
        if !others.is_empty() {
            text += "# Games with other runs than those below:\n";
            text += &comments(others);
        }
        if !draft.preperiod.is_empty() {
            text += &self.lines(&draft.preperiod, "");
        }
        let _ = write!(text, "REPEAT\n{}ENDREP\n", self.lines(&draft.period, "  "));
        Some(text)
    }

    /// What this is, in words: `a guess from n = 4..9`.
    pub fn note(&self) -> String {
        let Some(draft) = &self.draft else {
            return format!("no loop shows in {}", games(&self.rows));
        };
        let (others, fit) = self.rows.split_at(draft.from_row);
        let mut note = format!("a guess from {}", games(fit));
        if !others.is_empty() {
            note += &format!(", which does not fit {}", games(others));
        }
        note
    }

    fn alphabet(&self) -> Alphabet {
        self.rows.first().map_or(Alphabet::Nim, Row::alphabet)
    }

    /// Words in lines that begin with `before`.
    fn lines(&self, words: &[Word], before: &str) -> String {
        let (alphabet, names) = (self.alphabet(), &self.names);
        let words = words.iter().map(|(value, it)| lang::word(alphabet, &[*value], it, names));
        let mut line = String::new();
        let width = WIDTH - before.len();
        render::fill(&words.collect::<Vec<_>>().join(" "), width, &mut line);
        format!("{before}{}\n", line.trim_end().replace('\n', &format!("\n{before}")))
    }
}

/// The games by their parameters: `n = 4..9`.
fn games(rows: &[Row]) -> String {
    match rows {
        [one] if one.parameters.is_empty() => "one game".to_owned(),
        [one] => point(&one.parameters),
        [first, .., last] if first.parameters.len() == 1 => {
            format!("{}..{}", point(&first.parameters), last.parameters[0].1)
        }
        _ => format!("{} games", rows.len()),
    }
}

impl Render for Drafted {
    fn verdict(&self) -> Option<Verdict> {
        // None of it is proved.
        Some(Verdict::Undecided)
    }

    fn more(&self) -> serde_json::Value {
        json!({ "note": self.note() })
    }

    /// The description, or what is visible, as comments.
    fn text(&self) -> String {
        self.draft().unwrap_or_else(|| {
            let Self { moves, rows, .. } = self;
            let mut text =
                format!("# No loop shows in these games of {moves}:\n{}", comments(rows));
            if let Some(words) = &self.words {
                text += "# They begin with\n";
                text += &self.lines(words, "#   ");
            }
            text
        })
    }
}

impl Serialize for Drafted {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { names, rows, draft, words, left_out, .. } = self;
        let writing = Writing::default();
        let runs = |row| RowLine::new(row, Layout::Runs, &writing);
        let document = DraftDocument {
            draft: self.draft(),
            others: draft.as_ref().map(|draft| draft.from_row),
            games: rows.iter().map(|row| Map::of(&row.parameters)).collect(),
            results: draft.is_none().then(|| rows.iter().map(runs).collect()),
            words: words.as_ref().map(|words| parts(words, self.alphabet(), names)),
            left_out: NoGame::all(left_out),
        };
        document.serialize(serializer)
    }
}

/// A draft of a description, and what the games show from which it was made.
#[output]
pub(super) struct DraftDocument<'a> {
    /// A description; nothing where no loop shows.
    draft: Option<String>,
    /// The number of the first games that it does not fit.
    others: Option<usize>,
    /// The parameters of the games that were looked at.
    games: Vec<Map<'a, Decimal>>,
    /// The beginnings of their sequences, where there is no draft.
    results: Option<Vec<RowLine<'a>>>,
    /// What all games begin with, where there is no draft.
    words: Option<Vec<RowPart>>,
    /// Values of the parameters that make no game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<NoGame<'a>>,
}

/// The runs of these games, as comments.
fn comments(rows: &[Row]) -> String {
    let shown = SequenceRows { rows: rows.to_vec(), layout: Layout::Runs, ..Default::default() };
    let line = |row: &str| {
        let end = row.floor_char_boundary(WIDTH - 6);
        let dots = if end < row.len() { " ..." } else { "" };
        format!("# {}{dots}\n", row[..end].trim_end())
    };
    shown.text().lines().map(line).collect()
}

fn draft(samples: &[Sample]) -> Option<Draft> {
    let parts: Option<Vec<_>> = samples.iter().map(in_period).collect();
    let (before, inside): (Vec<_>, Vec<_>) = parts?.into_iter().unzip();
    let points: Vec<Vec<Integer>> = (samples.iter())
        .map(|sample| sample.row.parameters.iter().map(|(_, value)| value.clone()).collect())
        .collect();
    // Both parts, from the later of their first rows on.
    let first = |rows: &[Runs]| Some(whole(&points, rows)?.from_row);
    let from_row = first(&before)?.max(first(&inside)?);
    let words = |rows: &[Runs]| whole(&points[from_row..], &rows[from_row..]);
    let (preperiod, period) = (words(&before)?, words(&inside)?);
    let from_row = from_row + preperiod.from_row.max(period.from_row);
    // A decreasing length is negative for large parameters.
    let falls = |(_, length): &(Value, Affine)| length.terms().any(|(_, it)| it.is_negative());
    if preperiod.words.iter().chain(&period.words).any(falls) {
        return None;
    }
    Some(Draft { preperiod: preperiod.words, period: period.words, from_row })
}

/// The words that match all runs of all rows, from one row on; a single game shows its own runs.
fn whole(points: &[Vec<Integer>], rows: &[Runs]) -> Option<Seen> {
    if let ([point], [row]) = (points, rows)
        && point.is_empty()
    {
        let value = |run: &Run<u32>| u8::try_from(run.value).ok().map(Value);
        let word = |run| Some((value(run)?, Affine::constant(run.length)));
        return Some(Seen { words: row.iter().map(word).collect::<Option<_>>()?, from_row: 0 });
    }
    // Rows with fewer runs are special; with the others, each run must be seen.
    let count = rows.last()?.len();
    let from = rows.iter().rposition(|row| row.len() != count).map_or(0, |row| row + 1);
    let found = seen(&points[from..], &rows[from..], &CancellationToken::default()).ok()??;
    (found.words.len() == count)
        .then_some(Seen { words: found.words, from_row: from + found.from_row })
}

/// A piece as runs.
type Runs = Vec<Run<u32>>;

/// The runs before the period and those of one period.
fn in_period(sample: &Sample) -> Option<(Runs, Runs)> {
    let Cycle { period, preperiod } = sample.cycle?;
    let preperiod = usize::try_from(preperiod).ok()?;
    let end = preperiod.checked_add(usize::try_from(period).ok()?)?;
    let values = &sample.row.values;
    let before = || runs_of(values.iter().take(preperiod)).collect();
    let inside = || runs_of(values.iter().take(end).skip(preperiod)).collect();
    (end <= values.len()).then(|| (before(), inside()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{Kind, check};
    use crate::sequence::{Game, Moves, Rule, cycle, values};

    fn draft_of(family: &str, from: i64) -> String {
        let list = lang::moves(family).expect("moves");
        let count = if list.parameters.is_empty() { 1 } else { 6 };
        let samples = (from..from + count).map(|n| {
            let point: Vec<Integer> = list.parameters.iter().map(|_| n.into()).collect();
            let sizes = list.moves.iter().map(|range| range.size.at(&point).to_i64().unwrap());
            let mut sizes: Vec<u64> = sizes.map(|size| u64::try_from(size).unwrap()).collect();
            sizes.sort_unstable();
            let game = Game::new(Moves::new(&sizes).unwrap(), Rule::Mex).unwrap();
            let stop = Default::default();
            let cycle = cycle(&game, 100_000, &stop).ok();
            let parameters = list.parameters.iter().cloned().zip(point).collect();
            let values = values(&game, 0, 2_000, &stop).unwrap();
            let (subject, values) = ((&game).into(), values.into());
            Sample { row: Row { parameters, subject, cut: true, values }, cycle }
        });
        skeleton(&list, &samples.collect::<Vec<_>>(), Vec::new()).text()
    }

    #[test]
    fn where_all_runs_are_affine_the_draft_is_a_description() {
        assert_eq!(draft_of("{ n 2n }", 1), "n >= 1\n{ n 2n }\nREPEAT\n  _n An Bn\nENDREP\n");
        for family in ["{ n 2n }", "{ n n+1 }", "{ 2 3 7 }"] {
            let text = draft_of(family, 2);
            let report = check(Kind::Nimseq, &text, &Default::default());
            assert_eq!(report.verdict, Verdict::Verified, "{text}");
        }
    }

    /// A draft has a meaning for all parameters that its first line admits, and lines that people can read; there is
    /// none where no loop is visible.
    #[test]
    fn every_draft_has_a_meaning() {
        let (mut drafts, mut others) = (0, 0);
        for a in 1..4 {
            for b in ["n+1", "2n", "2n+3", "3n-1", "4n"] {
                for c in ["5n", "6n+1", "7", "5n+4"] {
                    let family = format!("{{ {a}n {b} {c} }}");
                    let Some(from) = first_game(&lang::moves(&family).expect("moves")) else {
                        continue;
                    };
                    let text = draft_of(&family, from);
                    assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
                    if text.starts_with('#') {
                        assert!(text.lines().all(|line| line.starts_with('#')), "{text}");
                        others += 1;
                        continue;
                    }
                    let report = check(Kind::Nimseq, &text, &Default::default());
                    assert_ne!(report.verdict, Verdict::Rejected, "{text}\n{:?}", report.findings);
                    drafts += 1;
                }
            }
        }
        assert!(drafts > 20 && others > 5, "{drafts} {others}");
        // The third word of _n An B(20-n) would be negative from n = 21 on.
        assert!(draft_of("{ n 20 }", 11).starts_with("# No loop shows"));
    }
}
