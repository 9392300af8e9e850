//! Parts that occur several times with other numbers, and their names.
//!
//! A long description is easier to read when what is repeated has a name.  A piece is a run of words and loops that are
//! the same except for their numbers: the first numbers that differ from one place to another become arguments, and
//! those that follow from these, or from the parameter, are written in terms of them.  Multiples of the index of a loop
//! inside the run must be the same in all places.
//!
//! In each round the runs are found by sorting what follows each part, and those that shorten the text most are taken.
//! Later rounds find runs that contain instances, and runs in pieces.
//!
//! Nothing depends on the choice: the text is proved with its pieces put in.

use super::node::{NamedPart, Node, Parts, Sequence, TextNode};
use crate::Integer;
use crate::affine::Affine;
use Node::{Instance, Loop, Word};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

/// The rounds of looking for runs.
const ROUNDS: usize = 8;

/// The most arguments of a piece: more are hard to read.
const MOST_ARGUMENTS: usize = 3;

/// The most parts of a sequence in which runs are looked for.
const MOST_PARTS: usize = 200_000;

/// The most parts of a run.
const LONGEST: usize = 400;

/// The least number of characters that a piece must save.
const LEAST_SAVING: isize = 40;

/// The sequence with names for what occurs several times.
pub(super) fn named(sequence: &Sequence<Affine>) -> Parts {
    let mut parts = Parts { pieces: Vec::new(), sequence: sequence.clone() };
    if sequence.size() <= MOST_PARTS {
        for _ in 0..ROUNDS {
            if !round(&mut parts) {
                break;
            }
        }
    }
    in_order(parts)
}

/// A part and its place in the tree.
struct TreeItem<'a> {
    part: &'a TextNode,
    /// The number of variables known around it, without the parameter.
    around: usize,
    /// The loop that contains it.
    parent: Option<usize>,
    /// The number of items from it to the end of its body.
    size: usize,
    /// A symbol that is the same for parts that differ only in numbers.
    symbol: usize,
}

/// All parts, each before those in it.
#[derive(Default)]
struct Items<'a> {
    all: Vec<TreeItem<'a>>,
    /// The bodies of pieces, then the two lists of the sequence, then the bodies of loops: each is a
    /// run of numbers of items.
    lists: Vec<Vec<usize>>,
    symbols: FxHashMap<String, usize>,
}

impl<'a> Items<'a> {
    fn add(&mut self, parts: &'a [TextNode], around: usize, parent: Option<usize>) {
        let list = self.lists.len();
        self.lists.push(Vec::new());
        for part in parts {
            let count = self.symbols.len();
            let symbol = *self.symbols.entry(shape(part, around)).or_insert(count);
            let own = self.all.len();
            self.lists[list].push(own);
            self.all.push(TreeItem { part, around, parent, size: 0, symbol });
            if let Loop(_, body) = part {
                self.add(body, around + 1, Some(own));
            }
            self.all[own].size = self.all.len() - own;
        }
    }
}

/// What must be the same in all places: everything except the numbers, and in those the multiples of the indices of
/// loops inside.
fn shape(part: &TextNode, around: usize) -> String {
    fn add(part: &TextNode, text: &mut String) {
        // Writing to a string does not fail.
        let _ = match part {
            Word(cycle, _) => write!(text, "w{cycle:?}"),
            Loop(_, body) => {
                text.push_str("l(");
                body.iter().for_each(|part| add(part, text));
                write!(text, ")")
            }
            Instance(piece, arguments) => write!(text, "i{piece},{}", arguments.len()),
        };
    }
    let mut text = String::new();
    add(part, &mut text);
    part.numbers(around, &mut |number, _| {
        text.push(';');
        for (variable, factor) in number.terms().filter(|(variable, _)| *variable > around) {
            let _ = write!(text, "{}:{factor},", variable - around);
        }
    });
    text
}

/// A run of parts that occurs several times.
struct Repetition {
    /// The number of consecutive parts.
    length: usize,
    /// The places where it begins, each as a list and a number in the list.
    places: Vec<(usize, usize)>,
}

