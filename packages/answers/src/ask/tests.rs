mod games;
mod tables;

use super::census::Work;
use super::{Control, Question, Refused, answer as answer_to};
use crate::census::{Shard, Writer};
use crate::limit::Limit;
use serde_json::{Value, json};

/// The document that answers a question, or why there is none.
fn ask(question: &Value) -> Result<Value, Refused> {
    let question: Question = serde_json::from_value(question.clone()).expect("a question");
    let reply = answer_to(&question, &Control::default())?;
    Ok(serde_json::from_str(&reply.json).expect("JSON"))
}

#[track_caller]
fn answer(question: &Value) -> Value {
    ask(question).expect("an answer")
}

#[track_caller]
fn refused(question: &Value, reason: &str) {
    let message = ask(question).expect_err("no answer").to_string();
    assert!(message.contains(reason), "{message}");
}

#[test]
fn texts_without_meaning_are_rejected_however_deep() {
    let deep = |head: &str, end: &str| {
        let loops: String = (0..20_000).map(|_| format!("{head} ")).collect();
        format!("n >= 1 {{ n }} REPEAT {loops} _n An {} ENDREP", format!("{end} ").repeat(20_000))
    };
    for text in
        [deep("FOR i FROM 1 UPTO n REP", "PER"), deep("IF n >= 2 THEN", "FI"), deep("(", ")")]
    {
        assert_eq!(answer(&json!({ "ask": "verify", "text": text }))["verdict"], "rejected");
        // It is not known what the text is about.
        let asked = json!({ "ask": "theorem", "description": { "text": text } });
        assert!(matches!(ask(&asked), Err(Refused::Text(..))));
    }
}

#[test]
fn periods_are_found_by_each_method() {
    let period = |moves: &str, values: &str, n: &str| {
        let at = if moves.contains("2n") { json!({ "n": n }) } else { json!({}) };
        let game = json!({ "moves": moves, "at": at, "values": values });
        let found = answer(&json!({ "ask": "period", "game": game }));
        let text = |name: &str| found[name].as_str().unwrap_or_default().to_owned();
        (text("method"), text("period"), text("preperiod"))
    };
    let expected = |found: [&str; 3]| {
        let [method, period, preperiod] = found.map(str::to_owned);
        (method, period, preperiod)
    };
    let family = "{ 2n 5n 6n+1 8n+1 }";
    assert_eq!(period(family, "nim", "20"), expected(["direct", "112221", "141"]));
    // 14n^3 + 11n + 1
    let far = ["accelerated", "14000000110001", "0"];
    assert_eq!(period(family, "outcome", "10000"), expected(far));
    assert_eq!(period("1 2", "misere", "1"), expected(["direct", "3", "0"]));
    let by_edges = ["accelerated", "15000047", "7666724166767"];
    let moves = "1000003 2000005 4000014 9000026 11000033";
    assert_eq!(period(moves, "outcome", "1"), expected(by_edges));
    let by_ranges = ["accelerated", "1000000001", "0"];
    assert_eq!(period("1..1_000_000_000", "outcome", "1"), expected(by_ranges));
    assert_eq!(period("1.. without 2 3", "nim", "1"), expected(["set", "4", "0"]));
    let real = ["intervals", "5/2+sqrt(2)", "0"];
    assert_eq!(period("3/2 1+sqrt(2)", "outcome", "1"), expected(real));
    let by_theorem = ["theorem", "100000000000000000001", "0"];
    assert_eq!(period("1 10^20", "outcome", "1"), expected(by_theorem));
}

