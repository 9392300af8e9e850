use super::reply;
use serde_json::{Value, json};

const RIGHT: &str = "n >= 1\n{ n n+1 }\nREPEAT\n  _n An B1\nENDREP\n";
const WRONG: &str = "n >= 1\n{ n n+1 }\nREPEAT\n  _n An A1\nENDREP\n";

/// The engine's answer to a question.
fn ask(question: &Value) -> Value {
    serde_json::from_str(&reply(&question.to_string())).expect("JSON")
}

#[track_caller]
fn answer(question: &Value) -> Value {
    let mut reply = ask(question);
    assert!(reply["answer"].is_object(), "{reply}");
    reply["answer"].take()
}

#[track_caller]
fn refused(question: &Value, reason: &str) {
    let reply = ask(question);
    let message = reply["error"].as_str().unwrap_or_else(|| panic!("{reply}"));
    assert!(message.contains(reason), "{message}");
}

fn verify(text: &str) -> Value {
    answer(&json!({ "ask": "verify", "kind": "nimseq", "text": text }))
}

/// The theorem that follows from a description, and anything else there is.
fn theorem(text: &str) -> Value {
    ask(&json!({ "ask": "theorem", "description": { "text": text } }))
}

fn game(moves: &str, values: &str) -> Value {
    json!({ "moves": moves, "at": { "n": "5" }, "values": values })
}

#[test]
fn a_right_description_has_its_theorem() {
    assert_eq!(verify(RIGHT)["verdict"], "verified");
    let described = answer(&json!({ "ask": "describe", "text": RIGHT }));
    assert_eq!(described["moves"], json!(["n", "n+1"]));
    let theorem = theorem(RIGHT);
    assert_eq!(theorem["answer"]["period"][0]["coefficients"], json!(["1", "2"]));
    let latex = theorem["more"]["latex"].as_str();
    assert!(latex.is_some_and(|it| it.contains("2n + 1")), "{theorem}");
}

#[test]
fn a_wrong_description_has_a_place_and_both_sequences_and_no_theorem() {
    let result = verify(WRONG);
    assert_eq!(result["verdict"], "refuted");
    assert_eq!(result["findings"][0]["location"]["line"], 4);
    assert_eq!(result["findings"][0]["counterexample"]["computed"], "B");
    let runs = &result["around"]["runs"];
    let differs = usize::try_from(runs["first_difference"].as_u64().unwrap()).unwrap();
    assert_ne!(runs["described"][differs], runs["computed"][differs]);
    assert_eq!(theorem(WRONG)["answer"]["verdict"], "refuted");
}

/// A claim in a correct description may be wrong; the theorem is about what is correct.
#[test]
fn a_wrong_claim_leaves_the_theorem() {
    let text = format!("CLAIM period 3n\n{RIGHT}");
    let result = verify(&text);
    assert_eq!(
        (&result["verdict"], &result["description"]),
        (&json!("refuted"), &json!("verified"))
    );
    assert_eq!(theorem(&text)["answer"]["period"][0]["coefficients"], json!(["1", "2"]));
}

#[test]
fn what_is_no_question_is_refused() {
    for (question, reason) in [
        (json!({ "ask": "verify", "kind": "nimseq" }), "missing field `text`"),
        (json!({ "ask": "verify", "kind": "nimseq", "text": "", "more": 1 }), "unknown field"),
        (json!({ "ask": "guess" }), "unknown variant"),
        (json!({ "ask": "explain", "code": "E0000" }), "unknown code E0000"),
        (json!([]), "no question"),
    ] {
        refused(&question, reason);
    }
}

#[test]
fn what_is_published_comes_with_the_program() {
    let known = answer(&json!({ "ask": "known" }));
    let found = known["descriptions"].as_array().unwrap();
    let names: Vec<_> = found.iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"satz8"), "{names:?}");
    assert_eq!(known["kinds"][0], "nimseq");
    for kind in known["kinds"].as_array().unwrap() {
        let one = found.iter().find(|it| it["kind"] == *kind).unwrap_or_else(|| panic!("{kind}"));
        let (text, kind) = (&one["text"], kind.as_str().unwrap());
        let report = answer(&json!({ "ask": "verify", "kind": kind, "text": text }));
        let verdict = report["verdict"].as_str().unwrap();
        assert!(["verified", "refuted", "vacuous"].contains(&verdict), "{kind}: {verdict}");
    }
    let explained = answer(&json!({ "ask": "explain", "code": "E0119" }));
    assert_eq!(explained["title"], "Too deeply nested");
}

