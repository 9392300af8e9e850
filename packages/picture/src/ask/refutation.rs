//! A refuted description.

use super::{Drawn, Title};
use crate::{Size, drawn};
use grundy_answers::ask::{Ask, Control, File, Refused};
use grundy_answers::check::{Kind, Options, check, surroundings};
use grundy_language::lang;
use grundy_language::limit::Limit;
use grundy_language::verdict::{Finding, Verdict};
use serde::Deserialize;
use std::sync::atomic::{AtomicU64, Ordering};

/// The default size of the picture: 1200 by 320 pixels.
const SIZE: Size = Size { width: 1200, height: 320 };

/// What does a description say around its smallest counterexample, and what is right?
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlotRefutation {
    /// The description.
    pub description: File,
    /// The size of the picture: 1200 by 320 pixels where nothing is said.
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
            if report.findings.iter().any(|it| it.limit() == Some(Limit::STOPPED)) {
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
        let size = self.size.unwrap_or(SIZE);
        let picture = seen.and_then(|seen| drawn(name, &description, found, &seen, size));
        picture.map(Drawn::whole).ok_or_else(|| {
            let position = &found.failure.position;
            let message = format!(
                "{name}: refuted at position {position}; the sequences are not written out that far"
            );
            Refused::Nothing(Verdict::Undecided, message)
        })
    }
}
