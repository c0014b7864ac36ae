// What happens while one looks: follows the server's events, and says how much is new since one looked.

import { wroteAt } from "./api.js";
import { h, show } from "./dom.js";
import { settings } from "./settings.js";
import { t } from "./words.js";

const OWN_MS = 3000; // what happens so soon after this page wrote is what this page wrote
const SEEN_MOST = 200; // events of the half minute before a cursor come twice; they are known by their ids
const LONGEST_WAIT_MS = 300_000;

let stream = null;
let of = null;
let wait = 1000;
let news = 0;
let place = { cursor: null, ids: [] };
let refresh = () => {};
let quiet = () => false;
let pending = null;

/** Follows as the user and with the key that are chosen; `again` draws the view, `isQuiet` says whether it may at once. */
export function follow(again, isQuiet) {
  refresh = again;
  quiet = isQuiet;
  const who = `${settings.get("user") ?? ""}\n${settings.get("key") ?? ""}`;
  if (who === of) return;
  of = who;
  stream?.close();
  news = 0;
  place = kept();
  tell();
  connect(who);
}

function connect(who) {
  const url = new URL("api/events/stream", document.baseURI);
  url.protocol = url.protocol.replace("http", "ws");
  if (place.cursor) url.searchParams.set("cursor", place.cursor);
  const protocols = ["enishi.events"];
  for (const name of ["key", "user"]) {
    if (settings.get(name)) protocols.push(`enishi.${name}.${base64(settings.get(name))}`);
  }
  let opened = false;
  const socket = (stream = new WebSocket(url, protocols));
  socket.onmessage = (message) => {
    const said = JSON.parse(message.data);
    if (said.type === "hello") {
      opened = true;
      wait = 1000;
      // Who comes for the first time has seen nothing yet that could be new.
      if (!place.cursor) keep(said.cursor);
    } else if (said.type === "event") happened(said);
  };
  socket.onclose = () => {
    if (who !== of) return;
    // A browser does not say why; a cursor that the server no longer knows may be the reason.
    if (!opened) place = { cursor: null, ids: [] };
    setTimeout(() => who === of && connect(who), wait);
    wait = Math.min(2 * wait, LONGEST_WAIT_MS);
  };
}

function happened({ event, cursor }) {
  if (place.ids.includes(event.id)) return;
  place.ids = [...place.ids, event.id].slice(-SEEN_MOST);
  place.cursor = cursor;
  if (Date.now() - wroteAt() < OWN_MS) return keep(cursor);
  news += 1;
  tell();
  // Many at once, such as an ingest, are drawn once.
  if (quiet()) pending ??= setTimeout(look, 1500);
}

/** Draws what is new, which is seen then. */
function look() {
  clearTimeout(pending);
  pending = null;
  news = 0;
  keep(place.cursor);
  tell();
  refresh();
}

function tell() {
  show(
    document.getElementById("news"),
    news > 0 && !quiet() && h("button", { class: "news", onclick: look }, t("news", { n: news })),
  );
}

function kept() {
  try {
    return JSON.parse(settings.get("seen") ?? "{}")[settings.get("user") ?? ""] ?? { cursor: null, ids: [] };
  } catch {
    return { cursor: null, ids: [] }; // kept by an older page
  }
}

function keep(cursor) {
  place.cursor = cursor;
  let all = {};
  try {
    all = JSON.parse(settings.get("seen") ?? "{}");
  } catch {
    // as above
  }
  settings.set("seen", JSON.stringify({ ...all, [settings.get("user") ?? ""]: place }));
}

function base64(text) {
  const bytes = String.fromCharCode(...new TextEncoder().encode(text));
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
