//! Families of games: the theorem about a family, the description that follows, and a first draft of a description.

use super::game::{Points, combinations, first_games};
use super::{Ask, Control, Game, Progress, Refused, Reply};
use crate::Integer;
use crate::affine::{Affine, Constraint, Relation};
use crate::check::certify;
use crate::infer::{
    Class, Family, FamilyError, Method, Open, Options, Powers, Proofs, Start, Theorem, Unproved,
    cones, infer,
};
use crate::lang::{self, MoveList};
use crate::limit::CancellationToken;
use crate::model::{Alphabet, Condition, Move, Rule};
use crate::one_game::Attempt;
use crate::report::infer::{FoundTheorem, families, stage};
use crate::report::sequence::LeftOut;
use crate::report::skeleton::{Drafted, Sample, skeleton};
use crate::report::theorem::{braces, cases};
use crate::report::{Detail, Render as _};
use crate::sequence::WrittenError;
use crate::theorem::Statement;
use crate::verdict::Assignment;
use crate::verify;
use grundy_language::formula::Formula;
use grundy_output::question;
use serde_json::{Value as Json, json};
use std::borrow::Cow;

/// The greatest modulus of a class.
const GREATEST_MODULUS: i64 = 1_000_000;

/// What is the period of all games of a family?
#[question]
#[derive(Default)]
pub struct Infer {
    /// The family, perhaps in braces with conditions on the parameters before them: `n >= 4 { 2 3 n }`.  The values of
    /// parameters in it are passed over.
    pub game: Game,
    /// The values of parameters: a family in the others for each combination that satisfies the conditions.
    pub points: Points,
    /// Only games whose parameter leaves a remainder, such as `169 mod 420`.
    pub class: Option<String>,
    /// The only method, `description` or `trace`; `auto` for both.
    pub by: Option<String>,
    /// The most steps, words and loops that each method looks at: no limit where nothing is said.
    pub work: Option<u64>,
    /// Also the description of all games that were asked for?  There is none of a proof by trace.
    pub describe: bool,
    /// Also what certifies the theorem: the proof of the description, or by trace?
    pub certify: bool,
}

/// Why there is no description of games with several parameters.
const NOT_ALL: &str = "not all games are described by words and loops in all parameters; conditions before the \
                       moves can leave out the others";

/// A question about families that can be answered.
#[derive(Debug)]
pub struct Ready<'a> {
    /// The question.
    pub question: &'a Infer,
    /// The families, in the order of the values.
    pub members: Vec<Member>,
    /// Values that do not make a family, if there are several.
    pub left_out: Vec<LeftOut>,
    rule: Rule,
    class: Class,
    by: Option<Method>,
}

/// A family, with the values of the other parameters.
#[derive(Clone, Debug)]
pub struct Member {
    /// The values of the other parameters.
    pub at: Assignment,
    /// The games in the remaining ones.
    pub games: Games,
}

/// The games that a theorem is about.
#[derive(Clone, Debug)]
pub enum Games {
    /// A parameter from a number on.
    One(Family),
    /// The powers of a number.
    Powers(Powers),
    /// Several parameters, or one with other conditions.
    Several(cones::Games),
}

impl Member {
    /// The moves in braces.
    pub fn written(&self) -> String {
        match &self.games {
            Games::One(family) => family.written(Class::ALL),
            Games::Powers(powers) => braces(&powers.moves.join(" ")),
            Games::Several(games) => braces(&games.written_moves().join(" ")),
        }
    }
}

/// What was found about a family.
#[derive(Debug)]
pub struct Found {
    /// The values of the other parameters.
    pub at: Assignment,
    /// What the theorem says.
    pub said: Statement,
    /// Why nothing was found by trace, if that was also tried.
    pub untraced: Option<Open>,
    /// What was done that did not give the theorem, in order.
    pub attempts: Vec<Attempt>,
    /// If requested: the description of all the games in question, or why there is none.
    pub description: Option<Result<String, Missing>>,
    /// If requested: the certificate of the theorem, or why there is none.
    pub certificate: Option<Result<File, Missing>>,
}

