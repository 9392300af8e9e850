//! The rules against a second implementation on a board with coordinates.

use grundy_games::muehle::{CaptureRule, Field, Player, Position, Status};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// Column and row from -3 to 3; square 1 is the outer one.
type Point = (i32, i32);

fn point(field: Field) -> Point {
    let size = 4 - i32::from(field.square());
    let corner = [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)];
    let (column, row) = corner[usize::from(field.place()) - 1];
    (size * column, size * row)
}

fn points() -> BTreeSet<Point> {
    Field::all().map(point).collect()
}

/// All points on a line from here, in one direction, up to the edge of the board or the middle,
/// where no line goes on.
fn ray((column, row): Point, (across, down): Point) -> Vec<Point> {
    let steps = (1..=6).map(|step| (column + step * across, row + step * down));
    let on_board = steps.take_while(|point| *point != (0, 0));
    on_board.filter(|point| points().contains(point)).collect()
}

const DIRECTIONS: [Point; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

fn neighbours(from: Point) -> Vec<Point> {
    DIRECTIONS.iter().filter_map(|way| ray(from, *way).first().copied()).collect()
}

/// [`neighbours_on_the_board`] of every point, computed once.
static NEIGHBOURS: LazyLock<BTreeMap<Point, Vec<Point>>> =
    LazyLock::new(|| points().into_iter().map(|at| (at, neighbours_on_the_board(at))).collect());

/// The two mills of every point, computed once.
static MILLS: LazyLock<BTreeMap<Point, [BTreeSet<Point>; 2]>> = LazyLock::new(|| {
    let mills = |at| [true, false].map(|vertical| mill_through(at, vertical));
    points().into_iter().map(|at| (at, mills(at))).collect()
});

/// Lines along the inner squares stop at the corners: the next point there is on another square.
fn neighbours_on_the_board(from: Point) -> Vec<Point> {
    let square = |(column, row): Point| column.abs().max(row.abs());
    let middle = |(column, row): Point| column == 0 || row == 0;
    let all = neighbours(from).into_iter();
    all.filter(|to| square(*to) == square(from) || (middle(from) && middle(*to))).collect()
}

/// A line through the point and both its ends, in one of the two directions.
fn mill_through(point: Point, vertical: bool) -> BTreeSet<Point> {
    let mut line = BTreeSet::from([point]);
    loop {
        let before = line.len();
        for at in line.clone() {
            let along = neighbours_on_the_board(at).into_iter();
            line.extend(along.filter(|to| if vertical { to.0 == at.0 } else { to.1 == at.1 }));
        }
        if line.len() == before {
            return line;
        }
    }
}

#[derive(Clone, PartialEq)]
struct Naive {
    board: BTreeMap<Point, char>,
    hand: BTreeMap<char, u8>,
    captured: BTreeMap<char, u8>,
    mover: char,
    winner: Option<char>,
}

fn other(player: char) -> char {
    if player == 'A' { 'B' } else { 'A' }
}

impl Naive {
    fn in_mill(&self, at: Point) -> bool {
        MILLS[&at].iter().any(|line| {
            assert_eq!(line.len(), 3);
            line.iter().all(|point| self.board.get(point) == self.board.get(&at))
        })
    }

    fn of(&self, player: char) -> Vec<Point> {
        let own = self.board.iter().filter(|(_, owner)| **owner == player);
        own.map(|(point, _)| *point).collect()
    }

    fn turns(&self, tournament: bool) -> Vec<Self> {
        let (mover, foe) = (self.mover, other(self.mover));
        if self.winner.is_some() {
            return Vec::new();
        }
        let free: Vec<_> = points().into_iter().filter(|at| !self.board.contains_key(at)).collect();
        let mut moved = Vec::new();
        if self.hand[&mover] > 0 {
            for to in free {
                let mut next = self.clone();
                *next.hand.get_mut(&mover).unwrap() -= 1;
                next.board.insert(to, mover);
                moved.push((next, to));
            }
        } else {
            let jumps = self.of(mover).len() == 3;
            for from in self.of(mover) {
                for &to in &free {
                    if jumps || NEIGHBOURS[&from].contains(&to) {
                        let mut next = self.clone();
                        next.board.remove(&from);
                        next.board.insert(to, mover);
                        moved.push((next, to));
                    }
                }
            }
        }
        if moved.is_empty() {
            return vec![Self { winner: Some(foe), ..self.clone() }];
        }
        let mut all = Vec::new();
        for (next, to) in moved {
            let passed = Self { mover: foe, ..next.clone() };
            let targets = next.of(foe);
            let outside: Vec<_> = targets.iter().copied().filter(|at| !next.in_mill(*at)).collect();
            let targets = if outside.is_empty() && tournament { targets } else { outside };
            if !next.in_mill(to) || targets.is_empty() {
                all.push(passed);
                continue;
            }
            for at in targets {
                let mut next = passed.clone();
                next.board.remove(&at);
                *next.captured.get_mut(&foe).unwrap() += 1;
                if next.captured[&foe] == 7 {
                    next.winner = Some(mover);
                }
                all.push(next);
            }
        }
        all
    }
}

fn naive(position: &Position) -> Naive {
    let mut board = BTreeMap::new();
    for player in Player::ALL {
        let name = player.name().chars().next().unwrap();
        board.extend(position.stones_of(player).iter().map(|field| (point(field), name)));
    }
    let counts = |counts: [u8; 2]| BTreeMap::from([('A', counts[0]), ('B', counts[1])]);
    let name = |player: Player| player.name().chars().next().unwrap();
    let (mover, winner) = match position.status {
        Status::ToMove(player) => (name(player), None),
        // The one to move after the end does not matter.
        Status::Won(player) => ('-', Some(name(player))),
    };
    let (hand, captured) = (counts(position.hand), counts(position.captured));
    Naive { board, hand, captured, mover, winner }
}

/// What tells positions apart, in a form that can be sorted.
fn key(position: &Naive) -> String {
    let mover = if position.winner.is_some() { '-' } else { position.mover };
    let Naive { board, hand, captured, winner, .. } = position;
    format!("{board:?} {hand:?} {captured:?} {mover} {winner:?}")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    #[test]
    fn both_have_the_same_turns(
        choices in prop::collection::vec(any::<prop::sample::Index>(), 120),
        captures in any::<bool>(),
        tournament in any::<bool>(),
    ) {
        let rule = if tournament { CaptureRule::FromMillsIfAll } else { CaptureRule::OutsideMills };
        let mut position = Position::start(Player::A);
        for choice in choices {
            let outcomes = position.outcomes(rule);
            let fast: BTreeSet<_> = outcomes.iter().map(|it| key(&naive(&it.position))).collect();
            let slow: BTreeSet<_> = naive(&position).turns(tournament).iter().map(key).collect();
            prop_assert_eq!(fast.len(), outcomes.len());
            prop_assert_eq!(fast, slow, "{}", position);
            // Games that capture where they can get to jumping and to the end.
            let capturing: Vec<_> = outcomes
                .iter()
                .filter(|it| it.turn.is_some_and(|turn| turn.captured.is_some()))
                .collect();
            if outcomes.is_empty() { break }
            position = match captures && !capturing.is_empty() {
                true => choice.get(&capturing).position,
                false => choice.get(&outcomes).position,
            };
        }
    }
}

fn position(a: &str, b: &str, hand: [u8; 2], captured: [u8; 2]) -> Position {
    let fields = |text: &str| text.split_whitespace().map(|it| Field::parse(it).unwrap()).collect();
    let status = Status::ToMove(Player::A);
    Position { stones: [fields(a), fields(b)], hand, captured, status }
}

fn turns(position: &Position, rule: CaptureRule) -> Vec<String> {
    position.outcomes(rule).iter().filter_map(|it| it.turn).map(|it| it.to_string()).collect()
}

#[test]
fn two_mills_closed_by_one_stone_earn_one_capture() {
    let position = position("12 13 17 18", "31 32 34 36", [5, 5], [0, 0]);
    let both = turns(&position, CaptureRule::OutsideMills);
    let both: Vec<_> = both.into_iter().filter(|turn| turn.starts_with("1,1")).collect();
    assert_eq!(both, ["1,1 x3,1", "1,1 x3,2", "1,1 x3,4", "1,1 x3,6"]);
}

#[test]
fn stones_in_mills_are_safe_unless_the_rule_of_tournaments_holds() {
    let all_in_mills = position("12 13 25", "31 32 33", [5, 5], [0, 0]);
    let closing = |position: &Position, rule| {
        let turns = turns(position, rule).into_iter();
        turns.filter(|turn| turn.starts_with("1,1")).collect::<Vec<_>>()
    };
    assert_eq!(closing(&all_in_mills, CaptureRule::OutsideMills), ["1,1"]);
    let any = ["1,1 x3,1", "1,1 x3,2", "1,1 x3,3"];
    assert_eq!(closing(&all_in_mills, CaptureRule::FromMillsIfAll), any);
    let one_outside = position("12 13 25", "31 32 33 35", [5, 5], [0, 0]);
    for rule in [CaptureRule::OutsideMills, CaptureRule::FromMillsIfAll] {
        assert_eq!(closing(&one_outside, rule), ["1,1 x3,5"]);
    }
    let none = position("12 13 25", "", [5, 5], [0, 0]);
    assert_eq!(closing(&none, CaptureRule::FromMillsIfAll), ["1,1"]);
}

#[test]
fn three_stones_jump_and_four_slide() {
    let three = position("11 13 25", "31 32 34 36", [0, 0], [6, 5]);
    assert_eq!(three.moves().len(), 3 * 17);
    let four = position("11 13 25 27", "31 32 34 36", [0, 0], [5, 5]);
    assert_eq!(
        turns(&four, CaptureRule::OutsideMills),
        ["1,1-1,2", "1,1-1,8", "1,3-1,2", "1,3-1,4", "2,5-2,4", "2,5-2,6", "2,7-2,6", "2,7-2,8"]
    );
}

#[test]
fn games_end_by_the_seventh_capture_or_without_a_move() {
    let last = position("12 13 28", "31 32 34", [0, 0], [6, 6]);
    let wins = last.outcomes(CaptureRule::OutsideMills).into_iter();
    let wins: Vec<_> = wins.filter(|it| it.position.status == Status::Won(Player::A)).collect();
    assert_eq!(wins.len(), 3);
    assert!(wins.iter().all(|it| it.position.outcomes(CaptureRule::OutsideMills).is_empty()));
    let blocked = position("31 33 35 37", "32 34 36 38", [0, 0], [5, 5]);
    let outcomes = blocked.outcomes(CaptureRule::OutsideMills);
    assert_eq!(outcomes.len(), 1);
    assert_eq!((outcomes[0].turn, outcomes[0].position.status), (None, Status::Won(Player::B)));
}
