// The replay page: one tape, one position, one eye; board, sentence, log, timeline and inspector show the same record.

import { $, $$, Safe, html } from "./html.js";
import { Chances } from "./chances.js";
import { dispute } from "./disputing.js";
import { fork } from "./forking.js";
import { Inspector } from "./inspector.js";
import { Log } from "./log.js";
import { Scene } from "./scene.js";
import { asked, authorization, load } from "./tape.js";
import { Timeline } from "./timeline.js";

const CHIPS = 4; // changes told beside the sentence
const SPOKEN = 700; // milliseconds between two announcements while scrubbing
const SETTLED = 200; // milliseconds after which the address says where the page stands
const AGAIN = 1500; // milliseconds between two looks at a game that is being played
const EYES = {
  public: '<svg class="eye" viewBox="0 0 20 20" aria-hidden="true"><path d="M1.5 10S4.5 4.5 10 4.5 18.5 10 18.5 10 15.5 15.5 10 15.5 1.5 10 1.5 10Z"/><circle cx="10" cy="10" r="2.6"/></svg>',
  arbiter: '<svg class="eye" viewBox="0 0 20 20" aria-hidden="true"><path d="M10 3v14M5.500 17h9M3 6h14M3 6 .8 11.500h4.400ZM17 6l-2.200 5.500h4.400Z"/></svg>',
};

const page = /** @type {HTMLElement} */ ($("#main"));
const { game, ruleset, module } = /** @type {Record<string, string>} */ (page.dataset);
const query = new URLSearchParams(location.search);
if (query.has("theme")) document.documentElement.dataset.theme = /** @type {string} */ (query.get("theme"));

/** @type {Map<string, import("./tape.js").Tape>} */
const tapes = new Map();
/** @type {import("./scene.js").Scene} */
let scene;
let at = query.has("at") ? Number(query.get("at")) : Infinity;
let eye = query.get("as") ?? "public";

const log = new Log($("#log"), (n) => show(n, true));
const chances = new Chances(game, /** @type {import("./chances.js").State} */ (page.dataset.chances), () => {
  if (!scene) return;
  timeline.curve(scene);
  timeline.show(scene, at);
});
const timeline = new Timeline((n, jump) => show(n, jump), chances);
const inspector = new Inspector((n, jump) => show(n, jump), (as) => look(as));
const renderer = /** @type {import("./scene.js").Renderer} */ (await import(`./boards/${module}.js`));
const box = asked(game, `/v1/rulesets/${ruleset}/components`);

/** Show a record. @param {number} n @param {boolean} [jump] a step that the browser's Back undoes */
function show(n, jump = false) {
  const { tape } = scene;
  const from = at;
  at = Math.max(0, Math.min(tape.length, Number.isFinite(n) ? Math.trunc(n) : tape.length));
  const now = tape.boards[at], before = tape.boards[Math.max(0, at - 1)], entry = tape.entry(at);
  const changed = entry?.changed ?? [];
  told(entry, changed);
  renderer.draw(scene, at > 1 ? before : tape.boards[1], at ? now : tape.boards[1]); // the first record lays out the blank board
  log.show(at);
  timeline.show(scene, at);
  inspector.show(scene, at, changed);
  log.keep();
  timeline.keep();
  announce(entry, changed);
  address(jump && from !== at);
}

/** The strip above the board. @param {import("./tape.js").Entry|undefined} entry @param {string[]} changed */
function told(entry, changed) {
  $("#idx").textContent = String(at);
  $("#say").innerHTML = (entry ? html`${entry.who === undefined ? "" : scene.mark(entry.who)}${scene.sentence(entry)}` : html`Before the first record.`).html;
  const chips = changed.slice(0, changed.length > CHIPS ? CHIPS - 1 : CHIPS);
  $("#chg").innerHTML = html`${chips.length ? chips.map((words) => html`<li>${words}</li>`) : html`<li class="none">nothing on the board</li>`}${changed.length > chips.length ? html`<li class="none">and ${changed.length - chips.length} more</li>` : ""}`.html;
}

/** @type {number|undefined} */
let speaking;
let spoke = 0;
/** Tell those who listen, but not more than they can hear. @param {import("./tape.js").Entry|undefined} entry @param {string[]} changed */
function announce(entry, changed) {
  clearTimeout(speaking);
  speaking = setTimeout(() => {
    spoke = performance.now();
    $("#live").textContent = entry ? `Record ${entry.index}. ${scene.plain(entry)}. ${changed.slice(0, CHIPS).join(", ")}` : "Before the first record.";
  }, Math.max(150, SPOKEN - (performance.now() - spoke)));
}

