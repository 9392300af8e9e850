//! The moves of a game or of a family, from whatever a caller writes them as.

use crate::arguments::point;
use crate::errors::rejected;
use grundy_check::Integer;
use grundy_core::lang::{self, MoveList};
use grundy_engines::accelerate::GREATEST;
use grundy_engines::one_game::Ranges;
use grundy_engines::real::is_meant;
use grundy_sequence::{Game, MoveSet, Moves, Rule};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use std::cell::RefCell;
use std::fmt::Write as _;

/// The moves, read: a text such as `2n, 5n, 6n+1, 8n+1` or `{ 21 103 214 235 }`, or an iterable of
/// integers, texts and SymPy expressions.
pub fn read(moves: &Bound<'_, PyAny>) -> PyResult<MoveList> {
    list(&written(moves)?)
}

fn list(text: &str) -> PyResult<MoveList> {
    lang::moves(text).map_err(|diagnostics| rejected("moves", text, &diagnostics))
}

/// The set that the moves name, such as `squares` or `1.. without n`, for the parameters given by name; `None` if they
/// are a list.
pub fn set(moves: &Bound<'_, PyAny>, at: Option<&Bound<'_, PyDict>>) -> PyResult<Option<MoveSet>> {
    let py = moves.py();
    let used = RefCell::new(Vec::new());
    let finite = |text: &str| -> PyResult<Vec<(u64, u64)>> {
        let list = list(text)?;
        let of_list = PyDict::new(py);
        for (name, value) in at.into_iter().flatten() {
            if list.parameters.contains(&name.extract()?) {
                of_list.set_item(name, value)?;
            }
        }
        let point = point(&list.parameters, &PyTuple::empty(py), Some(&of_list))?;
        used.borrow_mut().extend(list.parameters.iter().cloned());
        let ranges = list.ranges(&point, i64::MAX as u64);
        ranges.map_err(|error| PyValueError::new_err(error.to_string()))
    };
    let finite = |text: &str| finite(text).map_err(|error| error.value(py).to_string());
    let set = MoveSet::read(&[written(moves)?], finite).map_err(PyValueError::new_err)?;
    for name in at.into_iter().flat_map(|at| at.keys()) {
        let name: String = name.extract()?;
        if set.is_some() && !used.borrow().contains(&name) {
            return Err(PyTypeError::new_err(format!("unknown parameter {name}")));
        }
    }
    Ok(set)
}

/// The moves of one game, and how its values are computed.
pub enum OneGame {
    /// A set without end.
    Set(MoveSet),
    /// Ranges so long that they are computed range by range.
    Ranges(Vec<(u64, u64)>, Ranges),
    /// All others, in increasing order.
    Listed(Vec<u64>),
}

impl OneGame {
    /// The game for the parameters given by name.
    pub fn read(
        moves: &Bound<'_, PyAny>,
        at: Option<&Bound<'_, PyDict>>,
        rule: Rule,
        has_start: bool,
    ) -> PyResult<Self> {
        let text = written(moves)?;
        if is_meant(&text) {
            return Err(PyValueError::new_err(
                "moves are integers here; `grundy period` and `grundy sequence` take real moves, such as 3/2",
            ));
        }
        if let Some(set) = set(moves, at)? {
            return match set.finite() {
                None if has_start => Err(PyValueError::new_err(format!(
                    "start needs finitely many moves, and {set} has no end"
                ))),
                None => Ok(Self::Set(set)),
                Some(_) => Ok(Self::Listed(members(&set)?)),
            };
        }
        let list = list(&text)?;
        let point = point(&list.parameters, &PyTuple::empty(moves.py()), at)?;
        let wrong = |error: lang::SizeError| PyValueError::new_err(error.to_string());
        if !has_start {
            let ranges = list.ranges(&point, i64::MAX as u64).map_err(wrong)?;
            if let Some(computed) = Ranges::new(&ranges, rule) {
                return Ok(Self::Ranges(ranges, computed));
            }
        }
        Ok(Self::Listed(list.sizes(&point, GREATEST).map_err(wrong)?))
    }
}

fn members(set: &MoveSet) -> PyResult<Vec<u64>> {
    let endless = || format!("finitely many moves are needed here, and {set} has no end");
    let members = set.finite().ok_or_else(|| PyValueError::new_err(endless()))?;
    members.map_err(|error| PyValueError::new_err(error.to_string()))
}

/// The moves for the parameters given by name, in increasing order.
pub fn sizes(
    moves: &Bound<'_, PyAny>,
    at: Option<&Bound<'_, PyDict>>,
    greatest: u64,
) -> PyResult<Vec<u64>> {
    if let Some(set) = set(moves, at)? {
        return members(&set);
    }
    let list = read(moves)?;
    let point = point(&list.parameters, &PyTuple::empty(moves.py()), at)?;
    list.sizes(&point, greatest).map_err(|error| PyValueError::new_err(error.to_string()))
}

fn written(moves: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = moves.cast::<PyString>() {
        return Ok(text.to_str()?.to_owned());
    }
    let mut text = "{".to_owned();
    for one in moves.try_iter()? {
        text.push(' ');
        text += &form(&one?)?;
    }
    text += " }";
    Ok(text)
}

/// One move: an integer, a text, or an affine expression of SymPy.
fn form(one: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = one.cast::<PyString>() {
        return Ok(text.to_str()?.to_owned());
    }
    if let Ok(number) = crate::numbers::integer(one) {
        return Ok(number.to_string());
    }
    if !one.hasattr("as_coefficients_dict")? {
        let kind = one.get_type().qualname()?;
        return Err(PyTypeError::new_err(format!(
            "a move is an integer, a text such as '2n+1', or an affine expression of SymPy, not {kind}"
        )));
    }
    affine(one)
}

/// `6*n + 1` as `6n+1`.
fn affine(expression: &Bound<'_, PyAny>) -> PyResult<String> {
    let wrong = || {
        let text = expression.str().map_or_else(|_| String::new(), |it| it.to_string());
        PyValueError::new_err(format!("the move {text} is not affine with integer coefficients"))
    };
    let mut text = String::new();
    let terms = expression.call_method0("expand")?.call_method0("as_coefficients_dict")?;
    for pair in terms.call_method0("items")?.try_iter()? {
        let (term, factor): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair?.extract()?;
        let factor: Integer = crate::numbers::integer(&factor).map_err(|_| wrong())?;
        let name = if term.getattr("is_Symbol")?.extract()? {
            term.getattr("name")?.extract::<String>()?
        } else if term.eq(1)? {
            String::new()
        } else {
            return Err(wrong());
        };
        let sign = if factor.is_negative() || text.is_empty() { "" } else { "+" };
        let _ = write!(text, "{sign}{factor}{name}");
    }
    Ok(text)
}

/// The game with these moves, and with the start that is named.
pub fn game(sizes: &[u64], rule: Rule, start: Option<&str>) -> PyResult<Game> {
    let game = Moves::new(sizes).and_then(|moves| Game::named(moves, rule, start));
    game.map_err(|error| PyValueError::new_err(error.to_string()))
}
