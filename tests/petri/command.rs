//! The commands: text, JSON, exit codes.

use super::petri;
use super::support::{Folder, Ran};
use serde_json::json;

const PHILOSOPHERS: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/descriptions/petri/Philosophers-5.pnml");
const BATCHES: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/descriptions/petri/BatchLine-6-4-3.pnml");

/// A place with room for one token, read by a loop, and everything else that nets can have.
const LOOP: &str = "<pnml><net id='n'><name><text>all</text></name>\
    <place id='p'><initialMarking><text>1</text></initialMarking><capacity><value>1</value></capacity></place>\
    <place id='q'/>\
    <transition id='read'><priority><value>1</value></priority></transition>\
    <transition id='low'/>\
    <arc source='p' target='read'/><arc source='read' target='p'/>\
    <arc source='read' target='q'><inscription><text>2</text></inscription></arc>\
    <arc source='q' target='read'><inscription><text>3</text></inscription><type value='inhibitor'/></arc>\
    <arc source='p' target='low'/>\
    </net></pnml>";

/// This number of places in a circle with a token each: a marking takes many bytes, and leads to many others.
fn circle(places: usize) -> String {
    let place =
        |k| format!("<place id='p{k}'><initialMarking><text>1</text></initialMarking></place>");
    let step = |k| {
        let next = (k + 1) % places;
        format!(
            "<transition id='t{k}'/><arc source='p{k}' target='t{k}'/><arc source='t{k}' target='p{next}'/>"
        )
    };
    let all: String = (0..places).map(place).chain((0..places).map(step)).collect();
    format!("<pnml><net id='n'>{all}</net></pnml>")
}

/// Limits that count markings say nothing of bytes.  The address space is bounded as well, so that a store without
/// a limit would end the process.
#[cfg(target_os = "linux")]
#[test]
fn what_takes_too_many_bytes_is_undecided() {
    let folder = Folder::new("petri-memory");
    folder.write("many.pnml", circle(800));
    let run = |line: &str| {
        let program = env!("CARGO_BIN_EXE_grundy");
        let line = format!("ulimit -v 500000; exec '{program}' petri {line}");
        let mut command = std::process::Command::new("sh");
        Ran::from(command.args(["-c", &line]).current_dir(&folder.0).output().expect("grundy runs"))
    };
    for threads in [1, 2] {
        let ran = run(&format!("graph many.pnml --limit-memory 10M -j {threads}"));
        assert_eq!(ran.exit, Some(4), "{ran:?}");
        assert!(ran.stdout.starts_with("markings       at least 801\n"), "{}", ran.stdout);
        let said = "\nundecided: more memory would be needed than is allowed; allow more with \
                    --limit-memory (limit: memory)\n";
        assert!(ran.stdout.contains(said), "{}", ran.stdout);
    }
    let graph = run("graph many.pnml --limit-memory 10M --format json");
    assert_eq!(graph.json()["limit"], "memory");
    for part in ["behaviour", "coverability"] {
        let line = format!("analyse many.pnml --show {part} --limit-memory 10M --format json");
        let ran = run(&line);
        assert_eq!(ran.exit, Some(4), "{part}: {ran:?}");
        assert!(ran.stdout.contains("\"memory\""), "{part}: {}", ran.stdout);
    }
    folder.write("few.pnml", circle(4));
    assert_eq!(run("graph few.pnml --limit-memory 1M").exit, Some(0));
    let none = run("graph few.pnml --limit-memory 1X");
    assert!(
        none.exit == Some(2) && none.stderr.contains("a number of bytes such as 500M"),
        "{none:?}"
    );
}

