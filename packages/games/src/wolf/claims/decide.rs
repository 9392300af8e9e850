//! How each of the known claims is decided.

use super::super::board::{Square, Squares};
use super::super::compare::compare;
use super::super::derived::{
    Collision, Facts, collisions, collisions_in_play, occupancy, renamed, transitions,
};
use super::super::diagnosis::{Contradiction, contradictions};
use super::super::lamps::{Deviation, deviations};
use super::super::rules::{Move, Sheep};
use super::super::run::Visit;
use super::super::solve::{Solver, Winner};
use super::super::tree::{Next, Row};
use super::wording::in_letters;
use super::{Judgement, Subject, remaining};
use std::collections::{BTreeMap, BTreeSet};

type Check = fn(Subject<'_>, &[String]) -> Judgement;

/// The wording of every known claim, and how it is decided.
pub const CLAIMS: [(&str, Check); 23] = [
    (
        "A game lasts at most # steps, because sheep only advance and after #*# moves all stand in row #.",
        |subject, _| longest_game(subject),
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
        |subject, _| in_both_trees(subject, both_changes),
    ),
    (
        "After a variant change no further variant change follows in the same step (no cascades).",
        |subject, _| in_both_trees(subject, cascade),
    ),
    (
        "The row that changes variant and the row of the new variant at the same step show the same sheep squares.",
        |subject, _| in_both_trees(subject, no_landing),
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
        |subject, _| fewer_relays(subject),
    ),
    (
        "Variants without common steps can share a number; @ become @; the compressed tree is otherwise the same tree.",
        other_tree,
    ),
    (
        "The variant changes of the compressed tree are only a little more complex than those of the primary one.",
        |_, _| Judgement::Formless,
    ),
    ("At step # with the wolf on # the sheep could also play #-># instead of #->#.", alternative),
    ("Every row marked ! traps the wolf on every square for which the row holds.", |subject, _| {
        in_both_trees(subject, false_bell)
    }),
    (
        "Two rows of the same step can be told apart from current and previous wolf square if the current sets are disjoint or the previous sets are disjoint. This holds for #, #, #, #, # and others, not for #, whose previous set #,#,# is not disjoint from that of #. # is to be recognised by # or #.",
        told_apart,
    ),
    (
        "Leaving aside collisions with variant #, exactly the pairs in remaining_collisions.tsv remain.",
        exactly_these_remain,
    ),
    ("Most collisions are with rows of variant #.", most_collisions),
    (
        "The display of this tree cannot be decided from step, current and previous wolf square alone; a memory for the variant is needed.",
        |subject, _| {
            let none = collisions_in_play(subject.primary).is_empty();
            fails(none.then(|| "no two plays are confused".to_owned()))
        },
    ),
    (
        "The deviations numbered from # up have no counterpart among the historic relays, so the historic tree was a different one.",
        |subject, _| without_counterpart(subject),
    ),
    (
        "According to the surviving papers the historic machine showed an illegal sheep move at step # when the wolf stood on # after staying in its last two rows before.",
        |_, _| Judgement::Open("the papers of the historic machine are not in print"),
    ),
    (
        "A flip-flop of two relays with four changeover contacts each still offers six changeover contacts.",
        |_, _| Judgement::Open("the circuit of the flip-flop is not in print"),
    ),
];

fn numbers<const N: usize>(computed: [usize; N]) -> Judgement {
    Judgement::With(computed.map(|number| number.to_string()).to_vec())
}

fn fails(reason: Option<String>) -> Judgement {
    reason.map_or(Judgement::Holds, Judgement::Fails)
}

/// The reason against a claim about either tree.
fn in_both_trees(subject: Subject<'_>, reason: fn(&Facts) -> Option<String>) -> Judgement {
    match (reason(subject.primary), subject.compressed) {
        (Some(reason), _) => Judgement::Fails(reason),
        (None, Some((compressed, _))) => fails(reason(compressed)),
        (None, None) => Judgement::Open(NO_COMPRESSED_TREE),
    }
}

const NO_COMPRESSED_TREE: &str = "tree_compressed.tsv cannot be read";
const NO_RELAYS: &str = "lamps_graeff.tsv cannot be read";

/// A game that is as long as possible uses up all moves of all sheep, each by one row.
fn longest_game(subject: Subject<'_>) -> Judgement {
    let (longest, sheep) = (subject.primary.run.steps.len(), Sheep::START.0.len());
    if !longest.is_multiple_of(sheep) {
        return Judgement::Fails(format!(
            "a game lasts at most {longest} steps, after which the {sheep} sheep have not made \
             equally many moves"
        ));
    }
    let [start, moves] = [usize::from(Sheep::START.0[0].row()), longest / sheep];
    numbers([longest, moves, sheep, start + moves])
}

/// The relays of the historic basic display are in no table.
fn fewer_relays(subject: Subject<'_>) -> Judgement {
    let Some(historic) = subject.historic else { return Judgement::Open(NO_RELAYS) };
    let (ours, theirs) = (distinct_deviations(subject), historic.count);
    match ours.checked_sub(theirs) {
        Some(fewer) => Judgement::Partly(
            vec![Some(fewer.to_string()), None],
            "the relays of the historic basic display are not in print",
        ),
        None => Judgement::Fails(format!("{theirs} historic relays, {ours} deviations")),
    }
}

/// The least number with which a deviation without a historic counterpart is labelled, and above
/// which there are no others.
fn without_counterpart(subject: Subject<'_>) -> Judgement {
    let Some(historic) = subject.historic else { return Judgement::Open(NO_RELAYS) };
    if subject.labelled.is_empty() {
        return Judgement::Open("no table of lamps can be read");
    }
    let (mut known, mut unknown) = (BTreeSet::new(), BTreeSet::new());
    for (label, deviation) in subject.labelled {
        if let Ok(number) = label.parse::<usize>() {
            let matched = !historic.labels(*deviation).is_empty();
            if matched { &mut known } else { &mut unknown }.insert(number);
        }
    }
    let last = known.last();
    match unknown.into_iter().find(|number| last.is_none_or(|last| number > last)) {
        Some(first) => numbers([first]),
        None => Judgement::Fails("no numbers are left to deviations without a counterpart".into()),
    }
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
    let variants: Vec<_> = occupancy(&subject.primary.tree).into_keys().collect();
    let (Some(&first), Some(&last)) = (variants.first(), variants.last()) else {
        return Judgement::Fails("there is no variant but the one of the start".to_owned());
    };
    if !(first..=last).eq(variants.iter().copied()) {
        return Judgement::Fails(format!("the variants have the numbers {variants:?}"));
    }
    // By the rules a game starts in variant 0, so that is the one without a relay.
    numbers([first, last, 0, 0].map(usize::from))
}

/// How many variants there are in either tree, and what makes the compressed tree another tree
/// than the renamed primary one.
fn other_tree(subject: Subject<'_>, gaps: &[String]) -> Judgement {
    let Some((compressed, names)) = subject.compressed else {
        return Judgement::Open(NO_COMPRESSED_TREE);
    };
    let spans = occupancy(&subject.primary.tree);
    for (one, (first, last)) in &spans {
        for (other, (start, end)) in spans.range(one + 1..) {
            let shared = names.contains_key(one) && names.get(one) == names.get(other);
            if shared && start <= last && first <= end {
                let reason = format!("variants {one} and {other} have steps in common");
                return Judgement::Fails(reason);
            }
        }
    }
    let counts = [&subject.primary.tree, &compressed.tree].map(|tree| occupancy(tree).len());
    let counts = counts.map(in_letters).to_vec();
    let left = renamed(&subject.primary.tree, names);
    let right = renamed(&compressed.tree, &BTreeMap::new());
    let differing = left.iter().filter(|row| !right.contains(row));
    let differing: Vec<_> =
        differing.chain(right.iter().filter(|row| !left.contains(row))).collect();
    match differing.first() {
        Some(first) if counts == gaps => Judgement::Fails(format!(
            "the trees differ in {} rows, the first being {}",
            differing.len(),
            first.label()
        )),
        _ => Judgement::With(counts),
    }
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
    let here = |visit: &&Visit| {
        let row = visit.row.and_then(|row| rows.get(row));
        visit.wolf == wolf && row.is_some_and(|row| row.step_move == Some(instead))
    };
    let visits: Vec<_> = subject.primary.run.visits(step).iter().filter(here).collect();
    if visits.is_empty() {
        let reason =
            format!("the tree never plays {instead} at step {step} with the wolf on {wolf}");
        return Judgement::Fails(reason);
    }
    let mut solver = Solver::default();
    fails(visits.into_iter().find_map(|visit| match visit.sheep.moved(other, Some(wolf)) {
        Err(illegal) => Some(format!("{other} is illegal: {illegal}")),
        Ok(_) => match solver.after(visit.sheep, other, wolf) {
            Winner::Sheep(_) => None,
            Winner::Wolf(moves) => Some(format!("after {other} the wolf wins in {moves} moves")),
        },
    }))
}

fn false_bell(facts: &Facts) -> Option<String> {
    let mut visits = facts.run.steps.iter().flatten();
    visits.find_map(|visit| {
        let row = visit.row.and_then(|row| facts.tree.rows.get(row))?;
        let after = row.step_move.map(|it| visit.sheep.moved(it, Some(visit.wolf)));
        let traps = matches!(after, Some(Ok(after)) if after.wolf_moves(visit.wolf).is_empty());
        (row.next == Next::Bell && !traps)
            .then(|| format!("{} does not trap the wolf on {}", row.label(), visit.wolf))
    })
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
        Some(((one, left), (other, right))) => {
            let sets = [facts.wolves[one], facts.wolves[other]];
            if squares([a, b, c]) != Some(sets[0].previous) {
                reasons.push(format!("the previous set of {confused} is {}", sets[0].previous));
            }
            if left.step != right.step || one == other {
                reasons.push(format!("{confused} and {with} are not two rows of one step"));
            }
            if sets[0].previous.and(sets[1].previous).is_empty() {
                reasons.push(format!("the previous sets of {confused} and {with} are disjoint"));
            }
            if sets[0].possible.and(sets[1].possible).is_empty() {
                reasons.push(format!("the current sets of {confused} and {with} are disjoint"));
            }
        }
    }
    let current = squares([one, other]);
    let stands = find(last).map(|(row, _)| facts.wolves[row].possible);
    match (current, stands) {
        (Some(current), Some(stands)) if current.without(stands).is_empty() => {
            let reason = apart_from(last, Some(current));
            reasons.extend(reason.map(|it| format!("{it} by {one} or {other}")));
        }
        (_, Some(stands)) => reasons.push(format!("the current set of {last} is {stands}")),
        (_, None) => reasons.push(format!("there is no row {last}")),
    }
    fails((!reasons.is_empty()).then(|| reasons.join("; ")))
}

