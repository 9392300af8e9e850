//! `grundy kabelsalat play`: a task, press by press.

use super::malformed;
use crate::cli::conversation::{self, Answer, CommandWord, End, Game};
use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::kabelsalat::KabelsalatPlay;
use crate::cli::host::backend::backend;
use crate::cli::host::exit::{Exit, Failure};
use grundy_answers::report::Render as _;
use grundy_answers::report::align::{self, right};
use grundy_answers::report::kabelsalat::{self as report, presses};
use grundy_games::kabelsalat::generate::{Wanted, random};
use grundy_games::kabelsalat::hints::{Hints, Rest, hints};
use grundy_games::kabelsalat::solve::{SolveOptions, Solved, solve};
use grundy_games::kabelsalat::{Task, written};
use grundy_kernel::Integer;
use grundy_language::limit::CancellationToken;
use std::fmt::Write as _;

/// The most presses in one line.
const MOST_PRESSES: usize = 1000;

/// Plays until the person leaves.
pub fn run(arguments: &KabelsalatPlay, configuration: &Configuration) -> Result<Exit, Failure> {
    let mut seed = conversation::seed(arguments.seed);
    let (task, said) = match &arguments.code {
        Some(code) => {
            let task = Task::parse(code);
            let task = task.map_err(|faults| malformed(code, &faults, configuration))?;
            (task, String::new())
        }
        None => {
            let (said, task) = at_random(4, 3, &mut seed).map_err(Failure::usage)?;
            (task, said)
        }
    };
    let options = SolveOptions {
        backend: backend(arguments.solving.backend)?,
        limit_solutions: arguments.solving.limit_solutions,
        // The person waits for a hint, and can leave with the interrupt key at any time.
        stop: CancellationToken::default(),
    };
    let (names, state) = (task.switch_names(), PuzzleState::new(task));
    let game = Kabelsalat { names, state, options, seed, said };
    conversation::hold(game, configuration)
}

struct Kabelsalat {
    /// The names of the switches.
    names: Vec<String>,
    state: PuzzleState,
    /// How hints are found.
    options: SolveOptions,
    /// The seed of the next task at random.
    seed: u64,
    /// What is said about the first task.
    said: String,
}

#[derive(Clone)]
struct PuzzleState {
    task: Task,
    /// How often each switch was pressed.
    pressed: Vec<Integer>,
}

impl PuzzleState {
    fn new(task: Task) -> Self {
        Self { pressed: vec![Integer::ZERO; task.switches().len()], task }
    }
}

impl Game for Kabelsalat {
    type State = PuzzleState;

    fn state(&mut self) -> &mut PuzzleState {
        &mut self.state
    }

    fn greeting(&self) -> String {
        let (said, target, names) = (&self.said, self.state.task.target(), named(&self.names));
        let goal = match self.state.task.is_solved() {
            false => format!("Bring all stacks to height {target}."),
            true => {
                format!("All stacks have height {target}; press switches, and bring them back.")
            }
        };
        format!(
            "{said}{goal}\n\
             A row shows a stack, its height, its boxes with the line of the target, and the switches\n\
             that add a box (+) or remove one (-).  Type {names} to press a switch, or help.\n"
        )
    }

    fn moves(&self) -> Vec<[String; 2]> {
        let (Some(first), Some(last)) = (self.names.first(), self.names.last()) else {
            return Vec::new();
        };
        vec![
            [first.clone(), format!("presses switch {first}")],
            [format!("{first} {last} {last}"), "presses several switches".to_owned()],
            [format!("1{first} | 2{last}"), "the same, written like a solution".to_owned()],
        ]
    }

    fn words() -> Vec<CommandWord<Self>> {
        vec![
            CommandWord::new("solve", "shows a whole solution from here", |held, _| {
                Answer::Said(held.game.solution())
            }),
            CommandWord::new("equations", "shows the rest as equations", |held, _| {
                Answer::Said(report::equations(&held.game.state.task).text())
            }),
            CommandWord::new("wires", "shows the switches with their stacks", |held, _| {
                Answer::Said(report::wires(&held.game.state.task))
            }),
        ]
    }

