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

/** The room for the first position of each row, and for the columns, in pixels. */
const LEFT = 72, TOP = 20;

/** A step of 1, 2 or 5 times a power of ten, in which ticks of `cell` pixels are at least `room` pixels apart. */
export function step(cell, room) {
  for (let power = 1; ; power *= 10) {
    for (const factor of [1, 2, 5]) if (factor * power * cell >= room) return factor * power;
  }
}

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

  /** How many columns can be seen at once. */
  room() {
    return Math.max(1, Math.floor((byId("picture").clientWidth - LEFT) / this.#cell));
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
      const [wide, high] = [frame.clientWidth - LEFT, frame.clientHeight - TOP];
      const seen = (at, start, length) => (at < start ? at : at + this.#cell > start + length ? at + this.#cell - length : start);
      frame.scrollTo(seen(x, frame.scrollLeft, wide), seen(y, frame.scrollTop, high));
    }
    this.#legend();
    this.#draw();
  }

  #point(event) {
    const frame = byId("picture");
    const box = frame.getBoundingClientRect();
    const at = (place, start, scroll) => Math.floor((place - start + scroll) / this.#cell);
    const column = at(event.clientX, box.left + frame.clientLeft + LEFT, frame.scrollLeft);
    const row = at(event.clientY, box.top + frame.clientTop + TOP, frame.scrollTop);
    const { values, from, width } = this.#shown;
    // What is above or to the left of the cells is no position.
    if (event.clientX < box.left + LEFT || event.clientY < box.top + TOP) return;
    const index = row * width + column;
    if (column < 0 || column >= width || index < 0 || index >= values.length) return;
    if (from + index !== this.#chosen) this.#tell(from + index);
  }

  #redraw() {
    const { values, width } = this.#shown;
    const rows = Math.ceil(values.length / width);
    byId("extent").style.width = `${width * this.#cell + LEFT}px`;
    byId("extent").style.height = `${rows * this.#cell + TOP}px`;
    this.#legend();
    this.#draw();
  }

  /** What the colours mean, and the frame around the chosen position. */
  #legend() {
    const { values, kind, greatest } = this.#shown;
    const names = { "-": "- lost for the player to move", "+": "+ won" };
    const swatch = (value) => {
      const box = html("i");
      box.style.background = colour(value, greatest);
      const name = letter(value, kind);
      return html("span", {}, box, names[name] ?? `${name} = ${value}`);
    };
    const all = values.length > 0 ? [...Array(greatest + 1).keys()] : [];
    const chosen = this.#chosen === null ? [] : [html("span", {}, html("i", { class: "chosen" }), "chosen position")];
    byId("legend").replaceChildren(...all.map(swatch), ...chosen);
  }

  #draw() {
    const frame = byId("picture"), canvas = byId("canvas");
    const { values, from, width, kind, greatest } = this.#shown;
    const cell = this.#cell, scale = devicePixelRatio || 1;
    const whole = [frame.clientWidth, frame.clientHeight];
    canvas.width = Math.round(whole[0] * scale);
    canvas.height = Math.round(whole[1] * scale);
    canvas.style.width = `${whole[0]}px`;
    canvas.style.height = `${whole[1]}px`;
    const pen = canvas.getContext("2d");
    pen.scale(scale, scale);
    const [wide, high] = [whole[0] - LEFT, whole[1] - TOP];
    this.#axes(pen, wide, high);
    // The cells are within the axes.
    pen.beginPath();
    pen.rect(LEFT, TOP, wide, high);
    pen.clip();
    pen.translate(LEFT, TOP);
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
    // The frame of the chosen position.
    const index = this.#chosen === null ? -1 : this.#chosen - from;
    if (index >= 0 && index < values.length) {
      const x = (index % width) * cell - frame.scrollLeft, y = Math.floor(index / width) * cell - frame.scrollTop;
      pen.lineWidth = 2;
      pen.strokeStyle = "#ff00ff";
      pen.strokeRect(x - 1, y - 1, cell + 2, cell + 2);
    }
  }

  /** Column numbers above, and the first position of rows to the left, where there is room for them. */
  #axes(pen, wide, high) {
    const frame = byId("picture");
    const { values, from, width } = this.#shown;
    const cell = this.#cell, rows = Math.ceil(values.length / width);
    pen.fillStyle = getComputedStyle(frame).color;
    pen.font = "12px system-ui, sans-serif";
    pen.textBaseline = "middle";
    const each = (length, scrolled, count, apart, write) => {
      const by = step(cell, apart);
      for (let at = by * Math.ceil(scrolled / cell / by); at < count && at * cell - scrolled < length; at += by) {
        write(at, at * cell - scrolled + cell / 2);
      }
    };
    pen.textAlign = "center";
    each(wide, frame.scrollLeft, width, 48, (column, x) => pen.fillText(`+${column}`, LEFT + x, TOP / 2));
    pen.textAlign = "end";
    each(high, frame.scrollTop, rows, 24, (row, y) => pen.fillText(String(from + row * width), LEFT - 6, TOP + y));
  }
}
