//! How a diagram is spelled in a file.

use super::event::Event;
use crate::lines::{LineError, number};
use crate::trace::spelling::{Spelled, form, spelled};

/// The first row of a tile.
pub(in crate::trace) fn tile(words: &[u64]) -> String {
    let words: Vec<_> = words.iter().map(|word| format!("{word:x}")).collect();
    words.join(" ")
}

/// Reads what [`tile`] writes, which is the only spelling.
pub(in crate::trace) fn read_tile(text: &str) -> Result<Vec<u64>, LineError> {
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
            Self::Cycle { wall, rows } => format!("cycle {wall} {rows}"),
            Self::Run { rows } => format!("run {}", spelled(rows)),
            Self::Wake { wall } => format!("wake {wall}"),
            Self::Step { rows } => format!("step {rows}"),
            Self::Meet { wall } => format!("meet {wall}"),
            Self::Part { wall, from, to, domain: [tile, row, column] } => {
                format!("part {wall} {from} {to} {tile} {row} {column}")
            }
            Self::Vanish { wall } => format!("vanish {wall}"),
            Self::Turn => "turn".to_owned(),
            Self::Again => "again".to_owned(),
            Self::Loop { count, .. } => format!("loop {}", spelled(count)),
        }
    }

    fn read(line: &str, depth: usize) -> Result<Self, LineError> {
        let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
        let words: Vec<_> = rest.split(' ').collect();
        Ok(match (name, &words[..]) {
            ("cycle", [wall, rows]) => Self::Cycle { wall: number(wall)?, rows: number(rows)? },
            ("run", _) => Self::Run { rows: form(rest, depth)? },
            ("wake", [wall]) => Self::Wake { wall: number(wall)? },
            ("step", [rows]) => Self::Step { rows: number(rows)? },
            ("meet", [wall]) => Self::Meet { wall: number(wall)? },
            ("part", [wall, from, to, tile, row, column]) => Self::Part {
                wall: number(wall)?,
                from: number(from)?,
                to: number(to)?,
                domain: [number(tile)?, number(row)?, number(column)?],
            },
            ("vanish", [wall]) => Self::Vanish { wall: number(wall)? },
            _ if line == "turn" => Self::Turn,
            _ if line == "again" && depth == 0 => Self::Again,
            _ => return Err(LineError::text(line)),
        })
    }
}
