//! Slips: what people write in another notation, with what is written here instead.
//!
//! The rules of `grammar/foreign.pest` say what each looks like.

use super::lenient::{self, Comparison};
use super::line::{Line, REACH_OF_LISTS, gap_before, shown, tokens_behind, within};
use super::{Context, Found, claimed, fault, items, keyword, words};
use crate::Integer;
use crate::diagnostic::{Code, Diagnostic, Edit, Span};
use crate::lang::format;
use crate::lang::read::parse::WHITE;
use crate::model::{Alphabet, Value};
use pest::Parser as _;
use pest::iterators::Pair;

#[derive(pest_derive::Parser)]
#[grammar = "grammar/foreign.pest"]
pub(super) struct Foreign;

/// What is said of keywords in lower case.
pub(super) const CASE: &str = "write keywords in upper case";

/// What people write in another notation.
struct Slip {
    rule: Rule,
    place: Place,
    code: Code,
    /// What is said of it; `{}` is what is written.
    what: &'static str,
    /// What is written instead, where it has one reading: `[v]` is the variable, see [`Parts::part`].
    meant: Option<&'static str>,
    /// What to do where it has none; empty if that is not known.
    advice: &'static str,
}

/// Where a slip is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Before the moves.
    Head,
    /// After them.
    Words,
    /// The same where there are loops and branches; before the moves only if it begins with a keyword.
    Body,
    Anywhere,
}
use Place::{Anywhere, Body, Head, Words};

/// Tables of slips, one a line: the rule, the place, the code, what is said, what is meant, and what to do.
macro_rules! slips {
    ($($(#[$about:meta])* $table:ident { $($rule:ident $place:ident Code::$code:ident $what:literal $(=> $meant:literal)? $(, $advice:literal)?;)* })*) => {
        $($(#[$about])* const $table: &[Slip] = &[$(Slip {
            rule: Rule::$rule,
            place: $place,
            code: Code::$code,
            what: $what,
            meant: slips!(@ $($meant)?),
            advice: concat!($($advice)?),
        }),*];)*
    };
    (@) => { None };
    (@ $meant:literal) => { Some($meant) };
}

