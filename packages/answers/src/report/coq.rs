//! Proofs for Coq: the closed leaves as lemmas, or the whole proof as a theorem about the game.
//!
//! [`File`] states for each leaf that no integers satisfy its constraints; `lia` (linear arithmetic over the integers)
//! proves it, without the argument of the certificate.  This needs nothing but Coq.
//!
//! [`theorem`] writes a description and the lines of its certificate as terms, for the checker in
//! `proofs/`, whose soundness is proved there.  The theorem of the file says that the described
//! sequence is the sequence of the game, for all parameters.  After it come the least periods and preperiods in the
//! certificate, one theorem for each of its cases.

mod leaf;
mod least;

use crate::Integer;
use crate::affine::{Affine, Constraint, Relation};
use crate::certificate::{Certificate, Closed};
use crate::lang::digest;
use crate::minimality;
use crate::model::{
    Alphabet, Arm, Comparison, Description, Move, Rule, StateLoop, Tally, Test, Unit, Word,
};
use crate::proof::ProofStep;
use crate::refutation::{Combination, Ending, Fact, Refutation};
use crate::simplify::shorter;
use leaf::{LEAVES, claim, form, numbered, used};
use std::fmt::Write as _;

/// A text of lemmas, numbered from 1.
pub struct File {
    leaves: usize,
    text: String,
}

impl File {
    /// Begins with the comments that say what is claimed.
    pub fn new(description: &Description, source: &str) -> Self {
        let mut text = comment(&claim(description, source, LEAVES), source);
        text += "\nFrom Coq Require Import ZArith Lia.\nOpen Scope Z_scope.\n";
        Self { leaves: 0, text }
    }

    /// Adds the lemma of a leaf.
    pub fn leaf(&mut self, closed: &Closed<'_>) {
        self.leaves += 1;
        let text = &mut self.text;
        let _ = writeln!(text, "\n(* line {} of the certificate *)", closed.line);
        let _ = write!(text, "Lemma leaf_{}", self.leaves);
        if closed.dimension > 0 {
            let variables: Vec<_> = (0..closed.dimension).map(numbered).collect();
            let _ = write!(text, " ({} : Z)", variables.join(" "));
        }
        for (number, row) in used(closed) {
            let _ = write!(text, "\n    (r{number} : {})", statement(row, numbered));
        }
        if let Some(question) = closed.question {
            let _ = write!(text, "\n    (q : {})", statement(question, numbered));
        }
        *text += " :\n    False.\nProof. lia. Qed.\n";
    }

    /// The whole text.
    pub fn finish(self) -> String {
        self.text
    }
}

/// A comment that no text can end; Coq reads nested comments and strings in it.
fn comment(claim: &str, source: &str) -> String {
    let mut text = format!("(*\n{claim}");
    for line in source.lines() {
        let line = line.replace("*)", "* )").replace("(*", "( *").replace('"', "''");
        let _ = writeln!(text, "    {line}");
    }
    text + "*)\n"
}

/// `2 * x0 - x1 - 4 >= 0`
fn statement(constraint: &Constraint, name: impl Fn(usize) -> String) -> String {
    let relation = match constraint.relation {
        Relation::AtLeastZero => ">=",
        Relation::Zero => "=",
    };
    format!("{} {relation} 0", form(&constraint.form, name))
}

/// The most answers in one list: Coq is slow to read longer ones.
const MOST_ANSWERS: usize = 500;

