// Bad Company: the road, the dice, and a row for every gang. What cards and spaces show comes from the component data.

import { $, Safe, cardsOf, html, list, lit, num, same, shapeOf, sizeOf } from "../html.js";

const COLOURS = /** @type {Record<string, string>} */ ({ white: "bone", yellow: "amber", red: "vermilion", black: "slate" });
const STEP = 47.6, LEFT = 30, TOP = 52, BOTTOM = 124; // of the road's drawing
const BESIDE = [[-10, -10], [10, -10], [-10, 10], [10, 10], [0, -15], [0, 15]]; // where cars stand on a space

const ICONS = /** @type {Record<string, string>} */ ({
  car: '<path d="M1 11V8l2-1 2-3h6l2 3 2 1v3h-1.500a2 2 0 0 1-4 0h-3a2 2 0 0 1-4 0Z"/>',
  fixer: '<path d="M8 1a4 4 0 1 1 0 8 4 4 0 0 1 0-8M2 15c0-4 3-5 6-5s6 1 6 5Z"/>',
  flashlight: '<path d="M0 6h8l4-2.500v9L8 10H0ZM13 5l3-1.500M13 8h3M13 11l3 1.500" stroke="currentColor" stroke-width="1.4"/>',
  hand: '<path d="M3 8V3.500a1 1 0 0 1 2 0V7V1.800a1 1 0 0 1 2 0V7V1.300a1 1 0 0 1 2 0V7V2.500a1 1 0 0 1 2 0V9l1.400-2a1.100 1.100 0 0 1 1.900 1.100L11.500 13.500A4 4 0 0 1 8 15.500H7a4 4 0 0 1-4-4Z"/>',
  lock: '<path d="M3 7V5a5 5 0 0 1 10 0v2h1v8H2V7Zm2 0h6V5a3 3 0 0 0-6 0Z"/>',
  loot: '<path d="M5 1h6l-1.500 3.500C13 6 14 9 14 11.500 14 14.500 12 15 8 15s-6-.5-6-3.500C2 9 3 6 6.500 4.500Z"/>',
  mask: '<path fill-rule="evenodd" d="M0 4c3-1.500 5-1 8 .5C11 3 13 2.500 16 4c0 5-2 8-4.500 8C9.500 12 9 10.500 8 10.500S6.500 12 4.500 12C2 12 0 9 0 4Zm3 2.500c.5 1.800 2.500 2 3.500 1C6 6.200 4.300 5.800 3 6.500Zm10 0c-1.300-.7-3-.3-3.500 1 1 1 3 .8 3.500-1Z"/>',
  necklace: '<path d="M4 2h8l4 4.500L8 15 0 6.500Z"/>',
});
const icon = (/** @type {string} */ name, /** @type {string} */ said) => html`<svg class="sy" viewBox="0 0 16 16" ${said ? html`role="img" aria-label="${said}"` : new Safe('aria-hidden="true"')}><use href="#bc-${name}"/></svg>`;

/** @typedef {import("../scene.js").Scene} Scene */

/** The component file. @param {Scene} scene */
const cards = (scene) => scene.box.files["cards.yaml"];
/** @type {WeakMap<object, Map<string, any>>} */
const indexed = new WeakMap();
/** A card of any kind by its id. @param {Scene} scene @param {string} id */
function card(scene, id) {
  const file = cards(scene);
  let byId = indexed.get(file);
  if (!byId) indexed.set(file, (byId = new Map([...file.halves, ...file.upgrades, ...file.heists, ...file.tasks, ...file.loot].map((one) => [one.id, one]))));
  return byId.get(id);
}

/** @type {import("../scene.js").Renderer["colours"]} */
export const colours = (scene) => cards(scene).player_colours.values.map((/** @type {string} */ colour) => COLOURS[colour] ?? colour);

export const standing = { called: "Points", of: (/** @type {any} */ board) => list(board.players).map((player) => player.score) };

/** @param {number} space @param {number} last @returns {[number, number]} */
function spot(space, last) {
  const half = Math.ceil((last + 1) / 2);
  return space < half ? [LEFT + STEP * space, TOP] : [LEFT + STEP * (last - space), BOTTOM];
}

