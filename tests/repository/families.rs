//! The table of published families, one row for each, written from the catalogues.

use crate::{check_page, read, table, text};
use grundy_language::verdict::Verdict;
use grundy_published::family::{self, CheckOptions, Described};
use std::fmt::Write as _;
use toml::{Table, Value};

const PAGE: &str = "docs/families.md";
const BEGIN: &str = "<!-- Written by tests/repository/families.rs -->\n";
const EXCHANGES: &str =
    "<!-- Written by tests/repository/families.rs from tests/published/exchanges.tsv -->\n";
const END: &str = "<!-- End of what is written -->\n";
/// The catalogues with families of one parameter; the formulas of `quadratic.toml` are too long for a table.
const CATALOGUES: [&str; 4] = ["three_moves", "four_moves", "grundy_values", "found"];

/// Longer formulas, or half as long ones in two parameters, do not fit into a cell.
const MOST_LETTERS: usize = 240;

/// A formula or condition for a page that is read with and without mdbook: variables in italics, exponents
/// raised, and the signs of print.
fn typeset(formula: &str) -> String {
    let signs = [("==", "="), (">=", "≥"), ("<=", "≤"), ("!=", "≠"), ("-", "−")];
    let plain = signs.iter().fold(formula.to_owned(), |text, (from, to)| text.replace(from, to));
    let letters: Vec<char> = plain.chars().collect();
    let is_letter = |at: usize| letters.get(at).is_some_and(|it| it.is_ascii_lowercase());
    let mut found = String::new();
    let mut at = 0;
    while let Some(&letter) = letters.get(at) {
        let alone = is_letter(at) && !is_letter(at + 1) && (at == 0 || !is_letter(at - 1));
        match letter {
            _ if alone => write!(found, "*{letter}*").unwrap(),
            '^' => {
                let digits = letters[at + 1..].iter().take_while(|it| it.is_ascii_digit());
                let power: String = digits.collect();
                assert!(!power.is_empty(), "{formula}");
                write!(found, "<sup>{power}</sup>").unwrap();
                at += power.len();
            }
            _ => found.push(letter),
        }
        at += 1;
    }
    found
}

/// The cases of a column: formula, if it is not the printed one, and condition.
fn cases<'a>(claims: &'a Table, column: &str) -> Vec<(Option<&'a str>, &'a str)> {
    let case = |value: &'a Value| match value {
        Value::String(formula) => (Some(formula.as_str()), ""),
        Value::Table(case) => (case.get("is").and_then(Value::as_str), text(case, "if")),
        other => panic!("{other}"),
    };
    match claims.get(column) {
        None => Vec::new(),
        Some(Value::Array(all)) => all.iter().map(case).collect(),
        Some(one) => vec![case(one)],
    }
}

/// The formulas of a column as printed, or as corrected; empty if there are none.
fn formulas(family: &Table, column: &str, is_shifted: bool) -> String {
    let empty = Table::new();
    let claims = |key: &str| family.get(key).and_then(Value::as_table).unwrap_or(&empty);
    let (printed, computed) = (claims("printed"), claims("computed"));
    let original = cases(printed, column);
    // Printed preperiods may count otherwise; then the catalogue has them in the usual way as well.
    let usual = column != "q" || !is_shifted;
    assert!(usual || original.is_empty() || !cases(computed, column).is_empty(), "{family}");
    let owned =
        |(formula, when): &(Option<&str>, &str)| (formula.map(str::to_owned), (*when).to_owned());
    let corrected = cases(computed, column);
    let mut all: Vec<(Option<String>, String)> = Vec::new();
    for (formula, when) in if corrected.is_empty() { &original } else { &corrected } {
        if formula.is_some() {
            all.push(owned(&(*formula, *when)));
            continue;
        }
        // The printed formula, for these parameters.
        assert!(usual, "a shifted preperiod: {family}");
        all.extend(original.iter().map(|(formula, own)| match (*own, *when) {
            (own, "") => owned(&(*formula, own)),
            ("", when) => owned(&(*formula, when)),
            (own, when) => {
                let own = if own.contains(" or ") { format!("({own})") } else { own.to_owned() };
                assert!(!when.contains(" or "), "{family}");
                (formula.map(str::to_owned), format!("{own} and {when}"))
            }
        }));
    }
    let one = |(formula, when): &(Option<String>, String)| {
        let formula = typeset(formula.as_ref().expect("a formula"));
        if when.is_empty() { formula } else { format!("{formula} for {}", typeset(when)) }
    };
    let length: usize = all
        .iter()
        .map(|(formula, when)| formula.as_ref().map_or(0, String::len) + when.len())
        .sum();
    if length > MOST_LETTERS || length > MOST_LETTERS / 2 && text(family, "moves").contains('m') {
        return "see the catalogue".to_owned();
    }
    let mut found = all.iter().map(one).collect::<Vec<_>>().join("; ");
    let drops = computed.get("drops").or_else(|| printed.get("drops"));
    let drops = drops.and_then(Value::as_array).filter(|_| column == "p");
    for drop in drops.into_iter().flatten().filter_map(Value::as_table) {
        let when = typeset(text(drop, "if"));
        write!(found, "; divided by {} for {when}", drop["factor"]).unwrap();
    }
    found
}

