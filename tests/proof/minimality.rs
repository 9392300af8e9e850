//! Certificates of least periods and preperiods: what is right has one, and whatever is done to
//! one, nothing wrong is accepted.

use crate::certificate::{
    certified_theorem as certified, checked_theorems as checked, resealed, tamper,
};
use crate::support::{Random, descriptions};
use grundy_kernel::Integer;
use grundy_kernel::affine::Affine;
use grundy_kernel::minimality;
use grundy_kernel::minimality::item::{Counted, Item, values};
use grundy_kernel::minimality::rewrite::{Lists, StepError};
use grundy_kernel::model::{Alphabet, Description, Value};
use grundy_kernel::proof::theorem::{Change, ItemPath, List, Step};
use grundy_language::lang;
use grundy_sequence::{Game, Moves, Rule, cycle};
use num_rational::BigRational;
use std::collections::BTreeMap;

fn read(source: &str) -> Description {
    lang::parse(source, &Default::default()).description.expect(source)
}

/// All theorems of the published and own descriptions, with their certificates.
fn honest() -> Vec<(String, String, Alphabet, String)> {
    let mut all = Vec::new();
    for (name, source) in descriptions() {
        let alphabets = match read(&source).alphabet() {
            Alphabet::Nim => &[Alphabet::Nim, Alphabet::Outcome][..],
            Alphabet::Outcome => &[Alphabet::Outcome],
        };
        for &values in alphabets {
            let certificate = certified(&source, values)
                .unwrap_or_else(|error| panic!("{name}, {values}: {error}"));
            all.push((name.clone(), source.clone(), values, certificate));
        }
    }
    all
}

/// The first parameters for which the theorem is wrong: each case at a few points, computed
/// directly.
fn wrong_at(theorem: &minimality::Theorem, description: &Description) -> Option<Vec<i64>> {
    let count = description.parameters.len();
    let rule = if theorem.values == Alphabet::Nim { Rule::Mex } else { Rule::Normal };
    let mut tried = 0;
    for index in 0..9_i64.pow(u32::try_from(count).unwrap()) {
        let point: Vec<_> = (0..count).map(|it| index / 9_i64.pow(it as u32) % 9 + 1).collect();
        let integers: Vec<Integer> = point.iter().map(|&it| it.into()).collect();
        if !description.constraints().iter().all(|each| each.holds_at(&integers)) {
            continue;
        }
        let size = |each: &grundy_kernel::model::Move| each.size.at(&integers).to_i64().unwrap();
        let mut sizes: Vec<_> =
            description.moves.iter().map(|each| u64::try_from(size(each)).unwrap()).collect();
        sizes.sort_unstable();
        sizes.dedup();
        let game = Game::new(Moves::new(&sizes).unwrap(), rule).unwrap();
        let found = cycle(&game, 1 << 22, &Default::default()).unwrap();
        let mut cases = 0;
        for case in &theorem.cases {
            // Quotients are what an equation makes them.
            let mut whole = integers.clone();
            while whole.len() < case.variables {
                let quotient = whole.len();
                let equation = case.constraints.iter().find(|each| {
                    each.form.coefficients().len() == quotient + 1
                        && each.relation == grundy_kernel::affine::Relation::Zero
                });
                let form = &equation.unwrap().form;
                let modulus = -form.coefficient(quotient);
                whole.push(form.at(&whole).div_floor(&modulus));
            }
            if case.constraints.iter().all(|each| each.holds_at(&whole)) {
                cases += 1;
                for (formula, right) in
                    [(&case.least.period, found.period), (&case.least.preperiod, found.preperiod)]
                {
                    if formula.at(&integers) != BigRational::from_integer(right.into()) {
                        return Some(point);
                    }
                }
            }
        }
        if cases == 0 {
            return Some(point);
        }
        tried += 1;
        if tried == 12 {
            break;
        }
    }
    None
}

#[test]
fn theorems_have_certificates_and_are_what_is_computed() {
    let honest = honest();
    assert!(honest.len() > 20);
    for (name, source, values, certificate) in honest {
        let theorems = checked(&certificate, &source)
            .unwrap_or_else(|rejected| panic!("{name}, {values}: {rejected}\n{certificate}"));
        let [theorem] = theorems.as_slice() else { panic!("{name}") };
        assert_eq!(theorem.values, values);
        assert_eq!(wrong_at(theorem, &read(&source)), None, "{name} {values}");
    }
}