/** A reward in few signs. @param {any} reward @param {Scene} scene @returns {Safe} */
function reward(reward, scene) {
  if (reward.kind === "marker") {
    const said = reward.symbol === "any" ? "any symbol" : scene.named(reward.symbol);
    return reward.symbol === "any" ? html`<span class="any">${reward.count > 1 ? reward.count : ""} any</span>` : html`${Array.from({ length: reward.count }, () => icon(reward.symbol, said))}`;
  }
  if (reward.kind === "coins") return html`<svg class="sy" viewBox="0 0 16 16" role="img" aria-label="${reward.amount} dollars"><circle cx="8" cy="8" r="7.200"/><text x="8" y="11.800" text-anchor="middle" font-size="10.500" font-weight="800" fill="var(--panel)">${reward.amount}</text></svg>`;
  if (reward.kind === "car") return html`${Array.from({ length: reward.spaces }, (_, k) => icon("car", k ? "" : `car ${reward.spaces}`))}`;
  if (reward.kind === "loot") return html`${Array.from({ length: reward.count }, () => icon("loot", "loot"))}`;
  if (reward.kind === "points") return html`<b class="pts">${reward.amount}p</b>`;
  return html`${reward.kind.replaceAll("-", " ")}`;
}

/** The same in words, for tags on the road. @param {any} bonus */
function tag(bonus) {
  if (bonus.kind === "coins") return `+$${bonus.amount}`;
  if (bonus.kind === "points") return `${bonus.amount} pts`;
  return bonus.count > 1 ? `${bonus.count} ${bonus.kind}` : bonus.kind;
}

// the still parts ----------------------------------------------------------------------------------------------------------------
/** @type {import("../scene.js").Renderer["mount"]} */
export function mount(scene, board) {
  const seats = [...list(board.players).keys()];
  return html`<svg width="0" height="0" aria-hidden="true" class="sprite">${Object.entries(ICONS).map(([name, path]) => new Safe(`<symbol id="bc-${name}" viewBox="0 0 16 16">${path}</symbol>`))}</svg>
  <div class="bd bc"><div class="roadwrap" tabindex="0" role="group" aria-label="Road, scrolls sideways on small screens">${road(scene, seats)}</div>
  <section class="dice" aria-label="Dice and heists on offer" data-part="dice"></section>
  <div class="gangs" style="--seats:${seats.length}">${seats.map((seat) => html`<section class="gang c-${scene.looks[seat].colour}" id="gang-${seat}" aria-label="${scene.names[seat]}">
    <div class="who" data-part="who${seat}"></div><ol class="members" data-part="gang${seat}" aria-label="Members 2 to 12"></ol>
    <ul class="hs" data-part="heists${seat}" aria-label="Heists"></ul><div class="aside"><ul class="tasks" data-part="tasks${seat}" aria-label="Tasks"></ul><div class="extra" data-part="extra${seat}"></div></div></section>`)}</div></div>`;
}

/** @param {Scene} scene @param {number[]} seats */
function road(scene, seats) {
  const { road } = cards(scene), last = road.last_space, half = Math.ceil((last + 1) / 2);
  const bonus = new Map(road.checkpoints.map((/** @type {any} */ point) => [point.at, point.bonus]));
  const right = LEFT + STEP * (half - 1), line = `M${LEFT} ${TOP}H${right}Q${right + 30} ${TOP} ${right + 30} ${(TOP + BOTTOM) / 2}Q${right + 30} ${BOTTOM} ${right} ${BOTTOM}H${LEFT}`;
  const spaces = Array.from({ length: last + 1 }, (_, n) => {
    const [x, y] = spot(n, last), gives = bonus.get(n);
    const kind = gives ? "cp" : n >= road.red_zone_from ? "rz" : "";
    const above = y - 38;
    return html`<circle class="sp0 ${kind}" cx="${x}" cy="${y}" r="${gives ? 14 : 10}"/><text class="rn ${gives ? "k" : ""}" x="${x}" y="${y + 4}" text-anchor="middle">${n}</text>${gives
      ? html`<g class="tag"><rect x="${x - 22}" y="${above}" width="44" height="18" rx="9"/><text x="${x}" y="${above + 13}" text-anchor="middle">${gives.map(tag).join(" ")}</text></g>` : ""}`;
  });
  const cuts = road.shortcuts.map((/** @type {any} */ way) => {
    const [x1, y1] = spot(way.enter, last), [x2] = spot(way.exit, last);
    return html`<path class="cut" d="M${x1} ${y1 + 14}Q${(x1 + x2) / 2} ${y1 + 44} ${x2} ${y1 + 14}"><title>Shortcut from ${way.enter} to ${way.exit}</title></path>`;
  });
  const [endX] = spot(Math.round((road.red_zone_from + last) / 2), last);
  const cars = seats.map((seat) => html`<g class="tok" id="car-${seat}"><g class="body car"><g transform="scale(.8) translate(-12 -12)">${shapeOf(seat, scene.looks[seat])}</g></g><title>${scene.names[seat]}’s car</title></g>`);
  return html`<svg class="road" id="road" viewBox="0 6 994 152" role="img"><path class="asph" d="${line}"/><path class="dash" d="${line}"/>${spaces}${cuts}<text class="rz-t" x="${endX}" y="98" text-anchor="middle">the end</text>
    <g class="tok" id="car-police"><g class="body pol"><rect x="-15" y="-10" width="30" height="20" rx="5" fill="#20272b" stroke="#f4efe0" stroke-width="1.5"/><rect x="-6" y="-14" width="6" height="5" fill="#e2382a"/><rect y="-14" width="6" height="5" fill="#2b7de0"/><text y="4.500" text-anchor="middle" font-size="12" font-weight="800" fill="#fff">P</text></g><title>Police</title></g>${cars}</svg>`;
}

