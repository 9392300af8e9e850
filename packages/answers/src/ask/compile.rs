//! The results of the compiler as data: models, chains, scripts for other solvers.

use super::texts::{Describe, backend};
use super::{Control, Refused, Reply};
use crate::chain::Chain;
use crate::model::Description;
use crate::report::chains::{self, Listed, Listing};
use crate::report::json::{CompiledFile, compiled};
use crate::report::{model, smt};
use crate::verdict::{Finding, Verdict};
use crate::verify::{self, Options, Split};
use grundy_output::question;
use std::cell::RefCell;

/// Which chains does a description have?  Nothing is proved.
#[question]
#[derive(Default)]
pub struct Chains {
    /// The description.
    pub description: Describe,
    /// Also every split?
    pub splits: bool,
    /// Who answers questions about integers: `exact` (the default), `good-lp`, or `both`.
    pub backend: Option<String>,
}

impl Chains {
    /// The chains, with their splits if wanted.
    ///
    /// # Errors
    /// A text that cannot be read or turns out to mean nothing, and limits.
    pub fn answer(&self, control: &Control<'_>) -> Result<Listing, Refused> {
        let description = self.description.read(control)?;
        let options = Options {
            backend: backend(self.backend.as_deref())?.maker(),
            stop: control.stop.clone(),
            ..Options::default()
        };
        let model = &*verify::proved_as(&description);
        let copies = verify::copies(&description, model).map(str::to_owned);
        let listed = RefCell::new(Vec::new());
        let mut observe = |split: &Split<'_, '_>| {
            if let Some(last) = listed.borrow_mut().last_mut() {
                Listed::push(last, model, split);
            }
        };
        let on_chain = |chain: &Chain<'_>| {
            listed.borrow_mut().push(Listed::new(model, chain, self.splits));
        };
        let observe = if self.splits { Some(&mut observe as _) } else { None };
        let ended = verify::list(model, &options, on_chain, observe);
        ended.map_err(|ended| self.description.ended(ended))?;
        Ok(Listing { copies, chains: listed.into_inner() })
    }
}

impl Chains {
    /// The chains in their forms.
    ///
    /// # Errors
    /// As [`Chains::answer`].
    pub fn reply(&self, control: &Control<'_>) -> Result<Reply, Refused> {
        let listing = self.answer(control)?;
        let text = chains::text(&self.description.name(), &listing);
        let text = text.trim_end().to_owned();
        Ok(Reply::plain(chains::json(&listing), text))
    }
}

impl Describe {
    /// Why the chains of a description cannot be listed.
    fn ended(&self, (verdict, findings): (Verdict, Vec<Finding>)) -> Refused {
        Refused::Judged(self.name(), self.text.clone(), verdict, findings)
    }
}

/// What does the compiler make of a description?
#[question]
pub struct Compile {
    /// The description.
    pub description: Describe,
    /// Which of its results.
    pub emit: Emit,
}

/// A result of the compiler.
#[question]
#[derive(Copy, PartialEq, Eq)]
pub enum Emit {
    /// Parameters, conditions, moves, blocks and their nesting, as JSON.
    Model,
    /// All chains of blocks with their guards, as JSON.
    Chains,
    /// One SMT-LIB 2 script for each chain, unsatisfiable if the chain is consistent.
    Smt2,
}

impl Compile {
    /// The results.
    ///
    /// # Errors
    /// As [`Chains::answer`], and ranges of moves that scripts do not take.
    pub fn answer(&self, control: &Control<'_>) -> Result<Vec<CompiledFile>, Refused> {
        let Self { description: text, emit } = self;
        match emit {
            Emit::Model => {
                let model = model::model(&text.read(control)?, &text.text);
                Ok(vec![CompiledFile::new("model.json", model)])
            }
            Emit::Chains => {
                let asked = Chains { description: text.clone(), ..Chains::default() };
                let chains = chains::json(&asked.answer(control)?);
                Ok(vec![CompiledFile::new("chains.json", chains)])
            }
            Emit::Smt2 => {
                let description = text.read(control)?;
                if description.has_ranges() {
                    return Err(
                        "--emit smt2 writes one target for each move, so it does not take ranges of moves"
                            .into(),
                    );
                }
                let options = Options { stop: control.stop.clone(), ..Options::default() };
                scripts(&description, &options).map_err(|ended| text.ended(ended))
            }
        }
    }
}

impl Compile {
    /// The only file, which is itself a document; scripts as the files of one document.
    ///
    /// # Errors
    /// As [`Compile::answer`].
    pub fn reply(&self, control: &Control<'_>) -> Result<Reply, Refused> {
        let files = self.answer(control)?;
        let text: String = files.iter().map(|file| file.text.as_str()).collect();
        let json = match self.emit {
            Emit::Model | Emit::Chains => text.clone(),
            Emit::Smt2 => compiled(files),
        };
        Ok(Reply::plain(json, text.trim_end().to_owned()))
    }
}

/// The scripts of all chains.
fn scripts(
    description: &Description,
    options: &Options<'_>,
) -> Result<Vec<CompiledFile>, (Verdict, Vec<Finding>)> {
    let proved = &*verify::proved_as(description);
    let copies = verify::copies(description, proved).map(chains::copies);
    let (description, mut files) = (proved, Vec::new());
    let on_chain = |chain: &Chain<'_>| {
        let number = files.len() + 1;
        let mut script = smt::script(description, chain, number);
        if let Some(copies) = &copies {
            script.insert_str(0, &format!("; {copies}.\n"));
        }
        files.push(CompiledFile::new(&format!("chain-{number:03}.smt2"), script));
    };
    verify::list(description, options, on_chain, None)?;
    Ok(files)
}
