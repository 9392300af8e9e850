//! Descriptions verified and refuted, what is derived from them, and their certificates, against
//! brute force, mutations and another solver.

#[path = "../support/certificate.rs"]
mod certificate;
mod claims;
mod codes;
#[path = "../support/command.rs"]
mod command;
mod coq;
mod descriptions;
mod diagram;
mod forgeries;
mod fuzz_corpus;
mod generator;
mod growth;
mod ilp;
mod infer;
#[path = "../support/laws.rs"]
mod laws;
mod loops;
mod minimality;
mod mutants;
mod open_classes;
mod places;
#[path = "../support/readers.rs"]
mod readers;
mod rewritings;
mod rules;
mod simplify;
mod smt;
mod states;
#[path = "../support/mod.rs"]
mod support;
mod tampering;
mod theorems;
mod trace;
mod verdicts;
