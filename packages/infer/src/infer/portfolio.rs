//! The order in which methods are tried.

use super::describe::describe;
use super::trace::by_trace;
use super::{Family, Method, Options, Theorem};
use crate::model::Alphabet;

/// So many steps, words and loops are looked at for a description before a trace is tried.
const LITTLE_WORK: u64 = 1 << 19;

/// Finds the period and preperiod of all games of a class of a family.
///
/// By all methods: each as far as it comes in seconds, and then with all the work that is allowed.  The best
/// of each is kept.  When it is asked to stop, what was not done is open.
pub fn infer(family: &Family, options: &Options<'_>) -> Theorem {
    match options.by {
        Some(Method::Trace) => by_trace(family, options, true),
        None if options.values == Alphabet::Outcome => by_all(family, options),
        _ => describe(family, options, options.work),
    }
}

fn by_all(family: &Family, options: &Options<'_>) -> Theorem {
    let stops = || options.stop.requested();
    let mut described = describe(family, options, options.work.min(LITTLE_WORK));
    if described.is_proved() || stops() {
        return described;
    }
    let mut traced = by_trace(family, options, false);
    if !traced.is_proved() && !stops() {
        if options.work > LITTLE_WORK {
            let more = describe(family, options, options.work);
            if more.descriptions().len() >= described.descriptions().len() {
                described = more;
            }
            if described.is_proved() {
                return described;
            }
        }
        if !stops() {
            let more = by_trace(family, options, true);
            if !more.is_nothing() || traced.is_nothing() {
                traced = more;
            }
        }
    }
    if traced.is_proved() || described.is_nothing() && !traced.is_nothing() {
        return traced;
    }
    Theorem { untraced: traced.untraced, ..described }
}
