//! Claims about positions against full search where that is feasible, and the theory elsewhere.

use super::description::{Claims, PositionClaim, Statement};
use super::{Convention, Move, Outcome, Position, list, search, theory};
use crate::diagnostic::{Code, counted};
use crate::limit::{CancellationToken, Limit};
use crate::lines::{Deviation, judged};
use crate::verdict::PublishedValue;

/// The code of a wrong claim.
const WRONG: Code = Code::WrongNimClaim;

/// Compares every claim with the game, in the order of the text.
///
/// # Panics
/// If full search contradicts the theory, which would be a bug.
pub fn check(lines: &[Claims], stop: &CancellationToken) -> Vec<PublishedValue> {
    let mut values = Vec::new();
    for line in lines {
        let mut games = [None, None];
        for claim in &line.claims {
            values.push(compare(line, claim, &mut games, stop));
        }
    }
    values
}

/// The truth about a position in one of the games.
struct Truth {
    outcome: Outcome,
    winning_moves: Vec<Move>,
    /// How it was found.
    evidence: String,
}

impl Truth {
    fn of(
        position: &Position,
        convention: Convention,
        stop: &CancellationToken,
    ) -> Result<Self, Limit> {
        stop.check()?;
        let outcome = theory::outcome(position, convention);
        let winning_moves = theory::winning_moves(position, convention);
        let evidence = match search::solve(position, convention, stop)? {
            Some(found) => {
                assert_eq!(
                    (found.outcome, &found.winning_moves),
                    (outcome, &winning_moves),
                    "full search contradicts the theory at {position}"
                );
                format!("found by full search of {}", counted(found.positions, "position"))
            }
            None => "found by the theory: the positions below are too many to search".to_owned(),
        };
        Ok(Self { outcome, winning_moves, evidence })
    }

    /// May the described strategy play this?
    fn allows(&self, position: &Position, chosen: Option<&Move>) -> bool {
        let Some(chosen) = chosen else { return position.is_empty() };
        if self.winning_moves.is_empty() {
            return chosen.take.is_one() && position.after(chosen).is_ok();
        }
        self.winning_moves.contains(chosen)
    }
}

fn compare(
    line: &Claims,
    claim: &PositionClaim,
    games: &mut [Option<Truth>; 2],
    stop: &CancellationToken,
) -> PublishedValue {
    let (convention, what) = match &claim.statement {
        Statement::Xor(claimed) => {
            let computed = line.about.nim_sum();
            let deviation = (*claimed != computed).then(|| Deviation {
                claimed: claimed.to_string(),
                computed: computed.to_string(),
                notes: Vec::new(),
            });
            return judged(line, claim, (WRONG, "xor"), Ok(deviation));
        }
        Statement::Outcome(convention, _) => (*convention, "outcome"),
        Statement::Winning(convention, _) => (*convention, "winning moves"),
        Statement::Plays(convention, _) => (*convention, "strategy"),
    };
    let column = format!("{} {what}", convention.name());
    let known = &mut games[convention as usize];
    let truth = match known {
        Some(truth) => Ok(&*truth),
        None => Truth::of(&line.about, convention, stop).map(|truth| &*known.insert(truth)),
    };
    let deviation = truth.map(|truth| deviation(&line.about, &claim.statement, truth));
    judged(line, claim, (WRONG, &column), deviation)
}

/// How what is claimed about a game differs from the truth, if it does.
fn deviation(position: &Position, statement: &Statement, truth: &Truth) -> Option<Deviation> {
    let (claimed, computed, mut notes) = match statement {
        Statement::Xor(_) => return None,
        Statement::Outcome(convention, claimed) => {
            let note = match truth.winning_moves.first() {
                Some(winning) => leads(position, winning, *convention),
                None if position.is_empty() => "nothing is left to take".to_owned(),
                None => "every move leaves the opponent a won position".to_owned(),
            };
            (claimed.to_string(), truth.outcome.to_string(), vec![note])
        }
        Statement::Winning(convention, claimed) => {
            let mut sorted = claimed.clone();
            sorted.sort();
            let leads = |one: &Move| leads(position, one, *convention);
            let wrong = sorted.iter().filter(|one| !truth.winning_moves.contains(one));
            let missing = truth.winning_moves.iter().filter(|one| !sorted.contains(one));
            let missing = missing.map(|one| format!("missing: {}", leads(one)));
            let notes = wrong.map(leads).chain(missing).collect();
            (list(&sorted), list(&truth.winning_moves), notes)
        }
        Statement::Plays(_, claimed) if truth.allows(position, claimed.as_ref()) => return None,
        Statement::Plays(convention, claimed) => {
            let computed = match &truth.winning_moves[..] {
                [] if position.is_empty() => "-".to_owned(),
                [] => "one stick from any heap".to_owned(),
                moves => moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" or "),
            };
            let note = match claimed {
                Some(chosen) => leads(position, chosen, *convention),
                None => "there is a move".to_owned(),
            };
            (list(claimed.as_slice()), computed, vec![note])
        }
    };
    notes.push(truth.evidence.clone());
    (claimed != computed).then_some(Deviation { claimed, computed, notes })
}

/// What becomes of a move, so that the reader can follow it.
fn leads(position: &Position, chosen: &Move, convention: Convention) -> String {
    let after = match position.after(chosen) {
        Ok(after) => after,
        Err(illegal) => return format!("{chosen} is not a move: {illegal}"),
    };
    let name = convention.name();
    let reply = theory::winning_moves(&after, convention).into_iter().next();
    match (theory::outcome(&after, convention), reply) {
        (Outcome::P, _) if after.is_empty() => format!("{chosen} takes the last stick and wins"),
        (Outcome::P, _) => format!("{chosen} leaves {after}, lost for the opponent ({name} play)"),
        (Outcome::N, Some(reply)) => {
            format!("{chosen} leaves {after}, and the opponent wins with {reply} ({name} play)")
        }
        (Outcome::N, None) => format!("{chosen} takes the last stick and loses"),
    }
}
