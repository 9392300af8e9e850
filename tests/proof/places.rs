//! Where words stand, as a formula, against the words written out.

use crate::support::{descriptions, points};
use grundy_kernel::Integer;
use grundy_kernel::model::{BlockId, Word};
use grundy_language::expand::Expansion;
use grundy_language::limit::CancellationToken;
use grundy_prove::theorem::{Place, place};
use std::collections::BTreeMap;
use std::ptr;

/// The most words of a description that are looked at, and of its sequence for given parameters.
const MOST_WORDS: usize = 150;
const MOST_OCCURRENCES: usize = 3000;
/// The most parameters.
const MOST_POINTS: usize = 20;

#[test]
fn places_of_published_words_are_where_they_are() {
    let (mut words, mut formulas, mut tested) = (0, 0, 0);
    for (name, source) in descriptions() {
        let description =
            grundy_language::lang::parse(&source, &Default::default()).description.unwrap();
        let mut places: BTreeMap<*const Word, Option<Place>> = BTreeMap::new();
        let all = description.blocks.iter().enumerate().flat_map(|(number, block)| {
            block.words.iter().enumerate().map(move |(index, word)| (number, index, word))
        });
        for (number, index, word) in all.take(MOST_WORDS) {
            let block = BlockId::from_index(number);
            let found = place(&description, block, index, &CancellationToken::default());
            formulas += usize::from(found.is_some());
            words += 1;
            places.insert(ptr::from_ref(word), found);
        }
        let all = points(description.parameters.len(), 0..=9).into_iter();
        let all = all.map(|point| point.into_iter().map(Integer::from).collect::<Vec<_>>());
        let conditions = description.constraints();
        let admissible = |point: &Vec<Integer>| conditions.iter().all(|it| it.holds_at(point));
        for point in all.filter(admissible).take(MOST_POINTS) {
            let mut expansion = Expansion::new(&description, &point);
            let mut position = Integer::ZERO;
            for _ in 0..MOST_OCCURRENCES {
                let Some(it) = expansion.next().filter(|_| expansion.passes() == 0) else { break };
                if let Some(Some(place)) = places.get(&ptr::from_ref(it.word)) {
                    let expected = place.position.at(expansion.variables());
                    assert!(expected.is_integer(), "{name}: {}", place.formula());
                    let expected = Integer::from(expected.to_integer());
                    assert_eq!(expected, position, "{name} {point:?}: {}", place.formula());
                    tested += 1;
                }
                position += &it.length;
            }
        }
    }
    println!("{words} words, {formulas} formulas, put to the test {tested} times");
    assert!(2 * formulas > words && tested > 10 * formulas, "{formulas} of {words}, {tested}");
}
