//! Polynomials with rational coefficients, by the names of their variables.

use crate::arrays::call;
use crate::numbers::{integer, rational};
use crate::pickle::{Reduced, reduced};
use grundy_check::Integer;
use grundy_core::polynomial::{Polynomial as Exact, Style, Written as _};
use num_bigint::BigInt;
use num_rational::BigRational;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use std::collections::BTreeMap;
use std::slice::from_ref;

/// Powers from SymPy are multiplied out one by one.
const MOST_DEGREE: u32 = 1000;

/// A polynomial with rational coefficients.
///
/// You make it from an integer, a fraction or a polynomial of SymPy, and it equals each of them that has the same
/// value.
///
/// >>> import grundy
/// >>> theorem = grundy.theorem("n >= 1 { n } REPEAT _n An ENDREP")
/// >>> theorem.period.polynomial, theorem.period.polynomial.coefficients
/// (<grundy.Polynomial: 2n>, [Fraction(0, 1), Fraction(2, 1)])
/// >>> theorem.period.polynomial(n=10**20)
/// 200000000000000000000
/// >>> grundy.Polynomial(7) == 7
/// True
#[pyclass(frozen, from_py_object, module = "grundy")]
#[derive(Clone)]
pub struct Polynomial {
    /// The names of the variables.
    #[pyo3(get, name = "parameters")]
    names: Vec<String>,
    polynomial: Exact,
}

impl Polynomial {
    pub fn new(names: Vec<String>, polynomial: Exact) -> Self {
        Self { names, polynomial }
    }

    /// The value for some parameters, in their order: an int where it is one.
    pub fn at<'py>(&self, py: Python<'py>, point: &[Integer]) -> PyResult<Bound<'py, PyAny>> {
        let value = self.polynomial.at(point);
        if value.is_integer() {
            value.to_integer().into_bound_py_any(py)
        } else {
            value.into_bound_py_any(py)
        }
    }

    /// The coefficients by the powers of the variables that occur: equal for equal polynomials.
    fn normal(&self) -> BTreeMap<Vec<(&str, u32)>, BigRational> {
        let powers = |exponents: &[u32]| {
            let pairs = self.names.iter().map(String::as_str).zip(exponents.iter().copied());
            let mut powers: Vec<_> = pairs.filter(|(_, exponent)| *exponent > 0).collect();
            powers.sort_unstable();
            powers
        };
        self.polynomial.terms().map(|(exponents, it)| (powers(exponents), it)).collect()
    }

    /// As it was pickled.
    pub fn restored(state: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (names, terms): (Vec<String>, Vec<(Vec<u32>, BigRational)>) = state.extract()?;
        let mut polynomial = Exact::zero();
        for (powers, coefficient) in &terms {
            let term = Exact::term(powers, coefficient);
            polynomial = polynomial.plus(&term);
        }
        Ok(Self::new(names, polynomial))
    }

    fn of(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(polynomial) = value.cast::<Self>() {
            return Ok(polynomial.get().clone());
        }
        let constant = |number| Self::new(Vec::new(), Exact::constant(number));
        if let Ok(number) = integer(value) {
            return Ok(constant(BigRational::from_integer(number.to_big())));
        }
        if value.hasattr("free_symbols")? {
            return Self::of_sympy(value);
        }
        if let Ok(number) = rational(value) {
            return Ok(constant(number));
        }
        let kind = value.get_type().qualname()?;
        Err(PyTypeError::new_err(format!(
            "a polynomial is made from an integer, a fraction or a polynomial of SymPy, not {kind}"
        )))
    }

    fn of_sympy(expression: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = expression.py();
        let wrong = |_| {
            let text = expression.str().map_or_else(|_| String::new(), |it| it.to_string());
            PyValueError::new_err(format!("{text} is not a polynomial with rational coefficients"))
        };
        let builtins = py.import("builtins")?;
        let by_name = PyDict::new(py);
        by_name.set_item("key", builtins.getattr("str")?)?;
        let free = expression.getattr("free_symbols")?;
        let symbols = builtins.getattr("sorted")?.call((free,), Some(&by_name))?;
        let symbols: Vec<Bound<'_, PyAny>> = symbols.extract()?;
        if symbols.is_empty() {
            let number = rational(expression).map_err(wrong)?;
            return Ok(Self::new(Vec::new(), Exact::constant(number)));
        }
        let names = symbols.iter().map(|it| it.getattr("name")?.extract());
        let names = names.collect::<PyResult<Vec<String>>>()?;
        let arguments = PyTuple::new(py, [from_ref(expression), &symbols].concat())?;
        let domain = PyDict::new(py);
        domain.set_item("domain", "QQ")?;
        let made = py.import("sympy")?.getattr("Poly")?.call(arguments, Some(&domain));
        let mut polynomial = Exact::zero();
        for term in made.map_err(wrong)?.call_method0("terms")?.try_iter()? {
            let (exponents, coefficient): (Vec<u32>, Bound<'_, PyAny>) =
                term?.extract().map_err(wrong)?;
            if exponents.iter().any(|&exponent| exponent > MOST_DEGREE) {
                let message = format!("polynomials have at most the degree {MOST_DEGREE}");
                return Err(PyValueError::new_err(message));
            }
            let coefficient = rational(&coefficient).map_err(wrong)?;
            let term = Exact::term(&exponents, &coefficient);
            polynomial = polynomial.plus(&term);
        }
        Ok(Self::new(names, polynomial))
    }
}

