/** Which thing has the focus, and where it goes from there; canvas and table share it. */

import type { Display, Look } from "./display";
import { type Direction, towards } from "./layout";
import type { Point } from "./state";

export class Focus {
  /** The thing that keys act on. */
  id: string | null = null;
  readonly #display: Display;
  readonly #look: () => Look;
  readonly #words: (id: string) => string;

  /** `look` gives what is to be seen now, `words` what is said of a thing. */
  constructor(display: Display, look: () => Look, words: (id: string) => string) {
    this.#display = display;
    this.#look = look;
    this.#words = words;
    const { host } = display.stage;
    host.addEventListener("focus", () => this.#enter());
    host.addEventListener("blur", () => display.draw(look()));
  }

  /** Let go of a thing that is shown no longer. */
  keepTo(ids: readonly string[]): void {
    if (this.id !== null && !ids.includes(this.id)) this.id = null;
  }

  /** Go back to the canvas or the table, from wherever the focus was. */
  comeBack(): void {
    const { state, view } = this.#look();
    const { stage, table } = this.#display;
    if (state.view === "canvas") return stage.host.focus();
    const id = this.id ?? view.things[0]?.id;
    if (id !== undefined && !table.focusRow(id)) table.root.querySelector<HTMLElement>("tbody input")?.focus();
  }

  move(direction: Direction): void {
    const { state, view } = this.#look();
    const { canvas, table, say } = this.#display;
    if (state.view === "table") {
      const row = table.step(direction === "ArrowDown");
      if (row !== undefined) table.focusRow(row);
      return;
    }
    const places = canvas?.screen() ?? new Map<string, Point>();
    const start = this.id ?? view.things[0]?.id;
    const next = start === undefined ? undefined : towards(start, direction, places);
    if (next === undefined) return say("Nothing further that way");
    this.id = next;
    this.#display.draw(this.#look());
    canvas?.reveal(next);
    say(this.#words(next));
  }

  #enter(): void {
    if (!this.#display.stage.host.matches(":focus-visible")) return;
    const { state, view } = this.#look();
    this.id ??= state.selected.at(-1) ?? view.things[0]?.id ?? null;
    this.#display.draw(this.#look());
    if (this.id !== null) this.#display.say(this.#words(this.id));
  }
}