#[test]
fn the_parts_of_a_net_are_counted() {
    let folder = Folder::new("petri-info");
    folder.write("loop.xml", LOOP);
    petri(&["info", "loop.xml"], &folder.0).check(
        0,
        "net             all\n\
         places          2 (1 with a capacity)\n\
         transitions     2\n\
         arcs            5: 4 ordinary, 1 inhibitor; 2 of a weight above 1\n\
         self-loops      1, counted as two arcs each; 1 only read their place\n\
         initial tokens  1\n\
         priorities      0 1\n\
         capacity rule   net (what a place holds after firing counts); it matters for 1 transition\n",
        "",
    );
    let strict =
        petri(&["info", "loop.xml", "--capacity-rule", "strict", "--format", "json"], &folder.0);
    assert_eq!(
        strict.json(),
        json!({
            "schema": 2, "verdict": "verified", "name": "all", "capacity_rule": "strict", "places": 2, "transitions": 2,
            "arcs": 5, "ordinary_arcs": 4, "inhibitor_arcs": 1, "read_arcs": 0, "weighted_arcs": 2,
            "self_loops": 1, "read_loops": 1, "places_with_capacity": 1,
            "transitions_where_rules_differ": 1, "priorities": [0, 1], "initial_tokens": "1",
        })
    );
}

#[test]
fn the_rule_of_capacities_changes_the_graph() {
    let folder = Folder::new("petri-rule");
    folder.write("loop.pnml", LOOP);
    let graph = |rule: &str| {
        let ran =
            petri(&["graph", "loop.pnml", "--capacity-rule", rule, "--format", "json"], &folder.0);
        assert_eq!(ran.exit, Some(0));
        let json = ran.json();
        assert_eq!(json["capacity_rule"], rule);
        (json["markings"].clone(), json["edges"].clone(), json["bounds"].clone())
    };
    // By the net effect, `read` fires until q has 4; the inhibitor arc then lets `low` fire.
    assert_eq!(graph("net"), ("4".into(), "3".into(), json!({ "p": 1, "q": 4 })));
    assert_eq!(graph("strict"), ("2".into(), "1".into(), json!({ "p": 1, "q": 0 })));
}

#[test]
fn graphs_in_json_text_and_dot() {
    let folder = Folder::new("petri-graph");
    let json = petri(&["graph", PHILOSOPHERS, "--format", "json"], &folder.0).json();
    for (key, value) in
        [("markings", "243"), ("edges", "945"), ("dead", "2"), ("depth", "5"), ("max_tokens", "10")]
    {
        assert_eq!(json[key], value, "{key}");
    }
    assert_eq!((&json["schema"], &json["complete"]), (&json!(2), &json!(true)));
    assert_eq!((json.get("limit"), json.get("graph")), (None, None));
    let listed = petri(&["graph", BATCHES, "--list", "--format", "json"], &folder.0).json();
    assert_eq!(listed["graph"]["nodes"].as_array().map(Vec::len), Some(36));
    assert_eq!(listed["graph"]["edges"].as_array().map(Vec::len), Some(85));
    assert_eq!(listed["graph"]["nodes"][0], json!({ "idle": 6, "free": 4 }));
    assert_eq!(listed["graph"]["edges"][0], json!({ "from": 0, "transition": "produce", "to": 1 }));
    let dot = petri(&["graph", PHILOSOPHERS, "--format", "dot"], &folder.0).stdout;
    assert!(dot.starts_with("digraph reachability {\n") && dot.ends_with("}\n"), "{dot}");
    assert_eq!(dot.matches(" -> ").count(), 945);
    assert_eq!(dot.matches("peripheries=2").count(), 2);
    let text = petri(&["graph", BATCHES, "--list"], &folder.0).stdout;
    assert!(
        text.contains("\n0: idle:6 free:4\n  produce -> 1\n1: idle:5 free:3 buffer\n"),
        "{text}"
    );
}

