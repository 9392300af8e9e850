//! `grundy census` and `grundy census merge` as a user meets them.

use super::support::{Folder, Program, grundy};
use std::fs;
use std::process::{Command, Stdio};

impl Folder {
    fn command(&self, arguments: &str) -> Program {
        grundy(&arguments.split(' ').collect::<Vec<_>>(), &self.0)
    }

    /// Runs a command that must succeed.
    fn good(&self, arguments: &str) -> String {
        let ran = self.run(arguments);
        assert_eq!((ran.exit, ran.stderr.as_str()), (Some(0), ""), "{arguments}");
        ran.stdout
    }

    /// Runs a command that must fail, with this in its message.
    fn bad(&self, exit: i32, arguments: &str, message: &str) {
        let ran = self.run(arguments);
        assert_eq!(ran.exit, Some(exit), "{arguments}: {}", ran.stderr);
        // There is no result, and JSON says so.
        match arguments.contains("--format json") {
            true => assert_eq!(ran.json()["ended"], "error", "{arguments}"),
            false => assert_eq!(ran.stdout, "", "{arguments}"),
        }
        assert!(ran.stderr.starts_with("error: "), "{arguments}: {}", ran.stderr);
        assert!(ran.stderr.contains(message), "{arguments}: {}", ran.stderr);
    }

    fn has(&self, name: &str) -> bool {
        self.0.join(name).exists()
    }
}

#[test]
fn the_text_has_records_and_maxima() {
    let text = Folder::new("text").good("census --max-move 7..8");
    assert_eq!(
        text,
        "records by period
  period  preperiod  moves
      14          0  { 7 }
      22          0  { 2 5 7 }
      25          0  { 1 4 7 8 }

greatest period by largest move
  max  games  sum of periods  period  preperiod  moves
    7     64             552      22          0  { 2 5 7 }
    8    128            1325      25          0  { 1 4 7 8 }

all games with largest move 7..8: 192 games, 3 records, 0 undecided
"
    );
}

#[test]
fn csv_and_json_lines_say_what_they_are_and_that_they_are_complete() {
    let folder = Folder::new("formats");
    assert_eq!(
        folder.good("census --max-move 3 --format csv"),
        "# grundy census, schema 2
# all games with largest move 1..3, records by period, preperiod + period at most 1000000000000
row,largest_move,moves,period,preperiod,games,undecided,sum,verdict
record,1,1,2,0,,,,verified
maximum,1,1,2,0,1,0,2,verified
record,2,2,4,0,,,,verified
maximum,2,2,4,0,2,0,7,verified
record,3,3,6,0,,,,verified
maximum,3,3,6,0,4,0,17,verified
# complete: 6 games, 3 records, 0 undecided
"
        .replace("6 games", "7 games")
    );
    let lines = folder.good("census --max-move 2 --symmetric --all --format jsonl");
    assert_eq!(
        lines,
        r#"{"schema":2,"census":{"largest_move":["1","2"],"number_of_moves":null,"symmetric":true,"records":"period","every_game":true,"limit_positions":"1000000000000"}}
{"row":"record","largest_move":"1","moves":["1"],"period":"2","preperiod":"0","verdict":"verified"}
{"row":"game","largest_move":"1","moves":["1"],"period":"2","preperiod":"0","verdict":"verified"}
{"row":"maximum","largest_move":"1","moves":["1"],"period":"2","preperiod":"0","games":"1","undecided":"0","sum":"2","verdict":"verified"}
{"row":"record","largest_move":"2","moves":["2"],"period":"4","preperiod":"0","verdict":"verified"}
{"row":"game","largest_move":"2","moves":["2"],"period":"4","preperiod":"0","verdict":"verified"}
{"row":"game","largest_move":"2","moves":["1","2"],"period":"3","preperiod":"0","verdict":"verified"}
{"row":"maximum","largest_move":"2","moves":["2"],"period":"4","preperiod":"0","games":"2","undecided":"0","sum":"7","verdict":"verified"}
{"complete":true,"games":"3","records":"2","undecided":"0","verdict":"verified"}
"#
    );
    assert_eq!(lines, folder.good("census --max-move 2 --symmetric --all --format json-lines"));
    let json: serde_json::Value =
        serde_json::from_str(&folder.good("census --max-move 9 --moves 4 --format json"))
            .expect("JSON");
    assert_eq!(json["maxima"][4]["moves"], serde_json::json!(["1", "4", "7", "8"]));
    assert_eq!(json["maxima"][5]["sum"].as_str().map(str::len), Some(3));
    assert_eq!(json["verdict"], "verified");
}

