/** A deleted or cut journal: nothing is resumed with it, since no budget could be enforced, and reports say so. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { resumeSession } from "../../../src/playtest/index.ts";
import { openTable } from "../../support/model-servers/playtest-table.ts";
import { runCommand } from "../../support/cli/run-in-memory.ts";

vi.setConfig({ testTimeout: 120_000 });

const journalOf = (dir: string) => join(dir, "calls.jsonl");
const keepLines = (dir: string, keep: (line: string, at: number) => boolean) =>
  writeFileSync(
    journalOf(dir),
    `${readFileSync(journalOf(dir), "utf8").trimEnd().split("\n").filter(keep).join("\n")}\n`,
  );

const harms: Array<[string, (dir: string) => void]> = [
  ["deleted", (dir) => rmSync(journalOf(dir))],
  ["emptied", (dir) => writeFileSync(journalOf(dir), "")],
  ["cut short", (dir) => keepLines(dir, (_, at) => at < 14)],
  ["without the ends of its attempts", (dir) => keepLines(dir, (line) => !/"type":"(end|done)"/.test(line))],
];

test("a session whose journal lost calls is not resumed, and its report says so", async () => {
  await using table = await openTable({ endsAt: 9 });
  const { dir } = await table.play("one", { archetypes: ["joker", "follower"], budget: 0.4 });
  const whole = readFileSync(journalOf(dir));
  const asked = table.server.log.length;
  for (const [, harm] of harms) {
    writeFileSync(journalOf(dir), whole);
    harm(dir);
    await expect(resumeSession(table.harness("one"), dir, { budget: 1 })).rejects.toMatchObject({
      code: "damaged-file",
      exit: 2,
      message: expect.stringContaining("was deleted or cut"),
    });
  }
  expect(table.server.log.length).toBe(asked);
  expect((await runCommand(["report", dir, "--costs"])).stdout).toContain("was deleted or cut");
  await runCommand(["report", dir]);
  expect(readFileSync(join(dir, "report.md"), "utf8")).toContain("Calls missing from the journal");
});
