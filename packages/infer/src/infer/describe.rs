//! Theorems by description, with the games below those that are proved.

use super::{Evidence, Family, Known, Open, Options, Reason, Theorem, search};

/// Of so many steps, words and loops, each at most.
const MOST: u64 = 1 << 26;

/// Finds descriptions, and derives what follows.  So many steps, words and loops are looked at, about, but no
/// more than some minutes' work.
pub(super) fn describe(family: &Family, options: &Options<'_>, work: u64) -> Theorem {
    let search::Found { mut parts, open: unproved } =
        search::search(family, options, work.min(MOST));
    parts.sort_by_key(|part| (part.proved.class.modulus, part.proved.class.residue));
    let (mut pieces, mut others, mut open) = (Vec::new(), Vec::new(), Vec::new());
    for part in &mut parts {
        others.append(&mut part.others);
        pieces.append(&mut part.pieces);
        if let Err(reason) = &part.theorem {
            let reason = Reason::Underived(reason.clone());
            open.push(Open { class: part.proved.class, reason });
        }
    }
    open.extend(unproved);
    others.sort_by_key(|one| one.parameter);
    let known = Known::new(pieces, family.least(), &others);
    let (class, values) = (options.class, options.values);
    let (family, evidence) = (family.clone(), Evidence::Descriptions(parts));
    Theorem { family, class, values, known, evidence, open, untraced: None }
}
