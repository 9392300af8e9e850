//! Nine Men's Morris.

use super::petri::{Dialect, NetFile};
use super::{Ask, Control, Refused};
use crate::diagnostic::line_and_column;
use crate::games::muehle::compare::{CompareOptions, compare};
use crate::games::muehle::figures::Figure;
use crate::games::muehle::net::{Variant, closing_first, generate, rule_of};
use crate::games::muehle::notation::position;
use crate::games::muehle::record::{NoGame, Record};
use crate::games::muehle::{CaptureRule, Player, Position};
use crate::games::petri::layout::Layout;
use crate::lang::{TextKind, foreign};
use crate::report::Detail;
use crate::report::muehle::{Compared, MadeNet, Replayed, counts, replayed};
use grundy_output::question;

/// The greatest number of turns for which all plays are compared.
pub const MOST_TURNS: u8 = 100;

/// The greatest number of random games.
pub const MOST_GAMES: u32 = 10_000_000;

/// Which published net?
#[question]
#[derive(Copy)]
#[serde(default)]
pub struct Which {
    /// The net: that of the main text where nothing is said.
    #[cfg_attr(test, schemars(with = "crate::ask::game::Name<Variant>"))]
    pub variant: Variant,
    /// The player who begins: A where nothing is said.
    #[cfg_attr(test, schemars(with = "crate::ask::game::Name<Player>"))]
    pub beginner: Player,
}

impl Default for Which {
    fn default() -> Self {
        Self { variant: Variant::Base, beginner: Player::A }
    }
}

/// The published net of the game, or a part of it.
#[question]
#[derive(Default)]
#[serde(default)]
pub struct Net {
    /// Which net.
    pub which: Which,
    /// Only the net of this figure of the source, such as `3.7` or `A.3`, whatever the net and the beginner.
    pub part: Option<String>,
    /// Do moves that close a mill come before all others?
    pub closing_first: bool,
    /// In which dialect it is written: the standard where nothing is said.
    #[cfg_attr(test, schemars(with = "Option<crate::ask::game::Name<Dialect>>"))]
    pub to: Option<Dialect>,
}

impl Ask for Net {
    type Answer = MadeNet;

    fn answer(&self, _: &Control<'_>) -> Result<MadeNet, Refused> {
        let Self { which: Which { variant, beginner }, part, closing_first: is_closing_first, to } =
            self;
        let made = match part {
            Some(_) if *is_closing_first => {
                return Err("the net of a figure has no strategy".into());
            }
            Some(part) => Figure::find(part).ok_or_else(|| unknown(part))?.net(),
            None => {
                let mut made = generate(*variant, *beginner);
                if *is_closing_first {
                    closing_first(&mut made);
                }
                made
            }
        };
        let layout = || Layout::layered(&made.net);
        let pnml = to.unwrap_or(Dialect::Standard).write(&made.net, layout)?;
        Ok(counts(made, pnml))
    }
}

/// The message that there is no such figure.
fn unknown(part: &str) -> String {
    let known: Vec<_> = Figure::all().map(|figure| figure.name).collect();
    format!("figure {part} does not have its own net; these do: {}", known.join(" "))
}

/// Do a net and the rules have the same positions, turn by turn?
#[question]
#[derive(Default)]
#[serde(default)]
pub struct Compare {
    /// A net of the game; a published one where nothing is said.
    pub net: Option<NetFile>,
    /// Which published net.
    pub which: Which,
    /// What to capture if all opposing stones are in mills: as the net suggests where nothing is said.
    #[cfg_attr(test, schemars(with = "Option<crate::ask::game::Name<CaptureRule>>"))]
    pub captures: Option<CaptureRule>,
    /// The number of turns of which all plays are compared, up to 100 ([`MOST_TURNS`]); 3 by default.
    pub depth: Option<u8>,
    /// The number of random games, up to 10,000,000 ([`MOST_GAMES`]); 2,000 by default.
    pub games: Option<u32>,
    /// The seed of the random numbers: 1 where nothing is said.
    pub seed: Option<u64>,
}

