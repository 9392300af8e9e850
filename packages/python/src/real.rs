//! Games with real moves: numbers of one field Q(sqrt d).

use crate::arguments::asked;
use crate::errors::{ended, misread};
use crate::numbers::{integer, out, rational};
use crate::pickle::{Reduced, pickled, reduced};
use crate::work::Work;
use grundy_core::number;
use grundy_engines::one_game::Method;
use grundy_engines::real::{self, Found, Game, Real as Exact, Unfound};
use grundy_report::report::real as report;
use grundy_sequence::Rule;
use num_bigint::BigInt;
use num_rational::BigRational;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyString, PyTuple};

/// An exact real number x + y sqrt(d) with fractions x and y.
///
/// You make it from an integer, a fraction, a text such as `1.5` or `1+2sqrt(5)`, or a number of SymPy.  `float`
/// gives the nearest float, or one next to it.
///
/// >>> import grundy
/// >>> number = grundy.Real("1/2 + sqrt(8)")
/// >>> number, float(number)
/// (<grundy.Real: 1/2+2*sqrt(2)>, 3.3284271247461903)
/// >>> number.rational, number.coefficient, number.radicand
/// (Fraction(1, 2), Fraction(2, 1), 2)
/// >>> grundy.Real("6/4") == grundy.Real("1.5")
/// True
#[pyclass(frozen, from_py_object, module = "grundy")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Real(Exact);

impl Real {
    /// As it was pickled.
    pub fn restored(state: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (x, y, z, radicand): (BigInt, BigInt, BigInt, u64) = state.extract()?;
        let wrong = |error: real::RealError| PyValueError::new_err(error.to_string());
        let root = Exact::from(grundy_check::Integer::from(radicand)).sqrt().map_err(wrong)?;
        let whole = |number: BigInt| Exact::from(grundy_check::Integer::from(number));
        let irrational = whole(y).times(&root).map_err(wrong)?;
        let sum = whole(x).plus(&irrational).map_err(wrong)?;
        sum.over(&whole(z)).map(Self).map_err(wrong)
    }

    /// Anything that a caller writes a number as.
    fn of(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(number) = value.cast::<Self>() {
            return Ok(number.get().clone());
        }
        if let Ok(text) = value.cast::<PyString>() {
            return read_one(text.to_str()?);
        }
        if let Ok(number) = integer(value) {
            return Ok(Self(number.into()));
        }
        if let Ok(number) = rational(value) {
            let [above, below] = [number.numer(), number.denom()];
            let [above, below] =
                [above, below].map(|it| Exact::from(grundy_check::Integer::from(it.clone())));
            let quotient = above.over(&below);
            return quotient.map(Self).map_err(|error| PyValueError::new_err(error.to_string()));
        }
        let is_exact = || Ok::<_, PyErr>(!value.getattr("is_Float")?.is_truthy()?);
        if value.hasattr("is_Float")? && is_exact()? {
            return read_one(value.str()?.to_str()?);
        }
        let kind = value.get_type().qualname()?;
        let hint = match value.is_instance_of::<PyFloat>() {
            true => format!("; a float is not exact: write '{}'", value.extract::<f64>()?),
            false => String::new(),
        };
        Err(PyTypeError::new_err(format!(
            "a real number is an integer, a fraction, a text such as '1+sqrt(2)', or a number of SymPy, not {kind}{hint}"
        )))
    }

    fn parts(&self) -> ([BigInt; 3], u64) {
        let (parts, radicand) = self.0.parts();
        (parts.map(out), radicand)
    }
}

fn read_one(text: &str) -> PyResult<Real> {
    let number = real::read_one(text).map(Real);
    number.map_err(|error| misread(format!("cannot read the number: {error}")))
}

#[pymethods]
impl Real {
    #[new]
    fn made(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::of(value)
    }

    /// The rational part x.
    #[getter]
    fn rational(&self) -> BigRational {
        let ([x, _, z], _) = self.parts();
        BigRational::new(x, z)
    }

    /// The coefficient y of the square root; 0 if the number is rational.
    #[getter]
    fn coefficient(&self) -> BigRational {
        let ([_, y, z], _) = self.parts();
        BigRational::new(y, z)
    }

    /// The squarefree number d under the square root; 1 if the number is rational.
    #[getter]
    fn radicand(&self) -> u64 {
        self.0.parts().1
    }

