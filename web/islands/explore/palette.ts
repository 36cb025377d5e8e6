/** The colours of the page as numbers: the canvas cannot read custom properties by itself. */

import { KINDS, type Kind } from "../shared/kinds";

export type Colour = readonly [red: number, green: number, blue: number];

export interface Palette {
  readonly paper: Colour;
  readonly ink: Colour;
  readonly ink2: Colour;
  readonly ink3: Colour;
  readonly frame: Colour;
  readonly kinds: Readonly<Record<Kind, Colour>>;
  readonly family: string;
}

/** Read what the style sheets make of the tokens just now, light or dark. */
export function readPalette(host: Element): Palette {
  const probe = document.createElement("span");
  probe.hidden = true;
  host.append(probe);
  const colour = (token: string): Colour => {
    probe.style.color = `var(--${token})`;
    const parts = getComputedStyle(probe).color.match(/[\d.]+/g) ?? [];
    return [Number(parts[0] ?? 0), Number(parts[1] ?? 0), Number(parts[2] ?? 0)];
  };
  probe.style.fontFamily = "var(--known)";
  const family = getComputedStyle(probe).fontFamily;
  const kinds = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, colour(kind)]));
  const palette: Palette = {
    paper: colour("paper"),
    ink: colour("ink"),
    ink2: colour("ink-2"),
    ink3: colour("ink-3"),
    frame: colour("frame"),
    kinds: kinds as Record<Kind, Colour>,
    family,
  };
  probe.remove();
  return palette;
}

/** `share` of one colour over another. */
export function mix(over: Colour, under: Colour, share: number): Colour {
  const part = (index: 0 | 1 | 2) => Math.round(over[index] * share + under[index] * (1 - share));
  return [part(0), part(1), part(2)];
}

/** As sigma and a 2D canvas take it. */
export function css([red, green, blue]: Colour): string {
  return `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}
