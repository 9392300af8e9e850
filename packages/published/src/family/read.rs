//! From the text of a catalogue to its model.

use super::keys::{Keys, Reader, span};
use super::model::{
    Cases, Catalogue, Claims, Column, Convention, Drop, Entry, Enumeration, Family, FormulaCase,
    MoveList, Range, Row, Table,
};
use super::points::MOST_GAMES;
use super::rows::{CELLS, FAMILY_CELLS};
use crate::diagnostic::{Code, Diagnostic, Span, counted};
use crate::formula::{Condition, Formula};
use grundy_language::lang::{TextKind, foreign};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The most syntax errors that are reported: a text of another kind has one on each line.
const MOST_ERRORS: usize = 3;

/// The arrays of tables of a catalogue.
const ENTRIES: [&str; 4] = ["family", "table", "statistics", "areas"];

/// Reads a catalogue; the format is described in the documentation of this module.
///
/// All errors are reported, in the order of the text.
pub fn read(source: &str) -> Result<Catalogue, Vec<Diagnostic>> {
    document(source, TextKind::Catalogue, |reader, document| reader.catalogue(document))
}

/// Reads a TOML document, and passes it to a reader.
pub(crate) fn document<T>(
    source: &str,
    kind: TextKind,
    read: impl Fn(&mut Reader<'_>, &Spanned<DeTable<'_>>) -> Option<T>,
) -> Result<T, Vec<Diagnostic>> {
    let mut reader = Reader { source, diagnostics: Vec::new() };
    let (document, mut errors) = DeTable::parse_recoverable(source);
    errors.sort_by_key(|error| error.span().map(|span| span.start));
    let left_out = errors.len().saturating_sub(MOST_ERRORS);
    for error in errors.iter().take(MOST_ERRORS) {
        let place = error.span().map_or(Span::default(), |span| Span::new(span.start, span.end));
        reader.error(Code::NotToml, "invalid TOML", place, error.message());
    }
    if let (1.., Some(last)) = (left_out, reader.diagnostics.last_mut()) {
        last.notes
            .push(format!("{} after it cannot be read either", counted(left_out as u64, "place")));
    }
    let found = if reader.diagnostics.is_empty() { read(&mut reader, &document) } else { None };
    let mut diagnostics = reader.diagnostics;
    diagnostics.sort_by_key(|diagnostic| diagnostic.labels.first().map(|label| label.span.start));
    match found {
        Some(found) if diagnostics.is_empty() => Ok(found),
        _ => Err(foreign(source, kind).map_or(diagnostics, |found| vec![found])),
    }
}

const SELECTED: [&str; 4] = ["p", "q", "nim_p", "nim_q"];

