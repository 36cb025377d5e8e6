import { describe, expect, it } from "vitest";
import { keyCommand } from "./keys";

function press(key: string, more: Partial<KeyboardEvent> = {}) {
  return { key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, isComposing: false, ...more };
}

describe("keys", () => {
  it("mean on the canvas what the help says", () => {
    const meant = ["/", "e", "p", "h", "t", "l", "z", "0", "+", "-", "."].map((key) => keyCommand(press(key), true, "canvas"));
    expect(meant).toEqual(["find", "open", "connect", "hide", "table", "lens", "undo", "fit", "closer", "further", "pin"]);
  });
  it("select, and with Shift add", () => {
    expect(keyCommand(press("Enter"), true, "canvas")).toBe("select");
    expect(keyCommand(press("Enter", { shiftKey: true }), true, "canvas")).toBe("add");
  });
  it("leave Enter, Space and the side arrows to the controls of the table", () => {
    for (const key of ["Enter", " ", "ArrowLeft", "ArrowRight"]) expect(keyCommand(press(key), true, "table")).toBeUndefined();
    expect(keyCommand(press("ArrowDown"), true, "table")).toBe("ArrowDown");
  });
  it("leave everything with a modifier to the browser", () => {
    for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) {
      expect(keyCommand(press("p", more), true, "canvas")).toBeUndefined();
    }
  });
  it("of one letter can be switched off, while arrows and Enter stay", () => {
    expect(keyCommand(press("h"), false, "canvas")).toBeUndefined();
    expect(keyCommand(press("ArrowUp"), false, "canvas")).toBe("ArrowUp");
  });
});
