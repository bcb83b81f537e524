// What a renderer works with: names, seat marks, component data, and parts of the board that are drawn anew only when they change.

import { $, HUES, Safe, flat, html, lettersOf, markOf } from "./html.js";

/** @typedef {{names: Record<string, string>, files: Record<string, any>}} Box the components of a ruleset, as `/v1/rulesets/…/components` sends them */
/** @typedef {{mount: (scene: Scene, board: any) => Safe, draw: (scene: Scene, before: any, now: any) => void,
 *   colours?: (scene: Scene, board: any) => string[],
 *   names?: (scene: Scene, board: any) => string[]}} Renderer */

export class Scene {
  /** @param {HTMLElement} root @param {import("./tape.js").Tape} tape @param {Box} box @param {Renderer} renderer */
  constructor(root, tape, box, renderer) {
    this.root = root;
    this.tape = tape;
    this.box = box;
    this.renderer = renderer;
    this.eye = tape.header.eye;
    this.names = tape.names();
    const end = tape.boards[tape.length];
    const colours = renderer.colours?.(this, end) ?? [];
    const letters = lettersOf(renderer.names?.(this, end) ?? this.names);
    /** @type {import("./html.js").Look[]} */
    this.looks = this.names.map((name, seat) => ({ name, letter: letters[seat], colour: colours[seat] ?? HUES[seat % HUES.length] }));
    /** @type {Map<string, {host: Element, deps: any[]}>} */
    this.parts = new Map();
    this.seen = false; // whether a renderer has shown what it wants to be seen first
    root.innerHTML = renderer.mount(this, end).html;
  }

  /** @param {string} id @returns {string} the display name of a component */
  named(id) { return this.box.names[id] ?? id; }

  /** @param {number} seat @param {string} [size] @returns {Safe} a seat's mark */
  mark(seat, size) { return this.looks[seat] ? markOf(seat, this.looks[seat], size) : new Safe(""); }

  /** @param {number} seat @returns {Safe} mark and name */
  who(seat) { return html`<span class="whoami">${this.mark(seat, "sm")}<span>${this.names[seat] ?? `seat ${seat}`}</span></span>`; }

  /** Whether faces that only some may see are seen by this eye alone among the players: they have the sealed look. @param {number} seat */
  sealed(seat) { return this.eye === seat || this.eye === "arbiter"; }

  /** Draw a part of the board (`data-part`), unless nothing it depends on has changed since it was drawn.
   * @param {string} name @param {any[]} deps @param {() => Safe} render */
  part(name, deps, render) {
    let held = this.parts.get(name);
    if (!held) {
      const host = $(`[data-part="${name}"]`, this.root);
      this.parts.set(name, (held = { host, deps: [] }));
    } else if (held.deps.length === deps.length && held.deps.every((dep, k) => dep === deps[k])) return;
    held.deps = deps;
    held.host.innerHTML = render().html;
  }

  /** A sentence as HTML: seats and cards that it mentions stand out. @param {import("./tape.js").Entry} entry @returns {Safe} */
  sentence(entry) {
    const names = this.tape.names(entry.index);
    return html`${entry.text.map((part, k) => {
      const words = typeof part === "string" ? part : part[0] === "seat" ? names[part[1]] ?? `seat ${part[1]}` : part[1] === null ? "a card" : this.named(part[1]);
      const shown = k === 0 && words ? words[0].toUpperCase() + words.slice(1) : words;
      return typeof part === "string" ? flat(shown) && html`${shown}` : html`<span class="mention" data-kind="${part[0]}">${shown}</span>`;
    })}`;
  }

  /** The sentence without markup. @param {import("./tape.js").Entry} entry */
  plain(entry) {
    const names = this.tape.names(entry.index);
    const text = entry.text.map((part) => (typeof part === "string" ? part : part[0] === "seat" ? names[part[1]] : part[1] === null ? "a card" : this.named(part[1]))).join("");
    return text && text[0].toUpperCase() + text.slice(1);
  }
}
