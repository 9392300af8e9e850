//! The values of a game, or how far they are computed.

use super::{Control, Failure};
use crate::cli::flags::game::AskedGame;
use grundy_check::Integer;
use grundy_sequence::Packed;

/// The values of so many positions of a game from this one on.
pub fn values(
    asked: AskedGame,
    from: &Integer,
    count: usize,
    control: &Control,
) -> Result<Packed, Failure> {
    let moves = asked.subject.moves();
    asked.source.values(from, count, &control.stop).map_err(|unreached| {
        control.ended_early(unreached.limit, unreached.came(from, count, &moves))
    })
}
