//! Theorems found without a human.
//!
//! ```text
//!  moves ──fold──▶ folded sequences for some n ──shorten──▶ ──fit──▶ one sequence, numbers affine in n
//!                                                                        │
//!        period, preperiod for all n ◀──theorem── proved ◀──verify── description
//! ```
//!
//! The games of a family such as { 2 4n-1 4n+1 4n+5 8n-2 } have sequences that look alike: the same words and loops,
//! and numbers that are affine in n.  Their form is read off from three games, written as a description, and then
//! proved; what was read off wrongly cannot be proved.
//!
//! ```
//! use grundy_infer::infer::{Class, Family, Options, infer};
//! let moves = grundy_language::lang::moves("{ 2 4n-1 4n+1 4n+5 8n-2 }").unwrap().moves;
//! let family = Family::new('n', &moves, 0).unwrap();
//! let theorem = infer(&family, &Options::default());
//! let preperiod = theorem.known.pieces[0].preperiod.as_ref().unwrap();
//! assert_eq!(preperiod.formula(&["n".to_owned()]), "8n^2 - 3");
//! assert!(theorem.is_proved() && theorem.known.from == 1);
//! ```
//!
//! Here the description is
//!
//! ```text
//! n >= 1
//! { 2 4n-1 4n+1 4n+5 8n-2 }
//! <--++>(4n)
//! FOR i FROM 1 UPTO n REP
//!   +(4n-4i+1) <+++->(4i+4) <-++->(4n-4i) <+++->(4i-1)
//! PER
//! REPEAT
//!   <-+++>4
//! ENDREP
//! ```
//!
//! # Method
//!
//! * **Fold.**  The values of three games with large n are computed by [`runs`](crate::runs),
//!   whose trace is a tree of loops.
//! * **Shorten.**  The tree is brought into a normal form, which removes what depends on the search and not on the
//!   sequence: see `shorten`.  This makes the description short, and lets it hold for small n.
//! * **Fit.**  The three normal forms must have the same words and loops, and the same slopes in the
//!   indices of loops; numbers that do not depend on them must be affine in n.
//! * **Name.**  Parts that occur several times with other numbers become pieces: see `pieces`.
//! * **Prove.**  The description is written in the language and proved by [`verify`](crate::verify).  The
//!   least n from which it holds is found by proving it for different ones.
//! * **Derive.**  Period and preperiod follow by [`theorem`](mod@crate::theorem), as polynomials.
//! * **Compute.**  For the finitely many smaller n they are computed by [`one_game`](crate::one_game).  The theorem is
//!   stated for all n from the least one on after which nothing contradicts it.
//!
//! Where jumps are not possible (other rules, starts, ranges of moves), games of smaller n are computed position by
//! position, and their runs are searched for loops: see `loops_in_runs`.
//!
//! The last two are done for a class as soon as it is proved, so that they are not lost if time runs out before the
//! next one is.
//!
//! Where this does not succeed, the sequence may consist of rows that carry a state: those of one large game are read
//! off and proved (see [`cones`]).  Otherwise the numbers are divided: into n = 2m and n = 2m + 1, into n = 3m, n = 3m \+ 1 and n =
//! 3m + 2, and so on, until some classes can be described.  If the description of one of them holds for all numbers
//! (see `extended_class`), the work is done; otherwise the remaining classes are divided further.  If no class can be
//! described, larger n and more steps are tried.  All this is bounded: by numbers of parts and rounds, and by the total
//! number of steps, words and loops ([`Options::work`]).  What then remains is *open*, with the reason of the first
//! attempt, or that of the end.
//!
//! # Why it is right
//!
//! Only the proofs count.  Each class has a description that the verifier has proved for all its n from some number on,
//! and a theorem that follows from it; the periods of the games below are also exact.  Folding, shortening and fitting
//! only propose, and none of it is trusted.  The classes that have theorems are distinguished from those that are open.
//!
//! Moves with powers such as 2^n + 1 are those of a family for some of its parameters: see [`Powers`].
//!
//! `docs/inference.md` lists what resists.

mod body;
mod combined_classes;
pub mod cones;
mod derive;
mod describe;
mod extended_class;
pub mod family;
mod fit;
mod fold;
mod instance;
mod known;
mod loops_in_runs;
mod node;
mod normal_form;
mod pieces;
mod portfolio;
mod powers;
mod prove;
mod search;
mod shorten;
mod small_parameters;
mod statement;
mod trace;
mod words;
mod write;

pub use crate::open::{Open, Reason};
pub use crate::parametric::ClassCycle;
pub use crate::theorem::Class;
pub use derive::ProvedClass;
pub use family::{Family, FamilyError, Start};
pub use instance::{Member, member};
pub use known::Known;
pub use portfolio::infer;
pub use powers::Powers;
pub use prove::{Proved, Unproved};

