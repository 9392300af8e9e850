//! From the text of a file to its statements.

use super::letters::{COMPUTED, MOVES, RUNNING};
use super::{Algorithm, Claim, Collection, Definition, GamesKind, Moves, Statement, Status};
use crate::Integer;
use crate::affine::Affine;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::family::keys::{Keys, Reader, Text, span};
use crate::family::model::{Column, MoveList};
use crate::family::moves::interpolated;
use crate::family::read::document;
use crate::formula::{Condition, Formula};
use crate::sequence::MoveSet;
use grundy_language::lang::TextKind;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

type Value<'a> = Spanned<DeValue<'a>>;

/// Reads statements; the format is described in `descriptions/families/README.md`.
///
/// All errors are reported, in the order of the text.
pub fn read(source: &str) -> Result<Collection, Vec<Diagnostic>> {
    document(source, TextKind::Statements, collection)
}

fn collection(reader: &mut Reader<'_>, document: &Spanned<DeTable<'_>>) -> Option<Collection> {
    let known = ["title", "source", "statement", "no_claim"];
    let keys = reader.keys(document.get_ref(), span(document), &known);
    let (title, author) = (reader.required(keys, "title"), reader.required(keys, "source"));
    let mut all = Collection::default();
    for value in reader.needed(keys, "statement").map(|all| reader.array(all)).unwrap_or_default() {
        all.statements.extend(statement(reader, value));
    }
    for value in keys.get("no_claim").map(|list| reader.array(list)).unwrap_or_default() {
        let Some(keys) = reader.table(value, &["name", "reason"]) else { continue };
        let (name, reason) = (reader.required(keys, "name"), reader.required(keys, "reason"));
        all.no_claim.extend(name.zip(reason));
    }
    title.and(author).map(|_| all)
}

/// The keys of claims, in addition to those of periods and preperiods.
const CLAIMS: [&str; 5] = ["claim", "lost", "losing", "late", "first"];

fn statement(reader: &mut Reader<'_>, value: &Value<'_>) -> Option<Statement> {
    let mut known =
        vec!["id", "part", "reference", "status", "wording", "bound", "games", "k", "M"];
    known.extend(["range", "let", "where"]);
    known.extend(Column::ALL.map(Column::name));
    known.extend(CLAIMS);
    let keys = reader.table(value, &known)?;
    let [id, reference, wording] =
        ["id", "reference", "wording"].map(|key| reader.required(keys, key));
    let part = reader.text(keys, "part").map(|text| text.text.to_owned()).unwrap_or_default();
    let status = one_of(reader, keys, "status", &Status::ALL.map(|one| (one.name(), one)));
    let bound = bound(reader, keys);
    let kind = bound.as_ref().and_then(|(on, ..)| kind(reader, keys, *on));
    let ((_, variable, default_bound), (kind, named)) = (bound?, kind?);
    let infinite = matches!(kind, GamesKind::Infinite(_));
    let mut letters = Names { of_game: named, defined: Vec::new() };
    if !infinite {
        letters.of_game.extend(COMPUTED);
    }
    let definitions = definitions(reader, keys, &mut letters);
    let when = condition(reader, keys, "where", &letters.with(if infinite { &['x'] } else { &[] }));
    let mut claims = Vec::new();
    for key in Column::ALL.map(Column::name).into_iter().chain(CLAIMS) {
        let Some(value) = keys.get(key) else { continue };
        if infinite != (key == "first") && !(infinite && key == "lost") {
            let message = format!("`{key}` cannot be claimed for these games");
            reader.error(Code::UnknownKey, message, span(value), "not for these games");
            continue;
        }
        let found = self::claims(reader, keys, key, value, &letters);
        claims.extend(found.into_iter().map(|(claim, place)| (place.start, claim)));
    }
    if claims.is_empty() {
        let message = "this statement claims nothing";
        reader.error(
            Code::WrongType,
            message,
            keys.first_line(reader),
            "without p, q, nim_p, nim_q, claim, lost, losing, late or first",
        );
    }
    // They are compared in the order of the file.
    claims.sort_by_key(|(start, _)| *start);
    let claims = claims.into_iter().map(|(_, claim)| claim).collect();
    Some(Statement {
        id: id?,
        part,
        reference: reference?,
        status: status?,
        wording: wording?,
        variable,
        default_bound,
        kind,
        when,
        definitions,
        claims,
    })
}

/// The letters that a statement may use.
struct Names {
    of_game: Vec<char>,
    defined: Vec<char>,
}

