use super::{Assignment, Finding, Verdict};
use serde::{Serialize, Serializer};
use std::fmt;

/// One value of a text or a catalogue that claims many, compared with computation.
#[derive(Clone, Debug, PartialEq)]
pub struct PublishedValue {
    /// What the row is about: a family, a game, a position.
    pub row: String,
    /// What of it: `p`, or `corrected p` for a value of a catalogue's own.
    pub column: String,
    /// *Verified* if the value was computed, or is proved, for every game that it is claimed for.
    pub verdict: Verdict,
    /// What it rests on, the most important first.
    pub reasons: Vec<Reason>,
    /// The deviation, or the limit.
    pub findings: Vec<Finding>,
    /// Where it is *refuted*, and no news: why not.
    pub known: Option<String>,
}

impl PublishedValue {
    /// A value that is claimed for one game.
    pub fn new(row: &str, column: &str, verdict: Verdict, findings: Vec<Finding>) -> Self {
        let (row, column) = (row.to_owned(), column.to_owned());
        Self { row, column, verdict, reasons: Vec::new(), findings, known: None }
    }

    /// All that it rests on, as a sentence.
    pub fn remark(&self) -> String {
        self.reasons.iter().map(Reason::to_string).collect::<Vec<_>>().join("; ")
    }
}

/// What a verdict on a value of a catalogue rests on.  Several games are written as `n = 2..9, 11`, or as their number;
/// a single game is not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum Reason {
    /// The first game for which it is wrong.
    Wrong {
        /// As claimed.
        claimed: String,
        /// As computed.
        computed: String,
        /// The parameters of the game.
        #[serde(serialize_with = "by_name")]
        #[cfg_attr(
            feature = "schema",
            schemars(with = "std::collections::BTreeMap<String, String>")
        )]
        parameters: Assignment,
    },
    /// There is a proof.
    Proved {
        /// For which games, by which description.
        proofs: Vec<ProvedFor>,
    },
    /// It is right for these games, which were computed.
    Agrees {
        /// The games.
        games: String,
    },
    /// It is wrong for these games, which were computed.
    Deviates {
        /// The games.
        games: String,
    },
    /// A proof contradicts it, but the game was not computed.
    Doubted {
        /// As claimed.
        claimed: String,
        /// As proved.
        proved: String,
        /// The parameters of the game.
        #[serde(serialize_with = "by_name")]
        #[cfg_attr(
            feature = "schema",
            schemars(with = "std::collections::BTreeMap<String, String>")
        )]
        parameters: Assignment,
        /// The name of the description that proves it.
        description: String,
    },
    /// These games were not computed.
    Open {
        /// The games.
        #[serde(skip_serializing_if = "Option::is_none")]
        games: Option<String>,
        /// The limit that was reached.
        limit: &'static str,
    },
    /// It is claimed for infinitely many games, not all of which are proved.
    Endless {
        /// The limit that was reached.
        #[serde(skip_serializing_if = "Option::is_none")]
        limit: Option<&'static str>,
    },
    /// It has no value, or none that can be computed.
    Unknown {
        /// Why.
        message: String,
    },
    /// A proof that is not repeated here.
    Recorded {
        /// For which games.
        games: String,
        /// What proves it again.
        command: String,
    },
}

/// Games for which a value is proved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProvedFor {
    /// The name of the description that proves it; without one the moves themselves show it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The games, such as `all n >= 2`; nothing for a single game.
    pub games: String,
}

fn by_name<S: Serializer>(at: &Assignment, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(at.iter().map(|(name, value)| (name, value.to_string())))
}

impl fmt::Display for Reason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limited = |limit: &str| format!(" (limit: {limit})");
        match self {
            Self::Wrong { claimed, computed, parameters } => {
                write!(out, "claimed {claimed}, computed {computed}{}", place(parameters))
            }
            Self::Proved { proofs } => {
                let proofs = proofs.iter().map(ProvedFor::to_string).collect::<Vec<_>>();
                write!(out, "proved{}", proofs.join(","))
            }
            Self::Agrees { games } => write!(out, "agrees for {games}"),
            Self::Deviates { games } => write!(out, "deviates for {games}"),
            Self::Doubted { claimed, proved, parameters, description } => {
                let place = place(parameters);
                write!(out, "claimed {claimed}, proved {proved}{place} by {description}")
            }
            Self::Open { games, limit } => {
                let games = games.as_ref().map_or(String::new(), |it| format!(" for {it}"));
                write!(out, "not computed{games}{}", limited(limit))
            }
            Self::Endless { limit } => {
                write!(out, "claimed for all{}", limit.map(limited).unwrap_or_default())
            }
            Self::Unknown { message } => out.write_str(message),
            Self::Recorded { games, command } => {
                write!(out, "on record as proved for {games}: {command}")
            }
        }
    }
}

/// ` for all n >= 2 by two.nimseq`
impl fmt::Display for ProvedFor {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.games.is_empty() {
            write!(out, " for {}", self.games)?;
        }
        self.description.iter().try_for_each(|by| write!(out, " by {by}"))
    }
}

/// `n = 2, m = 3`
pub fn point(at: &[(impl fmt::Display, impl fmt::Display)]) -> String {
    at.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ")
}

/// ` at n = 2, m = 3`; nothing for a single game.
pub fn place(at: &[(impl fmt::Display, impl fmt::Display)]) -> String {
    if at.is_empty() { String::new() } else { format!(" at {}", point(at)) }
}
