//! Catalogues: the format, the comparison, and what it finds in the published ones.

use grundy_kernel::Integer;
use grundy_language::diagnostic::{Code, line_and_column};
use grundy_language::formula::{Condition, Formula};
use grundy_language::verdict::{PublishedValue, Verdict};
use grundy_published::family::{self, CATALOGUES, CheckOptions};
use num_rational::BigRational;

/// The values of a catalogue that can be read.
fn check(source: &str, limit_positions: u64) -> Vec<PublishedValue> {
    let catalogue = family::read(source).unwrap_or_else(|errors| panic!("{errors:?}\n{source}"));
    family::check(&catalogue, &CheckOptions { limit_positions, ..CheckOptions::default() })
}

/// A catalogue with one entry.
fn with(entry: &str) -> String {
    format!("title = \"an example\"\nsource = \"nobody\"\n{entry}")
}

/// The first family with three moves of the catalogue, with two formulas in place of its own.
fn three_moves(p: &str, q: &str) -> String {
    with(&format!(
        "[[family]]\nname = \"x\"\nmoves = \"{{ 4n-1 10n-2 14n-2 }}\"\n\
         [family.printed]\nn = \"1..30\"\np = \"{p}\"\nq = \"{q}\"\n"
    ))
}

fn value<'a>(values: &'a [PublishedValue], column: &str) -> &'a PublishedValue {
    let found = values.iter().find(|value| value.column == column);
    found.unwrap_or_else(|| panic!("no {column} among {values:?}"))
}

/// Row, column, claimed and computed value of what is refuted.
fn deviations(values: &[PublishedValue]) -> Vec<[String; 4]> {
    let cells = values
        .iter()
        .filter(|value| value.verdict == Verdict::Refuted)
        .flat_map(|value| value.findings.iter().filter_map(|finding| finding.cell().cloned()));
    cells.map(|cell| [cell.row, cell.column, cell.claimed, cell.computed]).collect()
}

/// What is wrong with the text: code, line and column, message.
fn errors(source: &str) -> Vec<(Code, (usize, usize), String)> {
    let diagnostics = family::read(source).expect_err("an unreadable catalogue");
    let place = |start| line_and_column(source, start);
    (diagnostics.into_iter())
        .map(|it| {
            (it.code, it.labels.first().map_or((0, 0), |label| place(label.span.start)), it.message)
        })
        .collect()
}

