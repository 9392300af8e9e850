//! A counterexample, so that a reader can check it by hand and replay it.

use super::{align, point, render};
use crate::Integer;
use crate::model::{Alphabet, Rule};
use crate::verdict::{Counterexample, Evidence, Failure, OptionValue, Replay, StartWord};
use std::fmt::Write as _;

/// The longest piece of the sequence that the command for replaying shows.
const REPLAYED: i64 = 200;

/// The block of text with the evidence for a finding about `path`; empty if the diagnostic says everything.  A
/// counterexample is the smallest one if the check was `complete`; a `raw` text is replayed as such.  What there is to
/// see `around` a position comes before the commands for replaying.
pub(super) fn block(
    path: &str,
    evidence: &Evidence,
    complete: bool,
    raw: bool,
    around: &str,
    width: usize,
) -> String {
    match evidence {
        Evidence::Position(counterexample) => {
            position(path, counterexample, complete, raw, around, width)
        }
        Evidence::Number { parameters, number } if !number.smallest => match point(parameters) {
            point if point.is_empty() => point,
            point => format!("  witness: {point} (there may be a smaller one)\n"),
        },
        Evidence::Witness(parameters)
        | Evidence::Number { parameters, .. }
        | Evidence::Cell { parameters, .. } => match point(parameters) {
            point if point.is_empty() => point,
            point => format!("  smallest witness: {point}\n"),
        },
        Evidence::Remark | Evidence::Limit(_) | Evidence::Play { .. } | Evidence::Firings(_) => {
            String::new()
        }
    }
}

fn position(
    path: &str,
    counterexample: &Counterexample,
    complete: bool,
    raw: bool,
    around: &str,
    width: usize,
) -> String {
    let Counterexample { parameters, failure } = counterexample;
    let mut text =
        String::from(if complete { "  smallest counterexample: " } else { "  counterexample: " });
    let point = point(parameters);
    if !point.is_empty() {
        text += &point;
        text += ", ";
    }
    let _ = writeln!(text, "position {}", failure.position);
    let _ = writeln!(text, "    that is {}", place(failure));
    text += &table(&failure.options);
    for remark in [&conclusion(failure), confirmation(failure.replay)] {
        text += "  ";
        render::fill_from(remark, 4, width, &mut text);
    }
    text += around;
    let Commands { claimed, computed } = commands(path, counterexample, raw);
    let _ = writeln!(text, "  replay, ending with the wrong value:\n    {claimed}");
    if let Some(computed) = computed {
        let _ = writeln!(text, "  and with the right one:\n    {computed}");
    }
    text
}

/// The commands that show both sequences up to the counterexample.
pub(super) struct Commands {
    /// The command for the described sequence.
    pub claimed: String,
    /// The command for the computed sequence, if it can be computed from position 0.
    pub computed: Option<String>,
}

/// The commands that replay a counterexample of the description at `path`.
pub(super) fn commands(path: &str, counterexample: &Counterexample, raw: bool) -> Commands {
    let Counterexample { parameters, failure } = counterexample;
    let (from, count) = shown(failure);
    let outcome = matches!(failure.computed.as_str(), "+" | "-");
    let mut claimed = format!("grundy expand {}", quoted(path));
    for (name, value) in parameters {
        let _ = write!(claimed, " --at {name}={value}");
    }
    let _ = write!(claimed, " --from {from} --count {count}");
    if outcome {
        claimed += " --values outcome";
    }
    if raw {
        claimed += " --raw";
    }
    let is_known = !raw && failure.start != StartWord::Long;
    let computed = (is_known && failure.replay == Replay::FromZero).then(|| {
        let mut moves: Vec<_> = failure.options.iter().map(|option| option.text.as_str()).collect();
        // All moves of a range come from the same text.
        moves.dedup();
        let mut sizes: Vec<_> = failure.options.iter().map(|option| &option.size).collect();
        sizes.sort();
        sizes.dedup();
        let numbers: Vec<_> = sizes.iter().map(ToString::to_string).collect();
        // No two moves of a family may be the same.
        let are_different = sizes.len() == failure.options.len();
        let moves = if are_different { moves.join(" ") } else { numbers.join(" ") };
        let mut command = format!("grundy sequence '{}'", super::theorem::braces(&moves));
        // Only names that the moves depend on are parameters of the game.
        let of_moves = |name: &&(String, Integer)| moves.contains(name.0.as_str());
        for (name, value) in parameters.iter().filter(of_moves) {
            let _ = write!(command, " --at {name}={value}");
        }
        let values = if outcome { "outcome" } else { "nim" };
        let _ = write!(command, " --values {values}");
        if failure.rule != failure.rule.alphabet().into() {
            let _ = write!(command, " --rule '{}'", failure.rule);
        }
        if let StartWord::Word(start) = &failure.start {
            let _ = write!(command, " --start={start}");
        }
        let _ = write!(command, " --from {from} --count {count}");
        command
    });
    Commands { claimed, computed }
}

