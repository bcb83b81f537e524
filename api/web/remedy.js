// The remedy that a form asks for: let it stand, rewind to a record, adjust the result, or void the game.

/** @param {FormData} fields @returns {{kind: string, at?: number, winners?: number[], scores?: number[]}} */
export function remedy(fields) {
  const kind = String(fields.get("remedy"));
  const numbers = (/** @type {string} */ name) => fields.getAll(name).filter((value) => value !== "").map(Number);
  if (kind === "rewind") return { kind, at: numbers("at")[0] };
  if (kind !== "adjust") return { kind };
  const scores = numbers("scores");
  return scores.length ? { kind, winners: numbers("winners"), scores } : { kind, winners: numbers("winners") };
}
