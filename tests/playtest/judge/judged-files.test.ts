/** What judging leaves in a session's own files, whoever asks for it and however it is stopped. */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import costCommand from "../../../src/cli/commands/results/cost.ts";
import judgeCommand from "../../../src/cli/commands/reading/judge.ts";
import play from "../../../src/cli/commands/play/play.ts";
import replay from "../../../src/cli/commands/play/replay.ts";
import report from "../../../src/cli/commands/results/report.ts";
import resume from "../../../src/cli/commands/play/resume.ts";
import {
  qualityMetric,
  sessionResult,
  type SessionResult,
  type Totals,
} from "../../../src/contract/index.ts";
import { systemClock } from "../../../src/kernel/clock/index.ts";
import { foldJournal } from "../../../src/kernel/journal/index.ts";
import { lockFolder } from "../../../src/kernel/store/index.ts";
import {
  failedGates,
  listSessions,
  loadLatest,
  loadRubric,
  readGate,
  readVerdicts,
  rubricHash,
} from "../../../src/playtest/index.ts";
import { goodAnswer, openCourt, type Asked, type Court, type Said } from "../../fixtures/judge-server.ts";
import { startRehearse } from "../../fixtures/rehearse-process.ts";
import { MemoryStream, runInMemory } from "../../support/run-in-memory.ts";
import { houseSession } from "../house-session.ts";

let court: Court;
let answer: (asked: Asked) => Said = (asked) => goodAnswer(asked, 6);
let played: { dir: string };
beforeAll(async () => {
  court = await openCourt((asked) => answer(asked));
  for (const [name, value] of Object.entries(court.env)) vi.stubEnv(name, value);
  played = await houseSession({ seed: 4, maxTurns: 4 });
});
afterEach(() => void (answer = (asked) => goodAnswer(asked, 6)));
afterAll(async () => {
  vi.unstubAllEnvs();
  await court[Symbol.asyncDispose]();
});

const folder = (): string => mkdtempSync(join(tmpdir(), "judged-files-"));
const copy = (): string => {
  const dir = join(folder(), "session");
  cpSync(played.dir, dir, { recursive: true });
  return dir;
};
const rehearse = (...argv: string[]) =>
  runInMemory([costCommand, judgeCommand, play, replay, report, resume], argv);
const resultIn = (dir: string): SessionResult =>
  sessionResult.parse(JSON.parse(readFileSync(join(dir, "session.json"), "utf8")));
const reportIn = (dir: string): string => readFileSync(join(dir, "report.md"), "utf8");
const onlySession = (out: string): string => join(out, readdirSync(out)[0]!);
const scored = (score: number | null) =>
  Object.fromEntries(qualityMetric.options.map((metric) => [metric, score]));
const house = ["--story", "innsmouth", "--narrator", "house", "--seed", "4", "--max-turns", "4"];

/** A rubric of one's own, in a file. */
function ownRubric(): { path: string; hash: string } {
  const shipped = loadRubric();
  const own = {
    ...shipped,
    name: "mine",
    metrics: { pacing: { ...shipped.metrics.pacing!, question: "Is anything slow?" } },
  };
  const path = join(folder(), "rubric.json");
  writeFileSync(path, JSON.stringify(own));
  return { path, hash: rubricHash(own) };
}

