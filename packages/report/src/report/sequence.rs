//! What is known about the sequence of one game: its cycle, or a piece of it.

use super::json::{Decimal, Map, document};
use super::parametric::PieceJson;
use super::theorem::{braces, by_rule, is_plain, remainders, spaced, values_name};
use super::winning::{self, WinningCycle};
#[cfg(test)]
use super::written::Incomplete;
use super::written::{Cut, Letters, Numbers, Writing};
use super::{Detail, Render, align, point, seconds};
use crate::Integer;
use crate::infer::{Class, Member, Number};
use crate::limit::{CancellationToken, Limit};
use crate::model::{Alphabet, Value};
use crate::one_game::{self, Attempt, Method, OneGame};
use crate::polynomial::{Style, Written as _};
use crate::runs::{Cycle, Statistics};
use crate::sequence::{self, Game, MoveSet, Moves, Packed, Rule, SetCycle, SetProof, spelled};
use crate::verdict::Assignment;
use grundy_output::output;
use serde::{Serialize, Serializer};
use std::time::Duration;

/// Which values of which game.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The first and the last move of each range without a gap, in increasing order.
    pub ranges: Vec<(u64, u64)>,
    /// What the moves are called instead, if they are a set with a name.
    pub named: Vec<String>,
    /// How values follow from each other.
    pub rule: Rule,
    /// What stands below position 0.
    pub start: Option<Box<[Value]>>,
    /// The number of items at position 0.
    pub first_heap: u64,
}

impl Subject {
    /// A game without a start, by the ranges of its moves.
    pub fn of_ranges(ranges: Vec<(u64, u64)>, rule: Rule) -> Self {
        Self { ranges, named: Vec::new(), rule, start: None, first_heap: 0 }
    }

    /// A game whose moves are a set with a name.
    pub fn of_set(set: &MoveSet, rule: Rule) -> Self {
        Self::spelled_so(set.spelled(), rule)
    }

    /// A game without a start whose moves are called so.
    pub fn spelled_so(named: Vec<String>, rule: Rule) -> Self {
        Self { named, ..Self::of_ranges(Vec::new(), rule) }
    }

    /// A game by this rule.
    pub fn of(game: &OneGame, rule: Rule) -> Self {
        match game {
            OneGame::Set(set, _) => Self::of_set(set, rule),
            OneGame::Ranges(ranges, _) | OneGame::Large(ranges, _) => {
                Self::of_ranges(ranges.clone(), rule)
            }
            OneGame::Moves(game) => game.into(),
        }
    }

    /// Each move, or range or set of moves.
    fn spelled(&self) -> Vec<String> {
        if self.named.is_empty() { spelled(&self.ranges) } else { self.named.clone() }
    }
}

impl From<&Game> for Subject {
    fn from(game: &Game) -> Self {
        Self {
            ranges: game.moves().ranges(),
            named: Vec::new(),
            rule: game.rule(),
            start: game.start().map(Into::into),
            first_heap: game.first_heap(),
        }
    }
}

/// Values of the parameters for which the moves make no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The values.
    pub parameters: Assignment,
    /// Why.
    pub message: String,
}

impl LeftOut {
    /// For people: `n = 3, m = 3: two moves are the same: ...`.
    pub fn text(&self) -> String {
        format!("{}: {}", point(&self.parameters), self.message)
    }
}

/// The same for programs.
#[output]
pub(super) struct NoGame<'a> {
    parameters: Map<'a, Decimal>,
    message: &'a str,
}

impl<'a> NoGame<'a> {
    pub(super) fn all(left_out: &'a [LeftOut]) -> Vec<Self> {
        let one =
            |it: &'a LeftOut| Self { parameters: Map::of(&it.parameters), message: &it.message };
        left_out.iter().map(one).collect()
    }
}

/// A search for the cycle of a game, when it has ended.
#[derive(Clone, Debug)]
pub struct SearchReport {
    /// The game.
    pub subject: Subject,
    /// Where the search began.
    pub origin: Origin,
    /// What found the cycle, or was to find it.
    pub by: By,
    /// How it ended.
    pub ending: Ending,
    /// Is there a checkpoint to go on from?
    pub kept: bool,
    /// What was done, if that is to be shown.
    pub work: Option<SearchWork>,
    /// What was tried without success; for people, if nothing was found or work is to be shown.
    pub attempts: Vec<Attempt>,
    /// What is known of the winning moves, if that is to be shown.
    pub winning: Option<WinningCycle>,
    /// How much the text says.
    pub detail: Detail,
}

