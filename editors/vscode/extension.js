// Starts `grundy server` and talks to it.

"use strict";

const { commands, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function start() {
  const settings = workspace.getConfiguration("grundy");
  const threads = settings.get("threads");
  const args = threads > 0 ? ["server", "--threads", String(threads)] : ["server"];
  client = new LanguageClient(
    "grundy",
    { command: settings.get("path"), args },
    {
      documentSelector: [{ language: "nimseq" }],
      initializationOptions: { at: settings.get("at") },
      synchronize: { configurationSection: "grundy" },
    },
  );
  return client.start();
}

exports.activate = async (context) => {
  const restart = async () => {
    await exports.deactivate();
    await start();
  };
  context.subscriptions.push(
    commands.registerCommand("grundy.restart", restart),
    workspace.onDidChangeConfiguration((change) => {
      // Other settings are sent to the running server.
      const restarts = ["grundy.path", "grundy.threads"];
      if (restarts.some((name) => change.affectsConfiguration(name))) restart();
    }),
  );
  await start();
};

exports.deactivate = async () => {
  const running = client;
  client = undefined;
  if (running !== undefined) await running.stop();
};
