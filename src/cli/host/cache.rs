//! Proofs that were found before: verdicts kept in the user's cache folder.
//!
//! Kept is *verified* alone, of descriptions about which there is nothing else to say.  A refutation
//! has to be replayed before it is shown, and what is undecided may be decided by more time.
//!
//! An entry goes by the digest of all that the verdict depends on: the text, how it is read, who
//! answers questions about integers, and the program, which is known by its commit.  A program that was
//! built from changed or unknown sources keeps nothing of its own accord; with a folder that was named
//! it is known by its bytes.  An entry is sealed by a digest of that key and of
//! its own content, so that damaged entries and those of other texts are passed over.  That is no
//! defence against somebody who may write to the folder and means harm: a proof for others is a
//! certificate (`--certificate`), whose check never looks here.

use super::file;
use grundy::VERSION;
use grundy_core::diagnostic::Span;
use grundy_core::verdict::{ClaimVerdict, Looked, Report, Statistics, Verdict};
use grundy_report::check::{Kind, Options};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fs;
use std::path::PathBuf;

/// The form of an entry, and what is kept.
const FORM: &str = "grundy verdict 1";

/// The variable that names the folder; there is no cache where it is empty.
const VARIABLE: &str = "GRUNDY_CACHE";

/// The verdicts that were kept.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    /// What proves.
    program: String,
}

/// What a verdict depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key(String);

/// What is kept of a proof.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// Where the CLAIM lines stand, all of which are right.
    claims: Vec<(usize, usize)>,
    /// The counts of the proof.
    statistics: Vec<u64>,
}

/// An entry with its seal, as it stands in a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sealed {
    seal: String,
    entry: Entry,
}

impl Cache {
    /// The cache of the user, if there is one.
    pub fn open() -> Option<Self> {
        let commit = commit();
        let (folder, program) = match std::env::var_os(VARIABLE) {
            Some(folder) if folder.is_empty() => return None,
            Some(folder) => (PathBuf::from(folder), commit.or_else(bytes)?),
            None => {
                use etcetera::BaseStrategy as _;
                // To read the program takes longer than most proofs.
                let program = commit?;
                (etcetera::choose_base_strategy().ok()?.cache_dir().join("grundy"), program)
            }
        };
        Some(Self { folder, program })
    }

    /// The key of a text; nothing where verdicts of its kind are not kept.
    pub fn key(&self, kind: Kind, text: &str, options: &Options<'_>) -> Option<Key> {
        if kind != Kind::Nimseq {
            return None;
        }
        let alphabet = options.reading.alphabet.map(|it| it.to_string()).unwrap_or_default();
        let raw = if options.reading.raw { "raw" } else { "" };
        let backend = format!("{:?}", options.backend);
        let parts = [FORM, &self.program, kind.name(), &alphabet, raw, &backend, text];
        Some(Key(digest(parts)))
    }

    /// The proof that was kept.
    pub fn find(&self, key: &Key, text: &str) -> Option<Report> {
        let kept = fs::read(self.file(key)).ok()?;
        let Sealed { seal, entry } = serde_json::from_slice(&kept).ok()?;
        if seal != entry.seal(key) {
            return None;
        }
        entry.report(text)
    }

    /// Keeps a proof; what cannot be written is not kept.
    pub fn keep(&self, key: &Key, report: &Report) {
        let Some(entry) = Entry::of(report) else { return };
        let sealed = Sealed { seal: entry.seal(key), entry };
        let Ok(text) = serde_json::to_string(&sealed) else { return };
        // Without the entry the text is proved again.
        let _ = file::create_folder(&self.folder)
            .and_then(|()| file::write_bytes(&self.file(key), text.as_bytes()));
    }

    fn file(&self, key: &Key) -> PathBuf {
        self.folder.join(&key.0)
    }
}

impl Entry {
    /// What is kept of a proof; nothing of what is not proved, or needs words.
    fn of(report: &Report) -> Option<Self> {
        let Looked::Cases(statistics) = &report.looked else { return None };
        let Report { verdict, findings, description, claims, .. } = report;
        let proved = |verdict: Verdict| verdict == Verdict::Verified;
        let all = proved(*verdict)
            && description.is_none_or(proved)
            && claims.iter().all(|claim| proved(claim.verdict))
            && description.is_some() != claims.is_empty();
        let claims = claims.iter().map(|claim| (claim.span.start, claim.span.end)).collect();
        let statistics = statistics.counts().map(|(_, count)| count).into();
        (all && findings.is_empty()).then_some(Self { claims, statistics })
    }

    /// The proof as it was told.
    fn report(self, text: &str) -> Option<Report> {
        let claims = self.claims.into_iter().map(|(start, end)| {
            let span = Span::new(start, end);
            text.get(start..end).map(|_| ClaimVerdict { span, verdict: Verdict::Verified })
        });
        let claims = claims.collect::<Option<Vec<_>>>()?;
        let looked = Looked::Cases(Statistics::of_counts(self.statistics.try_into().ok()?));
        let description = (!claims.is_empty()).then_some(Verdict::Verified);
        let report = Report::new(Verdict::Verified, Vec::new(), looked);
        Some(Report { claims, description, ..report })
    }

    fn seal(&self, key: &Key) -> String {
        let Self { claims, statistics } = self;
        digest([FORM, &key.0, &format!("{claims:?} {statistics:?}")])
    }
}

