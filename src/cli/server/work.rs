//! Checks in the background.

use crossbeam_channel::Sender;
use grundy::check::{self, Kind};
use grundy::lang;
use grundy::limit::CancellationToken;
use grundy::report::{Detail, theorem as report};
use grundy::theorem::{self, theorem};
use grundy::threads::Threads;
use grundy::verdict::{Report, Verdict};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How often a pause looks whether it is still wanted.
const GLANCE: Duration = Duration::from_millis(10);

/// What became of the check of a text.
pub struct Done {
    /// The name of the text.
    pub uri: String,
    /// Which of its texts.
    pub version: i32,
    /// The report; `None` if the check failed by a fault of this program.
    pub report: Option<Report>,
    /// The theorem that follows, where the text is a description and proved.
    pub theorem: Option<String>,
}

impl Done {
    /// Nothing known yet about this text.
    pub fn about(uri: &str, version: i32) -> Self {
        Self { uri: uri.to_owned(), version, report: None, theorem: None }
    }
}

/// Checks a text after a pause and sends what became of it, unless it was stopped before.
pub fn check(
    mut done: Done,
    kind: Kind,
    text: &str,
    pause: Duration,
    threads: Threads,
    stop: CancellationToken,
    sender: &Sender<Done>,
) {
    let start = Instant::now();
    while start.elapsed() < pause {
        if stop.requested() {
            return;
        }
        sleep(GLANCE);
    }
    // A fault in one check should not end the conversation about all texts.
    let result = catch_unwind(AssertUnwindSafe(|| {
        let options = check::Options { threads, stop: stop.clone(), ..Default::default() };
        let report = check::check(kind, text, &options);
        let proved = report.description.unwrap_or(report.verdict) == Verdict::Verified;
        let theorem = if proved && kind == Kind::Nimseq { derive(text, &stop) } else { None };
        (report, theorem)
    }));
    if stop.requested() {
        return;
    }
    if let Ok((report, theorem)) = result {
        (done.report, done.theorem) = (Some(report), theorem);
    }
    // Without a server nobody wants to know.
    let _ = sender.send(done);
}

/// Period and preperiod of a proved description, for people.
fn derive(text: &str, stop: &CancellationToken) -> Option<String> {
    let description = lang::parse(text, &lang::Options::default()).description?;
    let options = theorem::Options { stop: stop.clone(), ..Default::default() };
    let theorem = theorem(&description, &options).ok()?;
    Some(report::text(&theorem, &description, Detail::Normal))
}
