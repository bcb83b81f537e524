// Battlestar Galactica: dials, tracks, the ship with the space around it, the crisis, and a sheet for every character.

import { $, Safe, cardsOf, html, list, lit, num, same, shapeOf, sizeOf } from "../html.js";

const SKILLS = /** @type {Record<string, [string, string]>} */ ({
  politics: ["P", "amber"], leadership: ["L", "green"], tactics: ["T", "purple"], piloting: ["F", "vermilion"], engineering: ["E", "blue"],
});
const SHIPS = /** @type {Record<string, string>} */ ({
  basestar: '<path class="body" d="M0 -18 5 -6 18 -12 10 0 18 12 5 7 0 18 -5 7 -18 12 -10 0 -18 -12 -5 -6Z" fill="var(--foe)"/>',
  raider: '<path class="body" d="M-12 6C-10 -8 10 -8 12 6 7 0 4 -1 0 5 -4 -1 -7 0 -12 6Z" fill="var(--foe)"/>',
  "heavy raider": '<path class="body" d="M-10 -7H10L14 6 6 3 0 9 -6 3 -14 6Z" fill="var(--foe)"/>',
  viper: '<path class="body" d="M0 -11 3.5 2 11 8 4 7 0 11 -4 7 -11 8 -3.5 2Z" fill="var(--friend)"/>',
  "civilian ship": '<g class="body"><rect x="-13" y="-9" width="26" height="18" rx="4" fill="#dfe7ee"/><text y="5" text-anchor="middle" font-size="14" font-weight="700" fill="#14202c">c</text></g>',
});
/** Where ships lie in an area: the first of them, and the way to the next; then where pilots are. @type {Record<string, {x: number, y: number, down: boolean, pilots: [number, number]}>} */
const PLACES = {
  front: { x: 38, y: 96, down: true, pilots: [92, 300] },
  "starboard-bow": { x: 146, y: 82, down: false, pilots: [150, 58] },
  "starboard-aft": { x: 408, y: 82, down: false, pilots: [520, 58] },
  rear: { x: 680, y: 96, down: true, pilots: [640, 300] },
  "port-aft": { x: 408, y: 284, down: false, pilots: [480, 308] },
  "port-bow": { x: 146, y: 284, down: false, pilots: [150, 308] },
};
const ABBREVIATED = /** @type {Record<string, string>} */ ({
  "ftl-control": "FTL", "weapons-control": "WPN", command: "CMD", communications: "COM", "admirals-quarters": "ADM", "research-lab": "LAB", "hangar-deck": "HGR", armory: "ARM", sickbay: "SICK", brig: "BRIG",
  "press-room": "Press", "presidents-office": "President", administration: "Admin.", caprica: "Caprica", "cylon-fleet": "Cylon Fl.", "human-fleet": "Human Fl.", "resurrection-ship": "Resurr.",
});
const HAZARDS = new Set(["sickbay", "brig"]);
const ARC = 20; // units of a dial's circle, of which three quarters are its scale

/** @typedef {import("../scene.js").Scene} Scene */

/** The component file. @param {Scene} scene */
const file = (scene) => scene.box.files["cards.yaml"];

/** @type {import("../scene.js").Renderer["names"]} */
export const names = (scene, board) => list(board.players).map((player) => scene.named(player.character).split(" ").at(-1) ?? "");

/** A skill card as its letter and strength. @param {Scene} scene @param {string} id @returns {string} */
function skill(scene, id) {
  const kind = id.replace(/-\d+$/, ""), strength = /\d+$/.exec(id)?.[0] ?? "";
  const on = file(scene).skill_cards.find((/** @type {any} */ one) => one.id === kind);
  return on ? `${SKILLS[on.type][0]}${strength}` : scene.named(id);
}

/** Where a location is drawn, by its id. @param {Scene} scene @returns {Map<string, {x: number, y: number, ship: string, name: string}>} */
function places(scene) {
  const at = { galactica: 0, "colonial-one": 0, cylon: 0 };
  return new Map(file(scene).locations.map((/** @type {any} */ one) => {
    const k = at[/** @type {keyof typeof at} */ (one.ship)]++;
    const [x, y] = one.ship === "galactica" ? [160 + 88 * (k % 5), 120 + 60 * Math.floor(k / 5)] : one.ship === "colonial-one" ? [208 + 172 * k, 2] : [160 + 150 * k, 325];
    return [one.id, { x, y, ship: one.ship, name: one.name }];
  }));
}

