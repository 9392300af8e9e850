//! From bytes to text.

use grundy_language::diagnostic::{Code, Diagnostic, Span, counted};
use std::io::{self, ErrorKind};

/// The byte order mark, which some editors write at the start of a text in UTF-8.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// The text, with U+FFFD for what is not UTF-8, and what is wrong at the first one.  A text in a recognised encoding is
/// shown as it was intended.
pub fn text(bytes: Vec<u8>) -> (String, Option<Diagnostic>) {
    utf8(bytes, "save the file as UTF-8; the language itself needs ASCII only")
}

/// The same, with what to do about another encoding.
fn utf8(mut bytes: Vec<u8>, help: &str) -> (String, Option<Diagnostic>) {
    if let Some(encoding) = Encoding::of(&bytes) {
        let text = encoding.read(&bytes);
        let first = text.chars().next().map_or(0, char::len_utf8);
        let diagnostic = Diagnostic::new(Code::NotUtf8, encoding.message())
            .label(Span::new(0, first), "the first character")
            .help(help);
        return (text, Some(diagnostic));
    }
    if bytes.starts_with(MARK) {
        bytes.drain(..MARK.len());
    }
    match String::from_utf8(bytes) {
        Ok(text) => {
            let broken = no_text(&text);
            (text, broken)
        }
        Err(error) => {
            let good = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            let span = Span::new(good, good + char::REPLACEMENT_CHARACTER.len_utf8());
            let is_binary = error.as_bytes().iter().any(|byte| matches!(byte, 0..=8 | 14..=26));
            let diagnostic = match is_binary {
                true => Diagnostic::new(Code::NotUtf8, "the file is not text")
                    .label(span, "not a character")
                    .help("if it is compressed, unpack it first"),
                false => Diagnostic::new(Code::NotUtf8, format!("byte {good} is not UTF-8"))
                    .label(span, "not a character")
                    .help(help),
            };
            (text, Some(diagnostic))
        }
    }
}

/// What is wrong with a text that has zero bytes, as a crash or a full disk leaves behind.
fn no_text(text: &str) -> Option<Diagnostic> {
    let first = text.find('\0')?;
    let message = match text.bytes().all(|byte| byte == 0) {
        true => format!("the file is not text: it is {} of value 0", counted(text.len(), "byte")),
        false => format!("the file is not text: byte {first} has the value 0"),
    };
    let diagnostic = Diagnostic::new(Code::NotUtf8, message)
        .label(Span::new(first, first + 1), "not a character")
        .help("a crash or a full disk can leave such a file; restore it, or write it anew");
    Some(diagnostic)
}

/// The text of a file that a command reads for itself.
pub fn plain(bytes: Vec<u8>) -> io::Result<String> {
    match text(bytes) {
        (text, None) => Ok(text),
        (_, Some(broken)) => Err(io::Error::new(ErrorKind::InvalidData, broken.message)),
    }
}

/// What is wrong with bytes that are text in an encoding other than UTF-8.
pub fn foreign(bytes: &[u8]) -> Option<String> {
    Encoding::of(bytes).map(Encoding::message)
}

/// A recognised encoding; only nets are read in it, because other texts have to be written back as they were.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Encoding {
    name: &'static str,
    /// The number of bytes in a unit.
    size: usize,
    big: bool,
}

/// A number that is not a unit in any encoding.
const NO_CHARACTER: u32 = u32::MAX;

impl Encoding {
    /// Recognises an encoding by the byte order mark, or by the zero bytes of the first ASCII characters.
    fn of(bytes: &[u8]) -> Option<Self> {
        let zeros: Vec<bool> = bytes.iter().take(4).map(|&byte| byte == 0).collect();
        let (name, size, big) = match (bytes, &zeros[..]) {
            ([0xff, 0xfe, 0, 0, ..], _) | (_, [false, true, true, true]) => ("UTF-32", 4, false),
            ([0, 0, 0xfe, 0xff, ..], _) | (_, [true, true, true, false]) => ("UTF-32", 4, true),
            ([0xff, 0xfe, ..], _) | (_, [false, true, false, true]) => ("UTF-16", 2, false),
            ([0xfe, 0xff, ..], _) | (_, [true, false, true, false]) => ("UTF-16", 2, true),
            _ => return None,
        };
        Some(Self { name, size, big })
    }

    fn message(self) -> String {
        format!("the text is in {}, not in UTF-8", self.name)
    }

    /// The text, with U+FFFD for what is not a character.
    fn read(self, bytes: &[u8]) -> String {
        let unit = |unit: &[u8]| {
            if unit.len() < self.size {
                return NO_CHARACTER;
            }
            let add = |number: u32, &byte: &u8| number << 8 | u32::from(byte);
            match self.big {
                true => unit.iter().fold(0, add),
                false => unit.iter().rev().fold(0, add),
            }
        };
        let units = bytes.chunks(self.size).map(unit);
        let text: String = match self.size {
            2 => {
                // Half of a pair is not a character either.
                let units = units.map(|unit| u16::try_from(unit).unwrap_or(0xd800));
                char::decode_utf16(units)
                    .map(|sign| sign.unwrap_or(char::REPLACEMENT_CHARACTER))
                    .collect()
            }
            _ => units
                .map(|unit| char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER))
                .collect(),
        };
        text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)
    }
}

