//! Proofs by trace: one outline for all games of a family.
//!
//! TODO

mod join;
mod prove;
mod unite;

pub use crate::trace::{
    Class, FIRST_WORD, FileError, Loop, Move, Node, Refused, Shown, Trace, check, check_file, write,
};
pub use join::{Part, common_start, parts};
pub use prove::Proved;

use crate::limit::{CancellationToken, Limit};
use prove::Games;
use std::{fmt, io};

/// How to look for a proof.
#[derive(Clone, Copy)]
pub struct Options<'o> {
    /// So many steps are computed of each game.
    pub steps: u64,
    /// So many steps are computed in all, about.
    pub work: u64,
    /// The greatest distance of the parameters of a class.
    pub most: i64,
    /// Lets the caller end the work.
    pub stop: &'o CancellationToken,
    /// Told the parameter of each game that is computed.
    pub progress: Option<&'o dyn Fn(i64)>,
}

/// What was not proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open {
    /// The first parameter of the class.
    pub parameter: i64,
    /// Why.
    pub reason: Reason,
}

/// Why a class was not proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The moves do not increase from 1 on, or are too large.
    Moves,
    /// The state did not recur in so many steps.
    Steps,
    /// A limit ended the search.
    Limit(Limit),
    /// The outline of the game with this parameter is another one.
    Outlines(i64),
    /// The outline is not that of all games of the class.
    Refused(Refused),
    /// All the work that is allowed was done.
    Work,
}

impl fmt::Display for Open {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parameter = self.parameter;
        match &self.reason {
            Reason::Moves => write!(f, "at {parameter} the moves do not increase from 1 on"),
            Reason::Steps => write!(f, "at {parameter} the state did not recur within the steps"),
            Reason::Limit(limit) => write!(f, "at {parameter}: {}", limit.text()),
            Reason::Outlines(other) => write!(f, "at {parameter} and {other} the outlines differ"),
            Reason::Refused(refused) => write!(f, "from {parameter} on: {refused}"),
            Reason::Work => write!(f, "up to {parameter}, with all the work that is allowed"),
        }
    }
}

/// What is proved for all parameters from one on.
#[derive(Clone, Debug)]
pub struct Theorem {
    /// Classes that begin at successive parameters, as many as parameters of a class are apart.
    pub classes: Vec<Proved>,
}

impl Theorem {
    /// What is proved of each class.
    pub fn classes(&self) -> Vec<Class> {
        let class = |Proved { trace, shown }: &Proved| Class {
            start: trace.start,
            step: trace.step,
            shown: shown.clone(),
        };
        self.classes.iter().map(class).collect()
    }

    /// Writes the certificate.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut impl io::Write) -> io::Result<()> {
        let moves = self.classes.first().map_or(&[][..], |class| &class.trace.moves);
        let found: Vec<_> = self.classes.iter().map(|it| (&it.trace, &it.shown)).collect();
        write(out, moves, &found)
    }
}

/// Proves a class, n = start + step * m with m >= 0.
///
/// # Errors
/// Why it is not proved.
pub fn prove(moves: &[Move], start: i64, step: i64, options: &Options<'_>) -> Result<Proved, Open> {
    Games::new(moves, options).prove(start, step)
}

/// The first and the last parameter where the search for classes begins.
const STARTS: [i64; 2] = [8, 1 << 12];

/// How many steps are computed of each game at first, and how many times as many then.
const FEWEST: u64 = 1 << 14;
const TIMES: u64 = 16;

/// Proves all parameters from some one on that is at least `least`.
///
/// # Errors
/// How far the last attempt came.
pub fn theorem(moves: &[Move], least: i64, options: &Options<'_>) -> Result<Theorem, Open> {
    let mut games = Games::new(moves, options);
    let mut open = Open { parameter: least, reason: Reason::Moves };
    let mut steps = FEWEST.min(options.steps);
    loop {
        games.most = steps;
        let mut start = STARTS[0].max(least);
        while start <= STARTS[1].max(least) {
            match first(&mut games, start) {
                Ok(theorem) => return Ok(theorem),
                Err(other) => open = other,
            }
            if open.reason == Reason::Limit(Limit::STOPPED) {
                return Err(open);
            }
            if games.steps > options.work {
                return Err(Open { reason: Reason::Work, ..open });
            }
            start *= 2;
        }
        if steps == options.steps {
            return Err(open);
        }
        steps = steps.saturating_mul(TIMES).min(options.steps);
    }
}

/// Proves all parameters from this one on, in as few classes as possible.
fn first(games: &mut Games<'_>, start: i64) -> Result<Theorem, Open> {
    let mut step = 1;
    loop {
        let classes = (0..step).map(|residue| games.prove(start + residue, step));
        match classes.collect() {
            Ok(classes) => return Ok(Theorem { classes }),
            Err(Open { reason: Reason::Outlines(_) | Reason::Refused(_), .. })
                if step < games.options.most && games.steps <= games.options.work => {}
            Err(open) => return Err(open),
        }
        step += 1;
    }
}
