//! From the items, one after the other, to the tree: nesting, and the order of the parts.

use super::ast::{
    Arm, Branch, Condition, Counter, Definition, Head, HeadNode, Item, ItemKind, Letters, Loop,
    MoveList, Node, State, Text,
};
use super::parse::WHITE;
use super::{Fault, FaultKind, Findings, limits};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::model::Rule;

/// The forms that have an end of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lang) enum Form {
    Loop,
    Branch,
    Definition,
}

/// A loop, an arm of a branch or a definition whose end has not come yet.
#[derive(Clone)]
pub(in crate::lang) struct Open {
    pub kind: OpenKind,
    pub head: Span,
    pub body: Vec<Node>,
}

/// What is open.
#[derive(Clone)]
pub(in crate::lang) enum OpenKind {
    For(Counter),
    Repeat(Option<State>),
    Start,
    Arm { earlier: Vec<Arm>, condition: Option<Condition> },
    Definition(Head),
}

/// A part that has ended.
#[derive(Clone)]
pub(in crate::lang) struct Closed {
    pub head: Span,
    pub close: Span,
    pub is_counted: bool,
    /// Is it a loop that ends with the keyword of the other kind of loop?
    pub is_mixed: bool,
}

impl Open {
    pub(in crate::lang) fn form(&self) -> Form {
        match self.kind {
            OpenKind::For(_) | OpenKind::Repeat(_) | OpenKind::Start => Form::Loop,
            OpenKind::Arm { .. } => Form::Branch,
            OpenKind::Definition(_) => Form::Definition,
        }
    }

    /// The keyword that begins it, and the one that ends it.
    pub(in crate::lang) fn keywords(&self) -> (&'static str, &'static str) {
        match self.kind {
            OpenKind::For(_) => ("FOR", "PER"),
            OpenKind::Repeat(_) => ("REPEAT", "ENDREP"),
            OpenKind::Start => ("FROM_INFINITY_DOWN REPEAT", "ENDREP"),
            OpenKind::Arm { .. } => ("IF", "FI"),
            OpenKind::Definition(_) => ("DEF", "END"),
        }
    }

    /// The place to show: of a branch, its IF.
    pub(in crate::lang) fn start(&self) -> Span {
        match &self.kind {
            OpenKind::Arm { earlier, .. } => earlier.first().map_or(self.head, |arm| arm.head),
            OpenKind::For(_) | OpenKind::Repeat(_) | OpenKind::Start | OpenKind::Definition(_) => {
                self.head
            }
        }
    }

    /// It has no end.
    pub(in crate::lang) fn unclosed(&self) -> Diagnostic {
        let (opener, closer) = self.keywords();
        unclosed(opener, closer, self.start())
    }

    /// Is this the last arm of a branch?
    pub(in crate::lang) fn is_else(&self) -> bool {
        matches!(self.kind, OpenKind::Arm { condition: None, .. })
    }

    /// What there is to remember if this is closed at `close`.
    fn closed(&self, source: &str, close: Span) -> Closed {
        let closer = &source[close.range()];
        // Who begins the endless loop with the short keyword may end it with the short one.
        let fits = match self.kind {
            OpenKind::For(_) => closer == "PER",
            OpenKind::Repeat(_) => {
                closer != "PER" || !source[self.head.range()].starts_with("REPEAT")
            }
            OpenKind::Start | OpenKind::Arm { .. } | OpenKind::Definition(_) => true,
        };
        let is_counted = matches!(self.kind, OpenKind::For(_));
        Closed { head: self.start(), close, is_counted, is_mixed: !fits }
    }

    fn close(self, close: Span) -> Node {
        let (body, head) = (self.body, self.head);
        match self.kind {
            OpenKind::For(counter) => {
                let (counter, state) = (Some(counter), None);
                Node::Loop(Box::new(Loop { counter, state, body, head, close }))
            }
            OpenKind::Repeat(state) => {
                Node::Loop(Box::new(Loop { counter: None, state, body, head, close }))
            }
            OpenKind::Start => {
                Node::Start(Box::new(Loop { counter: None, state: None, body, head, close }))
            }
            OpenKind::Arm { earlier: mut arms, condition } => {
                arms.push(Arm { condition, body, head });
                Node::Branch(Box::new(Branch { arms, close }))
            }
            OpenKind::Definition(signature) => {
                Node::Definition(Box::new(Definition { signature, body, head, close }))
            }
        }
    }
}

