// A board of any game: what lies before each seat, piles, and everything else by name. For games that have no renderer of their own.

import { Safe, cardsOf, html, list, lit, num, same } from "../html.js";

const MANY = 12; // cards beyond which a pile is folded up

/** @typedef {import("../scene.js").Scene} Scene */

/** What a part of a board is called. @param {string} key @param {Scene} scene */
const called = (key, scene) => (/^\d+$/.test(key) ? String(Number(key) + 1) : scene.named(key).replaceAll("_", " "));

/** The fields that boards of a tape ever have, and those that players have. @param {Scene} scene @returns {{table: string[], player: string[]}} */
function fields(scene) {
  const table = new Set(), player = new Set();
  for (const board of scene.tape.boards) {
    for (const key of Object.keys(board)) table.add(key);
    for (const one of list(board.players)) for (const key of Object.keys(one)) player.add(key);
  }
  table.delete("players");
  return { table: [...table], player: [...player] };
}
/** @type {WeakMap<Scene, {table: string[], player: string[]}>} */
const known = new WeakMap();

/** @type {import("../scene.js").Renderer["mount"]} */
export function mount(scene, board) {
  const { table, player } = fields(scene);
  known.set(scene, { table, player });
  return html`<div class="bd gen"><section class="box"><h3>On the table</h3><dl class="gen-list">${table.map((key) => html`<div data-part="${key}"></div>`)}</dl></section>
    <div class="gen-seats">${list(board.players).map((_, seat) => html`<section class="seatbox c-${scene.looks[seat]?.colour ?? "slate"}"><h3>${scene.mark(seat)}<span class="nm">${scene.names[seat]}</span></h3>
    <dl class="gen-list">${player.map((key) => html`<div data-part="${seat}.${key}"></div>`)}</dl></section>`)}</div></div>`;
}

/** @type {import("../scene.js").Renderer["draw"]} */
export function draw(scene, before, now) {
  const { table, player } = /** @type {{table: string[], player: string[]}} */ (known.get(scene));
  for (const key of table) field(scene, key, [key], before[key], now[key]);
  const players = list(now.players), were = list(before.players);
  for (const seat of scene.names.keys()) {
    for (const key of player) field(scene, `${seat}.${key}`, ["players", String(seat), key], were[seat]?.[key], players[seat]?.[key]);
  }
}

/** One field with its name. @param {Scene} scene @param {string} part @param {string[]} path @param {any} was @param {any} is */
function field(scene, part, path, was, is) {
  scene.part(part, [was, is], () => html`<dt>${called(path[path.length - 1], scene)}</dt><dd${lit(was, is)}>${shown(scene, was, is, path)}</dd>`);
}

/** @param {Scene} scene @param {any} was @param {any} is @param {string[]} path @returns {Safe} */
function shown(scene, was, is, path) {
  if (Array.isArray(is)) {
    const owner = path[0] === "players" ? Number(path[1]) : null;
    if (is.some((part) => part === null || typeof part === "boolean" || typeof part === "object")) return html`${is.map((part) => (part === null ? "–" : JSON.stringify(part).replace(/["{}[\]]/g, ""))).join(" ")}`;
    if (is.every((part) => typeof part === "number") && is.length > 1) return html`${is.join(" ")}`;
    const cards = cardsOf(is, (card) => scene.named(card), owner !== null && path[2] === "hand" && scene.sealed(owner));
    return is.length > MANY ? html`<details><summary>${is.length} cards</summary>${cards}</details>` : html`<span class="hand">${cards}</span>`;
  }
  if (typeof is === "object" && is !== null) {
    const filled = Object.entries(is).filter(([, part]) => !(part === 0 || part === "" || (typeof part === "object" && part !== null && !Object.keys(part).length)));
    return filled.length ? html`<ul class="gen-inner">${filled.map(([key, part]) => html`<li${same(was?.[key], part) ? "" : new Safe(" data-changed")}>
      <span class="k">${called(key, scene)}</span> ${shown(scene, was?.[key], part, [...path, key])}</li>`)}</ul>` : html`<span class="muted">–</span>`;
  }
  if (is === undefined || is === "") return html`<span class="muted">–</span>`;
  if (typeof is === "boolean") return html`${is ? "yes" : "no"}`;
  return typeof is === "string" ? html`${scene.named(is)}` : num(was, is);
}
