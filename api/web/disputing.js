// The dialog in which a seat disputes records of its game; then the page goes to the dispute.

import { $, html } from "./html.js";
import { remedy } from "./remedy.js";
import { asked } from "./tape.js";

const LONGEST = 4000; // characters of a claim

/** Ask what is disputed, file it, and go there. @param {import("./scene.js").Scene} scene @param {number} n the record that is shown */
export function dispute(scene, n) {
  const dialog = /** @type {HTMLDialogElement} */ ($("#disputing")), { tape } = scene, { header } = tape;
  const at = Math.max(1, n), first = tape.batch(at), held = `ledgerdemain:${header.game}`;
  dialog.innerHTML = html`<h2 id="disputing-h">Dispute what happened</h2>
    <p class="muted" id="disputed"></p>
    <form class="rf"><p class="row">Records <label class="vh" for="first">First record</label><input class="num3" id="first" type="number" min="1" max="${tape.length}" value="${first}" required>
      to <label class="vh" for="last">Last record</label><input class="num3" id="last" type="number" min="1" max="${tape.length}" value="${at}" required></p>
    <label for="claim">Claim: begin with the question, if you can put it as one</label><textarea id="claim" rows="3" maxlength="${LONGEST}" required autofocus></textarea>
    <label for="relied">Rule relied on</label><input class="btn wide" id="relied" list="rules" value="${header.rules[tape.entry(at).rule] ? tape.entry(at).rule : ""}" maxlength="100" autocomplete="off">
    <datalist id="rules">${Object.keys(header.rules).map((rule) => html`<option value="${rule}"></option>`)}</datalist><p class="wording" id="relied-text"></p>
    <fieldset><legend>Remedy sought</legend><div class="rem">
      <label><input type="radio" name="remedy" value="stand" checked> Stand</label>
      <label><input type="radio" name="remedy" value="rewind"> Rewind to</label><input class="num3" type="number" name="at" min="1" value="${Math.max(1, first - 1)}" aria-label="Record to rewind to">
      ${header.over ? html`<label><input type="radio" name="remedy" value="adjust"> Adjust…</label>` : ""}
      <label><input type="radio" name="remedy" value="void"> Void</label>
      ${header.over ? html`<div class="adjust">${scene.names.map((name, seat) => html`<p><label><input type="checkbox" name="winners" value="${seat}"> ${scene.mark(seat, "sm")} ${name} wins</label>
        <input class="num3" type="number" name="scores" placeholder="score" aria-label="Score of ${name}"></p>`)}<p class="muted">Leave all scores empty to change the winners alone.</p></div>` : ""}
    </div></fieldset>
    <p class="row"><label for="due">Ruling asked for by</label><input class="btn small" id="due" type="date"> <span class="muted">if you like</span></p>
    <label for="bearer"${sessionStorage.getItem(held) ? html` hidden` : ""}>Your seat’s token</label><input class="btn wide" id="bearer" type="password" autocomplete="off" maxlength="200"${sessionStorage.getItem(held) ? html` hidden` : ""}>
    <p class="muted">What you claim is public, and stays. Name no card that only you know, unless you mean to show it.</p>
    <p class="problem" role="alert" hidden></p>
    <p class="acts"><button class="btn go" type="submit">File the dispute</button> <button class="btn" type="button" id="disputing-not">Cancel</button></p></form>`.html;
  const worded = () => { $("#relied-text").textContent = header.rules[$("#relied").value]?.text ?? ""; };
  worded();
  $("#relied").addEventListener("input", worded);
  $("#disputing-not").addEventListener("click", () => dialog.close());
  $("form", dialog).addEventListener("submit", (/** @type {Event} */ event) => { event.preventDefault(); file(dialog, header.game, held); });
  dialog.showModal();
  already(header.game);
}

/** Say what is disputed of this game already. @param {string} game */
async function already(game) {
  const { disputes } = await asked(game, `/v1/disputes?game=${game}`).catch(() => ({ disputes: [] }));
  $("#disputed").innerHTML = html`${disputes.length ? "Disputed already: " : ""}${disputes.map((/** @type {any} */ one, /** @type {number} */ k) => html`${k ? ", " : ""}<a href="/disputes/${one.id}">records ${one.records[0]} to ${one.records[1]}</a> (${one.state})`)}`.html;
}

/** @param {HTMLDialogElement} dialog @param {string} game @param {string} held where the tab keeps the token */
async function file(dialog, game, held) {
  const wrong = $(".problem", dialog), bearer = $("#bearer").value.trim() || sessionStorage.getItem(held) || "";
  const wanted = {
    records: [Number($("#first").value), Number($("#last").value)], claim: $("#claim").value, rule: $("#relied").value.trim() || null,
    sought: remedy(new FormData($("form", dialog))), deadline: $("#due").value ? Date.parse(`${$("#due").value}T23:59:59`) : null,
  };
  wrong.hidden = true;
  try {
    const filed = await asked(game, `/v1/games/${game}/disputes`, {
      method: "POST", headers: { "Content-Type": "application/json", Authorization: `Bearer ${bearer}` }, body: JSON.stringify(wanted),
    });
    sessionStorage.setItem(held, bearer);
    location.assign(`/disputes/${filed.id}`);
  } catch (error) {
    wrong.textContent = /** @type {Error} */ (error).message;
    wrong.hidden = false;
  }
}
