//! `grundy period` and `grundy sequence` as a user meets them: exact text, exit code, both
//! streams.

use crate::command::{Folder, Ran, grundy, run};
use grundy_kernel::model::Alphabet;
use grundy_kernel::model::{Comparison, Tally};
use grundy_sequence::{Game, Moves, Rule, oracle};
use serde_json::{Value, json};
use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

impl Folder {
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("a folder");
        entries
            .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
            .collect()
    }
}

#[test]
fn programs_read_the_shape_of_the_contract() {
    let ran = run("period 3 7 8 --format json");
    assert_eq!((ran.exit, ran.stderr.as_str()), (Some(0), ""));
    assert_eq!(
        ran.json(),
        json!({
            "schema": 2, "verdict": "verified", "moves": ["3", "7", "8"], "values": "outcome",
            "method": "direct", "evidence": "positions", "period": "5", "preperiod": "8"
        })
    );
    assert_eq!(
        run("period 3 7 8 --format json --limit-positions 0").json(),
        json!({
            "schema": 2, "moves": ["3", "7", "8"], "values": "outcome", "method": "direct",
            "verdict": "undecided", "limit": "positions", "positions": "0"
        })
    );
    assert_eq!(
        run("sequence 3 7 8 --rule 'lost odd' --start --++---+ --from 2 --count 3 --format json")
            .json(),
        json!({
            "schema": 2, "moves": ["3", "7", "8"], "values": "outcome", "rule": "lost odd",
            "start": "--++---+", "from": "2", "sequence": "-++", "verdict": "verified"
        })
    );
}

/// The periods of the first two are printed in A. Flammenkamp 1996, in the tables of record
/// periods with four moves and with five symmetric ones.
#[test]
fn periods_of_many_games() {
    for (moves, period, preperiod) in [
        ("8 58 101 109", "19914037", "1176"),
        ("21 44 64 87 108", "1617701526", "0"),
        ("1 100000", "100001", "0"),
        ("7", "14", "0"),
    ] {
        let found = run(&format!("period {moves} --format json")).json();
        assert_eq!((&found["period"], &found["preperiod"]), (&period.into(), &preperiod.into()));
    }
}

/// The cycles of a few games under every rule, against the plain rules.
#[test]
fn every_rule_has_its_cycle_and_its_sequence() {
    for (option, rule) in [
        ("", Rule::Normal),
        ("--values outcome", Rule::Normal),
        ("--values nim", Rule::Mex),
        ("--nim", Rule::Mex),
        ("--values misere", Rule::Misere),
        ("--rule normal", Rule::Normal),
        ("--rule 'lost odd'", Rule::Lost(Tally::Odd)),
        ("--rule parity", Rule::Won(Tally::Odd)),
        ("--rule nor", Rule::Won(Tally::Is(Comparison::AtMost, 0))),
        ("--rule 'lost == 1'", Rule::Lost(Tally::Is(Comparison::Equal, 1))),
        ("--rule more-than-1", Rule::Lost(Tally::Is(Comparison::AtLeast, 2))),
        ("--rule more-than-4294967295", Rule::Lost(Tally::Is(Comparison::AtLeast, 1 << 32))),
    ] {
        for sizes in [&[1][..], &[2, 5], &[3, 7, 8], &[2, 3, 6, 9]] {
            let game = Game::new(Moves::new(sizes).expect("moves"), rule).expect("a game");
            let moves: Vec<_> = sizes.iter().map(u64::to_string).collect();
            let moves = moves.join(" ");
            let cycle = oracle::cycle(&game, 4000).expect("a small cycle");
            let found = run(&format!("period {moves} {option} --format json")).json();
            assert_eq!(found["period"], cycle.period.to_string(), "{moves} {option}");
            assert_eq!(found["preperiod"], cycle.preperiod.to_string(), "{moves} {option}");
            let word = letters(&game, 0, 300);
            run(&format!("sequence {moves} {option} --count 300")).check(0, &word, "");
        }
    }
}

/// A line with the values of positions, from the plain rules.
fn letters(game: &Game, from: usize, count: usize) -> String {
    let values = oracle::sequence(game, from + count).split_off(from);
    let alphabet = game.rule().alphabet();
    values.into_iter().map(|value| alphabet.letter(value)).chain(["\n".to_owned()]).collect()
}

