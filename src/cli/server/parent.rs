//! The process that asked for the server.

use rustix::io::Errno;
use rustix::process::{Pid, test_kill_process};

/// A process that runs as long as somebody wants the server.
pub struct Parent(Pid);

impl Parent {
    /// The process that an editor names, if it names one.
    pub fn named(number: Option<i32>) -> Option<Self> {
        number.filter(|it| *it > 0).and_then(Pid::from_raw).map(Self)
    }

    /// Has it ended?
    pub fn is_gone(&self) -> bool {
        test_kill_process(self.0) == Err(Errno::SRCH) || self.is_dead()
    }

    /// A process that has ended keeps its number until its own parent has asked for its exit code.
    fn is_dead(&self) -> bool {
        let known = std::fs::read_to_string(format!("/proc/{}/stat", self.0.as_raw_nonzero()));
        let state = known.ok().and_then(|it| it.rsplit_once(") ")?.1.chars().next());
        matches!(state, Some('Z' | 'X'))
    }
}
