//! A way backwards through the pieces of a trace, for all m at once.

use super::form::Form;
use super::piece::{Coefficients, Piece, Repeat, trimmed};
use std::collections::VecDeque;
use std::collections::vec_deque::Iter;

/// A form that depends only on m.
pub(super) type Outer = Form<1>;

/// A place; the cursor holds what is before it.
pub(super) struct Cursor<'a> {
    /// What is left outside loops, the last list first.
    lists: Vec<Iter<'a, Piece>>,
    /// The loops around the cursor, outermost first.
    loops: Vec<Inside<'a>>,
    /// What is left of the run that ends at the cursor: its outcome, and its length, at least 1.
    rest: Option<(bool, Outer)>,
}

/// A loop around a cursor.
struct Inside<'a> {
    one: &'a Repeat,
    /// The number of iterations that are left, including the current one; at least 1.
    left: Outer,
    /// The number of pieces of the body that are left.
    pieces: usize,
    /// Is the cursor at the end of the iteration?
    is_at_end: bool,
}

impl<'a> Cursor<'a> {
    /// A cursor at the end of the last list.
    pub(super) fn new(lists: Vec<&'a VecDeque<Piece>>) -> Self {
        let lists = lists.into_iter().map(VecDeque::iter).collect();
        Self { lists, loops: Vec::new(), rest: None }
    }

    /// The run that ends at the cursor; `Some(None)` at the beginning of everything, `None` if it is not the same for
    /// all m.
    pub(super) fn run(&mut self) -> Option<Option<(bool, Outer)>> {
        while self.rest.is_none() {
            let piece: &'a Piece = match self.loops.last_mut() {
                None => loop {
                    let Some(list) = self.lists.last_mut() else { return Some(None) };
                    if let Some(piece) = list.next_back() {
                        break piece;
                    }
                    self.lists.pop();
                },
                Some(inside) if inside.pieces == 0 => {
                    inside.left = inside.left.shifted(-1).ok()?;
                    inside.pieces = inside.one.body.len();
                    inside.is_at_end = true;
                    if inside.left == Form::constant(0) || inside.pieces == 0 {
                        self.loops.pop();
                    } else if !is_positive(inside.left)? {
                        return None;
                    }
                    continue;
                }
                Some(inside) => {
                    inside.pieces -= 1;
                    let one: &'a Repeat = inside.one;
                    &one.body[inside.pieces]
                }
            };
            match piece {
                Piece::Run { is_lost, length } => {
                    let length = self.at(length)?;
                    if !is_positive(length)? {
                        return None;
                    }
                    self.rest = Some((*is_lost, length));
                }
                Piece::Loop(one) => {
                    let left = self.at(&one.count)?;
                    if !is_positive(left)? {
                        return None;
                    }
                    let pieces = one.body.len();
                    self.loops.push(Inside { one, left, pieces, is_at_end: true });
                }
            }
        }
        Some(self.rest)
    }

    /// Goes back by this number of positions of the run, which has at least that many.
    pub(super) fn take(&mut self, length: Outer) -> Option<()> {
        let (is_lost, whole) = self.rest?;
        let rest = whole.minus(length).ok()?;
        if rest != Form::constant(0) && !is_positive(rest)? {
            return None;
        }
        self.rest = (rest != Form::constant(0)).then_some((is_lost, rest));
        for inside in &mut self.loops {
            inside.is_at_end = false;
        }
        Some(())
    }

    /// Loops of both cursors where both are at the end of an iteration, and whose iterations from there back are equal:
    /// the level of each, counted from the outermost one, and the number of iterations.
    pub(super) fn in_step_with(&self, other: &Self) -> Option<([usize; 2], Outer)> {
        let at_end = |(_, inside): &(usize, &Inside<'_>)| inside.is_at_end;
        for (first, one) in self.loops.iter().enumerate().filter(at_end) {
            for (second, two) in other.loops.iter().enumerate().filter(at_end) {
                if self.backwards(first)? != other.backwards(second)? {
                    continue;
                }
                let fewer = two.left.minus(one.left).ok()?.is_never_negative();
                let times = if fewer { one.left } else { two.left };
                return Some(([first, second], times));
            }
        }
        None
    }

    /// Goes back by this number of iterations of a loop; returns them as a loop that counts backwards.
    pub(super) fn skip(&mut self, level: usize, times: Outer) -> Option<Repeat> {
        let body = self.backwards(level)?;
        self.loops.truncate(level + 1);
        self.rest = None;
        let inside = self.loops.last_mut()?;
        inside.left = inside.left.minus(times).ok()?;
        inside.pieces = inside.one.body.len();
        if inside.left == Form::constant(0) {
            self.loops.pop();
        } else if !is_positive(inside.left)? {
            return None;
        }
        for around in self.loops.iter_mut().take(level) {
            around.is_at_end = false;
        }
        Some(Repeat { count: trimmed([times.value, times.slopes[0]]), body })
    }

    /// The body of a loop in terms of m, the index counted backwards from the cursor, and the indices of the loops
    /// inside.
    fn backwards(&self, level: usize) -> Option<Vec<Piece>> {
        let substituted = |coefficients: &Coefficients| {
            let (outer, inner) = coefficients.split_at(coefficients.len().min(level + 3));
            let form = self.at(outer)?;
            let own = outer.get(level + 2).copied().unwrap_or(0).checked_neg()?;
            let outer = [form.value, form.slopes[0], own];
            Some(trimmed(outer.into_iter().chain(inner.iter().copied())))
        };
        mapped(&self.loops.get(level)?.one.body, &substituted)
    }

    /// The value of the form with these coefficients at the cursor; further coefficients are ignored.
    fn at(&self, coefficients: &[i64]) -> Option<Outer> {
        let (own, slopes) = coefficients.split_at(coefficients.len().min(2));
        let mut form = Form::new(own).ok()?;
        for (slope, inside) in slopes.iter().zip(&self.loops) {
            form = form.plus_times(inside.left.shifted(-1).ok()?, *slope).ok()?;
        }
        Some(form)
    }
}

/// Pieces with other coefficients.
fn mapped(
    pieces: &[Piece],
    map: &impl Fn(&Coefficients) -> Option<Coefficients>,
) -> Option<Vec<Piece>> {
    let piece = |piece: &Piece| match piece {
        Piece::Run { is_lost, length } => {
            Some(Piece::Run { is_lost: *is_lost, length: map(length)? })
        }
        Piece::Loop(one) => {
            let (count, body) = (map(&one.count)?, mapped(&one.body, map)?);
            Some(Piece::Loop(Repeat { count, body }))
        }
    };
    pieces.iter().map(piece).collect()
}

/// Is the number at least 1 for all m?
fn is_positive(form: Outer) -> Option<bool> {
    Some(form.shifted(-1).ok()?.is_never_negative())
}
