//! Sequences of subtraction games, computed directly from the rule.

pub mod oracle;
