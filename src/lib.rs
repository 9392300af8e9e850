//! `grundy` proves statements about the structure of games **for all values of their
//! parameters**, or refutes them with a counterexample that anyone can replay.
//!
//! A *subtraction game* is a finite set L of positive numbers.  A move takes s items from a heap, where s is in L; a
//! player who cannot move loses.  Its *nim sequence* gives each heap size x the Sprague-Grundy value
//! g(x) = mex { g(x-s) : s in L, s <= x }.  A family of games has moves that are affine in parameters, such as
//! { 2n 5n 6n+1 8n+1 }; a *description* claims what the whole sequence of each game of the family looks like
//! (A. Flammenkamp, 1996):
//!
//! ```
//! use grundy::{Kind, Options, Verdict, check};
//!
//! let report = check(Kind::Nimseq, "n >= 1 { n } REPEAT _n An ENDREP", &Options::default());
//! assert_eq!(report.verdict, Verdict::Verified);
//!
//! let text = "n >= 1 { n 2n+1 } REPEAT _n An Bn ENDREP";
//! let report = check(Kind::Nimseq, text, &Options::default());
//! assert_eq!(report.verdict, Verdict::Refuted);
//! for finding in &report.findings {
//!     let place = finding.diagnostic.location(text).unwrap();
//!     assert_eq!((place.line, place.column, place.end_column), (1, 32, 34));
//!     let found = finding.counterexample().unwrap();
//!     assert_eq!((found.failure.claimed.as_str(), found.failure.computed.as_str()), ("B", "_"));
//! }
//! ```
//!
//! [`check()`] takes a text of any [`Kind`] and returns the [`Report`] that `grundy verify` prints;
//! [`check_certificate`] checks a proof that was written to a file, of a description or by trace, or replays a
//! counterexample.  Direct computation is in [`grundy_sequence`]:
//!
//! ```
//! use grundy::sequence::{Cycle, Game, Moves, Rule, cycle};
//! let game = Game::new(Moves::new(&[200, 500, 601, 801]).unwrap(), Rule::Mex).unwrap();
//! let found = cycle(&game, 100_000_000, &Default::default()).unwrap();
//! assert_eq!(found, Cycle { period: 14_001_101, preperiod: 701 });
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
//!                   └──certificate──▶ every case asked for, answered by the steps of the proof
//! ```
//!
//! A proved model goes on: model ──theorem──▶ items by cases ──▶ polynomials, evidence ──report──▶
//! text, LaTeX, JSON; the steps are those of minimality, so they can be written down and checked.
//!
//! Published results about single games and families take a shorter way:
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
//! Periods that are too long for [`grundy_sequence`] are found by
//! [`runs`](grundy_engines::runs) or by [`walls`](grundy_engines::walls);
//! [`one_game`](grundy_engines::one_game) alternates between all three.
//!
//! Descriptions of families are found by [`infer`](grundy_infer::infer): sequences of some games are folded, fitted,
//! written in the language, and proved as above.
//!
//! Data flows one way.  Whatever a later stage needs in order to say where and why (spans, names, causes) is in the
//! data.
//!
//! # Packages
//!
//! The workspace is divided into rooms.  A package depends only on packages drawn below it, and a room imports only
//! rooms of its package drawn to its right; a test compares the picture with the manifests and the imports.  What is
//! below the line has to be trusted when a proof is accepted.
//!
//! ```text
//! answers   │ ask report check explain
//! published │ statement family
//! picture   │ picture
//! games     │ games
//! census    │ census region
//! infer     │ infer parametric open
//! prove     │ theorem verify chain
//! engines   │ real one_game walls runs fold
//! ilp       │ ilp
//! sequence  │ sequence
//! output    │ output
//! language  │ lang expand polynomial formula number verdict threads limit diagnostic suggest
//! ──────────┼───────────────────────────────────────────────────────────────────
//! kernel    │ trace minimality certificate simplify proof model refutation affine
//! ```
//!
//! This package is above them: it re-exports the names that are kept from version to version, and contains the command.
//! The names in the other packages may change with each version.  The packages `grundy-python` (the module `grundy` of
//! Python) and `grundy-playground` (questions and answers as JSON, for a page in a browser) are beside the command, and
//! compute nothing themselves.
//!
//! | room | what |
//! |---|---|
//! | [`affine`](grundy_kernel::affine) | affine forms, sums of them over loops, and constraints, exact; below it [`Integer`] |
//! | [`model`](grundy_kernel::model) | a description as the proof sees it |
//! | [`refutation`](grundy_kernel::refutation) | why a system of constraints has no integer point, and the check of that |
//! | [`proof`](grundy_kernel::proof) | the steps of a proof as data, and the file that they make up |
//! | [`certificate`](grundy_kernel::certificate) | the checker of proofs of descriptions |
//! | [`simplify`](grundy_kernel::simplify) | another way to write a sequence, with fewer and longer words |
//! | [`minimality`](grundy_kernel::minimality) | periods and preperiods: steps that keep a sequence, and their checker |
//! | [`trace`](grundy_kernel::trace) | the checker of proofs by trace |
//! | [`diagnostic`](grundy_language::diagnostic) | what there is to say about a text, as data |
//! | [`limit`](grundy_language::limit) | the limits of a computation, by name |
//! | [`threads`](grundy_language::threads) | the threads that work is shared among: [`Threads`] |
//! | [`verdict`](grundy_language::verdict) | what became of a claim: verdict, finding, evidence, report, tally |
//! | [`formula`](grundy_language::formula) | published formulas and conditions, evaluated exactly |
//! | [`number`](grundy_language::number) | numbers as people write them |
//! | [`polynomial`](grundy_language::polynomial) | polynomials with rational coefficients |
//! | [`suggest`](grundy_language::suggest) | what was probably meant by a word that is not known |
//! | [`lang`](grundy_language::lang) | the description language: reading, layout, loop structure |
//! | [`expand`](grundy_language::expand) | a description with numbers put in |
//! | [`sequence`](grundy_sequence) | direct computation, the judge of everything else |
//! | [`ilp`](grundy_ilp) | integer feasibility, exact |
//! | [`runs`](grundy_engines::runs) | outcomes and Grundy values by jumps over loops: periods of any size |
//! | [`walls`](grundy_engines::walls) | outcomes as domains in a plane with walls between them, each followed by itself |
//! | [`one_game`](grundy_engines::one_game) | the least period and preperiod of one game: direct computation, jumps and walls in turns |
//! | [`real`](grundy_engines::real) | losing intervals, period and preperiod of a game whose moves are numbers of one field Q(sqrt d) |
//! | [`chain`](grundy_prove::chain) | which blocks can stand before a block: chains, guards, regions |
//! | [`verify`](grundy_prove::verify) | admissibility, the sweep of the rule along a chain, the direct search for counterexamples |
//! | [`theorem`](grundy_prove::theorem) | from a proved description to period and preperiod for all parameters, and why they are least; claims |
//! | [`parametric`](grundy_infer::parametric) | proofs by trace: periods and preperiods of outcomes for all parameters, without a description |
//! | [`open`](grundy_infer::open) | what is not proved, and why |
//! | [`infer`](grundy_infer::infer) | theorems found: folded sequences of some games, fitted, written as a description, and proved; or by trace, with the smaller games; in several parameters by regions |
//! | [`games`](grundy_games) | games with rules of their own: heaps with sets of moves, Nim, stacks and switches, wolf and sheep, Petri nets, Nine Men's Morris as one; for each what is claimed about it, and the check |
//! | [`region`](grundy_census::region) | how the period depends on the moves: all games with the same largest move |
//! | [`census`](grundy_census::census) | all games of a kind: records of period and preperiod |
//! | [`family`](grundy_published::family) | catalogues of published values, compared with computation and with what descriptions and traces prove |
//! | [`statement`](grundy_published::statement) | published statements about all games of a kind, checked up to a bound |
//! | [`picture`](grundy_picture) | results as SVG and PNG |
//! | [`ask`](grundy_answers::ask) | questions and answers as plain data, for the command, Python, the page and the editor |
//! | [`check`](grundy_answers::check) | one call for every kind of input |
//! | [`explain`](grundy_answers::explain) | what each code of a diagnostic means |
//! | [`report`](grundy_answers::report) | reports as text and JSON, exports |
//! | `output` | the attribute of the types that are written as JSON |
//!
//! # Invariants
//!
//! * **Verified means proved.** No floating point, no sampling, no resource limit turns into
//!   *verified*; reaching a limit gives *undecided*, with the limit's name.
//! * A solver only proposes.  "No integer point" counts when there is an exact argument, "there is one" when the point
//!   has been substituted exactly.
//! * Floating point occurs in the good_lp backend, whose answers are checked in integers, and
//!   where pictures are drawn.
//! * A counterexample is replayed by direct computation before it is shown; if the two
//!   disagree, that is a bug of this crate, and the program ends with 101.
//! * Arithmetic is exact.  Descriptions, their proofs and their theorems are in [`Integer`], which
//!   starts as a machine word and becomes big on overflow.  Forms in traces, pictures, jumps and walls are machine
//!   words, and each sum and product of them is checked: one that does not fit is refused, or ends at a limit.  What is
//!   counted in plain machine integers (positions computed one by one, columns of a wall, steps) has a bound, which is
//!   given beside the type or the constant that it follows from.  Only hashes and fingerprints wrap, and nothing is
//!   concluded from them.
//! * The trusted package checks overflow in every build, all others in debug builds.
//! * The library does no input or output, and uses neither the clock nor the environment.  Results are the same for any
//!   number of threads.
//! * No input panics.
//! * The package `grundy-kernel` does not depend on the rest; Cargo enforces this.
//!
//! # Glossary
//!
//! * *parameter*: a free variable of a description; *control variable*: the variable of a FOR.
//! * *word*: a value, or a cycle of values, with an affine length.
//! * *block*: a maximal run of words between keywords; a run of more than 1024 words is several.
//! * *transition*: one block following another: the next iteration of a loop, entering,
//!   leaving, skipping one, the start.
//! * *chain*: block instances that follow one another, ending in the block under test and
//!   reaching back at least the largest move; *guard*: the constraints under which it exists.
//! * *direct search*: numbers are substituted for the parameters, and the description is compared with the rule word by
//!   word.
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

