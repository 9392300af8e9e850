//! A reader of descriptions and a judge of them, by brute force: nothing of the library.

use super::text::{Form, Node, Relation, Test, Text, Word};
use std::collections::BTreeMap;

/// Reads a text of a description; comments and claims say nothing about the sequence.
pub fn read(source: &str) -> Text {
    let lines = source.lines().map(|line| line.split('#').next().unwrap());
    let lines = lines.filter(|line| !line.starts_with("CLAIM"));
    let tokens: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    let mut reader = Reader { tokens: &tokens, outcomes: false };
    let mut conditions = Vec::new();
    while !reader.tokens[0].starts_with('{') {
        let [name, sign, right] = reader.take();
        conditions.push((name.chars().next().unwrap(), relation(sign), form(right)));
    }
    let mut moves = Vec::new();
    loop {
        let [token] = reader.take();
        let number = token.trim_matches(['{', '}']);
        moves.extend((!number.is_empty()).then(|| form(number)));
        if token.ends_with('}') {
            break;
        }
    }
    let before = reader.nodes();
    let [_] = reader.take();
    let period = reader.nodes();
    Text { outcomes: reader.outcomes, conditions, moves, before, period }
}

fn relation(sign: &str) -> Relation {
    Relation::ALL.into_iter().find(|it| it.sign() == sign).unwrap()
}

fn form(text: &str) -> Form {
    let mut sum = Form::default();
    let signed = text.replace('-', "+-");
    for term in signed.split('+').filter(|term| !term.is_empty()) {
        let (factor, term) = term.strip_prefix('-').map_or((1, term), |term| (-1, term));
        let digits = term.trim_end_matches(|it: char| it.is_ascii_lowercase());
        let number = if digits.is_empty() { 1 } else { digits.parse().unwrap() };
        sum = match term[digits.len()..].chars().next() {
            Some(name) => sum.add(factor * number, &Form::variable(name)),
            None => sum.plus(factor * number),
        };
    }
    sum
}

struct Reader<'t> {
    tokens: &'t [&'t str],
    outcomes: bool,
}

impl<'t> Reader<'t> {
    fn take<const N: usize>(&mut self) -> [&'t str; N] {
        let (first, rest) = self.tokens.split_first_chunk().unwrap();
        self.tokens = rest;
        *first
    }

    fn test(&mut self) -> Test {
        let [left, sign, right, then] = self.take();
        assert_eq!(then, "THEN");
        Test { left: form(left), relation: relation(sign), right: form(right) }
    }

    fn nodes(&mut self) -> Vec<Node> {
        let mut nodes = Vec::new();
        while let Some(&token) = self.tokens.first() {
            nodes.push(match token {
                "REPEAT" | "ENDREP" | "PER" | "ELIF" | "ELSE" | "FI" => return nodes,
                "FOR" => {
                    let [_, variable, _, from, _, upto, _] = self.take();
                    let body = self.nodes();
                    let [_] = self.take();
                    let variable = variable.chars().next().unwrap();
                    Node::For { variable, from: form(from), upto: form(upto), body }
                }
                "IF" => {
                    let mut arms = Vec::new();
                    loop {
                        let test = match self.take() {
                            ["FI"] => break,
                            ["ELSE"] => None,
                            _ => Some(self.test()),
                        };
                        arms.push((test, self.nodes()));
                    }
                    Node::If(arms)
                }
                "LET" => {
                    let [_, definition] = self.take();
                    let (name, value) = definition.split_once('=').unwrap();
                    Node::Let(name.chars().next().unwrap(), form(value))
                }
                _ => {
                    let [token] = self.take();
                    Node::Word(self.word(token))
                }
            });
        }
        nodes
    }

    fn word(&mut self, token: &str) -> Word {
        let whole = token.starts_with('(');
        let end = match token.chars().next() {
            Some('<') => token.find('>').unwrap() + 1,
            Some('(') => token.find(')').unwrap() + 1,
            _ => 1,
        };
        let (values, length) = token.split_at(end);
        let mut cycle = Vec::new();
        let mut times = String::new();
        for letter in values.trim_matches(['<', '>', '(', ')']).chars() {
            if letter.is_ascii_digit() {
                times.push(letter);
                continue;
            }
            self.outcomes |= "+-".contains(letter);
            let value = match letter {
                '_' | '-' => 0,
                '+' => 1,
                letter => letter as u8 - b'A' + 1,
            };
            let count = if times.is_empty() { 1 } else { times.parse().unwrap() };
            times.clear();
            cycle.extend(std::iter::repeat_n(value, count));
        }
        let length = length.trim_matches(['(', ')']);
        let length = if length.is_empty() { Form::constant(1) } else { form(length) };
        Word { cycle, length, whole }
    }
}

/// What brute force says about a text for given parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Truth {
    /// The conditions exclude these parameters.
    Excluded,
    /// A move below 1, a negative length, an empty endless loop.
    Meaningless,
    /// Too long to be written out.
    Large,
    Right,
    Wrong {
        position: usize,
        claimed: char,
        computed: char,
    },
}

/// The most positions written out, and the most steps on the way.
const MOST_POSITIONS: usize = 6000;
const MOST_STEPS: usize = 60_000;

struct Expansion {
    values: BTreeMap<char, i64>,
    letters: Vec<u8>,
    steps: usize,
}

impl Expansion {
    fn new(text: &Text, point: &[i64]) -> Self {
        let values = text.parameters().into_iter().zip(point.iter().copied()).collect();
        Self { values, letters: Vec::new(), steps: 0 }
    }

