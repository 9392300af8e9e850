//! The language server: what an editor shows while a description is written.
//!
//! ```text
//!  editor ──messages──▶ main loop ──text──▶ parse ──▶ findings of reading, at once
//!    ▲                    │   ▲
//!    │                    ▼   └── report, theorem ── a thread for each text, stopped by the next edit
//!    └──── answers, findings ◀─────────────────────────┘
//! ```
//!
//! The protocol is version 3.17 of the Language Server Protocol, over standard input and output.
//! Nothing is read from disk.

mod actions;
mod answers;
mod commands;
mod complete;
mod document;
mod findings;
mod frames;
mod hover;
mod keywords;
mod names;
mod outline;
mod parent;
mod requests;
mod work;

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::numbers::{Assigned, assignment};
use crate::cli::host::{Exit, Failure, threads};
use crossbeam_channel::{Receiver, Sender, select, tick, unbounded};
use document::{Document, Encoding, ShownPoint};
use frames::{Connection, Incoming, Outgoing};
use gen_lsp_types as lsp;
use grundy_answers::check::Kind;
use grundy_answers::explain::BOOK;
use grundy_language::threads::Threads;
use lsp::Request as _;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use parent::Parent;
use requests::PendingRequest;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::time::Duration;
use work::{News, What};

/// An edit is often followed by another one; a check begins when the hand rests.
const PAUSE: Duration = Duration::from_millis(200);

/// How often the server checks whether the editor still runs.
const GLANCE: Duration = Duration::from_secs(1);

/// Serves an editor until it says goodbye.
pub fn run(configuration: &Configuration) -> Result<Exit, Failure> {
    let (connection, writer) = Connection::stdio();
    let exit = serve(connection, threads::threads(configuration));
    match (exit, writer.join()) {
        (Ok(_), Ok(Err(error))) => Err(lost(&error)),
        (exit, _) => exit,
    }
}

/// Serves one connection.
fn serve(connection: Connection, threads: Threads) -> Result<Exit, Failure> {
    let Some((id, asked)) = introduced(&connection)? else { return Err(left()) };
    let asked: lsp::InitializeParams = match serde_json::from_value(asked) {
        Ok(asked) => asked,
        Err(error) => {
            let why = format!("this is not a client of the protocol: {error}");
            let code = ErrorCode::InvalidParams as i32;
            send(&connection, Response::new_err(id, code, why.clone()))?;
            return Err(Failure::usage(why));
        }
    };
    let encoding = Encoding::chosen(&asked.capabilities);
    let client = Client::of(&asked.capabilities);
    let result = lsp::InitializeResult {
        capabilities: capabilities(encoding, &client),
        server_info: Some(lsp::ServerInfo {
            name: "grundy".to_owned(),
            version: Some(grundy::VERSION.to_owned()),
        }),
    };
    send(&connection, Response::new_ok(id, result))?;
    let (sender, news) = unbounded();
    let server = Server {
        connection,
        encoding,
        threads,
        client,
        parent: Parent::named(asked.process_id),
        at: point(asked.initialization_options.as_ref()),
        book: book(asked.initialization_options.as_ref()),
        opens: opens(asked.initialization_options.as_ref()),
        asked: 0,
        texts: 0,
        documents: BTreeMap::new(),
        sender,
    };
    server.run(&news)
}

/// The request with which an editor begins; `None` if it leaves before that.
fn introduced(connection: &Connection) -> Result<Option<(RequestId, serde_json::Value)>, Failure> {
    for incoming in &connection.receiver {
        match heard(connection, incoming)? {
            Some(Message::Request(it)) if it.method == lsp::InitializeRequest::METHOD.as_str() => {
                return Ok(Some((it.id, it.params)));
            }
            Some(Message::Request(early)) => {
                let why = "the first request is initialize".to_owned();
                let code = ErrorCode::ServerNotInitialized as i32;
                send(connection, Response::new_err(early.id, code, why))?;
            }
            Some(Message::Notification(told)) if is_exit(&told) => return Ok(None),
            _ => {}
        }
    }
    Err(Failure::usage(
        "the connection to the editor is lost: it was closed before the first request",
    ))
}

