//! A counterexample to a description as data, and its replay.
//!
//! The described values of a position and of its options break the rule.  So the described sequence is not that of the
//! game, whatever the values of the game are.  Where the position is near enough, the values of the game are also
//! computed from position 0 on.
//!
//! A text without a meaning does not describe a sequence, so nothing can refute it: the replay first checks that all
//! lengths are at least 0 for all admissible parameters, and whatever else a meaning requires (`admissible`).

use crate::Integer;
use crate::certificate::OTHER_TEXT;
use crate::expand::Start;
use crate::expand::values;
use crate::lang;
use crate::limit::CancellationToken;
use crate::model::{Alphabet, Description, OptionCounts, Rule, Value};
use crate::verdict::{Finding, OptionValue, Report};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The number of the format.
const SCHEMA: u32 = 1;

/// The most values of options that are examined to compute a position from 0 on.
const SIMULATED: usize = 40_000_000;

/// A counterexample to a description.  Numbers that can be large are decimal strings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CounterexampleFile {
    /// The number of the format, 1.
    pub schema: u32,
    /// What this is: `counterexample`.
    pub kind: String,
    /// The digest of the text ([`lang::digest`]).
    pub description: String,
    /// The alphabet: `nim` or `outcome`.
    pub values: String,
    /// The rule, if it is not the usual one of the alphabet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Is the text read as a plain list of words?
    pub piece: bool,
    /// The values of the parameters by name.
    pub parameters: BTreeMap<String, String>,
    /// The position, from 0.
    pub position: String,
    /// The letter in the description.
    pub claimed: String,
    /// The letter that the rule gives for the options.
    pub computed: String,
    /// The possible moves, in the order of the description.
    pub options: Vec<StoredOption>,
}

/// What a move leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredOption {
    /// The number of items it takes.
    pub takes: String,
    /// The position it leads to.
    pub position: String,
    /// The letter there in the description.
    pub value: String,
}

/// What the replay of a counterexample shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// The position.
    pub position: Integer,
    /// The letter in the description.
    pub claimed: String,
    /// The letter of the game at this position, if it was computed from 0 on.
    pub simulated: Option<String>,
}

impl CounterexampleFile {
    /// The counterexample of a report, if there is one at a position.
    pub fn of(report: &Report, description: &Description, source: &str) -> Option<Self> {
        let found = report.findings.iter().find_map(Finding::counterexample)?;
        let (parameters, failure) = (&found.parameters, &found.failure);
        let text = |(name, value): &(String, Integer)| (name.clone(), value.to_string());
        let choice = |option: &OptionValue| {
            let (position, value) = option.target.clone()?;
            let (takes, position) = (option.size.to_string(), position.to_string());
            Some(StoredOption { takes, position, value })
        };
        Some(Self {
            schema: SCHEMA,
            kind: "counterexample".to_owned(),
            description: lang::digest(source),
            values: description.alphabet().to_string(),
            rule: unusual(description.rule).map(|rule| rule.to_string()),
            piece: description.is_piece(),
            parameters: parameters.iter().map(text).collect(),
            position: failure.position.to_string(),
            claimed: failure.claimed.clone(),
            computed: failure.computed.clone(),
            options: failure.options.iter().filter_map(choice).collect(),
        })
    }

    /// The rule that it was found by, if there is such a rule.
    pub fn rule(&self) -> Option<Rule> {
        let alphabets = [Alphabet::Nim, Alphabet::Outcome];
        let alphabet = alphabets.into_iter().find(|values| values.to_string() == self.values)?;
        let rule = match &self.rule {
            None => alphabet.into(),
            Some(rule) => rule.parse().ok().and_then(unusual)?,
        };
        (rule.alphabet() == alphabet && self.rule == unusual(rule).map(|rule| rule.to_string()))
            .then_some(rule)
    }

    /// Is it about this text?
    ///
    /// # Errors
    /// When it is about another text, as a message.
    pub fn about(&self, source: &str) -> Result<(), String> {
        let is_about = self.description == lang::digest(source);
        if is_about { Ok(()) } else { Err(OTHER_TEXT.to_owned()) }
    }

