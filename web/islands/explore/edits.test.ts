import { describe, expect, it } from "vitest";
import * as edits from "./edits";
import { START, type State } from "./state";

const AT: State = {
  ...START,
  ids: ["topic/t"],
  selected: ["person/a", "person/b"],
  hidden: ["person/c", "person/d"],
  kindsOff: ["organization", "event"],
  notes: { "person/a": "asks" },
};

describe("adding what was found", () => {
  it("brings it back where it was hidden, and selects it alone", () => {
    expect(edits.add(AT, "person/c", false)).toEqual({ hidden: ["person/d"], added: ["person/c"], selected: ["person/c"] });
  });
  it("adds nothing twice: neither what is shown, nor what was asked for or added before", () => {
    expect(edits.add(AT, "person/a", true).added).toEqual([]);
    expect(edits.add(AT, "topic/t", false).added).toEqual([]);
    expect(edits.add({ ...AT, added: ["topic/x"] }, "topic/x", false).added).toEqual(["topic/x"]);
  });
});

describe("selecting", () => {
  it("takes the place of the others, or with more turns one on and off", () => {
    expect(edits.select(AT, "person/b", false).selected).toEqual(["person/b"]);
    expect(edits.select(AT, "person/x", true).selected).toEqual(["person/a", "person/b", "person/x"]);
    expect(edits.select(AT, "person/a", true).selected).toEqual(["person/b"]);
  });
  it("makes what is chosen the latest, once", () => {
    expect(edits.choose(AT, "person/a", true).selected).toEqual(["person/b", "person/a"]);
    expect(edits.choose(AT, "person/b", false).selected).toEqual(["person/a"]);
  });
});

describe("hiding", () => {
  it("selects the thing no longer", () => {
    expect(edits.hide(AT, "person/a")).toEqual({ hidden: ["person/c", "person/d", "person/a"], selected: ["person/b"] });
  });
});

describe("a note", () => {
  it("is written beside the others, and an empty one is taken away", () => {
    expect(edits.write(AT, "topic/t", "new").notes).toEqual({ "person/a": "asks", "topic/t": "new" });
    expect(edits.write(AT, "person/a", "").notes).toEqual({});
    expect(AT.notes).toEqual({ "person/a": "asks" });
  });
});

describe("opening a door", () => {
  const relation = { relation: "employers", kind: "organization" } as const;
  it("shows what is missing behind it, whatever hid it, and nothing else", () => {
    const now = edits.open(AT, "person/a", relation, ["person/d"]);
    expect(now.opened).toEqual([{ id: "person/a", relation: "employers" }]);
    expect([now.hidden, now.kindsOff]).toEqual([["person/c"], ["event"]]);
  });
  it("opens it once", () => {
    const once = { ...AT, ...edits.open(AT, "person/a", relation, []) };
    expect(edits.open(once, "person/a", relation, []).opened).toHaveLength(1);
    expect(edits.open(once, "person/b", relation, []).opened).toHaveLength(2);
  });
});

describe("a way", () => {
  it("starts with the first that is found, its ends selected", () => {
    const now = { ...AT, ...edits.connect("person/x", "topic/t", true) };
    expect(now.connection).toEqual({ from: "person/x", to: "topic/t", hubs: true, way: 0 });
    expect(now.selected).toEqual(["person/x", "topic/t"]);
    expect(edits.goBy(now, 2).connection).toEqual({ from: "person/x", to: "topic/t", hubs: true, way: 2 });
  });
  it("cannot be chosen where none was asked for", () => {
    expect(edits.goBy(AT, 2).connection).toBeNull();
  });
});

describe("pins and starting anew", () => {
  it("pins a thing once and lets it go", () => {
    const pinned = { ...AT, ...edits.pin(AT, "person/a", true) };
    expect(edits.pin(pinned, "person/a", true).pinned).toEqual(["person/a"]);
    expect(edits.pin(pinned, "person/a", false).pinned).toEqual([]);
  });
  it("starts with a thing and some of its links, without what was added, opened or hidden", () => {
    expect(edits.only("topic/t", ["person/a"])).toEqual({ ids: ["topic/t", "person/a"], added: [], opened: [], hidden: [] });
  });
});