// what moves -----------------------------------------------------------------------------------------------------------------------
/** @type {import("../scene.js").Renderer["draw"]} */
export function draw(scene, before, now) {
  const players = list(now.players), were = list(before.players);
  cars(scene, were, players, before, now);
  scene.part("dice", [before.golden, now.golden, before.police_die, now.police_die, before.sums, now.sums, before.picked, now.picked, now.boss, before.display, now.display, before.heists, now.heists, now.phase], () => dice(scene, before, now));
  for (const [seat, is] of players.entries()) {
    const was = were[seat] ?? is;
    $(`#gang-${seat}`).dataset.v = now.turn && now.boss === seat ? "1" : "";
    scene.part(`who${seat}`, [was, is, now.boss === seat, before.boss === seat], () => who(scene, seat, was, is, now, before));
    scene.part(`gang${seat}`, [was.gang, is.gang, is.halves, now.sums], () => gang(scene, was, is, now));
    scene.part(`heists${seat}`, [was.active, is.active, was.done, is.done], () => heists(scene, was, is));
    scene.part(`tasks${seat}`, [was.tasks, is.tasks], () => tasks(scene, was, is));
    scene.part(`extra${seat}`, [was.drawn, is.drawn, was.dealt, is.dealt, was.loose, is.loose, was.storage, is.storage], () => extra(scene, seat, was, is));
  }
}

/** @param {Scene} scene @param {any[]} were @param {any[]} players @param {any} before @param {any} now */
function cars(scene, were, players, before, now) {
  const last = cards(scene).road.last_space;
  const place = (/** @type {string} */ id, /** @type {number} */ was, /** @type {number} */ space, /** @type {number[]} */ beside) => {
    const token = $(id), [x, y] = spot(space, last);
    token.style.transform = `translate(${x + beside[0]}px, ${y + beside[1]}px)`;
    token.toggleAttribute("data-changed", was !== space);
    if (was !== space || (!scene.seen && id === "#car-police")) inSight(x);
  };
  place("#car-police", before.police ?? now.police, now.police, [0, 0]);
  scene.seen = true;
  for (const [seat, player] of players.entries()) place(`#car-${seat}`, were[seat]?.car ?? player.car, player.car, BESIDE[seat]);
  $("#road").setAttribute("aria-label", `Road of ${last + 1} spaces. ${players.map((player, seat) => `${scene.names[seat]} ${player.car}`).join(", ")}; police ${now.police}.`);
}

const narrow = matchMedia("(max-width: 860px)");
/** On a small screen the road follows the moving car. @param {number} x */
function inSight(x) {
  const wrap = $(".roadwrap");
  if (narrow.matches) wrap.scrollLeft = x * (wrap.scrollWidth / 994) - wrap.clientWidth / 2;
}

