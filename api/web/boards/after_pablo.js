// After Pablo: the three boards from left to right, the action under way, and a sheet for every player.

import { Safe, cardsOf, html, list, lit, num, same } from "../html.js";

const COLOURS = /** @type {Record<string, string>} */ ({ yellow: "amber", red: "vermilion", blue: "blue", green: "green" });
const COUNTRIES = ["mexico", "colombia"];
const COURT = ["arrest", "trial", "acquittal"];
const CUBES = 8; // drawn in a row before they are only counted

const VEHICLES = /** @type {Record<string, string>} */ ({
  suv: '<path d="M1 11V7.500L3.500 4H11l2.500 3.500H15V11ZM4.500 13.200a1.700 1.700 0 1 0 0-.1M11.500 13.200a1.700 1.700 0 1 0 0-.1"/>',
  "semi-truck": '<path d="M0 11V3h9v8ZM9.500 11V6H13l3 3v2ZM3 13.200a1.600 1.600 0 1 0 0-.1M12.500 13.200a1.600 1.600 0 1 0 0-.1"/>',
  airplane: '<path d="M8 0c1 0 1.400 1 1.400 2.500V6L16 9.500V11L9.400 9.200V13l2 1.500V16L8 15.200 4.600 16v-1.500l2-1.500V9.200L0 11V9.500L6.600 6V2.500C6.600 1 7 0 8 0Z"/>',
  speedboat: '<path d="M0 9h16l-3 5H3.500ZM5 8V4h4l3 4Z"/>',
  person: '<path d="M8 0a2.500 2.500 0 1 1 0 5 2.500 2.500 0 0 1 0-5M5 6h6l1 5h-1.800l-.4 5H6.200l-.4-5H4Z"/>',
  any: '<path d="M8 1 10 6l5 .4-4 3.300 1.300 5L8 12l-4.300 2.700L5 9.700 1 6.400 6 6Z"/>',
  gun: '<path d="M0 5h15v3h-5v2H7L6 14H3l1-5H0Z"/>',
});
const sign = (/** @type {string} */ name, /** @type {string} */ said = name.replace("-", " ")) => html`<svg class="v" viewBox="0 0 16 16" role="img" aria-label="${said}"><use href="#ap-${name in VEHICLES ? name : "any"}"/></svg>`;
const bolt = new Safe('<svg class="bolt" viewBox="0 0 8 12" role="img" aria-label="lightning bolt"><path d="M5 0 0 7h3l-1 5 6-7.500H4.500Z"/></svg>');

/** @typedef {import("../scene.js").Scene} Scene */

/** The component file. @param {Scene} scene */
const file = (scene) => scene.box.files["cards.yaml"];
/** @type {WeakMap<object, Map<string, any>>} */
const indexed = new WeakMap();
/** @param {Scene} scene @param {string|number|undefined} id @returns {any} */
function card(scene, id) {
  const all = file(scene);
  let byId = indexed.get(all);
  if (!byId) indexed.set(all, (byId = new Map([...all.cartel, ...all.guerrilla, ...all.arrests, ...all.tokens].map((one) => [one.id, one]))));
  return byId.get(String(id));
}
const titled = (/** @type {string} */ word) => word && word[0].toUpperCase() + word.slice(1);

/** @type {import("../scene.js").Renderer["colours"]} */
export const colours = (_, board) => list(board.players).map((player) => COLOURS[player.colour] ?? "slate");

export const standing = { called: "Points", of: (/** @type {any} */ board) => list(board.players).map((player) => player.score) };

/** @type {import("../scene.js").Renderer["mount"]} */
export function mount(scene, board) {
  const seats = [...list(board.players).keys()];
  const cities = (/** @type {string} */ side) => html`<ol class="cities" style="--k:${file(scene).cities.filter((/** @type {any} */ city) => city.board === side).length}" data-part="cities-${side}" aria-label="Cities"></ol>`;
  return html`<svg width="0" height="0" aria-hidden="true" class="sprite">${Object.entries(VEHICLES).map(([name, path]) => new Safe(`<symbol id="ap-${name}" viewBox="0 0 16 16">${path}</symbol>`))}</svg>
  <div class="bd ap"><div class="boards">
    <section class="brd" aria-label="Border"><div data-part="air-border"></div><div class="bo"><div data-part="tokens"></div><div class="stack" data-part="border"></div></div>${cities("border")}</section>
    <section class="brd" aria-label="Mexico"><div data-part="air-mexico"></div><div data-part="flag-mexico"></div><div data-part="asesinos-mexico"></div><div data-part="season"></div>${cities("mexico")}</section>
    <section class="brd" aria-label="Colombia"><div data-part="air-colombia"></div><div data-part="flag-colombia"></div><div data-part="asesinos-colombia"></div><div data-part="supply"></div>${cities("colombia")}</section>
  </div><section class="crossing" data-part="action" aria-label="The action under way"></section>
  <div class="sheets">${seats.map((seat) => html`<section class="seatbox c-${scene.looks[seat].colour}" id="sheet-${seat}" data-part="sheet${seat}" aria-label="${scene.names[seat]}"></section>`)}</div></div>`;
}

