//! Checks in the background, and their outcomes.

use crossbeam_channel::Sender;
use grundy_answers::ask::Control;
use grundy_answers::ask::texts::{Describe, Verify};
use grundy_answers::check::Kind;
use grundy_answers::report::surroundings::Seen;
use grundy_answers::report::theorem::claims;
use grundy_answers::report::{Detail, Render as _};
use grundy_kernel::Integer;
use grundy_kernel::model::Description;
use grundy_language::diagnostic::Span;
use grundy_language::expand::Expansion;
use grundy_language::lang;
use grundy_language::limit::CancellationToken;
use grundy_language::threads::Threads;
use grundy_language::verdict::{Counterexample, Report};
use grundy_prove::theorem::Statement;
use grundy_prove::verify;
use grundy_prove::verify::around::first_parameters;
use grundy_prove::verify::repair::Change;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How often a pause checks whether it is still wanted.
const GLANCE: Duration = Duration::from_millis(10);

/// The most words that are visited to find where blocks begin.
const MOST_WORDS: usize = 1 << 17;

/// The most moves whose words are shown with a counterexample.
const MOST_REACHED: usize = 3;

/// What was learned about a text.
#[derive(Default)]
pub struct KnownText {
    /// Where its blocks begin.
    pub starts: Option<Starts>,
    /// What became of the check.
    pub outcome: Option<Outcome>,
    /// The surroundings of its counterexample.
    pub seen: Option<Seen>,
    /// A change that makes it verified, if it is refuted.
    pub repair: Option<Change>,
}

/// What became of a check.
pub enum Outcome {
    /// What was found.
    Checked(Box<CheckedText>),
    /// The check failed because of a fault in this program.
    Fault,
}

/// What a check found.
pub struct CheckedText {
    /// The report.
    pub report: Report,
    /// The theorem that follows from a proved description.
    pub theorem: Option<String>,
    /// The lines that claim it.
    pub claims: Vec<String>,
    /// The words that the moves lead to from the position of the counterexample, with a sentence about each move.
    pub reached: Vec<(Span, String)>,
}

impl KnownText {
    /// What the check found, if it is done.
    pub fn checked(&self) -> Option<&CheckedText> {
        match &self.outcome {
            Some(Outcome::Checked(checked)) => Some(checked),
            Some(Outcome::Fault) | None => None,
        }
    }

    /// The report, if there is one.
    pub fn report(&self) -> Option<&Report> {
        Some(&self.checked()?.report)
    }

    /// The theorem that follows, if there is one.
    pub fn theorem(&self) -> Option<&str> {
        self.checked()?.theorem.as_deref()
    }
}

/// Where the blocks of a description begin for some parameters.
pub struct Starts {
    /// The parameters, such as `n = 3`.
    pub parameters: String,
    /// The position of the first word of each block that is not empty, and where that word is in the text.
    pub positions: Vec<(usize, Integer)>,
}

/// Something that was learned about a text.
pub struct News {
    /// The name of the text.
    pub uri: String,
    /// Which of all texts.
    pub number: u64,
    /// What is known now in addition to what was known before.
    pub what: What,
}

/// What was learned.
pub enum What {
    /// Where blocks begin.
    Starts(Starts),
    /// What became of the check.
    Outcome(Outcome),
    /// The surroundings of the counterexample.
    Seen(Seen),
    /// A change that makes the text verified.
    Repair(Change),
    /// The description that a command asked for, or why there is none.
    Written(Result<String, String>),
}

/// A text to check.
pub struct Job {
    /// The name of the text.
    pub uri: String,
    /// Which of all texts.
    pub number: u64,
    /// What kind of input it is.
    pub kind: Kind,
    /// The text.
    pub text: String,
    /// The parameters for which to show where blocks begin; the smallest ones are used if these are not parameters of
    /// the text.
    pub at: Vec<(String, Integer)>,
    /// The time to wait before the check.
    pub pause: Duration,
    /// The threads for the proof.
    pub threads: Threads,
    /// Stops the work.
    pub stop: CancellationToken,
}

impl Job {
    /// Checks the text after a pause and sends what is learned, until it is stopped.
    pub fn run(&self, sender: &Sender<News>) {
        let start = Instant::now();
        while start.elapsed() < self.pause {
            if self.stop.requested() {
                return;
            }
            sleep(GLANCE);
        }
        // A fault in one check must not end the conversation about all texts.
        let done = catch_unwind(AssertUnwindSafe(|| self.check(sender)));
        if done.is_err() {
            self.tell(sender, What::Outcome(Outcome::Fault));
        }
    }

    fn tell(&self, sender: &Sender<News>, what: What) {
        if !self.stop.requested() {
            // If the server has ended, nobody wants to know.
            let _ = sender.send(News { uri: self.uri.clone(), number: self.number, what });
        }
    }

