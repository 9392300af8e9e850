//! Proofs by trace: one loop structure for all games of a family.
//!
//! ```text
//!  moves ──runs──▶ loop structures for n0 and n0 + c ──anti_unify──▶ one, with counts affine in n
//!                                                                            │
//!            period, preperiod for all n ◀──join── classes ◀──trace::check───┘
//! ```
//!
//! Two games of a family whose parameters are c apart often do the same: the accelerated search ([`runs`](crate::runs))
//! finds the same steps and loops, and only counts differ.  Then the loop structure of both, with counts that are
//! affine in n, is taken for that of all games n0 + c m, and [`trace::check`](crate::trace::check) shows that it is,
//! with the least period and the least preperiod as polynomials in n; [that module](crate::trace) explains why this is
//! right.  Nothing that is found here is trusted.  No description is needed: that of { n 4n 17n+1 21n+1 } would have
//! nine million words.
//!
//! ```
//! use grundy_language::polynomial::Written as _;
//! use grundy_infer::parametric::{Move, ParametricOptions, pieces, theorem};
//! let moves = [(2, 0), (5, 0), (6, 1), (8, 1)];
//! let moves = moves.map(|(factor, summand)| Move { factor, summand });
//! let theorem = theorem(&moves, 1, &ParametricOptions::default()).unwrap();
//! let [piece] = &pieces(&theorem.classes())[..] else { panic!("one class") };
//! // 14n^3 + 11n + 1 for all n >= 8
//! let coefficients = piece.period.coefficients().unwrap();
//! assert_eq!(coefficients.iter().map(|number| number.to_string()).collect::<Vec<_>>(), ["1", "11", "0", "14"]);
//! assert!(piece.period.is_least && piece.preperiod.as_ref().unwrap().numerator().is_zero());
//! assert_eq!(piece.from, 8);
//! ```
//!
//! # Loop structures that are alike
//!
//! Here the search remembers states only after loops, recognises no loop before it was seen twice, and makes no combs
//! if it can do without, so that what it does depends on n as little as possible.  Loops that are run through once are
//! unfolded: their index is always 0, and how they would continue must not matter.
//!
//! Counts have slopes in n and in indices, but none in the product of both.  As n grows, a loop may do more in each
//! iteration instead of having more iterations: three iterations, say, where that of index i has an inner loop of i n
//! / 4.  Where the slope in i differs between the two games, the loop of i is written out, if it has the same few
//! iterations in both; each count is then affine in n.
//!
//! # Classes
//!
//! *Quick.*  Loop structures are compared for n0 = 8, 16, 32, ... and c = 1, 2, 3, ...; the first n0 and c
//! for which all classes n0 + r + c m with r = 0, ..., c - 1 are proved give a theorem.  Games are
//! computed with few steps at first, then with more, up to [`ParametricOptions::work`] in all.
//!
//! *Walls.*  Where small loop structures show nothing, [`walls`](crate::walls) are followed for n = 16, 32, ... until a
//! diagram is found that [`trace::diagram`](crate::trace::diagram) accepts.  It determines the number of classes: it
//! holds for one of them, and each of the others has a diagram of its own.  Meetings that repeat are folded into loops.
//! Each diagram is tried for smaller n.  Where it does not show that the period is the least one, or where the
//! preperiod ends, walls are kept farther apart; where that does not help, the other ways are tried first.
//!
//! *With combs.*  Where windows have many small runs, only loops over the teeth of combs are few.  A move then has to
//! meet a comb in the same place for all n of a class, as it does if c is a multiple of the length of the comb.  A game
//! with large n shows the combs; c is the first divisor of the least common multiple of their lengths, or of two to
//! four times that, for which its class is proved.  Each class begins at one of n = 64, 128, ....  A few steps may show
//! the classes once small loop structures without combs have failed; more steps are tried before the long way.
//!
//! *Long.*  If that gives nothing, loops that were seen before are recognised at once, which makes long computations
//! shorter.  n0 = 64, 128, ... and c are the first for which all games n0 + r and n0 + r + c have loop structures that
//! agree in their first steps.  Only then are they computed to the end, up to [`ParametricOptions::long`] steps each,
//! and given up as soon as their traces are not *like* each other, by a fingerprint of steps and loops without their
//! counts.  Where games differ late, the class is divided: n0 + r is compared with n0 + r + 2c, n0 + r + 3c, ..., as
//! long as there are not too many classes, and what was computed for one class is used for the others.  The first class
//! decides whether these n0 and c are taken; each of the others is proved, or reported as open.  They are computed at
//! the same time, on the available threads, each with what its own games need.
//!
//! Short loop structures are then tried for smaller n, as long as they are right.  What holds below is for the caller:
//! [`infer()`](crate::infer::infer()) computes it.
//!
//! `docs/families.md` lists what was proved in this way, with the commands, and `docs/inference.md` lists what resists.

mod anti_unify;
mod combs;
mod joined_classes;
mod least_parameter;
mod long_traces;
mod prove;
mod short_traces;
mod single_game;
mod walls;

