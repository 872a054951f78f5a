import { expect, test } from "vitest";
import { z } from "zod";
import { runInMemory } from "../../../tests/support/cli/run-in-memory.ts";
import { testCommand } from "../../../tests/support/cli/test-command.ts";

const never = async () => {
  throw new Error("help must not run the command");
};
const play = testCommand("play", never, {
  named: ["story", "rest"],
  input: z.strictObject({
    story: z.string().meta({ description: "The story." }),
    rest: z.array(z.string()).optional().meta({ description: "More." }),
    budget: z.number().min(0).optional().meta({ description: "Stop when this much is spent.", value: "USD" }),
    tier: z.enum(["cheap", "strong"]).default("cheap").meta({ description: "Which models." }),
    answers: z.string().optional().meta({ description: "Read the answers.", value: "MODEL", bare: "auto" }),
    aVeryLongNameForAFlag: z
      .string()
      .optional()
      .meta({ description: "Has its text below.", value: "SOMETHING" }),
    prompt: z.string().meta({ description: "The prompt." }),
    save: z.boolean().default(true).meta({ description: "Keep the results." }),
  }),
});
const models = testCommand("models", never);

const help = (...argv: string[]) => runInMemory([play, models], argv);

test("without arguments, with --help, -h and help: the same overview, and success", async () => {
  const bare = await help();
  expect(bare).toMatchObject({ exit: 0, stderr: "" });
  expect(bare.stdout).toContain("rehearse <command> [flags]");
  expect(bare.stdout).toContain("PLAY\n  play    The command play\n  models  The command models\n");
  expect(bare.stdout).toContain("--version");
  expect(bare.stdout.match(/^ {2}rehearse (demo|models)$/gm)).toHaveLength(2);
  expect(bare.stdout).toContain("docs/guide");
  for (const argv of [["--help"], ["-h"], ["help"], ["help", "help"]])
    expect(await help(...argv)).toEqual(bare);
});

test("help <command> and <command> --help are the same, even with further arguments", async () => {
  const asked = await help("help", "play");
  expect(asked).toMatchObject({ exit: 0, stderr: "" });
  expect(await help("play", "--help")).toEqual(asked);
  expect(await help("--help", "play")).toEqual(asked);
  expect(await help("play", "--bugdet", "-h")).toEqual(asked);
});

test("a command's help has usage, arguments, aligned flags with defaults and limits, and common flags apart", async () => {
  const { stdout } = await help("play", "--help");
  expect(stdout).toContain("USAGE\n  rehearse play <story> [rest...] [flags]\n");
  expect(stdout).toContain("ARGUMENTS\n  <story>    The story. (required)\n  [rest...]  More.");
  expect(stdout).toContain(
    [
      "FLAGS",
      "  --budget USD       Stop when this much is spent. (at least 0)",
      "  --tier NAME        Which models. (one of cheap, strong; default cheap)",
      "  --answers[=MODEL]  Read the answers. (without a value: auto)",
      "  --a-very-long-name-for-a-flag SOMETHING",
      "                     Has its text below.",
      "  --prompt TEXT      The prompt. (required)",
      "  --no-save          Do not keep the results.",
    ].join("\n"),
  );
  expect(stdout).toContain("COMMON FLAGS\n  --json  Print one JSON document.\n");
  expect(stdout).toContain("EXAMPLES\n  rehearse play\n      As it is.\n");
});

test("no line is wider than 80 columns", async () => {
  for (const argv of [[], ["help", "play"]]) {
    const { stdout } = await help(...argv);
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  }
});
