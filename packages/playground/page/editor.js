// The text: numbers of its lines, colours, and the places of findings marked.
//
// What is seen lies below the text area, whose own letters are transparent: so the browser's own undo, selection
// and input methods work, and a reader of the screen meets a plain text area.

import { tokens } from "./colours.js";
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

/** Draws the text, with places marked: each has a range and a severity; of those that overlap the first counts. */
export function draw(kind, places = []) {
  const text = area().value;
  const all = tokens(kind, text);
  let next = 0;
  /** A piece of the text in its colours; pieces are asked for in order. */
  const coloured = (from, to) => {
    const parts = [];
    let at = from;
    for (; next < all.length && all[next][0] < to; next++) {
      const [start, end, name] = all[next];
      if (end <= at) continue;
      parts.push(text.slice(at, Math.max(at, start)));
      parts.push(html("span", { class: name }, text.slice(Math.max(at, start), Math.min(end, to))));
      at = Math.min(end, to);
      // The rest of it belongs to the next piece.
      if (end > to) break;
    }
    parts.push(text.slice(at, to));
    return parts.filter((part) => part !== "");
  };
  const parts = [];
  let end = 0;
  const inOrder = places.map((one) => ({ ...one, range: range(text, one.place) }));
  inOrder.sort((one, other) => one.range[0] - other.range[0]);
  for (const { range: [from, to], severity, message } of inOrder) {
    if (from < end) continue;
    parts.push(coloured(end, from));
    const kind = [severity, from === to ? "empty" : ""].join(" ").trim();
    parts.push(html("mark", { class: kind, title: message }, coloured(from, to)));
    end = to;
  }
  byId("marks").replaceChildren(...parts.flat(), ...coloured(end, text.length), "\n");
  const count = text.split("\n").length;
  if (byId("numbers").childElementCount !== count) {
    byId("numbers").replaceChildren(...Array.from({ length: count }, (_, line) => html("span", {}, String(line + 1))));
  }
  scrolled();
}

/** Numbers and colours follow the text. */
export function scrolled() {
  byId("marks").scrollTop = byId("numbers").scrollTop = area().scrollTop;
  byId("marks").scrollLeft = area().scrollLeft;
}

/** Selects a place, and shows it. */
export function select(place) {
  const [from, to] = range(area().value, place);
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

/** Is another text being put in?  A browser tells of each of its lines. */
export let replacing = false;

/** Puts another text in, as if it were typed: the browser's undo takes it back. */
export function replace(text) {
  const now = area().value;
  if (now === text) return;
  let from = 0;
  while (from < now.length && now[from] === text[from]) from++;
  let rest = 0;
  while (rest < Math.min(now.length, text.length) - from && now.at(-1 - rest) === text.at(-1 - rest)) rest++;
  const by = text.slice(from, text.length - rest);
  const focused = document.activeElement;
  area().focus({ preventScroll: true });
  area().setSelectionRange(from, now.length - rest);
  // The only way to do that: it is out of date, and there is no other one.
  replacing = true;
  document.execCommand(by === "" ? "delete" : "insertText", false, by);
  replacing = false;
  if (area().value !== text) area().value = text;
  if (focused !== area()) focused?.focus?.({ preventScroll: true });
}