/// A message; anything else is answered here.
fn heard(connection: &Connection, incoming: Incoming) -> Result<Option<Message>, Failure> {
    let refuse =
        |answer| connection.sender.send(Outgoing::Refusal(answer)).map_err(|error| lost(&error));
    match incoming {
        Incoming::Message(message) => return Ok(Some(message)),
        Incoming::Refused(answer) => refuse(answer)?,
        Incoming::Broken(answer) => {
            let why = answer["error"]["message"].as_str().unwrap_or_default().to_owned();
            refuse(answer)?;
            return Err(Failure::usage(format!(
                "the connection to the editor is lost: what came in is not a message of the \
                 Language Server Protocol: {why}"
            )));
        }
    }
    Ok(None)
}

fn send(connection: &Connection, message: impl Into<Message>) -> Result<(), Failure> {
    let sent = connection.sender.send(Outgoing::Message(message.into()));
    sent.map_err(|error| lost(&error))
}

fn is_exit(told: &Notification) -> bool {
    told.method == <lsp::ExitNotification as lsp::Notification>::METHOD.as_str()
}

/// The protocol asks for the exit code 1.
fn left() -> Failure {
    Failure::new(Exit::Refuted, "the editor ended the server without a shutdown request")
}

fn capabilities(encoding: Encoding, client: &Client) -> lsp::ServerCapabilities {
    lsp::ServerCapabilities {
        position_encoding: Some(encoding.name()),
        text_document_sync: Some(
            lsp::TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(lsp::TextDocumentSyncKind::Incremental),
                save: Some(true.into()),
                ..Default::default()
            }
            .into(),
        ),
        diagnostic_provider: client.asks.then(|| lsp::DiagnosticOptions::default().into()),
        document_formatting_provider: Some(true.into()),
        hover_provider: Some(true.into()),
        completion_provider: Some(lsp::CompletionOptions {
            trigger_characters: Some(vec!["(".to_owned(), "{".to_owned()]),
            ..Default::default()
        }),
        signature_help_provider: Some(lsp::SignatureHelpOptions {
            trigger_characters: Some(vec!["(".to_owned(), ",".to_owned()]),
            ..Default::default()
        }),
        code_lens_provider: Some(lsp::CodeLensOptions::default()),
        selection_range_provider: Some(true.into()),
        inlay_hint_provider: Some(true.into()),
        definition_provider: Some(true.into()),
        references_provider: Some(true.into()),
        document_highlight_provider: Some(true.into()),
        rename_provider: Some(
            lsp::RenameOptions { prepare_provider: Some(true), ..Default::default() }.into(),
        ),
        document_symbol_provider: Some(true.into()),
        folding_range_provider: Some(true.into()),
        code_action_provider: Some(
            lsp::CodeActionOptions {
                code_action_kinds: Some(vec![
                    lsp::CodeActionKind::QuickFix,
                    lsp::CodeActionKind::RefactorRewrite,
                    lsp::CodeActionKind::SourceFixAll,
                ]),
                ..Default::default()
            }
            .into(),
        ),
        execute_command_provider: Some(lsp::ExecuteCommandOptions {
            commands: commands::ALL.map(str::to_owned).to_vec(),
            ..Default::default()
        }),
        semantic_tokens_provider: Some(
            lsp::SemanticTokensOptions {
                legend: lsp::SemanticTokensLegend {
                    token_types: outline::TOKEN_KINDS.map(str::to_owned).to_vec(),
                    token_modifiers: outline::TOKEN_MODIFIERS.map(str::to_owned).to_vec(),
                },
                full: Some(true.into()),
                ..Default::default()
            }
            .into(),
        ),
        ..Default::default()
    }
}

/// What the editor can do.
struct Client {
    /// Can it be asked to refresh hints?
    refreshes_hints: bool,
    /// Can it be asked to refresh lenses?
    refreshes_lenses: bool,
    /// Does it ask for findings?
    asks: bool,
    /// Can it be told to ask for them again, so that they need not be sent?
    asks_again: bool,
    /// Does it insert snippets?
    snippets: bool,
}

