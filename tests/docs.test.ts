/** What the documents promise is what there is. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { commands } from "../src/cli/commands.ts";
import { settingsGuide } from "../src/kernel/settings/index.ts";

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

test("the configuration guide is what the schema says (make it anew with `rehearse config --guide`)", () => {
  expect(read("docs/guide/configuration.md").trim()).toBe(settingsGuide().trim());
});

test("CI runs the README's test command and nothing that the README does not say", () => {
  const runs = read(".ci/run")
    .split("\n")
    .filter((line) => /\b(npx|pnpm|npm|node|vitest)\b/.test(line) && !line.startsWith("#"));
  expect(runs).toEqual(["npx -y pnpm@12 test"]);
  expect(read("README.md")).toContain("npx -y pnpm@12 test");
  expect(read("README.md")).toContain("npx -y pnpm@12 demo");
});

test("the README's table of commands is the table of commands", () => {
  const listed = [...read("README.md").matchAll(/^\| `([a-z]+)[ `]/gm)].map(([, name]) => name!);
  expect(listed.sort()).toEqual(commands.map(({ name }) => name).sort());
});

test.each(documents)("%s links to files that exist, and names no machine", (path) => {
  const text = read(path);
  const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map(([, link]) => link!)
    .filter((link) => !/^[a-z]+:/.test(link));
  expect(links.filter((link) => !existsSync(resolve(root, dirname(path), link)))).toEqual([]);
  expect(text).not.toMatch(/\/(work|home|tmp|root|Users)\//);
});

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
