//! `grundy kabelsalat play`: a task, press by press.

use super::arguments::Play;
use crate::cli::configuration::Configuration;
use crate::cli::conversation::Conversation;
use crate::cli::exit::{Exit, Failure};
use grundy::Integer;
use grundy::games::kabelsalat::solve::{Options, Solved, solve};
use grundy::games::kabelsalat::{Task, written};
use grundy::limit::Stop;
use grundy::report::kabelsalat::presses;
use std::fmt::Write as _;

/// Plays until all stacks are at the target, or the person leaves.
pub fn run(arguments: &Play, configuration: &Configuration) -> Result<Exit, Failure> {
    let start = super::task(&arguments.code, configuration)?;
    // The person waits for a hint, and can leave with the interrupt key at any time.
    let options = super::options(&arguments.solving, Stop::default());
    let mut conversation = Conversation::new(configuration)?;
    let names = start.switch_names();
    conversation.say(&format!(
        "Bring all stacks to height {}.  Presses cannot be taken back.\n\
         Type {} to press a switch, several with blanks between them; hint, restart or quit.\n",
        start.target(),
        named(&names)
    ))?;
    let mut task = start.clone();
    let mut pressed = vec![Integer::ZERO; names.len()];
    conversation.say(&drawn(&task))?;
    while !task.is_solved() {
        let Some(line) = conversation.ask("press: ")? else { return Ok(Exit::Success) };
        match line.to_lowercase().as_str() {
            "hint" => conversation.say(&hint(&task, &options))?,
            "restart" => {
                task = start.clone();
                pressed = vec![Integer::ZERO; names.len()];
                conversation.say(&drawn(&task))?;
            }
            _ => match chosen(&line, &names) {
                Ok(switches) => {
                    for switch in switches {
                        task.press(switch);
                        pressed[switch] += &Integer::ONE;
                        if task.is_solved() {
                            break;
                        }
                    }
                    conversation.say(&drawn(&task))?;
                }
                Err(trouble) => conversation.say(&format!("That is not possible: {trouble}.\n"))?,
            },
        }
    }
    conversation.say(&format!("Solved: {}\n", written(&pressed)))?;
    Ok(Exit::Success)
}

/// `A, B or C`
fn named(names: &[String]) -> String {
    match names {
        [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// The switches that the person names, at least one.
fn chosen(line: &str, names: &[String]) -> Result<Vec<usize>, String> {
    let switch = |word: &str| {
        let upper = word.to_uppercase();
        let found = names.iter().position(|name| *name == upper);
        found.ok_or_else(|| format!("there is no switch {word}; there is {}", named(names)))
    };
    let switches: Result<Vec<_>, _> = line.split_whitespace().map(switch).collect();
    match switches {
        Ok(switches) if switches.is_empty() => Err("no switch was named".to_owned()),
        switches => switches,
    }
}

/// The next press on a shortest way from here, if there is a way.
fn hint(task: &Task, options: &Options) -> String {
    let only_one = Options { limit_solutions: 1, ..options.clone() };
    match solve(task, &only_one) {
        Ok(Solved::Solvable(fewest)) => {
            let first = fewest.solutions.first();
            let next = first.and_then(|counts| counts.iter().position(|count| !count.is_zero()));
            match next.and_then(|switch| task.switch_names().into_iter().nth(switch)) {
                Some(name) => format!("Press {name}; {} to go.\n", presses(&fewest.presses)),
                None => "Nothing is to be pressed.\n".to_owned(),
            }
        }
        Ok(Solved::Unsolvable(argument)) => {
            let why: Vec<_> =
                argument.reasons.iter().flat_map(|reason| reason.words(task)).collect();
            format!("There is no way from here ({}); try restart.\n", why.join("; "))
        }
        Err(limit) => format!("No hint was found (limit: {}).\n", limit.name()),
    }
}

/// One line for each stack: its name, its height, what is missing, and what its switches do.
fn drawn(task: &Task) -> String {
    let names = task.switch_names();
    let stacks = task.stack_names();
    let width = |texts: &[String]| texts.iter().map(String::len).max().unwrap_or(0);
    let heights: Vec<_> = task.heights().iter().map(Integer::to_string).collect();
    let (name_width, height_width) = (width(&stacks), width(&heights));
    let mut text = "\n".to_owned();
    for (stack, (name, height)) in stacks.iter().zip(&heights).enumerate() {
        // Writing to a string cannot fail.
        _ = write!(text, "{name:>name_width$}: {height:>height_width$} ");
        for (switch, letters) in task.switches().iter().zip(&names) {
            let change = switch.change(stack);
            let sign = if change.is_negative() { '-' } else { '+' };
            match change.is_zero() {
                true => _ = write!(text, "  {:1$}", "", letters.len()),
                false => _ = write!(text, " {sign}{letters}"),
            }
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
    text
}
