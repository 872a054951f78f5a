import { expect, expectTypeOf, test } from "vitest";
import { runInMemory } from "../../../tests/support/cli/run-in-memory.ts";
import { defineCommand } from "./index.ts";

const examples = [{ command: "rehearse play", does: "Play." }] as const;

/** Prints its arguments, so that a test sees what `run` sees. */
const play = defineCommand({
  name: "play",
  summary: "One session",
  args: { positionals: [{ name: "story", help: "The story." }] },
  flags: {
    budget: { type: "number", value: "USD", help: "Stop there.", min: 0, max: 100 },
    seed: { type: "integer", help: "The dice.", default: 7 },
    prompt: { type: "string", help: "The prompt." },
    archetypes: { type: "list", help: "Who plays." },
    tier: { type: "choice", choices: ["cheap", "strong"], help: "Which models." },
    banks: { type: "list", choices: ["semantic", "state"], help: "Which banks." },
    oneKey: { type: "string", optionalValue: "auto", value: "VENDOR", help: "One vendor." },
    save: { type: "boolean", help: "Keep nothing.", default: true },
    json: { type: "boolean", help: "One JSON document." },
  },
  examples,
  run: async ({ flags, positionals, io }) => {
    expectTypeOf(flags.budget).toEqualTypeOf<number | undefined>();
    expectTypeOf(flags.seed).toEqualTypeOf<number>();
    expectTypeOf(flags.archetypes).toEqualTypeOf<readonly string[]>();
    expectTypeOf(flags.tier).toEqualTypeOf<"cheap" | "strong" | undefined>();
    expectTypeOf(flags.banks).toEqualTypeOf<readonly ("semantic" | "state")[]>();
    expectTypeOf(flags.oneKey).toEqualTypeOf<string | undefined>();
    expectTypeOf(flags.json).toEqualTypeOf<boolean>();
    expectTypeOf(positionals).toEqualTypeOf<[string?]>();
    io.json({ flags, positionals });
  },
});

const compare = defineCommand({
  name: "compare",
  summary: "Side by side",
  args: { positionals: [{ name: "dir", help: "Folders.", required: true, variadic: true, min: 2, max: 3 }] },
  flags: { metric: { type: "string", help: "What to compare.", required: true } },
  examples,
  run: async ({ flags, positionals, io }) => {
    expectTypeOf(flags.metric).toEqualTypeOf<string>();
    expectTypeOf(positionals).toEqualTypeOf<[string, ...string[]]>();
    io.json({ flags, positionals });
  },
});

const ab = defineCommand({
  name: "ab",
  summary: "A against B",
  args: { positionals: [{ name: "checkpoint", help: "Where to start.", required: true }] },
  flags: { a: { type: "boolean", help: "A." } },
  examples,
  run: async ({ positionals, io }) => {
    expectTypeOf(positionals).toEqualTypeOf<[string]>();
    io.json({ positionals });
  },
});

async function parsed(...argv: string[]) {
  const { exit, stdout, stderr } = await runInMemory([play, compare, ab], argv);
  expect(stderr).toBe("");
  expect(exit).toBe(0);
  return JSON.parse(stdout) as { flags: Record<string, unknown>; positionals: string[] };
}

async function refused(...argv: string[]) {
  const { exit, stdout, stderr } = await runInMemory([play, compare, ab], argv);
  expect(exit).toBe(2);
  expect(stdout).toBe("");
  expect(stderr).not.toContain("    at ");
  return stderr;
}

test("without flags a command gets its defaults, an empty list and false", async () => {
  expect(await parsed("play")).toEqual({
    flags: { seed: 7, archetypes: [], banks: [], save: true, json: false },
    positionals: [],
  });
});

test("values can follow a space or =, and kebab-case names become camelCase", async () => {
  const { flags } = await parsed(
    "play",
    "--budget",
    "1.5",
    "--seed=3",
    "--prompt",
    "a b",
    "--tier=cheap",
    "--one-key=openai",
  );
  expect(flags).toMatchObject({ budget: 1.5, seed: 3, prompt: "a b", tier: "cheap", oneKey: "openai" });
});

test("a negative number is a value", async () => {
  expect((await parsed("play", "--seed", "-3")).flags["seed"]).toBe(-3);
  expect((await parsed("play", "--seed=-3")).flags["seed"]).toBe(-3);
  expect((await parsed("play", "--prompt", "-")).flags["prompt"]).toBe("-");
});

test("a list is comma separated and repeatable", async () => {
  const { flags } = await parsed(
    "play",
    "--archetypes",
    "a, b",
    "--archetypes=c,",
    "--banks",
    "state,semantic",
  );
  expect(flags).toMatchObject({ archetypes: ["a", "b", "c"], banks: ["state", "semantic"] });
});

test("a bare flag with an optional value does not swallow the next argument", async () => {
  expect(await parsed("play", "--one-key", "innsmouth")).toMatchObject({
    flags: { oneKey: "auto" },
    positionals: ["innsmouth"],
  });
});

