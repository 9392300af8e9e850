//! What was proved about a family before, according to its entry.
//!
//! Nothing follows from it here: to check it, run the command or check the certificate.

use super::keys::{Keys, Reader, span};
use crate::diagnostic::Code;
use crate::verdict::{PublishedValue, Reason, Verdict};
use toml::Spanned;
use toml::de::DeValue;

/// A proof on record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The games it is about, in words: `all n >= 1`.
    pub games: String,
    /// The command that proves it again.
    pub command: String,
    /// The SHA-256 of the certificate that the command writes, in hexadecimal digits.
    pub certificate: String,
}

/// The columns that proofs on record are about.
const COLUMNS: [&str; 4] = ["p", "q", "corrected p", "corrected q"];

impl Record {
    /// Adds a remark about it where a value is undecided.
    pub fn tell(&self, values: &mut [PublishedValue]) {
        let meant = |value: &&mut PublishedValue| {
            value.verdict == Verdict::Undecided && COLUMNS.contains(&value.column.as_str())
        };
        for value in values.iter_mut().filter(meant) {
            let (games, command) = (self.games.clone(), self.command.clone());
            value.reasons.push(Reason::Recorded { games, command });
        }
    }
}

impl Reader<'_> {
    /// `[family.proved]`
    pub(crate) fn record(&mut self, value: &Spanned<DeValue<'_>>) -> Option<Record> {
        let keys: Keys<'_> = self.table(value, &["games", "command", "certificate"])?;
        let text = |reader: &mut Self, key| reader.required(keys, key);
        let (games, command) = (text(self, "games"), text(self, "command"));
        let certificate = text(self, "certificate")?;
        let is_hash =
            certificate.len() == 64 && certificate.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_hash && let Some(value) = keys.get("certificate") {
            let message = "expected a SHA-256 in 64 hexadecimal digits";
            self.error(Code::WrongType, message, span(value), "no SHA-256");
        }
        Some(Record { games: games?, command: command?, certificate })
    }
}
