//! Formulas by cases: what a theorem says of a period or preperiod.

use crate::arguments::point;
use crate::polynomial::{Polynomial, symbols_for};
use grundy_check::Integer;
use grundy_infer::infer::{Class, Number};
use grundy_prove::theorem;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// A number that depends on parameters: polynomials by cases.
///
/// >>> import grundy
/// >>> period = grundy.theorem("n >= 1 { n } REPEAT _n An ENDREP").period
/// >>> str(period), period(5), period(n=10**30)
/// ('2n for n >= 1', 10, 2000000000000000000000000000000)
#[pyclass(frozen, module = "grundy")]
#[derive(Clone)]
pub struct Formula {
    names: Vec<String>,
    pieces: Vec<Piece>,
}

/// A polynomial, and when it holds.
#[pyclass(frozen, module = "grundy")]
#[derive(Clone)]
pub struct Piece {
    polynomial: Polynomial,
    when: String,
    when_latex: String,
    modulus: Integer,
    residue: Integer,
    domain: Domain,
}

#[derive(Clone)]
enum Domain {
    /// The case of a theorem.
    Case(Box<theorem::Piece>),
    /// The numbers of a class from one on.
    Class(Class, i64),
}

impl Formula {
    /// What a theorem says.
    pub fn of_theorem(names: &[String], pieces: &[theorem::Piece]) -> Self {
        let piece = |piece: &theorem::Piece| Piece {
            polynomial: Polynomial::new(names.to_vec(), piece.polynomial.clone()),
            when: piece.when(names),
            when_latex: piece.when_latex(names),
            modulus: piece.modulus.clone(),
            residue: piece.residue.clone(),
            domain: Domain::Case(Box::new(piece.clone())),
        };
        Self { names: names.to_vec(), pieces: pieces.iter().map(piece).collect() }
    }

    /// What is said of the classes of a parameter, from a number on.
    pub fn of_classes(name: &str, said: &[(Class, Number)], from: i64) -> Self {
        let names = vec![name.to_owned()];
        let piece = |(class, number): &(Class, Number)| {
            let Class { modulus, residue } = *class;
            let (mut when, mut when_latex) =
                (format!("{name} >= {from}"), format!("{name} \\ge {from}"));
            if modulus > 1 {
                when += &format!(" and {name} mod {modulus} == {residue}");
                when_latex += &format!(",\\ {name} \\equiv {residue} \\pmod{{{modulus}}}");
            }
            Piece {
                polynomial: Polynomial::new(names.clone(), number.polynomial.clone()),
                when,
                when_latex,
                modulus: modulus.into(),
                residue: residue.into(),
                domain: Domain::Class(*class, from),
            }
        };
        Self { pieces: said.iter().map(piece).collect(), names }
    }
}

impl Piece {
    fn contains(&self, point: &[Integer]) -> bool {
        match &self.domain {
            Domain::Case(piece) => piece.contains(point),
            Domain::Class(class, from) => {
                let number = point.first().cloned().unwrap_or_default();
                let least = Integer::from(*from);
                let rest = number.mod_floor(&class.modulus.into()).to_i64().unwrap_or(0);
                number >= least && class.contains(rest)
            }
        }
    }
}

#[pymethods]
impl Formula {
    /// The names of the parameters.
    #[getter]
    fn parameters(&self) -> Vec<String> {
        self.names.clone()
    }

    /// The cases.
    #[getter]
    fn pieces(&self) -> Vec<Piece> {
        self.pieces.clone()
    }

    /// The polynomial, where there is only one case.
    #[getter]
    fn polynomial(&self) -> PyResult<Polynomial> {
        match self.pieces.as_slice() {
            [piece] => Ok(piece.polynomial.clone()),
            pieces => {
                Err(PyValueError::new_err(format!("there are {} cases; see pieces", pieces.len())))
            }
        }
    }

    /// The number for some parameters: `formula(5)`, `formula(n=5)`; ValueError where the formula
    /// says nothing about them.
    #[pyo3(signature = (*values, **named))]
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        values: &Bound<'py, PyTuple>,
        named: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let point = point(&self.names, values, named)?;
        match self.pieces.iter().find(|piece| piece.contains(&point)) {
            Some(piece) => piece.polynomial.at(py, &point),
            None => {
                let pairs = self.names.iter().zip(&point);
                let pairs: Vec<_> = pairs.map(|(name, it)| format!("{name} = {it}")).collect();
                let message = format!("the formula says nothing about {}", pairs.join(", "));
                Err(PyValueError::new_err(message))
            }
        }
    }

    /// The polynomial as an expression of SymPy.  Symbols may be given for the parameters.
    ///
    /// Where there are several cases, each has its own: `[piece.to_sympy() for piece in
    /// formula.pieces]`.
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

    fn __repr__(&self) -> String {
        format!("<grundy.Formula: {}>", self.__str__())
    }

    fn _repr_latex_(&self) -> String {
        format!("${}$", self.latex())
    }
}

#[pymethods]
impl Piece {
    /// The polynomial.
    #[getter]
    fn polynomial(&self) -> Polynomial {
        self.polynomial.clone()
    }

    /// When it holds, such as `n >= 2 and n mod 2 == 1`; empty if always.
    #[getter]
    fn when(&self) -> &str {
        &self.when
    }

    /// With one parameter: the modulus of the remainder for which it holds.
    #[getter]
    fn modulus(&self) -> num_bigint::BigInt {
        self.modulus.to_big()
    }

    /// The remainder by `modulus`.
    #[getter]
    fn residue(&self) -> num_bigint::BigInt {
        self.residue.to_big()
    }

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

    fn __repr__(&self) -> String {
        format!("<grundy.Piece: {}>", self.__str__())
    }
}
