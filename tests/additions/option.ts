/** An option of `play`: one property of its input, used where the input is. Flags, help, types and reference follow. */
import type { Addition } from "./addition.ts";

const test = `import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { play, type RunEvent } from "../../../src/index.ts";
import { runCommand } from "../../support/cli/run-in-memory.ts";

const out = mkdtempSync(join(tmpdir(), "greeting-"));

test("the library and the terminal greet", async () => {
  const notes: string[] = [];
  const on = (event: RunEvent) => void (event.type === "note" && notes.push(event.text));
  await play({ narrator: "house", seed: 7, maxTurns: 3, greeting: "Good evening.", out, on });
  expect(notes).toContain("Good evening.");
  const short = ["--narrator", "house", "--seed", "7", "--max-turns", "3", "--out", out];
  const { stdout, stderr } = await runCommand(["play", ...short, "--greeting", "Good evening."]);
  expect(stdout + stderr).toContain("Good evening.");
});

test("a wrong value is refused by its name on each", async () => {
  await expect(play({ greeting: "" })).rejects.toMatchObject({ option: "greeting" });
  expect((await runCommand(["play", "--greeting"])).stderr).toContain("--greeting needs a value");
});
`;

export const option = {
  name: "an option",
  creates: { "tests/playtest/play/greeting.test.ts": test },
  edits: {
    "src/operations/play/play.ts": [
      [
        "  variation: z.number()",
        `  greeting: z.string().min(1).optional().meta({
    description: "Said before the first turn.",
    value: "TEXT",
  }),
  variation: z.number()`,
      ],
      [
        "  const notes = [\n",
        "  const notes = [\n    ...(asked.greeting === undefined ? [] : [asked.greeting]),\n",
      ],
    ],
  },
  tests: ["tests/playtest/play/greeting.test.ts"],
} satisfies Addition;
