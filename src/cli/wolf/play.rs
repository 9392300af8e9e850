//! `grundy wolf play`: a game on the terminal, or through a pipe.

use super::arguments::{Play, Side};
use super::tree;
use crate::cli::configuration::Configuration;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::Output;
use grundy::games::wolf::{Move, Next, Outcome, Sheep, Solver, Square, Squares, Tree};
use grundy::report::wolf::board;
use std::io::BufRead as _;

/// How a game ends.
enum End {
    /// Somebody won, or a tree failed; this is to be said.
    Over(String),
    /// The person wants to stop, or there is no more input.
    Left(&'static str),
}

/// Plays one game.
pub fn run(arguments: &Play, configuration: &Configuration) -> Result<Exit, Failure> {
    if !configuration.is_text() {
        return Err(Failure::usage("a game is played in text; leave --format out"));
    }
    let sheep = match &arguments.tree {
        Some(path) => Player::Tree(tree(path, configuration)?, 0),
        None => Player::Best,
    };
    let mut game = Game {
        output: Output::open(configuration.output.as_deref())?,
        solver: Solver::default(),
        sheep: Sheep::START,
        step: 1,
    };
    let end = match arguments.side {
        Side::Wolf => game.as_wolf(sheep)?,
        Side::Sheep => game.as_sheep()?,
    };
    match end {
        End::Over(text) => game.say(&format!("{text}\n"))?,
        End::Left(why) => game.say(&format!("{why}; the game is left\n"))?,
    }
    Ok(Exit::Success)
}

/// Who moves the sheep against a person.
enum Player {
    /// Best moves.
    Best,
    /// A tree, in this variant.
    Tree(Tree, u8),
}

struct Game {
    output: Output,
    solver: Solver,
    sheep: Sheep,
    /// The turn, from 1.
    step: u8,
}

impl Game {
    fn say(&mut self, text: &str) -> Result<(), Failure> {
        self.output.write(text)
    }

