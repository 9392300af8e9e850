//! Names of a net in lines that are read again: sequences of transitions, and markings.

use std::borrow::Cow;

/// A name as one word: in quotation marks, with `\` before any inside, if it would not be one word otherwise.
pub fn word(name: &str) -> Cow<'_, str> {
    let plain =
        !name.is_empty() && !name.starts_with(['"', '#']) && !name.contains(char::is_whitespace);
    match plain {
        true => Cow::Borrowed(name),
        false => Cow::Owned(format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))),
    }
}

/// The words of a line: names as [`word`] writes them, up to a remark, which begins with `#`.
///
/// ```
/// use grundy_answers::report::petri::{word, words};
/// let line = format!("{} {}  # two steps", word("check item"), word("decide"));
/// assert_eq!(line, "\"check item\" decide  # two steps");
/// assert_eq!(words(&line), ["check item", "decide"]);
/// ```
pub fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = line.trim_start();
    while !rest.is_empty() && !rest.starts_with('#') {
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let plain = || (rest[..end].to_owned(), &rest[end..]);
        let (word, after) = quoted(rest).unwrap_or_else(plain);
        words.push(word);
        rest = after.trim_start();
    }
    words
}

/// The word in quotation marks that a text begins with, and what comes after it.
fn quoted(text: &str) -> Option<(String, &str)> {
    let inside = text.strip_prefix('"')?;
    let (mut word, mut characters) = (String::new(), inside.char_indices());
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => {
                let after = &inside[at + 1..];
                let ends = after.is_empty() || after.starts_with(char::is_whitespace);
                return ends.then_some((word, after));
            }
            '\\' => word.push(characters.next()?.1),
            _ => word.push(character),
        }
    }
    None
}
