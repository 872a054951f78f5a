/**
 * `play --judge`, `replay --judge` and `resume`: which judge is asked, when, and the results in the session's files.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sessionResult, type SessionResult } from "../../../src/contract/index.ts";
import { foldJournal } from "../../../src/kernel/journal/index.ts";
import { loadLatest, readSession, readVerdicts } from "../../../src/playtest/index.ts";
import { goodAnswer } from "../../support/model-servers/judge-server.ts";
import { startRehearse, whileRunning } from "../../support/cli/rehearse-process.ts";

import { readerAndJudge } from "../../support/playtest/scripted-reader.ts";
import {
  folder,
  house,
  onlySession,
  ownRubric,
  rehearse,
  reportIn,
  resultIn,
  scored,
  useJudge,
} from "./judge-bench.ts";

const bench = useJudge();
const named = ["--judge", "deepseek-r2"];
const branch = () => ["replay", "--checkpoint", join(bench.played.dir, "turn-2.json"), "--turns", "1"];

describe("a judge that nobody named", () => {
  const read = [...house, "--observer", "gpt-4o-mini"];
  const goodJudge = readerAndJudge((asked) => goodAnswer(asked, 6));

  test("its scores are shown and leave overall as it is; a recording replays it so", async () => {
    bench.answer = goodJudge;
    const [plain, judged, again] = [folder(), folder(), folder()];
    const rec = join(folder(), "rec");
    expect((await rehearse("play", ...read, "--out", plain, "--judge", "none")).exit).toBe(0);
    const { exit, stdout } = await rehearse("play", ...read, "--out", judged, "--record", rec);
    expect(exit).toBe(0);
    expect(stdout).toMatch(
      /^Would play this +6 of 10 +\(judge: deepseek\/deepseek-v4-pro-dated; not part of the score\)$/m,
    );
    const [without, result] = [resultIn(onlySession(plain)), resultIn(onlySession(judged))];
    expect(without.metrics!.quality).toEqual(scored(null));
    expect(result).toMatchObject({ overall: without.overall, metrics: { quality: scored(6) } });
    expect(result.metrics!.score).toEqual(without.metrics!.score);
    expect(reportIn(onlySession(judged))).toMatch(/^\| fun-factor \| 6 \|/m);
    expect((await rehearse("play", "--recording", rec, "--out", again)).exit).toBe(0);
    expect(resultIn(onlySession(again)).metrics).toEqual(result.metrics);
    // 6 of 10 on 0 to 100.
    const counted = await rehearse("play", ...read, "--out", folder(), "--judge", "auto", "--json");
    expect(sessionResult.parse(JSON.parse(counted.stdout)).metrics!.score.judge).toBe(55.6);
  });

  test("if it fails, a note says so and the session is over; a gate on its score fails; only judge asks again", async () => {
    bench.answer = readerAndJudge(() => ({ status: 400 }));
    const out = folder();
    const { exit, stderr } = await rehearse("play", ...read, "--out", out, "--fail-under", "overall=0");
    expect({ exit, stderr }).toMatchObject({ exit: 0 });
    const dir = onlySession(out);
    expect(resultIn(dir)).toMatchObject({
      outcome: "timeout",
      unjudged: { judge: "deepseek-r2" },
      notes: expect.arrayContaining([
        { code: "not-scored", text: expect.stringContaining("the judge deepseek-r2 failed") as string },
      ]) as unknown,
    });
    expect(readSession(dir).result.notes).toEqual(resultIn(dir).notes);
    const failed = await rehearse("play", ...read, "--out", folder(), "--fail-under", "fun-factor=1");
    expect(failed).toMatchObject({
      exit: 1,
      stderr: expect.stringContaining("deepseek-r2 failed") as string,
    });
    bench.answer = goodJudge;
    const poor = await rehearse("play", ...read, "--out", folder(), "--budget", "0.00425");
    expect(poor).toMatchObject({
      exit: 0,
      stdout: expect.stringMatching(/judge deepseek-r2 failed: .*budget/),
    });
    expect(await rehearse("resume", dir)).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining("nothing was played") as string,
    });
    expect(resultIn(dir).unjudged).toMatchObject({ judge: "deepseek-r2" });
    expect((await rehearse("judge", dir)).exit).toBe(0);
    expect(resultIn(dir).metrics!.quality).toEqual(scored(6));
    expect(resultIn(dir).notes.map(({ code }) => code)).not.toContain("not-scored");
  });
});

describe("play and replay", () => {
  test("--rubric: the session is judged by it even if its file is gone", async () => {
    const { path, hash } = ownRubric();
    const out = folder();
    bench.answer = () => ({ status: 400 });
    expect((await rehearse("play", ...house, "--out", out, "--judge", "auto", "--rubric", path)).exit).toBe(
      2,
    );
    writeFileSync(path, "{}");
    bench.answer = (asked) => goodAnswer(asked, 6);
    expect((await rehearse("resume", onlySession(out))).exit).toBe(0);
    expect(resultIn(onlySession(out))).toMatchObject({
      judged: { key: { rubric: hash } },
      metrics: { quality: { ...scored(null), pacing: 6 } },
    });
  });

  test("replay --judge: the branch is judged within its budget, its parent is not; without the flag there is no judge", async () => {
    const asked = bench.court.asked.length;
    const { path, hash } = ownRubric();
    const [plain, judged] = [folder(), folder()];
    expect((await rehearse(...branch(), "--out", plain)).exit).toBe(0);
    expect(bench.court.asked).toHaveLength(asked);
    const limits = ["--rubric", path, "--budget", "1", "--json"];
    const { exit, stdout } = await rehearse(...branch(), "--out", judged, ...named, ...limits);
    expect(exit).toBe(0);
    const [result] = (JSON.parse(stdout) as SessionResult[]).map((each) => sessionResult.parse(each));
    expect(result).toMatchObject({
      outcome: "stopped",
      turns: 3,
      judged: { key: { rubric: hash } },
      metrics: { quality: { pacing: 6 } },
    });
    expect(result!.cost.total).toBe(result!.cost.byRole.judge);
    const dir = onlySession(judged);
    const [run] = readdirSync(join(dir, "judging"));
    expect(foldJournal(join(dir, "judging", run!, "calls.jsonl")).totals().byRole.judge!.cost).toBe(
      result!.cost.byRole.judge,
    );
    expect(existsSync(join(bench.played.dir, "verdicts"))).toBe(false);
  });

  test("a judge beyond a branch's budget: exit 4; with more, resume judges it before it continues", async () => {
    const out = folder();
    const spent = await rehearse(...branch(), "--out", out, ...named, "--budget", "0.000001");
    expect(spent.exit).toBe(4);
    const dir = onlySession(out);
    expect(readVerdicts(dir)).toEqual([]);
    expect(resultIn(dir).metrics!.quality).toEqual(scored(null));
    expect((await rehearse("resume", dir, "--budget", "1")).exit).toBe(0);
    expect(loadLatest(dir).state.turn).toBe(3);
    expect(resultIn(dir).metrics!.quality).toEqual(scored(6));
    // Resumed again, the session is played to its end and judged as a whole.
    expect((await rehearse("resume", dir)).exit).toBe(0);
    expect(resultIn(dir)).toMatchObject({ turns: 4, outcome: "timeout", judged: { verdicts: 1 } });
    expect(readVerdicts(dir).map(({ verdict }) => verdict.turns)).toEqual([3, 4]);
  });

  test(
    "killed during judging: resume pays for no answer twice, and the cost is counted once",
    { timeout: 60_000 },
    async () => {
      const out = folder();
      const before = bench.court.asked.length;
      bench.answer = (asked) => (asked.number === before + 1 ? "no JSON at all" : "hang");
      const first = startRehearse(["play", ...house, "--out", out, "--judge", "deepseek-r2"], {
        cwd: out,
        env: bench.court.env,
      });
      await whileRunning(first, () => bench.court.asked.length >= before + 2);
      first.kill("SIGKILL");
      await first.ended;
      const dir = onlySession(out);
      expect(existsSync(join(dir, "session.json"))).toBe(false);
      bench.answer = (asked) => goodAnswer(asked, 6);
      expect((await rehearse("resume", dir)).exit).toBe(0);
      expect(bench.court.asked).toHaveLength(before + 3);
      expect(bench.court.asked[before + 2]!.messages).toEqual(bench.court.asked[before + 1]!.messages);
      const [{ verdict }] = readVerdicts(dir) as [ReturnType<typeof readVerdicts>[number]];
      expect(verdict).toMatchObject({ calls: 2, tokens: 3_000, problems: [{ ask: 1 }] });
      expect(resultIn(dir)).toMatchObject({
        cost: { byRole: { judge: verdict.cost.total } },
        metrics: { quality: scored(6) },
      });
    },
  );
});

describe("play --judge", () => {
  /** Resuming asks the judge for its verdict. Resuming again makes no call. */
  const expectJudgedByResume = async (out: string) => {
    const resumed = await rehearse("resume", onlySession(out), "--json");
    expect(resumed.exit).toBe(0);
    expect(sessionResult.parse(JSON.parse(resumed.stdout)).metrics!.quality).toEqual(scored(6));
    const before = bench.court.asked.length;
    expect(await rehearse("resume", onlySession(out))).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining("already finished") as string,
    });
    expect(bench.court.asked).toHaveLength(before);
  };

  test("play --judge keeps the session if the judge fails, and resume judges it", async () => {
    const out = folder();
    bench.answer = () => ({ status: 400 });
    const comment = join(folder(), "play.md");
    const gate = ["--fail-over", "breakdowns=0", "--comment", comment];
    const judged = ["play", ...house, "--out", out, "--judge", "deepseek-r2", ...gate];
    const { exit, stdout, stderr } = await rehearse(...judged);
    bench.answer = (asked) => goodAnswer(asked, 6);
    expect(exit).toBe(2);
    expect(readFileSync(comment, "utf8")).toMatch(
      /did not finish\.\*\*[^>]*breakdowns ≤ 0 was not judged[^>]*DeepSeek .*400/,
    );
    expect(stdout + stderr).not.toContain("Gate ");
    expect(stderr).toMatch(/DeepSeek .*400[\s\S]*Resume with: rehearse resume/);
    const dir = onlySession(out);
    const failed = /deepseek-r2 failed after 1 attempt: DeepSeek .*400: No; scores are missing/;
    expect(stdout).toMatch(new RegExp(`judge ${failed.source}`));
    // Also where the report is written again.
    for (const again of [false, true]) {
      if (again) expect((await rehearse("report", dir)).exit).toBe(0);
      expect(reportIn(dir)).toMatch(new RegExp(`- judge: no score: judge ${failed.source}`));
      expect(reportIn(dir)).not.toContain("not judged");
    }
    expect(resultIn(dir).unjudged).toMatchObject({ judge: "deepseek-r2", attempts: 1 });
    await expectJudgedByResume(out);
    expect(resultIn(dir).unjudged).toBeUndefined();
  });
});
