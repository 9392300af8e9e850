//! Formulas and conditions on the moves of a game: a < b < c < ..., also written s1, s2, s3, ...

use super::{Condition, Formula};

/// The most moves that have a name.
pub const MOST_NAMES: u32 = 26;

/// The text with a letter for each s1, s2, ...: `s1+s3 == s4` is `a+c == d`.
fn by_letters(text: &str) -> Result<String, String> {
    let mut letters = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(place) = rest.find('s') {
        letters += &rest[..place];
        rest = &rest[place + 1..];
        let digits = rest.find(|it: char| !it.is_ascii_digit()).unwrap_or(rest.len());
        let (number, after) = rest.split_at(digits);
        match number.parse() {
            Ok(number @ 1..=MOST_NAMES) => letters.extend(('a'..='z').nth(number as usize - 1)),
            Err(_) if number.is_empty() => letters.push('s'),
            _ => return Err(format!("s{number}: moves are s1 to s{MOST_NAMES}")),
        }
        rest = after;
    }
    Ok(letters + rest)
}

/// Refuses a variable that is no move.
fn expect_moves(names: impl IntoIterator<Item = char>, moves: u32) -> Result<(), String> {
    let last = ('a'..='z').nth(moves.clamp(1, MOST_NAMES) as usize - 1).unwrap_or('z');
    match names.into_iter().find(|name| *name > last) {
        Some(name) => Err(format!(
            "there is no move {name}: the moves are a (s1) to {last} \
                                   (s{moves})"
        )),
        None => Ok(()),
    }
}

/// A condition on the moves, by their names.
pub fn condition(text: &str) -> Result<Condition, String> {
    Condition::parse(&by_letters(text)?, 0).map_err(|error| error.message)
}

/// Refuses a variable that no game has: with a fixed number of moves a move beyond it; without one any
/// move, as a game may have less.  K is the number of moves, M the largest one.
pub fn expect_condition(condition: &Condition, moves: Option<u32>) -> Result<(), String> {
    let names =
        condition.variables().iter().map(|(name, _)| *name).filter(|it| !"KM".contains(*it));
    match (moves, names.clone().next()) {
        (Some(moves), _) => expect_moves(names, moves),
        (None, None) => Ok(()),
        (None, Some(name)) => {
            Err(format!("{name} does not exist in every game: fix --moves, or use K and M"))
        }
    }
}

/// Formulas with commas between them, for games with this number of moves.
pub fn formulas(text: &str, moves: u32) -> Result<Vec<(String, Formula)>, String> {
    let formula = |part: &str| {
        let part = part.trim();
        let formula = Formula::parse(&by_letters(part)?, 0).map_err(|error| error.message)?;
        expect_moves(formula.variables().iter().map(|(name, _)| *name), moves)?;
        Ok((part.to_owned(), formula))
    };
    text.split(',').map(formula).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_have_two_names() {
        assert_eq!(by_letters("s1+s3 == s4").as_deref(), Ok("a+c == d"));
        assert_eq!(by_letters("2s26 + s").as_deref(), Ok("2z + s"));
        assert_eq!(by_letters("a < b").as_deref(), Ok("a < b"));
        for wrong in ["s0", "s27", "s99999999999"] {
            assert!(by_letters(wrong).is_err(), "{wrong}");
        }
        assert_eq!(condition("s1+s3 == s4"), condition("a + c == d"));
    }

    #[test]
    fn formulas_are_of_the_moves() {
        assert!(formulas("s1+s4, s4^2", 4).is_ok_and(|list| list.len() == 2));
        let message = formulas("s5", 4).expect_err("four moves");
        assert!(message.contains("there is no move e"), "{message}");
        assert!(formulas("s1,", 4).is_err() && formulas("", 4).is_err());
    }
}
