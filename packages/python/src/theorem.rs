//! Theorems about period and preperiod.

use crate::certificate::Certificate;
use crate::formula::Formula;
use crate::numbers::out;
use crate::pickle::{Reduced, reduced};
use grundy_check::model::Description;
use grundy_prove::theorem;
use grundy_report::report::Detail;
use grundy_report::report::theorem as report;
use num_bigint::BigInt;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Period and preperiod of the games of a family, for all its parameters, proved.
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
pub struct Theorem(pub Said);

/// What it says.
#[derive(Clone, IntoPyObject, FromPyObject)]
#[pyo3(from_item_all)]
pub struct Said {
    parameters: Vec<String>,
    values: String,
    period: Formula,
    preperiod: Formula,
    minimal: bool,
    compared: Vec<Vec<BigInt>>,
    latex: String,
    json: String,
    text: String,
    certificate: Option<Certificate>,
}

impl Theorem {
    /// A theorem about a description.
    pub fn new(
        theorem: &theorem::Theorem,
        description: &Description,
        certificate: Option<Certificate>,
    ) -> PyResult<Self> {
        let names = &theorem.parameters;
        let compared = theorem.compared.iter().map(|point| point.iter().map(out).collect());
        Ok(Self(Said {
            parameters: names.clone(),
            values: theorem.values.to_string(),
            period: Formula::of_theorem(names, &theorem.period)?,
            preperiod: Formula::of_theorem(names, &theorem.preperiod)?,
            minimal: theorem.is_minimal(),
            compared: compared.collect(),
            latex: report::latex(theorem, description).trim_end().to_owned(),
            json: report::json(theorem, description),
            text: report::text(theorem, description, Detail::Normal).trim_end().to_owned(),
            certificate,
        }))
    }
}

#[pymethods]
impl Theorem {
    /// The names of the parameters.
    #[getter]
    fn parameters(&self) -> Vec<String> {
        self.0.parameters.clone()
    }

    /// `nim` or `outcome`.
    #[getter]
    fn values(&self) -> &str {
        &self.0.values
    }

    /// The period.
    #[getter]
    fn period(&self) -> Formula {
        self.0.period.clone()
    }

    /// The preperiod.
    #[getter]
    fn preperiod(&self) -> Formula {
        self.0.preperiod.clone()
    }

    /// Are both proved to be the least ones?
    #[getter]
    fn minimal(&self) -> bool {
        self.0.minimal
    }

    /// The parameters for which it was compared with direct computation.
    #[getter]
    fn compared<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let points = self.0.compared.iter();
        points
            .map(|point| {
                let dict = PyDict::new(py);
                for (name, value) in self.0.parameters.iter().zip(point) {
                    dict.set_item(name, value)?;
                }
                Ok(dict)
            })
            .collect()
    }

    /// The proof of the description and of the theorem, if it was asked for and both numbers are proved
    /// to be least.
    #[getter]
    fn certificate(&self) -> Option<Certificate> {
        self.0.certificate.clone()
    }

    /// A theorem environment for a paper.
    #[getter]
    fn latex(&self) -> &str {
        &self.0.latex
    }

    /// The document that `grundy theorem --format json` prints.
    #[getter]
    fn json(&self) -> &str {
        &self.0.json
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced::<Self>(py, self.0.clone())
    }

    fn __str__(&self) -> &str {
        &self.0.text
    }

    fn __repr__(&self) -> String {
        let (period, preperiod) = (self.0.period.__str__(), self.0.preperiod.__str__());
        format!("<grundy.Theorem: period {period}; preperiod {preperiod}>")
    }

    /// Without the environment, which the MathJax of notebooks does not know.
    fn _repr_latex_(&self) -> String {
        let (period, preperiod) = (self.0.period.latex(), self.0.preperiod.latex());
        format!("$$\\text{{period }} {period},\\qquad \\text{{preperiod }} {preperiod}$$")
    }
}
