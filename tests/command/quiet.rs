//! With --quiet less is said, but nothing is left out that a claim needs to be true.

use crate::machines;
use serde_json::Value;

/// A theorem under a rule, one with a start, and one that is not known to be least.
const FILES: [(&str, &str); 3] = [
    ("misere.nimseq", "RULE misere n >= 1 { n } REPEAT +n -n ENDREP\n"),
    ("start.nimseq", "n >= 1 { n 2n } FROM_INFINITY_DOWN REPEAT - ENDREP REPEAT +(2n) -n ENDREP\n"),
    ("long.nimseq", "n >= 1\n{ n }\nREPEAT _n An _n An ENDREP\n"),
];

/// Runs beside those that are known, one for each hypothesis.
const MORE: [&str; 26] = [
    "infer '{ n 2n 3n+1 }' --values nim",
    "infer '{ n n+1 2n+3 }'",
    "infer '{ n 2n }' --values misere",
    "infer '{ n 2n }' --start sink",
    "infer '{ n 2n }' --rule 'won == 1' --start +",
    "infer '{ n 2n }' --class '3 mod 7'",
    "infer '{ 7 4n 4n+3 }' --by trace --class '4 mod 7'",
    "infer '{ 1..n }' --values nim",
    "infer '{ k n }' --at k=1..3",
    "period 3 7 8",
    "period 3 7 8 --values misere",
    "period 3 5 --rule 'lost odd'",
    "period 3 7 8 --start sink",
    "period 3 7 8 --start +",
    "period '1.. without 1 2 3' --values nim",
    "period 2.. --values misere",
    "period primes",
    "period squares",
    "period 21 103 214 235 --limit-positions 1000",
    "period 3/2 4 --values misere",
    "period 3/2 --rule 'won >= 0'",
    "theorem misere.nimseq",
    "theorem start.nimseq",
    "theorem long.nimseq",
    "verify good.nimseq --time-limit 0",
    "muehle compare --depth 1 --games 1 --time-limit 0",
];

/// What a text has to say because this document says it: texts of which it contains one.
fn hypotheses(json: &Value, all: &mut Vec<Vec<String>>) {
    match json {
        Value::Array(items) => items.iter().for_each(|item| hypotheses(item, all)),
        Value::Object(fields) => {
            // Without a formula there is nothing that holds from some parameter on.
            let is_known = fields.get("period").is_none_or(|it| *it != Value::Array(Vec::new()));
            for (name, value) in fields {
                let text = value.as_str().unwrap_or_default();
                match (name.as_str(), text) {
                    ("from", _) if fields.contains_key("exceptions") && is_known => {
                        all.push(vec![format!(">= {text}")]);
                    }
                    ("when", "") => {}
                    // Cases are joined, so that only the first number is looked for.
                    ("when", _) => {
                        let first = text.split(' ').take(3).collect::<Vec<_>>().join(" ");
                        all.push(vec![first]);
                    }
                    ("exceptions", _) => {
                        for one in value.as_array().into_iter().flatten() {
                            let named = one["parameters"].as_object().into_iter().flatten();
                            all.extend(named.map(|(name, value)| {
                                let value = value.as_str().unwrap_or_default();
                                vec![format!("{name} = {value}"), format!("{name} from ")]
                            }));
                        }
                    }
                    ("saltus", _) => all.push(vec![format!("saltus     {text}")]),
                    ("rule", _) => all.push(vec![format!("the rule {text}")]),
                    ("values", "misere") => all.push(vec!["misère outcomes".to_owned()]),
                    ("start", _) => {
                        all.push(["sink", "start", "before position 0"].map(str::to_owned).into());
                    }
                    ("least" | "minimal", _) if *value == Value::Bool(false) && is_known => {
                        let said =
                            ["known to be least", "perhaps not", "may exist", "none is the least"];
                        all.push(said.map(str::to_owned).into());
                    }
                    ("limit", _) if !text.is_empty() => all.push(vec![text.to_owned()]),
                    ("verdict", "undecided") => {
                        all.push(
                            [
                                "undecided",
                                "proves nothing",
                                "nothing proved",
                                "known to be least",
                                "perhaps not",
                            ]
                            .map(str::to_owned)
                            .into(),
                        );
                    }
                    ("verdict", "refuted") => {
                        all.push(["refuted", "differ", "not accepted"].map(str::to_owned).into());
                    }
                    ("aperiodic", _) => all.push(vec!["no period".to_owned()]),
                    _ => {}
                }
                // The pieces of what a theorem is an instance of are no hypotheses of the game.
                if !["theorem", "exceptions", "body", "before", "findings"].contains(&name.as_str())
                {
                    hypotheses(value, all);
                }
            }
        }
        _ => {}
    }
}

/// Quiet leaves out how something was found, and nothing that makes it true.
#[test]
fn quiet_keeps_every_hypothesis() {
    let folder = machines::folder("quiet");
    for (name, text) in FILES {
        folder.write(name, text);
    }
    let first = "verify good.nimseq --certificate proof";
    assert_eq!(folder.run(first).exit, Some(0));
    let parts = "census --max-move 6 --shard 1/1 --format jsonl -o part.jsonl";
    assert_eq!(folder.run(parts).exit, Some(0));
    // Commands in which only the bar is quiet say the same as ever.
    let acting =
        ["verify", "check", "period", "infer", "theorem", "family", "census", "muehle compare"];
    let apart = [
        "descriptions/petri",
        "--fix",
        "--update-baseline",
        " -o ",
        "census plan",
        "--format",
        "-q",
        "--quiet",
    ];
    let known = machines::runs().filter(|[exit, line]| {
        let is_acting = acting.iter().any(|it| line.starts_with(it));
        *exit != "-" && is_acting && !apart.iter().any(|it| line.contains(it))
    });
    let known = known.map(|[_, line]| line).chain(MORE);
    let (mut wrong, mut count) = (Vec::new(), 0);
    for line in known.chain(["check proof good.nimseq"]) {
        let json = folder.run(&format!("{line} --format json"));
        // What has no result says why, however little is said.
        if matches!(json.exit, Some(2 | 3 | 101 | 130)) {
            continue;
        }
        let mut all = Vec::new();
        let document = json.json();
        if document.get("ended").is_none() {
            hypotheses(&document, &mut all);
        }
        let quiet = folder.run(&format!("{line} -q"));
        assert_eq!(quiet.exit, json.exit, "{line}");
        // Where nothing is claimed, nothing is missing.
        let claims = !quiet.stdout.is_empty() || quiet.exit != Some(0);
        let is_missing = |said: &&Vec<String>| !said.iter().any(|it| quiet.stdout.contains(it));
        let missing: Vec<_> = all.iter().filter(is_missing).filter(|_| claims).collect();
        count += all.len() - missing.len();
        if !missing.is_empty() {
            wrong.push(format!("{line} lacks {missing:?}:\n{}", quiet.stdout));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 60, "{count}");
}
