//! A search for a cycle as text, so that it can go on later, in another process.
//!
//! ```text
//! grundy checkpoint 1
//! moves 3 7 8
//! rule nor
//! seed none
//! state searching
//! work 12288
//! stride 4096
//! now 8192 0000000000000029
//! anchor 4096 0000000000000052
//! snapshot 0 0000000000000000
//! snapshot 4096 0000000000000052
//! sha256 (64 hexadecimal digits)
//! ```
//!
//! `now`, the anchors and the snapshots are positions, each with the window before it: its
//! words one after another, 16 hexadecimal digits each.  Before `now` stands `recurrence` with
//! two positions that have equal windows, once they are found.  When the cycle was found, the
//! line `state found PERIOD PREPERIOD` is followed by the last one at once.
//!
//! The last line is the SHA-256 (FIPS 180-4) of all bytes before it, so damage is noticed
//! wherever it is.  It is no signature: who wants to can write a checkpoint with wrong values.

use super::search::{Progress, Snapshot};
use super::{Cycle, Game};
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use thiserror::Error;

/// The number of the format; it changes with the windows of any engine, too.
const VERSION: &str = "1";

/// How every checkpoint begins.
const BEGINNING: &str = "grundy checkpoint ";

/// Where a search stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checkpoint {
    /// Not at its end.
    Searching(Progress),
    /// At its end.
    Found(Cycle),
}

/// Why a text is not a checkpoint of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CheckpointError {
    /// No byte is there.
    #[error("it is empty")]
    Empty,
    /// It does not begin like one.
    #[error("it is no checkpoint of grundy")]
    Foreign,
    /// It was written by a version with another format.
    #[error("it has format {0}, but this version of grundy reads format {VERSION}")]
    Version(String),
    /// Something was cut off, added or changed.
    #[error("it is damaged: its content does not have the checksum in its last line")]
    Damaged,
    /// It is whole, but of another game.
    #[error("it is of another game: it has `{found}`, this game `{wanted}`")]
    OtherGame {
        /// A line of the text.
        found: String,
        /// The line in a checkpoint of this game.
        wanted: String,
    },
    /// Checksum and game are right, but no search can have stood there.
    #[error("no search of this game can have written its line {0}")]
    Impossible(usize),
    /// Each line has a meaning, but [`CycleSearch::resume`](super::CycleSearch::resume) does not take them together.
    #[error("no search of this game can have stood where it says")]
    Unreachable,
}

impl Checkpoint {
    /// The text of a checkpoint.
    ///
    /// ```
    /// use grundy::sequence::{Checkpoint, Cycle, Game, Moves, Rule};
    /// let game = Game::new(Moves::new(&[3, 7, 8]).unwrap(), Rule::Normal).unwrap();
    /// let found = Checkpoint::Found(Cycle { period: 5, preperiod: 8 });
    /// assert_eq!(Checkpoint::read(found.write(&game).as_bytes(), &game), Ok(found));
    /// ```
    pub fn write(&self, game: &Game) -> String {
        let mut text = format!("{BEGINNING}{VERSION}\n");
        for line in game_lines(game) {
            text += &line;
            text.push('\n');
        }
        // Writing to a string does not fail.
        let _ = match self {
            Self::Found(cycle) => {
                writeln!(text, "state found {} {}", cycle.period, cycle.preperiod)
            }
            Self::Searching(progress) => writeln!(text, "state searching\nwork {}", progress.work)
                .and_then(|()| writeln!(text, "stride {}", progress.stride)),
        };
        if let Self::Searching(progress) = self {
            if let Some((earlier, later)) = progress.recurrence {
                let _ = writeln!(text, "recurrence {earlier} {later}");
            }
            write_snapshot(&mut text, "now", &progress.now);
            for anchor in &progress.anchors {
                write_snapshot(&mut text, "anchor", anchor);
            }
            for snapshot in &progress.snapshots {
                write_snapshot(&mut text, "snapshot", snapshot);
            }
        }
        let seal = seal(&text);
        text + &seal + "\n"
    }

