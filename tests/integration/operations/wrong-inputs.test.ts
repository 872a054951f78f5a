/** Every surface refuses a wrong input with the same error, in its own words for the options, before it does anything. */
import { cpSync, mkdirSync, mkdtempSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { functionOf } from "../../../docs/doc-comments.ts";
import { problem } from "../../../src/contract/index.ts";
import * as library from "../../../src/index.ts";
import { kebab } from "../../../src/kernel/errors/index.ts";
import { serveMcp } from "../../../src/mcp/index.ts";
import type { Declaration } from "../../../src/operations/declaration.ts";
import { operations } from "../../../src/operations/declared.ts";
import { optionsOf } from "../../../src/operations/option-spec.ts";
import { createApp } from "../../../src/server/index.ts";
import { bytesBelow } from "../../support/cli/folder-bytes.ts";
import { runCommand } from "../../support/cli/run-in-memory.ts";
import { houseHarness } from "../../support/house-cast/house-harness.ts";
import { MATRIX, SESSION, type SurfaceName, surfaces, type WrongInput, wrongInputs } from "./wrong-inputs.ts";

type Operation = { name: string; declaration: Declaration };
type Found = Pick<library.HarnessError, "code" | "option" | "message" | "remedy">;

const dir = join(mkdtempSync(join(tmpdir(), "wrong-inputs-")), "workspace");
const declarations: Operation[] = await Promise.all(
  operations.map(async ({ name, load }) => ({ name, declaration: await load() })),
);
const MODULE_PLAN = `stories: [innsmouth]
systemPrompts: { baseline: baseline }
narratorModels: ["./throws.ts"]
sessionsPerCombination: 1
playerModel: house
classifier: none
observer: none
`;
const WRONG_OPTION = /^(unknown-option|missing-option|bad-value|bad-combination)$/;
const ran = new Map<SurfaceName, number>();
const assistant = new Client({ name: "tests", version: "1" });
const leaving = new AbortController();
const bugs: unknown[] = [];
/** The options that an assistant is offered. */
const tools = new Map<string, ReadonlySet<string>>();
let server: ReturnType<typeof createApp>;
let before: Record<string, string>;

beforeAll(async () => {
  mkdirSync(dir);
  process.chdir(dir);
  const played = { narrator: "house", seed: 7, maxTurns: 3 };
  renameSync((await library.play(played)).dir, SESSION);
  cpSync(SESSION, "sessions/sea", { recursive: true });
  const cells = { stories: ["innsmouth"], prompts: ["baseline"] };
  renameSync((await library.matrix({ ...played, ...cells, narrator: ["house"] })).dir, MATRIX);
  mkdirSync("empty");
  writeFileSync("notes.md", "# Notes\n\nNothing.\n");
  writeFileSync("throws.ts", 'throw new Error("out of order");\n');
  writeFileSync("plan.yaml", "stories: [innsmouth]\n");
  writeFileSync("module.yaml", MODULE_PLAN);
  writeFileSync("../outside.md", "Outside.\n");
  symlinkSync("../outside.md", "away.json");
  mkdirSync("prompts");
  symlinkSync("../../outside.md", "prompts/away.md");
  const turn = { session: "a", turn: 1, story: "A house.", players: ["Ada"], narrator: "Dark.", said: [] };
  writeFileSync("evening.jsonl", `${JSON.stringify(turn)}\n`);
  writeFileSync("tests.csv", "Question,primary\nWhat?,gray_rock\n");
  await library.matrix({ preset: "smoke", narrator: ["house"], seed: 7, shard: "1/2", out: "sharded" });
  before = bytesBelow(dir);
  vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("Nothing may be called."));
  const onBug = (error: unknown) => void bugs.push(error);
  server = createApp({
    harness: houseHarness({}, { cwd: dir }),
    workspace: dir,
    place: { host: "127.0.0.1", port: () => 80 },
    onBug,
  });
  const [mine, transport] = InMemoryTransport.createLinkedPair();
  void serveMcp({ command: "rehearse", version: "1.2.3", signal: leaving.signal, onBug, transport });
  await assistant.connect(mine);
  for (const { name, inputSchema } of (await assistant.listTools()).tools)
    tools.set(name, new Set(Object.keys(inputSchema.properties ?? {})));
});

