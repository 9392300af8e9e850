//! Notations of other languages, of mathematics and of prose, and what is written here instead.

use super::fault::{self, shown};
use super::lenient::{self, Comparison};
use super::pattern::matched;
use super::{
    ANYWHERE, Context, Found, Line, REACH_OF_LISTS, foreign_signs, moves, relation_in,
    token_behind, within,
};
use super::{Lost, items, keyword, parse};
use crate::diagnostic::{Code, Diagnostic, Edit, Span};

/// The table: a line for the place, the code, what is lost if it is not read, and the message; then a line for each
/// form, with what is written and what is meant.
///
/// Behind `=>` is what it is read as, and behind `--` advice, where nothing is surely meant.  In both `%1` is what the
/// first name of the pattern stands for, `%0` all that is written, `%close` the keyword that ends the open part, and
/// `%free` a letter that is not used.  At the place `body` in front of the moves a form needs a keyword in capitals.
const SLIPS: &str = r"
head E0138 all the moves are a list in braces, without a name
let? %name :=/=/: %tuple => %2
let? %name %set => %2
moves :=/=/:? %moves => { %1 }
let? %title :=/=/: %moves => { %2 }
head E0108 names parameters are declared by order conditions alone, such as `n >= 1`
%v %range [/{? %numbers ,? %dots ,? %inf? ]/}/)? %end => %1 >= %2
%v %range [/{? %numbers , %inf ]/}/)? %end => %1 >= %2
%v %range [/{? %numbers ,? %dots ,? %e ]/}? %end => %1 >= %2 %1 <= %4
%v %range [/{? %many ]/}? %end => %1 >= %2 %1 <= %3
head E0127 names a parameter is declared by its order condition alone, without LET
let %orders => %1
head E0104 names parameters are declared by order conditions alone, such as `n >= 1`
%all %each? %orders :/./,/;? then? %end => %1
head E0108 names parity is not an order condition
%all? %each? %v even -- write it with a new parameter, such as `m >= 1` and `%1 == 2m`
%all? %each? %v odd -- write it with a new parameter, such as `m >= 1` and `%1 == 2m+1`
head E0108 names congruence is not an order condition
%v mod/%/≡/\equiv -- write it with a new parameter, such as `m >= 1` and `%1 == 2m+1` for odd %1
%number | %v -- write it with a new parameter, such as `m >= 1` and `%2 == %1m`
head E0108 names `%0` does not bound a parameter
$? %v %in %line -- write a lower bound: `%1 >= 1`
%all %* %v %end -- write a lower bound: `%1 >= 1`
%all %* %v %word %line? -- write a lower bound: `%1 >= 1`
%new :? %word %line? -- write a lower bound: `%1 >= 1`
head E0144 nothing the rule is named after RULE
misere/misère play? ,/;/.? => RULE misere
normal play? ,/;/.? => RULE normal
body E0103 nesting this head of a loop is not valid
for %each? %v %from [/{? %e ,? %to ,? %e ]/}? ,? %rep => FOR %1 FROM %2 UPTO %3 REP
for %v %from range ( %e , %before ) %rep => FOR %1 FROM %2 UPTO %3 REP
for %v %from range ( %before ) %rep => FOR %1 FROM 0 UPTO %2 REP
for ( int? %v = %e ; %1 <= %e ; %1 ++ ) {? => FOR %1 FROM %2 UPTO %3 REP
for ( int? %v = %e ; %1 < %before ; %1 ++ ) {? => FOR %1 FROM %2 UPTO %3 REP
body E0120 nothing this head of a branch is not valid
if (/[? %c )/]? %then => IF %1 THEN
if not/! (/[? %not )/]? %then => IF %1 THEN
elif/elseif/elsif (/[? %c )/]? %then => ELIF %1 THEN
elif/elseif/elsif not/! (/[? %not )/]? %then => ELIF %1 THEN
body E0141 nesting this head of a definition is not valid
def/define %piece ( %names? ) :=/:/=/{? => DEF %1(%2)
def/define %piece %names => DEF %1(%2)
body E0127 names this is not how a LET is written
let %v %is %e ,/; let? %v %is %e ,/;/.? %end => LET %1=%2 LET %3=%4
let %v %is %e ,/;/.? => LET %1=%2
body E0142 nothing the arguments of a piece are expressions with commas between them
%piece (/[ %list? )/] ,/;/.? => %1(%2)
any E0146 nesting the start begins with one keyword
from infinity down repeat => FROM_INFINITY_DOWN REPEAT
any E0112 nothing no sign follows this keyword
claim :/=? %line => CLAIM %1
rule :/=? %rule => RULE %1
body E0133 nothing a claim begins with CLAIM
period :/=? %e %end => CLAIM period %1
preperiod :/=? %e %end => CLAIM preperiod %1
body E0102 nesting the endless loop is `REPEAT ... ENDREP`
repeat forever => REPEAT
^repeat forever =>
period/sequence :? repeat => REPEAT
preperiod :? =>
repeat {/[/( %words }/]/) ,/;/.? => REPEAT %1 ENDREP
body E0112 nothing no comma, semicolon or full stop follows a keyword
%keyword ,/;/./: => %1
body E0112 nesting no bracket follows a keyword
%keyword {/[/( => %1
body E0102 nesting the end of a part is one keyword
end/endfor/fi/od for/repeat/rep/loop/while/if/do %end => %close
next/per %v %end => %close
^per/endrep/fi/end %v =>
body E0102 nesting braces are around moves alone
} else {? => ELSE
} => %close
";

/// What is asked for only where no word is meant.
const HINTS: &str = r"
body E0127 names LET gives a name to an expression
%v %is %e => LET %1=%2
body E0103 nesting loops count up, by 1
for %v from %e downto %e %rep -- for n, n-1, ..., 1 write `FOR i FROM 1 UPTO n REP LET k=n-i+1`, and k
for %v from %e %to %e by/step %e %rep -- for 1, 3, 5, ... write `LET k=2i-1` in the loop, and k
any E0102 nesting `%0` is not a keyword
period/sequence :? -- write the words of the period between REPEAT and ENDREP, and those of the preperiod before REPEAT
while/until/forever -- the endless loop is `REPEAT ... ENDREP`; a loop that ends is `FOR i FROM 1 UPTO n REP ... PER`
body E0120 nothing a condition compares two expressions; parity is not one
if/elif/elseif/elsif %* even/odd/mod/%/divides/| %head -- write the game for even n with a new parameter: `m >= 1` and `n == 2m`; for odd n, `n == 2m+1`
body E0101 nesting write what repeats for ever between REPEAT and ENDREP
(/[ %words )/] ^? %inf => REPEAT %1 ENDREP
\overline{ %words } => REPEAT %1 ENDREP
(/[ %* )/] ^? %inf -- write it as in `REPEAT _n An ENDREP`
body E0101 nesting words with lengths are repeated by a loop
( %words ) ^? (/{? %e )/}? -- write `FOR %free FROM 1 UPTO %2 REP %1 PER`
body E0101 nesting words are written without brackets around them: leave the brackets out
^repeat/rep/then {/[/( %words }/]/) ,/;/.? => %1 %close
{/[/( %words }/]/) ,/;/.? => %1
body E0103 nesting REPEAT has no count: its loop never ends
^repeat %e -- write a loop that ends as `FOR i FROM 1 UPTO %1 REP ... PER`
head E0105 all moves are listed one by one, or as ranges
{ %* |/: %line -- write them as in `{ n 2n }` or `{ 2..n }`
head E0104 nothing an order condition begins with one variable
%piece ( %* ) >=/<=/==/=/</>/≥/≤ -- compare sums of numbers and multiples of variables
any E0127 names a LET is written as one variable, `=` and an expression, without blanks
LET -- write it as in `LET k=2n-1`
any E0141 nesting this head of a definition is not valid
DEF -- write it as in `DEF comb(i, j)`; a piece has a name of two or more small letters, digits and `_`, and single small letters as arguments
any E0101 nesting unexpected %0
THEN -- it belongs in a head such as `IF i >= n THEN`
FROM/UPTO -- it belongs in a head such as `FOR i FROM 1 UPTO n REP`
any E0133 nothing a claim says what the period or the preperiod is
CLAIM -- write `CLAIM period FORMULA` or `CLAIM preperiod FORMULA` on one line
any E0144 nothing the rule is missing
RULE -- write it as in `RULE misere`
any E0146 nesting REPEAT is missing after FROM_INFINITY_DOWN
FROM_INFINITY_DOWN -- write the values before position 0 as `FROM_INFINITY_DOWN REPEAT - ENDREP`
";

/// What is said of keywords in lower case.
pub(super) const CASE: &str = "write keywords in upper case";

/// A notation of which there is one reading.
pub(super) fn slip(line: &Line<'_>, context: &Context) -> Option<Found> {
    of(SLIPS, line, context).or_else(|| several(line, context))
}

/// A notation that might be a word, or of which there is no one reading.
pub(super) fn hint(source: &str, span: Span, context: &Context) -> Option<Found> {
    let token = &source[span.range()];
    let plain = lenient::plain(token);
    if let Some(message) = lenient::unexpected(token).filter(|_| keyword::is(&plain)) {
        let error = Diagnostic::new(Code::NotAscii, message)
            .label(span, "looks like a keyword")
            .help(format!("write `{plain}`"))
            .edit(span, plain);
        return Some(Found::new(error, span.end, Lost::NESTING));
    }
    if token.contains("...") || token.contains('…') {
        let error = Diagnostic::new(Code::UnknownToken, format!("`{}` says nothing exact", shown(token)))
            .label(span, "how does it go on?")
            .help("write what goes on for ever between REPEAT and ENDREP; write what is repeated n times as `A(n)`, or in a loop");
        return Some(Found::new(error, span.end, Lost::NESTING));
    }
    match token {
        "LET" => fault::in_let(source, span),
        "DEF" if !context.raw => fault::renamed(source, span),
        _ => None,
    }
    .or_else(|| of(HINTS, &Line::new(source, span.start), context))
}

/// The first notation of a table that fits.
fn of(table: &'static str, line: &Line<'_>, context: &Context) -> Option<Found> {
    let token = line.text().split(parse::WHITE).next().unwrap_or_default();
    let mut group = ["", "", "", ""];
    table.lines().skip(1).find_map(|row| {
        let Some((pattern, meant)) =
            row.split_once(" => ").or(row.split_once(" --")).or(row.split_once(" =>"))
        else {
            let mut parts = row.splitn(4, ' ');
            group = std::array::from_fn(|_| parts.next().unwrap_or_default());
            return None;
        };
        let is_here = match group[0] {
            "head" => context.is_head(),
            "body" => !context.raw && (!context.is_head() || keyword::is(token)),
            _ => true,
        };
        let (end, names) = is_here.then(|| matched(line, pattern, context))??;
        let written = &line.source[line.start..end];
        let fill = |text: &str| filled(text, written, &names, line, context);
        let (code, what) = (Code::named(group[1])?, fill(group[3])?);
        if let Some(advice) = meant.strip_prefix(' ').filter(|_| !row.contains(" => ")) {
            let is_known = keyword::is(written);
            let label = if is_known { "not understood" } else { "not in this language" };
            let error = Diagnostic::new(code, what)
                .label(Span::new(line.start, end), label)
                .help(fill(advice)?);
            let lost = match group[2] {
                "nothing" => Lost::NOTHING,
                "names" => Lost::NAMES,
                "nesting" => Lost::NESTING,
                _ => Lost::ALL,
            };
            // What begins here is known, and what it asks is not.
            let head = match written.get(..2) {
                _ if code != Code::BranchHead => None,
                Some("IF" | "if") => Some(fault::ANY_IF.to_owned()),
                _ => Some(fault::ANY_ELIF.to_owned()),
            };
            return Some(Found { instead: head, ..Found::new(error, end, lost) });
        }
        if meant.is_empty() {
            let error = Diagnostic::new(code, what)
                .label(Span::new(line.start, end), "not part of it")
                .help("leave this word out")
                .edit(Span::new(line.source[..line.start].trim_end().len(), end), "");
            return Some(Found::read(error, end));
        }
        // The end may come by itself.
        let next = token_behind(line.source, end).map_or("", |it| &line.source[it.range()]);
        if meant.ends_with(" %close") && context.closer == Some(next) {
            return None;
        }
        let meant = fill(meant)?;
        let tokens = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let (code, what) = match tokens(written).eq_ignore_ascii_case(&meant) {
            true => (Code::MisspeltKeyword, CASE.to_owned()),
            false => foreign_signs(written, code, &what),
        };
        line.slip(code, &what, end - line.start, &meant)
    })
}

/// A text of the table with what its names stand for.
fn filled(
    text: &str,
    written: &str,
    names: &[String],
    line: &Line<'_>,
    context: &Context,
) -> Option<String> {
    let mut filled = text.replace("%0", &shown(written));
    for (index, name) in names.iter().map(String::as_str).chain([""]).enumerate() {
        filled = filled.replace(&format!("%{}", index + 1), name);
    }
    if filled.contains("%close") {
        filled = filled.replace("%close", context.closer?);
    }
    let free = ('i'..='z').find(|it| !line.text().contains(*it)).unwrap_or('i');
    Some(filled.replace("%free", &free.to_string()))
}

/// `IF n >= 2 && n <= 3 THEN`, `IF 2 <= n <= 3 THEN`, `IF n == 2 or n == 4 THEN`: the head of a branch
/// with the first condition, so that what follows is read.
fn several(line: &Line<'_>, context: &Context) -> Option<Found> {
    let mut cursor = line.cursor(context);
    let keyword = ["if", "elif/elseif/elsif"].into_iter().find(|it| cursor.take(it))?;
    let (mut found, mut is_one, mut are_all) = (Vec::new(), false, false);
    loop {
        let mut left = cursor.expression()?;
        let before = found.len();
        while let Some(sign) = cursor.sign() {
            let right = cursor.expression()?;
            found.push(Comparison::new(&left, sign, &right)?.to_string());
            left = right;
        }
        are_all |= found.len() > before + 1;
        if cursor.take("or/||/∨") {
            is_one = true;
        } else if cursor.take(",/;/and/&&/∧") {
            are_all = true;
        } else {
            break;
        }
    }
    cursor.take("then/:/{");
    let first = found.first().filter(|_| found.len() > 1 && is_one != are_all)?;
    let help = match is_one {
        true => format!("give each an arm: `IF {} THEN ... FI`", found.join(" THEN ... ELIF ")),
        false => {
            let heads: String = found.iter().map(|each| format!("IF {each} THEN ")).collect();
            format!("nest the branches: `{heads}...{}`", " FI".repeat(found.len()))
        }
    };
    let span = Span::new(line.start, cursor.at);
    let keyword = if keyword == "if" { "IF" } else { "ELIF" };
    let head = format!("{keyword} {first} THEN");
    items(&head)?;
    let error = Diagnostic::new(Code::BranchHead, "the condition of an arm is one comparison")
        .label(span, "more than one")
        .help(help);
    Some(Found::read(error, span.end).instead(head))
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
    of(SLIPS, &line, &ANYWHERE)
        .or_else(|| moves::open_list(&line, span.end - span.start))
        .or_else(|| capitals(source, span))
        .or_else(|| of(HINTS, &line, &ANYWHERE))
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
        Code::ExpectedVariable,
        format!("the parameter `{begins}` is a capital letter"),
    )
    .label(span, "capital letters are values")
    .help(format!("write `{lower}`, here and where it is used"));
    let is_parameter = names.contains(&begins.as_bytes()[0]);
    is_parameter.then(|| Found::read(Diagnostic { edits, ..error }, span.end))
}
