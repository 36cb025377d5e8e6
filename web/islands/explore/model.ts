/** What is on the canvas: things, links between them, and which of both the filters let through. */

import type { Kind } from "../shared/kinds";
import type { Certainties } from "./state";

export interface Thing {
  readonly id: string;
  readonly kind: Kind;
  readonly label: string;
  /** Links in the whole graph, not only on the canvas. */
  readonly links: number;
  readonly talks: number;
  readonly href: string;
  /** Number of its group among what is shown, 0 the largest; only when groups are asked for. */
  readonly group?: number;
}

export interface Talk {
  readonly id: string;
  readonly title: string;
  readonly href: string;
}

export interface Link {
  readonly source: string;
  readonly target: string;
  readonly weight: number;
  readonly confidence: number;
  readonly derived: boolean;
  /** What makes it: shared talks, that one topic is broader than the other, or talks that may be shared. */
  readonly relation: "talks" | "broader" | "suggested";
  readonly talks: readonly Talk[];
}

export interface Relation {
  readonly relation: string;
  readonly kind: Kind;
  readonly count: number;
  readonly hub: boolean;
  readonly items: readonly (Thing & { readonly weight: number })[];
}

/** One key for a link, whichever way round it is given. */
export function linkKey(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}

/** Everything that has been fetched for one start, by id; it only grows, so that undo needs no server. */
export class Network {
  readonly things = new Map<string, Thing>();
  readonly links = new Map<string, Link>();

  add(things: Iterable<Thing>, links: Iterable<Link> = []): void {
    for (const thing of things) this.things.set(thing.id, thing);
    for (const link of links) this.links.set(linkKey(link.source, link.target), link);
  }

  clear(): void {
    this.things.clear();
    this.links.clear();
  }
}

export interface Counts {
  readonly kinds: ReadonlyMap<Kind, number>;
  readonly stated: number;
  readonly derived: number;
  readonly suggested: number;
}