impl Names {
    fn with(&self, more: &[char]) -> Vec<char> {
        [&self.of_game, &self.defined, more].concat()
    }
}

/// What the bound is on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum On {
    Greatest,
    Position,
    Parameters,
}

/// Reads one of several words.
fn one_of<T: Copy>(
    reader: &mut Reader<'_>,
    keys: Keys<'_>,
    key: &str,
    all: &[(&str, T)],
) -> Option<T> {
    let text = reader.needed_text(keys, key)?;
    let found = all.iter().find(|(name, _)| *name == text.text);
    if found.is_none() {
        let names: Vec<_> = all.iter().map(|(name, _)| format!("`{name}`")).collect();
        let message = format!("unknown {key} `{}`", text.text);
        reader.diagnostics.push(
            Diagnostic::new(Code::UnknownKey, message)
                .label(text.span, "not known")
                .note(format!("known: {}", names.join(", "))),
        );
    }
    found.map(|(_, one)| *one)
}

/// `max L <= 120`, `n <= 20`, `position < 4000000`.
fn bound(reader: &mut Reader<'_>, keys: Keys<'_>) -> Option<(On, String, u64)> {
    let text = reader.needed_text(keys, "bound")?;
    let (name, number) = text.text.split_once('<').unwrap_or_default();
    let on = match name.trim() {
        "max L" => On::Greatest,
        "position" => On::Position,
        _ => On::Parameters,
    };
    let number = if on == On::Position { Some(number) } else { number.strip_prefix('=') };
    let number = number.and_then(|number| number.trim().parse::<u64>().ok());
    match number.filter(|number| (1..=1_000_000_000).contains(number)) {
        Some(number) => Some((on, name.trim().to_owned(), number)),
        None => {
            let message = format!("`{}` is not a bound", text.text);
            let error =
                Diagnostic::new(Code::UnknownRange, message).label(text.span, "not understood");
            reader.diagnostics.push(error.help(
                "write `max L <= 20`, `n <= 20` with a parameter, `m+n <= 20` with all of them, or \
                 `position < 1000`; a bound is at least 1 and at most 1000000000",
            ));
            None
        }
    }
}

/// The set of moves that a text names; `None` if it names none.
fn set(text: &str) -> Result<Option<MoveSet>, String> {
    let number = |word: &str| match word.parse() {
        Ok(number) if number > 0 => Ok(vec![(number, number)]),
        _ => Err(format!("`{word}` is neither a move nor the name of a set of moves")),
    };
    let text = if text == "Fibonacci numbers" { "fibonacci" } else { text };
    MoveSet::read(&[text.to_owned()], number)
}

/// The games of a statement, and the letters that they have.
fn kind(reader: &mut Reader<'_>, keys: Keys<'_>, on: On) -> Option<(GamesKind, Vec<char>)> {
    let text = reader.needed_text(keys, "games")?;
    let set = set(text.text);
    let wanted = match (text.text, &set) {
        ("all" | "symmetric", _) => On::Greatest,
        ("powers of 2" | "odd numbers", _) if on != On::Position => On::Parameters,
        (_, Ok(None)) if on == On::Position => On::Greatest,
        (_, Ok(None)) => on,
        _ => On::Position,
    };
    if wanted != on {
        let wanted = match wanted {
            On::Greatest => "max L",
            On::Position => "position",
            On::Parameters => "the parameter n",
        };
        let message = format!("the bound of these games is on {wanted}");
        reader.error(Code::UnknownRange, message, text.span, "not the bound of these games");
        return None;
    }
    let sets = matches!(text.text, "all" | "symmetric");
    for (key, meant) in [("k", sets), ("M", sets), ("range", on == On::Parameters)] {
        if let (Some(value), false) = (keys.get(key), meant) {
            let message = format!("`{key}` has no meaning for these games");
            reader.error(Code::UnknownKey, message, span(value), "not for these games");
        }
    }
    if on == On::Position {
        return match set {
            Ok(set) => set.map(|set| (GamesKind::Infinite(set), Vec::new())),
            Err(message) => {
                reader.error(Code::UnknownKey, message, text.span, "not a set of moves");
                None
            }
        };
    }
    match text.text {
        "all" | "symmetric" => {
            let moves = range(reader, keys, "k")?;
            let greatest = range(reader, keys, "M")?;
            let number = |number| usize::try_from(number).unwrap_or(usize::MAX);
            let moves = (number(moves.0), number(moves.1));
            let letters = MOVES.into_iter().take(moves.0).collect();
            let symmetric = text.text == "symmetric";
            Some((GamesKind::Sets { symmetric, moves, greatest }, letters))
        }
        "powers of 2" => family(reader, keys, &text, Moves::PowersOfTwo, vec!['n']),
        "odd numbers" => family(reader, keys, &text, Moves::OddNumbers, vec!['n']),
        _ => {
            let moves = reader.inner(&text, MoveList::parse)?;
            let mut letters = Vec::new();
            let ends = moves.items.iter().flat_map(|(from, to)| [Some(from), to.as_ref()]);
            for &(name, place) in ends.flatten().flat_map(Formula::variables) {
                if COMPUTED.contains(&name) || RUNNING.contains(&name) {
                    let message = format!("`{name}` is a reserved name");
                    reader.error(
                        Code::UnknownLetter,
                        message,
                        place,
                        "not allowed as a letter of moves",
                    );
                    return None;
                }
                if !letters.contains(&name) {
                    letters.push(name);
                }
            }
            match on {
                On::Parameters => family(reader, keys, &text, Moves::List(moves), letters),
                _ => pattern(reader, &text, &moves, letters),
            }
        }
    }
}

