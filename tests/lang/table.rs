//! Mistakes that people make, in one table: one finding each, at the right line, and what is offered is right.

use crate::support::Random;
use crate::{published, read};
use grundy_answers::check::fix_notation;
use grundy_answers::explain;
use grundy_language::diagnostic::{Code, Diagnostic, Severity, Stage};
use grundy_language::lang::Options;

/// A row of the table.
struct Mistake {
    text: String,
    code: Code,
    /// That of the first label; 0 if there is none.
    line: usize,
    corrected: Option<String>,
}

/// A cell of the table, in which `\n`, `\r`, `\t`, `\\` and `\u{..}` stand for letters.
fn unescaped(cell: &str) -> String {
    let mut text = String::new();
    let mut rest = cell;
    while let Some((before, after)) = rest.split_once('\\') {
        text += before;
        let letter = after.chars().next().expect("an escape");
        rest = &after[letter.len_utf8()..];
        text.push(match letter {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let (code, after) = rest[1..].split_once('}').expect("a code");
                rest = after;
                u32::from_str_radix(code, 16).ok().and_then(char::from_u32).expect("a letter")
            }
            other => other,
        });
    }
    text + rest
}

fn mistakes() -> Vec<Mistake> {
    let rows = include_str!("mistakes.tsv").lines().skip(1).map(|row| {
        let [text, code, line, corrected] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        Mistake {
            text: unescaped(text),
            code: Code::named(code).expect(code),
            line: line.parse().expect(line),
            corrected: (corrected != "-").then(|| unescaped(corrected)),
        }
    });
    rows.collect()
}

#[test]
fn each_mistake_has_one_finding_that_mends_it() {
    let all = mistakes();
    assert!(all.len() >= 150, "{}", all.len());
    for Mistake { text, code, line, corrected } in all {
        let found = read(&text).diagnostics;
        let [one] = found.as_slice() else { panic!("{text}\n{found:#?}") };
        let place = one.location(&text).map_or(0, |place| place.line);
        assert_eq!((one.code, place), (code, line), "{text}\n{one:#?}");
        assert_eq!(one.corrected(&text), corrected, "{text}\n{one:#?}");
        let Some(corrected) = corrected else { continue };
        assert!(one.help.is_some(), "{text}\n{one:#?}");
        let left = read(&corrected).diagnostics;
        let is_right = left.iter().all(|it| it.severity() == Severity::Warning);
        // Where something is not known, as which loop an index belongs to, the text says something else that is wrong.
        assert!(is_right || left.iter().all(|it| it.code.stage() != Stage::Syntax), "{left:#?}");
        let options = Options::default();
        let fixed = fix_notation(&text, &options, true, &Default::default()).0;
        assert!(!is_right || fixed == corrected, "{text}\n{fixed}");
    }
}

/// Two mistakes in places that have nothing to do with each other are two findings.
#[test]
fn mistakes_at_other_places_are_found_as_well() {
    for (text, lines) in [
        ("n >= 1\n{ n 2n }\nFOR i FORM 1 UPTO n REP _i PER\nREPEAT\n  _n An?\nENDREP", [3, 5]),
        ("n > \n{ n 2n }\nREPEAT\n  _n An?\nENDREP", [1, 4]),
        ("n >= 1\n{ n 2*n? }\nREPEAT\n  _n Am\nENDREP", [2, 4]),
        ("n >= 1\n{ n 2n }\nREPAET\n  _n An\n  A(n+)\nENDREP", [3, 5]),
        ("n >= 1\n{ n 2n }\nREPEAT\n  IF n > THEN _n ELSE An FI\n  Am\nENDREP", [4, 5]),
    ] {
        let found = read(text).diagnostics;
        let found: Vec<_> = found.iter().filter_map(|it| Some(it.location(text)?.line)).collect();
        assert_eq!(found, lines, "{text}");
    }
}

/// What is fixed has nothing left to fix.
fn check_fixes(source: &str) {
    let options = Options::default();
    let (text, fixes) = fix_notation(source, &options, true, &Default::default());
    assert_eq!(fixes.is_empty(), text == source);
    assert_eq!(
        fix_notation(&text, &options, true, &Default::default()),
        (text.clone(), Vec::new()),
        "{source}"
    );
}

/// The only finding about a text.
#[track_caller]
fn only(source: &str) -> Diagnostic {
    let mut found = read(source).diagnostics;
    assert_eq!(found.len(), 1, "{source}\n{found:#?}");
    found.remove(0)
}

