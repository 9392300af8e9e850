//! The answers of `grundy muehle`.

use super::{Detail, Render, align};
use crate::diagnostic::counted;
use crate::games::muehle::check::{described, effort};
use crate::games::muehle::compare::{Divergence, NetComparison, Shortest};
use crate::games::muehle::net::{Category, Generated};
use crate::games::muehle::notation::{position_name, turn_name};
use crate::games::muehle::record::Record;
use crate::games::muehle::{CaptureRule, Field, Mill, Player, Position, Turn};
use crate::games::petri::Net;
use crate::limit::Limit;
use crate::verdict::Verdict;
use grundy_output::output;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// A net that was made.
pub fn counts(made: Generated, pnml: String) -> MadeNet {
    let (arcs, inhibitor_arcs) = made.arcs();
    let named = |(it, count): (Category, usize)| Named::new((it.name(), count));
    MadeNet {
        net: made.net.name.clone(),
        places: made.net.places.len(),
        transitions: made.net.transitions.len(),
        arcs,
        inhibitor_arcs,
        categories: made.counts().into_iter().map(named).collect(),
        made,
        pnml,
    }
}

impl Render for MadeNet {
    const IS_COMPUTED: bool = true;

    fn text(&self) -> String {
        let Self { made, net, places, transitions, arcs, inhibitor_arcs: inhibitors, .. } = self;
        let line = |(category, count): (Category, usize)| {
            [category.name().to_owned(), priorities(made, category), count.to_string()]
        };
        let heads = ["category", "priority", "transitions"].map(str::to_owned);
        let sum = ["sum".to_owned(), String::new(), transitions.to_string()];
        let counts = made.counts().into_iter().map(line);
        let rows: Vec<_> = std::iter::once(heads).chain(counts).chain([sum]).collect();
        format!(
            "{}{net}: {places} places, {arcs} arcs, {inhibitors} of them inhibitor arcs (a self-loop counts as \
             two)\n",
            align::table(&[0], &rows)
        )
    }

    fn more(&self) -> Value {
        json!({ "pnml": self.pnml })
    }
}

/// `26, 28`
fn priorities(made: &Generated, category: Category) -> String {
    let all = made.categories.iter().zip(&made.net.transitions);
    let mut found: Vec<_> =
        all.filter(|(it, _)| **it == category).map(|(_, transition)| transition.priority).collect();
    found.sort_unstable();
    found.dedup();
    found.iter().map(i32::to_string).collect::<Vec<_>>().join(", ")
}

/// A net that was made, counted by category.
#[output]
pub struct MadeNet {
    #[serde(skip)]
    made: Generated,
    /// The file.
    #[serde(skip)]
    pub pnml: String,
    net: String,
    places: usize,
    transitions: usize,
    arcs: usize,
    inhibitor_arcs: usize,
    categories: Vec<Named>,
}

/// How often there is something.
#[output]
struct Named {
    name: &'static str,
    value: String,
}

impl Named {
    fn new((name, value): (&'static str, impl ToString)) -> Self {
        Self { name, value: value.to_string() }
    }
}

/// A net that was compared with the rules.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The name of the net.
    pub name: String,
    /// The net.
    pub net: Net,
    /// What the rules say about captures.
    pub rule: CaptureRule,
    /// What was found.
    pub comparison: NetComparison,
    /// How much the text says.
    pub detail: Detail,
}

impl Serialize for Compared {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { name, net, rule, comparison, .. } = self;
        let strings = |mills: &[Mill]| mills.iter().map(Mill::to_string).collect();
        let entries = comparison.divergences.iter().map(|divergence| {
            let Divergence { kind, turn, fired, shortest, astray, before, .. } = divergence;
            MuehleEntry {
                kind: kind.name(),
                meaning: kind.meaning(),
                turn: *turn,
                firings: fired.len(),
                shortest: match shortest {
                    Shortest::UpToTurns(_) => "up-to-depth",
                    Shortest::OnItsFields => "on-its-fields",
                    Shortest::Found => "found",
                },
                after_divergence: *astray,
                sequence: fired.iter().map(|id| net.transitions[*id].name.as_str()).collect(),
                before: before.map(|before| before.to_string()),
                mills_without_record: strings(&divergence.unrecorded),
                records_without_mill: strings(&divergence.stale),
                net: &divergence.by_net,
                rules: &divergence.by_rules,
            }
        });
        let document = MuehleDocument {
            net: name,
            captures_if_all_in_mills: rule.name(),
            depth: comparison.depth,
            complete: comparison.complete,
            stable_markings: comparison.markings.to_string(),
            games: comparison.games.to_string(),
            turns: comparison.turns.to_string(),
            limit: comparison.limit.map(Limit::name),
            events: comparison.events.list().map(Named::new).into(),
            divergences: entries.collect(),
        };
        document.serialize(serializer)
    }
}

