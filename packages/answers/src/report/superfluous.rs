//! Which moves can be left out: for people, and as JSON.

use super::json::Decimal;
use super::sequence::{Head, Subject, letter};
use super::theorem::braces;
use super::{Render, align};
use crate::sequence::Cycle;
use crate::verdict::Verdict;
use grundy_output::output;
use serde::{Serialize, Serializer};

/// The moves of one game, by whether its sequence needs them.
#[derive(Clone, Debug)]
pub struct Superfluous {
    /// The game.
    pub subject: Subject,
    /// The cycle of its values.
    pub cycle: Cycle,
    /// Each of these can be left out, but perhaps not all together.
    pub superfluous: Vec<u64>,
    /// Each of these is needed, with what shows it.
    pub needed: Vec<Needed>,
    /// Moves with the same sequence, each of which is needed.
    pub kept: Vec<u64>,
}

/// A move without which a position has another value.
#[derive(Clone, Debug)]
pub struct Needed {
    /// The move.
    pub size: u64,
    /// The first such position.
    pub position: usize,
    /// Its value.
    pub value: u32,
    /// Its value without the move.
    pub without: u32,
}

impl Superfluous {
    fn letter(&self, value: u32) -> String {
        letter(self.subject.rule.alphabet(), value)
    }

    fn kept(&self) -> String {
        braces(&self.kept.iter().map(u64::to_string).collect::<Vec<_>>().join(" "))
    }
}

impl Render for Superfluous {
    fn verdict(&self) -> Option<Verdict> {
        Some(Verdict::Verified)
    }

    fn text(&self) -> String {
        let mut rows: Vec<(u64, String)> = (self.needed.iter())
            .map(|&Needed { size, position, value, without }| {
                let [value, without] = [value, without].map(|value| self.letter(value));
                let text =
                    format!("needed: without it position {position} is {without}, not {value}");
                (size, text)
            })
            .chain(self.superfluous.iter().map(|&size| (size, "can be left out".to_owned())))
            .collect();
        rows.sort_unstable_by_key(|row| row.0);
        let rows: Vec<_> = rows.into_iter().map(|(size, text)| [size.to_string(), text]).collect();
        let kept = match &self.superfluous[..] {
            [] => "no move can be left out".to_owned(),
            _ => format!("{} has the same sequence, and needs each of its moves", self.kept()),
        };
        let Cycle { period, preperiod } = self.cycle;
        let greatest = self.subject.greatest();
        format!(
            "{}{kept}\nproved for {}: positions below q + max L + p = {preperiod} + {greatest} + {period} decide\n",
            align::table(&[1], &rows),
            self.subject.name(),
        )
    }
}

impl Serialize for Superfluous {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let needed = |it: &Needed| NeededMove {
            size: it.size.into(),
            position: it.position.into(),
            value: self.letter(it.value),
            without: self.letter(it.without),
        };
        let decimals = |all: &[u64]| all.iter().map(Decimal::from).collect();
        let document = SuperfluousDocument {
            head: Head::new(&self.subject),
            verdict: Verdict::Verified,
            period: self.cycle.period.into(),
            preperiod: self.cycle.preperiod.into(),
            superfluous: decimals(&self.superfluous),
            needed: self.needed.iter().map(needed).collect(),
            kept: decimals(&self.kept),
        };
        document.serialize(serializer)
    }
}

/// The moves of one game, by whether its sequence needs them.
#[output]
pub(super) struct SuperfluousDocument {
    #[serde(flatten)]
    head: Head,
    verdict: Verdict,
    period: Decimal,
    preperiod: Decimal,
    /// Each of these can be left out, but perhaps not all together.
    superfluous: Vec<Decimal>,
    needed: Vec<NeededMove>,
    /// Moves with the same sequence, each of which is needed.
    kept: Vec<Decimal>,
}

/// A move without which a position has another value.
#[output]
pub(super) struct NeededMove {
    #[serde(rename = "move")]
    size: Decimal,
    position: Decimal,
    value: String,
    without: String,
}
