// What the grammar makes of the parts of a description.  `npm install && npm test`.

"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const oniguruma = require("vscode-oniguruma");
const { Registry, parseRawGrammar } = require("vscode-textmate");

const grammarPath = path.join(__dirname, "syntaxes/nimseq.tmLanguage.json");
const wasm = fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));

async function main() {
  await oniguruma.loadWASM(wasm);
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => parseRawGrammar(fs.readFileSync(grammarPath, "utf8"), grammarPath),
  });
  const grammar = await registry.loadGrammar("source.nimseq");
  // The innermost scope of each token that has one of its own.
  const scopes = (line) =>
    grammar
      .tokenizeLine(line, null)
      .tokens.map((token) => [line.slice(token.startIndex, token.endIndex), token.scopes.at(-1)])
      .filter(([text, scope]) => text.trim() !== "" && scope !== "source.nimseq")
      .map(([text, scope]) => `${text} ${scope.replace(/\.nimseq$/, "")}`);

  assert.deepStrictEqual(scopes("# REPEAT n"), ["# REPEAT n comment.line.number-sign"]);
  assert.deepStrictEqual(scopes("n >= 2"), [
    "n variable.other",
    ">= keyword.operator.comparison",
    "2 constant.numeric",
  ]);
  assert.deepStrictEqual(scopes("{ 2n 5n+1 }"), [
    "{ punctuation.definition.moves.begin",
    "2 constant.numeric",
    "n variable.other",
    "5 constant.numeric",
    "n variable.other",
    "+ keyword.operator.arithmetic",
    "1 constant.numeric",
    "} punctuation.definition.moves.end",
  ]);
  assert.deepStrictEqual(scopes("  FOR i FROM 1 UPTO n REP An"), [
    "FOR keyword.control",
    "i variable.other",
    "FROM keyword.control",
    "1 constant.numeric",
    "UPTO keyword.control",
    "n variable.other",
    "REP keyword.control",
    "A string.unquoted.value",
    "n variable.other",
  ]);
  assert.deepStrictEqual(scopes("<__A>(2n-1) -(2n)"), [
    "< meta.word",
    "__A string.unquoted.value",
    ">( meta.word",
    "2 constant.numeric",
    "n variable.other",
    "- keyword.operator.arithmetic",
    "1 constant.numeric",
    ") meta.word",
    "- string.unquoted.value",
    "( meta.word",
    "2 constant.numeric",
    "n variable.other",
    ") meta.word",
  ]);
  assert.ok(scopes("CLAIM period 2n for n >= 1")[0].startsWith("CLAIM keyword.other.claim"));
  assert.deepStrictEqual(scopes("CLAIM outcome preperiod floor(n/2) # why"), [
    "CLAIM keyword.other.claim",
    "outcome keyword.other.claim",
    "preperiod keyword.other.claim",
    "floor support.function",
    "( meta.claim",
    "n variable.other",
    "/ meta.claim",
    "2 constant.numeric",
    ")  meta.claim",
    "# why comment.line.number-sign",
  ]);
  assert.deepStrictEqual(scopes("DEF comb(i, j)"), [
    "DEF keyword.control",
    "comb entity.name.function",
    "( meta.piece",
    "i variable.other",
    ",  meta.piece",
    "j variable.other",
    ") meta.piece",
  ]);
  // A keyword inside a word is none.
  assert.ok(!scopes("REPEATER").some((it) => it.includes("keyword")));
  console.log("the grammar is as expected");
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
