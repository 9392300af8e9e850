//! Theorems for people, for papers and for programs, however they were proved.

mod derived;
mod document;

#[cfg(test)]
pub(super) use derived::TheoremDocument;
pub use derived::derived;
pub(super) use document::{LawJson, StatementJson};

use super::Detail;
use crate::Integer;
use crate::model::{Alphabet, Rule};
use crate::number::runs;
use crate::theorem::{
    Class, Evidence, Exception, Law, OpenRegion, Range, StartBy, Statement, fewer, from_one_on,
};
use serde::Serialize;

/// The number of games below a theorem that are shown.
const SHOWN: usize = 20;

/// Moves in braces: `{ 2 n+1 }`, `{ }`.
pub fn braces(moves: &str) -> String {
    if moves.is_empty() { "{ }".to_owned() } else { format!("{{ {moves} }}") }
}

/// The name of values of this alphabet.
pub fn values(alphabet: Alphabet) -> &'static str {
    match alphabet {
        Alphabet::Nim => "Grundy values",
        Alphabet::Outcome => "outcomes",
    }
}

/// The name of the values by a rule.
pub fn by_rule(rule: Rule) -> String {
    match rule {
        Rule::Mex | Rule::Normal => values(rule.alphabet()).to_owned(),
        Rule::Misere => "misère outcomes".to_owned(),
        rule => format!("outcomes by the rule {rule}"),
    }
}

/// Do numbers say everything by themselves to a reader who knows the moves?  They do if play is normal, nothing has to
/// be known about what is before position 0, and the numbers are least.
pub(super) fn is_plain(rule: Rule, has_start: bool, is_least: bool) -> bool {
    matches!(rule, Rule::Mex | Rule::Normal) && !has_start && is_least
}

/// The same for programs; counting rules are named separately.
pub(super) fn values_name(rule: Rule) -> String {
    match rule {
        Rule::Misere => "misere".to_owned(),
        rule => rule.alphabet().to_string(),
    }
}

/// ` for n mod 2 == 1`, or nothing.
pub(super) fn spaced(word: &str, what: &str) -> String {
    if what.is_empty() { String::new() } else { format!(" {word} {what}") }
}

/// The name of the values of a theorem.
fn named(said: &Statement) -> String {
    let start = match said.start.as_ref().map(|start| start.1) {
        None => "",
        Some(StartBy::Text) => ", with the start of the text,",
        Some(StartBy::Asked) => " with this start",
        Some(StartBy::Sink) => " in the sink convention (position x is the heap x + 1)",
    };
    by_rule(said.rule) + start
}

/// Period and preperiod, in as few laws as possible.
fn numbers(said: &Statement) -> [Vec<Law>; 2] {
    [&said.period, &said.preperiod].map(|laws| match said.base {
        None => fewer(laws.clone(), said.parameters.len()),
        Some(_) => from_one_on(laws).unwrap_or_else(|| laws.clone()),
    })
}

/// When a law holds, among the games that the whole theorem is about.
fn when(said: &Statement, law: &Law) -> String {
    match said.range {
        Some(_) => law.in_its_range().when(&said.parameters),
        None => law.when(&said.parameters),
    }
}

/// The only parameter.
fn name(said: &Statement) -> &str {
    said.parameters.first().map_or("", String::as_str)
}

/// `n mod 2 == 1`, or nothing.
fn remainder(said: &Statement, class: Class) -> String {
    Class::written(&[class], name(said)).unwrap_or_default()
}

/// A polynomial in one parameter, and for which values it holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Joined {
    /// The coefficients, ascending.
    pub coefficients: Vec<String>,
    /// Such as `n >= 2 and n mod 4 in 0, 1`; empty for all values.
    pub when: String,
}

/// Period and preperiod as people read them; `None` unless there is exactly one parameter, and they are polynomials.
pub fn cases(said: &Statement) -> Option<[Vec<Joined>; 2]> {
    let joined =
        |law: &Law| Some(Joined { coefficients: law.coefficients()?, when: when(said, law) });
    if said.parameters.len() != 1 || said.base.is_some() {
        return None;
    }
    let [period, preperiod] =
        numbers(said).map(|laws| laws.iter().map(joined).collect::<Option<Vec<_>>>());
    Some([period?, preperiod?])
}

/// The formulas of period and preperiod, a line for each case.
pub(super) fn formulas(said: &Statement) -> Vec<String> {
    let mut lines = Vec::new();
    for (what, laws) in ["period", "preperiod"].into_iter().zip(numbers(said)) {
        for (index, law) in laws.iter().enumerate() {
            let what = if index == 0 { what } else { "" };
            let when = spaced(" for", &when(said, law));
            let least = if law.is_least { "" } else { "  (not known to be least)" };
            lines.push(format!("{what:<9}  {}{when}{least}", law.formula(&said.variables())));
        }
    }
    lines.extend(
        said.unknown.iter().map(|class| {
            format!("preperiod  not known{}", spaced(" for", &remainder(said, *class)))
        }),
    );
    lines
}