    /// The same as an expression of SymPy.
    fn to_sympy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let sympy = py.import("sympy")?;
        let ([x, y, z], radicand) = self.parts();
        let ratio = sympy.getattr("Rational")?;
        let root = sympy.call_method1("sqrt", (radicand,))?;
        let irrational = ratio.call1((y, z.clone()))?.mul(root)?;
        ratio.call1((x, z))?.add(irrational)
    }

    fn __float__(&self, py: Python<'_>) -> PyResult<f64> {
        // Enough decimals that what is left, however small, still has its digits.
        let decimal = self.0.decimal(2 * self.0.digits() + 20);
        let number: f64 = py.get_type::<PyFloat>().call1((decimal,))?.extract()?;
        match number.is_finite() {
            true => Ok(number),
            false => Err(PyOverflowError::new_err("the number is too large for a float")),
        }
    }

    fn __bool__(&self) -> bool {
        !self.0.is_zero()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        !other.is_instance_of::<PyString>() && Self::of(other).is_ok_and(|other| *self == other)
    }

    /// That of the fraction, if the number is one.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        match self.0.is_rational() {
            true => self.rational().into_bound_py_any(py)?.hash(),
            false => self.parts().into_bound_py_any(py)?.hash(),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let ([x, y, z], radicand) = self.parts();
        reduced::<Self>(py, (x, y, z, radicand))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<grundy.Real: {}>", self.0)
    }
}

/// The period and preperiod of a game with real moves; unpacks as a pair of `grundy.Real`.
#[pyclass(frozen, eq, hash, get_all, from_py_object, module = "grundy")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct RealCycle {
    /// A period.
    period: Real,
    /// The least preperiod.
    preperiod: Real,
    /// Is the period known to be the least one?
    is_least: bool,
    /// Are all values from the preperiod on the same?  Then every number above 0 is a period, and none is the least.
    is_constant: bool,
    /// What found it: `intervals`, or `direct` or `accelerated` for a game of integers in units of a number.
    method: String,
    /// How many losing intervals begin in a period; None if `method` is not `intervals`.
    losing_intervals: Option<usize>,
    /// Their total length; None if `method` is not `intervals`.
    losing_length: Option<Real>,
    /// The length of the shortest losing interval; None if `method` is not `intervals`.
    shortest: Option<Real>,
    /// The number of which all moves are multiples; None if `method` is `intervals`.
    unit: Option<Real>,
}

pickled!(RealCycle {
    period,
    preperiod,
    is_least,
    is_constant,
    method,
    losing_intervals,
    losing_length,
    shortest,
    unit
});

impl RealCycle {
    fn new(found: &Found) -> Self {
        let [period, preperiod] = found.numbers().map(|it| Real(it.clone()));
        let own = Self {
            period,
            preperiod,
            is_least: found.is_least(),
            is_constant: found.is_constant(),
            method: method(found).to_owned(),
            losing_intervals: None,
            losing_length: None,
            shortest: None,
            unit: None,
        };
        match found {
            Found::ByIntervals(cycle) => Self {
                losing_intervals: Some(cycle.intervals),
                losing_length: Some(Real(cycle.lost.clone())),
                shortest: Some(Real(cycle.shortest.clone())),
                ..own
            },
            Found::InUnits { unit, .. } => Self { unit: Some(Real(unit.clone())), ..own },
        }
    }

    fn pair<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, [self.period.clone(), self.preperiod.clone()])
    }
}

#[pymethods]
impl RealCycle {
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.pair(py)?.try_iter()?.into_any())
    }

    fn __len__(&self) -> usize {
        2
    }

    fn __getitem__<'py>(&self, py: Python<'py>, key: isize) -> PyResult<Bound<'py, PyAny>> {
        self.pair(py)?.as_any().get_item(key)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        self.reduced(py)
    }

    fn __repr__(&self) -> String {
        let least = match (self.is_least, self.is_constant) {
            (true, _) => "",
            (false, true) => " as every number",
            (false, false) => ", perhaps not least",
        };
        let (period, preperiod) = (&self.period.0, &self.preperiod.0);
        format!("<grundy.RealCycle: period {period}{least}, preperiod {preperiod}>")
    }
}

/// What found a period.
pub(crate) fn method(found: &Found) -> &'static str {
    match found {
        Found::ByIntervals(_) => "intervals",
        Found::InUnits { method: Method::Direct, .. } => "direct",
        Found::InUnits { .. } => "accelerated",
    }
}

/// The numbers of a text such as `1 sqrt(2) 3`, or of an iterable.
fn numbers(moves: &Bound<'_, PyAny>) -> PyResult<Vec<Exact>> {
    let Ok(text) = moves.cast::<PyString>() else {
        let given = moves.try_iter().map_err(|_| {
            PyTypeError::new_err("moves are a text such as '1 sqrt(2)', or an iterable of numbers")
        })?;
        return given.map(|one| Ok(Real::of(&one?)?.0)).collect();
    };
    let text = text.to_str()?;
    match number::comma(text) {
        Some(message) => Err(misread(message)),
        None => {
            real::read(text).map_err(|error| misread(format!("cannot read the moves: {error}")))
        }
    }
}

