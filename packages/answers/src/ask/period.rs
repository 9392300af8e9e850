//! The period of one game: every method, in the same order for every caller.
//!
//! | moves | methods, in their order |
//! |---|---|
//! | a set without end | the proofs about sets |
//! | long ranges, or larger moves than those of jumps | runs of lost positions or a game with smaller moves; then as a list; then a theorem about a family |
//! | a list of integers | positions, jumps, walls and linear recurrences in turns ([`one_game::Search`]) |
//! | integers that machine words do not hold | some losing intervals; a theorem about a family; losing intervals |
//! | real numbers | losing intervals; as integers in units of a number |
//!
//! A question with a method, a limit of positions or a checkpoint gets the search in turns, or only that method.

use super::winning;
use super::{Ask, Control, Game, OneOf, Progress, Refused, theorem};
use crate::Integer;
use crate::infer::Member;
use crate::limit::Limit;
use crate::one_game::{self, Method as Found, Resumed, Search, Structure};
use crate::parametric::{self, ParametricOptions};
use crate::polynomial::Polynomial;
use crate::real::{self, Real, Unfound};
use crate::report::period::{
    ACCELERATED, Answer, DIRECT, Evidence, INTERVALS, Known, OfFamily, Open, Reached, Repetition,
    SET, Seen, THEOREM, Work,
};
use crate::report::real as text;
use crate::report::sequence::Subject;
use crate::runs::{self, Cycle, MOST_OUTCOME_MOVES};
use crate::sequence::{CycleSearch, MoveSet, Moves, Rule, SetCycle};
use grundy_output::question;

/// The number of losing intervals that are computed before a theorem is looked for.
const FEW_INTERVALS: u64 = 1 << 12;

/// What is the period of this game?
#[question]
#[derive(Default)]
pub struct Question {
    /// The game.
    pub game: Game,
    /// By which methods.
    #[serde(default)]
    pub method: Method,
    /// The most positions that are computed directly, or losing intervals where all moves are real numbers: all that
    /// can be, where nothing is said.
    pub limit_positions: Option<u64>,
    /// The most steps of a search in turns, each worth some thousand positions: no limit where nothing is said.
    pub limit_steps: Option<u64>,
    /// Also the period of the winning moves?
    pub winning_moves: bool,
    /// Also a certificate?
    pub certificate: bool,
    /// Is the search kept, to be continued later?
    #[serde(skip)]
    pub is_kept: bool,
}

/// The methods that may be used.
#[question]
#[derive(Copy, Default, PartialEq, Eq)]
pub enum Method {
    /// All that fit the game.
    #[default]
    Auto,
    /// Only position by position.
    Direct,
    /// Run by run with proved jumps over loops, and along walls between domains.
    Accelerated,
}

/// The least period and preperiod, a proof that there is none, or how far each method got.
impl Ask for Question {
    type Answer = Answer;

    fn answer(&self, control: &Control<'_>) -> Result<Answer, Refused> {
        self.ready()?.answer(control)
    }
}

