//! The moves of a game on the command line: `21 103 214 235`, or `2n 5n 6n+1 8n+1` with `--at n=5`.

use super::numbers::{assignment, dashed};
use grundy_check::Integer;
use grundy_core::diagnostic::Diagnostic;
use grundy_core::lang::{self, MoveList, SizeError};
use grundy_core::number;
use grundy_report::report::{Style, render};
use grundy_sequence::{MoveSet, Moves};
use std::cell::RefCell;

/// The moves that the arguments name.
///
/// The shell may have split a list, so the arguments count as one text.
pub fn parse(arguments: &[String], at: &[(String, Integer)]) -> Result<Moves, String> {
    let sizes = sizes(arguments, at, Moves::GREATEST)?;
    Moves::new(&sizes).map_err(|error| error.to_string())
}

/// The sizes of the moves, in increasing order and at most `greatest`.
pub fn sizes(
    arguments: &[String],
    at: &[(String, Integer)],
    greatest: u64,
) -> Result<Vec<u64>, String> {
    if let Some(set) = set(arguments, at)? {
        return members(&set);
    }
    let list = family(arguments)?;
    let point = point(arguments, &list.parameters, at)?;
    let sizes = list.sizes(&point, greatest).map_err(|error| no_size(arguments, &error))?;
    Moves::check_order(&sizes).map_err(|error| error.to_string())?;
    Ok(sizes)
}

/// The first and the last move of each range without a gap, in increasing order and at most `greatest`.
pub fn ranges(
    arguments: &[String],
    at: &[(String, Integer)],
    greatest: u64,
) -> Result<Vec<(u64, u64)>, String> {
    if let Some(set) = set(arguments, at)? {
        let sizes = members(&set)?;
        let chunks = sizes.chunk_by(|one, next| one + 1 == *next);
        return Ok(chunks.map(|chunk| (chunk[0], chunk[chunk.len() - 1])).collect());
    }
    let list = family(arguments)?;
    let point = point(arguments, &list.parameters, at)?;
    list.ranges(&point, greatest).map_err(|error| no_size(arguments, &error))
}

/// Why a list has no moves, which may be that a range was written with a dash.
fn no_size(arguments: &[String], error: &SizeError) -> String {
    let dashed = arguments.iter().flat_map(|it| it.split([',', '{', '}'])).find_map(dashed);
    match dashed.filter(|_| matches!(error, SizeError::TooSmall(_))) {
        Some((first, last)) => format!("{error}; a range has two dots: {first}..{last}"),
        None => error.to_string(),
    }
}

/// The moves one by one, of any size; `None` if they cannot be read, or ranges are among them.
pub fn integers(arguments: &[String], at: &[(String, Integer)]) -> Option<Vec<Integer>> {
    let list = lang::moves(&arguments.join(" ")).ok()?;
    let point = point(arguments, &list.parameters, at).ok()?;
    let sizes = list.moves.iter().map(|one| one.last.is_none().then(|| one.size.at(&point)));
    sizes.collect()
}

/// The set of moves that the arguments name, such as `squares` or `1.. without 3 7`; `None` if they list moves.
pub fn set(arguments: &[String], at: &[(String, Integer)]) -> Result<Option<MoveSet>, String> {
    let text = arguments.join(" ");
    if (text.contains("...") || text.contains('…'))
        && let Some(message) = misshaped(&text)
    {
        return Err(message);
    }
    let used = RefCell::new(Vec::new());
    let finite = |text: &str| {
        let list = family(&[text.to_owned()])?;
        let of_list = at.iter().filter(|(name, _)| list.parameters.contains(name));
        let point = point(arguments, &list.parameters, &of_list.cloned().collect::<Vec<_>>())?;
        used.borrow_mut().extend(list.parameters.iter().cloned());
        list.ranges(&point, i64::MAX as u64).map_err(|error| error.to_string())
    };
    let set = MoveSet::read(arguments, finite)
        .map_err(|message| arguments.iter().find_map(|it| number::comma(it)).unwrap_or(message))?;
    if set.is_some() {
        known(&used.into_inner(), at)?;
    }
    Ok(set)
}

