// Runs the engine: a program for the system interface WASI (preview 1), whose streams are bytes in
// memory here.  It has no files and no arguments; what it does not need is refused.

const SUCCESS = 0, BAD_FILE = 8, NO_SUCH_CALL = 52;
const [INPUT, OUTPUT, ERRORS] = [0, 1, 2];
const CHARACTER_DEVICE = 2;

/** The program has ended by itself. */
class Exit {}

/** Why a question has no answer; `kind` is `depth`, `memory` or `bug`. */
export class Failure extends Error {
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

/** Bytes that grow at the end. */
class Written {
  parts = [];

  push(bytes) {
    this.parts.push(bytes.slice());
  }

  text() {
    const decoder = new TextDecoder();
    return this.parts.map((part) => decoder.decode(part, { stream: true })).join("") + decoder.decode();
  }
}

/**
 * Answers a question, given as JSON, in a new instance of the module; `onLine` gets each line that
 * the program writes on standard error as long as it works.
 */
export function run(module, question, onLine = () => {}) {
  const input = new TextEncoder().encode(question);
  const output = new Written();
  const errors = new TextDecoder();
  let read = 0, line = "", lines = [], memory;
  const view = () => new DataView(memory.buffer);

  // The pieces of memory that a list of addresses and lengths names.
  function* pieces(list, count) {
    for (let at = list; at < list + 8 * count; at += 8) {
      yield new Uint8Array(memory.buffer, view().getUint32(at, true), view().getUint32(at + 4, true));
    }
  }

  function tell(bytes) {
    const parts = (line + errors.decode(bytes, { stream: true })).split("\n");
    line = parts.pop();
    for (const part of parts) {
      lines = [...lines.slice(-20), part];
      onLine(part);
    }
  }

  const calls = {
    fd_read(file, list, count, result) {
      if (file !== INPUT) return BAD_FILE;
      const from = read;
      for (const piece of pieces(list, count)) {
        const bytes = input.subarray(read, read + piece.length);
        piece.set(bytes);
        read += bytes.length;
      }
      view().setUint32(result, read - from, true);
      return SUCCESS;
    },
    fd_write(file, list, count, result) {
      if (file !== OUTPUT && file !== ERRORS) return BAD_FILE;
      let length = 0;
      for (const piece of pieces(list, count)) {
        if (file === OUTPUT) output.push(piece);
        else tell(piece);
        length += piece.length;
      }
      view().setUint32(result, length, true);
      return SUCCESS;
    },
    fd_fdstat_get(file, result) {
      if (file > ERRORS) return BAD_FILE;
      new Uint8Array(memory.buffer, result, 24).fill(0);
      view().setUint8(result, CHARACTER_DEVICE);
      return SUCCESS;
    },
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return SUCCESS;
    },
    environ_get: () => SUCCESS,
    // No answer depends on the order of a hash table, so any numbers do.
    random_get(address, length) {
      new Uint8Array(memory.buffer, address, length).fill(1);
      return SUCCESS;
    },
    clock_time_get(clock, precision, result) {
      view().setBigUint64(result, BigInt(Math.round(1e6 * performance.now())), true);
      return SUCCESS;
    },
    sched_yield: () => SUCCESS,
    proc_exit() {
      throw new Exit();
    },
  };
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = calls[name] ?? (() => NO_SUCH_CALL);
  }
  const instance = new WebAssembly.Instance(module, imports);
  memory = instance.exports.memory;
  try {
    instance.exports._start();
  } catch (error) {
    if (!(error instanceof Exit)) throw explained(error, [...lines, line].join("\n"));
  }
  const text = output.text();
  if (text === "") throw explained(new Error("no answer"), [...lines, line].join("\n"));
  return JSON.parse(text);
}

/** What a trap means; `said` are the last lines of the program. */
function explained(error, said) {
  const message = String(error?.message ?? error);
  // The engine of the browser, or the part of memory that is the program's stack.
  if (error instanceof RangeError || /call stack|recursion|out of bounds/i.test(message)) {
    return new Failure("depth", "this needs a deeper stack than your browser has; use the command grundy");
  }
  // What the program says before it gives up, or the browser.
  if (/memory allocation of|out of memory/i.test(said + message)) {
    return new Failure("memory", "this needs more memory than your browser allows; use the command grundy");
  }
  return new Failure("bug", `the program failed; this is a bug in grundy, please report it: ${said.trim() || message}`);
}
