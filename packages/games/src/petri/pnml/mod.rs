//! Nets as text: the Petri Net Markup Language, ISO/IEC 15909-2:2011, for place/transition nets.
//!
//! ```
//! use grundy_games::petri::pnml;
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
//! | read arc | the same with `test`, as Tina writes it, or `read` |
//! | capacity | `<capacity><value>2</value></capacity>` of a place; 0 is without limit |
//! | priority | `<priority><value>2</value></priority>` of a transition; more is earlier, 0 if missing |
//! | timed transition | `<timed><value>true</value></timed>`: it waits for all others, so it gets a priority below all of theirs, and what its own label says does not count |
//! | tokens of one colour | `Default,3` for 3 |
//!
//! Everything else is one of three.  What is known to leave firing as it is (graphics, rates, the
//! colours of tokens, final markings, players, what some tools keep in `toolspecific` parts) is left out.  What the
//! standard keeps apart (`toolspecific` parts of other tools) is left out with a warning.
//! And the rest is an error, such as guards, intervals of time, arcs of other types (reset,
//! transport, ...), numbers as attributes, elements of other namespaces, nodes in elements that are no pages, and
//! misspelt labels: no net is read as one with another behaviour, and no answer is about a part of a net.  `vocabulary` and `toolspecific` have the lists.
//!
//! The dialects of TAPAAL, which write numbers as attributes (its editor) or have elements `inputArc`,
//! `outputArc`, `inhibitorArc` and `transportArc` (its engine verifypn), are read where they have no times.
//!
//! A number that is empty is that of a missing label: no tokens, weight 1.  Several arcs between the same
//! two nodes count as one with the sum of their weights; of inhibitor arcs the
//! smallest weight counts, of read arcs the largest.
//!
//! A node is called by the text of its name, with one space for each gap, if no other place (or
//! transition) has it as its name or id, else by its id.

mod arcs;
mod elements;
mod names;
mod nodes;
mod not_xml;
mod read;
mod tapaal;
mod toolspecific;
mod vocabulary;
mod write;
mod write_pipe;
mod xml;

pub use read::{Read, read};
pub use write::write;
pub use write_pipe::{NoPipe, write_pipe};
