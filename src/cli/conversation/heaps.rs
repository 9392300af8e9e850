//! A game with heaps on a board, from which items are taken.

use super::{Answer, End, Game, Strength};
use crate::cli::flags::heaps::{expect_playable, sizes};
use crate::cli::flags::opponent::Opponent;
use crate::cli::host::{Exit, Failure};
use grundy_answers::report::heaps::reason;
use grundy_games::chance::Chance;
use grundy_games::heaps::{Heap, Sum};
use grundy_games::nim::bits::bits;
use grundy_games::nim::theory::{self, Decision};
use grundy_games::nim::{Convention, Move, Position, description::parse_move};
use grundy_kernel::Integer;
use grundy_language::limit::{CancellationToken, Limit};
use std::fmt::Write as _;

/// Heaps with more items than this are shown as numbers only.
const DRAWN: usize = 40;

/// Heaps, and who wins them.
pub trait Heaps: Clone {
    /// What is taken from them, and what there is none of at the end.
    const NAMES: [&'static str; 2];

    /// The game, and when it is won or lost: the parts before and after the name of the play.
    fn rule(&self, convention: Convention) -> [String; 2];

    /// The sizes.
    fn sizes(&self) -> impl Iterator<Item = &Integer>;

    /// What a move leaves, or why it is not possible.
    fn after(&self, chosen: &Move) -> Result<Self, String>;

    /// A move that puts the end off; none if no move is left.
    fn slow(&self, convention: Convention) -> Option<Move>;

    /// A winning move if there is one, and why the player to move wins or loses.
    fn best(&self, convention: Convention) -> Result<(Option<Move>, String), Limit>;

    /// The same game with heaps of these sizes.
    fn with(&self, sizes: Vec<Integer>) -> Result<Self, String>;

    /// What shows the reason, in lines of its own.
    fn shown(&self, _: Convention) -> String {
        String::new()
    }
}

impl Heaps for Position {
    const NAMES: [&'static str; 2] = ["stick"; 2];

    fn rule(&self, convention: Convention) -> [String; 2] {
        let last = match convention {
            Convention::Normal => "the player who takes the last stick wins",
            Convention::Misere => "the player who takes the last stick loses",
        };
        ["Nim", last].map(str::to_owned)
    }

    fn sizes(&self) -> impl Iterator<Item = &Integer> {
        self.heaps().iter()
    }

    fn after(&self, chosen: &Move) -> Result<Self, String> {
        self.after(chosen).map_err(|illegal| illegal.to_string())
    }

    fn slow(&self, convention: Convention) -> Option<Move> {
        theory::strategy(self, convention)
    }

    fn best(&self, convention: Convention) -> Result<(Option<Move>, String), Limit> {
        let why = match (theory::decision(self, convention), self.heaps()) {
            (Decision::Sum, [_, _, ..]) => {
                let heaps: Vec<_> = self.heaps().iter().map(Integer::to_string).collect();
                let sum = self.nim_sum();
                format!(
                    "The exclusive or of {} is {sum}; a player who leaves 0 wins",
                    heaps.join(", ")
                )
            }
            (Decision::Sum, _) => "With one heap, the player who takes all of it wins".to_owned(),
            (decision, _) => format!("Here {}", decision.meaning()),
        };
        Ok((theory::winning_moves(self, convention).into_iter().next(), why))
    }

    fn with(&self, sizes: Vec<Integer>) -> Result<Self, String> {
        Self::new(sizes).ok_or_else(|| "a heap has 0 items or more".to_owned())
    }

    /// The heaps in binary, with their exclusive or below.
    fn shown(&self, convention: Convention) -> String {
        let decides = theory::decision(self, convention) == Decision::Sum;
        let bits = bits(self);
        if !decides || self.heaps().len() < 2 || bits.xor.len() > DRAWN {
            return String::new();
        }
        let heaps =
            bits.heaps.iter().zip(1..).map(|(heap, number)| format!("  {heap}  heap {number}\n"));
        format!("{}  {}  exclusive or\n", heaps.collect::<String>(), bits.xor)
    }
}

impl Heaps for Sum {
    const NAMES: [&'static str; 2] = ["item", "move"];

    fn rule(&self, convention: Convention) -> [String; 2] {
        let rule = match convention {
            Convention::Normal => "the player who cannot move loses",
            Convention::Misere => "the player who cannot move wins",
        };
        let moves = self.0.first().map_or(String::new(), |heap| heap.set.to_string());
        [format!("Heaps with the moves {moves}"), rule.to_owned()]
    }

    fn sizes(&self) -> impl Iterator<Item = &Integer> {
        self.0.iter().map(|heap| &heap.size)
    }

    fn after(&self, chosen: &Move) -> Result<Self, String> {
        self.after(chosen).map_err(|illegal| illegal.to_string())
    }

    fn slow(&self, _: Convention) -> Option<Move> {
        self.slow_move()
    }

    fn best(&self, convention: Convention) -> Result<(Option<Move>, String), Limit> {
        let answer = self.answer(convention, &CancellationToken::default())?;
        Ok((answer.winning.into_iter().next(), reason(convention, &answer.reason)))
    }

    fn with(&self, sizes: Vec<Integer>) -> Result<Self, String> {
        expect_playable(&sizes)?;
        let set = self.0.first().map(|heap| heap.set.clone()).ok_or("there are no heaps")?;
        Ok(Self(sizes.into_iter().map(|size| Heap { set: set.clone(), size }).collect()))
    }
}

/// A game against the program.
pub struct OnHeaps<H> {
    /// The heaps.
    pub heaps: H,
    /// Who wins at the end.
    pub convention: Convention,
    /// Is it the turn of the program?
    program_moves: bool,
    /// Does the program begin?
    second: bool,
    strength: Strength,
    /// What makes other heaps, its seed, and whether anything depends on that so far.
    chance: Chance,
    seed: u64,
    is_seeded: bool,
}

impl<H: Heaps> OnHeaps<H> {
    /// A game with these heaps, in which the program begins if the person is `second`.
    pub fn new(heaps: H, convention: Convention, second: bool, opponent: &Opponent) -> Self {
        let (strength, seed) = Strength::new(opponent);
        let (chance, is_seeded) = (Chance::new(seed), !strength.is_best());
        Self { heaps, convention, program_moves: second, second, strength, chance, seed, is_seeded }
    }

