// Small plots as SVG, each with the same figures as a table for who cannot see it.

import { h, s } from "./dom.js";
import { count, t } from "./words.js";

const WIDE = 520;
const HIGH = 220;
const LEFT = 48;
const BOTTOM = 28;
const TOP = 10;
const RIGHT = 30;

/** A step of a scale that people count in: 1, 2 or 5 times a power of ten, about four of them up to `most`. */
export function stepOf(most) {
  const rough = Math.max(most, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  return Math.max(1, [1, 2, 5, 10].find((factor) => factor * power >= rough) * power);
}

/** Lines over time: `labels` along the bottom, `series` {name, values} by order in the colours --plot-1, --plot-2 … */
export function lines(title, labels, series) {
  const most = Math.max(1, ...series.flatMap((each) => each.values));
  const step = stepOf(most);
  const top = Math.ceil(most / step) * step;
  const x = (place) => LEFT + (labels.length < 2 ? (WIDE - LEFT - RIGHT) / 2 : (place * (WIDE - LEFT - RIGHT)) / (labels.length - 1));
  const y = (value) => HIGH - BOTTOM - (value / top) * (HIGH - BOTTOM - TOP);
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, place) => place * step);
  const every = Math.ceil(labels.length / 6);
  return figure(
    title,
    s(
      "svg",
      { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "plot", role: "img", "aria-label": title },
      ticks.map((value) => [s("line", { class: "gridline", x1: LEFT, x2: WIDE - RIGHT, y1: y(value), y2: y(value) }), s("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, count(value))]),
      labels.map((label, place) => place % every === 0 && s("text", { x: x(place), y: HIGH - 8, "text-anchor": "middle" }, label)),
      series.map(({ values }, number) => [
        s("polyline", { class: `line plot-${number + 1}`, points: values.map((value, place) => `${x(place)},${y(value)}`).join(" ") }),
        values.map((value, place) => s("circle", { class: `dot plot-${number + 1}`, cx: x(place), cy: y(value), r: 3.5 }, s("title", {}, `${series[number].name}, ${labels[place]}: ${count(value)}`))),
      ]),
    ),
    h("ul", { class: "plot-key" }, series.map(({ name }, number) => h("li", { class: `plot-${number + 1}` }, name))),
    table(title, ["", ...series.map((each) => each.name)], labels.map((label, place) => [label, ...series.map((each) => count(each.values[place]))])),
  );
}

/** Bars from left to right: `rows` {label, value, text, href}; the text of a bar says its value. */
export function bars(title, rows) {
  const most = Math.max(...rows.map((row) => row.value), 1e-9);
  return figure(
    title,
    h(
      "ul",
      { class: "bar-plot" },
      rows.map((row) =>
        h("li", {}, row.href ? h("a", { href: row.href }, row.label) : h("span", {}, row.label), h("span", { class: "bar-track", "aria-hidden": "true" }, s("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none" }, s("rect", { class: row.look ?? "plot-1", width: Math.max(row.value > 0 ? 0.8 : 0, (100 * row.value) / most), height: 10 }))), h("span", { class: "number" }, row.text ?? count(row.value))),
      ),
    ),
  );
}

function figure(title, ...inside) {
  return h("figure", {}, h("figcaption", { class: "visually-hidden" }, title), inside);
}

function table(title, heads, rows) {
  return h(
    "details",
    { class: "figures-table" },
    h("summary", {}, t("asTable")),
    h("table", {}, h("caption", { class: "visually-hidden" }, title), h("thead", {}, h("tr", {}, heads.map((head) => (head ? h("th", { scope: "col" }, head) : h("td", {}))))), h("tbody", {}, rows.map(([first, ...rest]) => h("tr", {}, h("th", { scope: "row" }, first), rest.map((each) => h("td", { class: "number" }, each)))))),
  );
}
