// A sequence in rows of one width, as a picture that can be scrolled and zoomed.

import { byId, html } from "./dom.js";

// The colours of M. Okabe and K. Ito, as in the pictures of `grundy plot`.
const OKABE_ITO = ["#56b4e9", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#0072b2", "#f0e442"];

const dark = () => matchMedia("(prefers-color-scheme: dark)").matches;

/** The values of a word as numbers: letters, or two digits from 27 on. */
export function numbers(word) {
  const fixed = { _: 0, "-": 0, "+": 1 };
  const values = new Uint8Array(word.length);
  let count = 0;
  for (let at = 0; at < word.length; at++) {
    const digit = word[at] >= "0" && word[at] <= "9";
    values[count++] = digit ? Number(word.slice(at, ++at + 1)) : fixed[word[at]] ?? word.charCodeAt(at) - 64;
  }
  return values.subarray(0, count);
}

/** The letter of a value. */
const letter = (value, values) => {
  if (values !== "nim") return "-+"[value];
  return value === 0 ? "_" : value <= 26 ? String.fromCharCode(64 + value) : String(value);
};

/** The colour of a value, if this is the greatest one. */
function colour(value, greatest) {
  if (value === 0) return dark() ? "#e6e6e6" : "#000000";
  if (greatest <= 1) return dark() ? "#4a4a4a" : "#e0e0e0";
  if (greatest <= OKABE_ITO.length) return OKABE_ITO[value - 1];
  return `hsl(${Math.round((300 * value) / greatest)} 70% ${dark() ? 60 : 50}%)`;
}

/** The picture; `tell` gets each position that is pointed at. */
export class Picture {
  #shown = { values: new Uint8Array(), from: 0, width: 1, kind: "nim", greatest: 0 };
  #cell = 4;
  #chosen = null;
  #tell;

  constructor(tell) {
    this.#tell = tell;
    const frame = byId("picture");
    frame.addEventListener("scroll", () => this.#draw());
    new ResizeObserver(() => this.#draw()).observe(frame);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#redraw());
    frame.addEventListener("pointermove", (event) => this.#point(event));
    frame.addEventListener("click", (event) => this.#point(event));
  }

  /** Shows the values of the positions from `from` on, in rows of this width. */
  show(values, from, width, kind) {
    const greatest = values.reduce((most, value) => Math.max(most, value), 0);
    this.#shown = { values, from, width, kind, greatest };
    this.#redraw();
  }

  /** The size of a cell in pixels. */
  zoom(cell) {
    const frame = byId("picture");
    const share = cell / this.#cell;
    const [left, top] = [frame.scrollLeft * share, frame.scrollTop * share];
    this.#cell = cell;
    this.#redraw();
    frame.scrollTo(left, top);
  }

  /** Marks a position; `follow` brings it into sight. */
  choose(position, follow = false) {
    this.#chosen = position;
    const { from, width, values } = this.#shown;
    const index = position - from;
    if (follow && position !== null && index >= 0 && index < values.length) {
      const frame = byId("picture");
      const [x, y] = [(index % width) * this.#cell, Math.floor(index / width) * this.#cell];
      const seen = (at, start, length) => (at < start ? at : at + this.#cell > start + length ? at + this.#cell - length : start);
      frame.scrollTo(seen(x, frame.scrollLeft, frame.clientWidth), seen(y, frame.scrollTop, frame.clientHeight));
    }
    this.#draw();
  }

  #point(event) {
    const frame = byId("picture");
    const box = frame.getBoundingClientRect();
    const at = (place, start, scroll) => Math.floor((place - start + scroll) / this.#cell);
    const column = at(event.clientX, box.left + frame.clientLeft, frame.scrollLeft);
    const row = at(event.clientY, box.top + frame.clientTop, frame.scrollTop);
    const { values, from, width } = this.#shown;
    const index = row * width + column;
    if (column < 0 || column >= width || index < 0 || index >= values.length) return;
    if (from + index !== this.#chosen) this.#tell(from + index);
  }

  #redraw() {
    const { values, width, kind, greatest } = this.#shown;
    const rows = Math.ceil(values.length / width);
    byId("extent").style.width = `${width * this.#cell}px`;
    byId("extent").style.height = `${rows * this.#cell}px`;
    const names = { "-": "- lost for the player to move", "+": "+ won" };
    const swatch = (value) => {
      const box = html("i");
      box.style.background = colour(value, greatest);
      const name = letter(value, kind);
      return html("span", {}, box, names[name] ?? `${name} = ${value}`);
    };
    const all = values.length > 0 ? [...Array(greatest + 1).keys()] : [];
    byId("legend").replaceChildren(...all.map(swatch));
    this.#draw();
  }

  #draw() {
    const frame = byId("picture"), canvas = byId("canvas");
    const { values, from, width, kind, greatest } = this.#shown;
    const cell = this.#cell, scale = devicePixelRatio || 1;
    const [wide, high] = [frame.clientWidth, frame.clientHeight];
    canvas.width = Math.round(wide * scale);
    canvas.height = Math.round(high * scale);
    canvas.style.width = `${wide}px`;
    canvas.style.height = `${high}px`;
    const pen = canvas.getContext("2d");
    pen.scale(scale, scale);
    const paint = Array.from({ length: greatest + 1 }, (_, value) => colour(value, greatest));
    const first = [Math.floor(frame.scrollLeft / cell), Math.floor(frame.scrollTop / cell)];
    const last = [
      Math.min(width, Math.ceil((frame.scrollLeft + wide) / cell)),
      Math.min(Math.ceil(values.length / width), Math.ceil((frame.scrollTop + high) / cell)),
    ];
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.font = `${Math.round(cell * 0.7)}px ui-monospace, monospace`;
    for (let row = first[1]; row < last[1]; row++) {
      const y = row * cell - frame.scrollTop;
      // Runs of equal values are one rectangle.
      for (let column = first[0]; column < last[0]; ) {
        const value = values[row * width + column];
        let end = column + 1;
        while (end < last[0] && values[row * width + end] === value) end++;
        if (value === undefined) break;
        const x = column * cell - frame.scrollLeft;
        pen.fillStyle = paint[value];
        pen.fillRect(x, y, (end - column) * cell, cell);
        if (cell >= 14) {
          pen.fillStyle = value === 0 ? (dark() ? "#000" : "#fff") : "#000";
          if (greatest <= 1 && dark() && value === 1) pen.fillStyle = "#fff";
          for (let at = column; at < end; at++) {
            pen.fillText(letter(value, kind), at * cell - frame.scrollLeft + cell / 2, y + cell / 2);
          }
        }
        column = end;
      }
    }
    const index = this.#chosen === null ? -1 : this.#chosen - from;
    if (index >= 0 && index < values.length) {
      const x = (index % width) * cell - frame.scrollLeft, y = Math.floor(index / width) * cell - frame.scrollTop;
      pen.lineWidth = 2;
      pen.strokeStyle = "#ff00ff";
      pen.strokeRect(x - 1, y - 1, cell + 2, cell + 2);
    }
  }
}
