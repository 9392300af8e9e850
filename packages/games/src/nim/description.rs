//! The format for claims about Nim positions, `*.nim`.
//!
//! A line has an optional label, the heaps, and what is claimed about them:
//!
//! ```text
//! # comment
//! N22: 3 4 5   xor 2   normal N 1:2   misere N 1:2
//! 1 1 1   normal N 1:1 2:1 3:1   misere P -   plays 2:1
//! (none)  normal P
//! ```
//!
//! * `xor 2`: the exclusive or of the heaps is 2.
//! * `normal N 1:2`: in normal play the player to move wins (`P`: loses), and exactly these moves
//!   win, heap:sticks with heaps numbered from 1; `-` if there are none.  Without moves only the
//!   outcome is claimed.
//! * `plays 1:2`, behind the claim for a convention: the described strategy may play this move.
//!   That is any winning move, and where there is none, one stick from any heap.

use super::{Convention, Move, Outcome, Position};
use crate::Integer;
use crate::diagnostic::{Diagnostic, Span};
use crate::lines::{self, Word, did_you_mean, natural, not_natural};

/// The claims of one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claims {
    /// The label, or the heaps.
    pub row: String,
    /// The position.
    pub position: Position,
    /// What is claimed about it, at least one thing.
    pub claims: Vec<Claim>,
}

/// Something claimed about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// What.
    pub said: Said,
    /// Where.
    pub span: Span,
}

/// What can be claimed about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// The exclusive or of the heaps.
    Xor(Integer),
    /// The outcome for the player to move.
    Outcome(Convention, Outcome),
    /// All winning moves.
    Winning(Convention, Vec<Move>),
    /// The move of the described strategy, if there is a move.
    Plays(Convention, Option<Move>),
}

const KEYWORDS: [&str; 4] = ["xor", "normal", "misere", "plays"];

/// Reads all lines, or says everything that is wrong with them.
pub fn read(source: &str) -> Result<Vec<Claims>, Vec<Diagnostic>> {
    let mut all = Vec::new();
    let mut diagnostics = Vec::new();
    for line in lines::read(source) {
        match WordCursor::new(&line).line(line.label) {
            Ok(claims) => all.push(claims),
            Err(diagnostic) => diagnostics.push(*diagnostic),
        }
    }
    if diagnostics.is_empty() { Ok(all) } else { Err(diagnostics) }
}

/// A diagnostic, boxed because it is large and rare.
type Fault = Box<Diagnostic>;

struct WordCursor<'a> {
    words: &'a [Word<'a>],
    next: usize,
}

impl<'a> WordCursor<'a> {
    fn new(line: &'a lines::Line<'a>) -> Self {
        Self { words: &line.words, next: 0 }
    }

