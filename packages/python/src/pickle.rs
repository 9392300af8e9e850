//! Pickling: an object is written as what it says, and read back as an object that says the same.  Nothing is
//! computed again, and nothing is proved by it.

use crate::census::Census;
use crate::certificate::{Certificate, Evidence};
use crate::description::Description;
use crate::formula::{Formula, Piece};
use crate::heaps::Heaps;
use crate::infer::Inferred;
use crate::period::Cycle;
use crate::polynomial::Polynomial;
use crate::real::{Real, RealCycle};
use crate::report::{Counterexample, Finding, Report};
use crate::sequence::Sequence;
use crate::theorem::Theorem;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::{IntoPyObjectExt, PyTypeInfo};

/// A function and its arguments, as `__reduce__` gives them.
pub(crate) type Reduced<'py> = (Bound<'py, PyAny>, (String, Bound<'py, PyAny>));

/// How an object of a class is made again from its state.
pub(crate) fn reduced<'py, C: PyTypeInfo>(
    py: Python<'py>,
    state: impl IntoPyObjectExt<'py>,
) -> PyResult<Reduced<'py>> {
    let restore = py.import("grundy._grundy")?.getattr("_restored")?;
    Ok((restore, (C::type_object(py).name()?.to_string(), state.into_bound_py_any(py)?)))
}

/// Pickles objects of a class as the values of these fields.
macro_rules! pickled {
    ($class:ident { $($field:ident),* } $(without $lost:ident)?) => {
        impl $class {
            /// As it was pickled.
            pub fn restored(state: &Bound<'_, PyAny>) -> PyResult<Self> {
                let ($($field,)*) = state.extract()?;
                Ok(Self { $($field,)* $($lost: None)? })
            }

            fn reduced<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
                crate::pickle::reduced::<Self>(py, ($(self.$field.clone(),)*))
            }
        }
    };
}
pub(crate) use pickled;

/// The object of the class of this name that has this state.
#[pyfunction]
#[pyo3(signature = (class_, state))]
pub(crate) fn _restored<'py>(
    class_: &str,
    state: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    macro_rules! of {
        ($($class:ident),*) => {
            match class_ {
                $(stringify!($class) => $class::restored(state)?.into_bound_py_any(state.py()),)*
                other => {
                    Err(PyValueError::new_err(format!("there is no class {other} to restore")))
                }
            }
        };
    }
    of!(
        Census,
        Certificate,
        Counterexample,
        Cycle,
        Description,
        Evidence,
        Finding,
        Formula,
        Heaps,
        Inferred,
        Piece,
        Polynomial,
        Real,
        RealCycle,
        Report,
        Sequence,
        Theorem
    )
}