/** @type {import("../scene.js").Renderer["draw"]} */
export function draw(scene, before, now) {
  const players = list(now.players), were = list(before.players);
  const each = (/** @type {string} */ field) => players.flatMap((player, seat) => [were[seat]?.[field], player[field]]);
  for (const place of ["border", ...COUNTRIES]) scene.part(`air-${place}`, each("pawn"), () => html`<h3>${titled(place)} <span class="air">${sign("airplane", "airport")}${standing_at(scene, were, players, place)}</span></h3>`);
  scene.part("tokens", [before.row, now.row, before.crossing, now.crossing], () => tokens(scene, before, now));
  scene.part("border", [...each("pawn"), ...COURT.flatMap(each), ...each("dea"), before.case, now.case], () => border(scene, were, players, before, now));
  for (const [k, country] of COUNTRIES.entries()) {
    scene.part(`flag-${country}`, [...each(country), before.leaders?.[k], now.leaders[k], before.neutral, now.neutral], () => flag(scene, country, k, were, players, before, now));
    scene.part(`asesinos-${country}`, each("asesinos"), () => asesinos(scene, country, were, players));
  }
  scene.part("season", [now.season, before.season, now.seasons], () => season(scene, before, now));
  scene.part("supply", [before.cocaine, now.cocaine, before.chips, now.chips, before.cartel, now.cartel, before.guerrilla, now.guerrilla, before.lot, now.lot], () => supply(scene, before, now));
  for (const side of ["border", ...COUNTRIES]) scene.part(`cities-${side}`, [before.cities, now.cities, before.sold, now.sold], () => cities(scene, side, before, now));
  scene.part("action", [before.war, now.war, before.crossing, now.crossing, before.sale, now.sale, before.bid, now.bid, now.bidder, now.active, now.season, now.lot, now.acting, now.phase, now.players], () => action(scene, before, now));
  for (const [seat, is] of players.entries()) {
    const was = were[seat] ?? is;
    /** @type {HTMLElement} */ (scene.root.querySelector(`#sheet-${seat}`)).dataset.v = now.active === seat ? "1" : "";
    scene.part(`sheet${seat}`, [was, is, now.active === seat], () => sheet(scene, seat, was, is, now));
  }
}

/** The pawns at a place. @param {Scene} scene @param {any[]} were @param {any[]} players @param {string} place */
function standing_at(scene, were, players, place) {
  return players.map((player, seat) => (player.pawn === place ? html`<span class="pawn" title="${scene.names[seat]}"${lit(were[seat]?.pawn ?? place, place)}>${scene.mark(seat, "sm")}<span class="vh">${scene.names[seat]}</span></span>` : ""));
}

/** @param {Scene} scene @param {any} before @param {any} now */
function tokens(scene, before, now) {
  const row = now.row ?? [], was = before.row ?? row, matched = new Set(now.crossing?.matched ?? []), old = new Set(before.crossing?.matched ?? []);
  const low = file(scene).crossing.removed;
  const rows = row.map((/** @type {string} */ id, /** @type {number} */ k) => {
    const token = card(scene, id);
    return html`<li class="tokn ${k < low ? "low" : ""}"${same(was[k], id) ? "" : new Safe(" data-changed")}>${token ? sign(token.vehicle) : "?"}${token?.bolts ? Array.from({ length: token.bolts }, () => bolt) : ""}${matched.has(id) ? html`<span class="okk"${old.has(id) ? "" : new Safe(" data-changed")}>✓<span class="vh"> matched</span></span>` : ""}</li>`;
  }).reverse();
  return html`<h4>Smuggling tokens</h4><ol class="tokens" aria-label="Smuggling tokens, top to bottom; the ${low} lowest leave next">${rows}</ol>`;
}

