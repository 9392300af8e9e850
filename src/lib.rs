//! `grundy` proves statements about the structure of games **for all values of their
//! parameters**, or refutes them with a counterexample that anyone can replay.
//!
//! A *subtraction game* is a finite set L of positive numbers.  A move takes s in L items
//! from a heap; who cannot move loses.  Its *nim sequence* gives each heap size x the
//! Sprague-Grundy value g(x) = mex { g(x-s) : s in L, s <= x }.  A family of games has moves
//! that are affine in parameters, such as { 2n 5n 6n+1 8n+1 }; a *description* claims what the
//! whole sequence of each game of the family looks like (A. Flammenkamp, 1996):
//!
//! ```
//! use grundy::verdict::Verdict;
//! use grundy::verify::{Options, verify};
//! let source = "n >= 1 { n } REPEAT _n An ENDREP";
//! let description = grundy::lang::parse(source, &Default::default()).description.unwrap();
//! assert_eq!(verify(&description, source, &Options::default()).verdict, Verdict::Verified);
//! ```
//!
//! # Flow
//!
//! ```text
//!  text ──lang──▶ model ──chain──▶ chains with guards ──verify──▶ cases ──▶ verdict ──report──▶ text, JSON
//!                   │                     │                         │          ▲
//!                   │                     └────── ilp: is there an ──┘          │
//!                   │                             integer point?               │
//!                   ├──expand──▶ words for given parameters ──sequence──▶ replayed counterexample
//!                   └──certificate──▶ every case asked for, answered by the record of the proof
//! ```
//!
//! A proved model goes on: model ──theorem──▶ items by cases ──▶ polynomials, evidence ──report──▶
//! text, LaTeX, JSON; the steps are those of minimality, so that they can be written down and checked.
//!
//! What is published of single games and families takes a shorter way:
//!
//! ```text
//!  TOML ──family──▶ formulas, tables ─────┐
//!  numbers, { 2n 5n } ──▶ moves ──────────┼──sequence──▶ period, preperiod ──report──▶ verdicts, tables
//!  all games of a kind ──census, region───┤                                 ──picture──▶ SVG, PNG
//!  statements about all games ────────────┘
//!  PNML ──games::petri──▶ net ──▶ firing ──▶ runs, reachability graph ──report──▶ text, JSON, DOT
//!                                   └──games::muehle::compare──▶ divergences from the rules
//! ```
//!
//! Data flows one way.  What a later stage needs to say where and why (spans, names, causes)
//! is in the data.
//!
//! | module | what |
//! |---|---|
//! | [`affine`] | affine forms and constraints, exact |
//! | [`lang`] | the description language: reading, normal form |
//! | [`model`] | a description as the proof sees it |
//! | [`chain`] | which blocks can stand before a block: chains, guards, regions |
//! | [`ilp`] | integer feasibility, exact; refutations with multipliers |
//! | [`theorem`] | from a proved description to period and preperiod for all parameters, and why they are least |
//! | [`verify`] | admissibility, the sweep of the rule along a chain, verdicts, counterexamples |
//! | [`certificate`] | proofs as files, and their checker, which shares nothing with the search |
//! | [`minimality`] | periods and preperiods in certificates, and their checker |
//! | [`expand`] | a description with numbers put in |
//! | [`explain`] | what each code of a diagnostic means |
//! | [`sequence`] | direct computation, the judge of everything else |
//! | [`family`] | catalogues of published values, compared with computation and with what descriptions prove |
//! | [`formula`] | published formulas and conditions, evaluated exactly |
//! | [`statement`] | published statements about all games of a kind, checked up to a bound |
//! | [`region`] | how the period depends on the moves: all games with the same largest move |
//! | [`picture`] | results as SVG and PNG |
//! | [`census`] | all games of a kind: records of period and preperiod |
//! | [`games`] | games with rules of their own: Nim, stacks and switches, wolf and sheep; claims about them, and their check; Petri nets, and Nine Men's Morris as one, compared with its rules |
//! | [`report`] | verdicts and diagnostics as text and JSON |
//! | [`diagnostic`] | what there is to say about a text, as data |
//! | [`limit`] | the limits of a computation, by name |
//!
//! # Invariants
//!
//! * **Verified means proved.** No floating point, no sampling, no resource limit turns into
//!   *verified*; a limit reached is *undecided*, with the limit's name.
//! * A solver only proposes.  "No integer point" counts when an exact argument exists, "there
//!   is one" when the point was substituted exactly.
//! * Floating point occurs in the good_lp backend, whose answers are checked in integers, and
//!   where pictures are drawn.
//! * A counterexample is replayed by direct computation before it is shown; if the two
//!   disagree, that is a bug of this crate, and the program ends with 101.
//! * Arithmetic is exact: [`Integer`] starts as a machine word and becomes big on overflow.
//! * The library does no input or output, knows no clock and no environment.  Results are the
//!   same for any number of threads.
//! * No input panics.
//! * [`certificate`] imports [`model`] and [`affine`], never [`ilp`], [`chain`] or [`verify`];
//!   [`minimality`] imports these and [`certificate`].
//!
//! # Glossary
//!
//! * *parameter*: a free variable of a description; *control variable*: the variable of a FOR.
//! * *word*: a value, or a cycle of values, with an affine length.
//! * *block*: a maximal run of words between keywords.
//! * *transition*: one block following another: the next iteration of a loop, entering,
//!   leaving, skipping one, the start.
//! * *chain*: block instances that follow one another, ending in the block under test and
//!   reaching back at least the largest move; *guard*: the constraints under which it exists.
//! * *split*: part of a word on which every move lands inside one word.
//! * *witness*: integers that satisfy a system of constraints.
//! * *outcome*: P (the previous player wins; the source calls the opposite "positive") or N
//!   (the next player wins).
//! * *period*, *preperiod*: the least p and q with v(x) = v(x + p) for every x >= q, positions
//!   counted from 0; together the *cycle* of a sequence.
//! * *window*: the last max L values before a position; they determine all that follow.
//! * *certificate*: the answers to everything that a proof of a description has to show.
//! * *pattern*: values at fixed distances that occur together once in each pass through an endless
//!   loop, which shows that its length is the least period.
//! * *rewriting*: another way to write the same sequence as words and loops.
//! * *claimed*: what a description says; *computed*: what the rule gives.

#[cfg(test)]
mod broken;
pub mod census;
pub mod chain;
pub mod check;
pub mod diagnostic;
pub mod expand;
pub mod explain;
pub mod family;
pub mod formula;
pub mod games;
pub mod ilp;
pub mod lang;
pub mod limit;
pub mod picture;
pub mod region;
pub mod report;
pub mod sequence;
pub mod statement;
pub mod theorem;
pub mod verdict;
pub mod verify;

pub use grundy_check::{Integer, affine, certificate, minimality, model};
