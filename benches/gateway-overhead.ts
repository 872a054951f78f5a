/**
 * Claim: a call through the gateway (journal on a real file, retry, limiter, budget, ledger) costs about twice a bare
 * `generateText` on the same model, which answers at once, and less for objects; 50 calls in parallel. With a long
 * history most of the cost is the hash of the request, in proportion to its length. Disk time is shown separately.
 *
 *     node benches/gateway-overhead.ts [calls per round] [rounds]
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { generateText, Output } from "ai";
import { z } from "zod";
import { systemClock, type Clock } from "../src/kernel/clock/index.ts";
import { openJournal, type Journal } from "../src/kernel/journal/index.ts";
import type { Gateway, PromptMessage } from "../src/kernel/models/index.ts";
import { constantGateway, constantModel, paidModel } from "./constant-gateway.ts";
import {
  fixed,
  inParallel,
  inTemporaryFolder,
  inTurns,
  printHeader,
  printTable,
  quantile,
  ratios,
  type Variant,
} from "./measure.ts";

const CALLS = Number(process.argv[2] ?? 1_000);
const ROUNDS = Number(process.argv[3] ?? 21);
const PARALLEL = 50;
/** Calls of one turn, after which the journal is synced. */
const SEATS = 7;
const limits = { concurrency: PARALLEL };

const schema = z.object({ intent: z.string(), share: z.boolean() });
const instructions =
  "You play a careful archivist in a shared story. Stay in character, and say what you do next in two sentences. ".repeat(
    5,
  );
const short: PromptMessage[] = [
  {
    role: "user",
    content:
      "The corridor ends at a door of black iron. Somebody has written on it in chalk, and the chalk is still wet.",
  },
  {
    role: "assistant",
    content: "I read what is written there, and compare the hand with the letter from the library.",
  },
  { role: "user", content: "It is the same hand. Behind the door, a chair is moved. What do you do?" },
];
/** As long as a narrator's history becomes: about 30,000 tokens. */
const long: PromptMessage[] = Array.from({ length: 100 }, (_, turn) => ({
  role: turn % 2 === 0 ? ("user" as const) : ("assistant" as const),
  content: `Turn ${turn}. ${short[turn % 3]!.content.repeat(12).slice(0, 1_000)}`,
})).concat(short.slice(2));

/** Keeps and writes nothing: the difference is the cost of the journal. */
const noJournal: Journal = {
  path: "",
  tornBytes: 0,
  inFlightAtOpen: [],
  recall: () => undefined,
  isAnswered: () => false,
  attempts: () => 0,
  start: () => {},
  end: () => {},
  done: () => {},
  all: () => {
    throw new Error("not asked for");
  },
  totals: () => Promise.reject(new Error("not kept")) as never,
  atMostSpent: () => 0,
  sync: async () => {},
  close: async () => {},
};

/** Sets no timers: the difference is the cost of each attempt's timeout. */
const noTimers: Clock = { ...systemClock, sleep: () => new Promise(() => {}) };

type Kind = { name: string; messages: PromptMessage[]; object: boolean; calls: number };
const kinds: Kind[] = [
  { name: "text", messages: short, object: false, calls: CALLS },
  { name: "object", messages: short, object: true, calls: CALLS },
  { name: "text, 100 KB of history", messages: long, object: false, calls: Math.ceil(CALLS / 10) },
];

