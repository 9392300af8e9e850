//! Which names are visible where, and what they stand for.

use super::Findings;
use super::ast::{Expression, Name};
use crate::affine::Affine;
use crate::diagnostic::{Code, Diagnostic, Span};

/// What a name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameKind {
    /// A free variable of the description.
    Parameter,
    /// The control variable of a loop.
    Counter,
    /// The state of an endless loop, or that of its next pass.
    State,
    /// An abbreviation.
    Let,
    /// An argument of a piece.
    Argument,
    /// A piece, which has a name of several letters.
    Piece,
}

/// A place where a name stands, and where it was given its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The name.
    pub place: Span,
    /// The same name where it is declared: on the left side of its first order condition, or in the
    /// head of its loop, its LET or its DEF.
    pub declaration: Span,
    /// What it is.
    pub kind: NameKind,
}

impl NameKind {
    fn noun(self) -> &'static str {
        match self {
            Self::Parameter => "a parameter",
            Self::Counter => "the control variable of a loop",
            Self::State => "the state of a loop",
            Self::Let => "the name of a LET",
            Self::Argument => "an argument of a piece",
            Self::Piece => "a piece",
        }
    }
}

struct Binding {
    name: Name,
    kind: NameKind,
    /// What it stands for, over parameters and control variables.
    value: Affine,
    used: bool,
}

/// The names around an instance, which the body of its piece does not see.
pub(super) struct Outer {
    bindings: Vec<Binding>,
    bodies: Vec<usize>,
    mentions: Option<Vec<Mention>>,
}

/// The visible names; inner ones hide outer ones.
#[derive(Default)]
pub(in crate::lang) struct Scope {
    bindings: Vec<Binding>,
    /// Where each open body begins in `bindings`.
    bodies: Vec<usize>,
    parameters: usize,
    /// Names that were visible in a body that has ended, with the place of their definition.
    ended: Vec<Name>,
    /// Names reported as unknown.
    reported: Vec<char>,
    /// The parameter of the order condition that is being read.
    bounded: Option<char>,
    /// The names that were met, if anybody wants to know.
    mentions: Option<Vec<Mention>>,
}

impl Scope {
    /// One that keeps the [`Mention`]s, of which a long text has many.
    pub(in crate::lang) fn keeping_mentions() -> Self {
        Self { mentions: Some(Vec::new()), ..Self::default() }
    }

    /// The names that were met and are known, as they were met.
    pub(in crate::lang) fn mentions(self) -> Vec<Mention> {
        self.mentions.unwrap_or_default()
    }

    /// The name of a piece stands here.
    pub(super) fn mention_piece(&mut self, place: Span, declaration: Span) {
        if let Some(mentions) = &mut self.mentions {
            mentions.push(Mention { place, declaration, kind: NameKind::Piece });
        }
    }

    /// A name that is known stands here.
    pub(super) fn mention(&mut self, name: Name) {
        let Some(mentions) = &mut self.mentions else { return };
        let known = self.bindings.iter().rev().find(|known| known.name.letter == name.letter);
        mentions.extend(known.map(|known| Mention {
            place: name.span,
            declaration: known.name.span,
            kind: known.kind,
        }));
    }

    /// How many parameters there are.
    pub(super) fn parameters(&self) -> usize {
        self.parameters
    }

    /// Begins a loop body or an arm of a branch.
    pub(super) fn enter(&mut self) {
        self.bodies.push(self.bindings.len());
    }

    /// The number of the first binding of the innermost body; that of the text is 0.
    fn body_start(&self) -> usize {
        self.bodies.last().map_or(0, |start| *start)
    }

    /// Ends the innermost body; its names are forgotten.
    pub(super) fn leave(&mut self, diagnostics: &mut Findings) {
        let start = self.body_start();
        self.bodies.pop();
        for binding in self.bindings.drain(start..) {
            warn_if_unused(&binding, diagnostics);
            self.ended.retain(|name| name.letter != binding.name.letter);
            self.ended.push(binding.name);
        }
    }

    /// Begins the body of a piece, which sees the parameters only; gives what it does not see.
    pub(super) fn only_parameters(&mut self) -> Outer {
        let bodies = std::mem::replace(&mut self.bodies, vec![self.parameters]);
        Outer { bindings: self.bindings.split_off(self.parameters), bodies, mentions: None }
    }

    /// The same for an instance: the names in the piece were met at its definition.
    pub(super) fn only_parameters_met_before(&mut self) -> Outer {
        let mentions = self.mentions.take();
        Outer { mentions, ..self.only_parameters() }
    }