impl Render for Compared {
    fn verdict(&self) -> Option<Verdict> {
        // Less than everything may have been requested; only then is the comparison not complete.
        Some(match (&self.comparison.divergences[..], self.comparison.limit) {
            ([], None) => Verdict::Verified,
            ([], Some(_)) => Verdict::Undecided,
            _ => Verdict::Refuted,
        })
    }

    fn text(&self) -> String {
        let Self { name, net, rule, comparison, detail } = self;
        let divergences = &comparison.divergences;
        let mut text = match divergences.len() as u64 {
            0 if comparison.complete => {
                format!("{name}: the net and the rules have the same positions, turn by turn\n")
            }
            0 => format!("{name}: no difference found, which proves nothing; compared:\n"),
            ways => format!("{name}: the net and the rules differ in {}\n", counted(ways, "way")),
        };
        // The extent of the comparison, the limit, and the rule belong to the verdict.
        text += &format!("  {}\n", effort(*rule, comparison));
        if *detail == Detail::Quiet {
            text.extend(divergences.iter().map(|one| format!("{}\n", one.kind.name())));
            return text;
        }
        if comparison.games > 0 {
            let events = comparison.events.list();
            let events = events.map(|(name, count)| format!("{name} {count}"));
            text += &format!("  turns played with: {}\n", events.join(", "));
        }
        for divergence in divergences {
            let (head, lines) = described(net, divergence);
            text += &format!("\n{head}\n");
            text.extend(lines.iter().map(|line| format!("  {line}\n")));
        }
        text
    }
}

#[output]
pub(super) struct MuehleDocument<'a> {
    net: &'a str,
    captures_if_all_in_mills: &'static str,
    depth: usize,
    complete: bool,
    stable_markings: String,
    games: String,
    turns: String,
    limit: Option<&'static str>,
    events: Vec<Named>,
    divergences: Vec<MuehleEntry<'a>>,
}

#[output]
struct MuehleEntry<'a> {
    kind: &'static str,
    meaning: &'static str,
    turn: usize,
    firings: usize,
    shortest: &'static str,
    after_divergence: bool,
    sequence: Vec<&'a str>,
    #[null]
    before: Option<String>,
    mills_without_record: Vec<String>,
    records_without_mill: Vec<String>,
    net: &'a [String],
    rules: &'a [String],
}

/// The board with its lines; the name of each field gives its square and its place.
const ROWS: [&str; 13] = [
    "11 ----------- 12 ----------- 13",
    "|              |              |",
    "|    21 ------ 22 ------ 23   |",
    "|    |         |         |    |",
    "|    |    31 - 32 - 33   |    |",
    "|    |    |         |    |    |",
    "18 - 28 - 38        34 - 24 - 14",
    "|    |    |         |    |    |",
    "|    |    37 - 36 - 35   |    |",
    "|    |         |         |    |",
    "|    27 ------ 26 ------ 25   |",
    "|              |              |",
    "17 ----------- 16 ----------- 15",
];

