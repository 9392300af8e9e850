// The page: its state, its parts, and the address that holds the state.

import { byId } from "./dom.js";
import { Engine, load } from "./engine.js";
import { games } from "./games.js";
import { proofs } from "./proofs.js";
import { read, write } from "./state.js";

/** The address follows the page after so many milliseconds: browsers refuse more changes of it. */
const PAUSE = 300;

async function start() {
  const state = read(location.hash);
  const module = await load();
  const known = await new Engine(module).ask({ ask: "known" });
  byId("version").textContent = known.version;
  let timer = 0;
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => history.replaceState(null, "", write(state)), PAUSE);
  };
  const upper = proofs(module, known, state, changed);
  const lower = games(module, state, changed, (text) => {
    Object.assign(state, { kind: "nimseq", text });
    changed();
    upper.show();
    byId("writing").scrollIntoView();
  });
  const show = () => {
    upper.show();
    lower.show();
  };
  addEventListener("hashchange", () => {
    Object.assign(state, read(location.hash));
    show();
  });
  byId("link").addEventListener("click", async () => {
    const address = new URL(write(state), location.href).href;
    history.replaceState(null, "", address);
    try {
      await navigator.clipboard.writeText(address);
      byId("copied").textContent = "Copied.";
    } catch {
      byId("copied").textContent = "It is the address of this page now.";
    }
    setTimeout(() => (byId("copied").textContent = ""), 4000);
  });
  show();
  document.documentElement.dataset.ready = "";
}

start().catch((error) => {
  byId("verdict").className = "verdict error";
  byId("verdict").textContent = `The engine could not be loaded: ${error.message}`;
});
