//! The order in which methods are tried.

use super::describe::describe;
use super::trace::{completed, limits, moves};
use super::{Family, Method, Open, Options, Progress, Proofs, Reason, Theorem};
use crate::one_game::{self, Attempt};
use crate::parametric;

/// The number of steps, words and loops that are examined for a description before a trace is tried.
const LITTLE_WORK: u64 = 1 << 19;

/// Finds the period and preperiod of all games of a class of a family.
///
/// By all methods: each as far as it gets in seconds, and then with all the allowed work.  The best result of each is
/// kept.  After a stop, what was not done is open.
pub fn infer(family: &Family, options: &Options<'_>) -> Theorem {
    let Some(why) = family.untraced(options.rule) else {
        return match options.by {
            Some(Method::Description) => describe(family, options, options.work),
            _ => by_traces(family, options),
        };
    };
    if options.by == Some(Method::Trace) {
        let open = Open { parameter: family.least(), reason: Reason::Values };
        return completed(family, options, Err(open), 0);
    }
    let mut theorem = describe(family, options, options.work);
    if options.by.is_none() && !family.is_jumped(options.rule) {
        let skipped = |method| Attempt { method, done: 0, ended: why.to_owned() };
        let methods = [one_game::Method::Runs, one_game::Method::Domains];
        theorem.attempts.extend(methods.map(skipped));
    }
    theorem
}

/// By trace, and by description.  Traces are about normal play; misère play follows.
fn by_traces(family: &Family, options: &Options<'_>) -> Theorem {
    let told = |progress| options.tell(Progress::Trace(progress));
    let (limits, moves) = (limits(options, &told), moves(family));
    let (few, many) = (limits.steps, limits.steps.max(limits.long));
    let mut traces = parametric::TraceSearch::new(&moves, family.least(), &limits);
    if options.by.is_some() {
        let found = traces.theorem();
        let attempts = traces.attempts().to_vec();
        return Theorem { attempts, ..completed(family, options, found, many) };
    }
    let stops = || options.stop.requested();
    let mut described = describe(family, options, options.work.min(LITTLE_WORK));
    if described.is_proved() || stops() {
        return described;
    }
    let mut attempts = std::mem::take(&mut described.attempts);
    let mut traced = completed(family, options, traces.quick(), few);
    if !traced.is_proved() && !stops() {
        if options.work > LITTLE_WORK {
            let mut more = describe(family, options, options.work);
            attempts.append(&mut more.attempts);
            if more.descriptions().len() >= described.descriptions().len() {
                described = more;
            }
        }
        if !described.is_proved() && !stops() {
            traced = match (traces.long(), traced) {
                (Some(Err(_)), traced) if !traced.is_nothing() => traced,
                (Some(found), _) => completed(family, options, found, many),
                (None, Theorem { evidence: Proofs::Traces(found), .. }) => {
                    completed(family, options, Ok(found), many)
                }
                (None, traced) => traced,
            };
        }
    }
    attempts.extend_from_slice(traces.attempts());
    if !described.is_proved()
        && (traced.is_proved() || described.is_nothing() && !traced.is_nothing())
    {
        return Theorem { attempts, ..traced };
    }
    let untraced = traced.untraced.filter(|_| !described.is_proved());
    Theorem { untraced, attempts, ..described }
}
