//! The rules, played directly: positions, turns and how a game ends.
//!
//! 1. Each player has nine stones and places them in turn on free fields.
//! 2. With an empty hand a player slides a stone to a free neighbour; with exactly three stones
//!    left it may jump to any free field.
//! 3. Whoever closes a mill, three own stones in a row, captures one opposing stone that is in no
//!    mill.  Two mills closed by one stone earn one capture.  If all opposing stones are in mills
//!    there is no capture, or by the rule of tournaments any of them is captured.
//! 4. A player with fewer than three stones has lost, and so has one with an empty hand who
//!    cannot move.
//!
//! There is no rule for draws.  The rules are those of L. Kramer (Werkzeugbasierte Modellierung
//! von Brettspielen mit Petri-Netzen am Beispiel von Mühle, Universität Bremen, 2021).

use super::board::{Field, Fields, Mill};
use std::fmt;

grundy_language::named! {
    /// One of the two players.
    Player {
        A: "A", "Player A";
        B: "B", "Player B";
    }
}

impl Player {
    /// The opponent.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

grundy_language::named! {
    /// What may be captured when all opposing stones are in mills.
    CaptureRule {
        OutsideMills: "none", "Capture nothing";
        FromMillsIfAll: "any", "Capture any of them, as in tournaments";
    }
}

/// Whose turn it is, or who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Status {
    /// This player is to move.
    ToMove(Player),
    /// This player has won.
    Won(Player),
}

impl Status {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::ToMove(Player::A),
        Self::ToMove(Player::B),
        Self::Won(Player::A),
        Self::Won(Player::B),
    ];
}

/// `A to move`, `A has won`
impl fmt::Display for Status {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ToMove(player) => write!(formatter, "{player} to move"),
            Self::Won(player) => write!(formatter, "{player} has won"),
        }
    }
}

/// A position: everything that the rules look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The stones of A and of B on the board.
    pub stones: [Fields; 2],
    /// The stones that A and B have in hand.
    pub hand: [u8; 2],
    /// How many stones of A and of B were captured.
    pub captured: [u8; 2],
    /// Whose turn it is.
    pub status: Status,
}

/// What a player does in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Turn {
    /// The field that is left; `None` for placing.
    pub from: Option<Field>,
    /// The field where the stone stands then.
    pub to: Field,
    /// The field of the captured stone.
    pub captured: Option<Field>,
}

/// `1,1` places, `1,1-1,2` slides or jumps, and `x2,2` after it captures.
impl fmt::Display for Turn {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(from) = self.from {
            write!(formatter, "{from}-")?;
        }
        write!(formatter, "{}", self.to)?;
        self.captured.map_or(Ok(()), |captured| write!(formatter, " x{captured}"))
    }
}

/// What can become of a position in one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Successor {
    /// What the player does; `None` if nothing can be done and the game is lost.
    pub turn: Option<Turn>,
    /// The position after it.
    pub position: Position,
}

impl Position {
    /// The empty board.
    pub fn start(beginner: Player) -> Self {
        Self {
            stones: [Fields::default(); 2],
            hand: [9; 2],
            captured: [0; 2],
            status: Status::ToMove(beginner),
        }
    }

    /// The stones of a player on the board.
    pub fn stones_of(&self, player: Player) -> Fields {
        self.stones[player as usize]
    }

    /// The fields without a stone.
    pub fn free(&self) -> Fields {
        Fields::ALL.minus(self.stones[0]).minus(self.stones[1])
    }

    /// How many stones a player has left, on the board and in hand.
    pub fn left(&self, player: Player) -> u32 {
        self.stones_of(player).len() + u32::from(self.hand[player as usize])
    }

    /// From where to where the player can bring a stone, without the captures.
    pub fn moves(&self) -> Vec<(Option<Field>, Field)> {
        let Status::ToMove(player) = self.status else { return Vec::new() };
        let free = self.free();
        if self.hand[player as usize] > 0 {
            return free.iter().map(|to| (None, to)).collect();
        }
        let jumps = self.left(player) == 3;
        let stones = self.stones_of(player).iter();
        let moves = stones.flat_map(|from| {
            let targets = if jumps { free } else { from.neighbours().and(free) };
            targets.iter().map(move |to| (Some(from), to))
        });
        moves.collect()
    }

