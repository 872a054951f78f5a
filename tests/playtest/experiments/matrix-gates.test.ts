/** Gates and baselines of a matrix. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { casesWith, readJunit } from "../../support/report/junit-file.ts";
import { config, folder, onlyIn, playOffline, rehearse, resultIn, small } from "./matrix-command.ts";

playOffline();

test("gates use the mean over all sessions, and a missing metric fails; a resumed matrix keeps its gates", async () => {
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
    "turns-per-pulse=0.5",
  );
  expect(failed.exit).toBe(1);
  expect(failed.stderr).toMatch(/^Gate failed: completion 0\.\d+ < 0\.99 on average over 2 sessions\.$/m);
  expect(failed.stdout.match(/^Gate passed: .*$/gm)).toEqual([
    expect.stringMatching(/^Gate passed: soundness /),
  ]);
  expect(failed.stderr).toMatch(/^Gate failed: turns-per-pulse [\d.]+ > 0\.5 on average over 2 sessions\.$/m);
  const [junit, comment] = [join(folder(), "j.xml"), join(folder(), "c.md")] as const;
  expect(await rehearse("resume", onlyIn(out), "--junit", junit, "--comment", comment)).toMatchObject({
    exit: 1,
    stderr: expect.stringContaining("turns-per-pulse"),
  });
  // The files for CI are those of the matrix, with its marker.
  expect(readFileSync(comment, "utf8")).toMatch(
    /^<!-- rehearse:matrix:matrix -->\n\n### ❌ rehearse matrix: /,
  );
  expect(casesWith(readJunit(readFileSync(junit, "utf8")), "failure")).toHaveLength(2);
  expect(await rehearse("resume", onlyIn(out), "--fail-under", "overall=1")).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining("is a matrix: --fail-under does not apply."),
  });
});

test("a baseline: equal is not a regression, more failures are, and without a seed its groups are reused", async () => {
  const before = folder();
  const six = { sessionsPerCombination: 6, maxTurnsPerSession: 3 };
  expect((await rehearse("matrix", "--plan", config(six), "--seed", "9", "--out", before)).exit).toBe(0);
  const bare = config({ seed: undefined, ...six });
  const same = folder();
  const passed = await rehearse("matrix", "--plan", bare, "--baseline", onlyIn(before), "--out", same);
  expect({ exit: passed.exit, stderr: passed.stderr }).toEqual({
    exit: 0,
    stderr: expect.stringMatching(/^The narrator house.* ignores the prompt\. .*\n$/) as unknown,
  });
  expect(passed.stdout.match(/^Gate passed: .*$/gm)).toEqual(
    ["a", "b"].map(
      (prompt) =>
        expect.stringContaining(
          `Gate passed: prompt ${prompt} against the baseline ${basename(onlyIn(before))}: sessions that end badly p = 1.000 (one-sided; 0.038 or less fails); overall could not be tested (6 pairs; needs at least 8 pairs that differ).`,
        ) as unknown,
    ),
  );
  expect(resultIn(onlyIn(same))).toMatchObject({
    seed: 9,
    baseline: { paired: 12, regressions: [], notes: [] },
  });
  // The baseline's sessions were all completed; now all run out of turns.
  const file = join(onlyIn(before), "matrix.json");
  writeFileSync(
    file,
    readFileSync(file, "utf8").replaceAll('"outcome": "timeout"', '"outcome": "completed"'),
  );
  const worse = folder();
  const failed = await rehearse("matrix", "--plan", bare, "--baseline", file, "--out", worse);
  expect(failed.exit).toBe(1);
  // Prompt by prompt: six groups each, and p = 1/64 twice.
  for (const prompt of ["a", "b"])
    expect(failed.stderr).toContain(
      `More sessions of the prompt ${prompt} failed or ran out of turns: 0 before, 6 now, of 6 paired sessions (worse against better groups, one-sided p = 0.031).`,
    );
  expect(readFileSync(join(onlyIn(worse), "report.md"), "utf8")).toContain("**Regression.**");
  // A report that is written again still knows.
  await rehearse("report", onlyIn(worse));
  expect(readFileSync(join(onlyIn(worse), "report.md"), "utf8")).toContain("**Regression.**");
  expect(
    (await rehearse("matrix", "--plan", bare, "--baseline", file, "--metric", "turns", "--out", folder()))
      .stderr,
  ).toContain("more of it is neither better nor worse");
});

test("a gate that could never be judged is refused before play: another turn limit, or too few groups without --strict", async () => {
  const before = folder();
  const few = { sessionsPerCombination: 4, systemPrompts: { a: "baseline" } };
  await rehearse("matrix", "--plan", config(few), "--out", before);
  const again = ["matrix", "--plan", config(few), "--baseline", onlyIn(before)];
  const name = basename(onlyIn(before));
  const refused = async (why: string, ...args: string[]) => {
    const out = folder();
    const { exit, stderr } = await rehearse(...again, ...args, "--out", out);
    expect({ exit, stderr }).toEqual({ exit: 2, stderr: expect.stringContaining(why) as unknown });
    expect(readdirSync(out)).toEqual([]);
    expect((await rehearse(...again, ...args, "--dry-run")).stdout).toContain(why);
  };
  const limit = `The gate could never be judged against the baseline ${name} (not comparable: ${name} had at most 4 turns, this matrix 5).`;
  await refused(limit, "--max-turns", "5");
  await refused(limit, "--max-turns", "5", "--strict");
  await refused(
    `The gate could never be judged: 4 groups cannot show a regression against the baseline ${name}.\nPlay at least 5 groups to test how sessions end, 7 to test overall too`,
  );
  const strict = await rehearse(...again, "--strict", "--out", folder());
  expect(strict).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining("Nothing got worse (--strict), but neither test could run: prompt a"),
  });
  expect(strict.stdout).not.toContain("Gate passed");
});
