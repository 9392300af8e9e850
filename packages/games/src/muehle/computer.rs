//! A simple opponent: looks at its turn and the answer.

use super::board::{Fields, Mill};
use super::rules::{CaptureRule, Player, Position, Status, Successor};
use crate::chance::Chance;

/// Worth of a won game.
const WIN: i64 = 1_000_000;

/// The outcome to choose: one of those whose worst answer is best; `None` if the game is over.
/// The same for the same seed.
///
/// ```
/// use grundy_games::muehle::{CaptureRule, Player, Position, computer::choose};
/// let chosen = choose(&Position::start(Player::A), CaptureRule::OutsideMills, 1).unwrap();
/// assert_eq!(chosen.turn.unwrap().captured, None);
/// ```
pub fn choose(position: &Position, rule: CaptureRule, seed: u64) -> Option<Successor> {
    let Status::ToMove(mover) = position.status else { return None };
    let value = |outcome: &Successor| {
        let answers = outcome.position.outcomes(rule);
        let worst = answers.iter().map(|answer| worth(&answer.position, mover)).min();
        worst.unwrap_or_else(|| worth(&outcome.position, mover))
    };
    let valued: Vec<_> = position.outcomes(rule).into_iter().map(|it| (value(&it), it)).collect();
    let best = valued.iter().map(|(value, _)| *value).max()?;
    let equal = valued.into_iter().filter(|(value, _)| *value == best);
    Chance::new(seed).choose(&equal.map(|(_, outcome)| outcome).collect::<Vec<_>>())
}

/// What a position is worth for a player: stones above all, then mills, then room to move.
fn worth(position: &Position, player: Player) -> i64 {
    match position.status {
        Status::Won(winner) if winner == player => return WIN,
        Status::Won(_) => return -WIN,
        Status::ToMove(_) => {}
    }
    let free = position.free();
    let one = |player: Player| {
        let stones = position.stones_of(player);
        let room: u32 = stones.iter().map(|field| field.neighbours().and(free).len()).sum();
        let within = |mill: Mill| mill.fields().and(stones).len();
        let mills = Mill::all().filter(|&mill| within(mill) == 3).count();
        let open = |mill: Mill| within(mill) == 2 && mill.fields().and(free) != Fields::default();
        let open = Mill::all().filter(|&mill| open(mill)).count();
        let count = |count: usize| i64::try_from(count).unwrap_or(0);
        1000 * i64::from(position.left(player))
            + 60 * count(mills)
            + 40 * count(open)
            + 5 * i64::from(room)
    };
    one(player) - one(player.other())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::muehle::Field;

    fn fields(text: &str) -> Fields {
        text.split(' ').filter_map(Field::parse).collect()
    }

    #[test]
    fn a_mill_is_closed_and_a_stone_captured() {
        let position = Position {
            stones: [fields("11 12 25"), fields("31 33 17")],
            hand: [6, 6],
            captured: [0, 0],
            status: Status::ToMove(Player::A),
        };
        for seed in 0..20 {
            let turn = choose(&position, CaptureRule::OutsideMills, seed).and_then(|it| it.turn);
            let turn = turn.expect("a turn");
            assert_eq!(turn.to, Field::parse("13").expect("a field"), "{turn}");
            // Else 3,2 closes a mill.
            assert!(["3,1", "3,3"].contains(&turn.captured.expect("one").to_string().as_str()));
        }
    }
}
