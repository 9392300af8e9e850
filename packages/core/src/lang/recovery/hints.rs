//! What people write who come from other languages, where no single change is surely right; and texts that
//! are not descriptions at all.

use super::fault::{in_expression, is_variable, shown};
use super::{
    Context, Found, conditions, lenient, line_end, moves, reach, relation_in, slips, token_behind,
    words,
};
use crate::diagnostic::{Diagnostic, Edit, Span};
use crate::lang::ast::ItemKind;
use crate::lang::{Lost, keyword, parse};

/// The named hint for what begins at a bad token.
pub fn at(source: &str, span: Span, context: &Context) -> Option<Found> {
    let token = &source[span.range()];
    let end = reach(source, span.start);
    let line = source[span.start..end].trim_end();
    let behind = token_behind(source, span.end).map_or("", |next| &source[next.range()]);
    let found = |code, message: String, label: &str, help: &str, lost| {
        let error = Diagnostic::error(code, message).label(span, label).help(help);
        Some(Found::new(error, span.end, lost))
    };
    let upper = token.to_ascii_uppercase();
    let plain = lenient::plain(token);
    if let Some(message) = lenient::unexpected(token).filter(|_| keyword::is(&plain)) {
        let error = Diagnostic::error("E0137", message)
            .label(span, "looks like a keyword")
            .help(format!("write `{plain}`"))
            .edit(span, plain);
        return Some(Found::new(error, span.end, Lost::NESTING));
    }
    if upper == "REPEAT" && behind.eq_ignore_ascii_case("forever") {
        let place =
            token_behind(source, span.end).map_or(span, |next| Span::new(span.start, next.end));
        let error = Diagnostic::error("E0102", "the endless loop is `REPEAT ... ENDREP`")
            .label(place, "not a keyword")
            .help("write `REPEAT`")
            .edit(place, "REPEAT");
        return Some(Found::read(error, place.end, vec![ItemKind::Repeat]));
    }
    let before = source[..span.start].trim_end();
    if upper == "FOREVER" && before.ends_with("REPEAT") {
        let error = Diagnostic::error("E0102", "the endless loop is `REPEAT ... ENDREP`")
            .label(span, "not a keyword")
            .help("remove the word")
            .edit(Span::new(before.len(), span.end), "");
        return Some(Found::read(error, span.end, Vec::new()));
    }
    if let Some(found) = closing(source, span, context) {
        return Some(found);
    }
    let word = token.trim_end_matches([',', ';', '.', ':']);
    if word.len() < token.len()
        && let Some(word) = keyword::spelling(&word.to_ascii_uppercase())
        && let Some(items) = parse::meant(word, span)
    {
        let error =
            Diagnostic::error("E0112", "no comma, semicolon or full stop follows a keyword")
                .label(span, "not a keyword")
                .help(format!("write `{word}`"))
                .edit(span, word);
        return Some(Found::read(error, span.end, items));
    }
    if ["WHILE", "UNTIL", "FOREVER"].contains(&upper.as_str()) {
        return found(
            "E0102",
            format!("`{token}` is not a keyword"),
            "not a keyword",
            "the endless loop is `REPEAT ... ENDREP`; a loop that ends is `FOR i FROM 1 UPTO n REP ... PER`",
            Lost::NESTING,
        );
    }
    let is_set =
        |text: &str| text.starts_with(['∈', '∉', 'ℕ', 'ℤ']) || text == "in" || text == "\\in";
    let name = token.find(['∈', '∉']).map_or(token, |at| &token[..at]).trim_start_matches('$');
    let is_name = name.len() <= 1 && name.chars().all(|it| it.is_ascii_alphabetic());
    if is_name && (name.len() < token.len() || is_set(behind)) {
        let name = if name.is_empty() { "n" } else { name };
        return found(
            "E0108",
            format!("`{}` does not bound a parameter", shown(line)),
            "a parameter is any integer that satisfies the order conditions",
            &format!("write a lower bound: `{name} >= 1`"),
            Lost::NAMES,
        );
    }
    if is_variable(token) && matches!(behind, "even" | "odd") {
        let rest = if behind == "odd" { "+1" } else { "" };
        return found(
            "E0108",
            "parity is not an order condition".to_owned(),
            "not a comparison",
            &format!("write it with a new parameter, such as `m >= 1` and `{token} == 2m{rest}`"),
            Lost::NAMES,
        );
    }
    let is_class = match token.parse::<u64>() {
        Ok(_) => behind == "|",
        Err(_) => is_variable(token) && matches!(behind, "mod" | "%" | "≡" | "\\equiv"),
    };
    if is_class && context.moves.is_none() {
        return found(
            "E0108",
            "congruence is not an order condition".to_owned(),
            "not a comparison",
            "write it with a new parameter, such as `m >= 1` and `n == 2m+1` for odd n",
            Lost::NAMES,
        );
    }
    let is_arm = ["IF", "ELIF", "ELSEIF", "ELSIF"].contains(&upper.as_str());
    let parity = ["even", "odd", "mod", "%", "divides", "|"];
    if is_arm
        && line.split_whitespace().any(|word| parity.contains(&word.to_ascii_lowercase().as_str()))
    {
        let then =
            ["THEN", "then", ":"].iter().filter_map(|it| Some(line.find(it)? + it.len())).min();
        let head = Span::new(span.start, span.start + then.unwrap_or(line.len()));
        let item = if upper == "IF" { ItemKind::If(None) } else { ItemKind::Elif(None) };
        let error = Diagnostic::error("E0120", "a condition compares two expressions; parity is not one")
            .label(head, "not a comparison")
            .help("write the game for even n with a new parameter: `m >= 1` and `n == 2m`; for odd n, `n == 2m+1`");
        return Some(Found { items: vec![item], ..Found::new(error, head.end, Lost::NOTHING) });
    }
    if token.contains("...") || token.contains('…') {
        return found(
            "E0101",
            format!("`{}` says nothing exact", shown(token)),
            "how does it go on?",
            "write what goes on for ever between REPEAT and ENDREP; write what is repeated n times as `A(n)`, or in a loop",
            Lost::NESTING,
        );
    }
    let is_head = context.moves.is_none() && !context.raw;
    let unbounded = || {
        let line = slips::Line { source, start: span.start, end };
        conditions::unbounded(source, span, end)
            .or_else(|| conditions::described(&line))
            .filter(|_| is_head)
    };
    unbounded()
        .or_else(|| endless(span, line, context))
        .or_else(|| repeated(span, line, context))
        .or_else(|| group(source, span, context))
        .or_else(|| counted(source, span))
        .or_else(|| brace(source, span, context))
}

