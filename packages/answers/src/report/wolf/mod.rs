//! The answers of `grundy wolf`.

mod machine;

pub use machine::{Play, Replay};

use super::{Render, align};
use crate::diagnostic::counted;
use crate::games::wolf::{PositionCensus, Repaired, Sheep, Solver, Square, Tree, Winner};
use crate::verdict::Verdict;
use grundy_output::output;
use std::fmt::Write as _;

/// A position with its value.
#[output]
#[derive(Clone, Debug)]
pub struct Position {
    sheep: Sheep,
    wolf: Square,
    to_move: &'static str,
    winner: &'static str,
    /// The number of moves of the winner.
    ends_in: u8,
    best: Vec<String>,
}

impl Position {
    /// Values the position.
    pub fn solve(solver: &mut Solver, sheep: Sheep, wolf: Square, sheep_move: bool) -> Self {
        let (to_move, value, best) = if sheep_move {
            let best = solver.best_moves(sheep, wolf).iter().map(ToString::to_string).collect();
            ("sheep", solver.sheep_to_move(sheep, wolf), best)
        } else {
            let best = solver.best_squares(sheep, wolf).iter().map(ToString::to_string).collect();
            ("wolf", solver.wolf_to_move(sheep, wolf), best)
        };
        let (winner, moves) = match value {
            Winner::Sheep(moves) => ("sheep", moves),
            Winner::Wolf(moves) => ("wolf", moves),
        };
        Self { sheep, wolf, to_move, winner, ends_in: moves, best }
    }
}

/// One position with its value; or the values of all starts, with the number of positions that each side wins.
pub fn solved(positions: Vec<Position>, census: Option<&PositionCensus>) -> Positions {
    let won_by = census.map(|PositionCensus { sheep, wolf }| WolfCounts {
        all: sheep + wolf,
        sheep: sheep.to_string(),
        wolf: wolf.to_string(),
    });
    Positions { positions, won_by }
}

impl Render for Positions {
    const IS_COMPUTED: bool = true;

    fn text(&self) -> String {
        let Some(WolfCounts { all, sheep, wolf }) = &self.won_by else {
            return self.positions.iter().map(position).collect();
        };
        let mut rows =
            vec![["wolf", "winner", "moves", "best moves of the sheep"].map(str::to_owned)];
        rows.extend(self.positions.iter().map(
            |Position { wolf, winner, ends_in, best, .. }| {
                [wolf.to_string(), (*winner).to_owned(), ends_in.to_string(), best.join(" ")]
            },
        ));
        format!(
            "{}of {all} positions with the sheep to move and the wolf not past them, the sheep win {sheep} \
             and the wolf {wolf}\n",
            align::table(&[0, 1, 3], &rows)
        )
    }
}

/// The value of one position, for people.
fn position(position: &Position) -> String {
    let Position { sheep, wolf, to_move, winner, ends_in: moves, best } = position;
    let mut text = board(*sheep, *wolf);
    let verb = if *winner == "wolf" { "wins" } else { "win" };
    text += &match moves {
        0 => format!("the {winner} {verb}: the game is over\n"),
        _ => {
            let moves = counted(u64::from(*moves), "move");
            format!("{to_move} to move: the {winner} {verb} in {moves}\n")
        }
    };
    if !best.is_empty() && *moves > 0 {
        text += &format!("best: {}\n", best.join(" "));
    }
    text
}

#[output]
#[derive(Clone, Debug)]
struct WolfCounts {
    #[serde(skip)]
    all: u32,
    sheep: String,
    wolf: String,
}

/// Positions with their values.
#[output]
#[derive(Clone, Debug)]
pub struct Positions {
    positions: Vec<Position>,
    won_by: Option<WolfCounts>,
}

/// The board with row 7 at the top: `W` is the wolf, `o` a sheep, `.` an empty square.
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
#[output]
#[derive(Clone, Debug)]
struct Changed {
    row: String,
    column: &'static str,
    claimed: String,
    proposed: String,
}

/// All cells in which the repaired tree differs, including those that follow from the changes.
fn changed(tree: &Tree, repaired: &Repaired) -> (Vec<Changed>, Vec<Changed>) {
    let (mut changes, mut following) = (Vec::new(), Vec::new());
    for (index, new) in repaired.tree.rows.iter().enumerate() {
        let Some(old) = tree.rows.get(index) else {
            let (row, proposed) = (new.label(), new.cells().join(" "));
            changes.push(Changed { row, column: "(new row)", claimed: String::new(), proposed });
            continue;
        };
        let cells = old.cells().into_iter().zip(new.cells());
        for (column, (claimed, proposed)) in Tree::columns().into_iter().zip(cells) {
            if claimed != proposed {
                let decides = matches!(column, "wolf" | "sheep_move" | "next");
                let change = Changed { row: old.label(), column, claimed, proposed };
                if decides { changes.push(change) } else { following.push(change) }
            }
        }
    }
    (changes, following)
}

/// The proposed repair of the tree with this name, if there is one within the limit.
pub fn repair(name: &str, tree: &Tree, repaired: Option<&Repaired>, limit: u8) -> Repairs {
    let (changes, following) = repaired.map(|repaired| changed(tree, repaired)).unwrap_or_default();
    Repairs {
        name: name.to_owned(),
        limit_cells: limit,
        cells: repaired.map(|repaired| repaired.cells),
        repairs_of_this_size: repaired.map(|repaired| repaired.count),
        changes,
        following,
    }
}

impl Render for Repairs {
    fn verdict(&self) -> Option<Verdict> {
        // Without a repair within the limit, nothing is known about larger ones.
        Some(Verdict::decided(self.cells.is_some()))
    }

    fn text(&self) -> String {
        let Self { name, limit_cells: limit, changes, following, .. } = self;
        let cells = match self.cells {
            None => {
                return format!(
                    "{name}: changing at most {limit} cells does not make the tree win every game\n"
                );
            }
            Some(0) => return format!("{name}: the tree wins every play as it is\n"),
            Some(cells) => counted(u64::from(cells), "cell"),
        };
        let mut text = format!(
            "{name}: changing {cells} makes the tree win every game; no smaller change does\n"
        );
        text.extend(changes.iter().map(change_line));
        if !following.is_empty() {
            text += "cells that follow from the rules, to be corrected with it:\n";
            text.extend(following.iter().map(change_line));
        }
        text += "the columns wolf, sheep_move and next count; a new row counts as three cells\n";
        if let Some(count @ 2..) = self.repairs_of_this_size {
            let _ = writeln!(text, "{count} changes of this size do; this is the least of them");
        }
        text
    }
}

/// `  19.3-..  next  ! => .`
fn change_line(change: &Changed) -> String {
    let shown = |cell: &str| if cell.is_empty() { "-".to_owned() } else { cell.to_owned() };
    let (claimed, proposed) = (shown(&change.claimed), shown(&change.proposed));
    format!("  {}  {}  {claimed} => {proposed}\n", change.row, change.column)
}

/// What repairs a move tree.
#[output]
#[derive(Clone, Debug)]
pub struct Repairs {
    #[serde(skip)]
    name: String,
    limit_cells: u8,
    cells: Option<u8>,
    repairs_of_this_size: Option<usize>,
    changes: Vec<Changed>,
    following: Vec<Changed>,
}
