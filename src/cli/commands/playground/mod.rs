//! `grundy playground`: the files of the page, for browsers on this machine.

mod embedded;
mod http;

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::playground::Playground;
use crate::cli::host::output::cannot_read;
use crate::cli::host::{Control, Exit, Failure, Output, complain};
use http::{FIRST, Page, ServedFile};
use std::fs;
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// Where a checkout has the page, for a program without an embedded one.
const BUILT: &str = "target/playground";

/// What to say where there is no page.
const NOT_BUILT: &str = "this build does not contain the page; run packages/playground/build in a checkout of grundy and build \
     the program again, or name the folder of a page with --folder";

/// How often the interrupt key is checked.
const GLANCE: Duration = Duration::from_millis(200);

/// Serves the page until the user interrupts.
pub fn run(arguments: &Playground, configuration: &Configuration) -> Result<Exit, Failure> {
    if !configuration.is_text() {
        return Err(Failure::usage("playground writes text only"));
    }
    let page = match &arguments.folder {
        Some(folder) => read(folder)?,
        None => match embedded::page() {
            Some(page) => page,
            None if Path::new(BUILT).is_dir() => read(Path::new(BUILT))?,
            None => return Err(Failure::usage(NOT_BUILT)),
        },
    };
    let port = arguments.port;
    let opened = TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    let opened = opened.and_then(|listener| Ok((listener.local_addr()?, listener)));
    let (address, listener) = opened.map_err(|error| {
        Failure::usage(format!(
            "cannot listen on port {port}: {error}; choose another one with --port, or 0 for any \
             free port"
        ))
    })?;
    let control = Control::start(configuration.time_limit)?;
    let mut output = Output::open(configuration.output.as_deref())?;
    output.write(&format!("http://{address}/\n"))?;
    thread::spawn(move || listen(&listener, &Arc::new(page)));
    while !control.stop.requested() {
        thread::sleep(GLANCE);
    }
    Ok(if control.interrupted() { Exit::Interrupted } else { Exit::Success })
}

/// Answers every request in a thread of its own, so that none waits for another.
fn listen(listener: &TcpListener, page: &Arc<Page>) {
    for stream in listener.incoming() {
        let page = Arc::clone(page);
        let answered = stream.and_then(|stream| {
            // A browser that goes away is not an error.
            thread::Builder::new().spawn(move || _ = http::answer(stream, &page))
        });
        if let Err(error) = answered {
            complain(format_args!("note: a request was not answered: {error}"));
            thread::sleep(GLANCE);
        }
    }
}

/// All files of the folder; a link that leads out of it does not count as one.
fn read(folder: &Path) -> Result<Page, Failure> {
    let name = folder.display();
    let cannot_read = |error: io::Error| cannot_read(&name, error);
    let mut page = Page::new();
    if folder.is_dir() {
        let inside = folder.canonicalize().map_err(cannot_read)?;
        for entry in fs::read_dir(&inside).map_err(cannot_read)? {
            let entry = entry.map_err(cannot_read)?;
            // A link may lead nowhere.
            let Ok(path) = entry.path().canonicalize() else { continue };
            let file = entry.file_name();
            if let (true, Some(file)) = (path.is_file() && path.starts_with(&inside), file.to_str())
            {
                let kind = http::kind(Path::new(file));
                let data = fs::read(&path).map_err(cannot_read)?;
                page.insert(file.to_owned(), ServedFile { data, kind, is_compressed: false });
            }
        }
    }
    if !page.contains_key(FIRST) {
        return Err(Failure::usage(format!(
            "{name} has no {FIRST}: to build the page, run packages/playground/build in a checkout of grundy, \
             which writes it to {BUILT}"
        )));
    }
    Ok(page)
}
