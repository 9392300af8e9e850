//! The questions about trees that a mark in a claim can ask.

use super::super::board::{Square, Squares};
use super::super::check::{COLLISIONS, COMPRESSED, RELAYS};
use super::super::compare::{ComputedLine, compare, line};
use super::super::derived::{
    Collision, Facts, collisions, collisions_in_play, occupancy, renamed, transitions, traps,
};
use super::super::lamps::{Deviation, deviations};
use super::super::machine::replay;
use super::super::rules::{Move, Sheep};
use super::super::solve::{Solver, Winner};
use super::super::table::Table;
use super::super::tree::{Next, Row};
use super::{Answer, Subject};
use Answer::{Fails, Holds, Informal, Number, Open, Words};
use std::collections::{BTreeMap, BTreeSet};

/// The answer to a question, whose words in the claim may say what is asked; `None` if there is no
/// such question.  `lamps + moves` and `deviations - historic relays` are numbers as well.
pub(super) fn answer(subject: Subject<'_>, question: &str, words: &str) -> Option<Answer> {
    if let Some(reason) = question.strip_prefix("open: ") {
        return Some(Open(reason.to_owned()));
    }
    for (sign, all) in [(" + ", usize::checked_add as fn(_, _) -> _), (" - ", usize::checked_sub)] {
        let Some((left, right)) = question.rsplit_once(sign) else { continue };
        return Some(match (answer(subject, left, words)?, answer(subject, right, words)?) {
            (Number(one), Number(other)) => all(one, other)
                .map_or_else(|| Fails(format!("{left}: {one}, {right}: {other}")), Number),
            (Number(_), other) | (other, _) => other,
        });
    }
    let facts = subject.primary;
    let steps = facts.run.steps.len();
    Some(match question {
        "informal" => Informal,
        "lamps" => Number(Square::COUNT),
        "sheep" => Number(SHEEP),
        "steps" => Number(steps),
        // A game that is as long as possible uses up all moves of all sheep, each by one row.
        "steps per sheep" => per_sheep(steps).map_or_else(Fails, Number),
        "last row" => {
            let start = usize::from(Sheep::START.0[0].row());
            per_sheep(steps).map_or_else(Fails, |moves| Number(start + moves))
        }
        "moves" => Number(distinct(facts.tree.moves().filter_map(|(_, row)| row.step_move))),
        "deviations" => {
            let all = deviations(&facts.tree).into_iter().map(|(_, deviation)| deviation);
            Number(distinct(all.filter(|deviation| *deviation != Deviation::default())))
        }
        "historic relays" => {
            subject.historic.map_or_else(|| unread(RELAYS), |historic| Number(historic.count))
        }
        "variants" => Number(occupancy(&facts.tree).len()),
        "compressed variants" => match subject.compressed {
            Some((compressed, _)) => Number(occupancy(&compressed.tree).len()),
            None => unread(COMPRESSED),
        },
        // By the rules a game starts in variant 0, so that is the one without a relay.
        "first variant" => Number(0),
        "variants in use" => Words(variants_in_use(facts)),
        "wolf in the last step" => {
            let visits = facts.run.steps.last().into_iter().flatten();
            Words(names(visits.map(|visit| visit.wolf)))
        }
        "sheep blocked in the last step" => Words(blocked(facts)),
        "target in the last step" => {
            let last = facts.acting().filter(|(step, ..)| usize::from(*step) == steps);
            Words(names(last.filter_map(|(.., row)| Some(row.step_move?.to))))
        }
        "most collisions" => most_collisions(facts, words),
        "labels without counterpart" => without_counterpart(subject),
        "no odd sum" => holds_unless(odd_sum(facts)),
        "one entry" => holds_unless(second_entry(facts)),
        "no common step" => in_compressed(subject, |_, names| common_step(facts, names)),
        "no other row" => in_compressed(subject, |tree, names| other_row(facts, tree, names)),
        "no branching display" => holds_unless(branching_display(facts)),
        "not both changes" => in_both_trees(subject, both_changes),
        "no cascade" => in_both_trees(subject, cascade),
        "a landing row" => in_both_trees(subject, no_landing),
        "no false bell" => in_both_trees(subject, false_bell),
        "collisions in play" => {
            let none = collisions_in_play(facts).is_empty();
            holds_unless(none.then(|| "no two plays are confused".to_owned()))
        }
        "alternative" => asked(alternative(facts, &named(words))),
        "told apart" => {
            let mut rows = named(words).into_iter();
            holds_unless(rows.find_map(|row| apart(facts, row, None)))
        }
        "not disjoint" => asked(not_disjoint(facts, &named(words))),
        "recognised" => asked(recognised(facts, &named(words))),
        "the others are listed" => others_are_listed(subject, &named(words)),
        _ => return None,
    })
}

