//! Proofs by trace: what they show is what direct computation finds, and what was changed is
//! refused or still true.

use crate::support::Random;
use grundy_infer::open::Reason as Why;
use grundy_infer::parametric::{
    ClassCycle, ParametricOptions, ParametricTheorem, ShownClass, pieces, theorem,
};
use grundy_kernel::Integer;
use grundy_kernel::trace::{
    Class, Comb, Join, Loop, Move, Node, Proof, Reason, Shown, Trace, check, check_file, write,
};
use grundy_language::limit::CancellationToken;
use grundy_language::polynomial::{Polynomial, Style, Written as _};
use grundy_sequence::{Cycle, Game, Moves, Rule, cycle};
use num_bigint::BigInt;

/// The loop structures that were found.
fn traces(theorem: &ParametricTheorem) -> impl Iterator<Item = (&Trace, &Shown)> {
    theorem.classes.iter().map(|ShownClass { proof, shown }| match proof {
        Proof::Trace(trace) => (trace, shown),
        Proof::Diagram(diagram) => panic!("a diagram of {:?}", diagram.moves),
    })
}

pub fn moves(pairs: &[(i64, i64)]) -> Vec<Move> {
    pairs.iter().map(|&(factor, summand)| Move { factor, summand }).collect()
}

/// Games that take few steps only.
fn quick() -> ParametricOptions<'static> {
    ParametricOptions {
        steps: 1 << 16,
        work: 1 << 18,
        most: 4,
        long: 0,
        walls: false,
        ..ParametricOptions::default()
    }
}

fn found(pairs: &[(i64, i64)]) -> Option<ParametricTheorem> {
    theorem(&moves(pairs), 1, &quick()).ok()
}

fn class(trace: &Trace, shown: &Shown) -> Class {
    Class { start: trace.start, step: trace.step, shown: shown.clone() }
}

/// The number of positions by which games are judged.
const POSITIONS: u64 = 3_000_000;

/// The cycle of the outcomes, position by position, if this number of positions shows it.
pub fn direct(moves: &[Move], n: i64, positions: u64) -> Option<Cycle> {
    let sizes: Vec<_> = moves.iter().map(|it| (it.factor * n + it.summand) as u64).collect();
    let game = Game::new(Moves::new(&sizes).ok()?, Rule::Normal).ok()?;
    cycle(&game, positions, &CancellationToken::default()).ok()
}

pub fn at(polynomial: &Polynomial, n: i64) -> BigInt {
    let value = polynomial.at(&[Integer::from(n)]);
    assert!(value.is_integer(), "a period that is no integer");
    value.to_integer()
}

fn text(polynomial: &Polynomial) -> String {
    polynomial.display(&["n".to_owned()], &Style::Text)
}

/// Is what is shown true of the first games of the class?  Gives how many were computed.
pub fn judged(moves: &[Move], class: &Class, games: i64, positions: u64) -> Result<u32, String> {
    let (mut count, shown) = (0, &class.shown);
    for n in (0..games).map(|m| class.start + m * class.step) {
        let Some(cycle) = direct(moves, n, positions) else { continue };
        count += 1;
        let period = at(&shown.period, n);
        let least = BigInt::from(cycle.period);
        let is_period = if shown.unique.is_some() {
            period == least
        } else {
            period > BigInt::ZERO && &period % &least == BigInt::ZERO
        };
        let preperiod = shown.preperiod.as_ref().map(|it| at(it, n));
        if !is_period || preperiod.is_some_and(|it| it != BigInt::from(cycle.preperiod)) {
            return Err(format!("{moves:?} at {n}: {shown:?}, computed {cycle:?}"));
        }
    }
    Ok(count)
}

/// The game belongs to one of the parts, and is what that says.
pub fn is_as_said(parts: &[ClassCycle], pairs: &[(i64, i64)], n: i64, positions: u64) {
    let mut own = parts.iter().filter(|it| it.class.contains(n));
    let (part, cycle) = (own.next().unwrap(), direct(&moves(pairs), n, positions).unwrap());
    assert!(own.next().is_none() && part.period.is_least, "{pairs:?} at {n}");
    let preperiod = part.preperiod.as_ref().unwrap();
    let said = (at(part.period.numerator(), n), at(preperiod.numerator(), n));
    assert_eq!(said, (cycle.period.into(), cycle.preperiod.into()), "{pairs:?} at {n}");
}