/// Where moves are too large to be computed with, theorems in several parameters give Grundy values, as the values of the
/// options show at each position: by themselves, and as heaps.
#[test]
fn values_far_out_follow_from_theorems_in_several_parameters() {
    let mut seen = std::collections::BTreeSet::new();
    for moves in [
        &[1_000_000_000_000_000_003_i128, 1_718_281_828_459_045_235][..],
        &[1_000_000_000_000_000_003, 1_718_281_828_459_045_235, 2_718_281_828_459_045_238],
        &[1_000_000_000_000_000_003, 1_718_281_828_459_045_235, 3_141_592_653_589_793_238],
        &[777_777_777_777_777, 5_000_000_000_000_001],
    ] {
        let sizes: Vec<_> = moves.iter().map(i128::to_string).collect();
        let game = json!({ "moves": sizes, "values": "nim" });
        let found = answer(&json!({ "ask": "period", "game": game }));
        assert_eq!((&found["verdict"], &found["method"]), (&json!("verified"), &json!("theorem")));
        let value = |position: i128| {
            let from = position.to_string();
            let found =
                answer(&json!({ "ask": "sequence", "game": game, "from": from, "count": 1 }));
            found["sequence"].as_str().and_then(|text| text.bytes().next()).map_or(99, |sign| {
                match sign {
                    b'_' => 0,
                    letter => letter - b'A' + 1,
                }
            })
        };
        for place in 1_i128..12 {
            let position = 123_456_789_123_456_789_123_456_789 * place + place.pow(9);
            let options: Vec<_> = moves.iter().map(|size| value(position - size)).collect();
            let mex = (0..9).find(|value| !options.contains(value)).expect("few moves");
            assert_eq!(value(position), mex, "{moves:?} {position}");
            let heap = json!({ "moves": sizes, "sizes": [position.to_string()] });
            let heaps = answer(&json!({ "ask": "heaps", "heaps": [heap] }));
            assert_eq!(heaps["xor"], mex.to_string());
            seen.insert(mex);
        }
    }
    assert!(seen.len() > 2, "{seen:?}");
}

#[test]
fn games_have_any_rule_and_any_start() {
    let sequence =
        |game: Value| answer(&json!({ "ask": "sequence", "game": game, "from": 0, "count": 20 }));
    let text = |game: Value| sequence(game)["sequence"].as_str().unwrap().to_owned();
    assert_eq!(text(json!({ "moves": "2 5 7", "rule": "misere" })), "++--++-+++++-++--+++");
    assert_eq!(text(json!({ "moves": "1 2", "rule": "mex" })), "_AB_AB_AB_AB_AB_AB_A");
    let odd = json!({ "moves": "3 5", "rule": "won odd", "start": "+" });
    assert_eq!(text(odd.clone()), "---++-+++-+-+----+--");
    let found = answer(&json!({ "ask": "period", "game": odd }));
    assert_eq!((&found["period"], &found["rule"]), (&json!("31"), &json!("won odd")), "{found}");
    let sink = sequence(json!({ "moves": "2 3", "values": "outcome", "start": "sink" }));
    assert_eq!(sink["first_heap"], 1, "{sink}");
    for (rule, start, reason) in
        [("odd", "+", "lost"), ("won odd", "A", "the start has A"), ("mex", "+", "the start has +")]
    {
        let game = json!({ "moves": "1 2", "rule": rule, "start": start });
        refused(&json!({ "ask": "period", "game": game }), reason);
    }
}

/// The answer has each claim of a text, and what shows it, in all its forms.
#[test]
fn a_certificate_shows_what_was_asked() {
    let text = "n >= 1 { n } REPEAT _n An ENDREP";
    let reply = |question: Value| {
        answer_to(&serde_json::from_value(question).expect("a question"), &Control::default())
    };
    let asked = json!({ "ask": "theorem", "description": { "text": text }, "certify": true });
    let theorem = reply(asked).expect("a theorem");
    assert!(theorem.text.starts_with("period     2n") && theorem.more["of"] == "Grundy values");
    let file = theorem.more["certificate"].as_str().expect("a certificate");
    let check = |file: &str, text: &str| {
        answer(&json!({ "ask": "check", "certificate": file, "text": text }))
    };
    assert_eq!(check(file, text)["shows"], "verified");
    assert_eq!(check(file, "n >= 1 { n } REPEAT -n +n ENDREP")["accepted"], false);
    // A wrong description gives its report, and no theorem.
    let asked =
        json!({ "ask": "theorem", "description": { "text": text.replace("An", "A(n+1)") } });
    let report = answer(&asked);
    assert!(report["verdict"] == "refuted" && report["around"].is_object(), "{report}");
}

