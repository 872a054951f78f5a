/** The doc comments of what the library exports: the source of docs/guide/api.md, and of the examples that the tests run. */
import { readFileSync } from "node:fs";

export type DocComment = {
  /** Its first sentence. */
  summary: string;
  returns?: string | undefined;
  example?: string | undefined;
};

const FILES = [
  "index.ts",
  "export/index.ts",
  "operations/library.ts",
  "operations/play/open-session.ts",
  "vitest.ts",
];

/** By the name of the function. */
export const docComments: ReadonlyMap<string, DocComment> = new Map(
  FILES.flatMap((file) => {
    const source = readFileSync(new URL(`../src/${file}`, import.meta.url), "utf8");
    const found = source.matchAll(
      /\/\*\*\n?((?:(?!\*\/)[\s\S])+?)\s*\*\/\nexport (?:async )?(?:function|const) (\w+)/g,
    );
    return [...found].map(([, comment, name]) => [name!, docComment(comment!)] as const);
  }),
);

function docComment(comment: string): DocComment {
  const [text = "", ...tags] = comment.replaceAll(/^ \*(?: |$)/gm, "").split(/^@/m);
  const tagged = (tag: string) =>
    tags
      .find((each) => each.startsWith(tag))
      ?.slice(tag.length)
      .trim();
  return {
    summary: /^.+?[.](?= |$)/.exec(text.trim().replaceAll(/\s+/g, " "))?.[0] ?? "",
    returns: tagged("returns")?.replaceAll(/\s+/g, " "),
    example: tagged("example"),
  };
}

/** `matrix merge` is `matrixMerge`; `export` alone is a reserved word. */
export const functionOf = (operation: string): string =>
  operation === "export"
    ? "exportFile"
    : operation.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
