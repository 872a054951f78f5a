/**
 * Claim: looking at a turn costs little beside playing it, and no more late in a session than early. Clean sessions of the
 * embedded cast, end to end until there are so many turns; classification, fold and detectors, without a model.
 *
 *     node benches/detector-overhead.ts [rounds]
 */
import { loadConfig } from "../src/config.ts";
import { createHarness } from "../src/kernel/run/index.ts";
import { houseCast } from "../src/playtest/index.ts";
import { detect, type Observation } from "../src/playtest/detect/index.ts";
import { cleanSessions } from "../src/playtest/plant/index.ts";
import { fixed, inTemporaryFolder, inTurns, printHeader, printTable, quantile } from "./measure.ts";

const ROUNDS = Number(process.argv[2] ?? 7);
const LENGTHS = [25, 50, 100, 200] as const;
const harness = createHarness({ ...(await loadConfig()), house: houseCast });

await inTemporaryFolder(async (out) => {
  const [first, ...others] = await cleanSessions(harness, { seeds: [1, 2], out });
  const all = [first!, ...others].flatMap(({ records, states }) => records.map((record) => ({ record, before: states[record.turn - 1]! })));
  const { storyGuide: guide, group } = first!.config;

  /** As a session of this length would show them, one after the other. */
  function run(turns: number): void {
    let facts: Observation["facts"] = [];
    const told = Array.from({ length: turns }, (_, at) => all[at % all.length]!);
    for (const [at, { record, before }] of told.entries()) {
      const { narrator, classification, players, relay, phase, guidePulse } = record;
      const found = detect({
        turn: at + 1, phase, text: `${narrator.text} Stone ${at}.`, type: classification.type, pulse: guidePulse !== undefined, guidePulse, toldPulses: [],
        earlier: told.slice(Math.max(0, at - 30), at).map((each, index) => ({ turn: Math.max(0, at - 30) + index + 1, text: each.record.narrator.text, type: each.record.classification.type })),
        facts, names: group.players.map(({ name }) => name), guide, relay: told[at - 1]?.record.relay?.text ?? "", relayBefore: told[at - 2]?.record.relay?.text, relayNow: relay,
        secrets: before.secrets.secrets, players, openTangent: false, turnsSincePulse: 1,
      });
      facts = [...facts, ...found.facts];
    }
  }

  printHeader("What the detectors cost, without a model");
  const times = await inTurns(Object.fromEntries(LENGTHS.map((turns) => [String(turns), () => run(turns)])), { rounds: ROUNDS });
  const rows = LENGTHS.map((turns) => {
    const cpu = quantile(times[String(turns)]!.map((each) => each.cpu));
    return [String(turns), fixed(cpu, 1), fixed(cpu / turns, 3)];
  });
  printTable(["turns", "ms of processor time", "a turn"], rows);
});
await harness.close();
