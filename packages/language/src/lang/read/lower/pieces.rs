//! Pieces: parts of a sequence that have a name and arguments.
//!
//! ```text
//! DEF comb(i, j)
//!   FOR k FROM 1 UPTO i REP
//!     _(n-j) A(k+j)
//!   PER
//! END
//! REPEAT
//!   comb(n, 2) B comb(n-1, 3)
//! ENDREP
//! ```
//!
//! An *instance*, such as `comb(n-1, 3)`, stands for the body of the piece with the values of its
//! arguments put in, and for nothing else: in the model there are no pieces.  The body sees the
//! parameters of the description and its own arguments only, so it means the same wherever an
//! instance stands.  A piece is defined before it is used, so it never holds itself.
//!
//! A short text can stand for a long one: each of many pieces may hold the one before it twice.  So
//! what an instance would put in is measured before, and limited; its nesting, too.
//!
//! As far as messages are concerned, the words of an instance stand where the instance stands.
//! [`super::inside`] finds the word of the piece that one of them comes from.

use super::super::ast::{Definition, Instance, Node};
use super::super::limits;
use super::super::parse;
use super::super::scope::NameKind;
use super::{Call, Lowering};
use crate::affine::Affine;
use crate::diagnostic::{Code, Diagnostic, Span, counted};
use crate::model::Unit;
use rustc_hash::FxHashMap;

/// The pieces that are known so far, by name.
#[derive(Default)]
pub(super) struct Pieces<'a> {
    known: FxHashMap<&'a str, Piece<'a>>,
    /// The one that is being defined.
    open: Option<&'a str>,
    /// How much instances have put in.
    put_in: usize,
}

#[derive(Clone, Copy)]
struct Piece<'a> {
    definition: &'a Definition,
    extent: Extent,
    /// Is there no error in it?
    is_right: bool,
    is_used: bool,
}

/// How much something stands for, with all instances in it put in.
#[derive(Clone, Copy, Debug, Default)]
struct Extent {
    /// The number of words, loops, arms and instances.
    size: usize,
    /// How deep loops, branches and instances are nested.
    depth: usize,
}

impl Extent {
    fn add(&mut self, other: Self) {
        self.size = self.size.saturating_add(other.size);
        self.depth = self.depth.max(other.depth);
    }

    /// That of a body, with what it is the body of.
    fn enclosed(self) -> Self {
        Self { size: self.size.saturating_add(1), depth: self.depth + 1 }
    }
}

impl<'a> Lowering<'a> {
    /// Makes a piece known.  Its body is lowered once, for the sake of the errors in it.
    pub(super) fn define(&mut self, definition: &'a Definition) {
        let name = definition.signature.name.text.as_str();
        if let Some(first) = self.pieces.known.get(name) {
            self.diagnostics.push(
                Diagnostic::new(
                    Code::PieceDefinedTwice,
                    format!("the piece `{name}` is already defined"),
                )
                .label(definition.signature.name.span, "defined again")
                .label(first.definition.signature.name.span, "the first definition")
                .help("choose another name"),
            );
        }
        let place = definition.signature.name.span;
        self.scope.mention_piece(place, place);
        let errors = self.diagnostics.error_count();
        let outer = self.scope.only_parameters();
        let (words, blocks) = (std::mem::take(&mut self.words), self.blocks.len());
        let (values, counters) = (self.values, self.counters);
        let is_checking = std::mem::replace(&mut self.is_checking, true);
        self.counters = definition.signature.arguments.len();
        for (index, argument) in definition.signature.arguments.iter().enumerate() {
            self.scope.check_free(*argument, NameKind::Argument, self.diagnostics);
            let value = Affine::variable(self.scope.parameters() + index);
            self.scope.declare(*argument, NameKind::Argument, value);
        }
        let around = self.pieces.open.replace(name);
        self.units(&definition.body, definition.head);
        self.pieces.open = around;
        self.scope.restore(outer, self.diagnostics);
        self.is_checking = is_checking;
        (self.values, self.counters) = (values, counters);
        self.blocks.truncate(blocks);
        self.words = words;
        let is_right = self.diagnostics.error_count() == errors;
        let extent = self.extent(&definition.body);
        let piece = Piece { definition, extent, is_right, is_used: false };
        self.pieces.known.entry(name).or_insert(piece);
    }