/// Undecided never looks like success.
#[test]
fn undecided_games_are_counted_listed_and_marked() {
    let folder = Folder::new("undecided");
    for format in ["text", "csv", "json", "jsonl"] {
        let ran =
            folder.run(&format!("census --max-move 8 --limit-positions 21 --format {format}"));
        assert_eq!((ran.exit, ran.stderr.as_str()), (Some(4), ""));
        assert!(ran.stdout.contains("undecided"), "{}", ran.stdout);
    }
    let text = folder.run("census --max-move 8 --limit-positions 21 -q").stdout;
    assert!(text.starts_with("undecided: "), "{text}");
    assert!(text.contains("\n  { 2 5 7 }\n"), "{text}");
    let csv = folder.run("census --max-move 8 --limit-positions 21 --format csv").stdout;
    assert!(csv.contains("\nundecided,7,2 5 7,,,,,,undecided\n"), "{csv}");
    for line in
        csv.lines().filter(|line| line.starts_with("maximum,7") || line.starts_with("maximum,8"))
    {
        assert!(line.ends_with(",undecided"), "{line}");
    }
    let ran = folder.run("census --max-move 8 --limit-positions 21 --shard 1/1 -o shard");
    assert_eq!(ran.exit, Some(4));
    assert_eq!(folder.run("census merge shard --format csv").stdout, csv);
    assert_eq!(folder.run("census merge shard --format csv").exit, Some(4));
}

#[test]
fn shards_merge_to_the_bytes_of_the_whole() {
    let folder = Folder::new("merge");
    let options = "--max-move 9..22 --moves 4 --records preperiod";
    for of in [1, 2, 5] {
        let mut names = Vec::new();
        for number in 1..=of {
            let name = format!("{number}-of-{of}.jsonl");
            folder.good(&format!("census {options} --shard {number}/{of} -o {name} -j {number}"));
            names.insert(0, name);
        }
        for format in ["text", "csv", "json", "jsonl"] {
            let merged =
                folder.good(&format!("census merge {} --format {format}", names.join(" ")));
            assert_eq!(merged, folder.good(&format!("census {options} --format {format} -j 1")));
        }
    }
    folder.good(&format!("census {options} --format csv -o whole.csv"));
    folder.good("census merge 1-of-2.jsonl 2-of-2.jsonl --format csv -o merged.csv");
    assert_eq!(folder.bytes("whole.csv"), folder.bytes("merged.csv"));
    assert!(!folder.has("whole.csv.part"));
}

#[test]
fn a_run_that_was_cut_off_goes_on() {
    let folder = Folder::new("resume");
    let command = "census --max-move 4..14 --moves 4 --shard 1/2 -o shard";
    folder.good(command);
    let whole = folder.bytes("shard");
    for cut in (0..whole.len()).step_by(1 + whole.len() / 60).chain([whole.len() - 1, whole.len()])
    {
        folder.write("shard", &whole[..cut]);
        folder.good(command);
        assert_eq!(folder.bytes("shard"), whole, "cut at {cut}");
    }
    // The whole census goes on from the file beside its result, of which nothing is left then.
    folder.good("census --max-move 4..14 --moves 4 --shard 1/1 -o all");
    let all = folder.bytes("all");
    let csv = folder.good("census --max-move 4..14 --moves 4 --format csv");
    for cut in [0, 1, 100, all.len() / 2, all.len() - 1, all.len()] {
        folder.write("out.csv.part", &all[..cut]);
        folder.good("census --max-move 4..14 --moves 4 --format csv -o out.csv");
        assert_eq!(folder.bytes("out.csv"), csv.as_bytes());
        assert!(!folder.has("out.csv.part"));
    }
}

#[test]
fn finished_pieces_are_not_computed_anew() {
    let folder = Folder::new("anew");
    folder.good("census --max-move 4..14 --moves 4 --shard 1/1 -o all");
    folder.write("out.part", folder.bytes("all"));
    // With the time over at once, only finished work can give a result.
    folder.good("census --max-move 4..14 --moves 4 --time-limit 0 -o out");
    folder.write("out.part", "");
    let ran = folder.run("census --max-move 4..14 --moves 4 --time-limit 0 -o out");
    assert_eq!(ran.exit, Some(4));
    assert!(
        ran.stderr.starts_with(
            "undecided: the time limit ran out: 0 of 1,001 games done; saved in out.part"
        ),
        "{}",
        ran.stderr
    );
    assert!(folder.has("out.part"));
}

