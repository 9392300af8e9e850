//! Theorems about period and preperiod.

use crate::certificate::Certificate;
use crate::formula::Formula;
use crate::numbers::out;
use grundy_check::model::Description;
use grundy_prove::theorem;
use grundy_report::report::Detail;
use grundy_report::report::theorem as report;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;

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
#[pyclass(frozen, module = "grundy")]
#[derive(Clone)]
pub struct Theorem {
    theorem: Arc<theorem::Theorem>,
    /// What it is about.
    description: Arc<Description>,
    certificate: Option<Certificate>,
}

impl Theorem {
    pub fn new(
        theorem: theorem::Theorem,
        description: Description,
        certificate: Option<Certificate>,
    ) -> Self {
        let (theorem, description) = (Arc::new(theorem), Arc::new(description));
        Self { theorem, description, certificate }
    }
}

#[pymethods]
impl Theorem {
    /// The names of the parameters.
    #[getter]
    fn parameters(&self) -> Vec<String> {
        self.theorem.parameters.clone()
    }

    /// `nim` or `outcome`.
    #[getter]
    fn values(&self) -> String {
        self.theorem.values.to_string()
    }

    /// The period.
    #[getter]
    fn period(&self) -> Formula {
        Formula::of_theorem(&self.theorem.parameters, &self.theorem.period)
    }

    /// The preperiod.
    #[getter]
    fn preperiod(&self) -> Formula {
        Formula::of_theorem(&self.theorem.parameters, &self.theorem.preperiod)
    }

    /// Are both proved to be the least ones?
    #[getter]
    fn minimal(&self) -> bool {
        self.theorem.is_minimal()
    }

    /// The parameters for which it was compared with direct computation.
    #[getter]
    fn compared<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let points = self.theorem.compared.iter();
        points
            .map(|point| {
                let dict = PyDict::new(py);
                for (name, value) in self.theorem.parameters.iter().zip(point) {
                    dict.set_item(name, out(value))?;
                }
                Ok(dict)
            })
            .collect()
    }

    /// The proof of the description and of the theorem, if it was asked for and both numbers are proved
    /// to be least.
    #[getter]
    fn certificate(&self) -> Option<Certificate> {
        self.certificate.clone()
    }

    /// A theorem environment for a paper.
    #[getter]
    fn latex(&self) -> String {
        report::latex(&self.theorem, &self.description).trim_end().to_owned()
    }

    /// The document that `grundy theorem --format json` prints.
    #[getter]
    fn json(&self) -> String {
        report::json(&self.theorem, &self.description)
    }

    fn __str__(&self) -> String {
        report::text(&self.theorem, &self.description, Detail::Normal).trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        format!(
            "<grundy.Theorem: period {}; preperiod {}>",
            self.period().__str__(),
            self.preperiod().__str__()
        )
    }

    /// Without the environment, which the MathJax of notebooks does not know.
    fn _repr_latex_(&self) -> String {
        format!(
            "$$\\text{{period }} {},\\qquad \\text{{preperiod }} {}$$",
            self.period().latex(),
            self.preperiod().latex()
        )
    }
}