#[test]
fn every_damage_is_found_where_it_is() {
    let family = |line: &str| {
        with(&format!(
            "[[family]]\nnumber = 1\nmoves = \"{{ n 2n }}\"\n[family.printed]\nn = \"1..5\"\n{line}\n"
        ))
    };
    for (source, code, place, message) in [
        (family("p = \"2n +\""), Code::UnreadableFormula, (8, 10), "this formula ends too early"),
        (
            family("p = \"2n % 3\""),
            Code::UnreadableFormula,
            (8, 9),
            "unexpected `%` in this formula",
        ),
        (family("p = \"1/2n\""), Code::UnreadableFormula, (8, 8), "`/2n` is ambiguous"),
        (family("p = \"2m\""), Code::UnknownLetter, (8, 7), "`m` is not a parameter"),
        (family("p = 2.5"), Code::WrongType, (8, 5), "expected a text in quotes, found a float"),
        (family("pp = 2"), Code::UnknownKey, (8, 1), "unknown key `pp`"),
        (
            family("p = { is = \"n\", if = \"n\" }"),
            Code::UnreadableFormula,
            (8, 24),
            "this condition ends too early",
        ),
        (family("p = { if = \"n > 1\" }"), Code::WrongType, (8, 5), "a case of `p` has no formula"),
        (family("drops = [{ factor = 2 }]"), Code::WrongType, (8, 10), "the key `if` is missing"),
        (
            family("drops = [{ factor = 0, if = \"n == 1\" }]"),
            Code::WrongType,
            (8, 21),
            "the divisor of a drop is a natural number",
        ),
        (family("values = [{ p = 2 }]"), Code::WrongType, (8, 11), "the key `n` is missing"),
        (with("[[family]]\nnumber = 1\n"), Code::WrongType, (3, 1), "the key `moves` is missing"),
        (
            with("[[family]]\nnumber = 1\nmoves = \"{ n 2m }\"\n[family.printed]\nn = \"1..2\"\n"),
            Code::WrongType,
            (6, 1),
            "the key `m` is missing",
        ),
        (
            with("[[family]]\nmoves = \"{ }\"\nname = \"x\"\n"),
            Code::UnreadableMoves,
            (4, 10),
            "a game needs at least one move",
        ),
        (
            with("[[family]]\nname = \"x\"\nmoves = \"{ n }\"\n[family.printed]\nn = \"5..1\"\n"),
            Code::UnknownRange,
            (7, 5),
            "this range is empty",
        ),
        (
            with(
                "[[family]]\nname = \"x\"\nmoves = \"{ n }\"\n[family.printed]\nn = \"1..\"\np = \"n\"\n",
            ),
            Code::UnknownRange,
            (7, 5),
            "it is not known how far to compute this family",
        ),
        (
            with(
                "[[family]]\nname = \"x\"\nmoves = \"{ n }\"\n[family.printed]\nn = \"1..200000\"\n",
            ),
            Code::UnknownRange,
            (7, 5),
            "this range has more than 100000 games",
        ),
        (
            with("[[family]]\nname = \"x\"\nmoves = \"{ n }\"\n[family.printed]\np = \"n\"\n"),
            Code::UnknownRange,
            (7, 5),
            "for which n do the printed formulas hold?",
        ),
        (
            with("[[table]]\nname = \"x\"\nrow = [\n  { moves = \"{ n }\", p = 1 },\n]\n"),
            Code::UnknownLetter,
            (6, 16),
            "`n` is not a parameter",
        ),
        (
            with("[[table]]\nname = \"x\"\nrow = [{ moves = \"{ 1 }\", log_max_p = 1 }]\n"),
            Code::WrongType,
            (5, 39),
            "expected a decimal fraction such as 0.25, found an integer",
        ),
        (with("[[table]]\nname = \"x\"\n"), Code::WrongType, (3, 1), "the key `row` is missing"),
        (
            with("[[statistics]]\nname = \"x\"\nrow = [{ sum = 1 }]\n"),
            Code::WrongType,
            (5, 8),
            "the key `max` is missing",
        ),
        (with(""), Code::WrongType, (1, 1), "this catalogue has no entries"),
        (with("x = ["), Code::NotToml, (3, 6), "invalid TOML"),
    ] {
        let expected = vec![(code, place, message.to_owned())];
        assert_eq!(errors(&source), expected, "{source}");
    }
}

#[test]
fn all_errors_are_reported_at_once() {
    let source = with("nmae = 1\n[[table]]\nname = 2\nrow = [{ moves = \"{ 1 }\", q = \"x\" }]\n");
    let codes: Vec<_> = errors(&source).into_iter().map(|(code, ..)| code).collect();
    assert_eq!(codes, [Code::UnknownKey, Code::WrongType, Code::WrongType]);
}

/// One cause, and not a message for each line.
#[test]
fn a_text_of_another_kind_is_told_in_a_few_words() {
    let (few, many) = ("n >= 1\n".repeat(3), "n >= 1\n".repeat(40));
    for (source, note) in [(few, None), (many, Some("37 places after it cannot be read either"))] {
        let diagnostics = family::read(&source).expect_err("no TOML");
        let places: Vec<_> =
            diagnostics.iter().map(|it| (it.code, it.labels[0].span.start)).collect();
        assert_eq!(places, [(Code::NotToml, 2), (Code::NotToml, 9), (Code::NotToml, 16)]);
        assert_eq!(diagnostics[2].notes.last().map(String::as_str), note);
    }
}

