/** The library exports the documented names, and its examples run offline as printed. */
import { execFile } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import * as library from "../../src/index.ts";

const root = resolve(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const run = promisify(execFile);

const functions = [
  "ab",
  "bankImport",
  "bankMigrate",
  "bankOverride",
  "bisect",
  "calibrate",
  "check",
  "compare",
  "defineConfig",
  "exportFile",
  "judge",
  "judgeLabel",
  "matrix",
  "matrixMerge",
  "models",
  "modelsTry",
  "observe",
  "openSession",
  "play",
  "replay",
  "report",
  "resume",
  "storyCheck",
  "storyImport",
  "storyList",
];

test("the library exports the functions, one error, and the types that a consumer uses, by name", () => {
  expect(Object.keys(library).sort()).toEqual(["HarnessError", ...functions]);
  const source = read("src/index.ts");
  expect(source).not.toMatch(/export (type )?\*/);
  const types = [...source.matchAll(/export type \{([^}]+)\}/g)].flatMap(([, names]) => names!.split(","));
  const used = [...read("tests/package/consumer.ts").matchAll(/^  type (\w+),$/gm)].map(([, name]) => name);
  expect(
    types
      .map((name) => name.trim())
      .filter((name) => name !== "")
      .sort(),
  ).toEqual(used.sort());
});

/** The `@example` of every function in the source. */
const documented = new Map(
  [
    "index.ts",
    "operations/library.ts",
    "vitest.ts",
    "operations/play/open-session.ts",
    ...readdirSync(join(root, "src/api")).map((name) => `api/${name}`),
  ].flatMap((file) =>
    [
      ...read(`src/${file}`).matchAll(
        /\/\*\*\n((?: \*.*\n)+?) \*\/\nexport (?:async )?(?:function|const) (\w+)/g,
      ),
    ].flatMap(([, comment, name]) => {
      const [, example] = comment!.split(" * @example\n");
      return example === undefined ? [] : [[name!, example.replaceAll(/^ \* ?/gm, "").trim()] as const];
    }),
  ),
);

const guide = read("docs/guide/api.md");
const shown = [...guide.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, block]) => block!.trim());

test("every function has an example, and the guide shows the same", () => {
  expect([...documented.keys()].sort()).toEqual([...functions, "bank", "playtest"].sort());
  expect([...documented.values()].sort()).toEqual(shown.toSorted());
});

