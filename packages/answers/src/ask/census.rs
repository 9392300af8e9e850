//! All games of a kind, means by class, the files of shards, and families with small coefficients.

#[cfg(test)]
use super::game::Name;
use super::{Ask, Control, File, Refused};
use crate::census::{
    self, Choice, Class, Mean, Measure, OF_FOUR_MOVES, PieceResult, Row, Shard, Stored, Summary,
    Tally, by_conditions, by_number_of_moves, families, rows, run,
};
use crate::formula::{Condition, named};
use crate::limit::{CancellationToken, Limit};
use crate::report::Detail;
use crate::report::census::CensusAnswer;
use crate::report::families::{FamiliesDocument, examined};
use crate::report::means::MeansAnswer;
use crate::sequence::Asked;
use crate::threads::in_order;
use grundy_output::question;
use std::collections::BTreeMap;
use std::iter;
use std::ops::RangeInclusive;

/// The games of a kind, and what is compared.
#[question]
#[derive(Default)]
pub struct Games {
    /// The least and the greatest of the largest moves.
    pub largest_move: (u32, u32),
    /// The number of moves, if that is fixed.
    pub moves: Option<u32>,
    /// Only games in which for each move s also max - s is a move or 0?
    pub symmetric: bool,
    /// Only games whose moves a < b < c < ... satisfy this condition, in which K is the number of moves and M the
    /// largest one.
    #[serde(rename = "where")]
    pub condition: Option<String>,
    /// Only symmetric games with at most M/3 moves and at most this number of distances between neighbours.
    pub differences: Option<u32>,
    /// Which values: `outcome` (where nothing is said), `nim` or `misere`.
    pub values: Option<String>,
    /// The rule, in place of `values` or with the kind of values that it has.
    pub rule: Option<String>,
    /// What is compared: the period where nothing is said.
    #[cfg_attr(test, schemars(with = "Option<Name<Measure>>"))]
    pub records: Option<Measure>,
    /// A game is undecided if preperiod + period is larger.
    pub limit_positions: Option<u64>,
}

impl Games {
    /// The census of these games.
    ///
    /// # Errors
    /// A kind without games, conditions about moves that they do not have, rules that are not known.
    pub fn census(&self) -> Result<census::Census, Refused> {
        let (smallest, greatest) = self.largest_move;
        let made = census::Census::new(smallest, greatest, self.moves, self.symmetric);
        let mut census = made.map_err(|error| error.to_string())?;
        let asked = Asked::named(self.values.as_deref(), self.rule.as_deref())?;
        let condition = self.condition.as_deref().map(|text| condition(text, self.moves));
        let condition = condition.transpose().map_err(|message| format!("--where: {message}"))?;
        if self.differences.is_some() && !self.symmetric {
            return Err("--differences works only for symmetric games: add --symmetric".into());
        }
        census.choice = Choice { condition, differences: self.differences };
        census.rule = asked.rule();
        census.measure = self.records.unwrap_or(Measure::Period);
        census.limit_positions = self.limit_positions.unwrap_or(census.limit_positions);
        Ok(census)
    }
}

/// A condition on games with this number of moves.
fn condition(text: &str, moves: Option<u32>) -> Result<Condition, String> {
    let condition = named::condition(text)?;
    named::expect_condition(&condition, moves)?;
    Ok(condition)
}

/// Which games of a kind have the longest periods?
#[question]
#[derive(Default)]
pub struct Census {
    /// The games.
    pub games: Games,
    /// Has each game a row?
    pub every: bool,
}

impl Census {
    /// The census.
    ///
    /// # Errors
    /// As [`Games::census`].
    pub fn census(&self) -> Result<census::Census, Refused> {
        let mut census = self.games.census()?;
        census.every = self.every;
        Ok(census)
    }
}

impl Ask for Census {
    type Answer = CensusAnswer;

    fn answer(&self, control: &Control<'_>) -> Result<CensusAnswer, Refused> {
        let census = self.census()?;
        let (mut work, mut found) = (Work::new(&census, Shard::WHOLE, &[]), Gathered::new(&census));
        let ended = work.run(control, |piece| found.add(piece));
        ended.map_err(|limit| match limit {
            Limit::MEMORY => Refused::Limit(limit, found.too_long()),
            _ => Refused::Limit(limit, work.came()),
        })?;
        Ok(found.finish())
    }
}

/// The work on the remaining pieces of a shard.
pub struct Work<'c> {
    census: &'c census::Census,
    shard: Shard,
    /// The number of pieces that are done.
    pub pieces: usize,
    games: u64,
    all: u64,
    unit: &'static str,
}

