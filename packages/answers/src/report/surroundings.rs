//! The surroundings of a counterexample, for people and for programs.

use super::json::{Decimal, Map};
use super::rows::RowPart;
use super::sequence::letter;
use super::{Checked, Detail, align, point, refutation};
use crate::Integer;
use crate::check::Surroundings;
use crate::diagnostic::{Location, counted, line_and_column, location};
use crate::number;
use crate::sequence::Run;
use crate::verdict::{Assignment, Counterexample, Verdict};
use crate::verify::around::{Around, Failing, Tried};
use crate::verify::repair::Change;
use grundy_output::output;
use std::fmt::Write as _;

/// What was examined for a refuted description besides its counterexample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Where else it fails, and what would help.
    pub surroundings: Surroundings,
    /// Why there is no repair, if one was requested in vain.
    pub repair: Option<NoRepair>,
}

/// No change of one word was proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoRepair;

/// The greatest number of failing words that are shown, and of changes that would help.
const MOST_SHOWN: usize = 5;

/// The block of text below a counterexample.
pub fn text(checked: &Checked, found: &Counterexample, detail: Detail) -> String {
    let Some(seen) = &checked.seen else { return String::new() };
    let mut text = runs(seen);
    text += &tried(&seen.surroundings.around.tried);
    if detail == Detail::Verbose {
        text += &words(checked, seen, found);
    }
    text += &changes(checked, seen);
    text
}

/// Both sequences as runs, with the first difference marked.
fn runs(seen: &Seen) -> String {
    let Some(rows) = &seen.surroundings.around.runs else { return String::new() };
    let word = |run: &Run<u32>| match run.length {
        1 => letter(seen.surroundings.alphabet, run.value),
        length => format!("{}{length}", letter(seen.surroundings.alphabet, run.value)),
    };
    let [described, computed] = [&rows.described, &rows.computed]
        .map(|runs| runs.iter().map(word).collect::<Vec<String>>());
    let width = |index: usize| {
        let cell = |row: &Vec<String>| row.get(index).map_or(0, |cell| cell.chars().count());
        cell(&described).max(cell(&computed))
    };
    let line = |row: &[String]| -> String {
        let cells = row.iter().enumerate().map(|(index, cell)| align::left(cell, width(index)));
        cells.collect::<Vec<_>>().join(" ").trim_end().to_owned()
    };
    let before: usize = (0..rows.differs).map(|index| width(index) + 1).sum();
    let mark = "^".repeat(width(rows.differs).max(1));
    format!(
        "  runs, from position {}:\n    described  {} ...\n    computed   {} ...\n               {}{mark}\n",
        rows.from,
        line(&described),
        line(&computed),
        " ".repeat(before),
    )
}

/// `  the first parameters: right for n = 3; wrong for n = 1, 2, 4..10`
fn tried(tried: &[(Assignment, Tried)]) -> String {
    let of = |kind: Tried| {
        let points = tried.iter().filter(|tried| tried.1 == kind).map(|tried| &tried.0);
        points.collect::<Vec<_>>()
    };
    let names = [(Tried::Right, "right"), (Tried::Wrong, "wrong"), (Tried::Open, "not decided")];
    let parts: Vec<String> = names
        .into_iter()
        .map(|(kind, name)| (of(kind), name))
        .filter(|(points, _)| !points.is_empty())
        .map(|(points, name)| format!("{name} for {}", several(&points)))
        .collect();
    if tried.len() < 2 { String::new() } else { format!("  tried: {}\n", parts.join("; ")) }
}

/// `n = 1, 2, 4..10`, or one pair of parentheses for each choice of several parameters.
fn several(points: &[&Assignment]) -> String {
    let [(name, _)] = points[0].as_slice() else {
        let each = points.iter().map(|at| format!("({})", point(at)));
        return each.collect::<Vec<_>>().join(" ");
    };
    let values: Vec<&Integer> = points.iter().map(|point| &point[0].1).collect();
    let next_to = |one: &&Integer, other: &&Integer| *one + &Integer::ONE == **other;
    format!("{name} = {}", number::runs(&values, "..", next_to))
}