/// What a search has done since it began, or was continued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchWork {
    /// Value by value.
    Direct {
        /// How many positions it went on.
        positions: u64,
        /// How many values it computed: those of the positions, and some of them again.
        values: u64,
        /// How long it took.
        time: Duration,
    },
    /// By jumps.
    Accelerated(Statistics, Duration),
}

impl SearchWork {
    /// How many values, or steps, were computed per second.
    fn speed(&self) -> u128 {
        let (count, time) = match self {
            Self::Direct { values, time, .. } => (*values, time),
            Self::Accelerated(statistics, time) => (statistics.steps, time),
        };
        (1_000_000_000 * u128::from(count)).checked_div(time.as_nanos()).unwrap_or(0)
    }
}

/// Where a search began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// At position 0.
    Start,
    /// At this position, and with so many steps by jumps, where a checkpoint was.
    Continued(u64, u64),
    /// It was over: a checkpoint had the cycle.
    Finished,
}

/// A method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum By {
    /// Direct computation.
    Positions,
    /// Jumps.
    Jumps,
    /// Walls.
    Walls,
    /// Runs of lost positions, where moves are ranges.
    Ranges,
    /// Runs of lost positions, or a game with smaller moves, where moves are large.
    Distant,
    /// A linear recurrence.
    Recurrence,
    /// What is known of a set of moves.
    Set,
    /// A theorem about a family that the game belongs to.
    Theorem(Box<Member>),
}

impl From<&one_game::Found> for By {
    fn from(found: &one_game::Found) -> Self {
        match found.method {
            Method::Runs | Method::Combs => Self::Jumps,
            Method::Domains => Self::Walls,
            Method::Recurrence => Self::Recurrence,
            Method::Direct | Method::Description => Self::Positions,
        }
    }
}

impl By {
    /// Does what it found rest on what a checkpoint says?
    fn believes_a_checkpoint(&self, origin: Origin) -> bool {
        match (self, origin) {
            (_, Origin::Start) => false,
            (_, Origin::Finished) => true,
            (Self::Positions, Origin::Continued(position, _)) => position > 0,
            // Jumps are proved again, walls are followed anew, and the others have no use for it.
            (_, Origin::Continued(..)) => false,
        }
    }

    /// What it did, from where the search began.
    fn text(&self, origin: Origin) -> String {
        let from = match (self, origin) {
            (_, Origin::Finished) => {
                return "taken on trust from the checkpoint of a finished search".to_owned();
            }
            (Self::Positions, Origin::Start | Origin::Continued(0, _)) => {
                ", from position 0 on".to_owned()
            }
            (Self::Positions, Origin::Continued(position, _)) => {
                format!(
                    ", continued from position {position}; the earlier values come from the \
                     checkpoint"
                )
            }
            (Self::Jumps, Origin::Continued(_, steps)) => format!(", continued from step {steps}"),
            _ => String::new(),
        };
        let what = match self {
            Self::Positions => "computed directly",
            Self::Jumps => "computed run by run, with proved jumps over loops",
            Self::Walls => "proved by walls between domains that repeat in two directions",
            Self::Ranges => "computed run by run, a range of moves at a time",
            Self::Distant => "from the runs of lost positions, or from a game with smaller moves",
            Self::Recurrence => "the order of the minimal polynomial of a linear recurrence",
            Self::Set => "by the members of the set",
            Self::Theorem(member) => return instance(member),
        };
        format!("{what}{from}")
    }
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With the cycle.
    Found(Cycle),
    /// With a limit, when so much was computed.
    Undecided(Limit, Reached),
    /// With what is known of a set of moves.
    OfSet(SetCycle),
}

impl Ending {
    /// Is it known what was asked for: the period, or that there is none?
    pub fn is_decided(&self) -> bool {
        !matches!(self, Self::Undecided(..) | Self::OfSet(SetCycle::Open { .. }))
    }

