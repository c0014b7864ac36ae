// Views of the map that a person keeps: a name and an address, in this browser.

import { h, show } from "./dom.js";
import { dialog } from "./shell.js";
import { t } from "./words.js";

const PLACE = "enishi.views";

function views() {
  try {
    return JSON.parse(localStorage.getItem(PLACE)) ?? [];
  } catch {
    return [];
  }
}

function keep(list) {
  try {
    localStorage.setItem(PLACE, JSON.stringify(list));
  } catch {
    // a browser that keeps nothing
  }
}

/** A button that opens the list, with a field to keep what is shown now. */
export function savedViews(notify) {
  return h("button", { onclick: () => opened(notify) }, t("views"));
}

function opened(notify) {
  dialog(t("views"), (close) => {
    const list = h("ul", { class: "list" });
    const name = h("input", { type: "text", required: true, maxlength: 60, "aria-label": t("viewName"), placeholder: t("viewName") });
    const refresh = () =>
      show(
        list,
        views().map((each) =>
          h("li", { class: "row" }, h("a", { href: each.address, onclick: () => close(null) }, each.name),
            h("button", { "aria-label": `${t("viewForget")}: ${each.name}`, onclick: () => (keep(views().filter((other) => other.name !== each.name)), refresh()) }, "×")),
        ),
        views().length === 0 && h("li", { class: "quiet" }, t("noViews")),
      );
    refresh();
    return [
      list,
      h("form", { class: "row", onsubmit: (event) => {
        event.preventDefault();
        keep([...views().filter((each) => each.name !== name.value.trim()), { name: name.value.trim(), address: location.hash }]);
        name.value = "";
        refresh();
        notify(t("viewKept"));
      } }, name, h("button", { class: "primary" }, t("viewKeep"))),
      h("div", { class: "row" }, h("button", { onclick: () => close(null) }, t("close"))),
    ];
  });
}