#[test]
fn files_that_are_not_the_same_shard_are_left_alone() {
    let folder = Folder::new("foreign");
    let command = "census --max-move 12 --shard 1/2 -o shard";
    folder.good(command);
    let good = folder.bytes("shard");
    let mut damaged = good.clone();
    let place = damaged.len() / 2;
    damaged[place] ^= 1;
    folder.write("shard", &damaged);
    folder.bad(2, command, "it is damaged in line");
    assert_eq!(folder.bytes("shard"), damaged);
    folder.write("shard", "precious\n");
    folder.bad(2, command, "it is not the file of a census");
    folder.write("shard", "precious");
    folder.bad(2, command, "it is not the file of a census");
    assert_eq!(folder.bytes("shard"), b"precious");
    folder.write("shard", good);
    for other in [
        "census --max-move 13 --shard 1/2 -o shard",
        "census --max-move 12 --shard 2/2 -o shard",
        "census --max-move 12 --shard 1/3 -o shard",
        "census --max-move 12 --shard 1/2 --symmetric -o shard",
        "census --max-move 12 --shard 1/2 --moves 4 -o shard",
        "census --max-move 12 --shard 1/2 --records preperiod -o shard",
        "census --max-move 12 --shard 1/2 --all -o shard",
        "census --max-move 12 --shard 1/2 --limit-positions 7 -o shard",
    ] {
        folder.bad(2, other, "it holds another census, or another shard");
    }
    folder.good(command);
}

#[test]
fn merge_names_what_does_not_belong_together() {
    let folder = Folder::new("apart");
    for number in 1..=3 {
        folder.good(&format!("census --max-move 4..12 --moves 4 --shard {number}/3 -o {number}"));
    }
    folder.good("census --max-move 4..12 --moves 4 --shard 2/2 -o half");
    folder.good("census --max-move 4..12 --moves 3 --shard 2/3 -o other");
    let two = folder.bytes("2");
    folder.write("cut", &two[..two.len() - 3]);
    folder.write("empty", "");
    folder.write("text", "n >= 1\n");
    let mut damaged = two.clone();
    damaged[two.len() / 2] ^= 1;
    folder.write("damaged", damaged);
    folder.bad(3, "census merge 1 3", "missing: 2/3");
    folder.bad(3, "census merge 1", "missing: 2/3 3/3");
    folder.bad(3, "census merge 1 2 3 2", "2: the same shard 2/3 as 2");
    folder.bad(3, "census merge 1 half 3", "half: one of 2 shards, but 1 is one of 3");
    folder.bad(3, "census merge 1 other 3", "other: a shard of another census than 1");
    folder.bad(3, "census merge 1 cut 3", "cut: the shard 2/3 is not complete");
    folder.bad(3, "census merge 1 damaged 3", "damaged: it is damaged in line");
    folder.bad(3, "census merge 1 empty 3", "empty: it ends within its first line");
    folder.bad(3, "census merge 1 text 3", "text: it is not the file of a census");
    folder.bad(2, "census merge 1 nothing 3", "cannot read nothing");
    folder.bad(2, "census merge", "required");
    folder.good("census merge 1 2 3");
}

#[test]
fn wrong_options_are_wrong_usage() {
    let folder = Folder::new("usage");
    folder.bad(2, "census", "--max-move");
    folder.bad(2, "census --max-move 0", "is empty");
    folder.bad(2, "census --max-move 9..8", "is empty");
    folder.bad(2, "census --max-move x", "a number such as 30");
    folder.bad(2, "census --max-move 64", "2^63 or more games are too many");
    folder.bad(2, "census --max-move 1024 --moves 2", "too large");
    folder.bad(2, "census --max-move 5 --moves 6", "no set of 6 moves");
    folder.bad(2, "census --max-move 5..5 --moves 2 --symmetric", "no symmetric set");
    folder.bad(2, "census --max-move 5 --moves 0", "0");
    folder.bad(2, "census --max-move 5 --limit-positions 0", "0");
    folder.bad(2, "census --max-move 5 --shard 1/2", "a shard needs an output file");
    folder.bad(2, "census --max-move 5 --shard 3/2 -o x", "I/N with 1 <= I <= N");
    folder.bad(
        2,
        "census --max-move 5 --shard 1/2 -o x --format csv",
        "always written as JSON lines",
    );
    folder.bad(2, "census --max-move 5 -o no/such/folder/x", "cannot write");
    // Before any work: of these games there are more than a day counts.
    folder.bad(2, "census --max-move 60 -o .", "cannot write .");
    folder.bad(2, "verify --format csv x.nimseq", "possible values: text, json, jsonl");
    folder.bad(2, "explain --format jsonl", "jsonl are not available here");
    assert!(!folder.has("x"));
}

