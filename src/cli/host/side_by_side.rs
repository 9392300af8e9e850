//! Inputs that are worked on side by side.

use super::input::Input;
use super::{Bar, Control, Failure, progress};
use crate::cli::flags::configuration::Configuration;
use grundy_language::threads::{Threads, in_order};

/// Works on the inputs, as many at the same time as there are threads, and takes the results in the order of the
/// inputs.  `work` gets a flag that says whether to show the progress of its input: several at a time share one bar
/// with this name.
///
/// If `take` fails, nothing further is begun, and work under way is stopped; without a failure, the user ended it.
pub fn side_by_side<'i, R: Send>(
    inputs: &'i [Input],
    name: &str,
    threads: &Threads,
    configuration: &Configuration,
    control: &Control,
    work: impl Fn(&'i Input, bool) -> R + Sync,
    mut take: impl FnMut(R) -> Result<(), Option<Failure>>,
) -> Result<(), Failure> {
    let several = inputs.len() > 1 && !threads.is_one();
    let bar = Bar::new(configuration.progress && several, name.to_owned(), progress::INPUTS);
    let at_once = if several { threads.clone() } else { Threads::default() };
    let mut done = 0;
    bar.show(done, inputs.len() as u64);
    let ended = in_order(
        inputs.iter(),
        &at_once,
        |input| {
            bar.tell(&input.name());
            work(input, configuration.progress && !several)
        },
        |result| {
            bar.without(|| take(result)).inspect_err(|_| control.stop.request())?;
            done += 1;
            bar.show(done, inputs.len() as u64);
            Ok(())
        },
    );
    match ended {
        Err(Some(failure)) => Err(failure),
        Err(None) | Ok(()) => Ok(()),
    }
}