/// The number of the line where the theorem begins.
/// Letters inside a cycle show the period, and loops in another phase than the endless one go.
#[test]
fn phases_of_cycles_and_of_loops() {
    for source in [
        "n >= 1 { 1 2 3n } REPEAT <_AB>(3n) C ENDREP",
        "n >= 1 { 1 2 3n } REPEAT <-++>(3n) + ENDREP",
        "n >= 1 { n } FOR i FROM 1 UPTO n REP _n An PER _n REPEAT An _n ENDREP",
        "n >= 2 { n } _n A FOR i FROM 1 UPTO n REP A(n-1) _n A PER A(n-1) REPEAT _n An ENDREP",
        "n >= 2 { n } _n FOR i FROM 2 UPTO 3n REP An _(n-1) _ PER An _ \
             REPEAT _(n-1) An _ ENDREP",
        "n >= 6 { 1 2 3n } <_AB>(3n) C <_AB>(3n-2) \
             FOR i FROM 1 UPTO 2n-1 REP <AB_>2 C <_AB>(3n-2) PER <AB_>2 REPEAT C <_AB>(3n) ENDREP",
    ] {
        let description = read(source);
        let alphabets = match description.alphabet() {
            Alphabet::Nim => &[Alphabet::Nim, Alphabet::Outcome][..],
            Alphabet::Outcome => &[Alphabet::Outcome],
        };
        for &values in alphabets {
            let certificate = certified(source, values)
                .unwrap_or_else(|error| panic!("{source}, {values}: {error}"));
            let shown: Vec<_> = certificate.lines().filter(|it| it.starts_with("preper")).collect();
            // All of it goes.
            assert_eq!(shown, ["preperiod 1"], "{source}");
            let theorems = checked(&certificate, source).expect(source);
            assert_eq!(theorems.len(), 1);
            assert_eq!(wrong_at(&theorems[0], &description), None, "{source}");
        }
    }
}

/// Where the endless loop has millions of positions for the smallest parameters already, the same is
/// shown as where it is written out.
#[test]
fn long_endless_loops_have_certificates() {
    let claims = |certificate: &str| -> Vec<String> {
        let lines = certificate.lines().filter(|it| it.starts_with("per") || it.starts_with("pre"));
        lines.map(str::to_owned).collect()
    };
    let mut sources = vec![
        "n >= 1\n{ n } REPEAT _n An ENDREP".to_owned(),
        "n >= 1\n{ n } _n REPEAT A(n-1) A _n An _n ENDREP".to_owned(),
        "n >= 2\n{ 1 2 3n } REPEAT <_AB>(3n) C ENDREP".to_owned(),
    ];
    let satz8 = descriptions().into_iter().find(|(name, _)| name.contains("satz8.nimseq"));
    sources.push(satz8.unwrap().1);
    for source in sources {
        let long = source.replacen("\n{", "\nn >= 600000\n{", 1);
        for values in [Alphabet::Nim, Alphabet::Outcome] {
            let [expected, certificate] = [&source, &long].map(|it| certified(it, values).unwrap());
            assert_eq!(claims(&certificate), claims(&expected), "{long}");
            assert_eq!(checked(&certificate, &long).expect("accepted").len(), 1);
        }
    }
}

fn theorem_line(certificate: &str) -> usize {
    certificate.lines().position(|line| line.starts_with("theorem ")).unwrap()
}

