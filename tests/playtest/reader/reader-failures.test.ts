/** A reader that fails, is slow or is missing: play continues, nothing is invented, and result and report say so. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { branchSession, loadLatest, resumeSession, turnPath } from "../../../src/playtest/index.ts";
import { readingPath } from "../../../src/playtest/readings/index.ts";
import { narrationToRead, readerAnswer } from "../../support/model-servers/playtest-actors.ts";
import type { Entry, Special } from "../../support/model-servers/playtest-server.ts";
import { openTable } from "../../support/model-servers/playtest-table.ts";
import { withoutTimes } from "../house-session.ts";

const patience = { timeout: 60_000 };
const wish = { archetypes: ["joker" as const, "follower" as const], seed: 3, maxTurns: 5 };
const reportOf = (dir: string) => readFileSync(join(dir, "report.md"), "utf8");
const statuses = (dir: string) =>
  loadLatest(dir).state.readings.map(({ turn, status }) => `${turn} ${status}`);
const say = (value: unknown): Special => ({
  does: "say",
  text: typeof value === "string" ? value : JSON.stringify(value),
});
const finding = (asked: Entry, more: object = {}) => ({
  kind: "ignored-request",
  quote: narrationToRead(asked).split(/(?<=[.!?])\s/)[0]!,
  against: null,
  why: "Nobody answers.",
  confidence: 0.9,
  ...more,
});

test.each<[string, Special, RegExp]>([
  ["answers prose", say("I liked this turn a lot."), /^gpt-4o-mini-dated gave a reply that cannot be used/],
  ["is down", { does: "refuse", status: 500, message: "Out of order." }, /answered 500: Out of order\./],
  ["does not answer in time", { does: "hang" }, /^gpt-4o-mini did not answer within 0\.3 s$/],
])(
  "a reader that %s: the turn is unread, also after a resume, and play is unaffected",
  patience,
  async (_, trouble, why) => {
    let broken = true;
    await using table = await openTable({
      endsAt: 99,
      settings: { readWithinMs: 300 },
      special: ({ part, turn }) => (part === "reader" && turn === 3 && broken ? trouble : undefined),
    });
    const [{ dir, state, result }, silent] = await Promise.all([
      table.play("one", wish),
      table.play("two", { ...wish, observer: "none" }),
    ]);
    expect(statuses(dir)).toEqual(["1 read", "2 read", "3 unread", "4 read", "5 read"]);
    expect(withoutTimes(state)).toEqual(withoutTimes(silent.state));
    expect(result.notes.filter(({ code }) => code === "unread-turn")).toEqual([
      { code: "unread-turn", turns: [3], text: expect.stringMatching(why) },
    ]);
    expect(reportOf(dir)).toMatch(/- Not read in turn 3: /);

    // The reader would answer now, but later turns were read without this one.
    broken = false;
    const asked = table.server.of("one").length;
    rmSync(readingPath(dir, "gpt-4o-mini", 3));
    rmSync(turnPath(dir, 5));
    await resumeSession(table.harness("one"), dir);
    expect(statuses(dir)).toEqual(["1 read", "2 read", "3 unread", "4 read", "5 read"]);
    expect(table.server.of("one")).toHaveLength(asked);
  },
);

test("without a reader: no reading, no call, and no reader folder", patience, async () => {
  await using table = await openTable({ endsAt: 99 });
  const { dir, result } = await table.play("one", { ...wish, observer: "none" });
  expect(table.server.of("one").filter(({ role }) => role === "observer")).toEqual([]);
  expect(existsSync(join(dir, "readings"))).toBe(false);
  expect(result.models.observer).toBe("none");
});

test("invented quotes and unconfirmed findings are notes, and not issues", patience, async () => {
  await using table = await openTable({
    endsAt: 99,
    special: (asked) => {
      if (asked.part === "second-look") return say({ verdicts: [] });
      if (asked.part !== "reader" || asked.turn < 4) return undefined;
      return say(
        readerAnswer(asked, [finding(asked), finding(asked, { quote: "No narrator ever said this." })]),
      );
    },
  });
  const { dir, result } = await table.play("one", wish);
  expect(result.issues.filter(({ source }) => source.includes("reader"))).toEqual([]);
  const notes = result.notes.filter(({ code }) => code !== "other-model");
  expect(notes.map(({ code, turns, text }) => [code, turns, text])).toEqual([
    ["void-quote", [4, 5], expect.stringMatching(/^gpt-4o-mini quoted other words/)],
    ["unconfirmed-finding", [4, 5], expect.stringMatching(/^shown as hints: .*no clear verdict/)],
  ]);
  expect(reportOf(dir)).toMatch(/- Quotes not in the transcript in turns 4, 5: gpt-4o-mini/);
});

/** The reader finds each of these turns to repeat the one before. */
const repeats = (turns: readonly number[]) => (asked: Entry) => {
  if (asked.part !== "reader" || !turns.includes(asked.turn)) return undefined;
  const [, before] =
    /<<< TURN \d+ \w+\nNARRATION:\n(.*?[.!?])\s[^]*<<< TURN \d+, THE TURN/.exec(asked.last) ?? [];
  return say(readerAnswer(asked, [finding(asked, { kind: "repetition", against: before })]));
};

test(
  "three confirmed repetitions in a row end a session one turn late; turn files do not change",
  patience,
  async () => {
    await using table = await openTable({ endsAt: 99, special: repeats([4, 5, 6]) });
    const { dir, result } = await table.play("one", { ...wish, maxTurns: 12 });
    expect(result).toMatchObject({
      outcome: "failed",
      why: "the narrator repeated itself 3 turns in a row",
      turns: 7,
    });
    const { state, played } = loadLatest(dir);
    expect(state.ending?.outcome).toBe("failed");
    expect(played.ending).toBeUndefined();
    // It is over: nothing is played or asked again.
    const asked = table.server.of("one").length;
    expect(await resumeSession(table.harness("one"), dir)).toMatchObject({ wasOver: true });
    expect(table.server.of("one")).toHaveLength(asked);
    // Two failures of the parent do not count in a branch.
    const branch = await branchSession(table.harness("one"), {
      checkpoint: turnPath(dir, 5),
      changes: { turns: 3 },
      replicate: 0,
      out: table.dir,
      sessionId: "branch",
    });
    expect(branch.result).toMatchObject({ outcome: "stopped", turns: 8 });
  },
);

test(
  "a changed, foreign or cut reading is refused and named; deleted, a resume repeats it at no cost",
  patience,
  async () => {
    await using table = await openTable({ endsAt: 99 });
    const { dir } = await table.play("one", wish);
    const path = (turn: number) => readingPath(dir, "gpt-4o-mini", turn);
    const asked = table.server.of("one").length;
    const text = readFileSync(path(2), "utf8");
    for (const [turn, spoiled, problem] of [
      [2, text.replace("as told in turn 2", "as sold in turn 2"), "its checksum"],
      [3, text, "it is turn 2 as read by gpt-4o-mini"],
      [4, text.slice(0, 60), "it is truncated"],
    ] as const) {
      writeFileSync(path(turn), spoiled);
      expect(() => loadLatest(dir)).toThrow(`${path(turn)} cannot be used: ${problem}`);
      rmSync(path(turn));
      const { result } = await resumeSession(table.harness("one"), dir);
      expect(result.turns).toBe(5);
    }
    expect(statuses(dir)).toEqual(["1 read", "2 read", "3 read", "4 read", "5 read"]);
    expect(table.server.of("one")).toHaveLength(asked);
  },
);
