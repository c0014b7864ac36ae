// The page as a whole: the bar, the views by address, keys, the question for an API key.

import { keyAskedBy } from "./api.js";
import { choice, h, show } from "./dom.js";
import { follow } from "./live.js";
import { settings } from "./settings.js";
import { dialog, notify, trouble } from "./shell.js";
import { loadTypes, t } from "./words.js";

const VIEWS = { search: "./search.js", memory: "./memory.js", entity: "./entity.js", map: "./map.js", projects: "./projects.js", figures: "./figures.js", review: "./review.js" };
const TABS = ["search", "map", "projects", "figures", "review"];
const GO = { s: "search", m: "map", p: "projects", f: "figures", r: "review" };

const QUIET = ["projects", "figures"]; // drawn anew by themselves: nobody types there, and nothing moves away

const view = document.getElementById("view");
let leave = null;
let shown = 0;

/** What the address asks for: `#/entity/ID?depth=2` is view "entity", rest "ID", query {depth: "2"}. */
function address() {
  const [, path, query = ""] = location.hash.match(/^#?\/?([^?]*)\??(.*)$/s);
  const [name, ...rest] = path.split("/");
  return { name: name || "search", rest: rest.map(decodeURIComponent).join("/"), query: new URLSearchParams(query) };
}

async function draw({ focus = true } = {}) {
  const number = ++shown;
  const { name, rest, query } = address();
  leave?.();
  leave = null;
  tabs(name);
  if (!(name in VIEWS)) {
    show(view, h("h1", {}, t("trouble.missing")));
    return;
  }
  const stale = () => number !== shown;
  show(view, h("p", { class: "quiet" }, t("loading")));
  try {
    const module = await import(VIEWS[name]);
    if (stale()) return;
    leave = (await module.open(view, { rest, query, stale, notify })) ?? null;
    // Only now: the key is known where one is needed.
    follow(() => draw({ focus: false }), () => QUIET.includes(address().name) && !document.querySelector("dialog"));
  } catch (error) {
    if (stale() || error.name === "AbortError") return;
    show(view, trouble(error, draw));
  }
  const heading = view.querySelector("h1");
  document.title = heading ? `${heading.textContent} – Enishi` : "Enishi";
  // Who cannot see the page change is told of it by where the focus goes.
  if (focus && heading && !view.contains(document.activeElement)) {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
}

function bar() {
  const theme = choice(["auto", "light", "dark"].map((each) => [each, t(`theme.${each}`)]), settings.get("theme"), {
    "aria-label": t("theme"),
    onchange: (event) => {
      settings.set("theme", event.target.value);
      paint();
      window.dispatchEvent(new Event("themed"));
    },
  });
  const user = h("input", {
    id: "user",
    value: settings.get("user") ?? "",
    placeholder: t("user"),
    "aria-label": t("user"),
    title: t("userHint"),
    autocomplete: "off",
    spellcheck: "false",
    onchange: (event) => {
      settings.set("user", event.target.value.trim());
      draw({ focus: false });
    },
  });
  show(
    document.getElementById("bar"),
    h("a", { class: "brand", href: "#/search" }, h("img", { src: "page/icon.svg", alt: "", width: 24, height: 24 }), "Enishi"),
    h("nav", { "aria-label": t("navigation"), id: "tabs" }),
    h(
      "div",
      { class: "tools" },
      user,
      theme,
      h(
        "button",
        {
          lang: settings.get("language") === "ja" ? "en" : "ja",
          title: t("languageTitle"),
          onclick: () => {
            settings.set("language", settings.get("language") === "ja" ? "en" : "ja");
            dress();
          },
        },
        t("language"),
      ),
      h("button", { title: t("keyboard"), "aria-label": t("keyboard"), onclick: keys }, "?"),
    ),
  );
}

function tabs(current) {
  show(
    document.getElementById("tabs"),
    TABS.map((name) => h("a", { href: `#/${name}`, "aria-current": name === current ? "page" : null }, t(name))),
    h("a", { href: "docs" }, t("documentation")),
  );
}

function paint() {
  document.documentElement.dataset.theme = settings.get("theme") ?? "auto";
}

function dress() {
  document.documentElement.lang = settings.get("language");
  document.getElementById("skip").textContent = t("skip");
  paint();
  bar();
  draw({ focus: false });
}

keyAskedBy((known) =>
  dialog(t(known ? "keyWrong" : "keyNeeded"), (close) => {
    const key = h("input", { type: "password", id: "api-key", required: true, autocomplete: "off" });
    return h(
      "form",
      {
        onsubmit: (event) => {
          event.preventDefault();
          settings.set("key", key.value.trim());
          close(key.value.trim());
        },
      },
      h("p", {}, t("keyText")),
      h("label", { class: "field", for: "api-key" }, h("span", {}, t("key")), key),
      h(
        "div",
        { class: "row" },
        h("button", { class: "primary" }, t("useKey")),
        h("button", { type: "button", onclick: () => close(null) }, t("cancel")),
      ),
    );
  }),
);

function keys() {
  const on = h("input", {
    type: "checkbox",
    checked: settings.get("shortcuts") === "on",
    onchange: (event) => settings.set("shortcuts", event.target.checked ? "on" : "off"),
  });
  dialog(t("keyboard"), (close) => [
    h("dl", { class: "keys" }, ["/", "j", "k", "y", "g", "?"].map((key) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, t(`key.${key}`))])),
    h("label", { class: "check" }, on, t("keysOn")),
    h("div", { class: "row" }, h("button", { class: "primary", onclick: () => close(null) }, t("close"))),
  ]);
}

let began = false;
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input, textarea, select, [contenteditable], dialog");
  if (settings.get("shortcuts") !== "on" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const following = began;
  began = false;
  if (following && TABS.includes(GO[event.key])) location.hash = `#/${GO[event.key]}`;
  else if (event.key === "g") began = true;
  else if (event.key === "?") keys();
  else if (event.key === "/") {
    const question = document.getElementById("question") ?? view.querySelector("input[type=search]");
    if (question === null) location.hash = "#/search";
    else question.focus();
  } else if (event.key === "j" || event.key === "k") {
    const steps = [...view.querySelectorAll("[data-step]")];
    const at = steps.findIndex((each) => each === document.activeElement || each.contains(document.activeElement));
    steps[Math.max(0, Math.min(steps.length - 1, at + (event.key === "j" ? 1 : -1)))]?.focus();
  } else return;
  event.preventDefault();
});

document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  view.focus();
});
try {
  await loadTypes();
} catch {
  // the server went away between two files: types keep their names, and the view says what is wrong
}
dress();
// Only now: before there is a bar there is nothing to draw into, and the first view is that of the address as it is.
window.addEventListener("hashchange", () => draw());
