/** Words about things, ways and lists: pure, so that they are tested without a page. */

import { grouped, KINDS } from "../shared/kinds";
import { neighbours, type Shown, strongest, type Thing } from "./model";
import type { Answer, Way } from "./server";
import type { State } from "./state";

/** The doors of a way: a talk leads from one thing to the next. */
export function isTalk(step: Thing): boolean {
  return step.kind === "talk";
}

/** Whether a talk of a way has a recording. */
export function isRecorded(step: Thing, way: Pick<Way, "hops">): boolean {
  return way.hops.some(({ talk, recorded }) => recorded === true && talk?.id === step.id);
}

/** The ids of the things along a way, in order. */
export function stops(way: Pick<Way, "steps">): string[] {
  return way.steps.filter((step) => !isTalk(step)).map(({ id }) => id);
}

/** Name a way by what is on it and on no other: "4 steps, by FSDP". */
export function named(way: Way, ways: readonly Way[]): string {
  const count = way.hops.length === 1 ? "1 step" : `${way.hops.length} steps`;
  const elsewhere = new Set(ways.filter((other) => other !== way).flatMap(stops));
  const between = way.steps.slice(1, -1).filter((step) => !isTalk(step));
  const own = between.filter(({ id }) => !elsewhere.has(id));
  const by = own.find(({ kind }) => kind === "topic") ?? own[0] ?? between[between.length - 1];
  return by === undefined ? count : `${count}, by ${by.label}`;
}

export interface Piece {
  readonly text: string;
  readonly talk?: Thing;
}

/** Split a sentence where it quotes the title of a talk on the way, as in: gave «Title» at. */
export function pieces(sentence: string, talks: readonly Thing[]): Piece[] {
  const found: Piece[] = [];
  for (const [index, part] of sentence.split(/«([^«»]*)»/).entries()) {
    const talk = index % 2 === 1 ? talks.find(({ label }) => label === part) : undefined;
    if (talk !== undefined) found.push({ text: part, talk });
    else if (part !== "") found.push({ text: index % 2 === 1 ? `«${part}»` : part });
  }
  return found;
}

/** "Ann, Bo, Cy and 2 more". */
export function enumerated(names: readonly string[], most = 3): string {
  const more = names.length - most;
  return more > 0 ? `${names.slice(0, most).join(", ")} and ${more} more` : names.join(", ");
}

/** "Linsong Chu, person, 4 links, 3 shown"; then `more`, or that it is selected. */
export function spoken(thing: Thing, view: Shown, selected: readonly string[], more = ""): string {
  const here = neighbours(view).get(thing.id)?.length ?? 0;
  const links = `${grouped(thing.links)} ${thing.links === 1 ? "link" : "links"}`;
  const role = selected.includes(thing.id) && more === "" ? "selected" : more;
  return [thing.label, KINDS[thing.kind].one, links, `${here} shown`, role].filter(Boolean).join(", ");
}

/** How much of the whole is shown: "12 of 150 things shown." */
export function extent(
  { total, complete }: Pick<Answer, "total" | "complete">,
  view: Shown,
  { ids, selected }: Pick<State, "ids" | "selected">,
): string {
  const things = view.things.length;
  const whole = Math.max(total.nodes, things);
  const start = complete || ids.length > 0 ? "" : " The canvas starts with those that share most talks.";
  const drawn = strongest(view, selected).length;
  const links = view.links.length;
  const part = drawn < links ? ` ${grouped(drawn)} of ${grouped(links)} links drawn: the strongest, and all of what is selected.` : "";
  return `${grouped(things)} of ${grouped(whole)} things shown.${start}${part}`;
}
