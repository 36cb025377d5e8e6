/** What is drawn in two dimensions under and over the WebGL layers, and the whole of a saved picture. */

import { KINDS, type Kind } from "../shared/kinds";
import { type Box, breaks, type Label, placeLabels, type Wish } from "./labels";
import type { Link, Thing } from "./model";
import { type Colour, css, mix, type Palette } from "./palette";
import type { Point } from "./state";

/** A thing where it stands on the screen, in CSS pixels. */
export interface Spot {
  readonly thing: Thing;
  readonly at: Point;
  readonly radius: number;
  /** On the walk, selected or in focus. */
  readonly lit: boolean;
}

export interface Emphasis {
  readonly selected: readonly string[];
  readonly focused: string | null;
  readonly hovered: string | null;
  readonly pinned: readonly string[];
  /** Ids along the walk, in order; empty when none is drawn. */
  readonly walk: readonly string[];
}

type Spots = ReadonlyMap<string, Spot>;
type Pen = CanvasRenderingContext2D;

const HALF = 0.5;

/** Everything but the walk is at half strength while there is a walk. */
export function strength(colour: Colour, lit: boolean, walking: boolean, palette: Palette): Colour {
  return walking && !lit ? mix(colour, palette.paper, HALF) : colour;
}

export function linkWidth(link: Link): number {
  return Math.min(3, Math.max(1, link.weight));
}

export function linkColour(palette: Palette, walking: boolean): Colour {
  return mix(palette.frame, palette.paper, walking ? 0.55 * HALF : 0.55);
}

/** Whether a link is drawn in two dimensions: it is dotted or dashed, which the WebGL lines are not. */
export function isDashed(link: Link, selected: readonly string[]): boolean {
  return link.relation !== "talks" || (link.derived && touches(link, selected));
}

function touches(link: Link, ids: readonly string[]): boolean {
  return ids.includes(link.source) || ids.includes(link.target);
}

export interface Dash {
  readonly pattern: readonly [number, number];
  readonly width: number;
  readonly colour: Colour;
  readonly round: boolean;
}

/** How a dotted or dashed link is drawn: kin topics, what is only suggested, what is derived. */
export function dash(link: Link, palette: Palette): Dash {
  if (link.relation === "broader") {
    return { pattern: [1, 4], width: 2, colour: mix(palette.kinds.topic, palette.paper, 0.55), round: true };
  }
  if (link.relation === "suggested") return { pattern: [1, 3.5], width: 1.5, colour: palette.ink3, round: true };
  return { pattern: [5, 4], width: linkWidth(link), colour: palette.frame, round: false };
}

/** Dotted and dashed links: kin topics, suggestions, and the certainty of what is selected. */
export function drawDashes(pen: Pen, links: readonly Link[], spots: Spots, emphasis: Emphasis, palette: Palette): void {
  const walking = emphasis.walk.length > 0;
  for (const link of links) {
    const [a, b] = [spots.get(link.source)?.at, spots.get(link.target)?.at];
    if (a === undefined || b === undefined) continue;
    const { pattern, width, colour, round } = dash(link, palette);
    pen.lineCap = round ? "round" : "butt";
    pen.setLineDash([...pattern]);
    pen.lineWidth = width;
    pen.strokeStyle = css(strength(colour, false, walking, palette));
    line(pen, [a, b]);
  }
  pen.setLineDash([]);
  pen.lineCap = "butt";
}

/** The steps of a walk on the screen, those of which both ends are shown. */
export function steps(spots: Spots, walk: readonly string[]): [Point, Point][] {
  return pairs(walk.map((id) => spots.get(id)?.at)).filter(
    (step): step is [Point, Point] => step[0] !== undefined && step[1] !== undefined,
  );
}

export function middle([a, b]: readonly [Point, Point]): Point {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}

/** The walk: a heavy line with a door in the middle of each step. */
export function drawWalk(pen: Pen, spots: Spots, walk: readonly string[], palette: Palette): void {
  pen.strokeStyle = css(palette.ink);
  pen.lineWidth = 3;
  for (const step of steps(spots, walk)) line(pen, step);
  for (const step of steps(spots, walk)) drawDoor(pen, middle(step), palette);
}

