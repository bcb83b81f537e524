// Breaking Bad: the DEA, the team boards, what lies on the table in a firefight, and a sheet for every character.

import { Safe, cardsOf, html, list, lit, num, same, sizeOf } from "../html.js";

const COLOURS = /** @type {Record<string, string>} */ ({ dea: "slate", heisenberg: "green", "los-pollos": "amber", juarez: "vermilion" });
const CRIMINALS = ["heisenberg", "los-pollos", "juarez"];
const CRYSTAL = '<path d="M6 .5 11.500 4v7L6 15.500 .5 11V4Z"/>';
const HEART = '<path d="M7 12.300 1.300 6.500A3.300 3.300 0 0 1 6 1.900l1 1 1-1a3.300 3.300 0 0 1 4.700 4.600Z"/>';
const FLASK = new Safe('<svg class="fl" viewBox="0 0 16 16" role="img" aria-label="chemist"><path d="M6 1h4M6.500 1.500v4L2 13.500a1 1 0 0 0 .9 1.500h10.2a1 1 0 0 0 .9-1.500L9.500 5.500v-4"/><path class="liq" d="M4.500 10h7l2 3.800H2.500Z"/></svg>');

/** @typedef {import("../scene.js").Scene} Scene */

/** The component file. @param {Scene} scene */
const file = (scene) => scene.box.files["cards.yaml"];
/** @param {any} board @param {string} team */
const teamOf = (board, team) => board.teams?.[team.replace("-", "_")];
/** @param {Scene} scene @param {string} team */
const called = (scene, team) => file(scene).teams.find((/** @type {any} */ one) => one.id === team)?.name ?? scene.named(team);

/** @type {import("../scene.js").Renderer["colours"]} */
export const colours = (_, board) => list(board.players).map((player) => COLOURS[player.team] ?? "slate");
/** @type {import("../scene.js").Renderer["names"]} */
export const names = (scene, board) => list(board.players).map((player) => scene.named(player.character).replace(/^The /, ""));

export const standing = {
  called: "Crystals sold",
  of: (/** @type {any} */ board) => list(board.players).map((player) => teamOf(board, player.team)?.sold ?? 0),
};

/** @type {import("../scene.js").Renderer["mount"]} */
export function mount(scene, board) {
  const seats = [...list(board.players).keys()];
  const playing = CRIMINALS.filter((team) => teamOf(board, team)?.members);
  return html`<svg width="0" height="0" aria-hidden="true" class="sprite"><symbol id="bb-crystal" viewBox="0 0 12 16">${new Safe(CRYSTAL)}</symbol><symbol id="bb-heart" viewBox="0 0 14 13">${new Safe(HEART)}</symbol></svg>
  <div class="bd bb"><section class="team dea c-slate" data-part="dea" aria-label="DEA"></section>
  <div class="teams" style="--teams:${playing.length}">${playing.map((team) => html`<section class="team c-${COLOURS[team]}" data-part="team-${team}" aria-label="${called(scene, team)}"></section>`)}</div>
  <section class="fight" data-part="fight" aria-label="On the table"></section>
  <div class="sheets">${seats.map((seat) => html`<section class="seatbox c-${scene.looks[seat].colour}" id="sheet-${seat}" data-part="sheet${seat}" aria-label="${scene.names[seat]}"></section>`)}</div></div>`;
}

/** @type {import("../scene.js").Renderer["draw"]} */
export function draw(scene, before, now) {
  const players = list(now.players), were = list(before.players);
  const raids = players.flatMap((player, seat) => [were[seat]?.raided, player.raided]);
  scene.part("dea", [before.patrol, now.patrol, teamOf(before, "dea"), teamOf(now, "dea"), ...raids], () => dea(scene, before, now));
  for (const team of CRIMINALS) {
    if (!scene.root.querySelector(`[data-part="team-${team}"]`)) continue;
    scene.part(`team-${team}`, [teamOf(before, team), teamOf(now, team), ...raids], () => board(scene, team, before, now));
  }
  scene.part("fight", [before.table, now.table, before.fights, now.fights, now.acting, now.active, now.left, now.turn], () => fight(scene, before, now));
  for (const [seat, is] of players.entries()) {
    const was = were[seat] ?? is;
    /** @type {HTMLElement} */ (scene.root.querySelector(`#sheet-${seat}`)).dataset.v = now.turn && now.active === seat ? "1" : "";
    scene.part(`sheet${seat}`, [was, is], () => sheet(scene, seat, was, is));
  }
}

