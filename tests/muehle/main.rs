//! Nine Men's Morris: the net against the published numbers and cases, the rules against a second
//! implementation, and the comparison of both.  The terminal is in `tests/muehle_play.rs`.

mod cases;
mod compare;
mod net;
mod rules;
