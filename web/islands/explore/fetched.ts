/** What has been fetched, and what a state asks for out of it. */

import { Refusal } from "../shared/dom";
import { Network } from "./model";
import type { Answer, Behind, Server, Way, Ways } from "./server";
import { baseQuery, type State } from "./state";
import { stops } from "./words";

/** Who asks: the state may change while an answer is awaited, and then the answer is not wanted. */
export interface Asker {
  state(): State;
  wanted(): boolean;
  /** Name things as they are named now; whether the state said otherwise. */
  rename(moved: Readonly<Record<string, string>>): boolean;
}

export class Fetched {
  readonly network = new Network();
  /** What is known to be behind the doors of a thing, by its id. */
  readonly doors = new Map<string, Behind>();
  readonly #server: Pick<Server, "base" | "behind" | "between" | "ways">;
  readonly #noWays: (words: string) => void;
  #base: Answer | null = null;
  #baseKey = "";
  #ways: Ways | null = null;

  /** `noWays` is told why ways could not be found, which leaves the rest as it is. */
  constructor(server: Pick<Server, "base" | "behind" | "between" | "ways">, noWays: (words: string) => void) {
    this.#server = server;
    this.#noWays = noWays;
  }

  /** What the canvas starts with. */
  get base(): Answer | null {
    return this.#base;
  }

  /** Another one after a fetch says that the canvas starts with something else. */
  get baseKey(): string {
    return this.#baseKey;
  }

  get ways(): Ways | null {
    return this.#ways;
  }

  /** Fetch all that the state asks for and that is not here. */
  async fetch(asker: Asker): Promise<void> {
    const state = asker.state();
    const key = baseQuery(state, 0);
    if (this.#base === null || key !== this.#baseKey) {
      const base = await this.#server.base(state);
      if (!asker.wanted()) return;
      if (asker.rename(base.moved ?? {})) return this.fetch(asker);
      this.#startWith(base, key);
    }
    for (const { id } of state.opened) await this.lookBehind(id, state);
    this.#ways = state.connection === null ? null : await this.#findWays(state.connection);
    const extras = this.candidates(asker.state()).filter((id) => !this.#isBase(id));
    if (!asker.wanted() || extras.length === 0) return;
    const answer = await this.#server.between(this.candidates(asker.state()), state);
    if (!asker.wanted()) return;
    if (asker.rename(answer.moved ?? {})) return this.fetch(asker);
    this.network.add(answer.nodes, answer.edges);
  }

  /** Fetch what is behind the doors of a thing. */
  async lookBehind(id: string, state: State): Promise<void> {
    const behind = await this.#server.behind(id, state);
    this.doors.set(behind.id, behind);
    const met = [behind, ...behind.relations.flatMap(({ items }) => items)];
    this.network.add(met.filter((thing) => !this.network.things.has(thing.id)));
  }

  /** Everything that a state asks for, whether a filter then lets it through or not. */
  candidates(state: State): string[] {
    const behind = state.opened.flatMap(({ id, relation }) => {
      const door = this.doors.get(id)?.relations.find((other) => other.relation === relation);
      return [id, ...(door?.items ?? []).map((item) => item.id)];
    });
    const way = this.#way(state);
    if (way !== undefined) this.network.add(way.nodes, way.edges);
    const base = (this.#base?.nodes ?? []).map((node) => node.id);
    return [...new Set([...base, ...state.added, ...behind, ...this.walk(state)])];
  }

  /** What no filter takes away: asked for by name, selected, or on the walk. */
  kept(state: State): Set<string> {
    return new Set([...state.ids, ...state.added, ...state.selected, ...this.walk(state)]);
  }

  /** The things along the way that is drawn. */
  walk(state: State): string[] {
    const way = this.#way(state);
    return way === undefined ? [] : stops(way);
  }

  #startWith(base: Answer, key: string): void {
    this.network.clear();
    this.doors.clear();
    this.network.add(base.nodes, base.edges);
    this.#base = base;
    this.#baseKey = key;
  }

  async #findWays(connection: NonNullable<State["connection"]>): Promise<Ways | null> {
    try {
      return await this.#server.ways(connection);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#noWays(error.message);
      return null;
    }
  }

  #isBase(id: string): boolean {
    return this.#base?.nodes.some((node) => node.id === id) ?? false;
  }

  #way({ connection }: State): Way | undefined {
    const paths = this.#ways?.paths ?? [];
    return connection === null ? undefined : paths[Math.min(connection.way, paths.length - 1)];
  }
}