#[test]
fn an_analysis_in_text_json_and_dot() {
    let folder = Folder::new("petri-analyse");
    let text = petri(&["analyse", PHILOSOPHERS], &folder.0);
    assert_eq!(text.exit, Some(0), "{}", text.stderr);
    for line in [
        "place invariants  10 minimal semipositive; every place is in one\n",
        "  Think0 + HasLeft0 + HasRight0 + Eat0 = 1\n",
        "transition invariants  10 minimal semipositive; every transition is in one\n",
        "deadlocks  2 among 243 markings (all)\n",
        "liveness  0 of 25 transitions live; reversible: no; home markings: no\n",
        "243 nodes, 945 edges; every place is bounded, so it is the reachability graph\n",
    ] {
        assert!(text.stdout.contains(line), "{line}: {}", text.stdout);
    }
    let json = petri(&["analyse", PHILOSOPHERS, "--format", "json"], &folder.0).json();
    assert_eq!((&json["complete"], &json["limits"]), (&json!(true), &json!([])));
    assert_eq!(json["place_invariants"]["kind"], "minimal");
    assert_eq!(json["place_invariants"]["basis"].as_array().map(Vec::len), Some(10));
    assert_eq!(json["place_invariants"]["vectors"][0]["value"], "1");
    // Each deadlock is one, and its sequence leads there.
    let deadlocks = json["deadlocks"]["listed"].as_array().expect("a list");
    assert_eq!(deadlocks.len(), 2);
    for deadlock in deadlocks {
        let names = deadlock["sequence"].as_array().expect("a list").iter();
        let names: Vec<_> = names.map(|name| name.as_str().expect("a name")).collect();
        let words = [&["replay", PHILOSOPHERS], &names[..], &["--format", "json"]].concat();
        let replayed = petri(&words, &folder.0).json();
        assert_eq!((&replayed["dead"], replayed.get("stopped")), (&json!(true), None));
        assert_eq!(replayed["steps"][4]["marking"], deadlock["marking"]);
    }
    let shown =
        petri(&["analyse", BATCHES, "--show", "matrix,nodes", "--format", "json"], &folder.0);
    let shown = shown.json();
    assert_eq!(shown["matrix"]["pack"], json!({ "free": 3, "buffer": -3, "batch": 1 }));
    assert_eq!(shown["nodes"][2]["postset"], json!({ "pack": 3, "reject": 1 }));
    assert_eq!((shown.get("siphons"), shown.get("deadlocks")), (None, None));
    let dot = petri(&["analyse", BATCHES, "--format", "dot"], &folder.0).stdout;
    assert_eq!((dot.matches(" -> ").count(), dot.matches("label=").count()), (85, 85 + 36));
    let near = petri(&["analyse", BATCHES, "--node", "bufer"], &folder.0);
    assert_eq!(near.exit, Some(3));
    assert!(near.stderr.contains("did you mean buffer?"), "{}", near.stderr);
}

#[test]
fn an_analysis_says_what_it_leaves_open() {
    let folder = Folder::new("petri-open");
    folder.write("loop.pnml", LOOP);
    let none = petri(&["analyse", "loop.pnml", "--show", "coverability"], &folder.0);
    assert_eq!(none.exit, Some(0));
    assert!(none.stdout.contains("none: read and low differ in priority"), "{}", none.stdout);
    let dot = petri(&["analyse", "loop.pnml", "--format", "dot"], &folder.0);
    assert_eq!((dot.exit, dot.stdout.as_str()), (Some(2), ""));
    let few = petri(
        &["analyse", PHILOSOPHERS, "--limit-results", "9", "--limit-markings", "9"],
        &folder.0,
    );
    assert_eq!(few.exit, Some(4));
    for line in [
        "place invariants  undecided; a basis of the integer ones has 10\n",
        "siphons  undecided\n",
        "deadlocks  at least 0, among 9 markings (not all)\n",
        "liveness  undecided\n",
        "coverability graph  undecided\n",
        "(limit: markings)\n",
    ] {
        assert!(few.stdout.contains(line), "{line}: {}", few.stdout);
    }
    let late =
        petri(&["analyse", PHILOSOPHERS, "--time-limit", "0", "--format", "json"], &folder.0);
    assert_eq!((late.exit, &late.json()["limits"]), (Some(4), &json!(["time"])));
}

