/** Style sheets of visited pages stay loaded, so one page's rules must not match another page's classes. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const src = resolve(import.meta.dirname, "..");
const sheets = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((path) =>
  path.endsWith(".css"),
);
/** The folder of a page; `styles` and `ui` are shared. */
const pageOf = (path: string) => path.split("/")[0]!;

/** The first class of each rule: `.turn` in `.turn .issue-mark`. Compounds such as `.facts.components` count as one. */
function startsOf(path: string): string[] {
  const css = readFileSync(join(src, path), "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, "");
  return [...css.matchAll(/(?:^|[{},;])\s*([^{},;@]+?)\s*(?=[{,])/g)].flatMap(
    ([, selector]) => /^(\.[\w-]+(?:\.[\w-]+)*)/.exec(selector!.trim())?.[1] ?? [],
  );
}

test("no class belongs to two pages", () => {
  const owners = new Map<string, Set<string>>();
  for (const path of sheets)
    for (const start of startsOf(path)) owners.set(start, (owners.get(start) ?? new Set()).add(pageOf(path)));
  expect(owners.size).toBeGreaterThan(100);
  const shared = [...owners]
    .map(
      ([start, pages]) => [start, [...pages].filter((page) => page !== "styles" && page !== "ui")] as const,
    )
    .filter(([, pages]) => pages.length > 1);
  expect(shared).toEqual([]);
});
