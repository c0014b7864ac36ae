// What every view may do with the page around it: tell of trouble, tell in passing, open a dialog.

import { Trouble } from "./api.js";
import { h, show } from "./dom.js";
import { t } from "./words.js";

/** What went wrong, in plain words, and a button that tries again. */
export function trouble(error, again, heading = "h1") {
  const kind = error instanceof Trouble ? error.kind : "failed";
  if (!(error instanceof Trouble)) console.error(error);
  return h(
    "div",
    { class: "trouble", role: "alert" },
    h(heading, {}, t(`trouble.${kind}`)),
    h("p", {}, t(`trouble.${kind}.do`)),
    error.message && error instanceof Trouble && h("p", { class: "quiet" }, error.message),
    again && h("button", { onclick: () => again() }, t("again")),
  );
}

/** Tells something in passing, to eyes and to screen readers. */
export function notify(text) {
  const notice = document.getElementById("notice");
  show(notice, text);
  setTimeout(() => notice.textContent === text && show(notice), 6000);
}

/** A dialog of its own: `fill(close)` gives what stands in it; the promise gives what it was closed with. */
export function dialog(title, fill) {
  return new Promise((resolve) => {
    const close = (value) => {
      box.close();
      box.remove();
      resolve(value);
    };
    const box = h("dialog", { "aria-label": title, oncancel: () => close(null) }, h("h2", {}, title));
    box.append(...[fill(close)].flat());
    document.body.append(box);
    box.showModal();
  });
}