/// The text of an XML document in UTF-8, UTF-16, or, if it says so as PIPE does, in Latin 1.
pub fn document(bytes: Vec<u8>) -> (String, Option<Diagnostic>) {
    if let Some(encoding) = Encoding::of(&bytes).filter(|encoding| encoding.size == 2) {
        let text = encoding.read(&bytes);
        let broken = text.find(char::REPLACEMENT_CHARACTER).map(|at| {
            let span = Span::new(at, at + char::REPLACEMENT_CHARACTER.len_utf8());
            Diagnostic::new(Code::NotUtf8, "the file begins as UTF-16, but this is not")
                .label(span, "not a character")
                .help("save the file as UTF-8")
        });
        return (text, broken);
    }
    let utf8 = |bytes| utf8(bytes, "save the file as UTF-8");
    if bytes.starts_with(MARK) {
        return utf8(bytes);
    }
    let declared = declared_encoding(&bytes)
        .map(|span| (String::from_utf8_lossy(&bytes[span.range()]).into_owned(), span));
    match declared {
        // The first 256 characters are those of Latin 1.
        Some((name, _)) if is_one_of(&name, &["iso-8859-1", "latin1", "iso_8859-1"]) => {
            (bytes.into_iter().map(char::from).collect(), None)
        }
        // ASCII text is the same in every other encoding in which a declaration can be read.
        Some((name, span))
            if !is_one_of(&name, &["utf-8", "utf8", "utf-16"]) && !bytes.is_ascii() =>
        {
            let message = format!("the encoding {name} is not known here");
            let diagnostic = Diagnostic::new(Code::NotUtf8, message)
                .label(span, "declared here")
                .help("save the file as UTF-8");
            (String::from_utf8_lossy(&bytes).into_owned(), Some(diagnostic))
        }
        _ => utf8(bytes),
    }
}

fn is_one_of(name: &str, names: &[&str]) -> bool {
    names.iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// Where the declaration of a document names its encoding.
fn declared_encoding(bytes: &[u8]) -> Option<Span> {
    let end = bytes.iter().position(|&byte| byte == b'>')?;
    let declaration = str::from_utf8(&bytes[..end]).ok()?;
    let after = declaration.starts_with("<?xml").then(|| declaration.find("encoding"))??;
    let open = after + declaration[after..].find(['"', '\''])?;
    let quote = declaration[open..].chars().next()?;
    let name = open + 1;
    let length = declaration[name..].find(quote)?;
    Some(Span::new(name, name + length))
}

#[cfg(test)]
mod tests {
    #[test]
    fn other_encodings_are_named() {
        let text = "n >= 1 # \u{1f600}\r\n";
        for with_mark in [true, false] {
            let meant = if with_mark { format!("\u{feff}{text}") } else { text.to_owned() };
            let units = || meant.encode_utf16();
            let points = || meant.chars().map(u32::from);
            for (name, bytes) in [
                ("UTF-16", units().flat_map(u16::to_le_bytes).collect::<Vec<_>>()),
                ("UTF-16", units().flat_map(u16::to_be_bytes).collect()),
                ("UTF-32", points().flat_map(u32::to_le_bytes).collect()),
                ("UTF-32", points().flat_map(u32::to_be_bytes).collect()),
            ] {
                let (read, broken) = super::text(bytes);
                assert_eq!(read, text);
                let message = broken.expect("a finding").message;
                assert_eq!(message, format!("the text is in {name}, not in UTF-8"));
            }
            assert_eq!(super::text(meant.into_bytes()), (text.to_owned(), None));
        }
    }

    #[test]
    fn what_is_compressed_is_not_text() {
        let of = |bytes: &[u8]| super::document(bytes.to_vec()).1.expect("a finding");
        assert_eq!(of(b"\x1f\x8b\x08\x00\x00").message, "the file is not text");
        assert_eq!(of(b"<pnml>\xe4").message, "byte 6 is not UTF-8");
    }

    #[test]
    fn zero_bytes_are_no_text_and_not_nothing() {
        for (bytes, message) in [
            (&b"\0"[..], "it is 1 byte of value 0"),
            (b"\0\0\0\0", "it is 4 bytes of value 0"),
            (b"n m\0", "byte 3 has the value 0"),
        ] {
            for read in [super::text, super::document] {
                let found = read(bytes.to_vec()).1.expect("a finding").message;
                assert_eq!(found, format!("the file is not text: {message}"));
            }
        }
    }

    #[test]
    fn nothing_that_is_short_or_odd_is_misread() {
        for bytes in [&b""[..], b"n", b"\n\n"] {
            assert!(super::text(bytes.to_vec()).1.is_none(), "{bytes:?}");
        }
        for bytes in
            [&b"\xff"[..], b"\xff\xfe", b"\xff\xfen", b"\xfe\xff\xd8", b"n\0\0\0\xff\xff\xff\xff"]
        {
            assert!(super::text(bytes.to_vec()).1.is_some(), "{bytes:?}");
        }
    }
}
