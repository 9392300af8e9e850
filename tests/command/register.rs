//! `grundy register`: all words, one word, and what is refused.

use crate::command::{Ran, Words, run};
use serde_json::json;

fn register(words: &(impl Words + ?Sized)) -> Ran {
    run(&[&["register".to_owned()], &words.words()[..]].concat())
}

#[test]
fn all_words_in_text_and_json() {
    let ran = register("2 4 7 --all-words");
    ran.check(
        0,
        "register of { 2 4 7 }: all words of 7 outcomes\n\
         words         128, 16 of them palindromes\n\
         predecessors  none 48, one 32, two 48\n\
         orbits        1 with 3 words; longest way to an orbit 18\n\
         all won       period 3, after 11 steps\n\
         length  orbits  palindromes of 7  of 8  a word\n     \
         3       1                 1     1  ++-++-+\n",
        "",
    );
    let found = register("2 5 7 --format json").json();
    assert_eq!((&found["words"], &found["palindromic"]), (&json!("29"), &json!("5")));
    assert_eq!((&found["kind"], &found["length"]), (&json!("legal"), &json!(7)));
    assert_eq!(found["predecessors"], json!(["0", "29", "0"]));
    assert_eq!(found["all_won"], json!({ "tail": "0", "period": "22" }));
    assert_eq!(
        found["orbit_kinds"][0],
        json!({ "length": "22", "number": "1", "palindromes": ["2", "0"], "word": "+++++++" })
    );
    let found = register("1 3 --list --format json").json();
    assert_eq!(found["without_predecessor"], json!(["-++"]));
    assert_eq!(found["with_two_predecessors"], json!(["+-+"]));
}

#[test]
fn one_word_is_followed_both_ways() {
    let found = register("2 5 7 --start + --format json").json();
    assert_eq!((&found["tail"], &found["period"]), (&json!("0"), &json!("22")));
    assert_eq!(
        (&found["then"], &found["back"]),
        (&json!("--++-+++++-++--+++++++"), &found["then"])
    );
    assert_eq!(found["back_ends_with"], "word");
    let found = register("3 7 8 --start --+++-++ --format json").json();
    assert_eq!(
        (&found["back"], &found["back_ends_with"]),
        (&json!(""), &json!("two-predecessors"))
    );
    // Words of losses come from other words with losses a move apart.
    let found = register("3 7 8 --start - --format json").json();
    assert_eq!((&found["kind"], &found["period"]), (&json!("all"), &json!("5")));
    // The period is that of `grundy period` with this start.
    let words = ["4", "10", "14", "--rule", "lost == 1", "--start", "++-+-"];
    let found = register(&[&words[..], &["--format", "json"]].concat()).json();
    let period = run(&[&["period"], &words[..], &["--format", "json"]].concat()).json();
    assert_eq!(found["period"], period["period"]);
}

#[test]
fn what_is_too_much_is_undecided() {
    for words in [&["2", "5", "7", "--limit-words", "28"][..], &["40", "--all-words"], &["1", "60"]]
    {
        let ran = register(&[words, &["--format", "json"]].concat());
        assert_eq!((ran.exit, &ran.json()["limit"]), (Some(4), &json!("words")), "{ran:?}");
    }
    let ran = register("31 60 --rule parity --start +- --limit-words 1000");
    assert_eq!(ran.exit, Some(4), "{ran:?}");
}
