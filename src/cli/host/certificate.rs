//! Certificates as files.

use super::{Exit, Failure, complain, file};
use grundy_answers::check::Certified;
use grundy_answers::report::{coq, theorem as theorem_report};
use grundy_kernel::certificate::{Certificate, Closed};
use grundy_kernel::minimality;
use grundy_kernel::model::{Alphabet, Description};
use grundy_kernel::proof::Proof;
use grundy_language::lang::{self, digest};
use std::path::{Path, PathBuf};

/// Writes what certifies the verdict on a description, and its proof for other checkers.
pub fn write(
    certified: &Certified,
    source: &str,
    reading: &lang::Options,
    path: &Path,
    exports: &[PathBuf],
) -> Result<(), Failure> {
    let description = match exports {
        [] => None,
        _ => lang::parse(source, reading).description,
    };
    let exports = match &description {
        Some(description) => Some((Exports::open(exports, description, source)?, description)),
        None => None,
    };
    keep(certified, path)?;
    match (exports, certified) {
        (Some((exports, description)), Certified::Proof { proof, .. }) => {
            exports.leaves(proof, description, source)
        }
        (Some(_), Certified::Counterexample(_)) => {
            complain("no export: there is no proof");
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Writes the certificate, and says what it does not cover or why there is none; returns whether there is one.
pub fn keep(certified: &Certified, path: &Path) -> Result<bool, Failure> {
    not_covered(certified.not_covered());
    match certified.file() {
        Ok(bytes) => file::write_bytes(path, &bytes).map(|()| true),
        Err(missing) => {
            complain(missing);
            Ok(false)
        }
    }
}

/// Says which values a certificate does not cover.
pub fn not_covered(values: &[Alphabet]) {
    for &values in values {
        complain(format_args!(
            "the certificate does not cover the period of the {}",
            theorem_report::values(values)
        ));
    }
}

/// Does one of the formats support the words of a description only as they are written?
pub fn of_the_words_as_written(exports: &[PathBuf]) -> bool {
    exports.chunks_exact(2).any(|pair| pair[0] == Path::new("coq-theorem"))
}

/// The exported files for other checkers.
pub struct Exports {
    coq: Option<(PathBuf, coq::File)>,
    theorem: Option<PathBuf>,
}

impl Exports {
    /// Prepares what `--export` asks for: pairs of a format and a place.
    pub fn open(
        wanted: &[PathBuf],
        description: &Description,
        source: &str,
    ) -> Result<Self, Failure> {
        let mut exports = Self { coq: None, theorem: None };
        for pair in wanted.chunks_exact(2) {
            let place = pair[1].clone();
            match pair[0].to_str() {
                Some("coq") => exports.coq = Some((place, coq::File::new(description, source))),
                Some("coq-theorem") => exports.theorem = Some(place),
                _ => {
                    return Err(Failure::usage(format!(
                        "unknown export format {}; choose coq or coq-theorem",
                        pair[0].display()
                    )));
                }
            }
        }
        Ok(exports)
    }

    /// Writes the closed leaves of a proof, and its theorem.
    fn leaves(
        mut self,
        proof: &Proof,
        description: &Description,
        source: &str,
    ) -> Result<(), Failure> {
        let mut bytes = Vec::new();
        let written = proof.write(&mut bytes).map(|()| String::from_utf8(bytes));
        let Ok(Ok(text)) = written else { return Err(Failure::new(Exit::Bug, "no text")) };
        let shown = Certificate::open(text.as_bytes()).and_then(|certificate| {
            let mut on_closed = |closed: &Closed<'_>| self.closed(closed);
            minimality::check(certificate, description, &digest(source), Some(&mut on_closed))
        });
        // What this program has just proved and written down is a proof.
        assert!(shown.is_ok(), "bug in grundy: its own proof does not check: {shown:?}");
        self.theorem(|| Ok(text), description, source)?;
        self.finish()
    }

    /// Adds a closed leaf.
    pub fn closed(&mut self, closed: &Closed<'_>) {
        if let Some((_, file)) = &mut self.coq {
            file.leaf(closed);
        }
    }

    /// Writes the theorem that an accepted certificate proves, or says why there is none.
    pub fn theorem(
        &self,
        certificate: impl FnOnce() -> Result<String, Failure>,
        description: &Description,
        source: &str,
    ) -> Result<(), Failure> {
        let Some(place) = &self.theorem else { return Ok(()) };
        match coq::theorem(description, source, &certificate()?) {
            Ok(text) => file::write_bytes(place, text.as_bytes()),
            Err(reason) => {
                complain(format_args!("no theorem for Coq: {reason}"));
                Ok(())
            }
        }
    }

    /// Writes what remains.
    pub fn finish(self) -> Result<(), Failure> {
        match self.coq {
            Some((path, leaves)) => file::write_bytes(&path, leaves.finish().as_bytes()),
            None => Ok(()),
        }
    }
}
