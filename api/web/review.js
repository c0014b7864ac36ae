// Review of merges: two entities that may be one, what speaks for it, and a person who decides with one key.

import { get, send } from "./api.js";
import { h, show } from "./dom.js";
import { entityHref, memoryHref, nothing, percent } from "./parts.js";
import { settings } from "./settings.js";
import { colourOf, count, entityType, t } from "./words.js";

const SENTENCES = 3;
const PAGE = 20;

export async function open(view, { stale, notify }) {
  const review = new Review(view, stale, notify);
  document.addEventListener("keydown", review.key);
  const leave = () => document.removeEventListener("keydown", review.key);
  try {
    await review.fill();
    await review.next();
  } catch (error) {
    leave();
    throw error;
  }
  return leave;
}

class Review {
  constructor(view, stale, notify) {
    this.stale = stale;
    this.notify = notify;
    this.waiting = [];
    this.cursor = null;
    this.begun = false;
    this.skipped = 0;
    this.decided = 0;
    this.busy = false;
    this.head = h("p", { class: "quiet", role: "status" });
    this.stage = h("div", {});
    show(view, h("h1", {}, t("review")), h("p", {}, t("reviewText")), this.head, this.stage);
    this.key = (event) => {
      const typing = event.target.closest?.("input, textarea, select, dialog");
      if (settings.get("shortcuts") !== "on" || typing || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      const act = { y: () => this.merge(), n: () => this.part(), s: () => this.skip(), u: () => this.undo() }[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
  }

  async fill() {
    if (this.begun && this.cursor === null) return;
    const page = await get("/api/entities/proposals", { limit: PAGE, cursor: this.cursor });
    this.begun = true;
    this.cursor = page.next_cursor;
    this.waiting.push(...page.proposals);
  }

  async next() {
    if (this.waiting.length === 0) await this.fill();
    this.now = this.waiting.shift() ?? null;
    if (this.stale()) return;
    if (this.now === null) {
      this.told();
      show(this.stage, nothing(t("noProposals"), t("noProposalsDo")), this.undoButton());
      return;
    }
    const { one, other, score, reasons } = this.now;
    const details = await Promise.all([one, other].map((each) => get(`/api/entities/${encodeURIComponent(each.id)}`).catch(() => null)));
    if (this.stale()) return;
    this.told();
    const button = (word, key, act, look = "") => h("button", { class: look, onclick: act, "aria-keyshortcuts": key }, t(word), " ", h("kbd", {}, key));
    show(
      this.stage,
      h("p", { class: "reasons" }, h("strong", {}, t("alike", { n: percent(score) })), " ", reasons.join(" · ")),
      one.type !== other.type && h("p", { class: "note" }, t("otherTypes", { a: entityType(one.type), b: entityType(other.type) })),
      h("div", { class: "pair" }, [one, other].map((each, place) => side(each, details[place]))),
      h("div", { class: "row verdict" }, button("sameYes", "y", () => this.merge(), "primary"), button("sameNo", "n", () => this.part()), button("skipIt", "s", () => this.skip()), this.undoButton()),
    );
  }

  told() {
    show(this.head, t("reviewed", { n: count(this.decided), m: count(this.skipped) }), this.now && ` · ${t("toGo", { n: `${count(this.waiting.length + 1)}${this.cursor ? "+" : ""}` })}`);
  }

  undoButton() {
    return this.merged && h("button", { onclick: () => this.undo(), "aria-keyshortcuts": "u" }, t("undoMerge"), " ", h("kbd", {}, "u"));
  }

  /** Lets no second decision in while one is under way: a key that is pressed twice decides once. */
  async decide(act) {
    if (this.busy || !this.now) return;
    this.busy = true;
    try {
      await act(this.now);
      this.decided += 1;
      await this.next();
    } catch (error) {
      this.notify(`${t(`trouble.${error.kind ?? "failed"}`)} ${error.message}`);
    } finally {
      this.busy = false;
    }
  }

  merge() {
    return this.decide(async ({ one, other }) => {
      const [into, gone] = one.mention_count >= other.mention_count ? [one, other] : [other, one];
      // Both types stand on the screen: a person who says yes has seen them.
      await send("POST", `/api/entities/${encodeURIComponent(into.id)}/merge`, { other: gone.id, force: one.type !== other.type });
      this.merged = { into, gone };
      // What the one that is gone was proposed for is proposed anew.
      this.waiting = this.waiting.filter((each) => ![each.one.id, each.other.id].includes(gone.id));
      this.notify(t("merged", { a: gone.name, b: into.name }));
    });
  }

  part() {
    return this.decide(async ({ one, other }) => {
      await send("POST", `/api/entities/${encodeURIComponent(one.id)}/keep-apart`, { other: other.id });
      this.merged = null;
      this.notify(t("keptApart", { a: one.name, b: other.name }));
    });
  }

  async skip() {
    if (this.busy || !this.now) return;
    this.busy = true;
    this.skipped += 1;
    try {
      await this.next();
    } catch (error) {
      this.notify(`${t(`trouble.${error.kind ?? "failed"}`)} ${error.message}`);
    } finally {
      this.busy = false;
    }
  }

  async undo() {
    if (this.busy || !this.merged) return;
    this.busy = true;
    try {
      await send("POST", `/api/entities/${encodeURIComponent(this.merged.into.id)}/split`, {});
      this.notify(t("undone", { a: this.merged.gone.name, b: this.merged.into.name }));
      this.merged = null;
      if (this.now) this.waiting.unshift(this.now);
      await this.next();
    } catch (error) {
      this.notify(`${t(`trouble.${error.kind ?? "failed"}`)} ${error.message}`);
    } finally {
      this.busy = false;
    }
  }
}

function side(candidate, detail) {
  return h(
    "section",
    { class: "card", "aria-label": candidate.name },
    h("h2", {}, h("a", { href: entityHref(candidate.id) }, candidate.name), " ", h("span", { class: "kind", vars: { "--type": colourOf(candidate.type) } }, entityType(candidate.type))),
    h("p", { class: "quiet" }, t("mentions", { n: count(candidate.mention_count) }), candidate.aliases.length > 0 && ` · ${candidate.aliases.join(", ")}`),
    detail && [
      h("ul", { class: "plain sentences" }, distinct(detail.facts).slice(0, SENTENCES).map((fact) => h("li", {}, h("a", { href: memoryHref(fact.memory_id) }, fact.sentence)))),
      h("ul", { class: "plain sentences" }, detail.memories.slice(0, SENTENCES).map((memory) => h("li", {}, h("a", { href: memoryHref(memory.memory_id) }, memory.title), " ", h("small", {}, memory.surfaces.join(", "))))),
    ],
  );
}

/** One fact of each sentence. */
function distinct(facts) {
  return [...new Map(facts.map((fact) => [fact.sentence, fact])).values()];
}
