/** The table: the same things, the same state and the same keys as the canvas. */

import { h, thingLink } from "../shared/dom";
import { KINDS } from "../shared/kinds";
import { neighbours, type Shown, type Thing } from "./model";
import { enumerated } from "./words";

const PAGE = 50;

export interface TableEvents {
  select(id: string, on: boolean): void;
  focus(id: string): void;
  open(id: string): void;
  hide(id: string): void;
}

/** The walk first, then by links, then by name. */
export function inOrder(view: Shown, walk: readonly string[]): Thing[] {
  const around = neighbours(view);
  const links = (thing: Thing) => around.get(thing.id)?.length ?? 0;
  const step = (thing: Thing) => (walk.includes(thing.id) ? walk.indexOf(thing.id) : walk.length);
  return [...view.things].sort(
    (a, b) => step(a) - step(b) || links(b) - links(a) || (a.label < b.label ? -1 : a.label > b.label ? 1 : 0),
  );
}

/** Groups of three and more, each by its thing with most links here. */
function groupNames(view: Shown): Map<number, string> {
  const around = neighbours(view);
  const links = ({ id }: Thing) => around.get(id)?.length ?? 0;
  const found = new Map<number, Thing[]>();
  for (const thing of view.things) {
    if (thing.group !== undefined) found.set(thing.group, [...(found.get(thing.group) ?? []), thing]);
  }
  return new Map(
    [...found]
      .filter(([, some]) => some.length > 2)
      .map(([group, some]) => [group, some.sort((a, b) => links(b) - links(a) || (a.id < b.id ? -1 : 1))[0]?.label ?? ""]),
  );
}

/** What each thing may be linked to, as linking only suggests. */
function suggestions(view: Shown): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { source, target, relation } of view.links) {
    if (relation !== "suggested") continue;
    for (const [one, other] of [[source, target], [target, source]] as const) {
      found.set(one, (found.get(one) ?? new Set()).add(other));
    }
  }
  return found;
}

export class Table {
  readonly root = h("div", { class: "explore-table" });
  readonly #events: TableEvents;
  #page = 0;

  constructor(events: TableEvents) {
    this.#events = events;
  }

  show(
    view: Shown,
    selected: readonly string[],
    walk: readonly string[],
    focused: string | null,
    notes: Readonly<Record<string, string>> = {},
  ): void {
    const perhaps = suggestions(view);
    const groups = groupNames(view);
    const things = inOrder(view, walk);
    const names = new Map(view.things.map(({ id, label }) => [id, label]));
    const around = neighbours(view);
    const at = things.findIndex(({ id }) => id === focused);
    if (at >= 0) this.#page = Math.floor(at / PAGE);
    this.#page = Math.min(this.#page, Math.max(0, Math.ceil(things.length / PAGE) - 1));
    const first = this.#page * PAGE;
    const rows = things.slice(first, first + PAGE);
    const hadFocus = this.root.contains(document.activeElement);
    const control = document.activeElement instanceof HTMLElement ? document.activeElement.dataset["do"] : undefined;
    this.root.replaceChildren(
      h(
        "table",
        { class: "stack" },
        h(
          "caption",
          {},
          `All that is on the canvas, ${things.length} things, in order of links; those on the walk first. Select two and press P to connect them.`,
        ),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, h("span", { class: "hidden-text" }, "Select")),
            h("th", { scope: "col" }, "Thing"),
            h("th", { scope: "col", class: "drop" }, "Kind"),
            h("th", { scope: "col", class: "num", "aria-sort": "descending" }, "Links"),
            h("th", { scope: "col", class: "num" }, "Talks"),
            h("th", { scope: "col" }, "Linked to"),
            h("th", { scope: "col" }, "Do"),
          ),
        ),
        h(
          "tbody",
          {},
          ...rows.map((thing) => {
            const more = [
              perhaps.has(thing.id) && `perhaps ${enumerated([...(perhaps.get(thing.id) ?? [])].map((id) => names.get(id) ?? id).sort())}`,
              thing.group !== undefined && groups.has(thing.group) && `in the group of ${groups.get(thing.group)}`,
              notes[thing.id] && `note: ${notes[thing.id]}`,
            ].filter((text): text is string => Boolean(text));
            return this.#row(thing, around.get(thing.id) ?? [], names, selected.includes(thing.id), more);
          }),
        ),
      ),
      this.#pager(first, rows.length, things.length, () => this.show(view, selected, walk, null, notes)),
    );
    if (hadFocus && focused !== null) this.focusRow(focused, control);
  }

  /** Move the focus to a row, on the control that had it before or on its check box. */
  focusRow(id: string, control = "pick"): boolean {
    const row = this.root.querySelector(`tr[data-id="${CSS.escape(id)}"]`);
    const target = row?.querySelector<HTMLElement>(`[data-do="${control}"]`) ?? row?.querySelector<HTMLElement>("input");
    target?.focus();
    return target !== undefined && target !== null;
  }

  /** The row above or below the one in focus. */
  step(down: boolean): string | undefined {
    const row = document.activeElement?.closest("tr[data-id]");
    const next = down ? row?.nextElementSibling : row?.previousElementSibling;
    return next instanceof HTMLElement ? next.dataset["id"] : undefined;
  }

  #row(
    thing: Thing,
    linked: readonly string[],
    names: ReadonlyMap<string, string>,
    selected: boolean,
    more: readonly string[],
  ): HTMLElement {
    const { id, label } = thing;
    return h(
      "tr",
      { "data-id": id, onfocusin: () => this.#events.focus(id) },
      h(
        "td",
        { class: "pick" },
        h("input", {
          type: "checkbox",
          checked: selected,
          "data-do": "pick",
          "aria-label": `Select ${label}`,
          onchange: (event: Event) => this.#events.select(id, (event.target as HTMLInputElement).checked),
        }),
      ),
      h("th", { scope: "row", class: "full" }, thingLink(thing)),
      h("td", { "data-label": "Kind", class: "drop" }, KINDS[thing.kind].one),
      h("td", { class: "num", "data-label": "Links" }, String(linked.length)),
      h("td", { class: "num", "data-label": "Talks" }, String(thing.talks)),
      h(
        "td",
        { class: "full quiet" },
        enumerated(linked.map((other) => names.get(other) ?? other).sort()),
        ...more.map((text) => h("p", { class: "quieter" }, text)),
      ),
      h(
        "td",
        { class: "nowrap" },
        h("button", { type: "button", class: "text", "data-do": "open", "aria-label": `Open ${label}`, onclick: () => this.#events.open(id) }, "Open"),
        " ",
        h("button", { type: "button", class: "text", "data-do": "hide", "aria-label": `Hide ${label}`, onclick: () => this.#events.hide(id) }, "Hide"),
      ),
    );
  }

  #pager(first: number, count: number, total: number, again: () => void): HTMLElement | string {
    if (total <= PAGE) return "";
    const turn = (by: number, words: string) =>
      h(
        "button",
        {
          type: "button",
          class: "btn",
          onclick: () => {
            this.#page += by;
            again();
            this.root.querySelector<HTMLElement>("tbody input")?.focus();
          },
        },
        words,
      );
    return h(
      "nav",
      { class: "pager", "aria-label": "Pages of the table" },
      h("span", {}, `${first + 1}–${first + count} of ${total}`),
      first > 0 && turn(-1, `Previous ${PAGE}`),
      first + count < total && turn(1, `Next ${Math.min(PAGE, total - first - count)}`),
    );
  }
}