/// Moves that are affine in letters each of which is a move.
fn pattern(
    reader: &mut Reader<'_>,
    text: &Text<'_>,
    moves: &MoveList,
    letters: Vec<char>,
) -> Option<(GamesKind, Vec<char>)> {
    let bindings: Vec<_> =
        letters.iter().copied().zip((0..letters.len()).map(Affine::variable)).collect();
    let form = |(formula, to): &(Formula, Option<Formula>)| {
        let plain = formula.shape().is_some_and(|shape| shape.degree <= 1 && shape.modulus == 1);
        let (form, denominator) = interpolated(formula, &bindings, letters.len())?;
        let small = |it: &Integer| it.to_i64().filter(|number| number.unsigned_abs() < 1 << 32);
        let coefficients = (0..letters.len()).map(|at| small(form.coefficient(at)));
        let form: Option<Vec<i64>> =
            std::iter::once(small(form.constant_term())).chain(coefficients).collect();
        form.filter(|_| plain && to.is_none() && denominator.is_one())
    };
    let forms: Option<Vec<Vec<i64>>> = moves.items.iter().map(form).collect();
    let alone = |name: &char| moves.items.iter().any(|(it, _)| it.as_variable() == Some(*name));
    match forms {
        Some(moves) if !letters.is_empty() && letters.iter().all(alone) => {
            Some((GamesKind::Pattern { letters: letters.clone(), moves }, letters))
        }
        _ => {
            let message = "these moves cannot be enumerated by the greatest of them";
            reader.diagnostics.push(
                Diagnostic::new(Code::UnreadableMoves, message).label(text.span, "with a bound on max L").help(
                    "write sums of letters that are moves themselves: `{ a b a+b }`; or bound the \
                     parameters",
                ),
            );
            None
        }
    }
}

/// Moves by parameters, whose ranges are given under `range`.
fn family(
    reader: &mut Reader<'_>,
    keys: Keys<'_>,
    text: &Text<'_>,
    moves: Moves,
    letters: Vec<char>,
) -> Option<(GamesKind, Vec<char>)> {
    let ranges = reader.needed(keys, "range");
    let names: Vec<_> = letters.iter().map(char::to_string).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let ranges = reader.table(ranges?, &names)?;
    let on = reader.text(keys, "bound")?;
    let on_text = on.text.split('<').next().unwrap_or_default();
    let mut order: Vec<char> = Vec::new();
    for name in on_text.split('+').map(str::trim) {
        let mut all = name.chars();
        match (all.next(), all.next()) {
            (Some(name), None) if letters.contains(&name) && !order.contains(&name) => {
                order.push(name);
            }
            _ => order.clear(),
        }
    }
    if order.len() != letters.len() || letters.is_empty() {
        let message = format!("the bound must be on {}", names.join("+"));
        let place = if letters.is_empty() { text.span } else { on.span };
        reader.error(
            Code::UnknownRange,
            message,
            place,
            "not the sum of all parameters of the moves",
        );
        return None;
    }
    let mut parameters = Vec::new();
    for name in order {
        let key = name.to_string();
        reader.needed(ranges, &key);
        let (least, greatest) = range(reader, ranges, &key)?;
        parameters.push((name, least, greatest));
    }
    Some((GamesKind::Family { parameters, moves }, letters))
}

