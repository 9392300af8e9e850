// A session with the extension, without VS Code: `node session.js PROGRAM FOLDER`.  The folder has a right and a
// wrong description, right.nimseq and wrong.nimseq.

"use strict";

const assert = require("node:assert");
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");

const [program, folder] = process.argv.slice(2);
const manifest = JSON.parse(fs.readFileSync(path.join(__dirname, "package.json"), "utf8"));
const uri = (name) => ({ fsPath: path.join(folder, name), toString: () => `file://${name}` });

// What of VS Code the extension uses.
const settings = { path: path.join(folder, "nowhere"), threads: 0, at: "n=3", book: "" };
const errors = [];
const shown = [];
let provider;
const registered = {};
const tasks = [];
const opened = [];
const started = [];
let controller;
class Plain {
  constructor(...parts) {
    this.parts = parts;
  }
}
const nothing = { dispose() {} };
const vscode = {
  commands: {
    registerCommand: (name, run) => ((registered[name] = run), nothing),
    executeCommand: (...command) => opened.push(command),
  },
  window: {
    showErrorMessage: async (text, ...choices) => {
      errors.push(text);
      return choices[0];
    },
    showTextDocument: async (text) => shown.push(text),
  },
  workspace: {
    getConfiguration: () => ({ get: (name) => settings[name] }),
    onDidChangeConfiguration: () => nothing,
    asRelativePath: (it) => path.basename(it.fsPath),
    registerTextDocumentContentProvider: (scheme, it) => ((provider = it), nothing),
    openTextDocument: async (uri) => provider.provideTextDocumentContent(uri),
    findFiles: async () => ["right.nimseq", "wrong.nimseq"].map(uri),
    createFileSystemWatcher: () => ({ ...nothing, onDidCreate() {}, onDidDelete() {} }),
  },
  tests: {
    createTestController: () => {
      controller = {
        items: new Map(),
        createTestItem: (id, label, it) => ({ id, label, uri: it }),
        createRunProfile: (...profile) => (controller.run = profile[2]),
        createTestRun: () => controller.log,
      };
      controller.items.add = (item) => controller.items.set(item.id, item);
      return controller;
    },
  },
  tasks: { executeTask: (task) => tasks.push(task.parts) },
  Task: Plain,
  TaskScope: { Workspace: 2 },
  ProcessExecution: Plain,
  TestRunProfileKind: { Run: 1 },
  TestMessage: class {
    constructor(text) {
      this.text = text;
    }
  },
  Uri: { from: (parts) => parts, parse: (it) => ({ fsPath: it.slice("file://".length) }) },
  Position: Plain,
  Range: Plain,
  Location: Plain,
};
class LanguageClient {
  constructor(...made) {
    this.made = made;
  }
  async start() {
    started.push(this.made);
  }
  async stop() {}
}
const load = Module._load;
Module._load = (name, ...rest) =>
  ({ vscode, "vscode-languageclient/node": { LanguageClient } })[name] ?? load(name, ...rest);

async function main() {
  const extension = require("./extension");

  // Without the program there is a message, with a way to set it.
  await extension.activate({ subscriptions: [] });
  assert.strictEqual(errors.length, 1);
  assert.ok(errors[0].includes("nowhere") && errors[0].includes("grundy.path"), errors[0]);
  await new Promise(setImmediate);
  assert.deepStrictEqual(opened, [["workbench.action.openSettings", "grundy.path"]]);
  assert.strictEqual(started.length, 0);

  // With it the server is started.
  settings.path = program;
  await extension.activate({ subscriptions: [] });
  assert.deepStrictEqual([errors.length, started.length], [1, 1]);
  assert.deepStrictEqual(started[0][1], { command: program, args: ["server"] });
  assert.strictEqual(started[0][2].initializationOptions.at, "n=3");

  // What a command returns is shown.
  const { executeCommand } = started[0][2].middleware;
  await executeCommand("grundy.draft", [], async () => null);
  await executeCommand("grundy.showCounterexample", ["x"], async (...asked) => asked.join());
  assert.deepStrictEqual(shown, ["grundy.showCounterexample,x"]);

  // A file is checked in a terminal.
  registered["grundy.runInTerminal"]("file:///x y.nimseq");
  assert.deepStrictEqual(tasks[0][4].parts, [program, ["verify", "/x y.nimseq"]]);

  // Each description is a test.
  await controller.resolveHandler();
  const log = [];
  const note = (what) => (item, found) => log.push([what, item.label, found]);
  controller.log = { enqueued() {}, started() {}, end: () => log.push(["end"]) };
  for (const what of ["passed", "failed", "errored", "skipped"]) controller.log[what] = note(what);
  const token = { isCancellationRequested: false, onCancellationRequested() {} };
  await controller.run({}, token);
  assert.deepStrictEqual(log[0], ["passed", "right.nimseq", undefined]);
  const [what, label, [found]] = log[1];
  assert.deepStrictEqual([what, label], ["failed", "wrong.nimseq"]);
  assert.ok(found.text.startsWith("E0301 wrong at position 2"), found.text);
  const [start] = found.location.parts[1].parts;
  assert.deepStrictEqual(start.parts, [3, 5]);
  assert.deepStrictEqual(log[2], ["end"]);
  fs.unlinkSync(path.join(folder, "right.nimseq"));
  await controller.run({ include: [controller.items.get("file://right.nimseq")] }, token);
  assert.strictEqual(log[3][0], "errored");
  assert.ok(log[3][2].text.includes("cannot read"), log[3][2].text);

  // What a task prints is read by the problem matcher.
  const [matcher] = manifest.contributes.problemMatchers;
  const arguments_ = ["verify", "--format", "concise", "wrong.nimseq"];
  let printed;
  try {
    printed = execFileSync(program, arguments_, { cwd: folder, encoding: "utf8" });
  } catch (error) {
    printed = error.stdout;
  }
  const match = new RegExp(matcher.pattern.regexp).exec(printed.trimEnd());
  const part = (name) => match[matcher.pattern[name]];
  assert.deepStrictEqual(["file", "line", "column", "code"].map(part), ["wrong.nimseq", "4", "6", "E0301"]);
  assert.ok(part("message").startsWith("wrong at position 2"), part("message"));

  // All that the manifest names is there.
  const { grammars, languages } = manifest.contributes;
  const named = grammars.map((it) => it.path);
  for (const file of [...named, languages[0].configuration, manifest.icon, manifest.main]) {
    assert.ok(fs.existsSync(path.join(__dirname, file)), file);
  }
  console.log("the extension is as expected");
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
