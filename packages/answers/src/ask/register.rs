//! The words of outcomes from which a game can start, and their orbits.

use super::{Ask, Control, Either, Game, Refused};
use crate::limit::{CancellationToken, Limit};
use crate::model::Value;
use crate::report::register::{
    AskedRegister, Followed, FollowedWord, Listed, RegisterDocument, SHOWN, followed, surveyed,
};
use crate::sequence::orbit::{self, LONGEST_REGISTER, Words, survey};
use crate::sequence::{self, Rule};
use grundy_output::question;

/// The default for the most words.
pub const LIMIT_WORDS: u64 = 1 << 26;

/// The greatest limit on words.
pub const MOST_WORDS: u64 = 1 << 32;

/// The most words that are listed.
const MOST_LISTED: u64 = 1 << 22;

/// What comes of all words, or of the word that the game starts with?
#[question]
pub struct Register {
    /// The game; with a start the register follows this word, and without one it looks at all words.
    pub game: Game,
    /// All words of outcomes, and not only those without two losses at the distance of a move, which all words of normal
    /// play are?  Rules beside normal and misère play have all words anyway.
    pub all_words: bool,
    /// Also the words without a predecessor, and those with two?
    pub list: bool,
    /// The most words, and the most steps from one word, from 1 to 2^32 ([`MOST_WORDS`]); 2^26 by default
    /// ([`LIMIT_WORDS`]).
    pub limit_words: Option<u64>,
}

impl Ask for Register {
    type Answer = Either<RegisterDocument, FollowedWord>;

    fn answer(&self, control: &Control<'_>) -> Result<Self::Answer, Refused> {
        let game = self.game.listed()?;
        let limit = self.limit_words.unwrap_or(LIMIT_WORDS);
        if !(1..=MOST_WORDS).contains(&limit) {
            return Err(format!("--limit-words is from 1 to {MOST_WORDS}, not {limit}").into());
        }
        let register = register(&game)?;
        let words = match game.rule() {
            Rule::Normal | Rule::Misere if !self.all_words => Words::Legal,
            _ => Words::All,
        };
        let asked = AskedRegister { game: &game, register, words };
        if game.start().is_some() {
            if self.list {
                return Err("--list is about all words; leave out --start".into());
            }
            return follow(asked, limit, &control.stop).map(Either::Other);
        }
        let came = |limit| reached(limit, "not all words were checked");
        let found = survey(register, words, limit, &control.stop).map_err(came)?;
        let listed = self.list.then(|| listed(asked, limit.min(MOST_LISTED), &control.stop));
        let listed = listed
            .transpose()
            .map_err(|limit| Refused::Limit(limit, "not all words were checked".to_owned()))?;
        Ok(Either::One(surveyed(asked, &found, listed.as_ref())))
    }
}

/// The refusal at a limit, with the option that raises it.
fn reached(limit: Limit, came: &str) -> Refused {
    let raised = if limit == Limit::STOPPED { "" } else { "; raise --limit-words" };
    Refused::Limit(limit, format!("{came}{raised}"))
}

fn register(game: &sequence::Game) -> Result<orbit::Register, Refused> {
    if game.rule() == Rule::Mex {
        return Err("a register holds outcomes; leave out --values nim".into());
    }
    orbit::Register::new(game.moves(), game.rule()).map_err(|_| {
        let greatest = game.moves().greatest();
        let needed = format!("must be from 1 to {LONGEST_REGISTER}, not {greatest}");
        format!("the words are as long as the greatest move, which {needed}").into()
    })
}

/// The words to which nothing leads, and those to which two words lead.
fn listed(asked: AskedRegister<'_>, limit: u64, stop: &CancellationToken) -> Result<Listed, Limit> {
    let mut listed = Listed::default();
    for word in asked.register.words(asked.words, limit, stop)? {
        match asked.register.predecessors_in(word, asked.words).count() {
            0 => listed.none.push(word),
            1 => {}
            _ => listed.two.push(word),
        }
    }
    Ok(listed)
}

/// The word of the start.
fn follow(
    asked: AskedRegister<'_>,
    limit: u64,
    stop: &CancellationToken,
) -> Result<FollowedWord, Refused> {
    let AskedRegister { game, register, words } = asked;
    let word = register.word(|back| game.value_before(back).unwrap_or(Value(1)));
    let came = |limit| reached(limit, "the word did not reach an orbit");
    let path = register.path(word, limit, stop).map_err(came)?;
    // A word with two losses a move apart comes only from words of its kind.
    let words = if register.is_legal(word) { words } else { Words::All };
    let found = Followed { word, path, back: register.back(word, words, SHOWN) };
    Ok(followed(AskedRegister { words, ..asked }, &found))
}
