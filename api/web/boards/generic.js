// A board of any game: what lies before each seat, piles, and everything else by name. For games that have no renderer of their own.

import { Safe, cardsOf, html, list, lit, num, same } from "../html.js";
import { spoken } from "../changes.js";

const PLAIN = new Set(["players"]);

/** @type {import("../scene.js").Renderer["mount"]} */
export function mount(scene, board) {
  return html`<div class="bd gen"><div class="gen-table box" data-part="table"></div>
    <div class="gen-seats">${list(board.players).map((_, seat) => html`<section class="seatbox c-${scene.looks[seat]?.colour ?? "slate"}" data-part="seat${seat}"></section>`)}</div></div>`;
}

/** @type {import("../scene.js").Renderer["draw"]} */
export function draw(scene, before, now) {
  scene.part("table", [before, now], () => html`<h3>On the table</h3><dl class="gen-list">${rows(scene, before, now, PLAIN, [])}</dl>`);
  for (const seat of list(now.players).keys()) {
    const was = before.players?.[seat], is = now.players?.[seat];
    scene.part(`seat${seat}`, [was, is], () => html`<h3>${scene.mark(seat)}<span class="nm">${scene.names[seat]}</span></h3>
      <dl class="gen-list">${rows(scene, was ?? {}, is ?? {}, new Set(), ["players", String(seat)])}</dl>`);
  }
}

/** @param {import("../scene.js").Scene} scene @param {any} before @param {any} now @param {Set<string>} without @param {string[]} path */
function rows(scene, before, now, without, path) {
  return Object.keys({ ...before, ...now }).filter((key) => !without.has(key)).map((key) => {
    const was = before?.[key], is = now[key];
    return html`<div${lit(was, is)}><dt>${spoken([key], scene)}</dt><dd>${shown(scene, was, is, [...path, key])}</dd></div>`;
  });
}

/** @param {import("../scene.js").Scene} scene @param {any} was @param {any} is @param {string[]} path @returns {Safe} */
function shown(scene, was, is, path) {
  if (Array.isArray(is)) {
    const owner = path[0] === "players" ? Number(path[1]) : null;
    if (is.some((part) => part === null || typeof part === "boolean" || typeof part === "object")) return html`${is.map(String).join(" ")}`;
    if (is.every((part) => typeof part === "number") && is.length > 1) return html`${is.join(" ")}`;
    return is.length > 12 ? html`<details><summary>${is.length} cards</summary>${cardsOf(is, (card) => scene.named(card))}</details>`
      : html`<span class="hand">${cardsOf(is, (card) => scene.named(card), owner !== null && path[2] === "hand" && scene.sealed(owner))}</span>`;
  }
  if (typeof is === "object" && is !== null) {
    const filled = Object.entries(is).filter(([, part]) => !(part === 0 || part === "" || (typeof part === "object" && part !== null && !Object.keys(part).length)));
    return filled.length ? html`<ul class="gen-inner">${filled.map(([key, part]) => html`<li${same(was?.[key], part) ? "" : new Safe(" data-changed")}>
      <span class="k">${spoken([key], scene)}</span> ${shown(scene, was?.[key], part, [...path, key])}</li>`)}</ul>` : html`<span class="muted">–</span>`;
  }
  if (is === undefined || is === "") return html`<span class="muted">–</span>`;
  if (typeof is === "boolean") return html`${is ? "yes" : "no"}`;
  return typeof is === "string" ? html`${scene.named(is)}` : num(was, is);
}
