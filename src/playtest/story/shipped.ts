import { existsSync, readdirSync } from "node:fs";
import { extname, join, parse } from "node:path";
import { fileURLToPath } from "node:url";
import { HarnessError, suggestion } from "../../kernel/errors/index.ts";
import { fileNotFound } from "../../kernel/store/index.ts";

/** Content that comes with the package: three folders up, from src and from dist alike. */
const folder = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));

const kinds = {
  story: { folder: folder("stories"), ending: ".json" },
  prompt: { folder: folder("prompts"), ending: ".md" },
} as const;

export type ContentKind = keyof typeof kinds;

/** The names that can be given without a path. */
export function shippedNames(kind: ContentKind): string[] {
  const { folder, ending } = kinds[kind];
  return readdirSync(folder)
    .filter((file) => extname(file) === ending)
    .map((file) => parse(file).name)
    .sort();
}

/** Where a story or a prompt is: a file of one's own by its path, or one that is shipped, by its name. */
export function findContent(kind: ContentKind, asked: string): { name: string; path: string } {
  const isPath = /[./\\]/.test(asked);
  if (isPath && existsSync(asked)) return { name: parse(asked).name, path: asked };
  const known = shippedNames(kind);
  if (known.includes(asked))
    return { name: asked, path: join(kinds[kind].folder, `${asked}${kinds[kind].ending}`) };
  if (isPath)
    throw fileNotFound(asked, {
      code: `unknown-${kind}`,
      remedy: `Give the path of a file, or the name of a shipped ${kind}: ${known.join(", ")}.`,
    });
  throw new HarnessError({
    code: `unknown-${kind}`,
    message: [`Unknown ${kind} "${asked}".`, `Known: ${known.join(", ")}.`, suggestion(asked, known)]
      .filter(Boolean)
      .join(" "),
    remedy: `Give one of these names, or the path of a file of your own.`,
  });
}