impl Closed {
    fn warning(&self, source: &str) -> Diagnostic {
        let (opener, right) = if self.is_counted { ("FOR", "PER") } else { ("REPEAT", "ENDREP") };
        let message = format!("this {opener} ends with {}", &source[self.close.range()]);
        Diagnostic::new(Code::OtherEnd, message)
            .label(self.close, format!("{right} would make clear which loop ends"))
            .label(self.head, "the loop")
            .note("the text means the same; `grundy verify --fix` changes the keyword")
            .help(format!("write `{right}`"))
            .edit(self.close, right)
    }
}

/// The part that begins with `opener` at `head` has no end.
pub(in crate::lang) fn unclosed(opener: &str, closer: &str, head: Span) -> Diagnostic {
    Diagnostic::new(Code::Unclosed, format!("this {opener} has no {closer}"))
        .label(head, format!("{closer} is missing"))
        .help(format!("write {closer} where it ends"))
}

/// The tree, as far as it is known.
#[derive(Clone, Default)]
pub(in crate::lang) struct Builder {
    pub text: Text,
    /// The loops, branches and definitions that are open, outermost first.
    pub open: Vec<Open>,
    /// The parts that have ended, as they did.
    pub closed: Vec<Closed>,
    /// The first thing that belongs after the move list, and whether it is a definition.
    pub first_unit: Option<(Span, bool)>,
    /// The endless loop, once it has ended.
    pub ended: Option<Span>,
}

/// The keyword that begins what this one ends or goes on with.
pub(in crate::lang) fn opener(keyword: &str) -> &'static str {
    match keyword {
        "PER" => "FOR",
        "ENDREP" | "ENDREPEAT" => "REPEAT",
        "END" => "DEF",
        _ => "IF",
    }
}

/// What stands before the moves, and what is said at its beginning.
fn before_moves(is_definition: bool) -> [&'static str; 2] {
    match is_definition {
        true => ["a definition", "definitions come after the move list"],
        false => ["a part of the sequence", "the sequence begins here"],
    }
}

impl Builder {
    /// Adds the next item.
    ///
    /// # Errors
    /// What is wrong if it cannot stand here; then nothing is added.
    pub(in crate::lang) fn add(&mut self, source: &str, item: Item) -> Result<(), Fault> {
        let Item { kind, span } = item;
        match kind {
            ItemKind::Claim(claim) => {
                self.text.claims.push(*claim);
                self.comment(span);
            }
            ItemKind::Comment => self.comment(span),
            ItemKind::Rule(rule) => self.rule(rule, span)?,
            ItemKind::Start => {
                self.check_start(span)?;
                self.enter(OpenKind::Start, span)?;
            }
            ItemKind::Order(condition) => {
                self.check_order_condition(span)?;
                self.text.head.push(HeadNode::Order(condition, span));
            }
            ItemKind::Moves(moves) => self.moves(MoveList { moves, span })?,
            ItemKind::For(counter) => self.enter(OpenKind::For(counter), span)?,
            ItemKind::Repeat(state) => self.enter(OpenKind::Repeat(state), span)?,
            ItemKind::If(condition) => {
                let condition = Some(condition);
                self.enter(OpenKind::Arm { earlier: Vec::new(), condition }, span)?;
            }
            ItemKind::Elif(condition) => self.arm(source, Some(condition), span)?,
            ItemKind::Else => self.arm(source, None, span)?,
            ItemKind::Per => self.leave(source, Form::Loop, span)?,
            ItemKind::Fi => self.leave(source, Form::Branch, span)?,
            ItemKind::End => self.leave(source, Form::Definition, span)?,
            ItemKind::Def(signature) => {
                self.check_definition(span)?;
                self.enter(OpenKind::Definition(signature), span)?;
            }
            ItemKind::Instance(instance) => {
                self.unit(Node::Instance(Box::new((instance, span))), span);
            }
            ItemKind::Let(definition) => {
                self.unit(Node::Let(Box::new((definition, span))), span);
            }
            ItemKind::Next(next) => self.unit(Node::Next(Box::new((next, span))), span),
            ItemKind::Word(letters) => {
                self.text.letters.and(letters);
                self.word(source, span);
            }
        }
        Ok(())
    }

    /// Where the next node belongs.
    fn nodes(&mut self) -> &mut Vec<Node> {
        self.open.last_mut().map_or(&mut self.text.body, |open| &mut open.body)
    }

