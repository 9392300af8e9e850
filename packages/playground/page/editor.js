// The text of the description, with the places of findings marked below it.

import { byId, html } from "./dom.js";

/** From where to where a place (lines and columns from 1, in characters) is in a text. */
export function range(text, place) {
  const lines = text.split("\n");
  const offset = (line, column) => {
    const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    return before + [...(lines[line - 1] ?? "")].slice(0, column - 1).join("").length;
  };
  return [offset(place.line, place.column), offset(place.end_line, place.end_column)];
}

const area = () => byId("text");

/** Marks places: each has a range and a severity; of those that overlap the first one counts. */
export function mark(text, places) {
  const marks = [];
  let end = 0;
  const inOrder = places.map((one) => ({ ...one, range: range(text, one.place) }));
  inOrder.sort((one, other) => one.range[0] - other.range[0]);
  for (const { range: [from, to], severity, message } of inOrder) {
    if (from < end) continue;
    marks.push(text.slice(end, from));
    const kind = [severity, from === to ? "empty" : ""].join(" ").trim();
    marks.push(html("mark", { class: kind, title: message }, text.slice(from, to)));
    end = to;
  }
  byId("marks").replaceChildren(...marks, text.slice(end), "\n");
  scrolled();
}

/** Takes all marks away. */
export const unmark = () => byId("marks").replaceChildren();

/** The marks follow the text. */
export function scrolled() {
  byId("marks").scrollTop = area().scrollTop;
  byId("marks").scrollLeft = area().scrollLeft;
}

/** Selects a place, and shows it. */
export function select(place) {
  const text = area().value;
  const [from, to] = range(text, place);
  area().focus();
  area().setSelectionRange(from, to);
  const line = parseFloat(getComputedStyle(area()).lineHeight);
  area().scrollTop = Math.max(0, (place.line - 4) * line);
  scrolled();
}

/** The text after some changes, each a place and what comes there. */
export function edited(text, edits) {
  const changes = edits.map((edit) => [...range(text, edit), edit.text]);
  changes.sort((one, other) => other[0] - one[0]);
  return changes.reduce((now, [from, to, by]) => now.slice(0, from) + by + now.slice(to), text);
}
