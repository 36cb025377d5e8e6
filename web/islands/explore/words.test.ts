import { describe, expect, it } from "vitest";
import type { Thing } from "./model";
import type { Way } from "./server";
import { enumerated, isRecorded, named, pieces, stops } from "./words";

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
