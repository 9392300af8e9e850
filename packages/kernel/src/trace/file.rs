//! The file of a proof by trace: what was found for some classes of n, each with its proof.

use super::check::{Shown, check};
use super::comb::{Comb, Join};
use super::diagram::{self, Diagram};
use super::refused::{Reason, Refused};
use super::spelling::{self, Spelled};
use super::structure::{Loop, Move, Node, Trace};
use crate::lines::{LineError, Lines, Written, number};
use crate::polynomial::Polynomial;
use std::io::{self, BufRead, Write};

/// Why a file shows nothing.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}line {line}: {why}", if matches!(.why, Why::Refused(_)) { "the class before " } else { "" })]
pub struct FileError {
    /// The line, from 1.
    pub line: u64,
    /// What is wrong.
    why: Why,
}

/// What is wrong with a file.
#[derive(Clone, Debug, thiserror::Error)]
#[error(transparent)]
pub(crate) enum Why {
    /// A line has no meaning in this place.
    Line(#[from] LineError),
    /// A proof is not right.
    Refused(#[from] Refused),
}

impl FileError {
    /// Is nothing wrong, except that a stop was requested?
    pub fn is_stopped(&self) -> bool {
        matches!(self.why, Why::Refused(Refused { reason: Reason::Stopped, .. }))
    }
}

/// What shows period and preperiod of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The loop structure of a computation.
    Trace(Trace),
    /// What becomes of the walls between domains.
    Diagram(Diagram),
}

impl Proof {
    /// The first n of the class, and the distance between consecutive n.
    pub fn class(&self) -> [i64; 2] {
        match self {
            Self::Trace(Trace { start, step, .. }) | Self::Diagram(Diagram { start, step, .. }) => {
                [*start, *step]
            }
        }
    }

    /// What the proof shows; the first of these places that shows the period to be the least one is reported.
    ///
    /// # Errors
    /// The first entry that is not right for all m.
    pub fn check(&self, places: &[u64], stop: &dyn Fn() -> bool) -> Result<Shown, Refused> {
        match self {
            Self::Trace(trace) => check(trace, places, stop),
            Self::Diagram(diagram) => diagram::check(diagram, places, stop),
        }
    }

    /// The moves.
    pub fn moves(&self) -> &[Move] {
        match self {
            Self::Trace(Trace { moves, .. }) | Self::Diagram(Diagram { moves, .. }) => moves,
        }
    }
}

/// A class, n = `start` + `step` * m with m >= 0, and what a trace shows about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// The first n.
    pub start: i64,
    /// The distance between consecutive n.
    pub step: i64,
    /// Period and preperiod.
    pub shown: Shown,
}

/// How a file begins.
pub const FIRST_WORD: &str = "grundy-trace";

/// The text for what is not shown.
const UNKNOWN: &str = "?";

/// Writes what some proofs about the same moves show.
///
/// # Errors
/// The errors of `out`.
pub fn write(out: &mut impl Write, moves: &[Move], found: &[(&Proof, &Shown)]) -> io::Result<()> {
    let all: Vec<_> = moves.iter().map(|one| format!("{},{}", one.factor, one.summand)).collect();
    let mut lines = Written::new(out);
    lines.line(&format!("{FIRST_WORD} 1"))?;
    lines.line(&format!("moves {}", all.join(" ")))?;
    for (proof, shown) in found {
        match proof {
            Proof::Trace(trace) => write_trace(&mut lines, trace)?,
            Proof::Diagram(diagram) => write_diagram(&mut lines, diagram)?,
        }
        lines.line("shows")?;
        let or_unknown = |text: Option<String>| text.unwrap_or_else(|| UNKNOWN.to_owned());
        lines.line(&format!("unique {}", or_unknown(shown.unique.map(|n| n.to_string()))))?;
        lines.line(&format!("position {}", spelled(&shown.position)))?;
        lines.line(&format!("period {}", spelled(&shown.period)))?;
        let preperiod = shown.preperiod.as_ref().map(spelled);
        lines.line(&format!("preperiod {}", or_unknown(preperiod)))?;
        lines.seal()?;
    }
    lines.end()
}

