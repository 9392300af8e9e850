//! Long work ends soon when it is asked to: every command, in the middle of what it does.
//!
//! Each gets the signal by which `timeout` and batch systems end a process, as soon as it watches
//! for it and has worked for a while.  It has to answer within [`ANSWER`], say how far it came, and
//! end with the exit code of an interrupt.  On a machine that is busy with other tests the answer may be
//! late.  A command that is late is asked again when nothing else of this test runs, and then it may have
//! worked no longer than that, however long it had to wait for a processor.

use crate::command::{Folder, Ran, grundy};
use crate::table::rows;
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{scope, sleep};
use std::time::{Duration, Instant};

/// So much time there is for an answer.
const ANSWER: Duration = Duration::from_secs(1);

/// The time that a command works before it is asked to stop.
const WORK: Duration = Duration::from_millis(200);

/// Nothing is waited for longer.
const PATIENCE: Duration = Duration::from_secs(60);

/// A description whose proof takes long: lines in general position divide the parameters into many
/// thousands of regions.
fn long() -> String {
    let line = |k: u32| format!("ELIF {k}n+{}m == {} THEN _n An ", k * k % 7, k * k % 61 + 100 * k);
    let arms: String = (2..400).map(line).collect();
    format!("n >= 1 m >= 1 {{ n }} REPEAT IF n == 1 THEN _ A {arms}ELSE _n An FI ENDREP\n")
}

/// A description of which n^2 words come before the period.
const NEST: &str = "n >= 1 { n }
FOR i FROM 1 UPTO n REP FOR j FROM 1 UPTO n REP _ A PER PER
REPEAT _n An ENDREP\n";

/// Conditions without solutions in integers, which takes any search by cases long to find out: who
/// buys what, so that four markets are split evenly (Cornuejols and Dawande 1998).
fn market() -> String {
    let shops: Vec<char> = ('a'..='v').collect();
    let bounds: String = shops.iter().map(|shop| format!("{shop} >= 0\n{shop} <= 1\n")).collect();
    let mut state = 1_u64;
    let mut sum = |market| {
        let factors = shops.iter().map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state >> 57
        });
        let factors: Vec<_> = factors.collect();
        let terms = factors.iter().zip(&shops).map(|(factor, shop)| format!("{factor}{shop}"));
        let (terms, half) = (terms.collect::<Vec<_>>(), factors.iter().sum::<u64>() / 2);
        format!("{market} == {}\n{market} == {half}\n", terms.join("+"))
    };
    let sums: String = ('w'..='z').map(&mut sum).collect();
    format!("{bounds}{sums}{{ 1 }}\nREPEAT _ A ENDREP\n")
}

/// A proof by trace with these lines for its steps, of a game whose state comes back with every step.
fn trace(steps: &[&str]) -> String {
    let head = ["grundy-trace 1", "moves 0,1 0,2", "class 3 1"];
    let shown = ["recurs", "s 1", "shows", "unique ?", "position 1", "period 1", "preperiod 1"];
    let lines = [&head[..], steps, &shown].concat();
    let text = lines.join("\n") + "\n";
    format!("{text}seal {:08x}\nend {}\n", crc32fast::hash(text.as_bytes()), lines.len() + 1)
}

/// A net of places in pairs, with a token in each pair: 2^30 markings.
fn toggles() -> String {
    let pair = |k: u32| {
        let arcs = [("p", "t"), ("t", "q"), ("q", "u"), ("u", "p")].map(|(from, to)| {
            format!("<arc id=\"{from}{to}{k}\" source=\"{from}{k}\" target=\"{to}{k}\"/>")
        });
        format!(
            "<place id=\"p{k}\"><initialMarking><text>1</text></initialMarking></place>\
             <place id=\"q{k}\"/><transition id=\"t{k}\"/><transition id=\"u{k}\"/>{}",
            arcs.concat()
        )
    };
    let pairs: String = (0..30).map(pair).collect();
    let space = "http://www.pnml.org/version-2009/grammar";
    format!(
        "<pnml xmlns=\"{space}/pnml\"><net id=\"n\" type=\"{space}/ptnet\"><page id=\"g\">{pairs}\
         </page></net></pnml>"
    )
}

