import type { DetectorRates, DetectorRecord, OperatorScore } from "../../contract/index.ts";
import { poolByFinding } from "./pool-by-finding.ts";

/** The tables of the guide: what is found of each planted fault, and how often each kind of finding is wrong. */
export function benchMarkdown({ kinds, seeds, bank, prevalence }: DetectorRecord): string {
  const { house, human } = kinds;
  const names = [
    ...new Map([...house.operators, ...(human?.operators ?? [])].map(({ name, expects }) => [name, expects])),
  ];
  const [onHouse, onHuman] = [house, human].map((rates) => poolByFinding(rates?.independent ?? [])) as [
    OperatorScore[],
    OperatorScore[],
  ];
  return [
    `House text: ${house.sessions} clean sessions, one of every story for each of the seeds ${seeds.join(", ")}. Human text: ${human ? "one recorded evening at a table, and labelled dialogues for confusion" : "not at hand when this was made"}. Wordings: the half that rules were ${bank === "fit" ? "" : "not "}fitted on.`,
    "",
    "| planted | counts as found | house: found | recall (95 %) | human: found | recall (95 %) |",
    "| --- | --- | ---: | ---: | ---: | ---: |",
    ...names.map(([name, expects]) =>
      row(
        name === "labelled-confusion" ? "labelled (dbdc3)" : name,
        expects,
        ...recall(house.operators, (score) => score.name === name),
        ...recall(human?.operators, (score) => score.name === name),
      ),
    ),
    "",
    "Independent wordings, written without the rules; each planted once:",
    "",
    "| finding | house: found | recall (95 %) | human: found | recall (95 %) |",
    "| --- | ---: | ---: | ---: | ---: |",
    ...onHouse.map(({ expects }) =>
      row(
        expects,
        ...recall(onHouse, (score) => score.expects === expects),
        ...recall(onHuman, (score) => score.expects === expects),
      ),
    ),
    "",
    `Precision and lift where a fault begins in ${100 * prevalence} turn of 100:`,
    "",
    "| finding | house: false alarms in 100 clean turns (95 %) | precision | lift | human: false alarms in 100 clean turns (95 %) | precision | lift |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ...house.detectors.map(({ name, hint }) =>
      row(`${name}${hint ? " (hint)" : ""}`, ...errors(house, name), ...errors(human, name)),
    ),
    ...(human?.detectors.some(({ note }) => note !== undefined)
      ? [
          "",
          ...human.detectors.flatMap(({ name, note }) =>
            note === undefined ? [] : [`- Human text, ${name}: ${note}.`],
          ),
        ]
      : []),
  ].join("\n");
}

const NONE = "–";
const row = (...cells: string[]): string => `| ${cells.join(" | ")} |`;
const between = (bounds: readonly number[] | null): string =>
  bounds === null ? "" : ` (${bounds.map((bound) => bound.toFixed(2)).join("–")})`;

function recall(
  scores: readonly OperatorScore[] | undefined,
  isMeant: (score: OperatorScore) => boolean,
): string[] {
  const score = scores?.find(isMeant);
  if (!score || score.recall === null) return [NONE, NONE];
  return [`${score.hits} of ${score.planted}`, `${score.recall.toFixed(2)}${between(score.interval)}`];
}

function errors(rates: DetectorRates | undefined, name: string): string[] {
  const score = rates?.detectors.find((detector) => detector.name === name);
  if (!score) return [NONE, NONE, NONE];
  const { per100Turns, per100Interval, falseAlarms, cleanTurns, precision, precisionInterval, lift } = score;
  return [
    per100Turns === null
      ? NONE
      : `${per100Turns.toFixed(2)}${between(per100Interval)}: ${falseAlarms} in ${cleanTurns}`,
    precision === null ? NONE : `${precision.toFixed(2)}${between(precisionInterval)}`,
    lift?.toFixed(1) ?? NONE,
  ];
}
