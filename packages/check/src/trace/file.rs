//! The file of a proof by trace: what was found for some classes of n, each with its outline.

use super::check::{Shown, check};
use super::comb::{Comb, Join};
use super::loops::DEEPEST;
use super::outline::{Loop, Move, Node, Trace};
use super::plane::{self, Picture};
use super::refused::{Reason, Refused};
use crate::lines::{LineError, Lines, number};
use crate::polynomial::Polynomial;
use std::fmt;
use std::io::{self, BufRead, Write};

/// Why a file shows nothing.
#[derive(Clone, Debug)]
pub struct FileError {
    /// The line, from 1.
    pub line: u64,
    /// What is wrong.
    why: Why,
}

/// What is wrong with a file.
#[derive(Clone, Debug)]
pub(crate) enum Why {
    /// A line has no meaning where it stands.
    Line(LineError),
    /// A proof is not right.
    Refused(Refused),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.why {
            Why::Line(error) => write!(f, "line {}: {error}", self.line),
            Why::Refused(refused) => write!(f, "the class before line {}: {refused}", self.line),
        }
    }
}

impl std::error::Error for FileError {}

impl FileError {
    /// Is nothing wrong, but a stop was asked for?
    pub fn is_stopped(&self) -> bool {
        matches!(self.why, Why::Refused(Refused { reason: Reason::Stopped, .. }))
    }
}

/// What shows period and preperiod of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The outline of a computation.
    Trace(Trace),
    /// What becomes of the edges between zones.
    Picture(Picture),
}

impl Proof {
    /// The first n of the class, and how far the n are apart.
    pub fn class(&self) -> [i64; 2] {
        match self {
            Self::Trace(Trace { start, step, .. }) | Self::Picture(Picture { start, step, .. }) => {
                [*start, *step]
            }
        }
    }

    /// The moves.
    pub fn moves(&self) -> &[Move] {
        match self {
            Self::Trace(Trace { moves, .. }) | Self::Picture(Picture { moves, .. }) => moves,
        }
    }
}

/// A class, n = `start` + `step` * m with m >= 0, and what a trace shows about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// The first n.
    pub start: i64,
    /// How far the n are apart.
    pub step: i64,
    /// Period and preperiod.
    pub shown: Shown,
}

/// How a file begins.
pub const FIRST_WORD: &str = "grundy-trace";

/// What is not shown.
const UNKNOWN: &str = "?";

/// Writes what some proofs about the same moves show.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut impl Write, moves: &[Move], found: &[(&Proof, &Shown)]) -> io::Result<()> {
    let all: Vec<_> = moves.iter().map(|it| format!("{},{}", it.factor, it.summand)).collect();
    let mut lines = Written { out, checksum: crc32fast::Hasher::new(), count: 0 };
    lines.put(&format!("{FIRST_WORD} 1"))?;
    lines.put(&format!("moves {}", all.join(" ")))?;
    for (proof, shown) in found {
        match proof {
            Proof::Trace(trace) => lines.trace(trace)?,
            Proof::Picture(picture) => lines.picture(picture)?,
        }
        lines.put("shows")?;
        let or_unknown = |text: Option<String>| text.unwrap_or_else(|| UNKNOWN.to_owned());
        lines.put(&format!("unique {}", or_unknown(shown.unique.map(|it| it.to_string()))))?;
        lines.put(&format!("position {}", spelled(&shown.position)))?;
        lines.put(&format!("period {}", spelled(&shown.period)))?;
        let preperiod = shown.preperiod.as_ref().map(spelled);
        lines.put(&format!("preperiod {}", or_unknown(preperiod)))?;
        let checksum = std::mem::take(&mut lines.checksum).finalize();
        lines.put(&format!("seal {checksum:08x}"))?;
    }
    let count = lines.count;
    lines.put(&format!("end {count}"))
}

/// A file that is being written.
struct Written<'a, W> {
    out: &'a mut W,
    /// Of the lines since the last checksum, and that one.
    checksum: crc32fast::Hasher,
    count: u64,
}