const SHEEP: usize = Sheep::START.0.len();

fn unread(table: &str) -> Answer {
    Open(format!("{table}.tsv cannot be read"))
}

fn holds_unless(reason: Option<String>) -> Answer {
    reason.map_or(Holds, Fails)
}

/// The answer where the words say what is asked.
fn asked(reason: Option<Option<String>>) -> Answer {
    reason.map_or_else(|| Fails("the words do not say what is asked".to_owned()), holds_unless)
}

/// What speaks against a claim about the compressed tree.
fn in_compressed(
    subject: Subject<'_>,
    reason: impl Fn(&Facts, &BTreeMap<u8, u8>) -> Option<String>,
) -> Answer {
    let compressed = subject.compressed;
    compressed.map_or_else(|| unread(COMPRESSED), |(tree, names)| holds_unless(reason(tree, names)))
}

/// What speaks against a claim about either tree.
fn in_both_trees(subject: Subject<'_>, reason: fn(&Facts) -> Option<String>) -> Answer {
    reason(subject.primary).map_or_else(|| in_compressed(subject, |tree, _| reason(tree)), Fails)
}

/// The steps, rows, squares and moves that words name.
fn named(words: &str) -> Vec<&str> {
    let between = |sign: char| !sign.is_ascii_alphanumeric() && !".->".contains(sign);
    let names = words.split(between).map(|name| name.trim_end_matches('.'));
    names.filter(|name| name.contains(|sign: char| sign.is_ascii_digit())).collect()
}

fn distinct<T: Ord>(items: impl Iterator<Item = T>) -> usize {
    items.collect::<BTreeSet<_>>().len()
}

/// `D6 or D7`
fn names(squares: impl Iterator<Item = Square>) -> String {
    let names: BTreeSet<_> = squares.map(Square::upper).collect();
    names.into_iter().collect::<Vec<_>>().join(" or ")
}

fn per_sheep(steps: usize) -> Result<usize, String> {
    if steps.is_multiple_of(SHEEP) {
        return Ok(steps / SHEEP);
    }
    Err(format!(
        "a game lasts at most {steps} steps, after which the {SHEEP} sheep have not made the same \
         number of moves"
    ))
}

/// The sheep whose only way the wolf blocks in the last step.
fn blocked(facts: &Facts) -> String {
    let visits = facts.run.steps.last().into_iter().flatten();
    names(visits.flat_map(|visit| {
        visit.sheep.0.into_iter().filter(|from| {
            let free = from.ahead().minus(visit.sheep.squares());
            from.ahead().contains(visit.wolf) && free.len() == 1
        })
    }))
}

/// The least number with which a deviation without a historic counterpart is labelled, and above
/// which there are no others.
fn without_counterpart(subject: Subject<'_>) -> Answer {
    let Some(historic) = subject.historic else { return unread(RELAYS) };
    if subject.labelled.is_empty() {
        return Open("no readable table of lamps".to_owned());
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
        Some(first) => Number(first),
        None => Fails("no numbers are left for deviations without a counterpart".to_owned()),
    }
}

fn odd_sum(facts: &Facts) -> Option<String> {
    let odd = facts.run.all().find(|(step, visit)| step % 2 != visit.wolf.row() % 2);
    odd.map(|(step, visit)| format!("step {step} with the wolf on {}", visit.wolf))
}

fn both_changes(facts: &Facts) -> Option<String> {
    let places = |named: bool| {
        let changes = transitions(&facts.tree).map(|(.., row)| row);
        changes.filter(move |row| row.wolf.is_some() == named).map(|row| (row.step, row.variant))
    };
    let (step, variant) = places(false).find(|place| places(true).any(|it| it == *place))?;
    Some(format!("both at step {step}, variant {variant}"))
}

