//! What holds for every text.

use crate::{model, published, read, without_spans};
use grundy_language::lang::{format, parse};
use proptest::prelude::*;
use std::fmt::Write as _;

/// Draws a correct description from a list of numbers.
struct Draw<'a> {
    choices: std::slice::Iter<'a, u8>,
    text: String,
    names: Vec<char>,
}

impl Draw<'_> {
    fn below(&mut self, bound: u8) -> u8 {
        self.choices.next().map_or(0, |choice| choice % bound)
    }

    fn gap(&mut self) {
        let gap = match self.below(12) {
            0 => "\n",
            1 => "\n\n\n",
            2 => " # remark\n",
            3 => "\n# line  \n",
            4 => "\t",
            _ => " ",
        };
        self.text.push_str(gap);
    }

    fn put(&mut self, token: &str) {
        self.text.push_str(token);
        self.gap();
    }

    fn expression(&mut self) -> String {
        let mut text = String::new();
        for term in 0..=self.below(3) {
            let sign = match (self.below(3), term) {
                (0, _) => "-",
                (1, 0) => "",
                _ => "+",
            };
            text.push_str(sign);
            let choice = usize::from(self.below(26));
            let name = self.names[choice % self.names.len()];
            let number = self.below(10);
            match self.below(3) {
                0 => write!(text, "{number}").unwrap(),
                1 => write!(text, "{number}{name}").unwrap(),
                _ => text.push(name),
            }
        }
        text
    }

    fn word(&mut self) -> String {
        let cycle = ["A", "_", "<AB>", "<2_B>", "(_A)", "(3AB)", "<A>"];
        let mut text = cycle[usize::from(self.below(7))].to_owned();
        match self.below(4) {
            0 => {}
            1 => write!(text, "{}", self.below(20)).unwrap(),
            _ => write!(text, "({})", self.expression()).unwrap(),
        }
        text
    }

    fn units(&mut self, depth: usize) {
        for _ in 0..self.below(5) {
            match self.below(8) {
                0 if depth < 4 => {
                    let name = char::from(b'a' + u8::try_from(depth).unwrap());
                    let (from, upto) = (self.expression(), self.expression());
                    self.text.push_str(&format!("FOR {name} FROM {from}  UPTO {upto} "));
                    self.put("REPEAT");
                    let outer = self.names.len();
                    self.names.push(name);
                    self.units(depth + 1);
                    self.names.truncate(outer);
                    self.put("ENDREP");
                }
                1 if depth < 4 => {
                    let relation = [">=", "<=", "==", "!="][usize::from(self.below(4))];
                    let (left, right) = (self.expression(), self.expression());
                    self.put(&format!("IF {left} {relation} {right} THEN"));
                    let outer = self.names.len();
                    self.units(depth + 1);
                    self.names.truncate(outer);
                    if self.below(2) == 0 {
                        self.put("ELSE");
                        self.units(depth + 1);
                        self.names.truncate(outer);
                    }
                    self.put("ENDIF");
                }
                2 => {
                    let value = self.expression();
                    // A name for each depth, so that no loop inside wants the same one.
                    let name = char::from(b'p' + u8::try_from(depth).unwrap());
                    if !value.contains(name) {
                        self.put(&format!("LET {name}={value}"));
                        self.names.push(name);
                    }
                }
                _ => {
                    let word = self.word();
                    self.put(&word);
                }
            }
        }
    }
}

fn description(choices: &[u8]) -> String {
    let mut draw = Draw { choices: choices.iter(), text: String::new(), names: vec!['n', 'm'] };
    draw.put("n >= 1");
    draw.put("m >= 2n-1");
    draw.put("{ n 2m+n n+m+3 }");
    draw.units(0);
    draw.put("REP");
    draw.units(0);
    draw.put("PER");
    draw.text
}

/// The lines without what the layout is about: spaces at both ends, and empty lines at the end.
fn written(source: &str) -> Vec<&str> {
    source.trim_start_matches('\u{feff}').trim_end().lines().map(str::trim).collect()
}

/// Formats a text that has a meaning, and checks the laws.
fn tidied(source: &str) -> String {
    let tidy = format(source).unwrap_or_else(|errors| panic!("{source}\n{errors:#?}"));
    assert_eq!(without_spans(model(source)), without_spans(model(&tidy)), "{source}\n{tidy}");
    assert_eq!(format(&tidy).as_ref(), Ok(&tidy), "{source}");
    assert_eq!(written(source), written(&tidy));
    assert!(tidy.ends_with('\n') && !tidy.ends_with("\n\n"), "{tidy:?}");
    assert!(tidy.lines().all(|line| line == line.trim_end()), "{tidy:?}");
    tidy
}

#[test]
fn published_descriptions_are_in_the_common_layout() {
    for (name, source) in published() {
        assert_eq!(tidied(&source), source, "{name}");
        let loose: String = source.lines().map(|line| line.trim().to_owned() + " \t\r\n").collect();
        assert_eq!(tidied(&loose), source.replace('\n', "\r\n"), "{name}");
    }
}

