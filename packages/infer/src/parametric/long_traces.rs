//! Families whose games take long: their first steps show which classes are worth the rest.

use super::anti_unify::anti_unify;
use super::prove::{ShownClass, prove_structures, search};
use super::{ParametricOptions, ParametricProgress, ParametricTheorem};
use crate::limit::Limit;
use crate::open::{Open, Reason};
use crate::runs::LoopStructure;
use crate::threads::in_order;
use crate::trace::Move;
use num_integer::Integer as _;
use rustc_hash::FxHashMap;
use std::convert::Infallible;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of steps after which games are first compared, and the factor by which it then grows each time.
const SAMPLE: u64 = 1 << 18;
const TIMES: u64 = 4;

/// The first and the last parameter from which on classes are looked for.
const STARTS: [i64; 2] = [64, 1 << 12];

/// The most classes, in all, into which classes are divided whose games differ after their first steps.
const MOST_CLASSES: i64 = 16;

/// A family whose games are computed with known loops recognised.
struct Games<'a> {
    moves: &'a [Move],
    options: &'a ParametricOptions<'a>,
    /// The number of steps that were computed.
    steps: &'a AtomicU64,
    /// The loop structures of the first steps of games; `None` if a limit ended them.
    samples: FxHashMap<i64, Option<Rc<LoopStructure>>>,
}

/// A game.
struct LongGame {
    structure: LoopStructure,
    /// The fingerprints of its trace after more and more steps.
    likenesses: Vec<u64>,
}

/// Proves the classes of the options, or as many as are alike.
///
/// # Errors
/// If no games are alike, or how far the last attempt came.
pub(super) fn theorem(
    moves: &[Move],
    least: i64,
    options: &ParametricOptions<'_>,
    steps: &AtomicU64,
) -> Result<ParametricTheorem, Open> {
    let mut games = Games { moves, options, steps, samples: FxHashMap::default() };
    let mut last = Open { parameter: least, reason: Reason::Unlike };
    let mut start = STARTS[0].max(least);
    while start <= STARTS[1].max(least) {
        let from = options.first(start);
        for count in 1..=options.most {
            if !games.are_alike(from, count)? {
                continue;
            }
            last = match games.classes(from, count) {
                Ok(theorem) => return Ok(theorem),
                Err(open) => open,
            };
            match last.reason {
                // What is not right here may be right for larger parameters.
                Reason::Structures(_) | Reason::Refused(_) => break,
                _ => return Err(last),
            }
        }
        if last.reason == Reason::Unlike {
            last.parameter = from;
        }
        start *= 2;
    }
    Err(last)
}

impl Games<'_> {
    /// Are the first steps of the games alike in each of this number of classes?
    fn are_alike(&mut self, from: i64, count: i64) -> Result<bool, Open> {
        for index in 0..count {
            let [one, other] = [index, index + count].map(|at| from + at * self.options.modulus);
            let (one, other) = (self.sample(one)?, self.sample(other)?);
            let both = one.zip(other);
            if both.and_then(|(one, other)| anti_unify(&one.before, &other.before)).is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The loop structure of the first steps of a game.
    fn sample(&mut self, parameter: i64) -> Result<Option<Rc<LoopStructure>>, Open> {
        if let Some(known) = self.samples.get(&parameter) {
            return Ok(known.clone());
        }
        let open = |reason| Open { parameter, reason };
        let mut search = search(self.moves, parameter).map_err(open)?.plain(true);
        self.options.tell(ParametricProgress::Game { parameter, steps: 0 });
        let found = search.run(SAMPLE.min(self.options.long), &self.options.stop);
        self.steps.fetch_add(search.statistics().steps, Ordering::Relaxed);
        let structure = match found {
            Ok(_) => search.so_far().map(Rc::new),
            Err(Limit::STOPPED) => return Err(open(Reason::Limit(Limit::STOPPED))),
            Err(_) => None,
        };
        self.samples.insert(parameter, structure.clone());
        Ok(structure)
    }

    /// Proves this number of classes.  If no part of the first one is proved, the others are not tried.
    fn classes(&self, from: i64, count: i64) -> Result<ParametricTheorem, Open> {
        let modulus = count * self.options.modulus;
        let parts = |index: i64| {
            let start = from + index * self.options.modulus;
            let mut parts = Parts::new(self.moves, self.options, self.steps);
            parts.prove([start, modulus], (MOST_CLASSES / count).max(1));
            (parts.proved, parts.open)
        };
        let (mut classes, mut open) = parts(0);
        if classes.is_empty() {
            return Err(open.swap_remove(0).1);
        }
        let Ok(()) = in_order(1..count, &self.options.threads, parts, |(proved, others)| {
            classes.extend(proved);
            open.extend(others);
            Ok::<_, Infallible>(())
        });
        let modulus = classes.iter().fold(modulus, |all, one| all.lcm(&one.class().step));
        Ok(ParametricTheorem { classes, open: at_modulus(open, modulus), modulus })
    }
}

/// The parts of a class.
struct Parts<'a> {
    moves: &'a [Move],
    options: &'a ParametricOptions<'a>,
    steps: &'a AtomicU64,
    /// The proved classes.
    proved: Vec<ShownClass>,
    /// The open classes, each with its modulus.
    open: Vec<(i64, Open)>,
    /// Games that were computed to the end, and that may be needed again.
    games: FxHashMap<i64, Rc<LongGame>>,
}

impl<'a> Parts<'a> {
    fn new(moves: &'a [Move], options: &'a ParametricOptions<'a>, steps: &'a AtomicU64) -> Self {
        let games = FxHashMap::default();
        Self { moves, options, steps, proved: Vec::new(), open: Vec::new(), games }
    }