/** @type {number|undefined} */
let settling;
/** Let the address say where the page stands: browsers allow no more than some steps a second. @param {boolean} jump */
function address(jump) {
  clearTimeout(settling);
  const write = (/** @type {"pushState"|"replaceState"} */ how) => {
    const params = new URLSearchParams(location.search);
    params.set("at", String(at));
    params.set("as", eye);
    history[how](null, "", `?${params}`);
  };
  if (jump) write("pushState");
  else settling = setTimeout(() => write("replaceState"), SETTLED);
}

/** Look through another eye; the position stays. @param {string} as */
async function look(as) {
  try {
    let tape = tapes.get(as);
    if (!tape) tapes.set(as, (tape = await load(game, as)));
    eye = as;
    await stage(tape);
    $("#problem")?.remove();
  } catch (error) {
    trouble(/** @type {Error} */ (error).message);
  }
  for (const radio of $$("input[name=eye]")) radio.checked = radio.value === eye;
}

/** Lay out the page for a tape. @param {import("./tape.js").Tape} tape */
async function stage(tape) {
  scene = new Scene($("#board"), tape, await box, renderer);
  $("#state").textContent = tape.header.outcome ?? (tape.header.damage ? `record ${tape.header.damage} can not be read` : "being played");
  $("#fork").disabled = !tape.header.over;
  $("#dispute").disabled = !tape.length;
  $("#export").href = `/v1/games/${game}/export?as=${eye}`;
  for (const label of $$("#eyes label")) {
    const { value } = $("input", label), seat = Number(value);
    const sign = value in EYES ? new Safe(EYES[/** @type {keyof EYES} */ (value)]) : scene.mark(seat);
    const word = value in EYES ? html`<span class="word">${value[0].toUpperCase()}${value.slice(1)}</span>` : html`<span class="vh">${scene.names[seat]}</span>`;
    $("input", label).nextElementSibling.outerHTML = html`<span class="as">${sign}${word}</span>`.html;
  }
  log.fill(scene, $("#filter").value);
  timeline.fill(scene, inspector.family.filter((kin) => kin.parent === game).map((kin) => kin.at));
  show(at);
}

/** Say what went wrong, above the board. @param {string} words */
function trouble(words) {
  $("#problem")?.remove();
  $("#board").insertAdjacentHTML("beforebegin", html`<p class="problem box" id="problem" role="alert">${words}</p>`.html);
  $("#loading")?.remove();
}

/** Have the export of this eye examined, and say with what result. */
async function verify() {
  const chip = $("#verify");
  chip.disabled = true;
  chip.textContent = "…";
  try {
    const file = await fetch(`/v1/games/${game}/export?as=${eye}`, { headers: authorization(game) });
    if (!file.ok) throw new Error((await file.json()).detail);
    const { evidence } = await asked(game, "/v1/verify", { method: "POST", headers: { "Content-Type": "application/jsonl" }, body: await file.blob() });
    chip.textContent = evidence.bad === null ? "✓ verified" : `✗ record ${evidence.bad}`;
    chip.className = `chip ${evidence.bad === null ? "ok" : "bad"}`;
    chip.title = evidence.bad === null ? evidence.proved.join("; ") : evidence.why;
    $("#live").textContent = evidence.bad === null ? `Verified: ${evidence.proved.join("; ")}` : `Record ${evidence.bad} does not verify: ${evidence.why}`;
  } catch (error) {
    chip.textContent = "verify";
    trouble(/** @type {Error} */ (error).message);
  }
  chip.disabled = false;
}

/** Read the family, whose forks are notches on the timeline. */
async function kin() {
  const { games } = await asked(game, `/v1/games/${game}/forks?as=${eye}`);
  inspector.kin(games, game);
  timeline.fill(scene, games.filter((/** @type {any} */ one) => one.parent === game).map((/** @type {any} */ one) => one.at));
  timeline.show(scene, at);
  timeline.keep();
}