// the still parts ----------------------------------------------------------------------------------------------------------------
/** @type {import("../scene.js").Renderer["mount"]} */
export function mount(scene, board) {
  const seats = [...list(board.players).keys()];
  return html`<div class="bd bsg"><div class="dials" data-part="dials"></div><div class="tracks2" data-part="tracks"></div>
    <figure class="mapbox">${map(scene, seats)}</figure><section class="box crisis" data-part="crisis" aria-label="Crisis"></section>
    <div class="seats">${seats.map((seat) => html`<section class="seatbox c-${scene.looks[seat].colour}" id="sheet-${seat}" data-part="sheet${seat}" aria-label="${scene.names[seat]}"></section>`)}</div></div>`;
}

/** @param {Scene} scene @param {number[]} seats */
function map(scene, seats) {
  const boxes = [...places(scene)].map(([id, { x, y, ship, name }]) => {
    if (ship !== "galactica") return html`<rect class="ext" x="${x}" y="${y}" width="${ship === "cylon" ? 144 : 164}" height="31" rx="4"/><text class="en full" x="${x + 8}" y="${y + 20}">${name}</text><text class="en abbr" x="${x + 8}" y="${y + 22}">${ABBREVIATED[id] ?? name}</text>`;
    const words = name.split(" ");
    return html`<g><title>${name}</title><rect class="loc ${HAZARDS.has(id) ? "haz" : ""}" x="${x}" y="${y}" width="84" height="56" rx="4"/><g data-part="damage-${id}"></g><text class="ln full" y="${y + 15}">${words.map((word, k) => html`<tspan x="${x + 7}" dy="${k ? 13 : 0}">${word.length > 10 ? html`${word.slice(0, 8)}-` : word}</tspan>${word.length > 10 ? html`<tspan x="${x + 7}" dy="13">${word.slice(8)}</tspan>` : ""}`)}</text><text class="ln abbr" x="${x + 42}" y="${y + 22}" text-anchor="middle">${ABBREVIATED[id] ?? name}</text></g>`;
  });
  const labels = [[14, 60, "start", "Front"], [368, 58, "end", "Starboard bow"], [392, 58, "start", "Starboard aft"], [746, 60, "end", "Rear"], [392, 312, "start", "Port aft"], [368, 312, "end", "Port bow"]];
  return html`<svg class="map" id="map" viewBox="0 0 760 358" role="img"><text class="sl" x="6" y="22">Colonial One</text><rect class="sky" x="0" y="40" width="760" height="279" rx="8"/>
    <path class="wedge" d="M380 40V100M380 258V319M84 40 164 116M84 319 164 242M676 40 606 116M676 319 606 242"/>${labels.map(([x, y, anchor, words]) => html`<text class="al" x="${x}" y="${y}" text-anchor="${anchor}">${words}</text>`)}
    <path class="hull" d="M120 178 154 122Q158 112 172 112H594Q608 112 610 128L616 152V204L610 230Q608 246 594 246H172Q158 246 154 236Z"/><path class="pod" d="M232 109 246 99H560L574 109ZM232 249 246 259H560L574 249Z"/>
    <g class="launch"><path d="M262 251l7 6 7-6M472 251l7 6 7-6"/><title>Viper launch</title></g><text class="sl" x="6" y="345">Cylon locations</text>${boxes}
    ${Object.keys(PLACES).map((area) => html`<g data-part="area-${area}"></g>`)}
    ${seats.map((seat) => html`<g class="tok" id="pawn-${seat}"><g class="body bigger"><g transform="translate(-11 -11) scale(.917)">${shapeOf(seat, scene.looks[seat])}</g></g><title>${scene.names[seat]}</title></g>`)}</svg>`;
}

