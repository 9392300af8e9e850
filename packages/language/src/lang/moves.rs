//! A move list that stands alone: `{ 2n 5n 6n+1 8n+1 }`, without words.

use super::Mended;
use super::read::ast::{HeadNode, Text};
use super::read::scope::{NameKind, Scope};
use super::read::{Findings, form};
use super::typed::{self, typed};
use super::{Options, explain};
use crate::Integer;
use crate::affine::Affine;
use crate::diagnostic::{Code, Diagnostic, Severity, Span};
use crate::formula::{Ends, Formula};
use crate::model::{Condition, Move};
use crate::number;
use crate::polynomial::{Polynomial, Style, Written as _};
use rustc_hash::FxHashSet;

/// The moves of a family, in the order they were written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveList {
    /// The parameters, in the order in which the moves mention them.
    pub parameters: Vec<String>,
    /// The moves; variable number i of a form is parameter number i, or a power of it.
    pub moves: Vec<Move>,
    /// For each parameter that the moves have in exponents, the number of which they have a power: 2 for `{ 3 2^n+1 }`.
    pub bases: Vec<Option<u32>>,
}

/// The most moves of one game.
const MOST_SIZES: u64 = 1 << 20;

/// Why moves are none for some parameters; the texts tell the moves as they are written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SizeError {
    /// A range of too many moves.
    #[error("{0} is more moves than the {1} that are supported")]
    TooMany(String, u64),
    /// Less than 1.
    #[error("{0} is not a move: a move takes at least 1")]
    TooSmall(String),
    /// More than is supported.
    #[error("the move {0} is too large: at most {1} is supported")]
    TooLarge(String, u64),
    /// A power of this number by an exponent that is negative or very large.
    #[error("{0}^{1} is {what}", what = if .1.is_negative() { "not an integer" } else { "too large" })]
    Power(u32, Integer),
    /// The same form twice.
    #[error("the move {0} is listed twice")]
    Listed(String),
    /// The same number by two forms.
    #[error("two moves are the same: {0}, and {1}")]
    Repeated(String, String),
}

impl MoveList {
    fn new(parameters: Vec<String>, moves: Vec<Move>, bases: &[(char, u32)]) -> Self {
        let base = |name: &String| bases.iter().find(|(letter, _)| name.starts_with(*letter));
        let bases = parameters.iter().map(|name| base(name).map(|it| it.1)).collect();
        Self { parameters, moves, bases }
    }

    /// What the variables of the moves are, as they are written: `n`, `2^n`.
    pub fn variables(&self) -> Vec<String> {
        let variable = |(name, base): (&String, &Option<u32>)| match base {
            Some(base) => format!("{base}^{name}"),
            None => name.clone(),
        };
        self.parameters.iter().zip(&self.bases).map(variable).collect()
    }

    /// The values of the variables of the moves for some values of the parameters.
    ///
    /// # Errors
    /// Exponents that are negative or very large.
    pub fn raised(&self, point: &[Integer]) -> Result<Vec<Integer>, SizeError> {
        let value = |(value, base): (&Integer, &Option<u32>)| match base {
            Some(base) => raised(*base, value),
            None => Ok(value.clone()),
        };
        point.iter().zip(&self.bases).map(value).collect()
    }

    /// A move as it is written: `3*2^n+1`.
    pub fn written(&self, one: &Move) -> String {
        written(one, &self.variables())
    }