impl<'c> Work<'c> {
    /// The work after these pieces.
    ///
    /// Pieces are spread evenly over the shards, so a shard has about its share of all games.  The number of chosen
    /// games is not known in advance; in that case, pieces are counted.
    pub fn new(census: &'c census::Census, shard: Shard, finished: &[PieceResult]) -> Self {
        let games = finished.iter().map(PieceResult::games).sum();
        let (all, unit) = match census.choice.is_all() {
            true => (census.games() / shard.printed().1, "games"),
            false => (shard.pieces(census).count() as u64, "pieces"),
        };
        Self { census, shard, pieces: finished.len(), games, all, unit }
    }

    /// The amount done, the total, and the unit.
    pub fn done(&self) -> (u64, u64, &'static str) {
        let done = if self.unit == "games" { self.games } else { self.pieces as u64 };
        (done, self.all, self.unit)
    }

    /// Does the remaining work, and hands over the pieces in order.
    ///
    /// # Errors
    /// Those of `take`, and a stop.
    pub fn run<E: From<Limit>>(
        &mut self,
        control: &Control<'_>,
        mut take: impl FnMut(PieceResult) -> Result<(), E>,
    ) -> Result<(), E> {
        let rest = self.shard.pieces(self.census).skip(self.pieces);
        run(self.census, rest, &control.threads, &control.stop, |piece| {
            let games = piece.games();
            take(piece)?;
            (self.pieces, self.games) = (self.pieces + 1, self.games + games);
            let (done, all, unit) = self.done();
            control.count(done, all, unit);
            Ok(())
        })
    }

    /// How far it has come.
    fn came(&self) -> String {
        let (done, all, unit) = self.done();
        format!("{done} of {all} {unit} were computed")
    }
}

/// The rows of the pieces of a whole census, in order.
pub struct Gathered<'c> {
    census: &'c census::Census,
    tally: Tally<'c>,
    rows: Vec<Row>,
    listed: u64,
}

impl<'c> Gathered<'c> {
    /// Nothing so far.
    pub fn new(census: &'c census::Census) -> Self {
        Self { census, tally: Tally::new(census), rows: Vec::new(), listed: 0 }
    }

    /// Adds the next piece.
    ///
    /// # Errors
    /// If the list of games does not fit into memory.
    pub fn add(&mut self, piece: PieceResult) -> Result<(), Limit> {
        self.listed += if self.census.every { piece.games() } else { 0 };
        expect_room(self.listed, self.census)?;
        self.tally.add(piece, |row| self.rows.push(row));
        Ok(())
    }

    /// Why the list is too long.
    pub fn too_long(&self) -> String {
        let listed = self.listed;
        format!(
            "the list has more than {listed} games; ask for fewer with --where, --moves or --max-move"
        )
    }

    /// All rows, and the counts.
    pub fn finish(self) -> CensusAnswer {
        let Self { census, tally, mut rows, .. } = self;
        let totals = tally.finish(|row| rows.push(row));
        CensusAnswer { census: census.clone(), rows, totals, detail: Detail::Normal, time: None }
    }
}

/// Is there room for a list of this number of games?
fn expect_room(listed: u64, census: &census::Census) -> Result<(), Limit> {
    // A row stores its moves separately, and is written once more as text.
    let bytes = 2 * (size_of::<Row>() + census.range().1 as usize * size_of::<u32>());
    CancellationToken::default().room(usize::try_from(listed).unwrap_or(usize::MAX), bytes)
}

/// What is the whole census, of which each shard is in a file?
#[question]
pub struct Merge {
    /// The files of all shards, in any order.
    pub files: Vec<File>,
}

impl Ask for Merge {
    type Answer = CensusAnswer;

