//! All edges in a row, and the next row in which two of them meet.

use super::Stuck;
use super::number::Number;
use super::scene::{Known, Room, Scene, World};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::rc::Rc;

/// All edges in a row, from left to right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// What they are: the number of a list of edges.
    pub edges: usize,
    /// The first column of each, counted from that of the first one.
    pub columns: Vec<Number>,
}

impl State {
    /// After so many times this change.
    pub fn moved(&self, change: &[i64], times: Number) -> Option<Self> {
        let columns = self.columns.iter().zip(change);
        let columns = columns.map(|(column, &by)| column.plus_times(times, by));
        Some(Self { edges: self.edges, columns: columns.collect::<Option<_>>()? })
    }

    /// The edges, and where they are for this parameter.
    pub fn place(&self) -> (usize, Vec<i64>) {
        (self.edges, self.columns.iter().map(|it| it.value).collect())
    }

    /// How it differs from an earlier one, if by the same columns for all parameters.
    pub fn change(&self, earlier: &Self) -> Option<Vec<i64>> {
        let columns = self.columns.iter().zip(&earlier.columns);
        let by = columns.map(|(now, before)| now.minus(*before).filter(Number::is_constant));
        let by = by.map(|it| Some(it?.value)).collect::<Option<_>>()?;
        (self.edges == earlier.edges).then_some(by)
    }
}

/// Rows go by until two edges meet, and what becomes of them.
pub struct Step {
    /// The edges before and behind it.
    pub edges: [usize; 2],
    /// So many of the first edges become the last ones.
    pub turns: usize,
    /// Then this edge and the next one meet,
    meet: usize,
    /// when so much of the room between them is left that is less than they use in a row; `None`
    /// if they have none at first.
    rest: Option<i64>,
    /// All edges in the row where they do.
    pub known: Vec<Known>,
    /// Which of them take part.
    pub part: Range<usize>,
    /// Where these begin, counted from the first one of them.
    pub begin: Vec<i64>,
    /// What happens then.
    pub scene: Rc<Scene>,
}

impl Step {
    /// Do the same edges meet in the same way, whatever was before?
    pub fn is_same_meeting(&self, other: &Self) -> bool {
        let parts = |it: &Self| (it.turns, it.meet, it.part.clone());
        parts(self) == parts(other) && self.known == other.known && self.begin == other.begin
    }
}

/// What two steps that are alike have in common.
type Likeness = (usize, [usize; 3], Option<i64>, Vec<Known>, Vec<i64>);

/// Edges that meet, and which of them: what has become of it.
type Scenes = FxHashMap<(Vec<(Known, i64)>, usize), Rc<Scene>>;

/// Where edges are too near to each other.
enum Near {
    /// On the left of those that take part.
    Left,
    /// On the right of them, or farther from them.
    Right,
    /// All take part, and are too near to each other around.
    Around,
}

/// The game, and all steps that were met.
pub struct Front<'w> {
    pub world: World<'w>,
    /// How many positions a row has.
    pub width: Number,
    lists: Vec<Vec<Known>>,
    list_numbers: FxHashMap<Vec<Known>, usize>,
    steps: Vec<Step>,
    step_numbers: FxHashMap<Likeness, usize>,
    scenes: Scenes,
}

impl<'w> Front<'w> {
    pub fn new(world: World<'w>, width: Number) -> Self {
        Self {
            world,
            width,
            lists: Vec::new(),
            list_numbers: FxHashMap::default(),
            steps: Vec::new(),
            step_numbers: FxHashMap::default(),
            scenes: Scenes::default(),
        }
    }

    /// The edges behind the first scene.
    pub fn first(&mut self) -> Result<(State, Scene), Stuck> {
        let scene = self.world.first()?;
        let room = self.width.value - scene.width - 2 * self.world.near();
        if room < 0 {
            return Err(Stuck::Wide);
        }
        let begin = scene.out.first().map_or(0, |it| it.1);
        let columns = scene.out.iter().map(|it| Number::constant(it.1 - begin)).collect();
        let edges = self.list(scene.out.iter().map(|it| it.0).collect());
        Ok((State { edges, columns }, scene))
    }

    pub fn step(&self, number: usize) -> &Step {
        &self.steps[number]
    }

    /// What the edges are.
    pub fn edges(&self, list: usize) -> &[Known] {
        &self.lists[list]
    }

    fn list(&mut self, known: Vec<Known>) -> usize {
        *self.list_numbers.entry(known).or_insert_with_key(|known| {
            self.lists.push(known.clone());
            self.lists.len() - 1
        })
    }