#[test]
fn a_certificate_is_for_its_description_only() {
    let certify = |text: &str| ask(&json!({ "ask": "verify", "text": text, "certify": true }));
    let check = |certificate: &str, text: &str| {
        answer(&json!({ "ask": "check", "certificate": certificate, "text": text }))
    };
    for (text, other, shows) in [(RIGHT, WRONG, "verified"), (WRONG, RIGHT, "refuted")] {
        let file = certify(text);
        let file = file["more"]["certificate"].as_str().unwrap();
        assert_eq!(check(file, text)["shows"], shows);
        assert_eq!(check(file, other)["accepted"], false);
        assert_eq!(check(&file[..file.len() / 2], text)["accepted"], false);
    }
    let reason = "no certificate: there is nothing to certify";
    assert_eq!(certify("n")["more"]["uncertified"], reason);
}

#[test]
fn a_proof_by_trace_needs_no_description() {
    let trace = include_str!("../../../descriptions/families/56.trace");
    let check = |trace: &str| answer(&json!({ "ask": "check", "certificate": trace, "text": "" }));
    assert_eq!(check(trace)["accepted"], true);
    assert_eq!(check(&trace[..trace.len() / 2])["accepted"], false);
}

#[test]
fn texts_are_tidied() {
    let tidy = |text: &str| json!({ "ask": "format", "text": text });
    let tidied = ask(&tidy(&RIGHT.replace("\n", " \n ")));
    assert_eq!(tidied["text"], RIGHT);
    refused(&tidy("n >= 1 {"), "the move list is not closed");
}

#[test]
fn a_sequence_takes_the_parameters_that_its_moves_mention() {
    let question = |moves: &str, at: Value| {
        let game = json!({ "moves": moves, "at": at, "values": "nim" });
        json!({ "ask": "sequence", "game": game, "from": 2, "count": 9 })
    };
    let found = ask(&question("{ n n+1 }", json!({ "n": "2", "m": "7" })));
    assert_eq!(found["answer"]["sequence"], "AAB__AAB_");
    assert_eq!(found["at"], json!({ "n": "2" }));
    let found = answer(&question("{ m n }", json!({ "m": "3" })));
    assert_eq!(found["moves"], json!(["3", "5"]), "a number is put in for n");
    let found = ask(&question("3, 2", json!({})));
    assert_eq!((&found["answer"]["moves"], &found["at"]), (&json!(["2", "3"]), &json!({})));
    refused(&question("{ n", json!({})), "the move list is not closed");
    for (from, count) in [(0, u64::MAX), (7, 1 << 40)] {
        let game = game("1 2", "nim");
        let question = json!({ "ask": "sequence", "game": game, "from": from, "count": count });
        refused(&question, "the page shows");
    }
}

/// The word of each position has its value, and contains it.
#[test]
fn a_position_knows_its_word() {
    let text = include_str!("../../../descriptions/subtraction/satz8.nimseq");
    let place = |game: &Value, text: &str, position: u64| {
        answer(&json!({ "ask": "place", "game": game, "text": text, "position": position }))
    };
    let family = "{ 2n 5n 6n+1 8n+1 }";
    let shown = json!({ "ask": "sequence", "game": game(family, "nim"), "from": 0, "count": 300 });
    let sequence = answer(&shown)["sequence"].as_str().unwrap().to_owned();
    for (position, letter) in (0..).zip(sequence.chars()) {
        let found = place(&game(family, "nim"), text, position);
        assert_eq!(found["value"], letter.to_string());
        let number = |name: &str| found["word"][name].as_str().unwrap().parse::<u64>().unwrap();
        let (from, length) = (number("from"), number("length"));
        assert!((from..from + length).contains(&position), "{position}: {found}");
        assert!(found["word"]["written"].as_str().unwrap().starts_with(letter), "{found}");
        for option in found["options"].as_array().unwrap() {
            let size = option["size"].as_u64().unwrap();
            let target = position.checked_sub(size);
            assert_eq!(option["position"].as_u64(), target);
            let value = target.and_then(|it| sequence.chars().nth(usize::try_from(it).unwrap()));
            assert_eq!(option["value"].as_str().map(str::to_owned), value.map(String::from));
        }
    }
    let far = place(&game(family, "nim"), text, 1000);
    assert!(!far["word"]["variables"].as_array().unwrap().is_empty(), "{far}");
    let outcomes = "n >= 1 { n } REPEAT -n +n ENDREP";
    assert_eq!(place(&game("{ n }", "outcome"), outcomes, 7)["word"]["written"], "+n");
    for (game, text) in [
        (game("{ 2n 5n 6n+1 }", "nim"), text),
        (game("{ n }", "misere"), outcomes),
        (game(family, "outcome"), text),
        (game(family, "nim"), "no description"),
        (json!({ "moves": family, "at": { "n": "1" }, "values": "nim" }), text),
    ] {
        assert!(place(&game, text, 10)["word"].is_null(), "{game}");
    }
}

