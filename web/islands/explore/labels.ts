/** Which things get a label, and where: greedily, most important first, none over another. */

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Wish {
  readonly id: string;
  /** Centre of the thing, in pixels. */
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Ways to break the label, the one liked best first; sizes in pixels. */
  readonly shapes: readonly { readonly lines: readonly string[]; readonly width: number; readonly height: number }[];
  /** Must be there: rather over another thing's sign than missing, but never over another label. */
  readonly always: boolean;
}

export interface Label {
  readonly id: string;
  readonly lines: readonly string[];
  readonly align: "left" | "center" | "right";
  /** From the centre of the thing to the anchor of the first line's middle, in pixels. */
  readonly dx: number;
  readonly dy: number;
  readonly box: Box;
}

/** Eight places around a thing, the one that reads best first: x and y as shares of the label's size. */
const PLACES = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
] as const;

const GAP = 4;

export function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function inside(inner: Box, outer: Box): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

/** The label of `wish` at one of the eight places, in one of its shapes. */
function placed(wish: Wish, shape: Wish["shapes"][number], [right, down]: readonly [number, number]): Label {
  const diagonal = right !== 0 && down !== 0 ? 0.75 : 1;
  const reach = (wish.radius + GAP) * diagonal;
  const middleX = wish.x + right * (reach + shape.width / 2);
  const middleY = wish.y + down * (reach + shape.height / 2);
  const align = right > 0 ? "left" : right < 0 ? "right" : "center";
  const lineHeight = shape.height / shape.lines.length;
  return {
    id: wish.id,
    lines: shape.lines,
    align,
    dx: right * reach,
    dy: middleY - wish.y - shape.height / 2 + lineHeight / 2,
    box: {
      x: middleX - shape.width / 2,
      y: middleY - shape.height / 2,
      width: shape.width,
      height: shape.height,
    },
  };
}

/**
 * Place labels: those that must be there first, then the rest, both in the order of `wishes`.
 *
 * No label covers another, leaves `area`, or covers the sign of any thing in `wishes` or one of the
 * `others` that are drawn; only one that must be there may cover signs when nothing else is left.
 */
export function placeLabels(wishes: readonly Wish[], area: Box, others: readonly Box[] = []): Label[] {
  const signs: (Box & { readonly id?: string })[] = wishes.map((wish) => ({
    id: wish.id,
    x: wish.x - wish.radius,
    y: wish.y - wish.radius,
    width: 2 * wish.radius,
    height: 2 * wish.radius,
  }));
  signs.push(...others);
  const labels: Label[] = [];
  const free = (label: Label) => inside(label.box, area) && !labels.some((other) => overlap(other.box, label.box));
  const covered = (label: Label) => signs.filter((sign) => sign.id !== label.id && overlap(sign, label.box)).length;

  const candidates = (wish: Wish) =>
    wish.shapes.flatMap((shape) => PLACES.map((place) => placed(wish, shape, place)));
  const place = (wish: Wish) => {
    const label = candidates(wish).find((candidate) => free(candidate) && covered(candidate) === 0);
    if (label !== undefined) labels.push(label);
    return label !== undefined;
  };
  const must = wishes.filter((wish) => wish.always);
  for (const wish of must.filter((wish) => !place(wish))) {
    let best: { label: Label; cost: number } | undefined;
    for (const label of candidates(wish).filter(free)) {
      const cost = covered(label);
      if (best === undefined || cost < best.cost) best = { label, cost };
    }
    if (best !== undefined) labels.push(best.label);
  }
  for (const wish of wishes) if (!wish.always) place(wish);
  return labels;
}

/** Break a label in one line and, when it is long, in two lines of about the same length. */
export function breaks(text: string, longest = 18): string[][] {
  const words = text.split(" ");
  if (text.length <= longest || words.length < 2) return [[text]];
  let best: string[] = [text];
  let width = text.length;
  for (let at = 1; at < words.length; at++) {
    const lines = [words.slice(0, at).join(" "), words.slice(at).join(" ")];
    const longer = Math.max(...lines.map((line) => line.length));
    if (longer < width) [best, width] = [lines, longer];
  }
  return [best, [text]];
}
