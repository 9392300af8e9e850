//! How a picture is spelled in a file.

use super::event::Event;
use crate::lines::{LineError, number};
use crate::trace::spelling::{Spelled, form, spelled};

/// The first row of a texture.
pub(in crate::trace) fn texture(words: &[u64]) -> String {
    let words: Vec<_> = words.iter().map(|word| format!("{word:x}")).collect();
    words.join(" ")
}

/// Reads what [`texture`] writes, which is the only spelling.
pub(in crate::trace) fn read_texture(text: &str) -> Result<Vec<u64>, LineError> {
    let word = |text: &str| {
        let word = u64::from_str_radix(text, 16).ok();
        word.filter(|word| format!("{word:x}") == text).ok_or_else(|| LineError::text(text))
    };
    text.split(' ').map(word).collect()
}

impl Spelled for Event {
    const LOOP: [&'static str; 2] = ["loop", "end"];

    fn repeated(count: Vec<i64>, body: Vec<Self>) -> Self {
        Self::Loop { count, body }
    }

    fn line(&self) -> String {
        match self {
            Self::Cycle { edge, rows } => format!("cycle {edge} {rows}"),
            Self::Run { rows } => format!("run {}", spelled(rows)),
            Self::Wake { edge } => format!("wake {edge}"),
            Self::Step { rows } => format!("step {rows}"),
            Self::Meet { edge } => format!("meet {edge}"),
            Self::Part { edge, from, to, zone: [texture, row, column] } => {
                format!("part {edge} {from} {to} {texture} {row} {column}")
            }
            Self::Vanish { edge } => format!("vanish {edge}"),
            Self::Turn => "turn".to_owned(),
            Self::Again => "again".to_owned(),
            Self::Loop { count, .. } => format!("loop {}", spelled(count)),
        }
    }

    fn read(line: &str, depth: usize) -> Result<Self, LineError> {
        let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
        let words: Vec<_> = rest.split(' ').collect();
        Ok(match (name, &words[..]) {
            ("cycle", [edge, rows]) => Self::Cycle { edge: number(edge)?, rows: number(rows)? },
            ("run", _) => Self::Run { rows: form(rest, depth)? },
            ("wake", [edge]) => Self::Wake { edge: number(edge)? },
            ("step", [rows]) => Self::Step { rows: number(rows)? },
            ("meet", [edge]) => Self::Meet { edge: number(edge)? },
            ("part", [edge, from, to, texture, row, column]) => Self::Part {
                edge: number(edge)?,
                from: number(from)?,
                to: number(to)?,
                zone: [number(texture)?, number(row)?, number(column)?],
            },
            ("vanish", [edge]) => Self::Vanish { edge: number(edge)? },
            _ if line == "turn" => Self::Turn,
            _ if line == "again" && depth == 0 => Self::Again,
            _ => return Err(LineError::text(line)),
        })
    }
}
