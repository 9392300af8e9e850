//! `grundy map`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::map::{Map, MapClass};
use crate::cli::host::asking::answer_while;
use crate::cli::host::output::wrote;
use crate::cli::host::picture::PictureFile;
use crate::cli::host::{Bar, Control, Exit, Failure, Output, progress};
use grundy_answers::ask::picture::Drawn;
use grundy_answers::ask::{Ask, Refused};
use grundy_answers::report::Render;

/// Works through all games of a class, draws the picture, and prints the counts.
pub fn run(arguments: &Map, configuration: &Configuration) -> Result<Exit, Failure> {
    match &arguments.class {
        MapClass::Three(three) => mapped("map three", &three.question(), arguments, configuration),
        MapClass::Four(four) => mapped("map four", &four.question(), arguments, configuration),
        MapClass::Five(two) => mapped("map five", &two.question(), arguments, configuration),
    }
}

fn mapped<A: Render>(
    name: &str,
    question: &impl Ask<Answer = Drawn<A>>,
    arguments: &Map,
    configuration: &Configuration,
) -> Result<Exit, Failure> {
    let file = configuration.output.as_deref().map(PictureFile::new).transpose()?;
    let control = Control::start(configuration.time_limit)?;
    let bar = Bar::new(configuration.progress, name.to_owned(), progress::GAMES);
    let found = answer_while(question, &bar, &control, configuration);
    drop(bar);
    let found = found.map_err(|error| match error {
        Refused::Limit(limit, came) => {
            control.ended_early(limit, format!("{came}; nothing is written"))
        }
        error => control.refused(error, configuration),
    })?;
    if let Some(file) = &file {
        file.write(&found.picture(), arguments.look.theme)?;
    }
    let exit = Output::open(None)?.show(&found, configuration)?;
    configuration.output.iter().for_each(|path| wrote(path.display(), configuration));
    Ok(exit)
}
