//! `grundy muehle play`: a game against the program.

use crate::cli::conversation::{self, Answer, CommandWord, End, Game, Held, Strength};
use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::muehle::MuehlePlay;
use crate::cli::host::exit::{Exit, Failure};
use grundy_answers::report::muehle::board;
use grundy_games::muehle::{
    CaptureRule, Field, Player, Position, Status, Successor, Turn, computer, notation,
};

/// Plays until somebody has won, or the person leaves.
pub fn run(arguments: &MuehlePlay, configuration: &Configuration) -> Result<Exit, Failure> {
    let (strength, seed) = Strength::new(&arguments.opponent);
    let position = arguments.from.unwrap_or_else(|| Position::start(Player::A));
    let game = Muehle {
        state: MorrisState { position, answers: 0 },
        person: if arguments.second { Player::B } else { Player::A },
        rule: arguments.captures,
        seed,
        strength,
        usual: arguments.from.is_some(),
        commas: false,
    };
    conversation::hold(game, configuration)
}

/// The number of columns of the board.
const BOARD: usize = 34;

/// More turns than this are not listed.
const SHOWN: usize = 30;

struct Muehle {
    state: MorrisState,
    person: Player,
    rule: CaptureRule,
    seed: u64,
    strength: Strength,
    /// Did the person name fields in the usual notation, as d7?
    usual: bool,
    /// Did the person write 1,2 and not 12?
    commas: bool,
}

#[derive(Clone, Copy)]
struct MorrisState {
    position: Position,
    /// How many turns the program has made.
    answers: u64,
}

impl Muehle {
    /// What the program would do here.
    fn choice(&self) -> Option<(Turn, Position)> {
        let seed = self.seed.wrapping_add(self.state.answers).wrapping_add(1);
        let chosen = computer::choose(&self.state.position, self.rule, seed)?;
        Some((chosen.turn?, chosen.position))
    }

    /// A turn in the notation of the person.
    fn named(&self, turn: &Turn) -> String {
        match (self.usual, self.commas) {
            (true, _) => notation::turn_name(turn),
            (false, true) => turn.to_string(),
            (false, false) => turn.to_string().replace(',', ""),
        }
    }
}

impl Game for Muehle {
    type State = MorrisState;

    fn state(&mut self) -> &mut MorrisState {
        &mut self.state
    }

    fn greeting(&self) -> String {
        format!(
            "Nine Men's Morris: you are {}, {}.  Three stones in a row are a mill; whoever \
             closes\n\
             one captures a stone.  A player with two stones left, or without a move, has lost.\n\
             Type a turn, such as 12 for place 2 of square 1, or help.  Seed {}.\n",
            self.person,
            match self.state.position.status {
                Status::ToMove(player) => format!("{player} begins"),
                won @ Status::Won(_) => won.to_string(),
            },
            self.seed
        )
    }

    fn moves(&self) -> Vec<[String; 2]> {
        let outcomes = self.state.position.outcomes(self.rule);
        let turns = outcomes.iter().filter_map(|outcome| outcome.turn);
        let mut names: Vec<_> = turns.map(|turn| self.named(&turn)).collect();
        let hidden = names.len().saturating_sub(SHOWN);
        names.truncate(SHOWN);
        let more = if hidden > 0 { format!(", and {hidden} more") } else { String::new() };
        let now = ["now".to_owned(), format!("{}{more}", names.join(", "))];
        let mut rows: Vec<_> = [
            [
                "12 or 1,2",
                "places a stone on place 2 of square 1, the outermost; or d7, in the \
                 usual notation",
            ],
            ["12-13", "slides or, with three stones left, jumps from 1,2 to 1,3"],
            ["12 x33", "closes a mill and captures the stone on 3,3"],
        ]
        .map(|row| row.map(str::to_owned))
        .into();
        if !names.is_empty() {
            rows.push(now);
        }
        rows
    }

    fn words() -> Vec<CommandWord<Self>> {
        let numbered =
            |held: &mut Held<Self>, _: &str| Answer::Said(board(&held.game.state.position));
        let meaning = "shows the board with the numbers of its places";
        vec![CommandWord::new("numbers", meaning, numbered)]
    }

    /// The board; at the start beside it the numbers of its places.
    fn board(&self) -> String {
        let both = board(&self.state.position);
        if self.state.answers == 0 {
            return format!("\n{both}");
        }
        let left = both.lines().map(|line| line.get(..BOARD).unwrap_or(line).trim_end());
        left.fold(String::new(), |text, line| text + "\n" + line) + "\n"
    }

    fn code(&self) -> (&'static str, String) {
        ("position", notation::position_name(&self.state.position))
    }