    /// With what was found, or the limit, when so much was computed.
    pub fn of(found: Result<one_game::Found, Limit>, reached: Reached) -> Self {
        match found {
            Ok(found) => Self::Found(found.cycle),
            Err(limit) => Self::Undecided(limit, reached),
        }
    }
}

/// How far a search came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// So many positions.
    Positions(u64),
    /// So many steps between jumps.
    Steps(u64),
}

impl Reached {
    /// How far this search is: in positions if they are computed directly.
    pub fn by(search: &one_game::Search) -> Self {
        match search.computed() {
            Some(direct) => Self::Positions(direct.position()),
            None => Self::Steps(search.statistics().steps),
        }
    }
}

/// The members that say which values of which game.
#[output]
pub(super) struct AskedValues {
    moves: Vec<String>,
    values: String,
    rule: Option<String>,
}

impl AskedValues {
    pub(super) fn new(moves: Vec<String>, rule: Rule) -> Self {
        Self { moves, values: values_name(rule), rule: rule.counts().then(|| rule.to_string()) }
    }
}

/// The same with the start.
#[output]
pub(super) struct Head {
    #[serde(flatten)]
    asked: AskedValues,
    start: Option<String>,
    seed: Option<String>,
    first_heap: Option<u64>,
}

impl Head {
    pub(super) fn new(subject: &Subject) -> Self {
        let letters = subject.rule.alphabet();
        let word = |word: &[_]| word.iter().map(|&value| letters.letter(value)).collect::<String>();
        let start = subject.start.as_deref().map(word);
        Self {
            asked: AskedValues::new(subject.spelled(), subject.rule),
            seed: start.clone(),
            start,
            first_heap: (subject.first_heap > 0).then_some(subject.first_heap),
        }
    }
}

/// A piece of a sequence for programs: the game, the first position, the values.
pub fn piece(subject: &Subject, from: &Integer, values: &Packed) -> String {
    let stop = CancellationToken::default();
    document(&ValuesPiece::new(subject, from, values, &Writing::new(&stop)))
}

impl<'a> ValuesPiece<'a> {
    pub(super) fn new(
        subject: &Subject,
        from: &Integer,
        values: &'a Packed,
        writing: &'a Writing<'a>,
    ) -> Self {
        let values = Values::new(subject.rule.alphabet(), values, writing);
        Self { head: Head::new(subject), from: from.to_string(), values, cut: Cut(writing) }
    }
}

/// Values as a word, if all of them have letters, and as a list, if they are Grundy values.
#[output]
pub(super) struct Values<'a> {
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    sequence: Option<Letters<'a>>,
    #[cfg_attr(test, schemars(with = "Option<Vec<u32>>"))]
    #[serde(skip_serializing_if = "Numbers::are_left_out")]
    values_list: Numbers<'a>,
}

impl<'a> Values<'a> {
    pub(super) fn new(alphabet: Alphabet, values: &'a Packed, writing: &'a Writing<'a>) -> Self {
        let letters = || Letters { alphabet, values, writing };
        let sequence = values.have_letters(alphabet).then(letters);
        Self { sequence, values_list: Numbers(letters()) }
    }
}

/// The letter of a value, or its number.
pub fn letter(alphabet: Alphabet, value: u32) -> String {
    match u8::try_from(value) {
        Ok(small) => alphabet.letter(Value(small)),
        Err(_) => value.to_string(),
    }
}

#[output]
pub(super) struct ValuesPiece<'a> {
    #[serde(flatten)]
    head: Head,
    from: String,
    #[serde(flatten)]
    values: Values<'a>,
    #[serde(flatten)]
    #[cfg_attr(test, schemars(with = "Option<Incomplete>"))]
    cut: Cut<'a>,
}

/// What was found about one game alone.
#[output]
pub(super) struct Alone {
    #[serde(flatten)]
    found: FoundCycle,
    winning_moves: Option<winning::WinningDocument>,
}

