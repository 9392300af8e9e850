//! The words of a shift register: all of them, or one.

use super::align;
use super::json::{Decimal, document};
use super::sequence::{Head, Subject};
use crate::sequence::Game;
use crate::sequence::orbit::{Back, BackEnd, Path, Register, Survey, Words};
use grundy_output::output;

/// What was asked.
#[derive(Clone, Copy, Debug)]
pub struct AskedRegister<'a> {
    /// The game.
    pub game: &'a Game,
    /// Its register.
    pub register: Register,
    /// The words.
    pub words: Words,
}

/// Words by the number of words that lead to them.
#[derive(Clone, Debug, Default)]
pub struct Listed {
    /// Nothing leads to these.
    pub none: Vec<u64>,
    /// Two words lead to each of these.
    pub two: Vec<u64>,
}

/// One word, and what comes of it.
#[derive(Clone, Debug)]
pub struct Followed {
    /// The word.
    pub word: u64,
    /// Where it leads.
    pub path: Path,
    /// What came before it.
    pub back: Back,
}

/// At most so many outcomes of a sequence are shown.
pub const SHOWN: usize = 1000;

impl AskedRegister<'_> {
    /// `{ 2 5 7 }`, and the rule if it is not normal play.
    fn name(self) -> String {
        let of = self.game.moves().to_string();
        match self.game.rule() {
            crate::sequence::Rule::Normal | crate::sequence::Rule::Misere => of,
            rule => format!("{of} by the rule {rule}"),
        }
    }

    fn kind(self) -> &'static str {
        match self.words {
            Words::Legal => "legal",
            Words::All => "all",
        }
    }
}

/// For people: numbers, then a row for each kind of orbit.
pub fn text(asked: AskedRegister<'_>, survey: &Survey, listed: Option<&Listed>) -> String {
    let length = asked.register.length();
    let which = match asked.words {
        Words::Legal => format!("words of {length} outcomes with no two losses a move apart"),
        Words::All => format!("all words of {length} outcomes"),
    };
    let [none, one, two] = survey.predecessors;
    let back = match two {
        0 => "; each word has one predecessor, so every step back is unique",
        _ => "",
    };
    let mut text = format!(
        "register of {}: {which}\n\
         words         {}, {} of them palindromes\n\
         predecessors  none {none}, one {one}, two {two}{back}\n\
         orbits        {} with {} words; longest way to an orbit {}\n\
         all won       period {}, after {} steps\n",
        asked.name(),
        survey.words,
        survey.palindromic,
        survey.number(),
        survey.on_orbits(),
        survey.longest_tail,
        survey.start,
        survey.tail,
    );
    let mut rows = vec![vec![
        "length".to_owned(),
        "orbits".to_owned(),
        format!("palindromes of {length}"),
        format!("of {}", length + 1),
        "a word".to_owned(),
    ]];
    rows.extend(survey.orbits.iter().map(|kind| {
        let [word, longer] = kind.palindromes;
        let mut row = [kind.length, kind.number, word, longer].map(|it| it.to_string()).to_vec();
        row.push(asked.register.letters(kind.word));
        row
    }));
    text += &align::table(&[4], &rows);
    for (what, words) in listed
        .iter()
        .flat_map(|it| [("without a predecessor", &it.none), ("with two predecessors", &it.two)])
    {
        let letters = words.iter().map(|&word| asked.register.letters(word) + "\n");
        text += &format!("{what}: {}\n{}", words.len(), letters.collect::<String>());
    }
    text
}

