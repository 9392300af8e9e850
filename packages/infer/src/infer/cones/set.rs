//! Sets of parameters: the integer points at which affine forms are at least 0.

use crate::Integer;
use crate::affine::{Affine, Constraint, Relation};
use crate::ilp::{BackendKind, Lattice, Point, lexicographic_minimum};
use crate::limit::{CancellationToken, Limit};
use grundy_prove::chain::Region;

/// The points of a space at which all of these forms are at least 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Set {
    /// The number of parameters.
    pub dimension: usize,
    /// The forms.
    pub forms: Vec<Affine>,
}

impl Set {
    /// The points that satisfy these constraints.
    pub(super) fn new(dimension: usize, constraints: &[Constraint]) -> Self {
        let forms = constraints.iter().flat_map(|Constraint { form, relation }| {
            let opposite = (*relation == Relation::Zero).then(|| -form);
            [form.clone()].into_iter().chain(opposite)
        });
        Self { dimension, forms: forms.map(|form| tight(&form)).collect() }
    }

    /// The same as constraints.
    pub(super) fn constraints(&self) -> Vec<Constraint> {
        self.forms.iter().cloned().map(Constraint::at_least_zero).collect()
    }

    /// The points at which these forms are also at least 0.
    pub(super) fn with(&self, forms: &[Affine]) -> Self {
        let forms = self.forms.iter().cloned().chain(forms.iter().map(tight)).collect();
        Self { dimension: self.dimension, forms }
    }

    /// The points at which this form has this value.
    pub(super) fn at(&self, form: &Affine, value: &Integer) -> Self {
        let gap = form.clone().plus(-value);
        self.with(&[-&gap, gap])
    }

    pub(super) fn contains(&self, point: &[Integer]) -> bool {
        self.forms.iter().all(|form| !form.at(point).is_negative())
    }

    /// A region with these points; `None` if there are none.
    fn region(&self, stop: &CancellationToken) -> Result<Option<Region>, Limit> {
        let mut region = Region::new(BackendKind::Exact.backend(stop.clone()), self.dimension);
        Ok(region.enter(&self.constraints())?.map(|_| region))
    }

    /// A point.
    pub(super) fn point(&self, stop: &CancellationToken) -> Result<Option<Point>, Limit> {
        match self.region(stop)? {
            Some(mut region) => Ok(region.point()?.cloned()),
            None => Ok(None),
        }
    }

    /// Is the form at least 0 at all points?
    pub(super) fn implies(&self, form: &Affine, stop: &CancellationToken) -> Result<bool, Limit> {
        let below = Constraint::negative(form);
        Ok(self.with(&[below.form]).point(stop)?.is_none())
    }

    /// The same points with as few forms.
    pub(super) fn reduced(&self, stop: &CancellationToken) -> Result<Self, Limit> {
        self.reduced_after(0, stop)
    }

    /// The same points, without forms from this number on that follow from the others.
    pub(super) fn reduced_after(
        &self,
        first: usize,
        stop: &CancellationToken,
    ) -> Result<Self, Limit> {
        let mut set = self.clone();
        let mut index = first;
        while index < set.forms.len() {
            let form = set.forms.remove(index);
            if !set.implies(&form, stop)? {
                set.forms.insert(index, form);
                index += 1;
            }
        }
        Ok(set)
    }

    /// The points at which not all of these forms are at least 0, as sets without common points; none of them is empty.
    pub(super) fn minus(
        &self,
        forms: &[Affine],
        stop: &CancellationToken,
    ) -> Result<Vec<Self>, Limit> {
        let (mut parts, mut inside) = (Vec::new(), self.clone());
        for form in forms {
            let part = inside.with(&[Constraint::negative(form).form]);
            if part.point(stop)?.is_some() {
                parts.push(part.reduced(stop)?);
                inside.forms.push(form.clone());
                if inside.point(stop)?.is_none() {
                    return Ok(vec![self.clone()]);
                }
            }
        }
        Ok(parts)
    }

