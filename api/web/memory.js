// One memory: its text with what it speaks of marked, what it states, what it said before, what it is tied to.

import { get, send } from "./api.js";
import { bar, choice, field, h, show } from "./dom.js";
import { chip, entityHref, factTable, marks, memoryHref, nothing, pairs, percent, projectHref } from "./parts.js";
import { colourOf, count, entityType, t, tOr, when } from "./words.js";

const RATINGS = ["0", "1", "2", "3", "4", "5"];

export async function open(view, { rest: id, stale, notify }) {
  const path = `/api/memories/${encodeURIComponent(id)}`;
  const detail = await get(path);
  // What stands beside it may fail without taking the text away.
  const [versions, links, weight] = await Promise.all([`${path}/history`, `${path}/links`, `${path}/importance`].map((each) => get(each).catch(() => null)));
  if (stale()) return;
  const memory = detail.memory;
  const letters = [...memory.text];
  const entities = new Map(detail.entities.map((entity) => [entity.name, entity]));
  const end = (name) => (entities.has(name) ? h("a", { href: entityHref(entities.get(name).id) }, name) : name);
  show(
    view,
    h(
      "article",
      { class: "page" },
      h("h1", {}, memory.title),
      marks(memory),
      h(
        "div",
        { class: "columns" },
        h(
          "div",
          {},
          h("section", { "aria-label": t("text") }, h("p", { class: "memory-text", lang: memory.language }, marked(letters, detail)), detail.entities.length > 0 && h("p", { class: "quiet" }, t("marked"))),
          detail.endings.map((ending) => h("p", { class: "ending" }, h("a", { href: memoryHref(ending.memory_id) }, ending.mark))),
          h("section", {}, h("h2", {}, t("facts")), detail.facts.length ? factTable(detail.facts, (fact) => [end(fact.subject), end(fact.object)], (fact) => letters.slice(fact.start, fact.end).join("")) : nothing(t("noFacts"))),
          versions?.length > 0 && h("section", {}, h("h2", {}, t("history")), h("ol", { class: "versions" }, versions.map((version) => h("li", {}, h("p", { class: "quiet" }, t("since", { a: when(version.since), b: when(version.until) })), h("p", { class: "memory-text" }, version.text))))),
          h("section", {}, h("h2", {}, t("links")), links?.length ? h("ul", { class: "list" }, links.map(shownLink)) : nothing(t("noLinks"))),
        ),
        h(
          "aside",
          { "aria-label": t("details") },
          h("p", { class: "chips" }, detail.entities.map((entity) => chip(entity, percent(entity.confidence)))),
          pairs([
            [t("kept"), when(memory.created_at)],
            [t("happened"), when(memory.occurred_at)],
            [t("changed"), memory.edit_count > 0 && when(memory.updated_at)],
            [t("project"), memory.project && h("a", { href: projectHref(memory.project) }, memory.project)],
            [t("category"), memory.category],
            [t("speaker"), memory.speaker],
            [t("channel"), memory.channel],
            [t("session"), memory.session_id],
            [t("source"), memory.source],
            [t("used"), t("times", { n: memory.use_count })],
            ["id", h("code", {}, memory.id)],
          ]),
          weight && h("section", {}, h("h2", {}, t("importance")), h("p", {}, h("strong", {}, count(weight.score)), " / 10"), h("ul", { class: "bars" }, weight.parts.map((part) => h("li", {}, h("span", {}, tOr(`importance.${part.name}`, part.name)), bar(part.value, count(part.points)))))),
          h(
            "p",
            { class: "row" },
            h("button", { onclick: (event) => pin(event.target, memory, notify) }, t(memory.pinned ? "unpin" : "pin")),
            h("button", { onclick: (event) => bookmark(event.target, memory, notify) }, t(memory.bookmarked ? "unbookmark" : "bookmark")),
          ),
          field(t("rating"), choice([["", t("unrated")], ...RATINGS.map((each) => [each, `${each} / 5`])], String(memory.rating ?? ""), { name: "rating", onchange: (event) => rate(event.target, memory, notify) })),
        ),
      ),
    ),
  );
}

async function pin(button, memory, notify) {
  await sent(button, notify, async () => {
    const kept = await send("POST", `/api/memories/${encodeURIComponent(memory.id)}/${memory.pinned ? "unpin" : "pin"}`);
    memory.pinned = kept.pinned;
  });
  button.textContent = t(memory.pinned ? "unpin" : "pin");
}

async function bookmark(button, memory, notify) {
  await sent(button, notify, () => changed(memory, { bookmarked: !memory.bookmarked }));
  button.textContent = t(memory.bookmarked ? "unbookmark" : "bookmark");
}

async function rate(select, memory, notify) {
  await sent(select, notify, () => changed(memory, { rating: select.value === "" ? null : Number(select.value) }));
  select.value = String(memory.rating ?? "");
}

/** Changes fields of a memory, there and here. */
async function changed(memory, fields) {
  await send("PATCH", `/api/memories/${encodeURIComponent(memory.id)}`, fields);
  Object.assign(memory, fields);
}

/** Does what a control asks for; meanwhile it takes nothing more, and trouble is told. */
async function sent(control, notify, act) {
  control.disabled = true;
  try {
    await act();
  } catch (error) {
    notify(`${t(`trouble.${error.kind ?? "failed"}`)} ${error.message}`);
  } finally {
    control.disabled = false;
  }
}

function shownLink(link) {
  return h("li", {}, h("a", { href: memoryHref(link.memory.id) }, link.memory.title), h("p", { class: "marks" }, h("span", {}, tOr(`link.${link.kind}`, link.kind.toLowerCase().replaceAll("_", " "))), h("span", {}, percent(link.confidence)), h("span", {}, (link.reasons ?? []).join(" · "))));
}

/** The text with its mentions as links. Places count code points, as Python does; of two that overlap the longer wins. */
function marked(letters, detail) {
  const spans = detail.entities.flatMap((entity) => entity.starts.map((start, place) => ({ start, end: entity.ends[place], entity })));
  const over = detail.endings.filter(({ kind }) => kind !== "contradicted").map(({ start, end }) => [start, end]);
  spans.sort((one, other) => other.end - other.start - (one.end - one.start) || one.start - other.start);
  const kept = [];
  for (const span of spans) if (span.end <= letters.length && !kept.some((each) => span.start < each.end && each.start < span.end)) kept.push(span);
  kept.sort((one, other) => one.start - other.start);
  const pieces = [];
  let at = 0;
  const plain = (until) => {
    // What is over is struck through, piece by piece between the marks.
    while (at < until) {
      const inside = over.find(([start, end]) => start <= at && at < end);
      const next = inside ? Math.min(inside[1], until) : Math.min(until, ...over.map(([start]) => start).filter((start) => start > at));
      const text = letters.slice(at, next).join("");
      pieces.push(inside ? h("s", { title: t("over") }, text) : text);
      at = next;
    }
  };
  for (const { start, end, entity } of kept) {
    plain(start);
    pieces.push(h("a", { class: over.some(([from, to]) => from <= start && start < to) ? "mention over" : "mention", href: entityHref(entity.id), title: `${entity.name} (${entityType(entity.type)})`, vars: { "--type": colourOf(entity.type) } }, letters.slice(start, end).join("")));
    at = end;
  }
  plain(letters.length);
  return pieces;
}
