//! What a text consists of, and where its names come from: what an editor shows of it.
//!
//! A text with errors has an outline too, of what could be read.

use super::read::ast::{HeadNode, Node, Text};
use super::read::scope::{Mention, NameKind, Scope};
use super::{Lowered, Mended, Options, lowered};
use crate::diagnostic::Span;

/// The parts of a text and the names in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// The parts, in the order of the text.
    pub parts: Vec<Part>,
    /// Every place where a name stands whose meaning is known, in the order of the text.
    pub mentions: Vec<Mention>,
}

/// What a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// `RULE misere`
    Rule,
    /// `n >= 2`
    Condition,
    /// `{ 2n 5n }`
    Moves,
    /// `CLAIM period 2n`
    Claim,
    /// `FOR i FROM 1 UPTO n REP ... PER`
    Loop,
    /// `REPEAT ... ENDREP`, with or without a state.
    EndlessLoop,
    /// `FROM_INFINITY_DOWN REPEAT ... ENDREP`
    Start,
    /// `IF ... FI`, which holds its arms.
    Branch,
    /// `ELIF i == n THEN ...`, up to the next arm or the end of the branch.
    Arm,
    /// `LET k=2n`
    Let,
    /// `NEXT v=u+r`
    Next,
    /// `DEF comb(i, j) ... END`
    Definition,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it is.
    pub kind: PartKind,
    /// From its first letter to its last; of a loop or a branch with the keyword that ends it.
    pub span: Span,
    /// What introduces it, such as the head of a loop; the whole part where it is short.
    pub head: Span,
    /// What it is made of, words left out.
    pub parts: Vec<Part>,
}

/// Reads a description, with its outline.
///
/// ```
/// use grundy_language::lang::{NameKind, Options, PartKind, outline};
/// let source = "n >= 1 { n } REPEAT _n An ENDREP";
/// let (lowered, outline) = outline(source, &Options::default());
/// assert!(lowered.description.is_some());
/// let kinds: Vec<_> = outline.parts.iter().map(|part| part.kind).collect();
/// assert_eq!(kinds, [PartKind::Condition, PartKind::Moves, PartKind::EndlessLoop]);
/// let places: Vec<_> = outline.mentions.iter().map(|it| it.place.start).collect();
/// assert_eq!(places, [0, 9, 21, 24]);
/// assert!(outline.mentions.iter().all(|it| it.declaration.start == 0));
/// ```
pub fn outline(source: &str, options: &Options) -> (Lowered, Outline) {
    let (lowered, text, scope, mended) = lowered(source, options, Scope::keeping_mentions, None);
    let written = mended.as_ref().map_or(source, |it| it.text.as_str());
    let mut mentions = mentions(written, &text, scope.mentions());
    let mut parts = OutlineParts { source: written }.text(&text);
    if let Some(mended) = &mended {
        for mention in &mut mentions {
            mention.place = mended.origin(mention.place);
            mention.declaration = mended.origin(mention.declaration);
        }
        // What is only meant has no name in the source.
        let text = |span: Span| source.get(span.range()).filter(|it| !it.is_empty());
        mentions.retain(|it| text(it.place).is_some() && text(it.place) == text(it.declaration));
        mentions.dedup_by_key(|it| it.place.start);
        move_back(&mut parts, mended);
    }
    (lowered, Outline { parts, mentions })
}

/// The parts where they stand in the source.
fn move_back(parts: &mut [Part], mended: &Mended) {
    for part in parts {
        (part.span, part.head) = (mended.origin(part.span), mended.origin(part.head));
        move_back(&mut part.parts, mended);
    }
}

/// What was met in the body, with the names in the claims, which are those of parameters.
fn mentions(source: &str, text: &Text, mut mentions: Vec<Mention>) -> Vec<Mention> {
    let letter = |span: Span| source.get(span.range()).and_then(|name| name.chars().next());
    let parameters: Vec<_> = mentions
        .iter()
        .filter(|it| it.kind == NameKind::Parameter && it.place == it.declaration)
        .copied()
        .collect();
    for claim in &text.claims {
        let condition = claim.when.iter().flat_map(|when| when.variables());
        for (name, place) in claim.formula.variables().iter().chain(condition) {
            let declared = parameters.iter().find(|it| letter(it.place) == Some(*name));
            mentions.extend(declared.map(|it| Mention { place: *place, ..*it }));
        }
    }
    mentions.sort_by_key(|it| it.place.start);
    mentions.dedup_by_key(|it| it.place.start);
    mentions
}

