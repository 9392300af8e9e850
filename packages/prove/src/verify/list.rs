//! The chains of a description, for display.

use super::findings::halted;
use super::hunt::Hunted;
use super::prepare::prepare;
use super::sweep::{Observer, Sweep, Swept};
use super::tasks::{Job, search};
use super::{Ended, Options};
use crate::chain::{Chain, Region, block_graph};
use crate::model::Description;
use crate::verdict::{Statistics, Verdict};

/// Visits every chain of a description, in the order of the blocks, and for each chain, if
/// `observer` is given, every split.
///
/// # Errors
/// The verdict and findings of a description whose chains cannot be listed: one that is
/// rejected or vacuous, or for which a limit was reached.
pub fn list(
    description: &Description,
    options: &Options<'_>,
    mut on_chain: impl FnMut(&Chain<'_>),
    mut observer: Option<&mut Observer<'_>>,
) -> Result<Statistics, Ended> {
    let graph = &block_graph(description);
    let job = Job {
        original: description,
        original_graph: graph,
        description,
        graph,
        options,
        certifying: false,
        hunted: None,
    };
    let mut statistics = Statistics::default();
    let (tasks, _) = prepare(&job, description, &mut statistics, &mut Vec::new())?;
    let mut found = Swept::default();
    for task in &tasks {
        let mut visit = |chain: &Chain<'_>, region: &mut Region| {
            on_chain(chain);
            if let Some(observer) = &mut observer {
                let observer: &mut Observer<'_> = observer;
                let found = &mut found;
                Sweep::new(&job, &task.followed, chain, region, found, Some(observer)).block()?;
            }
            Ok(())
        };
        let (halt, work, _) = search(&job, task, &mut visit);
        statistics.add_work(&work);
        if let Some(halt) = halt {
            return Err((Verdict::Undecided, vec![halted(&job, &halt, &Hunted::default())]));
        }
    }
    Ok(statistics)
}
