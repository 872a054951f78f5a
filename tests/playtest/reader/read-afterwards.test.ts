/** A session that nobody read while it was played: what `observe` reads counts as its own reading. */
import { readFileSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test, vi } from "vitest";
import type { SessionResult } from "../../../src/contract/index.ts";
import { loadLatest } from "../../../src/playtest/index.ts";
import { runCommand } from "../../support/cli/run-in-memory.ts";
import { openReader } from "../../support/playtest/scripted-reader.ts";
import { houseSession } from "../house-session.ts";

test("its findings are those of report, list and ab", async () => {
  const { dir } = await houseSession({
    narrator: "house/forgetful",
    observer: "none",
    seed: 11,
    maxTurns: 24,
  });
  const run = async (...argv: string[]) => {
    const { exit, stdout, stderr } = await runCommand(argv);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr });
    return stdout;
  };
  const asJson = async (...argv: string[]) => JSON.parse(await run(...argv, "--json")) as object;
  expect(await run("report", dir)).toContain("Let a model read the turns.");

  const observe = ["observe", dir, "--observer", "house", "--budget", "2"];
  const { sessions } = (await asJson(...observe)) as { sessions: SessionResult[] };
  const [result] = sessions;
  expect(result).toMatchObject({ dir, budget: 2 });
  const { id, turn } = result!.issues.find(({ kind }) => kind === "contradiction")!;
  const report = await run("report", dir);
  expect(report).toContain("(reader: house (planted faults only))");
  expect(report).not.toContain("Let a model read the turns.");
  const listed = { sessions: [{ issues: result!.issues.length }] };
  expect(await asJson("report", dirname(dir))).toMatchObject(listed);
  // Nothing is left to play, and resuming keeps the reading.
  await run("resume", dir);
  expect(await asJson("report", dirname(dir))).toMatchObject(listed);
  const notes = [{ code: "read-afterwards", text: "house read the turns" }];
  expect(result!.notes).toMatchObject(notes);
  expect(loadLatest(dir)).toMatchObject({ played: { config: { observerModel: "none" } } });

  const from = join(dir, `turn-${turn - 1}.json`);
  const ab = ["ab", "--checkpoint", from, "--b", "narrator=house", "--finding", id, "--dry-run"];
  expect(await run(...ab, "--pairs", "8")).toContain("Few pairs: at least 8 must differ");
  expect(await run(...ab)).toMatch(/comes back less often +\(reported by house\)[^]*^Reader +house /m);

  const reading = join(dir, "readings", "house");
  expect(await run("report", reading)).toContain(`Report: ${join(reading, "report.md")}`);
  expect(await runCommand(["replay", "--checkpoint", join(reading, "turn-3.json")])).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining(`it is a reading by house.\nGive ${join(dir, "turn-3.json")}`) as string,
  });
});

test("the first reader stays the session's own, its calls are in all costs, and a branch does not ask it", async () => {
  await using model = await openReader(() => ({}));
  for (const [name, value] of Object.entries(model.env)) vi.stubEnv(name, value);
  const { dir } = await houseSession({ observer: "none", maxTurns: 3 });
  const stored = () => JSON.parse(readFileSync(join(dir, "session.json"), "utf8")) as SessionResult;
  for (const observer of ["haiku", "gpt-4o-mini"])
    expect(await runCommand(["observe", dir, "--observer", observer])).toMatchObject({ exit: 0 });
  const old = new Date(0);
  utimesSync(join(dir, "readings", "haiku"), old, old);
  expect(loadLatest(dir)).toMatchObject({ state: { config: { observerModel: "haiku" } } });
  expect(stored().read).toMatchObject({ asked: "haiku", turns: [1, 2, 3] });
  const later = JSON.parse(
    readFileSync(join(dir, "readings", "haiku", "session.json"), "utf8"),
  ) as SessionResult;
  expect(later.totals.all.cost).toBeGreaterThan(0);
  expect(stored().totals.all.cost).toBe(later.totals.all.cost);
  const costs = JSON.parse((await runCommand(["report", dir, "--costs", "--json"])).stdout) as object;
  expect(costs).toMatchObject({ all: { cost: later.totals.all.cost } });
  const replay = ["replay", "--checkpoint", join(dir, "turn-2.json"), "--dry-run"];
  expect((await runCommand(replay)).stdout).toMatch(/^Reader +none$/m);
});
