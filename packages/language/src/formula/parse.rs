//! From the text to the tree: the only file of formulas that knows the parser generator.

use super::{
    Condition, DEEPEST, Ends, Expression, FactorStep, Formula, Function, LONGEST, Proposition,
    Relation, Sign,
};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::{Integer, number};
use pest::Parser as _;
use pest::error::{Error, ErrorVariant, InputLocation};
use pest::iterators::Pair;

#[derive(pest_derive::Parser)]
#[grammar = "grammar/formula.pest"]
struct Grammar;

impl Formula {
    /// Reads a formula `offset` bytes into its source, to which the places in
    /// [`Formula::variables`] and in the error refer.
    pub fn parse(text: &str, offset: usize) -> Result<Self, Diagnostic> {
        let mut reader = TreeBuilder { offset, variables: Vec::new() };
        let root = reader.whole(Rule::whole_formula, text, "formula", TreeBuilder::expression)?;
        Ok(Self { root, variables: reader.variables })
    }

    /// The integer that a text is, or that a formula without variables comes to.
    ///
    /// ```
    /// use grundy_language::formula::Formula;
    /// for text in ["1000", "10^3", "2^10 - 24", "1e3+1-1", "-24 + 2^10", "4*250", "2*2^9-3*8", "10(99 + 1)"] {
    ///     assert_eq!(Formula::integer(text), Some(1000.into()), "{text}");
    /// }
    /// for wrong in ["", "+", "1+", "1++1", "2*", "*2", "1/2", "1 2", "n+1", "1e-3"] {
    ///     assert_eq!(Formula::integer(wrong), None, "{wrong}");
    /// }
    /// ```
    pub fn integer(text: &str) -> Option<Integer> {
        number::natural(text.trim()).or_else(|| {
            let value = Self::parse(text, 0).ok()?.value(&[]).ok()?;
            value.is_integer().then(|| value.to_integer().into())
        })
    }

