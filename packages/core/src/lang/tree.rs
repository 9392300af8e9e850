//! From the items, one after the other, to the tree: nesting, and the order of the parts.

use super::ast::{Arm, Condition, HeadNode, ItemKind, Letters, MoveList, Node, Text};
use super::parse::{Items, WHITE};
use super::recovery::{self, Context, Found};
use super::unclosed::{self, Mixed, Open, OpenKind, UnclosedForm};
use super::{Diagnostics, Lost, keyword, limits};
use crate::diagnostic::{Code, Diagnostic, Edit, Span};
use crate::model::Rule;

/// Builds the tree of a text.
///
/// What is wrong with the order or the nesting of the items is reported, and mended in the
/// way that keeps most of the text in its place.
/// `raw` reads a plain list of words, without loops and branches.
pub(super) fn build(source: &str, raw: bool, diagnostics: &mut Diagnostics) -> Text {
    let mut items = Items::new(source, raw);
    let mut builder = Builder {
        source,
        text: Text::default(),
        open: Vec::new(),
        mixed: Vec::new(),
        ignored: 0,
        too_deep: false,
        closed_early: [0; 3],
        first_unit: None,
        ended: None,
        diagnostics,
    };
    let mut done = 0;
    while let Some(item) = items.next(builder.diagnostics) {
        if builder.diagnostics.stopped() {
            break;
        }
        if item.span.start < done {
            continue;
        }
        if matches!(item.kind, ItemKind::Order(_))
            && let Some((found, end)) = recovery::cut_condition(source, item.span)
        {
            builder.diagnostics.push_damage(found, item.span, Lost::NAMES);
            done = end;
            items.go_back(end);
            continue;
        }
        // In front of the moves there are no words, and none that could begin with a sign.
        let found = match item.kind {
            _ if builder.text.moves.is_some() => None,
            ItemKind::Word(_) | ItemKind::Instance(_)
                if builder.diagnostics.damaged.is_empty()
                    && builder.diagnostics.may_guess(source) =>
            {
                recovery::before_moves(source, item.span)
            }
            ItemKind::Order(_) if builder.goes_on(item.span) => {
                recovery::behind_order(source, item.span)
            }
            _ => None,
        };
        if let Some(found) = found {
            builder.found(found, item.span, &mut done);
            continue;
        }
        // A rule is named on its line.
        if matches!(item.kind, ItemKind::Rule(None)) {
            let line = builder.line_end(item.span.start);
            if line < item.span.end {
                items.go_back(line);
                builder.rule(None, Span::new(item.span.start, line));
            } else {
                let line = builder.line_end(item.span.end);
                builder.diagnostics.damage(Span::new(item.span.end, line), Lost::NOTHING);
                builder.rule(None, item.span);
            }
            continue;
        }
        if let Some(found) = builder.another(&item.kind, item.span) {
            builder.diagnostics.push_damage(
                found,
                Span::new(item.span.start, source.len()),
                Lost::ALL,
            );
            break;
        }
        match item.kind {
            ItemKind::Bad => builder.recover(item.span, raw, &mut done),
            // In loops and branches an END was meant to close them.
            ItemKind::End if builder.is_open_without_definition() => {
                builder.recover(item.span, raw, &mut done);
            }
            kind => builder.item(kind, item.span),
        }
    }
    builder.finish()
}

struct Builder<'a> {
    source: &'a str,
    text: Text,
    /// The loops and branches that are open, outermost first.
    open: Vec<Open>,
    /// The loops that were closed by a keyword of the other kind of loop.
    mixed: Vec<Mixed>,
    /// How many loops and branches are open beyond the limit of nesting.
    ignored: usize,
    too_deep: bool,
    /// How many of each [`UnclosedForm`] were closed by an end of another one; their own ends may still
    /// come and deserve no message of their own.
    closed_early: [usize; 3],
    /// The first thing that belongs behind the move list, and whether it is a definition.
    first_unit: Option<(Span, bool)>,
    /// The endless loop, once it has ended.
    ended: Option<Span>,
    diagnostics: &'a mut Diagnostics,
}

/// What stands before the moves, and what is said at its beginning.
fn before_moves(is_definition: bool) -> [&'static str; 2] {
    match is_definition {
        true => ["a definition", "definitions come after the move list"],
        false => ["a part of the sequence", "the sequence begins here"],
    }
}