/// Published families of degree 1 to 3, with loops and without, some with combs, and a single game.
const FAMILIES: [&[(i64, i64)]; 8] = [
    &[(1, 0), (2, 0)],
    &[(1, 0), (1, 1), (2, 3)],
    &[(1, 0), (2, 0), (3, 1)],
    &[(2, 0), (5, 0), (6, 1), (8, 1)],
    &[(1, 0), (4, 0), (12, 1), (16, 1)],
    &[(1, 0), (7, 1), (20, 2), (21, 2)],
    &[(5, -2), (10, -3), (10, 2)],
    &[(0, 20), (0, 50), (0, 61), (0, 81)],
];

#[test]
fn published_families_are_proved() {
    let formulas = [
        "3n",
        "3n + 4",
        "4n + 1",
        "14n^3 + 11n + 1",
        "56n^3 + 52n^2 + 9n + 1",
        "120n^2 - n - 1",
        "5",
        "14111",
    ];
    for (pairs, formula) in FAMILIES.into_iter().zip(formulas) {
        let theorem = found(pairs).unwrap();
        for (trace, shown) in traces(&theorem) {
            assert_eq!(text(&shown.period), formula, "{pairs:?}");
            assert!(shown.unique.is_some() && shown.preperiod.is_some(), "{pairs:?}");
            assert!(
                judged(&trace.moves, &class(trace, shown), 6, POSITIONS).unwrap() >= 4,
                "{pairs:?}"
            );
        }
    }
    let theorem = found(FAMILIES[5]).unwrap();
    let preperiod = theorem.classes[0].shown.preperiod.clone().unwrap();
    assert_eq!(text(&preperiod), "240n^3 + 118n^2 - 8n - 1");
}

/// Games that take many steps are found another way, and the theorems are the same.
#[test]
fn long_games_are_proved_like_short_ones() {
    for pairs in &FAMILIES[3..6] {
        let options = ParametricOptions {
            steps: 16,
            work: 16,
            long: 1 << 20,
            ..ParametricOptions::default()
        };
        let long = theorem(&moves(pairs), 1, &options).unwrap();
        assert_eq!(long.open, []);
        let said = |theorem: &ParametricTheorem| {
            let parts = pieces(&theorem.classes()).into_iter();
            parts.map(|it| (it.class.modulus, it.period, it.preperiod)).collect::<Vec<_>>()
        };
        assert_eq!(said(&long), said(&found(pairs).unwrap()), "{pairs:?}");
        for (trace, shown) in traces(&long) {
            judged(&trace.moves, &class(trace, shown), 2, POSITIONS).unwrap();
        }
    }
}

/// In { 3n-1 6n 8n 9n-1 } the games of even n take more steps than are allowed here.
#[test]
fn classes_that_are_not_proved_are_named() {
    let pairs = [(3, -1), (6, 0), (8, 0), (9, -1)];
    let options =
        ParametricOptions { steps: 16, work: 16, long: 1 << 14, ..ParametricOptions::default() };
    let theorem = theorem(&moves(&pairs), 65, &options).unwrap();
    let proved: Vec<_> = traces(&theorem).map(|(trace, _)| trace.start % 2).collect();
    assert!(!proved.is_empty() && proved.iter().all(|it| *it == 1), "{proved:?}");
    assert!(!theorem.open.is_empty());
    for open in &theorem.open {
        assert_eq!((open.parameter % 2, &open.reason), (0, &Why::Steps));
    }
    let all = theorem.classes.len() + theorem.open.len();
    assert_eq!(i64::try_from(all), Ok(theorem.modulus));
    let said = pieces(&theorem.classes());
    assert!(said.iter().all(|part| (part.class.modulus, part.class.residue) == (2, 1)), "{said:?}");
    for (trace, shown) in traces(&theorem) {
        assert!(judged(&trace.moves, &class(trace, shown), 3, POSITIONS).unwrap() >= 1);
    }
}

#[test]
fn a_stop_is_no_proof() {
    for long in [0, 1 << 20] {
        let options = ParametricOptions { steps: 1 << 10, long, ..quick() };
        options.stop.request();
        let open = theorem(&moves(FAMILIES[3]), 1, &options).unwrap_err();
        assert!(open.is_stopped(), "{open}");
    }
}