    /// Ends the body of a piece.
    pub(super) fn restore(&mut self, outer: Outer, diagnostics: &mut Findings) {
        self.leave(diagnostics);
        self.bindings.extend(outer.bindings);
        self.bodies = outer.bodies;
        self.mentions = outer.mentions.or(self.mentions.take());
    }

    /// Ends the text.
    pub(super) fn finish(&mut self, diagnostics: &mut Findings) {
        for binding in self.bindings.drain(..) {
            warn_if_unused(&binding, diagnostics);
        }
    }

    /// Makes a name visible to the end of the innermost body.
    pub(in crate::lang) fn declare(&mut self, name: Name, kind: NameKind, value: Affine) {
        if kind == NameKind::Parameter {
            self.parameters += 1;
        }
        let binding = Binding { name, kind, value, used: false };
        let start = self.body_start();
        let mut visible = self.bindings[start..].iter_mut().rev();
        let same = visible.find(|known| known.name.letter == name.letter);
        match same {
            // A LET that replaces another one takes its place, so that the list stays short
            // however many there are.
            Some(known) if known.kind == NameKind::Let && kind == NameKind::Let => *known = binding,
            _ => self.bindings.push(binding),
        }
        self.mention(name);
    }

    /// Is the name that of a parameter here?
    pub(super) fn is_parameter(&mut self, letter: char) -> bool {
        self.find(letter).is_some_and(|it| it.kind == NameKind::Parameter)
    }

    /// Does the name stand for this form here?
    pub(super) fn stands_for(&mut self, letter: char, form: &Affine) -> bool {
        self.find(letter).is_some_and(|it| it.value == *form)
    }

    /// Counts a name as used.
    pub(super) fn mark_used(&mut self, letter: char) {
        if let Some(binding) = self.find(letter) {
            binding.used = true;
        }
    }

    /// Was the name used so far?
    pub(super) fn is_used(&self, letter: char) -> bool {
        self.bindings.iter().rev().find(|it| it.name.letter == letter).is_some_and(|it| it.used)
    }

    fn find(&mut self, letter: char) -> Option<&mut Binding> {
        self.bindings.iter_mut().rev().find(|binding| binding.name.letter == letter)
    }

    /// Reports when the name cannot be declared as this kind here.
    pub(super) fn check_free(&mut self, name: Name, kind: NameKind, diagnostics: &mut Findings) {
        let start = self.body_start();
        let Some(index) =
            self.bindings.iter().rposition(|binding| binding.name.letter == name.letter)
        else {
            return;
        };
        let known = &self.bindings[index];
        if kind == NameKind::Let && known.kind == NameKind::Let {
            if index >= start {
                warn_if_unused(known, diagnostics);
            }
            return;
        }
        diagnostics.push(
            Diagnostic::new(Code::NameInUse, format!("`{}` is already in use", name.letter))
                .label(name.span, format!("cannot also be {}", kind.noun()))
                .label(known.name.span, format!("{} since here", known.kind.noun()))
                .help("choose another letter"),
        );
    }

    /// The form that an expression stands for; unknown names are reported.
    pub(in crate::lang) fn resolve(
        &mut self,
        expression: &Expression,
        diagnostics: &mut Findings,
    ) -> Option<Affine> {
        for name in expression.terms.iter().filter_map(|term| term.variable) {
            self.mark_used(name.letter);
        }
        let mut form = Affine::zero();
        let mut known = true;
        for term in &expression.terms {
            let Some(name) = term.variable else {
                form.add_multiple(&term.coefficient, &Affine::constant(1));
                continue;
            };
            match self.find(name.letter) {
                Some(binding) => {
                    form.add_multiple(&term.coefficient, &binding.value);
                    self.mention(name);
                }
                None => {
                    known = false;
                    self.report_unknown(name, diagnostics);
                }
            }
        }
        known.then_some(form)
    }

    /// The same for what gives a name its meaning: what that is, and what to do if it contains the name itself.
    pub(super) fn resolve_for(
        &mut self,
        name: Name,
        expression: &Expression,
        [what, help]: [&str; 2],
        diagnostics: &mut Findings,
    ) -> Option<Affine> {
        let mut names = expression.terms.iter().filter_map(|term| term.variable);
        let Some(place) = names.find(|it| it.letter == name.letter) else {
            return self.resolve(expression, diagnostics);
        };
        let message = format!("{what} of `{0}` contains `{0}` itself", name.letter);
        let error = Diagnostic::new(Code::CircularLet, message).label(place.span, "not known yet");
        diagnostics.push(error.label(name.span, "the name that gets its meaning").help(help));
        None
    }

