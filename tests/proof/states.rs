//! Random descriptions whose passes carry a state, right by construction, and their mutants, judged by brute force.
//!
//! The right ones write a known periodic sequence in pieces: a pass has m letters, and the state is where in the period
//! it begins.  So the state goes from u to u + m or u + m - p, a rotation, and there is a way through the pass for each
//! border between runs that it may cross.  The others are the rows of additive games.

use crate::certificate::{certified_theorem, checked_theorems};
use crate::generator::text::{Form, Relation, Test};
use crate::support::{Random, check};
use grundy_kernel::model::Alphabet;
use grundy_language::diagnostic::Code;
use grundy_language::verdict::{Evidence, Verdict};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A letter, 0 for `_`, and how often.
type Word = (u8, Form);

/// One way through a pass.
#[derive(Clone, Debug)]
struct Way {
    test: Option<Test>,
    words: Vec<Word>,
    next: Form,
}

/// A description; the state is `u`.
#[derive(Clone, Debug)]
struct Text {
    conditions: Vec<(char, Relation, Form)>,
    moves: Vec<Form>,
    before: Vec<Word>,
    first: Form,
    least: Form,
    greatest: Form,
    /// The words of all passes before and after those of the ways; the next state is `v`.
    shared: [Vec<Word>; 2],
    ways: Vec<Way>,
}

fn number(value: i64) -> Form {
    Form::constant(value)
}

fn name(variable: char) -> Form {
    Form::variable(variable)
}

fn minus(left: &Form, right: &Form) -> Form {
    left.add(-1, right)
}

fn words(words: &[Word]) -> String {
    let letter = |value: u8| if value == 0 { '_' } else { (b'A' + value - 1) as char };
    words.iter().map(|(value, length)| format!(" {}({length})", letter(*value))).collect()
}

impl Text {
    fn source(&self) -> String {
        let mut text = String::new();
        for (parameter, relation, right) in &self.conditions {
            let _ = write!(text, "{parameter} {} {right} ", relation.sign());
        }
        let moves: Vec<_> = self.moves.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "\n{{ {} }}{}", moves.join(" "), words(&self.before));
        let Self { first, least, greatest, shared, ways, .. } = self;
        let _ = writeln!(text, "REPEAT u={first} IN {least}..{greatest}\n {}", words(&shared[0]));
        let is_branch = ways.len() > 1;
        for (index, way) in ways.iter().enumerate() {
            let head = match &way.test {
                Some(Test { left, relation, right }) => {
                    let keyword = if index == 0 { "IF" } else { "ELIF" };
                    format!("{keyword} {left} {} {right} THEN", relation.sign())
                }
                None if is_branch => "ELSE".to_owned(),
                None => String::new(),
            };
            let _ = writeln!(text, "  {head} NEXT v={}{}", way.next, words(&way.words));
        }
        let end = if is_branch { "FI" } else { "" };
        text + &format!("  {end}{}\nENDREP\n", words(&shared[1]))
    }

    fn parameters(&self) -> Vec<char> {
        let mut names: Vec<char> = Vec::new();
        for (name, _, _) in &self.conditions {
            if !names.contains(name) {
                names.push(*name);
            }
        }
        names
    }

    /// Every form, to be changed.
    fn forms(&mut self) -> Vec<&mut Form> {
        let Self { moves, before, first, least, greatest, shared, ways, .. } = self;
        let mut all: Vec<_> = moves.iter_mut().chain([first, least, greatest]).collect();
        let [start, end] = shared;
        all.extend(before.iter_mut().chain(start).chain(end).map(|word| &mut word.1));
        for way in ways {
            all.extend(way.test.iter_mut().map(|test| &mut test.right));
            all.extend(way.words.iter_mut().map(|word| &mut word.1));
            all.push(&mut way.next);
        }
        all
    }

    fn letters(&mut self) -> Vec<&mut u8> {
        let [start, end] = &mut self.shared;
        let of_ways = self.ways.iter_mut().flat_map(|way| &mut way.words);
        self.before
            .iter_mut()
            .chain(start)
            .chain(end)
            .chain(of_ways)
            .map(|word| &mut word.0)
            .collect()
    }
}