/// Windows of these games have as many small runs as n says: they are proved with combs, in as many
/// classes as the longest ones have positions.  From some n on each game that was asked for belongs to one
/// of the parts, and is what that says.
#[test]
fn families_with_combs_are_proved() {
    let long = &[(4, -2), (8, 1), (9, -2), (9, -1)][..];
    for (pairs, modulus, residue, classes) in
        [(&[(5, -2), (10, -3), (10, 2)][..], 1, 0, 1), (long, 5, 1, 3), (long, 5, 4, 3)]
    {
        let options = ParametricOptions {
            modulus,
            residue,
            long: 0,
            walls: false,
            ..ParametricOptions::default()
        };
        let theorem = theorem(&moves(pairs), 1, &options).unwrap();
        assert_eq!((theorem.classes.len(), &theorem.open[..]), (classes, &[][..]), "{pairs:?}");
        assert!(traces(&theorem).all(|(trace, _)| !trace.combs.is_empty()));
        let parts = pieces(&theorem.classes());
        let from = parts.iter().map(|part| part.from).max().unwrap();
        assert!(from < 300, "{pairs:?} from {from}");
        for n in (from..from + 15).filter(|n| n % modulus == residue) {
            is_as_said(&parts, pairs, n, POSITIONS);
        }
    }
}

/// Classes begin as early as their loop structures are right, and not earlier.
#[test]
fn classes_begin_as_early_as_they_can() {
    let mut earliest = 0;
    for pairs in FAMILIES {
        for (trace, _) in traces(&found(pairs).unwrap()) {
            let start = trace.start - trace.step;
            if start < 1 {
                earliest += 1;
                continue;
            }
            let mut earlier = Trace { start, ..trace.clone() };
            for node in earlier.before.iter_mut().chain(&mut earlier.period) {
                begin_earlier(node);
            }
            let places: Vec<_> = (0..64).collect();
            let less = check(&earlier, &places, &|| false);
            let less = less.map_or(true, |it| it.unique.is_none() || it.preperiod.is_none());
            assert!(less, "{pairs:?} from {start}");
        }
    }
    assert!(earliest > 0);
}

fn begin_earlier(node: &mut Node) {
    if let Node::Loop(one) = node {
        one.count[0] -= one.count.get(1).copied().unwrap_or(0);
        one.body.iter_mut().for_each(begin_earlier);
    }
}

#[test]
fn theorems_agree_with_direct_computation() {
    let mut random = Random(4);
    let (mut proved, mut computed, mut families) = (0, 0, 0);
    while families < 60 {
        let count = 2 + random.below(3);
        let mut pairs: Vec<_> =
            (0..count).map(|_| (1 + random.below(7) as i64, random.below(4) as i64 - 1)).collect();
        pairs.sort_unstable();
        pairs.dedup();
        families += 1;
        let Some(theorem) = found(&pairs) else { continue };
        proved += 1;
        for (trace, shown) in traces(&theorem) {
            computed += judged(&trace.moves, &class(trace, shown), 4, POSITIONS).unwrap();
        }
        for part in pieces(&theorem.classes()) {
            assert!(part.period.is_least, "{pairs:?}");
        }
    }
    assert!(proved >= 45 && computed >= 150, "{proved} of {families} proved, {computed} games");
}

/// Places of numbers in the nodes: for each, the trace with that number changed.
fn changed(nodes: &[Node], by: i64) -> Vec<Vec<Node>> {
    let mut all = Vec::new();
    for (index, node) in nodes.iter().enumerate() {
        let mut put = |node: Node| {
            let mut nodes = nodes.to_vec();
            nodes[index] = node;
            all.push(nodes);
        };
        match node {
            Node::Steps(steps) => put(Node::Steps(steps.saturating_add_signed(by))),
            Node::Join(Join { stretches, comb }) => {
                let (other, by) = (stretches.saturating_add_signed(by as isize), by as i32);
                put(Node::Join(Join { stretches: other, comb: *comb }));
                let other = comb.saturating_add_signed(by);
                put(Node::Join(Join { stretches: *stretches, comb: other }));
            }
            Node::Loop(one) => {
                for place in 0..one.count.len() + 1 {
                    let mut count = one.count.to_vec();
                    count.resize(count.len().max(place + 1), 0);
                    count[place] += by;
                    put(Node::Loop(Loop { count: count.into(), body: one.body.clone() }));
                }
                for body in changed(&one.body, by) {
                    put(Node::Loop(Loop { count: one.count.clone(), body }));
                }
            }
        }
        let mut without = nodes.to_vec();
        without.remove(index);
        all.push(without);
        let mut twice = nodes.to_vec();
        twice.insert(index, node.clone());
        all.push(twice);
    }
    all
}

