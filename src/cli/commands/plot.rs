//! `grundy plot`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::plot::{Means, Plot, Records, Refutation, Sequence, Subject};
use crate::cli::host::asking::{answer_to, answer_while, rejected};
use crate::cli::host::input::{read_bytes, read_one};
use crate::cli::host::output::{tell_file, wrote};
use crate::cli::host::picture::PictureFile;
use crate::cli::host::text::plain;
use crate::cli::host::{Bar, Control, Exit, Failure, Output, complain, progress};
use grundy_answers::ask::picture::means::PlotMeans;
use grundy_answers::ask::picture::records::PlotRecords;
use grundy_answers::ask::picture::refutation::PlotRefutation;
use grundy_answers::ask::picture::sequence::PlotSequence;
use grundy_answers::ask::picture::{Drawn, Title};
use grundy_answers::ask::{Ask as _, File};
use grundy_answers::check::Kind;
use std::path::{Path, PathBuf};

/// Draws the picture into its file.
pub fn run(arguments: &Plot, configuration: &Configuration) -> Result<Exit, Failure> {
    if let Subject::Means(means) = &arguments.subject {
        return of_means(means, arguments, configuration);
    }
    let path = configuration
        .output
        .as_ref()
        .ok_or_else(|| Failure::usage("a picture needs a file: add -o FILE.png or -o FILE.svg"))?;
    let file = PictureFile::new(path)?;
    let drawn = match &arguments.subject {
        Subject::Sequence(sequence) => of_sequence(sequence, configuration)?,
        Subject::Records(records) => of_records(records, configuration)?,
        Subject::Refutation(refuted) => of_refutation(refuted, configuration)?,
        Subject::Means(_) => return Ok(Exit::Success),
    };
    drawn.notes.iter().for_each(|note| complain(format_args!("note: {note}")));
    file.write(&drawn.picture(), arguments.look.theme)?;
    tell_file(path, configuration)
}

fn of_sequence(
    arguments: &Sequence,
    configuration: &Configuration,
) -> Result<Drawn<Title>, Failure> {
    let &Sequence { ref game, ref width, rows, from, size } = arguments;
    let game = game.one().map_err(Failure::usage)?;
    let width = width.as_ref().map(ToString::to_string);
    let (rows, size) = (Some(rows), Some(size));
    let question = PlotSequence { game, width, rows, from, size };
    let control = Control::start(configuration.time_limit)?;
    let drawn = question.answer(&control.terms(configuration, None));
    drawn.map_err(|error| control.refused_game(error, &question.game, configuration))
}

fn of_records(arguments: &Records, configuration: &Configuration) -> Result<Drawn<Title>, Failure> {
    let &Records { ref paths, show, ref title, size } = arguments;
    let series = files(paths)?;
    let (title, size) = (title.clone(), Some(size));
    let question = PlotRecords { series, show: Some(show), title, size };
    answer_to(&question, &Control::default(), configuration)
}

fn of_refutation(
    arguments: &Refutation,
    configuration: &Configuration,
) -> Result<Drawn<Title>, Failure> {
    let input = read_one(&arguments.path)?;
    if let Some(broken) = &input.broken {
        let (name, found) = (input.name(), std::slice::from_ref(broken));
        let head = format!("{name} is rejected");
        return Err(rejected(&head, &name, &input.text, found, configuration));
    }
    let control = Control::start(configuration.time_limit)?;
    let description = File { name: input.name(), text: input.text };
    let kind = progress::of_kind(Kind::Nimseq);
    let bar = Bar::new(configuration.progress, description.name.clone(), kind);
    let question = PlotRefutation { description, size: Some(arguments.size) };
    let drawn = answer_while(&question, &bar, &control, configuration);
    drawn.map_err(|error| control.refused(error, configuration))
}

/// Fits lines, prints them, and draws the picture if requested.
fn of_means(
    arguments: &Means,
    plot: &Plot,
    configuration: &Configuration,
) -> Result<Exit, Failure> {
    let file = configuration.output.as_deref().map(PictureFile::new).transpose()?;
    let question = PlotMeans {
        series: files(&arguments.paths)?,
        show: Some(arguments.show),
        classes: arguments.classes.clone(),
        join: arguments.join,
        from: Some(arguments.from),
        to: Some(arguments.to),
        fit: arguments.fit,
        modulus: Some(arguments.modulus),
        common: arguments.common,
        curve: arguments.curve,
        title: arguments.title.clone(),
        size: Some(arguments.size),
    };
    let drawn = answer_to(&question, &Control::default(), configuration)?;
    if let Some(file) = &file {
        file.write(&drawn.picture(), plot.look.theme)?;
    } else if arguments.fit.is_none() {
        return Err(Failure::usage("nothing to do: add --fit, or -o FILE for a picture"));
    }
    let exit = Output::open(None)?.show(&drawn, configuration)?;
    configuration.output.iter().for_each(|path| wrote(path.display(), configuration));
    Ok(exit)
}

/// The files, or standard input.
fn files(paths: &[PathBuf]) -> Result<Vec<File>, Failure> {
    let file = |path: &PathBuf| Ok(File { name: path.display().to_string(), text: text(path)? });
    paths.iter().map(file).collect()
}

fn text(path: &Path) -> Result<String, Failure> {
    let rejected = |error| Failure::rejected(format!("{}: {error}", path.display()));
    plain(read_bytes(path)?).map_err(rejected)
}
