import { appendFileSync, mkdtempSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { manualClock } from "../../../tests/support/manual-clock.ts";
import { openLineLog } from "../store/index.ts";
import type { AttemptEnd } from "../../contract/index.ts";
import { foldJournal, openJournal, type Journal } from "./journal.ts";

const clock = manualClock();
let path: string;
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), "journal-")), "calls.jsonl");
});

const open = () => openJournal(path, { clock });
const start = (
  journal: Journal,
  call: string,
  {
    attempt = 1,
    hash = "h",
    turn,
    atMost = 0.01,
  }: { attempt?: number; hash?: string; turn?: number; atMost?: number | null } = {},
) =>
  journal.start({
    call,
    attempt,
    hash,
    role: "player",
    model: "xai/grok-4.3",
    turn,
    atMost,
    at: "2026-01-01T00:00:00.000Z",
  });
const end = (journal: Journal, call: string, over: Partial<AttemptEnd> = {}) =>
  journal.end({
    call,
    attempt: 1,
    ms: 5,
    billing: "reported",
    usage: { input: 100, output: 20, cacheRead: 40 },
    cost: 0.002,
    ...over,
  });

test("answers a completed call from the file, also in the next process", async () => {
  const first = open();
  start(first, "turn/1/player/0");
  end(first, "turn/1/player/0");
  first.done({ call: "turn/1/player/0", hash: "h", result: { text: "héllo" } });
  expect(first.recall("turn/1/player/0", "h")).toEqual({ result: { text: "héllo" } });
  await first.close();
  expect(open().recall("turn/1/player/0", "h")).toEqual({ result: { text: "héllo" } });
});

test("rejects a known call id with another request, completed or not", async () => {
  const first = open();
  start(first, "done");
  first.done({ call: "done", hash: "h", result: 1 });
  start(first, "open");
  await first.close();
  const next = open();
  expect(() => next.recall("done", "other")).toThrow(/"done" was journaled with another request/);
  expect(() => next.recall("open", "other")).toThrow(/"open" was journaled with another request/);
  expect(next.recall("open", "h")).toBeUndefined();
});

test("a start without an end is in flight for the next process, possibly billed, and attempt numbers continue", async () => {
  const first = open();
  start(first, "a", { attempt: 1 });
  end(first, "a", {
    attempt: 1,
    billing: "none",
    cost: 0,
    usage: undefined,
    error: { code: "rate-limited", message: "429", status: 429 },
  });
  // A request that the user stopped has not failed.
  start(first, "stopped");
  const error = { code: "interrupted", message: "Interrupted." };
  first.end({ call: "stopped", attempt: 1, ms: 5, billing: "none", cost: 0, usage: undefined, error });
  start(first, "a", { attempt: 2, atMost: 0.03 });
  await first.close();
  const next = open();
  expect(next.inFlightAtOpen.map(({ call, attempt }) => [call, attempt])).toEqual([["a", 2]]);
  expect(next.attempts("a")).toBe(2);
  expect(next.totals().all).toMatchObject({
    attempts: 3,
    failed: 1,
    cost: 0,
    possiblyBilled: { attempts: 1, atMost: 0.03 },
  });
  expect(next.atMostSpent()).toBe(0.03);
});

test("totals are the fold of the file by role, model and turn, the same read as written", async () => {
  const journal = open();
  for (const turn of [1, 2, 2]) {
    const call = `c${journal.totals().all.attempts}`;
    start(journal, call, { turn });
    end(journal, call, { saved: 0.001 });
    journal.done({ call, hash: "h", result: null });
  }
  journal.done({ call: "free", hash: "h", reused: true, result: null });
  const totals = journal.totals();
  expect(totals.all).toMatchObject({
    attempts: 3,
    tokens: { input: 300, output: 60, cacheRead: 120 },
    cost: 0.006,
    saved: 0.003,
  });
  expect(totals.byTurn["2"]).toMatchObject({ attempts: 2, cost: 0.004 });
  expect(totals.byRole.player).toEqual(totals.byModel["xai/grok-4.3"]);
  expect(totals.calls).toEqual({ completed: 4, reused: 1 });
  await journal.close();
  expect(foldJournal(path).totals()).toEqual(totals);
});

test("an unknown price stays unknown, never 0; an estimate is marked", async () => {
  const journal = open();
  start(journal, "a", { atMost: null });
  end(journal, "a", { cost: null, billing: "estimated" });
  start(journal, "b", { atMost: null });
  expect(journal.totals().all).toMatchObject({
    cost: 0,
    unpriced: 1,
    estimated: 1,
    possiblyBilled: { attempts: 1, atMost: 0, unpriced: 1 },
  });
});

test("sums do not drift: a thousand times a tenth of a cent is a dollar", () => {
  const journal = open();
  for (let index = 0; index < 1_000; index++) {
    start(journal, `c${index}`);
    end(journal, `c${index}`, { cost: 0.001 });
  }
  expect(journal.totals().all.cost).toBe(1);
});

test("a torn header is a fresh start; a file that is not a journal is refused and left unchanged", async () => {
  await open().close();
  for (const length of [0, 1, 5, 8, 20]) {
    truncateSync(path, length);
    const journal = open();
    start(journal, "a");
    await journal.close();
    expect(open().attempts("a")).toBe(1);
  }
  for (const text of ["my notes, no newline", '{"some":"json"}\n', "\n\n"]) {
    writeFileSync(path, text);
    expect(() => open()).toThrow(expect.objectContaining({ code: "damaged-file" }));
    expect(readFileSync(path, "utf8")).toBe(text);
  }
});

test("refuses a journal of another version and leaves it unchanged", async () => {
  const { log } = openLineLog(path);
  log.append({ type: "journal", version: 1, created: "before" });
  await log.close();
  appendFileSync(path, '{"crc":"torn');
  const before = readFileSync(path, "utf8");
  expect(() => open()).toThrow(/format 1; this version of rehearse reads format 2/);
  expect(() => foldJournal(path)).toThrow(/format 1/);
  expect(readFileSync(path, "utf8")).toBe(before);
});

test("an attempt's end and its answer are one write; torn between them, the answer stays", async () => {
  const first = open();
  start(first, "a", { atMost: 0.03 });
  first.end(
    { call: "a", attempt: 1, ms: 5, billing: "reported", cost: 0.002 },
    { hash: "h", result: "kept" },
  );
  expect(first.totals()).toMatchObject({
    all: { cost: 0.002, possiblyBilled: { attempts: 0 } },
    calls: { completed: 1 },
  });
  expect(first.recall("a", "h")).toEqual({ result: "kept" });
  await first.close();
  const lines = readFileSync(path, "utf8").split("\n");
  expect(lines.slice(1, -1).map((line) => (JSON.parse(line) as { type: string }).type)).toEqual([
    "start",
    "done",
    "end",
  ]);
  truncateSync(path, Buffer.byteLength(lines.slice(0, 3).join("\n")) + 10);
  const next = open();
  expect(next.recall("a", "h")).toEqual({ result: "kept" });
  expect(next.totals().all.possiblyBilled).toMatchObject({ attempts: 1, atMost: 0.03 });
});
