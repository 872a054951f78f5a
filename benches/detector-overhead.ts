/**
 * Claim: the detectors cost little compared with playing a turn, and no more late in a session than early: 400 turns
 * take eight times what 50 do. Uses clean sessions of the embedded cast, joined to the wanted length, without a model.
 *
 *     node benches/detector-overhead.ts [rounds]
 */
import { loadConfig } from "../src/config.ts";
import { createHarness } from "../src/kernel/run/index.ts";
import { houseCast } from "../src/playtest/index.ts";
import { cleanSessions } from "../src/playtest/fault-bench/index.ts";
import { fixed, inTemporaryFolder, inTurns, printHeader, printTable, quantile } from "./measure.ts";
import { observeTurns, playedTurns } from "./observed-session.ts";

const ROUNDS = Number(process.argv[2] ?? 7);
const LENGTHS = [50, 100, 200, 400] as const;
const harness = createHarness({ ...(await loadConfig()), house: houseCast });

await inTemporaryFolder(async (out) => {
  const before = process.cpuUsage();
  const transcripts = await cleanSessions(harness, { seeds: [1, 2], out });
  const { user, system } = process.cpuUsage(before);
  const played = playedTurns(transcripts);
  const playing = (user + system) / 1_000 / played.length;
  const { config } = transcripts[0]!;
  let round = 0;

  printHeader("What the detectors cost, without a model");
  const times = await inTurns(
    Object.fromEntries(
      LENGTHS.map((turns) => [
        String(turns),
        () => observeTurns(played, { turns, config, tag: `Stone ${(round += 1)} of` }),
      ]),
    ),
    { rounds: ROUNDS },
  );
  const aTurn = (turns: number) => quantile(times[String(turns)]!.map(({ cpu }) => cpu)) / turns;
  printTable(
    ["turns", "ms of processor time", "a turn", "share of playing them"],
    LENGTHS.map((turns) => [
      String(turns),
      fixed(aTurn(turns) * turns, 1),
      fixed(aTurn(turns), 3),
      `${fixed((100 * aTurn(turns)) / playing, 0)} %`,
    ]),
  );
  console.log(
    `Eight times the turns (400 for 50), ${fixed((8 * aTurn(400)) / aTurn(50), 1)} times the time; the aim is 8. Playing took ${fixed(playing, 1)} ms a turn in this process, its start and the disk included.`,
  );
});
await harness.close();
