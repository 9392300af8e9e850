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

/// Which net.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Variant {
    /// The net of the main text.  A stone that closes two mills gets only one of them recorded.
    #[default]
    Base,
    /// Two mills closed by one stone are both recorded; the captures start from a further place
    /// `F-SteinEntfernen-Schritt2`, as in the worked example of section 4.4.1.
    Step2,
    /// The same aim as the number of transitions printed there suggests: every capture has a
    /// second copy that takes two tokens, and `F-SteinEntfernen` has a twin with the same arcs.
    Doubled,
    /// If all opposing stones are in mills one of them is captured (section 4.4.2).
    CaptureFromMill,
}

impl Variant {
    /// All variants.
    pub const ALL: [Self; 4] = [Self::Base, Self::Step2, Self::Doubled, Self::CaptureFromMill];

    /// `base`, `step2`, `doubled` or `capture-from-mill`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Base => "base",
            Self::Step2 => "step2",
            Self::Doubled => "doubled",
            Self::CaptureFromMill => "capture-from-mill",
        }
    }

    /// The rule for captures that the net is a model of.
    pub fn rule(self) -> CaptureRule {
        match self {
            Self::CaptureFromMill => CaptureRule::FromMillsIfAll,
            _ => CaptureRule::OutsideMills,
        }
    }

    /// Do two tokens go through the test for mills?
    fn two_tokens(self) -> bool {
        matches!(self, Self::Step2 | Self::Doubled)
    }
}

/// What a transition is for: the rows of the published table, then those of the variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Category {
    /// `fi,j`
    Place,
    /// `F-SteinLegenUnmöglich`
    PlacingImpossible,
    /// `fm<mill>`
    DetectMill,
    /// `Fi,j-keineMühleErkannt`
    NoMill,
    /// `fi,j-fi',j'`, neighbours
    Slide,
    /// `F-ZugUnmöglich`
    NoMove,
    /// `fi,j-fi',j'`, not neighbours
    Jump,
    /// `gi,j-entfernen`
    Capture,
    /// `F-SteinEntfernenUnmöglich`
    CaptureImpossible,
    /// `mühleLeeren-i,j`, `zweiteMühleLeeren-i,j`
    OpenMill,
    /// `mühleLeer-i,j`, `zweiteMühleLeer-i,j`
    NoMillToOpen,
    /// `f-gewinnt`
    CaptureWin,
    /// `F-SiegbedingungNichtErfüllt`
    NoCaptureWin,
    /// `F-eineMühleErkannt` (step2, doubled)
    OneMill,
    /// `F-SteinEntfernen2`, `F-SteinEntfernen1` (step2); the text calls the second one like its
    /// place, but names in a net differ
    CaptureStep,
    /// `gi,j-entfernen2` (doubled)
    SecondCapture,
    /// `gi,j-entfernen-ausMühle` (capture-from-mill)
    CaptureFromMill,
}

impl Category {
    /// The published rows.
    pub const PUBLISHED: [Self; 13] = [
        Self::Place,
        Self::PlacingImpossible,
        Self::DetectMill,
        Self::NoMill,
        Self::Slide,
        Self::NoMove,
        Self::Jump,
        Self::Capture,
        Self::CaptureImpossible,
        Self::OpenMill,
        Self::NoMillToOpen,
        Self::CaptureWin,
        Self::NoCaptureWin,
    ];

