use crate::affine::{Affine, Constraint};
use crate::integer::Integer;
use crate::span::Span;

/// A move of the game, the number of items that a player may take; or all moves of a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The number, affine in the parameters; the smallest one of a range.
    pub size: Affine,
    /// The greatest one of a range, also affine; a range whose greatest move is below its smallest has no moves.
    pub last: Option<Affine>,
    /// Its place in the text.
    pub span: Span,
}

/// The moves that are followed in a proof: of a range, the first move, followed by the last one.
#[derive(Clone, Debug, Default)]
pub struct Followed {
    /// The moves.
    pub moves: Vec<Affine>,
    /// For each range, the index of its first move among these.
    pub ranges: Vec<usize>,
}

impl Followed {
    /// The ends of these entries.
    pub fn new(entries: &[Move]) -> Self {
        let mut followed = Self::default();
        for entry in entries {
            if entry.last.is_some() {
                followed.ranges.push(followed.moves.len());
            }
            followed.moves.push(entry.size.clone());
            followed.moves.extend(entry.last.clone());
        }
        followed
    }
}

impl Move {
    /// The greatest number of the entry.
    pub fn greatest(&self) -> &Affine {
        self.last.as_ref().unwrap_or(&self.size)
    }

    /// The numbers of the entry where the parameters have these values, if there are at most `most`.
    pub fn sizes(&self, parameters: &[Integer], most: usize) -> Option<Vec<Integer>> {
        let first = self.size.at(parameters);
        let Some(last) = &self.last else { return Some(vec![first]) };
        let count = (&(&last.at(parameters) - &first) + &Integer::ONE).to_i64()?;
        let count = usize::try_from(count.max(0)).ok().filter(|count| *count <= most)?;
        Some((0..count).map(|more| &first + &Integer::from(more)).collect())
    }

    /// The move as it is written: `2n+1`, `n..2n`.
    pub fn display<N: std::fmt::Display>(&self, names: &[N]) -> String {
        let first = self.size.display(names).to_string();
        match &self.last {
            None => first,
            Some(last) => format!("{first}..{}", last.display(names)),
        }
    }

    /// The ways in which this entry and another one, both with moves, share a move: what holds then, and the one entry
    /// that has the moves of both.
    pub fn overlaps(&self, other: &Self) -> Vec<(Vec<Constraint>, Self)> {
        if self.last.is_none() && other.last.is_none() {
            return vec![(vec![Constraint::equal(&self.size, &other.size)], self.clone())];
        }
        let ([a, b], [c, d]) = ([&self.size, self.greatest()], [&other.size, other.greatest()]);
        let joined = |first: &Affine, last: &Affine| Self {
            size: first.clone(),
            last: Some(last.clone()),
            span: self.span,
        };
        let (begins, ends) = (Constraint::at_least(c, a), Constraint::at_least(b, d));
        let (later, further) = (Constraint::below(c, a), Constraint::below(b, d));
        vec![
            (vec![begins.clone(), ends.clone()], joined(a, b)),
            (vec![begins, further.clone(), Constraint::at_least(b, c)], joined(a, d)),
            (vec![later.clone(), ends, Constraint::at_least(d, a)], joined(c, b)),
            (vec![later, further], joined(c, d)),
        ]
    }

    /// What holds where all moves of this entry are below those of another one, and where they are above.
    pub fn apart(&self, other: &Self) -> [Constraint; 2] {
        [
            Constraint::below(self.greatest(), &other.size),
            Constraint::below(other.greatest(), &self.size),
        ]
    }
}