slips! {
    /// Those that have one reading, or that can be nothing else.
    SLIPS {
        comment Anywhere Code::ForeignComment "a comment begins with `#`";
        side Anywhere Code::CopiedLine "a merge conflict is not resolved", "keep one of the two sides, and leave out the lines that mark them";
        fence Anywhere Code::CopiedLine "a line of Markdown, not of a description" => "";
        named_list Head Code::NamedMoves "write the moves as a bare list in braces" => "[moves]";
        named_moves Head Code::NamedMoves "write the moves as a bare list in braces" => "[moves]";
        from_on Head Code::ForeignParameter "only order conditions declare parameters, such as `n >= 1`" => "[v] >= [first]";
        from_to Head Code::ForeignParameter "only order conditions declare parameters, such as `n >= 1`" => "[v] >= [first] [v] <= [0]";
        quantified Head Code::ForeignParameter "only order conditions declare parameters, such as `n >= 1`" => "[orders]";
        even Head Code::ForeignParameter "parity is not an order condition", "write it with a new parameter, such as `m >= 1` and `[v] == 2m`";
        odd Head Code::ForeignParameter "parity is not an order condition", "write it with a new parameter, such as `m >= 1` and `[v] == 2m+1`";
        congruence Head Code::ForeignParameter "congruence is not an order condition", "write it with a new parameter, such as `m >= 1` and `[v] == [modulus]m[remainder]`";
        conjunction Head Code::ExpectedVariable "write one condition per variable, as in `n >= 1 m >= n`" => "";
        unbounded Head Code::ForeignParameter "`{}` gives no lower bound", "write a lower bound: `[v] >= 1`";
        counted Body Code::LoopHead "malformed loop head" => "FOR [v] FROM [0] UPTO [1] REP";
        ranged Body Code::LoopHead "malformed loop head" => "FOR [v] FROM [0] UPTO [1-] REP";
        ranged_from_0 Body Code::LoopHead "malformed loop head" => "FOR [v] FROM 0 UPTO [0-] REP";
        stepping Body Code::LoopHead "malformed loop head" => "FOR [v] FROM [0] UPTO [1] REP";
        stepping_below Body Code::LoopHead "malformed loop head" => "FOR [v] FROM [0] UPTO [1-] REP";
        tested Body Code::BranchHead "malformed branch head";
        defined Body Code::DefinitionHead "this head of a definition is not valid" => "DEF [piece]([variables])";
        let_value Body Code::MalformedLet "this is not how a LET is written" => "LET [v]=[0]";
        next_value Body Code::MalformedLet "this is not how a NEXT is written" => "NEXT [v]=[0]";
        called Body Code::PieceArguments "the arguments of a piece are expressions with commas between them" => "[piece]([sums])";
        claimed Anywhere Code::KeywordSign "no sign follows this keyword";
        ruled Anywhere Code::KeywordSign "no sign follows this keyword";
        period Body Code::UnknownClaim "a claim begins with CLAIM" => "CLAIM [quantity] [0]";
        stated Body Code::MalformedLet "this is not how a state is written" => "REPEAT [v]=[0] IN [1]..[2]";
        infinity_down Anywhere Code::MisplacedStart "the start begins with one keyword" => "FROM_INFINITY_DOWN REPEAT";
        forever Body Code::MisspeltKeyword "the endless loop is `REPEAT ... ENDREP`" => "REPEAT";
        block Body Code::MisspeltKeyword "the endless loop is `REPEAT ... ENDREP`" => "REPEAT [words] ENDREP";
        ended_keyword Body Code::KeywordSign "unexpected punctuation after the keyword" => "[keyword]";
        opened_keyword Body Code::KeywordSign "no parenthesis or brace follows a keyword" => "[keyword]";
        long_end Body Code::MisspeltKeyword "write the closing keyword as one word" => "[closer]";
        brace Body Code::MisspeltKeyword "braces are only for moves" => "[closer]";
        left_brace Words Code::MisspeltKeyword "no brace follows a keyword" => "";
    }
    /// Those that are asked for after them, and after signs that are not those of the keyboard.
    SPELLINGS {
        listed Anywhere Code::CommaBetweenMoves "";
        orders Head Code::ExpectedVariable "";
        unopened Head Code::UnclosedMoves "the move list begins with `{`" => "[moves]";
        unbraced Head Code::CommaBetweenMoves "write the moves in one pair of braces, with spaces between them" => "[moves]";
        spelled Words Code::NotAscii "";
        values Words Code::ValueAsNumber "write values as letters: `_` for 0, `A` for 1, `B` for 2";
        prose Anywhere Code::ForeignComment "a comment begins with `#`";
    }
    /// What is asked for only where no word is meant.
    HINTS {
        ellipsis Anywhere Code::Ellipsis "`{}` is not precise enough", "put the part that repeats forever between REPEAT and ENDREP; write what is repeated n times as `A(n)`, or in a loop";
        next_word Body Code::MisspeltKeyword "the keyword before this stands alone" => "";
        defined_as Body Code::DefinitionHead "a piece is defined between DEF and END", "write `DEF [before] ... END`";
        count Body Code::CountedRepeat "REPEAT has no count: its loop never ends", "write a loop that ends: `FOR i FROM 1 UPTO [tight] REP ... PER`";
        next_bare Body Code::MalformedLet "the next state has no name", "name it, as in `NEXT v=[0]`";
        assignment Body Code::MalformedLet "this is not how a LET is written" => "LET [v]=[0]", "say in which bounds the state is, as in `REPEAT [v]=[0] IN 0..n`";
        downward Body Code::LoopHead "loops count up, by 1", "use another variable: with `FOR i FROM 1 UPTO n REP LET k=n-i+1`, k goes from n down to 1";
        heading Anywhere Code::MisspeltKeyword "`{}` is not a keyword", "write the words of the period between REPEAT and ENDREP, and those of the preperiod before REPEAT";
        while_ Anywhere Code::MisspeltKeyword "`{}` is not a keyword", "the endless loop is `REPEAT ... ENDREP`; a loop that ends is `FOR i FROM 1 UPTO n REP ... PER`";
        parity_test Body Code::BranchHead "a condition compares two expressions; parity is not one", "write the game for even n with a new parameter: `m >= 1` and `n == 2m`; for odd n, `n == 2m+1`";
        infinite Body Code::RepeatedWords "put the part that repeats forever between REPEAT and ENDREP" => "REPEAT [words] ENDREP", "write it as in `REPEAT _n An ENDREP`";
        power_of_words Body Code::RepeatedWords "words with lengths are repeated by a loop", "write `FOR [free] FROM 1 UPTO [0] REP [words] PER`";
        grouped Body Code::GroupedWords "no parentheses or braces stand around words";
        set_builder Head Code::ExpectedExpression "all moves are listed one by one, or as ranges", "write them as in `{ n 2n }` or `{ 2..n }`";
        function Head Code::ExpectedVariable "an order condition begins with one variable", "compare sums of numbers and multiples of variables";
    }
}

