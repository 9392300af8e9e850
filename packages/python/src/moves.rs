//! The moves of a game or of a family, from whatever a caller writes them as.

use crate::errors::{misread, rejected};
use crate::numbers::named;
use grundy_check::Integer;
use grundy_core::diagnostic::Diagnostic;
use grundy_core::lang::{self, MoveList};
use grundy_engines::one_game::OneGame;
use grundy_engines::real::is_meant;
use grundy_sequence::{Game, MoveSet, Moves, Rule, WrittenError, WrittenMoves};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};
use std::fmt::Write as _;

/// The moves, read: a text such as `2n, 5n, 6n+1, 8n+1` or `{ 21 103 214 235 }`, or an iterable of
/// integers, texts and SymPy expressions.
pub(crate) fn read(moves: &Bound<'_, PyAny>) -> PyResult<MoveList> {
    let text = written(moves)?;
    let where_else = Some("grundy.sequence and grundy.period accept it");
    lang::moves(&text).map_err(|diagnostics| unreadable(&text, &diagnostics, where_else))
}

/// The moves of one game, with the values of their parameters.
pub(crate) struct Given {
    texts: [String; 1],
    at: Vec<(String, Integer)>,
}

impl Given {
    /// From the arguments of a call.
    pub(crate) fn read(moves: &Bound<'_, PyAny>, at: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let text = written(moves)?;
        if is_meant(&text) {
            return Err(PyValueError::new_err(
                "the moves must be integers here; for real moves such as 3/2, use grundy.real_period",
            ));
        }
        let value = |(name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            let name: String = name.extract()?;
            let value = named(&name, &value)?;
            Ok((name, value))
        };
        let at = at.into_iter().flatten().map(value).collect::<PyResult<_>>()?;
        Ok(Self { texts: [text], at })
    }

    /// As they are written.
    pub(crate) fn written(&self) -> WrittenMoves<'_> {
        WrittenMoves { texts: &self.texts, at: &self.at }
    }

    /// The game.
    pub(crate) fn game(&self, rule: Rule, start: Option<&str>) -> PyResult<OneGame> {
        OneGame::read(&self.written(), rule, start).map_err(wrong)
    }

    /// The sizes of the moves, up to this one.
    pub(crate) fn sizes(&self, greatest: u64) -> PyResult<Vec<u64>> {
        self.written().sizes(greatest).map_err(wrong)
    }
}

/// What is wrong with the moves, as an exception.
pub(crate) fn wrong(error: WrittenError) -> PyErr {
    match error {
        WrittenError::Unreadable(text, diagnostics) => unreadable(&text, &diagnostics, None),
        WrittenError::Unknown(..) | WrittenError::Missing(_) => {
            PyTypeError::new_err(error.to_string())
        }
        error => PyValueError::new_err(error.to_string()),
    }
}

/// A text cannot be read; `where_else` accepts the sets of moves that are not accepted here.
fn unreadable(text: &str, diagnostics: &[Diagnostic], where_else: Option<&str>) -> PyErr {
    let misnamed = MoveSet::misnamed(text, where_else);
    match misnamed.or_else(|| WrittenMoves::misshaped(text)) {
        Some(message) => misread(message),
        None => rejected("moves", text, diagnostics),
    }
}

fn written(moves: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = moves.cast::<PyString>() {
        return Ok(text.to_str()?.to_owned());
    }
    // The bytes of a text are no moves.
    let given = moves.try_iter().ok().filter(|_| !moves.is_instance_of::<PyBytes>());
    let given = given.ok_or_else(|| {
        let kind = moves.get_type().qualname().map_or_else(|_| String::new(), |it| format!(", not {it}"));
        PyTypeError::new_err(format!(
            "moves are a text such as '2 5 7', or an iterable of integers, texts and SymPy expressions{kind}"
        ))
    })?;
    let mut text = "{".to_owned();
    for one in given {
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
pub(crate) fn game(sizes: &[u64], rule: Rule, start: Option<&str>) -> PyResult<Game> {
    let game = Moves::new(sizes).and_then(|moves| Game::named(moves, rule, start));
    game.map_err(|error| PyValueError::new_err(error.to_string()))
}
