/**
 * The real binary plays a matrix and is killed, with calls of several sessions in flight, again and again; what it left
 * is resumed until every session has ended. The account must agree with the journals, and these with the server's own.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { matrixResult, type JournalLine } from "../../src/contract/index.ts";
import { dice } from "../../src/kernel/dice/index.ts";
import type { Entry } from "../fixtures/playtest-server.ts";
import { openTable } from "../fixtures/playtest-table.ts";

const rounds = process.env.REHEARSE_FULL ? { seeds: ["a", "b", "c"], kills: 8 } : { seeds: ["a"], kills: 3 };
const SESSIONS = 4;
const ENDS_AT = 4;

/** Read by hand: not with the code under test. */
function readJournal(session: string) {
  const text = readFileSync(join(session, "calls.jsonl"), "utf8");
  const lines = text.slice(0, text.lastIndexOf("\n") + 1).split("\n").slice(0, -1).map((line) => JSON.parse(line) as JournalLine);
  const ended = new Set(lines.flatMap((line) => (line.type === "end" ? [`${line.attempt} ${line.call}`] : [])));
  const done = new Set<string>();
  for (const line of lines) {
    // What was answered is never asked again.
    if (line.type === "start") expect(done.has(line.call), `${session}: ${line.call}`).toBe(false);
    if (line.type === "done") done.add(line.call);
  }
  return {
    ends: lines.filter((line) => line.type === "end"),
    open: lines.filter((line) => line.type === "start").filter(({ call, attempt }) => !ended.has(`${attempt} ${call}`)),
  };
}

test.each(rounds.seeds)(`killed ${rounds.kills} times while it is played, a matrix ends with right totals (seed %s)`, { timeout: 900_000 }, async (seed) => {
  let onChange: (entry: Entry) => void = () => {};
  await using table = await openTable({ endsAt: ENDS_AT, pause: ({ number }) => delay(1 + dice(seed, "pause", number).next() * 8), onChange: (entry) => onChange(entry) });
  writeFileSync(join(table.dir, "small.yaml"), `stories: [innsmouth, salt-road]\nsystemPrompts: { baseline: baseline, structured: structured }\nnarratorModels: [opus-4.5]\nplayers: 2\nmaxTurnsPerSession: 8\n`);
  const matrixDir = () => join(table.dir, "matrices", readdirSync(join(table.dir, "matrices"))[0]!);
  const live = (life: number) => (life === 0 ? table.rehearse("killed", "matrix", "--config", "small.yaml", "--seed", seed, "--concurrency", "3", "--json") : table.rehearse("killed", "resume", matrixDir(), "--concurrency", "3", "--json"));
  const log = () => table.server.of("killed");

  for (let life = 0; life < rounds.kills; life++) {
    const before = log().length;
    const child = live(life);
    const throws = dice(seed, "kill", life);
    const after = before + 3 + throws.int(14);
    onChange = () => {
      if (log().length < after) return;
      onChange = () => {};
      setTimeout(() => child.kill("SIGKILL"), throws.next() * 6);
    };
    const { signal, stderr } = await child.ended;
    expect({ life, signal, stderr }).toMatchObject({ life, signal: "SIGKILL" });
  }
  onChange = () => {};
  const { exit, stdout, stderr } = await live(rounds.kills).ended;
  expect({ exit, stderr }).toMatchObject({ exit: 0 });

  const result = matrixResult.parse(JSON.parse(stdout));
  expect(matrixResult.parse(JSON.parse(readFileSync(join(matrixDir(), "matrix.json"), "utf8")))).toEqual(result);
  expect(result.rows).toHaveLength(SESSIONS);
  expect(result.sessions).toHaveLength(SESSIONS);
  for (const { outcome, metrics } of result.rows) expect({ outcome, turns: metrics["turns"] }).toEqual({ outcome: "completed", turns: ENDS_AT });

  // The books of all sessions together, beside the server's and the report's.
  const journals = result.rows.map(({ sessionId }) => readJournal(join(matrixDir(), "sessions", sessionId)));
  const ends = journals.flatMap((journal) => journal.ends);
  const open = journals.flatMap((journal) => journal.open);
  expect(open.length).toBeGreaterThan(0); // or nothing was in flight, and nothing was tested
  const answers = log().filter(({ counted }) => counted).map(({ counted }) => `${counted!.input} ${counted!.output}`);
  for (const { usage } of ends) {
    const at = answers.indexOf(`${usage!.input} ${usage!.output}`);
    expect(at).not.toBe(-1);
    answers.splice(at, 1);
  }
  expect(answers.length).toBeLessThanOrEqual(open.length);
  expect(log().length).toBeLessThanOrEqual(ends.length + open.length);
  const booked = ends.reduce((sum, { cost }) => sum + (cost ?? 0), 0);
  expect(booked).toBeGreaterThan(0);
  expect(result.totalCost).toBeCloseTo(booked, 9);
  expect(result.totalCost).toBeCloseTo(result.rows.reduce((sum, { cost }) => sum + cost, 0), 9);
  expect(result.totalAtMost).toBeCloseTo(booked + open.reduce((sum, { atMost }) => sum + (atMost ?? 0), 0), 9);
  expect(readFileSync(join(matrixDir(), "report.md"), "utf8")).toContain(`$${result.totalCost.toFixed(2)}`);

  // Gone on with once more, nothing is asked and nothing changes.
  const asked = log().length;
  const again = await live(1).ended;
  expect(again.exit).toBe(0);
  expect(log().length).toBe(asked);
  expect(matrixResult.parse(JSON.parse(again.stdout))).toEqual(result);
});
