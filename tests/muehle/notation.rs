//! The usual notation: fields, turns, positions, and a game record replayed.

use crate::command::{Folder, Ran, grundy};
use grundy_games::muehle::notation::{field, name, position, position_name, turn, turn_name};
use grundy_games::muehle::record::{NoGame, Record};
use grundy_games::muehle::{CaptureRule, Field, Player, Position, Status};
use proptest::prelude::*;
use std::collections::BTreeSet;

const RULE: CaptureRule = CaptureRule::FromMillsIfAll;

fn play(text: &str) -> Record {
    Record::play(text, Position::start(Player::A), RULE).unwrap_or_else(|why| panic!("{:?}", why.0))
}

#[test]
fn fields_have_their_names_on_the_board() {
    let names: BTreeSet<_> = Field::all().map(name).collect();
    let board = "a1 a4 a7 b2 b4 b6 c3 c4 c5 d1 d2 d3 d5 d6 d7 e3 e4 e5 f2 f4 f6 g1 g4 g7";
    assert_eq!(names, board.split(' ').map(str::to_owned).collect());
    for it in Field::all() {
        assert_eq!(field(&name(it)), Some(it));
        // A line joins fields of one column or one row.
        for other in it.neighbours().iter() {
            let (one, other) = (name(it), name(other));
            assert!(one[..1] == other[..1] || one[1..] == other[1..], "{one} {other}");
        }
    }
    for (ours, usual) in
        [("1,1", "a7"), ("1,8", "a4"), ("2,2", "d6"), ("3,2", "d5"), ("3,5", "e3"), ("1,5", "g1")]
    {
        assert_eq!(name(Field::parse(ours).unwrap()), usual);
    }
    for wrong in ["", "d4", "a2", "h1", "a", "a11", "\u{e4}1"] {
        assert_eq!(field(wrong), None, "{wrong}");
    }
}

#[test]
fn turns_are_read_as_they_are_written() {
    for text in ["d6", "d6xd7", "a1-a4", "a1-a4xd7"] {
        assert_eq!(turn(text).map(|it| turn_name(&it)).as_deref(), Some(text));
    }
    for wrong in ["", "x", "d6x", "xd6", "a1-", "-a4", "a1-a4-a7", "d6xd7xf4", "d4"] {
        assert_eq!(turn(wrong), None, "{wrong}");
    }
}

/// A game in which mills are closed while placing, by the last man, by sliding and by jumping.
const GAME: &str = "[Event \"a game for this test\"]\n\
    1. d6 {in the middle} d2\n2. f6 b2 ; both want a mill\n3. b6xd2 d2\n4. f4 f2xf4 5.f4 g4 6. a7 g7\n";

#[test]
fn a_record_is_played_through() {
    let game = play(GAME);
    assert_eq!(game.to_string(), "1. d6 d2 2. f6 b2 3. b6xd2 d2 4. f4 f2xf4 5. f4 g4 6. a7 g7");
    assert_eq!(play(&game.to_string()), game);
    let end = "A: a7 b6 d6 f6 f4 (3 in hand, 1 captured); B: g7 g4 f2 d2 b2 (3 in hand, 1 captured); A to move";
    assert_eq!(position_name(&game.last()), end);
    assert_eq!(position(end), Ok(game.last()));
    // It goes on from there.
    let more = Record::play("b4 a4 7. d7", position(end).unwrap(), RULE).unwrap();
    assert_eq!(more.turns.len(), 3);
}

/// A player with two men has lost, and nobody else has won.
#[test]
fn a_position_ends_as_the_rules_say() {
    let with = |men: &str, status: &str| {
        position(&format!("A: a1 a4 g7 (0 in hand, 6 captured); B: {men}; {status}"))
    };
    let (three, two) = ("b4 d2 d6 (0 in hand, 6 captured)", "d2 d6 (0 in hand, 7 captured)");
    for (men, status) in [(three, "A to move"), (three, "B to move"), (two, "A has won")] {
        assert!(with(men, status).is_ok(), "{men} {status}");
    }
    for status in ["A to move", "B to move", "B has won"] {
        let why = "B has fewer than three men, so the position ends with `A has won`";
        assert_eq!(with(two, status), Err(why.to_owned()));
    }
    let why = "`A has won`, but B has three men or more and can move";
    assert_eq!(with(three, "A has won"), Err(why.to_owned()));
}

