//! `grundy census plan`.

use crate::cli::flags::census::CensusPlan as Arguments;
use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::global::Format;
use crate::cli::host::file::expect_writable;
use crate::cli::host::progress::STAGES;
use crate::cli::host::{Bar, Control, Exit, Failure, bug, show, threads};
use grundy_census::census::Sample;
use grundy_core::limit::Limit;
use grundy_core::threads::{Threads, in_order};
use grundy_report::report::census as report;
use grundy_report::report::plan::shared_out;
use std::time::Instant;

/// The most games that are drawn.  More make the estimate hardly better: what is unknown then is
/// how fast the other machine is.
const DRAWS: u32 = 1000;

/// Measures some pieces, and says how the census can be shared out.
pub fn run(arguments: &Arguments, configuration: &Configuration) -> Result<Exit, Failure> {
    if !matches!(configuration.format, Format::Text | Format::Json) {
        return Err(Failure::usage("a plan is text or json"));
    }
    let census = super::census(&arguments.games)?;
    let title = report::title(&census);
    bug::working_on(&title);
    configuration.output.as_deref().map_or(Ok(()), expect_writable)?;
    let control = Control::start(configuration.time_limit)?;
    let threads = threads::count(configuration);
    let sample = Sample::new(&census, DRAWS);
    let bar = Bar::new(configuration.progress, format!("measuring {title}"), STAGES);
    let mut times = Vec::new();
    let start = Instant::now();
    // The first piece is always measured.
    let wanted =
        (0..sample.len()).take_while(|&place| place == 0 || start.elapsed() < arguments.sample);
    let measure = |place| {
        let begun = Instant::now();
        sample.work(place, &control.stop).map(|_| begun.elapsed())
    };
    let ended = in_order(wanted, &Threads::new(threads), measure, |time| {
        times.push(time?);
        bar.tell(format!("{} pieces done", times.len()));
        Ok(())
    });
    drop(bar);
    if let Err::<(), Limit>(limit) = ended {
        let came = format!("{} pieces are measured", times.len());
        return Err(control.ended_early(limit, came));
    }
    // A census has a game, and so the sample a piece.
    let plan = sample.plan(&times, threads, arguments.shard_time);
    let plan = plan.ok_or_else(|| Failure::usage("nothing to measure"))?;
    show(&shared_out(&census, &plan), configuration)
}
