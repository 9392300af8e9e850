//! What a text means.

use crate::{model, published, read};
use grundy_kernel::model::{Alphabet, Arm, Description, Unit};
use grundy_language::diagnostic::Code;
use grundy_language::lang::{Options, parse};
use std::fmt::Write as _;

/// A model in one line per unit: blocks with number, words and spans cut from the source.
fn outline(description: &Description, source: &str) -> String {
    let mut text = format!("{}\n", description.alphabet());
    let names = description.parameter_names();
    for condition in &description.conditions {
        writeln!(text, "{}", condition.constraint.display(&names)).unwrap();
    }
    let moves: Vec<_> =
        description.moves.iter().map(|size| size.size.display(&names).to_string()).collect();
    writeln!(text, "moves {}", moves.join(" ")).unwrap();
    let mut names: Vec<String> = names.into_iter().map(str::to_owned).collect();
    text.push_str("preperiod\n");
    units(description, &description.preperiod, source, 1, &mut names, &mut text);
    text.push_str("period\n");
    units(description, &description.period, source, 1, &mut names, &mut text);
    text
}

fn units(
    description: &Description,
    list: &[Unit],
    source: &str,
    depth: usize,
    names: &mut Vec<String>,
    text: &mut String,
) {
    let indent = "  ".repeat(depth);
    for unit in list {
        match unit {
            Unit::Block(id) => {
                let block = description.block(*id);
                write!(text, "{indent}{} `{}`", id.printed(), &source[block.span.range()]).unwrap();
                for word in &block.words {
                    let cycle: String = word
                        .cycle
                        .iter()
                        .map(|value| description.alphabet().letter(*value))
                        .collect();
                    write!(text, " {cycle}:{}", word.length.display(names)).unwrap();
                }
                text.push('\n');
            }
            Unit::Loop(inner) => {
                let from = inner.from.display(names).to_string();
                let upto = inner.upto.display(names).to_string();
                writeln!(
                    text,
                    "{indent}{} is x{} from {from} upto {upto}",
                    inner.name, inner.variable
                )
                .unwrap();
                names.truncate(inner.variable);
                names.push(inner.name.clone());
                units(description, &inner.body, source, depth + 1, names, text);
                names.pop();
            }
            Unit::Branch(branch) => {
                for each in &branch.arms {
                    arm(description, each, source, depth, names, text);
                }
            }
            Unit::StateLoop(head) => {
                let [first, least, greatest] = [&head.first, &head.least, &head.greatest]
                    .map(|form| form.display(names).to_string());
                writeln!(
                    text,
                    "{indent}state {} is x{}, first {first}, in {least}..{greatest}",
                    head.name, head.variable
                )
                .unwrap();
                names.push(head.name.clone());
                for way in &head.ways {
                    writeln!(text, "{indent}  next {}", way.next.display(names)).unwrap();
                    arm(description, &way.arm, source, depth + 1, names, text);
                }
                names.pop();
            }
        }
    }
}

fn arm(
    description: &Description,
    arm: &Arm,
    source: &str,
    depth: usize,
    names: &mut Vec<String>,
    text: &mut String,
) {
    let indent = "  ".repeat(depth);
    match &arm.condition {
        Some(test) => {
            let difference = test.difference.display(names);
            writeln!(text, "{indent}if {difference} {:?}", test.comparison)
        }
        None => writeln!(text, "{indent}else"),
    }
    .unwrap();
    units(description, &arm.body, source, depth + 1, names, text);
}

#[track_caller]
fn check(source: &str, expected: &str) {
    let lowered = read(source);
    let description = lowered.description.unwrap_or_else(|| panic!("{:#?}", lowered.diagnostics));
    let expected: String = expected.lines().map(|line| format!("{}\n", line.trim_end())).collect();
    assert_eq!(outline(&description, source), expected, "{source}");
}

#[test]
fn published_descriptions_are_read_without_remarks() {
    let texts = published();
    assert!(texts.len() >= 5);
    for (name, source) in texts {
        assert_eq!(read(&source).diagnostics, [], "{name}");
    }
}

#[test]
fn loops_number_their_variables_and_cut_blocks() {
    check(
        "n >= 2 m == 2n { n 2m+1 } A
FOR i FROM 1 UPTO n-1 REP
  FOR j FROM i UPTO m REP A(j-i) B PER
  FOR j FROM 0 UPTO 1 REP PER
PER REPEAT _n ENDREP",
        "nim
n-2 >= 0
-2n+m == 0
moves n 2m+1
preperiod
  1 `A` A:1
  i is x2 from 1 upto n-1
    2 `FOR i FROM 1 UPTO n-1 REP`
    j is x3 from i upto m
      3 `A(j-i) B` A:-i+j B:1
    4 `PER`
    j is x3 from 0 upto 1
      5 `FOR j FROM 0 UPTO 1 REP`
    6 `PER`
  7 `PER`
period
  8 `_n` _:n",
    );
}

