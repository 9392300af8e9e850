//! The certificate of `grundy period`: a trace of one game.

use crate::cli::flags::period::Period;
use crate::cli::host::control::Control;
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::file;
use grundy_engines::accelerate::{self, Cycle, MOST_OUTCOME_MOVES};
use grundy_infer::parametric::{Options, one_game};
use grundy_sequence::Rule;
use std::path::Path;

/// Is this a game that a trace can be about?
pub fn check(arguments: &Period, are_several: bool) -> Result<(), String> {
    if are_several {
        return Err("--certificate takes one game, not a range of parameters".to_owned());
    }
    let is_normal = arguments.game.rule()? == Rule::Normal;
    match arguments.game.sizes_without_start(accelerate::GREATEST).transpose()? {
        Some(sizes) if is_normal && sizes.len() > MOST_OUTCOME_MOVES => {
            Err(format!("a certificate of a period takes at most {MOST_OUTCOME_MOVES} moves"))
        }
        Some(_) if is_normal => Ok(()),
        _ => Err(
            "a certificate of a period is about outcomes of normal play, finitely many moves, and \
                  no --start"
                .to_owned(),
        ),
    }
}

/// Writes the proof that this cycle is the least one; or why there is none.
pub fn write(
    path: &Path,
    arguments: &Period,
    cycle: &Cycle,
    control: &Control,
) -> Result<Option<String>, Failure> {
    let sizes = arguments.game.sizes_without_start(accelerate::GREATEST).transpose();
    let sizes = sizes.map_err(Failure::usage)?.unwrap_or_default();
    let options = Options { stop: control.stop.clone(), ..Options::default() };
    let theorem = match one_game(&sizes, &options) {
        Ok(theorem) => theorem,
        Err(open) => {
            return Ok(Some(format!("no certificate: no trace shows the period: {open}")));
        }
    };
    let first = theorem.classes().first().map(|it| [it.start.into()]);
    let shown = theorem.classes().into_iter().zip(first).next().map(|(class, first)| {
        let preperiod = class.shown.preperiod.map(|it| it.at(&first).to_string());
        (class.shown.period.at(&first).to_string(), preperiod.unwrap_or_default())
    });
    if shown != Some((cycle.period.to_string(), cycle.preperiod.to_string())) {
        return Err(Failure::new(
            Exit::Bug,
            format!("the trace shows {shown:?}, computed: {cycle:?}"),
        ));
    }
    file::write(path, |mut out| theorem.write(&mut out)).map(|()| None)
}