    /// One line for each stack: its name, its height, its boxes, and what the switches do to it.
    fn board(&self) -> String {
        let task = &self.state.task;
        let stacks = task.stack_names();
        let heights: Vec<_> = task.heights().iter().map(Integer::to_string).collect();
        let width = |texts: &[String]| align::width(texts.iter().map(String::as_str));
        let (name_width, height_width) = (width(&stacks), width(&heights));
        let mut text = "\n".to_owned();
        let boxes = boxes(task);
        for (stack, (name, height)) in stacks.iter().zip(&heights).enumerate() {
            // Writing to a string cannot fail.
            let (name, height) = (right(name, name_width), right(height, height_width));
            let boxes = boxes.get(stack).map_or("", String::as_str);
            _ = write!(text, "{name}: {height}  {boxes} ");
            for (switch, letters) in task.switches().iter().zip(&self.names) {
                let change = switch.change(stack);
                let sign = if change.is_negative() { '-' } else { '+' };
                match change.is_zero() {
                    true => text += &" ".repeat(2 + letters.len()),
                    false => _ = write!(text, " {sign}{letters}"),
                }
            }
            text.truncate(text.trim_end_matches(' ').len());
            text.push('\n');
        }
        text
    }

    fn code(&self) -> (&'static str, String) {
        ("task", self.state.task.to_string())
    }

    fn end(&self) -> Option<End> {
        // A task may begin at the target.
        let is_played = self.state.pressed.iter().any(|count| !count.is_zero());
        let solved = self.state.task.is_solved() && is_played;
        solved.then(|| End::Solved(written(&self.state.pressed)))
    }

    fn play(&mut self, line: &str) -> Answer {
        let switches = match chosen(line, &self.names) {
            Ok(switches) => switches,
            Err(trouble) => return Answer::Unknown(trouble),
        };
        if switches.len() > MOST_PRESSES {
            return Answer::Illegal(format!("a line has at most {MOST_PRESSES} presses"));
        }
        let PuzzleState { task, pressed } = &mut self.state;
        for switch in switches {
            task.press(switch);
            pressed[switch] += &Integer::ONE;
            if task.is_solved() {
                break;
            }
        }
        Answer::Changed(String::new())
    }

    /// The next press on a shortest way from here, if there is a way.
    fn hint(&mut self) -> String {
        let task = &self.state.task;
        let only_one = SolveOptions { limit_solutions: 1, ..self.options.clone() };
        match solve(task, &only_one) {
            Ok(Solved::Solvable(fewest)) => {
                let first = fewest.solutions.first();
                let next =
                    first.and_then(|counts| counts.iter().position(|count| !count.is_zero()));
                match next.and_then(|switch| self.names.get(switch)) {
                    Some(name) => {
                        let why = hints(task, &self.options.stop)
                            .ok()
                            .and_then(|hints| Some(hints.steps.first()?.says.clone()));
                        let why = why.map(|why| format!("A rule: {why}.\n")).unwrap_or_default();
                        format!("Press {name}; {} to go.\n{why}", presses(&fewest.presses))
                    }
                    None => "No press is needed.\n".to_owned(),
                }
            }
            Ok(Solved::Unsolvable(argument)) => {
                let why: Vec<_> =
                    argument.reasons.iter().flat_map(|reason| reason.words(task)).collect();
                format!(
                    "You cannot reach the goal from here ({}); try restart or undo.\n",
                    why.join("; ")
                )
            }
            Err(limit) => format!("No hint was found (limit: {}).\n", limit.name()),
        }
    }

    /// The rules of the puzzle for what is left.
    fn reason(&mut self) -> String {
        match hints(&self.state.task, &self.options.stop) {
            Ok(Hints { steps, rest: Rest::Solved { .. } }) if steps.is_empty() => {
                "No press is needed.\n".to_owned()
            }
            Ok(hints) => report::Explained { task: self.state.task.clone(), hints }.text(),
            Err(limit) => format!("The rules were not applied (limit: {}).\n", limit.name()),
        }
    }

    const BEGIN: &'static str = "[STACKS SWITCHES | CODE]";

    fn begin(&mut self, what: &str) -> Option<Answer> {
        let (said, task) = match self.another(what) {
            Ok(another) => another,
            Err(answer) => return Some(answer),
        };
        self.names = task.switch_names();
        self.state = PuzzleState::new(task);
        let target = self.state.task.target();
        Some(Answer::Begun(format!("{said}Bring all stacks to height {target}.\n")))
    }
}

impl Kabelsalat {
    /// A whole solution from here, or why there is none.
    fn solution(&self) -> String {
        let only_one = SolveOptions { limit_solutions: 1, ..self.options.clone() };
        match solve(&self.state.task, &only_one) {
            Ok(Solved::Solvable(fewest)) => {
                let first = fewest.solutions.first().map(|way| written(way)).unwrap_or_default();
                format!("{first} ({})\n", presses(&fewest.presses))
            }
            Ok(solved) => report::answer(&self.state.task, solved).text(),
            Err(limit) => format!("No solution was found (limit: {}).\n", limit.name()),
        }
    }

