// One entity: its names, what ties it to others, the facts told of it, the memories that speak of it, by time.

import { get } from "./api.js";
import { h, show } from "./dom.js";
import { entityHref, factTable, memoryHref, nothing, pairs, percent } from "./parts.js";
import { colourOf, count, entityType, relationType, t, when } from "./words.js";

const MANY = 100;

export async function open(view, { rest: called, query, stale }) {
  const id = await get("/api/entities/called", { called });
  const by = query.get("by") === "importance" ? "importance" : "time";
  const [detail, timeline] = await Promise.all([get(`/api/entities/${encodeURIComponent(id)}`), get("/api/graph/timeline", { entity: id, order: by, limit: MANY })]);
  if (stale()) return;
  const entity = detail.entity;
  const here = (end, name) => (!end ? h("span", {}, name) : end === entity.id ? h("strong", {}, name) : h("a", { href: entityHref(end) }, name));
  show(
    view,
    h(
      "article",
      { class: "page" },
      h("h1", {}, entity.name, " ", h("span", { class: "kind", vars: { "--type": colourOf(entity.type) } }, entityType(entity.type))),
      entity.description && h("p", {}, entity.description),
      h("p", {}, h("a", { class: "button", href: `#/map?${new URLSearchParams({ around: entity.id, limit: "100" })}` }, t("onMap"))),
      h(
        "div",
        { class: "columns" },
        h(
          "div",
          {},
          h("section", {}, h("h2", {}, t("relations")), detail.relations.length ? relations(detail.relations, here) : nothing(t("noRelations"))),
          h("section", {}, h("h2", {}, t("factsOf"), ` (${count(detail.fact_count)})`), detail.facts.length ? factTable(detail.facts, (fact) => [here(fact.subject_id, fact.subject), here(fact.object_id, fact.object)], (fact) => h("a", { href: memoryHref(fact.memory_id) }, fact.sentence)) : nothing(t("noFacts"))),
          h(
            "section",
            {},
            h("h2", {}, t("timeline"), ` (${count(timeline.total)})`),
            h("p", { class: "row" }, ["time", "importance"].map((each) => h("a", { class: "button", href: `${entityHref(id)}?by=${each}`, "aria-current": each === by ? "true" : null }, t(each === "time" ? "byTime" : "byImportance")))),
            timeline.entries.length ? line(timeline.entries) : nothing(t("noTimeline")),
            h("p", {}, h("a", { href: `#/search?${new URLSearchParams({ q: entity.name, entities: id })}` }, t("allMemories"))),
          ),
        ),
        h(
          "aside",
          { "aria-label": t("details") },
          pairs([
            [t("names"), h("ul", { class: "plain" }, detail.names.map((name) => h("li", {}, name.name, " ", h("small", {}, count(name.count)))))],
            [t("kept"), entity.first_seen && t("since", { a: when(entity.first_seen), b: when(entity.last_seen) })],
            [t("details"), t("mentions", { n: count(entity.mention_count) })],
            [t("confidence"), percent(entity.confidence)],
            [t("status"), t(entity.validation_status in { confirmed: 1, rejected: 1 } ? entity.validation_status : "unvalidated")],
            ...Object.entries(detail.attributes).map(([name, value]) => [name, [value].flat().join(", ")]),
            [t("factsSay"), detail.read_attributes.length > 0 && h("ul", { class: "plain" }, detail.read_attributes.map((read) => h("li", {}, `${read.name}: `, h("a", { href: memoryHref(read.memory_id) }, read.value))))],
            [t("mayBe"), referrals(entity.may_be)],
            [t("meantBy"), referrals(detail.meant_by)],
          ]),
        ),
      ),
    ),
  );
}

function referrals(list) {
  return list.length > 0 && h("ul", { class: "plain" }, list.map((each) => h("li", {}, h("a", { href: entityHref(each.id) }, each.name), " ", h("small", {}, percent(each.confidence)))));
}

function relations(list, here) {
  return h(
    "ul",
    { class: "list relations" },
    list.map((each) => h("li", {}, here(each.source, each.source_name), h("span", { class: "predicate", title: relationType(each.type) }, ` — ${each.predicate} → `), here(each.target, each.target_name), " ", h("small", {}, `${percent(each.confidence)} · ${count(each.evidence_count)}`), each.validation_status !== "unvalidated" && h("span", { class: "badge" }, t(each.validation_status)))),
  );
}

function line(entries) {
  return h("ol", { class: "timeline" }, entries.map((entry) => h("li", {}, h("time", { datetime: entry.at }, entry.at.slice(0, 10)), h("a", { href: memoryHref(entry.memory_id), "data-step": true }, entry.title), h("small", {}, ` ${count(entry.importance)}`, entry.pinned && ` · ${t("pinned")}`))));
}

