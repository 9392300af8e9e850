//! A game with heaps on a board, from which items are taken.

use super::{Answer, End, Game};
use crate::cli::host::{Exit, Failure};
use grundy_answers::report::heaps::reason;
use grundy_games::heaps::Sum;
use grundy_games::nim::{Convention, Move, Position, description::parse_move, theory};
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
        let why = format!("Here {}", theory::decision(self, convention).meaning());
        Ok((theory::winning_moves(self, convention).into_iter().next(), why))
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
}

/// A game against the program.
pub struct OnHeaps<H> {
    /// The heaps.
    pub heaps: H,
    /// Who wins at the end.
    pub convention: Convention,
    /// Is it the turn of the program?
    pub program_moves: bool,
}

impl<H: Heaps> Game for OnHeaps<H> {
    type State = H;

    fn state(&mut self) -> &mut H {
        // A person is asked before the program moves, and so it is again.
        self.program_moves = false;
        &mut self.heaps
    }

    fn greeting(&self) -> String {
        let ([game, rule], [item, _]) = (self.heaps.rule(self.convention), H::NAMES);
        let play = self.convention.name();
        format!(
            "{game}, {play} play: {rule}.\n\
             A move takes {item}s from one heap: type 1:2 to take two {item}s from heap 1, or help.\n"
        )
    }

    fn moves(&self) -> Vec<[String; 2]> {
        let meaning = format!("takes two {}s from heap 1", H::NAMES[0]);
        vec![["1:2 or 1 2".to_owned(), meaning]]
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
        let best = self.heaps.best(self.convention).ok().and_then(|(best, _)| best);
        let chosen = best.or_else(|| self.heaps.slow(self.convention));
        let Some(chosen) = chosen else { return Ok(None) };
        self.heaps = self.heaps.after(&chosen).map_err(|illegal| {
            let message = format!("this is a bug in grundy: it chose {chosen}, but {illegal}");
            Failure::new(Exit::Bug, message)
        })?;
        self.program_moves = false;
        Ok(Some(format!("I take {}. ({chosen})\n", spoken::<H>(&chosen))))
    }

    fn play(&mut self, line: &str) -> Answer {
        let words = line.split([' ', '\t', ':', ',']).filter(|word| !word.is_empty());
        let Some(chosen) = parse_move(&words.collect::<Vec<_>>().join(":")) else {
            let items = format!("{}s", H::NAMES[0]);
            return Answer::Unknown(format!(
                "a move is two numbers, the heap and how many {items}, such as 1:2"
            ));
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
        let slow = self.heaps.slow(self.convention).map(|slow| slow.to_string());
        let slow = slow.unwrap_or_default();
        match self.heaps.best(self.convention) {
            Err(limit) => format!("{}A possible move is {slow}.\n", unknown(limit)),
            Ok((None, why)) => {
                format!("Every move loses if I make no mistake; {slow} delays it.\n{why}.\n")
            }
            Ok((Some(best), why)) => {
                let next = self.heaps.after(&best).ok();
                let then = next.and_then(|next| Some(next.best(self.convention).ok()?.1));
                let then = then.filter(|then| *then != why);
                let why =
                    then.map_or(format!("{why}."), |then| format!("Now: {why}.\nThen: {then}."));
                format!("{best} wins: take {}.\n{why}\n", spoken::<H>(&best))
            }
        }
    }

    fn reason(&mut self) -> String {
        match self.heaps.best(self.convention) {
            Ok((Some(_), why)) => format!("You can win. {why}.\n"),
            Ok((None, why)) => format!("You lose if I make no mistake. {why}.\n"),
            Err(limit) => unknown(limit),
        }
    }
}

/// A move in words: `2 sticks from heap 1`.
fn spoken<H: Heaps>(chosen: &Move) -> String {
    let plural = if chosen.take.is_one() { "" } else { "s" };
    format!("{} {}{plural} from heap {}", chosen.take, H::NAMES[0], chosen.heap)
}

/// What is said where nobody knows who wins.
fn unknown(limit: Limit) -> String {
    format!("I cannot tell who wins: {}.\n", limit.text())
}
