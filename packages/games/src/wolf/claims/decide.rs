//! How each of the known claims is decided, by its id.

use super::super::board::{Square, Squares};
use super::super::compare::compare;
use super::super::derived::{
    Collision, Facts, collisions, collisions_in_play, occupancy, renamed, transitions, traps,
};
use super::super::diagnosis::{Contradiction, Misfit, contradictions};
use super::super::lamps::{Deviation, deviations};
use super::super::rules::{Move, Sheep};
use super::super::run::Visit;
use super::super::solve::{Solver, Winner};
use super::super::tree::{Next, Row};
use super::wording::in_letters;
use super::{Judgement, Subject, remaining};
use std::collections::{BTreeMap, BTreeSet};

/// Decides the claim with this id, in whose gaps these words stand.
pub(super) fn decide(id: &str, subject: Subject<'_>, gaps: &[String]) -> Judgement {
    let facts = subject.primary;
    match id {
        "W01" => longest_game(facts),
        "W02" => last_step(facts),
        "W03" => numbers([distinct_moves(facts)]),
        "W04" => fails(other_parity(facts)),
        "W05" => in_both_trees(subject, both_changes),
        "W06" => in_both_trees(subject, cascade),
        "W07" => in_both_trees(subject, no_landing),
        "W08" => fails(branching_display(facts)),
        "W09" => {
            let (lamps, moves) = (2 * Square::COUNT, distinct_moves(facts));
            numbers([lamps, moves, lamps + moves])
        }
        "W10" => break_contacts(facts),
        "W11" => {
            let (relays, lamps) = (distinct_deviations(facts), Square::COUNT);
            numbers([relays, lamps, relays + lamps])
        }
        "W12" => fewer_relays(subject),
        "W13" => other_tree(subject, gaps),
        "W15" => alternative(facts, gaps),
        "W16" => in_both_trees(subject, false_bell),
        "W17" => told_apart(facts, gaps),
        "W18" => exactly_these_remain(subject, gaps),
        "W19" => most_collisions(facts, gaps),
        "W20" => {
            let none = collisions_in_play(facts).is_empty();
            fails(none.then(|| "no two plays are confused".to_owned()))
        }
        "W21" => without_counterpart(subject),
        "W22" => Judgement::Open("the papers of the historic machine were not published"),
        "W23" => Judgement::Open("the circuit of the flip-flop was not published"),
        _ => Judgement::Formless,
    }
}

