//! Descriptions that are right by construction: known ones, written differently.
//!
//! The known ones are games of a few numbers, scaled by a form f (every value stands f times, as
//! g(x) of { a f, b f, ... } is g(x / f) of { a, b, ... }), intervals of moves, 1 with odd numbers,
//! and the published ones.  Each change keeps the sequence for all parameters that are left.

use super::brute;
use super::text::{Form, Node, Relation, Test, Text, Word};
use crate::support::Random;
use std::collections::BTreeSet;

/// What was done to a text.
pub type Features = BTreeSet<&'static str>;

fn number(value: i64) -> Form {
    Form::constant(value)
}

fn name(variable: char) -> Form {
    Form::variable(variable)
}

fn word(cycle: &[u8], length: Form) -> Node {
    Node::Word(Word { cycle: cycle.to_vec(), length, whole: false })
}

fn test(left: Form, relation: Relation, right: Form) -> Test {
    Test { left, relation, right }
}

/// The values of a game, in runs of equal ones, with preperiod and period.
fn small_game(moves: &[usize]) -> Option<(Vec<u8>, usize, usize)> {
    let largest = *moves.iter().max()?;
    let mut values: Vec<u8> = Vec::new();
    for position in 0..200 {
        let met = moves.iter().filter(|&&it| it <= position);
        let met = met.fold(0_u64, |met, it| met | 1 << values[position - it]);
        values.push(met.trailing_ones() as u8);
    }
    for period in 1..=16 {
        for preperiod in 0..=8 {
            let end = preperiod + period + largest + 20;
            if (preperiod..end).all(|it| values[it] == values[it + period]) {
                return Some((values, preperiod, period));
            }
        }
    }
    None
}

fn runs(values: &[u8], factor: &Form) -> Vec<Node> {
    let mut nodes = Vec::new();
    for run in values.chunk_by(|one, other| one == other) {
        nodes.push(word(&run[..1], factor.times(run.len() as i64)));
    }
    nodes
}

/// A known description.
pub fn base(random: &mut Random, published: &[(String, String)]) -> (Text, &'static str) {
    let one = || vec![('n', Relation::AtLeast, number(1))];
    let text = |conditions, moves, before, period| Text {
        outcomes: false,
        conditions,
        moves,
        before,
        period,
    };
    match random.below(12) {
        0..5 => loop {
            let count = 1 + random.below(3);
            let sizes: Vec<usize> = (0..count).map(|_| 1 + random.below(6)).collect();
            let Some((values, preperiod, period)) = small_game(&sizes) else { continue };
            let (conditions, factor) = match random.below(5) {
                0 => (one(), name('n').plus(random.below(3) as i64)),
                1 => (one(), name('n').times(2).plus(-1)),
                2 => {
                    let two = ('m', Relation::AtLeast, number(random.below(2) as i64));
                    ([one(), vec![two]].concat(), name('n').add(1, &name('m')))
                }
                _ => (one(), name('n')),
            };
            let moves = sizes.iter().map(|&it| factor.times(it as i64)).collect();
            let before = runs(&values[..preperiod], &factor);
            let period = runs(&values[preperiod..preperiod + period], &factor);
            return (text(conditions, moves, before, period), "scaled");
        },
        5 => {
            // { n, ..., n+k }: the values floor(x / n) for x below 2n+k.
            let width = 1 + random.below(3) as i64;
            let conditions = vec![('n', Relation::AtLeast, number(width))];
            let moves = (0..=width).map(|it| name('n').plus(it)).collect();
            let period =
                vec![word(&[0], name('n')), word(&[1], name('n')), word(&[2], number(width))];
            (text(conditions, moves, Vec::new(), period), "interval")
        }
        6 => {
            // { n, n+m } for m <= n.
            let conditions = vec![
                ('n', Relation::AtLeast, number(1)),
                ('m', Relation::AtLeast, number(0)),
                ('m', Relation::AtMost, name('n')),
            ];
            let moves = vec![name('n'), name('n').add(1, &name('m'))];
            let period = vec![word(&[0], name('n')), word(&[1], name('n')), word(&[2], name('m'))];
            (text(conditions, moves, Vec::new(), period), "two moves")
        }
        7 => {
            // { 1, 2n }, every value c times.
            let factor = 1 + random.below(3);
            let cycle: Vec<u8> = [0, 1].iter().flat_map(|&it| vec![it; factor]).collect();
            let factor = factor as i64;
            let moves = vec![number(factor), name('n').times(2 * factor)];
            let period =
                vec![word(&cycle, name('n').times(2 * factor)), word(&[2], number(factor))];
            (text(one(), moves, Vec::new(), period), "cycle")
        }
        8 | 9 => {
            // 1 and odd numbers, in a body of about the largest.
            let two = ('m', Relation::AtLeast, number(0));
            let (conditions, moves, length) = match random.below(3) {
                0 => (one(), vec![number(1), name('n').times(2).plus(1)], name('n').times(2)),
                1 => {
                    let odd = name('n').times(2).plus(-1);
                    (one(), vec![number(1), number(3), odd], name('n').times(2).plus(2))
                }
                _ => {
                    let larger = name('n').add(1, &name('m')).times(2).plus(1);
                    let moves = vec![number(1), name('m').times(2).plus(1), larger.clone()];
                    ([one(), vec![two]].concat(), moves, larger.plus(1))
                }
            };
            (text(conditions, moves, Vec::new(), vec![word(&[0, 1], length)]), "odd")
        }
        _ => loop {
            let (_, source) = &published[random.below(published.len())];
            if source.split_whitespace().count() < 260 {
                return (brute::read(source), "published");
            }
        },
    }
}