#[pymethods]
impl Polynomial {
    #[new]
    fn made(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::of(value)
    }

    /// The coefficients of a polynomial in one variable, ascending, as fractions.
    #[getter]
    fn coefficients(&self) -> PyResult<Vec<BigRational>> {
        if self.names.len() > 1 {
            return Err(PyValueError::new_err(
                "a polynomial in several variables has no list of coefficients; use terms",
            ));
        }
        let terms = || {
            let degree = |powers: &[u32]| powers.first().map_or(0, |&power| power as usize);
            self.polynomial.terms().map(move |(powers, it)| (degree(powers), it))
        };
        let degree = terms().map(|(power, _)| power).max().unwrap_or(0);
        let mut all = vec![BigRational::from_integer(BigInt::ZERO); degree + 1];
        for (power, coefficient) in terms() {
            all[power] = coefficient;
        }
        Ok(all)
    }

    /// The coefficients as fractions, by the powers of the variables.
    #[getter]
    fn terms<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let terms = PyDict::new(py);
        for (exponents, coefficient) in self.polynomial.terms() {
            let powers = (0..self.names.len()).map(|it| exponents.get(it).copied().unwrap_or(0));
            let powers = PyTuple::new(py, powers.collect::<Vec<_>>())?;
            terms.set_item(powers, coefficient)?;
        }
        Ok(terms)
    }

    /// The value for these parameters: `polynomial(5)`, `polynomial(n=5)`.  A list of numbers gives a list, and a NumPy
    /// array an array.
    #[pyo3(signature = (*values, **named))]
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        values: &Bound<'py, PyTuple>,
        named: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        call(&self.names, values, named, |point| self.at(py, point))
    }

    /// The polynomial as an expression of SymPy.  You can pass symbols for the parameters, in their order, such as
    /// symbols with assumptions.
    #[pyo3(signature = (*symbols))]
    pub fn to_sympy<'py>(
        &self,
        py: Python<'py>,
        symbols: &Bound<'py, PyTuple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let sympy = py.import("sympy")?;
        let symbols = symbols_for(py, &self.names, symbols)?;
        let mut sum = sympy.getattr("Integer")?.call1((0,))?;
        for (exponents, coefficient) in self.polynomial.terms() {
            let mut term = sympy.getattr("Rational")?.call1(coefficient.into_raw())?;
            for (symbol, &exponent) in symbols.iter().zip(exponents) {
                term = term.mul(symbol.pow(exponent, py.None())?)?;
            }
            sum = sum.add(term)?;
        }
        Ok(sum)
    }

    /// The polynomial in LaTeX.
    #[getter]
    pub fn latex(&self) -> String {
        self.polynomial.display(&self.names, &Style::Latex)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        Self::of(other).is_ok_and(|other| self.normal() == other.normal())
    }

    pub fn __str__(&self) -> String {
        self.polynomial.display(&self.names, &Style::Text)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let terms = self.polynomial.terms().map(|(powers, it)| (powers.to_vec(), it));
        reduced::<Self>(py, (self.names.clone(), terms.collect::<Vec<_>>()))
    }

    fn __repr__(&self) -> String {
        format!("<grundy.Polynomial: {}>", self.__str__())
    }

    fn _repr_latex_(&self) -> String {
        format!("${}$", self.latex())
    }
}

/// The symbols given for the parameters, or new ones.
pub(crate) fn symbols_for<'py>(
    py: Python<'py>,
    names: &[String],
    given: &Bound<'py, PyTuple>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    if given.is_empty() {
        let symbol = py.import("sympy")?.getattr("Symbol")?;
        return names.iter().map(|name| symbol.call1((name,))).collect();
    }
    if given.len() != names.len() {
        return Err(PyTypeError::new_err(format!(
            "one symbol is needed for each parameter: {}",
            names.join(", ")
        )));
    }
    let symbol = |it: Bound<'py, PyAny>| match it.is_instance_of::<PyString>() {
        true => py.import("sympy")?.call_method1("Symbol", (it,)),
        false => Ok(it),
    };
    given.iter().map(symbol).collect()
}
