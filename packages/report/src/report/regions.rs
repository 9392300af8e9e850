//! What there is to count about all games with the same largest move.

use super::json::{SCHEMA, document};
use crate::region::{Areas, Class, PeriodType, ThreeMoves, TwoFreeMoves};
use crate::sequence::Cycle;
use serde::Serialize;
use std::fmt::Write as _;

/// A game with its cycle.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct GameEntry {
    moves: Vec<String>,
    period: String,
    preperiod: String,
}

impl GameEntry {
    fn new(moves: &[u32], cycle: Cycle) -> Self {
        Self {
            moves: moves.iter().map(u32::to_string).collect(),
            period: cycle.period.to_string(),
            preperiod: cycle.preperiod.to_string(),
        }
    }

    fn of_three(game: &ThreeMoves) -> Self {
        Self::new(&game.moves, game.cycle)
    }
}

/// The games that Vermutung 6 of A. Flammenkamp (1996) says do not exist.
fn counterexamples(games: &[ThreeMoves]) -> impl Iterator<Item = &ThreeMoves> {
    games.iter().filter(|game| game.period_type() == PeriodType::Other)
}

/// The game with the longest preperiod, of several the first.
fn longest_preperiod(games: &[ThreeMoves]) -> Option<&ThreeMoves> {
    games.iter().rev().max_by_key(|game| game.cycle.preperiod)
}

/// The table row of the games { s1 s2 s3 }, one line for each type.
pub fn three_text(s3: u32, games: &[ThreeMoves]) -> String {
    let areas = Areas::of(games);
    // Writing to a string cannot fail.
    let mut text = format!("{{ s1 s2 {s3} }}: {} games\n\n", areas.games());
    _ = writeln!(text, "{:<6} {:<20} {:>9}  share", "type", "period p", "games");
    for kind in PeriodType::ALL {
        let (name, meaning) = (kind.name(), kind.meaning());
        let (count, share) = (areas.count(kind), areas.share(kind));
        _ = writeln!(text, "{name:<6} {meaning:<20} {count:>9}  {share}");
    }
    if let Some(ThreeMoves { moves: [s1, s2, s3], cycle }) = longest_preperiod(games) {
        let Cycle { period, preperiod } = cycle;
        _ = writeln!(
            text,
            "\nlongest preperiod: {preperiod}, of {{ {s1} {s2} {s3} }} with period {period}"
        );
    }
    for ThreeMoves { moves: [s1, s2, s3], cycle } in counterexamples(games) {
        let Cycle { period, preperiod } = cycle;
        _ = writeln!(
            text,
            "counterexample to Vermutung 6: {{ {s1} {s2} {s3} }} has period {period}, preperiod {preperiod}"
        );
    }
    text
}

/// The same as JSON.
pub fn three_json(s3: u32, games: &[ThreeMoves]) -> String {
    let areas = Areas::of(games);
    let of_type = |kind: PeriodType| Type {
        r#type: kind.name(),
        games: areas.count(kind).to_string(),
        share: areas.share(kind),
    };
    document(&Three {
        schema: SCHEMA,
        class: "three",
        max_move: s3,
        games: areas.games().to_string(),
        types: PeriodType::ALL.into_iter().map(of_type).collect(),
        longest_preperiod: longest_preperiod(games).map(GameEntry::of_three),
        counterexamples: counterexamples(games).map(GameEntry::of_three).collect(),
    })
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Type {
    r#type: &'static str,
    games: String,
    share: String,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Three {
    schema: u32,
    class: &'static str,
    max_move: u32,
    games: String,
    types: Vec<Type>,
    longest_preperiod: Option<GameEntry>,
    counterexamples: Vec<GameEntry>,
}

/// The counts of a class with two free moves.
struct Summary {
    undecided: usize,
    sum_of_periods: u128,
    longest: Option<(Vec<u32>, Cycle)>,
}

impl Summary {
    fn new(class: Class, greatest: u32, games: &[TwoFreeMoves]) -> Self {
        let cycles = || games.iter().filter_map(|game| Some((game, game.cycle?)));
        let longest = cycles().rev().max_by_key(|(_, cycle)| cycle.period);
        Self {
            undecided: games.len() - cycles().count(),
            sum_of_periods: cycles().map(|(_, cycle)| u128::from(cycle.period)).sum(),
            longest: longest
                .and_then(|(game, cycle)| Some((class.moves(game.s1, game.s2, greatest)?, cycle))),
        }
    }
}

/// How many games of the class there are and which has the longest period; `limit` is the
/// number of positions after which a game was left undecided.
pub fn two_free_text(class: Class, greatest: u32, games: &[TwoFreeMoves], limit: u64) -> String {
    let summary = Summary::new(class, greatest, games);
    let form = match class {
        Class::FourMoves => format!("{{ s1 s2 {greatest}-s1 {greatest} }}"),
        Class::SymmetricFive => format!("{{ s1 s2 {greatest}-s2 {greatest}-s1 {greatest} }}"),
    };
    let mut text = format!("{form}: {} games\n", games.len());
    _ = writeln!(text, "sum of the periods: {}", summary.sum_of_periods);
    if let Some((moves, cycle)) = summary.longest {
        let moves: Vec<_> = moves.iter().map(u32::to_string).collect();
        let (moves, Cycle { period, preperiod }) = (moves.join(" "), cycle);
        _ = writeln!(text, "longest period: {period}, of {{ {moves} }} with preperiod {preperiod}");
    }
    if summary.undecided > 0 {
        _ = writeln!(
            text,
            "undecided: {} games, not counted above; no cycle was found among the first {limit} positions (--limit-positions)",
            summary.undecided
        );
    }
    text
}

/// The same as JSON.
pub fn two_free_json(class: Class, greatest: u32, games: &[TwoFreeMoves], limit: u64) -> String {
    let summary = Summary::new(class, greatest, games);
    document(&TwoFree {
        schema: SCHEMA,
        class: match class {
            Class::FourMoves => "four",
            Class::SymmetricFive => "five",
        },
        max_move: greatest,
        games: games.len().to_string(),
        sum_of_periods: summary.sum_of_periods.to_string(),
        longest_period: summary.longest.map(|(moves, cycle)| GameEntry::new(&moves, cycle)),
        undecided: summary.undecided.to_string(),
        limit_positions: limit.to_string(),
    })
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct TwoFree {
    schema: u32,
    class: &'static str,
    max_move: u32,
    games: String,
    sum_of_periods: String,
    longest_period: Option<GameEntry>,
    undecided: String,
    limit_positions: String,
}
