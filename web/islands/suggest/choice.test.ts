import { describe, expect, it } from "vitest";
import { marked, step } from "./choice";

describe("keys in a list of matches", () => {
  it("go down, past the end and back to the field", () => {
    expect([step("ArrowDown", -1, 2), step("ArrowDown", 0, 2), step("ArrowDown", 1, 2)]).toEqual([0, 1, -1]);
  });
  it("go up from the field to the last row", () => {
    expect([step("ArrowUp", -1, 3), step("ArrowUp", 2, 3), step("ArrowUp", 0, 3)]).toEqual([2, 1, -1]);
  });
  it("choose only a highlighted row, so that Enter still sends the form", () => {
    expect(step("Enter", -1, 2)).toBeUndefined();
    expect(step("Enter", 1, 2)).toBe("choose");
  });
  it("leave an empty list to the field", () => {
    expect(step("ArrowDown", -1, 0)).toBeUndefined();
    expect(step("Escape", -1, 0)).toBeUndefined();
  });
});

describe("marked words", () => {
  const text = (label: string, query: string) => marked(label, query).map((part) => (part.hit ? `[${part.text}]` : part.text)).join("");
  it("are those that begin as a word of the query does", () => {
    expect(text("Robin Battey", "bat")).toBe("Robin [Bat]tey");
    expect(text("Combat robots", "bat")).toBe("Combat robots");
  });
  it("may be several, in any order", () => {
    expect(text("Peter Battaglia", "batt pe")).toBe("[Pe]ter [Batt]aglia");
  });
  it("do not mind accents", () => {
    expect(text("Łukasz Zięba", "zie")).toBe("Łukasz [Zię]ba");
  });
  it("keep every letter of the label", () => {
    for (const label of ["Straße", "Ångström İ", "ﬁne", "山田 太郎"]) {
      expect(marked(label, "s i f 山").map((part) => part.text).join("")).toBe(label);
    }
  });
});