impl<W: Write> Written<'_, W> {
    fn put(&mut self, line: &str) -> io::Result<()> {
        self.count += 1;
        self.checksum.update(line.as_bytes());
        self.checksum.update(b"\n");
        writeln!(self.out, "{line}")
    }

    fn trace(&mut self, trace: &Trace) -> io::Result<()> {
        self.put(&format!("class {} {}", trace.start, trace.step))?;
        for Comb { length, teeth } in &trace.combs {
            let teeth: Vec<_> = teeth.iter().map(|[from, to]| format!("{from}-{to}")).collect();
            self.put(&format!("comb {length} {}", teeth.join(" ")))?;
        }
        self.nodes(&trace.before)?;
        self.put("recurs")?;
        self.nodes(&trace.period)
    }

    fn picture(&mut self, picture: &Picture) -> io::Result<()> {
        let Picture { start, step, row, .. } = picture;
        self.put(&format!("class {start} {step} rows {} {}", row.factor, row.summand))?;
        plane::lines(picture).try_for_each(|line| self.put(&line))
    }

    fn nodes(&mut self, nodes: &[Node]) -> io::Result<()> {
        for node in nodes {
            match node {
                Node::Steps(steps) => self.put(&format!("s {steps}"))?,
                Node::Join(Join { stretches, comb }) => {
                    self.put(&format!("j {stretches} {comb}"))?
                }
                Node::Loop(one) => {
                    let count: Vec<_> = one.count.iter().map(ToString::to_string).collect();
                    self.put(&format!("l {}", count.join(" ")))?;
                    self.nodes(&one.body)?;
                    self.put("e")?;
                }
            }
        }
        Ok(())
    }
}

/// Checks a file; gives its moves and its classes.
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
        let (shown, found) = match row {
            Some([factor, summand]) => {
                let row = Move { factor, summand };
                let (textures, events) = (Vec::new(), Vec::new());
                let picture = Picture { moves: moves.clone(), start, step, row, textures, events };
                let mut reader = plane::Reader::new(picture);
                loop {
                    match lines.next()? {
                        "shows" => break,
                        line => reader.read(line)?,
                    }
                }
                let picture = reader.picture()?;
                let shown = shown(lines)?;
                let columns = Vec::from_iter(shown.unique);
                (shown, plane::check(&picture, &columns, stop).map_err(Why::Refused)?)
            }
            None => {
                let mut combs = Vec::new();
                let before = nodes(lines, "recurs", 0, Some(&mut combs))?;
                let period = nodes(lines, "shows", 0, None)?;
                let shown = shown(lines)?;
                let trace = Trace { moves: moves.clone(), start, step, combs, before, period };
                let places = Vec::from_iter(shown.unique);
                (shown, check(&trace, &places, stop).map_err(Why::Refused)?)
            }
        };
        if found != shown {
            return Err(LineError::new("the proof does not show this").into());
        }
        classes.push(Class { start, step, shown });
    }
    Ok((moves, classes))
}

impl From<LineError> for Why {
    fn from(error: LineError) -> Self {
        Self::Line(error)
    }
}

/// Steps, loops and joins up to a line; before all of them there may be combs.
fn nodes(
    lines: &mut Lines<'_>,
    last: &str,
    depth: usize,
    mut combs: Option<&mut Vec<Comb>>,
) -> Result<Vec<Node>, LineError> {
    let mut nodes = Vec::new();
    loop {
        let line = lines.next()?;
        if let (Some(combs), Some(text)) = (&mut combs, line.strip_prefix("comb ")) {
            combs.push(comb(text)?);
            continue;
        }
        combs = None;
        if line == last {
            return Ok(nodes);
        }
        let node = match line.split_once(' ') {
            Some(("s", steps)) => Node::Steps(number(steps)?),
            Some(("l", count)) if depth < DEEPEST => {
                let count = numbers(count)?.into();
                Node::Loop(Loop { count, body: self::nodes(lines, "e", depth + 1, None)? })
            }
            Some(("j", join)) => {
                let (stretches, comb) =
                    join.split_once(' ').ok_or_else(|| LineError::text(line))?;
                Node::Join(Join { stretches: number(stretches)?, comb: number(comb)? })
            }
            Some(("l", _)) => return Err(LineError::new("loops are nested too deep")),
            _ => return Err(LineError::text(line)),
        };
        nodes.push(node);
    }
}

/// What a trace is said to show.
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
    numbers(text)?.try_into().map_err(|_| LineError::text(text))
}

fn numbers(text: &str) -> Result<Vec<i64>, LineError> {
    text.split(' ').map(number).collect()
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
