//! Notations of other languages, of mathematics and of prose: what is written here instead.
//!
//! The rules of `grammar/foreign.pest` say what each looks like.

use super::bounds;
use super::fault::{self, shown};
use super::lenient::{self, Comparison};
use super::{ANYWHERE, Context, Found, Line, Lost, foreign_signs, items, keyword, moves, words};
use super::{REACH_OF_LISTS, gap_before, relation_in, within};
use crate::Integer;
use crate::diagnostic::{Code, Diagnostic, Edit, Span};
use crate::lang::read::parse::WHITE;
use pest::Parser as _;
use pest::iterators::Pair;

#[derive(pest_derive::Parser)]
#[grammar = "../../grammar/foreign.pest"]
pub(super) struct Foreign;

/// What is said of keywords in lower case.
pub(super) const CASE: &str = "write keywords in upper case";

/// A notation: its rule, where it is looked for, its code, what is lost if it is not read, and what is said.
type Notation = (Rule, Place, Code, Lost, &'static str);

/// Where a notation is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Before the moves.
    Head,
    /// After them; before them only if it begins with a keyword.
    Body,
    Anywhere,
}
use Place::{Anywhere, Body, Head};

/// What a notation means.
enum Meant {
    /// This text, which may be longer than the notation by what follows it.
    Text(String),
    /// The same, for a notation that ends here.
    UpTo(usize, String),
    /// It has no one reading; this is what to do.
    Advice(String),
}

fn text(text: impl Into<String>) -> Option<Meant> {
    Some(Meant::Text(text.into()))
}

fn advice(text: impl Into<String>) -> Option<Meant> {
    Some(Meant::Advice(text.into()))
}

/// The parts of a notation.
struct Parts<'a> {
    pair: Pair<'a, Rule>,
    line: &'a Line<'a>,
    context: &'a Context,
}

impl<'a> Parts<'a> {
    fn all(&self, rule: Rule) -> impl Iterator<Item = Pair<'a, Rule>> {
        self.pair.clone().into_inner().filter(move |it| it.as_rule() == rule)
    }

    /// The first part of this kind.
    fn get(&self, rule: Rule) -> Option<&'a str> {
        Some(self.all(rule).next()?.as_str().trim())
    }

    fn has(&self, rule: Rule) -> bool {
        self.all(rule).next().is_some()
    }

    fn name(&self) -> Option<&'a str> {
        self.get(Rule::variable)
    }

    /// The expression with this number.
    fn sum(&self, number: usize) -> Option<String> {
        lenient::expression(self.all(Rule::sum).nth(number)?.as_str())
    }

    /// The same, less 1.
    fn before(&self, number: usize) -> Option<String> {
        let form = lenient::form(&format!("{} - 1", self.sum(number)?))?;
        Some(form.to_string())
    }

    /// The first and the last of numbers that follow one another.
    fn numbers(&self) -> Option<(Integer, Integer)> {
        let numbers = self.all(Rule::numbers).next()?.into_inner();
        let numbers: Vec<Integer> =
            numbers.map(|it| it.as_str().parse().ok()).collect::<Option<_>>()?;
        let follow = numbers.windows(2).all(|two| &two[0] + &Integer::ONE == two[1]);
        Some((numbers.first()?.clone(), numbers.last()?.clone())).filter(|_| follow)
    }

    fn orders(&self) -> Option<String> {
        Some(bounds::orders(self.all(Rule::orders).next()?)?.meant)
    }

    fn words(&self) -> Option<String> {
        words::words(self.get(Rule::inner)?, self.context)
    }

    fn loop_head(&self, from: String, upto: String) -> Option<Meant> {
        text(format!("FOR {} FROM {from} UPTO {upto} REP", self.name()?))
    }

    fn with_parameter(&self, equation: String) -> Option<Meant> {
        advice(format!("write it with a new parameter, such as `m >= 1` and {equation}"))
    }

    fn end(&self) -> usize {
        self.line.start + self.pair.as_str().trim_end().len()
    }
}

