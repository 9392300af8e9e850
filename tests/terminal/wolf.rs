//! Whole games of `grundy wolf play` on a pseudo-terminal and through a pipe.

#![cfg(unix)]

use crate::terminal::{pipe, terminal};

const TREE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/descriptions/wolf/tree_primary.tsv");

#[test]
fn a_whole_game_against_the_tree_ends_with_the_false_bell() {
    let mut session = terminal(&["wolf", "play", "--tree", TREE]);
    session.exp_string("your move").unwrap();
    session.send_line("e9").unwrap();
    session.exp_string("`e9` is not a square; type one of a7 b7 c7 d7").unwrap();
    session.send_line("a6").unwrap();
    session.exp_string("the wolf cannot go to a6").unwrap();
    session.send_line("help").unwrap();
    session.exp_string("type one of the squares a7 b7 c7 d7").unwrap();
    let squares = "a7 a6 a5 a4 a3 a4 a3 a4 a5 a6 a5 a6 a5 a6 b5 a6 b7 a6 b7";
    for (step, square) in (1..).zip(squares.split(' ')) {
        session.send_line(square).unwrap();
        session.exp_string(&format!("{step}. sheep")).unwrap();
    }
    session
        .exp_string("The bell rings, but the wolf can still move to b6: the tree fails. You win.")
        .unwrap();
    session.exp_eof().unwrap();
}

#[test]
fn the_best_sheep_trap_a_wolf_that_goes_up_and_down() {
    // At every turn each square is tried; those that are wrong are only explained.
    let all = "a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4 a5 b5 c5 d5 a6 b6 c6 d6 a7 b7 c7 d7";
    let input = (all.replace(' ', "\n") + "\n").repeat(20);
    let (text, exit) = pipe(&["wolf", "play"], &input);
    assert_eq!(exit, Some(0));
    assert!(
        text.contains("The wolf cannot move after ") && text.ends_with(" moves. You lose.\n"),
        "{text}"
    );
}
