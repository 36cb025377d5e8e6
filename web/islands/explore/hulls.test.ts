import { describe, expect, it } from "vitest";
import type { Spot } from "./drawing";
import { convex, hulls } from "./hulls";
import type { Point } from "./state";

function spot(id: string, at: Point, group?: number, radius = 5): Spot {
  const thing = { id, kind: "person" as const, label: id.toUpperCase(), links: 1, talks: 1, href: `/${id}` };
  return { thing: group === undefined ? thing : { ...thing, group }, at, radius, lit: false };
}

function within([x, y]: Point, corners: readonly Point[]): boolean {
  return corners.every(([ax, ay], at) => {
    const [bx, by] = corners[(at + 1) % corners.length] as Point;
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= -1e-9;
  });
}

describe("the outline of points", () => {
  it("has the corners and nothing inside", () => {
    expect(convex([[0, 0], [4, 0], [4, 4], [0, 4], [2, 2], [1, 3], [4, 2]])).toEqual([[0, 0], [4, 0], [4, 4], [0, 4]]);
  });
  it("holds every point", () => {
    const points = Array.from({ length: 60 }, (_, n) => [(n * 37) % 101, (n * 53) % 89] as const);
    const corners = convex(points);
    expect(points.every((point) => within(point, corners))).toBe(true);
    expect(corners.every((corner) => points.includes(corner))).toBe(true);
  });
});

describe("groups", () => {
  const spots = new Map(
    [spot("a", [0, 0], 1), spot("b", [50, 0], 1, 9), spot("c", [0, 50], 1), spot("d", [9, 9], 0), spot("e", [8, 8])]
      .map((one) => [one.thing.id, one]),
  );
  it("of three and more have an outline, named after the largest thing in them", () => {
    const found = hulls(spots);
    expect(found.map(({ name }) => name)).toEqual(["B"]);
    expect([...spots.values()].slice(0, 3).every(({ at }) => within(at, found[0]?.corners ?? []))).toBe(true);
  });
});
