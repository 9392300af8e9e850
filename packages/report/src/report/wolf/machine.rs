//! The relay machine, replayed.

use super::Render;
use crate::diagnostic::counted;
use crate::games::wolf::historic::{Damaged, Lamps, Relay};
use crate::games::wolf::machine::{Acted, Different, Replayed, Switching, Turn};
use crate::games::wolf::{Square, Squares};
use crate::report::align;
use grundy_output::output;
use serde::{Serialize, Serializer};
use std::fmt::Write as _;

/// What is known about the machine; what was not asked for, or is not there, is `None`.
#[derive(Clone, Debug, Default)]
pub struct Machine {
    /// Both readings.
    pub replayed: Option<Replayed>,
    /// The historic relays.
    pub relays: Option<Vec<Relay>>,
    /// The lamps of the basic display.
    pub lamps: Option<Vec<Lamps>>,
    /// The damaged cells of the tables of lamps.
    pub damaged: Option<Vec<Damaged>>,
}

impl Serialize for Machine {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { replayed, relays, lamps, damaged } = self;
        let replay = Replay {
            readings: replayed.as_ref().map(|it| Readings {
                situations: it.situations,
                switching: it.switching.iter().map(Switch::new).collect(),
                different: it.different.iter().map(SituationDifference::new).collect(),
                depending_on_wolf: it.depending.iter().map(|it| step(*it)).collect(),
                without_change_of_variant: &it.remaining,
            }),
            relays: relays.as_ref().map(|all| all.iter().map(Pressed::new).collect()),
            lamps: lamps.as_ref().map(|all| {
                let line = |it: &Lamps| LampLine {
                    step: step(it.step),
                    rows: it.rows().into(),
                    lost: it.lost,
                };
                all.iter().map(line).collect()
            }),
            damaged: damaged.as_ref().map(|all| all.iter().map(DamagedCell::new).collect()),
        };
        replay.serialize(serializer)
    }
}

impl Render for Machine {
    const IS_COMPUTED: bool = true;

    fn text(&self) -> String {
        let Self { replayed, relays, lamps, damaged } = self;
        let parts = [
            replayed.as_ref().map(replayed_text),
            relays.as_ref().map(|it| relays_text(it)),
            lamps.as_ref().map(|it| lamps_text(it)),
            damaged.as_ref().map(|it| damaged_text(it)),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join("\n")
    }
}

fn replayed_text(replayed: &Replayed) -> String {
    let Replayed { situations, switching, different, depending, remaining } = replayed;
    let line = |it: &Switching| {
        let moment =
            if it.moment == it.after { "the same".to_owned() } else { it.moment.to_string() };
        [it.row.clone(), it.to.to_string(), it.after.to_string(), moment]
    };
    let mut text = columns(
        "changes of variant, in two phases and directly",
        ["row", "to", "sheep after", "shown for a moment"],
        switching.iter().map(line).collect(),
    );
    // Writing to a string cannot fail.
    for it in switching {
        if !it.lands {
            _ = writeln!(text, "{}: variant {} has no row with these sheep there", it.row, it.to);
        }
        for (wolf, row, played) in &it.runs_on {
            let when = if *played { "which happens" } else { "which no play reaches" };
            _ = writeln!(
                text,
                "{}: directly, {row} would change the variant again with the wolf on {wolf}, \
                 {when}",
                it.row
            );
        }
    }
    _ = writeln!(
        text,
        "{} of all plays: {} in the end",
        counted(*situations, "situation"),
        match different.len() {
            0 => "both readings agree".to_owned(),
            many => format!("the two readings differ in {many}"),
        }
    );
    for Different { step, variant, wolf, two_phase: (sheep, after), direct } in different {
        let directly = direct.0.map_or_else(|| "no end".to_owned(), |sheep| sheep.to_string());
        _ = writeln!(
            text,
            "  step {step}, variant {variant}, wolf {wolf}: {sheep} in variant {after}, directly \
             {directly} in variant {}",
            direct.1
        );
    }
    let places: Vec<_> =
        depending.iter().map(|(step, variant)| format!("{step}.{variant}")).collect();
    _ = writeln!(text, "the sheep depend on the wolf at {}", listed(&places));
    _ = writeln!(text, "without a change of variant: {}", listed(remaining));
    text
}

fn relays_text(relays: &[Relay]) -> String {
    let line = |relay: &Relay| {
        let applied = relay.applied.iter();
        let applied: Vec<_> = applied
            .map(|it| format!("{}: {} ({})", it.step, squares(it.sheep), listed(&it.after)))
            .collect();
        [
            relay.label.clone(),
            squares(relay.change.on),
            squares(relay.change.off),
            listed(&relay.rows),
            if applied.is_empty() { "-".to_owned() } else { applied.join("; ") },
        ]
    };
    let mut text = columns(
        "historic relays on the basic display of the described tree",
        ["relay", "on", "off", "rows", "step: sheep (legal after)"],
        relays.iter().map(line).collect(),
    );
    // Writing to a string cannot fail.
    for relay in relays.iter().filter(|it| !it.change.conserves()) {
        let [on, off] = [relay.change.on, relay.change.off].map(Squares::len);
        _ = writeln!(
            text,
            "relay {} puts {on} on and {off} off: it leaves no four sheep",
            relay.label
        );
    }
    let twins = relays.iter().enumerate().filter(|(at, relay)| {
        !relay.same.is_empty() && !relays[..*at].iter().any(|it| relay.same.contains(&it.label))
    });
    let twins: Vec<_> =
        twins.map(|(_, relay)| format!("{} = {}", relay.label, relay.same.join(" = "))).collect();
    _ = writeln!(
        text,
        "equal: {}",
        if twins.is_empty() { "-".to_owned() } else { twins.join(", ") }
    );
    text
}

fn lamps_text(lamps: &[Lamps]) -> String {
    let line = |it: &Lamps| {
        let [a, b, c, d, e, f, g] = it.rows();
        let source = if it.lost { "lost in the scan" } else { "not in the lost table" };
        [step(it.step), a, b, c, d, e, f, g, source.to_owned()]
    };
    columns(
        "lamps of the basic display, computed from the tree",
        ["step", "row 1", "2", "3", "4", "5", "6", "7", "source"],
        lamps.iter().map(line).collect(),
    )
}

fn damaged_text(damaged: &[Damaged]) -> String {
    let line = |Damaged { file, row, column, raw, repaired, .. }: &Damaged| {
        [file, row, column, raw, repaired].map(String::clone)
    };
    columns(
        "damaged cells of the tables of lamps",
        ["table", "row", "column", "scan", "read as"],
        damaged.iter().map(line).collect(),
    )
}

/// A play, step by step.
#[derive(Clone, Debug)]
pub struct Played(pub Vec<Turn>);

impl Serialize for Played {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Play { turns: self.0.iter().map(MachineStep::new).collect() }.serialize(serializer)
    }
}