use crate::limit::CancellationToken;
use crate::model::Rule;
use crate::one_game::Attempt;
use crate::parametric;
use crate::threads::Threads;

/// What to find, and how.
#[derive(Clone)]
pub struct Options<'o> {
    /// The rule that gives the values.
    pub rule: Rule,
    /// The class of parameters whose games the theorem is about.
    pub class: Class,
    /// The method; if missing, all methods that there are for the rule.
    pub by: Option<Method>,
    /// The approximate most steps, words and loops that each method examines.
    pub work: u64,
    /// The threads of proofs; what is found does not depend on their number.
    pub threads: Threads,
    /// Lets the caller end the work.
    pub stop: CancellationToken,
    /// Called now and then with what is being done.
    pub progress: Option<&'o (dyn Fn(Progress) + Sync)>,
}

/// A way to a theorem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// A description is found and proved.
    Description,
    /// The loop structure of a computation is shown to be that of all games: [`parametric`].  It is about outcomes of
    /// normal play; misère play follows from it ([`crate::theorem::misere_play`]).
    Trace,
}

impl Method {
    /// The method with this name; `auto` means none in particular.
    ///
    /// # Errors
    /// A list of the names.
    pub fn named(name: &str) -> Result<Option<Self>, String> {
        match name {
            "auto" => Ok(None),
            "description" => Ok(Some(Self::Description)),
            "trace" => Ok(Some(Self::Trace)),
            other => Err(format!("by is 'auto', 'description' or 'trace', not {other:?}")),
        }
    }
}

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The game with this parameter is being folded.
    Fold(i64),
    /// A description of this number of words and loops, for the games of this class, is being proved.
    Prove(Class, usize),
    /// Period and preperiod of this class are being derived.
    Derive(Class),
    /// Period and preperiod for this parameter are being computed.
    Compute(i64),
    /// A proof by trace is being looked for.
    Trace(parametric::ParametricProgress),
}

/// The outcomes of all games, with all the work that each method may do.
impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            rule: Rule::Normal,
            class: Class::ALL,
            by: None,
            work: u64::MAX,
            threads: Threads::default(),
            stop: CancellationToken::default(),
            progress: None,
        }
    }
}

impl Options<'_> {
    fn tell(&self, progress: Progress) {
        if let Some(told) = self.progress {
            told(progress);
        }
    }
}

/// What was found about the games of a class of a family.
#[derive(Debug)]
pub struct Theorem {
    /// The games.
    pub family: Family,
    /// The class of games that was asked for.
    pub class: Class,
    /// The rule that gives the values.
    pub rule: Rule,
    /// Period and preperiod.
    pub known: Known,
    /// What they are proved by.
    pub evidence: Proofs,
    /// The classes of which something is not known, and why.
    pub open: Vec<(Class, Open)>,
    /// Why nothing was found by trace, if that was also tried.
    pub untraced: Option<Open>,
    /// What was done that did not give the theorem, in order.
    pub attempts: Vec<Attempt>,
}

/// What a theorem is proved by.
#[derive(Debug)]
pub enum Proofs {
    /// Descriptions of classes, possibly none.
    Descriptions(Vec<ProvedClass>),
    /// Traces.
    Traces(parametric::ParametricTheorem),
}

impl Theorem {
    /// Are all games that were asked for proved from some parameter on, with least numbers?
    pub fn is_proved(&self) -> bool {
        self.open.is_empty() && self.known.is_minimal()
    }

    /// Is nothing proved, not even a description?
    pub fn is_nothing(&self) -> bool {
        matches!(&self.evidence, Proofs::Descriptions(parts) if parts.is_empty())
    }

    /// The descriptions.
    pub fn descriptions(&self) -> &[ProvedClass] {
        match &self.evidence {
            Proofs::Descriptions(parts) => parts,
            Proofs::Traces(_) => &[],
        }
    }

    /// The description of all games that were asked for; `None` if some are not described.  What was proved for each
    /// class is proved again for the combined description.
    ///
    /// # Errors
    /// When this proof does not succeed.
    pub fn description(&self, options: &Options<'_>) -> Option<Result<String, Unproved>> {
        let proved: Vec<_> = self.descriptions().iter().map(|part| &part.proved).collect();
        let is_described = |one: &(_, Open)| matches!(one.1.reason, Reason::Underived(_));
        match proved[..] {
            _ if !self.open.iter().all(is_described) => None,
            [] => None,
            [one] => Some(Ok(one.text.clone())),
            _ => {
                let text =
                    combined_classes::description(&self.family, self.class, self.rule, &proved)?;
                let proof = prove::verified(&text, &options.threads, &options.stop);
                Some(proof.map(|()| text))
            }
        }
    }
}
