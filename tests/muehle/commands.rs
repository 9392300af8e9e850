//! `grundy muehle` and `grundy verify` as a user runs them.

use crate::command::{Folder, Ran, grundy};

#[test]
fn a_net_is_written_and_counted() {
    let folder = Folder::new("muehle-net");
    let counted = folder.run("muehle net -o base.pnml");
    assert_eq!(counted.exit, Some(0));
    for line in [
        "jump                           20          976",
        "sum                                       1386",
        "128 places, 9798 arcs, 1248 of them inhibitor arcs",
    ] {
        assert!(counted.stdout.contains(line), "{line} in\n{}", counted.stdout);
    }
    let printed = folder.run("muehle net");
    let written = folder.read("base.pnml");
    assert_eq!(printed.stdout, written);
    let quiet = folder.run("muehle net --variant step2 --beginner B -q -o step2.pnml");
    quiet.check(0, "", "");
    let counts = folder.run("muehle net --variant doubled --format json").json();
    assert_eq!((&counts["schema"], &counts["transitions"]), (&2.into(), &1436.into()));
    let captures = serde_json::json!({ "name": "capture after two mills", "value": "48" });
    assert!(counts["categories"].as_array().is_some_and(|it| it.contains(&captures)), "{counts}");
    let info = folder.run("petri info base.pnml --format json").json();
    assert_eq!(info["places"], 128);
}

#[test]
fn divergences_are_shown_and_can_be_replayed() {
    let folder = Folder::new("muehle-compare");
    let compared = folder.run("muehle compare --depth 1 --games 60 --format json");
    assert_eq!(compared.exit, Some(1));
    let json = compared.json();
    assert_eq!((&json["schema"], &json["verdict"]), (&2.into(), &"refuted".into()));
    folder.run("muehle net -o base.pnml");
    let divergences = json["divergences"].as_array().unwrap();
    assert!(!divergences.is_empty());
    for divergence in divergences {
        let names = divergence["sequence"].as_array().unwrap().iter();
        let names: Vec<_> = names.map(|name| name.as_str().unwrap()).collect();
        assert_eq!(divergence["firings"], names.len());
        let words = [&["petri", "replay", "base.pnml"], &names[..]].concat();
        let replayed: Ran = grundy(&words, &folder.0).output().expect("grundy runs").into();
        assert_eq!(replayed.exit, Some(0), "{replayed:?}");
    }
    let text = folder.run("muehle compare --depth 1 --games 60");
    assert_eq!(text.exit, Some(1));
    for part in [
        "unearned-capture: the net captures although",
        "mills without a record: ",
        "  rules: ",
        "  replay: ",
    ] {
        assert!(text.stdout.contains(part), "{part} in\n{}", text.stdout);
    }
    let again = folder.run("muehle compare base.pnml -j 2 --depth 1 --games 60 --format json");
    assert_eq!(again.json()["divergences"], json["divergences"]);
}

#[test]
fn without_a_divergence_nothing_is_claimed_to_be_proved() {
    let folder = Folder::new("muehle-open");
    let open = folder.run("muehle compare --variant step2 --depth 1 --games 20");
    assert_eq!(open.exit, Some(0));
    assert!(open.stdout.contains("no difference found, which proves nothing"), "{}", open.stdout);
    // What was asked for agrees, and it is not everything.
    let json = folder.run("muehle compare --variant step2 --depth 1 --games 5 --format json");
    let json = json.json();
    assert_eq!((&json["verdict"], &json["complete"]), (&"verified".into(), &false.into()));
    let late = folder.run("muehle compare --variant step2 --time-limit 0 --format json");
    assert_eq!((late.exit, &late.json()["verdict"]), (Some(4), &"undecided".into()));
    let late = folder.run("muehle compare --variant step2 --time-limit 0");
    assert_eq!(late.exit, Some(4));
    assert!(late.stdout.contains("limit reached: time"), "{}", late.stdout);
}

#[test]
fn verify_compares_nets_of_the_game_and_leaves_others_alone() {
    let folder = Folder::new("muehle-verify");
    folder.run("muehle net -q -o base.pnml");
    let refuted = folder.run("verify base.pnml --format json");
    assert_eq!(refuted.exit, Some(1));
    let json = refuted.json();
    let result = &json["results"][0];
    assert_eq!((&result["kind"], &result["verdict"]), (&"petri".into(), &"refuted".into()));
    assert_eq!(result["findings"][0]["code"], "E0680");
    assert!(result["findings"][0]["counterexample"]["play"].as_array().unwrap().len() > 20);
    folder.run("muehle net -q --variant step2 -o step2.pnml");
    let open = folder.run("verify step2.pnml");
    assert_eq!(open.exit, Some(4));
    assert!(open.stdout.contains("limit reached: plays; nothing is proved"), "{}", open.stdout);
    let other = "<pnml><net id='n'><place id='p'/></net></pnml>";
    folder.write("other.pnml", other);
    let vacuous = folder.run("verify other.pnml");
    assert_eq!(vacuous.exit, Some(4));
    assert!(vacuous.stdout.contains("W0680"), "{}", vacuous.stdout);
    let rejected = folder.run("muehle compare other.pnml");
    assert_eq!(rejected.exit, Some(3));
    assert!(rejected.stderr.contains("it has no place A1,1, A1,2, A1,3, ..."), "{rejected:?}");
    folder.write("broken.pnml", "<pnml>");
    assert_eq!(folder.run("verify broken.pnml").exit, Some(3));
    assert_eq!(folder.run("muehle compare broken.pnml").exit, Some(3));
    assert_eq!(folder.run("muehle compare none.pnml").exit, Some(2));
}
