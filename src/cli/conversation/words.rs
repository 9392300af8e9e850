//! The words that a person can type beside moves.

use super::{Answer, Game, Held};
use grundy_answers::report::align;
use grundy_language::suggest;

/// A word: how it is typed, what the help says about it, and what it does.
pub struct CommandWord<G: Game> {
    /// The word.
    pub name: &'static str,
    /// Another spelling; empty if there is none.
    pub also: &'static str,
    /// What may follow it, such as `[N]`; empty if nothing may.
    pub argument: &'static str,
    /// What it does, for the help.
    pub meaning: &'static str,
    /// Does it, with what follows it.
    pub obey: fn(&mut Held<G>, &str) -> Answer,
}

impl<G: Game> CommandWord<G> {
    /// A word with one spelling and nothing after it.
    pub fn new(
        name: &'static str,
        meaning: &'static str,
        obey: fn(&mut Held<G>, &str) -> Answer,
    ) -> Self {
        Self { name, also: "", argument: "", meaning, obey }
    }
}

/// All words of a game, in the order of the help.
pub fn all<G: Game>() -> Vec<CommandWord<G>> {
    let help = |held: &mut Held<G>, _: &str| Answer::Said(help(held.game.moves(), &all::<G>()));
    let moves =
        |held: &mut Held<G>, _: &str| Answer::Said(align::table(&[0, 1], &held.game.moves()));
    let hint = |held: &mut Held<G>, _: &str| Answer::Said(held.game.hint());
    let reason = |held: &mut Held<G>, _: &str| Answer::Said(held.game.reason());
    let board = |held: &mut Held<G>, _: &str| Answer::Said(held.game.board());
    let code = |held: &mut Held<G>, _: &str| Answer::Said(held.game.code().1 + "\n");
    let mut words = vec![
        CommandWord { also: "?", ..CommandWord::new("help", "shows this", help) },
        CommandWord::new("hint", "shows a good move", hint),
        CommandWord::new("reason", "says who wins or what to do, and why", reason),
        CommandWord::new("undo", "takes back your last turn", |held, _| held.undo()),
        CommandWord {
            also: "reset",
            ..CommandWord::new("restart", "goes back to the start", |held, _| held.restart())
        },
        CommandWord {
            argument: G::BEGIN,
            ..CommandWord::new("new", "begins another game", Held::begin)
        },
        CommandWord::new("board", "shows the position again", board),
        CommandWord::new("moves", "shows how moves are written", moves),
        CommandWord::new("code", "shows the position as other commands read it", code),
    ];
    words.extend(G::words());
    words.push(CommandWord {
        also: "exit",
        ..CommandWord::new("quit", "ends the game, as Ctrl-D does", |_, _| Answer::Quit)
    });
    words
}

/// The word with which a line begins, and what follows it.
pub fn typed<'w, 'l, G: Game>(
    line: &'l str,
    words: &'w [CommandWord<G>],
) -> Option<(&'w CommandWord<G>, &'l str)> {
    find(line, words, |word, typed| word.name == typed || word.also == typed)
}

/// The same for a line that begins with the first letters of a word; the first such word counts.
pub fn shortened<'w, 'l, G: Game>(
    line: &'l str,
    words: &'w [CommandWord<G>],
) -> Option<(&'w CommandWord<G>, &'l str)> {
    find(line, words, |word, typed| word.name.starts_with(typed))
}

fn find<'w, 'l, G: Game>(
    line: &'l str,
    words: &'w [CommandWord<G>],
    matches: impl Fn(&CommandWord<G>, &str) -> bool,
) -> Option<(&'w CommandWord<G>, &'l str)> {
    let (first, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (first, argument) = (first.to_lowercase(), argument.trim());
    let fits = |word: &CommandWord<G>| argument.is_empty() || !word.argument.is_empty();
    let word = words.iter().find(|word| matches(word, &first) && fits(word))?;
    (!first.is_empty()).then_some((word, argument))
}

/// The word that may have been meant.
pub fn nearest<G: Game>(line: &str, words: &[CommandWord<G>]) -> Option<&'static str> {
    let first = line.split_whitespace().next()?.to_lowercase();
    suggest::nearest(&first, words.iter().map(|word| word.name))
}