    fn comment(&mut self, span: Span) {
        match self.text.moves.is_none() && self.first_unit.is_none() {
            true => self.text.head.push(HeadNode::Comment(span)),
            false => self.nodes().push(Node::Comment(span)),
        }
    }

    /// Adds a word, to the run before it if only white characters stand between.
    fn word(&mut self, source: &str, span: Span) {
        let follows = |run: &Span| {
            source.get(run.end..span.start).is_some_and(|gap| gap.trim_matches(WHITE).is_empty())
        };
        match self.nodes().last_mut() {
            Some(Node::Words(run)) if follows(run) => run.end = span.end,
            _ => self.unit(Node::Words(span), span),
        }
    }

    fn unit(&mut self, node: Node, span: Span) {
        self.first_unit.get_or_insert((span, false));
        self.nodes().push(node);
    }

    fn rule(&mut self, rule: Rule, span: Span) -> Result<(), Fault> {
        let error = |what: &str| Diagnostic::new(Code::MisplacedRule, what);
        let moves = self.text.moves.as_ref().map(|list| list.span);
        let late = moves.or(self.first_unit.map(|(first, _)| first));
        let error = match (self.text.rule, late) {
            (Some((_, first)), _) => {
                error("a description has only one rule, and this is a second one")
                    .label(span, "another rule")
                    .label(first, "the first one")
                    .help("leave one of the two out")
            }
            (None, Some(late)) => error("the rule comes before the move list")
                .label(span, "this line")
                .label(late, "what it should precede")
                .help("move the line to the start of the text"),
            (None, None) => {
                self.text.rule = Some((rule, span));
                self.text.head.push(HeadNode::Rule(span));
                return Ok(());
            }
        };
        Err(Fault::new(FaultKind::Order, span, error))
    }

    fn check_order_condition(&self, span: Span) -> Result<(), Fault> {
        let (part, place, begins) = match (&self.text.moves, self.first_unit) {
            (Some(moves), _) => ("the move list", moves.span, "the move list"),
            (None, Some((first, is_definition))) => {
                let [part, begins] = before_moves(is_definition);
                (part, first, begins)
            }
            (None, None) => return Ok(()),
        };
        let what = format!("an order condition comes after {part}");
        let error = Diagnostic::new(Code::WrongOrder, what)
            .label(span, "this condition")
            .label(place, begins)
            .help("move all order conditions to the start of the text");
        Err(Fault::new(FaultKind::Condition, span, error))
    }

    fn check_definition(&self, span: Span) -> Result<(), Fault> {
        let Some(open) = self.open.first() else { return Ok(()) };
        let (opener, closer) = open.keywords();
        let error = Diagnostic::new(Code::NestedDefinition, "a definition is inside another part")
            .label(span, "this definition")
            .label(open.start(), format!("inside this {opener}"))
            .help(format!("close the {opener} with {closer} first, or define the piece before it"));
        Err(Fault::new(FaultKind::Order, span, error))
    }

    /// What stands before position 0 comes first after the moves, and once.
    fn check_start(&self, span: Span) -> Result<(), Fault> {
        let error = |what: &str| Diagnostic::new(Code::MisplacedStart, what);
        let error = match (&self.text.moves, self.first_unit) {
            (None, _) => error("the start comes before the move list"),
            (Some(_), Some((first, _))) => {
                error("the start must come directly after the move list")
                    .label(first, "this comes before it")
            }
            (Some(_), None) => return Ok(()),
        };
        let error =
            error.label(span, "the values before position 0").help("move it after the move list");
        Err(Fault::new(FaultKind::Order, span, error))
    }

    fn moves(&mut self, list: MoveList) -> Result<(), Fault> {
        let span = list.span;
        let error = match (&self.text.moves, self.first_unit) {
            (Some(first), _) => {
                let what = "a description has only one move list, and this is a second one";
                Diagnostic::new(Code::TwoMoveLists, what)
                    .label(span, "another move list")
                    .label(first.span, "the first one")
                    .help("put all moves into one pair of braces")
            }
            (None, Some((first, is_definition))) => {
                let [part, begins] = before_moves(is_definition);
                let what = format!("the move list comes after {part}");
                Diagnostic::new(Code::WrongOrder, what)
                    .label(span, "the move list")
                    .label(first, begins)
                    .help("put the move list after the order conditions and before everything else")
            }
            (None, None) => {
                self.text.moves = Some(list);
                return Ok(());
            }
        };
        Err(Fault::new(FaultKind::Order, span, error))
    }

