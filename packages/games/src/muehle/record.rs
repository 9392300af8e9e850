//! Game records: turns, and what people write between them.
//!
//! Read are, as in records of chess (Portable Game Notation, S. J. Edwards 1994) and as sites for the game write them:
//!
//! | what | spellings |
//! |---|---|
//! | turn | `d6`, `a1-a4`, `a1a4`, `A1-A4`, each with a capture |
//! | capture | `xd7`, `:d7`, also as a word of its own, or in two: `b6 xf2`, `b6 x f2` |
//! | number | `1.`, `1...`, `1)`, with or without a space |
//! | tag | `[Event "..."]` before the first turn |
//! | remark | in braces, after `;` to the end of the line, a line that begins with `%` |
//! | variation | in parentheses, also inside others; it is read, but not played |
//! | mark | `!`, `?!`, `+-`, `±`, ..., after a turn or alone, and its number, `$1` |
//! | result | `1-0`, `0-1`, `1/2-1/2`, `*`, at the end |
//!
//! Everything else is a mistake with its place: a turn that was passed over would make another game.

use super::notation::{CAPTURES, STROKES, field, name, turn, turn_name};
use super::rules::{CaptureRule, Player, Position, Status, Successor, Turn};
use std::fmt;

/// A game: where it begins, and its turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The first position.
    pub start: Position,
    /// The turns, one after the other.
    pub turns: Vec<Turn>,
    /// The positions after them.
    pub positions: Vec<Position>,
}

/// Why a record is not a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoGame {
    /// What begins at this byte is not understood, and why.
    Unreadable(usize, String),
    /// The turn with this number, from 1, is not possible; why, and the possible ones.
    Impossible(usize, Turn, String),
}

impl Record {
    /// Plays the main line of a record through.
    ///
    /// # Errors
    ///
    /// The first place that is not understood, else the first turn that the rules do not allow, with the game up to it.
    pub fn play(text: &str, start: Position, rule: CaptureRule) -> Result<Self, (NoGame, Self)> {
        let mut record = Self { start, turns: Vec::new(), positions: Vec::new() };
        let turns = match main_line(text) {
            Ok(turns) => turns,
            Err((at, why)) => return Err((NoGame::Unreadable(at, why), record)),
        };
        for turn in turns {
            let position = record.last();
            match allowed(&position, &turn, rule) {
                Ok(after) => {
                    record.turns.push(turn);
                    record.positions.push(after);
                }
                Err(why) => {
                    let number = record.turns.len() + 1;
                    return Err((NoGame::Impossible(number, turn, why), record));
                }
            }
        }
        Ok(record)
    }

    /// The position after the last turn.
    pub fn last(&self) -> Position {
        self.positions.last().copied().unwrap_or(self.start)
    }
}

/// `1. d6 f4 2. d2 b4`, as [`Record::play`] reads it.
impl fmt::Display for Record {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let second = usize::from(self.start.status == Status::ToMove(Player::B));
        for (number, turn) in self.turns.iter().enumerate() {
            let number = number + second;
            let gap = if number == second { "" } else { " " };
            match (number % 2, number == second) {
                (0, _) => write!(formatter, "{gap}{}. {}", number / 2 + 1, turn_name(turn))?,
                (_, true) => write!(formatter, "1... {}", turn_name(turn))?,
                _ => write!(formatter, "{gap}{}", turn_name(turn))?,
            }
        }
        Ok(())
    }
}

/// Where a record is not understood, in bytes, and why.
type Mistake = (usize, String);

/// Signs after a turn that say what somebody thinks of it.
const MARKS: [char; 14] = ['!', '?', '+', '#', '=', '‼', '⁇', '⁈', '⁉', '±', '∓', '⩲', '⩱', '∞'];

/// Words that do so.
const JUDGEMENTS: [&str; 6] = ["+-", "-+", "+/-", "-/+", "+/=", "=/+"];

const RESULTS: [&str; 5] = ["1-0", "0-1", "1/2-1/2", "½-½", "*"];

/// The turns of a record without its variations.
fn main_line(text: &str) -> Result<Vec<Turn>, Mistake> {
    let mut reader = Reader { text, at: 0, lines: vec![Line::default()], ended: false };
    while let Some(letter) = reader.rest().chars().next() {
        reader.piece(letter)?;
    }
    let last = reader.lines.pop().unwrap_or_default();
    match last.captures {
        Some(at) => Err((at, NO_FIELD.to_owned())),
        None if reader.lines.is_empty() => Ok(last.turns),
        None => Err((last.begins, "a variation is not closed; write `)` after it".to_owned())),
    }
}