#[output]
#[serde(untagged)]
enum ValueCounts {
    Direct {
        positions: String,
        values: String,
        seconds: String,
        values_per_second: String,
    },
    Accelerated {
        steps: String,
        jumps: String,
        entries: String,
        loops: String,
        depth: String,
        window: String,
        seconds: String,
    },
}
#[output]
#[derive(Default)]
struct SearchEnded {
    period: Option<String>,
    preperiod: Option<String>,
    /// What Grundy values grow by from period to period, if the moves are a set with a name.
    saltus: Option<String>,
    verdict: Option<&'static str>,
    /// Is it proved that there is no period?
    aperiodic: Option<bool>,
    limit: Option<&'static str>,
    positions: Option<String>,
    /// A cycle of the positions that were computed, which is not proved.
    seen: Option<Seen>,
    steps: Option<String>,
    least: Option<bool>,
    believes_checkpoint: Option<bool>,
}

#[output]
struct Seen {
    period: String,
    preperiod: String,
}

#[output]
struct FoundCycle {
    #[serde(flatten)]
    head: Head,
    method: &'static str,
    /// The theorem that this is an instance of.
    theorem: Option<OfFamily>,
    #[serde(flatten)]
    ended: SearchEnded,
    statistics: Option<ValueCounts>,
}

/// What is proved of games of a family, and which one the game is.
#[output]
struct OfFamily {
    moves: Vec<String>,
    parameter: String,
    value: String,
    period: PieceJson,
    preperiod: Option<PieceJson>,
}

impl OfFamily {
    fn new(Member { family, parameter, piece, .. }: &Member) -> Self {
        let name = family.parameter.to_string();
        let json = |number| PieceJson::new(&name, piece.from, piece.class, number);
        Self {
            moves: family.written_moves(Class::ALL),
            value: parameter.to_string(),
            period: json(&piece.period),
            preperiod: piece.preperiod.as_ref().map(json),
            parameter: name,
        }
    }
}

/// What it is an instance of, for people.
fn instance(Member { family, parameter, piece, .. }: &Member) -> String {
    let name = family.parameter.to_string();
    let formula =
        |number: &Number| number.polynomial.display(std::slice::from_ref(&name), &Style::Text);
    let [period, preperiod] = [Some(&piece.period), piece.preperiod.as_ref()]
        .map(|number| number.map_or_else(String::new, formula));
    format!(
        "by a theorem: {} has least period {period} and least preperiod {preperiod} for all {name} >= {}{}; here \
         {name} = {parameter}",
        family.written(Class::ALL),
        piece.from,
        spaced("with", &remainders(&name, &[piece.class])),
    )
}

/// The searches for the games of a family, each with its parameters, and the parameters of the games that were not
/// reached, and of those that were left out.
pub fn table<'a>(
    searches: &'a [(Assignment, SearchReport)],
    left: &'a [Assignment],
    left_out: &'a [LeftOut],
) -> impl Render {
    let results = searches.iter().map(|(parameters, search)| SequenceRow {
        parameters: Map::of(parameters),
        found: search.found(),
    });
    Rows {
        results: results.collect(),
        interrupted: left.iter().map(|it| Map::of(it)).collect(),
        left_out: NoGame::all(left_out),
    }
}

impl Render for Rows<'_> {
    fn text(&self) -> String {
        let names = self.results.iter().take(1).flat_map(|row| &row.parameters.0);
        let heads = names.map(|(name, _)| *name).chain(["period", "preperiod"]);
        let mut rows = vec![heads.map(str::to_owned).collect::<Vec<_>>()];
        rows.extend(self.results.iter().map(|SequenceRow { parameters, found }| {
            let SearchEnded { period, preperiod, aperiodic, limit, .. } = &found.ended;
            let none = if aperiodic.is_some() { "none" } else { "undecided" };
            let period = period.as_deref().unwrap_or(none);
            let preperiod = preperiod.as_deref().or(*limit).unwrap_or_default();
            let values = parameters.0.iter().map(|(_, value)| value.0.clone());
            values.chain([period, preperiod].map(str::to_owned)).collect()
        }));
        align::table(&[], &rows)
    }
}

#[output]
struct SequenceRow<'a> {
    parameters: Map<'a, Decimal>,
    #[serde(flatten)]
    found: FoundCycle,
}

#[output]
pub(super) struct Rows<'a> {
    results: Vec<SequenceRow<'a>>,
    /// The games that were not reached.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    interrupted: Vec<Map<'a, Decimal>>,
    /// Values of the parameters that make no game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<NoGame<'a>>,
}

