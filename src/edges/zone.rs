//! Zones inside of wide edges.

use crate::trace::plane::{Edge, Phase, Rule, Texture, Textures};

/// Columns after which zones repeat at most.
const COLUMNS: usize = 400;

/// A new zone has so many columns more than those that repeat three times.
const LEAST: usize = 8;

/// The textures that were met, and the rows that they are told from.
pub struct Zones {
    pub textures: Textures,
    /// The first row of each but the plain one.
    pub words: Vec<Vec<u64>>,
}

/// A part of an edge that is a zone.
pub struct Zone {
    pub from: usize,
    pub to: usize,
    pub phase: Phase,
}

impl Zones {
    pub fn new(rule: &Rule) -> Option<Self> {
        Some(Self { textures: Textures(vec![Texture::plain(rule).ok()?]), words: Vec::new() })
    }

    /// The longest part of the edge that repeats, if it is a zone.
    ///
    /// Edges on both sides of it need room.  One that was met before has two times the columns that
    /// repeat, and some; a new one has three times as many, and some more.
    pub fn find(&mut self, rule: &Rule, edge: &Edge) -> Option<Zone> {
        let [least, new] = [LEAST / 2 + 3 * rule.reach as usize, LEAST + 6 * rule.reach as usize];
        let (from, to, count) = longest(&edge.words, |count| 2 * count + least)?;
        let words = &edge.words[from..from + count];
        let phase = match self.known(words) {
            Some(phase) => phase,
            None if to - from < 3 * count + new => return None,
            None => {
                self.textures.0.push(Texture::new(rule, words.to_vec()).ok()?);
                self.words.push(words.to_vec());
                Phase { texture: self.words.len(), row: 0, column: 0 }
            }
        };
        Some(Zone { from, to, phase })
    }

    /// Where in a texture these words are.
    fn known(&self, words: &[u64]) -> Option<Phase> {
        let textures = self.textures.0.iter().enumerate();
        let places = textures.flat_map(|(texture, all)| {
            let rows = all.recurring_rows().filter(|(_, row)| row.len() == words.len());
            rows.flat_map(move |(row, all)| {
                (0..all.len()).map(move |column| (Phase { texture, row, column }, all))
            })
        });
        let is_it = |(phase, row): &(Phase, &[u64])| {
            let (before, behind) = row.split_at(phase.column);
            words.starts_with(behind) && words.ends_with(before)
        };
        places.into_iter().find(is_it).map(|(phase, _)| phase)
    }
}

/// The first and the last end of the longest part that repeats, and after how many columns; a part that
/// repeats after fewer columns is taken for longer by some of these.
fn longest(words: &[u64], least: impl Fn(usize) -> usize) -> Option<(usize, usize, usize)> {
    let mut best: Option<(usize, usize, usize)> = None;
    for count in (1..=COLUMNS).take_while(|&count| least(count) <= words.len()) {
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
