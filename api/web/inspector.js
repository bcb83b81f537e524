// The inspector: why a record stands there, what it changed, what could have been done instead, and the family of forks.

import { $, $$, Safe, html } from "./html.js";
import { asked } from "./tape.js";

const REST = 250; // milliseconds that the position rests before anything is asked of the server

export class Inspector {
  /** @param {(n: number, jump?: boolean) => void} go @param {(eye: string) => void} look */
  constructor(go, look) {
    this.go = go;
    this.tabs = $$("[role=tab]");
    this.open = "why";
    this.n = 0;
    /** @type {any[]} */
    this.family = [];
    /** @type {Map<string, any>} */
    this.could = new Map();
    this.tabs.forEach((tab, k) => {
      tab.addEventListener("click", () => this.select(tab.id.slice(4)));
      tab.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
        const to = { ArrowRight: k + 1, ArrowLeft: k - 1, Home: 0, End: this.tabs.length - 1 }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        this.select(this.tabs[(to + this.tabs.length) % this.tabs.length].id.slice(4), true);
      });
    });
    document.addEventListener("click", (event) => {
      const target = /** @type {Element} */ (event.target);
      const to = target.closest("[data-to]"), eye = target.closest("[data-look]"), rule = target.closest("[data-rule]");
      if (rule) this.#word(rule);
      if (to) go(Number(to.getAttribute("data-to")), true);
      if (eye) look(/** @type {string} */ (eye.getAttribute("data-look")));
    });
    $("#pane-changed").addEventListener("submit", (/** @type {Event} */ event) => { event.preventDefault(); this.#compare(); });
  }

  /** @param {string} name @param {boolean} [focus] */
  select(name, focus = false) {
    this.open = name;
    for (const tab of this.tabs) {
      const on = tab.id === `tab-${name}`;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
      $(`#${tab.getAttribute("aria-controls")}`).hidden = !on;
      if (on && focus) tab.focus();
    }
    if (this.scene) this.#draw();
  }

  /** @param {import("./scene.js").Scene} scene @param {number} n @param {string[]} changed */
  show(scene, n, changed) {
    Object.assign(this, { scene, n, changed });
    $("#n-changed").textContent = changed.length || "";
    this.#draw();
  }

  #draw() {
    clearTimeout(this.later);
    const { scene, n } = this;
    if (!scene || n < 1) {
      for (const name of ["why", "changed", "could"]) $(`#pane-${name}`).innerHTML = '<p class="muted">Before the first record nothing has happened.</p>';
      if (this.open === "forks") this.#forks();
      return;
    }
    if (this.open === "why") this.#why();
    else if (this.open === "changed") this.#changed();
    else if (this.open === "forks") this.#forks();
    else this.#asked();
  }

  #why() {
    const { scene, n } = this, { tape } = scene, { chain, moment } = tape.why(n), entry = tape.entry(n);
    const rule = tape.header.rules[entry.rule];
    $("#pane-why").innerHTML = html`<p><a class="rule" id="rule-id" href="/v1/rulesets/${tape.header.ruleset}/rules/${entry.rule}">${entry.rule}</a> <span class="muted">${rule?.heading}</span></p>
      <p class="wording" id="rule-text">${rule?.text ?? "The rulebook does not have this rule any more."}</p>
      ${entry.rests ? html`<h3>It rested on</h3><ul class="facts rests">${entry.rests.map(([at, stood]) => html`<li>${stood} <span class="muted">since</span> ${this.#said(tape.entry(at))}</li>`)}</ul>` : ""}
      <h3>Chain of causes</h3><ol class="chain">${chain.map((link, k) => this.#link(link, k === chain.length - 1 && !moment))}${moment && html`
      <li class="root"><span class="muted">It came about after</span> ${this.#said(moment)}</li>`}</ol>`.html;
  }

  /** @param {import("./tape.js").Entry} entry @param {boolean} root */
  #link(entry, root) {
    const rule = this.scene.tape.header.rules[entry.rule];
    return html`<li class="${root ? "root" : ""}">${this.#said(entry)}${rule ? html`<button type="button" class="rule" data-rule="${entry.rule}" aria-expanded="false">${entry.rule}</button>` : html` <span class="r">${entry.rule}</span>`}</li>`;
  }

  /** Open the wording of a rule below it, or close it. @param {Element} button */
  #word(button) {
    const open = button.getAttribute("aria-expanded") !== "true";
    button.setAttribute("aria-expanded", String(open));
    if (open) button.insertAdjacentHTML("afterend", html`<p class="wording small">${this.scene.tape.header.rules[button.getAttribute("data-rule")].text}</p>`.html);
    else button.nextElementSibling?.remove();
  }

  /** @param {import("./tape.js").Entry} entry */
  #said(entry) {
    return html`<button type="button" data-to="${entry.index}" aria-label="Go to record ${entry.index}">${entry.index}</button>${this.scene.sentence(entry)}`;
  }

  #changed() {
    const { changed, n, scene, family, game } = this, { tape } = scene;
    const others = family.filter((kin) => kin.id !== game);
    $("#pane-changed").innerHTML = html`<h3>Changed on the board</h3><ul class="facts">${changed.length ? changed.map((words) => html`<li>${words}</li>`) : html`<li>nothing on the board</li>`}</ul>
      <h3>Compare</h3><form class="cmp">From record <input class="btn small" id="from" type="number" min="0" value="${Math.max(0, tape.turn(n).first - 1)}" aria-label="From record">
      ${others.length ? html`of <select class="btn small" id="of" aria-label="Of which game"><option value="">this game</option>${others.map((kin) => html`<option value="${kin.id}">${kin.parent === null ? "the first game" : `fork at ${kin.at}`} (${kin.id.slice(0, 8)})</option>`)}</select>` : ""}
      to <input class="btn small" id="to" type="number" min="0" max="${tape.length}" value="${n}" aria-label="To record"> <button class="btn small">Show differences</button></form><div id="differences" role="status"></div>`.html;
  }

  /** Ask what stands otherwise at one record than at another, of this game or of one of its family. */
  async #compare() {
    const { scene, game } = this, of = $("#pane-changed").querySelector("#of")?.value, [from, to] = [$("#from").value, $("#to").value];
    const found = await asked(game, `/v1/games/${game}/at/${to}/diff?from=${from}${of ? `&of=${of}` : ""}&as=${scene.eye}`).catch((error) => ({ problem: error.message }));
    if (found.problem) return void ($("#differences").innerHTML = html`<p class="problem">${found.problem}</p>`.html);
    const told = found.changes.filter((/** @type {any} */ one) => !one.aside).map((/** @type {any} */ one) => one.text.replaceAll(" -> ", " → "));
    $("#differences").innerHTML = html`${found.parted === null ? "" : html`<p>Both are the same up to record <button type="button" class="link" data-to="${found.parted}">${found.parted}</button>. Here, unlike there:</p>`}
      <ul class="facts">${told.length ? told.map((/** @type {string} */ words) => html`<li>${words}</li>`) : html`<li>nothing differs on the board</li>`}</ul>`.html;
    $("#differences").scrollIntoView({ block: "nearest" });
  }

  #asked() {
    const { scene, n } = this, { tape } = scene, pane = $("#pane-could");
    const entry = tape.entry(tape.batch(n)), seat = entry.who;
    if (entry.kind !== "answer" || seat === undefined) {
      pane.innerHTML = '<p class="muted">Nobody was asked: the rules did this by themselves.</p>';
      return;
    }
    const lead = html`<p class="lead">${entry.index === n ? "" : html`The rules settled this record. Before it, at <button type="button" class="link" data-to="${entry.index}">${entry.index}</button>, `}${scene.who(seat)} ${entry.index === n ? "chose here." : "chose."}</p>`;
    if (!scene.sealed(seat)) {
      pane.innerHTML = html`${lead}<p><span class="card unknown"><span class="vh">Unknown to this eye:</span> <b>what else ${scene.names[seat]} could have done</b></span></p>
        <p class="muted">It is sealed for this eye. <button type="button" class="btn small" data-look="${seat}">Look as ${scene.names[seat]}</button></p>`.html;
      return;
    }
    const key = `${seat} ${entry.index}`;
    const held = this.could.get(key);
    if (held) return void (pane.innerHTML = html`${lead}${offered(held)}`.html);
    pane.innerHTML = html`${lead}<p class="muted">…</p>`.html;
    this.later = setTimeout(async () => {
      let found;
      try {
        found = await asked(tape.header.game, `/v1/games/${tape.header.game}/at/${entry.index - 1}/legal?seat=${seat}&as=${seat}`);
        this.could.set(key, found);
      } catch (error) {
        found = { problem: /** @type {Error} */ (error).message };
      }
      if (this.n === n && this.open === "could") pane.innerHTML = html`${lead}${offered(found)}`.html;
    }, REST);
  }

  /** @param {any[]} family @param {string} game */
  kin(family, game) {
    this.family = family;
    $("#n-forks").textContent = family.length > 1 ? family.length - 1 : "";
    this.game = game;
    if (this.open === "forks" && this.scene) this.#forks();
  }

  #forks() {
    const { family, n, scene } = this, { tape } = scene;
    const root = family.find((kin) => kin.parent === null);
    /** @param {any} kin @returns {Safe} */
    const branch = (kin) => {
      const forks = family.filter((other) => other.parent === kin.id);
      const here = kin.id === tape.header.game;
      const words = kin.at === null ? html`${here ? "This game" : "The game that was played"}` : html`<span class="at">${kin.at}</span> ${LUCK[kin.luck] ?? luck(kin.luck, kin)}${here ? " · this game" : ""}`;
      const bots = kin.seats.filter((/** @type {any} */ seat) => seat.bot).map((/** @type {any} */ seat) => seat.name);
      return html`<a class="node ${kin.state}" href="/replays/${kin.id}${kin.at === null ? "" : `?at=${kin.at + 1}`}"${new Safe(here ? ' aria-current="true"' : "")}>${words} <span class="why">${kin.reason ? html`“${kin.reason}” ` : ""}${kin.told}${bots.length ? html` · ${bots.length > 1 ? "bots" : "bot"}: ${bots.join(", ")}` : ""}</span></a>${forks.length ? html`<ul>${forks.map((fork) => html`<li>${branch(fork)}</li>`)}</ul>` : ""}`;
    };
    const leaves = n ? tape.leaves(n) : 0;
    $("#pane-forks").innerHTML = html`<div class="tree">${root ? branch(root) : html`<p class="muted">…</p>`}</div>
      <p class="leaves">${!tape.header.over ? "A game can be forked when it is over." : leaves < 1 ? "From here no fork can leave: the table is still being laid." : leaves === n ? html`A fork from here leaves after record ${n}.` : html`Record ${n} lies inside a batch: a fork from here steps back to ${leaves}.`}</p>
      ${tape.header.over && leaves >= 1 ? html`<button type="button" class="btn small" data-fork>Fork from ${leaves}…</button>` : ""}`.html;
  }
}