/// `END FOR`, `NEXT i`, `PER i`: the end of a part that is said again behind its keyword.
fn closing(source: &str, span: Span, context: &Context) -> Option<Found> {
    const ENDS: [&str; 7] = ["END", "NEXT", "PER", "ENDREP", "ENDFOR", "FI", "OD"];
    const OPEN: [&str; 7] = ["FOR", "REPEAT", "REP", "LOOP", "WHILE", "IF", "DO"];
    let closer = context.closer?;
    let end = source[span.range()].to_ascii_uppercase();
    let next = token_behind(source, span.end)?;
    let behind = &source[next.range()];
    let line = reach(source, span.start);
    let is_said_again = match end.as_str() {
        "NEXT" | "PER" => is_variable(behind),
        _ => OPEN.contains(&behind.to_ascii_uppercase().as_str()),
    };
    // What goes on is the head of a part.
    let is_last = source[next.end.min(line)..line].trim().is_empty() && next.end <= line;
    if !ENDS.contains(&end.as_str()) || !is_said_again || !is_last {
        return None;
    }
    let whole = Span::new(span.start, next.end);
    let error = Diagnostic::error("E0102", "the end of a part is one keyword")
        .label(whole, "not a keyword")
        .help(format!("write `{closer}`"))
        .edit(whole, closer);
    Some(Found::read(error, whole.end, parse::meant(closer, whole)?))
}