    fn answer(&self, _: &Control<'_>) -> Result<CensusAnswer, Refused> {
        let (mut files, mut damaged) = (Vec::new(), Vec::new());
        for File { name, text } in &self.files {
            match Stored::read(text.as_bytes()) {
                Ok(stored) => files.push((name.as_str(), stored)),
                Err(damage) => damaged.push(format!("{name}: {damage}")),
            }
        }
        let trouble = if damaged.is_empty() { disagreements(&files) } else { damaged };
        if !trouble.is_empty() {
            return Err(Refused::rejected(trouble.join("\nerror: ")));
        }
        let Some((_, first)) = files.first() else { return Err("name at least one file".into()) };
        let (census, (_, of)) = (first.census.clone(), first.shard.printed());
        let by_number =
            |(_, stored): (_, Stored)| (stored.shard.printed().0, stored.outcomes.into_iter());
        let mut shards: BTreeMap<_, _> = files.into_iter().map(by_number).collect();
        let turns = iter::repeat_with(|| 1..=of).flatten();
        let mut found = Gathered::new(&census);
        for piece in turns.map_while(|number| shards.get_mut(&number).and_then(Iterator::next)) {
            let added = found.add(piece);
            added.map_err(|limit| Refused::Limit(limit, found.too_long()))?;
        }
        Ok(found.finish())
    }
}

/// Why the files are not exactly the shards of one census, each once.
fn disagreements(files: &[(&str, Stored)]) -> Vec<String> {
    let mut trouble = Vec::new();
    let Some((first, model)) = files.first() else { return trouble };
    let (_, of) = model.shard.printed();
    let mut seen: BTreeMap<u64, &str> = BTreeMap::new();
    for (name, stored) in files {
        let (number, parts) = stored.shard.printed();
        if !stored.complete {
            trouble.push(format!(
                "{name}: the shard {number}/{parts} is not complete; start it again with the same \
                 file"
            ));
        }
        if stored.census != model.census {
            trouble.push(format!("{name}: a shard of another census than {first}"));
        } else if parts != of {
            trouble.push(format!("{name}: one of {parts} shards, but {first} is one of {of}"));
        } else if let Some(other) = seen.insert(number, name) {
            trouble.push(format!("{name}: the same shard {number}/{of} as {other}"));
        }
    }
    if trouble.is_empty() && seen.len() as u64 != of {
        let missing: Vec<String> = (1..=of)
            .filter(|number| !seen.contains_key(number))
            .take(MISSING_NAMED)
            .map(|number| format!("{number}/{of}"))
            .collect();
        let more = if of - seen.len() as u64 > MISSING_NAMED as u64 { " ..." } else { "" };
        trouble.push(format!("missing: {}{more}", missing.join(" ")));
    }
    trouble
}

/// The most missing shards that are named.
const MISSING_NAMED: usize = 100;

/// What are the means by class and largest move?
#[question]
#[derive(Default)]
pub struct Means {
    /// The games.
    pub games: Games,
    /// Names of classes, each with the condition on its games; `O` is the class of all others.  Where nothing is said,
    /// the classes of 1996 of four moves, or those by the number of moves.
    #[serde(default)]
    pub classes: Vec<(String, String)>,
}

impl Ask for Means {
    type Answer = MeansAnswer;

    fn answer(&self, control: &Control<'_>) -> Result<MeansAnswer, Refused> {
        let census = self.games.census()?;
        let classes = self.classes(&census)?;
        let pieces = |class: &Class| Shard::WHOLE.pieces(&class.census).count() as u64;
        let total = classes.iter().map(pieces).sum();
        let (mut means, mut done): (Vec<Mean>, _) = (Vec::new(), 0);
        for (number, class) in classes.iter().enumerate() {
            let found = rows(&class.census, &control.threads, &control.stop, |_| {
                done += 1;
                control.count(done, total, "pieces");
            });
            let (rows, _) = found.map_err(|limit| {
                let came = format!("{number} of {} classes are done", classes.len());
                Refused::Limit(limit, came)
            })?;
            means.extend(rows.into_iter().filter_map(|row| mean(class, row)));
        }
        // By largest move; the classes keep their order.
        means.sort_by_key(|mean| mean.largest);
        Ok(MeansAnswer { census, classes, means, detail: Detail::Normal, time: None })
    }
}

/// The mean in the last row of a largest move; `None` if there are no games.
fn mean(class: &Class, row: Row) -> Option<Mean> {
    let Row::Summary(Summary { largest, games, undecided, sum, maximum }) = row else {
        return None;
    };
    let greatest = maximum.map_or(0, |game| match class.census.measure {
        Measure::Period => game.cycle.period,
        Measure::Preperiod => game.cycle.preperiod,
    });
    let class = class.name.clone();
    (games > 0).then_some(Mean { class, largest, games, undecided, sum, greatest })
}

