//! `grundy petri draw`, and the pictures of a run.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::global::Format;
use crate::cli::flags::petri::{Draw, LayoutName};
use crate::cli::host::asking::about_net;
use crate::cli::host::output::{print, tell_file};
use crate::cli::host::picture::PictureFile;
use crate::cli::host::{Control, Exit, Failure, complain, file, net};
use grundy_answers::ask::petri::Sequence;
use grundy_answers::ask::picture::net::{PetriDraw, animated};
use grundy_answers::report::petri::net_dot;
use grundy_games::petri::pnml::Read;
use grundy_games::petri::{Net, Run};
use grundy_picture::Theme;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// Draws the net in the requested marking.
pub fn run(arguments: &Draw, configuration: &Configuration) -> Result<Exit, Failure> {
    let mut question = PetriDraw {
        net: super::of(&arguments.net, configuration)?,
        after: Some(Sequence::Words(arguments.after.iter().cloned().collect())),
        layers: arguments.layout == LayoutName::Layers,
        plain: None,
        only: arguments.only,
        size: arguments.size,
    };
    let (read, control) = (net::read(&question.net, configuration)?, Control::default());
    let refused = |error| control.refused(error, configuration);
    if configuration.format == Format::Dot {
        let state = question.state(&read).map_err(refused)?;
        let text = net_dot(&read.net, &state.marking, &state.firable, &state.fired);
        return print(&text, configuration);
    }
    let Some(path) = &configuration.output else {
        return Err(Failure::usage(
            "a picture needs a file: add -o FILE.svg or -o FILE.png, or --format dot",
        ));
    };
    let file = PictureFile::new(path)?;
    if arguments.layout == LayoutName::Graphviz {
        question.plain = Some(plain(&read.net)?);
    }
    let found = about_net(&question, &read, &control, configuration)?;
    file.write(&found.picture(), arguments.look.theme)?;
    found.notes.iter().for_each(complain);
    tell_file(path, configuration)
}

/// Where the program dot of Graphviz places the nodes of a net.
fn plain(net: &Net) -> Result<String, Failure> {
    let graph = net_dot(net, &net.initial(), &[], &[]);
    let failed = |why: String| Failure::usage(format!("Graphviz gave no layout: {why}"));
    let mut child = Command::new("dot")
        .arg("-Tplain")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| failed(format!("cannot run dot ({error}); use --layout layers")))?;
    // The program reads everything before it writes.
    if let Some(mut input) = child.stdin.take() {
        input.write_all(graph.as_bytes()).map_err(|error| failed(error.to_string()))?;
    }
    let output = child.wait_with_output().map_err(|error| failed(error.to_string()))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Writes the pictures of a run, starting with the initial marking.
pub fn animate(
    path: &Path,
    read: &Read,
    run: &Run,
    configuration: &Configuration,
) -> Result<(), Failure> {
    if path.extension().is_none_or(|ending| !ending.eq_ignore_ascii_case("svg")) {
        let message = format!("{}: the name of an animation must end with .svg", path.display());
        return Err(Failure::usage(message));
    }
    let refused = |error| Control::default().refused(error, configuration);
    let animation = animated(read, run).map_err(refused)?;
    file::write_bytes(path, animation.svg(Theme::Auto).as_bytes())
}
