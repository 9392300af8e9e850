//! The SMT-LIB scripts of chains: well-formed by themselves, and judged by Z3 where it is
//! installed.

use crate::support::descriptions;
use grundy_answers::report::smt;
use grundy_prove::chain::Chain;
use grundy_prove::verify::{self, Options};
use std::collections::BTreeSet;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// Descriptions whose claim is wrong, each in another way.
const WRONG: &[&str] = &[
    "n >= 1 { n } REPEAT _n A(n+1) ENDREP",
    "n >= 1 { n } REPEAT _n An IF n >= 123456789 THEN A1 FI ENDREP",
    "n >= 3 { 1 n } REPEAT <_A>(2n) ENDREP",
    "n >= 1 { n 5 } REPEAT _n An ENDREP",
    "n >= 1 m >= n { n m } REPEAT _n Am ENDREP",
    "{ 1 2 } REPEAT - + - ENDREP",
    "n >= 1 { n 2n } FOR i FROM 1 UPTO n REP _n An Bn PER REPEAT _n An _n ENDREP",
    "RULE misere n >= 1 { n } REPEAT -n +n ENDREP",
    "RULE lost >= 2 n >= 1 m >= n { n m } REPEAT - ENDREP",
    "RULE lost odd n >= 1 { n 2n } REPEAT -n +n ENDREP",
    "n >= 1 { n } FROM_INFINITY_DOWN REPEAT - ENDREP REPEAT -n +n ENDREP",
    "n >= 1 { n } FROM_INFINITY_DOWN REPEAT -n +(2n) ENDREP REPEAT +n -n ENDREP",
];

/// Descriptions with a rule or a start whose claim is right.
const RIGHT: &[&str] = &[
    "RULE misere n >= 1 { n 2n } REPEAT +n -n +n ENDREP",
    "RULE lost >= 2 n >= 1 m == n { n m } REPEAT - ENDREP",
    "RULE lost == 1 n >= 1 m == n { n m } REPEAT -n +n ENDREP",
    "RULE won even n >= 1 { n n } REPEAT +n -n ENDREP",
    "RULE won odd n >= 1 { n 2n } FROM_INFINITY_DOWN REPEAT + ENDREP REPEAT -n +(2n) ENDREP",
    "RULE lost < 0 n >= 1 { n } REPEAT - ENDREP",
    "RULE won != 1 n >= 1 { n } REPEAT +n -n ENDREP",
    "n >= 1 { n } FROM_INFINITY_DOWN REPEAT - ENDREP REPEAT +n -n ENDREP",
    "n >= 1 { n } FROM_INFINITY_DOWN REPEAT -n +(n) ENDREP REPEAT -n +n ENDREP",
];

/// The scripts of a description.
fn scripts(source: &str) -> Vec<String> {
    let description =
        grundy_language::lang::parse(source, &Default::default()).description.expect(source);
    let description = verify::proved_as(&description);
    let mut scripts = Vec::new();
    let on_chain = |chain: &Chain<'_>| {
        scripts.push(smt::script(&description, chain, scripts.len() + 1));
    };
    verify::list(&description, &Options::default(), on_chain, None).expect(source);
    scripts
}

/// A term of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Term {
    Atom(String),
    List(Vec<Term>),
}

/// Reads all terms of a text; panics where brackets do not match.
fn terms(text: &str) -> Vec<Term> {
    let mut open: Vec<Vec<Term>> = vec![Vec::new()];
    for line in text.lines() {
        let line = line.split(';').next().unwrap_or_default();
        let spaced = line.replace('(', " ( ").replace(')', " ) ");
        for token in spaced.split_whitespace() {
            match token {
                "(" => open.push(Vec::new()),
                ")" => {
                    let list = open.pop().unwrap();
                    open.last_mut().expect("a bracket too many").push(Term::List(list));
                }
                atom => open.last_mut().unwrap().push(Term::Atom(atom.to_owned())),
            }
        }
    }
    assert_eq!(open.len(), 1, "a bracket is not closed");
    open.pop().unwrap()
}

fn atom(term: &Term) -> &str {
    match term {
        Term::Atom(atom) => atom,
        Term::List(list) => panic!("{list:?} is no name"),
    }
}

fn list(term: &Term) -> &[Term] {
    match term {
        Term::List(list) => list,
        Term::Atom(atom) => panic!("{atom} is no list"),
    }
}

