//! From bytes to text.

use grundy::diagnostic::{Diagnostic, Span};

/// What some editors write at the start of a text in UTF-8: the byte order mark.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// The text, with U+FFFD for what is not UTF-8, and what is wrong where the first one stands.
pub fn text(mut bytes: Vec<u8>) -> (String, Option<Diagnostic>) {
    if bytes.starts_with(MARK) {
        bytes.drain(..MARK.len());
    }
    match String::from_utf8(bytes) {
        Ok(text) => (text, None),
        Err(error) => {
            let good = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            let span = Span::new(good, good + char::REPLACEMENT_CHARACTER.len_utf8());
            let diagnostic = Diagnostic::error("E0100", format!("byte {good} is not UTF-8"))
                .label(span, "not a character")
                .help("save the file as UTF-8; the language itself needs ASCII only");
            (text, Some(diagnostic))
        }
    }
}

/// The text of a document, which may be in Latin 1 if it says so, as PIPE does.
pub fn document(bytes: Vec<u8>) -> (String, Option<Diagnostic>) {
    let declaration: Vec<u8> = bytes.iter().copied().take_while(|&byte| byte != b'>').collect();
    let declaration = String::from_utf8_lossy(&declaration).to_lowercase();
    if declaration.starts_with("<?xml") && declaration.contains("iso-8859-1") {
        // The first 256 characters are those of Latin 1.
        return (bytes.into_iter().map(char::from).collect(), None);
    }
    text(bytes)
}
