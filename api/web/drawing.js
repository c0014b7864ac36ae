// Draws nodes and ties on a canvas: camera, labels where there is room for them, what lies under the pointer.
//
// By a canvas of two dimensions and not by WebGL: without a graphics card, as on a remote desktop, that is drawn in
// software, many times slower. What looks alike is drawn in one go, and what lies outside is left out.

const TAU = 2 * Math.PI;
const LABELS_MOST = 120;
const EDGE_LABELS_MOST = 60;
const CELL = 3;
const ZOOM_LEAST = 0.5;
const ZOOM_MOST = 400;

export class Drawing {
  /** `events`: picked(node or null), hovered(node or null), moved(). */
  constructor(canvas, events) {
    this.canvas = canvas;
    this.events = events;
    this.nodes = [];
    this.edges = [];
    this.grid = new Map();
    this.camera = { x: 0, y: 0, zoom: 20 };
    this.hovered = null;
    this.frame = 0;
    this.milliseconds = 0;
    this.drawn = 0;
    this.watch = new ResizeObserver(() => this.resized());
    this.watch.observe(canvas);
    this.listen();
    this.colours();
  }

  close() {
    this.watch.disconnect();
    cancelAnimationFrame(this.frame);
    this.ended = true;
  }

  /** Nodes {x, y, radius, colour, alpha, name, rank, ring}; edges {from, to (nodes), colour, alpha, width, dash, label, arrow (to, none, both), bend}. */
  put(nodes, edges) {
    this.nodes = nodes;
    this.edges = edges;
    this.grid.clear();
    for (const node of nodes) {
      const key = cell(node.x, node.y);
      if (!this.grid.has(key)) this.grid.set(key, []);
      this.grid.get(key).push(node);
    }
    this.looks = null;
    this.later();
  }

  /** To be called when only looks have changed: alpha, colour, ring. */
  restyled() {
    this.looks = null;
    this.later();
  }

  colours() {
    const style = getComputedStyle(this.canvas);
    this.text = style.getPropertyValue("--text").trim();
    this.ground = style.getPropertyValue("--card").trim();
    this.quiet = style.getPropertyValue("--quiet").trim();
    this.accent = style.getPropertyValue("--accent").trim();
    this.font = style.fontFamily;
    this.later();
  }

  /** Shows all of what is given, or everything. */
  fit(nodes = this.nodes) {
    const { width, height } = this.canvas.getBoundingClientRect();
    if (nodes.length === 0 || width === 0) return;
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const { x, y } of nodes) {
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
    const zoom = 0.9 * Math.min(width / Math.max(right - left, 3), height / Math.max(bottom - top, 3));
    this.camera = { x: (left + right) / 2, y: (top + bottom) / 2, zoom: Math.max(ZOOM_LEAST, Math.min(110, zoom)) };
    this.later();
    this.events.moved();
  }

  resized() {
    const ratio = window.devicePixelRatio || 1;
    const { width, height } = this.canvas.getBoundingClientRect();
    this.canvas.width = Math.max(1, Math.round(width * ratio));
    this.canvas.height = Math.max(1, Math.round(height * ratio));
    this.later();
  }

