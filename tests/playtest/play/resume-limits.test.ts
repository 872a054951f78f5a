/** A session may be played in several runs: its limits on cost and turns, and its duration, hold over all of them. */
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SessionResult } from "../../../src/contract/index.ts";
import {
  branchSession,
  branchState,
  loadCheckpoint,
  loadLatest,
  resumeSession,
  turnPath,
} from "../../../src/playtest/index.ts";
import { bytesBelow } from "../../support/cli/folder-bytes.ts";
import { booksOf } from "../../support/model-servers/killed-books.ts";
import { openTable } from "../../support/model-servers/playtest-table.ts";
import { runCommand } from "../../support/cli/run-in-memory.ts";
import {
  emptyFolder,
  houseHarness,
  houseSession,
  reportIn,
  resultIn,
  withoutTimes,
} from "../house-session.ts";

test("a budget stays in force after a stop: the first one, or the latest; a branch has it as its own", async () => {
  await using table = await openTable({ endsAt: 9 });
  const first = await table.play("one", { archetypes: ["joker", "follower"], budget: 0.4 });
  expect(first.result).toMatchObject({ outcome: "budget", budget: 0.4 });
  expect(first.result.turns).toBeGreaterThan(2);
  expect(reportIn(first.dir)).toContain(String.raw`(budget \$0.40)`);

  const asked = table.server.log.length;
  const again = await resumeSession(table.harness("one"), first.dir);
  expect(again.stopped).toMatchObject({
    exit: 4,
    message: expect.stringContaining("is left of the budget of $0.40."),
  });
  expect(table.server.log.length).toBe(asked);

  const raised = await resumeSession(table.harness("one"), first.dir, { budget: 0.55 });
  expect(raised.stopped).toMatchObject({ exit: 4, message: expect.stringContaining("$0.55") });
  expect(raised.result.turns).toBeGreaterThan(first.result.turns);
  const since = await resumeSession(table.harness("one"), first.dir);
  expect(since.stopped?.message).toContain("$0.55");
  expect(since.result.cost.total).toBe(raised.result.cost.total);

  const branch = await branchSession(table.harness("two"), {
    checkpoint: turnPath(first.dir, 2),
    changes: {},
    replicate: 0,
    out: table.dir,
    sessionId: "two",
  });
  expect(branch.result).toMatchObject({ outcome: "budget", budget: 0.4 });
  const rich = await branchSession(table.harness("three"), {
    checkpoint: turnPath(first.dir, 2),
    changes: { budget: 30 },
    replicate: 0,
    out: table.dir,
    sessionId: "three",
  });
  expect(rich.result).toMatchObject({ outcome: "completed", budget: 30 });
});

test("stopped by --timeout, everything answered is booked, and a resume plays to the end without asking again", async () => {
  let over = false;
  // In the middle of a turn: its narration is answered, its players are not.
  await using table = await openTable({
    endsAt: 5,
    charactersPerToken: 4,
    special: ({ client, part, turn }) =>
      !over && client === "late" && part === "player" && turn > 1 ? { does: "hang" } : undefined,
  });
  const play = (client: string, ...more: string[]) =>
    table.run(
      client,
      ..."play --narrator opus-4.5 --archetypes joker,follower --seed 3 --json --out".split(" "),
      client,
      ...more,
    );
  const whole = JSON.parse((await play("whole")).stdout) as SessionResult;
  expect(whole.outcome).toBe("completed");

  const stopped = await play("late", "--timeout", "2s", "--fail-under", "overall=100");
  over = true;
  expect(stopped).toMatchObject({ exit: 130, stderr: expect.stringContaining("Out of time") });
  expect((JSON.parse(stopped.stdout) as SessionResult).why).toMatch(
    /^stopped after turn \d \(Out of time: --timeout has passed\)$/,
  );
  const dir = join(table.dir, "late", readdirSync(join(table.dir, "late"))[0]!);
  const first = resultIn(dir);
  const before = booksOf([dir], table.server.of("late"));
  expect(first.outcome).toBe("interrupted");
  expect(first.turns).toBeLessThan(2);
  expect(first.cost.total).toBeGreaterThan(0);
  expect(first.cost.total).toBeCloseTo(before.booked, 9);
  expect(before.inFlight).toBeGreaterThan(0);

  // The gate of the stopped command is judged by the resumed one.
  const resumed = await table.run("late", "resume", dir, "--json");
  expect(resumed).toMatchObject({ exit: 1, stderr: expect.stringContaining("Gate failed: overall") });
  const last = resultIn(dir);
  expect(last).toMatchObject({ outcome: "completed", turns: whole.turns });
  expect(last.cost.total).toBeCloseTo(whole.cost.total, 9);
  expect(last.cost.total).toBeCloseTo(booksOf([dir], table.server.of("late")).booked, 9);
  // Only what had no answer is asked again.
  expect(table.server.of("late").length).toBeLessThanOrEqual(
    table.server.of("whole").length + before.inFlight,
  );
});