    /// The moves for some values of the parameters, in increasing order: different numbers from 1 to
    /// `greatest`.
    ///
    /// ```
    /// let list = grundy_language::lang::moves("{ 2n+1 n }").unwrap();
    /// assert_eq!(list.sizes(&[7.into()], 100), Ok(vec![7, 15]));
    /// let error = list.sizes(&[0.into()], 100).unwrap_err();
    /// assert_eq!(error.to_string(), "n = 0 for n = 0 is not a move: a move takes at least 1");
    /// ```
    ///
    /// # Errors
    /// The first move that is none, or two that are the same.
    pub fn sizes(&self, point: &[Integer], greatest: u64) -> Result<Vec<u64>, SizeError> {
        let ranges = self.ranges(point, greatest)?;
        let count = |(first, last): &(u64, u64)| last.saturating_sub(*first).saturating_add(1);
        let all = ranges.iter().map(count).fold(0, u64::saturating_add);
        if all > MOST_SIZES {
            let at = self.raised(point)?;
            let longest =
                self.moves.iter().max_by_key(|one| one.greatest().at(&at) - one.size.at(&at));
            let shown = longest.map_or(String::new(), |one| self.written(one));
            return Err(SizeError::TooMany(shown, MOST_SIZES));
        }
        Ok(ranges.into_iter().flat_map(|(first, last)| first..=last).collect())
    }

    /// The same as the first and the last one of each range of moves without a gap, in increasing order.
    ///
    /// ```
    /// let list = grundy_language::lang::moves("{ 1..n n+1 4n }").unwrap();
    /// assert_eq!(list.ranges(&[1_000_000.into()], 1 << 40), Ok(vec![(1, 1_000_001), (4_000_000, 4_000_000)]));
    /// ```
    ///
    /// # Errors
    /// As [`MoveList::sizes`], but for the number of moves.
    pub fn ranges(&self, point: &[Integer], greatest: u64) -> Result<Vec<(u64, u64)>, SizeError> {
        let mut listed = FxHashSet::default();
        for one in self.moves.iter().filter(|one| one.last.is_none()) {
            if !listed.insert(&one.size) {
                return Err(SizeError::Listed(self.written(one)));
            }
        }
        let at = self.raised(point)?;
        let small = |one: &Move, size: &Integer| {
            if !size.is_positive() {
                return Err(SizeError::TooSmall(self.shown(one, size, point)));
            }
            let small = size.to::<u64>();
            let small = small.filter(|small| *small <= greatest);
            small.ok_or_else(|| SizeError::TooLarge(self.shown(one, size, point), greatest))
        };
        let mut ranges = Vec::with_capacity(self.moves.len());
        for one in &self.moves {
            let (first, last) = (one.size.at(&at), one.greatest().at(&at));
            if first <= last {
                ranges.push((small(one, &first)?, small(one, &last)?, one));
            }
        }
        let shown = |(first, _, one): &(u64, u64, &Move)| self.shown(one, &(*first).into(), point);
        ranges.sort_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)).then_with(|| shown(a).cmp(&shown(b))));
        let mut joined: Vec<(u64, u64)> = Vec::with_capacity(ranges.len());
        for (index, &(first, last, one)) in ranges.iter().enumerate() {
            if let Some((_, _, before)) = index.checked_sub(1).map(|it| ranges[it])
                && [before, one].iter().all(|it| it.last.is_none())
                && ranges[index - 1].0 == first
            {
                let shown = [before, one].map(|it| self.shown(it, &first.into(), point));
                let [before, one] = shown;
                return Err(SizeError::Repeated(before, one));
            }
            match joined.last_mut() {
                Some((_, end)) if first <= end.saturating_add(1) => *end = last.max(*end),
                _ => joined.push((first, last)),
            }
        }
        Ok(joined)
    }

    /// `2n = 6 for n = 3`
    fn shown(&self, one: &Move, size: &Integer, point: &[Integer]) -> String {
        let written = self.written(one);
        if one.size.is_constant() && one.greatest().is_constant() {
            return written;
        }
        let pairs = self.parameters.iter().zip(point);
        let pairs: Vec<_> = pairs.map(|(name, value)| format!("{name} = {value}")).collect();
        match one.last {
            None => format!("{written} = {size} for {}", pairs.join(", ")),
            Some(_) => format!("{size} in {written} for {}", pairs.join(", ")),
        }
    }
}

/// The power of a number.
///
/// # Errors
/// An exponent that is negative or very large.
pub fn raised(base: u32, exponent: &Integer) -> Result<Integer, SizeError> {
    let power = exponent.to().and_then(|exponent| number::power(&base.into(), exponent));
    power.ok_or_else(|| SizeError::Power(base, exponent.clone()))
}

