//! The description of all games, where each part of the parameters has one.

use super::Theorem;
use super::games::Games;
use super::lower::Division;
use super::set::Set;
use super::shape::Word;
use crate::affine::{Affine, Constraint, Relation};
use crate::infer::Options;
use crate::infer::node::{Node, Sequence, TextNode};
use crate::infer::prove::{Unproved, verified};
use crate::infer::write::Writer;
use crate::lang;
use crate::limit::Limit;
use crate::model::Alphabet;
use std::fmt::Write as _;

/// The most branches of a description.
const MOST_BRANCHES: usize = 512;

/// The sequences of some games.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    /// The parameters at which these are at least 0.
    pub forms: Vec<Affine>,
    /// Numbers are over the parameters, followed by the indices of loops.
    pub sequence: Sequence<Affine>,
}

impl Leaf {
    /// Words without loops.
    pub(super) fn words(forms: Vec<Affine>, before: &[Word], period: &[Word]) -> Self {
        let list = |words: &[Word]| {
            let word = |(cycle, length): &Word| {
                Node::Word(cycle.iter().copied().collect(), length.clone())
            };
            words.iter().map(word).collect()
        };
        Self { forms, sequence: Sequence { before: list(before), period: list(period) } }
    }

    /// The same in terms of other parameters, of which there are `count`; the forms are those of its own.
    pub(super) fn in_terms_of(&self, forms: &[Affine], count: usize, equations: &[Affine]) -> Self {
        let mut change = |number: &Affine, around: usize| {
            let indices = (0..around).map(|index| Affine::variable(count + index));
            number.substitute(&forms.iter().cloned().chain(indices).collect::<Vec<_>>())
        };
        let own = self.forms.iter().map(|form| form.substitute(forms));
        let mut list =
            |nodes: &[TextNode]| nodes.iter().map(|node| node.map(0, &mut change)).collect();
        Self {
            forms: equations.iter().cloned().chain(own).collect(),
            sequence: Sequence {
                before: list(&self.sequence.before),
                period: list(&self.sequence.period),
            },
        }
    }
}

/// A division of the parameters.
enum Tree<'l> {
    Leaf(&'l Leaf),
    /// The form is at least 0, or below.
    Branch(Affine, Box<[Self; 2]>),
}

impl Theorem {
    /// The description of all games; `None` if some are not described.
    ///
    /// # Errors
    /// When its proof does not succeed.
    pub fn description(&self, options: &Options<'_>) -> Option<Result<String, Unproved>> {
        if !self.open.is_empty() {
            return None;
        }
        let proved = |text: String| verified(&text, &options.threads, &options.stop).map(|()| text);
        if let Some(rows) = &self.rows {
            let loops = rows.text(self.rule.alphabet(), &self.games.parameters);
            return lang::format(&(self.head() + &loops)).ok().map(proved);
        }
        if !self.is_described {
            return None;
        }
        let mut constraints = self.games.set().constraints();
        constraints.extend(self.divisions()?);
        let set = Set::new(self.names().len(), &constraints);
        let tree = match tree(&set, &self.leaves, &mut 0, options) {
            Ok(tree) => tree?,
            Err(Limit::STOPPED) => return Some(Err(Unproved::Stopped)),
            Err(_) => return None,
        };
        Some(proved(self.text(&tree)))
    }

    /// The parameters; where remainders are distinguished, also the quotients and the remainders.
    fn names(&self) -> Vec<char> {
        let mut names = self.games.parameters.clone();
        let more = self.division.as_ref().map_or(0, |division| 2 * division.numbers.len());
        let letters: Vec<_> =
            ('k'..='z').chain('a'..='j').filter(|it| !names.contains(it)).collect();
        names.extend(letters.into_iter().take(more));
        names
    }

    /// What makes the quotients and the remainders such; `None` if a number that is divided has no lower bound.
    fn divisions(&self) -> Option<Vec<Constraint>> {
        let Some(Division { modulus, numbers }) = &self.division else { return Some(Vec::new()) };
        let stop = Default::default();
        let division = |(index, number): (usize, &Affine)| {
            let first = self.games.parameters.len() + index;
            let [quotient, remainder] = [first, first + numbers.len()].map(Affine::variable);
            let least = self.games.set().least(number, &stop).ok().flatten()?;
            let least = least.div_floor(&(*modulus).into());
            Some([
                Constraint::at_least(&quotient, &Affine::constant(least)),
                Constraint::at_least_zero(remainder.clone()),
                Constraint::at_least(&Affine::constant(modulus - 1), &remainder),
                Constraint::equal(number, &(&quotient.times(&(*modulus).into()) + &remainder)),
            ])
        };
        let all = numbers.iter().enumerate().map(division).collect::<Option<Vec<_>>>()?;
        Some(all.into_iter().flatten().collect())
    }

