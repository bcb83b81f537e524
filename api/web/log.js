// The log: every record as a sentence with its rule, grouped by turn and phase. Only what lies around the record shown is laid out;
// who scrolls further finds the rest.

import { $$, html } from "./html.js";

const KEPT_IN_VIEW = 0.45; // where in the log the record shown is kept, as a share of its height
const AROUND = 80; // records laid out to either side
const MARGIN = 12; // of them, those that are left before more are laid out
const NEAR = 150; // pixels from an end at which scrolling lays out more

export class Log {
  /** @param {HTMLElement} box @param {(n: number) => void} go */
  constructor(box, go) {
    this.box = box;
    /** @type {number[]} */
    this.shown = []; // the records that pass the filter
    this.from = this.to = 0; // those laid out, as places in that list
    /** @type {Map<number, any>} */
    this.items = new Map();
    box.addEventListener("click", (event) => {
      const item = /** @type {Element} */ (event.target).closest("li[data-i]");
      if (item) go(Number(item.getAttribute("data-i")));
    });
    box.addEventListener("scroll", () => this.#more(), { passive: true });
  }

  /** @param {import("./scene.js").Scene} scene @param {string} only answers or chance alone; "": all */
  fill(scene, only) {
    this.scene = scene;
    this.shown = scene.tape.entries.filter((entry) => !only || entry.kind === only).map((entry) => entry.index);
    this.from = this.to = 0;
    this.here = undefined;
  }

  /** @param {number} n */
  show(n) {
    this.here?.removeAttribute("aria-current");
    const place = Math.max(0, this.shown.findLastIndex((index) => index <= n)); // a filtered log stands at the last record it has
    if (place < this.from + Math.min(MARGIN, this.from) || place >= this.to - (this.to < this.shown.length ? MARGIN : 0)) {
      this.#lay(Math.max(0, place - AROUND), Math.min(this.shown.length, place + AROUND));
    }
    this.here = this.items.get(this.shown[place]);
    if (this.shown[place] === n) this.here?.setAttribute("aria-current", "true");
    for (const [index, item] of this.items) item.classList.toggle("later", index > n);
  }

  /** Keep the record shown in sight. Once everything is written, so that the page is laid out once a step. */
  keep() {
    if (!this.here) return;
    const item = this.here.getBoundingClientRect(), box = this.box.getBoundingClientRect();
    this.box.scrollTop += item.top - box.top - box.height * KEPT_IN_VIEW + item.height / 2;
  }

  /** Lay out more where somebody scrolls to an end. */
  #more() {
    const { box, from, to } = this;
    const [up, down] = [box.scrollTop < NEAR && from > 0, box.scrollHeight - box.scrollTop - box.clientHeight < NEAR && to < this.shown.length];
    if (!up && !down) return;
    const held = [...this.items.values()].at(up ? 0 : -1), index = Number(held.dataset.i), top = held.getBoundingClientRect().top;
    const current = this.here?.getAttribute("aria-current") ? Number(this.here.dataset.i) : 0;
    const later = [...this.items].find(([, item]) => item.classList.contains("later"))?.[0] ?? Infinity;
    this.#lay(up ? Math.max(0, from - 2 * AROUND) : from, down ? Math.min(this.shown.length, to + 2 * AROUND) : to);
    for (const [i, item] of this.items) item.classList.toggle("later", i >= later);
    if (current) (this.here = this.items.get(current))?.setAttribute("aria-current", "true");
    box.scrollTop += this.items.get(index).getBoundingClientRect().top - top;
  }

  /** @param {number} from @param {number} to */
  #lay(from, to) {
    const scene = /** @type {import("./scene.js").Scene} */ (this.scene), { tape } = scene;
    /** @type {{title: string, entries: import("./tape.js").Entry[]}[]} */
    const stretches = [];
    for (const index of this.shown.slice(from, to)) {
      const entry = tape.entry(index), title = [titled(scene, tape.turn(index)), entry.moment.phase].filter(Boolean).join(" · ");
      if (stretches.at(-1)?.title !== title) stretches.push({ title, entries: [] });
      stretches[stretches.length - 1].entries.push(entry);
    }
    this.box.innerHTML = html`${stretches.map(({ title, entries }) => html`<section><h3>${title}</h3><ol>${entries.map((entry) => item(scene, entry))}</ol></section>`)}`.html || '<p class="loading">No such record.</p>';
    this.items = new Map($$("li[data-i]", this.box).map((li) => [Number(li.dataset.i), li]));
    Object.assign(this, { from, to });
  }
}

/** @param {import("./scene.js").Scene} scene @param {import("./tape.js").Turn} turn @returns {string} */
export function titled(scene, turn) {
  if (turn.moment.seat === null && !turn.moment.turn) return "Set-up";
  const name = turn.moment.seat === null ? "" : `, ${scene.names[turn.moment.seat]}`;
  return `${turn.moment.called} ${turn.moment.turn}${name}`;
}

/** @param {import("./scene.js").Scene} scene @param {import("./tape.js").Entry} entry */
function item(scene, entry) {
  const sign = entry.kind === "answer" && entry.who !== undefined ? scene.mark(entry.who, "sm") : html`<span class="stepdot ${entry.kind}"></span>`;
  return html`<li data-i="${entry.index}" class="${entry.batch ? "batch" : ""}"><button type="button" tabindex="-1"><span class="i">${entry.index}</span>${sign}<span><span class="s">${scene.sentence(entry)}</span><span class="r">${entry.rule}</span></span></button></li>`;
}