#[test]
fn a_seed_counts_as_options() {
    let moves = Moves::new(&[3, 7, 8]).expect("moves");
    for (word, rule, option) in [
        ("-+-+--+-", Rule::Normal, ""),
        ("--------", Rule::Lost(Tally::Odd), "--rule 'lost odd'"),
        ("+-++-+-+", Rule::Lost(Tally::Is(Comparison::AtLeast, 2)), "--rule more-than-1"),
        ("_A_CB_AC", Rule::Mex, "--values nim"),
    ] {
        let alphabet = rule.alphabet();
        let seed: Vec<_> = word.chars().filter_map(|letter| alphabet.value(letter)).collect();
        let game = Game::with_start(moves.clone(), rule, &seed).expect("a game");
        let cycle = oracle::cycle(&game, 4000).expect("a small cycle");
        let found = run(&format!("period 3 7 8 {option} --start {word} --format json")).json();
        assert_eq!(found["start"], word);
        assert_eq!(found["period"], cycle.period.to_string(), "{word}");
        assert_eq!(found["preperiod"], cycle.preperiod.to_string(), "{word}");
        run(&format!("sequence 3 7 8 {option} --start {word} --from 5 --count 60")).check(
            0,
            &letters(&game, 5, 60),
            "",
        );
    }
}

#[test]
fn a_family_needs_a_value_for_every_parameter() {
    let family = |at: &[&str]| {
        let words = [&["period", "-q", "{ 2n 5n m+1 }"], at].concat();
        run(&words)
    };
    let game = Game::new(Moves::new(&[4, 10, 31]).expect("moves"), Rule::Normal).expect("a game");
    let cycle = oracle::cycle(&game, 4000).expect("a small cycle");
    let text = format!("period     {}\npreperiod  {}\n", cycle.period, cycle.preperiod);
    family(&["--at", "n=2", "--at", "m=30"]).check(0, &text, "");
    family(&["--at=m=30", "--at=n=2"]).check(0, &text, "");
}

#[test]
fn lists_that_cannot_be_read_are_explained_and_families_have_any_size() {
    for moves in ["3 X", "{ 3"] {
        let ran = run(&format!("period {moves}"));
        assert!(ran.stderr.starts_with("error: cannot read the moves\nerror[E01"), "{ran:?}");
        assert_eq!(ran.exit, Some(2));
    }
    let family = run("period '{ n }' --at n=99999999999999999999999");
    assert_eq!(family.exit, Some(0), "{family:?}");
    assert!(
        family.stdout.starts_with("period     199999999999999999999998\npreperiod  0\n"),
        "{family:?}"
    );
    run("sequence 16777216 --from 16777214 --count 4").check(0, "--++\n", "");
    let none = run("period");
    assert_eq!((none.exit, none.stdout.as_str()), (Some(2), ""));
    assert!(none.stderr.contains("<MOVE>..."), "{none:?}");
    let many: Vec<_> = (1..=32).map(|size: u32| size.to_string()).collect();
    let large = run(&format!("period --values nim {}", many.join(" ")));
    assert!(large.stdout.starts_with("period     33\npreperiod  0\n"), "{large:?}");
    assert_eq!(large.exit, Some(0));
}

/// Grundy values may be of any size, and what ends a search is a limit that can be raised.
#[test]
fn grundy_values_have_no_greatest() {
    for (moves, period, preperiod) in [("1..100", 101, 0), ("1..1000", 1001, 0), ("40..90", 130, 0)]
    {
        let found = run(&format!("period {moves} --values nim"));
        let head = format!("period     {period}\npreperiod  {preperiod}\n");
        assert!(found.stdout.starts_with(&head), "{found:?}");
    }
    let squares: Vec<_> = (1..=40).map(|root: u32| (root * root).to_string()).collect();
    let squares = squares.join(" ");
    let found =
        run(&format!("period {squares} --values nim --limit-positions 100000 --format json"))
            .json();
    assert_eq!((&found["verdict"], &found["limit"]), (&json!("undecided"), &json!("positions")));
}

