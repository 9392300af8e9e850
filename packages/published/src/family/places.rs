//! The games of one case: in words, one by one.

use crate::Integer;
use crate::affine::Affine;
use crate::limit::{CancellationToken, Limit};
use crate::polynomial::Polynomial;
use crate::theorem::{Case, Law, Piece};

/// The most games of a case that is listed.
const MOST_LISTED: u64 = 1000;
/// The most games that are examined in search of one.
const MOST_TRIED: u64 = 1 << 14;

/// A case with the range of each parameter.
pub(super) struct Instances {
    piece: Piece,
    bounds: Vec<(Option<Integer>, Option<Integer>)>,
}

impl Instances {
    /// # Errors
    /// When the work is stopped.
    pub(super) fn new(case: Case, stop: &CancellationToken) -> Result<Self, Limit> {
        let bounds = (0..case.parameters)
            .map(|index| case.bounds(&Affine::variable(index), stop))
            .collect::<Result<_, _>>()?;
        Ok(Self { piece: Piece::new(case, Law::new(Polynomial::zero(), true), &[], stop)?, bounds })
    }

    /// A description of these games, with the names of the parameters: `all odd n >= 5`.
    pub(super) fn words(&self, names: &[char]) -> String {
        let texts: Vec<_> = names.iter().map(char::to_string).collect();
        let ([name], [(Some(least), greatest)]) = (names, self.bounds.as_slice()) else {
            let when = self.piece.when(&texts);
            return format!("all {} with {when}", texts.join(", "));
        };
        let class = self.piece.class();
        let (kind, class) = match class.map(|class| (class.modulus, class.residue)) {
            Some((1, _)) => ("", String::new()),
            Some((2, 0)) => ("even ", String::new()),
            Some((2, _)) => ("odd ", String::new()),
            _ => ("", format!(" with {}", self.piece.in_its_range().when(&texts))),
        };
        match greatest {
            None => format!("all {kind}{name} >= {least}{class}"),
            Some(greatest) if greatest == least => format!("{name} = {least}"),
            Some(greatest) if kind.is_empty() && class.is_empty() => {
                format!("{name} = {least}..{greatest}")
            }
            Some(greatest) => format!("all {kind}{name} = {least}..{greatest}{class}"),
        }
    }

    /// The games of the case among `side` values of each parameter, the least ones first, in lexicographic order.
    fn games(&self, side: u64) -> impl Iterator<Item = Vec<i64>> + '_ {
        // With one parameter, all values are in one class.
        let step = match self.bounds.len() {
            1 => self.piece.class().map_or(1, |class| class.modulus),
            _ => 1,
        };
        let count = u32::try_from(self.bounds.len()).unwrap_or(u32::MAX);
        let values = move |index: u64| -> Option<Vec<i64>> {
            let mut rest = index;
            let mut game = Vec::with_capacity(self.bounds.len());
            for (least, _) in self.bounds.iter().rev() {
                let offset = i64::try_from(rest % side).ok()?.checked_mul(step)?;
                game.push(least.as_ref()?.to_i64()?.checked_add(offset)?);
                rest /= side;
            }
            game.reverse();
            let point: Vec<_> = game.iter().copied().map(Integer::from).collect();
            self.piece.contains(&point).then_some(game)
        };
        (0..side.saturating_pow(count)).filter_map(values)
    }
}

/// All games of the case, if they are few.
pub(super) fn listed(place: &Instances) -> Option<Vec<Vec<i64>>> {
    let mut side = 1;
    for (least, greatest) in &place.bounds {
        let width = greatest.as_ref()? - least.as_ref()?;
        side = side.max(width.to::<u64>()?.checked_add(1)?);
    }
    let total = side.checked_pow(u32::try_from(place.bounds.len()).ok()?)?;
    (total <= MOST_LISTED && place.bounds.iter().all(|(least, _)| fits(least)))
        .then(|| place.games(side).collect())
}

/// The first game of the case that is accepted, among those examined.
pub(super) fn first(place: &Instances, accept: impl Fn(&[i64]) -> bool) -> Option<Vec<i64>> {
    let count = u32::try_from(place.bounds.len()).ok()?;
    let mut side = MOST_TRIED;
    while side.checked_pow(count).is_none_or(|total| total > MOST_TRIED) {
        side /= 2;
    }
    place.games(side).find(|game| accept(game))
}

/// Is there room for some more machine numbers?
fn fits(least: &Option<Integer>) -> bool {
    least.as_ref().and_then(Integer::to_i64).is_some_and(|least| least.unsigned_abs() < 1 << 62)
}