/// Combs with one number changed, and with one tooth more or less.
fn changed_combs(comb: &Comb, by: i64) -> Vec<Comb> {
    let mut all = vec![Comb { length: comb.length + by, ..comb.clone() }];
    for index in 0..comb.teeth.len() {
        for side in [0, 1] {
            let mut other = comb.clone();
            other.teeth[index][side] += by;
            all.push(other);
        }
        let mut less = comb.clone();
        less.teeth.remove(index);
        all.push(less);
    }
    let mut more = comb.clone();
    more.teeth.push([comb.length - 1, comb.length]);
    all.push(more);
    all
}

/// What is added to numbers.
const CHANGES: [i64; 3] = [-1, 1, 7];

/// Whatever single number of a trace is changed, it is refused, or what it shows is true.
#[test]
fn changed_traces_are_refused_or_true() {
    let (mut refused, mut harmless) = (0, 0);
    for pairs in FAMILIES {
        for (trace, _) in traces(&found(pairs).unwrap()) {
            let mut mutants = Vec::new();
            for by in CHANGES {
                let before = changed(&trace.before, by).into_iter();
                mutants.extend(before.map(|before| Trace { before, ..trace.clone() }));
                let period = changed(&trace.period, by).into_iter();
                mutants.extend(period.map(|period| Trace { period, ..trace.clone() }));
                for (index, comb) in trace.combs.iter().enumerate() {
                    for other in changed_combs(comb, by) {
                        let mut wrong = trace.clone();
                        wrong.combs[index] = other;
                        mutants.push(wrong);
                    }
                }
                mutants.push(Trace { start: trace.start + by, ..trace.clone() });
                mutants.push(Trace { step: trace.step + by, ..trace.clone() });
                for index in 0..trace.moves.len() {
                    let mut wrong = trace.clone();
                    wrong.moves[index].summand += by;
                    mutants.push(wrong.clone());
                    wrong.moves[index] = trace.moves[index];
                    wrong.moves[index].factor += by;
                    mutants.push(wrong);
                }
            }
            // Of the three changes of a number one each, and another one for the next number.
            assert_eq!(mutants.len() % CHANGES.len(), 0);
            let count = mutants.len() / CHANGES.len();
            for mutant in (0..count).map(|place| &mutants[place % CHANGES.len() * count + place]) {
                match check(mutant, &[0, 1, 2], &|| false) {
                    Err(_) => refused += 1,
                    Ok(shown) => {
                        harmless += 1;
                        judged(&mutant.moves, &class(mutant, &shown), 3, POSITIONS).unwrap();
                    }
                }
            }
        }
    }
    println!("{refused} refused, {harmless} accepted and true");
    assert!(refused > 5000, "{refused} refused, {harmless} harmless");
}

