/**
 * A process is killed while calls are in flight, and restarted until it ends by itself. Paid calls must not be paid for
 * again, and the account must agree with the server's own.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JournalLine, Note } from "../../src/contract/index.ts";
import { dice } from "../../src/kernel/dice/index.ts";
import { readLineLog } from "../../src/kernel/store/index.ts";
import { startCountingServer, type Request } from "../support/model-servers/counting-server.ts";
import { startChild } from "./killable-child.ts";

const COUNT = process.env.REHEARSE_FULL ? 200 : 80;
const AT_ONCE = 8;
/** A few kills by default; fifty, in several folders, in the full run. */
const rounds = process.env.REHEARSE_FULL
  ? { seeds: ["a", "b", "c", "d", "e"], kills: 10 }
  : { seeds: ["a"], kills: 3 };

let root: string;
beforeAll(async () => void (root = await mkdtemp(join(tmpdir(), "rehearse-kill-"))));
afterAll(() => rm(root, { recursive: true, force: true }));

const answerTo = (question: string) => `the answer to ${question}`;
const callOf = ({ question }: Request) => `turn/${question.replace("question ", "")}/player/0`;
/** Each answer has its own token count, so that a booked attempt identifies its answer. */
const reply = ({ number, question }: Request) => ({
  text: answerTo(question),
  input: number,
  output: 10_000 + number,
});

type OnDisk = { done: Set<string>; started: Map<string, string>; ended: Set<string>; torn: number };

/** Read by hand: not with the code under test. */
async function readJournal(dir: string): Promise<OnDisk & { lines: JournalLine[] }> {
  const text = await readFile(join(dir, "calls.jsonl"), "utf8");
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  const lines = whole
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as JournalLine);
  const attempts = (type: "start" | "end") =>
    lines.flatMap((line) =>
      line.type === type ? [[`${line.attempt} ${line.call}`, line.call] as const] : [],
    );
  return {
    lines,
    done: new Set(lines.flatMap((line) => (line.type === "done" ? [line.call] : []))),
    started: new Map(attempts("start")),
    ended: new Set(attempts("end").map(([attempt]) => attempt)),
    torn: Buffer.byteLength(text) - Buffer.byteLength(whole),
  };
}

const openIn = ({ started, ended }: OnDisk) =>
  [...started].filter(([attempt]) => !ended.has(attempt)).map(([attempt]) => attempt);