/// The checksums are there for accidents; without them the arguments alone must be enough.  Every second
/// certificate, from the first or the second on.
fn a_changed_certificate_shows_nothing_that_is_wrong(first: usize) {
    let mut random = Random(11);
    let mut kinds = BTreeMap::<_, [u32; 2]>::new();
    for (name, source, _, certificate) in honest().into_iter().skip(first).step_by(2) {
        let (theorem, description) = (theorem_line(&certificate), read(&source));
        for _ in 0..100 {
            let (kind, changed) = tamper(&certificate, theorem, &mut |below| random.below(below));
            if changed == certificate {
                continue;
            }
            assert!(checked(&changed, &source).is_err(), "{kind} in {name}\n{changed}");
            let lines: Vec<_> = changed.lines().map(str::to_owned).collect();
            let changed = resealed(&lines);
            let accepted = checked(&changed, &source);
            for theorem in accepted.iter().flatten() {
                assert_eq!(wrong_at(theorem, &description), None, "{kind} in {name}\n{changed}");
            }
            kinds.entry(kind).or_default()[usize::from(accepted.is_ok())] += 1;
        }
    }
    let [refused, accepted] =
        kinds.values().fold([0, 0], |sum, it| [sum[0] + it[0], sum[1] + it[1]]);
    assert!(refused > 750 && accepted * 4 < refused, "{kinds:?}");
}

#[test]
fn changes_of_one_half_show_nothing_that_is_wrong() {
    a_changed_certificate_shows_nothing_that_is_wrong(0);
}

#[test]
fn changes_of_the_other_half_show_nothing_that_is_wrong() {
    a_changed_certificate_shows_nothing_that_is_wrong(1);
}

/// Steps that would lead to something smaller or larger than is right.
#[test]
fn wrong_steps_are_refused() {
    let satz8 =
        honest().into_iter().find(|it| it.0.contains("satz8.nimseq") && it.2 == Alphabet::Nim);
    let (_, source, _, certificate) = satz8.unwrap();
    let first = theorem_line(&certificate);
    let lines: Vec<String> = certificate.lines().map(str::to_owned).collect();
    let starting = |word: &str| {
        let found = lines[first..].iter().position(|line| line.starts_with(word));
        first + found.unwrap_or_else(|| panic!("{word}\n{}", lines[first..].join("\n")))
    };
    let replaced = |at: usize, by: &[&str]| {
        let mut lines = lines.clone();
        lines.splice(at..=at, by.iter().map(|&it| it.to_owned()));
        checked(&resealed(&lines), &source).unwrap_err().to_string()
    };
    let (ends, period, pattern) = (starting("ends"), starting("period"), starting("pattern"));
    for (at, by, reason) in [
        (first + 2, &["c 0\no"; 1001][..], "cases nested too deeply"),
        (period, &["period 1 1: 11:1 15:3"], "this is not the length of the endless loop"),
        (period, &["period 2 1: 11:1 14:3"], "not the length of the endless loop"),
        (period, &["period 1 1: 11:1 14:4"], "not the length of the endless loop"),
        (period, &["period 1 1: 11:1 14:3,1"], "a parameter that is not there"),
        (period, &["period 0 1: 11:1 14:3"], "has no meaning"),
        (period, &["period 1 1:4294967295,4294967295"], "too high a degree"),
        (period, &[&format!("period 1{}", " 1:".repeat(1 << 22))], "too many terms"),
        (period + 1, &["preperiod 1 2: 7:1"], "not the length of what comes before"),
        (period, &["preperiod 1 1: 7:1"], "the end was reached"),
        (ends, &[], "was not shown to be least"),
        (ends, &["ends", "ends"], "the end was reached"),
        (ends, &["take"], "cannot be made"),
        (pattern, &[], "has no meaning"),
        (pattern, &["primitive"], "a power of a shorter one"),
        (pattern, &["root 0 1"], "not what the endless loop repeats"),
        (pattern, &["root 1 9"], "not what the endless loop repeats"),
        (pattern, &["endless"], "not one word"),
        (pattern, &["copies"], "does not repeat the endless loop"),
        (pattern, &["absorb"], "these are not words"),
        (pattern, &["spell b"], "depend on the parameters"),
        (pattern, &["drop b0"], "not a contradiction"),
        (pattern, &[&format!("shift b0 {}", "7".repeat(1 << 23))], "has no meaning"),
        (pattern, &["drop b999"], "no such item"),
        (pattern, &["cycle a0 9"], "the cycles differ"),
        (pattern, &["cut b0 0,0,0,0,0,0,1"], "a variable that is not there"),
        (pattern, &["pattern 99.0 0:0"], "no such place"),
        (pattern, &["pattern 0.0 0:0"], "no such place"),
        (pattern, &["pattern 1.0"], "not a pattern"),
        (pattern, &[&format!("pattern 2.0 {}", "0:0 ".repeat(99_999) + "0:0")], "not a pattern"),
        (pattern, &["root 18446744073709551615 1"], "not what the endless loop repeats"),
    ] {
        let rejected = replaced(at, by);
        assert!(rejected.contains(reason), "{rejected}, not {reason}, for {by:?}");
    }
}