fn cascade(facts: &Facts) -> Option<String> {
    replay(&facts.tree).switching.into_iter().find_map(|from| {
        let again = from.runs_on.into_iter().find(|again| again.in_play)?;
        let (row, wolf) = (again.row, again.wolf);
        Some(format!("{row} switches again after {} with the wolf on {wolf}", from.row))
    })
}

fn no_landing(facts: &Facts) -> Option<String> {
    let from = replay(&facts.tree).switching.into_iter().find(|from| !from.lands)?;
    Some(format!("no row of variant {} shows the squares of {}", from.to, from.row))
}

fn branching_display(facts: &Facts) -> Option<String> {
    let rows = replay(&facts.tree).remaining;
    let said = || format!("other sheep than in the row `..` beside them: {}", rows.join(", "));
    (!rows.is_empty()).then(said)
}

/// A variant that is entered from more than one other variant than 0.
fn second_entry(facts: &Facts) -> Option<String> {
    let mut sources: BTreeMap<u8, BTreeSet<u8>> = BTreeMap::new();
    for (from, to, _) in transitions(&facts.tree).filter(|(from, to, _)| *from != 0 && *to != 0) {
        sources.entry(to).or_default().insert(from);
    }
    let (to, from) = sources.iter().find(|(_, from)| from.len() > 1)?;
    Some(format!("variant {to} is entered from the variants {from:?}"))
}

/// The numbers of the variants but 0: `1-9`, or one after the other if they have gaps.
fn variants_in_use(facts: &Facts) -> String {
    let variants: Vec<_> = occupancy(&facts.tree).into_keys().collect();
    match (variants.first(), variants.last()) {
        (Some(&first), Some(&last)) if (first..=last).eq(variants.iter().copied()) => {
            format!("{first}-{last}")
        }
        _ => format!("{variants:?}"),
    }
}

/// Two variants with one number in the compressed tree that have a step in common.
fn common_step(facts: &Facts, names: &BTreeMap<u8, u8>) -> Option<String> {
    let spans = occupancy(&facts.tree);
    spans.iter().find_map(|(one, (first, last))| {
        let (other, _) = spans.range(one + 1..).find(|(other, (start, end))| {
            let shared = names.contains_key(one) && names.get(one) == names.get(other);
            shared && start <= last && first <= end
        })?;
        Some(format!("variants {one} and {other} have steps in common"))
    })
}

/// The rows in which the compressed tree differs from the renamed primary one.
fn other_row(primary: &Facts, compressed: &Facts, names: &BTreeMap<u8, u8>) -> Option<String> {
    let left = renamed(&primary.tree, names);
    let right = renamed(&compressed.tree, &BTreeMap::new());
    let only = |these: &[Row], those: &[Row]| {
        these.iter().filter(|row| !those.contains(row)).map(Row::label).collect::<Vec<_>>()
    };
    let all = [only(&left, &right), only(&right, &left)].concat();
    let first = all.first()?;
    Some(format!("the trees differ in {} rows, the first being {first}", all.len()))
}

/// A step, a square of the wolf, a move, and another one that the tree makes there: do the sheep
/// win with the first one as well?
fn alternative(facts: &Facts, named: &[&str]) -> Option<Option<String>> {
    let &[step, wolf, other, instead] = named else { return None };
    let (step, wolf) = (step.parse::<u8>().ok()?, Square::parse(wolf)?);
    let (other, instead) = (Move::parse(other)?, Move::parse(instead)?);
    let visits = facts
        .acting()
        .filter(|(at, visit, row)| (*at, visit.wolf, row.step_move) == (step, wolf, Some(instead)));
    let mut visits = visits.map(|(_, visit, _)| visit.sheep).peekable();
    if visits.peek().is_none() {
        return Some(Some(format!("the tree never plays {instead} there")));
    }
    let mut solver = Solver::default();
    // An illegal move loses at once.
    let mut lost = visits.filter_map(|sheep| match solver.after(sheep, other, wolf) {
        Winner::Sheep(_) => None,
        Winner::Wolf(moves) => Some(format!("after {other} the wolf wins in {moves} moves")),
    });
    Some(lost.next())
}

fn false_bell(facts: &Facts) -> Option<String> {
    let mut bells = facts.acting().filter(|(.., row)| row.next == Next::Bell);
    let (_, visit, row) = bells.find(|(_, visit, row)| !traps(visit, row))?;
    Some(format!("{} does not trap the wolf on {}", row.label(), visit.wolf))
}

