//! Closed leaves for other checkers: VIPR files are read and checked here by the published
//! rules of the format, in rational numbers.

use crate::certificate::certified;
use crate::support::{Random, descriptions};
use grundy_check::Integer;
use grundy_check::affine::{Affine, Constraint};
use grundy_check::certificate::{Certificate, Closed};
use grundy_check::minimality;
use grundy_check::refutation::{Combination, Ending, Fact, Refutation};
use grundy_core::lang::{Options, digest, parse};
use grundy_ilp::BackendKind;
use grundy_report::report::vipr;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use std::collections::{BTreeMap, BTreeSet};

/// A constraint of a VIPR file, and the numbers of the assumptions it rests on.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    /// 1 for >=, -1 for <=, 0 for =.
    sense: i8,
    coefficients: BTreeMap<usize, BigRational>,
    right: BigRational,
    assumptions: BTreeSet<usize>,
}

impl Row {
    fn is_absurd(&self) -> bool {
        let signs = match self.sense {
            1 => self.right.is_positive(),
            -1 => self.right.is_negative(),
            _ => !self.right.is_zero(),
        };
        self.coefficients.is_empty() && signs
    }

    fn dominates(&self, other: &Self) -> bool {
        let same = self.coefficients == other.coefficients;
        self.is_absurd()
            || same
                && match other.sense {
                    1 => self.sense >= 0 && self.right >= other.right,
                    -1 => self.sense <= 0 && self.right <= other.right,
                    _ => self.sense == 0 && self.right == other.right,
                }
    }
}

struct Tokens<'t>(std::str::SplitAsciiWhitespace<'t>);

impl<'t> Tokens<'t> {
    fn word(&mut self) -> Result<&'t str, String> {
        self.0.next().ok_or_else(|| "the file ends".to_owned())
    }

    fn expect(&mut self, wanted: &str) -> Result<(), String> {
        let word = self.word()?;
        if word == wanted { Ok(()) } else { Err(format!("{word} instead of {wanted}")) }
    }

    fn index(&mut self, below: usize) -> Result<usize, String> {
        let word = self.word()?;
        let index = word.parse().ok().filter(|index| *index < below);
        index.ok_or_else(|| format!("{word} is no index below {below}"))
    }

    fn value(&mut self) -> Result<BigRational, String> {
        let word = self.word()?;
        word.parse().map_err(|_| format!("{word} is no value"))
    }

    fn row(&mut self, variables: usize) -> Result<Row, String> {
        self.word()?;
        let sense = match self.word()? {
            "G" => 1,
            "L" => -1,
            "E" => 0,
            other => return Err(format!("the sense {other}")),
        };
        let right = self.value()?;
        let mut coefficients = BTreeMap::new();
        for _ in 0..self.index(variables + 1)? {
            let variable = self.index(variables)?;
            if coefficients.insert(variable, self.value()?).is_some_and(|it| !it.is_zero()) {
                return Err("a variable twice".to_owned());
            }
        }
        Ok(Row { sense, coefficients, right, assumptions: BTreeSet::new() })
    }
}

