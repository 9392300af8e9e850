//! The threads of a command.

use crate::cli::flags::configuration::Configuration;
use grundy::Threads;
use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// The stack of a thread that works on inputs: that of the first thread of a process.
const STACK: usize = 8 << 20;

/// How many threads are wanted.
pub fn count(configuration: &Configuration) -> usize {
    match configuration.threads {
        0 => thread::available_parallelism().map_or(1, NonZero::get),
        count => count,
    }
}

/// As many threads as wanted.
pub fn threads(configuration: &Configuration) -> Threads {
    Threads::new(configuration.threads)
}

/// Works on all items, some at the same time, and takes the results in the order of the items, as
/// soon as all before are known.  After a break no further item is begun.
pub fn in_order<'i, T: Sync, R: Send>(
    items: &'i [T],
    configuration: &Configuration,
    work: impl Fn(&'i T) -> R + Sync,
    mut take: impl FnMut(R) -> ControlFlow<()>,
) {
    if items.len() < 2 || configuration.threads == 1 {
        let _ = items.iter().try_for_each(|item| take(work(item)));
        return;
    }
    let begun = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..count(configuration).min(items.len()) {
            let (sender, begun, work) = (sender.clone(), &begun, &work);
            let share = move || {
                loop {
                    let number = begun.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(number) else { break };
                    let result = catch_unwind(AssertUnwindSafe(|| work(item)));
                    if sender.send((number, result)).is_err() {
                        break;
                    }
                }
            };
            let started =
                thread::Builder::new().stack_size(STACK).spawn_scoped(scope, share.clone());
            if started.is_err() {
                // What the system does not give is done here; results wait in the channel.
                share();
            }
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut taken = 0;
        for (number, result) in receiver {
            // A panic was told of where it happened, and ends the command.
            let result = result.unwrap_or_else(|panic| resume_unwind(panic));
            waiting.insert(number, result);
            while let Some(next) = waiting.remove(&taken) {
                taken += 1;
                if take(next).is_break() {
                    begun.store(items.len(), Ordering::Relaxed);
                    return;
                }
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::flags::global::Global;
    use clap::Parser;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        global: Global,
    }

    fn configuration(threads: &str) -> Configuration {
        Configuration::new(Command::parse_from(["x", "-j", threads]).global)
    }

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<u64> = (0..100).collect();
        for threads in ["1", "2", "7"] {
            let mut taken = Vec::new();
            let work = |&item: &u64| {
                thread::sleep(std::time::Duration::from_micros(item * 7919 % 300));
                item * item
            };
            in_order(&items, &configuration(threads), work, |square| {
                taken.push(square);
                if taken.len() == 60 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert!(taken.into_iter().eq((0..60).map(|item| item * item)), "{threads}");
        }
    }

    #[test]
    fn a_panic_ends_all_of_it() {
        let items = [1, 0, 2];
        let panic = catch_unwind(AssertUnwindSafe(|| {
            in_order(&items, &configuration("2"), |&it| 6 / it, |_: i32| ControlFlow::Continue(()));
        }));
        assert!(panic.is_err());
    }
}