#[test]
fn a_limit_is_undecided_by_its_name() {
    let subject =
        "outcomes of { 21 103 214 235 }: nothing is known about the period and the preperiod\n";
    run("period 21 103 214 235 --limit-positions 0").check(
        4,
        &format!(
            "undecided\n\
             limit reached: positions; no period was found among the first 0 positions\n\
             {subject}allow more positions with --limit-positions\n"
        ),
        "",
    );
    run("period 21 103 214 235 --time-limit 0").check(
        4,
        &format!(
            "undecided\n\
             limit reached: time; no period was found among the first 0 positions\n\
             {subject}allow more time with --time-limit\n"
        ),
        "",
    );
    let json = run("period 21 103 214 235 --limit-positions 1000000 --format json").json();
    let positions = json["positions"].as_str().and_then(|number| number.parse::<u64>().ok());
    assert!(positions.is_some_and(|it| (1_000_000..2_000_000).contains(&it)), "{json}");
    let ran = run("period 21 103 214 235 --time-limit 0.2 --format json");
    let json = ran.json();
    assert_eq!(ran.exit, Some(4));
    assert_eq!((&json["verdict"], &json["limit"]), (&"undecided".into(), &"time".into()));
    let positions = json["positions"].as_str().and_then(|number| number.parse::<u64>().ok());
    assert!(positions.is_some_and(|positions| positions > 0), "{json}");
    assert!(json.get("period").is_none() && json.get("preperiod").is_none(), "{json}");
    let ran = run("sequence 21 103 214 235 --from 10^17 --count 1 --time-limit 0.05");
    assert_eq!((ran.exit, ran.stdout.as_str()), (Some(4), ""));
    let told = ran.stderr.strip_prefix("undecided: time limit reached (--time-limit): ");
    let computed =
        told.and_then(|it| it.split_once(" of 100000000000000001 positions of { 21 103 214 235 }"));
    let computed = computed.and_then(|(computed, _)| computed.parse::<u64>().ok());
    assert!(computed.is_some_and(|it| it > 0), "{ran:?}");
}

#[test]
fn counts_and_times_come_with_stats_only() {
    let json = run("period 3 7 8 --stats --format json").json();
    let statistics = json["statistics"].as_object().expect("an object");
    assert!(statistics.keys().eq(["positions", "seconds", "values", "values_per_second"]));
    let text = run("period 3 7 8 --stats").stdout;
    assert!(text.ends_with(" values per second\n"), "{text}");
    assert!(!run("period 3 7 8").stdout.contains("second"));
}

#[test]
fn a_search_goes_on_from_its_checkpoint() {
    let folder = Folder::new("continued");
    let search = "period 8 58 101 109 --checkpoint f";
    for limit in [0, 1, 100_000, 5_000_000, 12_000_000, 12_000_000] {
        let ran = folder.run(&format!("{search} --limit-positions {limit}"));
        assert_eq!(ran.exit, Some(4), "{ran:?}");
        assert!(ran.stdout.ends_with("a larger --limit-positions resumes from the checkpoint\n"));
        assert_eq!(folder.names(), ["f"], "nothing else stays in the folder");
    }
    let ran = folder.run(&format!("{search} --time-limit 0"));
    assert!(
        ran.stdout.ends_with("run the same command to resume from the checkpoint\n"),
        "{ran:?}"
    );
    let cycle = "period     19914037\npreperiod  1176\n\
         outcomes of { 8 58 101 109 }: v(x) = v(x+19914037) for all x >= 1176, both least\n";
    let ran = folder.run(search);
    let origin = ran.stdout.strip_prefix(cycle).expect("the cycle of the whole search");
    assert!(origin.starts_with("computed directly, continued from position 12"), "{origin}");
    assert!(origin.ends_with("; the earlier values come from the checkpoint\n"), "{origin}");
    // A finished search answers at once, whatever the limits are.
    folder.run(&format!("{search} --time-limit 0 --limit-positions 0")).check(
        0,
        &format!("{cycle}taken on trust from the checkpoint of a finished search\n"),
        "",
    );
    let json = folder.run(&format!("{search} --format json")).json();
    assert_eq!((&json["period"], &json["method"]), (&"19914037".into(), &"direct".into()));
    assert_eq!(json["believes_checkpoint"], true);
}