struct OutlineParts<'a> {
    source: &'a str,
}

impl OutlineParts<'_> {
    fn text(&self, text: &Text) -> Vec<Part> {
        let head = text.head.iter().filter_map(|node| match node {
            HeadNode::Comment(span) => self.claim(*span),
            HeadNode::Rule(span) => Some(short(PartKind::Rule, *span)),
            HeadNode::Order(_, span) => Some(short(PartKind::Condition, *span)),
        });
        let moves = text.moves.iter().map(|list| short(PartKind::Moves, list.span));
        let mut parts: Vec<Part> = head.chain(moves).collect();
        parts.extend(self.nodes(&text.body));
        // What stands at the wrong place was moved by the reader.
        parts.sort_by_key(|part| part.span.start);
        parts
    }

    /// A claim, which is a comment to the layout.
    fn claim(&self, span: Span) -> Option<Part> {
        let text = self.source.get(span.range())?;
        text.starts_with("CLAIM").then(|| short(PartKind::Claim, trimmed(text, span)))
    }

    fn nodes(&self, nodes: &[Node]) -> Vec<Part> {
        nodes.iter().filter_map(|node| self.node(node)).collect()
    }

    fn node(&self, node: &Node) -> Option<Part> {
        match node {
            Node::Comment(span) => self.claim(*span),
            Node::Let(definition) => Some(short(PartKind::Let, definition.1)),
            Node::Next(next) => Some(short(PartKind::Next, next.1)),
            Node::Words(_) | Node::Instance(_) => None,
            Node::Definition(definition) => {
                let (head, parts) = (definition.head, self.nodes(&definition.body));
                let (kind, span) = (PartKind::Definition, head.to(definition.close));
                Some(Part { kind, span, head, parts })
            }
            Node::Loop(inner) | Node::Start(inner) => {
                let kind = match (node, &inner.counter) {
                    (Node::Start(_), _) => PartKind::Start,
                    (_, Some(_)) => PartKind::Loop,
                    (_, None) => PartKind::EndlessLoop,
                };
                let (head, parts) = (inner.head, self.nodes(&inner.body));
                Some(Part { kind, span: head.to(inner.close), head, parts })
            }
            Node::Branch(branch) => {
                let first = branch.arms.first()?;
                let ends = branch.arms.iter().skip(1).map(|arm| arm.head.start);
                let ends = ends.chain([branch.close.start]);
                let arms = branch.arms.iter().zip(ends).map(|(arm, end)| {
                    let whole = Span::new(arm.head.start, end.max(arm.head.end));
                    let text = self.source.get(whole.range()).unwrap_or_default();
                    let (span, parts) = (trimmed(text, whole), self.nodes(&arm.body));
                    Part { kind: PartKind::Arm, span, head: arm.head, parts }
                });
                let (span, parts) = (first.head.to(branch.close), arms.collect());
                Some(Part { kind: PartKind::Branch, span, head: first.head, parts })
            }
        }
    }
}

fn short(kind: PartKind, span: Span) -> Part {
    Part { kind, span, head: span, parts: Vec::new() }
}

