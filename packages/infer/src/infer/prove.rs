//! From a sequence that was fitted to a theorem about a class of games.

use super::cones::Rows;
use super::node::Sequence;
use super::pieces;
use super::write::{body, description};
use super::{Class, Family};
use crate::affine::Affine;
use crate::lang;
use crate::limit::{CancellationToken, Limit};
use crate::model::{Description, Rule};
use crate::theorem::{self, Theorem, theorem};
use crate::threads::Threads;
use crate::verdict::Verdict;
use crate::verify;

/// A description that the verifier has proved.
#[derive(Clone, Debug)]
pub struct Proved {
    /// It holds for the numbers m of this class.
    pub class: Class,
    /// It holds from this m on.
    pub least: i64,
    /// The description.
    pub text: String,
    /// What it describes.
    pub(super) structure: Structure,
}

/// What is described.
#[derive(Clone, Debug)]
pub(super) enum Structure {
    /// Words and loops; numbers are over the parameter, followed by the indices of loops.
    Sequence(Sequence<Affine>),
    /// An endless loop that carries a state.
    Rows(Rows),
}

impl Structure {
    /// The number of words and loops.
    pub(super) fn size(&self) -> usize {
        match self {
            Self::Sequence(sequence) => sequence.size(),
            Self::Rows(rows) => rows.size() + 1,
        }
    }
}

/// Why a description is not proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unproved {
    /// A stop was requested.
    Stopped,
    /// What the verifier says: the verdict, and its first message.
    Verdict(Verdict, String),
}

/// Proves that the structure is that of the games of the class: for all m >= `least`, which is the smallest number
/// found, and at most `upto`.
///
/// Whether all m from some number on can be proved is monotone in this number, so it is looked for by growing steps,
/// and then by bisection.
pub(super) fn prove(
    family: &Family,
    class: Class,
    rule: Rule,
    structure: Structure,
    upto: i64,
    threads: &Threads,
    stop: &CancellationToken,
) -> Result<Proved, Unproved> {
    let body = match &structure {
        Structure::Sequence(sequence) => body(family, class, rule, &pieces::named(sequence)),
        Structure::Rows(rows) => rows.text(rule.alphabet(), &[family.parameter_of(class)]),
    };
    let attempt = |least: i64| {
        let text = description(family, class, least, rule, &body);
        let text = match &structure {
            Structure::Sequence(_) => text,
            Structure::Rows(_) => lang::format(&text).unwrap_or(text),
        };
        verified(&text, threads, stop).map(|()| text)
    };
    let first = class.first(family.least());
    let (mut failed, mut step) = (first - 1, 1);
    let (mut least, mut text) = loop {
        let next = (failed + step).min(upto.max(first));
        match attempt(next) {
            Ok(text) => break (next, text),
            Err(Unproved::Stopped) => return Err(Unproved::Stopped),
            Err(unproved) if next >= upto => return Err(unproved),
            Err(_) => (failed, step) = (next, 2 * step),
        }
    };
    while least - failed > 1 {
        let middle = failed + (least - failed) / 2;
        match attempt(middle) {
            Ok(better) => (least, text) = (middle, better),
            Err(Unproved::Stopped) => break,
            Err(_) => failed = middle,
        }
    }
    Ok(Proved { class, least, text, structure })
}

/// Proves a text.
pub(super) fn verified(
    text: &str,
    threads: &Threads,
    stop: &CancellationToken,
) -> Result<(), Unproved> {
    let description = read(text)?;
    let options =
        verify::Options { threads: threads.clone(), stop: stop.clone(), ..Default::default() };
    let report = verify::verify(&description, text, &options);
    match report.verdict {
        Verdict::Verified => Ok(()),
        _ if stop.requested() => Err(Unproved::Stopped),
        verdict => {
            let message = report.findings.first().map(|one| one.diagnostic.message.clone());
            Err(Unproved::Verdict(verdict, message.unwrap_or_default()))
        }
    }
}

fn read(text: &str) -> Result<Description, Unproved> {
    let lowered = lang::parse(text, &lang::Options::default());
    lowered.description.ok_or_else(|| {
        let message = lowered.diagnostics.first().map(|one| one.message.clone());
        Unproved::Verdict(Verdict::Rejected, message.unwrap_or_default())
    })
}

