/** Writes the result of a bisect as JSON and as a report. */
import { join } from "node:path";
import {
  formatVersion,
  type BisectFinding,
  type BisectPlan,
  type BisectProbe,
  type BisectResult,
  type LostCalls,
} from "../../../contract/index.ts";
import type { HarnessError } from "../../../kernel/errors/index.ts";
import { atMostOf, countedLostText, spentText, type Spent } from "../../../kernel/journal/index.ts";
import { counted, inline, markdownTable, quoted } from "../../../kernel/report/index.ts";
import { clopperPearson } from "../../../kernel/stats/index.ts";
import { loadLatest } from "../../readings/index.ts";
import { answerReport, type ExperimentFiles } from "../experiment-report.ts";
import { notesIn } from "../run-experiment.ts";
import type { Posterior } from "./bisect-belief.ts";
import { criterionText } from "./criterion.ts";
import { PINNED } from "./plan-bisect.ts";

export const BISECT_RESULT = "bisect.json";

export type BisectRun = {
  finding: BisectFinding;
  posterior: Posterior;
  probes: BisectProbe[];
  spent: Spent;
  /** Calls missing from the journals of its replays. */
  lost: LostCalls[];
  endedBy?: HarnessError;
};

export function bisectResult(
  dir: string,
  plan: BisectPlan,
  { finding, posterior, probes, spent, lost, endedBy }: BisectRun,
): BisectResult {
  const { state } = loadLatest(join(dir, PINNED));
  const record =
    finding.turn === null || finding.kind === "from-the-start"
      ? undefined
      : state.records.find(({ turn }) => turn === finding.turn);
  const narrator = plan.changed.wish.narrator ?? state.config.narratorModel;
  return {
    version: formatVersion,
    bisectId: plan.bisectId,
    dir,
    sessionId: plan.sessionId,
    criterion: criterionText(plan.criterion),
    changed: plan.changed.label,
    says: findingText(finding, plan),
    finding,
    turns: plan.turns,
    certainty: plan.certainty,
    probes,
    byTurn: byTurn(probes),
    belief: posterior.steps.map((probability, index) => ({
      turn: posterior.turns[index] ?? plan.endedAt ?? null,
      probability,
    })),
    said: record
      ? { turn: record.turn, narrator: record.narrator.text, relay: record.relay?.text ?? null }
      : null,
    cost: {
      total: spent.cost,
      atMost: atMostOf(spent),
      unpriced: spent.unpriced,
      possiblyBilled: spent.possiblyBilled,
      ...(spent.recorded && { recorded: spent.recorded }),
      ...(lost.length > 0 && { lost: lost.map(countedLostText) }),
    },
    notes: notesIn(dir),
    endedBy: endedBy?.message ?? null,
    house: [narrator, ...state.config.group.players.map(({ model }) => model)].some(
      (model) => model === "house" || model.startsWith("house/"),
    ),
  };
}

export function findingText(
  { kind, turn, probability, span, noSingleTurn, shape }: BisectFinding,
  { changed, checkpoints, turns }: Pick<BisectPlan, "changed" | "checkpoints" | "turns">,
): string {
  const it = changed.label === "unchanged" ? "the session" : `the session, continued with ${changed.label},`;
  const within = `within ${counted(turns, "turn")}`;
  const named = turn === null ? `that ${it} recovers from every turn` : `turn ${turn}`;
  const sure = span === null ? "" : `${percent(span.probability)} sure`;
  switch (kind) {
    case "turn":
      return `After turn ${turn} ${it} no longer recovers ${within} (${sure}).`;
    case "span":
      return `After turn ${span!.from} at the earliest${span!.to === null ? ", or never," : ` and turn ${span!.to} at the latest,`} ${it} no longer recovers ${within} (${sure}); most probable is ${named} (${percent(probability)}).`;
    case "from-the-start":
      return `${sentence(it)} does not recover ${within} even from its first turn ${checkpoints[0]!.turn}: no later turn is to blame (${sure}).`;
    case "recovers":
      return `${sentence(it)} recovers ${within} from every turn, including the last: the failure was chance, and no turn is to blame (${sure}).`;
    case "no-single-turn":
      return `There is no single turn after which ${it} no longer recovers (${percent(probability)} sure)${shape ? `: ${shapeTexts[shape]}` : ""}.`;
    case "undecided":
      return `Not decided. The most probable answer is ${named} (${percent(probability)}); the probability that there is no single such turn is ${percent(noSingleTurn)}.`;
  }
}

/** The most probable explanation without a single turn. */
const shapeTexts: Record<NonNullable<BisectFinding["shape"]>, string> = {
  luck: "replays recover about equally often from every turn, so the outcome is chance",
  stretch: "replays fail from some turns and recover again from later ones",
  ramp: "replays recover less and less often from turn to turn",
  "two-steps": "replays recover less often after one turn, and hardly ever after a later one",
  "no-pattern": "whether replays recover changes from turn to turn without a pattern",
};

