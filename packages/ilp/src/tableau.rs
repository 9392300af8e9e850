//! A fraction-free simplex tableau for inequalities over unbounded variables.
//!
//! Each row says `d * b = k + t_0 N_0 + t_1 N_1 + ...` with its own denominator d > 0, where b is basic and the N are
//! the columns.  All N are 0 at the *vertex*, hence b is k/d there.  A slack must not become negative; a free variable
//! may take any value.  Invariant: the vertex is feasible, that is, every slack in a row has k >= 0.
//!
//! Running example: `x-3 >= 0` over the free x.  The slack s = x-3 has k = -3 at x = 0, so x
//! enters, s leaves, and the tableau is the row `1 * x = 3 + s` over the column s.
//!
//! Pivoting is primal with the rule of Bland (1977), which cannot cycle.

use crate::Integer;
use crate::limit::CancellationToken;

/// What a row or a column represents.  The order is that of Bland's rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Owner {
    Free(usize),
    Slack(usize),
}

#[derive(Clone, Copy, Debug)]
enum Slot {
    Row(usize),
    Column(usize),
}

/// The places of the denominator, the constant and the first entry in a row.
const DENOMINATOR: usize = 0;
pub(super) const CONSTANT: usize = 1;
pub(super) const ENTRIES: usize = 2;

#[derive(Clone, Debug, Default)]
pub(super) struct Tableau {
    width: usize,
    cells: Vec<Integer>,
    rows: Vec<Owner>,
    columns: Vec<Owner>,
    places: Vec<Slot>,
    scratch: Vec<Integer>,
    /// The number of rows when rows were last dropped.
    crowded: usize,
    pub pivots: u64,
    /// Checked before each pivot.
    stop: CancellationToken,
}

/// The number of rows from which on it is worth looking for some to drop.
const CROWDED: usize = 64;

/// How an attempt to raise a row ended.
#[derive(Debug)]
pub(super) enum Raised {
    /// The row is >= 0 at the vertex.
    Vertex,
    /// Moving one column (downwards if so marked) from the vertex lets the row grow; no row
    /// becomes infeasible before it reaches 0, or ever when it is maximised.
    Along { column: usize, down: bool },
    /// The row is maximal at the vertex.
    Optimal,
    /// A stop was requested first.
    Stopped,
}

impl Tableau {
    pub(crate) fn new(free: usize, stop: CancellationToken) -> Self {
        let mut tableau = Self { width: ENTRIES, stop, ..Self::default() };
        tableau.columns = (0..free).map(Owner::Free).collect();
        tableau.places = (0..free).map(Slot::Column).collect();
        tableau.width += free;
        tableau
    }

    pub(crate) fn add_free(&mut self) {
        // With room for some further rows.
        let mut cells = Vec::with_capacity((self.rows.len() + 12) * (self.width + 1));
        for row in self.cells.chunks(self.width) {
            cells.extend_from_slice(row);
            cells.push(Integer::ZERO);
        }
        self.cells = cells;
        self.places.push(Slot::Column(self.columns.len()));
        self.columns.push(Owner::Free(self.places.len() - 1));
        self.width += 1;
    }

    fn row(&self, index: usize) -> &[Integer] {
        &self.cells[index * self.width..(index + 1) * self.width]
    }

    pub(crate) fn column_owner(&self, column: usize) -> Owner {
        self.columns[column]
    }