    /// Do the parameters satisfy the conditions?
    fn admits(&self, text: &Text) -> bool {
        let holds = |(name, relation, right): &(char, Relation, Form)| {
            relation.holds(self.values[name], self.at(right))
        };
        text.conditions.iter().all(holds)
    }

    fn at(&self, form: &Form) -> i64 {
        form.terms.iter().map(|(name, factor)| factor * self.values[name]).sum::<i64>()
            + form.constant
    }

    fn holds(&self, test: &Test) -> bool {
        test.relation.holds(self.at(&test.left), self.at(&test.right))
    }

    fn nodes(&mut self, nodes: &[Node]) -> Result<(), Truth> {
        for node in nodes {
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return Err(Truth::Large);
            }
            match node {
                Node::Word(word) => {
                    let count = self.at(&word.length);
                    let count = if word.whole { count * word.cycle.len() as i64 } else { count };
                    let count = usize::try_from(count).map_err(|_| Truth::Meaningless)?;
                    if self.letters.len() + count > MOST_POSITIONS {
                        return Err(Truth::Large);
                    }
                    self.letters.extend(word.cycle.iter().cycle().take(count));
                }
                Node::Let(name, value) => {
                    let value = self.at(value);
                    self.values.insert(*name, value);
                }
                Node::For { variable, from, upto, body } => {
                    for value in self.at(from)..=self.at(upto) {
                        self.values.insert(*variable, value);
                        self.nodes(body)?;
                    }
                }
                Node::If(arms) => {
                    let taken = arms.iter().find(|(test, _)| match test {
                        Some(test) => self.holds(test),
                        None => true,
                    });
                    if let Some((_, body)) = taken {
                        self.nodes(body)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Expands the text far enough that all later positions only repeat what was seen, and compares
/// with the values computed from position 0 on.
pub fn truth(text: &Text, point: &[i64]) -> Truth {
    let mut expansion = Expansion::new(text, point);
    if !expansion.admits(text) {
        return Truth::Excluded;
    }
    let moves: Vec<i64> = text.moves.iter().map(|it| expansion.at(it)).collect();
    let moves: Option<Vec<usize>> =
        moves.iter().map(|&it| usize::try_from(it).ok().filter(|it| *it > 0)).collect();
    let Some(moves) = moves else { return Truth::Meaningless };
    let largest = moves.iter().max().copied().unwrap();
    if let Err(truth) = expansion.nodes(&text.before) {
        return truth;
    }
    let before = expansion.letters.len();
    if let Err(truth) = expansion.nodes(&text.period) {
        return truth;
    }
    let pass = expansion.letters.len() - before;
    if pass == 0 {
        return Truth::Meaningless;
    }
    let count = before + 2 * pass + largest;
    if count > 3 * MOST_POSITIONS {
        return Truth::Large;
    }
    let described = |position: usize| match position < before {
        true => expansion.letters[position],
        false => expansion.letters[before + (position - before) % pass],
    };
    let mut computed: Vec<u8> = Vec::with_capacity(count);
    for position in 0..count {
        let mut met = 0_u64;
        for &size in moves.iter().filter(|&&size| size <= position) {
            met |= 1 << computed[position - size];
        }
        let value = met.trailing_ones() as u8;
        let value = if text.outcomes { value.min(1) } else { value };
        if value != described(position) {
            let (claimed, computed) = (text.letter(described(position)), text.letter(value));
            return Truth::Wrong { position, claimed, computed };
        }
        computed.push(value);
    }
    Truth::Right
}

/// Small parameters that satisfy the conditions, in their order; more where equations leave few.
pub fn points(text: &Text) -> Vec<Vec<i64>> {
    let width = [9, 9, 4, 2, 1].get(free(text)).copied().unwrap_or(1);
    let mut points = Vec::new();
    for width in [width, 2 * width, 4 * width, 8 * width] {
        points = within(text, width);
        let tried = points.len();
        points.retain(|point| Expansion::new(text, point).admits(text));
        if points.len() >= 6 || tried > 1000 {
            break;
        }
    }
    points
}

/// The parameters that equations leave free.
fn free(text: &Text) -> usize {
    let equations = text.conditions.iter().filter(|it| it.1 == Relation::Equal).count();
    text.parameters().len().saturating_sub(equations).max(1)
}

/// Each parameter a few steps above the bounds that the earlier ones give it.
fn within(text: &Text, width: i64) -> Vec<Vec<i64>> {
    let names = text.parameters();
    let mut points = vec![Vec::new()];
    for (index, name) in names.iter().enumerate() {
        let longer = |point: Vec<i64>| {
            let known = |form: &Form| {
                let term = |(name, factor): (&char, &i64)| {
                    let at = names[..index].iter().position(|it| it == name)?;
                    Some(factor * point[at])
                };
                let terms: Option<i64> = form.terms.iter().map(term).sum();
                Some(terms? + form.constant)
            };
            let of_this = text.conditions.iter().filter(|(it, _, _)| it == name);
            let (mut least, mut most) = (-2, i64::MAX);
            for (_, relation, right) in of_this {
                let Some(value) = known(right) else { continue };
                match relation {
                    Relation::AtLeast => least = least.max(value),
                    Relation::AtMost => most = most.min(value),
                    _ => (least, most) = (least.max(value), most.min(value)),
                }
            }
            let point = point.clone();
            (least..=most.min(least + width)).map(move |value| [&point[..], &[value]].concat())
        };
        points = points.into_iter().flat_map(longer).collect();
    }
    points
}