    /// Proves a class, or at most this number of parts of it, whose games are alike.
    fn prove(&mut self, [start, step]: [i64; 2], most: i64) {
        for count in 1..=most {
            match self.class(start, count * step) {
                Err(Open { reason: Reason::Structures(_), .. }) if count < most => {}
                Err(open) => return self.open.push((step, open)),
                Ok(proved) => {
                    self.proved.push(proved);
                    for index in 1..count {
                        self.prove([start + index * step, count * step], most / count);
                    }
                    return;
                }
            }
        }
    }

    /// Proves a class.
    fn class(&mut self, start: i64, step: i64) -> Result<ShownClass, Open> {
        let open = |reason| Open { parameter: start, reason };
        let one = self.game(start, None).map_err(open)?;
        let other = self.game(start + step, Some(&one)).map_err(open)?;
        let structures = [&one.structure, &other.structure];
        let proved = prove_structures(self.moves, [start, step], structures, self.options)?;
        for parameter in [start, start + step] {
            self.games.remove(&parameter);
        }
        Ok(proved)
    }

    /// The game with this parameter, if it is like this other one of its class.
    fn game(&mut self, parameter: i64, like: Option<&LongGame>) -> Result<Rc<LongGame>, Reason> {
        if let Some(game) = self.games.get(&parameter) {
            return Ok(game.clone());
        }
        let game = Rc::new(self.computed(parameter, like)?);
        self.games.insert(parameter, game.clone());
        Ok(game)
    }

    /// Computes a game, as long as it is like this other one of its class.
    fn computed(&self, parameter: i64, like: Option<&LongGame>) -> Result<LongGame, Reason> {
        let mut search = search(self.moves, parameter)?.plain(true);
        let (mut steps, mut upto) = (0, SAMPLE.min(self.options.long));
        let mut likenesses = Vec::new();
        loop {
            self.options.tell(ParametricProgress::Game { parameter, steps });
            let before = search.statistics().steps;
            let found = search.run(upto - steps, &self.options.stop);
            self.steps.fetch_add(search.statistics().steps - before, Ordering::Relaxed);
            let recurs = found.map_err(Reason::Limit)?;
            let likeness = search.likeness();
            if like.is_some_and(|like| like.likenesses.get(likenesses.len()) != Some(&likeness)) {
                return Err(Reason::Structures(parameter));
            }
            likenesses.push(likeness);
            if recurs {
                let structure = search.structure().ok_or(Reason::Steps)?;
                return Ok(LongGame { structure, likenesses });
            }
            if upto == self.options.long {
                return Err(Reason::Steps);
            }
            (steps, upto) = (upto, upto.saturating_mul(TIMES).min(self.options.long));
        }
    }
}

/// Classes of different moduli as classes of one modulus that is a multiple of all.
fn at_modulus(open: Vec<(i64, Open)>, modulus: i64) -> Vec<Open> {
    let all = |(step, open): (i64, Open)| {
        let part = move |index| Open { parameter: open.parameter + index * step, ..open.clone() };
        (0..modulus / step).map(part)
    };
    open.into_iter().flat_map(all).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parametric::{ClassCycle, common_start, pieces};
    use crate::threads::Threads;

    /// { n+1 7n 8n+1 }, whose games are alike modulo 7.
    const MOVES: [Move; 3] = [
        Move { factor: 1, summand: 1 },
        Move { factor: 7, summand: 0 },
        Move { factor: 8, summand: 1 },
    ];

    fn said(proved: &[ShownClass]) -> Vec<ClassCycle> {
        let classes: Vec<_> = proved.iter().map(ShownClass::class).collect();
        assert!(common_start(&classes).is_some());
        pieces(&classes).into_iter().map(|piece| ClassCycle { from: 0, ..piece }).collect()
    }

    #[test]
    fn classes_are_divided_where_games_differ() {
        let (options, steps) = (ParametricOptions::default(), AtomicU64::new(0));
        let mut divided = Parts::new(&MOVES, &options, &steps);
        divided.prove([32, 1], 7);
        assert_eq!(divided.open, []);
        let quick = crate::parametric::theorem(&MOVES, 1, &options).expect("a theorem");
        let mut expected = said(&quick.classes);
        let mut found = said(&divided.proved);
        for parts in [&mut expected, &mut found] {
            parts.sort_by_key(|part| (part.class.modulus, part.class.residue));
        }
        assert_eq!(found, expected);
        // The most parts that are allowed are too few.
        let mut few = Parts::new(&MOVES, &options, &steps);
        few.prove([32, 1], 6);
        assert_eq!(few.proved.len(), 0);
        assert_eq!(few.open.iter().map(|open| open.0).collect::<Vec<_>>(), [1]);
    }

    #[test]
    fn classes_do_not_depend_on_threads() {
        let theorem = |threads| {
            let options = ParametricOptions {
                threads: Threads::new(threads),
                ..ParametricOptions::default()
            };
            let steps = AtomicU64::new(0);
            let (options, steps, samples) = (&options, &steps, FxHashMap::default());
            let games = Games { moves: &MOVES, options, steps, samples };
            let found = games.classes(32, 2).expect("a theorem");
            let mut certificate = Vec::new();
            found.write(&mut certificate).expect("memory");
            (found.modulus, found.open, certificate)
        };
        let one = theorem(1);
        assert_eq!((one.0, &one.1[..]), (14, &[][..]));
        assert_eq!(theorem(3), one);
    }
}