/// The certificate of a theorem, and the values whose period it does not cover.
pub type File = (Vec<u8>, Vec<Alphabet>);

/// Why there is no description of all games, or no certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// A stop was requested before it was proved.
    Stopped,
    /// Not all games are described.
    NotDescribed,
    /// In words.
    Because(String),
}

/// What was found about each family.
#[derive(Debug)]
pub struct Answer {
    /// The result for each family, in the order of the values.
    pub found: Vec<Found>,
    /// Values that do not make a family.
    pub left_out: Vec<LeftOut>,
}

impl Infer {
    /// The theorems, and the descriptions that follow.
    ///
    /// # Errors
    /// As [`Infer::ready`].
    pub fn answer(&self, control: &Control<'_>) -> Result<Answer, Refused> {
        let ready = self.ready()?;
        let found = ready.members.iter().map(|member| ready.find(member, control)).collect();
        Ok(Answer { found, left_out: ready.left_out })
    }

    /// The theorem in its forms; for several families, only the theorems.
    ///
    /// # Errors
    /// As [`Infer::ready`].
    pub fn reply(&self, control: &Control<'_>) -> Result<Reply, Refused> {
        // The text names every game below the range.
        let (detail, answer) = (Detail::Verbose, self.answer(control)?);
        if let [found] = &answer.found[..] {
            return Ok(Reply::new(&found.shown(detail), found.more()));
        }
        let text = answer.found.iter().map(|found| {
            let name = braces(&found.said.moves.join(" "));
            format!("{name}\n{}\n", found.shown(detail).text())
        });
        let each: Vec<_> =
            answer.found.iter().map(|found| (&found.at[..], found.shown(detail))).collect();
        Ok(Reply::plain(families(&each), text.collect()))
    }

    /// Reads the question, so that errors in it are known before the work.
    ///
    /// # Errors
    /// Moves that do not make a family, and parts of the question that do not fit together.
    pub fn ready(&self) -> Result<Ready<'_>, Refused> {
        let rule = self.game.rule()?;
        let by = Method::named(self.by.as_deref().unwrap_or("auto"))?;
        let class = self.class.as_deref().map_or(Ok(Class::ALL), class)?;
        let written = Written::read(&self.game)?;
        let start = self.game.start().map(|start| Start::named(start, rule.alphabet()));
        let start = start.transpose().map_err(|error| error.to_string())?;
        let (mut members, mut left_out) = (Vec::new(), Vec::new());
        let points = combinations(&self.points)?;
        let are_several = points.len() > 1;
        for at in points {
            match written.games(&at, start.as_ref())? {
                None => {}
                Some(Ok(games)) => members.push(Member { at, games }),
                Some(Err(error)) => {
                    let one = LeftOut { parameters: at, message: error.to_string() };
                    let is_no_game =
                        matches!(error, FamilyError::Twice(_) | FamilyError::Falling(..));
                    if !(are_several && is_no_game) {
                        let is_named = !one.parameters.is_empty();
                        let named = || format!("for {}", one.text());
                        return Err((if is_named { named() } else { one.message }).into());
                    }
                    left_out.push(one);
                }
            }
        }
        match left_out.first() {
            Some(one) if members.is_empty() => return Err(format!("for {}", one.text()).into()),
            None if members.is_empty() => return Err("no values satisfy the conditions".into()),
            _ => {}
        }
        for member in &members {
            match &member.games {
                Games::Several(games) => several(games, rule, by, class)?,
                Games::Powers(Powers { base, exponent, .. }) if class != Class::ALL => {
                    let message = format!(
                        "a class needs moves without {base}^{exponent}; for odd {exponent}, write \
                         {base}*{}^{exponent}",
                        u64::from(*base).pow(2)
                    );
                    return Err(message.into());
                }
                _ => {}
            }
        }
        let has_traces = |member: &Member| match &member.games {
            Games::One(family) | Games::Powers(Powers { family, .. }) => family.has_traces(rule),
            Games::Several(_) => false,
        };
        if by == Some(Method::Trace) && !members.iter().all(has_traces) {
            return Err(
                "proofs by trace work only for outcomes of normal and misère play (--values \
                 outcome, --values misere), without --start and ranges of moves"
                    .into(),
            );
        }
        if by == Some(Method::Trace) && self.certify && rule == Rule::Misere {
            return Err(
                "a trace proves normal play, so it cannot give a certificate of misère play".into(),
            );
        }
        Ok(Ready { question: self, members, left_out, rule, class, by })
    }
}

