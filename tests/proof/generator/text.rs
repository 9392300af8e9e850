//! Descriptions as the generator sees them, and how they are written.

use std::collections::BTreeMap;
use std::fmt;

/// An affine form over variables of one letter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Form {
    pub constant: i64,
    pub terms: BTreeMap<char, i64>,
}

impl Form {
    pub fn constant(constant: i64) -> Self {
        Self { constant, terms: BTreeMap::new() }
    }

    pub fn variable(name: char) -> Self {
        Self { constant: 0, terms: BTreeMap::from([(name, 1)]) }
    }

    pub fn add(&self, factor: i64, other: &Self) -> Self {
        let mut sum = self.clone();
        sum.constant += factor * other.constant;
        for (&name, coefficient) in &other.terms {
            *sum.terms.entry(name).or_default() += factor * coefficient;
        }
        sum.terms.retain(|_, coefficient| *coefficient != 0);
        sum
    }

    pub fn plus(&self, constant: i64) -> Self {
        self.add(1, &Self::constant(constant))
    }

    pub fn times(&self, factor: i64) -> Self {
        Self::default().add(factor, self)
    }

    /// The form with another one put in for a variable.
    pub fn put(&self, name: char, value: &Self) -> Self {
        let mut rest = self.clone();
        let coefficient = rest.terms.remove(&name).unwrap_or(0);
        rest.add(coefficient, value)
    }
}

impl fmt::Display for Form {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        for (name, coefficient) in &self.terms {
            let sign = if *coefficient < 0 { "-" } else { "+" };
            match coefficient.abs() {
                1 => text += &format!("{sign}{name}"),
                size => text += &format!("{sign}{size}{name}"),
            }
        }
        if self.constant != 0 || text.is_empty() {
            text += &format!("{:+}", self.constant);
        }
        formatter.write_str(text.strip_prefix('+').unwrap_or(&text))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relation {
    AtLeast,
    AtMost,
    Equal,
    NotEqual,
}

impl Relation {
    pub const ALL: [Self; 4] = [Self::AtLeast, Self::AtMost, Self::Equal, Self::NotEqual];

    pub fn sign(self) -> &'static str {
        match self {
            Self::AtLeast => ">=",
            Self::AtMost => "<=",
            Self::Equal => "==",
            Self::NotEqual => "!=",
        }
    }

    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Self::AtLeast => left >= right,
            Self::AtMost => left <= right,
            Self::Equal => left == right,
            Self::NotEqual => left != right,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Test {
    pub left: Form,
    pub relation: Relation,
    pub right: Form,
}

impl fmt::Display for Test {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {} {}", self.left, self.relation.sign(), self.right)
    }
}

/// A word: the values of `cycle` again and again, `length` values, or as many repetitions of the
/// whole cycle.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Word {
    pub cycle: Vec<u8>,
    pub length: Form,
    pub whole: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Node {
    Word(Word),
    Let(char, Form),
    For {
        variable: char,
        from: Form,
        upto: Form,
        body: Vec<Node>,
    },
    /// Arms with their conditions; `None` is ELSE.
    If(Vec<(Option<Test>, Vec<Node>)>),
}

/// A description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// Are the values outcomes?
    pub outcomes: bool,
    pub conditions: Vec<(char, Relation, Form)>,
    pub moves: Vec<Form>,
    pub before: Vec<Node>,
    pub period: Vec<Node>,
}

impl Text {
    /// The parameters in order of declaration.
    pub fn parameters(&self) -> Vec<char> {
        let mut names = Vec::new();
        for (name, _, _) in &self.conditions {
            if !names.contains(name) {
                names.push(*name);
            }
        }
        names
    }

    /// The letter of a value.
    pub fn letter(&self, value: u8) -> char {
        match (self.outcomes, value) {
            (true, 0) => '-',
            (true, _) => '+',
            (false, 0) => '_',
            (false, value) => char::from(b'A' + value - 1),
        }
    }

    fn nodes(&self, nodes: &[Node], depth: usize, text: &mut String) {
        for node in nodes {
            let indent = "  ".repeat(depth);
            match node {
                Node::Word(word) => {
                    let values: String = word.cycle.iter().map(|&it| self.letter(it)).collect();
                    let values = match (word.whole, values.len()) {
                        (true, _) => format!("({values})"),
                        (false, 1) => values,
                        (false, _) => format!("<{values}>"),
                    };
                    *text += &format!("{indent}{values}({})\n", word.length);
                }
                Node::Let(name, value) => *text += &format!("{indent}LET {name}={value}\n"),
                Node::For { variable, from, upto, body } => {
                    *text += &format!("{indent}FOR {variable} FROM {from} UPTO {upto} REP\n");
                    self.nodes(body, depth + 1, text);
                    *text += &format!("{indent}PER\n");
                }
                Node::If(arms) => {
                    for (index, (test, body)) in arms.iter().enumerate() {
                        *text += &match test {
                            Some(test) if index == 0 => format!("{indent}IF {test} THEN\n"),
                            Some(test) => format!("{indent}ELIF {test} THEN\n"),
                            None => format!("{indent}ELSE\n"),
                        };
                        self.nodes(body, depth + 1, text);
                    }
                    *text += &format!("{indent}FI\n");
                }
            }
        }
    }
}

impl fmt::Display for Text {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        for (name, relation, form) in &self.conditions {
            text += &format!("{name} {} {form}\n", relation.sign());
        }
        let moves: Vec<_> = self.moves.iter().map(Form::to_string).collect();
        text += &format!("{{ {} }}\n", moves.join(" "));
        self.nodes(&self.before, 0, &mut text);
        text += "REPEAT\n";
        self.nodes(&self.period, 1, &mut text);
        text += "ENDREP\n";
        formatter.write_str(&text)
    }
}
