//! Theorems about period and preperiod.

use crate::certificate::Certificate;
use crate::formula::Formula;
use crate::numbers::out;
use crate::pickle::{Reduced, pickled};
use grundy_prove::theorem::{self, Statement};
use grundy_report::report::{Detail, Render as _, theorem as report};
use num_bigint::BigInt;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict as _, PyDict};

/// The period and preperiod of the games of a family, proved for all parameters.
///
/// >>> import grundy
/// >>> theorem = grundy.theorem("n >= 1 { n } REPEAT _n An ENDREP")
/// >>> theorem.period(n=7), theorem.preperiod(n=7), theorem.minimal
/// (14, 0, True)
/// >>> print(theorem.latex)
/// \begin{theorem}
/// For $n \ge 1$ the Grundy values of the subtraction game $\{n\}$ have the least period
/// $2n$
/// and the least preperiod
/// $0$.
/// \end{theorem}
#[pyclass(frozen, from_py_object, module = "grundy")]
#[derive(Clone)]
pub struct Theorem {
    /// The names of the parameters.
    #[pyo3(get)]
    parameters: Vec<String>,
    /// `nim` or `outcome`.
    #[pyo3(get)]
    values: String,
    /// The period.
    #[pyo3(get)]
    period: Formula,
    /// The preperiod.
    #[pyo3(get)]
    preperiod: Formula,
    /// Are both proved to be the least ones?
    #[pyo3(get)]
    minimal: bool,
    compared: Vec<Vec<BigInt>>,
    /// A theorem environment for a paper.
    #[pyo3(get)]
    latex: String,
    /// The document that `grundy theorem --format json` prints.
    #[pyo3(get)]
    json: String,
    text: String,
    /// The proof of the description and of the theorem, if you asked for it and both numbers are proved to be
    /// least; otherwise None.
    #[pyo3(get)]
    certificate: Option<Certificate>,
}

pickled!(Theorem {
    parameters,
    values,
    period,
    preperiod,
    minimal,
    compared,
    latex,
    json,
    text,
    certificate
});

impl Theorem {
    /// A theorem about a description, and what it says.
    pub fn new(
        theorem: &theorem::Theorem,
        said: &Statement,
        certificate: Option<Certificate>,
    ) -> PyResult<Self> {
        let names = &theorem.parameters;
        let told = report::derived(theorem, said.clone(), Detail::Normal);
        let compared = theorem.compared.iter().map(|point| point.iter().map(out).collect());
        Ok(Self {
            parameters: names.clone(),
            values: theorem.values.to_string(),
            period: Formula::of_laws(names, &said.period)?,
            preperiod: Formula::of_laws(names, &said.preperiod)?,
            minimal: theorem.is_minimal(),
            compared: compared.collect(),
            latex: report::latex(said).trim_end().to_owned(),
            json: told.json(),
            text: told.text().trim_end().to_owned(),
            certificate,
        })
    }
}

#[pymethods]
impl Theorem {
    /// The parameters for which direct computation confirmed the theorem.
    #[getter]
    fn compared<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let dict = |point: &Vec<BigInt>| self.parameters.iter().zip(point).into_py_dict(py);
        self.compared.iter().map(dict).collect()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        self.reduced(py)
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        let (period, preperiod) = (self.period.__str__(), self.preperiod.__str__());
        format!("<grundy.Theorem: period {period}; preperiod {preperiod}>")
    }

    /// Without the environment, which the MathJax of notebooks does not know.
    fn _repr_latex_(&self) -> String {
        let (period, preperiod) = (self.period.latex(), self.preperiod.latex());
        format!("$$\\text{{period }} {period},\\qquad \\text{{preperiod }} {preperiod}$$")
    }
}