const BOUND: &str = "does not bound a parameter";
const PARAMETERS: &str = "parameters are declared by order conditions alone, such as `n >= 1`";
const PARITY: &str = "parity is not an order condition";
const CONGRUENCE: &str = "congruence is not an order condition";
const MOVES: &str = "all the moves are a list in braces, without a name";
const LOOP: &str = "this head of a loop is not valid";
const BRANCH: &str = "this head of a branch is not valid";
const DEFINITION: &str = "this head of a definition is not valid";
const LET: &str = "this is not how a LET is written";
const ARGUMENTS: &str = "the arguments of a piece are expressions with commas between them";
const SIGN: &str = "no sign follows this keyword";
const PUNCTUATION: &str = "no comma, semicolon or full stop follows a keyword";
const BRACKET: &str = "no bracket follows a keyword";
const CLAIM: &str = "a claim begins with CLAIM";
const START: &str = "the start begins with one keyword";
const ENDLESS: &str = "the endless loop is `REPEAT ... ENDREP`";
const END: &str = "the end of a part is one keyword";
const BRACES: &str = "braces are around moves alone";
const UPWARDS: &str = "loops count up, by 1";
const NO_KEYWORD: &str = "is not a keyword";
const TEST: &str = "a condition compares two expressions; parity is not one";
const FOR_EVER: &str = "write what repeats for ever between REPEAT and ENDREP";
const REPEATED: &str = "words with lengths are repeated by a loop";
const GROUPED: &str = "words are written without brackets around them: leave the brackets out";
const LISTED: &str = "all moves are listed one by one, or as ranges";
const ONE: &str = "an order condition begins with one variable";

/// Notations that have one reading, or that can be nothing else.
const SLIPS: &[Notation] = &[
    (Rule::named_list, Head, Code::NamedMoves, Lost::ALL, MOVES),
    (Rule::named_moves, Head, Code::NamedMoves, Lost::ALL, MOVES),
    (Rule::from_on, Head, Code::ForeignParameter, Lost::NAMES, PARAMETERS),
    (Rule::from_to, Head, Code::ForeignParameter, Lost::NAMES, PARAMETERS),
    (Rule::quantified, Head, Code::ForeignParameter, Lost::NAMES, PARAMETERS),
    (Rule::parity, Head, Code::ForeignParameter, Lost::NAMES, PARITY),
    (Rule::congruence, Head, Code::ForeignParameter, Lost::NAMES, CONGRUENCE),
    (Rule::unbounded, Head, Code::ForeignParameter, Lost::NAMES, BOUND),
    (Rule::counted, Body, Code::LoopHead, Lost::NESTING, LOOP),
    (Rule::ranged, Body, Code::LoopHead, Lost::NESTING, LOOP),
    (Rule::stepping, Body, Code::LoopHead, Lost::NESTING, LOOP),
    (Rule::tested, Body, Code::BranchHead, Lost::NOTHING, BRANCH),
    (Rule::defined, Body, Code::DefinitionHead, Lost::NESTING, DEFINITION),
    (Rule::let_value, Body, Code::MalformedLet, Lost::NAMES, LET),
    (Rule::called, Body, Code::PieceArguments, Lost::NOTHING, ARGUMENTS),
    (Rule::claimed, Anywhere, Code::KeywordSign, Lost::NOTHING, SIGN),
    (Rule::ruled, Anywhere, Code::KeywordSign, Lost::NOTHING, SIGN),
    (Rule::period, Body, Code::UnknownClaim, Lost::NOTHING, CLAIM),
    (Rule::infinity_down, Anywhere, Code::MisplacedStart, Lost::NESTING, START),
    (Rule::forever, Body, Code::MisspeltKeyword, Lost::NESTING, ENDLESS),
    (Rule::block, Body, Code::MisspeltKeyword, Lost::NESTING, ENDLESS),
    (Rule::ended_keyword, Body, Code::KeywordSign, Lost::NOTHING, PUNCTUATION),
    (Rule::opened_keyword, Body, Code::KeywordSign, Lost::NESTING, BRACKET),
    (Rule::long_end, Body, Code::MisspeltKeyword, Lost::NESTING, END),
    (Rule::brace, Body, Code::MisspeltKeyword, Lost::NESTING, BRACES),
];