#[test]
fn limits_leave_the_graph_undecided() {
    let folder = Folder::new("petri-limit");
    let part = petri(&["graph", PHILOSOPHERS, "--limit-markings", "100"], &folder.0);
    assert_eq!(part.exit, Some(4));
    assert!(part.stdout.starts_with("markings       at least 100\n"), "{}", part.stdout);
    assert!(part.stdout.contains("undecided: ") && part.stdout.contains("--limit-markings"));
    let part =
        petri(&["graph", PHILOSOPHERS, "--limit-markings", "100", "--format", "json"], &folder.0);
    assert_eq!(part.exit, Some(4));
    assert_eq!(
        (&part.json()["complete"], &part.json()["limit"]),
        (&json!(false), &json!("markings"))
    );
    let stopped =
        petri(&["graph", PHILOSOPHERS, "--time-limit", "0", "--format", "json"], &folder.0);
    assert_eq!((stopped.exit, &stopped.json()["limit"]), (Some(4), &json!("time")));
}

#[test]
fn an_unbounded_net_is_called_so_with_a_proof() {
    let folder = Folder::new("petri-unbounded");
    let net = "<pnml><net id='n'><place id='p'/><place id='q'/><transition id='start'/><transition id='grow'/>\
        <arc source='start' target='p'/><arc source='p' target='grow'/><arc source='grow' target='p'/>\
        <arc source='grow' target='q'/></net></pnml>";
    folder.write("n.pnml", net);
    petri(&["graph", "n.pnml"], &folder.0).check(
        0,
        "unbounded: infinitely many markings\n\
         after     -\n\
         repeated  start\n\
         grows     p 0 -> 1\n\
         no place loses tokens in the repeated part, and nothing that grows stops a step of it, so it can repeat for ever\n",
        "",
    );
    let json = petri(&["graph", "n.pnml", "--format", "json"], &folder.0).json();
    assert_eq!((&json["markings"], &json["repeated"]), (&json!("infinite"), &json!(["start"])));
    assert_eq!(json["bounds"], json!({ "p": "infinite", "q": null }));
    assert_eq!(petri(&["graph", "n.pnml", "--format", "dot"], &folder.0).exit, Some(2));
    // An analysis has the same proof, and does not ask for a larger limit, which would not help.
    let ran = petri(&["analyse", "n.pnml", "--show", "behaviour"], &folder.0);
    for line in [
        "unbounded  infinitely many markings\n  after     -\n  repeated  start\n  grows     p 0 -> 1\n",
        "deadlocks  at least 0, among 10000 markings (not all)\n",
        "undecided: an unbounded net has infinitely many markings, and not all can be checked for deadlocks \
         (limit: markings)\n",
    ] {
        assert!(ran.exit == Some(4) && ran.stdout.contains(line), "{}", ran.stdout);
    }
    let json = petri(&["analyse", "n.pnml", "--format", "json"], &folder.0).json();
    let proof = json!({ "before": [], "repeated": ["start"], "low": {}, "high": { "p": 1 } });
    assert_eq!(json["deadlocks"]["unbounded"], proof);
    // Where only the coverability graph knows it, it is the same.
    let switches: String = (0..12)
        .map(|at| {
            format!(
                "<place id='a{at}'><initialMarking><text>1</text></initialMarking></place><place id='b{at}'/>\
                 <transition id='t{at}'/><arc source='a{at}' target='t{at}'/><arc source='t{at}' target='b{at}'/>\
                 <arc source='b{at}' target='late'/><arc source='late' target='b{at}'/>"
            )
        })
        .collect();
    let late = format!(
        "<pnml><net id='n'><place id='p'/><transition id='late'/><arc source='late' target='p'/>{switches}\
         </net></pnml>"
    );
    folder.write("late.pnml", late);
    let shown = ["--show", "behaviour,coverability", "--limit-markings", "5000"];
    let ran = petri(&[&["analyse", "late.pnml"][..], &shown].concat(), &folder.0);
    assert!(
        ran.stdout.contains("unbounded places: p\n") && !ran.stdout.contains("--limit-markings"),
        "{}",
        ran.stdout
    );
    // An inhibitor arc elsewhere does not matter.
    let kept = net.replace("</net>", "<arc source='q' target='start' type='inhibitor'/></net>");
    folder.write("k.pnml", kept);
    let ran = petri(&["graph", "k.pnml", "--limit-markings", "50"], &folder.0);
    assert!(
        ran.exit == Some(0) && ran.stdout.contains("after     -\nrepeated  start\n"),
        "{}",
        ran.stdout
    );
    // With one on what grows the argument is wrong, and only a limit ends the search.
    let arc = |ends: &str| {
        format!("<arc {ends} type='inhibitor'><inscription><text>9999</text></inscription></arc>")
    };
    let both = arc("source='p' target='start'") + &arc("source='q' target='grow'") + "</net>";
    folder.write("k.pnml", net.replace("</net>", &both));
    let ran = petri(&["graph", "k.pnml", "--limit-markings", "50"], &folder.0);
    assert_eq!(ran.exit, Some(4));
}

