/** How often detectors find planted faults, and how often they raise false positives. */
import type {
  DetectorBench,
  DetectorScore,
  FalseAlarm,
  IssueType,
  MissedFault,
  OperatorScore,
} from "../../contract/index.ts";
import { wilson } from "../../kernel/stats/index.ts";
import { mechanicalKinds } from "../findings/index.ts";
import type { Transcript } from "./clean-transcript.ts";
import { operators, type Operator, type Tried } from "./planted-faults.ts";

/**
 * A fault begins in one turn of a hundred: precision depends on how common faults are, and a bench has as many as were
 * planted. At one stated share, rates of different benches are comparable.
 */
export const PREVALENCE = 0.01;

const rounded = (value: number, digits = 4): number => Number(value.toFixed(digits));

type Scored = { transcripts: readonly Transcript[]; tried: readonly Tried[] };

/** Recall of planted faults, and false positives. */
export function scoreDetectors({
  transcripts,
  tried,
}: Scored): Pick<DetectorBench, "sessions" | "operators" | "detectors"> {
  const records = transcripts.flatMap((transcript) => transcript.records);
  const findings = records.flatMap(({ issues }) => issues);
  return {
    sessions: transcripts.length,
    operators: operators.map((each) =>
      operatorScore(each, foundOf(tried.filter(({ operator }) => operator === each.name))),
    ),
    detectors: mechanicalKinds.map((name) =>
      detectorScore(name, {
        cleanTurns: records.length,
        falseAlarms: findings.filter(({ type }) => type === name).length,
        ...foundOf(tried.filter(({ expects }) => expects === name)),
      }),
    ),
  };
}

/** `window`: the turns in which a finding would have been a hit, for one fault. */
type Found = { planted: number; hits: number; window: number };

function foundOf(tried: readonly Tried[]): Found {
  const turns = tried.reduce((sum, { window }) => sum + window, 0);
  return {
    planted: tried.length,
    hits: tried.filter(({ hit }) => hit).length,
    window: tried.length === 0 ? 0 : turns / tried.length,
  };
}

export function operatorScore(
  { name, expects }: Pick<Operator, "name" | "expects">,
  { planted, hits }: Pick<Found, "planted" | "hits">,
): OperatorScore {
  const facts = { name, expects, planted, hits };
  if (planted === 0) return { ...facts, recall: null, interval: null };
  const [low, high] = wilson(hits, planted);
  return { ...facts, recall: rounded(hits / planted), interval: [rounded(low), rounded(high)] };
}

/** Lift compares precision with an alarm at a random turn: how often that is near enough to a fault. */
export function detectorScore(
  name: IssueType,
  { cleanTurns, falseAlarms, planted, hits, window }: { cleanTurns: number; falseAlarms: number } & Found,
): DetectorScore {
  const alarms = { name, cleanTurns, falseAlarms, hits };
  if (cleanTurns === 0)
    return {
      ...alarms,
      per100Turns: null,
      per100Interval: null,
      precision: null,
      precisionInterval: null,
      lift: null,
    };
  const [fewest, most] = wilson(falseAlarms, cleanTurns);
  const per100 = {
    per100Turns: rounded((100 * falseAlarms) / cleanTurns, 2),
    per100Interval: [rounded(100 * fewest, 2), rounded(100 * most, 2)] as [number, number],
  };
  if (planted === 0 || hits + falseAlarms === 0)
    return { ...alarms, ...per100, precision: null, precisionInterval: null, lift: null };
  const [low, high] = wilson(hits, planted);
  const precision = precisionAt({ recall: hits / planted, alarms: falseAlarms / cleanTurns });
  return {
    ...alarms,
    ...per100,
    precision: rounded(precision),
    precisionInterval: [
      rounded(precisionAt({ recall: low, alarms: most })),
      rounded(precisionAt({ recall: high, alarms: fewest })),
    ],
    lift: rounded(precision / Math.min(1, PREVALENCE * window), 1),
  };
}

/** The share of findings that is right. `alarms`: for each turn without a fault. */
function precisionAt({ recall, alarms }: { recall: number; alarms: number }): number {
  const [right, wrong] = [recall * PREVALENCE, alarms * (1 - PREVALENCE)];
  return right + wrong === 0 ? 0 : right / (right + wrong);
}

export const missesIn = (tried: readonly Tried[]): MissedFault[] =>
  tried
    .filter(({ hit }) => !hit)
    .map(({ operator, transcript, turn, about }) => ({ operator, session: transcript, turn, about }));

export const alarmsIn = (transcripts: readonly Transcript[]): FalseAlarm[] =>
  transcripts.flatMap(({ name, records }) =>
    records
      .flatMap(({ issues }) => issues)
      .map(({ type, turn, description }) => ({ finding: type, session: name, turn, about: description })),
  );
