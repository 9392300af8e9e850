//! Where results and messages go.

use super::{Exit, Failure, file};
use crate::cli::flags::configuration::{Configuration, columns};
use grundy_answers::report::render::wrapped;
use grundy_answers::report::{Detail, Render, json};
use std::fmt::Display;
use std::io::{self, BufWriter, ErrorKind, IsTerminal as _, Write, stderr, stdout};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Has a piece of a result been written?
static WRITTEN: AtomicBool = AtomicBool::new(false);

/// Has a result, or a piece of one, been written?
pub fn has_result() -> bool {
    WRITTEN.load(Ordering::Relaxed)
}

/// The place of the result: standard output or a file.
pub struct Output {
    sink: Box<dyn Write>,
    name: String,
    gone: bool,
    /// The columns of the terminal, if it is one.
    width: Option<usize>,
}

impl Output {
    /// Standard output, or the file, which is created at once: you should learn of a wrong name before the work, not
    /// after it.
    pub fn open(path: Option<&Path>) -> Result<Self, Failure> {
        let (sink, name, width): (Box<dyn Write>, _, _) = match path {
            None => {
                (Box::new(stdout()), "standard output".to_owned(), columns(stdout().is_terminal()))
            }
            Some(path) => {
                let file =
                    file::stream(path).map_err(|error| cannot_write(path.display(), &error))?;
                (Box::new(file), path.display().to_string(), None)
            }
        };
        Ok(Self { sink, name, gone: false, width })
    }

    /// Writes a text for people at once, in lines that fit a terminal.
    pub fn say(&mut self, text: &str) -> Result<(), Failure> {
        match self.width {
            Some(width) => self.write(&wrapped(text, width)),
            None => self.write(text),
        }
    }

    /// Writes at once, as it is.
    pub fn write(&mut self, text: &str) -> Result<(), Failure> {
        self.fill(|out| out.write_all(text.as_bytes()))
    }

    /// Writes a result in the requested format.  Its verdict determines the exit code.
    pub fn show(&mut self, result: &impl Render, wanted: &Configuration) -> Result<Exit, Failure> {
        match self.width.filter(|_| wanted.is_text()) {
            Some(_) => self.say(&result.text())?,
            None => self.fill(|out| render(result, wanted, out))?,
        }
        Ok(exit(result))
    }

    /// Writes piece by piece.  A reader that has gone away (`| head`) gets nothing more, and the work goes on, so that
    /// the exit code is still correct.
    fn fill(
        &mut self,
        content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        if self.gone {
            return Ok(());
        }
        let mut out = BufWriter::with_capacity(PIECE, Noted(&mut self.sink));
        match content(&mut out).and_then(|()| out.flush()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.gone = true;
                // What is left in the buffer has no reader.
                let _ = out.into_parts();
                Ok(())
            }
            Err(error) => {
                let _ = out.into_parts();
                Err(cannot_write(&self.name, &error))
            }
            Ok(()) => Ok(()),
        }
    }
}

/// The number of bytes written at a time.
const PIECE: usize = 1 << 16;

/// A destination of the result that records when a piece of it is written.
struct Noted<W>(W);

impl<W: Write> Write for Noted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.0.write(bytes)?;
        WRITTEN.fetch_or(count > 0, Ordering::Relaxed);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// A result in the requested format.
pub fn shown(result: &impl Render, configuration: &Configuration) -> String {
    if configuration.is_text() { result.text() } else { result.json() }
}

/// Writes a result in the format that is wanted.
fn render(
    result: &impl Render,
    configuration: &Configuration,
    out: &mut dyn Write,
) -> io::Result<()> {
    if configuration.is_text() { result.write_text(out) } else { result.write_json(out) }
}

/// Writes a result in the requested format to its destination.  Its verdict determines the exit code.
pub fn show(result: &impl Render, configuration: &Configuration) -> Result<Exit, Failure> {
    if configuration.output.is_none() {
        return Output::open(None)?.show(result, configuration);
    }
    put(configuration, |out| render(result, configuration, out))?;
    Ok(exit(result))
}

/// LaTeX with a comment that says how to cite the program.
pub fn cited(latex: &str) -> String {
    format!("{latex}% to cite the program: {}\n", grundy::CITATION)
}

/// The exit code for a result.
pub fn exit(result: &impl Render) -> Exit {
    result.verdict().map_or(Exit::Success, Exit::from)
}

/// Writes a result that is known as a whole.
pub fn print(text: &str, configuration: &Configuration) -> Result<Exit, Failure> {
    put(configuration, |out| out.write_all(text.as_bytes()))
}

/// Writes a result to its destination: a file is replaced as a whole.
fn put(
    configuration: &Configuration,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<Exit, Failure> {
    match &configuration.output {
        Some(path) => {
            file::write(path, content)?;
            WRITTEN.store(true, Ordering::Relaxed);
        }
        None => Output::open(None)?.fill(content)?,
    }
    Ok(Exit::Success)
}

/// Says which file was written, where nothing else would be said.
pub fn wrote(what: impl Display, configuration: &Configuration) {
    if configuration.is_text() && configuration.detail != Detail::Quiet {
        complain(format_args!("wrote {what}"));
    }
}

/// Reports which file was written: to people, and to programs if the result does not have a file of its own.
pub fn tell_file(path: &Path, configuration: &Configuration) -> Result<Exit, Failure> {
    wrote(path.display(), configuration);
    if !configuration.is_text() {
        let files = [path.display().to_string()];
        Output::open(None)?.show(&json::files(&files), configuration)?;
    }
    Ok(Exit::Success)
}

/// The failure to read from a place.
pub fn cannot_read(place: impl Display, why: impl Display) -> Failure {
    Failure::usage(format!("cannot read {place}: {why}"))
}

/// The failure to write to a place.
pub fn cannot_write(place: impl Display, error: &io::Error) -> Failure {
    let why = match error.kind() {
        ErrorKind::FileTooLarge => "; files may not become larger here (`ulimit -f`)",
        _ => "",
    };
    Failure::usage(format!("cannot write {place}: {error}{why}"))
}

/// Writes one message to standard error; a closed stream is not a reason to fail.
pub fn complain(message: impl Display) {
    let text = message.to_string();
    let text = columns(stderr().is_terminal()).map_or(text.clone(), |width| wrapped(&text, width));
    let _ = writeln!(stderr(), "{text}");
}
