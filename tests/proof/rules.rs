//! Descriptions with rules and start words, generated from games of numbers, against brute force.
//!
//! In the game { a n, b n, ... } the position x has the value that floor(x / n) has in { a, b, ... }, for
//! any rule and with a start that is stretched likewise.  So each small game gives a description that is
//! right for all n, and a change of it one that mostly is wrong.

use crate::certificate::{certified, checked, resealed};
use crate::support::{Brute, Random, brute};
use grundy_ilp::BackendKind;
use grundy_kernel::model::{Alphabet, Description, Rule, Value};
use grundy_language::diagnostic::Code;
use grundy_language::lang;
use grundy_language::verdict::{Finding, Verdict};
use grundy_prove::verify::{self, verify};
use grundy_sequence::{Game, Moves, oracle};
use std::fmt::Write as _;

/// How many texts: 30 000 were tried with `GRUNDY_TEXTS=30000`.
fn wanted() -> usize {
    std::env::var("GRUNDY_TEXTS").ok().and_then(|it| it.parse().ok()).unwrap_or(400)
}

pub const RULES: [&str; 16] = [
    "mex",
    "normal",
    "misere",
    "lost odd",
    "lost even",
    "lost == 1",
    "lost != 1",
    "lost >= 2",
    "lost <= 1",
    "lost < 1",
    "won odd",
    "won even",
    "won == 0",
    "won == 1",
    "won > 1",
    "won < 2",
];

/// A game with small moves.
pub struct Small {
    rule: Rule,
    moves: Vec<u64>,
    pub start: Option<Vec<Value>>,
}

impl Small {
    pub fn random(random: &mut Random) -> Self {
        let rule: Rule = RULES[random.below(RULES.len())].parse().expect("a rule");
        let mut moves: Vec<u64> =
            (0..1 + random.below(3)).map(|_| 1 + random.below(6) as u64).collect();
        moves.sort_unstable();
        moves.dedup();
        let values = if rule == Rule::Mex { moves.len() + 2 } else { 2 };
        let start = (random.below(2) == 0)
            .then(|| (0..1 + random.below(4)).map(|_| Value(random.below(values) as u8)).collect());
        Self { rule, moves, start }
    }

    fn game(&self) -> Game {
        let moves = Moves::new(&self.moves).expect("moves");
        match &self.start {
            None => Game::new(moves, self.rule).expect("a game"),
            Some(word) => Game::with_start(moves, self.rule, word).expect("a game"),
        }
    }

    /// Its description, stretched by n if `stretched`; `None` if its cycle is long.
    pub fn text(&self, stretched: bool) -> Option<String> {
        let game = self.game();
        let cycle = oracle::cycle(&game, 60)?;
        let (preperiod, period) = (cycle.preperiod as usize, cycle.period as usize);
        let values = oracle::sequence(&game, preperiod + period);
        let n = if stretched { "n" } else { "" };
        let alphabet = self.rule.alphabet();
        let words = |values: &[Value]| {
            let runs = values.chunk_by(|one, other| one == other);
            let word = |run: &[Value]| format!("{}({}{n})", alphabet.letter(run[0]), run.len());
            runs.map(word).collect::<Vec<_>>().join(" ")
        };
        let mut text = String::new();
        let usual = Rule::from(alphabet) == self.rule;
        if !usual {
            let _ = writeln!(text, "RULE {}", self.rule);
        }
        if stretched {
            text += "n >= 1\n";
        }
        let moves: Vec<_> = self.moves.iter().map(|size| format!("{size}{n}")).collect();
        let _ = writeln!(text, "{{ {} }}", moves.join(" "));
        if let Some(start) = &self.start {
            let _ = writeln!(text, "FROM_INFINITY_DOWN REPEAT {} ENDREP", words(start));
        }
        let _ = writeln!(
            text,
            "{} REPEAT {} ENDREP",
            words(&values[..preperiod]),
            words(&values[preperiod..])
        );
        Some(text)
    }
}

