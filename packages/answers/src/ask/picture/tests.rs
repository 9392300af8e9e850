use crate::ask::{Control, Question, Refused, Reply, answer};
use grundy_picture::Theme;
use serde_json::{Value, json};

fn ask(question: &Value) -> Result<Reply, Refused> {
    let question: Question = serde_json::from_value(question.clone()).expect("a question");
    answer(&question, &Control::default())
}

#[test]
fn a_reply_has_the_picture_and_what_it_shows() {
    let three = ask(&json!({ "ask": "map-three", "s3": 9 })).expect("an answer");
    let document: Value = serde_json::from_str(&three.json).expect("JSON");
    assert_eq!((&document["verdict"], &document["games"]), (&json!("verified"), &json!("28")));
    let svg = |reply: &Reply| reply.more["svg"].as_str().expect("a picture").to_owned();
    assert!(svg(&three).contains("Three-move games { s1 s2 9 }"));
    let game = json!({ "moves": "2 5 7", "values": "nim" });
    let asked = json!({ "ask": "plot-sequence", "game": game, "width": "2000", "rows": 2 });
    let drawn = ask(&asked).expect("an answer");
    assert!(drawn.text.starts_with("Grundy values of { 2 5 7 }\n"), "{}", drawn.text);
    assert!(drawn.more["notes"][0].as_str().is_some_and(|note| note.contains("less than a pixel")));
    let picture = drawn.picture.as_ref().expect("a picture");
    assert_eq!(picture.svg(Theme::Auto), svg(&drawn));
    let text = ask(&json!({ "ask": "period", "game": { "moves": "2 5 7" } })).expect("an answer");
    assert!(text.picture.is_none());
    let real = json!({ "moves": "3/2 1+sqrt(2)" });
    let asked = json!({ "ask": "plot-sequence", "game": real, "width": "5/2+sqrt(2)" });
    assert!(svg(&ask(&asked).expect("an answer")).contains("5/2+sqrt(2)"));
    let vary =
        json!({ "ask": "vary", "game": { "moves": "3/2 5" }, "vary": 1, "by": "1/2", "steps": 1 });
    let vary = ask(&vary).expect("an answer").picture.expect("a picture");
    assert!(vary.title.contains("{ s 5 }"), "{}", vary.title);
    let csv = "row,max_move,p\nrecord,7,3\nrecord,9,5\n";
    let file = json!({ "name": "a/b.csv", "text": csv });
    let records = ask(&json!({ "ask": "plot-records", "series": [file] })).expect("an answer");
    assert!(svg(&records).contains("Growth of the longest period"));
    let text = "n >= 1 { n } REPEAT _n A(n+1) ENDREP";
    let wrong = json!({ "name": "x", "text": text });
    let refuted = ask(&json!({ "ask": "plot-refutation", "description": wrong }));
    assert!(svg(&refuted.expect("an answer")).contains("x is refuted"));
}

