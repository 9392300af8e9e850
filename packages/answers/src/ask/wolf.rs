//! Wolf and sheep.

use super::{Ask, Control, Either, File, Refused};
use crate::diagnostic::{Code, Diagnostic};
use crate::games::wolf::historic::{damaged, lamps, relays};
use crate::games::wolf::machine::{play, replay};
use crate::games::wolf::{Sheep, Solver, Square, Squares, Table, Tree, census, read, repair};
use crate::limit::Limit;
use crate::report::wolf::{self as report, Play, Position, Positions, Repairs, Replay};
use grundy_output::question;

/// The default for the most cells that a repair changes.
pub const LIMIT_CELLS: u8 = 6;

/// The greatest limit on cells.
pub const MOST_CELLS: u8 = 24;

grundy_language::named! {
    /// A part of what the machine does.
    Part {
        Readings: "readings", "The changes of variant, in two phases and directly";
        Relays: "relays", "The historic relays";
        Lamps: "lamps", "The lamps of the basic display";
        Damage: "damage", "The damaged cells of the tables of lamps";
    }
}

/// The squares of four sheep.
///
/// # Errors
/// Other texts.
pub fn sheep(text: &str) -> Result<Sheep, String> {
    let squares: Vec<_> = text.split(['-', ',', ' ']).filter(|square| !square.is_empty()).collect();
    Sheep::parse(&squares.join("-").to_uppercase())
        .ok_or_else(|| "four different squares are needed, such as A2-B3-C3-D3".to_owned())
}

/// A square of the board.
///
/// # Errors
/// Other texts.
pub fn square(text: &str) -> Result<Square, String> {
    Square::parse(text).ok_or_else(|| "a square from a1 to d7 is needed, such as b4".to_owned())
}

/// What a table must hold.
pub const TREE: &str = "a move tree";

/// What the table of the relays must contain.
pub const RELAYS: &str = "a table of the historic relays";

/// What the table of the damage must contain.
pub const REPAIRS: &str = "a table of repairs";

/// The move tree in a table.
///
/// # Errors
/// Other tables.
pub fn tree(file: &File) -> Result<Tree, Refused> {
    taken(file, TREE, |table| Tree::read(&table))
}

/// What a table must hold.
fn taken<T>(
    file: &File,
    what: &'static str,
    take: impl FnOnce(Table) -> Result<T, Vec<Diagnostic>>,
) -> Result<T, Refused> {
    read(&file.name, &file.text).and_then(take).map_err(|found| file.is_not(what, found))
}

fn another(table: &Table, what: &str) -> Vec<Diagnostic> {
    let message = format!("this is not {what}, or a line cannot be read");
    vec![Diagnostic::new(Code::UnknownColumns, message).label(table.header, "another table")]
}

/// Who wins, in how many moves, and with which moves?
#[question]
#[derive(Default)]
#[serde(default)]
pub struct Solve {
    /// The squares of the sheep, such as `A2-B3-C3-D3`, and that of the wolf, such as `b4`; every start where nothing is
    /// said.
    pub position: Option<(String, String)>,
    /// Does the wolf move, and not the sheep?
    pub wolf_moves: bool,
}

impl Ask for Solve {
    type Answer = Positions;

    fn answer(&self, control: &Control<'_>) -> Result<Positions, Refused> {
        let mut solver = Solver::default();
        if let Some((sheep, wolf)) = &self.position {
            let (sheep, wolf) = (self::sheep(sheep)?, square(wolf)?);
            if sheep.squares().contains(wolf) {
                return Err(format!("there is a sheep on {wolf} already").into());
            }
            let position = Position::solve(&mut solver, sheep, wolf, !self.wolf_moves);
            return Ok(report::solved(vec![position], None));
        }
        if self.wolf_moves {
            // The game begins with a move of the sheep.
            return Err("--to-move wolf needs a position, such as A2-B1-C1-D1 b7".into());
        }
        let census = census(&mut solver, &control.stop).map_err(|found| {
            let came = format!("{} positions are valued", found.sheep + found.wolf);
            Refused::Limit(Limit::STOPPED, came)
        })?;
        let starts = Squares::row(Square::ROWS).iter();
        let starts = starts.map(|wolf| Position::solve(&mut solver, Sheep::START, wolf, true));
        Ok(report::solved(starts.collect(), Some(&census)))
    }
}

