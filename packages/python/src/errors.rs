//! Exceptions; they are defined in `grundy/_errors.py`.

use crate::report::Counterexample;
use grundy_core::diagnostic::Diagnostic;
use grundy_core::limit::Limit;
use grundy_report::report::{Style, render};
use pyo3::import_exception;
use pyo3::prelude::*;

import_exception!(grundy._errors, Bug);
import_exception!(grundy._errors, CertificateError);
import_exception!(grundy._errors, NoPeriod);
import_exception!(grundy._errors, Rejected);
import_exception!(grundy._errors, Refuted);
import_exception!(grundy._errors, Undecided);

/// The text has no meaning; `name` is what it is called in the message, which begins with what is wrong and
/// not with its code: that is the line that a traceback ends with.
pub(crate) fn rejected(name: &str, text: &str, diagnostics: &[Diagnostic]) -> PyErr {
    let mut shown: String =
        diagnostics.iter().map(|one| render::render(one, name, text, Style::PLAIN)).collect();
    let first = diagnostics.first();
    let code = first.map(|it| it.code);
    if let Some(first) = first {
        let before = format!("{}[{}]: ", first.severity.name(), first.code);
        shown = shown.strip_prefix(&before).unwrap_or(&shown).to_owned();
        shown += &format!("grundy.explain(\"{}\") explains it", first.code);
    }
    let place = first.and_then(|it| it.location(text));
    let (line, column) = (place.map(|it| it.line), place.map(|it| it.column));
    Rejected::new_err((shown.trim_end().to_owned(), code, line, column))
}

/// The text has no meaning, for a reason without a code.
pub(crate) fn misread(message: String) -> PyErr {
    Rejected::new_err((message, None::<&str>, None::<usize>, None::<usize>))
}

/// The description is wrong, and here.
pub(crate) fn refuted(message: String, found: Option<Counterexample>) -> PyErr {
    Refuted::new_err((message, found))
}

/// A limit was reached.
pub(crate) fn undecided(limit: Limit) -> PyErr {
    Undecided::new_err((limit.text(), limit.name()))
}

/// A limit was reached, and what was done until then.
pub(crate) fn ended(limit: Limit, done: &str) -> PyErr {
    Undecided::new_err((format!("{}; {done}", limit.text()), limit.name()))
}

/// Something else is not known.
pub(crate) fn unknown(message: impl Into<String>) -> PyErr {
    Undecided::new_err((message.into(), None::<&str>))
}