impl Client {
    fn of(client: &lsp::ClientCapabilities) -> Self {
        let (workspace, text) = (client.workspace.as_ref(), client.text_document.as_ref());
        let hints = workspace.and_then(|it| it.inlay_hint.as_ref()?.refresh_support);
        let lenses = workspace.and_then(|it| it.code_lens.as_ref()?.refresh_support);
        let again = workspace.and_then(|it| it.diagnostics.as_ref()?.refresh_support);
        let items = text.and_then(|it| it.completion.as_ref()?.completion_item.as_ref());
        Self {
            refreshes_hints: hints.unwrap_or(false),
            refreshes_lenses: lenses.unwrap_or(false),
            asks: text.is_some_and(|it| it.diagnostic.is_some()),
            asks_again: again.unwrap_or(false),
            snippets: items.and_then(|it| it.snippet_support).unwrap_or(false),
        }
    }

    /// Does it get findings by asking for them, both by itself and when told to?
    fn is_asking(&self) -> bool {
        self.asks && self.asks_again
    }
}

/// What the server knows.
struct Server {
    connection: Connection,
    encoding: Encoding,
    threads: Threads,
    client: Client,
    /// The process that asked for the server.
    parent: Option<Parent>,
    /// The parameters for which positions are shown.
    at: ShownPoint,
    /// The location of the book that explains the codes of findings.
    book: Option<String>,
    /// Does the editor open the text that a command returns, and those that addresses have with them?  Else a text is
    /// shown as a message.
    opens: bool,
    /// The number of requests sent.
    asked: i32,
    /// The number of texts received, new and edited.
    texts: u64,
    documents: BTreeMap<String, Document>,
    /// For the threads that check.
    sender: Sender<News>,
}

impl Server {
    fn run(mut self, news: &Receiver<News>) -> Result<Exit, Failure> {
        let messages = self.connection.receiver.clone();
        let glances = tick(GLANCE);
        loop {
            select! {
                recv(messages) -> incoming => {
                    let Ok(incoming) = incoming else {
                        self.forget_all();
                        return Err(Failure::usage("the editor closed the connection without a \
                            shutdown request"));
                    };
                    match heard(&self.connection, incoming)? {
                        Some(Message::Request(request)) if request.method == lsp::ShutdownRequest::METHOD.as_str() => {
                            self.forget_all();
                            return self.leave(request.id);
                        }
                        Some(Message::Request(again)) if again.method == lsp::InitializeRequest::METHOD.as_str() => {
                            let why = "the server is initialized already".to_owned();
                            let code = ErrorCode::InvalidRequest as i32;
                            self.send(Response::new_err(again.id, code, why))?;
                        }
                        Some(Message::Request(request)) => {
                            let response = self.answer(request);
                            self.send(response)?;
                        }
                        Some(Message::Notification(told)) if is_exit(&told) => {
                            self.forget_all();
                            return Err(left());
                        }
                        Some(Message::Notification(told)) => self.hear(told)?,
                        // The server does not wait for answers to its requests.
                        Some(Message::Response(_)) | None => {}
                    }
                }
                recv(glances) -> _ => {
                    if self.parent.as_ref().is_some_and(Parent::is_gone) {
                        self.forget_all();
                        return Err(Failure::new(Exit::Refuted, "the editor is gone"));
                    }
                }
                recv(news) -> news => {
                    if let Ok(news) = news {
                        self.learn(news)?;
                    }
                }
            }
        }
    }

    /// After the editor has said goodbye, it gets no answers; only the notification to exit counts.
    fn leave(&self, goodbye: RequestId) -> Result<Exit, Failure> {
        self.send(Response::new_ok(goodbye, ()))?;
        let glances = tick(GLANCE);
        loop {
            select! {
                recv(self.connection.receiver) -> incoming => {
                    let Ok(incoming) = incoming else { return Ok(Exit::Success) };
                    match heard(&self.connection, incoming)? {
                        Some(Message::Request(late)) => {
                            let why = "the server is shutting down".to_owned();
                            let code = ErrorCode::InvalidRequest as i32;
                            self.send(Response::new_err(late.id, code, why))?;
                        }
                        Some(Message::Notification(told)) if is_exit(&told) => {
                            return Ok(Exit::Success);
                        }
                        Some(Message::Notification(_) | Message::Response(_)) | None => {}
                    }
                }
                recv(glances) -> _ => {
                    if self.parent.as_ref().is_some_and(Parent::is_gone) {
                        return Ok(Exit::Success);
                    }
                }
            }
        }
    }

