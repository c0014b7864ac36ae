// Search: a question, how it is looked for, filters, and for each hit why it stands where it stands.

import { get, ask } from "./api.js";
import { bar, choice, field, h, show } from "./dom.js";
import { marks, memoryHref, nothing, percent } from "./parts.js";
import { trouble } from "./shell.js";
import { count, t, tOr } from "./words.js";

const MODES = ["hybrid", "semantic", "keyword", "graph", "temporal", "entity", "content", "recent", "importance"];
const WITHOUT_QUESTION = ["recent", "importance"];
const EITHER = ["", "true", "false"];
/** Filters: name in the address and in the request, word, kind of control. */
const FILTERS = [
  ["project", "project", "project"],
  ["category", "category", "text"],
  ["tags", "tags", "list"],
  ["entities", "entitiesAny", "list"],
  ["language", "languageOf", ["", "ja", "en"]],
  ["occurred_from", "occurredFrom", "date"],
  ["occurred_to", "occurredTo", "date"],
  ["created_from", "createdFrom", "date"],
  ["created_to", "createdTo", "date"],
  ["min_importance", "minImportance", "number"],
  ["near", "near", "text"],
  ["bookmarked", "bookmarks", EITHER],
  ["status", "status", ["active", "archived", "invalid"]],
];
const PAGE = 10;

export async function open(view, { query, stale, notify }) {
  const control = new AbortController();
  const question = h("input", {
    type: "search", id: "question", name: "q", value: query.get("q") ?? "", placeholder: t("askHint"), "aria-label": t("ask"),
    autocomplete: "off", enterkeyhint: "search",
  });
  const mode = choice(MODES.map((each) => [each, t(`mode.${each}`)]), query.get("mode"), { name: "mode" });
  const least = h("input", { type: "number", min: 0, max: 1, step: 0.05, name: "min_confidence", value: query.get("min_confidence") ?? "" });
  const projects = h("datalist", { id: "project-names" });
  const controls = FILTERS.map(([name, word, kind]) => [name, word, filterControl(name, kind, query.get(name) ?? "")]);
  const chosen = FILTERS.filter(([name]) => query.get(name)).length + (query.get("min_confidence") ? 1 : 0);
  const filters = h(
    "details",
    { class: "filters", open: chosen > 0 },
    h("summary", {}, chosen ? t("filtersOn", { n: chosen }) : t("filters")),
    h("div", { class: "grid" }, controls.map(([, word, input]) => field(t(word), input)), field(t("minConfidence"), least)),
    chosen > 0 && h("a", { href: `#/search?${new URLSearchParams({ q: question.value, mode: mode.value })}` }, t("clear")),
    projects,
  );
  const answers = h("section", { "aria-live": "polite", "aria-label": t("search") });
  const submit = (event) => {
    event?.preventDefault();
    const asked = new URLSearchParams({ q: question.value.trim() });
    if (mode.value !== MODES[0]) asked.set("mode", mode.value);
    for (const [name, , input] of controls) if (input.value && !(name === "status" && input.value === "active")) asked.set(name, input.value);
    if (least.value) asked.set("min_confidence", least.value);
    const to = `#/search?${asked}`;
    if (location.hash === to) window.dispatchEvent(new HashChangeEvent("hashchange"));
    else location.hash = to;
  };
  mode.addEventListener("change", () => (question.value.trim() || WITHOUT_QUESTION.includes(mode.value)) && submit());
  show(
    view,
    h("h1", { class: "visually-hidden" }, query.get("q") ? `${query.get("q")} – ${t("search")}` : t("search")),
    h(
      "form",
      { class: "ask", role: "search", onsubmit: submit },
      h("div", { class: "row" }, question, h("button", { class: "primary" }, t("go")), field(t("mode"), mode, { class: "inline" })),
      filters,
    ),
    answers,
  );
  get("/api/projects", {}, control.signal)
    .then((all) => show(projects, all.map((project) => h("option", { value: project.path }))))
    .catch(() => {}); // only a help with typing
  const asked = query.get("q")?.trim() ?? "";
  if (asked || WITHOUT_QUESTION.includes(mode.value)) await answer(answers, query, asked, mode.value, control.signal, stale, notify);
  else await beginning(answers, control.signal, stale);
  return () => control.abort();
}

function filterControl(name, kind, value) {
  if (Array.isArray(kind)) {
    const words = { "": t("any") };
    return choice(kind.map((each) => [each, words[each] ?? t(`${name}.${each}`)]), value || kind[0], { name });
  }
  if (kind === "number") return h("input", { type: "number", min: 0, max: 10, step: 0.5, name, value });
  if (kind === "date") return h("input", { type: "date", name, value });
  return h("input", { type: "text", name, value, list: kind === "project" ? "project-names" : null });
}

