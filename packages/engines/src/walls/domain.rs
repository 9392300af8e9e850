//! Domains inside wide walls.

use super::limits::{LONGEST_TILE, MORE_IN_KNOWN, MORE_IN_NEW};
use crate::trace::diagram::{Phase, Rule, Tile, Tiles, Wall};
use rustc_hash::FxHashMap;

/// The first words of a known domain, which has at least this number of columns, so they determine its possible places
/// in a tile.
type Start = [u64; MORE_IN_KNOWN as usize];

/// The tiles that were seen, and the index by which they are recognised.
pub(super) struct Domains {
    pub tiles: Tiles,
    /// The first row of each except the plain one.
    pub words: Vec<Vec<u64>>,
    /// The places in the tiles where these words follow each other.  A single word may occur everywhere: where moves
    /// lead few rows back, it has few bits.
    places: FxHashMap<Start, Vec<Phase>>,
}

/// A part of a wall that is a domain.
pub(super) struct Domain {
    pub from: usize,
    pub to: usize,
    pub phase: Phase,
}

impl Domains {
    pub(super) fn new(rule: &Rule) -> Option<Self> {
        let tiles = Tiles(vec![Tile::plain(rule).ok()?]);
        let mut domains = Self { tiles, words: Vec::new(), places: FxHashMap::default() };
        domains.enter(0);
        Some(domains)
    }

    /// The longest part of the wall that is a known domain, with at least `least` and at least [`MORE_IN_KNOWN`]
    /// columns or, if `whole`, with `least` columns more than its tile has.
    ///
    /// A word holds one outcome for each row, so few columns identify a tile.
    pub(super) fn known(&self, wall: &Wall, least: usize, whole: bool) -> Option<Domain> {
        let words = &wall.words;
        let mut best: Option<Domain> = None;
        for (from, start) in words.array_windows::<{ MORE_IN_KNOWN as usize }>().enumerate() {
            let longer = best.as_ref().map_or(least, |domain| domain.to - domain.from + 1);
            if from + longer > words.len() {
                break;
            }
            for &phase in self.places.get(start).into_iter().flatten() {
                // What also fits one column farther to the left was longer there.
                if from > 0 && self.tiles.word(phase, -1) == words[from - 1] {
                    continue;
                }
                let both = self.tiles.words(phase).zip(&words[from..]);
                let count = both.take_while(|(one, other)| one == *other).count();
                let columns = if whole { self.tiles.0[phase.tile].columns() } else { 0 };
                if count >= least + columns
                    && best.as_ref().is_none_or(|domain| count > domain.to - domain.from)
                {
                    best = Some(Domain { from, to: from + count, phase });
                }
            }
        }
        best
    }

    /// The longest part of the wall that repeats three times and some columns more, if it is a domain.
    pub(super) fn found(&mut self, rule: &Rule, wall: &Wall) -> Option<Domain> {
        let more = MORE_IN_NEW + 6 * rule.reach as usize;
        let (from, to, count) = longest(&wall.words, |count| 3 * count + more)?;
        let words = wall.words[from..from + count].to_vec();
        self.tiles.0.push(Tile::new(rule, words.clone()).ok()?);
        self.words.push(words);
        let tile = self.words.len();
        self.enter(tile);
        Some(Domain { from, to, phase: Phase { tile, row: 0, column: 0 } })
    }

    fn enter(&mut self, tile: usize) {
        for (row, words) in self.tiles.0[tile].recurring_rows() {
            for column in 0..words.len() {
                let phase = Phase { tile, row, column };
                let mut words = self.tiles.words(phase);
                let start = std::array::from_fn(|_| words.next().unwrap_or_default());
                self.places.entry(start).or_default().push(phase);
            }
        }
    }
}

/// Start and end of the longest part that repeats, and the number of columns after which it does; with a larger number,
/// a part that repeats after fewer columns may look longer.
fn longest(words: &[u64], least: impl Fn(usize) -> usize) -> Option<(usize, usize, usize)> {
    let mut best: Option<(usize, usize, usize)> = None;
    for count in (1..=LONGEST_TILE).take_while(|&count| least(count) <= words.len()) {
        let (mut from, mut to) = (0, count);
        while to <= words.len() {
            if to < words.len() && words[to] == words[to - count] {
                to += 1;
                continue;
            }
            let length = to - from;
            let is_longer = |(from, to, other): (usize, usize, usize)| {
                length > to - from + if other == count { 0 } else { 2 * count }
            };
            if length >= least(count) && best.is_none_or(is_longer) {
                best = Some((from, to, count));
            }
            from = to + 1 - count;
            to += 1;
        }
    }
    best
}