/// The board, with `A`, `B` and a dot for a free field, and the names of the fields.
pub fn board(position: &Position) -> String {
    let sign = |field: Field| {
        let of = |player: &Player| position.stones_of(*player).contains(field);
        Player::ALL.iter().find(|player| of(player)).map_or(".", |player| player.name())
    };
    let mut text = String::new();
    for row in ROWS {
        let mut drawn = row.to_owned();
        for field in Field::all() {
            let name = format!("{}{}", field.square(), field.place());
            drawn = drawn.replace(&name, &format!("{} ", sign(field)));
        }
        let _ = writeln!(text, "  {drawn:<32}  {row}");
    }
    for player in Player::ALL {
        let index = player as usize;
        let (hand, captured) = (position.hand[index], position.captured[index]);
        let _ = writeln!(text, "  {player}: {hand} in hand, {captured} captured");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the name of a field is written: row and column.
    fn place(field: Field) -> (usize, usize) {
        let name = format!("{}{}", field.square(), field.place());
        let found = ROWS.iter().enumerate().find_map(|(row, text)| Some((row, text.find(&name)?)));
        found.expect("every field has its name")
    }

    #[test]
    fn the_board_has_a_line_between_neighbours_and_nowhere_else() {
        let letter = |row: usize, column: usize| ROWS[row].as_bytes().get(column).copied();
        let mut drawn = 0;
        for field in Field::all() {
            let (row, column) = place(field);
            for other in field.neighbours().iter().filter(|next| next.index() > field.index()) {
                let (to_row, to_column) = place(other);
                if row == to_row {
                    let (from, to) = (column.min(to_column) + 2, column.max(to_column));
                    assert_eq!(ROWS[row][from..to].trim_matches(' ').trim_matches('-'), "");
                    assert!(ROWS[row][from..to].contains('-'), "{field:?} {other:?}");
                } else {
                    assert_eq!(column, to_column, "{field:?} {other:?}");
                    let mut between = row.min(to_row) + 1..row.max(to_row);
                    assert!(
                        between.all(|row| letter(row, column) == Some(b'|')),
                        "{field:?} {other:?}"
                    );
                }
                drawn += 1;
            }
        }
        assert_eq!(drawn, 32);
        let across: usize = ROWS
            .iter()
            .map(|row| row.split(|sign| sign != '-').filter(|part| !part.is_empty()).count())
            .sum();
        let upright: usize = (0..32)
            .map(|column| {
                let line: Vec<bool> =
                    (0..ROWS.len()).map(|row| letter(row, column) == Some(b'|')).collect();
                line.chunk_by(|one, next| one == next).filter(|run| run[0]).count()
            })
            .sum();
        assert_eq!(across + upright, 32);
    }
}

/// A turn of a record that is not possible: its number from 1, and why.
pub type Impossible = (usize, Turn, String);

/// A game record in the usual notation: the turns, what stopped it, the last position.
pub fn replayed(record: &Record, stopped: Option<&Impossible>) -> Replayed {
    let turns = record.turns.iter().zip(&record.positions);
    let turns = turns.map(|(turn, position)| PlayedTurn {
        turn: turn_name(turn),
        position: position_name(position),
    });
    Replayed {
        record: record.to_string(),
        start: position_name(&record.start),
        turns: turns.collect(),
        winner: record.last().winner().map(Player::name),
        stopped: stopped.map(|(number, turn, why)| StoppedTurn {
            number: *number,
            turn: turn_name(turn),
            why: why.clone(),
        }),
    }
}

impl Render for Replayed {
    fn verdict(&self) -> Option<Verdict> {
        Some(self.stopped.as_ref().map_or(Verdict::Verified, |_| Verdict::Refuted))
    }

    /// Remarks begin with `;`, so that the text can be read again.
    fn text(&self) -> String {
        let Self { record, turns, .. } = self;
        let last = turns.last().map_or(&self.start, |turn| &turn.position);
        let mut text = if turns.is_empty() { String::new() } else { format!("{record}\n") };
        text += &format!("; {}", counted(turns.len(), "turn"));
        if let Some(StoppedTurn { number, turn, why }) = &self.stopped {
            text += &format!("; then turn {number}, {turn}, is not possible: {why}");
        } else if let Some(winner) = self.winner {
            text += &format!("; {winner} has won");
        }
        text + &format!("\n; {last}\n")
    }
}

#[output]
struct PlayedTurn {
    turn: String,
    position: String,
}

#[output]
struct StoppedTurn {
    number: usize,
    turn: String,
    why: String,
}

/// A game record that was played through.
#[output]
pub struct Replayed {
    #[serde(skip)]
    record: String,
    start: String,
    turns: Vec<PlayedTurn>,
    winner: Option<&'static str>,
    stopped: Option<StoppedTurn>,
}
