//! Patterns over the tokens of a line, in which other notations are written down.
//!
//! A pattern is a list of elements, and blanks may stand before what each of them matches: `to/upto` is one of
//! these words or signs in any case, `TO` the word in capitals alone, `^repeat` the word before the line, and
//! `%v` and other names are in [`Cursor::element`].  An element that ends with `?` may be missing.

use super::fault::is_variable;
use super::lenient::{self, Comparison};
use super::{Context, Line, MOST_TOKENS, REACH_OF_LISTS, bounds, moves, notations, words};
use super::{items, keyword, parse};
use crate::Integer;

/// Words and signs that mean the same.
const CHOICES: [(&str, &str); 9] = [
    (
        "%all",
        "for/forall/\\forall/∀/where/given/assume/suppose/when/if/with/let/parameters/parameter/precondition",
    ),
    ("%each", "all/every/each/any"),
    ("%from", "from/in/∈/:=/==/=/<-"),
    ("%to", "upto/to/until/.../../…/:/,"),
    ("%is", ":=/==/=/be"),
    ("%in", "in/∈/∉/\\in"),
    ("%range", ":=/==/=/from/in/∈/\\in"),
    ("%dots", ".../../…/to"),
    ("%inf", "∞/{∞}/\\infty/{\\infty}/ω/{ω}/\\omega/{\\omega}/inf/infinity/*"),
];

/// Where a pattern ends in the source, and what its names stand for, if it matches the beginning of a line.
pub(super) fn matched(
    line: &Line<'_>,
    pattern: &str,
    context: &Context,
) -> Option<(usize, Vec<String>)> {
    let mut found = Vec::new();
    let pattern: Vec<&str> = pattern.split(' ').collect();
    let end = line.cursor(context).follow(&pattern, &mut found)?;
    Some((end, found))
}

/// A place in a line, from which what is written there is read.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    pub line: Line<'a>,
    /// In the source.
    pub at: usize,
    pub context: &'a Context,
}

