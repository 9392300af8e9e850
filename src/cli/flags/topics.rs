//! What several commands have in common, once: `grundy help TOPIC`.

use std::ffi::OsString;

/// Each topic with its text, which a terminal breaks into lines.
pub const TOPICS: [(&str, &str); 3] = [("rules", RULES), ("moves", MOVES), ("formats", FORMATS)];

/// The text that `grundy help TOPIC` asks for.
pub fn asked(words: &[OsString]) -> Option<&'static str> {
    let [_, help, topic] = words else { return None };
    let text = TOPICS.iter().find(|(name, _)| topic == name)?.1;
    (help == "help").then_some(text)
}

const RULES: &str = "\
Values, rules and starts

--values says which values of the positions are computed. Without it a game has outcomes, and a description has the values of its letters.

  outcome         `-` for P (the previous player wins, so the player to move loses), `+` for N (the next player wins); the source of 1996 names the two the other way round
  nim             Grundy values: `_` for 0, `A` for 1, ..., `Z` for 26; --nim for short
  misere          outcomes of misère play: a player who cannot move wins

--rule says how the value of a position follows from the values of its options. A RULE line of a description says the same.

  mex             the least Grundy value that no option has
  normal          won if an option is lost
  misere          won if an option is lost, or if there is no option
  lost CONDITION  won if the number of lost options satisfies CONDITION
  won CONDITION   won if the number of won options satisfies CONDITION
  nor             won == 0
  parity          won odd
  exactly-one     won == 1
  more-than-C     lost > C

CONDITION is odd, even, == C, != C, >= C, <= C, > C or < C, where C is a number. Quote a rule of several words: --rule 'lost odd'.

--start gives the values before position 0, such as +--: the last one is at position -1, all are repeated to the left, and moves may lead to them. Without a start there are no positions below 0. With --start sink every move is allowed from every heap, and a player who leaves 0 or fewer items has moved to a lost position; position x is heap x + 1.
";

const MOVES: &str = "\
Moves, parameters and numbers

Moves are read in any order and in these forms:

  3 7 8           numbers, separated by spaces or commas
  '{ 3 7 8 }'     the same in braces or square brackets; quote them, because the shell interprets both
  1..4            all numbers from 1 to 4
  '{ n 2n 3n+1 }' a family: each move is a multiple of a parameter plus a number
  squares         a set by name: squares, cubes, triangular, fibonacci, factorials, primes, odd, even, 'powers 2'
  2..             all numbers from 2 on
  '1.. without 3 7' all numbers but these
  1 'sqrt(2)' 3/2 real numbers of one field: 3/2, 1.5, sqrt(2), 2+3sqrt(5)
  @FILE           the text of a file; - is standard input

--at gives a parameter its value: n=5, or several: n=3..8, n=3,5,7. Repeat it for each parameter.

A count or a position is written as 1000, 1_000, 1e3 or 10^3; a time as 10, 0.5, 30s, 5m or 1h30m.
";

const FORMATS: &str = "\
Formats of the result

Every command writes text for people and JSON for programs. `grundy COMMAND -h` lists what else a command writes.

  text            for people; on a terminal it is fitted to the width
  json            one JSON document; `grundy explain --schema COMMAND` describes it
  jsonl           one JSON object per line, written as soon as it is known
  csv             a table, for spreadsheets and statistics
  latex           a theorem, for papers
  dot             a graph, for Graphviz
  concise         PATH:LINE:COLUMN and a message on one line, for editors and grep
  github          annotations of GitHub Actions
  junit           a test report in XML, as Jenkins and GitLab read it
  sarif           SARIF 2.1.0, for code scanning

-o FILE writes the result to a file. Messages and progress go to standard error, so the result can be piped.
";
