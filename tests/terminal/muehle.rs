//! Whole games of `grundy muehle play`, in a terminal and through a pipe.

#![cfg(unix)]

use crate::terminal::{answer, pipe, terminal};
use grundy_games::muehle::{CaptureRule, Player, Position, Status, computer};

/// Plays a whole game, following it by the library: the person takes the last turn of the list,
/// which is rarely a good one, and captures nothing that it does not have to.
#[test]
fn a_whole_game_to_its_end() {
    let rule = CaptureRule::OutsideMills;
    let mut session = terminal(&["muehle", "play", "--seed", "5"]);
    session.exp_string("Nine Men's Morris").expect("a greeting");
    let mut position = Position::start(Player::A);
    let mut answers = 0_u64;
    let winner = loop {
        match position.status {
            Status::Won(winner) => break winner,
            Status::ToMove(player) if position.moves().is_empty() => break player.other(),
            Status::ToMove(Player::A) => {
                let outcomes = position.outcomes(rule);
                let chosen = outcomes.last().expect("a turn");
                answer(&mut session, "your move: ", &chosen.turn.expect("a turn").to_string());
                position = chosen.position;
            }
            Status::ToMove(Player::B) => {
                answers += 1;
                let chosen = computer::choose(&position, rule, 5 + answers).expect("an answer");
                let said = format!("B plays {}", chosen.turn.expect("a turn"));
                session.exp_string(&said).expect("the turn of the program");
                position = chosen.position;
            }
        }
        assert!(answers < 300, "an endless game");
    };
    let result = if winner == Player::A { "You win." } else { "You lose." };
    session.exp_string(result).expect("the result");
    session.exp_eof().expect("the end");
}

#[test]
fn wrong_turns_are_explained_and_turns_taken_back() {
    let mut session = terminal(&["muehle", "play", "--seed", "1"]);
    for (line, said) in [
        ("undo", "you have no turn to take back"),
        ("99", "`99` is not a turn; type help"),
        ("11-12", "you have stones in hand, so place one"),
        ("11 x22", "this captures nothing"),
        ("help", "takes back your last turn"),
        ("11", "B plays 2"),
        ("11", "1,1 is taken"),
        ("board", "A: 8 in hand, 0 captured"),
        ("undo", "A: 9 in hand, 0 captured"),
        ("11", "B plays 2"),
        ("code", "A: a7 (8 in hand, 0 captured); B: "),
        ("restart", "The game begins again."),
        // What is typed in the usual notation is answered in it.
        ("d7", "B plays d6"),
    ] {
        answer(&mut session, "your move: ", line);
        session.exp_string(said).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
    answer(&mut session, "your move: ", "quit");
    session.exp_string("The game is not finished.").expect("a farewell");
    session.exp_eof().expect("the end");
}

#[test]
fn the_program_can_begin() {
    let (said, code) = pipe(&["muehle", "play", "--second"], "quit\n");
    assert_eq!(code, Some(0));
    assert!(said.contains("you are B") && said.contains("A plays "), "{said}");
}

/// A position is read as the word `code` writes it, and answered in the usual notation.
#[test]
fn a_game_can_begin_in_a_position() {
    let position =
        "A: a7 d7 g4 (6 in hand, 0 captured); B: d6 b4 (7 in hand, 0 captured); A to move";
    let (said, code) =
        pipe(&["muehle", "play", "--from", position, "--level", "1"], "code\nmoves\ng7\n");
    assert_eq!(code, Some(0), "{said}");
    let answers: Vec<_> = said.split("your move: \n").skip(1).collect();
    assert!(answers[0].starts_with(position), "{said}");
    assert!(answers[1].contains("g7xd6") && answers[1].contains("g7xb4"), "{said}");
    assert!(answers[2].contains("this closes a mill; add one of"), "{said}");
    let (_, code) = pipe(&["muehle", "play", "--from", "A: a7"], "");
    assert_eq!(code, Some(2));
}

/// Where all men of a player are in mills, one of them may be captured, in a game as in a record.
#[test]
fn play_and_replay_have_the_same_rule_of_captures() {
    let position =
        "A: a1 d1 b2 (6 in hand, 0 captured); B: a7 d7 g7 (6 in hand, 0 captured); A to move";
    let (said, _) = pipe(&["muehle", "play", "--from", position], "g1xd7\n");
    assert!(said.contains("B: 5 in hand, 1 captured"), "{said}");
    let (said, code) = pipe(&["muehle", "replay", "g1xd7", "--from", position], "");
    assert_eq!(code, Some(0), "{said}");
}

/// The numbers of the places are beside the board at the start, and when they are asked for.
#[test]
fn the_places_are_numbered_at_the_start() {
    let (said, _) = pipe(&["muehle", "play", "--seed", "1"], "11\nnumbers\n");
    let parts: Vec<_> = said.split("your move: \n").collect();
    let numbered = |text: &str| text.contains("   11 ----------- 12 ----------- 13\n");
    assert_eq!(
        parts.iter().map(|part| numbered(part)).collect::<Vec<_>>(),
        [true, false, true, false]
    );
    assert!(parts[1].contains("\n  A  ----------- .  ----------- .\n"), "{said}");
    assert!(parts[1].contains("\n  A: 8 in hand, 0 captured\n"), "{said}");
}
