/** The documents match the code. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { reference } from "../docs/generate.ts";
import { commands } from "../src/cli/commands.ts";
import { kebab } from "../src/kernel/errors/index.ts";
import { providers } from "../src/kernel/models/index.ts";
import { operations } from "../src/operations/declared.ts";
import { markerName } from "../src/operations/marker-name.ts";
import { markerOf } from "../src/kernel/report/index.ts";
import { runCommand } from "./support/cli/run-in-memory.ts";

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
      flags.set(
        name,
        new Set(["help", "trace", ...(await load()).options.map((option) => kebab(option.name))]),
      );
    const unknown = rehearseCommands(read(path)).filter(
      ([name, ...used]) =>
        !flags.has(name!) || used.some((flag) => !flags.get(name!)!.has(flag.replace(/^no-/, ""))),
    );
    expect(unknown).toEqual([]);
  },
);

test("an option that takes more than text says what, for the library's guide", async () => {
  const silent: string[] = [];
  for (const { name, load } of operations) {
    const { input } = await load();
    const { properties = {} } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
    for (const [option, { anyOf = [], also }] of Object.entries(properties as Record<string, Property>))
      if (
        also === undefined &&
        anyOf.some(({ type }) => !["string", "array", "integer"].includes(type ?? ""))
      )
        silent.push(`${name}: ${option}`);
  }
  expect(silent).toEqual([]);
});
type Property = { anyOf?: Array<{ type?: string }>; also?: string };

/** `rehearse play --seed 7` as ["play", "seed"], from code blocks and code in sentences. */
function rehearseCommands(text: string): string[][] {
  const code = [...text.matchAll(/^```[a-z]*\n([\s\S]*?)^```|`([^`\n]+)`/gm)].map(
    ([, block, inline]) => block ?? inline!,
  );
  return code
    .flatMap((part) => part.split(/\n|&&/))
    .map((line) => line.replace(/\s#.*$/, ""))
    .flatMap((line) => [...line.matchAll(/^\s*(?:\$ )?(?:\.\/|npx )?rehearse ([a-z]+(?: [a-z]+\b)?)(.*)$/g)])
    .map(([, words, rest]) => [
      nameIn(words!),
      ...[...rest!.matchAll(/ --([a-z-]+)/g)].map(([, flag]) => flag!),
    ]);
}

/** `judge label` is a command; in `resume sessions` the second word is an argument. */
const nameIn = (words: string): string =>
  commands.some(({ name }) => name === words) ? words : words.split(" ")[0]!;

test("the guides are short, and each begins with a command", () => {
  const guides = documents.filter((path) => path.startsWith("docs/guide/") && !(path in reference));
  expect(guides.reduce((sum, path) => sum + read(path).trim().split(/\s+/).length, 0)).toBeLessThanOrEqual(
    9_000,
  );
  expect(guides.filter((path) => !/^# .+\n\n```\n(\.\/|npx )rehearse /.test(read(path)))).toEqual([
    "docs/guide/glossary.md",
  ]);
});

test("play and matrix start with one key, as README and guides print them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "guides-"));
  await runCommand(["init", folder]);
  for (const name of ["examples", "recordings"]) symlinkSync(join(root, name), join(folder, name));
  process.chdir(folder);
  const started: string[] = [];
  for (const path of documents.filter((each) => !(each in reference))) {
    for (const { key } of Object.values(providers)) if (key) vi.stubEnv(key, undefined);
    vi.stubEnv("REHEARSE_ONE_KEY", undefined);
    vi.stubEnv("ANTHROPIC_API_KEY", "sk-dummy-key");
    for (const [, block] of read(path).matchAll(/^ *```\n([\s\S]*?)^ *```/gm))
      for (const line of block!.split("\n").map((each) => each.replace(/\s#.*$/, "").trim())) {
        if (line.startsWith("export ") && line.includes("REHEARSE_ONE_KEY=true"))
          vi.stubEnv("REHEARSE_ONE_KEY", "true");
        const [, words] = /^(?:npx |\.{1,2}\/)rehearse ((?:play|matrix) --(?!.*<).*)$/.exec(line) ?? [];
        if (words === undefined || words.includes("--recording")) continue;
        const { exit, stderr } = await runCommand([
          ...words.replace(" --dry-run", "").split(" "),
          "--dry-run",
        ]);
        expect({ path, line, exit, stderr: exit === 0 ? "" : stderr }).toMatchObject({ exit: 0 });
        started.push(line);
      }
  }
  expect(started.length).toBeGreaterThan(10);
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

test("the CI guide shows a comment with the marker that the command writes", () => {
  const [, recording] = /`play --recording (\S+) .*?`/.exec(read("docs/guide/ci.md"))!;
  expect(read("docs/guide/ci.md")).toContain(`\n${markerOf("play", markerName([recording], "play"))}\n`);
});