/// `[_n An]`, `(_n An)`, `{ _n An }`: words in brackets, which only cycles have.
fn group(source: &str, span: Span, context: &Context) -> Option<Found> {
    if context.moves.is_none() && !context.raw {
        return None;
    }
    let rest = slips::within(&source[span.start..], slips::REACH_OF_LISTS);
    let close = match rest.chars().next()? {
        '{' => '}',
        '[' => ']',
        '(' => ')',
        _ => return None,
    };
    let inside = &rest[1..];
    let (inside, behind) = inside.split_once(close).filter(|(it, _)| !it.trim().is_empty())?;
    let meant = words::words(inside, context)?;
    let ends = behind.trim_start_matches([',', ';', '.']);
    if !ends.chars().next().is_none_or(|it| it.is_ascii_whitespace() || it == '\0') {
        return None;
    }
    let whole = Span::new(span.start, span.start + rest.len() - ends.len());
    // Behind REPEAT the bracket ends what it begins.
    let before = source[..span.start].trim_end();
    let closer = context.closer.filter(|closer| {
        let is_body = ["REPEAT", "REP", "THEN"].iter().any(|it| before.ends_with(it));
        let next = token_behind(source, whole.end).map_or("", |it| &source[it.range()]);
        is_body && next != *closer
    });
    let meant = closer.map_or(meant.clone(), |closer| format!("{meant} {closer}"));
    let help = match closer {
        Some(closer) => format!("leave the brackets out, and write `{closer}` where the part ends"),
        None => "leave the brackets out".to_owned(),
    };
    let error = Diagnostic::error("E0101", "words are written without brackets around them")
        .label(whole, "not a cycle of values, and not a list of moves")
        .help(help)
        .edit(whole, meant.as_str());
    Some(Found::read(error, whole.end, parse::meant(&meant, whole)?))
}

/// `REPEAT n TIMES`, `PER i`: a number behind a keyword that has none.
fn counted(source: &str, span: Span) -> Option<Found> {
    let before = source[..span.start].trim_end_matches([' ', '\t']);
    let word = before.len() - before.rsplit(parse::WHITE).next()?.len();
    let keyword = &before[word..];
    let token = &source[span.range()];
    in_expression(token, 0).is_none().then_some(())?;
    match keyword {
        "REPEAT" => {
            let error = Diagnostic::error("E0103", "REPEAT has no count: its loop never ends")
                .label(span, "not part of the loop")
                .help(format!("write a loop that ends as `FOR i FROM 1 UPTO {token} REP ... PER`"));
            Some(Found::new(error, span.end, Lost::NESTING))
        }
        "PER" | "ENDREP" | "FI" | "END" if is_variable(token) => {
            let error = Diagnostic::error("E0102", "the end of a part is one keyword")
                .label(span, "not part of it")
                .help("remove the variable")
                .edit(Span::new(before.len(), span.end), "");
            Some(Found::read(error, span.end, Vec::new()))
        }
        _ => None,
    }
}

/// `}` as the end of a loop or a branch.
fn brace(source: &str, span: Span, context: &Context) -> Option<Found> {
    let closer =
        context.closer.filter(|_| &source[span.range()] == "}" && context.moves.is_some())?;
    // `} else {`
    let next = token_behind(source, span.end);
    let is_else = |it: &Span| source[it.range()].eq_ignore_ascii_case("else");
    let (whole, meant) = match next.filter(is_else) {
        Some(next) => {
            let open = token_behind(source, next.end).filter(|it| &source[it.range()] == "{");
            (Span::new(span.start, open.unwrap_or(next).end), "ELSE")
        }
        None => (span, closer),
    };
    let error = Diagnostic::error("E0102", "braces are around moves alone")
        .label(whole, format!("the open part ends with {closer}"))
        .help(format!("write `{meant}`"))
        .edit(whole, meant);
    Some(Found::read(error, whole.end, parse::meant(meant, whole)?))
}

/// `(_n An)^m`, and `(_n An)m`
fn repeated(span: Span, line: &str, context: &Context) -> Option<Found> {
    let (inside, behind) = line.strip_prefix('(')?.split_once(')')?;
    // A cycle is repeated as it is.
    let inside = words::words(inside, context)
        .filter(|it| it.contains(' ') && it != inside || inside.contains(' '))?;
    let times = behind.split_whitespace().next()?;
    let length = line.len() - behind.len() + times.len();
    let times = times.strip_prefix('^').unwrap_or(times);
    let times = times.trim_matches(['(', ')', '{', '}']);
    let times = lenient::expression(times)?;
    let counter = ('i'..='z').find(|it| !line.contains(*it))?;
    let loop_of = |words: &str| format!("FOR {counter} FROM 1 UPTO {times} REP {words} PER");
    let whole = Span::new(span.start, span.start + length);
    parse::meant(&loop_of(&inside), whole)?;
    let error = Diagnostic::error("E0101", "words with lengths are repeated by a loop")
        .label(whole, "not in this language")
        .help(format!("write `{}`", loop_of(&inside)));
    Some(Found::new(error, whole.end, Lost::NESTING))
}