/// Names the runs that save most; returns whether there is one.
fn round(parts: &mut Parts) -> bool {
    let mut items = Items::default();
    for NamedPart { arguments, body } in &parts.pieces {
        items.add(body, *arguments, None);
    }
    items.add(&parts.sequence.before, 0, None);
    items.add(&parts.sequence.period, 0, None);
    let mut runs = runs(&items);
    // A run at k places saves at most k - 1 times its length.
    let lengths: Vec<usize> = items.all.iter().map(|item| own_length(item.part)).collect();
    let of_run = |run: &Repetition| {
        let (list, start) = run.places[0];
        let each = items.lists[list][start..start + run.length].iter();
        each.map(|&item| lengths[item..item + items.all[item].size].iter().sum::<usize>())
            .sum::<usize>()
    };
    runs.sort_by_cached_key(|run| std::cmp::Reverse((run.places.len() - 1) * of_run(run)));
    let mut taken = vec![false; items.all.len()];
    let mut changes: FxHashMap<usize, (usize, TextNode)> = FxHashMap::default();
    let mut pieces = Vec::new();
    let known = parts.pieces.len();
    for run in runs {
        if (run.places.len() - 1) * of_run(&run) < LEAST_SAVING.unsigned_abs() {
            break;
        }
        let places = free(&run, &items, &taken);
        if places.len() < 2 {
            continue;
        }
        let Some((piece, given)) = common(&places, run.length, &items) else { continue };
        let instances = given.iter().map(|list| Instance(known + pieces.len(), list.clone()));
        let instances: Vec<_> = instances.collect();
        let saved = (places.len() - 1) * of_run(&run);
        let cost: usize = instances.iter().map(own_length).sum();
        if saved as isize - cost as isize - 20 < LEAST_SAVING {
            continue;
        }
        for (&(list, start), instance) in places.iter().zip(instances) {
            let own = &items.lists[list][start..start + run.length];
            for &item in own {
                taken[item..item + items.all[item].size].fill(true);
                let mut around = items.all[item].parent;
                while let Some(outer) = around.filter(|&outer| !taken[outer]) {
                    taken[outer] = true;
                    around = items.all[outer].parent;
                }
            }
            changes.insert(own[0], (run.length, instance));
        }
        pieces.push(piece);
    }
    if pieces.is_empty() {
        return false;
    }
    let mut next = 0;
    let bodies = parts.pieces.iter().map(|piece| changed(&piece.body, &changes, &mut next));
    let bodies: Vec<_> = bodies.collect();
    let before = changed(&parts.sequence.before, &changes, &mut next);
    let period = changed(&parts.sequence.period, &changes, &mut next);
    for (piece, body) in parts.pieces.iter_mut().zip(bodies) {
        piece.body = body;
    }
    parts.sequence = Sequence { before, period };
    parts.pieces.extend(pieces);
    true
}

/// The approximate number of characters of a part, without what is inside a loop.
fn own_length(part: &TextNode) -> usize {
    let number = |number: &Affine| match number.terms().count() {
        0 => number.constant_term().to_string().len(),
        terms => 2 + 2 * terms,
    };
    match part {
        Word(cycle, length) => cycle.len() + number(length) + 1,
        Loop(count, _) => 26 + number(count),
        Instance(_, arguments) => {
            5 + arguments.iter().map(|given| 2 + number(given)).sum::<usize>()
        }
    }
}

/// The runs of parts that occur more than once, each as long as possible.
fn runs(items: &Items<'_>) -> Vec<Repetition> {
    // All lists in order, each ended by a symbol of its own.
    let (mut text, mut place) = (Vec::new(), Vec::new());
    for (list, each) in items.lists.iter().enumerate() {
        for (index, &item) in each.iter().enumerate() {
            text.push(items.all[item].symbol);
            place.push((list, index));
        }
        text.push(items.symbols.len() + list);
        place.push((list, each.len()));
    }
    let order = sorted_suffixes(&text);
    let common = |one: usize, two: usize| {
        let pairs = text[one..].iter().zip(&text[two..]).take(LONGEST);
        pairs.take_while(|(one, two)| one == two).count()
    };
    let mut runs = Vec::new();
    // Runs of neighbours with a long common beginning: (its length, the first of them).
    let mut open: Vec<(usize, usize)> = Vec::new();
    for at in 1..=order.len() {
        let length = if at < order.len() { common(order[at - 1], order[at]) } else { 0 };
        let mut first = at - 1;
        while let Some(&(longer, start)) = open.last().filter(|(known, _)| *known > length) {
            open.pop();
            first = start;
            let mut places: Vec<_> = order[start..at].iter().map(|&at| place[at]).collect();
            places.sort_unstable();
            runs.push(Repetition { length: longer, places });
        }
        if length > 0 && open.last().is_none_or(|(known, _)| *known < length) {
            open.push((length, first));
        }
    }
    runs
}

