//! How a picture is spelled in a file.

use super::event::{Event, Picture};
use crate::lines::{LineError, number};
use crate::trace::loops::DEEPEST;

/// The lines of a picture, but for its moves and its class: textures, then events.
pub(in crate::trace) fn lines(picture: &Picture) -> impl Iterator<Item = String> + '_ {
    let texture = |words: &Vec<u64>| {
        let words: Vec<_> = words.iter().map(|word| format!("{word:x}")).collect();
        format!("texture {}", words.join(" "))
    };
    let mut events = Vec::new();
    spell(&picture.events, &mut events);
    picture.textures.iter().map(texture).chain(events)
}

fn spell(events: &[Event], lines: &mut Vec<String>) {
    for event in events {
        let line = match event {
            Event::Cycle { edge, rows } => format!("cycle {edge} {rows}"),
            Event::Run { rows } => format!("run {}", spelled(rows)),
            Event::Wake { edge } => format!("wake {edge}"),
            Event::Step { rows } => format!("step {rows}"),
            Event::Meet { edge } => format!("meet {edge}"),
            Event::Part { edge, from, to, zone: [texture, row, column] } => {
                format!("part {edge} {from} {to} {texture} {row} {column}")
            }
            Event::Vanish { edge } => format!("vanish {edge}"),
            Event::Turn => "turn".to_owned(),
            Event::Again => "again".to_owned(),
            Event::Loop { count, body } => {
                lines.push(format!("loop {}", spelled(count)));
                spell(body, lines);
                "end".to_owned()
            }
        };
        lines.push(line);
    }
}

fn spelled(numbers: &[i64]) -> String {
    let numbers: Vec<_> = numbers.iter().map(ToString::to_string).collect();
    numbers.join(" ")
}

/// Reads the lines of a picture.
pub(in crate::trace) struct Reader {
    picture: Picture,
    /// The loops that have begun: their counts, and the events before them.
    open: Vec<(Vec<i64>, Vec<Event>)>,
}

impl Reader {
    /// Lines say the rest of this picture.
    pub fn new(picture: Picture) -> Self {
        Self { picture, open: Vec::new() }
    }

    /// The picture.
    ///
    /// # Errors
    /// That a loop has not ended.
    pub fn picture(self) -> Result<Picture, LineError> {
        match self.open.is_empty() {
            true => Ok(self.picture),
            false => Err(LineError::new("a loop does not end")),
        }
    }

    /// Reads one of the lines.
    ///
    /// # Errors
    /// That it is none.
    pub fn read(&mut self, line: &str) -> Result<(), LineError> {
        let Self { picture, open } = self;
        let mut words = line.split(' ');
        let name = words.next().unwrap_or("");
        if name == "texture" && picture.events.is_empty() && open.is_empty() {
            // The only spelling is the one that is written.
            let word = |text: &str| {
                let word = u64::from_str_radix(text, 16).ok();
                word.filter(|word| format!("{word:x}") == text).ok_or_else(|| LineError::text(text))
            };
            picture.textures.push(words.map(word).collect::<Result<_, _>>()?);
            return Ok(());
        }
        let all: Vec<_> = words.collect();
        // A value, a slope in m, and one in each index around.
        let form = |all: &[&str]| match all.len() <= 2 + open.len() {
            true => all.iter().map(|it| number(it)).collect::<Result<Vec<i64>, _>>(),
            false => Err(LineError::text(line)),
        };
        let event = match (name, &all[..]) {
            ("cycle", [edge, rows]) => Event::Cycle { edge: number(edge)?, rows: number(rows)? },
            ("run", [_, ..]) => Event::Run { rows: form(&all)? },
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
            ("again", []) if open.is_empty() => Event::Again,
            ("loop", [_, ..]) if open.len() < DEEPEST => {
                let count = form(&all)?;
                open.push((count, std::mem::take(&mut picture.events)));
                return Ok(());
            }
            ("loop", [_, ..]) => return Err(LineError::new("loops are nested too deep")),
            ("end", []) => {
                let (count, before) = open.pop().ok_or_else(|| LineError::text(line))?;
                Event::Loop { count, body: std::mem::replace(&mut picture.events, before) }
            }
            _ => return Err(LineError::text(line)),
        };
        picture.events.push(event);
        Ok(())
    }
}
