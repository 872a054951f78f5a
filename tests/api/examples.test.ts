/** The library exports the documented names, and its examples run offline as printed. */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { docComments, functionOf } from "../../docs/doc-comments.ts";
import * as library from "../../src/index.ts";
import { operations } from "../../src/operations/declared.ts";

const root = resolve(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const run = promisify(execFile);

const functions = [...operations.map(({ name }) => functionOf(name)), "defineConfig", "openSession"].sort();

test("the library exports the functions, one error, and the types that a consumer uses, by name", () => {
  expect(Object.keys(library).sort()).toEqual(["HarnessError", ...functions]);
  const source = read("src/index.ts");
  // The operations have their own list; nothing else is exported without being named.
  expect(source.match(/export (type )?\*.*/g)).toEqual(['export * from "./operations/library.ts";']);
  const types = [...source.matchAll(/export type \{([^}]+)\}/g)].flatMap(([, names]) => names!.split(","));
  const used = [...read("tests/package/consumer.ts").matchAll(/^  type (\w+),$/gm)].map(([, name]) => name);
  expect(
    types
      .map((name) => name.trim())
      .filter((name) => name !== "")
      .sort(),
  ).toEqual(used.sort());
});

/** Doc comments with an example, apart from those of the Vitest functions. */
const examples = [...docComments]
  .filter(([name, { example }]) => functions.includes(name) && example !== undefined)
  .map(([name, { example }]) => [name, example!] as const)
  .sort(([a], [b]) => (a < b ? -1 : 1));

test("every function has a doc comment", () => {
  expect(functions.filter((name) => (docComments.get(name)?.summary ?? "") === "")).toEqual([]);
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
  check: /^\d+ /,
  defineConfig: /^$/,
  exportFile: /^checkpoint innsmouth-\S+-turn-3\.json$/,
  openSession: /^5 0 [\s\S]*# Session Report/,
  play: /^timeout \d+ sessions\/innsmouth-/,
};

test("the examples run without a key, and only they print", { timeout: 180_000 }, async () => {
  const folder = installed();
  for (const [name, example] of examples) writeFileSync(join(folder, `${name}.ts`), `${example}\n`);
  const all = examples.map(([name]) => `console.log("\\n@@ ${name}");\nawait import("./${name}.ts");\n`);
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
  expect(Object.keys(said)).toEqual(Object.keys(printed));
  for (const [name, text] of Object.entries(said)) expect(text, name).toMatch(printed[name]!);
});

test("the tests in the README pass in a new workspace, without a key", { timeout: 60_000 }, async () => {
  const folder = installed();
  cpSync(join(root, "examples/starter"), folder, { recursive: true });
  const [, tests] = /^```ts\n([\s\S]*?)^```/m.exec(read("README.md"))!;
  expect(tests!.trim().split("\n").length).toBeLessThanOrEqual(20);
  writeFileSync(join(folder, "rehearse.spec.ts"), tests!);
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  await run(process.execPath, [vitest, "run", "--reporter=json", "--outputFile=report.json"], {
    cwd: folder,
    env,
  });
  const report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8")) as object;
  expect(report).toMatchObject({ success: true, numPassedTests: 3 });
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
    const documentedTests = ["playtest", "bank"].map((name) => docComments.get(name)!.example).join("\n");
    writeFileSync(join(folder, "documented.spec.ts"), documentedTests);
    writeFileSync(
      join(folder, "broken.spec.ts"),
      `import { bank, playtest } from "rehearse-llm/vitest";
import { expect } from "vitest";
playtest("finds", { recording: "node_modules/rehearse-llm/recordings/innsmouth" }, (session) => {
  expect(session).toHaveNoFindings();
});
const changed = { maxTurns: 12, prompt: "structured" };
playtest("is not in the recording", { recording: "node_modules/rehearse-llm/recordings/long-quiet", ...changed }, (session) => {
  expect(session).toComplete();
});
const stopping = new AbortController();
const on = ({ type }) => type === "progress" && stopping.abort();
playtest("is stopped", { narrator: "house", seed: 7, signal: stopping.signal, on }, () => expect.fail("asserted"));
bank("asked", { target: () => ({ selections: [] }), test: ["V2-GR-001"] });
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
      expect.arrayContaining(["a recorded session", "retrieval the check as a whole"]),
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
    const asked = "asked semantic V2-GR-001: she texts me nonstop just trying to get a reaction";
    expect(messageOf(asked)).toMatch(/V2-GR-001: Hard fail/);
    expect(messageOf("asked the check as a whole")).toContain("V2-GR-001");
  },
);
