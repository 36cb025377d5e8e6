/** The middle: the bar of commands, and the canvas or the table below it. */

import { h } from "../shared/dom";

export interface StageEvents {
  view(view: "canvas" | "table"): void;
  undo(): void;
  fit(): void;
  zoom(factor: number): void;
  share(): void;
  picture(form: "png" | "svg"): void;
  all(): void;
}

export interface Addresses {
  readonly canvas: string;
  readonly table: string;
  readonly graphml: string;
  readonly gexf: string;
  readonly csv: string;
  readonly query: string;
}

const KEYS_HELP =
  "Arrow keys move between things, Enter selects, Shift and Enter adds to the selection, E opens a door, N writes a note, P connects the last two, T shows the table.";

export class Stage {
  readonly section = h("section", { class: "stage", "aria-label": "Canvas" });
  /** What sigma draws into; one tab stop, with the focus moving inside. */
  readonly host = h("div", {
    class: "canvas",
    tabindex: "0",
    role: "application",
    "aria-roledescription": "network",
    "aria-label": "Network",
    "aria-describedby": "explore-keys",
  });
  readonly notice = h("div", { class: "explore-notice" });
  readonly #canvasTab: HTMLAnchorElement;
  readonly #tableTab: HTMLAnchorElement;
  readonly #undo: HTMLButtonElement;
  readonly #zooms: HTMLButtonElement[];
  readonly #export = h("ul", { class: "menu-list" });
  readonly #menu: HTMLDetailsElement;
  readonly #narrow = h("p", { class: "legend", hidden: true });
  readonly #keys = h("p", { class: "legend", id: "explore-keys" }, h("span", {}, KEYS_HELP));
  readonly #events: StageEvents;
  readonly #table: HTMLElement;

  constructor(events: StageEvents, table: HTMLElement) {
    this.#events = events;
    this.#table = table;
    this.#canvasTab = this.#tab("canvas", "Canvas");
    this.#tableTab = this.#tab("table", "Table");
    this.#undo = button(events.undo, "Undo ", h("kbd", {}, "Z"));
    const fit = button(events.fit, "Fit ", h("kbd", {}, "0"));
    const closer = button(() => events.zoom(1.5), "+");
    const further = button(() => events.zoom(1 / 1.5), "−");
    closer.setAttribute("aria-label", "Zoom in");
    further.setAttribute("aria-label", "Zoom out");
    this.#zooms = [fit, closer, further];
    this.#menu = h("details", { class: "menu" }, h("summary", { class: "btn" }, "Export"), this.#export);
    this.#menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.#menu.open) return;
      this.#menu.open = false;
      this.#menu.querySelector("summary")?.focus();
    });
    document.addEventListener("click", (event) => {
      if (!this.#menu.contains(event.target as Node)) this.#menu.open = false;
    });
    this.section.append(
      h(
        "div",
        { class: "stage-bar" },
        h("div", { class: "tabs", role: "group", "aria-label": "Show as" }, this.#canvasTab, this.#tableTab),
        h("div", { class: "act" }, this.#undo, fit, closer, further, button(events.share, "Share"), this.#menu),
      ),
      this.notice,
      this.host,
      this.#narrow,
      this.#keys,
      table,
    );
  }

  show(view: "canvas" | "table", addresses: Addresses, undoable: boolean): void {
    const table = view === "table";
    this.host.hidden = table;
    this.#keys.hidden = table;
    this.#table.hidden = !table;
    this.section.setAttribute("aria-label", table ? "Table" : "Canvas");
    this.#canvasTab.href = addresses.canvas;
    this.#tableTab.href = addresses.table;
    current(this.#canvasTab, !table);
    current(this.#tableTab, table);
    this.#undo.disabled = !undoable;
    for (const zoom of this.#zooms) zoom.disabled = table;
    this.#menu.open = false;
    const pictures = (["png", "svg"] as const).map((form) =>
      h("li", {}, h("button", { type: "button", onclick: () => this.#picture(form) }, form === "png" ? "Picture (PNG)" : "Drawing (SVG)")),
    );
    this.#export.replaceChildren(
      ...(table ? [] : pictures),
      ...(["graphml", "gexf", "csv"] as const).map((format) =>
        h("li", {}, h("a", { href: addresses[format], download: true }, format === "csv" ? "Links (CSV)" : format === "gexf" ? "GEXF" : "GraphML")),
      ),
      h("li", {}, h("a", { href: addresses.query }, "Query (SPARQL)")),
    );
  }

  /** Say that a narrow screen shows a part; empty words when it shows all. */
  showPart(count: number, total: number): void {
    this.#narrow.hidden = count === total;
    if (count === total) return this.#narrow.replaceChildren();
    this.#narrow.replaceChildren(
      h("span", {}, `On a narrow screen the canvas starts with what is near the selection: ${count} of ${total}. The table has all.`),
      h("button", { type: "button", class: "text", onclick: () => this.#events.all() }, "Draw all"),
    );
  }

  /** No canvas can be drawn: one sentence says so, and the table does its work. */
  without(words: string): void {
    this.notice.replaceChildren(h("p", { class: "quiet" }, words));
    this.#canvasTab.setAttribute("aria-disabled", "true");
    this.#canvasTab.removeAttribute("href");
  }

  warn(title: string, words: string, again?: () => void): void {
    this.notice.replaceChildren(
      h(
        "div",
        { class: "notice bad", role: "alert" },
        h("h3", {}, title),
        h("p", {}, words),
        again && h("p", {}, h("button", { type: "button", class: "btn", onclick: again }, "Try again")),
      ),
    );
  }

  empty(title: string, words: string): void {
    this.notice.replaceChildren(h("div", { class: "empty" }, h("h3", {}, title), h("p", {}, words)));
  }

  #picture(form: "png" | "svg"): void {
    this.#menu.open = false;
    this.#events.picture(form);
  }

  #tab(view: "canvas" | "table", words: string): HTMLAnchorElement {
    return h(
      "a",
      {
        onclick: (event: MouseEvent) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          this.#events.view(view);
        },
      },
      words,
    );
  }
}

function current(link: HTMLAnchorElement, is: boolean): void {
  if (is) link.setAttribute("aria-current", "true");
  else link.removeAttribute("aria-current");
}

function button(act: () => void, ...words: (Node | string)[]): HTMLButtonElement {
  return h("button", { type: "button", class: "btn", onclick: act }, ...words);
}
