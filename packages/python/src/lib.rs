//! The compiled half of the Python package `grundy`: a question as JSON in, its answer as JSON out, and what is not
//! JSON: values as bytes, pictures, and exact numbers as people write them.
//!
//! Nothing is decided here.  What users see is made in `python/grundy`.

#![warn(unreachable_pub)]
#![expect(clippy::too_many_arguments, reason = "named arguments of Python")]

mod ask;
mod exact;
mod picture;
mod values;
mod work;

use pyo3::prelude::*;

#[pymodule]
mod _grundy {
    #[pymodule_export]
    use super::ask::{answer, kind_of};
    #[pymodule_export]
    use super::exact::{Condition, number};
    #[pymodule_export]
    use super::picture::{Drawing, draw, refutation, rows};
    #[pymodule_export]
    use super::values::{Stream, described, values};
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", grundy::VERSION)
    }
}
