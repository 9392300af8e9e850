//! `grundy nim play`: a game against the program, line by line.

use super::arguments::Play;
use crate::cli::configuration::Configuration;
use crate::cli::conversation::Conversation;
use crate::cli::exit::{Exit, Failure};
use grundy::games::nim::{Convention, Move, Position, description::parse_move, theory};
use std::fmt::Write as _;

/// Heaps with more sticks than this are shown as numbers only.
const DRAWN: i64 = 40;

/// Plays until no stick is left, or the person leaves.
pub fn run(arguments: &Play, configuration: &Configuration) -> Result<Exit, Failure> {
    let mut position = super::position(&arguments.heaps)?;
    let convention = arguments.game.convention();
    let mut conversation = Conversation::new(configuration)?;
    let rule = match convention {
        Convention::Normal => "who takes the last stick wins",
        Convention::Misere => "who takes the last stick loses",
    };
    conversation.say(&format!(
        "Nim, {} play: {rule}.\n\
         A move takes one or more sticks from one heap: type 1 2 for two sticks from heap 1.\n\
         Type quit to leave.\n",
        convention.name()
    ))?;
    let mut program_moves = arguments.second;
    while !position.is_empty() {
        if program_moves {
            let Some(chosen) = theory::strategy(&position, convention) else { break };
            conversation.say(&format!("I take {}.\n", spoken(&chosen)))?;
            position = after(&position, &chosen)?;
        } else {
            conversation.say(&drawn(&position))?;
            match ask(&mut conversation, &position)? {
                Some(next) => position = next,
                None => return Ok(Exit::Success),
            }
        }
        program_moves = !program_moves;
    }
    // With nothing left, who is to move has lost normal play and won misère play.
    let person_wins = program_moves == (convention == Convention::Normal);
    let result = if person_wins { "You win." } else { "You lose." };
    conversation.say(&format!("No stick is left. {result}\n"))?;
    Ok(Exit::Success)
}

/// The position after the person's move; `None` if there will be none.
fn ask(conversation: &mut Conversation, position: &Position) -> Result<Option<Position>, Failure> {
    while let Some(line) = conversation.ask("your move: ")? {
        let trouble = match parse_move(&line.split_whitespace().collect::<Vec<_>>().join(":")) {
            None => "a move is two numbers, the heap and how many sticks, such as 1 2".to_owned(),
            Some(chosen) => match position.after(&chosen) {
                Ok(next) => return Ok(Some(next)),
                Err(illegal) => illegal.to_string(),
            },
        };
        conversation.say(&format!("That is not possible: {trouble}.\n"))?;
    }
    Ok(None)
}

fn after(position: &Position, chosen: &Move) -> Result<Position, Failure> {
    position.after(chosen).map_err(|illegal| Failure {
        exit: Exit::Bug,
        message: format!("this is a bug in grundy: it chose {chosen}, but {illegal}"),
    })
}

fn spoken(chosen: &Move) -> String {
    let sticks = if chosen.take.is_one() { "stick" } else { "sticks" };
    format!("{} {sticks} from heap {}", chosen.take, chosen.heap)
}

/// One line for each heap: `heap 1: 3  |||`.
fn drawn(position: &Position) -> String {
    let mut text = "\n".to_owned();
    for (index, heap) in position.heaps().iter().enumerate() {
        let sticks = heap.to_i64().filter(|&heap| heap <= DRAWN).unwrap_or(0);
        let sticks = "|".repeat(usize::try_from(sticks).unwrap_or(0));
        let line = format!("heap {}: {heap}  {sticks}", index + 1);
        // Writing to a string cannot fail.
        _ = writeln!(text, "{}", line.trim_end());
    }
    text
}