/// `2..9`, `2..`, `..9` or `3`, all at least 1; everything if the key is missing.
fn range(reader: &mut Reader<'_>, keys: Keys<'_>, key: &str) -> Option<(u64, u64)> {
    if keys.get(key).is_none() {
        return Some((1, u64::MAX));
    }
    let text = reader.text(keys, key)?;
    let (first, last) = text.text.split_once("..").unwrap_or((text.text, text.text));
    let number = |text: &str, otherwise: u64| match text.trim() {
        "" => Some(otherwise),
        text => text.parse::<u64>().ok().filter(|number| *number >= 1),
    };
    let range = number(first, 1).zip(number(last, u64::MAX));
    match range.filter(|(first, last)| first <= last && !text.text.trim().is_empty()) {
        Some(range) => Some(range),
        None => {
            let message = format!("`{}` is not a range", text.text);
            let help = "write `2..9`, `2..` without end, or a number; all are at least 1";
            let error =
                Diagnostic::new(Code::UnknownRange, message).label(text.span, "not understood");
            reader.diagnostics.push(error.help(help));
            None
        }
    }
}

fn condition(
    reader: &mut Reader<'_>,
    keys: Keys<'_>,
    key: &str,
    names: &[char],
) -> Option<Condition> {
    keys.get(key).and_then(|value| condition_of(reader, value, names))
}

fn condition_of(reader: &mut Reader<'_>, value: &Value<'_>, names: &[char]) -> Option<Condition> {
    let text = reader.as_text(value)?;
    let condition = reader.inner(&text, Condition::parse)?;
    reader.check_variables(condition.variables(), names, "not a letter of this statement");
    Some(condition)
}

/// What is given under `let`: letters of their own, defined by the others.
fn definitions(
    reader: &mut Reader<'_>,
    keys: Keys<'_>,
    letters: &mut Names,
) -> Vec<(char, Definition)> {
    let Some(value) = keys.get("let") else { return Vec::new() };
    let DeValue::Table(table) = value.get_ref() else {
        reader.wrong_type(value, "a table");
        return Vec::new();
    };
    let mut named = Vec::new();
    for (key, value) in table.iter() {
        let mut name = key.get_ref().chars();
        let letter = name.next().filter(|sign| sign.is_ascii_alphabetic() && name.next().is_none());
        let taken = |it: &char| letters.of_game.contains(it) || RUNNING.contains(it);
        match letter.filter(|letter| !taken(letter)) {
            Some(letter) => named.push((letter, value)),
            None => {
                let message = format!("`{}` cannot be defined", key.get_ref());
                reader.error(Code::UnknownLetter, message, span(key), "not a free letter");
            }
        }
    }
    letters.defined = named.iter().map(|(name, _)| *name).collect();
    let mut found: Vec<(char, Definition)> = Vec::new();
    for &(name, value) in &named {
        found.extend(definition(reader, value, letters).map(|definition| (name, definition)));
    }
    for &(name, value) in &named {
        if depends_on(&found, name, name, &mut Vec::new()) {
            let message = format!("`{name}` is defined in terms of itself");
            reader.error(Code::UnknownLetter, message, span(value), "circular definition");
        }
    }
    found
}

/// Is the second letter needed to find the first?
fn depends_on(all: &[(char, Definition)], name: char, on: char, seen: &mut Vec<char>) -> bool {
    let Some((_, definition)) = all.iter().find(|(known, _)| *known == name) else { return false };
    let needed: Vec<char> = match definition {
        Definition::Computed(_) => Vec::new(),
        Definition::Count { when, .. } => when.variables().iter().map(|named| named.0).collect(),
        Definition::Recurrence { at, .. } => at.variables().iter().map(|named| named.0).collect(),
        Definition::Greatest { upto, when } => {
            upto.variables().iter().chain(when.variables()).map(|variable| variable.0).collect()
        }
        Definition::Formula(cases) => {
            let formulas = cases.cases.iter().filter_map(|case| case.is.as_ref());
            let conditions = cases.cases.iter().filter_map(|case| case.when.as_ref());
            let formulas = formulas.flat_map(Formula::variables);
            formulas.chain(conditions.flat_map(Condition::variables)).map(|named| named.0).collect()
        }
    };
    needed.into_iter().any(|next| {
        next == on
            || (!seen.contains(&next) && {
                seen.push(next);
                depends_on(all, next, on, seen)
            })
    })
}