    fn enter(&mut self, kind: OpenKind, head: Span) -> Result<(), Fault> {
        if self.open.len() >= limits::NESTING {
            let error = Diagnostic::new(Code::TooDeep, "loops and branches are nested too deep")
                .label(head, format!("level {}", limits::NESTING + 1))
                .note(format!("limit: nesting of loops and branches, {}", limits::NESTING));
            return Err(Fault::new(FaultKind::Deep, head, error));
        }
        self.first_unit.get_or_insert((head, matches!(kind, OpenKind::Definition(_))));
        self.open.push(Open { kind, head, body: Vec::new() });
        Ok(())
    }

    fn arm(&mut self, source: &str, condition: Option<Condition>, head: Span) -> Result<(), Fault> {
        let Some(branch) = self.open.pop_if(|open| open.form() == Form::Branch) else {
            return Err(self.wrong_end(source, Form::Branch, head));
        };
        if branch.is_else() {
            let keyword = if condition.is_none() { "ELSE" } else { "ELIF" };
            let error = Diagnostic::new(
                Code::ArmAfterElse,
                format!("{keyword} after the ELSE of the same branch"),
            )
            .label(head, format!("this {keyword} can never be reached"))
            .label(branch.head, "the ELSE, which takes all remaining cases")
            .help("write ELSE once, as the last arm");
            self.open.push(branch);
            return Err(Fault::new(FaultKind::Order, head, error));
        }
        let Open { kind: OpenKind::Arm { mut earlier, condition: before }, head: start, body } =
            branch
        else {
            return Err(Fault::at(head, source));
        };
        earlier.push(Arm { condition: before, body, head: start });
        let kind = OpenKind::Arm { earlier, condition };
        self.open.push(Open { kind, head, body: Vec::new() });
        Ok(())
    }

    fn leave(&mut self, source: &str, form: Form, span: Span) -> Result<(), Fault> {
        let Some(open) = self.open.pop_if(|open| open.form() == form) else {
            return Err(self.wrong_end(source, form, span));
        };
        if self.open.is_empty() && matches!(open.kind, OpenKind::Repeat(_)) {
            self.ended = Some(open.head);
        }
        self.closed.push(open.closed(source, span));
        let node = open.close(span);
        self.nodes().push(node);
        Ok(())
    }

    /// An end, or an arm, of something that is not the innermost open part.
    fn wrong_end(&self, source: &str, form: Form, span: Span) -> Fault {
        let keyword = source[span.range()].split(WHITE).next().unwrap_or_default();
        let error = match self.open.last() {
            Some(open) if self.open.iter().any(|open| open.form() == form) => {
                open.unclosed().label(span, format!("before this {keyword}"))
            }
            _ => {
                let opener = opener(keyword);
                Diagnostic::new(
                    Code::EndWithoutBeginning,
                    format!("this {keyword} has no {opener}"),
                )
                .label(span, format!("{keyword} without {opener}"))
            }
        };
        Fault::new(FaultKind::End(form), span, error)
    }

    /// Is the text whole?  Then its warnings are added.
    pub(in crate::lang) fn finish(
        &self,
        source: &str,
        findings: &mut Findings,
    ) -> Result<(), Fault> {
        let length = source.trim_end().len();
        let end = Span::new(length, length);
        if let Some(open) = self.open.last() {
            return Err(Fault::new(FaultKind::Open, end, open.unclosed()));
        }
        let mixed = self.closed.iter().filter(|it| it.is_mixed);
        mixed.for_each(|it| findings.push(it.warning(source)));
        if self.text.moves.is_some() {
            return Ok(());
        }
        let place = self.first_unit.map_or(end, |(first, _)| first);
        let error = Diagnostic::new(Code::NoMoves, "the move list is missing")
            .label(place, "expected the moves before this")
            .help("write the moves of the game in braces, such as `{ 2n 5n 6n+1 }`");
        Err(Fault::new(FaultKind::Order, place, error))
    }
}

impl Letters {
    /// Those of what follows as well.
    fn and(&mut self, next: Self) {
        self.nim = self.nim.or(next.nim);
        self.outcome = self.outcome.or(next.outcome);
    }
}
