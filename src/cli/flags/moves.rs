//! The moves of a game on the command line: `21 103 214 235`, or `'{ 2n 5n 6n+1 8n+1 }'` with
//! `--at n=5`.

use grundy_check::Integer;
use grundy_core::diagnostic::Diagnostic;
use grundy_core::lang::{self, MoveList};
use grundy_report::report::{Style, render};
use grundy_sequence::Moves;

/// The moves that the arguments name.
///
/// Their order means nothing, and commas are blanks.  Affine forms stand in braces and need one value
/// for each parameter.  The shell may have split the braces, so the arguments count as one text.
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
    let text = joined(arguments);
    let sizes = if is_family(&text) {
        of_family(&text, at, greatest)?
    } else {
        typed(&text, at, greatest)?
    };
    Moves::check_order(&sizes).map_err(|error| error.to_string())?;
    Ok(sizes)
}

/// All arguments as one text.
fn joined(arguments: &[String]) -> String {
    arguments.join(" ").replace(',', " ")
}

fn is_family(text: &str) -> bool {
    text.contains(['{', '}'])
}

/// The family that the arguments name; numbers are one without parameters.
pub fn family(arguments: &[String]) -> Result<MoveList, String> {
    let text = joined(arguments);
    if is_family(&text) { read_family(&text) } else { read_family(&format!("{{ {text} }}")) }
}

fn read_family(text: &str) -> Result<MoveList, String> {
    lang::moves(text).map_err(|diagnostics| no_family(&diagnostics, text))
}

/// What is wrong with a text that is to name a family.
pub fn no_family(diagnostics: &[Diagnostic], text: &str) -> String {
    let show = |one| render::render(one, "MOVE", text, Style::PLAIN);
    let shown: String = diagnostics.iter().map(show).collect();
    format!("these are not the moves of a family\n{}", shown.trim_end())
}

/// The numbers as typed, in increasing order.
fn typed(text: &str, at: &[(String, Integer)], greatest: u64) -> Result<Vec<u64>, String> {
    if let Some((name, _)) = at.first() {
        return Err(format!(
            "--at {name}=... has nothing to act on: the moves are numbers; a family stands in braces, such as '{{ 2{name} 5{name}+1 }}'"
        ));
    }
    let size = |word: &str| match word.parse::<Integer>() {
        Ok(number) => machine_size(&number, word, greatest),
        Err(_) => Err(format!(
            "{word} is not a move: moves are numbers, or affine forms in braces such as '{{ 2n 5n 6n+1 }}' with --at n=5"
        )),
    };
    let mut sizes = text.split_whitespace().map(size).collect::<Result<Vec<_>, _>>()?;
    sizes.sort_unstable();
    Ok(sizes)
}

/// The moves of a family for the given parameters, in increasing order.
fn of_family(text: &str, at: &[(String, Integer)], greatest: u64) -> Result<Vec<u64>, String> {
    let list = read_family(text)?;
    let point = point(&list.parameters, at)?;
    list.sizes(&point, greatest).map_err(|error| error.to_string())
}

/// The values of the parameters, in their order.
fn point(parameters: &[String], at: &[(String, Integer)]) -> Result<Vec<Integer>, String> {
    for (name, _) in at {
        if !parameters.contains(name) {
            let known = match parameters {
                [] => "the moves have no parameters".to_owned(),
                known => format!("the parameters of the moves are {}", known.join(" ")),
            };
            return Err(format!("there is no parameter {name}; {known}"));
        }
    }
    let value = |parameter: &String| at.iter().find(|(name, _)| name == parameter);
    let missing: Vec<_> = (parameters.iter().filter(|parameter| value(parameter).is_none()))
        .map(|parameter| format!("--at {parameter}=..."))
        .collect();
    if !missing.is_empty() {
        return Err(format!("a value is missing: {}", missing.join(" ")));
    }
    Ok(parameters.iter().filter_map(value).map(|(_, number)| number.clone()).collect())
}

fn machine_size(number: &Integer, shown: &str, greatest: u64) -> Result<u64, String> {
    if number.is_negative() {
        return Err(format!("{shown} is not a move: a move takes at least 1"));
    }
    let size = number.to_i64().and_then(|number| u64::try_from(number).ok());
    size.filter(|size| *size <= greatest)
        .ok_or_else(|| format!("the move {shown} is too large: at most {greatest} is supported"))
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
    }

    #[test]
    fn wrong_numbers_are_named() {
        refused(&["0", "3"], &[], "0 is not a move");
        refused(&["-2", "3"], &[], "-2 is not a move");
        refused(&["3", "3"], &[], "the move 3 stands there twice");
        refused(&["3", "2", "3"], &[], "the move 3 stands there twice");
        refused(&["3", "x"], &[], "x is not a move");
        refused(&["99999999999999999999"], &[], "99999999999999999999 is too large");
        refused(&[" "], &[], "at least one move");
        refused(&["3", "5"], &[("n", 1)], "--at n=... has nothing to act on");
    }

    #[test]
    fn wrong_families_are_explained() {
        refused(&["{ n 2n }"], &[], "a value is missing: --at n=...");
        refused(
            &["{ n 2n }"],
            &[("n", 1), ("m", 1)],
            "there is no parameter m; the parameters of the moves are n",
        );
        refused(&["{ n 2n-2 }"], &[("n", 1)], "2n-2 = 0 for n = 1 is not a move");
        refused(&["{ n 2n }"], &[("n", -1)], "n = -1 for n = -1 is not a move");
        refused(&["{ 2n n+1 }"], &[("n", 1)], "two moves are the same");
        refused(&["{ n"], &[("n", 1)], "not the moves of a family");
        refused(&["{ n } An"], &[("n", 1)], "only a move list is read here");
        refused(&["{ n }"], &[("n", i64::MAX)], "too large");
    }
}