/// The same for programs.
pub fn json(asked: AskedRegister<'_>, survey: &Survey, listed: Option<&Listed>) -> String {
    let letters = |words: &Vec<u64>| words.iter().map(|&it| asked.register.letters(it)).collect();
    let orbit = |kind: &crate::sequence::orbit::OrbitKind| Orbit {
        length: kind.length.to_string(),
        number: kind.number.to_string(),
        palindromes: kind.palindromes.map(|it| it.to_string()),
        word: asked.register.letters(kind.word),
    };
    document(&RegisterDocument {
        head: Head::new(&Subject::from(asked.game)),
        length: asked.register.length(),
        kind: asked.kind(),
        words: survey.words.to_string(),
        palindromic: survey.palindromic.to_string(),
        predecessors: survey.predecessors.map(|it| it.to_string()),
        orbits: survey.number().to_string(),
        on_orbits: survey.on_orbits().to_string(),
        longest_tail: survey.longest_tail.to_string(),
        all_won: Steps { tail: survey.tail.into(), period: survey.start.into() },
        orbit_kinds: survey.orbits.iter().map(orbit).collect(),
        without_predecessor: listed.map(|it| letters(&it.none)),
        with_two_predecessors: listed.map(|it| letters(&it.two)),
    })
}

/// For people: where a word leads, and what came before it.
pub fn followed_text(asked: AskedRegister<'_>, followed: &Followed) -> String {
    let Followed { word, path, back } = followed;
    let then = match back.end {
        BackEnd::Orbit => "the word again".to_owned(),
        BackEnd::None => "a word without a predecessor".to_owned(),
        BackEnd::Two => "a word with two predecessors".to_owned(),
        BackEnd::Count => "...".to_owned(),
    };
    let (values, before) = (values(asked, followed), before(back));
    let cut = if (values.len() as u64) < path.tail + path.length { "..." } else { "" };
    format!(
        "register of {}: the word {}\n\
         period  {}, after {} steps\n\
         then    {values}{cut}\n\
         before  {} certain steps back, to {then}\n\
         back    {before}\n",
        asked.name(),
        asked.register.letters(*word),
        path.length,
        path.tail,
        back.values.len(),
    )
    .lines()
    .map(|line| line.trim_end().to_owned() + "\n")
    .collect()
}

/// The same for programs.
pub fn followed_json(asked: AskedRegister<'_>, followed: &Followed) -> String {
    let Followed { word, path, back } = followed;
    document(&One {
        head: Head::new(&Subject::from(asked.game)),
        kind: asked.kind(),
        word: asked.register.letters(*word),
        tail: path.tail.to_string(),
        period: path.length.to_string(),
        then: values(asked, followed),
        back: before(back),
        back_ends_with: match back.end {
            BackEnd::Orbit => "the word",
            BackEnd::None => "no predecessor",
            BackEnd::Two => "two predecessors",
            BackEnd::Count => "a limit",
        },
    })
}

/// The outcomes behind the word, up to the end of the first period, but not too many.
fn values(asked: AskedRegister<'_>, followed: &Followed) -> String {
    let Path { tail, length } = followed.path;
    let count = usize::try_from(tail.saturating_add(length)).unwrap_or(SHOWN).min(SHOWN);
    let values = asked.register.values(followed.word).take(count);
    values.map(|value| if value.0 == 0 { '-' } else { '+' }).collect()
}

/// The outcomes before the word, the nearest one first.
fn before(back: &Back) -> String {
    back.values.iter().map(|value| if value.0 == 0 { '-' } else { '+' }).collect()
}

#[output]
struct Steps {
    tail: Decimal,
    period: Decimal,
}

#[output]
struct Orbit {
    length: String,
    number: String,
    /// How many words read the same backwards, and how many do with the next outcome behind them.
    palindromes: [String; 2],
    word: String,
}

#[output]
pub(super) struct RegisterDocument {
    #[serde(flatten)]
    head: Head,
    /// The number of outcomes in a word.
    length: u32,
    kind: &'static str,
    words: String,
    palindromic: String,
    /// How many words have none, one and two.
    predecessors: [String; 3],
    orbits: String,
    on_orbits: String,
    longest_tail: String,
    all_won: Steps,
    orbit_kinds: Vec<Orbit>,
    without_predecessor: Option<Vec<String>>,
    with_two_predecessors: Option<Vec<String>>,
}

#[output]
pub(super) struct One {
    #[serde(flatten)]
    head: Head,
    kind: &'static str,
    word: String,
    tail: String,
    period: String,
    /// The outcomes behind the word, up to the end of the first period; at most 1000.
    then: String,
    /// The outcomes before the word, the nearest one first, as far as one word leads to each.
    back: String,
    back_ends_with: &'static str,
}
