//! From markings to positions, by the names of places.

use crate::muehle::board::{Field, Fields, Mill};
use crate::muehle::rules::{Player, Position, Status};
use crate::petri::{Net, PlaceId};
use std::collections::HashMap;

/// The places of a net that show the position.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    stones: [[PlaceId; Field::COUNT]; 2],
    hand: [PlaceId; 2],
    captured: [PlaceId; 2],
    to_move: [PlaceId; 2],
    won: [PlaceId; 2],
    /// The records of mills, if the net has all of them.
    records: Option<[PlaceId; Mill::COUNT]>,
}

impl Reading {
    /// Finds the places; the names of those that are missing, if there are any.
    ///
    /// # Errors
    ///
    /// If a place is missing: `A1,1` to `B3,8`, and for F = A, B the places `F-Steine`,
    /// `F-ausgeschieden`, `F-SteinLegen` and `Spielende:F-gewinnt`.
    pub(super) fn new(net: &Net) -> Result<Self, Vec<String>> {
        let places = net.places.iter().enumerate();
        let ids: HashMap<_, _> = places.map(|(id, place)| (place.name.as_str(), id)).collect();
        let mut missing = Vec::new();
        let mut find = |name: String| match ids.get(name.as_str()) {
            Some(&id) => id,
            None => {
                missing.push(name);
                0
            }
        };
        let mut stones = [[0; Field::COUNT]; 2];
        for player in Player::ALL {
            for field in Field::all() {
                stones[player as usize][field.index()] = find(format!("{player}{field}"));
            }
        }
        let hand = Player::ALL.map(|player| find(format!("{player}-Steine")));
        let captured = Player::ALL.map(|player| find(format!("{player}-ausgeschieden")));
        let to_move = Player::ALL.map(|player| find(format!("{player}-SteinLegen")));
        let won = Player::ALL.map(|player| find(format!("Spielende:{player}-gewinnt")));
        let mut records = Some([0; Mill::COUNT]);
        for mill in Mill::all() {
            match (ids.get(format!("M{mill}").as_str()), &mut records) {
                (Some(&id), Some(records)) => records[mill.index()] = id,
                _ => records = None,
            }
        }
        if missing.is_empty() {
            Ok(Self { stones, hand, captured, to_move, won, records })
        } else {
            Err(missing)
        }
    }

    /// Is a turn over in this marking: does a player begin a turn, or has one won?
    pub(super) fn is_stable(&self, marking: &[u32]) -> bool {
        self.to_move.iter().chain(&self.won).any(|&place| marking[place] > 0)
    }

    /// The position that a stable marking shows, or why it shows none; of a game that is over,
    /// without the numbers of stones in hand and captured.
    pub(super) fn position(&self, marking: &[u32]) -> Result<Position, PositionError> {
        let mut stones = [Fields::default(); 2];
        for player in Player::ALL {
            for field in Field::all() {
                match marking[self.stones[player as usize][field.index()]] {
                    0 => {}
                    1 => stones[player as usize] = stones[player as usize].with(field),
                    tokens => return Err(PositionError::Stones { player, field, tokens }),
                }
            }
        }
        if let Some(field) = stones[0].and(stones[1]).iter().next() {
            return Err(PositionError::BothPlayers { field });
        }
        let count = |places: [PlaceId; 2]| {
            let counts = places.map(|place| u8::try_from(marking[place]).unwrap_or(u8::MAX));
            let few = counts.iter().all(|&count| count <= 9);
            few.then_some(counts).ok_or(PositionError::Count)
        };
        let (hand, captured) = (count(self.hand)?, count(self.captured)?);
        let places = self.to_move.iter().chain(&self.won);
        let mut marked =
            Status::ALL.into_iter().zip(places).filter(|(_, place)| marking[**place] > 0);
        match (marked.next(), marked.next()) {
            (Some((status, &place)), None) if marking[place] == 1 => {
                Ok(shown(Position { stones, hand, captured, status }))
            }
            _ => Err(PositionError::Status),
        }
    }

    /// The recorded mills, if the net has records.
    pub(super) fn recorded(&self, marking: &[u32]) -> Option<Vec<Mill>> {
        let records = self.records.as_ref()?;
        Some(Mill::all().filter(|mill| marking[records[mill.index()]] > 0).collect())
    }

    /// The mills whose record says something else than the board: complete without a record, and
    /// recorded without being complete.
    pub(super) fn out_of_step(
        &self,
        marking: &[u32],
        position: &Position,
    ) -> (Vec<Mill>, Vec<Mill>) {
        let Some(recorded) = self.recorded(marking) else { return Default::default() };
        let complete =
            |mill: &Mill| position.stones.iter().any(|stones| stones.contains_all(mill.fields()));
        let unrecorded = Mill::all().filter(|mill| complete(mill) && !recorded.contains(mill));
        let stale = recorded.iter().copied().filter(|mill| !complete(mill));
        (unrecorded.collect(), stale.collect())
    }
}

/// What is compared of a position.  Of a game that is over these are the stones on the board and
/// the winner: the net empties `G-ausgeschieden` when F wins.
pub(super) fn shown(position: Position) -> Position {
    match position.status {
        Status::ToMove(_) => position,
        Status::Won(_) => Position { hand: [0; 2], captured: [0; 2], ..position },
    }
}

/// Why a marking shows no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, thiserror::Error)]
pub(super) enum PositionError {
    /// A field has several stones of a player.
    #[error("{tokens} stones of {player} on {field}")]
    Stones {
        /// The player.
        player: Player,
        /// The field.
        field: Field,
        /// How many.
        tokens: u32,
    },
    /// A field has stones of both players.
    #[error("stones of both players on {field}")]
    BothPlayers {
        /// The field.
        field: Field,
    },
    /// More than nine stones in hand or captured.
    #[error("more than nine stones in hand or captured")]
    Count,
    /// It is not clear whose turn it is, or who has won.
    #[error("several tokens say whose turn it is or who has won")]
    Status,
}
