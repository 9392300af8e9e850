//! Censuses of all games of a kind, as rows and as frames.

use crate::arguments::Work;
use crate::errors::undecided;
use crate::pickle::{Reduced, reduced};
use grundy_census::census as games;
use grundy_census::census::{Measure, Row, Shard, Tally, run};
use grundy_core::limit::Limit;
use grundy_report::report::Detail;
use grundy_report::report::census::{Layout, render, title};
use grundy_sequence::Cycle;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// All games of a kind: records of the period or the preperiod of outcomes.
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
    csv: String,
    text: String,
    rows: Vec<Row>,
    /// How many games there are, and how many of them are undecided.
    games: (u64, u64),
}

/// Computes all games with largest moves from 1 to `max_move`, or in a range `(from, to)`.
///
/// `moves` fixes the number of moves; `symmetric` keeps games with s = max - s'.  `records` is
/// `period` or `preperiod`.  With `every` there is a row for every game.  A game is
/// undecided when preperiod + period exceed `limit_positions`, by default 10^12.
///
/// >>> import grundy
/// >>> [row["moves"] for row in grundy.census(7, moves=3).rows("maximum")]
/// [[1, 2, 3], [1, 3, 4], [1, 4, 5], [1, 5, 6], [2, 5, 7]]
#[pyfunction]
#[pyo3(signature = (
    max_move, *, moves=None, symmetric=false, records="period", every=false,
    limit_positions=None, threads=0, time_limit=None, progress=None
))]
#[expect(clippy::too_many_arguments, reason = "named arguments of Python")]
pub fn census(
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
        Err(_) => max_move.extract::<(u32, u32)>().map_err(|_| {
            PyTypeError::new_err("max_move is a number, or a pair of them: from, to")
        })?,
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
    let work = Work { threads, time_limit, progress };
    let threads = work.threads();
    let done = work.watch(py)?.run(py, |task| {
        let (mut tally, mut rows, mut games) = (Tally::new(&census), Vec::new(), 0);
        let pieces = Shard::WHOLE.pieces(&census);
        run::<Limit>(&census, pieces, &threads, &task.stop, |outcome| {
            games += outcome.games();
            tally.add(outcome, |row| rows.push(row));
            task.tell(games, census.games(), "games");
            Ok(())
        })?;
        let totals = tally.finish(|row| rows.push(row));
        Ok((rows, totals))
    })?;
    let (rows, totals) = done.map_err(undecided)?;
    let drawn = |layout| render(&census, &rows, totals, layout, None);
    Ok(Census {
        title: title(&census),
        csv: drawn(Layout::Csv),
        text: drawn(Layout::Text(Detail::Normal)).trim_end().to_owned(),
        games: (totals.games, totals.undecided),
        rows,
    })
}

/// The columns of a frame; what a row has not is None.
const COLUMNS: [&str; 9] =
    ["row", "largest_move", "moves", "period", "preperiod", "games", "undecided", "sum", "decided"];

#[pymethods]
impl Census {
    /// How many games there are.
    #[getter]
    fn games(&self) -> u64 {
        self.games.0
    }

    /// How many of them are undecided: preperiod + period exceed `limit_positions`.
    #[getter]
    fn undecided(&self) -> u64 {
        self.games.1
    }

    /// The rows as dicts; of one kind, if it is named: `game`, `record`, `undecided`, `maximum` (one
    /// for each largest move).
    #[pyo3(signature = (kind=None))]
    fn rows<'py>(&self, py: Python<'py>, kind: Option<&str>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        if let Some(kind) = kind
            && !["game", "record", "undecided", "maximum"].contains(&kind)
        {
            let message =
                format!("kind is 'game', 'record', 'undecided' or 'maximum', not {kind:?}");
            return Err(PyValueError::new_err(message));
        }
        let rows = self.rows.iter().filter(|row| kind.is_none_or(|kind| name(row) == kind));
        rows.map(|row| dict(py, row)).collect()
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

