//! In which ways a turn of the net can differ from one of the rules.

use super::turn::{End, Reached};
use crate::muehle::board::{Field, Fields};
use crate::muehle::rules::{Player, Position, Status, Successor};
use std::collections::BTreeSet;

grundy_language::named! {
    /// A kind of divergence.  Every difference between the positions of net and rules is of at least
    /// one kind.
    DifferenceKind {
        Start: "start", "the net does not begin with the empty board and nine stones in hand";
        UnearnedCapture: "unearned-capture", "the net captures although the turn closed no mill";
        CaptureFromMill: "capture-from-mill", "the net captures a stone in a mill while others \
                                               are not in mills";
        CaptureIfAllInMills: "capture-if-all-in-mills", "all opposing stones are in mills, so \
            none may be captured, but the net captures one";
        SeveralCaptures: "several-captures", "the net captures several stones in one turn";
        MissedCapture: "missed-capture", "the turn closed a mill, but the net captures nothing";
        RefusedCapture: "refused-capture", "the net does not capture a stone that may be captured";
        IllegalMove: "illegal-move", "the net makes a move that the rules do not allow";
        MissedMove: "missed-move", "the net does not make a move that the rules allow";
        NextPlayer: "next-player", "the net and the rules disagree about who is to move";
        GameEnd: "game-end", "the net and the rules disagree about the end of the game";
        Counts: "counts", "the net and the rules disagree about the stones in hand or captured";
        PositionError: "no-position", "the net reaches a marking that shows no position";
        Stuck: "stuck", "the net stops in the middle of a turn";
        AfterEnd: "after-end", "the net goes on although the game is over";
    }
}

/// Something that only one of the two does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Difference {
    /// The kind.
    pub kind: DifferenceKind,
    /// The end of the turn that shows it, as an index into those that the net reaches: what only
    /// the net does, or what it does instead.  `None` if it does nothing like it.
    pub witness: Option<usize>,
    /// What only the rules do, if that is the difference.
    pub missing: Option<Successor>,
}

/// How the stones of two positions differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StoneChange {
    /// Fields that stones of the mover left.
    pub from: Fields,
    /// Fields where the mover has stones now.
    pub to: Fields,
    /// Fields that lost a stone of the opponent.
    pub taken: Fields,
    /// Fields where the opponent has stones now.
    pub given: Fields,
}

impl StoneChange {
    /// What the turn of a player changed.
    pub(super) fn new(mover: Player, before: &Position, after: &Position) -> Self {
        let [own, other] = [mover, mover.other()]
            .map(|player| (before.stones_of(player), after.stones_of(player)));
        Self {
            from: own.0.minus(own.1),
            to: own.1.minus(own.0),
            taken: other.0.minus(other.1),
            given: other.1.minus(other.0),
        }
    }

    /// Did a stone go from here to there, whatever was captured?
    pub(super) fn is_move(&self, from: Option<Field>, to: Field) -> bool {
        let from = from.map(Fields::from).unwrap_or_default();
        self.given.is_empty() && (self.from, self.to) == (from, to.into())
    }
}

