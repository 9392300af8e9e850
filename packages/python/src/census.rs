//! Censuses of all games of a kind, as rows and as frames.

use crate::errors::undecided;
use crate::pickle::{Reduced, pickled};
use crate::work::Work;
use grundy_census::census as games;
use grundy_census::census::{Measure, Row, rows};
use grundy_report::report::Detail;
use grundy_report::report::census::{Layout, render, title};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict as _, PyDict};

/// A census of games: the records of the period or preperiod of their outcomes.
///
/// >>> import grundy
/// >>> census = grundy.census(7)
/// >>> census.games, census.undecided
/// (127, 0)
/// >>> census.rows("maximum")[-1]["moves"], census.rows("maximum")[-1]["period"]
/// ([2, 5, 7], 22)
#[pyclass(frozen, module = "grundy")]
pub struct Census {
    title: String,
    /// The file that `grundy census --format csv` writes.
    #[pyo3(get)]
    csv: String,
    text: String,
    rows: Vec<Cells>,
    /// How many games there are.
    #[pyo3(get)]
    games: u64,
    /// How many of them are undecided, because preperiod + period is larger than `limit_positions`.
    #[pyo3(get)]
    undecided: u64,
}

pickled!(Census { title, csv, text, rows, games, undecided });

/// Computes all games with largest moves from 1 to `max_move`, or in a range `(from, to)`.
///
/// `moves` fixes the number of moves; `symmetric=True` keeps the games in which for each move s
/// also max - s is a move or 0.  `records` is
/// `period` or `preperiod`.  With `every=True` each game has a row.  A game is undecided if preperiod + period is
/// larger than `limit_positions`, by default 10^12.
///
/// >>> import grundy
/// >>> [row["moves"] for row in grundy.census(7, moves=3).rows("maximum")]
/// [[1, 2, 3], [1, 3, 4], [1, 4, 5], [1, 5, 6], [2, 5, 7]]
#[pyfunction]
#[pyo3(signature = (
    max_move, *, moves=None, symmetric=false, records="period", every=false,
    limit_positions=None, threads=0, time_limit=None, progress=None
))]
pub(crate) fn census(
    py: Python<'_>,
    max_move: &Bound<'_, PyAny>,
    moves: Option<u32>,
    symmetric: bool,
    records: &str,
    every: bool,
    limit_positions: Option<u64>,
    threads: usize,
    time_limit: Option<f64>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Census> {
    let (smallest, greatest) = match max_move.extract::<u32>() {
        Ok(greatest) => (1, greatest),
        Err(_) => max_move
            .extract::<(u32, u32)>()
            .map_err(|_| PyTypeError::new_err("max_move must be a number or a pair (from, to)"))?,
    };
    let made = games::Census::new(smallest, greatest, moves, symmetric);
    let mut census = made.map_err(|error| PyValueError::new_err(error.to_string()))?;
    census.measure = match records {
        "period" => Measure::Period,
        "preperiod" => Measure::Preperiod,
        other => {
            let message = format!("records is 'period' or 'preperiod', not {other:?}");
            return Err(PyValueError::new_err(message));
        }
    };
    census.every = every;
    census.limit_positions = limit_positions.unwrap_or(games::Census::LIMIT_POSITIONS);
    let done = Work { threads, time_limit, progress }.run(py, |task| {
        let mut games = 0;
        rows(&census, &task.threads, &task.stop, |outcome| {
            games += outcome.games();
            task.tell(games, census.games(), "games");
        })
    })?;
    let (rows, totals) = done.map_err(undecided)?;
    let drawn = |layout| render(&census, &rows, totals, layout, None);
    Ok(Census {
        title: title(&census),
        csv: drawn(Layout::Csv),
        text: drawn(Layout::Text(Detail::Normal)).trim_end().to_owned(),
        rows: rows.iter().map(Cells::of).collect(),
        games: totals.games,
        undecided: totals.undecided,
    })
}

/// A row by its columns; `row` is what it is called in the files of the command.
#[derive(Clone, IntoPyObject, FromPyObject)]
#[pyo3(from_item_all)]
struct Cells {
    row: String,
    largest_move: Option<u32>,
    moves: Option<Vec<u32>>,
    period: Option<u64>,
    preperiod: Option<u64>,
    games: Option<u64>,
    undecided: Option<u64>,
    sum: Option<u128>,
    decided: bool,
}

impl Cells {
    fn of(row: &Row) -> Self {
        let game = |it: &games::Game| (Some(it.moves.clone()), Some(it.cycle));
        let (name, (moves, cycle), decided) = match row {
            Row::Game(it) => ("game", game(it), true),
            Row::Record { game: it, decided } => ("record", game(it), *decided),
            Row::Undecided(moves) => ("undecided", (Some(moves.clone()), None), false),
            Row::Summary(it) => {
                ("maximum", it.maximum.as_ref().map_or((None, None), game), it.undecided == 0)
            }
        };
        let summary = match row {
            Row::Summary(it) => Some(it),
            _ => None,
        };
        let last = moves.as_ref().and_then(|moves| moves.last().copied());
        Self {
            row: name.to_owned(),
            largest_move: last.or(summary.map(|it| it.largest)),
            moves,
            period: cycle.map(|it| it.period),
            preperiod: cycle.map(|it| it.preperiod),
            games: summary.map(|it| it.games),
            undecided: summary.map(|it| it.undecided),
            sum: summary.map(|it| it.sum),
            decided,
        }
    }
}

#[pymethods]
impl Census {
    /// The rows as dicts: all, or those of one kind, which is `game`, `record`, `undecided` or `maximum` (one
    /// row for each largest move).
    #[pyo3(signature = (kind=None))]
    fn rows<'py>(&self, py: Python<'py>, kind: Option<&str>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let said = |row: Bound<'py, PyDict>| {
            row.iter().filter(|(_, cell)| !cell.is_none()).into_py_dict(py)
        };
        self.cells(py, kind)?.into_iter().map(said).collect()
    }

    /// The rows as a frame of pandas.
    #[pyo3(signature = (kind=None))]
    fn to_pandas<'py>(&self, py: Python<'py>, kind: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        py.import("pandas")?.getattr("DataFrame")?.call1((self.columns(py, kind)?,))
    }

    /// The rows as a frame of polars.
    #[pyo3(signature = (kind=None))]
    fn to_polars<'py>(&self, py: Python<'py>, kind: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        py.import("polars")?.getattr("DataFrame")?.call1((self.columns(py, kind)?,))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        self.reduced(py)
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<grundy.Census: {}>", self.title)
    }
}

impl Census {
    /// The rows, of one kind if it is named; what a row has not is None.
    fn cells<'py>(&self, py: Python<'py>, kind: Option<&str>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        if let Some(kind) = kind
            && !["game", "record", "undecided", "maximum"].contains(&kind)
        {
            let message =
                format!("kind is 'game', 'record', 'undecided' or 'maximum', not {kind:?}");
            return Err(PyValueError::new_err(message));
        }
        let rows = self.rows.iter().filter(|row| kind.is_none_or(|kind| row.row == kind));
        rows.map(|row| row.clone().into_pyobject(py)).collect()
    }

    /// The columns of a frame: those in which a row has something.
    fn columns<'py>(&self, py: Python<'py>, kind: Option<&str>) -> PyResult<Bound<'py, PyDict>> {
        let rows = self.cells(py, kind)?;
        let columns = PyDict::new(py);
        for name in rows.first().into_iter().flat_map(|row| row.keys()) {
            let cells = rows.iter().map(|row| row.as_any().get_item(&name));
            let cells = cells.collect::<PyResult<Vec<_>>>()?;
            if !cells.iter().all(|cell| cell.is_none()) {
                columns.set_item(name, cells)?;
            }
        }
        Ok(columns)
    }
}
