//! `grundy explain`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::descriptions::Explain;
use crate::cli::host::{Exit, Failure, print, show};
use grundy_core::diagnostic::Code;
use grundy_core::suggest;
use grundy_report::explain;
use grundy_report::report::json::codes;
use grundy_report::report::schema;
use grundy_report::report::text::ExplainedCode;

/// Explains one code, or lists all of them; or writes a schema.
pub fn run(arguments: &Explain, configuration: &Configuration) -> Result<Exit, Failure> {
    if let Some(command) = &arguments.schema {
        return schema(command, configuration);
    }
    let Some(code) = arguments.code.as_deref() else {
        return show(&codes(), configuration);
    };
    let upper = code.to_uppercase();
    let Some(code) = Code::named(&upper) else {
        return Err(Failure::usage(format!("unknown code {code}{}", suggestion(&upper))));
    };
    let explanation = explain::explain(code);
    show(&ExplainedCode { explanation, style: configuration.style }, configuration)
}

/// Writes the schema of what one command writes, or the whole file.
fn schema(command: &[String], configuration: &Configuration) -> Result<Exit, Failure> {
    if command.is_empty() {
        return print(schema::WHOLE, configuration);
    }
    let name = command.join(" ").replace(' ', "-");
    match schema::of(&name) {
        Some(schema) => print(&format!("{schema:#}\n"), configuration),
        None => {
            let known = schema::names().join(", ");
            Err(Failure::usage(format!("there is no schema of {name}; there are: {known}")))
        }
    }
}

fn suggestion(code: &str) -> String {
    // Codes are short: two other letters make another code.
    let near = |known: &&str| suggest::distance(code, known) == 1;
    match suggest::nearest(code, Code::ALL.map(Code::name)).filter(near) {
        Some(known) => format!("; did you mean {known}?"),
        None => "; `grundy explain` lists all".to_owned(),
    }
}
