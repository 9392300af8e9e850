//! Parts of heads and conditions, read from a line as they are written elsewhere.

use super::fault::is_variable;
use super::lenient::{self, Comparison};

/// The most tokens of an expression with blanks.
pub const MOST_TOKENS: usize = 12;

/// A place in a line, from which parts of heads are read.
pub struct Cursor<'a> {
    pub text: &'a str,
    pub at: usize,
    /// Did the keyword come that ends the head?
    pub is_closed: bool,
}

impl<'a> Cursor<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Takes the bracket that opens around a comparison, if the one that closes it is not within its left side.
    pub fn bracket(&mut self) -> bool {
        let before = self.at;
        let is_sum = self.expression().is_some();
        self.at = before;
        !is_sum && self.take(&["(", "["])
    }

    /// Takes one of these signs or keywords, whatever the case.
    pub fn take(&mut self, any_of: &[&str]) -> bool {
        let before = self.at;
        self.skip_blanks();
        let rest = self.rest();
        let fits = |word: &&&str| {
            let head = rest.get(..word.len());
            let behind = rest.get(word.len()..).and_then(|it| it.chars().next());
            let ends = !word.ends_with(|it: char| it.is_alphabetic())
                || behind.is_none_or(|it| !it.is_alphanumeric());
            ends && head.is_some_and(|head| head.eq_ignore_ascii_case(word))
        };
        let found = any_of.iter().find(fits);
        match found {
            Some(word) => self.at += word.len(),
            None => self.at = before,
        }
        found.is_some()
    }

    /// The longest expression that stands here.
    pub fn expression(&mut self) -> Option<String> {
        self.skip_blanks();
        let rest = self.rest();
        let part_of_one = |it: char| {
            it.is_ascii_lowercase()
                || it.is_ascii_digit()
                || " \t+-*/()".contains(it)
                || !it.is_ascii() && lenient::plain(it.encode_utf8(&mut [0; 4])).len() == 1
        };
        // A bracket that is not open here belongs to what is around.
        let mut depth = 0_usize;
        let is_end = |it: char| {
            let closes = it == ')' && depth == 0;
            depth =
                depth.saturating_add(usize::from(it == '(')).saturating_sub(usize::from(it == ')'));
            closes || !part_of_one(it)
        };
        let end = rest.find(is_end).unwrap_or(rest.len());
        let mut ends = vec![end];
        let blanks = rest[..end].char_indices().filter(|(_, it)| it.is_whitespace());
        ends.extend(blanks.map(|(at, _)| at).filter(|at| *at > 0).take(MOST_TOKENS));
        ends.sort_unstable();
        ends.dedup();
        let (end, found) = (ends.into_iter().rev())
            .find_map(|end| Some((end, lenient::expression(&rest[..end])?)))?;
        self.at += rest[..end].trim_end().len();
        Some(found)
    }

    /// A relation sign.
    pub fn sign(&mut self) -> Option<&'a str> {
        let before = self.at;
        self.skip_blanks();
        let rest = self.rest();
        let is_sign = |it: char| "<>=!/≥≤≠\u{2a7e}\u{2a7d}".contains(it);
        let end = rest.find(|it| !is_sign(it)).unwrap_or(rest.len());
        if end == 0 {
            self.at = before;
            return None;
        }
        // An assignment
        if &rest[..end] == "<" && rest[end..].starts_with("- ") {
            self.at = before;
            return None;
        }
        // `> =`
        let behind = rest[end..].trim_start();
        let is_cut = rest[..end].ends_with(['<', '>', '=', '!']) && behind.starts_with('=');
        let end = if is_cut { rest.len() - behind.len() + 1 } else { end };
        self.at += end;
        Some(&rest[..end])
    }

    /// What stands between conditions.
    pub fn separator(&mut self) -> bool {
        let ends = self.rest().trim() == ".";
        self.take(&[",", ";", "and", "&&", "∧"]) || ends && self.take(&["."])
    }

    /// What follows FOR, up to REP.
    pub fn counter(&mut self) -> Option<String> {
        self.take(&["EACH", "ALL"]);
        if let Some(found) = self.steps() {
            return Some(found);
        }
        let variable = self.variable()?;
        if !self.take(&["FROM", "IN", "∈", ":=", "==", "=", "<-"]) {
            return None;
        }
        let is_set = self.take(&["[", "{"]);
        // In Python a range ends before its last number.
        let is_range = self.take(&["RANGE("]);
        let from = self.expression()?;
        let upto = match () {
            () if is_range && self.take(&[","]) => self.expression().map(|it| (from, it))?,
            () if is_range => ("0".to_owned(), from),
            () => {
                let comma = self.take(&[","]);
                if !self.take(&["UPTO", "TO", "UNTIL", "...", "..", "…", ":"]) && !comma {
                    return None;
                }
                self.take(&[","]);
                (from, self.expression()?)
            }
        };
        let (from, mut upto) = upto;
        if is_range {
            upto = lenient::form(&format!("{upto} - 1"))?.to_string();
            if !self.take(&[")"]) {
                return None;
            }
        }
        if is_set && !self.take(&["]", "}"]) {
            return None;
        }
        self.take(&[","]);
        self.is_closed = self.take(&["REPEAT", "REP", "DO", "LOOP", ":", "{"]);
        Some(format!("FOR {variable} FROM {from} UPTO {upto} REP"))
    }

    /// `(int i = 1; i <= n; i++) {`
    fn steps(&mut self) -> Option<String> {
        let before = self.at;
        let found = self.steps_in_brackets();
        if found.is_none() {
            self.at = before;
        }
        found
    }

    fn steps_in_brackets(&mut self) -> Option<String> {
        if !self.take(&["("]) {
            return None;
        }
        self.take(&["INT"]);
        let variable = self.variable()?.to_owned();
        let from = self.take(&["="]).then(|| self.expression())??;
        self.take(&[";"]).then_some(())?;
        self.variable().filter(|it| *it == variable)?;
        let sign = self.sign()?;
        let upto = Comparison::new(&variable, sign, &self.expression()?)?;
        self.take(&[";"]).then_some(())?;
        let close = self.rest().find(')')?;
        let step: String = self.rest()[..close].split_whitespace().collect();
        let steps = [format!("{variable}++"), format!("++{variable}"), format!("{variable}+=1")];
        if upto.relation != "<=" || upto.left != variable || !steps.contains(&step) {
            return None;
        }
        self.at += close + 1;
        self.is_closed = self.take(&["{"]);
        Some(format!("FOR {variable} FROM {from} UPTO {} REP", upto.right))
    }

    /// What follows IF, up to THEN.
    pub fn condition(&mut self, keyword: &str) -> Option<String> {
        let is_negated = self.take(&["NOT", "!"]);
        let is_open = self.bracket();
        let left = self.expression()?;
        let sign = self.sign()?;
        let right = self.expression()?;
        if is_open && !self.take(&[")", "]"]) {
            return None;
        }
        let found = Comparison::new(&left, sign, &right)?;
        let found = if is_negated { found.negated()? } else { found };
        self.is_closed = self.take(&["THEN", ":", "{"]);
        Some(format!("{keyword} {found} THEN"))
    }

    /// Several conditions that follow IF, up to THEN, and whether one of them is enough.
    pub fn conditions(&mut self) -> Option<(Vec<String>, bool)> {
        let (mut found, mut one_of, mut all_of) = (Vec::new(), false, false);
        loop {
            let mut left = self.expression()?;
            let mut sides = 0;
            while let Some(sign) = self.sign() {
                let right = self.expression()?;
                found.push(Comparison::new(&left, sign, &right)?.to_string());
                left = right;
                sides += 1;
            }
            all_of |= sides > 1;
            if self.take(&["or", "||", "∨"]) {
                one_of = true;
            } else if self.separator() {
                all_of = true;
            } else {
                break;
            }
        }
        self.is_closed = self.take(&["THEN", ":", "{"]);
        (found.len() > 1 && one_of != all_of).then_some((found, one_of))
    }

    /// What follows LET.
    pub fn definition(&mut self) -> Option<String> {
        let variable = self.variable()?;
        if !self.take(&[":=", "==", "=", "BE"]) {
            return None;
        }
        let found = format!("LET {variable}={}", self.expression()?);
        let here = self.at;
        if self.separator()
            && let Some(next) = self.definition()
        {
            return Some(format!("{found} {next}"));
        }
        // A mark at the end of the line
        self.at = here;
        if self.take(&[";", ",", "."]) && !self.rest().trim().is_empty() {
            self.at = here;
        }
        Some(found)
    }

    /// What follows DEF.
    pub fn piece(&mut self) -> Option<String> {
        self.skip_blanks();
        let rest = self.rest();
        let is_part = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '_';
        let name = &rest[..rest.find(|it| !is_part(it)).unwrap_or(rest.len())];
        self.at += name.len();
        let mut arguments = Vec::new();
        let is_open = self.take(&["("]);
        while let Some(argument) = self.variable() {
            arguments.push(argument);
            self.take(&[",", ";"]);
        }
        // A name alone may be a word of prose, or have lost its arguments.
        if is_open && !self.take(&[")"]) || !is_open && arguments.is_empty() {
            return None;
        }
        self.take(&[":=", ":", "=", "{"]);
        Some(format!("DEF {name}({})", arguments.join(", ")))
    }

    fn variable(&mut self) -> Option<&'a str> {
        let before = self.at;
        self.skip_blanks();
        let variable = self.rest().get(..1).filter(|it| is_variable(it));
        self.at = if variable.is_some() { self.at + 1 } else { before };
        variable
    }
}
