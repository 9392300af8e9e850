//! `grundy petri replay`: a sequence, step by step.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::petri::PetriReplay;
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::input::{file_named, read_text};
use crate::cli::host::output::show;
use grundy_core::suggest;
use grundy_games::petri::pnml::Read;
use grundy_games::petri::{Run, TransitionId};
use grundy_report::report::ended::About;
use grundy_report::report::petri::{RunAnswer, RunEnding, word, words};
use std::collections::HashMap;
use std::path::Path;

/// Fires the sequence up to its end, or to the first transition that cannot fire.
pub fn run(arguments: &PetriReplay, configuration: &Configuration) -> Result<Exit, Failure> {
    let text = sequence_file(arguments)?;
    let read = super::read(&arguments.net, configuration)?;
    let ids = match &text {
        Some(text) => ids(&read, &text.lines().flat_map(words).collect::<Vec<_>>()),
        None => transitions(&read, &arguments.sequence),
    };
    let mut run = Run::new(&read.net, arguments.net.capacity_rule);
    let mut ending = RunEnding::Done;
    for id in ids.map_err(Failure::rejected)? {
        if let Err(no_step) = run.fire(id) {
            ending = RunEnding::Stopped(id, no_step);
            break;
        }
    }
    show(&RunAnswer { run: &run, ending: &ending, seed: None }, configuration)
}

/// The transitions that arguments name, each of which may hold several names.
pub fn transitions(read: &Read, arguments: &[String]) -> Result<Vec<TransitionId>, String> {
    let words = arguments.iter().map(|it| argument(read, it));
    ids(read, &words.collect::<Result<Vec<_>, _>>()?.concat())
}

/// The transitions with these names or ids.
fn ids(read: &Read, words: &[String]) -> Result<Vec<TransitionId>, String> {
    // Long sequences name few transitions often.
    let mut known = HashMap::new();
    for word in words {
        if !known.contains_key(word) {
            known.insert(word, transition(read, word)?);
        }
    }
    Ok(words.iter().map(|word| known[word]).collect())
}

/// The text with the sequence, if it comes from a file or from standard input.
fn sequence_file(arguments: &PetriReplay) -> Result<Option<String>, Failure> {
    let Some(file) = file_named(&arguments.sequence) else { return Ok(None) };
    if file == "-" && arguments.net.path.as_os_str() == "-" {
        return Err(Failure::usage(
            "the net and the sequence cannot both come from standard input",
        ));
    }
    let (text, broken) = read_text(Path::new(file))?;
    if let Some(broken) = broken {
        let about = About::new(file, &text, std::slice::from_ref(&broken));
        return Err(Failure::rejected(format!("{file}: {}", broken.message)).about(about));
    }
    Ok(Some(text))
}

/// The names in one argument, which is one name where the shell was given it in quotation marks.
fn argument(read: &Read, text: &str) -> Result<Vec<String>, String> {
    let split: Vec<_> = text.lines().flat_map(words).collect();
    if split.len() < 2 || read.transition(text).is_none() {
        // A remark at the beginning is a name here.
        let one = split.is_empty() && !text.trim().is_empty();
        return Ok(if one { vec![text.trim().to_owned()] } else { split });
    }
    if split.iter().all(|word| read.transition(word).is_some()) {
        let one = word(text);
        return Err(format!(
            "`{text}` is one transition and also a sequence of {}; write '{one}' for the one, and \
             an \
             argument for each of the others",
            split.len()
        ));
    }
    Ok(vec![text.to_owned()])
}

/// The transition with this name or id.
pub fn transition(read: &Read, name: &str) -> Result<usize, String> {
    read.transition(name).ok_or_else(|| {
        if let [first, second, others @ ..] = &read.called(name)[..] {
            let more = if others.is_empty() { "" } else { ", ..." };
            let count = 2 + others.len();
            return format!(
                "`{name}` is the name of {count} transitions: {first}, {second}{more}; choose one \
                 by its id"
            );
        }
        let name = word(name);
        let names = read.net.transitions.iter().map(|transition| word(&transition.name));
        match suggest::nearest(&name, names) {
            Some(near) => format!("unknown transition {name}; did you mean {near}?"),
            None => format!("unknown transition {name}"),
        }
    })
}
