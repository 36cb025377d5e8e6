/** Holds the state; after each change of it fetches, arranges and shows what it asks for. */

import { Refusal } from "../shared/dom";
import { address, placedBy } from "./address";
import { Arranger, settle } from "./arrange";
import { Display, type DisplayEvents, type Look, openThings } from "./display";
import { Fetched } from "./fetched";
import { Focus } from "./focus";
import { shown, type Shown, strongest } from "./model";
import { Past } from "./past";
import { placesOf } from "./scene";
import { Server } from "./server";
import { format, parse, type Point, renamed, type State, unpackPositions } from "./state";
import { spoken } from "./words";

/** What is said of a change, out of which thing its news come, and the positions an address gave. */
interface Change {
  readonly words?: string;
  readonly from?: string;
  readonly placed?: string;
}

export class Presenter {
  readonly display: Display;
  readonly focus: Focus;
  readonly #arranger = new Arranger();
  readonly #fetched: Fetched;
  readonly #past = new Past();
  #state: State;
  #view: Shown = { things: [], links: [] };
  #places: ReadonlyMap<string, Point> = new Map();
  #whole = false;
  #turn = 0;

  constructor(mount: HTMLElement, events: DisplayEvents, keysOn: boolean) {
    const state = parse(location.search);
    // Whoever comes from the page of one thing wants to see what is behind it.
    const single = state.ids.length === 1 && state.selected.length === 0 && state.connection === null;
    this.#state = single ? { ...state, selected: state.ids } : state;
    const server = new Server(mount.dataset["url"] ?? location.pathname);
    // Asked for before the canvas is made, which may take a while; a failure is shown when it is used.
    server.base(this.#state).catch(() => undefined);
    this.#fetched = new Fetched(server, (words) => this.display.walk.fail(words));
    this.display = new Display(mount, events, this.#fetched, server, keysOn, (patch) => this.address(patch));
    if (this.display.canvas === null) this.#state = { ...this.#state, view: "table" };
    this.focus = new Focus(this.display, () => this.#look(), (id) => this.spoken(id));
    this.#followPage();
  }

  get state(): State {
    return this.#state;
  }

  /** What is shown: all that the state asks for and the filters let through. */
  get view(): Shown {
    return this.#view;
  }

  /** Fetch and show the state; the address says the same afterwards. */
  async start(): Promise<void> {
    await this.#apply({ placed: placedBy(location.hash) ?? "" });
  }

  /** Change the state so that it can be undone. With `from`, what is new comes out of that thing. */
  async change(patch: Partial<State>, words: string, from?: string): Promise<void> {
    this.#remember();
    await this.turnTo(patch, words, from);
  }

  /** Change what undo passes over: what is selected, and whether the table or the canvas is shown. */
  async turnTo(patch: Partial<State>, words: string, from?: string): Promise<void> {
    this.#state = { ...this.#state, ...patch };
    if (this.display.canvas === null) this.#state = { ...this.#state, view: "table" };
    await this.#apply({ words, ...(from === undefined ? {} : { from }) });
  }

  undo(): void {
    const before = this.#past.undo();
    if (before === undefined) return this.display.say("Nothing to undo");
    this.#state = { ...before.state, view: this.#state.view };
    this.#places = before.places;
    void this.#apply({ words: "Undone" });
  }

  /** Put a thing where a hand moved it. */
  place(id: string, place: Point, patch: Partial<State>): void {
    this.#remember();
    this.#places = new Map(this.#places).set(id, place);
    this.#state = { ...this.#state, ...patch };
    this.#paint();
  }

  /** Draw everything, also where a narrow screen would start with a part. */
  drawWhole(): void {
    this.#whole = true;
    this.#paint();
    this.display.canvas?.fit();
  }

  /** The name of a thing, or its id as long as that is all that is known. */
  label(id: string): string {
    return this.#fetched.network.things.get(id)?.label ?? id;
  }

  /** What is said of a thing: "Linsong Chu, person, 4 links, 3 shown". */
  spoken(id: string, more = ""): string {
    const thing = this.#fetched.network.things.get(id);
    return thing === undefined ? "" : spoken(thing, this.#view, this.#state.selected, more);
  }

  /** The address of the state with a part of it changed. */
  address(patch: Partial<State>): string {
    return address(location.pathname, { ...this.#state, ...patch }, placesOf(this.#view, this.#places));
  }

  #remember(): void {
    this.#past.remember({ state: this.#state, places: this.#places });
  }

  /** Fetch, arrange and show what the state asks for, unless it changes again meanwhile. */
  async #apply({ words, from, placed = "" }: Change): Promise<void> {
    const turn = ++this.#turn;
    const before = this.#fetched.baseKey;
    try {
      await this.#fetched.fetch({
        state: () => this.#state,
        wanted: () => turn === this.#turn,
        rename: (moved) => this.#rename(moved),
      });
    } catch (error) {
      if (turn === this.#turn) this.#failed(error);
      return;
    }
    if (turn !== this.#turn) return;
    this.display.clearNotice();
    this.#view = shown(this.#fetched.network, this.#fetched.candidates(this.#state), this.#state, this.#fetched.kept(this.#state));
    const fresh = this.#fetched.baseKey !== before;
    await this.#arrange(fresh, placed, from);
    if (turn !== this.#turn) return;
    this.#paint(from);
    if (fresh) this.display.canvas?.fit();
    if (words) this.display.say(`${words}. ${this.#view.things.length} things shown.`);
    await this.#showDoors(turn);
  }

  #rename(moved: Readonly<Record<string, string>>): boolean {
    const now = renamed(this.#state, moved);
    const changed = format(now) !== format(this.#state);
    this.#state = now;
    return changed;
  }

  async #arrange(fresh: boolean, placed: string, from?: string): Promise<void> {
    const ids = this.#view.things.map(({ id }) => id);
    if (placed !== "") this.#places = unpackPositions(placed, ids);
    const standing = ids.filter((id) => this.#places.has(id)).length;
    if (standing === ids.length) return;
    if (standing === 0 || (fresh && placed === "")) {
      const pinned = new Map([...this.#places].filter(([id]) => this.#state.pinned.includes(id) && ids.includes(id)));
      const aspect = this.display.canvas?.aspect() ?? 1;
      this.#places = await this.#arranger.whole({ ...this.#view, links: strongest(this.#view, []) }, pinned, aspect);
    } else {
      this.#places = new Map([...this.#places, ...settle(this.#view, this.#places, from)]);
    }
  }

  #paint(from?: string): void {
    this.focus.keepTo(this.#view.things.map(({ id }) => id));
    this.display.show(this.#look(), from);
    this.#writeAddress();
  }

  #look(): Look {
    return {
      state: this.#state,
      view: this.#view,
      places: this.#places,
      focused: this.focus.id,
      whole: this.#whole,
      undoable: !this.#past.empty,
    };
  }

  async #showDoors(turn: number): Promise<void> {
    const wanted = openThings(this.#state).filter((id) => !this.#fetched.doors.has(id));
    if (wanted.length === 0) return;
    await Promise.all(
      wanted.map((id) =>
        this.#fetched.lookBehind(id, this.#state).catch((error: unknown) => {
          if (turn === this.#turn) this.#failed(error);
        }),
      ),
    );
    if (turn === this.#turn) this.display.showPanel(this.#look());
  }

  #failed(error: unknown): void {
    const fault = "Something in this page went wrong. Loading it again starts from the same state.";
    const words = error instanceof Refusal ? error.message : fault;
    this.display.stage.warn("The network could not be fetched", words, () => void this.#apply({}));
    this.display.say(words);
    if (!(error instanceof Refusal)) throw error;
  }

  #writeAddress(): void {
    history.replaceState(null, "", this.address({}));
  }

  #followPage(): void {
    const { stage } = this.display;
    new ResizeObserver(() => this.#view.things.length > 0 && this.display.draw(this.#look())).observe(stage.section);
    addEventListener("popstate", () => {
      const placed = placedBy(location.hash);
      // The skip link and the like name a part of the page; the state is what it was.
      if (placed === undefined) return this.#writeAddress();
      this.#state = parse(location.search);
      void this.#apply({ placed });
    });
  }
}
