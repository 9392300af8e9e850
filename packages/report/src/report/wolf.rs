//! What `grundy wolf` says.

use super::json::{SCHEMA, document};
use crate::diagnostic::counted;
use crate::games::wolf::{Census, Repaired, Row, Sheep, Square, TableKind, Tree, Winner};
use serde::Serialize;
use std::fmt::Write as _;

/// A position with its value.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The sheep.
    pub sheep: Sheep,
    /// The wolf.
    pub wolf: Square,
    /// Are the sheep to move?
    pub sheep_to_move: bool,
    /// Who wins.
    pub outcome: Winner,
    /// All best moves.
    pub best: Vec<String>,
}

/// Who wins, and in how many moves of the winner.
fn value(outcome: Winner) -> (&'static str, u8) {
    match outcome {
        Winner::Sheep(moves) => ("sheep", moves),
        Winner::Wolf(moves) => ("wolf", moves),
    }
}

/// The value of one position, for people.
pub fn position(solved: &Solved) -> String {
    let (winner, moves) = value(solved.outcome);
    let side = if solved.sheep_to_move { "sheep" } else { "wolf" };
    let mut text = board(solved.sheep, solved.wolf);
    let verb = if winner == "wolf" { "wins" } else { "win" };
    let _ = match moves {
        0 => writeln!(text, "the {winner} {verb}: the game is over"),
        1 => writeln!(text, "{side} to move: the {winner} {verb} in 1 move"),
        _ => writeln!(text, "{side} to move: the {winner} {verb} in {moves} moves"),
    };
    if !solved.best.is_empty() && moves > 0 {
        let _ = writeln!(text, "best: {}", solved.best.join(" "));
    }
    text
}