    /// Reads what [`Checkpoint::write`] wrote for the same game, and nothing else.
    pub fn read(bytes: &[u8], game: &Game) -> Result<Self, CheckpointError> {
        if bytes.is_empty() {
            return Err(CheckpointError::Empty);
        }
        if !bytes.starts_with(BEGINNING.as_bytes()) {
            return Err(CheckpointError::Foreign);
        }
        let text = str::from_utf8(bytes).map_err(|_| CheckpointError::Damaged)?;
        let version = text[BEGINNING.len()..].split('\n').next().unwrap_or_default();
        let is_number = version.bytes().all(|byte| byte.is_ascii_digit());
        if version != VERSION && is_number && !version.is_empty() {
            return Err(CheckpointError::Version(version.to_owned()));
        }
        let content = unsealed(text).ok_or(CheckpointError::Damaged)?;
        let mut lines = Lines { lines: content.split('\n').collect(), next: 1 };
        for wanted in game_lines(game) {
            let found = lines.take().unwrap_or_default();
            if found != wanted {
                return Err(CheckpointError::OtherGame { found: found.to_owned(), wanted });
            }
        }
        lines.state().ok_or(CheckpointError::Impossible(lines.next))
    }
}

/// The lines that name a game.
fn game_lines(game: &Game) -> [String; 3] {
    let mut moves = "moves".to_owned();
    for size in game.moves().sizes() {
        let _ = write!(moves, " {size}");
    }
    let letters = game.rule().alphabet();
    let seed = match game.seed() {
        None => "none".to_owned(),
        Some(values) => values.iter().map(|&value| letters.letter(value)).collect(),
    };
    [moves, format!("rule {}", game.rule()), format!("seed {seed}")]
}

fn write_snapshot(text: &mut String, what: &str, snapshot: &Snapshot) {
    let _ = write!(text, "{what} {} ", snapshot.position);
    for word in &snapshot.window {
        let _ = write!(text, "{word:016x}");
    }
    text.push('\n');
}

/// The last line of a text.
fn seal(content: &str) -> String {
    let mut seal = "sha256 ".to_owned();
    for byte in Sha256::digest(content.as_bytes()) {
        let _ = write!(seal, "{byte:02x}");
    }
    seal
}

/// The text without its last line, if that is the right one.
fn unsealed(text: &str) -> Option<&str> {
    let (content, last) = text.strip_suffix('\n')?.rsplit_once('\n')?;
    // The line feed before the last line counts as well.
    (seal(text.get(..=content.len())?) == last).then_some(content)
}

/// The lines that are still to be read.
struct Lines<'a> {
    lines: Vec<&'a str>,
    /// The index of the next one, and the printed number of the last one.
    next: usize,
}

impl<'a> Lines<'a> {
    fn take(&mut self) -> Option<&'a str> {
        let line = self.lines.get(self.next)?;
        self.next += 1;
        Some(line)
    }

    /// What follows behind a word and a space in the next line.
    fn behind(&mut self, word: &str) -> Option<&'a str> {
        self.take()?.strip_prefix(word)?.strip_prefix(' ')
    }

    fn state(&mut self) -> Option<Checkpoint> {
        let state = self.behind("state")?;
        let checkpoint = match state.strip_prefix("found ") {
            Some(numbers) => {
                let (period, preperiod) = pair(numbers)?;
                Checkpoint::Found(Cycle { period, preperiod })
            }
            None if state == "searching" => Checkpoint::Searching(self.progress()?),
            None => return None,
        };
        (self.next == self.lines.len()).then_some(checkpoint)
    }

    fn progress(&mut self) -> Option<Progress> {
        let work = number(self.behind("work")?)?;
        let stride = number(self.behind("stride")?)?;
        let recurrence = match self.lines.get(self.next) {
            Some(line) if line.starts_with("recurrence") => Some(pair(self.behind("recurrence")?)?),
            _ => None,
        };
        let now = snapshot(self.behind("now")?)?;
        let (anchors, snapshots) = (self.all("anchor")?, self.all("snapshot")?);
        Some(Progress { now, anchors, snapshots, stride, work, recurrence })
    }

    /// All the next lines that begin with a word.
    fn all(&mut self, word: &str) -> Option<Vec<Snapshot>> {
        let mut all = Vec::new();
        while self.lines.get(self.next).is_some_and(|line| line.starts_with(word)) {
            all.push(snapshot(self.behind(word)?)?);
        }
        Some(all)
    }
}

