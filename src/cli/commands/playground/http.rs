//! What is needed of HTTP to give files away: one request for each connection, answered with one of
//! the files.

use httparse::{EMPTY_HEADER, Request};
use std::collections::BTreeMap;
use std::io::{self, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::time::Duration;

/// The file that is meant by the address alone.
pub const FIRST: &str = "index.html";

/// How long a browser may be silent.
const PATIENCE: Duration = Duration::from_secs(10);

/// The most bytes and headers of a request.
const LONGEST: (usize, usize) = (1 << 14, 100);

/// The most bytes that are read behind what was answered.
const REST: u64 = 1 << 20;

/// The files by name.  A request names one of them or nothing: no path of it reaches the disk.
pub type Page = BTreeMap<String, ServedFile>;

/// A file, and what a browser takes it for.
#[derive(Debug)]
pub struct ServedFile {
    pub data: Vec<u8>,
    pub kind: &'static str,
    /// Is it compressed by gzip, which every browser reads?
    pub is_compressed: bool,
}

/// What a browser takes a file for.
pub fn kind(file: &Path) -> &'static str {
    match file.extension().and_then(|it| it.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}

/// Reads the request, and answers it.
pub fn answer(mut stream: TcpStream, page: &Page) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let (status, file, wanted) = match request(&mut stream)? {
        Some((method, path)) => match (method.as_str(), find(page, &path)) {
            ("GET", Some(file)) => ("200 OK", Some(file), true),
            ("HEAD", Some(file)) => ("200 OK", Some(file), false),
            ("GET" | "HEAD", None) => ("404 Not Found", None, false),
            _ => ("405 Method Not Allowed", None, false),
        },
        None => ("400 Bad Request", None, false),
    };
    let (data, kind) = file.map_or((&[][..], "text/plain"), |it| (it.data.as_slice(), it.kind));
    let is_compressed = file.is_some_and(|it| it.is_compressed);
    let encoding = if is_compressed { "Content-Encoding: gzip\r\n" } else { "" };
    // A page that is built again is loaded again.
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n{encoding}Content-Length: {}\r\n\
         Cache-Control: no-cache\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n",
        data.len()
    )?;
    stream.write_all(if wanted { data } else { &[] })?;
    finish(&stream)
}

/// Ends the answer, and waits for the end of what is still being sent: a connection closed before that
/// is reset, and the answer may be lost with it.
fn finish(stream: &TcpStream) -> io::Result<()> {
    stream.shutdown(Shutdown::Write)?;
    io::copy(&mut stream.take(REST), &mut io::sink()).map(|_| ())
}

/// Method and path; nothing if it is no request.
fn request(stream: &mut TcpStream) -> io::Result<Option<(String, String)>> {
    let (mut read, mut piece) = (Vec::new(), [0; 4096]);
    while read.len() < LONGEST.0 {
        let length = stream.read(&mut piece)?;
        read.extend_from_slice(&piece[..length]);
        let mut headers = [EMPTY_HEADER; LONGEST.1];
        let mut request = Request::new(&mut headers);
        match request.parse(&read) {
            Ok(status) if status.is_complete() => {
                return Ok(request.method.zip(request.path).map(|it| (it.0.into(), it.1.into())));
            }
            Ok(_) if length > 0 => {}
            _ => break,
        }
    }
    Ok(None)
}

/// The file of this path.
fn find<'p>(page: &'p Page, path: &str) -> Option<&'p ServedFile> {
    let file = path.split('?').next()?.strip_prefix('/')?;
    page.get(if file.is_empty() { FIRST } else { file })
}
