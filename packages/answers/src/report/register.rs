//! The words of a shift register: all of them, or one.

use super::json::Decimal;
use super::sequence::{Head, Subject};
use super::{Render, align};
use crate::model::Value;
use crate::sequence::Game;
use crate::sequence::orbit::{Back, BackEnd, Path, Register, Survey, Words};
use grundy_output::output;

/// The question.
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

/// One word, and its orbit.
#[derive(Clone, Debug)]
pub struct Followed {
    /// The word.
    pub word: u64,
    /// Where it leads.
    pub path: Path,
    /// The words before it.
    pub back: Back,
}

/// The most outcomes of a sequence that are shown.
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

/// Totals, then a row for each kind of orbit.
pub fn surveyed(
    asked: AskedRegister<'_>,
    survey: &Survey,
    listed: Option<&Listed>,
) -> RegisterDocument {
    let letters = |words: &Vec<u64>| words.iter().map(|&it| asked.register.letters(it)).collect();
    let orbit = |kind: &crate::sequence::orbit::OrbitKind| Orbit {
        length: kind.length.to_string(),
        number: kind.number.to_string(),
        palindromes: kind.palindromes.map(|number| number.to_string()),
        word: asked.register.letters(kind.word),
    };
    RegisterDocument {
        name: asked.name(),
        head: Head::new(&Subject::from(asked.game)),
        length: asked.register.length(),
        kind: asked.kind(),
        words: survey.words.to_string(),
        palindromic: survey.palindromic.to_string(),
        predecessors: survey.predecessors.map(|number| number.to_string()),
        orbits: survey.number().to_string(),
        on_orbits: survey.on_orbits().to_string(),
        longest_tail: survey.longest_tail.to_string(),
        all_won: Steps { tail: survey.tail.into(), period: survey.start.into() },
        orbit_kinds: survey.orbits.iter().map(orbit).collect(),
        without_predecessor: listed.map(|listed| letters(&listed.none)),
        with_two_predecessors: listed.map(|listed| letters(&listed.two)),
    }
}

impl Render for RegisterDocument {
    const IS_COMPUTED: bool = true;

    fn text(&self) -> String {
        let Self { name, length, words, palindromic, orbits, on_orbits, longest_tail, .. } = self;
        let which = match self.kind {
            "legal" => format!("words of {length} outcomes with no two losses a move apart"),
            _ => format!("all words of {length} outcomes"),
        };
        let [none, one, two] = &self.predecessors;
        let back = match two.as_str() {
            "0" => "; each word has one predecessor, so every step back is unique",
            _ => "",
        };
        let Steps { tail: Decimal(tail), period: Decimal(period) } = &self.all_won;
        let mut text = format!(
            "register of {name}: {which}\n\
             words         {words}, {palindromic} of them palindromes\n\
             predecessors  none {none}, one {one}, two {two}{back}\n\
             orbits        {orbits} with {on_orbits} words; longest way to an orbit {longest_tail}\n\
             all won       period {period}, after {tail} steps\n"
        );
        let (palindromes, longer) =
            (format!("palindromes of {length}"), format!("of {}", length + 1));
        let heads = ["length", "orbits", &palindromes, &longer, "a word"].map(str::to_owned);
        let row = |Orbit { length, number, palindromes: [word, longer], word: letters }: &Orbit| {
            [length, number, word, longer, letters].map(String::clone)
        };
        let rows: Vec<_> = [heads].into_iter().chain(self.orbit_kinds.iter().map(row)).collect();
        text += &align::table(&[4], &rows);
        for (what, words) in [
            ("without a predecessor", &self.without_predecessor),
            ("with two predecessors", &self.with_two_predecessors),
        ] {
            let Some(words) = words else { continue };
            text += &format!("{what}: {}\n", words.len());
            text.extend(words.iter().map(|word| format!("{word}\n")));
        }
        text
    }
}

/// The orbit of a word.
pub fn followed(asked: AskedRegister<'_>, followed: &Followed) -> FollowedWord {
    let Followed { word, path, back } = followed;
    let signs = |values: &[Value]| -> String {
        values.iter().map(|value| if value.0 == 0 { '-' } else { '+' }).collect()
    };
    let all = path.tail.saturating_add(path.length);
    let count = usize::try_from(all).unwrap_or(SHOWN).min(SHOWN);
    FollowedWord {
        name: asked.name(),
        is_cut: (count as u64) < all,
        end: back.end,
        head: Head::new(&Subject::from(asked.game)),
        kind: asked.kind(),
        word: asked.register.letters(*word),
        tail: path.tail.to_string(),
        period: path.length.to_string(),
        then: signs(&asked.register.values(*word).take(count).collect::<Vec<_>>()),
        back: signs(&back.values),
        back_ends_with: match back.end {
            BackEnd::Orbit => "word",
            BackEnd::None => "no-predecessor",
            BackEnd::Two => "two-predecessors",
            BackEnd::Count => "limit",
        },
    }
}

impl Render for FollowedWord {
    const IS_COMPUTED: bool = true;

    fn text(&self) -> String {
        let Self { name, word, tail, period, then, back, .. } = self;
        let first = match self.end {
            BackEnd::Orbit => "the word again",
            BackEnd::None => "a word without a predecessor",
            BackEnd::Two => "a word with two predecessors",
            BackEnd::Count => "...",
        };
        let cut = if self.is_cut { "..." } else { "" };
        format!(
            "register of {name}: the word {word}\n\
             period  {period}, after {tail} steps\n\
             then    {then}{cut}\n\
             before  {} certain steps back, to {first}\n\
             back    {back}",
            back.len()
        )
        .trim_end()
        .to_owned()
            + "\n"
    }
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
    /// How many words read the same backwards, and how many do with the next outcome after them.
    palindromes: [String; 2],
    word: String,
}

/// All words, and their orbits.
#[output]
pub struct RegisterDocument {
    #[serde(skip)]
    name: String,
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

/// Where a word leads, and what came before it.
#[output]
pub struct FollowedWord {
    #[serde(skip)]
    name: String,
    /// Are there more outcomes after the word?
    #[serde(skip)]
    is_cut: bool,
    #[serde(skip)]
    end: BackEnd,
    #[serde(flatten)]
    head: Head,
    kind: &'static str,
    word: String,
    tail: String,
    period: String,
    /// The outcomes after the word, up to the end of the first period; at most 1000.
    then: String,
    /// The outcomes before the word, the nearest one first, as far as one word leads to each.
    back: String,
    back_ends_with: &'static str,
}