/// Checks a file of format 1.0 that claims that there is no solution in integers.
fn check_vipr(text: &str) -> Result<usize, String> {
    let lines = text.lines().skip_while(|line| line.starts_with('%'));
    let body = lines.collect::<Vec<_>>().join("\n");
    let mut tokens = Tokens(body.split_ascii_whitespace());
    tokens.expect("VER")?;
    tokens.expect("1.0")?;
    tokens.expect("VAR")?;
    let variables = tokens.index(1 << 20)?;
    let names: BTreeSet<_> = (0..variables).map(|_| tokens.word()).collect::<Result<_, _>>()?;
    tokens.expect("INT")?;
    let integers = tokens.index(1 << 20)?;
    let integers: BTreeSet<_> =
        (0..integers).map(|_| tokens.index(variables)).collect::<Result<_, _>>()?;
    if names.len() != variables || integers.len() != variables {
        return Err("variables that are not different integers".to_owned());
    }
    for word in ["OBJ", "min", "0", "CON"] {
        tokens.expect(word)?;
    }
    let count = tokens.index(1 << 20)?;
    tokens.expect("0")?;
    let mut rows = Vec::new();
    for _ in 0..count {
        rows.push(tokens.row(variables)?);
    }
    for word in ["RTP", "infeas", "SOL", "0", "DER"] {
        tokens.expect(word)?;
    }
    let derived = tokens.index(1 << 20)?;
    for _ in 0..derived {
        let mut row = tokens.row(variables)?;
        tokens.expect("{")?;
        match tokens.word()? {
            "asm" => {
                row.assumptions.insert(rows.len());
            }
            kind @ ("lin" | "rnd") => {
                let mut sum = combination(&mut tokens, &rows)?;
                if kind == "rnd" {
                    if sum.sense == 0 || !sum.coefficients.values().all(BigRational::is_integer) {
                        return Err("this cannot be rounded".to_owned());
                    }
                    sum.right = match sum.sense {
                        1 => sum.right.ceil(),
                        _ => sum.right.floor(),
                    };
                }
                if !sum.dominates(&row) {
                    return Err(format!("{sum:?} does not imply {row:?}"));
                }
                row.assumptions = sum.assumptions;
            }
            "uns" => {
                let mut sides = Vec::new();
                for _ in 0..2 {
                    let end = tokens.index(rows.len())?;
                    let assumption = tokens.index(rows.len())?;
                    if !rows[end].dominates(&row) {
                        return Err("a side that does not imply the whole".to_owned());
                    }
                    let mut rest = rows[end].assumptions.clone();
                    rest.remove(&assumption);
                    row.assumptions.extend(rest);
                    sides.push(&rows[assumption]);
                }
                sides.sort_by_key(|side| side.sense);
                let [below, above] = sides[..] else { return Err("two sides".to_owned()) };
                let apart = &above.right - &below.right;
                let whole = below.right.is_integer()
                    && below.coefficients.values().all(BigRational::is_integer);
                if (below.sense, above.sense) != (-1, 1)
                    || below.coefficients != above.coefficients
                    || !apart.is_one()
                    || !whole
                {
                    return Err("no disjunction".to_owned());
                }
            }
            other => return Err(format!("the reason {other}")),
        }
        tokens.expect("}")?;
        tokens.expect("-1")?;
        rows.push(row);
    }
    if let Ok(more) = tokens.word() {
        return Err(format!("{more} behind the end"));
    }
    let last = rows.last().ok_or("nothing derived")?;
    if derived > 0 && last.is_absurd() && last.assumptions.is_empty() {
        Ok(derived)
    } else {
        Err("the last constraint is no contradiction".to_owned())
    }
}

fn combination(tokens: &mut Tokens<'_>, rows: &[Row]) -> Result<Row, String> {
    let mut sum = Row {
        sense: 0,
        coefficients: BTreeMap::new(),
        right: BigRational::zero(),
        assumptions: BTreeSet::new(),
    };
    let mut seen = BTreeSet::new();
    for _ in 0..tokens.index(1 << 20)? {
        let index = tokens.index(rows.len())?;
        let factor = tokens.value()?;
        if !seen.insert(index) {
            return Err("a constraint twice".to_owned());
        }
        let row = &rows[index];
        let sense = if factor.is_negative() { -row.sense } else { row.sense };
        if sense != 0 && sum.sense == -sense {
            return Err("senses that do not go together".to_owned());
        }
        sum.sense = if sense == 0 { sum.sense } else { sense };
        for (variable, coefficient) in &row.coefficients {
            *sum.coefficients.entry(*variable).or_insert_with(BigRational::zero) +=
                &factor * coefficient;
        }
        sum.right += &factor * &row.right;
        sum.assumptions.extend(&row.assumptions);
    }
    sum.coefficients.retain(|_, coefficient| !coefficient.is_zero());
    Ok(sum)
}

