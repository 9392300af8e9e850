// Theorems as typeset formulas, from the documents of `grundy theorem` and `grundy infer`.

import { html, math, svg } from "./dom.js";

// As high as letters: brackets grow with what is around them otherwise.
const operator = (text, properties = {}) => math("mo", { stretchy: "false", ...properties }, text);
const number = (text) => math("mn", {}, text);
const name = (text) => math("mi", {}, text);

/** A rational number without its sign. */
function quotient(text) {
  const [above, below] = text.replace("-", "").split("/");
  return below ? math("mfrac", {}, number(above), number(below)) : number(above);
}

/** A product of powers; `powers` are pairs of a name and an exponent. */
const product = (powers) =>
  powers.map(([of, exponent]) =>
    Number(exponent) === 1 ? name(of) : math("msup", {}, name(of), number(String(exponent))));

/** A sum of terms, each a coefficient and powers. */
function sum(terms) {
  const shown = terms.filter(([coefficient]) => coefficient !== "0");
  if (shown.length === 0) return [number("0")];
  return shown.flatMap(([coefficient, powers], index) => {
    const negative = coefficient.startsWith("-");
    const sign = index > 0 ? [operator(negative ? "−" : "+")] : [];
    const first = index === 0 && negative ? [operator("−", { form: "prefix" })] : [];
    const one = /^-?1$/.test(coefficient) && powers.length > 0;
    return [...sign, ...first, ...(one ? [] : [quotient(coefficient)]), ...product(powers)];
  });
}

/** The polynomial of a piece; one parameter has coefficients, several have terms. */
function polynomial(piece, parameters) {
  if (piece.terms) {
    return sum(piece.terms.map(({ coefficient, powers }) => [coefficient, Object.entries(powers)]));
  }
  const powers = (exponent) => (exponent === 0 ? [] : [[parameters[0], exponent]]);
  const ascending = piece.coefficients.map((coefficient, exponent) => [coefficient, powers(exponent)]);
  return sum(ascending.reverse());
}

const SIGNS = { ">=": "≥", "<=": "≤", "==": "=", "-": "−", and: "," };

/** A condition such as `n >= 2 and n mod 2 == 1`, or a move such as `6n+1`. */
const condition = (text) =>
  (text.match(/[0-9]+|[a-z]+|[<>=]=|\S/g) ?? []).map((token) => {
    if (/^[0-9]/.test(token)) return number(token);
    if (/^[a-z]$/.test(token)) return name(token);
    const spaces = token === "mod" ? { lspace: "0.25em", rspace: "0.25em" } : {};
    return operator(SIGNS[token] ?? token, token === "and" ? { rspace: "0.6em" } : spaces);
  });

/** `n >= 2 and n mod 5 in 0, 4`, as cases of one parameter are joined. */
const CLASSES = /^(?:(.*) and )?([a-z]) mod (\d+) (?:==|in) ([\d, ]+)$/;

/** When a piece holds. */
function when(piece, parameters) {
  const classes = piece.modulus === undefined ? CLASSES.exec(piece.when) : null;
  const holds = condition(classes ? classes[1] ?? "" : piece.when);
  const [modulus, residues] = classes ? [classes[3], classes[4]] : [String(piece.modulus ?? 1), String(piece.residue)];
  if (modulus === "1") return holds;
  const remainder = [
    name(classes ? classes[2] : parameters[0]), operator("≡"),
    residues.split(", ").map((one, index) => [index > 0 ? operator(",", { rspace: "0.3em" }) : null, number(one)]),
    operator("(", { lspace: "0.5em" }), operator("mod", { rspace: "0.25em" }), number(modulus), operator(")"),
  ];
  return holds.length > 0 ? [holds, operator(",", { rspace: "0.6em" }), remainder] : remainder;
}

const formula = (...children) => math("math", {}, math("mrow", {}, ...children));

/** A brace as high as what stands behind it: not every machine has a font with such braces. */
const brace = () => html("span", { class: "brace", "aria-hidden": "true" },
  svg("svg", { viewBox: "0 0 10 100", preserveAspectRatio: "none" }, svg("path", {
    d: "M9 1 C3 1 7 46 1 50 C7 54 3 99 9 99",
    fill: "none", stroke: "currentColor", "stroke-width": "1.5", "vector-effect": "non-scaling-stroke",
  })));

/** A function of the parameters, as an equation, which scrolls where there is no room for it. */
function equation(title, symbol, all, parameters) {
  const scrolls = { tabindex: "0", role: "group", "aria-label": title };
  const left = [name(symbol), operator("=")];
  if (all.length === 1) {
    return html("div", { class: "theorem", ...scrolls }, `${title} `, formula(left, polynomial(all[0], parameters)));
  }
  const rows = all.map((piece) => math("mtr", {}, math("mtd", {}, polynomial(piece, parameters)),
    math("mtd", {}, piece.when === "" && (piece.modulus ?? 1) === 1 ? math("mtext", {}, "") : math("mtext", {}, "\u2003if\u2002"), when(piece, parameters))));
  return html("div", { class: "theorem cases", ...scrolls }, `${title}\u00a0`, formula(left), brace(), formula(math("mtable", {}, rows)));
}

/** { 2n, 5n, 6n+1, 8n+1 } */
const game = (moves) => formula(operator("{"),
  moves.map((move, index) => [index > 0 ? operator(",", { rspace: "0.3em" }) : null, condition(move)]),
  operator("}"));

const VALUES = { nim: "Grundy values", outcome: "outcomes", misere: "outcomes of misère play" };

/** The theorem in words and formulas; `cases` has those of one parameter as they are joined for people. */
export function theorem(document, cases, moves, parameters) {
  const { values, minimal, rule } = document;
  const [period, preperiod] = [cases?.[0] ?? document.period, cases?.[1] ?? document.preperiod];
  const [only] = period;
  const general = parameters.length > 0 && period.length === 1 && preperiod.length === 1 && only.when !== "";
  const from = document.from !== undefined ? [name(parameters[0]), operator("≥"), number(document.from)] : null;
  const range = general || from ? ["For ", formula(from ?? when(only, parameters)), " the "] : ["The "];
  const least = minimal ? "least " : "";
  return html("div", {},
    html("p", {}, range, `${rule ? `outcomes by the rule ${rule}` : VALUES[values]} `, formula(name("v")), " of the game ", game(moves), " have the",
      minimal ? " least" : "", " period ", formula(name("p")), ` and the ${least}preperiod `,
      formula(name("q")), ": ", formula(name("v"), operator("("), name("x"), operator(")"), operator("="),
        name("v"), operator("("), name("x"), operator("+"), name("p"), operator(")")),
      " for all ", formula(name("x"), operator("≥"), name("q")), "."),
    equation("period", "p", period, parameters),
    equation("preperiod", "q", preperiod, parameters),
    minimal ? null : html("p", { class: "note" }, "These numbers may not be the least ones."));
}
