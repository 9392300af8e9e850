//! One name for each node: the text of its name if that is clear, else its id.

use super::nodes::{Named, NetBuilder};
use crate::diagnostic::{Code, Diagnostic, Span};
use std::collections::HashMap;

/// The most shared names that are reported.
const TOLD: usize = 10;

/// The most ids that are listed for one shared name.
const IDS: usize = 8;

/// Replaces the names in the text by names that differ among places and among transitions; says which
/// names did not.
///
/// A name is clear if no other node of the same kind has it as its name or id.  So two clear names
/// of a kind differ, a clear name is no other node's id, and ids differ.
pub(super) fn choose(reader: &mut NetBuilder) -> Vec<Diagnostic> {
    let NetBuilder { places, place_ids, transitions, transition_ids, named, .. } = reader;
    let places = places.iter_mut().map(|it| &mut it.name).zip(&*place_ids);
    let transitions = transitions.iter_mut().map(|it| &mut it.name).zip(&*transition_ids);
    let mut warnings = clear("places", places.collect(), named);
    warnings.extend(clear("transitions", transitions.collect(), named));
    warnings
}

fn clear(
    kind: &str,
    mut nodes: Vec<(&mut String, &String)>,
    named: &HashMap<&str, (Named, Span)>,
) -> Vec<Diagnostic> {
    let mut uses: HashMap<String, Vec<usize>> = HashMap::new();
    for (index, (name, id)) in nodes.iter().enumerate() {
        uses.entry((*name).clone()).or_default().push(index);
        if name != id {
            uses.entry((*id).clone()).or_default().push(index);
        }
    }
    let ids: Vec<_> = nodes.iter().map(|(_, id)| id.as_str()).collect();
    uses.remove("");
    let mut several: Vec<_> = uses.iter().filter(|(_, users)| users.len() > 1).collect();
    several.sort_unstable_by_key(|(name, users)| (users[0], name.as_str()));
    let mut warnings: Vec<_> = several
        .iter()
        .take(TOLD)
        .map(|(name, users)| {
            let mut own: Vec<_> = users.iter().take(IDS).map(|&index| ids[index]).collect();
            let more = format!("and {} more", users.len().saturating_sub(IDS));
            if users.len() > IDS {
                own.push(&more);
            }
            let message = format!("`{name}` belongs to {} {kind}: {}", users.len(), own.join(", "));
            let mut warning = Diagnostic::new(Code::SharedName, message)
                .help("use their ids, or give each a name of its own");
            for (which, id) in ["first", "again"].into_iter().zip(&own) {
                if let Some((_, span)) = named.get(id) {
                    warning = warning.label(*span, which);
                }
            }
            warning
        })
        .collect();
    if let Some(last) = warnings.last_mut()
        && several.len() > TOLD
    {
        last.notes.push(format!("{} more names belong to several {kind}", several.len() - TOLD));
    }
    for (name, id) in &mut nodes {
        if uses.get(name.as_str()).is_none_or(|users| users.len() > 1) {
            name.clone_from(id);
        }
    }
    warnings
}
