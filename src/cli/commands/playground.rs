//! `grundy playground`: the files of the built page, for browsers on this machine.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::playground::Playground;
use crate::cli::host::control::Control;
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::output::{Output, complain};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::net::Ipv4Addr;
use std::path::Path;
use std::time::Duration;
use tiny_http::{Header, Method, Request, Response, Server};

/// How often the interrupt key is looked at.
const GLANCE: Duration = Duration::from_millis(200);

/// The file that is meant by the address alone.
const FIRST: &str = "index.html";

/// The files by name.  A request names one of them or nothing: no path of it reaches the disk.
type Page = BTreeMap<String, (Vec<u8>, &'static str)>;

/// Serves the page until the user interrupts.
pub fn run(arguments: &Playground, configuration: &Configuration) -> Result<Exit, Failure> {
    if !configuration.is_text() {
        return Err(Failure::usage("playground writes text, for people"));
    }
    let page = read(&arguments.folder)?;
    let port = arguments.port;
    let server = Server::http((Ipv4Addr::LOCALHOST, port)).map_err(|error| {
        Failure::usage(format!(
            "cannot listen on port {port}: {error}; --port names another one, and 0 any that is free"
        ))
    })?;
    let control = Control::start(configuration.time_limit)?;
    let mut output = Output::open(configuration.output.as_deref())?;
    output.write(&format!("http://{}/\n", server.server_addr()))?;
    while !control.stop.requested() {
        let request = server.recv_timeout(GLANCE);
        let request = request.map_err(|error| Failure::usage(format!("cannot serve: {error}")))?;
        // A browser that went away is no reason to end.
        if let Some(Err(error)) = request.map(|request| answer(request, &page)) {
            complain(format_args!("note: {error}"));
        }
    }
    Ok(if control.interrupted() { Exit::Interrupted } else { Exit::Success })
}

/// All files of the folder.
fn read(folder: &Path) -> Result<Page, Failure> {
    let name = folder.display();
    let cannot_read = |error: io::Error| Failure::usage(format!("cannot read {name}: {error}"));
    if !folder.join(FIRST).is_file() {
        return Err(Failure::usage(format!(
            "{name} has no {FIRST}: packages/playground/build, in a checkout of grundy, builds the \
             page in target/playground, and --folder FOLDER names where it is"
        )));
    }
    let mut page = Page::new();
    for entry in fs::read_dir(folder).map_err(cannot_read)? {
        let entry = entry.map_err(cannot_read)?;
        let (path, file) = (entry.path(), entry.file_name());
        if let (true, Some(file)) = (path.is_file(), file.to_str()) {
            let kind = kind(Path::new(file));
            page.insert(file.to_owned(), (fs::read(&path).map_err(cannot_read)?, kind));
        }
    }
    Ok(page)
}

/// What a browser takes a file for.
fn kind(file: &Path) -> &'static str {
    match file.extension().and_then(|it| it.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}

/// The file that a request names, if there is one.
fn answer(request: Request, page: &Page) -> io::Result<()> {
    if !matches!(request.method(), Method::Get | Method::Head) {
        return request.respond(Response::empty(405));
    }
    let path = request.url().split('?').next().unwrap_or_default();
    let file = path.strip_prefix('/').map(|file| if file.is_empty() { FIRST } else { file });
    let Some((data, kind)) = file.and_then(|file| page.get(file)) else {
        return request
            .respond(Response::from_string("there is no such file\n").with_status_code(404));
    };
    let mut response = Response::from_data(data.as_slice());
    // A page that is built again is loaded again.
    let headers = [("Content-Type", *kind), ("Cache-Control", "no-cache")];
    for header in headers.iter().filter_map(|(name, value)| Header::from_bytes(*name, *value).ok())
    {
        response.add_header(header);
    }
    request.respond(response)
}