/// The suffixes in order, those that agree for [`LONGEST`] symbols in any order.
fn sorted_suffixes(text: &[usize]) -> Vec<usize> {
    let mut rank: Vec<usize> = text.to_vec();
    let mut order: Vec<usize> = (0..text.len()).collect();
    let mut known = 1;
    while known < 2 * LONGEST {
        let key = |&at: &usize| (rank[at], rank.get(at + known).map_or(0, |rank| rank + 1));
        order.sort_by_key(key);
        let mut next = vec![0; text.len()];
        for pair in order.windows(2) {
            next[pair[1]] = next[pair[0]] + usize::from(key(&pair[0]) != key(&pair[1]));
        }
        rank = next;
        known *= 2;
    }
    order
}

/// The places of a run at which nothing has been taken yet, and which do not overlap.
fn free(run: &Repetition, items: &Items<'_>, taken: &[bool]) -> Vec<(usize, usize)> {
    let mut free: Vec<(usize, usize)> = Vec::new();
    for &(list, start) in &run.places {
        let own = &items.lists[list][start..start + run.length];
        let overlaps =
            free.last().is_some_and(|last| last.0 == list && last.1 + run.length > start);
        if !overlaps && !own.iter().any(|&item| taken[item]) {
            free.push((list, start));
        }
    }
    free
}

/// The piece for a run at all these places, and the arguments at each.
fn common(
    places: &[(usize, usize)],
    length: usize,
    items: &Items<'_>,
) -> Option<(NamedPart, Vec<Vec<Affine>>)> {
    // For each number of the run, its form at each place, without the indices inside.
    let mut columns: Vec<Vec<Affine>> = Vec::new();
    for (row, &(list, start)) in places.iter().enumerate() {
        let mut column = 0;
        for &item in &items.lists[list][start..start + length] {
            let TreeItem { part, around, .. } = items.all[item];
            part.numbers(around, &mut |number, _| {
                if row == 0 {
                    columns.push(Vec::new());
                }
                columns[column].push(outside(number, around));
                column += 1;
            });
        }
    }
    let mut arguments: Vec<Vec<Affine>> = Vec::new();
    let mut known: FxHashMap<&[Affine], Affine> = FxHashMap::default();
    let mut forms = Vec::new();
    for column in &columns {
        let form = match known.get(column.as_slice()) {
            Some(form) => form.clone(),
            None => match in_terms_of(column, &arguments) {
                Some(form) => form,
                None if arguments.len() == MOST_ARGUMENTS => return None,
                None => {
                    arguments.push(column.clone());
                    Affine::variable(arguments.len())
                }
            },
        };
        known.insert(column, form.clone());
        forms.push(form);
    }
    let (list, start) = places[0];
    let mut forms = forms.into_iter();
    let own = items.lists[list][start..start + length].iter().map(|&item| {
        let TreeItem { part, around, .. } = items.all[item];
        part.map(around, &mut |number, _| {
            let mut sum = forms.next().unwrap_or_default();
            for (variable, factor) in number.terms().filter(|(variable, _)| *variable > around) {
                sum.add_term(variable - around + arguments.len(), factor);
            }
            sum
        })
    });
    let body = own.collect();
    let given =
        (0..places.len()).map(|row| arguments.iter().map(|list| list[row].clone()).collect());
    Some((NamedPart { arguments: arguments.len(), body }, given.collect()))
}

/// A number without the indices beyond the variable `last`.
fn outside(number: &Affine, last: usize) -> Affine {
    let mut sum = Affine::constant(number.constant_term().clone());
    for (variable, factor) in number.terms().filter(|(variable, _)| *variable <= last) {
        sum.add_term(variable, factor);
    }
    sum
}

/// A column that in each row is the same multiple of an argument plus the same affine form in the parameter, in terms
/// of that argument; or the same for two arguments, added or subtracted.
fn in_terms_of(column: &[Affine], arguments: &[Vec<Affine>]) -> Option<Affine> {
    let left = |terms: &[(i64, usize)]| {
        let row = |row: usize| {
            let mut left = column[row].clone();
            for &(factor, argument) in terms {
                left.add_multiple(&Integer::from(-factor), &arguments[argument][row]);
            }
            left
        };
        let first = row(0);
        let is_known = first.terms().all(|(variable, _)| variable == 0);
        let mut form = first.clone();
        for &(factor, argument) in terms {
            form.add_term(argument + 1, &Integer::from(factor));
        }
        (is_known && (1..column.len()).all(|at| row(at) == first)).then_some(form)
    };
    let count = arguments.len();
    let one = (0..count).flat_map(|argument| [1, -1, 2, -2].map(|factor| (factor, argument)));
    let mut one = one.map(|term| vec![term]);
    let pairs = (0..count).flat_map(|first| (0..first).map(move |second| (first, second)));
    let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let mut two = pairs
        .flat_map(|(first, second)| signs.map(|(one, other)| vec![(one, first), (other, second)]));
    left(&[])
        .or_else(|| one.find_map(|terms| left(&terms)))
        .or_else(|| two.find_map(|terms| left(&terms)))
}