/// More shards than pieces: some are empty, and nothing is missing.
#[test]
fn shards_may_be_empty() {
    let folder = Folder::new("empty");
    let mut names = Vec::new();
    for number in 1..=7 {
        names.push(format!("{number}"));
        folder.good(&format!("census --max-move 3 --shard {number}/7 -o {number}"));
    }
    let merged = folder.good(&format!("census merge {}", names.join(" ")));
    assert_eq!(merged, folder.good("census --max-move 3"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_is_finished() {
    use std::time::{Duration, Instant};
    let folder = Folder::new("interrupt");
    let mut command =
        folder.command("census --max-move 4..200 --moves 4 -o out.csv --format csv -j 2");
    let mut child = command.stderr(Stdio::piped()).spawn().expect("grundy runs");
    let lines = || {
        let part = fs::read(folder.0.join("out.csv.part")).unwrap_or_default();
        part.iter().filter(|&&byte| byte == b'\n').count()
    };
    let start = Instant::now();
    while lines() < 10 {
        assert!(start.elapsed() < Duration::from_secs(60), "nothing was kept");
        std::thread::sleep(Duration::from_millis(10));
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
    assert_eq!(child.wait().expect("grundy ends").code(), Some(130));
    assert!(lines() >= 10 && !folder.has("out.csv"));
    let mut message = String::new();
    std::io::Read::read_to_string(&mut child.stderr.take().expect("a pipe"), &mut message)
        .expect("text");
    assert!(
        message.starts_with("interrupted: ") && message.contains("saved in out.csv.part"),
        "{message}"
    );
    let before = lines();
    // Going on adds to the file.
    let ran =
        folder.run("census --max-move 4..200 --moves 4 -o out.csv --format csv --time-limit 2");
    assert_eq!(ran.exit, Some(4), "{}", ran.stderr);
    assert!(lines() >= before);
}

/// Games that satisfy a condition, in shards as in one; and what there is no such census of.
#[test]
fn games_are_chosen_by_conditions() {
    let folder = Folder::new("chosen");
    // A formula is no condition.
    folder.bad(2, "census --max-move 3..12 --where K/3", "--where");
    for chosen in ["--where 3K<=M", "--symmetric --differences 2", "--symmetric --where M!=7"] {
        let games = format!("census --max-move 3..12 {chosen} --format csv");
        let whole = folder.good(&games);
        for number in 1..=3 {
            let shard =
                format!("census --max-move 3..12 {chosen} --shard {number}/3 -o {number}.jsonl");
            folder.good(&shard);
        }
        let merged = folder.good("census merge 1.jsonl 2.jsonl 3.jsonl --format csv");
        assert_eq!(merged, whole, "{chosen}");
        for number in 1..=3 {
            fs::remove_file(folder.0.join(format!("{number}.jsonl"))).expect("a file");
        }
    }
    for (arguments, message) in [
        ("census --max-move 9 --differences 3", "add --symmetric"),
        (
            "census --max-move 9 --moves 3 --where d>1",
            "there is no move d: the moves are a (s1) to c (s3)",
        ),
        ("census --max-move 9 --where a>1", "fix --moves, or use K and M"),
        ("census --max-move 9 --mean --shard 1/2 -o x.jsonl", "leave out --shard"),
        ("census --max-move 9 --moves 3 --class I=a", "'I: a + c == d'"),
    ] {
        folder.bad(2, arguments, message);
    }
    // Means by classes of one's own, and of the rest.
    let means = folder.good("census --max-move 9 --moves 3 --class I:a+b==c --format csv");
    assert!(means.contains("mean,9,I,4,0,") && means.contains("mean,9,O,24,0,"), "{means}");
    let means = folder.good("census --max-move 6 --symmetric --mean --format json");
    assert!(means.contains("\"class\": \"6\""), "{means}");
    let few = "census --max-move 9 --moves 4 --mean --limit-positions 20 --format csv";
    let ran = folder.run(few);
    assert_eq!(ran.exit, Some(4), "{}", ran.stdout);
}