    fn check(&self, sender: &Sender<News>) {
        let (threads, stop) = (self.threads.clone(), self.stop.clone());
        let control = Control { threads, stop, progress: None };
        let text = self.text.clone();
        let description = match self.kind {
            Kind::Nimseq => Describe { text, ..Describe::default() }.read(&control).ok(),
            _ => None,
        };
        if let Some(description) = &description
            && let Some(starts) = self.starts(description)
        {
            self.tell(sender, What::Starts(starts));
        }
        let question = Verify {
            kind: Some(self.kind.name().to_owned()),
            text: self.text.clone(),
            brief: true,
            ..Verify::default()
        };
        let Ok(verified) = question.answer(&control) else { return };
        let derived = description.as_ref().and_then(|it| verified.derived(it, &control));
        let theorem = derived.as_ref().map(|it| it.shown(Detail::Normal).text());
        let claims = description.as_ref().zip(derived);
        let claims = claims.map_or(Vec::new(), |(it, derived)| self.claims(it, &derived.said));
        let reached = description.as_ref().zip(verified.counterexample());
        let reached = reached.map_or(Vec::new(), |(it, found)| self.reached(it, found));
        let report = verified.checked.report.clone();
        let checked = CheckedText { report, theorem, claims, reached };
        self.tell(sender, What::Outcome(Outcome::Checked(Box::new(checked))));
        if let Some(seen) = description.and_then(|_| verified.surroundings(&control)) {
            self.tell(sender, What::Seen(seen.clone()));
            if let Some(change) = verified.repair(&seen, &control) {
                self.tell(sender, What::Repair(change));
            }
        }
    }

    /// What a theorem says, as lines that claim it under the conditions of the text.
    fn claims(&self, description: &Description, said: &Statement) -> Vec<String> {
        let conditions = description.conditions.iter();
        let conditions = conditions.filter_map(|it| self.text.get(it.span.range()));
        let for_all = format!(" for {}", conditions.collect::<Vec<_>>().join(" and "));
        let mut claims = claims(said);
        for claim in &mut claims {
            claim.truncate(claim.trim_end_matches(&for_all).len());
        }
        // A claim has only one condition.
        claims.retain(|claim| {
            let text = format!("{claim}\n{}", self.text);
            lang::parse(&text, &lang::Options::default()).description.is_some()
        });
        claims
    }

    /// The words that the moves lead to from a counterexample; a few of them, in their order in the sequence.
    fn reached(&self, description: &Description, found: &Counterexample) -> Vec<(Span, String)> {
        let options = found.failure.options.iter();
        let mut targets: Vec<_> = options
            .filter_map(|it| Some((it.target.as_ref()?, it)))
            .filter(|((target, _), _)| !target.is_negative())
            .collect();
        targets.sort_by(|one, other| one.0.0.cmp(&other.0.0));
        let mut targets = targets.into_iter().take(MOST_REACHED).peekable();
        let point = found.point();
        let words = Expansion::new(description, &point).patient(MOST_WORDS as u64);
        let (mut reached, mut end) = (Vec::new(), Integer::ZERO);
        for word in words.take(MOST_WORDS) {
            end += &word.length;
            while let Some(((target, letter), option)) = targets.next_if(|it| it.0.0 < end) {
                let says = format!(
                    "the move {} leads to position {target}, where this word puts {letter}",
                    option.text
                );
                reached.push((word.word.span, says));
            }
            if targets.peek().is_none() || self.stop.requested() {
                break;
            }
        }
        reached
    }

    /// Where the blocks begin for the requested parameters, if the text has exactly these, or else for the smallest
    /// ones.
    fn starts(&self, description: &Description) -> Option<Starts> {
        let value = |name: &String| {
            self.at.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
        };
        let asked: Option<Vec<Integer>> =
            description.parameters.iter().map(|it| value(&it.name)).collect();
        let admissible =
            |point: &Vec<Integer>| description.constraints().iter().all(|it| it.holds_at(point));
        let point = asked.filter(admissible).or_else(|| {
            let options = verify::Options { stop: self.stop.clone(), ..Default::default() };
            first_parameters(description, &options).into_iter().next()
        })?;
        let mut positions = BTreeMap::new();
        let mut position = Integer::ZERO;
        let mut expansion = Expansion::new(description, &point).patient(MOST_WORDS as u64);
        for _ in 0..MOST_WORDS {
            let Some(word) = expansion.next() else { break };
            if word.length.is_negative() || expansion.passes() > 0 || self.stop.requested() {
                break;
            }
            let start = || (word.word.span.start, position.clone());
            positions.entry(word.block).or_insert_with(start);
            position += &word.length;
        }
        let names = description.parameters.iter().map(|it| &it.name).zip(&point);
        let names: Vec<String> = names.map(|(name, value)| format!("{name} = {value}")).collect();
        Some(Starts { parameters: names.join(", "), positions: positions.into_values().collect() })
    }
}