/// What a word or an instance means that stands in front of the moves: a name for them, a parameter, or a
/// function that is compared.
pub fn before_moves(source: &str, span: Span) -> Option<Found> {
    moves::named_moves(source, span)
        .or_else(|| moves::open_list(source, span))
        .or_else(|| capitals(source, span))
        .or_else(|| compared(source, span))
}

/// `gcd(n, m) == 1`
fn compared(source: &str, span: Span) -> Option<Found> {
    let next = token_behind(source, span.end)?;
    let follows = relation_in(&source[next.range()]).is_some_and(|it| it.start == 0);
    let is_call = source[span.range()].starts_with(|it: char| it.is_ascii_lowercase());
    let error = Diagnostic::error("E0104", "an order condition begins with one variable")
        .label(span, "not a variable")
        .note("order conditions compare sums of numbers and multiples of variables");
    (follows && is_call).then(|| Found::new(error, span.end, Lost::NOTHING))
}

/// `N >= 1`: every mention of the conditions, with the right letters.
fn capitals(source: &str, span: Span) -> Option<Found> {
    let relation = |at: usize| {
        let next = token_behind(source, at).map_or("", |it| &source[it.range()]);
        next == "<" || next.starts_with("<=") || next.starts_with(['>', '=', '≥', '≤', '∈'])
    };
    let begins = &source[span.range()];
    if !matches!(begins.as_bytes(), [b'A'..=b'Z']) || !relation(span.end) {
        return None;
    }
    let mut names: Vec<u8> = Vec::new();
    let mut edits = Vec::new();
    let (mut in_moves, mut behind_moves) = (false, false);
    let mut at = span.start;
    let mut is_side = false;
    while let Some(token) = token_behind(source, at) {
        let text = &source[token.range()];
        at = token.end;
        if text.starts_with('#') || text == "CLAIM" {
            at = line_end(source, token.start);
            continue;
        }
        if !in_moves && !behind_moves && relation(token.end) {
            names.extend(text.bytes().filter(u8::is_ascii_uppercase));
        }
        in_moves |= text.contains('{');
        // A side of a comparison or a bound is an expression, and every other token a word.
        let is_expression = in_moves || !behind_moves || is_side || relation(token.end);
        let mut in_cycle = text.starts_with(['<', '(']);
        for (index, letter) in text.bytes().enumerate().filter(|_| !keyword::is(text)) {
            let is_length = index > 0 && !in_cycle;
            in_cycle &= !matches!(letter, b'>' | b')');
            if names.contains(&letter) && (is_expression || is_length) {
                let place = Span::new(token.start + index, token.start + index + 1);
                edits.push(Edit {
                    span: place,
                    text: char::from(letter).to_ascii_lowercase().to_string(),
                });
            }
        }
        is_side = matches!(text, "IF" | "ELIF" | "FROM" | "UPTO")
            || text.starts_with(['>', '=', '!'])
            || text == "<=";
        behind_moves |= text.contains('}');
        in_moves &= !text.contains('}');
    }
    let lower = begins.to_lowercase();
    let error = Diagnostic::error("E0104", format!("the parameter `{begins}` is a capital letter"))
        .label(span, "capital letters are values")
        .help(format!("write `{lower}`, here and where it is used"));
    Some(Found::new(Diagnostic { edits, ..error }, source.len(), Lost::ALL))
}

