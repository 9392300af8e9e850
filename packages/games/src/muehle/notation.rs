//! The usual notation: fields, turns, positions and game records.
//!
//! ```text
//! 7  o-----------o-----------o
//! 6  |   o-------o-------o   |
//! 5  |   |   o---o---o   |   |
//! 4  o---o---o       o---o---o
//! 3  |   |   o---o---o   |   |
//! 2  |   o-------o-------o   |
//! 1  o-----------o-----------o
//!    a   b   c   d   e   f   g
//! ```
//!
//! A field is its column and row.  A turn is `d6` (a man is placed), `a1-a4` (moved), each with `xd7` after it
//! if a mill is closed and the man on d7 captured (R. Gasser, Solving Nine Men's Morris, 1996).  The squares of
//! [`board`](super::board) are those of this board from outside to inside, and their places begin in the upper left
//! corner: 1,1 is a7, and 3,2 is d5.

use super::board::{Field, Fields};
use super::rules::{Player, Position, Status, Turn};

/// The columns and rows of the places of the outermost square, from the middle in steps of one line.
const PLACES: [(i8, i8); 8] =
    [(-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0)];

/// How many lines a field is to the right of the middle and above it.
pub(super) fn corner(field: Field) -> (i8, i8) {
    let (across, up) = PLACES[usize::from(field.place() - 1)];
    // 3 lines from the middle for the outermost square, 1 for the innermost.
    let lines = 4 - field.square().cast_signed();
    (across * lines, up * lines)
}

/// The name of a field: `d6`.
///
/// ```
/// use grundy_games::muehle::{Field, notation::{field, name}};
/// assert_eq!(name(Field::parse("2,2").unwrap()), "d6");
/// assert_eq!(field("D6"), Field::parse("2,2"));
/// assert_eq!(field("d4"), None);
/// ```
pub fn name(field: Field) -> String {
    let (across, up) = corner(field);
    let (column, row) = (3 + across, 4 + up);
    format!("{}{row}", char::from(b'a' + column.unsigned_abs()))
}

/// The field of this name.
pub fn field(text: &str) -> Option<Field> {
    let text = text.to_lowercase();
    Field::all().find(|&it| name(it) == text)
}

/// A turn in this notation: `d6`, `a1-a4xd7`.
pub fn turn_name(turn: &Turn) -> String {
    let from = turn.from.map_or_else(String::new, |from| format!("{}-", name(from)));
    let captured = turn.captured.map_or_else(String::new, |it| format!("x{}", name(it)));
    format!("{from}{}{captured}", name(turn.to))
}

/// The turn of this name.  The stroke of a move may be missing, and signs may be those of print: `a1a4`, `a1–a4×d7`.
///
/// ```
/// use grundy_games::muehle::notation::{turn, turn_name};
/// assert_eq!(turn_name(&turn("a1-a4xd7").unwrap()), "a1-a4xd7");
/// assert_eq!(turn("a1-"), None);
/// ```
pub fn turn(text: &str) -> Option<Turn> {
    let (moved, captured) = match text.split_once(CAPTURES) {
        Some((moved, captured)) => (moved, Some(field(captured)?)),
        None => (text, None),
    };
    let joined = || moved.split_at_checked(2).filter(|it| !it.1.is_empty());
    let (from, to) = match moved.split_once(STROKES).or_else(joined) {
        Some((from, to)) => (Some(field(from)?), to),
        None => (None, moved),
    };
    Some(Turn { from, to: field(to)?, captured })
}

/// What is written before the field of a captured man.
pub(super) const CAPTURES: [char; 5] = ['x', 'X', ':', '×', '✕'];

/// What joins the fields of a move, and the numbers of a result.
pub(super) const STROKES: [char; 6] = ['-', '‐', '‑', '–', '—', '−'];

/// A position: `A: a7 d7 (5 in hand, 1 captured); B: d6 (6 in hand, 0 captured); A to move`.
pub fn position_name(position: &Position) -> String {
    // Who is to move and cannot has lost.
    let status = position.winner().map_or(position.status, Status::Won);
    Position { status, ..*position }.written(name)
}

/// Reads a position as [`position_name`] writes it.
///
/// # Errors
///
/// What is wrong with it: a word that is not understood, a field with two men, men that are not nine in all, or a
/// status that is not that of the men.
pub fn position(text: &str) -> Result<Position, String> {
    let mut parts = text.split(';').map(str::trim);
    let mut position = Position::start(Player::A);
    for player in Player::ALL {
        let head = format!("{player}:");
        let part = parts.next().and_then(|part| part.strip_prefix(&head));
        let part =
            part.ok_or_else(|| format!("a position needs the men of {player} after `{head}`"))?;
        let (men, rest) = part.split_once('(').ok_or_else(|| {
            format!("the men of {player} need `(N in hand, N captured)` after them")
        })?;
        let stones: Result<Fields, String> = men
            .split_whitespace()
            .map(|word| {
                field(word)
                    .ok_or_else(|| format!("`{word}` is not a field; fields are written as d6"))
            })
            .collect();
        let counts: Vec<&str> = rest.split([' ', ',', ')']).filter(|it| !it.is_empty()).collect();
        let (hand, captured) = match counts[..] {
            [hand, "in", "hand", captured, "captured"] => {
                (hand.parse().ok(), captured.parse().ok())
            }
            _ => (None, None),
        };
        let (Some(hand), Some(captured)) = (hand, captured) else {
            return Err(format!("`({rest}` is not `(N in hand, N captured)`"));
        };
        let index = player as usize;
        position.stones[index] = stones?;
        (position.hand[index], position.captured[index]) = (hand, captured);
        let all = position.stones[index].len() + u32::from(hand) + u32::from(captured);
        if men.split_whitespace().count() != position.stones[index].iter().count() {
            return Err(format!("a field of {player} is listed twice"));
        }
        if all != 9 {
            return Err(format!(
                "{player} has {all} men on the board, in hand and captured; there are 9"
            ));
        }
    }
    if !position.stones[0].and(position.stones[1]).is_empty() {
        return Err("both players have a man on one field".to_owned());
    }
    let last = parts.next().unwrap_or_default();
    let status = Status::ALL.into_iter().find(|it| it.to_string() == last);
    position.status = status.ok_or("a position ends with who is to move: `A to move`")?;
    match parts.next() {
        Some(more) if !more.is_empty() => Err(format!("`{more}` follows the position")),
        _ => possible(position),
    }
}

/// The position, if its status is what the rules say.
fn possible(position: Position) -> Result<Position, String> {
    let few = |player: &Player| position.left(*player) < 3;
    let lost = Player::ALL.into_iter().find(few);
    let can_move = |player| {
        let position = Position { status: Status::ToMove(player), ..position };
        position.winner().is_none()
    };
    match (position.status, lost) {
        (Status::Won(player), None) if can_move(player.other()) => Err(format!(
            "`{player} has won`, but {other} has three men or more and can move",
            other = player.other()
        )),
        (status, Some(lost)) if status != Status::Won(lost.other()) => {
            let has_won = Status::Won(lost.other());
            Err(format!("{lost} has fewer than three men, so the position ends with `{has_won}`"))
        }
        _ => Ok(position),
    }
}