/// A move in these variables, which may be powers such as `2^n`.
pub fn written(one: &Move, variables: &[String]) -> String {
    let end =
        |form: &Affine| Polynomial::from(form).display(variables, &Style::Text).replace(' ', "");
    match &one.last {
        None => end(&one.size),
        Some(last) => format!("{}..{}", end(&one.size), end(last)),
    }
}

/// Reads a list of moves, in braces or not, with or without commas.  Every letter in it is a parameter, or the exponent of
/// powers of a number.
///
/// ```
/// for text in ["{ 2n n+m }", "2n n+m", "2*n, n + m", "[2n, n+m]", "S={2n,n+m}", "(2n, n+m)"] {
///     let list = grundy_language::lang::moves(text).unwrap();
///     assert_eq!(list.parameters, ["n", "m"]);
///     assert_eq!(list.moves[1].size.display(&list.parameters).to_string(), "n+m");
/// }
/// let list = grundy_language::lang::moves("{ 3*2^(n+1)-1 5 }").unwrap();
/// assert_eq!(list.written(&list.moves[0]), "6*2^n-1");
/// assert_eq!(list.sizes(&[3.into()], 100), Ok(vec![5, 47]));
/// ```
///
/// # Errors
/// What is wrong, with places in the source.
pub fn moves(source: &str) -> Result<MoveList, Vec<Diagnostic>> {
    check_form(source)?;
    let bases = typed::bases(source).map_err(|found| vec![found])?;
    read(&typed(source, false), &bases)
}

/// Reads a list of numbers that need not be integers, and are values of formulas without variables.
///
/// ```
/// use grundy_language::lang::reals;
/// let list = reals("{ 1.5, sqrt(2) + 1, 2..4 }").unwrap();
/// assert_eq!(list[1].0.0.to_string(), "2^(1/2) + 1");
/// assert_eq!(list[2].0.1.as_ref().map(ToString::to_string).as_deref(), Some("4"));
/// assert!(reals("1 pi").unwrap_err().message.contains("does not lie in a field Q(sqrt d)"));
/// ```
///
/// # Errors
/// What is wrong, with its place in the source.
pub fn reals(source: &str) -> Result<Vec<(Ends, Span)>, Diagnostic> {
    let typed = typed(source, true);
    let text = typed.text.trim();
    let inside = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let Some(inside) = inside.filter(|inside| !inside.contains(['{', '}', '[', ']'])) else {
        let whole = Span::new(0, source.len());
        return Err(Diagnostic::new(Code::UnreadableMoves, "the braces do not match")
            .label(whole, "not a list of moves")
            .help("write all moves in one pair of braces, such as {1/2, 1}"));
    };
    let help = "write real moves as 3/2, 1.5, sqrt(2) or 2+3sqrt(5)";
    let at = |part: &str| part.as_ptr() as usize - typed.text.as_ptr() as usize;
    let place = |part: &str| typed.origin(Span::new(at(part), at(part) + part.len()));
    let names = inside.split(|it: char| !it.is_alphanumeric());
    let names = names.map(|name| name.trim_start_matches(|it: char| it.is_ascii_digit()));
    if let Some(name) = names.into_iter().find(|name| !matches!(*name, "" | "sqrt")) {
        let shown: String = source[place(name).range()].chars().take(40).collect();
        let message = match name {
            "pi" | "π" | "e" => format!(
                "`{name}` does not lie in a field Q(sqrt d), and only there can numbers be compared exactly"
            ),
            _ => format!("`{shown}` is not a number"),
        };
        let found = Diagnostic::new(Code::UnreadableMoves, message);
        return Err(found.label(place(name), "not a number").help(help));
    }
    let list = Formula::list(inside, at(inside)).map_err(|found| {
        let found = typed.about_source(found);
        let is_ours = found.code == Code::UnreadableFormula && found.help.is_none();
        if is_ours { found.help(help) } else { found }
    })?;
    Ok(list.into_iter().map(|(ends, span)| (ends, typed.origin(span))).collect())
}