/// What is asked for only where no word is meant.
const HINTS: &[Notation] = &[
    (Rule::assignment, Body, Code::MalformedLet, Lost::NAMES, LET),
    (Rule::downward, Body, Code::LoopHead, Lost::NESTING, UPWARDS),
    (Rule::heading, Anywhere, Code::MisspeltKeyword, Lost::NESTING, NO_KEYWORD),
    (Rule::while_, Anywhere, Code::MisspeltKeyword, Lost::NESTING, NO_KEYWORD),
    (Rule::parity_test, Body, Code::BranchHead, Lost::NOTHING, TEST),
    (Rule::infinite, Body, Code::RepeatedWords, Lost::NESTING, FOR_EVER),
    (Rule::power_of_words, Body, Code::RepeatedWords, Lost::NESTING, REPEATED),
    (Rule::grouped, Body, Code::GroupedWords, Lost::NESTING, GROUPED),
    (Rule::set_builder, Head, Code::ExpectedExpression, Lost::ALL, LISTED),
    (Rule::function, Head, Code::ExpectedVariable, Lost::NOTHING, ONE),
];

/// What is written instead of a notation.
fn meant(rule: Rule, it: &Parts<'_>) -> Option<Meant> {
    match rule {
        Rule::named_list => {
            let list = it.line.start + it.pair.as_str().len();
            let (length, _, meant) = moves::list(it.line.source, list)?;
            Some(Meant::UpTo(list + length, meant))
        }
        Rule::named_moves => {
            let (name, moves) = (it.get(Rule::name)?, lenient::moves(it.get(Rule::rest)?)?);
            let is_list = moves.contains([' ', '.']) && !fault::is_variable(name);
            text(format!("{{ {moves} }}")).filter(|_| is_list)
        }
        Rule::from_on => text(format!("{} >= {}", it.name()?, it.numbers()?.0)),
        Rule::from_to => {
            let (name, first, last) = (it.name()?, it.numbers()?.0, it.sum(0)?);
            text(format!("{name} >= {first} {name} <= {last}"))
        }
        Rule::quantified => text(it.orders()?),
        Rule::parity => {
            let rest = if it.get(Rule::even_odd)?.eq_ignore_ascii_case("odd") { "+1" } else { "" };
            it.with_parameter(format!("`{} == 2m{rest}`", it.name()?))
        }
        Rule::congruence => it.with_parameter(match (it.name()?, it.get(Rule::number)) {
            (name, Some(number)) => format!("`{name} == {number}m`"),
            (name, None) => format!("`{name} == 2m+1` for odd {name}"),
        }),
        Rule::unbounded => advice(format!("write a lower bound: `{} >= 1`", it.name()?)),
        Rule::counted => {
            let head = it.loop_head(it.sum(0)?, it.sum(1)?);
            head.filter(|_| it.has(Rule::rep) || it.line.is_apart(it.end()))
        }
        Rule::ranged => match it.before(1) {
            Some(last) => it.loop_head(it.sum(0)?, last),
            None => it.loop_head("0".to_owned(), it.before(0)?),
        },
        Rule::stepping => match it.get(Rule::relation)? {
            "<" => it.loop_head(it.sum(0)?, it.before(1)?),
            _ => it.loop_head(it.sum(0)?, it.sum(1)?),
        },
        Rule::tested => {
            let [one] = &tests(it)?.0[..] else { return None };
            let not = one.negated().filter(|_| it.has(Rule::negation));
            let head = text(format!("{} {} THEN", if_word(it)?, not.as_ref().unwrap_or(one)));
            head.filter(|_| it.has(Rule::then) || it.line.is_apart(it.end()))
        }
        Rule::defined => {
            let names = it.all(Rule::variables).flat_map(|it| it.into_inner());
            let names: Vec<_> = names.map(|it| it.as_str()).collect();
            text(format!("DEF {}({})", it.get(Rule::piece)?, names.join(", ")))
        }
        Rule::let_value | Rule::assignment => text(format!("LET {}={}", it.name()?, it.sum(0)?)),
        Rule::called => {
            let sums = it.all(Rule::sum).map(|it| lenient::expression(it.as_str()));
            let sums: Vec<_> = sums.collect::<Option<_>>()?;
            text(format!("{}({})", it.get(Rule::piece)?, sums.join(", ")))
        }
        Rule::claimed => text(format!("CLAIM {}", it.get(Rule::rest)?)),
        Rule::ruled => {
            let written = it.get(Rule::rest)?;
            text(format!("RULE {}", self::rule(written).unwrap_or(written.to_owned())))
        }
        Rule::period => {
            let name = it.pair.as_str().split(|it: char| !it.is_alphabetic()).next()?;
            text(format!("CLAIM {} {}", name.to_lowercase(), it.sum(0)?))
        }
        Rule::infinity_down => text("FROM_INFINITY_DOWN REPEAT"),
        Rule::forever => text("REPEAT"),
        Rule::block => text(format!("REPEAT {} ENDREP", it.words()?)),
        Rule::ended_keyword | Rule::opened_keyword => {
            text(keyword::spelling(&it.get(Rule::keyword)?.to_ascii_uppercase())?)
        }
        Rule::long_end | Rule::brace => text(it.context.closer?),
        Rule::downward => {
            advice("for n, n-1, ..., 1 write `FOR i FROM 1 UPTO n REP LET k=n-i+1`, and k")
        }
        Rule::heading => advice(
            "write the words of the period between REPEAT and ENDREP, and those of the preperiod before REPEAT",
        ),
        Rule::while_ => advice(
            "the endless loop is `REPEAT ... ENDREP`; a loop that ends is `FOR i FROM 1 UPTO n REP ... PER`",
        ),
        Rule::parity_test => advice(
            "write the game for even n with a new parameter: `m >= 1` and `n == 2m`; for odd n, `n == 2m+1`",
        ),
        Rule::infinite => match it.words() {
            Some(words) => text(format!("REPEAT {words} ENDREP")),
            None => advice("write it as in `REPEAT _n An ENDREP`"),
        },
        Rule::power_of_words => {
            let free = ('i'..='z').find(|name| !it.line.text().contains(*name))?;
            let (words, count) = (it.words()?, it.sum(0)?);
            advice(format!("write `FOR {free} FROM 1 UPTO {count} REP {words} PER`"))
        }
        Rule::grouped => {
            let is_body = ["REPEAT", "REP", "THEN"].contains(&it.line.before());
            // The end may come by itself.
            let next = it.line.after(it.end());
            match it.context.closer.filter(|closer| is_body && *closer != next) {
                Some(closer) => text(format!("{} {closer}", it.words()?)),
                None => text(it.words()?),
            }
        }
        Rule::set_builder => advice("write them as in `{ n 2n }` or `{ 2..n }`"),
        Rule::function => advice("compare sums of numbers and multiples of variables"),
        _ => None,
    }
}