// what moves -----------------------------------------------------------------------------------------------------------------------
/** @type {import("../scene.js").Renderer["draw"]} */
export function draw(scene, before, now) {
  const players = list(now.players), were = list(before.players);
  scene.part("dials", [before.dials, now.dials], () => dials(scene, before.dials ?? now.dials, now.dials));
  scene.part("tracks", ["track", "boarding", "distance", "vipers", "vipers_damaged", "raptors", "civilians_pile", "nukes"].flatMap((key) => [before[key], now[key]]), () => tracks(scene, before, now));
  for (const [k, area] of file(scene).space.ring.entries()) {
    scene.part(`area-${area}`, [list(before.areas)[k], list(now.areas)[k], before.basestars, now.basestars], () => space(area, list(before.areas)[k] ?? {}, list(now.areas)[k] ?? {}, list(before.basestars), list(now.basestars)));
  }
  const damaged = new Set(now.damaged ?? []), old = new Set(before.damaged ?? []);
  for (const [id, { x, y, ship }] of places(scene)) {
    if (ship === "galactica") scene.part(`damage-${id}`, [damaged.has(id), old.has(id)], () => (damaged.has(id) ? html`<g${old.has(id) ? "" : new Safe(" data-changed")}><path class="dmg body" d="M${x} ${y}h84v56h-84z"/><path d="M${x + 62} ${y + 18}l8-14 8 14z" fill="var(--foe)"/><text x="${x + 70}" y="${y + 16.5}" text-anchor="middle" font-size="10" font-weight="700" fill="#14202c">!</text></g>` : html``));
  }
  pawns(scene, were, players);
  $("#map").setAttribute("aria-label", told(scene, players, now));
  scene.part("crisis", ["check", "drawn", "pot_pile", "shown_pile", "destiny_pile", "die", "kept"].flatMap((key) => [before[key], now[key]]), () => crisis(scene, before, now));
  for (const [seat, is] of players.entries()) {
    const was = were[seat] ?? is, titles = [now.admiral === seat && "Admiral", now.president === seat && "President"].filter(Boolean);
    $(`#sheet-${seat}`).dataset.v = now.turn && now.active === seat ? "1" : "";
    scene.part(`sheet${seat}`, [was, is, before.admiral, now.admiral, before.president, now.president, now.nukes], () => sheet(scene, seat, was, is, titles, now));
  }
}

/** @param {Scene} scene @param {any} was @param {any} is */
function dials(scene, was, is) {
  const { red, maximum } = file(scene).resources, full = (ARC * 3) / 4;
  return html`${Object.keys(is).map((name) => {
    const at = (/** @type {number} */ n) => (Math.min(n, maximum) / maximum) * full, angle = -45 + (red[name] / maximum) * 270;
    const ring = (/** @type {string} */ kind, /** @type {number} */ n) => html`<circle class="${kind}" r="25" pathLength="${ARC}" stroke-dasharray="${n} 40" transform="rotate(135)"/>`;
    return html`<div class="dial"><svg viewBox="-34 -34 68 64" aria-hidden="true">${ring("trk", full)}${ring("red", at(red[name]))}${ring("val", at(is[name]))}<path class="tick" d="M-29 0H-20" transform="rotate(${angle.toFixed(1)})"/></svg><b>${num(was[name], is[name])}</b><span>${name[0].toUpperCase()}${name.slice(1)}<small>≤${red[name]}</small></span></div>`;
  })}`;
}

/** @param {Scene} scene @param {any} before @param {any} now */
function tracks(scene, before, now) {
  const { jump, first_blue: blue, risks, boarding, sleeper, last } = file(scene).tracks;
  const spaces = Array.from({ length: jump + 1 }, (_, k) => html`<li class="${k === jump ? "end" : k >= blue ? "bl" : "r"} ${k === now.track ? "on" : ""}"${k === now.track && before.track !== now.track ? new Safe(" data-changed") : ""}>${k === now.track ? html`<span class="vh">fleet here, </span>` : ""}${k === 0 ? "start" : k === jump ? "jump" : risks[k] ? `−${risks[k]} pop` : "·"}</li>`);
  const party = Array.from({ length: boarding + 1 }, (_, k) => html`<li class="${k === boarding ? "lose" : ""} ${now.boarding?.[k] ? "on" : ""}"${before.boarding?.[k] === now.boarding?.[k] || !before.boarding ? "" : new Safe(" data-changed")}>${now.boarding?.[k] ? html`${now.boarding[k]}<span class="vh"> centurions</span>` : k === 0 ? "start" : k === boarding ? "lost" : "·"}</li>`);
  const dots = Array.from({ length: last }, (_, k) => html`<i class="${k < now.distance ? "dn" : "up"} ${k + 1 === sleeper || k + 1 === last ? "big" : ""}"></i>`);
  const kv = (/** @type {string} */ words, /** @type {any} */ was, /** @type {any} */ is) => html`<span class="kv"><b>${num(was, is)}</b><span class="k">${words}</span></span>`;
  return html`<div class="trk"><h3>Jump preparation</h3><ol class="steps">${spaces}</ol></div><div class="trk"><h3>Boarding party</h3><ol class="steps">${party}</ol></div>
    <div class="trk"><h3>Distance <b>${num(before.distance, now.distance)}</b> of ${last} <span class="muted">· sleeper agents at ${sleeper}${now.sleepers_woke ? " ✓" : ""}</span></h3><p class="dots" aria-hidden="true">${dots}</p></div>
    <div class="trk fleet"><h3>Ships in reserve</h3><p>${kv("vipers", before.vipers, now.vipers)}${kv("damaged", before.vipers_damaged, now.vipers_damaged)}${kv("raptors", before.raptors, now.raptors)}${kv("civilians", before.civilians_pile && sizeOf(before.civilians_pile), sizeOf(now.civilians_pile))}</p></div>`;
}

