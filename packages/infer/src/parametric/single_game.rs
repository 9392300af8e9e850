//! The proof for one game.
//!
//! Moves that are the same for all n form a class like any other: the loop structure of the game, anti-unified with
//! itself, has counts without n.  Where runs show nothing, the game is taken for the first one of a class whose moves
//! are each a number of rows of n positions and few more.  What a search for the period has found is tried first.

use super::least_parameter::shows;
use super::prove::{Games, ShownClass, prove_structures};
use super::{Move, ParametricOptions, ParametricTheorem};
use crate::one_game::{Structure, Walls};
use crate::open::{Open, Reason};
use crate::trace::Proof;

/// The most words of domains that are computed.
const WORDS: u64 = 1 << 27;

/// Proves the least period and preperiod of the outcomes of one game.
///
/// The game is that of the first parameter of the only class.  The evidence is that of a search that found them, if one did.
///
/// # Errors
/// Why no trace shows both.
pub fn one_game(
    sizes: &[u64],
    evidence: Option<Structure>,
    options: &ParametricOptions<'_>,
) -> Result<ParametricTheorem, Open> {
    let of = |&size: &u64| i64::try_from(size).map(|summand| Move { factor: 0, summand });
    let moves: Vec<_> = sizes
        .iter()
        .map(of)
        .collect::<Result<_, _>>()
        .map_err(|_| Open { parameter: 1, reason: Reason::Moves })?;
    let by_runs = |mut games: Games<'_>| {
        let structure = games.structure(1)?;
        prove_structures(&moves, [1, 1], [&structure, &structure], options)
    };
    let known = || match &evidence {
        Some(Structure::LoopStructure(one)) => {
            prove_structures(&moves, [1, 1], [one, one], options)
        }
        Some(Structure::Diagram(it)) => {
            Ok(ShownClass { proof: Proof::Diagram(it.0.clone()), shown: it.1.clone() })
        }
        None => Err(Open { parameter: 1, reason: Reason::Unlike }),
    };
    let ways: [&dyn Fn() -> Result<ShownClass, Open>; 4] = [
        &known,
        &|| by_runs(Games::new(&moves, options)),
        &|| by_runs(Games::combed(&moves, options)),
        &|| by_walls(sizes, options),
    ];
    let mut open = Open { parameter: 1, reason: Reason::Unlike };
    for way in ways {
        match way() {
            Ok(class) if shows(&class) == [true; 2] => {
                let [_, step] = class.proof.class();
                return Ok(ParametricTheorem {
                    modulus: step,
                    classes: vec![class],
                    open: Vec::new(),
                });
            }
            Ok(_) => {}
            Err(other) => open = other,
        }
        if options.stop.requested() {
            break;
        }
    }
    Err(open)
}

fn by_walls(sizes: &[u64], options: &ParametricOptions<'_>) -> Result<ShownClass, Open> {
    let open = |reason| Open { parameter: 1, reason };
    let mut walls = Walls::new(sizes).ok_or(open(Reason::Moves))?;
    let found = walls.proof(WORDS, &options.stop).ok_or(open(Reason::Unlike));
    found.map(|(_, diagram, shown)| ShownClass { proof: Proof::Diagram(diagram), shown })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::one_game::Search;
    use grundy_sequence::{Game, Moves, Rule, cycle};
    use proptest::prelude::*;

    /// The values of what is shown for the game, which is the first one.
    fn values(theorem: &ParametricTheorem) -> [String; 2] {
        let [class] = &theorem.classes[..] else { panic!("one class") };
        let first = [class.proof.class()[0].into()];
        let preperiod = class.shown.preperiod.as_ref().expect("a preperiod");
        [&class.shown.period, preperiod].map(|polynomial| polynomial.at(&first).to_string())
    }

    #[test]
    fn domains_show_the_first_game_of_a_family() {
        let n = 1_000_000_000;
        let sizes = [8 * n + 1, 16 * n - 1, 18 * n - 1, 26 * n];
        let class = by_walls(&sizes, &ParametricOptions::default()).expect("a proof");
        assert_eq!(shows(&class), [true; 2]);
        let theorem = ParametricTheorem { modulus: 1, classes: vec![class], open: Vec::new() };
        assert_eq!(values(&theorem), ["34000000001".to_owned(), "0".to_owned()]);
        // A diagram is about all games of its class.
        let [start, _] = theorem.classes[0].proof.class();
        let of = |it: &Move| u64::try_from(it.factor * start + it.summand).ok();
        let moves: Vec<_> = theorem.classes[0].proof.moves().iter().map(of).collect();
        assert_eq!(moves, sizes.map(Some));
    }

    #[test]
    fn what_a_search_has_found_is_proved_without_another_one() {
        let sizes = [2000, 5000, 6001, 8001];
        let mut search = Search::without_positions(&sizes, Rule::Normal).expect("moves");
        assert!(search.evidence().is_none());
        while search.advance(&Default::default()).expect("no limit").is_none() {}
        let evidence = search.evidence();
        assert!(matches!(evidence, Some(Structure::LoopStructure(_))));
        let options = ParametricOptions { steps: 0, ..ParametricOptions::default() };
        let theorem = one_game(&sizes, evidence.clone(), &options).expect("a proof");
        assert_eq!(values(&theorem), ["14000011001".to_owned(), "0".to_owned()]);
        // It shows nothing about another game.
        if let Ok(other) = one_game(&[3, 7, 8], evidence, &options) {
            assert_eq!(values(&other), ["5".to_owned(), "8".to_owned()]);
        }
    }

    proptest! {
        // Nearly every game has a proof by trace; { 5 20 24 38 } is one that has none.
        #![proptest_config(ProptestConfig { max_global_rejects: 8, ..ProptestConfig::default() })]
        #[test]
        fn what_is_shown_is_what_direct_computation_finds(
            sizes in prop::collection::btree_set(1_u64..40, 1..5),
        ) {
            let sizes: Vec<_> = sizes.into_iter().collect();
            let game = Game::new(Moves::new(&sizes).unwrap(), Rule::Normal).unwrap();
            let direct = cycle(&game, 1 << 24, &Default::default()).unwrap();
            let found = one_game(&sizes, None, &ParametricOptions::default());
            prop_assume!(!matches!(&found, Err(Open { reason: Reason::Unlike, .. })));
            let theorem = found.expect("a proof");
            prop_assert_eq!(values(&theorem), [direct.period, direct.preperiod].map(|number| number.to_string()));
        }
    }
}
