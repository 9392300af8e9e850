//! Counts of all games with the same largest move.

use super::Render;
use super::theorem::braces;
use crate::region::names::{form, form_of_three, meanings};
use crate::region::{
    Areas, BorderForm, BoundedGame, Checked, GreatArea, PeriodType, ThreeMoves, TwoFreeClass,
    TwoFreeMoves, View, borders, count_areas, share,
};
use crate::sequence::Cycle;
use crate::verdict::Verdict;
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

    /// `{ 3 7 8 }`
    fn set(&self) -> String {
        braces(&self.moves.join(" "))
    }
}

/// The games that Vermutung 6 of A. Flammenkamp (1996) says do not exist.
fn counterexamples(games: &[ThreeMoves]) -> impl Iterator<Item = &ThreeMoves> {
    games.iter().filter(|game| game.period_type() == PeriodType::Other)
}

/// The game with the longest preperiod, the first if there are several.
fn longest_preperiod(games: &[ThreeMoves]) -> Option<&ThreeMoves> {
    games.iter().rev().max_by_key(|game| game.cycle.preperiod)
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

/// The games { s1 s2 s3 } by the type of their periods, and by great areas if `with_borders`.
pub fn three(s3: u32, view: View, games: &[ThreeMoves], with_borders: bool) -> Three {
    let areas = Areas::of(games);
    let of_type = |kind: PeriodType| Type {
        meaning: kind.meaning(),
        r#type: kind.name(),
        games: areas.count(kind).to_string(),
        share: areas.share(kind),
    };
    let in_areas = || {
        let inside = games.iter().filter(|game| !GreatArea::of(game.moves).is_empty());
        share(inside.count() as u64, games.len() as u64)
    };
    Three {
        form: form_of_three(s3, view),
        in_areas: with_borders.then(in_areas),
        class: "three",
        largest_move: s3.to_string(),
        shown: ShownRegion::new(view),
        games: areas.games().to_string(),
        types: PeriodType::ALL.into_iter().map(of_type).collect(),
        longest_preperiod: longest_preperiod(games).map(GameEntry::of_three),
        borders: with_borders.then(|| border_lines(games)),
        counterexamples: counterexamples(games).map(GameEntry::of_three).collect(),
    }
}

impl Render for Three {
    const IS_COMPUTED: bool = true;

    fn text(&self) -> String {
        // Writing to a string cannot fail.
        let mut text = format!("{}: {} games\n\n", self.form, self.games);
        _ = writeln!(text, "{:<6} {:<20} {:>9}  share", "type", "period p", "games");
        for Type { r#type: name, meaning, games, share } in &self.types {
            _ = writeln!(text, "{name:<6} {meaning:<20} {games:>9}  {share}");
        }
        if let Some(game @ GameEntry { period, preperiod, .. }) = &self.longest_preperiod {
            let set = game.set();
            _ = writeln!(text, "\nlongest preperiod: {preperiod}, of {set} with period {period}");
        }
        for game @ GameEntry { period, preperiod, .. } in &self.counterexamples {
            _ = writeln!(
                text,
                "counterexample to Vermutung 6: {} has period {period}, preperiod {preperiod}",
                game.set()
            );
        }
        let areas = self.borders.as_ref().zip(self.in_areas.as_ref());
        text + &areas.map(|(lines, share)| borders_text(lines, share)).unwrap_or_default()
    }
}

#[output]
struct Type {
    #[serde(skip)]
    meaning: &'static str,
    r#type: &'static str,
    games: String,
    share: String,
}

/// Games of three moves, counted.
#[output]
pub struct Three {
    #[serde(skip)]
    form: String,
    /// The share of the games in the great areas.
    #[serde(skip)]
    in_areas: Option<String>,
    class: &'static str,
    largest_move: String,
    shown: Option<ShownRegion>,
    games: String,
    types: Vec<Type>,
    #[null]
    longest_preperiod: Option<GameEntry>,
    borders: Option<Vec<BorderLine>>,
    counterexamples: Vec<GameEntry>,
}

/// The number of games of the class, and the game with the longest period; `limit` is the number of positions after
/// which a game was left undecided.
pub fn two_free(
    class: TwoFreeClass,
    fixed: u32,
    view: View,
    games: &[TwoFreeMoves],
    limit: u64,
) -> TwoFree {
    let cycles = || games.iter().filter_map(|game| Some((game, game.cycle?)));
    let sum: u128 = cycles().map(|(_, cycle)| u128::from(cycle.period)).sum();
    let longest = cycles().rev().max_by_key(|(_, cycle)| cycle.period);
    TwoFree {
        head: Head::new(class, fixed, view, games.len()),
        sum_of_periods: sum.to_string(),
        longest_period: longest.and_then(|(game, cycle)| {
            Some(GameEntry::new(&class.moves(game.s1, game.s2, fixed)?, cycle))
        }),
        undecided: (games.len() - cycles().count()).to_string(),
        limit_positions: limit.to_string(),
    }
}

impl Render for TwoFree {
    fn verdict(&self) -> Option<Verdict> {
        Some(Verdict::decided(self.undecided == "0"))
    }

    fn text(&self) -> String {
        let Self { head, sum_of_periods, longest_period, undecided, limit_positions } = self;
        let mut text = format!("{}: {} games\n", head.form, head.games);
        _ = writeln!(text, "sum of the periods: {sum_of_periods}");
        if let Some(game @ GameEntry { period, preperiod, .. }) = longest_period {
            let set = game.set();
            _ = writeln!(text, "longest period: {period}, of {set} with preperiod {preperiod}");
        }
        if undecided != "0" {
            _ = writeln!(
                text,
                "undecided: {undecided} games, not counted above; no cycle was found among the first {limit_positions} positions (--limit-positions)"
            );
        }
        text
    }
}

/// Which games these are, and how many.
#[output]
struct Head {
    #[serde(skip)]
    form: String,
    class: &'static str,
    largest_move: Option<String>,
    third_move: Option<String>,
    shown: Option<ShownRegion>,
    games: String,
}

impl Head {
    fn new(class: TwoFreeClass, fixed: u32, view: View, games: usize) -> Self {
        let form = form(class, fixed, view);
        let fixed = Some(fixed.to_string());
        let (class, largest_move, third_move) = match class {
            TwoFreeClass::FourMoves => ("four", fixed, None),
            TwoFreeClass::ThirdFixed => ("four-third", None, fixed),
            TwoFreeClass::SymmetricFive => ("five", fixed, None),
        };
        let (shown, games) = (ShownRegion::new(view), games.to_string());
        Self { form, class, largest_move, third_move, shown, games }
    }
}

/// The games by areas of the period; `bounds` are the bounds as requested.
pub fn areas(
    class: TwoFreeClass,
    fixed: u32,
    view: View,
    bounds: &[String],
    games: &[BoundedGame],
) -> AreasOfPlane {
    let counts = count_areas(games, bounds.len());
    let lines = meanings(class, bounds).into_iter().zip(counts).zip(1_usize..);
    let line = |((meaning, count), area): ((String, u64), usize)| AreaLine {
        area: area.to_string(),
        meaning,
        games: count.to_string(),
        share: share(count, games.len() as u64),
    };
    let head = Head::new(class, fixed, view, games.len());
    AreasOfPlane { head, areas: lines.map(line).collect() }
}

impl Render for AreasOfPlane {
    const IS_COMPUTED: bool = true;

    fn text(&self) -> String {
        let mut text = format!("{}: {} games\n\n", self.head.form, self.head.games);
        let width = self.areas.iter().map(|line| line.meaning.chars().count()).max().unwrap_or(0);
        _ = writeln!(text, "area  {:<width$} {:>9}  share", "period p", "games");
        for AreaLine { area, meaning, games, share } in &self.areas {
            _ = writeln!(text, "{area:<4}  {meaning:<width$} {games:>9}  {share}");
        }
        text
    }
}

/// The great areas of a map with the lines between them, the number of games on the correct side, and the share of all
/// games in these areas.
fn borders_text(lines: &[BorderLine], share: &str) -> String {
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
    for line in lines {
        let BorderLine { n, divides, games, right, .. } = line;
        _ = writeln!(text, "{n:<2}  {:<width$}  {divides:<9} {games:>9} {right:>9}", between(line));
    }
    _ = writeln!(text, "share of all games in these areas: {share}");
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

#[output]
struct AreaLine {
    area: String,
    #[serde(rename = "period")]
    meaning: String,
    games: String,
    share: String,
}

/// Games with two free moves, counted by areas.
#[output]
pub struct AreasOfPlane {
    #[serde(flatten)]
    head: Head,
    areas: Vec<AreaLine>,
}

/// Games with two free moves, by their periods.
#[output]
pub struct TwoFree {
    #[serde(flatten)]
    head: Head,
    sum_of_periods: String,
    #[null]
    longest_period: Option<GameEntry>,
    undecided: String,
    limit_positions: String,
}
