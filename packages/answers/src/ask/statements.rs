//! Published statements about all games of a kind, up to bounds.

use super::{Control, File, Refused, Reply};
use crate::report::statements::{self, listed};
use crate::report::{Detail, Render, Style};
use crate::statement::{Checked, Collection, PUBLISHED, Statement, check, published, read};
use crate::suggest;
use grundy_output::question;
use serde_json::json;
use std::borrow::Cow;
use std::ptr;

/// Do these statements hold for all games up to a bound?
#[question]
#[derive(Default)]
pub struct Statements {
    /// Files with statements; the published ones where there are none.
    #[serde(default)]
    pub files: Vec<File>,
    /// The names of statements, each with all its parts; all statements where there are none.
    #[serde(default)]
    pub names: Vec<String>,
    /// The bound, in place of that of each statement.
    pub bound: Option<u64>,
    /// Are they only listed?
    pub list: bool,
}

/// The statements of all files.
#[derive(Debug)]
pub struct Found<'q> {
    /// All.
    all: Cow<'static, Collection>,
    /// Where the statements of each file begin, with its name.
    starts: Vec<(usize, &'q str)>,
}

impl Statements {
    /// The statements of the files.
    ///
    /// # Errors
    /// The first file that has none.
    pub fn read(&self) -> Result<Found<'_>, Refused> {
        if self.files.is_empty() {
            return Ok(Found { all: Cow::Borrowed(published()), starts: vec![(0, PUBLISHED)] });
        }
        let (mut all, mut starts) = (Collection::default(), Vec::new());
        for file in &self.files {
            let found =
                read(&file.text).map_err(|found| file.is_not("a file of statements", found))?;
            starts.push((all.statements.len(), file.name.as_str()));
            all.statements.extend(found.statements);
            all.no_claim.extend(found.no_claim);
        }
        Ok(Found { all: Cow::Owned(all), starts })
    }

    /// The statements that are asked for, or a list of them.
    ///
    /// # Errors
    /// As [`Statements::read`], and names that are not known.
    pub fn reply(&self, control: &Control<'_>) -> Result<Reply, Refused> {
        let found = self.read()?;
        let chosen = found.chosen(&self.names)?;
        if self.list {
            return Ok(Reply::new(&found.listed(&chosen), json!({})));
        }
        let results: Vec<_> = chosen.iter().map(|one| (self.check(one, control), None)).collect();
        let (summary, verdict) = statements::summed(&results, 0);
        Ok(Reply::plain(
            statements::json(verdict, &results, &[], &summary, None, None),
            statements::text(&results, Style::PLAIN, Detail::Normal),
        ))
    }

    /// One of the statements.
    pub fn check<'a>(&self, statement: &'a Statement, control: &Control<'_>) -> Checked<'a> {
        let bound = self.bound.unwrap_or(statement.default_bound);
        control.threads.run(|| check(statement, bound, &control.stop))
    }
}

impl Found<'_> {
    /// The statements with these names, in the order of the files, each once; all where there are none.
    ///
    /// # Errors
    /// Names that are not known.
    pub fn chosen(&self, names: &[String]) -> Result<Vec<&Statement>, Refused> {
        let all = &self.all.statements;
        if let Some(name) = names.iter().find(|name| !all.iter().any(|one| one.id == **name)) {
            let help = match suggest::nearest(name, all.iter().map(|one| &one.id)) {
                Some(known) => format!("did you mean {known}?"),
                None => "`grundy family theorems --list` lists all".to_owned(),
            };
            return Err(format!("unknown statement {name}; {help}").into());
        }
        let is_chosen = |it: &&Statement| names.is_empty() || names.contains(&it.id);
        Ok(all.iter().filter(is_chosen).collect())
    }

    /// These statements, and what claims nothing of all games up to a bound.
    pub fn listed<'a>(&'a self, chosen: &[&'a Statement]) -> impl Render + use<'a> {
        listed(chosen, &self.all.no_claim)
    }

    /// The file of a statement.
    pub fn file(&self, statement: &Statement) -> &str {
        let at = self.all.statements.iter().take_while(|other| !ptr::eq(*other, statement)).count();
        self.starts[self.starts.partition_point(|(start, _)| *start <= at) - 1].1
    }

    /// The files.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.starts.iter().map(|(_, name)| *name)
    }
}