impl Ready<'_> {
    /// What is found about one of the families.
    pub fn find(&self, member: &Member, control: &Control<'_>) -> Found {
        let told = |progress| control.tell(Progress::Stage(&stage(progress)));
        let options = Options {
            rule: self.rule,
            class: self.class,
            by: self.by,
            work: self.question.work.unwrap_or(u64::MAX),
            threads: control.threads.clone(),
            stop: control.stop.clone(),
            progress: Some(&told),
        };
        match &member.games {
            Games::One(family) | Games::Powers(Powers { family, .. }) => {
                let theorem = infer(family, &options);
                let traced = self.question.certify.then(|| self.traced(&theorem)).flatten();
                let said = match &member.games {
                    Games::Powers(powers) => powers.statement(&theorem, &options),
                    _ => theorem.statement(),
                };
                let found = Found {
                    untraced: theorem.untraced.clone(),
                    attempts: theorem.attempts.clone(),
                    ..Found::new(member, said)
                };
                let about = match &member.games {
                    Games::Powers(Powers { base, exponent, .. }) => {
                        format!("# For {} = {base}^{exponent}.\n", family.parameter)
                    }
                    _ => String::new(),
                };
                let text = || Some(theorem.description(&options)?.map(|text| about + &text));
                self.with_files(found, traced, text, control)
            }
            Games::Several(games) => {
                let theorem = cones::theorem(games, &options);
                let found = Found::new(member, theorem.statement());
                let found = self.with_files(found, None, || theorem.description(&options), control);
                let missing = |missing| match missing {
                    Missing::NotDescribed => Missing::Because(NOT_ALL.to_owned()),
                    other => other,
                };
                Found {
                    description: found.description.map(|description| description.map_err(missing)),
                    certificate: found.certificate.map(|certificate| certificate.map_err(missing)),
                    ..found
                }
            }
        }
    }

    /// With the description and the certificate, if they are asked for.
    fn with_files(
        &self,
        found: Found,
        traced: Option<Result<File, Missing>>,
        description: impl FnOnce() -> Option<Result<String, Unproved>>,
        control: &Control<'_>,
    ) -> Found {
        let Infer { describe, certify, .. } = *self.question;
        let description = || match description() {
            Some(Ok(text)) => Ok(text),
            Some(Err(Unproved::Stopped)) => Err(Missing::Stopped),
            Some(Err(Unproved::Verdict(verdict, message))) => {
                Err(Missing::Because(format!("the combined classes are {verdict}: {message}")))
            }
            None => Err(Missing::NotDescribed),
        };
        let description = (describe || certify && traced.is_none()).then(description);
        let certificate = match (&description, traced) {
            (_, Some(traced)) => Some(traced),
            (Some(description), None) if certify => Some(match description {
                Ok(text) => self.proof(text, control),
                Err(missing) => Err(missing.clone()),
            }),
            _ => None,
        };
        Found { description, certificate, ..found }
    }

    /// The proof by trace; `None` if a description is to be proved.
    fn traced(&self, theorem: &Theorem) -> Option<Result<File, Missing>> {
        match &theorem.evidence {
            Proofs::Traces(traces) => {
                let mut bytes = Vec::new();
                // Writing to memory does not fail.
                traces.write(&mut bytes).unwrap_or_else(|error| unreachable!("{error}"));
                Some(Ok((bytes, Vec::new())))
            }
            Proofs::Descriptions(_) if self.by == Some(Method::Trace) => {
                let missing = "no certificate: nothing is proved by trace";
                Some(Err(Missing::Because(missing.to_owned())))
            }
            Proofs::Descriptions(_) => None,
        }
    }

    /// The proof of a description that was found, and of the claim that its numbers are least.
    fn proof(&self, text: &str, control: &Control<'_>) -> Result<File, Missing> {
        let model = lang::parse(text, &lang::Options::default()).description;
        let model = model.unwrap_or_else(|| unreachable!("what was proved has a meaning"));
        let proving = verify::Options {
            threads: control.threads.clone(),
            stop: control.stop.clone(),
            ..verify::Options::default()
        };
        let certified = certify(&model, text, &proving, &[self.rule.alphabet()]).2;
        let file = certified.file().map_err(Missing::Because)?;
        Ok((file, certified.not_covered().to_vec()))
    }
}

