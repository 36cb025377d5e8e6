/** Explore: what each part of the page and each key does to the state. */

import { counted } from "../shared/kinds";
import type { Suggestion } from "../suggest/combobox";
import type { DisplayEvents } from "./display";
import * as edits from "./edits";
import { Keyboard, type KeyEvents, singleKeys } from "./keyboard";
import { neighbours, type Relation } from "./model";
import { Presenter } from "./presenter";
import { savePicture, share } from "./sharing";
import type { State } from "./state";

export class Explore {
  readonly #presenter: Presenter;
  readonly #keyboard: Keyboard;

  constructor(mount: HTMLElement) {
    this.#presenter = new Presenter(mount, this.#events(), singleKeys());
    const { display, focus } = this.#presenter;
    this.#keyboard = new Keyboard(display, focus, this.#keyEvents(), () => this.#state.view);
  }

  /** Fetch and show what the address asks for. */
  async start(): Promise<void> {
    await this.#presenter.start();
  }

  get #state(): State {
    return this.#presenter.state;
  }

  #events(): DisplayEvents {
    const hide = (id: string) => this.#hide(id);
    return {
      canvas: {
        select: (id, more) => {
          this.#presenter.focus.id = id;
          this.#select(id, more);
        },
        open: (id) => void this.#enter(id),
        clear: () => this.#state.selected.length > 0 && this.#turnTo({ selected: [] }, "Nothing selected"),
        moved: (id, place) => this.#presenter.place(id, place, edits.pin(this.#state, id, true)),
      },
      controls: {
        add: (item) => this.#add(item),
        change: (patch, words) => this.#change(patch, words),
        keys: (on) => this.#keyboard.switchSingle(on),
      },
      panel: {
        open: (id, relation, missing) => this.#open(id, relation, missing),
        only: (id, here) => this.#change(edits.only(id, here), `Only ${here.length + 1} things left. Z undoes this.`),
        hide,
        note: (id, text) => this.#change(edits.write(this.#state, id, text), text === "" ? "Note taken away" : "Noted"),
        leave: () => this.#presenter.focus.comeBack(),
      },
      stage: {
        view: (view) => this.#showAs(view),
        undo: () => this.#presenter.undo(),
        fit: () => this.#presenter.display.canvas?.fit(),
        zoom: (factor) => this.#presenter.display.canvas?.zoom(factor),
        share: () => void share(this.#presenter.display.stage, this.#presenter.display.say),
        picture: (form) => {
          const { canvas, stage } = this.#presenter.display;
          if (canvas !== null) void savePicture(canvas, form, stage);
        },
        all: () => this.#presenter.drawWhole(),
      },
      table: {
        select: (id, on) => this.#turnTo(edits.choose(this.#state, id, on), this.#presenter.spoken(id, on ? "selected" : "not selected")),
        focus: (id) => {
          this.#presenter.focus.id = id;
        },
        open: (id) => void this.#enter(id),
        hide,
      },
      walk: {
        connect: (from, to, hubs) => this.#connect(from, to, hubs),
        address: (way) => this.#presenter.address(edits.goBy(this.#state, way)),
        choose: (way) => this.#change(edits.goBy(this.#state, way), `Path ${way + 1}`),
      },
    };
  }

  #keyEvents(): KeyEvents {
    return {
      undo: () => this.#presenter.undo(),
      clear: () => this.#change({ selected: [], connection: null }, "Nothing selected"),
      turnView: () => {
        this.#showAs(this.#state.view === "table" ? "canvas" : "table");
        requestAnimationFrame(() => setTimeout(() => this.#presenter.focus.comeBack(), 0));
      },
      connectLast: () => {
        const [from, to] = this.#state.selected.slice(-2);
        if (from !== undefined && to !== undefined) return this.#connect(from, to, this.#state.connection?.hubs ?? false);
        this.#presenter.display.say("Select two things first: Enter for one, Shift and Enter for the other");
      },
      select: (id, more) => this.#select(id, more),
      open: (id) => void this.#enter(id),
      hide: (id) => this.#hide(id),
      pin: (id) => {
        const on = !this.#state.pinned.includes(id);
        this.#change(edits.pin(this.#state, id, on), this.#presenter.spoken(id, on ? "pinned" : "no longer pinned"));
      },
      note: (id) => void this.#writeNote(id),
    };
  }

  // ---- changes that several of them ask for ----

  /** Change the state so that it can be undone. */
  #change(patch: Partial<State>, words: string, from?: string): void {
    void this.#presenter.change(patch, words, from);
  }

  /** Change what undo passes over. */
  #turnTo(patch: Partial<State>, words: string): void {
    void this.#presenter.turnTo(patch, words);
  }

  #showAs(view: State["view"]): void {
    this.#turnTo({ view }, view === "table" ? "Table" : "Canvas");
  }

  #add({ id, label }: Suggestion): void {
    const known = this.#presenter.view.things.some((thing) => thing.id === id);
    this.#presenter.focus.id = id;
    this.#change(edits.add(this.#state, id, known), known ? `${label} is here already, selected` : `${label} added and selected`);
  }

  #select(id: string, more: boolean): void {
    const now = edits.select(this.#state, id, more);
    this.#turnTo(now, this.#presenter.spoken(id, now.selected.includes(id) ? "selected" : "not selected"));
  }

  #hide(id: string): void {
    const label = this.#presenter.label(id);
    const beside = neighbours(this.#presenter.view).get(id)?.[0] ?? this.#presenter.view.things.find((thing) => thing.id !== id)?.id;
    this.#presenter.focus.id = beside ?? null;
    this.#change(edits.hide(this.#state, id), `${label} hidden. Z brings it back.`);
  }

  #open(id: string, relation: Relation, missing: readonly string[]): void {
    this.#change(edits.open(this.#state, id, relation, missing), `${counted(missing.length, relation.kind)} added`, id);
  }

  #connect(from: string, to: string, hubs: boolean): void {
    this.#change(edits.connect(from, to, hubs), "Looking for ways");
    this.#presenter.display.walk.focus();
  }

  /** Select a thing and put the focus on its first door. */
  async #enter(id: string): Promise<void> {
    this.#presenter.focus.id = id;
    await this.#presenter.change(edits.choose(this.#state, id, true), this.#presenter.spoken(id, "selected"));
    const { panel, say } = this.#presenter.display;
    if (!panel.focusDoor()) say("All that is behind its doors is here");
  }

  /** Select a thing and put the focus on its note. */
  async #writeNote(id: string): Promise<void> {
    await this.#presenter.turnTo(edits.choose(this.#state, id, true), this.#presenter.spoken(id, "selected"));
    this.#presenter.display.panel.focusNote();
  }
}
