// The page: its state, its parts, and the address that holds the state.

import { byId, html } from "./dom.js";
import { Engine, load } from "./engine.js";
import { games } from "./games.js";
import { proofs } from "./proofs.js";
import { drafts } from "./drafts.js";
import { START, read, write } from "./state.js";

/** The address follows the page after this number of milliseconds: browsers refuse more changes of it. */
const PAUSE = 300;

/** The longest fragment that every browser takes. */
const LONGEST = 500_000;

/** Writes the state into the address; false if it is too long for one. */
function keep(state) {
  const fragment = write(state);
  if (fragment.length > LONGEST) return false;
  history.replaceState(null, "", fragment);
  return true;
}

async function start() {
  const state = read(location.hash);
  const [last] = drafts();
  if (location.hash.length < 2 && last) Object.assign(state, { kind: last.kind, text: last.text });
  const module = await load();
  const aside = new Engine(module);
  const { answer: known } = await aside.ask({ ask: "known" });
  byId("version").textContent = known.version;
  if (known.book) {
    const link = ([name, page]) => html("a", { href: `${known.book.replace(/\/$/, "")}/${page}.html` }, name);
    const pages = [["Tutorial", "tutorial"], ["The whole language", "language"], ["All commands", "commands"]];
    byId("links").append(...pages.flatMap((page, at) => [at > 0 ? " · " : "", link(page)]));
  }
  known.descriptions.unshift({ name: "start", kind: START.kind, text: START.text });
  let timer = 0;
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(save, PAUSE);
  };
  /** Keeps all of the page; false if the text can be kept neither here nor in the address. */
  const save = () => {
    clearTimeout(timer);
    const isKept = keep(state);
    return upper.save() || isKept;
  };
  const play = (game) => {
    Object.assign(state, game, { own: false });
    lower.show();
    byId("playing").scrollIntoView();
  };
  const judged = (game) => lower.follow(game);
  const upper = proofs({ module, aside, known, state, changed, judged, play });
  const lower = games(module, state, changed, (text) => {
    upper.save();
    upper.open("nimseq", text);
    byId("writing").scrollIntoView();
  });
  const show = () => {
    upper.show();
    lower.show();
  };
  addEventListener("pagehide", save);
  addEventListener("beforeunload", (event) => {
    // The browser asks only where something would be lost.
    if (!save()) event.preventDefault();
  });
  addEventListener("hashchange", () => {
    upper.save();
    Object.assign(state, read(location.hash));
    show();
  });
  byId("link").addEventListener("click", async () => {
    const said = (text) => (byId("copied").textContent = text);
    if (!keep(state)) {
      said("The text is too long for a link.");
    } else {
      const copied = navigator.clipboard?.writeText(location.href) ?? Promise.reject();
      await copied.then(() => said("Copied."), () => said("Cannot copy the link. Copy the address of this page instead."));
    }
    setTimeout(() => (byId("copied").textContent = ""), 4000);
  });
  show();
  document.documentElement.dataset.ready = "";
  await keepPage().then(() => (document.documentElement.dataset.kept = ""), () => {});
}

/** Keeps the page for times without a network, where the browser allows that. */
async function keepPage() {
  const { serviceWorker } = navigator;
  const before = serviceWorker.controller;
  const controlled = new Promise((done) => serviceWorker.addEventListener("controllerchange", done, { once: true }));
  await serviceWorker.register("offline.js");
  if (before) return;
  // What was loaded before there was anyone to keep it.
  await controlled;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  await Promise.all(["./", "worker.js", "wasi.js", ...loaded.filter((name) => !name.startsWith("data:"))].map((name) => fetch(name)));
}

start().catch((error) => {
  byId("verdict").className = "verdict error";
  byId("verdict").textContent = `Cannot load the engine: ${error.message}`;
});
