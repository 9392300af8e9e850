//! Descriptions with pieces, from verdict to certificate.

use crate::command::Folder;

/// Both loops of `_n An Bn`, through two pieces.
const RIGHT: &str = "\
n >= 1
{ n 2n }
DEF both(i, j)
  _i Aj
END
DEF pass(k)
  both(n, k)
END
REPEAT
  pass(n) Bn
ENDREP
";

#[test]
fn a_proof_and_its_certificate() {
    let folder = Folder::new("pieces");
    folder.write("a.nimseq", RIGHT);
    let ran = folder.run("verify a.nimseq --certificate a.cert");
    ran.check(0, "verified   a.nimseq  for all n >= 1\n", "");
    assert_eq!(folder.run("check a.cert a.nimseq").exit, Some(0));
    // The certificate is bound to the text, and the model to what the piece says.
    let plain = RIGHT.replace("pass(n) Bn", "_n An Bn");
    folder.write("b.nimseq", &plain);
    assert_eq!(folder.run("check a.cert b.nimseq").exit, Some(1));
    let theorem = |file: &str| folder.run(&["theorem", file]).stdout;
    assert!(theorem("a.nimseq").starts_with("period     3n"), "{}", theorem("a.nimseq"));
    assert_eq!(theorem("a.nimseq"), theorem("b.nimseq"));
}

#[test]
fn a_refutation_names_the_instances_and_their_arguments() {
    let folder = Folder::new("pieces");
    let wrong = RIGHT.replace("pass(n) Bn", "pass(n) Bn pass(n+1)");
    folder.write("a.nimseq", wrong);
    let ran = folder.run("verify a.nimseq");
    assert_eq!(ran.exit, Some(1));
    for line in [
        "wrong at position 5 for n = 1: the description says A, the rule gives B",
        "here in `both`, with i = 1, j = 2",
        "here in `pass`, with k = 2",
        "this word puts A at position 5",
    ] {
        assert_eq!(ran.stdout.matches(line).count(), 1, "{line}\n{}", ran.stdout);
    }
    let json = folder.run("verify a.nimseq --format json").json();
    let labels = json["results"][0]["findings"][0]["labels"].as_array().unwrap();
    let told: Vec<_> = labels.iter().map(|it| (&it["line"], &it["text"])).collect();
    assert_eq!(told[1], (&4.into(), &"here in `both`, with i = 1, j = 2".into()));
    assert_eq!(told[2], (&7.into(), &"here in `pass`, with k = 2".into()));
    // No word of the instance can be changed where it stands; the instance itself is left alone, too.
    let repaired = folder.run("verify a.nimseq --fix");
    assert_eq!(repaired.exit, Some(1), "{}", repaired.stdout);
}
