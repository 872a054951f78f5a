/** A reader that fails, is slow or is missing: play continues, nothing is invented, and every surface names the cause. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SessionResult, SettingsInput } from "../../../src/contract/index.ts";
import {
  loadLatest,
  planSession,
  playSession,
  resumeSession,
  type SessionRequest,
} from "../../../src/playtest/index.ts";
import { readingPath } from "../../../src/playtest/readings/index.ts";
import { runRehearse } from "../../support/cli/rehearse-process.ts";
import type { Court } from "../../support/model-servers/judge-server.ts";
import { found, openReader, type ReadRequest } from "../../support/playtest/scripted-reader.ts";
import { emptyFolder, withoutTimes } from "../house-session.ts";

const patience = { timeout: 60_000 };

/** Ten turns of the house cast, read by a model. */
async function played(court: Court, wish: Partial<SessionRequest> = {}, settings?: SettingsInput) {
  const harness = court.harness(settings);
  const out = emptyFolder();
  const config = planSession(harness, {
    story: "innsmouth",
    prompt: "baseline",
    narrator: "house",
    observer: "gpt-4o-mini",
    seed: 3,
    maxTurns: 10,
    ...wish,
  });
  const session = await playSession(harness, { config, out, sessionId: "one" });
  return { ...session, harness, dir: join(out, "one") };
}

const reportOf = (dir: string) => readFileSync(join(dir, "report.md"), "utf8");
const statuses = (dir: string) => loadLatest(dir).state.readings.map(({ status }) => status);
const five = (status: string) => Array.from({ length: 5 }, () => status);
/** The first sentence of a turn. */
const words = ({ messages, turn }: ReadRequest): string =>
  /NARRATION.*:\n(.*?[.!?])(?:\s|$)/.exec(
    messages.find(({ text }) => text.includes(`TURN ${turn} `))!.text,
  )![1]!;

test.each<[string, { status: number } | "hang", { why: RegExp; attempts?: number }]>([
  ["is down", { status: 500 }, { why: /answered 500: No\.$/, attempts: 2 }],
  ["does not answer in time", "hang", { why: /^no answer within 0\.3 s$/ }],
])(
  "a reader that %s: its turns are unread until a resume, play is unaffected, and the cause is named",
  patience,
  async (_, trouble, { why, attempts }) => {
    let broken = true;
    await using reader = await openReader(({ turn }) => (turn > 5 && broken ? trouble : {}));
    const { dir, state, result, harness } = await played(reader, {}, { readWithinMs: 300 });
    const silent = await played(reader, { observer: "none" });
    expect(statuses(dir)).toEqual([...five("read"), ...five("unread")]);
    expect(withoutTimes(state)).toEqual(withoutTimes(silent.state));
    expect(result.read).toMatchObject({ asked: "gpt-4o-mini", turns: [1, 2, 3, 4, 5], of: 10 });
    expect(result.read!.unread.map(({ turn }) => turn)).toEqual([6, 7, 8, 9, 10]);
    for (const each of result.read!.unread) {
      expect(each.why).toMatch(why);
      expect(each.attempts).toBe(attempts);
    }
    const failed = `failed${attempts === undefined ? "" : ` after ${attempts} attempts`}: `;
    expect(reportOf(dir)).toContain(`Not read: turns 6 to 10. gpt-4o-mini ${failed}`);
    expect(reportOf(dir)).toContain(`- Read the unread turns. \`rehearse resume ${dir}\``);
    expect(reportOf(dir)).toContain(`- Not read in turns 6 to 10: gpt-4o-mini ${failed}`);

    broken = false;
    await resumeSession(harness, dir);
    expect(statuses(dir)).toEqual([...five("read"), ...five("read")]);
    expect(reportOf(dir)).not.toContain("Not read");
  },
);

const house = ["play", "--story", "innsmouth", "--narrator", "house", "--seed", "3", "--max-turns", "3"];

/** A folder in which a call is given up after two attempts. */
function impatientFolder(): string {
  const cwd = emptyFolder();
  const config = "export default { retry: { attempts: 2, firstDelayMs: 1, maxDelayMs: 2 } };\n";
  writeFileSync(join(cwd, "rehearse.config.mjs"), config);
  return cwd;
}

test(
  "a failed reader fails a gate on what it looks for, and the gate names the cause",
  patience,
  async () => {
    await using reader = await openReader(() => ({ status: 529 }));
    const { exit, stdout, stderr } = await runRehearse(
      [...house, "--observer", "gpt-4o-mini", "--fail-over", "contradictions=0"],
      { cwd: impatientFolder(), env: reader.env },
    );
    expect(exit).toBe(1);
    const cause = String.raw`Not read: turns 1 to 3\. gpt-4o-mini failed after 2 attempts: OpenAI [^:]* answered 529: No\b`;
    expect(stderr).toMatch(
      new RegExp(`Gate failed: contradictions could not be measured: 0 of 3 turns were read\\. ${cause}`),
    );
    expect(stdout).toMatch(
      new RegExp(
        `gpt-4o-mini read 0 of 3 turns\\. ${cause}.*\\nNote: Not measured: [^]*Read the unread turns\\.\\n +.* resume `,
      ),
    );
    expect(stdout + stderr).not.toContain("--observer MODEL");
  },
);

