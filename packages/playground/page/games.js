// The lower part of the page: a game, its sequence, its period, and theorems about its family.

import { byId, html, math } from "./dom.js";
import { Engine, Stopped } from "./engine.js";
import { Picture, numbers } from "./picture.js";
import { number } from "./state.js";
import { theorem } from "./theorem.js";

/** A question follows when nothing has changed for this number of milliseconds. */
const PAUSE = 60;

/** The farthest that a slider goes. */
const SLIDER = 100;

const VALUES = { nim: "Grundy values", outcome: "outcomes", misere: "outcomes of misère play" };

/** Rules that are values as well. */
const RULES = { mex: "nim", normal: "outcome", misere: "misere" };

/** The greatest width of rows that a period gives them. */
const MOST_WIDTH = 2000;

/** The width of rows in a picture with room for this number of columns: as many periods as there is room for. */
export function fitting(period, room) {
  const length = Number(period);
  return length >= 1 && length <= MOST_WIDTH ? length * Math.max(1, Math.floor(room / length)) : room;
}

/** Sets the lower part up; `changed` is called when the state has, and `open` with a description. */
export function games(module, state, changed, open) {
  // One for each kind of question: none has to wait for another one.
  const [sequences, searches, theorems, places] = [1, 2, 3, 4].map(() => new Engine(module));
  let timer = 0, looking = false, wanted = 0, fitted = 0;
  const width = () => state.width ?? (fitted || picture.room());

  /** The game; a rule says itself which values there are. */
  const asked = () => {
    const { moves, at, values, rule, start } = state;
    return { moves, at, rule, start, ...(rule.trim() === "" ? { values } : {}) };
  };
  /** What the values are called. */
  const what = () => {
    const rule = state.rule.trim();
    const start = state.start.trim() === "" ? "" : ` with the start ${state.start.trim()}`;
    return (VALUES[rule === "" ? state.values : RULES[rule]] ?? `outcomes by the rule ${rule}`) + start;
  };

  const picture = new Picture((position) => {
    choose(position);
    changed();
  });

  /** The sliders for these parameters, if they are not there yet. */
  function sliders(at) {
    if (JSON.stringify(at) !== JSON.stringify(state.at)) changed();
    state.at = at;
    const names = Object.keys(at).join(" ");
    const bar = byId("parameters");
    if (bar.dataset.names !== names) {
      bar.dataset.names = names;
      bar.replaceChildren(...Object.keys(at).map((name) => html("label", {}, `${name} =`,
        html("input", { type: "range", min: "1", max: String(SLIDER), "data-name": name, "aria-label": `${name}, slider` }),
        html("input", { type: "number", "data-name": name, "aria-label": name }))));
    }
    for (const input of bar.querySelectorAll("input")) {
      const value = state.at[input.dataset.name];
      if (input.type === "range") input.max = String(Math.max(SLIDER, 2 * Number(value)));
      if (input.value !== value && document.activeElement !== input) input.value = value;
    }
  }

  function said(kind, ...parts) {
    byId("period").className = kind;
    byId("period").replaceChildren(...parts);
  }

  async function sequence() {
    clearTimeout(timer);
    try {
      await piece();
      await period();
      if (state.width === null && Number(byId("width").value) !== fitted) await piece();
    } catch (error) {
      if (error instanceof Stopped) return;
      searches.stop();
      said("error wrapped", error.message);
    }
  }

  /** Shows the values. */
  async function piece() {
    const { from, rows } = state, wide = width();
    const question = { ask: "sequence", game: asked(), from, count: wide * rows };
    const { answer, at } = await sequences.ask(question);
    sliders(at);
    if (document.activeElement !== byId("width")) byId("width").value = wide;
    picture.show(numbers(answer.sequence), from, wide, answer.values);
    choose(state.position);
  }

  const busy = () => (byId("halt").disabled = !searches.busy && !theorems.busy);

  async function period() {
    const values = what();
    said("", `The period of the ${values} …`);
    const reply = searches.ask({ ask: "period", game: asked() }, ({ stage }) => {
      if (stage) said("", `The period of the ${values}: ${stage} …`);
    });
    busy();
    try {
      const { answer: found } = await reply;
      fitted = fitting(found.period ?? "", picture.room());
      if (found.aperiodic) {
        said("", `The ${values} of { ${found.moves.join(" ")} } have no period; that is proved.`);
        return;
      }
      if (!found.period) {
        said("undecided", `Undecided: no period among the first ${found.positions ?? found.steps} positions.`);
        return;
      }
      const equation = (name, value) => math("math", {}, math("mi", {}, name), math("mo", {}, "="), math("mn", {}, value));
      said("", `The ${values} of { ${found.moves.join(" ")} }: period `, equation("p", found.period),
        ", preperiod ", equation("q", found.preperiod),
        found.constant ? " (every number above 0 is a period)."
          : found.least === false ? " (a shorter period may exist)." : ", both least.");
    } catch (error) {
      if (!(error instanceof Stopped)) said("error", error.message);
    } finally {
      busy();
    }
  }

  const told = (kind, text) => byId("inferred").replaceChildren(html("p", { class: kind }, text));

  async function infer() {
    told("", "Searching for a theorem about all games of the family …");
    const reply = theorems.ask({ ask: "infer", game: asked(), describe: true }, ({ stage }) => {
      if (stage) told("", `Searching for a theorem: ${stage} …`);
    });
    busy();
    try {
      const { answer: found, more: { cases, parameter: name, parameters, description } } = await reply;
      if (found.verdict !== "verified") {
        const open = found.undecided.map(({ modulus, residue, reason }) =>
          (String(modulus) === "1" ? reason : `for ${residue} mod ${modulus}: ${reason}`));
        told("undecided", ["Undecided: no theorem about all games of the family is proved.", ...open].join(" "));
        return;
      }
      const exceptions = found.exceptions.map((one) =>
        `for ${name} = ${one.parameters[name]} period ${one.period}, preperiod ${one.preperiod}`);
      byId("inferred").replaceChildren(
        html("p", { class: "verified" }, "Found and proved:"),
        theorem(found, cases, found.moves, parameters),
        exceptions.length > 0 ? html("p", {}, `Smaller games: ${exceptions.join("; ")}.`) : "",
        description !== null
          ? html("button", { onclick: () => open(description) }, "Open the proved description") : "");
    } catch (error) {
      if (!(error instanceof Stopped)) told("error wrapped", error.message);
    } finally {
      busy();
    }
  }

  /** Looks at a position; `follow` brings it into sight. */
  async function choose(position, follow = false) {
    state.position = position;
    picture.choose(position, follow);
    if (document.activeElement !== byId("position")) byId("position").value = position ?? "";
    if (position === null) byId("place").textContent = "";
    // A pointer is faster than answers: of the positions on its way only the last one counts.
    wanted += 1;
    if (looking) return;
    looking = true;
    for (let seen = 0; seen !== wanted; ) {
      seen = wanted;
      if (state.position !== null) await look(state.position);
    }
    looking = false;
  }

  async function look(position) {
    try {
      const question = { ask: "place", game: asked(), text: state.text, position };
      const { answer: { value, options, word } } = await places.ask(question);
      const option = (one) => (one.position === null
        ? `${one.move}: not possible` : `${one.move} to ${one.position} (${one.value})`);
      const inside = word && word.variables.map(([name, number]) => `, ${name} = ${number}`).join("");
      byId("place").replaceChildren(
        `Position ${position}: `, html("strong", { class: "letters" }, value),
        `. Moves: ${options.map(option).join("; ")}.`,
        word ? html("span", {}, " In the description: ", html("code", {}, word.written),
          ` at line ${word.line}, column ${word.column}${inside}, from ${word.from} on, ${word.length} long.`) : "");
    } catch (error) {
      if (!(error instanceof Stopped)) byId("place").textContent = error.message;
    }
  }

  function later() {
    // What is under way is about another game, or another piece.
    sequences.stop();
    searches.stop();
    changed();
    clearTimeout(timer);
    timer = setTimeout(sequence, PAUSE);
  }

  function show() {
    theorems.stop();
    byId("inferred").replaceChildren();
    for (const name of ["moves", "values", "rule", "start", "rows", "from"]) byId(name).value = state[name];
    byId("width").value = width();
    picture.zoom(state.cell);
    sequence();
  }

  /** The game of the description, unless other moves were typed; and the word of it at the position. */
  function follow(game) {
    const { moves, values, rule, start } = state;
    const differs = moves !== game?.moves || values !== game.values || rule !== game.rule || start !== "";
    if (game && !state.own && differs) {
      Object.assign(state, { ...game, start: "" });
      changed();
      show();
    } else {
      choose(state.position);
    }
  }

  function zoom(by) {
    const steps = [1, 2, 3, 4, 6, 8, 11, 16, 22, 32];
    const at = steps.findIndex((step) => step >= state.cell);
    state.cell = steps[Math.min(steps.length - 1, Math.max(0, at + by))];
    picture.zoom(state.cell);
    changed();
  }

  for (const name of ["moves", "values", "rule", "start"]) {
    byId(name).addEventListener("input", ({ target }) => {
      state[name] = target.value;
      // An empty field follows the text again.
      state.own = !(name === "moves" && target.value.trim() === "");
      // One of the two says which values there are.
      if (name === "values") byId("rule").value = state.rule = "";
      // A theorem stands below the family that it is about.
      theorems.stop();
      byId("inferred").replaceChildren();
      later();
    });
  }
  for (const name of ["width", "rows", "from"]) {
    byId(name).addEventListener("input", ({ target }) => {
      const value = number(name, target.value);
      const isLeftOpen = name === "width" && target.value === "";
      target.setAttribute("aria-invalid", value === null && !isLeftOpen);
      if (value === null && !isLeftOpen) return;
      state[name] = value;
      later();
    });
  }
  byId("parameters").addEventListener("input", ({ target }) => {
    if (!/^-?\d+$/.test(target.value)) return;
    state.at[target.dataset.name] = target.value;
    for (const other of byId("parameters").querySelectorAll(`[data-name="${target.dataset.name}"]`)) {
      if (other !== target) other.value = target.value;
    }
    later();
  });
  byId("position").addEventListener("change", ({ target }) => {
    choose(number("position", target.value), true);
    changed();
  });
  byId("smaller").addEventListener("click", () => zoom(-1));
  byId("larger").addEventListener("click", () => zoom(1));
  byId("infer").addEventListener("click", infer);
  byId("halt").addEventListener("click", () => {
    if (searches.busy) said("undecided", "Stopped before the period was found.");
    if (theorems.busy) told("undecided", "Stopped before a theorem was found.");
    searches.stop();
    theorems.stop();
  });
  byId("picture").addEventListener("keydown", (event) => {
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -width(), ArrowDown: width() };
    if (event.key === "+" || event.key === "-") {
      zoom(event.key === "+" ? 1 : -1);
    } else if (event.key in steps) {
      const last = state.from + width() * state.rows - 1;
      const next = (state.position ?? state.from) + (state.position === null ? 0 : steps[event.key]);
      choose(Math.min(last, Math.max(state.from, next)), true);
      changed();
    } else {
      return;
    }
    event.preventDefault();
  });
  byId("picture").addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(event.deltaY < 0 ? 1 : -1);
  }, { passive: false });
  return { show, follow };
}