/// All moves and words with their meanings.
fn help<G: Game>(mut rows: Vec<[String; 2]>, words: &[CommandWord<G>]) -> String {
    rows.extend(words.iter().map(|word| {
        let typed = format!("{} {}", word.name, word.argument);
        [typed.trim_end().to_owned(), word.meaning.to_owned()]
    }));
    align::table(&[0, 1], &rows) + "Words can be shortened: u is undo.\n"
}

#[cfg(test)]
mod tests {
    use super::super::End;
    use super::*;

    /// A game with one word of its own.
    struct Stub(());

    impl Game for Stub {
        type State = ();

        fn state(&mut self) -> &mut () {
            &mut self.0
        }
        fn greeting(&self) -> String {
            String::new()
        }
        fn moves(&self) -> Vec<[String; 2]> {
            vec![["1:2", "takes two"].map(str::to_owned)]
        }
        fn words() -> Vec<CommandWord<Self>> {
            let sample = |_: &mut Held<Self>, _: &str| Answer::Quit;
            vec![CommandWord {
                argument: "[N]",
                ..CommandWord::new("sample", "leaves it to chance", sample)
            }]
        }
        fn board(&self) -> String {
            String::new()
        }
        fn code(&self) -> (&'static str, String) {
            ("stub", String::new())
        }
        fn end(&self) -> Option<End> {
            None
        }
        fn play(&mut self, _: &str) -> Answer {
            Answer::Unknown(String::new())
        }
        fn hint(&mut self) -> String {
            String::new()
        }
    }

    #[test]
    fn words_are_found_in_any_case_and_shortened() {
        let words = all::<Stub>();
        let name = |found: Option<(&CommandWord<Stub>, &str)>| found.map(|(word, _)| word.name);
        for (line, whole, short) in [
            ("help", Some("help"), Some("help")),
            ("?", Some("help"), None),
            ("EXIT", Some("quit"), None),
            ("h", None, Some("help")),
            ("hi", None, Some("hint")),
            ("Q", None, Some("quit")),
            ("s", None, Some("sample")),
            ("r", None, Some("reason")),
            ("", None, None),
            ("undo 3", None, None),
            ("helpp", None, None),
            ("\u{e4}", None, None),
        ] {
            assert_eq!(name(typed(line, &words)), whole, "{line}");
            assert_eq!(name(shortened(line, &words)), short, "{line}");
        }
        assert_eq!(typed("sample  10 ", &words).map(|typed| typed.1), Some("10"));
        assert_eq!(shortened("sam 10", &words).map(|typed| typed.1), Some("10"));
    }

    #[test]
    fn slips_are_recognised_but_moves_are_not_taken_for_words() {
        for (line, word) in [
            ("hlep", Some("help")),
            ("hnt", Some("hint")),
            ("Baord", Some("board")),
            ("smple 10", Some("sample")),
            ("b", None),
            ("12", None),
            ("a1->a2", None),
            ("", None),
        ] {
            assert_eq!(nearest(line, &all::<Stub>()), word, "{line}");
        }
    }

    #[test]
    fn the_help_has_a_row_for_each_move_and_word() {
        let text = help(Stub(()).moves(), &all::<Stub>());
        let first: Vec<_> = text.lines().filter_map(|line| line.split(' ').next()).collect();
        let words = "1:2 help hint reason undo restart new board moves code sample quit Words";
        assert_eq!(first.join(" "), words);
        assert!(text.contains("\nsample [N]  leaves it to chance\n"), "{text}");
    }

    #[test]
    fn a_move_of_any_length_has_a_row() {
        let long = "t".repeat(70_000);
        let text = help(vec![[long.clone(), "fires".to_owned()]], &all::<Stub>());
        assert!(text.starts_with(&format!("{long}  fires\n")));
    }
}
