// The chances of each side over a finished game, as bots would play it on from every turn: asked for, waited for, and drawn above the turns.

import { $, Safe, html } from "./html.js";
import { asked } from "./tape.js";

/** @typedef {{share: number, low: number, high: number}} Chance */
/** @typedef {{at: number, turn: string, seat: number|null, played: number, chances: Chance[]}} Point */
/** @typedef {{bot: string, games: number, sides: number[][], points: Point[], winners: number[]}} Curve */
/** @typedef {"closed"|"none"|"working"|"done"} State closed: this table does not tell; none: nobody has asked for them yet */

const AGAIN = 1000; // milliseconds between two looks at how far the work is
const HIGH = 46, INSIDE = 42, WIDE = 1000; // of the drawing, and of the stretch in it from 0 to 100 %
const DASHES = ["", "7 3", "2 3", "10 3 2 3", "14 4", "4 6", "1 5", "8 2 2 2 2 2"]; // by side, for who can not tell their colours
const APART = 0.04; // of the width: nearer marks would lie on each other

export class Chances {
  /** @param {string} game @param {State} state what the server says of them @param {() => void} changed what to do when they are there */
  constructor(game, state, changed) {
    this.game = game;
    this.changed = changed;
    /** @type {State} */
    this.state = state;
    /** @type {Curve|undefined} */
    this.curve = undefined;
    /** @type {(n: number) => number} */
    this.placed = () => 0;
    /** @type {Point|undefined} */
    this.point = undefined;
    this.row = $("#odds");
    this.row.addEventListener("click", (/** @type {Event} */ event) => { if (/** @type {Element} */ (event.target).closest("#reckon")) this.begin(); });
  }

  /** Ask for what there is, and wait for what is being worked out. */
  async load() {
    try {
      while (this.state === "working" || (this.state === "done" && !this.curve)) {
        this.#seen(await asked(this.game, `/v1/games/${this.game}/chances`));
        if (this.state === "working") await new Promise((resolve) => setTimeout(resolve, AGAIN));
      }
    } catch (error) {
      this.#failed(this.state === "working" ? "The work was given up; ask for it again." : /** @type {Error} */ (error).message);
    }
  }

  /** Have them worked out. */
  async begin() {
    $("#reckon").disabled = true;
    try {
      this.#seen(await asked(this.game, `/v1/games/${this.game}/chances`, { method: "POST" }));
    } catch (error) {
      return this.#failed(/** @type {Error} */ (error).message);
    }
    $("#live").textContent = "The chances are being worked out.";
    await this.load();
    if (this.curve) $("#live").textContent = "The chances are drawn above the turns.";
    return undefined;
  }

