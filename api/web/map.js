// The map: the most important part of the graph at places that it keeps, to be looked at, filtered and walked through.

import { get } from "./api.js";
import { choice, field, h, show } from "./dom.js";
import { Drawing } from "./drawing.js";
import { bendsOf, damping, difference, hangingOn, holdsAt, matches, span, stateOf, strength, timed } from "./graph_state.js";
import { chip, entityHref, memoryHref, nothing, percent } from "./parts.js";
import { savedViews } from "./saved_views.js";
import { TimeBar } from "./time_bar.js";
import { colourOf, count, entityType, entityTypes, relationType, relationTypes, t } from "./words.js";

const LIMITS = ["100", "300", "1000", "5000"];
const HUBS = ["10", "30", "100"];
const EXPANDED = 30;
const TABLE_MOST = 200;
const LINES = { solid: [], dashed: [12, 4], dotted: [1, 4] };
const KINDS = ["shortest", "strongest", "recent", "all"];
const COMMUNITY_COLOURS = ["#4c6ef5", "#e4572e", "#2f9e44", "#ae3ec9", "#f59f00", "#0c8599", "#c2255c", "#5c7c2f", "#a0673b", "#3b5bdb"];

export async function open(view, { query, stale, notify }) {
  const map = new MapView(view, query, notify);
  await map.load(stale);
  return () => map.close();
}

class MapView {
  constructor(view, query, notify) {
    this.view = view;
    this.notify = notify;
    this.control = new AbortController();
    this.chosen = {
      limit: LIMITS.includes(query.get("limit")) ? query.get("limit") : "300",
      project: query.get("project") ?? "", around: query.get("around") ?? "", sure: query.get("sure") ?? "0.3",
      relation: query.get("relation") ?? "", hidden: new Set((query.get("hide") ?? "").split(",").filter(Boolean)),
      colour: query.get("colour") === "community" ? "community" : "type", hubs: HUBS.includes(query.get("hubs")) ? query.get("hubs") : "", find: query.get("find") ?? "",
      clock: query.get("clock") ?? "", at: query.get("at") ?? "", with: query.get("with") ?? "",
    };
    this.nodes = new Map();
    this.edges = new Map();
    this.styles = new Map();
    this.selected = null;
    this.path = null;
  }

  close() {
    this.control.abort();
    this.drawing?.close();
    this.time?.stop();
    window.removeEventListener("themed", this.themed);
    matchMedia("(prefers-color-scheme: dark)").removeEventListener("change", this.themed);
    this.view.classList.remove("wide");
  }

  ask(options) {
    return get("/api/graph/map", { min_confidence: 0, damp_hubs: Boolean(this.chosen.hubs && options.around), ...options }, this.control.signal);
  }

  async load(stale) {
    const { limit, project, around } = this.chosen;
    const [map, projects] = await Promise.all([this.ask({ limit, project, around }), get("/api/projects", {}, this.control.signal)]);
    if (stale()) return;
    this.total = { nodes: map.total_nodes, edges: map.total_edges };
    this.take(map);
    this.lay(projects);
    if (this.nodes.size === 0) {
      show(this.stage, nothing(t("noMap"), t("noMapDo")));
      return;
    }
    this.drawing = new Drawing(this.canvas, { picked: (node) => this.pick(node?.id ?? null), hovered: () => {}, moved: () => {}, opened: (node) => node && this.expand(node.id) });
    this.themed = () => (this.drawing.colours(), this.restyle());
    window.addEventListener("themed", this.themed);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", this.themed);
    this.timed();
    this.redraw();
    this.drawing.resized();
    this.drawing.fit();
    if (around) {
      const centre = [...this.nodes.values()].find((node) => node.id === around || node.name === around);
      if (centre) this.pick(centre.id);
    }
    // For who measures: what was drawn, and how long it took.
    window.enishiMap = this;
  }

