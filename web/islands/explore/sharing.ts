/** What leaves the page: its address on the clipboard, the canvas as a picture. */

import { h } from "../shared/dom";
import type { Canvas } from "./canvas";
import type { Stage } from "./stage";

const KEPT_MS = 10_000;

/** Put the address of the page on the clipboard, or say how to get it. */
export async function share(stage: Stage, say: (words: string) => void): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    say("The address of this canvas is on the clipboard");
    stage.notice.replaceChildren(quiet("The address of this canvas, with every position, is on the clipboard."));
  } catch {
    stage.notice.replaceChildren(quiet("Copy the page's address from the browser: it says all that is on this canvas."));
  }
}

/** Offer the canvas as a file. */
export async function savePicture(canvas: Canvas, form: "png" | "svg", stage: Stage): Promise<void> {
  try {
    const made = form === "png" ? await canvas.picture() : canvas.drawing(document.title);
    const address = URL.createObjectURL(made);
    h("a", { href: address, download: `hallway-network.${form}` }).click();
    setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
  } catch (error) {
    stage.warn("No picture could be made", error instanceof Error ? error.message : String(error));
  }
}

function quiet(words: string): HTMLElement {
  return h("p", { class: "quiet" }, words);
}
