/** How two things are connected: the form, the ways found, each as stops and doors and then in words. */

import { closedDoor, glyph, h, svg } from "../shared/dom";
import { combobox } from "../suggest/combobox";
import type { Thing } from "./model";
import type { Hop, Way, Ways } from "./server";
import type { Connection } from "./state";
import { isRecorded, isTalk, named, pieces } from "./words";

const WHOLE = "M1 0h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H1a1 1 0 0 1-1-1V1a1 1 0 0 1 1-1Z";

export interface WalkEvents {
  connect(from: string, to: string, hubs: boolean): void;
  /** The address of another of the ways found. */
  address(way: number): string;
  choose(way: number): void;
}

export class Walk {
  readonly section = h("section", { class: "page panel path-panel band", "aria-labelledby": "walk" });
  readonly #title = h("h2", { id: "walk", tabindex: "-1" });
  readonly #body = h("div");
  readonly #from = end("explore-walk-from", "From");
  readonly #to = end("explore-walk-to", "To");
  readonly #hubs = h(
    "select",
    { id: "explore-walk-by" },
    h("option", { value: "0" }, "hubs (over 50 links)"),
    h("option", { value: "1" }, "nothing excluded"),
  );
  readonly #wrong = h("p", { class: "wrong", role: "alert" });
  readonly #events: WalkEvents;

  constructor(events: WalkEvents, suggestions: string) {
    this.#events = events;
    const form = h(
      "form",
      { class: "ask-form pair", onsubmit: (event: Event) => this.#send(event) },
      this.#from.field,
      this.#to.field,
      h("span", { class: "field" }, h("label", { for: "explore-walk-by" }, "Not by way of"), this.#hubs),
      h("button", { type: "submit", class: "btn first" }, "Connect"),
    );
    this.section.append(this.#title, form, this.#wrong, this.#body);
    for (const side of [this.#from, this.#to]) {
      combobox(side.input, {
        endpoint: suggestions,
        onChoose: (item) => {
          side.input.value = item.label;
          side.input.dataset["chosen"] = item.id;
        },
        onEdit: () => {
          delete side.input.dataset["chosen"];
        },
      });
    }
  }

  /** Offer the two ends that are selected, before anything is asked. */
  offer(from: Thing | undefined, to: Thing | undefined): void {
    this.#title.textContent = "How are two things connected?";
    this.#body.replaceChildren();
    this.#set(this.#from.input, from);
    this.#set(this.#to.input, to);
  }

  wait(): void {
    this.#body.replaceChildren(h("p", { class: "quiet band-s" }, "Looking for ways."));
  }

  fail(words: string): void {
    this.#body.replaceChildren(
      h("div", { class: "notice bad band-s" }, h("h3", {}, "No way could be looked for"), h("p", {}, words)),
    );
  }

  show(ways: Ways, connection: Connection): void {
    this.#set(this.#from.input, ways.from);
    this.#set(this.#to.input, ways.to);
    this.#hubs.value = connection.hubs ? "1" : "0";
    const way = ways.paths[Math.min(connection.way, ways.paths.length - 1)];
    if (way === undefined) {
      this.#title.textContent = `${ways.from.label} and ${ways.to.label} are not connected`;
      this.#body.replaceChildren(this.#none(connection));
      return;
    }
    this.#title.textContent = `How ${ways.from.label} and ${ways.to.label} are connected`;
    this.#body.replaceChildren(this.#tabs(ways.paths, way), trail(way), h("h3", { class: "band-s" }, "In words"), telling(way), foot(ways));
  }

  focus(): void {
    this.section.scrollIntoView({ block: "start" });
    this.#title.focus({ preventScroll: true });
  }

  #set(input: HTMLInputElement, thing: Thing | undefined): void {
    if (thing === undefined || document.activeElement === input) return;
    input.value = thing.label;
    input.dataset["chosen"] = thing.id;
  }

  #send(event: Event): void {
    event.preventDefault();
    const [from, to] = [this.#from.input.dataset["chosen"], this.#to.input.dataset["chosen"]];
    this.#from.input.setAttribute("aria-invalid", String(from === undefined));
    this.#to.input.setAttribute("aria-invalid", String(to === undefined));
    if (from === undefined || to === undefined) {
      this.#wrong.textContent = "Type a name and choose one from the list, at both ends.";
      (from === undefined ? this.#from : this.#to).input.focus();
    } else if (from === to) {
      this.#wrong.textContent = "Both ends are the same thing: choose another for one of them.";
    } else {
      this.#wrong.textContent = "";
      this.#events.connect(from, to, this.#hubs.value === "1");
    }
  }

  #tabs(ways: readonly Way[], chosen: Way): HTMLElement {
    return h(
      "div",
      { class: "tabs band-s", role: "group", "aria-label": "Which path" },
      ...ways.map((way, index) => {
        const rank = index === 0 ? "Best" : index === 1 ? "2nd" : `${index + 1}${index === 2 ? "rd" : "th"}`;
        return h(
          "a",
          {
            href: this.#events.address(index),
            "aria-current": way === chosen ? "true" : null,
            onclick: (event: MouseEvent) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              this.#events.choose(index);
            },
          },
          `${rank}: ${named(way, ways)}`,
        );
      }),
    );
  }

  #none(connection: Connection): HTMLElement {
    return h(
      "div",
      { class: "empty band-s" },
      h("h3", {}, "No way of up to 8 steps leads from one to the other"),
      connection.hubs
        ? h("p", {}, "They share no talk, person, topic or event, however far around.")
        : h("p", {}, "Things with over 50 links were left out. Choose “nothing excluded” to go by way of them too."),
    );
  }
}