#[test]
fn a_mistyped_key_gets_a_suggestion() {
    let source = with("[[family]]\nnmae = \"x\"\nmoves = \"{ 1 }\"\n");
    let diagnostics = family::read(&source).expect_err("a mistyped key");
    assert!(diagnostics.iter().any(|it| it.help.as_deref() == Some("did you mean `name`?")));
}

#[test]
fn moves_that_do_not_increase_reject_the_family() {
    let source = with(
        "[[family]]\nname = \"x\"\nmoves = \"{ n 6-n }\"\n[family.printed]\nn = \"1..5\"\np = \"6\"\n",
    );
    let values = check(&source, 1000);
    assert_eq!(values.len(), 1);
    assert_eq!(values[0].verdict, Verdict::Rejected);
    assert_eq!(
        values[0].findings[0].diagnostic.message,
        "x is not a game at n = 3: the move 3 is listed twice"
    );
}

#[test]
fn right_formulas_are_verified_for_the_whole_range() {
    let values = check(&three_moves("6n - 1", "88n^2 - 88n + 13"), 1_000_000);
    for column in ["p", "q"] {
        let value = value(&values, column);
        assert_eq!(
            (value.verdict, value.remark().as_str()),
            (Verdict::Verified, "agrees for n = 1..30")
        );
        assert!(value.findings.is_empty());
    }
}

/// A wrong coefficient is found at the smallest n at which it matters.
#[test]
fn each_changed_coefficient_is_refuted_at_the_smallest_n() {
    for (p, q, column, n, claimed, computed) in [
        ("6n - 2", "88n^2 - 88n + 13", "p", "1", "4", "5"),
        ("7n - 2", "88n^2 - 88n + 13", "p", "2", "12", "11"),
        ("6n - 1", "88n^2 - 88n + 14", "q", "1", "14", "13"),
        ("6n - 1", "89n^2 - 89n + 13", "q", "2", "191", "189"),
        ("6n - 1", "88n^2 - 88n + 13 + floor(n/30)", "q", "30", "76574", "76573"),
        ("6n - 1 + (n-1)(n-2)/3", "88n^2 - 88n + 13", "p", "3", "53/3", "17"),
        ("6n - 1", "88n^2 - 88n + 13 + 0/(n - 7)", "q", "7", "no value (the divisor is 0)", "3709"),
    ] {
        let values = check(&three_moves(p, q), 1_000_000);
        let wrong = value(&values, column);
        assert_eq!(wrong.verdict, Verdict::Refuted, "{p}; {q}");
        let finding = &wrong.findings[0];
        let cell = finding.cell().expect("a cell");
        let at = finding.parameters().expect("parameters");
        assert_eq!(at[0].1.to_string(), n, "{p}; {q}");
        assert_eq!((cell.claimed.as_str(), cell.computed.as_str()), (claimed, computed));
        let other = value(&values, if column == "p" { "q" } else { "p" });
        assert_eq!(other.verdict, Verdict::Verified, "{p}; {q}");
    }
}

#[test]
fn a_mistaken_convention_is_found() {
    let right = three_moves("6n - 1", "88n^2 - 88n + 13");
    let shifted = right.replace("[[family]]", "convention = \"shifted\"\n[[family]]");
    let values = check(&shifted, 1_000_000);
    assert_eq!(value(&values, "p").verdict, Verdict::Verified);
    let wrong = value(&values, "q");
    // max L is 12 for n = 1, so a preperiod of 13 is printed as 26.
    assert_eq!(wrong.remark(), "claimed 13, computed 26 at n = 1; deviates for n = 1..30");
    let translated = shifted.replace("88n^2 - 88n + 13", "88n^2 - 74n + 12");
    assert_eq!(value(&check(&translated, 1_000_000), "q").verdict, Verdict::Verified);
}

