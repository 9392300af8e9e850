//! The file of a shard, line by line.
//!
//! The first line names the census and the shard; one line follows for each piece; the last line marks the shard as
//! complete.  Each line is a JSON object that ends with a checksum of all lines up to it, so any change, loss or
//! exchange of lines is noticed.  A file that was cut off ends with a part of a line; what comes before it is valid.

use super::choice::Choice;
use super::outcome::PieceResult;
use super::run::Shard;
use super::space::{Census, CensusError, Measure};
use crate::formula::Condition;
use crate::sequence::Rule;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The number of the format for normal play.
const SCHEMA: u32 = 1;

/// The number of the format with another rule, which contains its name.
const WITH_RULE: u32 = 2;

/// The number of the format for chosen games.
const WITH_CHOICE: u32 = 3;

/// Writes the lines of a shard's file.
#[derive(Clone, Debug)]
pub struct Writer {
    checksum: crc32fast::Hasher,
    pieces: u64,
}

/// The content of a file.
#[derive(Debug)]
pub struct Stored {
    /// The census.
    pub census: Census,
    /// The shard.
    pub shard: Shard,
    /// The outcomes of its first pieces.
    pub outcomes: Vec<PieceResult>,
    /// Does the last line exist?
    pub complete: bool,
    /// The number of bytes from the start that are valid.
    pub good: usize,
    /// The writer for the missing lines.
    pub writer: Writer,
}