/** A folder in which `rehearse-llm` is installed, as far as Node can tell: its source is this clone's. */
function installed(): string {
  const folder = mkdtempSync(join(tmpdir(), "library-"));
  const rehearse = join(folder, "node_modules/rehearse-llm");
  mkdirSync(rehearse, { recursive: true });
  const exports = { ".": "./src/index.ts", "./vitest": "./src/vitest.ts" };
  writeFileSync(
    join(rehearse, "package.json"),
    JSON.stringify({ name: "rehearse-llm", type: "module", exports }),
  );
  for (const name of ["src", "recordings", "examples"]) symlinkSync(join(root, name), join(rehearse, name));
  symlinkSync(join(root, "node_modules/vitest"), join(folder, "node_modules/vitest"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  return folder;
}

/** No keys, no settings of this machine. */
const env = { PATH: process.env["PATH"], TMPDIR: process.env["TMPDIR"] };

/** What each example prints, in the order of the names. */
const printed: Record<string, RegExp> = {
  ab: /^Not decided.* null$/s,
  bankImport: /^1 \[ 'imported\/test_banks\/semantic\/faq\.json' \]$/,
  bankMigrate: /^V1 SEMANTIC$/,
  bankOverride: /^\[ 'warranty_claims' \]$/,
  calibrate: /tests: 3,\s+kbTokens: \d+/,
  catalog: /'opus-4\.5: [\d.]+'/,
  check: /^(EXCELLENT|GOOD) [\d.]+ 0$/,
  compare: /^A lost 0 points, B \d+; the difference is 1 loop/,
  defineConfig: /^$/,
  matrix: /^\S+ 0$/,
  matrixMerge: /^5 Overall \d/,
  observe: /'turn \d+: loop'/,
  openSession: /^5 0 [\s\S]*# Session Report/,
  play: /^timeout \d+ sessions\/innsmouth-/,
  resume: /^timeout 5$/,
  replay: /^\[ '\w+ after 5 turns' \]$/,
};

test("the examples of the guide run without a key, and only they print", { timeout: 180_000 }, async () => {
  const folder = installed();
  for (const name of functions) writeFileSync(join(folder, `${name}.ts`), `${documented.get(name)!}\n`);
  const all = functions.map((name) => `console.log("\\n@@ ${name}");\nawait import("./${name}.ts");\n`);
  writeFileSync(join(folder, "all.ts"), all.join(""));
  const { stdout, stderr } = await run(process.execPath, ["all.ts"], { cwd: folder, env });
  expect(stderr).toBe("");
  const parts = stdout
    .trim()
    .split(/\n?^@@ /m)
    .slice(1);
  const said = Object.fromEntries(
    parts.map((part) => [part.split("\n")[0]!, part.split("\n").slice(1).join("\n").trim()]),
  );
  expect(Object.keys(said)).toEqual(functions);
  for (const [name, text] of Object.entries(said)) expect(text, name).toMatch(printed[name]!);
});

type Reported = {
  testResults: Array<{
    name: string;
    assertionResults: Array<{ fullName: string; status: string; failureMessages: string[] }>;
  }>;
};

test(
  "the Vitest example passes; a broken expectation names turn and quote",
  { timeout: 180_000 },
  async () => {
    const folder = installed();
    cpSync(join(root, "examples/vitest"), folder, { recursive: true });
    const documentedTests = `${documented.get("playtest")!}\n${documented.get("bank")!}\n`;
    writeFileSync(join(folder, "documented.spec.ts"), documentedTests);
    writeFileSync(
      join(folder, "broken.spec.ts"),
      `import { bank, playtest } from "rehearse-llm/vitest";
import { expect } from "vitest";
playtest("finds", { recording: "node_modules/rehearse-llm/recordings/innsmouth" }, (session) => {
  expect(session).toHaveNoFindings();
});
playtest("is not in the recording", { recording: "node_modules/rehearse-llm/recordings/long-quiet", maxTurns: 12, prompt: "structured" }, (session) => {
  expect(session).toComplete();
});
bank("above 100", { target: "offline", test: ["ALWAYS-001"], minScore: 101 });
bank("asked", { target: "offline", test: ["V2-GR-001"], minScore: 0 });
`,
    );
    const vitest = join(root, "node_modules/vitest/vitest.mjs");
    // One process that imports the library once: other tests keep the cores busy.
    const shared = ["--no-isolate", "--maxWorkers=1"];
    const args = [vitest, "run", ...shared, "--reporter=json", "--outputFile=out.json"];
    const code = await run(process.execPath, args, { cwd: folder, env }).then(
      () => 0,
      (error: { code: number }) => error.code,
    );
    expect(code).toBe(1);
    const { testResults } = JSON.parse(readFileSync(join(folder, "out.json"), "utf8")) as Reported;
    const testsIn = (file: string) =>
      testResults.find(({ name }) => name.endsWith(`/${file}`))!.assertionResults;
    const example = testsIn("narrator.spec.ts");
    expect(example.filter(({ status }) => status !== "passed")).toEqual([]);
    expect(example.map(({ fullName }) => fullName)).toEqual(
      expect.arrayContaining(["a recorded session", "retrieval the whole"]),
    );
    expect(example.filter(({ fullName }) => fullName.startsWith("retrieval state ")).length).toBeGreaterThan(
      5,
    );
    expect(testsIn("documented.spec.ts").map(({ status }) => status)).not.toContain("failed");

    const broken = new Map(testsIn("broken.spec.ts").map((each) => [each.fullName, each]));
    const messageOf = (name: string) => broken.get(name)!.failureMessages.join("\n");
    expect(messageOf("finds")).toContain(
      "6 findings:\n  turn 5, rushed: The players were still talking to Lottie",
    );
    expect(messageOf("finds")).toContain('turn 4: "Lottie, the stone, or the hotel: where do you begin?"');
    expect(messageOf("is not in the recording")).toContain("long-quiet");
    expect(broken.keys().find((name) => name.startsWith("asked semantic "))).toBe(
      "asked semantic V2-GR-001: she texts me nonstop just trying to get a reaction",
    );
    const belowScore = broken.keys().find((name) => name.startsWith("above 100 always ALWAYS-001"));
    expect(messageOf(belowScore!)).toContain("ALWAYS-001 scored 100 (Perfect), required: ≥ 101");
    expect(messageOf("above 100 the whole")).toContain("1 of 1 test failed.");
  },
);
