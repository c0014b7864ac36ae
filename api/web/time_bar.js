// Time over the map by either clock: when it was said, or when it was true; one moment, or what differs between two.

import { choice, field, h, show } from "./dom.js";
import { count, when, t } from "./words.js";

const STEPS = 200;
const LISTED = 40;
const PLAYED_MS = 120;

export class TimeBar {
  /** `ranges` are the first and last moment by clock; `chosen` holds clock ("", said, true), at and with; `changed` is called when a person moved something. */
  constructor(place, ranges, chosen, changed) {
    this.chosen = chosen;
    this.changed = changed;
    this.ranges = ranges;
    this.measure();
    chosen.at ||= new Date(this.end).toISOString();
    this.clock = choice([["", t("clock.none")], ["said", t("clock.said")], ["true", t("clock.true")]], chosen.clock, { "aria-label": t("clock"), onchange: (event) => this.turned(event.target.value) });
    this.at = this.slider("at", t("timeAt"));
    this.other = this.slider("with", t("timeWith"));
    this.atText = h("output", {});
    this.otherText = h("output", {});
    this.compare = h("input", { type: "checkbox", checked: Boolean(chosen.with), onchange: () => this.compared() });
    this.play = h("button", { "aria-label": t("play"), title: t("play"), onclick: () => (this.timer ? this.stop() : this.run()) }, "▶");
    this.sliders = h("div", { class: "sliders" }, h("div", { class: "row" }, this.play, this.at, this.atText), h("label", { class: "check" }, this.compare, t("compare")), (this.second = h("div", { class: "row" }, this.other, this.otherText)));
    this.changes = h("div", { class: "changes", role: "status" });
    show(place, h("div", { class: "row" }, field(t("time"), this.clock, { class: "inline" })), this.sliders, this.changes);
    this.told();
  }

  slider(name, label) {
    return h("input", { type: "range", min: 0, max: STEPS, step: 1, value: this.step(name), "aria-label": label, oninput: (event) => {
      this.chosen[name] = this.moment(event.target.value);
      this.told();
      this.changed();
    } });
  }

  /** Each clock has its own first and last moment: what was said this year may tell of one long past. */
  measure() {
    const [first, last] = this.ranges[this.chosen.clock || "said"];
    this.begin = first;
    this.end = Math.max(last, first + 86_400_000);
  }

  step(name) {
    const share = this.chosen[name] ? (Date.parse(this.chosen[name]) - this.begin) / (this.end - this.begin) : 0;
    return Math.round(STEPS * Math.max(0, Math.min(1, share)));
  }

  moment(step) {
    return new Date(this.begin + ((this.end - this.begin) * Number(step)) / STEPS).toISOString();
  }

  turned(clock) {
    this.chosen.clock = clock;
    if (!clock) this.stop();
    this.measure();
    [this.at.value, this.other.value] = [this.step("at"), this.step("with")];
    this.told();
    this.changed();
  }

  compared() {
    this.chosen.with = this.compare.checked ? this.moment(this.other.value) : "";
    this.told();
    this.changed();
  }

  told() {
    // The map makes room for what is said of time.
    this.sliders.closest(".atlas")?.classList.toggle("timed", Boolean(this.chosen.clock));
    this.sliders.hidden = !this.chosen.clock;
    this.second.hidden = !this.chosen.with;
    for (const [slider, text, moment] of [[this.at, this.atText, this.chosen.at], [this.other, this.otherText, this.chosen.with]]) {
      const words = moment ? when(moment.slice(0, 10)) : "";
      show(text, words);
      slider.setAttribute("aria-valuetext", words);
    }
  }

  run() {
    if (Number(this.at.value) >= STEPS) this.at.value = 0;
    this.play.textContent = "⏸";
    this.timer = setInterval(() => {
      if (Number(this.at.value) >= STEPS) return this.stop();
      this.at.value = Number(this.at.value) + 1;
      this.chosen.at = this.moment(this.at.value);
      this.told();
      this.changed();
    }, PLAYED_MS);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    if (this.play) this.play.textContent = "▶";
  }

  /** Tells in words what came and what went; null where nothing is compared. */
  differences(differs, nodes) {
    if (differs === null) {
      if (this.changes.childElementCount) show(this.changes);
      return;
    }
    const named = (edge) => `${nodes.get(edge.source).name} — ${edge.predicate} → ${nodes.get(edge.target).name}`;
    const listed = (edges, sign, name) => [h("h3", { class: name }, `${sign} ${count(edges.length)}`), h("ul", { class: "plain" }, edges.slice(0, LISTED).map((edge) => h("li", {}, named(edge))), edges.length > LISTED && h("li", { class: "quiet" }, t("andMore", { n: count(edges.length - LISTED) })))];
    show(this.changes, h("div", {}, listed(differs.came, t("came"), "came")), h("div", {}, listed(differs.went, t("went"), "went")));
  }
}
