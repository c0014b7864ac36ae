// The projects, and one of them: what is pinned, its conversations, what lies below it, its memories.

import { get } from "./api.js";
import { h, show } from "./dom.js";
import { memoryList, nothing, pairs, projectHref } from "./parts.js";
import { count, day, t, when } from "./words.js";

export async function open(view, { rest: path, stale, notify }) {
  if (path) await one(view, path, stale, notify);
  else await all(view, stale);
}

async function all(view, stale) {
  const projects = await get("/api/projects");
  if (stale()) return;
  show(
    view,
    h("h1", {}, t("projects")),
    projects.length === 0
      ? nothing(t("noProjects"), t("noProjectsDo"))
      : h(
          "ul",
          { class: "cards" },
          projects.map((project) =>
            h("li", {}, h("h2", {}, h("a", { href: projectHref(project.path), "data-step": true }, project.name)), h("p", { class: "quiet" }, project.category_path.join(" / ")), project.description && h("p", {}, project.description), h("p", { class: "marks" }, h("span", {}, t("projectSize", { n: count(project.memories) })), project.pinned > 0 && h("span", {}, t("pinnedSize", { n: project.pinned })), h("span", {}, day(project.last_updated_at)), project.channels.map((channel) => h("span", { class: "tag" }, channel)))),
          ),
        ),
  );
}

async function one(view, path, stale, notify) {
  const address = path.split("/").map(encodeURIComponent).join("/");
  const [detail, page] = await Promise.all([get(`/api/projects/${address}`), get("/api/memories", { project: path, limit: 20, order: "occurred" })]);
  if (stale()) return;
  const list = h("div", {}, memoryList(page.memories));
  const more = h("p", {});
  const goOn = (cursor) => show(more, cursor && h("button", { onclick: async () => {
    try {
      const next = await get("/api/memories", { project: path, limit: 20, order: "occurred", cursor });
      list.append(memoryList(next.memories));
      goOn(next.next_cursor);
    } catch (error) {
      notify(`${t(`trouble.${error.kind ?? "failed"}`)} ${error.message}`);
    }
  } }, t("more")));
  goOn(page.next_cursor);
  const project = detail.project;
  show(
    view,
    h(
      "article",
      { class: "page" },
      h("h1", {}, project.path),
      project.description && h("p", {}, project.description),
      h("p", {}, h("a", { class: "button", href: `#/search?${new URLSearchParams({ mode: "recent", project: path })}` }, t("searchHere")), " ", h("a", { class: "button", href: `#/map?${new URLSearchParams({ project: path })}` }, t("onMap"))),
      h(
        "div",
        { class: "columns" },
        h("div", {}, detail.pinned.length > 0 && h("section", {}, h("h2", {}, t("pinned")), memoryList(detail.pinned)), h("section", {}, h("h2", {}, t("memories")), page.memories.length ? [list, more] : nothing(t("nothingYet")))),
        h(
          "aside",
          { "aria-label": t("details") },
          pairs([
            [t("memories"), count(project.memories)],
            [t("kept"), t("since", { a: when(project.created_at), b: when(project.last_updated_at) })],
            [t("channel"), project.channels.join(", ")],
            [t("below"), detail.below.length > 0 && h("ul", { class: "plain" }, detail.below.map((each) => h("li", {}, h("a", { href: projectHref(each) }, each))))],
            [t("sessions"), detail.sessions.length > 0 && h("ul", { class: "plain" }, detail.sessions.map((each) => h("li", {}, h("a", { href: `#/search?${new URLSearchParams({ mode: "recent", project: path })}` }, each.id), " ", h("small", {}, `${count(each.memories)} · ${day(each.last_updated_at)}`))))],
          ]),
        ),
      ),
    ),
  );
}