function drawDoor(pen: Pen, [x, y]: Point, palette: Palette): void {
  pen.fillStyle = css(palette.paper);
  pen.fillRect(x - 6.5, y - 10.5, 13, 21);
  pen.fillStyle = css(palette.kinds.talk);
  pen.fillRect(x - 5, y - 9, 10, 18);
  pen.fillStyle = css(palette.paper);
  pen.beginPath();
  pen.arc(x + 2.4, y + 1, 1.3, 0, 2 * Math.PI);
  pen.fill();
}

/** Rings around what is selected and in focus, and a dot on what is pinned. */
export function drawRings(pen: Pen, spots: Spots, emphasis: Emphasis, palette: Palette): void {
  pen.strokeStyle = css(palette.ink);
  for (const id of emphasis.selected) {
    const spot = spots.get(id);
    if (spot) ring(pen, spot.at, spot.radius * fit(spot.thing.kind) + 4.5, 2.5);
  }
  const focused = emphasis.focused === null ? undefined : spots.get(emphasis.focused);
  if (focused) {
    pen.setLineDash([4, 3]);
    ring(pen, focused.at, focused.radius * fit(focused.thing.kind) + 9, 2);
    pen.setLineDash([]);
  }
  pen.fillStyle = css(palette.paper);
  for (const id of emphasis.pinned) {
    const spot = spots.get(id);
    if (!spot) continue;
    pen.beginPath();
    pen.arc(spot.at[0], spot.at[1], 2, 0, 2 * Math.PI);
    pen.fill();
  }
}

/** How far a sign reaches beyond its radius. */
export function fit(kind: Kind): number {
  return kind === "person" ? 1 : 1.2;
}

function ring(pen: Pen, [x, y]: Point, radius: number, width: number): void {
  pen.lineWidth = width;
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.stroke();
}

export const LINE = 15.5;

/** Room for the ring around what is selected. */
const RING = 6;

/** So many of the largest topics are always named: without them a crowded canvas says nothing. */
const LANDMARKS = 12;

function font(palette: Palette, bold: boolean): string {
  return bold ? `600 13.5px ${palette.family}` : `400 12.5px ${palette.family}`;
}

export function isBold(spot: Spot): boolean {
  return spot.lit || spot.thing.kind === "topic" || spot.thing.kind === "event";
}

/** Say which labels are wanted, most important first: the lit ones, topics, then by size. */
export function wishes(pen: Pen, spots: Spots, palette: Palette): Wish[] {
  const rank = (spot: Spot) => (spot.lit ? 2 : spot.thing.kind === "topic" ? 1 : 0);
  const widths = new Map<string, number>();
  const measure = (text: string, bold: boolean) => {
    const key = `${bold ? 1 : 0}${text}`;
    let width = widths.get(key);
    if (width === undefined) {
      pen.font = font(palette, bold);
      width = pen.measureText(text).width;
      widths.set(key, width);
    }
    return width;
  };
  const topics = [...spots.values()].filter(({ thing }) => thing.kind === "topic");
  const largest = new Set(topics.sort((a, b) => b.radius - a.radius).slice(0, LANDMARKS));
  return [...spots.values()]
    .sort((a, b) => rank(b) - rank(a) || b.radius - a.radius || (a.thing.id < b.thing.id ? -1 : 1))
    .map((spot) => ({
      id: spot.thing.id,
      x: spot.at[0],
      y: spot.at[1],
      radius: spot.radius * fit(spot.thing.kind) + (spot.lit ? RING : 0),
      shapes: breaks(spot.thing.label).map((lines) => ({
        lines,
        width: Math.max(...lines.map((text) => measure(text, isBold(spot)))) + 4,
        height: lines.length * LINE,
      })),
      always: spot.lit || largest.has(spot),
    }));
}

