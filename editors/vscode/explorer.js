// The test explorer: each description of the workspace is a test that passes when it is verified.

"use strict";

const { execFile } = require("node:child_process");
const vscode = require("vscode");
const { tests, workspace } = vscode;

const FILES = "**/*.nimseq";

/** What `grundy verify` found in a file: its result, or why there is none. */
function verify(file, token) {
  const program = workspace.getConfiguration("grundy").get("path");
  return new Promise((done) => {
    const said = (error, stdout, stderr) => {
      try {
        const report = JSON.parse(stdout);
        const why = report.errors?.map((it) => it.message).join("\n");
        done(report.results[0] ?? { failed: why || stderr });
      } catch {
        done({ failed: stderr || error?.message || "there is no report" });
      }
    };
    const options = { maxBuffer: 1 << 28 };
    const child = execFile(program, ["verify", "--format", "json", "--", file], options, said);
    token.onCancellationRequested(() => child.kill("SIGINT"));
  });
}

/** A finding as a message at its place; lines and columns are counted from 1. */
function message(uri, finding) {
  const shown = new vscode.TestMessage([finding.code, finding.message].filter(Boolean).join(" "));
  const place = finding.location;
  if (place) {
    const start = new vscode.Position(place.line - 1, place.column - 1);
    const end = new vscode.Position(place.end_line - 1, place.end_column - 1);
    shown.location = new vscode.Location(uri, new vscode.Range(start, end));
  }
  return shown;
}

async function run(controller, request, token) {
  const all = [];
  controller.items.forEach((item) => all.push(item));
  const left = request.exclude ?? [];
  const items = (request.include ?? all).filter((item) => !left.includes(item));
  const run = controller.createTestRun(request);
  items.forEach((item) => run.enqueued(item));
  for (const item of items) {
    if (token.isCancellationRequested) break;
    run.started(item);
    const result = await verify(item.uri.fsPath, token);
    if (token.isCancellationRequested) {
      run.skipped(item);
    } else if (result.failed !== undefined) {
      run.errored(item, new vscode.TestMessage(result.failed));
    } else if (result.verdict === "verified") {
      run.passed(item);
    } else {
      const found = result.findings.map((finding) => message(item.uri, finding));
      run.failed(item, found.length > 0 ? found : [new vscode.TestMessage(result.verdict)]);
    }
  }
  run.end();
}

/** Makes the explorer; what is returned is to be disposed. */
exports.explorer = () => {
  const controller = tests.createTestController("grundy", "grundy");
  const add = (uri) => {
    const name = workspace.asRelativePath(uri);
    controller.items.add(controller.createTestItem(uri.toString(), name, uri));
  };
  const find = async () => (await workspace.findFiles(FILES)).forEach(add);
  controller.resolveHandler = find;
  controller.refreshHandler = find;
  const profile = vscode.TestRunProfileKind.Run;
  controller.createRunProfile("Verify", profile, (...asked) => run(controller, ...asked), true);
  const watcher = workspace.createFileSystemWatcher(FILES, false, true, false);
  watcher.onDidCreate(add);
  watcher.onDidDelete((uri) => controller.items.delete(uri.toString()));
  return [controller, watcher];
};
