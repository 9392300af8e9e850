//! Certificates as files.

use super::atomic_file::AtomicFile;
use super::exit::Failure;
use super::output::{cannot_write, complain};
use grundy::certificate::{Certificate, Closed};
use grundy::check::{self, Certified, check_and_certify};
use grundy::lang::{self, digest};
use grundy::minimality;
use grundy::model::{Alphabet, Description};
use grundy::report::{certificate, coq, lean, theorem as theorem_report, vipr};
use grundy::theorem::claim::Derived;
use grundy::verdict::Report;
use grundy::verify;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Write as _};
use std::path::{Path, PathBuf};

/// Checks a description with its claims, and writes the proof of everything, or the
/// counterexample, to `path`.
pub fn verify(
    source: &str,
    options: &check::Options<'_>,
    path: &Path,
    exports: &[PathBuf],
) -> Result<Report, Failure> {
    // A wrong name should be known before the work.
    let target = AtomicFile::open(path)?;
    let description = match exports {
        [] => None,
        _ => lang::parse(source, &options.reading).description,
    };
    let exports = match &description {
        Some(description) => Some((Exports::open(exports, description, source)?, description)),
        None => None,
    };
    let (report, certified) = check_and_certify(source, options);
    let is_proof = matches!(certified, Certified::Proof { .. });
    keep(certified, target, path)?;
    if let Some((exports, description)) = exports.filter(|_| is_proof) {
        exports.leaves(path, description, source)?;
    }
    Ok(report)
}

/// Proves a description, derives the theorem about these values, and writes the proof of both, or
/// the counterexample, to `path`.
pub fn theorem(
    description: &Description,
    source: &str,
    options: &verify::Options<'_>,
    path: &Path,
    values: Alphabet,
) -> Result<(Report, Option<Derived>), Failure> {
    let target = AtomicFile::open(path)?;
    let (report, mut derived, certified) = check::certify(description, source, options, &[values]);
    keep(certified, target, path)?;
    Ok((report, derived.pop()))
}

/// Writes what there is to write, and says what is missing.
fn keep(certified: Certified, mut target: AtomicFile, path: &Path) -> Result<(), Failure> {
    let failed = |error| cannot_write(path.display(), &error);
    match certified {
        Certified::Proof { proof, not_covered } => {
            for values in not_covered {
                complain(format_args!(
                    "the certificate does not cover the period of the {}",
                    theorem_report::values(values)
                ));
            }
            let mut file = BufWriter::new(target.file());
            // What is left in the buffer is written here, where a full disk is noticed.
            proof.write(&mut file).and_then(|()| file.flush()).map_err(failed)?;
        }
        Certified::Counterexample(found) => {
            let text = certificate::evidence(&found);
            target.file().write_all(text.as_bytes()).map_err(failed)?;
        }
        Certified::Unsupported(reason) => {
            complain(format_args!("no certificate: the format has no words for this: {reason}"));
            return Ok(());
        }
        Certified::Nothing => {
            complain(format_args!("no certificate: there is nothing to certify"));
            return Ok(());
        }
    }
    target.replace().map_err(failed)
}

/// Does one of the formats know the words of a description only as they are written?
pub fn of_the_words_as_written(exports: &[PathBuf]) -> bool {
    exports.chunks_exact(2).any(|pair| pair[0] == Path::new("coq-theorem"))
}

/// The files for other checkers.
pub struct Exports {
    vipr: Option<(PathBuf, vipr::Manifest)>,
    lean: Option<(PathBuf, lean::File)>,
    coq: Option<(PathBuf, coq::File)>,
    theorem: Option<PathBuf>,
    failed: Option<Failure>,
}

impl Exports {
    /// Prepares what `--export` asks for: pairs of a format and a place.
    pub fn open(
        wanted: &[PathBuf],
        description: &Description,
        source: &str,
    ) -> Result<Self, Failure> {
        let mut exports = Self { vipr: None, lean: None, coq: None, theorem: None, failed: None };
        for pair in wanted.chunks_exact(2) {
            let place = pair[1].clone();
            match pair[0].to_str() {
                Some("vipr") => {
                    fs::create_dir_all(&place)
                        .map_err(|error| cannot_write(place.display(), &error))?;
                    exports.vipr = Some((place, vipr::Manifest::new(description, &digest(source))));
                }
                Some("lean") => {
                    exports.lean = Some((place, lean::File::new(description, source)));
                }
                Some("coq") => exports.coq = Some((place, coq::File::new(description, source))),
                Some("coq-theorem") => exports.theorem = Some(place),
                _ => {
                    return Err(Failure::usage(format!(
                        "{} is no format to export to; there are vipr, lean, coq and coq-theorem",
                        pair[0].display()
                    )));
                }
            }
        }
        Ok(exports)
    }

    /// Writes the closed leaves of the proof that was just written to `path`, and its theorem.
    fn leaves(
        mut self,
        path: &Path,
        description: &Description,
        source: &str,
    ) -> Result<(), Failure> {
        let file = File::open(path).map_err(|error| cannot_write(path.display(), &error))?;
        let opened = Certificate::open(BufReader::new(file));
        let shown = opened.and_then(|certificate| {
            let mut on_closed = |closed: &Closed<'_>| self.closed(closed);
            minimality::check(certificate, description, &digest(source), Some(&mut on_closed))
        });
        // What this program just proved and wrote down is a proof.
        assert!(shown.is_ok(), "bug in grundy: its own proof does not check: {shown:?}");
        self.theorem(path, description, source)?;
        self.finish()
    }

    /// Takes up a closed leaf.
    pub fn closed(&mut self, closed: &Closed<'_>) {
        if let Some((folder, manifest)) = &mut self.vipr
            && self.failed.is_none()
        {
            let (name, text) = manifest.leaf(closed);
            let file = folder.join(name);
            self.failed =
                fs::write(&file, text).err().map(|error| cannot_write(file.display(), &error));
        }
        if let Some((_, file)) = &mut self.lean {
            file.leaf(closed);
        }
        if let Some((_, file)) = &mut self.coq {
            file.leaf(closed);
        }
    }

    /// Writes the theorem that the accepted certificate at `path` proves, or says why there is none.
    pub fn theorem(
        &self,
        path: &Path,
        description: &Description,
        source: &str,
    ) -> Result<(), Failure> {
        let Some(place) = &self.theorem else { return Ok(()) };
        if path == Path::new("-") {
            let reason = "--export coq-theorem reads the certificate twice: give it as a file";
            return Err(Failure::usage(reason));
        }
        let unreadable =
            |error| Failure::usage(format!("cannot read {} again: {error}", path.display()));
        let certificate = fs::read_to_string(path).map_err(unreadable)?;
        match coq::theorem(description, source, &certificate) {
            Ok(text) => {
                fs::write(place, text).map_err(|error| cannot_write(place.display(), &error))
            }
            Err(reason) => {
                complain(format_args!("no theorem for Coq: {reason}"));
                Ok(())
            }
        }
    }

    /// Writes what is left to write.
    pub fn finish(self) -> Result<(), Failure> {
        if let Some(failure) = self.failed {
            return Err(failure);
        }
        let manifest = self.vipr.map(|(folder, it)| (folder.join("manifest.tsv"), it.finish()));
        let lean = self.lean.map(|(path, file)| (path, file.finish()));
        let coq = self.coq.map(|(path, file)| (path, file.finish()));
        for (path, text) in manifest.into_iter().chain(lean).chain(coq) {
            fs::write(&path, text).map_err(|error| cannot_write(path.display(), &error))?;
        }
        Ok(())
    }
}
