/** Groups on the canvas: a hatched outline around each, named after its thing with most links. */

import { fit, type Spot } from "./drawing";
import { css, mix, type Palette } from "./palette";
import type { Point } from "./state";

/** Fewest things that are outlined as a group. */
const FEWEST = 3;
const ROOM = 12;
const HATCH = 7;

export interface Hull {
  readonly name: string;
  /** Corners, anticlockwise on the screen. */
  readonly corners: readonly Point[];
}

/** The corners of the smallest convex shape around some points (Andrew's monotone chain). */
export function convex(points: readonly Point[]): Point[] {
  const sorted = [...points].sort(([a, b], [c, d]) => a - c || b - d);
  if (sorted.length < 3) return sorted;
  const half = (some: readonly Point[]) => {
    const chain: Point[] = [];
    for (const point of some) {
      while (chain.length > 1 && turn(chain.at(-2) as Point, chain.at(-1) as Point, point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

function turn([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

/** The outlines of the groups among what is on the screen, the largest first. */
export function hulls(spots: ReadonlyMap<string, Spot>): Hull[] {
  const groups = new Map<number, Spot[]>();
  for (const spot of spots.values()) {
    if (spot.thing.group !== undefined) groups.set(spot.thing.group, [...(groups.get(spot.thing.group) ?? []), spot]);
  }
  return [...groups.entries()]
    .filter(([, some]) => some.length >= FEWEST)
    .sort(([a], [b]) => a - b)
    .map(([, some]) => {
      const [first] = [...some].sort((a, b) => b.radius - a.radius || (a.thing.id < b.thing.id ? -1 : 1));
      return { name: first?.thing.label ?? "", corners: convex(some.flatMap(around)) };
    });
}

/** Points around a sign, so that an outline leaves it room. */
function around({ at: [x, y], radius, thing }: Spot): Point[] {
  const far = radius * fit(thing.kind) + ROOM;
  return Array.from({ length: 8 }, (_, step) => {
    const angle = (step * Math.PI) / 4;
    return [x + far * Math.cos(angle), y + far * Math.sin(angle)] as const;
  });
}

/** Draw the outlines under everything else; neighbouring ones are hatched in turning directions. */
export function drawHulls(pen: CanvasRenderingContext2D, found: readonly Hull[], palette: Palette): void {
  pen.lineWidth = 1;
  found.forEach(({ corners }, index) => {
    pen.save();
    pen.beginPath();
    corners.forEach(([x, y], at) => (at === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
    pen.closePath();
    pen.strokeStyle = css(mix(palette.frame, palette.paper, 0.6));
    pen.stroke();
    pen.clip();
    hatch(pen, corners, index % 2 === 0 ? 1 : -1, css(mix(palette.frame, palette.paper, 0.16)));
    pen.restore();
  });
}

function hatch(pen: CanvasRenderingContext2D, corners: readonly Point[], slope: 1 | -1, colour: string): void {
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const tall = bottom - top;
  pen.strokeStyle = colour;
  pen.beginPath();
  for (let x = Math.floor((left - tall) / HATCH) * HATCH; x < right + tall; x += HATCH) {
    pen.moveTo(x, slope === 1 ? bottom : top);
    pen.lineTo(x + tall, slope === 1 ? top : bottom);
  }
  pen.stroke();
}
