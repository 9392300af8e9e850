//! Theorems by description, with the games below those that are proved.

use super::{Class, Evidence, Family, Known, Options, Proved, Theorem, search};
use crate::one_game::{Attempt, Method};
use crate::open::{Open, Reason};

/// The most steps, and the most words and loops, that are examined.
const MOST: u64 = 1 << 26;

/// Finds descriptions, and derives what follows.  Examines about this number of steps, words and loops, but no more
/// than some minutes' work.
pub(super) fn describe(family: &Family, options: &Options<'_>, work: u64) -> Theorem {
    let search::FoundClasses { mut parts, open: unproved, work } =
        search::search(family, options, work.min(MOST));
    parts.sort_by_key(|part| (part.proved.class.modulus, part.proved.class.residue));
    let (mut pieces, mut others, mut open) = (Vec::new(), Vec::new(), Vec::new());
    for part in &mut parts {
        others.append(&mut part.others);
        pieces.append(&mut part.pieces);
        if let Err(reason) = &part.theorem {
            let Proved { class, least, .. } = part.proved;
            let reason = Reason::Underived(reason.clone());
            open.push((class, Open { parameter: class.at(least), reason }));
        }
    }
    open.extend(unproved);
    let attempt = |(_, open): &(Class, Open)| Attempt {
        method: Method::Description,
        done: work,
        ended: open.to_string(),
    };
    let attempts = open.first().map(attempt).into_iter().collect();
    others.sort_by_key(|one| one.parameter);
    let known = Known::new(pieces, family.least(), &others);
    let (class, rule) = (options.class, options.rule);
    let (family, evidence) = (family.clone(), Evidence::Descriptions(parts));
    Theorem { family, class, rule, known, evidence, open, untraced: None, attempts }
}