/// Another text, by a change of one letter, one length, or the rule.
pub fn changed(text: &str, random: &mut Random) -> String {
    let places: Vec<usize> = (0..text.len()).filter(|&at| text.as_bytes()[at] == b'(').collect();
    let at = places[random.below(places.len())];
    let head = at - 1;
    match random.below(3) {
        0 => {
            let letters: &[&str] =
                if text.contains(['+', '-']) { &["+", "-"] } else { &["_", "A"] };
            format!("{}{}{}", &text[..head], letters[random.below(2)], &text[at..])
        }
        1 => format!("{}1{}", &text[..=at], &text[at + 1..]),
        _ => match text.strip_prefix("RULE ").and_then(|rest| rest.split_once('\n')) {
            Some((_, rest)) => format!("RULE {}\n{rest}", RULES[1 + random.below(RULES.len() - 1)]),
            None if text.contains(['+', '-']) => {
                format!("RULE {}\n{text}", RULES[1 + random.below(RULES.len() - 1)])
            }
            None => format!("{}2{}", &text[..=at], &text[at + 1..]),
        },
    }
}

/// The verdict, after a comparison with brute force for small parameters.
fn compared(text: &str) -> Option<Verdict> {
    let lowered = lang::parse(text, &lang::Options::default());
    let Some(description) = lowered.description else {
        // Changed texts may have letters that no position has.
        assert!(
            lowered.diagnostics.iter().all(|it| it.code == Code::ImpossibleValue),
            "{text}: {:?}",
            lowered.diagnostics
        );
        return None;
    };
    let report = verify(&description, text, &verify::Options::default());
    let parameters = description.parameters.len();
    let tried = |n: i64| brute(&description, &vec![n; parameters]);
    match report.verdict {
        Verdict::Verified => {
            for n in 1..=3 {
                assert_eq!(tried(n), Brute::Right, "{text} n = {n}");
            }
        }
        Verdict::Refuted => {
            let found = report.findings.iter().find_map(Finding::counterexample).expect("one");
            let n = found.parameters.first().map_or(1, |it| it.1.to_i64().expect("small"));
            for smaller in 1..n.min(4) {
                let there = tried(smaller);
                assert!(matches!(there, Brute::Right | Brute::Excluded), "{text} n = {smaller}");
            }
            let failure = &found.failure;
            let expected = Brute::Wrong {
                position: failure.position.to_string().parse().expect("near"),
                claimed: failure.claimed.clone(),
                computed: failure.computed.clone(),
            };
            assert_eq!(tried(n), expected, "{text} n = {n}");
        }
        other => panic!("{other:?}: {text}"),
    }
    Some(report.verdict)
}

#[test]
fn stretched_games_are_proved_for_every_rule_and_start() {
    let mut random = Random(41);
    let (mut proved, mut refuted) = (0, 0);
    while proved < wanted() {
        let small = Small::random(&mut random);
        let Some(text) = small.text(random.below(4) > 0) else { continue };
        assert_eq!(compared(&text), Some(Verdict::Verified), "{text}");
        proved += 1;
        let wrong = changed(&text, &mut random);
        refuted += usize::from(compared(&wrong) == Some(Verdict::Refuted));
    }
    assert!(refuted * 2 > proved, "{refuted} of {proved}");
}

#[test]
fn a_proof_for_one_rule_is_none_for_another() {
    let mut random = Random(42);
    let mut refused = 0;
    for _ in 0..wanted() / 10 {
        let small = Small::random(&mut random);
        let Some(text) = small.text(true) else { continue };
        let certificate = accepted(&text);
        let wrong = changed(&text, &mut random);
        if compared(&wrong) != Some(Verdict::Refuted) {
            continue;
        }
        // With the header of the wrong text, the steps are those of the right one.
        let other = with_header_of(&wrong, &certificate);
        assert!(checked(&other, &read(&wrong), &wrong).is_err(), "{wrong}");
        refused += 1;
    }
    assert!(refused > 5, "{refused}");
}

pub fn read(text: &str) -> Description {
    lang::parse(text, &lang::Options::default()).description.expect(text)
}

/// The certificate of a right text, which the checker accepts.
fn accepted(text: &str) -> String {
    let description = read(text);
    let certificate = certified(&description, text, BackendKind::Exact).1.expect(text);
    checked(&certificate, &description, text).expect(text);
    certificate
}

