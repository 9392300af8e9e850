//! A search as text, so that another process can continue it later.
//!
//! ```text
//! grundy checkpoint 4
//! moves 3 7 8
//! rule normal
//! start none
//! state searching
//! turn 2048
//! work 12288
//! stride 4096
//! now 8192 0000000000000029
//! anchor 4096 0000000000000052
//! snapshot 0 0000000000000000
//! snapshot 4096 0000000000000052
//! edges 0
//! jumps 1031 20 2 8 211
//! recipe 1 0 0 0 0 -1 0 -1 0
//! shape 1 0 0 3 0 0
//! loop 12 0 2
//! sha256 (64 hexadecimal digits)
//! ```
//!
//! First comes the game, then the steps of the turn, and then each method that takes turns:
//!
//! * *Direct computation*, from `work` on.  `now`, the anchors and the snapshots are positions, each with the window
//!   before it: its words in order, 16 hexadecimal digits each.  Once two positions with equal windows are found,
//!   `recurrence` with these positions comes before `now`.
//! * *Walls*: their last turn.  All options are tried again in the next one.
//! * *Jumps*: the lines of [`runs::RepeatedSearch::progress`].  If jumps were given up, `ended` says why.
//!
//! When the cycle was found, `state found PERIOD PREPERIOD` is directly followed by the last line; after `found` comes
//! what found it if that is not direct computation, and at the end `least` or `multiple`.
//!
//! The last line is the SHA-256 (FIPS 180-4) of all bytes before it, so damage anywhere is noticed.  It is not a
//! signature: anyone can write a checkpoint with wrong windows, or with a cycle that was not found.  These are taken on
//! trust: checking windows would take as long as computing them.  That the windows at the two positions of `recurrence`
//! are equal is checked again, by computing them from the snapshots before them; what the checkpoint says about jumps
//! is proved again.
//!
//! Format 1 is the same for direct computation only, without the line `turn`.

use super::Method;
use super::search::{FIRST, Found, Search};
use crate::Integer;
use crate::lang::digest;
use crate::limit::Limit;
use crate::model::{Comparison, Rule, Tally, Value};
use crate::runs::{self, Cycle};
use crate::sequence::{self, CycleSearch, Progress, Snapshot};
use std::fmt::Write as _;
use std::str::FromStr;
use thiserror::Error;

/// The number of the format; it also changes with the windows of any engine.
const VERSION: &str = "4";

/// The formats that can be read.
const READ: [&str; 4] = ["1", "2", "3", VERSION];

/// The number of moves from which on windows of Grundy values had other codes up to format 3.
const OTHER_CODES: usize = 32;

/// The methods, other than direct computation, that find a cycle, by their words.
const METHODS: [(&str, Method); 3] =
    [("jumps", Method::Runs), ("edges", Method::Domains), ("recurrence", Method::Recurrence)];

/// How every checkpoint begins.
const BEGINNING: &str = "grundy checkpoint ";

/// The content of a checkpoint.
#[derive(Debug)]
pub enum Resumed {
    /// The search goes on.
    Search(Box<Search>),
    /// The search is over.
    Finished(Found),
}

/// Why a text is not a checkpoint of a search.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CheckpointError {
    /// The text has no bytes.
    #[error("it is empty")]
    Empty,
    /// It does not begin like one.
    #[error("it is not a checkpoint of grundy")]
    Foreign,
    /// It was written by a version with another format.
    #[error("it has format {0}, but this version of grundy reads format {VERSION}")]
    Version(String),
    /// Part of it was cut off, added or changed.
    #[error("it is damaged: its content does not have the checksum in its last line")]
    Damaged,
    /// It is complete, but for another game.
    #[error("it belongs to another game: it has `{found}`, this game `{wanted}`")]
    OtherGame {
        /// A line of the text.
        found: String,
        /// The line in a checkpoint of this game.
        wanted: String,
    },
    /// It is for this game, but for a search by other methods.
    #[error("it belongs to a search by {found}, and this one is by {wanted}")]
    OtherMethods {
        /// The methods in the text.
        found: &'static str,
        /// The methods of this search.
        wanted: &'static str,
    },
    /// Checksum and game are right, but no search can have been in this state.
    #[error("no search of this game can have written its line {0}")]
    Impossible(usize),
    /// Each line has a meaning, but no search can continue from all of them.
    #[error("no search of this game can have reached this state")]
    Unreachable,
}