/// The set of these squares, if all are squares and no two the same.
fn squares<const N: usize>(names: [&String; N]) -> Option<Squares> {
    let set: Option<Squares> = names.into_iter().map(|name| Square::parse(name)).collect();
    set.filter(|set| set.iter().count() == N)
}

/// The collisions without those with rows of the variant named.
fn exactly_these_remain(subject: Subject<'_>, gaps: &[String]) -> Judgement {
    let Some(table) = subject.remaining else {
        return Judgement::Open("remaining_collisions.tsv cannot be read");
    };
    let Some(aside) = gaps.first().and_then(|gap| gap.parse().ok()) else {
        return Judgement::Fails("there is no such variant".to_owned());
    };
    let wrong = compare(table, &remaining(subject.primary, table, aside));
    fails((!wrong.is_empty()).then(|| {
        let found = collisions(subject.primary).into_iter().filter(|it| !it.with(aside));
        let found: Vec<_> = found.map(|it| format!("{} {}", it.one.1, it.other.1)).collect();
        format!("the pairs {}", found.join(", "))
    }))
}

/// The variant that has a row in more than half of the collisions.
fn most_collisions(subject: Subject<'_>, gaps: &[String]) -> Judgement {
    let all = collisions(subject.primary);
    let with = |variant: u8| all.iter().filter(|it: &&Collision| it.with(variant)).count();
    let most = (0..10_u8).filter(|&variant| 2 * with(variant) > all.len());
    let most: Vec<_> = most.map(|variant| variant.to_string()).collect();
    match most.iter().find(|it| gaps.contains(it)).or(most.first()) {
        Some(variant) => Judgement::With(vec![variant.clone()]),
        None => Judgement::Fails("no variant has a row in most collisions".to_owned()),
    }
}