fn snapshot(text: &str) -> Option<Snapshot> {
    let (position, words) = text.split_once(' ')?;
    let words = words.as_bytes().chunks(16).map(|digits| {
        let digits = str::from_utf8(digits).ok().filter(|digits| digits.len() == 16)?;
        u64::from_str_radix(digits, 16).ok()
    });
    Some(Snapshot { position: number(position)?, window: words.collect::<Option<_>>()? })
}

fn pair(text: &str) -> Option<(u64, u64)> {
    let (first, second) = text.split_once(' ')?;
    Some((number(first)?, number(second)?))
}

fn number(text: &str) -> Option<u64> {
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limit::CancellationToken;
    use crate::model::Value;
    use crate::sequence::{CycleSearch, Moves, Rule};
    use proptest::prelude::*;

    fn game(sizes: &[u64], rule: Rule) -> Game {
        Game::new(Moves::new(sizes).expect("moves"), rule).expect("a game")
    }

    /// The checkpoint of a search that has come to a position, or is over before.
    fn checkpoint(game: &Game, position: u64) -> Checkpoint {
        let mut search = CycleSearch::new(game);
        match search.run(position, &CancellationToken::default()).expect("not stopped") {
            Some(cycle) => Checkpoint::Found(cycle),
            None => Checkpoint::Searching(search.progress()),
        }
    }

    fn cycle(game: &Game, from: Checkpoint) -> Option<Cycle> {
        match from {
            Checkpoint::Found(cycle) => Some(cycle),
            Checkpoint::Searching(progress) => CycleSearch::resume(game, progress)
                .expect("a search stood there")
                .run(1 << 24, &CancellationToken::default())
                .expect("not stopped"),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn what_is_read_goes_on_to_the_same_cycle(
            sizes in proptest::collection::btree_set(1_u64..150, 2..6),
            rule in proptest::sample::select(vec![
                Rule::Grundy,
                Rule::Normal,
                Rule::Misere,
                Rule::Odd,
                Rule::ExactlyOne,
                Rule::MoreThan(1),
            ]),
            position in 0_u64..100_000,
        ) {
            let sizes: Vec<u64> = sizes.into_iter().collect();
            let game = game(&sizes, rule);
            let checkpoint = checkpoint(&game, position);
            let read = Checkpoint::read(checkpoint.write(&game).as_bytes(), &game);
            prop_assert_eq!(read.as_ref(), Ok(&checkpoint));
            if let Checkpoint::Searching(progress) = &checkpoint {
                let recurrence = Some((position / 2, position));
                let later = Checkpoint::Searching(Progress { recurrence, ..progress.clone() });
                prop_assert_eq!(Checkpoint::read(later.write(&game).as_bytes(), &game), Ok(later));
            }
            let whole = CycleSearch::new(&game).run(1 << 24, &CancellationToken::default());
            prop_assert_eq!(cycle(&game, checkpoint), whole.expect("not stopped"));
        }
    }

    /// One of a search with anchors and several snapshots, and one that is over.
    fn examples() -> [(Game, String); 2] {
        let long = game(&[8, 58, 101, 109], Rule::Normal);
        let short = game(&[3, 7, 8], Rule::Normal);
        let searching = checkpoint(&long, 20_000);
        assert!(
            matches!(&searching, Checkpoint::Searching(progress)
            if progress.anchors.len() >= 2 && progress.snapshots.len() >= 2),
            "{searching:?}"
        );
        let found = checkpoint(&short, 1 << 20);
        assert!(matches!(found, Checkpoint::Found(_)));
        [(long.clone(), searching.write(&long)), (short.clone(), found.write(&short))]
    }

    #[test]
    fn every_changed_byte_is_noticed() {
        for (game, text) in examples() {
            let mut bytes = text.into_bytes();
            for index in 0..bytes.len() {
                let right = bytes[index];
                for wrong in (0..=u8::MAX).filter(|&wrong| wrong != right) {
                    bytes[index] = wrong;
                    assert!(Checkpoint::read(&bytes, &game).is_err(), "{wrong} at {index}");
                }
                bytes[index] = right;
            }
            assert!(Checkpoint::read(&bytes, &game).is_ok());
        }
    }

    #[test]
    fn what_is_cut_off_or_added_is_noticed() {
        for (game, text) in examples() {
            for length in 0..text.len() {
                let read = Checkpoint::read(&text.as_bytes()[..length], &game);
                assert!(read.is_err(), "{length} bytes");
            }
            for more in [format!("{text}\n"), format!("{text}{text}"), format!("\n{text}")] {
                assert!(Checkpoint::read(more.as_bytes(), &game).is_err());
            }
        }
    }

    #[test]
    fn the_reason_is_named() {
        let here = game(&[3, 7, 8], Rule::Normal);
        let text = checkpoint(&here, 0).write(&here);
        let reason = |text: &str| Checkpoint::read(text.as_bytes(), &here).expect_err("refused");
        assert_eq!(reason(""), CheckpointError::Empty);
        assert_eq!(reason("{}"), CheckpointError::Foreign);
        assert_eq!(
            reason(&text.replace("point 1", "point 2")),
            CheckpointError::Version("2".into())
        );
        assert_eq!(reason(&text.replace("work 0", "work 1")), CheckpointError::Damaged);
        let seed = vec![Value(0); 8];
        let seeded = Game::with_seed(here.moves().clone(), Rule::Normal, &seed).expect("a game");
        for (other, found) in [
            (game(&[3, 7, 9], Rule::Normal), "moves 3 7 9"),
            (game(&[3, 7, 8], Rule::Misere), "rule misere"),
            (seeded, "seed --------"),
        ] {
            let text = checkpoint(&other, 0).write(&other);
            let CheckpointError::OtherGame { found: line, .. } = reason(&text) else {
                panic!("{text}");
            };
            assert_eq!(line, found);
        }
    }

    /// The text with another line, and the checksum that goes with it.
    fn forged(text: &str, line: &str, by: &str) -> String {
        let (content, _) = text.trim_end().rsplit_once('\n').expect("lines");
        assert!(content.contains(line), "{line} in {content}");
        let content = content.replacen(line, by, 1) + "\n";
        let seal = seal(&content);
        content + &seal + "\n"
    }

    #[test]
    fn a_right_checksum_does_not_excuse_nonsense() {
        let here = game(&[3, 7, 8], Rule::Normal);
        let text = checkpoint(&here, 0).write(&here);
        assert!(Checkpoint::read(forged(&text, "work 0", "work 7").as_bytes(), &here).is_ok());
        for (line, by, number) in [
            ("state searching", "state lost", 5),
            ("work 0", "work -1", 6),
            ("work 0", "work 99999999999999999999", 6),
            ("work 0", "toil 0", 6),
            ("now 0 0", "now 0 x", 8),
            ("now 0 0", "now 0 ", 8),
            ("snapshot 0", "shot 0", 8),
        ] {
            let read = Checkpoint::read(forged(&text, line, by).as_bytes(), &here);
            assert_eq!(read, Err(CheckpointError::Impossible(number)), "{by}");
        }
        for (line, by) in [
            ("now 0", "now 18446744073709551615"),
            ("stride ", "stride 999999999999999"),
            ("now 0 0", "now 0 00000000000000000"),
            ("now 0 0", "recurrence 7 7\nnow 0 0"),
            ("now 0 00", "now 0 01"),
            ("snapshot 0 ", "snapshot 1 "),
        ] {
            let text = forged(&text, line, by);
            let read = Checkpoint::read(text.as_bytes(), &here);
            let resumed = match read {
                Ok(Checkpoint::Searching(progress)) => CycleSearch::resume(&here, progress),
                other => {
                    assert!(other.is_err());
                    None
                }
            };
            assert!(resumed.is_none(), "{by}");
        }
    }
}