/// What brute force says.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Truth {
    Excluded,
    /// A move below 1, a negative length or a state outside its bounds.
    Meaningless,
    /// Right as far as it was computed.
    Right,
    Wrong(usize),
}

/// The most positions that are computed, and the most passes.
const POSITIONS: usize = 2500;
const PASSES: usize = 400;

struct Values(BTreeMap<char, i64>);

impl Values {
    fn at(&self, form: &Form) -> i64 {
        form.terms.iter().map(|(name, factor)| factor * self.0[name]).sum::<i64>() + form.constant
    }

    fn holds(&self, test: &Test) -> bool {
        test.relation.holds(self.at(&test.left), self.at(&test.right))
    }

    fn write(&self, words: &[Word], letters: &mut Vec<u8>) -> Option<()> {
        for (value, length) in words {
            let length = usize::try_from(self.at(length)).ok()?;
            letters.extend(std::iter::repeat_n(*value, length.min(POSITIONS)));
        }
        Some(())
    }

    /// The letters of a pass, and the next state.
    fn pass(&mut self, text: &Text, state: i64, letters: &mut Vec<u8>) -> Option<i64> {
        self.0.insert('u', state);
        let way = text.ways.iter().find(|way| way.test.as_ref().is_none_or(|it| self.holds(it)))?;
        let next = self.at(&way.next);
        self.0.insert('v', next);
        self.write(&text.shared[0], letters)?;
        self.write(&way.words, letters)?;
        self.write(&text.shared[1], letters)?;
        let bounds = self.at(&text.least)..=self.at(&text.greatest);
        (bounds.contains(&state) && bounds.contains(&next)).then_some(next)
    }
}

fn truth(text: &Text, point: &[i64]) -> Truth {
    let mut values = Values(text.parameters().into_iter().zip(point.iter().copied()).collect());
    let admits = |(name, relation, right): &(char, Relation, Form)| {
        relation.holds(values.0[name], values.at(right))
    };
    if !text.conditions.iter().all(admits) {
        return Truth::Excluded;
    }
    let moves =
        text.moves.iter().map(|it| usize::try_from(values.at(it)).ok().filter(|it| *it > 0));
    let Some(moves) = moves.collect::<Option<Vec<usize>>>() else { return Truth::Meaningless };
    let mut letters = Vec::new();
    if values.write(&text.before, &mut letters).is_none() {
        return Truth::Meaningless;
    }
    let mut state = values.at(&text.first);
    for _ in 0..PASSES {
        if letters.len() > POSITIONS {
            break;
        }
        match values.pass(text, state, &mut letters) {
            Some(next) => state = next,
            None => return Truth::Meaningless,
        }
    }
    let wrong = (0..letters.len()).find(|&position| {
        let met = moves.iter().filter(|&&size| size <= position);
        let met = met.fold(0_u64, |met, size| met | 1 << letters[position - size]);
        met.trailing_ones() != u32::from(letters[position])
    });
    wrong.map_or(Truth::Right, Truth::Wrong)
}

/// Is there a fault at these parameters, and this state if it is given?
fn is_faulty(text: &Text, point: &[i64], state: Option<i64>) -> bool {
    let Some(state) = state else { return truth(text, point) == Truth::Meaningless };
    let mut values = Values(text.parameters().into_iter().zip(point.iter().copied()).collect());
    let bounds = values.at(&text.least)..=values.at(&text.greatest);
    bounds.contains(&state) && values.pass(text, state, &mut Vec::new()).is_none()
}

/// Moves, and the runs of a period: a value, and how often.
type KnownGame = (&'static [i64], &'static [(u8, i64)]);