/// Why a file is not that of a shard.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StoreError {
    /// Not even the first line exists.
    #[error("it ends within its first line")]
    NoHeader,
    /// It is a file of another kind.
    #[error("it is not the file of a census")]
    Foreign,
    /// It was written by another version.
    #[error(
        "it is written in format {0}, and this version reads formats {SCHEMA} to {WITH_CHOICE}"
    )]
    Schema(u32),
    /// The first line asks for the impossible.
    #[error("its first line is wrong: {0}")]
    Census(#[from] CensusError),
    /// A line was changed, or does not belong there.
    #[error("it is damaged in line {0}")]
    Line(usize),
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    schema: u32,
    census: Parameters,
    shard: u64,
    of: u64,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Parameters {
    smallest: u32,
    greatest: u32,
    moves: Option<u32>,
    symmetric: bool,
    measure: String,
    every: bool,
    limit_positions: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    condition: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    differences: Option<u32>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Trailer {
    complete: bool,
    pieces: u64,
}

/// The text between the object of a line and its checksum.
const MARK: &str = ",\"checksum\":\"";

impl Writer {
    /// Begins a file; returns its first line.
    pub fn begin(census: &Census, shard: Shard) -> (Self, String) {
        let mut writer = Self { checksum: crc32fast::Hasher::new(), pieces: 0 };
        let (number, of) = shard.printed();
        let census = Parameters::of(census);
        let schema = census.schema();
        let header = Header { schema, census, shard: number, of };
        let line = writer.line(&header);
        (writer, line)
    }

    /// The line of the next piece.
    pub fn outcome(&mut self, outcome: &PieceResult) -> String {
        self.pieces += 1;
        self.line(outcome)
    }

    /// The last line.
    pub fn finish(mut self) -> String {
        let pieces = self.pieces;
        self.line(&Trailer { complete: true, pieces })
    }

    fn line(&mut self, value: &impl Serialize) -> String {
        let mut line =
            serde_json::to_string(value).expect("numbers, strings and lists can be written");
        line.pop();
        self.seal(&line);
        let checksum = self.checksum.clone().finalize();
        line + MARK + &format!("{checksum:08x}\"}}\n")
    }

    fn seal(&mut self, body: &str) {
        self.checksum.update(body.as_bytes());
        self.checksum.update(b"\n");
    }

    /// Removes the checksum from a line and compares it.
    fn open(&mut self, line: &[u8]) -> Option<String> {
        let line = std::str::from_utf8(line).ok()?;
        let (body, checksum) = line.rsplit_once(MARK)?;
        self.seal(body);
        let computed = format!("{:08x}\"}}", self.checksum.clone().finalize());
        (checksum == computed).then(|| format!("{body}}}"))
    }
}

impl Parameters {
    fn of(census: &Census) -> Self {
        let (smallest, greatest) = census.range();
        Self {
            smallest,
            greatest,
            moves: census.moves(),
            symmetric: census.is_symmetric(),
            measure: census.measure.name().to_owned(),
            every: census.every,
            limit_positions: census.limit_positions,
            rule: (census.rule != Rule::Normal).then(|| census.rule.to_string()),
            condition: census.choice.condition.as_ref().map(ToString::to_string),
            differences: census.choice.differences,
        }
    }

    /// The oldest format that can express all of this.
    fn schema(&self) -> u32 {
        match (self.condition.is_some() || self.differences.is_some(), self.rule.is_some()) {
            (true, _) => WITH_CHOICE,
            (false, true) => WITH_RULE,
            (false, false) => SCHEMA,
        }
    }

    fn census(&self) -> Result<Census, StoreError> {
        let measure = Measure::named(&self.measure);
        let census = Census::new(self.smallest, self.greatest, self.moves, self.symmetric)?;
        let rule = self.rule.as_deref().map_or(Ok(Rule::Normal), str::parse);
        let census = census.by_rule(rule.map_err(|_| StoreError::Line(1))?);
        let condition = self.condition.as_ref().map(|text| Condition::parse(text, 0));
        let condition = condition.transpose().map_err(|_| StoreError::Line(1))?;
        Ok(Census {
            choice: Choice { condition, differences: self.differences },
            measure: measure.ok_or(StoreError::Line(1))?,
            every: self.every,
            limit_positions: self.limit_positions,
            ..census
        })
    }
}

impl Stored {
    /// Reads the content of a file.
    pub fn read(content: &[u8]) -> Result<Self, StoreError> {
        let mut lines = content.split_inclusive(|&byte| byte == b'\n').enumerate();
        let mut whole = || {
            let (index, line) = lines.next()?;
            Some((index + 1, line.strip_suffix(b"\n")?))
        };
        let Some((_, first)) = whole() else {
            let begins_well = content.starts_with(HEAD) || HEAD.starts_with(content);
            return Err(if begins_well { StoreError::NoHeader } else { StoreError::Foreign });
        };
        if !first.starts_with(HEAD) {
            return Err(StoreError::Foreign);
        }
        let mut writer = Writer { checksum: crc32fast::Hasher::new(), pieces: 0 };
        let header = writer.open(first).ok_or(StoreError::Line(1))?;
        if let Ok(Schema { schema }) = serde_json::from_str(&header)
            && !(SCHEMA..=WITH_CHOICE).contains(&schema)
        {
            return Err(StoreError::Schema(schema));
        }
        let header: Header = serde_json::from_str(&header).map_err(|_| StoreError::Line(1))?;
        if header.schema != header.census.schema() {
            return Err(StoreError::Line(1));
        }
        let census = header.census.census()?;
        let shard = Shard::from_printed(header.shard, header.of).ok_or(StoreError::Line(1))?;
        let mut good = first.len() + 1;
        let mut outcomes = Vec::new();
        let mut complete = false;
        let mut pieces = shard.pieces(&census);
        while let Some((number, line)) = whole() {
            let body = writer.open(line).ok_or(StoreError::Line(number))?;
            match (pieces.next(), complete) {
                (Some(piece), _) => {
                    let outcome: PieceResult =
                        serde_json::from_str(&body).map_err(|_| StoreError::Line(number))?;
                    if !outcome.is_of(&census, &piece) {
                        return Err(StoreError::Line(number));
                    }
                    outcomes.push(outcome);
                    writer.pieces += 1;
                }
                (None, false) => {
                    let trailer: Trailer =
                        serde_json::from_str(&body).map_err(|_| StoreError::Line(number))?;
                    if !trailer.complete || trailer.pieces != writer.pieces {
                        return Err(StoreError::Line(number));
                    }
                    complete = true;
                }
                (None, true) => return Err(StoreError::Line(number)),
            }
            good += line.len() + 1;
        }
        if complete && good < content.len() {
            return Err(StoreError::Line(outcomes.len() + 3));
        }
        Ok(Self { census, shard, outcomes, complete, good, writer })
    }
}

/// How every such file begins.
const HEAD: &[u8] = b"{\"schema\":";

#[derive(Deserialize)]
struct Schema {
    schema: u32,
}
