//! Periods by jumps: families of degree 1 to 4, steps and seconds.
//!
//! ```sh
//! cargo bench --bench accelerate
//! ```

use grundy_engines::runs::LoopSearch;
use grundy_language::limit::CancellationToken;
use grundy_sequence::Rule;
use std::time::Instant;

/// Moves a * n + b as pairs, n, and the period.
type Case = (&'static [(u64, i64)], u64, &'static str);

/// Published polynomials, at most half a minute each, and a family of combs.
const FAMILIES: [Case; 6] = [
    // 14n^3 + 11n + 1
    (&[(2, 0), (5, 0), (6, 1), (8, 1)], 1_000_000, "14000000000011000001"),
    // 56n^3 + 52n^2 + 9n + 1
    (&[(1, 0), (4, 0), (12, 1), (16, 1)], 1_000_000, "56000052000009000001"),
    // 120n^2 - n - 1
    (&[(1, 0), (7, 1), (20, 2), (21, 2)], 1_000_000, "119999998999999"),
    // Its windows have order n many runs.
    (&[(2, 0), (7, -2), (9, 2)], 1_000_003, "16000048"),
    // 12n^4 - 32n^3 + 23n^2 - 137n + 16 for even n
    (&[(3, -1), (6, 0), (8, 0), (9, -1)], 1_000_000, "11999968000022999863000016"),
    // 456n^4 - 256n^3 + 8n^2 + 9n + 1
    (&[(1, 0), (4, 0), (17, 1), (21, 1)], 1_000_000, "455999744000008000009000001"),
];

fn main() {
    let stop = CancellationToken::default();
    for (forms, n, period) in FAMILIES {
        let sizes: Vec<_> = forms.iter().map(|&(a, b)| (a * n).saturating_add_signed(b)).collect();
        let mut search = LoopSearch::new(&sizes, Rule::Normal).expect("increasing moves");
        let start = Instant::now();
        assert_eq!(search.run(20_000_000, &stop), Ok(true), "{sizes:?}");
        let searched = start.elapsed();
        let cycle = search.cycle(&stop).expect("no limit").expect("a cycle");
        assert_eq!((cycle.period.to_string().as_str(), cycle.is_least), (period, true));
        let done = search.statistics();
        println!(
            "{sizes:?}: {:.3} s to the recurrence, {:.3} s in all, {} steps, {} jumps, {} kept",
            searched.as_secs_f64(),
            start.elapsed().as_secs_f64(),
            done.steps,
            done.jumps,
            done.entries
        );
    }
}
