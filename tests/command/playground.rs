//! `grundy playground`: what it serves, and the page in a browser.

use crate::command::{Folder, grundy};
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The server, which ends with the test.
struct Served {
    server: Child,
    /// `127.0.0.1:40123`
    host: String,
}

impl Served {
    fn folder(folder: &Path) -> Self {
        Self::start(&["playground", "--port", "0", "--folder", "."], folder)
    }

    fn start(words: &[&str], folder: &Path) -> Self {
        let mut command = grundy(words, folder);
        let mut server = command.stdout(Stdio::piped()).spawn().expect("grundy runs");
        let mut line = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let host = line.trim().strip_prefix("http://").and_then(|it| it.strip_suffix('/'));
        Self { host: host.unwrap_or_else(|| panic!("{line}")).to_owned(), server }
    }

    /// Status and the rest of the answer to one request.
    fn ask(&self, method: &str, path: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        let host = &self.host;
        write!(stream, "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
            .unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).and_then(|it| it.parse().ok());
        (status.unwrap_or_else(|| panic!("{answer}")), answer)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

#[test]
fn the_files_of_the_folder_are_served_and_no_others() {
    let folder = Folder::new("playground");
    fs::create_dir_all(folder.0.join("page/inside")).unwrap();
    let large = "x".repeat(1 << 20);
    for (name, text) in [
        ("page/index.html", "<p>page"),
        ("page/engine.wasm", large.as_str()),
        ("page/inside/file", "secret"),
        ("outside", "secret"),
    ] {
        folder.write(name, text);
    }
    let served = Served::folder(&folder.0.join("page"));
    assert!(served.host.starts_with("127.0.0.1:"), "{}", served.host);
    for path in ["/", "/index.html", "/?x=1"] {
        let (status, answer) = served.ask("GET", path);
        assert!(status == 200 && answer.ends_with("<p>page"), "{path}: {answer}");
        assert!(answer.contains("text/html; charset=utf-8"), "{answer}");
    }
    let (status, answer) = served.ask("GET", "/engine.wasm");
    assert!(status == 200 && answer.contains("Content-Type: application/wasm"));
    assert!(answer.contains("Content-Length: 1048576") && answer.ends_with(&large));
    for path in
        ["/outside", "/../outside", "//outside", "/inside/file", "/inside", "/%2e%2e/outside", "/."]
    {
        let (status, answer) = served.ask("GET", path);
        assert!(status == 404 && !answer.contains("secret"), "{path}: {answer}");
    }
    assert_eq!(served.ask("POST", "/").0, 405);
    assert_eq!(served.ask("NO REQUEST", "/").0, 400);
    // What cannot be understood is answered before all of it has come; the answer arrives all the same.
    for method in ["NO REQUEST ".repeat(1 << 10), "x".repeat(1 << 18)] {
        assert_eq!(served.ask(&method, "/").0, 400);
    }
    // Whoever keeps a connection, or says nothing, keeps nobody waiting.
    let silent: Vec<_> = (0..20).map(|_| TcpStream::connect(&served.host).unwrap()).collect();
    assert_eq!(served.ask("GET", "/").0, 200);
    drop(silent);
    let head = served.ask("HEAD", "/");
    assert!(head.0 == 200 && !head.1.contains("<p>page"), "{}", head.1);
}

/// A page of another name that leads to this machine reads nothing here.
#[test]
fn only_this_machine_is_answered() {
    let folder = Folder::new("playground-hosts");
    folder.write("index.html", "<p>secret");
    let served = Served::folder(&folder.0);
    let port = served.host.rsplit(':').next().unwrap().to_owned();
    let ask = |headers: &str| {
        let mut stream = TcpStream::connect(&served.host).unwrap();
        write!(stream, "GET / HTTP/1.1\r\n{headers}Connection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    for host in ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"] {
        let answer = ask(&format!("host: {host}:{port}\r\n"));
        assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("secret"), "{answer}");
    }
    for headers in [
        String::new(),
        "Host: \r\n".to_owned(),
        format!("Host: evil.example:{port}\r\n"),
        format!("Host: localhost.evil.example:{port}\r\n"),
        "Host: localhost\r\n".to_owned(),
        "Host: localhost:1\r\n".to_owned(),
        format!("Host: localhost:{port}\r\nHost: evil.example\r\n"),
        format!("Host: \u{e9}:{port}\r\n"),
    ] {
        let answer = ask(&headers);
        assert!(
            answer.starts_with("HTTP/1.1 403") && !answer.contains("secret"),
            "{headers}{answer}"
        );
    }
}

#[cfg(unix)]
#[test]
fn links_out_of_the_folder_are_not_followed() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new("playground-links");
    fs::create_dir_all(folder.0.join("page/inside")).unwrap();
    for (name, text) in
        [("page/index.html", "<p>page"), ("page/inside/file", "deep"), ("secret", "secret")]
    {
        folder.write(name, text);
    }
    let page = folder.0.join("page");
    for (from, to) in [
        ("../secret", "out"),
        ("out", "twice"),
        ("..", "up"),
        ("nowhere", "lost"),
        ("index.html", "same"),
        ("inside/file", "deep"),
    ] {
        symlink(from, page.join(to)).unwrap();
    }
    symlink(folder.0.join("secret"), page.join("whole")).unwrap();
    // The folder itself may be a link.
    symlink("page", folder.0.join("link")).unwrap();
    for root in ["page", "link"] {
        let served = Served::folder(&folder.0.join(root));
        for path in ["/out", "/twice", "/up", "/up/secret", "/lost", "/whole"] {
            assert_eq!(served.ask("GET", path).0, 404, "{path}");
        }
        assert!(served.ask("GET", "/same").1.ends_with("<p>page"));
        assert!(served.ask("GET", "/deep").1.ends_with("deep"));
    }
    fs::remove_file(page.join("index.html")).unwrap();
    symlink("../secret", page.join("index.html")).unwrap();
    let ran =
        grundy(&["playground", "--port", "0", "--folder", "page"], &folder.0).output().unwrap();
    assert_eq!(ran.status.code(), Some(2));
}

#[test]
fn names_with_percent_signs_are_served() {
    let folder = Folder::new("playground-names");
    fs::create_dir_all(folder.0.join("page")).unwrap();
    let names = ["index.html", "a b", "100%", "a%20b", "\u{e4}.js", "%2e%2e", "q?.css"];
    for name in names {
        fs::write(folder.0.join("page").join(name), format!("<{name}>")).unwrap();
    }
    folder.write("secret", "secret");
    let served = Served::folder(&folder.0.join("page"));
    for (path, name) in [
        ("/a%20b", "a b"),
        ("/100%25", "100%"),
        ("/100%", "100%"),
        ("/a%2520b", "a%20b"),
        ("/%C3%A4.js", "\u{e4}.js"),
        ("/%c3%a4.js?x=%zz", "\u{e4}.js"),
        ("/%252e%252e", "%2e%2e"),
        ("/q%3F.css", "q?.css"),
        ("/%69ndex.html", "index.html"),
    ] {
        let (status, answer) = served.ask("GET", path);
        assert!(status == 200 && answer.ends_with(&format!("<{name}>")), "{path}: {answer}");
    }
    for path in [
        "/%2e%2e%2fsecret",
        "/..%2fsecret",
        "/%2e%2e/secret",
        "/..\\secret",
        "/..%5csecret",
        "/%00",
        "/index.html%00",
        "/%252e%252e%252fsecret",
        "/%ff",
        "/%2fetc%2fpasswd",
        "/./index.html",
        "/%",
        "%2findex.html",
    ] {
        let (status, answer) = served.ask("GET", path);
        // Some are no request at all.
        assert!([400, 404].contains(&status) && !answer.contains("secret"), "{path}: {answer}");
    }
}

#[test]
fn without_a_page_or_a_port_it_says_what_to_do() {
    let folder = Folder::new("playground");
    let run = |words: &[&str]| {
        let ran = grundy(words, &folder.0).output().unwrap();
        (ran.status.code(), String::from_utf8(ran.stderr).unwrap())
    };
    let (exit, message) = run(&["playground", "--folder", "target/playground"]);
    assert_eq!(exit, Some(2));
    assert!(
        message.contains(
            "target/playground has no index.html: to build the page, run packages/playground/build"
        ),
        "{message}"
    );
    folder.write("index.html", "");
    let served = Served::folder(&folder.0);
    let port = served.host.rsplit(':').next().unwrap();
    let (exit, message) = run(&["playground", "--folder", ".", "--port", port]);
    assert_eq!(exit, Some(2));
    assert!(
        message.contains(&format!("cannot listen on port {port}")) && message.contains("--port")
    );
    let (exit, _) = run(&["playground", "--folder", ".", "--port", "0", "--time-limit", "1"]);
    assert_eq!(exit, Some(0), "its time was over");
}

/// A program that was built after the page needs no checkout.
#[test]
fn away_from_a_checkout_the_page_in_the_program_is_served() {
    let folder = Folder::new("playground-away");
    let built = Path::new(env!("CARGO_BIN_EXE_grundy")).ancestors().nth(2).unwrap();
    if !built.join("playground/engine.wasm.gz").is_file() {
        let ran = grundy(&["playground", "--port", "0"], &folder.0).output().unwrap();
        let message = String::from_utf8(ran.stderr).unwrap();
        assert!(ran.status.code() == Some(2) && message.contains("playground/build"), "{message}");
        return;
    }
    let served = Served::start(&["playground", "--port", "0"], &folder.0);
    let (status, answer) = served.ask("GET", "/");
    assert!(status == 200 && answer.contains("<title>grundy playground</title>"), "{answer}");
    let (status, answer) = served.ask("HEAD", "/engine.wasm");
    assert!(status == 200 && answer.contains("\r\nContent-Encoding: gzip\r\n"), "{answer}");
}

/// What stands between two marks, wherever that is.
fn between<'t>(text: &'t str, before: &str, after: char) -> Vec<&'t str> {
    let rest = text.split(before).skip(1);
    rest.filter_map(|rest| rest.split_once(after)).map(|it| it.0).collect()
}