    /// Reads formulas with spaces between them, and ranges of them such as `n+1..2n`, each with its place.  Spaces inside
    /// a formula stand in parentheses.
    pub fn list(text: &str, offset: usize) -> Result<Vec<(Ends, Span)>, Diagnostic> {
        let mut depth = 0_usize;
        let is_between = |letter: char| {
            match letter {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && letter.is_whitespace()
        };
        let items = text.split(is_between).filter(|item| !item.is_empty()).map(|item| {
            // The items are slices of the text, so their distance from its start is their place.
            let at = offset + (item.as_ptr() as usize - text.as_ptr() as usize);
            let (first, last) = item.split_once("..").map_or((item, None), |it| (it.0, Some(it.1)));
            let last = last.map(|last| Self::parse(last, at + first.len() + 2));
            let ends = (Self::parse(first, at)?, last.transpose()?);
            Ok((ends, Span::new(at, at + item.len())))
        });
        items.collect()
    }
}

impl Condition {
    /// Reads a condition; see [`Formula::parse`].
    pub fn parse(text: &str, offset: usize) -> Result<Self, Diagnostic> {
        let mut reader = TreeBuilder { offset, variables: Vec::new() };
        let root =
            reader.whole(Rule::whole_condition, text, "condition", TreeBuilder::proposition)?;
        Ok(Self { root, variables: reader.variables })
    }
}

struct TreeBuilder {
    offset: usize,
    variables: Vec<(char, Span)>,
}

impl TreeBuilder {
    fn whole<T>(
        &mut self,
        rule: Rule,
        text: &str,
        noun: &str,
        read: impl Fn(&mut Self, Pair<'_, Rule>) -> Result<T, Diagnostic>,
    ) -> Result<T, Diagnostic> {
        check_size(text, self.offset)?;
        let pair = Grammar::parse(rule, text)
            .map_err(|error| self.unreadable(text, noun, &error))?
            .next()
            .and_then(|whole| whole.into_inner().next());
        match pair {
            Some(pair) => read(self, pair),
            None => Err(self.fault(Span::new(0, text.len()), format!("this is not a {noun}"))),
        }
    }

    fn fault(&self, span: Span, message: String) -> Diagnostic {
        Diagnostic::new(Code::UnreadableFormula, message)
            .label(span.shifted(self.offset), "not understood")
    }

    fn unreadable(&self, text: &str, noun: &str, error: &Error<Rule>) -> Diagnostic {
        let at = match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
        };
        let rest = text.get(at..).unwrap_or_default();
        let width = rest.chars().next().map_or(0, char::len_utf8);
        let wanted = match &error.variant {
            ErrorVariant::ParsingError { positives, .. } => wanted(positives),
            ErrorVariant::CustomError { message } => message.clone(),
        };
        let message = match rest.chars().next() {
            Some(letter) => format!("unexpected `{letter}` in this {noun}"),
            None => format!("this {noun} ends too early"),
        };
        let place = Span::new(at, at + width).shifted(self.offset);
        let diagnostic = Diagnostic::new(Code::UnreadableFormula, message).label(place, wanted);
        match help(text, at) {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }

    fn expression(&mut self, pair: Pair<'_, Rule>) -> Result<Expression, Diagnostic> {
        match pair.as_rule() {
            Rule::sum => self.sum(pair),
            Rule::remainder => {
                let mut sides = pair.into_inner().filter(|part| part.as_rule() != Rule::mod_word);
                let (left, right) = (sides.next(), sides.next());
                let left = self.some(left)?;
                match right {
                    None => Ok(left),
                    Some(right) => {
                        let divisor = self.divisor(span(&right), |it| it.product(right))?;
                        Ok(Expression::Modulo(Box::new((left, divisor))))
                    }
                }
            }
            Rule::product => self.product(pair),
            Rule::power => {
                let mut parts = pair.into_inner();
                let (base, exponent) = (parts.next(), parts.next());
                let base = self.some(base)?;
                match exponent {
                    None => Ok(base),
                    Some(exponent) => {
                        let exponent = self.some(exponent.into_inner().next())?;
                        Ok(Expression::Power(Box::new((base, exponent))))
                    }
                }
            }
            Rule::call => self.call(pair),
            Rule::root => {
                let radicand = self.some(pair.into_inner().next())?;
                let [one, two] = [1, 2].map(|it| Expression::Number(it.into()));
                let half = vec![(FactorStep::Times, one), (FactorStep::Over, two)];
                Ok(Expression::Power(Box::new((radicand, Expression::Product(half)))))
            }
            Rule::variable => {
                let Some(letter) = pair.as_str().chars().next() else {
                    return Err(self.fault(span(&pair), "this is not a variable".to_owned()));
                };
                self.variables.push((letter, span(&pair).shifted(self.offset)));
                Ok(Expression::Variable(letter))
            }
            _ => match number::natural(pair.as_str()) {
                Some(number) => Ok(Expression::Number(number)),
                None => Err(self.fault(span(&pair), "this number is too large".to_owned())),
            },
        }
    }

    /// The grammar guarantees the part; were it missing, the text would have to be rejected.
    fn some(&mut self, pair: Option<Pair<'_, Rule>>) -> Result<Expression, Diagnostic> {
        match pair {
            Some(pair) => self.expression(pair),
            None => Err(self.fault(Span::default(), "a part is missing".to_owned())),
        }
    }

    fn sum(&mut self, pair: Pair<'_, Rule>) -> Result<Expression, Diagnostic> {
        let mut terms = Vec::new();
        let mut sign = Sign::Plus;
        for part in pair.into_inner() {
            if part.as_rule() == Rule::sign {
                sign = if part.as_str() == "-" { Sign::Minus } else { Sign::Plus };
            } else {
                terms.push((sign, self.expression(part)?));
            }
        }
        match <[_; 1]>::try_from(terms) {
            Ok([(Sign::Plus, only)]) => Ok(only),
            Ok(single) => Ok(Expression::Sum(single.into())),
            Err(terms) => Ok(Expression::Sum(terms)),
        }
    }

    /// What is divided by, which has no value anywhere if it is written as 0.
    fn divisor(
        &mut self,
        place: Span,
        read: impl FnOnce(&mut Self) -> Result<Expression, Diagnostic>,
    ) -> Result<Expression, Diagnostic> {
        match read(self)? {
            Expression::Number(number) if number.is_zero() => {
                Err(self.fault(place, "division by zero".to_owned()))
            }
            divisor => Ok(divisor),
        }
    }

    /// Factors side by side are one operand of `*` and `/`; after `/` that would be ambiguous.
    fn product(&mut self, pair: Pair<'_, Rule>) -> Result<Expression, Diagnostic> {
        let mut factors = Vec::new();
        let mut step = FactorStep::Times;
        for part in pair.into_inner() {
            if part.as_rule() == Rule::operator {
                step = if part.as_str() == "/" { FactorStep::Over } else { FactorStep::Times };
                continue;
            }
            let (place, text) = (span(&part), part.as_str().trim_end().to_owned());
            let run: Vec<_> = part.into_inner().collect();
            if step == FactorStep::Over && run.len() > 1 {
                return Err(self
                    .fault(place, format!("`/{text}` is ambiguous"))
                    .note("does the division end before or after the second factor?")
                    .help(format!("write parentheses: `/({text})`, or `(a/b)c`")));
            }
            for power in run {
                let factor = match step {
                    FactorStep::Over => self.divisor(span(&power), |it| it.expression(power))?,
                    FactorStep::Times => self.expression(power)?,
                };
                factors.push((step, factor));
            }
        }
        match <[_; 1]>::try_from(factors) {
            Ok([(_, only)]) => Ok(only),
            Err(factors) => Ok(Expression::Product(factors)),
        }
    }

    fn call(&mut self, pair: Pair<'_, Rule>) -> Result<Expression, Diagnostic> {
        let place = span(&pair);
        let mut parts = pair.into_inner();
        let name = parts.next().map_or("", |part| part.as_str());
        let known = Function::named(name);
        let arguments: Vec<_> =
            parts.map(|part| self.expression(part)).collect::<Result<_, _>>()?;
        match known {
            Some(function) if arguments.len() == 1 || !function.is_unary() => {
                Ok(Expression::Call(function, arguments))
            }
            _ => {
                Err(self
                    .fault(place, format!("`{name}` takes one argument, not {}", arguments.len())))
            }
        }
    }

    fn proposition(&mut self, pair: Pair<'_, Rule>) -> Result<Proposition, Diagnostic> {
        match pair.as_rule() {
            Rule::disjunction => self.joined(pair, Rule::or_word, Proposition::Or),
            Rule::conjunction => self.joined(pair, Rule::and_word, Proposition::And),
            Rule::negation => {
                let mut negated = false;
                let mut inner = None;
                for part in pair.into_inner() {
                    if part.as_rule() == Rule::not_word {
                        negated = !negated;
                    } else {
                        inner = Some(self.proposition(part)?);
                    }
                }
                match inner {
                    Some(inner) if negated => Ok(Proposition::Not(Box::new(inner))),
                    Some(inner) => Ok(inner),
                    None => Err(self.fault(Span::default(), "a part is missing".to_owned())),
                }
            }
            _ => {
                let mut parts = pair.into_inner();
                let first = parts.next();
                let first = self.some(first)?;
                let mut rest = Vec::new();
                let mut relation = Relation::Equal;
                for part in parts {
                    if part.as_rule() == Rule::relation {
                        relation = Relation::named(part.as_str()).unwrap_or(Relation::Equal);
                    } else {
                        rest.push((relation, self.expression(part)?));
                    }
                }
                Ok(Proposition::Compare(first, rest))
            }
        }
    }

    fn joined(
        &mut self,
        pair: Pair<'_, Rule>,
        word: Rule,
        join: fn(Vec<Proposition>) -> Proposition,
    ) -> Result<Proposition, Diagnostic> {
        let parts = pair.into_inner().filter(|part| part.as_rule() != word);
        let parts: Vec<_> = parts.map(|part| self.proposition(part)).collect::<Result<_, _>>()?;
        match <[_; 1]>::try_from(parts) {
            Ok([only]) => Ok(only),
            Err(parts) => Ok(join(parts)),
        }
    }
}

/// Rejects what the recursive parser must not see.
fn check_size(text: &str, offset: usize) -> Result<(), Diagnostic> {
    let whole = Span::new(0, text.len()).shifted(offset);
    if text.len() > LONGEST {
        return Err(Diagnostic::new(
            Code::FormulaTooLarge,
            format!("this text has {} bytes", text.len()),
        )
        .label(whole, "too long")
        .note(format!("limit: bytes of a formula, {LONGEST}")));
    }
    let mut depth = 0_usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST {
            return Err(Diagnostic::new(
                Code::FormulaTooLarge,
                "parentheses are nested too deeply",
            )
            .label(Span::new(at, at + 1).shifted(offset), "one too many")
            .note(format!("limit: parentheses inside one another, {DEEPEST}")));
        }
    }
    Ok(())
}

/// The rules that would have fitted, in words, each once.
fn wanted(rules: &[Rule]) -> String {
    let mut words: Vec<&str> = rules
        .iter()
        .flat_map(|rule| -> &[&str] {
            match rule {
                Rule::EOI => &["the end"],
                Rule::relation => &["a comparison"],
                Rule::sign | Rule::operator | Rule::mod_word => &["an operator"],
                Rule::and_word | Rule::or_word => &["`and`", "`or`"],
                Rule::not_word => &["a condition"],
                _ => &["a number", "a variable", "a parenthesis"],
            }
        })
        .copied()
        .collect();
    words.sort_unstable();
    words.dedup();
    match words.split_last() {
        None => "not understood".to_owned(),
        Some((last, [])) => format!("expected {last}"),
        Some((last, others)) => format!("expected {} or {last}", others.join(", ")),
    }
}

/// What to try where reading stops, for what people write in other languages.
fn help(text: &str, at: usize) -> Option<&'static str> {
    let rest = text.get(at..)?;
    let word = rest.chars().take_while(char::is_ascii_alphabetic).count();
    let opened = text[..at].matches('(').count() > text[..at].matches(')').count();
    if rest.is_empty() && opened {
        Some("close the parenthesis")
    } else if rest.starts_with("sqrt") {
        Some("write a root as `sqrt(2)`")
    } else if rest.starts_with("**") {
        Some("write a power as `n^2`")
    } else if rest.starts_with('%') {
        Some("write a remainder as `n mod 4`")
    } else if rest.starts_with("&&") || rest.starts_with("||") {
        Some("join conditions with `and` or `or`")
    } else if rest.starts_with('=') {
        Some("write equality as `==`")
    } else if rest.starts_with('!') {
        Some("write `not` before a condition, `!=` for unequal")
    } else if rest.starts_with('^') {
        Some("write parentheses: `a^(b^c)` or `(a^b)^c`")
    } else if rest.starts_with('.') && rest[1..].starts_with(|it: char| it.is_ascii_digit()) {
        Some("write a fraction: `5/2` instead of `2.5`")
    } else if rest.starts_with(|letter: char| letter.is_ascii_digit()) {
        Some("write a number before the other factors: `2n`, or after `*`")
    } else if rest.starts_with("mod") {
        Some("write parentheses: `(a mod b) mod c`")
    } else if word > 2 {
        Some("a variable is one letter")
    } else if word > 1 {
        Some("a variable is one letter; separate factors with a space: `n m`")
    } else {
        None
    }
}

fn span(pair: &Pair<'_, Rule>) -> Span {
    let span = pair.as_span();
    Span::new(span.start(), span.start() + span.as_str().trim_end().len())
}