#[test]
fn what_does_not_fit_is_refused() {
    let many = json!({ "n": vec!["1"; 1001] });
    let many = json!({ "ask": "sequence", "game": { "moves": "n" }, "points": many });
    refused(&many, "at most 1000 are allowed");
    for (moves, at, reason) in [
        ("{ n 2n }", json!({ "n": "0" }), "n = 0 for n = 0 is not a move"),
        ("{ n 2n }", json!({ "n": "99999999999999999999" }), "is too large"),
        ("{ n 2n }", json!({ "k": "3" }), "unknown parameter k"),
        ("3 3", json!({}), "the move 3 is listed twice"),
        ("", json!({}), "a game needs at least one move"),
    ] {
        let game = json!({ "moves": moves, "at": at, "values": "nim" });
        refused(&json!({ "ask": "sequence", "game": game, "from": "2", "count": 9 }), reason);
    }
}

/// A description with two parameters.
fn two() -> Value {
    json!({ "text": "n >= 2 m >= 1 { n n+m } REPEAT _n An B(m) ENDREP" })
}

/// Several values of a parameter give several rows, except for those that do not make a game.
#[test]
fn games_come_side_by_side() {
    let points = json!({ "n": ["2", "1"], "m": ["2", "3"] });
    let game = json!({ "moves": "n m", "values": "nim" });
    let asked = json!({ "ask": "sequence", "game": game, "points": points, "layout": "runs" });
    let found = answer(&asked);
    let at = |member: &str| -> Vec<[i64; 2]> {
        let rows = found[member].as_array().unwrap().iter();
        let number = |row: &Value, name: &str| row["parameters"][name].as_str().unwrap().parse();
        rows.map(|row| ["n", "m"].map(|name| number(row, name).unwrap())).collect()
    };
    assert_eq!((at("results"), at("left_out")), (vec![[1, 2], [2, 3], [1, 3]], vec![[2, 2]]));
    let asked = json!({ "ask": "new", "game": game, "points": points });
    assert_eq!(answer(&asked)["left_out"].as_array().map(Vec::len), Some(1));
    let points = json!({ "n": ["2", "3"], "m": ["1"] });
    let asked = json!({ "ask": "expand", "description": two(), "points": points, "count": 7 });
    let found = answer(&asked);
    let rows = found["results"].as_array().unwrap().iter();
    let rows: Vec<_> = rows.map(|row| row["sequence"].as_str().unwrap()).collect();
    assert_eq!(rows, ["__AAB__", "___AAAB"]);
}

/// Each family has the conditions of its text, and the certificate of a theorem is accepted.
#[test]
fn families_come_side_by_side() {
    let asked = json!({
        "ask": "infer", "game": { "moves": "m >= 3 n >= 1 { m n }" }, "work": 1 << 12,
        "points": { "m": ["2", "3", "4"] }
    });
    let found = answer(&asked);
    let families = found["families"].as_array().unwrap().iter();
    let at: Vec<_> = families.map(|family| family["at"]["m"].as_str().unwrap()).collect();
    assert_eq!(at, ["3", "4"]);
    for (moves, by, is_described) in
        [("{ n 2n }", "description", true), ("{ n n+1 2n+3 }", "trace", false)]
    {
        let asked = json!({
            "ask": "infer", "game": { "moves": moves }, "by": by, "describe": true, "certify": true
        });
        let asked: Question = serde_json::from_value(asked).expect("a question");
        let more = answer_to(&asked, &Control::default()).expect("a theorem").more;
        assert_eq!(more["description"].is_string(), is_described);
        let check = json!({
            "ask": "check", "certificate": more["certificate"], "text": more["description"]
        });
        assert_eq!(answer(&check)["shows"], "verified", "{moves}");
    }
}

#[test]
fn families_have_any_rule_and_any_start() {
    let infer = |moves: &str, rule: &str, start: &str| {
        let game = json!({ "moves": moves, "rule": rule, "start": start });
        json!({ "ask": "infer", "game": game })
    };
    let sink = answer(&infer("{ n 3n }", "normal", "sink"));
    assert_eq!(sink["preperiod"][0]["coefficients"], json!(["0", "2"]));
    refused(&infer("{ n 3n }", "normal", "x"), "which is not a value");
    let misere = json!({ "moves": "{ n n+2 }", "values": "misere" });
    assert_eq!(answer(&json!({ "ask": "infer", "game": misere }))["values"], "misere");
}

