//! Shorter ways to a difference that a game has found.
//!
//! 1. Leave out as many turns of A as of B, in runs of half the game, a quarter, ..., one, as long
//!    as a difference of the same kind remains (A. Zeller, R. Hildebrandt: Simplifying and isolating
//!    failure-inducing input, 2002).
//! 2. Look at all plays with as many turns in which stones stand only on the fields that are left.
//!    If they are not too many, the way found then is a shortest one with stones on these fields.

use super::exhaustive::{SearchBounds, Sighting, compare_turn, explore};
use super::kind::StoneChange;
use super::turn::{Playing, Reached};
use crate::limit::CancellationToken;
use crate::muehle::board::Fields;
use crate::muehle::rules::{CaptureRule, Position, Status};
use crate::petri::TransitionId;

/// Turns that are replayed in the first step, at most.
const MOST_REPLAYED: usize = 3_000;

/// Stable markings that are looked at in the second step, at most.
const MOST_MARKINGS: usize = 40_000;

/// What is known about the length of a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shortest {
    /// Every play with at most this number of turns was looked at: none has fewer firings.
    UpToTurns(usize),
    /// The same for plays in which stones stand only on the fields that this one uses.
    OnItsFields,
    /// Turns were left out as long as that was possible; a shorter way may exist.
    Found,
}

/// A turn of a game.
#[derive(Clone)]
struct TurnStep {
    change: StoneChange,
    fired: Vec<TransitionId>,
}

/// Tries to shorten a way.
pub(super) fn shorten(
    player: &Playing<'_>,
    rule: CaptureRule,
    found: Sighting,
    stop: &CancellationToken,
) -> (Sighting, Shortest) {
    let mut shortener = Shortener { player, rule, replayed: 0, stop };
    let found = shortener.leave_out(found);
    let within = used(player, &found.way);
    let bounds = SearchBounds { depth: found.turns + 1, within, markings: MOST_MARKINGS, stop };
    // A way outside of the rules is kept only if there was none within.
    let explored = explore(player, rule, &bounds);
    let complete = explored.limit.is_none();
    let again = explored.found.into_iter().find(|it| it.difference.kind == found.difference.kind);
    match again {
        Some(again) if again.rank() <= found.rank() => {
            (again, if complete { Shortest::OnItsFields } else { Shortest::Found })
        }
        _ => (found, Shortest::Found),
    }
}

/// The fields on which stones stand at the ends of turns.
fn used(player: &Playing<'_>, way: &[TransitionId]) -> Fields {
    let mut fields = Fields::default();
    let mut marking = player.net.initial();
    for id in way {
        if !player.continued(&mut marking, &[*id]) {
            break;
        }
        if let Ok(position) = player.reading.position(&marking) {
            fields = fields.or(Fields::ALL.minus(position.free()));
        }
    }
    fields
}

struct Shortener<'a, 'n> {
    player: &'a Playing<'n>,
    rule: CaptureRule,
    replayed: usize,
    stop: &'a CancellationToken,
}

impl Shortener<'_, '_> {
    fn leave_out(&mut self, mut best: Sighting) -> Sighting {
        let Some(mut steps) = self.steps(&best.way) else { return best };
        let mut run = steps.len() / 4;
        while run >= 1 {
            match self.without_a_run(&steps, run, &best) {
                Some((shorter, fewer)) => (best, steps) = (shorter, fewer),
                None => run /= 2,
            }
            if self.replayed > MOST_REPLAYED || self.stop.requested() {
                break;
            }
        }
        best
    }

    /// Leaves out `run` turns of each player, if that gives something better.
    fn without_a_run(
        &mut self,
        steps: &[TurnStep],
        run: usize,
        best: &Sighting,
    ) -> Option<(Sighting, Vec<TurnStep>)> {
        let own: Vec<_> = steps.iter().step_by(2).cloned().collect();
        let other: Vec<_> = steps.iter().skip(1).step_by(2).cloned().collect();
        let starts = |steps: &[TurnStep]| (steps.len() + 1).saturating_sub(run);
        for first in 0..starts(&own) {
            for second in 0..starts(&other) {
                let (mut own, mut other) = (own.clone(), other.clone());
                own.drain(first..first + run);
                other.drain(second..second + run);
                let mut merged = Vec::with_capacity(own.len() + other.len());
                let mut other = other.into_iter();
                for step in own {
                    merged.push(step);
                    merged.extend(other.next());
                }
                if let Some(shorter) = self.replay(&merged, best) {
                    return Some((shorter, merged));
                }
                if self.replayed > MOST_REPLAYED || self.stop.requested() {
                    return None;
                }
            }
        }
        None
    }

    /// The turns of a way.
    fn steps(&self, way: &[TransitionId]) -> Option<Vec<TurnStep>> {
        let mut marking = self.player.net.initial();
        let mut before = self.player.reading.position(&marking).ok()?;
        let mut steps = Vec::new();
        let mut fired = Vec::new();
        for &id in way {
            if !self.player.continued(&mut marking, &[id]) {
                return None;
            }
            fired.push(id);
            if self.player.reading.is_stable(&marking) {
                let after = self.player.reading.position(&marking).ok()?;
                let change = change(&before, &after)?;
                steps.push(TurnStep { change, fired: std::mem::take(&mut fired) });
                before = after;
            }
        }
        Some(steps)
    }

    /// Plays the same moves, as far as they are possible; a better way to the same kind of
    /// difference if one comes up.
    fn replay(&mut self, steps: &[TurnStep], best: &Sighting) -> Option<Sighting> {
        let mut marking = self.player.net.initial();
        let mut way = Vec::new();
        let mut astray = false;
        for turns in 0..=steps.len() {
            self.replayed += 1;
            let compared = compare_turn(self.player, self.rule, &marking).ok().flatten()?;
            let kind = best.difference.kind;
            let difference = compared.differences.iter().find(|it| it.kind == kind);
            if let Some(&difference) = difference {
                let found = compared.sighting(difference, way, turns, astray);
                return (found.rank() < best.rank()).then_some(found);
            }
            let step = steps.get(turns)?;
            let same = |reached: &&Reached| {
                let change = reached.end.position().and_then(|it| change(&compared.before, &it));
                change == Some(step.change)
            };
            let exact = compared.reached.iter().find(|it| it.fired == step.fired);
            let next = exact.or_else(|| compared.reached.iter().find(same))?;
            astray |= !compared.is_legal(next);
            way.extend(&next.fired);
            marking.clone_from(&next.marking);
        }
        None
    }
}

fn change(before: &Position, after: &Position) -> Option<StoneChange> {
    match before.status {
        Status::ToMove(mover) => Some(StoneChange::new(mover, before, after)),
        Status::Won(_) => None,
    }
}
