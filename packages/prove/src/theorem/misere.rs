//! Misère play from normal play.
//!
//! In misère play a position without a move is won.  Let m be the least move, v(x) the outcome of x in
//! normal play, and w(x) that in misère play.
//!
//! **Lemma.**  w(x) = N for x < m, and w(x + m) = v(x) for x >= 0.  *Proof.*  Below m there is no move.  From x + m
//! with x >= 0 there is always a move, m itself, so x + m is won if and only if some option x + m - s is lost; one
//! below m is won, and one from m on has the outcome v(x - s) by induction.  So x + m is won if and only if v(x - s) =
//! P for some move s <= x, which is what v(x) = N means.
//!
//! Let p and q be the least period and preperiod of v.
//!
//! * The least period of w is p: w is v, delayed by m positions.
//! * If q > 0 the least preperiod of w is q + m: the last difference of v, between v(q-1) and v(q-1+p), is one of w, m
//!   positions later.
//! * If q = 0 it is 0.  We have to show that w(x + p) = N for x < m.  The positions 0, ..., m-1 of v are lost and m is
//!   won, so p > m, and p, ..., p+m-1 are lost.  From each of these the move m leads to p + x - m >= 0, which is
//!   therefore won, and w(x + p) = v(p + x - m) = N.
//!
//! A game without a move has w(x) = N and v(x) = P for all x: period 1 and preperiod 0 in both.  Where there is a
//! start, each move is possible from each position, so misère play is normal play if there is a move.

use super::claim::sign::sign;
use super::compare::compared;
use super::{
    Case, Context, ContextError, CycleLengths, Division, MOST_CASES, Theorem, Tree, Undecided,
};
use crate::affine::Affine;
use crate::limit::CancellationToken;
use crate::model::{Description, Move, Rule};
use crate::polynomial::Polynomial;
use std::cmp::Ordering;

/// The theorem about misère play of the games of a description, from the one about their outcomes in normal play.
///
/// ```
/// use grundy_prove::theorem::{TheoremOptions, theorem, misere_play};
/// let source = "n >= 1 { n 2n } REPEAT -n +(2n) ENDREP";
/// let description = grundy_language::lang::parse(source, &Default::default()).description.unwrap();
/// let normal = theorem(&description, &TheoremOptions::default()).unwrap();
/// let misere = misere_play(&normal, &description, &Default::default()).unwrap();
/// assert_eq!(misere.period[0].formula(&misere.parameters), "3n");
/// assert_eq!(misere.preperiod[0].formula(&misere.parameters), "0");
/// ```
///
/// # Errors
/// When the theorem is not about outcomes of normal play, or a limit is reached.
///
/// # Panics
/// When direct computation contradicts, as [`theorem`](super::theorem()).
pub fn misere_play(
    theorem: &Theorem,
    description: &Description,
    stop: &CancellationToken,
) -> Result<Theorem, Undecided> {
    let is_normal = matches!(description.rule, Rule::Mex | Rule::Normal);
    if !is_normal || theorem.values != Rule::Normal.alphabet() {
        return Err(Undecided::NotNormal);
    }
    if description.start.is_some() {
        return Ok(Theorem { by_lemma: true, ..theorem.clone() });
    }
    let mut division = Division { loops: 0, left: MOST_CASES, stop };
    let tree = divided(&theorem.tree, &description.moves, &mut division)?;
    let misere = Description { rule: Rule::Misere, ..description.clone() };
    Theorem::of(tree, description, theorem.values, stop)
        .and_then(|twin| compared(Theorem { by_lemma: true, ..twin }, &misere, stop))
        .map_err(Undecided::Limit)
}

/// The tree with its cases divided until each has one answer.
fn divided(
    tree: &Tree<CycleLengths>,
    moves: &[Move],
    division: &mut Division<'_>,
) -> Result<Tree<CycleLengths>, Undecided> {
    match tree {
        Tree::Empty => Ok(Tree::Empty),
        Tree::Leaf(leaf) => {
            let (case, normal) = &**leaf;
            let mut answer =
                |case: &Case, context: &mut Context| misere(normal, moves, case, context);
            division.divide(case.clone(), &mut answer, &mut |_, why| Err(why))
        }
        Tree::Split(case, by, parts) => {
            let parts = parts.iter().map(|part| divided(part, moves, division));
            Ok(Tree::Split(case.clone(), by.clone(), parts.collect::<Result<_, _>>()?))
        }
    }
}