/// What is found if a line begins with a notation.
fn found(notation: &Notation, line: &Line<'_>, context: &Context) -> Option<Found> {
    let &(rule, _, code, lost, what) = notation;
    let written = line.text();
    let text = written[..written.find('#').unwrap_or(written.len())].trim_end();
    let pair = Foreign::parse(rule, text).ok()?.next()?;
    let parts = Parts { pair, line, context };
    let end = parts.end();
    let written = &line.source[line.start..end];
    let what = match what {
        BOUND | NO_KEYWORD => format!("`{}` {what}", shown(written)),
        what => what.to_owned(),
    };
    let (end, meant) = match meant(rule, &parts)? {
        Meant::Text(meant) => (end, meant),
        Meant::UpTo(end, meant) => (end, meant),
        Meant::Advice(advice) => {
            let error = Diagnostic::new(code, what).place(Span::new(line.start, end)).help(advice);
            // What begins here is known, and what it asks is not.
            let head = match written.get(..2) {
                _ if code != Code::BranchHead => None,
                Some("IF" | "if") => Some(fault::ANY_IF.to_owned()),
                _ => Some(fault::ANY_ELIF.to_owned()),
            };
            return Some(Found { instead: head, ..Found::new(error, end, lost) });
        }
    };
    // The end may come by itself.
    if context.closer == Some(&meant) && line.after(end) == meant {
        return None;
    }
    let written = &line.source[line.start..end];
    let tokens = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (code, what) = match tokens(written).eq_ignore_ascii_case(&meant) {
        true => (Code::MisspeltKeyword, CASE.to_owned()),
        false => foreign_signs(written, code, &what),
    };
    line.slip(code, &what, end - line.start, &meant)
}

