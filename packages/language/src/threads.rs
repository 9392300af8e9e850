//! The threads that work is shared among.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, mpsc};

/// The stack of a thread: that of the first one of a process.
const STACK: usize = 8 << 20;

/// As many threads as wanted, started when there is work to be shared among them.
///
/// Clones are the same threads: what is checked side by side with clones of one value is shared
/// among that many threads in all.  No result depends on their number.
///
/// ```
/// use grundy_language::threads::Threads;
/// let threads = Threads::new(4);
/// assert_eq!(threads.run(|| 6 * 7), 42);
/// ```
#[derive(Clone, Debug)]
pub struct Threads {
    wanted: usize,
    pool: Arc<OnceLock<Option<ThreadPool>>>,
}

impl Threads {
    /// The number of threads; 0: one for each processor.
    pub fn new(wanted: usize) -> Self {
        Self { wanted, pool: Arc::default() }
    }

    /// Those of the rayon pool that the caller runs in.
    pub fn of_caller() -> Self {
        Self { wanted: rayon::current_num_threads(), pool: Arc::new(OnceLock::from(None)) }
    }

    /// Is there nobody to share work with?
    pub fn is_one(&self) -> bool {
        self.wanted == 1
    }

    /// How many there are; 1 where the system gives none.
    pub fn count(&self) -> usize {
        self.pool().map_or(1, ThreadPool::current_num_threads)
    }

    /// Does work that shares itself by the means of rayon.  Where the system gives no threads,
    /// it is done in those of the caller.
    pub fn run<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match self.pool() {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }

    fn pool(&self) -> Option<&ThreadPool> {
        let builder = || ThreadPoolBuilder::new().num_threads(self.wanted).stack_size(STACK);
        self.pool.get_or_init(|| builder().build().ok()).as_ref()
    }
}

impl Default for Threads {
    fn default() -> Self {
        Self::new(1)
    }
}

/// Works on all items, as many at the same time as there are threads, and takes the results in the
/// order of the items, as soon as all before are known.  Once `take` fails no further item is begun.
///
/// Work that itself calls [`Threads::run`] of a clone is shared among the same threads: those that
/// find no further item help with the items that are not done.
///
/// # Errors
/// That of `take`.
///
/// # Panics
/// When the work on an item does.
pub fn in_order<T, R: Send, E>(
    items: impl Iterator<Item = T> + Send,
    threads: &Threads,
    work: impl Fn(T) -> R + Sync,
    mut take: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let Some(pool) = (!threads.is_one()).then(|| threads.pool()).flatten() else {
        return items.map(work).try_for_each(take);
    };
    let waiting = Mutex::new(items.enumerate());
    let ended = AtomicBool::new(false);
    let (sender, results) = mpsc::channel();
    let share = |sender: &mpsc::Sender<_>| {
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
    pool.in_place_scope(|scope| {
        let share = &share;
        // Each thread has its own part in this, which no other takes up while it waits for help.
        scope.spawn_broadcast(move |_, _| share(&sender));
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
    use rayon::prelude::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<u64> = (0..100).collect();
        for threads in [1, 2, 7] {
            let mut taken = Vec::new();
            let work = |&item: &u64| {
                std::thread::sleep(std::time::Duration::from_micros(item * 7919 % 300));
                item * item
            };
            let ended = in_order(items.iter(), &Threads::new(threads), work, |square| {
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
                std::thread::sleep(std::time::Duration::from_micros(100));
                item
            };
            assert_eq!(in_order(0..10_000, &Threads::new(threads), work, |_| Err(())), Err(()));
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
        let ended = in_order(0..6, &Threads::new(3), work, |item| {
            taken.push(item);
            Ok::<_, ()>(())
        });
        assert_eq!((ended, taken), (Ok(()), vec![0, 1, 2, 3, 4, 5]));
    }

    #[test]
    fn a_panic_ends_all_of_it() {
        let panic = catch_unwind(AssertUnwindSafe(|| {
            let two = Threads::new(2);
            in_order([1, 0, 2].iter(), &two, |&it| 6 / it, |_: i32| Ok::<_, ()>(()))
        }));
        assert!(panic.is_err());
    }

    /// The first item can be done only by all threads together, once the others have no item left.
    #[test]
    fn who_finds_no_item_helps_with_the_last() {
        let threads = Threads::new(3);
        let barrier = std::sync::Barrier::new(3);
        let work = |item: u32| {
            if item == 0 {
                threads.run(|| {
                    (0..3).into_par_iter().with_max_len(1).for_each(|_| {
                        barrier.wait();
                    })
                });
            }
            assert!(rayon::current_num_threads() == 3 && rayon::current_thread_index().is_some());
            item
        };
        let mut taken = Vec::new();
        let ended = in_order(0..50, &threads, work, |item| {
            taken.push(item);
            Ok::<_, ()>(())
        });
        assert_eq!(ended, Ok(()));
        assert!(taken.into_iter().eq(0..50));
    }
}
