/** What was, so that it can be undone. */

import type { Point, State } from "./state";

export interface Moment {
  readonly state: State;
  readonly places: ReadonlyMap<string, Point>;
}

const STEPS = 50;

export class Past {
  readonly #moments: Moment[] = [];

  get empty(): boolean {
    return this.#moments.length === 0;
  }

  remember(moment: Moment): void {
    this.#moments.push(moment);
    if (this.#moments.length > STEPS) this.#moments.shift();
  }

  /** Take the latest moment back. */
  undo(): Moment | undefined {
    return this.#moments.pop();
  }
}