/// What the checker says if this is all that the certificate says of periods.
fn attack(source: &str, steps: &str) -> Result<Vec<minimality::Theorem>, String> {
    let honest = certified(source, Alphabet::Nim).unwrap();
    let proof = honest.lines().take(theorem_line(&honest)).map(str::to_owned);
    let steps = steps.split(';').map(|line| line.trim().to_owned());
    let ends = ["seal 0", "end 0"].map(str::to_owned);
    let lines: Vec<String> = proof.chain(steps).chain(ends).collect();
    checked(&resealed(&lines), source).map_err(|rejected| rejected.to_string())
}

/// A distance that depends on where one stands is no distance: with `x0` the pattern is another
/// one in each iteration, and would occur once in two copies of what is repeated.
#[test]
fn distances_are_the_same_everywhere() {
    // With numbers as lengths the loop would be a word.
    let source = "n == 1 { n } REPEAT FOR i FROM 1 UPTO 2 REP _n An ENDREP ENDREP";
    let steps = "theorem nim; o; parameters 1; f ! q 0 /1; f ! q 0*-1 /1; runs; o; pattern 2.0 1 0:0 0,0,1:1;\
        o; f ! q 1 /1; f ! q 1*-1 /1; o; b; x ! 4 1*-1 /1; o; b; b; w; b; o; w; @ 1 2;\
        f ! q 1*-1 /1; f ! q 1 /1; x ! 5 /1;\
        o; b; o; w; o; @ 3 3; f ! q 4 2 /1; f ! q 3 5 /1;\
        o; b; b; w; b; o; w; o; @ 2 2; f ! q 5 3*-1 /1; f ! q 6 3 /1; o;\
        f ! q 3 /1; f ! q 3*-1 /1; f ! q 5 /1; f ! q 6 /1; x ! 4 /1;\
        ends; period 1 4:; preperiod 1";
    let rejected = attack(source, steps).unwrap_err();
    assert!(rejected.contains("not a pattern"), "{rejected}");
}

/// The search begins with the positions of the first letter, so it has to stand at the place: it
/// would be looked for in the word of the place only, and never found.
#[test]
fn the_first_letter_stands_at_the_place() {
    let source = "{ 1 } REPEAT _1 A1 _1 A1 ENDREP";
    let steps = "theorem nim; parameters; cycle b1 1,2; cycle b3 1,2; pattern 1.0 1:1;\
        b; b; w; w; @ 4; w; o; r 2; x 1 2 /2 0 2*-1 /2 ! l0 l1 /1;\
        o; r 2; x 1 2 /2 0 2*-1 /2 ! l0 l1 /1; ends; period 1 4:; preperiod 1";
    let rejected = attack(source, steps).unwrap_err();
    assert!(rejected.contains("not a pattern"), "{rejected}");
}

/// In a case without parameters everything can be shown, also that nothing is repeated; nothing
/// is made of copies of nothing.
#[test]
fn an_empty_endless_loop_has_no_copies() {
    let source = "n >= 1 { n } REPEAT _n An ENDREP";
    let steps = "theorem nim; o; c -1; o; parameters 0,1; turn;\
        drop b0; f ! 1 /1; drop b0; f ! 1 /1; copies";
    let rejected = attack(source, steps).unwrap_err();
    assert!(rejected.contains("does not repeat the endless loop"), "{rejected}");
}

#[test]
fn short_lines_do_not_make_long_lists() {
    let letters = 1 << 16;
    let word = Item::Word(vec![Value(0); letters].into(), Affine::constant(letters).into());
    let mut lists = Lists::new(Vec::new(), vec![word], 1);
    let mut judge = Points(vec![vec![Integer::ONE]]);
    assert!((0..1000).any(|_| lists.apply(&Step::Turn, &mut judge).is_err()));
}

