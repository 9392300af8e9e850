//! Certificates: proofs and counterexamples that can be checked again.

use crate::arguments::{Source, asked, bytes, reading};
use crate::errors::{CertificateError, rejected, undecided};
use crate::pickle::{Reduced, pickled, reduced};
use crate::theorem::Theorem;
use crate::work::Work;
use grundy_core::lang;
use grundy_core::limit::Limit;
use grundy_report::check::{Certified, CheckError, Shown, Terms, check_certificate};
use grundy_report::report::certificate::{checked, evidence};
use grundy_report::report::{Detail, Render as _};
use grundy_sequence::Asked;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;

/// A proof of a description, or a counterexample to it, as the bytes of a file that
/// `grundy check` reads.
///
/// >>> import grundy
/// >>> text = "n >= 1 { n } REPEAT _n An ENDREP"
/// >>> certificate = grundy.verify(text, certify=True).certificate
/// >>> grundy.Certificate(bytes(certificate)).check(text).shows
/// 'proof'
/// >>> certificate.check(text.replace("An", "A(n+1)"))
/// Traceback (most recent call last):
/// ...
/// grundy.CertificateError: line 2: this is about another description, or another version of it
#[pyclass(frozen, from_py_object, module = "grundy")]
#[derive(Clone)]
pub struct Certificate(Arc<[u8]>);

impl Certificate {
    /// As it was pickled.
    pub fn restored(state: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self(state.extract::<Vec<u8>>()?.into()))
    }

    /// What certifies a verdict, as a file.
    pub fn of(certified: Certified) -> PyResult<Option<Self>> {
        match certified {
            Certified::Proof { proof, .. } => {
                let mut file = Vec::new();
                proof.write(&mut file)?;
                Ok(Some(Self(file.into())))
            }
            Certified::Counterexample(found) => {
                Ok(Some(Self(evidence(&found).into_bytes().into())))
            }
            Certified::Unsupported(_) | Certified::Nothing => Ok(None),
        }
    }
}

#[pymethods]
impl Certificate {
    /// A certificate from the bytes of a file, or from its path.  `check` tells whether it is valid.
    #[new]
    fn made(content: &Bound<'_, PyAny>) -> PyResult<Self> {
        match content.hasattr("__fspath__")? {
            true => Ok(Self(bytes(&content.extract::<PathBuf>()?)?.into())),
            false => Self::restored(content).map_err(|_| {
                PyTypeError::new_err(
                    "a certificate is made from the bytes of a file, or from its pathlib.Path",
                )
            }),
        }
    }

    /// Checks the certificate against the text, or the path, of the description that it is about.  A proof by trace
    /// needs no text, as it names its moves.  A text without RULE line means Grundy values or normal play; what
    /// was proved by another rule is accepted only if `rule` names it.
    ///
    /// Raises `grundy.CertificateError` if it proves nothing about the text.
    #[pyo3(signature = (text=None, *, values=None, rule=None, time_limit=None))]
    fn check(
        &self,
        py: Python<'_>,
        text: Option<&Bound<'_, PyAny>>,
        values: Option<&str>,
        rule: Option<&str>,
        time_limit: Option<f64>,
    ) -> PyResult<Evidence> {
        let source = text.map(Source::read).transpose()?;
        let text = source.as_ref().map(|it| it.text.as_str());
        let asked = asked(values, rule)?;
        let reading = match text {
            Some(text) => reading(text, asked)?,
            None => {
                let Asked { alphabet, rule } = asked;
                lang::Options { alphabet, rule, raw: false }
            }
        };
        let terms = Terms { reading, start: None };
        let (shown, stopped) = Work::alone(time_limit).run(py, |task| {
            (check_certificate(&self.0[..], text, &terms, &task.stop), task.stop.requested())
        })?;
        match shown {
            Ok(shown) => Evidence::new(shown),
            Err(_) if stopped => Err(undecided(Limit::STOPPED)),
            Err(CheckError::Description(diagnostics)) => {
                Err(rejected("text.nimseq", text.unwrap_or_default(), &diagnostics))
            }
            Err(error) => Err(CertificateError::new_err(error.to_string())),
        }
    }

    fn __bytes__(&self) -> Cow<'_, [u8]> {
        Cow::Borrowed(&self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced::<Self>(py, PyBytes::new(py, &self.0))
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __repr__(&self) -> String {
        format!("<grundy.Certificate: {} bytes>", self.0.len())
    }
}

/// What a certificate shows.
#[pyclass(frozen, module = "grundy")]
pub struct Evidence {
    /// `proof` or `counterexample`.
    #[pyo3(get)]
    shows: String,
    text: String,
    /// The document that `grundy check --format json` prints.
    #[pyo3(get)]
    json: String,
    /// The theorems about period and preperiod that it proves.
    #[pyo3(get)]
    theorems: Vec<Theorem>,
}

pickled!(Evidence { shows, text, json, theorems });

impl Evidence {
    fn new(shown: Shown) -> PyResult<Self> {
        let shows = match shown {
            Shown::Proved(_) | Shown::Traced(..) => "proof",
            Shown::Refuted(..) => "counterexample",
        };
        let shown = Ok(shown);
        let (told, json) = {
            let checked = checked("certificate", "the description", &shown, Detail::Normal);
            (checked.text(), checked.json())
        };
        let theorems = match shown {
            Ok(Shown::Proved(proved)) => {
                let all = proved.theorems.iter();
                all.map(|(theorem, said)| Theorem::new(theorem, said, None))
                    .collect::<PyResult<_>>()?
            }
            _ => Vec::new(),
        };
        let text = told.trim_end().to_owned();
        Ok(Self { shows: shows.to_owned(), text, json, theorems })
    }
}

#[pymethods]
impl Evidence {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        self.reduced(py)
    }

    fn __repr__(&self) -> String {
        format!("<grundy.Evidence: {}>", self.shows)
    }
}