/// Reads a list of moves that may have conditions before it, as in `n >= 4 { 2 3 n }`.
///
/// ```
/// let (list, conditions) = grundy_language::lang::family("n>=4 {2, 3, n}").unwrap();
/// assert_eq!((list.moves.len(), conditions.len()), (3, 1));
/// let (_, conditions) = grundy_language::lang::family("a >= 1 and b >= a + 1 and b <= 2a { a b }").unwrap();
/// assert_eq!(conditions.len(), 3);
/// assert!(grundy_language::lang::family("2 3 n").unwrap().1.is_empty());
/// ```
///
/// # Errors
/// What is wrong, with places in the source.
pub fn family(source: &str) -> Result<(MoveList, Vec<Condition>), Vec<Diagnostic>> {
    check_form(source)?;
    let bases = typed::bases(source).map_err(|found| vec![found])?;
    let mut typed = typed(source, false);
    if !typed.text.contains('{') || typed.text.trim_start().starts_with('{') {
        return Ok((read(&typed, &bases)?, Vec::new()));
    }
    let end = Span::new(source.len(), source.len());
    typed.push(source, "\nREPEAT - ENDREP", end);
    let lowered = super::parse(&typed.text, &Options::default());
    let Some(description) = lowered.description else {
        return Err(lowered.diagnostics.into_iter().map(|it| typed.about_source(it)).collect());
    };
    let (mut moves, mut conditions) = (description.moves, description.conditions);
    let places = moves.iter_mut().map(|it| &mut it.span);
    for span in places.chain(conditions.iter_mut().map(|it| &mut it.span)) {
        *span = typed.origin(*span);
    }
    let parameters = description.parameters.into_iter().map(|one| one.name).collect();
    Ok((MoveList::new(parameters, moves, &bases), conditions))
}

/// A comma separates moves, so that `1,000` would be the moves 1 and 0; and some lists may well be meant as something else.
pub fn check_form(source: &str) -> Result<(), Vec<Diagnostic>> {
    if let Some(message) = number::doubtful(source) {
        let whole = Span::new(0, source.len());
        let label = "not surely a list of moves";
        return Err(vec![Diagnostic::new(Code::CommaBetweenMoves, message).label(whole, label)]);
    }
    let Some(place) = number::grouped(source) else { return Ok(()) };
    let [plain, marked] = ["", "_"].map(|sign| source[place.clone()].replace(',', sign));
    let found = Diagnostic::new(Code::CommaBetweenMoves, "a comma separates moves, not digits")
        .label(Span::new(place.start, place.end), "several moves, not one")
        .help(format!("for one move, write {plain} or {marked}"));
    Err(vec![found])
}

fn read(typed: &Mended, bases: &[(char, u32)]) -> Result<MoveList, Vec<Diagnostic>> {
    let source = &typed.text;
    let mut diagnostics = Findings::default();
    let about_source = |found: Vec<Diagnostic>| -> Vec<Diagnostic> {
        found.into_iter().map(|it| typed.about_source(it)).collect()
    };
    let text = form(source, true, &mut diagnostics)
        .map_err(|fault| about_source(explain::explain_moves(source, fault.diagnostic)))?;
    report_other_parts(&text, source, &mut diagnostics);
    let mut scope = Scope::default();
    let mut parameters = Vec::new();
    let mut moves = Vec::new();
    for each in text.moves.iter().flat_map(|list| &list.moves) {
        let terms = each.ends().flat_map(|end| &end.terms);
        for name in terms.filter_map(|term| term.variable) {
            let letter = name.letter.to_string();
            if !parameters.contains(&letter) {
                scope.declare(name, NameKind::Parameter, Affine::variable(parameters.len()));
                parameters.push(letter);
            }
        }
        let size = scope.resolve(&each.first, &mut diagnostics);
        let last = each.last.as_ref().map(|last| scope.resolve(last, &mut diagnostics));
        if let (Some(size), None | Some(Some(_))) = (size, &last) {
            moves.push(Move { size, last: last.flatten(), span: typed.origin(each.span()) });
        }
    }
    let diagnostics = diagnostics.finish();
    if diagnostics.iter().any(|diagnostic| diagnostic.severity() == Severity::Error) {
        return Err(about_source(diagnostics));
    }
    Ok(MoveList::new(parameters, moves, bases))
}

