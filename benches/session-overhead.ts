/**
 * Claim: a turn costs little beside its model calls. Journal and checkpoint included, fsync apart;
 * one session and fifty in parallel; then with slow models, the turn's time against its critical path.
 *
 *   node benches/session-overhead.ts
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { systemClock } from "../src/kernel/clock/index.ts";
import type { HouseMember } from "../src/kernel/models/index.ts";
import { createHarness, type Harness } from "../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../src/kernel/settings/index.ts";
import { loadStory, planSession, playSession } from "../src/playtest/index.ts";
import { fixed, inTemporaryFolder, printHeader, printTable, quantile } from "./measure.ts";

const TURNS = 20;
const LATENCY_MS = 200;

/** Three tellings a pulse: enough that nobody repeats himself. */
const tellings = loadStory("innsmouth").pulses.flatMap(({ text, choice }) => text.map((telling) => `${telling} ${choice.question}`));

/** An actor that says the least that is accepted, after `ms`. */
const actor = (name: string, ms: number): HouseMember => ({
  name,
  does: "Answers at once, or after a while, with the same words.",
  async reply({ role, call }) {
    if (ms > 0) await systemClock.sleep(ms);
    if (role === "player") return { object: { says: "I look around and keep close to the others.", wants: "go on along the shore", offTopic: "none", private: null } };
    if (role === "spokesperson") return { text: "We go on along the shore together, and keep our eyes open for the lamp." };
    const turn = Number(call?.split("/")[1] ?? 0);
    return { text: tellings[turn % tellings.length]! };
  },
});

const settings = resolveSettings({ file: { cacheDir: mkdtempSync(join(tmpdir(), "bench-cache-")) } }).settings;
const harness = createHarness({ settings, ...connect(settings, {}), house: [actor("quick", 0), actor("slow", LATENCY_MS)] });

async function play(using: Harness, { narrator, out, name, turns }: { narrator: string; out: string; name: string; turns: number }): Promise<number> {
  const config = planSession(using, { story: "innsmouth", prompt: "baseline", narrator, playerModel: narrator, classifier: "house/quick", observer: "house/quick", archetypes: ["engaged", "invested", "experienced", "follower"], seed: name, maxTurns: turns });
  const started = performance.now();
  const { state } = await playSession(using, { config: { ...config, charactersPending: false }, out, sessionId: name });
  if (state.turn !== turns) throw new Error(`the session ended at turn ${state.turn}`);
  return performance.now() - started;
}

printHeader("What a turn costs beside its model calls (4 players: 6 calls and the classifier's rules)");
await inTemporaryFolder(async (out) => {
  await play(harness, { narrator: "house/quick", out, name: "warm", turns: 5 });
  const single: number[] = [];
  const many: number[] = [];
  for (let round = 0; round < 5; round++) {
    single.push((await play(harness, { narrator: "house/quick", out, name: `one-${round}`, turns: TURNS })) / TURNS);
    const started = performance.now();
    await Promise.all(Array.from({ length: 50 }, (_, index) => play(harness, { narrator: "house/quick", out, name: `many-${round}-${index}`, turns: TURNS })));
    many.push((performance.now() - started) / (50 * TURNS));
  }
  const rss = Math.round(process.memoryUsage().rss / 1e6);
  const slow = await play(harness, { narrator: "house/slow", out, name: "slow", turns: 6 });
  const ideal = 6 * 3 * LATENCY_MS;
  printTable(
    ["sessions", "ms per turn (median of 5)", "least"],
    [
      ["1", fixed(quantile(single)), Math.min(...single).toFixed(2)],
      ["50 in parallel", fixed(quantile(many)), Math.min(...many).toFixed(2)],
    ],
  );
  printTable(["models of 200 ms", "ms", "ratio"], [["critical path: narrator, players, spokesperson", String(ideal), "1.00"], ["six turns", slow.toFixed(0), (slow / ideal).toFixed(3)]]);
  console.log(`Memory after ${5 * 51} sessions: ${rss} MB resident.`);
});
await harness.close();
