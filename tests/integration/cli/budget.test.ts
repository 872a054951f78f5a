/**
 * A budget with real HTTP, a real journal and many concurrent calls: how well it holds, how it stops, how it resumes.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AttemptStart, JournalLine, Limits, SettingsInput } from "../../../src/contract/index.ts";
import { dice } from "../../../src/kernel/dice/index.ts";
import { createHarness, JOURNAL_FILE, type Run } from "../../../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../../../src/kernel/settings/index.ts";
import { readLineLog } from "../../../src/kernel/store/index.ts";
import {
  startCountingServer,
  type CountingServer,
  type CountingServerOptions,
} from "../../support/model-servers/counting-server.ts";

let root: string;
beforeAll(() => void (root = mkdtempSync(join(tmpdir(), "rehearse-budget-"))));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The input of every call is estimated at 12 tokens, its output at the cap. */
const ESTIMATE = { input: 12, output: 1_000 };
const PRICE = { input: 1, output: 10, asOf: "2026-11-15", source: "test" };
const usd = ({ input, output }: { input: number; output: number }) =>
  (input * PRICE.input + output * PRICE.output) / 1e6;
/** What one call reserves, in USD. */
const RESERVED = usd(ESTIMATE);

/** The server's counts if a call is `factor` times as large as estimated. */
const real = (factor: number) => ({
  input: Math.ceil(ESTIMATE.input * factor),
  output: Math.round(ESTIMATE.output * factor),
});
const serverCounting = (factor: number, pause?: CountingServerOptions["pause"]) =>
  startCountingServer({ reply: ({ question }) => ({ text: `re ${question}`, ...real(factor) }), pause });

type Opened = AsyncDisposable & {
  run: Run;
  ask(index: number): Promise<string>;
  askForFree(): Promise<string>;
  lines(): JournalLine[];
};

async function open(
  name: string,
  server: CountingServer,
  { budget, limits = { concurrency: 50 } }: { budget?: number; limits?: Limits } = {},
): Promise<Opened> {
  const file: SettingsInput = {
    budget,
    providers: { local: { baseURL: server.baseURL() } },
    models: {
      "local/test-model": { price: PRICE },
      "local/free-model": { price: { ...PRICE, input: 0, output: 0 } },
    },
    limits: { local: limits },
  };
  const { settings } = resolveSettings({ file });
  const harness = createHarness({ settings, ...connect(settings, {}), cwd: root });
  const model = harness.catalog.resolve("local/test-model");
  harness.requireReady([{ role: "player", model }]);
  const run = await harness.openRun(join(root, name));
  return {
    run,
    async ask(index) {
      // Two digits: every question has the same length, so every call the same estimate.
      const content = `question ${String(index).padStart(2, "0")}`;
      const { text } = await run.gateway.text({
        call: `call/${index}`,
        role: "player",
        model,
        maxOutput: ESTIMATE.output,
        messages: [{ role: "user", content }],
      });
      return text;
    },
    async askForFree() {
      const free = harness.catalog.resolve("local/free-model");
      return (
        await run.gateway.text({
          call: "free",
          role: "player",
          model: free,
          messages: [{ role: "user", content: "free" }],
        })
      ).text;
    },
    lines: () => linesOf(run),
    async [Symbol.asyncDispose]() {
      await run.close();
      await harness.close();
    },
  };
}

function linesOf(run: Run): JournalLine[] {
  const lines: JournalLine[] = [];
  readLineLog(join(run.dir, JOURNAL_FILE), ({ value }) => lines.push(value as JournalLine));
  return lines;
}

const indexes = (count: number) => Array.from({ length: count }, (_, index) => index);
const answers = (count: number) =>
  indexes(count).map((index) => `re question ${String(index).padStart(2, "0")}`);
const settled = async (work: Array<Promise<string>>) => {
  const results = await Promise.allSettled(work);
  return {
    texts: results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : [])),
    errors: results.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : [])),
  };
};

/**
 * Replays a journal: the most that was spent or reserved when an attempt started, and what the last attempts in flight
 * cost beyond their reservation.
 */
