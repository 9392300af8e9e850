//! What there is to count about all games with the same largest move.

use super::json::document;
use crate::region::{
    Areas, BorderForm, BoundedGame, Checked, GreatArea, PeriodType, ThreeMoves, TwoFreeClass,
    TwoFreeMoves, View, borders, count_areas, share,
};
use crate::sequence::Cycle;
use grundy_output::output;
use std::fmt::Write as _;

/// A game with its cycle.
#[output]
struct GameEntry {
    moves: Vec<String>,
    period: String,
    preperiod: String,
}

impl GameEntry {
    fn new(moves: &[u32], cycle: Cycle) -> Self {
        Self {
            moves: moves.iter().map(u32::to_string).collect(),
            period: cycle.period.to_string(),
            preperiod: cycle.preperiod.to_string(),
        }
    }

    fn of_three(game: &ThreeMoves) -> Self {
        Self::new(&game.moves, game.cycle)
    }
}

/// The games that Vermutung 6 of A. Flammenkamp (1996) says do not exist.
fn counterexamples(games: &[ThreeMoves]) -> impl Iterator<Item = &ThreeMoves> {
    games.iter().filter(|game| game.period_type() == PeriodType::Other)
}

/// The game with the longest preperiod, of several the first.
fn longest_preperiod(games: &[ThreeMoves]) -> Option<&ThreeMoves> {
    games.iter().rev().max_by_key(|game| game.cycle.preperiod)
}

/// The games of a class in the notation of sets, with what is shown of them:
/// `{ s1 s2 64-s1 64 }, s1 = 1..9, s2 = 5..20, every 2nd`.
pub fn form(class: TwoFreeClass, fixed: u32, view: View) -> String {
    let moves = match class {
        TwoFreeClass::FourMoves => format!("{{ s1 s2 {fixed}-s1 {fixed} }}"),
        TwoFreeClass::ThirdFixed => format!("{{ s1 s2 {fixed} s1+{fixed} }}"),
        TwoFreeClass::SymmetricFive => format!("{{ s1 s2 {fixed}-s2 {fixed}-s1 {fixed} }}"),
    };
    moves + &part(view)
}

/// The same of the games { s1 s2 s3 }.
pub fn form_of_three(s3: u32, view: View) -> String {
    format!("{{ s1 s2 {s3} }}{}", part(view))
}

fn part(view: View) -> String {
    let mut text = String::new();
    if !view.is_whole() {
        for (name, (from, to)) in [("s1", view.s1), ("s2", view.s2)] {
            _ = match to {
                u32::MAX => write!(text, ", {name} from {from}"),
                to => write!(text, ", {name} = {from}..{to}"),
            };
        }
    }
    match view.step {
        0 | 1 => text,
        step => text + &format!(", steps of {step}"),
    }
}

/// What is shown, if it is not all.
#[output]
struct ShownRegion {
    s1: [u32; 2],
    s2: [u32; 2],
    step: u32,
}

impl ShownRegion {
    fn new(view: View) -> Option<Self> {
        let View { s1, s2, step } = view;
        (view != View::ALL).then_some(Self { s1: s1.into(), s2: s2.into(), step })
    }
}

/// The table row of the games { s1 s2 s3 }, one line for each type.
pub fn three_text(s3: u32, view: View, games: &[ThreeMoves]) -> String {
    let areas = Areas::of(games);
    // Writing to a string cannot fail.
    let mut text = format!("{}: {} games\n\n", form_of_three(s3, view), areas.games());
    _ = writeln!(text, "{:<6} {:<20} {:>9}  share", "type", "period p", "games");
    for kind in PeriodType::ALL {
        let (name, meaning) = (kind.name(), kind.meaning());
        let (count, share) = (areas.count(kind), areas.share(kind));
        _ = writeln!(text, "{name:<6} {meaning:<20} {count:>9}  {share}");
    }
    if let Some(ThreeMoves { moves: [s1, s2, s3], cycle }) = longest_preperiod(games) {
        let Cycle { period, preperiod } = cycle;
        _ = writeln!(
            text,
            "\nlongest preperiod: {preperiod}, of {{ {s1} {s2} {s3} }} with period {period}"
        );
    }
    for ThreeMoves { moves: [s1, s2, s3], cycle } in counterexamples(games) {
        let Cycle { period, preperiod } = cycle;
        _ = writeln!(
            text,
            "counterexample to Vermutung 6: {{ {s1} {s2} {s3} }} has period {period}, preperiod {preperiod}"
        );
    }
    text
}

