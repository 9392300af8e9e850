//! `grundy explain`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::descriptions::Explain as Arguments;
use crate::cli::host::{Exit, Failure, print, show};
use grundy_answers::ask::texts::Explain;
use grundy_answers::report::json::codes;
use grundy_answers::report::schema;
use grundy_answers::report::text::ExplainedCode;

/// Explains one code, or lists all of them; or writes a schema.
pub fn run(arguments: &Arguments, configuration: &Configuration) -> Result<Exit, Failure> {
    if let Some(command) = &arguments.schema {
        return schema(command, configuration);
    }
    let question = Explain { code: arguments.code.clone() };
    match question.answer().map_err(|error| Failure::usage(error.to_string()))? {
        None => show(&codes(), configuration),
        Some(explanation) => {
            show(&ExplainedCode { explanation, style: configuration.style }, configuration)
        }
    }
}

/// Writes the schema of the output of one command, or all of them.
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
