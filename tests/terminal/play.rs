//! Whole games against `grundy`, through a pseudo-terminal and through a pipe.

#![cfg(unix)]

use crate::terminal::{answer, end, grundy, pipe, terminal};

#[test]
fn a_game_of_nim_that_the_person_wins() {
    let mut session = terminal(&["nim", "play", "3", "4", "5"]);
    answer(&mut session, "your move: ", "1 2");
    // From a lost position the program takes one stick from the largest heap.
    session.exp_string("I take 1 stick from heap 3.").expect("a move");
    answer(&mut session, "your move: ", "1 1");
    session.exp_string("I take 1 stick from heap 2.").expect("a move");
    answer(&mut session, "your move: ", "3:1");
    session.exp_string("I take 1 stick from heap 2.").expect("a move");
    answer(&mut session, "your move: ", "3 1");
    session.exp_string("I take 1 stick from heap 2.").expect("a move");
    answer(&mut session, "your move: ", "3 1");
    session.exp_string("I take 1 stick from heap 2.").expect("a move");
    answer(&mut session, "your move: ", "3 1");
    let said = end(session);
    assert!(said.contains("You win."), "{said}");
}

#[test]
fn a_game_of_misere_nim_that_the_program_wins() {
    let mut session = terminal(&["nim", "play", "2", "1", "--misere", "--second"]);
    session.exp_string("who takes the last stick loses").expect("the rule");
    session.exp_string("I take 2 sticks from heap 1.").expect("a move");
    for (wrong, why) in [
        ("2", "a move is two numbers"),
        ("one stick", "a move is two numbers"),
        ("3 1", "the heaps have the numbers 1 to 2"),
        ("1 1", "that heap is empty"),
        ("2 2", "that heap has only 1"),
        ("2 0", "a move takes at least one"),
    ] {
        answer(&mut session, "your move: ", wrong);
        session.exp_string(why).expect("an explanation");
    }
    answer(&mut session, "your move: ", "2 1");
    let said = end(session);
    assert!(said.contains("You lose."), "{said}");
}

#[test]
fn a_game_with_stacks_and_switches() {
    let mut session = terminal(&["kabelsalat", "play", "7,4,4,6,3,3,-**.*,+*.**,+.***"]);
    answer(&mut session, "your move: ", "hint");
    session.exp_string("Press B; 4 presses to go.").expect("a hint");
    answer(&mut session, "your move: ", "b");
    session.exp_string("a: 5").expect("the heights");
    answer(&mut session, "your move: ", "D");
    session.exp_string("unknown switch D; choose A, B or C").expect("an explanation");
    // Only A can bring b down again, and the task stays solvable only without it.
    answer(&mut session, "your move: ", "C C");
    answer(&mut session, "your move: ", "hint");
    session.exp_string("You cannot reach the goal from here").expect("an argument");
    session.exp_string("try restart").expect("advice");
    answer(&mut session, "your move: ", "restart");
    session.exp_string("a: 4").expect("the heights");
    answer(&mut session, "your move: ", "c b b");
    answer(&mut session, "your move: ", "B");
    session.exp_string("Solved: 3B | 1C").expect("the solution");
    // The game goes on from there, or with another task.
    answer(&mut session, "your move: ", "B");
    session.exp_string("a: 8  #######|#").expect("a box above the line");
    answer(&mut session, "your move: ", "undo");
    session.exp_string("Solved: 3B | 1C").expect("the solution");
    answer(&mut session, "your move: ", "quit");
    let said = end(session);
    assert!(said.contains("task: 7,4,7,7,7,7,") && !said.contains("not finished"), "{said}");
}

/// What the buttons of the puzzle do: another task, this one again, a whole solution, and with Control
/// a code, the code of the position, the equations.
#[test]
fn the_words_of_stacks_and_switches() {
    let task = "7,4,4,6,3,3,-**.*,+*.**,+.***";
    let (said, exit) = pipe(
        &["kabelsalat", "play", task, "--seed", "5"],
        "hint\nreason\nsolve\nequations\nwires\nb\nb\ncode\nrestart\ncode\nnew\ncode\nnew 5 2\ncode\n\
         new 3 4\nnew 5,2,4,4,+**\ncode\nundo\nnew 5,2,4\nnew 1 2 3\na\n",
    );
    assert_eq!(exit, Some(0), "{said}");
    let answers: Vec<_> = said.split("your move: \n").skip(1).collect();
    for (at, expected) in [
        (0, "Press B; 4 presses to go.\nA rule: a needs 3 more: each press of A, "),
        (1, "solved by these hints with 4 presses, in 1 way:\n  3B | 1C\n"),
        (2, "3B | 1C (4 presses)\n"),
        (3, "a:  -A + B     = 3\n"),
        (4, "A down a,b,-,d\nB up a,-,c,d\nC up -,b,c,d\n"),
        (7, "7,4,6,6,5,5,-**.*,+*.**,+.***\n"),
        (9, "7,4,4,6,3,3,-**.*,+*.**,+.***\n"),
        (10, "Seed 5. Bring all stacks to height 7."),
        (11, "7,4,"),
        (13, "7,5,"),
        (14, "at most as many switches"),
        (15, "Bring all stacks to height 5."),
        (16, "5,2,4,4,+**\n"),
        (17, "you have no turn to take back"),
        (18, "2 stacks need 2 heights, but there is 1"),
        (19, "write only new, two numbers such as new 4 3, or a code after it"),
        (20, "Solved: 1A"),
    ] {
        assert!(answers[at].contains(expected), "{at}: {}", answers[at]);
    }
    // The default has 4 stacks and 3 switches, and the same seed gives the same task.
    let made = grundy(&["kabelsalat", "generate", "--seed", "5"]).output().expect("grundy runs");
    let made = String::from_utf8(made.stdout).expect("UTF-8");
    assert_eq!(made.lines().next(), answers[11].lines().next());
    assert_eq!(made.lines().next().map(|code| code.matches(',').count()), Some(8));
}