    /// The name in English.
    pub fn name(self) -> &'static str {
        match self {
            Self::Place => "place a stone",
            Self::PlacingImpossible => "placing impossible",
            Self::DetectMill => "detect mill",
            Self::NoMill => "no mill detected",
            Self::Slide => "slide",
            Self::NoMove => "no move",
            Self::Jump => "jump",
            Self::Capture => "capture",
            Self::CaptureImpossible => "capture impossible",
            Self::OpenMill => "open mill",
            Self::NoMillToOpen => "no mill to open",
            Self::CaptureWin => "capture win",
            Self::NoCaptureWin => "capture win not reached",
            Self::OneMill => "one mill detected",
            Self::CaptureStep => "start of a capture",
            Self::SecondCapture => "capture after two mills",
            Self::CaptureFromMill => "capture from a mill",
        }
    }

    /// The priority of its transitions; `OpenMill` and `NoMillToOpen` come before all others of a
    /// turn.  Where captures wait for the second mill to be found, they come after that.
    fn priority(self, variant: Variant) -> i32 {
        match self {
            Self::CaptureWin => 100,
            Self::OpenMill => 80,
            Self::NoMillToOpen => 75,
            Self::SecondCapture => 28,
            Self::Capture if variant == Variant::Doubled => 26,
            Self::CaptureImpossible if variant == Variant::Doubled => 24,
            Self::Capture | Self::CaptureFromMill => 60,
            Self::CaptureImpossible => 55,
            Self::DetectMill => 40,
            Self::NoMill => 35,
            Self::OneMill => 30,
            // The step for two tokens is two higher.
            Self::CaptureStep => 26,
            Self::Place | Self::Slide | Self::Jump => 20,
            Self::PlacingImpossible | Self::NoMove => 15,
            Self::NoCaptureWin => 5,
        }
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
    let mut maker = Maker {
        variant,
        ids: BTreeMap::new(),
        net: Net { name: format!("Mühle ({})", variant.name()), ..Net::default() },
        categories: Vec::new(),
    };
    maker.places(beginner);
    for player in Player::BOTH {
        maker.turn(player);
    }
    maker.opening();
    let mut order: Vec<_> = (0..maker.categories.len()).collect();
    order.sort_by_key(|&id| maker.categories[id]);
    let categories = order.iter().map(|&id| maker.categories[id]).collect();
    let mut transitions: Vec<_> = maker.net.transitions.into_iter().map(Some).collect();
    let transitions = order.iter().filter_map(|&id| transitions[id].take()).collect();
    Generated { net: Net { transitions, ..maker.net }, categories }
}

/// The rule for captures that a net seems to be a model of: that of tournaments if a transition
/// is called like the captures from mills, `...-entfernen-ausMühle`.
pub fn rule_of(net: &Net) -> CaptureRule {
    match net.transitions.iter().any(|it| it.name.ends_with("-entfernen-ausMühle")) {
        true => CaptureRule::FromMillsIfAll,
        false => CaptureRule::OutsideMills,
    }
}

/// A place with a weight.
type Weighted = (String, u32);

struct Maker {
    variant: Variant,
    ids: BTreeMap<String, PlaceId>,
    net: Net,
    categories: Vec<Category>,
}

impl Maker {
    fn place(&mut self, name: String, capacity: u32, initial: u32) {
        self.ids.insert(name.clone(), self.net.places.len());
        self.net.places.push(Place { name, initial, capacity: NonZeroU32::new(capacity) });
    }

    fn places(&mut self, beginner: Player) {
        for player in Player::BOTH {
            for field in Field::all() {
                self.place(format!("{player}{field}"), 1, 0);
            }
        }
        let tokens = if self.variant.two_tokens() { 2 } else { 1 };
        for player in Player::BOTH {
            self.place(format!("{player}-Steine"), 9, 9);
            self.place(format!("{player}-SteinLegen"), 1, u32::from(player == beginner));
            self.place(format!("{player}-P2"), 1, 0);
            self.place(format!("{player}-MühleErkennen"), tokens, 0);
            self.place(format!("{player}-SteinEntfernen"), tokens, 0);
            match self.variant {
                Variant::Base => {}
                Variant::Step2 => self.place(format!("{player}-SteinEntfernen-Schritt2"), 1, 0),
                Variant::Doubled => self.place(format!("{player}-SteinEntfernen2"), tokens, 0),
                Variant::CaptureFromMill => self.place(format!("{player}-SteinEntfernen2"), 1, 0),
            }
            self.place(format!("{player}-ausgeschieden"), 7, 0);
            self.place(format!("{player}-SiegPrüfen"), 1, 0);
            self.place(format!("Spielende:{player}-gewinnt"), 1, 0);
        }
        for mill in Mill::all() {
            self.place(format!("M{mill}"), 1, 0);
        }
        for suffix in ["", "-2"] {
            for field in Field::all() {
                self.place(format!("ML-{field}{suffix}"), 1, 0);
            }
        }
    }

