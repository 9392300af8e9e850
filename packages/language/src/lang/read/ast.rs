//! The tree of a text: what was written, with names unresolved and comments in place.
//!
//! [`Item`]s are what the grammar finds, one after the other; [`Text`] is the tree made of
//! them.

use super::claims::Claim;
use crate::Integer;
use crate::diagnostic::Span;
use crate::model::{Comparison, Rule};

/// A piece of the text that the grammar knows.
#[derive(Clone, Debug)]
pub(in crate::lang) struct Item {
    /// What it is.
    pub kind: ItemKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of [`Item`].
#[derive(Clone, Debug)]
pub(in crate::lang) enum ItemKind {
    /// `# ...`, without the line feed.
    Comment,
    /// `CLAIM period 2n`
    Claim(Box<Claim>),
    /// `RULE misere`
    Rule(Rule),
    /// `n >= 2`
    Order(OrderCondition),
    /// `{ 2n 5n }`
    Moves(Vec<Moves>),
    /// `FOR i FROM 1 UPTO n REP`
    For(Counter),
    /// `REPEAT`, `REPEAT u=0 IN 0..n`
    Repeat(Option<State>),
    /// `FROM_INFINITY_DOWN REPEAT`
    Start,
    /// `PER`
    Per,
    /// `IF i >= n THEN`
    If(Condition),
    /// `ELIF i >= n THEN`
    Elif(Condition),
    /// `ELSE`
    Else,
    /// `FI`
    Fi,
    /// `LET k=2n`
    Let(Let),
    /// `NEXT v=u+r`
    Next(Let),
    /// `DEF comb(i, j)`
    Def(Head),
    /// `END`
    End,
    /// `comb(n-1, 2)`
    Instance(Instance),
    /// `A(2n)`; that the same text is a word as well where it stands again, is known.
    Word(Letters),
}

/// A variable, by the letter that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lang) struct Name {
    /// The letter.
    pub letter: char,
    /// Where it stands.
    pub span: Span,
}

/// A sum of terms, in the order of the text.
#[derive(Clone, Debug)]
pub(in crate::lang) struct Expression {
    /// At least one.
    pub terms: Vec<Term>,
    /// From the first sign or term to the last term.
    pub span: Span,
}

/// A move, or all moves from one to another one.
#[derive(Clone, Debug)]
pub(in crate::lang) struct Moves {
    /// The move, or the first of them.
    pub first: Expression,
    /// The last of them.
    pub last: Option<Expression>,
}

impl Moves {
    /// From the first letter to the last.
    pub(in crate::lang) fn span(&self) -> Span {
        self.last.as_ref().map_or(self.first.span, |last| self.first.span.to(last.span))
    }

    /// The expressions in it.
    pub(in crate::lang) fn ends(&self) -> impl Iterator<Item = &Expression> {
        std::iter::once(&self.first).chain(&self.last)
    }
}

impl From<Expression> for Moves {
    fn from(first: Expression) -> Self {
        Self { first, last: None }
    }
}

/// A number, a variable or a multiple of one.
#[derive(Clone, Debug)]
pub(in crate::lang) struct Term {
    /// The signed number; 1 or -1 when none was written.
    pub coefficient: Integer,
    /// The variable; a constant has none.
    pub variable: Option<Name>,
}

/// `n >= 2`
#[derive(Clone, Debug)]
pub(in crate::lang) struct OrderCondition {
    /// The left side.
    pub variable: Name,
    /// The relation.
    pub comparison: Comparison,
    /// The right side.
    pub right: Expression,
}

/// The head of a counted loop without its keywords.
#[derive(Clone, Debug)]
pub(in crate::lang) struct Counter {
    /// The control variable.
    pub variable: Name,
    /// The first value.
    pub from: Expression,
    /// The last value.
    pub upto: Expression,
}

/// The state of an endless loop, `u=0 IN 0..n`.
#[derive(Clone, Debug)]
pub(in crate::lang) struct State {
    /// Its name.
    pub variable: Name,
    /// That of the first pass.
    pub first: Expression,
    /// The least it may be.
    pub least: Expression,
    /// The greatest it may be.
    pub greatest: Expression,
}

/// The condition of an arm of a branch.
#[derive(Clone, Debug)]
pub(in crate::lang) struct Condition {
    /// The left side.
    pub left: Expression,
    /// How the sides are compared.
    pub comparison: Comparison,
    /// The right side.
    pub right: Expression,
}

/// `LET k=2n`
#[derive(Clone, Debug)]
pub(in crate::lang) struct Let {
    /// The name.
    pub variable: Name,
    /// What it stands for.
    pub value: Expression,
}

/// The name of a piece.
#[derive(Clone, Debug)]
pub(in crate::lang) struct PieceName {
    /// At least two lower-case letters, digits and `_`.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// The head of a definition, `DEF comb(i, j)`.
#[derive(Clone, Debug)]
pub(in crate::lang) struct Head {
    /// What is defined.
    pub name: PieceName,
    /// The names of the arguments.
    pub arguments: Vec<Name>,
}

/// A piece with numbers put in, `comb(n-1, 2)`.
#[derive(Clone, Debug)]
pub(in crate::lang) struct Instance {
    /// Of which piece.
    pub name: PieceName,
    /// The arguments.
    pub arguments: Vec<Expression>,
}

/// How a word repeats its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lang) enum Shape {
    /// `A`: one value.
    Single,
    /// `<AB>`: the length counts values.
    Cut,
    /// `(AB)`: the length counts repetitions of the whole cycle.
    Whole,
}