afterAll(async () => {
  leaving.abort();
  await server.close();
  expect(bugs).toEqual([]);
  console.info(`Wrong inputs refused: ${surfaces.map((on) => `${on} ${ran.get(on)}`).join(", ")}.`);
});

test("every operation has wrong inputs", () => {
  expect(Object.keys(wrongInputs).toSorted()).toEqual(operations.map(({ name }) => name).toSorted());
});

test("in the library: an object, or nothing, with a signal and a listener", async () => {
  for (const [given, option] of [
    [null, undefined],
    [{ signal: 5 }, "signal"],
    [{ on: "turn" }, "on"],
  ] as const)
    await expect(library.play(given as never)).rejects.toMatchObject({ code: "bad-value", option });
});

const post = (path: string, input: WrongInput[1]): Response | Promise<Response> =>
  server.app.request(`http://127.0.0.1/api/operations/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(input),
  });

const surface: Readonly<Record<SurfaceName, (operation: Operation, input: WrongInput[1]) => Promise<Found>>> =
  {
    async terminal({ name, declaration }, input) {
      const words = [...name.split(" "), ...flagsOf(input, declaration.arguments ?? []), "--json"];
      const { exit, stdout, stderr } = await runCommand(words);
      expect(exit).toBe(2);
      const { error } = JSON.parse(stdout) as { error: Found };
      expect(stderr).toBe(`Error: ${error.message}\n${error.remedy}\n`);
      for (const { name: each } of optionsOf(declaration.input).filter((spec) => /[A-Z]/.test(spec.name)))
        expect(`${error.message}\n${error.remedy}`).not.toMatch(new RegExp(`(?<![.\\w])${each}(?!\\w)`));
      return error;
    },

    async library({ name }, input) {
      const functions = library as unknown as Record<string, (input: object) => Promise<unknown>>;
      const found = await functions[functionOf(name)]!(input).then(
        () => undefined,
        (caught: unknown) => caught,
      );
      expect(found).toBeInstanceOf(library.HarnessError);
      const { code, option, message, remedy } = found as library.HarnessError;
      return { code, option, message, remedy };
    },

    async http({ name, declaration }, input) {
      const refused = await post(name, input);
      const { error } = problem.strict().parse(await refused.json());
      const statuses = WRONG_OPTION.test(error.code) ? [422] : [400, 403, 404, 409];
      expect(statuses).toContain(refused.status);
      if (declaration.preview) {
        const estimate = await post(`${name}/estimate`, input);
        const found = (await estimate.json()) as { error?: Found; problems?: Found[] };
        expect(found.error ?? found.problems?.[0]).toEqual(error);
      }
      return error as Found;
    },

    async mcp({ name, declaration }, input) {
      const budget = "budget" in declaration.input.shape ? { budget: 1 } : {};
      const refused = await assistant.callTool({ name, arguments: { ...budget, ...input } });
      expect(refused.isError).toBe(true);
      const [content] = refused.content;
      return JSON.parse(content?.type === "text" ? content.text : "") as Found;
    },
  };

const offers = ({ declaration: { surfaces: besides } }: Operation, on: SurfaceName): boolean =>
  on === "terminal" || on === "library" || besides?.includes(on) === true;

const isWithheld = ({ name, declaration }: Operation, option: string): boolean =>
  option in declaration.input.shape && !tools.get(name)!.has(option);

test.each(["http", "mcp"] as const)("%s: an operation that it does not offer", async (on) => {
  const hidden = declarations.filter((operation) => !offers(operation, on));
  for (const operation of [...hidden, { ...hidden[0]!, name: "nothing" }]) {
    const found = await surface[on](operation, {});
    expect(found.code).toBe("unknown-name");
    expect(found.remedy).toContain("play, replay");
  }
});

test("mcp: whatever can cost money needs a budget", async () => {
  for (const operation of declarations.filter((each) => offers(each, "mcp"))) {
    const { declaration } = operation;
    if (!("budget" in declaration.input.shape)) continue;
    const [{ input }] = declaration.examples;
    const found = await surface.mcp(operation, { ...input, budget: undefined });
    expect([found.code, found.option]).toEqual(["missing-option", "budget"]);
  }
});

describe.each(declarations)("$name", (operation) => {
  const { name } = operation;
  const rows = wrongInputs[name]!.flatMap(([wrong, input, error, says, where = {}]) =>
    surfaces
      .filter((on) => offers(operation, on))
      .filter((on) => where.on?.includes(on) ?? true)
      .map((on) => ({ on, wrong, input, error: where[on] ?? error, says: where[on] ? "" : says })),
  );

  test.each(rows)("$on: $wrong", async ({ on, input, error, says }) => {
    ran.set(on, (ran.get(on) ?? 0) + 1);
    const found = await surface[on](operation, input);
    // An option that an assistant is not offered is unknown to it, whatever its value.
    const withheld =
      on === "mcp" ? Object.keys(input).find((each) => isWithheld(operation, each)) : undefined;
    const [code, option] = withheld === undefined ? error.split(" ") : ["unknown-option", withheld];
    const spelled = (name = "none") => (on === "terminal" ? kebab(name) : name);
    expect([found.code, spelled(found.option)]).toEqual([code, spelled(option)]);
    expectClear(found, withheld === undefined ? says : "");
    if (code === "not-found" && on !== "http") expect(found.message).toMatch(/^file not found: /);
    if (on === "http" || on === "mcp") expect(JSON.stringify(found).length).toBeLessThan(5_000);
    if (on !== "terminal") {
      // Commands are typed, so they keep their flags; so is the one that starts the server.
      const ownWords = `${found.message}\n${found.remedy}`
        .replaceAll(/`[^`]*`/g, "")
        .replaceAll(/rehearse .*/g, "")
        .replaceAll(/start the server with --[a-z-]+/g, "");
      expect(ownWords).not.toMatch(/--[a-z]/);
      // An example has a value, and a list is written as one.
      expect(ownWords).not.toMatch(/Example: .*: (\[?"[A-Z|,]{2,}"|an object)|: "[a-z-]+=/);
      if (on === "http") expect(ownWords).not.toMatch(/\b[a-z]+\((\{|\))/);
    }
    expectUntouched();
  });
});