export function bisectLines({
  criterion,
  changed,
  turns,
  probes,
  finding,
  certainty,
  cost,
  endedBy,
}: BisectResult): string[] {
  const missing = probes.filter(({ recovered }) => recovered === null).length;
  return [
    `Recovered means: over the ${counted(turns, "turn")} of a replay, ${criterion}.`,
    `${counted(probes.length, "replay")} with dice of their own${changed === "unchanged" ? ", nothing else changed" : `, with ${changed}`}${missing > 0 ? `; ${missing} gave no result (crashed, or not measured)` : ""}.`,
    ...ratesLine(probes, finding),
    ...(finding.decided || endedBy !== null
      ? []
      : [
          `The required certainty of ${percent(certainty)} for one turn was not reached. Resume with more replays (--times).`,
        ]),
    `Cost: ${spentText({ ...cost, cost: cost.total })}.`,
    ...(cost.lost ?? []),
  ];
}

/** The recovery rates before and after the turn. */
function ratesLine(probes: readonly BisectProbe[], { kind, turn }: BisectFinding): string[] {
  if (kind !== "turn" || turn === null) return [];
  const told = probes.filter(({ recovered }) => recovered !== null);
  const share = (own: readonly BisectProbe[]) =>
    `${own.filter(({ recovered }) => recovered).length} of ${own.length}`;
  return [
    `Recovered from before turn ${turn}: ${share(told.filter((each) => each.turn < turn))}; from turn ${turn} on: ${share(told.filter((each) => each.turn >= turn))}.`,
  ];
}

/** `bisect.json` and `report.md`. */
export const bisectFiles = ({ result }: { result: BisectResult }): ExperimentFiles => ({
  result: `${JSON.stringify(result, null, 2)}\n`,
  report: bisectReport(result),
});

function bisectReport(result: BisectResult): string {
  const { sessionId, says, probes, said, endedBy, house, notes } = result;
  return answerReport({
    title: "Bisect Report",
    embedded: house,
    answer: says,
    facts: [`Session: ${sessionId}`, ...bisectLines(result)],
    endedBy,
    notes,
    sections: [
      ...(said
        ? [
            `## What was said in turn ${said.turn}`,
            "**Narrator**",
            quoted(said.narrator),
            ...(said.relay === null ? [] : ["**Spokesperson (for the group)**", quoted(said.relay)]),
          ]
        : []),
      "## Replays by turn",
      "From the state after each turn: how many replays recovered, with the exact (Clopper-Pearson) 95 % confidence interval, and the probability that this turn is the first from which the session no longer recovers as before.",
      markdownTable(bisectColumns, bisectRows(result)),
      "## Replays",
      markdownTable(
        ["replay", "from turn", "recovered", "why"],
        probes.map(({ sessionId: id, turn, recovered, why }) => [
          `[${inline(id)}](sessions/${encodeURIComponent(id)}/)`,
          String(turn),
          recovered === null ? "missing" : recovered ? "yes" : "no",
          inline(why),
        ]),
      ),
    ],
  });
}

export const bisectColumns = ["turn", "replays", "recovered", "95 % interval", "missing", "probability"];
/** Turns without replays get a row only from this probability on. */
const WORTH_A_ROW = 0.005;

/** Every turn that was replayed from or may be the one, and the other explanations. The probabilities add up to 1. */
export function bisectRows({
  byTurn: replayed,
  belief,
  finding,
}: Pick<BisectResult, "byTurn" | "belief" | "finding">): string[][] {
  const of = new Map(
    belief.flatMap(({ turn, probability }) => (turn === null ? [] : [[turn, probability] as const])),
  );
  const seen = new Map(replayed.map((row) => [row.turn, row]));
  const isShown = (turn: number) => seen.has(turn) || of.get(turn)! >= WORTH_A_ROW;
  const turns = [...new Set([...seen.keys(), ...of.keys()])].filter(isShown).sort((a, b) => a - b);
  const others = [...of].filter(([turn]) => !isShown(turn));
  const more = (what: string, probability: number) => [what, "", "", "", "", percent(probability)];
  return [
    ...turns.map((turn) => [
      ...cellsOf(seen.get(turn) ?? { turn, replays: 0, recovered: 0, missing: 0, interval: [0, 1] }),
      percent(of.get(turn) ?? 0),
    ]),
    ...(others.length === 0
      ? []
      : [
          more(
            "other turns",
            others.reduce((sum, [, probability]) => sum + probability, 0),
          ),
        ]),
    ...belief
      .filter(({ turn }) => turn === null)
      .map(({ probability }) => more("recovers from every turn", probability)),
    more("no single turn", finding.noSingleTurn),
  ];
}

const cellsOf = ({
  turn,
  replays,
  recovered,
  missing,
  interval: [low, high],
}: BisectResult["byTurn"][number]): string[] => [
  String(turn),
  String(replays),
  String(recovered),
  replays === missing ? "-" : `${low.toFixed(2)} to ${high.toFixed(2)}`,
  String(missing),
];

function byTurn(probes: readonly BisectProbe[]): BisectResult["byTurn"] {
  return [...Map.groupBy(probes, ({ turn }) => turn)]
    .toSorted(([a], [b]) => a - b)
    .map(([turn, own]) => {
      const recovered = own.filter((each) => each.recovered === true).length;
      const missing = own.filter((each) => each.recovered === null).length;
      const [low, high] = clopperPearson(recovered, own.length - missing);
      return { turn, replays: own.length, recovered, missing, interval: [low, high] };
    });
}

/** Never rounded up to certainty. */
const percent = (share: number): string =>
  share > 0.99 && share < 1
    ? "over 99 %"
    : share > 0 && share < 0.01
      ? "under 1 %"
      : `${Math.round(share * 100)} %`;
const sentence = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}`;
