//! How a picture is spelled in a file.

use super::{Event, Picture};
use crate::proof::LineError;
use std::str::FromStr;

/// The lines of a picture, but for its moves and its class: textures, then events.
pub(in crate::trace) fn lines(picture: &Picture) -> impl Iterator<Item = String> + '_ {
    let texture = |words: &Vec<u64>| {
        let words: Vec<_> = words.iter().map(|word| format!("{word:x}")).collect();
        format!("texture {}", words.join(" "))
    };
    picture.textures.iter().map(texture).chain(picture.events.iter().map(line))
}

fn line(event: &Event) -> String {
    match *event {
        Event::Cycle { edge, rows } => format!("cycle {edge} {rows}"),
        Event::Run { rows: [value, slope] } => format!("run {value} {slope}"),
        Event::Wake { edge } => format!("wake {edge}"),
        Event::Step { rows } => format!("step {rows}"),
        Event::Meet { edge } => format!("meet {edge}"),
        Event::Part { edge, from, to, zone: [texture, row, column] } => {
            format!("part {edge} {from} {to} {texture} {row} {column}")
        }
        Event::Vanish { edge } => format!("vanish {edge}"),
        Event::Turn => "turn".to_owned(),
    }
}

impl Picture {
    /// Reads one of the lines.
    ///
    /// # Errors
    /// That it is none.
    pub(in crate::trace) fn read(&mut self, line: &str) -> Result<(), LineError> {
        let (name, numbers) = line.split_once(' ').unwrap_or((line, ""));
        let words = || numbers.split(' ').filter(|word| !word.is_empty());
        if name == "texture" && self.events.is_empty() {
            let word = |word| u64::from_str_radix(word, 16).map_err(|_| LineError::text(line));
            self.textures.push(words().map(word).collect::<Result<_, _>>()?);
            return Ok(());
        }
        let all: Vec<_> = words().collect();
        let event = match (name, &all[..]) {
            ("cycle", [edge, rows]) => Event::Cycle { edge: number(edge)?, rows: number(rows)? },
            ("run", [value, slope]) => Event::Run { rows: [number(value)?, number(slope)?] },
            ("wake", [edge]) => Event::Wake { edge: number(edge)? },
            ("step", [rows]) => Event::Step { rows: number(rows)? },
            ("meet", [edge]) => Event::Meet { edge: number(edge)? },
            ("part", [edge, from, to, texture, row, column]) => Event::Part {
                edge: number(edge)?,
                from: number(from)?,
                to: number(to)?,
                zone: [number(texture)?, number(row)?, number(column)?],
            },
            ("vanish", [edge]) => Event::Vanish { edge: number(edge)? },
            ("turn", []) => Event::Turn,
            _ => return Err(LineError::text(line)),
        };
        self.events.push(event);
        Ok(())
    }
}

fn number<T: FromStr>(text: &str) -> Result<T, LineError> {
    text.parse().map_err(|_| LineError::text(text))
}
