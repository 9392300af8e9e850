//! Task codes: `T,n,h1,...,hn,s1,...,sk`.
//!
//! T is the target, n the number of stacks, h1 to hn are their heights, and each s is a switch:
//! `+` (adds) or `-` (removes) and then n signs, `*` for a stack that is connected and `.` for
//! one that is not.  `8,4,8,4,6,8,-*.**,+.***,+***.` has four stacks and three switches.

use super::{Direction, STACKS, Switch, Task};
use crate::Integer;
use crate::diagnostic::{Code, Diagnostic, Span, counted};
use crate::lines::{natural, not_natural};
use std::fmt;

/// A piece between commas.
#[derive(Clone, Copy)]
struct Field<'a> {
    text: &'a str,
    span: Span,
}

impl Field<'_> {
    /// Does it start as a switch does, and not as a number?
    fn looks_like_switch(&self) -> bool {
        let signed = self.text.strip_prefix(['+', '-']);
        signed.is_some_and(|wires| !wires.starts_with(|it: char| it.is_ascii_digit()))
            || self.text.starts_with('.')
            || self.text.contains('*')
    }

    /// The number of stacks that it is for, if it is a switch.
    fn signs(&self) -> usize {
        self.text.chars().skip(1).count()
    }
}

impl Task {
    /// Reads a code, or says everything that is wrong with it.
    ///
    /// ```
    /// use grundy_games::kabelsalat::Task;
    /// let faults = Task::parse("7,4,4,6,3,-**.*,+*.**,+.***").unwrap_err();
    /// assert_eq!(faults[0].message, "4 stacks need 4 heights, but there are 3");
    /// ```
    pub fn parse(code: &str) -> Result<Self, Vec<Diagnostic>> {
        Self::parse_at(code, 0)
    }

    /// As [`Task::parse`], for a code `offset` bytes into a text.
    pub fn parse_at(code: &str, offset: usize) -> Result<Self, Vec<Diagnostic>> {
        let fields = fields(code, offset);
        // What is missing at the end is missing after the last field.
        let end = fields.last().map(|field| field.span).unwrap_or_default();
        let mut faults = Vec::new();
        if let [one] = fields[..] {
            let (message, label) = match one.text {
                "" => ("the code of a task is missing".to_owned(), "nothing here"),
                text => (format!("`{text}` is not the code of a task"), "only one field"),
            };
            let form = "a code is the target height, the number of stacks, their heights, and the \
                        switches, with commas between \
                        them, such as 8,4,8,4,6,8,-*.**,+.***,+***.";
            return Err(vec![
                Diagnostic::new(Code::UnreadableTaskField, message).label(end, label).help(form),
            ]);
        }
        let target = number(fields.first(), end, "the target height", &mut faults);
        let Some(stacks) = stacks(fields.get(1), end, &mut faults) else {
            return Err(faults);
        };
        let rest = fields.get(2..).unwrap_or_default();
        let first_switch = rest.iter().position(Field::looks_like_switch).unwrap_or(rest.len());
        // What is in the place of a height is one, even if it does not look like it.
        let (heights, switches) = rest.split_at(first_switch);
        let given = heights.len();
        if given != stacks {
            let of_others = given > 0 && switches.iter().all(|it| it.signs() == given);
            let (wanted, code) = (counted(stacks, "stack"), Code::WrongNumberOfHeights);
            if of_others && !switches.is_empty() {
                let others = counted(given, "stack");
                let message =
                    format!("{wanted}, but the heights and switches are those of {others}");
                let place = fields.get(1).map_or(end, |field| field.span);
                let label = "not the number of the heights that follow";
                return Err(vec![Diagnostic::new(code, message).label(place, label)]);
            }
            let place = heights.get(stacks).or(switches.first()).map_or(end, |field| field.span);
            let many = match (given > stacks, switches.is_empty()) {
                (true, _) => "one too many",
                (false, false) => "a height is missing before this",
                (false, true) => "a height is missing after this",
            };
            let need = if stacks == 1 { "needs" } else { "need" };
            let there = be(given);
            let message = format!("{wanted} {need} {stacks} heights, but there {there} {given}");
            faults.push(Diagnostic::new(code, message).label(place, many));
        }
        let heights: Vec<_> = (heights.iter().take(stacks))
            .filter_map(|field| number(Some(field), end, "a height", &mut faults))
            .collect();
        if switches.is_empty() {
            faults.push(
                Diagnostic::new(Code::WrongSizeOfTask, "the task has no switches")
                    .label(end, "switches are missing after this")
                    .help("a switch is + or - and a sign for each stack, * or ."),
            );
        }
        if let Some(surplus) = switches.get(stacks) {
            let count = switches.len();
            let message = format!("{count} switches for {}", counted(stacks, "stack"));
            faults.push(
                Diagnostic::new(Code::WrongSizeOfTask, message)
                    .label(surplus.span, "one too many")
                    .help("there are at most as many switches as stacks"),
            );
        }
        let switches: Vec<_> = (switches.iter())
            .filter_map(|field| switch(field, Some(stacks), &mut faults))
            .collect();
        if !faults.is_empty() {
            return Err(faults);
        }
        target.and_then(|target| Self::new(target, heights, switches)).ok_or(faults)
    }
}