/// The members of a set.
fn members(set: &MoveSet) -> Result<Vec<u64>, String> {
    let endless = || format!("only finitely many moves are allowed here, but {set} never ends");
    set.finite().ok_or_else(endless)?.map_err(|error| error.to_string())
}

/// Why the moves are none for these values although they are for others; `None` if they are, or never are.
pub fn no_game(arguments: &[String], at: &[(String, Integer)]) -> Option<String> {
    match set(arguments, at) {
        Err(message) => return Some(message),
        Ok(Some(_)) => return None,
        Ok(None) => {}
    }
    let list = family(arguments).ok()?;
    match list.sizes(&point(arguments, &list.parameters, at).ok()?, u64::MAX) {
        Err(error @ (SizeError::TooSmall(_) | SizeError::Repeated(..))) => Some(error.to_string()),
        Err(SizeError::TooLarge(..) | SizeError::TooMany(..) | SizeError::Listed(_)) | Ok(_) => {
            None
        }
    }
}

/// The family that the arguments name; numbers are one without parameters.
pub fn family(arguments: &[String]) -> Result<MoveList, String> {
    let text = arguments.join(" ");
    if text.trim().is_empty() {
        return Err("a game needs at least one move; write `{ }` for the game without \
                    moves"
            .to_owned());
    }
    let list = lang::moves(&text).map_err(|diagnostics| unreadable(&diagnostics, &text))?;
    check_ranges(&list)?;
    Ok(list)
}

/// Refuses a range such as `3..1`, which is empty whatever the parameters are; `1..0` is how an empty one is written.
fn check_ranges(list: &MoveList) -> Result<(), String> {
    for one in &list.moves {
        let last = one.last.as_ref().filter(|_| one.size.is_constant());
        let Some(last) = last.filter(|last| last.is_constant()) else { continue };
        let (first, last) = (one.size.at(&[]), last.at(&[]));
        if &last + &Integer::ONE < first {
            return Err(format!("the range {first}..{last} has no moves; write {last}..{first}"));
        }
    }
    Ok(())
}

/// What is wrong with a text that should list moves.
pub fn unreadable(diagnostics: &[Diagnostic], text: &str) -> String {
    if let Some(message) = assigned(text).or_else(|| misnamed(text)).or_else(|| misshaped(text)) {
        return message;
    }
    let show = |one| render::render(one, "MOVE", text, Style::PLAIN);
    let shown: String = diagnostics.iter().map(show).collect();
    format!("cannot read the moves\n{}", shown.trim_end())
}

/// What to say of a value of a parameter among the moves.
fn assigned(text: &str) -> Option<String> {
    let is_parameter = |word: &&str| {
        let name = word.split('=').next().unwrap_or_default();
        matches!(name.as_bytes(), [b'a'..=b'z']) && assignment(word).is_ok()
    };
    let word = text.split_whitespace().find(is_parameter)?;
    Some(format!("`{word}` is not a move; the values of parameters are given by --at {word}"))
}

/// What is wrong with brackets, or with the dots of a range.
fn misshaped(text: &str) -> Option<String> {
    let mut depth = 0;
    for sign in text.chars() {
        match sign {
            '{' | '[' => depth += 1,
            '}' | ']' => depth -= 1,
            _ => {}
        }
        if !(0..=1).contains(&depth) {
            return Some("write all moves in one pair of braces, such as {1, 2}".to_owned());
        }
    }
    let separator = |it: char| it.is_whitespace() || ",;{}[]".contains(it);
    let is_range = |word: &str| {
        let ends =
            word.split_once(':').filter(|ends| [ends.0, ends.1].iter().all(|it| is_number(it)));
        word.contains("...")
            || word.contains('…')
            || word.starts_with("..")
            || word.ends_with("..")
            || word.matches("..").count() > 1
            || ends.is_some()
    };
    let word = text.split(separator).find(|word| is_range(word))?;
    Some(format!("`{word}` is not a move; a range has two dots between its ends, such as 3..8"))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit())
}

