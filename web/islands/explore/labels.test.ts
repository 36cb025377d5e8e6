import { describe, expect, it } from "vitest";
import { breaks, overlap, placeLabels, type Wish } from "./labels";

const AREA = { x: 0, y: 0, width: 800, height: 600 };

function wish(id: string, x: number, y: number, always = false): Wish {
  return { id, x, y, radius: 6, shapes: [{ lines: [id], width: 80, height: 16 }], always };
}

/** A small generator, so that the crowd is the same each time. */
function crowd(count: number, always = false): Wish[] {
  let value = 7;
  const next = () => (value = (value * 48271) % 2147483647) / 2147483647;
  return Array.from({ length: count }, (_, n) => wish(`n${n}`, next() * 800, next() * 600, always));
}

describe("labels", () => {
  it("stand to the right when there is room", () => {
    const [label] = placeLabels([wish("a", 100, 100)], AREA);
    expect(label).toMatchObject({ align: "left", dx: 10, dy: 0 });
  });
  it("stand to the left at the right edge", () => {
    expect(placeLabels([wish("a", 790, 100)], AREA)[0]?.align).toBe("right");
  });
  it("never cover one another, nor leave the area, in a crowd", () => {
    const labels = placeLabels(crowd(150, true), AREA);
    expect(labels.length).toBeGreaterThan(60);
    for (const [i, a] of labels.entries()) {
      expect(a.box.x >= 0 && a.box.y >= 0 && a.box.x + a.box.width <= 800 && a.box.y + a.box.height <= 600).toBe(true);
      for (const b of labels.slice(i + 1)) expect(overlap(a.box, b.box)).toBe(false);
    }
  });
  it("do not cover another thing's sign unless they must be there", () => {
    const wishes = crowd(150);
    for (const label of placeLabels(wishes, AREA)) {
      for (const other of wishes.filter(({ id }) => id !== label.id)) {
        expect(overlap(label.box, { x: other.x - 6, y: other.y - 6, width: 12, height: 12 })).toBe(false);
      }
    }
  });
  it("do not cover what else is drawn", () => {
    const door = { x: 110, y: 90, width: 13, height: 21 };
    const [label] = placeLabels([wish("a", 100, 100)], AREA, [door]);
    expect(label && overlap(label.box, door)).toBe(false);
  });
  it("that must be there come before those that need not", () => {
    const ring = Array.from({ length: 16 }, (_, n) => wish(`r${n}`, 400 + 25 * Math.cos(n), 300 + 25 * Math.sin(n)));
    const ids = placeLabels([wish("must", 400, 300, true), ...ring], AREA).map(({ id }) => id);
    expect(ids).toContain("must");
  });
});

describe("breaking", () => {
  it("leaves short names in one line", () => {
    expect(breaks("Linsong Chu")).toEqual([["Linsong Chu"]]);
  });
  it("makes two lines of about the same length, and keeps one line as a second choice", () => {
    expect(breaks("checkpointing and adaptive IO scheduling")).toEqual([
      ["checkpointing and", "adaptive IO scheduling"],
      ["checkpointing and adaptive IO scheduling"],
    ]);
  });
});