test("a finished session is unchanged by a resume; a missing result is rebuilt", async () => {
  const { dir, result } = await houseSession({ seed: 3 });
  const before = bytesBelow(dir);
  const { exit, stdout } = await runCommand(["resume", dir]);
  expect({ exit, stdout }).toEqual({
    exit: 0,
    stdout: expect.stringMatching(/already finished: nothing was played\.\ncompleted: [\s\S]*Report: /),
  });
  expect(bytesBelow(dir)).toEqual(before);

  rmSync(join(dir, "session.json"));
  await resumeSession(houseHarness(), dir);
  expect(resultIn(dir)).toMatchObject({ outcome: result.outcome, turns: result.turns, cost: result.cost });
});

test("a branch stops at --turns, says so, and can be resumed and branched; its branches are not limited", async () => {
  const parent = await houseSession({ seed: 3 });
  const out = emptyFolder();
  const { result, state, stopped } = await branchSession(houseHarness(), {
    checkpoint: turnPath(parent.dir, 5),
    changes: { turns: 3 },
    replicate: 0,
    out,
    sessionId: "short",
  });
  const dir = join(out, "short");
  expect(stopped).toBeUndefined();
  expect(result).toMatchObject({
    outcome: "stopped",
    why: "reached its limit of 3 turns",
    turns: 8,
    branchedFrom: { turn: 5, turns: 3, changed: [] },
  });
  expect(state).toMatchObject({ ending: undefined, config: { maxTurns: 100 } });

  const grandchild = await branchSession(houseHarness(), {
    checkpoint: turnPath(dir, 8),
    changes: { turns: 1 },
    replicate: 0,
    out,
    sessionId: "grandchild",
  });
  expect(grandchild.result).toMatchObject({
    outcome: "stopped",
    why: "reached its limit of 1 turn",
    turns: 9,
  });
  const two = await resumeSession(houseHarness(), dir, { turns: 2 });
  expect(two.result).toMatchObject({ outcome: "stopped", why: "reached its limit of 2 turns", turns: 10 });
  const whole = await resumeSession(houseHarness(), dir);
  expect(whole.result.outcome).toBe("completed");
  expect(withoutTimes(whole.state)).toEqual(withoutTimes(parent.state));
});

test("a session that ran out of turns can get more only in a branch from its last turn", async () => {
  const parent = await houseSession({ seed: 3, maxTurns: 8 });
  expect(parent.result.outcome).toBe("timeout");
  const harness = houseHarness();
  const last = loadCheckpoint(turnPath(parent.dir, 8)).state;
  const plan = (wish: { maxTurns?: number; turns?: number }) => () =>
    branchState({ harness, parent: last, changes: wish, replicate: 0, sessionId: "x" });
  expect(plan({})).toThrow(
    expect.objectContaining({ code: "session-over", remedy: expect.stringContaining("--max-turns 58") }),
  );
  expect(plan({ turns: 3 })()).toMatchObject({ config: { maxTurns: 12 } });
  expect(plan({ maxTurns: 8 })).toThrow(expect.objectContaining({ code: "session-over" }));

  const out = emptyFolder();
  const { result } = await branchSession(harness, {
    checkpoint: turnPath(parent.dir, 8),
    changes: { maxTurns: 11 },
    replicate: 0,
    out,
    sessionId: "longer",
  });
  expect(result).toMatchObject({
    outcome: "timeout",
    why: "out of turns after turn 11, before the story ended",
    turns: 11,
    branchedFrom: { changed: ["max turns: 8 → 11"] },
  });
  // If killed before its first turn, it could be resumed: its state has no ending.
  expect(loadCheckpoint(turnPath(join(out, "longer"), 8)).state.ending).toBeUndefined();
  const completed = await houseSession({ seed: 3 });
  const over = loadLatest(completed.dir).state;
  expect(() =>
    branchState({ harness, parent: over, changes: { maxTurns: 200 }, replicate: 0, sessionId: "x" }),
  ).toThrow(expect.objectContaining({ code: "session-over" }));
});

test("a killed session is reported in its present state, without playing", async () => {
  const { dir, result } = await houseSession({ seed: 3, stopAfter: 6 });
  for (const name of ["session.json", "report.md"]) rmSync(join(dir, name));
  const before = bytesBelow(dir);
  const { exit } = await runCommand(["report", dir]);
  expect(exit).toBe(0);
  const report = reportIn(dir);
  expect(report).toMatch(/- Outcome: unfinished after 6 turns \(still playing, or killed, after turn 6\)/);
  expect(report).toContain("### Turn 6");
  expect(report).toMatch(/^\| total \|/m);
  expect(existsSync(join(dir, "session.json"))).toBe(false);
  const { "report.md": _, ...after } = bytesBelow(dir);
  expect(after).toEqual(before);

  // A result of an earlier life does not hide how far it has come since.
  writeFileSync(join(dir, "session.json"), JSON.stringify({ ...result, turns: 4, why: "earlier" }));
  await runCommand(["report", dir]);
  expect(reportIn(dir)).toContain("- Outcome: unfinished");
});