impl Question {
    /// Reads the question, so that errors in it are known before the work.
    ///
    /// # Errors
    /// Moves that do not make a game, and parts of the question that do not fit together.
    pub fn ready(&self) -> Result<Ready<'_>, Refused> {
        let (kind, rule) = (self.game.kind()?, self.game.rule()?);
        self.check(&kind, rule)?;
        let (subject, first) = match kind {
            OneOf::Set(set) => (Subject::of_set(&set, rule), First::Set(set)),
            OneOf::Real(moves) => {
                let game = real::Game::new(&moves).map_err(|error| error.to_string())?;
                (of_reals(&game, rule), First::Real(game))
            }
            OneOf::List => match self.ranges(rule)? {
                Some((subject, ranges)) => (subject, First::Ranges(ranges)),
                None => {
                    let (subject, search) = self.search()?;
                    (subject, First::Search(search.into()))
                }
            },
        };
        Ok(Ready { question: self, subject, checkpoint: None, first })
    }

    /// Do the parts of the question fit together?
    fn check(&self, kind: &OneOf, rule: Rule) -> Result<(), Refused> {
        let is_finite = matches!(kind, OneOf::List);
        let is_searched = self.method != Method::Auto || self.is_kept;
        match kind {
            OneOf::Set(set) if is_searched || self.limit_positions.is_some() => {
                return Err(format!(
                    "--method, --limit-positions and --checkpoint are only for finitely many moves, but {set} never ends"
                )
                .into());
            }
            OneOf::Real(_) if is_searched || self.certificate => {
                let moves = match self.game.has_reals() {
                    true => "do not work with real moves or --vary",
                    false => "need moves that are smaller than 2^63",
                };
                return Err(format!("--method, --checkpoint and --certificate {moves}").into());
            }
            _ => {}
        }
        if self.method == Method::Accelerated && self.limit_positions.is_some() {
            return Err("--limit-positions works only with --method direct and auto".into());
        }
        if self.winning_moves && !is_finite {
            return Err(
                "--winning-moves needs finitely many integers here; `sequence` has it for all sets"
                    .into(),
            );
        }
        if self.winning_moves && !matches!(rule, Rule::Normal | Rule::Misere) {
            return Err(
                "--winning-moves works only for the outcomes of normal and misère play".into()
            );
        }
        if self.certificate && !(is_finite && rule == Rule::Normal && self.game.start().is_none()) {
            return Err("a certificate of a period is about outcomes of normal play, finitely many moves, and no --start".into());
        }
        if self.certificate && self.game.written().sizes(runs::GREATEST)?.len() > MOST_OUTCOME_MOVES
        {
            return Err(format!(
                "a certificate of a period takes at most {MOST_OUTCOME_MOVES} moves"
            )
            .into());
        }
        Ok(())
    }

    /// The game by its ranges, if these are long or large and no other method is requested.
    fn ranges(&self, rule: Rule) -> Result<Option<(Subject, one_game::Ranges)>, Refused> {
        let is_other =
            self.method == Method::Direct || self.limit_positions.is_some() || self.is_kept;
        if is_other || self.game.start().is_some() {
            return Ok(None);
        }
        let ranges = self.game.written().ranges(i64::MAX as u64)?;
        let computed = one_game::Ranges::new(&ranges, rule);
        Ok(computed.map(|found| (Subject::of_ranges(ranges, rule), found)))
    }

    /// A search in turns, by the requested methods.
    fn search(&self) -> Result<(Subject, Search), Refused> {
        let (rule, written) = (self.game.rule()?, self.game.written());
        let has_runs = self.method != Method::Direct
            && self.game.start().is_none()
            && matches!(rule, Rule::Normal | Rule::Misere | Rule::Mex);
        let is_asked = self.method == Method::Accelerated;
        if has_runs {
            let sizes = written.sizes(runs::GREATEST)?;
            // With a limit of positions, moves that are too large for them are refused.
            let is_large = sizes.last().is_some_and(|&size| size > Moves::GREATEST);
            if (is_asked || is_large && self.limit_positions.is_none())
                && let Some(search) = Search::without_positions(&sizes, rule)
            {
                let ranges = written.ranges(runs::GREATEST)?;
                return Ok((Subject::of_ranges(ranges, rule), search));
            }
        }
        if is_asked {
            return Err(format!(
                "--method accelerated computes outcomes of normal and misère play with at most {} moves, and Grundy \
                 values with at most {}, all without a start; for other games use --method direct",
                runs::MOST_OUTCOME_MOVES,
                runs::MOST_MOVES
            )
            .into());
        }
        let game = self.game.listed()?;
        let search = match self.method {
            Method::Direct => Search::direct(&game),
            _ => Search::all(&game),
        };
        Ok(((&game).into(), search))
    }
}

/// A question that can be answered.
#[derive(Debug)]
pub struct Ready<'a> {
    /// The question.
    pub question: &'a Question,
    /// The game.
    pub subject: Subject,
    /// The checkpoint of an earlier search, if that is to be continued.
    pub checkpoint: Option<Vec<u8>>,
    first: First,
}

