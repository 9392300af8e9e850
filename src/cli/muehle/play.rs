//! `grundy muehle play`: a game against the program, line by line.

use super::arguments::Play;
use crate::cli::configuration::Configuration;
use crate::cli::conversation::Conversation;
use crate::cli::exit::{Exit, Failure};
use grundy::games::muehle::{
    CaptureRule, Field, Outcome, Player, Position, Status, Turn, computer,
};
use grundy::report::muehle::board;

const HELP: &str = "\
12        places a stone on place 2 of square 1
12-13     slides or jumps from 1,2 to 1,3
12 x33    closes a mill and captures the stone on 3,3
undo      takes back your last turn and the answer to it
board     shows the board again
help      shows this
quit      ends the game
";

/// Plays until somebody has won, or the person leaves.
pub fn run(arguments: &Play, configuration: &Configuration) -> Result<Exit, Failure> {
    let mut conversation = Conversation::new(configuration)?;
    let person = if arguments.second { Player::B } else { Player::A };
    let rule = arguments.rule();
    conversation.say(&format!(
        "Nine Men's Morris: you are {person}, A begins.  Type a turn, such as 12, or help.\n"
    ))?;
    let mut position = Position::start(Player::A);
    let mut before: Vec<Position> = Vec::new();
    let mut turns = 0;
    loop {
        match position.status {
            Status::Won(winner) => {
                conversation.say(&drawn(&position))?;
                let result = if winner == person { "You win." } else { "You lose." };
                let left = position.left(winner.other());
                let why = if left < 3 { "has two stones left" } else { "cannot move" };
                conversation.say(&format!("{} {why}. {result}\n", winner.other()))?;
                return Ok(Exit::Success);
            }
            Status::ToMove(player) if position.moves().is_empty() => {
                position.status = Status::Won(player.other());
            }
            Status::ToMove(player) if player == person => {
                conversation.say(&drawn(&position))?;
                match ask(&mut conversation, &position, rule, before.last())? {
                    Answer::Turn(outcome) => {
                        before.push(position);
                        position = outcome.position;
                    }
                    Answer::Undo => position = before.pop().unwrap_or(position),
                    Answer::Quit => return Ok(Exit::Success),
                }
            }
            Status::ToMove(player) => {
                turns += 1;
                let seed = arguments.seed.wrapping_add(turns);
                let Some(chosen) = computer::choose(&position, rule, seed) else {
                    return Ok(Exit::Success);
                };
                let turn = chosen.turn.map_or_else(String::new, |turn| turn.to_string());
                conversation.say(&format!("{player} plays {turn}\n"))?;
                position = chosen.position;
            }
        }
    }
}

enum Answer {
    Turn(Outcome),
    Undo,
    Quit,
}

/// What the person wants, asked until it has a meaning.
fn ask(
    conversation: &mut Conversation,
    position: &Position,
    rule: CaptureRule,
    before: Option<&Position>,
) -> Result<Answer, Failure> {
    let outcomes = position.outcomes(rule);
    while let Some(line) = conversation.ask("your turn: ")? {
        let trouble = match line.to_lowercase().as_str() {
            "help" | "?" => {
                conversation.say(HELP)?;
                continue;
            }
            "board" => {
                conversation.say(&drawn(position))?;
                continue;
            }
            "undo" if before.is_some() => return Ok(Answer::Undo),
            "undo" => "there is no turn of yours to take back".to_owned(),
            words => match read(words).and_then(|turn| find(&turn, &outcomes)) {
                Ok(outcome) => return Ok(Answer::Turn(outcome)),
                Err(trouble) => trouble,
            },
        };
        conversation.say(&format!("That is not possible: {trouble}.\n"))?;
    }
    Ok(Answer::Quit)
}

/// Reads `12`, `12-13` or `12 13`, each with `x33` behind it or without.
fn read(line: &str) -> Result<Turn, String> {
    let wrong = || format!("`{line}` is no turn; type help for what there is");
    let (moved, captured) = match line.split_once('x') {
        Some((moved, captured)) => (moved, Some(Field::parse(captured.trim()).ok_or_else(wrong)?)),
        None => (line, None),
    };
    let words = moved.split([' ', '-', '\t']).filter(|word| !word.is_empty());
    let fields: Option<Vec<_>> = words.map(Field::parse).collect();
    match fields.as_deref() {
        Some(&[to]) => Ok(Turn { from: None, to, captured }),
        Some(&[from, to]) => Ok(Turn { from: Some(from), to, captured }),
        _ => Err(wrong()),
    }
}

/// The outcome of a turn, or why there is none.
fn find(turn: &Turn, outcomes: &[Outcome]) -> Result<Outcome, String> {
    if let Some(outcome) = outcomes.iter().find(|it| it.turn == Some(*turn)) {
        return Ok(*outcome);
    }
    let turns = || outcomes.iter().filter_map(|it| it.turn);
    let same: Vec<_> = turns().filter(|it| (it.from, it.to) == (turn.from, turn.to)).collect();
    let captures: Vec<_> =
        same.iter().filter_map(|it| it.captured).map(|field| format!("x{field}")).collect();
    Err(match (&same[..], turns().next()) {
        ([], Some(Turn { from: None, .. })) if turn.from.is_some() => {
            "you have stones in hand, so place one, such as 12".to_owned()
        }
        ([], Some(Turn { from: Some(_), .. })) if turn.from.is_none() => {
            "your hand is empty, so move a stone, such as 12-13".to_owned()
        }
        ([], _) => format!("no stone of yours can come to {} so", turn.to),
        _ if captures.is_empty() => "this captures nothing".to_owned(),
        _ => format!("this closes a mill; add one of {}", captures.join(" ")),
    })
}

fn drawn(position: &Position) -> String {
    format!("\n{}", board(position))
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
        ] {
            assert_eq!(read(line).map(|it| it.to_string()).as_deref(), Ok(turn), "{line}");
        }
        for wrong in ["", "x", "12x", "x12", "12-13-14", "19", "12 x19", "12xx13", "\u{e4}"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
