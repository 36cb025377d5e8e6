import { describe, expect, it } from "vitest";
import { type Focus, keyMeant } from "./keys";

const pressed = (key: string, more: Partial<KeyboardEvent> = {}) =>
  ({ key, ctrlKey: false, altKey: false, metaKey: false, isComposing: false, ...more }) as KeyboardEvent;
const on = (tag: string, type = ""): Focus => ({ tag, type, editable: false });

describe("a key of Review", () => {
  it("is meant on the page and on a box, in either case", () => {
    expect(keyMeant(pressed("s"), on("body"), true)).toBe("s");
    expect(keyMeant(pressed("S"), on("input", "checkbox"), true)).toBe("s");
    expect(keyMeant(pressed("?"), on("a"), true)).toBe("?");
  });
  it("is typing in a field", () => {
    for (const focus of [on("input", "text"), on("input", "search"), on("textarea"), on("select"), { ...on("div"), editable: true }]) {
      expect(keyMeant(pressed("s"), focus, true)).toBeUndefined();
    }
  });
  it("belongs to the browser together with another, and to nobody once switched off", () => {
    expect(keyMeant(pressed("r", { ctrlKey: true }), on("body"), true)).toBeUndefined();
    expect(keyMeant(pressed("Enter"), on("body"), true)).toBeUndefined();
    expect(keyMeant(pressed("s"), on("body"), false)).toBeUndefined();
  });
});
