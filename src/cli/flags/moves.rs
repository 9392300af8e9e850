//! The moves of a game on the command line: `21 103 214 235`, or `2n 5n 6n+1 8n+1` with `--at n=5`.

use grundy_answers::ask::{Game, Refused};
use grundy_answers::report::{Style, render};
use grundy_sequence::{WrittenError, WrittenMoves};

/// Why a question about this game has no answer, in the words of the command.
pub fn refused(error: Refused, game: &Game) -> String {
    match error {
        Refused::Moves(error) => said(error, &game.written()),
        error => error.to_string(),
    }
}

/// What is wrong with the moves that are written so, in the words of the command.
pub fn said(error: WrittenError, written: &WrittenMoves<'_>) -> String {
    match error {
        WrittenError::Unreadable(text, _) if text.trim() == "-" => {
            "moves are not read from standard input; give them as words, such as 3 7 8".to_owned()
        }
        WrittenError::Unreadable(text, found) => {
            let show = |one| render::render(one, "MOVE", &text, Style::PLAIN);
            let shown: String = found.iter().map(show).collect();
            format!("cannot read the moves\n{}", shown.trim_end())
        }
        WrittenError::Assigned(word) => {
            format!("`{word}` is not a move; the values of parameters are given by --at {word}")
        }
        WrittenError::Real if !written.at.is_empty() => {
            "real moves such as 3/2 or sqrt(2) have no parameters; leave out --at".to_owned()
        }
        WrittenError::Missing(names) => {
            let missing: Vec<_> = names.iter().map(|name| format!("--at {name}=...")).collect();
            format!("a value is missing: {}", missing.join(" "))
        }
        WrittenError::Start => format!("--{error}"),
        error => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_kernel::Integer;
    use grundy_sequence::Moves;

    fn read(arguments: &[&str], at: &[(&str, i64)]) -> Result<Vec<u64>, String> {
        let arguments: Vec<_> = arguments.iter().map(|&word| word.to_owned()).collect();
        let at: Vec<_> =
            at.iter().map(|&(name, value)| (name.to_owned(), Integer::from(value))).collect();
        let written = WrittenMoves { texts: &arguments, at: &at };
        written.sizes(Moves::GREATEST).map_err(|error| said(error, &written))
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
        for real in ["sqrt(2)n", "3/2 1", "1.5 2"] {
            refused(&[real], &[("n", 1)], "real moves such as 3/2 or sqrt(2) have no parameters");
        }
        refused(&["n/2"], &[("n", 2)], "is no division");
    }

    #[test]
    fn what_may_be_no_list_is_refused() {
        refused(&["[1,", "2]"], &[], "`[1, 2]` could be an interval");
        refused(&["S=[3", "8]"], &[], "write {3, 8} for two moves, 3..8 for all");
        refused(&["{ .77 }"], &[], "write 77/100 for the number");
        assert_eq!(read(&["[1,", "2,", "4]"], &[]), Ok(vec![1, 2, 4]));
        assert_eq!(read(&["[n, 2n]"], &[("n", 3)]), Ok(vec![3, 6]));
    }

    /// A command that accepts sets does not point to itself.
    #[test]
    fn expressions_of_sets_are_refused_as_such() {
        refused(&["squares+1"], &[], "`squares+1` is neither a move nor a set");
        refused(&["3/2"], &[], "only `sequence`, `period` and `plot` accept them");
        let message = read(&["3/2"], &[("n", 1)]).expect_err("refused");
        assert!(message.ends_with("leave out --at"), "{message}");
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
        // How programs write an empty range.
        assert_eq!(read(&["1..0", "7"], &[]), Ok(vec![7]));
        assert_eq!(read(&["n..m", "7"], &[("n", 5), ("m", 2)]), Ok(vec![7]));
    }
}
