/**
 * The query editor: tabs, colours, completion and results, in place of the plain form.
 *
 * Mount: `data-island="sparql-editor"` around the form, with `data-endpoint`. The questions come from
 * `<script type="application/json" id="sparql-examples">` as `[{"name", "title", "query"}]`; a link to
 * one of them (`…/questions/NAME`) beside the form opens it in a tab of its own. The editor itself is
 * loaded after the page is there; until then, and without it, the form works.
 */

import "./sparql/editor.css";

const mount = document.querySelector<HTMLElement>("[data-island='sparql-editor']");
if (mount !== null) void import("./sparql/editor").then(({ startEditor }) => startEditor(mount));
