// Runs the engine beside the page.  To stop is to end the worker.

import { run } from "./wasi.js";

let module;

addEventListener("message", ({ data }) => {
  if (data.module) {
    module = data.module;
    return;
  }
  try {
    const reply = run(module, data.question, (line) => postMessage({ line }));
    postMessage({ reply });
  } catch (error) {
    postMessage({ reply: { error: error.message, kind: error.kind ?? "bug" } });
  }
});