/// The least numbers as a description claims them.
pub fn claims(said: &Statement) -> Vec<String> {
    let mut lines = Vec::new();
    for (what, laws) in ["period", "preperiod"].into_iter().zip(numbers(said)) {
        lines.extend(laws.iter().filter(|law| law.is_least).map(|law| {
            let when = spaced("for", &when(said, law));
            format!("CLAIM {what} {}{when}", law.formula(&said.variables()))
        }));
    }
    lines
}

/// What the formulas are about.
pub(super) fn summary(said: &Statement) -> String {
    let least = if said.is_least() { "both least" } else { "not all known to be least" };
    let which = if said.open.is_empty() { "all" } else { "these" };
    let range = said.range.map(|Range { from, class, .. }| {
        let class = spaced("with", &remainder(said, class));
        format!(", for {which} {} >= {from}{class}", name(said))
    });
    format!(
        "{} of {}: v(x) = v(x+period) for all x >= preperiod, {least}{}",
        named(said),
        braces(&said.moves.join(" ")),
        range.unwrap_or_default(),
    )
}

/// The games below; those that agree with the formulas share one line, as do consecutive ones that were not computed.
fn exceptions(said: &Statement, detail: Detail) -> Vec<String> {
    let name = name(said);
    let (alike, others): (Vec<_>, Vec<_>) = said.exceptions.iter().partition(|one| one.is_as_said);
    let is_known = |one: &&Exception| one.cycle.is_some();
    let groups = others.chunk_by(|one, other| !is_known(one) && !is_known(other));
    let line = |group: &[&Exception]| {
        let (first, last) = (group[0].parameter, group[group.len() - 1].parameter);
        match &group[0].cycle {
            Some([period, preperiod]) => {
                let least = if group[0].is_least { "" } else { " (not known to be least)" };
                format!("{name} = {first}: period {period}, preperiod {preperiod}{least}")
            }
            None if group.len() == 1 => format!("{name} = {first}: not computed"),
            None => {
                let count = group.len();
                format!("{name} from {first} to {last}: not computed ({count} games)")
            }
        }
    };
    let mut lines: Vec<_> = groups.map(line).collect();
    let shown = if detail == Detail::Normal { SHOWN } else { lines.len() };
    if let Some(hidden @ 1..) = lines.len().checked_sub(shown) {
        lines.truncate(shown);
        lines.push(format!("and {hidden} more (--verbose)"));
    }
    if !alike.is_empty() {
        let list: Vec<_> = alike.iter().map(|one| one.parameter).collect();
        let list = runs(&list, "..", |one, next| next - one == 1);
        lines.insert(0, format!("and for {name} = {list}"));
    }
    lines
}

/// The evidence for it.
fn shown(said: &Statement) -> Vec<String> {
    let name = name(said);
    let below = |is_any| match is_any {
        true => format!("; smaller {name} computed directly"),
        false => String::new(),
    };
    let least = said.range.map_or(i64::MAX, |range| range.least);
    let later = match said.evidence.contains(&Evidence::Lemma) {
        true => "; misère play is normal play, shifted by the least move",
        false => "",
    };
    let line = |one: &Evidence| match *one {
        Evidence::Text | Evidence::Lemma => None,
        Evidence::Regions { regions, lines, games } => {
            let count = |count: usize, one: &str, several: &str| match count {
                0 => None,
                1 => Some(format!("one {one}")),
                count => Some(format!("{count} {several}")),
            };
            let parts = [
                count(regions, "description", "descriptions"),
                count(lines, "theorem in one parameter", "theorems in one parameter"),
                count(games, "computed game", "computed games"),
            ];
            let parts: Vec<_> = parts.into_iter().flatten().collect();
            (!parts.is_empty()).then(|| format!("proved by {}", parts.join(", ")))
        }
        Evidence::Description { class, from, size, is_derived } => {
            let what = if is_derived { "proved" } else { "described and proved" };
            let size = match size {
                1 => "one word".to_owned(),
                size => format!("{size} words and loops"),
            };
            let remainder = spaced("and", &remainder(said, class));
            let below = below(from > class.at(class.first(least)));
            Some(format!("{what} for {name} >= {from}{remainder} ({size}){below}"))
        }
        Evidence::Trace { classes, from } => {
            let below = below(from > least);
            let classes = match classes {
                1 => String::new(),
                classes => format!(" in {classes} classes"),
            };
            Some(format!("proved by trace{classes} for {name} >= {from}{below}{later}"))
        }
    };
    said.evidence.iter().filter_map(line).collect()
}