    /// Stops all checks.
    fn forget_all(&mut self) {
        self.documents.values_mut().for_each(Document::stop);
    }

    fn send(&self, message: impl Into<Message>) -> Result<(), Failure> {
        send(&self.connection, message)
    }

    fn notify<N: lsp::Notification>(&self, parameters: N::Params) -> Result<(), Failure>
    where
        N::Params: Serialize,
    {
        self.send(Notification::new(N::METHOD.as_str().to_owned(), parameters))
    }

    /// Sends findings to an editor that does not ask for them.
    fn publish(&self, told: lsp::PublishDiagnosticsParams) -> Result<(), Failure> {
        if self.client.is_asking() {
            return Ok(());
        }
        self.notify::<lsp::PublishDiagnosticsNotification>(told)
    }

    /// Something that the editor did.
    fn hear(&mut self, mut told: Notification) -> Result<(), Failure> {
        let version = version(&mut told);
        if let Some(opened) = read::<lsp::DidOpenTextDocumentNotification>(&mut told) {
            let item = opened.text_document;
            if let Some(kind) = document::kind(item.language_id.as_str(), &item.uri.0) {
                self.change(item.uri.0, version, item.text, kind, Duration::ZERO)?;
            }
        } else if let Some(changed) = read::<lsp::DidChangeTextDocumentNotification>(&mut told) {
            let uri = changed.text_document.text_document_identifier.uri.0;
            if let Some(before) = self.documents.get(&uri) {
                let text = before.changed(changed.content_changes);
                self.change(uri, version, text, before.kind, PAUSE)?;
            }
        } else if let Some(saved) = read::<lsp::DidSaveTextDocumentNotification>(&mut told) {
            let sender = self.sender.clone();
            if let Some(document) = self.documents.get_mut(&saved.text_document.uri.0)
                && document.known.outcome.is_none()
            {
                document.start(&self.at, Duration::ZERO, &self.threads, sender);
            }
        } else if let Some(changed) = read::<lsp::DidChangeConfigurationNotification>(&mut told) {
            let settings = changed.settings.get("grundy");
            (self.at, self.book) = (point(settings), book(settings));
            for document in self.documents.values_mut() {
                document.book.clone_from(&self.book);
                document.start(&self.at, Duration::ZERO, &self.threads, self.sender.clone());
            }
        } else if let Some(closed) = read::<lsp::DidCloseTextDocumentNotification>(&mut told) {
            if let Some(mut document) = self.documents.remove(&closed.text_document.uri.0) {
                document.stop();
            }
            let uri = closed.text_document.uri;
            let (version, diagnostics) = (None, Vec::new());
            self.publish(lsp::PublishDiagnosticsParams { uri, version, diagnostics })?;
        }
        Ok(())
    }

    /// A text was opened or edited: errors in reading it are reported at once, and a check begins after a pause.
    fn change(
        &mut self,
        uri: String,
        version: Option<i32>,
        text: String,
        kind: Kind,
        pause: Duration,
    ) -> Result<(), Failure> {
        self.texts += 1;
        let mut document = Document::new(&uri, version, text, kind, self.encoding);
        document.number = self.texts;
        document.book.clone_from(&self.book);
        document.opens = self.opens;
        if let Some(mut before) = self.documents.remove(&uri) {
            before.stop();
            document = document.after(&before);
        }
        self.publish(findings::of_reading(&document))?;
        document.start(&self.at, pause, &self.threads, self.sender.clone());
        self.documents.insert(uri, document);
        Ok(())
    }