/// Names that need quotation marks, one that two transitions have, and one of a place and a transition.
const NAMES: &str = "<pnml><net id='n'><page id='g'>\
    <place id='n1'><name><text>start</text></name><initialMarking><text>1</text></initialMarking></place>\
    <place id='n2'><name><text>check item</text></name></place>\
    <transition id='n3'><name><text>check item</text></name></transition>\
    <transition id='n4'><name><text>tau</text></name></transition>\
    <transition id='n5'><name><text>tau</text></name></transition>\
    <transition id='n6'><name><text>#\\ \"so</text></name></transition>\
    <transition id='go back'/>\
    <arc source='n1' target='n3'/><arc source='n3' target='n2'><inscription><text>2</text></inscription></arc>\
    <arc source='n2' target='n4'/><arc source='n2' target='n6'/>\
    <arc source='n2' target='go back'><inscription><text>2</text></inscription></arc>\
    <arc source='go back' target='n1'/></page></net></pnml>";

#[test]
fn names_with_blanks_are_shown_and_accepted() {
    let folder = Folder::new("petri-names");
    folder.write("n.pnml", NAMES);
    let twice = "warning[W0679]: `tau` belongs to 2 transitions: n4, n5\n";
    let told = |ran: &Ran| assert!(ran.stderr.starts_with(twice), "{}", ran.stderr);
    let steps = "\"check item\" \"go back\" \"check item\" n4 \"#\\\\ \\\"so\"\n\
        # 5 steps\n# marking: -\n";
    let ran =
        petri(&["replay", "n.pnml", "check item", "go back", "n3", "n4", "#\\ \"so"], &folder.0);
    assert_eq!((ran.exit, ran.stdout.as_str()), (Some(0), steps), "{}", ran.stderr);
    told(&ran);
    // What is written is read again, as an argument and from a file.
    let line = steps.lines().next().expect("a line");
    folder.write("s.txt", steps);
    for again in [line, "@s.txt"] {
        assert_eq!(petri(&["replay", "n.pnml", again], &folder.0).stdout, steps);
    }
    let both = petri(&["replay", "n.pnml", "tau"], &folder.0);
    assert_eq!(both.exit, Some(3));
    let why = "error: `tau` is the name of 2 transitions: n4, n5; choose one by its id\n";
    assert!(both.stderr.ends_with(why), "{}", both.stderr);
    let near = petri(&["replay", "n.pnml", "\"check itme\""], &folder.0).stderr;
    assert!(
        near.ends_with("unknown transition \"check itme\"; did you mean \"check item\"?\n"),
        "{near}"
    );
    let list = petri(&["graph", "n.pnml", "--list"], &folder.0).stdout;
    for line in ["\n  \"check item\": 2\n", "\n  \"check item\" -> 1\n", "\n1: \"check item\":2\n"]
    {
        assert!(list.contains(line), "{list}");
    }
    let dot = petri(&["graph", "n.pnml", "--format", "dot"], &folder.0).stdout;
    assert!(dot.contains("0 -> 1 [label=\"check item\"];"), "{dot}");
    let json = petri(&["replay", "n.pnml", "check item", "--format", "json"], &folder.0).json();
    assert_eq!(
        json["steps"][0],
        json!({ "transition": "check item", "marking": { "check item": 2 } })
    );
}

