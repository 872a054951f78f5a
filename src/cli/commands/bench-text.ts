/** What `bench detectors` prints. */
import type { DetectorBench, DetectorRates, OperatorScore } from "../../contract/index.ts";
import { table } from "../frame/index.ts";

export function benchText({ kinds, notes, seeds, prevalence }: DetectorBench): string {
  return [
    `Mechanical detectors, seeds: ${seeds.join(", ")}. Precision and lift assume ${prevalence === 0.01 ? "one fault" : `${100 * prevalence} faults`} per 100 turns.`,
    ...Object.entries(kinds).flatMap(([kind, rates]) => [
      "",
      `On ${kind} text (${rates.sessions} ${rates.sessions === 1 ? "session" : "sessions"})`,
      ...tables(rates),
    ]),
    "",
    ...notes,
  ].join("\n");
}

function tables({ operators, detectors }: DetectorRates): string[] {
  return [
    table(
      ["planted", "found as", ...RECALL],
      operators.map((score) => [
        score.name,
        score.missing ? "missing (needs a reader)" : (score.expects ?? "-"),
        ...recall(score),
      ]),
      { right: [2, 3, 4, 5] },
    ),
    "",
    table(
      ["finding", "clean turns", "false alarms", "in 100 turns", "95 %", "precision", "95 %", "lift"],
      detectors.map(
        ({
          name,
          cleanTurns,
          falseAlarms,
          per100Turns,
          per100Interval,
          precision,
          precisionInterval,
          lift,
        }) => [
          name,
          String(cleanTurns),
          String(falseAlarms),
          number(per100Turns, 2),
          between(per100Interval),
          number(precision, 3),
          between(precisionInterval),
          number(lift, 1),
        ],
      ),
      { right: [1, 2, 3, 4, 5, 6, 7] },
    ),
  ];
}

const RECALL = ["of", "found", "recall", "95 %"];
const recall = ({ planted, hits, recall: share, interval }: OperatorScore): string[] => [
  String(planted),
  String(hits),
  number(share, 3),
  between(interval),
];
const number = (value: number | null, digits: number): string => value?.toFixed(digits) ?? "-";
const between = (bounds: readonly number[] | null): string =>
  bounds?.map((bound) => bound.toFixed(2)).join("-") ?? "-";

export const missesText = ({ misses }: Pick<DetectorBench, "misses">): string =>
  list(
    "Not found:",
    misses.map(
      ({ kind, operator, session, turn, about }) =>
        `${kind}, ${operator}, ${session}, turn ${turn}: ${about}`,
    ),
  );

export const alarmsText = ({ falseAlarms }: Pick<DetectorBench, "falseAlarms">): string =>
  list(
    "False alarms:",
    falseAlarms.map(
      ({ kind, finding, session, turn, about }) => `${kind}, ${finding}, ${session}, turn ${turn}: ${about}`,
    ),
  );

const list = (title: string, lines: readonly string[]): string =>
  [title, ...(lines.length === 0 ? ["none"] : lines).map((line) => `  ${line}`)].join("\n");