/// The certificate with the digest and the rule of another text.
pub fn with_header_of(text: &str, certificate: &str) -> String {
    let values = match read(text).rule {
        Rule::Mex => Alphabet::Nim.to_string(),
        Rule::Normal => Alphabet::Outcome.to_string(),
        other => other.to_string(),
    };
    let mut lines: Vec<String> = certificate.lines().map(str::to_owned).collect();
    lines[1] = format!("description {}", lang::digest(text));
    let simplified = if lines[2].ends_with(" simplified") { " simplified" } else { "" };
    lines[2] = format!("values {values}{simplified}");
    resealed(&lines)
}

#[test]
fn equal_moves_count_once() {
    for (text, verdict) in [
        ("RULE lost >= 2 n >= 1 m == n { n m } REPEAT - ENDREP", Verdict::Verified),
        ("RULE lost >= 2 n >= 1 m >= n { n m } REPEAT - ENDREP", Verdict::Refuted),
        ("RULE lost == 1 n >= 1 m == n { n m } REPEAT -n +n ENDREP", Verdict::Verified),
        ("RULE lost == 1 n >= 1 { n n } REPEAT -n +n ENDREP", Verdict::Verified),
        ("RULE lost == 2 n >= 1 { n n } REPEAT - ENDREP", Verdict::Verified),
        ("RULE won even n >= 1 { n n } REPEAT +n -n ENDREP", Verdict::Verified),
        ("RULE won even n >= 1 { n n n } REPEAT +n -n ENDREP", Verdict::Verified),
        ("RULE won <= 1 n >= 1 m >= n m <= n { m 2n 2m } REPEAT + ENDREP", Verdict::Refuted),
    ] {
        let report = verify(&read(text), text, &verify::Options::default());
        assert_eq!(report.verdict, verdict, "{text}: {:?}", report.findings);
        if verdict == Verdict::Verified {
            accepted(text);
        }
    }
}

/// A start is repeated without end, so it has values, and no negative length.
#[test]
fn a_start_without_values_is_rejected_with_the_smallest_witness() {
    for (start, code, witness) in [
        ("-(n-2)", Code::NegativeLength, 1),
        ("-(n-1) +(2n-2)", Code::EmptyStart, 1),
        ("-(5-n) +n", Code::NegativeLength, 6),
    ] {
        let text =
            format!("n >= 1 {{ n }} FROM_INFINITY_DOWN REPEAT {start} ENDREP REPEAT -n +n ENDREP");
        let description = read(&text);
        let report = verify(&description, &text, &verify::Options::default());
        assert_eq!(report.verdict, Verdict::Rejected, "{text}");
        assert_eq!(report.findings[0].diagnostic.code, code, "{text}");
        let grundy_language::verdict::Evidence::Witness(found) = &report.findings[0].evidence
        else {
            panic!("{text}")
        };
        assert_eq!(found[0].1.to_i64(), Some(witness), "{text}");
    }
}

/// A cycle is crossed by one question, however long the move; a block as often as it must be.
#[test]
fn starts_are_crossed_as_often_as_moves_lead_back() {
    for (start, body, verdict) in [
        ("-", "+(n)", Verdict::Refuted),
        ("+", "-n +n", Verdict::Verified),
        ("+(n)", "-n +n", Verdict::Verified),
        ("(+)(3n)", "-n +n", Verdict::Verified),
        ("(-+)(n)", "", Verdict::Refuted),
    ] {
        let body = if body.is_empty() { "-n +n" } else { body };
        let text =
            format!("n >= 1 {{ n }} FROM_INFINITY_DOWN REPEAT {start} ENDREP REPEAT {body} ENDREP");
        let description = read(&text);
        let report = verify(&description, &text, &verify::Options::default());
        assert_eq!(report.verdict, verdict, "{text}: {:?}", report.findings);
    }
}

/// A game with ranges: for each entry the first and the last move.
pub fn with_ranges(random: &mut Random, entries: usize) -> Vec<(u64, u64)> {
    let one = |random: &mut Random| {
        let first = 1 + random.below(5) as u64;
        (first, first + if random.below(3) == 0 { 0 } else { random.below(4) as u64 })
    };
    (0..entries).map(|_| one(random)).collect()
}

