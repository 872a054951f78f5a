/**
 * Claims: a page of 1,000 sessions is painted about as soon as one of 10, a session of 1,000 turns within a few times that of
 * 20, and 10,000 requests leave the heap as it was. What grows with the size is shown beside what does not: the answer that
 * opens a session has a mark for every turn, and the first list reads every session. Server and client share this process.
 * Build the viewer first (`pnpm build:viewer`); the browser is that of the tests.
 *
 *     node benches/viewer.ts [sessions] [turns] [requests]
 */
import { linkSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import type { Browser } from "playwright-core";
import type { HouseMember } from "../src/kernel/models/index.ts";
import { createHarness, type Harness } from "../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../src/kernel/settings/index.ts";
import { loadStory, planSession, playSession } from "../src/playtest/index.ts";
import { serve, type RunningServer } from "../src/server/index.ts";
import { openBrowser } from "../tests/browser/chromium.ts";
import { collectGarbage, fixed, inTemporaryFolder, printHeader, printTable, quantile, ratios } from "./measure.ts";

const [many = 1_000, long = 1_000, requests = 10_000] = process.argv.slice(2).map(Number);
const FEW = 10;
const SHORT = 20;

const sentences = loadStory("innsmouth").pulses.flatMap(({ text }) => text.flatMap((telling) => telling.split(/(?<=\.) /)));

/** Tells something else in every turn, and never the end. */
const teller: HouseMember = {
  name: "teller",
  does: "Goes on for as long as it is let.",
  async reply({ role, call }) {
    if (role === "player" && call?.startsWith("creation/")) return { object: { backstory: "A dock clerk from the county town.", character: "A dock clerk who counts everything." } };
    if (role === "player") return { object: { says: "I look around and keep close to the others.", wants: "go on along the shore", offTopic: "none", private: null } };
    if (role === "spokesperson") return { text: "We go on along the shore together, and keep our eyes open for the lamp." };
    const turn = Number(call?.split("/")[1] ?? 0);
    return { text: `${Array.from({ length: 6 }, (_, at) => `${sentences[(turn * 7 + at * 31) % sentences.length]!} House ${turn * 6 + at} of the quay.`).join(" ")} What do you do?` };
  },
};

const play = (harness: Harness, { out, sessionId, turns }: { out: string; sessionId: string; turns: number }) =>
  playSession(harness, { config: planSession(harness, { story: "innsmouth", prompt: "baseline", narrator: "house/teller", playerModel: "house/teller", classifier: "house", archetypes: ["engaged", "invested"], seed: 1, maxTurns: turns }), out, sessionId });

/** The same files under other names: to a server they are other sessions. */
function multiply(sessions: string, { of, count }: { of: string; count: number }): void {
  for (let n = 1; n < count; n++) {
    mkdirSync(join(sessions, `${of}-${n}`));
    for (const file of readdirSync(join(sessions, of))) linkSync(join(sessions, of, file), join(sessions, `${of}-${n}`, file));
  }
}

/** Milliseconds until something of the page can be seen, and until what was asked for can. */
async function paint(browser: Browser, url: string, shows: string): Promise<{ first: number; shown: number }> {
  const page = await browser.newPage();
  try {
    const began = performance.now();
    await page.goto(url);
    await page.locator(shows).first().waitFor();
    return { shown: performance.now() - began, first: await page.evaluate<number>("performance.getEntriesByName('first-contentful-paint')[0].startTime") };
  } finally {
    await page.close();
  }
}

/** One after the other, so that whatever slows a round down slows both. Without collecting garbage: a server does not either. */
async function alternate<T>(rounds: number, small: () => Promise<T>, large: () => Promise<T>): Promise<{ small: T[]; large: T[] }> {
  const told: { small: T[]; large: T[] } = { small: [], large: [] };
  await small();
  await large();
  for (let round = 0; round < rounds; round++) {
    told.small.push(await small());
    told.large.push(await large());
  }
  return told;
}

await inTemporaryFolder(async (dir) => {
  printHeader(`The viewer with ${many} sessions, a session of ${long} turns, and ${requests} requests`);
  const { settings } = resolveSettings({ file: { cacheDir: join(dir, "cache") } });
  const harness = createHarness({ settings, ...connect(settings, {}), house: [teller] });
  const servers = new Map<string, RunningServer>();
  for (const [name, count] of [["few", FEW], ["many", many]] as const) {
    const out = join(dir, name, "sessions");
    await play(harness, { out, sessionId: "short", turns: SHORT });
    multiply(out, { of: "short", count });
    servers.set(name, await serve({ harness, workspace: join(dir, name), folders: { results: join(dir, "results") }, host: "127.0.0.1", port: 0 }));
  }
  const began = performance.now();
  await play(harness, { out: join(dir, "few", "sessions"), sessionId: "long", turns: long });
  console.log(`A session of ${long} turns was played in ${fixed((performance.now() - began) / 1000, 1)} s.`);
  const url = (name: string, path: string) => `${servers.get(name)!.url}${path}`;
  const get = async (address: string): Promise<number> => {
    const start = performance.now();
    const answer = await fetch(address);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${address}: ${answer.status} ${text}`);
    return performance.now() - start;
  };

  const first: Record<string, number> = {};
  for (const name of ["few", "many"]) first[name] = await get(url(name, "/api/sessions"));
  printTable(["first list, before anything is known", "ms"], [[`${FEW} sessions`, fixed(first["few"]!, 0)], [`${many} sessions`, fixed(first["many"]!, 0)]]);

  const asks: Array<[string, string, string]> = [
    [`a page of sessions, ${many} / ${FEW}`, url("few", "/api/sessions"), url("many", "/api/sessions")],
    [`sorted and searched, ${many} / ${FEW}`, url("few", "/api/sessions?sort=worst&q=innsmouth"), url("many", "/api/sessions?sort=worst&q=innsmouth")],
    [`issues of all, ${many} / ${FEW}`, url("few", "/api/issues"), url("many", "/api/issues")],
    [`a session, ${long} / ${SHORT} turns`, url("few", "/api/sessions/short"), url("few", "/api/sessions/long")],
    [`20 turns of it, ${long} / ${SHORT} turns`, url("few", "/api/sessions/short/turns?limit=20"), url("few", `/api/sessions/long/turns?from=${long >> 1}&limit=20`)],
  ];
  const told: string[][] = [];
  for (const [what, small, large] of asks) {
    const { small: less, large: more } = await alternate(100, () => get(small), () => get(large));
    told.push([what, fixed(quantile(less), 1), fixed(quantile(more), 1), fixed(quantile(more, 0.95), 1), fixed(quantile(ratios(more, less)), 1)]);
  }
  printTable(["API, milliseconds", "small", "large", "large, 95th", "ratio"], told);

  const browser = await openBrowser();
  const seen: string[][] = [];
  for (const [what, small, large, shows] of [
    [`list of sessions, ${many} / ${FEW}`, url("few", "/sessions"), url("many", "/sessions"), "a.session-row"],
    [`session, ${long} / ${SHORT} turns`, url("few", "/sessions/short"), url("few", "/sessions/long"), "article.turn .narration"],
    [`in the middle of it, ${long} / ${SHORT} turns`, url("few", `/sessions/short?turn=${SHORT >> 1}`), url("few", `/sessions/long?turn=${long >> 1}`), "article.turn.current .narration"],
  ] as const) {
    const painted = await alternate(5, () => paint(browser, small, shows), () => paint(browser, large, shows));
    const of = (size: "small" | "large", when: "first" | "shown") => painted[size].map((one) => one[when]);
    seen.push([what, fixed(quantile(of("large", "first")), 0), fixed(quantile(of("small", "shown")), 0), fixed(quantile(of("large", "shown")), 0), fixed(quantile(ratios(of("large", "shown"), of("small", "shown"))), 2)]);
  }
  await browser.close();
  printTable(["browser, milliseconds", "first paint", "shown, small", "shown, large", "ratio"], seen);

  const heap: number[] = [];
  const mix = [url("many", "/api/sessions"), url("few", "/api/sessions/long"), url("few", "/api/sessions/long/turns?from=500&limit=40"), url("many", "/api/issues"), url("many", "/"), url("many", "/api/sessions/short-5"), url("many", "/api/sessions/nobody")];
  const step = Math.max(1, Math.floor(requests / 5));
  for (let n = 0; n <= requests; n++) {
    if (n % step === 0) {
      collectGarbage();
      heap.push(process.memoryUsage().heapUsed / 2 ** 20);
    }
    await fetch(mix[n % mix.length]!).then((answer) => answer.text());
  }
  printTable(["heap after collecting garbage", "MB"], heap.map((mb, at) => [`after ${at * step} requests`, fixed(mb, 1)]));
  for (const server of servers.values()) await server.close();
  await harness.close();
});
