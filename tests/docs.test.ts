/** The documents match the code. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { reference } from "../docs/generate.ts";
import { commands } from "../src/cli/commands.ts";
import { markerName } from "../src/cli/commands/flags/ci-flags.ts";
import { kebab } from "../src/cli/frame/index.ts";
import { markerOf } from "../src/kernel/report/index.ts";

const root = resolve(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const documents = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => join("docs", path)),
];

test.each(Object.entries(reference))(
  "%s is up to date (`node docs/generate.ts` writes it)",
  async (path, make) => {
    expect(read(path)).toBe(await make());
  },
);

test("CI runs the README's test command and nothing else", () => {
  const runs = read(".ci/run")
    .split("\n")
    .filter((line) => /\b(npx|pnpm|npm|node|vitest)\b/.test(line) && !line.startsWith("#"));
  expect(runs).toEqual(["npx -y pnpm@12 test"]);
  expect(read("README.md")).toContain("npx -y pnpm@12 test");
  expect(read("README.md")).toContain("npx -y pnpm@12 demo");
});

test.each(documents)("%s links to existing files, and names no machine", (path) => {
  const text = read(path);
  const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map(([, link]) => link!)
    .filter((link) => !/^[a-z]+:/.test(link));
  expect(links.filter((link) => !existsSync(resolve(root, dirname(path), link)))).toEqual([]);
  expect(text).not.toMatch(/\/(work|home|tmp|root|Users)\//);
});

test.each(documents)("%s links to headings that exist", (path) => {
  const missing = [...read(path).matchAll(/\]\(([^)#\s]*)#([^)\s]+)\)/g)].filter(
    ([, file, heading]) =>
      !/^[a-z]+:/.test(file!) &&
      !headingsOf(file === "" ? join(root, path) : resolve(root, dirname(path), file!)).has(heading!),
  );
  expect(missing.map(([link]) => link)).toEqual([]);
});

/** Headings as GitHub names them in links. */
function headingsOf(path: string): Set<string> {
  const headings = [...readFileSync(path, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\- ]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

test.each(documents.filter((path) => path.startsWith("docs/guide") || path === "README.md"))(
  "%s uses only commands and flags that exist",
  async (path) => {
    const flags = new Map<string, Set<string>>();
    for (const { name, load } of commands)
      flags.set(name, new Set(["help", "trace", ...Object.keys((await load()).default.flags).map(kebab)]));
    const unknown = rehearseCommands(read(path)).filter(
      ([name, ...used]) =>
        !flags.has(name!) || used.some((flag) => !flags.get(name!)!.has(flag.replace(/^no-/, ""))),
    );
    expect(unknown).toEqual([]);
  },
);

/** `rehearse play --seed 7` as ["play", "seed"], from code blocks and code in sentences. */
function rehearseCommands(text: string): string[][] {
  const code = [...text.matchAll(/^```[a-z]*\n([\s\S]*?)^```|`([^`\n]+)`/gm)].map(
    ([, block, inline]) => block ?? inline!,
  );
  return code
    .flatMap((part) => part.split(/\n|&&/))
    .map((line) => line.replace(/\s#.*$/, ""))
    .flatMap((line) => [...line.matchAll(/^\s*(?:\$ )?(?:\.\/)?rehearse ([a-z]+)\b(.*)$/g)])
    .map(([, name, rest]) => [
      commandIn(name!, rest!),
      ...[...rest!.matchAll(/ --([a-z-]+)/g)].map(([, flag]) => flag!),
    ]);
}

/** `bank import` is a command of two words. */
function commandIn(name: string, rest: string): string {
  const [, action] = /^ ([a-z]+)\b/.exec(rest) ?? [];
  const inFull = `${name} ${action}`;
  return commands.some((each) => each.name === inFull) ? inFull : name;
}

test("pinned versions only", () => {
  const { dependencies, devDependencies } = JSON.parse(read("package.json")) as Record<
    string,
    Record<string, string>
  >;
  expect(
    Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+/.test(version),
    ),
  ).toEqual([]);
});

test("the CI guide shows a comment with the marker that the command writes", () => {
  const [, recording] = /`play --recording (\S+) .*?`/.exec(read("docs/guide/ci.md"))!;
  expect(read("docs/guide/ci.md")).toContain(`\n${markerOf("play", markerName([recording], "play"))}\n`);
});
