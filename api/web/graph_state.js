// What of a map is shown and how: pure functions of nodes, edges and what a person chose.

/** An edge or a node with its times as numbers: texts of one moment may be written in several ways. */
export function timed(item) {
  const number = (moment, otherwise) => (moment ? Date.parse(moment) : otherwise);
  return {
    ...item,
    first: number(item.first_seen, -Infinity),
    ended: number(item.ended_at, Infinity),
    periods: (item.periods ?? []).map(({ said_at: said, since, until }) => ({ said: Date.parse(said), since: Date.parse(since), until: number(until, Infinity) })),
  };
}

/** Whether a fact of an edge held at a moment, by when it was told or by when it was so. */
export function holdsAt(edge, moment, clock) {
  if (edge.periods.length === 0) return clock !== "said" || edge.first <= moment;
  if (clock === "said") return edge.periods.some((period) => period.said <= moment);
  return edge.periods.some((period) => period.since <= moment && moment < period.until);
}

/** What an edge is at a moment: holds, ended, denied; "" where it is not there yet, or no more by the clock of truth. */
export function stateOf(edge, moment, clock) {
  if (!holdsAt(edge, moment, clock)) return "";
  if (edge.denied > 0) return "denied";
  return edge.ended <= moment ? "ended" : "holds";
}

/** The edges that differ between two moments: those that came and those that went. */
export function difference(edges, before, after, clock) {
  const came = edges.filter((edge) => !holdsAt(edge, before, clock) && holdsAt(edge, after, clock));
  const went = edges.filter((edge) => holdsAt(edge, before, clock) && !holdsAt(edge, after, clock));
  return { came, went };
}

/** The first and the last moment of a map by a clock, or null. What is dated before or after all people is left out. */
export function span(nodes, edges, clock) {
  const [least, most] = [Date.parse("1900-01-01"), Date.parse("2200-01-01")];
  let [first, last] = [Infinity, -Infinity];
  const note = (moment) => {
    if (moment <= least || moment >= most) return;
    first = Math.min(first, moment);
    last = Math.max(last, moment);
  };
  if (clock === "said") for (const node of nodes) note(node.first);
  for (const { periods } of edges) for (const { said, since, until } of periods) (clock === "said" ? [said] : [since, until]).forEach(note);
  return first === Infinity ? null : [first, last];
}

/** How strong a tie is, 0 to 1: by how much evidence, and how sure. */
export function strength(edge) {
  return Math.max(0, Math.min(1, edge.weight * edge.confidence));
}

/** What is left, 0 to 1, of the looks of who has so many ties: less and less above a number of them; 0 damps nobody. */
export function damping(ties, above) {
  return above > 0 && ties > above ? (1 + Math.log(above)) / (1 + Math.log(ties)) : 1;
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

/** How far each edge is bent, so that those between the same two lie side by side; 0 where there is one. */
export function bendsOf(edges) {
  const beside = new Map();
  for (const edge of edges) {
    const ends = [edge.source, edge.target].sort().join(" ");
    if (!beside.has(ends)) beside.set(ends, []);
    beside.get(ends).push(edge);
  }
  const bends = new Map();
  for (const group of beside.values()) {
    group.forEach((edge, place) => {
      // A bend is to the right of the way: edges of either direction must agree on which side is which.
      const side = edge.source < edge.target ? 1 : -1;
      bends.set(edge, side * 0.3 * (place - (group.length - 1) / 2));
    });
  }
  return bends;
}
