/** All that is on the page, and how each part of it shows the same look; nothing changes the state here. */

import { speaker } from "../shared/dom";
import { Canvas, type Events as CanvasEvents, hasWebGL } from "./canvas";
import { type ControlEvents, Controls } from "./controls";
import type { Fetched } from "./fetched";
import { counts, type Shown } from "./model";
import { Panel, type PanelEvents } from "./panel";
import { drawn, labelled, placesOf, radii, tooNarrow } from "./scene";
import type { Server } from "./server";
import { Stage, type StageEvents } from "./stage";
import type { Point, State } from "./state";
import { Table, type TableEvents } from "./table";
import { Walk, type WalkEvents } from "./walk";
import { extent } from "./words";

const NO_CANVAS = "This browser offers no WebGL, which the canvas is drawn with: the table has the same things and commands.";

/** Things whose doors are shown: those selected last. */
const OPEN_THINGS = 2;

/** What is to be seen at one moment. */
export interface Look {
  readonly state: State;
  readonly view: Shown;
  readonly places: ReadonlyMap<string, Point>;
  readonly focused: string | null;
  /** Everything is drawn, also where a narrow screen would start with a part. */
  readonly whole: boolean;
  readonly undoable: boolean;
}

export interface DisplayEvents {
  readonly canvas: CanvasEvents;
  readonly controls: ControlEvents;
  readonly panel: PanelEvents;
  readonly stage: StageEvents;
  readonly table: TableEvents;
  readonly walk: WalkEvents;
}

/** The things whose doors are shown, the latest last. */
export function openThings({ selected }: Pick<State, "selected">): readonly string[] {
  return selected.slice(-OPEN_THINGS);
}

export class Display {
  readonly controls: Controls;
  readonly stage: Stage;
  readonly panel: Panel;
  readonly table: Table;
  readonly walk: Walk;
  readonly canvas: Canvas | null;
  /** Say what changed to those who do not see it change. */
  readonly say: (words: string) => void;
  readonly #title = document.querySelector<HTMLElement>(".explore-title p");
  readonly #fetched: Fetched;
  readonly #server: Server;
  readonly #address: (patch: Partial<State>) => string;

  /** Put the parts into `mount`; `address` gives that of the state with a part changed. */
  constructor(
    mount: HTMLElement,
    events: DisplayEvents,
    fetched: Fetched,
    server: Server,
    keysOn: boolean,
    address: (patch: Partial<State>) => string,
  ) {
    this.#fetched = fetched;
    this.#server = server;
    this.#address = address;
    const suggestions = mount.dataset["suggestUrl"] ?? server.suggestions;
    this.controls = new Controls(events.controls, suggestions, keysOn);
    this.table = new Table(events.table);
    this.panel = new Panel(events.panel);
    this.stage = new Stage(events.stage, this.table.root);
    this.walk = new Walk(events.walk, suggestions);
    mount.replaceChildren(this.controls.form, this.stage.section, this.panel.aside);
    this.#placeWalk(mount);
    this.say = speaker(mount);
    this.canvas = hasWebGL() ? new Canvas(this.stage.host, events.canvas) : null;
    this.clearNotice();
  }

  /** Show everything. With `from`, things that are new come out of it. */
  show(look: Look, from?: string): void {
    const { state, view } = look;
    this.draw(look, from);
    this.table.show(view, state.selected, this.#fetched.walk(state), look.focused, state.notes);
    this.#showStage(look);
    const here = new Set(view.things.map(({ id }) => id));
    this.controls.show(state, counts(this.#fetched.network, this.#fetched.candidates(state)), here);
    this.showPanel(look);
    this.#showWalk(state);
    if (this.#title !== null && this.#fetched.base !== null) this.#title.textContent = extent(this.#fetched.base, view, state);
  }

  /** Draw the canvas alone. */
  draw(look: Look, from?: string): void {
    const { state, view, places } = look;
    const walk = this.#fetched.walk(state);
    const narrow = !look.whole && tooNarrow(view, this.stage.section.clientWidth);
    const part = drawn(view, state.selected, walk, narrow);
    const here = placesOf(part, places);
    const emphasis = {
      selected: state.selected,
      pinned: state.pinned,
      walk: walk.filter((id) => part.things.some((thing) => thing.id === id)),
      focused: this.stage.host.matches(":focus-visible") ? look.focused : null,
    };
    const things = part.things.map((thing) => labelled(thing, view, state));
    this.canvas?.draw({ things, links: part.links, places: here, radii: radii(part.things, view, state.size), emphasis }, from);
    const whole = state.view === "table" ? part.things.length : view.things.length;
    this.stage.showPart(part.things.length, whole);
  }

  showPanel({ state, view }: Look): void {
    const things = [...openThings(state)].reverse().flatMap((id) => this.#fetched.network.things.get(id) ?? []);
    this.panel.show(things, this.#fetched.doors, new Set(view.things.map(({ id }) => id)), state.notes);
  }

  /** Take away what the last answer had to say; that there is no canvas stays said. */
  clearNotice(): void {
    this.stage.notice.replaceChildren();
    if (this.canvas === null) this.stage.without(NO_CANVAS);
  }

  /** The walk's panel takes the place of the one the server rendered, or follows the canvas. */
  #placeWalk(mount: HTMLElement): void {
    const rendered = document.querySelector(".path-panel");
    if (rendered !== null && !mount.contains(rendered)) rendered.replaceWith(this.walk.section);
    else mount.after(this.walk.section);
  }

  #showStage({ state, view, undoable }: Look): void {
    const ids = view.things.map(({ id }) => id);
    const download = (format: "graphml" | "gexf" | "csv") => this.#server.download(state, ids, format);
    this.stage.show(
      state.view,
      {
        canvas: this.#address({ view: "canvas" }),
        table: this.#address({ view: "table" }),
        graphml: download("graphml"),
        gexf: download("gexf"),
        csv: download("csv"),
        query: this.#server.query(state, ids),
      },
      undoable,
    );
    if (ids.length === 0) this.#showEmpty();
  }

  #showEmpty(): void {
    const missing = this.#fetched.base?.missing ?? [];
    if (missing.length > 0) {
      const title = `${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} not in the network`;
      this.stage.empty(title, "Only what some talk is about, or who gave one, is. Find something else to start with.");
    } else {
      this.stage.empty("Nothing passes the filters", "Choose other years, another lens or another event, or undo.");
    }
  }

  #showWalk({ connection, selected }: State): void {
    if (connection !== null && this.#fetched.ways !== null) this.walk.show(this.#fetched.ways, connection);
    else if (connection === null) {
      const [from, to] = selected.slice(-2).map((id) => this.#fetched.network.things.get(id));
      this.walk.offer(from, to);
    }
  }
}