fn certificate(pairs: &[(i64, i64)]) -> String {
    let mut text = Vec::new();
    found(pairs).unwrap().write(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn files_are_read_as_they_are_written() {
    for pairs in FAMILIES {
        let text = certificate(pairs);
        let (moves, classes) = check_file(text.as_bytes(), &|| false).unwrap();
        let theorem = found(pairs).unwrap();
        assert_eq!((moves, classes), (self::moves(pairs), theorem.classes()));
    }
}

/// With the right checksums and number of lines, as a forger would write them.
pub fn resealed(lines: &[&str]) -> String {
    let (mut text, mut section) = (String::new(), String::new());
    for (index, line) in lines.iter().enumerate() {
        let line = match line.split(' ').next() {
            Some("seal") => {
                text += &section;
                let seal = format!("seal {:08x}\n", crc32fast::hash(section.as_bytes()));
                section = String::new();
                seal
            }
            Some("end") => format!("end {index}\n"),
            _ => format!("{line}\n"),
        };
        section += &line;
    }
    text + &section
}

/// The numbers of a line, in other spellings.
fn respelled(line: &str) -> Vec<String> {
    let is_number = if line.starts_with("texture ") {
        |it: char| it.is_ascii_hexdigit()
    } else {
        |it: char| it.is_ascii_digit()
    };
    let begin = line.find(' ').unwrap_or(0);
    let (mut all, mut from) = (Vec::new(), begin);
    while let Some(start) = line[from..].find(is_number).map(|at| from + at) {
        let end = line[start..].find(|it| !is_number(it)).map_or(line.len(), |at| start + at);
        let number = &line[start..end];
        let huge = "9".repeat(70_000);
        for other in [format!("+{number}"), format!("0{number}"), format!("-0{number}"), huge] {
            all.push(format!("{}{other}{}", &line[..start], &line[end..]));
        }
        if number == "0" {
            all.push(format!("{}-0{}", &line[..start], &line[end..]));
        }
        if number.to_uppercase() != number {
            all.push(format!("{}{}{}", &line[..start], number.to_uppercase(), &line[end..]));
        }
        from = end;
    }
    all.extend(
        [format!("{line} "), line.replacen(' ', "  ", 1)].into_iter().filter(|it| it != line),
    );
    all
}

#[test]
fn numbers_have_one_spelling() {
    let trace = include_str!("../../descriptions/families/theorem_8.trace");
    let with_comb = trace.replacen("\ns 12\n", "\ncomb 5 0-2 3-4\ns 12\n", 1);
    let diagram = include_str!("../../descriptions/families/three_moves_7.trace");
    let mut refused = 0;
    for text in [&with_comb, diagram] {
        let text = resealed(&text.lines().collect::<Vec<_>>());
        let lines: Vec<_> = text.lines().collect();
        assert!(check_file(text.as_bytes(), &|| false).is_ok());
        for (index, line) in lines.iter().enumerate().filter(|it| !it.1.starts_with("seal")) {
            for other in respelled(line) {
                let mut lines = lines.clone();
                lines[index] = &other;
                let forged = match line.starts_with("end ") {
                    true => text.replacen(line, &other, 1),
                    false => resealed(&lines),
                };
                assert!(check_file(forged.as_bytes(), &|| false).is_err(), "{line}, {other:.40}");
                refused += 1;
            }
        }
    }
    assert!(refused > 600, "{refused}");
}

#[test]
fn forged_files_show_nothing_new() {
    let (mut refused, mut same) = (0, 0);
    for pairs in &[FAMILIES[2], FAMILIES[3], FAMILIES[4], FAMILIES[6]] {
        let text = certificate(pairs);
        let honest = check_file(text.as_bytes(), &|| false).unwrap().1;
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(resealed(&lines), text);
        let mut random = Random(1);
        for index in 0..lines.len() {
            let mut removed = lines.clone();
            removed.remove(index);
            // One digit, another one.
            let mut line = lines[index].to_owned();
            let digits: Vec<_> =
                line.bytes().enumerate().filter(|it| it.1.is_ascii_digit()).collect();
            if let Some((place, digit)) = digits.get(random.below(digits.len().max(1))) {
                let other = (digit - b'0' + 1) % 10;
                line.replace_range(*place..*place + 1, &other.to_string());
            }
            let mut altered = lines.clone();
            altered[index] = &line;
            let forged = [resealed(&removed), resealed(&altered)];
            for forged in forged.into_iter().filter(|forged| *forged != text) {
                match check_file(forged.as_bytes(), &|| false) {
                    Err(_) => refused += 1,
                    // The same theorem by another way.
                    Ok((moves, classes)) => {
                        same += 1;
                        assert_eq!((moves, classes.len()), (self::moves(pairs), honest.len()));
                        for (class, honest) in classes.iter().zip(&honest) {
                            assert_eq!(class.shown.period, honest.shown.period);
                            assert_eq!(class.shown.preperiod, honest.shown.preperiod);
                        }
                    }
                }
            }
            // Without the right checksum nothing passes.
            let plain = altered.join("\n") + "\n";
            assert!(plain == text || check_file(plain.as_bytes(), &|| false).is_err());
        }
        let cut = text.len() / 2;
        assert!(check_file(&text.as_bytes()[..cut], &|| false).is_err());
        assert!(check_file(format!("{text}x").as_bytes(), &|| false).is_err());
    }
    assert!(refused > 200 && same < refused / 20, "{refused} refused, {same} accepted");
}

#[test]
fn what_cannot_be_followed_is_refused() {
    let trace = |period: Vec<Node>| Trace {
        moves: moves(&[(1, 0), (2, 0)]),
        start: 3,
        step: 1,
        combs: Vec::new(),
        before: Vec::new(),
        period,
    };
    let reason = |trace: &Trace| check(trace, &[], &|| false).map_err(|it| it.reason);
    let looped = |count: &[i64], body| vec![Node::Loop(Loop { count: count.into(), body })];
    assert!(reason(&trace(vec![Node::Steps(1)])).is_ok());
    assert_eq!(reason(&trace(Vec::new())), Err(Reason::Structure));
    assert_eq!(reason(&trace(looped(&[2], Vec::new()))), Err(Reason::Structure));
    assert_eq!(reason(&trace(looped(&[0], vec![Node::Steps(1)]))), Err(Reason::Count));
    assert_eq!(reason(&trace(looped(&[5, -1], vec![Node::Steps(1)]))), Err(Reason::Count));
    assert_eq!(reason(&trace(looped(&[2, 0, 1], vec![Node::Steps(1)]))), Err(Reason::Index));
    let huge = looped(&[i64::MAX, i64::MAX], vec![Node::Steps(1)]);
    assert!(reason(&trace(huge)).is_ok());
    let mut deep = vec![Node::Steps(1)];
    for _ in 0..9 {
        deep = looped(&[2], deep);
    }
    assert_eq!(reason(&trace(deep)), Err(Reason::Index));
    let stopped = check(&trace(vec![Node::Steps(u64::MAX)]), &[], &|| true);
    assert_eq!(stopped.unwrap_err().reason, Reason::Stopped);
    for wrong in
        [&[(2, 0), (1, 0)][..], &[(1, 0), (1, 0)], &[(1, -3), (2, 0)], &[], &[(3, 0), (2, 9)]]
    {
        let wrong = Trace { moves: moves(wrong), ..trace(vec![Node::Steps(1)]) };
        assert_eq!(reason(&wrong), Err(Reason::Moves), "{wrong:?}");
    }
    // The runs of { n 2n } are 2n apart.
    let joined = |length, teeth: &[[i64; 2]], stretches, comb| {
        let (join, teeth) = (Node::Join(Join { stretches, comb }), teeth.to_vec());
        let period = vec![Node::Steps(2), join, Node::Steps(1)];
        Trace { combs: vec![Comb { length, teeth }], ..trace(period) }
    };
    for (length, teeth) in [
        (0, &[][..]),
        (0, &[[0, 0]]),
        (5, &[[0, 5]]),
        (5, &[[1, 2]]),
        (5, &[[0, 2], [2, 3]]),
        (5, &[[0, 2], [1, 3]]),
        (-5, &[[0, 1]]),
        (9, &[[0, 3], [6, 6]]),
        (9, &[[0, 3]]),
        (6, &[[0, 3]]),
    ] {
        for (stretches, comb) in [(2, 1), (1, 1), (0, 1), (2, 0), (3, 1), (usize::MAX, 1), (2, 2)] {
            let wrong = joined(length, teeth, stretches, comb);
            assert_eq!(reason(&wrong), Err(Reason::Comb), "{wrong:?}");
        }
    }
    // All runs stay in reach, and there are more and more of them.
    let crowded =
        Trace { moves: moves(&[(0, 1), (0, 1 << 40)]), ..trace(vec![Node::Steps(u64::MAX)]) };
    assert_eq!(reason(&crowded), Err(Reason::Size));
    let large = Trace { start: i64::MAX / 2, ..trace(vec![Node::Steps(1)]) };
    assert_eq!(reason(&large), Err(Reason::Number));
    let step = Trace { step: 0, ..trace(vec![Node::Steps(1)]) };
    assert_eq!(reason(&step), Err(Reason::Moves));
    let mut text = Vec::new();
    write(&mut text, &[], &[]).unwrap();
    assert!(check_file(&text[..], &|| false).is_err());
}
