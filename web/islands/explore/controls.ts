/** The column on the left: find and add, lens, filters, size. */

import { glyph, h } from "../shared/dom";
import { grouped, KINDS, type Kind } from "../shared/kinds";
import { combobox, type Suggestion } from "../suggest/combobox";
import type { Counts } from "./model";
import { LENSES, type Lens, SIZES, type Size, type State } from "./state";

/** Least confidence of a link, as the address has it. */
const LEAST = { "": "any", "0.5": "0.50 and surer", "0.7": "0.70 and surer", "0.9": "0.90 and surer" };

export interface ControlEvents {
  add(item: Suggestion): void;
  change(patch: Partial<State>, words: string): void;
  keys(on: boolean): void;
}

export class Controls {
  readonly form: HTMLFormElement;
  readonly #find = h("input", { id: "explore-find", type: "search", placeholder: "Name, topic, event" });
  readonly #lens = select("explore-lens", LENSES);
  readonly #size = select("explore-size", SIZES);
  readonly #kinds = h("fieldset", { class: "checks" });
  readonly #stated = h("input", { type: "checkbox" });
  readonly #derived = h("input", { type: "checkbox" });
  readonly #statedCount = h("span", { class: "n" });
  readonly #derivedCount = h("span", { class: "n" });
  readonly #suggested = h("input", { type: "checkbox" });
  readonly #suggestedCount = h("span", { class: "n" });
  readonly #groups = h("input", { type: "checkbox" });
  readonly #least = select("explore-least", LEAST);
  readonly #place = h("input", { id: "explore-place", type: "search", placeholder: "All" });
  readonly #placed = new Map<string, string>();
  readonly #from = year("From year", "explore-from");
  readonly #to = year("To year", "explore-to");
  readonly #wrong = h("p", { class: "wrong", id: "explore-years-wrong", hidden: true });
  readonly #events: ControlEvents;
  #state: State | undefined;
  #here: ReadonlySet<string> = new Set();