/// Changes a text step by step.
pub struct Writer<'r> {
    pub text: Text,
    pub random: &'r mut Random,
    pub features: Features,
}

const CONTROLS: &str = "ijhgfe";
const LETS: &str = "uvwxyz";
const PARAMETERS: &str = "nmkpqr";

impl Writer<'_> {
    /// A name from the list that occurs nowhere.
    fn fresh(&self, names: &str) -> Option<char> {
        let text = self.text.to_string();
        let words = text.split(|it: char| !it.is_ascii_lowercase());
        let used: BTreeSet<char> = words.flat_map(str::chars).collect();
        names.chars().find(|it| !used.contains(it))
    }

    /// A lower bound of a form over the parameters, if it is easy to see.
    fn least(&self, form: &Form) -> Option<i64> {
        let mut least = form.constant;
        for (name, factor) in &form.terms {
            let bounds = self.text.conditions.iter().filter(|(it, relation, right)| {
                it == name && *relation == Relation::AtLeast && right.terms.is_empty()
            });
            let bound = bounds.map(|(_, _, right)| right.constant).max()?;
            if *factor < 0 {
                return None;
            }
            least += factor * bound;
        }
        Some(least)
    }

    /// A parameter.
    fn parameter(&mut self) -> Option<char> {
        let names = self.text.parameters();
        (!names.is_empty()).then(|| names[self.random.below(names.len())])
    }

    /// A condition on parameters and other variables that is true or false, who knows.
    pub fn condition(&mut self, others: &[char]) -> Test {
        let names = [self.text.parameters(), others.to_vec()].concat();
        let mut pick = || match names.len() {
            0 => number(0),
            count => name(names[self.random.below(count)]),
        };
        let (one, other) = (pick(), pick());
        let constant = self.random.below(5) as i64;
        let relation = Relation::ALL[self.random.below(4)];
        match self.random.below(3) {
            0 => test(one, relation, number(constant)),
            1 => test(one, relation, other.plus(constant - 1)),
            _ => test(one.add(1, &other), relation, number(constant + 2)),
        }
    }

    /// A list of nodes, chosen at random, with the control variables around it.
    pub fn place(&mut self) -> (Path, Vec<char>) {
        let mut all = Vec::new();
        lists(&self.text.before, &Path { period: false, steps: Vec::new() }, &[], &mut all);
        lists(&self.text.period, &Path { period: true, steps: Vec::new() }, &[], &mut all);
        let index = self.random.below(all.len());
        all.swap_remove(index)
    }

    pub fn list(&mut self, path: &Path) -> &mut Vec<Node> {
        let list = if path.period { &mut self.text.period } else { &mut self.text.before };
        at(list, &path.steps)
    }

    /// Does one thing; says what, if it was possible.
    pub fn step(&mut self) -> Option<&'static str> {
        let done = match self.random.below(24) {
            0 => self.split(),
            1 => self.split(),
            2 => self.once(),
            3 | 4 => self.periods_before(),
            5 => self.repeated_body(),
            6 => self.peel(true),
            7 => self.peel(false),
            8 => self.shift(),
            9 | 10 => self.cases(),
            11 => self.never(),
            12 => self.rarely(),
            13 => self.substitute(),
            14 => self.equation(),
            15 => self.irrelevant(),
            16 => self.rotate(),
            17 => self.double(),
            18 => self.declarations(),
            19 => self.moves(),
            20 => self.outcomes(),
            21 => self.drift(),
            22 => self.whole(),
            _ => self.abbreviate(),
        };
        self.features.extend(done);
        done
    }

    /// A word and where it stands.
    fn word(&mut self) -> Option<(Path, usize, Word, Vec<char>)> {
        let (path, controls) = self.place();
        let list = self.list(&path).clone();
        let words: Vec<_> = list
            .iter()
            .enumerate()
            .filter_map(|(index, node)| match node {
                Node::Word(word) if !word.whole => Some((index, word.clone())),
                _ => None,
            })
            .collect();
        if words.is_empty() {
            return None;
        }
        let (index, word) = words[self.random.below(words.len())].clone();
        Some((path, index, word, controls))
    }

    /// A word in two, cut where the phase is known.
    fn split(&mut self) -> Option<&'static str> {
        let (path, index, whole, _) = self.word()?;
        let cycle = whole.cycle.len() as i64;
        let mut front = number(self.random.below(4) as i64);
        if let Some(parameter) = self.parameter()
            && self.random.below(2) == 0
        {
            front = front.add(cycle, &name(parameter));
        }
        let back = whole.length.add(-1, &front);
        if self.least(&front)? < 0 || self.least(&back)? < 0 {
            return None;
        }
        let mut turned = whole.cycle.clone();
        turned.rotate_left((front.constant % cycle) as usize);
        let parts = [word(&whole.cycle, front), word(&turned, back)];
        self.list(&path).splice(index..=index, parts);
        Some(if cycle > 1 { "split cycle" } else { "split word" })
    }

    /// Everything in a loop of one iteration.
    fn once(&mut self) -> Option<&'static str> {
        let variable = self.fresh(CONTROLS)?;
        let (path, controls) = self.place();
        let bound = match self.random.below(3) {
            0 => number(self.random.below(5) as i64 - 2),
            1 => name(self.parameter()?).plus(self.random.below(3) as i64),
            _ => controls.last().map_or(number(0), |it| name(*it)),
        };
        let list = self.list(&path);
        if list.is_empty() || list.iter().any(|node| matches!(node, Node::Let(..))) {
            return None;
        }
        let body = std::mem::take(list);
        list.push(Node::For { variable, from: bound.clone(), upto: bound, body });
        Some("loop of one iteration")
    }

    /// How often something is repeated: any number, perhaps below 0.
    fn bounds(&mut self, controls: &[char]) -> (Form, Form) {
        let from = number(self.random.below(4) as i64 - 1);
        let names = [self.text.parameters(), controls.to_vec()].concat();
        let upto = match (names.len(), self.random.below(4)) {
            (0, _) | (_, 0) => number(self.random.below(4) as i64),
            (count, 1) => {
                let (one, other) = (self.random.below(count), self.random.below(count));
                name(names[one]).add(-1, &name(names[other])).plus(self.random.below(3) as i64)
            }
            (count, _) => {
                name(names[self.random.below(count)]).plus(self.random.below(4) as i64 - 2)
            }
        };
        (from, upto)
    }

    /// Some passes written before the endless loop, in loops up to three deep.
    fn periods_before(&mut self) -> Option<&'static str> {
        let mut body = self.text.period.clone();
        let depth = 1 + self.random.below(3).min(self.random.below(3));
        let names: Vec<char> = CONTROLS.chars().filter(|it| !self.used().contains(it)).collect();
        if names.len() < depth || size(&body) > 24 {
            return None;
        }
        // Bounds of inner loops may depend on outer variables.
        for level in (0..depth).rev() {
            let (from, upto) = self.bounds(&names[..level]);
            if level == 0 && self.random.below(4) == 0 {
                body.extend(self.text.period.clone());
            }
            body = vec![Node::For { variable: names[level], from, upto, body }];
        }
        self.text.before.append(&mut body);
        Some(["loop", "loop in loop", "loop in loop in loop"][depth - 1])
    }

    fn used(&self) -> BTreeSet<char> {
        let text = self.text.to_string();
        text.chars().filter(char::is_ascii_lowercase).collect()
    }

    /// The body of the endless loop in a loop of its own, at least once.
    fn repeated_body(&mut self) -> Option<&'static str> {
        let variable = self.fresh(CONTROLS)?;
        let from = self.random.below(3) as i64;
        let upto = match self.random.below(2) {
            0 => number(from + self.random.below(3) as i64),
            _ => name(self.parameter()?),
        };
        if self.least(&upto)? < from {
            return None;
        }
        let body = std::mem::take(&mut self.text.period);
        self.text.period = vec![Node::For { variable, from: number(from), upto, body }];
        Some("loop around the body")
    }

    /// A loop and where it stands.
    fn counted(&mut self) -> Option<(Path, usize)> {
        let (path, _) = self.place();
        let list = self.list(&path);
        let loops: Vec<usize> =
            (0..list.len()).filter(|&it| matches!(list[it], Node::For { .. })).collect();
        (!loops.is_empty()).then(|| (path, loops[self.random.below(loops.len())]))
    }

    /// The first or the last iteration outside of the loop.
    fn peel(&mut self, first: bool) -> Option<&'static str> {
        let (path, index) = self.counted()?;
        let Node::For { variable, from, upto, body } = self.list(&path)[index].clone() else {
            return None;
        };
        if size(&body) > 16 {
            return None;
        }
        let runs = test(from.clone(), Relation::AtMost, upto.clone());
        let at = if first { &from } else { &upto };
        let outside = put(&body, variable, at);
        let outside = Node::If(vec![(Some(runs), outside)]);
        let (from, upto) = if first { (from.plus(1), upto) } else { (from, upto.plus(-1)) };
        let inside = Node::For { variable, from, upto, body };
        let parts = if first { [outside, inside] } else { [inside, outside] };
        self.list(&path).splice(index..=index, parts);
        Some(if first { "first iteration peeled" } else { "last iteration peeled" })
    }

    /// Another range of the control variable.
    fn shift(&mut self) -> Option<&'static str> {
        let (path, index) = self.counted()?;
        let by = match self.random.below(2) {
            0 => number(1 + self.random.below(4) as i64),
            _ => name(self.parameter()?),
        };
        let Node::For { variable, from, upto, body } = self.list(&path)[index].clone() else {
            return None;
        };
        let body = put(&body, variable, &name(variable).add(-1, &by));
        let (from, upto) = (from.add(1, &by), upto.add(1, &by));
        self.list(&path)[index] = Node::For { variable, from, upto, body };
        Some("index shifted")
    }

    /// The same in two or three cases.
    fn cases(&mut self) -> Option<&'static str> {
        let (path, controls) = self.place();
        let mut tests = vec![self.condition(&controls)];
        if self.random.below(2) == 0 {
            tests.push(self.condition(&controls));
        }
        let list = self.list(&path).clone();
        let index = self.random.below(list.len().max(1));
        let unit = list.get(index).filter(|it| !matches!(it, Node::Let(..)))?.clone();
        if size(std::slice::from_ref(&unit)) > 12 {
            return None;
        }
        let elif = tests.len() > 1;
        let mut arms: Vec<_> = tests.into_iter().map(|it| (Some(it), vec![unit.clone()])).collect();
        arms.push((None, vec![unit]));
        self.list(&path)[index] = Node::If(arms);
        Some(if elif { "IF, ELIF, ELSE" } else { "IF, ELSE" })
    }

    /// Something that no parameters reach, or that has no length.
    fn never(&mut self) -> Option<&'static str> {
        let (path, _) = self.place();
        let junk = word(&[1], number(3));
        let (node, feature) = match self.random.below(4) {
            0 => (word(&[1], number(0)), "empty word"),
            1 => {
                let variable = self.fresh(CONTROLS)?;
                let upto = number(self.random.below(5) as i64);
                let from = upto.plus(1 + self.random.below(3) as i64);
                (Node::For { variable, from, upto, body: vec![junk] }, "empty loop")
            }
            2 => {
                let variable = self.fresh(CONTROLS)?;
                let upto = name(self.parameter()?);
                let from = number(1);
                (Node::For { variable, from, upto, body: Vec::new() }, "loop without words")
            }
            _ => {
                let parameter = name(self.parameter()?);
                let least = self.least(&parameter)?;
                let below = test(parameter, Relation::AtMost, number(least - 1));
                (Node::If(vec![(Some(below), vec![junk])]), "branch never taken")
            }
        };
        let list = self.list(&path).len();
        let index = self.random.below(list + 1);
        self.list(&path).insert(index, node);
        Some(feature)
    }

    /// Before the endless loop, a loop that writes a pass in one iteration, or in a few.
    fn rarely(&mut self) -> Option<&'static str> {
        let variable = self.fresh(CONTROLS)?;
        let body = self.text.period.clone();
        if size(&body) > 16 {
            return None;
        }
        let upto = name(self.parameter()?).plus(self.random.below(4) as i64);
        let at = match self.random.below(3) {
            0 => upto.clone(),
            1 => number(1 + self.random.below(3) as i64),
            _ => upto.plus(-1),
        };
        let relation = [Relation::Equal, Relation::AtLeast, Relation::AtMost][self.random.below(3)];
        let taken = test(name(variable), relation, at);
        let body = vec![Node::If(vec![(Some(taken), body)])];
        self.text.before.push(Node::For { variable, from: number(1), upto, body });
        Some("iterations that write nothing")
    }

    /// A parameter by others: n = m + c, n = 2m + 1, n = m + k.
    fn substitute(&mut self) -> Option<&'static str> {
        let old = self.parameter()?;
        let new = self.fresh(PARAMETERS)?;
        let own = |(it, relation, right): &(char, Relation, Form)| {
            (*it == old).then(|| (*relation, right.clone()))
        };
        // Its only condition is a bound by a number, and no other one has it.
        let conditions: Vec<_> = self.text.conditions.iter().filter_map(own).collect();
        let [(Relation::AtLeast, bound)] = &conditions[..] else { return None };
        let elsewhere = self.text.conditions.iter().any(|(_, _, it)| it.terms.contains_key(&old));
        if !bound.terms.is_empty() || elsewhere {
            return None;
        }
        let least = bound.constant;
        let index = self.text.conditions.iter().position(|(it, _, _)| *it == old)?;
        let condition = |name, least| (name, Relation::AtLeast, number(least));
        let (value, added, feature) = match self.random.below(3) {
            0 => {
                let by = self.random.below(4) as i64;
                (name(new).plus(by), vec![condition(new, least - by)], "n = m+c")
            }
            1 => {
                let by = self.random.below(2) as i64;
                let half = (least - by).div_euclid(2) + (least - by).rem_euclid(2);
                (name(new).times(2).plus(by), vec![condition(new, half)], "n = 2m+r")
            }
            _ if self.text.parameters().len() < 4 => {
                let conditions = vec![condition(old, least), condition(new, 0)];
                (name(old).add(1, &name(new)), conditions, "n = m+k")
            }
            _ => return None,
        };
        self.text.conditions.splice(index..=index, added);
        self.text.moves.iter_mut().for_each(|it| *it = it.put(old, &value));
        self.text.before = put(&self.text.before, old, &value);
        self.text.period = put(&self.text.period, old, &value);
        Some(feature)
    }

    /// One more parameter, and an equation that gives the old one.
    fn equation(&mut self) -> Option<&'static str> {
        let old = self.parameter()?;
        let new = self.fresh(PARAMETERS)?;
        if self.text.parameters().len() > 3 {
            return None;
        }
        let factor = 1 + self.random.below(3) as i64;
        let right = name(new).times(factor).plus(self.random.below(3) as i64);
        let first = self.text.conditions.iter().position(|(it, _, _)| *it == old)?;
        let declared = (new, Relation::AtLeast, number(self.random.below(2) as i64));
        let place = if self.random.below(2) == 0 { first } else { 0 };
        self.text.conditions.insert(place, declared);
        let last = self.text.conditions.len();
        self.text.conditions.insert(last, (old, Relation::Equal, right));
        Some("equation")
    }

    /// A parameter on which the moves don't depend.
    fn irrelevant(&mut self) -> Option<&'static str> {
        let new = self.fresh(PARAMETERS)?;
        let count = self.text.parameters().len();
        if count > 3 {
            return None;
        }
        let place = self.random.below(self.text.conditions.len() + 1);
        let mut condition = (new, Relation::AtLeast, number(self.random.below(3) as i64));
        // Not before the names that the bound has.
        if place == self.text.conditions.len()
            && self.random.below(3) == 0
            && let Some(other) = self.parameter()
        {
            condition.2 = name(other);
        }
        self.text.conditions.insert(place, condition);
        Some("parameter without move")
    }

    /// The endless loop starts later.
    fn rotate(&mut self) -> Option<&'static str> {
        let first = self.text.period.first()?.clone();
        if self.text.period.iter().any(|node| matches!(node, Node::Let(..))) {
            return None;
        }
        self.text.period.remove(0);
        self.text.period.push(first.clone());
        self.text.before.push(first);
        Some("endless loop rotated")
    }

    fn double(&mut self) -> Option<&'static str> {
        if size(&self.text.period) > 16 {
            return None;
        }
        let again = self.text.period.clone();
        self.text.period.extend(again);
        Some("body doubled")
    }

    /// Parameters in another order, where no condition names two of them.
    fn declarations(&mut self) -> Option<&'static str> {
        let plain = self.text.conditions.iter().all(|(_, _, it)| it.terms.is_empty());
        let count = self.text.conditions.len();
        if !plain || count < 2 {
            return None;
        }
        let by = 1 + self.random.below(count - 1);
        self.text.conditions.rotate_left(by);
        Some("declarations reordered")
    }

    /// A move again, or one larger by whole periods where the sequence is periodic from the start.
    fn moves(&mut self) -> Option<&'static str> {
        let again = self.text.moves[self.random.below(self.text.moves.len())].clone();
        let mut pass = Some(Form::default());
        for node in &self.text.period {
            pass = match (node, pass) {
                (Node::Word(word), Some(pass)) if !word.whole => Some(pass.add(1, &word.length)),
                _ => None,
            };
        }
        let place = self.random.below(self.text.moves.len() + 1);
        // Names of LETs mean nothing in a move.
        match pass.filter(|pass| self.least(pass).is_some()) {
            Some(pass) if self.text.before.is_empty() && self.random.below(3) > 0 => {
                let times = [1, 1, 2, 7][self.random.below(4)];
                self.text.moves.insert(place, again.add(times, &pass));
                Some(if times < 7 { "move and period" } else { "move and many periods" })
            }
            _ => {
                self.text.moves.insert(place, again);
                Some("move twice")
            }
        }
    }

    fn outcomes(&mut self) -> Option<&'static str> {
        if self.text.outcomes || self.random.below(3) > 0 {
            return None;
        }
        self.text.outcomes = true;
        flatten(&mut self.text.before);
        flatten(&mut self.text.period);
        Some("outcomes")
    }

    /// Before the endless loop, passes in which a cycle is cut elsewhere in each iteration.
    fn drift(&mut self) -> Option<&'static str> {
        let variable = self.fresh(CONTROLS)?;
        let words: Vec<usize> = (0..self.text.period.len())
            .filter(|&it| matches!(&self.text.period[it], Node::Word(word) if !word.whole))
            .collect();
        if words.is_empty() || size(&self.text.period) > 12 {
            return None;
        }
        let index = words[self.random.below(words.len())];
        let Node::Word(whole) = self.text.period[index].clone() else { return None };
        let cycle = whole.cycle.len() as i64;
        self.least(&whole.length)?;
        // Iterations 0, ..., upto with cycle * upto <= length.
        let mut upto = whole.length.clone();
        upto.terms.values_mut().for_each(|it| *it /= cycle);
        upto.terms.retain(|_, factor| *factor != 0);
        upto.constant = upto.constant.div_euclid(cycle);
        let rest = whole.length.add(-cycle, &upto);
        if self.least(&rest)? < 0 {
            return None;
        }
        let offset = self.random.below(cycle as usize) as i64;
        // Behind the offset one cycle less may fit.
        let upto = if offset > self.least(&rest)? { upto.plus(-1) } else { upto };
        let front = name(variable).times(cycle).plus(offset);
        let back = whole.length.add(-1, &front);
        let mut turned = whole.cycle.clone();
        turned.rotate_left(offset as usize);
        let mut body = self.text.period.clone();
        body.splice(index..=index, [word(&whole.cycle, front), word(&turned, back)]);
        self.text.before.push(Node::For { variable, from: number(0), upto, body });
        Some(if cycle > 1 { "drifting phase" } else { "drifting border" })
    }

    /// A cycle that is repeated as a whole.
    fn whole(&mut self) -> Option<&'static str> {
        let (path, index, mut word, _) = self.word()?;
        let cycle = word.cycle.len() as i64;
        let divides = |value: &i64| value % cycle == 0;
        if !divides(&word.length.constant) || !word.length.terms.values().all(divides) {
            return None;
        }
        word.length.constant /= cycle;
        word.length.terms.values_mut().for_each(|it| *it /= cycle);
        word.whole = true;
        self.list(&path)[index] = Node::Word(word);
        Some("whole cycles")
    }

    /// A length that has a name.
    fn abbreviate(&mut self) -> Option<&'static str> {
        let name = self.fresh(LETS)?;
        let (path, index, mut word, _) = self.word()?;
        let shift = self.random.below(3) as i64;
        let value = word.length.plus(-shift);
        word.length = Form::variable(name).plus(shift);
        self.list(&path).splice(index..=index, [Node::Let(name, value), Node::Word(word)]);
        Some("LET")
    }

    /// Words as loops of words of constant length: what a method may leave undecided.
    pub fn constant_bodies(&mut self) -> Option<&'static str> {
        let variable = self.fresh(CONTROLS)?;
        let (path, index, whole, _) = self.word()?;
        let cycle = whole.cycle.len() as i64;
        let divides = |value: &i64| value % cycle == 0;
        let length = &whole.length;
        if length.terms.is_empty()
            || !divides(&length.constant)
            || !length.terms.values().all(divides)
        {
            return None;
        }
        let mut upto = length.clone();
        upto.constant /= cycle;
        upto.terms.values_mut().for_each(|it| *it /= cycle);
        let body = vec![word(&whole.cycle, number(cycle))];
        self.list(&path)[index] = Node::For { variable, from: number(1), upto, body };
        self.features.insert("constant body");
        Some("constant body")
    }
}

