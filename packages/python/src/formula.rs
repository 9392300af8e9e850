//! Formulas by cases: what a theorem says of a period or preperiod.

use crate::arrays::call;
use crate::pickle::{Reduced, pickled, reduced};
use crate::polynomial::{Polynomial, symbols_for};
use grundy_check::Integer;
use grundy_core::formula::Condition;
use grundy_prove::theorem::{Class, Law};
use num_bigint::BigInt;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// A number that depends on parameters: polynomials by cases.
///
/// >>> import grundy
/// >>> period = grundy.theorem("n >= 1 { n } REPEAT _n An ENDREP").period
/// >>> str(period), period(5), period(n=10**30)
/// ('2n for n >= 1', 10, 2000000000000000000000000000000)
/// >>> period(n=range(1, 6))
/// [2, 4, 6, 8, 10]
#[pyclass(frozen, from_py_object, module = "grundy")]
#[derive(Clone)]
pub struct Formula {
    /// The names of the parameters.
    #[pyo3(get, name = "parameters")]
    names: Vec<String>,
    /// The cases.
    #[pyo3(get)]
    pieces: Vec<Piece>,
}

pickled!(Formula { names, pieces });

/// A polynomial, and when it holds.
#[pyclass(frozen, from_py_object, module = "grundy")]
#[derive(Clone)]
pub struct Piece {
    /// The polynomial.
    #[pyo3(get)]
    polynomial: Polynomial,
    /// When it holds, such as `n >= 2 and n mod 2 == 1`; empty if it always holds.
    #[pyo3(get)]
    when: String,
    when_latex: String,
    /// With one parameter n, the piece holds only if n mod `modulus` is `residue`.
    #[pyo3(get)]
    modulus: BigInt,
    /// The remainder of the parameter modulo `modulus`.
    #[pyo3(get)]
    residue: BigInt,
    /// What `when` says; nothing where it always holds.
    condition: Option<Condition>,
}

impl Formula {
    /// What a theorem says.
    pub fn of_laws(names: &[String], laws: &[Law]) -> PyResult<Self> {
        let piece = |law: &Law| {
            let polynomial = Polynomial::new(names.to_vec(), law.polynomial.clone());
            let when = (law.when(names), law.when_latex(names));
            let Class { modulus, residue } = law.class().unwrap_or(Class::ALL);
            Piece::new(polynomial, when, modulus.into(), residue.into())
        };
        let pieces = laws.iter().map(piece).collect::<PyResult<_>>()?;
        Ok(Self { names: names.to_vec(), pieces })
    }
}

impl Piece {
    fn new(
        polynomial: Polynomial,
        (when, when_latex): (String, String),
        modulus: BigInt,
        residue: BigInt,
    ) -> PyResult<Self> {
        let parsed = (!when.is_empty()).then(|| Condition::parse(&when, 0)).transpose();
        let condition = parsed.map_err(|error| {
            PyRuntimeError::new_err(format!("cannot read the condition {when}: {}", error.message))
        })?;
        Ok(Self { polynomial, when, when_latex, modulus, residue, condition })
    }

    /// As it was pickled.
    pub fn restored(state: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (polynomial, when, modulus, residue): (_, _, BigInt, BigInt) = state.extract()?;
        Self::new(polynomial, when, modulus, residue)
    }

    fn contains(&self, names: &[String], point: &[Integer]) -> PyResult<bool> {
        let Some(condition) = &self.condition else { return Ok(true) };
        let letters = names.iter().filter_map(|name| name.chars().next());
        let at: Vec<_> = letters.zip(point.iter().cloned()).collect();
        condition.holds(&at).map_err(|error| PyRuntimeError::new_err(error.to_string()))
    }
}

#[pymethods]
impl Formula {
    /// The polynomial, if there is only one case; otherwise a ValueError.
    #[getter]
    fn polynomial(&self) -> PyResult<Polynomial> {
        match self.pieces.as_slice() {
            [piece] => Ok(piece.polynomial.clone()),
            pieces => Err(PyValueError::new_err(format!(
                "the formula has {} cases; use pieces",
                pieces.len()
            ))),
        }
    }

    /// The value for these parameters: `formula(5)`, `formula(n=5)`.  A list of numbers gives a list, and a NumPy
    /// array an array: `formula(n=range(1, 9))`.  A ValueError means that the formula says nothing about them.
    #[pyo3(signature = (*values, **named))]
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        values: &Bound<'py, PyTuple>,
        named: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        call(&self.names, values, named, |point| {
            for piece in &self.pieces {
                if piece.contains(&self.names, point)? {
                    return piece.polynomial.at(py, point);
                }
            }
            let pairs = self.names.iter().zip(point);
            let pairs: Vec<_> = pairs.map(|(name, it)| format!("{name} = {it}")).collect();
            let message = format!("the formula says nothing about {}", pairs.join(", "));
            Err(PyValueError::new_err(message))
        })
    }

    /// The polynomial as an expression of SymPy.  You can pass symbols for the parameters, in their order.
    ///
    /// If there are several cases, convert each of them: `[piece.to_sympy() for piece in formula.pieces]`.
    #[pyo3(signature = (*symbols))]
    fn to_sympy<'py>(
        &self,
        py: Python<'py>,
        symbols: &Bound<'py, PyTuple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        symbols_for(py, &self.names, symbols)?;
        self.polynomial()?.to_sympy(py, symbols)
    }

    /// The formula in LaTeX.
    #[getter]
    pub fn latex(&self) -> String {
        match self.pieces.as_slice() {
            [piece] if piece.when_latex.is_empty() => piece.polynomial.latex(),
            [piece] => format!("{} \\quad ({})", piece.polynomial.latex(), piece.when_latex),
            pieces => {
                let row = |it: &Piece| format!("{} & {}", it.polynomial.latex(), it.when_latex);
                let rows: Vec<_> = pieces.iter().map(row).collect();
                format!("\\begin{{cases}} {} \\end{{cases}}", rows.join(" \\\\ "))
            }
        }
    }

    /// Is it this polynomial, in its only case?
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match self.pieces.as_slice() {
            [piece] => other.eq(piece.polynomial.clone()),
            _ => Ok(false),
        }
    }

    pub fn __str__(&self) -> String {
        self.pieces.iter().map(Piece::__str__).collect::<Vec<_>>().join("; ")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        self.reduced(py)
    }

    fn __repr__(&self) -> String {
        format!("<grundy.Formula: {}>", self.__str__())
    }

    fn _repr_latex_(&self) -> String {
        format!("${}$", self.latex())
    }
}

#[pymethods]
impl Piece {
    /// The polynomial as an expression of SymPy.
    #[pyo3(signature = (*symbols))]
    fn to_sympy<'py>(
        &self,
        py: Python<'py>,
        symbols: &Bound<'py, PyTuple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.polynomial.to_sympy(py, symbols)
    }

    fn __str__(&self) -> String {
        match self.when.as_str() {
            "" => self.polynomial.__str__(),
            when => format!("{} for {when}", self.polynomial.__str__()),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let when = (self.when.clone(), self.when_latex.clone());
        let class = (self.modulus.clone(), self.residue.clone());
        reduced::<Self>(py, (self.polynomial.clone(), when, class.0, class.1))
    }

    fn __repr__(&self) -> String {
        format!("<grundy.Piece: {}>", self.__str__())
    }
}
