/** Gates and baselines of a matrix. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { config, folder, onlyIn, playOffline, rehearse, resultIn, small } from "./matrix-command.ts";

playOffline();

test("gates: the mean over all sessions, and what nobody measured passes none; a resumed matrix has the same", async () => {
  const out = folder();
  const passed = await rehearse(
    "matrix",
    "--plan",
    small,
    "--out",
    folder(),
    "--fail-under",
    "soundness=0.1",
    "--fail-over",
    "breakdowns=0",
  );
  expect(passed.exit).toBe(0);
  expect(passed.stdout).toMatch(
    /^Gate passed: soundness [\d.]+ ≥ 0\.1 on average over 2 sessions\.\nGate passed: breakdowns 0 ≤ 0 on average over 2 sessions\.$/m,
  );
  const failed = await rehearse(
    "matrix",
    "--plan",
    small,
    "--out",
    out,
    "--fail-under",
    "completion=0.99,soundness=0.1",
    "--fail-over",
    "longest-gap=0",
  );
  expect(failed.exit).toBe(1);
  expect(failed.stderr).toMatch(/^Gate failed: completion 0\.\d+ < 0\.99 on average over 2 sessions\.$/m);
  expect(failed.stdout.match(/^Gate passed: .*$/gm)).toEqual([
    expect.stringMatching(/^Gate passed: soundness /),
  ]);
  expect(failed.stderr).toMatch(/^Gate failed: longest-gap [\d.]+ > 0 on average over 2 sessions\.$/m);
  expect(await rehearse("resume", onlyIn(out))).toMatchObject({
    exit: 1,
    stderr: expect.stringContaining("longest-gap"),
  });
});

test("a baseline: the same is no regression, what failed more is one, and without a seed its groups are met", async () => {
  const before = folder();
  const six = { sessionsPerCombination: 6, maxTurnsPerSession: 3 };
  expect((await rehearse("matrix", "--plan", config(six), "--seed", "9", "--out", before)).exit).toBe(0);
  const bare = config({ seed: undefined, ...six });
  const same = folder();
  const passed = await rehearse("matrix", "--plan", bare, "--baseline", onlyIn(before), "--out", same);
  expect({ exit: passed.exit, stderr: passed.stderr }).toEqual({
    exit: 0,
    stderr: expect.stringMatching(/^The narrator house.* ignores the prompt, except .*\n$/) as unknown,
  });
  expect(resultIn(onlyIn(same))).toMatchObject({
    seed: 9,
    baseline: { paired: 12, regressions: [], notes: [] },
  });
  // The baseline's sessions had all come to their end: now all run out of turns.
  const file = join(onlyIn(before), "matrix.json");
  writeFileSync(
    file,
    readFileSync(file, "utf8").replaceAll('"outcome": "timeout"', '"outcome": "completed"'),
  );
  const worse = folder();
  const failed = await rehearse("matrix", "--plan", bare, "--baseline", file, "--out", worse);
  expect(failed.exit).toBe(1);
  expect(failed.stderr).toContain(
    "More sessions failed or ran out of turns: 0 before, 12 now, of 12 paired sessions (worse against better groups, one-sided p = 0.016).",
  );
  expect(readFileSync(join(onlyIn(worse), "report.md"), "utf8")).toContain("**Regression.**");
  // A report that is written again still knows.
  await rehearse("report", onlyIn(worse));
  expect(readFileSync(join(onlyIn(worse), "report.md"), "utf8")).toContain("**Regression.**");
  // All that was paired has been broken by players since: a gate that tests nothing does not pass.
  for (const id of readdirSync(join(onlyIn(worse), "sessions"))) {
    const session = join(onlyIn(worse), "sessions", id, "session.json");
    writeFileSync(session, readFileSync(session, "utf8").replaceAll('"broken": false', '"broken": true'));
  }
  expect(await rehearse("resume", onlyIn(worse))).toMatchObject({
    exit: 1,
    stderr: expect.stringContaining("Gate failed: no session could be paired with the baseline"),
  });
  expect(
    (await rehearse("matrix", "--plan", bare, "--baseline", file, "--metric", "turns", "--out", folder()))
      .stderr,
  ).toContain("more of it is neither better nor worse");
});