test("--no- turns a boolean off", async () => {
  expect((await parsed("play", "--no-save")).flags["save"]).toBe(false);
  expect((await parsed("play", "--no-json")).flags["json"]).toBe(false);
});

test("after -- nothing is a flag", async () => {
  expect((await parsed("play", "--", "--budget")).positionals).toEqual(["--budget"]);
  expect((await parsed("play", "--", "--help")).positionals).toEqual(["--help"]);
});

test("the error for an unknown flag suggests the closest one and names the help", async () => {
  const remedy = "rehearse play --help lists the flags.";
  expect(await refused("play", "--bugdet", "3")).toBe(
    `Error: Unknown flag --bugdet. Did you mean --budget?\n${remedy}\n`,
  );
  expect(await refused("play", "--oneKey")).toContain("Unknown flag --oneKey. Did you mean --one-key?");
  expect(await refused("play", "-seed=3")).toContain("Unknown flag -seed. Did you mean --seed?");
  expect(await refused("play", "--zzzzzzzz")).toContain("Unknown flag --zzzzzzzz.\n");
  expect(await refused("ab", "turn-3.json", "-a")).toContain("Unknown flag -a. Did you mean --a?");
  expect(await refused("play", "--no-budget")).toContain("Unknown flag --no-budget.");
});

test.each([
  [["--budget", "five"], '--budget needs a number, not "five".'],
  [["--budget", "0x10"], '--budget needs a number, not "0x10".'],
  [["--budget=1e999"], '--budget needs a number, not "1e999".'],
  [["--budget=-1"], "--budget must be at least 0, not -1."],
  [["--budget=101"], "--budget must be at most 100, not 101."],
  [["--seed", "1.5"], '--seed needs a whole number, not "1.5".'],
  [["--tier", "cheep"], 'Unknown value "cheep" for --tier. Known: cheap, strong. Did you mean cheap?'],
  [
    ["--banks", "state,semantics"],
    'Unknown value "semantics" for --banks. Known: semantic, state. Did you mean semantic?',
  ],
  [["--prompt"], "--prompt needs a value: --prompt TEXT."],
  [["--prompt="], "--prompt needs a value: --prompt TEXT."],
  [["--one-key="], "--one-key needs a value: --one-key VENDOR."],
  [["--archetypes", ","], "--archetypes needs a value: --archetypes A,B."],
  [["--budget", "--no-save"], "--budget needs a value: --budget USD."],
  [["--seed", "1", "--seed", "2"], "--seed was given more than once."],
  [["--save", "--no-save"], "--no-save was given more than once."],
  [["--save=yes"], '--save takes no value, but was given "yes".'],
  [["a", "b"], 'Unexpected argument "b": rehearse play takes [story].'],
])("%j is refused", async (args, message) => {
  expect(await refused("play", ...args)).toContain(`Error: ${message}\n`);
});

test("missing flags and arguments are refused, and so is a wrong number of them", async () => {
  expect(await parsed("compare", "a", "b", "--metric", "m")).toEqual({
    flags: { metric: "m" },
    positionals: ["a", "b"],
  });
  expect(await refused("ab")).toContain("<checkpoint> is missing.\nUsage: rehearse ab <checkpoint>.");
  expect(await refused("compare", "a", "b")).toContain("--metric TEXT is missing.");
  expect(await refused("compare", "a", "--metric=m")).toContain("compare needs at least 2 <dir>, got 1.");
  expect(await refused("compare", "a", "b", "c", "d", "--metric=m")).toContain('Unexpected argument "d"');
});

const sample = defineCommand({
  name: "sample",
  summary: "Measure",
  args: {
    positionals: [{ name: "what", help: "Which.", required: true, choices: ["detectors", "observer"] }],
  },
  flags: {
    maxTurns: { type: "integer", help: "Turns." },
    narrator: { type: "string", value: "MODEL", help: "Narrator." },
    judge: { type: "string", value: "MODEL", help: "Judge." },
  },
  renamed: { settings: "config" },
  examples,
  run: async ({ io, positionals }) => io.json({ positionals, has: [io.has("max-turns"), io.has("seed")] }),
});
test("an unknown value of an argument is refused with a suggestion", async () => {
  expect((await runInMemory([sample], ["sample", "obsever"])).stderr).toContain(
    'Unknown argument "obsever" of sample. Known: detectors, observer. Did you mean observer?',
  );
});

test("an ambiguous declaration is refused by defineCommand", () => {
  const base = { name: "x", summary: "x", examples, run: async () => {} };
  const one = { name: "a", help: "a" };
  expect(() => defineCommand({ ...base, args: { positionals: [{ ...one, variadic: true }, one] } })).toThrow(
    "not last",
  );
  expect(() => defineCommand({ ...base, args: { positionals: [one, { ...one, required: true }] } })).toThrow(
    "optional",
  );
  expect(() => defineCommand({ ...base, flags: { trace: { type: "boolean", help: "mine" } } })).toThrow(
    "--trace",
  );
});
