//! The flags of `grundy find`.

use clap::Args;

/// `grundy find`.
#[derive(Debug, Args)]
pub struct Find {
    /// At least three numbers, which are values at consecutive positions, or periods or preperiods for consecutive n;
    /// or one number, a period or preperiod; or a formula such as '14n^3 + 11n + 1', for a period or preperiod
    #[arg(required = true, value_name = "NUMBERS", allow_negative_numbers = true)]
    pub numbers: Vec<String>,
}