/// Steps in an order that would lose letters or claim less than was shown.
#[test]
fn steps_in_another_order_are_refused() {
    let source = "{ 1 } REPEAT _1 A1 _1 A1 ENDREP";
    for (steps, reason) in [
        ("again; turn", "cannot be made here"),
        ("again; copies", "cannot be made here"),
        ("again; spell b", "R is made of items of B"),
        ("again; drop b0", "R is made of items of B"),
        ("again; root 0 2", "not what the endless loop repeats"),
        ("spell b; again; cut r0 1; take", "cannot be made here"),
        ("turn; copies", "does not repeat the endless loop"),
        ("spell b; primitive", "a power of a shorter one"),
        ("cut b0 0,1", "a variable that is not there"),
        ("cut b0 0; pattern 1.0 0:0", "this is not known to be at least 0"),
    ] {
        let rejected = attack(source, &format!("theorem nim; parameters; {steps}")).unwrap_err();
        assert!(rejected.contains(reason), "{rejected}, not {reason}, for {steps}");
    }
}

/// Wherever the stack is nearly used up, an argument of many splits is still read.
#[test]
fn deep_cases_with_deep_arguments_are_refused() {
    let deep = "x ".to_owned() + &"?0 ".repeat(1000) + "! 0 /1" + &" | ! 0 /1".repeat(1000);
    let source = "{ 1 } REPEAT _1 A1 ENDREP";
    for depth in (0..1000).step_by(31) {
        let steps = format!("theorem nim; {}c 0; {deep}", "c 0; o;".repeat(depth));
        let rejected = attack(source, &steps).unwrap_err();
        assert!(rejected.contains("not a contradiction"), "{rejected}");
    }
}

/// Parameters that stand for a whole case: what holds at these points counts as shown.
struct Points(Vec<Vec<Integer>>);

#[derive(Debug)]
struct Refused;

impl From<StepError> for Refused {
    fn from(_: StepError) -> Self {
        Self
    }
}

impl minimality::ProofContext for Points {
    type Error = Refused;

    fn need(&mut self, form: &Affine) -> Result<(), Refused> {
        // A control variable has any value.
        let holds = self.0.iter().all(|point| !form.at(point).is_negative());
        if holds && form.coefficients().len() < 2 { Ok(()) } else { Err(Refused) }
    }

    fn phase(&mut self, form: &Affine, modulus: usize) -> Result<usize, Refused> {
        let modulus = Integer::from(modulus);
        let phases: Vec<_> = self.0.iter().map(|it| form.at(it).mod_floor(&modulus)).collect();
        let same = phases.iter().all(|phase| *phase == phases[0]);
        let phase = phases[0].to_i64().and_then(|phase| usize::try_from(phase).ok());
        let free = form.coefficients().iter().skip(1);
        let same = same && free.into_iter().all(|it| it.mod_floor(&modulus).is_zero());
        phase.filter(|_| same).ok_or(Refused)
    }
}

/// A list with loops inside it up to `depth`, over the parameter x0.
fn list(random: &mut Random, depth: usize, most_depth: usize) -> Vec<Item> {
    let mut items = Vec::new();
    for _ in 0..=random.below(3) {
        let variable = depth + 1;
        let number = |random: &mut Random, below| Integer::from(random.below(below));
        let form = |random: &mut Random| {
            let coefficients: Vec<_> = (0..=depth).map(|_| number(random, 2)).collect();
            Affine::new(number(random, 3), coefficients)
        };
        if depth < most_depth && random.below(3) == 0 {
            let from = Affine::new(number(random, 2), [number(random, 2)]);
            let upto = &from + &form(random).plus(-1);
            let body = list(random, depth + 1, most_depth);
            items.push(Item::Loop(Box::new(Counted { variable, from, upto, body })));
        } else {
            let letters = 1 + random.below(2);
            let cycle = (0..letters).map(|_| Value(random.below(2) as u8)).collect();
            let length = form(random);
            let doubled = length.times(&Integer::from(letters));
            items.push(Item::Word(
                cycle,
                if random.below(2) == 0 { length } else { doubled }.into(),
            ));
        }
    }
    items
}