/// The game with these moves.
pub(crate) fn game(moves: &[Exact]) -> PyResult<Game> {
    Game::new(moves).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// The period of a game.
pub(crate) fn found(
    py: Python<'_>,
    work: &Work<'_, '_>,
    game: &Game,
    rule: Rule,
) -> PyResult<Found> {
    match work.run(py, |task| real::period(game, rule, None, &task.stop))? {
        Ok(found) => Ok(found),
        Err(Unfound::Limit(limit, known, reached)) => {
            let reached = report::decimal(&reached);
            let done = format!(
                "no period was found among the first {known} losing intervals, below {reached}"
            );
            Err(ended(limit, &done))
        }
        Err(Unfound::Rule) => Err(PyValueError::new_err(report::only_outcomes(game))),
    }
}

/// The period and preperiod of a game with real moves, as `grundy period` finds them.
///
/// `moves` is a text such as `1 sqrt(2) 3/2`, or an iterable of whatever `grundy.Real` is made from; all moves must
/// lie in one field Q(sqrt d).  `values` and `rule` are as in `grundy.period`; other values than outcomes of normal play
/// need moves that are multiples of one number.
///
/// If no period is found in the time allowed, `grundy.Undecided` is raised.
///
/// >>> import grundy
/// >>> cycle = grundy.real_period("1 sqrt(5) 4")
/// >>> cycle
/// <grundy.RealCycle: period 1+sqrt(5), preperiod 2>
/// >>> p, q = cycle
/// >>> float(p), p.to_sympy()
/// (3.23606797749979, 1 + sqrt(5))
/// >>> from fractions import Fraction
/// >>> grundy.real_period([Fraction(3, 2), "3.5", 4], values="nim").period
/// <grundy.Real: 5/2>
#[pyfunction]
#[pyo3(signature = (moves, *, values=None, rule=None, time_limit=None))]
pub(crate) fn real_period(
    py: Python<'_>,
    moves: &Bound<'_, PyAny>,
    values: Option<&str>,
    rule: Option<&str>,
    time_limit: Option<f64>,
) -> PyResult<RealCycle> {
    let rule = asked(values, rule)?.rule();
    let game = game(&numbers(moves)?)?;
    Ok(RealCycle::new(&found(py, &Work::alone(time_limit), &game, rule)?))
}

/// The losing intervals of a game with real moves that have positions from `first` up to, but not including, `last`.
///
/// A position x is lost if a <= x < b for one of the pairs (a, b).  `moves` is as in `grundy.real_period`; `first` and
/// `last` are whatever `grundy.Real` is made from; `misere` says that whoever cannot move wins.
///
/// >>> import grundy
/// >>> for a, b in grundy.losing_intervals("1 sqrt(2) 3", 6):
/// ...     print(a, b)
/// 0 1
/// 1+sqrt(2) 3
/// 3+sqrt(2) 4+sqrt(2)
#[pyfunction]
#[pyo3(signature = (moves, last, *, first=None, misere=false, time_limit=None))]
pub(crate) fn losing_intervals(
    py: Python<'_>,
    moves: &Bound<'_, PyAny>,
    last: &Bound<'_, PyAny>,
    first: Option<&Bound<'_, PyAny>>,
    misere: bool,
    time_limit: Option<f64>,
) -> PyResult<Vec<(Real, Real)>> {
    let moves = numbers(moves)?;
    let game = game(&moves)?;
    let first = first.map_or(Ok(Real(Exact::default())), Real::of)?.0;
    let last = Real::of(last)?.0;
    for (name, one) in [("first", &first), ("last", &last)] {
        // They are compared with sums of moves.
        for other in moves.iter().chain([&first]) {
            one.field(other).map_err(|error| PyValueError::new_err(format!("{name}: {error}")))?;
        }
        if !one.is_zero() && !one.is_positive() {
            return Err(PyValueError::new_err(format!("{name} is {one}; positions count from 0")));
        }
    }
    let mut intervals = game.intervals();
    let lost = Work::alone(time_limit).run(py, |task| match misere {
        true => intervals.misere_between(&first, &last, &task.stop),
        false => intervals.between(&first, &last, &task.stop),
    });
    let lost = lost?.map_err(|limit| ended(limit, &report::known(&game, &intervals)))?;
    Ok(lost.into_iter().map(|(from, to)| (Real(from), Real(to))).collect())
}
