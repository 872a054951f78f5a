/** Enforces the architecture: which parts may import which, and where effects are allowed. No exceptions. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..");
const src = join(root, "src");

/** What each part may import besides itself. */
const mayImport: Record<string, string[]> = {
  contract: [],
  kernel: ["contract"],
  playtest: ["kernel", "contract"],
  retrieval: ["kernel", "contract"],
  operations: ["playtest", "retrieval", "kernel", "contract", "config"],
  server: ["operations", "playtest", "retrieval", "kernel", "contract", "config"],
  mcp: ["operations", "playtest", "kernel", "contract", "config"],
  export: ["server", "operations", "playtest", "kernel", "contract"],
  cli: ["export", "server", "mcp", "operations", "playtest", "retrieval", "kernel", "contract", "config"],
  config: ["kernel", "contract"],
  index: ["export", "operations", "kernel", "contract", "config"],
  vitest: ["operations", "playtest", "kernel", "contract"],
};

type Import = { from: string; to: string; text: string };

const sources = filesBelow(src).filter((file) => file.endsWith(".ts"));
const code = new Map(sources.map((file) => [file, withoutComments(readFileSync(file, "utf8"))]));
const imports = sources.flatMap(importsOf);
const isTest = (file: string) => file.endsWith(".test.ts");
/** Test support is outside src, so that it is not shipped. Only tests may import it. */
const support = join(root, "tests", "support");
const forTests = ({ from, to }: Import) => isTest(from) && to.startsWith(`${support}/`);
const relatives = imports.filter(({ text }) => text.startsWith("."));
const ours = relatives.filter((one) => !forTests(one));
const show = (list: Import[]) => list.map(({ from, text }) => `${relative(root, from)} → ${text}`);

test("there is something to check", () => {
  expect(sources.length).toBeGreaterThan(50);
  expect(ours.length).toBeGreaterThan(100);
});

test("imports follow the arrows: cli → server → operations → suites → kernel → contract", () => {
  expect(
    show(
      ours.filter(({ from, to }) => part(from) !== part(to) && !mayImport[part(from)]?.includes(part(to))),
    ),
  ).toEqual([]);
});

test("imports stay inside src, except that tests import test support", () => {
  expect(show(ours.filter(({ to }) => !to.startsWith(`${src}/`)))).toEqual([]);
  expect(relatives.filter(forTests).length).toBeGreaterThan(0);
});

test("every shipped file is reached from the binary or the library, not only from tests", () => {
  const graph = Map.groupBy(ours, ({ from }) => from);
  const reached = new Set<string>();
  const reach = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const { to } of graph.get(file) ?? []) reach(to);
  };
  for (const entry of ["cli/main.ts", "index.ts", "vitest.ts"]) reach(join(src, entry));
  // A part that no entry point reaches is still being built.
  const inUse = new Set([...reached].map(part));
  expect([...inUse]).toEqual(expect.arrayContaining(["cli", "playtest", "kernel", "contract", "config"]));
  expect(
    sources
      .filter((file) => inUse.has(part(file)) && !isTest(file) && !reached.has(file))
      .map((file) => relative(root, file)),
  ).toEqual([]);
});

