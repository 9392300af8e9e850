//! The program in a conversation, on a pseudo-terminal and through a pipe.

#![cfg(unix)]

#[path = "../support/command.rs"]
mod command;
mod conversation;
mod muehle;
mod petri;
mod play;
mod sequence;
#[path = "../support/terminal.rs"]
mod terminal;
mod watch;
mod width;
mod wolf;