impl Builder<'_> {
    /// Reads on at a token that is not an item here; what was dealt with ends at `done`.
    fn recover(&mut self, span: Span, raw: bool, done: &mut usize) {
        let context = Context {
            closer: self.open.last().map(Open::closer),
            raw,
            moves: self.text.moves.as_ref().map(|list| list.moves.len()),
            outcomes: self.text.letters.outcome.is_some() && self.text.letters.nim.is_none(),
            ended: self.ended.is_some(),
        };
        let token = &self.source[span.range()];
        if self.diagnostics.is_damaged(span.start) && !keyword::is(token) {
            self.diagnostics.lose(recovery::lost_with(token, &context));
            return;
        }
        let found = match self.diagnostics.may_guess(self.source) {
            true => recovery::recover(self.source, span, &context),
            false => recovery::plain(self.source, span, &context),
        };
        self.found(found, span, done);
    }

    /// Where the line ends.  On a line that is damaged already its end is known.
    fn line_end(&self, at: usize) -> usize {
        let last = self.diagnostics.damaged.last().filter(|it| it.start <= at && at <= it.end);
        last.map_or_else(|| recovery::line_end(self.source, at), |it| it.end)
    }

    /// Does something stand behind an order condition on its line that is not the next one?
    fn goes_on(&mut self, span: Span) -> bool {
        let line = self.source[span.end..].trim_start_matches([' ', '\t', '\r']);
        let is_name = line.starts_with(|it: char| it.is_ascii_lowercase());
        let is_next = is_name && line[1..].starts_with(' ');
        let ends = line.is_empty() || line.starts_with(['\n', '#', '{']);
        !ends && !is_next && self.diagnostics.may_guess(self.source)
    }

    /// Adds what was found instead of an item.
    fn found(&mut self, found: Found, span: Span, done: &mut usize) {
        *done = found.end.max(span.end);
        match found.lost {
            None => self.diagnostics.push_once(found.diagnostic),
            Some(lost) => {
                let end = self.line_end(*done);
                let mut damaged = Span::new(span.start, end);
                let token = &self.source[span.range()];
                if self.diagnostics.goes_on(self.source, span.start) && !keyword::is(token) {
                    damaged.start = self.diagnostics.damaged.last().map_or(span.start, |it| it.end);
                    self.diagnostics.damage(damaged, lost);
                } else {
                    self.diagnostics.push_damage(found.diagnostic, damaged, lost);
                }
            }
        }
        found.items.into_iter().for_each(|kind| self.item(kind, Span::new(span.start, *done)));
    }

    /// What begins another description behind the endless loop, or defines a piece as in mathematics.
    fn another(&self, kind: &ItemKind, span: Span) -> Option<Diagnostic> {
        self.text.moves.as_ref()?;
        match (kind, self.ended) {
            (ItemKind::Order(_) | ItemKind::Moves(_), Some(head)) => Some(
                Diagnostic::new(Code::AfterEndlessLoop, "nothing may follow the endless loop")
                    .label(span, "another description begins here")
                    .label(head, "this loop never ends")
                    .help("put each description into a file of its own"),
            ),
            (ItemKind::Instance(_), _) => {
                let line = self.source[span.end..].trim_start_matches([' ', '\t', '\r', '\u{c}']);
                let is_defined = [":=", "="].iter().any(|it| line.starts_with(it));
                let head = &self.source[span.range()];
                let error =
                    Diagnostic::new(Code::DefinitionHead, "a piece is defined between DEF and END")
                        .label(span, "not an instance")
                        .help(format!("write `DEF {head} ... END`"));
                is_defined.then_some(error)
            }
            _ => None,
        }
    }

    fn is_open_without_definition(&self) -> bool {
        !self.open.is_empty()
            && self.open.iter().all(|open| open.form() != UnclosedForm::Definition)
    }

    fn item(&mut self, kind: ItemKind, span: Span) {
        let is_short =
            matches!(kind, ItemKind::Word(_) | ItemKind::Instance(_) | ItemKind::Order(_));
        if is_short && self.diagnostics.is_damaged(span.start) {
            return;
        }
        match kind {
            ItemKind::Claim(claim) => {
                self.text.claims.extend(claim);
                self.item(ItemKind::Comment, span);
            }
            ItemKind::Comment if self.text.moves.is_none() && self.first_unit.is_none() => {
                self.text.head.push(HeadNode::Comment(span));
            }
            ItemKind::Comment => self.node(Node::Comment(span)),
            ItemKind::Rule(rule) => self.rule(rule, span),
            ItemKind::Start => self.enter(OpenKind::Start, span),
            ItemKind::Order(condition) => {
                self.check_order_condition(span);
                self.text.head.push(HeadNode::Order(condition, span));
            }
            ItemKind::Moves(moves) => self.moves(MoveList { moves, span }),
            ItemKind::For(counter) => self.enter(OpenKind::Loop(Some(counter)), span),
            ItemKind::Repeat => self.enter(OpenKind::Loop(None), span),
            ItemKind::If(condition) => {
                let kind = OpenKind::Arm { earlier: Vec::new(), condition, otherwise: false };
                self.enter(kind, span);
            }
            ItemKind::Elif(condition) => self.arm(condition, false, span),
            ItemKind::Else => self.arm(None, true, span),
            ItemKind::Per => self.leave(UnclosedForm::Loop, span),
            ItemKind::Fi => self.leave(UnclosedForm::Branch, span),
            ItemKind::Def(signature) => {
                self.check_definition(span);
                self.enter(OpenKind::Definition(signature), span);
            }
            ItemKind::End => self.leave(UnclosedForm::Definition, span),
            ItemKind::Instance(instance) => {
                self.unit(Node::Instance(Box::new((instance, span))), span);
            }
            ItemKind::Let(definition) => {
                self.unit(Node::Let(Box::new((definition, span))), span);
            }
            ItemKind::Meant(word) => {
                self.text.letters.and(Letters::of(&word));
                self.unit(Node::Meant(Box::new((*word, span))), span);
            }
            ItemKind::Word(letters) => {
                self.text.letters.and(letters);
                self.word(span);
            }
            ItemKind::Bad => {}
        }
    }

    /// Where the next node belongs, if it is not nested too deep.
    fn nodes(&mut self) -> Option<&mut Vec<Node>> {
        let innermost = self.open.last_mut().map_or(&mut self.text.body, |open| &mut open.body);
        (self.ignored == 0).then_some(innermost)
    }

    fn node(&mut self, node: Node) {
        if let Some(nodes) = self.nodes() {
            nodes.push(node);
        }
    }

    /// Adds a word, to the run before it if only white characters stand between.
    fn word(&mut self, span: Span) {
        let source = self.source;
        let follows = |run: &Span| {
            source.get(run.end..span.start).is_some_and(|gap| gap.trim_matches(WHITE).is_empty())
        };
        match self.nodes().and_then(|nodes| nodes.last_mut()) {
            Some(Node::Words(run)) if follows(run) => run.end = span.end,
            _ => self.unit(Node::Words(span), span),
        }
    }

    fn unit(&mut self, node: Node, span: Span) {
        self.first_unit.get_or_insert((span, false));
        self.node(node);
    }

    fn rule(&mut self, rule: Option<Rule>, span: Span) {
        let late = self.text.moves.as_ref().map(|list| list.span);
        let late = late.or(self.first_unit.map(|(first, _)| first));
        if let Some((_, first)) = self.text.rule {
            let message = "a description has only one rule, and this is a second one";
            self.diagnostics.push(
                Diagnostic::new(Code::MisplacedRule, message)
                    .label(span, "another rule")
                    .label(first, "the first one"),
            );
            return;
        }
        if let Some(late) = late {
            self.diagnostics.push(
                Diagnostic::new(Code::MisplacedRule, "the rule comes before the move list")
                    .label(span, "this line")
                    .label(late, "what it should precede")
                    .help("move the line to the start of the text"),
            );
        }
        self.text.rule = Some((rule, span));
        self.text.head.push(HeadNode::Rule(span));
    }

    /// Reports a part at the wrong place; the rest of its line may belong to it.
    fn misplaced(&mut self, diagnostic: Diagnostic, span: Span, lost: Lost) {
        let damaged = Span::new(span.end, self.line_end(span.end));
        self.diagnostics.push_damage(diagnostic, damaged, lost);
    }

    fn check_order_condition(&mut self, span: Span) {
        if let Some(Open { kind: OpenKind::Arm { otherwise: true, .. }, head, body }) =
            self.open.last()
            && body.is_empty()
        {
            let error = Diagnostic::new(Code::BranchHead, "ELSE has no condition")
                .label(span, "this condition")
                .help("write `ELIF`")
                .edit(*head, "ELIF");
            return self.misplaced(error, span, Lost::NESTING);
        }
        if let Some(moves) = &self.text.moves {
            self.misplaced(
                Diagnostic::new(Code::WrongOrder, "an order condition comes after the move list")
                    .label(span, "this condition")
                    .label(moves.span, "the move list")
                    .note(
                        "a description is made of order conditions, the move list, and then \
                           words, loops and branches",
                    )
                    .help("move the condition before the move list"),
                span,
                Lost::NESTING,
            );
        } else if let Some((first, is_definition)) = self.first_unit {
            let [part, begins] = before_moves(is_definition);
            self.misplaced(
                Diagnostic::new(Code::WrongOrder, format!("an order condition comes after {part}"))
                    .label(span, "this condition")
                    .label(first, begins)
                    .help("move all order conditions to the start of the text"),
                span,
                Lost { moves: true, ..Lost::NESTING },
            );
        }
    }

    fn check_definition(&mut self, span: Span) {
        if let Some(open) = self.open.first() {
            let (opener, closer) = (open.opener(), open.closer());
            self.diagnostics.push(
                Diagnostic::new(Code::NestedDefinition, "a definition is inside another part")
                    .label(span, "this definition")
                    .label(open.start(), format!("inside this {opener}"))
                    .note(
                        "define a piece between the move list and the endless loop, outside \
                           loops, branches and other definitions",
                    )
                    .help(format!(
                        "close the {opener} with {closer} first, or move the definition before it"
                    )),
            );
        }
    }

    /// What stands before position 0 comes first behind the moves, and once.
    fn check_start(&mut self, span: Span) {
        let error = match (&self.text.moves, self.first_unit) {
            (None, _) => {
                Diagnostic::new(Code::MisplacedStart, "the start comes before the move list")
            }
            (Some(_), Some((first, _))) => Diagnostic::new(
                Code::MisplacedStart,
                "the start must come directly after the move list",
            )
            .label(first, "this comes before it"),
            (Some(_), None) => return,
        };
        self.diagnostics.push(
            error.label(span, "the values before position 0").help("move it after the move list"),
        );
    }

    fn moves(&mut self, list: MoveList) {
        if let Some(first) = &self.text.moves {
            let message = "a description has only one move list, and this is a second one";
            self.diagnostics.push(
                Diagnostic::new(Code::TwoMoveLists, message)
                    .label(list.span, "another move list")
                    .label(first.span, "the first one")
                    .help("put all moves into one pair of braces"),
            );
            self.diagnostics.lose(Lost { moves: true, names: true, ..Lost::NOTHING });
            return;
        }
        if let Some((first, is_definition)) = self.first_unit {
            let [part, begins] = before_moves(is_definition);
            self.diagnostics.push(
                Diagnostic::new(Code::WrongOrder, format!("the move list comes after {part}"))
                    .label(list.span, "the move list")
                    .label(first, begins)
                    .help(
                        "put the move list after the order conditions and before everything else",
                    ),
            );
            // What is open here was not meant to go on.
            if !self.open.is_empty() {
                self.diagnostics.lose(Lost::NESTING);
            }
        }
        self.text.moves = Some(list);
    }

    fn enter(&mut self, kind: OpenKind, head: Span) {
        if matches!(kind, OpenKind::Start) {
            self.check_start(head);
        }
        self.first_unit.get_or_insert((head, matches!(kind, OpenKind::Definition(_))));
        if self.open.len() >= limits::NESTING {
            self.ignored += 1;
            if !self.too_deep {
                self.too_deep = true;
                self.diagnostics.push(
                    Diagnostic::new(Code::TooDeep, "loops and branches are nested too deep")
                        .label(head, format!("level {}", limits::NESTING + 1))
                        .note(format!("limit: nesting of loops and branches, {}", limits::NESTING)),
                );
            }
            return;
        }
        self.open.push(Open { kind, head, body: Vec::new() });
    }

    fn arm(&mut self, condition: Option<Condition>, otherwise: bool, head: Span) {
        self.first_unit.get_or_insert((head, false));
        if self.ignored > 0 {
            return;
        }
        let keyword = if otherwise { "ELSE" } else { "ELIF" };
        let Some(depth) = self.open.iter().rposition(|open| open.form() == UnclosedForm::Branch)
        else {
            self.diagnostics.push(
                Diagnostic::new(Code::EndWithoutBeginning, format!("this {keyword} has no IF"))
                    .label(head, "no branch is open here"),
            );
            // Neither has the FI behind it.
            self.closed_early[UnclosedForm::Branch as usize] += 1;
            return;
        };
        self.close_above(depth, keyword, head);
        let Some(Open {
            kind: OpenKind::Arm { mut earlier, condition: before, otherwise: last },
            head: start,
            body,
        }) = self.open.pop()
        else {
            return;
        };
        if last {
            self.diagnostics.push(
                Diagnostic::new(
                    Code::ArmAfterElse,
                    format!("{keyword} after the ELSE of the same branch"),
                )
                .label(head, format!("this {keyword} can never be reached"))
                .label(start, "the ELSE, which takes all remaining cases")
                .help("write ELSE once, as the last arm"),
            );
        }
        earlier.push(Arm { condition: before, body, head: start });
        self.open.push(Open {
            kind: OpenKind::Arm { earlier, condition, otherwise },
            head,
            body: Vec::new(),
        });
    }

    fn leave(&mut self, form: UnclosedForm, span: Span) {
        if self.ignored > 0 {
            self.ignored -= 1;
            return;
        }
        self.first_unit.get_or_insert((span, false));
        let (opener, usual) = form.keywords();
        let keyword = self.written(span, usual);
        let opener = match keyword {
            "PER" => "FOR",
            "ENDREP" | "ENDREPEAT" => "REPEAT",
            _ => opener,
        };
        let Some(depth) = self.open.iter().rposition(|open| open.form() == form) else {
            if self.diagnostics.lost.nesting {
                return;
            }
            let early = &mut self.closed_early[form as usize];
            if *early > 0 {
                *early -= 1;
                // It was said to be missing before another end: there it belongs.
                let what = format!(" has no {keyword}");
                let missing =
                    |it: &&mut Diagnostic| it.code == Code::Unclosed && it.message.ends_with(&what);
                if let Some(error) = self.diagnostics.errors.iter_mut().rev().find(missing) {
                    let before = self.source[..span.start].trim_end().len();
                    error
                        .edits
                        .push(Edit { span: Span::new(before, span.end), text: String::new() });
                }
                return;
            }
            let mut error = Diagnostic::new(
                Code::EndWithoutBeginning,
                format!("this {keyword} has no {opener}"),
            )
            .label(span, format!("{keyword} without {opener}"));
            let is_first =
                !self.diagnostics.errors.iter().any(|it| it.code == Code::EndWithoutBeginning);
            if let Some(body) = is_first.then(|| unclosed::body_before(self.source, span)).flatten()
            {
                error = error.label(body, format!("{opener} may be missing before this"));
            }
            if let Some(open) = self.open.last() {
                error = error.label(
                    open.start(),
                    format!("this {} ends with {}", open.opener(), open.closer()),
                );
            }
            self.diagnostics.push(error);
            return;
        };
        self.close_above(depth, keyword, span);
        if let Some(open) = self.open.pop() {
            if self.open.is_empty() && matches!(open.kind, OpenKind::Loop(None)) {
                self.ended = Some(open.head);
            }
            self.mixed.extend(open.mixed(self.source, keyword, span));
            let node = open.close(span);
            self.node(node);
        }
    }

    /// The keyword as it stands in the text, or the usual one where something else was read as it.
    fn written(&self, span: Span, usual: &'static str) -> &'static str {
        keyword::spelling(&self.source[span.range()]).unwrap_or(usual)
    }

    /// Closes everything that was opened inside number `depth` and should have ended before
    /// `span`.
    fn close_above(&mut self, depth: usize, keyword: &str, span: Span) {
        unclosed::report_before(
            &self.open,
            depth + 1,
            keyword,
            span,
            self.source,
            self.diagnostics,
        );
        while self.open.len() > depth + 1 {
            let Some(open) = self.open.pop() else { return };
            self.closed_early[open.form() as usize] += 1;
            let node = open.close(Span::new(span.start, span.start));
            self.node(node);
        }
    }

    fn finish(mut self) -> Text {
        let length = self.source.trim_end().len();
        let end = Span::new(length, length);
        // What is nested too deep was not counted.
        if self.ignored > 0 {
            self.diagnostics.lose(Lost::NESTING);
        }
        unclosed::report_at_end(
            &self.open,
            self.ignored,
            &self.mixed,
            self.source,
            self.diagnostics,
        );
        self.ignored = 0;
        while let Some(open) = self.open.pop() {
            let node = open.close(end);
            self.node(node);
        }
        // With a part that ends too early or too late no part is where it seems to be.
        if self
            .diagnostics
            .errors
            .iter()
            .any(|it| matches!(it.code, Code::EndWithoutBeginning | Code::Unclosed))
        {
            self.diagnostics.lose(Lost::NESTING);
        }
        if self.text.moves.is_none() {
            let place = self.first_unit.map_or(end, |(first, _)| first);
            self.diagnostics.push(
                Diagnostic::new(Code::NoMoves, "the move list is missing")
                    .label(place, "expected the moves before this")
                    .help("write the moves of the game in braces, such as `{ 2n 5n 6n+1 }`"),
            );
        }
        self.text
    }
}