const NO_FIELD: &str = "the field of the captured man has to follow";

/// The main line, or a variation.
#[derive(Default)]
struct Line {
    begins: usize,
    turns: Vec<Turn>,
    /// Where a capture begins whose field has to follow.
    captures: Option<usize>,
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// The main line, and the variations that are open.
    lines: Vec<Line>,
    /// Was there a result?
    ended: bool,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn mistake<T>(&self, why: impl Into<String>) -> Result<T, Mistake> {
        Err((self.at, why.into()))
    }

    /// Reads what begins with this letter.
    fn piece(&mut self, letter: char) -> Result<(), Mistake> {
        let begins_line = || {
            let before = self.text.get(..self.at).unwrap_or_default();
            let before = before.trim_end_matches([' ', '\t', '\u{feff}']);
            before.is_empty() || before.ends_with(['\n', '\r'])
        };
        let to_line_end = || self.rest().find(['\n', '\r']).unwrap_or(self.rest().len());
        match letter {
            _ if letter.is_whitespace() || [',', '\u{feff}'].contains(&letter) => {
                self.at += letter.len_utf8();
            }
            ';' => self.at += to_line_end(),
            '%' if begins_line() => self.at += to_line_end(),
            '{' => match self.rest().find('}') {
                Some(end) => self.at += end + 1,
                None => {
                    return self.mistake("a remark in braces is not closed; write `}` after it");
                }
            },
            '[' if begins_line() => self.tag()?,
            '(' => {
                if self.lines.last().is_none_or(|line| line.turns.is_empty()) {
                    return self.mistake("a variation follows the turn that it replaces");
                }
                self.lines.push(Line { begins: self.at, ..Line::default() });
                self.at += 1;
            }
            ')' if self.lines.len() > 1 => {
                if let Some(Line { captures: Some(at), .. }) = self.lines.pop() {
                    return Err((at, NO_FIELD.to_owned()));
                }
                self.at += 1;
            }
            ')' => return self.mistake("`)` without the `(` of a variation"),
            '$' => {
                let number = self.rest()[1..].bytes().take_while(u8::is_ascii_digit).count();
                if number == 0 {
                    return self.mistake("the number of a mark has to follow `$`");
                }
                self.at += 1 + number;
            }
            _ => self.word()?,
        }
        Ok(())
    }

    /// `[Name "value"]`
    fn tag(&mut self) -> Result<(), Mistake> {
        if !self.lines.iter().all(|line| line.turns.is_empty()) || self.ended {
            return self.mistake("another game begins here; replay one at a time");
        }
        let rest = self.rest();
        let (name, value) = rest[1..].split_once('"').unwrap_or_default();
        let name = name.trim();
        let mut escaped = false;
        let end = value.find(|letter| {
            let ends = letter == '"' && !escaped;
            escaped = letter == '\\' && !escaped;
            ends
        });
        let after = end.and_then(|end| value.get(end + 1..)).map(str::trim_start);
        let Some(after) = after.and_then(|after| after.strip_prefix(']')) else {
            return self.mistake("a tag is written `[Name \"value\"]`");
        };
        let value = end.and_then(|end| value.get(..end)).unwrap_or_default();
        if name == "FEN" || name == "SetUp" && value != "0" {
            return self.mistake(format!(
                "the tag {name} sets up a position, which is not read here; give it with --from"
            ));
        }
        self.at += rest.len() - after.len();
        Ok(())
    }

    /// A word up to the next space or sign that is none of a word.
    fn word(&mut self) -> Result<(), Mistake> {
        let end = |it: char| it.is_whitespace() || "{}()[];$,".contains(it);
        let rest = self.rest();
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let length = rest.find(end).unwrap_or(rest.len()).max(first);
        let (whole, after) = rest.split_at(length);
        let digits = whole.bytes().take_while(u8::is_ascii_digit).count();
        let (_, numbered) = whole.split_at(digits);
        // `1)` is a number as well, where no variation is open.
        if numbered.is_empty() && after.starts_with(')') && self.lines.len() == 1 {
            self.at += length + 1;
            return Ok(());
        }
        // `12.d6` is a number and a turn.
        let word = match numbered.trim_start_matches(['.', '…']) {
            same if same.len() == numbered.len() => whole,
            word => word,
        };
        self.at += whole.len() - word.len();
        if !word.is_empty() {
            self.turn(word)?;
        }
        self.at += word.len();
        Ok(())
    }