/// What is tried first.
#[derive(Debug)]
enum First {
    Set(MoveSet),
    Real(real::Game),
    Ranges(one_game::Ranges),
    Search(Box<Search>),
}

impl Ready<'_> {
    /// The answer.
    ///
    /// # Errors
    /// A checkpoint that cannot be used, and real moves with a rule that is not supported for them.
    pub fn answer(self, control: &Control<'_>) -> Result<Answer, Refused> {
        let Self { question, subject, checkpoint, first } = self;
        let mut answer = match first {
            First::Set(set) => of_set(subject, &set, control),
            First::Real(game) => return question.of_reals(&game, control),
            First::Ranges(ranges) => question.by_ranges(subject, ranges, control)?,
            First::Search(search) => {
                let kept = checkpoint.as_deref();
                question.in_turns(subject, *search, kept, control)?
            }
        };
        if let Some(cycle) = answer.integers() {
            if question.winning_moves {
                let (greatest, stop) = (answer.game.greatest(), &control.stop);
                answer.winning_moves = Some(winning::cycle(&question.game, greatest, &cycle, stop));
            }
            if question.certificate && answer.certificate.is_none() {
                answer.certificate = Some(question.certificate(&cycle, None, control)?);
            }
        }
        Ok(answer)
    }
}

impl Question {
    /// Range by range; if that finds nothing, one by one, unless there are too many moves for that; and finally by a
    /// theorem.
    fn by_ranges(
        &self,
        subject: Subject,
        mut ranges: one_game::Ranges,
        control: &Control<'_>,
    ) -> Result<Answer, Refused> {
        let mut found = ranges.cycle(&control.stop);
        let mut attempts = Vec::new();
        if self.method == Method::Auto && found.as_ref().is_err_and(|end| *end != Limit::STOPPED) {
            if let Ok((subject, search)) = self.search() {
                return self.in_turns(subject, search, None, control);
            }
            let ends: Vec<_> =
                subject.ranges.iter().map(|&(a, b)| (Integer::from(a), Integer::from(b))).collect();
            match theorem::about(&ends, subject.rule, control) {
                Ok(member) => return Ok(by_theorem(subject, &member)),
                Err(tried) => attempts = tried,
            }
            // The theorem was the last resort, and the time limit ended it.
            found = control.stop.check().and(found);
        }
        let steps = ranges.runs();
        let by = if ranges.is_distant() { Evidence::Smaller } else { Evidence::Ranges };
        let evidence = found.is_ok().then_some(by);
        let known = match &found {
            Ok(cycle) => Known::from(cycle),
            Err(limit) => Known::Open(Open {
                limit: Some(*limit),
                has_large_moves: ranges.is_distant(),
                reached: Reached::Steps { steps: steps.into() },
            }),
        };
        let work = Work::Accelerated(runs::Statistics { steps, ..Default::default() });
        Ok(Answer {
            evidence,
            attempts,
            work: Some(work),
            ..Answer::open(subject, ACCELERATED, known)
        })
    }