/// A periodic sequence of a game, scaled by n, in pieces of m letters.
fn in_pieces(random: &mut Random) -> Text {
    // The runs of a period, in multiples of n.
    let games: [KnownGame; 6] = [
        (&[1], &[(0, 1), (1, 1)]),
        (&[2], &[(0, 2), (1, 2)]),
        (&[1, 2], &[(0, 1), (1, 1), (2, 1)]),
        (&[2, 3], &[(0, 2), (1, 2), (2, 1)]),
        (&[1, 4], &[(0, 1), (1, 1), (0, 1), (1, 1), (2, 1)]),
        (&[2, 5], &[(0, 2), (1, 2), (0, 1), (2, 1), (1, 1)]),
    ];
    let (sizes, runs) = games[random.below(games.len())];
    let scale = name('n').plus(random.below(3) as i64);
    let [moves, borders]: [Vec<Form>; 2] = [
        sizes.iter().map(|&size| scale.times(size)).collect(),
        runs.iter()
            .scan(0, |sum, (_, length)| {
                *sum += length;
                Some(scale.times(*sum))
            })
            .collect(),
    ];
    let period = borders[borders.len() - 1].clone();
    // m <= n <= 2m or m = n - c, so that a pass crosses one border at most, and a move a few passes.
    let (conditions, step) = match random.below(3) {
        0 => {
            let conditions = vec![
                ('m', Relation::AtLeast, number(1)),
                ('n', Relation::AtLeast, name('m')),
                ('n', Relation::AtMost, name('m').times(2)),
            ];
            (conditions, name('m'))
        }
        1 => {
            let less = random.below(3) as i64;
            (vec![('n', Relation::AtLeast, number(less + 1))], name('n').plus(-less))
        }
        _ => (vec![('n', Relation::AtLeast, number(1))], scale.clone()),
    };
    // The sequence begins with this many letters, and the first pass at the phase after them.
    let before = match random.below(3) {
        0 => vec![(runs[0].0, name('n'))],
        _ => Vec::new(),
    };
    let first = before.iter().fold(number(0), |sum, word| sum.add(1, &word.1));
    let (state, mut ways) = (name('u'), Vec::new());
    let end = state.add(1, &step);
    for (index, ((value, _), border)) in runs.iter().zip(&borders).enumerate() {
        let at_most = |right: &Form| Test {
            left: name('u'),
            relation: Relation::AtMost,
            right: right.clone(),
        };
        let last = index + 1 == runs.len();
        // Within this run, then across the border after it.
        let inside = Way {
            test: Some(at_most(&minus(border, &step))),
            words: vec![(*value, step.clone())],
            next: end.clone(),
        };
        let next_value = if last { runs[0].0 } else { runs[index + 1].0 };
        let across = vec![(*value, minus(border, &state)), (next_value, minus(&end, border))];
        let next = if last { minus(&end, &period) } else { end.clone() };
        let test = (!last).then(|| at_most(&border.plus(-1)));
        // At the end of the period the state is 0 again, also where nothing is left over.
        match last {
            true => {
                ways.push(Way { test: Some(at_most(&minus(border, &step).plus(-1))), ..inside });
            }
            false => ways.push(inside),
        }
        ways.push(Way { test, words: across, next });
    }
    let greatest = period.plus(-1);
    let shared = [Vec::new(), Vec::new()];
    Text { conditions, moves, before, first, least: number(0), greatest, shared, ways }
}

