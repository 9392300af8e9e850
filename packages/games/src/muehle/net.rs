//! The published net of the game, made from its specification, and its variants.
//!
//! A turn of player F runs through control places: `F-SteinLegen` (place a stone) or, with an
//! empty hand, `F-P2` (slide or jump); then the opening section `ML-i,j`, `ML-i,j-2`, which takes
//! the records of mills at the vacated field away; then `F-MühleErkennen`, which records a new
//! mill in `M<mill>`; then, if one was found, `F-SteinEntfernen` and `F-SiegPrüfen`.  Priorities
//! decide where several transitions are enabled.
//!
//! The records have no player in their names: both players share them.  Stones are read by
//! self-loops on places of capacity 1, so the net is meant for the capacity rule of the net
//! effect ([`CapacityRule::Net`](crate::petri::CapacityRule::Net)).
//!
//! The source is L. Kramer (Universität Bremen, 2021), of which the text was available without its
//! figures.  What the text leaves open was chosen so that a whole game can be played and
//! the published numbers of transitions come out; names are those of the source.

use super::board::{Field, Mill};
use super::rules::{CaptureRule, Player};
use crate::petri::{Arc, Net, Place, PlaceId, Transition};
use std::collections::BTreeMap;
use std::num::NonZeroU32;

grundy_language::named! {
    /// Which net.
    Variant {
        /// A stone that closes two mills gets only one of them recorded.
        Base: "base", "The net of the main text";
        /// The captures start from a further place `F-SteinEntfernen-Schritt2` (section 4.4.1).
        Step2: "step2",
            "Two mills closed by one stone, after the worked example: a second step before captures";
        /// Every capture has a second copy that takes two tokens, and `F-SteinEntfernen` has a twin with
        /// the same arcs.
        Doubled: "doubled", "The same, after the printed number of transitions: each capture twice";
        /// See section 4.4.2.
        CaptureFromMill: "capture-from-mill",
            "If all opposing stones are in mills, one of them is captured";
        /// Suggested in chapter 5, not carried out there: the place after a capture that is impossible is
        /// called `F-SteinEntfernen-ausMühle`.
        Both: "both", "Step2 and capture-from-mill together";
    }
}

impl Variant {
    /// The rule for captures that the net is a model of.
    pub fn rule(self) -> CaptureRule {
        match self {
            Self::CaptureFromMill | Self::Both => CaptureRule::FromMillsIfAll,
            _ => CaptureRule::OutsideMills,
        }
    }
}

/// In which the variants differ, besides the [`RULES`] that only some of them have.
struct Parts {
    /// The tokens that go through the test for mills.
    tokens: u32,
    /// Further places of each player, and their capacities.
    further: &'static [(&'static str, u32)],
    /// What a mill that was found marks.
    due: &'static str,
    /// What captures take.
    start: &'static str,
    /// What is marked if no stone can be captured outside of mills.
    pass: &'static str,
}

impl Variant {
    fn parts(self) -> Parts {
        let due = "{F}-SteinEntfernen";
        let base = Parts { tokens: 1, further: &[], due, start: "{due}", pass: "{G}-SteinLegen" };
        const STEP: &str = "{F}-SteinEntfernen-Schritt2";
        const SECOND: &str = "{F}-SteinEntfernen2";
        const FROM_MILL: &str = "{F}-SteinEntfernen-ausMühle";
        match self {
            Self::Base => base,
            Self::Step2 => Parts { tokens: 2, further: &[(STEP, 1)], start: STEP, ..base },
            Self::Doubled => {
                let due = "{F}-SteinEntfernen {F}-SteinEntfernen2";
                Parts { tokens: 2, further: &[(SECOND, 2)], due, ..base }
            }
            Self::CaptureFromMill => Parts { further: &[(SECOND, 1)], pass: SECOND, ..base },
            Self::Both => {
                let further = &[(STEP, 1), (FROM_MILL, 1)];
                Parts { tokens: 2, further, start: STEP, pass: FROM_MILL, ..base }
            }
        }
    }
}

