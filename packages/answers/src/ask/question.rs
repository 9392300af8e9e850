//! Any question, by its name.

use super::petri::{self, AboutNet as _};
#[cfg(feature = "pictures")]
use super::picture;
use super::{
    Ask as _, Control, Refused, Reply, census, compile, families, find, games, kabelsalat, muehle,
    nim, period, proofs, register, statements, superfluous, texts, vary, winning, wolf,
};
use serde::Deserialize;

/// The type of all questions, and what answers them.
macro_rules! questions {
    ($($(#[doc = $doc:literal])* $(#[cfg($when:meta)])? $name:ident($type:ty),)*) => {
        /// A question, by the name in `ask`.
        ///
        /// ```
        /// use grundy_answers::ask::{Question, Control, answer};
        /// let question = r#"{"ask": "period", "game": {"moves": "2 5 7"}}"#;
        /// let question: Question = serde_json::from_str(question).unwrap();
        /// let reply = answer(&question, &Control::default()).unwrap();
        /// assert!(reply.json.contains(r#""period": "22""#));
        /// ```
        #[derive(Clone, Debug, Deserialize)]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        #[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
        pub enum Question { $($(#[doc = $doc])* $(#[cfg($when)])? $name($type),)* }

        /// The answer to a question.
        ///
        /// # Errors
        /// Questions that make no sense, texts that cannot be read, and limits before there was anything to say.
        pub fn answer(question: &Question, control: &Control<'_>) -> Result<Reply, Refused> {
            match question { $($(#[cfg($when)])? Question::$name(question) => question.reply(control),)* }
        }
    };
}

questions! {
    /// Is this text right?
    Verify(texts::Verify),
    /// Which games is a description about?
    Describe(texts::Describe),
    /// What values does a description give to positions?
    Expand(texts::Expand),
    /// Which chains does a description have?
    Chains(compile::Chains),
    /// What does the compiler make of a description?
    Compile(compile::Compile),
    /// What follows from a description for all parameters?
    Theorem(proofs::Theorem),
    /// Is the certificate right?
    Check(proofs::Check),
    /// The text in the common layout.
    Format(texts::Format),
    /// The text with all that its findings propose.
    Fix(texts::Fix),
    /// What a code means.
    Explain(texts::Explain),
    /// Period and preperiod of a game.
    Period(period::Question),
    /// The periods of games that differ in one move.
    Vary(vary::Question),
    /// A piece of the sequence of a game.
    Sequence(games::Sequence),
    /// Which moves win, position by position?
    Winning(winning::Question),
    /// To which values do the moves lead, position by position?
    Options(winning::Options),
    /// Which moves can be left out without a change of the sequence?
    Superfluous(superfluous::Question),
    /// Losing intervals of a game with real moves.
    Intervals(games::Intervals),
    /// Who wins several heaps?
    Heaps(games::Heaps),
    /// All games of a kind.
    Census(census::Census),
    /// Means by class and largest move.
    CensusMeans(census::Means),
    /// A census whose shards are in files.
    CensusMerge(census::Merge),
    /// Families with small coefficients.
    CensusFamilies(census::Families),
    /// Published statements, up to their bounds.
    FamilyTheorems(statements::Statements),
    /// What has these numbers, among small games and what is published?
    Find(find::Find),
    /// The theorem about a family of games.
    Infer(families::Infer),
    /// A first draft of a description.
    New(families::Draft),
    /// The words from which a game can start, and their orbits.
    Register(register::Register),
    /// Who wins a position of Nim?
    Nim(nim::Position),
    /// How is a task of stacks and switches solved?
    KabelsalatSolve(kabelsalat::Solve),
    /// How far do the rules of the puzzle lead?
    KabelsalatHints(kabelsalat::Hints),
    /// A task as equations.
    KabelsalatEquations(kabelsalat::Equations),
    /// A task that can be solved.
    KabelsalatGenerate(kabelsalat::Generate),
    /// The positions on the way to the target.
    KabelsalatGraph(kabelsalat::Graph),
    /// Who wins wolf and sheep?
    WolfSolve(wolf::Solve),
    /// A change that makes a move tree win.
    WolfRepair(wolf::Repair),
    /// What the relay machine does.
    WolfMachine(wolf::Machine),
    /// A published net of Nine Men's Morris.
    MuehleNet(muehle::Net),
    /// A net and the rules of the game.
    MuehleCompare(muehle::Compare),
    /// A game record.
    MuehleReplay(muehle::Replay),
    /// What a Petri net consists of.
    PetriInfo(petri::Info),
    /// The markings that it can reach.
    PetriGraph(petri::Graph),
    /// What is known of it, part by part.
    PetriAnalyse(petri::Analyse),
    /// The net for another tool.
    PetriConvert(petri::Convert),
    /// A run by chance.
    PetriSimulate(petri::Simulate),
    /// A run as it is said.
    PetriReplay(petri::Replay),
    /// A Petri net in a marking, as a picture.
    #[cfg(feature = "pictures")]
    PetriDraw(picture::net::PetriDraw),
    /// All games of three moves with this largest one, as a picture.
    #[cfg(feature = "pictures")]
    MapThree(picture::map::Three),
    /// Games of four moves by one of them, as a picture.
    #[cfg(feature = "pictures")]
    MapFour(picture::map::Four),
    /// Symmetric games of five moves by the largest one, as a picture.
    #[cfg(feature = "pictures")]
    MapFive(picture::map::TwoFree),
    /// A piece of the sequence of a game, row by row.
    #[cfg(feature = "pictures")]
    PlotSequence(picture::sequence::PlotSequence),
    /// A counterexample to a description, as a picture.
    #[cfg(feature = "pictures")]
    PlotRefutation(picture::refutation::PlotRefutation),
    /// How records grow, as a picture.
    #[cfg(feature = "pictures")]
    PlotRecords(picture::records::PlotRecords),
    /// How means grow, as a picture.
    #[cfg(feature = "pictures")]
    PlotMeans(picture::means::PlotMeans),
}