  constructor(events: ControlEvents, suggestions: string, keysOn: boolean) {
    this.#events = events;
    const keys = h("input", { type: "checkbox", checked: keysOn });
    const field = h(
      "div",
      { class: "field" },
      h("label", { for: "explore-find" }, "Find and add ", h("kbd", {}, "/")),
      this.#find,
    );
    this.form = h(
      "form",
      { class: "left", "aria-label": "What is on the canvas", onsubmit: (event: Event) => event.preventDefault() },
      field,
      h(
        "details",
        { class: "controls-fold" },
        h("summary", {}, "Lens, filters and size"),
        h(
          "div",
          { class: "controls" },
          h("div", { class: "field" }, h("label", { for: "explore-lens" }, "Lens ", h("kbd", {}, "L")), this.#lens),
          this.#kinds,
          h(
            "fieldset",
            { class: "checks" },
            h("legend", {}, "Links"),
            h("label", {}, this.#stated, "stated by a source", this.#statedCount),
            h("label", {}, this.#derived, "derived from texts", this.#derivedCount),
            h("label", {}, this.#suggested, "suggested, not counted", this.#suggestedCount),
          ),
          h("div", { class: "field" }, h("label", { for: "explore-least" }, "Confidence"), this.#least),
          h("div", { class: "field" }, h("label", { for: "explore-place" }, "Event or series"), this.#place),
          this.#years(),
          h("div", { class: "field" }, h("label", { for: "explore-size" }, "Size by"), this.#size),
          h("div", { class: "checks" }, h("label", {}, this.#groups, "Outline groups")),
          h("div", { class: "checks" }, h("label", {}, keys, "Single-key commands")),
        ),
      ),
    );
    combobox(this.#find, {
      endpoint: suggestions,
      note: (item) => (this.#here.has(item.id) ? "here" : (item.note ?? "")),
      onChoose: (item) => {
        this.#find.value = "";
        events.add(item);
      },
    });
    this.#lens.addEventListener("change", () => {
      const lens = this.#lens.value as Lens;
      events.change({ lens, kindsOff: [] }, `Lens: ${LENSES[lens]}`);
    });
    this.#size.addEventListener("change", () => {
      const size = this.#size.value as Size;
      events.change({ size }, `Size shows ${SIZES[size]}`);
    });
    for (const box of [this.#stated, this.#derived]) {
      box.addEventListener("change", () => {
        // With neither there would be nothing at all: the other comes back.
        if (!this.#stated.checked && !this.#derived.checked) {
          (box === this.#stated ? this.#derived : this.#stated).checked = true;
        }
        this.#changeCertainties();
      });
    }
    this.#groups.addEventListener("change", () => {
      events.change({ groups: this.#groups.checked }, this.#groups.checked ? "Groups outlined" : "No groups");
    });
    this.#suggested.addEventListener("change", () => this.#changeCertainties());
    this.#least.addEventListener("change", () => {
      const min = Number(this.#least.value);
      events.change({ min }, min > 0 ? `Links of ${this.#least.value} and surer` : "Links of any confidence");
    });
    this.#choosePlace(suggestions);
    keys.addEventListener("change", () => events.keys(keys.checked));
  }

  #changeCertainties(): void {
    const certainties = {
      stated: this.#stated.checked,
      derived: this.#derived.checked,
      suggested: this.#suggested.checked,
    };
    const words = Object.entries(certainties).filter(([, on]) => on).map(([name]) => name);
    this.#events.change({ certainties }, `Showing ${words.join(" and ")} links`);
  }

  /** The field of one event or series: choosing narrows, emptying it and Enter shows all again. */
  #choosePlace(suggestions: string): void {
    combobox(this.#place, {
      endpoint: suggestions,
      kind: "event,series",
      onChoose: ({ id, kind, label }) => {
        this.#placed.set(id, label);
        const narrowed = kind === "series" ? { series: id, event: "" } : { event: id, series: "" };
        this.#events.change({ ...narrowed, ids: [], added: [], opened: [] }, `Only ${label}`);
      },
    });
    const all = () => {
      const { event, series } = this.#state ?? {};
      if (this.#place.value.trim() === "" && (event || series)) {
        this.#events.change({ event: "", series: "" }, "All events");
      }
    };
    this.#place.addEventListener("search", all);
    this.#place.addEventListener("change", all);
  }

  focusFind(): void {
    this.#find.focus();
    this.#find.select();
  }

  focusLens(): void {
    const fold = this.#lens.closest("details");
    if (fold) fold.open = true;
    this.#lens.focus();
  }

  show(state: State, counts: Counts, here: ReadonlySet<string>): void {
    this.#state = state;
    this.#here = here;
    this.#lens.value = state.lens;
    this.#size.value = state.size;
    this.#stated.checked = state.certainties.stated;
    this.#derived.checked = state.certainties.derived;
    this.#statedCount.textContent = grouped(counts.stated);
    this.#derivedCount.textContent = grouped(counts.derived);
    this.#groups.checked = state.groups;
    this.#suggested.checked = state.certainties.suggested;
    this.#suggestedCount.textContent = state.certainties.suggested ? grouped(counts.suggested) : "";
    this.#least.value = state.min === 0 ? "" : String(state.min);
    const place = state.event || state.series;
    this.#place.value = place === "" ? "" : (this.#placed.get(place) ?? place.replace(/^.*\//, "").replaceAll("-", " "));
    this.#from.value = state.from === null ? "" : String(state.from);
    this.#to.value = state.to === null ? "" : String(state.to);
    this.#showKinds(state, counts);
  }

  #showKinds(state: State, counts: Counts): void {
    const focused = document.activeElement instanceof HTMLInputElement ? document.activeElement.value : "";
    const inside = this.#kinds.contains(document.activeElement);
    const kinds = (Object.keys(KINDS) as Kind[]).filter((kind) => counts.kinds.has(kind) || state.kindsOff.includes(kind));
    const order: Kind[] = ["person", "topic", "organization", "event", "series", "talk"];
    kinds.sort((a, b) => order.indexOf(a) - order.indexOf(b));
    this.#kinds.replaceChildren(
      h("legend", {}, "Show"),
      ...kinds.map((kind) => {
        const box = h("input", { type: "checkbox", value: kind, checked: !state.kindsOff.includes(kind) });
        box.addEventListener("change", () => this.#toggle(kind, box.checked));
        return h(
          "label",
          {},
          box,
          glyph(kind),
          KINDS[kind].many,
          h("span", { class: "n" }, grouped(counts.kinds.get(kind) ?? 0)),
        );
      }),
    );
    if (inside) this.#kinds.querySelector<HTMLInputElement>(`input[value="${focused}"]`)?.focus();
  }

  #toggle(kind: Kind, on: boolean): void {
    const off = (this.#state?.kindsOff ?? []).filter((other) => other !== kind);
    this.#events.change({ kindsOff: on ? off : [...off, kind] }, `${KINDS[kind].many} ${on ? "shown" : "not shown"}`);
  }

  #years(): HTMLElement {
    const set = h("button", { type: "button", class: "btn" }, "Set");
    const send = () => {
      const [from, to] = [this.#from.value.trim(), this.#to.value.trim()];
      const wrong = [from, to].find((text) => text !== "" && !/^\d{4}$/.test(text));
      const turned = from !== "" && to !== "" && Number(from) > Number(to);
      this.#wrong.hidden = wrong === undefined && !turned;
      for (const field of [this.#from, this.#to]) {
        field.setAttribute("aria-invalid", String(field.value.trim() === wrong || turned));
      }
      if (wrong !== undefined) {
        this.#wrong.textContent = `"${wrong}" is not a year: write four digits, or nothing.`;
      } else if (turned) {
        this.#wrong.textContent = `${from} is after ${to}: write the earlier year first.`;
      } else {
        const said = from || to ? `Years ${from || "from the first"} to ${to || "the last"}` : "All years";
        this.#events.change({ from: from ? Number(from) : null, to: to ? Number(to) : null }, said);
      }
    };
    set.addEventListener("click", send);
    for (const field of [this.#from, this.#to]) {
      field.addEventListener("keydown", (event) => event.key === "Enter" && send());
    }
    return h(
      "fieldset",
      { class: "field" },
      h("legend", {}, "Years"),
      h("div", { class: "range" }, this.#from, this.#to, set),
      this.#wrong,
    );
  }
}

function year(label: string, id: string): HTMLInputElement {
  return h("input", {
    type: "text",
    id,
    inputmode: "numeric",
    maxlength: 4,
    "aria-label": label,
    "aria-describedby": "explore-years-wrong",
    placeholder: label.split(" ")[0] ?? "",
  });
}

function select(id: string, choices: Readonly<Record<string, string>>): HTMLSelectElement {
  return h("select", { id }, ...Object.entries(choices).map(([value, name]) => h("option", { value }, name)));
}
