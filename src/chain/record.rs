//! A proof, written down while it is found.
//!
//! The format is that of [`crate::certificate`]: its checker walks through the description by
//! itself and asks; a record holds the answers, in the order in which they are asked for.  What
//! has a point is never written: only that something holds everywhere, or that there is no
//! point, needs a reason.

use crate::Integer;
use crate::affine::Affine;
use crate::ilp::{Combination, Ending, Fact, Refutation};
use crate::model::Description;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::fmt::Write as _;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// So many bytes are collected before they are handed on.
const BUFFER: usize = 1 << 16;

/// Why a proof could not be written down.
#[derive(Debug)]
pub enum Unwritten {
    /// Writing failed.
    Failed(io::Error),
    /// The proof has a step for which the format has no words.
    NoWords(&'static str),
}

/// A place in memory to write a proof to; clones share it.
///
/// ```
/// use grundy::chain::{Memory, Record};
/// use grundy::{lang, verify};
/// let source = "n >= 1 { n } REPEAT _n An ENDREP";
/// let description = lang::parse(source, &Default::default()).description.unwrap();
/// let memory = Memory::default();
/// let record = Record::new(Box::new(memory.clone()), &description, &lang::digest(source));
/// let (_, record) = verify::certify(&description, source, &Default::default(), record);
/// record.unwrap().finish().unwrap();
/// assert!(memory.text().starts_with("grundy-certificate 1\n"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Memory(Arc<Mutex<Vec<u8>>>);

impl Memory {
    /// What was written, a text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes()).into_owned()
    }

    /// A writer that panics leaves the bytes as they were.
    fn bytes(&self) -> MutexGuard<'_, Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl io::Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A proof, written down while it is found.
pub struct Record {
    out: Box<dyn io::Write + Send>,
    text: String,
    /// How much of the text is in the checksum.
    summed: usize,
    checksum: crc32fast::Hasher,
    lines: u64,
    /// The facts that the reader knows, by their linear part: (number, constant).
    known: FxHashMap<Linear, SmallVec<[(usize, Integer); 2]>>,
    /// The linear parts of the facts, in order.
    facts: Vec<Linear>,
    failed: Option<Unwritten>,
}

type Linear = SmallVec<[Integer; 4]>;

impl Record {
    /// A record of a proof of this description, whose text has this digest.
    pub fn new(out: Box<dyn io::Write + Send>, description: &Description, digest: &str) -> Self {
        let mut record = Self {
            out,
            text: String::with_capacity(2 * BUFFER),
            summed: 0,
            checksum: crc32fast::Hasher::new(),
            lines: 0,
            known: FxHashMap::default(),
            facts: Vec::new(),
            failed: None,
        };
        let piece = if description.is_piece() { " piece" } else { "" };
        for line in [
            "grundy-certificate 1",
            &format!("description {digest}"),
            &format!("values {}{piece}", description.alphabet),
        ] {
            record.text.push_str(line);
            record.end_line();
        }
        record
    }

    /// Ends a section with its checksum; the reader forgets its facts there.
    pub fn seal(&mut self) {
        self.sum();
        let checksum = std::mem::take(&mut self.checksum).finalize();
        let _ = write!(self.text, "seal {checksum:08x}");
        self.end_line();
        self.known.clear();
        self.facts.clear();
    }

    /// Writes the last line and what is left.
    ///
    /// # Errors
    /// Why the record is not a proof.
    pub fn finish(mut self) -> Result<(), Unwritten> {
        let _ = write!(self.text, "end {}", self.lines);
        self.end_line();
        self.hand_on();
        match self.failed {
            Some(reason) => Err(reason),
            None => self.out.flush().map_err(Unwritten::Failed),
        }
    }

    /// Notes that the proof has a step for which there are no words.
    pub fn no_words(&mut self, reason: &'static str) {
        self.failed.get_or_insert(Unwritten::NoWords(reason));
    }

    /// The region is cut along the sign of a form.
    pub fn cut(&mut self, form: &Affine) {
        self.text.push_str("c ");
        self.form(form);
        self.end_line();
    }

    /// The region is cut into the residue classes of a form.
    pub fn residues(&mut self, form: &Affine, modulus: &Integer) {
        let _ = write!(self.text, "r {modulus} ");
        self.form(form);
        self.end_line();
    }

    /// Each residue class of the position inside a cycle comes next that has the letter.
    pub fn classes(&mut self, modulus: &Integer) {
        self.line(&format_args!("r {modulus}"));
    }

    /// A line that its writer knows how to spell.
    pub fn line(&mut self, line: &dyn std::fmt::Display) {
        let _ = write!(self.text, "{line}");
        self.end_line();
    }

    /// What can precede the chain comes next.
    pub fn back(&mut self) {
        self.text.push('b');
        self.end_line();
    }

    /// The chain is complete, and its words come next.
    pub fn complete(&mut self) {
        self.text.push('w');
        self.end_line();
    }

