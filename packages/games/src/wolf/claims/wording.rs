//! The wording of claims: a pattern with gaps for what may differ.
//!
//! In a pattern `#` stands for a number, a square or a row of the tree (`9.1-a3`), and `@` for a
//! number in letters.  The pattern `@ become #` fits `nine become 5`, with `nine` and `5` in its
//! gaps.

use super::super::board::Square;

/// Numbers in letters; there are no more than ten variants.
const LETTERS: [&str; 11] =
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// The number in letters, or in digits if it is above ten.
pub(super) fn in_letters(number: usize) -> String {
    LETTERS.get(number).map_or_else(|| number.to_string(), |letters| (*letters).to_owned())
}

/// What stands in the gaps of the pattern, if the text is so worded.
pub(super) fn gaps(pattern: &str, text: &str) -> Option<Vec<String>> {
    let (mut gaps, mut rest) = (Vec::new(), text);
    for sign in pattern.chars() {
        let length = match sign {
            '#' => gap(rest),
            '@' => letters(rest),
            _ => {
                rest = rest.strip_prefix(sign)?;
                continue;
            }
        };
        let (inside, behind) = rest.split_at_checked(length).filter(|_| length > 0)?;
        gaps.push(inside.to_owned());
        rest = behind;
    }
    rest.is_empty().then_some(gaps)
}

/// The pattern with its gaps filled; `?` stands in those that are not known.
pub(super) fn fill(pattern: &str, gaps: &[Option<String>]) -> String {
    let mut gaps = gaps.iter();
    let mut text = String::new();
    for sign in pattern.chars() {
        match sign {
            '#' | '@' => text += gaps.next().and_then(Option::as_deref).unwrap_or("?"),
            _ => text.push(sign),
        }
    }
    text
}

/// The length of the row, square or number at the beginning of the text.
fn gap(text: &str) -> usize {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let square = |text: &str| {
        let end = text.as_bytes().get(2).is_none_or(|next| !next.is_ascii_alphanumeric());
        end && text.get(..2).is_some_and(|it| Square::parse(it).is_some())
    };
    if square(text) {
        return 2;
    }
    let mut length = digits(text);
    if length > 0 && text[length..].starts_with('.') && digits(&text[length + 1..]) > 0 {
        length += 1 + digits(&text[length + 1..]);
        if text[length..].starts_with('-') && square(&text[length + 1..]) {
            length += 3;
        }
    }
    length
}

/// The length of the number in letters at the beginning of the text.
fn letters(text: &str) -> usize {
    let length = text.bytes().take_while(u8::is_ascii_lowercase).count();
    if LETTERS.contains(&&text[..length]) { length } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_numbers_squares_rows_and_numbers_in_letters() {
        let read = |pattern, text| gaps(pattern, text).map(|gaps| gaps.join(" "));
        assert_eq!(read("row # at #.", "row 9.1-a3 at b4.").as_deref(), Some("9.1-a3 b4"));
        assert_eq!(read("row # at #.", "row 9.1 at 17.").as_deref(), Some("9.1 17"));
        assert_eq!(read("@ become @;", "nine become five;").as_deref(), Some("nine five"));
        assert_eq!(read("#*# moves", "5*4 moves").as_deref(), Some("5 4"));
        for other in ["nine become 5;", "nine become fives;", "nine become five", "eleven become"] {
            assert_eq!(read("@ become @;", other), None, "{other}");
        }
        for other in ["row e9 at b4.", "row 9.1 at b4. ", "Row 9.1 at b4.", "row 9.1 at "] {
            assert_eq!(read("row # at #.", other), None, "{other}");
        }
    }

    #[test]
    fn a_gap_that_is_not_known_is_a_question_mark() {
        let words = [Some("3".to_owned()), None];
        assert_eq!(fill("# relays fewer and # fewer", &words), "3 relays fewer and ? fewer");
    }
}