    /// Writes `coefficients . y + constant` over the columns.
    pub(crate) fn express(
        &self,
        coefficients: &[Integer],
        constant: Integer,
        out: &mut Vec<Integer>,
    ) {
        out.clear();
        out.resize(self.width, Integer::ZERO);
        out[DENOMINATOR] = Integer::ONE;
        out[CONSTANT] = constant;
        for (place, coefficient) in self.places.iter().zip(coefficients) {
            if coefficient.is_zero() {
                continue;
            }
            match *place {
                Slot::Column(column) => {
                    let (head, tail) = out.split_at_mut(CONSTANT);
                    tail[column + ENTRIES - CONSTANT].add_product(coefficient, &head[DENOMINATOR]);
                }
                Slot::Row(index) => {
                    let row = self.row(index);
                    let mut factor = coefficient.clone();
                    if row[DENOMINATOR] != out[DENOMINATOR] {
                        let gcd = row[DENOMINATOR].gcd(&out[DENOMINATOR]);
                        let scale = row[DENOMINATOR].div_floor(&gcd);
                        factor = &factor * &out[DENOMINATOR].div_floor(&gcd);
                        if !scale.is_one() {
                            for cell in out.iter_mut() {
                                *cell = &*cell * &scale;
                            }
                        }
                    }
                    for (cell, entry) in out[CONSTANT..].iter_mut().zip(&row[CONSTANT..]) {
                        if !entry.is_zero() {
                            cell.add_product(&factor, entry);
                        }
                    }
                }
            }
        }
        reduce(out);
    }

    /// Pivots, keeping the vertex feasible, until the row (from [`Tableau::express`]) is at least 0 at the vertex or
    /// can be made so along one column, or is found to have its maximum below 0.  With `maximise` it continues to the
    /// maximum.
    pub(crate) fn raise(&mut self, goal: &mut [Integer], maximise: bool) -> Raised {
        loop {
            if !maximise && !goal[CONSTANT].is_negative() {
                return Raised::Vertex;
            }
            let entering = self
                .columns
                .iter()
                .enumerate()
                .filter(|&(column, owner)| {
                    let entry = &goal[ENTRIES + column];
                    entry.is_positive() || entry.is_negative() && matches!(owner, Owner::Free(_))
                })
                .min_by_key(|(_, owner)| **owner);
            let Some((column, _)) = entering else { return Raised::Optimal };
            if self.stop.requested() {
                return Raised::Stopped;
            }
            let down = goal[ENTRIES + column].is_negative();
            match self.leaving(column, down, (!maximise).then_some(&*goal)) {
                Some(row) => self.pivot(row, column, Some(&mut *goal)),
                None => return Raised::Along { column, down },
            }
        }
    }

    /// The slack that reaches 0 first when the column moves, before `goal` reaches 0.
    fn leaving(&self, column: usize, down: bool, goal: Option<&[Integer]>) -> Option<usize> {
        // The bound is step <= above/below.
        let mut bound = goal.map(|goal| (goal[CONSTANT].abs(), goal[ENTRIES + column].abs()));
        let mut best = None;
        for (index, owner) in self.rows.iter().enumerate() {
            if matches!(owner, Owner::Free(_)) {
                continue;
            }
            let row = self.row(index);
            let entry = &row[ENTRIES + column];
            if entry.is_zero() || entry.is_negative() == down {
                continue;
            }
            let below = entry.abs();
            let closer = match &bound {
                None => true,
                Some((best_above, best_below)) => {
                    match (&row[CONSTANT] * best_below).cmp(&(best_above * &below)) {
                        std::cmp::Ordering::Less => true,
                        std::cmp::Ordering::Equal => best.is_some_and(|(_, other)| *owner < other),
                        std::cmp::Ordering::Greater => false,
                    }
                }
            };
            if closer {
                bound = Some((row[CONSTANT].clone(), below));
                best = Some((index, *owner));
            }
        }
        best.map(|(row, _)| row)
    }

