//! A proof as data: its steps, how they are spelled, and the file that they make up.
//!
//! The checker walks through the description by itself and asks, see [`certificate`](super::certificate); a proof holds
//! the answers, in the order in which they are asked for.  Each answer is a [`ProofStep`], one line of text; that type
//! documents what the lines mean.  The code that writes a step, an argument, a header or a checksum is next to the code
//! that reads it.
//!
//! A proof can be large, so its steps are kept as they are spelled: in [`Section`]s, one for what is shown of the
//! description as a whole, one for each of its blocks and each move that is the largest, and one for each theorem.  No
//! section refers to another one, so they can be found in any order.
//!
//! Running example: `n >= 1 { n } REPEAT _n An ENDREP` needs "n - 1 >= 0" first.  The step is a fact, and its argument
//! adds row 0, `n - 1 >= 0`, to the opposite of what is needed:
//!
//! ```
//! use grundy_kernel::Integer;
//! use grundy_kernel::proof::ProofStep;
//! use grundy_kernel::refutation::{Combination, Ending, Fact, Refutation};
//! let terms = vec![(Fact::Row(0), Integer::ONE), (Fact::Question, Integer::ONE)];
//! let ending = Ending::Contradiction(Combination { terms, divisor: Integer::ONE });
//! let step = ProofStep::Fact(Refutation { lines: Vec::new(), ending }.into());
//! assert_eq!(step.to_string(), "f ! 0 q /1");
//! assert_eq!("f ! 0 q /1".parse(), Ok(step));
//! ```

mod file;
mod step;
mod text;
pub mod theorem;

pub use crate::lines::LineError;
pub use file::{FIRST_WORD, Header, Proof, Section};
pub use step::ProofStep;
