//! What is published about subtraction games, formulas, sequences and pictures.

mod additive;
mod additive_rows;
mod areas;
#[path = "../support/command.rs"]
mod command;
mod definition;
mod exchanges;
mod family;
mod family_proofs;
mod fits;
mod five_moves;
mod formula;
mod free_third_move;
mod observations;
mod one_free_move;
mod one_game;
mod orbits;
mod picture_parts;
mod pictures;
mod registers;
mod rules;
mod sequence;
mod sets;
#[path = "../support/mod.rs"]
mod support;
#[path = "../support/table.rs"]
mod table;
mod three_moves;
mod two_parameters;
mod words;