/// The rows of { a b a+b } for b = 2ka + r, outcomes being the values of the game { b } and so on for one k.
fn additive(random: &mut Random) -> Text {
    let k = 1 + random.below(3) as i64;
    let [a, r, u, v] = ['a', 'r', 'u', 'v'].map(name);
    let b = a.times(2 * k).add(1, &r);
    let conditions = vec![
        ('a', Relation::AtLeast, number(2)),
        ('r', Relation::AtLeast, number(1)),
        ('r', Relation::AtMost, a.plus(-1)),
    ];
    let moves = vec![a.clone(), b.clone(), a.add(1, &b)];
    let next = u.add(1, &r);
    let wrapped = minus(&next, &a);
    let pairs = |letters: [u8; 2], count: i64| {
        (0..count).flat_map(|_| letters.map(|letter| (letter, a.clone()))).collect::<Vec<_>>()
    };
    let begin =
        |e: &Form| vec![(0, minus(&a, &u)), (3, minus(&u, e)), (2, e.clone()), (1, minus(&a, &u))];
    let middle = |v: &Form| {
        let words = [(0, v.clone()), (2, minus(&a, v)), (1, v.clone()), (3, minus(&a, v))];
        [words.to_vec(), pairs([2, 1], 0), pairs([2, 3], k - 1)].concat()
    };
    let end = |f: &Form| vec![(2, minus(&r.add(1, &v), f)), (3, f.clone())];
    let zero = number(0);
    let after = |next: &Form| minus(&next.add(1, &r), &a);
    let at_most = |left: &Form, right: &Form| Test {
        left: left.clone(),
        relation: Relation::AtMost,
        right: right.clone(),
    };
    let mut ways = Vec::new();
    // The next state is below a, and so is the one after it; or only the first; ...
    for (test, next, e, f, copies) in [
        (Some(at_most(&u.add(2, &r), &a.plus(-1))), &next, &zero, zero.clone(), k - 1),
        (Some(at_most(&next, &a.plus(-1))), &next, &zero, after(&next), k - 1),
        (Some(at_most(&wrapped.add(1, &r), &a.plus(-1))), &wrapped, &wrapped, zero.clone(), k),
        (None, &wrapped, &wrapped, after(&wrapped), k),
    ] {
        let put = |form: &Form| form.put('v', next);
        let words = [begin(e), pairs([0, 1], copies), middle(&v), end(&f)].concat();
        let words = words.into_iter().map(|(value, length)| (value, put(&length))).collect();
        ways.push(Way { test, words, next: next.clone() });
    }
    Text {
        conditions,
        moves,
        before: Vec::new(),
        first: zero.clone(),
        least: zero,
        greatest: a.plus(-1),
        shared: [Vec::new(), Vec::new()],
        ways,
    }
}

fn right(random: &mut Random) -> Text {
    let mut text = if random.below(8) == 0 { additive(random) } else { in_pieces(random) };
    // Common words of all ways go to the start or the end of the pass.
    let one = |words: &[Word], last: bool| {
        if last { words.last().cloned() } else { words.first().cloned() }
    };
    for last in [false, true] {
        let first = one(&text.ways[0].words, last);
        let Some(word) = first else { continue };
        if random.below(2) == 0
            && text.ways.iter().all(|way| one(&way.words, last).as_ref() == Some(&word))
        {
            for way in &mut text.ways {
                match last {
                    true => drop(way.words.pop()),
                    false => drop(way.words.remove(0)),
                }
            }
            text.shared[usize::from(last)] = vec![word];
        }
    }
    text
}

fn mutant(text: &Text, random: &mut Random) -> Text {
    let mut mutant = text.clone();
    match random.below(12) {
        0..8 => {
            let mut forms = mutant.forms();
            let at = random.below(forms.len());
            *forms[at] = forms[at].plus([1, -1][random.below(2)]);
        }
        8 | 9 => {
            let mut letters = mutant.letters();
            let at = random.below(letters.len());
            *letters[at] = random.below(text.moves.len() + 1) as u8;
        }
        10 => {
            let at = random.below(mutant.ways.len());
            mutant.ways[at].words.reverse();
        }
        _ => {
            let at = random.below(mutant.ways.len());
            let step = [1, -1][random.below(2)];
            let name = name(text.parameters()[0]);
            mutant.ways[at].next = mutant.ways[at].next.add(step, &name);
        }
    }
    mutant
}