impl Render for SearchReport {
    fn text(&self) -> String {
        let what = self.subject.name();
        let mut lines = match &self.ending {
            Ending::Found(Cycle { period, preperiod, is_least }) => {
                let least = match is_least {
                    true => "both numbers least",
                    false => "the second number least for this period; a shorter period may exist",
                };
                vec![
                    format!("period     {period}"),
                    format!("preperiod  {preperiod}"),
                    format!("{what}: v(x) = v(x+{period}) for all x >= {preperiod}, {least}"),
                    self.by.text(self.origin),
                ]
            }
            Ending::Undecided(limit, reached) => vec![
                "undecided".to_owned(),
                match reached {
                    Reached::Positions(count) => format!(
                        "limit reached: {}; no period was found among the first {count} positions",
                        limit.name()
                    ),
                    Reached::Steps(count) => format!(
                        "limit reached: {}; no period was found in {count} steps",
                        limit.name()
                    ),
                },
                format!("{what}: nothing is known about the period and the preperiod"),
                match (*limit, reached, self.kept) {
                    (Limit::POSITIONS, ..) if self.by == By::Distant => {
                        "put a parameter for the large moves, as in `grundy infer '{ 1 2n }'`, to \
                         find the period for all of its values"
                            .to_owned()
                    }
                    (Limit::STOPPED, _, false) => "allow more time with --time-limit".to_owned(),
                    (Limit::STOPPED, _, true) => {
                        "run the same command to resume from the checkpoint".to_owned()
                    }
                    (_, Reached::Steps(_), _) if self.subject.is_computed_directly() => {
                        format!("{}; try --method direct", limit.text())
                    }
                    (Limit::POSITIONS, Reached::Positions(_), false) => {
                        "allow more positions with --limit-positions".to_owned()
                    }
                    (Limit::POSITIONS, Reached::Positions(_), true) => {
                        "a larger --limit-positions resumes from the checkpoint".to_owned()
                    }
                    // No option raises this limit.
                    _ => limit.text().to_owned(),
                },
            ],
            Ending::OfSet(known) => of_set(&what, self.subject.rule, known),
        };
        if self.detail == Detail::Quiet {
            lines.truncate(self.claimed());
        } else if !self.ending.is_decided() || self.work.is_some() {
            let tried = self.attempts.iter().map(|attempt| format!("tried: {attempt}"));
            lines.splice(3..3, tried);
        }
        if let Some(work) = self.work {
            lines.push(match work {
                SearchWork::Direct { positions, values, time } => format!(
                    "{positions} positions, {values} values computed in {} s: {} values per second",
                    seconds(time),
                    work.speed()
                ),
                SearchWork::Accelerated(done, time) => format!(
                    "{} steps and {} jumps in {} s: {} steps per second\n\
                     {} steps and loops kept, {} different loops up to {} deep, at most {} runs \
                     in reach",
                    done.steps,
                    done.jumps,
                    seconds(time),
                    work.speed(),
                    done.entries,
                    done.shapes,
                    done.depth,
                    done.window
                ),
            });
        }
        lines.extend(self.winning.as_ref().map(WinningCycle::line));
        lines.join("\n") + "\n"
    }
}

impl Serialize for SearchReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let winning_moves = self.winning.as_ref().map(winning::WinningDocument::from);
        Alone { found: self.found(), winning_moves }.serialize(serializer)
    }
}

impl SearchReport {
    /// A search from position 0 on, without work and attempts to show.
    pub fn new(subject: Subject, by: By, ending: Ending) -> Self {
        Self {
            subject,
            origin: Origin::Start,
            by,
            ending,
            kept: false,
            work: None,
            attempts: Vec::new(),
            winning: None,
            detail: Detail::Normal,
        }
    }

    /// The number of lines that belong to the claim, even where little is said; those after them say how it was found.
    fn claimed(&self) -> usize {
        let Subject { rule, start, .. } = &self.subject;
        let (numbers, is_least) = match &self.ending {
            Ending::Found(cycle) => (2, cycle.is_least),
            Ending::OfSet(SetCycle::Found { .. }) if *rule == Rule::Mex => (3, true),
            Ending::OfSet(SetCycle::Found { .. }) => (2, true),
            Ending::OfSet(SetCycle::Open { .. }) | Ending::Undecided(..) => (2, true),
            Ending::OfSet(SetCycle::Aperiodic) => (1, true),
        };
        numbers + usize::from(!is_plain(*rule, start.is_some(), is_least))
    }

