/** Does what keys ask for on the canvas and in the table. */

import type { Display } from "./display";
import type { Focus } from "./focus";
import { type Command, keyCommand } from "./keys";
import type { State } from "./state";

const KEYS_OFF = "hallway.single-keys";
const CLOSER = 1.5;

/** Commands that change the state. */
export interface KeyEvents {
  undo(): void;
  clear(): void;
  turnView(): void;
  connectLast(): void;
  select(id: string, more: boolean): void;
  open(id: string): void;
  hide(id: string): void;
  pin(id: string): void;
  note(id: string): void;
}

/** Whether single keys act; each reader may turn them off. */
export function singleKeys(): boolean {
  return localStorage.getItem(KEYS_OFF) !== "off";
}

export class Keyboard {
  #single = singleKeys();
  readonly #display: Display;
  readonly #focus: Focus;
  readonly #events: KeyEvents;

  constructor(display: Display, focus: Focus, events: KeyEvents, view: () => State["view"]) {
    this.#display = display;
    this.#focus = focus;
    this.#events = events;
    for (const place of [display.stage.host, display.table.root]) {
      place.addEventListener("keydown", (event) => {
        const command = keyCommand(event, this.#single, view());
        if (command === undefined) return;
        event.preventDefault();
        this.#run(command);
      });
    }
  }

  /** Turn single keys on or off, in this browser from now on. */
  switchSingle(on: boolean): void {
    this.#single = on;
    if (on) localStorage.removeItem(KEYS_OFF);
    else localStorage.setItem(KEYS_OFF, "off");
    this.#display.say(on ? "Single keys work on the canvas and the table" : "Single keys are off");
  }

  #run(command: Command): void {
    const { canvas, controls } = this.#display;
    switch (command) {
      case "find":
        return controls.focusFind();
      case "lens":
        return controls.focusLens();
      case "fit":
        return canvas?.fit();
      case "closer":
        return canvas?.zoom(CLOSER);
      case "further":
        return canvas?.zoom(1 / CLOSER);
      case "undo":
        return this.#events.undo();
      case "clear":
        return this.#events.clear();
      case "table":
        return this.#events.turnView();
      case "connect":
        return this.#events.connectLast();
      case "ArrowLeft":
      case "ArrowRight":
      case "ArrowUp":
      case "ArrowDown":
        return this.#focus.move(command);
      default:
        if (this.#focus.id !== null) this.#runOn(this.#focus.id, command);
    }
  }

  #runOn(id: string, command: "select" | "add" | "open" | "hide" | "pin" | "note"): void {
    switch (command) {
      case "select":
        return this.#events.select(id, false);
      case "add":
        return this.#events.select(id, true);
      case "open":
        return this.#events.open(id);
      case "hide":
        return this.#events.hide(id);
      case "pin":
        return this.#events.pin(id);
      case "note":
        return this.#events.note(id);
    }
  }
}