/** One line, unless it lists problems or keys; it names the value; there is something to do; no marks are left, no stack. */
function expectClear({ message, remedy }: Found, says: string): void {
  const [first, ...listed] = message.split("\n");
  if (listed.length > 0) expect(first).toMatch(/:$/);
  for (const line of listed) expect(line).toMatch(/^ {2}\S/);
  expect(message).toContain(says);
  expect(remedy.trim()).not.toBe("");
  expect(`${message}${remedy}`).not.toMatch(/⟦|⟧|undefined|\[object|\n\s+at /);
}

function expectUntouched(): void {
  expect(bytesBelow(dir)).toEqual(before);
  expect(globalThis.fetch).not.toHaveBeenCalled();
}

function flagsOf(input: WrongInput[1], named: readonly string[]): string[] {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const words = named.flatMap((each) => [input[each] ?? []].flat().map(String));
  const flags = given
    .filter(([option]) => !named.includes(option))
    .flatMap(([option, value]) => {
      const flag = kebab(option);
      if (typeof value === "boolean") return value ? `--${flag}` : `--no-${flag}`;
      return Array.isArray(value) && value.length > 0
        ? value.map((item) => `--${flag}=${String(item)}`)
        : `--${flag}=${String(value)}`;
    });
  return [...words, ...flags];
}
