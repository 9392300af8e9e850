//! `grundy nim play`: a game against the program.

use crate::cli::conversation::heaps::{self, spoken, typed};
use crate::cli::conversation::{self, Answer, Game, take_back};
use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::nim::NimPlay;
use crate::cli::host::exit::{Exit, Failure};
use grundy_games::nim::{Convention, Position, theory};

/// Plays until no stick is left, or the person leaves.
pub fn run(arguments: &NimPlay, configuration: &Configuration) -> Result<Exit, Failure> {
    let game = Nim {
        position: arguments.position().map_err(Failure::usage)?,
        convention: arguments.game.convention(),
        program_moves: arguments.second,
        before: Vec::new(),
    };
    conversation::hold(game, configuration)
}

struct Nim {
    position: Position,
    convention: Convention,
    program_moves: bool,
    /// The positions in which the person moved.
    before: Vec<Position>,
}

impl Game for Nim {
    fn greeting(&self) -> String {
        let rule = match self.convention {
            Convention::Normal => "the player who takes the last stick wins",
            Convention::Misere => "the player who takes the last stick loses",
        };
        format!(
            "Nim, {} play: {rule}.\n\
             A move takes one or more sticks from one heap: type 1:2 for two sticks from heap 1, \
             or help.\n",
            self.convention.name()
        )
    }

    fn moves(&self) -> Vec<(String, String)> {
        vec![("1:2 or 1 2".to_owned(), "takes two sticks from heap 1".to_owned())]
    }

    fn prompt(&self) -> &'static str {
        "your move: "
    }

    /// One line for each heap: `heap 1: 3  |||`.
    fn board(&self) -> String {
        heaps::board(self.position.heaps())
    }

    fn result(&self) -> Option<String> {
        // With nothing left, who is to move has lost normal play and won misère play.
        let person_wins = self.program_moves == (self.convention == Convention::Normal);
        let result = if person_wins { "You win." } else { "You lose." };
        self.position.is_empty().then(|| format!("No stick is left. {result}\n"))
    }

    fn reply(&mut self) -> Result<Option<String>, Failure> {
        let chosen = theory::strategy(&self.position, self.convention);
        let Some(chosen) = chosen.filter(|_| self.program_moves) else { return Ok(None) };
        self.position = self.position.after(&chosen).map_err(|illegal| {
            let message = format!("this is a bug in grundy: it chose {chosen}, but {illegal}");
            Failure::new(Exit::Bug, message)
        })?;
        self.program_moves = false;
        Ok(Some(format!("I take {}. ({chosen})\n", spoken(&chosen, "stick"))))
    }

    fn play(&mut self, line: &str) -> Answer {
        let chosen = match typed(line, "sticks") {
            Ok(chosen) => chosen,
            Err(unknown) => return unknown,
        };
        match self.position.after(&chosen) {
            Ok(next) => {
                self.before.push(std::mem::replace(&mut self.position, next));
                self.program_moves = true;
                Answer::Changed(String::new())
            }
            Err(illegal) => Answer::Illegal(illegal.to_string()),
        }
    }

    fn hint(&mut self) -> String {
        let winning = theory::winning_moves(&self.position, self.convention);
        match (winning.first(), theory::strategy(&self.position, self.convention)) {
            (Some(best), _) => format!("{best} wins: take {}.\n", spoken(best, "stick")),
            (None, Some(slow)) => {
                format!("Every move loses if I make no mistake; {slow} delays it.\n")
            }
            (None, None) => "No stick is left.\n".to_owned(),
        }
    }

    fn undo(&mut self) -> Answer {
        let nothing = "you have no move to take back";
        take_back(self.before.pop(), &mut self.position, "Your last move is", nothing)
    }
}