/** Place the labels of what can be seen, clear of the doors on the walk. */
export function labelsFor(pen: Pen, spots: Spots, walk: readonly string[], area: Box, palette: Palette): Label[] {
  const doors = steps(spots, walk).map(middle).map(([x, y]) => ({ x: x - 6.5, y: y - 10.5, width: 13, height: 21 }));
  const visible = new Map(
    [...spots].filter(([, { at: [x, y] }]) => x > area.x && y > area.y && x < area.x + area.width && y < area.y + area.height),
  );
  return placeLabels(wishes(pen, visible, palette), area, doors);
}

export function drawLabels(pen: Pen, labels: readonly Label[], spots: Spots, walking: boolean, palette: Palette): void {
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  pen.lineWidth = 3.5;
  pen.strokeStyle = css(palette.paper);
  for (const label of labels) {
    const spot = spots.get(label.id);
    if (spot === undefined) continue;
    const bold = isBold(spot);
    pen.font = font(palette, bold);
    pen.textAlign = label.align;
    pen.fillStyle = css(walking && !spot.lit ? palette.ink3 : bold ? palette.ink : palette.ink2);
    label.lines.forEach((text, index) => {
      const [x, y] = [spot.at[0] + label.dx, spot.at[1] + label.dy + index * LINE];
      pen.strokeText(text, x, y);
      pen.fillText(text, x, y);
    });
  }
}

/** The label of what the pointer or the focus is on, when it has none of its own. */
export function drawTip(pen: Pen, spot: Spot, area: Box, palette: Palette): void {
  pen.font = font(palette, true);
  const width = pen.measureText(spot.thing.label).width + 12;
  const below = spot.at[1] < 60;
  const x = Math.min(Math.max(spot.at[0] - width / 2, area.x + 2), area.x + area.width - width - 2);
  const y = spot.at[1] + (below ? spot.radius + 8 : -spot.radius - 32);
  pen.fillStyle = css(palette.paper);
  pen.fillRect(x, y, width, 24);
  pen.strokeStyle = css(palette.frame);
  pen.lineWidth = 1;
  pen.strokeRect(x + 0.5, y + 0.5, width - 1, 23);
  pen.fillStyle = css(palette.ink);
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  pen.fillText(spot.thing.label, x + 6, y + 12.5);
}

/** Draw links and signs as the WebGL layers do: for a picture to keep. */
export function drawNetwork(pen: Pen, links: readonly Link[], spots: Spots, emphasis: Emphasis, palette: Palette): void {
  const walking = emphasis.walk.length > 0;
  pen.strokeStyle = css(linkColour(palette, walking));
  for (const link of links) {
    const [a, b] = [spots.get(link.source)?.at, spots.get(link.target)?.at];
    if (a === undefined || b === undefined || isDashed(link, emphasis.selected)) continue;
    pen.lineWidth = linkWidth(link);
    line(pen, [a, b]);
  }
  drawDashes(pen, links.filter((link) => isDashed(link, emphasis.selected)), spots, emphasis, palette);
  drawWalk(pen, spots, emphasis.walk, palette);
  for (const spot of spots.values()) {
    const shape = new Path2D(KINDS[spot.thing.kind].path);
    const scale = (spot.radius * fit(spot.thing.kind)) / 8;
    pen.save();
    pen.translate(spot.at[0] - 8 * scale, spot.at[1] - 8 * scale);
    pen.scale(scale, scale);
    pen.lineWidth = 3 / scale;
    pen.strokeStyle = css(palette.paper);
    pen.stroke(shape);
    pen.fillStyle = css(strength(palette.kinds[spot.thing.kind], spot.lit, walking, palette));
    pen.fill(shape, "evenodd");
    pen.restore();
  }
}

function line(pen: Pen, [a, b]: readonly [Point, Point]): void {
  pen.beginPath();
  pen.moveTo(a[0], a[1]);
  pen.lineTo(b[0], b[1]);
  pen.stroke();
}

function pairs<T>(items: readonly T[]): [T, T][] {
  return items.slice(1).map((item, index) => [items[index] as T, item]);
}
