//! Pieces: an instance means what a substitution on paper gives.

use crate::{model, read, without_spans};
use grundy_kernel::model::{Description, Unit};
use grundy_language::diagnostic::{Code, Severity};
use grundy_language::lang::{Options, format, inside};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A sum of multiples; the constant is that of `'1'`.
type Form = BTreeMap<char, i64>;

#[derive(Clone, Debug)]
enum Part {
    Word(&'static str, Form),
    Loop(char, Form, Form, Vec<Part>),
    Branch(Form, Vec<Part>, Vec<Part>),
    Call(usize, Vec<Form>),
}

/// The numbers of a linear congruential generator.
struct Draw(u64);

impl Draw {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn form(&mut self, names: &[char]) -> Form {
        let mut form = Form::from([('1', self.below(9) as i64 - 4)]);
        for _ in 0..self.below(3) {
            let name = names[self.below(names.len() as u64) as usize];
            *form.entry(name).or_default() += self.below(7) as i64 - 3;
        }
        form
    }

    /// Some parts; `depth` loops are around them, `pieces` are the numbers of arguments of the pieces
    /// that are known.
    fn parts(&mut self, names: &mut Vec<char>, depth: u8, pieces: &[usize]) -> Vec<Part> {
        let mut parts = Vec::new();
        for _ in 0..=self.below(4) {
            let kind = self.below(if depth < 3 { 8 } else { 5 });
            parts.push(match kind {
                0 | 1 => Part::Word(["A", "_", "<AB_>"][self.below(3) as usize], self.form(names)),
                2..5 if !pieces.is_empty() => {
                    let piece = self.below(pieces.len() as u64) as usize;
                    Part::Call(piece, (0..pieces[piece]).map(|_| self.form(names)).collect())
                }
                5 | 6 => {
                    let (from, upto) = (self.form(names), self.form(names));
                    let own = char::from(b'p' + depth);
                    names.push(own);
                    let body = self.parts(names, depth + 1, pieces);
                    names.pop();
                    Part::Loop(own, from, upto, body)
                }
                7 => {
                    let test = self.form(names);
                    let body = self.parts(names, depth + 1, pieces);
                    Part::Branch(test, body, self.parts(names, depth + 1, pieces))
                }
                _ => Part::Word("B", self.form(names)),
            });
        }
        parts
    }
}

fn put_in(form: &Form, values: &BTreeMap<char, Form>) -> Form {
    let mut sum = Form::new();
    for (name, factor) in form {
        let own = Form::from([(*name, 1)]);
        for (inner, times) in values.get(name).unwrap_or(&own) {
            *sum.entry(*inner).or_default() += factor * times;
        }
    }
    sum
}

/// The parts with instances put in; a loop that `depth` loops are around counts by letter `depth`.
fn expanded(
    parts: &[Part],
    values: &BTreeMap<char, Form>,
    depth: u8,
    pieces: &[(Vec<char>, Vec<Part>)],
) -> Vec<Part> {
    let mut all = Vec::new();
    for part in parts {
        match part {
            Part::Word(cycle, length) => all.push(Part::Word(cycle, put_in(length, values))),
            Part::Loop(own, from, upto, body) => {
                let letter = char::from(b'a' + depth);
                let (from, upto) = (put_in(from, values), put_in(upto, values));
                let mut values = values.clone();
                values.insert(*own, Form::from([(letter, 1)]));
                all.push(Part::Loop(
                    letter,
                    from,
                    upto,
                    expanded(body, &values, depth + 1, pieces),
                ));
            }
            Part::Branch(test, then, otherwise) => all.push(Part::Branch(
                put_in(test, values),
                expanded(then, values, depth, pieces),
                expanded(otherwise, values, depth, pieces),
            )),
            Part::Call(piece, given) => {
                let (names, body) = &pieces[*piece];
                let given = given.iter().map(|form| put_in(form, values));
                let values = names.iter().copied().zip(given).collect();
                all.extend(expanded(body, &values, depth, pieces));
            }
        }
    }
    all
}

fn form(form: &Form) -> String {
    let mut text = String::new();
    for (name, factor) in form {
        let name = if *name == '1' { String::new() } else { name.to_string() };
        write!(text, "{factor:+}{name}").unwrap();
    }
    text
}

fn written(parts: &[Part], text: &mut String) {
    for part in parts {
        match part {
            Part::Word(cycle, length) => write!(text, "{cycle}({}) ", form(length)).unwrap(),
            Part::Loop(own, from, upto, body) => {
                write!(text, "FOR {own} FROM {} UPTO {} REP ", form(from), form(upto)).unwrap();
                written(body, text);
                text.push_str("PER ");
            }
            Part::Branch(test, then, otherwise) => {
                write!(text, "IF {} >= 0 THEN ", form(test)).unwrap();
                written(then, text);
                text.push_str("ELSE ");
                written(otherwise, text);
                text.push_str("FI ");
            }
            Part::Call(piece, given) => {
                let given: Vec<_> = given.iter().map(form).collect();
                write!(text, "piece{piece}({}) ", given.join(", ")).unwrap();
            }
        }
    }
}

/// The meaning, without places and without the names of control variables.
fn meaning(text: &str) -> Description {
    fn without_names(units: &mut [Unit]) {
        for unit in units {
            match unit {
                Unit::Block(_) => {}
                Unit::Loop(inner) => {
                    inner.name.clear();
                    without_names(&mut inner.body);
                }
                Unit::Branch(branch) => {
                    branch.arms.iter_mut().for_each(|arm| without_names(&mut arm.body));
                }
                Unit::StateLoop(head) => {
                    head.ways.iter_mut().for_each(|way| without_names(&mut way.arm.body));
                }
            }
        }
    }
    let mut description = without_spans(model(text));
    without_names(&mut description.preperiod);
    without_names(&mut description.period);
    description
}

#[test]
fn an_instance_means_what_a_substitution_gives() {
    let mut calls = 0;
    for seed in 0..1500 {
        let mut draw = Draw(seed);
        let mut pieces: Vec<(Vec<char>, Vec<Part>)> = Vec::new();
        let mut text = String::from("n >= 1 m >= 1 { n n+m 2n+m }\n");
        let head = text.clone();
        for number in 0..draw.below(4) {
            let names = &['i', 'j', 'k'][..draw.below(4) as usize];
            let counts: Vec<_> = pieces.iter().map(|(names, _)| names.len()).collect();
            let mut visible: Vec<char> = names.iter().copied().chain(['n', 'm']).collect();
            let body = draw.parts(&mut visible, 0, &counts);
            let listed: Vec<_> = names.iter().map(char::to_string).collect();
            write!(text, "DEF piece{number}({}) ", listed.join(",")).unwrap();
            written(&body, &mut text);
            text.push_str("END\n");
            pieces.push((names.to_vec(), body));
        }
        let counts: Vec<_> = pieces.iter().map(|(names, _)| names.len()).collect();
        let parts = draw.parts(&mut vec!['n', 'm'], 0, &counts);
        text.push_str("REPEAT ");
        written(&parts, &mut text);
        text.push_str("ENDREP");
        let mut plain = head + "REPEAT ";
        let put_in = expanded(&parts, &BTreeMap::new(), 0, &pieces);
        written(&put_in, &mut plain);
        plain.push_str("ENDREP");
        assert_eq!(meaning(&text), meaning(&plain), "{text}\n{plain}");
        let tidy = format(&text).unwrap();
        assert_eq!(meaning(&tidy), meaning(&plain), "{text}\n{tidy}");
        assert_eq!(format(&tidy).unwrap(), tidy);
        calls += text.matches("piece").count();
    }
    assert!(calls > 3000, "{calls}");
}

#[test]
fn an_instance_does_not_break_a_block() {
    let with = model("n >= 1 { n } DEF one(i) Ai END REPEAT _n one(n) _n An ENDREP");
    assert_eq!(with.blocks.len(), 2);
    assert_eq!(with.blocks[1].words.len(), 4);
}

#[test]
fn a_piece_sees_parameters_and_arguments_only() {
    for (text, code) in [
        ("DEF p1() LET k=n END REPEAT p1() Ak ENDREP", Code::HiddenVariable),
        ("LET k=n DEF p1() Ak END REPEAT p1() Ak ENDREP", Code::UndeclaredVariable),
        (
            "DEF p1() Ai END REPEAT FOR i FROM 1 UPTO n REP p1() PER ENDREP",
            Code::UndeclaredVariable,
        ),
        ("DEF p1(n) An END REPEAT p1(n) ENDREP", Code::NameInUse),
        ("DEF p1(i, i) Ai END REPEAT p1(n, n) ENDREP", Code::NameInUse),
        ("DEF p1(i) FOR i FROM 1 UPTO 2 REP Ai PER END REPEAT p1(n) ENDREP", Code::NameInUse),
        ("REPEAT p1(n) ENDREP DEF p1(i) Ai END", Code::UnknownPiece),
        ("DEF p1(i) p1(i) END REPEAT p1(n) ENDREP", Code::UnknownPiece),
        ("DEF p1(i) Ai REPEAT p1(n) ENDREP", Code::Unclosed),
        ("DEF p1(i) FOR j FROM 1 UPTO 2 REP Ai END REPEAT p1(n) ENDREP", Code::Unclosed),
        ("DEF p1(i) Ai END END REPEAT p1(n) ENDREP", Code::EndWithoutBeginning),
        ("DEF p1(i) Ai PER END REPEAT p1(n) ENDREP", Code::EndWithoutBeginning),
        ("DEF p1(i) REPEAT Ai ENDREP END REPEAT p1(n) ENDREP", Code::NestedEndlessLoop),
        ("REPEAT An ENDREP DEF p1(i) Ai END", Code::AfterEndlessLoop),
        ("DEF p1(i) <40000A40000_>i END REPEAT p1(n) ENDREP", Code::CycleTooLong),
    ] {
        let found = read(&format!("n >= 1 {{ n }} {text}")).diagnostics;
        let codes: Vec<_> = found.iter().map(|found| found.code).collect();
        assert_eq!(codes.first(), Some(&code), "{text}: {codes:?}");
    }
}

#[test]
fn an_error_in_a_piece_is_told_once() {
    let text = "n >= 1 { n } DEF p1(i) A(i+k) END REPEAT p1(n) p1(n) p1(1) ENDREP";
    let found = read(text).diagnostics;
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(&text[found[0].labels[0].span.range()], "k");
}

#[test]
fn what_pieces_stand_for_is_limited() {
    // 4^k words, of which 4^11 = 4194304 are below the limit, and 4^12 = 16777216 are not, with the
    // instances themselves.
    let doubling = |count: u32| {
        let mut text = String::from("n >= 1 { n } DEF p0(i) Ai END\n");
        for number in 1..=count {
            let inner = format!("p{}(i) ", number - 1).repeat(4);
            writeln!(text, "DEF p{number}(i) {inner} END").unwrap();
        }
        text + &format!("REPEAT _n p{count}(n) ENDREP")
    };
    assert_eq!(
        model(&doubling(5)).blocks.iter().map(|block| block.words.len()).sum::<usize>(),
        1025
    );
    for count in [12, 40] {
        let found = read(&doubling(count)).diagnostics;
        assert_eq!(
            found.iter().map(|found| found.code).collect::<Vec<_>>(),
            [Code::PiecesTooLarge]
        );
    }
    let mut chain = String::from("n >= 1 { n } DEF p0(i) Ai END\n");
    for number in 1..=64 {
        writeln!(chain, "DEF p{number}(i) p{}(i) END", number - 1).unwrap();
    }
    let right = format!("{chain} REPEAT _n p62(n) ENDREP");
    assert!(read(&right).diagnostics.iter().all(|found| found.severity() == Severity::Warning));
    let deep = format!("{chain} REPEAT _n FOR i FROM 1 UPTO 1 REP p63(n) PER ENDREP");
    assert_eq!(read(&deep).diagnostics[0].code, Code::TooDeep);
}

#[test]
fn words_are_found_in_their_pieces() {
    let text = "n >= 1 { n 2n } DEF p1(i) Bi END DEF p2(j) _j p1(j+1) END \
                REPEAT _n FOR k FROM 1 UPTO n REP A p2(2k) PER ENDREP";
    let place = |block, word| inside(text, &Options::default(), block, word);
    let (calls, own) = place(2, 2).unwrap();
    assert_eq!(&text[own.range()], "Bi");
    let calls: Vec<_> = calls
        .iter()
        .map(|call| {
            let (name, form) = &call.arguments[0];
            format!(
                "{} {name}={} {}",
                call.name,
                form.display(&["n", "k"]),
                &text[call.span.range()]
            )
        })
        .collect();
    assert_eq!(calls, ["p2 j=2k p2(2k)", "p1 i=2k+1 p1(j+1)"]);
    let (calls, own) = place(2, 0).unwrap();
    assert!(calls.is_empty());
    assert_eq!(&text[own.range()], "A");
    assert!(place(2, 3).is_none());
    assert!(place(9, 0).is_none());
}

/// What is wrong in a piece keeps it from being put in, also where it follows from something else.
#[test]
fn a_piece_in_itself_is_never_put_in() {
    let text = "n >= 2\nm >= n\nDEF pair(i, j)\n pair(i, n)\n FI\nREPEAT\n pair(n, m)\nENDREP";
    assert!(read(text).description.is_none());
}
