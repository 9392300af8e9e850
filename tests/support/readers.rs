//! Laws of what is read back from files: certificates, traces, checkpoints, shards of a census and
//! catalogues.  As `laws.rs`: the fuzz targets look for inputs that break them, and
//! `tests/proof/fuzz_corpus.rs` replays the inputs found so far.
//!
//! A forger makes checksums himself, so each input is read as it is and with new ones as well.

use crate::certificate::{checked, resealed};
use grundy_answers::report::Style;
use grundy_answers::report::render::render;
use grundy_census::census::{Stored, Tally};
use grundy_engines::one_game::{Found, Method, Resumed, Search};
use grundy_engines::runs::Cycle;
use grundy_kernel::Integer;
use grundy_kernel::model::Description;
use grundy_kernel::proof::ProofStep;
use grundy_kernel::trace::{Class, Move, check_file};
use grundy_language::diagnostic::Diagnostic;
use grundy_language::lang::{Options, digest, parse};
use grundy_language::limit::CancellationToken;
use grundy_language::polynomial::Polynomial;
use grundy_prove::verify::CounterexampleFile;
use grundy_published::family;
use grundy_published::statement;
use grundy_sequence::{self as sequence, Game, Moves, Rule, cycle};
use num_bigint::BigInt;
use std::cell::Cell;
use std::sync::{LazyLock, mpsc};
use std::time::Duration;

/// How long something may take before it is stopped.
const PATIENCE: Duration = Duration::from_millis(100);

/// Does the work with a token by which it is stopped when patience is over.
fn patiently<T>(work: impl FnOnce(&CancellationToken) -> T) -> T {
    let stop = CancellationToken::default();
    let (done, waiting) = mpsc::channel::<()>();
    let watched = stop.clone();
    let watch = std::thread::spawn(move || {
        if waiting.recv_timeout(PATIENCE) == Err(mpsc::RecvTimeoutError::Timeout) {
            watched.request();
        }
    });
    let result = work(&stop);
    drop(done);
    watch.join().expect("the watch does not panic");
    result
}

/// The first byte as a choice, and the rest as a text.
fn choice(bytes: &[u8], choices: usize) -> (usize, String) {
    let (first, rest) = bytes.split_first().unwrap_or((&0, &[]));
    (usize::from(*first) % choices, String::from_utf8_lossy(rest).into_owned())
}

/// Descriptions that certificates are about, the last three of them wrong.
pub const CLAIMS: [&str; 8] = [
    "n >= 1 { n } REPEAT _n An ENDREP",
    "n >= 1 { n } REPEAT -n +n ENDREP",
    "{ 1 2 } REPEAT <_AB>3 ENDREP",
    "n >= 1 { 1 2n+1 } FOR i FROM 1 UPTO n REP _ A PER REPEAT _ A ENDREP",
    "n >= 1 { n } REPEAT IF n == 1 THEN _ A ELIF n != 3 THEN _n An ELSE _3 A3 FI ENDREP",
    "n >= 1 { n } REPEAT _n A(n+1) ENDREP",
    "n >= 2 { 1 2n } REPEAT <_A>(2n) ENDREP",
    "n >= 1 { n } FOR i FROM 1 UPTO n REP _i Ai PER REPEAT _n An ENDREP",
];

/// The number of them that are right.
const RIGHT: usize = 5;

/// Checking a certificate or a counterexample does not panic, shows nothing that is wrong, and each
/// step has one spelling.  Was it accepted?
pub fn certificate(bytes: &[u8]) -> bool {
    let (claim, text) = choice(bytes, CLAIMS.len());
    let source = CLAIMS[claim];
    let description = parse(source, &Options::default()).description.expect(source);
    for line in text.lines() {
        if let Ok(step) = line.parse::<ProofStep>() {
            assert_eq!(step.to_string(), line);
        }
    }
    if text.starts_with('{') {
        return counterexample(&text, &description, source, claim >= RIGHT);
    }
    // The digest is nothing that a fuzzer finds.
    let lines = text.lines().map(|line| match line.strip_prefix("description ") {
        Some(_) => format!("description {}", digest(source)),
        None => line.to_owned(),
    });
    let forged = resealed(&lines.collect::<Vec<_>>());
    let accepted = [&text, &forged].map(|text| checked(text, &description, source).is_ok());
    assert!(claim < RIGHT || accepted == [false; 2], "a proof of {source}:\n{text}");
    accepted.contains(&true)
}