  later() {
    if (this.frame || this.ended) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      const began = performance.now();
      this.draw();
      this.milliseconds = performance.now() - began;
      this.drawn += 1;
    });
  }

  at(x, y) {
    const { width, height } = this.canvas.getBoundingClientRect();
    return [(x - width / 2) / this.camera.zoom + this.camera.x, (y - height / 2) / this.camera.zoom + this.camera.y];
  }

  /** The node under a place of the canvas. */
  under(x, y) {
    const [atX, atY] = this.at(x, y);
    const reach = 14 / this.camera.zoom;
    let best = null;
    let nearest = Infinity;
    const steps = Math.min(4, Math.ceil(reach / CELL));
    for (let column = -steps; column <= steps; column++) {
      for (let row = -steps; row <= steps; row++) {
        for (const node of this.grid.get(cell(atX + column * CELL, atY + row * CELL)) ?? []) {
          const away = Math.hypot(node.x - atX, node.y - atY) - this.radius(node) / this.camera.zoom;
          if (away < nearest && away < 4 / this.camera.zoom && node.alpha > 0) [best, nearest] = [node, away];
        }
      }
    }
    return best;
  }

  /** On the screen: grows with the zoom, slower than distances do. */
  radius(node) {
    return node.radius * Math.max(0.35, Math.min(2.2, Math.sqrt(this.camera.zoom / 18)));
  }

  /** What looks alike, together: found once, until looks change. */
  alike() {
    if (this.looks) return this.looks;
    const gather = (items, key) => {
      const by = new Map();
      for (const item of items) {
        if (item.alpha <= 0) continue;
        const name = key(item);
        if (!by.has(name)) by.set(name, []);
        by.get(name).push(item);
      }
      return [...by.values()];
    };
    const step = (alpha) => Math.round(alpha * 8) / 8;
    this.looks = {
      edges: gather(this.edges, (edge) => `${edge.colour}|${step(edge.alpha)}|${edge.dash}|${edge.width}`),
      nodes: gather(this.nodes, (node) => `${node.colour}|${step(node.alpha)}`),
      ranked: [...this.nodes].sort((one, other) => (other.ring ? 1 : 0) - (one.ring ? 1 : 0) || one.rank - other.rank),
    };
    return this.looks;
  }

  draw() {
    const pen = this.canvas.getContext("2d");
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [this.canvas.width / ratio, this.canvas.height / ratio];
    const { x, y, zoom } = this.camera;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    const [left, top] = [x - width / 2 / zoom, y - height / 2 / zoom];
    const [right, bottom] = [x + width / 2 / zoom, y + height / 2 / zoom];
    const sx = (value) => (value - left) * zoom;
    const sy = (value) => (value - top) * zoom;
    const { edges, nodes, ranked } = this.alike();
    const few = this.edges.length < 3000;
    for (const group of edges) {
      const { colour, alpha, dash, width: line } = group[0];
      pen.strokeStyle = colour;
      pen.globalAlpha = alpha;
      pen.lineWidth = few ? line : 1;
      pen.setLineDash(few || dash.length === 0 ? dash : [4, 4]);
      pen.beginPath();
      for (const { from, to, bend } of group) {
        if ((from.x < left && to.x < left) || (from.x > right && to.x > right) || (from.y < top && to.y < top) || (from.y > bottom && to.y > bottom)) continue;
        pen.moveTo(sx(from.x), sy(from.y));
        if (bend) {
          const [x, y] = bentOver(from, to, bend);
          pen.quadraticCurveTo(sx(x), sy(y), sx(to.x), sy(to.y));
        } else pen.lineTo(sx(to.x), sy(to.y));
      }
      pen.stroke();
    }
    pen.setLineDash([]);
    if (zoom > 14) this.arrows(pen, sx, sy, left, right, top, bottom);
    for (const group of nodes) {
      pen.fillStyle = group[0].colour;
      pen.globalAlpha = group[0].alpha;
      pen.beginPath();
      for (const node of group) {
        if (node.x < left - 1 || node.x > right + 1 || node.y < top - 1 || node.y > bottom + 1) continue;
        const radius = this.radius(node);
        const [px, py] = [sx(node.x), sy(node.y)];
        if (radius < 2.5) pen.rect(px - radius, py - radius, 2 * radius, 2 * radius);
        else {
          pen.moveTo(px + radius, py);
          pen.arc(px, py, radius, 0, TAU);
        }
      }
      pen.fill();
    }
    pen.globalAlpha = 1;
    for (const node of ranked) {
      if (!node.ring && node !== this.hovered) continue;
      pen.strokeStyle = this.accent;
      pen.lineWidth = 3;
      pen.beginPath();
      pen.arc(sx(node.x), sy(node.y), this.radius(node) + 3, 0, TAU);
      pen.stroke();
    }
    this.labels(pen, ranked, sx, sy, width, height);
  }

  arrows(pen, sx, sy, left, right, top, bottom) {
    let labelled = 0;
    pen.font = `11px ${this.font}`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    for (const edge of this.edges) {
      const { from, to } = edge;
      if (edge.alpha <= 0.1) continue;
      const [overX, overY] = bentOver(from, to, edge.bend);
      const [midX, midY] = [(from.x + to.x + 2 * overX) / 4, (from.y + to.y + 2 * overY) / 4];
      if (midX < left || midX > right || midY < top || midY > bottom) continue;
      const [ax, ay, bx, by] = [sx(from.x), sy(from.y), sx(to.x), sy(to.y)];
      const length = Math.hypot(bx - ax, by - ay);
      if (length < 40) continue;
      pen.globalAlpha = edge.alpha;
      const points = edge.arrow === "both" ? [[to, bx, by], [from, ax, ay]] : edge.arrow === "to" ? [[to, bx, by]] : [];
      for (const [end, endX, endY] of points) {
        const tip = this.radius(end) + 2;
        const last = Math.hypot(endX - sx(overX), endY - sy(overY));
        const [ux, uy] = [(endX - sx(overX)) / last, (endY - sy(overY)) / last];
        const [tx, ty] = [endX - ux * tip, endY - uy * tip];
        pen.fillStyle = edge.colour;
        pen.beginPath();
        pen.moveTo(tx, ty);
        pen.lineTo(tx - ux * 8 - uy * 4, ty - uy * 8 + ux * 4);
        pen.lineTo(tx - ux * 8 + uy * 4, ty - uy * 8 - ux * 4);
        pen.fill();
      }
      const wide = edge.label && pen.measureText(edge.label).width;
      if (edge.label && labelled < EDGE_LABELS_MOST && wide + 30 < length) {
        labelled += 1;
        pen.globalAlpha = Math.min(1, edge.alpha + 0.3);
        let angle = Math.atan2(by - ay, bx - ax);
        if (Math.abs(angle) > Math.PI / 2) angle += Math.PI;
        pen.save();
        pen.translate(sx(midX), sy(midY));
        pen.rotate(angle);
        pen.fillStyle = this.ground;
        pen.fillRect(-wide / 2 - 3, -8, wide + 6, 16);
        pen.fillStyle = this.quiet;
        pen.fillText(edge.label, 0, 0.5);
        pen.restore();
      }
    }
    pen.globalAlpha = 1;
  }

  labels(pen, ranked, sx, sy, width, height) {
    const taken = new Set();
    let shown = 0;
    pen.font = `12px ${this.font}`;
    pen.textAlign = "center";
    pen.textBaseline = "top";
    pen.lineWidth = 3;
    pen.lineJoin = "round";
    for (const node of this.hovered ? [this.hovered, ...ranked] : ranked) {
      if (shown >= LABELS_MOST) break;
      if (node.alpha < 0.3) continue;
      const [px, py] = [sx(node.x), sy(node.y) + this.radius(node) + 2];
      if (px < 0 || py < 0 || px > width || py > height) continue;
      node.wide ??= pen.measureText(short(node.name)).width;
      // A label keeps a stretch of the screen to itself, in squares of 12 by 16.
      const squares = [];
      for (let column = Math.floor((px - node.wide / 2) / 12); column <= Math.floor((px + node.wide / 2) / 12); column++) {
        for (const row of [Math.floor(py / 16), Math.floor((py + 13) / 16)]) squares.push(column * 10000 + row);
      }
      if (!node.ring && node !== this.hovered && squares.some((each) => taken.has(each))) continue;
      for (const each of squares) taken.add(each);
      shown += 1;
      pen.globalAlpha = Math.min(1, node.alpha + 0.2);
      pen.strokeStyle = this.ground;
      pen.strokeText(short(node.name), px, py);
      pen.fillStyle = this.text;
      pen.fillText(short(node.name), px, py);
    }
    pen.globalAlpha = 1;
  }

  zoomed(factor, x = null, y = null) {
    const { width, height } = this.canvas.getBoundingClientRect();
    const [px, py] = [x ?? width / 2, y ?? height / 2];
    const [beforeX, beforeY] = this.at(px, py);
    this.camera.zoom = Math.max(ZOOM_LEAST, Math.min(ZOOM_MOST, this.camera.zoom * factor));
    const [afterX, afterY] = this.at(px, py);
    this.camera.x += beforeX - afterX;
    this.camera.y += beforeY - afterY;
    this.later();
    this.events.moved();
  }

  panned(x, y) {
    this.camera.x -= x / this.camera.zoom;
    this.camera.y -= y / this.camera.zoom;
    this.later();
    this.events.moved();
  }

  listen() {
    const canvas = this.canvas;
    const pointers = new Map();
    let moved = 0;
    const place = (event) => {
      const box = canvas.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, place(event));
      moved = 0;
    });
    canvas.addEventListener("pointermove", (event) => {
      const now = place(event);
      const before = pointers.get(event.pointerId);
      if (before === undefined) {
        const node = this.under(...now);
        if (node !== this.hovered) {
          this.hovered = node;
          canvas.classList.toggle("over", node !== null);
          this.events.hovered(node);
          this.later();
        }
        return;
      }
      if (pointers.size === 2) {
        const other = [...pointers].find(([id]) => id !== event.pointerId)[1];
        const [was, is] = [Math.hypot(before[0] - other[0], before[1] - other[1]), Math.hypot(now[0] - other[0], now[1] - other[1])];
        if (was > 0) this.zoomed(is / was, (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
        moved += 10;
      } else {
        this.panned(now[0] - before[0], now[1] - before[1]);
        moved += Math.hypot(now[0] - before[0], now[1] - before[1]);
      }
      pointers.set(event.pointerId, now);
    });
    canvas.addEventListener("pointerup", (event) => {
      pointers.delete(event.pointerId);
      if (moved < 5) this.events.picked(this.under(...place(event)));
    });
    canvas.addEventListener("pointercancel", (event) => pointers.delete(event.pointerId));
    canvas.addEventListener("dblclick", (event) => this.events.opened(this.under(...place(event))));
    canvas.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        this.zoomed(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0016)), ...place(event));
      },
      { passive: false },
    );
    canvas.addEventListener("keydown", (event) => {
      const act = {
        ArrowLeft: () => this.panned(60, 0), ArrowRight: () => this.panned(-60, 0),
        ArrowUp: () => this.panned(0, 60), ArrowDown: () => this.panned(0, -60),
        "+": () => this.zoomed(1.3), "=": () => this.zoomed(1.3), "-": () => this.zoomed(1 / 1.3), 0: () => this.fit(),
      }[event.key];
      if (!act || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      act();
    });
  }
}

/** Where the curve of an edge is drawn to: beside the middle, for edges between the same two. */
function bentOver(from, to, bend) {
  return [(from.x + to.x) / 2 - (to.y - from.y) * bend, (from.y + to.y) / 2 + (to.x - from.x) * bend];
}

function cell(x, y) {
  return Math.floor(x / CELL) * 100003 + Math.floor(y / CELL);
}

function short(name) {
  const letters = [...name];
  return letters.length > 24 ? `${letters.slice(0, 23).join("")}…` : name;
}
