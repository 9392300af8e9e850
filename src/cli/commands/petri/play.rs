//! `grundy petri simulate --interactive`: the person chooses what fires.

use crate::cli::conversation::{self, Answer, CommandWord, End, Game, Held};
use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::petri::Simulate;
use crate::cli::host::{Exit, Failure, net};
use grundy_answers::ask::petri::transition;
use grundy_answers::report::petri::{marking, no_step_words, sequence, word, words};
use grundy_games::chance::Chance;
use grundy_games::petri::pnml::Read;
use grundy_games::petri::{Run, TransitionId};
use std::borrow::Cow;
use std::fmt::Write as _;

/// The most firable transitions that are shown, one on each line of a terminal.
const SHOWN: usize = 40;

/// The most transitions that one line leaves to chance.
const MOST_FIRED: u32 = 100_000;

/// Fires until the person leaves.
pub fn run(arguments: &Simulate, configuration: &Configuration) -> Result<Exit, Failure> {
    let read = net::read(&super::of(&arguments.net, configuration)?, configuration)?;
    let run = Run::new(&read.net, arguments.net.capacity_rule);
    let game = Petri { read: &read, run, chance: Chance::new(arguments.seed) };
    conversation::hold(game, configuration)
}

struct Petri<'n> {
    read: &'n Read,
    run: Run<'n>,
    chance: Chance,
}

impl<'n> Game for Petri<'n> {
    type State = Run<'n>;

    fn state(&mut self) -> &mut Run<'n> {
        &mut self.run
    }

    fn greeting(&self) -> String {
        format!(
            "Capacity rule: {}.\nType the number or the name of a transition to fire it, or \
             help.\n",
            self.run.rule().name()
        )
    }

    fn moves(&self) -> Vec<[String; 2]> {
        let first = self.read.net.transitions.first().map(|first| word(&first.name).into_owned());
        let name =
            first.map(|first| [first, "fires the transition with this name or id".to_owned()]);
        let number = ["1", "fires the first transition of the list"].map(str::to_owned);
        [number].into_iter().chain(name).collect()
    }

    fn words() -> Vec<CommandWord<Self>> {
        let random = |held: &mut Held<Self>, count: &str| held.game.random(count);
        vec![CommandWord {
            argument: "[N]",
            ..CommandWord::new("random", "fires one transition at random, or N", random)
        }]
    }

    /// The marking, and the firable transitions with their numbers.
    fn board(&self) -> String {
        let marking = marking(self.run.net(), self.run.marking());
        format!("\nmarking: {marking}\n{}", self.firable(SHOWN))
    }

    /// What has fired, as `grundy petri replay` reads it.
    fn code(&self) -> (&'static str, String) {
        ("fired", self.fired(0))
    }

    /// A net that is dead can still be brought back by undo.
    fn end(&self) -> Option<End> {
        None
    }

    fn play(&mut self, line: &str) -> Answer {
        let words = words(line);
        let name = match &words[..] {
            // The whole line may be a name without quotation marks.
            _ if self.read.transition(line).is_some() => line,
            [name] => name,
            [] => line,
            _ => return Answer::Unknown("one transition at a time".to_owned()),
        };
        let id = match self.chosen(name) {
            Ok(id) => id,
            Err(answer) => return answer,
        };
        match self.run.fire(id) {
            Ok(()) => Answer::Changed(format!("Fired {}.\n", self.name(id))),
            Err(no_step) => {
                let why = no_step_words(self.run.net(), &no_step).join("; ");
                Answer::Illegal(format!("{} cannot fire ({why})", self.name(id)))
            }
        }
    }

    fn hint(&mut self) -> String {
        self.firable(usize::MAX)
    }
}

impl<'n> Petri<'n> {
    /// The transition that a word means: a name or id, else a number of the list.
    fn chosen(&self, word: &str) -> Result<TransitionId, Answer> {
        let unknown = match transition(self.read, word) {
            Ok(id) => return Ok(id),
            Err(unknown) => unknown,
        };
        let Ok(number) = word.parse::<usize>() else { return Err(Answer::Unknown(unknown)) };
        let firable = self.run.firable();
        let id = number.checked_sub(1).and_then(|index| firable.get(index));
        id.copied().ok_or_else(|| {
            Answer::Illegal(match firable.len() {
                0 => "nothing is firable; try undo".to_owned(),
                count => format!("the firable transitions have the numbers 1 to {count}"),
            })
        })
    }

    /// Fires by chance, once or as often as is said.
    fn random(&mut self, count: &str) -> Answer {
        let count = if count.is_empty() { Ok(1) } else { count.parse() };
        let Some(count) = count.ok().filter(|count| (1..=MOST_FIRED).contains(count)) else {
            return Answer::Illegal(format!("random takes a number from 1 to {MOST_FIRED}"));
        };
        let before = self.run.fired().len();
        for _ in 0..count {
            match self.chance.choose(&self.run.firable()) {
                Some(id) if self.run.fire(id).is_ok() => {}
                _ => break,
            }
        }
        if self.run.fired().len() == before {
            return Answer::Illegal("nothing can fire; try undo".to_owned());
        }
        Answer::Changed(format!("Fired {}.\n", self.fired(before)))
    }

    /// What has fired from a step on, counted from 0, as `grundy petri replay` reads it.
    fn fired(&self, from: usize) -> String {
        sequence(self.run.net(), &self.run.fired()[from..])
    }

    fn name(&self, id: TransitionId) -> Cow<'n, str> {
        word(&self.read.net.transitions[id].name)
    }

    /// The first firable transitions with their numbers.
    fn firable(&self, most: usize) -> String {
        let firable = self.run.firable();
        if firable.is_empty() {
            return "Nothing is firable.\n".to_owned();
        }
        let mut text = String::new();
        // Writing to a string cannot fail.
        for (index, &id) in firable.iter().enumerate().take(most) {
            _ = writeln!(text, "{:>4}  {}", index + 1, self.name(id));
        }
        if firable.len() > most {
            _ = writeln!(text, "      and {} more; type hint to see them", firable.len() - most);
        }
        text
    }
}
