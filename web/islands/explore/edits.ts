/** What each command makes of the state, as the part that changes: pure, and nothing is shown here. */

import type { Relation } from "./model";
import type { State } from "./state";

type Selected = Pick<State, "selected">;

function without(ids: readonly string[], id: string): string[] {
  return ids.filter((other) => other !== id);
}

/** Select what was found; it is added unless it is `known`, which is to say shown already. */
export function add(state: State, id: string, known: boolean): Pick<State, "hidden" | "added"> & Selected {
  const { hidden, added, ids } = state;
  return {
    hidden: without(hidden, id),
    added: known || added.includes(id) || ids.includes(id) ? added : [...added, id],
    selected: [id],
  };
}

/** Select one thing alone, or with `more` turn it on or off beside the others. */
export function select({ selected }: State, id: string, more: boolean): Selected {
  if (!more) return { selected: [id] };
  return { selected: selected.includes(id) ? without(selected, id) : [...selected, id] };
}

/** Select a thing beside the others, as the latest, or no longer. */
export function choose({ selected }: State, id: string, on: boolean): Selected {
  const others = without(selected, id);
  return { selected: on ? [...others, id] : others };
}

export function hide({ hidden, selected }: State, id: string): Pick<State, "hidden"> & Selected {
  return { hidden: [...hidden, id], selected: without(selected, id) };
}

/** Write a note on a thing; an empty one is taken away. */
export function write(state: State, id: string, text: string): Pick<State, "notes"> {
  const notes = { ...state.notes };
  if (text === "") delete notes[id];
  else notes[id] = text;
  return { notes };
}

/** Open a door: what is `missing` behind it must neither be hidden nor of a kind that is off. */
export function open(
  { opened, hidden, kindsOff }: State,
  id: string,
  { relation, kind }: Pick<Relation, "relation" | "kind">,
  missing: readonly string[],
): Pick<State, "opened" | "hidden" | "kindsOff"> {
  const known = opened.some((door) => door.id === id && door.relation === relation);
  return {
    opened: known ? opened : [...opened, { id, relation }],
    hidden: hidden.filter((other) => !missing.includes(other)),
    kindsOff: kindsOff.filter((other) => other !== kind),
  };
}

/** Start anew with a thing and some of what is linked to it. */
export function only(id: string, here: readonly string[]): Pick<State, "ids" | "added" | "opened" | "hidden"> {
  return { ids: [id, ...here], added: [], opened: [], hidden: [] };
}

export function connect(from: string, to: string, hubs: boolean): Pick<State, "connection"> & Selected {
  return { connection: { from, to, hubs, way: 0 }, selected: [from, to] };
}

/** Draw another of the ways found. */
export function goBy({ connection }: State, way: number): Pick<State, "connection"> {
  return { connection: connection && { ...connection, way } };
}

export function pin({ pinned }: State, id: string, on: boolean): Pick<State, "pinned"> {
  if (!on) return { pinned: without(pinned, id) };
  return { pinned: pinned.includes(id) ? pinned : [...pinned, id] };
}
