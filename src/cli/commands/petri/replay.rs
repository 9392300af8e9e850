//! `grundy petri replay`: a sequence, step by step.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::petri::Replay;
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::input::read_text;
use crate::cli::host::output::print;
use grundy::games::petri::pnml::Read;
use grundy::games::petri::{NoStep, Run};
use grundy::report::ended::About;
use grundy::report::petri::{self as report, Ending};
use std::collections::HashMap;
use std::path::Path;

/// Fires the sequence up to its end, or to the first transition that cannot fire.
pub fn run(arguments: &Replay, configuration: &Configuration) -> Result<Exit, Failure> {
    let words = words(arguments)?;
    let read = super::read(&arguments.net, configuration)?;
    // Long sequences name few transitions often.
    let mut known = HashMap::new();
    for word in &words {
        if !known.contains_key(word) {
            known.insert(word, transition(&read, word).map_err(Failure::rejected)?);
        }
    }
    let mut run = Run::new(&read.net, arguments.net.rule());
    let mut ending = Ending::Done;
    for id in words.iter().map(|word| known[word]) {
        if let Err(no_step) = run.fire(id) {
            ending = Ending::Stopped(id, no_step);
            break;
        }
    }
    let text = match configuration.is_text() {
        true => report::run_text(&run, &ending),
        false => report::run_json(&run, &ending, None),
    };
    print(&text, configuration)?;
    Ok(match ending {
        Ending::Stopped(_, NoStep::TooManyTokens(_)) => Exit::Undecided,
        Ending::Stopped(..) => Exit::Refuted,
        _ => Exit::Success,
    })
}

/// The names of the sequence.
fn words(arguments: &Replay) -> Result<Vec<String>, Failure> {
    let file = match &arguments.sequence[..] {
        [word] if word == "-" => Some(word.as_str()),
        [word] => word.strip_prefix('@'),
        _ => None,
    };
    let split = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let Some(file) = file else {
        return Ok(arguments.sequence.iter().flat_map(|text| split(text)).collect());
    };
    if file == "-" && arguments.net.path.as_os_str() == "-" {
        return Err(Failure::usage("net and sequence cannot both come from standard input"));
    }
    let (text, broken) = read_text(Path::new(file))?;
    if let Some(broken) = broken {
        let about = About::new(file, &text, std::slice::from_ref(&broken));
        return Err(Failure::rejected(format!("{file}: {}", broken.message)).about(about));
    }
    let without_remarks = |line: &str| {
        let words = split(line).into_iter();
        words.take_while(|word| !word.starts_with('#')).collect::<Vec<_>>()
    };
    Ok(text.lines().flat_map(without_remarks).collect())
}

/// The transition with this name or id.
pub fn transition(read: &Read, word: &str) -> Result<usize, String> {
    read.transition(word).ok_or_else(|| {
        let names = read.net.transitions.iter().map(|transition| transition.name.as_str());
        let near = names.map(|name| (strsim::osa_distance(word, name), name)).min();
        match near.filter(|(distance, _)| 3 * distance <= word.chars().count()) {
            Some((_, name)) => format!("there is no transition {word}; did you mean {name}?"),
            None => format!("there is no transition {word}"),
        }
    })
}
