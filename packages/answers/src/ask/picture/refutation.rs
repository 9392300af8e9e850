//! A refuted description.

use super::{Drawn, Title};
use crate::affine::Affine;
use crate::ask::{Ask, Control, File, Refused};
use crate::check::{Kind, Options, Surroundings, check, surroundings};
use crate::lang;
use crate::limit::Limit;
use crate::model::{Description, Value};
use crate::sequence::Run;
use crate::verdict::{Counterexample, Finding, Verdict};
use grundy_output::question;
use grundy_picture::{Refuted, Size, refutation};
use std::sync::atomic::{AtomicU64, Ordering};

/// What does a description say around its smallest counterexample, and what is right?
#[question]
pub struct PlotRefutation {
    /// The description.
    pub description: File,
    /// The size of the picture; 1200 by 320 pixels by default.
    pub size: Option<Size>,
}

impl Ask for PlotRefutation {
    type Answer = Drawn<Title>;

    fn answer(&self, control: &Control<'_>) -> Result<Drawn<Title>, Refused> {
        let File { name, text } = &self.description;
        let lowered = lang::parse_until(text, &lang::Options::default(), &control.stop);
        let lowered =
            lowered.map_err(|limit| Refused::Limit(limit, format!("{name} was being read")))?;
        let description = lowered
            .description
            .ok_or_else(|| Refused::Text(name.clone(), text.clone(), lowered.diagnostics))?;
        let came = [0, 0].map(AtomicU64::new);
        let told = |done, all| {
            [done, all].into_iter().zip(&came).for_each(|(it, to)| to.store(it, Ordering::Relaxed));
            control.count(done, all, "blocks");
        };
        let options = Options {
            threads: control.threads.clone(),
            stop: control.stop.clone(),
            progress: Some(&told),
            ..Options::default()
        };
        let report = check(Kind::Nimseq, text, &options);
        let Some(found) = report.findings.iter().find_map(Finding::counterexample) else {
            if report.findings.iter().any(|finding| finding.limit() == Some(Limit::STOPPED)) {
                let [done, all] = came.map(AtomicU64::into_inner);
                let came = format!("{done} of {all} blocks are done");
                return Err(Refused::Limit(Limit::STOPPED, came));
            }
            let verdict = report.verdict;
            let message = format!(
                "{name}: {verdict}, so there is no counterexample to draw (see grundy verify)"
            );
            return Err(Refused::Nothing(verdict, message));
        };
        let seen = surroundings(text, found, &options);
        let size = self.size.unwrap_or(Size::WIDE);
        let refuted = seen.and_then(|seen| parted(name, &description, found, &seen));
        refuted.map(|refuted| Drawn::whole(refutation(&refuted, size))).ok_or_else(|| {
            let position = &found.failure.position;
            let message = format!(
                "{name}: refuted at position {position}; the sequences are not written out that far"
            );
            Refused::Nothing(Verdict::Undecided, message)
        })
    }
}

/// The counterexample of the description called `name`, with both sequences around it; `None` where they are not written
/// out that far.
fn parted(
    name: &str,
    description: &Description,
    found: &Counterexample,
    seen: &Surroundings,
) -> Option<Refuted> {
    let Counterexample { parameters, failure } = found;
    let position = failure.position.to::<u64>()?;
    let rows = seen.around.runs.as_ref()?;
    let point = found.point();
    let number = |form: &Affine| form.at(&point).to_string();
    let moves = description.moves.iter().map(|range| match &range.last {
        None => number(&range.size),
        Some(last) => format!("{}..{}", number(&range.size), number(last)),
    });
    let moves = moves.collect::<Vec<_>>().join(" ");
    let at: Vec<_> = parameters.iter().map(|named| format!("{} = {}", named.0, named.1)).collect();
    let at = if at.is_empty() { String::new() } else { format!(" for {}", at.join(", ")) };
    let subtitle = format!(
        "{{ {moves} }}{at}: position {position} is {}, described as {}",
        failure.computed, failure.claimed
    );
    Some(Refuted {
        title: format!("{} is refuted", name.rsplit(['/', '\\']).next().unwrap_or(name)),
        subtitle,
        alphabet: description.alphabet(),
        from: rows.from as u64,
        described: as_values(&rows.described),
        computed: as_values(&rows.computed),
        position,
    })
}

/// Runs as they are drawn: colours repeat long before the last value.
fn as_values(runs: &[Run<u32>]) -> Vec<Run> {
    let value = |value| Value(u8::try_from(value).unwrap_or(u8::MAX));
    runs.iter().map(|run| Run { value: value(run.value), length: run.length }).collect()
}
