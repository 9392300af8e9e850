use crate::chain::Unsupported;
use crate::model::{Alphabet, Description};
use crate::proof::Proof;
use crate::theorem;
use crate::theorem::claim::{self, Derived};
use crate::verdict::Report;
use crate::verify::{self, CounterexampleFile};

/// What can be written to a file, so that [`check_certificate`](super::check_certificate) shows
/// the verdict on a description again.
#[derive(Debug)]
pub enum Certified {
    /// The proof that the description is right, and what its period and preperiod are.
    Proof {
        /// The steps.
        proof: Proof,
        /// The values whose period is not proved least, or not derived, and so not covered.
        not_covered: Vec<Alphabet>,
    },
    /// A position at which the description is wrong.
    Counterexample(Box<CounterexampleFile>),
    /// The description is proved, but the format cannot express a step.
    Unsupported(Unsupported),
    /// There is nothing to certify: nothing is decided, or the text has no meaning.
    Nothing,
}

/// Proves or refutes a description, derives the theorems about these values, and returns both with their certificate.
/// `text` is what the description was read from.
///
/// ```
/// use grundy_answers::check::{Certified, certify, check_certificate};
/// let text = "n >= 1 { n } REPEAT _n An ENDREP";
/// let description = grundy_language::lang::parse(text, &Default::default()).description.unwrap();
/// let (_, _, certified) =
///     certify(&description, text, &Default::default(), &[description.alphabet()]);
/// let Certified::Proof { proof, .. } = certified else { panic!() };
/// let mut file = Vec::new();
/// proof.write(&mut file).unwrap();
/// let check = |file| check_certificate(file, Some(text), &Default::default(), &Default::default());
/// assert!(check(&file[..]).is_ok());
/// assert!(check(&file[1..]).is_err());
/// ```
pub fn certify(
    description: &Description,
    text: &str,
    options: &verify::Options<'_>,
    values: &[Alphabet],
) -> (Report, Vec<Derived>, Certified) {
    let (report, proof) = verify::certify(description, text, options);
    let Some(proof) = proof else {
        let found = CounterexampleFile::of(&report, description, text);
        let found = found.map(|found| Certified::Counterexample(Box::new(found)));
        return (report, Vec::new(), found.unwrap_or(Certified::Nothing));
    };
    let derived = claim::derive(description, values, &options.stop);
    let certified = proof.map(|mut proof| {
        let mut not_covered = Vec::new();
        for (values, theorem) in &derived {
            // A section that the format cannot express leaves the proof of the description as it is.
            let theorem = theorem.as_ref().ok().filter(|theorem| theorem.can_be_certified());
            let section =
                theorem.and_then(|it| theorem::certify(it, description, &options.stop).ok());
            match section {
                Some(section) => proof.sections.push(section),
                None => not_covered.push(*values),
            }
        }
        Certified::Proof { proof, not_covered }
    });
    (report, derived, certified.unwrap_or_else(Certified::Unsupported))
}