    fn transition(
        &mut self,
        category: Category,
        name: String,
        inputs: &[Weighted],
        outputs: &[Weighted],
        inhibitors: &[String],
    ) {
        let arcs = |weighted: &[Weighted]| {
            let arc = |(name, weight): &Weighted| {
                Some(Arc { place: *self.ids.get(name)?, weight: NonZeroU32::new(*weight)? })
            };
            let mut arcs: Vec<_> = weighted.iter().filter_map(arc).collect();
            arcs.sort_by_key(|arc| arc.place);
            arcs
        };
        let inhibitors: Vec<_> = inhibitors.iter().map(|name| (name.clone(), 1)).collect();
        let transition = Transition {
            name,
            priority: category.priority(self.variant),
            inputs: arcs(inputs),
            outputs: arcs(outputs),
            inhibitors: arcs(&inhibitors),
        };
        self.net.transitions.push(transition);
        self.categories.push(category);
    }

    /// All transitions of one player.
    fn turn(&mut self, player: Player) {
        let lower = player.name().to_lowercase();
        self.moves(player, &lower);
        self.detection(player, &lower);
        self.captures(player);
        let other = player.other();
        let test = (format!("{player}-SiegPrüfen"), 1);
        self.transition(
            Category::CaptureWin,
            format!("{lower}-gewinnt"),
            &[test.clone(), (format!("{other}-ausgeschieden"), 7)],
            &[(format!("Spielende:{player}-gewinnt"), 1)],
            &[],
        );
        self.transition(
            Category::NoCaptureWin,
            format!("{player}-SiegbedingungNichtErfüllt"),
            &[test],
            &[(format!("{other}-SteinLegen"), 1)],
            &[],
        );
    }

    fn moves(&mut self, player: Player, lower: &str) {
        let other = player.other();
        let one = |name: &str| (format!("{player}-{name}"), 1);
        let (place, slide) = (one("SteinLegen"), one("P2"));
        let tokens = if self.variant.two_tokens() { 2 } else { 1 };
        let detect = (format!("{player}-MühleErkennen"), tokens);
        let stone = |field: Field| (format!("{player}{field}"), 1);
        for field in Field::all() {
            self.transition(
                Category::Place,
                format!("{lower}{field}"),
                &[place.clone(), one("Steine")],
                &[stone(field), detect.clone()],
                &[format!("{other}{field}")],
            );
        }
        self.transition(
            Category::PlacingImpossible,
            format!("{player}-SteinLegenUnmöglich"),
            &[place],
            std::slice::from_ref(&slide),
            &[],
        );
        // Six of nine stones captured leave exactly three.
        let captured = (format!("{player}-ausgeschieden"), 6);
        for from in Field::all() {
            for to in Field::all().filter(|&to| to != from) {
                let adjacent = from.neighbours().contains(to);
                let mut inputs = vec![slide.clone(), stone(from)];
                let mut outputs = vec![stone(to), detect.clone(), (format!("ML-{from}"), 1)];
                if !adjacent {
                    inputs.push(captured.clone());
                    outputs.push(captured.clone());
                }
                let category = if adjacent { Category::Slide } else { Category::Jump };
                let name = format!("{lower}{from}-{lower}{to}");
                self.transition(category, name, &inputs, &outputs, &[format!("{other}{to}")]);
            }
        }
        self.transition(
            Category::NoMove,
            format!("{player}-ZugUnmöglich"),
            &[slide],
            &[(format!("Spielende:{other}-gewinnt"), 1)],
            &[],
        );
    }