function account(lines: JournalLine[]) {
  const open = new Map<string, AttemptStart>();
  const committed: number[] = [];
  let [spent, shortfall, atOnce] = [0, 0, 0];
  let atLastStart = new Set<string>();
  for (const line of lines) {
    if (line.type === "start") {
      open.set(`${line.attempt} ${line.call}`, line);
      atOnce = Math.max(atOnce, open.size);
      committed.push(spent + [...open.values()].reduce((sum, { atMost }) => sum + (atMost ?? 0), 0));
      [shortfall, atLastStart] = [0, new Set(open.keys())];
    }
    if (line.type !== "end") continue;
    const key = `${line.attempt} ${line.call}`;
    if (atLastStart.has(key)) shortfall += Math.max(0, line.cost! - open.get(key)!.atMost!);
    open.delete(key);
    spent += line.cost!;
  }
  return { spent, shortfall, atOnce, mostCommitted: Math.max(...committed) };
}

const CENT_OF_A_MICRODOLLAR = 1e-8;

test("fifty calls at four times their estimate exceed the cap by at most what was in flight, and the run resumes with a larger one", async () => {
  const twenty = Promise.withResolvers<void>();
  await using server = await serverCounting(4, async ({ number }) => {
    if (number === 20) twenty.resolve();
    // All twenty that fit are in flight together, and then end in any order.
    await Promise.race([twenty.promise, delay(30_000, undefined, { ref: false })]);
    await delay(dice("pause", number).next() * 40);
  });
  const cap = RESERVED * 20.5;
  {
    await using first = await open("fifty", server, { budget: cap });
    const { texts, errors } = await settled(indexes(50).map(first.ask));

    expect(server.peak()).toBe(20);
    expect(texts).toHaveLength(20);
    expect(errors).toHaveLength(30);
    for (const error of errors)
      expect(error).toMatchObject({
        name: "BudgetSpentError",
        code: "budget-spent",
        exit: 4,
        remedy: expect.stringContaining("--budget") as unknown,
      });

    const { spent, shortfall, mostCommitted } = account(first.lines());
    expect(mostCommitted).toBeLessThanOrEqual(cap + CENT_OF_A_MICRODOLLAR);
    expect(spent).toBeCloseTo(20 * 4 * RESERVED, 9);
    expect(spent - cap).toBeLessThanOrEqual(shortfall + CENT_OF_A_MICRODOLLAR);
    expect(first.run.budget.spent()).toBeCloseTo(spent, 9);
    expect(first.run.budget.reserved()).toBe(0);
  }
  {
    await using same = await open("fifty", server, { budget: cap });
    const { texts, errors } = await settled(indexes(50).map(same.ask));
    expect([texts.length, errors.length]).toEqual([20, 30]);
    expect(errors[0]).toMatchObject({ code: "budget-spent", exit: 4 });
    expect(server.log).toHaveLength(20);
  }
  await using larger = await open("fifty", server, { budget: RESERVED * 4 * 51 });
  expect(await Promise.all(indexes(50).map(larger.ask))).toEqual(answers(50));
  expect(server.log).toHaveLength(50);
  expect(new Set(server.log.map(({ question }) => question)).size).toBe(50);
});

test("a call that waits for money holds no slot: a free call goes ahead", async () => {
  const gate = Promise.withResolvers<void>();
  const first = Promise.withResolvers<void>();
  await using server = await serverCounting(0.02, ({ question, number }) => {
    if (number === 1) first.resolve();
    return question === "free" ? Promise.resolve() : gate.promise;
  });
  await using opened = await open("slots", server, { budget: RESERVED * 1.5, limits: { concurrency: 2 } });
  const paid = Promise.all(indexes(5).map(opened.ask));
  await first.promise;
  expect(
    await Promise.race([opened.askForFree(), delay(30_000, "still waiting for a slot", { ref: false })]),
  ).toBe("re free");
  expect(server.log.map(({ question }) => question)).toEqual(["question 00", "free"]);
  gate.resolve();
  expect(await paid).toEqual(answers(5));
});

test("a call held back for money does not use up the calls per minute", async () => {
  await using server = await serverCounting(0.02, () => delay(5));
  await using opened = await open("minute", server, {
    budget: RESERVED * 1.5,
    limits: { callsPerMinute: 6, concurrency: 6 },
  });
  const all = Promise.all(indexes(6).map(opened.ask));
  expect(
    await Promise.race([all, delay(30_000, "still waiting for the next minute", { ref: false })]),
  ).toEqual(answers(6));
});