/// A theorem for people; a quiet one leaves out `how` it was found, but not what it needs to be true.
pub(super) fn text(said: &Statement, detail: Detail, how: Vec<String>) -> Vec<String> {
    let mut lines = formulas(said);
    let is_quiet = detail == Detail::Quiet;
    // Without its range and its exceptions, a formula is another claim.
    let is_said =
        said.range.is_none() && is_plain(said.rule, said.start.is_some(), said.is_least());
    if !(lines.is_empty() || is_quiet && is_said) {
        lines.push(summary(said));
        lines.extend(exceptions(said, detail));
    }
    if !is_quiet {
        lines.extend(shown(said).into_iter().chain(how));
    }
    lines.extend(undecided(said, detail));
    lines
}

/// What is not known, and why.
fn undecided(said: &Statement, detail: Detail) -> Vec<String> {
    let of = |class: Class, reason: &String| {
        format!("undecided{}: {reason}", spaced("for", &remainder(said, class)))
    };
    let mut lines: Vec<_> = said.open.iter().map(|(class, reason)| of(*class, reason)).collect();
    let region = |OpenRegion { conditions, sample, reason }: &OpenRegion| {
        let when = spaced("for", &conditions.when(&said.parameters));
        let named = |point: &Vec<Integer>| {
            let pairs = said.parameters.iter().zip(point);
            pairs.map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ")
        };
        let sample = sample.as_ref().map_or_else(String::new, |at| format!(" ({})", named(at)));
        format!("undecided{when}{sample}: {reason}")
    };
    let all = said.open_regions.len();
    let shown = if detail == Detail::Verbose { all } else { all.min(SHOWN) };
    lines.extend(said.open_regions[..shown].iter().map(region));
    if shown < all {
        lines.push(format!("and {} more regions (--verbose)", all - shown));
    }
    lines
}

/// For papers: a theorem environment, if there is a law, and comments on what is not known.
pub fn latex(said: &Statement) -> String {
    let environment = if said.period.is_empty() { String::new() } else { environment(said) };
    let open = undecided(said, Detail::Verbose).into_iter();
    open.fold(environment, |text, line| text + "% " + &line + "\n")
}

fn environment(said: &Statement) -> String {
    let (names, variables) = (&said.parameters, &said.variables());
    let [period, preperiod] = numbers(said);
    let head = said.range.map(|Range { from, class, .. }| {
        Law::new(Default::default(), true).from(from, vec![class]).when_latex(names)
    });
    let head = head.or_else(|| match (&period[..], &preperiod[..]) {
        ([only], _) | (_, [only]) => Some(only.when_latex(names)),
        _ => None,
    });
    let head = head.filter(|head| !head.is_empty());
    let when = |law: &Law| match said.range {
        Some(_) => law.in_its_range().when_latex(names),
        None => law.when_latex(names),
    };
    // What the head says about all games is not repeated.
    let is_said = |law: &Law| {
        let when = when(law);
        let class = said.range.map(|range| range.class);
        when.is_empty() || Some(when) == head || class.is_some() && class == law.class()
    };
    let formula = |laws: &[Law]| match laws {
        [law] if is_said(law) => format!("${}$", law.latex(variables)),
        _ => {
            let row =
                |law: &Law| format!("  {} & \\text{{if }} {}", law.latex(variables), when(law));
            let rows: Vec<_> = laws.iter().map(row).collect();
            format!("\\[\\begin{{cases}}\n{}\n\\end{{cases}}\\]", rows.join(" \\\\\n"))
        }
    };
    let exceptions = said.exceptions.iter().filter(|one| !one.is_as_said).map(|one| {
        let game = format!("${} = {}$", name(said), one.parameter);
        match &one.cycle {
            Some([period, preperiod]) => {
                let least = if one.is_least { "" } else { ", perhaps not the least" };
                format!(
                    "\nFor {game} the period is ${period}$ and the preperiod ${preperiod}${least}."
                )
            }
            None => format!("\nFor {game} they are not known."),
        }
    });
    let head = head.as_ref().map_or_else(|| "The".to_owned(), |head| format!("For ${head}$ the"));
    let numbers = [("have the", "period", &period), ("\nand the", "preperiod", &preperiod)];
    let known = numbers.into_iter().filter(|(_, _, laws)| !laws.is_empty());
    let known = known.map(|(word, what, laws)| {
        let least = if laws.iter().all(|law| law.is_least) { " least" } else { "" };
        format!("{word}{least} {what}\n{}", formula(laws))
    });
    format!(
        "\\begin{{theorem}}\n{head} {} of the subtraction game $\\{{{}\\}}$ {}.{}\n\\end{{theorem}}\n",
        named(said),
        said.moves.join(", ").replace('*', " \\cdot "),
        known.collect::<String>(),
        exceptions.collect::<String>(),
    )
}