impl Search {
    /// The text from which this search can be continued.
    ///
    /// ```
    /// use grundy_sequence::Rule;
    /// use grundy_engines::one_game::{Resumed, Search};
    /// let new = || Search::new(&[8, 58, 101, 109], Rule::Normal).unwrap();
    /// let (mut search, stop) = (new(), Default::default());
    /// assert_eq!(search.advance(&stop), Ok(None));
    /// let Ok(Resumed::Search(later)) = new().resume(search.checkpoint().as_bytes()) else {
    ///     panic!("its own text");
    /// };
    /// assert_eq!(later.run(&stop), search.run(&stop));
    /// ```
    pub fn checkpoint(&self) -> String {
        let mut text = self.beginning();
        // Writing to a string does not fail.
        let _ = write!(text, "state searching\nturn {}\n", self.turn);
        if let Some(direct) = &self.direct {
            write_direct(&mut text, &direct.progress());
        }
        if self.walls.is_some() {
            let _ = writeln!(text, "edges {}", self.followed);
        }
        match &self.jumps {
            Some(jumps) => {
                for (word, numbers) in jumps.progress() {
                    text += word;
                    for number in numbers {
                        let _ = write!(text, " {number}");
                    }
                    text.push('\n');
                }
            }
            None => {
                let _ = writeln!(text, "ended {}", self.ended.name());
            }
        }
        sealed(text)
    }

    /// The text that says what this search has found.
    pub fn finished(&self, found: &Found) -> String {
        let mut text = self.beginning();
        let Cycle { period, preperiod, is_least } = &found.cycle;
        let least = if *is_least { "least" } else { "multiple" };
        let _ = match METHODS.iter().find(|named| named.1 == found.method) {
            Some((by, _)) => writeln!(text, "state found {by} {period} {preperiod} {least}"),
            None => writeln!(text, "state found {period} {preperiod}"),
        };
        sealed(text)
    }

    /// The lines that name the version and the game.
    fn beginning(&self) -> String {
        let mut text = format!("{BEGINNING}{VERSION}\n");
        for line in self.game_lines(VERSION) {
            text += &line;
            text.push('\n');
        }
        text
    }

    /// The lines that name the game, in this version of the format.
    fn game_lines(&self, version: &str) -> [String; 3] {
        let mut moves = "moves".to_owned();
        for size in &self.sizes {
            let _ = write!(moves, " {size}");
        }
        let letters = self.rule.alphabet();
        let word = |values: &[Value]| values.iter().map(|&value| letters.letter(value)).collect();
        let start: String = self.start.as_deref().map_or("none".to_owned(), word);
        match version {
            "1" | "2" => [moves, format!("rule {}", old_name(self.rule)), format!("seed {start}")],
            _ => [moves, format!("rule {}", self.rule), format!("start {start}")],
        }
    }

    /// This search, which has not begun, from where a search for the same game was interrupted.
    ///
    /// Methods that were given up there stay given up.
    ///
    /// # Errors
    /// If [`Search::checkpoint`] or [`Search::finished`] of such a search cannot have written this.
    pub fn resume(self, bytes: &[u8]) -> Result<Resumed, CheckpointError> {
        if bytes.is_empty() {
            return Err(CheckpointError::Empty);
        }
        if !bytes.starts_with(BEGINNING.as_bytes()) {
            return Err(CheckpointError::Foreign);
        }
        let text = str::from_utf8(bytes).map_err(|_| CheckpointError::Damaged)?;
        let version = text[BEGINNING.len()..].split('\n').next().unwrap_or_default();
        let is_number = version.bytes().all(|byte| byte.is_ascii_digit());
        let has_other_codes = self.rule == Rule::Mex && self.sizes.len() >= OTHER_CODES;
        let is_read = READ.contains(&version) && (version == VERSION || !has_other_codes);
        if !is_read && is_number && !version.is_empty() {
            return Err(CheckpointError::Version(version.to_owned()));
        }
        let content = unsealed(text).ok_or(CheckpointError::Damaged)?;
        let mut lines = CheckpointLines { lines: content.split('\n').collect(), next: 1 };
        for wanted in self.game_lines(version) {
            let found = lines.take().unwrap_or_default();
            if found != wanted {
                return Err(CheckpointError::OtherGame { found: found.to_owned(), wanted });
            }
        }
        lines.state(self)
    }