#[test]
fn a_budget_decides_nothing() {
    let values = check(&three_moves("6n - 1", "88n^2 - 88n + 13"), 1000);
    for column in ["p", "q"] {
        let value = value(&values, column);
        assert_eq!(value.verdict, Verdict::Undecided);
        assert_eq!(
            value.remark(),
            "agrees for n = 1..3; not computed for n = 4..30 (limit: positions)"
        );
        assert_eq!(value.findings[0].limit().map(|limit| limit.name()), Some("positions"));
    }
}

/// Periods of twenty digits, which no direct computation reaches.
#[test]
fn steps_decide_where_positions_cannot() {
    let check = |p: &str, nim_q: &str, limit_steps: u64| {
        let source = with(&format!(
            "[[family]]\nname = \"x\"\nmoves = \"{{ 2n 5n 6n+1 8n+1 }}\"\n[family.printed]\n\
             n = \"1000004..1000008\"\np = \"{p}\"\nq = 0\nnim_q = \"{nim_q}\"\n"
        ));
        let catalogue = family::read(&source).expect("a catalogue");
        let options =
            CheckOptions { limit_positions: 1000, limit_steps, ..CheckOptions::default() };
        family::check(&catalogue, &options)
    };
    let right = check("14n^3 + 11n + 1", "7n + 1", 4096);
    let agrees = "agrees for n = 1000004..1000008";
    for column in ["p", "q", "nim_q"] {
        let value = value(&right, column);
        assert_eq!((value.verdict, value.remark().as_str()), (Verdict::Verified, agrees));
    }
    let wrong = check("14n^3 + 11n + 2", "7n + 1", 4096);
    let remark = "claimed 14000168000683000942, computed 14000168000683000941 at n = 1000004; \
                  deviates for n = 1000004..1000008";
    assert_eq!(value(&wrong, "p").remark(), remark);
    assert_eq!(value(&wrong, "p").verdict, Verdict::Refuted);
    assert_eq!(value(&check("14n^3 + 11n + 1", "7n", 4096), "nim_q").verdict, Verdict::Refuted);
    let open = check("14n^3 + 11n + 1", "7n + 1", 100);
    for column in ["p", "q", "nim_q"] {
        let value = value(&open, column);
        assert_eq!(value.verdict, Verdict::Undecided);
        assert_eq!(value.findings[0].limit().map(|limit| limit.name()), Some("steps"));
    }
}

/// Outcomes that jumps do not come to the end of in ten times as many steps.
#[test]
fn edges_decide_where_jumps_do_not() {
    let check = |p: &str, limit_steps: u64| {
        let source = with(&format!(
            "[[family]]\nname = \"x\"\nmoves = \"{{ 2n-2 2n 3n 10n-2 }}\"\n[family.printed]\n\
             n = \"1000003..1000004\"\np = \"{p}\"\n"
        ));
        let catalogue = family::read(&source).expect("a catalogue");
        let options =
            CheckOptions { limit_positions: 1000, limit_steps, ..CheckOptions::default() };
        family::check(&catalogue, &options)
    };
    let right = check("17n - 4", 100_000);
    assert_eq!(value(&right, "p").verdict, Verdict::Verified, "{}", value(&right, "p").remark());
    let wrong = check("17n - 3", 100_000);
    assert_eq!(value(&wrong, "p").verdict, Verdict::Refuted);
    assert!(value(&wrong, "p").remark().starts_with("claimed 17000048, computed 17000047"));
    let open = check("17n - 4", 1000);
    assert_eq!(value(&open, "p").verdict, Verdict::Undecided);
    assert_eq!(value(&open, "p").findings[0].limit().map(|limit| limit.name()), Some("steps"));
}

