//! Real moves and positions as they are typed, and the flags that move one of the moves.

use super::numbers::within;
use clap::Args;
use grundy_engines::real::{self, Real};

/// A number above 0, such as `1.5` or `1+sqrt(2)`.
pub fn positive(text: &str) -> Result<Real, String> {
    let number = real::read_one(text).map_err(|error| error.to_string())?;
    match number.is_positive() {
        true => Ok(number),
        false => Err("a number above 0 is needed, such as 1/10, 0.1 or 1+sqrt(2)".to_owned()),
    }
}

/// Which move is moved, and where to.
#[derive(Clone, Debug, Args)]
pub struct Vary {
    /// Vary the K-th move, counted from 1, and tabulate the results; with -o FILE.svg or FILE.png also draw them
    #[arg(long, value_name = "K", value_parser = within::<usize>(1..), requires = "by")]
    pub vary: Option<usize>,
    /// Step size between games, such as 1, 1/10 or sqrt(2)/100
    #[arg(long, value_name = "STEP", value_parser = positive, requires = "vary")]
    pub by: Option<Real>,
    /// Number of games on each side [default: 10]
    #[arg(long, value_name = "N", value_parser = within::<u32>(0..=1000), requires = "vary")]
    pub steps: Option<u32>,
}

impl Vary {
    /// The number of the move, and the step, if a move is moved.
    pub fn chosen(&self) -> Option<(usize, &Real)> {
        self.vary.zip(self.by.as_ref())
    }

    /// How many games there are to each side.
    pub fn steps(&self) -> u32 {
        self.steps.unwrap_or(10)
    }
}