function end(id: string, label: string): { field: HTMLElement; input: HTMLInputElement } {
  const input = h("input", { type: "text", id });
  return { field: h("span", { class: "field" }, h("label", { for: id }, label), input), input };
}

/** Stops on a line, with the talk that leads from one to the next as a door between them. */
function trail(way: Way): HTMLElement {
  const steps = way.steps.map((step, index) => {
    if (!isTalk(step)) {
      return h("li", { class: "stop" }, glyph(step.kind), h("a", { href: step.href }, step.label));
    }
    const gave = way.steps[index - 1]?.kind === "person";
    return h(
      "li",
      { class: "through" },
      isRecorded(step, way) ? glyph("talk") : closedDoor(),
      gave ? "gave " : "is also in ",
      h("a", { class: "said", href: step.href }, step.label),
    );
  });
  const list = h("ol", { class: "walk across band-s" }, ...steps);
  if (way.steps.length > 11) list.classList.remove("across"); // no room for the names side by side
  return list;
}

function telling(way: Way): HTMLElement {
  const talks = way.steps.filter(isTalk);
  return h(
    "ol",
    { class: "telling band-s" },
    ...way.words.map((sentence, index) =>
      h(
        "li",
        {},
        ...pieces(sentence, talks).map(({ text, talk }) =>
          talk === undefined ? text : h("a", { class: "said", href: talk.href }, text),
        ),
        ...why(way.hops[index]),
      ),
    ),
  );
}

/** Where the evidence of a derived step stands. */
function why(hop: Hop | undefined): (Node | string)[] {
  if (!hop?.derived || !hop.talk) return [];
  return [" ", h("a", { href: `${hop.talk.href}#about`, "aria-label": `Why: ${hop.talk.title}` }, "Why")];
}

function foot(ways: Ways): HTMLElement {
  const count = ways.paths.length;
  return h(
    "p",
    { class: "foot" },
    h("span", { class: "whole" }, svg("state", "0 0 12 12", WHOLE), `${count} best ${count === 1 ? "path" : "paths"} of up to 8 steps`),
  );
}
