// Pieces that several views show: chips of entities, memories in lists, tables of facts, empty places.

import { h } from "./dom.js";
import { colourOf, day, entityType, relationType, t, tOr } from "./words.js";

export function entityHref(id) {
  return `#/entity/${encodeURIComponent(id)}`;
}

export function memoryHref(id) {
  return `#/memory/${encodeURIComponent(id)}`;
}

export function projectHref(path) {
  return `#/projects/${path.split("/").map(encodeURIComponent).join("/")}`;
}

/** An entity as a coloured chip that leads to it. */
export function chip(entity, extra = "") {
  return h(
    "a",
    { class: "chip", href: entityHref(entity.id), title: entityType(entity.type), vars: { "--type": colourOf(entity.type) } },
    entity.name,
    extra && h("small", {}, ` ${extra}`),
  );
}

/** What is not there, and what to do about it. */
export function nothing(text, advice = "") {
  return advice ? h("div", { class: "nothing" }, h("p", {}, text), h("p", { class: "quiet" }, advice)) : h("p", { class: "quiet" }, text);
}

/** The day a memory is about, its project and tags. */
export function marks(memory) {
  return h(
    "p",
    { class: "marks" },
    h("time", { datetime: memory.occurred_at ?? memory.created_at }, day(memory.occurred_at ?? memory.created_at)),
    memory.speaker && h("span", {}, memory.speaker),
    memory.project && h("a", { href: projectHref(memory.project) }, memory.project),
    memory.category && h("span", {}, memory.category),
    (memory.tags ?? []).map((tag) => h("span", { class: "tag" }, `#${tag}`)),
    memory.pinned && h("span", { class: "badge" }, t("pinned")),
    memory.bookmarked && h("span", { class: "badge" }, t("bookmarked")),
    memory.rating !== null && memory.rating !== undefined && h("span", {}, `${t("rating")} ${memory.rating} / 5`),
    memory.pending && h("span", { class: "badge" }, t("pending")),
    memory.status && memory.status !== "active" && h("span", { class: "badge over" }, t(`status.${memory.status}`)),
  );
}

/** A number from 0 to 1 as percent. */
export function percent(share) {
  return `${Math.round(100 * share)} %`;
}

/** What keeps a fact from being simply so: denied, planned, ended. */
export function reservations(fact) {
  const ended = fact.ending?.mark ?? (fact.valid_to ? t("endedAt", { at: day(fact.valid_to) }) : null);
  return [
    fact.polarity === "negative" && h("span", { class: "badge over" }, t("denied")),
    fact.modality && fact.modality !== "stated" && h("span", { class: "badge" }, tOr(`modality.${fact.modality}`, fact.modality)),
    ended && h("span", { class: "badge over" }, ended),
  ];
}

/** Facts as a table; `ends` makes of a fact its subject and its object, `sentence` the words that state it. */
export function factTable(facts, ends, sentence) {
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": t("factsOf") },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, ["subject", "predicate", "object", "sentence", "confidence"].map((key) => h("th", { scope: "col" }, t(key))))),
      h(
        "tbody",
        {},
        facts.map((fact) => {
          const [subject, object] = ends(fact);
          return h(
            "tr",
            { class: fact.ending || fact.valid_to ? "ended" : null },
            h("td", {}, subject),
            h("td", {}, h("span", { title: relationType(fact.type) }, fact.predicate), " ", reservations(fact)),
            h("td", {}, object, fact.amount && h("small", {}, ` ${fact.amount}`), fact.place && h("small", {}, ` @ ${fact.place}`), fact.time && h("small", {}, ` ${fact.time}`)),
            h("td", {}, sentence(fact)),
            h("td", { class: "number" }, percent(fact.confidence)),
          );
        }),
      ),
    ),
  );
}

/** Pairs of a word and a value as a list; empty ones are left out. */
export function pairs(rows) {
  return h(
    "dl",
    { class: "pairs" },
    rows.filter(([, value]) => value !== null && value !== undefined && value !== "" && value !== false).map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
  );
}

/** A list of memories, each with its title as a link. */
export function memoryList(memories) {
  return h(
    "ul",
    { class: "list" },
    memories.map((memory) =>
      h("li", {}, h("a", { href: memoryHref(memory.id ?? memory.memory_id), "data-step": true }, memory.title), marks(memory)),
    ),
  );
}
