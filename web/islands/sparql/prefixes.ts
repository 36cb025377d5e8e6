/** The prefixes that our data and our questions use. */

export const PREFIXES: Readonly<Record<string, string>> = {
  dcterms: "http://purl.org/dc/terms/",
  hw: "https://w3id.org/hallway#",
  owl: "http://www.w3.org/2002/07/owl#",
  prov: "http://www.w3.org/ns/prov#",
  rdf: "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
  rdfs: "http://www.w3.org/2000/01/rdf-schema#",
  schema: "https://schema.org/",
  skos: "http://www.w3.org/2004/02/skos/core#",
  xsd: "http://www.w3.org/2001/XMLSchema#",
};

/** As the editor completes them: "hw: <https://w3id.org/hallway#>". */
export function declarations(): string[] {
  return Object.entries(PREFIXES).map(([prefix, iri]) => `${prefix}: <${iri}>`);
}

/** The name of a question that an address leads to: the last part below `questions/`. */
export function questionNamed(address: string): string | undefined {
  return /\/questions\/([a-z0-9-]+)(?:[?#]|$)/.exec(address)?.[1];
}
