/** The state of Explore and its address: what one holds, the other says. */

import { isKind, type Kind } from "../shared/kinds";

export const LENSES = {
  "speaker-topic": "Speakers and topics",
  "co-speakers": "Co-speakers",
  topics: "Topic map",
  "organization-topic": "Organizations and topics",
} as const;
export type Lens = keyof typeof LENSES;

export const SIZES = {
  links: "links on the canvas",
  talks: "talks in all",
  betweenness: "betweenness",
} as const;
export type Size = keyof typeof SIZES;

export interface Certainties {
  readonly stated: boolean;
  readonly derived: boolean;
  /** What linking only suggests; off until asked for. */
  readonly suggested: boolean;
}

export interface Door {
  readonly id: string;
  readonly relation: string;
}

export interface Connection {
  readonly from: string;
  readonly to: string;
  /** Ways through things with very many links count too. */
  readonly hubs: boolean;
  /** Which of the ways found is drawn, counted from 0. */
  readonly way: number;
}

export interface State {
  readonly lens: Lens;
  /**
   * What the canvas starts with: one thing with what is linked to it, several by themselves, or
   * none for the strongest part of the whole.
   */
  readonly ids: readonly string[];
  /** Things found and added since. */
  readonly added: readonly string[];
  readonly event: string;
  readonly series: string;
  readonly from: number | null;
  readonly to: number | null;
  readonly min: number;
  readonly certainties: Certainties;
  readonly kindsOff: readonly Kind[];
  readonly opened: readonly Door[];
  readonly hidden: readonly string[];
  readonly pinned: readonly string[];
  readonly selected: readonly string[];
  readonly connection: Connection | null;
  readonly size: Size;
  /** Whether groups are outlined: things that are tied more among themselves than to others. */
  readonly groups: boolean;
  /** What the reader wrote beside things, by id; short, since the address holds it. */
  readonly notes: Readonly<Record<string, string>>;
  readonly view: "canvas" | "table";
}

export const START: State = {
  lens: "speaker-topic",
  ids: [],
  added: [],
  event: "",
  series: "",
  from: null,
  to: null,
  min: 0,
  certainties: { stated: true, derived: true, suggested: false },
  kindsOff: [],
  opened: [],
  hidden: [],
  pinned: [],
  selected: [],
  connection: null,
  size: "links",
  groups: false,
  notes: {},
  view: "canvas",
};

/** Longest note, in UTF-16 units, and most of them. */
export const NOTE_LENGTH = 200;
const MOST_NOTES = 40;

function list(text: string | null): string[] {
  return (text ?? "").split(",").filter((part) => part !== "");
}

function year(text: string | null): number | null {
  return text !== null && /^\d{4}$/.test(text) ? Number(text) : null;
}

function oneOf<T extends string>(choices: Readonly<Record<T, unknown>>, text: string | null, otherwise: T): T {
  return text !== null && Object.hasOwn(choices, text) ? (text as T) : otherwise;
}

/** Read a state from the query of an address; what is missing or makes no sense is as at the start. */
export function parse(query: string): State {
  const given = new URLSearchParams(query);
  const min = Number(given.get("min"));
  return {
    lens: oneOf(LENSES, given.get("lens"), START.lens),
    ids: list(given.get("ids")),
    added: list(given.get("add")),
    event: given.get("event") ?? "",
    series: given.get("series") ?? "",
    from: year(given.get("from")),
    to: year(given.get("to")),
    min: min > 0 && min <= 1 ? min : 0,
    certainties: {
      stated: given.get("stated") !== "0",
      derived: given.get("stated") !== "1",
      suggested: given.get("suggested") === "1",
    },
    kindsOff: list(given.get("off")).filter(isKind),
    opened: list(given.get("open")).flatMap(door),
    hidden: list(given.get("hide")),
    pinned: list(given.get("pin")),
    selected: list(given.get("sel")),
    connection: connection(given),
    size: oneOf(SIZES, given.get("size"), START.size),
    groups: given.get("groups") === "1",
    notes: notes(given.getAll("note")),
    view: given.get("view") === "table" ? "table" : "canvas",
  };
}

function door(text: string): Door[] {
  const [id, relation] = text.split("~");
  return id && relation ? [{ id, relation }] : [];
}

function notes(given: readonly string[]): Record<string, string> {
  const pairs = given.map((text) => [text.slice(0, text.indexOf("~")), text.slice(text.indexOf("~") + 1).trim()] as const);
  const kept = pairs.filter(([id, text]) => id.includes("/") && text !== "").slice(0, MOST_NOTES);
  return Object.fromEntries(kept.map(([id, text]) => [id, text.slice(0, NOTE_LENGTH)]));
}

function connection(given: URLSearchParams): Connection | null {
  // A plain form sends the two ends as `from` and `to`, which are years otherwise: ids have a slash.
  const ends = given.has("connect") ? list(given.get("connect")) : [given.get("from"), given.get("to")];
  const [from, to] = ends;
  if (!from?.includes("/") || !to?.includes("/")) return null;
  return { from, to, hubs: given.get("hubs") === "1", way: Math.max(0, Number(given.get("way") ?? 1) - 1 || 0) };
}

