/** Ask the worker for a layout, and give it room. */

import { fan, fill, seed, spread } from "./layout";
import type { Job, Result } from "./layout.worker";
import { neighbours, type Shown } from "./model";
import type { Point } from "./state";

export class Arranger {
  #worker = new Worker(new URL("./layout.worker.ts", import.meta.url), { type: "module" });
  #ticket = 0;
  #waiting = new Map<number, (result: Result) => void>();

  constructor() {
    this.#worker.addEventListener("message", ({ data }: MessageEvent<Result>) => {
      this.#waiting.get(data.ticket)?.(data);
      this.#waiting.delete(data.ticket);
    });
  }

  /** Lay everything out anew, from places that depend on ids alone; `fixed` things stay. */
  async whole(view: Shown, fixed: ReadonlyMap<string, Point>, aspect: number): Promise<Map<string, Point>> {
    const job: Omit<Job, "ticket"> = {
      nodes: [...view.things]
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .map(({ id }) => {
          const [x, y] = fixed.get(id) ?? seed(id);
          return { id, x, y, fixed: fixed.has(id) };
        }),
      edges: [...view.links]
        .map(({ source, target, weight }) => ({ source, target, weight: Math.max(1, weight) }))
        .sort((a, b) => (a.source + a.target < b.source + b.target ? -1 : 1)),
    };
    const { places } = await this.#run(job);
    const raw = new Map<string, Point>(places.map(([id, x, y]) => [id, [x, y]]));
    const room = Math.min(160, 900 / Math.sqrt(Math.max(1, raw.size)));
    const filled = fixed.size > 0 ? raw : fill(raw, aspect);
    const apart = spread(filled, new Set(fixed.keys()), room, room * 0.62);
    return fixed.size > 0 ? rounded(apart) : fill(apart, aspect);
  }

  #run(job: Omit<Job, "ticket">): Promise<Result> {
    const ticket = ++this.#ticket;
    return new Promise((resolve) => {
      this.#waiting.set(ticket, resolve);
      this.#worker.postMessage({ ...job, ticket } satisfies Job);
    });
  }
}

/** Find places for newcomers beside what they are linked to; nothing that stands already moves. */
export function settle(view: Shown, standing: ReadonlyMap<string, Point>, origin?: string): Map<string, Point> {
  const places = new Map<string, Point>();
  for (const { id } of view.things) {
    const at = standing.get(id);
    if (at !== undefined) places.set(id, at);
  }
  const fixed = new Set(places.keys());
  const around = neighbours(view);
  const waiting = new Map<string, string[]>();
  for (const { id } of view.things) {
    if (places.has(id)) continue;
    const host = (around.get(id) ?? []).find((other) => fixed.has(other)) ?? origin ?? "";
    waiting.set(host, [...(waiting.get(host) ?? []), id]);
  }
  for (const [host, ids] of [...waiting].sort()) {
    const from = places.get(host);
    const found = from === undefined ? ids.map((id) => [id, seed(id)] as const) : fan(from, ids, places.values());
    for (const [id, place] of found) places.set(id, place);
  }
  return rounded(spread(places, fixed, 60, 40, 30));
}

function rounded(places: ReadonlyMap<string, Point>): Map<string, Point> {
  return new Map([...places].map(([id, [x, y]]) => [id, [Math.round(x), Math.round(y)]]));
}
