//! The relay machine replayed: what its lamps show, and when.
//!
//! A step looks up a row of the tree by step, variant and wolf; its move changes the lamps, and it may
//! change the variant.  A circuit can carry that out in two readings:
//!
//! * [`Reading::TwoPhase`]: all new values are computed and stored, and then set at once.
//! * [`Reading::Direct`]: a change of variant takes effect at once.  The lamps follow step and variant, so
//!   for a moment they show the row `..` of the old variant; then the row of the new variant in the same
//!   step acts.  If this one changes the variant as well, it goes on.
//!
//! The two agree in the end if each row that changes the variant has a row with the same sheep in the new
//! one, and if no such row changes the variant again for a wolf that can stand there.  [`replay`] looks at
//! every situation of every play.  In the printed tree row 7.0-b3 changes to variant 1: read directly, the
//! lamps show A2-B3-C3-D3 for a moment, and A2-B2-C3-C4 in the end.

use super::board::Square;
use super::rules::{IllegalMove, Move, Sheep};
use super::run::Run;
use super::tree::{Next, Tree};
use std::collections::{BTreeMap, BTreeSet};

/// How a change of variant is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// All at once at the end of the step.
    TwoPhase,
    /// As soon as it is known.
    Direct,
}

/// What the machine does in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acted {
    /// The numbers of the rows that act, one after the other; the last one stays.
    pub rows: Vec<usize>,
    /// What the lamps show, one after the other; the last one stays.
    pub shown: Vec<Sheep>,
    /// The variant after the step.
    pub variant: u8,
    /// Does the change of variants come to an end?
    pub settles: bool,
}

/// In documents, what the lamps show.
impl serde::Serialize for Acted {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.shown.serialize(serializer)
    }
}

impl Acted {
    /// What the lamps show in the end.
    pub fn end(&self) -> Option<Sheep> {
        self.shown.last().copied().filter(|_| self.settles)
    }
}

/// One step of the machine; `None` if no row of the tree holds.
pub fn act(tree: &Tree, reading: Reading, step: u8, variant: u8, wolf: Square) -> Option<Acted> {
    let mut variant = variant;
    let mut acted = Acted { rows: Vec::new(), shown: Vec::new(), variant, settles: true };
    let mut seen = BTreeSet::new();
    loop {
        let index = tree.find(step, variant, wolf)?;
        let row = tree.rows.get(index)?;
        acted.rows.push(index);
        let change = match row.next {
            Next::Switch(next) if next != variant => Some(next),
            _ => None,
        };
        acted.variant = change.unwrap_or(variant);
        let Some(next) = change.filter(|_| reading == Reading::Direct) else {
            acted.shown.push(row.after);
            return Some(acted);
        };
        // The lamps know step and variant only.
        let shown = tree.default(step, variant).map_or(row.after, |it| it.after);
        acted.shown.push(shown);
        acted.settles = seen.insert(variant);
        if !acted.settles {
            return Some(acted);
        }
        variant = next;
    }
}

/// A row that changes the variant.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Switch {
    /// The name of the row.
    pub row: String,
    /// The new variant.
    pub to: u8,
    /// The sheep after the step.
    pub after: Sheep,
    /// What is shown for a moment if the variant is changed directly.
    pub moment: Sheep,
    /// Is there a row of the new variant in the same step with the same sheep?
    pub lands: bool,
    /// Where that row would change the variant again.
    pub runs_on: Vec<RunsOn>,
}

/// A second change of variant.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunsOn {
    /// The wolf.
    pub wolf: Square,
    /// The name of the row.
    pub row: String,
    /// Does the wolf stand there in some play?
    pub in_play: bool,
}

/// A situation of some play in which both readings do not end alike.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SituationDifference {
    /// The step.
    pub step: u8,
    /// The variant before it.
    pub variant: u8,
    /// The wolf.
    pub wolf: Square,
    /// What is shown in the end in two phases.
    pub two_phase: Sheep,
    /// The variant then.
    pub two_phase_variant: u8,
    /// The same directly; no sheep if the variants do not settle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direct: Option<Sheep>,
    /// The variant then.
    pub direct_variant: u8,
}

/// Every play of the wolf in both readings.
#[derive(Clone, Default, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Readings {
    /// The number of situations that were looked at.
    pub situations: usize,
    /// The rows that change the variant in some play, in the order of the tree.
    pub switching: Vec<Switch>,
    /// Where the readings do not end alike.
    pub different: Vec<SituationDifference>,
    /// Steps and variants in which the sheep depend on the wolf as well: `7.0`.
    #[serde(rename = "depending_on_wolf")]
    pub depending: Vec<String>,
    /// The rows among these that do not change the variant: they differ from the row `..` in the end.
    #[serde(rename = "without_change_of_variant")]
    pub remaining: Vec<String>,
}