    /// Something was learned; news about an older text no longer matters.
    fn learn(&mut self, news: News) -> Result<(), Failure> {
        let Some(document) = self.documents.get_mut(&news.uri) else { return Ok(()) };
        if document.number != news.number {
            return Ok(());
        }
        match news.what {
            What::Starts(starts) => document.known.starts = Some(starts),
            What::Outcome(outcome) => {
                document.known.outcome = Some(outcome);
                let told = findings::of_check(document);
                self.publish(told)?;
            }
            What::Seen(seen) => document.known.seen = Some(seen),
            // A repair is kept until it is requested.
            What::Repair(change) => {
                document.known.repair = Some(change);
                return Ok(());
            }
            What::Written(Ok(text)) => {
                let Some(edit) = commands::written(document, &text) else { return Ok(()) };
                let edit = lsp::ApplyWorkspaceEditParams { edit, label: None, metadata: None };
                return self.request::<lsp::ApplyWorkspaceEditRequest>(edit);
            }
            What::Written(Err(why)) => {
                let told = lsp::ShowMessageParams::new(lsp::MessageType::Warning, why);
                return self.notify::<lsp::ShowMessageNotification>(told);
            }
        }
        if self.client.refreshes_hints {
            self.request::<lsp::InlayHintRefreshRequest>(())?;
        }
        if self.client.refreshes_lenses {
            self.request::<lsp::CodeLensRefreshRequest>(())?;
        }
        if self.client.is_asking() {
            self.request::<lsp::DiagnosticRefreshRequest>(())?;
        }
        Ok(())
    }

    /// Asks the editor for something; its answer does not matter.
    fn request<R: lsp::Request>(&mut self, parameters: R::Params) -> Result<(), Failure>
    where
        R::Params: Serialize,
    {
        self.asked += 1;
        let (id, method) = (RequestId::from(self.asked), R::METHOD.as_str().to_owned());
        self.send(Request::new(id, method, parameters))
    }

    /// Answers a question about an open text; nothing is known about others.
    fn answer(&self, request: Request) -> Response {
        use lsp::TextDocumentPositionParams as Place;
        let at = |place: &Place| Some((self.document(&place.text_document)?, place.position));
        PendingRequest::new(request)
            .to::<lsp::DocumentFormattingRequest>(|asked| {
                Ok(self.document(&asked.text_document).map(answers::format))
            })
            .to::<lsp::DocumentDiagnosticRequest>(|asked| {
                let found = self.document(&asked.text_document).map(findings::of_check);
                let items = found.map(|found| found.diagnostics).unwrap_or_default();
                let found = lsp::FullDocumentDiagnosticReport { result_id: None, items };
                Ok(lsp::RelatedFullDocumentDiagnosticReport {
                    related_documents: None,
                    full_document_diagnostic_report: found,
                }
                .into())
            })
            .to::<lsp::HoverRequest>(|asked| {
                let place = at(&asked.text_document_position_params);
                Ok(place.and_then(|(document, place)| hover::hover(document, place)))
            })
            .to::<lsp::CompletionRequest>(|asked| {
                let place = at(&asked.text_document_position_params);
                let snippets = self.client.snippets;
                let items = |(document, place)| complete::items(document, place, snippets);
                Ok(place.map(|place| items(place).into()))
            })
            .to::<lsp::SignatureHelpRequest>(|asked| {
                let place = at(&asked.text_document_position_params);
                Ok(place.and_then(|(document, place)| complete::signature(document, place)))
            })
            .to::<lsp::CodeLensRequest>(|asked| {
                Ok(self.document(&asked.text_document).map(answers::lenses))
            })
            .to::<lsp::SelectionRangeRequest>(|asked| {
                let document = self.document(&asked.text_document);
                Ok(document.map(|document| outline::selections(document, &asked.positions)))
            })
            .to::<lsp::InlayHintRequest>(|asked| {
                let document = self.document(&asked.text_document);
                Ok(document.map(|document| answers::hints(document, asked.range)))
            })
            .to::<lsp::DefinitionRequest>(|asked| {
                let place = at(&asked.text_document_position_params);
                let found = place.and_then(|(document, place)| names::declaration(document, place));
                Ok(found.map(|location| lsp::Definition::from(location).into()))
            })
            .to::<lsp::ReferencesRequest>(|asked| {
                let (place, whole) =
                    (at(&asked.text_document_position_params), asked.context.include_declaration);
                Ok(place.and_then(|(document, place)| names::references(document, place, whole)))
            })
            .to::<lsp::DocumentHighlightRequest>(|asked| {
                let place = at(&asked.text_document_position_params);
                Ok(place.and_then(|(document, place)| names::highlights(document, place)))
            })
            .to::<lsp::PrepareRenameRequest>(|asked| {
                let place = at(&asked.text_document_position_params);
                let found = place.and_then(|(document, place)| names::renamable(document, place));
                Ok(found.map(Into::into))
            })
            .to::<lsp::RenameRequest>(|asked| {
                let place = at(&asked.text_document_position_params);
                place
                    .map(|(document, place)| names::rename(document, place, &asked.new_name))
                    .transpose()
            })
            .to::<lsp::DocumentSymbolRequest>(|asked| {
                Ok(self
                    .document(&asked.text_document)
                    .map(|document| outline::symbols(document).into()))
            })
            .to::<lsp::FoldingRangeRequest>(|asked| {
                Ok(self.document(&asked.text_document).map(outline::folds))
            })
            .to::<lsp::SemanticTokensRequest>(|asked| {
                Ok(self.document(&asked.text_document).map(outline::tokens))
            })
            .to::<lsp::CodeActionRequest>(|asked| {
                let actions = self.document(&asked.text_document).map(|document| {
                    actions::actions(document, &asked).into_iter().map(Into::into).collect()
                });
                Ok(actions)
            })
            .to::<lsp::ExecuteCommandRequest>(|asked| {
                let document = commands::subject(&asked).and_then(|uri| self.documents.get(uri));
                let document = document.ok_or("the text is not open")?;
                match asked.command.as_str() {
                    commands::COUNTEREXAMPLE => {
                        let text = answers::counterexample(document);
                        if let Some(text) = text.clone().filter(|_| !self.opens) {
                            let told = lsp::ShowMessageParams::new(lsp::MessageType::Info, text);
                            let told = self.notify::<lsp::ShowMessageNotification>(told);
                            told.map_err(|lost| lost.to_string())?;
                        }
                        Ok(text.map(Into::into))
                    }
                    name @ (commands::DRAFT | commands::INFER) => {
                        commands::start(document, name, &self.threads, self.sender.clone());
                        Ok(None)
                    }
                    other => Err(format!("unknown command {other}")),
                }
            })
            .answered()
    }