    /// A word without its number.
    fn turn(&mut self, word: &str) -> Result<(), Mistake> {
        let result = word.replace(STROKES, "-");
        if RESULTS.contains(&&result[..]) {
            self.ended |= self.lines.len() == 1;
            return Ok(());
        }
        let plain = word.trim_end_matches(MARKS);
        if plain.is_empty() || JUDGEMENTS.contains(&&result[..]) {
            return Ok(());
        }
        if self.ended && self.lines.len() == 1 {
            return self.mistake(format!("`{word}` follows the result"));
        }
        let at = self.at;
        let Some(line) = self.lines.last_mut() else { return Ok(()) };
        let captured = plain.strip_prefix(CAPTURES);
        match (line.captures.take(), captured) {
            (Some(begins), Some(_)) => return Err((begins, NO_FIELD.to_owned())),
            (Some(begins), None) => {
                return line.capture(plain).map_err(|_| (begins, NO_FIELD.to_owned()));
            }
            (None, Some("")) if line.turns.last().is_some_and(|it| it.captured.is_none()) => {
                line.captures = Some(at);
                return Ok(());
            }
            (None, Some(name)) => return line.capture(name).map_err(|why| (at, why)),
            (None, None) => {}
        }
        let moved = plain.strip_suffix(CAPTURES);
        match turn(moved.unwrap_or(plain)) {
            Some(turn) if moved.is_none() || turn.captured.is_none() => {
                line.captures = moved.map(|_| at);
                line.turns.push(turn);
                Ok(())
            }
            _ => self.mistake(format!(
                "`{word}` is not a turn; turns are such as d6, a1-a4 and a1-a4xd7"
            )),
        }
    }
}

impl Line {
    /// A captured man, which belongs to the last turn.
    fn capture(&mut self, name: &str) -> Result<(), String> {
        let turn = self.turns.last_mut().ok_or("a capture without a turn before it")?;
        if turn.captured.is_some() {
            return Err("a second capture in one turn".to_owned());
        }
        let no_field =
            || format!("`{name}` is not the field of a captured man; fields are such as d6");
        turn.captured = Some(field(name).ok_or_else(no_field)?);
        Ok(())
    }
}

/// The position after a turn, or why it is not possible.
fn allowed(position: &Position, turn: &Turn, rule: CaptureRule) -> Result<Position, String> {
    let outcomes = position.outcomes(rule);
    if let Some(found) = outcomes.iter().find(|it| it.turn == Some(*turn)) {
        return Ok(found.position);
    }
    let Status::ToMove(player) = position.status else {
        return Err("the game is over".to_owned());
    };
    let same = |it: &&Successor| it.turn.is_some_and(|it| (it.from, it.to) == (turn.from, turn.to));
    let same: Vec<_> = outcomes.iter().filter(same).filter_map(|it| it.turn).collect();
    let captures: Vec<_> = same.iter().filter_map(|it| it.captured).map(name).collect();
    let hand = position.hand[player as usize];
    Err(match turn {
        _ if position.moves().is_empty() => format!("{player} cannot move and has lost"),
        Turn { from: Some(_), .. } if hand > 0 => {
            format!("{player} has {hand} men in hand and places one")
        }
        Turn { from: None, .. } if hand == 0 => {
            format!("{player} has no man in hand and moves one")
        }
        _ if !same.is_empty() && captures.is_empty() => "it captures nothing".to_owned(),
        _ if !same.is_empty() => {
            format!("it closes a mill and captures one of {}", captures.join(" "))
        }
        Turn { from: Some(from), .. } if !position.stones_of(player).contains(*from) => {
            format!("{player} has no man on {}", name(*from))
        }
        Turn { to, .. } if !position.free().contains(*to) => format!("{} is taken", name(*to)),
        Turn { from: Some(from), to, .. } => {
            format!("no line joins {} and {}", name(*from), name(*to))
        }
        Turn { to, .. } => format!("no man can be placed on {}", name(*to)),
    })
}