#[test]
fn games_that_are_over_at_the_start() {
    let over = |arguments: &[&str]| pipe(arguments, "").0.lines().last().map(str::to_owned);
    assert_eq!(over(&["nim", "play", "0"]).as_deref(), Some("No stick is left. You lose."));
    assert_eq!(
        over(&["nim", "play", "0", "--misere"]).as_deref(),
        Some("No stick is left. You win.")
    );
}

#[test]
fn heights_as_long_as_may_be_stand_on_the_board() {
    let height = "7".repeat(65_536);
    let task = format!("8,2,{height},5,+**");
    let (said, exit) = pipe(&["kabelsalat", "play", &task], "board\n");
    assert_eq!(exit, Some(0), "{}", said.len());
    let rows = |height: &str| said.matches(&format!(": {height} ")).count();
    assert_eq!((rows(&height), rows(&format!("{}5", " ".repeat(79)))), (2, 2));
}

/// Every word that is said in a game with heaps, from the greeting to the end.
#[test]
fn a_transcript_of_a_game_with_heaps() {
    let lines = "reason\nhint\n2:2\n2:3\nundo\n1:2\n2:5\nhint\n1:2\n2 2\n";
    let (said, code) = pipe(&["play", "2", "5", "--heaps", "4,9"], lines);
    let expected = "\
Heaps with the moves { 2 5 }, normal play: the player who cannot move loses.
A move takes items from one heap: type 1:2 to take two items from heap 1, or help.

heap 1: 4  ||||
heap 2: 9  |||||||||
your move: 
You can win. Grundy values 0, 1; their exclusive or is 1.
your move: 
1:2 wins: take 2 items from heap 1.
Now: Grundy values 0, 1; their exclusive or is 1.
Then: Grundy values 1, 1; their exclusive or is 0.
your move: 
I take 2 items from heap 2. (2:2)

heap 1: 4  ||||
heap 2: 5  |||||
your move: 
That is not possible: 3 is not a move of that heap; its moves are { 2 5 }.
your move: 
Your last turn is taken back.

heap 1: 4  ||||
heap 2: 9  |||||||||
your move: 
I take 2 items from heap 2. (2:2)

heap 1: 2  ||
heap 2: 7  |||||||
your move: 
I take 2 items from heap 1. (1:2)

heap 1: 0
heap 2: 2  ||
your move: 
2:2 wins: take 2 items from heap 2.
Now: Grundy values 0, 1; their exclusive or is 1.
Then: Grundy values 0, 0; their exclusive or is 0.
your move: 
That is not possible: that heap is empty.
your move: 

heap 1: 0
heap 2: 0
No move is left. You win.
";
    assert_eq!((said.as_str(), code), (expected, Some(0)));
}

#[test]
fn misere_heaps_are_decided_by_the_rule_of_nim() {
    let (said, code) = pipe(
        &["play", "1", "2", "--heaps", "3,2", "--misere", "--second"],
        "hint\n1:1\nreason\n1:1\n",
    );
    for part in [
        "the player who cannot move wins",
        "I take 1 item from heap 1. (1:1)",
        "You are losing: every move loses against perfect play. 1:1 lasts longest.\nGrundy values 2, 2; their exclusive or is 0; one is above 1, so 0 is lost in misère play.",
        "You lose against perfect play. Only one heap has moves, so its misère outcomes decide.",
        "No move is left. You lose.",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert_eq!(code, Some(0));
    let large = ["play", "1", "2", "--heaps", "300,300,300", "--misere"];
    let (said, _) = pipe(&large, "reason\nhint\n1:1\n");
    let why = "Grundy values 0, 0, 0; their exclusive or is 0; none is above 1, so 1 is lost in misère play";
    assert!(said.contains(&format!("You can win. {why}.")), "{said}");
    assert!(said.contains("1:2 wins: take 2 items from heap 1."), "{said}");
    for (wrong, why) in [("1000001", "too large to play with"), ("x", "a number from 0 is needed")]
    {
        let output = grundy(&["play", "1", "--heaps", wrong]).output().expect("grundy runs");
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains(why), "{wrong}");
    }
    assert_eq!(
        pipe(&["play", "7", "--heaps", "6,5"], "").0.lines().last(),
        Some("No move is left. You lose.")
    );
}