/// Checks that every symbol of the term is known.
fn check_symbols(term: &Term, known: &BTreeSet<&str>) {
    const THEORY: &[&str] = &[
        "+", "-", "*", "mod", ">=", "<=", "<", "=", "and", "or", "not", "ite", "let", "true",
        "false",
    ];
    match term {
        Term::Atom(atom) => {
            let numeral = atom.bytes().all(|byte| byte.is_ascii_digit());
            assert!(
                numeral || THEORY.contains(&atom.as_str()) || known.contains(atom.as_str()),
                "{atom} is not declared"
            );
        }
        Term::List(parts) => match parts.as_slice() {
            [Term::Atom(head), bindings, body] if head == "let" => {
                let mut inner = known.clone();
                for binding in list(bindings) {
                    check_symbols(&list(binding)[1], known);
                    inner.insert(atom(&list(binding)[0]));
                }
                check_symbols(body, &inner);
            }
            _ => parts.iter().for_each(|part| check_symbols(part, known)),
        },
    }
}

/// Checks that a script says what it uses, and ends with its question.
fn check_script(script: &str) {
    let commands = terms(script);
    let mut known = BTreeSet::new();
    let mut assertions = 0;
    for command in &commands {
        let parts = list(command);
        match atom(&parts[0]) {
            "set-logic" => assert_eq!(atom(&parts[1]), "QF_LIA"),
            "declare-const" => assert!(known.insert(atom(&parts[1])), "{command:?}"),
            "define-fun" => {
                let mut inner = known.clone();
                inner.extend(list(&parts[2]).iter().map(|parameter| atom(&list(parameter)[0])));
                check_symbols(&parts[4], &inner);
                assert!(known.insert(atom(&parts[1])), "{command:?}");
            }
            "assert" => {
                assertions += 1;
                check_symbols(&parts[1], &known);
            }
            "check-sat" => {}
            other => panic!("the command {other}"),
        }
    }
    assert!(assertions >= 3, "{script}");
    let questions = commands.iter().filter(|&it| atom(&list(it)[0]) == "check-sat");
    assert_eq!(questions.count(), 1);
    assert_eq!(commands.last(), terms("(check-sat)").first());
}

#[test]
fn every_chain_has_a_well_formed_script() {
    for (name, source) in descriptions() {
        let description =
            grundy_language::lang::parse(&source, &Default::default()).description.expect(&name);
        let report = verify::verify(&description, &source, &Options::default());
        let scripts = scripts(&source);
        assert_eq!(scripts.len() as u64, report.statistics().chains, "{name}");
        scripts.iter().for_each(|script| check_script(script));
    }
    WRONG.iter().flat_map(|source| scripts(source)).for_each(|script| check_script(&script));
}

#[test]
fn a_script_can_be_read() {
    let scripts = scripts("n >= 1 { n } REPEAT _n An ENDREP");
    assert_eq!(
        scripts[0],
        "\
; The game { n }: Grundy values, _ A B ... as 0, 1, 2, ...
; Chain 1: block 2 <- enter - block 1 <- start.
; unsat: no position of the first block named breaks the rule.
; sat: the model has such a position, counted from the start of that block.
(set-logic QF_LIA)
(declare-const n Int)
(declare-const position Int)
; when the chain exists
(assert (>= (+ n (- 1)) 0))
; word k, counted from the end, lies between border k+1 and border k
(define-fun border-0 () Int (* 2 n))
(define-fun border-1 () Int n)
(define-fun border-2 () Int 0)
(define-fun value ((x Int)) Int
  (ite (>= x border-1) 1
  (ite (>= x border-2) 0
  (- 1))))
; the position lies in the block under test
(assert (<= 0 position))
(assert (< position border-0))
; where the moves lead, and the values there
(define-fun target-0 () Int (- position n))
(define-fun option-0 () Int (value target-0))
(define-fun leads-to ((v Int)) Bool (or false (= option-0 v)))
(define-fun rule () Int (ite (not (leads-to 0)) 0 1))
; the chain begins at position 0, and moves below it do not exist
(assert (not (= (value position) rule)))
(check-sat)
"
    );
}

/// What Z3 says about a script.
fn z3(script: &str) -> String {
    let mut child = Command::new("z3")
        .args(["-in", "-smt2", "-T:120"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("an executable z3 on the PATH (the PyPI package z3-solver has one)");
    child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

#[test]
#[ignore = "needs Z3: cargo test -- --ignored"]
fn z3_finds_every_chain_of_a_right_description_consistent() {
    let rules = RIGHT.iter().map(|&source| (source.to_owned(), source.to_owned()));
    for (name, source) in descriptions().into_iter().chain(rules) {
        for (index, script) in scripts(&source).iter().enumerate() {
            assert_eq!(z3(script), "unsat", "{name}, chain {}", index + 1);
        }
    }
}

#[test]
#[ignore = "needs Z3: cargo test -- --ignored"]
fn z3_finds_a_position_that_breaks_the_rule() {
    for source in WRONG {
        let answers: BTreeSet<_> = scripts(source).iter().map(|script| z3(script)).collect();
        assert!(answers.contains("sat"), "{source}: {answers:?}");
        assert!(answers.iter().all(|it| it == "sat" || it == "unsat"), "{source}: {answers:?}");
    }
}
