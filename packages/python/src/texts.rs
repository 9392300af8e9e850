//! Texts: a first draft of a description, the common layout, what codes mean.

use crate::arguments::{Source, asked};
use crate::errors::{rejected, undecided};
use crate::moves::{self, game};
use crate::numbers::{integer, named};
use crate::work::Work;
use grundy_check::Integer;
use grundy_core::lang;
use grundy_core::suggest;
use grundy_report::explain as codes;
use grundy_report::report::skeleton::{GAMES, GREATEST_FIRST, Sample, first_game, skeleton};
use grundy_report::report::text::ExplainedCode;
use grundy_report::report::{Render as _, Style, json};
use grundy_sequence::{Moves, Rule};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::slice::from_ref;

/// A first draft of a description of a family, made from the sequences of some of its games, as `grundy new`
/// writes it.  The draft is valid, but it may be wrong: use `grundy.verify` to find out.
///
/// `moves` and `values` are as in `grundy.period`.  By default the games are the first six of a family with one
/// parameter.  Named arguments choose others: numbers, or iterables of numbers such as `n=range(3, 9)`.
///
/// >>> import grundy
/// >>> print(grundy.new("n 2n", values="nim", n=range(3, 7)))
/// n >= 3
/// { n 2n }
/// REPEAT
///   _n An Bn
/// ENDREP
#[pyfunction]
#[pyo3(signature = (moves, *, values=None, time_limit=None, **at))]
pub(crate) fn new(
    py: Python<'_>,
    moves: &Bound<'_, PyAny>,
    values: Option<&str>,
    time_limit: Option<f64>,
    at: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let rule = asked(values, None)?.rule();
    if !matches!(rule, Rule::Mex | Rule::Normal) {
        return Err(PyValueError::new_err("values is 'outcome' or 'nim' here"));
    }
    let family = moves::read(moves)?;
    let mut games = Vec::new();
    for point in points(&family.parameters, first_game(&family), at)? {
        let sizes = family.sizes(&point, Moves::GREATEST);
        let sizes = sizes.map_err(|error| PyValueError::new_err(error.to_string()))?;
        games.push((game(&sizes, rule, None)?, point));
    }
    let samples = Work::alone(time_limit).run(py, |task| {
        let sample = |(game, point): &(_, Vec<Integer>)| {
            let parameters = family.parameters.iter().cloned().zip(point.iter().cloned());
            Sample::of(game, parameters.collect(), &task.stop)
        };
        games.iter().map(sample).collect::<Result<Vec<_>, _>>()
    })?;
    Ok(skeleton(&family, &samples.map_err(undecided)?).text().trim_end().to_owned())
}

/// The values of the parameters: all combinations of those that are given, or the first games of a family.
fn points(
    parameters: &[String],
    first: Option<i64>,
    at: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Vec<Integer>>> {
    let given = |name: &String| at.and_then(|at| at.get_item(name).transpose()).transpose();
    if let Some(at) = at {
        for name in at.keys() {
            let name: String = name.extract()?;
            if !parameters.contains(&name) {
                return Err(PyTypeError::new_err(format!("unknown parameter {name}")));
            }
        }
    }
    let mut points = vec![Vec::new()];
    for name in parameters {
        let values: Vec<Integer> = match (given(name)?, first, parameters.len()) {
            (Some(value), ..) => match integer(&value) {
                Ok(one) => vec![one],
                Err(_) => {
                    let each = value.try_iter().map_err(|_| {
                        PyTypeError::new_err(format!(
                            "{name} must be an integer, or an iterable of integers such as range(3, 9)"
                        ))
                    })?;
                    each.map(|one| named(name, &one?)).collect::<PyResult<_>>()?
                }
            },
            (None, Some(first), 1) => (first..first + GAMES).map(Integer::from).collect(),
            (None, None, 1) => {
                return Err(PyValueError::new_err(format!(
                    "no {name} up to {GREATEST_FIRST} gives different moves that are at least 1; \
                     choose values with {name}=..."
                )));
            }
            _ => {
                let message = format!("choose the games with {name}=range(1, 5)");
                return Err(PyTypeError::new_err(message));
            }
        };
        let longer = |point: &Vec<Integer>| {
            let point = point.clone();
            values.iter().map(move |value| [&point[..], from_ref(value)].concat())
        };
        points = points.iter().flat_map(longer).collect::<Vec<_>>();
    }
    match points.is_empty() {
        true => Err(PyValueError::new_err("there are no games: a parameter has no values")),
        false => Ok(points),
    }
}

/// A description in the common layout, as `grundy fmt` writes it.
///
/// `text` is the text, or a `pathlib.Path` to read it from; the file is not changed.  An invalid text raises
/// `grundy.Rejected`.
///
/// >>> import grundy
/// >>> print(grundy.fmt("n >= 1 { n }\nREPEAT\n_n An\nENDREP"), end="")
/// n >= 1 { n }
/// REPEAT
///   _n An
/// ENDREP
#[pyfunction]
pub(crate) fn fmt(text: &Bound<'_, PyAny>) -> PyResult<String> {
    let source = Source::read(text)?;
    let name = source.name(None, "text.nimseq");
    lang::format(&source.text).map_err(|found| rejected(&name, &source.text, &found))
}

/// Explains a code such as `E0301` with an example, as `grundy explain` does.  Without a code, lists all codes.
///
/// >>> import grundy
/// >>> print(grundy.explain("E0301").splitlines()[0])
/// E0301: ...
#[pyfunction]
#[pyo3(signature = (code=None))]
pub(crate) fn explain(code: Option<&str>) -> PyResult<String> {
    let Some(code) = code else { return Ok(json::codes().text().trim_end().to_owned()) };
    let upper = code.to_uppercase();
    let explanation = codes::explain(&upper).ok_or_else(|| {
        let near = suggest::nearest(&upper, codes::all().map(|known| known.code));
        let near = near.map_or(String::new(), |known| format!("; did you mean {known}?"));
        PyValueError::new_err(format!("unknown code {code}{near}"))
    })?;
    Ok(ExplainedCode { explanation, style: Style::PLAIN }.text().trim_end().to_owned())
}
