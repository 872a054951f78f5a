/** Gates and baselines of a matrix. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import type { MatrixResult } from "../../../src/contract/index.ts";
import { casesWith, readJunit } from "../../support/report/junit-file.ts";
import { config, fileIn, folder, onlyIn, playOffline, rehearse, resultIn, small } from "./matrix-command.ts";

playOffline();

test("gates hold for each prompt, and a missing metric fails with its reason; a resumed matrix keeps its gates", async () => {
  const gates = (...flags: string[]) => ["matrix", "--plan", small, ...flags];
  const passed = await rehearse(
    ...gates("--out", folder(), "--fail-under", "craft=10", "--fail-over", "breakdowns=0"),
  );
  expect(passed.exit).toBe(0);
  expect(passed.stdout.match(/^Passed: .*$/gm)).toEqual([
    expect.stringMatching(/^Passed: craft of a [\d.]+ ≥ 10\.( And 3 more gates\.)?$/),
    expect.stringMatching(/^Passed: craft of a [\d.]+ ≥ 10\.$/),
    "Passed: breakdowns of a 0 ≤ 0.",
    expect.stringMatching(/^Passed: craft of b [\d.]+ ≥ 10\.$/),
    "Passed: breakdowns of b 0 ≤ 0.",
  ]);
  const out = folder();
  const failed = await rehearse(
    ...gates(
      "--out",
      out,
      "--fail-under",
      "completion=0.99",
      "--observer",
      "none",
      "--fail-over",
      "contradictions=0",
    ),
  );
  expect(failed.exit).toBe(1);
  for (const prompt of ["a", "b"]) {
    expect(failed.stderr).toMatch(new RegExp(`^Failed: completion of ${prompt} 0\\.\\d+ < 0\\.99\\.$`, "m"));
    expect(failed.stderr).toMatch(
      new RegExp(`^Failed: contradictions of ${prompt} is missing in 1 of 1 session: .*read`, "m"),
    );
  }
  const [junit, comment] = [join(folder(), "j.xml"), join(folder(), "c.md")] as const;
  expect(await rehearse("resume", onlyIn(out), "--junit", junit, "--comment", comment)).toMatchObject({
    exit: 1,
    stderr: expect.stringContaining("completion of b"),
  });
  // The files for CI are those of the matrix, with its marker.
  expect(readFileSync(comment, "utf8")).toMatch(
    /^<!-- rehearse:matrix:matrix -->\n\n### ❌ rehearse matrix: /,
  );
  expect(casesWith(readJunit(readFileSync(junit, "utf8")), "failure")).toHaveLength(4);
  expect(await rehearse("resume", onlyIn(out), "--fail-under", "overall=1")).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining("is a matrix: --fail-under does not apply."),
  });
});

test("a baseline: the same again passes with its groups, a worse narrator fails, and the report still knows", async () => {
  const fields = { systemPrompts: { a: "baseline" }, sessionsPerCombination: 6, maxTurnsPerSession: 12 };
  const before = folder();
  expect((await rehearse("matrix", "--plan", config(fields), "--seed", "9", "--out", before)).exit).toBe(0);
  const name = basename(onlyIn(before));
  const bare = config({ seed: undefined, ...fields });
  const same = folder();
  const passed = await rehearse("matrix", "--plan", bare, "--baseline", onlyIn(before), "--out", same);
  expect(passed.exit).toBe(0);
  expect(passed.stdout).toMatch(
    new RegExp(`^Passed: overall did not fall against ${name} \\(([\\d.]+) before, \\1 now\\)\\.$`, "m"),
  );
  expect(resultIn(onlyIn(same))).toMatchObject({
    seed: 9,
    verdict: { outcome: "passed" },
    baseline: { variants: [{ planned: 6, result: "passed" }], notes: [] },
  });
  const better = JSON.parse(readFileSync(join(onlyIn(before), "matrix.json"), "utf8")) as MatrixResult;
  for (const { score } of better.rows) score!.overall! += 20;
  const fell = await rehearse(
    "matrix",
    "--plan",
    bare,
    "--baseline",
    fileIn("matrix.json", `${JSON.stringify(better)}\n`),
    "--out",
    folder(),
  );
  expect(fell).toMatchObject({
    exit: 1,
    stderr: expect.stringMatching(/^Failed: overall fell 20 points \(p = 0\.016\)/m) as string,
  });
  const worse = folder();
  const failed = await rehearse(
    "matrix",
    "--plan",
    bare,
    "--baseline",
    onlyIn(before),
    "--observer",
    "none",
    "--out",
    worse,
  );
  // Without a reader there is no score: this is never green.
  expect(failed).toMatchObject({
    exit: 3,
    stderr: expect.stringContaining(
      `overall could not be judged against ${name}. Only 0 of 6 pairs have a score`,
    ) as string,
  });
  const report = () => readFileSync(join(onlyIn(worse), "report.md"), "utf8");
  const written = report();
  expect(written).toContain("Only 0 of 6 pairs have a score on both sides.");
  await rehearse("report", onlyIn(worse));
  expect(report()).toBe(written);
});