/// Where a list of nodes stands: in which part, and then the number of the node and of the body in
/// it, from outside inwards.
#[derive(Clone)]
pub struct Path {
    period: bool,
    steps: Vec<(usize, usize)>,
}

fn lists(nodes: &[Node], path: &Path, controls: &[char], found: &mut Vec<(Path, Vec<char>)>) {
    found.push((path.clone(), controls.to_vec()));
    for (index, node) in nodes.iter().enumerate() {
        let longer = |body| {
            let steps = [&path.steps[..], &[(index, body)]].concat();
            Path { period: path.period, steps }
        };
        match node {
            Node::For { variable, body, .. } => {
                lists(body, &longer(0), &[controls, &[*variable]].concat(), found);
            }
            Node::If(arms) => {
                for (number, (_, body)) in arms.iter().enumerate() {
                    lists(body, &longer(number), controls, found);
                }
            }
            _ => {}
        }
    }
}

fn at<'n>(nodes: &'n mut Vec<Node>, steps: &[(usize, usize)]) -> &'n mut Vec<Node> {
    let Some(((index, number), rest)) = steps.split_first() else { return nodes };
    match &mut nodes[*index] {
        Node::For { body, .. } => at(body, rest),
        Node::If(arms) => at(&mut arms[*number].1, rest),
        _ => unreachable!("paths lead through bodies"),
    }
}