#[test]
fn the_layout_of_a_small_text() {
    let source = "\u{feff} # a family
 n >= 1 n <= 9   # small


{n
5n 1+2n
  }
DEF both(i,
j) _i\tAj
\u{c}END
_(n) A(1)   <2A_>(n+3-n)  # words\t
FOR i FROM n-n
 UPTO -1+n REPEAT # loop
_(2i+n) A(i+1-2n+i)
   \t
      # in the loop
LET k=i+n Ak ENDREP REP IF n != 2 THEN _ ELIF 1 >= n THEN
A ELSE B
ENDIF FOR i FROM 1 UPTO 2 REP IF i == 1 THEN
A
# last
FI PER PER # end

  ";
    insta::assert_snapshot!(tidied(source).replace('\u{feff}', "(mark)"), @r"
    (mark)# a family
    n >= 1 n <= 9   # small


    {n
      5n 1+2n
    }
    DEF both(i,
      j) _i	Aj
    END
    _(n) A(1)   <2A_>(n+3-n)  # words
    FOR i FROM n-n
      UPTO -1+n REPEAT # loop
      _(2i+n) A(i+1-2n+i)

      # in the loop
      LET k=i+n Ak ENDREP REP IF n != 2 THEN _ ELIF 1 >= n THEN
        A ELSE B
      ENDIF FOR i FROM 1 UPTO 2 REP IF i == 1 THEN
          A
          # last
    FI PER PER # end
    ");
}

#[test]
fn nothing_counts_behind_a_nul() {
    let tidy = format("n >= 1 { n } REPEAT\n_n An ENDREP\0 x \n y").unwrap();
    assert_eq!(tidy, "n >= 1 { n } REPEAT\n  _n An ENDREP\n\0 x \n y");
    assert_eq!(format(&tidy).unwrap(), tidy);
}

proptest! {
    #[test]
    fn formatting_keeps_the_meaning_and_the_words(choices in prop::collection::vec(any::<u8>(), 0..400), crlf in any::<bool>()) {
        let source = description(&choices);
        let source = if crlf { source.replace('\n', "\r\n") } else { source };
        let tidy = tidied(&source);
        let end = if crlf && source.contains('\n') { "\r\n" } else { "\n" };
        prop_assert!(tidy.split_inclusive('\n').all(|line| line.strip_suffix(end).is_some_and(|it| !it.ends_with('\r'))));
        // However its lines are indented, a text has one layout.
        let flat: String = source.split_inclusive('\n').map(|line| line.trim_start_matches([' ', '\t'])).collect();
        prop_assert_eq!(tidied(&flat), tidy);
    }

    #[test]
    fn token_soup_gives_a_model_or_an_error(
        tokens in prop::collection::vec((0..TOKENS.len(), 0..4_usize), 0..60),
        with_head in any::<bool>(),
    ) {
        let mut source = String::from(if with_head { "n >= 1 { n 2n } " } else { "" });
        for (token, gap) in tokens {
            source.push_str(TOKENS[token]);
            source.push_str([" ", "\n", " ", ""][gap]);
        }
        read(&source);
    }

    #[test]
    fn any_text_gives_a_model_or_an_error(source in any::<String>()) {
        read(&source);
    }

    #[test]
    fn any_ending_of_a_right_text_is_safe(choices in prop::collection::vec(any::<u8>(), 0..100), cut in any::<prop::sample::Index>()) {
        let source = description(&choices);
        read(&source[..cut.index(source.len())]);
        let raw = grundy_language::lang::Options { alphabet: None, raw: true, ..Default::default() };
        parse(&source, &raw);
    }
}

#[test]
fn the_generator_draws_interesting_texts() {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state.to_be_bytes()[0]
    };
    let choices: Vec<u8> = (0..400).map(|_| next()).collect();
    let draws: String = (0..20).map(|start| description(&choices[start..])).collect();
    for part in ["FOR", "IF", "ELSE", "LET", "#", "(_A)", "<2_B>"] {
        assert!(draws.contains(part), "{part} is never drawn");
    }
}

const TOKENS: [&str; 62] = [
    "FOR",
    "FROM",
    "UPTO",
    "REP",
    "REPEAT",
    "PER",
    "ENDREP",
    "IF",
    "THEN",
    "ELIF",
    "ELSE",
    "FI",
    "LET",
    "END",
    "for",
    "REPAET",
    "FORM",
    "n",
    "i",
    "k",
    "N",
    "1",
    "0",
    "2n-1",
    "n-",
    "--n",
    "ni",
    "n - 1",
    ">=",
    "<=",
    "==",
    "!=",
    ">",
    "=",
    "n >= 1",
    "n>=1",
    "i <= n",
    "k=2n",
    "LET k=n",
    "k=",
    "{",
    "}",
    "{ n }",
    "{n",
    "n}",
    "# c\n",
    "#",
    "An#x",
    "A",
    "_n",
    "A(2n)",
    "A2n",
    "A(",
    "<AB>(n)",
    "<AB",
    "<A)",
    "(A2)",
    "-n",
    "+(2n)",
    "ä",
    "\u{1}",
    "FOR i FROM 1 UPTO n REP",
];
