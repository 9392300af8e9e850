//! `grundy census merge`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::host::output::cannot_read;
use crate::cli::host::{Exit, Failure, bug};
use grundy_census::census::{Stored, Tally};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Puts the files of all shards together.
pub fn run(paths: &[PathBuf], configuration: &Configuration) -> Result<Exit, Failure> {
    let mut trouble = Vec::new();
    let mut exit = Exit::Success;
    let mut files = Vec::new();
    for path in paths {
        let name = path.display().to_string();
        bug::working_on(&name);
        match std::fs::read(path) {
            Err(error) => {
                exit = exit.max(Exit::Usage);
                trouble.push(cannot_read(&name, error).message);
            }
            Ok(content) => match Stored::read(&content) {
                Err(damage) => trouble.push(format!("{name}: {damage}")),
                Ok(stored) => files.push((name, stored)),
            },
        }
    }
    if trouble.is_empty() {
        trouble = disagreements(&files);
    }
    if !trouble.is_empty() {
        return Err(Failure::new(exit.max(Exit::Rejected), trouble.join("\nerror: ")));
    }
    let mut shards = BTreeMap::new();
    let mut whole = None;
    for (_, stored) in files {
        let (number, of) = stored.shard.printed();
        shards.insert(number, stored.outcomes.into_iter());
        whole = Some((stored.census, of));
    }
    let Some((census, of)) = whole else { return Err(Failure::usage("name at least one file")) };
    let mut tally = Tally::new(&census);
    let mut rows = Vec::new();
    let turns = std::iter::repeat_with(|| 1..=of).flatten();
    let mut listed = 0;
    for outcome in turns.map_while(|number| shards.get_mut(&number).and_then(Iterator::next)) {
        listed += if census.every { outcome.games() } else { 0 };
        super::expect_room(listed, &census)?;
        tally.add(outcome, |row| rows.push(row));
    }
    let totals = tally.finish(|row| rows.push(row));
    super::write(&census, &rows, totals, configuration, None)?;
    Ok(super::exit(totals))
}

/// Why the files are not all the shards of one census, once each.
fn disagreements(files: &[(String, Stored)]) -> Vec<String> {
    let mut trouble = Vec::new();
    let Some((first, model)) = files.first() else { return trouble };
    let (_, of) = model.shard.printed();
    let mut seen: BTreeMap<u64, &str> = BTreeMap::new();
    for (name, stored) in files {
        let (number, parts) = stored.shard.printed();
        if !stored.complete {
            trouble.push(format!(
                "{name}: the shard {number}/{parts} is not complete; start it again with the same \
                 file"
            ));
        }
        if stored.census != model.census {
            trouble.push(format!("{name}: a shard of another census than {first}"));
        } else if parts != of {
            trouble.push(format!("{name}: one of {parts} shards, but {first} is one of {of}"));
        } else if let Some(other) = seen.insert(number, name) {
            trouble.push(format!("{name}: the same shard {number}/{of} as {other}"));
        }
    }
    if trouble.is_empty() && seen.len() as u64 != of {
        let missing: Vec<String> = (1..=of)
            .filter(|number| !seen.contains_key(number))
            .take(MISSING_NAMED)
            .map(|number| format!("{number}/{of}"))
            .collect();
        let more = if of - seen.len() as u64 > MISSING_NAMED as u64 { " ..." } else { "" };
        trouble.push(format!("missing: {}{more}", missing.join(" ")));
    }
    trouble
}

/// So many missing shards are named.
const MISSING_NAMED: usize = 100;
