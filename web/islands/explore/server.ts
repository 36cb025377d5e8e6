/** What the server is asked, each question once a page: answers are kept by their address. */

import { getJson } from "../shared/dom";
import type { Link, Relation, Talk, Thing } from "./model";
import { baseQuery, type Connection, filterQuery, type State } from "./state";

export interface Answer {
  readonly nodes: readonly Thing[];
  readonly edges: readonly Link[];
  readonly total: { readonly nodes: number; readonly edges: number };
  readonly complete: boolean;
  readonly missing?: readonly string[];
  /** Which of the ids asked for lead to another thing now. */
  readonly moved?: Readonly<Record<string, string>>;
}

export interface Behind extends Thing {
  readonly relations: readonly Relation[];
}

export interface Hop {
  readonly talk: Talk | null;
  readonly words?: string;
  readonly confidence?: number;
  readonly derived?: boolean;
  /** Whether the talk has a recording. */
  readonly recorded?: boolean;
}

export interface Way {
  /** Things and talks in turn. */
  readonly steps: readonly Thing[];
  readonly hops: readonly Hop[];
  readonly words: readonly string[];
  readonly nodes: readonly Thing[];
  readonly edges: readonly Link[];
}

export interface Ways {
  readonly from: Thing;
  readonly to: Thing;
  readonly paths: readonly Way[];
  readonly complete?: boolean;
}

/** Most things that a canvas starts with. */
export const MOST = 150;

export class Server {
  readonly #root: string;
  readonly #answers = new Map<string, Promise<unknown>>();

  /** `root` is the address of Explore, to which the others are relative. */
  constructor(root: string) {
    this.#root = root.replace(/\/+$/, "");
  }

  base(state: State): Promise<Answer> {
    return this.#ask(`data?${baseQuery(state, MOST)}`);
  }

  /** The links between things that are named one by one. */
  between(ids: readonly string[], state: State): Promise<Answer> {
    const asked = filterQuery(state);
    asked.set("ids", [...ids].sort().join());
    asked.set("radius", "0");
    asked.set("limit", String(Math.min(1000, Math.max(MOST, ids.length))));
    return this.#ask(`data?${asked.toString().replaceAll("%2F", "/").replaceAll("%2C", ",")}`);
  }

  behind(id: string, state: State): Promise<Behind> {
    const asked = filterQuery(state);
    asked.set("id", id);
    return this.#ask(`expand?${asked}`);
  }

  ways({ from, to, hubs }: Connection): Promise<Ways> {
    return this.#ask(`path?${new URLSearchParams({ from, to, k: "3", hubs: hubs ? "1" : "0" })}`);
  }

  /** Where the same network can be had as a file. */
  download(state: State, ids: readonly string[], format: "graphml" | "gexf" | "csv"): string {
    return `${this.#root}/export.${format}?${named(state, ids)}`;
  }

  /** Where the editor opens with the query that counts the same network. */
  query(state: State, ids: readonly string[]): string {
    return `${this.#root}/query?${named(state, ids)}`;
  }

  get suggestions(): string {
    return this.#root.replace(/\/[^/]*$/, "/suggest");
  }

  #ask<T>(address: string): Promise<T> {
    const known = this.#answers.get(address);
    if (known !== undefined) return known as Promise<T>;
    const answer = getJson<T>(`${this.#root}/${address}`);
    this.#answers.set(address, answer);
    answer.catch(() => this.#answers.delete(address)); // so that trying again asks again
    return answer;
  }
}

/** The filters of a state, and the things on the canvas by name. */
function named(state: State, ids: readonly string[]): string {
  const asked = filterQuery(state);
  if (!state.certainties.derived) asked.set("stated", "1");
  asked.set("ids", ids.join());
  asked.set("radius", "0");
  return asked.toString().replaceAll("%2F", "/").replaceAll("%2C", ",");
}