fn write_trace(lines: &mut Written<'_>, trace: &Trace) -> io::Result<()> {
    lines.line(&format!("class {} {}", trace.start, trace.step))?;
    for Comb { length, teeth } in &trace.combs {
        let teeth: Vec<_> = teeth.iter().map(|[from, to]| format!("{from}-{to}")).collect();
        lines.line(&format!("comb {length} {}", teeth.join(" ")))?;
    }
    spelling::write(lines, &trace.before)?;
    lines.line("recurs")?;
    spelling::write(lines, &trace.period)
}

fn write_diagram(lines: &mut Written<'_>, diagram: &Diagram) -> io::Result<()> {
    let Diagram { start, step, row, .. } = diagram;
    lines.line(&format!("class {start} {step} rows {} {}", row.factor, row.summand))?;
    for tile in &diagram.tiles {
        lines.line(&format!("texture {}", diagram::tile(tile)))?;
    }
    spelling::write(lines, &diagram.events)
}

impl Spelled for Node {
    const LOOP: [&'static str; 2] = ["l", "e"];

    fn repeated(count: Vec<i64>, body: Vec<Self>) -> Self {
        Self::Loop(Loop { count: count.into(), body })
    }

    fn line(&self) -> String {
        match self {
            Self::Steps(steps) => format!("s {steps}"),
            Self::Join(Join { stretches, comb }) => format!("j {stretches} {comb}"),
            Self::Loop(one) => format!("l {}", spelling::spelled(&one.count)),
        }
    }

    fn read(line: &str, _: usize) -> Result<Self, LineError> {
        let words: Vec<_> = line.split(' ').collect();
        Ok(match words[..] {
            ["s", steps] => Self::Steps(number(steps)?),
            ["j", stretches, comb] => {
                Self::Join(Join { stretches: number(stretches)?, comb: number(comb)? })
            }
            _ => return Err(LineError::text(line)),
        })
    }
}

/// Checks a file; returns its moves and its classes.
///
/// # Errors
/// The first line or trace that is not right.
pub fn check_file(
    input: impl BufRead,
    stop: &dyn Fn() -> bool,
) -> Result<(Vec<Move>, Vec<Class>), FileError> {
    let mut lines = Lines::new(input);
    let checked = read(&mut lines, stop);
    checked.map_err(|why| FileError { line: lines.number, why })
}

fn read(lines: &mut Lines<'_>, stop: &dyn Fn() -> bool) -> Result<(Vec<Move>, Vec<Class>), Why> {
    if lines.after(FIRST_WORD)? != "1" {
        return Err(LineError::new("version 1 of the format was expected").into());
    }
    let moves = lines.after("moves")?.split(' ').map(one_move).collect::<Result<Vec<_>, _>>()?;
    let mut classes = Vec::new();
    while let Some(line) = lines.unless_end()? {
        let class = line.strip_prefix("class ").ok_or_else(|| LineError::text(line))?;
        let (class, row) = match class.split_once(" rows ") {
            Some((class, row)) => (class, Some(pair(row)?)),
            None => (class, None),
        };
        let [start, step] = pair(class)?;
        let moves = moves.clone();
        let proof = match row {
            Some([factor, summand]) => {
                let row = Move { factor, summand };
                let tiles = spelling::heads(lines, "texture", diagram::read_tile)?;
                let events = spelling::read(lines, "shows", 0)?;
                Proof::Diagram(Diagram { moves, start, step, row, tiles, events })
            }
            None => {
                let combs = spelling::heads(lines, "comb", comb)?;
                let before = spelling::read(lines, "recurs", 0)?;
                let period = spelling::read(lines, "shows", 0)?;
                Proof::Trace(Trace { moves, start, step, combs, before, period })
            }
        };
        let shown = shown(lines)?;
        let found = proof.check(&Vec::from_iter(shown.unique), stop)?;
        if found != shown {
            return Err(LineError::new("the proof does not show this").into());
        }
        classes.push(Class { start, step, shown });
    }
    if classes.is_empty() {
        return Err(LineError::new("there is no class, so nothing is shown").into());
    }
    Ok((moves, classes))
}

/// Reads what a trace is claimed to show.
fn shown(lines: &mut Lines<'_>) -> Result<Shown, LineError> {
    let unique = match lines.after("unique")? {
        UNKNOWN => None,
        place => Some(number(place)?),
    };
    let position = formula(lines.after("position")?)?;
    let period = formula(lines.after("period")?)?;
    let preperiod = match lines.after("preperiod")? {
        UNKNOWN => None,
        preperiod => Some(formula(preperiod)?),
    };
    lines.seal()?;
    Ok(Shown { period, unique, preperiod, position })
}

/// A polynomial in n, the highest power first: `2 1:2 -3:0` is (n^2 - 3) / 2.
fn spelled(polynomial: &Polynomial) -> String {
    let multiple = polynomial.integral();
    let term = |(exponents, coefficient): (&[u32], _)| {
        format!(" {coefficient}:{}", exponents.first().unwrap_or(&0))
    };
    let terms: String = multiple.terms().rev().map(term).collect();
    format!("{}{terms}", polynomial.denominator())
}

/// Reads what [`spelled`] writes.
fn formula(text: &str) -> Result<Polynomial, LineError> {
    let polynomial = Polynomial::read(text)?;
    let is_spelled = spelled(&polynomial) == text;
    if is_spelled { Ok(polynomial) } else { Err(LineError::text(text)) }
}

fn comb(text: &str) -> Result<Comb, LineError> {
    let (length, teeth) = text.split_once(' ').ok_or_else(|| LineError::text(text))?;
    let tooth = |text: &str| {
        let (from, to) = text.split_once('-').ok_or_else(|| LineError::text(text))?;
        Ok([number(from)?, number(to)?])
    };
    let teeth = teeth.split(' ').map(tooth).collect::<Result<_, LineError>>()?;
    Ok(Comb { length: number(length)?, teeth })
}

fn one_move(text: &str) -> Result<Move, LineError> {
    let (factor, summand) = text.split_once(',').ok_or_else(|| LineError::text(text))?;
    Ok(Move { factor: number(factor)?, summand: number(summand)? })
}

fn pair(text: &str) -> Result<[i64; 2], LineError> {
    spelling::form(text, 0)?.try_into().map_err(|_| LineError::text(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::check::in_n;

    /// A polynomial in m has the same values as the one in n, in its only spelling.
    #[test]
    fn formulas_in_n_have_the_values_in_m() {
        let value = |m: i64| 2 * m * m * m - 7 * m * m + m - 5;
        let cubic = Polynomial::read("1 2:3 -7:2 1:1 -5:").expect("a polynomial");
        for (start, step) in [(0, 1), (40, 1), (1000, 12), (7, 3)] {
            let in_n = in_n(&cubic, start, step);
            for m in -3..20 {
                let n = start + step * m;
                assert_eq!(in_n.at(&[n.into()]).to_string(), value(m).to_string(), "{n}");
            }
            assert_eq!(formula(&spelled(&in_n)), Ok(in_n));
        }
        let half = in_n(&Polynomial::variable(0), 1, 2);
        assert_eq!(spelled(&half), "2 1:1 -1:0");
        assert_eq!(spelled(&Polynomial::zero()), "1");
        for other in
            ["2 -1:0 1:1", "4 2:1 -2:0", "2 1:1 -1:", "2 1:1 -1:0,0", "2 1:1 0:0", "2 1:1 "]
        {
            assert!(formula(other).is_err(), "{other}");
        }
    }
}