  /** @param {string} why */
  #failed(why) {
    this.state = "none";
    this.changed();
    const problem = $("#odds-problem");
    if (problem) problem.textContent = why;
  }

  /** @param {{state: State, done: number, total: number, curve: Curve|null}} seen */
  #seen(seen) {
    const before = this.state;
    Object.assign(this, { state: seen.state, curve: seen.curve ?? undefined });
    const bar = before === seen.state ? $("#odds-bar") : null;
    if (!bar) this.changed();
    if ($("#odds-bar")) {
      Object.assign($("#odds-bar"), { max: seen.total, value: seen.done });
      $("#odds-done").textContent = `${seen.done} of ${seen.total} continuations`;
    }
  }

  /** Lay out the row above the drawing. @param {import("./scene.js").Scene} scene */
  fill(scene) {
    const { curve, state } = this;
    this.point = undefined;
    this.row.hidden = state === "closed" || !scene.tape.header.over || (state === "done" && !curve);
    if (this.row.hidden) return;
    this.row.innerHTML = (curve
      ? html`<span id="odds-turn"></span>${curve.sides.map((side, k) => html`<span class="side">${marks(scene, side)}<span>${called(scene, side)}</span> <span class="of" data-side="${k}"></span></span>`)}<span class="by">${by(curve)}</span>`
      : state === "working"
        ? html`<label for="odds-bar">Working out the chances</label> <progress id="odds-bar" max="1" value="0"></progress> <span id="odds-done"></span>`
        : html`<button type="button" class="btn small" id="reckon">Work out the chances</button> <span>Bots, who are not people, play on from every turn; it takes some minutes.</span> <span class="problem" id="odds-problem" role="alert"></span>`).html;
  }

  /** The lines, a mark on each, and the table that says the same.
   * @param {import("./scene.js").Scene} scene @param {(n: number) => number} placed where a record lies along the turns, from 0 to 1 */
  draw(scene, placed) {
    const { points, sides } = /** @type {Curve} */ (this.curve);
    this.placed = placed;
    const xs = points.map((point) => placed(point.at));
    const lines = sides.map((side, k) => html`<polyline points="${points.map((point, i) => `${(xs[i] * WIDE).toFixed(1)},${height(point.chances[k].share)}`).join(" ")}" fill="none" stroke="${stroke(scene, side)}" stroke-width="2" vector-effect="non-scaling-stroke"${new Safe(DASHES[k % DASHES.length] && ` stroke-dasharray="${DASHES[k % DASHES.length]}"`)}/>`);
    const start = points[0], told = (/** @type {Point} */ point) => sides.map((side, k) => `${called(scene, side)} ${percent(point.chances[k].share)}`).join(", ");
    return html`<svg viewBox="0 0 ${WIDE} ${HIGH}" preserveAspectRatio="none" role="img" aria-label="Chance to win by turn. At first ${told(start)}; in the end ${told(points[points.length - 1])}. A table follows."><line x1="0" x2="${WIDE}" y1="${height(0.5)}" y2="${height(0.5)}" stroke="var(--line)" vector-effect="non-scaling-stroke"/>${lines}<g id="whiskers"></g><line id="cursor" x1="0" x2="0" y1="0" y2="${HIGH}" stroke="var(--ink)" stroke-width="1.5" vector-effect="non-scaling-stroke"/></svg>
      ${this.#labels(scene, xs)}<span class="cap" aria-hidden="true">Chance to win by turn</span>${this.#table(scene)}`;
  }

  /** A mark on every line, where it is farthest from the others. @param {import("./scene.js").Scene} scene @param {number[]} xs */
  #labels(scene, xs) {
    const { points, sides } = /** @type {Curve} */ (this.curve);
    /** @type {[number, number][]} */
    const taken = [];
    return sides.map((side, k) => {
      let best = 0, most = -Infinity;
      for (const [i, { chances }] of points.entries()) {
        if (i === points.length - 1 || xs[i] < 0.2) continue; // the caption lies over the first ones, and at the end all but one are at 0
        const apart = Math.min(1, ...chances.filter((_, other) => other !== k).map((chance) => Math.abs(chance.share - chances[k].share)));
        const crowded = taken.some(([x, y]) => Math.abs(x - xs[i]) < APART && Math.abs(y - chances[k].share) < 0.5);
        if (apart - Number(crowded) > most) [best, most] = [i, apart - Number(crowded)];
      }
      const y = points[best].chances[k].share;
      taken.push([xs[best], y]);
      return html`<span class="on-line" style="left:${(xs[best] * 100).toFixed(2)}%;top:${((height(y) / HIGH) * 100).toFixed(1)}%">${marks(scene, side)}</span>`;
    });
  }

  /** @param {import("./scene.js").Scene} scene */
  #table(scene) {
    const { points, sides } = /** @type {Curve} */ (this.curve);
    return html`<div class="vh"><table><caption>Chance to win by turn, ${by(/** @type {Curve} */ (this.curve))}; in brackets the 95 % interval</caption>
      <thead><tr><th scope="col">Turn</th><th scope="col">Record</th>${sides.map((side) => html`<th scope="col">${called(scene, side)}</th>`)}</tr></thead>
      <tbody>${points.map((point) => html`<tr><th scope="row">${turn(scene, point)}</th><td>${point.at}</td>${point.chances.map((chance) => html`<td>${interval(chance, point)}</td>`)}</tr>`)}</tbody></table></div>`;
  }

  /** Say the chances where the page stands: those of the turn that has begun. @param {import("./scene.js").Scene} scene @param {number} n */
  show(scene, n) {
    if (!this.curve) return;
    const { points, sides } = this.curve;
    const point = points.findLast((one) => one.at <= n) ?? points[0];
    if (point === this.point) return;
    this.point = point;
    $("#odds-turn").textContent = turn(scene, point);
    for (const [k, chance] of point.chances.entries()) $(`[data-side="${k}"]`, this.row).textContent = interval(chance, point);
    const x = (this.placed(point.at) * WIDE).toFixed(1);
    $("#whiskers").innerHTML = html`${point.chances.map(({ low, high }, k) => html`<line x1="${x}" x2="${x}" y1="${height(low)}" y2="${height(high)}" stroke="${stroke(scene, sides[k])}" stroke-width="5" opacity=".35" vector-effect="non-scaling-stroke"/>`)}`.html;
  }
}

/** Who played, so that nobody takes the chances for what people would have made of it. @param {Curve} curve */
const by = ({ games, bot }) => `${games} ${games === 1 ? "continuation" : "continuations"} a turn by ${bot} bots, who are not people`;
/** @param {number} share @returns {string} */
const height = (share) => (HIGH - 2 - share * INSIDE).toFixed(1);
/** @param {number} share */
const percent = (share) => `${Math.round(share * 100)} %`;
/** @param {Chance} chance @param {Point} point */
const interval = ({ share, low, high }, point) => (point.played ? `${percent(share)} (${Math.round(low * 100)}–${Math.round(high * 100)})` : percent(share));
/** @param {import("./scene.js").Scene} scene @param {number[]} side */
const called = (scene, side) => side.map((seat) => scene.names[seat]).join(" + ");
/** @param {import("./scene.js").Scene} scene @param {number[]} side */
const marks = (scene, side) => html`${side.map((seat) => scene.mark(seat, "sm"))}`;
/** @param {import("./scene.js").Scene} scene @param {Point} point */
const turn = (scene, point) => (point.played ? [point.turn, point.seat === null ? "" : scene.names[point.seat]].filter(Boolean).join(", ") : "The end");
/** @param {import("./scene.js").Scene} scene @param {number[]} side */
const stroke = (scene, [seat]) => `var(--${scene.looks[seat].colour === "bone" ? "edge" : scene.looks[seat].colour})`;