    /// The moves lead into these words of the chain.
    pub fn landing(&mut self, words: &[usize]) {
        self.numbers('@', words);
    }

    /// The next split ends where this move leaves its word, or with the word under test.
    pub fn event(&mut self, mover: Option<usize>) {
        match mover {
            Some(mover) => {
                let _ = write!(self.text, "e {mover}");
            }
            None => self.text.push('.'),
        }
        self.end_line();
    }

    /// The split has no position, which is shown next; or the phases of its cycles follow.
    pub fn split(&mut self, empty: bool) {
        self.text.push_str(if empty { "0" } else { "p" });
        self.end_line();
    }

    /// Of the moves compared with the one that is to be the largest, these are kept.
    pub fn kept(&mut self, others: &[usize]) {
        self.numbers('k', others);
    }

    /// A restriction of the region has a point, or none for this reason.
    pub(super) fn entered(&mut self, refuted: Option<&Refutation>) {
        match refuted {
            None => self.text.push('o'),
            Some(refutation) => {
                self.text.push('x');
                self.refutation(refutation);
            }
        }
        self.end_line();
    }

    /// Refers to a fact that implies `form >= 0`, if the reader knows one.
    pub(super) fn refer(&mut self, form: &Affine) -> bool {
        let Some(known) = self.known.get(form.coefficients()) else { return false };
        let Some((number, _)) = known.iter().rev().find(|(_, it)| it <= form.constant_term())
        else {
            return false;
        };
        let _ = write!(self.text, "= {number}");
        self.end_line();
        true
    }

    /// The fact `form >= 0`; without evidence the proof is none.
    pub(super) fn fact(&mut self, form: &Affine, evidence: Option<&Refutation>) {
        let Some(evidence) = evidence else {
            return self.no_words("a fact was used that does not hold");
        };
        self.text.push('f');
        self.refutation(evidence);
        self.end_line();
        let linear = Linear::from(form.coefficients());
        let fact = (self.facts.len(), form.constant_term().clone());
        self.known.entry(linear.clone()).or_default().push(fact);
        self.facts.push(linear);
    }

    /// A form minus this combination of rows depends on multiples of the modulus only.
    pub(super) fn phase<'a>(
        &mut self,
        terms: impl Iterator<Item = (usize, &'a Integer)>,
        denominator: &Integer,
    ) {
        self.text.push('~');
        for (row, factor) in terms {
            let _ = write!(self.text, " {row}*{factor}");
        }
        let _ = write!(self.text, " /{denominator}");
        self.end_line();
    }

    /// How many facts the reader knows.
    pub(super) fn facts(&self) -> usize {
        self.facts.len()
    }

    /// The reader forgets all facts but the first `count`.
    pub(super) fn forget(&mut self, count: usize) {
        for linear in self.facts.drain(count..) {
            if let Some(known) = self.known.get_mut(&linear) {
                known.pop();
            }
        }
    }

    fn numbers(&mut self, letter: char, numbers: &[usize]) {
        self.text.push(letter);
        for number in numbers {
            let _ = write!(self.text, " {number}");
        }
        self.end_line();
    }

    fn form(&mut self, form: &Affine) {
        let _ = write!(self.text, "{}", form.constant_term());
        for coefficient in form.coefficients() {
            let _ = write!(self.text, ",{coefficient}");
        }
    }

    fn refutation(&mut self, refutation: &Refutation) {
        for line in &refutation.lines {
            self.combination(line);
        }
        match &refutation.ending {
            Ending::Contradiction(combination) => {
                self.text.push_str(" !");
                self.combination(combination);
            }
            Ending::Split { form, above, below } => {
                self.text.push_str(" ?");
                self.form(form);
                self.refutation(above);
                self.text.push_str(" |");
                self.refutation(below);
            }
        }
    }

    fn combination(&mut self, combination: &Combination) {
        for (fact, factor) in &combination.terms {
            self.text.push(' ');
            let _ = match fact {
                Fact::Question => write!(self.text, "q"),
                Fact::Row(row) => write!(self.text, "{row}"),
                Fact::Line(line) => write!(self.text, "l{line}"),
            };
            if !factor.is_one() {
                let _ = write!(self.text, "*{factor}");
            }
        }
        let _ = write!(self.text, " /{}", combination.divisor);
    }

    fn end_line(&mut self) {
        self.text.push('\n');
        self.lines += 1;
        if self.text.len() >= BUFFER {
            self.hand_on();
        }
    }

    fn sum(&mut self) {
        self.checksum.update(&self.text.as_bytes()[self.summed..]);
        self.summed = self.text.len();
    }

    fn hand_on(&mut self) {
        self.sum();
        if self.failed.is_none()
            && let Err(error) = self.out.write_all(self.text.as_bytes())
        {
            self.failed = Some(Unwritten::Failed(error));
        }
        self.text.clear();
        self.summed = 0;
    }
}