describe("rehearse judge", () => {
  test("the session's files say the new scores, and whose they are; all else in them stays", async () => {
    const dir = copy();
    const before = resultIn(dir);
    expect((await rehearse("judge", dir, "--judge", "deepseek-r2")).stdout).toMatch(
      /^Session: [\d.]+ of 100/m,
    );
    const after = resultIn(dir);
    const [{ path, verdict }] = readVerdicts(dir) as [ReturnType<typeof readVerdicts>[number]];
    expect(after.judged).toEqual({
      file: `verdicts/${basename(path)}`,
      key: verdict.key,
      at: verdict.at,
      verdicts: 1,
      unpriced: 0,
      possiblyBilled: { attempts: 0, atMost: 0, unpriced: 0 },
    });
    expect(after.metrics!.quality).toEqual(scored(6));
    expect(after.metrics!.composite.parts.map(({ name }) => name)).toContain("quality");
    expect(after.overall).not.toBe(before.overall);
    expect(after.cost).toEqual({
      total: before.cost.total + verdict.cost.total,
      byRole: { ...before.cost.byRole, judge: verdict.cost.total },
    });
    const rest = ({
      metrics: _m,
      overall: _o,
      judged: _j,
      cost: _c,
      tokens: _t,
      dir: _d,
      deviations: _v,
      ...others
    }: SessionResult) => others;
    expect(after.deviations).toContainEqual(
      expect.objectContaining({ kind: "other-model", source: "verdict" }),
    );
    expect(rest(after)).toEqual(rest(before));
    expect(reportIn(dir)).toContain("## Quality");
    expect(reportIn(dir)).toContain(basename(path).replaceAll("_", String.raw`\_`));
    expect(reportIn(dir)).toContain(`**Score: ${after.overall} of 100**`);
    expect(reportIn(dir)).toMatch(/- Cost: \$0\.00\d+, \$0\.00\d+ of it for judging/);
    expect(reportIn(dir)).toMatch(/Judging cost \$0\.0\d+ more \(role judge/);
    expect(listSessions(join(dir, "..")).map(({ cost }) => cost)).toEqual([after.cost.total]);
    const text = reportIn(dir);
    expect((await rehearse("report", dir)).exit).toBe(0);
    expect(reportIn(dir)).toBe(text);
  });

  test("another judge's verdict is shown in its place, the older one stays, and asking the first again says whose is shown", async () => {
    const dir = copy();
    await rehearse("judge", dir, "--judge", "deepseek-r2");
    const [first] = readVerdicts(dir).map(({ path }) => ({ path, bytes: readFileSync(path, "utf8") }));
    answer = (asked) => goodAnswer(asked, 3);
    await rehearse("judge", dir, "--judge", "opus-4.5");
    const shown = resultIn(dir);
    expect(shown.metrics!.quality).toEqual(scored(3));
    expect(shown.judged).toMatchObject({ verdicts: 2, key: { model: "anthropic/claude-opus-4-5-dated" } });
    expect(shown.cost.byRole.judge).toBeCloseTo(
      readVerdicts(dir).reduce((sum, { verdict }) => sum + verdict.cost.total, 0),
      12,
    );
    expect(reportIn(dir)).toContain("the newest of 2 on these turns");
    expect(readFileSync(first!.path, "utf8")).toBe(first!.bytes);
    const asked = court.asked.length;
    const again = await rehearse("judge", dir, "--judge", "deepseek-r2");
    expect(court.asked).toHaveLength(asked);
    expect(again.stdout).toContain(`by the newest verdict, ${shown.judged!.file}`);
    expect(resultIn(dir)).toEqual(shown);
  });

  test("a verdict without scores takes no other's place, is named beside it, and is asked for anew", async () => {
    const dir = copy();
    await rehearse("judge", dir, "--judge", "deepseek-r2");
    const shown = resultIn(dir);
    answer = () => "";
    const mute = await rehearse("judge", dir, "--judge", "opus-4.5");
    expect(mute).toMatchObject({
      exit: 3,
      stderr: expect.stringMatching(
        /claude-opus-4-5 gave NO SCORE: there was no answer.*\n.*asks it anew \(so does --again\)/,
      ) as string,
    });
    expect(mute.stdout).toContain(`Session: ${shown.overall} of 100`);
    expect(mute.stdout).toContain(`by the newest verdict with scores, ${shown.judged!.file}`);
    const [, { path }] = readVerdicts(dir) as [unknown, { path: string }];
    expect(resultIn(dir)).toMatchObject({
      overall: shown.overall,
      metrics: { quality: scored(6) },
      judged: {
        file: shown.judged!.file,
        verdicts: 2,
        unscored: [{ file: `verdicts/${basename(path)}`, model: "anthropic/claude-opus-4-5" }],
      },
    });
    expect((await rehearse("report", dir)).exit).toBe(0);
    expect(reportIn(dir)).toContain("Judged by deepseek/deepseek-v4-pro-dated");
    expect(reportIn(dir)).toContain("the newest with scores of 2 on these turns");
    expect(reportIn(dir)).toMatch(
      /- Newer, and without any score: verdicts\/.*, of anthropic\/claude-opus-4-5\./,
    );

    answer = (asked) => goodAnswer(asked, 4);
    const anew = await rehearse("judge", dir, "--judge", "opus-4.5");
    expect(anew.stdout).not.toContain("already judged");
    expect(resultIn(dir).metrics!.quality).toEqual(scored(4));
    const asked = court.asked.length;
    expect((await rehearse("judge", dir, "--judge", "opus-4.5")).stdout).toContain("already judged");
    expect(court.asked).toHaveLength(asked);

    // All that was ever asked is in the session's cost.
    const { stdout } = await rehearse("cost", dir, "--json");
    const { byRole } = JSON.parse(stdout) as Totals;
    expect(byRole.judge!.cost).toBeCloseTo(resultIn(dir).cost.byRole.judge!, 9);
    expect(byRole.judge!.attempts).toBeGreaterThan(3);
  });

  test("where no verdict has a score, the report says that none could be had", async () => {
    const dir = copy();
    answer = () => "no";
    expect((await rehearse("judge", dir, "--judge", "deepseek-r2")).stderr).toContain("gave NO SCORE");
    expect(reportIn(dir)).toContain("**No score** from deepseek/deepseek-v4-pro-dated");
    expect(reportIn(dir)).not.toContain("Judged by");
    expect((await rehearse("judge", dir, "--judge", "deepseek-r2")).stdout).toContain(
      ": no score from deepseek/deepseek-v4-pro-dated",
    );
  });

  test("scores that are missing are missing in the files too, by name", async () => {
    const dir = copy();
    answer = (asked) => goodAnswer(asked, (metric) => (metric === "pacing" ? 99 : 6));
    await rehearse("judge", dir, "--judge", "deepseek-r2");
    expect(resultIn(dir).metrics!.quality).toEqual({ ...scored(6), pacing: null });
    expect(reportIn(dir)).toMatch(/\*\*Judged\*\*.*Missing, .*: pacing\./);
    expect(reportIn(dir)).toContain("quality (no score for pacing)");
    const { parts, missing } = resultIn(dir).metrics!.composite;
    const [there, lacking] = [parts, missing].map(
      (list) => list.find(({ name }) => name === "quality")!.weight,
    ) as [number, number];
    expect(there / lacking).toBeCloseTo(6);
    expect(failedGates(resultIn(dir).metrics, [readGate("overall=1")], { judged: true })).toEqual([]);
    const { path } = ownRubric();
    answer = () => "no";
    await rehearse("judge", dir, "--judge", "deepseek-r2", "--rubric", path);
    expect(resultIn(dir).metrics!.composite.missing).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: "quality" })]),
    );
  });

  test("a session that is being played keeps its files to itself; the verdict is kept", async () => {
    const dir = copy();
    const before = readFileSync(join(dir, "session.json"), "utf8");
    const lock = await lockFolder(dir, { clock: systemClock });
    const { exit, stdout } = await rehearse("judge", dir, "--judge", "deepseek-r2");
    await lock.release();
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: expect.stringContaining("is in use") as string });
    expect(readFileSync(join(dir, "session.json"), "utf8")).toBe(before);
    expect(readVerdicts(dir)).toHaveLength(1);
    // As after a stop between the verdict and the files: asking again writes them, and nobody is asked.
    const asked = court.asked.length;
    await rehearse("judge", dir, "--judge", "deepseek-r2");
    expect(court.asked).toHaveLength(asked);
    expect(resultIn(dir).metrics!.quality).toEqual(scored(6));
  });

  test("two judges at once: both verdicts are kept, and the files show the newest", async () => {
    const dir = copy();
    const both = await Promise.all(
      ["deepseek-r2", "opus-4.5"].map((name) => rehearse("judge", dir, "--judge", name)),
    );
    expect(both.map(({ exit }) => exit)).toEqual([0, 0]);
    expect(resultIn(dir).judged).toMatchObject({ verdicts: 2, at: readVerdicts(dir).at(-1)!.verdict.at });
  });

  test("a damaged session.json is written anew from the turns", async () => {
    const dir = copy();
    writeFileSync(join(dir, "session.json"), "{");
    expect((await rehearse("judge", dir, "--judge", "deepseek-r2")).exit).toBe(0);
    expect(resultIn(dir)).toMatchObject({ outcome: "timeout", turns: 4, metrics: { quality: scored(6) } });
  });
});