#![warn(unreachable_pub)]
#![cfg_attr(
    not(test),
    deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

/// The version of the package and, in a release build from a checkout, also the commit:
/// `0.1.0 (0123456789ab)`.
pub const VERSION: &str = env!("GRUNDY_VERSION");

/// How to cite the program, from `CITATION.cff`, in a line.
pub const CITATION: &str = env!("GRUNDY_CITATION");

/// One call for every kind of input.
pub mod check {
    pub use grundy_answers::check::{
        CheckError, Kind, Options, Question, Shown, Surroundings, Terms, check, check_certificate,
        repair, surroundings,
    };
}

/// The description language.
pub mod lang {
    pub use grundy_kernel::model::{Alphabet, Description, Value};
    pub use grundy_language::lang::{Options, format, parse};
}

/// Periods and preperiods of proved descriptions, for all parameters.
pub mod theorem {
    pub use grundy_language::polynomial::Polynomial;
    pub use grundy_prove::theorem::{Law, Piece, Theorem, TheoremOptions, Undecided, theorem};
}

/// Structure that is found, and proved.
pub mod infer {
    pub use grundy_infer::infer::{Class, Family, Method, Options, Start, Theorem, infer};
}

/// Outcomes and Grundy values of one game.
pub mod sequence {
    pub use grundy_engines::one_game::{Found, Method, Search};
    pub use grundy_sequence::{Cycle, Game, Moves, Rule, cycle};
}

/// Results as text and as JSON.
pub mod report {
    pub use grundy_answers::report::{Checked, Detail};
}

pub use check::{Kind, Options, check, check_certificate};
pub use grundy_kernel::Integer;
pub use grundy_language::diagnostic::{Diagnostic, Location, Severity, Span};
pub use grundy_language::limit::{CancellationToken, Limit};
pub use grundy_language::threads::Threads;
pub use grundy_language::verdict::{
    Counterexample, Evidence, Finding, Report, Statistics, Tally, Verdict,
};
