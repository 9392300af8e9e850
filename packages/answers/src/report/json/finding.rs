//! What was found in a text: a remark, its place, and a counterexample.

use super::{Decimal, Map};
use crate::diagnostic::{Code, Diagnostic, Location as Place, Severity, Span, location};
use crate::limit::Limit;
use crate::verdict;
use grundy_output::output;

#[output]
pub(super) struct Remark<'a> {
    code: Code,
    severity: Severity,
    message: &'a str,
    location: Option<Location<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    /// The first one is that of the finding.
    labels: Vec<Placed<'a>>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
    help: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    /// Changes of the text that would mend it.
    edits: Vec<Placed<'a>>,
}

/// A place in the text, and what there is to say about it, or what comes there.
#[output]
pub(in crate::report) struct Placed<'a> {
    #[serde(flatten)]
    pub place: Place,
    pub text: &'a str,
}

impl<'a> Placed<'a> {
    fn new(source: &str, span: Span, text: &'a str) -> Option<Self> {
        Some(Self { place: location(source, span)?, text })
    }
}

#[output]
pub(in crate::report) struct Finding<'a> {
    #[serde(flatten)]
    remark: Remark<'a>,
    limit: Option<&'static str>,
    claimed: Option<&'a str>,
    computed: Option<&'a str>,
    counterexample: Option<Counterexample<'a>>,
}

/// A place in a text, whose end is after its last character; or a cell of a table.
#[output]
#[serde(untagged)]
enum Location<'a> {
    Text(Place),
    Cell { file: &'a str, row: &'a str, column: &'a str, line: usize, place: Place },
}

#[output]
struct Counterexample<'a> {
    parameters: Map<'a, Decimal>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    play: &'a [String],
    #[serde(flatten)]
    failure: Option<Failure<'a>>,
    #[serde(flatten)]
    number: Option<&'a verdict::WrongNumber>,
}

#[output]
struct Failure<'a> {
    position: Decimal,
    claimed: &'a str,
    computed: &'a str,
    iteration: Map<'a, Decimal>,
    passes: Decimal,
    offset: Decimal,
    options: Vec<OptionValue<'a>>,
    replay: &'static str,
}

/// A move; `position` and `value` are missing where it is not possible.
#[output]
struct OptionValue<'a> {
    r#move: &'a str,
    size: Decimal,
    position: Option<Decimal>,
    value: Option<&'a str>,
}

impl<'a> Finding<'a> {
    pub(in crate::report) fn new(
        finding: &'a verdict::Finding,
        path: &'a str,
        source: &str,
    ) -> Self {
        let mut remark = Remark::new(&finding.diagnostic, source);
        let cell = finding.cell();
        if let (Some(verdict::Cell { row, column, .. }), Some(Location::Text(place))) =
            (cell, &remark.location)
        {
            let (place, line) = (*place, place.line);
            remark.location = Some(Location::Cell { file: path, row, column, line, place });
        }
        Self {
            remark,
            limit: finding.limit().map(Limit::name),
            claimed: cell.map(|cell| cell.claimed.as_str()),
            computed: cell.map(|cell| cell.computed.as_str()),
            counterexample: Counterexample::new(finding),
        }
    }
}

impl<'a> Remark<'a> {
    pub(super) fn new(diagnostic: &'a Diagnostic, source: &str) -> Self {
        Self {
            code: diagnostic.code,
            severity: diagnostic.severity(),
            message: &diagnostic.message,
            location: diagnostic.location(source).map(Location::Text),
            edits: (diagnostic.edits.iter())
                .filter_map(|edit| Placed::new(source, edit.span, &edit.text))
                .collect(),
            labels: (diagnostic.labels.iter())
                .filter_map(|label| {
                    Placed::new(source, label.span, label.text.as_deref().unwrap_or_default())
                })
                .collect(),
            notes: &diagnostic.notes,
            help: diagnostic.help.as_deref(),
        }
    }
}

impl<'a> Counterexample<'a> {
    fn new(finding: &'a verdict::Finding) -> Option<Self> {
        let (parameters, play) = (finding.parameters(), finding.play());
        if parameters.is_none() && play.is_none() {
            return None;
        }
        Some(Self {
            parameters: Map::of(parameters.map_or(&[], Vec::as_slice)),
            play: play.unwrap_or_default(),
            failure: finding.counterexample().map(|found| Failure::new(&found.failure)),
            number: finding.wrong_number(),
        })
    }
}

impl<'a> Failure<'a> {
    fn new(failure: &'a verdict::Failure) -> Self {
        Self {
            position: (&failure.position).into(),
            claimed: &failure.claimed,
            computed: &failure.computed,
            iteration: Map::of(&failure.iteration),
            passes: (&failure.passes).into(),
            offset: (&failure.offset).into(),
            options: (failure.options.iter())
                .map(|option| OptionValue {
                    r#move: &option.text,
                    size: (&option.size).into(),
                    position: option.target.as_ref().map(|(position, _)| position.into()),
                    value: option.target.as_ref().map(|(_, letter)| letter.as_str()),
                })
                .collect(),
            replay: match failure.replay {
                verdict::Replay::FromZero => "from-zero",
                verdict::Replay::Expansion => "expansion",
            },
        }
    }
}
