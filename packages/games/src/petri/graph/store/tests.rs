//! The store by itself, and filled by several threads.

use super::*;
use std::sync::Barrier;
use std::thread;

/// Adds a marking by one thread; was it not here before?
fn insert(store: &mut Store, marking: &[u32]) -> bool {
    let (words, mut numbers, before) = (store.fields.pack(marking), 0..0, store.len());
    assert!(store.make_room(1, 1, 1, None));
    store.insert(&words, hash(&words), &mut numbers);
    store.settle([numbers].into_iter());
    store.len() > before
}

#[test]
fn markings_keep_their_numbers_when_fields_widen() {
    let first = [0, 1, 5];
    let mut store = Store::new(&first);
    let mut all = vec![first.to_vec()];
    let mut tokens = 1;
    while tokens < u32::MAX / 3 {
        tokens *= 3;
        let marking = vec![tokens, tokens + 1, tokens - 1];
        for (place, &tokens) in marking.iter().enumerate() {
            if tokens > store.fields.most(place) {
                store.widen(&[(place, tokens)], None);
            }
        }
        assert!(insert(&mut store, &marking));
        assert!(!insert(&mut store, &marking));
        all.push(marking);
    }
    assert_eq!(store.fields.stride, 2);
    assert_eq!(store.len(), all.len());
    for (number, marking) in all.iter().enumerate() {
        let mut read = vec![0; 3];
        store.fields.unpack(&store.words(number), &mut read);
        assert_eq!(&read, marking);
        assert_eq!(store.find(&store.fields.pack(marking)), Some(number));
    }
}

#[test]
fn a_net_without_places_has_one_marking() {
    let mut store = Store::new(&[]);
    assert_eq!(store.len(), 1);
    assert!(!insert(&mut store, &[]));
}

/// All threads add the same markings at the same time, in different orders.
#[test]
fn threads_add_each_marking_once() {
    const THREADS: usize = 4;
    for wide in [false, true] {
        let first = if wide { vec![u32::MAX; 5] } else { vec![1000, 15] };
        let mut store = Store::new(&first);
        let mut count = 1;
        for round in 1..6 {
            let all = 3000 * round;
            let new = |of: usize| {
                let mut marking = first.clone();
                marking[0] = (of % 1000) as u32;
                marking[1] = (of / 1000) as u32;
                marking
            };
            assert!(store.make_room(1, THREADS, all, Some(&Threads::new(2))));
            let together = Barrier::new(THREADS);
            let add = |thread: usize| {
                let mut numbers = 0..0;
                together.wait();
                for step in 0..all {
                    let of = if thread.is_multiple_of(2) { step } else { all - 1 - step };
                    let words = store.fields.pack(&new(of));
                    store.insert(&words, hash(&words), &mut numbers);
                }
                numbers
            };
            let left: Vec<_> = thread::scope(|scope| {
                let add = &add;
                let all: Vec<_> = (0..THREADS).map(|it| scope.spawn(move || add(it))).collect();
                all.into_iter().map(|it| it.join().unwrap()).collect()
            });
            let before = store.len();
            store.settle(left.into_iter());
            count += 3000;
            assert_eq!(store.len(), count, "after {before}");
            let mut seen = vec![false; count];
            for marking in (0..all).map(new).chain([first.clone()]) {
                let number = store.find(&store.fields.pack(&marking)).unwrap();
                assert_eq!(store.words(number), store.fields.pack(&marking));
                assert!(!std::mem::replace(&mut seen[number], true));
            }
            assert!(seen.iter().all(|&it| it));
            assert_eq!(store.find(&store.fields.pack(&new(all))), None);
        }
    }
}

#[test]
fn numbers_that_were_not_used_are_filled() {
    let mut store = Store::new(&[100]);
    assert!(store.make_room(3 * BLOCK, 2, 0, None));
    let (mut left, mut right) = (0..0, 0..0);
    // The blocks of the two are 0, 2 and 1, 3; of the first ones all is used.
    for tokens in 0..BLOCK as u32 + 3 {
        for (numbers, tokens) in [(&mut left, tokens), (&mut right, 50 + tokens)] {
            store.insert(&[tokens.into()], hash(&[tokens.into()]), numbers);
        }
    }
    assert_eq!((&left, &right), (&(67..96), &(99..128)));
    store.settle([left, right].into_iter());
    assert_eq!(store.len(), 1 + 2 * (BLOCK + 3));
    let numbers: std::collections::BTreeSet<_> =
        (0..BLOCK as u64 + 3).flat_map(|it| [it, 50 + it]).map(|it| store.find(&[it])).collect();
    assert!(numbers.into_iter().eq((1..store.len()).map(Some)));
}

#[test]
fn too_many_numbers_are_refused() {
    let mut store = Store::new(&[0]);
    assert!(!store.make_room(MOST_SETTLED, 1, 1 << 28, None));
    assert!(!store.make_room(1, 1 << 20, 1 << 20, None));
}
