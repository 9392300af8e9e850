//! `grundy wolf play`: a person is the wolf or the sheep, the program is the other.

use super::tree;
use crate::cli::conversation::{self, Answer, End, Game, Strength};
use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::wolf::{Side, WolfPlay};
use crate::cli::host::exit::{Exit, Failure};
use grundy_answers::report::wolf::board;
use grundy_games::wolf::{Move, Next, Sheep, Solver, Square, Squares, Tree, Winner};
use grundy_language::diagnostic::counted;

/// Plays one game.
pub fn run(arguments: &WolfPlay, configuration: &Configuration) -> Result<Exit, Failure> {
    let (strength, seed) = Strength::new(&arguments.opponent);
    let game = Wolf {
        seed: (!strength.is_best()).then_some(seed),
        strength,
        person: arguments.side,
        tree: arguments.tree.as_deref().map(|path| tree(path, configuration)).transpose()?,
        solver: Solver::default(),
        state: WolfState {
            sheep: Sheep::START,
            wolf: None,
            to_move: Side::Wolf,
            step: 1,
            variant: 0,
            over: None,
        },
    };
    conversation::hold(game, configuration)
}

struct Wolf {
    person: Side,
    strength: Strength,
    /// The seed, if anything depends on it.
    seed: Option<u64>,
    /// What moves the sheep against a person; without it they move best.
    tree: Option<Tree>,
    solver: Solver,
    state: WolfState,
}

#[derive(Clone)]
struct WolfState {
    sheep: Sheep,
    /// No square before its first move.
    wolf: Option<Square>,
    to_move: Side,
    /// The turn, from 1.
    step: u8,
    /// The variant of the tree.
    variant: u8,
    /// Who has won, and how.
    over: Option<(Side, String)>,
}

impl WolfState {
    /// Where the wolf can go.
    fn targets(&self) -> Squares {
        match self.wolf {
            Some(wolf) => self.sheep.wolf_moves(wolf),
            None => Squares::row(Square::ROWS),
        }
    }

    /// How the sheep can move.
    fn moves(&self) -> Vec<Move> {
        self.wolf.map_or_else(Vec::new, |wolf| self.sheep.moves(wolf).collect())
    }

    fn passed(&self) -> bool {
        self.wolf.is_some_and(|wolf| self.sheep.passed_by(wolf))
    }
}

impl Game for Wolf {
    type State = WolfState;

    fn state(&mut self) -> &mut WolfState {
        &mut self.state
    }

    fn greeting(&self) -> String {
        let seed = self.seed.map_or_else(String::new, |seed| format!("Seed {seed}.\n"));
        let rules = match self.person {
            Side::Wolf => {
                "You are the wolf (W), which goes up and down to any neighbouring square.  Get \
                 past the\n\
                 sheep (o), which only go up the board.  Type the square to go to, or help.\n\
                 First choose where the wolf starts: a7, b7, c7 or d7.\n"
            }
            Side::Sheep => {
                "You are the sheep (o) and go up the board.  Shut the wolf (W) in before it gets \
                 past you.\n\
                 Type a move, such as A1->A2 or a1 a2, or help.\n"
            }
        };
        format!("{rules}{seed}")
    }

    fn moves(&self) -> Vec<[String; 2]> {
        let (all, what) = match self.person {
            Side::Wolf => {
                (texts(self.state.targets().iter()), "moves there; type one of the squares")
            }
            Side::Sheep => (texts(self.state.moves()), "moves that sheep; type one of the moves"),
        };
        let meaning = format!("{what} {}", all.join(" "));
        all.into_iter().take(1).map(|first| [first, meaning.clone()]).collect()
    }

    fn board(&self) -> String {
        match (self.state.wolf, Squares::row(Square::ROWS).iter().next()) {
            (Some(wolf), _) => board(self.state.sheep, wolf),
            // Only the sheep.
            (None, Some(anywhere)) => board(self.state.sheep, anywhere).replace('W', "."),
            (None, None) => String::new(),
        }
    }

    fn code(&self) -> (&'static str, String) {
        let wolf = self.state.wolf.map_or_else(String::new, |wolf| format!(" {wolf}"));
        ("position", format!("{}{wolf}", self.state.sheep))
    }

    fn end(&self) -> Option<End> {
        let (winner, why) = self.state.over.clone()?;
        Some(if winner == self.person { End::Won(why) } else { End::Lost(why) })
    }

    fn reply(&mut self) -> Result<Option<String>, Failure> {
        if self.state.over.is_some() || self.state.to_move == self.person {
            return Ok(None);
        }
        Ok(match self.person {
            Side::Sheep => self.slip_of_wolf().or_else(|| self.best_square()).map(|wolf| {
                self.move_wolf(wolf);
                format!("{}. wolf {wolf}\n", self.state.step)
            }),
            Side::Wolf => match self.chosen() {
                Ok((step_move, bell)) => Some(self.move_sheep(step_move, bell)),
                Err(why) => {
                    self.state.over = Some((Side::Wolf, why));
                    None
                }
            },
        })
    }

    fn play(&mut self, line: &str) -> Answer {
        let line = line.to_lowercase();
        match self.person {
            Side::Wolf => match square_among(&line, self.state.targets()) {
                Ok(wolf) => self.move_wolf(wolf),
                Err(answer) => return answer,
            },
            Side::Sheep => match move_among(&line, &self.state.moves()) {
                Ok(step_move) => {
                    self.move_sheep(step_move, false);
                }
                Err(answer) => return answer,
            },
        }
        Answer::Changed(String::new())
    }

