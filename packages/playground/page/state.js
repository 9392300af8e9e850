// What is on the page, in the fragment of its address: a link to the page is a link to all of it.

/** The state of a page that nothing is known of. */
export const START = {
  kind: "nimseq",
  text: `# A move takes n or n+1 items from a heap;
# a player who cannot move loses.
# The Grundy values of heaps 0, 1, 2, ... for every n:
n >= 1
{ n n+1 }
REPEAT
  _n An B1
ENDREP
`,
  moves: "{ n n+1 }",
  // Were the moves typed?  Else they are those of the description.
  own: false,
  values: "nim",
  rule: "",
  start: "",
  at: { n: "5" },
  // Such that the period can be seen.
  width: null,
  rows: 200,
  from: 0,
  position: null,
  cell: 4,
};

/** Numbers of the state, with their ranges. */
const NUMBERS = {
  width: [1, 100_000],
  rows: [1, 20_000],
  from: [0, 200_000_000],
  position: [0, 200_000_000],
  cell: [1, 32],
};

/** A whole number in the range of its name, or else nothing. */
export function number(name, text) {
  const value = Number(text);
  const [least, most] = NUMBERS[name];
  return /^\d+$/.test(String(text).trim()) && value >= least && value <= most ? value : null;
}

/** The state that a fragment describes; what it does not say is as at the start. */
export function read(fragment) {
  const said = new URLSearchParams(fragment.replace(/^#/, ""));
  if ([...said.keys()].length === 0) return { ...START, at: { ...START.at } };
  const state = { ...START, at: {} };
  for (const name of ["kind", "text", "moves", "values", "rule", "start"]) {
    if (said.has(name)) state[name] = said.get(name);
  }
  for (const name of Object.keys(NUMBERS)) {
    state[name] = number(name, said.get(name) ?? "") ?? START[name];
  }
  state.own = said.has("moves") && said.get("own") !== "no";
  for (const pair of said.getAll("at")) {
    const [name, value] = pair.split("=", 2);
    if (/^[a-z]$/.test(name) && /^-?\d+$/.test(value ?? "")) state.at[name] = value;
  }
  return state;
}

/** The fragment for a state. */
export function write(state) {
  const said = new URLSearchParams();
  for (const name of ["kind", "text", "moves", "values", "rule", "start", "width", "rows", "from", "position", "cell"]) {
    if (state[name] !== null && state[name] !== "") said.set(name, state[name]);
  }
  if (!state.own) said.set("own", "no");
  for (const [name, value] of Object.entries(state.at)) said.append("at", `${name}=${value}`);
  return `#${said}`;
}