  take(map, from = null) {
    map.nodes.forEach((node) => {
      const before = this.nodes.get(node.id);
      this.nodes.set(node.id, { ...timed(node), from: before ? before.from : from, rank: before?.rank ?? this.nodes.size });
    });
    // By its words, which are in small letters, or by the name of one of the system, which is in large ones.
    for (const style of map.styles) for (const key of style.words.length ? style.words : [style.name]) if (!this.styles.has(key)) this.styles.set(key, style);
    for (const edge of map.edges) if (this.nodes.has(edge.source) && this.nodes.has(edge.target)) this.edges.set(`${edge.source} ${edge.type} ${edge.target}`, timed(edge));
  }

  lay(projects) {
    const chosen = this.chosen;
    const again = () => this.visit();
    const look = () => (this.remember(), this.restyle());
    this.find = h("input", { type: "search", value: chosen.find, placeholder: t("findOnMap"), "aria-label": t("findOnMap"), oninput: (event) => ((chosen.find = event.target.value.trim()), look()) });
    const sure = h("input", { type: "range", min: 0, max: 1, step: 0.05, value: chosen.sure, oninput: (event) => ((chosen.sure = event.target.value), (sureText.textContent = percent(Number(chosen.sure))), look()) });
    const sureText = h("output", {}, percent(Number(chosen.sure)));
    this.status = h("p", { class: "quiet", role: "status" });
    this.canvas = h("canvas", { tabindex: 0, role: "img", "aria-label": t("mapLabel"), class: "map" });
    this.stage = h("div", { class: "stage" }, this.canvas, h("div", { class: "zoom" },
      [["+", "zoomIn", () => this.drawing.zoomed(1.4)], ["−", "zoomOut", () => this.drawing.zoomed(1 / 1.4)], ["⤢", "fit", () => this.drawing.fit()]].map(([sign, word, act]) => h("button", { title: t(word), "aria-label": t(word), onclick: act }, sign))));
    this.panel = h("section", { class: "picked", "aria-live": "polite", "aria-label": t("picked") });
    this.ways = h("div", { class: "ways" });
    this.timeStage = h("section", { class: "time", "aria-label": t("time") });
    this.twin = h("details", { class: "twin", ontoggle: () => this.table() }, h("summary", {}, t("asTable")), h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("asTable") }));
    this.from = h("input", { type: "text", list: "map-names", "aria-label": t("pathFrom"), placeholder: t("pathFrom") });
    this.to = h("input", { type: "text", list: "map-names", "aria-label": t("pathTo"), placeholder: t("pathTo") });
    this.kind = choice(KINDS.map((kind) => [kind, t(`path.${kind}`)]), "shortest", { "aria-label": t("pathKind") });
    const relations = choice([["", t("any")], ...relationTypes().map((row) => [row.name, relationType(row.name)])], chosen.relation, { onchange: (event) => ((chosen.relation = event.target.value), look()) });
    const present = new Set([...this.nodes.values()].map((node) => node.type));
    this.view.classList.add("wide");
    show(
      this.view,
      h("h1", { class: "visually-hidden" }, t("map")),
      h("div", { class: "atlas" },
        h("div", { class: "controls" },
          h("div", { class: "row" }, this.find,
            h("form", { onsubmit: (event) => (event.preventDefault(), again()) }, h("input", { type: "text", list: "map-projects", value: chosen.project, placeholder: t("project"), "aria-label": t("project"), onchange: (event) => ((chosen.project = event.target.value.trim()), again()) })),
            choice(LIMITS.map((each) => [each, t("atMost", { n: count(Number(each)) })]), chosen.limit, { "aria-label": t("howMany"), onchange: (event) => ((chosen.limit = event.target.value), again()) }),
            choice([["type", t("colourByType")], ["community", t("colourByCommunity")]], chosen.colour, { "aria-label": t("colourBy"), onchange: (event) => ((chosen.colour = event.target.value), look()) }),
            choice([["", t("hubsPlain")], ...HUBS.map((each) => [each, t("hubsAbove", { n: count(Number(each)) })])], chosen.hubs, { "aria-label": t("hubs"), onchange: (event) => ((chosen.hubs = event.target.value), chosen.around ? again() : look()) }),
            chosen.around && h("button", { onclick: () => ((chosen.around = ""), again()) }, t("wholeMap")),
            savedViews(this.notify)),
          h("fieldset", { class: "legend" }, h("legend", {}, t("kinds")), entityTypes().filter((row) => present.has(row.name)).map((row) =>
            h("label", { class: "check kindbox", vars: { "--type": row.colour } }, h("input", { type: "checkbox", checked: !chosen.hidden.has(row.name), onchange: (event) => {
              if (event.target.checked) chosen.hidden.delete(row.name); else chosen.hidden.add(row.name);
              look();
            } }), entityType(row.name)))),
          h("div", { class: "row" }, field(t("relation"), relations, { class: "inline" }), field(t("sureAtLeast"), sure, { class: "inline" }), sureText, this.status)),
        this.stage,
        h("aside", { "aria-label": t("details") },
          this.panel,
          h("form", { class: "paths", onsubmit: (event) => (event.preventDefault(), this.walk()) }, h("h2", {}, t("path")), this.from, this.to, h("div", { class: "row" }, this.kind, h("button", {}, t("findPath")))),
          this.ways),
        this.timeStage,
        h("div", { class: "row quiet keytable" }, KEY_LOOKS.map(([name, style]) => h("span", { class: `look ${style}` }, t(name)))),
        this.twin),
      h("datalist", { id: "map-names" }, [...this.nodes.values()].slice(0, 1000).map((node) => h("option", { value: node.name }))),
      h("datalist", { id: "map-projects" }, projects.map((project) => h("option", { value: project.path }))),
    );
    this.pick(null);
  }

  timed() {
    const ranges = Object.fromEntries(["said", "true"].map((clock) => [clock, span(this.nodes.values(), this.edges.values(), clock)]));
    if (!ranges.said || !ranges.true) return;
    this.time = new TimeBar(this.timeStage, ranges, this.chosen, () => (this.remember(), this.restyle()));
  }

  /** Puts what was chosen into the address, so that it can be kept and sent. */
  address() {
    const { limit, project, around, sure, relation, hidden, colour, hubs, find, clock, at, with: other } = this.chosen;
    const query = new URLSearchParams();
    const note = (name, value, usual = "") => value && value !== usual && query.set(name, value);
    note("limit", limit, "300");
    note("project", project);
    note("around", around);
    note("sure", sure, "0.3");
    note("relation", relation);
    note("hide", [...hidden].join(","));
    note("colour", colour, "type");
    note("hubs", hubs);
    note("find", find);
    note("clock", clock);
    note("at", clock && at);
    note("with", clock && other);
    const text = query.toString();
    return text ? `#/map?${text}` : "#/map";
  }

  remember() {
    history.replaceState(null, "", this.address());
  }

  /** Asks anew: for what the server chooses. */
  visit() {
    const to = this.address();
    if (to === location.hash) return;
    location.hash = to;
  }

  /** Makes what is drawn of what is there. */
  redraw() {
    const drawn = new Map();
    for (const node of this.nodes.values()) drawn.set(node.id, { id: node.id, x: node.x, y: node.y, name: node.name, rank: node.rank, radius: 0, alpha: 1, colour: "", ring: false });
    this.drawnNodes = drawn;
    const bends = bendsOf([...this.edges.values()]);
    this.drawnEdges = [...this.edges.values()].map((edge) => ({ edge, from: drawn.get(edge.source), to: drawn.get(edge.target), label: edge.predicate, bend: bends.get(edge), alpha: 1, colour: "", width: 1, dash: [], ...this.lookOf(edge) }));
    this.restyle({ put: true });
  }

  /** How a relation is drawn: as an own type says whose word tells it, else as its type. */
  lookOf(edge) {
    const style = this.styles.get(edge.predicate.toLowerCase()) ?? this.styles.get(edge.type);
    return style ? { arrow: style.arrow, typeColour: style.colour, line: LINES[style.line] } : { arrow: edge.directed ? "to" : "none", typeColour: "", line: [] };
  }

  restyle({ put = false } = {}) {
    const { hidden, colour, find, relation, clock } = this.chosen;
    const sure = Number(this.chosen.sure);
    const now = clock && this.chosen.at ? Date.parse(this.chosen.at) : Date.now();
    const other = this.chosen.with ? Date.parse(this.chosen.with) : null;
    const by = clock || "said";
    const hubs = Number(this.chosen.hubs);
    const style = getComputedStyle(this.canvas);
    const [line, warn, came, went] = ["--edge", "--warn", "--came", "--went"].map((name) => style.getPropertyValue(name).trim());
    const onPath = new Set(this.path?.nodes.map((node) => node.id));
    const hops = new Set(this.path?.hops.map((hop) => `${hop.source} ${hop.type} ${hop.target}`));
    const near = this.selected ? new Set([this.selected]) : null;
    const tied = new Set();
    let edgesShown = 0;
    for (const drawn of this.drawnEdges) {
      const { edge } = drawn;
      const ends = [this.nodes.get(edge.source), this.nodes.get(edge.target)];
      const state = stateOf(edge, now, by);
      const changed = clock && other !== null ? [holdsAt(edge, other, by), state !== ""] : null;
      const there = state !== "" || (changed !== null && changed[0]);
      const passes = there && edge.confidence >= sure && (!relation || edge.type === relation) && ends.every((node) => !hidden.has(node.type));
      drawn.alpha = 0;
      if (!passes) continue;
      edgesShown += 1;
      tied.add(edge.source).add(edge.target);
      drawn.state = state;
      drawn.alpha = (0.25 + 0.7 * strength(edge)) * damping(Math.max(...ends.map((node) => node.degree)), hubs);
      drawn.width = 1 + Math.round(2 * edge.weight);
      drawn.colour = state === "denied" ? warn : (colour === "type" && drawn.typeColour) || line;
      drawn.dash = state === "ended" ? [6, 4] : state === "denied" ? [2, 3] : drawn.line;
      if (changed !== null) {
        const [before, after] = changed;
        if (!before && after) [drawn.colour, drawn.alpha] = [came, 1];
        else if (before && !after) [drawn.colour, drawn.alpha, drawn.dash] = [went, 1, [6, 4]];
        else drawn.alpha *= 0.4;
      }
      if (near && (edge.source === this.selected || edge.target === this.selected)) near.add(edge.source).add(edge.target);
    }
    let nodesShown = 0;
    for (const drawn of this.drawnNodes.values()) {
      const node = this.nodes.get(drawn.id);
      // With a clock, a node is there once it was told of, or while something ties it.
      const there = !clock || tied.has(node.id) || (clock === "said" && node.first <= now);
      drawn.alpha = hidden.has(node.type) || !there ? 0 : tied.has(node.id) ? 1 : 0.35;
      if (drawn.alpha > 0) nodesShown += 1;
      const left = node.id === this.selected ? 1 : damping(node.degree, hubs);
      drawn.radius = left * (4 + 2.6 * Math.log1p(left < 1 ? hubs : node.degree));
      drawn.alpha *= left;
      drawn.colour = colour === "community" ? COMMUNITY_COLOURS[Math.max(0, node.community) % COMMUNITY_COLOURS.length] : colourOf(node.type);
      drawn.ring = node.id === this.selected || onPath.has(node.id);
      if (find && !matches(node.name, find)) drawn.alpha = Math.min(drawn.alpha, 0.12);
      if ((near && !near.has(node.id)) || (this.path && !onPath.has(node.id))) drawn.alpha = Math.min(drawn.alpha, 0.2);
    }
    for (const drawn of this.drawnEdges) {
      if (drawn.alpha === 0) continue;
      const key = `${drawn.edge.source} ${drawn.edge.type} ${drawn.edge.target}`;
      if (this.path) [drawn.alpha, drawn.width] = hops.has(key) ? [1, 4] : [0.08, 1];
      else if (near) drawn.alpha = drawn.edge.source === this.selected || drawn.edge.target === this.selected ? Math.max(0.8, drawn.alpha) : 0.08;
      else if (find && drawn.from.alpha <= 0.12 && drawn.to.alpha <= 0.12) drawn.alpha = 0.06;
    }
    const seen = t("shownOf", { n: count(nodesShown), m: count(this.total.nodes), e: count(edgesShown), f: count(this.total.edges) });
    const found = find ? ` · ${t("matching", { n: count([...this.nodes.values()].filter((node) => matches(node.name, find)).length) })}` : "";
    const back = hubs ? ` · ${t("hubsDamped", { n: count([...this.nodes.values()].filter((node) => node.degree > hubs).length) })}` : "";
    if (this.status.textContent !== seen + found + back) show(this.status, seen + found + back);
    if (clock && other !== null) this.time.differences(difference([...this.edges.values()], Math.min(other, now), Math.max(other, now), by), this.nodes);
    else this.time?.differences(null);
    if (put) this.drawing.put([...this.drawnNodes.values()], this.drawnEdges);
    else this.drawing.restyled();
    this.table();
  }

  table() {
    if (!this.twin.open) return;
    const { find } = this.chosen;
    const shown = this.drawnEdges.filter((drawn) => drawn.alpha > 0 && (!find || matches(drawn.from.name, find) || matches(drawn.to.name, find)));
    shown.sort((one, other) => strength(other.edge) - strength(one.edge));
    const some = shown.slice(0, TABLE_MOST);
    const state = { holds: "", ended: t("edge.ended"), denied: t("edge.denied"), "": t("edge.went") };
    show(
      this.twin.lastElementChild,
      h("p", { class: "quiet" }, t("rowsOf", { n: count(some.length), m: count(shown.length) })),
      h("table", {},
        h("thead", {}, h("tr", {}, ["subject", "predicate", "object", "confidence", "status"].map((key) => h("th", { scope: "col" }, t(key))))),
        h("tbody", {}, some.map(({ edge, from, to, state: at }) => h("tr", {},
          h("td", {}, h("a", { href: entityHref(edge.source) }, from.name)), h("td", { title: relationType(edge.type) }, edge.predicate),
          h("td", {}, h("a", { href: entityHref(edge.target) }, to.name)), h("td", { class: "number" }, percent(edge.confidence)), h("td", {}, state[at]))))),
    );
  }

  pick(id) {
    this.selected = id;
    this.path = null;
    show(this.ways);
    const node = id && this.nodes.get(id);
    if (!node) {
      show(this.panel, h("h2", {}, t("picked")), h("p", { class: "quiet" }, t("pickHint")));
      if (this.drawing) this.restyle();
      return;
    }
    const ties = [...this.edges.values()].filter((edge) => edge.source === id || edge.target === id);
    show(
      this.panel,
      h("h2", {}, chip(node)),
      h("p", { class: "quiet" }, `${entityType(node.type)} · ${t("mentions", { n: count(node.mentions) })} · ${t("tiesOf", { n: count(new Set(ties.flatMap((edge) => [edge.source, edge.target])).size - (ties.length ? 1 : 0)), m: count(node.degree) })}`),
      h("div", { class: "row" },
        h("button", { onclick: () => this.expand(id) }, t("expand")), h("button", { onclick: () => this.collapse(id) }, t("collapse")),
        h("button", { onclick: () => ((this.from.value = node.name), (this.from.dataset.id = id)) }, t("pathFrom")),
        h("button", { onclick: () => ((this.to.value = node.name), (this.to.dataset.id = id), this.from.value && this.walk()) }, t("pathTo")),
        h("a", { class: "button", href: entityHref(id) }, t("openEntity"))),
      h("ul", { class: "list" }, ties.slice(0, 30).map((edge) => h("li", {}, edge.source === id ? `— ${edge.predicate} → ` : `← ${edge.predicate} — `,
        h("button", { class: "plainly", onclick: () => this.pick(edge.source === id ? edge.target : edge.source) }, this.nodes.get(edge.source === id ? edge.target : edge.source).name)))),
    );
    this.restyle();
  }

  async expand(id) {
    try {
      const before = this.nodes.size;
      const around = await this.ask({ around: id, limit: EXPANDED });
      const tied = new Set([id, ...around.edges.filter((edge) => edge.source === id || edge.target === id).flatMap((edge) => [edge.source, edge.target])]);
      this.take({ ...around, nodes: around.nodes.filter((node) => tied.has(node.id)) }, id);
      this.redraw();
      this.pick(id);
      this.notify(t("expanded", { n: count(this.nodes.size - before) }));
    } catch (error) {
      this.told(error);
    }
  }

  collapse(id) {
    const gone = new Set([...hangingOn(id, this.edges.values()), ...[...this.nodes.values()].filter((node) => node.from === id).map((node) => node.id)]);
    gone.delete(id);
    for (const each of gone) this.nodes.delete(each);
    for (const [key, edge] of this.edges) if (gone.has(edge.source) || gone.has(edge.target)) this.edges.delete(key);
    this.redraw();
    this.pick(id);
    this.notify(t("collapsed", { n: count(gone.size) }));
  }

  async walk() {
    const end = (input) => {
      const picked = this.nodes.get(input.dataset.id);
      return picked?.name === input.value ? picked.id : input.value.trim();
    };
    if (!this.from.value.trim() || !this.to.value.trim()) return;
    try {
      const paths = await get("/api/graph/paths", { source: end(this.from), target: end(this.to), kind: this.kind.value, limit: 5 }, this.control.signal);
      const missing = [...new Set(paths.paths.flatMap((path) => path.nodes.map((node) => node.id)))].filter((id) => !this.nodes.has(id));
      for (const around of missing) this.take(await this.ask({ around, limit: 8 }));
      this.selected = null;
      if (missing.length) this.redraw();
      show(this.panel, h("h2", {}, t("picked")), h("p", { class: "quiet" }, t("pickHint")));
      if (paths.paths.length === 0) {
        this.path = null;
        show(this.ways, nothing(t(paths.complete ? "noPath" : "notAllPaths")));
        this.restyle();
        return;
      }
      show(this.ways, h("p", { class: "quiet", role: "status" }, t("pathsFound", { n: paths.paths.length })), !paths.complete && h("p", { class: "quiet" }, t("notAllPaths")), paths.paths.map((path, number) => h("article", { class: "way" },
        h("button", { class: "plainly", "aria-pressed": number === 0 ? "true" : "false", onclick: (event) => (this.follow(path), [...this.ways.querySelectorAll("button.plainly")].forEach((each) => each.setAttribute("aria-pressed", String(each === event.currentTarget)))) }, path.nodes.map((node) => node.name).join(" → "), " ", h("small", {}, percent(path.strength))),
        h("ol", {}, path.hops.map((hop) => h("li", {}, h("strong", {}, hop.predicate), hop.sentence && [" ", hop.memory_id ? h("a", { href: memoryHref(hop.memory_id) }, hop.sentence) : h("q", {}, hop.sentence)]))))));
      this.follow(paths.paths[0]);
    } catch (error) {
      this.told(error);
    }
  }

  follow(path) {
    this.path = path;
    this.selected = null;
    this.restyle();
    const on = path.nodes.map((node) => this.drawnNodes.get(node.id)).filter(Boolean);
    if (on.length) this.drawing.fit(on);
  }

  told(error) {
    if (error.name === "AbortError") return;
    this.notify(`${t(`trouble.${error.kind ?? "failed"}`)} ${error.message}`);
    if (error.kind === undefined) console.error(error);
  }
}

const KEY_LOOKS = [["look.strong", "strong"], ["look.weak", "weak"], ["edge.ended", "ended"], ["edge.denied", "denied"]];

