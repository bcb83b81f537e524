// The tape of one eye: loaded once, then every position is an index away. Positions share what did not change between them.

/** @typedef {{turn: number, called: string, seat: number|null, phase: string}} Moment */
/** @typedef {{index: number, fact: string, who?: number, text: (string|[string, any])[], rule: string, cause?: number, batch?: boolean,
 *   kind: "answer"|"chance"|"step", moment: Moment, patch?: any, changed?: string[], rests?: [number, string][]}} Entry */
/** @typedef {{first: number, last: number, moment: Moment, ordinal: number, phases: {first: number, last: number, phase: string}[]}} Turn */
/** @typedef {{game: string, ruleset: string, title: string, eye: number|string, length: number, over: boolean, damage: number|null, outcome: string|null,
 *   winners: number[], seated: [number, string[]][], bots: (string|null)[], rules: Record<string, {heading: string, text: string}>}} Header */

/** RFC 7396, without touching the target. @param {any} target @param {any} patch @returns {any} */
export function merged(target, patch) {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  const result = target !== null && typeof target === "object" && !Array.isArray(target) ? { ...target } : {};
  for (const [key, part] of Object.entries(patch)) {
    if (part === null) delete result[key];
    else result[key] = merged(result[key], part);
  }
  return result;
}

export class Tape {
  /** @param {string} lines JSON Lines: a header, then a line a record */
  constructor(lines) {
    const [header, ...entries] = lines.trimEnd().split("\n").map((line) => JSON.parse(line));
    /** @type {Header} */
    this.header = header;
    /** @type {Entry[]} */
    this.entries = entries;
    /** @type {any[]} */
    this.boards = [{}];
    /** @type {Turn[]} */
    this.turns = [];
    let moment = { turn: 0, called: "Turn", seat: null, phase: "" };
    for (const entry of this.entries) {
      const board = this.boards[entry.index - 1];
      this.boards.push(entry.patch === undefined ? board : merged(board, entry.patch));
      entry.moment = moment = entry.moment ?? moment;
      this.#sort(entry);
    }
  }

  /** @param {Entry} entry */
  #sort(entry) {
    const { moment, index } = entry;
    let turn = this.turns.at(-1);
    if (!turn || turn.moment.turn !== moment.turn || turn.moment.seat !== moment.seat) {
      const ordinal = turn ? turn.ordinal + (moment.seat === null ? 0 : 1) : moment.seat === null ? 0 : 1;
      this.turns.push((turn = { first: index, last: index, moment, ordinal, phases: [] }));
    }
    turn.last = index;
    const phase = turn.phases.at(-1);
    if (phase?.phase === moment.phase) phase.last = index;
    else turn.phases.push({ first: index, last: index, phase: moment.phase });
  }

  get length() { return this.entries.length; }
  /** @param {number} n */
  entry(n) { return this.entries[n - 1]; }
  /** The turn a record belongs to. @param {number} n @returns {Turn} */
  turn(n) { return this.turns.find((turn) => n <= turn.last) ?? this.turns[this.turns.length - 1]; }
  /** The names of the seats at a record. @param {number} [n] */
  names(n = Infinity) { return (this.header.seated.filter(([from], k) => k === 0 || from <= n).at(-1) ?? [1, []])[1]; }
  /** The answer, or other record, that the batch of a record begins with. @param {number} n */
  batch(n) {
    let at = n;
    while (at > 1 && !this.entry(at).batch) at -= 1;
    return at;
  }

  /** Whether the game waited after a record: only there may a fork leave. @param {number} n */
  waits(n) { return n === this.length ? this.header.over || n > 0 : Boolean(this.entries[n]?.batch); }
  /** Where a fork asked for at a record really leaves. @param {number} n */
  leaves(n) { return this.waits(n) ? n : this.batch(n) - 1; }

  /** The records that led to a record, itself first, up to a seat's choice or to the beginning of the turn; then, if that is no choice,
   * the choice after which it came about. @param {number} n @returns {{chain: Entry[], moment: Entry|null}} */
  why(n) {
    const chain = [this.entry(n)], { first } = this.turn(n);
    for (;;) {
      const last = chain[chain.length - 1];
      if (last.cause === undefined || (last.cause < first && chain.length > 1) || (chain.length > 1 && (last.kind === "answer" || chain[0].kind === "answer"))) break;
      chain.push(this.entry(last.cause));
    }
    const last = chain[chain.length - 1];
    const began = this.entry(this.batch(n));
    return { chain, moment: chain[0].kind === "answer" || last.kind === "answer" || began === last ? null : began };
  }
}

/** The token that this browser holds for a game, if a table page or a fork left one. @param {string} game @returns {Record<string, string>} */
export function authorization(game) {
  const token = sessionStorage.getItem(`ledgerdemain:${game}`);
  return token ? { Authorization: `Bearer ${token}` } : {};
}

/** What an address answers, as JSON; an `Error` with the problem's own words if it does not. @param {string} game @param {string} url @param {RequestInit} [init] */
export async function asked(game, url, init = {}) {
  const answer = await fetch(url, { ...init, headers: { ...authorization(game), ...init.headers } });
  const data = await answer.json();
  if (!answer.ok) throw new Error(data.detail ?? data.title ?? `The server answered ${answer.status}.`);
  return data;
}

/** @param {string} game @param {string} eye @returns {Promise<Tape>} */
export async function load(game, eye) {
  const answer = await fetch(`/replays/${game}/tape?as=${encodeURIComponent(eye)}`, { headers: authorization(game) });
  if (!answer.ok) throw new Error((await answer.json()).detail ?? `The server answered ${answer.status}.`);
  return new Tape(await answer.text());
}