/** Count things by kind, and the links among them by certainty, whatever the filters let through. */
export function counts(network: Network, ids: readonly string[]): Counts {
  const kinds = new Map<Kind, number>();
  for (const id of ids) {
    const kind = network.things.get(id)?.kind;
    if (kind !== undefined) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const present = new Set(ids);
  const among = [...network.links.values()].filter(({ source, target }) => present.has(source) && present.has(target));
  const links = among.filter(({ relation }) => relation !== "suggested");
  const derived = links.filter((link) => link.derived).length;
  return { kinds, stated: links.length - derived, derived, suggested: among.length - links.length };
}

export interface Shown {
  readonly things: readonly Thing[];
  readonly links: readonly Link[];
}

export interface Filter {
  readonly kindsOff: readonly Kind[];
  readonly hidden: readonly string[];
  readonly certainties: Certainties;
}

/** Whether the filters let a link through. Broader topics are stated by the scheme itself. */
export function passes(link: Link, certainties: Certainties): boolean {
  if (link.relation === "suggested") return certainties.suggested;
  return link.derived ? certainties.derived : certainties.stated || link.relation === "broader";
}

/**
 * Choose what is shown out of `candidates`.
 *
 * A thing whose every link is filtered away goes with them, unless it is in `keep` (asked for by
 * name, selected, or on the walk) or never had one.
 */
export function shown(network: Network, candidates: Iterable<string>, filter: Filter, keep: ReadonlySet<string>): Shown {
  const off = new Set<string>(filter.kindsOff);
  const hidden = new Set(filter.hidden);
  const present = new Map<string, Thing>();
  for (const id of candidates) {
    const thing = network.things.get(id);
    if (thing !== undefined && !hidden.has(id) && (!off.has(thing.kind) || keep.has(id))) present.set(id, thing);
  }
  const all = [...network.links.values()].filter((link) => present.has(link.source) && present.has(link.target));
  const links = all.filter((link) => passes(link, filter.certainties));
  const ends = (some: readonly Link[]) =>
    some.flatMap(({ source, target, relation }) => (relation === "suggested" ? [] : [source, target]));
  const linked = new Set(ends(links));
  const lost = new Set(ends(all).filter((id) => !linked.has(id)));
  const things = [...present.values()].filter((thing) => !lost.has(thing.id) || keep.has(thing.id));
  return { things, links };
}

/** Neighbours of each thing among what is shown, in the order of the links; what is only suggested links nothing. */
export function neighbours(view: Shown): Map<string, string[]> {
  const found = new Map<string, string[]>(view.things.map((thing) => [thing.id, []]));
  for (const { source, target, relation } of view.links) {
    if (relation === "suggested") continue;
    found.get(source)?.push(target);
    found.get(target)?.push(source);
  }
  return found;
}

const PER_THING = 3;

/**
 * The links that are drawn where all of them would be a grey block: the strongest three of each
 * thing, and all at what is in `whole`. With no more than three links a thing, all are drawn.
 */
export function strongest(view: Shown, whole: readonly string[]): readonly Link[] {
  if (view.links.length <= PER_THING * view.things.length) return view.links;
  const open = new Set(whole);
  const drawn = new Map<string, number>();
  const strength = (link: Link) => (link.relation === "suggested" ? 0 : link.weight);
  const order = [...view.links].sort(
    (a, b) => strength(b) - strength(a) || (linkKey(a.source, a.target) < linkKey(b.source, b.target) ? -1 : 1),
  );
  return order.filter(({ source, target }) => {
    const [a, b] = [drawn.get(source) ?? 0, drawn.get(target) ?? 0];
    if (a >= PER_THING && b >= PER_THING && !open.has(source) && !open.has(target)) return false;
    drawn.set(source, a + 1);
    drawn.set(target, b + 1);
    return true;
  });
}

/** The `count` things nearest to `from`, step by step, those with more links first. */
export function near(view: Shown, from: readonly string[], count: number): Set<string> {
  const around = neighbours(view);
  const weight = (id: string) => around.get(id)?.length ?? 0;
  const byLinks = (a: string, b: string) => weight(b) - weight(a) || (a < b ? -1 : 1);
  const starts = from.filter((id) => around.has(id));
  const first = starts.length > 0 ? starts : [...around.keys()].sort(byLinks).slice(0, 1);
  const found = new Set(first);
  let edge: string[] = [...first];
  while (edge.length > 0 && found.size < count) {
    const next = [...new Set(edge.flatMap((id) => around.get(id) ?? []))].filter((id) => !found.has(id)).sort(byLinks);
    edge = next.slice(0, count - found.size);
    for (const id of edge) found.add(id);
  }
  return found;
}

/** How often each thing lies on a shortest way between two others (Brandes 2001, unweighted). */
export function betweenness(view: Shown): Map<string, number> {
  const around = neighbours(view);
  const score = new Map<string, number>([...around.keys()].map((id) => [id, 0]));
  for (const start of around.keys()) {
    const order: string[] = [];
    const before = new Map<string, string[]>();
    const ways = new Map<string, number>([[start, 1]]);
    const steps = new Map<string, number>([[start, 0]]);
    const queue = [start];
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      order.push(id);
      for (const next of around.get(id) ?? []) {
        const step = (steps.get(id) ?? 0) + 1;
        if (!steps.has(next)) {
          steps.set(next, step);
          queue.push(next);
        }
        if (steps.get(next) !== step) continue;
        ways.set(next, (ways.get(next) ?? 0) + (ways.get(id) ?? 0));
        before.set(next, [...(before.get(next) ?? []), id]);
      }
    }
    const share = new Map<string, number>();
    for (const id of order.reverse()) {
      for (const prior of before.get(id) ?? []) {
        const part = ((ways.get(prior) ?? 0) / (ways.get(id) ?? 1)) * (1 + (share.get(id) ?? 0));
        share.set(prior, (share.get(prior) ?? 0) + part);
      }
      // Each pair is met from both of its ends.
      if (id !== start) score.set(id, (score.get(id) ?? 0) + (share.get(id) ?? 0) / 2);
    }
  }
  return score;
}
