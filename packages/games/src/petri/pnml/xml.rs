//! Elements of a document that is written.

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesStart, BytesText, Event};
use std::io;

/// An element with its attributes.
pub(super) struct Element {
    start: BytesStart<'static>,
    inside: Inside,
}

enum Inside {
    Nothing,
    Text(String),
    Elements(Vec<Element>),
}

/// An element without content.
pub(super) fn empty(tag: &'static str, attributes: &[(&str, &str)]) -> Element {
    let start = BytesStart::new(tag).with_attributes(attributes.iter().copied());
    Element { start, inside: Inside::Nothing }
}

/// An element around others.
pub(super) fn element(
    tag: &'static str,
    attributes: &[(&str, &str)],
    inside: Vec<Element>,
) -> Element {
    Element { inside: Inside::Elements(inside), ..empty(tag, attributes) }
}

/// `<tag>text</tag>`
pub(super) fn text(tag: &'static str, text: impl ToString) -> Element {
    Element { inside: Inside::Text(text.to_string()), ..empty(tag, &[]) }
}

/// `<tag><holder>text</holder></tag>`
pub(super) fn label(tag: &'static str, holder: &'static str, content: impl ToString) -> Element {
    element(tag, &[], vec![text(holder, content)])
}

/// The document with this root, and the declaration of XML if it is wanted here.
pub(super) fn document(declared: bool, root: &Element) -> String {
    let mut xml = Writer::new_with_indent(Vec::new(), b' ', 1);
    let declaration = declared.then(|| BytesDecl::new("1.0", Some("UTF-8"), None));
    let declared = declaration.map_or(Ok(()), |it| xml.write_event(Event::Decl(it)));
    // Writing to a vector cannot fail, and all that is written is UTF-8.
    let written = declared.and_then(|()| root.write(&mut xml)).ok();
    written.and_then(|()| String::from_utf8(xml.into_inner()).ok()).unwrap_or_default()
}

impl Element {
    fn write(&self, xml: &mut Writer<Vec<u8>>) -> io::Result<()> {
        let start = self.start.borrow();
        match &self.inside {
            Inside::Nothing => return xml.write_event(Event::Empty(start)),
            Inside::Text(text) => {
                xml.write_event(Event::Start(start))?;
                xml.write_event(Event::Text(BytesText::new(text)))?;
            }
            Inside::Elements(inside) => {
                xml.write_event(Event::Start(start))?;
                inside.iter().try_for_each(|element| element.write(xml))?;
            }
        }
        xml.write_event(Event::End(self.start.to_end()))
    }
}
