/** A type-ahead over one text field, after the WAI-ARIA combobox pattern with a list box. */

import { debounced, getJson, glyph, h } from "../shared/dom";
import { isKind, type Kind } from "../shared/kinds";
import { marked, step } from "./choice";

export interface Suggestion {
  readonly id: string;
  readonly kind: string;
  readonly label: string;
  readonly note?: string | null;
  readonly href: string;
}

export interface Options {
  readonly endpoint: string;
  /** Only things of this kind, or of these with commas between them. */
  readonly kind?: Kind | "event,series" | undefined;
  readonly limit?: number;
  /** What leads to the right of a row; the server's note unless told otherwise. */
  readonly note?: (item: Suggestion) => string;
  readonly onChoose: (item: Suggestion) => void;
  /** The text no longer stands for a chosen thing. */
  readonly onEdit?: () => void;
}

const QUIET_MS = 90;
let made = 0;

/** Attach a type-ahead to `input`; the list is placed right after `anchor` (the field itself unless given). */
export function combobox(input: HTMLInputElement, options: Options, anchor: Element = input): void {
  const list = h("ul", { class: "suggest", role: "listbox", id: `suggest-${++made}`, hidden: true });
  list.setAttribute("aria-label", "Matches");
  anchor.after(list);
  for (const [name, value] of Object.entries({
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    "aria-controls": list.id,
    autocomplete: "off",
    spellcheck: "false",
  })) {
    input.setAttribute(name, value);
  }

  let items: readonly Suggestion[] = [];
  let active = -1;
  let pending: AbortController | undefined;

  function close(): void {
    items = [];
    active = -1;
    list.hidden = true;
    list.replaceChildren();
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  }

  function choose(index: number): void {
    const item = items[index];
    if (item === undefined) return;
    close();
    options.onChoose(item);
  }

  function highlight(index: number): void {
    active = index;
    list.querySelectorAll("[role=option]").forEach((row, at) => {
      row.setAttribute("aria-selected", String(at === index));
      if (at === index) row.scrollIntoView({ block: "nearest" });
    });
    if (index < 0) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", `${list.id}-${index}`);
  }

  function show(found: readonly Suggestion[], query: string): void {
    close();
    items = found;
    if (found.length === 0) return;
    list.append(...found.map((item, index) => row(item, index, query)));
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
  }

  function row(item: Suggestion, index: number, query: string): HTMLLIElement {
    const note = options.note ? options.note(item) : (item.note ?? "");
    const option = h(
      "li",
      {
        role: "option",
        id: `${list.id}-${index}`,
        "aria-selected": "false",
        // Pressing must not take the focus from the field before the click arrives.
        onmousedown: (event: MouseEvent) => event.preventDefault(),
        onclick: () => choose(index),
        onmousemove: () => active !== index && highlight(index),
      },
      h(
        "span",
        {},
        isKind(item.kind) && glyph(item.kind),
        ...marked(item.label, query).map((part) => (part.hit ? h("mark", {}, part.text) : part.text)),
      ),
      note !== "" && h("span", { class: "n" }, note),
    );
    return option;
  }

  const ask = debounced(async () => {
    const query = input.value.trim();
    pending?.abort();
    if (query === "" || document.activeElement !== input) return close();
    pending = new AbortController();
    const address = new URL(options.endpoint, document.baseURI);
    address.searchParams.set("q", query);
    address.searchParams.set("limit", String(options.limit ?? 8));
    if (options.kind) address.searchParams.set("kind", options.kind);
    try {
      const answer = await getJson<{ items: Suggestion[] }>(address, pending.signal);
      if (document.activeElement === input) show(answer.items, query);
    } catch {
      close(); // The field is still a plain search field.
    }
  }, QUIET_MS);

  input.addEventListener("input", () => {
    options.onEdit?.();
    ask();
  });
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowDown" && items.length === 0) {
      event.preventDefault();
      return ask();
    }
    const next = step(event.key, active, items.length);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (next === "close") close();
    else if (next === "choose") choose(active);
    else highlight(next);
  });
}