impl Render for Played {
    const IS_COMPUTED: bool = true;

    fn text(&self) -> String {
        let mut text = String::new();
        for turn in &self.0 {
            let end =
                |acted: &Acted| acted.shown.last().map(ToString::to_string).unwrap_or_default();
            // Writing to a string cannot fail.
            _ = write!(
                text,
                "{}. wolf {}  row {}  {}  shows {}",
                turn.step,
                turn.wolf,
                turn.row,
                turn.step_move,
                end(&turn.two_phase)
            );
            if turn.two_phase.variant != turn.variant {
                _ = write!(text, "  variant {} -> {}", turn.variant, turn.two_phase.variant);
            }
            let moments = &turn.direct.shown[..turn.direct.shown.len().saturating_sub(1)];
            for moment in moments.iter().filter(|it| Some(*it) != turn.two_phase.shown.last()) {
                _ = write!(text, "  directly, for a moment {moment}");
            }
            if !agree(turn) {
                let end = if turn.direct.settles { end(&turn.direct) } else { "no end".to_owned() };
                _ = write!(text, "  directly, in the end {end} in variant {}", turn.direct.variant);
            }
            text += if turn.bell { "  bell\n" } else { "\n" };
        }
        text
    }
}

fn agree(turn: &Turn) -> bool {
    let Turn { two_phase, direct, .. } = turn;
    direct.settles
        && (two_phase.shown.last(), two_phase.variant) == (direct.shown.last(), direct.variant)
}

/// A heading, and cells below each other under the first line, flush left.
fn columns<const N: usize>(heading: &str, heads: [&str; N], lines: Vec<[String; N]>) -> String {
    let lines: Vec<_> = std::iter::once(heads.map(str::to_owned)).chain(lines).collect();
    format!("{heading}\n{}", align::table(&std::array::from_fn::<_, N, _>(|column| column), &lines))
}

fn listed(names: &[String]) -> String {
    if names.is_empty() { "-".to_owned() } else { names.join(" ") }
}

fn step((step, variant): (u8, u8)) -> String {
    format!("{step}.{variant}")
}

