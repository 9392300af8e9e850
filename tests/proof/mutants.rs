//! Wrong descriptions are caught, with the smallest counterexample: thousands of small
//! changes to right descriptions, each judged by brute force as well.

use crate::support::{Brute, Random, brute, check, descriptions, points};
use grundy_language::verdict::Verdict;
use std::collections::BTreeMap;

/// The text as lines of tokens, without comments and claims, which say nothing about the words.
fn tokens(source: &str) -> Vec<Vec<String>> {
    source
        .lines()
        .filter(|line| !line.trim_start().starts_with('#') && !line.starts_with("CLAIM"))
        .map(|line| line.split_whitespace().map(str::to_owned).collect())
        .collect()
}

fn text(lines: &[Vec<String>]) -> String {
    lines.iter().map(|line| line.join(" ") + "\n").collect()
}

fn is_word(token: &str) -> bool {
    let keyword = token.len() > 1 && token.chars().all(|c| c.is_ascii_uppercase());
    !keyword && token.starts_with(|c: char| c.is_ascii_uppercase() || "_<(+-".contains(c))
}

/// Splits a word into its values and its length, an expression.
fn parts(word: &str) -> (String, String) {
    let values = match word.chars().next() {
        Some('<') => word.find('>').unwrap() + 1,
        Some('(') => word.find(')').unwrap() + 1,
        _ => 1,
    };
    let length = word[values..].trim_start_matches('(').trim_end_matches(')');
    (word[..values].to_owned(), if length.is_empty() { "1".to_owned() } else { length.to_owned() })
}

fn other_letter(values: &str, random: &mut Random) -> String {
    let letters: Vec<_> = values.char_indices().filter(|(_, c)| !"<>()".contains(*c)).collect();
    let (at, old) = letters[random.below(letters.len())];
    let alphabet: &[char] =
        if "+-".contains(old) { &['+', '-'] } else { &['_', 'A', 'B', 'C', 'D'] };
    let new = *alphabet.iter().cycle().skip(random.below(5)).find(|c| **c != old).unwrap();
    format!("{}{new}{}", &values[..at], &values[at + 1..])
}

/// Changes one thing.  Returns what kind of change it was.
fn mutate(lines: &mut [Vec<String>], random: &mut Random) -> Option<&'static str> {
    let body = lines.iter().position(|line| line.first().is_some_and(|t| t.starts_with('{')))? + 1;
    let words: Vec<(usize, usize)> = (body..lines.len())
        .filter(|&line| {
            !lines[line]
                .iter()
                .any(|t| ["FOR", "IF", "ELIF"].contains(&t.as_str()) || t.starts_with("LET"))
        })
        .flat_map(|line| (0..lines[line].len()).map(move |at| (line, at)))
        .filter(|&(line, at)| is_word(&lines[line][at]))
        .collect();
    let (line, at) = words[random.below(words.len())];
    let word = lines[line][at].clone();
    let (values, length) = parts(&word);
    let step = ["+1", "-1"][random.below(2)];
    let loops: Vec<usize> =
        (body..line).filter(|&l| lines[l].first().is_some_and(|t| t == "FOR")).collect();
    let parameter = lines[0][0].clone();
    match random.below(8) {
        0 | 1 => {
            lines[line][at] = format!("{values}({length}{step})");
            Some("length")
        }
        2 => {
            let next = lines[line].get(at + 1).filter(|next| is_word(next))?.clone();
            lines[line][at] = next;
            lines[line][at + 1] = word;
            Some("swap")
        }
        3 => {
            lines[line][at] = format!("{}({length})", other_letter(&values, random));
            Some("letter")
        }
        4 => {
            let head = *loops.get(random.below(loops.len().max(1)))?;
            let place = [3, 5][random.below(2)];
            lines[head][place].push_str(step);
            Some("bound")
        }
        5 => {
            // Wrong for a single value of the first parameter only.
            let single = 2 + random.below(4);
            let wrong = other_letter(&values, random);
            lines[line][at] =
                format!("IF {parameter} == {single} THEN {wrong}({length}) ELSE {word} FI");
            Some("single")
        }
        6 => {
            // Wrong in one iteration only, counted from the end of the loop.
            let head = *loops.last()?;
            if lines[head..line].iter().any(|l| l.first().is_some_and(|t| t == "PER")) {
                return None;
            }
            let (variable, stop) = (lines[head][1].clone(), lines[head][5].clone());
            let wrong = other_letter(&values, random);
            let late = random.below(3);
            lines[line][at] =
                format!("IF {variable} == {stop}-{late} THEN {wrong}({length}) ELSE {word} FI");
            Some("late")
        }
        _ => {
            lines[line].remove(at);
            Some("missing")
        }
    }
}