/// What is wrong with a word that seems to name a set, or a real number.
fn misnamed(text: &str) -> Option<String> {
    let words = || text.split(|it: char| !it.is_alphanumeric());
    if words().any(|word| word.ends_with("sqrt")) {
        return Some(
            "real moves such as sqrt(2) have no parameters, and only `sequence`, `period` and `plot` \
             accept them"
                .to_owned(),
        );
    }
    let names = MoveSet::names;
    if let Some(word) = words().find(|word| names().any(|name| name == *word)) {
        return Some(format!(
            "only finitely many moves are allowed here, but the set `{word}` never ends; \
             `sequence`, `period` and `plot` accept it"
        ));
    }
    MoveSet::misnamed(text)
}

/// Is each of the names a parameter?
fn known(parameters: &[String], at: &[(String, Integer)]) -> Result<(), String> {
    for (name, _) in at {
        if !parameters.contains(name) {
            let known = match parameters {
                [] => "the moves are numbers".to_owned(),
                known => format!("the parameters of the moves are {}", known.join(" ")),
            };
            return Err(format!("unknown parameter {name}; {known}"));
        }
    }
    Ok(())
}

/// The values of the parameters, in their order.
fn point(
    arguments: &[String],
    parameters: &[String],
    at: &[(String, Integer)],
) -> Result<Vec<Integer>, String> {
    known(parameters, at)?;
    let value = |parameter: &String| at.iter().find(|(name, _)| name == parameter);
    let missing: Vec<_> = parameters.iter().filter(|it| value(it).is_none()).collect();
    if let (["e"], Some((word, real))) =
        (&missing.iter().map(|it| it.as_str()).collect::<Vec<_>>()[..], scientific(arguments))
    {
        return Err(format!(
            "`{word}` is a multiple of a parameter e less a number; as a real number, write {real}"
        ));
    }
    if !missing.is_empty() {
        let missing: Vec<_> = missing.iter().map(|it| format!("--at {it}=...")).collect();
        return Err(format!("a value is missing: {}", missing.join(" ")));
    }
    Ok(parameters.iter().filter_map(value).map(|(_, number)| number.clone()).collect())
}