/// Who is to move and cannot has lost, which the position says as well.
#[test]
fn a_player_without_a_move_has_lost() {
    let before = "A: a4 g4 b6 f6 e5 (0 in hand, 4 captured); B: a7 d7 g7 d6 (0 in hand, 5 captured); A to move";
    let game = Record::play("e5-d5", position(before).unwrap(), RULE).unwrap();
    assert_eq!(game.last().winner(), Some(Player::A));
    let end = position_name(&game.last());
    assert!(end.ends_with("; A has won"), "{end}");
    assert_eq!(position(&end).map(|it| it.winner()), Ok(Some(Player::A)));
}

/// A remark that does not end would swallow turns.
#[test]
fn remarks_end() {
    assert_eq!(play("d6 { over\n[two] lines } f4").to_string(), "1. d6 f4");
    let why = "a remark in braces is not closed; write `}` after it";
    assert_eq!(mistake("d6 { f4"), (3, why.to_owned()));
}

/// Where a record is not understood, and why.
#[track_caller]
fn mistake(text: &str) -> (usize, String) {
    match Record::play(text, Position::start(Player::A), RULE) {
        Err((NoGame::Unreadable(at, why), game)) if game.turns.is_empty() => (at, why),
        other => panic!("{text}: {other:?}"),
    }
}

/// What people write between the turns, and the ways in which they write a turn.
#[test]
fn records_in_the_manner_of_others() {
    let game = play("1. d6 f4 2. f6 f2 3. b6xf2 f2");
    for text in [
        // A capture as a word of its own, and in two.
        "1. d6 f4 2. f6 f2 3. b6 xf2 f2",
        "1. d6 f4 2. f6 f2 3. b6 x f2 f2",
        "1. d6 f4 2. f6 f2 3. b6x f2 f2",
        "1. d6 f4 2. f6 f2 3. b6! {a mill} xf2! f2",
        "1. d6 f4 2. f6 f2 3. b6 (3. b2 d2) xf2 f2",
        // Other signs and upper case.
        "1. D6 F4 2. F6 F2 3. B6XF2 F2",
        "d6 f4 f6 f2 b6:f2 f2",
        "d6 f4 f6 f2 b6\u{d7}f2 f2",
        // Numbers.
        "1.d6 f4 2.f6 f2 3.b6xf2 f2",
        "1) d6 f4 2) f6 f2 3) b6xf2 f2",
        "1. d6 1... f4 2. f6 2\u{2026} f2 3. b6xf2 3...f2",
        "d6, f4, f6, f2, b6xf2, f2",
        // Marks, as signs and as numbers.
        "1. d6! f4?! 2. f6!! f2?? 3. b6xf2+ f2=",
        "1. d6 ! f4 \u{2047} 2. f6 +- f2 \u{b1} 3. b6xf2 $1 $14 f2 $139",
        // Variations, with remarks and results inside.
        "1. d6 f4 (1... c4? {another ) turn}) 2. f6 f2 3. b6xf2 f2",
        "1. d6 (1. a1 (1. a4 a7) 1... a7 2. b2 1-0) f4 2. f6 f2 3. b6 xf2 (3. a1) f2",
        // Tags, remarks and results.
        "\u{feff}[Event \"a \\\"game] \"]\r\n[Site \"?\"]\r\n\r\n1. d6 f4 ; a ( remark\r\n2. f6 f2\r\n% { 1. a1\r\n3. b6xf2 f2 1-0",
        "1. d6 f4 2. f6 f2 3. b6xf2 f2 \u{bd}-\u{bd}",
        "1. d6 f4 2. f6 f2 3. b6xf2 f2 0\u{2013}1",
        "1. d6 f4 2. f6 f2 3. b6xf2 f2 *",
    ] {
        assert_eq!(play(text), game, "{text}");
    }
    let start = position(
        "A: a7 d7 b4 (0 in hand, 6 captured); B: a1 d2 f4 g1 (0 in hand, 5 captured); A to move",
    )
    .unwrap();
    for text in ["b4-g7xa1", "b4g7xa1", "b4\u{2013}g7 xa1", "B4G7XA1"] {
        let game = Record::play(text, start, RULE).unwrap_or_else(|why| panic!("{why:?}"));
        assert_eq!(game.to_string(), "1. b4-g7xa1");
    }
}

