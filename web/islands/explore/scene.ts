/** What the canvas draws of what is shown: which part, under which names, where and how large. */

import { grouped } from "../shared/kinds";
import { radius } from "./layout";
import { betweenness, near, neighbours, type Shown, strongest, type Thing } from "./model";
import type { Point, State } from "./state";

const NARROW_PX = 560;
const NARROW_THINGS = 12;

/** Links, or talks, of a thing that is drawn at full size. */
const LARGEST = 43;

/** Whether a canvas of this width can only start with a part of what is shown. */
export function tooNarrow(view: Shown, width_px: number): boolean {
  return width_px < NARROW_PX && view.things.length > NARROW_THINGS;
}

/** What is drawn: the strongest links, and in a `narrow` canvas only what is near the walk and the selection. */
export function drawn(view: Shown, selected: readonly string[], walk: readonly string[], narrow: boolean): Shown {
  const links = strongest(view, selected);
  if (!narrow) return { things: view.things, links };
  const close = near(view, [...walk, ...selected], NARROW_THINGS);
  return {
    things: view.things.filter(({ id }) => close.has(id)),
    links: links.filter(({ source, target }) => close.has(source) && close.has(target)),
  };
}

/** What is selected says how many of its links lead to things that are not here: "+5". A note follows the name. */
export function labelled(thing: Thing, view: Shown, { selected, notes }: Pick<State, "selected" | "notes">): Thing {
  const note = notes[thing.id];
  const is = selected.includes(thing.id);
  if (!is && note === undefined) return thing;
  const more = is ? thing.links - (neighbours(view).get(thing.id)?.length ?? 0) : 0;
  const label = [thing.label, more > 0 ? ` +${grouped(more)}` : "", note === undefined ? "" : `: ${note}`].join("");
  return { ...thing, label };
}

/** Where the things of a view stand; those without a place are left out. */
export function placesOf({ things }: Shown, places: ReadonlyMap<string, Point>): Map<string, Point> {
  return new Map(
    things.flatMap(({ id }) => {
      const place = places.get(id);
      return place === undefined ? [] : [[id, place] as const];
    }),
  );
}

/** How large each of `things` is drawn, by its links in the view, its talks or its betweenness. */
export function radii(things: readonly Thing[], view: Shown, size: State["size"]): Map<string, number> {
  const around = neighbours(view);
  const scores = size === "betweenness" ? betweenness(view) : null;
  const value = ({ id, talks }: Thing) => {
    if (scores !== null) return scores.get(id) ?? 0;
    return size === "talks" ? talks : (around.get(id)?.length ?? 0);
  };
  const most = Math.max(1, ...things.map(value));
  // Betweenness has no unit of its own; other numbers keep theirs until the largest would not fit.
  const unit = scores !== null || most > LARGEST ? LARGEST / most : 1;
  return new Map(things.map((thing) => [thing.id, radius(value(thing) * unit)]));
}
