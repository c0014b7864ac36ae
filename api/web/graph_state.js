// What of a map is shown and how: pure functions of nodes, edges and what a person chose.

/** Whether a fact of an edge held at a moment, by when it was told or by when it was so. */
export function holdsAt(edge, moment, clock) {
  if (edge.periods.length === 0) return clock === "said" ? (edge.first_seen ?? "") <= moment : true;
  if (clock === "said") return edge.periods.some((period) => period.said_at <= moment);
  return edge.periods.some((period) => period.since <= moment && (period.until === null || moment < period.until));
}

/** What an edge is at a moment: holds, ended, denied; "" where it is not there yet, or no more by the clock of truth. */
export function stateOf(edge, moment, clock) {
  if (!holdsAt(edge, moment, clock)) return "";
  if (edge.denied > 0) return "denied";
  return edge.ended_at !== null && edge.ended_at <= moment ? "ended" : "holds";
}

/** The edges that differ between two moments: those that came and those that went. */
export function difference(edges, before, after, clock) {
  const came = edges.filter((edge) => !holdsAt(edge, before, clock) && holdsAt(edge, after, clock));
  const went = edges.filter((edge) => holdsAt(edge, before, clock) && !holdsAt(edge, after, clock));
  return { came, went };
}

/** The first and the last moment that a map knows of. */
export function span(nodes, edges) {
  const moments = [];
  for (const edge of edges) {
    for (const { said_at: said, since, until } of edge.periods) moments.push(said, since, until);
    moments.push(edge.first_seen);
  }
  for (const node of nodes) moments.push(node.first_seen);
  const sorted = moments.filter((each) => each && each > "1900" && each < "2200").sort();
  return sorted.length ? [sorted[0], sorted[sorted.length - 1]] : null;
}

/** How strong a tie is, 0 to 1: by how much evidence, and how sure. */
export function strength(edge) {
  return Math.max(0, Math.min(1, edge.weight * edge.confidence));
}

/** Whether a name, in large or small letters and in wide or narrow ones, holds a text. */
export function matches(name, text) {
  return fold(name).includes(fold(text));
}

function fold(text) {
  return text.normalize("NFKC").toLocaleLowerCase();
}

/** What only hangs on one node: its neighbours that are tied to nothing else that is shown. */
export function hangingOn(id, edges) {
  const neighbours = new Map();
  const note = (one, other) => {
    if (!neighbours.has(one)) neighbours.set(one, new Set());
    neighbours.get(one).add(other);
  };
  for (const { source, target } of edges) {
    note(source, target);
    note(target, source);
  }
  return [...(neighbours.get(id) ?? [])].filter((other) => neighbours.get(other).size === 1);
}