/// Nothing is passed over that is not understood.
#[test]
fn what_is_not_understood_has_its_place() {
    for (text, at, why) in [
        ("d6 hello f4", 3, "`hello` is not a turn"),
        ("d6 1 f4", 3, "`1` is not a turn"),
        ("d6 - f4", 3, "`-` is not a turn"),
        ("d6 f4 3.hello", 8, "`hello` is not a turn"),
        ("d6 (hello) f4", 4, "`hello` is not a turn"),
        ("d6 (f4", 3, "a variation is not closed"),
        ("d6 (f4 (f2) f4", 3, "a variation is not closed"),
        ("d6) f4", 2, "`)` without"),
        ("(d6) f4", 0, "a variation follows"),
        ("d6 ((f4))", 4, "a variation follows"),
        ("d6 } f4", 3, "`}` is not a turn"),
        ("d6 $ f4", 3, "the number of a mark"),
        ("xf4 d6", 0, "a capture without a turn"),
        ("d6xf4 xf2", 6, "a second capture"),
        ("d6xf4 x f2", 6, "a second capture"),
        ("d6 xf4xf2", 3, "`f4xf2` is not the field"),
        ("d6 x", 3, "the field of the captured man has to follow"),
        ("d6 x hello", 3, "the field of the captured man has to follow"),
        ("d6 f4x (f2)", 3, "the field of the captured man has to follow"),
        ("d6 (f4 x) f2", 7, "the field of the captured man has to follow"),
        ("d6 1-0 f4", 7, "`f4` follows the result"),
        ("d6 1-0\n[Event \"x\"]\nf4", 7, "another game begins here"),
        ("[Event x] d6", 0, "a tag is written"),
        ("[d6 f4] f6", 0, "a tag is written"),
        ("[Event \"x] d6", 0, "a tag is written"),
        ("d6 [f4]", 3, "`[` is not a turn"),
        ("[SetUp \"1\"]\n[FEN \"...\"]\nd6", 0, "the tag SetUp sets up a position"),
    ] {
        let (place, found) = mistake(text);
        assert!(place == at && found.starts_with(why), "{text}: {place} {found}");
    }
}

/// Men that are all in mills can be captured; a man outside protects them.
#[test]
fn all_opposing_men_in_mills() {
    let start = position(
        "A: a7 d7 (7 in hand, 0 captured); B: a1 d1 g1 (6 in hand, 0 captured); A to move",
    )
    .unwrap();
    let taken = Record::play("g7xd1", start, RULE).unwrap();
    assert_eq!(taken.last().captured, [0, 1]);
    let (why, _) = Record::play("g7xd1", start, CaptureRule::OutsideMills).unwrap_err();
    assert!(matches!(why, NoGame::Impossible(1, _, text) if text == "it captures nothing"));
    let outside = position(
        "A: a7 d7 (7 in hand, 0 captured); B: a1 d1 g1 f4 (5 in hand, 0 captured); A to move",
    )
    .unwrap();
    let (why, _) = Record::play("g7xd1", outside, RULE).unwrap_err();
    assert!(
        matches!(&why, NoGame::Impossible(1, _, text) if text == "it closes a mill and captures one of f4"),
        "{why:?}"
    );
    assert_eq!(Record::play("g7xf4", outside, RULE).unwrap().last().captured, [0, 1]);
}

/// The last man that is placed closes a mill and captures as any other; then men are moved, and with three men
/// left jump.
#[test]
fn a_capture_by_the_last_man_placed() {
    let start = position(
        "A: a7 d7 b4 (1 in hand, 5 captured); B: a1 d2 f4 (0 in hand, 6 captured); A to move",
    )
    .unwrap();
    let ended = Record::play("g7xa1", start, RULE).unwrap();
    assert_eq!(ended.last().status, Status::Won(Player::A));
    assert_eq!(ended.last().winner(), Some(Player::A));
    let start = position(
        "A: a7 d7 b4 (1 in hand, 5 captured); B: a1 d2 f4 g1 (0 in hand, 5 captured); A to move",
    )
    .unwrap();
    let game = Record::play("g7xa1 f4-b6 b4-c4 b6-e5", start, RULE).unwrap();
    assert_eq!(game.last().hand, [0, 0]);
    let (why, _) = Record::play("g7xa1 f4-b6 b4-e5", start, RULE).unwrap_err();
    assert!(
        matches!(&why, NoGame::Impossible(3, _, text) if text == "no line joins b4 and e5"),
        "{why:?}"
    );
}

#[test]
fn a_player_who_cannot_move_has_lost() {
    let blocked = position(
        "A: a7 a1 g7 g1 (0 in hand, 5 captured); B: d7 g4 d1 a4 (0 in hand, 5 captured); A to move",
    )
    .unwrap();
    let record = Record::play("", blocked, RULE).unwrap();
    assert_eq!(record.last().winner(), Some(Player::B));
    let (why, _) = Record::play("a7-b6", blocked, RULE).unwrap_err();
    assert!(matches!(&why, NoGame::Impossible(1, _, text) if text == "A cannot move and has lost"));
}

