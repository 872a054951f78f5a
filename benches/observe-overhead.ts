/**
 * Claim: observing a session offline costs under 50 ms for 100 turns besides playing it, and grows linearly with the
 * turns: 400 take eight times what 50 do. It covers detectors turn by turn and metrics, as in `session.json` and the report, on sessions of 50, 100, 200 and 400 turns of house play, measured alternately in
 * one process, with text that was not read before.
 *
 *     node benches/observe-overhead.ts [rounds]
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHarness } from "../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../src/kernel/settings/index.ts";
import type { TurnRecord } from "../src/contract/index.ts";
import {
  houseCast,
  planSession,
  playSession,
  sessionMetrics,
  type SessionState,
} from "../src/playtest/index.ts";
import { cleanSessions } from "../src/playtest/fault-bench/index.ts";
import { foldSession, newSession } from "../src/playtest/session/index.ts";
import { fixed, inTemporaryFolder, printHeader, printTable, quantile } from "./measure.ts";
import { observeTurns, playedTurns } from "./observed-session.ts";

const ROUNDS = Number(process.argv[2] ?? 15);
const LENGTHS = [50, 100, 200, 400];

const settings = resolveSettings({
  file: { cacheDir: mkdtempSync(join(tmpdir(), "bench-cache-")) },
}).settings;
const harness = createHarness({ settings, ...connect(settings, {}), house: houseCast });

/** Repeats the played turns in new words each time, since text that was read once may be cached. */
function longer(state: SessionState, turns: number, round: number): SessionState {
  const story = state.records.filter(({ phase, ending }) => phase === "story" && !ending);
  const fresh = (text: string) =>
    text.replaceAll(/\b(\p{L}{6,})\b/gu, `$1${String.fromCharCode(97 + (round % 26))}`);
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
  printHeader(
    "What observing a session costs, without a model (5 players, one of them a questioner who is told secrets)",
  );
  const config = planSession(harness, {
    story: "innsmouth",
    prompt: "baseline",
    narrator: "house",
    seed: 7,
    maxTurns: 60,
  });
  const begun = process.cpuUsage();
  const { state } = await playSession(harness, { config, out, sessionId: "played" });
  const { user, system } = process.cpuUsage(begun);
  const playing = (user + system) / 1_000 / state.records.length;
  // Uses all stories, so that a long session does not tell one story ten times: the second telling would contradict the first.
  const played = playedTurns(await cleanSessions(harness, { seeds: [1], out }));
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
    // 100 turns come first, in a process that has only played. Then each length comes first in turn, since the first one pays for leftovers of the preparation.
    const shift = (LENGTHS.indexOf(100) + each + 3) % LENGTHS.length;
    for (const turns of [...LENGTHS.slice(shift), ...LENGTHS.slice(0, shift)]) {
      time(`detectors ${turns}`, () =>
        observeTurns(played, { turns, config: state.config, tag: `Stone ${round} of ${turns}, ` }),
      );
      time(`metrics ${turns}`, () => sessionMetrics(prepared.get(String(turns))!));
    }
  }
  const kinds = ["detectors", "metrics"] as const;
  const median = (name: string) => quantile(times[name]!);
  const together = (turns: number) => kinds.reduce((sum, kind) => sum + median(`${kind} ${turns}`), 0);
  // Others on the machine only ever add to it.
  const lowest = kinds.reduce((sum, kind) => sum + Math.min(...times[`${kind} 100`]!), 0);
  printTable(
    [
      "turns",
      ...kinds.map((kind) => `${kind} (ms, processor)`),
      "together",
      "a turn (µs)",
      "share of playing",
    ],
    LENGTHS.map((turns) => [
      String(turns),
      ...kinds.map((kind) => fixed(median(`${kind} ${turns}`))),
      fixed(together(turns)),
      fixed((together(turns) / turns) * 1_000, 0),
      `${fixed((100 * together(turns)) / turns / playing, 0)} %`,
    ]),
  );
  console.log(
    `Eight times the turns (400 for 50), ${fixed(together(400) / together(50), 1)} times the time; the aim is 8.`,
  );
  console.log(
    `100 turns: ${fixed(together(100), 1)} ms, at the lowest ${fixed(lowest, 1)}; the aim is under 50 on a quiet machine. The first time in this process: ${fixed(
      kinds.reduce((sum, kind) => sum + first[`${kind} 100`]!, 0),
      1,
    )} ms.`,
  );
});
await harness.close();
