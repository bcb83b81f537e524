// What differs between two boards, in words. It knows no game: a renderer may name parts, or leave them out.

import { sizeOf } from "./html.js";

/** @typedef {(path: string[], scene: import("./scene.js").Scene, before: any, now: any) => string|null|undefined} Label
 *   the words for a part of the board; null: not worth telling; undefined: as the part is called */

const UNKNOWN = "unknown";

/** @param {any} before @param {any} now @param {import("./scene.js").Scene} scene @param {Label} [label] @returns {string[]} */
export function changes(before, now, scene, label = () => undefined) {
  /** @type {string[]} */
  const told = [];
  /** @param {string[]} path @param {any} was @param {any} is */
  const walk = (path, was, is) => {
    if (was === is) return;
    const named = path.length ? label(path, scene, before, now) : undefined;
    if (named === null) return;
    if (nested(was) || nested(is)) {
      const keys = new Set([...Object.keys(nested(was) ? was : {}), ...Object.keys(nested(is) ? is : {})]);
      for (const key of keys) walk([...path, key], nested(was) ? was[key] : undefined, nested(is) ? is[key] : undefined);
      return;
    }
    const words = named ?? spoken(path, scene);
    const text = Array.isArray(was) || Array.isArray(is) ? moved(was ?? [], is ?? [], words, scene) : `${words} ${brief(was, scene)} → ${brief(is, scene)}`;
    if (text) told.push(text);
  };
  walk([], before, now);
  return told;
}

/** @param {any} value */
const nested = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** @param {any} value @param {import("./scene.js").Scene} scene @returns {string} */
function brief(value, scene) {
  if (value === undefined || value === null || value === "") return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "object") return Object.values(value).map((part) => brief(part, scene)).join(" ");
  return typeof value === "string" ? scene.named(value) : String(value);
}

/** @param {string[]} path @param {import("./scene.js").Scene} scene */
export function spoken(path, scene) {
  const [first, second, ...rest] = path;
  const owned = first === "players" && second !== undefined;
  const parts = (owned ? rest : path).map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : scene.named(part).replaceAll("_", " ")));
  return owned ? `${scene.names[Number(second)] ?? second}: ${parts.join(" ") || "sits down"}` : parts.join(" ");
}

/** What left a list and what came into it. @param {any[]} was @param {any[]} is @param {string} words @param {import("./scene.js").Scene} scene */
function moved(was, is, words, scene) {
  if (![...was, ...is].some((part) => typeof part === "string")) {
    const numbers = is.every((part) => typeof part === "number") && was.every((part) => typeof part === "number");
    return numbers && words.match(/deck|hand|pile|upgrades|loot|drawn|dealt|discard/)
      ? `${words} ${sizeOf(was)} → ${sizeOf(is)}` : `${words} ${was.join(" ") || "–"} → ${is.join(" ") || "–"}`;
  }
  const count = counted(was), after = counted(is);
  const gone = [...count].filter(([card, n]) => n > (after.get(card) ?? 0)).map(([card, n]) => each("−", card, n - (after.get(card) ?? 0), scene));
  const come = [...after].filter(([card, n]) => n > (count.get(card) ?? 0)).map(([card, n]) => each("+", card, n - (count.get(card) ?? 0), scene));
  if (gone.length + come.length > 4) return `${words} ${sizeOf(was)} → ${sizeOf(is)}`;
  return gone.length + come.length ? `${words} ${[...gone, ...come].join(" ")}` : `${words} in another order`;
}

/** @param {any[]} cards */
function counted(cards) {
  /** @type {Map<string, number>} */
  const count = new Map();
  for (const card of cards) {
    const [key, n] = typeof card === "number" ? [UNKNOWN, card] : [String(card), 1];
    count.set(key, (count.get(key) ?? 0) + n);
  }
  return count;
}

/** @param {string} sign @param {string} card @param {number} n @param {import("./scene.js").Scene} scene */
const each = (sign, card, n, scene) => `${sign}${n > 1 || card === UNKNOWN ? `${n} ` : ""}${card === UNKNOWN ? UNKNOWN : scene.named(card)}`;