/// The same as JSON.
/// `borders`: with the great areas.
pub fn three_json(s3: u32, view: View, games: &[ThreeMoves], borders: bool) -> String {
    let areas = Areas::of(games);
    let of_type = |kind: PeriodType| Type {
        r#type: kind.name(),
        games: areas.count(kind).to_string(),
        share: areas.share(kind),
    };
    document(&Three {
        class: "three",
        max_move: s3,
        shown: ShownRegion::new(view),
        games: areas.games().to_string(),
        types: PeriodType::ALL.into_iter().map(of_type).collect(),
        longest_preperiod: longest_preperiod(games).map(GameEntry::of_three),
        borders: borders.then(|| border_lines(games)),
        counterexamples: counterexamples(games).map(GameEntry::of_three).collect(),
    })
}

#[output]
struct Type {
    r#type: &'static str,
    games: String,
    share: String,
}

#[output]
pub(super) struct Three {
    class: &'static str,
    max_move: u32,
    shown: Option<ShownRegion>,
    games: String,
    types: Vec<Type>,
    #[null]
    longest_preperiod: Option<GameEntry>,
    borders: Option<Vec<BorderLine>>,
    counterexamples: Vec<GameEntry>,
}

/// The counts of a class with two free moves.
struct Summary {
    undecided: usize,
    sum_of_periods: u128,
    longest: Option<(Vec<u32>, Cycle)>,
}

impl Summary {
    fn new(class: TwoFreeClass, greatest: u32, games: &[TwoFreeMoves]) -> Self {
        let cycles = || games.iter().filter_map(|game| Some((game, game.cycle?)));
        let longest = cycles().rev().max_by_key(|(_, cycle)| cycle.period);
        Self {
            undecided: games.len() - cycles().count(),
            sum_of_periods: cycles().map(|(_, cycle)| u128::from(cycle.period)).sum(),
            longest: longest
                .and_then(|(game, cycle)| Some((class.moves(game.s1, game.s2, greatest)?, cycle))),
        }
    }
}

/// How many games of the class there are and which has the longest period; `limit` is the
/// number of positions after which a game was left undecided.
pub fn two_free_text(
    class: TwoFreeClass,
    fixed: u32,
    view: View,
    games: &[TwoFreeMoves],
    limit: u64,
) -> String {
    let summary = Summary::new(class, fixed, games);
    let mut text = format!("{}: {} games\n", form(class, fixed, view), games.len());
    _ = writeln!(text, "sum of the periods: {}", summary.sum_of_periods);
    if let Some((moves, cycle)) = summary.longest {
        let moves: Vec<_> = moves.iter().map(u32::to_string).collect();
        let (moves, Cycle { period, preperiod }) = (moves.join(" "), cycle);
        _ = writeln!(text, "longest period: {period}, of {{ {moves} }} with preperiod {preperiod}");
    }
    if summary.undecided > 0 {
        _ = writeln!(
            text,
            "undecided: {} games, not counted above; no cycle was found among the first {limit} positions (--limit-positions)",
            summary.undecided
        );
    }
    text
}

/// The same as JSON.
pub fn two_free_json(
    class: TwoFreeClass,
    fixed: u32,
    view: View,
    games: &[TwoFreeMoves],
    limit: u64,
) -> String {
    let summary = Summary::new(class, fixed, games);
    document(&TwoFree {
        head: Head::new(class, fixed, view, games.len()),
        sum_of_periods: summary.sum_of_periods.to_string(),
        longest_period: summary.longest.map(|(moves, cycle)| GameEntry::new(&moves, cycle)),
        undecided: summary.undecided.to_string(),
        limit_positions: limit.to_string(),
    })
}

/// Which games these are, and how many.
#[output]
struct Head {
    class: &'static str,
    max_move: Option<u32>,
    third_move: Option<u32>,
    shown: Option<ShownRegion>,
    games: String,
}

impl Head {
    fn new(class: TwoFreeClass, fixed: u32, view: View, games: usize) -> Self {
        let (class, max_move, third_move) = match class {
            TwoFreeClass::FourMoves => ("four", Some(fixed), None),
            TwoFreeClass::ThirdFixed => ("four-third", None, Some(fixed)),
            TwoFreeClass::SymmetricFive => ("five", Some(fixed), None),
        };
        Self {
            class,
            max_move,
            third_move,
            shown: ShownRegion::new(view),
            games: games.to_string(),
        }
    }
}

/// The games by areas of the period; `bounds` are the bounds as they were asked for.
pub fn areas_text(
    class: TwoFreeClass,
    fixed: u32,
    view: View,
    bounds: &[String],
    games: &[BoundedGame],
) -> String {
    let mut text = format!("{}: {} games\n\n", form(class, fixed, view), games.len());
    let lines = areas(class, bounds, games);
    let width = lines.iter().map(|line| line.meaning.chars().count()).max().unwrap_or(0);
    _ = writeln!(text, "area  {:<width$} {:>9}  share", "period p", "games");
    for AreaLine { area, meaning, games, share } in &lines {
        _ = writeln!(text, "{area:<4}  {meaning:<width$} {games:>9}  {share}");
    }
    text
}