/// Reads the switches of a wiring, `+**..,-.**.,+..**`, all for the same number of stacks.
pub fn parse_wiring(text: &str) -> Result<Vec<Switch>, Vec<Diagnostic>> {
    let fields = fields(text, 0);
    let mut faults = Vec::new();
    let mut stacks = None;
    let mut switches: Vec<Switch> = Vec::new();
    for field in &fields {
        let read = switch(field, stacks, &mut faults);
        stacks = stacks.or(read.as_ref().map(|switch| switch.wired.len()));
        switches.extend(read);
    }
    let most = stacks.unwrap_or(STACKS);
    if most > STACKS || fields.len() > most {
        let end = Span::new(0, text.len());
        let why = "there are at most 64 stacks, and at most as many switches as stacks";
        let message = format!("{} switches for {most} stacks", fields.len());
        let fault = Diagnostic::new(Code::WrongSizeOfTask, message);
        faults.push(fault.label(end, "too many").help(why));
    }
    if faults.is_empty() { Ok(switches) } else { Err(faults) }
}

fn fields(code: &str, offset: usize) -> Vec<Field<'_>> {
    let mut start = offset;
    code.split(',')
        .map(|text| {
            let span = Span::new(start, start + text.len());
            start = span.end + 1;
            Field { text, span }
        })
        .collect()
}

fn be(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

/// A whole number in decimal digits, possibly with a sign.
fn number(
    field: Option<&Field>,
    end: Span,
    what: &str,
    faults: &mut Vec<Diagnostic>,
) -> Option<Integer> {
    let Field { text, span } = field.copied().unwrap_or(Field { text: "", span: end });
    let digits = text.strip_prefix('-').unwrap_or(text);
    if let Some(number) = natural(digits) {
        return Some(if digits == text { number } else { -number });
    }
    let (message, label) = match (text, natural(text.trim())) {
        ("", _) if field.is_none() => (format!("{what} is missing"), "nothing follows this"),
        ("", _) => (format!("{what} is missing"), "nothing here"),
        (_, Some(_)) => (format!("`{text}` is not {what}"), "leave out the spaces"),
        (_, None) => (format!("`{text}` is not {what}"), "a whole number is needed"),
    };
    let label = if text.is_empty() { label.to_owned() } else { not_natural(digits, label) };
    faults.push(Diagnostic::new(Code::UnreadableTaskField, message).label(span, label));
    None
}

/// The number of stacks.
fn stacks(field: Option<&Field>, end: Span, faults: &mut Vec<Diagnostic>) -> Option<usize> {
    let count = number(field, end, "the number of stacks", faults)?;
    let small = count.to::<usize>();
    let allowed = small.filter(|count| (1..=STACKS).contains(count));
    if allowed.is_none() {
        let span = field.map_or(end, |field| field.span);
        let message = format!("{count} is not a possible number of stacks");
        let fault = Diagnostic::new(Code::WrongSizeOfTask, message);
        let fault = fault.label(span, format!("1 to {STACKS} are possible"));
        faults.push(fault.help("the second field is the number of stacks"));
    }
    allowed
}

/// A direction and one sign for each stack; any number of signs if the stacks are not known.
fn switch(field: &Field, stacks: Option<usize>, faults: &mut Vec<Diagnostic>) -> Option<Switch> {
    let mut fault = |message: String, start, end, label: &str| {
        // Switches that all have too many signs are one mistake.
        if faults.iter().all(|earlier| earlier.message != message) {
            let fault = Diagnostic::new(Code::UnreadableSwitch, message);
            let fault = fault.label(Span::new(start, end), label);
            let help = "a switch is + or - and then a sign for each stack: * connected, . not";
            faults.push(fault.help(help));
        }
        None
    };
    let Span { start, end } = field.span;
    let unexpected = |sign| format!("unexpected sign `{sign}` in a switch");
    let (direction, wires) = match field.text.split_at_checked(1) {
        Some(("+", wires)) => (Direction::Up, wires),
        Some(("-", wires)) => (Direction::Down, wires),
        _ if let Some(sign) = field.text.chars().next().filter(|sign| !sign.is_ascii()) => {
            return fault(unexpected(sign), start, start + sign.len_utf8(), "neither + nor -");
        }
        _ => {
            let message = "a switch has no direction".to_owned();
            return fault(message, start, start, "+ or - is missing");
        }
    };
    if let Some((at, sign)) = wires.char_indices().find(|(_, sign)| !matches!(sign, '*' | '.')) {
        let at = start + 1 + at;
        return fault(unexpected(sign), at, at + sign.len_utf8(), "neither * nor .");
    }
    let wanted = stacks.unwrap_or(wires.len().max(1));
    if wires.len() != wanted {
        let (signs, are) = (counted(wires.len(), "sign"), be(wanted));
        let message =
            format!("a switch with {signs}, but there {are} {}", counted(wanted, "stack"));
        return fault(message, start, end, &format!("{wanted} needed"));
    }
    Some(Switch { direction, wired: wires.bytes().map(|sign| sign == b'*').collect() })
}

impl fmt::Display for Switch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.direction == Direction::Up { "+" } else { "-" })?;
        self.wired.iter().try_for_each(|&wired| formatter.write_str(if wired { "*" } else { "." }))
    }
}

/// The code.
impl fmt::Display for Task {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{},{}", self.target, self.heights.len())?;
        self.heights.iter().try_for_each(|height| write!(formatter, ",{height}"))?;
        self.switches.iter().try_for_each(|switch| write!(formatter, ",{switch}"))
    }
}