#[test]
fn a_name_that_is_also_a_sequence_is_asked_for() {
    let folder = Folder::new("petri-both");
    let net = "<pnml><net id='n'><transition id='a'/><transition id='b'/><transition id='a b'/></net></pnml>";
    folder.write("n.pnml", net);
    petri(&["replay", "n.pnml", "a b"], &folder.0).check(
        3,
        "",
        "error: `a b` is one transition and also a sequence of 2; write '\"a b\"' for the one, and an \
         argument for each of the others\n",
    );
    let fired = |words: &[&str]| {
        petri(&[&["replay", "n.pnml"], words].concat(), &folder.0)
            .stdout
            .lines()
            .next()
            .map(str::to_owned)
    };
    assert_eq!(fired(&["\"a b\""]).as_deref(), Some("\"a b\""));
    assert_eq!(fired(&["a", "b"]).as_deref(), Some("a b"));
}

#[test]
fn encodings_of_documents() {
    let folder = Folder::new("petri-encodings");
    let net = "<pnml><net id='n'><transition id='m\u{fc}hle \u{1f600}'/></net></pnml>";
    let utf16 = |declaration: &str, unit: fn(u16) -> [u8; 2]| {
        let text = format!("{declaration}{net}");
        text.encode_utf16().flat_map(unit).collect::<Vec<u8>>()
    };
    let declared = "<?xml version='1.0' encoding='UTF-16'?>";
    let mark = "\u{feff}";
    for (number, bytes) in [
        utf16(&format!("{mark}{declared}"), u16::to_le_bytes),
        utf16(&format!("{mark}{declared}"), u16::to_be_bytes),
        utf16(mark, u16::to_le_bytes),
        utf16(declared, u16::to_le_bytes),
        utf16(declared, u16::to_be_bytes),
        format!("{mark}{net}").into_bytes(),
        // An editor changed the encoding and left the declaration.
        format!("{declared}{net}").into_bytes(),
    ]
    .into_iter()
    .enumerate()
    {
        folder.write("n.pnml", bytes);
        let ran = petri(&["replay", "n.pnml", "m\u{fc}hle \u{1f600}"], &folder.0);
        assert_eq!(ran.exit, Some(0), "{number}: {}", ran.stderr);
    }
    let shown = |bytes: &[u8]| {
        folder.write("n.pnml", bytes);
        let ran = petri(&["info", "n.pnml"], &folder.0);
        (ran.exit, ran.stderr)
    };
    let (exit, said) =
        shown(b"<?xml version=\"1.0\" encoding=\"windows-1252\"?><pnml><net id='\x80'/></pnml>");
    assert_eq!(exit, Some(3));
    for part in ["the encoding windows-1252 is not known here", ":1:31]", "save the file as UTF-8"]
    {
        assert!(said.contains(part), "{said}");
    }
    // Without a character beyond ASCII the encoding does not matter.
    assert_eq!(
        shown(b"<?xml version='1.0' encoding='windows-1252'?><pnml><net id='n'/></pnml>").0,
        Some(0)
    );
    let mut odd = utf16(mark, u16::to_le_bytes);
    odd.pop();
    let (exit, said) = shown(&odd);
    assert!(exit == Some(3) && said.contains("begins as UTF-16"), "{said}");
}