/// The row that is shown and has this name; `9.1` is `9.1-..`.
fn row<'a>(facts: &'a Facts, name: &str) -> Option<(usize, &'a Row)> {
    let full = if name.contains('-') { name.to_owned() } else { format!("{name}-..") };
    facts.tree.shown().find(|(_, row)| row.label() == full)
}

/// Why the wolf squares, or these current ones, do not tell a row from all others of its step.
fn apart(facts: &Facts, name: &str, current: Option<Squares>) -> Option<String> {
    let Some((index, _)) = row(facts, name) else { return Some(format!("row {name} is missing")) };
    let current = current.unwrap_or(facts.wolves[index].possible);
    let mut shown = facts.tree.shown();
    let (_, rival) = shown.find(|&(rival, _)| facts.confused(index, current, rival))?;
    Some(format!("{name} is confused with {}", rival.label()))
}

/// Two rows of one step that are confused, with the previous squares of the first one between them.
fn not_disjoint(facts: &Facts, named: &[&str]) -> Option<Option<String>> {
    let [one, set @ .., other] = named else { return None };
    let ((left, first), (right, second)) = row(facts, one).zip(row(facts, other))?;
    let sets = facts.wolves[left];
    Some(if squares(set) != Some(sets.previous) {
        Some(format!("the previous set of {one} is {}", sets.previous))
    } else if first.step != second.step || left == right {
        Some(format!("{one} and {other} are not two rows of one step"))
    } else {
        let confused = facts.confused(left, sets.possible, right);
        (!confused).then(|| format!("{one} and {other} are told apart"))
    })
}

/// A row, and current squares that distinguish it from all others of its step.
fn recognised(facts: &Facts, named: &[&str]) -> Option<Option<String>> {
    let (name, by) = named.split_first()?;
    let possible = facts.wolves[row(facts, name)?.0].possible;
    Some(match squares(by).filter(|current| possible.contains_all(*current)) {
        Some(current) => apart(facts, name, Some(current))
            .map(|reason| format!("{reason} by {}", by.join(" or "))),
        None => Some(format!("the current set of {name} is {possible}")),
    })
}

/// The set of these squares, if all are squares and no two the same.
fn squares(names: &[&str]) -> Option<Squares> {
    let set: Option<Squares> = names.iter().map(|name| Square::parse(name)).collect();
    set.filter(|set| set.iter().count() == names.len())
}

/// The collisions without those with rows of the variant named.
fn others_are_listed(subject: Subject<'_>, named: &[&str]) -> Answer {
    let Some(table) = subject.remaining else { return unread(COLLISIONS) };
    let Some(aside) = named.first().and_then(|variant| variant.parse().ok()) else {
        return asked(None);
    };
    let right = remaining(subject.primary, table, aside);
    let pairs: Vec<_> = right.iter().map(|line| line.concat().join(" ")).collect();
    let differ = !compare(table, &right).is_empty();
    holds_unless(differ.then(|| format!("the pairs {}", pairs.join(", "))))
}

/// The lines of the table of collisions, which leaves those with this variant aside; each pair in
/// the order in which it is printed.
pub(in crate::wolf) fn remaining(facts: &Facts, printed: &Table, aside: u8) -> Vec<ComputedLine> {
    let pairs = collisions(facts).into_iter().filter(|it| !it.with(aside));
    let turned = |it: &Collision| {
        let mut records = printed.records.iter();
        records.any(|record| record.cell(0) == it.other.1 || record.cell(1) == it.one.1)
    };
    pairs
        .map(|it| match turned(&it) {
            true => line([it.other.1], &it.one.1),
            false => line([it.one.1], &it.other.1),
        })
        .collect()
}

/// The variant that has a row in more than half of the collisions; the one in the claim, if it is
/// one of several.
fn most_collisions(facts: &Facts, words: &str) -> Answer {
    let all = collisions(facts);
    let with = |variant: u8| all.iter().filter(|it: &&Collision| it.with(variant)).count();
    let most = (0..10_u8).filter(|&variant| 2 * with(variant) > all.len());
    let most: Vec<_> = most.map(|variant| variant.to_string()).collect();
    match most.iter().find(|it| *it == words).or(most.first()) {
        Some(variant) => Words(variant.clone()),
        None => Fails("no variant has a row in most collisions".to_owned()),
    }
}
