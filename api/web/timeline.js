// The timeline: turns of the whole game above, the records of the current turn below.

import { $, $$, Safe, html } from "./html.js";
import { titled } from "./log.js";

const WIDE = 26, WIDER = 34; // pixels that a record takes at least, and one with a number of four digits; a longer turn scrolls
const LABELLED = 60; // turns up to which each has its number

export class Timeline {
  /** @param {(n: number, jump?: boolean) => void} go @param {import("./chances.js").Chances} chances */
  constructor(go, chances) {
    this.chances = chances;
    /** @type {import("./tape.js").Turn|undefined} */
    this.turn = undefined;
    this.range = $("#scrub");
    this.range.addEventListener("input", () => go(Number(this.range.value)));
    $("#turns").addEventListener("click", (/** @type {Event} */ event) => {
      const button = /** @type {Element} */ (event.target).closest("button");
      if (button) go(Number(button.getAttribute("data-first")), true);
    });
  }

  /** @param {import("./scene.js").Scene} scene @param {number[]} forks the records where forks leave */
  fill(scene, forks) {
    const { tape } = scene;
    const every = Math.ceil(tape.turns.length / LABELLED);
    const buttons = tape.turns.map((turn, k) => html`<button type="button" class="c-${turn.moment.seat === null ? "none" : scene.looks[turn.moment.seat].colour}" data-first="${turn.first}" aria-label="${titled(scene, turn)}, from record ${turn.first}" title="${titled(scene, turn)}" tabindex="-1">${turn.moment.seat !== null && k % every === 0 ? turn.ordinal : ""}</button>`);
    const notches = forks.map((at) => html`<span class="fork" style="left:${(placed(tape, at) * 100).toFixed(2)}%" title="A fork leaves after record ${at}"></span>`);
    $("#turns").innerHTML = html`${buttons}${notches}`.html;
    this.buttons = $$("#turns button");
    this.here = undefined;
    this.curve(scene);
    this.turn = undefined;
  }

  /** The chances of each side over the game; while nobody knows them the standing of the seats, if the renderer can read one.
   * @param {import("./scene.js").Scene} scene */
  curve(scene) {
    const { tape, renderer } = scene, box = $("#curve");
    this.chances.fill(scene);
    if (this.chances.curve) {
      box.hidden = false;
      box.innerHTML = this.chances.draw(scene, (n) => (n === tape.length ? 1 : placed(tape, n))).html;
      return;
    }
    const standing = /** @type {any} */ (renderer).standing;
    box.hidden = !standing;
    if (!standing) return;
    const ends = tape.turns.map((turn) => standing.of(tape.boards[turn.last], scene));
    const most = Math.max(1, ...ends.flat()), steps = Math.max(1, ends.length);
    const lines = scene.looks.map((look, seat) => {
      const points = ends.map((scores, k) => `${(((k + 1) / steps) * 1000).toFixed(1)},${(44 - ((scores[seat] ?? 0) / most) * 42).toFixed(1)}`);
      return html`<polyline points="0,44 ${points.join(" ")}" fill="none" stroke="var(--${look.colour === "bone" ? "edge" : look.colour})" stroke-width="2" vector-effect="non-scaling-stroke"${new Safe(seat % 2 ? ' stroke-dasharray="6 3"' : "")}/>`;
    });
    const last = ends.at(-1) ?? [];
    const words = scene.names.map((name, seat) => `${name} ${last[seat] ?? 0}`).join(", ");
    box.innerHTML = html`<svg viewBox="0 0 1000 46" preserveAspectRatio="none" role="img" aria-label="${standing.called} by turn; at the end ${words}.">${lines}<line id="cursor" x1="0" x2="0" y1="0" y2="46" stroke="var(--ink)" stroke-width="1.5" vector-effect="non-scaling-stroke"/></svg><span class="cap" aria-hidden="true">${standing.called} by turn</span>`.html;
  }