impl Found {
    /// Without files.
    fn new(member: &Member, said: Statement) -> Self {
        let at = member.at.clone();
        Self {
            at,
            said,
            untraced: None,
            attempts: Vec::new(),
            description: None,
            certificate: None,
        }
    }

    /// Is nothing proved, not even a description?
    pub fn is_nothing(&self) -> bool {
        self.said.evidence.is_empty()
    }

    /// The theorem as it is shown.
    pub fn shown(&self, detail: Detail) -> FoundTheorem<'_> {
        let Self { said, untraced, attempts, .. } = self;
        let (said, untraced) = (Cow::Borrowed(said), untraced.as_ref());
        FoundTheorem { said, untraced, attempts, missing: None, time: None, detail }
    }

    fn more(&self) -> Json {
        let said = &self.said;
        let missing = match &self.description {
            Some(Err(Missing::Because(reason))) => Some(reason.as_str()),
            Some(Err(Missing::NotDescribed)) => Some("not all games are described"),
            _ => None,
        };
        let file = self.certificate.as_ref().and_then(|file| file.as_ref().ok());
        json!({
            "parameter": said.parameters[0],
            "parameters": said.parameters,
            "cases": cases(said),
            "description": self.description.as_ref().and_then(|text| text.as_ref().ok()),
            "missing": missing,
            "certificate": file.map(|file| String::from_utf8_lossy(&file.0)),
        })
    }
}

/// A family as it is written.
struct Written {
    list: MoveList,
    conditions: Vec<Condition>,
}

impl Written {
    fn read(game: &Game) -> Result<Self, Refused> {
        let text = game.moves.join(" ");
        let found = lang::family(&text).map_err(|found| WrittenError::unreadable(&text, found))?;
        let (list, conditions) = found;
        Ok(Self { list, conditions })
    }