/** @param {Scene} scene @param {any} before @param {any} now */
function dice(scene, before, now) {
  const golden = now.golden ?? [], picked = new Set(now.picked ?? []), sums = now.sums ?? [];
  const die = (/** @type {number} */ k) => html`<span class="die ${picked.has(k) ? "up" : ""}"${before.golden?.[k] === golden[k] && !(picked.has(k) && !before.picked?.includes(k)) ? "" : new Safe(" data-changed")}>${golden[k]}</span>`;
  const pairs = paired(golden, sums);
  const offer = [...(now.display ?? []), ...(now.heists ?? []).slice(-1)];
  return html`<h3>${now.turn ? html`${scene.names[now.boss]}’s dice` : "Dice"}</h3>
    ${golden.length ? pairs.map((pair, k) => html`<p class="pair">${pair.map(die)}${sums.length ? html`<b${lit(before.sums, sums)}>${sums[k]}</b>` : ""}</p>`) : html`<p class="muted">not rolled</p>`}
    ${now.police_die === undefined ? "" : html`<p class="pair"><span class="die black ${picked.has(4) ? "up" : ""}"${lit(before.police_die, now.police_die)}>${now.police_die}</span><span class="muted">police</span></p>`}
    <p class="disp"><span class="lab3">Open heists</span> <span class="hand"${lit(before.display, now.display)}>${offer.map((id) => html`<span class="card ${typeof id === "number" ? "unknown" : "open"}" title="${typeof id === "number" ? "" : scene.named(id)}">${typeof id === "number" ? "" : `No. ${card(scene, id)?.number}`}</span>`)}</span></p>`;
}

/** Which dice make which of the announced sums. @param {number[]} golden @param {number[]} sums @returns {number[][]} */
function paired(golden, sums) {
  for (const [one, other] of [[[0, 1], [2, 3]], [[0, 2], [1, 3]], [[0, 3], [1, 2]]].flatMap(([a, b]) => [[a, b], [b, a]])) {
    if (golden[one[0]] + golden[one[1]] === sums[0] && golden[other[0]] + golden[other[1]] === sums[1]) return [one, other];
  }
  return [[0, 1, 2, 3].slice(0, golden.length)];
}

/** @param {Scene} scene @param {number} seat @param {any} was @param {any} is @param {any} now @param {any} before */
function who(scene, seat, was, is, now, before) {
  const file = cards(scene), goal = file.scoring.heists_to_end, track = file.recruit_track.costs.length;
  const done = (is.done ?? []).length, wasDone = (was.done ?? []).length;
  return html`<h3>${scene.mark(seat)}<span class="nm">${scene.names[seat]}</span>${now.turn && now.boss === seat ? html`<span class="bossf"${lit(before.boss, now.boss)}>boss</span>` : ""}<b class="sc">${num(was.score, is.score)}<span class="vh"> points</span></b></h3>
    <p class="small"><span>heists <b>${num(wasDone, done)}</b>/${goal}</span><span>recruiter <b>${num(was.recruiter, is.recruiter)}</b>/${track}</span></p>
    <p class="small"><span>coins <b>${num(was.coins, is.coins)}</b></span><span class="nks"${lit(was.necklaces, is.necklaces)}>${(is.necklaces ?? []).map((/** @type {string} */ one) => html`<span class="nk-${one}">${icon("necklace", `${scene.named(one)} necklace`)}</span>`)}</span><span>loot ${loot(scene, seat, was.hand, is.hand)}</span></p>`;
}

/** @param {Scene} scene @param {number} seat @param {any[]} was @param {any[]} is */
function loot(scene, seat, was, is) {
  if (!is?.length) return html`<span class="muted"${lit(was, is)}>–</span>`;
  if (is.some((one) => typeof one === "number")) return html`<span class="card unknown"${lit(was, is)}><b>${sizeOf(is)}</b><span class="vh"> unknown to this eye</span></span>`;
  const names = is.map((one) => scene.named(one)).join(", ");
  return html`<span class="card sealed few" title="${names}"${lit(was, is)}><b>${is.length}</b> ${names}</span>`;
}

/** @param {Scene} scene @param {any} was @param {any} is @param {any} now */
function gang(scene, was, is, now) {
  const printed = Object.assign({}, ...(is.halves ?? []).map((/** @type {string} */ half) => card(scene, half)?.members ?? {}));
  const before = list(was.gang), called = new Set(now.sums ?? []);
  return html`${list(is.gang).map((member, k) => {
    const { number } = member, on = printed[number], old = before[k];
    const signs = [...(on?.special === "fixer" ? [icon("fixer", "fixer")] : (on?.rewards ?? []).map((/** @type {any} */ one) => reward(one, scene))),
      ...member.upgrades.flatMap((/** @type {string} */ id) => (card(scene, id)?.rewards ?? []).map((/** @type {any} */ one) => reward(one, scene)))];
    return html`<li class="gm0 ${called.has(number) ? "call" : ""} ${member.upgrades.length ? "up" : ""}" title="${member.upgrades.map((/** @type {string} */ id) => scene.named(id)).join(", ")}"${lit(old, member)}><b>${number}${called.has(number) ? html`<span class="vh"> called</span>` : ""}</b><span class="ics ${signs.length > 3 ? "many" : ""}">${signs}</span>${member.necklace
      ? html`<span class="nkl nk-${member.necklace}">${icon("necklace", `${scene.named(member.necklace)} necklace`)}</span>` : ""}</li>`;
  })}`;
}

