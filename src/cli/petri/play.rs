//! `grundy petri simulate --interactive`: the person chooses what fires.

use super::arguments::Simulate;
use super::replay::transition;
use crate::cli::configuration::Configuration;
use crate::cli::conversation::Conversation;
use crate::cli::exit::{Exit, Failure};
use grundy::games::petri::pnml::Read;
use grundy::games::petri::{Chance, Run, TransitionId};
use grundy::report::petri::{self as report, marking, no_step_words};
use std::fmt::Write as _;

/// So many firable transitions are shown, in lines of a terminal.
const SHOWN: usize = 40;

const HELP: &str = "\
Type the number or the name of a transition to fire it, random or random 10 to leave it to chance,
undo, history (a sequence for grundy petri replay), all (every firable transition) or quit.\n";

/// Fires until the person leaves.
pub fn run(arguments: &Simulate, configuration: &Configuration) -> Result<Exit, Failure> {
    let read = super::read(&arguments.net, configuration)?;
    let mut conversation = Conversation::new(configuration)?;
    let mut run = Run::new(&read.net, arguments.net.rule());
    let mut chance = Chance::new(arguments.seed);
    conversation.say(&format!("Capacity rule: {}.\n{HELP}", run.rule().name()))?;
    conversation.say(&shown(&run, SHOWN))?;
    while let Some(line) = conversation.ask("fire: ")? {
        let answer = obey(&line, &read, &mut run, &mut chance);
        conversation.say(&answer)?;
    }
    let fired = report::sequence(&read.net, run.fired());
    conversation.say(&format!("fired: {fired}\n"))?;
    Ok(Exit::Success)
}

/// What there is to say to a line.
fn obey(line: &str, read: &Read, run: &mut Run, chance: &mut Chance) -> String {
    let words: Vec<_> = line.split_whitespace().collect();
    match words[..] {
        [] | ["help"] => HELP.to_owned(),
        ["all"] => shown(run, usize::MAX),
        ["history"] => format!("{}\n", report::sequence(&read.net, run.fired())),
        ["undo"] => match run.undo() {
            Some(id) => format!("Took {} back.\n{}", name(run, id), shown(run, SHOWN)),
            None => "Nothing has fired yet.\n".to_owned(),
        },
        ["random"] => random(run, chance, 1),
        ["random", count] => match count.parse() {
            Ok(count @ 1..=100_000) => random(run, chance, count),
            _ => "That is not possible: random takes a number from 1 to 100000.\n".to_owned(),
        },
        [word] => match chosen(read, run, word) {
            Ok(id) => fire(run, id),
            Err(why) => format!("That is not possible: {why}.\n"),
        },
        _ => format!("That is not possible: one transition at a time.\n{HELP}"),
    }
}

/// The transition that a word means: a name or id, else a number of the list.
fn chosen(read: &Read, run: &Run, word: &str) -> Result<TransitionId, String> {
    let unknown = match transition(read, word) {
        Ok(id) => return Ok(id),
        Err(unknown) => unknown,
    };
    let Ok(number) = word.parse::<usize>() else { return Err(unknown) };
    let firable = run.firable();
    let id = number.checked_sub(1).and_then(|index| firable.get(index));
    id.copied().ok_or_else(|| match firable.len() {
        0 => "nothing is firable; there is undo".to_owned(),
        count => format!("the firable transitions have the numbers 1 to {count}"),
    })
}

fn fire(run: &mut Run, id: TransitionId) -> String {
    match run.fire(id) {
        Ok(()) => format!("Fired {}.\n{}", name(run, id), shown(run, SHOWN)),
        Err(no_step) => {
            let mut text = format!("{} cannot fire:\n", name(run, id));
            for line in no_step_words(run.net(), &no_step) {
                // Writing to a string cannot fail.
                _ = writeln!(text, "  {line}");
            }
            text
        }
    }
}

fn random(run: &mut Run, chance: &mut Chance, count: u32) -> String {
    let before = run.fired().len();
    for _ in 0..count {
        match chance.choose(&run.firable()) {
            Some(id) if run.fire(id).is_ok() => {}
            _ => break,
        }
    }
    let fired = run.fired().get(before..).unwrap_or_default();
    format!("Fired {}.\n{}", report::sequence(run.net(), fired), shown(run, SHOWN))
}

fn name<'n>(run: &Run<'n>, id: TransitionId) -> &'n str {
    &run.net().transitions[id].name
}

/// The marking, and the firable transitions with their numbers.
fn shown(run: &Run, most: usize) -> String {
    let firable = run.firable();
    let mut text = format!("\nmarking: {}\n", marking(run.net(), run.marking()));
    // Writing to a string cannot fail.
    for (index, &id) in firable.iter().enumerate().take(most) {
        _ = writeln!(text, "{:>4}  {}", index + 1, name(run, id));
    }
    if firable.is_empty() {
        text.push_str("Nothing is firable.\n");
    } else if firable.len() > most {
        _ = writeln!(text, "      and {} more; type all to see them", firable.len() - most);
    }
    text
}
