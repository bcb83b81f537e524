// The log: every record as a sentence with its rule, grouped by turn and phase.

import { $, $$, html } from "./html.js";

const KEPT_IN_VIEW = 0.45; // where in the log the record shown is kept, as a share of its height

export class Log {
  /** @param {HTMLElement} box @param {(n: number) => void} go */
  constructor(box, go) {
    this.box = box;
    /** @type {Element|undefined} */
    this.here = undefined;
    box.addEventListener("click", (event) => {
      const item = /** @type {Element} */ (event.target).closest("li[data-i]");
      if (item) go(Number(item.getAttribute("data-i")));
    });
  }

  /** @param {import("./scene.js").Scene} scene @param {string} only show answers or chance alone; "": all */
  fill(scene, only) {
    const { tape } = scene;
    const shown = tape.turns.map((turn) => {
      const sections = turn.phases.map((phase) => {
        const entries = tape.entries.slice(phase.first - 1, phase.last).filter((entry) => !only || entry.kind === only);
        return entries.length ? html`<section class="stretch"><h3>${titled(scene, turn)} · ${phase.phase}</h3><ol>${entries.map((entry) => item(scene, entry))}</ol></section>` : null;
      });
      return sections;
    });
    this.box.innerHTML = html`${shown}`.html || '<p class="loading">No such record.</p>';
    /** @type {Map<number, Element>} */
    this.items = new Map($$("li[data-i]", this.box).map((li) => [Number(li.dataset.i), li]));
    this.here = undefined;
  }

  /** @param {number} n */
  show(n) {
    this.here?.removeAttribute("aria-current");
    let at = n;
    while (at > 1 && !this.items?.has(at)) at -= 1; // a filtered log stands at the last record it has
    const here = (this.here = this.items?.get(at));
    if (!here) return;
    if (at === n) here.setAttribute("aria-current", "true");
    const box = this.box.getBoundingClientRect();
    for (let turn = 0; turn < 3; turn += 1) { // what comes into sight takes its true height then, and may push the record away
      const item = here.getBoundingClientRect(), off = item.top - box.top - box.height * KEPT_IN_VIEW + item.height / 2;
      if (Math.abs(off) < 2) break;
      this.box.scrollTop += off;
      if (Math.abs(off) < box.height) break;
    }
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
