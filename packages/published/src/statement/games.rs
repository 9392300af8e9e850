//! The games of a statement, for each value of the bounded variable in turn.

use super::case::{CaseError, Cases, sets, symmetric};
use super::{Failure, GamesKind, Moves, Statement, StatementCase};
use crate::Integer;
use crate::family::moves::MoveError;
use crate::sequence;
use crate::verdict::point;

impl Statement {
    /// The games at one value of the bounded variable, which counts from 1, in lexicographic order
    /// of the moves.  Some of them may not be meant; see [`Statement::when`].
    pub(super) fn games(&self, at: u64) -> Cases<'_> {
        match &self.kind {
            GamesKind::Sets { greatest, .. } if at < greatest.0 || at > greatest.1 => {
                Box::new(std::iter::empty())
            }
            // Games that cannot be written down are undecided, not absent.
            GamesKind::Sets { .. } | GamesKind::Pattern { .. }
                if at > sequence::Moves::GREATEST =>
            {
                Box::new(std::iter::once(Err(CaseError::TooLarge)))
            }
            GamesKind::Sets { symmetric: only, moves, .. } => {
                let (few, many) = *moves;
                if *only {
                    let wanted = move |case: &StatementCase| {
                        (few..=many).contains(&case.moves.sizes().len())
                    };
                    Box::new(symmetric(at).filter(wanted).map(Ok))
                } else {
                    Box::new(sets(at, few, many).map(Ok))
                }
            }
            GamesKind::Pattern { letters, moves } => {
                let mut found = Vec::new();
                pattern(letters, moves, at, &mut Vec::new(), &mut found);
                found.sort_by(|one, other| {
                    (&one.moves, &one.letters).cmp(&(&other.moves, &other.letters))
                });
                Box::new(found.into_iter().map(Ok))
            }
            GamesKind::Family { parameters, moves } => {
                let mut points = Vec::new();
                sums(parameters, at, &mut Vec::new(), &mut points);
                let games = points.into_iter().filter(|point| self.may_mean(point));
                let mut games: Vec<_> = games.filter_map(|point| family(moves, point)).collect();
                games.sort_by_cached_key(|game| match game {
                    Ok(case) => Some((case.greatest(), case.moves.clone())),
                    Err(_) => None,
                });
                Box::new(games.into_iter())
            }
            GamesKind::Infinite(_) => Box::new(std::iter::empty()),
        }
    }

    /// May this game be meant, as far as the parameters show?
    fn may_mean(&self, point: &[(char, u64)]) -> bool {
        let at = integers(point);
        self.when.as_ref().is_none_or(|when| when.holds(&at) != Ok(false))
    }
}

/// Letters with their values in the form that formulas need.
pub(super) fn integers(letters: &[(char, u64)]) -> Vec<(char, Integer)> {
    letters.iter().map(|&(name, value)| (name, value.into())).collect()
}

/// Adds the games of a pattern with this greatest move whose first letters have these values, where all moves are
/// distinct.  Each letter is a move, so none is greater; the last letter is what makes one of the moves the greatest.
fn pattern(
    letters: &[char],
    moves: &[Vec<i64>],
    greatest: u64,
    values: &mut Vec<u64>,
    found: &mut Vec<StatementCase>,
) {
    if values.len() + 1 < letters.len() {
        for value in 1..=greatest {
            values.push(value);
            pattern(letters, moves, greatest, values, found);
            values.pop();
        }
        return;
    }
    let sum = |form: &[i64], values: &[u64]| {
        let terms = form[1..].iter().zip(values).map(|(&by, &it)| i128::from(by) * i128::from(it));
        i128::from(form[0]) + terms.sum::<i128>()
    };
    let mut last = Vec::new();
    for form in moves {
        let missing = i128::from(greatest) - sum(form, values);
        let by = form.last().map_or(0, |&by| i128::from(by));
        match by {
            0 if missing == 0 => last.extend(1..=greatest),
            0 => {}
            _ if missing % by == 0 => last.extend(u64::try_from(missing / by)),
            _ => {}
        }
    }
    last.retain(|value| (1..=greatest).contains(value));
    last.sort_unstable();
    last.dedup();
    for value in last {
        values.push(value);
        let sizes = moves.iter().map(|form| u64::try_from(sum(form, values)).ok());
        let named = letters.iter().copied().zip(values.iter().copied()).collect();
        let case =
            sizes.collect::<Option<_>>().and_then(|sizes| StatementCase::of_letters(named, sizes));
        found.extend(case.filter(|case| case.greatest() == greatest));
        values.pop();
    }
}