  /** @param {import("./scene.js").Scene} scene @param {number} n */
  show(scene, n) {
    const { tape } = scene, turn = tape.turn(n);
    if (turn !== this.turn) this.#lay(scene, turn);
    const k = Math.max(0, n - turn.first), share = (k + 0.5) / (turn.last - turn.first + 1);
    if (this.ticks) {
      if (this.on !== undefined) { this.ticks[this.on]?.classList.remove("on"); this.ids[this.on]?.classList.remove("on"); }
      this.ticks[k]?.classList.add("on");
      this.ids[k]?.classList.add("on");
      this.on = k;
    }
    for (const span of this.phases ?? []) span.classList.toggle("on", Number(span.dataset.first) <= n && n <= Number(span.dataset.last));
    this.range.value = String(n);
    this.range.setAttribute("aria-valuetext", `Record ${n}: ${n ? scene.plain(tape.entry(n)) : "before the first record"}`);
    this.share = share;
    const cursor = $("#cursor");
    if (cursor) {
      const x = (((tape.turns.indexOf(turn) + share) / tape.turns.length) * 1000).toFixed(1);
      cursor.setAttribute("x1", x);
      cursor.setAttribute("x2", x);
    }
    this.chances.show(scene, n);
    $("#where").textContent = `Record ${n}`;
    $("#phase").textContent = `of ${tape.length} · ${[titled(scene, turn), tape.entry(Math.max(1, n)).moment.phase.toLowerCase()].filter(Boolean).join(", ")}`;
  }

  /** Keep the record shown in the middle of a turn that is longer than the page is wide. */
  keep() {
    const detail = $("#detail"), wide = (this.ticks?.length ?? 0) * (this.wide ?? WIDE);
    if (wide > detail.clientWidth) detail.scrollLeft = (this.share ?? 0) * wide - detail.clientWidth / 2;
  }

  /** @param {import("./scene.js").Scene} scene @param {import("./tape.js").Turn} turn */
  #lay(scene, turn) {
    const { tape } = scene, count = turn.last - turn.first + 1;
    const entries = tape.entries.slice(turn.first - 1, turn.last);
    this.turn = turn;
    this.on = undefined;
    this.wide = turn.last > 999 ? WIDER : WIDE;
    $("#strip").style.minWidth = `${count * this.wide}px`;
    $("#phases").innerHTML = html`${turn.phases.map((phase) => html`<span data-first="${phase.first}" data-last="${phase.last}" style="flex:${phase.last - phase.first + 1} 1 0"><b>${phase.phase}</b></span>`)}`.html;
    $("#ticks").innerHTML = html`${entries.map((entry) => (entry.kind === "answer" && entry.who !== undefined ? html`<i class="answer">${scene.mark(entry.who, "sm")}</i>` : html`<i class="${entry.kind}"><span></span></i>`))}`.html;
    $("#ids").innerHTML = html`${entries.map((entry) => html`<span>${entry.index}</span>`)}`.html;
    this.ticks = $$("#ticks > i");
    this.ids = $$("#ids > span");
    this.phases = $$("#phases > span");
    Object.assign(this.range, { min: String(turn.first), max: String(turn.last), disabled: false });
    this.here?.removeAttribute("aria-current");
    if (this.here) this.here.tabIndex = -1;
    this.here = this.buttons?.[tape.turns.indexOf(turn)];
    this.here?.setAttribute("aria-current", "true");
    if (this.here) this.here.tabIndex = 0;
  }
}

/** Where a record lies along the turns, which are all as wide as each other: from 0 to 1. @param {import("./tape.js").Tape} tape @param {number} n */
function placed(tape, n) {
  const k = tape.turns.findIndex((turn) => n <= turn.last), turn = tape.turns[k];
  return turn ? (k + (n - turn.first) / (turn.last - turn.first + 1)) / tape.turns.length : 1;
}
