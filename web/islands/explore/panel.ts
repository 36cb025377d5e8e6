/** The column on the right: what is selected, what is behind its doors, and the legend. */

import { glyph, h, svg, thingLink } from "../shared/dom";
import { counted, grouped, KINDS } from "../shared/kinds";
import type { Relation, Thing } from "./model";
import type { Behind } from "./server";
import { NOTE_LENGTH } from "./state";

export interface PanelEvents {
  open(id: string, relation: Relation, missing: readonly string[]): void;
  only(id: string, here: readonly string[]): void;
  hide(id: string): void;
  note(id: string, text: string): void;
  leave(): void;
}

export class Panel {
  readonly aside = h("aside", { class: "details", "aria-label": "Details of what is selected" });
  readonly #things = h("div", { class: "details-things" });
  readonly #events: PanelEvents;
  #notes: Readonly<Record<string, string>> = {};

  constructor(events: PanelEvents) {
    this.#events = events;
    this.aside.append(this.#things, legend());
    this.aside.addEventListener("keydown", (event) => this.#walkDoors(event));
  }

  /** Show what is selected, the latest first; `doors` holds what is known to be behind each. */
  show(
    things: readonly Thing[],
    doors: ReadonlyMap<string, Behind>,
    here: ReadonlySet<string>,
    notes: Readonly<Record<string, string>>,
  ): void {
    this.#notes = notes;
    const back = this.#focusedDoor();
    this.#things.replaceChildren(
      ...(things.length === 0 ? [nothing()] : things.map((thing, index) => this.#section(thing, index, doors, here))),
    );
    if (back !== null) {
      this.#things.querySelector<HTMLElement>(`[data-door="${CSS.escape(back)}"]:not([disabled])`)?.focus();
      if (!this.#things.contains(document.activeElement)) this.#events.leave();
    }
  }

  /** Move the focus to the first door that leads somewhere; false when there is none. */
  focusDoor(): boolean {
    const [first] = this.#openable();
    first?.focus();
    return first !== undefined;
  }

  /** Move the focus to the note on what was selected last; false when nothing is. */
  focusNote(): boolean {
    const field = this.#things.querySelector<HTMLInputElement>("section:first-child input.note-text");
    field?.focus();
    return field !== null;
  }

  #openable(): HTMLElement[] {
    return [...this.#things.querySelectorAll<HTMLElement>("section:first-child .relations [data-door]:not([disabled])")];
  }

  #focusedDoor(): string | null {
    const active = document.activeElement;
    return active instanceof HTMLElement && this.#things.contains(active) ? (active.dataset["door"] ?? null) : null;
  }

  #walkDoors(event: KeyboardEvent): void {
    const doors = this.#openable();
    const at = doors.indexOf(document.activeElement as HTMLElement);
    if (at < 0) return;
    if (event.key === "ArrowDown") doors[(at + 1) % doors.length]?.focus();
    else if (event.key === "ArrowUp") doors[(at - 1 + doors.length) % doors.length]?.focus();
    else if (event.key === "Escape") this.#events.leave();
    else return;
    event.preventDefault();
  }

  #section(
    thing: Thing,
    index: number,
    doors: ReadonlyMap<string, Behind>,
    here: ReadonlySet<string>,
  ): HTMLElement {
    const id = `explore-thing-${index}`;
    const name = KINDS[thing.kind].one;
    const behind = doors.get(thing.id);
    const relations = behind?.relations ?? [];
    return h(
      "section",
      { "aria-labelledby": id },
      h("p", { class: "quieter" }, `${name[0]?.toUpperCase()}${name.slice(1)}, ${index === 0 ? "selected" : "selected before"}`),
      h("h2", { class: "big", id }, thingLink(thing)),
      thing.kind !== "talk" && h("p", { class: "quiet" }, counted(thing.talks, "talk")),
      behind === undefined
        ? h("p", { class: "quieter" }, "Looking behind its doors.")
        : h(
            "div",
            {},
            h("h3", { class: "band-s small" }, "Open a door ", h("span", { class: "n" }, "what is behind it, before you open it")),
            h("ul", { class: "relations" }, ...relations.map((relation) => this.#door(thing, relation, here))),
          ),
      this.#note(thing, `${id}-note`),
      h(
        "p",
        { class: "act band-s" },
        h("button", { type: "button", class: "btn", onclick: () => this.#events.hide(thing.id) }, "Hide ", h("kbd", {}, "H")),
      ),
    );
  }

  #note(thing: Thing, id: string): HTMLElement {
    const field = h("input", {
      id,
      class: "note-text",
      type: "text",
      maxlength: NOTE_LENGTH,
      autocomplete: "off",
      value: this.#notes[thing.id] ?? "",
      "data-door": `${thing.id}~note`,
    });
    field.addEventListener("change", () => this.#events.note(thing.id, field.value.trim()));
    const hint = h("span", { class: "hint" }, "kept in the address");
    return h("div", { class: "field band-s" }, h("label", { for: id }, "Note ", h("kbd", {}, "N"), " ", hint), field);
  }

  #door(thing: Thing, relation: Relation, here: ReadonlySet<string>): HTMLElement {
    const present = relation.items.filter((item) => here.has(item.id)).map((item) => item.id);
    const missing = relation.items.filter((item) => !here.has(item.id)).map((item) => item.id);
    const name = [h("span", {}, glyph(relation.kind), relation.relation)];
    const count = h("span", { class: "n" }, `${grouped(present.length)} of ${grouped(relation.count)}`);
    if (relation.hub) return this.#hub(thing, relation, present, name, count);
    const whole = missing.length === 0;
    return h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          disabled: whole,
          "data-door": `${thing.id}~${relation.relation}`,
          onclick: () => this.#events.open(thing.id, relation, missing),
        },
        ...name,
        " ",
        count,
        " ",
        h("span", { class: whole ? "go all" : "go" }, whole ? "all here" : `+${missing.length}`),
      ),
    );
  }

  /** More than fifty would hide everything else, so a hub opens as a list. */
  #hub(thing: Thing, relation: Relation, present: readonly string[], name: Node[], count: Node): HTMLElement {
    const words = `${grouped(relation.count)} ${relation.relation}`;
    return h(
      "li",
      { class: "hub" },
      h("div", { class: "hub-line" }, ...name, count),
      h("p", { class: "quieter" }, `${words}. More than 50 would hide everything else.`),
      h(
        "p",
        { class: "act" },
        h("a", { class: "btn", href: thing.href, "data-door": `${thing.id}~${relation.relation}` }, `List ${words}`),
        present.length > 0 &&
          h(
            "button",
            { type: "button", class: "btn", onclick: () => this.#events.only(thing.id, present) },
            `Only those here: ${present.length}`,
          ),
      ),
    );
  }
}

function nothing(): HTMLElement {
  return h(
    "section",
    { "aria-labelledby": "explore-thing-0" },
    h("h2", { id: "explore-thing-0" }, "Nothing is selected"),
    h("p", { class: "quiet" }, "Select a thing to see what is behind it. Select two, with Shift for the second, to see how they are connected."),
  );
}

function legend(): HTMLElement {
  const key = (className: string, path: string, height = 10) => {
    const picture = svg("", `0 0 34 ${height}`, path);
    picture.setAttribute("width", "34");
    picture.setAttribute("height", String(height));
    picture.querySelector("path")?.setAttribute("class", className);
    return picture;
  };
  const walk = key("key-on", "M0 7H34", 14);
  const door = walk.querySelector("path")?.cloneNode() as SVGPathElement;
  door.setAttribute("class", "f-talk");
  door.setAttribute("d", "M13 0h8v14h-8Z");
  walk.append(door);
  return h(
    "section",
    { "aria-labelledby": "explore-legend" },
    h("h2", { id: "explore-legend" }, "Legend"),
    h(
      "ul",
      { class: "list" },
      h("li", {}, glyph("person"), "person, ", glyph("topic"), "topic, ", glyph("organization"), "organization, ", glyph("event"), "event; larger with more links"),
      h("li", {}, key("key-e", "M0 5H34"), " talks in common; thicker with more"),
      h("li", {}, key("key-derived", "M0 5H34"), " derived, at what is selected"),
      h("li", {}, key("key-kin", "M1 5H33"), " broader and narrower topics"),
      h("li", {}, key("key-suggested", "M1 5H33"), " suggested, counted nowhere"),
      h("li", {}, walk, " the walk; each door a talk"),
    ),
  );
}