/// The first of these notations that fits.
fn first(of: &[Notation], line: &Line<'_>, context: &Context) -> Option<Found> {
    let token = line.text().split(WHITE).next().unwrap_or_default();
    let is_here = |it: &&Notation| match it.1 {
        Head => context.is_head(),
        Body => !context.raw && (!context.is_head() || keyword::is(token)),
        Anywhere => true,
    };
    of.iter().filter(is_here).find_map(|it| found(it, line, context))
}

/// A notation of which there is one reading.
pub(super) fn slip(line: &Line<'_>, context: &Context) -> Option<Found> {
    condition_after(line, context)
        .or_else(|| first(SLIPS, line, context))
        .or_else(|| several(line, context))
}

/// A notation that might be a word, or of which there is no one reading.
pub(super) fn hint(line: &Line<'_>, context: &Context) -> Option<Found> {
    first(HINTS, line, context)
}

/// `{ n 2n } for n >= 1`
fn condition_after(line: &Line<'_>, context: &Context) -> Option<Found> {
    let is_word = line.text().starts_with(|it: char| it.is_lowercase() || it == '∀');
    let place = context.list.filter(|_| is_word)?;
    let pair = Foreign::parse(Rule::condition_after, line.text()).ok()?.next()?;
    let parts = Parts { pair, line, context };
    let (end, orders) = (parts.end(), parts.orders()?);
    let span = Span::new(gap_before(line.source, line.start), end);
    let what = "order conditions come before the moves";
    let error = Diagnostic::new(Code::WrongOrder, what)
        .place(Span::new(line.start, end))
        .help(format!("write `{orders}` before the moves"));
    let error = match line.source[..place].contains(&orders) {
        true => error,
        false => error.edit(Span::new(place, place), format!("{orders} ")),
    };
    Some(Found::read(error.edit(span, ""), end))
}

