import { describe, expect, it } from "vitest";
import { fan, fill, radius, seed, spread, towards } from "./layout";
import { type Point, WORLD } from "./state";

describe("seeds", () => {
  it("are the same each time, differ by id and lie in the world", () => {
    const ids = Array.from({ length: 200 }, (_, n) => `person/p-${n}`);
    const first = ids.map(seed);
    expect(ids.map(seed)).toEqual(first);
    expect(new Set(first.map(String)).size).toBe(200);
    for (const [x, y] of first) expect(Math.hypot(x - WORLD / 2, y - WORLD / 2)).toBeLessThanOrEqual(WORLD * 0.4);
  });
});

describe("what comes out of a door", () => {
  it("goes to the side where nothing stands", () => {
    const [place] = [...fan([500, 500], ["a"], [[600, 500]]).values()];
    expect(place?.[0]).toBeLessThan(500);
  });
  it("spreads out, each in a place of its own", () => {
    const places = [...fan([500, 500], Array.from({ length: 30 }, (_, n) => `t/${n}`), []).values()];
    expect(new Set(places.map(String)).size).toBe(30);
  });
});

describe("spreading", () => {
  const crowd = new Map<string, Point>(Array.from({ length: 12 }, (_, n) => [`n${n}`, [500 + n * 0.01, 500]]));
  it("leaves the asked room between any two", () => {
    const places = [...spread(crowd, new Set(), 60, 30, 500).values()];
    for (const [i, a] of places.entries()) {
      for (const b of places.slice(i + 1)) expect(Math.hypot((a[0] - b[0]) / 60, (a[1] - b[1]) / 30)).toBeGreaterThan(0.95);
    }
  });
  it("does not move what is fixed", () => {
    const places = spread(crowd, new Set(["n0", "n5"]), 60, 30);
    expect(places.get("n0")).toEqual([500, 500]);
    expect(places.get("n5")).toEqual([500.05, 500]);
  });
  it("does not depend on the order of things", () => {
    expect(spread(new Map([...crowd].reverse()), new Set(), 60, 30)).toEqual(spread(crowd, new Set(), 60, 30));
  });
});

describe("filling", () => {
  it("reaches both edges of the longer side and rounds", () => {
    const places = fill(new Map(Array.from({ length: 16 }, (_, n) => [`n${n}`, [n, (n * 7) % 3] as Point])));
    expect(places.get("n0")?.[0]).toBe(0);
    expect(places.get("n15")?.[0]).toBe(WORLD);
    for (const [x, y] of places.values()) expect([x % 1, y % 1]).toEqual([0, 0]);
  });
  it("keeps a few things together", () => {
    const places = [...fill(new Map<string, Point>([["a", [0, 0]], ["b", [3, 4]]])).values()];
    const [a, b] = places as [Point, Point];
    expect(Math.hypot(a[0] - b[0], a[1] - b[1])).toBeLessThan(0.6 * WORLD);
  });
  it("puts a single thing in the middle", () => {
    expect(fill(new Map<string, Point>([["a", [7, 7]]])).get("a")).toEqual([500, 500]);
  });
});

describe("arrows", () => {
  const places = new Map<string, Point>([["here", [0, 0]], ["right", [50, 10]], ["far", [90, 0]], ["down", [5, 60]], ["aside", [10, -40]]]);
  it("go to the nearest thing that way", () => {
    expect(towards("here", "ArrowRight", places)).toBe("right");
    expect(towards("here", "ArrowDown", places)).toBe("down");
    expect(towards("here", "ArrowUp", places)).toBe("aside");
  });
  it("stay where nothing lies that way", () => {
    expect(towards("here", "ArrowLeft", places)).toBeUndefined();
  });
});

describe("size", () => {
  it("grows with the square root of links, between 5 and 18 pixels", () => {
    expect(radius(0)).toBe(5);
    expect(radius(4)).toBeCloseTo(8.4);
    expect(radius(1000)).toBe(18);
  });
});
