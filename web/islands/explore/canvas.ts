/** The canvas: sigma draws signs and lines, two flat layers draw the walk, rings and labels. */

import Graph from "graphology";
import Sigma from "sigma";
import * as drawing from "./drawing";
import { drawHulls, hulls } from "./hulls";
import type { Box, Label } from "./labels";
import { type Link, linkKey, type Shown } from "./model";
import { css, type Palette, readPalette } from "./palette";
import { SignProgram, surface } from "./shapes";
import { type Point, WORLD } from "./state";
import { type Picture, svgPicture } from "./svg";

export interface Scene extends Shown {
  readonly places: ReadonlyMap<string, Point>;
  readonly radii: ReadonlyMap<string, number>;
  readonly emphasis: Omit<drawing.Emphasis, "hovered">;
}

export interface Events {
  select(id: string, add: boolean): void;
  open(id: string): void;
  clear(): void;
  moved(id: string, place: Point): void;
}

const SLIDE_MS = 240;

/** Whether this browser can draw at all. */
export function hasWebGL(): boolean {
  const probe = document.createElement("canvas");
  const context = probe.getContext("webgl2") ?? probe.getContext("webgl");
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return context !== null;
}

function stillness(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export class Canvas {
  readonly #host: HTMLElement;
  readonly #graph = new Graph({ type: "undirected", multi: false });
  readonly #sigma: Sigma;
  readonly #under: HTMLCanvasElement;
  readonly #over: HTMLCanvasElement;
  #palette: Palette;
  #scene: Scene = {
    things: [],
    links: [],
    places: new Map(),
    radii: new Map(),
    emphasis: { selected: [], focused: null, pinned: [], walk: [] },
  };
  #hovered: string | null = null;
  #labels: readonly Label[] = [];
  #labelled = "";
  #edition = 0;
  #sliding = 0;

  constructor(host: HTMLElement, events: Events) {
    this.#host = host;
    this.#palette = readPalette(host);
    surface.paper = this.#palette.paper;
    this.#sigma = new Sigma(this.#graph, host, {
      renderLabels: false,
      defaultDrawNodeHover: () => undefined,
      defaultNodeType: "sign",
      nodeProgramClasses: { sign: SignProgram },
      minEdgeThickness: 1,
      zoomToSizeRatioFunction: () => 1,
      minCameraRatio: 0.08,
      maxCameraRatio: 3,
      stagePadding: 56,
      zIndex: true,
      doubleClickZoomingRatio: 1,
      zoomDuration: stillness() ? 0 : SLIDE_MS,
      inertiaDuration: stillness() ? 0 : 200,
      allowInvalidContainer: true,
    });
    this.#under = this.#sigma.createCanvas("under", { beforeLayer: "nodes" });
    this.#over = this.#sigma.createCanvas("over", { beforeLayer: "mouse" });
    this.#sigma.on("afterRender", () => this.#drawFlat());
    this.#listen(events);
    this.#followTheme();
    this.#followSize();
    void document.fonts.ready.then(() => this.#redraw());
  }

  /** Show a scene. With `from`, things that are new slide out of it; the rest stays put. */
  draw(scene: Scene, from?: string): void {
    const before = this.#scene;
    this.#scene = scene;
    this.#edition++;
    this.#sync();
    const origin = from === undefined ? undefined : before.places.get(from);
    const news = scene.things.filter(({ id }) => !before.places.has(id)).map(({ id }) => id);
    if (origin !== undefined && news.length > 0 && !stillness()) this.#slide(news, origin);
    else this.#redraw();
  }

  /** Fit everything into view. */
  fit(): void {
    this.#frame();
    this.#sigma.getCamera().setState({ x: 0.5, y: 0.5, ratio: 1, angle: 0 });
    this.#redraw();
  }

  zoom(factor: number): void {
    const camera = this.#sigma.getCamera();
    void camera.animate({ ratio: camera.getBoundedRatio(camera.ratio / factor) }, { duration: stillness() ? 1 : SLIDE_MS });
  }

  /** Where things stand on the screen, for arrow keys. */
  screen(): Map<string, Point> {
    return new Map([...this.#spots()].map(([id, spot]) => [id, spot.at]));
  }

  /** Bring a thing into view if it is not. */
  reveal(id: string): void {
    const at = this.#spots().get(id)?.at;
    const { width, height } = this.#sigma.getDimensions();
    if (at === undefined || (at[0] > 0 && at[1] > 0 && at[0] < width && at[1] < height)) return;
    const place = this.#sigma.getNodeDisplayData(id);
    if (place) void this.#sigma.getCamera().animate({ x: place.x, y: place.y }, { duration: stillness() ? 1 : SLIDE_MS });
  }

  aspect(): number {
    const { width, height } = this.#host.getBoundingClientRect();
    return width > 0 && height > 0 ? (width - 112) / (height - 112) : 1;
  }

  /** What can be seen, as a picture of twice the size. */
  async picture(): Promise<Blob> {
    const { width, height } = this.#sigma.getDimensions();
    const sheet = document.createElement("canvas");
    [sheet.width, sheet.height] = [2 * width, 2 * height];
    const pen = sheet.getContext("2d");
    if (pen === null) throw new Error("This browser gives no 2D canvas to draw the picture on.");
    pen.scale(2, 2);
    pen.fillStyle = css(this.#palette.paper);
    pen.fillRect(0, 0, width, height);
    const { spots, emphasis, labels } = this.#still(pen);
    drawHulls(pen, hulls(spots), this.#palette);
    drawing.drawNetwork(pen, this.#scene.links, spots, emphasis, this.#palette);
    drawing.drawRings(pen, spots, emphasis, this.#palette);
    drawing.drawLabels(pen, labels, spots, emphasis.walk.length > 0, this.#palette);
    return new Promise((resolve, reject) => {
      sheet.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture is too large to keep."))));
    });
  }

  /** What can be seen, as SVG, in CSS pixels. */
  drawing(title: string): Blob {
    const pen = document.createElement("canvas").getContext("2d");
    if (pen === null) throw new Error("This browser gives no 2D canvas to measure the names on.");
    const { width, height } = this.#sigma.getDimensions();
    const seen = { ...this.#still(pen), links: this.#scene.links, palette: this.#palette };
    const text = svgPicture({ ...seen, title, width, height, base: document.baseURI });
    return new Blob([text], { type: "image/svg+xml" });
  }

  /** The scene as a picture has it: nothing hovered or in focus, every label placed. */
  #still(pen: CanvasRenderingContext2D): Pick<Picture, "spots" | "emphasis" | "labels"> {
    const spots = this.#spots();
    const emphasis = { ...this.#scene.emphasis, focused: null, hovered: null };
    return { spots, emphasis, labels: drawing.labelsFor(pen, spots, emphasis.walk, this.#area(), this.#palette) };
  }

  /** Make sigma's graph the scene's. */
  #sync(): void {
    const { things, links, emphasis, places, radii } = this.#scene;
    const lit = this.#lit();
    const walking = emphasis.walk.length > 0;
    const present = new Set(things.map(({ id }) => id));
    this.#graph.filterNodes((id) => !present.has(id)).forEach((id) => this.#graph.dropNode(id));
    for (const thing of things) {
      const [x, y] = places.get(thing.id) ?? [WORLD / 2, WORLD / 2];
      this.#graph.mergeNode(thing.id, {
        x,
        y: WORLD - y,
        kind: thing.kind,
        size: radii.get(thing.id) ?? 5,
        color: css(drawing.strength(this.#palette.kinds[thing.kind], lit.has(thing.id), walking, this.#palette)),
        zIndex: lit.has(thing.id) ? 1 : 0,
      });
    }
    const drawn = new Set(links.map((link) => linkKey(link.source, link.target)));
    this.#graph.filterEdges((_, __, a, b) => !drawn.has(linkKey(a, b))).forEach((edge) => this.#graph.dropEdge(edge));
    const colour = css(drawing.linkColour(this.#palette, walking));
    for (const link of links) {
      this.#graph.mergeEdge(link.source, link.target, {
        // The soft edge takes about that much of a line's width.
        size: drawing.linkWidth(link) + 0.5,
        color: colour,
        hidden: drawing.isDashed(link, emphasis.selected),
      });
    }
    if (this.#sigma.getCustomBBox() === null) this.#frame();
  }

  /** Keep the frame that coordinates are drawn in until the next fit, so that newcomers move nothing. */
  #frame(): void {
    const places = [...this.#scene.places.values()];
    if (places.length === 0) return;
    const xs = places.map(([x]) => x);
    const ys = places.map(([, y]) => WORLD - y);
    const least = 0.3 * WORLD; // a few things do not fill the whole canvas
    const extent = (values: number[]): [number, number] => {
      const [low, high] = [Math.min(...values), Math.max(...values)];
      const more = Math.max(0, least - (high - low) / 2);
      return [low - more, high + more];
    };
    this.#sigma.setCustomBBox({ x: extent(xs), y: extent(ys) });
  }

  #slide(ids: readonly string[], origin: Point): void {
    const ticket = ++this.#sliding;
    const start = performance.now();
    const step = (now: number) => {
      if (ticket !== this.#sliding) return;
      const share = Math.min(1, (now - start) / SLIDE_MS);
      const eased = 1 - (1 - share) ** 3;
      for (const id of ids) {
        const to = this.#scene.places.get(id);
        if (to === undefined || !this.#graph.hasNode(id)) continue;
        this.#graph.mergeNodeAttributes(id, {
          x: origin[0] + (to[0] - origin[0]) * eased,
          y: WORLD - (origin[1] + (to[1] - origin[1]) * eased),
        });
      }
      this.#edition++;
      if (share < 1) requestAnimationFrame(step);
    };
    step(start);
  }

  #lit(): Set<string> {
    const { selected, focused, walk } = this.#scene.emphasis;
    const lit = new Set([...selected, ...walk]);
    if (focused !== null) lit.add(focused);
    return lit;
  }

  #spots(): Map<string, drawing.Spot> {
    const lit = this.#lit();
    const spots = new Map<string, drawing.Spot>();
    for (const thing of this.#scene.things) {
      if (!this.#graph.hasNode(thing.id)) continue;
      const { x, y } = this.#graph.getNodeAttributes(thing.id) as { x: number; y: number };
      const at = this.#sigma.graphToViewport({ x, y });
      spots.set(thing.id, {
        thing,
        at: [at.x, at.y],
        radius: this.#scene.radii.get(thing.id) ?? 5,
        lit: lit.has(thing.id),
      });
    }
    return spots;
  }

  #area(): Box {
    const { width, height } = this.#sigma.getDimensions();
    return { x: 0, y: 0, width, height };
  }

  #drawFlat(): void {
    const under = this.#pen(this.#under);
    const over = this.#pen(this.#over);
    if (under === null || over === null) return;
    const spots = this.#spots();
    const { emphasis, links } = this.#scene;
    const all = { ...emphasis, hovered: this.#hovered };
    const walking = emphasis.walk.length > 0;
    drawHulls(under, hulls(spots), this.#palette);
    drawing.drawDashes(under, links.filter((link) => drawing.isDashed(link, emphasis.selected)), spots, all, this.#palette);
    drawing.drawWalk(under, spots, emphasis.walk, this.#palette);
    drawing.drawRings(over, spots, all, this.#palette);
    this.#placeLabels(over, spots);
    drawing.drawLabels(over, this.#labels, spots, walking, this.#palette);
    const named = new Set(this.#labels.map(({ id }) => id));
    for (const id of new Set([this.#hovered, emphasis.focused])) {
      const spot = id === null ? undefined : spots.get(id);
      if (spot !== undefined && !named.has(spot.thing.id)) drawing.drawTip(over, spot, this.#area(), this.#palette);
    }
  }

  /** Labels keep their places while the canvas is only pushed about. */
  #placeLabels(pen: CanvasRenderingContext2D, spots: ReadonlyMap<string, drawing.Spot>): void {
    const { x, y, ratio } = this.#sigma.getCamera().getState();
    const { width, height } = this.#area();
    // Pushing by less than a sixth of the view changes no label.
    const [column, row] = [Math.round((x / ratio) * 6), Math.round((y / ratio) * 6)];
    const key = [this.#edition, ratio.toFixed(4), column, row, width, height].join();
    if (key === this.#labelled) return;
    this.#labelled = key;
    this.#labels = drawing.labelsFor(pen, spots, this.#scene.emphasis.walk, this.#area(), this.#palette);
  }

  #pen(sheet: HTMLCanvasElement): CanvasRenderingContext2D | null {
    const { width, height } = this.#sigma.getDimensions();
    const ratio = window.devicePixelRatio || 1;
    const [wide, tall] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (sheet.width !== wide || sheet.height !== tall) {
      [sheet.width, sheet.height] = [wide, tall];
      sheet.style.width = `${width}px`;
      sheet.style.height = `${height}px`;
    }
    const pen = sheet.getContext("2d");
    pen?.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen?.clearRect(0, 0, width, height);
    return pen;
  }

  #redraw(): void {
    this.#edition++;
    this.#sigma.scheduleRefresh();
  }

  #listen(events: Events): void {
    const sigma = this.#sigma;
    let dragged: { id: string; moved: boolean } | null = null;
    sigma.on("enterNode", ({ node }) => this.#hover(node));
    sigma.on("leaveNode", () => this.#hover(null));
    sigma.on("downNode", ({ node }) => {
      dragged = { id: node, moved: false };
    });
    sigma.on("clickNode", ({ node, event }) => {
      events.select(node, (event.original as MouseEvent).shiftKey);
    });
    sigma.on("doubleClickNode", ({ node, preventSigmaDefault }) => {
      preventSigmaDefault();
      events.open(node);
    });
    sigma.on("clickStage", () => events.clear());
    sigma.on("moveBody", ({ event }) => {
      if (dragged === null) return;
      event.preventSigmaDefault();
      event.original.preventDefault();
      dragged.moved = true;
      const { x, y } = sigma.viewportToGraph(event);
      this.#edition++;
      this.#graph.mergeNodeAttributes(dragged.id, { x, y });
    });
    const drop = () => {
      if (dragged?.moved) {
        const { x, y } = this.#graph.getNodeAttributes(dragged.id) as { x: number; y: number };
        events.moved(dragged.id, [Math.round(x), Math.round(WORLD - y)]);
      }
      dragged = null;
    };
    sigma.on("upNode", drop);
    sigma.on("upStage", drop);
    // The wheel scrolls the page unless the canvas has been entered: it must not be a trap.
    this.#host.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey && !this.#host.contains(document.activeElement)) event.stopPropagation();
      },
      { capture: true },
    );
  }

  #hover(id: string | null): void {
    this.#hovered = id;
    this.#host.classList.toggle("over-thing", id !== null);
    this.#sigma.scheduleRender();
  }

  #followTheme(): void {
    const reread = () => {
      this.#palette = readPalette(this.#host);
      surface.paper = this.#palette.paper;
      this.#sync();
      this.#redraw();
    };
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", reread);
    new MutationObserver(reread).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  }

  #followSize(): void {
    new ResizeObserver(() => {
      this.#sigma.resize();
      this.#redraw();
    }).observe(this.#host);
  }
}

export type { Link };