#[test]
fn one_cause_is_told_once() {
    let source = "n >= 1 { n 2n } REPEAT 0n 1n FOR i FROM 1 UPTO n REP 0^i PER 1n ENDREP";
    let found = only(source);
    assert_eq!(found.notes, ["the same at 3 more places"]);
    let right = "n >= 1 { n 2n } REPEAT _n An FOR i FROM 1 UPTO n REP _i PER An ENDREP";
    assert_eq!(found.corrected(source).as_deref(), Some(right));
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    assert_eq!(read("\u{feff}n >= 1 { n } REPEAT _n An ENDREP").diagnostics, []);
}

/// The places of what was mended are those of whole characters, also where it has as many bytes as before.
#[test]
fn labels_are_pieces_of_the_source() {
    for word in ["\u{200b}0123", "\u{200b}\u{200b}An", "≥n ≥n", "Аn Вn", "“_”"] {
        for head in ["RULE misere\nn >= 1", "n >= 1"] {
            read(&format!("{head}\n{{ n 2n 3n }}\nREPEAT {word} ENDREP"));
        }
    }
}

/// What is wrong with the order and the nesting of parts that are right.
const STRUCTURE: [Code; 7] = [
    Code::EndWithoutBeginning,
    Code::Unclosed,
    Code::TooDeep,
    Code::ArmAfterElse,
    Code::NoMoves,
    Code::TwoMoveLists,
    Code::WrongOrder,
];

/// Every suggestion about this text is carried out; what stands there then has no error.
fn check_suggestions(source: &str) -> usize {
    let mut checked = 0;
    let all = read(source).diagnostics;
    for found in &all {
        let Some(right) = found.corrected(source) else { continue };
        // Where an end is missing is known only if all else is right.
        if all.len() > 1 && STRUCTURE.contains(&found.code) {
            continue;
        }
        assert_ne!(right, source, "{found:#?}");
        checked += 1;
        // Where the first edit begins, and where it ends in the corrected text.
        let edit = &found.edits[0];
        let (start, end) = (edit.span.start, edit.span.start + edit.text.len());
        for left in read(&right).diagnostics {
            let syntax = left.severity() == Severity::Error
                && left.code.stage() == Stage::Syntax
                && !STRUCTURE.contains(&left.code);
            let place = left.labels.first().map(|label| label.span);
            let inside =
                place.is_some_and(|it| start <= it.start && it.end <= end && it.start < end);
            let (was, is) = (&found.message, &left.message);
            let line = source[..edit.span.start].matches('\n').count();
            let line = source.lines().nth(line);
            assert!(!(syntax && inside), "{line:?}: {was}, {:?}, then {is}", found.edits);
        }
    }
    checked
}

#[test]
fn suggestions_of_all_codes_are_right() {
    let examples: usize = explain::all().map(|it| check_suggestions(it.example)).sum();
    let mistakes: usize = mistakes().iter().map(|it| check_suggestions(&it.text)).sum();
    assert!(examples > 25 && mistakes >= 100, "{examples} {mistakes}");
}

/// `-(2n-3)` is a word of outcomes, where a head has lost its end or one of its parts.
#[test]
fn a_word_is_not_rewritten_as_an_expression() {
    for body in [
        "n >= -(2n-3) +",
        "FOR i FROM 1 UPTO\n -(2n-3) +\nPER",
        "+ FOR\n - _ C",
        "FOR i FROM 1 UPTO -(2n-3) + PER",
        "+ n == -(2n-3)",
    ] {
        let source = format!("n >= 2 {{ 1 2n }}\nREPEAT\n {body}\nENDREP");
        let edits = |it: &Diagnostic| it.edits.iter().any(|edit| edit.text == "-2n+3");
        assert!(!read(&source).diagnostics.iter().any(edits), "{source}");
        check_suggestions(&source);
    }
    // Where nothing but an expression can stand, it is one.
    check_suggestions("n >= 2 { 1 -(2n-3) } REPEAT - ENDREP");
}

/// Pieces that people mistype.
const PIECES: [&str; 28] = [
    "_", "A", "n", "2", "(", ")", "<", ">", "-", "+", " ", "\n", "{", "}", "FOR", "i", "=", ">=",
    "PER", "END", "ELSE", "IF", ",", "*", "^", "//", "−", "repeat",
];

/// Random texts that are read; each of them several times.
const TEXTS: usize = 1_500;

#[test]
fn the_only_suggestion_in_a_damaged_text_is_right() {
    let (published, mut random) = (published(), Random(1));
    for _ in 0..TEXTS {
        let (_, text) = &published[random.below(published.len())];
        let mut letters: Vec<char> = text.chars().take(1_500).collect();
        let at = random.below(letters.len());
        let end = (at + random.below(4)).min(letters.len());
        letters.splice(at..end, PIECES[random.below(PIECES.len())].chars());
        let text: String = letters.into_iter().collect();
        check_fixes(&text);
        // Where much is wrong, one error can be the reason of another.
        if read(&text).diagnostics.len() == 1 {
            check_suggestions(&text);
        }
    }
}