/// What is the smallest change that makes a move tree win against every play?
#[question]
pub struct Repair {
    /// The table with the tree.
    pub tree: File,
    /// The most cells that are changed, from 1 to 24 ([`MOST_CELLS`]); 6 by default ([`LIMIT_CELLS`]).
    pub limit_cells: Option<u8>,
}

impl Ask for Repair {
    type Answer = Repairs;

    fn answer(&self, control: &Control<'_>) -> Result<Repairs, Refused> {
        let (name, limit) = (&self.tree.name, self.limit_cells.unwrap_or(LIMIT_CELLS));
        if !(1..=MOST_CELLS).contains(&limit) {
            return Err(format!("--limit-cells is from 1 to {MOST_CELLS}, not {limit}").into());
        }
        let tree = tree(&self.tree)?;
        let repaired = repair(&tree, limit, &control.stop);
        let came = |limit| Refused::Limit(limit, format!("no smallest repair of {name} is known"));
        Ok(report::repair(name, &tree, repaired.map_err(came)?.as_ref(), limit))
    }
}

/// What does the relay machine do, in one play or altogether?
#[question]
pub struct Machine {
    /// The table with the tree.
    pub tree: File,
    /// The play in which the wolf goes to these squares; all plays where there are none.
    #[serde(default)]
    pub wolf: Vec<String>,
    /// Only this part of what it does altogether.
    #[cfg_attr(test, schemars(with = "Option<crate::ask::game::Name<Part>>"))]
    pub only: Option<Part>,
    /// The table of the historic relays.
    pub relays: Option<File>,
    /// The table of the repairs of damage.
    pub repairs: Option<File>,
}

impl Ask for Machine {
    type Answer = Either<Replay, Play>;

    fn answer(&self, _: &Control<'_>) -> Result<Self::Answer, Refused> {
        let Self { wolf, only, relays: relays_of, repairs, .. } = self;
        let tree = tree(&self.tree)?;
        if !wolf.is_empty() {
            if only.is_some() || relays_of.is_some() || repairs.is_some() {
                return Err("one play has no parts, relays or repairs".into());
            }
            let wolf = wolf.iter().map(|text| square(text)).collect::<Result<Vec<_>, _>>()?;
            let turns = play(&tree, &wolf).map_err(|why| why.to_string())?;
            return Ok(Either::Other(Play { turns }));
        }
        let wanted = |part| only.is_none_or(|only| only == part);
        let named = |part, file: &'_ Option<File>, what| match file {
            None if *only == Some(part) => Err(format!("this part needs {what}")),
            file => Ok(file.clone().filter(|_| wanted(part))),
        };
        let relays_of = named(Part::Relays, relays_of, RELAYS)?;
        let repairs = named(Part::Damage, repairs, REPAIRS)?;
        let relays_of = relays_of.map(|file| {
            taken(&file, RELAYS, |table| {
                relays(&table, &tree).ok_or_else(|| another(&table, RELAYS))
            })
        });
        let repairs = repairs.map(|file| {
            taken(&file, REPAIRS, |table| damaged(&table).ok_or_else(|| another(&table, REPAIRS)))
        });
        Ok(Either::One(Replay {
            readings: wanted(Part::Readings).then(|| replay(&tree)),
            relays: relays_of.transpose()?,
            lamps: wanted(Part::Lamps).then(|| lamps(&tree)),
            damaged: repairs.transpose()?,
        }))
    }
}