/// A task in which all switches do the same, so that it has solutions without number.
fn task() -> String {
    let switch = format!("+{}", "*".repeat(40));
    format!("100,40,{}{}", "0,".repeat(40), vec![switch; 40].join(","))
}

/// A move tree without every eighth row, which no small change repairs.
fn damaged() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("descriptions/wolf/tree_compressed.tsv");
    let text = fs::read_to_string(path).expect("a table");
    let kept = text.lines().enumerate().filter(|(index, _)| *index < 5 || index % 8 != 7);
    kept.map(|(_, line)| format!("{line}\n")).collect()
}

fn folder() -> Folder {
    let folder = Folder::new("stops");
    let most = format!("s {}", u64::MAX);
    for (name, text) in [
        ("long.nimseq", long()),
        // Keywords that begin nothing: reading alone takes long.
        ("words.nimseq", "FOR ".repeat(1 << 22)),
        ("other.nimseq", long()),
        ("market.nimseq", market()),
        ("nest.nimseq", NEST.to_owned()),
        ("short.nimseq", "n >= 1 { n } REPEAT _n An ENDREP\n".to_owned()),
        ("toggles.pnml", toggles()),
        ("damaged.tsv", damaged()),
        ("steps.trace", trace(&[&most])),
        ("loop.trace", trace(&["l 9000000000000000000", &most, "e"])),
    ] {
        folder.write(name, text);
    }
    folder
}

/// Does the process watch for the signal to terminate?
fn watches(child: &Child) -> bool {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    caught.is_some_and(|mask| mask >> 14 & 1 == 1)
}

/// How long the process has worked, on all processors; `None` once it is gone.
fn worked(id: u32) -> Option<Duration> {
    let status = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // Behind the name, which may hold anything, the 12th and the 13th number are hundredths of seconds.
    let numbers = status.rsplit_once(')')?.1.split_whitespace().skip(11).take(2);
    let ticks = numbers.map(|it| it.parse::<u64>().ok()).sum::<Option<u64>>()?;
    Some(Duration::from_millis(10 * ticks))
}

/// The time from a signal to the end of the process.
#[derive(Clone, Copy)]
struct Answered {
    /// By the clock.
    after: Duration,
    /// What the process worked in it.
    worked: Duration,
}

/// Starts a command, stops it in the middle, and gives its answer with the time it took.
fn stopped(words: &str, folder: &Path) -> (Ran, Answered) {
    let words = words.replace("TASK", &task());
    let words: Vec<_> = words.split(' ').collect();
    let mut command = grundy(&words, folder);
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("grundy runs");
    let start = Instant::now();
    while !watches(&child) {
        assert!(start.elapsed() < PATIENCE, "{words:?}: signals are not watched");
        assert_eq!(child.try_wait().expect("a child"), None, "{words:?} ended by itself");
        sleep(Duration::from_millis(5));
    }
    sleep(WORK);
    assert_eq!(child.try_wait().expect("a child"), None, "{words:?} ended by itself");
    let id = child.id();
    let before = worked(id).expect("a child");
    let mut last = before;
    let kill = std::process::Command::new("kill").arg(id.to_string()).status();
    assert!(kill.expect("kill runs").success());
    let asked = Instant::now();
    let ran = scope(|scope| {
        let ending = scope.spawn(|| child.wait_with_output().expect("grundy ends"));
        while !ending.is_finished() {
            last = worked(id).unwrap_or(last);
            sleep(Duration::from_millis(2));
        }
        Ran::from(ending.join().expect("no panic"))
    });
    (ran, Answered { after: asked.elapsed(), worked: last - before })
}