/// Where in the run through the text the position is.
fn place(failure: &Failure) -> String {
    let mut place = match &failure.offset {
        first if first.is_zero() => "the first value of the word".to_owned(),
        later => format!("value {} of the word", later + &Integer::ONE),
    };
    if !failure.iteration.is_empty() {
        place += ", in the iteration ";
        place += &point(&failure.iteration);
    }
    if failure.passes.is_one() {
        place += ", after 1 pass of the endless loop";
    } else if failure.passes.is_positive() {
        let _ = write!(place, ", after {} passes of the endless loop", failure.passes);
    }
    place
}

/// The most moves that are listed, a row each.
const MOST_ROWS: usize = 40;

/// The options, one line each, in columns.
fn table(options: &[OptionValue]) -> String {
    let mut rows = vec![["move", "takes", "leads to", "value there"].map(str::to_owned)];
    let hidden = options.len().checked_sub(MOST_ROWS).filter(|hidden| *hidden > 0);
    let shown = options.iter().take(hidden.map_or(options.len(), |_| MOST_ROWS - 1));
    rows.extend(shown.map(|option| {
        let (position, value) = match &option.target {
            Some((position, letter)) => (position.to_string(), letter.clone()),
            None => ("-".to_owned(), "(below 0: not possible)".to_owned()),
        };
        [option.text.clone(), option.size.to_string(), position, value]
    }));
    let mut text = align::indented(4, &align::table(&[0, 3], &rows));
    if let Some(hidden) = hidden {
        let _ = writeln!(text, "    ... and {} more moves", hidden + 1);
    }
    text
}

/// Why the computed value follows from the options.
pub fn conclusion(failure: &Failure) -> String {
    let Failure { claimed, computed, options, rule, .. } = failure;
    let reached = || options.iter().filter_map(|option| option.target.as_ref());
    match (rule, computed.as_str()) {
        (Rule::Misere, "+") if reached().next().is_none() => format!(
            "no move is possible, and a player who cannot move wins: this is an N-position (+); \
             the description claims {claimed}"
        ),
        (Rule::Lost(_) | Rule::Won(_), _) => {
            let mut different: Vec<_> = reached().collect();
            different.sort();
            different.dedup();
            let lost = different.iter().filter(|(_, letter)| letter == "-").count();
            let won = different.len() - lost;
            let result = if computed == "+" { "won" } else { "lost" };
            format!(
                "{lost} lost and {won} won options: by the rule `{rule}` the position is {result}; \
                 the description claims {claimed}"
            )
        }
        (_, "+") => format!(
            "a move leads to a P-position (-), so this is an N-position (+): the player to move \
             wins; the description claims {claimed}"
        ),
        (_, "-") => format!(
            "no move leads to a P-position (-), so this is a P-position: the player to move \
             loses; the description claims {claimed}"
        ),
        _ => {
            let mut letters: Vec<&str> = reached().map(|(_, letter)| letter.as_str()).collect();
            letters.sort_by_key(|letter| rank(letter));
            letters.dedup();
            let set = letters.join(" ");
            let set = if set.is_empty() { "{ }".to_owned() } else { format!("{{ {set} }}") };
            format!("the value is mex {set} = {computed}; the description claims {claimed}")
        }
    }
}