    /// Exchanges a row and a column.
    fn pivot(&mut self, row: usize, column: usize, goal: Option<&mut [Integer]>) {
        self.pivots += 1;
        let width = self.width;
        let at = ENTRIES + column;
        let mut new = std::mem::take(&mut self.scratch);
        new.clear();
        new.extend_from_slice(self.row(row));
        // d b = k + t N + rest  becomes  t N = d b - k - rest, with t > 0 after a sign change.
        if !new[at].is_negative() {
            for cell in &mut new[CONSTANT..] {
                *cell = -&*cell;
            }
            new.swap(DENOMINATOR, at);
            new[DENOMINATOR] = -&new[DENOMINATOR];
        } else {
            new.swap(DENOMINATOR, at);
            new[at] = -&new[at];
            new[DENOMINATOR] = -&new[DENOMINATOR];
        }
        reduce(&mut new);
        for (index, target) in self.cells.chunks_mut(width).enumerate() {
            if index != row {
                eliminate(target, &new, at);
            }
        }
        if let Some(goal) = goal {
            eliminate(goal, &new, at);
        }
        for (cell, value) in self.cells[row * width..].iter_mut().zip(new.drain(..)) {
            *cell = value;
        }
        self.scratch = new;
        std::mem::swap(&mut self.rows[row], &mut self.columns[column]);
        if let Owner::Free(y) = self.rows[row] {
            self.places[y] = Slot::Row(row);
        }
        if let Owner::Free(y) = self.columns[column] {
            self.places[y] = Slot::Column(column);
        }
    }

    /// Adds a slack whose row was raised with the outcome `raised`.
    pub(crate) fn insert(&mut self, slack: usize, row: &[Integer], raised: &Raised) {
        self.rows.push(Owner::Slack(slack));
        self.cells.extend_from_slice(row);
        if let Raised::Along { column, .. } = raised {
            self.pivot(self.rows.len() - 1, *column, None);
        }
    }

    /// Drops slacks that are at least 0 wherever those in the columns are, if there are many rows: inequalities are
    /// only removed with everything that came after them.
    pub(crate) fn drop_implied(&mut self) {
        if self.rows.len() < CROWDED.max(2 * self.crowded) {
            return;
        }
        for index in (0..self.rows.len()).rev() {
            if self.is_implied(index) {
                self.drop_row(index);
            }
        }
        self.crowded = self.rows.len();
    }

    /// Is the row a sum of slacks in the columns and a number, none of them below 0?
    fn is_implied(&self, index: usize) -> bool {
        matches!(self.rows[index], Owner::Slack(_))
            && self.row(index)[ENTRIES..].iter().zip(&self.columns).all(|(entry, owner)| {
                entry.is_zero() || entry.is_positive() && matches!(owner, Owner::Slack(_))
            })
    }

    /// Replaces this row by the last one.
    fn drop_row(&mut self, index: usize) {
        let (width, last) = (self.width, self.rows.len() - 1);
        for cell in 0..width {
            self.cells.swap(index * width + cell, last * width + cell);
        }
        self.cells.truncate(last * width);
        self.rows.swap_remove(index);
        if let Some(Owner::Free(moved)) = self.rows.get(index) {
            self.places[*moved] = Slot::Row(index);
        }
    }

    /// The values of the free variables at the vertex, moved so that the column has this value; `None` unless they are
    /// integral.
    pub(crate) fn integral(&self, moved: Option<(usize, &Integer)>) -> Option<Vec<Integer>> {
        let mut values = Vec::with_capacity(self.places.len());
        for place in &self.places {
            values.push(match *place {
                Slot::Column(column) => match moved {
                    Some((moving, value)) if moving == column => value.clone(),
                    _ => Integer::ZERO,
                },
                Slot::Row(row) => {
                    let row = self.row(row);
                    let mut value = row[CONSTANT].clone();
                    if let Some((moving, step)) = moved {
                        value.add_product(&row[ENTRIES + moving], step);
                    }
                    if row[DENOMINATOR].is_one() {
                        value
                    } else if value.mod_floor(&row[DENOMINATOR]).is_zero() {
                        value.div_floor(&row[DENOMINATOR])
                    } else {
                        return None;
                    }
                }
            });
        }
        Some(values)
    }

