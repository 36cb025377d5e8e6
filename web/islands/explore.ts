/**
 * The network: a canvas to walk about in, and the same as a table.
 *
 * Mount: `data-island="explore"`, usually the page's `.explore` element, whose plain contents it
 * replaces. `data-url` is the address of the page (JSON below it), `data-suggest-url` that of the
 * type-ahead; both follow from the page's own address when not given.
 */

import "./suggest/suggest.css";
import "./explore/explore.css";
import { Explore } from "./explore/app";

const mount = document.querySelector<HTMLElement>("[data-island='explore']");
if (mount !== null) {
  mount.classList.add("explore");
  void new Explore(mount).start();
}
