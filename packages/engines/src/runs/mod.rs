//! Periods of any size: values computed run by run, loops of runs jumped over.
//!
//! ```text
//!  moves ──class───▶ steps ──search──▶ proposed loops ──jump──▶ loops ─┐
//!                      └──────────────▶ trace ◀────────────────────────┘
//!                                         └──length, place──▶ windows anywhere ──cycle──▶ Cycle
//! ```
//!
//! The period of { 2n 5n 6n+1 8n+1 } is 14n^3 + 11n + 1.  For n = 10^6 that is a number of twenty digits, but the
//! sequence of outcomes consists of few pieces that recur with other lengths:
//!
//! ```
//! use grundy_engines::runs::LoopSearch;
//! use grundy_sequence::Rule;
//! let stop = Default::default();
//! let moves = [2_000_000, 5_000_000, 6_000_001, 8_000_001];
//! let mut search = LoopSearch::new(&moves, Rule::Normal).unwrap();
//! assert_eq!(search.run(10_000, &stop), Ok(true));
//! let cycle = search.cycle(&stop).unwrap().unwrap();
//! assert_eq!(cycle.period.to_string(), "14000000000011000001");
//! assert!(cycle.is_least && cycle.preperiod.is_zero());
//! ```
//!
//! The Grundy values of the same game repeat with the same period from 7n + 1 on: `Rule::Mex`.
//!
//! # State and step
//!
//! Values from K on are *high*, and not distinguished.  For outcomes K = 1: lost positions (P-positions) have value 0,
//! and a position is won (an N-position), or high, when some move leads to a lost one.  For Grundy values K is the
//! number of moves: a position has a value v < K when moves lead to all values below v and none leads to v, and it is
//! high when moves lead to all values below K; its value is then K, because each move leads to only one value.
//! Positions below 0 count as high: no move leads there, and a high option never changes a value.  So the sequence is
//! determined by where the high runs and the runs of the values below K are.
//!
//! Let x be the first position that is not known yet.  The *state* is, for each value below K, the list of *stretches*
//! of positions with this value that end after x - max L, relative to x; what is farther back no longer matters, so the
//! state determines all that follows.  A stretch is a run of positions, or a *comb*: small runs, its teeth, that repeat
//! with a small period.  Where the number of runs of one or two positions in a window is of order n, it has few combs.
//!
//! A *step* finds the next high run [x, e), which may be empty, and the next run [e, b) of one value v < K.  The high
//! run is covered, for each value below K, by a chain of runs of positions of this value [A + s, B + s), each moved by
//! a move s and beginning no later than where the ones before have ended.  At e one of the chains ends; v is the least
//! value whose chain does.  Chains of the values below v cover [e, b), and no move leads into a run of value v from
//! there: b is the least of e + min L, of all A + s after e for the runs of value v, and of the ends of these chains.
//! If the last runs of value v repeat three times with a period of few positions they become a comb, and the teeth that
//! continue it join it.  Chains of many links are cut, and continue in a step of their own: that [e, b) has value v is
//! right for every smaller b > e.
//!
//! The *class* of a step contains v; which value, which move and which stretch, counted back from the last one, each
//! link of the chains is; where every move points at e among the stretches of value v; which term is the least one;
//! which stretches are out of reach; what joins; and the *phases*: in a comb of length c that starts at A, the
//! remainder of e - s - A modulo c.  For a fixed class, e and b are sums of a number of the state and a constant, so
//! the new state is an affine function of the old one; and the step is what the rule gives as soon as its *conditions*
//! hold: some forms are >= 0 (along a chain A + s <= its end so far < B + s; the chains that cover a run go as far as
//! it does; at e, the stretch before the pointer of each move ends at or before e - s and the stretch at the pointer
//! begins after it, or e - s is in a gap of a comb; b is no greater than any of the terms; what is out of reach ends at
//! or before b - max L), phases are as stated, and teeth that join are exactly where the comb continues.  Ties between
//! links or terms make different classes of the same step, all of them right.
//!
//! # Loops
//!
//! A *loop* has a body of steps and loops, a change D of the state, counts of the loops inside that are affine in the
//! indices of the loops around them, and a count of its own.  It claims that its body, begun in the state S + jD, ends
//! in S + (j + 1)D, for each index j = 0, ..., count - 1.  A loop of any count is one entry of the trace; after it the
//! state is S + count * D.
//!
//! *Why a jump is right.*  Fix the classes and the way counts depend on indices.  Define the state before each step by
//! the claims: after an inner loop it is what the loop claims.  Then all states are affine functions of the indices,
//! and with them all forms of conditions, and all differences between what a body ends in and what its loop claims.
//! The indices range over a polytope: 0 <= j < count, 0 <= i < count(j), and so on.  Its integer points lie in the
//! convex hull of its *corners*, where every index is 0 or its count less 1.  So if at all corners the forms are \>= 0,
//! the counts >= 1 and the differences 0, they are so at all points; by induction along the trace every step is then
//! what the rule gives, and every claim holds.  `jump` walks through the body once for each corner of the inner
//! indices, in numbers that are affine in j: value and slope.  Differences must be 0 in both; forms bound j: the count
//! is the greatest with which they all are >= 0.
//!
//! *Phases* are the same at all points if they are right where all indices are 0 and their form has a slope that is a
//! multiple of c in each index.  Slopes follow only from the classes, the changes and the slopes of the counts.  The
//! slope in j is checked in the walk; those in the indices of inner loops were checked when these loops were first
//! jumped over.  Teeth join only where they are right in value and slope.
//!
//! The walk takes nothing for granted except the state before the loop, which is exact.  How a loop was found does not
//! matter: fingerprints only propose.
//!
//! # Finding loops
//!
//! `fold` proposes loops, by fingerprints of entries and of changes of the state.  Counts that are not affine in the
//! index, such as floor((c - j) / 3), need no special treatment: bodies of three iterations are found instead.  A loop
//! that nothing ends is a period: the state recurs, except for the start of a comb that reaches back beyond max L.
//!
//! # Period and preperiod
//!
//! The state is remembered after loops and after some of the steps, chosen by its fingerprint.  When it recurs, the
//! distance is a period.  Lengths of loops are polynomials in their indices, so `place` finds the *view* of the last
//! max L positions before any position by descending into the trace: the iteration by bisection, its state as S + jD.
//! Views are compared exactly; a comb in one of them may be runs in the other.
//!
//! * *The least period.*  If the least period is p / d, then there are d times as many positions with value 0, and d
//!   times as many runs of them, in p positions as in p / d.  (The runs of other values may be cut; those of value 0
//!   need no chain.)  So d divides the greatest common divisor of p and these two numbers, and each prime divisor of it
//!   is tried by comparing views.
//! * *The least preperiod.*  Whether the views before y and y + p are equal is monotone in y, so the first such y is
//!   found by bisection; the last difference is the position y - 1 - max L that is in the view before y - 1 and no
//!   longer in the one before y.
//!
//! # When it helps
//!
//! Where moves are large.  Where they are small, as in { 21 103 214 235 }, almost nothing is jumped over, and direct
//! computation is faster by far; `docs/acceleration.md` lists other games that resist.  When a search is written to a
//! file, only loops are kept (`replay`): the steps between them are made again, and each loop is proved again.
//!
//! # Sources
//!
//! The method is our own.  The families are those of A. Flammenkamp 1996.

mod class;
mod comb;
mod cycle;
mod far;
mod front;
mod history;
mod index;
mod items;
mod jump;
mod length;
mod limits;
mod place;
mod replay;
mod row;
mod search;
mod structure;
pub mod tree;
mod view;
mod window;

pub use cycle::Cycle;
pub use far::Far;
pub use limits::{DEEPEST, GREATEST, MOST_MOVES, MOST_OUTCOME_MOVES};
pub use replay::{RepeatedSearch, TraceLine};
pub use search::{LoopSearch, NUMBERS, STEPS, Statistics, TRACE, WINDOW};
pub use structure::LoopStructure;
