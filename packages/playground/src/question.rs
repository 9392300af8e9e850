//! What can be asked.

use super::{Json, Refused, game, known, place, proof};
use grundy_report::ask::Game;
use serde::Deserialize;

/// A question, by the name in `ask`.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum Question {
    /// The version of the program, the kinds of inputs, and published descriptions.
    Known,
    /// What the code of a finding means.
    Explain {
        /// Such as `E0119`.
        code: String,
    },
    /// Is the text right?
    Verify {
        /// The kind of the text, such as `nimseq`.
        kind: String,
        /// The text.
        text: String,
    },
    /// The text in the common layout.
    Format {
        /// A description of a sequence.
        text: String,
    },
    /// The proof of a description, or its counterexample, as a file.
    Certify {
        /// A description of a sequence.
        text: String,
    },
    /// Is the certificate right?
    Check {
        /// The file.
        certificate: String,
        /// The description that it is about; a proof by trace needs none.
        text: String,
    },
    /// A piece of the sequence of a game.
    Sequence {
        /// The game.
        game: Game,
        /// The first position.
        from: u64,
        /// How many positions.
        count: usize,
    },
    /// Period and preperiod of a game.
    Period {
        /// The game.
        game: Game,
    },
    /// One position of a game: where its moves lead, and which word of the description it stands in.
    Place {
        /// The game.
        game: Game,
        /// The description, which may be about other games.
        text: String,
        /// The position.
        position: u64,
    },
    /// The theorem about all games of a family.
    Infer {
        /// Its moves; values of parameters are passed over.
        game: Game,
        /// By which method.
        #[serde(default = "auto")]
        by: String,
        /// The most steps, words and loops that each method looks at.
        work: Option<u64>,
    },
}

fn auto() -> String {
    "auto".to_owned()
}

impl Question {
    /// The answer, or why there is none.
    pub(crate) fn answer(self) -> Result<Json, Refused> {
        match self {
            Self::Known => known::known(),
            Self::Explain { code } => known::explain(&code),
            Self::Verify { kind, text } => proof::verify(&kind, &text),
            Self::Format { text } => proof::format(&text),
            Self::Certify { text } => proof::certify(&text),
            Self::Check { certificate, text } => proof::check(&certificate, &text),
            Self::Sequence { game, from, count } => game::sequence(game, from, count),
            Self::Period { game } => game::period(game),
            Self::Place { game, text, position } => place::place(game, &text, position),
            Self::Infer { game, by, work } => game::infer(game, &by, work),
        }
    }
}