/// How it is known for infinitely many games; the recorded verdicts decide.
fn proof(family: &Table, name: &str, column: &str, verdicts: &Table) -> String {
    let empty = Table::new();
    let printed = family.get("printed").and_then(Value::as_table).unwrap_or(&empty);
    let proved = family.get("proved").and_then(Value::as_table).filter(|_| column == "p");
    // What is claimed for infinitely many games is verified only if it is proved.
    let verdict = text(verdicts, &format!("{name} {column}"));
    let is_proved = text(printed, "n").ends_with("..") && verdict == "verified";
    match proved {
        Some(proved) => format!("trace, {}", typeset(text(proved, "games"))),
        None if is_proved || own_is_proved(family, column) => "description".to_owned(),
        None => "none".to_owned(),
    }
}

/// Does a published description prove the formula of the catalogue itself, from some number on?
fn own_is_proved(family: &Table, column: &str) -> bool {
    let of = |key: &str| family.get(key).and_then(Value::as_table);
    let printed = of("printed").is_some_and(|it| it.contains_key(column));
    let own = of("computed").map(|it| cases(it, column)).unwrap_or_default();
    let [(Some(formula), when)] = own[..] else { return false };
    let (false, Some(first)) = (printed, when.strip_prefix("n >= ")) else { return false };
    let moves = text(family, "moves");
    let claimed = format!(
        "title = \"x\"\nsource = \"y\"\n[[family]]\nname = \"z\"\nmoves = \"{moves}\"\n\
         [family.printed]\nn = \"{first}..\"\n{column} = \"{formula}\"\n\
         [family.computed]\nn = \"{first}..20\"\n"
    );
    let claimed = family::read(&claimed).expect("a catalogue");
    let descriptions = &Described::published().iter().collect::<Vec<_>>();
    let options = CheckOptions { descriptions, limit_positions: 100_000, ..Default::default() };
    let values = family::check(&claimed, &options);
    values.iter().all(|value| value.verdict == Verdict::Verified)
}

fn rows() -> String {
    let verdicts = table("descriptions/verdicts.toml");
    let mut page = "\n| family | moves | printed for | period | preperiod | proof |\n|---|---|---|---|---|---|\n".to_owned();
    for file in CATALOGUES {
        let catalogue = table(&format!("descriptions/families/{file}.toml"));
        let is_shifted = text(&catalogue, "convention") == "shifted";
        let verdicts = verdicts[&format!("families/{file}.toml")]["values"].as_table().unwrap();
        for family in catalogue["family"].as_array().unwrap().iter().filter_map(Value::as_table) {
            let name = match family.get("number") {
                Some(number) => format!("family {number}"),
                None => text(family, "name").to_owned(),
            };
            assert!(!name.is_empty(), "{family}");
            let printed = family.get("printed").and_then(Value::as_table);
            let ranges = printed
                .into_iter()
                .flatten()
                .filter(|(key, _)| key.len() == 1 && *key != "p" && *key != "q");
            let ranges: Vec<_> = ranges
                .map(|(key, range)| match range.as_str().unwrap().split_once("..").unwrap() {
                    (first, "") => typeset(&format!("{key} >= {first}")),
                    (first, last) => typeset(&format!("{first} <= {key} <= {last}")),
                })
                .collect();
            let range = ranges.join(", ");
            let moves = typeset(text(family, "moves"));
            for (what, p, q) in [("", "p", "q"), (", Grundy values", "nim_p", "nim_q")] {
                let [period, preperiod] = [p, q].map(|it| formulas(family, it, is_shifted));
                if period.is_empty() && preperiod.is_empty() {
                    continue;
                }
                let proof = proof(family, &name, p, verdicts);
                // Both values may be the catalogue's own.
                let is_printed =
                    printed.is_some_and(|it| [p, q].iter().any(|key| it.contains_key(*key)));
                let range = if is_printed { range.clone() } else { String::new() };
                let cells = [name.clone() + what, moves.clone(), range, period, preperiod, proof];
                let cells = cells.map(|it| if it.is_empty() { "–".to_owned() } else { it });
                writeln!(page, "| {} |", cells.join(" | ")).unwrap();
            }
        }
    }
    page.push('\n');
    page
}

/// The rows of `tests/published/exchanges.tsv`.
fn exchanges() -> String {
    let mut page = "\n| family | games | *m* | *k* | *d* | from *n* = | seen for *n* = |\n|---|---|---|---|---|---|---|\n".to_owned();
    for row in read("tests/published/exchanges.tsv").lines().skip(1) {
        let cells: Vec<_> = row.split('\t').collect();
        let [family, _, games, d, m, k, from, seen] = cells[..] else { panic!("{row}") };
        let [games, m, k, d] = [games, m, k, d].map(typeset);
        let seen = seen.replace(' ', ", ");
        writeln!(page, "| {family} | {games} | {m} | {k} | {d} | {from} | {seen} |").unwrap();
    }
    page.push('\n');
    page
}

/// The page with these rows after a mark.
fn with_rows(page: &str, mark: &str, rows: &str) -> String {
    let (before, rest) = page.split_once(mark).expect("a beginning");
    let (_, after) = rest.split_once(END).expect("an end");
    format!("{before}{mark}{rows}{END}{after}")
}

#[test]
fn the_page_has_a_row_for_each_family() {
    let old = read(PAGE);
    let new = with_rows(&with_rows(&old, BEGIN, &rows()), EXCHANGES, &exchanges());
    check_page(PAGE, &old, &new);
}

#[test]
fn formulas_are_typeset() {
    assert_eq!(typeset("(58n^4 - 3n)/2"), "(58*n*<sup>4</sup> − 3*n*)/2");
    assert_eq!(typeset("n mod 4 == 1 and n >= 5"), "*n* mod 4 = 1 and *n* ≥ 5");
}
