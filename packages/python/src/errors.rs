//! Exceptions; they are defined in `grundy/_errors.py`.

use grundy_core::diagnostic::Diagnostic;
use grundy_core::limit::Limit;
use grundy_report::report::{Style, render};
use pyo3::import_exception;
use pyo3::prelude::*;

import_exception!(grundy._errors, Bug);
import_exception!(grundy._errors, CertificateError);
import_exception!(grundy._errors, Rejected);
import_exception!(grundy._errors, Refuted);
import_exception!(grundy._errors, Undecided);

/// The text has no meaning; `name` is what it is called in the message.
pub fn rejected(name: &str, text: &str, diagnostics: &[Diagnostic]) -> PyErr {
    let shown: String =
        diagnostics.iter().map(|one| render::render(one, name, text, Style::PLAIN)).collect();
    let first = diagnostics.first();
    let code = first.map(|it| it.code);
    let place = first.and_then(|it| it.location(text));
    let (line, column) = (place.map(|it| it.line), place.map(|it| it.column));
    Rejected::new_err((shown.trim_end().to_owned(), code, line, column))
}

/// A limit was reached.
pub fn undecided(limit: Limit) -> PyErr {
    Undecided::new_err((limit.text(), limit.name()))
}

/// Something else is not known.
pub fn unknown(message: impl Into<String>) -> PyErr {
    Undecided::new_err((message.into(), None::<&str>))
}
