/**
 * One key for each decision; everything it does is a button, a link or a field of the page.
 *
 * Mount: `data-island="review"` around the case. What has `data-key` is pressed by that key, what has
 * `data-focus-key` gets the focus. Single keys can be switched off (WCAG 2.1.4).
 */

import "./review/review.css";
import { h } from "./shared/dom";
import { keyMeant } from "./review/keys";

const OFF = "hallway.single-keys";

const mount = document.querySelector<HTMLElement>("[data-island='review']");
if (mount !== null) start(mount);

function start(mount: HTMLElement): void {
  let on = localStorage.getItem(OFF) !== "off";
  const marks: HTMLElement[] = [];
  for (const element of mount.querySelectorAll<HTMLElement>("[data-key], [data-focus-key]")) {
    const key = element.dataset["key"] ?? element.dataset["focusKey"] ?? "";
    const mark = h("kbd", { "aria-hidden": "true" }, key.toUpperCase());
    element.setAttribute("aria-keyshortcuts", key.toUpperCase());
    labelOf(element).append(" ", mark);
    marks.push(mark);
  }
  const box = h("input", { type: "checkbox", onchange: () => choose(box.checked) });
  mount.querySelector(".case")?.append(h("p", { class: "quiet single-keys" }, h("label", {}, box, " Single keys act on this page")));
  const choose = (wanted: boolean) => {
    on = wanted;
    box.checked = on;
    for (const mark of marks) mark.hidden = !on;
    if (on) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, "off");
  };
  choose(on);
  document.addEventListener("keydown", (event) => {
    if (event.repeat) return; // a key held down is one decision
    const focus = document.activeElement ?? document.body;
    if (focus !== document.body && !mount.contains(focus)) return;
    const key = keyMeant(event, described(focus), on);
    if (key === undefined) return;
    const pressed = mount.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
    const focused = mount.querySelector<HTMLElement>(`[data-focus-key="${CSS.escape(key)}"]`);
    if (pressed === null && focused === null) return;
    event.preventDefault();
    pressed?.click();
    focused?.focus();
  });
}

/** Where the key is written: on a button or a link itself, beside a field in its label. */
function labelOf(element: HTMLElement): HTMLElement {
  return (element instanceof HTMLInputElement ? element.labels?.[0] : undefined) ?? element;
}

function described(element: Element) {
  return {
    tag: element.localName,
    type: element instanceof HTMLInputElement ? element.type : "",
    editable: element instanceof HTMLElement && element.isContentEditable,
  };
}
