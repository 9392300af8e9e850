//! The family { n 2n+1 4n+2 5n+3 6n+3 } of A. Flammenkamp 1996 for n = 3, which the description for n >= 4 leaves out.

use grundy_sequence::{Rule, oracle};

/// A word: values, from _ = 0 to E = 5, repeated up to a length.  None where a length is negative.
fn words(parts: &[(&str, i64)]) -> Option<String> {
    let word = |&(cycle, length): &(&str, i64)| {
        let length = usize::try_from(length).ok()?;
        Some(cycle.chars().cycle().take(length).collect::<String>())
    };
    parts.iter().map(word).collect()
}

/// The words X, Y, Z, U, V of block t by the printed tables, which are meant for larger n.
fn table(n: i64, t: i64) -> [Option<String>; 5] {
    let (j, h) = (t % n, (n - 3) / 2);
    let (first, steady) = (t < n, t > n + h);
    let x = match j {
        0 if first => words(&[("B", n - 1)]),
        1 if first => words(&[("E", 1), ("B", n - 2)]),
        _ if first => words(&[("B", 1), ("DE", j - 1), ("B", n - 1 - j)]),
        _ if !steady => words(&[("E", j), ("B", 1), ("E", j), ("DE", n - 2 - 2 * j)]),
        _ if j == n - 1 => words(&[("E", n - 1)]),
        _ if j <= h => words(&[("E", j), ("B", 1), ("E", j), ("D", 1), ("E", n - 3 - 2 * j)]),
        _ => words(&[("E", j), ("B", 1), ("E", n - 2 - j)]),
    };
    let y = match j {
        1.. if first => words(&[("B", 1), ("D", 1), ("B", n - 2)]),
        _ if steady && j == n - 1 => words(&[("B", 1), ("D", 1), ("B", n - 2)]),
        _ => words(&[("B", n)]),
    };
    let z = match j {
        0 if first => words(&[("D", n)]),
        _ if first && j == n - 2 => words(&[("D", 2), ("B", 1), ("DE", n - 3)]),
        _ if first && j == n - 1 => words(&[("B", 1), ("D", 1), ("B", 1), ("DE", n - 3)]),
        _ if first => words(&[("D", 2), ("B", 1), ("DE", j), ("D", n - 3 - j)]),
        _ if !steady => words(&[("B", 1), ("D", 2 * j + 2), ("DE", n - 3 - 2 * j)]),
        _ if 2 * j <= n - 5 => words(&[("B", 1), ("D", 2 * j + 3), ("E", 1), ("D", n - 5 - 2 * j)]),
        _ if j == n - 2 => words(&[("D", n)]),
        _ if j == n - 1 => words(&[("B", 1), ("D", 1), ("B", 1), ("D", n - 3)]),
        _ => words(&[("B", 1), ("D", n - 1)]),
    };
    let u = match j {
        0 if first => words(&[("E", 1), ("B", 1), ("E", n - 3), ("D", 1)]),
        1 if first => words(&[("E", 1), ("D", 1), ("B", 1), ("E", n - 4), ("D", 1)]),
        _ if first && j == n - 2 => words(&[("E", 1), ("D", 1), ("E", 1), ("B", n - 3)]),
        _ if first && j == n - 1 => words(&[("B", 1), ("D", 1), ("E", 1), ("B", n - 3)]),
        _ if first => {
            words(&[("E", 1), ("D", 1), ("E", 1), ("B", j - 1), ("E", n - 3 - j), ("D", 1)])
        }
        _ if steady && j == n - 3 => words(&[("B", n - 1), ("D", 1)]),
        _ if steady && j == n - 2 => words(&[("E", 1), ("B", n - 1)]),
        _ if steady && j == n - 1 => words(&[("B", 1), ("D", 1), ("B", n - 2)]),
        _ => words(&[("B", j + 2), ("E", 1), ("B", n - 3 - j)]),
    };
    let v = match j {
        _ if first && j == n - 1 => "D",
        _ if first => "B",
        _ if steady && j == n - 2 => "B",
        _ => "D",
    };
    [x, y, z, u, Some(format!("D{v}"))]
}

/// The words of block t, read from the game: the others of the block are
/// `_n An _1 X(n-1) A1 _n An Y(n) Cn Z(n) C1 U(n) Cn V(2)`.
fn computed(n: usize, values: &[char], t: usize) -> [String; 5] {
    let mut rest = values[t * (10 * n + 4)..].iter().copied();
    let mut take = |length: usize| rest.by_ref().take(length).collect::<String>();
    let mut same = |value: &str, length: usize| assert_eq!(take(length), value.repeat(length));
    same("_", n);
    same("A", n);
    same("_", 1);
    let x = take(n - 1);
    for (value, length) in [("A", 1), ("_", n), ("A", n)] {
        assert_eq!(take(length), value.repeat(length));
    }
    let y = take(n);
    assert_eq!(take(n), "C".repeat(n));
    let z = take(n);
    assert_eq!(take(1), "C");
    let u = take(n);
    assert_eq!(take(n), "C".repeat(n));
    [x, y, z, u, take(2)]
}

fn values(n: usize) -> Vec<char> {
    let sizes = [n, 2 * n + 1, 4 * n + 2, 5 * n + 3, 6 * n + 3].map(|size| size as u64);
    let values = oracle::values(Rule::Mex, &sizes, (4 * n + 2) * (10 * n + 4));
    values.iter().map(|value| ['_', 'A', 'B', 'C', 'D', 'E'][usize::from(value.0)]).collect()
}

/// Blocks, with the place among X, Y, Z, U, V, where the tables are wrong; and what stands there.
fn exceptions(n: usize) -> Vec<(usize, usize, String)> {
    let values = values(n);
    let differs = |t: usize| {
        let expected = table(n as i64, t as i64);
        let found = computed(n, &values, t).into_iter().enumerate().zip(expected);
        found
            .filter(|((_, one), other)| Some(one) != other.as_ref())
            .map(move |((at, one), _)| (t, at, one))
    };
    (0..4 * n + 2).flat_map(|t| differs(t).collect::<Vec<_>>()).collect()
}

/// For n = 3 four words differ from the tables: three are printed, the U of block 3 is not.
#[test]
fn the_words_for_n_equal_to_three() {
    let expected = [(1, 3, "EDB"), (2, 3, "BDD"), (3, 0, "BE"), (3, 3, "BBD")];
    let expected = expected.map(|(t, at, word)| (t, at, word.to_owned()));
    assert_eq!(exceptions(3), expected);
    for n in 4..=9 {
        assert_eq!(exceptions(n), [], "n = {n}");
    }
}

/// The endless loop of the source begins at h = 0, but its first block is that of j = (n-1)/2.
#[test]
fn the_endless_loop_does_not_begin_at_0() {
    for n in [5, 7, 9] {
        let first = n + (n - 3) / 2 + 1;
        let found = computed(n, &values(n), first).map(Some);
        let [right, printed] = [first, 2 * n].map(|t| table(n as i64, t as i64));
        assert_eq!(found, right);
        assert_ne!(found[0], printed[0]);
        if n == 5 {
            assert_eq!(
                [&right[0], &printed[0]],
                [&Some("EEBE".to_owned()), &Some("BDEE".to_owned())]
            );
        }
    }
}