/// A word.
#[derive(Clone, Debug)]
pub(in crate::lang) struct Word {
    /// Which parentheses it has.
    pub shape: Shape,
    /// Its values; one without a number for [`Shape::Single`].
    pub cycle: Vec<Entry>,
    /// The length; 1 when none was written.
    pub length: Option<Expression>,
}

impl Word {
    /// The same word, this number of bytes farther on.
    #[must_use]
    pub(in crate::lang) fn shifted(mut self, offset: usize) -> Self {
        let move_on = |span: &mut Span| *span = span.shifted(offset);
        self.cycle.iter_mut().for_each(|entry| move_on(&mut entry.span));
        if let Some(length) = &mut self.length {
            move_on(&mut length.span);
            let names = length.terms.iter_mut().filter_map(|term| term.variable.as_mut());
            names.for_each(|name| move_on(&mut name.span));
        }
        self
    }
}

/// The first letter of each alphabet, with its place.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::lang) struct Letters {
    /// A Grundy value.
    pub nim: Option<(char, Span)>,
    /// An outcome.
    pub outcome: Option<(char, Span)>,
}

impl Letters {
    /// Those of a word.
    pub(in crate::lang) fn of(word: &Word) -> Self {
        let mut letters = Self::default();
        for entry in &word.cycle {
            let first = match entry.letter {
                '+' | '-' => &mut letters.outcome,
                _ => &mut letters.nim,
            };
            first.get_or_insert((entry.letter, entry.span));
        }
        letters
    }
}

/// A value in a cycle, repeated.
#[derive(Clone, Debug)]
pub(in crate::lang) struct Entry {
    /// How often; once when no number was written.
    pub times: Option<Integer>,
    /// The letter.
    pub letter: char,
    /// Number and letter.
    pub span: Span,
}

/// A whole text as a tree.
#[derive(Clone, Debug, Default)]
pub(in crate::lang) struct Text {
    /// Order conditions and comments before the move list.
    pub head: Vec<HeadNode>,
    /// The rule, and its line.
    pub rule: Option<(Rule, Span)>,
    /// The moves.
    pub moves: Option<MoveList>,
    /// Everything after the move list.
    pub body: Vec<Node>,
    /// The first letters of its words.
    pub letters: Letters,
    /// What is claimed about the cycle; in the layout the claims are comments.
    pub claims: Vec<Claim>,
}

/// The move list.
#[derive(Clone, Debug)]
pub(in crate::lang) struct MoveList {
    /// The moves, as listed.
    pub moves: Vec<Moves>,
    /// From brace to brace.
    pub span: Span,
}

/// What may stand before the move list.
#[derive(Clone, Debug)]
pub(in crate::lang) enum HeadNode {
    /// A comment.
    Comment(Span),
    /// The line with the rule.
    Rule(Span),
    /// An order condition and its place.
    Order(OrderCondition, Span),
}

/// A part of the body.
#[derive(Clone, Debug)]
pub(in crate::lang) enum Node {
    /// A comment.
    Comment(Span),
    /// A LET and its place.
    Let(Box<(Let, Span)>),
    /// A NEXT and its place.
    Next(Box<(Let, Span)>),
    /// Where words stand, with white characters and nothing else between them.  They are many, so
    /// they are told apart and read again when they are needed, see
    /// [`super::parse::places`] and [`super::parse::Words`].
    Words(Span),
    /// A loop.
    Loop(Box<Loop>),
    /// What stands before position 0: a loop without a counter.
    Start(Box<Loop>),
    /// A branch.
    Branch(Box<Branch>),
    /// A definition.
    Definition(Box<Definition>),
    /// An instance of a piece, and its place.
    Instance(Box<(Instance, Span)>),
}

impl Node {
    /// Where it begins to say something; a comment says nothing.
    pub(in crate::lang) fn place(&self, source: &str) -> Option<Span> {
        Some(match self {
            Self::Comment(_) => return None,
            Self::Let(definition) | Self::Next(definition) => definition.1,
            Self::Words(run) => super::parse::first_place(source, *run),
            Self::Loop(inner) | Self::Start(inner) => inner.head,
            Self::Branch(branch) => branch.arms.first().map_or(branch.close, |arm| arm.head),
            Self::Definition(definition) => definition.head,
            Self::Instance(instance) => instance.1,
        })
    }
}

/// A definition: a piece of a sequence with a name.
#[derive(Clone, Debug)]
pub(in crate::lang) struct Definition {
    /// Name and arguments.
    pub signature: Head,
    /// What it stands for.
    pub body: Vec<Node>,
    /// The head, from DEF to the closing parenthesis.
    pub head: Span,
    /// The END.
    pub close: Span,
}

/// A loop.
#[derive(Clone, Debug)]
pub(in crate::lang) struct Loop {
    /// The head; the endless loop has none.
    pub counter: Option<Counter>,
    /// The state that the passes of an endless loop carry.
    pub state: Option<State>,
    /// The body.
    pub body: Vec<Node>,
    /// The head with its REP.
    pub head: Span,
    /// The PER.
    pub close: Span,
}

/// A branch.
#[derive(Clone, Debug)]
pub(in crate::lang) struct Branch {
    /// The arms, the first of them with IF.
    pub arms: Vec<Arm>,
    /// The FI.
    pub close: Span,
}

/// An arm of a branch.
#[derive(Clone, Debug)]
pub(in crate::lang) struct Arm {
    /// The condition; ELSE has none.
    pub condition: Option<Condition>,
    /// What it stands for.
    pub body: Vec<Node>,
    /// The head, such as `IF i >= n THEN` or `ELSE`.
    pub head: Span,
}