    fn document(&self, named: &lsp::TextDocumentIdentifier) -> Option<&Document> {
        self.documents.get(&named.uri.0)
    }
}

/// The location of the book: the setting `book`, or else the one built into this program.
fn book(settings: Option<&serde_json::Value>) -> Option<String> {
    let set = settings.and_then(|it| it.get("book")?.as_str()).map(str::trim);
    set.filter(|it| !it.is_empty()).or(BOOK).map(str::to_owned)
}

/// Does the editor open texts, and run commands in a terminal?  The setting `opens`.
fn opens(settings: Option<&serde_json::Value>) -> bool {
    settings.and_then(|it| it.get("opens")?.as_bool()).unwrap_or(false)
}

/// The parameters for which positions are to be shown, such as `n=3 m=5`: the setting `at`.
fn point(settings: Option<&serde_json::Value>) -> ShownPoint {
    let text = settings.and_then(|it| it.get("at")).and_then(|at| at.as_str()).unwrap_or_default();
    let assigned = text.split([' ', ',']).filter_map(|each| assignment(each).ok());
    let assigned = assigned.filter(|it| !it.name.is_empty());
    let one = |it: Assigned| it.value().cloned().map(|value| (it.name, value));
    assigned.filter_map(one).collect()
}

/// The parameters of a notification of this kind; one that cannot be read is ignored.
fn read<N: lsp::Notification>(told: &mut Notification) -> Option<N::Params>
where
    N::Params: DeserializeOwned,
{
    let parameters = (told.method == N::METHOD.as_str()).then(|| told.params.take())?;
    serde_json::from_value(parameters).ok()
}

/// The version of the text that a notification is about, and a number in its place where it has none: some editors
/// send null, or nothing.
fn version(told: &mut Notification) -> Option<i32> {
    let document = told.params.get_mut("textDocument")?.as_object_mut()?;
    let version = document.get("version").and_then(|it| it.as_i64()?.try_into().ok());
    document.insert("version".to_owned(), version.unwrap_or(0).into());
    version
}

fn lost(error: &dyn std::error::Error) -> Failure {
    Failure::usage(format!("the connection to the editor is lost: {error}"))
}