    /// Puts in what an instance stands for.
    pub(super) fn instance(
        &mut self,
        instance: &'a Instance,
        span: Span,
        units: &mut Vec<Unit>,
        opener: &mut Span,
    ) {
        let forms = instance.arguments.iter().map(|it| self.scope.resolve(it, self.diagnostics));
        let given: Vec<_> = forms.collect();
        let name = instance.name.text.as_str();
        let Some(piece) = self.pieces.known.get_mut(name) else {
            self.report_unknown(name, instance.name.span);
            return;
        };
        piece.is_used = true;
        let piece = *piece;
        self.scope.mention_piece(instance.name.span, piece.definition.signature.name.span);
        let arguments = &piece.definition.signature.arguments;
        if given.len() != arguments.len() {
            self.report_count(&piece, span, given.len());
            return;
        }
        let Some(given) = given.into_iter().collect::<Option<Vec<_>>>() else { return };
        if self.is_checking || !piece.is_right || !self.has_room(&piece, span) {
            return;
        }
        let outer = self.scope.only_parameters_met_before();
        let mut call = Call { name: name.to_owned(), span, arguments: Vec::new() };
        for (argument, value) in arguments.iter().zip(given) {
            call.arguments.push((argument.letter, value.clone()));
            self.scope.declare(*argument, NameKind::Argument, value);
        }
        // What there is to say about the piece was said at its definition, but for its limits.
        let ((), found) = self.apart(|inside| {
            inside.calls.push(call);
            inside.nesting += 1;
            inside.add_units(&piece.definition.body, units, opener);
            inside.nesting -= 1;
            inside.calls.pop();
            inside.scope.restore(outer, inside.diagnostics);
        });
        let errors = found.errors.into_iter().map(|error| error.label(span, "used here"));
        errors.for_each(|error| match error.code {
            // One letter is as wrong in all pieces.
            Code::ImpossibleValue => self.diagnostics.push_once(error),
            _ => self.diagnostics.push(error),
        });
    }

    /// Counts what an instance puts in; tells when that is too much.
    fn has_room(&mut self, piece: &Piece<'_>, span: Span) -> bool {
        if !self.calls.is_empty() {
            // Counted with the instance around it.
            return true;
        }
        let Extent { size, depth } = piece.extent.enclosed();
        if self.nesting + depth > limits::NESTING {
            self.diagnostics.push(
                Diagnostic::new(Code::TooDeep, "loops, branches and pieces are nested too deep")
                    .label(span, format!("level {}", self.nesting + depth))
                    .label(
                        piece.definition.signature.name.span,
                        "counting the contents of this piece",
                    )
                    .note(format!("limit: nesting of loops and branches, {}", limits::NESTING)),
            );
            return false;
        }
        let before = self.pieces.put_in;
        self.pieces.put_in = before.saturating_add(size);
        if self.pieces.put_in <= limits::PUT_IN {
            return true;
        }
        // Once is enough.
        if before <= limits::PUT_IN {
            let this = format!("this instance expands to {size} words and loops");
            self.report_too_large("the pieces expand to too many words", span, this);
        }
        false
    }

    pub(super) fn report_too_large(&mut self, what: &str, place: Span, this: String) {
        let limit = format!("limit: words and loops from pieces, {}", limits::PUT_IN);
        let error = Diagnostic::new(Code::PiecesTooLarge, what).label(place, this);
        self.diagnostics.push(error.note(limit));
    }

    /// Warns of pieces without an instance.
    pub(super) fn warn_of_unused_pieces(&mut self) {
        for (name, piece) in self.pieces.known.iter().filter(|(_, piece)| !piece.is_used) {
            self.diagnostics.push(
                Diagnostic::new(Code::UnusedPiece, format!("the piece `{name}` is never used"))
                    .label(piece.definition.signature.name.span, "defined here")
                    .help("remove this definition"),
            );
        }
    }

    fn report_unknown(&mut self, name: &str, place: Span) {
        let message = format!("there is no piece `{name}` here");
        let why = match self.pieces.open == Some(name) {
            true => "a piece cannot contain itself",
            false => "not defined before this place",
        };
        let error = Diagnostic::new(Code::UnknownPiece, message)
            .label(place, why)
            .note("define a piece with `DEF name(i, j) ... END`, before its first instance");
        self.diagnostics.push(error);
    }

    fn report_count(&mut self, piece: &Piece<'_>, span: Span, given: usize) {
        let signature = &piece.definition.signature;
        let name = &signature.name.text;
        let takes = counted(signature.arguments.len(), "argument");
        let error =
            Diagnostic::new(Code::ArgumentCount, format!("`{name}` takes {takes}, not {given}"));
        let error = error.label(span, counted(given, "argument"));
        self.diagnostics.push(error.label(signature.name.span, takes));
    }

    /// The number of words, loops, arms and instances that nodes stand for, with all instances put in.
    pub(super) fn size(&self, nodes: &[Node]) -> usize {
        self.extent(nodes).size
    }

    fn extent(&self, nodes: &[Node]) -> Extent {
        let mut all = Extent::default();
        for node in nodes {
            match node {
                Node::Comment(_) | Node::Definition(_) => {}
                Node::Let(_) | Node::Next(_) => all.add(Extent { size: 1, depth: 0 }),
                Node::Words(run) => {
                    let size = parse::places(self.source, *run).count();
                    all.add(Extent { size, depth: 0 });
                }
                Node::Loop(inner) | Node::Start(inner) => {
                    all.add(self.extent(&inner.body).enclosed())
                }
                Node::Branch(branch) => {
                    branch.arms.iter().for_each(|arm| all.add(self.extent(&arm.body).enclosed()));
                }
                Node::Instance(instance) => {
                    let name = instance.0.name.text.as_str();
                    let piece = self.pieces.known.get(name).map(|piece| piece.extent);
                    all.add(piece.unwrap_or_default().enclosed());
                }
            }
        }
        all
    }
}
