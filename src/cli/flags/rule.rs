//! Which values positions have, and by which rule: `--values` and `--rule`.

use clap::{Args, ValueEnum};
use grundy_kernel::model::Alphabet;
use grundy_language::suggest::nearest;
use grundy_sequence::{Rule, rule_by_name};
use serde::Deserialize;

/// Which values, by which rule.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct RuleArguments {
    /// Which values to compute; --nim is short for --values nim [default: outcome, or those of the letters of a
    /// description]
    #[arg(long, value_enum, ignore_case = true)]
    pub values: Option<Values>,
    /// How a value follows from those of the options: mex, normal, misere, 'lost CONDITION', 'won
    /// CONDITION', or a name; see `grundy help rules` [default: that of the values]
    #[arg(long, value_parser = rule, value_name = "RULE")]
    pub rule: Option<Rule>,
}

/// Values by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Values {
    /// `-` for P (the previous player wins), `+` for N (the next player wins)
    Outcome,
    /// Sprague-Grundy values 0, 1, 2, ..., 26 as _, A, B, ..., Z
    #[value(alias = "grundy")]
    #[serde(alias = "grundy")]
    Nim,
    /// Outcomes of misère play, in which a player who cannot move wins: --rule misere
    Misere,
}

/// A rule, in the words of the language or by its name.
fn rule(text: &str) -> Result<Rule, String> {
    rule_by_name(text).map_err(|error| {
        let others = "also nor, parity, exactly-one, more-than-C";
        match meant(text) {
            Some(meant) => format!("{meant} ({error}; {others})"),
            None => format!("{error}; {others}"),
        }
    })
}

/// What was probably meant by a text that is not a rule.
fn meant(text: &str) -> Option<String> {
    if Values::from_str(text, true).is_ok() && rule_by_name(&text.to_lowercase()).is_err() {
        return Some(format!("the values are chosen by --values {}", text.to_lowercase()));
    }
    let plain = text.to_lowercase().replace('è', "e");
    let mut words: Vec<String> = Vec::new();
    let is_relation = |it: char| "=<>!".contains(it);
    for sign in plain.chars() {
        let is_new = |last: &String| {
            let last = last.chars().next_back().unwrap_or(' ');
            sign.is_whitespace() != last.is_whitespace() || is_relation(sign) != is_relation(last)
        };
        match words.last_mut().filter(|last| !is_new(last)) {
            Some(last) => last.push(sign),
            None => words.push(sign.into()),
        }
    }
    let words = words.iter().map(|word| word.trim()).filter(|word| !["", "is", "a"].contains(word));
    let words: Vec<_> = words.map(|word| if word == "=" { "==" } else { word }).collect();
    let spelled = words.join(" ");
    if rule_by_name(&spelled).is_ok() {
        return Some(format!("did you mean '{spelled}'?"));
    }
    if let [.., last] = words[..]
        && last.bytes().all(|digit| digit.is_ascii_digit())
        && rule_by_name(&format!("{}0", spelled.trim_end_matches(last))).is_ok()
    {
        return Some(format!("the number {last} is too large"));
    }
    let names = ["exactly-one", "mex", "misere", "nor", "normal", "parity"];
    nearest(spelled.as_str(), names).map(|name| format!("did you mean '{name}'?"))
}

impl Values {
    /// How the values are written.
    pub fn alphabet(self) -> Alphabet {
        match self {
            Self::Nim => Alphabet::Nim,
            Self::Outcome | Self::Misere => Alphabet::Outcome,
        }
    }
}

impl RuleArguments {
    /// The rule that is asked for, if any is.
    ///
    /// # Errors
    /// Where values and rule do not go together.
    pub fn asked(&self) -> Result<Option<Rule>, String> {
        let named = match self.values {
            Some(Values::Misere) => Some(Rule::Misere),
            Some(Values::Outcome | Values::Nim) | None => None,
        };
        let Some(values) = self.values else { return Ok(self.rule) };
        let Some(rule) = self.rule else { return Ok(named) };
        if rule.alphabet() != values.alphabet() || named.is_some_and(|named| named != rule) {
            let (values, rule) = (values.to_possible_value(), rule);
            let values = values.map_or(String::new(), |value| value.get_name().to_owned());
            return Err(format!("--values {values} and --rule '{rule}' contradict each other"));
        }
        Ok(Some(rule))
    }

    /// The rule of a game: normal play where nothing else is asked for.
    ///
    /// # Errors
    /// As [`RuleArguments::asked`].
    pub fn rule(&self) -> Result<Rule, String> {
        let usual = self.values.map_or(Alphabet::Outcome, Values::alphabet);
        Ok(self.asked()?.unwrap_or(usual.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_have_names() {
        for (name, rule) in [
            ("normal", "normal"),
            ("nor", "won <= 0"),
            ("parity", "won odd"),
            ("exactly-one", "won == 1"),
            ("more-than-0", "normal"),
            ("more-than-17", "lost >= 18"),
            ("lost  odd", "lost odd"),
            ("lost != 0", "normal"),
            ("lost < 0", "lost < 0"),
        ] {
            assert_eq!(rule_by_name(name).map(|rule| rule.to_string()), Ok(rule.to_owned()));
        }
        for wrong in ["", "nim", "more-than-", "more-than--1", "lost", "lost 3", "won => 1"] {
            assert!(rule_by_name(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn rules_that_are_nearly_right_are_named() {
        for (text, hint) in [
            ("Misère", "did you mean 'misere'?"),
            ("lost = 2", "did you mean 'lost == 2'?"),
            ("lost=odd", ""),
            ("lost is odd", "did you mean 'lost odd'?"),
            ("won>=3", "did you mean 'won >= 3'?"),
            ("normla", "did you mean 'normal'?"),
            ("nim", "the values are chosen by --values nim"),
            ("lost > 99999999999999999999", "the number 99999999999999999999 is too large"),
            ("xor", ""),
        ] {
            let message = rule(text).expect_err(text);
            assert!(message.starts_with(hint) && message.contains("more-than-C"), "{message}");
        }
    }

    #[test]
    fn values_and_rules_go_together_or_not() {
        let asked =
            |values, rule: &str| RuleArguments { values, rule: rule_by_name(rule).ok() }.rule();
        assert_eq!(asked(None, ""), Ok(Rule::Normal));
        assert_eq!(asked(Some(Values::Nim), "mex"), Ok(Rule::Mex));
        assert_eq!(asked(Some(Values::Misere), ""), Ok(Rule::Misere));
        assert_eq!(asked(Some(Values::Outcome), "misere"), Ok(Rule::Misere));
        assert!(asked(Some(Values::Outcome), "mex").is_err());
        assert!(asked(Some(Values::Nim), "normal").is_err());
        assert!(asked(Some(Values::Misere), "normal").is_err());
    }
}