    /// The right side of the order condition of `left`; `all` are the left sides of all order
    /// conditions, each letter where it comes first.
    pub(super) fn order_side(
        &mut self,
        expression: &Expression,
        left: Name,
        all: &[Name],
        diagnostics: &mut Findings,
    ) -> Option<Affine> {
        let mut names = expression.terms.iter().filter_map(|term| term.variable);
        let later = names.find(|name| {
            self.find(name.letter).is_none() && all.iter().any(|known| known.letter == name.letter)
        });
        if let Some(name) = later {
            let mut error = Diagnostic::new(
                Code::HiddenVariable,
                format!("`{}` is not visible here", name.letter),
            )
            .label(name.span, "declared further down")
            .note(
                "the right side of an order condition may use the variables on the left \
                           sides of earlier ones",
            );
            if let Some(first) = all.iter().find(|known| known.letter == name.letter) {
                error = error.label(first.span, "here");
            }
            diagnostics
                .push(error.help(format!("move the conditions of `{}` to the top", name.letter)));
            return None;
        }
        self.bounded = Some(left.letter);
        let said = ["the bound", "solve the condition for it, as in `n <= 5` for `n >= 2n-5`"];
        let form = self.resolve_for(left, expression, said, diagnostics);
        self.bounded = None;
        form
    }

    fn report_unknown(&mut self, name: Name, diagnostics: &mut Findings) {
        let letter = name.letter;
        if self.reported.contains(&letter) {
            return;
        }
        self.reported.push(letter);
        let mut visible: Vec<char> =
            self.bindings.iter().map(|binding| binding.name.letter).collect();
        visible.sort_unstable();
        visible.dedup();
        let visible: Vec<String> =
            visible.into_iter().map(|letter| format!("`{letter}`")).collect();
        let other = match visible.as_slice() {
            [one] => format!("; or did you mean {one}?"),
            _ => String::new(),
        };
        let visible = match visible.as_slice() {
            [] => "no variable is visible here".to_owned(),
            list => format!("visible here: {}", list.join(" ")),
        };
        let ended = self.ended.iter().find(|ended| ended.letter == letter);
        // It may be the one that was meant.
        let is_unused = |it: &&Binding| {
            !it.used && it.kind != NameKind::Piece && self.bounded != Some(it.name.letter)
        };
        let unused = self.bindings.iter().rev().find(is_unused);
        let error = match ended {
            Some(ended) => {
                Diagnostic::new(Code::HiddenVariable, format!("`{letter}` is not visible here"))
                    .label(name.span, "used outside of its loop or branch")
                    .label(ended.span, "visible from here to the end of that loop or branch")
                    .note(visible)
            }
            None => Diagnostic::new(
                Code::UndeclaredVariable,
                format!("there is no variable `{letter}` here"),
            )
            .label(name.span, "not declared")
            .note(visible)
            .help(format!(
                "declare a parameter with an order condition at the start of the text, such \
                     as `{letter} >= 1`{other}"
            )),
        };
        diagnostics.push(match unused {
            Some(unused) => error.label(
                unused.name.span,
                format!(
                    "`{}` is {} that was not used before",
                    unused.name.letter,
                    unused.kind.noun()
                ),
            ),
            None => error,
        });
    }
}

fn warn_if_unused(binding: &Binding, diagnostics: &mut Findings) {
    if binding.used {
        return;
    }
    let letter = binding.name.letter;
    let span: Span = binding.name.span;
    match binding.kind {
        // Pieces have their own warning.
        NameKind::Counter | NameKind::State | NameKind::Piece => {}
        NameKind::Argument => diagnostics.push(
            Diagnostic::new(Code::UnusedLet, format!("`{letter}` is never used"))
                .label(span, "an argument of this piece")
                .help("remove this argument"),
        ),
        NameKind::Let => diagnostics.push(
            Diagnostic::new(Code::UnusedLet, format!("`{letter}` is never used"))
                .label(span, "defined here")
                .help("remove this LET"),
        ),
        NameKind::Parameter => diagnostics.push(
            Diagnostic::new(Code::UnusedParameter, format!("parameter `{letter}` is never used"))
                .label(span, "declared here")
                .note("the text says the same for every value of this parameter"),
        ),
    }
}