/** The members of a team. @param {Scene} scene @param {any} now @param {string} team */
const members = (scene, now, team) => list(now.players).map((player, seat) => (player.team === team ? html`<span title="${scene.names[seat]}">${scene.mark(seat, "sm")}<span class="vh">${scene.names[seat]}</span></span>` : ""));

/** All labs that were shut. @param {any} board @returns {string[]} */
const shut = (board) => list(board.players).flatMap((player) => player.raided ?? []);

/** @param {Scene} scene @param {any} before @param {any} now */
function dea(scene, before, now) {
  const { wanted, kinds } = file(scene), is = teamOf(now, "dea"), was = teamOf(before, "dea") ?? is, gone = shut(now), were = shut(before);
  const open = CRIMINALS.reduce((sum, team) => sum + (teamOf(now, team)?.labs?.length ?? 0), 0);
  const levels = wanted.levels.map((/** @type {number} */ threat, /** @type {number} */ k) => {
    const allowed = kinds.filter((/** @type {any} */ kind) => kind.ways?.some((/** @type {any} */ way) => way.wanted === k + 1)).map((/** @type {any} */ kind) => kind.name.replace("DEA ", ""));
    return html`<li><b>${threat}+</b><i aria-hidden="true">${"★".repeat(k + 1)}</i><span>${allowed.join(", ") || "–"}</span></li>`;
  });
  const patrol = list(now.patrol).map((laid) => laid.id);
  return html`<h3><span class="tm">DEA</span>${members(scene, now, "dea")}<span class="small muted push">wins when every lab is shut</span></h3>
    <div class="dearow"><div><h4>Patrol area</h4><p class="hand"${lit(before.patrol, now.patrol)}>${cardsOf(patrol, (id) => scene.named(id))}</p></div>
    <div><h4>Wanted level by threat</h4><ol class="wanted">${levels}</ol></div>
    <div><h4>Labs shut</h4><p class="shutn"><b>${num(were.length, gone.length)}</b> of ${gone.length + open}</p><p class="small muted">${gone.map((lab) => scene.named(lab)).join(", ")}</p></div>
    <div><h4>Cards</h4><p class="small">deck <b>${num(sizeOf(was.deck), sizeOf(is.deck))}</b><br>discards <b>${num(sizeOf(was.discard), sizeOf(is.discard))}</b></p></div></div>`;
}

/** @param {Scene} scene @param {string} team @param {any} before @param {any} now */
function board(scene, team, before, now) {
  const is = teamOf(now, team), was = teamOf(before, team) ?? is, gone = shut(now), were = new Set(shut(before));
  const own = file(scene).labs.filter((/** @type {any} */ lab) => lab.team === team).map((/** @type {any} */ lab) => lab.id);
  const labs = [...is.labs.slice().reverse(), ...own.filter((/** @type {string} */ lab) => gone.includes(lab))];
  const exposed = is.face_up ? is.labs.at(-1) : undefined;
  const crystals = Array.from({ length: is.goal }, (_, k) => html`<svg class="cr ${k < is.sold ? "full" : ""} ${k + 1 === is.goal ? "g" : ""}" viewBox="0 0 12 16" aria-hidden="true">${k < is.sold ? new Safe('<use href="#bb-crystal"/>') : ""}</svg>`);
  return html`<h3><span class="tm">${called(scene, team)}</span>${members(scene, now, team)}${is.gone ? html`<span class="chip bad">out of the game</span>` : ""}</h3>
    <div class="soldrow"><span class="big">${num(was.sold, is.sold)}</span><span class="of">of ${is.goal} sold</span><div class="sold" role="img" aria-label="${is.sold} of ${is.goal} sold">${crystals}</div></div>
    <ul class="labs">${labs.map((lab) => {
    if (gone.includes(lab)) return html`<li class="labcard shut"${were.has(lab) ? "" : new Safe(" data-changed")}><b>${scene.named(lab)}</b><span>shut by the DEA</span></li>`;
    const runs = lab === exposed && is.chemist;
    const words = runs ? html`${FLASK}${scene.named(is.chemist.id)}` : lab === exposed ? "no chemist" : is.face_up ? "under it" : "face down";
    return html`<li class="labcard ${runs ? "run" : ""}"${lab === exposed && !same(was.chemist, is.chemist) ? new Safe(" data-changed") : ""}><b>${scene.named(lab)}</b><span>${words}</span></li>`;
  })}</ul>
    <p class="small muted foot"><span>deck <b>${num(sizeOf(was.deck), sizeOf(is.deck))}</b></span><span>discards <b>${num(sizeOf(was.discard), sizeOf(is.discard))}</b></span></p>`;
}