    /// What precedes the words.
    fn head(&self) -> String {
        let mut constraints = conditions(&self.games);
        constraints.extend(self.divisions().unwrap_or_default());
        lines(&constraints, &self.names()) + &head(&self.games, self.rule.alphabet())
    }

    fn text(&self, tree: &Tree<'_>) -> String {
        let names = &self.names();
        let alphabet = self.rule.alphabet();
        let mut writer = Writer::with_parameters(self.head(), alphabet, names);
        if self.leaves.iter().any(|leaf| !leaf.sequence.before.is_empty()) {
            write(&mut writer, names, tree, &|leaf| &leaf.sequence.before);
        }
        writer.block("REPEAT", |writer| {
            write(writer, names, tree, &|leaf| &leaf.sequence.period);
        });
        writer.line("ENDREP");
        writer.text
    }
}

/// The moves and the start.
pub(super) fn head(games: &Games, alphabet: Alphabet) -> String {
    let mut text = format!("{{ {} }}\n", games.written_moves().join(" "));
    if let Some(start) = &games.start {
        if start.is_sink {
            text += "# position x is the heap of x + 1 items\n";
        }
        let words = lang::words(alphabet, &start.word);
        // Writing to a string does not fail.
        let _ = writeln!(text, "FROM_INFINITY_DOWN REPEAT {words} ENDREP");
    }
    text
}

/// The conditions of the games, and that each move takes at least 1 where they do not say it.
fn conditions(games: &Games) -> Vec<Constraint> {
    let mut constraints = games.conditions.clone();
    let stop = Default::default();
    for one in &games.moves {
        let positive = Constraint::positive(&one.size);
        let known = Set::new(games.parameters.len(), &constraints).implies(&positive.form, &stop);
        if known != Ok(true) {
            constraints.push(positive);
        }
    }
    constraints
}

/// Constraints with a parameter on the left, or else a further one for the difference.
fn lines(constraints: &[Constraint], names: &[char]) -> String {
    let mut letters = ('s'..='z').chain('c'..='r').filter(|letter| !names.contains(letter));
    let mut text = String::new();
    for Constraint { form, relation } in constraints {
        let (mut sign, is_equation) = (">=", *relation == Relation::Zero);
        let unit = form.terms().filter(|(_, factor)| factor.abs().is_one()).last();
        let (name, value) = match unit {
            Some((variable, factor)) => {
                let mut rest = form.clone();
                rest.add_term(variable, &-factor);
                if !factor.is_negative() {
                    rest = -&rest;
                } else {
                    sign = "<=";
                }
                (names[variable], rest)
            }
            None => {
                let Some(letter) = letters.next() else { continue };
                let least = if is_equation { "==" } else { ">=" };
                let _ = writeln!(text, "{letter} {least} 0");
                sign = "==";
                (letter, form.clone())
            }
        };
        let sign = if is_equation { "==" } else { sign };
        let _ = writeln!(text, "{name} {sign} {}", value.display(names));
    }
    text
}

/// The set, divided until each part is one of a leaf; `None` if some parameters are in no leaf, or there are too many
/// branches.
fn tree<'l>(
    set: &Set,
    leaves: &'l [Leaf],
    branches: &mut usize,
    options: &Options<'_>,
) -> Result<Option<Tree<'l>>, Limit> {
    let stop = &options.stop;
    for leaf in leaves {
        if set.with(&leaf.forms).point(stop)?.is_none() {
            continue;
        }
        for form in &leaf.forms {
            if set.implies(form, stop)? {
                continue;
            }
            *branches += 1;
            if *branches > MOST_BRANCHES {
                return Ok(None);
            }
            let mut part = |form: &Affine| {
                let part = set.with(std::slice::from_ref(form)).reduced(stop)?;
                tree(&part, leaves, branches, options)
            };
            let parts = [part(form)?, part(&Constraint::negative(form).form)?];
            let [Some(inside), Some(outside)] = parts else { return Ok(None) };
            return Ok(Some(Tree::Branch(form.clone(), Box::new([inside, outside]))));
        }
        return Ok(Some(Tree::Leaf(leaf)));
    }
    Ok(None)
}

/// Writes the words and loops of each part, with what distinguishes the parts.
fn write(
    writer: &mut Writer,
    names: &[char],
    tree: &Tree<'_>,
    select: &dyn Fn(&Leaf) -> &Vec<TextNode>,
) {
    match tree {
        Tree::Leaf(leaf) => writer.list(names[0], select(leaf)),
        Tree::Branch(form, parts) => {
            let mut left = Affine::zero();
            form.terms()
                .filter(|(_, factor)| !factor.is_negative())
                .for_each(|(variable, factor)| left.add_term(variable, factor));
            let right = &left - form;
            let head = format!("IF {} >= {} THEN", left.display(names), right.display(names));
            writer.block(&head, |writer| write(writer, names, &parts[0], select));
            writer.block("ELSE", |writer| write(writer, names, &parts[1], select));
            writer.line("FI");
        }
    }
}
