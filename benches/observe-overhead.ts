/**
 * Claim: measuring a finished session costs under 50 ms for 100 turns, and grows linearly with the turns. Metrics with the
 * score's interval, and the audit of the players, as `session.json` and the report have them; on sessions of 50, 100, 200
 * and 400 turns of house play, measured in turns in one process, with words that nobody has read before.
 *
 *     node benches/observe-overhead.ts [rounds]
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHarness } from "../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../src/kernel/settings/index.ts";
import type { TurnRecord } from "../src/contract/index.ts";
import { auditPlayers, houseCast, planSession, playSession, sessionMetrics, type SessionState } from "../src/playtest/index.ts";
import { foldSession, newSession } from "../src/playtest/session/index.ts";
import { fixed, inTemporaryFolder, printHeader, printTable, quantile } from "./measure.ts";

const ROUNDS = Number(process.argv[2] ?? 15);
const LENGTHS = [50, 100, 200, 400];

const settings = resolveSettings({ file: { cacheDir: mkdtempSync(join(tmpdir(), "bench-cache-")) } }).settings;
const harness = createHarness({ settings, ...connect(settings, {}), house: houseCast });

/** The played turns again and again, each time in other words: what was read once may be remembered. */
function longer(state: SessionState, turns: number, round: number): SessionState {
  const story = state.records.filter(({ phase, ending }) => phase === "story" && !ending);
  const fresh = (text: string) => text.replaceAll(/\b(\p{L}{6,})\b/gu, `$1${String.fromCharCode(97 + (round % 26))}`);
  const records = Array.from({ length: turns }, (_, index): TurnRecord => {
    const { narrator, players, relay, ...record } = story[index % story.length]!;
    return {
      ...record,
      turn: index + 1,
      narrator,
      players: players.map((player) => ({ ...player, says: fresh(player.says), wants: fresh(player.wants) })),
      ...(relay && { relay: { ...relay, text: fresh(relay.text) } }),
    };
  });
  return foldSession(newSession({ sessionId: "long", config: state.config }), records);
}

await inTemporaryFolder(async (out) => {
  printHeader("What measuring a finished session costs (5 players, one of them a questioner who is told secrets)");
  const config = planSession(harness, { story: "innsmouth", prompt: "baseline", narrator: "house", seed: 7, maxTurns: 60 });
  const { state } = await playSession(harness, { config, out, sessionId: "played" });
  let round = 0;
  const prepared = new Map<string, SessionState>();
  const prepare = () => {
    round += 1;
    for (const turns of LENGTHS) prepared.set(String(turns), longer(state, turns, round));
  };
  const times: Record<string, number[]> = {};
  const first: Record<string, number> = {};
  // The processor's time, and no garbage collected in between: a collection throws away compiled patterns, which no session's end does.
  const time = (name: string, work: () => unknown) => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    const ms = (user + system) / 1_000;
    first[name] ??= ms;
    if (round > 3) (times[name] ??= []).push(ms);
  };
  for (let each = -3; each < ROUNDS; each += 1) {
    prepare();
    // 100 first: what it costs in a process that has only played.
    for (const turns of [100, ...LENGTHS.filter((other) => other !== 100)]) {
      time(`metrics ${turns}`, () => sessionMetrics(prepared.get(String(turns))!));
      time(`audit ${turns}`, () => auditPlayers(prepared.get(String(turns))!));
    }
  }
  const median = (name: string) => quantile(times[name]!);
  printTable(
    ["turns", "metrics (ms, processor)", "audit", "together", "slowest", "a turn (µs)"],
    LENGTHS.map((turns) => {
      const together = median(`metrics ${turns}`) + median(`audit ${turns}`);
      const slowest = Math.max(...times[`metrics ${turns}`]!.map((ms, index) => ms + times[`audit ${turns}`]![index]!));
      return [String(turns), fixed(median(`metrics ${turns}`)), fixed(median(`audit ${turns}`)), fixed(together), fixed(slowest), fixed((together / turns) * 1_000, 0)];
    }),
  );
  const [half, whole] = [200, 400].map((turns) => median(`metrics ${turns}`) + median(`audit ${turns}`)) as [number, number];
  console.log(`Twice the turns, ${fixed(whole / half)} times the time. 100 turns: ${fixed(median("metrics 100") + median("audit 100"), 1)} ms of 50; ${fixed(first["metrics 100"]! + first["audit 100"]!, 1)} ms the first time in a process.`);
});
await harness.close();
