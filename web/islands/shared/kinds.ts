/** The kinds of thing that have a page: their signs and their words. */

export type Kind =
  | "event"
  | "series"
  | "talk"
  | "person"
  | "organization"
  | "topic"
  | "audience"
  | "place";

interface Sign {
  /** Outline in a box of 16 by 16. */
  readonly path: string;
  readonly one: string;
  readonly many: string;
}

export const KINDS: Readonly<Record<Kind, Sign>> = {
  event: {
    path: "M2.5 1.5h11a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1Z",
    one: "event",
    many: "events",
  },
  series: {
    path: "M5 0h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-1.5V3.5A1 1 0 0 0 12.5 2.5H4V1A1 1 0 0 1 5 0ZM1 4h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H1a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1Z",
    one: "series",
    many: "series",
  },
  talk: {
    path: "M4 .5h8a.5.5 0 0 1 .5.5v14.5h-9V1A.5.5 0 0 1 4 .5Zm6.3 7.1a1.1 1.1 0 1 0 0 2.2 1.1 1.1 0 0 0 0-2.2Z",
    one: "talk",
    many: "talks",
  },
  person: { path: "M8 1a7 7 0 1 0 0 14A7 7 0 1 0 8 1Z", one: "person", many: "people" },
  organization: {
    path: "M8 .5 15 6.5V15a.5.5 0 0 1-.5.5h-13A.5.5 0 0 1 1 15V6.5Z",
    one: "organization",
    many: "organizations",
  },
  topic: { path: "M8 0 16 8 8 16 0 8Z", one: "topic", many: "topics" },
  audience: { path: "M.5 13a7.5 7.5 0 0 1 15 0Z", one: "audience", many: "audiences" },
  place: {
    path: "M8 16 3.3 9.6a5.8 5.8 0 1 1 9.4 0ZM8 4.2a1.9 1.9 0 1 0 0 3.8 1.9 1.9 0 0 0 0-3.8Z",
    one: "place",
    many: "places",
  },
};

/** Outline of the door of a talk that nobody recorded. */
export const CLOSED_DOOR =
  "M4 .5h8a.5.5 0 0 1 .5.5v14.5h-9V1A.5.5 0 0 1 4 .5ZM5 2v12h6V2Zm4.3 5.4a1 1 0 1 1 0 2 1 1 0 0 1 0-2Z";

export function isKind(text: string): text is Kind {
  return Object.hasOwn(KINDS, text);
}

/** "1 talk", "2 talks", "1 059 people" with a thin space between thousands. */
export function counted(count: number, kind: Kind): string {
  return `${grouped(count)} ${count === 1 ? KINDS[kind].one : KINDS[kind].many}`;
}

/** Digits in groups of three, as everywhere on the site. */
export function grouped(count: number): string {
  return count.toLocaleString("en-GB");
}