/// A task may begin at the target, as those in chapter 6 of its description do.
#[test]
fn a_task_can_begin_at_the_target() {
    let task = "8,4,8,8,8,8,-*.**,+.***,+***.";
    let (said, code) = pipe(&["kabelsalat", "play", task], "A\ncode\nhint\nreset\ncode\n");
    assert_eq!(code, Some(0), "{said}");
    assert!(said.starts_with("All stacks have height 8; press switches"), "{said}");
    let answers: Vec<_> = said.split("your move: \n").skip(1).collect();
    assert!(answers[0].contains("a: 7  #######.|  -A    +C\n"), "{said}");
    assert!(answers[1].starts_with("8,4,7,8,7,7,"), "{said}");
    assert!(
        answers[2].contains("You cannot reach the goal") || answers[2].contains("Press "),
        "{said}"
    );
    assert!(answers[4].starts_with(task), "{said}");
}

/// With one heap a move is one number.
#[test]
fn one_heap_needs_one_number() {
    let (said, _) = pipe(&["play", "2", "5", "--heaps", "9"], "moves\n3\nx\n2\nhint\n1:2\n");
    for part in [
        "type 2 to take two items",
        "2  takes two items from heap 1\n",
        "3 is not a move of that heap; its moves are { 2 5 }",
        "a move is the number of items to take, such as 2",
        "I take 2 items. (2)\n",
        "5 wins: take 5 items.",
        "No move is left. You lose.",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

/// The start is random, and the same for the same seed; `new` begins another game.
#[test]
fn nim_begins_at_random() {
    let start =
        |seed: &str| pipe(&["nim", "play", "--seed", seed], "code\nnew\ncode\nnew 5 6\ncode\n").0;
    let said = start("1");
    assert_eq!(said, start("1"));
    assert!(said.contains("Seed 1.") && said.ends_with("heaps: 5 6\n"), "{said}");
    let codes = |said: &str| -> Vec<String> {
        let answers = said.split("your move: \n").skip(1).step_by(2);
        answers.map(|it| it.lines().next().unwrap_or_default().to_owned()).collect()
    };
    let first = codes(&said);
    assert!(first[0] != first[1] && first[0] != codes(&start("2"))[0], "{said}");
    let (any, _) = pipe(&["nim", "play"], "");
    assert!(any.contains("  Seed "), "{any}");
}

/// What decides is shown in binary.
#[test]
fn nim_shows_the_exclusive_or() {
    let table = "  011  heap 1\n  100  heap 2\n  101  heap 3\n  010  exclusive or\n";
    let (said, _) = pipe(&["nim", "play", "3", "4", "5"], "hint\nreason\n");
    assert_eq!(said.matches(table).count(), 2, "{said}");
    assert!(said.contains("The exclusive or of 3, 4, 5 is 2; a player who leaves 0 wins"));
    // It decides nothing in misère play without two large heaps.
    let (said, _) = pipe(&["nim", "play", "1", "1", "5", "--misere"], "hint\n");
    assert!(
        !said.contains("exclusive or") && said.contains("leave an odd number of heaps"),
        "{said}"
    );
}

/// At the lowest level the program makes mistakes, at the highest none.
#[test]
fn a_weak_program_can_be_beaten() {
    // The person loses against perfect play and takes one stick from the first heap that has one.
    let mirrored = "1 1\n2 1\n3 1\n".repeat(30);
    let won = |level: &str| {
        let seeds = (0..12).map(|seed| seed.to_string());
        let play = |seed: String| {
            let flags = ["--level", level, "--seed", &seed];
            let (said, code) =
                pipe(&[&["nim", "play", "1", "4", "5"], &flags[..]].concat(), &mirrored);
            assert_eq!(code, Some(0), "{said}");
            said.ends_with("You win.\n")
        };
        seeds.map(play).filter(|won| *won).count()
    };
    assert!(won("1") > 0);
    assert_eq!(won("3"), 0);
    for (arguments, seeded) in
        [(&["wolf", "play"][..], true), (&["wolf", "play", "--level", "1"], false)]
    {
        let (said, _) = pipe(arguments, "");
        assert_eq!(said.contains("Seed "), !seeded, "{said}");
    }
    let (_, code) = pipe(&["muehle", "play", "--level", "4"], "");
    assert_eq!(code, Some(2));
}
