/** The build of the islands and the fonts: TypeScript in web/islands, files in web/static/dist. */

import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const OUT = join(import.meta.dirname, "web", "static", "dist");

/** The two voices that need a face of their own; the third is the system's monospace. */
const FACES = ["source-sans-3", "literata"];

/** Alphabets that names in programmes use; the rest falls to the reader's own fonts. */
const ALPHABETS = ["latin", "latin-ext", "cyrillic", "greek"];

/** Copy each face's weight-axis files under stable names and write the stylesheet that names them. */
function fonts(): Plugin {
  return {
    name: "hallway-fonts",
    apply: "build",
    closeBundle() {
      const folder = join(OUT, "fonts");
      mkdirSync(folder, { recursive: true });
      const rules = FACES.flatMap((face) => fontRules(face, folder));
      writeFileSync(join(folder, "fonts.css"), rules.join("\n") + "\n");
    },
  };
}

function fontRules(face: string, folder: string): string[] {
  const home = join(import.meta.dirname, "node_modules", "@fontsource-variable", face);
  copyFileSync(join(home, "LICENSE"), join(folder, `${face}-LICENSE.txt`));
  const css = readFileSync(join(home, "index.css"), "utf-8");
  return ALPHABETS.map((alphabet) => {
    const file = `${face}-${alphabet}-wght-normal.woff2`;
    const rule = css.split("@font-face").find((part) => part.includes(`/${file})`));
    if (rule === undefined) throw new Error(`${home}/index.css names no ${file}`);
    copyFileSync(join(home, "files", file), join(folder, `${face}-${alphabet}.woff2`));
    const body = rule.slice(rule.indexOf("{"), rule.indexOf("}") + 1);
    return `@font-face ${body.replace(/url\([^)]*\) format\('[^']*'\)/, `url(${face}-${alphabet}.woff2) format("woff2")`)}`;
  });
}

interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
}

/** Put the licences of everything that is built in beside it: most ask for that, wherever it goes. */
function licences(): Plugin {
  return {
    name: "hallway-licences",
    apply: "build",
    closeBundle() {
      const lock = JSON.parse(readFileSync(join(import.meta.dirname, "package-lock.json"), "utf-8")) as {
        packages: Record<string, Locked>;
      };
      const parts = Object.entries(lock.packages)
        .filter(([path, { dev, devOptional }]) => path !== "" && !dev && !devOptional)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .flatMap(([path, locked]) => licenceOf(path, locked));
      writeFileSync(join(OUT, "LICENSES.txt"), parts.join("\n\n"));
    },
  };
}

function licenceOf(path: string, { version, license }: Locked): string[] {
  const home = join(import.meta.dirname, path);
  if (!existsSync(home)) return []; // for another platform
  const file = readdirSync(home).find((name) => /^(licen[cs]e|copying)/i.test(name));
  const text = file === undefined ? "" : readFileSync(join(home, file), "utf-8").trim();
  const title = `${path.replace(/^.*node_modules\//, "")} ${version} (${license ?? "see below"})`;
  return [`${title}\n${"=".repeat(title.length)}\n${text}`.trim()];
}

/**
 * Take out of the query editor what the content security policy forbids, and fail when it is not there.
 *
 * The column resizer writes a style element (its rules are in sparql/editor.css); the tooltip of a
 * syntax error has a style attribute; an old JSON reader, never reached, would evaluate text.
 */
function calmEditor(): Plugin {
  const changes: readonly (readonly [string, string])[] = [
    ['l(this, "createStyle", (function(e, n) {', 'l(this, "createStyle", (function(e, n) { return;'],
    ["<strong style='text-decoration:underline'>", "<strong>"],
    ['eval("(" + text + ")")', "JSON.parse(text)"],
  ];
  return {
    name: "hallway-calm-editor",
    transform(code, id) {
      if (!id.includes("/@zazuko/yasgui/build/yasgui.esm.js")) return null;
      for (const [found] of changes) {
        if (code.split(found).length !== 2) throw new Error(`${id} has no single ${found}`);
      }
      return { code: changes.reduce((text, [from, to]) => text.replace(from, to), code), map: null };
    },
  };
}

export default defineConfig({
  root: "web",
  // Relative, so that the site may live under any path of any host.
  base: "./",
  publicDir: false,
  cacheDir: join(import.meta.dirname, "node_modules", ".vite"),
  plugins: [calmEditor(), fonts(), licences()],
  worker: { format: "es" },
  build: {
    outDir: OUT,
    emptyOutDir: true,
    manifest: "manifest.json",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // the content security policy allows no data: addresses
    target: "es2022",
    chunkSizeWarningLimit: 1400, // the SPARQL editor, loaded on its own page alone
    rollupOptions: {
      input: ["islands/suggest.ts", "islands/explore.ts", "islands/sparql-editor.ts", "islands/review.ts"].map((entry) =>
        join(import.meta.dirname, "web", entry),
      ),
    },
  },
  test: { include: ["islands/**/*.test.ts"] },
});
