/** Where things stand: seeded, so that the same things always stand in the same places. */

import { hash, type Point, WORLD } from "./state";

/** A random-looking place that depends on the id alone, on a disc in the middle of the world. */
export function seed(id: string): Point {
  const value = hash(id);
  const angle = ((value & 0xffff) / 0x10000) * 2 * Math.PI;
  const radius = Math.sqrt((value >>> 16) / 0x10000) * WORLD * 0.4;
  return [WORLD / 2 + radius * Math.cos(angle), WORLD / 2 + radius * Math.sin(angle)];
}

/** Places for things behind one door: on the side of it that is least crowded, fanned out. */
export function fan(around: Point, ids: readonly string[], taken: Iterable<Point>): Map<string, Point> {
  let pullX = 0;
  let pullY = 0;
  for (const [x, y] of taken) {
    const [dx, dy] = [x - around[0], y - around[1]];
    const distance = Math.hypot(dx, dy);
    if (distance < 1 || distance > WORLD / 3) continue;
    pullX += dx / distance ** 2;
    pullY += dy / distance ** 2;
  }
  const away = pullX === 0 && pullY === 0 ? -Math.PI / 2 : Math.atan2(-pullY, -pullX);
  const spread = Math.min(2 * Math.PI * (1 - 1 / Math.max(2, ids.length)), 0.55 * Math.max(1, ids.length));
  const places = new Map<string, Point>();
  [...ids].sort().forEach((id, index) => {
    const share = ids.length === 1 ? 0 : index / (ids.length - 1) - 0.5;
    const reach = WORLD * (0.1 + 0.03 * (index % 2) + 0.0015 * ids.length);
    const angle = away + share * spread;
    places.set(id, [around[0] + reach * Math.cos(angle), around[1] + reach * Math.sin(angle)]);
  });
  return places;
}

/**
 * Push apart things that stand closer than `width` across and `height` down; those in `fixed` stay.
 *
 * Labels are wider than high, so things need more room sideways. The order of ids decides ties, and
 * nothing is random.
 */
export function spread(
  positions: ReadonlyMap<string, Point>,
  fixed: ReadonlySet<string>,
  width: number,
  height: number,
  rounds = 60,
): Map<string, Point> {
  const ids = [...positions.keys()].sort();
  const at = ids.map((id) => [...(positions.get(id) ?? [0, 0])] as [number, number]);
  for (let round = 0; round < rounds; round++) {
    let moved = false;
    for (let i = 0; i < ids.length; i++) {
      for (let j = i + 1; j < ids.length; j++) {
        const [a, b] = [at[i], at[j]];
        if (a === undefined || b === undefined) continue;
        const dx = (b[0] - a[0]) / width || (j - i) * 1e-4;
        const dy = (b[1] - a[1]) / height || 1e-4;
        const distance = Math.hypot(dx, dy);
        if (distance >= 1) continue;
        const freeA = !fixed.has(ids[i] ?? "");
        const freeB = !fixed.has(ids[j] ?? "");
        if (!freeA && !freeB) continue;
        const push = ((1 - distance) / distance) * (freeA && freeB ? 0.5 : 1);
        if (freeA) {
          a[0] -= dx * push * width;
          a[1] -= dy * push * height;
        }
        if (freeB) {
          b[0] += dx * push * width;
          b[1] += dy * push * height;
        }
        moved = true;
      }
    }
    if (!moved) break;
  }
  return new Map(ids.map((id, index) => [id, at[index] as Point]));
}

/**
 * Scale and move positions to fill the world, in about the proportions of `aspect`.
 *
 * A few things fill only a part of it: two in opposite corners would seem far apart.
 */
export function fill(positions: ReadonlyMap<string, Point>, aspect = 1): Map<string, Point> {
  const xs = [...positions.values()].map(([x]) => x);
  const ys = [...positions.values()].map(([, y]) => y);
  if (xs.length === 0) return new Map();
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [width, height] = [Math.max(right - left, 1e-6), Math.max(high - low, 1e-6)];
  const share = Math.min(1, Math.sqrt(xs.length) / 4);
  const wide = share * (aspect >= 1 ? WORLD : WORLD * aspect);
  const tall = share * (aspect >= 1 ? WORLD / aspect : WORLD);
  // Stretch at most by 1.6 either way: more would tell of distances that are not there.
  const even = Math.min(wide / width, tall / height);
  const [scaleX, scaleY] = [Math.min(wide / width, even * 1.6), Math.min(tall / height, even * 1.6)];
  const place = ([x, y]: Point): Point => [
    Math.round(WORLD / 2 + (x - (left + right) / 2) * scaleX) || 0, // never -0
    Math.round(WORLD / 2 + (y - (low + high) / 2) * scaleY) || 0,
  ];
  return new Map([...positions].map(([id, point]) => [id, place(point)]));
}

export type Direction = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

/** The nearest thing in a direction on the screen (y downwards), within 60° of it; undefined when none. */
export function towards(from: string, direction: Direction, places: ReadonlyMap<string, Point>): string | undefined {
  const start = places.get(from);
  if (start === undefined) return undefined;
  const [ux, uy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[direction] as [number, number];
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [id, [x, y]] of places) {
    if (id === from) continue;
    const [dx, dy] = [x - start[0], y - start[1]];
    const ahead = dx * ux + dy * uy;
    const aside = Math.abs(dx * uy - dy * ux);
    if (ahead <= 0 || aside > ahead * Math.sqrt(3)) continue;
    const cost = ahead + 2 * aside;
    if (cost < least || (cost === least && best !== undefined && id < best)) [best, least] = [id, cost];
  }
  return best;
}

/** Radius in pixels for a number of links on the canvas. */
export function radius(links: number): number {
  return Math.min(18, Math.max(5, 4.2 + 2.1 * Math.sqrt(links)));
}
