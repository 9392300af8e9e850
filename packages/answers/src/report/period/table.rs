//! The periods of several games of a family.

use super::Answer;
use crate::report::json::{Decimal, Map};
use crate::report::sequence::{LeftOut, NoGame};
use crate::report::{Render, align};
use crate::verdict::{Assignment, Verdict};
use grundy_output::output;
use serde::{Serialize, Serializer};

/// The answers for the games of a family.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// Each answer with its parameters.
    pub found: Vec<(Assignment, Answer)>,
    /// The parameters of the games that were not reached.
    pub left: Vec<Assignment>,
    /// The parameters that do not make a game.
    pub left_out: Vec<LeftOut>,
}

impl Table {
    /// Lists the games whose work was stopped as not reached; returns how far the first one got.
    pub fn leave_stopped(&mut self) -> Option<String> {
        let stopped: Vec<_> =
            self.found.extract_if(.., |(_, answer)| answer.was_stopped()).collect();
        let came = stopped.first().map(|(_, answer)| answer.came());
        self.left = stopped.into_iter().map(|(parameters, _)| parameters).collect();
        came
    }
}

impl Render for Table {
    /// *Undecided* if one game is.
    fn verdict(&self) -> Option<Verdict> {
        let all = self.found.iter().map(|(_, answer)| answer.verdict);
        let left = (!self.left.is_empty()).then_some(Verdict::Undecided);
        all.chain(left).max().or(Some(Verdict::Verified))
    }

    fn text(&self) -> String {
        let names = self.found.iter().take(1).flat_map(|(parameters, _)| parameters);
        let heads = names.map(|(name, _)| name.as_str()).chain(["period", "preperiod"]);
        let mut rows = vec![heads.map(str::to_owned).collect::<Vec<_>>()];
        rows.extend(self.found.iter().map(|(parameters, answer)| {
            let values = parameters.iter().map(|(_, value)| value.to_string());
            values.chain(answer.known.cells(ToString::to_string)).collect()
        }));
        align::table(&[], &rows)
    }
}

impl Serialize for Table {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        fn row((parameters, answer): &(Assignment, Answer)) -> TableRow<'_> {
            TableRow { parameters: Map::of(parameters), verdict: answer.verdict, answer }
        }
        let rows = Rows {
            results: self.found.iter().map(row).collect(),
            interrupted: self.left.iter().map(|parameters| Map::of(parameters)).collect(),
            left_out: NoGame::all(&self.left_out),
        };
        rows.serialize(serializer)
    }
}

#[output]
struct TableRow<'a> {
    parameters: Map<'a, Decimal>,
    verdict: Verdict,
    #[serde(flatten)]
    answer: &'a Answer,
}

#[output]
pub(in crate::report) struct Rows<'a> {
    results: Vec<TableRow<'a>>,
    /// The games that were not reached.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    interrupted: Vec<Map<'a, Decimal>>,
    /// Values of the parameters that make no game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<NoGame<'a>>,
}
