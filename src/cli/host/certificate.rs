//! Certificates as files.

use super::atomic_file::AtomicFile;
use super::exit::Failure;
use super::output::{cannot_write, complain};
use grundy::certificate::{Certificate, Closed};
use grundy::chain::Unsupported;
use grundy::check;
use grundy::lang::digest;
use grundy::minimality;
use grundy::model::{Alphabet, Description};
use grundy::report::{certificate, lean, theorem as theorem_report, vipr};
use grundy::theorem;
use grundy::theorem::claim::{self, Derived};
use grundy::verdict::{Looked, Report, Statistics, Verdict};
use grundy::verify::{self, CounterexampleFile, Options};
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
    let mut failed = None;
    let report =
        check::description_by(source, options, |description, proving, values| {
            match write(description, source, proving, path, exports, values) {
                Ok((report, derived)) => (report, Some(derived)),
                Err(failure) => {
                    failed = Some(failure);
                    let nothing = Looked::Cases(Statistics::default());
                    (Report::new(Verdict::Undecided, Vec::new(), nothing), None)
                }
            }
        });
    failed.map_or(Ok(report), Err)
}

/// Verifies, derives the theorems about these values, and writes the proof of everything, or
/// the counterexample, to `path`.
pub fn write(
    description: &Description,
    source: &str,
    options: &Options<'_>,
    path: &Path,
    exports: &[PathBuf],
    theorems: &[Alphabet],
) -> Result<(Report, Vec<Derived>), Failure> {
    let failed = |error| cannot_write(path.display(), &error);
    let mut exports = Exports::open(exports, description, source)?;
    let digest = digest(source);
    let mut target = AtomicFile::create(path).map_err(failed)?;
    let (report, proof) = verify::certify(description, source, options);
    let mut derived = Vec::new();
    let proof = proof.map(|proof| {
        derived = claim::derive(description, theorems, &options.stop);
        let mut proof = proof?;
        for (values, theorem) in &derived {
            if let Ok(theorem) = theorem
                && theorem.can_be_certified()
            {
                proof.sections.push(theorem::certify(theorem, description, &options.stop)?);
            } else {
                complain(format_args!(
                    "the certificate does not cover the period of the {}",
                    theorem_report::values(*values)
                ));
            }
        }
        Ok(proof)
    });
    match proof {
        Some(Ok(proof)) => {
            proof.write(&mut BufWriter::new(target.file())).map_err(failed)?;
            target.replace().map_err(failed)?;
            if !exports.is_empty() {
                let file = File::open(path).map_err(failed)?;
                let opened = Certificate::open(BufReader::new(file));
                let shown = opened.and_then(|certificate| {
                    let mut on_closed = |closed: &Closed<'_>| exports.closed(closed);
                    minimality::check(certificate, description, &digest, Some(&mut on_closed))
                });
                // What this program just proved and wrote down is a proof.
                assert!(shown.is_ok(), "bug in grundy: its own proof does not check: {shown:?}");
                exports.finish()?;
            }
        }
        Some(Err(Unsupported(reason))) => {
            complain(format_args!("no certificate: the format has no words for this: {reason}"));
        }
        None => {
            drop(target);
            match CounterexampleFile::of(&report, description, source) {
                None => complain(format_args!("no certificate: there is nothing to certify")),
                Some(evidence) => {
                    let mut target = AtomicFile::create(path).map_err(failed)?;
                    let text = certificate::evidence(&evidence);
                    target.file().write_all(text.as_bytes()).map_err(failed)?;
                    target.replace().map_err(failed)?;
                }
            }
        }
    }
    Ok((report, derived))
}

/// The files for other checkers.
pub struct Exports {
    vipr: Option<(PathBuf, vipr::Manifest)>,
    lean: Option<(PathBuf, lean::File)>,
    failed: Option<Failure>,
}

impl Exports {
    /// Prepares what `--export` asks for: pairs of a format and a place.
    pub fn open(
        wanted: &[PathBuf],
        description: &Description,
        source: &str,
    ) -> Result<Self, Failure> {
        let mut exports = Self { vipr: None, lean: None, failed: None };
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
                _ => {
                    return Err(Failure::usage(format!(
                        "{} is no format to export to; there are vipr and lean",
                        pair[0].display()
                    )));
                }
            }
        }
        Ok(exports)
    }

    /// Is nothing asked for?
    pub fn is_empty(&self) -> bool {
        self.vipr.is_none() && self.lean.is_none()
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
    }

    /// Writes what is left to write.
    pub fn finish(self) -> Result<(), Failure> {
        if let Some(failure) = self.failed {
            return Err(failure);
        }
        let manifest = self.vipr.map(|(folder, it)| (folder.join("manifest.tsv"), it.finish()));
        let lean = self.lean.map(|(path, file)| (path, file.finish()));
        for (path, text) in manifest.into_iter().chain(lean) {
            fs::write(&path, text).map_err(|error| cannot_write(path.display(), &error))?;
        }
        Ok(())
    }
}
