//! Nim.

use super::game::integers;
use super::{Ask, Control, Refused};
use crate::Integer;
use crate::games::nim;
use crate::report::nim::{Beside, NimAnswer, answer};
use grundy_output::question;

/// Who wins this position, and by which moves?
#[question]
pub struct Position {
    /// The numbers of sticks; heaps are numbered from 1.
    #[serde(deserialize_with = "integers")]
    #[cfg_attr(test, schemars(with = "Vec<crate::ask::game::Number>"))]
    pub heaps: Vec<Integer>,
    /// Does whoever takes the last stick lose?
    pub misere: bool,
    /// Also the heaps in binary, and which bit decides?
    pub bits: bool,
    /// Also why the strategy wins?
    pub why: bool,
}

impl Ask for Position {
    type Answer = NimAnswer;

    fn answer(&self, _: &Control<'_>) -> Result<NimAnswer, Refused> {
        if let Some(size) = self.heaps.iter().find(|size| size.is_negative()) {
            return Err(format!("a heap has at least 0 sticks, not {size}").into());
        }
        let position = nim::Position::new(self.heaps.clone()).filter(|nim| !nim.heaps().is_empty());
        let position = position.ok_or("there are no heaps")?;
        let convention =
            if self.misere { nim::Convention::Misere } else { nim::Convention::Normal };
        Ok(answer(&position, convention, Beside { bits: self.bits, why: self.why }))
    }
}
