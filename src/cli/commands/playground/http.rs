//! The part of HTTP that is needed to serve files: one request for each connection, answered with one of the files.

use httparse::{EMPTY_HEADER, Request};
use percent_encoding::percent_decode_str;
use std::collections::BTreeMap;
use std::io::{self, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::time::Duration;

/// The file that an address without a path means.
pub const FIRST: &str = "index.html";

/// How long a browser may be silent.
const PATIENCE: Duration = Duration::from_secs(10);

/// The most bytes of a request, and the most headers.
const LONGEST: (usize, usize) = (1 << 14, 100);

/// The most bytes that are read after the request that was answered.
const REST: u64 = 1 << 20;

/// The files by name.  A request names one of them or nothing: no path in a request reaches the disk.
pub type Page = BTreeMap<String, ServedFile>;

/// A file, and its content type.
#[derive(Debug)]
pub struct ServedFile {
    pub data: Vec<u8>,
    pub kind: &'static str,
    /// Is it compressed by gzip, which every browser reads?
    pub is_compressed: bool,
}

/// The content type of a file.
pub fn kind(file: &Path) -> &'static str {
    match file.extension().and_then(|it| it.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}

/// The parts of a request that matter here.
struct Asked {
    method: String,
    path: String,
    /// The host that it names, if it names exactly one.
    host: Option<String>,
}

/// Reads the request, and answers it.
pub fn answer(mut stream: TcpStream, page: &Page) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let port = stream.local_addr()?.port();
    let (status, file, wanted) = match request(&mut stream)? {
        // A page under another name that resolves to this machine must not read what is served here.
        Some(Asked { host, .. }) if !host.as_ref().is_some_and(|host| is_here(host, port)) => {
            ("403 Forbidden", None, false)
        }
        Some(Asked { method, path, .. }) => match (method.as_str(), find(page, &path)) {
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
    // A page that is rebuilt is loaded again.
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n{encoding}Content-Length: {}\r\n\
         Cache-Control: no-cache\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n",
        data.len()
    )?;
    stream.write_all(if wanted { data } else { &[] })?;
    finish(&stream)
}

/// Ends the answer, and waits for the end of what the browser is still sending: a connection closed before that is
/// reset, and the answer may be lost with it.
fn finish(stream: &TcpStream) -> io::Result<()> {
    stream.shutdown(Shutdown::Write)?;
    io::copy(&mut stream.take(REST), &mut io::sink()).map(|_| ())
}

/// The request; `None` if it is not one.
fn request(stream: &mut TcpStream) -> io::Result<Option<Asked>> {
    let (mut read, mut piece) = (Vec::new(), [0; 4096]);
    while read.len() < LONGEST.0 {
        let length = stream.read(&mut piece)?;
        read.extend_from_slice(&piece[..length]);
        let mut headers = [EMPTY_HEADER; LONGEST.1];
        let mut request = Request::new(&mut headers);
        match request.parse(&read) {
            Ok(status) if status.is_complete() => {
                let named =
                    request.headers.iter().filter(|it| it.name.eq_ignore_ascii_case("host"));
                let hosts: Vec<_> = named.map(|it| String::from_utf8_lossy(it.value)).collect();
                let host = match hosts.as_slice() {
                    [host] => Some(host.trim().to_owned()),
                    _ => None,
                };
                let asked = |(method, path): (&str, &str)| Asked {
                    method: method.to_owned(),
                    path: path.to_owned(),
                    host,
                };
                return Ok(request.method.zip(request.path).map(asked));
            }
            Ok(_) if length > 0 => {}
            _ => break,
        }
    }
    Ok(None)
}

/// Is this a name of this machine for itself, with the port that we listen on?
fn is_here(host: &str, port: u16) -> bool {
    ["127.0.0.1", "localhost", "[::1]"].iter().any(|name| {
        host.eq_ignore_ascii_case(&format!("{name}:{port}"))
            // Browsers leave out the default port.
            || port == 80 && host.eq_ignore_ascii_case(name)
    })
}

/// The file with this path, in which percent signs begin the codes of bytes.
fn find<'p>(page: &'p Page, path: &str) -> Option<&'p ServedFile> {
    let file = path.split('?').next()?.strip_prefix('/')?;
    let file = percent_decode_str(file).decode_utf8().ok()?;
    page.get(if file.is_empty() { FIRST } else { &file })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_named() {
        for host in ["127.0.0.1:8080", "localhost:8080", "LocalHost:8080", "[::1]:8080"] {
            assert!(is_here(host, 8080), "{host}");
        }
        for host in [
            "",
            "localhost",
            "127.0.0.1",
            "localhost:80",
            "localhost:8081",
            "evil.example:8080",
            "127.0.0.1.evil.example:8080",
            "localhost.evil.example:8080",
            "evil@localhost:8080",
            "127.0.0.2:8080",
            "0.0.0.0:8080",
            "::1:8080",
            "[::1]",
            "localhost:8080:8080",
            "localhost.:8080",
        ] {
            assert!(!is_here(host, 8080), "{host}");
        }
        assert!(is_here("localhost", 80) && is_here("localhost:80", 80));
    }
}