slips! {
    /// What is said of keywords that begin or end nothing where they stand.
    KEYWORDS {
        no_let Anywhere Code::MalformedLet "this is not how a LET is written", "write it as in `LET k=2n-1`";
        no_next Anywhere Code::MalformedLet "this is not how a NEXT is written", "write it as in `NEXT v=u+1`";
        no_def Anywhere Code::DefinitionHead "this head of a definition is not valid", "write it as in `DEF comb(i, j)`; a piece has a name of two or more small letters, digits and `_`, and single small letters as arguments";
        no_claim Anywhere Code::UnknownClaim "a claim says what the period or the preperiod is", "write `CLAIM period FORMULA` or `CLAIM preperiod FORMULA` on one line";
        no_start Anywhere Code::MisplacedStart "REPEAT is missing after FROM_INFINITY_DOWN", "write the values before position 0 as `FROM_INFINITY_DOWN REPEAT - ENDREP`";
        no_then Anywhere Code::UnknownToken "unexpected {}", "it belongs in a head such as `IF i >= n THEN`";
        no_from Anywhere Code::UnknownToken "unexpected {}", "it belongs in a head such as `FOR i FROM 1 UPTO n REP`";
        no_part Anywhere Code::UnknownToken "unexpected {}", "put it where the part begins or ends";
    }
}

/// What is said of a keyword that begins or ends nothing here.
pub(super) fn keyword(source: &str, span: Span, context: &Context) -> Option<Found> {
    first(KEYWORDS, &Line::new(source, span.start, false), context)
}

/// What a slip means.
enum Meant {
    /// This text, which may be longer than the slip by what follows it, with a code and a message if they are its own.
    Text(Option<(Code, &'static str)>, String),
    /// It has no one reading; this is what to do.
    Advice(String),
}

fn text(text: impl Into<String>) -> Option<Meant> {
    Some(Meant::Text(None, text.into()))
}

fn advice(text: impl Into<String>) -> Option<Meant> {
    Some(Meant::Advice(text.into()))
}

/// The parts of a slip.
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

    /// The expression with this number.
    fn sum(&self, number: usize) -> Option<String> {
        lenient::expression(self.all(Rule::sum).nth(number)?.as_str())
    }

    /// The first and the last of numbers that follow one another.
    fn numbers(&self) -> Option<(Integer, Integer)> {
        let numbers = self.all(Rule::numbers).next()?.into_inner();
        let numbers: Vec<Integer> =
            numbers.map(|it| it.as_str().parse().ok()).collect::<Option<_>>()?;
        let follow = numbers.windows(2).all(|two| &two[0] + &Integer::ONE == two[1]);
        Some((numbers.first()?.clone(), numbers.last()?.clone())).filter(|_| follow)
    }

    fn words(&self) -> Option<String> {
        words::words(self.get(Rule::inner)?, self.context)
    }

    /// What is meant, with the parts that the slip has.
    fn filled(&self, meant: &str) -> Option<String> {
        let parts = meant.split(['[', ']']).enumerate();
        parts
            .map(|(at, it)| if at % 2 == 0 { Some(it.to_owned()) } else { self.part(it) })
            .collect()
    }

    /// The part with this name in the language: an expression by its number, with `-` after it less 1.
    fn part(&self, name: &str) -> Option<String> {
        let joined = |all: Vec<String>| all.join(", ");
        let number = |at: usize| Some(self.all(Rule::number).nth(at)?.as_str());
        Some(match name {
            "v" => self.get(Rule::variable)?.to_owned(),
            "piece" => self.get(Rule::piece)?.to_owned(),
            "before" => self.line.before().to_owned(),
            "closer" => self.context.closer?.to_owned(),
            "free" => ('i'..='z').find(|name| !self.line.typed().contains(*name))?.to_string(),
            "tight" => lenient::expression(self.get(Rule::tight)?)?,
            "moves" => moves(&self.all(Rule::listed).next().unwrap_or(self.pair.clone()))?,
            "orders" => orders(self.all(Rule::orders).next()?)?.1,
            "words" => self.words()?,
            "first" => self.numbers()?.0.to_string(),
            "keyword" => {
                let keyword = keyword::spelling(&self.get(Rule::keyword)?.to_ascii_uppercase())?;
                self.context.closer.filter(|_| keyword == "END").unwrap_or(keyword).to_owned()
            }
            "quantity" => {
                self.pair.as_str().split(|it: char| !it.is_alphabetic()).next()?.to_lowercase()
            }
            "modulus" => number(0).unwrap_or("2").to_owned(),
            "remainder" => {
                number(1).filter(|it| *it != "0").map_or_else(String::new, |it| format!("+{it}"))
            }
            "variables" => {
                let names = self.all(Rule::variables).flat_map(|it| it.into_inner());
                joined(names.map(|it| it.as_str().to_owned()).collect())
            }
            "sums" => {
                let sums = self.all(Rule::sum).map(|it| lenient::expression(it.as_str()));
                joined(sums.collect::<Option<_>>()?)
            }
            _ => match name.strip_suffix('-') {
                Some(number) => lenient::form(&format!("{} - 1", self.part(number)?))?.to_string(),
                None => self.sum(name.parse().ok()?)?,
            },
        })
    }

    fn length(&self) -> usize {
        self.pair.as_str().trim_end().len()
    }

    fn end(&self) -> usize {
        self.line.end_of(self.length())
    }

    /// What stands in the source for a part.
    fn written(&self, rule: Rule) -> Option<&'a str> {
        let span = self.all(rule).next()?.as_span();
        Some(&self.line.source[self.line.end_of(span.start())..self.line.end_of(span.end())])
    }
}

