/**
 * Type-ahead for every search field.
 *
 * Mount on the field or on an element around it: `data-island="suggest"`. With `data-suggest-kind="topic"`
 * only things of that kind are offered and the chosen one's id goes into a hidden field (the one named by
 * `data-suggest-target`, else one made in place, which takes over the field's name); without it, choosing
 * opens the thing's page. `data-suggest-url` is the endpoint, `/suggest` unless given.
 */

import "./suggest/suggest.css";
import { h } from "./shared/dom";
import { isKind } from "./shared/kinds";
import { combobox } from "./suggest/combobox";

const FIELDS = "[data-island='suggest'], [data-suggest-kind], form[role='search'] input[type='search']";

function fieldOf(mount: Element): HTMLInputElement | null {
  return mount instanceof HTMLInputElement
    ? mount
    : mount.querySelector<HTMLInputElement>("input[type='search'], input[type='text'], input:not([type])");
}

function setting(field: HTMLInputElement, mount: Element, name: string): string | undefined {
  return field.dataset[name] ?? (mount as HTMLElement).dataset[name];
}

/** The field that carries the chosen id. What was typed is sent as it is when nothing was chosen. */
function carrier(field: HTMLInputElement, target: string | undefined): HTMLInputElement {
  const named = target === undefined ? null : document.getElementById(target);
  if (named instanceof HTMLInputElement) return named;
  const hidden = h("input", { type: "hidden", name: field.name, value: field.value });
  field.removeAttribute("name");
  field.after(hidden);
  return hidden;
}

function start(field: HTMLInputElement, mount: Element): void {
  const kind = setting(field, mount, "suggestKind");
  const endpoint = setting(field, mount, "suggestUrl") ?? "/suggest";
  const anchor = field.closest(".find") && field.parentElement ? lastControl(field) : field;
  if (kind === undefined || !isKind(kind)) {
    combobox(field, { endpoint, onChoose: (item) => window.location.assign(item.href) }, anchor);
    return;
  }
  const id = carrier(field, setting(field, mount, "suggestTarget"));
  combobox(
    field,
    {
      endpoint,
      kind,
      onChoose: (item) => {
        field.value = item.label;
        id.value = item.id;
      },
      onEdit: () => {
        id.value = field.value;
      },
    },
    anchor,
  );
}

/** In a search box the list hangs under field and button together. */
function lastControl(field: HTMLInputElement): Element {
  return field.parentElement?.lastElementChild ?? field;
}

const started = new WeakSet<HTMLInputElement>();
for (const mount of document.querySelectorAll(FIELDS)) {
  const field = fieldOf(mount);
  if (field === null || started.has(field)) continue;
  started.add(field);
  start(field, mount);
}
