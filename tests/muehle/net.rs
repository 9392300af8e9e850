//! The generated nets against the published numbers.

use grundy_games::muehle::Player;
use grundy_games::muehle::net::{Category, Generated, Variant, generate};
use grundy_games::petri::{Arc, CapacityRule, Firing, Transition};
use std::collections::BTreeSet;

/// The published categories, as many as there are rows.
fn published<T>(of: impl Fn(Category) -> T) -> [T; 13] {
    std::array::from_fn(|index| of(Category::ALL[index]))
}

fn count(generated: &Generated, category: Category) -> usize {
    generated.categories.iter().filter(|it| **it == category).count()
}

#[test]
fn every_category_is_as_large_as_published() {
    let base = generate(Variant::Base, Player::A);
    let counts = published(|category| count(&base, category));
    assert_eq!(counts, [48, 2, 32, 48, 128, 2, 976, 48, 2, 48, 48, 2, 2]);
    assert_eq!(counts.iter().sum::<usize>(), 1386);
    assert_eq!(base.net.transitions.len(), 1386);
    assert_eq!(base.net.places.len(), 128);
    assert_eq!(base.arcs(), (9798, 1248));
    let priorities = published(|category| {
        let ids = (0..base.categories.len()).filter(|id| base.categories[*id] == category);
        let all: BTreeSet<_> = ids.map(|id| base.net.transitions[id].priority).collect();
        assert_eq!(all.len(), 1, "{category:?}");
        all.into_iter().next().unwrap()
    });
    assert_eq!(priorities, [20, 15, 40, 35, 20, 15, 20, 60, 55, 80, 75, 100, 5]);
}

#[test]
fn the_variants_have_their_numbers_of_places_and_transitions() {
    for (variant, transitions) in
        [(Variant::Step2, 1392), (Variant::Doubled, 1436), (Variant::CaptureFromMill, 1434)]
    {
        let made = generate(variant, Player::A);
        assert_eq!(made.net.transitions.len(), transitions, "{variant:?}");
        assert_eq!(made.net.places.len(), 130, "{variant:?}");
        assert_eq!(made.categories.len(), transitions);
        let counts = published(|category| count(&made, category));
        assert_eq!(counts.iter().sum::<usize>(), 1386, "{variant:?}");
    }
}

/// The number of arcs of a transition, of all kinds, a self-loop as one and as two.
fn arcs(transition: &Transition) -> (usize, usize) {
    let all = [&transition.inputs, &transition.outputs, &transition.inhibitors];
    let all: usize = all.map(Vec::len).iter().sum();
    let read = |arc: &&Arc| transition.outputs.contains(arc);
    (all - transition.inputs.iter().filter(read).count(), all)
}

#[test]
fn transitions_have_the_published_numbers_of_arcs() {
    let base = generate(Variant::Base, Player::A);
    let of = |category| {
        let ids = (0..base.categories.len()).filter(|id| base.categories[*id] == category);
        ids.map(|id| arcs(&base.net.transitions[id])).collect::<BTreeSet<_>>()
    };
    for (category, expected) in [
        (Category::Place, [(5, 5)].as_slice()),
        (Category::PlacingImpossible, &[(2, 2)]),
        (Category::DetectMill, &[(6, 9)]),
        (Category::NoMill, &[(3, 4)]),
        (Category::Slide, &[(6, 6)]),
        (Category::NoMove, &[(2, 2)]),
        (Category::Jump, &[(7, 8)]),
        (Category::Capture, &[(6, 6)]),
        (Category::CaptureImpossible, &[(2, 2)]),
        (Category::OpenMill, &[(2, 2), (3, 3)]),
        (Category::NoMillToOpen, &[(1, 1), (2, 2)]),
        (Category::CaptureWin, &[(3, 3)]),
        (Category::NoCaptureWin, &[(2, 2)]),
    ] {
        assert_eq!(of(category), expected.iter().copied().collect(), "{category:?}");
    }
}

