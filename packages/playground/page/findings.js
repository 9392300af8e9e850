// What a report says, from the document of `grundy verify`.

import { html } from "./dom.js";

const capital = (text) => text[0].toUpperCase() + text.slice(1);

const SENTENCES = {
  verified: "Verified: all claims are true.",
  refuted: "Refuted: a claim is false.",
  undecided: "Undecided: a limit was reached, or a claim is open.",
  vacuous: "Vacuous: the text claims nothing.",
  rejected: "Rejected: the text is invalid.",
};

/** The same of descriptions, which are about all parameters. */
const OF_DESCRIPTIONS = {
  verified: "Verified: proved for all parameters.",
  refuted: "Refuted: the description is wrong.",
  vacuous: "Vacuous: no parameter satisfies the conditions.",
};

/** The verdict in a sentence. */
export const sentence = ({ verdict, kind, description }) => {
  // What a text claims may be wrong where its description is right.
  const isOfDescription = kind === "nimseq" && !(verdict === "refuted" && description === "verified");
  return (isOfDescription && OF_DESCRIPTIONS[verdict]) || SENTENCES[verdict] || capital(verdict);
};

const where = (place) => `line ${place.line}, column ${place.column}`;

/** `n = 2, m = 3` */
const point = (parameters) =>
  Object.entries(parameters).map(([name, value]) => `${name} = ${value}`).join(", ");

/** A table whose rows begin with their names. */
const table = (name, rows, kind = "") => html("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": name },
  html("table", { class: kind }, rows));

/** The position of a counterexample, and where its moves lead. */
function position({ parameters, position, claimed, computed, options }) {
  const at = Object.keys(parameters).length > 0 ? `For ${point(parameters)}: p` : "P";
  const row = (name, cell) => html("tr", {}, html("th", { scope: "row" }, name), options.map(cell));
  const moves = html("tr", {}, html("th", { scope: "row" }, "move"), options.map((one) =>
    html("td", {}, one.move === one.size ? one.move : `${one.move} = ${one.size}`)));
  return [
    html("p", {}, `${at}osition ${position} is described as `, html("code", {}, claimed),
      ", and the rule gives ", html("code", {}, computed), "."),
    options.length === 0 ? null : table("Moves from this position", [
      moves,
      row("leads to", (one) => html("td", {}, one.position ?? "—")),
      row("value", (one) => html("td", { class: "letters" }, one.value ?? "")),
    ]),
  ];
}

/** Both sequences as runs; the first difference is marked. */
function runs({ from, described, computed, first_difference: differs }) {
  const cell = ({ value, length }, index) => html("td",
    { class: index === differs ? "differs letters" : index > differs ? "behind letters" : "letters" },
    value, html("small", {}, length), index === differs ? html("span", { class: "note" }, " ≠") : null);
  const row = (name, all) => html("tr", {}, html("th", { scope: "row" }, name), all.map(cell));
  return [
    html("p", { class: "note" }, `Both sequences as runs, from position ${from} on:`),
    table("Both sequences as runs", [row("described", described), row("computed", computed)], "runs"),
  ];
}

/** `n = 2, 3, 4`, or a pair of parentheses for each choice of several parameters. */
function points(all) {
  const names = Object.keys(all[0]);
  if (names.length !== 1) return all.map((one) => `(${point(one)})`).join(" ");
  return `${names[0]} = ${all.map((one) => one[names[0]]).join(", ")}`;
}

/** For which of the first parameters it is right. */
function tried(all) {
  if (all.length < 2) return null;
  const names = { verified: "right", refuted: "wrong", undecided: "not decided" };
  const parts = Object.entries(names).flatMap(([verdict, name]) => {
    const of = all.filter((one) => one.verdict === verdict).map((one) => one.parameters);
    return of.length > 0 ? [`${name} for ${points(of)}`] : [];
  });
  return html("p", { class: "note" }, `Tried: ${parts.join("; ")}.`);
}

/**
 * A finding.  `act` has what can be done: `select(place)`, `apply(edits)`, `play(counterexample)`, and
 * `explain(code)`, which gives a promise of an explanation.
 */
function finding(found, act) {
  const place = found.location?.place ?? found.location;
  const said = html("div", { class: "wrapped", hidden: "" });
  const explain = async () => {
    const asked = said.hidden && said.childNodes.length === 0;
    said.hidden = !said.hidden;
    if (!asked) return;
    const { title, text, example } = await act.explain(found.code).catch((error) => ({ text: error.message }));
    said.replaceChildren(html("p", {}, html("strong", {}, title)), html("p", {}, text),
      html("p", { class: "note" }, "An example:"), html("pre", {}, example));
  };
  const code = html("button", {
    class: "inline", "aria-label": `What ${found.code} means`, onclick: explain,
  }, found.code);
  const shown = place
    ? html("button", { class: "inline", onclick: () => act.select(place) }, where(place)) : null;
  const [, ...others] = found.labels ?? [];
  return html("article", { class: "finding", "data-code": found.code },
    html("p", { class: found.severity === "error" ? "error" : "undecided" }, capital(found.message)),
    html("p", {}, code, shown ? ", " : null, shown),
    others.map((label) => html("p", {}, html("button",
      { class: "inline", onclick: () => act.select(label) }, where(label)), `: ${label.text}`)),
    found.claimed ? html("p", {}, `Claimed: ${found.claimed}; computed: ${found.computed}`) : null,
    found.counterexample?.options ? position(found.counterexample) : null,
    found.counterexample?.options && act.play
      ? html("button", { onclick: () => act.play(found.counterexample) }, "Show in the sequence") : null,
    found.counterexample?.play?.length > 0
      ? html("p", { class: "wrapped" }, found.counterexample.play.join("\n")) : null,
    (found.notes ?? []).map((note) => html("p", { class: "note" }, note)),
    found.help ? html("p", {}, `Help: ${found.help}`) : null,
    found.edits?.length > 0
      ? html("button", { onclick: () => act.apply(found.edits) }, "Apply fix") : null,
    said);
}

/** A change of one word that may help. */
const change = (one, act) => html("p", {}, "For the parameters that were tried, the text holds with ",
  html("code", {}, one.text), " at ",
  html("button", { class: "inline", onclick: () => act.select(one) }, where(one)), " ",
  html("button", { onclick: () => act.apply([one]) }, "Apply fix"));

/** All there is to say about a result. */
export function result(entry, act) {
  const { findings, around, claims = [] } = entry;
  const isRefuted = entry.description === "refuted";
  const claim = ({ claim, verdict }) => html("li", {}, html("code", {}, claim), " ",
    isRefuted ? "not checked: the description is refuted" : html("strong", { class: verdict }, verdict));
  return [
    claims.length > 0 ? [html("h3", {}, "Claims"), html("ul", {}, claims.map(claim))] : null,
    around?.runs ? runs(around.runs) : null,
    findings.map((one) => finding(one, act)),
    around ? [tried(around.tried), around.changes.slice(0, 5).map((one) => change(one, act))] : null,
  ].flat(Infinity).filter(Boolean);
}

/** The places of the findings, for marks in the text. */
export const places = (findings) => findings.flatMap((found) => {
  const place = found.location?.place ?? found.location;
  return place ? [{ place, severity: found.severity, message: found.message }] : [];
});
