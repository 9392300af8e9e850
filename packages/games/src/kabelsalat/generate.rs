//! Making a solvable task for a wanted wiring.
//!
//! 1. Write the wanted switches as code.
//! 2. Invert every direction.
//! 3. Set all heights to the target.
//! 4. Press the inverted switches as often as you like.
//! 5. Read off the heights.
//! 6. Put the wanted switches, not inverted, behind them.
//!
//! The presses of step 4 solve the result, maybe not with fewest presses.
//!
//! For `+**..,-.**.,+..**` and target 7, pressing A once, B twice and C three times makes the
//! heights 6 8 6 4.

use super::{Direction, Switch, Task};
use crate::Integer;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng as _, SeedableRng as _};

/// The task for the wanted switches that these presses solve; `None` if there are no tasks with
/// such switches.
///
/// ```
/// use grundy_games::kabelsalat::{code, generate};
/// let wiring = code::parse_wiring("+**..,-.**.,+..**").unwrap();
/// let task = generate::solved_by(&wiring, 7.into(), &[1, 2, 3].map(Into::into)).unwrap();
/// assert_eq!(task.to_string(), "7,4,6,8,6,4,+**..,-.**.,+..**");
/// ```
pub fn solved_by(wanted: &[Switch], target: Integer, presses: &[Integer]) -> Option<Task> {
    let inverted = wanted.iter().map(|switch| Switch {
        direction: match switch.direction {
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
        },
        wired: switch.wired.clone(),
    });
    let stacks = wanted.first()?.wired.len();
    let start = Task::new(target.clone(), vec![target.clone(); stacks], inverted.collect())?;
    Task::new(target, start.heights_after(presses), wanted.to_vec())
}

/// A number of presses from 0 to `most` for each of the switches: the same for the same seed.
pub fn presses(switches: usize, most: u32, seed: u64) -> Vec<Integer> {
    let mut random = Pcg32::seed_from_u64(seed);
    let choices = u64::from(most) + 1;
    // 64 random bits make all remainders equally likely but for one part in 2^32.
    (0..switches).map(|_| Integer::from(random.next_u64() % choices)).collect()
}