/// A pass for each way: what precedes the branch, the arm, and what follows with the next state put in.
#[test]
fn a_state_has_a_pass_for_each_way() {
    check(
        "n >= 2 { n 2n } A REPEAT u=0 IN 0..n-1
  LET k=n-u _k
  IF u <= n-2 THEN LET w=u A(w+1) NEXT v=w+1 B ELSE NEXT u=u-n+1 FI
  FOR i FROM 1 UPTO u REP Ai PER
ENDREP",
        "nim
n-2 >= 0
moves n 2n
preperiod
  1 `A` A:1
period
  2 `REPEAT u=0 IN 0..n-1`
  state u is x1, first 0, in 0..n-1
    next u+1
    if -n+u+2 AtMost
      3 `_k
  IF u <= n-2 THEN LET w=u A(w+1) NEXT v=w+1 B` _:n-u A:u+1 B:1
      i is x2 from 1 upto u
        4 `Ai` A:i
      5 `PER`
    next -n+u+1
    else
      6 `_k` _:n-u
      i is x2 from 1 upto u
        7 `Ai` A:i
      8 `PER`
  9 `ENDREP`",
    );
    // The next state has a name up to the end of the pass; other names of an arm have none there.
    let body = |arm: &str, after: &str| {
        let text = format!(
            "n >= 2 {{ n }} REPEAT u=0 IN 0..1 IF u == 0 THEN {arm} ELSE NEXT v=u-1 FI {after} ENDREP"
        );
        read(&text).diagnostics.first().map(|it| it.code)
    };
    assert_eq!(body("NEXT v=u+1", "_n A(n+v)"), None);
    assert_eq!(body("LET w=1 Aw NEXT v=u+1", "_n Aw"), Some(Code::HiddenVariable));
    assert_eq!(body("NEXT n=u+1", "_n An"), Some(Code::NameInUse));
    assert_eq!(body("NEXT v=u+u", "_n An"), Some(Code::NextState));
    assert_eq!(body("IF n == 2 THEN NEXT v=u+1 FI", "_n An"), Some(Code::MisplacedNext));
    assert_eq!(body("NEXT v=u+1 NEXT w=u+1", "_n An"), Some(Code::MisplacedNext));
    assert_eq!(body("", "_n An"), Some(Code::MissingNext));
    assert_eq!(body("NEXT v=u+1", "NEXT v=u _n An"), Some(Code::MisplacedNext));
    // What is wrong with the part that all ways share is said once.
    let text = "n >= 2 { n } REPEAT u=0 IN 0..1 IF u == 0 THEN NEXT v=u+1 ELSE NEXT v=u-1 FI Am LET k=1 ENDREP";
    let found: Vec<_> = read(text).diagnostics.iter().map(|it| it.code).collect();
    assert_eq!(found, [Code::UndeclaredVariable]);
}

#[test]
fn words_of_every_shape() {
    check(
        "n >= 1 { n 2 3 4 } A12 An A(2n-1) <_2A>(n) <2_A>3 (AB)(n-1) (AB)3 (AB) <AB> A0 A(n-n) <0BA>n
REPEAT _n ENDREP",
        "nim
n-1 >= 0
moves n 2 3 4
preperiod
  1 `A12 An A(2n-1) <_2A>(n) <2_A>3 (AB)(n-1) (AB)3 (AB) <AB> A0 A(n-n) <0BA>n` A:12 A:n A:2n-1 _AA:n __A:3 AB:2n-2 AB:6 AB:2 AB:1 A:n
period
  2 `_n` _:n",
    );
}

#[test]
fn outcomes_are_inferred_from_the_letters() {
    check(
        "n >= 1 { n } REPEAT -n +n -5 -(2n) <-+>(n) (+-)2 +(-n+2n) - + ENDREP",
        "outcome
n-1 >= 0
moves n
preperiod
  1 `{ n }`
period
  2 `-n +n -5 -(2n) <-+>(n) (+-)2 +(-n+2n) - +` -:n +:n -:5 -:2n -+:n +-:4 +:n -:1 +:1",
    );
}

#[test]
fn a_given_alphabet_is_kept() {
    let options = Options { alphabet: Some(Alphabet::Outcome), raw: false, ..Default::default() };
    let lowered = parse("n >= 1 { n } REPEAT -n +n ENDREP", &options);
    assert_eq!(lowered.description.unwrap().alphabet(), Alphabet::Outcome);
    let lowered = parse("n >= 1 { n } REPEAT _n An ENDREP", &options);
    assert_eq!(lowered.diagnostics[0].code, Code::TwoAlphabets);
}