test.each(rounds.seeds)(
  `killed ${rounds.kills} times with calls in flight, a run repeats only those (seed %s)`,
  { timeout: 120_000 },
  async (seed) => {
    const dir = join(root, seed);
    let onChange: (request: Request) => void = () => {};
    await using server = await startCountingServer({
      reply,
      pause: ({ number }) => delay(1 + dice(seed, "pause", number).next() * 9),
      onChange: (request) => onChange(request),
    });
    const live = (life: number) => startChild({ dir, baseURL: server.baseURL(`life-${life}`), count: COUNT });
    const requestsOf = (life: number) => server.log.filter(({ client }) => client === `life-${life}`);

    /** What stood on disk at each kill. */
    const kills: OnDisk[] = [];
    for (let life = 0; life < rounds.kills; life++) {
      const child = live(life);
      const throws = dice(seed, "kill", life);
      const left = COUNT - (kills.at(-1)?.done.size ?? 0);
      // Kills around one of the next calls: when it is asked or has just been answered, at once or slightly later.
      const after = 1 + throws.int(Math.max(1, Math.floor((left * 0.7) / (rounds.kills - life))));
      const when = throws.pick(["asked", "answered"]);
      const later = throws.chance(0.5) ? 0 : throws.next() * 4;
      onChange = ({ client, answered }) => {
        const seen = requestsOf(life).filter((request) => when === "asked" || request.answered).length;
        if (client !== `life-${life}` || answered !== (when === "answered") || seen !== after) return;
        if (later === 0) child.kill();
        else setTimeout(child.kill, later);
      };
      const { signal, opened, stderr, failed } = await child.ended;
      expect({ life, signal, stderr, failed }).toEqual({
        life,
        signal: "SIGKILL",
        stderr: "",
        failed: undefined,
      });

      const before = kills.at(-1);
      const now = await readJournal(dir);
      kills.push(now);
      expect(openIn(now).length - (before ? openIn(before).length : 0)).toBeLessThanOrEqual(AT_ONCE);
      if (before) expectReported(opened!, before);
    }
    onChange = () => {};
    const { exit, opened, ended, stderr } = await live(rounds.kills).ended;
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: "" });
    expectReported(opened!, kills.at(-1)!);

    // Every answer is right, in any of the processes.
    expect(ended!.texts).toEqual(Array.from({ length: COUNT }, (_, index) => answerTo(`question ${index}`)));
    expect(ended!.sources.filter((source) => source === "journal")).toHaveLength(kills.at(-1)!.done.size);

    // Only calls in flight at a kill are asked again, never finished ones.
    for (const [life, atKill] of kills.entries()) {
      const next = requestsOf(life + 1).map(callOf);
      expect(next.filter((call) => atKill.done.has(call))).toEqual([]);
      const askedBefore = new Set(
        server.log.filter(({ client }) => Number(client.replace("life-", "")) <= life).map(callOf),
      );
      const inFlight = new Set(openIn(atKill).map((attempt) => atKill.started.get(attempt)));
      expect(next.filter((call) => askedBefore.has(call) && !inFlight.has(call))).toEqual([]);
    }
    const last = await readJournal(dir);
    const lost = openIn(last);
    expect(lost.length).toBeGreaterThanOrEqual(rounds.kills); // otherwise nothing was in flight, and nothing was tested
    expect(server.log.length - COUNT).toBeLessThanOrEqual(lost.length);

    // Every line is whole, and each call is done once.
    expect(readLineLog(join(dir, "calls.jsonl"), () => {})).toBe(0);
    expect(last.lines.filter(({ type }) => type === "done")).toHaveLength(COUNT);

    // The books agree with the server's: each booked answer is one of its answers, once, and its unbooked answers are possibly billed.
    const { all } = ended!.totals;
    const booked = last.lines.flatMap((line) => (line.type === "end" ? [line.usage?.input ?? 0] : []));
    const sent = server.log.filter(({ answered }) => answered);
    expect(new Set(booked).size).toBe(booked.length);
    expect(booked.filter((number) => !sent.some((request) => request.number === number))).toEqual([]);
    expect(all.tokens.input).toBe(booked.reduce((sum, number) => sum + number, 0));
    expect(all.tokens.output).toBe(booked.reduce((sum, number) => sum + 10_000 + number, 0));
    expect(all.attempts).toBe(booked.length + all.possiblyBilled.attempts);
    expect(all.possiblyBilled.attempts).toBe(lost.length);
    expect(sent.length - booked.length).toBeLessThanOrEqual(all.possiblyBilled.attempts);
    expect(server.log.length).toBeLessThanOrEqual(all.attempts);
  },
);

/** Opening the folder again reports what a kill left: by name, in words, and with the size of the torn line. */
function expectReported(
  {
    notes,
    inFlight,
    tornBytes,
  }: { notes: Note[]; inFlight: Array<{ attempt: number; call: string }>; tornBytes: number },
  atKill: OnDisk,
): void {
  expect(inFlight.map(({ attempt, call }) => `${attempt} ${call}`)).toEqual(openIn(atKill));
  expect(tornBytes).toBe(atKill.torn);
  const said = notes.map(({ code, text }) => `${code}: ${text}`).join("\n");
  expect(said).toContain("lock-taken-over: ");
  if (atKill.torn > 0) expect(said).toContain(`torn-line: the last ${atKill.torn} bytes of`);
  const lost = openIn(atKill).length;
  if (lost > 0)
    expect(said).toMatch(
      new RegExp(
        `^possibly-billed: ${lost} (attempt was|attempts were) in flight when an earlier process ended, at most \\$0\\.\\d+$`,
        "m",
      ),
    );
}