#[test]
fn positions_that_are_none_are_refused() {
    for (text, part) in [
        ("", "the men of A"),
        ("A: a7", "in hand"),
        ("A: a7 (8 in hand, 0 captured)", "the men of B"),
        (
            "A: a8 (8 in hand, 0 captured); B: (9 in hand, 0 captured); A to move",
            "`a8` is not a field",
        ),
        ("A: a7 (9 in hand, 0 captured); B: (9 in hand, 0 captured); A to move", "10 men"),
        ("A: a7 a7 (8 in hand, 0 captured); B: (9 in hand, 0 captured); A to move", "listed twice"),
        ("A: a7 (8 in hand, 0 captured); B: a7 (8 in hand, 0 captured); A to move", "one field"),
        ("A: a7 (8 in hand, 0 captured); B: (9 in hand, 0 captured)", "who is to move"),
        ("A: a7 (8 in hand, 999 captured); B: (9 in hand, 0 captured); A to move", "in hand"),
    ] {
        let why = position(text).expect_err(text);
        assert!(why.contains(part), "{text}: {why}");
    }
}

proptest! {
    /// Any game is read as it is written, and so are its positions.
    #[test]
    fn records_are_read_as_they_are_written(choices in prop::collection::vec(any::<prop::sample::Index>(), 0..60)) {
        let mut at = Position::start(Player::A);
        let mut turns = Vec::new();
        for choice in choices {
            let outcomes: Vec<_> = at.outcomes(RULE).into_iter().filter(|it| it.turn.is_some()).collect();
            if outcomes.is_empty() { break }
            let chosen = choice.get(&outcomes);
            turns.push(turn_name(&chosen.turn.unwrap()));
            at = chosen.position;
            // A player who cannot move has lost, and the text says so.
            let status = at.winner().map_or(at.status, Status::Won);
            prop_assert_eq!(position(&position_name(&at)), Ok(Position { status, ..at }));
        }
        let record = play(&turns.join(" "));
        prop_assert_eq!(record.last(), at);
        prop_assert_eq!(play(&record.to_string()), record);
    }

    #[test]
    fn no_text_panics(text in "[a-h0-9x. ;{}()$\\[\\]\"!*/,\\-\u{e4}\u{d7}\n]{0,40}", head in "[AB]: [a-g1-7 ]{0,9}\\([0-9a-z, ]{0,20}\\);.{0,20}") {
        let _ = Record::play(&text, Position::start(Player::A), RULE);
        let _ = position(&head);
    }
}

#[test]
fn the_command_replays_a_record() {
    let folder = Folder::new("muehle-replay");
    let run = |words: &[&str]| -> Ran {
        grundy(&[&["muehle", "replay"], words].concat(), &folder.0)
            .output()
            .expect("grundy runs")
            .into()
    };
    folder.write("game.txt", GAME);
    let text = "1. d6 d2 2. f6 b2 3. b6xd2 d2 4. f4 f2xf4 5. f4 g4 6. a7 g7\n; 12 turns\n\
        ; A: a7 b6 d6 f6 f4 (3 in hand, 1 captured); B: g7 g4 f2 d2 b2 (3 in hand, 1 captured); A to move\n";
    run(&["@game.txt"]).check(0, text, "");
    // What is written is read again.
    folder.write("again.txt", text);
    run(&["@again.txt"]).check(0, text, "");
    let json = run(&["d6", "f4", "--format", "json"]).json();
    assert_eq!((&json["turns"][1]["turn"], json.get("stopped")), (&"f4".into(), None));
    assert_eq!(run(&["1. d6,", "f4"]).stdout, run(&["d6", "f4"]).stdout);
    let stopped = run(&["d6 d6"]);
    assert_eq!(stopped.exit, Some(1));
    assert!(
        stopped.stdout.contains("; then turn 2, d6, is not possible: d6 is taken"),
        "{}",
        stopped.stdout
    );
    let stopped = run(&["d6 d7-a7", "--format", "json"]).json();
    assert_eq!(stopped["stopped"]["why"], "B has 9 men in hand and places one");
    assert_eq!(run(&["d6 d4"]).exit, Some(3));
    folder.write("wrong.txt", "1. d6 f4\n2. f6 over\n");
    let ran = run(&["@wrong.txt"]);
    assert_eq!(ran.exit, Some(3));
    assert!(
        ran.stderr.contains("wrong.txt: line 2, column 7: `over` is not a turn"),
        "{}",
        ran.stderr
    );
    assert_eq!(run(&["d6", "--from", "nothing"]).exit, Some(3));
    assert_eq!(run(&["@none.txt"]).exit, Some(2));
}