#[test]
fn checkpoints_that_do_not_fit_are_refused_and_left_alone() {
    let folder = Folder::new("refused");
    let search = "period 113 264 377 428 --checkpoint f --limit-positions 100000";
    assert_eq!(folder.run(search).exit, Some(4));
    let path = folder.0.join("f");
    let good = fs::read_to_string(&path).expect("a checkpoint");
    let check = |content: &str, command: &str, reason: &str| {
        fs::write(&path, content).expect("a file");
        let message = format!(
            "error: cannot use the checkpoint f: {reason}\n  \
             it was not changed; to start again, remove it or choose another file\n"
        );
        folder.run(command).check(2, "", &message);
        assert_eq!(fs::read_to_string(&path).expect("a file"), content);
    };
    let damaged = "it is damaged: its content does not have the checksum in its last line";
    check("", search, "it is empty");
    check("3 7 8\n", search, "it is not a checkpoint of grundy");
    check(&good[..good.len() - 1], search, damaged);
    check(&good.replacen("work 1", "work 2", 1), search, damaged);
    check(
        &good.replacen("checkpoint 4", "checkpoint 9", 1),
        search,
        "it has format 9, but this version of grundy reads format 4",
    );
    check(
        &good,
        "period 113 264 377 429 --checkpoint f",
        "it belongs to another game: it has `moves 113 264 377 428`, this game `moves 113 264 377 429`",
    );
    check(
        &good,
        "period 113 264 377 428 --values misere --checkpoint f",
        "it belongs to another game: it has `rule normal`, this game `rule misere`",
    );
    check(
        &good,
        "period 113 264 377 428 --method accelerated --checkpoint f",
        "it belongs to a search by direct computation, and this one is by only jumps and walls",
    );
    fs::write(&path, &good).expect("a file");
    assert_eq!(folder.run(search).exit, Some(4));
}

/// Jumps and walls go on as well, and what they find is the same as without an interrupt.
#[test]
fn jumps_go_on_from_their_checkpoint() {
    let folder = Folder::new("jumps");
    let search = "period 299 600 800 899 --method accelerated --checkpoint f";
    for _ in 0..3 {
        let ran = folder.run(&format!("{search} --time-limit 0.2"));
        assert_eq!(ran.exit, Some(4), "{ran:?}");
        assert!(
            ran.stdout.ends_with("run the same command to resume from the checkpoint\n"),
            "{ran:?}"
        );
        assert_eq!(folder.names(), ["f"], "nothing else stays in the folder");
    }
    let text = folder.read("f");
    assert!(text.contains("\nshape ") && text.contains("\nloop "), "no loops after 0.6 s");
    let ran = folder.run(search);
    let new = run("period 299 600 800 899 --method accelerated");
    let by = "computed run by run, with proved jumps over loops";
    let cycle = new.stdout.strip_suffix(&format!("{by}\n")).expect("jumps find it");
    let origin = ran.stdout.strip_prefix(cycle).expect("the cycle of the whole search");
    assert!(origin.starts_with(&format!("{by}, continued from step ")), "{origin}");
    assert!(!origin.contains("checkpoint"), "{origin}");
    folder.run(&format!("{search} --time-limit 0")).check(
        0,
        &format!("{cycle}taken on trust from the checkpoint of a finished search\n"),
        "",
    );
    let json = folder.run(&format!("{search} --format json")).json();
    assert_eq!(
        (&json["method"], &json["believes_checkpoint"]),
        (&"accelerated".into(), &true.into())
    );
    let json = run("period 3 7 8 --format json").json();
    assert!(json.get("believes_checkpoint").is_none(), "{json}");
}

#[test]
fn a_place_that_cannot_be_written_to_is_known_before_the_work() {
    let folder = Folder::new("unwritable");
    folder.run("period 21 103 214 235 --checkpoint no/f").check(
        2,
        "",
        "error: cannot write the checkpoint no/f: No such file or directory\n",
    );
    folder.run("period 21 103 214 235 --checkpoint .").check(
        2,
        "",
        "error: cannot read .: Is a directory\n",
    );
}