    fn peek(&self) -> Option<Word<'a>> {
        self.words.get(self.next).copied()
    }

    /// The place of the next word; that of all words if there is none.
    fn place(&self) -> Span {
        let all = || self.words.iter().map(|word| word.span).reduce(Span::to);
        self.peek().map(|word| word.span).or_else(all).unwrap_or_default()
    }

    /// The next word, unless it is a keyword.
    fn value(&mut self) -> Option<Word<'a>> {
        let word = self.peek().filter(|word| !KEYWORDS.contains(&word.text))?;
        self.next += 1;
        Some(word)
    }

    fn line(&mut self, label: Option<&str>) -> Result<Claims, Fault> {
        let position = self.heaps()?;
        let mut claims: Vec<Claim> = Vec::new();
        let mut convention = None;
        while let Some(keyword) = self.peek() {
            self.next += 1;
            let before = claims.len();
            match keyword.text {
                "xor" => claims.push(self.xor(keyword)?),
                "normal" => convention = Some(Convention::Normal),
                "misere" => convention = Some(Convention::Misere),
                "plays" => claims.push(self.plays(keyword, convention)?),
                _ => return Err(unknown(keyword)),
            }
            if let ("normal" | "misere", Some(convention)) = (keyword.text, convention) {
                self.claims_for(convention, keyword, &mut claims)?;
            }
            let twice = |new: &Claim| claims[..before].iter().any(|old| same_matter(old, new));
            if let Some(new) = claims[before..].iter().find(|new| twice(new)) {
                return Err(Box::new(
                    Diagnostic::error("E0643", "this is claimed a second time")
                        .label(new.span, "claimed before in this line")
                        .help("keep one of the two, or start another line"),
                ));
            }
        }
        if claims.is_empty() {
            return Err(Box::new(
                Diagnostic::error("E0644", "nothing is claimed about this position")
                    .label(self.place(), "a claim is missing behind this")
                    .help("add an outcome and the winning moves, such as `normal N 1:2`"),
            ));
        }
        let row = label.map_or_else(|| position.to_string(), str::to_owned);
        Ok(Claims { row, position, claims })
    }

    /// The numbers up to the first keyword, or `(none)`.
    fn heaps(&mut self) -> Result<Position, Fault> {
        let mut heaps = Vec::new();
        let mut none = false;
        while let Some(word) = self.value() {
            if word.text == "(none)" && heaps.is_empty() && !none {
                none = true;
                continue;
            }
            match natural(word.text) {
                Some(heap) if !none => heaps.push(heap),
                _ if !none && did_you_mean(word.text, &KEYWORDS).is_some() => {
                    return Err(unknown(word));
                }
                _ => return Err(no_heap(word, none)),
            }
        }
        match Position::new(heaps) {
            Some(position) if none || !position.heaps().is_empty() => Ok(position),
            _ => Err(Box::new(
                Diagnostic::error("E0640", "the heaps are missing")
                    .label(self.place(), "before this")
                    .help("write (none) for the position without heaps"),
            )),
        }
    }

    fn xor(&mut self, keyword: Word) -> Result<Claim, Fault> {
        let word = self.value();
        let number = word.and_then(|word| Some((word.span, natural(word.text)?)));
        let Some((span, number)) = number else {
            return Err(self.malformed(keyword, word, "a number, such as `xor 2`"));
        };
        Ok(Claim { said: Said::Xor(number), span })
    }

    /// The outcome, and the winning moves if they are claimed.
    fn claims_for(
        &mut self,
        convention: Convention,
        keyword: Word,
        claims: &mut Vec<Claim>,
    ) -> Result<(), Fault> {
        let word = self.value();
        let (outcome, span) = match word.map(|word| (word.text, word.span)) {
            Some(("N", span)) => (Outcome::N, span),
            Some(("P", span)) => (Outcome::P, span),
            _ => {
                let needed = "the outcome: N if the player to move wins, P if not";
                return Err(self.malformed(keyword, word, needed));
            }
        };
        claims.push(Claim { said: Said::Outcome(convention, outcome), span });
        let mut moves: Vec<Move> = Vec::new();
        let mut place: Option<Span> = None;
        let mut none = false;
        while let Some(word) = self.value() {
            match parse_move(word.text) {
                Some(chosen) if !none && !moves.contains(&chosen) => moves.push(chosen),
                Some(chosen) if moves.contains(&chosen) => {
                    return Err(Box::new(
                        Diagnostic::error("E0643", format!("the move {chosen} is listed twice"))
                            .label(word.span, "the second time"),
                    ));
                }
                None if word.text == "-" && place.is_none() => none = true,
                _ => {
                    let needed = "winning moves HEAP:STICKS, such as 1:2, or `-` alone for none";
                    return Err(match did_you_mean(word.text, &KEYWORDS) {
                        Some(_) => unknown(word),
                        None => self.malformed(keyword, Some(word), needed),
                    });
                }
            }
            place = Some(place.map_or(word.span, |place| place.to(word.span)));
        }
        if let Some(span) = place {
            claims.push(Claim { said: Said::Winning(convention, moves), span });
        }
        Ok(())
    }

    fn plays(&mut self, keyword: Word, convention: Option<Convention>) -> Result<Claim, Fault> {
        let Some(convention) = convention else {
            return Err(Box::new(
                Diagnostic::error("E0642", "it is not said in which game this is played")
                    .label(keyword.span, "behind `normal ...` or `misere ...`"),
            ));
        };
        let word = self.value();
        match word.map(|word| (word.span, word.text, parse_move(word.text))) {
            Some((span, _, Some(chosen))) => {
                Ok(Claim { said: Said::Plays(convention, Some(chosen)), span })
            }
            Some((span, "-", None)) => Ok(Claim { said: Said::Plays(convention, None), span }),
            _ => Err(self.malformed(
                keyword,
                word,
                "a move HEAP:STICKS, such as 1:2, or `-` if over",
            )),
        }
    }

    /// Something else stands behind the keyword than is needed, or nothing.
    fn malformed(&self, keyword: Word, found: Option<Word>, needed: &str) -> Fault {
        let (span, label) = match found {
            Some(word) => (word.span, "this is something else"),
            None => (keyword.span, "something is missing behind this"),
        };
        let keyword = keyword.text;
        Box::new(
            Diagnostic::error("E0642", format!("`{keyword}` is not understood"))
                .label(span, label)
                .help(format!("behind `{keyword}` stands {needed}")),
        )
    }
}

fn unknown(word: Word) -> Fault {
    let diagnostic = Diagnostic::error("E0641", format!("`{}` is not known", word.text))
        .label(word.span, "not a claim");
    let known = || format!("claims start with {}", KEYWORDS.join(", "));
    Box::new(diagnostic.help(did_you_mean(word.text, &KEYWORDS).unwrap_or_else(known)))
}

fn no_heap(word: Word, none: bool) -> Fault {
    let why = if none { "behind (none) there are no heaps" } else { "not a number of sticks" };
    Box::new(
        Diagnostic::error("E0640", format!("`{}` is not a heap", word.text))
            .label(word.span, not_natural(word.text, why))
            .help("heaps are numbers from 0 with blanks between them, such as `3 4 5`"),
    )
}

/// `1:2`: two sticks from the first heap.
///
/// Whether the position has such a move is another question.
pub fn parse_move(text: &str) -> Option<Move> {
    let (heap, take) = text.split_once(':')?;
    Some(Move { heap: usize::try_from(natural(heap)?.to_i64()?).ok()?, take: natural(take)? })
}

/// Do both claims answer the same question?
fn same_matter(one: &Claim, other: &Claim) -> bool {
    match (&one.said, &other.said) {
        (Said::Xor(_), Said::Xor(_)) => true,
        (Said::Outcome(a, _), Said::Outcome(b, _))
        | (Said::Winning(a, _), Said::Winning(b, _))
        | (Said::Plays(a, _), Said::Plays(b, _)) => a == b,
        _ => false,
    }
}