test("only the gateway imports the SDK", () => {
  const sdk = imports.filter(({ text }) => text === "ai" || /^(ai|@ai-sdk|@openrouter)\//.test(text));
  expect(
    show(sdk.filter(({ from }) => !isTest(from) && !from.startsWith(join(src, "kernel", "models")))),
  ).toEqual([]);
});

test("every folder of src is listed here", () => {
  expect([...new Set(sources.map(part))].filter((name) => !(name in mayImport))).toEqual([]);
});

test("the contract imports zod and nothing else", () => {
  expect(
    show(
      imports.filter(
        ({ from, to, text }) =>
          part(from) === "contract" && text !== "zod" && !(text.startsWith(".") && part(to) === "contract"),
      ),
    ),
  ).toEqual([]);
});

test("a folder is entered through its index", () => {
  expect(
    show(
      ours.filter(({ from, to }) =>
        rooms(to).some(
          (room) => !inside(from, room) && to !== join(room, "index.ts") && !throughParent(to, room),
        ),
      ),
    ),
  ).toEqual([]);
});

test("no import cycles", () => {
  const graph = Map.groupBy(ours, ({ from }) => from);
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: string[]) => {
    if (path.includes(file))
      return void circles.push(
        [...path.slice(path.indexOf(file)), file].map((f) => relative(src, f)).join(" → "),
      );
    if (done.has(file)) return;
    for (const { to } of graph.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of sources) visit(file, []);
  expect(circles).toEqual([]);
});

test.each([
  [
    "process.env",
    /\bprocess\.env\b|\benv\b[^;{}]*\}\s*=\s*process\b|["']node:process["']/,
    (file: string) => part(file) === "config",
  ],
  ["printing", /\bconsole\.|\bprocess\.(stdout|stderr)\b/, (file: string) => part(file) === "cli"],
  ["Math.random", /\bMath\.random\b/, () => false],
  [
    "the wall clock",
    /\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b/,
    (file: string) => file.endsWith(join("kernel", "clock", "index.ts")),
  ],
])("%s is used only where allowed", (_, pattern, allowed) => {
  expect(
    sources
      .filter((file) => !isTest(file) && !allowed(file) && pattern.test(code.get(file)!))
      .map((file) => relative(root, file)),
  ).toEqual([]);
});

test("files are read and written through the store", () => {
  const allowed = [join("kernel", "store", ""), join("cli", ""), join("config", ""), "config.ts"].map(
    (place) => join(src, place),
  );
  const elsewhere = sources.filter(
    (file) => !isTest(file) && !allowed.some((place) => file === place || file.startsWith(place)),
  );
  // Any mention counts: an import, a require, getBuiltinModule.
  expect(elsewhere.filter((file) => /["'`](node:)?fs(\/promises)?["'`]/.test(code.get(file)!))).toEqual([]);
});

test("at most 585 files, 15 in a folder, no name twice in a part", () => {
  const files = sources.filter((file) => !isTest(file));
  expect(files.length).toBeLessThanOrEqual(585);
  const crowded = [...Map.groupBy(files, dirname)].filter(([, inside]) => inside.length > 15);
  expect(crowded.map(([dir]) => relative(root, dir))).toEqual([]);
  const named = Map.groupBy(
    files.filter((file) => basename(file) !== "index.ts"),
    (file) => `${part(file)}: ${basename(file)}`,
  );
  expect([...named].flatMap(([name, all]) => (all.length > 1 ? [name] : []))).toEqual([]);
});

test("the house only gets smaller: lines without tests, lines of tests, lines over 140 characters", () => {
  const files = ["src", "viewer", "benches", "tests"]
    .flatMap((room) => filesBelow(join(root, room)))
    .filter((file) => /\.tsx?$/.test(file) && !/\/(node_modules|dist)\//.test(file));
  const lines = files.map((file) => ({
    ofTests: file.startsWith(join(root, "tests", "")) || /\.test\.tsx?$/.test(file),
    all: readFileSync(file, "utf8").split("\n"),
  }));
  const count = (ofTests: boolean) =>
    lines.filter((file) => file.ofTests === ofTests).reduce((sum, { all }) => sum + all.length - 1, 0);
  const long = lines.flatMap(({ all }) => all).filter((line) => line.length > 140);
  // Lower these after every change that deletes; never raise them.
  expect(count(false), "lines without tests").toBeLessThanOrEqual(69_682);
  expect(count(true), "lines of tests").toBeLessThanOrEqual(42_873);
  expect(long.length, "lines over 140 characters").toBeLessThanOrEqual(10);
});

test("no catch-all folders or files", () => {
  expect(
    sources
      .map((file) => relative(src, file))
      .filter((file) => /(^|\/)(utils?|helpers?|common|misc|types)(\/|\.ts$)/.test(file)),
  ).toEqual([]);
});

function filesBelow(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function importsOf(from: string): Import[] {
  const found = code.get(from)!.matchAll(/(?:\bfrom\s*|\bimport\s*\(\s*|^\s*import\s+)["']([^"'\s]+)["']/gm);
  return [...found].map(([, text]) => ({ from, text: text!, to: resolve(dirname(from), text!) }));
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");
}

/** `kernel`, `cli`, … or the name of a file at the top. */
function part(file: string): string {
  return relative(src, file).split("/")[0]!.replace(/\.ts$/, "");
}

/** The folders with an index that a file is in, outermost first. */
function rooms(file: string): string[] {
  const found: string[] = [];
  for (let dir = dirname(file); dir.startsWith(`${src}/`); dir = dirname(dir))
    if (sources.includes(join(dir, "index.ts"))) found.unshift(dir);
  return found;
}

const inside = (file: string, room: string) => file.startsWith(`${room}/`);

/** The index of an outer room may be the way into an inner one. */
function throughParent(to: string, room: string): boolean {
  return rooms(to).some((outer) => room.startsWith(`${outer}/`) && to === join(outer, "index.ts"));
}
