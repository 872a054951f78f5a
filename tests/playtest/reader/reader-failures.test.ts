/** A reader that fails, is slow or is missing: play continues, nothing is invented, and every surface names the cause. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SettingsInput } from "../../../src/contract/index.ts";
import {
  loadLatest,
  planSession,
  playSession,
  resumeSession,
  type SessionRequest,
} from "../../../src/playtest/index.ts";
import { readingPath } from "../../../src/playtest/readings/index.ts";
import type { Court } from "../../support/model-servers/judge-server.ts";
import { found, openReader, type ReadRequest } from "../../support/playtest/scripted-reader.ts";
import { emptyFolder, reportIn, withoutTimes } from "../house-session.ts";

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

const statuses = (dir: string) => loadLatest(dir).state.readings.map(({ status }) => status);
const five = (status: string) => Array.from({ length: 5 }, () => status);
/** The first sentence of a turn. */
const words = ({ messages, turn }: ReadRequest): string =>
  /NARRATION.*:\n(.*?[.!?])(?:\s|$)/.exec(
    messages.find(({ text }) => text.includes(`TURN ${turn} `))!.text,
  )![1]!;

test(
  "a reader that is down: its turns are unread until a resume, play is unaffected, and the cause is named",
  patience,
  async () => {
    let broken = true;
    await using reader = await openReader(({ turn }) =>
      turn > 5 && broken ? { status: 500 } : { findings: [] },
    );
    const { dir, state, result, harness } = await played(reader);
    const silent = await played(reader, { observer: "none" });
    expect(statuses(dir)).toEqual([...five("read"), ...five("unread")]);
    expect(withoutTimes(state)).toEqual(withoutTimes(silent.state));
    expect(result.read).toMatchObject({ asked: "gpt-4o-mini", turns: [1, 2, 3, 4, 5], of: 10 });
    expect(result.read!.unread.map(({ turn }) => turn)).toEqual([6, 7, 8, 9, 10]);
    for (const each of result.read!.unread)
      expect(each).toMatchObject({ why: expect.stringMatching(/answered 500: No\.$/), attempts: 2 });
    const failed = "failed after 2 attempts: ";
    expect(reportIn(dir)).toContain(`Not read: turns 6 to 10. gpt-4o-mini ${failed}`);
    expect(reportIn(dir)).toContain(`- Read the unread turns. \`rehearse resume ${dir}\``);
    expect(reportIn(dir)).toContain(`- Not read in turns 6 to 10: gpt-4o-mini ${failed}`);

    broken = false;
    await resumeSession(harness, dir);
    expect(statuses(dir)).toEqual([...five("read"), ...five("read")]);
    expect(reportIn(dir)).not.toContain("Not read");
  },
);

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
    expect(reportIn(dir)).toMatch(
      /Note:\*\* .* Not read: turns 1 to 5\. gpt-4o-mini failed after 1 attempt: .*401: No\. Not read yet: turns 6, 7\./,
    );
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
