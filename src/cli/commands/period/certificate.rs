//! The certificate of `grundy period`: a trace of one game.

use crate::cli::flags::period::Period;
use crate::cli::host::{Control, Exit, Failure, file};
use grundy_core::polynomial::Polynomial;
use grundy_engines::one_game::Evidence;
use grundy_engines::runs::{self, Cycle, MOST_OUTCOME_MOVES};
use grundy_infer::parametric::{Class, ParametricOptions, one_game};
use grundy_sequence::Rule;
use std::path::Path;

/// Is this a game that a trace can be about?
pub fn check(arguments: &Period, are_several: bool) -> Result<(), String> {
    if are_several {
        return Err("--certificate takes one game, not a range of parameters".to_owned());
    }
    let is_normal = arguments.game.rule()? == Rule::Normal;
    match arguments.game.sizes_without_start(runs::GREATEST).transpose()? {
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

/// Writes the proof that this cycle is the least one, by the evidence of the search if it has some; or why there is none.
pub fn write(
    path: &Path,
    arguments: &Period,
    cycle: &Cycle,
    evidence: Option<Evidence>,
    control: &Control,
) -> Result<Option<String>, Failure> {
    let sizes = arguments.game.sizes_without_start(runs::GREATEST).transpose();
    let sizes = sizes.map_err(Failure::usage)?.unwrap_or_default();
    let options = ParametricOptions { stop: control.stop.clone(), ..ParametricOptions::default() };
    let theorem = match one_game(&sizes, evidence, &options) {
        Ok(theorem) => theorem,
        Err(open) => {
            return Ok(Some(format!("no certificate: no trace shows the period: {open}")));
        }
    };
    // The game is the first one of the only class.
    let values = |class: &Class| {
        let value = |formula: &Polynomial| formula.at(&[class.start.into()]).to_string();
        (value(&class.shown.period), class.shown.preperiod.as_ref().map(value))
    };
    let shown: Vec<_> = theorem.classes().iter().map(values).collect();
    if shown != [(cycle.period.to_string(), Some(cycle.preperiod.to_string()))] {
        return Err(Failure::new(
            Exit::Bug,
            format!("the trace shows {shown:?}, computed: {cycle:?}"),
        ));
    }
    file::write(path, |mut out| theorem.write(&mut out)).map(|()| None)
}
