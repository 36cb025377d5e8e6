import { describe, expect, it } from "vitest";
import type { Link, Thing } from "./model";
import type { Way } from "./server";
import { enumerated, extent, isRecorded, named, pieces, spoken, stops } from "./words";

const topic = (name: string): Thing => ({ id: `topic/${name}`, kind: "topic", label: name, links: 1, talks: 1, href: "" });
const person = (name: string): Thing => ({ ...topic(name), id: `person/${name}`, kind: "person" });
const talk = (name: string): Thing => ({ ...topic(name), id: `talk/${name}`, kind: "talk" });

function way(...steps: Thing[]): Way {
  const talks = steps.filter(({ kind }) => kind === "talk");
  const hops = talks.map(({ id, label, href }) => ({ talk: { id, title: label, href } }));
  return { steps, hops, words: [], nodes: [], edges: [] };
}

const one = way(person("Ann"), talk("A"), topic("FSDP"), talk("B"), person("Bo"));
const two = way(person("Ann"), talk("A"), topic("data"), talk("C"), person("Bo"));

describe("a way", () => {
  it("stops at its things, not at its talks", () => {
    expect(stops(one)).toEqual(["person/Ann", "topic/FSDP", "person/Bo"]);
  });
  it("is named by what is on no other", () => {
    expect(named(one, [one, two])).toBe("2 steps, by FSDP");
    expect(named(two, [one, two])).toBe("2 steps, by data");
  });
  it("knows which of its talks have a recording", () => {
    const [first, second] = one.hops;
    const hops = [{ ...first!, recorded: true }, { ...second!, recorded: false }];
    expect(one.steps.map((step) => isRecorded(step, { hops }))).toEqual([false, true, false, false, false]);
  });
  it("of one step goes by way of nothing", () => {
    expect(named(way(person("Ann"), talk("A"), person("Bo")), [])).toBe("1 step");
  });
});

describe("a sentence", () => {
  it("links the titles it quotes and keeps every other word", () => {
    expect(pieces("Ann gave «A» at X.", [talk("A")])).toEqual([
      { text: "Ann gave " },
      { text: "A", talk: talk("A") },
      { text: " at X." },
    ]);
  });
  it("leaves a quotation that is no talk of the way as it is", () => {
    expect(pieces("So is «Z».", [talk("A")]).map(({ text }) => text).join("")).toBe("So is «Z».");
  });
});

describe("a list of names", () => {
  it("says how many more there are", () => {
    expect(enumerated(["a", "b", "c"])).toBe("a, b, c");
    expect(enumerated(["a", "b", "c", "d", "e"])).toBe("a, b, c and 2 more");
    expect(enumerated([])).toBe("");
  });
});

describe("what is said of a thing", () => {
  const ann = { ...person("Ann"), links: 1200 };
  const link: Link = { source: ann.id, target: "topic/data", weight: 1, confidence: 1, derived: false, relation: "talks", talks: [] };
  const view = { things: [ann, topic("data")], links: [link] };
  it("is its name, kind, links, those here, and what became of it", () => {
    expect(spoken(ann, view, [])).toBe("Ann, person, 1,200 links, 1 shown");
    expect(spoken(topic("data"), view, [], "pinned")).toBe("data, topic, 1 link, 1 shown, pinned");
  });
  it("ends in that it is selected, unless something else is to be said", () => {
    expect(spoken(ann, view, [ann.id])).toMatch(/1 shown, selected$/);
    expect(spoken(ann, view, [ann.id], "not selected")).toMatch(/1 shown, not selected$/);
  });
});

describe("the extent of what is shown", () => {
  const names = Array.from({ length: 12 }, (_, n) => `n${n}`);
  const pair = (a: string, b: string): Link =>
    ({ source: a, target: b, weight: 1, confidence: 1, derived: false, relation: "talks", talks: [] });
  const things = names.map((name) => ({ ...person(name), id: name }));
  const part = { total: { nodes: 1500, edges: 1 }, complete: false };
  it("says of how many, and what a part starts with", () => {
    const whole = "12 of 1,500 things shown.";
    expect(extent(part, { things, links: [] }, { ids: [], selected: [] })).toBe(
      `${whole} The canvas starts with those that share most talks.`,
    );
    expect(extent(part, { things, links: [] }, { ids: ["n1"], selected: [] })).toBe(whole);
  });
  it("never says fewer in all than there are", () => {
    const all = { total: { nodes: 3, edges: 1 }, complete: true };
    expect(extent(all, { things, links: [] }, { ids: [], selected: [] })).toBe("12 of 12 things shown.");
  });
  it("says when links are left out, and not when all are drawn", () => {
    const links = names.flatMap((a, i) => names.slice(i + 1).map((b) => pair(a, b)));
    expect(extent(part, { things, links }, { ids: ["n1"], selected: [] })).toMatch(/\d+ of 66 links drawn: the strongest/);
    expect(extent(part, { things, links }, { ids: ["n1"], selected: names })).toBe("12 of 1,500 things shown.");
  });
});
