//! Claims about positions against full search where that is feasible, and the theory elsewhere.

use super::description::{Claim, Claims, Said};
use super::{Convention, Move, Outcome, Position, list, search, theory};
use crate::diagnostic::Diagnostic;
use crate::limit::{CancellationToken, Limit};
use crate::undecided;
use crate::verdict::{Cell, Finding, PublishedValue, Verdict};

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
                let many = if found.positions == 1 { "position" } else { "positions" };
                format!("found by full search of {} {many}", found.positions)
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
    claim: &Claim,
    games: &mut [Option<Truth>; 2],
    stop: &CancellationToken,
) -> PublishedValue {
    let position = &line.position;
    let (convention, what) = match &claim.said {
        Said::Xor(_) => (None, "xor"),
        Said::Outcome(convention, _) => (Some(*convention), "outcome"),
        Said::Winning(convention, _) => (Some(*convention), "winning moves"),
        Said::Plays(convention, _) => (Some(*convention), "strategy"),
    };
    let column = match convention {
        Some(convention) => format!("{} {what}", convention.name()),
        None => what.to_owned(),
    };
    let value = |verdict, findings| PublishedValue::new(&line.row, &column, verdict, findings);
    let truth = match convention.map(|convention| {
        let known = &mut games[convention as usize];
        match known {
            Some(truth) => Ok(&*truth),
            None => Truth::of(position, convention, stop).map(|truth| &*known.insert(truth)),
        }
    }) {
        Some(Err(limit)) => {
            return value(Verdict::Undecided, vec![undecided(claim.span, limit)]);
        }
        Some(Ok(truth)) => Some(truth),
        None => None,
    };
    let Some((claimed, computed, notes)) = deviation(position, &claim.said, truth) else {
        return value(Verdict::Verified, Vec::new());
    };
    let message = format!("{}: the claim `{column}` is wrong", line.row);
    let label = format!("claimed {claimed}, computed {computed}");
    let mut diagnostic = Diagnostic::error("E0645", message).label(claim.span, label);
    diagnostic.notes = notes;
    diagnostic.notes.extend(truth.map(|truth| truth.evidence.clone()));
    let cell = Cell { row: line.row.clone(), column: column.clone(), claimed, computed };
    value(Verdict::Refuted, vec![Finding::wrong_cell(diagnostic, cell)])
}

/// What is claimed, what is computed, and what shows it, if the two differ.
fn deviation(
    position: &Position,
    said: &Said,
    truth: Option<&Truth>,
) -> Option<(String, String, Vec<String>)> {
    let (claimed, computed, notes) = match (said, truth) {
        (Said::Xor(claimed), _) => {
            (claimed.to_string(), position.nim_sum().to_string(), Vec::new())
        }
        (Said::Outcome(convention, claimed), Some(truth)) => {
            let note = match truth.winning_moves.first() {
                Some(winning) => leads(position, winning, *convention),
                None if position.is_empty() => "nothing is left to take".to_owned(),
                None => "every move leaves the opponent a won position".to_owned(),
            };
            (claimed.to_string(), truth.outcome.to_string(), vec![note])
        }
        (Said::Winning(convention, claimed), Some(truth)) => {
            let mut sorted = claimed.clone();
            sorted.sort();
            let wrong = sorted.iter().filter(|one| !truth.winning_moves.contains(one));
            let missing = truth.winning_moves.iter().filter(|one| !sorted.contains(one));
            let notes = wrong
                .map(|one| leads(position, one, *convention))
                .chain(missing.map(|one| format!("missing: {}", leads(position, one, *convention))))
                .collect();
            (list(&sorted), list(&truth.winning_moves), notes)
        }
        (Said::Plays(convention, claimed), Some(truth)) => {
            if truth.allows(position, claimed.as_ref()) {
                return None;
            }
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
        (_, None) => unreachable!("only the xor is claimed without a convention"),
    };
    (claimed != computed).then_some((claimed, computed, notes))
}

/// What becomes of a move, so that the reader can follow it.
fn leads(position: &Position, chosen: &Move, convention: Convention) -> String {
    let after = match position.after(chosen) {
        Ok(after) => after,
        Err(illegal) => return format!("{chosen} is no move: {illegal}"),
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