/** @type {Record<string, string>} */
const LUCK = { same: "same luck", fresh: "fresh luck" };

/** @param {string} value @param {any} kin */
const luck = (value, kin) => `what ${kin.seats[Number(value.split(":")[1])]?.name ?? "a seat"} could not know dealt anew`;

/** @param {any} found @returns {Safe} */
function offered(found) {
  if (found.problem) return html`<p class="problem">${found.problem}</p>`;
  const answers = found.choices.filter((/** @type {any} */ one) => !one.offer.startsWith("-/"));
  const liberties = found.choices.filter((/** @type {any} */ one) => one.offer.startsWith("-/"));
  return html`${found.asked.map((/** @type {string} */ words) => html`<p class="question">${words}</p>`)}<ul class="offers">${answers.map(offer)}</ul>
    ${liberties.length ? html`<h3>At any time</h3><ul class="offers">${liberties.map(offer)}</ul>` : ""}`;
}

/** @param {any} one */
function offer(one) {
  if (one.barred) return html`<li class="barred"><details><summary><span class="what">${one.text}</span> <span class="tag no">⊘ barred</span></summary><span class="why">by <span class="rule">${one.barred.rule}</span>: ${one.barred.text}${one.barred.open ? html` <span class="muted">It was open after <button type="button" class="link" data-to="${one.barred.open}">${one.barred.open}</button>, and barred from <button type="button" class="link" data-to="${one.barred.since}">${one.barred.since}</button> on.</span>` : ""}</span></details></li>`;
  return html`<li class="${one.taken ? "taken" : ""}"><span class="what">${one.text}</span>${one.taken ? html`<span class="tag">taken</span>` : ""}</li>`;
}