/** Write a state as a query, without its question mark; only what differs from the start is said. */
export function format(state: State): string {
  const said = new URLSearchParams();
  const say = (name: string, value: string | number | null) => {
    if (value !== null && value !== "" && value !== 0) said.set(name, String(value));
  };
  say("lens", state.lens === START.lens ? "" : state.lens);
  say("ids", state.ids.join());
  say("add", state.added.join());
  say("event", state.event);
  say("series", state.series);
  say("from", state.from);
  say("to", state.to);
  say("min", state.min);
  if (!state.certainties.derived) say("stated", 1);
  else if (!state.certainties.stated) said.set("stated", "0");
  if (state.certainties.suggested) say("suggested", 1);
  say("off", state.kindsOff.join());
  say("open", state.opened.map(({ id, relation }) => `${id}~${relation}`).join());
  say("hide", state.hidden.join());
  say("pin", state.pinned.join());
  say("sel", state.selected.join());
  if (state.connection !== null) {
    const { from, to, hubs, way } = state.connection;
    say("connect", `${from},${to}`);
    say("hubs", hubs ? 1 : 0);
    say("way", way > 0 ? way + 1 : 0);
  }
  say("size", state.size === START.size ? "" : state.size);
  say("groups", state.groups ? 1 : 0);
  for (const [id, text] of Object.entries(state.notes)) said.append("note", `${id}~${text}`);
  say("view", state.view === START.view ? "" : state.view);
  return readable(said.toString());
}

/** Slashes, commas and tildes may stand in a query as they are (RFC 3986, 3.4), and addresses read better with them. */
function readable(query: string): string {
  return query.replaceAll("%2F", "/").replaceAll("%2C", ",").replaceAll("%7E", "~");
}

/** The filters of a state as the server takes them. */
export function filterQuery(state: State): URLSearchParams {
  const asked = new URLSearchParams({ lens: state.lens });
  if (state.event !== "") asked.set("event", state.event);
  if (state.series !== "") asked.set("series", state.series);
  if (state.from !== null) asked.set("from", String(state.from));
  if (state.to !== null) asked.set("to", String(state.to));
  if (state.min > 0) asked.set("min", String(state.min));
  if (state.certainties.suggested) asked.set("suggested", "1");
  if (state.groups) asked.set("groups", "1");
  return asked;
}

/** What decides which things the canvas starts with; two states that agree here share an answer. */
export function baseQuery(state: State, limit: number): string {
  const asked = filterQuery(state);
  if (state.ids.length > 0) asked.set("ids", state.ids.join());
  asked.set("limit", String(limit));
  return readable(asked.toString());
}

/** The same state with the names that things have now: those of `moved` lead to others. */
export function renamed(state: State, moved: Readonly<Record<string, string>>): State {
  if (Object.keys(moved).length === 0) return state;
  const now = (id: string) => moved[id] ?? id;
  const all = (ids: readonly string[]) => [...new Set(ids.map(now))];
  const { connection } = state;
  return {
    ...state,
    ids: all(state.ids),
    added: all(state.added),
    hidden: all(state.hidden),
    pinned: all(state.pinned),
    selected: all(state.selected),
    notes: Object.fromEntries(Object.entries(state.notes).map(([id, text]) => [now(id), text])),
    opened: state.opened.map(({ id, relation }) => ({ id: now(id), relation })),
    connection: connection && { ...connection, from: now(connection.from), to: now(connection.to) },
  };
}

export type Point = readonly [x: number, y: number];

/** Positions run from 0 to this, both ways. */
export const WORLD = 1000;

/** A 32-bit FNV-1a hash. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  }
  return value;
}

/** Four letters that stand for an id in an address; two of 150 things share them once in 150 canvases. */
function tag(id: string): string {
  return (hash(id) % 36 ** 4).toString(36).padStart(4, "0");
}

/** Write positions for the fragment of an address: eight letters a thing, sorted, rounded to 1. */
export function packPositions(positions: ReadonlyMap<string, Point>): string {
  const within = (value: number) => Math.min(36 ** 2 - 1, Math.max(0, Math.round(value))).toString(36).padStart(2, "0");
  return [...positions].map(([id, [x, y]]) => tag(id) + within(x) + within(y)).sort().join("");
}

/** Read positions back for the ids that are known; ids without one are left out. */
export function unpackPositions(packed: string, ids: Iterable<string>): Map<string, Point> {
  const places = new Map<string, Point>();
  for (let at = 0; at + 8 <= packed.length; at += 8) {
    const x = Number.parseInt(packed.slice(at + 4, at + 6), 36);
    const y = Number.parseInt(packed.slice(at + 6, at + 8), 36);
    if (!Number.isNaN(x + y)) places.set(packed.slice(at, at + 4), [x, y]);
  }
  const found = new Map<string, Point>();
  for (const id of ids) {
    const place = places.get(tag(id));
    if (place !== undefined) found.set(id, place);
  }
  return found;
}
