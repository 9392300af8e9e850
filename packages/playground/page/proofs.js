// The upper part of the page: a text, its verdict, and certificates.

import { byId, html } from "./dom.js";
import { described, drafts, keepDraft, newDraft, title } from "./drafts.js";
import { draw, edited, replace, replacing, scrolled, select } from "./editor.js";
import { Engine, Refused, Stopped } from "./engine.js";
import { places, result, sentence } from "./findings.js";
import { theorem } from "./theorem.js";

/** The text is checked when it has not changed for this number of milliseconds. */
const PAUSE = 350;

/**
 * Sets the upper part up; `aside` is an engine for small questions.  `changed` is called when the state of
 * the page has, `judged` when there is a verdict, with the game of a description, `play` with a game.
 */
export function proofs({ module, aside, known, state, changed, judged, play }) {
  // What is written about a text does not end its proof.
  const [prover, clerk] = [new Engine(module), new Engine(module)];
  let timer = 0, draft = newDraft();
  // The kinds of texts that were replaced, for when they come back.
  const kinds = new Map();

  const example = (text) => known.descriptions.find((it) => it.text === text);
  const unmark = () => draw(state.kind);

  function verdict(kind, text) {
    byId("verdict").className = `verdict ${kind}`;
    byId("verdict").textContent = text;
  }

  function certified(kind, text) {
    byId("certified").className = kind;
    byId("certified").textContent = text;
  }

  function busy() {
    const is = prover.busy || clerk.busy;
    byId("stop").disabled = !is;
    byId("progress").hidden = !is;
    byId("progress").removeAttribute("value");
    byId("writing").setAttribute("aria-busy", is);
  }

  function progressed({ done }) {
    if (!done || done[1] === 0) return;
    byId("progress").max = done[1];
    byId("progress").value = done[0];
  }

  /** Asks, and shows that there is work; nothing if it was stopped, by the user or by a later question. */
  async function asked(engine, question) {
    const answer = engine.ask(question, progressed);
    busy();
    try {
      return await answer;
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      return null;
    } finally {
      busy();
    }
  }

  /** Takes everything away that was said of a text. */
  function clear() {
    byId("theorem").replaceChildren();
    byId("findings").replaceChildren();
    unmark();
    byId("result").setAttribute("aria-busy", false);
  }

  function stop() {
    clearTimeout(timer);
    if (byId("result").getAttribute("aria-busy") === "true") {
      clear();
      verdict("undecided", "Stopped before a verdict was reached.");
    }
    if (clerk.busy) certified("", "Stopped.");
    prover.stop();
    clerk.stop();
  }

  /** What was said of the text before counts no more. */
  function outdated() {
    prover.stop();
    clerk.stop();
    certified("", "");
    unmark();
    checking();
  }

  function checking() {
    verdict("", "Checking …");
    byId("result").setAttribute("aria-busy", true);
  }

  const act = {
    select,
    apply(edits) {
      put(edited(byId("text").value, edits));
      byId("text").focus();
    },
    explain: async (code) => (await aside.ask({ ask: "explain", code })).answer,
  };

  async function check() {
    clearTimeout(timer);
    const { kind, text } = state;
    checking();
    try {
      const reply = await asked(prover, { ask: "verify", kind, text });
      if (reply === null) return;
      const entry = reply.answer;
      clear();
      draw(kind, places(entry.findings));
      verdict(entry.verdict, sentence(entry));
      performance.mark("verdict");
      const isDescription = kind === "nimseq" && entry.verdict !== "rejected";
      const described = isDescription ? await asked(prover, { ask: "describe", text }) : {};
      if (described === null) return;
      const { moves, values, rule } = described.answer ?? {};
      // The values say these rules.
      const other = ["mex", "normal"].includes(rule) ? "" : rule;
      const game = moves && { moves: `{ ${moves.join(" ")} }`, values, rule: other };
      const at = ({ parameters, position }) => play({ ...game, at: { ...parameters }, position: Number(position) });
      byId("findings").append(...result(entry, { ...act, play: game ? at : null }));
      if (game && (entry.description ?? entry.verdict) === "verified") await derive(text, game);
      judged(game);
    } catch (error) {
      clear();
      verdict("error", `No verdict: ${error.message}.`);
    }
  }

  /** The theorem that follows from a description that is right. */
  async function derive(text, game) {
    try {
      const reply = await asked(prover, { ask: "theorem", description: { text } });
      if (reply === null) return;
      const { answer, more: { cases, latex, parameters } } = reply;
      byId("theorem").append(theorem(answer, cases, answer.moves, parameters),
        html("button", { onclick: () => play(game) }, "Show the sequence"),
        html("details", {}, html("summary", {}, "LaTeX"), html("pre", {}, latex)));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      byId("theorem").append(html("p", {}, `No theorem: ${error.message}.`));
    }
  }

  /** Puts another text in; undo takes it back. */
  function put(text) {
    kinds.set(byId("text").value, state.kind);
    replace(text);
    if (state.text !== text) typed();
  }

  /** Another text begins, and is no draft before something is typed. */
  function open(kind, text) {
    kinds.set(text, kind);
    put(text);
    draft = newDraft();
    state.kind = kind;
    changed();
    show();
  }

  function typed() {
    state.text = byId("text").value;
    state.kind = kinds.get(state.text) ?? state.kind;
    byId("kind").value = state.kind;
    byId("published").value = "";
    outdated();
    changed();
    clearTimeout(timer);
    timer = setTimeout(check, PAUSE);
  }

  /** Keeps what was typed; false if that cannot be done. */
  const save = () => example(state.text) !== undefined || keepDraft(draft, state.kind, state.text);

  /** Fills the choice of texts. */
  function offer() {
    const option = ({ name, kind, text }) =>
      html("option", { value: name, "data-text": text }, kind === "nimseq" ? described(name, text) : name);
    const group = (label, all) => (all.length > 0 ? html("optgroup", { label }, all) : "");
    const own = drafts().map(({ id, kind, text }) => html("option", { value: id, "data-kind": kind, "data-text": text }, title(text)));
    const groups = known.kinds.map((kind) => group(kind, known.descriptions.filter((it) => it.kind === kind).map(option)));
    const chosen = byId("published").value;
    byId("published").replaceChildren(html("option", { value: "" }, "choose one"), group("typed here", own), ...groups);
    byId("published").value = chosen;
  }

  /** Puts the state into the controls, and checks. */
  function show() {
    if (byId("text").value !== state.text) byId("text").value = state.text;
    // Lines end there as they do everywhere.
    state.text = byId("text").value;
    byId("kind").value = state.kind;
    byId("published").value = example(state.text)?.name ?? "";
    byId("certificates").hidden = byId("tidy").hidden = state.kind !== "nimseq";
    outdated();
    check();
  }

  async function tidy() {
    try {
      const { text } = await aside.ask({ ask: "format", text: state.text });
      put(text);
    } catch (error) {
      // What is wrong with the text is said by the check.
      if (error instanceof Refused) check();
    }
  }

  async function certify() {
    certified("", "Writing the certificate …");
    try {
      const reply = await asked(clerk, { ask: "verify", text: state.text, certify: true });
      if (reply === null) return;
      const { certificate, uncertified } = reply.more;
      if (certificate === null) {
        certified("error", uncertified);
        return;
      }
      const name = certificate.startsWith("{") ? "counterexample.json" : "description.proof";
      const address = URL.createObjectURL(new Blob([certificate], { type: "application/octet-stream" }));
      html("a", { href: address, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(address), 10_000);
      certified("", `Saved as ${name}.`);
    } catch (error) {
      certified("error", error.message);
    }
  }

  async function checkFile(file) {
    if (!file) return;
    certified("", `Checking ${file.name} …`);
    try {
      const certificate = await file.text();
      const question = { ask: "check", certificate, text: state.text };
      const reply = await asked(clerk, question);
      if (reply === null) return;
      const { accepted, shows, message, question: meant = {}, theorems = [], counts = {} } = reply.answer;
      const start = meant.start ? `, with ${meant.start} before position 0` : "";
      const verb = shows === "refuted" ? "refutes" : "proves";
      const traced = theorems.find(({ evidence }) => evidence[0].by === "trace");
      const about = traced
        ? `proves periods of the outcomes of { ${traced.moves.join(" ")} } in normal play, and says nothing about this description`
        : `${verb} this description, by the rule ${meant.rule}${start}`;
      const claims = [["claims", "follow"], ["claims_refuted", "are wrong"], ["claims_not_covered", "are not covered"]]
        .filter(([name]) => counts[name] > 0).map(([name, what]) => `; of the claims ${counts[name]} ${what}`);
      if (accepted !== true) certified("error", `${file.name} is not accepted: ${message}.`);
      else certified("verified", `${file.name} is accepted: it ${about}${claims.join("")}.`);
    } catch (error) {
      certified("error", `${file.name} was not checked: ${error.message}`);
    }
  }

  const dropped = byId("drop");
  for (const name of ["dragover", "dragleave", "drop"]) {
    dropped.addEventListener(name, (event) => {
      event.preventDefault();
      dropped.classList.toggle("over", name === "dragover");
      if (name === "drop") checkFile(event.dataTransfer.files[0]);
    });
  }
  // A file that misses its place must not take the page away.
  for (const name of ["dragover", "drop"]) addEventListener(name, (event) => event.preventDefault());

  offer();
  byId("kind").append(...known.kinds.map((name) => html("option", { value: name }, name)));
  // Before the list opens: what was typed meanwhile is in it.
  for (const name of ["pointerdown", "focus"]) {
    byId("published").addEventListener(name, () => {
      save();
      offer();
    });
  }
  byId("published").addEventListener("change", ({ target }) => {
    const { text, kind = example(text)?.kind } = target.selectedOptions[0]?.dataset ?? {};
    if (text === undefined) return;
    save();
    open(kind, text);
  });
  byId("kind").addEventListener("change", ({ target }) => {
    const kind = target.value;
    const first = known.descriptions.find((it) => it.kind === kind);
    // What was typed stays; an example gives way to one of the other kind.
    if (first && (example(state.text) || state.text.trim() === "")) return open(kind, first.text);
    state.kind = kind;
    kinds.set(state.text, kind);
    changed();
    show();
  });
  byId("text").addEventListener("input", () => replacing || typed());
  byId("text").addEventListener("scroll", scrolled);
  byId("check").addEventListener("click", check);
  byId("stop").addEventListener("click", stop);
  byId("tidy").addEventListener("click", tidy);
  byId("certify").addEventListener("click", certify);
  byId("file").addEventListener("change", ({ target }) => {
    checkFile(target.files[0]);
    target.value = "";
  });
  addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) check();
    if (event.key === "Escape") stop();
  });
  return { show, open, save };
}