fn counterexample(text: &str, description: &Description, source: &str, is_wrong: bool) -> bool {
    let Ok(mut file) = serde_json::from_str::<CounterexampleFile>(text) else { return false };
    file.description = digest(source);
    let replayed = patiently(|stop| file.replay(description, source, stop)).is_ok();
    assert!(is_wrong || !replayed, "a counterexample to {source}:\n{text}");
    replayed
}

/// Games of a class are computed if their moves are at most this, and for this number of positions.
const JUDGED: (u64, u64) = (3000, 20_000);

/// Checking a trace does not panic, and what it shows is true of the first games.  Was it accepted?
pub fn trace(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let forged = resealed(&text.lines().map(str::to_owned).collect::<Vec<_>>());
    let mut is_accepted = false;
    for text in [&text, &forged] {
        let asked = Cell::new(0);
        let stop = || asked.replace(asked.get() + 1) > 100;
        let Ok((moves, classes)) = check_file(text.as_bytes(), &stop) else { continue };
        is_accepted = true;
        for class in &classes {
            (0..3).for_each(|m| judge(&moves, class, m));
        }
    }
    is_accepted
}

fn judge(moves: &[Move], class: &Class, m: i64) {
    let Some(n) = class.step.checked_mul(m).and_then(|it| it.checked_add(class.start)) else {
        return;
    };
    let size = |it: &Move| u64::try_from(it.factor.checked_mul(n)?.checked_add(it.summand)?).ok();
    let Some(sizes) = moves.iter().map(size).collect::<Option<Vec<_>>>() else { return };
    let (largest, positions) = JUDGED;
    if sizes.iter().any(|size| *size > largest) {
        return;
    }
    let game = Moves::new(&sizes).and_then(|moves| Game::new(moves, Rule::Normal));
    let game = game.expect("moves that increase from 1 on");
    let Ok(cycle) = cycle(&game, positions, &CancellationToken::default()) else { return };
    let at = |formula: &Polynomial| {
        let value = formula.at(&[Integer::from(n)]);
        assert!(value.is_integer(), "{class:?}");
        value.to_integer()
    };
    let (period, least) = (at(&class.shown.period), BigInt::from(cycle.period));
    assert!(period > BigInt::ZERO && &period % &least == BigInt::ZERO, "{sizes:?}: {class:?}");
    assert!(class.shown.unique.is_none() || period == least, "{sizes:?}: {class:?}");
    if let Some(preperiod) = &class.shown.preperiod {
        assert_eq!(at(preperiod), BigInt::from(cycle.preperiod), "{sizes:?}: {class:?}");
    }
}

/// The searches that checkpoints are of, and the cycle where only jumps can find it: then nothing that
/// is wrong is found, whatever the checkpoint says, unless it says that it was found.
static SEARCHES: LazyLock<Vec<(Search, Option<sequence::Cycle>)>> = LazyLock::new(|| {
    let game =
        |sizes: &[u64], rule| Game::new(Moves::new(sizes).expect("moves"), rule).expect("a game");
    let jumps = |sizes: &[u64], rule| {
        let search = Search::without_positions(sizes, rule).expect("jumps").within(1 << 12);
        let found = cycle(&game(sizes, rule), 1 << 24, &CancellationToken::default());
        (search, Some(found.expect("a cycle")))
    };
    let direct = |sizes: &[u64], rule| (Search::direct(&game(sizes, rule)).within(4), None);
    vec![
        direct(&[3, 7, 8], Rule::Normal),
        direct(&[8, 26, 39, 58], Rule::Mex),
        direct(&[2, 5], Rule::Lost(grundy_sequence::Tally::Odd)),
        jumps(&[20, 50, 61, 81], Rule::Normal),
        jumps(&[10, 26, 33], Rule::Mex),
        (Search::new(&[8, 58, 101, 109], Rule::Normal).expect("methods").within(64), None),
    ]
});

