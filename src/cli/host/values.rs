//! The values of a game, or how far they are computed.

use super::control::Control;
use super::exit::Failure;
use grundy_check::model::Value;
use grundy_sequence::{Game, Stream};

/// The values of so many positions of a game from this one on.
pub fn values(
    game: &Game,
    from: u64,
    count: usize,
    control: &Control,
) -> Result<Vec<Value>, Failure> {
    let mut stream = Stream::new(game, from);
    stream.take(count, &control.stop).map_err(|limit| {
        let end = from.saturating_add(count as u64);
        let came =
            format!("{} of {end} positions of {} are computed", stream.known(), game.moves());
        control.ended_early(limit, came)
    })
}
