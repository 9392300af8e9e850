//! `grundy play`: a game with several heaps against the program.

use crate::cli::conversation::heaps::{spoken, typed};
use crate::cli::conversation::{self, Answer, CommandWord, Game, take_back};
use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::heaps::Play;
use crate::cli::host::{Exit, Failure};
use grundy_core::limit::{CancellationToken, Limit};
use grundy_games::heaps::{self, Convention, Move, Outcome, Reason, Sum};
use grundy_report::report::heaps::reason;

/// Plays until nobody can move, or the person leaves.
pub fn run(arguments: &Play, configuration: &Configuration) -> Result<Exit, Failure> {
    let (sum, convention) = arguments.sum().map_err(Failure::usage)?;
    let game = Heaps { sum, convention, program_moves: arguments.second, before: Vec::new() };
    conversation::hold(game, configuration)
}

struct Heaps {
    sum: Sum,
    convention: Convention,
    program_moves: bool,
    /// The sums in which the person moved.
    before: Vec<Sum>,
}

impl Heaps {
    fn answer(&self) -> Result<heaps::Answer, Limit> {
        self.sum.answer(self.convention, &CancellationToken::default())
    }
}

impl Game for Heaps {
    fn greeting(&self) -> String {
        let rule = match self.convention {
            Convention::Normal => "the player who cannot move loses",
            Convention::Misere => "the player who cannot move wins",
        };
        let moves = self.sum.0.first().map_or(String::new(), |heap| heap.set.to_string());
        format!(
            "Heaps with the moves {moves}, {} play: {rule}.\n\
             A move takes items from one heap: type 1:2 to take two items from heap 1, or help.\n",
            self.convention.name()
        )
    }

    fn moves(&self) -> Vec<(String, String)> {
        vec![("1:2 or 1 2".to_owned(), "takes two items from heap 1".to_owned())]
    }

    fn words() -> Vec<CommandWord<Self>> {
        let reason = |game: &mut Self, _: &str| Answer::Said(game.reason());
        vec![CommandWord::new("reason", "says who wins, and why", reason)]
    }

    fn prompt(&self) -> &'static str {
        "your move: "
    }

    /// One line for each heap: `heap 1: 3  |||`.
    fn board(&self) -> String {
        conversation::heaps::board(self.sum.0.iter().map(|heap| &heap.size))
    }

    fn result(&self) -> Option<String> {
        // With no move left, who is to move has lost normal play and won misère play.
        let person_wins = self.program_moves == (self.convention == Convention::Normal);
        let result = if person_wins { "You win." } else { "You lose." };
        self.sum.is_over().then(|| format!("No move is left. {result}\n"))
    }

    fn reply(&mut self) -> Result<Option<String>, Failure> {
        if !self.program_moves {
            return Ok(None);
        }
        let winning = self.answer().ok().and_then(|answer| answer.winning.into_iter().next());
        let Some(chosen) = winning.or_else(|| self.sum.slow_move()) else { return Ok(None) };
        self.sum = self.sum.after(&chosen).map_err(|illegal| {
            let message = format!("this is a bug in grundy: it chose {chosen}, but {illegal}");
            Failure::new(Exit::Bug, message)
        })?;
        self.program_moves = false;
        Ok(Some(format!("I take {}. ({chosen})\n", spoken(&chosen, "item"))))
    }

    fn play(&mut self, line: &str) -> Answer {
        let chosen = match typed(line, "items") {
            Ok(chosen) => chosen,
            Err(unknown) => return unknown,
        };
        match self.sum.after(&chosen) {
            Ok(next) => {
                self.before.push(std::mem::replace(&mut self.sum, next));
                self.program_moves = true;
                Answer::Changed(String::new())
            }
            Err(illegal) => Answer::Illegal(illegal.to_string()),
        }
    }

    fn hint(&mut self) -> String {
        let slow = self.sum.slow_move();
        match (self.answer(), slow) {
            (_, None) => "No move is left.\n".to_owned(),
            (Err(limit), Some(slow)) => format!("{}A possible move is {slow}.\n", unknown(limit)),
            (Ok(answer), Some(slow)) => {
                let why = reason(self.convention, &answer.reason);
                match answer.winning.first() {
                    Some(best) => {
                        let why = self.then(best).map_or(format!("{why}."), |then| {
                            format!("Now: {why}.\nThen: {then}.")
                        });
                        format!("{best} wins: take {}.\n{why}\n", spoken(best, "item"))
                    }
                    None => format!(
                        "Every move loses if I make no mistake; {slow} delays it.\n{why}.\n"
                    ),
                }
            }
        }
    }

    fn undo(&mut self) -> Answer {
        let nothing = "you have no move to take back";
        take_back(self.before.pop(), &mut self.sum, "Your last move is", nothing)
    }
}

impl Heaps {
    /// Who wins, and why.
    fn reason(&self) -> String {
        match self.answer() {
            Ok(answer) => {
                let wins = match answer.outcome {
                    Outcome::N => "You can win",
                    Outcome::P => "You lose if I make no mistake",
                };
                format!("{wins}. {}.\n", reason(self.convention, &answer.reason))
            }
            Err(limit) => unknown(limit),
        }
    }

    /// The Grundy values after a move, if they decide.
    fn then(&self, best: &Move) -> Option<String> {
        let next = self.sum.after(best).ok()?;
        let answer = next.answer(self.convention, &CancellationToken::default()).ok()?;
        let by_values = matches!(answer.reason, Reason::GrundyValues(_));
        by_values.then(|| reason(self.convention, &answer.reason))
    }
}

/// What is said where nobody knows who wins.
fn unknown(limit: Limit) -> String {
    format!("I cannot tell who wins: {}.\n", limit.text())
}
