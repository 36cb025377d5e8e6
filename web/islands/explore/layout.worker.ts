/** Runs the forces away from the page, so that it stays quick under the hand. */

import Graph from "graphology";
import forceAtlas2 from "graphology-layout-forceatlas2";

export interface Job {
  readonly ticket: number;
  readonly nodes: readonly { readonly id: string; readonly x: number; readonly y: number; readonly fixed: boolean }[];
  readonly edges: readonly { readonly source: string; readonly target: string; readonly weight: number }[];
}

export interface Result {
  readonly ticket: number;
  readonly places: readonly (readonly [id: string, x: number, y: number])[];
}

/** Enough for a few hundred things to come to rest; fewer rounds for more things. */
function rounds(things: number): number {
  return Math.round(Math.min(600, Math.max(80, 60_000 / Math.max(1, things))));
}

self.addEventListener("message", ({ data: job }: MessageEvent<Job>) => {
  const graph = new Graph({ type: "undirected", multi: false });
  for (const { id, x, y, fixed } of job.nodes) graph.addNode(id, { x, y, fixed });
  for (const { source, target, weight } of job.edges) graph.mergeEdge(source, target, { weight });
  if (graph.order > 1) {
    forceAtlas2.assign(graph, {
      iterations: rounds(graph.order),
      getEdgeWeight: "weight",
      settings: {
        edgeWeightInfluence: 0.3,
        scalingRatio: 20,
        // Gravity that grows with distance keeps what is not linked to the rest close by.
        strongGravityMode: true,
        gravity: 0.035,
        slowDown: 4,
        barnesHutOptimize: graph.order > 400,
      },
    });
  }
  const places = graph.mapNodes((id, at) => [id, at["x"] as number, at["y"] as number] as const);
  self.postMessage({ ticket: job.ticket, places } satisfies Result);
});
