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
//! * `plays 1:2`, after the claim for a convention: the described strategy may play this move.
//!   That is any winning move, and where there is none, one stick from any heap.

use super::{Convention, Move, Outcome, Position};
use crate::Integer;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::lang::TextKind;
use crate::lines::{self, Fault, Format, Line, Word, did_you_mean, natural, not_natural};

/// The claims of one line about a position.
pub type Claims = lines::Claims<Position, Statement>;

/// Something claimed about a position.
pub type PositionClaim = lines::Claim<Statement>;

/// What can be claimed about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// The exclusive or of the heaps.
    Xor(Integer),
    /// The outcome for the player to move.
    Outcome(Convention, Outcome),
    /// All winning moves.
    Winning(Convention, Vec<Move>),
    /// The move of the described strategy, if there is a move.
    Plays(Convention, Option<Move>),
}

const FORMAT: Format = Format {
    keywords: &["xor", "normal", "misere", "plays"],
    unknown: Code::NotANimClaim,
    malformed: Code::UnreadableNimClaim,
};

/// Reads all lines, or says everything that is wrong with them.
pub fn read(source: &str) -> Result<Vec<Claims>, Vec<Diagnostic>> {
    lines::read_claims(source, TextKind::Nim, |line| claims(line).map_err(|fault| vec![*fault]))
}

fn claims(line: &Line<'_>) -> Result<Claims, Fault> {
    let heaps = FORMAT.before(&line.words);
    let position = position(heaps, line)?;
    let mut claims: Vec<PositionClaim> = Vec::new();
    let mut convention = None;
    for (keyword, values) in FORMAT.claims(&line.words[heaps.len()..]) {
        let before = claims.len();
        match keyword.text {
            "xor" => claims.push(xor(keyword, values)?),
            "plays" => claims.push(plays(keyword, values, convention)?),
            name => {
                let normal = name == Convention::Normal.name();
                let played = if normal { Convention::Normal } else { Convention::Misere };
                convention = Some(played);
                outcome(played, keyword, values, &mut claims)?;
            }
        }
        let twice = |new: &PositionClaim| claims[..before].iter().any(|old| same_matter(old, new));
        if let Some(new) = claims[before..].iter().find(|new| twice(new)) {
            return Err(Box::new(
                Diagnostic::new(Code::NimClaimTwice, "this is claimed twice")
                    .label(new.span, "claimed before in this line")
                    .help("keep one of the two, or start another line"),
            ));
        }
        if let ("xor" | "plays", Some(further)) = (keyword.text, values.get(1)) {
            return Err(FORMAT.unknown(*further));
        }
    }
    if claims.is_empty() {
        return Err(Box::new(
            Diagnostic::new(Code::HeapsWithoutClaim, "nothing is claimed about this position")
                .label(whole(&line.words), "a claim is missing after this")
                .help("add an outcome and the winning moves, such as `normal N 1:2`"),
        ));
    }
    let row = line.label.map_or_else(|| position.to_string(), str::to_owned);
    Ok(Claims { row, about: position, claims })
}

