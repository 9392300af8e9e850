//! The keywords, and the words that were meant to be one.

use crate::suggest::{distance, nearest};

/// Every keyword with its place: those that begin or end a part, then those inside a head.
const KEYWORDS: [(&str, Place); 20] = [
    ("CLAIM", Place::Part),
    ("DEF", Place::Part),
    ("ELIF", Place::Part),
    ("ELSE", Place::Part),
    ("END", Place::Part),
    ("ENDIF", Place::Part),
    ("ENDREP", Place::Part),
    ("ENDREPEAT", Place::Part),
    ("FI", Place::Part),
    ("FOR", Place::Part),
    ("FROM_INFINITY_DOWN", Place::Part),
    ("IF", Place::Part),
    ("LET", Place::Part),
    ("PER", Place::Part),
    ("RULE", Place::Part),
    ("REPEAT", Place::Part),
    ("REP", Place::Head),
    ("FROM", Place::Head),
    ("THEN", Place::Head),
    ("UPTO", Place::Head),
];

/// Where a keyword stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// At the beginning or the end of a part.
    Part,
    /// Perhaps inside the head of one.
    Head,
}

/// Words of other languages that mean the same.
const FOREIGN: [(&str, &str); 17] = [
    ("ENDLOOP", "ENDREP"),
    ("OTHERWISE", "ELSE"),
    ("FUNCTION", "DEF"),
    ("WHEN", "IF"),
    ("TO", "UPTO"),
    ("DO", "REP"),
    ("LOOP", "REPEAT"),
    ("OD", "PER"),
    ("DONE", "PER"),
    ("NEXT", "PER"),
    ("ENDFOR", "PER"),
    ("ELSEIF", "ELIF"),
    ("ELSIF", "ELIF"),
    ("ENDFI", "FI"),
    ("DEFINE", "DEF"),
    ("ENDDEF", "END"),
    ("FED", "END"),
];

/// Is the token exactly a keyword?
pub(super) fn is(token: &str) -> bool {
    spelling(token).is_some()
}

/// The keyword that the token is.
pub(super) fn spelling(token: &str) -> Option<&'static str> {
    KEYWORDS.iter().map(|(keyword, _)| *keyword).find(|keyword| *keyword == token)
}

/// Does a part of the text surely begin or end with this token?
pub(super) fn begins_a_part(token: &str) -> bool {
    KEYWORDS.contains(&(token, Place::Part))
}

/// The keyword that was meant by a token, and whether that is certain: the same word in lower case, or one of
/// another language.
pub(super) fn meant(token: &str) -> Option<(&'static str, bool)> {
    const LONGEST: usize = 20;
    let letters = token.bytes().all(|it| it.is_ascii_alphabetic() || it == b'_');
    if !letters || !(2..=LONGEST).contains(&token.len()) {
        return None;
    }
    let upper = token.to_ascii_uppercase();
    if let Some(keyword) = spelling(&upper) {
        return Some((keyword, true));
    }
    // In lower case short words are prose.
    let is_upper = upper == token;
    if let Some((_, keyword)) = FOREIGN.iter().find(|(word, _)| is_upper && *word == upper) {
        return Some((keyword, true));
    }
    let likely = is_upper || token.len() > 4;
    let found = nearest(upper.as_str(), KEYWORDS.map(|it| it.0)).filter(|_| likely)?;
    // DIF may be DEF, or IF.
    let least = distance(&upper, found);
    let as_near = KEYWORDS.iter().filter(|(it, _)| distance(&upper, it) == least).count();
    (as_near == 1).then_some((found, false))
}
