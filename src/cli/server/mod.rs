//! The language server: what an editor shows while a description is written.
//!
//! ```text
//!  editor ──messages──▶ main loop ──text──▶ parse ──▶ findings of reading, at once
//!    ▲                    │   ▲
//!    │                    ▼   └── report, theorem ── a thread for each text, stopped by the next edit
//!    └──── answers, findings ◀─────────────────────────┘
//! ```
//!
//! The protocol is version 3.17 of the Language Server Protocol, over standard input and output.  Every
//! text is sent as a whole; nothing is read from disk.

mod answers;
mod document;
mod findings;
mod work;

use crate::cli::host::exit::{Exit, Failure};
use crossbeam_channel::{Receiver, Sender, select, unbounded};
use document::{Document, Encoding};
use gen_lsp_types as lsp;
use grundy::threads::Threads;
use lsp::{Notification as _, Request as _};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::time::Duration;
use work::Done;

/// An edit is often followed by another one; a check begins when the hand rests.
const PAUSE: Duration = Duration::from_millis(200);

/// Serves an editor until it says goodbye.
pub fn run(threads: Threads) -> Result<Exit, Failure> {
    let (connection, io) = Connection::stdio();
    let exit = serve(connection, threads);
    // Ends when the connection is dropped.
    io.join().map_err(|error| lost(&error))?;
    exit
}

/// Serves one connection.
fn serve(connection: Connection, threads: Threads) -> Result<Exit, Failure> {
    let (id, asked) = connection.initialize_start().map_err(|error| lost(&error))?;
    let asked: lsp::InitializeParams = serde_json::from_value(asked)
        .map_err(|error| Failure::usage(format!("this is no client of the protocol: {error}")))?;
    let encoding = Encoding::chosen(&asked.capabilities);
    let result = lsp::InitializeResult {
        capabilities: capabilities(encoding),
        server_info: Some(lsp::ServerInfo {
            name: "grundy".to_owned(),
            version: Some(grundy::VERSION.to_owned()),
        }),
    };
    let result = serde_json::to_value(result).expect("keys are strings");
    connection.initialize_finish(id, result).map_err(|error| lost(&error))?;
    let refreshes = (asked.capabilities.workspace.as_ref())
        .and_then(|workspace| workspace.inlay_hint.as_ref())
        .and_then(|hints| hints.refresh_support)
        .unwrap_or(false);
    let (sender, done) = unbounded();
    let server = Server {
        connection,
        encoding,
        threads,
        refreshes,
        asked: 0,
        documents: BTreeMap::new(),
        sender,
    };
    server.run(&done)
}

fn capabilities(encoding: Encoding) -> lsp::ServerCapabilities {
    lsp::ServerCapabilities {
        position_encoding: Some(encoding.name()),
        text_document_sync: Some(
            lsp::TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(lsp::TextDocumentSyncKind::Full),
                save: Some(true.into()),
                ..Default::default()
            }
            .into(),
        ),
        document_formatting_provider: Some(true.into()),
        hover_provider: Some(true.into()),
        completion_provider: Some(lsp::CompletionOptions::default()),
        inlay_hint_provider: Some(true.into()),
        ..Default::default()
    }
}

/// What the server knows.
struct Server {
    connection: Connection,
    encoding: Encoding,
    threads: Threads,
    /// Can the client be asked to show hints anew?
    refreshes: bool,
    /// How many requests were sent.
    asked: i32,
    documents: BTreeMap<String, Document>,
    /// For the threads that check.
    sender: Sender<Done>,
}