/// The place of all words together.
fn whole(words: &[Word<'_>]) -> Span {
    words.iter().map(|word| word.span).reduce(Span::to).unwrap_or_default()
}

/// The position whose heaps are the numbers in these words, or `(none)`.
fn position(words: &[Word<'_>], line: &Line<'_>) -> Result<Position, Fault> {
    let mut heaps = Vec::new();
    let mut none = false;
    for &word in words {
        match natural(word.text) {
            None if word.text == "(none)" && heaps.is_empty() && !none => none = true,
            Some(heap) if !none => heaps.push(heap),
            _ if !none && did_you_mean(word.text, FORMAT.keywords).is_some() => {
                return Err(FORMAT.unknown(word));
            }
            _ => return Err(no_heap(word, none)),
        }
    }
    match Position::new(heaps) {
        Some(position) if !words.is_empty() => Ok(position),
        _ => Err(Box::new(
            Diagnostic::new(Code::UnreadableHeaps, "the heaps are missing")
                .label(line.words.first().map(|word| word.span).unwrap_or_default(), "before this")
                .help("write (none) for the position without heaps"),
        )),
    }
}

fn xor(keyword: Word<'_>, values: &[Word<'_>]) -> Result<PositionClaim, Fault> {
    let number = values.first().and_then(|word| Some((word.span, natural(word.text)?)));
    let needed = "a number, such as `xor 2`";
    let (span, number) = number.ok_or_else(|| malformed(keyword, values.first(), needed))?;
    Ok(PositionClaim { statement: Statement::Xor(number), span })
}

/// The outcome, and the winning moves if they are claimed.
fn outcome(
    convention: Convention,
    keyword: Word<'_>,
    values: &[Word<'_>],
    claims: &mut Vec<PositionClaim>,
) -> Result<(), Fault> {
    let (span, outcome) = match values.first().map(|word| (word.span, word.text)) {
        Some((span, "N")) => (span, Outcome::N),
        Some((span, "P")) => (span, Outcome::P),
        _ => {
            let needed = "the outcome: N if the player to move wins, P if not";
            return Err(malformed(keyword, values.first(), needed));
        }
    };
    claims.push(PositionClaim { statement: Statement::Outcome(convention, outcome), span });
    let mut moves: Vec<Move> = Vec::new();
    let words = &values[1..];
    let none = words.first().is_some_and(|word| word.text == "-");
    for word in words.iter().skip(usize::from(none)) {
        match parse_move(word.text) {
            Some(chosen) if moves.contains(&chosen) => {
                return Err(Box::new(
                    Diagnostic::new(
                        Code::NimClaimTwice,
                        format!("the move {chosen} is listed twice"),
                    )
                    .label(word.span, "the second time"),
                ));
            }
            Some(chosen) if !none => moves.push(chosen),
            _ if did_you_mean(word.text, FORMAT.keywords).is_some() => {
                return Err(FORMAT.unknown(*word));
            }
            _ => {
                let needed = "winning moves HEAP:STICKS, such as 1:2, or only `-` for none";
                return Err(malformed(keyword, Some(word), needed));
            }
        }
    }
    if !words.is_empty() {
        claims.push(PositionClaim {
            statement: Statement::Winning(convention, moves),
            span: whole(words),
        });
    }
    Ok(())
}

fn plays(
    keyword: Word<'_>,
    values: &[Word<'_>],
    convention: Option<Convention>,
) -> Result<PositionClaim, Fault> {
    let Some(convention) = convention else {
        return Err(Box::new(
            Diagnostic::new(
                Code::UnreadableNimClaim,
                "it is not clear which game this claim is about",
            )
            .label(keyword.span, "write it after `normal ...` or `misere ...`"),
        ));
    };
    let word = values.first();
    match word.map(|word| (word.span, word.text, parse_move(word.text))) {
        Some((span, text, chosen)) if chosen.is_some() || text == "-" => {
            Ok(PositionClaim { statement: Statement::Plays(convention, chosen), span })
        }
        _ => {
            let needed = "a move HEAP:STICKS, such as 1:2, or `-` if over";
            Err(malformed(keyword, word, needed))
        }
    }
}

/// Something else follows the keyword than is needed, or nothing.
fn malformed(keyword: Word<'_>, found: Option<&Word<'_>>, needed: &str) -> Fault {
    match found {
        Some(word) => FORMAT.malformed(keyword, word.span, "unexpected", needed),
        None => FORMAT.malformed(keyword, keyword.span, "something is missing after this", needed),
    }
}

fn no_heap(word: Word, none: bool) -> Fault {
    let why = if none { "no heaps can follow (none)" } else { "not a number of sticks" };
    Box::new(
        Diagnostic::new(Code::UnreadableHeaps, format!("`{}` is not a heap", word.text))
            .label(word.span, not_natural(word.text, why))
            .help("heaps are numbers from 0 with spaces between them, such as `3 4 5`"),
    )
}

/// `1:2`: two sticks from the first heap.
///
/// Whether the position has such a move is another question.
pub fn parse_move(text: &str) -> Option<Move> {
    let (heap, take) = text.split_once(':')?;
    Some(Move { heap: natural(heap)?.to::<usize>()?, take: natural(take)? })
}

/// Do both claims answer the same question?
fn same_matter(one: &PositionClaim, other: &PositionClaim) -> bool {
    match (&one.statement, &other.statement) {
        (Statement::Xor(_), Statement::Xor(_)) => true,
        (Statement::Outcome(a, _), Statement::Outcome(b, _))
        | (Statement::Winning(a, _), Statement::Winning(b, _))
        | (Statement::Plays(a, _), Statement::Plays(b, _)) => a == b,
        _ => false,
    }
}