/// May it be this slip, where it stands?
fn fits(rule: Rule, it: &Parts<'_>) -> bool {
    let before = it.line.before();
    match rule {
        Rule::listed => it.context.is_head() || it.has(Rule::lbrace),
        Rule::named_moves => {
            let name = it.get(Rule::name).unwrap_or_default();
            it.all(Rule::entry).count() > 1 && !fault::is_variable(name)
        }
        Rule::unbraced => it.has(Rule::comma),
        Rule::next_word => {
            let is_end = ["PER", "ENDREP", "FI", "END"].contains(&before);
            is_end && it.has(Rule::variable) || before == "REPEAT" && it.has(Rule::k_forever)
        }
        Rule::defined_as => {
            before.starts_with(|it: char| it.is_ascii_lowercase()) && before.ends_with(')')
        }
        Rule::count => before == "REPEAT",
        Rule::counted => it.has(Rule::rep) || it.line.is_apart(it.end()),
        Rule::next_bare => it.sum(0).is_some_and(|it| !fault::is_variable(&it)),
        _ => true,
    }
}

/// What is written instead of a slip.
fn meant(slip: &Slip, it: &Parts<'_>) -> Option<Meant> {
    match slip.rule {
        rule if !fits(rule, it) => None,
        Rule::comment => {
            let before = it.written(Rule::before_comment);
            // What stands before the mark has to be right: the rest of a long line is not read in vain.
            let is_end = |text: &str| text == "END" && it.context.closer.is_some();
            if before.is_some_and(|it| items(it).is_none() || is_end(it)) {
                return None;
            }
            let before = before.map(|it| format!("{it} ")).unwrap_or_default();
            let rest = it.line.source[it.end()..it.line.end].trim();
            let end = if rest.is_empty() { "" } else { "\n" };
            let remark =
                it.written(Rule::remark).or(it.written(Rule::rest)).unwrap_or_default().trim();
            text(format!("{}{end}", format!("{before}# {remark}").trim_end()))
        }
        Rule::prose => {
            let whole = it.line.source[it.line.end..].chars().next();
            let is_whole = whole.is_none_or(|it| matches!(it, '\r' | '\n' | '\0'));
            let words: Vec<_> = it.pair.as_str().split_whitespace().collect();
            let (keywords, others): (Vec<&str>, Vec<&str>) =
                words.iter().partition(|it| keyword::is(&it.to_ascii_uppercase()));
            let is_long = |it: &&&str| it.len() > 2 && it.bytes().all(|it| it.is_ascii_lowercase());
            let is_prose = is_whole
                && !keywords.into_iter().any(keyword::is)
                && others.iter().filter(is_long).count() >= (words.len() - others.len()).max(2);
            text(format!("# {}", it.line.written(it.length()))).filter(|_| is_prose)
        }
        Rule::listed => list(it),
        Rule::orders => {
            let (said, meant) = orders(it.pair.clone())?;
            Some(Meant::Text(Some(said), meant))
        }
        Rule::spelled => spelled(it),
        Rule::values => {
            let written = it.pair.as_str();
            let is_digit = |it: &str| it.len() == 1 && it.bytes().all(|it| it.is_ascii_digit());
            // One number alone may be a length, and one that begins with 0 is none.
            let is_known = match written.len() {
                1 => it.context.digits || is_digit(it.line.after(it.end())),
                _ => written.starts_with('0'),
            };
            let letters = written.bytes().map(|it| Alphabet::Nim.letter(Value(it - b'0')));
            let letters: Vec<String> = letters.collect();
            text(letters.join(" ")).filter(|_| is_known && !it.context.outcomes)
        }
        Rule::tested => {
            let (tests, is_one, are_all) = tests(it)?;
            if let [one] = &tests[..] {
                let not = one.negated().filter(|_| it.has(Rule::negation));
                let head = text(format!("{} {} THEN", if_word(it)?, not.as_ref().unwrap_or(one)));
                return head.filter(|_| it.has(Rule::then) || it.line.is_apart(it.end()));
            }
            let each: Vec<_> = tests.iter().map(|it| format!("IF {it} THEN ")).collect();
            match is_one {
                _ if is_one == are_all => None,
                true => advice(format!("give each an arm: `{}... FI`", each.join("... EL"))),
                false => {
                    let ends = " FI".repeat(each.len());
                    advice(format!("nest the branches: `{}...{ends}`", each.concat()))
                }
            }
        }
        Rule::called => {
            let meant = it.filled(slip.meant?)?;
            let is_right = it.pair.as_str().trim_end_matches([',', ';', '.']) == meant;
            let said = (Code::MissingSpace, "separate words with spaces only");
            Some(Meant::Text(Some(said).filter(|_| is_right), meant))
        }
        Rule::claimed => text(claimed::meant(it.get(Rule::rest)?)),
        Rule::ruled => {
            let written = it.get(Rule::rest)?;
            text(format!("RULE {}", self::rule(written).unwrap_or(written.to_owned())))
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
        Rule::assignment if it.line.before() == "REPEAT" && it.line.source.contains("NEXT") => {
            advice(it.filled(slip.advice)?)
        }
        _ => match slip.meant.and_then(|meant| it.filled(meant)) {
            Some(meant) => text(meant),
            None => advice(it.filled(slip.advice).filter(|it| !it.is_empty())?),
        },
    }
}

/// What is found if a line begins with a slip.
fn found(slip: &Slip, line: &Line<'_>, context: &Context) -> Option<Found> {
    let pair = Foreign::parse(slip.rule, line.typed()).ok()?.next()?;
    let parts = Parts { pair, line, context };
    let (length, end) = (parts.length(), parts.end());
    let written = line.written(length);
    let what = slip.what.replace("{}", &shown(written));
    match meant(slip, &parts)? {
        // The end may come by itself.
        Meant::Text(_, meant) if context.closer == Some(&meant) && line.after(end) == meant => None,
        Meant::Text(said, meant) => {
            let tokens = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            let is_case = tokens(written).eq_ignore_ascii_case(&meant);
            let case = is_case.then_some((Code::MisspeltKeyword, CASE));
            let (code, what) = case.or(said).unwrap_or((slip.code, &what));
            let mut found = line.slip(code, what, length, &meant)?;
            let has_lost_its_end = slip.rule == Rule::counted && !parts.has(Rule::rep);
            let end = has_lost_its_end.then(|| short_end(line.source, end)).flatten();
            found.diagnostic.edits.extend(end.map(|span| Edit { span, text: "PER".to_owned() }));
            Some(found)
        }
        Meant::Advice(advice) => {
            let error = Diagnostic::new(slip.code, what);
            let found = Found::new(error.place(Span::new(line.start, end)).help(advice), end);
            // What begins here is known, and what it asks is not.
            Some(match line.typed().get(..2) {
                _ if slip.code != Code::BranchHead => found,
                Some("IF" | "if") => found.instead(fault::ANY_IF),
                _ => found.instead(fault::ANY_ELIF),
            })
        }
    }
}

/// The REP that ends the body of a loop, if that comes first of all that begins or ends a loop.
fn short_end(source: &str, start: usize) -> Option<Span> {
    let body = within(&source[start..], REACH_OF_LISTS);
    let is_part =
        |it: &Span| ["REP", "REPEAT", "PER", "ENDREP", "FOR"].contains(&&source[it.range()]);
    let part = tokens_behind(&source[..start + body.len()], start).find(is_part)?;
    (&source[part.range()] == "REP").then_some(part)
}

/// The first of these slips that fits.
fn first(of: &[Slip], line: &Line<'_>, context: &Context) -> Option<Found> {
    let token = line.typed().split(WHITE).next().unwrap_or_default();
    let is_here = |it: &&Slip| match it.place {
        Head => context.is_head(),
        Words => !context.is_head(),
        Body => !context.raw && (!context.is_head() || keyword::is(token)),
        Anywhere => true,
    };
    of.iter().filter(is_here).find_map(|it| found(it, line, context))
}

/// What has one reading, or can be nothing else.
pub(super) fn slip(line: &Line<'_>, context: &Context) -> Option<Found> {
    // A state stands after its REPEAT.
    let start = gap_before(line.source, line.start).saturating_sub(line.before().len());
    let stated = (line.before() == "REPEAT")
        .then(|| Line::new(line.source, start, false))
        .and_then(|line| {
            SLIPS
                .iter()
                .filter(|it| it.rule == Rule::stated)
                .find_map(|it| found(it, &line, context))
        });
    stated
        .or_else(|| condition_after(line, context))
        .or_else(|| first(SLIPS, line, context))
        .or_else(|| line.signs_alone())
        .or_else(|| first(SPELLINGS, line, context))
        .filter(|it| is_possible(it, context))
}

/// Has the game the values of the words that were meant?  A dash alone is rather punctuation, where no sign is one.
fn is_possible(found: &Found, context: &Context) -> bool {
    let meant = found.diagnostic.edits.first().map_or("", |it| it.text.as_str());
    words::are_possible(meant, context) && (meant != "-" || context.outcomes)
}

/// What might be a word, or of which there is no one reading.
pub(super) fn hint(line: &Line<'_>, context: &Context) -> Option<Found> {
    first(HINTS, line, context)
}

/// `{ n 2n } for n >= 1`
fn condition_after(line: &Line<'_>, context: &Context) -> Option<Found> {
    let is_word = line.typed().starts_with(|it: char| it.is_lowercase() || it == '∀');
    let place = context.list.filter(|_| is_word)?;
    let pair = Foreign::parse(Rule::condition_after, line.typed()).ok()?.next()?;
    let parts = Parts { pair, line, context };
    let (end, orders) = (parts.end(), parts.part("orders")?);
    let span = Span::new(gap_before(line.source, line.start), end);
    let what = "order conditions come before the moves";
    let error = Diagnostic::new(Code::WrongOrder, what)
        .place(Span::new(line.start, end))
        .help(format!("write `{orders}` before the moves"));
    let error = match line.source[..place].contains(&orders) {
        true => error,
        false => error.edit(Span::new(place, place), format!("{orders} ")),
    };
    Some(Found::new(error.edit(span, ""), end))
}

/// A list of moves in the spelling of the language: `{ 1..n }` for `{1, 2, ..., n}`.
fn moves(list: &Pair<'_, Rule>) -> Option<String> {
    let mut found: Vec<String> = Vec::new();
    let is_open = |found: &Vec<String>| found.last().is_some_and(|it| it.ends_with(".."));
    for part in list.clone().into_inner() {
        match part.as_rule() {
            Rule::entry => {
                let one = lenient::expression(part.as_str())?;
                let range = found.pop_if(|it| it.ends_with("..")).unwrap_or_default();
                found.push(range + &one);
            }
            Rule::dots if is_open(&found) => return None,
            Rule::dots => {
                // A range begins with the first of the numbers that follow one another: 1 of `1, 2, 3, ...`.
                let number = |text: &String| text.parse::<Integer>().ok();
                let mut first = found.pop()?;
                while let (Some(before), Some(next)) =
                    (found.last().and_then(number), number(&first))
                    && &before + &Integer::ONE == next
                {
                    first = found.pop()?;
                }
                found.push(first + "..");
            }
            _ => {}
        }
    }
    (!is_open(&found)).then(|| format!("{{ {} }}", found.join(" ")))
}

/// `{n, 2n}`, `{ 2*n n+1 }`, `[n, 2n]`, and in front of the moves `(n, 2n)`
fn list(it: &Parts<'_>) -> Option<Meant> {
    let meant = moves(&it.pair)?;
    let is_list = (it.all(Rule::lbrace).count(), it.all(Rule::rbrace).count()) == (1, 1);
    let is_other = [Rule::list_end, Rule::comma, Rule::dots].into_iter().any(|one| it.has(one));
    let said = match () {
        () if is_other || !is_list => {
            let what = "write the moves in one pair of braces, with spaces between them";
            (Code::CommaBetweenMoves, what)
        }
        () if it.all(Rule::entry).any(|it| it.as_str().contains(' ')) => {
            (Code::MisplacedSpace, "a move has no spaces inside")
        }
        () => (Code::ExpectedExpression, "write a move without parentheses and `*`"),
    };
    // A list that is right is only joined to what follows.
    let next = it.line.source[it.end()..].chars().next();
    let is_joined = next.is_some_and(|it| !it.is_whitespace()) && is_list;
    let is_right = is_joined && items(it.line.written(it.length())).is_some();
    let space = if is_joined { " " } else { "" };
    (!is_right).then(|| Meant::Text(Some(said), meant + space))
}

/// Order conditions in the spelling of the language, with the code and the message for the first thing that is not:
/// `1 <= n <= 9`, `n > 1, m > 1`, `(n>=2)`, `n, m >= 1`.
fn orders(pair: Pair<'_, Rule>) -> Option<((Code, &'static str), String)> {
    let (mut meant, mut is_strange, mut is_one) = (Vec::new(), false, true);
    let tokens = pair.as_str().split_whitespace().count();
    for part in pair.into_inner() {
        is_one &= part.as_rule() == Rule::bounds;
        let parts: Vec<_> = part.into_inner().collect();
        is_one &= parts.len() == 1;
        let Some(chain) = parts.into_iter().find(|it| it.as_rule() == Rule::chain) else {
            continue;
        };
        let (mut lefts, mut sign) = (Vec::new(), None);
        for part in chain.into_inner() {
            match (part.as_rule(), sign) {
                (Rule::relation, _) => sign = Some(part.as_str()),
                (Rule::sum, None) => lefts.push(lenient::expression(part.as_str())?),
                (Rule::sum, Some(relation)) => {
                    let right = lenient::expression(part.as_str())?;
                    for left in std::mem::replace(&mut lefts, vec![right.clone()]) {
                        let one = Comparison::new(&left, relation, &right)?;
                        is_strange |= one.relation != relation;
                        is_one &= fault::is_variable(&left);
                        meant.push(one.solved()?.to_string());
                    }
                }
                _ => {}
            }
        }
    }
    let said = match () {
        () if is_strange => {
            (Code::ExpectedRelation, "order conditions use only `>=`, `<=` and `==`")
        }
        () if meant.len() > 1 || !is_one => {
            (Code::ExpectedVariable, "write one condition per variable, as in `n >= 1 m >= n`")
        }
        () if tokens == 3 => {
            let what = "a number is written only in digits, and an expression without parentheses";
            (Code::ExpectedExpression, what)
        }
        () => (Code::MisplacedSpace, "put a space on both sides of the relation and nowhere else"),
    };
    Some((said, meant.join(" ")))
}