/// The parts with the changes made: from each item on, a number of parts becomes an instance.
fn changed(
    parts: &[TextNode],
    changes: &FxHashMap<usize, (usize, TextNode)>,
    next: &mut usize,
) -> Vec<TextNode> {
    let mut all = Vec::new();
    let mut skipped = 0;
    for part in parts {
        let own = *next;
        *next += 1;
        let body = match part {
            Loop(count, body) => Loop(count.clone(), changed(body, changes, next)),
            other => other.clone(),
        };
        if let Some((length, instance)) = changes.get(&own) {
            all.push(instance.clone());
            skipped = *length;
        }
        if skipped > 0 {
            skipped -= 1;
        } else {
            all.push(body);
        }
    }
    all
}

/// The same with the pieces in an order in which each comes after those that occur in it.
fn in_order(parts: Parts) -> Parts {
    fn visit(piece: usize, pieces: &[NamedPart], order: &mut Vec<usize>) {
        if order.contains(&piece) {
            return;
        }
        each_instance(&pieces[piece].body, &mut |inner| visit(inner, pieces, order));
        order.push(piece);
    }
    let mut order = Vec::new();
    (0..parts.pieces.len()).for_each(|piece| visit(piece, &parts.pieces, &mut order));
    let number = |piece: usize| order.iter().position(|&it| it == piece).unwrap_or(piece);
    let pieces = order.iter().map(|&piece| {
        let NamedPart { arguments, body } = &parts.pieces[piece];
        NamedPart { arguments: *arguments, body: renumbered(body, &number) }
    });
    let Sequence { before, period } = &parts.sequence;
    let [before, period] = [before, period].map(|list| renumbered(list, &number));
    Parts { pieces: pieces.collect(), sequence: Sequence { before, period } }
}

fn each_instance(parts: &[TextNode], seen: &mut impl FnMut(usize)) {
    for part in parts {
        match part {
            Word(..) => {}
            Loop(_, body) => each_instance(body, seen),
            Instance(piece, _) => seen(*piece),
        }
    }
}