    /// Runs the search to its end or to a limit.
    fn in_turns(
        &self,
        subject: Subject,
        mut search: Search,
        checkpoint: Option<&[u8]>,
        control: &Control<'_>,
    ) -> Result<Answer, Refused> {
        let (mut position, mut step) = (0, 0);
        if let Some(bytes) = checkpoint {
            search = match search.resume(bytes).map_err(Refused::Checkpoint)? {
                Resumed::Search(search) => *search,
                Resumed::Finished(found) => {
                    let known = Known::from(&found.cycle);
                    let method = method(found.method);
                    let answer = Answer::new(subject, method, known, Evidence::Checkpoint);
                    return Ok(Answer { believes_checkpoint: true, is_kept: true, ..answer });
                }
            };
            position = search.computed().map_or(0, CycleSearch::position);
            step = search.statistics().steps;
        }
        if let Some(steps) = self.limit_steps {
            search = search.within(steps);
        }
        let until = self.limit_positions.unwrap_or(CycleSearch::FARTHEST);
        let before = search.computed().map(|direct| (direct.position(), direct.work()));
        control.tell(Progress::Searching(&search));
        let found = loop {
            if search.computed().is_some_and(|direct| direct.position() >= until) {
                break Err(Limit::POSITIONS);
            }
            match search.advance(&control.stop) {
                Ok(Some(found)) => break Ok(found),
                Ok(None) => control.tell(Progress::Searching(&search)),
                Err(limit) => break Err(limit),
            }
        };
        control.tell(Progress::Searched(&search, found.as_ref().ok()));
        let steps = search.statistics();
        let mut attempts = search.attempts();
        let (method, known, evidence) = match &found {
            Ok(one_game::Found { method: by, cycle }) => {
                attempts.retain(|attempt| attempt.method != *by);
                let evidence = match by {
                    Found::Direct | Found::Description => Evidence::Positions { from: position },
                    Found::Runs | Found::Combs => Evidence::Loops { from: step },
                    Found::Domains => Evidence::Domains,
                    Found::Recurrence => Evidence::Recurrence,
                };
                (method(*by), Known::from(cycle), Some(evidence))
            }
            Err(limit) => {
                let (method, reached) = match search.computed() {
                    Some(direct) => {
                        let positions = direct.position().into();
                        (DIRECT, Reached::Positions { positions, seen: None })
                    }
                    None => (ACCELERATED, Reached::Steps { steps: steps.steps.into() }),
                };
                (method, Known::open(*limit, reached), None)
            }
        };
        let is_direct = found
            .as_ref()
            .map_or(true, |found| matches!(found.method, Found::Direct | Found::Recurrence));
        let work = match (search.computed().filter(|_| is_direct), before) {
            (Some(direct), Some((position, work))) => Work::Direct {
                positions: direct.position() - position,
                values: direct.work() - work,
            },
            _ => Work::Accelerated(steps),
        };
        let certificate = match &found {
            Ok(found) if self.certificate => {
                Some(self.certificate(&found.cycle, search.evidence(), control)?)
            }
            _ => None,
        };
        Ok(Answer {
            believes_checkpoint: matches!(evidence, Some(Evidence::Positions { from: 1.. })),
            evidence,
            attempts,
            certificate,
            is_kept: self.is_kept,
            work: Some(work),
            ..Answer::open(subject, method, known)
        })
    }

    /// The proof that the cycle is least, from the evidence of the search if it has any; or why there is none.
    ///
    /// # Panics
    /// If the proof shows another cycle, which means that two computations contradict each other.
    fn certificate(
        &self,
        cycle: &Cycle,
        evidence: Option<Structure>,
        control: &Control<'_>,
    ) -> Result<Result<Vec<u8>, String>, Refused> {
        let sizes = self.game.written().sizes(runs::GREATEST)?;
        let options =
            ParametricOptions { stop: control.stop.clone(), ..ParametricOptions::default() };
        let theorem = match parametric::one_game(&sizes, evidence, &options) {
            Ok(theorem) => theorem,
            Err(open) => {
                return Ok(Err(format!("no certificate: no trace shows the period: {open}")));
            }
        };
        // The game is the first one of the only class.
        let values = |class: &parametric::Class| {
            let value = |formula: &Polynomial| formula.at(&[class.start.into()]).to_string();
            (value(&class.shown.period), class.shown.preperiod.as_ref().map(value))
        };
        let shown: Vec<_> = theorem.classes().iter().map(values).collect();
        let computed = [(cycle.period.to_string(), Some(cycle.preperiod.to_string()))];
        assert_eq!(shown, computed, "the trace and the search contradict each other");
        let mut bytes = Vec::new();
        // Writing to memory does not fail.
        theorem.write(&mut bytes).unwrap_or_else(|error| unreachable!("{error}"));
        Ok(Ok(bytes))
    }