#[test]
fn what_was_simulated_can_be_replayed() {
    let folder = Folder::new("petri-simulate");
    let sequence = petri(&["simulate", BATCHES, "--seed", "7", "--steps", "200"], &folder.0);
    assert_eq!(sequence.exit, Some(0));
    assert_eq!(
        sequence.stdout,
        petri(&["simulate", BATCHES, "--seed", "7", "--steps", "200"], &folder.0).stdout
    );
    assert_ne!(
        sequence.stdout,
        petri(&["simulate", BATCHES, "--seed", "8", "--steps", "200"], &folder.0).stdout
    );
    folder.write("s.txt", &sequence.stdout);
    petri(&["replay", BATCHES, "@s.txt"], &folder.0).check(0, &sequence.stdout, "");
    let json = petri(
        &["simulate", BATCHES, "--seed", "7", "--steps", "200", "--format", "json"],
        &folder.0,
    )
    .json();
    assert_eq!((&json["seed"], json["steps"].as_array().map(Vec::len)), (&json!("7"), Some(200)));
    // Philosophers come to their deadlock.
    let dead = petri(&["simulate", PHILOSOPHERS, "--steps", "100000"], &folder.0);
    assert!(dead.stdout.contains("; then nothing is firable\n"), "{}", dead.stdout);
}

#[test]
fn a_replay_says_what_forbids_a_step() {
    let folder = Folder::new("petri-replay");
    folder.write("loop.pnml", LOOP);
    let ran = |words: &[&str]| petri(&[&["replay"], words].concat(), &folder.0);
    ran(&[BATCHES, "produce produce\nproduce", "pack"]).check(
        0,
        "produce produce produce pack\n# 4 steps\n# marking: idle:3 free:4 batch\n",
        "",
    );
    ran(&[BATCHES, "produce", "pack", "produce"]).check(
        1,
        "produce\n# 1 step; then pack cannot fire\n\
         #   input: buffer holds 1, but firing takes 3\n# marking: idle:5 free:3 buffer\n",
        "",
    );
    ran(&["loop.pnml", "low"]).check(
        1,
        "# 0 steps; then low cannot fire\n\
         #   priority: read is enabled and has priority 1\n# marking: p\n",
        "",
    );
    ran(&["loop.pnml", "read", "read", "read"]).check(
        1,
        "read read\n# 2 steps; then read cannot fire\n\
         #   inhibitor: q holds 4, but must hold less than 3\n# marking: p q:4\n",
        "",
    );
    ran(&["loop.pnml", "--capacity-rule", "strict", "read"]).check(
        1,
        "# 0 steps; then read cannot fire\n\
         #   capacity: p would come to 1 + 1, above 1\n# marking: p\n",
        "",
    );
    let json = ran(&["loop.pnml", "read low read", "--format", "json"]);
    assert_eq!(json.exit, Some(1));
    assert_eq!(json.json()["steps"].as_array().map(Vec::len), Some(1));
    assert_eq!(
        json.json()["steps"][0],
        json!({ "transition": "read", "marking": { "p": 1, "q": 2 } })
    );
    assert_eq!(json.json()["stopped"]["transition"], "low");
    let unknown = ran(&[BATCHES, "produces"]);
    unknown.check(3, "", "error: unknown transition produces; did you mean produce?\n");
}