test("a recording replays a reader's failure with its attempts and cause", patience, async () => {
  await using reader = await openReader(() => ({ status: 529 }));
  const cwd = impatientFolder();
  const run = async (env: Record<string, string>, ...flags: string[]) => {
    const { exit, stdout } = await runRehearse([...flags, "--json"], { cwd, env });
    expect(exit).toBe(0);
    return (JSON.parse(stdout) as SessionResult).read!.unread;
  };
  const recorded = await run(reader.env, ...house, "--observer", "gpt-4o-mini", "--record", "rec");
  expect(recorded).toMatchObject([1, 2, 3].map((turn) => ({ turn, attempts: 2 })));
  expect(await run({}, "play", "--recording", "rec")).toEqual(recorded);
});

test(
  "a refused reader stops the session: the turns it was asked for name the refusal, the others are not read yet",
  patience,
  async () => {
    await using reader = await openReader(() => ({ status: 401 }));
    const { dir, result, stopped } = await played(reader, { maxTurns: 7 });
    expect(stopped).toMatchObject({ code: "unauthorised" });
    expect(result.read!.unread).toEqual([
      ...[1, 2, 3, 4, 5].map((turn) => ({ turn, why: expect.stringContaining("answered 401"), attempts: 1 })),
      { turn: 6 },
      { turn: 7 },
    ]);
    expect(reportOf(dir)).toMatch(
      /Note:\*\* .* Not read: turns 1 to 5\. gpt-4o-mini failed after 1 attempt: .*401: No\. Not read yet: turns 6, 7\./,
    );
  },
);

test(
  "without a reader: no reading, no call, no reader folder, and nobody is said to have failed",
  patience,
  async () => {
    await using reader = await openReader(() => ({}));
    const { dir, result } = await played(reader, { observer: "none", maxTurns: 2 });
    expect(reader.asked).toEqual([]);
    expect(existsSync(join(dir, "readings"))).toBe(false);
    expect(result.models.observer).toBe("none");
    expect(reportOf(dir)).toContain("- Reader: none (name an observer)");
    expect(reportOf(dir)).not.toMatch(/failed|Not read/);
  },
);

test(
  "a failed second look is named with its attempts and cause, its findings are hints, and a resume asks only it",
  patience,
  async () => {
    let broken = true;
    await using reader = await openReader(
      (asked) => (asked.turn === 2 ? { findings: [found("takes-over", words(asked))] } : {}),
      () => (broken ? { status: 500 } : true),
    );
    const { result, harness, dir } = await played(reader, { maxTurns: 3 });
    expect(result.hints).toMatchObject([{ turn: 2, kind: "takes-over" }]);
    expect(result.notes).toContainEqual({
      code: "unconfirmed-finding",
      turns: [2],
      text: expect.stringMatching(
        /^shown as hints: the second look failed after 2 attempts: .* answered 500: No$/,
      ),
    });

    broken = false;
    const before = reader.asked.length;
    const resumed = await resumeSession(harness, dir);
    expect(reader.asked.slice(before).map(({ last }) => last)).toEqual([expect.stringMatching(/^CHECKING/)]);
    expect(resumed.result).toMatchObject({ issues: [{ turn: 2, kind: "takes-over" }] });
  },
);

test(
  "a changed, foreign or cut reading is refused and named; deleted, a resume reads it again",
  patience,
  async () => {
    await using reader = await openReader(() => ({}));
    const { dir, harness } = await played(reader, { maxTurns: 5 });
    const path = (turn: number) => readingPath(dir, "gpt-4o-mini", turn);
    const text = readFileSync(path(2), "utf8");
    for (const [turn, spoiled, problem] of [
      [2, text.replace("gpt-4o-mini-dated", "gpt-4o-mini-edited"), "its checksum"],
      [3, text, "it is turn 2 as read by gpt-4o-mini"],
      [4, text.slice(0, 60), "it is truncated"],
    ] as const) {
      writeFileSync(path(turn), spoiled);
      expect(() => loadLatest(dir)).toThrow(`${path(turn)} cannot be used: ${problem}`);
      rmSync(path(turn));
      await resumeSession(harness, dir);
    }
    expect(statuses(dir)).toEqual(five("read"));
  },
);

test("a kill between two saves of a batch: a resume pays for nothing again", patience, async () => {
  await using reader = await openReader((asked) => ({ findings: [found("takes-over", words(asked))] }));
  const { dir, harness } = await played(reader, { maxTurns: 5 });
  const { readings } = loadLatest(dir).state;
  for (const turn of [4, 5]) rmSync(readingPath(dir, "gpt-4o-mini", turn));
  const before = reader.asked.length;
  await resumeSession(harness, dir);
  expect(loadLatest(dir).state.readings).toEqual(readings);
  expect(reader.asked).toHaveLength(before);
});