#[test]
fn agreement_is_no_proof_for_a_range_without_end() {
    let source = three_moves("6n - 1", "88n^2 - 88n + 13").replace("1..30", "1..")
        + "[family.computed]\nn = \"1..4\"\n";
    let values = check(&source, 1_000_000);
    let value = value(&values, "p");
    assert_eq!(value.verdict, Verdict::Undecided);
    assert_eq!(value.remark(), "agrees for n = 1..4; claimed for all");
}

#[test]
fn a_wrong_correction_is_the_mistake_of_the_catalogue() {
    let source = three_moves("6n - 1", "88n^2 - 88n + 13")
        + "[family.computed]\nn = \"1..9\"\nq = \"88n^2 - 87n + 12\"\nvalues = [{ n = 3, q = 542 }]\n";
    let values = check(&source, 1_000_000);
    assert_eq!(value(&values, "q").verdict, Verdict::Verified);
    let wrong = value(&values, "corrected q");
    assert_eq!(wrong.findings[0].diagnostic.code, Code::WrongOwnValue);
    assert_eq!(
        wrong.remark(),
        "claimed 190, computed 189 at n = 2; agrees for n = 1; deviates for n = 2..9"
    );
}

#[test]
fn of_several_drops_the_last_counts() {
    let source = with(
        "[[family]]\nname = \"x\"\nmoves = \"{ n }\"\n[family.printed]\nn = \"1..6\"\np = \"8n\"\n\
         drops = [{ factor = 2, if = \"n >= 3\" }, { factor = 4, if = \"n >= 1\" }]\n",
    );
    assert_eq!(value(&check(&source, 1000), "p").verdict, Verdict::Verified);
    let changed = source.replace("n >= 1\"", "n != 5\"");
    assert_eq!(
        value(&check(&changed, 1000), "p").remark(),
        "claimed 20, computed 10 at n = 5; agrees for n = 1..4, 6"
    );
}

#[test]
fn decimals_are_decided_to_the_last_digit() {
    let table = |digits: &str, cut: bool| {
        let cut = if cut { "cut = true\n" } else { "" };
        with(&format!(
            "[[table]]\nname = \"x\"\n{cut}row = [{{ moves = \"{{ 1 12 34 35 }}\", p = 318, q = 1581, log_max_q = {digits} }}]\n"
        ))
    };
    // The exponent is 2.07175...
    let verdict = |digits, cut| value(&check(&table(digits, cut), 10_000), "log_max_q").verdict;
    assert_eq!(verdict("2.071", true), Verdict::Verified);
    assert_eq!(verdict("2.072", false), Verdict::Verified);
    assert_eq!(verdict("2.071", false), Verdict::Refuted);
    assert_eq!(verdict("2.072", true), Verdict::Refuted);
    assert_eq!(verdict("2.071755763", true), Verdict::Verified);
    // Nobody computed the preperiod, so the exponent is only as right as the printed number.
    let open = check(&table("2.071", true), 100);
    assert_eq!(value(&open, "log_max_q").verdict, Verdict::Undecided);
    let wrong = check(&table("2.070", true), 100);
    assert_eq!(value(&wrong, "log_max_q").verdict, Verdict::Refuted);
    let [_, _, claimed, computed] = &deviations(&wrong)[0];
    assert_eq!((claimed.as_str(), computed.as_str()), ("2.070", "2.071 by the printed q"));
}

#[test]
fn a_printed_number_is_not_passed_off_as_computed() {
    let source = with(
        "[[table]]\nname = \"x\"\nincreasing = [\"p\"]\nrow = [\n\
         { moves = \"{ 1 12 34 35 }\", p = 318, q = 1581 },\n{ moves = \"{ 2 5 7 }\", p = 22 },\n]\n",
    );
    let values = check(&source, 100);
    let [_, column, claimed, computed] = &deviations(&values)[0];
    assert_eq!(column, "p increasing");
    assert_eq!((claimed.as_str(), computed.as_str()), ("at least 318 (printed)", "22"));
}

