//! The relay machine, replayed.

use super::Render;
use crate::diagnostic::counted;
use crate::games::wolf::historic::{Lamps, Relay};
use crate::games::wolf::machine::{Acted, Replayed, Turn};
use crate::games::wolf::{Square, Squares};
use crate::report::align;
use grundy_output::output;
use std::fmt::Write as _;

/// What is known about the machine; what was not asked for, or is not there, is `None`.
#[output]
#[derive(Clone, Debug)]
pub struct Replay {
    readings: Option<Readings>,
    relays: Option<Vec<Pressed>>,
    lamps: Option<Vec<LampLine>>,
    damaged: Option<Vec<DamagedCell>>,
}

impl Replay {
    /// Both readings, the historic relays, the lamps of the basic display, and the damaged cells of the
    /// tables of lamps.
    pub fn new(
        replayed: Option<Replayed>,
        relays: Option<Vec<Relay>>,
        lamps: Option<Vec<Lamps>>,
        damaged: Option<Vec<[String; 6]>>,
    ) -> Self {
        Self {
            readings: replayed.map(Readings::new),
            relays: relays.map(|all| all.into_iter().map(Pressed::new).collect()),
            lamps: lamps.map(|all| all.iter().map(LampLine::new).collect()),
            damaged: damaged.map(|all| all.into_iter().map(DamagedCell::new).collect()),
        }
    }
}

impl Render for Replay {
    const IS_COMPUTED: bool = true;

    fn text(&self) -> String {
        let Self { readings, relays, lamps, damaged } = self;
        let parts = [
            readings.as_ref().map(Readings::text),
            relays.as_deref().map(relays_text),
            lamps.as_deref().map(lamps_text),
            damaged.as_deref().map(damaged_text),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join("\n")
    }
}

#[output]
#[derive(Clone, Debug)]
struct Readings {
    situations: usize,
    switching: Vec<Switch>,
    different: Vec<SituationDifference>,
    depending_on_wolf: Vec<String>,
    without_change_of_variant: Vec<String>,
}

/// A row that changes the variant.
#[output]
#[derive(Clone, Debug)]
struct Switch {
    row: String,
    to: u8,
    after: String,
    moment: String,
    lands: bool,
    runs_on: Vec<RunsOn>,
}

#[output]
#[derive(Clone, Debug)]
struct RunsOn {
    wolf: String,
    row: String,
    in_play: bool,
}

/// A situation in which the readings do not end alike.
#[output]
#[derive(Clone, Debug)]
struct SituationDifference {
    step: u8,
    variant: u8,
    wolf: String,
    two_phase: String,
    two_phase_variant: u8,
    direct: Option<String>,
    direct_variant: u8,
}

impl Readings {
    fn new(replayed: Replayed) -> Self {
        let switching = replayed.switching.into_iter().map(|switch| Switch {
            row: switch.row,
            to: switch.to,
            after: switch.after.to_string(),
            moment: switch.moment.to_string(),
            lands: switch.lands,
            runs_on: switch
                .runs_on
                .into_iter()
                .map(|(wolf, row, in_play)| RunsOn { wolf: wolf.to_string(), row, in_play })
                .collect(),
        });
        let different = replayed.different.iter().map(|difference| SituationDifference {
            step: difference.step,
            variant: difference.variant,
            wolf: difference.wolf.to_string(),
            two_phase: difference.two_phase.0.to_string(),
            two_phase_variant: difference.two_phase.1,
            direct: difference.direct.0.map(|sheep| sheep.to_string()),
            direct_variant: difference.direct.1,
        });
        Self {
            situations: replayed.situations,
            switching: switching.collect(),
            different: different.collect(),
            depending_on_wolf: replayed.depending.into_iter().map(step).collect(),
            without_change_of_variant: replayed.remaining,
        }
    }