    fn end(&self) -> Option<End> {
        let winner = self.state.position.winner()?;
        let loser = winner.other();
        let few = self.state.position.left(loser) < 3;
        let why = format!("{loser} {}", if few { "has two stones left" } else { "cannot move" });
        Some(if winner == self.person { End::Won(why) } else { End::Lost(why) })
    }

    fn reply(&mut self) -> Result<Option<String>, Failure> {
        match (self.state.position.winner(), self.state.position.status) {
            (None, Status::ToMove(player)) if player != self.person => {
                let outcomes = self.state.position.outcomes(self.rule);
                let slip = self.strength.slip(&outcomes);
                let slip = slip.and_then(|outcome| Some((outcome.turn?, outcome.position)));
                Ok(slip.or_else(|| self.choice()).map(|(turn, position)| {
                    self.state = MorrisState { position, answers: self.state.answers + 1 };
                    format!("{player} plays {}\n", self.named(&turn))
                }))
            }
            _ => Ok(None),
        }
    }

    fn play(&mut self, line: &str) -> Answer {
        let turn = match read(&line.to_lowercase()) {
            Ok(turn) => turn,
            Err(trouble) => return Answer::Unknown(trouble),
        };
        self.usual = line.starts_with(|sign: char| sign.is_ascii_alphabetic());
        self.commas = line.contains(',');
        match find(&turn, &self.state.position, self.rule) {
            Ok(outcome) => {
                self.state.position = outcome.position;
                Answer::Changed(String::new())
            }
            Err(trouble) => Answer::Illegal(trouble),
        }
    }

    fn hint(&mut self) -> String {
        match self.choice() {
            Some((turn, _)) => format!("I would play {}.\n", self.named(&turn)),
            None => "You have no legal move.\n".to_owned(),
        }
    }
}

/// Reads `12`, `12-13` or `12 13`, each with or without `x33` after it.
fn read(line: &str) -> Result<Turn, String> {
    let wrong =
        || format!("`{line}` is not a turn; type help, or a turn such as 12, 12-13 or 12 x33");
    let (moved, captured) = match line.split_once('x') {
        Some((moved, captured)) => (moved, Some(field(captured.trim()).ok_or_else(wrong)?)),
        None => (line, None),
    };
    let words = moved.split([' ', '-', '\t']).filter(|word| !word.is_empty());
    let fields: Option<Vec<_>> = words.map(field).collect();
    match fields.as_deref() {
        Some(&[to]) => Ok(Turn { from: None, to, captured }),
        Some(&[from, to]) => Ok(Turn { from: Some(from), to, captured }),
        _ => Err(wrong()),
    }
}

/// A field as the source names it, `12` or `1,2`, or in the usual notation, `d7`.
fn field(text: &str) -> Option<Field> {
    Field::parse(text).or_else(|| notation::field(text))
}

/// The outcome of a turn, or why there is none.
fn find(turn: &Turn, position: &Position, rule: CaptureRule) -> Result<Successor, String> {
    let outcomes = position.outcomes(rule);
    if let Some(outcome) = outcomes.iter().find(|outcome| outcome.turn == Some(*turn)) {
        return Ok(*outcome);
    }
    let turns = || outcomes.iter().filter_map(|outcome| outcome.turn);
    let same: Vec<_> =
        turns().filter(|other| (other.from, other.to) == (turn.from, turn.to)).collect();
    let captures: Vec<_> =
        same.iter().filter_map(|turn| turn.captured).map(|field| format!("x{field}")).collect();
    Err(match (&same[..], turns().next()) {
        ([], Some(Turn { from: None, .. })) if turn.from.is_some() => {
            "you have stones in hand, so place one, such as 12".to_owned()
        }
        ([], Some(Turn { from: Some(_), .. })) if turn.from.is_none() => {
            "your hand is empty, so move a stone, such as 12-13".to_owned()
        }
        ([], _) if !position.free().contains(turn.to) => format!("{} is taken", turn.to),
        ([], _) => format!("none of your stones can move to {} that way", turn.to),
        _ if captures.is_empty() => "this captures nothing".to_owned(),
        _ => format!("this closes a mill; add one of {}", captures.join(" ")),
    })
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn turns_are_read_in_several_spellings() {
        for (line, turn) in [
            ("12", "1,2"),
            ("1,2", "1,2"),
            ("12-13", "1,2-1,3"),
            ("12 13", "1,2-1,3"),
            (" 1,2 - 1,3 ", "1,2-1,3"),
            ("12x33", "1,2 x3,3"),
            ("12-13 x 33", "1,2-1,3 x3,3"),
            ("d6", "2,2"),
            ("d7-g7xe5", "1,2-1,3 x3,3"),
        ] {
            assert_eq!(read(line).map(|turn| turn.to_string()).as_deref(), Ok(turn), "{line}");
        }
        for wrong in ["", "x", "12x", "x12", "12-13-14", "19", "12 x19", "12xx13", "\u{e4}"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
