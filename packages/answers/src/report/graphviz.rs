//! Graphs in the language of Graphviz.

/// A directed graph of boxes: the text of each node with its further attributes, and for each edge its two ends and its
/// name.
pub(super) fn digraph<'e>(
    name: &str,
    nodes: impl Iterator<Item = (String, String)>,
    edges: impl Iterator<Item = (usize, &'e str, usize)>,
) -> String {
    let mut text = format!("digraph {name} {{\n  node [shape=box];\n");
    for (number, (label, looks)) in nodes.enumerate() {
        text += &format!("  {number} [label={}{looks}];\n", quoted(&label));
    }
    for (from, name, to) in edges {
        text += &format!("  {from} -> {to} [label={}];\n", quoted(name));
    }
    text + "}\n"
}

/// A string of the language, shown as it is.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