    fn found(&self) -> FoundCycle {
        let ended = match &self.ending {
            Ending::Found(cycle) => SearchEnded {
                period: Some(cycle.period.to_string()),
                preperiod: Some(cycle.preperiod.to_string()),
                least: (!cycle.is_least).then_some(false),
                believes_checkpoint: self.by.believes_a_checkpoint(self.origin).then_some(true),
                ..SearchEnded::default()
            },
            Ending::Undecided(limit, reached) => {
                let (positions, steps) = match reached {
                    Reached::Positions(count) => (Some(count.to_string()), None),
                    Reached::Steps(count) => (None, Some(count.to_string())),
                };
                let (verdict, limit) = (Some("undecided"), Some(limit.name()));
                SearchEnded { verdict, limit, positions, steps, ..SearchEnded::default() }
            }
            Ending::OfSet(known) => SearchEnded::of_set(self.subject.rule, known),
        };
        let statistics = self.work.map(|work| match work {
            SearchWork::Direct { positions, values, time } => ValueCounts::Direct {
                positions: positions.to_string(),
                values: values.to_string(),
                seconds: seconds(time),
                values_per_second: work.speed().to_string(),
            },
            SearchWork::Accelerated(done, time) => ValueCounts::Accelerated {
                steps: done.steps.to_string(),
                jumps: done.jumps.to_string(),
                entries: done.entries.to_string(),
                loops: done.shapes.to_string(),
                depth: done.depth.to_string(),
                window: done.window.to_string(),
                seconds: seconds(time),
            },
        });
        let method = match self.by {
            By::Jumps | By::Walls | By::Ranges | By::Distant | By::Recurrence => "accelerated",
            By::Positions => "direct",
            By::Set => "set",
            By::Theorem(_) => "theorem",
        };
        let theorem = match &self.by {
            By::Theorem(member) => Some(OfFamily::new(member)),
            _ => None,
        };
        FoundCycle { head: Head::new(&self.subject), method, theorem, ended, statistics }
    }
}

/// What is known of the period of a set of moves, for people.
fn of_set(what: &str, rule: Rule, known: &SetCycle) -> Vec<String> {
    match *known {
        SetCycle::Found { cycle, saltus, proof } => {
            let sequence::Cycle { period, preperiod } = cycle;
            let law = match saltus {
                0 => format!("v(x) = v(x+{period})"),
                _ => format!("v(x+{period}) = v(x) + {saltus}"),
            };
            let joined =
                if rule == Rule::Mex { "positions of equal value" } else { "lost positions" };
            let mut lines = vec![format!("period     {period}"), format!("preperiod  {preperiod}")];
            if rule == Rule::Mex {
                lines.push(format!("saltus     {saltus}"));
            }
            lines.push(format!("{what}: {law} for all x >= {preperiod}, both numbers least"));
            lines.push(match proof {
                SetProof::State => "proved by a state that recurs".to_owned(),
                SetProof::Covered(from) => {
                    format!("proved: the positions before {from} decide all later ones")
                }
                SetProof::UpTo(greatest) => format!(
                    "proved by the moves up to {greatest}: modulo {period}, no other move joins \
                     two {joined}"
                ),
            });
            lines
        }
        SetCycle::Open { positions, seen } => vec![
            "undecided".to_owned(),
            match seen {
                None => format!("no period shows among the first {positions} positions"),
                Some(sequence::Cycle { period, preperiod }) => format!(
                    "the first {positions} positions show period {period} from {preperiod} on \
                     (not proved)"
                ),
            },
            format!("{what}: nothing is known about the period and the preperiod"),
        ],
        SetCycle::Aperiodic => vec![
            "no period".to_owned(),
            format!(
                "{what}: there is no period, because each number divides one of the moves, and \
                 moves are rare"
            ),
            "proved by A. Flammenkamp 1996, Satz 28 and Folgerung 29".to_owned(),
        ],
    }
}

