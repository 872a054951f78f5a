import { expect, test } from "vitest";
import { runInMemory } from "../../../tests/support/cli/run-in-memory.ts";
import { defineCommand } from "./index.ts";

const play = defineCommand({
  name: "play",
  summary: "One session",
  description:
    "Plays one session from the first turn to the last, with as many players as you like, and writes what happened to a folder.\n\nA second paragraph.",
  args: {
    positionals: [
      { name: "story", help: "The story.", required: true },
      { name: "rest", help: "More.", variadic: true },
    ],
  },
  flags: {
    budget: { type: "number", value: "USD", help: "Stop when this much is spent.", min: 0 },
    tier: { type: "choice", choices: ["cheap", "strong"], default: "cheap", help: "Which models." },
    oneKey: {
      type: "string",
      value: "VENDOR",
      optionalValue: "auto",
      help: "Play every role on one vendor.",
    },
    aVeryLongNameForAFlag: { type: "string", value: "SOMETHING", help: "Has its text below." },
    prompt: { type: "string", help: "The prompt.", required: true },
    save: { type: "boolean", default: true, help: "Keep nothing." },
  },
  examples: [{ command: "rehearse play innsmouth --budget 1", does: "Play for a dollar." }],
  run: async () => {
    throw new Error("help must not run the command");
  },
});
const models = defineCommand({
  name: "models",
  summary: "The catalog",
  examples: [{ command: "rehearse models", does: "List." }],
  run: async () => {},
});

const help = (...argv: string[]) => runInMemory([play, models], argv);

test("without arguments, with --help, -h and help: the same overview, and success", async () => {
  const bare = await help();
  expect(bare).toMatchObject({ exit: 0, stderr: "" });
  expect(bare.stdout).toContain("rehearse <command> [flags]");
  expect(bare.stdout).toContain("  play    One session\n  models  The catalog\n");
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

test("a command's help has usage, arguments, aligned flags with defaults and limits, and examples", async () => {
  const { stdout } = await help("play", "--help");
  expect(stdout).toContain("USAGE\n  rehearse play <story> [rest...] [flags]\n");
  expect(stdout).toContain("ARGUMENTS\n  story  The story.\n  rest   More.\n");
  expect(stdout).toContain(
    [
      "FLAGS",
      "  --budget USD        Stop when this much is spent. (at least 0)",
      "  --tier NAME         Which models. (one of cheap, strong; default cheap)",
      "  --one-key[=VENDOR]  Play every role on one vendor. (without a value: auto)",
      "  --a-very-long-name-for-a-flag SOMETHING",
      "                      Has its text below.",
      "  --prompt TEXT       The prompt. (required)",
      "  --no-save           Keep nothing.",
    ].join("\n"),
  );
  expect(stdout).toContain("EXAMPLES\n  rehearse play innsmouth --budget 1\n      Play for a dollar.\n");
});

test("no line is wider than 80 columns", async () => {
  for (const argv of [[], ["help", "play"]]) {
    const { stdout } = await help(...argv);
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  }
});
