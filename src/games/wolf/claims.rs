//! Statements of the running text, as far as they say something that can be decided.
//!
//! A claim is recognised by its wording, in which numbers, squares and rows of the tree (`9.1-a3`)
//! are gaps.  What stands in the gaps is compared with what was computed.

use super::believe::{Contradiction, contradictions};
use super::board::{Square, Squares};
use super::compare::{compare, differs, line};
use super::derived::{
    Collision, Facts, collisions, collisions_in_play, occupancy, renamed, transitions,
};
use super::lamps::{Deviation, deviations};
use super::rules::{Move, Sheep};
use super::run::Wrong;
use super::solve::{Outcome, Solver};
use super::table::{Record, Table};
use super::tree::Row;
use crate::diagnostic::Diagnostic;
use crate::verdict::Finding;
use std::collections::{BTreeMap, BTreeSet};

/// What the claims are about.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The primary tree.
    pub primary: &'a Facts,
    /// The compressed tree.
    pub compressed: &'a Facts,
    /// The number in the compressed tree of every variant of the primary one.
    pub names: &'a BTreeMap<u8, u8>,
    /// The number of historic relays, without the combinations.
    pub historic: usize,
    /// The pairs of rows said to remain.
    pub remaining: &'a Table,
}

/// What became of a claim.
enum Judgement {
    /// It holds.
    Holds,
    /// It holds with these words in its gaps.
    With(Vec<String>),
    /// It does not hold, for this reason.
    Fails(String),
    /// Nothing in it can be decided.
    Formless,
}

/// Checks the claims.
pub fn check(table: &Table, subject: Subject<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut formless = Vec::new();
    for record in &table.records {
        let text = record.cell(2);
        let (wording, gaps) = gaps(text);
        let known = (1..).zip(&CLAIMS).find(|(_, claim)| claim.0 == wording);
        let Some((number, claim)) = known else {
            let diagnostic = Diagnostic::warning(
                "W0711",
                "this claim is not known, so it was not checked",
            )
            .label(record.span(2), "not checked")
            .help(
                "claims are recognised by their wording; only numbers, squares and rows may differ",
            );
            findings.push(Finding::new(diagnostic));
            continue;
        };
        let id = format!("W{number:02}");
        if record.cell(0) != id {
            findings.push(differs(table, record, 0, id, "this claim has another number"));
        }
        match (claim.1)(subject, &gaps) {
            Judgement::Holds => {}
            Judgement::With(computed) if computed == gaps => {}
            Judgement::With(computed) => {
                let right = fill(&wording, &computed);
                findings.push(differs(table, record, 2, right, "this claim does not hold"));
            }
            Judgement::Fails(reason) => {
                findings.push(differs(table, record, 2, reason, "this claim does not hold"));
            }
            Judgement::Formless => formless.push(record),
        }
    }
    findings.extend(listed(&formless));
    findings
}

/// Names the claims without a formal content.
fn listed(formless: &[&Record]) -> Option<Finding> {
    let first = formless.first()?;
    let names: Vec<_> = formless.iter().map(|record| record.cell(0)).collect();
    let message = format!("left out, as they have no formal content: {}", names.join(", "));
    let diagnostic = Diagnostic::warning("W0712", message).label(first.span(2), "not checked");
    Some(Finding::new(diagnostic))
}

/// The text with `#` for every row, square and number, and these.
fn gaps(text: &str) -> (String, Vec<String>) {
    let (mut wording, mut gaps) = (String::new(), Vec::new());
    let mut rest = text;
    let mut inside_word = false;
    while let Some(first) = rest.chars().next() {
        let length = if inside_word { 0 } else { gap(rest) };
        if length > 0 {
            gaps.push(rest[..length].to_owned());
            wording.push('#');
            rest = &rest[length..];
        } else {
            wording.push(first);
            rest = &rest[first.len_utf8()..];
        }
        inside_word = length == 0 && first.is_alphanumeric();
    }
    (wording, gaps)
}

/// The length of the row, square or number at the beginning of the text.
fn gap(text: &str) -> usize {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let square = |text: &str| {
        let end = text.as_bytes().get(2).is_none_or(|next| !next.is_ascii_alphanumeric());
        end && text.get(..2).is_some_and(|it| Square::parse(it).is_some())
    };
    if square(text) {
        return 2;
    }
    let mut length = digits(text);
    if length > 0 && text[length..].starts_with('.') && digits(&text[length + 1..]) > 0 {
        length += 1 + digits(&text[length + 1..]);
        if text[length..].starts_with('-') && square(&text[length + 1..]) {
            length += 3;
        }
    }
    length
}

