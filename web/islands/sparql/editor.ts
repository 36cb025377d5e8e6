/** Yasgui, bound to this site: our endpoint, our prefixes, our questions, nothing from elsewhere. */

import Yasgui from "@zazuko/yasgui";
import "@zazuko/yasgui/build/yasgui.min.css";
import { embedded, getJson, h } from "../shared/dom";
import { declarations, PREFIXES, questionNamed } from "./prefixes";

interface Example {
  readonly name: string;
  readonly title: string;
  readonly query: string;
}

interface Solutions {
  readonly results: { readonly bindings: readonly { readonly term?: { readonly value: string } }[] };
}

const TERMS = {
  class: "SELECT DISTINCT ?term WHERE { [] a ?term } ORDER BY ?term LIMIT 1000",
  property: "SELECT DISTINCT ?term WHERE { [] ?term [] } ORDER BY ?term LIMIT 1000",
};

/** Replace the form in `mount` by the editor, with what the form held in its first tab. */
export function startEditor(mount: HTMLElement): void {
  const endpoint = new URL(mount.dataset["endpoint"] ?? "/sparql", location.href).href;
  const given = mount.querySelector("textarea")?.value ?? "";
  const limits = mount.querySelector(".quieter")?.textContent ?? "";
  completeFrom(endpoint);
  const host = h("div", { class: "sparql-editor" });
  mount.replaceWith(host);
  const yasgui = new Yasgui(host, {
    persistenceId: "hallway",
    copyEndpointOnNewTab: true,
    populateFromUrl: false, // the server has put the address's query into the form already
    autofocus: false,
    tabName: "Query",
    endpointCatalogueOptions: { getData: () => [], keys: [], renderItem: () => undefined },
    requestConfig: { endpoint, method: "POST" },
    yasqe: {
      value: given,
      persistenceId: null,
      prefixCcApi: null,
      autocompleters: ["prefixes", "variables", "class", "property"],
      createShareableLink: (yasqe: { getValue(): string }) => shareable(yasqe.getValue()),
      editorHeight: "24rem",
    } as never,
    yasr: { prefixes: { ...PREFIXES }, pluginOrder: ["table", "response"], defaultPlugin: "table" } as never,
  });
  for (const tab of Object.values(yasgui._tabs)) tab.setEndpoint(endpoint);
  yasgui.on("tabAdd", (_: unknown, id: string) => yasgui.getTab(id)?.setEndpoint(endpoint));
  if (new URLSearchParams(location.search).has("query") || Object.keys(yasgui._tabs).length === 0) {
    openTab(yasgui, endpoint, "Query", given);
  }
  if (limits !== "") host.append(h("p", { class: "quieter band-s" }, limits));
  nameParts(host);
  openQuestions(yasgui, endpoint, embedded<Example[]>("sparql-examples") ?? []);
}

/** The address that shows a query on this page, to a reader without scripts as well. */
function shareable(query: string): string {
  const address = new URL(location.pathname, location.href);
  address.searchParams.set("query", query);
  return address.href;
}

function openTab(yasgui: Yasgui, endpoint: string, name: string, query: string): void {
  const tab = yasgui.addTab(true, { name, yasqe: { value: query } }, { avoidDuplicateTabs: true });
  tab.setEndpoint(endpoint);
  tab.setQuery(query);
}

/** Complete our prefixes, and the classes and properties that this graph has, asked for when first needed. */
function completeFrom(endpoint: string): void {
  const { Autocompleters } = Yasgui.Yasqe;
  const prefixes = Autocompleters["prefixes"];
  if (prefixes) Object.assign(prefixes, { get: declarations, persistenceId: null });
  for (const name of ["class", "property"] as const) {
    const completer = Autocompleters[name];
    if (completer === undefined) continue;
    let terms: Promise<string[]> | undefined;
    completer.get = async (_yasqe, token) => {
      terms ??= termsOf(endpoint, TERMS[name]);
      const begun = token?.autocompletionString ?? "";
      return (await terms).filter((term) => term.startsWith(begun));
    };
  }
}

async function termsOf(endpoint: string, query: string): Promise<string[]> {
  const address = new URL(endpoint);
  address.searchParams.set("query", query);
  address.searchParams.set("format", "json");
  try {
    const answer = await getJson<Solutions>(address);
    return answer.results.bindings.flatMap(({ term }) => (term === undefined ? [] : [term.value]));
  } catch {
    return []; // Completion is a help; without it a query is still written and run.
  }
}

/** A question's link beside the editor opens its query here; with a modifier it stays a link. */
function openQuestions(yasgui: Yasgui, endpoint: string, examples: readonly Example[]): void {
  const byName = new Map(examples.map((example) => [example.name, example]));
  document.querySelector("main")?.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("a");
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    const example = byName.get(questionNamed(link.getAttribute("href") ?? "") ?? "");
    if (example === undefined) return;
    event.preventDefault();
    openTab(yasgui, endpoint, example.title, example.query);
    yasgui.rootEl.scrollIntoView({ block: "start" });
  });
}

/** Names for parts that the editor leaves without one. */
function nameParts(host: HTMLElement): void {
  const name = () => {
    for (const field of host.querySelectorAll(".CodeMirror textarea:not([aria-label])")) {
      field.setAttribute("aria-label", "Query");
    }
    host.querySelector(".tableSizer:not([aria-label])")?.setAttribute("aria-label", "Rows on a page");
    const add = host.querySelector(".tabsList .addTab:not([role])");
    // A list of tabs may hold nothing but tabs; this one opens a new query.
    for (const [attribute, value] of [["role", "tab"], ["aria-selected", "false"], ["aria-label", "New query"]] as const) {
      add?.setAttribute(attribute, value);
    }
    for (const scroller of host.querySelectorAll(".CodeMirror-scroll[tabindex='-1']")) {
      scroller.setAttribute("tabindex", "0");
    }
  };
  name();
  new MutationObserver(name).observe(host, { childList: true, subtree: true });
}
