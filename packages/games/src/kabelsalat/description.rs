//! The format for claims about tasks, `*.kabelsalat`.
//!
//! A line has an optional label, a task code, and what is claimed about the task:
//!
//! ```text
//! # comment
//! E1: 7,4,4,6,3,3,-**.*,+*.**,+.***   fewest 3B | 1C
//! E6: 7,4,6,8,6,4,-**..,+.**.,-..**   class negative_only
//! V9: 5,4,3,3,3,3,+**..,+..**,+*.*.,+.*.*   presses 4   all 2C | 2D ; 1A | 1B | 1C | 1D ; 2A | 2B
//! 8,4,8,4,6,8,-*.**,+.***,+***.
//! ```
//!
//! * `solution 3B | 1C`: these presses solve the task; `(none)` is no press at all.
//! * `fewest ...`: they do, and nothing with fewer presses does.
//! * `all ... ; ...`: these and no others are the solutions with fewest presses.
//! * `presses 4`: the fewest presses.
//! * `class negative_only`: the task is solvable, or in which way it is not.
//!
//! A task without a claim is claimed to be solvable.

use super::argument::Class;
use super::{Task, switch_number};
use crate::Integer;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::lang::TextKind;
use crate::lines::{self, Fault, Format, Line, Word, did_you_mean, natural};

/// The claims of one line about a task.
pub type Claims = lines::Claims<Task, Statement>;

/// Something claimed about a task.
pub type TaskClaim = lines::Claim<Statement>;

/// What can be claimed about a task.  Presses are one number for each switch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// It can be solved.
    Solvable,
    /// Its class.
    Class(Class),
    /// The least number of presses.
    Presses(Integer),
    /// Each of these solves it.
    Solution(Vec<Vec<Integer>>),
    /// Each of these solves it with fewest presses.
    Fewest(Vec<Vec<Integer>>),
    /// These and no others solve it with fewest presses.
    All(Vec<Vec<Integer>>),
}

const FORMAT: Format = Format {
    keywords: &["class", "presses", "solution", "fewest", "all"],
    unknown: Code::UnreadableTaskClaim,
    malformed: Code::UnreadableTaskClaim,
};

/// Reads all lines, or says everything that is wrong with them.
pub fn read(source: &str) -> Result<Vec<Claims>, Vec<Diagnostic>> {
    lines::read_claims(source, TextKind::Switches, |line| claims(source, line))
}

fn claims(source: &str, line: &Line<'_>) -> Result<Claims, Vec<Diagnostic>> {
    let Some((code, words)) = line.words.split_first() else { return Err(Vec::new()) };
    if let (true, Some(next)) = (code.text.ends_with(','), words.first()) {
        let parts = line.words.iter().take_while(|word| !FORMAT.keywords.contains(&word.text));
        let whole: String = parts.map(|word| word.text).collect();
        let gap = Span::new(code.span.end, next.span.start);
        let fault = Diagnostic::new(Code::UnreadableTaskField, "a task code has no spaces");
        return Err(vec![fault.label(gap, "leave them out").help(format!("write {whole}"))]);
    }
    let task = Task::parse_at(code.text, code.span.start)?;
    let mut faults = Vec::new();
    let mut claims = Vec::new();
    let mut before = Vec::new();
    for (keyword, values) in FORMAT.claims(words) {
        let span = match (values.first(), values.last()) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => keyword.span,
        };
        if before.contains(&keyword.text) {
            faults.push(
                Diagnostic::new(
                    Code::TaskClaimTwice,
                    format!("`{}` is claimed twice", keyword.text),
                )
                .label(keyword.span, "claimed before in this line"),
            );
        }
        let text = source.get(span.range()).unwrap_or_default();
        match statement(keyword, values, Word { text, span }, &task) {
            Ok(statement) => {
                before.push(keyword.text);
                claims.push(TaskClaim { statement, span });
            }
            Err(fault) => faults.push(*fault),
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    if claims.is_empty() {
        claims.push(TaskClaim { statement: Statement::Solvable, span: code.span });
    }
    let row = line.label.unwrap_or(code.text).to_owned();
    Ok(Claims { row, about: task, claims })
}

/// What the keyword with its values says, which are the words of `piece`.
fn statement(
    keyword: Word<'_>,
    values: &[Word<'_>],
    piece: Word<'_>,
    task: &Task,
) -> Result<Statement, Fault> {
    let fault = |needed: &str| FORMAT.malformed(keyword, piece.span, "unexpected", needed);
    let solutions = || match values {
        [] => Err(fault("a solution, such as 3B | 1C, or (none)")),
        _ => solutions(piece.text, piece.span.start, task),
    };
    match keyword.text {
        "class" => {
            let names: Vec<_> = Class::ALL.iter().map(|class| class.name()).collect();
            let class = Class::named(piece.text).filter(|_| values.len() == 1);
            class.map(Statement::Class).ok_or_else(|| {
                let mut fault = fault(&format!("one of {}", names.join(", ")));
                let meant = values.first().and_then(|word| did_you_mean(word.text, &names));
                fault.help = meant.or(fault.help);
                fault
            })
        }
        "presses" => {
            let number = natural(piece.text).filter(|_| values.len() == 1);
            number.map(Statement::Presses).ok_or_else(|| fault("a number from 0"))
        }
        "solution" => solutions().map(Statement::Solution),
        "fewest" => solutions().map(Statement::Fewest),
        "all" => solutions().map(Statement::All),
        _ => Err(FORMAT.unknown(keyword)),
    }
}

/// Solutions with semicolons between them, `offset` bytes into the text.
fn solutions(text: &str, offset: usize, task: &Task) -> Result<Vec<Vec<Integer>>, Fault> {
    pieces(text, offset, ';').map(|one| presses(one.text, one.span.start, task)).collect()
}

/// A solution such as `3B | 1C`, `offset` bytes into a text: one number for each switch.
fn presses(text: &str, offset: usize, task: &Task) -> Result<Vec<Integer>, Fault> {
    let mut counts = vec![Integer::ZERO; task.switches().len()];
    if text == "(none)" {
        return Ok(counts);
    }
    let mut seen = Vec::new();
    for piece in pieces(text, offset, '|') {
        let fault = |message: String| {
            Box::new(
                Diagnostic::new(Code::UnreadableTaskClaim, message)
                    .label(piece.span, "in this solution")
                    .help("a solution is written 3B | 1C: B three times and C once"),
            )
        };
        let letters = piece.text.find(|sign: char| !sign.is_ascii_digit());
        let (count, letters) = piece.text.split_at(letters.unwrap_or(piece.text.len()));
        let number = switch_number(letters);
        let (Some(count), Some(switch)) = (natural(count), number) else {
            return Err(fault(format!("`{}` is not a number of presses", piece.text)));
        };
        let Some(slot) = counts.get_mut(switch) else {
            let last = task.switch_names().pop().unwrap_or_default();
            return Err(fault(format!("unknown switch {letters}; the last one is {last}")));
        };
        if seen.contains(&switch) {
            return Err(fault(format!("the switch {letters} occurs twice")));
        }
        seen.push(switch);
        *slot = count;
    }
    Ok(counts)
}

/// The pieces between separators without the spaces around them.
fn pieces(text: &str, offset: usize, separator: char) -> impl Iterator<Item = Word<'_>> {
    let mut start = offset;
    text.split(separator).map(move |piece| {
        let after = piece.trim_start();
        let place = start + piece.len() - after.len();
        start += piece.len() + separator.len_utf8();
        let text = after.trim_end();
        Word { text, span: Span::new(place, place + text.len()) }
    })
}
