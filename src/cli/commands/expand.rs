//! `grundy expand`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::descriptions::Expand;
use crate::cli::flags::numbers::points as points_of;
use crate::cli::host::description::{agreeing, description};
use crate::cli::host::input::{Input, read_one};
use crate::cli::host::{Control, Exit, Failure, bug, show};
use grundy_check::Integer;
use grundy_check::model::Description;
use grundy_core::diagnostic::line_and_column;
use grundy_core::expand;
use grundy_core::expand::ExpandError;
use grundy_core::limit::Limit;
use grundy_report::report::rows::ExpandedRows;
use grundy_report::report::written::Writing;
use grundy_sequence::Packed;

/// Writes out a piece of the described sequence.
pub fn run(arguments: &Expand, configuration: &Configuration) -> Result<Exit, Failure> {
    let input = read_one(&arguments.path)?;
    bug::working_on(&input.name());
    let control = Control::start(configuration.time_limit)?;
    let reading = agreeing(&input, &arguments.reading, &control)?;
    let description = description(&input, &reading, configuration, &control)?;
    let mut points = Vec::new();
    for point in points_of(&arguments.at).map_err(Failure::usage)? {
        let parameters = assign(&description, &point).map_err(Failure::usage)?;
        check_conditions(&description, &parameters, &input.text).map_err(Failure::usage)?;
        points.push(parameters);
    }
    let &Expand { ref from, count, .. } = arguments;
    let names = description.parameter_names();
    let (mut rows, mut bytes) = (Vec::with_capacity(points.len()), 0_usize);
    let came = |rows: &Vec<_>| format!("{} of {} sequences are expanded", rows.len(), points.len());
    for parameters in &points {
        let values = match expand::values(&description, parameters, from, count, &control.stop) {
            Ok(values) => values,
            Err(ExpandError::Stopped) => {
                return Err(control.ended_early(Limit::STOPPED, came(&rows)));
            }
            Err(error) => return Err(Failure::rejected(trouble(&input, &error))),
        };
        bytes = bytes.saturating_add(values.len());
        control.stop.room(bytes, 1).map_err(|limit| control.ended_early(limit, came(&rows)))?;
        let named = names.iter().copied().map(str::to_owned).zip(parameters.iter().cloned());
        rows.push((named.collect(), Packed::from(values)));
    }
    let writing = &Writing::new(&control.stop);
    let alphabet = description.alphabet();
    show(&ExpandedRows { rows: &rows, alphabet, from, writing }, configuration)?;
    writing.ended().map_or(Ok(Exit::Success), |positions| Err(control.ended_writing(positions)))
}

fn trouble(input: &Input, error: &ExpandError) -> String {
    let name = input.name();
    match error {
        ExpandError::NegativeLength { word, .. } => {
            let (line, column) = line_and_column(&input.text, word.start);
            format!("{name}:{line}:{column}: {error}")
        }
        ExpandError::Ends | ExpandError::TooLong | ExpandError::Stopped => {
            format!("{name}: {error}")
        }
    }
}

/// The values of the parameters in order of declaration.
fn assign(
    description: &Description,
    assignments: &[(String, Integer)],
) -> Result<Vec<Integer>, String> {
    let names = description.parameter_names();
    let known = || match names.as_slice() {
        [] => "the description has no parameters".to_owned(),
        names => format!("the parameters are {}", names.join(" ")),
    };
    let mut values = vec![None; names.len()];
    for (name, value) in assignments {
        let Some(index) = names.iter().position(|known| known == name) else {
            return Err(format!("unknown parameter {name}; {}", known()));
        };
        if values[index].replace(value.clone()).is_some() {
            return Err(format!("the parameter {name} has two values"));
        }
    }
    let missing: Vec<_> = (names.iter().zip(&values))
        .filter(|(_, value)| value.is_none())
        .map(|(name, _)| format!("--at {name}=..."))
        .collect();
    if !missing.is_empty() {
        return Err(format!("a value is missing: {}", missing.join(" ")));
    }
    Ok(values.into_iter().flatten().collect())
}

fn check_conditions(
    description: &Description,
    parameters: &[Integer],
    source: &str,
) -> Result<(), String> {
    let violated = description.conditions.iter().find(|one| !one.constraint.holds_at(parameters));
    let Some(condition) = violated else { return Ok(()) };
    let names = description.parameter_names();
    let point: Vec<_> =
        names.iter().zip(parameters).map(|(name, value)| format!("{name} = {value}")).collect();
    let written = &source[condition.span.range()];
    Err(format!("{} violates the condition {written}", point.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_check::affine::{Affine, Constraint};
    use grundy_check::model::{Condition, Parameter, Rule};
    use grundy_core::diagnostic::Span;

    /// `n >= 2 m >= 1`
    fn two_parameters() -> Description {
        let parameter = |name: &str| Parameter { name: name.to_owned(), span: Span::default() };
        let bound = |variable, bound: i64, start| Condition {
            constraint: Constraint::at_least_zero(Affine::variable(variable).plus(-bound)),
            span: Span::new(start, start + 6),
        };
        Description {
            rule: Rule::Mex,
            start: None,
            parameters: vec![parameter("n"), parameter("m")],
            conditions: vec![bound(0, 2, 0), bound(1, 1, 7)],
            moves: Vec::new(),
            blocks: Vec::new(),
            preperiod: Vec::new(),
            period: Vec::new(),
        }
    }

    fn at(pairs: &[(&str, i64)]) -> Vec<(String, Integer)> {
        pairs.iter().map(|&(name, value)| (name.to_owned(), Integer::from(value))).collect()
    }

    #[test]
    fn parameters_are_put_in_order_of_declaration() {
        let values = assign(&two_parameters(), &at(&[("m", 7), ("n", 5)]));
        assert_eq!(values, Ok(vec![Integer::from(5), Integer::from(7)]));
    }

    #[test]
    fn every_parameter_needs_one_value() {
        let refused = |pairs| assign(&two_parameters(), &at(pairs)).expect_err("refused");
        assert_eq!(refused(&[("n", 5)]), "a value is missing: --at m=...");
        assert_eq!(refused(&[("k", 5)]), "unknown parameter k; the parameters are n m");
        assert_eq!(refused(&[("n", 5), ("n", 5)]), "the parameter n has two values");
    }

    #[test]
    fn a_violated_condition_is_named() {
        let point = [Integer::from(2), Integer::from(0)];
        assert_eq!(
            check_conditions(&two_parameters(), &point, "n >= 2 m >= 1"),
            Err("n = 2, m = 0 violates the condition m >= 1".to_owned())
        );
    }
}
