//! The chains of a description, and how words split along them, for people and programs.
//!
//! As JSON, `{ "schema": 2, "chains": [...] }` with one object for each chain, and `copies`, the
//! parameter of [`crate::verify::copies`], if there is one.  Forms and
//! constraints are strings over the variables at the place of the block under test; numbers of
//! blocks and words are numbers.
//!
//! | key | meaning |
//! |---|---|
//! | `block` | the number of the block under test |
//! | `instances` | the blocks from the one under test backwards, each with its number `block` (0 for the words before position 0) and its control `variables` such as `i = n-1`; all but the first with the `transition` by which the one before it in the list follows it |
//! | `from_start` | does the sequence begin where the chain begins? |
//! | `guard` | the constraints under which the chain exists, such as `n-1 >= 0` |
//! | `words` | from the last word of the block under test backwards: the values `word`, first position `start`, position after the last `end`, from the start of the block under test |
//! | `splits` | with `--dump`: pieces `start`, `end` of the word with the number `word`, from 0; in `landing` for each move, of a range for the first and the last one, the number of the word that it leads into, `null` before position 0; `holds`: does the rule hold there? |

use super::json::{Unread, judged};
use crate::affine::{Affine, Constraint};
use crate::chain::Chain;
use crate::diagnostic::counted;
use crate::model::{Alphabet, BlockId, Description, Word};
use crate::theorem::sides;
use crate::verdict::Verdict;
use crate::verify::{Split, variable_names};
use grundy_output::output;
use std::fmt::Write as _;

/// The chains of a description.
#[output]
#[derive(Clone, Debug)]
pub struct Listing {
    /// See [`copies`].
    pub copies: Option<String>,
    /// The chains.
    pub chains: Vec<Listed>,
}

/// The meaning of the parameter of [`crate::verify::copies`], in a sentence.
///
/// ```
/// assert!(grundy_answers::report::chains::copies("z").starts_with("z is the number of copies"));
/// ```
pub fn copies(name: &str) -> String {
    format!(
        "{name} is the number of copies of the cycle in each pass through the endless loop; \
         the sequence is the same for every such {name}"
    )
}

/// A chain with all forms written out.
///
/// Positions count from the start of the block under test, so that what precedes it has
/// negative ones; forms are over the variables at the place of that block.
#[output]
#[derive(Clone, Debug)]
pub struct Listed {
    block: usize,
    instances: Vec<Instance>,
    from_start: bool,
    guard: Vec<String>,
    /// The guard as people write it.
    #[serde(skip)]
    conditions: Vec<String>,
    words: Vec<Placed>,
    splits: Option<Vec<ChainSplit>>,
}

/// `transition` is how the instance before this one in the list follows it in the sequence.
#[output]
#[derive(Clone, Debug)]
struct Instance {
    transition: Option<&'static str>,
    block: usize,
    variables: Vec<String>,
}

#[output]
#[derive(Clone, Debug)]
struct Placed {
    word: String,
    start: String,
    end: String,
}

/// A split; words by their numbers in the list of words, from 0.  A move that lands before
/// position 0 has no word.
#[output]
#[derive(Clone, Debug)]
struct ChainSplit {
    word: usize,
    start: String,
    end: String,
    landing: Vec<Option<usize>>,
    holds: bool,
}

impl Listed {
    /// Writes out a chain; `splits` says whether its splits follow.
    pub fn new(description: &Description, chain: &Chain<'_>, splits: bool) -> Self {
        let names = names(description, chain);
        let form = |form: &Affine| form.display(&names).to_string();
        let instances = chain.instances.iter().map(|instance| Instance {
            transition: instance.transition.map(|transition| transition.name()),
            block: instance.block.printed(),
            variables: variable_names(description, instance.block)
                .iter()
                .zip(&instance.environment)
                .skip(description.parameters.len())
                .map(|(name, value)| format!("{name} = {}", value.display(&names)))
                .collect(),
        });
        let mut guard: Vec<&Constraint> = Vec::new();
        for constraint in &chain.guard {
            if !guard.contains(&constraint) {
                guard.push(constraint);
            }
        }
        let words = chain.words.iter().zip(chain.borders.iter().skip(1)).zip(&chain.borders);
        Self {
            block: chain.instances.first().map_or(0, |instance| instance.block.printed()),
            instances: instances.collect(),
            from_start: chain.from_start,
            guard: guard.iter().map(|row| row.display(&names).to_string()).collect(),
            conditions: guard.iter().map(|row| condition(row, &names)).collect(),
            words: words
                .map(|((placed, start), end)| Placed {
                    word: cycle(placed.word, description.alphabet()),
                    start: form(start),
                    end: form(end),
                })
                .collect(),
            splits: splits.then(Vec::new),
        }
    }