    fn detection(&mut self, player: Player, lower: &str) {
        let next = (format!("{}-SteinLegen", player.other()), 1);
        let tokens = if self.variant.two_tokens() { 2 } else { 1 };
        let detect = |weight| (format!("{player}-MühleErkennen"), weight);
        let stone = |field: Field| (format!("{player}{field}"), 1);
        for mill in Mill::all() {
            let stones: Vec<_> = mill.fields().iter().map(stone).collect();
            let inputs = [stones.as_slice(), &[detect(1)]].concat();
            let mut outputs = stones;
            outputs.extend([(format!("M{mill}"), 1), (format!("{player}-SteinEntfernen"), 1)]);
            outputs.extend(self.twin(player, 1));
            self.transition(
                Category::DetectMill,
                format!("{lower}m{mill}"),
                &inputs,
                &outputs,
                &[],
            );
        }
        for field in Field::all() {
            self.transition(
                Category::NoMill,
                format!("{player}{field}-keineMühleErkannt"),
                &[detect(tokens), stone(field)],
                &[stone(field), next.clone()],
                &[],
            );
        }
        if self.variant.two_tokens() {
            let name = format!("{player}-eineMühleErkannt");
            self.transition(Category::OneMill, name, &[detect(1)], &[], &[]);
        }
    }

    fn captures(&mut self, player: Player) {
        let other = player.other();
        let lower = other.name().to_lowercase();
        let due = |weight| (format!("{player}-SteinEntfernen"), weight);
        let step = (format!("{player}-SteinEntfernen-Schritt2"), 1);
        let from_mill = (format!("{player}-SteinEntfernen2"), 1);
        let start = match self.variant {
            Variant::Step2 => vec![step.clone()],
            _ => [due(1)].into_iter().chain(self.twin(player, 1)).collect(),
        };
        let to = |field: Field| (format!("{other}{field}"), 1);
        let done = [(format!("{other}-ausgeschieden"), 1), (format!("{player}-SiegPrüfen"), 1)];
        for field in Field::all() {
            let records = field.mills().map(|mill| format!("M{mill}"));
            let name = format!("{lower}{field}-entfernen");
            let inputs = [start.as_slice(), &[to(field)]].concat();
            self.transition(Category::Capture, name.clone(), &inputs, &done, &records);
            if self.variant == Variant::Doubled {
                let mut inputs = vec![due(2), to(field)];
                inputs.extend(self.twin(player, 2));
                let name = format!("{name}2");
                self.transition(Category::SecondCapture, name, &inputs, &done, &records);
            }
            if self.variant == Variant::CaptureFromMill {
                let name = format!("{name}-ausMühle");
                let inputs = [from_mill.clone(), to(field)];
                self.transition(Category::CaptureFromMill, name, &inputs, &done, &[]);
            }
        }
        let pass = match self.variant {
            Variant::CaptureFromMill => from_mill,
            _ => (format!("{other}-SteinLegen"), 1),
        };
        let name = format!("{player}-SteinEntfernenUnmöglich");
        self.transition(Category::CaptureImpossible, name, &start, &[pass], &[]);
        if self.variant == Variant::Step2 {
            for tokens in [2, 1] {
                let name = format!("{player}-SteinEntfernen{tokens}");
                let first = self.net.transitions.len();
                self.transition(
                    Category::CaptureStep,
                    name,
                    &[due(tokens)],
                    std::slice::from_ref(&step),
                    &[],
                );
                self.net.transitions[first].priority += 2 * i32::from(tokens == 2);
            }
        }
    }

    /// The twin of `F-SteinEntfernen`, where it has one.
    fn twin(&self, player: Player, weight: u32) -> Option<Weighted> {
        let wanted = self.variant == Variant::Doubled;
        wanted.then(|| (format!("{player}-SteinEntfernen2"), weight))
    }

    /// The section that takes the records away at a vacated field, shared by the players.
    fn opening(&mut self) {
        for field in Field::all() {
            let [first, second] = field.mills().map(|mill| (format!("M{mill}"), 1));
            let (one, two) = ((format!("ML-{field}"), 1), (format!("ML-{field}-2"), 1));
            let mut add = |category, name: &str, inputs: &[Weighted], outputs: &[Weighted]| {
                self.transition(category, format!("{name}-{field}"), inputs, outputs, &[]);
            };
            let next = std::slice::from_ref(&two);
            add(Category::OpenMill, "mühleLeeren", &[one.clone(), first], next);
            add(Category::NoMillToOpen, "mühleLeer", &[one], next);
            add(Category::OpenMill, "zweiteMühleLeeren", &[two.clone(), second], &[]);
            add(Category::NoMillToOpen, "zweiteMühleLeer", next, &[]);
        }
    }
}