pub use crate::trace::{
    Class, Comb, FIRST_WORD, FileError, Join, Loop, Move, Node, Proof, Refused, Shown, Trace,
    check, check_file, write,
};
pub(crate) use joined_classes::traced;
pub use joined_classes::{ClassCycle, common_start, pieces, statement};
pub use prove::ShownClass;
pub use single_game::one_game;

use crate::limit::CancellationToken;
use crate::one_game::{Attempt, Method};
use crate::open::{Open, Reason};
use crate::threads::Threads;
use prove::Games;
use std::io;
use std::sync::atomic::AtomicU64;

/// How to look for a proof.
#[derive(Clone)]
pub struct ParametricOptions<'o> {
    /// Only parameters that leave the remainder `residue` by this number, at least 1.
    pub modulus: i64,
    /// The remainder, from 0 to `modulus` - 1.
    pub residue: i64,
    /// The most steps that are computed for each game.
    pub steps: u64,
    /// The approximate total number of steps that are computed.
    pub work: u64,
    /// The greatest number of classes that are tried; where long games differ late, classes are divided.
    pub most: i64,
    /// The threads that compute long games of several classes, and those below them, at the same time.
    pub threads: Threads,
    /// Lets the caller end the work.
    pub stop: CancellationToken,
    /// The most steps that are computed for each game if the first steps of games are alike; 0 for none.
    pub long: u64,
    /// Are walls between domains followed?
    pub walls: bool,
    /// Called with what is being done.
    pub progress: Option<&'o (dyn Fn(ParametricProgress) + Sync)>,
}

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParametricProgress {
    /// The loop structure of a game is being looked for.
    Game {
        /// Its parameter.
        parameter: i64,
        /// The number of steps that were computed.
        steps: u64,
    },
    /// The loop structure of a class is being checked.
    Check {
        /// The first parameter.
        start: i64,
        /// The distance between consecutive parameters.
        step: i64,
    },
}

/// All parameters in at most 12 classes, and the work of some seconds, or of some minutes for each class if games are
/// alike.
impl Default for ParametricOptions<'_> {
    fn default() -> Self {
        Self {
            modulus: 1,
            residue: 0,
            steps: 1 << 20,
            work: 1 << 24,
            most: 12,
            long: 1 << 27,
            walls: true,
            threads: Threads::default(),
            stop: CancellationToken::default(),
            progress: None,
        }
    }
}

impl ParametricOptions<'_> {
    pub(crate) fn tell(&self, progress: ParametricProgress) {
        if let Some(told) = self.progress {
            told(progress);
        }
    }

    /// The first parameter from this one on that leaves the remainder.
    fn first(&self, start: i64) -> i64 {
        start + (self.residue - start).rem_euclid(self.modulus)
    }
}

/// What is proved for all parameters from one on, or for all of a class.
#[derive(Clone, Debug)]
pub struct ParametricTheorem {
    /// A multiple of the distance between consecutive parameters of each class.
    pub modulus: i64,
    /// The proved classes, at least one.
    pub classes: Vec<ShownClass>,
    /// The other classes of this modulus, by their first parameters.
    pub open: Vec<Open>,
}

impl ParametricTheorem {
    /// What is proved about each class.
    pub fn classes(&self) -> Vec<Class> {
        self.classes.iter().map(ShownClass::class).collect()
    }

    /// Are the least period and the least preperiod proved for all parameters?
    fn is_whole(&self) -> bool {
        let is_whole = |it: &ShownClass| it.shown.unique.is_some() && it.shown.preperiod.is_some();
        self.open.is_empty() && self.classes.iter().all(is_whole)
    }

    /// Reports as open the parameters that were asked for and that no class covers.
    fn name_the_rest(&mut self, options: &ParametricOptions<'_>) {
        for index in 0..self.modulus / options.modulus {
            let parameter = options.residue + index * options.modulus;
            let is_about = |start: i64, step: i64| (parameter - start).rem_euclid(step) == 0;
            let is_proved = |it: &ShownClass| {
                let [start, step] = it.proof.class();
                is_about(start, step)
            };
            let is_open = |it: &Open| is_about(it.parameter, self.modulus);
            if !self.classes.iter().any(is_proved) && !self.open.iter().any(is_open) {
                self.open.push(Open { parameter, reason: Reason::Unlike });
            }
        }
    }

    /// Writes the certificate.
    ///
    /// # Errors
    /// The errors of `out`.
    pub fn write(&self, out: &mut impl io::Write) -> io::Result<()> {
        let moves = self.classes.first().map_or(&[][..], |class| class.proof.moves());
        let found: Vec<_> = self.classes.iter().map(|class| (&class.proof, &class.shown)).collect();
        write(out, moves, &found)
    }
}

/// Proves all parameters, or all of the class of the options, from some parameter on that is at least `least`: first
/// games that take few steps, then those that take many.
///
/// # Errors
/// How far the last attempt came.
pub fn theorem(
    moves: &[Move],
    least: i64,
    options: &ParametricOptions<'_>,
) -> Result<ParametricTheorem, Open> {
    TraceSearch::new(moves, least, options).theorem()
}