    /// Its methods, as far as computation by positions is concerned.
    fn methods(is_direct: bool) -> &'static str {
        if is_direct { "direct computation" } else { "only jumps and walls" }
    }
}

/// What a rule was called up to version 2; later rules have no name there, and match none.
fn old_name(rule: Rule) -> String {
    match rule {
        Rule::Mex => "nim".to_owned(),
        Rule::Normal => "nor".to_owned(),
        Rule::Misere => "misere".to_owned(),
        Rule::Lost(Tally::Odd) => "parity".to_owned(),
        Rule::Lost(Tally::Is(Comparison::Equal, 1)) => "exactly-one".to_owned(),
        Rule::Lost(Tally::Is(Comparison::AtLeast, bound)) => {
            format!("more-than-{}", bound.saturating_sub(1))
        }
        Rule::Lost(_) | Rule::Won(_) => format!("({rule})"),
    }
}

fn write_direct(text: &mut String, progress: &Progress) {
    let _ = write!(text, "work {}\nstride {}\n", progress.work, progress.stride);
    if let Some((earlier, later)) = progress.recurrence {
        let _ = writeln!(text, "recurrence {earlier} {later}");
    }
    write_snapshot(text, "now", &progress.now);
    for anchor in &progress.anchors {
        write_snapshot(text, "anchor", anchor);
    }
    for snapshot in &progress.snapshots {
        write_snapshot(text, "snapshot", snapshot);
    }
}

fn write_snapshot(text: &mut String, what: &str, snapshot: &Snapshot) {
    let _ = write!(text, "{what} {} ", snapshot.position);
    for word in &snapshot.window {
        let _ = write!(text, "{word:016x}");
    }
    text.push('\n');
}

/// A text with its last line.
fn sealed(content: String) -> String {
    let seal = seal(&content);
    content + &seal + "\n"
}

/// The last line of a text.
fn seal(content: &str) -> String {
    format!("sha256 {}", digest(content))
}

/// The text without its last line, if that line is right.
fn unsealed(text: &str) -> Option<&str> {
    let (content, last) = text.strip_suffix('\n')?.rsplit_once('\n')?;
    // The line feed before the last line is included.
    (seal(text.get(..=content.len())?) == last).then_some(content)
}

/// The lines that are still to be read.
struct CheckpointLines<'a> {
    lines: Vec<&'a str>,
    /// The index of the next one, and the printed number of the last one.
    next: usize,
}

