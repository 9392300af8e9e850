//! One name for each node: the text of its name if that is clear, else its id.

use super::nodes::NetBuilder;
use std::collections::HashMap;

/// Replaces the names in the text by names that differ.
///
/// A name is clear if it has no blanks, which sequences of transitions are written with, and no
/// other node has it as its name or id.  So two clear names differ, a clear name is no other
/// node's id, and ids differ.
pub(super) fn choose(reader: &mut NetBuilder) {
    let names = || {
        let places = reader.places.iter().map(|place| &place.name).zip(&reader.place_ids);
        let transitions = reader.transitions.iter().map(|it| &it.name);
        places.chain(transitions.zip(&reader.transition_ids))
    };
    let mut uses: HashMap<String, usize> = HashMap::new();
    for (name, id) in names() {
        *uses.entry(name.clone()).or_default() += 1;
        if name != id {
            *uses.entry(id.clone()).or_default() += 1;
        }
    }
    let keep_if_clear = |name: &mut String, id: &String| {
        if name.is_empty() || name.contains(char::is_whitespace) || uses.get(name) != Some(&1) {
            name.clone_from(id);
        }
    };
    for (place, id) in reader.places.iter_mut().zip(&reader.place_ids) {
        keep_if_clear(&mut place.name, id);
    }
    for (transition, id) in reader.transitions.iter_mut().zip(&reader.transition_ids) {
        keep_if_clear(&mut transition.name, id);
    }
}