#[test]
fn the_page_names_no_file_element_or_host_that_is_not_there() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("packages/playground/page");
    let read = |name: &str| fs::read_to_string(page.join(name)).unwrap();
    let index = read("index.html");
    let elements = between(&index, " id=\"", '"');
    let mut named = 0;
    for entry in fs::read_dir(&page).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let text = read(&name);
        let files = ["from \"./", "href=\"", "src=\"", "Worker(\"", "register(\""];
        for file in files.iter().flat_map(|it| between(&text, it, '"')) {
            let is_built = matches!(file, "engine.wasm" | "data:,");
            assert!(is_built || page.join(file).is_file(), "{name} names {file}");
            named += 1;
        }
        for element in between(&text, "byId(\"", '"') {
            assert!(elements.contains(&element), "{name} names {element}");
            named += 1;
        }
        for host in text.split("://").skip(1) {
            assert!(host.starts_with("www.w3.org/"), "{name} names a host: {host:.40}");
        }
    }
    assert!(named > 100, "{named}");
}

/// `packages/playground/README.md` says how.
#[test]
#[ignore = "needs the built page, node, playwright-core and axe-core in NODE_PATH, and Chromium"]
fn the_page_works_in_a_browser() {
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or("target".into(), PathBuf::from);
    let served = Served::folder(&checkout.join(target).join("playground"));
    let test = checkout.join("packages/playground/test/page.mjs");
    let address = format!("http://{}/", served.host);
    let ran = Command::new("node").arg(test).arg(address).output().expect("node runs");
    println!("{}", String::from_utf8_lossy(&ran.stdout));
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
}
