//! The counterexample of a description.

use crate::{Picture, Refuted, Size, refutation};
use grundy_answers::check::Surroundings;
use grundy_kernel::affine::Affine;
use grundy_kernel::model::{Description, Value};
use grundy_language::verdict::Counterexample;
use grundy_sequence::Run;

/// A counterexample of the description called `name`, as a picture of both sequences around it;
/// `None` where they are not written out that far.
///
/// ```
/// use grundy_picture::{Size, Theme, drawn};
/// use grundy_answers::check::{Kind, Options, check, surroundings};
/// let (text, options) = ("n >= 1 { n } REPEAT _n A(n+1) ENDREP", Options::default());
/// let description = grundy_language::lang::parse(text, &options.reading).description.unwrap();
/// let report = check(Kind::Nimseq, text, &options);
/// let found = report.findings[0].counterexample().unwrap();
/// let seen = surroundings(text, found, &options).unwrap();
/// let size = Size::new(800, 500).unwrap();
/// let picture = drawn("wrong.nimseq", &description, found, &seen, size).unwrap();
/// assert!(picture.svg(Theme::Light).contains("position 2 is _, described as A"));
/// ```
pub fn drawn(
    name: &str,
    description: &Description,
    found: &Counterexample,
    seen: &Surroundings,
    size: Size,
) -> Option<Picture> {
    Some(refutation(&parted(name, description, found, seen)?, size))
}

/// The two sequences that [`drawn`] draws.
pub fn parted(
    name: &str,
    description: &Description,
    found: &Counterexample,
    seen: &Surroundings,
) -> Option<Refuted> {
    let Counterexample { parameters, failure } = found;
    let position = failure.position.to::<u64>()?;
    let rows = seen.around.runs.as_ref()?;
    let point = found.point();
    let number = |form: &Affine| form.at(&point).to_string();
    let moves = description.moves.iter().map(|it| match &it.last {
        None => number(&it.size),
        Some(last) => format!("{}..{}", number(&it.size), number(last)),
    });
    let moves = moves.collect::<Vec<_>>().join(" ");
    let at: Vec<_> = parameters.iter().map(|it| format!("{} = {}", it.0, it.1)).collect();
    let at = if at.is_empty() { String::new() } else { format!(" for {}", at.join(", ")) };
    let subtitle = format!(
        "{{ {moves} }}{at}: position {position} is {}, described as {}",
        failure.computed, failure.claimed
    );
    Some(Refuted {
        title: format!("{name} is refuted"),
        subtitle,
        alphabet: description.alphabet(),
        from: rows.from as u64,
        described: as_values(&rows.described),
        computed: as_values(&rows.computed),
        position,
    })
}

/// Runs as they are drawn: colours repeat long before the last value.
fn as_values(runs: &[Run<u32>]) -> Vec<Run> {
    let value = |value| Value(u8::try_from(value).unwrap_or(u8::MAX));
    runs.iter().map(|run| Run { value: value(run.value), length: run.length }).collect()
}
