import { describe, expect, it } from "vitest";
import { address, placedBy } from "./address";
import { parse, START, unpackPositions } from "./state";

describe("the address of a canvas", () => {
  it("holds the state and the positions, so that both come back", () => {
    const state = { ...START, selected: ["person/a", "topic/t"], view: "table" as const };
    const places = new Map([["person/a", [12, 900]], ["topic/t", [0, 1000]]] as const);
    const written = new URL(address("/talks/explore", state, places), "https://hallway.example");
    expect(written.pathname).toBe("/talks/explore");
    expect(parse(written.search)).toEqual(state);
    expect(unpackPositions(placedBy(written.hash) ?? "", places.keys())).toEqual(places);
  });
  it("has no question mark without a question", () => {
    expect(address("/explore", START, new Map())).toBe("/explore#at=");
  });
  it("tells positions from the name of a part of the page", () => {
    expect([placedBy("#at="), placedBy("#content"), placedBy("")]).toEqual(["", undefined, undefined]);
  });
});