/// A word such as `1e-9`, and the number that it would be elsewhere.
fn scientific(arguments: &[String]) -> Option<(&str, String)> {
    let words = arguments.iter().flat_map(|it| it.split([' ', ',', '{', '}', '[', ']']));
    words.filter_map(|word| Some((word, word.split_once("e-")?))).find_map(
        |(word, (factor, exponent))| {
            let is_one = is_number(factor) && is_number(exponent);
            is_one.then(|| (word, format!("{factor}/10^{exponent}")))
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(arguments: &[&str], at: &[(&str, i64)]) -> Result<Vec<u32>, String> {
        let arguments: Vec<_> = arguments.iter().map(|&word| word.to_owned()).collect();
        let at: Vec<_> =
            at.iter().map(|&(name, value)| (name.to_owned(), Integer::from(value))).collect();
        let moves = parse(&arguments, &at)?;
        Ok(moves.sizes().to_vec())
    }

    fn refused(arguments: &[&str], at: &[(&str, i64)], reason: &str) {
        let message = read(arguments, at).expect_err("refused");
        assert!(message.contains(reason), "{message}");
    }

    #[test]
    fn numbers_are_taken_as_they_are() {
        assert_eq!(read(&["21", "103", "214", "235"], &[]), Ok(vec![21, 103, 214, 235]));
        assert_eq!(read(&["2 5 7"], &[]), Ok(vec![2, 5, 7]));
        assert_eq!(read(&["7", "3"], &[]), Ok(vec![3, 7]));
        assert_eq!(read(&["5,2,7"], &[]), Ok(vec![2, 5, 7]));
        assert_eq!(read(&["{n,2n}"], &[("n", 3)]), Ok(vec![3, 6]));
    }

    #[test]
    fn a_family_is_sorted_for_its_parameters() {
        let family = "{ 2n 5n 6n+1 8n+1 }";
        assert_eq!(read(&[family], &[("n", 100)]), Ok(vec![200, 500, 601, 801]));
        assert_eq!(read(&["{", "5n", "2n", "}"], &[("n", 2)]), Ok(vec![4, 10]));
        assert_eq!(read(&["{ m 2n }"], &[("n", 2), ("m", 9)]), Ok(vec![4, 9]));
        assert_eq!(read(&["{ 7 3 }"], &[]), Ok(vec![3, 7]));
        assert_eq!(read(&["2n", "5n"], &[("n", 2)]), Ok(vec![4, 10]));
        assert_eq!(read(&["S", "=", "[n,", "2n]"], &[("n", 3)]), Ok(vec![3, 6]));
    }

    #[test]
    fn wrong_numbers_are_named() {
        refused(&["0", "3"], &[], "0 is not a move");
        refused(&["-2", "3"], &[], "-2 is not a move");
        refused(&["3", "3"], &[], "the move 3 is listed twice");
        refused(&["3", "2", "3"], &[], "the move 3 is listed twice");
        refused(&["1,000", "2"], &[], "for one move, write 1000 or 1_000");
        refused(&["3", "x"], &[], "a value is missing: --at x=...");
        refused(&["1e-9", "2"], &[], "as a real number, write 1/10^9");
        refused(&["{ 2e-1, 3e }"], &[], "as a real number, write 2/10^1");
        assert_eq!(read(&["{ 2e-1, 3e }"], &[("e", 4)]), Ok(vec![7, 12]));
        refused(&["3", "X"], &[], "`X` is not allowed in an expression");
        refused(&["99999999999999999999"], &[], "99999999999999999999 is too large");
        refused(&[" "], &[], "at least one move");
        refused(&["3", "5"], &[("n", 1)], "unknown parameter n; the moves are numbers");
    }

    #[test]
    fn wrong_families_are_explained() {
        refused(&["{ n 2n }"], &[], "a value is missing: --at n=...");
        refused(
            &["{ n 2n }"],
            &[("n", 1), ("m", 1)],
            "unknown parameter m; the parameters of the moves are n",
        );
        refused(&["{ n 2n-2 }"], &[("n", 1)], "2n-2 = 0 for n = 1 is not a move");
        refused(&["{ n 2n }"], &[("n", -1)], "n = -1 for n = -1 is not a move");
        refused(&["{ 2n n+1 }"], &[("n", 1)], "two moves are the same");
        refused(&["n", "2n", "n"], &[("n", 1)], "the move n is listed twice");
        refused(&["{ n"], &[("n", 1)], "cannot read the moves");
        refused(&["{ n } An"], &[("n", 1)], "only a move list is allowed here");
        refused(&["{ n }"], &[("n", i64::MAX)], "too large");
        refused(
            &["n", "n=3"],
            &[],
            "`n=3` is not a move; the values of parameters are given by --at n=3",
        );
        refused(&["sqrt(2)n"], &[("n", 1)], "real moves such as sqrt(2) have no parameters");
    }

    #[test]
    fn ranges_and_brackets_are_explained() {
        refused(
            &["1-3"],
            &[],
            "-2 is not a move: a move takes at least 1; a range has two dots: 1..3",
        );
        refused(&["3..1", "7"], &[], "the range 3..1 has no moves; write 1..3");
        for wrong in ["1...3", "1:3", "1, 2, ..., 10", "1,2,..,10", "1..10..2", "..5", "1…3"] {
            refused(&[wrong], &[], "a range has two dots between its ends");
        }
        for wrong in ["1 2}", "{{1,2}}", "{1,2} {3}}"] {
            refused(&[wrong], &[], "write all moves in one pair of braces");
        }
        // How programs write that there are none.
        assert_eq!(read(&["1..0", "7"], &[]), Ok(vec![7]));
        assert_eq!(read(&["n..m", "7"], &[("n", 5), ("m", 2)]), Ok(vec![7]));
    }
}