/// The transitions of all variants; the comment in it says how it is read.
const RULES: &str = include_str!("rules.tsv");

/// A line of [`RULES`].
struct Rule {
    category: Category,
    priority: i32,
    /// For what it is written out.
    each: &'static str,
    text: &'static str,
}

impl Variant {
    /// Its rules.
    fn rules(self) -> impl Iterator<Item = Rule> {
        RULES.lines().filter_map(move |line| {
            let mut cells = line.split('\t');
            let mut cell = || cells.next();
            let (name, variants, priority, each, text) =
                (cell()?, cell()?, cell()?, cell()?, cell()?);
            let category = Category::named(name)?;
            let own = variants == "all" || variants.split(' ').any(|it| it == self.name());
            own.then_some(Rule { category, priority: priority.parse().ok()?, each, text })
        })
    }
}

grundy_language::named! {
    /// What a transition is for: the rows of the published table, then those of the variants.
    Category {
        /// `fi,j`
        Place: "place a stone";
        /// `F-SteinLegenUnmöglich`
        PlacingImpossible: "placing impossible";
        /// `fm<mill>`
        DetectMill: "detect mill";
        /// `Fi,j-keineMühleErkannt`
        NoMill: "no mill detected";
        /// `fi,j-fi',j'`, neighbours
        Slide: "slide";
        /// `F-ZugUnmöglich`
        NoMove: "no move";
        /// `fi,j-fi',j'`, not neighbours
        Jump: "jump";
        /// `gi,j-entfernen`
        Capture: "capture";
        /// `F-SteinEntfernenUnmöglich`
        CaptureImpossible: "capture impossible";
        /// `mühleLeeren-i,j`, `zweiteMühleLeeren-i,j`
        OpenMill: "open mill";
        /// `mühleLeer-i,j`, `zweiteMühleLeer-i,j`
        NoMillToOpen: "no mill to open";
        /// `f-gewinnt`
        CaptureWin: "capture win";
        /// `F-SiegbedingungNichtErfüllt`
        NoCaptureWin: "capture win not reached";
        /// `F-eineMühleErkannt` (step2, doubled, both)
        OneMill: "one mill detected";
        /// `F-SteinEntfernen2`, `F-SteinEntfernen1` (step2, both); the text calls the second one like its
        /// place, but names in a net differ
        CaptureStep: "start of a capture";
        /// `gi,j-entfernen2` (doubled)
        SecondCapture: "capture after two mills";
        /// `gi,j-entfernen-ausMühle` (capture-from-mill, both)
        CaptureFromMill: "capture from a mill";
        /// `...-schließt<mill>` (see [`closing_first`])
        CloseMill: "close a mill first";
    }
}

/// A net with the category of each of its transitions.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The net.
    pub net: Net,
    /// By transition.
    pub categories: Vec<Category>,
}

impl Generated {
    /// How many transitions each category has, without empty ones.
    pub fn counts(&self) -> Vec<(Category, usize)> {
        let mut counts = BTreeMap::new();
        for category in &self.categories {
            *counts.entry(*category).or_insert(0) += 1;
        }
        counts.into_iter().collect()
    }

    /// The number of arcs, with those that end in inhibition; a self-loop counts as two arcs.
    pub fn arcs(&self) -> (usize, usize) {
        let transitions = &self.net.transitions;
        let inhibitors = transitions.iter().map(|it| it.inhibitors.len()).sum();
        let others: usize = transitions.iter().map(|it| it.inputs.len() + it.outputs.len()).sum();
        (others + inhibitors, inhibitors)
    }
}

