//! A sequence as a description.

use super::node::{NamedPart, Node, Parts, TextNode, size};
use super::{Class, Family};
use crate::Integer;
use crate::affine::Affine;
use crate::lang;
use crate::model::{Alphabet, Rule, Value};
use Node::{Instance, Loop, Word};
use std::fmt::Write as _;

/// The most characters of a line, unless a single word is longer.
const WIDTH: usize = 88;

/// The description which says that for each m >= `least` this is the sequence of the game with parameter number m of
/// the class, given its words and loops in this language.
pub(super) fn description(
    family: &Family,
    class: Class,
    least: i64,
    rule: Rule,
    body: &str,
) -> String {
    let parameter = family.parameter_of(class);
    let mut text = head(family, class, rule);
    // Writing to a string does not fail.
    let _ = writeln!(text, "{parameter} >= {least}");
    text + &game(family, class, rule) + body
}

/// The words and loops of a description.
pub(super) fn body(family: &Family, class: Class, rule: Rule, parts: &Parts) -> String {
    let parameter = family.parameter_of(class);
    let names = [parameter, family.parameter];
    let mut writer = Writer::new(String::new(), rule.alphabet(), &names);
    writer.pieces(parameter, &parts.pieces);
    writer.list(parameter, &parts.sequence.before);
    writer.block("REPEAT", |writer| writer.list(parameter, &parts.sequence.period));
    writer.line("ENDREP");
    writer.text
}

/// The line that names the rule, if letters do not determine it, and one that explains the parameter of a class.
pub(super) fn head(family: &Family, class: Class, rule: Rule) -> String {
    let is_said = rule == rule.alphabet().into();
    let mut text = if is_said { String::new() } else { format!("RULE {rule}\n") };
    if class.modulus != 1 {
        let number = Affine::new(class.residue.into(), [Integer::from(class.modulus)]);
        let letter = family.parameter_of(class);
        text += &format!("# {} = {}\n", family.parameter, number.display(&[letter]));
    }
    text
}

/// The lines with the moves and the start.
pub(super) fn game(family: &Family, class: Class, rule: Rule) -> String {
    let mut text = format!("{}\n", family.written(class));
    if let Some(start) = family.start() {
        if start.is_sink {
            text += "# position x is the heap of x + 1 items\n";
        }
        let words = lang::words(rule.alphabet(), &start.word);
        // Writing to a string does not fail.
        let _ = writeln!(text, "FROM_INFINITY_DOWN REPEAT {words} ENDREP");
    }
    text
}

/// Writes the words and loops of a description.
pub(super) struct Writer {
    /// The text so far.
    pub text: String,
    alphabet: Alphabet,
    /// The names of variables: that of the parameter, and those of the indices.
    letters: Vec<char>,
    /// The number of open loops.
    depth: usize,
    /// The number of open lines that end later.
    indent: usize,
    /// The length of the last line; 0 if there is no line to continue.
    column: usize,
}

impl Writer {
    /// Continues a text in which these letters are parameters.
    pub(super) fn new(text: String, alphabet: Alphabet, parameters: &[char]) -> Self {
        let mut letters = vec!['?'];
        letters.extend(('i'..='z').chain('a'..='h').filter(|letter| !parameters.contains(letter)));
        Self { text, alphabet, letters, depth: 0, indent: 0, column: 0 }
    }

    /// Continues a text whose numbers are over these parameters, followed by the indices.
    pub(super) fn with_parameters(text: String, alphabet: Alphabet, parameters: &[char]) -> Self {
        let mut writer = Self::new(text, alphabet, parameters);
        writer.letters.splice(..1, parameters.iter().copied());
        writer.depth = parameters.len() - 1;
        writer
    }

    /// Writes a line, and an indented body.
    pub(super) fn block(&mut self, head: &str, body: impl FnOnce(&mut Self)) {
        self.line(head);
        self.indent += 1;
        body(self);
        self.indent -= 1;
    }

    /// Writes words and loops in terms of this parameter.
    pub(super) fn list(&mut self, parameter: char, parts: &[TextNode]) {
        self.letters[0] = parameter;
        self.parts(parts);
    }

