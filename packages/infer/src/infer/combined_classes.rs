//! The descriptions of several classes as one.
//!
//! For each modulus c by which the classes are distinguished there is a quotient k and a remainder r, with n = ck + r
//! and 0 <= r < c, and an arm for each class.  If only the numbers n = Cm + R are asked for, m replaces n.

use super::prove::Proved;
use super::write::{Writer, game, head};
use super::{Class, Family};
use crate::Integer;
use crate::affine::Affine;
use crate::model::Rule;
use std::fmt::Write as _;

/// A modulus with its letters.
struct Division {
    modulus: i64,
    quotient: char,
    remainder: char,
}

/// The description of the games of all these classes, which make up `whole`; `None` if a loop of one of them carries a
/// state, which no branch can hold.
pub(super) fn description(
    family: &Family,
    whole: Class,
    rule: Rule,
    proved: &[&Proved],
) -> Option<String> {
    let sequences = proved.iter().map(|part| part.sequence()).collect::<Option<Vec<_>>>()?;
    let base = family.parameter_of(whole);
    let mut letters = vec![family.parameter, base];
    let mut divisions: Vec<Division> = Vec::new();
    for part in proved {
        let modulus = part.class.modulus / whole.modulus;
        if !divisions.iter().any(|one| one.modulus == modulus) {
            let [quotient, remainder] = ["kmuvwxyzabcdefgh", "rstpqo"].map(|from| {
                let letter = from.chars().find(|letter| !letters.contains(letter)).unwrap_or('?');
                letters.push(letter);
                letter
            });
            divisions.push(Division { modulus, quotient, remainder });
        }
    }
    let least = proved.iter().map(|part| part.class.at(part.least)).max().unwrap_or(0);
    let least = whole.first(least);
    let mut text = head(family, whole, rule);
    // Writing to a string does not fail.
    for Division { modulus, quotient, remainder } in &divisions {
        let _ = writeln!(text, "{quotient} >= {}", least.div_euclid(*modulus));
        let _ = writeln!(text, "{remainder} >= 0\n{remainder} <= {}", modulus - 1);
        let form = Affine::new(Integer::ZERO, [Integer::from(*modulus), Integer::ONE]);
        let _ = writeln!(text, "{base} == {}", form.display(&[quotient, remainder]));
    }
    let _ = writeln!(text, "{base} >= {least}");
    text += &game(family, whole, rule);
    let mut writer = Writer::new(text, rule.alphabet(), &letters);
    let arms = |writer: &mut Writer, in_period: bool| {
        for (index, (part, sequence)) in proved.iter().zip(&sequences).enumerate() {
            let modulus = part.class.modulus / whole.modulus;
            let Some(division) = divisions.iter().find(|one| one.modulus == modulus) else {
                continue;
            };
            let nodes = if in_period { &sequence.period } else { &sequence.before };
            let keyword = if index == 0 { "IF" } else { "ELIF" };
            let residue = (part.class.residue - whole.residue) / whole.modulus;
            let head = format!("{keyword} {} == {residue} THEN", division.remainder);
            writer.block(&head, |writer| writer.list(division.quotient, nodes));
        }
        writer.line("FI");
    };
    if sequences.iter().any(|sequence| !sequence.before.is_empty()) {
        arms(&mut writer, false);
    }
    writer.block("REPEAT", |writer| arms(writer, true));
    writer.line("ENDREP");
    Some(writer.text)
}
