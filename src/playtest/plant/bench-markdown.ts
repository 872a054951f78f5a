import type { DetectorBench, DetectorRates } from "../../contract/index.ts";

/** The tables of the guide: what is found of each planted fault, and how often each kind of finding is wrong. */
export function benchMarkdown({ kinds, seeds }: Pick<DetectorBench, "kinds" | "seeds">): string {
  const { house, human } = kinds;
  return [
    `House text: ${house.sessions} clean sessions, one of every story for each of the seeds ${seeds.join(", ")}. Human text: ${human ? "one recorded evening at a table, and labelled dialogues for confusion" : "not at hand when this was made"}.`,
    "",
    "| planted | counts as found | house: found | recall (95 %) | human: found | recall (95 %) |",
    "| --- | --- | ---: | ---: | ---: | ---: |",
    ...house.operators.map(({ name, expects }) => `| ${[name, expects, ...recall(house, name), ...recall(human, name)].join(" | ")} |`),
    "",
    "| finding | house: false alarms in 100 clean turns | precision | lift | human: false alarms in 100 clean turns | precision | lift |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ...house.detectors.map(({ name, hint }) => `| ${[`${name}${hint ? " (hint)" : ""}`, ...errors(house, name), ...errors(human, name)].join(" | ")} |`),
    ...(human?.detectors.some(({ note }) => note !== undefined) ? ["", ...human.detectors.flatMap(({ name, note }) => (note === undefined ? [] : [`- Human text, ${name}: ${note}.`]))] : []),
  ].join("\n");
}

const NONE = "–";

function recall(rates: DetectorRates | undefined, name: string): string[] {
  const score = rates?.operators.find((operator) => operator.name === name);
  if (!score || score.recall === null || score.interval === null) return [NONE, NONE];
  return [`${score.hits} of ${score.planted}`, `${score.recall.toFixed(2)} (${score.interval.map((bound) => bound.toFixed(2)).join("–")})`];
}

function errors(rates: DetectorRates | undefined, name: string): string[] {
  const score = rates?.detectors.find((detector) => detector.name === name);
  if (!score) return [NONE, NONE, NONE];
  return [`${score.per100Turns?.toFixed(2) ?? NONE} (${score.falseAlarms} in ${score.cleanTurns})`, score.precision?.toFixed(2) ?? NONE, score.lift?.toFixed(1) ?? NONE];
}