/// The SHA-256 of texts, each with its length in front.
fn digest<const N: usize>(parts: [&str; N]) -> String {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update((part.len() as u64).to_le_bytes());
        digest.update(part);
    }
    hexadecimal(&digest.finalize())
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The commit of the program, if nothing else went into it.
fn commit() -> Option<String> {
    (VERSION.contains('(') && !VERSION.contains("changed")).then(|| VERSION.to_owned())
}

/// The digest of the program.
fn bytes() -> Option<String> {
    let program = fs::read(std::env::current_exe().ok()?).ok()?;
    Some(hexadecimal(&Sha256::digest(program)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_ilp::BackendKind;
    use grundy_report::check::check;

    const TEXT: &str = "n >= 1\n{ n }\nCLAIM period 2n\nREPEAT _n An ENDREP\n";

    fn cache(test: &str) -> Cache {
        let folder = format!("grundy-cache-{}-{test}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        // Nothing is left of an earlier run.
        let _ = fs::remove_dir_all(&folder);
        Cache { folder, program: "a program".to_owned() }
    }

    fn key(cache: &Cache, text: &str) -> Key {
        cache.key(Kind::Nimseq, text, &Options::default()).expect("a key")
    }

    #[test]
    fn a_proof_is_found_as_it_was_told() {
        let cache = cache("found");
        let key = key(&cache, TEXT);
        assert!(cache.find(&key, TEXT).is_none());
        let report = check(Kind::Nimseq, TEXT, &Options::default());
        assert_eq!(report.verdict, Verdict::Verified, "{report:?}");
        cache.keep(&key, &report);
        let found = cache.find(&key, TEXT).expect("the proof");
        assert_eq!((found.verdict, &found.claims), (Verdict::Verified, &report.claims));
        assert_eq!((found.description, found.looked), (report.description, report.looked));
        let _ = fs::remove_dir_all(&cache.folder);
    }

    #[test]
    fn nothing_but_a_proof_is_kept() {
        let cache = cache("proof");
        let stopped = Options::default();
        stopped.stop.request();
        for (text, options) in [
            ("n >= 1\n{ n }\nREPEAT _n A(n+1) ENDREP\n", Options::default()),
            ("n >= 1\n{ n }\nCLAIM period 3n\nREPEAT _n An ENDREP\n", Options::default()),
            ("n >= 1 n <= 0\n{ n }\nREPEAT _n An ENDREP\n", Options::default()),
            ("n >= 1\n{ n }\nREPEAT _n An\n", Options::default()),
            // Proved, with a warning.
            (
                "n >= 1\n{ n }\nREPEAT FOR i FROM 1 UPTO n REP _ ENDREP An ENDREP\n",
                Options::default(),
            ),
            (TEXT, stopped),
        ] {
            let key = key(&cache, text);
            let report = check(Kind::Nimseq, text, &options);
            assert!(report.verdict != Verdict::Verified || !report.findings.is_empty(), "{text}");
            cache.keep(&key, &report);
            assert!(cache.find(&key, text).is_none(), "{text}");
        }
        assert!(!cache.folder.exists(), "nothing was written");
    }

    #[test]
    fn the_key_is_of_everything() {
        let one = cache("key");
        let mut keys = vec![key(&one, TEXT), key(&one, &format!("{TEXT}\n"))];
        let other = Cache { program: "another program".to_owned(), ..cache("key") };
        keys.push(key(&other, TEXT));
        let mut options = Options::default();
        options.reading.raw = true;
        keys.extend(one.key(Kind::Nimseq, TEXT, &options));
        options.reading.alphabet = Some(grundy_check::model::Alphabet::Nim);
        keys.extend(one.key(Kind::Nimseq, TEXT, &options));
        let options = Options { backend: BackendKind::Both, ..Options::default() };
        keys.extend(one.key(Kind::Nimseq, TEXT, &options));
        for (index, key) in keys.iter().enumerate() {
            assert!(!keys[..index].contains(key), "{index}");
        }
        assert_eq!(keys.len(), 6);
        assert_eq!(one.key(Kind::Family, TEXT, &options), None);
    }

    #[test]
    fn what_was_tampered_with_is_passed_over() {
        let cache = cache("tampered");
        let key = key(&cache, TEXT);
        cache.keep(&key, &check(Kind::Nimseq, TEXT, &Options::default()));
        let kept = fs::read_to_string(cache.file(&key)).expect("an entry");
        let wrong = "n >= 1\n{ n }\nCLAIM period 3n\nREPEAT _n An ENDREP\n";
        let another = self::key(&cache, wrong);
        // The entry of another text under this name.
        fs::write(cache.file(&another), &kept).expect("a file");
        assert!(cache.find(&another, wrong).is_none());
        let mut changed = 0;
        for (at, byte) in kept.bytes().enumerate() {
            let mut bytes = kept.clone().into_bytes();
            bytes[at] = if byte == b'1' { b'2' } else { b'1' };
            fs::write(cache.file(&key), &bytes).expect("a file");
            assert!(cache.find(&key, TEXT).is_none(), "byte {at} of {kept}");
            fs::write(cache.file(&key), &kept[..at]).expect("a file");
            assert!(cache.find(&key, TEXT).is_none(), "cut at {at}");
            changed += 1;
        }
        assert!(changed > 64);
        fs::write(cache.file(&key), &kept).expect("a file");
        assert!(cache.find(&key, TEXT).is_some());
        let _ = fs::remove_dir_all(&cache.folder);
    }
}
