// Elements, made of data: no text is ever read as HTML.

/** The element with this name in the page. */
export const byId = (name) => document.getElementById(name);

function filled(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

/** An element of HTML. */
export const html = (name, properties = {}, ...children) =>
  filled(document.createElement(name), properties, children);

/** An element of MathML. */
export const math = (name, properties = {}, ...children) =>
  filled(document.createElementNS("http://www.w3.org/1998/Math/MathML", name), properties, children);

/** An element of SVG. */
export const svg = (name, properties = {}, ...children) =>
  filled(document.createElementNS("http://www.w3.org/2000/svg", name), properties, children);
