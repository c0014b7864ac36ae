// What a person chose, kept by the browser: language, theme and what was seen for good, key and user until the tab closes.

function read(store, name) {
  try {
    return window[store].getItem(`enishi.${name}`);
  } catch {
    return null; // a browser that keeps nothing
  }
}

function write(store, name, value) {
  try {
    if (value) window[store].setItem(`enishi.${name}`, value);
    else window[store].removeItem(`enishi.${name}`);
  } catch {
    // as above: the choice holds until the page is left
  }
}

const now = {
  language: read("localStorage", "language") ?? (navigator.language.startsWith("ja") ? "ja" : "en"),
  theme: read("localStorage", "theme") ?? "auto",
  shortcuts: read("localStorage", "shortcuts") ?? "on",
  seen: read("localStorage", "seen"),
  key: read("sessionStorage", "key"),
  user: new URLSearchParams(location.search).get("user") ?? read("sessionStorage", "user"),
};
const STORES = { language: "localStorage", theme: "localStorage", shortcuts: "localStorage", seen: "localStorage", key: "sessionStorage", user: "sessionStorage" };

export const settings = {
  get(name) {
    return now[name];
  },
  set(name, value) {
    now[name] = value || null;
    write(STORES[name], name, value);
  },
};