/// What follows throughout a case.  Where it is not clear whether the preperiod is 0, it grows, and may not be the
/// least one.
fn misere(
    normal: &CycleLengths,
    moves: &[Move],
    case: &Case,
    context: &mut Context,
) -> Result<CycleLengths, ContextError> {
    let sign = sign(&case.in_variables(&normal.preperiod), context)?;
    let least = case.in_parameters(&Polynomial::from(&least(moves, case, context)?));
    let preperiod = match sign {
        Some(Ordering::Less | Ordering::Equal) => Polynomial::zero(),
        Some(Ordering::Greater) | None => normal.preperiod.plus(&least),
    };
    Ok(CycleLengths {
        preperiod,
        preperiod_is_least: normal.preperiod_is_least && sign.is_some(),
        before: normal.before.plus(&least),
        // The steps of a certificate are about normal play.
        steps: None,
        ..normal.clone()
    })
}

/// The least move throughout a case, over its variables; 0 where there is none.
fn least(moves: &[Move], case: &Case, context: &mut Context) -> Result<Affine, ContextError> {
    let mut least: Option<Affine> = None;
    for one in moves {
        let [size, last] = [&one.size, one.greatest()].map(|form| form.substitute(&case.forms));
        if one.last.is_some() && !context.at_most(&size, &last)? {
            continue;
        }
        least = match least {
            Some(least) if context.at_most(&least, &size)? => Some(least),
            _ => Some(size),
        };
    }
    Ok(least.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::super::{Piece, TheoremOptions, theorem};
    use super::*;
    use crate::Integer;
    use crate::lang;
    use crate::model::Alphabet;
    use crate::sequence::{Game, Moves, cycle, oracle};

    /// The lemma for all sets of moves up to 10: the sequence, the period, the preperiod.
    #[test]
    fn misere_play_is_normal_play_later() {
        let stop = CancellationToken::default();
        let mut late = 0;
        for set in 1_u64..1 << 10 {
            let sizes: Vec<u64> = (1..=10).filter(|size| set >> (size - 1) & 1 == 1).collect();
            let least = sizes[0];
            let [normal, misere] =
                [Rule::Normal, Rule::Misere].map(|rule| oracle::values(rule, &sizes, 3000));
            let (below, later) = misere.split_at(least as usize);
            assert!(below.iter().all(|value| value.0 == 1), "{sizes:?}");
            assert_eq!(later, &normal[..later.len()], "{sizes:?}");
            // The same for the sequences themselves, as far as they are written out.
            let [one, other] = [&normal, &misere].map(|values| {
                let period = (1..1000).find(|p| (1500..2000).all(|x| values[x] == values[x + p]));
                let period = period.expect("a short period");
                let differs = |x: &usize| values[*x] != values[x + period];
                (period, (0..1500).rev().find(differs).map_or(0, |x| x + 1))
            });
            let preperiod = if one.1 == 0 { 0 } else { one.1 + least as usize };
            assert_eq!(other, (one.0, preperiod), "{sizes:?}");
            let game = Game::new(Moves::new(&sizes).expect("moves"), Rule::Misere).expect("a game");
            let found = cycle(&game, 1 << 20, &stop).expect("a short period");
            assert_eq!((found.period as usize, found.preperiod as usize), other, "{sizes:?}");
            late += usize::from(one.1 > 0);
        }
        assert_eq!(late, 34);
    }

    /// What a theorem says about these parameters.
    fn said(pieces: &[Piece], point: &[Integer]) -> String {
        let piece = pieces.iter().find(|piece| piece.contains(point)).expect("a piece");
        piece.polynomial.at(point).to_string()
    }

    /// Compares the twin of a text with the games of its first parameters; returns for how many the preperiod is 0, and
    /// for how many it is not.
    fn judge(source: &str, upto: i64) -> [usize; 2] {
        let stop = CancellationToken::default();
        let description = lang::parse(source, &Default::default()).description.expect("a model");
        let options =
            TheoremOptions { values: Some(Alphabet::Outcome), ..TheoremOptions::default() };
        let normal = theorem(&description, &options).expect("a theorem");
        let twin = misere_play(&normal, &description, &stop).expect("a twin");
        assert!(twin.is_minimal() && !twin.can_be_certified(), "{source}");
        let mut counts = [0, 0];
        for point in (1..=upto).map(|n| [Integer::from(n)]) {
            if !normal.period.iter().any(|piece| piece.contains(&point)) {
                continue;
            }
            let sizes = description.sizes(&point, 100).expect("few moves");
            let mut sizes: Vec<_> =
                sizes.iter().map(|(size, _)| size.to_i64().expect("small") as u64).collect();
            sizes.sort_unstable();
            sizes.dedup();
            let (period, preperiod) = match Moves::new(&sizes) {
                Ok(moves) => {
                    let game = Game::new(moves, Rule::Misere).expect("a game");
                    let found = cycle(&game, 1 << 20, &stop).expect("a short period");
                    (found.period, found.preperiod)
                }
                Err(_) => (1, 0),
            };
            let found = (said(&twin.period, &point), said(&twin.preperiod, &point));
            assert_eq!(found, (period.to_string(), preperiod.to_string()), "{source} {point:?}");
            counts[usize::from(preperiod > 0)] += 1;
        }
        counts
    }

    /// Published families: preperiods that are 0 for some parameters, and grow with others.
    #[test]
    fn twins_are_what_is_computed() {
        let folder = "../../descriptions/subtraction";
        let mut counts = [0, 0];
        for name in ["one_move", "one_free_move/2_4_n", "one_free_move/4_6_n", "obs20", "odd_move"]
        {
            let source =
                std::fs::read_to_string(format!("{folder}/{name}.nimseq")).expect("a text");
            let [zero, late] = judge(&source, 40);
            counts = [counts[0] + zero, counts[1] + late];
        }
        assert!(counts.iter().all(|&count| count > 30), "{counts:?}");
    }

    /// The least move may be a different one for different parameters, and some games have no moves.
    #[test]
    fn the_least_move_may_depend_on_the_parameters() {
        let mut counts = [0, 0];
        for moves in [
            "{ 16-n n-1 18-2n }",
            "{ 6 2n-4 2n+3 }",
            "{ n-2..3 }",
            "{ n-2..8-n 2n }",
            "{ 5n-4 n+9 }",
        ] {
            let family = lang::moves(moves).expect("moves").moves;
            let mut text = [String::new(), String::new()];
            for n in 3..=8 {
                let sizes: Vec<u64> = (family.iter())
                    .flat_map(|one| one.sizes(&[n.into()], 100).expect("few"))
                    .map(|size| size.to_i64().expect("small") as u64)
                    .collect();
                let values = oracle::values(Rule::Normal, &sizes, 4000);
                let period = (1..1000).find(|p| (2000..3000).all(|x| values[x] == values[x + p]));
                let period = period.expect("a short period");
                let first = (0..2000).rev().find(|&x| values[x] != values[x + period]);
                let first = first.map_or(0, |x| x + 1);
                let head = if n == 3 { "IF" } else { "ELIF" };
                for (text, range) in text.iter_mut().zip([0..first, first..first + period]) {
                    let letters: Vec<_> = (values[range].iter())
                        .map(|value| Alphabet::Outcome.letter(*value).to_string())
                        .collect();
                    *text += &format!("{head} n == {n} THEN {} ", letters.join(" "));
                }
            }
            let [before, period] = text;
            let source = format!("n >= 3 n <= 8 {moves} {before} FI REPEAT {period} FI ENDREP");
            let [zero, late] = judge(&source, 8);
            assert_eq!(zero + late, 6);
            counts = [counts[0] + zero, counts[1] + late];
        }
        assert!(counts.iter().all(|&count| count > 4), "{counts:?}");
    }

    #[test]
    fn other_rules_have_no_twin() {
        let stop = CancellationToken::default();
        let model =
            |source: &str| lang::parse(source, &Default::default()).description.expect("a model");
        let other = model("RULE lost odd n >= 1 { n } REPEAT -n +n ENDREP");
        let found = theorem(&other, &TheoremOptions::default()).expect("a theorem");
        assert_eq!(misere_play(&found, &other, &stop).err(), Some(Undecided::NotNormal));
        let grundy = model("n >= 1 { n } REPEAT _n An ENDREP");
        let found = theorem(&grundy, &TheoremOptions::default()).expect("a theorem");
        assert_eq!(misere_play(&found, &grundy, &stop).err(), Some(Undecided::NotNormal));
        // With a start there is always an option.
        let start = model("n >= 1 { n } FROM_INFINITY_DOWN REPEAT - ENDREP REPEAT +n -n ENDREP");
        let found = theorem(&start, &TheoremOptions::default()).expect("a theorem");
        let twin = misere_play(&found, &start, &stop).expect("a twin");
        assert_eq!(twin.preperiod[0].formula(&twin.parameters), "0");
    }
}
