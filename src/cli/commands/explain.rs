//! `grundy explain`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::output::print;
use grundy_report::explain;
use grundy_report::report::{json, text};

/// Explains one code, or lists all of them.
pub fn run(code: Option<&str>, configuration: &Configuration) -> Result<Exit, Failure> {
    let Some(code) = code else {
        let list = if configuration.is_text() { text::codes() } else { json::codes() };
        return print(&list, configuration);
    };
    let upper = code.to_uppercase();
    let Some(explanation) = explain::explain(&upper) else {
        return Err(Failure::usage(format!("there is no code {code}{}", suggestion(&upper))));
    };
    let page = if configuration.is_text() {
        text::explanation(&explanation, configuration.style)
    } else {
        json::explanation(explanation)
    };
    print(&page, configuration)
}

fn suggestion(code: &str) -> String {
    let nearest = explain::all()
        .map(|known| (strsim::damerau_levenshtein(code, known.code), known.code))
        .min();
    match nearest {
        Some((distance, known)) if distance <= 2 => format!("; did you mean {known}?"),
        _ => "; `grundy explain` lists all".to_owned(),
    }
}
