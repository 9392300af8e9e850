//! Planes of games.

use super::Drawn;
use crate::Integer;
#[cfg(test)]
use crate::ask::game::Name;
use crate::ask::{Ask, Control, Either, Refused};
use crate::diagnostic::counted;
use crate::formula::Formula;
use crate::formula::named::formulas;
use crate::limit::{CancellationToken, Limit};
use crate::region::{
    self, GREATEST_MOVE, GREATEST_S3, RegionProgress, TwoFreeClass, View, bounded, two_free_moves,
};
use crate::report::regions::{self, AreasOfPlane};
use grundy_output::question;
use grundy_picture::{self as picture, Drawing, Greys, Size};
use std::sync::atomic::{AtomicU64, Ordering};

/// The default for the most positions of a game.
pub const LIMIT_POSITIONS: u64 = 1_000_000_000;

/// Which part of the plane, and how it is drawn.
#[question]
#[derive(Copy)]
#[serde(default)]
pub struct Section {
    /// Only games with s1 in this range, both ends included.
    pub s1: Option<(u32, u32)>,
    /// Only games with s2 in this range.
    pub s2: Option<(u32, u32)>,
    /// Only every such s1 and s2, at least 1: all where nothing is said.
    pub step: u32,
    /// Does s1 grow from right to left?
    pub mirror: bool,
    /// The size of the picture; 1200 by 1200 pixels by default.
    pub size: Size,
}

impl Default for Section {
    fn default() -> Self {
        Self { s1: None, s2: None, step: 1, mirror: false, size: Size::SQUARE }
    }
}

impl Section {
    fn drawing(&self) -> Result<Drawing, Refused> {
        for (name, range) in [("s1", self.s1), ("s2", self.s2)] {
            if range.is_some_and(|(from, to)| from < 1 || from > to || to > GREATEST_MOVE) {
                let message = format!("--{name} is a range of moves from 1 to {GREATEST_MOVE}");
                return Err(message.into());
            }
        }
        if !(1..=GREATEST_MOVE).contains(&self.step) {
            return Err(format!("--step is from 1 to {GREATEST_MOVE}, not {}", self.step).into());
        }
        let all = View::ALL;
        let view =
            View { s1: self.s1.unwrap_or(all.s1), s2: self.s2.unwrap_or(all.s2), step: self.step };
        Ok(Drawing { view, mirrored: self.mirror, size: self.size })
    }
}

/// Works through games, and records how many are done.
fn worked<R: Send>(
    total: u64,
    control: &Control<'_>,
    work: impl FnOnce(&CancellationToken, &RegionProgress) -> Result<R, Limit> + Send,
) -> Result<R, Refused> {
    let done = AtomicU64::new(0);
    let more = |games| {
        let before = done.fetch_add(games, Ordering::Relaxed);
        control.count(before + games, total, "games");
    };
    control.threads.run(|| work(&control.stop, &more)).map_err(|limit| {
        let (done, games) = (done.load(Ordering::Relaxed), counted(total, "game"));
        Refused::Limit(limit, format!("{done} of {games} were done"))
    })
}

grundy_language::named! {
    /// What a map of three-move games shows.
    Show {
        Period: "period", "The type of the period, in colours";
        Exceptions: "exceptions", "The games whose period is not a sum of two moves";
        Preperiod: "preperiod", "The length of the preperiod, in grey";
    }
}

/// How do the periods of the games { s1 s2 s3 } relate to the sums of two moves?
#[question]
pub struct Three {
    /// The largest move, from 3 to 4096 ([`GREATEST_S3`]).
    pub s3: u32,
    /// What is drawn: periods where nothing is said.
    #[cfg_attr(test, schemars(with = "Option<Name<Show>>"))]
    pub show: Option<Show>,
    /// Are the lines between the great areas named, and the games on their right side counted?
    pub borders: bool,
    /// Are preperiods drawn in proportion, and not by their logarithm?
    pub linear: bool,
    /// Which part.
    #[serde(default)]
    pub part: Section,
}

impl Ask for Three {
    type Answer = Drawn<regions::Three>;

    fn answer(&self, control: &Control<'_>) -> Result<Self::Answer, Refused> {
        let &Self { s3, show, borders, linear, ref part } = self;
        if !(3..=GREATEST_S3).contains(&s3) {
            return Err(format!("s3 is from 3 to {GREATEST_S3}, not {s3}").into());
        }
        let drawing = part.drawing()?;
        let view = drawing.view;
        let total = view.pairs(s3).count() as u64;
        let games = worked(total, control, |stop, more| region::three(s3, view, stop, more))?;
        let counts = regions::three(s3, view, &games, borders);
        let greys = if linear { Greys::Linear } else { Greys::Logarithmic };
        Ok(Drawn::new(counts, move || match show.unwrap_or(Show::Period) {
            Show::Period => picture::period_types(s3, &games, borders, &drawing),
            Show::Exceptions => picture::no_sums(s3, &games, &drawing),
            Show::Preperiod => picture::preperiods(s3, &games, greys, &drawing),
        }))
    }
}

