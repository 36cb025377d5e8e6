/** Which key of the page is meant, if any: pure, so that it is tested without a page. */

type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "altKey" | "metaKey" | "isComposing">;

/** Kinds of input that take no text: a key pressed there is not typing. */
const SILENT = ["checkbox", "radio", "button", "submit"];

export interface Focus {
  readonly tag: string;
  readonly type: string;
  readonly editable: boolean;
}

/** The key in lower case, or undefined when it belongs to the browser or to a field. */
export function keyMeant(event: Pressed, focus: Focus, on: boolean): string | undefined {
  if (!on || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return undefined;
  if (focus.editable || focus.tag === "textarea" || focus.tag === "select") return undefined;
  if (focus.tag === "input" && !SILENT.includes(focus.type)) return undefined;
  return event.key.length === 1 ? event.key.toLowerCase() : undefined;
}
