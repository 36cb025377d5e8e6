import { describe, expect, it } from "vitest";
import type { Kind } from "../shared/kinds";
import type { Spot } from "./drawing";
import type { Label } from "./labels";
import type { Link } from "./model";
import type { Colour, Palette } from "./palette";
import { type Picture, svgPicture } from "./svg";

const GREY: Colour = [128, 128, 128];
const kinds = Object.fromEntries(
  ["event", "series", "talk", "person", "organization", "topic", "audience", "place"].map((kind) => [kind, GREY]),
) as Record<Kind, Colour>;
const palette: Palette = { paper: [255, 255, 255], ink: [0, 0, 0], ink2: GREY, ink3: GREY, frame: GREY, kinds, family: '"Source Sans 3"' };

function spot(id: string, kind: Kind, label: string, at: readonly [number, number]): [string, Spot] {
  return [id, { thing: { id, kind, label, links: 1, talks: 1, href: `/${id}` }, at, radius: 8, lit: false }];
}

function link(source: string, target: string, more: Partial<Link> = {}): Link {
  return { source, target, weight: 2, confidence: 1, derived: false, relation: "talks", talks: [], ...more };
}

function label(id: string, text: string): Label {
  return { id, lines: [text], align: "left", dx: 10, dy: 0 } as unknown as Label;
}

const spots = new Map([
  spot("person/a", "person", "Ada & <Bob>", [10, 20]),
  spot("topic/t", "topic", 'Ropes "and" knots', [110, 20]),
  spot("topic/u", "topic", "Tides\u0007", [210, 20]),
]);

const picture: Picture = {
  title: "Network & more",
  width: 300,
  height: 100,
  links: [link("person/a", "topic/t"), link("topic/u", "topic/t", { relation: "broader" }), link("person/a", "topic/gone")],
  spots,
  labels: [label("person/a", "Ada & <Bob>"), label("gone", "Gone")],
  emphasis: { selected: ["topic/t"], focused: null, hovered: null, pinned: [], walk: [] },
  palette,
  base: "https://hall.example/explore",
};

/** How many elements of a name there are. */
function count(svg: string, name: string): number {
  return (svg.match(new RegExp(`<${name}[ >/]`, "g")) ?? []).length;
}

describe("the drawing", () => {
  const svg = svgPicture(picture);

  it("has a sign for every thing and a line for every link of two things", () => {
    expect([count(svg, "path"), count(svg, "line")]).toEqual([3, 2]);
    expect(svg).toContain('<line x1="10" y1="20" x2="110" y2="20" stroke="#');
    expect(svg).toContain('stroke-dasharray="1 4"');
  });

  it("names things and leads to their pages", () => {
    expect(svg).toContain('<a href="https://hall.example/person/a">');
    expect(svg).toContain("<title>Ada &amp; &lt;Bob&gt;, person</title>");
    expect(svg).toContain("Ada &amp; &lt;Bob&gt;</text>");
  });

  it("carries nothing that XML cannot", () => {
    expect(svg).toContain("<title>Tides, topic</title>");
    expect(svg).toContain('font-family="&quot;Source Sans 3&quot;"');
  });

  it("rings what is selected and draws the walk with a door on each step", () => {
    expect(count(svg, "circle")).toBe(1);
    const walked = svgPicture({ ...picture, emphasis: { ...picture.emphasis, walk: ["person/a", "topic/t", "topic/u"] } });
    expect(count(walked, "line")).toBe(4);
    expect(count(walked, "rect")).toBe(1 + 2 * 2);
  });
});