/// Adds all values of the parameters with this sum whose first ones are these.
fn sums(
    parameters: &[(char, u64, u64)],
    sum: u64,
    values: &mut Vec<(char, u64)>,
    points: &mut Vec<Vec<(char, u64)>>,
) {
    let Some(((name, least, greatest), others)) = parameters[values.len()..].split_first() else {
        return;
    };
    let least = if others.is_empty() { sum.max(*least) } else { *least };
    for value in least..=sum.min(*greatest) {
        values.push((*name, value));
        if others.is_empty() {
            points.push(values.clone());
        } else {
            sums(parameters, sum - value, values, points);
        }
        values.pop();
    }
}

/// The game of a family; `None` if two moves are equal.
fn family(moves: &Moves, parameters: Vec<(char, u64)>) -> Option<Result<StatementCase, CaseError>> {
    let sizes: Option<Vec<u64>> = match (moves, &parameters[..]) {
        (Moves::PowersOfTwo, &[(_, n)]) => {
            (0..n).map(|exponent| 1_u64.checked_shl(u32::try_from(exponent).ok()?)).collect()
        }
        (Moves::OddNumbers, &[(_, n)]) if n <= sequence::Moves::GREATEST => {
            Some((0..n).map(|index| 2 * index + 1).collect())
        }
        (Moves::List(list), _) => {
            let wrong = |why: String| {
                let computed = format!("{why}, for {}", point(&parameters));
                CaseError::Wrong(Failure::plain("moves", "a game", computed))
            };
            return match list.at(&integers(&parameters)) {
                Ok(moves) => Some(Ok(StatementCase { parameters, letters: Vec::new(), moves })),
                Err(MoveError::Repeated(_)) => None,
                Err(error) => Some(Err(error.why().map_or(CaseError::TooLarge, wrong))),
            };
        }
        _ => None,
    };
    let case = sizes.and_then(|sizes| StatementCase::new(&sizes)).ok_or(CaseError::TooLarge);
    Some(case.map(|case| StatementCase { parameters, ..case }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patterns(letters: &[char], moves: &[Vec<i64>], greatest: u64) -> Vec<Vec<u64>> {
        let mut found = Vec::new();
        pattern(letters, moves, greatest, &mut Vec::new(), &mut found);
        found.iter().map(StatementCase::sizes).collect()
    }

    #[test]
    fn patterns_are_complete() {
        let sums = [vec![0, 1, 0], vec![0, 0, 1], vec![0, 1, 1]];
        assert_eq!(patterns(&['a', 'b'], &sums, 5), [[1, 4, 5], [2, 3, 5], [2, 3, 5], [1, 4, 5]]);
        // { a b 2b-a 2b }: the sizes of every pair a, b, the plain way.
        let mirrored = [vec![0, 1, 0], vec![0, 0, 1], vec![0, -1, 2], vec![0, 0, 2]];
        for greatest in 1..=12 {
            let mut plain = Vec::new();
            for (a, b) in (1..=greatest).flat_map(|a| (1..=greatest).map(move |b| (a, b))) {
                let sizes = u64::checked_sub(2 * b, a).map(|c| vec![a, b, c, 2 * b]);
                let case = sizes.and_then(|sizes| StatementCase::of_letters(Vec::new(), sizes));
                plain.extend(case.filter(|one| one.greatest() == greatest).map(|one| one.sizes()));
            }
            assert_eq!(patterns(&['a', 'b'], &mirrored, greatest), plain, "{greatest}");
        }
        assert_eq!(patterns(&['m'], &[vec![0, 1]], 7), [[7]]);
    }

    #[test]
    fn sums_of_parameters() {
        let mut points = Vec::new();
        sums(&[('d', 2, 4), ('n', 2, u64::MAX)], 6, &mut Vec::new(), &mut points);
        assert_eq!(points, [[('d', 2), ('n', 4)], [('d', 3), ('n', 3)], [('d', 4), ('n', 2)]]);
    }
}
