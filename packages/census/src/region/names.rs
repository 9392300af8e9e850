//! What planes of games and their areas are called.

use super::{TwoFreeClass, View};
use std::fmt::Write as _;

/// The games of a class in the notation of sets, with the part that is shown:
/// `{ s1 s2 64-s1 64 }, s1 = 1..9, s2 = 5..20, steps of 2`.
pub fn form(class: TwoFreeClass, fixed: u32, view: View) -> String {
    let moves = match class {
        TwoFreeClass::FourMoves => format!("{{ s1 s2 {fixed}-s1 {fixed} }}"),
        TwoFreeClass::ThirdFixed => format!("{{ s1 s2 {fixed} s1+{fixed} }}"),
        TwoFreeClass::SymmetricFive => format!("{{ s1 s2 {fixed}-s2 {fixed}-s1 {fixed} }}"),
    };
    moves + &part(view)
}

/// The same for the games { s1 s2 s3 }.
pub fn form_of_three(s3: u32, view: View) -> String {
    format!("{{ s1 s2 {s3} }}{}", part(view))
}

fn part(view: View) -> String {
    let mut text = String::new();
    if !view.is_whole() {
        for (name, (from, to)) in [("s1", view.s1), ("s2", view.s2)] {
            _ = match to {
                u32::MAX => write!(text, ", {name} from {from}"),
                to => write!(text, ", {name} = {from}..{to}"),
            };
        }
    }
    match view.step {
        0 | 1 => text,
        step => text + &format!(", steps of {step}"),
    }
}

/// The period in each of the areas of these bounds, for people: `p <= s1+s5`, and for the last area, that it exceeds
/// all bounds.
///
/// For games that are not symmetric, no bound on the preperiod is known, so the last area says less.
pub fn meanings(class: TwoFreeClass, bounds: &[String]) -> Vec<String> {
    let mut meanings: Vec<String> = bounds.iter().map(|bound| format!("p <= {bound}")).collect();
    let last = bounds.last().map_or("", String::as_str);
    meanings.push(match class {
        TwoFreeClass::SymmetricFive => format!("p > {last}"),
        TwoFreeClass::FourMoves | TwoFreeClass::ThirdFixed => format!("p > {last}, or q > s4^2"),
    });
    meanings
}