impl Reader<'_> {
    fn catalogue(&mut self, document: &Spanned<DeTable<'_>>) -> Option<Catalogue> {
        let known = [&["title", "source", "convention"][..], &ENTRIES].concat();
        let place = span(document);
        let keys = self.keys(document.get_ref(), place, &known);
        for key in ["title", "source"] {
            self.needed_text(keys, key);
        }
        let convention = self.convention(keys).unwrap_or(Convention::Usual);
        let mut entries: Vec<(usize, Entry)> = Vec::new();
        for kind in ENTRIES {
            let Some(value) = keys.get(kind) else { continue };
            for value in self.array(value) {
                let entry = match kind {
                    "family" => {
                        self.family(value, convention).map(|family| Entry::Family(Box::new(family)))
                    }
                    "table" => self.games(value).map(Entry::Table),
                    "statistics" => {
                        self.enumeration(value, &super::rows::STATISTICS).map(Entry::Statistics)
                    }
                    _ => self.enumeration(value, &super::rows::AREAS).map(Entry::Areas),
                };
                entries.extend(entry.map(|entry| (span(value).start, entry)));
            }
        }
        if ENTRIES.iter().all(|kind| keys.get(kind).is_none()) {
            self.error(
                Code::WrongType,
                "this catalogue has no entries",
                Span::new(0, 0),
                "nothing to check",
            );
        }
        entries.sort_by_key(|(start, _)| *start);
        let entries = entries.into_iter().map(|(_, entry)| entry).collect();
        Some(Catalogue { entries })
    }

    pub(crate) fn required(&mut self, keys: Keys<'_>, key: &str) -> Option<String> {
        self.needed_text(keys, key).map(|text| text.text.to_owned())
    }

    fn convention(&mut self, keys: Keys<'_>) -> Option<Convention> {
        let text = self.text(keys, "convention")?;
        match text.text {
            "usual" => Some(Convention::Usual),
            "shifted" => Some(Convention::Shifted),
            other => {
                let message = format!("unknown convention `{other}`");
                self.error(Code::WrongType, message, text.span, "expected `usual` or `shifted`");
                None
            }
        }
    }

    fn family(&mut self, value: &Spanned<DeValue<'_>>, convention: Convention) -> Option<Family> {
        let known = [
            "number",
            "name",
            "note",
            "moves",
            "relation",
            "convention",
            "printed",
            "computed",
            "proved",
        ];
        let keys = self.table(value, &known)?;
        let number = keys.get("number").and_then(|value| self.number(value));
        let small = number.as_ref().and_then(|number| number.to::<u32>());
        let name = self.text(keys, "name").map(|text| text.text.to_owned());
        let name = name.or_else(|| number.map(|number| number.to_string()));
        if name.is_none() {
            self.missing(keys, "number");
        }
        let moves = self.needed_text(keys, "moves")?;
        let moves = self.inner(&moves, MoveList::parse)?;
        let mut parameters = Vec::new();
        for (from, to) in &moves.items {
            for (name, _) in
                [Some(from), to.as_ref()].into_iter().flatten().flat_map(Formula::variables)
            {
                if !parameters.contains(name) {
                    parameters.push(*name);
                }
            }
        }
        let relation = self.text(keys, "relation").and_then(|text| {
            let relation = self.inner(&text, Condition::parse)?;
            let names: Vec<_> = ('a'..='z').take(moves.items.len()).collect();
            self.check_variables(relation.variables(), &names, "not a move");
            Some((relation, text.span))
        });
        let convention = self.convention(keys).unwrap_or(convention);
        let mut witnesses = None;
        let printed = keys.get("printed").and_then(|value| {
            let keys = self.claims_keys(value, &parameters, true)?;
            witnesses = keys
                .get("witnesses")
                .and_then(|value| self.number(value).map(|number| (number, span(value))));
            Some(self.claims(keys, &parameters))
        });
        let computed = keys.get("computed").and_then(|value| {
            let keys = self.claims_keys(value, &parameters, false)?;
            Some(self.claims(keys, &parameters))
        });
        let family = Family {
            name: name?,
            number: small,
            moves,
            parameters,
            convention,
            relation,
            witnesses,
            printed: printed.unwrap_or_default(),
            computed: computed.unwrap_or_default(),
            proved: keys.get("proved").and_then(|value| self.record(value)),
        };
        self.check_ranges(&family, keys);
        self.check_formulas(&family);
        Some(family)
    }

    fn claims_keys<'a>(
        &mut self,
        value: &'a Spanned<DeValue<'a>>,
        parameters: &[char],
        printed: bool,
    ) -> Option<Keys<'a>> {
        let names: Vec<_> = parameters.iter().map(char::to_string).collect();
        let mut known: Vec<&str> = names.iter().map(String::as_str).collect();
        known.extend(["where", "p", "q", "nim_p", "nim_q", "drops", "values"]);
        known.extend(printed.then_some("witnesses"));
        self.table(value, &known)
    }

    fn claims(&mut self, keys: Keys<'_>, parameters: &[char]) -> Claims {
        let range = self.range(keys, parameters);
        let mut formulas = Vec::new();
        for column in Column::ALL {
            if let Some(value) = keys.get(column.name())
                && let Some(cases) = self.cases(value, parameters)
            {
                formulas.push((column, cases));
            }
        }
        let drops = keys.get("drops").map(|value| {
            let drops = self.array(value);
            drops.into_iter().filter_map(|drop| self.drop(drop, parameters)).collect()
        });
        let mut values = Vec::new();
        if let Some(value) = keys.get("values") {
            for row in self.array(value) {
                values.extend(self.row(row, &FAMILY_CELLS, parameters));
            }
        }
        Claims { range, formulas, drops, values }
    }

    /// `"2..14"`, `"2.."` for each parameter, with a condition under `where`.
    fn range(&mut self, keys: Keys<'_>, parameters: &[char]) -> Option<Range> {
        let mut bounds = Vec::new();
        let mut place: Option<Span> = None;
        let mut absent = None;
        for parameter in parameters {
            let name = parameter.to_string();
            let Some(text) = self.text(keys, &name) else {
                absent = Some(name);
                continue;
            };
            let read = text.text.split_once("..").and_then(|(first, last)| {
                let first = first.trim().parse::<i64>().ok()?;
                match last.trim() {
                    "" => Some((first, None)),
                    last => Some((first, Some(last.parse::<i64>().ok()?))),
                }
            });
            match read {
                None => {
                    let message = format!("`{}` is not a range", text.text);
                    self.diagnostics.push(
                        Diagnostic::new(Code::UnknownRange, message)
                            .label(text.span, "not understood")
                            .help(
                                "write the first and the last value: `\"2..14\"`, or `\"2..\"` \
                                   for a range without end",
                            ),
                    );
                }
                Some((first, Some(last))) if last < first => {
                    self.error(
                        Code::UnknownRange,
                        "this range is empty",
                        text.span,
                        "the last value is below the first",
                    );
                }
                Some(bound) => bounds.push(bound),
            }
            place = Some(place.map_or(text.span, |place| place.to(text.span)));
        }
        let when = self.condition(keys, "where", parameters);
        match (place, absent) {
            (Some(_), Some(name)) => self.missing(keys, &name),
            (Some(place), None) if bounds.len() == parameters.len() => {
                return Some(Range { bounds, when, span: place });
            }
            _ => {}
        }
        None
    }

    /// Claims by formulas need a range, and computed ones need a finite one.
    fn check_ranges(&mut self, family: &Family, keys: Keys<'_>) {
        if family.parameters.is_empty() {
            return;
        }
        for (name, claims) in [("printed", &family.printed), ("computed", &family.computed)] {
            if claims.range.is_none() && !claims.formulas.is_empty() {
                let parameters: Vec<_> = family.parameters.iter().map(char::to_string).collect();
                let message =
                    format!("for which {} do the {name} formulas hold?", parameters.join(", "));
                let place = claims.formulas.first().map_or(keys.span, |(_, cases)| cases.span);
                self.error(Code::UnknownRange, message, place, "these formulas have no range");
            }
        }
        for range in [&family.printed.range, &family.computed.range].into_iter().flatten() {
            if !range.is_open() && range.size().is_none_or(|size| size > MOST_GAMES) {
                let message = format!("this range has more than {MOST_GAMES} games");
                self.error(Code::UnknownRange, message, range.span, "too many");
            }
        }
        let own = family.computed.range.as_ref();
        if let Some(range) = own.filter(|range| range.is_open()) {
            self.error(Code::UnknownRange, "this range has no end", range.span, "compute how far?");
        }
        if let Some(range) = family.printed.range.as_ref().filter(|range| range.is_open())
            && own.is_none()
        {
            self.diagnostics.push(
                Diagnostic::new(
                    Code::UnknownRange,
                    "it is not known how far to compute this family",
                )
                .label(range.span, "the printed range has no end")
                .help("add a range that ends to the table `computed` of this family"),
            );
        }
    }

    /// A case without a formula means the printed one, which must exist.
    fn check_formulas(&mut self, family: &Family) {
        let printed = family.printed.formulas.iter().map(|entry| (entry, true));
        let own = family.computed.formulas.iter().map(|entry| (entry, false));
        for ((column, cases), is_printed) in printed.chain(own) {
            let absent = is_printed || family.printed.formula(*column).is_none();
            if absent && cases.cases.iter().any(|case| case.is.is_none()) {
                let message = format!("a case of `{}` has no formula", column.name());
                self.error(Code::WrongType, message, cases.span, "the key `is` is missing");
            }
        }
    }

    fn condition(&mut self, keys: Keys<'_>, key: &str, names: &[char]) -> Option<Condition> {
        let text = self.text(keys, key)?;
        let condition = self.inner(&text, Condition::parse)?;
        self.check_variables(condition.variables(), names, "not a parameter");
        Some(condition)
    }

    pub(crate) fn formula(
        &mut self,
        value: &Spanned<DeValue<'_>>,
        names: &[char],
    ) -> Option<Formula> {
        if matches!(value.get_ref(), DeValue::Integer(_)) {
            let number = self.number(value)?;
            return Formula::parse(&number.to_string(), span(value).start).ok();
        }
        let text = self.as_text(value)?;
        let formula = self.inner(&text, Formula::parse)?;
        self.check_variables(formula.variables(), names, "not a parameter");
        Some(formula)
    }

    pub(crate) fn check_variables(&mut self, used: &[(char, Span)], names: &[char], not: &str) {
        for (name, place) in used.iter().filter(|(name, _)| !names.contains(name)) {
            let known: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
            let note = match known.len() {
                0 => "there are none".to_owned(),
                _ => format!("known: {}", known.join(", ")),
            };
            self.diagnostics.push(
                Diagnostic::new(Code::UnknownLetter, format!("`{name}` is {not}"))
                    .label(*place, "not known here")
                    .note(note),
            );
        }
    }

    /// A formula, a case, or an array of cases.
    pub(crate) fn cases(&mut self, value: &Spanned<DeValue<'_>>, names: &[char]) -> Option<Cases> {
        let cases = match value.get_ref() {
            DeValue::Array(_) => {
                let cases = self.array(value);
                cases.into_iter().map(|case| self.case(case, names)).collect::<Option<_>>()?
            }
            DeValue::Table(_) => vec![self.case(value, names)?],
            _ => vec![FormulaCase { when: None, is: Some(self.formula(value, names)?) }],
        };
        Some(Cases { cases, span: span(value) })
    }

    /// The same, where every case must have a formula.
    pub(crate) fn whole_cases(
        &mut self,
        value: &Spanned<DeValue<'_>>,
        names: &[char],
    ) -> Option<Cases> {
        let cases = self.cases(value, names)?;
        if cases.cases.iter().any(|case| case.is.is_none()) {
            let message = "a case has no formula";
            self.error(Code::WrongType, message, cases.span, "the key `is` is missing");
            return None;
        }
        Some(cases)
    }

    fn case(&mut self, value: &Spanned<DeValue<'_>>, names: &[char]) -> Option<FormulaCase> {
        let keys = self.table(value, &["if", "is"])?;
        let is = match keys.get("is") {
            Some(is) => Some(self.formula(is, names)?),
            None => None,
        };
        Some(FormulaCase { when: self.condition(keys, "if", names), is })
    }

    fn drop(&mut self, value: &Spanned<DeValue<'_>>, names: &[char]) -> Option<Drop> {
        let keys = self.table(value, &["factor", "if"])?;
        let [place, _] = ["factor", "if"].map(|key| self.needed(keys, key));
        let place = place?;
        let factor = self.number(place)?;
        if !factor.is_positive() {
            self.error(
                Code::WrongType,
                "the divisor of a drop is a natural \
                                 number",
                span(place),
                "below 1",
            );
            return None;
        }
        Some(Drop { factor, when: self.condition(keys, "if", names)? })
    }

    fn games(&mut self, value: &Spanned<DeValue<'_>>) -> Option<Table> {
        let keys = self.table(value, &["name", "note", "own", "cut", "increasing", "row"])?;
        let name = self.required(keys, "name");
        let own = self.flag(keys, "own").unwrap_or(false);
        let cut = self.flag(keys, "cut").unwrap_or(false);
        let mut increasing = Vec::new();
        if let Some(value) = keys.get("increasing") {
            for column in self.array(value) {
                let Some(text) = self.as_text(column) else { continue };
                if ["max"].iter().chain(&SELECTED).any(|known| *known == text.text) {
                    increasing.push((text.text.to_owned(), text.span));
                } else {
                    let message = format!("unknown column `{}`", text.text);
                    self.error(
                        Code::UnknownKey,
                        message,
                        text.span,
                        "known: max, p, q, nim_p, nim_q",
                    );
                }
            }
        }
        let rows = self.rows(keys, &CELLS);
        Some(Table { name: name?, own, cut, increasing, rows })
    }

    fn enumeration(
        &mut self,
        value: &Spanned<DeValue<'_>>,
        cells: &'static [super::rows::CellKey],
    ) -> Option<Enumeration> {
        let keys = self.table(value, &["name", "note", "row"])?;
        let name = self.required(keys, "name");
        let rows = self.rows(keys, cells);
        for row in &rows {
            if super::rows::number(&row.cells, "max").is_none() {
                self.error(
                    Code::WrongType,
                    "the key `max` is missing",
                    row.span,
                    "which largest move?",
                );
            }
        }
        Some(Enumeration { name: name?, rows })
    }

    fn rows(&mut self, keys: Keys<'_>, cells: &'static [super::rows::CellKey]) -> Vec<Row> {
        let Some(value) = self.needed(keys, "row") else { return Vec::new() };
        let rows = self.array(value);
        rows.into_iter().filter_map(|row| self.row(row, cells, &[])).collect()
    }
}