/** @param {Scene} scene @param {any[]} were @param {any[]} players @param {any} before @param {any} now */
function border(scene, were, players, before, now) {
  const track = file(scene).case_track, limit = file(scene).business.folder_limit;
  const count = (/** @type {number} */ seat, /** @type {string} */ field) => html`<span class="cq">${scene.mark(seat, "sm")}${num(were[seat]?.[field], players[seat][field])}<span class="vh"> of ${scene.names[seat]}</span></span>`;
  return html`<div class="two"><p class="ab"><b>A</b> Cross Border ${standing_at(scene, were, players, "crossing")}</p><p class="ab"><b>B</b> U.S.A. ${standing_at(scene, were, players, "usa")}</p></div>
    <div><h4>D.E.A. case <b>${num(before.case, now.case)}</b></h4><ol class="case" aria-hidden="true">${Array.from({ length: track.red - track.start + 1 }, (_, k) => k + track.start).map((n) => html`<li class="${n === track.red ? "red" : ""} ${n === now.case ? "at" : ""}">${n}</li>`)}</ol></div>
    <div><h4>Court</h4><ul class="court">${COURT.map((box) => html`<li><span>${titled(box)}</span>${players.map((player, seat) => (player[box] || were[seat]?.[box] ? count(seat, box) : ""))}</li>`)}</ul></div>
    <div><h4>D.E.A. folders <span class="muted">of ${limit}</span></h4><p class="folders">${players.map((_, seat) => count(seat, "dea"))}</p></div>`;
}

/** @param {Scene} scene @param {string} country @param {number} k @param {any[]} were @param {any[]} players @param {any} before @param {any} now */
function flag(scene, country, k, were, players, before, now) {
  const leader = now.leaders[k], points = file(scene).scoring.leader[country];
  return html`<div class="flag"><h4>Flag · leader <span${lit(before.leaders?.[k], leader)}>${leader === null || leader === undefined ? "nobody" : html`${scene.mark(leader, "sm")}<span class="vh">${scene.names[leader]}</span>`}</span> <span class="muted">${points} a season${now.neutral ? `, ${now.neutral} neutral` : ""}</span></h4>
    <ul class="flagrows">${players.map((player, seat) => html`<li class="c-${scene.looks[seat].colour}">${scene.mark(seat, "sm")}<span class="cubes" aria-hidden="true">${Array.from({ length: Math.min(CUBES, player[country]) }, () => new Safe('<i class="cube"></i>'))}</span><b>${num(were[seat]?.[country], player[country])}</b></li>`)}</ul></div>`;
}

/** @param {Scene} scene @param {string} country @param {any[]} were @param {any[]} players */
function asesinos(scene, country, were, players) {
  const boxes = file(scene).asesinos.filter((/** @type {any} */ one) => one.country === country);
  return html`<h4>Asesinos</h4><ul class="ases">${boxes.map((/** @type {any} */ box) => html`<li><p class="gun">$${box.cost}<b>${box.guns}</b>${sign("gun", "guns")}</p><p class="who">${players.map((player, seat) => {
    const here = (player.asesinos ?? []).includes(box.id), was = (were[seat]?.asesinos ?? []).includes(box.id);
    return here ? html`<span title="${scene.names[seat]}"${here === was ? "" : new Safe(" data-changed")}>${scene.mark(seat, "sm")}<span class="vh">${scene.names[seat]}</span></span>` : "";
  })}</p></li>`)}</ul>`;
}

/** @param {Scene} scene @param {any} before @param {any} now */
function season(scene, before, now) {
  const every = file(scene).seasons.adjust_every, all = now.seasons || 0;
  const adjusts = Array.from({ length: Math.floor(all / every) }, (_, k) => (k + 1) * every);
  return html`<h4>Season <b>${num(before.season, now.season)}</b> of ${all} <span class="muted">adjustment after ${adjusts.join(", ")}</span></h4>
    <ol class="season" aria-hidden="true">${Array.from({ length: all }, (_, k) => k + 1).map((n) => html`<li class="${n < now.season ? "past" : n === now.season ? "on" : ""} ${n % every === 0 ? "adj" : ""}">${n}</li>`)}</ol>`;
}

/** @param {Scene} scene @param {any} before @param {any} now */
function supply(scene, before, now) {
  const top = (/** @type {any[]} */ pile) => cardsOf((pile ?? []).slice(-1).map((one) => (typeof one === "number" ? 1 : one)), (id) => titled(card(scene, id)?.character ?? scene.named(id)));
  return html`<h4>Supply</h4><p class="small sup"><span>cocaine <b>${num(before.cocaine, now.cocaine)}</b></span><span>weakness <b>${num(before.chips, now.chips)}</b></span>
    <span${lit(before.guerrilla, now.guerrilla)}>guerrilla deck ${top(now.guerrilla)}</span><span${lit(before.cartel, now.cartel)}>cartel deck ${top(now.cartel)}</span></p>`;
}

/** @param {Scene} scene @param {string} side @param {any} before @param {any} now */
function cities(scene, side, before, now) {
  return html`${file(scene).cities.map((/** @type {any} */ city, /** @type {number} */ at) => {
    if (city.board !== side) return "";
    const sold = now.sold[at], was = before.sold?.[at] ?? sold, id = list(now.cities)[at]?.[0], old = list(before.cities)[at]?.[0];
    return html`<li class="city"><ul class="boxes" aria-label="prices">${city.prices.map((/** @type {number} */ price, /** @type {number} */ k) => html`<li class="${k < sold ? "full" : k === sold ? "next" : ""}"${k >= Math.min(was, sold) && k < Math.max(was, sold) ? new Safe(" data-changed") : ""}>${k < sold ? html`<span class="vh">sold</span>` : `$${price}`}</li>`)}</ul>${distributor(scene, id, old)}<h4>${city.name}</h4></li>`;
  })}`;
}