/** While a game is played, look from time to time whether it has gone on; a server that is away is asked again. */
async function follow() {
  while (!scene.tape.header.over && !scene.tape.header.damage) {
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
    if (document.hidden) continue;
    const now = await asked(game, `/v1/games/${game}?as=${eye}`).catch(() => undefined);
    if (!now || now.version === scene.tape.length) continue;
    tapes.clear();
    await look(eye);
    $("#live").textContent = `${scene.tape.length} records`;
  }
}

/** The next record in a direction that passes a test, or the end. @param {number} step @param {(n: number) => boolean} test */
function seek(step, test) {
  let n = at + step;
  while (n > 1 && n < scene.tape.length && !test(n)) n += step;
  return n;
}
const chosen = (/** @type {number} */ n) => scene.tape.entry(n).kind === "answer";
const go = {
  first: () => show(0, true),
  last: () => show(scene.tape.length, true),
  prev: () => show(at - 1),
  next: () => show(at + 1),
  prevchoice: () => show(seek(-1, chosen)),
  nextchoice: () => show(seek(1, chosen)),
  prevturn: () => {
    const turn = scene.tape.turn(at), k = scene.tape.turns.indexOf(turn);
    show(at > turn.first || !k ? turn.first : scene.tape.turns[k - 1].first, true);
  },
  nextturn: () => show(scene.tape.turns[scene.tape.turns.indexOf(scene.tape.turn(at)) + 1]?.first ?? scene.tape.length, true),
};

/** @type {Record<string, () => void>} */
const keys = {
  ArrowRight: go.next, ArrowLeft: go.prev, Home: go.first, End: go.last, "[": go.prevturn, "]": go.nextturn,
  j: go.nextchoice, k: go.prevchoice, l: go.next, h: go.prev,
  p: () => look("public"), a: () => look("arbiter"),
  w: () => inspector.select("why"), d: () => inspector.select("changed"), c: () => inspector.select("could"), f: () => inspector.select("forks"),
  "/": () => $("#jump").focus(), "?": () => $("#help").showModal(),
};
for (let seat = 0; seat < 8; seat += 1) keys[seat + 1] = () => { if (seat < scene.names.length) look(String(seat)); };

addEventListener("keydown", (event) => {
  const target = /** @type {HTMLInputElement} */ (event.target);
  const typing = /^(text|number|search)$/.test(target.type ?? "") || target.tagName === "TEXTAREA" || target.tagName === "SELECT";
  if (event.ctrlKey || event.metaKey || event.altKey || typing || $("dialog[open]") || !scene) return;
  if (target.type === "radio" && event.key.startsWith("Arrow")) return;
  if (event.key.length === 1 && !$("#letters").checked) return;
  const act = keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

$("#top-right").innerHTML = '<label class="jump">Record <input id="jump" type="number" inputmode="numeric" min="0" placeholder="/" aria-label="Jump to record"></label><button class="btn small" type="button" id="keys" aria-label="Keyboard help"><kbd>?</kbd> Keys</button>';
$("#verify").addEventListener("click", verify);
$("#keys").addEventListener("click", () => $("#help").showModal());
$("#jump").addEventListener("change", () => { if ($("#jump").value !== "") { show(Number($("#jump").value), true); $("#jump").value = ""; $("#jump").blur(); } });
$("#more").addEventListener("click", () => {
  const open = $(".time").classList.toggle("open");
  $("#more").setAttribute("aria-expanded", String(open));
  timeline.keep();
});
$("#dispute").addEventListener("click", () => dispute(scene, at));
$("#fork").addEventListener("click", () => fork(scene, at));
document.addEventListener("click", (event) => { if (/** @type {Element} */ (event.target).closest("[data-fork]")) fork(scene, at); });
$("#filter").addEventListener("change", () => { log.fill(scene, $("#filter").value); log.show(at); log.keep(); });
for (const button of $$("[data-go]")) button.addEventListener("click", () => go[/** @type {keyof go} */ (button.dataset.go)]());
for (const radio of $$("input[name=eye]")) radio.addEventListener("change", () => look(radio.value));
addEventListener("popstate", () => {
  const params = new URLSearchParams(location.search), as = params.get("as") ?? "public";
  at = Number(params.get("at") ?? at);
  if (as === eye) show(at);
  else look(as);
});

await look(eye);
if (!scene && eye !== "public") await look("public");
if (scene) chances.load();
document.documentElement.dataset.ready = "";
if (scene) {
  await kin().catch((error) => trouble(error.message));
  await follow();
}