    /// The points that belong to none of these sets.
    pub(super) fn minus_all<'s>(
        &self,
        sets: impl IntoIterator<Item = &'s [Affine]>,
        stop: &CancellationToken,
    ) -> Result<Vec<Self>, Limit> {
        let mut rest = vec![self.clone()];
        for forms in sets {
            let parts = rest.iter().map(|set| set.minus(forms, stop));
            rest = parts.collect::<Result<Vec<_>, _>>()?.concat();
        }
        Ok(rest)
    }

    /// A bound that the form reaches or nearly reaches at the points; `None` if it has no least value.
    pub(super) fn least(
        &self,
        form: &Affine,
        stop: &CancellationToken,
    ) -> Result<Option<Integer>, Limit> {
        match self.region(stop)? {
            Some(mut region) => region.backend().lower_bound(form),
            None => Ok(None),
        }
    }

    /// A form of the set that has only few values, its least and its greatest one: that with the fewest.
    pub(super) fn thin(
        &self,
        most: i64,
        stop: &CancellationToken,
    ) -> Result<Option<(Affine, Integer, Integer)>, Limit> {
        let Some(mut region) = self.region(stop)? else { return Ok(None) };
        let mut found: Option<(Affine, Integer, Integer)> = None;
        for form in &self.forms {
            let Some(least) = region.backend().lower_bound(form)? else { continue };
            let Some(opposite) = region.backend().lower_bound(&-form)? else { continue };
            let greatest = -opposite;
            let width = &greatest - &least;
            let known = found.as_ref().map_or(Integer::from(most), |range| &range.2 - &range.1);
            if width < known {
                found = Some((form.clone(), least, greatest));
            }
        }
        Ok(found)
    }

    /// A point far from all facets, and near the origin: each form, and each of these that is not constant, is at least
    /// as large there as the depth that is asked for it.
    pub(super) fn deep<'s>(
        &self,
        sizes: impl Iterator<Item = &'s Affine>,
        mut depth: impl FnMut() -> i64,
        stop: &CancellationToken,
    ) -> Result<Option<Point>, Limit> {
        let mut forms = self.forms.clone();
        forms.extend(sizes.filter(|form| !form.is_constant()).cloned());
        let forms = forms.into_iter().map(|form| form.plus(-depth())).collect();
        let inner = Self { dimension: self.dimension, forms };
        let sum = Affine::new(Integer::ZERO, vec![Integer::ONE; self.dimension]);
        if let Some(point) = inner.lowest(&sum, stop)? {
            return Ok(Some(point));
        }
        let mut sum = Affine::zero();
        self.forms.iter().for_each(|form| sum.add_multiple(&Integer::ONE, form));
        inner.lowest(&sum, stop)
    }

    /// A point at which the form has its least value; `None` if it has none.
    pub(super) fn lowest(
        &self,
        form: &Affine,
        stop: &CancellationToken,
    ) -> Result<Option<Point>, Limit> {
        let Some(mut region) = self.region(stop)? else { return Ok(None) };
        match lexicographic_minimum(region.backend(), std::slice::from_ref(form)) {
            Ok(point) => Ok(point),
            Err(_) => stop.check().map(|()| None),
        }
    }

    /// The equations that hold at all points, solved; `None` if there are none.
    pub(super) fn lattice(&self, stop: &CancellationToken) -> Result<Option<Lattice>, Limit> {
        let Some(mut region) = self.region(stop)? else { return Ok(None) };
        let mut lattice = Lattice::new(self.dimension);
        for constraint in self.constraints() {
            if region.is_equation(&constraint)? {
                // There are points.
                let _ = lattice.push(&constraint.form);
            }
        }
        Ok((lattice.rank() < self.dimension).then_some(lattice))
    }
}

/// The form, divided by the greatest common divisor of its coefficients and rounded, which is at least 0 at the same
/// points.
fn tight(form: &Affine) -> Affine {
    let divisor = form.coefficients().iter().fold(Integer::ZERO, |all, it| all.gcd(it));
    if divisor.is_zero() || divisor.is_one() {
        return form.clone();
    }
    let coefficients = form.coefficients().iter().map(|number| number.div_floor(&divisor));
    Affine::new(form.constant_term().div_floor(&divisor), coefficients)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang;

    pub(in super::super) fn set(text: &str) -> Set {
        let (list, conditions) = lang::family(&format!("{text} {{ a b }}")).expect("conditions");
        let constraints: Vec<_> = conditions.into_iter().map(|one| one.constraint).collect();
        Set::new(list.parameters.len(), &constraints)
    }

    /// Each point of a box is in the removed set, or in exactly one part.
    #[test]
    fn parts_of_a_difference_are_disjoint_and_leave_out_nothing() {
        let stop = CancellationToken::default();
        let base = set("a >= 1 b >= a+1");
        for text in ["b <= 2a", "b >= 2a b <= 3a", "a >= 20", "b == 2a", "a <= 0"] {
            let removed = set(&format!("a >= 1 b >= 0 {text}"));
            let parts = base.minus(&removed.forms, &stop).expect("no limit");
            for point in (0..30).flat_map(|a| (0..30).map(move |b| [a.into(), b.into()])) {
                let inside = parts.iter().filter(|part| part.contains(&point)).count();
                let expected = base.contains(&point) && !removed.contains(&point);
                assert_eq!(inside, usize::from(expected), "{text} {point:?}");
            }
        }
        assert!(base.minus(&base.forms, &stop).expect("no limit").is_empty());
    }

    #[test]
    fn thin_sets_are_known_by_a_form_with_few_values() {
        let stop = CancellationToken::default();
        let (_, least, greatest) =
            set("a >= 1 b >= 2a+3 b <= 2a+7").thin(9, &stop).expect("no limit").expect("thin");
        assert_eq!(&greatest - &least, 4.into());
        assert_eq!(set("a >= 1 b >= a+1").thin(9, &stop), Ok(None));
        let line = set("a >= 1 b >= 2a b <= 2a").lattice(&stop).expect("no limit");
        assert_eq!(line.map(|line| line.rank()), Some(1));
    }
}