/** @param {Record<string, number>} needs @param {Record<string, number>} covered @param {Record<string, number>} before @param {Scene} scene */
function spaces(needs, covered, before, scene) {
  return Object.entries(needs).flatMap(([symbol, n]) => Array.from({ length: n }, (_, k) => {
    const full = k < (covered[symbol] ?? 0), was = k < (before[symbol] ?? 0);
    return html`<i class="space">${icon(symbol, scene.named(symbol))}${full ? html`<span class="ck"${full === was ? "" : new Safe(" data-changed")}>✓<span class="vh"> covered</span></span>` : ""}</i>`;
  }));
}

/** @param {Scene} scene @param {any} was @param {any} is */
function heists(scene, was, is) {
  const before = new Map(list(was.active).map((job) => [job.id, job]));
  const done = (is.done ?? []).filter((/** @type {string} */ id) => !(was.done ?? []).includes(id));
  return html`${list(is.active).map((job) => {
    const on = card(scene, job.id), old = before.get(job.id);
    const red = on.ability ? on.ability.kind.replaceAll("-", " ") : on.final_scoring ? on.final_scoring.kind.replaceAll("-", " ") : "";
    return html`<li class="heist" title="${on.name}${red ? `: ${red}` : ""}"${old ? "" : new Safe(" data-changed")}><p><b>No. ${on.number}<span class="vh"> ${on.name}</span></b><span class="ms">${Object.entries(on.missions).flatMap(([kind, n]) => Array.from({ length: Number(n) }, () => html`<span class="dot nk-${kind}" title="${scene.named(kind)}"></span>`))}</span><span>${on.points} pts</span></p><p class="spaces">${spaces(job.needs, job.covered ?? {}, old?.covered ?? {}, scene)}</p></li>`;
  })}${done.map((/** @type {string} */ id) => html`<li class="heist" data-changed><p><b>No. ${card(scene, id).number}</b><span>${card(scene, id).points} pts</span></p><span class="fin">done</span></li>`)}${!list(is.active).length && !done.length ? html`<li class="muted small">no active heist</li>` : ""}`;
}

/** @param {Scene} scene @param {any} was @param {any} is */
function tasks(scene, was, is) {
  const before = new Map(list(was.tasks).map((job) => [job.id, job]));
  return html`${list(is.tasks).map((job) => html`<li title="${scene.named(job.id)}"><span class="tks">${spaces(job.needs, job.covered ?? {}, before.get(job.id)?.covered ?? {}, scene)}</span><span class="bo">${reward(card(scene, job.id).bonus, scene)}</span></li>`)}`;
}

/** What lies there for a moment: cards looked at, markers not yet placed or stored. @param {Scene} scene @param {number} seat @param {any} was @param {any} is */
function extra(scene, seat, was, is) {
  const named = (/** @type {string} */ id) => scene.named(id), stored = Object.entries(is.storage ?? {}).filter(([, n]) => n);
  const rows = [
    is.dealt?.length ? html`<span${lit(was.dealt, is.dealt)}>choice <span class="hand few">${cardsOf(is.dealt, named, scene.sealed(seat))}</span></span>` : null,
    is.drawn?.length ? html`<span${lit(was.drawn, is.drawn)}>drawn <span class="hand few">${cardsOf(is.drawn, named, scene.sealed(seat))}</span></span>` : null,
    is.loose ? html`<span${lit(was.loose, is.loose)}>${is.loose} ${is.loose === 1 ? "marker" : "markers"} to place</span>` : null,
    stored.length ? html`<span${same(was.storage, is.storage) ? "" : new Safe(" data-changed")}>stored ${stored.map(([symbol, n]) => html`${n} ${scene.named(symbol)} `)}</span>` : null,
  ].filter(Boolean);
  return html`${rows}`;
}
