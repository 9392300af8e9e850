//! The description language: what is read, what is refused, and how it is said.

mod laws;
mod linear;
mod messages;
mod mistakes;
mod model;
mod pieces;
mod table;

#[path = "../support/mod.rs"]
mod support;

use grundy_kernel::model::{Block, Description, Unit};
use grundy_language::diagnostic::{Diagnostic, Severity};
use grundy_language::lang::{Lowered, Options, parse};

/// Reads with the usual options.
fn read(source: &str) -> Lowered {
    let lowered = parse(source, &Options::default());
    assert_eq!(
        lowered.description.is_none(),
        lowered.diagnostics.iter().any(|found| found.severity() == Severity::Error),
        "a model comes exactly when there is no error: {:?}",
        lowered.diagnostics
    );
    for diagnostic in &lowered.diagnostics {
        check_labels(diagnostic, source);
    }
    lowered
}

/// Labels must be pieces of the source, or renderers could not cut them out.
fn check_labels(diagnostic: &Diagnostic, source: &str) {
    for label in &diagnostic.labels {
        assert!(source.get(label.span.range()).is_some(), "{diagnostic:?}");
    }
}

/// The model of a text that must be right.
fn model(source: &str) -> Description {
    let lowered = read(source);
    lowered.description.unwrap_or_else(|| panic!("{source}\n{:#?}", lowered.diagnostics))
}

/// The same model with all spans at 0, to compare what texts mean.
fn without_spans(mut description: Description) -> Description {
    for parameter in &mut description.parameters {
        parameter.span = Default::default();
    }
    for condition in &mut description.conditions {
        condition.span = Default::default();
    }
    for size in &mut description.moves {
        size.span = Default::default();
    }
    for Block { words, span } in &mut description.blocks {
        *span = Default::default();
        words.iter_mut().for_each(|word| word.span = Default::default());
    }
    units_without_spans(&mut description.preperiod);
    units_without_spans(&mut description.period);
    description
}

fn units_without_spans(units: &mut [Unit]) {
    for unit in units {
        match unit {
            Unit::Block(_) => {}
            Unit::Loop(inner) => {
                inner.span = Default::default();
                units_without_spans(&mut inner.body);
            }
            Unit::Branch(branch) => {
                branch.span = Default::default();
                for arm in &mut branch.arms {
                    arm.span = Default::default();
                    units_without_spans(&mut arm.body);
                }
            }
            Unit::StateLoop(head) => {
                head.span = Default::default();
                for way in &mut head.ways {
                    (way.span, way.arm.span) = Default::default();
                    units_without_spans(&mut way.arm.body);
                }
            }
        }
    }
}

/// The published descriptions, with their file names.
fn published() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/descriptions/subtraction");
    let mut texts: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "nimseq"))
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read_to_string(&path).unwrap())
        })
        .collect();
    texts.sort();
    assert!(texts.len() >= 14, "{texts:?}");
    texts
}