/// `(_n An)^∞`, `[_n An]^ω`, `\overline{_n An}`
fn endless(span: Span, line: &str, context: &Context) -> Option<Found> {
    const SIGNS: [&str; 9] =
        ["∞", "ω", "*", "{∞}", "{\\infty}", "\\infty", "{\\omega}", "\\omega", "{ω}"];
    let (inside, length) = match line.strip_prefix("\\overline{") {
        Some(inside) => (&inside[..inside.find('}')?], line.find('}')? + 1),
        None => {
            let inside = line.strip_prefix(['(', '['])?;
            let close = inside.find([')', ']'])?;
            let behind = &inside[close + 1..];
            let sign = behind.split_whitespace().next()?;
            SIGNS.contains(&sign.strip_prefix('^').unwrap_or(sign)).then_some(())?;
            (&inside[..close], line.len() - behind.len() + sign.len())
        }
    };
    let whole = Span::new(span.start, span.start + length);
    let error = Diagnostic::error("E0101", "write what repeats for ever between REPEAT and ENDREP")
        .label(whole, "not in this language");
    let meant = words::words(inside, context).map(|words| format!("REPEAT {words} ENDREP"));
    let Some((meant, items)) = meant.and_then(|it| Some((it.clone(), parse::meant(&it, whole)?)))
    else {
        return Some(Found::new(error, whole.end, Lost::NESTING));
    };
    let error = error.help(format!("write `{}`", shown(&meant)));
    Some(Found::read(error.edit(whole, meant), whole.end, items))
}

/// What a text is that does not look like a description.
pub fn not_a_description(source: &str) -> Option<Diagnostic> {
    let text = source.trim_start_matches('\u{feff}').trim_start();
    let start = source.len() - text.len();
    let text = text.split('\0').next().unwrap_or_default();
    let code = || text.lines().map(|line| line.split('#').next().unwrap_or_default());
    let words = || code().flat_map(str::split_whitespace).take(MOST_WORDS);
    let first = text.split_whitespace().next().unwrap_or_default();
    let known = [
        ("PK\u{3}\u{4}", "a zip archive"),
        ("%PDF", "a PDF file"),
        ("{\"", "a JSON file"),
        ("<html", "an HTML file"),
        ("<!DOCTYPE html", "an HTML file"),
        ("<!doctype html", "an HTML file"),
        ("<pnml", "a PNML file"),
        ("<?xml", if text.contains("<pnml") { "a PNML file" } else { "an XML file" }),
        ("<!--", "an XML file"),
    ];
    let error = |message: String| Diagnostic::error("E0143", message);
    let help = "a description is made of order conditions, moves and a sequence: `n >= 1 { n } REPEAT _n An ENDREP`";
    if words().next().is_none() {
        let message =
            if text.is_empty() { "the file is empty" } else { "the file has only comments" };
        return Some(error(message.to_owned()).help(help));
    }
    let place = Span::new(start, start + text.find(['\n', '\0', '\r']).unwrap_or(text.len()));
    if let Some((_, what)) = known.iter().find(|(begin, _)| text.starts_with(begin)) {
        let error =
            error(format!("this is {what}, not a description")).label(place, "it begins here");
        return Some(match *what {
            "a PNML file" => error.help("give it the ending `.pnml`"),
            _ => error.help(help),
        });
    }
    let is_tag =
        first.starts_with('<') && first[1..].starts_with(|it: char| it.is_ascii_lowercase());
    if is_tag && text.contains("</") {
        return Some(
            error("this is an XML file, not a description".to_owned())
                .label(place, "it begins here")
                .help(help),
        );
    }
    let (mut all, mut prose) = (0, 0);
    for word in words() {
        if ["REPEAT", "REP", "ENDREP", "PER"].contains(&word) {
            return None;
        }
        all += 1;
        prose += usize::from(is_prose(word));
    }
    (2 * prose >= all).then(|| {
        error("this does not look like a description".to_owned())
            .label(place, "prose, or another language")
            .help(help)
    })
}

/// So many words of a text are looked at.
const MOST_WORDS: usize = 400;

/// Is a word rather one of a human language or of a program, and not a keyword?
pub fn is_prose(word: &str) -> bool {
    const SHORT: [&str; 15] =
        ["an", "as", "at", "be", "by", "do", "in", "is", "it", "no", "of", "on", "or", "to", "we"];
    let letters: Vec<char> =
        word.trim_matches(|it: char| it.is_ascii_punctuation()).chars().collect();
    let small = letters.windows(3).any(|three| three.iter().all(|it| it.is_lowercase()));
    let foreign = letters.iter().any(|it| it.is_alphabetic() && !it.is_ascii());
    let named = letters.len() > 2
        && letters.iter().all(|it| it.is_alphabetic())
        && letters.iter().any(|it| it.is_lowercase());
    (small || foreign || named || SHORT.contains(&word)) && !keyword::is(&word.to_ascii_uppercase())
}