fn if_word(it: &Parts<'_>) -> Option<&'static str> {
    Some(if it.get(Rule::if_word)?.eq_ignore_ascii_case("if") { "IF" } else { "ELIF" })
}

/// The comparisons of the head of a branch, whether one has to hold, and whether all have to.
fn tests(it: &Parts<'_>) -> Option<(Vec<Comparison>, bool, bool)> {
    let (mut found, mut is_one, mut are_all) = (Vec::new(), false, false);
    for part in it.all(Rule::tests).next()?.into_inner() {
        match part.as_rule() {
            Rule::both => are_all = true,
            Rule::either => is_one = true,
            _ => {
                let parts: Vec<_> = part.into_inner().map(|it| it.as_str().trim()).collect();
                for three in parts.windows(3).step_by(2) {
                    found.push(Comparison::new(three[0], three[1], three[2])?);
                }
                are_all |= parts.len() > 3;
            }
        }
    }
    Some((found, is_one, are_all))
}

/// `IF n >= 2 && n <= 3 THEN`, `IF 2 <= n <= 3 THEN`, `IF n == 2 or n == 4 THEN`: the head of a branch
/// with the first condition, so that what follows is read.
fn several(line: &Line<'_>, context: &Context) -> Option<Found> {
    let pair = Foreign::parse(Rule::tested, line.text()).ok()?.next()?;
    let parts = Parts { pair, line, context };
    let (found, is_one, are_all) = tests(&parts)?;
    let found: Vec<_> = found.iter().map(Comparison::to_string).collect();
    let first = found.first().filter(|_| found.len() > 1 && is_one != are_all)?;
    let help = match is_one {
        true => format!("give each an arm: `IF {} THEN ... FI`", found.join(" THEN ... ELIF ")),
        false => {
            let heads: String = found.iter().map(|each| format!("IF {each} THEN ")).collect();
            format!("nest the branches: `{heads}...{}`", " FI".repeat(found.len()))
        }
    };
    let head = format!("{} {first} THEN", if_word(&parts)?);
    items(&head)?;
    let error = Diagnostic::new(Code::BranchHead, "the condition of an arm is one comparison")
        .label(Span::new(line.start, parts.end()), "more than one")
        .help(help);
    Some(Found::read(error, parts.end()).instead(head))
}

/// What is wrong at a keyword that stands alone, or at what follows one.
pub(super) fn alone(line: &Line<'_>, token: Span) -> Option<Found> {
    const IN_HEAD: &str = "it belongs in a head such as `FOR i FROM 1 UPTO n REP`";
    let (code, lost, what, help) = match &line.source[token.range()] {
        "LET" => (
            Code::MalformedLet,
            Lost::NAMES,
            "a LET is written as one variable, `=` and an expression, without blanks",
            "write it as in `LET k=2n-1`",
        ),
        "DEF" => (
            Code::DefinitionHead,
            Lost::NESTING,
            DEFINITION,
            "write it as in `DEF comb(i, j)`; a piece has a name of two or more small letters, digits and `_`, and single small letters as arguments",
        ),
        "THEN" => (
            Code::UnknownToken,
            Lost::NESTING,
            "unexpected THEN",
            "it belongs in a head such as `IF i >= n THEN`",
        ),
        "FROM" => (Code::UnknownToken, Lost::NESTING, "unexpected FROM", IN_HEAD),
        "UPTO" => (Code::UnknownToken, Lost::NESTING, "unexpected UPTO", IN_HEAD),
        "CLAIM" => (
            Code::UnknownClaim,
            Lost::NOTHING,
            "a claim says what the period or the preperiod is",
            "write `CLAIM period FORMULA` or `CLAIM preperiod FORMULA` on one line",
        ),
        "FROM_INFINITY_DOWN" => (
            Code::MisplacedStart,
            Lost::NESTING,
            "REPEAT is missing after FROM_INFINITY_DOWN",
            "write the values before position 0 as `FROM_INFINITY_DOWN REPEAT - ENDREP`",
        ),
        _ => return after_keyword(line, token),
    };
    Some(Found::new(Diagnostic::new(code, what).place(token).help(help), token.end, lost))
}

/// What follows a keyword and is not a part of it.
fn after_keyword(line: &Line<'_>, token: Span) -> Option<Found> {
    let (before, written) = (line.before(), &line.source[token.range()]);
    let (from, end) = (gap_before(line.source, token.start), token.end);
    let is_end = ["PER", "ENDREP", "FI", "END"].contains(&before) && fault::is_variable(written);
    let is_forever = before == "REPEAT" && written.eq_ignore_ascii_case("forever");
    if is_end || is_forever {
        let what = if is_end { END } else { ENDLESS };
        let error = Diagnostic::new(Code::MisspeltKeyword, what)
            .label(token, "not part of it")
            .help("leave this word out")
            .edit(Span::new(from, end), "");
        return Some(Found::read(error, end));
    }
    if before == "REPEAT"
        && let Some(count) = lenient::expression(written)
    {
        let error =
            Diagnostic::new(Code::CountedRepeat, "REPEAT has no count: its loop never ends")
                .place(token)
                .help(format!("write a loop that ends as `FOR i FROM 1 UPTO {count} REP ... PER`"));
        return Some(Found::new(error, end, Lost::NESTING));
    }
    None
}

/// A rule in the spelling of the language: `lost >= 2` for `lost=>2`, `misere` for `Misère play.`
pub(super) fn rule(text: &str) -> Option<String> {
    let plain = lenient::plain(text).to_lowercase().replace('è', "e");
    let plain = plain.trim_matches(['"', '\'', '`', '.', ',', ';', ':', '=', ' ']);
    let words = plain.strip_suffix(" play").unwrap_or(plain);
    let spaced = match relation_in(words) {
        Some(sign) => {
            let (before, behind) = (&words[..sign.start], &words[sign.end..]);
            let sign = match &words[sign.range()] {
                "=>" => ">=",
                "=<" => "<=",
                "=" => "==",
                other => other,
            };
            format!("{} {sign} {}", before.trim(), behind.trim().replace('_', ""))
        }
        None => words.split_whitespace().collect::<Vec<_>>().join(" "),
    };
    spaced.parse::<crate::model::Rule>().ok().filter(|_| spaced != text).map(|_| spaced)
}

/// What a word or an instance means that stands in front of the moves: a name for them, a parameter, or a
/// function that is compared.
pub(super) fn before_moves(source: &str, span: Span) -> Option<Found> {
    let line = Line::new(source, span.start);
    slip(&line, &ANYWHERE)
        .or_else(|| moves::open_list(&line, span.end - span.start))
        .or_else(|| capitals(source, span))
        .or_else(|| hint(&line, &ANYWHERE))
}

/// `N >= 1`: every mention of the parameters, with the right letters.
fn capitals(source: &str, span: Span) -> Option<Found> {
    let is_relation =
        |it: &str| it == "<" || it.starts_with("<=") || it.starts_with(['>', '=', '≥', '≤', '∈']);
    let begins = &source[span.range()];
    // It is compared soon, or it is no parameter.
    let near = within(&source[span.start..], REACH_OF_LISTS);
    let is_side = |pair: (&str, &str)| pair.0 == begins && is_relation(pair.1);
    let mut pairs = near.split_whitespace().zip(near.split_whitespace().skip(1));
    if !matches!(begins.as_bytes(), [b'A'..=b'Z']) || !pairs.any(is_side) {
        return None;
    }
    let mut names = Vec::new();
    let mut edits = Vec::new();
    let mut is_sequence = false;
    for line in source[span.start..].split('\n').filter(|it| !it.starts_with("CLAIM")) {
        let code = line.split('#').next().unwrap_or_default();
        let tokens: Vec<&str> = code.split_whitespace().collect();
        for (index, token) in tokens.iter().enumerate() {
            let before = index.checked_sub(1).map_or("", |it| tokens[it]);
            let is_compared = tokens.get(index + 1).is_some_and(|it| is_relation(it));
            if !is_sequence && is_compared && token.len() == 1 {
                names.extend(token.bytes().filter(u8::is_ascii_uppercase));
            }
            let is_side = is_compared
                || is_relation(before)
                || ["IF", "ELIF", "FROM", "UPTO"].contains(&before);
            // In a word the values come first.
            let values = match token.find(['>', ')']) {
                _ if !is_sequence || is_side => 0,
                Some(end) if token.starts_with(['<', '(']) => end,
                _ => 1,
            };
            let place = token.as_ptr() as usize - source.as_ptr() as usize;
            let letters = token.bytes().enumerate().skip(values).filter(|_| !keyword::is(token));
            edits.extend(letters.filter(|(_, it)| names.contains(it)).map(|(at, it)| Edit {
                span: Span::new(place + at, place + at + 1),
                text: char::from(it.to_ascii_lowercase()).to_string(),
            }));
            is_sequence |= token.contains('}');
        }
    }
    let lower = begins.to_lowercase();
    let error = Diagnostic::new(
        Code::CapitalParameter,
        format!("the parameter `{begins}` is a capital letter"),
    )
    .label(span, "capital letters are values")
    .help(format!("write `{lower}`, here and where it is used"));
    let is_parameter = names.contains(&begins.as_bytes()[0]);
    is_parameter.then(|| Found::read(Diagnostic { edits, ..error }, span.end))
}
