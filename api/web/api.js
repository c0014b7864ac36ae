// Asks the REST door. What goes wrong becomes a Trouble, which says what to do; 401 asks for the key once.

import { settings } from "./settings.js";

export class Trouble extends Error {
  /** `kind` is a key of the words: away, crowded, refused, missing, invalid, conflict, failed. */
  constructor(kind, detail, status = 0) {
    super(detail);
    this.kind = kind;
    this.status = status;
  }
}

let asking = null;
let wrote = 0;
let askForKey = async () => null;

/** Says who asks a person for the key: a function that gives it, or null. */
export function keyAskedBy(ask) {
  askForKey = ask;
}

/** GET: `query` holds single values and lists; what is empty is left out. */
export function get(path, query = {}, signal = undefined) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== null && each !== undefined && each !== "" && each !== false) search.append(name, each);
    }
  }
  const text = search.toString();
  return call("GET", text ? `${path}?${text}` : path, undefined, signal);
}

/** POST of a question, whose words stand in no address. */
export function ask(path, body, signal = undefined) {
  return call("POST", path, JSON.stringify(body), signal);
}

/** POST, PUT, PATCH with a body of JSON. */
export async function send(method, path, body = {}, signal = undefined) {
  wrote = Date.now();
  try {
    return await call(method, path, JSON.stringify(body), signal);
  } finally {
    wrote = Date.now();
  }
}

/** When this page last changed something. */
export function wroteAt() {
  return wrote;
}

async function call(method, path, body, signal) {
  let response = await answered(method, path, body, signal);
  if (response.status === 401) {
    // Several questions at once ask a person once.
    asking ??= askForKey(settings.get("key") !== null).finally(() => (asking = null));
    if ((await asking) === null) throw new Trouble("refused", "", 401);
    response = await answered(method, path, body, signal);
  }
  if (!response.ok) throw await troubleOf(response);
  return response.json();
}

async function answered(method, path, body, signal) {
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (settings.get("key")) headers.Authorization = `Bearer ${settings.get("key")}`;
  // A header holds bytes: the name of a user travels as the bytes of its UTF-8.
  if (settings.get("user")) headers["X-Enishi-User"] = String.fromCharCode(...new TextEncoder().encode(settings.get("user")));
  try {
    // Relative: behind a proxy the door may stand at a path.
    return await fetch(path.replace(/^\//, ""), { method, headers, body, signal, cache: "no-store", redirect: "error" });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Trouble("away", "");
  }
}

const KINDS = { 401: "refused", 403: "refused", 404: "missing", 409: "conflict", 422: "invalid", 400: "invalid", 429: "crowded", 503: "crowded" };

async function troubleOf(response) {
  let problem = {};
  try {
    problem = await response.json();
  } catch {
    // a proxy answered in its place
  }
  const parts = [problem.detail, ...(problem.errors ?? []).map((each) => `${each.field ?? ""} ${each.problem ?? each.detail ?? ""}`)];
  return new Trouble(KINDS[response.status] ?? "failed", parts.filter(Boolean).join(" "), response.status);
}
