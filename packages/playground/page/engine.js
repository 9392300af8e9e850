// Questions to the engine, one at a time for each `Engine`.

/** The engine as a module, for all workers. */
export async function load(address = "engine.wasm") {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  // Not every server knows what the file is.
  const known = response.headers.get("Content-Type") === "application/wasm";
  return known ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** The question was stopped, by the user or by a later one. */
export class Stopped extends Error {}

/** Why there is no answer, in the words of the engine; `kind` is missing where the question is at fault. */
export class Refused extends Error {
  constructor({ error, kind }) {
    super(error);
    this.kind = kind;
  }
}

/** A worker that answers one question after the other; a new question stops the one before. */
export class Engine {
  #module;
  #worker = null;
  #asked = null;

  constructor(module) {
    this.#module = module;
  }

  get busy() {
    return this.#asked !== null;
  }

  /** Asks, for the answer and what more there is; `onStep` is told what is done meanwhile. */
  ask(question, onStep = () => {}) {
    this.stop();
    this.#worker ??= this.#start();
    return new Promise((resolve, reject) => {
      this.#asked = { resolve, reject, onStep };
      this.#worker.postMessage({ question: JSON.stringify(question) });
    });
  }

  /** Ends what is under way. */
  stop() {
    if (!this.#asked) return;
    this.#end();
    const { reject } = this.#asked;
    this.#asked = null;
    reject(new Stopped());
  }

  #end() {
    this.#worker.terminate();
    this.#worker = null;
  }

  #start() {
    const worker = new Worker("worker.js", { type: "module" });
    worker.postMessage({ module: this.#module });
    worker.addEventListener("message", ({ data }) => {
      // What a worker that was ended had to say counts no more.
      if (worker === this.#worker) this.#heard(data);
    });
    worker.addEventListener("error", (event) => {
      if (worker !== this.#worker) return;
      this.#end();
      this.#heard({ reply: { error: event.message ?? "the worker failed", kind: "bug" } });
    });
    return worker;
  }

  #heard({ line, reply }) {
    const asked = this.#asked;
    if (!asked) return;
    if (reply === undefined) {
      const step = parsed(line);
      if (step) asked.onStep(step);
      return;
    }
    this.#asked = null;
    if ("answer" in reply) asked.resolve(reply);
    else asked.reject(new Refused(reply));
  }
}

/** A step; other lines are messages of a program that fails. */
function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