/// Compares the verdict with brute force; returns it, and whether a failure was found.
fn judge(text: &Text) -> (Verdict, bool) {
    let source = text.source();
    let (_, report) = check(&source).unwrap_or_else(|| {
        let read = grundy_language::lang::parse(&source, &Default::default());
        panic!("{source}\n{:?}", read.diagnostics)
    });
    let dimension = text.parameters().len();
    let points = crate::support::points(dimension, 0..=if dimension > 1 { 6 } else { 9 });
    let truths = points.iter().map(|point| (point.clone(), truth(text, point)));
    let truths: Vec<_> = truths.filter(|it| it.1 != Truth::Excluded).collect();
    let failing = truths.iter().find(|it| matches!(it.1, Truth::Wrong(_)));
    let first = report.findings.first();
    let at: Vec<i64> = first
        .and_then(|finding| finding.parameters())
        .map(|values| values.iter().filter_map(|(_, value)| value.to_i64()).collect())
        .unwrap_or_default();
    let point = at.get(..dimension).unwrap_or_default();
    match report.verdict {
        Verdict::Verified => {
            for (point, truth) in &truths {
                assert_eq!(*truth, Truth::Right, "verified, but at {point:?}:\n{source}");
            }
        }
        Verdict::Refuted => {
            let Some(Evidence::Position(found)) = first.map(|it| &it.evidence) else {
                panic!("no position:\n{source}")
            };
            let position = found.failure.position.to::<usize>().expect(&source);
            assert_eq!(truth(text, point), Truth::Wrong(position), "at {point:?}:\n{source}");
            let is_open = report
                .findings
                .iter()
                .any(|it| it.diagnostic.code == Code::StateUnreached || it.limit().is_some());
            if let (Some((smaller, _)), false) = (failing, is_open) {
                assert!(point <= &smaller[..], "{point:?}, but wrong at {smaller:?}:\n{source}");
            }
        }
        Verdict::Rejected => {
            assert!(is_faulty(text, point, at.get(dimension).copied()), "{at:?}:\n{source}");
        }
        Verdict::Vacuous => assert!(truths.is_empty(), "vacuous:\n{source}"),
        Verdict::Undecided => {}
    }
    (report.verdict, failing.is_some())
}

#[test]
fn descriptions_with_states_are_judged_like_brute_force() {
    let of_environment = |name: &str| std::env::var(name).ok().and_then(|it| it.parse().ok());
    let count = of_environment("GRUNDY_GENERATED").unwrap_or(100) as usize;
    let mut random = Random(of_environment("GRUNDY_SEED").unwrap_or(58));
    let mut mutants: BTreeMap<Verdict, usize> = BTreeMap::new();
    let (mut hidden, mut certificates) = (0, 0);
    for _ in 0..count {
        let text = right(&mut random);
        let (verdict, fails) = judge(&text);
        assert_eq!((verdict, fails), (Verdict::Verified, false), "{}", text.source());
        // In the pieces of a periodic sequence no letters show the state; in the rows of additive games they do.
        if let Ok(certificate) = certified_theorem(&text.source(), Alphabet::Outcome) {
            certificates += 1;
            let shown = checked_theorems(&certificate, &text.source());
            assert!(shown.is_ok(), "{shown:?}\n{}", text.source());
        }
        for _ in 0..2 {
            let (verdict, fails) = judge(&mutant(&text, &mut random));
            *mutants.entry(verdict).or_default() += 1;
            hidden += usize::from(fails && verdict == Verdict::Undecided);
        }
    }
    println!(
        "mutants: {mutants:?}, {hidden} undecided with a failure in the box, {certificates} periods certified"
    );
    for verdict in [Verdict::Refuted, Verdict::Rejected] {
        assert!(mutants[&verdict] > count / 8, "{mutants:?}");
    }
    assert_eq!(hidden, 0);
    assert!(certificates > count / 20, "{certificates}");
}