impl SearchEnded {
    /// What is known of the period of a set of moves.
    fn of_set(rule: Rule, known: &SetCycle) -> Self {
        let undecided = Self { verdict: Some("undecided"), ..Self::default() };
        match known {
            SetCycle::Found { cycle, saltus, .. } => Self {
                period: Some(cycle.period.to_string()),
                preperiod: Some(cycle.preperiod.to_string()),
                saltus: (rule == Rule::Mex).then(|| saltus.to_string()),
                ..Self::default()
            },
            SetCycle::Open { positions, seen } => Self {
                positions: Some(positions.to_string()),
                seen: seen.map(|it| Seen {
                    period: it.period.to_string(),
                    preperiod: it.preperiod.to_string(),
                }),
                ..undecided
            },
            SetCycle::Aperiodic => {
                Self { verdict: Some("verified"), aperiodic: Some(true), ..Self::default() }
            }
        }
    }
}

impl Subject {
    /// In words: `outcomes of { 3 7 8 }`.
    pub fn name(&self) -> String {
        let values = by_rule(self.rule);
        let start = match (self.first_heap, &self.start) {
            (1.., _) => ", sink convention: position x is the heap x + 1",
            (_, Some(_)) => " with a start word",
            (_, None) => "",
        };
        format!("{values} of {}{start}", self.moves())
    }

    /// The greatest move; 0 if there is none.
    pub fn greatest(&self) -> u64 {
        self.ranges.last().map_or(0, |range| range.1)
    }

    /// Can the values be computed one by one?
    fn is_computed_directly(&self) -> bool {
        self.named.is_empty() && self.greatest() <= Moves::GREATEST
    }

    /// The moves: `{ 3 7 8 }`.
    pub fn moves(&self) -> String {
        braces(&self.spelled().join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_period_that_may_not_be_least_is_not_called_least() {
        let (period, preperiod) = (Integer::from(12), Integer::from(5));
        let search = |is_least| {
            let subject = Subject::of_ranges(vec![(3, 3), (7, 8)], Rule::Normal);
            let (period, preperiod) = (period.clone(), preperiod.clone());
            let ending = Ending::Found(Cycle { period, preperiod, is_least });
            SearchReport::new(subject, By::Jumps, ending)
        };
        assert!(search(true).text().contains("both numbers least"));
        let text = search(false).text();
        assert!(text.contains("a shorter period may exist") && !text.contains("both"), "{text}");
        assert!(search(false).json().contains("\"least\": false"));
        assert!(!search(true).json().contains("\"least\""));
        // Quiet says so as well, and else only the numbers.
        let quiet = |is_least| SearchReport { detail: Detail::Quiet, ..search(is_least) }.text();
        assert_eq!(quiet(true), "period     12\npreperiod  5\n");
        assert!(quiet(false).contains("a shorter period may exist"), "{}", quiet(false));
    }

    /// Each limit has its own option, or none.
    #[test]
    fn a_limit_names_what_raises_it() {
        let ended = |limit, reached, kept| {
            let subject = Subject::of_ranges(vec![(1, 32)], Rule::Mex);
            let search =
                SearchReport::new(subject, By::Positions, Ending::Undecided(limit, reached));
            SearchReport { kept, ..search }.text()
        };
        let (far, values) = (Reached::Positions(32), Limit::MEMORY);
        assert!(ended(Limit::POSITIONS, far, false).ends_with("with --limit-positions\n"));
        assert!(ended(Limit::POSITIONS, far, true).contains("a larger --limit-positions resumes"));
        assert!(ended(Limit::STOPPED, far, false).ends_with("with --time-limit\n"));
        for kept in [false, true] {
            let text = ended(values, far, kept);
            assert!(
                !text.contains("--") && text.ends_with(&format!("{}\n", values.text())),
                "{text}"
            );
        }
        let text = ended(values, Reached::Steps(9), false);
        assert!(text.ends_with("try --method direct\n"), "{text}");
        let ranges = vec![(1, 1000), (3_000_000_000, 4_000_000_000)];
        let ending = Ending::Undecided(Limit::POSITIONS, Reached::Steps(9));
        let large = SearchReport::new(Subject::of_ranges(ranges, Rule::Normal), By::Ranges, ending);
        assert!(!large.text().contains("--"), "{}", large.text());
    }
}