fn renumbered(parts: &[TextNode], number: &impl Fn(usize) -> usize) -> Vec<TextNode> {
    let one = |part: &TextNode| match part {
        Word(..) => part.clone(),
        Loop(count, body) => Loop(count.clone(), renumbered(body, number)),
        Instance(piece, arguments) => Instance(number(*piece), arguments.clone()),
    };
    parts.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Value;
    use rand_pcg::Pcg32;
    use rand_pcg::rand_core::{Rng as _, SeedableRng as _};

    /// The parts with all pieces put in: `values` are the forms of their variables where `around` loops are open.
    fn put_in(
        parts: &[TextNode],
        pieces: &[NamedPart],
        values: &[Affine],
        around: usize,
    ) -> Vec<TextNode> {
        let mut all = Vec::new();
        for part in parts {
            match part {
                Word(cycle, length) => all.push(Word(cycle.clone(), length.substitute(values))),
                Loop(count, body) => {
                    let index = Affine::variable(around + 1);
                    let inner: Vec<_> = values.iter().cloned().chain([index]).collect();
                    let body = put_in(body, pieces, &inner, around + 1);
                    all.push(Loop(count.substitute(values), body));
                }
                Instance(piece, given) => {
                    let NamedPart { arguments, body } = &pieces[*piece];
                    assert_eq!(given.len(), *arguments);
                    let given = given.iter().map(|number| number.substitute(values));
                    let inner: Vec<_> = [values[0].clone()].into_iter().chain(given).collect();
                    all.extend(put_in(body, pieces, &inner, around));
                }
            }
        }
        all
    }

    struct Draw(Pcg32);

    impl Draw {
        fn below(&mut self, bound: u32) -> u32 {
            self.0.next_u32() % bound
        }

        fn number(&mut self, around: usize) -> Affine {
            let mut number = Affine::constant(i64::from(self.below(5)));
            for variable in 0..=around {
                number.add_term(variable, &Integer::from(i64::from(self.below(3)) - 1));
            }
            number
        }

        fn nodes(&mut self, around: usize, deep: usize) -> Vec<Node<Affine>> {
            (0..=self.below(5))
                .map(|_| match self.below(4) {
                    0 if deep > 0 => {
                        Node::Loop(self.number(around), self.nodes(around + 1, deep - 1))
                    }
                    kind => {
                        let cycle = (0..=kind % 2).map(|at| Value((at % 2) as u8));
                        Node::Word(cycle.collect(), self.number(around))
                    }
                })
                .collect()
        }

        /// The nodes somewhere else: with other numbers for variables from outside, and the same for those from inside.
        fn moved(&mut self, nodes: &[Node<Affine>], from: usize, to: usize) -> Vec<Node<Affine>> {
            let by = [self.number(to), self.number(to)];
            let change = |number: &Affine, flip: bool| {
                let mut sum = by[usize::from(flip)].clone();
                for (variable, factor) in number.terms().filter(|(variable, _)| *variable > from) {
                    sum.add_term(variable - from + to, factor);
                }
                sum
            };
            fn map(
                nodes: &[Node<Affine>],
                change: &impl Fn(&Affine, bool) -> Affine,
            ) -> Vec<Node<Affine>> {
                nodes
                    .iter()
                    .enumerate()
                    .map(|(at, node)| match node {
                        Node::Word(cycle, length) => {
                            Node::Word(cycle.clone(), change(length, at % 2 == 0))
                        }
                        Node::Loop(count, body) => {
                            Node::Loop(change(count, true), map(body, change))
                        }
                        Node::Instance(..) => panic!("a piece before pieces are named"),
                    })
                    .collect()
            }
            map(nodes, &change)
        }
    }

    /// Names change nothing, and are found where there is something to name.
    #[test]
    fn pieces_stand_for_what_was_there() {
        let (mut pieces, mut nested, mut with_arguments) = (0, 0, 0);
        for seed in 0..300 {
            let mut draw = Draw(Pcg32::seed_from_u64(seed));
            let some: Vec<_> = (0..2).map(|_| draw.nodes(0, 2)).collect();
            let mut period = Vec::new();
            for _ in 0..8 {
                let chosen = some[draw.below(2) as usize].clone();
                if draw.below(3) == 0 {
                    let body = draw.moved(&chosen, 0, 1);
                    period.push(Node::Loop(draw.number(0), body));
                } else {
                    period.extend(draw.moved(&chosen, 0, 0));
                }
                period.push(Node::Word([Value(1)].into_iter().collect(), draw.number(0)));
            }
            let sequence = Sequence { before: draw.moved(&some[0], 0, 0), period };
            let named = named(&sequence);
            let parameter = [Affine::variable(0)];
            let whole = |parts: &[TextNode]| put_in(parts, &named.pieces, &parameter, 0);
            assert!(whole(&named.sequence.before) == sequence.before, "{seed}");
            assert!(whole(&named.sequence.period) == sequence.period, "{seed}");
            // A definition needs only earlier definitions.
            for (index, piece) in named.pieces.iter().enumerate() {
                each_instance(&piece.body, &mut |inner| assert!(inner < index));
            }
            pieces += named.pieces.len();
            with_arguments += named.pieces.iter().filter(|piece| piece.arguments > 0).count();
            let is_nested = |piece: &NamedPart| {
                let mut found = false;
                each_instance(&piece.body, &mut |_| found = true);
                found
            };
            nested += named.pieces.iter().filter(|piece| is_nested(piece)).count();
        }
        assert!(
            pieces > 200 && with_arguments > 100 && nested > 4,
            "{pieces} {with_arguments} {nested}"
        );
    }

    /// A run in which the indices inside have other factors is a different one.
    #[test]
    fn what_differs_inside_is_not_the_same() {
        let word = |number: Affine| Node::Word([Value(0)].into_iter().collect(), number);
        let body = |slope: i64| {
            let mut words = Vec::new();
            for at in 0..12 {
                let cycle = (0..=at).map(|at| Value(u8::from(at % 3 == 0)));
                let length = Affine::new(at.into(), [1.into(), slope.into()]);
                words.push(Node::Word(cycle.collect(), length));
            }
            Node::Loop(Affine::variable(0), words)
        };
        let of = |slopes: [i64; 2]| {
            let period = vec![body(slopes[0]), word(Affine::constant(1)), body(slopes[1])];
            let named = named(&Sequence { before: Vec::new(), period });
            named.pieces.iter().any(|piece| piece.body.iter().any(|part| matches!(part, Loop(..))))
        };
        assert!(of([1, 1]));
        assert!(!of([1, 2]));
    }
}
