//! The period of a game with moves that are too large to be computed with, by a theorem about a family.

use crate::cli::flags::configuration::Configuration;
use crate::cli::host::{Bar, Control, progress, threads};
use grundy_check::Integer;
use grundy_engines::one_game::Attempt;
use grundy_infer::infer::{Member, Options, Progress, member};
use grundy_report::report::infer::stage;
use grundy_report::report::sequence::{By, Ending, SearchReport, Subject};
use grundy_sequence::Rule;

/// The theorem about the game with these ranges of moves, or what was tried.
pub fn about(
    name: String,
    moves: &[(Integer, Integer)],
    rule: Rule,
    configuration: &Configuration,
    control: &Control,
) -> Result<Member, Vec<Attempt>> {
    let bar = Bar::new(configuration.progress, name, progress::STAGES);
    let told = |progress: Progress| bar.tell(stage(progress));
    let (threads, stop) = (threads::threads(configuration), control.stop.clone());
    member(moves, &Options { rule, threads, stop, progress: Some(&told), ..Default::default() })
}

/// What it says.
pub fn found(subject: Subject, member: Member) -> SearchReport {
    let ending = Ending::Found(member.cycle.clone());
    SearchReport::new(subject, By::Theorem(member.into()), ending)
}