#[test]
fn wrong_questions_are_refused() {
    let sequence = |moves: &str, width: &str, rows: u32| {
        let game = json!({ "moves": moves });
        json!({ "ask": "plot-sequence", "game": game, "width": width, "rows": rows })
    };
    let file = |text: &str| json!({ "name": "x.csv", "text": text });
    let means = |text: &str, mut more: Value| {
        more["ask"] = "plot-means".into();
        more["series"] = json!([file(text)]);
        more
    };
    let records = |text: &str| json!({ "ask": "plot-records", "series": [file(text)] });
    let refutation = |text: &str| {
        let description = json!({ "name": "x", "text": text });
        json!({ "ask": "plot-refutation", "description": description })
    };
    let of_four = |more: Value| json!({ "ask": "map-four", "two": more });
    let mean = "row,largest_move,games,sum\nmean,5,2,9\nmean,6,2,9\n";
    for (question, reason) in [
        (json!({ "ask": "map-three", "s3": 2 }), "s3 is from 3 to 4096, not 2"),
        (json!({ "ask": "map-three", "s3": 9, "part": { "step": 0 } }), "--step is from 1"),
        (json!({ "ask": "map-three", "s3": 9, "part": { "s1": [5, 4] } }), "--s1 is a range"),
        (json!({ "ask": "map-three", "s3": 9, "part": { "s2": [0, 4] } }), "--s2 is a range"),
        (json!({ "ask": "map-five", "fixed": 3 }), "the fixed move is from 4"),
        (of_four(json!({ "fixed": 9, "limit_positions": 0 })), "is at least 1"),
        (of_four(json!({ "fixed": 9, "areas": "s5" })), "--areas: there is no move e"),
        (
            of_four(json!({ "fixed": 9, "areas": "", "limit_positions": 9 })),
            "leave out --limit-positions",
        ),
        (sequence("2 5 7", "0", 9), "--width is above 0"),
        (sequence("2 5 7", "x", 9), "--width:"),
        (sequence("2 5 7", "1/2", 9), "a whole number from 1"),
        (sequence("2 5 7", "9", 0), "--rows is from 1"),
        (sequence("2 5 7", "1000000", 11), "11000000 positions"),
        (sequence("3 3", "9", 9), "the move 3 is listed twice"),
        (sequence("3/2 1+sqrt(2)", "sqrt(3)", 9), "--width:"),
        (json!({ "ask": "plot-records", "series": [] }), "needs a file"),
        (records("max_move,p\n7,x\n"), "x.csv:2: p = x is not a natural number"),
        (records("max_move,p\n"), "x.csv: the file has no records"),
        (means("a,b\n1\n", json!({})), "x.csv: 2:"),
        (means("a,b\n", json!({})), "x.csv: the file has no means"),
        (means(mean, json!({ "from": 7 })), "no file has a mean in this range"),
        (means(mean, json!({ "modulus": 0 })), "--modulus is from 1"),
        (means(mean, json!({ "common": true })), "--common needs --fit"),
        (means(mean, json!({ "curve": [0.0, 1.0] })), "--curve needs"),
        (means(mean, json!({ "classes": ["I"] })), "there is no class I"),
        (means(mean, json!({ "show": "greatest" })), "does not say the greatest periods"),
        (refutation("n >= 1 { n } REPAET"), "x cannot be read"),
        (refutation("n >= 1 { n } REPEAT _n An ENDREP"), "x: verified, so there is no"),
    ] {
        let message = ask(&question).expect_err("no answer").to_string();
        assert!(message.contains(reason), "{message}");
    }
}

#[test]
fn other_names_and_sizes_are_no_questions() {
    for (question, reason) in [
        (json!({ "ask": "map" }), "unknown variant `map`"),
        (json!({ "ask": "map-three", "s3": -1 }), "invalid value"),
        (json!({ "ask": "map-three", "s3": 9, "show": "sums" }), "unknown variant `sums`"),
        (json!({ "ask": "map-three", "s3": 9, "part": { "size": [1, 900] } }), "from 300 to 10000"),
        (json!({ "ask": "plot-sequence", "game": {}, "size": [900, 10_001] }), "not 900 and 10001"),
        (json!({ "ask": "plot-means", "series": [], "fit": "linear" }), "`exp` or `m-exp`"),
    ] {
        let error = serde_json::from_value::<Question>(question).expect_err("no question");
        assert!(error.to_string().contains(reason), "{error}");
    }
}

#[test]
fn a_stop_says_how_far_the_work_came() {
    let control = Control::default();
    control.stop.request();
    let game = json!({ "moves": "2 5 7" });
    let text = "n >= 1 { n } REPEAT _n An ENDREP";
    for question in [
        json!({ "ask": "map-three", "s3": 60 }),
        json!({ "ask": "map-five", "fixed": 60, "areas": "" }),
        json!({ "ask": "plot-sequence", "game": game, "rows": 10_000 }),
        json!({ "ask": "plot-refutation", "description": { "name": "x", "text": text } }),
    ] {
        let question: Question = serde_json::from_value(question).expect("a question");
        let refused = answer(&question, &control).expect_err("no answer");
        assert!(
            matches!(&refused, Refused::Limit(_, came) if !came.is_empty()),
            "{question:?}: {refused}"
        );
    }
}