    /// The file that `grundy census --format csv` writes.
    #[getter]
    fn csv(&self) -> &str {
        &self.csv
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let rows = self.rows.iter().map(Packed::of).collect::<Vec<_>>();
        let Self { title, csv, text, games, .. } = self;
        reduced::<Self>(py, (title.clone(), csv.clone(), text.clone(), rows, *games))
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

/// A row as it is pickled.
#[derive(IntoPyObject, FromPyObject)]
#[pyo3(from_item_all)]
struct Packed {
    kind: String,
    decided: bool,
    game: Option<Game>,
    /// The largest move, how many games, how many undecided, and the sum.
    summary: Option<(u32, u64, u64, u128)>,
}

/// Moves, period, preperiod; an undecided game has moves only.
type Game = (Vec<u32>, u64, u64);

impl Packed {
    fn of(row: &Row) -> Self {
        let game = |it: &games::Game| (it.moves.clone(), it.cycle.period, it.cycle.preperiod);
        let packed =
            |decided, game, summary| Self { kind: name(row).to_owned(), decided, game, summary };
        match row {
            Row::Game(it) => packed(true, Some(game(it)), None),
            Row::Record { game: it, decided } => packed(*decided, Some(game(it)), None),
            Row::Undecided(moves) => packed(false, Some((moves.clone(), 0, 0)), None),
            Row::Summary(it) => {
                let counts = (it.largest, it.games, it.undecided, it.sum);
                packed(it.undecided == 0, it.maximum.as_ref().map(game), Some(counts))
            }
        }
    }

    fn row(self) -> PyResult<Row> {
        let Self { kind, decided, game, summary } = self;
        let game = game.map(|(moves, period, preperiod)| games::Game {
            moves,
            cycle: Cycle { period, preperiod },
        });
        Ok(match (kind.as_str(), game, summary) {
            ("game", Some(game), _) => Row::Game(game),
            ("record", Some(game), _) => Row::Record { game, decided },
            ("undecided", Some(game), _) => Row::Undecided(game.moves),
            ("maximum", maximum, Some((largest, games, undecided, sum))) => {
                Row::Summary(games::Summary { largest, games, undecided, sum, maximum })
            }
            _ => return Err(PyValueError::new_err("a row of a census is damaged")),
        })
    }
}

impl Census {
    /// As it was pickled.
    pub fn restored(state: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (title, csv, text, rows, games): (_, _, _, Vec<Packed>, _) = state.extract()?;
        let rows = rows.into_iter().map(Packed::row).collect::<PyResult<_>>()?;
        Ok(Self { title, csv, text, rows, games })
    }
}

impl Census {
    /// The columns of a frame: those in which a row has something.
    fn columns<'py>(&self, py: Python<'py>, kind: Option<&str>) -> PyResult<Bound<'py, PyDict>> {
        let rows = self.rows(py, kind)?;
        let columns = PyDict::new(py);
        for name in COLUMNS {
            let cells = rows.iter().map(|row| row.get_item(name));
            let cells = cells.collect::<PyResult<Vec<_>>>()?;
            if cells.iter().any(Option::is_some) {
                columns.set_item(name, PyList::new(py, cells)?)?;
            }
        }
        Ok(columns)
    }
}

/// What a row is called, as in the files of the command.
fn name(row: &Row) -> &'static str {
    match row {
        Row::Game(_) => "game",
        Row::Record { .. } => "record",
        Row::Undecided(_) => "undecided",
        Row::Summary(_) => "maximum",
    }
}

fn dict<'py>(py: Python<'py>, row: &Row) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("row", name(row))?;
    let cells = |game: &games::Game| {
        dict.set_item("largest_move", game.moves.last())?;
        dict.set_item("moves", &game.moves)?;
        dict.set_item("period", game.cycle.period)?;
        dict.set_item("preperiod", game.cycle.preperiod)
    };
    let decided = match row {
        Row::Game(game) => {
            cells(game)?;
            true
        }
        Row::Record { game, decided } => {
            cells(game)?;
            *decided
        }
        Row::Undecided(moves) => {
            dict.set_item("largest_move", moves.last())?;
            dict.set_item("moves", moves)?;
            false
        }
        Row::Summary(summary) => {
            match &summary.maximum {
                Some(game) => cells(game)?,
                None => dict.set_item("largest_move", summary.largest)?,
            }
            dict.set_item("games", summary.games)?;
            dict.set_item("undecided", summary.undecided)?;
            dict.set_item("sum", summary.sum)?;
            summary.undecided == 0
        }
    };
    dict.set_item("decided", decided)?;
    Ok(dict)
}
