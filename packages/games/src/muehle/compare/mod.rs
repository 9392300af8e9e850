//! A net and the rules side by side.
//!
//! A marking is *stable* if a place `F-SteinLegen` or `Spielende:F-gewinnt` is marked: then a
//! player begins a turn, or has won, and the marking shows a position.  Net and rules agree in
//! a stable marking if the positions that the net reaches by its next stable markings are those
//! that a turn by the rules leads to.  If they agree in every stable marking that can be reached,
//! both have the same positions turn by turn.
//!
//! The net is only asked what it does: any net with the places that show a position can be
//! compared, whatever else it consists of.  It is run under the capacity rule of the net effect.
//!
//! 1. `explore`: all plays up to some number of turns.
//! 2. Games beyond that, three of four steered towards what is rare.  At each stable marking
//!    all ends of the turn are compared, not only the one that is played.
//! 3. Of every kind of divergence the shortest way found is shortened, replayed from the initial
//!    marking, and kept.
//!
//! Games prove nothing: without a divergence the question is open, unless step 1 has come to an
//! end by itself.

mod exhaustive;
mod games;
mod kind;
mod reading;
mod shorten;
mod steer;
mod turn;

pub use games::Events;
pub use kind::DifferenceKind;
pub use shorten::Shortest;

use super::board::{Fields, Mill};
use super::rules::{CaptureRule, Player, Position, Status, Successor};
use crate::limit::{CancellationToken, Limit};
use crate::petri::{Net, TransitionId};
use exhaustive::{Compared, SearchBounds, Sighting, compare_turn, explore};
use kind::{Difference, StoneChange};
use rayon::prelude::*;
use reading::{PositionError, Reading};
use turn::{End, Playing, Reached};

/// Stable markings that are kept, at most: about a kilobyte each.
const MOST_MARKINGS: usize = 1_000_000;

/// What to do.
pub struct CompareOptions<'a> {
    /// What the rules say about captures.
    pub rule: CaptureRule,
    /// All plays with this number of turns.
    pub depth: usize,
    /// How many games.
    pub games: u64,
    /// Which games.
    pub seed: u64,
    /// The caller's wish to stop.
    pub stop: CancellationToken,
    /// Told now and then how many games are done.
    pub progress: Option<&'a (dyn Fn(u64) + Sync)>,
}

impl Default for CompareOptions<'_> {
    /// All plays of three turns, and 2000 games.
    fn default() -> Self {
        Self {
            rule: CaptureRule::OutsideMills,
            depth: 3,
            games: 2000,
            seed: 1,
            stop: CancellationToken::default(),
            progress: None,
        }
    }
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct NetComparison {
    /// One divergence of each kind, by kind.
    pub divergences: Vec<Divergence>,
    /// Turns of which every play was looked at.
    pub depth: usize,
    /// Was everything reachable looked at?
    pub complete: bool,
    /// Stable markings looked at on the way to that depth.
    pub markings: u64,
    /// Games played.
    pub games: u64,
    /// Turns compared, counting each end of each turn.
    pub turns: u64,
    /// What happened in the games.
    pub events: Events,
    /// Why less was looked at than was asked for.
    pub limit: Option<Limit>,
}

/// A way in which net and rules differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The kind.
    pub kind: DifferenceKind,
    /// What fires from the initial marking on, with the turn that shows the difference if the net
    /// has one like it.
    pub fired: Vec<TransitionId>,
    /// How many of these come before that turn.
    pub way: usize,
    /// The number of that turn, from 1.
    pub turn: usize,
    /// The position before that turn, if the initial marking shows one.
    pub before: Option<Position>,
    /// Complete mills without a record before that turn.
    pub unrecorded: Vec<Mill>,
    /// Records of lines that are no mills before that turn.
    pub stale: Vec<Mill>,
    /// What the net does in that turn, for the same move.
    pub by_net: Vec<String>,
    /// What the rules do, for the same move.
    pub by_rules: Vec<String>,
    /// What is known about the number of firings.
    pub shortest: Shortest,
    /// Is an earlier turn not in the rules?
    pub astray: bool,
}

/// Compares a net with the rules.
///
/// # Errors
///
/// The names of the missing places if the net is no net of this game.
///
/// # Panics
///
/// If a divergence cannot be replayed, which would be a bug.
pub fn compare(net: &Net, options: &CompareOptions<'_>) -> Result<NetComparison, Vec<String>> {
    let reading = Reading::new(net)?;
    let player = Playing::new(net, reading);
    let start = player.reading.position(&net.initial());
    if !Player::ALL.map(|it| Ok(Position::start(it))).contains(&start) {
        return Ok(NetComparison::of_start(start));
    }
    let CompareOptions { rule, depth, games, seed, stop, .. } = options;
    let bounds = SearchBounds { depth: *depth, within: Fields::ALL, markings: MOST_MARKINGS, stop };
    let explored = explore(&player, *rule, &bounds);
    let mut played = games::Played::default();
    let done = std::sync::atomic::AtomicU64::new(0);
    let complete = explored.complete;
    let parts: Vec<_> = (0..if complete { 0 } else { *games })
        .into_par_iter()
        .map(|number| {
            let part = games::play(&player, *rule, *seed, number, stop);
            let done = done.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1;
            if let Some(progress) = options.progress {
                progress(done);
            }
            part
        })
        .collect();
    parts.into_iter().for_each(|part| played.add(part));
    let depth = explored.depth;
    let mut divergences = Vec::new();
    let (exhaustive, in_games) = (explored.found, played.explored.found);
    let new = in_games.into_iter().filter(|found| {
        exhaustive.iter().all(|known| known.difference.kind != found.difference.kind)
    });
    let new: Vec<_> = new.collect();
    for found in new {
        let (found, shortest) = shorten::shorten(&player, *rule, found, stop);
        divergences.push(divergence(&player, *rule, &found, shortest));
    }
    for found in &exhaustive {
        let shortest = Shortest::UpToTurns(depth);
        divergences.push(divergence(&player, *rule, found, shortest));
    }
    divergences.sort_by_key(|divergence| divergence.kind);
    Ok(NetComparison {
        divergences,
        depth,
        complete,
        markings: explored.markings,
        games: played.games,
        turns: explored.turns + played.turns,
        events: played.events,
        limit: explored.limit.or(played.explored.limit),
    })
}

