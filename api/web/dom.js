// Makes elements. Texts become text nodes and nothing else: no markup is ever read from what a memory says.

const SVG = "http://www.w3.org/2000/svg";

/** An element: `h("a", { href, class: "x", onclick }, "text", other, [more])`; what is null or false is left out. */
export function h(name, given = {}, ...children) {
  return filled(document.createElement(name), given, children);
}

/** The same for drawings. */
export function s(name, given = {}, ...children) {
  return filled(document.createElementNS(SVG, name), given, children);
}

function filled(element, given, children) {
  for (const [key, value] of Object.entries(given ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "vars") for (const [name, each] of Object.entries(value)) element.style.setProperty(name, each);
    else if (key === "value") element.value = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  put(element, children);
  return element;
}

/** Adds children: elements, texts, numbers, lists of them. */
export function put(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) element.append(child instanceof Node ? child : String(child));
  }
}

/** Puts children in the place of all that an element holds. */
export function show(element, ...children) {
  element.replaceChildren();
  put(element, children);
}

/** A labelled control. */
export function field(label, control, given = {}) {
  return h("label", { ...given, class: `field ${given.class ?? ""}` }, h("span", {}, label), control);
}

/** A select: `options` are pairs of value and text. */
export function choice(options, chosen, given = {}) {
  const select = h("select", given, options.map(([value, text]) => h("option", { value }, text)));
  select.value = chosen ?? options[0]?.[0] ?? "";
  return select;
}

/** A bar from 0 to 1, with the number beside it for who cannot see it. */
export function bar(share, text) {
  const part = Math.max(0, Math.min(1, share));
  return h("span", { class: "meter" }, h("span", { class: "meter-fill", vars: { "--share": part }, "aria-hidden": "true" }), h("span", {}, text));
}
