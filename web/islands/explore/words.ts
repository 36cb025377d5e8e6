/** Words about ways and lists: pure, so that they are tested without a page. */

import type { Talk, Thing } from "./model";
import type { Way } from "./server";

/** A talk stands between two things; it is told from them by its title. */
export function isTalk(step: Thing | Talk): step is Talk {
  return "title" in step;
}

/** The ids of the things along a way, in order. */
export function stops(way: Pick<Way, "steps">): string[] {
  return way.steps.filter((step): step is Thing => !isTalk(step)).map(({ id }) => id);
}

/** Name a way by what is on it and on no other: "4 steps, by FSDP". */
export function named(way: Way, ways: readonly Way[]): string {
  const count = way.hops.length === 1 ? "1 step" : `${way.hops.length} steps`;
  const elsewhere = new Set(ways.filter((other) => other !== way).flatMap(stops));
  const between = way.steps.filter((step): step is Thing => !isTalk(step)).slice(1, -1);
  const own = between.filter(({ id }) => !elsewhere.has(id));
  const by = own.find(({ kind }) => kind === "topic") ?? own[0] ?? between[between.length - 1];
  return by === undefined ? count : `${count}, by ${by.label}`;
}

export interface Piece {
  readonly text: string;
  readonly talk?: Talk;
}

/** Split a sentence where it quotes the title of a talk on the way, as in: gave «Title» at. */
export function pieces(sentence: string, talks: readonly Talk[]): Piece[] {
  const found: Piece[] = [];
  for (const [index, part] of sentence.split(/«([^«»]*)»/).entries()) {
    const talk = index % 2 === 1 ? talks.find(({ title }) => title === part) : undefined;
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