    /// The blocks of the chain, from the one under test backwards:
    /// `block 2 <- enter - block 1 <- start`.
    pub fn path(&self) -> String {
        let mut text = String::new();
        for instance in &self.instances {
            if let Some(transition) = instance.transition {
                let _ = write!(text, " <- {transition} - ");
            }
            match instance.block {
                0 => text += "what is before position 0",
                block => {
                    let _ = write!(text, "block {block}");
                }
            }
            if !instance.variables.is_empty() {
                // "i = i" says no more than "i".
                let variables =
                    instance.variables.iter().map(|each| match each.split_once(" = ") {
                        Some((name, value)) if name == value => name,
                        _ => each,
                    });
                let _ = write!(text, " ({})", variables.collect::<Vec<_>>().join(", "));
            }
        }
        if self.from_start {
            text += " <- start";
        }
        text
    }

    /// Adds a split of this chain.
    pub fn push(&mut self, description: &Description, split: &Split<'_, '_>) {
        let names = names(description, split.chain);
        let before_zero = split.chain.words.len();
        self.splits.get_or_insert_default().push(ChainSplit {
            word: split.word,
            start: split.start.display(&names).to_string(),
            end: split.end.display(&names).to_string(),
            landing: (split.landing.iter())
                .map(|&word| Some(word).filter(|&word| word < before_zero))
                .collect(),
            holds: split.holds,
        });
    }
}

fn names(description: &Description, chain: &Chain<'_>) -> Vec<String> {
    let block = chain.instances.first().map_or(BlockId::from_index(0), |first| first.block);
    variable_names(description, block)
}

fn condition(constraint: &Constraint, names: &[String]) -> String {
    let (left, sign, right) = sides(constraint);
    format!("{} {sign} {}", left.display(names), right.display(names))
}

/// The values of a word, without its length: `A` or `<BAC>`.
fn cycle(word: &Word, alphabet: Alphabet) -> String {
    let values: String = word.cycle.iter().map(|&value| alphabet.letter(value)).collect();
    if word.cycle.len() == 1 { values } else { format!("<{values}>") }
}

/// The chains of the description at `path`, one line each with its guard, and a table of its
/// words and splits if it has them.
pub fn text(path: &str, Listing { copies, chains }: &Listing) -> String {
    let number = counted(chains.len() as u64, "chain");
    let mut text = format!("listed     {path}  ({number}, nothing proved)\n");
    if let Some(name) = copies {
        let _ = writeln!(text, "  {}", self::copies(name));
    }
    if chains.iter().any(|chain| chain.splits.is_some()) {
        text +=
            "  x counts from the start of the first block of a chain; words count from the end;\n";
        text += "  for each move the word that it leads into, - for none (before position 0)\n";
    }
    for (index, chain) in chains.iter().enumerate() {
        let _ = write!(text, "  chain {}: {}", index + 1, chain.path());
        if !chain.conditions.is_empty() {
            let _ = write!(text, "  if {}", chain.conditions.join(", "));
        }
        text.push('\n');
        let Some(splits) = &chain.splits else { continue };
        for (number, Placed { word, start, end }) in chain.words.iter().enumerate() {
            let _ = writeln!(text, "    word {number}: {word} on {start} <= x < {end}");
        }
        for ChainSplit { word, start, end, landing, holds } in splits {
            let landing: Vec<_> = landing
                .iter()
                .map(|word| word.map_or_else(|| "-".to_owned(), |word| word.to_string()))
                .collect();
            let holds = if *holds { "" } else { "  the rule fails" };
            let landing = landing.join(" ");
            let _ = writeln!(
                text,
                "    word {word}, {start} <= x < {end}: moves lead into {landing}{holds}"
            );
        }
    }
    text
}

/// The chains of one description as JSON.
pub fn json(listing: &Listing) -> String {
    judged(Some(Verdict::Verified), listing)
}

/// The chains of several descriptions, each with path and kind, as JSON.
pub fn json_of_all(
    results: &[(String, &'static str, Listing)],
    without: &[(String, String)],
) -> String {
    let results = results.iter().map(|(path, kind, listing)| ChainEntry { path, kind, listing });
    let errors = without.iter().map(Unread::new).collect();
    // Nothing is proved.
    judged(Some(Verdict::Undecided), &All { results: results.collect(), errors })
}

#[output]
struct ChainEntry<'a> {
    path: &'a str,
    kind: &'a str,
    #[serde(flatten)]
    listing: &'a Listing,
}

#[output]
pub(super) struct All<'a> {
    results: Vec<ChainEntry<'a>>,
    /// The inputs whose chains cannot be listed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<Unread<'a>>,
}