/** @param {Scene} scene @param {any} id @param {any} old */
function distributor(scene, id, old) {
  if (id === undefined) return html`<div class="dist none"${lit(old, id)}><b>–</b></div>`;
  const on = card(scene, id);
  if (!on) return html`<div class="dist"${lit(old, id)}><b>?</b></div>`;
  const seat = scene.looks.findIndex((look) => look.colour === COLOURS[on.colour]);
  const whose = on.colour === undefined ? "" : seat >= 0 ? html`${scene.mark(seat, "sm")}<span class="vh">${scene.names[seat]}</span>` : html`<span class="tq">${on.colour === "wild" ? "★" : "?"}</span>`;
  return html`<div class="dist" title="${on.name}"${lit(old, id)}><span class="cost">${typeof on.cost === "number" ? `$${on.cost}` : on.cost === "auction" ? "★" : ""}</span>${whose || html`<span></span>`}<b>${titled(on.character ?? "arrest")}</b><span class="vs">${(on.vehicles ?? []).map((/** @type {string} */ one) => sign(one))}</span><span class="odds">${on.odds}</span></div>`;
}

/** What is under way, in the strip below the boards. @param {Scene} scene @param {any} before @param {any} now */
function action(scene, before, now) {
  const name = now.active === undefined ? "" : scene.names[now.active];
  if (now.war) {
    const { country, attacker, defender, attack, defence } = now.war;
    return html`<b>War for ${titled(country)}</b><span>${scene.who(attacker)} attacks with <b>${num(before.war?.attack, attack)}</b> guns</span><span>${scene.who(defender)} defends with <b>${num(before.war?.defence, defence)}</b></span><span></span>`;
  }
  if (now.crossing) return html`<b>${name}’s crossing</b><span>matched <b>${num(before.crossing?.matched?.length, now.crossing.matched.length)}</b></span><span>checks <b>${num(before.crossing?.checks, now.crossing.checks)}</b></span><span class="acr"><b>${num(before.players?.[now.active]?.cocaine, now.players[now.active].cocaine)}</b> of ${now.crossing.cubes} left</span>`;
  if (now.sale) return html`<b>${name} sells in the U.S.A.</b><span>tried ${now.sale.tried.map((/** @type {string} */ city) => file(scene).cities.find((/** @type {any} */ one) => one.id === city)?.name ?? city).join(", ") || "–"}</span><span></span><span class="acr"><b>${num(before.sale?.sold, now.sale.sold)}</b> of ${now.sale.cubes} sold</span>`;
  if (now.lot?.length) return html`<b>Auction</b><span>${cardsOf(now.lot, (id) => scene.named(id))}</span><span>${now.bidder === undefined ? "no bid" : html`${scene.who(now.bidder)} bids`}</span><span class="acr"><b>${now.bid === undefined ? "" : num(before.bid, now.bid, "$")}</b></span>`;
  return html`<b>${now.active === undefined ? titled(now.phase) : html`${name}’s turn`}</b><span class="muted">${now.acting ? "an action is under way" : "no action is under way"}</span><span></span><span></span>`;
}

/** @param {Scene} scene @param {number} seat @param {any} was @param {any} is @param {any} now */
function sheet(scene, seat, was, is, now) {
  const kv = (/** @type {string} */ words, /** @type {any} */ value) => html`<p class="kv"><span class="k">${words}</span> <b>${value}</b></p>`;
  const cash = is.cash === undefined ? html`<span class="card unknown"><span class="vh">unknown to this eye</span></span>` : html`<span class="card sealed" title="Only this eye sees it">${num(was.cash, is.cash, "$")}</span>`;
  return html`<h3>${scene.mark(seat)}<span class="nm">${scene.names[seat]}</span>${now.active === seat ? html`<span class="vh">, whose turn it is</span>` : ""}<b class="score">${num(was.score, is.score)}<span class="vh"> points</span></b></h3>
    <p class="row"><span class="k">hand</span> <span class="hand"${lit(was.hand, is.hand)}>${cardsOf(is.hand, (id) => titled(card(scene, id)?.character ?? scene.named(id)), scene.sealed(seat))}</span></p>
    <div class="kvs">${kv("money", cash)}${kv("cocaine", num(was.cocaine, is.cocaine))}${kv("cubes", num(was.supply, is.supply))}${kv("weakness", num(was.chips, is.chips))}</div>`;
}