#[test]
fn wrong_usage_and_rejected_nets() {
    let folder = Folder::new("petri-wrong");
    folder.write(
        "bad.pnml",
        "<pnml>\n<net id='n'><place id='p'/>\n<arc source='p' target='t'/></net></pnml>",
    );
    petri(&["info", "bad.pnml"], &folder.0).check(
        3,
        "",
        "error: bad.pnml is not a valid net\n\
         \n\
         error[E0674]: the target of an arc is missing: no node has the id t\n   \
         ,-[bad.pnml:3:25]\n \
         3 | <arc source='p' target='t'/></net></pnml>\n   \
         :                         |\n   \
         :                         `-- no such node\n   \
         `----\n",
    );
    // A long list of faults is cut, and they are shown if that is asked for.
    let arcs = "<arc source='p' target='t'/>\n".repeat(30);
    let many = format!("<pnml><net id='n'><place id='p'/>{arcs}</net></pnml>");
    folder.write("many.pnml", many);
    for (detail, shown) in [(&[][..], 20), (&["--verbose"], 30)] {
        let ran = petri(&[&["info", "many.pnml"], detail].concat(), &folder.0);
        assert_eq!(ran.stderr.matches("error[E0674]").count(), shown);
        let cut = ran.stderr.ends_with("\n10 more findings not shown; --verbose shows all\n");
        assert_eq!(cut, shown == 20, "{}", ran.stderr);
    }
    folder.write("latin.pnml", b"<pnml>\xe4</pnml>");
    assert_eq!(petri(&["info", "latin.pnml"], &folder.0).exit, Some(3));
    let declared = b"<?xml version='1.0' encoding='ISO-8859-1'?><pnml><net id='n'><transition id='m\xfchle'/></net></pnml>";
    folder.write("declared.xml", declared);
    petri(&["replay", "declared.xml", "m\u{fc}hle"], &folder.0).check(
        0,
        "m\u{fc}hle\n# 1 step\n# marking: -\n",
        "",
    );
    assert_eq!(petri(&["info", "missing.pnml"], &folder.0).exit, Some(2));
    assert_eq!(petri(&["info", BATCHES, "--format", "dot"], &folder.0).exit, Some(2));
    assert_eq!(petri(&["info", BATCHES, "--format", "csv"], &folder.0).exit, Some(2));
    assert_eq!(petri(&["info", BATCHES, "--net", "other"], &folder.0).exit, Some(3));
    assert_eq!(petri(&["replay", "-", "-"], &folder.0).exit, Some(2));
    assert_eq!(petri(&["graph", BATCHES, "--limit-markings", "0"], &folder.0).exit, Some(2));
}

/// What was looked for is said: an invariant with a negative weight is one.
#[test]
fn invariants_of_either_sign() {
    let folder = Folder::new("petri-signed");
    let net = "<pnml><net id='n'><place id='p'/><place id='q'/><place id='r'/><transition id='t'/>\
        <arc source='t' target='p'/><arc source='t' target='q'/></net></pnml>";
    folder.write("n.pnml", net);
    let analyse = |more: &[&str]| {
        petri(&[&["analyse", "n.pnml", "--show", "invariants"], more].concat(), &folder.0)
    };
    let text = "place invariants  1 minimal semipositive; 2 places in none\n  r = 0\n  \
        a basis of all integer ones, with weights of either sign, has 2\n  p - q = 0\n  r = 0\n\
        transition invariants  none but 0\n";
    analyse(&[]).check(0, text, "");
    let json = analyse(&["--format", "json"]).json();
    let found = &json["place_invariants"];
    assert_eq!(
        (found["vectors"].as_array().map(Vec::len), &found["kind"]),
        (Some(1), &"minimal".into())
    );
    assert_eq!(found["basis"][0]["weights"], serde_json::json!({ "p": "1", "q": "-1" }));
    let alone = net.replace("<place id='r'/>", "");
    folder.write("n.pnml", alone);
    let text = analyse(&[]).stdout;
    assert!(text.starts_with("place invariants  no semipositive one but 0\n"), "{text}");
    // No basis is computed for so many: that is said.
    let many: String = (0..2_001).map(|at| format!("<place id='x{at}'/>")).collect();
    folder.write("n.pnml", format!("<pnml><net id='n'>{many}</net></pnml>"));
    let text = analyse(&[]).stdout;
    assert!(
        text.contains(
            "\n  others, with negative weights, are not known: the net is too large for a basis\n"
        ),
        "{text}"
    );
}