/// What are the periods of games with two free moves?
#[question]
pub struct TwoFree {
    /// The move that is fixed, from 4 to 4096 ([`GREATEST_MOVE`]).
    pub fixed: u32,
    /// Areas by bounds of the period, formulas in s1, s2, ... with commas between them; those of 1996 if there are
    /// none.  A game is computed until its last bound is passed.
    pub areas: Option<String>,
    /// The most positions of each game, from 1 on; 10^9 by default ([`LIMIT_POSITIONS`]).  Areas have bounds of
    /// their own.
    pub limit_positions: Option<u64>,
    /// Which part.
    #[serde(default)]
    pub part: Section,
}

/// The games { s1 s2 s3 s4 } with s1 + s3 = s4.
#[question]
pub struct Four {
    /// Is the fixed move s3, so that s4 grows with s1?
    pub third: bool,
    /// The games.
    pub two: TwoFree,
}

/// Counts of games, by their periods or by areas.
pub type OfClass = Drawn<Either<regions::TwoFree, AreasOfPlane>>;

impl Ask for Four {
    type Answer = OfClass;

    fn answer(&self, control: &Control<'_>) -> Result<OfClass, Refused> {
        let class = if self.third { TwoFreeClass::ThirdFixed } else { TwoFreeClass::FourMoves };
        self.two.of_class(class, control)
    }
}

impl Ask for TwoFree {
    type Answer = OfClass;

    fn answer(&self, control: &Control<'_>) -> Result<OfClass, Refused> {
        self.of_class(TwoFreeClass::SymmetricFive, control)
    }
}

impl TwoFree {
    fn of_class(&self, class: TwoFreeClass, control: &Control<'_>) -> Result<OfClass, Refused> {
        let (fixed, drawing) = (self.fixed, self.part.drawing()?);
        if !(4..=GREATEST_MOVE).contains(&fixed) {
            return Err(format!("the fixed move is from 4 to {GREATEST_MOVE}, not {fixed}").into());
        }
        let view = drawing.view;
        let total = class.free_moves(fixed, view).len() as u64;
        let Some(bounds) = &self.areas else {
            let limit = self.limit_positions.unwrap_or(LIMIT_POSITIONS);
            if limit == 0 {
                return Err("--limit-positions is at least 1".into());
            }
            let games = worked(total, control, |stop, more| {
                two_free_moves(class, fixed, view, limit, stop, more)
            })?;
            let counts = regions::two_free(class, fixed, view, &games, limit);
            return Ok(Drawn::new(Either::One(counts), move || {
                picture::two_free_moves(class, fixed, &games, &drawing)
            }));
        };
        if self.limit_positions.is_some() {
            return Err("--areas have bounds of their own; leave out --limit-positions".into());
        }
        let (moves, of_1996) = match class {
            TwoFreeClass::SymmetricFive => (5, "s1+s5, s3+s5, s5^2"),
            TwoFreeClass::FourMoves | TwoFreeClass::ThirdFixed => (4, "s1+s4, s3+s4, s4^2, s4^3"),
        };
        let bounds = formulas(if bounds.is_empty() { of_1996 } else { bounds }, moves);
        let bounds = bounds.map_err(|message| format!("--areas: {message}"))?;
        let values = |moves: &[u32]| {
            let moves: Vec<_> =
                ('a'..='z').zip(moves.iter().map(|&size| Integer::from(u64::from(size)))).collect();
            bounds.iter().map(|(_, bound)| whole(bound, &moves)).collect()
        };
        let games =
            worked(total, control, |stop, more| bounded(class, fixed, view, &values, stop, more))?;
        let names: Vec<_> = bounds.iter().map(|(name, _)| name.clone()).collect();
        let counts = regions::areas(class, fixed, view, &names, &games);
        Ok(Drawn::new(Either::Other(counts), move || {
            picture::areas(class, fixed, &names, &games, &drawing)
        }))
    }
}

/// The greatest whole number up to a formula, from 0 to the greatest machine word; 0 where the formula has no value.
/// Every period is greater than 0.
fn whole(bound: &Formula, moves: &[(char, Integer)]) -> u64 {
    let Ok(value) = bound.value(moves) else { return 0 };
    let whole = Integer::from(value.floor().to_integer());
    if whole < Integer::ZERO { 0 } else { u64::try_from(&whole.to_big()).unwrap_or(u64::MAX) }
}