printHeader("Cost of a call through the gateway, beside a bare generateText on the same model");
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
await inTemporaryFolder(async (dir) => {
  const costs: string[][] = [];
  const parts: string[][] = [];
  for (const kind of kinds) {
    const gateways = {
      gateway: constantGateway({ journal: folder(dir, kind, "whole"), limits }),
      noJournal: constantGateway({ journal: noJournal, limits }),
      noTimers: constantGateway({ journal: folder(dir, kind, "no-timers"), limits, clock: noTimers }),
    };
    const turns = await inTurns(
      {
        bare: () => inParallel(kind.calls, PARALLEL, () => bare(kind)),
        gateway: through(gateways.gateway, kind),
        noJournal: through(gateways.noJournal, kind),
        noTimers: through(gateways.noTimers, kind),
      },
      { rounds: ROUNDS },
    );
    const cpu = (name: keyof typeof turns) => turns[name].map((turn) => turn.cpu);
    const wall = (name: keyof typeof turns) => turns[name].map((turn) => turn.wall);
    const us = (name: keyof typeof turns) => fixed((quantile(cpu(name)) / kind.calls) * 1_000, 0);
    const all = ratios(cpu("gateway"), cpu("bare"));
    const part = (without: keyof typeof turns) =>
      fixed(quantile(all) - quantile(ratios(cpu(without), cpu("bare"))));
    costs.push([
      kind.name,
      us("bare"),
      us("gateway"),
      fixed(quantile(all)),
      `${fixed(quantile(all, 0.25))} to ${fixed(quantile(all, 0.75))}`,
      fixed(quantile(ratios(wall("gateway"), wall("bare")))),
    ]);
    parts.push([kind.name, part("noJournal"), part("noTimers")]);
    for (const { journal } of Object.values(gateways)) await journal.close();
  }
  console.log(
    `${ROUNDS} rounds of ${CALLS} calls each (a tenth with the long history), ${PARALLEL} in parallel; processor time, medians`,
  );
  printTable(["call", "bare µs", "gateway µs", "ratio", "middle half", "ratio by wall clock"], costs);
  console.log("What a part adds to the ratio");
  printTable(["call", "journal", "timeout's timer"], parts);
  await printSyncs(folder(dir, { name: "syncs" }, "whole"));
});

async function bare({ messages, object }: Kind): Promise<unknown> {
  const prompt = {
    model: constantModel,
    instructions,
    messages: messages.map(({ role, content }) => ({ role, content })),
    maxOutputTokens: 400,
    maxRetries: 0,
  };
  if (!object) return (await generateText(prompt)).text;
  return (await generateText({ ...prompt, output: Output.object({ schema }) })).output;
}

function through(gateway: Gateway, { messages, object, calls }: Kind): Variant {
  let made = 0;
  return () =>
    inParallel(calls, PARALLEL, () => {
      const [turn, seat] = [Math.floor(made / SEATS), made % SEATS];
      made++;
      const ask = {
        call: `turn/${turn}/player/${seat}`,
        role: "player" as const,
        model: paidModel,
        turn,
        instructions,
        messages,
      };
      return object ? gateway.object({ ...ask, schema }) : gateway.text(ask);
    });
}

/** The disk's part, apart: it is the machine's, and is paid once per turn, not once per call. */
async function printSyncs(dir: string): Promise<void> {
  const gateway = constantGateway({ journal: openJournal(join(dir, "calls.jsonl"), { clock: systemClock }) });
  const calls: number[] = [];
  const syncs: number[] = [];
  for (let turn = 0; turn < 200; turn++) {
    const startedAt = performance.now();
    await inParallel(SEATS, SEATS, (seat) =>
      gateway.text({
        call: `turn/${turn}/player/${seat}`,
        role: "player",
        model: paidModel,
        turn,
        instructions,
        messages: short,
      }),
    );
    const answeredAt = performance.now();
    await gateway.journal.sync();
    calls.push(answeredAt - startedAt);
    syncs.push(performance.now() - answeredAt);
  }
  await gateway.journal.close();
  const perSync = quantile(syncs) * 1_000;
  console.log(`fsync, once every ${SEATS} calls: 200 turns, medians`);
  printTable(
    ["µs per sync", "p99", "µs per call", "calls themselves, µs each", "sync to calls"],
    [
      [
        fixed(perSync, 0),
        fixed(quantile(syncs, 0.99) * 1_000, 0),
        fixed(perSync / SEATS, 0),
        fixed((quantile(calls) * 1_000) / SEATS, 0),
        fixed(quantile(ratios(syncs, calls))),
      ],
    ],
  );
}

function folder(dir: string, { name }: { name: string }, variant: string): string {
  const path = join(dir, name, variant);
  mkdirSync(path, { recursive: true });
  return path;
}