#[test]
fn every_command_answers_the_signal_to_terminate_within_a_second() {
    let folder = folder();
    let commands: Vec<[_; 2]> = rows(include_str!("stops.tsv")).collect();
    let next = AtomicUsize::new(0);
    let late = Mutex::new(Vec::new());
    let judge = |words: &str, said: &str, (ran, time): (Ran, Answered)| {
        let Answered { after, worked } = time;
        let last = ran.stderr.lines().last().unwrap_or_default();
        println!("{after:>7.0?}, worked {worked:.0?}  {words}: {last}");
        assert_eq!(ran.exit, Some(130), "{words}: {ran:?}");
        assert!(ran.stderr.contains(said), "{words}: {ran:?}");
        time
    };
    scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(&[words, said]) = commands.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    if judge(words, said, stopped(words, &folder.0)).after > ANSWER {
                        late.lock().expect("no panic").push((words, said));
                    }
                }
            });
        }
    });
    for (words, said) in late.into_inner().expect("no panic") {
        let time = judge(words, said, stopped(words, &folder.0));
        let in_time = time.after <= ANSWER || time.worked <= ANSWER && time.after <= 10 * ANSWER;
        assert!(in_time, "{words}: later than {ANSWER:?}");
    }
}

/// With a time limit the same work is undecided, and says so in time.
#[test]
fn a_time_limit_ends_long_work() {
    let folder = folder();
    for (words, said) in [
        ("verify -q --backend good-lp market.nimseq", ""),
        ("verify -q --backend both market.nimseq", ""),
        ("check steps.trace", "(--time-limit): not all of the class before line 12 of steps.trace"),
        ("theorem long.nimseq", ""),
        ("verify -q words.nimseq", ""),
        ("fmt words.nimseq", "(--time-limit): 0 of 1 inputs done"),
        ("infer --by trace {9n+3,14n+5,21n+8,35n+13}", ""),
        (
            "sequence 90003 140005 210008 350013 --from 1000000000000000000000000 --count 9",
            "(--time-limit): ",
        ),
    ] {
        let limited = [words.split(' ').collect(), vec!["--time-limit", "0.3"]].concat();
        let start = Instant::now();
        let ran = Ran::from(grundy(&limited, &folder.0).output().expect("grundy runs"));
        println!("{:>7.0?}  {words}", start.elapsed());
        assert_eq!(ran.exit, Some(4), "{words}: {ran:?}");
        assert!(ran.stderr.contains(said), "{words}: {ran:?}");
        assert!(start.elapsed() < 4 * ANSWER, "{words}: {:?}", start.elapsed());
    }
}

/// Programs learn as well how far the work came.
#[test]
fn what_is_interrupted_says_in_json_how_far_it_came() {
    let folder = folder();
    for (words, said) in [
        ("infer {9n+3,14n+5,21n+8,35n+13}", "; nothing is proved"),
        ("theorem long.nimseq", "nothing is proved"),
        (
            "period --method direct 3 9999991 16777153 16777183 16777213",
            "no period was found among",
        ),
        ("census --max-move 40", "done; not saved"),
        ("map three 4000", "games were done; nothing is written"),
        ("petri analyse toggles.pnml --limit-markings 1000000000", "of 6 parts of the analysis"),
        ("muehle compare --games 100000", "games are compared"),
        ("new {n,16001n+1} --at n=1..1000", "of 1000 games were examined"),
    ] {
        let (ran, _) = stopped(&format!("{words} --format json"), &folder.0);
        let ended = ran.json();
        assert_eq!(
            (&ended["ended"], &ended["exit"]),
            (&"interrupted".into(), &130.into()),
            "{words}"
        );
        let message = ended["message"].as_str().expect("a message");
        assert!(
            message.starts_with("interrupted: ") && message.contains(said),
            "{words}: {message}"
        );
    }
    // What always has a result names the inputs that were not reached.
    for words in ["verify -j 1 long.nimseq other.nimseq", "family theorems --bound 1000000000"] {
        let (ran, _) = stopped(&format!("{words} --format json"), &folder.0);
        let errors = ran.json()["errors"].as_array().map(Vec::len);
        assert!(errors.is_some_and(|count| count > 0), "{words}: {ran:?}");
    }
}