/// The Grundy value of a letter; values beyond `Z` are written as numbers.
fn rank(letter: &str) -> Option<u8> {
    let mut letters = letter.chars();
    let value = Alphabet::Nim.value(letters.next()?);
    value.map(|value| value.0).or_else(|| letter.parse().ok())
}

fn confirmation(replay: Replay) -> &'static str {
    match replay {
        Replay::FromZero => {
            "confirmed: computed from position 0 by the rule, the sequence agrees with the \
             description up to here and differs here"
        }
        Replay::Expansion => {
            "confirmed: the description, written out from position 0, obeys the rule up to here \
             and breaks it here"
        }
    }
}

/// The piece from the farthest option up to the position, or a shorter one when the moves are large:
/// its first position and its length.
fn shown(failure: &Failure) -> (Integer, Integer) {
    let sizes = failure.options.iter().filter(|option| option.target.is_some());
    let farthest = sizes.map(|option| option.size.clone()).max().unwrap_or(Integer::ZERO);
    let back = farthest.min(Integer::from(REPLAYED - 1)).min(failure.position.clone());
    (&failure.position - &back, back + Integer::ONE)
}

/// The path as a word of a shell command.
fn quoted(path: &str) -> String {
    // A leading hyphen would be read as a flag; a single one means standard input.
    let path = match path {
        flag if flag.len() > 1 && flag.starts_with('-') => &format!("./{flag}"),
        other => other,
    };
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-+,:@%".contains(letter);
    if !path.is_empty() && path.chars().all(plain) {
        path.to_owned()
    } else {
        format!("'{}'", path.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::examples;
    use super::*;

    #[test]
    fn a_refutation_can_be_checked_by_hand() {
        let text = position("x.nimseq", &examples::counterexample(), true, false, "", usize::MAX);
        assert_eq!(
            text,
            "  smallest counterexample: n = 2, position 26\n    \
               that is value 4 of the word, in the iteration i = 2, after 1 pass of the endless \
               loop\n    \
               move   takes  leads to  value there\n    \
               2          2        24  B\n    \
               4n+1       9        17  _\n    \
               8n+9      25         1  A\n    \
               8n+12     28         -  (below 0: not possible)\n  \
             the value is mex { _ A B } = C; the description claims D\n  \
             confirmed: computed from position 0 by the rule, the sequence agrees with the \
             description up to here and differs here\n  \
             replay, ending with the wrong value:\n    \
               grundy expand x.nimseq --at n=2 --from 1 --count 26\n  \
             and with the right one:\n    \
               grundy sequence '{ 2 4n+1 8n+9 8n+12 }' --at n=2 --values nim --from 1 --count 26\n"
        );
    }

    #[test]
    fn outcomes_are_explained_in_words() {
        let mut counterexample = examples::counterexample();
        let failure = &mut counterexample.failure;
        (failure.claimed, failure.computed) = ("-".to_owned(), "+".to_owned());
        let text = position("x y.nimseq", &counterexample, true, false, "", usize::MAX);
        assert!(text.contains("N-position (+): the player to move wins; the description claims -"));
        assert!(text.contains("expand 'x y.nimseq' --at n=2"), "{text}");
        assert!(text.contains("--count 26 --values outcome"), "{text}");
    }

    #[test]
    fn a_witness_without_position_is_shown() {
        let witness = Evidence::Witness(examples::counterexample().parameters);
        assert_eq!(
            block("x.nimseq", &witness, true, false, "", usize::MAX),
            "  smallest witness: n = 2\n"
        );
    }

    #[test]
    fn far_positions_are_replayed_in_a_short_piece() {
        let mut counterexample = examples::counterexample();
        let far: Integer = "100000000000000000000".parse().expect("a number");
        counterexample.failure.position = far.clone();
        counterexample.failure.options[2].size = far;
        let text = position("x.nimseq", &counterexample, true, false, "", usize::MAX);
        assert!(text.contains("--from 99999999999999999801 --count 200\n"), "{text}");
    }
}