    /// The state behind a step, and the rows before edges meet; every number that may not be
    /// negative is told.
    pub fn follow(
        &self,
        step: &Step,
        state: &State,
        mut ask: impl FnMut(Number) -> Option<()>,
    ) -> Option<(State, Number)> {
        if state.edges != step.edges[0] {
            return None;
        }
        let (known, columns) = self.turned(state, step.turns)?;
        let rows = match step.rest {
            None => Number::constant(0),
            Some(rest) => {
                let (room, speed) = self.room(&known, &columns, step.meet)?;
                room.shifted(-rest)?.divided(speed)?
            }
        };
        ask(rows)?;
        let columns = self.later(&known, &columns, rows, |index| Some(step.known[index]))?;
        let taking_part = &columns[step.part.clone()];
        for (column, &begin) in taking_part.iter().zip(&step.begin) {
            if column.minus(taking_part[0])? != Number::constant(begin) {
                return None;
            }
        }
        for (_, room) in self.rooms(&step.known, &columns, &step.part, &step.scene)? {
            ask(room)?;
        }
        let (_, columns) = self.behind(&step.known, &columns, &step.part, &step.scene)?;
        Some((State { edges: step.edges[1], columns }, rows))
    }

    /// The next step, and the state behind it; `None` if nothing meets any more.
    pub fn next(&mut self, state: &State) -> Result<Option<(usize, State)>, Stuck> {
        let Some((meet, rows)) = self.pair(state)? else { return Ok(None) };
        let count = state.columns.len();
        // A single edge has no room around.
        if count < 2 {
            return Err(Stuck::Wide);
        }
        // If the last edge meets the first one, that turns.
        let (mut turns, mut meet) = if meet + 1 < count { (0, meet) } else { (1, meet - 1) };
        let mut part = meet..meet + 2;
        loop {
            let (known, columns) = self.turned(state, turns).ok_or(Stuck::Number)?;
            let (rest, rows) = self.until(&known, &columns, meet, rows)?;
            let later = |it: &Known| Some(self.world.kinds.after(*it, rows.value)?.0);
            let now: Vec<_> =
                known.iter().map(later).collect::<Option<_>>().ok_or(Stuck::Number)?;
            let columns = self.later(&known, &columns, rows, |index| now.get(index).copied());
            let columns = columns.ok_or(Stuck::Number)?;
            let begin = columns[part.clone()].iter().map(|it| it.minus(columns[part.start]));
            let begin = begin.map(|it| it.filter(Number::is_constant).map(|it| it.value));
            let begin: Vec<_> = begin.collect::<Option<_>>().ok_or(Stuck::Chance)?;
            let scene = self.scene(&now[part.clone()], &begin, meet - part.start)?;
            let rooms = self.rooms(&now, &columns, &part, &scene).ok_or(Stuck::Number)?;
            // What is too near takes part.
            match rooms.into_iter().find(|(_, room)| room.value < 0) {
                None => {
                    let behind = self.behind(&now, &columns, &part, &scene);
                    let (list, columns) = behind.ok_or(Stuck::Number)?;
                    let edges = [state.edges, self.list(list)];
                    let known = now;
                    let step = Step { edges, turns, meet, rest, known, part, begin, scene };
                    return Ok(Some((self.number(step), State { edges: edges[1], columns })));
                }
                Some((Near::Around, _)) => return Err(Stuck::Wide),
                Some((Near::Right, _)) if part.end < count => part.end += 1,
                Some((Near::Right, _)) => {
                    (turns, meet, part) = (turns + 1, meet - 1, part.start - 1..count);
                }
                Some((Near::Left, _)) if part.start > 0 => part.start -= 1,
                Some((Near::Left, _)) => {
                    turns += part.len();
                    meet += count - part.len();
                    part = count - part.len() - 1..count;
                }
            }
        }
    }

    /// The rest of the room that is between a pair so many rows later, and these rows.
    fn until(
        &self,
        known: &[Known],
        columns: &[Number],
        meet: usize,
        rows: i64,
    ) -> Result<(Option<i64>, Number), Stuck> {
        let (room, speed) = self.room(known, columns, meet).ok_or(Stuck::Number)?;
        if room.value >= 0 && speed > 0 {
            let rest = room.value - rows * speed;
            let rows = room.shifted(-rest).and_then(|it| it.divided(speed));
            return Ok((Some(rest), rows.ok_or(Stuck::Number)?));
        }
        match room.growth().is_constant() {
            true => Ok((None, Number::constant(0))),
            false => Err(Stuck::Chance),
        }
    }

    fn number(&mut self, step: Step) -> usize {
        let Step { edges: [edges, _], turns, meet, rest, .. } = step;
        let places = [turns, meet, step.part.start];
        let like = (edges, places, rest, step.known.clone(), step.begin.clone());
        *self.step_numbers.entry(like).or_insert_with(|| {
            self.steps.push(step);
            self.steps.len() - 1
        })
    }

    fn scene(&mut self, known: &[Known], begin: &[i64], meet: usize) -> Result<Rc<Scene>, Stuck> {
        let edges: Vec<_> = known.iter().copied().zip(begin.iter().copied()).collect();
        if let Some(scene) = self.scenes.get(&(edges.clone(), meet)) {
            return Ok(scene.clone());
        }
        let scene = Rc::new(self.world.meeting(&edges, meet)?);
        self.scenes.insert((edges, meet), scene.clone());
        Ok(scene)
    }