    /// Another task, with its seed in words: at random, with as many stacks and switches as this one
    /// or as named, or with a code.
    fn another(&mut self, what: &str) -> Result<(String, Task), Answer> {
        let words: Vec<_> = what.split([' ', '\t']).filter(|word| !word.is_empty()).collect();
        let counts: Option<Vec<usize>> = words.iter().map(|word| word.parse().ok()).collect();
        let now = (self.state.task.heights().len(), self.names.len());
        let (stacks, switches) = match (counts.as_deref(), words.as_slice()) {
            (Some([]), _) => now,
            (Some(&[stacks, switches]), _) => (stacks, switches),
            (_, [code]) => {
                return Task::parse(code).map(|task| (String::new(), task)).map_err(|faults| {
                    let why = faults.into_iter().next().map(|fault| fault.message);
                    Answer::Illegal(why.unwrap_or_default())
                });
            }
            _ => {
                let what = "write only new, two numbers such as new 4 3, or a code after it";
                return Err(Answer::Unknown(what.to_owned()));
            }
        };
        at_random(stacks, switches, &mut self.seed).map_err(Answer::Illegal)
    }
}

/// A task at random, with its seed in words; the seed is then another one.
fn at_random(stacks: usize, switches: usize, seed: &mut u64) -> Result<(String, Task), String> {
    let wanted = Wanted { stacks, switches, target: 7.into(), most: 3 };
    let (task, _) =
        random(&wanted, *seed).ok_or("a task has 1 to 64 stacks, and at most as many switches")?;
    let said = format!("Seed {seed}. ");
    *seed = seed.wrapping_add(1);
    Ok((said, task))
}

/// Stacks with more boxes than this are shown as numbers only.
const DRAWN: usize = 40;

/// The boxes of each stack, with the line of the target: `###....|`, `#######|##`; nothing if one is too high.
fn boxes(task: &Task) -> Vec<String> {
    let few = |height: &Integer| height.to::<usize>().filter(|&it| it <= DRAWN);
    let Some(target) = few(task.target()) else { return Vec::new() };
    let heights: Option<Vec<usize>> = task.heights().iter().map(few).collect();
    let heights = heights.unwrap_or_default();
    let most = heights.iter().copied().max().unwrap_or(0).max(target);
    let drawn = |&height: &usize| {
        let sign = |at: usize| if at < height { '#' } else { '.' };
        let below: String = (0..target).map(sign).collect();
        let above = "#".repeat(height.saturating_sub(target));
        format!("{below}|{above:<width$}", width = most - target)
    };
    heights.iter().map(drawn).collect()
}

/// `A, B or C`
fn named(names: &[String]) -> String {
    match names {
        [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// The switches that the person names, at least one and at most one more than [`MOST_PRESSES`]:
/// `A B B` or `1A | 2B`.
fn chosen(line: &str, names: &[String]) -> Result<Vec<usize>, String> {
    let mut switches = Vec::new();
    for word in line.split([' ', '\t', '|']).filter(|word| !word.is_empty()) {
        let letters = word.trim_start_matches(|it: char| it.is_ascii_digit());
        let (count, letters) = word.split_at(word.len() - letters.len());
        let upper = letters.to_uppercase();
        let switch = names.iter().position(|name| *name == upper);
        let switch =
            switch.ok_or_else(|| format!("unknown switch {word}; choose {}", named(names)))?;
        let room = (MOST_PRESSES + 1).saturating_sub(switches.len());
        let count = match count {
            "" => room.min(1),
            // What is no machine word is too many in any case.
            count => count.parse().map_or(room, |count: usize| count.min(room)),
        };
        switches.extend(std::iter::repeat_n(switch, count));
    }
    if switches.is_empty() { Err("name a switch".to_owned()) } else { Ok(switches) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presses_are_read_as_they_are_printed() {
        let names: Vec<_> = ["A", "B", "C"].map(str::to_owned).into();
        let read = |line: &str| chosen(line, &names);
        assert_eq!(read("a b\tB"), Ok(vec![0, 1, 1]));
        let printed = written(&[2, 0, 1].map(Integer::from));
        assert_eq!(read(&printed), Ok(vec![0, 0, 2]), "{printed}");
        assert_eq!(read("3B|1C"), Ok(vec![1, 1, 1, 2]));
        assert_eq!(read("2000A B").map(|presses| presses.len()), Ok(MOST_PRESSES + 1));
        assert_eq!(
            read("99999999999999999999A").map(|presses| presses.len()),
            Ok(MOST_PRESSES + 1)
        );
        for wrong in ["", "|", "0A", "3", "D", "A3", "1 A", "\u{e4}", "\u{663}A"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