#[test]
fn branches_start_blocks() {
    check(
        "n >= 1 { n } REPEAT _ IF n >= 2n-3 THEN A ELIF 2 != n THEN FI IF n == 1 THEN ELSE A FI ENDREP",
        "nim
n-1 >= 0
moves n
preperiod
  1 `{ n }`
period
  2 `_` _:1
  if -n+3 AtLeast
    3 `A` A:1
  if -n+2 NotEqual
    4 `ELIF 2 != n THEN`
  5 `FI`
  if n-1 Equal
    6 `IF n == 1 THEN`
  else
    7 `A` A:1
  8 `FI`",
    );
}

#[test]
fn lets_are_put_in() {
    check(
        "n >= 1 { n } LET k=2n+1 _k LET l=k-1 LET k=n
REPEAT _n ENDREP",
        "nim
n-1 >= 0
moves n
preperiod
  1 `_k` _:2n+1
period
  2 `_n` _:n",
    );
    check(
        "n >= 1 { n } LET k=n
FOR i FROM k UPTO 2k REP LET k=i+1 Ak PER
REPEAT IF k >= 3 THEN _k FI ENDREP",
        "nim
n-1 >= 0
moves n
preperiod
  1 `{ n }`
  i is x1 from n upto 2n
    2 `Ak` A:i+1
  3 `PER`
period
  4 `REPEAT`
  if n-3 AtLeast
    5 `_k` _:n
  6 `FI`",
    );
}

#[test]
fn every_white_character_separates_and_synonyms_mean_the_same() {
    let plain = "n >= 1 { n } FOR i FROM 1 UPTO 2 REP _ PER IF n >= 2 THEN A FI REPEAT _n ENDREP\n";
    let other = "n\t>=\r\n1\u{c}{n}FOR".replace("}FOR", "} FOR")
        + " i FROM 1 UPTO 2 REPEAT _ ENDREPEAT IF n >= 2 THEN A ENDIF REP _n PER\0 ? ? ?";
    assert_eq!(crate::without_spans(model(plain)), crate::without_spans(model(&other)));
}

#[test]
fn a_plain_list_of_words() {
    let options = Options { alphabet: None, raw: true, ..Default::default() };
    let lowered = parse("n >= 1 { n } LET k=2n _k A(k) _n", &options);
    assert_eq!(lowered.diagnostics, []);
    let description = lowered.description.unwrap();
    assert_eq!(description.period, []);
    assert_eq!(description.preperiod.len(), 1);
    assert_eq!(description.blocks[0].words.len(), 3);
    let lowered = parse("n >= 1 { n } REPEAT _n ENDREP", &options);
    assert!(lowered.description.is_none());
    assert!(lowered.diagnostics.iter().all(|found| found.code == Code::UnknownToken));
}

/// Only in a plain list may a LET give a parameter another value, which it has from there on.
#[test]
fn a_let_of_a_parameter() {
    let options = Options { alphabet: None, raw: true, ..Default::default() };
    let text = "n >= 1 { n 2n } _n LET k=n+1 LET n=2k An LET n=k Bn LET n=3 _n";
    let lowered = parse(text, &options);
    assert_eq!(lowered.diagnostics, []);
    let description = lowered.description.unwrap();
    let names = ["n"];
    let lengths: Vec<_> = (description.blocks[0].words.iter())
        .map(|word| word.length.display(&names).to_string())
        .collect();
    assert_eq!(lengths, ["n", "2n+2", "n+1", "3"]);
    assert_eq!(description.moves[1].size.display(&names).to_string(), "2n");
    let codes = |text: &str, options: &Options| -> Vec<Code> {
        parse(text, options).diagnostics.iter().map(|found| found.code).collect()
    };
    assert_eq!(codes("n >= 1 { n } LET n=n+1 _n", &options), [Code::CircularLet]);
    let whole = "n >= 1 { n } REPEAT LET n=2 _n An ENDREP";
    assert_eq!(codes(whole, &Options::default()), [Code::NameInUse]);
}

#[test]
fn a_move_that_is_listed_twice_is_a_warning() {
    let text = "n >= 1 { n 2n n } REPEAT _n An Bn ENDREP";
    let lowered = parse(text, &Options::default());
    assert!(lowered.description.is_some());
    let [found] = &lowered.diagnostics[..] else { panic!("{:?}", lowered.diagnostics) };
    assert_eq!(
        (found.code, &found.message[..]),
        (Code::RepeatedMove, "the move n is listed twice")
    );
    let places: Vec<_> = found.labels.iter().map(|it| it.span.start).collect();
    assert_eq!(places, [9, 14]);
}