fn report_other_parts(text: &Text, source: &str, diagnostics: &mut Findings) {
    let condition = text.head.iter().find_map(|node| match node {
        HeadNode::Order(_, span) | HeadNode::Rule(span) => Some(*span),
        HeadNode::Comment(_) => None,
    });
    let unit = || text.body.iter().find_map(|node| node.place(source));
    if let Some(place) = condition.or_else(unit) {
        diagnostics.push(
            Diagnostic::new(Code::UnknownToken, "only a move list is allowed here")
                .label(place, "not part of it")
                .help("write the moves in one pair of braces, such as `{ 2n 5n 6n+1 }`"),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(source: &str) -> Vec<Code> {
        let diagnostics = moves(source).expect_err("an error");
        diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
    }

    #[test]
    fn parameters_come_in_the_order_of_the_text() {
        let list = moves("{ 2n 5m+n 7 }").expect("a move list");
        assert_eq!(list.parameters, ["n", "m"]);
        let point = [Integer::from(10), Integer::from(1)];
        let sizes: Vec<_> = list.moves.iter().map(|one| one.size.at(&point)).collect();
        assert_eq!(sizes, [20, 15, 7].map(Integer::from));
    }

    #[test]
    fn moves_are_linear_in_one_power() {
        for (text, base, first) in [
            ("{ 2^n 3 }", 2, "2^n"),
            ("5*3^n+1, 4", 3, "5*3^n+1"),
            ("{ 3 * 2**(n + 2)..9*2^(n+1) }", 2, "12*2^n..18*2^n"),
            ("{ 2^(2n+1)-1 4^n }", 4, "2*4^n-1"),
            ("n >= 4 { 10^n-7 2 }", 10, "10^n-7"),
        ] {
            let (list, _) = family(text).unwrap_or_else(|found| panic!("{text}: {found:?}"));
            assert_eq!(
                (list.bases[0], list.written(&list.moves[0])),
                (Some(base), first.to_owned())
            );
        }
        let list = moves("{ 2^n a*3 m }").map_err(|found| found[0].message.clone());
        assert!(list.is_err(), "{list:?}");
        let list = moves("{ m 2^n a }").expect("a list");
        assert_eq!(
            (&list.variables()[..], list.bases),
            (&["m", "2^n", "a"].map(str::to_owned)[..], vec![None, Some(2), None])
        );
        for (text, message) in [
            ("{ 2^n 3^n }", "powers of different numbers: 2^n and 3^n"),
            ("{ 2^n 4^n }", "powers of different numbers: 2^n and 4^n"),
            ("{ 2^n 3n }", "n is used in an exponent and elsewhere"),
            ("{ 1^n 3 }", "a power is that of a number from 2 on"),
            ("{ 2^(0n) 3 }", "a power is that of a number from 2 on"),
            ("{ 2^(n-1) 3 }", "an exponent must not be less than the parameter"),
            ("{ 99999999999^n 3 }", "the numbers of this power are too large"),
            ("2^n >= 8 { 2^n 3 }", "a condition is about n itself"),
        ] {
            assert_eq!(family(text).expect_err("an error")[0].message, message, "{text}");
        }
        for (at, message) in
            [(-1, "2^-1 is not an integer"), (1_i64 << 40, "2^1099511627776 is too large")]
        {
            let error = moves("{ 2^n 3 }").expect("a list").sizes(&[at.into()], 100);
            assert_eq!(error.expect_err("no game").to_string(), message);
        }
    }

    #[test]
    fn only_a_move_list_is_read() {
        assert_eq!(codes("n >= 1 { n }"), [Code::UnknownToken]);
        assert_eq!(codes("{ n } An"), [Code::UnknownToken]);
        assert_eq!(codes(""), [Code::NoMoves]);
        assert_eq!(codes("{ n } { 2n }"), [Code::TwoMoveLists]);
        assert!(!codes("{ 2N }").is_empty());
        assert_eq!(moves("{ }").map(|list| list.moves.len()), Ok(0));
        assert!(!codes("{ n").is_empty());
        assert!(!codes("[1, 3").is_empty());
        assert!(!codes("1, 3]").is_empty());
        assert!(!codes("{ n ]").is_empty());
        assert!(!codes("[1] [2]").is_empty());
        assert!(!codes("n >= 1 n").is_empty());
    }

    #[test]
    fn moves_are_read_as_people_write_them() {
        let shown = |source: &str| {
            let list = moves(source).expect(source);
            let shown = list.moves.iter().map(|it| it.size.display(&list.parameters).to_string());
            shown.collect::<Vec<_>>().join(" ")
        };
        for source in [
            "1 3 4",
            "1,3,4",
            "1, 3, 4",
            "1;3;4",
            "{1,3,4}",
            "{ 1 3 4 }",
            "[1, 3, 4]",
            "(1,3,4)",
            "S={1,3,4}",
            "S = { 1, 3, 4 }",
            "L=[1,3,4]",
            "S=1,3,4",
            " 1  3 4\n",
            "1,3,4,",
            "\\{1, 3, 4\\}",
        ] {
            assert_eq!(shown(source), "1 3 4", "{source}");
        }
        for (source, meant) in [
            ("n 2n", "n 2n"),
            ("2*n + 1, 3n - 2", "2n+1 3n-2"),
            ("2n − 1", "2n-1"),
            ("10^3 1e6 1_000_000n 2*10^2", "1000 1000000 1000000n 200"),
            ("2^5, 10^2n + 1", "32 100n+1"),
            ("2e 2e+1 2e - 1", "2e 2e+1 2e-1"),
            ("[n, -n + 7]", "n -n+7"),
        ] {
            assert_eq!(shown(source), meant, "{source}");
        }
    }

    #[test]
    fn places_are_those_of_the_source() {
        let source = "10^3, 2*n + 1, [";
        let list = moves(&source[..13]).expect("a list");
        let pieces = list.moves.iter().map(|one| &source[one.span.range()]).collect::<Vec<_>>();
        assert_eq!(pieces, ["10^3", "2*n + 1"]);
        let found = moves("1e3 2n 3N").expect_err("an error");
        assert_eq!(found[0].labels[0].span, crate::diagnostic::Span::new(8, 9));
        let (_, conditions) = family("n≥4 [2, n]").expect("a family");
        assert_eq!(&"n≥4 [2, n]"[conditions[0].span.range()], "n≥4");
    }

    #[test]
    fn commas_do_not_group_digits() {
        for source in ["1,000 2", "{ 2 1,000,000 }", "n 10,050"] {
            assert_eq!(codes(source), [Code::CommaBetweenMoves], "{source}");
            assert_eq!(family(source).map_err(|found| found[0].code), Err(Code::CommaBetweenMoves));
        }
        let found = moves("2 1,000").expect_err("an error").remove(0);
        assert_eq!(found.labels[0].span, Span::new(2, 7));
        assert!(
            found.help.as_ref().is_some_and(|it| it.contains("write 1000 or 1_000")),
            "{found:?}"
        );
        assert_eq!(moves("1,500").map(|list| list.moves.len()), Ok(2));
    }

    #[test]
    fn a_move_is_listed_once() {
        let reason = |source: &str, n: i64| {
            moves(source).expect(source).sizes(&[n.into()], 100).expect_err("an error").to_string()
        };
        assert_eq!(reason("{ n 2n n }", 3), "the move n is listed twice");
        assert_eq!(
            reason("{ n 2n n+1 }", 1),
            "two moves are the same: 2n = 2 for n = 1, and n+1 = 2 for n = 1"
        );
    }
}