    fn hint(&mut self) -> String {
        let (best, value) = match self.person {
            Side::Wolf => {
                let Some(best) = self.best_square() else { return String::new() };
                (best.to_string(), self.solver.after_wolf(self.state.sheep, best))
            }
            Side::Sheep => {
                let Some(wolf) = self.state.wolf else { return String::new() };
                let Some(best) = self.best_move() else { return String::new() };
                (best.to_string(), self.solver.after(self.state.sheep, best, wolf))
            }
        };
        let value = match value {
            Winner::Sheep(moves) => {
                format!("the sheep win in {}", counted(u64::from(moves), "move"))
            }
            Winner::Wolf(moves) => {
                format!("the wolf gets past in {}", counted(u64::from(moves), "move"))
            }
        };
        format!("Best is {best}: if both sides play well, {value}.\n")
    }
}

impl Wolf {
    fn move_wolf(&mut self, to: Square) {
        self.state.wolf = Some(to);
        self.state.to_move = Side::Sheep;
        let why = if self.state.passed() {
            "The wolf got past the sheep"
        } else if self.state.moves().is_empty() {
            "No sheep can move"
        } else {
            return;
        };
        self.state.over = Some((Side::Wolf, why.to_owned()));
    }

    /// Moves a sheep, and says so.
    fn move_sheep(&mut self, step_move: Move, bell: bool) -> String {
        let said = format!("{}. sheep {step_move}\n", self.state.step);
        match self.state.sheep.moved(step_move, self.state.wolf) {
            Ok(after) => self.state.sheep = after,
            Err(illegal) => {
                let why = format!("The tree plays {step_move}, which is illegal: {illegal}");
                self.state.over = Some((Side::Wolf, why));
                return said;
            }
        }
        self.state.to_move = Side::Wolf;
        let targets = self.state.targets();
        self.state.over = if targets.is_empty() {
            let moves = counted(u64::from(self.state.step), "move");
            Some((Side::Sheep, format!("The wolf cannot move after {moves}")))
        } else if bell {
            let why = format!(
                "The bell rings, but the wolf can still move to {}: the tree fails",
                texts(targets.iter()).join(" ")
            );
            Some((Side::Wolf, why))
        } else if self.state.passed() {
            Some((Side::Wolf, "The wolf is past the sheep".to_owned()))
        } else {
            None
        };
        self.state.step += 1;
        said
    }

    /// The move of the sheep against a person, and whether the bell rings with it; why there is
    /// none, as the error.
    fn chosen(&mut self) -> Result<(Move, bool), String> {
        let Some(tree) = &self.tree else {
            let slip = self.strength.slip(&self.state.moves());
            let chosen = slip.or_else(|| self.best_move()).ok_or("No sheep can move")?;
            return Ok((chosen, false));
        };
        let WolfState { step, variant, wolf, .. } = self.state;
        let row = wolf.and_then(|wolf| tree.find(step, variant, wolf));
        let row = row.and_then(|row| tree.rows.get(row));
        let Some((next, step_move)) = row.and_then(|row| Some((row.next, row.step_move?))) else {
            let square = wolf.map_or_else(String::new, |wolf| wolf.to_string());
            return Err(format!(
                "The tree has no row for step {step} in variant {variant} with the wolf on {square}"
            ));
        };
        if let Next::Switch(other) = next {
            self.state.variant = other;
        }
        Ok((step_move, next == Next::Bell))
    }

    fn slip_of_wolf(&mut self) -> Option<Square> {
        self.strength.slip(&self.state.targets().iter().collect::<Vec<_>>())
    }

    fn best_move(&mut self) -> Option<Move> {
        self.solver.best_moves(self.state.sheep, self.state.wolf?).into_iter().next()
    }

    /// The best square for the wolf, at the start the one from which it lasts longest.
    fn best_square(&mut self) -> Option<Square> {
        let Self { solver, state, .. } = self;
        let value = |to: &Square| solver.after_wolf(state.sheep, *to).for_sheep();
        state.targets().iter().min_by_key(value)
    }
}

fn texts(items: impl IntoIterator<Item = impl ToString>) -> Vec<String> {
    items.into_iter().map(|item| item.to_string()).collect()
}

fn square_among(text: &str, targets: Squares) -> Result<Square, Answer> {
    let wanted = format!("one of {}", texts(targets.iter()).join(" "));
    match Square::parse(text) {
        None => Err(Answer::Unknown(format!("`{text}` is not a square; type {wanted}"))),
        Some(square) if !targets.contains(square) => {
            Err(Answer::Illegal(format!("the wolf cannot go to {square}; it can go to {wanted}")))
        }
        Some(square) => Ok(square),
    }
}

/// Reads `a1->a2`, `a1 a2` or `a1a2`.
fn move_among(text: &str, moves: &[Move]) -> Result<Move, Answer> {
    let wanted = format!("type one of the moves {}", texts(moves).join(" "));
    let squares: String = text.chars().filter(|sign| sign.is_ascii_alphanumeric()).collect();
    let parts = squares.split_at_checked(2).filter(|_| squares.len() == 4);
    let read = parts.and_then(|(from, to)| Some((Square::parse(from)?, Square::parse(to)?)));
    let Some((from, to)) = read else {
        return Err(Answer::Unknown(format!("`{text}` is not a move; {wanted}")));
    };
    let found = moves.iter().find(|turn| (turn.from, turn.to) == (from, to)).copied();
    found.ok_or_else(|| Answer::Illegal(format!("no sheep can go from {from} to {to}; {wanted}")))
}