impl Ask for Compare {
    type Answer = Compared;

    fn answer(&self, control: &Control<'_>) -> Result<Compared, Refused> {
        let Self { depth, games, seed, .. } = self;
        if depth.is_some_and(|depth| depth > MOST_TURNS) {
            return Err(format!("--depth is at most {MOST_TURNS}").into());
        }
        if games.is_some_and(|games| games > MOST_GAMES) {
            return Err(format!("--games is at most {MOST_GAMES}").into());
        }
        let (name, net) = match &self.net {
            Some(net) => (net.file.name.clone(), net.read()?.net),
            None => {
                let made = generate(self.which.variant, self.which.beginner);
                (made.net.name.clone(), made.net)
            }
        };
        let rule = self.captures.unwrap_or_else(|| rule_of(&net));
        let defaults = CompareOptions::default();
        let games = games.map_or(defaults.games, u64::from);
        let told = |done| control.count(done, games, "games");
        let options = CompareOptions {
            rule,
            depth: depth.map_or(defaults.depth, usize::from),
            games,
            seed: seed.unwrap_or(defaults.seed),
            stop: control.stop.clone(),
            progress: Some(&told),
        };
        let comparison = control.threads.run(|| compare(&net, &options));
        let comparison = comparison.map_err(|missing| not_of_this_game(&name, &missing))?;
        Ok(Compared { name, net, rule, comparison, detail: Detail::Normal })
    }
}

fn not_of_this_game(name: &str, missing: &[String]) -> Refused {
    let first: Vec<_> = missing.iter().take(3).map(String::as_str).collect();
    let more = if missing.len() > first.len() { ", ..." } else { "" };
    Refused::rejected(format!(
        "{name} is not a net of Nine Men's Morris: it has no place {}{more}\n\
         a position shows on the places A1,1 to B3,8 and, for F = A and B, F-Steine, \
         F-ausgeschieden, F-SteinLegen and Spielende:F-gewinnt",
        first.join(", ")
    ))
}

/// Is a game record possible?
#[question]
pub struct Replay {
    /// Turns such as `d6`, `a1-a4` and `a1-a4xd7`, with or without their numbers.
    pub record: String,
    /// The name of the file that it is from.
    pub name: Option<String>,
    /// The position at the beginning, as it is written below a record: that of a game where nothing is said.
    pub from: Option<String>,
    /// What to capture if all opposing stones are in mills: `any` where nothing is said.
    #[cfg_attr(test, schemars(with = "Option<crate::ask::game::Name<CaptureRule>>"))]
    pub captures: Option<CaptureRule>,
}

impl Ask for Replay {
    type Answer = Replayed;

    fn answer(&self, _: &Control<'_>) -> Result<Replayed, Refused> {
        let start = match &self.from {
            Some(text) => {
                position(text).map_err(|why| Refused::rejected(format!("--from: {why}")))?
            }
            None => Position::start(Player::A),
        };
        match Record::play(
            &self.record,
            start,
            self.captures.unwrap_or(CaptureRule::FromMillsIfAll),
        ) {
            Ok(record) => Ok(replayed(&record, None)),
            Err((NoGame::Impossible(number, turn, why), record)) => {
                Ok(replayed(&record, Some(&(number, turn, why))))
            }
            Err((NoGame::Unreadable(at, why), _)) => {
                let (line, column) = line_and_column(&self.record, at);
                let name = self.name.as_ref().map_or(String::new(), |name| format!("{name}: "));
                Err(Refused::rejected(match foreign(&self.record, TextKind::Record) {
                    Some(found) => format!("{name}{}", found.sentence()),
                    None => format!("{name}line {line}, column {column}: {why}"),
                }))
            }
        }
    }
}