    /// Writes the definitions of pieces in terms of this parameter.
    fn pieces(&mut self, parameter: char, pieces: &[NamedPart]) {
        self.letters[0] = parameter;
        for (index, NamedPart { arguments, body }) in pieces.iter().enumerate() {
            let names: Vec<_> = self.letters[1..=*arguments].iter().map(char::to_string).collect();
            self.depth = *arguments;
            let head = format!("DEF {}({})", piece_name(index), names.join(", "));
            self.block(&head, |writer| writer.parts(body));
            self.line("END");
        }
        self.depth = 0;
    }

    fn parts(&mut self, parts: &[TextNode]) {
        for part in parts {
            match part {
                Word(cycle, length) => self.word(cycle, length),
                Instance(piece, arguments) => {
                    let each = arguments.iter().map(|form| form.display(&self.letters).to_string());
                    let each: Vec<_> = each.collect();
                    self.token(&format!("{}({})", piece_name(*piece), each.join(", ")), false);
                }
                Loop(count, body) => {
                    self.depth += 1;
                    let start = first_index(body, self.depth);
                    let last = count.clone().plus(start - 1);
                    // Loops are not nested so deeply that there are no letters left.
                    let name = self.letters.get(self.depth).copied().unwrap_or('?');
                    let last = last.display(&self.letters).to_string();
                    let head = format!("FOR {name} FROM {start} UPTO {last} REP");
                    self.block(&head, |writer| match start {
                        0 => writer.parts(body),
                        _ => writer.parts(&shifted(body, writer.depth, start)),
                    });
                    self.depth -= 1;
                    self.line("PER");
                }
            }
        }
        self.end();
    }

    /// Writes a separate line.
    pub(super) fn line(&mut self, text: &str) {
        self.end();
        let _ = writeln!(self.text, "{:1$}{text}", "", 2 * self.indent);
    }

    fn end(&mut self) {
        if self.column > 0 {
            self.text.push('\n');
            self.column = 0;
        }
    }

    fn word(&mut self, cycle: &[Value], length: &Affine) {
        let mut word: String = cycle.iter().map(|&value| self.alphabet.letter(value)).collect();
        if cycle.len() > 1 {
            word = format!("<{word}>");
        }
        let from = word.len();
        let _ = write!(word, "{}", length.display(&self.letters));
        let length = &word[from..];
        let is_number = length.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number && length.len() > 1 {
            word.insert(from, '(');
            word.push(')');
        }
        // Lines begin with a lost position where they can.
        self.token(&word, cycle == [Value(0)]);
    }

    /// Writes a token that shares a line with others; if `begins`, a new line may begin with it.
    fn token(&mut self, word: &str, begins: bool) {
        let begins = begins && self.column > WIDTH / 2;
        if begins || self.column + 1 + word.len() > WIDTH {
            self.end();
        }
        if self.column == 0 {
            let _ = write!(self.text, "{:1$}", "", 2 * self.indent);
            self.column = 2 * self.indent;
        } else {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(word);
        self.column += word.len();
    }
}

/// The most words and loops of a body that may start with an index other than 0.
const LONG: usize = 2000;

/// The name of the piece with this number.
fn piece_name(index: usize) -> String {
    format!("p{}", index + 1)
}

/// The first index that makes the text of a body shortest.
fn first_index(body: &[TextNode], variable: usize) -> i64 {
    if size(body) > LONG {
        return 0;
    }
    let length = |start: &i64| constants(&shifted(body, variable, *start), variable);
    [0, 1, 2, 3, -1].into_iter().min_by_key(length).unwrap_or(0)
}

/// The length of the constants of the numbers that contain a variable.
fn constants(parts: &[TextNode], variable: usize) -> usize {
    let mut sum = 0;
    let mut add = |number: &Affine, _: usize| {
        let constant = number.constant_term();
        if !number.coefficient(variable).is_zero() && !constant.is_zero() {
            sum += constant.to_string().trim_start_matches('-').len() + 1;
        }
    };
    parts.iter().for_each(|part| part.numbers(0, &mut add));
    sum
}

/// The parts with an index that starts with `start` instead of 0.
fn shifted(parts: &[TextNode], variable: usize, start: i64) -> Vec<TextNode> {
    let start = Integer::from(-start);
    let mut change = |number: &Affine, _: usize| {
        let by = number.coefficient(variable) * &start;
        number.clone().plus(by)
    };
    parts.iter().map(|part| part.map(0, &mut change)).collect()
}