/// The theorem that this accepted certificate proves.
///
/// # Errors
/// Why there is none: the proved checker does not know such certificates, or this is not the text of
/// one.
pub fn theorem(
    description: &Description,
    source: &str,
    certificate: &str,
) -> Result<String, &'static str> {
    if description.is_piece() {
        return Err("a piece of a sequence is not a game");
    }
    let mut lines = certificate.lines().skip(2);
    let simplified = lines.next().is_some_and(|values| values.ends_with(" simplified"));
    if simplified && shorter(description).is_some() {
        return Err("it is about a description with different loops");
    }
    let (mut answers, mut of_periods) = (Vec::new(), Vec::new());
    loop {
        let line = lines.next().ok_or("it was cut off")?;
        if line.starts_with("end ") {
            if lines.next().is_some() {
                return Err("something follows its last line");
            }
            break;
        }
        let term = match line.starts_with("seal ") {
            true => "Seal".to_owned(),
            false => answer(&line.parse().map_err(|_| "it contains a line with no meaning")?),
        };
        let after = line.starts_with("theorem ") || !of_periods.is_empty();
        (if after { &mut of_periods } else { &mut answers }).push(term);
    }
    // There, the statements about periods are about other loops.
    if shorter(description).is_some() {
        of_periods.clear();
    }
    let about = "The theorem `described_is_right` says so.  It is proved by the checker in the\n\
                 folder `proofs`, which is itself proved: coqc -Q proofs Grundy FILE.";
    let mut text = comment(&claim(description, source, about), source);
    text += "\nFrom Coq Require Import List ZArith Lia.\n";
    text += "From Grundy Require Import Game Affine Refutation Language Walk Soundness Endless.\n";
    if !of_periods.is_empty() {
        text += "From Grundy Require Import Steps Period Degree Minimality.\n";
    }
    text += "Import ListNotations.\n\n";
    let _ = write!(text, "Definition D : description := {}.\n\n", described(description));
    let parts = lists(&mut text, "answers", &answers);
    let _ = write!(text, "Lemma accepted : accepts {simplified} D (concat [");
    text += &parts.join("; ");
    text += "]) = true.\nProof. vm_compute. reflexivity. Qed.\n\n";
    let parts = lists(&mut text, "periods", &of_periods);
    text += &conclusion(description);
    if !parts.is_empty() {
        text +=
            &least::conclusions(description, &theorems(description, source, certificate), &parts);
    }
    Ok(text)
}

/// What the certificate says about periods, if it is accepted.
fn theorems(
    description: &Description,
    source: &str,
    certificate: &str,
) -> Vec<minimality::Theorem> {
    let checked = Certificate::open(certificate.as_bytes())
        .and_then(|opened| minimality::check(opened, description, &digest(source), None));
    checked.map(|(_, theorems)| theorems).unwrap_or_default()
}

/// Writes definitions of lists of answers, and returns their names.
fn lists(text: &mut String, name: &str, answers: &[String]) -> Vec<String> {
    let mut names = Vec::new();
    for (number, part) in answers.chunks(MOST_ANSWERS).enumerate() {
        names.push(format!("{name}_{number}"));
        let _ = write!(
            text,
            "Definition {name}_{number} : list answer := [\n  {}].\n\n",
            part.join(";\n  ")
        );
    }
    names
}

/// The statement that is proved, as a mathematician reads it.
fn conclusion(description: &Description) -> String {
    let names = description.parameter_names();
    let name = |variable: usize| names[variable].to_owned();
    let mut text = String::from("Open Scope Z_scope.\n\nTheorem described_is_right");
    if !names.is_empty() {
        let _ = write!(text, " ({} : Z)", names.join(" "));
    }
    for (number, condition) in description.constraints().iter().enumerate() {
        let _ = write!(text, "\n    (c{number} : {})", statement(condition, name));
    }
    let values = Values::of(description, description.rule);
    let moves = moves(description, name);
    let _ = writeln!(
        text,
        " :\n  forall position : nat,\n  described D {} position =\n  {} {} position.\n\
         Proof. {}conclude D accepted. Qed.",
        list(names.iter().map(|name| (*name).to_owned())),
        values.function,
        moves,
        values.intros(),
    );
    text
}

/// All moves, as a list of natural numbers.
fn moves(description: &Description, name: impl Fn(usize) -> String + Copy) -> String {
    let moves = &description.moves;
    if !description.has_ranges() {
        return list(moves.iter().map(|size| format!("Z.to_nat ({})", form(&size.size, name))));
    }
    let parts = moves.iter().map(|range| match &range.last {
        None => format!("[{}]", form(&range.size, name)),
        Some(last) => format!("range ({}) ({})", form(&range.size, name), form(last, name)),
    });
    let parts: Vec<_> = parts.chain(["[]".to_owned()]).collect();
    format!("(map Z.to_nat ({}))", parts.join(" ++ "))
}

/// The values of the games with a rule, in the words of `proofs/Game.v`.
struct Values {
    /// The name of theorems about them.
    name: &'static str,
    /// These values, as a function of the moves.
    function: String,
}

