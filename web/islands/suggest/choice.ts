/** What keys do in a list of matches, and which words of a match are marked. */

/**
 * The effect of one key, or undefined when the field keeps it.
 *
 * `active` is the highlighted row (-1 for none) of `count`. Moving past either end goes back to
 * the field (-1), so that what was typed can be sent as it is.
 */
export function step(key: string, active: number, count: number): number | "close" | "choose" | undefined {
  if (count === 0) return undefined;
  switch (key) {
    case "ArrowDown":
      return active + 1 < count ? active + 1 : -1;
    case "ArrowUp":
      return active === -1 ? count - 1 : active - 1;
    case "Enter":
      return active >= 0 ? "choose" : undefined;
    case "Escape":
      return "close";
    default:
      return undefined;
  }
}

export interface Part {
  readonly text: string;
  readonly hit: boolean;
}

/** Letters without their marks, one for each of the text's UTF-16 units, in lower case. */
function plain(text: string): string {
  let out = "";
  for (const letter of text) {
    const base = letter.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
    out += base.length === letter.length ? base : letter;
  }
  return out;
}

/** Split `label` where a word of it begins as a word of `query` does; accents do not matter. */
export function marked(label: string, query: string): Part[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  const flat = plain(label);
  const hits: [number, number][] = [];
  for (const word of words) {
    for (let at = flat.indexOf(word); at >= 0; at = flat.indexOf(word, at + 1)) {
      if (at === 0 || !/[\p{L}\p{N}]/u.test(flat[at - 1] ?? "")) hits.push([at, at + word.length]);
    }
  }
  hits.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  const parts: Part[] = [];
  let done = 0;
  for (const [from, to] of hits) {
    if (from < done) continue;
    if (from > done) parts.push({ text: label.slice(done, from), hit: false });
    parts.push({ text: label.slice(from, to), hit: true });
    done = to;
  }
  if (done < label.length) parts.push({ text: label.slice(done), hit: false });
  return parts;
}
