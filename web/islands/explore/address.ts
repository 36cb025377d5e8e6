/** The whole address of a canvas: the state in its query, the positions in its fragment. */

import { format, packPositions, type Point, type State } from "./state";

const PLACED = "#at=";

/** Write the address of a state below `path`; `places` holds what is shown and where it stands. */
export function address(path: string, state: State, places: ReadonlyMap<string, Point>): string {
  const query = format(state);
  return `${path}${query === "" ? "" : `?${query}`}${PLACED}${packPositions(places)}`;
}

/** The positions that the fragment of an address holds, if it holds any. */
export function placedBy(fragment: string): string | undefined {
  return fragment.startsWith(PLACED) ? fragment.slice(PLACED.length) : undefined;
}