#[test]
fn tables_of_other_properties() {
    let source = with(
        "[[table]]\nname = \"x\"\nincreasing = [\"max\", \"p\"]\nrow = [\n\
         { moves = \"{ 2 5 7 }\", p = 22, pairs = 1, half = true, symmetric = true, words = 29,\n\
         palindromic = 5, orbits = 3, start_orbit = 22, orbit_lengths = [[1, 22], [1, 4], [1, 3]] },\n\
         { moves = \"{ 1 4 6 }\", p = 21, symmetric = true, orbits = 3 },\n\
         { moves = \"{ 4 6 11 14 }\", p = 17, q = 12, nim_p = 34, nim_q = 19 },\n]\n",
    );
    let values = check(&source, 10_000);
    let found: Vec<_> = deviations(&values)
        .into_iter()
        .map(|[_, column, _, computed]| (column, computed))
        .collect();
    let expected = [
        ("half", "false"),
        ("p", "5"),
        ("symmetric", "false"),
        ("nim_q", "18"),
        ("max increasing", "6"),
        ("p increasing", "5"),
    ];
    assert_eq!(found, expected.map(|(column, computed)| (column.to_owned(), computed.to_owned())));
    let orbits =
        values.iter().find(|value| value.column == "orbits" && value.verdict == Verdict::Undecided);
    assert_eq!(
        orbits.map(|value| value.remark()).as_deref(),
        Some("only symmetric games have orbits")
    );
}

#[test]
fn sums_over_all_games_of_a_kind() {
    let source = with(
        "[[statistics]]\nname = \"s\"\nrow = [\n\
         { max = 40, sum = 196821, count = 171, greatest = 26538, log_mean_by_max = 0.1762 },\n\
         { max = 41, sum = 311134, count = 191, greatest = 30912, log_mean_by_max = 0.1806 },\n]\n\
         [[areas]]\nname = \"a\"\nrow = [\n\
         { max = 32, games = 465, diag = 0.032258, p13 = 0.477419, p23 = 0.305376, p12 = 0.058065, \
         two = 0.126882, three = 0.000001 },\n]\n",
    );
    let found: Vec<_> = deviations(&check(&source, 10_000_000))
        .into_iter()
        .map(|[row, column, _, computed]| format!("{row} {column} {computed}"))
        .collect();
    assert_eq!(
        found,
        [
            "s, max 41 sum 311133",
            "s, max 41 count 190",
            "s, max 41 log_mean_by_max 0.1805",
            "a, max 32 three 0.000000"
        ]
    );
}

/// The line of the catalogue's own page for a deviation.
fn listed(deviation: &[String; 4]) -> String {
    let [row, column, claimed, computed] = deviation;
    format!("| {row} | {column} | {claimed} | {computed} |")
}

/// A deviation of which the first game is large.
const BEYOND: &str = "| quadratic | p | 173636528/3 | 57879184 |";

#[test]
fn the_published_catalogue_deviates_where_its_page_says() {
    let page = include_str!("../../descriptions/families/README.md");
    let mut lines = Vec::new();
    for (name, source) in CATALOGUES {
        let values = check(source, 30_000_000);
        assert!(values.iter().all(|value| value.verdict != Verdict::Rejected), "{name}");
        let own = values.iter().filter(|value| value.column.starts_with("corrected"));
        assert!(own.clone().all(|value| value.verdict != Verdict::Refuted), "{name}");
        lines.extend(deviations(&values).iter().map(listed));
    }
    let on_page: Vec<_> = page
        .lines()
        .filter(|line| line.starts_with("| ") && line.matches(" | ").count() == 3)
        .skip(1)
        .filter(|line| *line != BEYOND)
        .collect();
    assert_eq!(lines, on_page, "\n{}\n", lines.join("\n"));
    // The games of this family reach so far only with more positions.
    let (_, source) = CATALOGUES.iter().find(|it| it.0.contains("quadratic")).expect("a file");
    let [all, one] = ["d = \"2..39\"\nn = \"1..7\"", "d = \"8..8\"\nn = \"2..2\""];
    let values = check(&source.replacen(all, one, 1), 200_000_000);
    assert!(page.lines().any(|line| line == BEYOND));
    assert!(deviations(&values).iter().map(listed).any(|line| line == BEYOND), "{values:?}");
}

