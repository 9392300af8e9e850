//! A piece of the sequence of a game.

use super::{Drawn, Title};
use crate::Integer;
use crate::ask::games::{Sequence, lost};
use crate::ask::{Ask, Control, Game, Refused};
use crate::model::Value as GameValue;
use crate::real::{self, Real, RealError};
use crate::report::real::{approximate, braces};
use crate::sequence::{CycleSearch, Rule};
use grundy_output::question;
use grundy_picture::{Rows, Size, Stretch, intervals, rows};

/// The most positions of a picture.
const MOST_POSITIONS: usize = 10_000_000;

/// The most positions in a row.
const MOST_IN_A_ROW: u32 = 1_000_000;

/// A period that is at most this many times the usual width is the width.
const MOST_WIDTHS: usize = 10;

/// The most rows.
pub const MOST_ROWS: u32 = 1_000_000;

/// The most intervals of a picture.
const MOST_INTERVALS: usize = 100_000;

/// What do the values of a game look like, row by row?
#[question]
pub struct PlotSequence {
    /// The game.
    pub game: Game,
    /// The number of positions in a row, or the length of a row, such as `1+sqrt(2)`, of a game with real moves.  By
    /// default 100, or a number near it that shows the period.
    pub width: Option<String>,
    /// The number of rows, from 1 to 1,000,000 ([`MOST_ROWS`]); 100 by default.
    pub rows: Option<u32>,
    /// The first position.
    #[serde(default)]
    pub from: u64,
    /// The size of the picture; 1200 by 900 pixels by default.
    pub size: Option<Size>,
}

impl PlotSequence {
    /// The width of a row.
    fn width(&self) -> Result<Real, Refused> {
        let width = real::read_one(self.width.as_deref().unwrap_or("100"));
        let width = width.map_err(|error| Refused::Misread(format!("--width: {error}")))?;
        if width.is_positive() { Ok(width) } else { Err("--width is above 0".into()) }
    }
}

impl Ask for PlotSequence {
    type Answer = Drawn<Title>;

    fn answer(&self, control: &Control<'_>) -> Result<Drawn<Title>, Refused> {
        let (width, count) = (self.width()?, self.rows.unwrap_or(100));
        if !(1..=MOST_ROWS).contains(&count) {
            return Err(format!("--rows is from 1 to {MOST_ROWS}, not {count}").into());
        }
        if self.from > CycleSearch::FARTHEST {
            return Err(format!("--from is at most {}", CycleSearch::FARTHEST).into());
        }
        match self.game.has_reals() {
            true => self.of_real(&width, count, control),
            false => self.of_values(&width, count, control),
        }
    }
}

impl PlotSequence {
    fn of_values(
        &self,
        width: &Real,
        count: u32,
        control: &Control<'_>,
    ) -> Result<Drawn<Title>, Refused> {
        let size = self.size.unwrap_or(Size::USUAL);
        let width = width.to_integer().and_then(Integer::to_i64);
        let width = width.and_then(|n| u32::try_from(n).ok()).filter(|n| *n <= MOST_IN_A_ROW);
        let width = width.ok_or_else(|| {
            let needed = format!("--width: a whole number from 1 to {MOST_IN_A_ROW} is needed");
            format!("{needed} where moves are whole numbers")
        })?;
        let from = self.from.into();
        let positions = u64::from(width) * u64::from(count);
        let number = usize::try_from(positions).ok().filter(|number| *number <= MOST_POSITIONS);
        // An error in the moves is reported before one in the number of moves.
        self.game.read()?;
        let number = number.ok_or_else(|| {
            format!(
                "{count} rows of {width} are {positions} positions; at most {MOST_POSITIONS} can be drawn"
            )
        })?;
        let question = Sequence { from, count: Some(number), ..Default::default() };
        let found = question.row(&self.game, control)?;
        let (moves, rule) = (found.subject.moves(), found.subject.rule);
        let title = match rule {
            Rule::Mex => format!("Grundy values of {moves}"),
            Rule::Normal => format!("Outcomes of {moves}"),
            rule => format!("Outcomes of {moves}, rule {rule}"),
        };
        // Colours repeat long before this limit.
        let value = |value| GameValue(u8::try_from(value).unwrap_or(u8::MAX));
        let values: Vec<_> = found.values.iter().map(value).collect();
        let (from, alphabet) = (self.from, rule.alphabet());
        let width = if self.width.is_none() { showing_period(&values, width) } else { width };
        let shown = Rows { title: &title, alphabet, from, width, values: &values };
        let mut drawn = Drawn::whole(rows(&shown, size));
        if width > size.width() || count > size.height() {
            drawn.notes.push(format!(
                "{count} rows of {width} positions have less than a pixel for each in {}x{}; a PNG leaves some out (--size)",
                size.width(),
                size.height()
            ));
        }
        Ok(drawn)
    }

    fn of_real(
        &self,
        width: &Real,
        rows: u32,
        control: &Control<'_>,
    ) -> Result<Drawn<Title>, Refused> {
        let game = real::Game::new(&self.game.reals()?).map_err(|error| error.to_string())?;
        let rule = self.game.rule()?;
        let from = Real::from(Integer::from(self.from));
        let other_field = |error: RealError| format!("--width: {error}");
        // The moves are read before the width, which has to lie in their field.
        game.moves()
            .iter()
            .try_for_each(|one| one.field(width).map(|_| ()))
            .map_err(other_field)?;
        let to = width.times(&i64::from(rows).into()).and_then(|all| from.plus(&all));
        let lost = lost(&game, rule, &from, &to.map_err(other_field)?, control)?;
        if lost.len() > MOST_INTERVALS {
            return Err(format!(
                "{rows} rows have {} losing intervals; at most {MOST_INTERVALS} can be drawn",
                lost.len()
            )
            .into());
        }
        let place = |position: &Real| position.minus(&from).map(|distance| approximate(&distance));
        let each = lost.iter().map(|(a, b)| Ok((place(a)?, place(b)?)));
        let lost = each.collect::<Result<Vec<_>, RealError>>().map_err(other_field)?;
        let title = match rule {
            Rule::Misere => format!("Misère outcomes of {}", braces(&game)),
            _ => format!("Outcomes of {}", braces(&game)),
        };
        let stretch = Stretch {
            title: &title,
            from: &from.to_string(),
            width_text: &width.to_string(),
            width: approximate(width),
            rows,
            lost: &lost,
        };
        Ok(Drawn::whole(intervals(&stretch, self.size.unwrap_or(Size::USUAL))))
    }
}

/// The multiple of the period nearest to this width, or the period if it is greater, where the second half of the values
/// has a period that is not too long.  This is only the look of a picture.
fn showing_period(values: &[GameValue], width: u32) -> u32 {
    let late = &values[values.len() / 2..];
    let most = (MOST_WIDTHS * width as usize).min(late.len() / 3);
    let period = (1..=most).find(|&period| late[period..] == late[..late.len() - period]);
    let Some(period) = period.and_then(|period| u32::try_from(period).ok()) else { return width };
    ((width + period / 2) / period).max(1) * period
}