/// Looks at every situation of every play.
pub fn replay(tree: &Tree) -> Readings {
    let run = Run::new(tree);
    let acting: Vec<_> =
        run.all().filter_map(|(step, visit)| Some((step, visit, visit.row?))).collect();
    let mut replayed = Readings { situations: acting.len(), ..Readings::default() };
    let mut wolves: BTreeMap<usize, BTreeSet<Square>> = BTreeMap::new();
    for &(step, visit, row) in &acting {
        wolves.entry(row).or_default().insert(visit.wolf);
        let (variant, wolf) = (visit.variant, visit.wolf);
        let end = |reading| {
            let acted = act(tree, reading, step, variant, wolf);
            acted.map_or((None, variant), |acted| (acted.end(), acted.variant))
        };
        let [two_phase, direct] = [Reading::TwoPhase, Reading::Direct].map(end);
        if let (Some(shown), two_phase_variant) = two_phase
            && two_phase != direct
        {
            let (two_phase, (direct, direct_variant)) = (shown, direct);
            replayed.different.push(SituationDifference {
                step,
                variant,
                wolf,
                two_phase,
                two_phase_variant,
                direct,
                direct_variant,
            });
        }
    }
    for (index, squares) in wolves {
        let Some(row) = tree.rows.get(index) else { continue };
        let beside = tree.default(row.step, row.variant).map(|it| it.after);
        if let Some(to) = row.switches_to() {
            let landing = tree.default(row.step, to);
            let again = tree
                .moves()
                .map(|(_, it)| it)
                .filter(|it| (it.step, it.variant) == (row.step, to) && it.switches_to().is_some());
            // A row that names a square holds for no other.
            let runs_on = again.filter_map(|it| {
                let wolf = it.wolf.filter(|wolf| row.wolf.is_none_or(|own| own == *wolf))?;
                Some(RunsOn { wolf, row: it.label(), in_play: squares.contains(&wolf) })
            });
            replayed.switching.push(Switch {
                row: row.label(),
                to,
                after: row.after,
                moment: beside.unwrap_or(row.after),
                lands: landing.is_some_and(|it| it.after == row.after),
                runs_on: runs_on.collect(),
            });
        }
        if beside.is_some_and(|sheep| sheep != row.after) {
            let place = format!("{}.{}", row.step, row.variant);
            if !replayed.depending.contains(&place) {
                replayed.depending.push(place);
            }
            if row.switches_to().is_none() {
                replayed.remaining.push(row.label());
            }
        }
    }
    replayed
}

/// A step of a play.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "MachineStep"))]
pub struct Turn {
    /// The step.
    pub step: u8,
    /// The wolf.
    pub wolf: Square,
    /// The variant before it.
    pub variant: u8,
    /// The row.
    pub row: String,
    /// The move of the sheep.
    #[serde(rename = "sheep_move")]
    pub step_move: Move,
    /// What the machine does in two phases.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub two_phase: Acted,
    /// What it does directly.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub direct: Acted,
    /// The variant after it, in two phases.
    pub next_variant: u8,
    /// Do both readings end alike?
    pub agree: bool,
    /// Does the bell ring?
    pub bell: bool,
}

/// Why a play cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    /// The wolf cannot go there.
    #[error("step {0}: the wolf cannot go to {1}")]
    Wolf(u8, Square),
    /// No row holds.
    #[error("step {0}: the tree has no row for variant {1} with the wolf on {2}")]
    NoRow(u8, u8, Square),
    /// The move is illegal.
    #[error("step {0}: the machine moves {1}, but {2}")]
    Illegal(u8, Move, IllegalMove),
    /// The bell has rung.
    #[error("step {0}: the bell has rung before")]
    Over(u8),
}

/// Replays a play in which the wolf goes to these squares.
pub fn play(tree: &Tree, wolves: &[Square]) -> Result<Vec<Turn>, Stopped> {
    let (mut sheep, mut variant, mut before) = (Sheep::START, 0, None);
    let mut turns: Vec<Turn> = Vec::new();
    for (step, &wolf) in (1..=u8::MAX).zip(wolves) {
        let possible = match before {
            None => wolf.row() == Square::ROWS,
            Some(from) => sheep.wolf_moves(from).contains(wolf),
        };
        if turns.last().is_some_and(|turn| turn.bell) {
            return Err(Stopped::Over(step));
        }
        if !possible {
            return Err(Stopped::Wolf(step, wolf));
        }
        let no_row = Stopped::NoRow(step, variant, wolf);
        let acted = |reading| act(tree, reading, step, variant, wolf);
        let (Some(two_phase), Some(direct)) = (acted(Reading::TwoPhase), acted(Reading::Direct))
        else {
            return Err(no_row);
        };
        let row = two_phase.rows.first().and_then(|&row| tree.rows.get(row));
        let Some((row, step_move)) = row.and_then(|row| Some((row, row.step_move?))) else {
            return Err(no_row);
        };
        sheep = sheep
            .moved(step_move, Some(wolf))
            .map_err(|illegal| Stopped::Illegal(step, step_move, illegal))?;
        let next_variant = two_phase.variant;
        turns.push(Turn {
            step,
            wolf,
            variant,
            row: row.label(),
            step_move,
            next_variant,
            agree: (two_phase.end(), next_variant) == (direct.end(), direct.variant),
            two_phase,
            direct,
            bell: row.next == Next::Bell,
        });
        (variant, before) = (next_variant, Some(wolf));
    }
    Ok(turns)
}
