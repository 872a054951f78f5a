/** A disk that fills up during a session: exit 3, whole files. With free space again, it ends as if undisturbed. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SessionResult } from "../../../src/contract/index.ts";
import { loadCheckpoint, loadLatest, resumeSession, turnPath } from "../../../src/playtest/index.ts";
import {
  emptyFolder,
  houseHarness,
  houseSession,
  reportIn,
  resultIn,
  withoutTimes,
} from "../house-session.ts";
import { main, runRehearse } from "../../support/cli/rehearse-process.ts";

const wish = {
  seed: 4,
  narrator: "house/stalled",
  archetypes: ["joker", "wildcard", "curious", "drifter"] as const,
  maxTurns: 22,
};
const play = [
  ..."play --story innsmouth --narrator".split(" "),
  wish.narrator,
  "--archetypes",
  wish.archetypes.join(","),
  "--seed",
  String(wish.seed),
  "--max-turns",
  String(wish.maxTurns),
  "--json",
];

const undisturbed = houseSession({ ...wish, archetypes: [...wish.archetypes] });
const sh = (script: string, ...args: string[]) =>
  spawnSync("sh", ["-c", script, "sh", ...args], {
    cwd: emptyFolder(),
    encoding: "utf8",
    env: { PATH: process.env.PATH },
  });
const only = (dir: string) => join(dir, readdirSync(dir)[0]!);

/** Every stored turn is whole and equals that of an undisturbed session. */
async function expectWhole(dir: string, turns: number): Promise<void> {
  const { state } = await undisturbed;
  expect(loadLatest(dir).state.turn).toBe(turns);
  for (let turn = 0; turn <= turns; turn++)
    expect(withoutTimes(loadCheckpoint(turnPath(dir, turn)).state)).toEqual(
      JSON.parse(JSON.stringify(withoutTimes(state).slice(0, turn))),
    );
  expect(readdirSync(dir).filter((name) => name.startsWith(".tmp"))).toEqual([]);
}

async function expectGoneOn(dir: string): Promise<void> {
  await expectWhole(dir, wish.maxTurns);
  const result = resultIn(dir);
  expect(result).toMatchObject({ outcome: "timeout", turns: wish.maxTurns });
  const { result: theirs, dir: there } = await undisturbed;
  // Only answers that could not be stored were requested again.
  expect(result.totals.calls.completed).toBe(theirs.totals.calls.completed);
  const truth = (dir: string) => readFileSync(join(dir, "truth.jsonl"), "utf8");
  expect(truth(dir)).toBe(truth(there));
}

test("a file at its size limit: the journal is full in mid-session", { timeout: 120_000 }, async () => {
  const out = join(emptyFolder(), "sessions");
  const ignore = "data:text/javascript,process.on('SIGXFSZ',()=>{})";
  const { status, stdout, stderr } = sh(
    'ulimit -f 230; exec "$@"',
    process.execPath,
    "--import",
    ignore,
    main,
    ...play,
    "--out",
    out,
  );
  const dir = only(out);
  const first = JSON.parse(stdout) as SessionResult;
  expect({ status, stderr }).toEqual({
    status: 3,
    stderr: expect.stringMatching(/^Cannot append to .*calls\.jsonl: .*EFBIG/),
  });
  expect(stderr).toMatch(/Resume with: .*resume /);
  expect(stderr).toContain(`resume ${dir}\n`);
  expect(first).toMatchObject({ outcome: "interrupted", why: expect.stringContaining("EFBIG") });
  expect(first.turns).toBeGreaterThan(3);
  expect(first.turns).toBeLessThan(wish.maxTurns);
  await expectWhole(dir, first.turns);

  const cwd = emptyFolder();
  expect(await runRehearse(["resume", dir, "--json"], { cwd, env: {} })).toMatchObject({ exit: 0 });
  await expectGoneOn(dir);
});

test("an unsaved turn was not played: neither result nor report counts it, and it is replayed at no cost", async () => {
  const out = emptyFolder();
  const inTheWay = turnPath(join(out, "session"), 3);
  const { stopped, result, state, dir } = await houseSession({
    ...wish,
    archetypes: [...wish.archetypes],
    out,
    onTurn: ({ turn }) => void (turn === 2 && mkdirSync(inTheWay)),
  });
  expect(stopped).toMatchObject({ code: "bad-path", message: expect.stringContaining("turn-3.json") });
  expect({ turns: result.turns, played: state.turn }).toEqual({ turns: 2, played: 2 });
  expect(reportIn(dir)).toContain("- Turns: 2\n");

  rmdirSync(inTheWay);
  const asked = result.totals.all.attempts;
  const again = await resumeSession(houseHarness(), dir);
  // The narrator was asked for turn 4 while turn 3 was being written: that answer is used.
  const reactions = again.state.records.slice(3).flatMap(({ crossTalk = [] }) => crossTalk).length;
  expect(again.result.totals.all.attempts - asked).toBe((wish.maxTurns - 3) * 6 - 1 + reactions);
  await expectGoneOn(dir);
});