impl NetComparison {
    /// The net does not even begin like a game.
    fn of_start(start: Result<Position, PositionError>) -> Self {
        let by_net = start.map_or_else(|why| why.to_string(), |position| position.to_string());
        let by_rules = Player::ALL.map(|it| Position::start(it).to_string());
        let divergence = Divergence {
            kind: DifferenceKind::Start,
            fired: Vec::new(),
            way: 0,
            turn: 1,
            before: start.ok(),
            unrecorded: Vec::new(),
            stale: Vec::new(),
            by_net: vec![by_net],
            by_rules: by_rules.to_vec(),
            shortest: Shortest::UpToTurns(0),
            astray: false,
        };
        Self { divergences: vec![divergence], markings: 1, ..Self::default() }
    }
}

/// Replays what was found, and says what both do in the last turn.
fn divergence(
    player: &Playing<'_>,
    rule: CaptureRule,
    found: &Sighting,
    shortest: Shortest,
) -> Divergence {
    let kind = found.difference.kind;
    let marking = player.replay(&found.way).expect("a way that was found can be replayed");
    // To leave one out would make the net agree with the rules.
    let compared = compare_turn(player, rule, &marking).ok().flatten();
    let compared = compared.expect("a turn that was compared can be compared again");
    let same = compared.differences.iter().find(|it| it.kind == kind);
    let difference = *same.expect("a difference that was found is there again");
    let mut fired = found.way.clone();
    if let Some(witness) = difference.witness {
        fired.extend(&compared.reached[witness].fired);
        let end = player.replay(&fired).expect("a turn that was found can be replayed");
        assert_eq!(end, compared.reached[witness].marking, "the replay ends elsewhere");
    }
    let (unrecorded, stale) = player.reading.out_of_step(&marking, &compared.before);
    let (by_net, by_rules) = sides(&compared, &difference);
    Divergence {
        kind,
        fired,
        way: found.way.len(),
        turn: found.turns + 1,
        before: Some(compared.before),
        unrecorded,
        stale,
        by_net,
        by_rules,
        shortest,
        astray: found.astray,
    }
}

/// What both do in a turn, limited to the move that shows the difference.
fn sides(compared: &Compared, difference: &Difference) -> (Vec<String>, Vec<String>) {
    let before = &compared.before;
    let Status::ToMove(mover) = before.status else {
        let ends = compared.reached.iter().map(|it| ending(before, it));
        return (ends.take(1).collect(), vec![before.to_string()]);
    };
    let change = |after: &Position| StoneChange::new(mover, before, after);
    let witness = difference.witness.map(|it| &compared.reached[it]);
    let shown =
        witness.and_then(|it| it.end.position()).or(difference.missing.map(|it| it.position));
    let like = |after: &Position| {
        shown.as_ref().is_some_and(|shown| {
            let (shown, after) = (change(shown), change(after));
            (shown.from, shown.to) == (after.from, after.to)
        })
    };
    let mut by_net: Vec<_> = compared
        .reached
        .iter()
        .filter(|it| it.end.position().is_some_and(|after| like(&after)))
        .map(|it| ending(before, it))
        .collect();
    if by_net.is_empty() {
        by_net.extend(witness.map(|it| ending(before, it)));
    }
    by_net.sort();
    by_net.dedup();
    let any = compared.outcomes.iter().any(|it| like(&it.position));
    // Without a move that is like it, the rules end the game or have other moves.
    let told = |it: &&Successor| if any { like(&it.position) } else { it.turn.is_none() };
    let by_rules = compared.outcomes.iter().filter(told).map(|it| spoken(mover, it)).collect();
    (by_net, by_rules)
}

/// An end of a turn in words.
fn ending(before: &Position, reached: &Reached) -> String {
    let (Status::ToMove(mover), End::Position(after)) = (before.status, reached.end) else {
        return match reached.end {
            End::Position(after) => after.to_string(),
            End::Nothing(why) => why.to_string(),
            End::Stuck => "nothing can fire, and nobody has won".to_owned(),
        };
    };
    let StoneChange { from, to, taken, given } = StoneChange::new(mover, before, &after);
    if !given.is_empty() || to.len() != 1 || from.len() > 1 {
        return after.to_string();
    }
    let mut text = String::new();
    text.extend(from.iter().map(|field| format!("{field}-")));
    text.extend(to.iter().map(|field| field.to_string()));
    text.extend(taken.iter().map(|field| format!(" x{field}")));
    text + &consequence(mover, after.status)
}

fn spoken(mover: Player, outcome: &Successor) -> String {
    let turn = outcome.turn.map_or_else(|| "no move".to_owned(), |turn| turn.to_string());
    turn + &consequence(mover, outcome.position.status)
}

/// What is to be said about the status after a turn: nothing if the opponent is to move.
fn consequence(mover: Player, status: Status) -> String {
    match status {
        Status::ToMove(next) if next == mover.other() => String::new(),
        Status::ToMove(next) => format!(", and {next} is to move"),
        Status::Won(winner) => format!(", and {winner} has won"),
    }
}
