/** What a key asks for on the canvas and in the table. */

import type { Direction } from "./layout";

export type Command =
  | Direction
  | "find"
  | "lens"
  | "undo"
  | "fit"
  | "closer"
  | "further"
  | "clear"
  | "table"
  | "connect"
  | "select"
  | "add"
  | "open"
  | "hide"
  | "pin"
  | "note";

type Pressed = Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "altKey" | "metaKey" | "isComposing">;

const SINGLE: Readonly<Record<string, Command>> = {
  "/": "find",
  l: "lens",
  z: "undo",
  "0": "fit",
  "+": "closer",
  "=": "closer",
  "-": "further",
  "−": "further",
  t: "table",
  p: "connect",
  e: "open",
  h: "hide",
  n: "note",
  ".": "pin",
};

/**
 * The command of one key, or undefined when it is the browser's.
 *
 * In the table Enter and the side arrows keep their own meaning. With `single` false only arrows,
 * Enter and Escape act (WCAG 2.1.4).
 */
export function keyCommand(event: Pressed, single: boolean, view: "canvas" | "table"): Command | undefined {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return undefined;
  switch (event.key) {
    case "ArrowUp":
    case "ArrowDown":
      return event.key;
    case "ArrowLeft":
    case "ArrowRight":
      return view === "canvas" ? event.key : undefined;
    case "Enter":
    case " ":
      return view === "canvas" ? (event.shiftKey ? "add" : "select") : undefined;
    case "Escape":
      return "clear";
    default:
      return single ? SINGLE[event.key.toLowerCase()] : undefined;
  }
}
