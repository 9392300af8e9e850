//! The relay machine, replayed.

use super::Render;
use crate::diagnostic::counted;
use crate::games::wolf::Sheep;
use crate::games::wolf::historic::{DamagedCell, Lamps, Relay};
use crate::games::wolf::machine::{Readings, RunsOn, SituationDifference, Switch, Turn};
use crate::report::align;
use grundy_output::output;
use std::fmt::Write as _;

/// What is known about the machine; what was not asked for, or is not there, is `None`.
#[output]
#[derive(Clone, Debug)]
pub struct Replay {
    /// Both readings.
    pub readings: Option<Readings>,
    /// The historic relays.
    pub relays: Option<Vec<Relay>>,
    /// The lamps of the basic display.
    pub lamps: Option<Vec<Lamps>>,
    /// The damaged cells of the tables of lamps.
    pub damaged: Option<Vec<DamagedCell>>,
}

impl Render for Replay {
    const IS_COMPUTED: bool = true;

    fn text(&self) -> String {
        let Self { readings, relays, lamps, damaged } = self;
        let parts = [
            readings.as_ref().map(readings_text),
            relays.as_deref().map(relays_text),
            lamps.as_deref().map(lamps_text),
            damaged.as_deref().map(damaged_text),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join("\n")
    }
}

fn readings_text(readings: &Readings) -> String {
    let line = |it: &Switch| {
        let moment =
            if it.moment == it.after { "the same".to_owned() } else { it.moment.to_string() };
        [it.row.clone(), it.to.to_string(), it.after.to_string(), moment]
    };
    let mut text = columns(
        "changes of variant, in two phases and directly",
        ["row", "to", "sheep after", "shown for a moment"],
        readings.switching.iter().map(line),
    );
    // Writing to a string cannot fail.
    for Switch { row, to, lands, runs_on, .. } in &readings.switching {
        if !lands {
            _ = writeln!(text, "{row}: variant {to} has no row with these sheep there");
        }
        for RunsOn { wolf, row: again, in_play } in runs_on {
            let when = if *in_play { "which happens" } else { "which no play reaches" };
            _ = writeln!(
                text,
                "{row}: directly, {again} would change the variant again with the wolf on \
                     {wolf}, {when}"
            );
        }
    }
    _ = writeln!(
        text,
        "{} of all plays: {} in the end",
        counted(readings.situations, "situation"),
        match readings.different.len() {
            0 => "both readings agree".to_owned(),
            many => format!("the two readings differ in {many}"),
        }
    );
    for it in &readings.different {
        let SituationDifference { step, variant, wolf, two_phase, direct, .. } = it;
        _ = writeln!(
            text,
            "  step {step}, variant {variant}, wolf {wolf}: {two_phase} in variant {}, \
                 directly {} in variant {}",
            it.two_phase_variant,
            or_no_end(*direct),
            it.direct_variant
        );
    }
    _ = writeln!(text, "the sheep depend on the wolf at {}", listed(&readings.depending));
    let remaining = listed(&readings.remaining);
    _ = writeln!(text, "without a change of variant: {remaining}");
    text
}

fn relays_text(relays: &[Relay]) -> String {
    let line = |relay: &Relay| {
        let applied: Vec<_> = (relay.applied.iter())
            .map(|at| format!("{}: {} ({})", at.step, listed(&at.sheep.names()), listed(&at.after)))
            .collect();
        let applied = if applied.is_empty() { "-".to_owned() } else { applied.join("; ") };
        let Relay { label, on, off, rows, .. } = relay;
        [label.clone(), listed(&on.names()), listed(&off.names()), listed(rows), applied]
    };
    let mut text = columns(
        "historic relays on the basic display of the described tree",
        ["relay", "on", "off", "rows", "step: sheep (legal after)"],
        relays.iter().map(line),
    );
    // Writing to a string cannot fail.
    for Relay { label: relay, on, off, .. } in relays.iter().filter(|relay| !relay.conserves) {
        let [on, off] = [on.len(), off.len()];
        _ = writeln!(text, "relay {relay} puts {on} on and {off} off: it leaves no four sheep");
    }
    let twins = relays.iter().enumerate().filter(|(at, relay)| {
        !relay.same.is_empty()
            && !relays[..*at].iter().any(|other| relay.same.contains(&other.label))
    });
    let twins: Vec<_> =
        twins.map(|(_, it)| format!("{} = {}", it.label, it.same.join(" = "))).collect();
    _ = writeln!(
        text,
        "equal: {}",
        if twins.is_empty() { "-".to_owned() } else { twins.join(", ") }
    );
    text
}

fn lamps_text(lamps: &[Lamps]) -> String {
    let line = |Lamps { step, rows, lost, .. }: &Lamps| {
        let source = if *lost { "lost in the scan" } else { "not in the lost table" };
        [std::slice::from_ref(step), rows, &[source.to_owned()]].concat()
    };
    columns(
        "lamps of the basic display, computed from the tree",
        ["step", "row 1", "2", "3", "4", "5", "6", "7", "source"],
        lamps.iter().map(line),
    )
}

fn damaged_text(damaged: &[DamagedCell]) -> String {
    let line = |DamagedCell { file, row, column, raw, repaired, .. }: &DamagedCell| {
        [file, row, column, raw, repaired].map(String::clone)
    };
    columns(
        "damaged cells of the tables of lamps",
        ["table", "row", "column", "scan", "read as"],
        damaged.iter().map(line),
    )
}

/// A play, step by step.
#[output]
#[derive(Clone, Debug)]
pub struct Play {
    /// The steps.
    pub turns: Vec<Turn>,
}

impl Render for Play {
    const IS_COMPUTED: bool = true;

    fn text(&self) -> String {
        let mut text = String::new();
        for turn in &self.turns {
            let Turn { step, wolf, variant, row, step_move, next_variant, direct, .. } = turn;
            let shown = |sheep: &[Sheep]| sheep.iter().map(Sheep::to_string).collect::<Vec<_>>();
            let lamps = shown(&turn.two_phase.shown).join(" ");
            // Writing to a string cannot fail.
            _ = write!(text, "{step}. wolf {wolf}  row {row}  {step_move}  shows {lamps}");
            if next_variant != variant {
                _ = write!(text, "  variant {variant} -> {next_variant}");
            }
            let moments = direct.shown.split_last().map_or(&[][..], |(_, moments)| moments);
            for moment in shown(moments).iter().filter(|moment| **moment != lamps) {
                _ = write!(text, "  directly, for a moment {moment}");
            }
            if !turn.agree {
                let (end, variant) = (or_no_end(direct.end()), direct.variant);
                _ = write!(text, "  directly, in the end {end} in variant {variant}");
            }
            text += if turn.bell { "  bell\n" } else { "\n" };
        }
        text
    }
}

/// A heading, and cells aligned below each other under the first line, flush left.
fn columns<const N: usize>(
    heading: &str,
    heads: [&str; N],
    lines: impl Iterator<Item = impl Into<Vec<String>>>,
) -> String {
    let lines: Vec<_> =
        std::iter::once(heads.map(str::to_owned).into()).chain(lines.map(Into::into)).collect();
    format!("{heading}\n{}", align::table(&std::array::from_fn::<_, N, _>(|column| column), &lines))
}

fn listed(names: &[String]) -> String {
    if names.is_empty() { "-".to_owned() } else { names.join(" ") }
}

fn or_no_end(sheep: Option<Sheep>) -> String {
    sheep.map_or_else(|| "no end".to_owned(), |sheep| sheep.to_string())
}