/// How many nodes there are.
pub fn size(nodes: &[Node]) -> usize {
    let each = |node: &Node| match node {
        Node::For { body, .. } => 1 + size(body),
        Node::If(arms) => 1 + arms.iter().map(|(_, body)| size(body)).sum::<usize>(),
        _ => 1,
    };
    nodes.iter().map(each).sum()
}

/// Puts a form in for a variable.
fn put(nodes: &[Node], old: char, value: &Form) -> Vec<Node> {
    let each = |node: &Node| match node {
        Node::Word(word) => {
            Node::Word(Word { length: word.length.put(old, value), ..word.clone() })
        }
        Node::Let(name, form) => Node::Let(*name, form.put(old, value)),
        Node::For { variable, from, upto, body } => Node::For {
            variable: *variable,
            from: from.put(old, value),
            upto: upto.put(old, value),
            body: put(body, old, value),
        },
        Node::If(arms) => {
            let arm = |(condition, body): &(Option<Test>, Vec<Node>)| {
                let condition = condition.as_ref().map(|it| Test {
                    left: it.left.put(old, value),
                    relation: it.relation,
                    right: it.right.put(old, value),
                });
                (condition, put(body, old, value))
            };
            Node::If(arms.iter().map(arm).collect())
        }
    };
    nodes.iter().map(each).collect()
}

/// Grundy values as outcomes.
fn flatten(nodes: &mut [Node]) {
    for node in nodes {
        match node {
            Node::Word(word) => word.cycle.iter_mut().for_each(|it| *it = (*it).min(1)),
            Node::Let(..) => {}
            Node::For { body, .. } => flatten(body),
            Node::If(arms) => arms.iter_mut().for_each(|(_, body)| flatten(body)),
        }
    }
}