/** The ships of an area. @param {string} area @param {any} was @param {any} is @param {any[]} stars @param {any[]} out */
function groups(area, was, is, stars, out) {
  const here = (/** @type {any[]} */ all) => all.filter((star) => star.area === area).length;
  return [["basestar", here(stars), here(out)], ["raider", was.raiders, is.raiders], ["heavy raider", was.heavies, is.heavies], ["viper", was.vipers, is.vipers], ["civilian ship", sizeOf(was.civilians), sizeOf(is.civilians)]]
    .map(([kind, old, n]) => ({ kind: String(kind), old: Number(old ?? 0), n: Number(n ?? 0) })).filter(({ n }) => n);
}

/** @param {string} area @param {any} was @param {any} is @param {any[]} stars @param {any[]} out */
function space(area, was, is, stars, out) {
  const { x, y, down } = PLACES[area], shown = groups(area, was, is, stars, out), wide = Math.min(down ? 44 : 58, (down ? 190 : 220) / Math.max(1, shown.length));
  return html`${shown.map(({ kind, old, n }, k) => html`<g transform="translate(${down ? x : x + k * wide} ${down ? y + k * wide : y})"${old === n ? "" : new Safe(" data-changed")}><title>${n} ${kind}${n > 1 ? "s" : ""}</title><g class="grp">${new Safe(SHIPS[kind])}<text class="cnt" x="17" y="5">×<tspan>${n}</tspan></text></g></g>`)}`;
}

/** @param {Scene} scene @param {any[]} were @param {any[]} players */
function pawns(scene, were, players) {
  const at = places(scene);
  /** @type {Record<string, number>} */
  const taken = {};
  for (const [seat, player] of players.entries()) {
    const token = $(`#pawn-${seat}`), where = at.get(player.at), n = (taken[player.at] = (taken[player.at] ?? -1) + 1), area = PLACES[player.at];
    token.toggleAttribute("hidden", !where && !area);
    const [x, y] = where ? (where.ship === "galactica" ? [where.x + 16 + n * 17, where.y + 43] : [where.x + (where.ship === "cylon" ? 128 : 146) - n * 20, where.y + 16]) : area ? [area.pilots[0] + n * 20, area.pilots[1]] : [0, 0];
    token.style.transform = `translate(${x}px, ${y}px)`;
    token.toggleAttribute("data-changed", Boolean(were[seat]) && were[seat].at !== player.at);
  }
}

/** The map in words. @param {Scene} scene @param {any[]} players @param {any} now */
function told(scene, players, now) {
  const areas = file(scene).space.ring.map((/** @type {string} */ area, /** @type {number} */ k) => {
    const here = groups(area, {}, list(now.areas)[k] ?? {}, [], list(now.basestars));
    return here.length ? `${area.replace("-", " ")}, ${here.map(({ kind, n }) => `${n} ${kind}${n > 1 ? "s" : ""}`).join(", ")}` : "";
  }).filter(Boolean);
  const people = players.filter((player) => player.at).map((player) => `${scene.named(player.character)} at ${scene.named(player.at)}`);
  return `Space around Galactica: ${areas.join("; ") || "empty"}. ${people.join(", ")}.${now.damaged?.length ? ` Damaged: ${now.damaged.map((/** @type {string} */ id) => scene.named(id)).join(", ")}.` : ""}`;
}