/// Makes the net of a variant.
///
/// ```
/// use grundy_games::muehle::{Player, net::{Variant, generate}};
/// let net = generate(Variant::Base, Player::A).net;
/// assert_eq!((net.places.len(), net.transitions.len()), (128, 1386));
/// ```
pub fn generate(variant: Variant, beginner: Player) -> Generated {
    let mut net = Net { name: format!("Mühle ({})", variant.name()), ..Net::default() };
    net.places = places(variant, beginner);
    let names = net.places.iter().enumerate();
    let ids: BTreeMap<_, _> = names.map(|(id, place)| (place.name.as_str(), id)).collect();
    let mut made = Vec::new();
    for each in ["player", "field", "mill", "neighbours", "others", "shared"] {
        let rules: Vec<_> = variant.rules().filter(|rule| rule.each == each).collect();
        for words in instances(variant, each) {
            for Rule { category, priority, text, .. } in &rules {
                let fill = |text: String, (word, with): &(_, String)| text.replace(word, with);
                let rule = words.iter().fold((*text).to_owned(), fill);
                made.push((*category, transition(&rule, *priority, &ids)));
            }
        }
    }
    made.sort_by_key(|(category, _)| *category);
    let categories;
    (categories, net.transitions) = made.into_iter().unzip();
    Generated { net, categories }
}

/// The net with a strategy: moves that close a mill come before all other moves.
///
/// The idea is that of chapter 5, which does not carry it out.  Each placing, slide and jump to a field gets a copy
/// for each mill of this field that the stone does not come from: `...-schließt<mill>`, which also reads the
/// two other fields of the mill, with priority 25, between those of moves and of the search for mills.
pub fn closing_first(made: &mut Generated) {
    let is_move = |it: Category| matches!(it, Category::Place | Category::Slide | Category::Jump);
    let ids: BTreeMap<_, _> =
        made.net.places.iter().enumerate().map(|(id, it)| (it.name.clone(), id)).collect();
    let field = |player: &str, place: PlaceId| {
        made.net.places[place].name.strip_prefix(player).and_then(Field::parse)
    };
    let mut copies = Vec::new();
    let moves = made.net.transitions.iter().zip(&made.categories);
    for (transition, _) in moves.filter(|it| is_move(*it.1)) {
        let player = if transition.name.starts_with('a') { "A" } else { "B" };
        let on_board = |arcs: &[Arc]| arcs.iter().find_map(|arc| field(player, arc.place));
        let (from, Some(to)) = (on_board(&transition.inputs), on_board(&transition.outputs)) else {
            continue;
        };
        let mills = to.mills().into_iter();
        for mill in mills.filter(|it| from.is_none_or(|from| !it.fields().contains(from))) {
            let mut copy = transition.clone();
            copy.name = format!("{}-schließt{mill}", transition.name);
            copy.priority = CLOSING;
            for other in mill.fields().minus(to.into()).iter() {
                let Some(&place) = ids.get(&format!("{player}{other}")) else { continue };
                let arc = Arc { place, weight: NonZeroU32::MIN };
                copy.inputs.push(arc);
                copy.outputs.push(arc);
            }
            copy.inputs.sort_by_key(|arc| arc.place);
            copy.outputs.sort_by_key(|arc| arc.place);
            copies.push(copy);
        }
    }
    made.categories.extend(copies.iter().map(|_| Category::CloseMill));
    made.net.transitions.extend(copies);
    made.net.name += ", mills first";
}

/// The priority of moves that close a mill.
const CLOSING: i32 = 25;

/// The rule for captures that a net seems to be a model of: that of tournaments if a transition
/// is called like the captures from mills, `...-entfernen-ausMühle`.
pub fn rule_of(net: &Net) -> CaptureRule {
    match net.transitions.iter().any(|it| it.name.ends_with("-entfernen-ausMühle")) {
        true => CaptureRule::FromMillsIfAll,
        false => CaptureRule::OutsideMills,
    }
}