    /// Checks every value against the description, whose text is `source`.
    ///
    /// # Errors
    /// What is wrong, as a message.
    pub fn replay(
        &self,
        description: &Description,
        source: &str,
        stop: &CancellationToken,
    ) -> Result<Replayed, String> {
        let demand = |holds: bool, message: &str| match holds {
            true => Ok(()),
            false => Err(message.to_owned()),
        };
        demand(
            self.schema == SCHEMA && self.kind == "counterexample",
            "not a counterexample in format 1",
        )?;
        self.about(source)?;
        demand(
            self.rule() == Some(description.rule) && self.piece == description.is_piece(),
            "this is about the description read in another way",
        )?;
        let names = description.parameter_names();
        let known = names.iter().filter_map(|name| self.parameters.get(*name));
        let parameters = known.map(|value| integer(value)).collect::<Result<Vec<_>, _>>()?;
        demand(
            parameters.len() == names.len() && self.parameters.len() == names.len(),
            "other parameters",
        )?;
        demand(
            description.constraints().iter().all(|each| each.holds_at(&parameters)),
            "the parameters do not satisfy the order conditions",
        )?;
        match super::fault(description, stop) {
            Ok(None) => {}
            Ok(Some(fault)) => {
                return Err(format!("the text has no meaning: {}", fault.diagnostic.message));
            }
            Err(limit) => {
                return Err(format!(
                    "whether the text has a meaning is not known: {}",
                    limit.text()
                ));
            }
        }
        let position = integer(&self.position)?;
        demand(!position.is_negative(), "the position is below 0")?;
        let described = |at: &Integer| match values(description, &parameters, at, 1, stop) {
            Ok(values) => Ok(values[0]),
            Err(error) => Err(format!("the description has no value at {at}: {error}")),
        };
        let mut choices = self.options.iter();
        let mut options = OptionCounts::default();
        let start = Start::new(description, &parameters);
        let mut taken: Vec<Integer> = Vec::new();
        let moves = description.sizes(&parameters, SIMULATED);
        let moves = moves.ok_or_else(|| "too many moves to check".to_owned())?;
        for (takes, _) in moves {
            let target = &position - &takes;
            let value = match (target.is_negative(), &start) {
                (false, _) => described(&target)?,
                (true, Some(start)) => start.value(&target),
                (true, None) => {
                    let message = "an option lies before the piece, so the piece claims nothing \
                                   here";
                    demand(!self.piece, message)?;
                    continue;
                }
            };
            // Moves are a set.
            if !taken.contains(&takes) {
                taken.push(takes.clone());
                options.insert(value);
            }
            let (takes, position) = (takes.to_string(), target.to_string());
            let value = description.alphabet().letter(value);
            demand(
                choices.next() == Some(&StoredOption { takes, position, value }),
                &format!("the option {target} is missing or has another value"),
            )?;
        }
        demand(choices.next().is_none(), "more options than there are moves")?;
        let claimed = described(&position)?;
        let computed = description.rule.value(&options);
        let letter = |value: Value| description.alphabet().letter(value);
        demand(letter(claimed) == self.claimed, "the description claims another value")?;
        demand(letter(computed) == self.computed, "the rule gives another value for the options")?;
        demand(claimed != computed, "the position obeys the rule")?;
        let simulated = simulated(description, &parameters, &position, stop).map(|value| {
            u8::try_from(value).map_or(value.to_string(), |value| letter(Value(value)))
        });
        Ok(Replayed { position, claimed: self.claimed.clone(), simulated })
    }
}

/// The value of the game at the position, computed from 0 on, if that is near enough.
fn simulated(
    description: &Description,
    parameters: &[Integer],
    position: &Integer,
    stop: &CancellationToken,
) -> Option<u32> {
    let position = position.to();
    let moves = description.sizes(parameters, SIMULATED)?;
    let work = |position: usize| position.saturating_mul(moves.len());
    let position = position.filter(|at| work(*at) < SIMULATED && !description.is_piece())?;
    let moves: Vec<_> = moves.iter().map(|(size, _)| size.to()).collect::<Option<_>>()?;
    let simulated = super::counterexample::simulated;
    simulated(description, parameters, &moves, position + 1, stop).ok()?.last().copied()
}

/// A rule that is not the usual one of its alphabet.
fn unusual(rule: Rule) -> Option<Rule> {
    (rule != Rule::from(rule.alphabet())).then_some(rule)
}

/// The most digits of a number, several times those of a number in a description.
const DIGITS: usize = 1 << 18;

/// An integer in its only spelling.
fn integer(text: &str) -> Result<Integer, String> {
    if text.len() > DIGITS {
        return Err(format!("a number has more than {DIGITS} digits"));
    }
    let number: Result<Integer, _> = text.parse();
    let number = number.ok().filter(|number| number.to_string() == text);
    number.ok_or_else(|| format!("`{text}` is not an integer"))
}