    /// The games for these values; `None` if there are none that satisfy the conditions.
    fn games(
        &self,
        at: &[(String, Integer)],
        start: Option<&Start>,
    ) -> Result<Option<Result<Games, FamilyError>>, String> {
        let (kept, values) = self.values_of(at)?;
        let of_moves = self.of_moves(at, &values)?;
        let mut conditions = Vec::new();
        for Condition { constraint, .. } in &self.conditions {
            let constraint = constraint.substitute(&values);
            match constraint.form.is_constant() {
                true if !constraint.holds_at(&[]) => return Ok(None),
                true => {}
                false => conditions.push(constraint),
            }
        }
        let moves: Vec<_> = (self.list.moves.iter())
            .map(|one| Move {
                size: one.size.substitute(&of_moves),
                last: one.last.as_ref().map(|last| last.substitute(&of_moves)),
                span: one.span,
            })
            .collect();
        let bounds = || conditions.iter().map(lower_bound).collect::<Option<Vec<_>>>();
        let placed = |family: Family| match start {
            None => family,
            Some(start) => family.with_start(start.clone()),
        };
        let base = |name: &char| {
            let of_letter = self.list.parameters.iter().position(|it| it.starts_with(*name));
            of_letter.and_then(|index| self.list.bases[index])
        };
        let powers = kept.iter().find_map(|name| Some((*name, base(name)?)));
        if let [name] = &kept[..]
            && let Some(bounds) = bounds()
        {
            let least = bounds.into_iter().max().unwrap_or(0);
            let Some((_, base)) = powers else {
                let family = Family::new(*name, &moves, least);
                return Ok(Some(family.map(|family| Games::One(placed(family)))));
            };
            let letter = if *name == 'm' { 'k' } else { 'm' };
            let variable = [format!("{base}^{name}")];
            let written = moves.iter().map(|one| lang::written(one, &variable)).collect();
            let family = match Family::new(letter, &moves, 1) {
                Ok(family) => placed(family),
                Err(error @ FamilyError::Twice(_)) => return Ok(Some(Err(error))),
                Err(error) => {
                    return Err(format!("with {letter} in place of {base}^{name}: {error}"));
                }
            };
            let powers = Powers { family, base, exponent: *name, least, moves: written };
            return Ok(Some(Ok(Games::Powers(powers))));
        }
        if let Some((name, base)) = powers {
            return Err(format!(
                "a theorem about {base}^{name} needs {name} to be the only parameter, without an upper \
                 bound: give the others values with --at; for single games use `grundy period`"
            ));
        }
        let games = cones::Games { parameters: kept, moves, conditions, start: start.cloned() };
        let is_inhabited = games.is_inhabited(&CancellationToken::default());
        Ok(is_inhabited.then(|| Ok(Games::Several(games))))
    }

    /// The parameters without a value, and the forms that all parameters have in them.
    fn values_of(&self, at: &[(String, Integer)]) -> Result<(Vec<char>, Vec<Affine>), String> {
        let parameters = &self.list.parameters;
        if let Some((name, _)) = at.iter().find(|(name, _)| !parameters.contains(name)) {
            return Err(format!("unknown parameter {name}: the moves do not have it"));
        }
        let mut kept = Vec::new();
        let mut forms = Vec::new();
        for parameter in parameters {
            forms.push(match at.iter().find(|(name, _)| name == parameter) {
                Some((_, number)) => Affine::constant(number.clone()),
                None => {
                    kept.push(parameter.chars().next().unwrap_or('n'));
                    Affine::variable(kept.len() - 1)
                }
            });
        }
        if kept.is_empty() {
            return Err("no parameter is left to prove a theorem about; for one game use `grundy \
                        period`"
                .to_owned());
        }
        Ok((kept, forms))
    }

    /// The forms that the variables of the moves have where the parameters have these: powers where an exponent has a value.
    fn of_moves(&self, at: &[(String, Integer)], values: &[Affine]) -> Result<Vec<Affine>, String> {
        let names = self.list.parameters.iter().zip(&self.list.bases);
        let form = |((name, base), form): ((&String, &Option<u32>), &Affine)| {
            let value = at.iter().find(|(known, _)| known == name);
            match (base, value) {
                (Some(base), Some((_, value))) => {
                    let power = lang::raised(*base, value).map_err(|error| error.to_string())?;
                    Ok(Affine::constant(power))
                }
                _ => Ok(form.clone()),
            }
        };
        names.zip(values).map(form).collect()
    }
}

/// Can this be asked about games with several parameters?
fn several(
    games: &cones::Games,
    rule: Rule,
    by: Option<Method>,
    class: Class,
) -> Result<(), String> {
    let several = games.parameters.len() > 1;
    Err(if by == Some(Method::Trace) {
        "proofs by trace need one parameter without an upper bound".to_owned()
    } else if class != Class::ALL {
        "a class needs one parameter without an upper bound; with others, write a condition such as \
         `a == 2m+1`"
            .to_owned()
    } else if several && !matches!(rule, Rule::Normal | Rule::Mex) {
        format!(
            "with several parameters, outcomes of normal play and Grundy values are proved, not the rule {rule}"
        )
    } else if several && games.start.as_ref().is_some_and(|start| start.word.len() > 1) {
        "with several parameters, all values before position 0 must be the same".to_owned()
    } else {
        return Ok(());
    })
}

