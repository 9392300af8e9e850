//! Theorems that are found about families nobody has looked at, compared with direct computation.

use grundy_engines::runs::LoopSearch;
use grundy_infer::infer::{Class, Family, Method, Options, Theorem, infer};
use grundy_kernel::Integer;
use grundy_kernel::affine::Affine;
use grundy_kernel::model::Move;
use grundy_language::diagnostic::Span;
use grundy_language::lang;
use grundy_language::limit::CancellationToken;
use grundy_prove::theorem::{Law, Piece, theorem};
use grundy_sequence::{Game, Moves, Rule, cycle};
use num_rational::BigRational;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

fn by_description() -> Options<'static> {
    Options { by: Some(Method::Description), ..Options::default() }
}

/// Two to four moves a * n + b with small numbers, each once.
fn forms() -> impl Strategy<Value = Vec<(i64, i64)>> {
    let several = proptest::collection::vec((1..=6_i64, -2..=2_i64), 2..=4);
    several.prop_filter("a move stands there twice", |forms| {
        (1..forms.len()).all(|one| !forms[..one].contains(&forms[one]))
    })
}

/// The family with these moves a n + b.
pub fn family(forms: &[(i64, i64)]) -> Family {
    let span = Span { start: 0, end: 0 };
    let moves: Vec<_> = forms
        .iter()
        .map(|&(a, b)| Move { size: Affine::new(b.into(), [Integer::from(a)]), last: None, span })
        .collect();
    Family::new('n', &moves, 0).expect("a family")
}

/// What is said about a parameter.
fn said(said: &[Law], parameter: i64) -> Option<BigRational> {
    let law = said.iter().find(|it| it.class().is_some_and(|it| it.contains(parameter)))?;
    Some(law.at(&[parameter.into()]))
}

/// Compares an outcome with games that are computed one by one; gives their number.
fn judge(forms: &[(i64, i64)], family: &Family, outcome: &Theorem) -> usize {
    let mut compared = 0;
    let stop = CancellationToken::default();
    for parameter in (family.least()..family.least() + 12).chain([31, 48, 65]) {
        let sizes = family.sizes(parameter).expect("small numbers");
        let game = Game::new(Moves::new(&sizes).expect("moves"), Rule::Normal).expect("a game");
        let Ok(found) = cycle(&game, 1 << 19, &stop) else { continue };
        let exception = outcome.known.exceptions.iter().find(|one| one.parameter == parameter);
        let [period, preperiod] = match exception {
            Some(one) => match &one.cycle {
                Some([period, preperiod]) => {
                    [period, preperiod].map(|number| BigRational::from_integer(number.to_big()))
                }
                None => continue,
            },
            None => match [outcome.known.period(), outcome.known.preperiod()]
                .map(|it| said(&it, parameter))
            {
                [Some(period), Some(preperiod)] => [period, preperiod],
                // This class is open.
                _ => continue,
            },
        };
        let direct =
            [found.period, found.preperiod].map(|number| BigRational::from_integer(number.into()));
        assert_eq!([period, preperiod], direct, "{forms:?} at {parameter}");
        compared += 1;
    }
    compared
}

/// Do the values of a large game recur soon?  Where they do not, a search takes long.
fn is_short(family: &Family) -> bool {
    let sizes = family.sizes(1000).expect("small numbers");
    let mut search = LoopSearch::to_compare(&sizes, Rule::Normal).expect("increasing moves");
    search.run(1 << 11, &CancellationToken::default()) == Ok(true)
}

/// With a small part of the work that is usual: nothing more is found with all of it, in seven minutes for
/// { 5n-2 5n+1 n-1 4n }.
#[test]
fn theorems_agree_with_direct_computation() {
    let mut runner = TestRunner::deterministic();
    let options = Options { work: 1 << 19, ..by_description() };
    let (mut short, mut proved, mut compared) = (0, 0, 0);
    for _ in 0..40 {
        let forms = forms().new_tree(&mut runner).expect("moves").current();
        let family = family(&forms);
        if !is_short(&family) {
            continue;
        }
        short += 1;
        let outcome = infer(&family, &options);
        proved += usize::from(outcome.is_proved());
        compared += judge(&forms, &family, &outcome);
    }
    assert!(
        short >= 25 && proved + 2 >= short && compared > 300,
        "{proved} of {short} proved, {compared} games compared"
    );
}

/// Where only the games for some numbers look different, as for n mod 8 = 4 in { 4 n }, one description of
/// all games is found, and the theorem tells the numbers apart.
#[test]
fn one_description_is_found_where_games_look_different() {
    for (fixed, factor, summand) in
        [(2, 1, 0), (3, 1, 0), (4, 1, 0), (5, 1, 0), (5, 3, -2), (4, 2, 1)]
    {
        let forms = [(0, fixed), (factor, summand)];
        let family = family(&forms);
        let outcome = infer(&family, &by_description());
        assert!(outcome.is_proved(), "{forms:?}");
        assert_eq!(outcome.descriptions().len(), 1, "{forms:?}");
        assert!(judge(&forms, &family, &outcome) >= 12);
    }
}

/// The description of several classes as one gives the theorem that those of the classes give, though
/// the game with n = 16 is an exception in its class.
#[test]
fn the_description_of_all_classes_gives_their_theorem() {
    let family = family(&[(0, 2), (1, 0), (1, 3)]);
    let options = by_description();
    let outcome = infer(&family, &options);
    assert!(outcome.descriptions().len() > 1);
    let text = outcome.description(&options).expect("a description").expect("a proof");
    let description = lang::parse(&text, &Default::default()).description.expect("a model");
    let theorem = theorem(&description, &Default::default()).expect("a theorem");
    assert!(theorem.is_minimal());
    let names = &theorem.parameters;
    let said = |pieces: &[Piece]| -> Vec<_> {
        pieces.iter().map(|it| format!("{} for {}", it.formula(names), it.when(names))).collect()
    };
    assert_eq!(
        said(&theorem.period),
        [
            "2n + 3 for n >= 20 and n mod 4 == 0",
            "7 for n == 16",
            "2n + 3 for n >= 17 and n mod 4 >= 1"
        ]
    );
    assert_eq!(
        said(&theorem.preperiod),
        [
            "5n + 18 for n >= 16 and n mod 4 == 0",
            "n + 4 for n >= 17 and n mod 4 == 1",
            "0 for n >= 18 and n mod 4 >= 2"
        ]
    );
}

/// A theorem about a part of the games is about no others.
#[test]
fn classes_are_kept_apart() {
    let forms = [(0, 2), (0, 3), (1, 0)];
    let family = family(&forms);
    for residue in 0..5 {
        let class = Class { modulus: 5, residue };
        let outcome = infer(&family, &Options { class, ..Default::default() });
        assert!(outcome.open.is_empty());
        assert!(
            outcome
                .known
                .period()
                .iter()
                .all(|it| it.class().is_some_and(|it| it.modulus % 5 == 0))
        );
        assert!(judge(&forms, &family, &outcome) >= 2);
    }
}