/// The wording with the gaps filled.
fn fill(wording: &str, gaps: &[String]) -> String {
    let mut gaps = gaps.iter();
    let parts = wording.split('#').map(str::to_owned);
    let mut text = String::new();
    for (number, part) in parts.enumerate() {
        if number > 0 {
            text += gaps.next().map_or("#", String::as_str);
        }
        text += &part;
    }
    text
}

type Check = fn(Subject<'_>, &[String]) -> Judgement;

/// The wording of every known claim, and how it is decided.
const CLAIMS: [(&str, Check); 23] = [
    (
        "A game lasts at most # steps, because sheep only advance and after #*# moves all stand in row #.",
        |subject, _| {
            let longest = subject.primary.run.steps.len();
            numbers([longest, 5, Sheep::START.0.len(), 6])
        },
    ),
    (
        "In step # the wolf necessarily stands on #, the square to which the sheep on # would have to move next; therefore a sheep has to go to # instead.",
        last_step,
    ),
    ("Only # different sheep moves occur (list in moves.tsv).", |subject, _| {
        numbers([distinct_moves(subject)])
    }),
    ("Wolf row and step number always have the same parity.", |subject, _| {
        let steps = (1_u8..).zip(&subject.primary.run.steps);
        let mut odd = steps.flat_map(|(step, visits)| visits.iter().map(move |it| (step, it.wolf)));
        let odd = odd.find(|(step, wolf)| step % 2 != wolf.row() % 2);
        fails(odd.map(|(step, wolf)| format!("step {step} with the wolf on {wolf}")))
    }),
    (
        "At any (step, variant) there is either a conditional or an unconditional variant change, never both, so no priority is needed.",
        |subject, _| {
            fails(both_changes(subject.primary).or_else(|| both_changes(subject.compressed)))
        },
    ),
    (
        "After a variant change no further variant change follows in the same step (no cascades).",
        |subject, _| fails(cascade(subject.primary).or_else(|| cascade(subject.compressed))),
    ),
    (
        "The row that changes variant and the row of the new variant at the same step show the same sheep squares.",
        |subject, _| fails(no_landing(subject.primary).or_else(|| no_landing(subject.compressed))),
    ),
    (
        "If the variant is switched at once, the sheep display depends on step and variant alone; branches need not be considered.",
        |subject, _| fails(branching_display(subject.primary)),
    ),
    (
        "With a two-relay flip-flop per lamp: # relays for lamps plus # for the moves, # in all, variant switching not counted.",
        |subject, _| {
            let (lamps, moves) = (2 * Square::COUNT, distinct_moves(subject));
            numbers([lamps, moves, lamps + moves])
        },
    ),
    (
        "With one relay per variant #-#, each variant relay needs one break contact only, to release one other relay when it is switched on; changes to # release all, changes from # release none.",
        break_contacts,
    ),
    (
        "Display by deviation from the basic display: # relays for deviations (rows without deviation and repeated deviations not counted) plus # for the basic display, # in all.",
        |subject, _| {
            let (relays, lamps) = (distinct_deviations(subject), Square::COUNT);
            numbers([relays, lamps, relays + lamps])
        },
    ),
    (
        "The historic machine has # relays fewer for deviations and # fewer for the basic display.",
        |subject, gaps| {
            let fewer = distinct_deviations(subject).abs_diff(subject.historic);
            // The relays of the historic basic display are not in print.
            Judgement::With(vec![fewer.to_string(), gaps.get(1).cloned().unwrap_or_default()])
        },
    ),
    (
        "Variants without common steps can share a number; nine become five; the compressed tree is otherwise the same tree.",
        |subject, _| fails(other_tree(subject)),
    ),
    (
        "The variant changes of the compressed tree are only a little more complex than those of the primary one.",
        |_, _| Judgement::Formless,
    ),
    ("At step # with the wolf on # the sheep could also play #-># instead of #->#.", alternative),
    ("Every row marked ! traps the wolf on every square for which the row holds.", |subject, _| {
        fails(false_bell(subject.primary).or_else(|| false_bell(subject.compressed)))
    }),
    (
        "Two rows of the same step can be told apart from current and previous wolf square if the current sets are disjoint or the previous sets are disjoint. This holds for #, #, #, #, # and others, not for #, whose previous set #,#,# is not disjoint from that of #. # is to be recognised by # or #.",
        told_apart,
    ),
    (
        "Leaving aside collisions with variant #, exactly the pairs in remaining_collisions.tsv remain.",
        |subject, gaps| {
            if gaps != ["0"] {
                return numbers([0]);
            }
            let wrong = compare(subject.remaining, &remaining(subject.primary, subject.remaining));
            fails((!wrong.is_empty()).then(|| {
                let found = collisions(subject.primary).into_iter().filter(|it| !it.with_basic());
                let found: Vec<_> =
                    found.map(|it| format!("{} {}", it.one.1, it.other.1)).collect();
                format!("the pairs {}", found.join(", "))
            }))
        },
    ),
    ("Most collisions are with rows of variant #.", |subject, gaps| {
        let all = collisions(subject.primary);
        let basic = all.iter().filter(|it| it.with_basic()).count();
        match gaps {
            [zero] if zero == "0" => fails((2 * basic <= all.len()).then(|| {
                format!("{basic} of {} collisions are with rows of variant 0", all.len())
            })),
            _ => numbers([0]),
        }
    }),
    (
        "The display of this tree cannot be decided from step, current and previous wolf square alone; a memory for the variant is needed.",
        |subject, _| {
            let none = collisions_in_play(subject.primary).is_empty();
            fails(none.then(|| "no two plays are confused".to_owned()))
        },
    ),
    (
        "The deviations numbered from # up have no counterpart among the historic relays, so the historic tree was a different one.",
        // The labels of the lamps are checked one by one in their own tables.
        |_, _| numbers([100]),
    ),
    (
        "According to the surviving papers the historic machine showed an illegal sheep move at step # when the wolf stood on # after staying in its last two rows before.",
        |_, _| Judgement::Formless,
    ),
    (
        "A flip-flop of two relays with four changeover contacts each still offers six changeover contacts.",
        |_, _| Judgement::Formless,
    ),
];

fn numbers<const N: usize>(computed: [usize; N]) -> Judgement {
    Judgement::With(computed.map(|number| number.to_string()).to_vec())
}

fn fails(reason: Option<String>) -> Judgement {
    reason.map_or(Judgement::Holds, Judgement::Fails)
}

fn distinct_moves(subject: Subject<'_>) -> usize {
    let moves = subject.primary.tree.moves().filter_map(|(_, row)| row.step_move);
    moves.collect::<BTreeSet<_>>().len()
}

fn distinct_deviations(subject: Subject<'_>) -> usize {
    let all: BTreeSet<_> = deviations(subject.primary).into_iter().map(|(_, it)| it).collect();
    all.into_iter().filter(|it| *it != Deviation::default()).count()
}

/// The last step, the squares of the wolf there, the sheep whose way it blocks, and the move
/// that is made instead.
fn last_step(subject: Subject<'_>, _: &[String]) -> Judgement {
    let run = &subject.primary.run;
    let visits = run.steps.last().map_or(&[][..], Vec::as_slice);
    let wolves: Squares = visits.iter().map(|visit| visit.wolf).collect();
    let mut blocked = BTreeSet::new();
    let mut targets = BTreeSet::new();
    for visit in visits {
        let sheep = visit.sheep.0.into_iter().filter(|from| {
            from.ahead().contains(visit.wolf)
                && from.ahead().without(visit.sheep.squares()).0.count_ones() == 1
        });
        blocked.extend(sheep.map(Square::upper));
        let row = visit.row.and_then(|row| subject.primary.tree.rows.get(row));
        targets.extend(row.and_then(|row| row.step_move).map(|it| it.to.upper()));
    }
    let list = |set: BTreeSet<String>| set.into_iter().collect::<Vec<_>>().join(" or ");
    let wolves = wolves.iter().map(Square::upper).collect();
    Judgement::With(vec![run.steps.len().to_string(), list(wolves), list(blocked), list(targets)])
}

fn both_changes(facts: &Facts) -> Option<String> {
    let changes = transitions(&facts.tree);
    let both = changes.iter().find(|one| {
        let mut others = changes.iter().filter(|it| (it.step, it.from) == (one.step, one.from));
        one.wolf == ".." && others.any(|it| it.wolf != "..")
    });
    both.map(|it| format!("both at step {}, variant {}", it.step, it.from))
}

fn cascade(facts: &Facts) -> Option<String> {
    let rows = &facts.tree.rows;
    for (step, visits) in (1..).zip(&facts.run.steps) {
        for visit in visits {
            let row = visit.row.and_then(|row| rows.get(row));
            let Some(target) = row.and_then(Row::switches_to) else { continue };
            let again = facts.tree.find(step, target, visit.wolf).and_then(|row| rows.get(row));
            if let Some(again) = again.filter(|again| again.switches_to().is_some()) {
                return Some(format!(
                    "{} switches again with the wolf on {}",
                    again.label(),
                    visit.wolf
                ));
            }
        }
    }
    None
}

fn no_landing(facts: &Facts) -> Option<String> {
    let found = contradictions(&facts.tree, &facts.run);
    let row = found.into_iter().find_map(|it| match it {
        Contradiction::NoLanding { row, .. } => facts.tree.rows.get(row),
        _ => None,
    });
    row.map(|row| format!("no row of variant {} shows the squares of {}", row.next, row.label()))
}

fn branching_display(facts: &Facts) -> Option<String> {
    let mut shown: BTreeMap<(u8, u8), BTreeMap<Sheep, String>> = BTreeMap::new();
    for (_, row) in facts.tree.shown() {
        let place = shown.entry((row.step, row.variant)).or_default();
        place.entry(row.after).or_insert_with(|| row.label());
    }
    let branching = shown.into_iter().filter(|(_, displays)| displays.len() > 1);
    let places: Vec<_> = branching
        .map(|((step, variant), displays)| {
            let rows: Vec<_> =
                displays.into_iter().map(|(sheep, row)| format!("{row} {sheep}")).collect();
            format!("{step}.{variant} ({})", rows.join(", "))
        })
        .collect();
    (!places.is_empty()).then(|| format!("different displays within {}", places.join("; ")))
}

/// The variants have the numbers 1 to their count, and each is entered from at most one other
/// variant than 0.
fn break_contacts(subject: Subject<'_>, _: &[String]) -> Judgement {
    let mut sources: BTreeMap<u8, BTreeSet<u8>> = BTreeMap::new();
    for change in transitions(&subject.primary.tree) {
        if change.to != 0 && change.from != 0 {
            sources.entry(change.to).or_default().insert(change.from);
        }
    }
    if let Some((to, from)) = sources.iter().find(|(_, from)| from.len() > 1) {
        return Judgement::Fails(format!("variant {to} is entered from the variants {from:?}"));
    }
    let variants = occupancy(&subject.primary.tree);
    let [first, last] = [variants.keys().next(), variants.keys().last()];
    let [first, last] = [first, last].map(|it| it.copied().unwrap_or(0).into());
    numbers([first, last, 0, 0])
}

/// What makes the compressed tree another tree than the renamed primary one.
fn other_tree(subject: Subject<'_>) -> Option<String> {
    let spans = occupancy(&subject.primary.tree);
    for (one, (first, last)) in &spans {
        for (other, (start, end)) in spans.range(one + 1..) {
            let shared = subject.names.get(one) == subject.names.get(other);
            if shared && start <= last && first <= end {
                return Some(format!("variants {one} and {other} have steps in common"));
            }
        }
    }
    let counts =
        [&subject.primary.tree, &subject.compressed.tree].map(|tree| occupancy(tree).len());
    if counts != [9, 5] {
        return Some(format!("{} variants become {}", counts[0], counts[1]));
    }
    let left = renamed(&subject.primary.tree, subject.names);
    let right = renamed(&subject.compressed.tree, &BTreeMap::new());
    let differing = left.iter().filter(|row| !right.contains(row));
    let differing: Vec<_> =
        differing.chain(right.iter().filter(|row| !left.contains(row))).collect();
    let first = differing.first()?;
    Some(format!("the trees differ in {} rows, the first being {}", differing.len(), first.label()))
}

/// Is the other move legal there, and do the sheep still win?
fn alternative(subject: Subject<'_>, gaps: &[String]) -> Judgement {
    let [step, wolf, from, to, instead_from, instead_to] = gaps else {
        return Judgement::Formless;
    };
    let read = |from: &String, to: &String| Move::parse(&format!("{from}->{to}"));
    let square = Square::parse(wolf);
    let (Ok(step), Some(wolf)) = (step.parse::<u8>(), square) else {
        return Judgement::Fails("there is no such step or square".to_owned());
    };
    let (Some(other), Some(instead)) = (read(from, to), read(instead_from, instead_to)) else {
        return Judgement::Fails("there is no such move".to_owned());
    };
    let rows = &subject.primary.tree.rows;
    let visits = subject.primary.run.visits(step).iter();
    let mut here = visits.filter(|visit| {
        let row = visit.row.and_then(|row| rows.get(row));
        visit.wolf == wolf && row.is_some_and(|row| row.step_move == Some(instead))
    });
    let Some(visit) = here.next() else {
        let reason =
            format!("the tree never plays {instead} at step {step} with the wolf on {wolf}");
        return Judgement::Fails(reason);
    };
    match visit.sheep.moved(other, Some(wolf)) {
        Err(illegal) => Judgement::Fails(format!("{other} is illegal: {illegal}")),
        Ok(_) => match Solver::default().after(visit.sheep, other, wolf) {
            Outcome::Sheep(_) => Judgement::Holds,
            Outcome::Wolf(moves) => {
                Judgement::Fails(format!("after {other} the wolf wins in {moves} moves"))
            }
        },
    }
}

fn false_bell(facts: &Facts) -> Option<String> {
    let fault = facts.run.faults.iter().find(|fault| fault.wrong == Wrong::FalseBell)?;
    let visit = facts.run.visit(fault)?;
    let row = visit.row.and_then(|row| facts.tree.rows.get(row))?;
    Some(format!("{} does not trap the wolf on {}", row.label(), visit.wolf))
}

/// The rows named in the claim, each against the other rows of its step.
fn told_apart(subject: Subject<'_>, gaps: &[String]) -> Judgement {
    let facts = subject.primary;
    let [apart @ .., confused, a, b, c, with, last, one, other] = gaps else {
        return Judgement::Formless;
    };
    let find = |label: &String| {
        let full = if label.contains('-') { label.clone() } else { format!("{label}-..") };
        facts.tree.shown().find(|(_, row)| row.label() == full)
    };
    let apart_from = |label: &String, squares: Option<Squares>| {
        let Some((index, row)) = find(label) else {
            return Some(format!("there is no row {label}"));
        };
        let sets = facts.wolves[index];
        let current = squares.unwrap_or(sets.possible);
        let (_, rival) = facts.tree.shown().find(|&(rival, beside)| {
            beside.step == row.step
                && beside.after != row.after
                && !facts.wolves[rival].possible.and(current).is_empty()
                && !facts.wolves[rival].previous.and(sets.previous).is_empty()
        })?;
        Some(format!("{label} is not told apart from {}", rival.label()))
    };
    let mut reasons: Vec<_> = apart.iter().filter_map(|label| apart_from(label, None)).collect();
    match find(confused).zip(find(with)) {
        None => reasons.push(format!("there is no row {confused} or {with}")),
        Some(((left, _), (right, _))) => {
            let (left, right) = (facts.wolves[left], facts.wolves[right]);
            let named: Squares = [a, b, c].into_iter().filter_map(|it| Square::parse(it)).collect();
            if left.previous != named {
                reasons.push(format!("the previous set of {confused} is {}", left.previous));
            }
            if left.previous.and(right.previous).is_empty() {
                reasons.push(format!("the previous sets of {confused} and {with} are disjoint"));
            }
        }
    }
    let squares = [one, other].into_iter().filter_map(|it| Square::parse(it)).collect();
    reasons.extend(apart_from(last, Some(squares)).map(|it| format!("{it} by {one} or {other}")));
    fails((!reasons.is_empty()).then(|| reasons.join("; ")))
}

/// The lines of the table of collisions, each pair in the order in which it is printed.
pub fn remaining(facts: &Facts, printed: &Table) -> Vec<super::compare::Line> {
    let pairs = collisions(facts).into_iter().filter(|it| !it.with_basic());
    let turned = |it: &Collision| {
        let mut records = printed.records.iter();
        records.any(|record| record.cell(0) == it.other.1 || record.cell(1) == it.one.1)
    };
    pairs
        .map(|it| match turned(&it) {
            true => line([it.other.1, it.one.1]),
            false => line([it.one.1, it.other.1]),
        })
        .collect()
}