impl Values {
    /// The values of the game with this rule, and with the start of the description.
    fn of(description: &Description, rule: Rule) -> Self {
        let name = match rule {
            Rule::Mex => "grundy",
            Rule::Normal => "outcome",
            Rule::Misere => "misere",
            Rule::Lost(_) | Rule::Won(_) => "values",
        };
        let names = description.parameter_names().into_iter().map(str::to_owned);
        let function = match &description.start {
            Some(_) => format!("value {} (past_at D {})", self::rule(rule), list(names)),
            None if rule.counts() => format!("value {} None", self::rule(rule)),
            None => name.to_owned(),
        };
        Self { name, function }
    }

    /// The beginning of a proof about them.
    fn intros(&self) -> String {
        match self.function == self.name {
            true => format!("intros. unfold {}. ", self.name),
            false => "intros. ".to_owned(),
        }
    }
}

/// A rule as a term of `proofs/Game.v`.
fn rule(rule: Rule) -> String {
    match rule {
        Rule::Mex => "Mex".to_owned(),
        Rule::Normal => "Normal".to_owned(),
        Rule::Misere => "Misere".to_owned(),
        Rule::Lost(tally) => format!("(Lost {})", self::tally(tally)),
        Rule::Won(tally) => format!("(Won {})", self::tally(tally)),
    }
}

fn tally(tally: Tally) -> String {
    match tally {
        Tally::Odd => "Odd".to_owned(),
        Tally::Even => "Even".to_owned(),
        Tally::Is(compared, bound) => format!("(Is {} {bound})", comparison(compared)),
        Tally::Never => "Never".to_owned(),
    }
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join("; "))
}

/// A description as a term of `proofs/Language.v`.
fn described(description: &Description) -> String {
    let Description { rule, parameters, moves, start, blocks, preperiod, period, .. } = description;
    // There, passes with a state begin right after an empty block, and nothing follows them.
    let (blocks, preperiod, ending) = match (description.state_loop(), &period[..]) {
        (Some(head), [opener, .., _]) => {
            let before = [preperiod, std::slice::from_ref(opener)].concat();
            (&blocks[..blocks.len() - 1], units(&before), carrying(head))
        }
        _ => (&blocks[..], units(preperiod), format!("(Endless {})", units(period))),
    };
    // The start is the block after all others.
    let number = start.as_ref().map_or("None".to_owned(), |_| format!("(Some {})", blocks.len()));
    let blocks: Vec<_> =
        blocks.iter().chain(start).map(|block| list(block.words.iter().map(word))).collect();
    format!(
        "Description {} {}\n  {}\n  {} {number}\n  [{}]\n  {preperiod}\n  {ending}",
        self::rule(*rule),
        parameters.len(),
        list(description.constraints().iter().map(constraint)),
        list(moves.iter().map(entry)),
        blocks.join(";\n   "),
    )
}

fn entry(entry: &Move) -> String {
    match &entry.last {
        None => format!("Move {}", affine(&entry.size)),
        Some(last) => format!("Moves {} {}", affine(&entry.size), affine(last)),
    }
}

fn word(word: &Word) -> String {
    let (first, others) = word.cycle.split_first().map_or((0, &[][..]), |(it, rest)| (it.0, rest));
    let others = list(others.iter().map(|value| value.0.to_string()));
    format!("Word {first} {others} {}", affine(&word.length))
}

/// Blocks, loops and branches, starting with the last one: each precedes a term for what follows.
fn units(units: &[Unit]) -> String {
    let mut text = String::new();
    let mut before_block = false;
    for unit in units.iter().rev() {
        text = match unit {
            Unit::Block(id) if text.is_empty() => format!("(Block {})", id.index()),
            Unit::Block(id) if before_block => format!("(Next {} {text})", id.index()),
            Unit::Block(id) => format!("(More {} {text})", id.index()),
            Unit::Loop(head) => {
                let body = self::units(&head.body);
                format!("(Loop {} {} {body}) {text}", affine(&head.from), affine(&head.upto))
            }
            Unit::Branch(branch) => format!("(Branch {}) {text}", arms(branch.arms.iter())),
            // It is no part of a list of units there, see `described`.
            Unit::StateLoop(_) => text,
        };
        before_block = matches!(unit, Unit::Block(_));
    }
    text
}

fn arms<'a>(arms: impl DoubleEndedIterator<Item = &'a Arm>) -> String {
    arms.rev().fold("NoArm".to_owned(), |rest, arm| {
        let body = units(&arm.body);
        match &arm.condition {
            Some(condition) => format!("(Arm {} {body} {rest})", test(condition)),
            None => format!("(Else {body})"),
        }
    })
}

