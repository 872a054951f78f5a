/**
 * Claims: with 10,000 sessions the first page of the list is there within a second of starting the server, and every
 * later page in milliseconds; reading them does not block other requests for long. A search reads 300
 * transcripts in a few seconds, without blocking other requests for long.
 *
 *     node benches/session-list.ts [sessions] [transcripts]
 */
import { linkSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import type { SearchPage, SessionPage, SessionResult } from "../src/contract/index.ts";
import { createHarness } from "../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../src/kernel/settings/index.ts";
import { houseCast, planSession, playSession } from "../src/playtest/index.ts";
import { createApp } from "../src/server/index.ts";
import { inTemporaryFolder, printHeader } from "./measure.ts";

const [sessionCount = 10_000, transcripts = 300] = process.argv.slice(2).map(Number);
const show = (what: string, ms: number) => console.log(`${what.padEnd(64)}${ms.toFixed(1).padStart(9)} ms`);

/** The same turns under another name. A third are branches, a fifth belong to matrices; each has its own result. */
function copySession(from: string, workspace: string, n: number): void {
  const of = n % 5 === 0 ? join("matrices", `m-${n % 100}`) : "";
  const to = join(workspace, of, "sessions", `s-${n}`);
  linkAll(from, to);
  const result = JSON.parse(readFileSync(join(from, "session.json"), "utf8")) as SessionResult;
  writeFileSync(
    join(to, "session.json"),
    JSON.stringify({
      ...result,
      sessionId: `s-${n}`,
      seed: n,
      at: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString(),
      ...(n % 3 === 0 && {
        branchedFrom: { sessionId: `s-${n - 1}`, turn: 2, changed: ["narrator: house → x"], replicate: n },
      }),
    } satisfies SessionResult),
  );
}

function linkAll(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkAll(source, target);
    else if (entry.name !== "session.json") linkSync(source, target);
  }
}

await inTemporaryFolder(async (dir) => {
  printHeader(`A list of ${sessionCount} sessions, and a search through ${transcripts}`);
  const { settings } = resolveSettings({ file: { cacheDir: join(dir, "cache") }, env: {} });
  const harness = createHarness({ settings, ...connect(settings, {}), house: houseCast });
  const played = join(dir, "played");
  await playSession(harness, {
    config: planSession(harness, {
      story: "innsmouth",
      prompt: "baseline",
      narrator: "house/looping",
      seed: 1,
    }),
    out: played,
    sessionId: "s-0",
  });
  const workspaces = { many: sessionCount, searched: transcripts };
  for (const [name, count] of Object.entries(workspaces))
    for (let n = 0; n < count; n++) copySession(join(played, "s-0"), join(dir, name), n);

  const open = (name: string) => {
    const { app, close } = createApp({
      harness,
      workspace: join(dir, name),
      place: { host: "127.0.0.1", port: () => 80 },
    });
    const ask = async <T>(path: string): Promise<{ ms: number; answer: T }> => {
      const began = performance.now();
      const response = await app.request(`http://127.0.0.1${path}`);
      const answer = (await response.json()) as T;
      if (response.status !== 200) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
      return { ms: performance.now() - began, answer };
    };
    return { ask, close };
  };

  const { ask, close } = open("many");
  const held = watchDelays();
  const began = performance.now();
  const first = await ask<SessionPage>("/api/origins?partial=true&limit=100");
  show(`first page, cold (${first.answer.reading?.read ?? sessionCount} sessions read so far)`, first.ms);
  await ask("/api/sessions");
  show(`all ${sessionCount} sessions read`, performance.now() - began);
  show("  longest that others waited meanwhile", held());
  for (const path of [
    "/api/origins?limit=100",
    "/api/origins?limit=100&sort=score&q=innsmouth",
    "/api/sessions?limit=100&sort=issues",
    "/api/sessions?origin=matrix~m-0&limit=200",
    "/api/issue-kinds",
    "/api/issues?sort=severity&q=again",
    "/api/sessions/s-1/turns?limit=50",
  ])
    await times(path, async () => (await ask(path)).ms);
  await close();

  const searched = open("searched");
  await searched.ask("/api/sessions");
  const delays = watchDelays();
  for (const q of ["tide", "harbour fog", '"the tide"', "nosuchword"]) {
    const { ms, answer } = await searched.ask<SearchPage>(`/api/search?q=${encodeURIComponent(q)}`);
    show(`search for ${q}: ${answer.results.length} sessions of ${transcripts}`, ms);
  }
  show("  longest that others waited meanwhile", delays());
  await searched.close();
  await harness.close();
});

async function times(what: string, once: () => Promise<number>): Promise<void> {
  await once();
  const measured: number[] = [];
  for (let n = 0; n < 40; n++) measured.push(await once());
  measured.sort((a, b) => a - b);
  show(`${what}, median`, measured[20]!);
  show("  95th percentile", measured[38]!);
}

/** The longest time between two turns of the event loop, until it is asked. */
function watchDelays(): () => number {
  let [longest, last] = [0, performance.now()];
  const tick = setInterval(() => {
    const now = performance.now();
    [longest, last] = [Math.max(longest, now - last), now];
  }, 1);
  return () => {
    clearInterval(tick);
    return longest;
  };
}
