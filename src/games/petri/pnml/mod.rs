//! Nets as text: the Petri Net Markup Language, ISO/IEC 15909-2:2011, for place/transition nets.
//!
//! ```
//! use grundy::games::petri::pnml;
//! let text = "<pnml><net id='n'>\
//!     <place id='p1'><name><text>full</text></name><initialMarking><text>2</text></initialMarking></place>\
//!     <transition id='t1'/>\
//!     <arc source='p1' target='t1'/>\
//! </net></pnml>";
//! let read = pnml::read(text, None).unwrap();
//! assert_eq!(read.net.places[0].name, "full");
//! assert_eq!(read.net.initial(), [2]);
//! assert_eq!(read.place("full"), read.place("p1"));
//! ```
//!
//! Beyond the standard, whose place/transition nets have neither, these labels are read (and
//! written in the first spelling), as tools write them, above all PIPE 4 (Platform Independent
//! Petri net Editor):
//!
//! | what | spellings |
//! |---|---|
//! | inhibitor arc | `<type value="inhibitor"/>` (PIPE); `<type>` or `<arctype>` with `<text>inhibitor</text>`, `<value>inhibitor</value>` or the bare word; an attribute `type` or `arctype` of the arc |
//! | capacity | `<capacity><value>2</value></capacity>` of a place; 0 is without limit |
//! | priority | `<priority><value>2</value></priority>` of a transition; more is earlier, 0 if missing |
//! | timed transition | `<timed><value>true</value></timed>`: it waits for all others, so it gets a priority below all of theirs, and what its own label says does not count |
//! | tokens of one colour | `Default,3` for 3 |
//!
//! An arc of any other type (read, test, reset, ...) is an error, and so is a label that makes the
//! net one of another class: no net is read as one with another behaviour.  Graphics, `toolspecific`
//! parts and elements of other namespaces are left out.  Several arcs between the same two nodes
//! count as one with the sum of their weights; of inhibitor arcs the smallest weight counts.
//!
//! A node is called by the text of its name if that has no blanks and belongs to no other node,
//! else by its id.

mod arcs;
mod elements;
mod names;
mod nodes;
mod read;
mod write;

pub use read::{Read, read};
pub use write::write;