/// `_^n`, `0n`, `_(2n + 1)`, `A{n},`
fn spelled(it: &Parts<'_>) -> Option<Meant> {
    let (written, context) = (it.pair.as_str(), it.context);
    let length = it.pair.clone().into_inner().find_map(|part| match part.as_rule() {
        Rule::tight | Rule::simple | Rule::spaced => Some(part.as_str()),
        Rule::braced | Rule::mixed | Rule::round => Some(part.into_inner().next()?.as_str()),
        _ => None,
    });
    let is_joined = it.has(Rule::raised) || it.has(Rule::multiplied);
    let value = match it.get(Rule::grundy) {
        // Numbers are Grundy values, which games have that have moves; and one after a value may be its length.
        Some(digits) => {
            let token = Span::new(it.line.start, it.end());
            let is_length = || words::behind_a_value(it.line.source, token).is_some();
            if context.outcomes || context.moves.is_none() || length.is_none() {
                return None;
            }
            let letter = Alphabet::Nim.letter(Value(digits.parse().ok()?));
            Some(letter).filter(|it| it.len() == 1 && (is_joined || !is_length()))?
        }
        None => it.get(Rule::value).or_else(|| it.get(Rule::cycle))?.split_whitespace().collect(),
    };
    let meant = match length {
        Some(length) => value + &format::behind_a_value(&lenient::expression(length)?),
        None => value,
    };
    if let Some((what, signs)) = words::in_signs(&meant, context) {
        return Some(Meant::Text(Some((Code::ImpossibleValue, what)), signs));
    }
    let is_strange = it.line.written(it.length()) != written;
    let said = match () {
        () if meant == "-" && !context.outcomes => return None,
        () if it.has(Rule::grundy) => {
            (Code::ValueAsNumber, "write values as letters: `_` for 0, `A` for 1, `B` for 2")
        }
        () if is_joined || it.has(Rule::braced) || it.has(Rule::mixed) => {
            let what = "write the length directly after the value: `An`, `A(2n)`";
            (Code::PowerSign, what)
        }
        () if it.has(Rule::comma) => (Code::MissingSpace, "separate words with spaces only"),
        () if length.is_some_and(|it| it.contains(['*', '(', '^'])) => {
            let what = "write a length as a sum, without products and inner parentheses";
            (Code::ExpectedExpression, what)
        }
        () if written.contains(' ') => (Code::MisplacedSpace, "a word has no spaces inside"),
        () if is_strange => (Code::NotAscii, ""),
        () => return None,
    };
    Some(Meant::Text(Some(said), meant))
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

/// A rule in the spelling of the language: `lost >= 2` for `lost=>2`, `misere` for `Misère play.`
pub(super) fn rule(text: &str) -> Option<String> {
    let plain = lenient::plain(text).to_lowercase().replace('è', "e").replace('_', "");
    let words = plain.trim_matches(['"', '\'', '`', '.', ',', ';', ':', '=', ' ']);
    let words = words.strip_suffix(" play").unwrap_or(words);
    let is_sign = |it| "<>=!".contains(it);
    let spaced = match words.find(is_sign).zip(words.rfind(is_sign)) {
        Some((first, last)) => {
            let sign = &words[first..=last];
            let sign = lenient::relation(sign).filter(|it| it.1 == 0).map_or(sign, |it| it.0);
            format!("{} {sign} {}", words[..first].trim(), words[last + 1..].trim())
        }
        None => words.split_whitespace().collect::<Vec<_>>().join(" "),
    };
    spaced.parse::<crate::model::Rule>().ok().filter(|_| spaced != text).map(|_| spaced)
}

/// What a word or an instance means that stands in front of the moves: a name for them, a parameter, or a
/// function that is compared.
pub(super) fn before_moves(source: &str, span: Span) -> Option<Found> {
    let (line, context) = (Line::new(source, span.start, true), Context::default());
    slip(&line, &context).or_else(|| capitals(source, span)).or_else(|| hint(&line, &context))
}

/// `N >= 1`: every mention of the parameters, with the right letters.
fn capitals(source: &str, span: Span) -> Option<Found> {
    let is_relation =
        |it: &&str| *it == "<" || it.starts_with("<=") || it.starts_with(['>', '=', '≥', '≤', '∈']);
    let begins = &source[span.range()];
    let code = |text| -> Vec<&str> {
        let lines = str::lines(text).filter(|it| !it.starts_with("CLAIM"));
        lines.flat_map(|it| it.split('#').next().unwrap_or_default().split_whitespace()).collect()
    };
    let is_side = |two: &[&str]| two[0] == begins && is_relation(&two[1]);
    // It is compared soon, or it is no parameter.
    let near = code(within(&source[span.start..], REACH_OF_LISTS));
    if !matches!(begins.as_bytes(), [b'A'..=b'Z']) || !near.windows(2).any(is_side) {
        return None;
    }
    let tokens = code(&source[span.start..]);
    let head = tokens.iter().position(|it| it.contains('}')).unwrap_or(tokens.len());
    let compared =
        tokens[..head].windows(2).filter(|two| two[0].len() == 1 && is_relation(&two[1]));
    let names: Vec<u8> =
        compared.map(|two| two[0].as_bytes()[0]).filter(u8::is_ascii_uppercase).collect();
    let edits =
        tokens.iter().enumerate().filter(|it| !keyword::is(it.1)).flat_map(|(at, token)| {
            let before = at.checked_sub(1).map_or("", |it| tokens[it]);
            let is_side = at <= head
                || tokens.get(at + 1).is_some_and(is_relation)
                || is_relation(&before)
                || ["IF", "ELIF", "FROM", "UPTO"].contains(&before);
            // In a word the values come first.
            let values = match token.find(['>', ')']) {
                _ if is_side => 0,
                Some(end) if token.starts_with(['<', '(']) => end,
                _ => 1,
            };
            let place = token.as_ptr() as usize - source.as_ptr() as usize;
            let letters = token.bytes().enumerate().skip(values).filter(|it| names.contains(&it.1));
            letters.map(move |(at, it)| Edit {
                span: Span::new(place + at, place + at + 1),
                text: char::from(it.to_ascii_lowercase()).to_string(),
            })
        });
    let edits: Vec<_> = edits.collect();
    let what = format!("the parameter `{begins}` is a capital letter");
    let error = Diagnostic::new(Code::CapitalParameter, what)
        .label(span, "capital letters are values")
        .help(format!("write `{}`, here and where it is used", begins.to_lowercase()));
    let is_parameter = names.contains(&begins.as_bytes()[0]);
    is_parameter.then(|| Found::new(Diagnostic { edits, ..error }, span.end))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is written here instead of a text in front of the moves, or after them.
    fn instead(text: &str, context: &Context) -> Option<String> {
        let line = Line::new(text, 0, context.is_head());
        let found = slip(&line, context).or_else(|| hint(&line, context))?;
        found.diagnostic.edits.first().map(|it| it.text.trim_end().to_owned())
    }

    #[test]
    fn notations_of_others_are_those_of_the_language() {
        let head = Context::default();
        let body = Context { moves: Some(2), closer: Some("PER"), ..Context::default() };
        for (context, text, meant) in [
            (&head, "n = 1, 2, 3, ...", "n >= 1"),
            (&head, "n = 1..9", "n >= 1 n <= 9"),
            (&head, "1 ≤ n < 2·m, m > 0", "n >= 1 n <= 2m-1 m >= 1"),
            (&head, "n, m >= 1", "n >= 1 m >= 1"),
            (&head, "moves: n, 2n", "{ n 2n }"),
            (&head, "S = {1, 2, ..., n}", "{ 1..n }"),
            (&head, "n, 2*n", "{ n 2n }"),
            (&head, "| n 2n }", "{ n 2n }"),
            (&head, "\\{ n, 2n \\}", "{ n 2n }"),
            (&body, "for i in range(n): # all", "FOR i FROM 0 UPTO n-1 REP"),
            (&body, "FOR i = 1 TO 2*n DO", "FOR i FROM 1 UPTO 2n REP"),
            (&body, "for (int i = 0; i < n; ++i) {", "FOR i FROM 0 UPTO n-1 REP"),
            (&body, "if (n > 2):", "IF n >= 3 THEN"),
            (&body, "ELSEIF n = 2 THEN", "ELIF n == 2 THEN"),
            (&body, "IF NOT n == 2 THEN", "IF n != 2 THEN"),
            (&body, "end for", "PER"),
            (&body, "repeat { _^n, A^n }", "REPEAT _n An ENDREP"),
            (&body, "(_n An)^{\\infty}", "REPEAT _n An ENDREP"),
            (&body, "let k := 2(n + 1);", "LET k=2n+2"),
            (&body, "pair[2*n, n]", "pair(2n, n)"),
            (&body, "0^{n}", "_n"),
            (&body, "(_ A)^n", "(_A)n"),
            (&body, "B*(n - 1),", "B(n-1)"),
            (&body, "Aⁿ", "An"),
            (&body, "“A(n−1)”", "A(n-1)"),
            (&body, "$A_{2n}$", "A(2n)"),
            (&body, "An// note", "An # note"),
            (&body, "/* all */ An", "# all"),
            (&body, "the words of the loop", "# the words of the loop"),
        ] {
            assert_eq!(instead(text, context).as_deref(), Some(meant), "{text}");
        }
        for text in ["2 n", "n + ", "A B", "Zn", "{ 1, .. }"] {
            assert_eq!(instead(text, &body), None, "{text}");
        }
    }
}
