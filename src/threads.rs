//! The threads that work is shared among.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, mpsc};
use std::thread;

/// The stack of a thread that works on items: that of the first thread of a process.
const STACK: usize = 8 << 20;

/// As many threads as wanted, started when there is work to be shared among them.
///
/// Clones are the same threads: what is checked side by side with clones of one value is shared
/// among that many threads in all.  No result depends on their number.
///
/// ```
/// use grundy::{Kind, Options, Threads, check};
///
/// let options = Options { threads: Threads::new(4), ..Options::default() };
/// let text = "n >= 1 { n } REPEAT _n An ENDREP";
/// assert_eq!(check(Kind::Nimseq, text, &options).verdict.name(), "verified");
/// ```
#[derive(Clone, Debug)]
pub struct Threads {
    wanted: usize,
    pool: Arc<OnceLock<Option<ThreadPool>>>,
}

impl Threads {
    /// So many; 0: one for each processor.
    pub fn new(wanted: usize) -> Self {
        Self { wanted, pool: Arc::default() }
    }

    /// Those of the rayon pool that the caller runs in.
    pub(crate) fn of_caller() -> Self {
        Self { wanted: rayon::current_num_threads(), pool: Arc::new(OnceLock::from(None)) }
    }

    /// Is there nobody to share work with?
    pub fn is_one(&self) -> bool {
        self.wanted == 1
    }

    /// Does work that shares itself by the means of rayon.  Where the system gives no threads,
    /// it is done in those of the caller.
    pub fn run<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        let start = || ThreadPoolBuilder::new().num_threads(self.wanted).build().ok();
        match self.pool.get_or_init(start) {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }
}

impl Default for Threads {
    fn default() -> Self {
        Self::new(1)
    }
}

/// Works on all items, so many at the same time, and takes the results in the order of the items,
/// as soon as all before are known.  Once `take` fails no further item is begun.
///
/// # Errors
/// That of `take`.
///
/// # Panics
/// When the work on an item does.
pub fn in_order<T, R: Send, E>(
    items: impl Iterator<Item = T> + Send,
    threads: usize,
    work: impl Fn(T) -> R + Sync,
    mut take: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    if threads <= 1 {
        return items.map(work).try_for_each(take);
    }
    let waiting = Mutex::new(items.enumerate());
    let ended = AtomicBool::new(false);
    let (sender, results) = mpsc::channel();
    let share = |sender: mpsc::Sender<_>| {
        let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
        while !ended.load(Ordering::Relaxed)
            && let Some((place, item)) = next()
        {
            let result = catch_unwind(AssertUnwindSafe(|| work(item)));
            if sender.send((place, result)).is_err() {
                break;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads {
            let (share, own) = (&share, sender.clone());
            let builder = thread::Builder::new().stack_size(STACK);
            if builder.spawn_scoped(scope, move || share(own)).is_err() {
                // What the system does not give is done here; results wait in the channel.
                share(sender.clone());
            }
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut next = 0;
        for (place, result) in results {
            // The panic was told of where it happened.
            let result = result.unwrap_or_else(|panic| {
                ended.store(true, Ordering::Relaxed);
                resume_unwind(panic)
            });
            early.insert(place, result);
            while let Some(result) = early.remove(&next) {
                take(result).inspect_err(|_| ended.store(true, Ordering::Relaxed))?;
                next += 1;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<u64> = (0..100).collect();
        for threads in [1, 2, 7] {
            let mut taken = Vec::new();
            let work = |&item: &u64| {
                thread::sleep(std::time::Duration::from_micros(item * 7919 % 300));
                item * item
            };
            let ended = in_order(items.iter(), threads, work, |square| {
                taken.push(square);
                if taken.len() == 60 { Err(()) } else { Ok(()) }
            });
            assert_eq!(ended, Err(()));
            assert!(taken.into_iter().eq((0..60).map(|item| item * item)), "{threads}");
        }
    }

    #[test]
    fn nothing_is_begun_once_a_result_was_refused() {
        for threads in [1, 2, 5] {
            let begun = Mutex::new(0);
            let work = |item: u32| {
                *begun.lock().unwrap() += 1;
                thread::sleep(std::time::Duration::from_micros(100));
                item
            };
            assert_eq!(in_order(0..10_000, threads, work, |_| Err(())), Err(()));
            let begun = begun.into_inner().unwrap();
            assert!(begun < 5_000 && (threads > 1 || begun == 1), "{begun} in {threads}");
        }
    }

    /// Work goes on in as many threads as there are, while the first item takes its time.
    #[test]
    fn all_threads_work_at_the_same_time() {
        let barrier = std::sync::Barrier::new(3);
        let work = |item: u32| {
            barrier.wait();
            item
        };
        let mut taken = Vec::new();
        let ended = in_order(0..6, 3, work, |item| {
            taken.push(item);
            Ok::<_, ()>(())
        });
        assert_eq!((ended, taken), (Ok(()), vec![0, 1, 2, 3, 4, 5]));
    }

    #[test]
    fn a_panic_ends_all_of_it() {
        let panic = catch_unwind(AssertUnwindSafe(|| {
            in_order([1, 0, 2].iter(), 2, |&it| 6 / it, |_: i32| Ok::<_, ()>(()))
        }));
        assert!(panic.is_err());
    }
}
