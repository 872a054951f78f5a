/** The effects of judging on a session's own files, from every command and after every kind of stop. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { type SessionResult, type Totals } from "../../../src/contract/index.ts";
import { systemClock } from "../../../src/kernel/clock/index.ts";
import { lockFolder } from "../../../src/kernel/store/index.ts";
import { listSessions, readVerdicts } from "../../../src/playtest/index.ts";
import { goodAnswer } from "../../support/model-servers/judge-server.ts";

import { copyOf, rehearse, reportIn, resultIn, scored, useJudge } from "./judge-bench.ts";

const bench = useJudge();

describe("rehearse judge", () => {
  test("the session's files get the new scores and their source; everything else stays", async () => {
    const dir = copyOf(bench.played.dir);
    const before = resultIn(dir);
    expect((await rehearse("judge", dir, "--judge", "deepseek-r2")).stdout).toMatch(
      /^Session +[\d.]+ of 100/m,
    );
    const after = resultIn(dir);
    const [{ path, verdict }] = readVerdicts(dir) as [ReturnType<typeof readVerdicts>[number]];
    expect(after.judged).toEqual({
      file: `verdicts/${basename(path)}`,
      key: verdict.key,
      at: verdict.at,
      verdicts: 1,
    });
    expect(after.metrics!.quality).toEqual(scored(6));
    expect(after.metrics!.score.judge).toBe(55.6);
    expect(after.overall).not.toBe(before.overall);
    expect(after.cost).toEqual({
      total: before.cost.total + verdict.cost.total,
      byRole: { ...before.cost.byRole, judge: verdict.cost.total },
    });
    const rest = ({
      metrics: _m,
      overall: _o,
      verdict: _v,
      judged: _j,
      totals: _s,
      cost: _c,
      tokens: _t,
      dir: _d,
      notes: _n,
      ...others
    }: SessionResult) => others;
    expect(after.notes).toContainEqual({
      code: "other-model",
      text: expect.stringMatching(/^judge: /) as string,
    });
    expect(rest(after)).toEqual(rest(before));
    expect(reportIn(dir)).toMatch(/^\| coherence \| 6 \|/m);
    expect(reportIn(dir)).toContain(`- Overall: ${after.overall} of 100: `);
    expect(reportIn(dir)).toMatch(/- Cost: \\\$0\.00\d+ \(including \\\$0\.00\d+ for judging\)/);
    const { all } = JSON.parse((await rehearse("report", dir, "--costs", "--json")).stdout) as Totals;
    expect(after.totals.all).toEqual(all);
    expect(listSessions(join(dir, "..")).map(({ cost }) => cost)).toEqual([after.cost.total]);
    const text = reportIn(dir);
    expect((await rehearse("report", dir)).exit).toBe(0);
    expect(reportIn(dir)).toBe(text);
  });

  test("a verdict without scores replaces no other, is mentioned, and is requested again", async () => {
    const dir = copyOf(bench.played.dir);
    await rehearse("judge", dir, "--judge", "deepseek-r2");
    const shown = resultIn(dir);
    bench.answer = () => "";
    const mute = await rehearse("judge", dir, "--judge", "opus-4.5");
    expect(mute).toMatchObject({
      exit: 3,
      stderr: expect.stringMatching(
        /claude-opus-4-5 gave NO SCORE\. The same command asks it again/,
      ) as string,
    });
    expect(mute.stdout).toMatch(new RegExp(`^Session +${shown.overall} of 100`, "m"));
    expect(resultIn(dir)).toMatchObject({
      overall: shown.overall,
      metrics: { quality: scored(6) },
      judged: {
        file: shown.judged!.file,
        verdicts: 2,
      },
    });

    bench.answer = (asked) => goodAnswer(asked, 4);
    const anew = await rehearse("judge", dir, "--judge", "opus-4.5");
    expect(anew.stdout).not.toContain("already judged");
    expect(resultIn(dir).metrics!.quality).toEqual(scored(4));
    const asked = bench.court.asked.length;
    expect((await rehearse("judge", dir, "--judge", "opus-4.5")).stdout).toContain("already judged");
    expect(bench.court.asked).toHaveLength(asked);

    // All that was ever asked is in the session's cost.
    const { stdout } = await rehearse("report", dir, "--costs", "--json");
    const { byRole } = JSON.parse(stdout) as Totals;
    expect(byRole.judge!.cost).toBeCloseTo(resultIn(dir).cost.byRole.judge!, 9);
    expect(byRole.judge!.attempts).toBeGreaterThan(3);
  });

  test("a session being played keeps its files; the verdict is stored", async () => {
    const dir = copyOf(bench.played.dir);
    const before = readFileSync(join(dir, "session.json"), "utf8");
    const lock = await lockFolder(dir, { clock: systemClock });
    const { exit, stdout } = await rehearse("judge", dir, "--judge", "deepseek-r2");
    await lock.release();
    expect({ exit, stdout }).toEqual({
      exit: 0,
      stdout: expect.stringMatching(/^Session +missing +\(in use\)$/m) as string,
    });
    expect(readFileSync(join(dir, "session.json"), "utf8")).toBe(before);
    expect(readVerdicts(dir)).toHaveLength(1);
    // As after a stop between the verdict and the files: judging again writes them without a call.
    const asked = bench.court.asked.length;
    await rehearse("judge", dir, "--judge", "deepseek-r2");
    expect(bench.court.asked).toHaveLength(asked);
    expect(resultIn(dir).metrics!.quality).toEqual(scored(6));
  });
});