impl Proved {
    /// The words and loops; `None` if a loop carries a state.
    pub(super) fn sequence(&self) -> Option<&Sequence<Affine>> {
        match &self.structure {
            Structure::Sequence(sequence) => Some(sequence),
            Structure::Rows(_) => None,
        }
    }

    /// Period and preperiod for all games of the class from the least m on.
    pub fn theorem(&self, stop: &CancellationToken) -> Result<Theorem, theorem::Undecided> {
        let stopped = |_| theorem::Undecided::Limit(Limit::STOPPED);
        let description = read(&self.text).map_err(stopped)?;
        theorem(&description, &theorem::TheoremOptions { values: None, stop: stop.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::super::fit::fit;
    use super::super::fold::fold;
    use super::super::node::Node;
    use super::*;
    use crate::Integer;

    fn fitted(moves: &str, rule: Rule) -> (Family, Sequence<Affine>) {
        let moves = lang::moves(moves).expect("moves").moves;
        let family = Family::new('n', &moves, 0).expect("a family");
        let stop = CancellationToken::default();
        let games: Vec<_> = (1000..1003)
            .map(|n| (n, fold(&family, n, rule, 1 << 16, &stop, &mut 0).expect("a game").sequence))
            .collect();
        let games: Vec<_> = games.iter().map(|(n, game)| (*n, game)).collect();
        let sequence = fit(&games).expect("a fit");
        (family, sequence)
    }

    /// Adds to a number of a sequence, counted from the beginning; `false` if it has no such number.
    fn change(nodes: &mut [Node<Affine>], left: &mut usize, by: &Affine) -> bool {
        for node in nodes {
            let (Node::Word(_, number) | Node::Loop(number, _)) = node else { panic!("a piece") };
            if *left == 0 {
                number.add_multiple(&Integer::ONE, by);
                return true;
            }
            *left -= 1;
            if let Node::Loop(_, body) = node
                && change(body, left, by)
            {
                return true;
            }
        }
        false
    }

    /// Whichever number of a sequence is wrong, nothing is proved.
    #[test]
    fn wrong_numbers_are_never_proved() {
        let mut refused = 0;
        for (moves, rule) in [
            ("{ n 2n }", Rule::Normal),
            ("{ n n+1 2n+3 }", Rule::Mex),
            ("{ 2 4n-1 4n+1 4n+5 8n-2 }", Rule::Normal),
            ("{ 5n 7n+1 11n-2 }", Rule::Normal),
        ] {
            let (family, sequence) = fitted(moves, rule);
            let stop = CancellationToken::default();
            let proved = |sequence| {
                let threads = Threads::default();
                prove(
                    &family,
                    Class::ALL,
                    rule,
                    Structure::Sequence(sequence),
                    1000,
                    &threads,
                    &stop,
                )
            };
            assert!(proved(sequence.clone()).is_ok_and(|proved| proved.least < 12), "{moves}");
            for by in [Affine::constant(1), Affine::constant(-1), Affine::variable(0)] {
                for place in 0..sequence.size() {
                    let mut wrong = sequence.clone();
                    let mut left = place;
                    let changed = change(&mut wrong.before, &mut left, &by)
                        || change(&mut wrong.period, &mut left, &by);
                    assert!(changed);
                    let unproved = proved(wrong).expect_err(moves);
                    assert!(
                        matches!(
                            unproved,
                            Unproved::Verdict(Verdict::Refuted | Verdict::Rejected, _)
                        ),
                        "{unproved:?}"
                    );
                    refused += 1;
                }
            }
        }
        assert!(refused > 60, "{refused}");
    }

    #[test]
    fn a_stop_is_no_proof() {
        let (family, sequence) = fitted("{ n 2n }", Rule::Normal);
        let stop = CancellationToken::default();
        stop.request();
        let threads = Threads::default();
        let structure = Structure::Sequence(sequence);
        let proved = prove(&family, Class::ALL, Rule::Normal, structure, 1000, &threads, &stop);
        assert_eq!(proved.map(|proved| proved.least), Err(Unproved::Stopped));
    }
}