fn numbers<const N: usize>(computed: [usize; N]) -> Judgement {
    Judgement::with(computed.map(|number| number.to_string()).to_vec())
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
fn longest_game(facts: &Facts) -> Judgement {
    let (longest, sheep) = (facts.run.steps.len(), Sheep::START.0.len());
    if !longest.is_multiple_of(sheep) {
        return Judgement::Fails(format!(
            "a game lasts at most {longest} steps, after which the {sheep} sheep have not made \
             the same number of moves"
        ));
    }
    let [start, moves] = [usize::from(Sheep::START.0[0].row()), longest / sheep];
    numbers([longest, moves, sheep, start + moves])
}

/// The relays of the historic basic display are in no table.
fn fewer_relays(subject: Subject<'_>) -> Judgement {
    let Some(historic) = subject.historic else { return Judgement::Open(NO_RELAYS) };
    let (ours, theirs) = (distinct_deviations(subject.primary), historic.count);
    match ours.checked_sub(theirs) {
        Some(fewer) => {
            let open = "the relays of the historic basic display were not published";
            Judgement::With(vec![Some(fewer.to_string()), None], Some(open))
        }
        None => Judgement::Fails(format!("{theirs} historic relays, {ours} deviations")),
    }
}

/// The least number with which a deviation without a historic counterpart is labelled, and above
/// which there are no others.
fn without_counterpart(subject: Subject<'_>) -> Judgement {
    let Some(historic) = subject.historic else { return Judgement::Open(NO_RELAYS) };
    if subject.labelled.is_empty() {
        return Judgement::Open("no readable table of lamps");
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
        None => Judgement::Fails("no numbers are left for deviations without a counterpart".into()),
    }
}

fn distinct_moves(facts: &Facts) -> usize {
    let moves = facts.tree.moves().filter_map(|(_, row)| row.step_move);
    moves.collect::<BTreeSet<_>>().len()
}

fn distinct_deviations(facts: &Facts) -> usize {
    let all: BTreeSet<_> = deviations(&facts.tree).into_iter().map(|(_, it)| it).collect();
    all.into_iter().filter(|it| *it != Deviation::default()).count()
}

/// The last step, the squares of the wolf there, the sheep whose way it blocks, and the move
/// that is made instead.
fn last_step(facts: &Facts) -> Judgement {
    let steps = &facts.run.steps;
    let visits = steps.last().map_or(&[][..], Vec::as_slice);
    let wolves: Squares = visits.iter().map(|visit| visit.wolf).collect();
    let blocked = visits.iter().flat_map(|visit| {
        visit.sheep.0.into_iter().filter(|from| {
            let free = from.ahead().minus(visit.sheep.squares());
            from.ahead().contains(visit.wolf) && free.len() == 1
        })
    });
    let last = facts.acting().filter(|(step, ..)| usize::from(*step) == steps.len());
    let targets = last.filter_map(|(.., row)| Some(row.step_move?.to));
    let list = |set: BTreeSet<String>| set.into_iter().collect::<Vec<_>>().join(" or ");
    let [blocked, targets, wolves] = [blocked.collect(), targets.collect(), wolves]
        .map(|squares: Squares| list(squares.iter().map(Square::upper).collect()));
    Judgement::with(vec![steps.len().to_string(), wolves, blocked, targets])
}

fn other_parity(facts: &Facts) -> Option<String> {
    let odd = facts.run.all().find(|(step, visit)| step % 2 != visit.wolf.row() % 2);
    odd.map(|(step, visit)| format!("step {step} with the wolf on {}", visit.wolf))
}

fn both_changes(facts: &Facts) -> Option<String> {
    let place = |row: &Row| (row.step, row.variant);
    let unconditional = transitions(&facts.tree).filter(|(.., row)| row.wolf.is_none());
    let mut both = unconditional.filter(|(.., one)| {
        let conditional = transitions(&facts.tree).filter(|(.., it)| it.wolf.is_some());
        conditional.map(|(.., it)| place(it)).any(|it| it == place(one))
    });
    both.next().map(|(from, _, row)| format!("both at step {}, variant {from}", row.step))
}

fn cascade(facts: &Facts) -> Option<String> {
    facts.acting().find_map(|(step, visit, row)| {
        let again = facts.tree.find(step, row.switches_to()?, visit.wolf)?;
        let again = facts.tree.rows.get(again).filter(|again| again.switches_to().is_some())?;
        Some(format!("{} switches again with the wolf on {}", again.label(), visit.wolf))
    })
}

fn no_landing(facts: &Facts) -> Option<String> {
    let found = contradictions(&facts.tree, &facts.run);
    let row = found.into_iter().find_map(|it| match it {
        Contradiction::Row { misfit: Misfit::NoLanding, row, .. } => facts.tree.rows.get(row),
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
fn break_contacts(facts: &Facts) -> Judgement {
    let mut sources: BTreeMap<u8, BTreeSet<u8>> = BTreeMap::new();
    for (from, to, _) in transitions(&facts.tree).filter(|(from, to, _)| *from != 0 && *to != 0) {
        sources.entry(to).or_default().insert(from);
    }
    if let Some((to, from)) = sources.iter().find(|(_, from)| from.len() > 1) {
        return Judgement::Fails(format!("variant {to} is entered from the variants {from:?}"));
    }
    let variants: Vec<_> = occupancy(&facts.tree).into_keys().collect();
    let (Some(&first), Some(&last)) = (variants.first(), variants.last()) else {
        return Judgement::Fails("the only variant is that of the start".to_owned());
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
    let only = |these: &[Row], those: &[Row]| {
        these.iter().filter(|row| !those.contains(row)).map(Row::label).collect::<Vec<_>>()
    };
    match &[only(&left, &right), only(&right, &left)].concat()[..] {
        all @ [first, ..] if counts == gaps => {
            let count = all.len();
            Judgement::Fails(format!("the trees differ in {count} rows, the first being {first}"))
        }
        _ => Judgement::with(counts),
    }
}

/// Is the other move legal there, and do the sheep still win?
fn alternative(facts: &Facts, gaps: &[String]) -> Judgement {
    let [step, wolf, from, to, instead_from, instead_to] = gaps else {
        return Judgement::Formless;
    };
    let read = |from: &String, to: &String| Move::parse(&format!("{from}->{to}"));
    let square = Square::parse(wolf);
    let (Ok(step), Some(wolf)) = (step.parse::<u8>(), square) else {
        return Judgement::Fails("no such step or square".to_owned());
    };
    let (Some(other), Some(instead)) = (read(from, to), read(instead_from, instead_to)) else {
        return Judgement::Fails("no such move".to_owned());
    };
    let here = |(at, visit, row): &(u8, &Visit, &Row)| {
        (*at, visit.wolf, row.step_move) == (step, wolf, Some(instead))
    };
    let mut visits = facts.acting().filter(here).map(|(_, visit, _)| visit).peekable();
    if visits.peek().is_none() {
        return Judgement::Fails(format!(
            "the tree never plays {instead} at step {step} with the wolf on {wolf}"
        ));
    }
    let mut solver = Solver::default();
    fails(visits.find_map(|visit| match visit.sheep.moved(other, Some(wolf)) {
        Err(illegal) => Some(format!("{other} is illegal: {illegal}")),
        Ok(_) => match solver.after(visit.sheep, other, wolf) {
            Winner::Sheep(_) => None,
            Winner::Wolf(moves) => Some(format!("after {other} the wolf wins in {moves} moves")),
        },
    }))
}

fn false_bell(facts: &Facts) -> Option<String> {
    let mut bells = facts.acting().filter(|(.., row)| row.next == Next::Bell);
    let (_, visit, row) = bells.find(|(_, visit, row)| !traps(visit, row))?;
    Some(format!("{} does not trap the wolf on {}", row.label(), visit.wolf))
}

/// The rows named in the claim, each against the other rows of its step.
fn told_apart(facts: &Facts, gaps: &[String]) -> Judgement {
    let [apart @ .., confused, a, b, c, with, last, one, other] = gaps else {
        return Judgement::Formless;
    };
    let find = |label: &String| {
        let full = if label.contains('-') { label.clone() } else { format!("{label}-..") };
        facts.tree.shown().find(|(_, row)| row.label() == full)
    };
    let apart_from = |label: &String, squares: Option<Squares>| {
        let Some((index, _)) = find(label) else {
            return Some(format!("row {label} is missing"));
        };
        let mut shown = facts.tree.shown();
        let current = squares.unwrap_or(facts.wolves[index].possible);
        let (_, rival) = shown.find(|&(rival, _)| facts.confused(index, current, rival))?;
        Some(format!("{label} is confused with {}", rival.label()))
    };
    let mut reasons: Vec<_> = apart.iter().filter_map(|label| apart_from(label, None)).collect();
    match find(confused).zip(find(with)) {
        None => reasons.push(format!("row {confused} or {with} is missing")),
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
        (Some(current), Some(stands)) if current.minus(stands).is_empty() => {
            let reason = apart_from(last, Some(current));
            reasons.extend(reason.map(|it| format!("{it} by {one} or {other}")));
        }
        (_, Some(stands)) => reasons.push(format!("the current set of {last} is {stands}")),
        (_, None) => reasons.push(format!("row {last} is missing")),
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
        return Judgement::Fails("no such variant".to_owned());
    };
    let wrong = compare(table, &remaining(subject.primary, table, aside));
    fails((!wrong.is_empty()).then(|| {
        let found = collisions(subject.primary).into_iter().filter(|it| !it.with(aside));
        let found: Vec<_> = found.map(|it| it.to_string()).collect();
        format!("the pairs {}", found.join(", "))
    }))
}

/// The variant that has a row in more than half of the collisions.
fn most_collisions(facts: &Facts, gaps: &[String]) -> Judgement {
    let all = collisions(facts);
    let with = |variant: u8| all.iter().filter(|it: &&Collision| it.with(variant)).count();
    let most = (0..10_u8).filter(|&variant| 2 * with(variant) > all.len());
    let most: Vec<_> = most.map(|variant| variant.to_string()).collect();
    match most.iter().find(|it| gaps.contains(it)).or(most.first()) {
        Some(variant) => Judgement::with(vec![variant.clone()]),
        None => Judgement::Fails("no variant has a row in most collisions".to_owned()),
    }
}
