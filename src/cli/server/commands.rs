//! What an editor lets the server do: write a description from the moves, and show a counterexample.

use super::document::Document;
use super::names;
use super::work::{News, What};
use crossbeam_channel::Sender;
use gen_lsp_types as lsp;
use grundy_answers::ask::families::{Draft, Infer, Missing};
use grundy_answers::ask::{Ask as _, Control, Game, Points};
use grundy_language::diagnostic::{Edit, Span};
use grundy_language::lang::PartKind;
use grundy_language::threads::Threads;
use std::thread::spawn;

/// Writes a draft of the sequence from the moves.
pub const DRAFT: &str = "grundy.draft";
/// Writes the description that is inferred from the moves and proved.
pub const INFER: &str = "grundy.infer";
/// Gives the counterexample as text.
pub const COUNTEREXAMPLE: &str = "grundy.showCounterexample";

/// Checks the file in a terminal; the editor does this itself, if it can.
pub const RUN: &str = "grundy.runInTerminal";

/// All commands that the server runs.
pub const ALL: [&str; 3] = [DRAFT, INFER, COUNTEREXAMPLE];

/// A command about a text.
pub fn command(name: &str, title: String, document: &Document) -> lsp::Command {
    let arguments = Some(vec![document.uri.as_str().into()]);
    lsp::Command { title, command: name.to_owned(), arguments, ..Default::default() }
}

/// The text that a command is about.
pub fn subject(asked: &lsp::ExecuteCommandParams) -> Option<&str> {
    asked.arguments.as_ref()?.first()?.as_str()
}

/// What can be written in place of the sequence; nothing unless the place is in the moves.
pub fn actions(document: &Document, touches: impl Fn(Span) -> bool) -> Vec<lsp::CodeAction> {
    let Some((moves, _)) = game(document).filter(|(moves, _)| touches(*moves)) else {
        return Vec::new();
    };
    let titles = match is_written(document, moves) {
        false => ["Write a draft of the sequence", "Infer the sequence and prove it"],
        true => [
            "Replace the sequence with a draft",
            "Replace the sequence with one that is inferred and proved",
        ],
    };
    let action = |(name, title): (&str, &str)| lsp::CodeAction {
        title: title.to_owned(),
        kind: Some(lsp::CodeActionKind::RefactorRewrite),
        command: Some(command(name, title.to_owned(), document)),
        ..Default::default()
    };
    [DRAFT, INFER].into_iter().zip(titles).map(action).collect()
}

/// Works on what the command asks for until it is done or the text is edited.
pub fn start(document: &Document, name: &str, threads: &Threads, sender: Sender<News>) {
    let Some((_, game)) = game(document) else { return };
    let control =
        Control { threads: threads.clone(), stop: document.token(), ..Default::default() };
    let (uri, number, is_draft) = (document.uri.clone(), document.number, name == DRAFT);
    let bounds = document.outline.parts.iter().filter(|part| part.kind == PartKind::Condition);
    let bounds = bounds.filter_map(|part| document.text.get(part.span.range()));
    let bounds = bounds.collect::<Vec<_>>().join(" ");
    spawn(move || {
        let written = match is_draft {
            true => drafted(game, &control),
            false => inferred(&bounds, game, &control),
        };
        // If the server has ended, nobody wants to know.
        let _ = sender.send(News { uri, number, what: What::Written(written) });
    });
}

/// A draft, or why there is none.
fn drafted(game: Game, control: &Control<'_>) -> Result<String, String> {
    let draft = Draft { game, points: Points::default() }.answer(control);
    let draft = draft.map_err(|refused| refused.to_string())?;
    draft.draft().ok_or_else(|| format!("no draft was written: {}", draft.note()))
}

/// The description that was inferred and proved, or why there is none.
fn inferred(bounds: &str, mut game: Game, control: &Control<'_>) -> Result<String, String> {
    game.moves.insert(0, bounds.to_owned());
    let infer = Infer {
        game,
        points: Points::default(),
        class: None,
        by: None,
        work: None,
        describe: true,
        certify: false,
    };
    let found = infer.answer(control).map_err(|refused| refused.to_string())?.found;
    match found.into_iter().next().and_then(|found| found.description) {
        Some(Ok(text)) => Ok(text),
        Some(Err(Missing::Because(why))) => Err(format!("no description was proved: {why}")),
        _ => Err("no description of all games was found and proved".to_owned()),
    }
}

/// The edit that puts a description in the place of the old one; its claims stay.
pub fn written(document: &Document, text: &str) -> Option<lsp::WorkspaceEdit> {
    let (moves, _) = game(document)?;
    let parts = &document.outline.parts;
    let start = parts.iter().find(|part| part.kind != PartKind::Claim)?.span.start;
    let end = if is_written(document, moves) { document.text.len() } else { moves.end };
    let replaced = Span::new(start, end);
    let claims =
        parts.iter().filter(|part| part.kind == PartKind::Claim && part.span.start > start);
    let claims = claims.filter_map(|part| document.text.get(part.span.range()));
    let mut new: String = claims.map(|claim| format!("{}\n", claim.trim_end())).collect();
    new += text;
    Some(names::change(document, &[Edit { span: replaced, text: new }]))
}

/// Where the moves are, and the game or family as a question names it; none if the values before position 0 are given.
fn game(document: &Document) -> Option<(Span, Game)> {
    let parts = &document.outline.parts;
    let text = |span: Span| document.text.get(span.range()).unwrap_or_default();
    if parts.iter().any(|part| part.kind == PartKind::Start) {
        return None;
    }
    let moves = parts.iter().find(|part| part.kind == PartKind::Moves)?.span;
    let rule = parts.iter().find(|part| part.kind == PartKind::Rule);
    let rule = rule.map(|part| text(part.span).trim_start_matches("RULE").trim().to_owned());
    let description = document.lowered.as_ref().and_then(|lowered| lowered.description.as_ref());
    let values = match description {
        Some(description) => description.alphabet().to_string(),
        None => "nim".to_owned(),
    };
    let values = rule.is_none().then_some(values);
    Some((moves, Game { moves: vec![text(moves).to_owned()], values, rule, ..Game::default() }))
}

/// Does anything but comments and claims follow the moves?
fn is_written(document: &Document, moves: Span) -> bool {
    let after = document.text.get(moves.end..).unwrap_or_default();
    let is_word =
        |line: &str| !(line.is_empty() || line.starts_with(['#']) || line.starts_with("CLAIM"));
    after.lines().any(|line| is_word(line.trim()))
}
