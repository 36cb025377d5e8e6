/** Explore: holds the state, fetches what it needs, and has every part show it. */

import { Refusal, speaker } from "../shared/dom";
import { counted, grouped, KINDS, type Kind } from "../shared/kinds";
import type { Suggestion } from "../suggest/combobox";
import { Arranger, settle } from "./arrange";
import { Canvas, hasWebGL } from "./canvas";
import { Controls } from "./controls";
import { keyCommand } from "./keys";
import { radius, towards, type Direction } from "./layout";
import { betweenness, near, neighbours, Network, type Relation, shown, type Shown, strongest, type Thing } from "./model";
import { Panel } from "./panel";
import { type Answer, type Behind, Server, type Way, type Ways } from "./server";
import { Stage } from "./stage";
import { baseQuery, format, packPositions, parse, type Point, renamed, type State, unpackPositions } from "./state";
import { Table } from "./table";
import { Walk } from "./walk";
import { stops } from "./words";

const NARROW_PX = 560;
const NARROW_THINGS = 12;
const KEYS_OFF = "hallway.single-keys";
const UNDO_STEPS = 50;

/** Links, or talks, of a thing that is drawn at full size. */
const LARGEST = 43;

interface Moment {
  readonly state: State;
  readonly places: ReadonlyMap<string, Point>;
}

export class Explore {
  readonly #title: HTMLElement | null;
  readonly #server: Server;
  readonly #network = new Network();
  readonly #arranger = new Arranger();
  readonly #doors = new Map<string, Behind>();
  readonly #controls: Controls;
  readonly #stage: Stage;
  readonly #panel: Panel;
  readonly #table: Table;
  readonly #walk: Walk;
  readonly #canvas: Canvas | null;
  readonly #say: (words: string) => void;
  readonly #past: Moment[] = [];

  #state: State;
  #base: Answer | null = null;
  #baseKey = "";
  #ways: Ways | null = null;
  #view: Shown = { things: [], links: [] };
  #places: ReadonlyMap<string, Point> = new Map();
  #focused: string | null = null;
  #narrowed = true;
  #keysOn = localStorage.getItem(KEYS_OFF) !== "off";
  #turn = 0;