/// The passes of an endless loop with a state.
fn carrying(head: &StateLoop) -> String {
    format!(
        "(Carrying (StateLoop {} {} {}\n  {}\n  {}))",
        affine(&head.first),
        affine(&head.least),
        affine(&head.greatest),
        arms(head.ways.iter().map(|way| &way.arm)),
        list(head.ways.iter().map(|way| affine(&way.next))),
    )
}

fn test(test: &Test) -> String {
    format!("(Test {} {})", affine(&test.difference), comparison(test.comparison))
}

fn comparison(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::AtLeast => "AtLeast",
        Comparison::AtMost => "AtMost",
        Comparison::Equal => "Equal",
        Comparison::NotEqual => "NotEqual",
    }
}

/// A number where integers are expected.
fn integer(number: &Integer) -> String {
    match number.is_negative() {
        true => format!("({number})"),
        false => number.to_string(),
    }
}

fn affine(form: &Affine) -> String {
    let coefficients = list(form.coefficients().iter().map(integer));
    format!("(Form {} {coefficients}%Z)", integer(form.constant_term()))
}

fn constraint(constraint: &Constraint) -> String {
    let relation = match constraint.relation {
        Relation::AtLeastZero => "AtLeastZero",
        Relation::Zero => "Zero",
    };
    format!("{relation} {}", affine(&constraint.form))
}

/// A step as a term of `proofs/Walk.v`.
fn answer(step: &ProofStep) -> String {
    let numbers = |numbers: &[usize]| list(numbers.iter().map(usize::to_string));
    match step {
        ProofStep::Inhabited => "Inhabited".to_owned(),
        ProofStep::Empty(reason) => format!("Empty {}", refutation(reason)),
        ProofStep::Fact(reason) => format!("Fact {}", refutation(reason)),
        ProofStep::Known(fact) => format!("Known {fact}"),
        ProofStep::Kept(others) => format!("Kept {}", numbers(others)),
        ProofStep::Cut(form) => format!("CutAt {}", affine(form)),
        ProofStep::Residues(modulus, form) => format!("Residues {modulus} {}", affine(form)),
        ProofStep::Covered(places) => format!("Covered {}", numbers(places)),
        ProofStep::Back => "Back".to_owned(),
        ProofStep::Words => "WordsFollow".to_owned(),
        ProofStep::Landing(words) => format!("Landing {}", numbers(words)),
        ProofStep::Event(mover) => format!("Event {mover}"),
        ProofStep::End => "WordEnds".to_owned(),
        ProofStep::Phases => "Phases".to_owned(),
        ProofStep::NoPosition => "NoPosition".to_owned(),
        ProofStep::Phase { terms, denominator } => {
            let terms = terms.iter().map(|(row, factor)| format!("({row}, {}%Z)", integer(factor)));
            format!("Phase {} {}", list(terms), integer(denominator))
        }
        ProofStep::Classes(modulus) => format!("Classes {modulus}"),
        ProofStep::Theorem(Alphabet::Nim) => "TheoremOf Nim".to_owned(),
        ProofStep::Theorem(Alphabet::Outcome) => "TheoremOf Outcome".to_owned(),
        ProofStep::OfTheorem(step) => format!("OfTheorem ({})", least::line(step)),
    }
}

fn refutation(refutation: &Refutation) -> String {
    let lines = list(refutation.lines.iter().map(combination));
    match &refutation.ending {
        Ending::Contradiction(last) => {
            format!("(Contradiction {lines} ({}))", combination(last))
        }
        Ending::Split { form, above, below } => format!(
            "(Refutation.Split {lines} {} {} {})",
            affine(form),
            self::refutation(above),
            self::refutation(below)
        ),
    }
}

fn combination(sum: &Combination) -> String {
    let terms = sum.terms.iter().map(|(fact, factor)| {
        let fact = match fact {
            Fact::Row(row) => format!("Row {row}"),
            Fact::Question => "Question".to_owned(),
            Fact::Line(line) => format!("Line {line}"),
        };
        format!("({fact}, {}%Z)", integer(factor))
    });
    format!("Combination {} {}", list(terms), integer(&sum.divisor))
}
