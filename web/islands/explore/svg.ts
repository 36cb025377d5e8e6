/** The picture of the canvas as SVG: the marks that `drawing` makes, each sign with its name and a link to its page. */

import { KINDS } from "../shared/kinds";
import { type Emphasis, fit, isBold, dash, isDashed, LINE, linkColour, linkWidth, middle, type Spot, steps, strength } from "./drawing";
import { hulls } from "./hulls";
import type { Label } from "./labels";
import type { Link } from "./model";
import { type Colour, css, mix, type Palette } from "./palette";
import type { Point } from "./state";

export interface Picture {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly links: readonly Link[];
  readonly spots: ReadonlyMap<string, Spot>;
  readonly labels: readonly Label[];
  readonly emphasis: Emphasis;
  readonly palette: Palette;
  /** Where the links of the things lead to, for addresses that are not whole. */
  readonly base: string;
}

type Value = string | number | undefined;

/** Write one element; the children are markup already. */
function element(name: string, attributes: Readonly<Record<string, Value>>, ...children: string[]): string {
  const said = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escaped(typeof value === "number" ? String(Math.round(value * 100) / 100) : String(value))}"`);
  return children.length > 0 ? `<${name}${said.join("")}>${children.join("")}</${name}>` : `<${name}${said.join("")}/>`;
}

/** Text as XML takes it; characters that XML cannot carry are left out. */
function escaped(text: string): string {
  const marks: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "").replace(/[&<>"]/g, (mark) => marks[mark] ?? mark);
}

function line([a, b]: readonly [Point, Point], colour: Colour, width: number, more: Readonly<Record<string, Value>> = {}): string {
  return element("line", { x1: a[0], y1: a[1], x2: b[0], y2: b[1], stroke: css(colour), "stroke-width": width, ...more });
}

export function svgPicture(picture: Picture): string {
  const { width, height, palette, title } = picture;
  const parts = [
    element("title", {}, escaped(title)),
    element("rect", { width, height, fill: css(palette.paper) }),
    element("g", { fill: "none", stroke: css(mix(palette.frame, palette.paper, 0.6)) }, ...outlines(picture)),
    element("g", { fill: "none" }, ...links(picture)),
    element("g", {}, ...walk(picture)),
    element("g", {}, ...signs(picture)),
    element("g", { fill: "none", stroke: css(palette.ink), "stroke-width": 2.5 }, ...rings(picture)),
    element("g", { "font-family": palette.family, "dominant-baseline": "central" }, ...names(picture)),
  ];
  const frame = { xmlns: "http://www.w3.org/2000/svg", width, height, viewBox: `0 0 ${width} ${height}`, role: "img" };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("svg", frame, ...parts)}\n`;
}

function outlines({ spots }: Picture): string[] {
  return hulls(spots).map(({ name, corners }) =>
    element("polygon", { points: corners.map(([x, y]) => `${Math.round(x)},${Math.round(y)}`).join(" ") }, element("title", {}, escaped(`around ${name}`))),
  );
}

function links({ links, spots, emphasis, palette }: Picture): string[] {
  const walking = emphasis.walk.length > 0;
  return links.flatMap((link) => {
    const [a, b] = [spots.get(link.source)?.at, spots.get(link.target)?.at];
    if (a === undefined || b === undefined) return [];
    if (!isDashed(link, emphasis.selected)) return [line([a, b], linkColour(palette, walking), linkWidth(link))];
    const { pattern, width, colour, round } = dash(link, palette);
    const dashes = { "stroke-dasharray": pattern.join(" "), "stroke-linecap": round ? "round" : undefined };
    return [line([a, b], strength(colour, false, walking, palette), width, dashes)];
  });
}

function walk({ spots, emphasis, palette }: Picture): string[] {
  const walked = steps(spots, emphasis.walk);
  const door = ([x, y]: Point) => [
    element("rect", { x: x - 6.5, y: y - 10.5, width: 13, height: 21, fill: css(palette.paper) }),
    element("rect", { x: x - 5, y: y - 9, width: 10, height: 18, fill: css(palette.kinds.talk) }),
    element("circle", { cx: x + 2.4, cy: y + 1, r: 1.3, fill: css(palette.paper) }),
  ];
  return [...walked.map((step) => line(step, palette.ink, 3)), ...walked.map(middle).flatMap(door)];
}

function signs({ spots, emphasis, palette, base }: Picture): string[] {
  const walking = emphasis.walk.length > 0;
  return [...spots.values()].map(({ thing, at: [x, y], radius, lit }) => {
    const scale = (radius * fit(thing.kind)) / 8;
    const sign = element(
      "path",
      {
        d: KINDS[thing.kind].path,
        transform: `translate(${(x - 8 * scale).toFixed(2)} ${(y - 8 * scale).toFixed(2)}) scale(${scale.toFixed(4)})`,
        fill: css(strength(palette.kinds[thing.kind], lit, walking, palette)),
        "fill-rule": "evenodd",
        stroke: css(palette.paper),
        "stroke-width": 3 / scale,
        "paint-order": "stroke",
      },
      element("title", {}, escaped(`${thing.label}, ${KINDS[thing.kind].one}`)),
    );
    return element("a", { href: new URL(thing.href, base).href }, sign);
  });
}

function rings({ spots, emphasis }: Picture): string[] {
  return emphasis.selected.flatMap((id) => {
    const spot = spots.get(id);
    return spot ? [element("circle", { cx: spot.at[0], cy: spot.at[1], r: spot.radius * fit(spot.thing.kind) + 4.5 })] : [];
  });
}

const ANCHORS: Readonly<Record<Label["align"], string>> = { left: "start", center: "middle", right: "end" };

function names({ labels, spots, emphasis, palette }: Picture): string[] {
  const walking = emphasis.walk.length > 0;
  return labels.flatMap((label) => {
    const spot = spots.get(label.id);
    if (spot === undefined) return [];
    const bold = isBold(spot);
    return label.lines.map((text, index) =>
      element(
        "text",
        {
          x: spot.at[0] + label.dx,
          y: spot.at[1] + label.dy + index * LINE,
          "text-anchor": ANCHORS[label.align],
          "font-size": bold ? 13.5 : 12.5,
          "font-weight": bold ? 600 : undefined,
          fill: css(walking && !spot.lit ? palette.ink3 : bold ? palette.ink : palette.ink2),
          stroke: css(palette.paper),
          "stroke-width": 3.5,
          "stroke-linejoin": "round",
          "paint-order": "stroke",
        },
        escaped(text),
      ),
    );
  });
}