impl Means {
    fn classes(&self, census: &census::Census) -> Result<Vec<Class>, Refused> {
        let given: Vec<(&str, &str)> = match (&self.classes[..], census.moves()) {
            ([], None) => return Ok(by_number_of_moves(census)),
            ([], Some(4)) => OF_FOUR_MOVES.to_vec(),
            ([], Some(_)) => {
                return Ok(vec![Class { name: "all".to_owned(), census: census.clone() }]);
            }
            (asked, _) => asked.iter().map(|(name, text)| (&name[..], &text[..])).collect(),
        };
        let refuse = |message: String| Refused::from(format!("--class: {message}"));
        for (index, (name, _)) in given.iter().enumerate() {
            if *name == "O" {
                let message = "O is the class of all other games; choose another name";
                return Err(refuse(message.to_owned()));
            }
            if given[..index].iter().any(|(other, _)| other == name) {
                return Err(refuse(format!("{name} is the name of two classes")));
            }
        }
        let read = |&(name, text): &(&str, &str)| {
            Ok((name.to_owned(), condition(text, census.moves()).map_err(refuse)?))
        };
        let conditions = given.iter().map(read).collect::<Result<Vec<_>, Refused>>()?;
        let classes = by_conditions(census, &conditions);
        classes.ok_or_else(|| refuse("the conditions are too long to combine".to_owned()))
    }
}

/// What are the periods of families with small coefficients?
#[question]
#[derive(Default)]
#[serde(default)]
pub struct Families {
    /// The number of moves a * n + b: 3 where nothing is said.
    pub moves: Option<usize>,
    /// The least and the greatest a, from 0 to 1000: 1 and 6 where nothing is said.
    pub factors: Option<(i64, i64)>,
    /// The least and the greatest b, from -1000 to 1000: 0 and 1 where nothing is said.
    pub summands: Option<(i64, i64)>,
    /// Only families whose moves a < b < c < ... satisfy this condition.
    #[serde(rename = "where")]
    pub condition: Option<String>,
    /// The most steps for a game: 100,000 where nothing is said.
    pub limit_steps: Option<u64>,
    /// Does the text list every family, and not only one for each degree?
    pub every: bool,
}

/// The greatest numbers in families.
const GREATEST: i64 = 1000;

impl Families {
    /// The families.
    ///
    /// # Errors
    /// Ranges that contain nothing or too much, and conditions about moves that the families do not have.
    pub fn families(&self) -> Result<families::Families, Refused> {
        let usual = families::Families::default();
        let moves = self.moves.unwrap_or(usual.moves);
        let condition = self.condition.as_deref().map(named::condition).transpose();
        let condition = condition.map_err(|message| format!("--where: {message}"))?;
        let names: Vec<_> = ('a'..='z').take(moves).collect();
        let mut used = condition.iter().flat_map(|condition| condition.variables());
        if let Some((name, _)) = used.find(|(name, _)| !names.contains(name)) {
            let names: Vec<_> = names.iter().map(char::to_string).collect();
            let names = names.join(", ");
            return Err(format!("unknown move {name}; the moves are {names}").into());
        }
        let range = |name: &str, asked, usual: RangeInclusive<i64>, least| match asked {
            None => Ok(usual),
            Some((from, to)) if least <= from && from <= to && to <= GREATEST => Ok(from..=to),
            Some((from, to)) => Err(format!(
                "--{name}: a range such as {}..6 from {least} to {GREATEST} is needed, not {from}..{to}",
                usual.start()
            )),
        };
        Ok(families::Families {
            moves,
            factors: range("factors", self.factors, usual.factors, 0)?,
            summands: range("summands", self.summands, usual.summands, -GREATEST)?,
            condition,
            steps: self.limit_steps.unwrap_or(usual.steps),
        })
    }
}

impl Ask for Families {
    type Answer = FamiliesDocument;

    /// The families whose period was found before the time was over.
    fn answer(&self, control: &Control<'_>) -> Result<FamiliesDocument, Refused> {
        let families = self.families()?;
        let mut total = 0;
        for _ in families.all() {
            control.stop.check().map_err(|limit| {
                let came = format!("{total} families were counted, and none examined");
                Refused::Limit(limit, came)
            })?;
            total += 1;
        }
        if total == 0 {
            return Err("no family fits these options".into());
        }
        let mut found = Vec::new();
        let examine = |moves: Vec<_>| Ok((families.examine(&moves, &control.stop)?, moves));
        // What was found before a stop is also an answer.
        let _ = in_order(families.all(), &control.threads, examine, |one| -> Result<(), Limit> {
            let (result, moves) = one?;
            found.push((moves, result));
            control.count(found.len() as u64, total, "families");
            Ok(())
        });
        Ok(examined(&families, &found, total, self.every))
    }
}