describe("play and replay", () => {
  test("--rubric: the session is judged by it, though its file is gone by then; without a judge it is refused", async () => {
    const { path, hash } = ownRubric();
    const out = folder();
    expect(await rehearse("play", ...house, "--out", out, "--rubric", path)).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining("nobody judges") as string,
    });
    expect(readdirSync(out)).toEqual([]);
    answer = () => ({ status: 400 });
    expect((await rehearse("play", ...house, "--out", out, "--judge", "auto", "--rubric", path)).exit).toBe(
      2,
    );
    writeFileSync(path, "{}");
    answer = (asked) => goodAnswer(asked, 6);
    expect((await rehearse("resume", onlySession(out))).exit).toBe(0);
    expect(resultIn(onlySession(out))).toMatchObject({
      judged: { key: { rubric: hash } },
      metrics: { quality: { ...scored(null), pacing: 6 } },
    });
  });

  test("replay --judge: the branch is judged within its budget, its parent is not; without it nobody is asked", async () => {
    const asked = court.asked.length;
    const { path, hash } = ownRubric();
    const [plain, judged] = [folder(), folder()];
    const branch = ["replay", "--checkpoint", join(played.dir, "turn-2.json"), "--turns", "1"];
    expect((await rehearse(...branch, "--out", plain)).exit).toBe(0);
    expect(court.asked).toHaveLength(asked);
    const { exit, stdout } = await rehearse(
      ...branch,
      "--out",
      judged,
      "--judge",
      "deepseek-r2",
      "--rubric",
      path,
      "--budget",
      "1",
      "--json",
    );
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
    expect(foldJournal(join(dir, "judging", run!, "calls.jsonl")).fold.totals().byRole.judge!.cost).toBe(
      result!.cost.byRole.judge,
    );
    expect(existsSync(join(played.dir, "verdicts"))).toBe(false);
  });

  test("a judge that does not fit into a branch's budget: exit 4; with more, resume judges it before it plays on", async () => {
    const out = folder();
    const spent = await rehearse(
      "replay",
      "--checkpoint",
      join(played.dir, "turn-2.json"),
      "--turns",
      "1",
      "--out",
      out,
      "--judge",
      "deepseek-r2",
      "--budget",
      "0.000001",
    );
    expect(spent.exit).toBe(4);
    const dir = onlySession(out);
    expect(readVerdicts(dir)).toEqual([]);
    expect(resultIn(dir).metrics!.quality).toEqual(scored(null));
    expect((await rehearse("resume", dir, "--budget", "1")).exit).toBe(0);
    expect(loadLatest(dir).state.turn).toBe(3);
    expect(resultIn(dir).metrics!.quality).toEqual(scored(6));
    // Once more: now it goes on to its end, and the whole is judged.
    expect((await rehearse("resume", dir)).exit).toBe(0);
    expect(resultIn(dir)).toMatchObject({ turns: 4, outcome: "timeout", judged: { verdicts: 1 } });
    expect(readVerdicts(dir).map(({ verdict }) => verdict.turns)).toEqual([3, 4]);
  });

  test("a verdict of somebody else does not stand for the judge that a session was started with", async () => {
    const out = folder();
    answer = ({ model }) =>
      model.includes("deepseek") ? { status: 400 } : goodAnswer(court.asked.at(-1)!, 2);
    await rehearse("play", ...house, "--out", out, "--judge", "deepseek-r2");
    const dir = onlySession(out);
    expect((await rehearse("judge", dir, "--judge", "opus-4.5")).exit).toBe(0);
    answer = (asked) => goodAnswer(asked, 6);
    expect((await rehearse("resume", dir)).exit).toBe(0);
    expect(resultIn(dir)).toMatchObject({
      judged: { verdicts: 2, key: { model: "deepseek/deepseek-v4-pro-dated" } },
      metrics: { quality: scored(6) },
    });
    expect((await rehearse("resume", dir)).stdout).toContain("already finished");
  });

  test(
    "killed while it is being judged: resume pays for no answer twice, and the cost is counted once",
    { timeout: 60_000 },
    async () => {
      const out = folder();
      const before = court.asked.length;
      answer = (asked) => (asked.number === before + 1 ? "no JSON at all" : "hang");
      const first = startRehearse(["play", ...house, "--out", out, "--judge", "deepseek-r2"], {
        cwd: out,
        env: court.env,
      });
      while (court.asked.length < before + 2) await new Promise((resolve) => setTimeout(resolve, 20));
      first.kill("SIGKILL");
      await first.ended;
      const dir = onlySession(out);
      expect(existsSync(join(dir, "session.json"))).toBe(false);
      answer = (asked) => goodAnswer(asked, 6);
      expect((await rehearse("resume", dir)).exit).toBe(0);
      expect(court.asked).toHaveLength(before + 3);
      expect(court.asked[before + 2]!.messages).toEqual(court.asked[before + 1]!.messages);
      const [{ verdict }] = readVerdicts(dir) as [ReturnType<typeof readVerdicts>[number]];
      expect(verdict).toMatchObject({ calls: 2, tokens: 3_000, problems: [{ ask: 1 }] });
      expect(resultIn(dir)).toMatchObject({
        cost: { byRole: { judge: verdict.cost.total } },
        metrics: { quality: scored(6) },
      });
    },
  );

  test("how far the judge is, is shown on a terminal and nowhere else", async () => {
    const stderr = Object.assign(new MemoryStream(), { isTTY: true });
    const commands = [judgeCommand, play];
    await runInMemory(commands, ["play", ...house, "--out", folder(), "--judge", "deepseek-r2"], { stderr });
    expect(stderr.text).toMatch(
      /turn 4, pulse [\s\S]*judging, window 1 of 1, 0 done[\s\S]*judging, window 1 of 1, 1 done, \$0\.0\d+/,
    );
    const alone = Object.assign(new MemoryStream(), { isTTY: true });
    await runInMemory(commands, ["judge", copy(), "--judge", "deepseek-r2"], { stderr: alone });
    expect(alone.text).toContain("session judging, window 1 of 1, 0 done");
    expect((await rehearse("judge", copy(), "--judge", "deepseek-r2")).stderr).toBe("");
  });

  test("--fail-under overall with a judge whose scores are missing fails, and says so", async () => {
    answer = () => "I would rather not say.";
    const { exit, stdout, stderr } = await rehearse(
      "play",
      ...house,
      "--out",
      folder(),
      "--judge",
      "deepseek-r2",
      "--fail-under",
      "overall=1,pacing=1",
    );
    expect(exit).toBe(1);
    expect(stdout).toContain("The judge deepseek/deepseek-v4-pro-dated gave no score");
    expect(stderr).toMatch(/overall is [\d.]+ without the judge's part[\s\S]*pacing could not be measured/);
  });
});