impl<'a> CheckpointLines<'a> {
    fn take(&mut self) -> Option<&'a str> {
        let line = self.lines.get(self.next)?;
        self.next += 1;
        Some(line)
    }

    /// Does the next line begin with this word?
    fn has(&self, word: &str) -> bool {
        self.lines.get(self.next).is_some_and(|line| line.split(' ').next() == Some(word))
    }

    /// What follows a word and a space in the next line.
    fn after(&mut self, word: &str) -> Option<&'a str> {
        self.take()?.strip_prefix(word)?.strip_prefix(' ')
    }

    /// The state of a search that would begin like this one.
    fn state(&mut self, search: Search) -> Result<Resumed, CheckpointError> {
        let impossible = |lines: &Self| CheckpointError::Impossible(lines.next);
        let state = self.after("state").ok_or_else(|| impossible(self))?;
        let resumed = match state.strip_prefix("found ") {
            Some(found) => Resumed::Finished(finished(found).ok_or_else(|| impossible(self))?),
            None if state == "searching" => Resumed::Search(Box::new(self.searching(search)?)),
            None => return Err(impossible(self)),
        };
        if self.next == self.lines.len() { Ok(resumed) } else { Err(impossible(self)) }
    }

    fn searching(&mut self, mut search: Search) -> Result<Search, CheckpointError> {
        let impossible = |lines: &Self| CheckpointError::Impossible(lines.next);
        if self.has("turn") {
            let turn = self.after("turn").and_then(number).filter(|turn| *turn >= FIRST);
            search.turn = turn.ok_or_else(|| impossible(self))?;
        }
        let is_direct = self.has("work");
        if is_direct != search.direct.is_some() {
            let [found, wanted] = [is_direct, search.direct.is_some()].map(Search::methods);
            return Err(CheckpointError::OtherMethods { found, wanted });
        }
        if let Some(game) = search.game.as_ref().filter(|_| is_direct) {
            let progress = self.progress().ok_or_else(|| impossible(self))?;
            let direct = CycleSearch::resume(game, progress);
            search.direct = Some(direct.ok_or(CheckpointError::Unreachable)?);
        }
        let walls = search.walls.take();
        if self.has("edges") {
            let turn = self.after("edges").and_then(number);
            search.followed = turn.ok_or_else(|| impossible(self))?;
            search.walls = Some(walls.ok_or_else(|| impossible(self))?);
        }
        let jumps = search.jumps.take();
        if self.has("jumps") {
            let lines = std::iter::from_fn(|| Some(numbers(self.take()?)));
            let resumed = jumps
                .and_then(|_| runs::RepeatedSearch::resume(&search.sizes, search.rule, lines))
                .ok_or_else(|| impossible(self))?;
            search.statistics = resumed.statistics();
            search.jumps = Some(resumed);
        } else if self.has("ended") {
            let ended = self.after("ended").and_then(limit);
            search.ended = ended.ok_or_else(|| impossible(self))?;
        }
        Ok(search)
    }

    /// The progress of direct computation.
    fn progress(&mut self) -> Option<Progress> {
        let work = number(self.after("work")?)?;
        let stride = number(self.after("stride")?)?;
        let recurrence =
            if self.has("recurrence") { Some(pair(self.after("recurrence")?)?) } else { None };
        let now = snapshot(self.after("now")?)?;
        let (anchors, snapshots) = (self.all("anchor")?, self.all("snapshot")?);
        Some(Progress { now, anchors, snapshots, stride, work, recurrence })
    }

    /// All the next lines that begin with a word.
    fn all(&mut self, word: &str) -> Option<Vec<Snapshot>> {
        let mut all = Vec::new();
        while self.has(word) {
            all.push(snapshot(self.after(word)?)?);
        }
        Some(all)
    }
}

/// What was found, as written after `state found `.
fn finished(text: &str) -> Option<Found> {
    let words: Vec<_> = text.split(' ').collect();
    let whole = |text: &str| number::<Integer>(text).filter(|number| !number.is_negative());
    let (method, cycle) = match words[..] {
        [period, preperiod] => {
            let (period, preperiod) = (number(period)?, number(preperiod)?);
            (Method::Direct, sequence::Cycle { period, preperiod }.into())
        }
        [by, period, preperiod, least @ ("least" | "multiple")] => {
            let (_, method) = METHODS.into_iter().find(|named| named.0 == by)?;
            let is_least = least == "least";
            (method, Cycle { period: whole(period)?, preperiod: whole(preperiod)?, is_least })
        }
        _ => return None,
    };
    Some(Found { method, cycle })
}

/// What may end jumps, by its name.
fn limit(name: &str) -> Option<Limit> {
    let limits = [runs::STEPS, runs::WINDOW, runs::TRACE, runs::NUMBERS];
    limits.into_iter().find(|limit| limit.name() == name)
}

/// A word and numbers.
fn numbers(line: &str) -> Option<runs::TraceLine<'_>> {
    let mut words = line.split(' ');
    let word = words.next()?;
    let numbers = words.map(number);
    Some((word, numbers.collect::<Option<_>>()?))
}

fn snapshot(text: &str) -> Option<Snapshot> {
    let (position, words) = text.split_once(' ')?;
    let words = words.as_bytes().chunks(16).map(|digits| {
        let digits = str::from_utf8(digits).ok()?;
        let word = u64::from_str_radix(digits, 16).ok();
        word.filter(|word| format!("{word:016x}") == digits)
    });
    Some(Snapshot { position: number(position)?, window: words.collect::<Option<_>>()? })
}

fn pair(text: &str) -> Option<(u64, u64)> {
    let (first, second) = text.split_once(' ')?;
    Some((number(first)?, number(second)?))
}

/// A number in its only spelling.
fn number<N: FromStr + ToString>(text: &str) -> Option<N> {
    text.parse().ok().filter(|number: &N| number.to_string() == text)
}

#[cfg(test)]
mod tests;
