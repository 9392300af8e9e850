//! Which values positions have, and by which rule: `--values` and `--rule`.

use clap::{Args, ValueEnum};
use grundy_check::model::Alphabet;
use grundy_sequence::{Rule, rule_by_name};
use serde::Deserialize;

/// Which values, by which rule.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct RuleArguments {
    /// The values of the positions
    #[arg(long, value_enum)]
    pub values: Option<Values>,
    /// The rule: mex, normal, misere, or 'lost CONDITION' or 'won CONDITION', where a position is
    /// won (+) if the number of its lost or won options is odd, even, == C, != C, >= C, <= C, > C or
    /// < C; also nor (won == 0), parity (won odd), exactly-one (won == 1), more-than-C (lost > C)
    #[arg(long, value_parser = rule_by_name, value_name = "RULE")]
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
            let values = values.map_or(String::new(), |it| it.get_name().to_owned());
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
