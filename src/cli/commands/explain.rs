//! `grundy explain`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::host::{Exit, Failure, show};
use grundy_core::suggest;
use grundy_report::explain;
use grundy_report::report::json::codes;
use grundy_report::report::text::ExplainedCode;

/// Explains one code, or lists all of them.
pub fn run(code: Option<&str>, configuration: &Configuration) -> Result<Exit, Failure> {
    let Some(code) = code else {
        return show(&codes(), configuration);
    };
    let upper = code.to_uppercase();
    let Some(explanation) = explain::explain(&upper) else {
        return Err(Failure::usage(format!("unknown code {code}{}", suggestion(&upper))));
    };
    show(&ExplainedCode { explanation, style: configuration.style }, configuration)
}

fn suggestion(code: &str) -> String {
    // Codes are short: two other letters make another code.
    let near = |known: &&str| suggest::distance(code, known) == 1;
    match suggest::nearest(code, explain::all().map(|known| known.code)).filter(near) {
        Some(known) => format!("; did you mean {known}?"),
        None => "; `grundy explain` lists all".to_owned(),
    }
}
