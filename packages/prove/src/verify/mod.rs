//! From a description to a verdict.
//!
//! 1. The order conditions: if they have no integer point, nothing is claimed (*vacuous*).
//! 2. `admissible`: moves >= 1, lengths >= 0, an endless loop that is not empty; otherwise
//!    *rejected*.
//! 3. The description is written with fewer and longer words, if it has loops that repeat letters or sometimes write
//!    nothing ([`crate::simplify`]); if that leaves it open, the description is tried as it is written.
//! 4. The smallest parameters are put in, and the description is compared with the rule directly
//!    (`hunt`, `walk`).  Where it is wrong for them, nothing smaller can be, and the work ends.
//! 5. For each move that can be the largest, and each block: all chains ([`crate::chain`]),
//!    and along each chain the rule (`sweep`).  This covers every position for every
//!    admissible choice of the parameters; by induction over the position, the described
//!    sequence is the sequence of the game exactly if no failure exists.
//! 6. Where that takes long or reaches a limit, the direct search looks at more parameters (`points`).  What it finds
//!    bounds the first parameter, and the rest of the proof looks only for smaller failures.
//! 7. A failure is traced to the smallest parameters, and for them to the smallest position,
//!    which direct computation confirms (`counterexample`).  In passes that carry a state, all states within the bounds
//!    are looked at: a failure that direct computation does not reach leaves the verdict *undecided*.
//!
//! For [`certify`] the steps 2 and 5 are logged, and each block with each move that is the largest gives a section of
//! the proof.  No section refers to another one, so they are found by several threads and put together in the order of
//! the blocks.
//!
//! The surroundings of a counterexample ([`around`]) and changes of one word that might help ([`repair`]) are looked
//! for only on request; they are computed for numbers, within stated bounds, and prove nothing.
//!
//! Steps 2 and 5 only ever ask whether integer points exist.  If a limit is reached, the verdict is *undecided*, unless
//! a failure is known: a failure that is reached is one whatever else was left open.

mod admissible;
pub mod around;
mod counterexample;
mod counterexample_file;
mod covered;
mod decide;
mod findings;
mod hunt;
mod list;
mod points;
mod prepare;
pub mod repair;
mod sweep;
mod tasks;
mod walk;

pub use counterexample_file::{CounterexampleFile, Replayed, StoredOption};
pub use findings::limit_finding;
pub use list::list;
pub use sweep::{Observer, Split};

use crate::affine::{Affine, Constraint};
use crate::chain::{Region, Unsupported, block_graph};
use crate::ilp::{BackendKind, NewBackend};
use crate::lang;
use crate::limit::{CancellationToken, Limit};
use crate::model::{BlockId, Description};
use crate::proof::{Header, Proof};
use crate::simplify;
use crate::threads::Threads;
use crate::verdict::{Finding, Report, Verdict};
use decide::{Decided, decide};
use std::borrow::Cow;

/// How to verify.
pub struct Options<'o> {
    /// Makes the backends that answer feasibility questions.
    pub backend: NewBackend<'o>,
    /// The threads to use.
    pub threads: Threads,
    /// Lets the caller stop the work; the verdict is then undecided.
    pub stop: CancellationToken,
    /// Called now and then, from any thread.
    pub progress: Option<&'o (dyn Fn(Progress) + Sync)>,
    /// Is the description tried first as it is written, and then as [`simplify`] writes it?
    pub as_written: bool,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            backend: BackendKind::Exact.maker(),
            threads: Threads::default(),
            stop: CancellationToken::default(),
            progress: None,
            as_written: false,
        }
    }
}

/// How far a proof has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The number of blocks done, counted once for each move that can be the largest.
    pub done: usize,
    /// The number of blocks to do.
    pub total: usize,
}

/// Decides whether a description is right.  `source` is its text, for messages.
pub fn verify(description: &Description, source: &str, options: &Options<'_>) -> Report {
    decide(description, source, options, false).report
}