    /// By losing intervals; integers that are too large for other methods also by a theorem.
    fn of_reals(&self, game: &real::Game, control: &Control<'_>) -> Result<Answer, Refused> {
        let (rule, stop) = (self.game.rule()?, &control.stop);
        let is_large = self.limit_positions.is_none() && game.in_units().is_none();
        let sizes = game.moves().iter().map(|one| one.to_integer().filter(|_| is_large));
        let sizes = sizes.collect::<Option<Vec<_>>>();
        let first = sizes.as_ref().map_or(self.limit_positions, |_| Some(FEW_INTERVALS));
        let mut found = real::period(game, rule, first, stop);
        if let (Some(sizes), Err(Unfound::Limit(Limit::POSITIONS, ..))) = (sizes, &found) {
            let ends: Vec<_> = sizes.iter().map(|&size| (size.clone(), size.clone())).collect();
            if let Ok(member) = theorem::about(&ends, rule, control) {
                return Ok(by_theorem(of_reals(game, rule), &member));
            }
            found = real::period(game, rule, None, stop);
        }
        of_real(game, rule, found)
    }
}

fn of_reals(game: &real::Game, rule: Rule) -> Subject {
    Subject::spelled_so(game.moves().iter().map(Real::to_string).collect(), rule)
}

/// What was found about a game with real moves.
pub(super) fn of_real(
    game: &real::Game,
    rule: Rule,
    found: Result<real::Found, Unfound>,
) -> Result<Answer, Refused> {
    let subject = of_reals(game, rule);
    let found = match found {
        Ok(found) => found,
        Err(Unfound::Rule) => return Err(text::only_outcomes(game).into()),
        Err(Unfound::Limit(limit, intervals, below)) => {
            let reached = Reached::Intervals { intervals: intervals.into(), below: below.into() };
            return Ok(Answer::open(subject, INTERVALS, Known::open(limit, reached)));
        }
    };
    let known = Known::Cycle((&found).into());
    Ok(match found {
        real::Found::ByIntervals(cycle) => {
            let evidence = Evidence::Intervals {
                losing_intervals: cycle.intervals.into(),
                losing_length: cycle.lost.into(),
                shortest: cycle.shortest.into(),
            };
            Answer::new(subject, INTERVALS, known, evidence)
        }
        real::Found::InUnits { unit, sizes, method: by, .. } => {
            let evidence = Evidence::Units { unit: unit.into(), sizes, by };
            Answer::new(subject, method(by), known, evidence)
        }
    })
}

/// What can be proved about an infinite set.
fn of_set(subject: Subject, set: &MoveSet, control: &Control<'_>) -> Answer {
    let rule = subject.rule;
    let reached = |positions: u64, seen| Reached::Positions { positions: positions.into(), seen };
    match set.cycle(rule, &control.stop) {
        Ok(SetCycle::Found { cycle, saltus, proof }) => {
            let saltus = (rule == Rule::Mex).then(|| saltus.into());
            let found = Repetition { saltus, ..Repetition::from(&Cycle::from(cycle)) };
            Answer::new(subject, SET, Known::Cycle(found), Evidence::of_set(proof, rule))
        }
        Ok(SetCycle::Aperiodic) => {
            Answer::new(subject, SET, Known::Aperiodic { aperiodic: true }, Evidence::Divisors)
        }
        Ok(SetCycle::Open { positions, seen }) => {
            let reached = reached(positions, seen.map(Seen::from));
            let open = Open { limit: None, has_large_moves: false, reached };
            Answer::open(subject, SET, Known::Open(open))
        }
        Err(limit) => Answer::open(subject, SET, Known::open(limit, reached(0, None))),
    }
}

fn by_theorem(subject: Subject, member: &Member) -> Answer {
    let evidence = Evidence::Theorem { theorem: Box::new(OfFamily::new(member)) };
    Answer::new(subject, THEOREM, Known::from(&member.cycle), evidence)
}

/// The name of the methods that a found period belongs to.
fn method(by: Found) -> &'static str {
    match by {
        Found::Direct | Found::Description => DIRECT,
        Found::Runs | Found::Combs | Found::Domains | Found::Recurrence => ACCELERATED,
    }
}
