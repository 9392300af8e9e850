// Starts `grundy server` and talks to it, and has an entry for each description in the test explorer.

"use strict";

const { execFile } = require("node:child_process");
const { commands, ProcessExecution, Task, tasks, TaskScope, Uri, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const { explorer } = require("./explorer");

let client;

/** Is there the program?  If not, says what to do. */
async function isThere(program) {
  const error = await new Promise((done) => execFile(program, ["--version"], done));
  if (!error) return true;
  const set = "Set grundy.path";
  const chosen = window.showErrorMessage(
    `The program "${program}" cannot be started (${error.code ?? error.message}). ` +
      "Install grundy, or set grundy.path to where it is.",
    set,
  );
  // The answer may come much later, or never.
  chosen.then((it) => {
    if (it === set) commands.executeCommand("workbench.action.openSettings", "grundy.path");
  });
  return false;
}

/** Shows the text that the server returns for a command, such as a counterexample, in a document that cannot be edited. */
async function executeCommand(command, args, next) {
  const text = await next(command, args);
  if (typeof text === "string") {
    const uri = Uri.from({ scheme: "grundy", path: "counterexample.txt", query: text });
    await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true });
  }
  return text;
}

/** Checks a file in a terminal. */
function runInTerminal(uri) {
  const program = workspace.getConfiguration("grundy").get("path");
  const run = new ProcessExecution(program, ["verify", Uri.parse(uri).fsPath]);
  tasks.executeTask(new Task({ type: "process" }, TaskScope.Workspace, "verify", "grundy", run, "$grundy"));
}

async function start() {
  const settings = workspace.getConfiguration("grundy");
  const program = settings.get("path");
  if (!(await isThere(program))) return;
  const threads = settings.get("threads");
  const args = threads > 0 ? ["server", "--threads", String(threads)] : ["server"];
  client = new LanguageClient(
    "grundy",
    { command: program, args },
    {
      documentSelector: [{ language: "nimseq" }],
      initializationOptions: { at: settings.get("at"), book: settings.get("book"), opens: true },
      middleware: { executeCommand },
      synchronize: { configurationSection: "grundy" },
    },
  );
  await client.start();
}

exports.activate = async (context) => {
  const restart = async () => {
    await exports.deactivate();
    await start();
  };
  context.subscriptions.push(
    commands.registerCommand("grundy.restart", restart),
    commands.registerCommand("grundy.runInTerminal", runInTerminal),
    workspace.registerTextDocumentContentProvider("grundy", {
      provideTextDocumentContent: (uri) => uri.query,
    }),
    workspace.onDidChangeConfiguration((change) => {
      // Other settings are sent to the running server.
      const restarts = ["grundy.path", "grundy.threads"];
      if (restarts.some((name) => change.affectsConfiguration(name))) restart();
    }),
    ...explorer(),
  );
  await start();
};

exports.deactivate = async () => {
  const running = client;
  client = undefined;
  if (running !== undefined) await running.stop();
};
