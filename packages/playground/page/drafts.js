// Texts that were typed here, kept by the browser: none is lost by choosing another one or by closing the page.

const KEY = "grundy-playground-drafts";

/** So many are kept. */
const MOST = 12;

/** Longer ones are not. */
const LONGEST = 200_000;

/** The drafts, the last one first: `{ id, kind, text }`. */
export function drafts() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    const isDraft = (it) => ["id", "kind", "text"].every((name) => typeof it?.[name] === "string");
    return Array.isArray(kept) ? kept.filter(isDraft) : [];
  } catch {
    return [];
  }
}

/** The name of a new draft. */
export const newDraft = () => `${Date.now()}-${Math.random().toString(36).slice(2)}`;

/** Keeps a draft in the place of what it was before; false if the browser does not. */
export function keepDraft(id, kind, text) {
  if (text.trim() === "") return true;
  const others = drafts().filter((it) => it.id !== id && it.text !== text);
  if (text.length > LONGEST) return false;
  try {
    localStorage.setItem(KEY, JSON.stringify([{ id, kind, text }, ...others].slice(0, MOST)));
    return true;
  } catch {
    return false;
  }
}

/** What a draft is called: its first line with something on it. */
export function title(text) {
  const line = text.split("\n").map((it) => it.replace(/^#\s*/, "").trim()).find((it) => it !== "") ?? "";
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}

/** What a published description is called: its moves, and the name of its file in words. */
export function described(name, text) {
  const moves = /\{[^}]*\}/.exec(text.replace(/#.*/g, ""))?.[0].replace(/\s+/g, " ") ?? "";
  const shown = moves.length > 40 ? `${moves.slice(0, 36)} … }` : moves;
  return `${shown} (${name.replaceAll("_", " ")})`.trim();
}
