//! Reading TOML with places: which keys are where, and which ones should not be there.

use crate::Integer;
use crate::diagnostic::{Code, Diagnostic, Span};
use grundy_language::suggest;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A table whose keys are asked for by name.
#[derive(Clone, Copy)]
pub(crate) struct Keys<'a> {
    table: &'a DeTable<'a>,
    /// The place of the table.
    pub span: Span,
}

/// A text with the place of its first character in the source, if it has one.
pub(crate) struct Text<'a> {
    pub text: &'a str,
    pub span: Span,
}

/// Collects what is wrong with a catalogue, as it is found.
pub(crate) struct Reader<'s> {
    pub source: &'s str,
    pub diagnostics: Vec<Diagnostic>,
}

pub(crate) fn span<T>(value: &Spanned<T>) -> Span {
    Span::new(value.span().start, value.span().end)
}

impl Reader<'_> {
    pub(crate) fn error(&mut self, code: Code, message: impl Into<String>, at: Span, label: &str) {
        self.diagnostics.push(Diagnostic::new(code, message).label(at, label));
    }

    /// A table all of whose keys are known; the others are errors.
    pub(crate) fn table<'a>(
        &mut self,
        value: &'a Spanned<DeValue<'a>>,
        known: &[&str],
    ) -> Option<Keys<'a>> {
        let DeValue::Table(table) = value.get_ref() else {
            self.wrong_type(value, "a table");
            return None;
        };
        Some(self.keys(table, span(value), known))
    }

    pub(crate) fn keys<'a>(
        &mut self,
        table: &'a DeTable<'a>,
        place: Span,
        known: &[&str],
    ) -> Keys<'a> {
        for key in table.keys().filter(|key| !known.contains(&key.get_ref().as_ref())) {
            let name = key.get_ref();
            let nearest = suggest::nearest(name, known.iter().copied());
            let error = Diagnostic::new(Code::UnknownKey, format!("unknown key `{name}`"))
                .label(span(key), "not known");
            self.diagnostics.push(match nearest {
                Some(nearest) => error.help(format!("did you mean `{nearest}`?")),
                None => error.note(format!("known keys: {}", known.join(", "))),
            });
        }
        Keys { table, span: place }
    }

    pub(crate) fn wrong_type(&mut self, value: &Spanned<DeValue<'_>>, wanted: &str) {
        let found = value.get_ref().type_str();
        let article = if found.starts_with(['a', 'i']) { "an" } else { "a" };
        let message = format!("expected {wanted}, found {article} {found}");
        self.error(Code::WrongType, message, span(value), "of the wrong type");
    }

    pub(crate) fn missing(&mut self, keys: Keys<'_>, key: &str) {
        let message = format!("the key `{key}` is missing");
        self.error(Code::WrongType, message, keys.first_line(self), "in this table");
    }

    /// The value of a key that must exist.
    pub(crate) fn needed<'a>(
        &mut self,
        keys: Keys<'a>,
        key: &str,
    ) -> Option<&'a Spanned<DeValue<'a>>> {
        let value = keys.get(key);
        if value.is_none() {
            self.missing(keys, key);
        }
        value
    }

    pub(crate) fn needed_text<'a>(&mut self, keys: Keys<'a>, key: &str) -> Option<Text<'a>> {
        self.needed(keys, key).and_then(|value| self.as_text(value))
    }

    pub(crate) fn text<'a>(&mut self, keys: Keys<'a>, key: &str) -> Option<Text<'a>> {
        let value = keys.get(key)?;
        self.as_text(value)
    }

    pub(crate) fn as_text<'a>(&mut self, value: &'a Spanned<DeValue<'a>>) -> Option<Text<'a>> {
        let DeValue::String(text) = value.get_ref() else {
            self.wrong_type(value, "a text in quotes");
            return None;
        };
        Some(Text { text, span: span(value) })
    }

    pub(crate) fn flag(&mut self, keys: Keys<'_>, key: &str) -> Option<bool> {
        let value = keys.get(key)?;
        match value.get_ref() {
            DeValue::Boolean(flag) => Some(*flag),
            _ => {
                self.wrong_type(value, "true or false");
                None
            }
        }
    }

    pub(crate) fn number(&mut self, value: &Spanned<DeValue<'_>>) -> Option<Integer> {
        if let DeValue::Integer(integer) = value.get_ref()
            && integer.radix() == 10
            && let Ok(number) = integer.as_str().parse()
        {
            return Some(number);
        }
        self.wrong_type(value, "a decimal integer");
        None
    }

    pub(crate) fn array<'a>(
        &mut self,
        value: &'a Spanned<DeValue<'a>>,
    ) -> Vec<&'a Spanned<DeValue<'a>>> {
        match value.get_ref() {
            DeValue::Array(array) => array.iter().collect(),
            _ => {
                self.wrong_type(value, "an array");
                Vec::new()
            }
        }
    }

    /// Reads a text with a reader that needs the place of its first character.  Where the text is written with escapes,
    /// the whole text is the place.
    pub(crate) fn inner<T>(
        &mut self,
        text: &Text<'_>,
        read: impl Fn(&str, usize) -> Result<T, Diagnostic>,
    ) -> Option<T> {
        let written = self.source.get(text.span.range());
        let literal = written.and_then(|written| written.find(text.text));
        let offset = literal.map_or(text.span.start, |at| text.span.start + at);
        match read(text.text, offset) {
            Ok(result) => Some(result),
            Err(mut diagnostic) => {
                if literal.is_none() {
                    for label in &mut diagnostic.labels {
                        label.span = text.span;
                    }
                }
                self.diagnostics.push(diagnostic);
                None
            }
        }
    }
}

impl<'a> Keys<'a> {
    pub(crate) fn get(self, key: &str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.table.get(key)
    }

    /// The first line of the table, which is precise enough as a place.
    pub(crate) fn first_line(self, reader: &Reader<'_>) -> Span {
        let text = reader.source.get(self.span.range());
        let end =
            text.and_then(|text| text.find('\n')).map_or(self.span.end, |at| self.span.start + at);
        Span::new(self.span.start, end)
    }
}