/// Calls with every closed leaf of the proofs of all descriptions.
fn leaves(mut visit: impl FnMut(&Closed<'_>)) {
    for (_, source) in descriptions() {
        for backend in [BackendKind::Exact, BackendKind::GoodLp] {
            let description = parse(&source, &Options::default()).description.unwrap();
            let certificate = certified(&description, &source, backend).1.unwrap();
            let opened = Certificate::open(certificate.as_bytes()).unwrap();
            minimality::check(opened, &description, &digest(&source), Some(&mut visit)).unwrap();
        }
    }
}

fn manifest() -> vipr::Manifest {
    let description = parse("{ 1 } REPEAT _1 A1 ENDREP", &Options::default()).description;
    vipr::Manifest::new(&description.unwrap(), "0")
}

#[test]
fn vipr_files_hold_by_the_rules_of_the_format() {
    let mut manifest = manifest();
    let (mut count, mut derived) = (0, 0);
    leaves(|closed| {
        let (name, text) = manifest.leaf(closed);
        count += 1;
        assert_eq!(name, format!("leaf{count:06}.vipr"));
        derived += check_vipr(&text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
    });
    assert!(count > 1000 && derived > count, "{count} {derived}");
    let list = manifest.finish();
    let rows: Vec<_> = list.lines().filter(|line| line.starts_with("leaf")).collect();
    assert_eq!(rows.len(), count);
    assert!(rows.iter().all(|row| row.split('\t').count() == 5));
}

#[test]
fn changed_vipr_files_do_not_hold() {
    let mut random = Random(3);
    let (mut tried, mut held) = (0, 0);
    let mut manifest = manifest();
    leaves(|closed| {
        let (_, text) = manifest.leaf(closed);
        let start = text.find("RTP").unwrap();
        let digits: Vec<_> = text
            .char_indices()
            .filter(|(at, it)| *at > start && it.is_ascii_digit())
            .map(|(at, _)| at)
            .collect();
        let at = digits[random.below(digits.len())];
        let old = text.as_bytes()[at] - b'0';
        let new = (usize::from(old) + 1 + random.below(9)) % 10;
        let changed = format!("{}{new}{}", &text[..at], &text[at + 1..]);
        tried += 1;
        // Names of constraints, and multipliers that are larger than needed, do no harm.
        held += usize::from(check_vipr(&changed).is_ok());
    });
    assert!(held * 2 < tried, "{held} of {tried}");
}

fn affine(constant: i64, coefficients: &[i64]) -> Affine {
    Affine::new(constant.into(), coefficients.iter().map(|&each| each.into()))
}

fn sum(terms: &[(Fact, i64)], divisor: i64) -> Combination {
    let terms = terms.iter().map(|&(fact, factor)| (fact, Integer::from(factor))).collect();
    Combination { terms, divisor: divisor.into() }
}

/// 2x = 3y, 1 <= x+y <= 4, which needs a split; and 2x - 4y = 1, a fraction.
fn made_by_hand() -> Vec<(Vec<Constraint>, Refutation)> {
    let contradiction = |terms: &[(Fact, i64)]| Refutation {
        lines: Vec::new(),
        ending: Ending::Contradiction(sum(terms, 1)),
    };
    // y >= 1: x+y >= 2.5; 2(x+y) = 5y.  So 2*4 >= 5y gives y <= 1, and 5y >= 2 gives y >= 1;
    // then 2x = 3.
    let rows = vec![
        Constraint::zero(affine(0, &[2, -3])),
        Constraint::at_least_zero(affine(-1, &[1, 1])),
        Constraint::at_least_zero(affine(4, &[-1, -1])),
    ];
    let (row, line) = (Fact::Row, Fact::Line);
    let below = contradiction(&[(row(0), -1), (row(1), 2), (line(0), 5)]);
    let above = Refutation {
        lines: vec![
            sum(&[(row(0), 1), (row(2), 2)], 5),
            sum(&[(row(0), 1), (line(0), 3)], 2),
            sum(&[(row(0), -1), (line(1), 3)], 2),
        ],
        ending: Ending::Contradiction(sum(&[(line(2), 1), (line(3), 1)], 1)),
    };
    let split = Refutation {
        lines: Vec::new(),
        ending: Ending::Split {
            form: affine(-1, &[0, 1]),
            above: Box::new(above),
            below: Box::new(below),
        },
    };
    let fraction =
        Refutation { lines: Vec::new(), ending: Ending::Contradiction(sum(&[(row(0), 3)], 6)) };
    vec![(rows, split), (vec![Constraint::zero(affine(-1, &[2, -4]))], fraction)]
}

#[test]
fn splits_and_fractions_are_written_as_well() {
    for (rows, refutation) in made_by_hand() {
        let closed =
            Closed { line: 1, dimension: 2, rows: &rows, question: None, refutation: &refutation };
        let text = manifest().leaf(&closed).1;
        let derived = check_vipr(&text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
        assert!(derived > 2, "{text}");
    }
}