/** @param {Scene} scene @param {any} before @param {any} now */
function crisis(scene, before, now) {
  const { check } = now, pile = [...(now.pot_pile ?? [])], shown = now.shown_pile ?? [];
  const die = now.die ? html`<p class="small muted">die <b>${num(before.die, now.die)}</b></p>` : "";
  if (!check) {
    const drawn = now.drawn ?? [];
    return html`<h3>Crisis</h3><p class="cn"${lit(before.drawn, now.drawn)}>${drawn.length ? scene.named(drawn.at(-1)) : html`<span class="muted">none</span>`}</p>${now.kept?.length ? html`<div class="pl"><h4>In play</h4><span class="hand">${cardsOf(now.kept, (id) => scene.named(id))}</span></div>` : ""}${die}<p class="small muted">destiny ${sizeOf(now.destiny_pile)}</p>`;
  }
  return html`<h3>${check.kind === "location" ? "Skill check" : "Current crisis"}</h3><p class="cn"${same(before.check?.of, check.of) ? "" : new Safe(" data-changed")}>${scene.named(check.of)}</p>
    <p class="diff"><b>${num(before.check?.difficulty, check.difficulty)}</b>${check.skills.map((/** @type {string} */ kind) => html`<span class="skill c-${SKILLS[kind][1]}"><b>${SKILLS[kind][0]}</b>${scene.named(kind)}</span>`)}</p>
    ${check.target === undefined ? "" : html`<p class="small">about ${scene.who(check.target)}</p>`}
    ${pile.length ? html`<div class="pl"><h4>Pile</h4><span class="hand"${lit(before.pot_pile, now.pot_pile)}>${cardsOf(pile, (id) => skill(scene, id))}</span></div>` : ""}
    ${shown.length ? html`<div class="pl"><h4>Turned up</h4><span class="hand"${lit(before.shown_pile, now.shown_pile)}>${cardsOf(shown, (id) => skill(scene, id))}</span></div>` : ""}
    <p class="sum"><span>Strength</span><b class="big">${check.total === undefined ? "?" : num(before.check?.total, check.total)}</b><span>of ${check.difficulty}</span></p>${die}<p class="small muted">destiny ${sizeOf(now.destiny_pile)}</p>`;
}

/** @param {Scene} scene @param {number} seat @param {any} was @param {any} is @param {(string|false)[]} titles @param {any} now */
function sheet(scene, seat, was, is, titles, now) {
  const row = (/** @type {string} */ words, /** @type {any} */ old, /** @type {any} */ pile, /** @type {boolean} */ sealed, /** @type {(id: string) => string} */ named) => html`<p class="row"><span class="k">${words}</span><span class="hand"${lit(old, pile)}>${cardsOf(pile, named, sealed)}</span></p>`;
  const named = (/** @type {string} */ id) => scene.named(id).replace(/^You Are (a |Not a )?/, (_, not) => (not === "Not a " ? "not a " : ""));
  const extra = ["supers", "quorum", "looking", "aside"].filter((key) => is[key]?.length);
  return html`<h3 title="${scene.names[seat]}">${scene.mark(seat)}<span class="nm">${scene.named(is.character) || scene.names[seat]}</span>${titles.map((title) => html`<span class="title-card">${title}</span>`)}</h3>
    <p class="small muted"><span${lit(was.at, is.at)}>${is.at ? scene.named(is.at).replace(/^./, (/** @type {string} */ one) => one.toUpperCase()) : "nowhere"}</span>${titles.includes("Admiral") ? html` · nukes ${now.nukes}` : ""}${is.cylon ? " · Cylon" : ""}</p>
    ${row("hand", was.hand, is.hand, scene.sealed(seat), (id) => skill(scene, id))}${row("loyalty", [...(was.revealed ?? []), ...(was.loyalty ?? [])], [...(is.revealed ?? []), ...(is.loyalty ?? [])], scene.sealed(seat), named)}
    ${extra.map((key) => row(key, was[key], is[key], scene.sealed(seat), named))}`;
}