    /// As many heaps at random.
    fn another(&mut self, count: usize) -> Result<H, String> {
        let all: Vec<u32> = (SMALLEST..=LARGEST).collect();
        let sizes = (0..count).filter_map(|_| self.chance.choose(&all)).map(Integer::from);
        self.heaps.with(sizes.collect())
    }

    /// Is there only one heap, so that a move is one number?
    fn is_single(&self) -> bool {
        self.heaps.sizes().count() == 1
    }

    /// A move as it is typed.
    fn named(&self, chosen: &Move) -> String {
        if self.is_single() { chosen.take.to_string() } else { chosen.to_string() }
    }

    /// A move in words: `2 sticks from heap 1`.
    fn spoken(&self, chosen: &Move) -> String {
        let plural = if chosen.take.is_one() { "" } else { "s" };
        let from =
            if self.is_single() { String::new() } else { format!(" from heap {}", chosen.heap) };
        format!("{} {}{plural}{from}", chosen.take, H::NAMES[0])
    }

    /// Moves that take few items.
    fn small_moves(&self) -> Vec<Move> {
        let heaps = 1..=self.heaps.sizes().count();
        let all =
            heaps.flat_map(|heap| (1..=DRAWN).map(move |take| Move { heap, take: take.into() }));
        all.filter(|turn| self.heaps.after(turn).is_ok()).collect()
    }
}

impl OnHeaps<Position> {
    /// Nim with three heaps at random.
    pub fn at_random(convention: Convention, second: bool, opponent: &Opponent) -> Self {
        let heaps = Position::new(Vec::new()).unwrap_or_else(|| unreachable!("no heap is below 0"));
        let mut game = Self::new(heaps, convention, second, opponent);
        game.is_seeded = true;
        if let Ok(heaps) = game.another(3) {
            game.heaps = heaps;
        }
        game
    }
}

/// The smallest heap at random.
const SMALLEST: u32 = 3;

/// The largest heap at random, which is drawn in a short line.
const LARGEST: u32 = 12;

impl<H: Heaps> Game for OnHeaps<H> {
    type State = H;

    fn state(&mut self) -> &mut H {
        // A person is asked before the program moves, and so it is again.
        self.program_moves = false;
        &mut self.heaps
    }

    fn greeting(&self) -> String {
        let ([game, rule], [item, _]) = (self.heaps.rule(self.convention), H::NAMES);
        let play = match self.convention {
            Convention::Normal => "normal",
            Convention::Misere => "misère",
        };
        let typed = match self.is_single() {
            true => format!("A move takes {item}s from the heap: type 2 to take two {item}s"),
            false => format!(
                "A move takes {item}s from one heap: type 1:2 to take two {item}s from heap 1"
            ),
        };
        let seed = if self.is_seeded { format!("  Seed {}.", self.seed) } else { String::new() };
        format!("{game}, {play} play: {rule}.\n{typed}, or help.{seed}\n")
    }

    fn moves(&self) -> Vec<[String; 2]> {
        let meaning = format!("takes two {}s from heap 1", H::NAMES[0]);
        let typed = if self.is_single() { "2" } else { "1:2 or 1 2" };
        vec![[typed.to_owned(), meaning]]
    }