    /// The pair that meets first, and after how many rows.
    fn pair(&self, state: &State) -> Result<Option<(usize, i64)>, Stuck> {
        let known = self.edges(state.edges);
        let mut first: Option<(usize, i64)> = None;
        for index in 0..known.len() {
            let room = self.room(known, &state.columns, index);
            let (Number { value, .. }, speed) = room.ok_or(Stuck::Number)?;
            // Too near already, whether they come nearer or not: what is between them has vanished.
            let rows = match value {
                ..0 => -1,
                _ if speed > 0 => value / speed,
                _ => continue,
            };
            if first.is_none_or(|(_, least)| rows < least) {
                first = Some((index, rows));
            }
        }
        Ok(first.map(|(index, rows)| (index, rows.max(0))))
    }

    /// The edges after so many of them have turned.
    fn turned(&self, state: &State, turns: usize) -> Option<(Vec<Known>, Vec<Number>)> {
        let mut known = self.edges(state.edges).to_vec();
        let mut columns = state.columns.clone();
        for (known, column) in known.iter_mut().zip(&mut columns).take(turns) {
            let (next, by) = self.world.kinds.after(*known, 1)?;
            *known = next;
            *column = column.plus(self.width)?.shifted(by)?;
        }
        known.rotate_left(turns);
        columns.rotate_left(turns);
        Some((known, columns))
    }

    /// The room between an edge and the next one, times a number, and how much less it is with each
    /// row.
    fn room(&self, known: &[Known], columns: &[Number], index: usize) -> Option<(Number, i64)> {
        let next = (index + 1) % known.len();
        let near = self.world.near();
        let Room { scale, rest, speed } = self.world.kinds.room(known[index], known[next], near)?;
        let mut gap = columns[next].minus(columns[index])?;
        if next <= index {
            gap = gap.plus(self.width)?.shifted(-2 * self.world.rule.reach)?;
        }
        Some((gap.times(scale)?.shifted(rest)?, speed))
    }

    /// The columns so many rows later; an edge may then not be another one than is expected.
    fn later(
        &self,
        known: &[Known],
        columns: &[Number],
        rows: Number,
        expected: impl Fn(usize) -> Option<Known>,
    ) -> Option<Vec<Number>> {
        let mut all = Vec::with_capacity(columns.len());
        for (index, (&it, column)) in known.iter().zip(columns).enumerate() {
            let (next, by) = self.world.kinds.after(it, rows.value)?;
            if expected(index) != Some(next) {
                return None;
            }
            let cycle = &self.world.kinds.cycles[it.0];
            let turns = rows.growth().divided(cycle.rows)?;
            all.push(column.shifted(by)?.plus_times(turns, cycle.by)?);
        }
        Some(all)
    }

    /// The rooms between what takes part and other edges, and between these, in all rows of the scene.
    fn rooms(
        &self,
        known: &[Known],
        columns: &[Number],
        part: &Range<usize>,
        scene: &Scene,
    ) -> Option<Vec<(Near, Number)>> {
        let near = self.world.near() + 2 * self.world.rule.reach;
        let count = known.len();
        if part.len() == count {
            return Some(vec![(Near::Around, self.width.shifted(-scene.width - near)?)]);
        }
        let [low, high] = scene.extent;
        let [low, high] = [low - near, high + near].map(|by| columns[part.start].shifted(by));
        let (low, high) = (low?, high?);
        let mut all = Vec::new();
        for rows in [0, scene.rows] {
            let line = |index: usize| self.world.kinds.lines(known[index], columns[index], rows);
            let next = part.end % count;
            let (scale, start, _) = line(next)?;
            let high = if next == 0 { high.minus(self.width)? } else { high };
            all.push((Near::Right, start.plus_times(high, -scale)?));
            let before = (part.start + count - 1) % count;
            let (scale, _, end) = line(before)?;
            let low = if part.start == 0 { low.plus(self.width)? } else { low };
            all.push((Near::Left, low.times(scale)?.minus(end)?));
        }
        let others =
            (0..count).filter(|it| !part.contains(it) && !part.contains(&((it + 1) % count)));
        for index in others {
            let (room, speed) = self.room(known, columns, index)?;
            all.push((Near::Right, room.shifted(-scene.rows.checked_mul(speed)?)?));
        }
        Some(all)
    }

    /// The edges behind a scene.
    fn behind(
        &self,
        known: &[Known],
        columns: &[Number],
        part: &Range<usize>,
        scene: &Scene,
    ) -> Option<(Vec<Known>, Vec<Number>)> {
        let later = |index: usize| {
            let (next, by) = self.world.kinds.after(known[index], scene.rows)?;
            Some((next, columns[index].shifted(by)?))
        };
        let begin = columns[part.start];
        let out = scene.out.iter().map(|&(known, by)| Some((known, begin.shifted(by)?)));
        let all = (0..part.start).map(later).chain(out).chain((part.end..known.len()).map(later));
        let all = all.collect::<Option<Vec<_>>>()?;
        let first = all.first().map(|it| it.1);
        let from_first = |(known, column): (Known, Number)| Some((known, column.minus(first?)?));
        let all: Vec<_> = all.into_iter().map(from_first).collect::<Option<_>>()?;
        Some(all.into_iter().unzip())
    }
}
