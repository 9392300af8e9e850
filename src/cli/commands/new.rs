//! `grundy new`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::new::New;
use crate::cli::host::output::shown;
use crate::cli::host::{Control, Exit, Failure, Output, bug, complain, file};
use grundy_answers::ask::families::Draft;
use grundy_answers::ask::{Ask as _, Refused};
use grundy_answers::report::Detail;
use grundy_sequence::WrittenError;

/// Writes a draft of a description.
pub fn run(arguments: &New, configuration: &Configuration) -> Result<Exit, Failure> {
    let game = arguments.game.moves().map_err(Failure::usage)?;
    let question = Draft { game, points: arguments.game.points().map_err(Failure::usage)? };
    bug::working_on(&question.game.moves.join(" "));
    let control = Control::start(configuration.time_limit)?;
    let drafted = question.answer(&control.terms(configuration, None));
    let drafted = drafted.map_err(|error| match error {
        Refused::Moves(WrittenError::Missing(names)) if question.points.is_empty() => {
            let games: Vec<_> = names.iter().map(|name| format!("--at {name}=1..4")).collect();
            Failure::usage(format!("choose the games with {}", games.join(" ")))
        }
        error => control.refused_game(error, &question.game, configuration),
    })?;
    for one in &drafted.left_out {
        complain(format_args!("left out: {}", one.text()));
    }
    let is_told = configuration.is_text() && configuration.detail != Detail::Quiet;
    let text = shown(&drafted, configuration);
    let (note, is_draft) = (drafted.note(), drafted.draft().is_some());
    match &configuration.output {
        Some(path) if is_draft => {
            if is_told {
                let file = path.display();
                complain(format_args!("{note}; to prove or refute it: grundy verify {file}"));
            }
            match file::write_draft(path, &text, arguments.force)? {
                None => Ok(Exit::Success),
                Some(kept) => Err(kept),
            }
        }
        path => {
            if is_told {
                let unwritten =
                    path.as_ref().map(|path| format!(", so {} was not written", path.display()));
                complain(format_args!("{note}{}", unwritten.unwrap_or_default()));
            }
            Output::open(None)?.write(&text)?;
            Ok(if is_draft { Exit::Success } else { Exit::Undecided })
        }
    }
}