fn definition(reader: &mut Reader<'_>, value: &Value<'_>, letters: &Names) -> Option<Definition> {
    let names = letters.with(&[]);
    let has = |key: &str| match value.get_ref() {
        DeValue::Table(table) => table.contains_key(key),
        _ => false,
    };
    if has("computed") {
        let keys = reader.table(value, &["computed"])?;
        return one_of(reader, keys, "computed", &Algorithm::ALL).map(Definition::Computed);
    }
    if has("count") {
        let keys = reader.table(value, &["count", "if"])?;
        let pairs = one_of(reader, keys, "count", &[("moves", false), ("pairs", true)]);
        let running: &[char] = if pairs == Some(true) { &RUNNING } else { &RUNNING[..1] };
        let when = reader.needed(keys, "if")?;
        let when = condition_of(reader, when, &letters.with(running))?;
        return Some(Definition::Count { pairs: pairs?, when });
    }
    if has("greatest") {
        let keys = reader.table(value, &["greatest", "if"])?;
        let upto = keys.get("greatest").and_then(|value| reader.formula(value, &names));
        let when = reader.needed(keys, "if")?;
        let when = condition_of(reader, when, &letters.with(&['x']))?;
        return Some(Definition::Greatest { upto: upto?, when });
    }
    if has("first") {
        let keys = reader.table(value, &["first", "next", "at"])?;
        let first = reader.needed(keys, "first").map(|list| numbers(reader, list));
        let next = reader.needed(keys, "next").map(|list| numbers(reader, list));
        let at = reader.needed(keys, "at").and_then(|text| reader.formula(text, &names));
        let (first, next) = (first?, next?);
        if first.is_empty() || first.len() != next.len() || first.len() > 64 {
            let message = "a recurrence needs as many coefficients as first numbers";
            reader.error(
                Code::WrongType,
                message,
                span(value),
                "at least one of each, and at most 64",
            );
            return None;
        }
        return Some(Definition::Recurrence { first, next, at: at? });
    }
    reader.whole_cases(value, &names).map(Definition::Formula)
}

fn numbers(reader: &mut Reader<'_>, value: &Value<'_>) -> Vec<Integer> {
    reader.array(value).into_iter().filter_map(|number| reader.number(number)).collect()
}

/// The claims under one key, with their places.
fn claims(
    reader: &mut Reader<'_>,
    keys: Keys<'_>,
    key: &str,
    value: &Value<'_>,
    letters: &Names,
) -> Vec<(Claim, Span)> {
    let names = letters.with(&[]);
    let running = letters.with(&['x']);
    let place = span(value);
    let column = Column::named(key);
    let claim = match (column, key) {
        (Some(column), _) => {
            reader.whole_cases(value, &names).map(|cases| Claim::Cycle(column, cases))
        }
        (None, "claim") => {
            let all = match value.get_ref() {
                DeValue::Array(_) => reader.array(value),
                _ => vec![value],
            };
            let all =
                all.into_iter().filter_map(|one| Some((holds(reader, one, &names)?, span(one))));
            return all.collect();
        }
        (None, "lost") => condition(reader, keys, key, &running).map(Claim::Lost),
        (None, "losing") => reader.formula(value, &running).map(Claim::Losing),
        (None, "late") => reader.formula(value, &names).map(Claim::Late),
        _ => {
            let first = numbers(reader, value);
            let first: Option<Vec<u64>> = first.iter().map(Integer::to).collect();
            if first.as_ref().is_none_or(Vec::is_empty) {
                reader.error(
                    Code::WrongType,
                    "this is not a list of positions",
                    place,
                    "numbers from 0 on",
                );
            }
            first.map(Claim::First)
        }
    };
    claim.map(|claim| (claim, place)).into_iter().collect()
}

/// A condition, possibly only for some games.
fn holds(reader: &mut Reader<'_>, value: &Value<'_>, names: &[char]) -> Option<Claim> {
    if !matches!(value.get_ref(), DeValue::Table(_)) {
        let is = condition_of(reader, value, names)?;
        return Some(Claim::Holds { when: None, is, about: None, says: None });
    }
    let keys = reader.table(value, &["if", "is", "about", "says"])?;
    let when = condition(reader, keys, "if", names);
    let is = reader.needed(keys, "is").and_then(|text| condition_of(reader, text, names));
    let [about, says] =
        ["about", "says"].map(|key| reader.text(keys, key).map(|text| text.text.to_owned()));
    Some(Claim::Holds { when, is: is?, about, says })
}
