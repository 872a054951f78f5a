/**
 * The real binary is killed around the reading of a turn. Resumed, or branched from that turn, the session has the
 * findings of an undisturbed one, and no answered call is made again.
 */
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { CallDone, SessionResult } from "../../../src/contract/index.ts";
import { loadLatest } from "../../../src/playtest/index.ts";
import { narrationToRead, readerAnswer } from "../../support/model-servers/playtest-actors.ts";
import type { Entry, Special } from "../../support/model-servers/playtest-server.ts";
import { whileRunning } from "../../support/cli/rehearse-process.ts";
import { openTable } from "../../support/model-servers/playtest-table.ts";

const ENDS_AT = 6;
const KILLED_AT = 4;
const args = "--narrator opus-4.5 --archetypes joker,follower --seed a --max-turns 20 --json".split(" ");

/** From turn 3 on the reader finds something, and the second look is asked. */
function finds(asked: Entry): Special | undefined {
  if (asked.part !== "reader" || asked.turn < 3) return undefined;
  const quote = narrationToRead(asked).split(/(?<=[.!?])\s/)[0]!;
  const finding = { kind: "ignored-request", quote, against: null, why: "Nobody answers.", confidence: 0.9 };
  return { does: "say", text: JSON.stringify(readerAnswer(asked, [finding])) };
}

const isCall = (part: Entry["part"], turn: number) => (entry: Entry) =>
  entry.part === part && entry.turn === turn;
/** The id of a call; several players' calls have one name here, which no journal knows. */
const name = ({ part, turn }: Entry) => `turn/${turn}/${part}`;
/** What the journal holds as answered, read by hand. */
const answeredIn = (dir: string) =>
  new Set(
    readFileSync(join(dir, "calls.jsonl"), "utf8")
      .split("\n")
      .flatMap((line) => {
        const { type, call } = (line.endsWith("}") ? JSON.parse(line) : {}) as Partial<CallDone>;
        return type === "done" ? [call!] : [];
      }),
  );
const readingsOf = (dir: string) => loadLatest(dir).state.readings;
const found = (dir: string) =>
  loadLatest(dir).state.issues.map(({ turn, type, evidence, source }) => ({ turn, type, evidence, source }));

type Where = {
  what: string;
  /** Held back for ever in the life that is killed. */
  hangs?: (entry: Entry) => boolean;
  /** Kills as soon as this is so. */
  kills: (entry: Entry, dir: string) => boolean;
};

const places: Where[] = [
  {
    what: "between saving the turn and its reading",
    // The reading of a turn waits for the one before it.
    hangs: isCall("reader", KILLED_AT - 1),
    kills: () => false,
  },
  { what: "during the reading", hangs: isCall("reader", KILLED_AT), kills: isCall("reader", KILLED_AT) },
  {
    what: "during the second look",
    hangs: isCall("second-look", KILLED_AT),
    kills: isCall("second-look", KILLED_AT),
  },
  {
    what: "just after the second look",
    kills: (entry) => entry.answered && isCall("second-look", KILLED_AT)(entry),
  },
];

/** The readings of an undisturbed session. */
let expected: ReturnType<typeof readingsOf>;
let issues: ReturnType<typeof found>;
beforeAll(async () => {
  await using table = await openTable({ endsAt: ENDS_AT, special: finds });
  const { dir } = await table.play("undisturbed", {
    archetypes: ["joker", "follower"],
    seed: "a",
    maxTurns: 20,
  });
  [expected, issues] = [readingsOf(dir), found(dir)];
  expect(expected.map(({ turn, status }) => [turn, status])).toEqual(
    Array.from({ length: ENDS_AT }, (_, index) => [index + 1, "read"]),
  );
  expect(issues.filter(({ source }) => source.startsWith("reader: "))).toHaveLength(4);
});

test.each(places)(
  "killed $what: resumed or branched, the findings are the same and nothing is paid twice",
  { timeout: 300_000 },
  async ({ hangs, kills }) => {
    let onChange: (entry: Entry) => void = () => {};
    let holds: ((entry: Entry) => boolean) | undefined;
    await using table = await openTable({
      endsAt: ENDS_AT,
      special: finds,
      pause: (entry) => (holds?.(entry) ? new Promise(() => {}) : undefined),
      onChange: (entry) => onChange(entry),
    });
    const sessions = join(table.dir, "sessions");
    const dir = () => join(sessions, readdirSync(sessions)[0]!);
    // The folder of sessions exists before there is a session in it.
    const saved = () =>
      existsSync(sessions) &&
      readdirSync(sessions).some((id) => existsSync(join(sessions, id, `turn-${KILLED_AT}.json`)));
    holds = hangs;
    const child = table.rehearse("killed", "play", ...args);
    onChange = (entry) => void (entry.client === "killed" && kills(entry, dir()) && child.kill("SIGKILL"));
    // Where no call tells the moment, the file does.
    if (hangs === places[0]!.hangs) {
      await whileRunning(child, saved);
      child.kill("SIGKILL");
    }
    expect(await child.ended).toMatchObject({ signal: "SIGKILL", stderr: "" });
    onChange = () => {};
    holds = undefined;
    expect(saved()).toBe(true);
    expect(readingsOf(dir()).length).toBeLessThan(KILLED_AT);
    const answered = answeredIn(dir());
    expect(answered).toContain(`turn/${KILLED_AT}/narrator`);
    const copy = join(table.dir, "copy");
    cpSync(dir(), copy, { recursive: true });

    // The same client throughout: a stored run is resumed at the address that it was begun at.
    const asked = table.server.of("killed").length;
    const resumed = await table.run("killed", "resume", dir(), "--json");
    expect({ exit: resumed.exit, stderr: resumed.stderr }).toEqual({ exit: 0, stderr: expect.any(String) });
    expect(readingsOf(dir())).toEqual(expected);
    expect(found(dir())).toEqual(issues);
    expect(
      table.server
        .of("killed")
        .slice(asked)
        .map(name)
        .filter((call) => answered.has(call)),
    ).toEqual([]);

    const before = table.server.of("killed").length;
    const out = join(table.dir, "branches");
    const checkpoint = join(copy, `turn-${KILLED_AT}.json`);
    const branched = await table.run(
      "killed",
      "replay",
      "--checkpoint",
      checkpoint,
      "--turns",
      "1",
      "--times",
      "2",
      "--out",
      out,
      "--json",
    );
    expect({ exit: branched.exit, stderr: branched.stderr }).toEqual({ exit: 0, stderr: expect.any(String) });
    const results = JSON.parse(branched.stdout) as SessionResult[];
    for (const result of results)
      expect(readingsOf(resolve(table.dir, result.dir)).slice(0, KILLED_AT)).toEqual(
        expected.slice(0, KILLED_AT),
      );
    // Missing answers are requested once, not once per branch, and existing ones not at all.
    const completed = table.server
      .of("killed")
      .slice(before)
      .filter(({ part, turn }) => (part === "reader" || part === "second-look") && turn <= KILLED_AT)
      .map(name);
    expect(completed).toEqual([...new Set(completed)]);
    expect(completed.filter((call) => answered.has(call))).toEqual([]);
  },
);
