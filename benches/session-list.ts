/**
 * Claim: a workspace of 1,000 sessions is listed in milliseconds once it has been read, and reading it does not block
 * other requests for long.
 *
 *     node benches/session-list.ts [sessions]
 */
import { linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { createHarness } from "../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../src/kernel/settings/index.ts";
import { houseCast, planSession, playSession } from "../src/playtest/index.ts";
import { createApp } from "../src/server/index.ts";

const count = Number(process.argv[2] ?? 1_000);
const workspace = mkdtempSync(join(tmpdir(), "many-sessions-"));
const { settings } = resolveSettings({ file: { cacheDir: join(workspace, "cache") }, env: {} });
const harness = createHarness({ settings, ...connect(settings, {}), house: houseCast });
const sessions = join(workspace, "sessions");
await playSession(harness, {
  config: planSession(harness, { story: "innsmouth", prompt: "baseline", narrator: "house", seed: 1 }),
  out: sessions,
  sessionId: "s-0",
});
for (let n = 1; n < count; n++) {
  mkdirSync(join(sessions, `s-${n}`));
  for (const file of readdirSync(join(sessions, "s-0")))
    linkSync(join(sessions, "s-0", file), join(sessions, `s-${n}`, file));
}

const { app, close } = createApp({ harness, workspace, place: { host: "127.0.0.1", port: () => 80 } });
const ask = async (path: string): Promise<number> => {
  const began = performance.now();
  const answer = await app.request(`http://127.0.0.1${path}`);
  await answer.text();
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  return performance.now() - began;
};
const show = (what: string, ms: number) => console.log(`${what.padEnd(44)}${ms.toFixed(1).padStart(9)} ms`);

let [held, last] = [0, performance.now()];
const tick = setInterval(() => {
  const now = performance.now();
  [held, last] = [Math.max(held, now - last), now];
}, 1);
const before = process.cpuUsage();
show(`first list of ${count} sessions`, await ask("/api/sessions"));
const { user, system } = process.cpuUsage(before);
clearInterval(tick);
show("  of the processor's time", (user + system) / 1_000);
show("  longest that others waited meanwhile", held);
for (const path of [
  "/api/sessions",
  "/api/sessions?sort=worst&q=innsmouth&limit=200",
  "/api/issues",
  "/api/sessions/s-1",
  "/api/sessions/s-1/turns?limit=50",
]) {
  await ask(path);
  const times: number[] = [];
  for (let n = 0; n < 100; n++) times.push(await ask(path));
  times.sort((a, b) => a - b);
  show(`${path}, median`, times[50]!);
  show("  95th of 100", times[95]!);
}
await close();
await harness.close();
rmSync(workspace, { recursive: true });