/// The same as JSON.
pub fn areas_json(
    class: TwoFreeClass,
    fixed: u32,
    view: View,
    bounds: &[String],
    games: &[BoundedGame],
) -> String {
    document(&AreasOfPlane {
        head: Head::new(class, fixed, view, games.len()),
        areas: areas(class, bounds, games),
    })
}

/// The great areas of a map with the lines between them, and how many games lie on the right side.
pub fn borders_text(games: &[ThreeMoves]) -> String {
    let lines = border_lines(games);
    let mut text =
        "\nGreat areas with 2 s1 >= s2, n = floor(s3 / (s1+s2)); lines belong to both sides\n"
            .to_owned();
    let between = |line: &BorderLine| format!("{} <= s3 <= {}", line.from, line.to);
    let width = lines.iter().map(|line| between(line).len()).max().unwrap_or(0).max(2);
    _ = writeln!(
        text,
        "{:<2}  {:<width$}  {:<9} {:>9} {:>9}",
        "n", "s3", "p divides", "games", "right"
    );
    for line in &lines {
        let BorderLine { n, divides, games, right, .. } = line;
        _ = writeln!(text, "{n:<2}  {:<width$}  {divides:<9} {games:>9} {right:>9}", between(line));
    }
    let inside = |game: &&ThreeMoves| !GreatArea::of(game.moves).is_empty();
    let count = games.iter().filter(inside).count() as u64;
    _ = writeln!(text, "share of all games in these areas: {}", share(count, games.len() as u64));
    text
}

fn border_lines(games: &[ThreeMoves]) -> Vec<BorderLine> {
    let line = |Checked { area, games, right }| {
        let [from, to] = area.forms().map(form_text);
        BorderLine {
            n: area.n.to_string(),
            from,
            to,
            divides: area.sum.meaning().trim_start_matches("p = ").to_owned(),
            games: games.to_string(),
            right: right.to_string(),
        }
    };
    borders(games).into_iter().map(line).collect()
}

/// i s1 + j s2 for people: `s1+2s2`.
fn form_text([i, j]: BorderForm) -> String {
    let term = |(factor, name): (u32, &str)| match factor {
        0 => None,
        1 => Some(name.to_owned()),
        _ => Some(format!("{factor}{name}")),
    };
    let terms: Vec<String> = [(i, "s1"), (j, "s2")].into_iter().filter_map(term).collect();
    terms.join("+")
}

#[output]
struct BorderLine {
    n: String,
    from: String,
    to: String,
    divides: String,
    games: String,
    right: String,
}

/// What the period is in each of the areas of these bounds, for people: `p <= s1+s5`, and that it exceeds
/// them all.
///
/// In games that are not symmetric no bound of the preperiod is known, so that the last area says less.
pub fn meanings(class: TwoFreeClass, bounds: &[String]) -> Vec<String> {
    let mut meanings: Vec<String> = bounds.iter().map(|bound| format!("p <= {bound}")).collect();
    let last = bounds.last().map_or("", String::as_str);
    meanings.push(match class {
        TwoFreeClass::SymmetricFive => format!("p > {last}"),
        TwoFreeClass::FourMoves | TwoFreeClass::ThirdFixed => format!("p > {last}, or q > s4^2"),
    });
    meanings
}

/// The lines of the table.
fn areas(class: TwoFreeClass, bounds: &[String], games: &[BoundedGame]) -> Vec<AreaLine> {
    let counts = count_areas(games, bounds.len());
    let lines = meanings(class, bounds).into_iter().zip(counts).zip(1_usize..);
    let line = |((meaning, count), area): ((String, u64), usize)| AreaLine {
        area: area.to_string(),
        meaning,
        games: count.to_string(),
        share: share(count, games.len() as u64),
    };
    lines.map(line).collect()
}

#[output]
struct AreaLine {
    area: String,
    #[serde(rename = "period")]
    meaning: String,
    games: String,
    share: String,
}

#[output]
pub(super) struct AreasOfPlane {
    #[serde(flatten)]
    head: Head,
    areas: Vec<AreaLine>,
}

#[output]
pub(super) struct TwoFree {
    #[serde(flatten)]
    head: Head,
    sum_of_periods: String,
    #[null]
    longest_period: Option<GameEntry>,
    undecided: String,
    limit_positions: String,
}
