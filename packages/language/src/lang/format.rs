//! The common layout of a text, and how a word is spelled.
//!
//! A line in a loop, a branch or a piece is indented by two spaces for each of them; so is a line that goes on
//! with a move list or a head.  No line ends with spaces, and the last one has an end.  Each line keeps its
//! own end, a line feed with or without a carriage return.  Everything between the first and the last letter of a line is the author's.

use super::read::Findings;
use super::read::ast::{Item, ItemKind};
use super::read::parse::{Items, WHITE};
use super::{Lowered, Options, parse, parse_until};
use crate::affine::Affine;
use crate::diagnostic::{Diagnostic, line_end};
use crate::limit::{CancellationToken, Limit};
use crate::model::{Alphabet, Block, Description, Value, Word};

/// Writes a description in the common layout.
///
/// The result means the same, and is in the common layout.
///
/// # Errors
/// A text with errors is not touched: its diagnostics come back.
///
/// ```
/// let tidy = grundy_language::lang::format("n>=1 {n} REP _n An PER");
/// assert_eq!(tidy.unwrap_err()[0].help.as_deref(), Some("write `n >= 1`"));
/// let tidy = grundy_language::lang::format("n >= 1 {n}\nREP # for ever\n_n   A(1+n-1) \nPER").unwrap();
/// assert_eq!(tidy, "n >= 1 {n}\nREP # for ever\n  _n   A(1+n-1)\nPER\n");
/// ```
pub fn format(source: &str) -> Result<String, Vec<Diagnostic>> {
    written(source, parse(source, &Options::default()))
}

/// The same, until the caller asks for a stop.
///
/// # Errors
/// [`Limit::STOPPED`] when a stop was asked for before all was read.
pub fn format_until(
    source: &str,
    stop: &CancellationToken,
) -> Result<Result<String, Vec<Diagnostic>>, Limit> {
    Ok(written(source, parse_until(source, &Options::default(), stop)?))
}

fn written(source: &str, lowered: Lowered) -> Result<String, Vec<Diagnostic>> {
    if lowered.description.is_none() {
        return Err(lowered.diagnostics);
    }
    // A byte order mark and what follows a NUL do not count.
    let (text, ignored) = source.split_at(source.find('\0').unwrap_or(source.len()));
    let mut items = Items::new(text, false);
    let mut next = || items.next(text, &mut Findings::default()).ok().flatten();
    let (mut out, mut start, mut item) = (String::with_capacity(source.len()), 0, next());
    // How many loops, branches and pieces are open; how many around the last item, and its end.
    let (mut depth, mut around, mut last) = (0_usize, 0, 0);
    let length = text.trim_end().len();
    for line in text.split_inclusive('\n') {
        if start >= length {
            break;
        }
        let words = line.trim_start_matches('\u{feff}');
        out.push_str(&line[..line.len() - words.len()]);
        let words = words.trim_matches(WHITE).trim_end();
        let goes_on = start < last;
        let mut indent = match goes_on {
            true => around + usize::from(!words.starts_with(['}', ')'])),
            false => depth,
        };
        let mut is_first = !goes_on;
        start += line.len();
        while let Some(Item { kind, span }) = item.take_if(|item| item.span.start < start) {
            let (closes, opens) = match kind {
                ItemKind::For(_)
                | ItemKind::Repeat(_)
                | ItemKind::Start
                | ItemKind::If(_)
                | ItemKind::Def(_) => (0, 1),
                ItemKind::Elif(_) | ItemKind::Else => (1, 1),
                ItemKind::Per | ItemKind::Fi | ItemKind::End => (1, 0),
                _ => (0, 0),
            };
            (around, last) = (depth.saturating_sub(closes), span.end);
            if is_first {
                indent = around;
            }
            is_first &= closes > opens;
            depth = around + opens;
            item = next();
        }
        if !words.is_empty() {
            out.extend(std::iter::repeat_n("  ", indent));
            out.push_str(words);
        }
        out.push_str(match line {
            _ if line.ends_with("\r\n") => "\r\n",
            _ if line.ends_with('\n') => "\n",
            _ => line_end(source),
        });
    }
    Ok(out + ignored)
}

/// A length as it stands behind a value: in brackets, unless it is one number or one variable.
pub(super) fn behind_a_value(length: &str) -> String {
    let bare = length.bytes().all(|byte| byte.is_ascii_digit())
        || matches!(length.as_bytes(), [b'a'..=b'z']);
    if bare { length.to_owned() } else { format!("({length})") }
}

/// Values as words, one for each run: `-7 +`.
///
/// ```
/// use grundy_kernel::model::{Alphabet, Value};
/// let values = [0, 0, 0, 1].map(Value);
/// assert_eq!(grundy_language::lang::words(Alphabet::Outcome, &values), "-3 +");
/// ```
pub fn words(alphabet: Alphabet, values: &[Value]) -> String {
    let runs = values.chunk_by(|one, other| one == other);
    let one =
        |run: &[Value]| word::<&str>(alphabet, &run[..1], &Affine::constant(run.len() as i64), &[]);
    runs.map(one).collect::<Vec<_>>().join(" ")
}

/// A word with this cycle and this length over the variables with these names: `_n`, `<AB>(2n)`.
///
/// ```
/// use grundy_kernel::{affine::Affine, model::{Alphabet, Value}};
/// use grundy_language::lang;
/// let length = Affine::variable(0).plus(1);
/// assert_eq!(lang::word(Alphabet::Nim, &[Value(1)], &length, &["n"]), "A(n+1)");
/// ```
pub fn word<N: std::fmt::Display>(
    alphabet: Alphabet,
    cycle: &[Value],
    length: &Affine,
    names: &[N],
) -> String {
    let letters: String = cycle.iter().map(|&value| alphabet.letter(value)).collect();
    let letters = if cycle.len() == 1 { letters } else { format!("<{letters}>") };
    match length.display(names).to_string().as_str() {
        "1" => letters,
        length => letters + &behind_a_value(length),
    }
}

/// The words before position 0, if the text has some.
pub fn start(description: &Description) -> Option<String> {
    let names = description.parameter_names();
    let word = |it: &Word| self::word(description.alphabet(), &it.cycle, &it.length, &names);
    let words = |start: &Block| start.words.iter().map(word).collect::<Vec<_>>().join(" ");
    description.start.as_ref().map(words)
}