/// Without white characters at its end.
fn trimmed(text: &str, span: Span) -> Span {
    Span::new(span.start, span.start + text.trim_end().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(source: &str) -> Outline {
        outline(source, &Options::default()).1
    }

    /// Each name as its place and that of its declaration.
    fn places(source: &str) -> Vec<(usize, usize)> {
        let found = read(source).mentions;
        found.iter().map(|it| (it.place.start, it.declaration.start)).collect()
    }

    #[test]
    fn names_come_from_the_innermost_declaration() {
        let source = "n >= 1 n <= 9 { n }
FOR i FROM 1 UPTO n REP LET k=i+n Ak PER FOR i FROM n UPTO n REP Ai PER
REPEAT LET k=n _k ENDREP";
        let at = |text: &str, nth: usize| {
            source.match_indices(text).nth(nth).map(|(at, _)| at).expect("it stands there")
        };
        let found = places(source);
        let declared = |place: usize| found.iter().find(|it| it.0 == place).map(|it| it.1);
        let n = at("n", 0);
        assert_eq!(declared(at("n <=", 0)), Some(n));
        assert_eq!(declared(at("Ak", 0) + 1), Some(at("k=i", 0)));
        assert_eq!(declared(at("i+n", 0)), Some(at("i FROM", 0)));
        assert_eq!(declared(at("Ai", 0) + 1), Some(at("i FROM", 1)));
        assert_eq!(declared(at("_k", 0) + 1), Some(at("k=n", 0)));
        let letters = source.bytes().filter(u8::is_ascii_lowercase).count();
        assert_eq!(found.len(), letters, "each small letter of this text is a name");
    }

    #[test]
    fn names_of_claims_are_parameters_and_unknown_names_are_none() {
        let source = "n >= 1\nCLAIM period 2n for n >= 2\n{ n } REPEAT _n Am ENDREP";
        let names: Vec<_> = places(source).into_iter().map(|it| it.0).collect();
        let letters = source.match_indices('n').map(|it| it.0);
        assert_eq!(names, letters.collect::<Vec<_>>());
    }

    #[test]
    fn names_in_pieces_are_met_once() {
        let source = "n >= 1 { n }
DEF both(i) _i An END DEF twice(k) both(k) both(k+n) END
REPEAT twice(n) ENDREP";
        let found = read(source).mentions;
        assert!(found.is_sorted_by_key(|it| it.place.start));
        let names = |kind: NameKind| {
            let mine = found.iter().filter(|it| it.kind == kind);
            mine.map(|it| (&source[it.place.range()], it.declaration.start)).collect::<Vec<_>>()
        };
        let at = |text: &str| source.find(text).expect("it stands there");
        let (both, twice) = (("both", at("both")), ("twice", at("twice")));
        assert_eq!(names(NameKind::Piece), [both, twice, both, both, twice]);
        let (i, k) = (("i", at("i)")), ("k", at("k)")));
        assert_eq!(names(NameKind::Argument), [i, i, k, k, k]);
        assert_eq!(names(NameKind::Parameter).len(), 5);
    }

    #[test]
    fn parts_hold_one_another() {
        let source = "n >= 1 # first\n{ n }\nFOR i FROM 1 UPTO n REP\n IF i == 1 THEN A ELSE\n LET k=1 _k FI\nPER\nCLAIM period 2n \nREPEAT _n An ENDREP";
        fn shown(source: &str, parts: &[Part]) -> String {
            let each = parts.iter().map(|part| {
                assert!(part.span.start <= part.head.start && part.head.end <= part.span.end);
                let text = &source[part.span.range()];
                let ends = (text.split(' ').next(), text.split([' ', '\n']).next_back());
                format!("{}..{}[{}]", ends.0.unwrap(), ends.1.unwrap(), shown(source, &part.parts))
            });
            each.collect::<Vec<_>>().join(" ")
        }
        let shown = shown(source, &read(source).parts);
        let expected = "n..1[] {..}[] FOR..PER[IF..FI[IF..A[] ELSE\n.._k[LET..k=1[]]]] CLAIM..2n[] REPEAT..ENDREP[]";
        assert_eq!(shown, expected);
    }

    #[test]
    fn broken_texts_have_outlines() {
        for source in
            ["", "n", "FOR i FROM", "REPEAT IF n THEN", "FI PER {", "{ n } _n A", "\u{e4}n"]
        {
            for part in read(source).parts {
                assert!(source.get(part.span.range()).is_some(), "{source}");
            }
        }
        // The lost ends do not hide what can be read.
        let parts = read("n >= 1 { n } FOR i FROM 1 UPTO n REP REPEAT _n").parts;
        assert!(parts.iter().any(|part| part.kind == PartKind::Loop), "{parts:?}");
    }
}