    /// Who has won: by the men that are left, or because the other one cannot move.
    pub fn winner(&self) -> Option<Player> {
        match self.status {
            Status::Won(player) => Some(player),
            Status::ToMove(player) => self.moves().is_empty().then(|| player.other()),
        }
    }

    /// The mills that the player who is to move closes by such a move: at most two.
    pub fn closed(&self, from: Option<Field>, to: Field) -> impl Iterator<Item = Mill> + use<> {
        let own = match self.status {
            Status::ToMove(player) => self.stones_of(player),
            Status::Won(_) => Fields::default(),
        };
        let after = own.minus(from.map(Fields::from).unwrap_or_default()).with(to);
        to.mills().into_iter().filter(move |mill| after.contains_all(mill.fields()))
    }

    /// The stones of a player that may be captured.
    pub fn capturable(&self, player: Player, rule: CaptureRule) -> Fields {
        let stones = self.stones_of(player);
        let outside = stones.minus(stones.in_mills());
        match rule {
            CaptureRule::FromMillsIfAll if outside.is_empty() => stones,
            _ => outside,
        }
    }

    /// Everything that can happen in this turn, in order; nothing if the game is over.
    ///
    /// ```
    /// use grundy_games::muehle::{CaptureRule, Player, Position};
    /// let outcomes = Position::start(Player::A).outcomes(CaptureRule::OutsideMills);
    /// assert_eq!(outcomes.len(), 24);
    /// assert_eq!(outcomes[0].turn.unwrap().to_string(), "1,1");
    /// ```
    pub fn outcomes(&self, rule: CaptureRule) -> Vec<Successor> {
        let Status::ToMove(player) = self.status else { return Vec::new() };
        let opponent = player.other();
        let moves = self.moves();
        if moves.is_empty() {
            let position = Self { status: Status::Won(opponent), ..*self };
            return vec![Successor { turn: None, position }];
        }
        let capturable = self.capturable(opponent, rule);
        let mut outcomes = Vec::new();
        for (from, to) in moves {
            let moved = self.moved(player, from, to);
            let captures = self.closed(from, to).next().is_some() && !capturable.is_empty();
            if !captures {
                let turn = Some(Turn { from, to, captured: None });
                outcomes.push(Successor { turn, position: moved });
                continue;
            }
            outcomes.extend(capturable.iter().map(|field| Successor {
                turn: Some(Turn { from, to, captured: Some(field) }),
                position: moved.without(opponent, field),
            }));
        }
        outcomes
    }

    /// The position in which the opponent is to move.
    fn moved(&self, player: Player, from: Option<Field>, to: Field) -> Self {
        let mut after = *self;
        let stones = &mut after.stones[player as usize];
        match from {
            Some(from) => *stones = stones.minus(from.into()).with(to),
            None => {
                *stones = stones.with(to);
                after.hand[player as usize] = self.hand[player as usize].saturating_sub(1);
            }
        }
        after.status = Status::ToMove(player.other());
        after
    }

    /// The position after the capture of this stone.
    fn without(&self, player: Player, field: Field) -> Self {
        let mut after = *self;
        after.stones[player as usize] = self.stones_of(player).minus(field.into());
        after.captured[player as usize] = self.captured[player as usize].saturating_add(1);
        if after.left(player) < 3 {
            after.status = Status::Won(player.other());
        }
        after
    }
}

impl Position {
    /// `A: 1,1 1,2 (5 in hand, 1 captured); B: 2,2 (6 in hand, 0 captured); A to move`, with these names of
    /// the fields.
    pub(super) fn written(&self, name: impl Fn(Field) -> String) -> String {
        let mut text = String::new();
        for player in Player::ALL {
            let index = player as usize;
            let (hand, captured) = (self.hand[index], self.captured[index]);
            let stones: String =
                self.stones[index].iter().map(|it| format!(" {}", name(it))).collect();
            text += &format!("{player}:{stones} ({hand} in hand, {captured} captured); ");
        }
        text + &self.status.to_string()
    }
}

impl fmt::Display for Position {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.written(|field| field.to_string()))
    }
}