fn places(variant: Variant, beginner: Player) -> Vec<Place> {
    let Parts { tokens, further, .. } = variant.parts();
    let mut places = Vec::new();
    let mut place = |name: String, capacity, initial| {
        places.push(Place { name, initial, capacity: NonZeroU32::new(capacity) });
    };
    for player in Player::ALL {
        Field::all().for_each(|field| place(format!("{player}{field}"), 1, 0));
    }
    for player in Player::ALL {
        place(format!("{player}-Steine"), 9, 9);
        place(format!("{player}-SteinLegen"), 1, u32::from(player == beginner));
        place(format!("{player}-P2"), 1, 0);
        place(format!("{player}-MühleErkennen"), tokens, 0);
        place(format!("{player}-SteinEntfernen"), tokens, 0);
        for &(name, capacity) in further {
            place(name.replace("{F}", player.name()), capacity, 0);
        }
        place(format!("{player}-ausgeschieden"), 7, 0);
        place(format!("{player}-SiegPrüfen"), 1, 0);
        place(format!("Spielende:{player}-gewinnt"), 1, 0);
    }
    Mill::all().for_each(|mill| place(format!("M{mill}"), 1, 0));
    for suffix in ["", "-2"] {
        Field::all().for_each(|field| place(format!("ML-{field}{suffix}"), 1, 0));
    }
    places
}

/// What to write for the words in braces, in this order, for each time that a rule is written out.
fn instances(variant: Variant, each: &str) -> Vec<Vec<(&'static str, String)>> {
    let Parts { tokens, due, start, pass, .. } = variant.parts();
    let field = |field: Field| {
        let [first, second] = field.mills().map(|mill| mill.to_string());
        vec![("{i}", field.to_string()), ("{M}", first), ("{N}", second)]
    };
    let stones = |mill: Mill| {
        let stones: Vec<_> = mill.fields().iter().map(|field| format!("{{F}}{field}")).collect();
        vec![("{M}", mill.to_string()), ("{stones}", stones.join(" "))]
    };
    let pairs = |neighbours: bool| {
        let pairs = Field::all().flat_map(|from| Field::all().map(move |to| (from, to)));
        let pairs = pairs
            .filter(move |(from, to)| from != to && from.neighbours().contains(*to) == neighbours);
        pairs.map(|(from, to)| vec![("{i}", from.to_string()), ("{j}", to.to_string())]).collect()
    };
    let places: Vec<Vec<_>> = match each {
        "field" | "shared" => Field::all().map(field).collect(),
        "mill" => Mill::all().map(stones).collect(),
        "neighbours" => pairs(true),
        "others" => pairs(false),
        _ => vec![Vec::new()],
    };
    // The opening section is that of both players.
    if each == "shared" {
        return places;
    }
    let mut instances = Vec::new();
    for player in Player::ALL {
        let (own, other) = (player.name(), player.other().name());
        let words = [
            ("{start}", start.to_owned()),
            ("{due}", due.to_owned()),
            ("{pass}", pass.to_owned()),
            ("{t}", tokens.to_string()),
        ];
        let players = [
            ("{F}", own.to_owned()),
            ("{G}", other.to_owned()),
            ("{f}", own.to_lowercase()),
            ("{g}", other.to_lowercase()),
        ];
        instances.extend(places.iter().map(|it| [&words[..], &it[..], &players].concat()));
    }
    instances
}

/// The transition of a rule that is written out.
fn transition(rule: &str, priority: i32, ids: &BTreeMap<&str, PlaceId>) -> Transition {
    let (name, rule) = rule.split_once(": ").unwrap_or_default();
    let (inputs, rule) = rule.split_once("->").unwrap_or_default();
    let (outputs, inhibitors) = rule.split_once('!').unwrap_or((rule, ""));
    let arcs = |places: &str| {
        let arc = |word: &str| {
            let (weight, place) = word.split_once('*').unwrap_or(("1", word));
            Some(Arc { place: *ids.get(place)?, weight: weight.parse().ok()? })
        };
        let mut arcs: Vec<_> = places.split_whitespace().filter_map(arc).collect();
        arcs.sort_by_key(|arc| arc.place);
        arcs
    };
    let (inputs, outputs, inhibitors) = (arcs(inputs), arcs(outputs), arcs(inhibitors));
    let name = name.to_owned();
    Transition { name, priority, inputs, outputs, inhibitors, ..Transition::default() }
}