/// Compares the verdict on a text with brute force in a box of parameters.
fn judge(source: &str, largest: i64) -> Option<Verdict> {
    let (description, report) = check(source)?;
    let dimension = description.parameters.len();
    let finding = report.findings.iter().find(|f| f.parameters().is_some());
    let parameters = finding.and_then(|finding| finding.parameters());
    let found: Option<Vec<i64>> = parameters
        .map(|it| it[..dimension].iter().map(|(_, value)| value.to_i64().unwrap()).collect());
    let mut rejected = false;
    for point in points(dimension, 0..=largest) {
        if rejected || found.as_ref().is_some_and(|found| point > *found) {
            break;
        }
        match brute(&description, &point) {
            Brute::Excluded => {}
            Brute::Right => assert_ne!(
                (found.as_ref() == Some(&point), report.verdict),
                (true, Verdict::Refuted),
                "refuted at {point:?}, where it is right:\n{source}"
            ),
            Brute::Meaningless => {
                assert_eq!(
                    report.verdict,
                    Verdict::Rejected,
                    "meaningless at {point:?}:\n{source}"
                );
                if found.is_some() {
                    assert_eq!(found.as_ref(), Some(&point), "smaller witness:\n{source}");
                }
                rejected = true;
            }
            Brute::Wrong { position, claimed, computed } => match report.verdict {
                // Without meaning for larger parameters: then nothing else counts.
                Verdict::Rejected => {}
                Verdict::Refuted => {
                    assert_eq!(found.as_ref(), Some(&point), "smaller parameters:\n{source}");
                    let failure = &finding.unwrap().counterexample().unwrap().failure;
                    assert_eq!(
                        (failure.position.to_i64(), &failure.claimed, &failure.computed),
                        (i64::try_from(position).ok(), &claimed, &computed),
                        "smallest position:\n{source}"
                    );
                }
                verdict => panic!("{verdict:?}, but wrong at {point:?}, {position}:\n{source}"),
            },
        }
    }
    Some(report.verdict)
}

/// Mutants of every second description, from the first or the second on.
fn mutants_are_judged_like_brute_force(first: usize) {
    let mut random = Random(1996);
    let mut kinds: BTreeMap<(&str, Option<Verdict>), usize> = BTreeMap::new();
    for (name, source) in descriptions().into_iter().skip(first).step_by(2) {
        let dimension =
            if name.contains("two") || name.contains("equation") || name.contains("odd_move") {
                2
            } else {
                1
            };
        let largest = if name.starts_with("family") {
            5
        } else if dimension == 2 {
            7
        } else {
            5
        };
        for _ in 0..400 {
            let mut lines = tokens(&source);
            let Some(kind) = mutate(&mut lines, &mut random) else { continue };
            let verdict = judge(&text(&lines), largest);
            *kinds.entry((kind, verdict)).or_default() += 1;
        }
    }
    println!("{kinds:#?}");
    // The generator is worth something only if it makes mutants of every kind, and most of
    // them wrong.
    let count = |verdict| -> usize {
        kinds.iter().filter(|((_, v), _)| *v == Some(verdict)).map(|(_, count)| count).sum()
    };
    let of_kind =
        |kind| -> usize { kinds.iter().filter(|((k, _), _)| *k == kind).map(|(_, c)| c).sum() };
    assert!(count(Verdict::Refuted) > 500, "{kinds:?}");
    assert!(count(Verdict::Rejected) > 10, "{kinds:?}");
    assert_eq!(count(Verdict::Undecided), 0, "{kinds:?}");
    for kind in ["length", "swap", "letter", "bound", "single", "late", "missing"] {
        assert!(of_kind(kind) >= 10, "{kind}: {kinds:?}");
    }
}

#[test]
fn mutants_of_one_half_are_judged_like_brute_force() {
    mutants_are_judged_like_brute_force(0);
}

#[test]
fn mutants_of_the_other_half_are_judged_like_brute_force() {
    mutants_are_judged_like_brute_force(1);
}
