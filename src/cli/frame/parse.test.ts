import { expect, test } from "vitest";
import { z } from "zod";
import { runInMemory } from "../../../tests/support/cli/run-in-memory.ts";
import { testCommand } from "../../../tests/support/cli/test-command.ts";

const text = (value?: string) => z.string().optional().meta({ description: "A text.", value });

/** Prints its input, so that a test sees what `run` sees. */
const play = testCommand("play", async ({ input, io }) => io.json(input), {
  named: ["story"],
  input: z.strictObject({
    story: text(),
    budget: z.number().min(0).max(100).optional().meta({ description: "Stop there.", value: "USD" }),
    seed: z.int().default(7).meta({ description: "The dice." }),
    prompt: text(),
    archetypes: z.array(z.string()).optional().meta({ description: "Who plays." }),
    checkpoint: z.array(z.string()).optional().meta({ description: "From where.", whole: true }),
    tier: z.enum(["cheap", "strong"]).optional().meta({ description: "Which models." }),
    banks: z
      .array(z.enum(["semantic", "state"]))
      .optional()
      .meta({ description: "Which banks." }),
    answers: z.string().optional().meta({ description: "Read.", value: "MODEL", bare: "auto" }),
    save: z.boolean().default(true).meta({ description: "Keep the results." }),
    narrator: text("MODEL"),
  }),
});
const compare = testCommand("compare", async ({ input, io }) => io.json(input), {
  named: ["dirs"],
  input: z.strictObject({
    dirs: z.array(z.string()).min(1).meta({ description: "Folders." }),
    metric: z.string().meta({ description: "What to compare." }),
  }),
});

async function parsed(...argv: string[]) {
  const { exit, stdout, stderr } = await runInMemory([play, compare], argv);
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: "" });
  return JSON.parse(stdout) as Record<string, unknown>;
}

async function refused(...argv: string[]) {
  const { exit, stdout, stderr } = await runInMemory([play, compare], argv);
  expect({ exit, stdout }).toEqual({ exit: 2, stdout: "" });
  expect(stderr).not.toContain("    at ");
  return stderr;
}

test("without flags a command gets only the defaults of its schema", async () => {
  expect(await parsed("play")).toEqual({ seed: 7, save: true });
});

test("values can follow a space or =, and kebab-case names become camelCase", async () => {
  const given = ["--budget", "1.5", "--seed=3", "--prompt", "a b", "--tier=cheap", "--answers=haiku"];
  expect(await parsed("play", ...given)).toMatchObject({
    budget: 1.5,
    seed: 3,
    prompt: "a b",
    tier: "cheap",
    answers: "haiku",
  });
});

test("a negative number is a value", async () => {
  expect(await parsed("play", "--seed", "-3")).toMatchObject({ seed: -3 });
  expect(await parsed("play", "--seed=-3", "--prompt", "-")).toMatchObject({ seed: -3, prompt: "-" });
});

test("a list is comma separated and repeatable; one of paths is only repeatable", async () => {
  const given = ["--archetypes", "a, b", "--archetypes=c,", "--checkpoint", "x,y", "--checkpoint", "z"];
  expect(await parsed("play", ...given)).toMatchObject({
    archetypes: ["a", "b", "c"],
    checkpoint: ["x,y", "z"],
  });
});

test("a bare flag with an optional value does not swallow the next argument", async () => {
  expect(await parsed("play", "--answers", "innsmouth")).toMatchObject({
    answers: "auto",
    story: "innsmouth",
  });
});

test("--no- turns a boolean off", async () => {
  expect(await parsed("play", "--no-save")).toMatchObject({ save: false });
});

test("after -- nothing is a flag", async () => {
  expect(await parsed("play", "--", "--budget")).toMatchObject({ story: "--budget" });
  expect(await parsed("play", "--", "--help")).toMatchObject({ story: "--help" });
});

test("the error for an unknown flag suggests the closest one and names the help", async () => {
  const remedy = "rehearse play --help lists the flags.";
  expect(await refused("play", "--bugdet", "3")).toBe(
    `Error: Unknown flag --bugdet. Did you mean --budget?\n${remedy}\n`,
  );
  expect(await refused("play", "--maxSeed")).toContain("Unknown flag --maxSeed.");
  expect(await refused("play", "-seed=3")).toContain("Unknown flag -seed. Did you mean --seed?");
  expect(await refused("play", "--zzzzzzzz")).toContain("Unknown flag --zzzzzzzz.\n");
  expect(await refused("play", "--no-budget")).toContain("Unknown flag --no-budget.");
  expect(await refused("play", "--model", "x")).toContain("Did you mean --answers or --narrator?");
});

test.each([
  [["--budget", "five"], '--budget must be a number, not "five".\nGive a number from 0 to 100.'],
  [["--budget", "0x10"], '--budget must be a number, not "0x10".'],
  [["--budget=-1"], "--budget must be at least 0, not -1."],
  [["--budget=101"], "--budget must be at most 100, not 101."],
  [["--seed", "1.5"], "--seed must be a whole number, not 1.5."],
  [
    ["--tier", "cheep"],
    '--tier must be one of cheap, strong, not "cheep". Did you mean cheap?\nWrite --tier cheap.',
  ],
  [["--banks", "state,semantics"], '--banks must be one of semantic, state, not "semantics".'],
  [["--prompt"], "--prompt needs a value: --prompt TEXT."],
  [["--prompt="], "--prompt needs a value: --prompt TEXT."],
  [["--answers="], "--answers needs a value: --answers MODEL."],
  [["--archetypes", ","], "--archetypes needs a value: --archetypes A,B."],
  [["--budget", "--no-save"], "--budget needs a value: --budget USD.\nIt was followed by --no-save."],
  [["--seed", "1", "--seed", "2"], "--seed was given more than once."],
  [["--save", "--no-save"], "--save was given more than once."],
  [["--save=yes"], '--save takes no value, but was given "yes".'],
  [["a", "b"], 'Unexpected argument "b": rehearse play takes [story].'],
])("%j is refused", async (args, message) => {
  expect(await refused("play", ...args)).toContain(`Error: ${message}`);
});

test("missing flags and arguments are refused", async () => {
  expect(await parsed("compare", "a", "b", "--metric", "m")).toEqual({ dirs: ["a", "b"], metric: "m" });
  expect(await refused("compare", "--metric=m")).toContain(
    "<dirs> is missing.\nUsage: rehearse compare <dirs...>.",
  );
  expect(await refused("compare", "a", "b")).toContain("compare needs --metric.");
});
