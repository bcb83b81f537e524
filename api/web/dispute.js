// The page of a dispute: it is read again with the visitor's token, and its forms are sent as JSON. All that it shows, the server wrote.

import { $, $$ } from "./html.js";
import { remedy } from "./remedy.js";

const ARBITER = "ledgerdemain:arbiter"; // where this tab keeps an arbiter's token; a seat's stands under its game, as on the replay page

const HOT = 0.8; // how far down in the table the record in question stands, as a share of its height

const seat = `ledgerdemain:${$("#main").dataset.game}`;
const token = () => sessionStorage.getItem(ARBITER) ?? sessionStorage.getItem(seat);
const query = new URLSearchParams(location.search);
if (query.has("theme")) document.documentElement.dataset.theme = /** @type {string} */ (query.get("theme"));

/** The problem that an answer tells, in words, with the rule that bars what was asked for. @param {Response} answer */
async function problem(answer) {
  const said = await answer.json().catch(() => ({}));
  return `${said.detail ?? said.title ?? `The server answered ${answer.status}.`}${said.rule ? ` (${said.rule})` : ""}`;
}

/** Read the page with a token, if there is one, and show it in place of this one. @param {string|null} bearer */
async function read(bearer) {
  const answer = await fetch(location.pathname + location.search, { headers: bearer ? { Authorization: `Bearer ${bearer}` } : {} });
  if (!answer.ok) throw new Error(answer.headers.get("content-type")?.startsWith("text/html") ? told(await answer.text()) : await problem(answer));
  const columns = $$("[data-col]:not(:checked)").map((box) => box.dataset.col), [x, y] = [scrollX, scrollY];
  const fresh = $("#main", parsed(await answer.text()));
  $("#main").replaceWith(document.adoptNode(fresh));
  for (const box of $$("[data-col]")) box.checked = !columns.includes(box.dataset.col);
  scrollTo(x, y);
  begin();
}

/** @param {string} text */
const parsed = (text) => new DOMParser().parseFromString(text, "text/html");
/** What a page that is a problem says. @param {string} text */
const told = (text) => $("main p", parsed(text))?.textContent ?? "The server did not show the page.";

/** The fields of a form as the server wants them. @param {HTMLFormElement} form */
function body(form) {
  const fields = new FormData(form);
  /** @type {Record<string, any>} */
  const wanted = {};
  for (const area of form.querySelectorAll("textarea")) wanted[area.name] = area.value;
  if (fields.has("remedy")) wanted.remedy = remedy(fields);
  if (fields.has("rules") || fields.has("more")) {
    const more = String(fields.get("more") ?? "").split(/[\s,]+/).filter(Boolean);
    wanted.rules = [...fields.getAll("rules"), ...more];
  }
  return wanted;
}

/** Send a form, and show the page as it is then. @param {HTMLFormElement} form */
async function send(form) {
  const button = $("button[type=submit]", form), wrong = $(".problem", form);
  button.disabled = true;
  wrong.hidden = true;
  try {
    const answer = await fetch(/** @type {string} */ (form.dataset.post), {
      method: "POST", headers: { "Content-Type": "application/json", Authorization: `Bearer ${token()}` }, body: JSON.stringify(body(form)),
    });
    if (!answer.ok) throw new Error(await problem(answer));
    const done = button.textContent;
    await read(token());
    $("#live").textContent = `Done: ${done}.`;
  } catch (error) {
    wrong.textContent = /** @type {Error} */ (error).message;
    wrong.hidden = false;
    button.disabled = false;
  }
}

/** Take a token, and keep it in this tab if it opens something here. @param {HTMLFormElement} form */
async function enter(form) {
  const bearer = $("#token").value.trim(), wrong = $(".problem", form);
  wrong.hidden = true;
  try {
    await read(bearer || null);
    sessionStorage.removeItem(ARBITER);
    if (bearer) sessionStorage.setItem($("#main").dataset.reader === "arbiter" ? ARBITER : seat, bearer);
    begin();
    $("#live").textContent = $(".seenby").textContent;
  } catch (error) {
    wrong.textContent = /** @type {Error} */ (error).message;
    wrong.hidden = false;
  }
}

/** What a page that has just come needs of its script. */
function begin() {
  $("#who").hidden = false;
  $("#forget").hidden = token() === null;
  const hot = $("tr.hot"), box = $(".xscroll");
  box.scrollTop = hot.offsetTop + hot.offsetHeight - box.clientHeight * HOT;
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  event.preventDefault();
  if (form.id === "who") enter(form);
  else if (form.dataset.post) send(form);
});
document.addEventListener("click", (event) => {
  if (/** @type {Element} */ (event.target).id !== "forget") return;
  sessionStorage.removeItem(ARBITER);
  sessionStorage.removeItem(seat);
  read(null);
});

begin();
if (token() !== null) await read(token()).catch(() => { $("#forget").hidden = false; });
document.documentElement.dataset.ready = "";