#[test]
fn nets_are_well_formed() {
    for variant in Variant::ALL {
        for beginner in Player::ALL {
            let net = generate(variant, beginner).net;
            let places = net.places.iter().map(|place| &place.name);
            let transitions = net.transitions.iter().map(|transition| &transition.name);
            let names: BTreeSet<_> = places.chain(transitions).collect();
            assert_eq!(names.len(), net.places.len() + net.transitions.len(), "{variant:?}");
            for transition in &net.transitions {
                for arcs in [&transition.inputs, &transition.outputs, &transition.inhibitors] {
                    assert!(arcs.is_sorted_by(|left, right| left.place < right.place));
                }
            }
            let marked = net.places.iter().filter(|place| place.initial > 0);
            let marked: Vec<_> = marked.map(|it| (it.name.as_str(), it.initial)).collect();
            let begins = format!("{beginner}-SteinLegen");
            let mut expected = vec![("A-Steine", 9), (begins.as_str(), 1), ("B-Steine", 9)];
            expected.sort_by_key(|(name, _)| net.places.iter().position(|it| it.name == *name));
            assert_eq!(marked, expected);
        }
    }
}

#[test]
fn the_players_are_symmetric() {
    let swapped = |name: &str| {
        let swap = |it: char| match it {
            'A' => 'B',
            'B' => 'A',
            'a' => 'b',
            'b' => 'a',
            other => other,
        };
        // The letter of a player comes first, or after `Spielende:`; the opening section has none.
        let head = name.strip_prefix("Spielende:").unwrap_or(name);
        let player = head.starts_with(['A', 'B', 'a', 'b']);
        let letters = |text: &str| {
            let mut text: Vec<_> = text.chars().collect();
            for index in 0..text.len() {
                if index == 0 || text[index - 1] == '-' && text.get(index + 1) != Some(&'u') {
                    text[index] = swap(text[index]);
                }
            }
            text.into_iter().collect::<String>()
        };
        if !player {
            return name.to_owned();
        }
        name.replace(head, &letters(head))
    };
    for variant in Variant::ALL {
        let net = generate(variant, Player::A).net;
        let other = generate(variant, Player::B).net;
        let shape = |net: &grundy_games::petri::Net, rename: &dyn Fn(&str) -> String| {
            let arcs = |arcs: &[Arc]| {
                let named = |arc: &Arc| (rename(&net.places[arc.place].name), arc.weight.get());
                arcs.iter().map(named).collect::<BTreeSet<_>>()
            };
            let transition = |it: &Transition| {
                (
                    rename(&it.name),
                    it.priority,
                    arcs(&it.inputs),
                    arcs(&it.outputs),
                    arcs(&it.inhibitors),
                )
            };
            net.transitions.iter().map(transition).collect::<BTreeSet<_>>()
        };
        assert_eq!(shape(&net, &swapped), shape(&other, &str::to_owned), "{variant:?}");
    }
}

#[test]
fn slides_without_the_step_from_8_to_1_are_too_few() {
    let base = generate(Variant::Base, Player::A);
    let slides = base.net.transitions.iter().zip(&base.categories);
    let slides = slides.filter(|(_, category)| **category == Category::Slide);
    let across = |name: &str| {
        let places: Vec<_> = name.split('-').filter_map(|field| field.chars().last()).collect();
        places == ['1', '8'] || places == ['8', '1']
    };
    let others = slides.filter(|(transition, _)| !across(&transition.name));
    assert_eq!(others.count(), 116);
}

/// Stones are read by self-loops on places of capacity 1.
#[test]
fn under_the_strict_rule_the_first_turn_does_not_end() {
    let net = generate(Variant::Base, Player::A).net;
    let place = net.transitions.iter().position(|it| it.name == "a1,1").unwrap();
    for (rule, firable) in [(CapacityRule::Net, 1), (CapacityRule::Strict, 0)] {
        let firing = Firing::new(&net, rule);
        let mut marking = net.initial();
        firing.fire(&mut marking, place).unwrap();
        assert_eq!(firing.firable(&marking).len(), firable, "{rule:?}");
    }
}