/// Two searches would each replace what the other has written.
#[cfg(unix)]
#[test]
fn a_checkpoint_belongs_to_one_process_at_a_time() {
    let folder = Folder::new("shared");
    let line = "period 21 103 214 235 --checkpoint f";
    let start = || {
        let words: Vec<_> = line.split(' ').collect();
        let mut command = grundy(&words, &folder.0);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("grundy runs")
    };
    let refused = "error: cannot use the checkpoint f: another process is using it\n  \
                   it was not changed; wait until that process has ended, or choose another file\n";
    let first = start();
    while !folder.0.join("f").exists() {
        sleep(Duration::from_millis(5));
    }
    // Also through a link.
    std::os::unix::fs::symlink("f", folder.0.join("link")).expect("a link");
    let link = folder.run("period 21 103 214 235 --checkpoint link");
    assert_eq!((link.exit, link.stderr), (Some(2), refused.replace(" f:", " link:")));
    folder.run(line).check(2, "", refused);
    let kill = Command::new("kill").args(["-INT", &first.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
    assert_eq!(first.wait_with_output().expect("grundy ends").status.code(), Some(130));
    // Of several that begin at the same time, one goes on from the checkpoint, or begins it anew.
    for is_new in [false, true] {
        if is_new {
            fs::remove_file(folder.0.join("f")).expect("a file");
        }
        let children: Vec<_> = (0..4).map(|_| start()).collect();
        sleep(Duration::from_millis(400));
        for child in &children {
            let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        }
        let ran = children.into_iter().map(|it| Ran::from(it.wait_with_output().expect("an end")));
        let (used, others): (Vec<_>, Vec<_>) = ran.partition(|it| it.exit == Some(130));
        assert!(used.len() == 1 && others.iter().all(|it| it.stderr == refused), "{others:?}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_a_checkpoint() {
    let folder = Folder::new("interrupt");
    let words = ["period", "21", "103", "214", "235", "--checkpoint", "f"];
    let mut command = grundy(&words, &folder.0);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("grundy runs");
    // The first checkpoint is written when interrupts are watched.
    while !folder.0.join("f").exists() {
        sleep(Duration::from_millis(5));
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
    let ran = Ran::from(child.wait_with_output().expect("grundy ends"));
    assert_eq!((ran.exit, ran.stdout.as_str()), (Some(130), ""));
    let position = ran
        .stderr
        .strip_prefix("interrupted: no period was found among the first ")
        .and_then(|rest| rest.strip_suffix(" positions; run the same command to resume from f\n"))
        .unwrap_or_else(|| panic!("{ran:?}"));
    let next = folder.run("period 21 103 214 235 --checkpoint f --time-limit 0 --format json");
    assert_eq!(next.json()["positions"], position);
}

#[test]
fn pieces_of_a_sequence_join() {
    for option in ["", "--values nim", "--values misere", "--rule exactly-one"] {
        let piece = |from: u64, count: u64| {
            let command =
                format!("sequence 113 264 377 428 {option} --from {from} --count {count}");
            let ran = run(&command);
            assert_eq!((ran.exit, ran.stderr.as_str()), (Some(0), ""));
            ran.stdout.trim_end().to_owned()
        };
        let whole = piece(0, 20_000);
        assert_eq!(whole.len(), 20_000);
        let pieces = [(0, 1), (1, 427), (428, 0), (428, 5000), (5428, 14_572)];
        let joined: String = pieces.map(|(from, count)| piece(from, count)).concat();
        assert_eq!(joined, whole, "{option}");
    }
}

#[test]
fn a_sequence_can_be_read_far_out() {
    // A period of { 8 58 101 109 } is 19914037 positions long.
    let far = 50 * 19_914_037 + 5000;
    assert!(far > 1_000_000_000 - 20_000_000);
    let near = run("sequence 8 58 101 109 --from 5000 --count 300");
    run(&format!("sequence 8 58 101 109 --from {far} --count 300")).check(0, &near.stdout, "");
    let piece = run("sequence 21 103 214 235 --from 1000000000 --count 20");
    assert_eq!((piece.exit, piece.stdout.len()), (Some(0), 21));
}

#[test]
fn values_without_a_letter_are_numbers() {
    let moves: Vec<_> = (1..=28).map(|size: u32| size.to_string()).collect();
    let command = format!("sequence --values nim {} --from 25 --count", moves.join(" "));
    run(&format!("{command} 2")).check(0, "YZ\n", "");
    run(&format!("{command} 6")).check(0, "25 26 27 28 0 1\n", "");
    let json = run(&format!("{command} 6 --format json")).json();
    assert_eq!(json["values_list"], json!([25, 26, 27, 28, 0, 1]));
    assert_eq!(json.get("sequence"), None);
    let json = run(&format!("{command} 2 --format json")).json();
    assert_eq!((&json["values_list"], &json["sequence"]), (&json!([25, 26]), &json!("YZ")));
    assert_eq!(Alphabet::Nim.greatest().0, 26);
}

/// All of 1, ..., 1000 as moves, and more squares than a machine word has bits.
#[test]
fn grundy_values_have_any_size() {
    run("sequence 1..1000 --values nim --from 999 --count 4").check(0, "999 1000 0 1\n", "");
    run("sequence squares --values nim --from 99997 --count 3").check(0, "63 65 7\n", "");
    run("sequence 1.. --values nim --runs --count 3 --from 26").check(0, "Z 27 28 ...\n", "");
}

#[test]
fn what_is_known_of_a_set_without_end_is_said() {
    let json = run("period 2.. --values nim --format json").json();
    let known = ["period", "preperiod", "saltus", "method"].map(|key| json[key].clone());
    assert_eq!(json!(known), json!(["2", "0", "1", "set"]));
    let none = run("period fibonacci --format json");
    let said = |json: &Value| ["aperiodic", "verdict"].map(|key| json[key].clone());
    assert_eq!((none.exit, json!(said(&none.json()))), (Some(0), json!([true, "verified"])));
    // That there is no period is proved, and nothing is left open, by no rule and in no table.
    for command in
        ["period squares", "period factorials --values nim", "period squares --values misere"]
    {
        let ran = run(command);
        assert_eq!(ran.exit, Some(0), "{command}");
        assert!(
            ran.stdout.starts_with("no period\n") && !ran.stdout.contains("undecided"),
            "{ran:?}"
        );
    }
    let table = run("period n squares --at n=2..3");
    table.check(0, "n  period  preperiod\n2    none\n3    none\n", "");
    assert_eq!(run("period primes").exit, Some(4));
    let open = run("period '1.. without squares' --format json");
    assert_eq!((open.exit, &open.json()["seen"]["period"]), (Some(4), &json!("1")));
    run("period 1..20 without 3 7 --format json").json()["moves"].as_array().expect("moves");
    let table = "n  period  preperiod\n2       1          2\n3       1          3\n";
    run("period n.. --at n=2..3").check(0, table, "");
}

/// Published polynomials at n = 10^6, in less than a second each.
#[test]
fn jumps_reach_periods_of_any_size() {
    for (family, period, preperiod) in [
        // 14n^3 + 11n + 1
        ("{ 2n 5n 6n+1 8n+1 }", "14000000000011000001", "0"),
        // 56n^3 + 52n^2 + 9n + 1
        ("{ n 4n 12n+1 16n+1 }", "56000052000009000001", "0"),
        // 120n^2 - n - 1 and 240n^3 + 118n^2 - 8n - 1
        ("{ n 7n+1 20n+2 21n+2 }", "119999998999999", "240000117999991999999"),
    ] {
        let found = run(&[
            "period",
            family,
            "--at",
            "n=1000000",
            "--method",
            "accelerated",
            "--format",
            "json",
        ]);
        let found = found.json();
        assert_eq!(found["method"], "accelerated");
        assert_eq!((&found["period"], &found["preperiod"]), (&period.into(), &preperiod.into()));
    }
    // Windows of order n many runs.
    let command = "period '{ 2n 7n-2 9n+2 }' --at n=1000003 -q --method accelerated";
    run(command).check(0, "period     16000048\npreperiod  3750010750004\n", "");
    // Grundy values.
    for (family, found) in [
        ("{ 2n 5n 6n+1 8n+1 }", "period     14000000000011000001\npreperiod  7000001\n"),
        (
            "{ n 7n+1 20n+2 21n+2 }",
            "period     119999998999999\npreperiod  240000117999992999999\n",
        ),
    ] {
        let words = ["--at", "n=1000000", "--values", "nim", "-q", "--method", "accelerated"];
        run(&[&["period", family][..], &words].concat()).check(0, found, "");
    }
    // Without a method, when direct computation has not found it soon.
    let found = run("period '{ 2n 5n 6n+1 8n+1 }' --at n=1000 --format json");
    assert_eq!(found.json()["period"], "14000011001");
    run("period '{ n 2n+1 }' --at n=300000000000 --values misere").check(
        0,
        "period     900000000001\npreperiod  0\n\
         misère outcomes of { 300000000000 600000000001 }: \
         v(x) = v(x+900000000001) for all x >= 0, both least\n\
         computed run by run, with proved jumps over loops\n",
        "",
    );
}

/// Periods that neither direct computation nor jumps come to.
#[test]
fn walls_are_followed_by_both_methods_that_jump() {
    for method in ["auto", "accelerated"] {
        let command = format!("period 1000003 2000005 4000014 9000026 11000033 --method {method}");
        run(&command).check(
            0,
            "period     15000047\npreperiod  7666724166767\n\
             outcomes of { 1000003 2000005 4000014 9000026 11000033 }: \
             v(x) = v(x+15000047) for all x >= 7666724166767, both least\n\
             proved by walls between domains that repeat in two directions\n",
            "",
        );
        let ran = run(&format!("{command} --stats --format json"));
        let json = ran.json();
        assert_eq!((&json["method"], &json["period"]), (&"accelerated".into(), &"15000047".into()));
        let names = ["depth", "entries", "jumps", "loops", "seconds", "steps", "window"];
        assert!(json["statistics"].as_object().expect("an object").keys().eq(names), "{json}");
    }
}

#[test]
fn jumps_tell_what_they_did() {
    let ran = run("period 2000 5000 6001 8001 --method accelerated --stats --format json");
    let statistics = ran.json()["statistics"].clone();
    let names = ["depth", "entries", "jumps", "loops", "seconds", "steps", "window"];
    assert!(statistics.as_object().expect("an object").keys().eq(names), "{statistics}");
    let number = |name: &str| statistics[name].as_str().and_then(|it| it.parse::<u64>().ok());
    assert!(number("jumps") > Some(0) && number("steps") < Some(10_000), "{statistics}");
    let ran = run("period 2000 5000 6001 8001 --method accelerated --time-limit 0");
    assert_eq!(ran.exit, Some(4));
    assert!(
        ran.stdout.starts_with("undecided\nlimit reached: time; no period was found in 0 steps\n"),
        "{ran:?}"
    );
}

/// What is found by any method is proved by a trace that the checker accepts, and no other number is.
#[test]
fn periods_have_certificates() {
    let folder = Folder::new("period-certificate");
    for (moves, [period, preperiod]) in
        [("3 7 8", [5, 8]), ("20 50 61 81", [14111, 0]), ("1", [2, 0])]
    {
        let made = folder.run(&format!("period {moves} --certificate it.trace"));
        assert_eq!((made.exit, made.stderr.as_str()), (Some(0), ""), "{made:?}");
        let text = format!(
            "it.trace: proves by trace, in normal play\n  period     {period}\n  preperiod  {preperiod}\n  outcomes of {{ {moves} }}: \
             v(x) = v(x+period) for all x >= preperiod, both least\n"
        );
        folder.run("check it.trace").check(0, &text, "");
        let honest = folder.read("it.trace");
        let period = honest.lines().find(|line| line.starts_with("period ")).expect("a period");
        for wrong in [format!("{period}1"), "period 1 7:".to_owned()] {
            folder.write("wrong.trace", honest.replace(period, &wrong));
            assert_eq!(folder.run("check wrong.trace").exit, Some(1), "{wrong}");
        }
    }
    // The game is the first one of a family.
    let n = 1_000_000_000_u64;
    let moves = format!("{} {} {} {}", 8 * n + 1, 16 * n - 1, 18 * n - 1, 26 * n);
    let made = folder.run(&format!("period {moves} --certificate it.trace --method accelerated"));
    assert_eq!(made.exit, Some(0), "{made:?}");
    let checked = folder.run("check it.trace");
    assert!(checked.exit == Some(0) && checked.stdout.contains("period"), "{checked:?}");
}

#[test]
fn some_games_have_no_certificate() {
    let folder = Folder::new("no-period-certificate");
    for game in [
        "3 7 8 --values nim",
        "3 7 8 --values misere",
        "3 7 8 --start +-",
        "1..",
        "1 3/2",
        "'{ n 2n }' --at n=3..5",
        "1..2000 2005",
    ] {
        let ran =
            run(&format!("period {game} --certificate {}", folder.0.join("it.trace").display()));
        assert_eq!((ran.exit, ran.stdout.as_str()), (Some(2), ""), "{game}: {ran:?}");
    }
    assert_eq!(folder.names(), [""; 0]);
}

/// Two numbers in square brackets could be an interval, and one number the code of an octal game.
#[test]
fn moves_that_may_mean_something_else_are_refused() {
    for (moves, said) in [
        ("[1,2]", "`[1, 2]` could be an interval"),
        ("[1 2]", "`[1, 2]` could be an interval"),
        ("S = [3, 8]", "`[3, 8]` could be an interval"),
        (".77", "write 77/100 for the number"),
        ("0.33", "write 33/100 for the number"),
        ("{ 4.007 }", "write 4007/1000 for the number"),
    ] {
        let heaps = format!("{moves}:5");
        for words in [
            &["period", moves][..],
            &["sequence", moves],
            &["infer", moves],
            &["new", moves],
            &["register", moves],
            &["heaps", &heaps],
            &["play", moves, "--heaps", "5"],
            &["plot", "sequence", moves, "-o", "x.svg"],
        ] {
            let ran = run(words);
            assert_eq!((ran.exit, ran.stdout.as_str()), (Some(2), ""), "{words:?}");
            assert!(ran.stderr.contains(said), "{words:?} {ran:?}");
        }
    }
    for moves in ["[1/2, 3/2]", "[1, sqrt(2)]"] {
        assert!(run(&["period", moves]).stderr.contains("could be an interval"), "{moves}");
    }
    for moves in
        [&["[1, 2, 3]"][..], &["{1, 2}"], &["0.5"], &["33/100"], &["1.5", "2.5"], &["0.25", "1"]]
    {
        let words = [&["period"], moves].concat();
        assert_eq!(run(&words).exit, Some(0), "{moves:?}");
    }
}

/// No command names itself as the one to use.
#[test]
fn an_expression_with_a_set_is_no_set() {
    for command in [
        "period squares+1",
        "sequence squares+1",
        "heaps squares+1:5",
        "play squares+1 --heaps 5",
        "infer squares+1",
    ] {
        let ran = run(command);
        assert_eq!((ran.exit, ran.stdout.as_str()), (Some(2), ""), "{command}");
        let name = format!("`{}`", command.split(' ').next().expect("a word"));
        assert!(
            ran.stderr.contains("is neither a move nor a set") && !ran.stderr.contains(&name),
            "{ran:?}"
        );
    }
    let infer = run("infer squares");
    assert!(infer.stderr.contains("`period`, `plot` and `heaps` accept it"), "{infer:?}");
}

/// A search that the time ended says so, whatever was given up before.
#[test]
fn a_search_that_the_time_ends_names_the_time() {
    let ran = run("period 12 77777777777..99999999993 100000000007 --time-limit 1.5");
    assert_eq!(ran.exit, Some(4));
    assert!(ran.stdout.contains("limit reached: time;"), "{ran:?}");
    assert!(ran.stdout.contains("allow more time with --time-limit"), "{ran:?}");
}

#[test]
fn a_limit_of_time_is_no_limit_of_words_or_positions() {
    for command in [
        "register 30 41 --time-limit 0",
        "kabelsalat graph 5,4,3,3,3,3,+**..,+..**,+*.*.,+.*.* --time-limit 0",
    ] {
        let ran = run(command);
        assert_eq!(ran.exit, Some(4), "{command}: {ran:?}");
        assert!(ran.stderr.contains("--time-limit") && !ran.stderr.contains("--limit"), "{ran:?}");
    }
}
