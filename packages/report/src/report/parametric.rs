//! How far a proof by trace came, for people who wait.

use crate::parametric::ParametricProgress;

/// What is done.
pub(super) fn stage(progress: ParametricProgress) -> String {
    match progress {
        ParametricProgress::Game { parameter, steps: 0 } => {
            format!("loop structure of the game {parameter}")
        }
        ParametricProgress::Game { parameter, steps } => {
            format!(
                "loop structure of the game {parameter}, {} million steps so far",
                steps / 1_000_000
            )
        }
        ParametricProgress::Check { start, step } => format!("checking n = {start} + {step}m"),
    }
}