    fn text(&self) -> String {
        let line = |it: &Switch| {
            let moment = if it.moment == it.after { "the same" } else { &it.moment };
            [&it.row, &it.to.to_string(), &it.after, moment].map(str::to_owned)
        };
        let mut text = columns(
            "changes of variant, in two phases and directly",
            ["row", "to", "sheep after", "shown for a moment"],
            self.switching.iter().map(line),
        );
        // Writing to a string cannot fail.
        for Switch { row, to, lands, runs_on, .. } in &self.switching {
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
            counted(self.situations, "situation"),
            match self.different.len() {
                0 => "both readings agree".to_owned(),
                many => format!("the two readings differ in {many}"),
            }
        );
        for it in &self.different {
            let SituationDifference { step, variant, wolf, two_phase, direct, .. } = it;
            _ = writeln!(
                text,
                "  step {step}, variant {variant}, wolf {wolf}: {two_phase} in variant {}, \
                 directly {} in variant {}",
                it.two_phase_variant,
                direct.as_deref().unwrap_or("no end"),
                it.direct_variant
            );
        }
        _ = writeln!(text, "the sheep depend on the wolf at {}", listed(&self.depending_on_wolf));
        let remaining = listed(&self.without_change_of_variant);
        _ = writeln!(text, "without a change of variant: {remaining}");
        text
    }
}

/// A historic relay.
#[output]
#[derive(Clone, Debug)]
struct Pressed {
    relay: String,
    on: Vec<String>,
    off: Vec<String>,
    conserves: bool,
    applied: Vec<AppliedAt>,
    rows: Vec<String>,
    same: Vec<String>,
}

#[output]
#[derive(Clone, Debug)]
struct AppliedAt {
    step: u8,
    sheep: Vec<String>,
    legal_after: Vec<String>,
}

impl Pressed {
    fn new(it: Relay) -> Self {
        let applied = it.applied.into_iter().map(|applied| AppliedAt {
            step: applied.step,
            sheep: names(applied.sheep),
            legal_after: applied.after,
        });
        Self {
            relay: it.label,
            on: names(it.change.on),
            off: names(it.change.off),
            conserves: it.change.conserves(),
            applied: applied.collect(),
            rows: it.rows,
            same: it.same,
        }
    }
}

fn relays_text(relays: &[Pressed]) -> String {
    let line = |relay: &Pressed| {
        let applied: Vec<_> = (relay.applied.iter())
            .map(|at| format!("{}: {} ({})", at.step, listed(&at.sheep), listed(&at.legal_after)))
            .collect();
        let applied = if applied.is_empty() { "-".to_owned() } else { applied.join("; ") };
        let Pressed { relay, on, off, rows, .. } = relay;
        [relay.clone(), listed(on), listed(off), listed(rows), applied]
    };
    let mut text = columns(
        "historic relays on the basic display of the described tree",
        ["relay", "on", "off", "rows", "step: sheep (legal after)"],
        relays.iter().map(line),
    );
    // Writing to a string cannot fail.
    for Pressed { relay, on, off, .. } in relays.iter().filter(|relay| !relay.conserves) {
        let [on, off] = [on.len(), off.len()];
        _ = writeln!(text, "relay {relay} puts {on} on and {off} off: it leaves no four sheep");
    }
    let twins = relays.iter().enumerate().filter(|(at, relay)| {
        !relay.same.is_empty()
            && !relays[..*at].iter().any(|other| relay.same.contains(&other.relay))
    });
    let twins: Vec<_> =
        twins.map(|(_, it)| format!("{} = {}", it.relay, it.same.join(" = "))).collect();
    _ = writeln!(
        text,
        "equal: {}",
        if twins.is_empty() { "-".to_owned() } else { twins.join(", ") }
    );
    text
}

/// The lamps of rows 1 to 7.
#[output]
#[derive(Clone, Debug)]
struct LampLine {
    step: String,
    rows: Vec<String>,
    /// In the source, by the scan.
    lost: bool,
}

impl LampLine {
    fn new(it: &Lamps) -> Self {
        Self { step: step(it.step), rows: it.rows().into(), lost: it.lost }
    }
}

fn lamps_text(lamps: &[LampLine]) -> String {
    let line = |LampLine { step, rows, lost }: &LampLine| {
        let source = if *lost { "lost in the scan" } else { "not in the lost table" };
        [std::slice::from_ref(step), rows, &[source.to_owned()]].concat()
    };
    columns(
        "lamps of the basic display, computed from the tree",
        ["step", "row 1", "2", "3", "4", "5", "6", "7", "source"],
        lamps.iter().map(line),
    )
}

/// A cell of a table of lamps that the scan has damaged.
#[output]
#[derive(Clone, Debug)]
struct DamagedCell {
    file: String,
    row: String,
    column: String,
    raw: String,
    repaired: String,
    reason: String,
}

impl DamagedCell {
    fn new([file, row, column, raw, repaired, reason]: [String; 6]) -> Self {
        Self { file, row, column, raw, repaired, reason }
    }
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
    turns: Vec<MachineStep>,
}

#[output]
#[derive(Clone, Debug)]
struct MachineStep {
    step: u8,
    wolf: String,
    variant: u8,
    row: String,
    sheep_move: String,
    two_phase: Vec<String>,
    direct: Vec<String>,
    next_variant: u8,
    agree: bool,
    bell: bool,
    /// The end of the direct reading.
    #[serde(skip)]
    end: String,
}

impl Play {
    /// The steps of a play.
    pub fn new(turns: Vec<Turn>) -> Self {
        Self { turns: turns.into_iter().map(MachineStep::new).collect() }
    }
}

impl MachineStep {
    fn new(turn: Turn) -> Self {
        let shown = |acted: &Acted| acted.shown.iter().map(ToString::to_string).collect();
        let end = turn.direct.end().map_or_else(|| "no end".to_owned(), |sheep| sheep.to_string());
        Self {
            step: turn.step,
            wolf: turn.wolf.to_string(),
            variant: turn.variant,
            sheep_move: turn.step_move.to_string(),
            two_phase: shown(&turn.two_phase),
            direct: shown(&turn.direct),
            next_variant: turn.two_phase.variant,
            agree: turn.agree(),
            bell: turn.bell,
            end: format!("{end} in variant {}", turn.direct.variant),
            row: turn.row,
        }
    }
}

impl Render for Play {
    const IS_COMPUTED: bool = true;

    fn text(&self) -> String {
        let mut text = String::new();
        for turn in &self.turns {
            let MachineStep { step, wolf, variant, row, sheep_move, next_variant, .. } = turn;
            let shown = turn.two_phase.join(" ");
            // Writing to a string cannot fail.
            _ = write!(text, "{step}. wolf {wolf}  row {row}  {sheep_move}  shows {shown}");
            if next_variant != variant {
                _ = write!(text, "  variant {variant} -> {next_variant}");
            }
            let moments = turn.direct.split_last().map_or(&[][..], |(_, moments)| moments);
            for moment in moments.iter().filter(|moment| **moment != shown) {
                _ = write!(text, "  directly, for a moment {moment}");
            }
            if !turn.agree {
                _ = write!(text, "  directly, in the end {}", turn.end);
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

fn step((step, variant): (u8, u8)) -> String {
    format!("{step}.{variant}")
}

/// `A2 B3 C4 D4`, by columns.
fn names(squares: Squares) -> Vec<String> {
    let mut names: Vec<_> = squares.iter().map(Square::upper).collect();
    names.sort();
    names
}
