//! The Python module `grundy`: what the library says, as Python objects.
//!
//! Nothing is computed here.  A function of the module reads its arguments (`arguments`, `moves`,
//! `numbers`, `arrays`), calls the library in a thread of its own (`work`), and wraps what comes back.

#![warn(unreachable_pub)]
#![expect(clippy::too_many_arguments, reason = "named arguments of Python")]

mod arguments;
mod arrays;
mod census;
mod certificate;
mod description;
mod errors;
mod formula;
mod heaps;
mod html;
mod infer;
mod moves;
mod numbers;
mod period;
mod pickle;
mod picture;
mod polynomial;
mod real;
mod report;
mod sequence;
mod texts;
mod theorem;
mod work;

use pyo3::prelude::*;

/// The native half of the package; `grundy/__init__.py` says what is public.
#[pymodule]
mod _grundy {
    #[pymodule_export]
    use super::census::{Census, census};
    #[pymodule_export]
    use super::certificate::{Certificate, Evidence};
    #[pymodule_export]
    use super::description::{Description, theorem};
    #[pymodule_export]
    use super::formula::{Formula, Piece};
    #[pymodule_export]
    use super::heaps::{Heaps, heaps};
    #[pymodule_export]
    use super::infer::{Inferred, infer};
    #[pymodule_export]
    use super::period::{Cycle, period};
    #[pymodule_export]
    use super::pickle::_restored;
    #[pymodule_export]
    use super::picture::{Picture, period_map};
    #[pymodule_export]
    use super::real::{Real, RealCycle, losing_intervals, real_period};
    #[pymodule_export]
    use super::report::{Counterexample, Finding, Report, verify};
    #[pymodule_export]
    use super::sequence::{Blocks, Sequence, blocks, sequence};
    #[pymodule_export]
    use super::texts::{explain, fmt, new};
    #[pymodule_export]
    use super::theorem::Theorem;
    #[pymodule_export]
    use crate::polynomial::Polynomial;
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", grundy::VERSION)
    }
}
