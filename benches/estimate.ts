/**
 * Claim: the estimate of a session is within a factor of 1.5 of the tokens that the sessions in recordings/ used, for
 * each role. Also prints the sizes that src/playtest/play/session-calls.ts assumes, as the recordings have them.
 *
 *     node benches/estimate.ts
 *
 * Exit 1 if a role is further off.
 */
import type { TurnRecord } from "../src/contract/index.ts";
import { besideEstimate, playRecordings } from "./recorded-usage.ts";
import { fixed, printHeader, printTable, reportMissed } from "./measure.ts";

const FACTOR = 1.5;

printHeader(import.meta.url);
const played = await playRecordings();
const rows = played.flatMap(besideEstimate);
printTable(
  ["recording", "role", "tokens", "real", "low", "high", "middle / real"],
  rows.map((row) => [
    row.recording,
    row.role,
    row.kind,
    ...[row.real, row.low, row.high].map(String),
    fixed(row.factor),
  ]),
);

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const size = (text = ""): number => Buffer.byteLength(text) / 4;

/** The means of one session. Outputs come from its journal, texts from its turns. */
function sizesIn({ result, state }: (typeof played)[number]): Record<string, number> {
  const records = state.records.slice(state.branchedFrom?.turn ?? 0);
  const players = state.config.group.players.length;
  const ofAnswers = (of: (answer: TurnRecord["players"][number]) => number) =>
    mean(records.flatMap((record) => record.players.map(of)));
  const output = (role: string) => result.totals.byRole[role]!.tokens.output;
  return {
    narration: output("narrator") / records.length,
    answer: output("player") / records.flatMap((record) => record.players).length,
    said: ofAnswers(({ says }) => size(says)),
    private: ofAnswers(({ private: alone }) => size(alone?.answer)),
    relay: mean(records.flatMap(({ relay }) => (relay ? [size(relay.text) / (players - 1)] : []))),
    classification: output("classifier") / records.filter(({ phase }) => phase === "story").length,
    "reading, with second looks": output("observer") / records.length / players,
  };
}

const sizes = played.map(sizesIn);
printTable(
  ["size", "low", "high", ...played.map(({ recording }) => recording)],
  Object.keys(sizes[0]!).map((what) => {
    const values = sizes.map((each) => each[what]!);
    return [what, ...[Math.min(...values), Math.max(...values), ...values].map((value) => fixed(value, 0))];
  }),
);
reportMissed(
  rows
    .filter((row) => row.factor > FACTOR || row.factor < 1 / FACTOR)
    .map((row) => `${row.recording}, ${row.role}, ${row.kind}: off by ${fixed(row.factor)}`),
);