/// The description of a game with ranges, in numbers, or for all n >= 1 with n times each number: moves
/// from a n to b n then lead to all values between, not to multiples of n only, so it is right for n = 1.
pub fn range_text(
    ranges: &[(u64, u64)],
    rule: Rule,
    start: Option<&[Value]>,
    n: &str,
) -> Option<String> {
    let mut sizes: Vec<u64> = ranges.iter().flat_map(|&(first, last)| first..=last).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let small = Small { rule, moves: sizes, start: start.map(<[Value]>::to_vec) };
    let text = small.text(!n.is_empty())?;
    let (before, rest) = text.split_once('{')?;
    let (_, after) = rest.split_once('}')?;
    let moves: Vec<_> = ranges
        .iter()
        .map(|(first, last)| match first == last {
            true => format!("{first}{n}"),
            false => format!("{first}{n}..{last}{n}"),
        })
        .collect();
    Some(format!("{before}{{ {} }}{after}", moves.join(" ")))
}

#[test]
fn ranges_of_moves_are_what_brute_force_says() {
    let mut random = Random(43);
    let (mut verdicts, mut tried) = ([0, 0], 0);
    while tried < wanted() {
        let rule: Rule = RULES[random.below(RULES.len())].parse().expect("a rule");
        let entries = 1 + random.below(3);
        let ranges = with_ranges(&mut random, entries);
        let values = if rule == Rule::Mex { 4 } else { 2 };
        let start: Vec<_> =
            (0..1 + random.below(3)).map(|_| Value(random.below(values) as u8)).collect();
        let start = (random.below(3) == 0).then_some(&start[..]);
        let n = if random.below(3) == 0 { "n" } else { "" };
        let Some(text) = range_text(&ranges, rule, start, n) else { continue };
        let wrong = changed(&text, &mut random);
        let [right, other] = [&text, &wrong].map(|text| compared(text));
        for verdict in [&right, &other].into_iter().flatten() {
            verdicts[usize::from(*verdict != Verdict::Verified)] += 1;
        }
        if right == Some(Verdict::Verified) && random.below(10) == 0 {
            let certificate = accepted(&text);
            if other == Some(Verdict::Refuted) {
                let forged = with_header_of(&wrong, &certificate);
                assert!(checked(&forged, &read(&wrong), &wrong).is_err(), "{wrong}");
            }
        }
        tried += 1;
    }
    assert!(verdicts.iter().all(|count| count * 3 > tried), "{verdicts:?} of {tried}");
}

/// Whole turns of a cycle add a number that depends on the parameter, and twice a period an even one.
#[test]
fn counts_go_around_cycles() {
    let mut random = Random(44);
    let mut verdicts = [0, 0];
    while verdicts[0] < wanted() / 4 {
        let parity = random.below(3) > 0;
        let rule: Rule = match parity {
            true => ["lost odd", "won odd", "lost even", "won even"][random.below(4)],
            false => RULES[5 + random.below(RULES.len() - 5)],
        }
        .parse()
        .expect("a rule");
        let moves: Vec<u64> = (1..6).filter(|_| random.below(2) == 0).collect();
        let reach = moves.iter().max().copied().unwrap_or(1) as usize;
        let start = (0..reach).map(|_| Value(random.below(2) as u8)).collect();
        // A linear rule goes back as well, so what is before position 0 can be its cycle.
        let small = Small { rule, moves, start: Some(start) };
        if small.moves.is_empty() {
            continue;
        }
        let Some(cycle) = oracle::cycle(&small.game(), 24) else { continue };
        let (preperiod, period) = (cycle.preperiod as usize, cycle.period as usize);
        let values = oracle::sequence(&small.game(), preperiod + period);
        let word: String =
            values[preperiod..].iter().map(|it| rule.alphabet().letter(*it)).collect();
        let moves: Vec<_> = small.moves.iter().map(u64::to_string).collect();
        let from = reach + 1 + random.below(4);
        let more = if parity { 2 * period } else { 1 + random.below(3) };
        let rule = if rule == Rule::Normal { String::new() } else { format!("RULE {rule}\n") };
        let text = format!(
            "{rule}n >= 0 {{ {} {from}..{}+{more}n }}\nFROM_INFINITY_DOWN REPEAT <{word}>({period}) \
             ENDREP\nREPEAT <{word}>({}n+{period}) ENDREP",
            moves.join(" "),
            from - 1,
            period * (1 + random.below(2)),
        );
        match compared(&text) {
            Some(Verdict::Verified) => {
                verdicts[0] += 1;
                accepted(&text);
            }
            Some(_) => verdicts[1] += 1,
            None => {}
        }
    }
    assert!(verdicts[1] > verdicts[0] / 4, "{verdicts:?}");
}

