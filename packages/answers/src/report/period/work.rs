//! What was done, and what was tried, on the way to a period.

use crate::one_game::Attempt;
use crate::report::json::Decimal;
use crate::report::seconds;
use crate::runs::Statistics;
use grundy_output::output;
use serde::Serializer;
use std::time::Duration;

/// What was tried without success.
#[output]
pub(super) struct Tried {
    method: &'static str,
    done: Decimal,
    unit: &'static str,
    ended: String,
}

pub(super) fn tried<S: Serializer>(attempts: &[Attempt], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(attempts.iter().map(|one| {
        let (method, unit) = one.method.name_and_unit();
        Tried { method, done: one.done.into(), unit, ended: one.ended.clone() }
    }))
}

/// What a search has done since it began, or was continued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Position by position.
    Direct {
        /// The number of positions by which it advanced.
        positions: u64,
        /// The number of values that it computed: one for each position, and some of them again.
        values: u64,
    },
    /// By jumps.
    Accelerated(Statistics),
}

/// The same with the time that it took, in seconds.
#[output]
#[serde(untagged)]
#[derive(Clone, Debug)]
pub enum Done {
    /// Position by position.
    Direct {
        /// The number of positions by which it advanced.
        positions: String,
        /// The number of values that it computed: one for each position, and some of them again.
        values: String,
        /// The time.
        seconds: String,
        /// The speed.
        values_per_second: String,
    },
    /// By jumps.
    Accelerated {
        /// The steps.
        steps: String,
        /// The jumps.
        jumps: String,
        /// The steps and loops that are kept.
        entries: String,
        /// The number of different loops.
        loops: String,
        /// How deep they are nested.
        depth: String,
        /// The most runs in reach.
        window: String,
        /// The time.
        seconds: String,
        /// The speed, for people.
        #[serde(skip)]
        steps_per_second: String,
    },
}

impl Work {
    /// The work done in this time.
    pub fn in_time(self, time: Duration) -> Done {
        let speed = |count: u64| {
            let speed = (1_000_000_000 * u128::from(count)).checked_div(time.as_nanos());
            speed.unwrap_or(0).to_string()
        };
        match self {
            Self::Direct { positions, values } => Done::Direct {
                positions: positions.to_string(),
                values: values.to_string(),
                seconds: seconds(time),
                values_per_second: speed(values),
            },
            Self::Accelerated(done) => Done::Accelerated {
                steps: done.steps.to_string(),
                jumps: done.jumps.to_string(),
                entries: done.entries.to_string(),
                loops: done.shapes.to_string(),
                depth: done.depth.to_string(),
                window: done.window.to_string(),
                seconds: seconds(time),
                steps_per_second: speed(done.steps),
            },
        }
    }
}

impl Done {
    pub(super) fn text(&self) -> String {
        match self {
            Self::Direct { positions, values, seconds, values_per_second } => format!(
                "{positions} positions, {values} values computed in {seconds} s: {values_per_second} values per second"
            ),
            Self::Accelerated {
                steps,
                jumps,
                entries,
                loops,
                depth,
                window,
                seconds,
                steps_per_second,
            } => format!(
                "{steps} steps and {jumps} jumps in {seconds} s: {steps_per_second} steps per second\n\
                 {entries} steps and loops kept, {loops} different loops up to {depth} deep, at most {window} runs in \
                 reach"
            ),
        }
    }
}