/** The filters of the address as the request takes them. A day that ends a range is meant as a whole. */
export function filtersOf(query) {
  const asked = {};
  for (const [name, , kind] of FILTERS) {
    const value = query.get(name);
    if (!value) continue;
    if (kind === "list") asked[name] = value.split(/[,、，]/).map((each) => each.trim()).filter(Boolean);
    else if (kind === "number") asked[name] = Number(value);
    else if (kind === "date") asked[name] = new Date(`${value}T${name.endsWith("_to") ? "23:59:59.999" : "00:00:00"}`).toISOString();
    else asked[name] = kind === EITHER ? value === "true" : value;
  }
  return asked;
}

async function answer(place, query, question, mode, signal, stale, notify) {
  const list = h("ol", { class: "hits" });
  const head = h("p", { class: "quiet", role: "status" }, t("loading"));
  const more = h("p", {});
  show(place, head, list, more);
  const page = async (cursor) => {
    const body = { question, mode, limit: PAGE, filters: filtersOf(query) };
    if (cursor) body.cursor = cursor;
    if (query.get("min_confidence")) body.min_confidence = Number(query.get("min_confidence"));
    const recalled = await ask("/api/recall", body, signal);
    if (stale()) return;
    const first = list.children.length;
    for (const hit of recalled.hits) list.append(shownHit(hit));
    if (list.children.length === 0) {
      show(place, nothing(t("noHits"), t("noHitsDo")), recalled.note && h("p", { class: "note" }, recalled.note));
      return;
    }
    show(head, t("hits", { n: list.children.length }), recalled.read_as && ` · ${recalled.read_as}`, recalled.note && h("span", { class: "note" }, recalled.note));
    show(more, recalled.next_cursor && h("button", { onclick: (event) => ((event.target.disabled = true), page(recalled.next_cursor).catch((error) => show(more, trouble(error, null)))) }, t("more")));
    if (cursor) {
      list.children[first]?.querySelector("a")?.focus();
      notify(t("hits", { n: list.children.length }));
    }
  };
  await page(null);
}

function shownHit(hit) {
  const parts = Object.entries(hit.parts).filter(([name, value]) => value !== null && value !== (FACTORS.has(name) ? 1 : 0));
  return h(
    "li",
    {},
    h(
      "article",
      {},
      h("h2", {}, h("a", { href: memoryHref(hit.memory.id), "data-step": true }, hit.memory.title)),
      marks(hit.memory),
      h("p", { class: "passage" }, hit.text),
      hit.lines.length > 0 && h("ul", { class: "lines" }, hit.lines.map((line) => h("li", {}, h("small", {}, `${line.number}: `), line.text))),
      hit.endings.map((ending) => h("p", { class: "ending" }, h("a", { href: memoryHref(ending.memory_id) }, ending.mark))),
      h("p", { class: "why" }, h("strong", {}, `${t("why")}: `), hit.why),
      h(
        "details",
        { class: "parts" },
        h("summary", {}, hit.confidence !== null ? `${t("sure", { n: Math.round(100 * hit.confidence) })} · ` : "", t("score", { n: count(hit.score) })),
        h("ul", {}, parts.map(([name, value]) => h("li", {}, h("span", {}, tOr(`part.${name}`, name)), bar(Math.abs(value), count(value))))),
        hit.ties.length > 0 && h("div", {}, h("strong", {}, t("way")), h("ul", {}, hit.ties.map((tie) => h("li", {}, wayOf(tie), " ", h("small", {}, percent(Math.min(1, tie.weight))))))),
      ),
    ),
  );
}

const FACTORS = new Set(["recency", "importance", "time"]);

/** The entities on the way and the relations between them: "Ada —WORKS_FOR→ Acme". */
function wayOf(tie) {
  const steps = tie.crossings.map((each) => (each.outgoing ? ` —${each.relation}→ ${each.entity}` : ` ←${each.relation}— ${each.entity}`));
  return (tie.start || tie.entity) + steps.join("");
}

async function beginning(place, signal, stale) {
  show(place, h("p", { class: "quiet" }, t("loading")));
  const newest = await get("/api/memories", { limit: 5 }, signal);
  if (stale()) return;
  if (newest.memories.length === 0) {
    show(place, nothing(t("nothingYet"), t("nothingYetDo")));
    return;
  }
  show(
    place,
    h("p", { class: "quiet" }, t("begin")),
    h("ol", { class: "hits" }, newest.memories.map((memory) =>
      h("li", {}, h("article", {}, h("h2", {}, h("a", { href: memoryHref(memory.id), "data-step": true }, memory.title)), marks(memory), h("p", { class: "passage" }, memory.summary || memory.text.slice(0, 300)))),
    )),
  );
}
