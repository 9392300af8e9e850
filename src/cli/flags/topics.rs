//! What several commands have in common, once: `grundy help TOPIC`.

use std::ffi::OsString;

/// Each topic with its text, which a terminal breaks into lines.
pub const TOPICS: [(&str, &str); 3] = [
    ("rules", include_str!("topics/rules.txt")),
    ("moves", include_str!("topics/moves.txt")),
    ("formats", include_str!("topics/formats.txt")),
];

/// The text that `grundy help TOPIC` asks for.
pub fn asked(words: &[OsString]) -> Option<&'static str> {
    let [_, help, topic] = words else { return None };
    let text = TOPICS.iter().find(|(name, _)| topic == name)?.1;
    (help == "help").then_some(text)
}
