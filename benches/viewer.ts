/**
 * Claims: a page of 1,000 sessions is painted about as soon as one of 10, a session of 1,000 turns within a few times
 * that of 20, and 10,000 requests do not grow the heap. Some parts do grow with the size and are shown separately: the
 * answer that opens a session has a mark for every turn, and the first list reads every session. Server and client
 * share this process. Build the viewer first (`pnpm build:viewer`); the browser is that of the tests.
 *
 *     node benches/viewer.ts [sessions] [turns] [requests]
 */
import { linkSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { performance } from "node:perf_hooks";
import type { Browser } from "playwright-core";
import { createHarness } from "../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../src/kernel/settings/index.ts";
import { houseCast, planSession, playSession } from "../src/playtest/index.ts";
import { serve, type RunningServer } from "../src/server/index.ts";
import { openBrowser } from "../tests/browser/chromium.ts";
import { writeLongSession } from "../tests/browser/large-sessions.ts";
import {
  collectGarbage,
  fixed,
  inTemporaryFolder,
  printHeader,
  printTable,
  quantile,
  ratios,
  type Turn,
} from "./measure.ts";

const [many = 1_000, long = 1_000, requests = 10_000] = process.argv.slice(2).map(Number);
const FEW = 10;
const SHORT = 20;

/** The same files under other names: to a server they are other sessions. */
function multiply(sessions: string, { of, count }: { of: string; count: number }): void {
  for (let n = 1; n < count; n++) {
    for (const file of readdirSync(join(sessions, of), { withFileTypes: true, recursive: true })) {
      if (file.isDirectory()) continue;
      const from = join(file.parentPath, file.name);
      const to = join(sessions, `${of}-${n}`, relative(join(sessions, of), from));
      mkdirSync(dirname(to), { recursive: true });
      linkSync(from, to);
    }
  }
}

/** Milliseconds until something of the page can be seen, and until what was asked for can. */
async function paint(
  browser: Browser,
  url: string,
  shows: string,
): Promise<{ first: number; shown: number }> {
  const page = await browser.newPage();
  try {
    const began = performance.now();
    await page.goto(url);
    await page.locator(shows).first().waitFor();
    return {
      shown: performance.now() - began,
      first: await page.evaluate<number>(
        "performance.getEntriesByName('first-contentful-paint')[0].startTime",
      ),
    };
  } finally {
    await page.close();
  }
}

/** Alternates the two, so that a slow round slows both. Does not collect garbage, since a server does not either. */
async function alternate<T>(
  rounds: number,
  small: () => Promise<T>,
  large: () => Promise<T>,
): Promise<{ small: T[]; large: T[] }> {
  const told: { small: T[]; large: T[] } = { small: [], large: [] };
  await small();
  await large();
  for (let round = 0; round < rounds; round++) {
    told.small.push(await small());
    told.large.push(await large());
  }
  return told;
}

async function get(address: string): Promise<Turn> {
  const [began, before] = [performance.now(), process.cpuUsage()];
  const answer = await fetch(address);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${text}`);
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / 1_000, wall: performance.now() - began };
}

/** Listens to what happens, and is gone again: as a page that is opened and shut. */
async function hearAndLeave(address: string): Promise<void> {
  const leaving = new AbortController();
  const { body } = await fetch(address, { signal: leaving.signal });
  leaving.abort();
  await body?.cancel().catch(() => {});
}

await inTemporaryFolder(async (dir) => {
  printHeader(`The viewer with ${many} sessions, a session of ${long} turns, and ${requests} requests`);
  const { settings } = resolveSettings({ file: { cacheDir: join(dir, "cache") } });
  const harness = createHarness({ settings, ...connect(settings, {}), house: houseCast });
  const servers = new Map<string, RunningServer>();
  for (const [name, count] of [
    ["few", FEW],
    ["many", many],
  ] as const) {
    const out = join(dir, name, "sessions");
    await playSession(harness, {
      config: planSession(harness, {
        story: "innsmouth",
        prompt: "baseline",
        narrator: "house/looping",
        seed: 1,
        maxTurns: SHORT,
      }),
      out,
      sessionId: "short",
    });
    multiply(out, { of: "short", count });
    if (name === "few")
      await writeLongSession({ from: join(out, "short"), to: join(out, "long"), turns: long });
    servers.set(
      name,
      await serve({
        harness,
        workspace: join(dir, name),
        folders: { results: join(dir, "results") },
        host: "127.0.0.1",
        port: 0,
      }),
    );
  }
  const url = (name: string, path: string) => `${servers.get(name)!.url}${path}`;

  const first: string[][] = [];
  for (const [what, name, path] of [
    [`list of ${FEW + 1} sessions`, "few", "/api/sessions"],
    [`list of ${many} sessions`, "many", "/api/sessions"],
    [`session of ${SHORT} turns`, "few", "/api/sessions/short"],
    [`session of ${long} turns`, "few", "/api/sessions/long"],
  ] as const) {
    const { wall, cpu } = await get(url(name, path));
    first.push([what, fixed(wall, 0), fixed(cpu, 0)]);
  }
  printTable(["first time, before anything is known", "ms", "of the processor"], first);

  const asks: Array<[string, string, string]> = [
    [`a page of sessions, ${many} / ${FEW}`, url("few", "/api/sessions"), url("many", "/api/sessions")],
    [
      `sorted and searched, ${many} / ${FEW}`,
      url("few", "/api/sessions?sort=score&q=innsmouth"),
      url("many", "/api/sessions?sort=score&q=innsmouth"),
    ],
    [`issues of all, ${many} / ${FEW}`, url("few", "/api/issues"), url("many", "/api/issues")],
    [
      `a session, ${long} / ${SHORT} turns`,
      url("few", "/api/sessions/short"),
      url("few", "/api/sessions/long"),
    ],
    [
      `20 turns of it, ${long} / ${SHORT} turns`,
      url("few", "/api/sessions/short/turns?limit=20"),
      url("few", `/api/sessions/long/turns?from=${long >> 1}&limit=20`),
    ],
  ];
  const told: string[][] = [];
  for (const [what, small, large] of asks) {
    const { small: less, large: more } = await alternate(
      100,
      () => get(small),
      () => get(large),
    );
    const [wall, cpu] = (["wall", "cpu"] as const).map(
      (kind) => [less, more].map((turns) => turns.map((turn) => turn[kind])) as [number[], number[]],
    );
    told.push([
      what,
      ...wall!.map((times) => fixed(quantile(times), 1)),
      fixed(quantile(wall![1], 0.95), 1),
      fixed(quantile(ratios(wall![1], wall![0])), 1),
      ...cpu!.map((times) => fixed(quantile(times), 1)),
      fixed(quantile(ratios(cpu![1], cpu![0])), 1),
    ]);
  }
  printTable(
    ["API, milliseconds", "small", "large", "large, 95th", "ratio", "processor: small", "large", "ratio"],
    told,
  );

  const browser = await openBrowser();
  const seen: string[][] = [];
  for (const [what, small, large, shows] of [
    [
      `list of sessions, ${many} / ${FEW}`,
      url("few", "/sessions"),
      url("many", "/sessions"),
      "a.session-link",
    ],
    [
      `session, ${long} / ${SHORT} turns`,
      url("few", "/sessions/short"),
      url("few", "/sessions/long"),
      "article.turn .narration",
    ],
    [
      `in the middle of it, ${long} / ${SHORT} turns`,
      url("few", `/sessions/short?turn=${SHORT >> 1}`),
      url("few", `/sessions/long?turn=${long >> 1}`),
      "article.turn.current .narration",
    ],
  ] as const) {
    const painted = await alternate(
      5,
      () => paint(browser, small, shows),
      () => paint(browser, large, shows),
    );
    const of = (size: "small" | "large", when: "first" | "shown") => painted[size].map((one) => one[when]);
    seen.push([
      what,
      fixed(quantile(of("small", "first")), 0),
      fixed(quantile(of("large", "first")), 0),
      fixed(quantile(of("small", "shown")), 0),
      fixed(quantile(of("large", "shown")), 0),
      fixed(quantile(ratios(of("large", "shown"), of("small", "shown"))), 2),
    ]);
  }
  await browser.close();
  printTable(
    ["browser, milliseconds", "first paint, small", "large", "shown, small", "large", "ratio"],
    seen,
  );

  const memory: string[][] = [];
  const mix = [
    url("many", "/api/sessions"),
    url("few", "/api/sessions/long"),
    url("few", `/api/sessions/long/turns?from=${long >> 1}&limit=40`),
    url("many", "/api/issues"),
    url("many", "/"),
    url("many", "/api/sessions/short-5"),
    url("many", "/api/sessions/nobody"),
    url("few", "/api/sessions/short?as=0"),
  ];
  const step = Math.max(1, Math.floor(requests / 5));
  for (let n = 0; n <= requests; n++) {
    if (n % step === 0) {
      collectGarbage();
      const { heapUsed, rss } = process.memoryUsage();
      memory.push([`after ${n} requests`, fixed(heapUsed / 2 ** 20, 1), fixed(rss / 2 ** 20, 0)]);
    }
    if (n % 20 === 0) await hearAndLeave(url("many", "/api/events"));
    else await fetch(mix[n % mix.length]!).then((answer) => answer.text());
  }
  printTable(["memory, MB", "heap after collecting garbage", "resident"], memory);
  for (const server of servers.values()) await server.close();
  await harness.close();
});