/// A limit that leaves nothing to show says how far the work got.
#[test]
fn a_stop_ends_the_work() {
    let control = Control::default();
    control.stop.request();
    for question in [
        json!({ "ask": "census", "games": { "largest_move": [1, 30] } }),
        json!({ "ask": "census-means", "games": { "largest_move": [1, 30] } }),
        json!({ "ask": "census-families" }),
        json!({ "ask": "new", "game": { "moves": "n 2n" } }),
        json!({ "ask": "sequence", "game": { "moves": "2 5 7" }, "from": "0", "count": 1_000_000 }),
    ] {
        let question: Question = serde_json::from_value(question).expect("a question");
        let refused = answer_to(&question, &control).expect_err("no answer");
        assert!(
            matches!(&refused, Refused::Limit(Limit::STOPPED, came) if !came.is_empty()),
            "{refused}"
        );
    }
}

/// What some parts of questions mean, exactly.
#[test]
fn answers_are_about_what_was_asked() {
    const RIGHT: &str = "n >= 1 { n } REPEAT _n An ENDREP";
    let winning =
        answer(&json!({ "ask": "winning", "game": { "moves": "1 2" }, "from": 3, "count": 4 }));
    assert_eq!(winning["winning_moves"], json!([[], ["1"], ["2"], []]));
    let above = answer(&json!({ "ask": "infer", "game": { "moves": "n >= 5 { n 2n }" } }));
    assert_eq!(above["from"], "5", "{above}");
    let theorem = json!({ "ask": "theorem", "description": { "text": RIGHT }, "misere": true });
    assert_eq!(answer(&theorem)["values"], "misere");
    let asked = json!({ "ask": "format", "text": "n >= 1 { n }\nREPEAT\n  _n An\nENDREP\n", "check": true });
    assert_eq!(answer(&asked)["verdict"], "verified");
    let game = json!({ "moves": "n", "at": { "n": "3" } });
    refused(&json!({ "ask": "sequence", "game": game, "points": { "n": ["4"] } }), "two values");
    // Both limits together leave a game open; one of them does not.
    let text = "title = 't'\nsource = 's'\n[[family]]\nnumber = 3\nmoves = '{ 5 n+100 }'\n\
                [family.printed]\nn = '1..3'\np = 'n + 105'\nq = '0'\n";
    for (positions, steps, verdict) in
        [(Some(5), Some(0), "undecided"), (Some(5), None, "verified"), (None, Some(0), "verified")]
    {
        let asked = json!({
            "ask": "verify", "kind": "family", "text": text, "limit_positions": positions,
            "limit_steps": steps
        });
        assert_eq!(answer(&asked)["verdict"], verdict, "{asked}");
    }
}

/// Shards make up the whole census again; damaged, missing and foreign ones do not.
#[test]
fn shards_are_put_together() {
    let games = json!({ "largest_move": [1, 12], "moves": 3 });
    let whole = answer(&json!({ "ask": "census", "games": games }));
    let asked: Question =
        serde_json::from_value(json!({ "ask": "census", "games": games })).expect("a question");
    let Question::Census(asked) = asked else { panic!("another question") };
    let census = asked.census().expect("a census");
    let shard = |number: u64, of: u64| {
        let shard = Shard::from_printed(number, of).expect("a shard");
        let (mut writer, mut text) = Writer::begin(&census, shard);
        let mut work = Work::new(&census, shard, &[]);
        let done: Result<(), Limit> = work.run(&Control::default(), |piece| {
            text += &writer.outcome(&piece);
            Ok(())
        });
        done.expect("no stop");
        json!({ "name": format!("{number}.jsonl"), "text": text + &writer.finish() })
    };
    let merge = |files: Value| json!({ "ask": "census-merge", "files": files });
    assert_eq!(answer(&merge(json!([shard(2, 2), shard(1, 2)]))), whole);
    let mut damaged = shard(1, 1);
    damaged["text"] = damaged["text"].as_str().expect("a text").replacen('1', "2", 1).into();
    for (files, reason) in [
        (json!([shard(2, 3), shard(1, 3)]), "missing: 3/3"),
        (json!([shard(1, 2), shard(1, 2)]), "the same shard 1/2"),
        (json!([shard(1, 2), shard(2, 3)]), "2.jsonl: one of 3 shards"),
        (json!([damaged]), "1.jsonl: it is"),
    ] {
        refused(&merge(files), reason);
    }
}
