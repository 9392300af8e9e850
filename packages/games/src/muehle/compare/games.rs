//! Games played with the net, every turn compared with the rules.

use super::exhaustive::{Compared, Explored, compare_turn};
use super::kind::StoneChange;
use super::reading::Reading;
use super::steer::Weights;
use super::turn::{End, Playing, Reached};
use crate::chance::Chance;
use crate::limit::{CancellationToken, Limit};
use crate::muehle::board::Mill;
use crate::muehle::rules::{CaptureRule, Status};
use std::collections::BTreeSet;

/// After how many turns games end at the latest, by their numbers: there is no rule for draws, and
/// most of what is rare comes up while stones are placed.
const LONGEST: [usize; 4] = [120, 24, 120, 24];

/// What happened in games, by turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Events {
    /// A stone closed two mills.
    pub two_mills: u64,
    /// A mill was closed when all opposing stones were in mills.
    pub all_in_mills: u64,
    /// A stone was captured out of a mill.
    pub from_mill: u64,
    /// A player with an empty hand could not move.
    pub blocked: u64,
    /// A stone jumped.
    pub jumps: u64,
    /// A mill was closed where the player had one before in this game.
    pub closed_again: u64,
    /// Before the turn the records of mills said something else than the board.
    pub out_of_step: u64,
    /// The last but two stone of a player was captured.
    pub decided: u64,
}

impl Events {
    /// The names and counts, in the order of every output.
    pub fn list(&self) -> [(&'static str, u64); 8] {
        [
            ("two mills closed by one stone", self.two_mills),
            ("all opposing stones in mills", self.all_in_mills),
            ("captures from a mill", self.from_mill),
            ("blocked players", self.blocked),
            ("jumps", self.jumps),
            ("mills closed again", self.closed_again),
            ("records that differ from the board", self.out_of_step),
            ("games decided by captures", self.decided),
        ]
    }

    fn add(&mut self, other: &Self) {
        self.two_mills += other.two_mills;
        self.all_in_mills += other.all_in_mills;
        self.from_mill += other.from_mill;
        self.blocked += other.blocked;
        self.jumps += other.jumps;
        self.closed_again += other.closed_again;
        self.out_of_step += other.out_of_step;
        self.decided += other.decided;
    }
}

/// What came of one game, or of several.
#[derive(Default)]
pub(super) struct Played {
    /// Games.
    pub games: u64,
    /// Ends of turns that were compared.
    pub turns: u64,
    /// What happened in the turns that were played.
    pub events: Events,
    /// The differences.
    pub explored: Explored,
}

impl Played {
    /// Adds what came of another game.
    pub(super) fn add(&mut self, other: Self) {
        self.games += other.games;
        self.turns += other.turns;
        self.events.add(&other.events);
        for found in other.explored.found {
            self.explored.add(found);
        }
        self.explored.limit = self.explored.limit.or(other.explored.limit);
    }
}

/// Plays the game with this number: but for every fourth one it is steered.  The same for the same
/// seed.
///
/// At every stable marking all ends of the turn are compared.  The game goes on with one that is
/// in the rules, where there is one; else with one of the net, whose position is then the one that
/// the rules go on from.
pub(super) fn play(
    player: &Playing<'_>,
    rule: CaptureRule,
    seed: u64,
    number: u64,
    stop: &CancellationToken,
) -> Played {
    if stop.requested() {
        let mut none = Played::default();
        none.explored.limit = Some(Limit::STOPPED);
        return none;
    }
    let mut random = Chance::numbered(seed, number);
    let weights = (!number.is_multiple_of(4)).then(|| Weights::draw(&mut random));
    let mut played = Played { games: 1, ..Played::default() };
    let mut marking = player.net.initial();
    let mut way = Vec::new();
    let mut astray = false;
    let mut closed_before = [(); 2].map(|()| BTreeSet::new());
    let longest = LONGEST[usize::try_from(number % 4).unwrap_or(0)];
    for turns in 0..longest {
        if stop.requested() {
            // A game that is cut short is not one that was compared.
            played.games = 0;
            played.explored.limit = Some(Limit::STOPPED);
            break;
        }
        let compared = match compare_turn(player, rule, &marking) {
            Ok(Some(compared)) => compared,
            Ok(None) => break,
            Err(limit) => {
                played.explored.limit = Some(limit);
                break;
            }
        };
        played.turns += compared.reached.len() as u64;
        for &difference in &compared.differences {
            played.explored.add(compared.sighting(difference, way.clone(), turns, astray));
        }
        let Some(chosen) = choose(&compared, &player.reading, weights.as_ref(), &mut random) else {
            break;
        };
        astray |= !compared.is_legal(chosen);
        note(&mut played.events, &player.reading, &marking, &compared, chosen, &mut closed_before);
        way.extend(&chosen.fired);
        marking.clone_from(&chosen.marking);
    }
    played
}

/// The end of the turn to go on with.
fn choose<'c>(
    compared: &'c Compared,
    reading: &Reading,
    weights: Option<&Weights>,
    random: &mut Chance,
) -> Option<&'c Reached> {
    let legal: Vec<_> = match compared.differences.is_empty() {
        true => compared.reached.iter().collect(),
        false => compared.reached.iter().filter(|it| compared.is_legal(it)).collect(),
    };
    let choices = if legal.is_empty() { compared.reached.iter().collect() } else { legal };
    match weights {
        None => random.choose(&choices),
        Some(weights) => choices.into_iter().max_by_key(|reached| match reached.end {
            End::Position(after) => {
                weights.value(random, reading, &reached.marking, &compared.before, &after)
            }
            _ => i64::MIN,
        }),
    }
}

/// Counts what happens in a turn.
fn note(
    events: &mut Events,
    reading: &Reading,
    marking: &[u32],
    compared: &Compared,
    chosen: &Reached,
    closed_before: &mut [BTreeSet<Mill>; 2],
) {
    let before = &compared.before;
    let (Status::ToMove(mover), End::Position(after)) = (before.status, chosen.end) else { return };
    let (unrecorded, stale) = reading.out_of_step(marking, before);
    events.out_of_step += u64::from(!unrecorded.is_empty() || !stale.is_empty());
    let change = StoneChange::new(mover, before, &after);
    let Some(to) = change.to.iter().next() else {
        events.blocked += u64::from(matches!(after.status, Status::Won(_)));
        return;
    };
    let from = change.from.iter().next();
    let closed: Vec<_> = before.closed(from, to).collect();
    let other = before.stones_of(mover.other());
    let in_mills = other.in_mills().and(other);
    events.two_mills += u64::from(closed.len() == 2);
    events.all_in_mills += u64::from(!closed.is_empty() && in_mills == other && !other.is_empty());
    events.from_mill += u64::from(!change.taken.and(in_mills).is_empty());
    events.jumps += u64::from(from.is_some_and(|from| !from.neighbours().contains(to)));
    events.decided += u64::from(after.status == Status::Won(mover));
    for mill in closed {
        events.closed_again += u64::from(!closed_before[mover as usize].insert(mill));
    }
}