/// The two files say the same of the family with the quadratic period, each in its own letters.
#[test]
fn statements_and_catalogue_agree_on_the_quadratic_family() {
    use toml::{Table, Value};
    let read = |name: &str| -> Table {
        let text = std::fs::read_to_string(format!("descriptions/families/{name}")).unwrap();
        text.parse().unwrap()
    };
    type At<'a> = &'a [(char, Integer)];
    let holds = |when: &Value, at: At<'_>| {
        Condition::parse(when.as_str().unwrap(), 0).unwrap().holds(at).unwrap()
    };
    // Of a formula by cases the first one that applies.
    let value = |formula: &Value, at: At<'_>| -> Option<BigRational> {
        let is = match formula {
            Value::Array(cases) => cases
                .iter()
                .find(|case| case.get("if").is_none_or(|when| holds(when, at)))?
                .get("is")?,
            Value::Table(case) => Some(&case["is"]).filter(|_| holds(&case["if"], at))?,
            one => one,
        };
        Some(match is {
            Value::Integer(number) => BigRational::from_integer((*number).into()),
            text => Formula::parse(text.as_str().unwrap(), 0).unwrap().value(at).unwrap(),
        })
    };
    let (catalogue, statements) = (read("quadratic.toml"), read("published.statements"));
    let family = &catalogue["family"][0];
    let statement = |part: &str| {
        let all = statements["statement"].as_array().unwrap().iter();
        let is = |one: &&Value, key: &str, is: &str| one[key].as_str() == Some(is);
        let found =
            all.rev().find(|one| is(one, "id", "quadratic-family") && is(one, "part", part));
        found.unwrap().clone()
    };
    let mut compared = 0;
    for (part, claims, column) in [
        ("period, printed", &family["printed"], "p"),
        ("preperiod, printed", &family["printed"], "q"),
        ("period, corrected", &family["computed"], "p"),
        ("preperiod, corrected", &family["computed"], "q"),
    ] {
        let statement = statement(part);
        assert_eq!(statement["games"], family["moves"]);
        let (left, right) = statement["claim"].as_str().unwrap().split_once("==").unwrap();
        assert_eq!(left.trim(), column);
        for (d, n) in (4..=39).flat_map(|d| (2..=9).map(move |n| (d, n))) {
            let mut at = vec![('d', Integer::from(d)), ('n', Integer::from(n))];
            // What is computed and has no formula of its own is as printed.
            let claimed = value(&claims[column], &at);
            let claimed = claimed.or_else(|| value(&family["printed"][column], &at));
            let mut claimed = claimed.unwrap();
            if column == "p" {
                let drops = family["printed"]["drops"].as_array().unwrap().iter();
                let drop = drops.rev().find(|drop| holds(&drop["if"], &at));
                let drop = drop.map_or(1, |drop| drop["factor"].as_integer().unwrap());
                claimed /= BigRational::from_integer(drop.into());
            }
            if let Some(letters) = statement.get("let") {
                for (letter, formula) in letters.as_table().unwrap() {
                    let known = value(formula, &at).unwrap();
                    assert!(known.is_integer());
                    let letter = letter.chars().next().unwrap();
                    at.push((letter, Integer::from(known.to_integer())));
                }
            }
            let stated = Formula::parse(right.trim(), 0).unwrap().value(&at).unwrap();
            assert_eq!(stated, claimed, "{part}, d = {d}, n = {n}");
            compared += 1;
        }
    }
    assert_eq!(compared, 4 * 36 * 8);
}
