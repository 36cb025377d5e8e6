import { describe, expect, it } from "vitest";
import { Refusal } from "../shared/dom";
import { type Asker, Fetched } from "./fetched";
import type { Link, Thing } from "./model";
import type { Answer, Behind, Way } from "./server";
import { renamed, START, type State } from "./state";

function thing(id: string): Thing {
  return { id, kind: id.startsWith("topic") ? "topic" : "person", label: id, links: 1, talks: 1, href: `/${id}` };
}

function link(source: string, target: string): Link {
  return { source, target, weight: 1, confidence: 1, derived: false, relation: "talks", talks: [] };
}

function answer(ids: readonly string[], more: Partial<Answer> = {}): Answer {
  return { nodes: ids.map(thing), edges: [], total: { nodes: ids.length, edges: 0 }, complete: true, ...more };
}

const BEHIND: Behind = {
  ...thing("topic/t"),
  relations: [
    { relation: "speakers", kind: "person", count: 1, hub: false, items: [{ ...thing("person/c"), weight: 1 }] },
    { relation: "narrower", kind: "topic", count: 1, hub: false, items: [{ ...thing("topic/n"), weight: 1 }] },
  ],
};

const WAY: Way = { steps: [thing("person/a"), thing("person/w")], hops: [], words: [], nodes: [thing("person/w")], edges: [] };

/** A server that starts with a person and a topic, and writes down what it was asked. */
function server(more: Partial<Answer> = {}, refused = "") {
  const asked: string[] = [];
  return {
    asked,
    base: async ({ ids }: State) => {
      asked.push(`base ${ids.join()}`);
      return answer(["person/a", "topic/t"], more);
    },
    behind: async (id: string) => {
      asked.push(`behind ${id}`);
      return BEHIND;
    },
    between: async (ids: readonly string[]) => {
      asked.push(`between ${[...ids].sort().join()}`);
      return answer(ids, { edges: [link("person/a", "person/c")] });
    },
    ways: async () => {
      if (refused !== "") throw new Refusal(refused);
      return { from: thing("person/a"), to: thing("person/w"), paths: [WAY] };
    },
  };
}

function asker(state: State, wanted = () => true): Asker {
  let now = state;
  return {
    state: () => now,
    wanted,
    rename: (moved) => {
      const before = now;
      now = renamed(now, moved);
      return now.ids.join() !== before.ids.join();
    },
  };
}

const none = () => undefined;

describe("fetching", () => {
  it("asks for the start alone where nothing else is there, and once", async () => {
    const from = server();
    const fetched = new Fetched(from, none);
    await fetched.fetch(asker(START));
    await fetched.fetch(asker({ ...START, selected: ["person/a"] }));
    expect(from.asked).toEqual(["base "]);
    expect(fetched.candidates(START)).toEqual(["person/a", "topic/t"]);
  });
  it("asks for the links of what was added and opened", async () => {
    const from = server();
    const fetched = new Fetched(from, none);
    const state: State = { ...START, added: ["person/x"], opened: [{ id: "topic/t", relation: "speakers" }] };
    await fetched.fetch(asker(state));
    expect(from.asked).toEqual(["base ", "behind topic/t", "between person/a,person/c,person/x,topic/t"]);
    expect(fetched.candidates(state)).toEqual(["person/a", "topic/t", "person/x", "person/c"]);
    expect(fetched.network.links.size).toBe(1);
  });
  it("starts anew when the filters change", async () => {
    const fetched = new Fetched(server(), none);
    const state: State = { ...START, opened: [{ id: "topic/t", relation: "speakers" }] };
    await fetched.fetch(asker(state));
    const before = fetched.baseKey;
    await fetched.fetch(asker({ ...START, from: 2020 }));
    expect(fetched.baseKey).not.toBe(before);
    expect([[...fetched.network.things.keys()], fetched.doors.size]).toEqual([["person/a", "topic/t"], 0]);
  });
  it("asks again under the names that things have now", async () => {
    const from = server({ moved: { "person/old": "person/a" } });
    const fetched = new Fetched(from, none);
    const who = asker({ ...START, ids: ["person/old"] });
    await fetched.fetch(who);
    expect(from.asked).toEqual(["base person/old", "base person/a"]);
    expect(who.state().ids).toEqual(["person/a"]);
  });
  it("keeps no answer that is no longer wanted", async () => {
    const fetched = new Fetched(server(), none);
    await fetched.fetch(asker(START, () => false));
    expect([fetched.base, fetched.network.things.size]).toEqual([null, 0]);
  });
});

describe("a way", () => {
  const state: State = { ...START, connection: { from: "person/a", to: "person/w", hubs: false, way: 5 } };
  it("brings its things along; a number too high means the last", async () => {
    const fetched = new Fetched(server(), none);
    await fetched.fetch(asker(state));
    expect(fetched.walk(state)).toEqual(["person/a", "person/w"]);
    expect(fetched.candidates(state)).toContain("person/w");
    expect([...fetched.kept({ ...state, ids: ["topic/t"], selected: ["person/a"] })]).toEqual(["topic/t", "person/a", "person/w"]);
  });
  it("that the server refuses leaves the rest, and the reason is told", async () => {
    const told: string[] = [];
    const fetched = new Fetched(server({}, "Too far apart."), (words) => told.push(words));
    await fetched.fetch(asker(state));
    expect(told).toEqual(["Too far apart."]);
    expect([fetched.ways, fetched.candidates(state)]).toEqual([null, ["person/a", "topic/t"]]);
  });
});