/// Going on from a checkpoint does not panic.  Was it one?
pub fn checkpoint(bytes: &[u8]) -> bool {
    let (number, text) = choice(bytes, SEARCHES.len());
    let (start, truth) = &SEARCHES[number];
    let lines = text.lines().filter(|line| !line.starts_with("sha256 "));
    let content: String = lines.map(|line| format!("{line}\n")).collect();
    let forged = format!("{content}sha256 {}\n", digest(&content));
    let mut is_one = false;
    for text in [&text, &forged] {
        let Ok(Resumed::Search(search)) = start.clone().resume(text.as_bytes()) else { continue };
        is_one = true;
        assert!(start.clone().resume(search.checkpoint().as_bytes()).is_ok(), "{text}");
        let found = patiently(|stop| search.run(stop));
        if let (Ok(Found { method: Method::Runs, cycle: found }), Some(truth)) = (&found, truth) {
            let truth = Cycle::from(*truth);
            assert_eq!(found.preperiod, truth.preperiod, "{text}");
            assert!(found.period.mod_floor(&truth.period).is_zero(), "{text}");
            assert!(!found.is_least || found.period == truth.period, "{text}");
        }
    }
    is_one
}

/// Reading the file of a shard does not panic, nor does adding up what it says.  Was it one?
pub fn census(bytes: &[u8]) -> bool {
    const MARK: &str = ",\"checksum\":\"";
    let text = String::from_utf8_lossy(bytes);
    let (mut forged, mut checksum) = (String::new(), crc32fast::Hasher::new());
    for line in text.lines() {
        let body = line.rsplit_once(MARK).map_or(line, |(body, _)| body);
        checksum.update(body.as_bytes());
        checksum.update(b"\n");
        forged += &format!("{body}{MARK}{:08x}\"}}\n", checksum.clone().finalize());
    }
    let mut is_one = false;
    for content in [bytes, forged.as_bytes()] {
        let Ok(Stored { census, outcomes, .. }) = Stored::read(content) else { continue };
        is_one = true;
        let mut tally = Tally::new(&census);
        outcomes.into_iter().for_each(|outcome| tally.add(outcome, drop));
        tally.finish(drop);
    }
    is_one
}

/// Reading a catalogue or a collection of statements does not panic, nor does comparing it with a little
/// computation; what is said about the text can be shown.  Was it one?
pub fn catalogue(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let shown = |diagnostics: Vec<Diagnostic>| {
        for diagnostic in diagnostics {
            for label in &diagnostic.labels {
                assert!(text.get(label.span.range()).is_some(), "{diagnostic:?} in {text:?}");
            }
            assert!(render(&diagnostic, "x", &text, Style::PLAIN).ends_with('\n'));
        }
    };
    let collection = statement::read(&text).map_err(shown);
    if let Ok(collection) = &collection {
        patiently(|stop| {
            collection.statements.iter().for_each(|it| drop(statement::check(it, 4, stop)));
        });
    }
    let catalogue = family::read(&text).map_err(shown);
    if let Ok(catalogue) = &catalogue {
        patiently(|stop| {
            let stop = stop.clone();
            let options = family::CheckOptions {
                limit_positions: 1 << 12,
                limit_steps: 16,
                stop,
                ..Default::default()
            };
            family::check(catalogue, &options);
        });
    }
    collection.is_ok() || catalogue.is_ok()
}
