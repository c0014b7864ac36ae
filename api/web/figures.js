// Dashboards: how much there is and how it grew, what matters, what hangs together, what a person should know of.

import { get } from "./api.js";
import { h, show } from "./dom.js";
import { entityHref, memoryHref, nothing } from "./parts.js";
import { bars, lines } from "./plots.js";
import { trouble } from "./shell.js";
import { count, entityType, relationType, t, tOr, when } from "./words.js";

const SHOWN = 8;

export async function open(view, { stale }) {
  const control = new AbortController();
  const cards = [
    ["totals", "/api/database/stats", {}, totals],
    ["alerts", "/api/alerts", {}, alerts],
    ["growth", "/api/graph/growth", {}, growth],
    ["importance", "/api/lifecycle/stats", {}, importance],
    ["communities", "/api/graph/communities", { limit: SHOWN, members: 3 }, communities],
    ["central", "/api/graph/central", { measure: "pagerank", limit: SHOWN }, central],
    ["insights", "/api/graph/insights", { limit: 4 }, insights],
    ["structure", "/api/graph/statistics", {}, structure],
  ];
  const places = cards.map(([name]) => h("section", { class: "card", "aria-label": t(name) }, h("h2", {}, t(name)), h("div", {}, h("p", { class: "quiet" }, t("loading")))));
  show(view, h("h1", {}, t("figures")), h("div", { class: "dashboard" }, places));
  // Each by itself: what fails or takes long holds up no other.
  const drawn = cards.map(async ([, path, query, draw], number) => {
    const place = places[number].lastElementChild;
    const again = async () => {
      try {
        const answer = await get(path, query, control.signal);
        if (!stale()) show(place, draw(answer));
      } catch (error) {
        if (error.name !== "AbortError" && !stale()) show(place, trouble(error, again, "h3"));
      }
    };
    await again();
  });
  await Promise.all(drawn);
  return () => control.abort();
}

function totals(stats) {
  return h("dl", { class: "totals" }, ["memories", "entities", "relations", "facts"].map((name) => h("div", {}, h("dt", {}, t(name === "facts" ? "factsOf" : name === "memories" ? "memories" : name)), h("dd", {}, count(stats[name])))), h("div", {}, h("dt", {}, t("status.archived")), h("dd", {}, count(stats.archived))), h("div", {}, h("dt", {}, t("pending")), h("dd", {}, count(stats.pending))));
}

function alerts(list) {
  return list.length === 0 ? nothing(t("noAlerts")) : h("ul", { class: "list" }, list.map((alert) => h("li", {}, h("strong", {}, tOr(`alert.${alert.kind}`, alert.kind.replaceAll("_", " "))), " ", alert.message, " ", h("small", {}, when(alert.at)))));
}

function growth(steps) {
  if (steps.length === 0) return nothing(t("nothingYet"));
  const kinds = ["memories", "entities", "relations"];
  return lines(t("growth"), steps.map((step) => step.since.slice(0, 7)), kinds.map((kind) => ({ name: t(kind), values: steps.map((step) => step[`${kind}_in_all`]) })));
}

function importance(stats) {
  if (stats.memories === 0) return nothing(t("nothingYet"));
  return [
    bars(t("importance"), stats.buckets.map((bucket) => ({ label: `${t(`bucket.${bucket.bucket}`)} (≥ ${count(bucket.least)})`, value: bucket.count }))),
    h("p", { class: "quiet" }, t("meanMedian", { a: count(stats.mean), b: count(stats.median) }), " · ", ["rising", "stable", "declining"].map((trend) => `${t(`trend.${trend}`)} ${count(stats.trends[trend] ?? 0)}`).join(" · ")),
    h("h3", {}, t("mode.importance")),
    h("ol", { class: "plain" }, stats.buckets.flatMap((bucket) => bucket.first).slice(0, 5).map((memory) => h("li", {}, h("a", { href: memoryHref(memory.memory_id) }, memory.title), " ", h("small", {}, count(memory.score))))),
  ];
}

function communities(found) {
  if (found.communities.length === 0) return nothing(t("noMap"));
  return [
    bars(t("communities"), found.communities.map((each) => ({ label: each.name, value: each.size, href: `#/map?${new URLSearchParams({ around: each.members[0].id, limit: "100", colour: "community" })}` }))),
    h("p", { class: "quiet" }, t("communitiesOf", { n: count(found.communities.length), m: count(found.total), q: count(found.modularity) })),
  ];
}

function central(ranked) {
  if (ranked.nodes.length === 0) return nothing(t("noMap"));
  return bars(t("central"), ranked.nodes.map((node) => ({ label: `${node.name} (${entityType(node.type)})`, value: node.weight, text: `${count(100 * node.weight)} %`, href: entityHref(node.id) })));
}

function insights(found) {
  if (found.bridges.length === 0 && found.unexpected.length === 0) return nothing(t("noInsights"));
  return [
    found.bridges.length > 0 && [h("h3", {}, t("bridges")), h("ul", { class: "list" }, found.bridges.map((bridge) => h("li", {}, h("a", { href: entityHref(bridge.node.id) }, bridge.node.name), " ", h("small", {}, bridge.communities.join(" ↔ ")))))],
    found.unexpected.length > 0 && [h("h3", {}, t("unexpected")), h("ul", { class: "list" }, found.unexpected.map((each) => h("li", {}, h("a", { href: entityHref(each.edge.source) }, each.source_name), ` — ${each.edge.predicate} → `, h("a", { href: entityHref(each.edge.target) }, each.target_name))))],
  ];
}

function structure(figures) {
  const top = (counted, name) => Object.entries(counted).slice(0, SHOWN).map(([type, value]) => ({ label: name(type), value }));
  return [
    bars(t("byType"), top(figures.by_entity_type, entityType)),
    Object.keys(figures.by_relation_type).length > 0 && [h("h3", {}, t("relations")), bars(t("relations"), top(figures.by_relation_type, relationType))],
    h("p", { class: "quiet" }, t("structureOf", { c: count(figures.components), l: count(figures.largest_component), d: count(figures.mean_degree), i: count(figures.isolated) })),
  ];
}
