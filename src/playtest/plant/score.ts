import { hintType, issueType, type DetectorRates, type DetectorScore, type IssueType, type OperatorScore } from "../../contract/index.ts";
import { wilson } from "../../kernel/stats/index.ts";
import type { Operator } from "./operator.ts";
import type { Tried } from "./plant-faults.ts";
import type { Transcript } from "./transcript.ts";

const rounded = (value: number, digits = 4): number => Number(value.toFixed(digits));
const isHint = (type: IssueType): boolean => hintType.options.some((hint) => hint === type);

/** Rates of one kind of text: of planted faults the share that was found, and of what was found the share that was planted. */
export function scoreDetectors({ transcripts, tried, operators }: { transcripts: readonly Transcript[]; tried: readonly Tried[]; operators: readonly Operator[] }): DetectorRates {
  const records = transcripts.flatMap((transcript) => transcript.records);
  const findings = records.flatMap(({ issues, hints = [] }) => [...issues, ...hints]);
  return {
    sessions: transcripts.length,
    operators: operators.map((operator) => operatorScore(operator, tried.filter(({ operator: name }) => name === operator.name))),
    detectors: issueType.options.map((name) => detectorScore(name, { cleanTurns: records.length, falseAlarms: findings.filter(({ type }) => type === name).length, tried })),
  };
}

function operatorScore({ name, expects }: Operator, tried: readonly Tried[]): OperatorScore {
  const [planted, hits] = [tried.length, tried.filter(({ hit }) => hit).length];
  if (planted === 0) return { name, expects, planted, hits, recall: null, interval: null };
  const [low, high] = wilson(hits, planted);
  return { name, expects, planted, hits, recall: rounded(hits / planted), interval: [rounded(low), rounded(high)] };
}

/**
 * Precision is that of the whole exercise: all copies beside all clean turns. Lift compares it to an alarm at a turn that
 * was picked by chance among those: how many of them have the fault.
 */
export function detectorScore(name: IssueType, { cleanTurns, falseAlarms, tried }: { cleanTurns: number; falseAlarms: number; tried: readonly Tried[] }): DetectorScore {
  const own = tried.filter(({ expects }) => expects === name);
  const hits = own.filter(({ hit }) => hit).length;
  const precision = own.length === 0 || hits + falseAlarms === 0 ? null : hits / (hits + falseAlarms);
  const faulty = own.reduce((sum, { turn, endTurn }) => sum + endTurn - turn + 1, 0);
  const turns = cleanTurns + own.reduce((sum, copy) => sum + copy.turns, 0);
  return {
    name,
    hint: isHint(name),
    cleanTurns,
    falseAlarms,
    per100Turns: cleanTurns === 0 ? null : rounded((100 * falseAlarms) / cleanTurns, 2),
    hits,
    precision: precision === null ? null : rounded(precision),
    lift: precision === null || faulty === 0 ? null : rounded(precision / (faulty / turns), 1),
  };
}