    /// Asks until the answer has a meaning.
    fn ask<T>(
        &mut self,
        prompt: &str,
        help: &str,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Result<T, End>, Failure> {
        loop {
            self.say(&format!("{prompt} "))?;
            let mut line = Vec::new();
            let bytes = std::io::stdin().lock().read_until(b'\n', &mut line);
            if bytes.map_err(|error| unreadable(&error))? == 0 {
                self.say("\n")?;
                return Ok(Err(End::Left("end of input")));
            }
            let line = String::from_utf8_lossy(&line);
            match line.trim().to_lowercase().as_str() {
                "" => {}
                "quit" | "q" | "exit" => return Ok(Err(End::Left("you quit"))),
                "help" | "h" | "?" => self.say(&format!("{help}\nquit ends the game\n"))?,
                text => match read(text) {
                    Ok(answer) => return Ok(Ok(answer)),
                    Err(why) => self.say(&format!("{why}\n"))?,
                },
            }
        }
    }

    /// The person moves the wolf.
    fn as_wolf(&mut self, mut player: Player) -> Result<End, Failure> {
        self.say("You are the wolf (W). Get past the sheep (o), which only go up the board.\n")?;
        let mut targets = Squares::row(Square::ROWS);
        loop {
            let prompt = if self.step == 1 { "start on" } else { "wolf to" };
            let help = format!("type one of the squares {}", list(targets));
            let read = |text: &str| square_among(text, targets);
            let wolf = match self.ask(prompt, &help, read)? {
                Ok(wolf) => wolf,
                Err(end) => return Ok(end),
            };
            if self.sheep.passed_by(wolf) {
                self.say(&board(self.sheep, wolf))?;
                return Ok(End::Over("The wolf got past the sheep: you win.".to_owned()));
            }
            let (step_move, bell) = match self.sheep_move(&mut player, wolf) {
                Ok(found) => found,
                Err(why) => return Ok(End::Over(why)),
            };
            let after = match self.sheep.moved(step_move, Some(wolf)) {
                Ok(after) => after,
                Err(illegal) => {
                    return Ok(End::Over(format!(
                        "The tree plays {step_move}, which is illegal: {illegal}. You win."
                    )));
                }
            };
            self.sheep = after;
            self.say(&format!("{}. sheep {step_move}\n{}", self.step, board(after, wolf)))?;
            targets = after.wolf_moves(wolf);
            if targets.is_empty() {
                let text = format!("The wolf cannot move: the sheep win in {} moves.", self.step);
                return Ok(End::Over(text));
            }
            if bell {
                return Ok(End::Over(format!(
                    "The bell rings, but the wolf can still move to {}: the tree fails, you win.",
                    list(targets)
                )));
            }
            if after.passed_by(wolf) {
                return Ok(End::Over("The wolf is past the sheep: you win.".to_owned()));
            }
            self.step += 1;
        }
    }

    /// The move of the sheep, and whether the bell rings with it; why there is none, as the error.
    fn sheep_move(&mut self, player: &mut Player, wolf: Square) -> Result<(Move, bool), String> {
        match player {
            Player::Best => {
                let best = self.solver.best_moves(self.sheep, wolf).into_iter().next();
                best.map(|it| (it, false))
                    .ok_or_else(|| "The sheep cannot move: you win.".to_owned())
            }
            Player::Tree(tree, variant) => {
                let row = tree.find(self.step, *variant, wolf).and_then(|row| tree.rows.get(row));
                let Some((row, step_move)) = row.and_then(|row| Some((row, row.step_move?))) else {
                    return Err(format!(
                        "The tree has no row for step {} in variant {variant} with the wolf on {wolf}: you win.",
                        self.step
                    ));
                };
                let next = row.next;
                if let Next::Switch(other) = next {
                    *variant = other;
                }
                Ok((step_move, next == Next::Bell))
            }
        }
    }

    /// The person moves the sheep.
    fn as_sheep(&mut self) -> Result<End, Failure> {
        self.say("You are the sheep (o) and go up the board. Shut the wolf (W) in.\n")?;
        // Every start is won by the sheep or none; the wolf takes the one that lasts longest.
        let mut wolf = {
            let starts: Vec<_> = Squares::row(Square::ROWS).iter().collect();
            let value = |it: &Square| match self.solver.after_wolf(Sheep::START, *it) {
                Outcome::Sheep(moves) => u16::from(moves),
                Outcome::Wolf(moves) => 1000 - u16::from(moves),
            };
            let Some(best) = starts.into_iter().rev().max_by_key(value) else {
                return Ok(End::Over("There is no square for the wolf.".to_owned()));
            };
            best
        };
        loop {
            self.say(&format!("{}. wolf {wolf}\n{}", self.step, board(self.sheep, wolf)))?;
            if self.sheep.passed_by(wolf) {
                return Ok(End::Over("The wolf got past the sheep: the wolf wins.".to_owned()));
            }
            let moves: Vec<_> = self.sheep.moves(wolf).collect();
            if moves.is_empty() {
                return Ok(End::Over("No sheep can move: the wolf wins.".to_owned()));
            }
            let names: Vec<_> = moves.iter().map(ToString::to_string).collect();
            let help = format!("type one of the moves {}", names.join(" "));
            let read = |text: &str| move_among(text, &moves, &help);
            let step_move = match self.ask("sheep", &help, read)? {
                Ok(step_move) => step_move,
                Err(end) => return Ok(end),
            };
            self.sheep = match self.sheep.moved(step_move, Some(wolf)) {
                Ok(after) => after,
                Err(illegal) => return Ok(End::Over(format!("The move is illegal: {illegal}."))),
            };
            if self.sheep.passed_by(wolf) {
                self.say(&board(self.sheep, wolf))?;
                return Ok(End::Over("The wolf is past the sheep: the wolf wins.".to_owned()));
            }
            let best = self.solver.best_squares(self.sheep, wolf).into_iter().next();
            let Some(to) = best else {
                self.say(&board(self.sheep, wolf))?;
                let text = format!("The wolf cannot move: you win in {} moves.", self.step);
                return Ok(End::Over(text));
            };
            wolf = to;
            self.step += 1;
        }
    }
}

fn list(squares: Squares) -> String {
    squares.iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}

fn square_among(text: &str, targets: Squares) -> Result<Square, String> {
    let wanted = format!("one of {}", list(targets));
    match Square::parse(text) {
        None => Err(format!("`{text}` is no square; type {wanted}, or quit")),
        Some(square) if !targets.contains(square) => {
            Err(format!("the wolf cannot go to {square}; it can go to {wanted}"))
        }
        Some(square) => Ok(square),
    }
}

/// Reads `a1->a2`, `a1 a2` or `a1a2`.
fn move_among(text: &str, moves: &[Move], help: &str) -> Result<Move, String> {
    let squares: String = text.chars().filter(|it| it.is_ascii_alphanumeric()).collect();
    let parts = squares.split_at_checked(2).filter(|_| squares.len() == 4);
    let read = parts.and_then(|(from, to)| Some((Square::parse(from)?, Square::parse(to)?)));
    let Some((from, to)) = read else {
        return Err(format!("`{text}` is no move; {help}, or quit"));
    };
    let found = moves.iter().find(|it| (it.from, it.to) == (from, to)).copied();
    found.ok_or_else(|| format!("no sheep can go from {from} to {to}; {help}"))
}

fn unreadable(error: &std::io::Error) -> Failure {
    Failure::usage(format!("cannot read standard input: {error}"))
}