/// Moves are a set, so what entries have in common counts once.
#[test]
fn moves_of_several_entries_count_once() {
    for (text, verdict) in [
        ("RULE lost odd n >= 1 { 1..n n } REPEAT - +n ENDREP", Verdict::Verified),
        ("RULE lost == 1 n >= 1 m >= 1 { 1..n 1..m } REPEAT - +n ENDREP", Verdict::Refuted),
        (
            "RULE lost == 1 n >= 1 m >= n { m..m+n 1..m n } REPEAT - +(n+m) ENDREP",
            Verdict::Verified,
        ),
        ("RULE lost == 1 n >= 1 m >= n { 1..n n..m } REPEAT - +m ENDREP", Verdict::Verified),
        ("RULE won <= 2 n >= 3 { 1..n } REPEAT + + + -(n-2) ENDREP", Verdict::Verified),
        ("RULE won <= 2 n >= 2 { 1..n 2..n n..n } REPEAT + + + -(n-2) ENDREP", Verdict::Verified),
    ] {
        let report = verify(&read(text), text, &verify::Options::default());
        assert_eq!(report.verdict, verdict, "{text}: {:?}", report.findings);
        if verdict == Verdict::Verified {
            accepted(text);
        }
    }
}

/// The number of moves may grow with the parameter.
#[test]
fn ranges_are_proved_for_all_parameters() {
    for (text, verdict) in [
        ("n >= 1 { 1..n } REPEAT - +n ENDREP", Verdict::Verified),
        ("n >= 1 { 1..n } REPEAT - +(n-1) ENDREP", Verdict::Refuted),
        ("n >= 1 { 1..n } REPEAT - +(n+1) ENDREP", Verdict::Refuted),
        ("n >= 0 { 1..n } REPEAT - +n ENDREP", Verdict::Verified),
        ("RULE misere n >= 1 { 1..n } REPEAT + - +(n-1) ENDREP", Verdict::Verified),
        ("n >= 1 { n..2n } REPEAT -n +(2n) ENDREP", Verdict::Verified),
        ("n >= 1 { n..2n } REPEAT _n An Bn ENDREP", Verdict::Verified),
        ("n >= 1 { n..2n } REPEAT _n An Cn ENDREP", Verdict::Refuted),
        ("n >= 1 m >= n { n..m } REPEAT -n +m ENDREP", Verdict::Verified),
        ("n >= 2 { 1..n } REPEAT - <+->(n) ENDREP", Verdict::Refuted),
        // A cyclic word of one letter has no second one.
        ("k >= 1 { 2..k+1 } REPEAT <-+>(k) +(k+2) ENDREP", Verdict::Refuted),
        ("n >= 1 { 2..3 2n+1..2n+2 } REPEAT - ENDREP", Verdict::Refuted),
        (
            "n >= 1 { 1..n } FROM_INFINITY_DOWN REPEAT - ENDREP REPEAT +n - ENDREP",
            Verdict::Verified,
        ),
        (
            "n >= 1 { 1..n } FROM_INFINITY_DOWN REPEAT +n - ENDREP REPEAT +n - ENDREP",
            Verdict::Verified,
        ),
        ("RULE lost odd n >= 1 { 1..n } REPEAT - +n ENDREP", Verdict::Verified),
    ] {
        let description = read(text);
        let report = verify(&description, text, &verify::Options::default());
        assert_eq!(report.verdict, verdict, "{text}: {:?}", report.findings);
        if verdict == Verdict::Verified {
            accepted(text);
        }
        if verdict == Verdict::Refuted {
            compared(text);
        }
    }
}