/// `A2 B3 C4 D4`, by columns.
fn squares(squares: Squares) -> String {
    listed(&names(squares))
}

fn names(squares: Squares) -> Vec<String> {
    let mut names: Vec<_> = squares.iter().map(Square::upper).collect();
    names.sort();
    names
}

#[output]
pub(in crate::report) struct Replay<'a> {
    readings: Option<Readings<'a>>,
    relays: Option<Vec<Pressed<'a>>>,
    lamps: Option<Vec<LampLine>>,
    damaged: Option<Vec<DamagedCell<'a>>>,
}

#[output]
struct Readings<'a> {
    situations: usize,
    switching: Vec<Switch<'a>>,
    different: Vec<SituationDifference>,
    depending_on_wolf: Vec<String>,
    without_change_of_variant: &'a [String],
}

/// A row that changes the variant.
#[output]
struct Switch<'a> {
    row: &'a str,
    to: u8,
    after: String,
    moment: String,
    lands: bool,
    runs_on: Vec<RunsOn<'a>>,
}

#[output]
struct RunsOn<'a> {
    wolf: String,
    row: &'a str,
    in_play: bool,
}

impl<'a> Switch<'a> {
    fn new(it: &'a Switching) -> Self {
        let runs_on = it.runs_on.iter().map(|(wolf, row, in_play)| RunsOn {
            wolf: wolf.to_string(),
            row,
            in_play: *in_play,
        });
        Self {
            row: &it.row,
            to: it.to,
            after: it.after.to_string(),
            moment: it.moment.to_string(),
            lands: it.lands,
            runs_on: runs_on.collect(),
        }
    }
}

/// A situation in which the readings do not end alike.
#[output]
struct SituationDifference {
    step: u8,
    variant: u8,
    wolf: String,
    two_phase: String,
    two_phase_variant: u8,
    direct: Option<String>,
    direct_variant: u8,
}

impl SituationDifference {
    fn new(it: &Different) -> Self {
        Self {
            step: it.step,
            variant: it.variant,
            wolf: it.wolf.to_string(),
            two_phase: it.two_phase.0.to_string(),
            two_phase_variant: it.two_phase.1,
            direct: it.direct.0.map(|sheep| sheep.to_string()),
            direct_variant: it.direct.1,
        }
    }
}

/// A historic relay.
#[output]
struct Pressed<'a> {
    relay: &'a str,
    on: Vec<String>,
    off: Vec<String>,
    conserves: bool,
    applied: Vec<AppliedAt<'a>>,
    rows: &'a [String],
    same: &'a [String],
}

#[output]
struct AppliedAt<'a> {
    step: u8,
    sheep: Vec<String>,
    legal_after: &'a [String],
}

impl<'a> Pressed<'a> {
    fn new(it: &'a Relay) -> Self {
        let applied = it.applied.iter();
        Self {
            relay: &it.label,
            on: names(it.change.on),
            off: names(it.change.off),
            conserves: it.change.conserves(),
            applied: applied
                .map(|it| AppliedAt {
                    step: it.step,
                    sheep: names(it.sheep),
                    legal_after: &it.after,
                })
                .collect(),
            rows: &it.rows,
            same: &it.same,
        }
    }
}

/// The lamps of rows 1 to 7.
#[output]
struct LampLine {
    step: String,
    rows: Vec<String>,
    /// In the source, by the scan.
    lost: bool,
}

#[output]
struct DamagedCell<'a> {
    file: &'a str,
    row: &'a str,
    column: &'a str,
    raw: &'a str,
    repaired: &'a str,
    reason: &'a str,
}

impl<'a> DamagedCell<'a> {
    fn new(it: &'a Damaged) -> Self {
        let Damaged { file, row, column, raw, repaired, reason } = it;
        Self { file, row, column, raw, repaired, reason }
    }
}

#[output]
pub(in crate::report) struct Play {
    turns: Vec<MachineStep>,
}

#[output]
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
}

impl MachineStep {
    fn new(turn: &Turn) -> Self {
        let shown = |acted: &Acted| acted.shown.iter().map(ToString::to_string).collect();
        Self {
            step: turn.step,
            wolf: turn.wolf.to_string(),
            variant: turn.variant,
            row: turn.row.clone(),
            sheep_move: turn.step_move.to_string(),
            two_phase: shown(&turn.two_phase),
            direct: shown(&turn.direct),
            next_variant: turn.two_phase.variant,
            agree: agree(turn),
            bell: turn.bell,
        }
    }
}
