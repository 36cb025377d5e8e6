/**
 * The network: a canvas to walk about in, and the same as a table.
 *
 * Mount: `data-island="explore"`, usually the page's `.explore` element, whose plain contents it
 * replaces. `data-url` is the address of the page (JSON below it), `data-suggest-url` that of the
 * type-ahead; both follow from the page's own address when not given.
 *
 * Where a line belongs in explore/; each module knows only those below it:
 *
 *     app        what each part of the page and each key does to the state
 *     presenter  the state; after each change: fetch, arrange, show, write the address
 *     keyboard, focus, sharing   commands of keys, where the focus goes, pictures and the clipboard
 *     display    all parts of the page, made and shown
 *     controls, stage, canvas, table, panel, walk   one part each; they tell events and change nothing
 *     scene      what the canvas draws of what is shown: which part, labels, places, sizes
 *     fetched    what has been fetched, and what a state asks for out of it
 *     words      what is said of things, ways and lists
 *     server     how each answer is asked for
 *     edits, past, address, state, model, layout   values only: no page, no server
 */

import "./suggest/suggest.css";
import "./explore/explore.css";
import { Explore } from "./explore/app";

const mount = document.querySelector<HTMLElement>("[data-island='explore']");
if (mount !== null) {
  mount.classList.add("explore");
  void new Explore(mount).start();
}
