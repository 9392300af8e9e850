// The words of a description in colours.

/** Keywords; a test compares them with the language. */
export const KEYWORDS = ["RULE", "FROM_INFINITY_DOWN", "CLAIM", "LET", "NEXT", "DEF", "END", "REPEAT", "ENDREP", "ENDREPEAT",
  "FOR", "FROM", "UPTO", "IN", "REP", "PER", "IF", "THEN", "ELIF", "ELSE", "FI", "ENDIF"];

const KINDS = [
  ["comment", "#[^\\n]*"],
  ["keyword", `(?<!\\S)(?:${KEYWORDS.join("|")})(?!\\S)`],
  ["moves", "\\{[^}\\n]*\\}?"],
  ["value", "(?<!\\S)(?:[_A-Z+-]|<[0-9_A-Z+-]+>|\\([0-9_A-Z+-]+\\))(?=[a-z0-9(\\s]|$)"],
];

const TOKEN = new RegExp(KINDS.map(([name, source]) => `(?<${name}>${source})`).join("|"), "g");

/** Longer texts stay as they are: they are drawn again with every key. */
const LONGEST = 100_000;

/** What is coloured: from where to where, and as what. */
export function tokens(kind, text) {
  if (text.length > LONGEST) return [];
  if (kind !== "nimseq") return [...text.matchAll(/#[^\n]*/g)].map((it) => [it.index, it.index + it[0].length, "comment"]);
  return [...text.matchAll(TOKEN)].map((it) => {
    const [name] = Object.entries(it.groups).find(([, found]) => found !== undefined);
    return [it.index, it.index + it[0].length, name];
  });
}