/// The differences between what the net reaches and what the rules say, the first of each kind;
/// none if the sets of positions are equal.
pub(super) fn differences(
    before: &Position,
    reached: &[Reached],
    outcomes: &[Successor],
) -> Vec<Difference> {
    let mut by_rules: Vec<_> = outcomes.iter().map(|it| End::Position(it.position)).collect();
    let mut by_net: Vec<_> = reached.iter().map(|reached| reached.end).collect();
    by_rules.sort_unstable();
    by_net.sort_unstable();
    by_net.dedup();
    if by_net == by_rules {
        return Vec::new();
    }
    let only = |kind, witness| Difference { kind, witness, missing: None };
    let Status::ToMove(mover) = before.status else {
        return vec![only(DifferenceKind::AfterEnd, Some(0))];
    };
    if reached.is_empty() {
        return vec![Difference {
            missing: outcomes.first().copied(),
            ..only(DifferenceKind::Stuck, None)
        }];
    }
    let mut differences = Vec::new();
    for (index, end) in reached.iter().map(|reached| reached.end).enumerate() {
        let kinds = match end {
            _ if by_rules.binary_search(&end).is_ok() => continue,
            End::Stuck => vec![DifferenceKind::Stuck],
            End::Nothing(_) => vec![DifferenceKind::PositionError],
            End::Position(after) => added(mover, before, &after, outcomes),
        };
        differences.extend(kinds.into_iter().map(|kind| only(kind, Some(index))));
    }
    for outcome in outcomes {
        if by_net.binary_search(&End::Position(outcome.position)).is_err()
            && let Some((kind, witness)) = missing(mover, before, outcome, reached)
        {
            differences.push(Difference { missing: Some(*outcome), ..only(kind, witness) });
        }
    }
    let mut known = BTreeSet::new();
    differences.retain(|difference| known.insert(difference.kind));
    differences
}

/// The kinds of a position that only the net reaches.
fn added(
    mover: Player,
    before: &Position,
    after: &Position,
    outcomes: &[Successor],
) -> Vec<DifferenceKind> {
    let alike = outcomes.iter().find(|outcome| outcome.position.stones == after.stones);
    if let Some(Successor { position, .. }) = alike {
        return vec![match (position.status, after.status) {
            (one, other) if one == other => DifferenceKind::Counts,
            (Status::ToMove(_), Status::ToMove(_)) => DifferenceKind::NextPlayer,
            _ => DifferenceKind::GameEnd,
        }];
    }
    let change = StoneChange::new(mover, before, after);
    let turns = || outcomes.iter().filter_map(|outcome| outcome.turn);
    let mut same_move = turns().filter(|turn| change.is_move(turn.from, turn.to)).peekable();
    let Some(first) = same_move.peek().copied() else { return vec![DifferenceKind::IllegalMove] };
    let wins = after.status == Status::Won(mover);
    let kind = match change.taken.len() {
        // With the same stones it would have been found above, so the rules capture.
        0 => DifferenceKind::MissedCapture,
        2.. => DifferenceKind::SeveralCaptures,
        1 if first.captured.is_some() => DifferenceKind::CaptureFromMill,
        1 if before.closed(first.from, first.to).next().is_some() => {
            DifferenceKind::CaptureIfAllInMills
        }
        1 => DifferenceKind::UnearnedCapture,
    };
    let ends = wins && kind != DifferenceKind::MissedCapture;
    [Some(kind), ends.then_some(DifferenceKind::GameEnd)].into_iter().flatten().collect()
}

/// The kind of a position that only the rules reach, with what the net does instead; `None` if
/// that is of a kind by itself.
fn missing(
    mover: Player,
    before: &Position,
    outcome: &Successor,
    reached: &[Reached],
) -> Option<(DifferenceKind, Option<usize>)> {
    let Some(turn) = outcome.turn else {
        // Everything that the net does instead of giving up is an illegal move.
        return Some((DifferenceKind::GameEnd, Some(0)));
    };
    let stones = outcome.position.stones;
    if reached.iter().any(|it| it.end.position().is_some_and(|after| after.stones == stones)) {
        return None;
    }
    let mut instead = reached.iter().enumerate().filter_map(|(index, reached)| {
        let change = StoneChange::new(mover, before, &reached.end.position()?);
        change.is_move(turn.from, turn.to).then_some((index, change.taken.len()))
    });
    let Some((first, taken)) = instead.next() else {
        return Some((DifferenceKind::MissedMove, None));
    };
    match (turn.captured, taken) {
        (None, _) => None,
        (Some(_), 0) if instead.all(|(_, taken)| taken == 0) => {
            Some((DifferenceKind::MissedCapture, Some(first)))
        }
        (Some(_), _) => Some((DifferenceKind::RefusedCapture, Some(first))),
    }
}
