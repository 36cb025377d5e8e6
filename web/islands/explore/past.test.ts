import { describe, expect, it } from "vitest";
import { Past } from "./past";
import { START } from "./state";

const moment = (event: string) => ({ state: { ...START, event }, places: new Map() });

describe("the past", () => {
  it("comes back latest first, until there is none", () => {
    const past = new Past();
    past.remember(moment("a"));
    past.remember(moment("b"));
    expect([past.undo()?.state.event, past.empty, past.undo()?.state.event]).toEqual(["b", false, "a"]);
    expect([past.undo(), past.empty]).toEqual([undefined, true]);
  });
  it("keeps the latest fifty", () => {
    const past = new Past();
    for (let step = 0; step < 60; step++) past.remember(moment(String(step)));
    const back: string[] = [];
    for (let was = past.undo(); was !== undefined; was = past.undo()) back.push(was.state.event);
    expect([back.length, back[0], back.at(-1)]).toEqual([50, "59", "10"]);
  });
});