    /// One line for each heap: `heap 1: 3  |||`.
    fn board(&self) -> String {
        let mut text = "\n".to_owned();
        for (index, heap) in self.heaps.sizes().enumerate() {
            let few = heap.to::<usize>();
            let items = few.filter(|&heap| heap <= DRAWN).map(|heap| "|".repeat(heap));
            let line = format!("heap {}: {heap}  {}", index + 1, items.unwrap_or_default());
            // Writing to a string cannot fail.
            _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }

    fn code(&self) -> (&'static str, String) {
        let sizes: Vec<_> = self.heaps.sizes().map(Integer::to_string).collect();
        ("heaps", sizes.join(" "))
    }

    fn end(&self) -> Option<End> {
        if self.heaps.slow(self.convention).is_some() {
            return None;
        }
        let why = format!("No {} is left", H::NAMES[1]);
        // With no move left, who is to move has lost normal play and won misère play.
        let person_wins = self.program_moves == (self.convention == Convention::Normal);
        Some(if person_wins { End::Won(why) } else { End::Lost(why) })
    }

    fn reply(&mut self) -> Result<Option<String>, Failure> {
        if !self.program_moves {
            return Ok(None);
        }
        let moves = self.small_moves();
        let slip = self.strength.slip(&(0..moves.len()).collect::<Vec<_>>());
        let best = || self.heaps.best(self.convention).ok().and_then(|(best, _)| best);
        let chosen = slip.and_then(|at| moves.get(at).cloned()).or_else(best);
        let chosen = chosen.or_else(|| self.heaps.slow(self.convention));
        let Some(chosen) = chosen else { return Ok(None) };
        self.heaps = self.heaps.after(&chosen).map_err(|illegal| {
            let message = format!("this is a bug in grundy: it chose {chosen}, but {illegal}");
            Failure::new(Exit::Bug, message)
        })?;
        self.program_moves = false;
        Ok(Some(format!("I take {}. ({})\n", self.spoken(&chosen), self.named(&chosen))))
    }

    fn play(&mut self, line: &str) -> Answer {
        let words = line.split([' ', '\t', ':', ',']).filter(|word| !word.is_empty());
        let mut words: Vec<_> = words.collect();
        if self.is_single() && words.len() == 1 {
            words.insert(0, "1");
        }
        let Some(chosen) = parse_move(&words.join(":")) else {
            let items = format!("{}s", H::NAMES[0]);
            return Answer::Unknown(match self.is_single() {
                true => format!("a move is the number of {items} to take, such as 2"),
                false => format!(
                    "a move is two numbers, the heap and the number of {items}, such as 1:2"
                ),
            });
        };
        match self.heaps.after(&chosen) {
            Ok(next) => {
                (self.heaps, self.program_moves) = (next, true);
                Answer::Changed(String::new())
            }
            Err(illegal) => Answer::Illegal(illegal),
        }
    }

    fn hint(&mut self) -> String {
        let slow = self.heaps.slow(self.convention).map(|slow| self.named(&slow));
        let (slow, shown) = (slow.unwrap_or_default(), self.heaps.shown(self.convention));
        match self.heaps.best(self.convention) {
            Err(limit) => format!("{}A possible move is {slow}.\n", unknown(limit)),
            Ok((None, why)) => {
                format!(
                    "You are losing: every move loses against perfect play. {slow} lasts longest.\n{why}.\n{shown}"
                )
            }
            Ok((Some(best), why)) => {
                let next = self.heaps.after(&best).ok();
                let then = next.and_then(|next| Some(next.best(self.convention).ok()?.1));
                let then = then.filter(|then| *then != why);
                let why =
                    then.map_or(format!("{why}."), |then| format!("Now: {why}.\nThen: {then}."));
                format!("{} wins: take {}.\n{why}\n{shown}", self.named(&best), self.spoken(&best))
            }
        }
    }

    fn reason(&mut self) -> String {
        match self.heaps.best(self.convention) {
            Ok((best, why)) => {
                let who =
                    if best.is_some() { "You can win" } else { "You lose against perfect play" };
                format!("{who}. {why}.\n{}", self.heaps.shown(self.convention))
            }
            Err(limit) => unknown(limit),
        }
    }

    const BEGIN: &'static str = "[HEAP ...]";

    fn begin(&mut self, what: &str) -> Option<Answer> {
        let count = self.heaps.sizes().count();
        let heaps = match sizes(what) {
            Ok(sizes) if sizes.is_empty() => self.another(count),
            Ok(sizes) => self.heaps.with(sizes),
            Err(why) => Err(why),
        };
        Some(match heaps {
            Ok(heaps) => {
                (self.heaps, self.program_moves) = (heaps, self.second);
                Answer::Begun("Another game begins.\n".to_owned())
            }
            Err(why) => Answer::Illegal(why),
        })
    }
}

/// What is said where nobody knows who wins.
fn unknown(limit: Limit) -> String {
    format!("I cannot tell who wins: {}.\n", limit.text())
}
