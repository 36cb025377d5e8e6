import { describe, expect, it } from "vitest";
import { radius } from "./layout";
import type { Link, Shown, Thing } from "./model";
import { drawn, labelled, placesOf, radii, tooNarrow } from "./scene";

function thing(id: string, talks = 1): Thing {
  return { id, kind: "person", label: id.toUpperCase(), links: 7, talks, href: `/${id}` };
}

function link(source: string, target: string): Link {
  return { source, target, weight: 1, confidence: 1, derived: false, relation: "talks", talks: [] };
}

/** A star of fifteen around "hub", and "far" at the end of one of its rays. */
const RAYS = Array.from({ length: 15 }, (_, n) => `ray${String(n).padStart(2, "0")}`);
const STAR: Shown = {
  things: ["hub", ...RAYS, "far"].map((id) => thing(id)),
  links: [...RAYS.map((ray) => link("hub", ray)), link("ray14", "far")],
};

describe("what is drawn", () => {
  it("is all that is shown where there is room, or little to show", () => {
    expect(tooNarrow(STAR, 559)).toBe(true);
    expect(tooNarrow(STAR, 560)).toBe(false);
    expect(tooNarrow({ things: STAR.things.slice(0, 12), links: [] }, 300)).toBe(false);
    expect(drawn(STAR, [], [], false)).toEqual(STAR);
  });
  it("is what is near the walk and the selection where it is narrow", () => {
    const part = drawn(STAR, ["far"], ["ray14"], true);
    const ids = part.things.map(({ id }) => id);
    expect(ids).toHaveLength(12);
    for (const id of ["far", "ray14", "hub"]) expect(ids).toContain(id);
    expect(part.links.every(({ source, target }) => ids.includes(source) && ids.includes(target))).toBe(true);
  });
});

describe("the label of a thing", () => {
  it("is its name, as long as it is neither selected nor noted", () => {
    expect(labelled(thing("hub"), STAR, { selected: ["far"], notes: {} })).toEqual(thing("hub"));
  });
  it("says how many links lead elsewhere when it is selected, and its note", () => {
    // "far" has seven links in all, one of them here; "hub" has more here than it is said to have.
    const state = { selected: ["far", "hub"], notes: { far: "asks", ray00: "tall" } };
    const label = (id: string) => labelled(thing(id), STAR, state).label;
    expect([label("far"), label("hub"), label("ray00")]).toEqual(["FAR +6: asks", "HUB", "RAY00: tall"]);
  });
});

describe("places", () => {
  it("are those of the view that are known", () => {
    const places = new Map([["hub", [1, 2]], ["gone", [3, 4]]] as const);
    expect([...placesOf(STAR, places)]).toEqual([["hub", [1, 2]]]);
  });
});

describe("sizes", () => {
  it("grow with the links in the whole view, also where a part is drawn", () => {
    const sizes = radii([thing("hub"), thing("far")], STAR, "links");
    expect([...sizes]).toEqual([["hub", radius(15)], ["far", radius(1)]]);
  });
  it("of talks are counted as they are until the largest would not fit", () => {
    expect(radii([thing("a", 43), thing("b", 2)], STAR, "talks").get("b")).toBe(radius(2));
    const many = radii([thing("a", 86), thing("b", 2)], STAR, "talks");
    expect([many.get("a"), many.get("b")]).toEqual([radius(43), radius(1)]);
  });
  it("of betweenness are shares of the largest", () => {
    // Of 17 things, ray14 lies between "far" and each of 15 others. The hub lies between 14 rays
    // (91 pairs), and between them and ray14 or "far" (28 pairs).
    const sizes = radii(STAR.things, STAR, "betweenness");
    expect(sizes.get("hub")).toBe(radius(43));
    expect(sizes.get("ray14")).toBeCloseTo(radius((43 * 15) / 119), 10);
    expect(sizes.get("far")).toBe(radius(0));
  });
});