impl<'a> Cursor<'a> {
    pub(super) fn rest(&self) -> &'a str {
        &self.line.source[self.at..self.line.end.max(self.at)]
    }

    fn skip_blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn follow(mut self, pattern: &[&str], found: &mut Vec<String>) -> Option<usize> {
        let Some((first, rest)) = pattern.split_first() else {
            return Some(self.at);
        };
        let known = found.len();
        if *first == "%*" {
            for _ in 0..2 * MOST_TOKENS {
                if let Some(end) = self.follow(rest, found) {
                    return Some(end);
                }
                found.truncate(known);
                if self.run(char::is_alphanumeric).is_none() {
                    self.at += self.rest().chars().next()?.len_utf8();
                }
            }
            return None;
        }
        let optional = first.strip_suffix('?');
        let mut here = self;
        if here.element(optional.unwrap_or(first), found)
            && let Some(end) = here.follow(rest, found)
        {
            return Some(end);
        }
        found.truncate(known);
        optional.and_then(|_| self.follow(rest, found))
    }

    /// Takes one element of a pattern; what a name stands for is added to `found`.
    fn element(&mut self, name: &str, found: &mut Vec<String>) -> bool {
        let what = match name {
            // A variable, and one that is not mentioned just before the line and no article
            "%v" => self.variable(),
            "%new" => {
                let before = &self.line.source[..self.line.start];
                let near = before.ceil_char_boundary(before.len().saturating_sub(REACH_OF_LISTS));
                let known = before[near..].split_whitespace();
                self.variable()
                    .filter(|name| name != "a" && !known.into_iter().any(|it| it == name))
            }
            // An expression, and the one that is less by 1
            "%e" => self.expression(),
            "%before" => self
                .expression()
                .and_then(|it| Some(lenient::form(&format!("{it} - 1"))?.to_string())),
            // A comparison, and the one that holds where it does not
            "%c" => self.comparison().map(|it| it.to_string()),
            "%not" => self.comparison().and_then(Comparison::negated).map(|it| it.to_string()),
            "%orders" => bounds::orders(self).map(|it| it.meant),
            // One or more numbers that follow one another, or several: the first and the last
            "%numbers" | "%many" => {
                let mut numbers = self.numbers();
                if numbers.len() == 1 && name == "%many" {
                    numbers.clear();
                }
                found.extend(numbers.first().map(Integer::to_string));
                numbers.last().map(Integer::to_string)
            }
            // One or more expressions, or variables, with commas between them
            "%list" => self.list(Self::expression),
            "%names" => self.list(Self::variable),
            "%words" => self.inside([')', ']', '}']).and_then(|it| words::words(it, self.context)),
            // Moves in brackets, in braces, and to the end of the line
            "%tuple" => {
                self.skip_blanks();
                moves::list(self.line.source, self.at).map(|(length, _, meant)| {
                    self.at += length;
                    meant
                })
            }
            "%set" => {
                self.skip_blanks();
                let is_set = self.rest().starts_with(['{', '[']);
                return is_set && self.element("%tuple", found);
            }
            "%moves" => {
                self.line().and_then(|it| lenient::moves(&it)).filter(|it| it.contains([' ', '.']))
            }
            "%rule" => self.line().map(|it| notations::rule(&it).unwrap_or(it)),
            "%line" => self.line(),
            // The name of a piece, of anything, of a list, and a word of prose
            "%piece" => self
                .run(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '_')
                .filter(|it| it.len() > 1),
            "%name" => self
                .run(char::is_alphanumeric)
                .filter(|it| it.starts_with(char::is_alphabetic) && !keyword::is(it)),
            "%title" => self.run(char::is_alphanumeric).filter(|it| {
                !is_variable(it) && it.starts_with(char::is_alphabetic) && !keyword::is(it)
            }),
            "%word" => self.run(char::is_alphabetic).filter(|it| {
                let is_head = ["from", "to", "upto"].contains(&it.to_lowercase().as_str());
                (it.chars().count() > 1 || "ℕℤ".contains(it)) && !is_head
            }),
            "%number" => self.run(|it| it.is_ascii_digit()),
            "%keyword" => {
                let word = self.run(|it| it.is_ascii_alphabetic() || it == '_');
                word.and_then(|it| keyword::spelling(&it.to_ascii_uppercase())).map(str::to_owned)
            }
            // The end of a head
            "%rep" => return self.take("repeat/rep/do/loop/:/{") || self.is_apart(),
            "%then" => return self.take("then/:/{") || self.is_apart(),
            "%head" => {
                let rest = self.rest();
                let ends = ["THEN", "then", ":"];
                let end = ends.into_iter().filter_map(|it| Some(rest.find(it)? + it.len())).min();
                self.at += end.unwrap_or(rest.trim_end().len());
                return true;
            }
            "%end" => return self.rest().trim().is_empty(),
            _ if let Some(before) = name.strip_prefix('^').filter(|it| !it.is_empty()) => {
                let text = self.line.source[..self.line.start].trim_end_matches([' ', '\t']);
                let word = text.rsplit(parse::WHITE).next().unwrap_or_default();
                return before.split('/').any(|it| it.eq_ignore_ascii_case(word));
            }
            // What an earlier name stands for
            _ if let Some(number) =
                name.strip_prefix('%').and_then(|it| it.parse::<usize>().ok()) =>
            {
                let known = found.get(number.wrapping_sub(1)).cloned();
                return known.is_some_and(|it| self.take(&it));
            }
            _ => {
                let known = CHOICES.iter().find(|(known, _)| *known == name);
                return self.take(known.map_or(name, |(_, choices)| choices));
            }
        };
        what.map(|it| found.push(it)).is_some()
    }

    /// Takes one of these words or signs.
    pub(super) fn take(&mut self, any_of: &str) -> bool {
        let before = self.at;
        self.skip_blanks();
        let rest = self.rest();
        let fits = |word: &&str| {
            let behind = rest.get(word.len()..).and_then(|it| it.chars().next());
            let is_part =
                word.ends_with(char::is_alphabetic) && behind.is_some_and(char::is_alphanumeric);
            let is_exact = word.contains(|it: char| it.is_ascii_uppercase());
            let same = |head: &str| head == *word || !is_exact && head.eq_ignore_ascii_case(word);
            !is_part && rest.get(..word.len()).is_some_and(same)
        };
        let found = any_of.split('/').find(fits);
        self.at = found.map_or(before, |word| self.at + word.len());
        found.is_some()
    }

    /// Takes the signs here for which this holds.
    fn run(&mut self, of: impl Fn(char) -> bool) -> Option<String> {
        self.skip_blanks();
        let rest = self.rest();
        let run = &rest[..rest.find(|it| !of(it)).unwrap_or(rest.len())];
        self.at += run.len();
        (!run.is_empty()).then(|| run.to_owned())
    }

    fn line(&mut self) -> Option<String> {
        self.skip_blanks();
        let line = self.rest().trim_end();
        self.at += line.len();
        (!line.is_empty()).then(|| line.to_owned())
    }

    /// What stands in front of the first of these signs.
    fn inside(&mut self, close: [char; 3]) -> Option<&'a str> {
        let inside = &self.rest()[..self.rest().find(close)?];
        self.at += inside.len();
        Some(inside)
    }

    fn variable(&mut self) -> Option<String> {
        self.run(char::is_alphanumeric).filter(|it| is_variable(it))
    }

    fn list(&mut self, one: impl Fn(&mut Self) -> Option<String>) -> Option<String> {
        let mut list = Vec::new();
        loop {
            let mut here = *self;
            let Some(next) = one(&mut here) else { break };
            list.push(next);
            here.take(",/;");
            *self = here;
        }
        (!list.is_empty()).then(|| list.join(", "))
    }

    fn numbers(&mut self) -> Vec<Integer> {
        let mut numbers: Vec<Integer> = Vec::new();
        let mut here = *self;
        while let Some(next) = here.run(|it| it.is_ascii_digit()).and_then(|it| it.parse().ok()) {
            if numbers.last().is_some_and(|last: &Integer| last + &Integer::ONE != next) {
                return Vec::new();
            }
            numbers.push(next);
            *self = here;
            here.take(",");
        }
        numbers
    }

    /// The longest expression that stands here.
    pub(super) fn expression(&mut self) -> Option<String> {
        self.skip_blanks();
        let rest = self.rest();
        let is_part = |it: char| {
            let plain = lenient::plain(it.encode_utf8(&mut [0; 4]));
            it.is_ascii_lowercase()
                || it.is_ascii_digit()
                || " \t+-*/()^".contains(it)
                || !it.is_ascii() && plain.len() == 1
        };
        // A bracket that is not open here belongs to what is around.
        let mut depth = 0_usize;
        let is_end = |it: char| {
            let closes = it == ')' && depth == 0;
            depth = (depth + usize::from(it == '(')).saturating_sub(usize::from(it == ')'));
            closes || !is_part(it)
        };
        let end = rest.find(is_end).unwrap_or(rest.len());
        let blanks = rest[..end].char_indices().filter(|(at, it)| it.is_whitespace() && *at > 0);
        let mut ends: Vec<usize> = blanks.map(|(at, _)| at).take(MOST_TOKENS).collect();
        ends.push(end);
        let (end, found) = (ends.into_iter().rev())
            .find_map(|end| Some((end, lenient::expression(&rest[..end])?)))?;
        self.at += rest[..end].trim_end().len();
        Some(found)
    }

    /// A relation sign.
    pub(super) fn sign(&mut self) -> Option<&'a str> {
        let mut here = *self;
        here.skip_blanks();
        let rest = here.rest();
        let is_sign = |it: char| "<>=!/≥≤≠\u{2a7e}\u{2a7d}".contains(it);
        let end = rest.find(|it| !is_sign(it)).unwrap_or(rest.len());
        // An assignment
        if end == 0 || &rest[..end] == "<" && rest[end..].starts_with("- ") {
            return None;
        }
        // `> =`
        let behind = rest[end..].trim_start();
        let is_cut = rest[..end].ends_with(['<', '>', '=', '!']) && behind.starts_with('=');
        let end = if is_cut { rest.len() - behind.len() + 1 } else { end };
        self.at = here.at + end;
        Some(&rest[..end])
    }

    fn comparison(&mut self) -> Option<Comparison> {
        let (left, sign) = (self.expression()?, self.sign()?);
        Comparison::new(&left, sign, &self.expression()?)
    }

    /// Is what stands here something by itself, or nothing?
    fn is_apart(&self) -> bool {
        self.rest()
            .split_whitespace()
            .next()
            .is_none_or(|it| keyword::begins_a_part(it) || items(it).is_some())
    }
}
