/** The few things every island does with the page: make elements, draw signs, fetch JSON, speak. */

import { CLOSED_DOOR, KINDS, type Kind } from "./kinds";

const SVG = "http://www.w3.org/2000/svg";

type Child = Node | string | null | undefined | false;
type Value = string | number | boolean | null | undefined | ((event: never) => void);

/**
 * Make an element. A function is a listener (`onclick`), true an empty attribute; false, null and
 * undefined leave the attribute out.
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, Value>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name.slice(2), value as EventListener);
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
  return element;
}

/** Draw an SVG from one path; hidden from assistive technology, since words stand beside it. */
export function svg(className: string, viewBox: string, path: string): SVGSVGElement {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("class", className);
  picture.setAttribute("viewBox", viewBox);
  picture.setAttribute("aria-hidden", "true");
  const shape = document.createElementNS(SVG, "path");
  shape.setAttribute("d", path);
  shape.setAttribute("fill-rule", "evenodd");
  picture.append(shape);
  return picture;
}

/** The sign of a kind, beside text. */
export function glyph(kind: Kind): SVGSVGElement {
  return svg(`k k-${kind}`, "0 0 16 16", KINDS[kind].path);
}

/** The sign of a talk without a recording. */
export function closedDoor(): SVGSVGElement {
  return svg("k k-talk", "0 0 16 16", CLOSED_DOOR);
}

/** A link to a thing: sign and first word never part. */
export function thingLink(thing: { kind: Kind; label: string; href: string }): HTMLAnchorElement {
  const [first = "", ...rest] = thing.label.split(" ");
  return h(
    "a",
    { class: "thing", href: thing.href },
    h("span", { class: "one" }, glyph(thing.kind), first),
    rest.length > 0 && ` ${rest.join(" ")}`,
  );
}

/** What the server said instead of an answer, in words a reader can use. */
export class Refusal extends Error {}

/** Fetch JSON from this site; a failure carries the server's own explanation where it gave one. */
export async function getJson<T>(address: string | URL, signal?: AbortSignal): Promise<T> {
  let response: Response;
  try {
    response = await fetch(address, {
      headers: { Accept: "application/json" },
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refusal("The server did not answer. Check the connection, then try again.");
  }
  if (!response.ok) throw new Refusal(await explanation(response));
  return (await response.json()) as T;
}

async function explanation(response: Response): Promise<string> {
  const fallback = `The server answered ${response.status} ${response.statusText}.`;
  try {
    const body: unknown = await response.json();
    if (typeof body !== "object" || body === null) return fallback;
    const fields = body as Record<string, unknown>;
    const words = ["message", "error", "detail", "title"]
      .map((name) => fields[name])
      .find((value) => typeof value === "string" && value !== "");
    return typeof words === "string" ? words : fallback;
  } catch {
    return fallback;
  }
}

/** Read the JSON a template left in `<script type="application/json" id="…">`. */
export function embedded<T>(id: string): T | undefined {
  const text = document.getElementById(id)?.textContent?.trim();
  return text ? (JSON.parse(text) as T) : undefined;
}

/** A polite live region: what changed, for those who do not see it change. */
export function speaker(parent: Element): (words: string) => void {
  const region = h("p", { class: "hidden-text", role: "status", "aria-live": "polite" });
  parent.append(region);
  return (words) => {
    // The same words twice in a row would stay silent without a change in the text.
    region.textContent = region.textContent === words ? `${words}\u00a0` : words;
  };
}

/** Call `act` once things have been quiet for `delay_ms`. */
export function debounced<A extends unknown[]>(
  act: (...args: A) => void,
  delay_ms: number,
): (...args: A) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => act(...args), delay_ms);
  };
}
