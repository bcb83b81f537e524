// HTML as tagged templates that escape what they are given, seat marks, and the five looks that mean the same everywhere.

/** HTML that needs no escaping any more. */
export class Safe {
  /** @param {string} html */
  constructor(html) { this.html = html; }
  toString() { return this.html; }
}

const SIGNS = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** @param {unknown} value @returns {string} as HTML; lists are joined, nothing stands for null, undefined and false */
export function flat(value) {
  if (value instanceof Safe) return value.html;
  if (Array.isArray(value)) return value.map(flat).join("");
  if (value === null || value === undefined || value === false) return "";
  return String(value).replace(/[&<>"']/g, (sign) => SIGNS[/** @type {keyof SIGNS} */ (sign)]);
}

/** @param {TemplateStringsArray} strings @param {...unknown} values @returns {Safe} */
export function html(strings, ...values) {
  let out = strings[0];
  for (let i = 0; i < values.length; i += 1) out += flat(values[i]) + strings[i + 1];
  return new Safe(out);
}

/** The first element for a selector, which must be there. @param {string} selector @param {ParentNode} [root] @returns {any} */
export const $ = (selector, root = document) => root.querySelector(selector);
/** @param {string} selector @param {ParentNode} [root] @returns {any[]} */
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

/** @typedef {{name: string, colour: string, letter: string}} Look how a seat is shown; its shape follows from its number */

export const HUES = ["blue", "vermilion", "green", "purple", "amber", "sky", "slate", "bone"];
const SHAPES = [
  '<circle class="b" cx="12" cy="12" r="11.5"/>',
  '<rect class="b" x="1.5" y="1.5" width="21" height="21" rx="2.5"/>',
  '<path class="b" d="M12 -1.5 25 22.5H-1Z"/>',
  '<path class="b" d="M12 -2.5 26 12 12 26.5 -2 12Z"/>',
  '<path class="b" d="M12 -1 25 9 20 24H4L-1 9Z"/>',
  '<path class="b" d="M6 1.500H18L25 12 18 22.500H6L-1 12Z"/>',
  '<path class="b" d="M1 1H23V13Q23 21 12 25 1 21 1 13Z"/>',
  '<path class="b" d="M7 -1H17V7H25V17H17V25H7V17H-1V7H7Z"/>',
];

/** Letters for names: the first that is free, and for numbered names their number. @param {string[]} names @returns {string[]} */
export function lettersOf(names) {
  /** @type {string[]} */
  const taken = [];
  for (const [seat, name] of names.entries()) {
    const upper = name.toUpperCase();
    const numbered = names.filter((other) => other[0] === name[0]).length > 1 ? /\d$/.exec(name)?.[0] : undefined;
    const letter = [numbered, ...upper.replace(/[^\p{L}\p{N}]/gu, ""), String(seat + 1)].find((one) => one && !taken.includes(one));
    taken.push(letter ?? "?");
  }
  return taken;
}

/** The shape of a seat with its letter, to stand inside an SVG. @param {number} seat @param {Look} look @returns {Safe} */
export function shapeOf(seat, look) {
  const shape = SHAPES[seat % SHAPES.length].replace('class="b"', `class="b f-${look.colour}"`);
  return new Safe(`${shape}<text class="t-${look.colour}" x="12" y="${seat % SHAPES.length === 2 ? 19 : 16.4}">${flat(look.letter)}</text>`);
}

/** The mark of a seat. It is silent: the name is said beside it. @param {number} seat @param {Look} look @param {string} [size] sm or big */
export function markOf(seat, look, size = "") {
  return html`<svg class="m ${size}" viewBox="0 0 24 24" aria-hidden="true">${shapeOf(seat, look)}</svg>`;
}

/** Cards of a pile in their looks: names, and a number for so many unknown ones.
 * @param {(string|number)[]|undefined} pile @param {(card: string) => string} named @param {boolean} [sealed] only this eye sees them */
export function cardsOf(pile, named, sealed = false) {
  if (!pile?.length) return html`<span class="muted">–</span>`;
  return html`${pile.map((card) => (typeof card === "number"
    ? html`<span class="card unknown"><b>${card}</b><span class="vh"> unknown to this eye</span></span>`
    : html`<span class="card ${sealed ? "sealed" : "open"}"${sealed ? new Safe(' title="Only this eye sees the face"') : ""}>${named(card)}</span>`))}`;
}

/** How many cards a pile has. @param {(string|number)[]|undefined} pile */
export const sizeOf = (pile) => (pile ?? []).reduce((/** @type {number} */ sum, card) => sum + (typeof card === "number" ? card : 1), 0);

/** The attribute that highlights what the record changed. @param {unknown} before @param {unknown} now */
export const lit = (before, now) => (same(before, now) ? "" : new Safe(" data-changed"));

/** A value, with the value before it in small when the record changed it. @param {any} before @param {any} now @param {string} [prefix] */
export function num(before, now, prefix = "") {
  const shown = now === undefined ? "?" : `${prefix}${now}`;
  if (before === now || before === undefined) return html`<span>${shown}</span>`;
  return html`<span data-changed data-was="${prefix}${before}">${shown}</span>`;
}

/** Whether two parts of boards are alike. @param {any} one @param {any} other @returns {boolean} */
export function same(one, other) {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => same(one[key], other[key]));
}

/** The parts of what is sent as a list or as an object by number. @param {any} value @returns {any[]} */
export const list = (value) => (Array.isArray(value) ? value : Object.values(value ?? {}));