/// As [`verify`], with the proof if the verdict is *verified*.
///
/// ```
/// use grundy_prove::verify::certify;
/// let source = "n >= 1 { n } REPEAT _n An ENDREP";
/// let description = grundy_language::lang::parse(source, &Default::default()).description.unwrap();
/// let (_, proof) = certify(&description, source, &Default::default());
/// let proof = proof.unwrap().unwrap();
/// let mut certificate = Vec::new();
/// proof.write(&mut certificate).unwrap();
/// assert!(certificate.starts_with(b"grundy-certificate 1\n"));
/// ```
pub fn certify(
    description: &Description,
    source: &str,
    options: &Options<'_>,
) -> (Report, Option<Result<Proof, Unsupported>>) {
    let Decided { report, sections, simplified } = decide(description, source, options, true);
    let header = Header {
        digest: lang::digest(source),
        rule: description.rule,
        piece: description.is_piece(),
        simplified,
    };
    let proof = (report.verdict == Verdict::Verified).then(|| {
        let sections = sections.into_iter().collect::<Result<_, _>>()?;
        Ok(Proof { header, sections })
    });
    (report, proof)
}

/// Other ways to write the sequence: pass by pass, and with another endless loop.
fn simplified(description: &Description) -> (Option<Description>, Option<Description>) {
    let shorter = simplify::shorter(description);
    let passes = simplify::with_quotients(shorter.as_ref().unwrap_or(description)).or(shorter);
    let endless = simplify::endless(passes.as_ref().unwrap_or(description));
    (passes, endless)
}

/// The description that the sequence is proved from, and whose chains [`list`] lists: as [`simplify`] writes it,
/// possibly with additional parameters.
pub fn proved_as(description: &Description) -> Cow<'_, Description> {
    let (passes, endless) = simplified(description);
    endless.or(passes).map_or(Cow::Borrowed(description), Cow::Owned)
}

/// The name of a parameter that only the description that is proved has, see [`proved_as`]: how often a cycle occurs in
/// each pass through the endless loop.  It is at least 1; other such parameters are quotients, given by their
/// conditions.
pub fn copies<'p>(description: &Description, proved: &'p Description) -> Option<&'p str> {
    let further = proved.parameters.iter().enumerate().skip(description.parameters.len());
    let is_positive = |index| Constraint::at_least_zero(Affine::variable(index).plus(-1));
    let is_it =
        |index| proved.conditions.iter().any(|known| known.constraint == is_positive(index));
    further.into_iter().find(|(index, _)| is_it(*index)).map(|(_, each)| each.name.as_str())
}

/// A verdict with its findings.
type Ended = (Verdict, Vec<Finding>);

/// The first reason why a description has no meaning for some admissible parameters, if there is one.
fn fault(description: &Description, stop: &CancellationToken) -> Result<Option<Finding>, Limit> {
    let graph = block_graph(description);
    let passes = simplified(description).0;
    let passes = passes.as_ref().unwrap_or(description);
    let dimension = description.parameters.len() + graph.most_loops();
    let options = Options { stop: stop.clone(), ..Options::default() };
    let mut region = region(passes.parameters.len().max(dimension), &options);
    if region.enter(&description.constraints())?.is_none() {
        return Ok(None);
    }
    let admissible = admissible::check(description, passes, &graph, &mut region)?;
    Ok(admissible.faults.into_iter().next())
}

/// A region of all variables of a block's place, or only of the parameters.
fn region(dimension: usize, options: &Options<'_>) -> Region {
    Region::new((options.backend)(options.stop.clone()), dimension)
}

/// The names of the variables at a block's place: parameters, then control variables, of which the start
/// has none.
pub fn variable_names(description: &Description, block: BlockId) -> Vec<String> {
    let parameters = description.parameters.iter().map(|each| each.name.clone());
    if block == BlockId::START {
        return parameters.collect();
    }
    let graph = block_graph(description);
    parameters.chain(graph.at(block).loops.iter().map(|head| head.name().to_owned())).collect()
}