#[test]
fn theorems_are_found_about_families() {
    let infer = |moves: &str, values: &str| json!({ "ask": "infer", "game": game(moves, values), "describe": true });
    let found = ask(&infer("{ n n+2 }", "outcome"));
    assert_eq!(found["answer"]["verdict"], "verified");
    assert_eq!(found["answer"]["period"][0]["coefficients"], json!(["2", "2"]));
    let description = found["more"]["description"].as_str().unwrap();
    assert_eq!(verify(description)["verdict"], "verified");
    let several = ask(&infer("a >= 1 b >= a+1 b <= 2a { a b a+b }", "nim"));
    assert_eq!(several["answer"]["pieces"][0]["period"], "2a + b");
    assert_eq!(several["more"]["parameters"], json!(["a", "b"]));
    refused(&infer("{ n m }", "misere"), "with several parameters, outcomes of normal play");
}

#[test]
fn cases_are_joined_as_the_command_joins_them() {
    let when = |cases: &Value| -> Vec<String> {
        let all = cases.as_array().unwrap().iter();
        all.map(|it| it["when"].as_str().unwrap().to_owned()).collect()
    };
    let game = json!({ "moves": "{ 2 3 n }", "values": "nim" });
    let found = ask(&json!({ "ask": "infer", "game": game }));
    let [period, preperiod] = [0, 1].map(|which| when(&found["more"]["cases"][which]));
    assert_eq!(period, ["n mod 5 in 0, 4", "n mod 5 == 1", "n mod 5 in 2, 3"]);
    assert_eq!(preperiod, [""]);
    assert_eq!(found["answer"]["period"].as_array().map(Vec::len), Some(5), "{found}");
    assert_eq!(when(&theorem(RIGHT)["more"]["cases"][0]), ["n >= 1"]);
    // Cases in several parameters are written as they are.
    let two =
        theorem(include_str!("../../../descriptions/subtraction/two_moves_two_parameters.nimseq"));
    assert_eq!(
        (&two["more"]["cases"], &two["answer"]["verdict"]),
        (&json!(null), &json!("verified"))
    );
}

#[test]
fn a_position_is_of_the_game_that_is_asked_for() {
    let place = |rule: &str, text: &str| {
        let game = json!({ "moves": "{ n }", "at": { "n": "4" }, "rule": rule });
        answer(&json!({ "ask": "place", "game": game, "text": text, "position": 5 }))
    };
    let misere = "RULE misere n >= 1 { n } REPEAT +n -n ENDREP";
    assert_eq!(place("misere", misere)["word"]["written"], "-n");
    assert!(place("normal", misere)["word"].is_null());
    // Fields that are left empty ask for nothing, and the page can ask anything that the library answers.
    let empty = json!({ "moves": "2 5 7", "values": "nim", "rule": "", "start": " " });
    let found = answer(&json!({ "ask": "period", "game": empty }));
    assert_eq!((&found["period"], &found["method"]), (&json!("22"), &json!("direct")));
    let heaps = json!([{ "moves": ["2 5"], "sizes": ["3", "7"] }]);
    assert_eq!(answer(&json!({ "ask": "heaps", "heaps": heaps }))["outcome"], "N");
}
