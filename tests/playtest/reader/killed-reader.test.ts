/**
 * The real binary is killed around the reading of the turns 1 to 5. Resumed, or branched, the session has the findings
 * of an undisturbed one, and no answered call is made again.
 */
import { cpSync, existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { SessionResult } from "../../../src/contract/index.ts";
import { loadLatest } from "../../../src/playtest/index.ts";
import { firstSentence, readerAnswer } from "../../support/model-servers/playtest-actors.ts";
import type { Entry, Special } from "../../support/model-servers/playtest-server.ts";
import { journalLines } from "../../support/journal-lines.ts";
import { openTable } from "../../support/model-servers/playtest-table.ts";
import { found as finding } from "../../support/playtest/scripted-reader.ts";

const ENDS_AT = 7;
/** One call reads so many turns. */
const BATCH = 5;
const args = "--narrator opus-4.5 --archetypes joker,follower --seed a --max-turns 20 --json".split(" ");

/** From turn 3 on the reader finds something, and the second look is asked. */
function finds(asked: Entry): Special | undefined {
  if (asked.part !== "reader") return undefined;
  const answer = readerAnswer(asked, (turn) =>
    turn < 3 ? {} : { findings: [finding("ignored-request", firstSentence(asked, turn))] },
  );
  return { does: "say", text: JSON.stringify(answer) };
}

const isCall = (part: Entry["part"], turn: number) => (entry: Entry) =>
  entry.part === part && entry.turn === turn;
/** The id of a call, without the turns that a reader gets; several players' calls have one name here, which no journal knows. */
const name = ({ part, turn }: Entry) => `turn/${turn}/${part}`;
/** What the journal holds as answered. */
const answeredIn = (dir: string) =>
  new Set(
    journalLines(dir).flatMap((line) => (line.type === "done" ? [line.call.replace(/\/\d+-\d+$/, "")] : [])),
  );
const readingsOf = (dir: string) => loadLatest(dir).state.readings;
const found = (dir: string) =>
  loadLatest(dir).state.issues.map(({ turn, kind, evidence, source }) => ({ turn, kind, evidence, source }));

type Where = {
  what: string;
  /** The last turn that is saved by then for certain. */
  saved: number;
  /** Held back for ever in the life that is killed. */
  hangs?: (entry: Entry) => boolean;
  /** Kills as soon as this is so. */
  kills: (entry: Entry) => boolean;
};

const places: Where[] = [
  {
    what: "during the reading",
    saved: BATCH,
    hangs: isCall("reader", BATCH),
    kills: isCall("reader", BATCH),
  },
  {
    what: "just after the second look",
    saved: BATCH,
    kills: (entry) => entry.answered && isCall("second-look", BATCH)(entry),
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
  expect(issues.filter(({ source }) => source.startsWith("reader: "))).toHaveLength(5);
});

test.each(places)(
  "killed $what: resumed or branched, the findings are the same and nothing is paid twice",
  { timeout: 300_000 },
  async ({ saved, hangs, kills }) => {
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
    holds = hangs;
    const child = table.rehearse("killed", "play", ...args);
    onChange = (entry) => void (entry.client === "killed" && kills(entry) && child.kill("SIGKILL"));
    expect(await child.ended).toMatchObject({ signal: "SIGKILL", stderr: "" });
    onChange = () => {};
    holds = undefined;
    expect(existsSync(join(dir(), `turn-${saved}.json`))).toBe(true);
    expect(readingsOf(dir()).length).toBeLessThan(BATCH);
    const answered = answeredIn(dir());
    expect(answered).toContain(`turn/${saved}/narrator`);
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

    // A branch reads its own turns, and none of its parent's.
    const checkpoint = join(copy, `turn-${saved}.json`);
    const change = "--prompt structured --turns 1 --json --out branches".split(" ");
    const branched = await table.run("killed", "replay", "--checkpoint", checkpoint, ...change);
    expect({ exit: branched.exit, stderr: branched.stderr }).toEqual({ exit: 0, stderr: expect.any(String) });
    const [branch] = JSON.parse(branched.stdout) as SessionResult[];
    expect(readingsOf(resolve(table.dir, branch!.dir)).map(({ turn }) => turn)).toEqual([saved + 1]);
  },
);
