//! The program as a user runs it: arguments, output, exit codes.

mod book;
mod check;
mod cli;
#[path = "../support/command.rs"]
mod command;
mod compile;
mod facade;
#[cfg(unix)]
mod files;
mod findings;
mod games;
mod heaps;
mod infer;
mod infer_rules;
mod infer_several;
mod jobs;
#[cfg(target_os = "linux")]
mod long;
mod machines;
mod options;
mod period;
mod pieces;
mod pipelines;
mod playground;
mod quiet;
mod reading;
mod readme;
mod real;
mod register;
mod release;
mod robustness;
mod rules;
mod same_answers;
mod sequence;
mod server;
mod settings;
#[cfg(target_os = "linux")]
mod stops;
#[path = "../support/table.rs"]
mod table;
mod texts;
mod theorem;
mod typed;
mod winning;
mod writing;