    /// The value of a free variable at the vertex, rounded to a nearest integer.
    pub(crate) fn nearest(&self, free: usize) -> Integer {
        match self.places[free] {
            Slot::Column(_) => Integer::ZERO,
            Slot::Row(row) => {
                let row = self.row(row);
                let two = Integer::from(2);
                (&(&row[CONSTANT] * &two) + &row[DENOMINATOR])
                    .div_floor(&(&row[DENOMINATOR] * &two))
            }
        }
    }

    /// The row of a free variable, if its value at the vertex is not integral.
    pub(crate) fn fractional_row(&self, free: usize) -> Option<&[Integer]> {
        let Slot::Row(row) = self.places[free] else { return None };
        let row = self.row(row);
        (!row[CONSTANT].mod_floor(&row[DENOMINATOR]).is_zero()).then_some(row)
    }

    /// The change of the free variables when the column moves, scaled to integers.
    pub(crate) fn ray(&self, column: usize, down: bool) -> Vec<Integer> {
        let mut scale = if down { Integer::from(-1) } else { Integer::ONE };
        for place in &self.places {
            if let Slot::Row(row) = *place {
                let denominator = &self.row(row)[DENOMINATOR];
                let gcd = scale.gcd(denominator);
                scale = &scale * &denominator.div_floor(&gcd);
            }
        }
        self.places
            .iter()
            .map(|place| match *place {
                Slot::Column(own) if own == column => scale.clone(),
                Slot::Column(_) => Integer::ZERO,
                Slot::Row(row) => {
                    let row = self.row(row);
                    (&row[ENTRIES + column] * &scale).div_floor(&row[DENOMINATOR])
                }
            })
            .collect()
    }

    /// The tableau of the same inequalities with all constants 0, at the vertex 0.
    pub(crate) fn homogeneous(&self) -> Self {
        let mut cone = self.clone();
        for row in cone.cells.chunks_mut(self.width) {
            row[CONSTANT] = Integer::ZERO;
        }
        cone
    }
}

/// Replaces the column that leaves by what the pivot row says about it.
fn eliminate(target: &mut [Integer], pivot: &[Integer], at: usize) {
    if target[at].is_zero() {
        return;
    }
    let entry = std::mem::take(&mut target[at]);
    if pivot[DENOMINATOR].is_one() {
        for (cell, value) in target[CONSTANT..].iter_mut().zip(&pivot[CONSTANT..]) {
            if !value.is_zero() {
                cell.add_product(&entry, value);
            }
        }
        reduce_large(target);
        return;
    }
    let gcd = pivot[DENOMINATOR].gcd(&entry);
    let scale = pivot[DENOMINATOR].div_floor(&gcd);
    let factor = entry.div_floor(&gcd);
    target[DENOMINATOR] = &target[DENOMINATOR] * &scale;
    for (cell, value) in target[CONSTANT..].iter_mut().zip(&pivot[CONSTANT..]) {
        cell.scale_and_add(&scale, &factor, value);
    }
    reduce_large(target);
}

/// Reduces a row whose numbers have become so large that products might not fit a word.  Reducing costs more than a few
/// longer numbers do.
fn reduce_large(row: &mut [Integer]) {
    const LARGE: i64 = 1 << 30;
    let large = |cell: &Integer| cell.to_i64().is_none_or(|cell| !(-LARGE..LARGE).contains(&cell));
    if !row[DENOMINATOR].is_one() && row.iter().any(large) {
        reduce(row);
    }
}

/// Divides a row by the greatest common divisor of its cells.
fn reduce(row: &mut [Integer]) {
    let mut gcd = row[DENOMINATOR].clone();
    for cell in &row[CONSTANT..] {
        if gcd.is_one() {
            return;
        }
        if !cell.is_zero() {
            gcd = gcd.gcd(cell);
        }
    }
    if !gcd.is_one() {
        for cell in row {
            *cell = cell.div_floor(&gcd);
        }
    }
}