/// The values of all starts, for people.
pub fn starts(starts: &[Solved], census: &Census) -> String {
    let mut text = String::from("wolf  winner  moves  best moves of the sheep\n");
    for solved in starts {
        let (winner, moves) = value(solved.outcome);
        let _ = writeln!(
            text,
            "{:<4}  {winner:<6}  {moves:>5}  {}",
            solved.wolf.to_string(),
            solved.best.join(" ")
        );
    }
    let Census { sheep, wolf } = census;
    let _ = writeln!(
        text,
        "of {} positions with the sheep to move and the wolf not past them, the sheep win {sheep} \
         and the wolf {wolf}",
        sheep + wolf
    );
    text
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Position {
    sheep: String,
    wolf: String,
    to_move: &'static str,
    winner: &'static str,
    moves: u8,
    best: Vec<String>,
}

/// Values of positions, for programs.
pub fn positions_json(solved: &[Solved], census: Option<&Census>) -> String {
    let positions = solved.iter().map(|it| {
        let (winner, moves) = value(it.outcome);
        Position {
            sheep: it.sheep.to_string(),
            wolf: it.wolf.to_string(),
            to_move: if it.sheep_to_move { "sheep" } else { "wolf" },
            winner,
            moves,
            best: it.best.clone(),
        }
    });
    let counts = |it: &Census| Counts { sheep: it.sheep.to_string(), wolf: it.wolf.to_string() };
    document(&Positions {
        schema: SCHEMA,
        positions: positions.collect(),
        won_by: census.map(counts),
    })
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Counts {
    sheep: String,
    wolf: String,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Positions {
    schema: u32,
    positions: Vec<Position>,
    #[serde(skip_serializing_if = "Option::is_none")]
    won_by: Option<Counts>,
}

/// The board, row 7 on top: `W` the wolf, `o` a sheep, `.` an empty square.
pub fn board(sheep: Sheep, wolf: Square) -> String {
    let mut text = String::new();
    for row in (1..=Square::ROWS).rev() {
        // Even rows are shifted by half a square.
        let _ = write!(text, "{row} {}", if row % 2 == 0 { "  " } else { "" });
        for square in (0..4).filter_map(|column| Square::new(column, row)) {
            let sign = match square {
                _ if square == wolf => 'W',
                _ if sheep.squares().contains(square) => 'o',
                _ => '.',
            };
            let _ = write!(text, " {sign}  ");
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text + "   A   B   C   D\n"
}

/// A changed cell, or an added row, in words of the table.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Changed {
    row: String,
    column: &'static str,
    claimed: String,
    proposed: String,
}

/// All cells in which the repaired tree differs, those that follow from the changes as well.
fn changed(tree: &Tree, repaired: &Repaired) -> (Vec<Changed>, Vec<Changed>) {
    let (mut changes, mut following) = (Vec::new(), Vec::new());
    for (index, new) in repaired.tree.rows.iter().enumerate() {
        let cells = cells(new);
        let Some(old) = tree.rows.get(index) else {
            changes.push(Changed {
                row: new.label(),
                column: "(new row)",
                claimed: String::new(),
                proposed: cells.join(" "),
            });
            continue;
        };
        let columns = TableKind::Tree.columns();
        let printed = self::cells(old);
        for ((column, claimed), proposed) in columns.into_iter().zip(printed).zip(cells) {
            if claimed != proposed {
                let decides = matches!(column, "wolf" | "sheep_move" | "next");
                let change = Changed { row: old.label(), column, claimed, proposed };
                if decides { changes.push(change) } else { following.push(change) }
            }
        }
    }
    (changes, following)
}

/// The cells of a row, as in the table.
fn cells(row: &Row) -> [String; 8] {
    [
        row.step.to_string(),
        row.variant.to_string(),
        row.wolf_text(),
        row.step_move.map_or_else(|| "--".to_owned(), |it| it.to_string()),
        row.next.to_string(),
        row.after.to_string(),
        row.possible.to_string(),
        row.previous.to_string(),
    ]
}

/// The proposed repair, for people.
pub fn repair(name: &str, tree: &Tree, repaired: Option<&Repaired>, limit: u8) -> String {
    let Some(repaired) = repaired else {
        return format!(
            "{name}: no change of at most {limit} cells makes the tree win every play\n"
        );
    };
    if repaired.changes.is_empty() {
        return format!("{name}: the tree wins every play as it is\n");
    }
    let (changes, following) = changed(tree, repaired);
    let mut text = format!(
        "{name}: a change of {} makes the tree win every play, and no smaller one does\n",
        counted(u64::from(repaired.cells), "cell")
    );
    text.extend(changes.iter().map(change_line));
    if !following.is_empty() {
        text += "cells that follow from the rules, to be set right with it:\n";
        text.extend(following.iter().map(change_line));
    }
    text += "counted are the columns wolf, sheep_move and next; a new row counts as three cells\n";
    if repaired.count > 1 {
        let _ =
            writeln!(text, "{} changes of this size do; this is the least of them", repaired.count);
    }
    text
}

/// `  19.3-..  next  ! => .`
fn change_line(change: &Changed) -> String {
    let shown = |cell: &str| if cell.is_empty() { "-".to_owned() } else { cell.to_owned() };
    let (claimed, proposed) = (shown(&change.claimed), shown(&change.proposed));
    format!("  {}  {}  {claimed} => {proposed}\n", change.row, change.column)
}

/// The proposed repair, for programs.
pub fn repair_json(tree: &Tree, repaired: Option<&Repaired>, limit: u8) -> String {
    let (changes, following) = repaired.map(|repaired| changed(tree, repaired)).unwrap_or_default();
    document(&Repairs {
        schema: SCHEMA,
        limit_cells: limit,
        cells: repaired.map(|repaired| repaired.cells),
        repairs_of_this_size: repaired.map(|repaired| repaired.count),
        changes,
        following,
    })
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Repairs {
    schema: u32,
    limit_cells: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    repairs_of_this_size: Option<usize>,
    changes: Vec<Changed>,
    following: Vec<Changed>,
}