impl Server {
    fn run(mut self, done: &Receiver<Done>) -> Result<Exit, Failure> {
        let messages = self.connection.receiver.clone();
        loop {
            select! {
                recv(messages) -> message => match message {
                    Ok(Message::Request(request)) => {
                        let goodbye = self.connection.handle_shutdown(&request);
                        if goodbye.map_err(|error| lost(&error))? {
                            self.forget_all();
                            return Ok(Exit::Success);
                        }
                        let response = self.answer(request);
                        self.send(response)?;
                    }
                    Ok(Message::Notification(told)) => self.hear(told)?,
                    // Of what was asked no answer is waited for.
                    Ok(Message::Response(_)) => {}
                    Err(_) => {
                        self.forget_all();
                        return Err(Failure::usage("the editor has gone without a goodbye"));
                    }
                },
                recv(done) -> done => {
                    if let Ok(done) = done {
                        self.learn(done)?;
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
        self.connection.sender.send(message.into()).map_err(|error| lost(&error))
    }

    fn notify<N: lsp::Notification>(&self, parameters: N::Params) -> Result<(), Failure>
    where
        N::Params: Serialize,
    {
        self.send(Notification::new(N::METHOD.as_str().to_owned(), parameters))
    }

    /// Something that the editor did.
    fn hear(&mut self, told: Notification) -> Result<(), Failure> {
        let method = told.method.clone();
        if method == lsp::DidOpenTextDocumentNotification::METHOD.as_str() {
            let Some(opened) = read::<lsp::DidOpenTextDocumentParams>(told) else { return Ok(()) };
            let item = opened.text_document;
            self.change(item.uri.0, item.version, item.text, Duration::ZERO)
        } else if method == lsp::DidChangeTextDocumentNotification::METHOD.as_str() {
            let Some(changed) = read::<lsp::DidChangeTextDocumentParams>(told) else {
                return Ok(());
            };
            let document = changed.text_document;
            // Whole texts were asked for; the last one counts.
            let Some(text) = changed.content_changes.into_iter().rev().find_map(whole) else {
                return Ok(());
            };
            self.change(document.text_document_identifier.uri.0, document.version, text, PAUSE)
        } else if method == lsp::DidSaveTextDocumentNotification::METHOD.as_str() {
            let Some(saved) = read::<lsp::DidSaveTextDocumentParams>(told) else { return Ok(()) };
            let sender = self.sender.clone();
            if let Some(document) = self.documents.get_mut(&saved.text_document.uri.0)
                && document.done.is_none()
            {
                document.start(Duration::ZERO, &self.threads, sender);
            }
            Ok(())
        } else if method == lsp::DidCloseTextDocumentNotification::METHOD.as_str() {
            let Some(closed) = read::<lsp::DidCloseTextDocumentParams>(told) else {
                return Ok(());
            };
            if let Some(mut document) = self.documents.remove(&closed.text_document.uri.0) {
                document.stop();
            }
            let uri = closed.text_document.uri;
            let (version, diagnostics) = (None, Vec::new());
            let nothing = lsp::PublishDiagnosticsParams { uri, version, diagnostics };
            self.notify::<lsp::PublishDiagnosticsNotification>(nothing)
        } else {
            Ok(())
        }
    }

    /// A text was opened or edited: what is wrong with reading it is told at once, and a check begins
    /// after a pause.
    fn change(
        &mut self,
        uri: String,
        version: i32,
        text: String,
        pause: Duration,
    ) -> Result<(), Failure> {
        if let Some(mut before) = self.documents.remove(&uri) {
            before.stop();
        }
        let Some(mut document) = Document::new(&uri, version, text, self.encoding) else {
            return Ok(());
        };
        self.notify::<lsp::PublishDiagnosticsNotification>(findings::of_reading(&document))?;
        document.start(pause, &self.threads, self.sender.clone());
        self.documents.insert(uri, document);
        Ok(())
    }

    /// A check is done; one of an older text tells nothing any more.
    fn learn(&mut self, done: Done) -> Result<(), Failure> {
        let Some(document) = self.documents.get_mut(&done.uri) else { return Ok(()) };
        if document.version != done.version {
            return Ok(());
        }
        document.done = Some(done);
        let told = findings::of_check(document);
        self.notify::<lsp::PublishDiagnosticsNotification>(told)?;
        if self.refreshes {
            self.asked += 1;
            let method = lsp::InlayHintRefreshRequest::METHOD.as_str().to_owned();
            let id = RequestId::from(self.asked);
            self.send(Request { id, method, params: serde_json::Value::Null })?;
        }
        Ok(())
    }

    /// Answers a question about an open text.
    fn answer(&self, request: Request) -> Response {
        let id = request.id.clone();
        let method = request.method.clone();
        if method == lsp::DocumentFormattingRequest::METHOD.as_str() {
            self.about(request, |params: lsp::DocumentFormattingParams| {
                Some(answers::format(self.document(&params.text_document)?))
            })
        } else if method == lsp::HoverRequest::METHOD.as_str() {
            self.about(request, |params: lsp::HoverParams| {
                let place = params.text_document_position_params;
                answers::hover(self.document(&place.text_document)?, place.position)
            })
        } else if method == lsp::CompletionRequest::METHOD.as_str() {
            self.about(request, |params: lsp::CompletionParams| {
                let place = params.text_document_position_params;
                Some(answers::complete(self.document(&place.text_document)?, place.position))
            })
        } else if method == lsp::InlayHintRequest::METHOD.as_str() {
            self.about(request, |params: lsp::InlayHintParams| {
                Some(answers::hints(self.document(&params.text_document)?))
            })
        } else {
            let message = format!("{method} is not known here");
            Response::new_err(id, ErrorCode::MethodNotFound as i32, message)
        }
    }

    /// Reads the parameters of a request and answers it; nothing is known of texts that are not
    /// open.
    fn about<P: DeserializeOwned, R: Serialize>(
        &self,
        request: Request,
        answer: impl FnOnce(P) -> Option<R>,
    ) -> Response {
        match serde_json::from_value(request.params) {
            Ok(parameters) => Response::new_ok(request.id, answer(parameters)),
            Err(error) => Response::new_err(
                request.id,
                ErrorCode::InvalidParams as i32,
                format!("{}: {error}", request.method),
            ),
        }
    }

    fn document(&self, named: &lsp::TextDocumentIdentifier) -> Option<&Document> {
        self.documents.get(&named.uri.0)
    }
}

/// The parameters of a notification; one that cannot be read says nothing.
fn read<P: DeserializeOwned>(told: Notification) -> Option<P> {
    serde_json::from_value(told.params).ok()
}

/// A change that is a whole text.
fn whole(change: lsp::TextDocumentContentChangeEvent) -> Option<String> {
    match change {
        lsp::TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole) => {
            Some(whole.text)
        }
        lsp::TextDocumentContentChangeEvent::TextDocumentContentChangePartial(_) => None,
    }
}

fn lost(error: &dyn std::error::Error) -> Failure {
    Failure::usage(format!("the connection to the editor is lost: {error}"))
}
