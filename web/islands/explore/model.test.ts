import { describe, expect, it } from "vitest";
import { betweenness, counts, type Link, near, neighbours, Network, shown, strongest, type Thing } from "./model";

function thing(id: string, kind: Thing["kind"] = "person"): Thing {
  return { id, kind, label: id, links: 1, talks: 1, href: `/${id}` };
}

function link(source: string, target: string, derived = false): Link {
  return { source, target, weight: 1, confidence: 1, derived, relation: "talks", talks: [] };
}

/** a - t - b, c - t2 (derived), d alone. */
function sample(): Network {
  const network = new Network();
  network.add(
    [thing("a"), thing("b"), thing("c"), thing("d"), thing("t", "topic"), thing("t2", "topic")],
    [link("a", "t"), link("b", "t"), link("c", "t2", true)],
  );
  return network;
}

const ALL = { kindsOff: [], hidden: [], certainties: { stated: true, derived: true, suggested: false } } as const;
const ids = (view: { things: readonly Thing[] }) => view.things.map(({ id }) => id).sort();

describe("what is shown", () => {
  const network = sample();
  const every = [...network.things.keys()];
  it("is everything without filters, also what has no link", () => {
    expect(ids(shown(network, every, ALL, new Set()))).toEqual(["a", "b", "c", "d", "t", "t2"]);
  });
  it("loses what a filter leaves without links, but keeps what was asked for", () => {
    const stated = { ...ALL, certainties: { stated: true, derived: false, suggested: false } };
    expect(ids(shown(network, every, stated, new Set()))).toEqual(["a", "b", "d", "t"]);
    expect(ids(shown(network, every, stated, new Set(["c"])))).toEqual(["a", "b", "c", "d", "t"]);
  });
  it("has no link to a thing that is hidden or of a kind that is off", () => {
    expect(shown(network, every, { ...ALL, hidden: ["t"] }, new Set()).links).toHaveLength(1);
    expect(shown(network, every, { ...ALL, kindsOff: ["topic"] }, new Set()).links).toHaveLength(0);
  });
  it("has what is only suggested when asked for, and counts it nowhere", () => {
    const more = sample();
    more.add([], [{ ...link("d", "t"), relation: "suggested", derived: true }]);
    expect(shown(more, every, ALL, new Set()).links).toHaveLength(3);
    const asked = shown(more, every, { ...ALL, certainties: { ...ALL.certainties, suggested: true } }, new Set());
    expect(asked.links).toHaveLength(4);
    expect(neighbours(asked).get("d")).toEqual([]);
    expect(ids(shown(more, every, ALL, new Set()))).toContain("d");
  });
  it("ignores ids that are not known", () => {
    expect(ids(shown(network, ["a", "nobody"], ALL, new Set()))).toEqual(["a"]);
  });
});

describe("counts", () => {
  it("are those of the things given and of the links among them, suggested ones apart", () => {
    const network = sample();
    network.add([], [{ ...link("d", "t"), relation: "suggested", derived: true }]);
    const found = counts(network, ["a", "c", "d", "t", "t2", "nobody"]);
    expect(Object.fromEntries(found.kinds)).toEqual({ person: 3, topic: 2 });
    expect(found).toMatchObject({ stated: 1, derived: 1, suggested: 1 });
  });
});

describe("what is near", () => {
  const view = shown(sample(), ["a", "b", "c", "d", "t", "t2"], ALL, new Set());
  it("goes step by step and stops at the count", () => {
    expect([...near(view, ["a"], 2)]).toEqual(["a", "t"]);
    expect([...near(view, ["a"], 12)].sort()).toEqual(["a", "b", "t"]);
  });
  it("starts at the thing with most links when nothing is selected", () => {
    expect([...near(view, [], 1)]).toEqual(["t"]);
  });
});

describe("the strongest links", () => {
  const names = Array.from({ length: 12 }, (_, n) => `n${n}`);
  const every = names.flatMap((a, i) => names.slice(i + 1).map((b, j) => ({ ...link(a, b), weight: ((i * 7 + j * 3) % 10) + 1 })));
  const dense = { things: names.map((name) => thing(name)), links: every };
  it("are all of them where there are few", () => {
    const few = { things: dense.things, links: every.slice(0, 36) };
    expect(strongest(few, [])).toBe(few.links);
  });
  it("leave out the weaker ones of a crowd, but none of a thing's own strongest", () => {
    const drawn = strongest(dense, []);
    expect(drawn.length).toBeLessThan(every.length / 1.5);
    for (const name of names) {
      const best = Math.max(...every.filter((one) => one.source === name || one.target === name).map(({ weight }) => weight));
      expect(drawn.some((one) => (one.source === name || one.target === name) && one.weight === best)).toBe(true);
    }
  });
  it("and all at what is selected", () => {
    const drawn = strongest(dense, ["n5"]);
    expect(drawn.filter((one) => one.source === "n5" || one.target === "n5")).toHaveLength(11);
  });
});

describe("betweenness", () => {
  it("is the share of shortest ways, counted by hand", () => {
    // The path 1-2-3-4: 2 lies between (1,3) and (1,4); 3 between (1,4) and (2,4).
    const path = {
      things: ["1", "2", "3", "4"].map((id) => thing(id)),
      links: [link("1", "2"), link("2", "3"), link("3", "4")],
    };
    expect(Object.fromEntries(betweenness(path))).toEqual({ 1: 0, 2: 2, 3: 2, 4: 0 });
  });
  it("shares a pair between the ways of equal length", () => {
    const square = {
      things: ["a", "b", "c", "d"].map((id) => thing(id)),
      links: [link("a", "b"), link("b", "c"), link("c", "d"), link("d", "a")],
    };
    expect([...betweenness(square).values()]).toEqual([0.5, 0.5, 0.5, 0.5]);
  });
  it("sees every neighbour from both sides", () => {
    const around = neighbours({ things: [thing("a"), thing("b")], links: [link("a", "b")] });
    expect([around.get("a"), around.get("b")]).toEqual([["b"], ["a"]]);
  });
});
