//! The figures of the source that are nets of their own: parts of the published net, with a marking.
//!
//! A part has some transitions of the whole net, the places that these have arcs with, and those that are marked.
//! Names, capacities and priorities are those of the whole.

use super::drawn::field;
use super::net::{Generated, Variant, generate};
use super::rules::Player;
use std::collections::BTreeSet;

/// The figures; the comment in it says how it is read.
const FIGURES: &str = include_str!("figures.tsv");

/// A figure of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Its number: `3.7`, or `A.3` in the appendix.
    pub name: &'static str,
    /// The net of which it is a part.
    pub variant: Variant,
    /// What it shows.
    pub shows: &'static str,
    transitions: &'static str,
    marking: &'static str,
}

impl Figure {
    /// All figures that are nets of their own, in the order of the source.
    pub fn all() -> impl Iterator<Item = Self> {
        FIGURES.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
            let mut cells = line.split('\t');
            let name = cells.next()?;
            let variant = cells.next()?;
            let variant = Variant::named(variant)?;
            let (transitions, marking, shows) = (cells.next()?, cells.next()?, cells.next()?);
            Some(Self { name, variant, shows, transitions, marking })
        })
    }

    /// The figure with this number.
    pub fn find(name: &str) -> Option<Self> {
        Self::all().find(|figure| figure.name == name)
    }

    /// Its net.
    ///
    /// ```
    /// use grundy_games::muehle::figures::Figure;
    /// let net = Figure::find("3.3").unwrap().net().net;
    /// assert_eq!((net.places.len(), net.transitions.len()), (5, 1));
    /// ```
    pub fn net(&self) -> Generated {
        let whole = generate(self.variant, Player::A);
        let transitions = match self.transitions.strip_prefix('=') {
            Some(other) => Self::find(other).map_or("", |figure| figure.transitions),
            None => self.transitions,
        };
        let names: Vec<_> = match transitions {
            // The fields are marked with no token.
            "A" | "AB" => Vec::new(),
            "ring" => whole
                .net
                .transitions
                .iter()
                .map(|it| it.name.as_str())
                .filter(|it| in_ring(it))
                .collect(),
            _ => transitions.split(' ').collect(),
        };
        let is_shown = |name: &str| match transitions {
            "A" | "AB" => field(name).is_some_and(|it| transitions.contains(it.0.name())),
            _ => false,
        };
        let fields = whole.net.places.iter().map(|it| (it.name.as_str(), 0));
        let fields = fields.filter(|it| is_shown(it.0));
        let marked = self.marking.split_whitespace().map(|word| {
            let (name, tokens) = word.split_once('=').unwrap_or((word, "1"));
            (name, tokens.parse().unwrap_or(1))
        });
        let marking: Vec<_> = fields.chain(marked).collect();
        let mut part = excerpt(&whole, &names, &marking);
        part.net.name = format!("Mühle, figure {}", self.name);
        part
    }
}

/// Is it a slide of B inside the third square, or that B cannot move?
fn in_ring(name: &str) -> bool {
    let is_slide = || {
        let (from, to) = name.split_once('-')?;
        let place = |text: &str| text.strip_prefix("b3,")?.parse::<u8>().ok();
        let (from, to) = (place(from)?, place(to)?);
        Some(matches!(from.abs_diff(to), 1 | 7))
    };
    name == "B-ZugUnmöglich" || is_slide() == Some(true)
}

/// The part of a net with these transitions and the places around them, in a marking; a place that is named in the
/// marking is in the part in any case.  Names that the net does not have are left out.
pub fn excerpt(whole: &Generated, transitions: &[&str], marking: &[(&str, u32)]) -> Generated {
    let mut part = whole.clone();
    let keep: Vec<_> =
        whole.net.transitions.iter().map(|it| transitions.contains(&it.name.as_str())).collect();
    let mut kept = keep.iter();
    part.net.transitions.retain(|_| kept.next() == Some(&true));
    let mut kept = keep.iter();
    part.categories.retain(|_| kept.next() == Some(&true));
    let mut places: BTreeSet<_> = (0..whole.net.places.len())
        .filter(|&place| marking.iter().any(|it| it.0 == whole.net.places[place].name))
        .collect();
    for it in &part.net.transitions {
        places.extend(it.arcs().into_iter().flatten().map(|arc| arc.place));
    }
    let places: Vec<_> = places.into_iter().collect();
    part.net.places = places
        .iter()
        .map(|&place| {
            let mut place = whole.net.places[place].clone();
            let marked = marking.iter().filter(|it| it.0 == place.name).map(|it| it.1);
            place.initial = marked.max().unwrap_or(0);
            place
        })
        .collect();
    for it in &mut part.net.transitions {
        for arc in it.arcs_mut().into_iter().flatten() {
            arc.place = places.binary_search(&arc.place).unwrap_or_default();
        }
    }
    part
}