fn step(random: &mut Random) -> Step {
    let form = |random: &mut Random| {
        let coefficients: Vec<_> = (0..random.below(3)).map(|_| random.below(2).into()).collect();
        Affine::new((random.below(4) as i64 - 1).into(), coefficients)
    };
    let change = match random.below(24) {
        0 => return Step::Spell([List::Before, List::Body, List::Rest][random.below(3)]),
        1 => return Step::Turn,
        2..4 => return Step::Root(random.below(3), random.below(4)),
        4 => return Step::Endless,
        5..8 => return Step::Again,
        8 => return Step::Copies,
        9..11 => return Step::Absorb,
        11..13 => return Step::Take,
        13 => return Step::Ends,
        14 => Change::Drop,
        15 => Change::Cycle((0..=random.below(3)).map(|_| Value(random.below(2) as u8)).collect()),
        16 | 17 => Change::Join,
        18..21 => Change::Cut(form(random)),
        21 => Change::Once,
        22 => Change::Shift(form(random)),
        _ => Change::Power,
    };
    let list = [List::Before, List::Body, List::Rest][random.below(3)];
    let path = (0..=random.below(2)).map(|_| random.below(4)).collect();
    Step::At(ItemPath { list, path }, change)
}

/// What [`grundy_kernel::minimality::rewrite`] promises, at one point.
fn keeps(before: &[Item], body: &[Item], lists: &Lists, point: &[Integer]) -> bool {
    let spelled = |items: &[Item]| values(items, point, 1 << 16).unwrap();
    let (a, b) = (spelled(before), spelled(body));
    let spelled = |list: List| {
        let items = (0..lists.len(list)).filter_map(|index| lists.get(list, index).cloned());
        spelled(&items.collect::<Vec<_>>())
    };
    let (left, cycle, rest) = (spelled(List::Before), spelled(List::Body), spelled(List::Rest));
    let far = a.len() + 4 * (b.len() + 1) * (cycle.len() + rest.len() + 1);
    let mut sequence = a;
    while sequence.len() < far {
        sequence.extend_from_slice(&b);
    }
    let p = cycle.len();
    // Where nothing repeats there is nothing to be said.
    if p == 0 {
        return b.is_empty();
    }
    let copies = (rest.len() / p + 1) * p;
    let starts = sequence[..left.len()] == left[..];
    let repeats = (left.len()..sequence.len() - p).all(|x| sequence[x] == sequence[x + p]);
    let precedes =
        (0..rest.len()).all(|k| sequence[left.len() + copies - rest.len() + k] == rest[k]);
    let least =
        !lists.ended || left.is_empty() || sequence[left.len() - 1] != sequence[left.len() - 1 + p];
    starts && repeats && precedes && least
}

#[test]
fn no_step_changes_the_sequence() {
    let mut random = Random(3);
    let (mut made, mut ended) = (BTreeMap::<String, u32>::new(), 0);
    for _ in 0..6000 {
        let most_depth = random.below(3);
        let body = list(&mut random, 0, most_depth);
        let mut before = list(&mut random, 0, most_depth);
        if random.below(2) == 0 {
            // What the loop repeats stands before it already.
            before.extend_from_slice(&body[random.below(body.len())..]);
        }
        let first = random.below(3);
        let points = (first..=first + random.below(3)).map(|n| vec![Integer::from(n)]).collect();
        let mut judge = Points(points);
        if judge.0.iter().any(|point| values(&body, point, 1 << 16).unwrap().is_empty()) {
            continue;
        }
        let mut lists = Lists::new(before.clone(), body.clone(), 1);
        for _ in 0..40 {
            let step = step(&mut random);
            let known = lists.clone();
            if lists.apply(&step, &mut judge).is_err() {
                lists = known;
                continue;
            }
            for point in &judge.0 {
                assert!(
                    keeps(&before, &body, &lists, point),
                    "{step} at {point:?}\n{before:?}\n{body:?}\n{known:?}\n{lists:?}"
                );
            }
            let name = step.to_string().split(' ').next().unwrap().to_owned();
            *made.entry(name).or_default() += 1;
        }
        ended += u32::from(lists.ended);
    }
    assert!(
        made.len() == 16 && made.values().all(|&times| times > 15) && ended > 500,
        "{made:?} {ended}"
    );
}
