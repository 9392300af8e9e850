//! How nodes are spelled in a file: a line for each, and loops between two lines.

use super::loops::{DEEPEST, Nested};
use crate::lines::{LineError, Lines, Written, number};
use std::io;

/// Nodes that are spelled this way.
pub(super) trait Spelled: Nested {
    /// The word before the count of a loop, and the one after its body.
    const LOOP: [&'static str; 2];

    /// A loop.
    fn repeated(count: Vec<i64>, body: Vec<Self>) -> Self;

    /// The line of a node that is not a loop.
    fn line(&self) -> String;

    /// Reads such a line inside this number of loops.
    fn read(line: &str, depth: usize) -> Result<Self, LineError>;
}

/// Writes some nodes.
pub(super) fn write<T: Spelled>(lines: &mut Written<'_>, nodes: &[T]) -> io::Result<()> {
    let [begin, end] = T::LOOP;
    for node in nodes {
        let Some((count, body)) = node.as_loop() else {
            lines.line(&node.line())?;
            continue;
        };
        lines.line(&format!("{begin} {}", spelled(count)))?;
        write(lines, body)?;
        lines.line(end)?;
    }
    Ok(())
}

/// Reads nodes inside this number of loops, up to this line.
pub(super) fn read<T: Spelled>(
    lines: &mut Lines<'_>,
    last: &str,
    depth: usize,
) -> Result<Vec<T>, LineError> {
    let [begin, end] = T::LOOP;
    let mut nodes = Vec::new();
    loop {
        let line = lines.next()?;
        if line == last {
            return Ok(nodes);
        }
        nodes.push(match line.strip_prefix(begin).and_then(|rest| rest.strip_prefix(' ')) {
            Some(count) if depth < DEEPEST => {
                let count = form(count, depth)?;
                T::repeated(count, read(lines, end, depth + 1)?)
            }
            Some(_) => return Err(LineError::new("loops are nested too deeply")),
            None => T::read(line, depth)?,
        });
    }
}

/// Reads the lines that begin with this word, without it, up to another line.
pub(super) fn heads<T>(
    lines: &mut Lines<'_>,
    word: &str,
    read: impl Fn(&str) -> Result<T, LineError>,
) -> Result<Vec<T>, LineError> {
    let mut heads = Vec::new();
    loop {
        match lines.next()?.strip_prefix(word).and_then(|rest| rest.strip_prefix(' ')) {
            Some(rest) => heads.push(read(rest)?),
            None => {
                lines.put_back();
                return Ok(heads);
            }
        }
    }
}

/// A value, a slope in m, and one in each index of the surrounding loops; what is left out is 0.
pub(super) fn form(text: &str, depth: usize) -> Result<Vec<i64>, LineError> {
    let all: Vec<_> = text.split(' ').map(number).collect::<Result<_, _>>()?;
    if all.len() <= 2 + depth { Ok(all) } else { Err(LineError::text(text)) }
}

/// Numbers separated by spaces.
pub(super) fn spelled(numbers: &[i64]) -> String {
    let numbers: Vec<_> = numbers.iter().map(ToString::to_string).collect();
    numbers.join(" ")
}
