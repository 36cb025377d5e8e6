import { describe, expect, it } from "vitest";
import { baseQuery, format, hash, packPositions, parse, type Point, renamed, START, type State, unpackPositions } from "./state";

const FULL: State = {
  lens: "co-speakers",
  ids: ["person/robin-battey", "topic/c"],
  added: ["topic/d"],
  event: "systems-at-scale-2024",
  series: "series/pytorch",
  from: 2019,
  to: 2024,
  min: 0.7,
  certainties: { stated: true, derived: false, suggested: true },
  kindsOff: ["event", "talk"],
  opened: [{ id: "topic/c", relation: "co-speakers" }],
  hidden: ["person/a"],
  pinned: ["person/b"],
  selected: ["person/robin-battey", "person/linsong-chu"],
  connection: { from: "person/robin-battey", to: "person/linsong-chu", hubs: true, way: 1 },
  size: "betweenness",
  groups: true,
  notes: { "person/a": "asks & answers, ~often", "topic/c": "æther" },
  view: "table",
};

describe("the address of a state", () => {
  it("is empty at the start", () => {
    expect(format(START)).toBe("");
    expect(parse("")).toEqual(START);
  });
  it("says every part, so that reading it gives the state back", () => {
    expect(parse(format(FULL))).toEqual(FULL);
    const derivedOnly = { ...START, certainties: { stated: false, derived: true, suggested: false } };
    expect(parse(format(derivedOnly))).toEqual(derivedOnly);
  });
  it("follows things that have another name now, each once", () => {
    const moved = { "person/b": "person/a", "person/robin-battey": "person/r", "topic/c": "topic/k" };
    const now = renamed({ ...FULL, hidden: ["person/a", "person/b"] }, moved);
    expect(now.ids).toEqual(["person/r", "topic/k"]);
    expect([now.hidden, now.pinned]).toEqual([["person/a"], ["person/a"]]);
    expect(now.opened).toEqual([{ id: "topic/k", relation: "co-speakers" }]);
    expect(now.connection).toMatchObject({ from: "person/r", to: "person/linsong-chu", way: 1 });
    expect(renamed(FULL, {})).toBe(FULL);
  });
  it("keeps short notes on things, and nothing else", () => {
    expect(parse("note=person/a~&note=nobody~x&note=topic/t~ a ").notes).toEqual({ "topic/t": "a" });
    const long = { ...START, notes: { "topic/t": "x".repeat(500) } };
    expect(parse(format(long)).notes["topic/t"]).toHaveLength(200);
  });
  it("keeps ids readable", () => {
    expect(format(FULL)).toContain("ids=person/robin-battey,topic/c&");
  });
  it("ignores what makes no sense", () => {
    expect(parse("lens=all&from=late&to=20245&min=7&off=cat&open=x&size=big&view=3d&connect=a,b")).toEqual(START);
  });
  it("takes the two ends of a plain form for a connection, and years for years", () => {
    expect(parse("from=person/a&to=topic/b").connection).toEqual({ from: "person/a", to: "topic/b", hubs: false, way: 0 });
    expect(parse("from=2019&to=2021")).toMatchObject({ from: 2019, to: 2021, connection: null });
  });
  it("asks the server only again when the answer would differ", () => {
    const other: State = { ...FULL, selected: [], hidden: [], size: "talks", view: "canvas", added: [] };
    expect(baseQuery(other, 150)).toBe(baseQuery(FULL, 150));
    expect(baseQuery({ ...FULL, to: 2023 }, 150)).not.toBe(baseQuery(FULL, 150));
  });
});

describe("positions in the address", () => {
  const places = new Map<string, Point>([
    ["person/robin-battey", [0, 1000]],
    ["topic/łódź", [500, 37]],
  ]);
  it("come back for the same ids", () => {
    expect(unpackPositions(packPositions(places), places.keys())).toEqual(places);
  });
  it("do not depend on order, and are left out for ids that have none", () => {
    const turned = new Map([...places].reverse());
    expect(packPositions(turned)).toBe(packPositions(places));
    expect(unpackPositions(packPositions(places), ["person/nobody"]).size).toBe(0);
  });
  it("survive a cut or damaged address", () => {
    expect(unpackPositions("!!!!----abc", places.keys()).size).toBe(0);
  });
  it("hash as FNV-1a does", () => {
    // Published test vectors of the hash: "", "a", "foobar".
    expect([hash(""), hash("a"), hash("foobar")]).toEqual([0x811c9dc5, 0xe40c292c, 0xbf9cf968]);
  });
});