/// The least number from which on a condition holds, if there is one.
fn lower_bound(Constraint { form, relation }: &Constraint) -> Option<i64> {
    let (slope, constant) = (form.coefficient(0), form.constant_term());
    if *relation == Relation::Zero || slope.is_negative() {
        return None;
    }
    // slope * n + constant >= 0
    (-&constant.div_floor(slope)).to_i64()
}

/// The class that a text such as `169 mod 420` names.
///
/// # Errors
/// Other texts, and a modulus beyond a million.
pub fn class(text: &str) -> Result<Class, String> {
    let needed = || {
        format!(
            "a remainder such as '1 mod 2' is needed: a number from 0, below the second one, which is at most \
             {GREATEST_MODULUS}"
        )
    };
    let (residue, modulus) = text.split_once("mod").ok_or_else(needed)?;
    let number = |text: &str| Formula::integer(text).and_then(|n| n.to_i64()).ok_or_else(needed);
    let (residue, modulus) = (number(residue)?, number(modulus)?);
    let is_class = (1..=GREATEST_MODULUS).contains(&modulus) && (0..modulus).contains(&residue);
    if is_class { Ok(Class { modulus, residue }) } else { Err(needed()) }
}

/// What could the sequences of a family look like?
#[question]
pub struct Draft {
    /// The family; the values of parameters in it are passed over.
    pub game: Game,
    /// The values of its parameters of which all combinations are looked at; the first ones of a family with one
    /// parameter where nothing is said.
    pub points: Points,
}

/// A draft of a description.
impl Ask for Draft {
    type Answer = Drafted;

    fn answer(&self, control: &Control<'_>) -> Result<Drafted, Refused> {
        let text = self.game.moves.join(" ");
        let family = lang::moves(&text).map_err(|found| WrittenError::unreadable(&text, found))?;
        if let Some(power) = family.variables().iter().find(|variable| variable.contains('^')) {
            let message =
                format!("a description has moves that are linear in its parameters, not {power}");
            return Err(message.into());
        }
        let (games, left_out) = self.game_of_none().each(&self.points(&family)?)?;
        let mut samples = Vec::with_capacity(games.len());
        for game in &games {
            // In the order of the family, which is that of the description.
            let value = |name: &String| game.at.iter().find(|(known, _)| known == name).cloned();
            let parameters = family.parameters.iter().filter_map(value).collect();
            let sample = Sample::of(&game.listed()?, parameters, &control.stop);
            samples.push(sample.map_err(|limit| {
                let came = format!("{} of {} games were examined", samples.len(), games.len());
                Refused::Limit(limit, came)
            })?);
        }
        Ok(skeleton(&family, &samples, left_out))
    }
}

impl Draft {
    /// The moves without values of parameters.
    fn game_of_none(&self) -> Game {
        Game { at: Vec::new(), ..self.game.clone() }
    }

    /// The values of all parameters.
    fn points(&self, family: &MoveList) -> Result<Points, Refused> {
        let names = &family.parameters;
        if let Some((name, _)) = self.points.iter().find(|(name, _)| !names.contains(name)) {
            return Err(WrittenError::Unknown(name.clone(), names.clone()).into());
        }
        let missing = |name: &&String| !self.points.iter().any(|(known, _)| known == *name);
        match &names[..] {
            [_] if self.points.is_empty() => first_games(family),
            names => match names.iter().filter(missing).cloned().collect::<Vec<_>>() {
                missing if missing.is_empty() => Ok(self.points.clone()),
                missing => Err(WrittenError::Missing(missing).into()),
            },
        }
    }
}
