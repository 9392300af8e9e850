//! How many positions a loop is about.

use super::piece::{Coefficients, Piece, Repeat};
use crate::integer::{Integer, newton};

/// The number of positions of some pieces, a polynomial in m and the indices of the loops around.
#[derive(Debug, Default)]
pub(super) struct Length {
    /// That of the runs that are in no loop.
    runs: Vec<Integer>,
    /// That of one iteration of each loop, and how many iterations there are.
    loops: Vec<(Vec<Integer>, Length)>,
    /// The degree in m and in each index is at most this.
    degrees: Vec<u64>,
    /// The degree is at most this.
    degree: u64,
}

impl Length {
    /// That of a loop that is in no other one.
    pub fn of_loop(one: &Repeat) -> Self {
        let mut all = Self::default();
        all.add_loop(one, 1);
        all
    }

    /// Adds pieces with so many variables around.
    fn add(&mut self, pieces: &[Piece], around: usize) {
        for piece in pieces {
            match piece {
                Piece::Run { length, .. } => self.add_run(length),
                Piece::Loop(one) => self.add_loop(one, around),
            }
        }
    }

    fn add_run(&mut self, length: &Coefficients) {
        self.runs.resize(self.runs.len().max(length.len()), Integer::ZERO);
        for (sum, more) in self.runs.iter_mut().zip(length) {
            *sum += &Integer::from(*more);
        }
        for (variable, _) in length.iter().skip(1).enumerate().filter(|(_, slope)| **slope != 0) {
            self.raise(variable, 1);
        }
        self.degree = self.degree.max(1);
    }

    /// The sum of i^a v^b over the i below a count is of degree a + 1 in this, which may have a v in it,
    /// and b in the other v.
    fn add_loop(&mut self, one: &Repeat, around: usize) {
        let mut body = Self::default();
        body.add(&one.body, around + 1);
        let degree = body.degree + 1;
        for variable in 0..around {
            let is_in_count = one.count.get(variable + 1).is_some_and(|slope| *slope != 0);
            let by_count = if is_in_count { body.degree_in(around) + 1 } else { 0 };
            self.raise(variable, (by_count + body.degree_in(variable)).min(degree));
        }
        self.degree = self.degree.max(degree);
        self.loops.push((one.count.iter().copied().map(Integer::from).collect(), body));
    }

    fn raise(&mut self, variable: usize, degree: u64) {
        self.degrees.resize(self.degrees.len().max(variable + 1), 0);
        self.degrees[variable] = self.degrees[variable].max(degree);
    }

    fn degree_in(&self, variable: usize) -> u64 {
        self.degrees.get(variable).copied().unwrap_or(0).min(self.degree)
    }

    /// The number where m and the indices of the loops around are `point`.
    pub fn at(&self, point: &mut Vec<Integer>) -> Integer {
        let mut sum = value(&self.runs, point);
        for (count, body) in &self.loops {
            sum += &body.repeated(&(value(count, point) - Integer::ONE), point);
        }
        sum
    }

    /// That of the iterations up to this one.
    fn repeated(&self, last: &Integer, point: &mut Vec<Integer>) -> Integer {
        let around = point.len();
        let values = (0..=self.degree_in(around)).map(|index| {
            point.push(Integer::from(index));
            let length = self.at(point);
            point.truncate(around);
            length
        });
        newton(values.collect(), last)
    }
}

/// The value of coefficients at a point.
fn value(coefficients: &[Integer], point: &[Integer]) -> Integer {
    let Some((value, slopes)) = coefficients.split_first() else { return Integer::ZERO };
    let mut sum = value.clone();
    for (slope, number) in slopes.iter().zip(point).filter(|(slope, _)| !slope.is_zero()) {
        sum.add_product(slope, number);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::piece::trimmed;
    use proptest::prelude::*;

    /// The number of positions, each iteration by itself.
    fn counted(pieces: &[Piece], point: &mut Vec<i64>) -> i64 {
        let value = |coefficients: &Coefficients, point: &[i64]| {
            let numbers = [1].into_iter().chain(point.iter().copied());
            coefficients.iter().zip(numbers).map(|(one, other)| one * other).sum::<i64>()
        };
        let of = |piece: &Piece| match piece {
            Piece::Run { length, .. } => value(length, point),
            Piece::Loop(Repeat { count, body }) => {
                let times = value(count, point);
                let iteration = |index| {
                    point.push(index);
                    let length = counted(body, point);
                    point.pop();
                    length
                };
                (0..times).map(iteration).sum()
            }
        };
        pieces.iter().map(of).sum()
    }

    /// Pieces with so many variables around, in which loops are so deep.
    fn pieces(around: usize, depth: u32) -> BoxedStrategy<Vec<Piece>> {
        let coefficients = prop::collection::vec(prop_oneof![Just(0), 0_i64..3], 1..=around + 1);
        let coefficients = coefficients.prop_map(trimmed);
        let run = coefficients.clone().prop_map(|length| Piece::Run { is_lost: false, length });
        let piece = match depth {
            0 => run.boxed(),
            _ => {
                let nested = (coefficients, pieces(around + 1, depth - 1));
                let nested = nested.prop_map(|(count, body)| Piece::Loop(Repeat { count, body }));
                prop_oneof![run, nested].boxed()
            }
        };
        prop::collection::vec(piece, 1..4).boxed()
    }

    proptest! {
        #[test]
        fn lengths_are_those_of_all_iterations(body in pieces(2, 3), m in 0_i64..6) {
            let one = Repeat { count: trimmed([2, 1]), body };
            let point = &mut vec![m];
            let all = counted(&[Piece::Loop(one.clone())], point);
            let length = Length::of_loop(&one);
            prop_assert_eq!(length.at(&mut vec![Integer::from(m)]), Integer::from(all));
        }
    }
}
