// The fork dialog: where it leaves, with which luck, who sits there, and why; then the page follows the fork.

import { $, Safe, html } from "./html.js";
import { asked } from "./tape.js";

/** Ask how to fork after a record, do it, and go there. @param {import("./scene.js").Scene} scene @param {number} n */
export async function fork(scene, n) {
  const dialog = /** @type {HTMLDialogElement} */ ($("#forking")), { header } = scene.tape, leaves = scene.tape.leaves(n);
  const { bots } = await asked(header.game, `/v1/rulesets/${header.ruleset}`);
  dialog.innerHTML = html`<form><h2 id="forking-h">Fork after record ${leaves}</h2>
    <p class="muted">${leaves === n ? "" : `Record ${n} lies inside a batch, so the fork steps back to ${leaves}. `}The game that is left stays as it is.</p>
    <p class="field"><label for="luck">Luck</label><select id="luck" class="btn"><option value="same">same: hidden piles stay as they lie</option><option value="fresh">fresh: undrawn piles are shuffled anew</option>
      ${scene.names.map((name, seat) => html`<option value="unknown:${seat}">unknown to ${name}: all that ${name} could not know is dealt anew</option>`)}</select></p>
    <fieldset class="field"><legend>Seats</legend>${scene.names.map((name, seat) => html`<p>${scene.mark(seat, "sm")} <label for="seat-${seat}">${name}</label>
      <select id="seat-${seat}" class="btn small" data-seat="${seat}">${bots.map((/** @type {string} */ bot) => html`<option value="${bot}"${bot === header.bots[seat] ? new Safe(" selected") : ""}>${bot} bot</option>`)}<option value=""${header.bots[seat] ? "" : new Safe(" selected")}>a person</option></select></p>`)}</fieldset>
    <p class="field"><label for="reason">Reason</label><input id="reason" class="btn" maxlength="200" autocomplete="off"></p>
    <p class="problem" id="fork-problem" role="alert"></p>
    <p class="acts"><button class="btn go" type="submit">Fork</button> <button class="btn" type="button" id="fork-not">Cancel</button></p></form>`.html;
  $("#fork-not").addEventListener("click", () => dialog.close());
  $("form", dialog).addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    const people = scene.names.map((_, seat) => !$(`#seat-${seat}`).value);
    try {
      const made = await asked(header.game, `/v1/games/${header.game}/forks?as=${header.eye}`, {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(wanted(scene, dialog, leaves)),
      });
      arrived(scene, dialog, made, people);
    } catch (error) {
      $("#fork-problem").textContent = /** @type {Error} */ (error).message;
    }
  });
  dialog.showModal();
}

/** @param {import("./scene.js").Scene} scene @param {HTMLElement} dialog @param {number} at */
function wanted(scene, dialog, at) {
  /** @type {Record<string, {name: string, bot: string|null}>} */
  const seats = {};
  for (const select of /** @type {NodeListOf<HTMLSelectElement>} */ (dialog.querySelectorAll("[data-seat]"))) {
    const seat = Number(select.dataset.seat);
    seats[seat] = { name: scene.names[seat], bot: select.value || null };
  }
  return { at, luck: $("#luck").value, reason: $("#reason").value, seats };
}

/** Go to the fork; if people sit there, show their tokens first, which are shown this once. @param {import("./scene.js").Scene} scene @param {HTMLElement} dialog @param {any} made @param {boolean[]} seated whether a person sits at a seat */
function arrived(scene, dialog, made, seated) {
  const to = `/replays/${made.id}?at=${made.at + 1}`;
  const people = Object.entries(made.tokens).filter(([seat]) => seated[Number(seat)]);
  if (!people.length) return location.assign(to);
  dialog.innerHTML = html`<h2 id="forking-h">The fork is being played</h2><p>Give each person the token of the seat; it is shown this once.</p>
    <dl class="tokens">${people.map(([seat, token]) => html`<div><dt>${scene.who(Number(seat))}</dt><dd><code>${token}</code></dd></div>`)}</dl><p class="acts"><a class="btn go" href="${to}">Follow the fork</a></p>`.html;
  return undefined;
}