/// The ways to a proof, with what they showed so far.
pub struct TraceSearch<'a> {
    moves: &'a [Move],
    least: i64,
    options: &'a ParametricOptions<'a>,
    /// What walls show, once they were followed.
    walls: Option<Option<ParametricTheorem>>,
    /// Why few steps are not enough, if that is so.
    few: Option<Open>,
    /// What gave no theorem about all games.
    attempts: Vec<Attempt>,
}

impl<'a> TraceSearch<'a> {
    /// Nothing is tried yet.
    pub fn new(moves: &'a [Move], least: i64, options: &'a ParametricOptions<'a>) -> Self {
        Self { moves, least, options, walls: None, few: None, attempts: Vec::new() }
    }

    /// What gave no theorem about all games.
    pub fn attempts(&self) -> &[Attempt] {
        &self.attempts
    }

    /// Tries all ways.
    ///
    /// # Errors
    /// How far the last attempt came.
    pub fn theorem(&mut self) -> Result<ParametricTheorem, Open> {
        let found = self.few();
        let found = if self.few.is_some() { self.many() } else { found };
        self.finished(found)
    }

    /// Tries the ways that take few steps.
    ///
    /// # Errors
    /// How far the last attempt came.
    pub fn quick(&mut self) -> Result<ParametricTheorem, Open> {
        let found = self.few();
        self.finished(found)
    }

    /// Tries the ways that take many steps, if few are not enough.
    ///
    /// # Errors
    /// How far the last attempt came.
    pub fn long(&mut self) -> Option<Result<ParametricTheorem, Open>> {
        self.few.is_some().then(|| self.many()).map(|found| self.finished(found))
    }

    fn few(&mut self) -> Result<ParametricTheorem, Open> {
        let found = short_traces::theorem(self);
        self.few = found.as_ref().err().filter(|open| !open.is_stopped()).cloned();
        found
    }

    fn many(&mut self) -> Result<ParametricTheorem, Open> {
        let Self { moves, least, options, .. } = *self;
        let few = self.few.clone().unwrap_or(Open { parameter: least, reason: Reason::Unlike });
        if options.long == 0 {
            return Err(few);
        }
        let mut games = Games::combed(moves, options);
        match combs::theorem(&mut games, least) {
            Err(open) if !open.is_stopped() => self.tried(Method::Combs, games.steps, &open),
            found => return found,
        }
        drop(games);
        let steps = AtomicU64::new(0);
        let found = long_traces::theorem(moves, least, options, &steps);
        if let Err(open) = &found {
            self.tried(Method::Runs, steps.into_inner(), open);
        }
        match found {
            // This says less than what was found before.
            Err(Open { reason: Reason::Unlike, .. }) => Err(few),
            found => found,
        }
    }

    /// What walls show.
    fn walls(&mut self) -> Result<Option<&ParametricTheorem>, Open> {
        let Self { moves, least, options, .. } = *self;
        if self.walls.is_none() {
            let mut words = 0;
            let found = walls::theorem(moves, least, options, &mut words)?;
            if !found.as_ref().is_some_and(ParametricTheorem::is_whole) {
                self.tried(
                    Method::Domains,
                    words,
                    &"not all games are shown to have their least period",
                );
            }
            self.walls = Some(found);
        }
        Ok(self.walls.as_ref().and_then(Option::as_ref))
    }

    /// Prefers some classes to none, and the periods of all classes to everything about some.
    fn finished(
        &mut self,
        found: Result<ParametricTheorem, Open>,
    ) -> Result<ParametricTheorem, Open> {
        let mut found = match found {
            Err(open) if open.is_stopped() => self.walls.clone().flatten().ok_or(open)?,
            Err(open) => self.walls()?.cloned().ok_or(open)?,
            Ok(found) if !found.open.is_empty() => {
                let walls = self.walls.clone().flatten();
                walls.filter(|walls| walls.open.is_empty()).unwrap_or(found)
            }
            Ok(found) => found,
        };
        found.name_the_rest(self.options);
        Ok(found)
    }

    fn tried(&mut self, method: Method, done: u64, ended: &impl ToString) {
        if done > 0 {
            self.attempts.push(Attempt { method, done, ended: ended.to_string() });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_class_is_about_is_open() {
        let moves = [1, 2].map(|factor| Move { factor, summand: 0 });
        let options = ParametricOptions { modulus: 2, residue: 1, ..ParametricOptions::default() };
        let mut found = theorem(&moves, 1, &options).expect("a theorem");
        assert_eq!((found.modulus, found.open.len()), (2, 0));
        // As if the class were only that of every third odd number, once and then again.
        found.modulus = 6;
        let Proof::Trace(trace) = &mut found.classes[0].proof else { panic!("a trace") };
        trace.step = 6;
        found.classes.push(found.classes[0].clone());
        found.name_the_rest(&options);
        let own = found.classes[0].proof.class()[0].rem_euclid(6);
        let open: Vec<_> = found.open.iter().map(|open| open.parameter).collect();
        let others: Vec<_> = [1, 3, 5].into_iter().filter(|residue| *residue != own).collect();
        assert_eq!(open, others);
        found.name_the_rest(&options);
        assert_eq!(found.open.len(), 2);
    }
}