/// All words that break the rule there, if there are any besides the one that is shown.
fn words(checked: &Checked, seen: &Seen, found: &Counterexample) -> String {
    let words = &seen.surroundings.around.words;
    if words.iter().all(|word| word.word == found.failure.word) {
        return String::new();
    }
    let mut text = format!(
        "  words that break the rule there, in the first {}:\n",
        counted(seen.surroundings.around.compared, "position")
    );
    for Failing { word, first, positions } in words.iter().take(MOST_SHOWN) {
        let (line, column) = line_and_column(checked.source, word.start);
        let written = checked.source.get(word.range()).unwrap_or_default();
        let _ = writeln!(
            text,
            "    {line}:{column}  {written}  first at position {first}, {} altogether",
            counted(*positions, "position")
        );
    }
    if words.len() > MOST_SHOWN {
        let _ = writeln!(text, "    and {} more", words.len() - MOST_SHOWN);
    }
    text
}

/// `  would be right for n = 1..10: Bn instead of An at 4:9`
fn changes(checked: &Checked, seen: &Seen) -> String {
    let instead = |change: &Change| {
        let (line, column) = line_and_column(checked.source, change.edit.span.start);
        let written = checked.source.get(change.edit.span.range()).unwrap_or_default();
        format!("`{}` instead of `{written}` at {line}:{column}", change.edit.text)
    };
    if seen.repair.is_some() {
        return "  no automatic repair: changing one word does not make it provable\n".to_owned();
    }
    let points: Vec<&Assignment> =
        seen.surroundings.around.tried.iter().map(|one| &one.0).collect();
    let all = match points.as_slice() {
        [one, ..] if !one.is_empty() => format!(" for {}", several(&points)),
        _ => String::new(),
    };
    let line = |change: &Change| format!("  would be right{all}: {}\n", instead(change));
    seen.surroundings.changes.iter().take(MOST_SHOWN).map(line).collect()
}

/// The same in JSON.
#[output]
pub(super) struct Json<'a> {
    tried: Vec<Point<'a>>,
    runs: Option<Rows>,
    compared_positions: String,
    words: Vec<MarkedWord>,
    changes: Vec<Changed<'a>>,
    repair: Option<&'static str>,
    replay: Option<Replay>,
}

/// The commands that show the sequences up to the counterexample.
#[output]
struct Replay {
    claimed: String,
    computed: Option<String>,
}

#[output]
struct Point<'a> {
    parameters: Map<'a, Decimal>,
    verdict: Verdict,
}

#[output]
struct Rows {
    from: String,
    described: Vec<RowPart>,
    computed: Vec<RowPart>,
    /// The number of the first run that differs, from 0.
    first_difference: usize,
}

#[output]
struct MarkedWord {
    #[serde(flatten)]
    place: Location,
    first_position: String,
    positions: String,
}

#[output]
struct Changed<'a> {
    #[serde(flatten)]
    place: Location,
    text: &'a str,
    proved: bool,
}

impl<'a> Json<'a> {
    pub(super) fn of(checked: &'a Checked, seen: &'a Seen) -> Self {
        let Around { tried, words, compared, runs } = &seen.surroundings.around;
        let parts = |runs: &[Run<u32>]| -> Vec<RowPart> {
            let part = |run: &Run<u32>| RowPart {
                value: letter(seen.surroundings.alphabet, run.value),
                length: run.length.to_string(),
            };
            runs.iter().map(part).collect()
        };
        let changed = |change: &'a Change| {
            let place = location(checked.source, change.edit.span)?;
            Some(Changed { place, text: &change.edit.text, proved: false })
        };
        Self {
            tried: (tried.iter())
                .map(|(parameters, tried)| Point {
                    parameters: Map::of(parameters),
                    verdict: match tried {
                        Tried::Right => Verdict::Verified,
                        Tried::Wrong => Verdict::Refuted,
                        Tried::Open => Verdict::Undecided,
                    },
                })
                .collect(),
            runs: runs.as_ref().map(|rows| Rows {
                from: rows.from.to_string(),
                described: parts(&rows.described),
                computed: parts(&rows.computed),
                first_difference: rows.differs,
            }),
            compared_positions: compared.to_string(),
            words: (words.iter())
                .filter_map(|word| {
                    let place = location(checked.source, word.word)?;
                    let (first_position, positions) =
                        (word.first.to_string(), word.positions.to_string());
                    Some(MarkedWord { place, first_position, positions })
                })
                .collect(),
            changes: seen.surroundings.changes.iter().filter_map(changed).collect(),
            repair: seen.repair.as_ref().map(|NoRepair| "none"),
            replay: checked
                .report
                .findings
                .iter()
                .find_map(|finding| finding.counterexample())
                .map(|found| {
                    let refutation::Commands { claimed, computed } =
                        refutation::commands(&checked.path, found, checked.reading.raw);
                    Replay { claimed, computed }
                }),
        }
    }
}