  constructor(mount: HTMLElement) {
    const state = parse(location.search);
    // Whoever comes from the page of one thing wants to see what is behind it.
    const only = state.ids.length === 1 && state.selected.length === 0 && state.connection === null;
    this.#state = only ? { ...state, selected: state.ids } : state;
    this.#server = new Server(mount.dataset["url"] ?? location.pathname);
    // Asked for before the canvas is made, which may take a while; a failure is shown when it is used.
    this.#server.base(this.#state).catch(() => undefined);
    this.#title = document.querySelector(".explore-title p");
    const suggestions = mount.dataset["suggestUrl"] ?? this.#server.suggestions;
    this.#controls = new Controls(
      {
        add: (item) => this.#add(item),
        change: (patch, words) => this.#change(patch, words),
        keys: (on) => this.#switchKeys(on),
      },
      suggestions,
      this.#keysOn,
    );
    this.#table = new Table({
      select: (id, on) => this.#choose(id, on),
      focus: (id) => {
        this.#focused = id;
      },
      open: (id) => this.#enter(id),
      hide: (id) => this.#hide(id),
    });
    this.#panel = new Panel({
      open: (id, relation, missing) => this.#open(id, relation, missing),
      only: (id, here) => this.#only(id, here),
      hide: (id) => this.#hide(id),
      note: (id, text) => this.#note(id, text),
      leave: () => this.#returnFocus(),
    });
    this.#stage = new Stage(
      {
        view: (view) => this.#change({ view }, view === "table" ? "Table" : "Canvas", { forget: true }),
        undo: () => this.#undo(),
        fit: () => this.#canvas?.fit(),
        zoom: (factor) => this.#canvas?.zoom(factor),
        share: () => void this.#share(),
        picture: (form) => void this.#picture(form),
        all: () => {
          this.#narrowed = false;
          this.#paint();
          this.#canvas?.fit();
        },
      },
      this.#table.root,
    );
    this.#walk = new Walk(
      {
        connect: (from, to, hubs) => this.#connect(from, to, hubs),
        address: (way) => this.#address(this.#withWay(way)),
        choose: (way) => this.#change(this.#withWay(way), `Path ${way + 1}`),
      },
      suggestions,
    );
    mount.replaceChildren(this.#controls.form, this.#stage.section, this.#panel.aside);
    this.#placeWalk(mount);
    this.#say = speaker(mount);
    this.#canvas = hasWebGL() ? this.#makeCanvas() : null;
    if (this.#canvas === null) {
      this.#stage.without("This browser offers no WebGL, which the canvas is drawn with: the table has the same things and commands.");
      this.#state = { ...this.#state, view: "table" };
    }
    this.#listen();
  }

  /** Fetch and show the state; the address says the same afterwards. */
  async start(): Promise<void> {
    await this.#apply({ placed: placedBy(location.hash) ?? "" });
  }

  #makeCanvas(): Canvas {
    return new Canvas(this.#stage.host, {
      select: (id, add) => {
        this.#focused = id;
        this.#select(id, add);
      },
      open: (id) => this.#enter(id),
      clear: () => this.#state.selected.length > 0 && this.#change({ selected: [] }, "Nothing selected", { forget: true }),
      moved: (id, place) => {
        this.#remember();
        this.#places = new Map(this.#places).set(id, place);
        const pinned = this.#state.pinned.includes(id) ? this.#state.pinned : [...this.#state.pinned, id];
        this.#state = { ...this.#state, pinned };
        this.#paint();
      },
    });
  }

  /** The walk's panel takes the place of the one the server rendered, or follows the canvas. */
  #placeWalk(mount: HTMLElement): void {
    const rendered = document.querySelector(".path-panel");
    if (rendered !== null && !mount.contains(rendered)) rendered.replaceWith(this.#walk.section);
    else mount.after(this.#walk.section);
  }

  // ---- changing the state ----

  #remember(): void {
    this.#past.push({ state: this.#state, places: this.#places });
    if (this.#past.length > UNDO_STEPS) this.#past.shift();
  }

  #change(patch: Partial<State>, words: string, options: { forget?: boolean; from?: string } = {}): void {
    if (!options.forget) this.#remember();
    this.#state = { ...this.#state, ...patch };
    if (this.#canvas === null) this.#state = { ...this.#state, view: "table" };
    void this.#apply({ words, ...(options.from === undefined ? {} : { from: options.from }) });
  }

  #undo(): void {
    const before = this.#past.pop();
    if (before === undefined) return this.#say("Nothing to undo");
    this.#state = { ...before.state, view: this.#state.view };
    this.#places = before.places;
    void this.#apply({ words: "Undone" });
  }

  #add(item: Suggestion): void {
    const { hidden, added, ids } = this.#state;
    const known = this.#view.things.some(({ id }) => id === item.id);
    this.#focused = item.id;
    this.#change(
      {
        hidden: hidden.filter((id) => id !== item.id),
        added: known || added.includes(item.id) || ids.includes(item.id) ? added : [...added, item.id],
        selected: [item.id],
      },
      known ? `${item.label} is here already, selected` : `${item.label} added and selected`,
    );
  }

  #select(id: string, add: boolean): void {
    const { selected } = this.#state;
    const others = selected.filter((other) => other !== id);
    const now = add ? (selected.includes(id) ? others : [...others, id]) : [id];
    this.#change({ selected: now }, this.#spoken(id, now.includes(id) ? "selected" : "not selected"), { forget: true });
  }

  #choose(id: string, on: boolean): void {
    const others = this.#state.selected.filter((other) => other !== id);
    this.#change({ selected: on ? [...others, id] : others }, this.#spoken(id, on ? "selected" : "not selected"), { forget: true });
  }

  #hide(id: string): void {
    const label = this.#network.things.get(id)?.label ?? id;
    const next = this.#neighbourOf(id);
    this.#focused = next ?? null;
    this.#change(
      {
        hidden: [...this.#state.hidden, id],
        selected: this.#state.selected.filter((other) => other !== id),
      },
      `${label} hidden. Z brings it back.`,
    );
  }

  #note(id: string, text: string): void {
    const notes = { ...this.#state.notes };
    if (text === "") delete notes[id];
    else notes[id] = text;
    this.#change({ notes }, text === "" ? "Note taken away" : "Noted");
  }

  #neighbourOf(id: string): string | undefined {
    return neighbours(this.#view).get(id)?.[0] ?? this.#view.things.find((thing) => thing.id !== id)?.id;
  }

  #open(id: string, relation: Relation, missing: readonly string[]): void {
    const { opened, hidden, kindsOff } = this.#state;
    const known = opened.some((door) => door.id === id && door.relation === relation.relation);
    this.#change(
      {
        opened: known ? opened : [...opened, { id, relation: relation.relation }],
        hidden: hidden.filter((other) => !missing.includes(other)),
        kindsOff: kindsOff.filter((kind) => kind !== relation.kind),
      },
      `${counted(missing.length, relation.kind)} added`,
      { from: id },
    );
  }

  #only(id: string, here: readonly string[]): void {
    this.#change({ ids: [id, ...here], added: [], opened: [], hidden: [] }, `Only ${here.length + 1} things left. Z undoes this.`);
  }

  #connect(from: string, to: string, hubs: boolean): void {
    this.#change({ connection: { from, to, hubs, way: 0 }, selected: [from, to] }, "Looking for ways");
    this.#walk.focus();
  }

  #withWay(way: number): Pick<State, "connection"> {
    const { connection } = this.#state;
    return { connection: connection && { ...connection, way } };
  }

  /** Select a thing and put the focus on its first door. */
  #enter(id: string): void {
    this.#focused = id;
    this.#remember();
    this.#state = { ...this.#state, selected: [...this.#state.selected.filter((other) => other !== id), id] };
    void this.#apply({ words: this.#spoken(id, "selected") }).then(() => {
      if (!this.#panel.focusDoor()) this.#say("All that is behind its doors is here");
    });
  }

  // ---- showing it ----

  async #apply(options: { words?: string; from?: string; placed?: string }): Promise<void> {
    const turn = ++this.#turn;
    const before = this.#baseKey;
    try {
      await this.#fetch(turn);
    } catch (error) {
      if (turn === this.#turn) this.#failed(error);
      return;
    }
    if (turn !== this.#turn) return;
    this.#stage.notice.replaceChildren();
    if (this.#canvas === null) {
      this.#stage.without("This browser offers no WebGL, which the canvas is drawn with: the table has the same things and commands.");
    }
    this.#view = shown(this.#network, this.#candidates(), this.#state, this.#kept());
    const fresh = this.#baseKey !== before;
    await this.#arrange(fresh, options.placed ?? "", options.from);
    if (turn !== this.#turn) return;
    this.#paint(options.from);
    if (fresh) this.#canvas?.fit();
    if (options.words) this.#say(`${options.words}. ${this.#view.things.length} things shown.`);
    await this.#showDoors(turn);
  }

  async #fetch(turn: number): Promise<void> {
    const state = this.#state;
    const key = baseQuery(state, 0);
    if (this.#base === null || key !== this.#baseKey) {
      const base = await this.#server.base(state);
      if (turn !== this.#turn) return;
      if (this.#follow(base)) return this.#fetch(turn);
      this.#network.things.clear();
      this.#network.links.clear();
      this.#doors.clear();
      this.#network.add(base.nodes, base.edges);
      this.#base = base;
      this.#baseKey = key;
    }
    for (const { id } of state.opened) this.#learn(await this.#server.behind(id, state));
    this.#ways = state.connection === null ? null : await this.#findWays(state);
    const extras = this.#candidates().filter((id) => !this.#isBase(id));
    if (turn !== this.#turn || extras.length === 0) return;
    const answer = await this.#server.between(this.#candidates(), state);
    if (turn !== this.#turn) return;
    if (this.#follow(answer)) return this.#fetch(turn);
    this.#network.add(answer.nodes, answer.edges);
  }

  /** Name things as they are named now; whether the state said otherwise. */
  #follow(answer: Answer): boolean {
    const now = renamed(this.#state, answer.moved ?? {});
    const changed = format(now) !== format(this.#state);
    this.#state = now;
    return changed;
  }

  async #findWays(state: State): Promise<Ways | null> {
    if (state.connection === null) return null;
    try {
      return await this.#server.ways(state.connection);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#walk.fail(error.message);
      return null;
    }
  }

  #learn(behind: Behind): void {
    this.#doors.set(behind.id, behind);
    this.#network.add([behind, ...behind.relations.flatMap(({ items }) => items)].filter(({ id }) => !this.#network.things.has(id)));
  }

  #isBase(id: string): boolean {
    return this.#base?.nodes.some((node) => node.id === id) ?? false;
  }

  #way(): Way | undefined {
    const { connection } = this.#state;
    const paths = this.#ways?.paths ?? [];
    return connection === null ? undefined : paths[Math.min(connection.way, paths.length - 1)];
  }

  #walkIds(): string[] {
    const way = this.#way();
    return way === undefined ? [] : stops(way);
  }

  /** Everything that the state asks for, whether a filter then lets it through or not. */
  #candidates(): string[] {
    const { added, opened } = this.#state;
    const behind = opened.flatMap(({ id, relation }) => {
      const door = this.#doors.get(id)?.relations.find((other) => other.relation === relation);
      return [id, ...(door?.items ?? []).map((item) => item.id)];
    });
    const way = this.#way();
    if (way !== undefined) this.#network.add(way.nodes, way.edges);
    const base = (this.#base?.nodes ?? []).map((node) => node.id);
    return [...new Set([...base, ...added, ...behind, ...this.#walkIds()])];
  }

  #kept(): Set<string> {
    return new Set([...this.#state.ids, ...this.#state.added, ...this.#state.selected, ...this.#walkIds()]);
  }

  async #arrange(fresh: boolean, placed: string, from?: string): Promise<void> {
    const ids = this.#view.things.map(({ id }) => id);
    if (placed !== "") this.#places = unpackPositions(placed, ids);
    const standing = ids.filter((id) => this.#places.has(id)).length;
    if (standing === ids.length) return;
    if (standing === 0 || (fresh && placed === "")) {
      const pinned = new Map([...this.#places].filter(([id]) => this.#state.pinned.includes(id) && ids.includes(id)));
      this.#places = await this.#arranger.whole({ ...this.#view, links: strongest(this.#view, []) }, pinned, this.#canvas?.aspect() ?? 1);
    } else {
      this.#places = new Map([...this.#places, ...settle(this.#view, this.#places, from)]);
    }
  }

  #paint(from?: string): void {
    if (this.#focused !== null && !this.#view.things.some(({ id }) => id === this.#focused)) this.#focused = null;
    this.#drawCanvas(from);
    this.#table.show(this.#view, this.#state.selected, this.#walkIds(), this.#focused, this.#state.notes);
    this.#showStage();
    this.#showControls();
    this.#showPanel();
    this.#showWalk();
    this.#showTitle();
    this.#writeAddress();
  }

  #drawCanvas(from?: string): void {
    const view = this.#drawn();
    const { selected, pinned } = this.#state;
    const walk = this.#walkIds().filter((id) => view.things.some((thing) => thing.id === id));
    const emphasis = { selected, pinned, walk, focused: this.#focusShown() };
    const named = { ...view, things: view.things.map((thing) => this.#withMore(thing)) };
    this.#canvas?.draw({ ...named, places: this.#here(view), radii: this.#radii(view), emphasis }, from);
    const whole = this.#state.view === "table" ? view.things.length : this.#view.things.length;
    this.#stage.showPart(view.things.length, whole);
  }

  /** What is drawn: on a narrow screen only what is near the selection, until all is asked for. */
  #drawn(): Shown {
    const { things } = this.#view;
    const links = strongest(this.#view, this.#state.selected);
    if (!this.#narrowed || this.#stage.section.clientWidth >= NARROW_PX || things.length <= NARROW_THINGS) {
      return { things, links };
    }
    const close = near(this.#view, [...this.#walkIds(), ...this.#state.selected], NARROW_THINGS);
    return {
      things: things.filter(({ id }) => close.has(id)),
      links: links.filter(({ source, target }) => close.has(source) && close.has(target)),
    };
  }

  /** What is selected says how many of its links lead to things that are not here: "+5". A note follows the name. */
  #withMore(thing: Thing): Thing {
    const note = this.#state.notes[thing.id];
    const selected = this.#state.selected.includes(thing.id);
    if (!selected && note === undefined) return thing;
    const more = selected ? thing.links - (neighbours(this.#view).get(thing.id)?.length ?? 0) : 0;
    const label = [thing.label, more > 0 ? ` +${grouped(more)}` : "", note === undefined ? "" : `: ${note}`].join("");
    return { ...thing, label };
  }

  #here(view: Shown): Map<string, Point> {
    return new Map(view.things.flatMap(({ id }) => {
      const place = this.#places.get(id);
      return place === undefined ? [] : [[id, place] as const];
    }));
  }

  #radii(view: Shown): Map<string, number> {
    const around = neighbours(this.#view);
    const scores = this.#state.size === "betweenness" ? betweenness(this.#view) : null;
    const value = ({ id, talks }: Thing) => {
      if (scores !== null) return scores.get(id) ?? 0;
      return this.#state.size === "talks" ? talks : (around.get(id)?.length ?? 0);
    };
    const most = Math.max(1, ...view.things.map(value));
    // Betweenness has no unit of its own; other numbers keep theirs until the largest would not fit.
    const unit = scores !== null || most > LARGEST ? LARGEST / most : 1;
    return new Map(view.things.map((thing) => [thing.id, radius(value(thing) * unit)]));
  }

  #showStage(): void {
    const ids = this.#view.things.map(({ id }) => id);
    const download = (format: "graphml" | "gexf" | "csv") => this.#server.download(this.#state, ids, format);
    this.#stage.show(
      this.#state.view,
      {
        canvas: this.#address({ view: "canvas" }),
        table: this.#address({ view: "table" }),
        graphml: download("graphml"),
        gexf: download("gexf"),
        csv: download("csv"),
        query: this.#server.query(this.#state, ids),
      },
      this.#past.length > 0,
    );
    if (this.#view.things.length === 0) this.#showEmpty();
  }

  #showEmpty(): void {
    const missing = this.#base?.missing ?? [];
    if (missing.length > 0) {
      this.#stage.empty(`${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} not in the network`, "Only what some talk is about, or who gave one, is. Find something else to start with.");
    } else {
      this.#stage.empty("Nothing passes the filters", "Choose other years, another lens or another event, or undo.");
    }
  }

  #showControls(): void {
    const candidates = this.#candidates();
    const kinds = new Map<Kind, number>();
    for (const id of candidates) {
      const kind = this.#network.things.get(id)?.kind;
      if (kind !== undefined) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
    const present = new Set(candidates);
    const drawn = [...this.#network.links.values()].filter(({ source, target }) => present.has(source) && present.has(target));
    const links = drawn.filter(({ relation }) => relation !== "suggested");
    const derived = links.filter((link) => link.derived).length;
    this.#controls.show(this.#state, { kinds, stated: links.length - derived, derived, suggested: drawn.length - links.length }, new Set(this.#view.things.map(({ id }) => id)));
  }

  #showPanel(): void {
    const latest = [...this.#state.selected].reverse().slice(0, 2);
    const things = latest.flatMap((id) => this.#network.things.get(id) ?? []);
    this.#panel.show(things, this.#doors, new Set(this.#view.things.map(({ id }) => id)), this.#state.notes);
  }

  async #showDoors(turn: number): Promise<void> {
    const wanted = [...this.#state.selected].slice(-2).filter((id) => !this.#doors.has(id));
    if (wanted.length === 0) return;
    await Promise.all(
      wanted.map(async (id) => {
        try {
          this.#learn(await this.#server.behind(id, this.#state));
        } catch (error) {
          if (turn === this.#turn) this.#failed(error);
        }
      }),
    );
    if (turn === this.#turn) this.#showPanel();
  }

  #showWalk(): void {
    const { connection, selected } = this.#state;
    if (connection !== null && this.#ways !== null) this.#walk.show(this.#ways, connection);
    else if (connection === null) {
      const [from, to] = selected.slice(-2).map((id) => this.#network.things.get(id));
      this.#walk.offer(from, to);
    }
  }

  #showTitle(): void {
    if (this.#title === null || this.#base === null) return;
    const { total, complete } = this.#base;
    const things = this.#view.things.length;
    const whole = Math.max(total.nodes, things);
    const start = complete || this.#state.ids.length > 0 ? "" : " The canvas starts with those that share most talks.";
    const drawn = strongest(this.#view, this.#state.selected).length;
    const links = this.#view.links.length;
    const part = drawn < links ? ` ${grouped(drawn)} of ${grouped(links)} links drawn: the strongest, and all of what is selected.` : "";
    this.#title.textContent = `${grouped(things)} of ${grouped(whole)} things shown.${start}${part}`;
  }

  #failed(error: unknown): void {
    const words = error instanceof Refusal ? error.message : "Something in this page went wrong. Loading it again starts from the same state.";
    this.#stage.warn("The network could not be fetched", words, () => void this.#apply({}));
    this.#say(words);
    if (!(error instanceof Refusal)) throw error;
  }

  // ---- the address ----

  #address(patch: Partial<State>): string {
    const query = format({ ...this.#state, ...patch });
    const shownPlaces = new Map(this.#view.things.flatMap(({ id }) => {
      const place = this.#places.get(id);
      return place === undefined ? [] : [[id, place] as const];
    }));
    return `${location.pathname}${query === "" ? "" : `?${query}`}#at=${packPositions(shownPlaces)}`;
  }

  #writeAddress(): void {
    history.replaceState(null, "", this.#address({}));
  }

  async #share(): Promise<void> {
    try {
      await navigator.clipboard.writeText(location.href);
      this.#say("The address of this canvas is on the clipboard");
      this.#stage.notice.replaceChildren(note("The address of this canvas, with every position, is on the clipboard."));
    } catch {
      this.#stage.notice.replaceChildren(note("Copy the page's address from the browser: it says all that is on this canvas."));
    }
  }

  async #picture(form: "png" | "svg"): Promise<void> {
    if (this.#canvas === null) return;
    try {
      const made = form === "png" ? await this.#canvas.picture() : this.#canvas.drawing(document.title);
      const address = URL.createObjectURL(made);
      const link = document.createElement("a");
      link.href = address;
      link.download = `hallway-network.${form}`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(address), 10_000);
    } catch (error) {
      this.#stage.warn("No picture could be made", error instanceof Error ? error.message : String(error));
    }
  }

  // ---- keys and focus ----

  #listen(): void {
    this.#stage.host.addEventListener("keydown", (event) => this.#key(event));
    this.#table.root.addEventListener("keydown", (event) => this.#key(event));
    this.#stage.host.addEventListener("focus", () => {
      if (!this.#stage.host.matches(":focus-visible")) return;
      this.#focused ??= this.#state.selected.at(-1) ?? this.#view.things[0]?.id ?? null;
      this.#drawCanvas();
      if (this.#focused !== null) this.#say(this.#spoken(this.#focused));
    });
    this.#stage.host.addEventListener("blur", () => this.#drawCanvas());
    new ResizeObserver(() => this.#view.things.length > 0 && this.#drawCanvas()).observe(this.#stage.section);
    addEventListener("popstate", () => {
      const placed = placedBy(location.hash);
      // The skip link and the like name a part of the page; the state is what it was.
      if (placed === undefined) return this.#writeAddress();
      this.#state = parse(location.search);
      void this.#apply({ placed });
    });
  }

  #focusShown(): string | null {
    return this.#stage.host.matches(":focus-visible") ? this.#focused : null;
  }

  #switchKeys(on: boolean): void {
    this.#keysOn = on;
    if (on) localStorage.removeItem(KEYS_OFF);
    else localStorage.setItem(KEYS_OFF, "off");
    this.#say(on ? "Single keys work on the canvas and the table" : "Single keys are off");
  }

  #key(event: KeyboardEvent): void {
    const command = keyCommand(event, this.#keysOn, this.#state.view);
    if (command === undefined) return;
    event.preventDefault();
    const focused = this.#focused;
    const { selected } = this.#state;
    switch (command) {
      case "find":
        return this.#controls.focusFind();
      case "lens":
        return this.#controls.focusLens();
      case "undo":
        return this.#undo();
      case "fit":
        return this.#canvas?.fit();
      case "closer":
        return this.#canvas?.zoom(1.5);
      case "further":
        return this.#canvas?.zoom(1 / 1.5);
      case "clear":
        return this.#change({ selected: [], connection: null }, "Nothing selected");
      case "table":
        return this.#turnView();
      case "connect": {
        const [from, to] = selected.slice(-2);
        if (from === undefined || to === undefined) return this.#say("Select two things first: Enter for one, Shift and Enter for the other");
        return this.#connect(from, to, this.#state.connection?.hubs ?? false);
      }
      case "ArrowLeft":
      case "ArrowRight":
      case "ArrowUp":
      case "ArrowDown":
        return this.#move(command);
    }
    if (focused === null) return;
    switch (command) {
      case "select":
        return this.#select(focused, false);
      case "add":
        return this.#select(focused, true);
      case "open":
        return this.#enter(focused);
      case "hide":
        return this.#hide(focused);
      case "pin":
        return this.#pin(focused);
      case "note":
        return this.#writeNote(focused);
    }
  }

  /** Select a thing and put the focus on its note. */
  #writeNote(id: string): void {
    this.#state = { ...this.#state, selected: [...this.#state.selected.filter((other) => other !== id), id] };
    void this.#apply({ words: this.#spoken(id, "selected") }).then(() => this.#panel.focusNote());
  }

  #turnView(): void {
    const view = this.#state.view === "table" ? "canvas" : "table";
    this.#change({ view }, view === "table" ? "Table" : "Canvas", { forget: true });
    requestAnimationFrame(() => setTimeout(() => this.#returnFocus(), 0));
  }

  #returnFocus(): void {
    if (this.#state.view === "canvas") return this.#stage.host.focus();
    const id = this.#focused ?? this.#view.things[0]?.id;
    if (id !== undefined && !this.#table.focusRow(id)) this.#table.root.querySelector<HTMLElement>("tbody input")?.focus();
  }

  #pin(id: string): void {
    const { pinned } = this.#state;
    const is = pinned.includes(id);
    this.#change({ pinned: is ? pinned.filter((other) => other !== id) : [...pinned, id] }, this.#spoken(id, is ? "no longer pinned" : "pinned"));
  }

  #move(direction: Direction): void {
    if (this.#state.view === "table") {
      const next = this.#table.step(direction === "ArrowDown");
      if (next !== undefined) this.#table.focusRow(next);
      return;
    }
    const places = this.#canvas?.screen() ?? new Map<string, Point>();
    const start = this.#focused ?? this.#view.things[0]?.id;
    const next = start === undefined ? undefined : towards(start, direction, places);
    if (next === undefined) return this.#say("Nothing further that way");
    this.#focused = next;
    this.#drawCanvas();
    this.#canvas?.reveal(next);
    this.#say(this.#spoken(next));
  }

  /** "Linsong Chu, person, 4 links, 3 shown". */
  #spoken(id: string, more = ""): string {
    const thing: Thing | undefined = this.#network.things.get(id);
    if (thing === undefined) return "";
    const here = neighbours(this.#view).get(id)?.length ?? 0;
    const links = `${grouped(thing.links)} ${thing.links === 1 ? "link" : "links"}`;
    const role = this.#state.selected.includes(id) && more === "" ? "selected" : more;
    return [thing.label, KINDS[thing.kind].one, links, `${here} shown`, role].filter(Boolean).join(", ");
  }
}

/** The positions that the fragment of an address holds, if it holds any. */
function placedBy(fragment: string): string | undefined {
  return fragment.startsWith("#at=") ? fragment.slice(4) : undefined;
}

function note(words: string): HTMLElement {
  const line = document.createElement("p");
  line.className = "quiet";
  line.textContent = words;
  return line;
}