/** What lies on the table. @param {Scene} scene @param {any} before @param {any} now */
function fight(scene, before, now) {
  const table = list(now.table), old = list(before.table);
  const title = now.fights ? (now.fights > 1 ? `${now.fights} firefights` : "Firefight") : now.acting ? "Action" : now.turn ? "Turn" : "Set-up";
  const whose = now.turn ? html`${scene.who(now.active)}${now.acting ? " acts" : ""}, ${now.left} ${now.left === 1 ? "action" : "actions"} left` : "";
  return html`<h3${lit(before.fights, now.fights)}>${title}<span class="muted">${whose}</span></h3>
    <ol aria-label="Cards on the table">${table.map((played, k) => html`<li class="c-${COLOURS[played.team] ?? "slate"}"${same(old[k], played) ? "" : new Safe(" data-changed")}>${scene.named(played.id)}<span class="vh">, ${called(scene, played.team)}</span></li>`)}</ol><p class="small muted">${table.length ? "" : "nothing on the table"}</p>`;
}

/** @param {Scene} scene @param {number} seat @param {any} was @param {any} is */
function sheet(scene, seat, was, is) {
  const states = [is.dead && "eliminated", is.jailed && "in jail", is.detained && "in custody"].filter(Boolean);
  const hearts = Array.from({ length: is.room }, (_, k) => html`<svg viewBox="0 0 14 13" class="${k < is.life ? "full" : ""}" aria-hidden="true"><use href="#bb-heart"/></svg>`);
  const area = list(is.area).map((laid) => laid.id);
  return html`<h3 title="${scene.names[seat]}">${scene.mark(seat)}<span class="nm">${scene.named(is.character)}</span></h3>
    <p class="small muted rowx"><span class="nm">${scene.names[seat]}</span>${states.map((state) => html`<span class="chip"${was.dead === is.dead && was.jailed === is.jailed && was.detained === is.detained ? "" : new Safe(" data-changed")}>${state}</span>`)}</p>
    <p class="rowx life"><span class="l"><span class="lp">${hearts}</span><b>${num(was.life, is.life)}</b><span class="vh"> of ${is.room} life</span></span><span class="l"><svg class="cr1" viewBox="0 0 12 16" role="img" aria-label="crystals"><use href="#bb-crystal"/></svg><b>${num(was.stash, is.stash)}</b></span></p>
    <p class="row"><span class="k">hand</span><span class="hand"${lit(was.hand, is.hand)}>${cardsOf(is.hand, (id) => short(scene, id), scene.sealed(seat))}</span></p>
    <p class="row"><span class="k">area</span><span class="hand"${lit(was.area, is.area)}>${cardsOf(area, (id) => short(scene, id))}</span></p>`;
}

/** A card's name without its team's, whose colour the sheet has. @param {Scene} scene @param {string} id */
const short = (scene, id) => scene.named(id).replace(/ \(.*\)$/, "").replace(/^(DEA|Heisenberg|Los Pollos|Juárez) /, "");
