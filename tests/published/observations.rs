//! What A. Flammenkamp 1996 observes in his lists of families and records.

use num_rational::Ratio;

fn table(text: &str) -> toml::Table {
    text.parse().expect("TOML")
}

/// The coefficients a and b of moves a n + b; `None` if there are other letters.
fn forms(moves: &str) -> Option<Vec<(i64, i64)>> {
    let moves = moves.trim_matches(['{', '}', ' ']).split(' ');
    let form = |one: &str| {
        let (factor, rest) = one.split_once('n')?;
        let factor = if factor.is_empty() { Ok(1) } else { factor.parse() };
        let summand = if rest.is_empty() { Ok(0) } else { rest.parse() };
        Some((factor.ok()?, summand.ok()?))
    };
    moves.map(form).collect()
}

/// The printed heuristic for a period of high degree: |b_i|/a_i lies between |b_1 - 1|/a_1 and |b_1 + 1|/a_1, for i =
/// 1, ..., 4.
fn satisfies_the_quotient_condition(forms: &[(i64, i64)]) -> bool {
    let (a, b) = forms[0];
    let ends = [Ratio::new((b - 1).abs(), a), Ratio::new((b + 1).abs(), a)];
    let [low, high] = if ends[0] <= ends[1] { ends } else { [ends[1], ends[0]] };
    forms.iter().all(|&(a, b)| (low..=high).contains(&Ratio::new(b.abs(), a)))
}

/// It is printed that the condition holds for many families of degree 5: for 37 of the 47 with one parameter.
#[test]
fn the_quotient_condition_holds_for_many_families_of_degree_five() {
    let catalogue = table(include_str!("../../descriptions/families/four_moves.toml"));
    let (mut holds, mut fails) = (Vec::new(), Vec::new());
    for family in catalogue["family"].as_array().expect("families") {
        let Some(number) = family.get("number").and_then(toml::Value::as_integer) else { continue };
        let moves = family["moves"].as_str().expect("moves");
        // Families 34 and 35 have a second parameter.
        let Some(forms) = forms(moves) else {
            assert!([34, 35].contains(&number), "{moves}");
            continue;
        };
        match satisfies_the_quotient_condition(&forms) {
            true => holds.push(number),
            false => fails.push(number),
        }
    }
    // Families 50 to 59 have other degrees.
    let is_of_degree_five = |number: &&i64| **number < 50;
    assert_eq!(holds.iter().filter(is_of_degree_five).count(), 37);
    let failing: Vec<_> = fails.iter().filter(is_of_degree_five).copied().collect();
    assert_eq!(failing, [1, 2, 4, 6, 15, 16, 20, 21, 24, 26]);
    for (number, expected) in [
        (50, true),
        (51, true),
        (52, true),
        (53, false),
        (54, true),
        (55, true),
        (56, false),
        (57, true),
        (58, false),
        (59, true),
    ] {
        assert_eq!(holds.contains(&number), expected, "family {number}");
    }
}

/// It is printed that the record preperiods nearly always have even s2 and s3, with s2/s3 near 3/8.
#[test]
fn record_preperiods_have_much_in_common() {
    let records =
        table(include_str!("../../descriptions/families/records_four_moves_preperiod.toml"));
    // The third table is that of another list.
    let tables = records["table"].as_array().expect("tables").iter().take(2);
    let rows = tables.flat_map(|table| table["row"].as_array().expect("rows"));
    let sizes = |row: &toml::Value| -> Vec<i64> {
        let moves = row["moves"].as_str().expect("moves").trim_matches(['{', '}', ' ']);
        moves.split(' ').map(|size| size.parse().expect("a number")).collect()
    };
    let all: Vec<_> = rows.map(sizes).collect();
    let count = |holds: fn(&[i64]) -> bool| all.iter().filter(|it| holds(it)).count();
    assert_eq!(all.len(), 49);
    assert_eq!(count(|it| it[1] % 2 == 0 && it[2] % 2 == 0), 46);
    assert_eq!(count(|it| it[0] + it[2] == it[3]), 48);
    assert_eq!(count(|it| it[0] == 1), 44);
    let ratios: Vec<_> =
        all.iter().filter(|it| it[0] == 1).map(|it| Ratio::new(it[1], it[2])).collect();
    assert_eq!(ratios.iter().min(), Some(&Ratio::new(6, 17)));
    assert_eq!(ratios.iter().max(), Some(&Ratio::new(3, 7)));
}
