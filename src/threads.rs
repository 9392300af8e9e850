//! The threads that work is shared among.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::{Arc, OnceLock};

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
