/** What an A/B test found out, as a verdict. Pure: from the plan's summary and the pairs. */
import type {
  AbArm,
  AbDecision,
  AbFinding,
  AbPair,
  AbResult,
  Fact,
  SessionResult,
  Step,
  Verdict,
  VerdictTable,
} from "../../../contract/index.ts";
import { counted, rounded, shortList } from "../../../kernel/report/index.ts";
import { shownNumber, stepTo } from "../../../kernel/verdict-words/index.ts";
import { because, type BecauseOptions, type Play } from "../../compare/index.ts";
import { countedKind, singularOf } from "../../findings/index.ts";
import { meanOfKnown } from "../../metrics/index.ts";
import { houseCaution, isHouse } from "../../report/index.ts";
import { UNCHANGED } from "../read-arm.ts";
import { replayName, decide, FEWEST_PAIRS, THRESHOLD, usedOf } from "./ab-pairs.ts";
import { USUAL_PAIRS } from "./plan-ab.ts";

type Plan = AbResult["plan"];
type Run = {
  pairs: readonly AbPair[];
  /** In words. */
  cost: string;
  /** It stopped before it was decided or complete. */
  stopped?: boolean;
  /** Who played the replays. */
  models?: ReadonlyArray<SessionResult["models"]>;
};
export type AbVerdictOptions = {
  /** How to call Rehearse, and the folder of the test, for the commands. */
  command: string;
  at: string;
  /** The words that show a problem of this kind in a replay. */
  quoteOf?: BecauseOptions["quoteOf"];
};

/** A pair with a result for both arms. */
type Scored = AbPair & { a: AbArm; b: AbArm };
type Seen = { plan: Plan; run: Run; decision: AbDecision; scored: Scored[]; options: AbVerdictOptions };

export function abVerdict(plan: Plan, run: Run, options: AbVerdictOptions): Verdict {
  const decision = decide(run.pairs);
  const scored = usedOf(run.pairs, decision).filter(
    (pair): pair is Scored => pair.a !== null && pair.b !== null,
  );
  const seen = { plan, run, decision, scored, options };
  return {
    outcome: outcomeOf(seen),
    headline: headlineOf(seen),
    cautions: cautionsOf(seen),
    because: because(
      scored.map((pair) => ({ a: playOf(pair, "a"), b: playOf(pair, "b") })),
      {
        unit: "replay",
        names: isTweak(plan) ? { a: "nothing changed", b: "the change" } : AB,
        quoteOf: options.quoteOf,
      },
    ),
    facts: factsOf(seen),
    findings: [],
    tables: scored.length === 0 ? [] : [pairTable(seen)],
    next: nextSteps(seen),
  };
}

const AB = { a: "A", b: "B" };

const isComplete = ({ plan, run }: Seen): boolean => run.pairs.length >= plan.pairs;

function outcomeOf(seen: Seen): Verdict["outcome"] {
  if (seen.decision.decided) return "done";
  return seen.run.stopped ? "stopped" : "undecided";
}

function headlineOf(seen: Seen): string {
  const { plan, run, decision, scored } = seen;
  if (decision.decided) return scripted(seen, plan.finding ? findingHeadline(seen) : pointsHeadline(seen));
  const pairs = counted(decision.pairs, "pair");
  const standing = `(B better ${decision.wins.b}, worse ${decision.wins.a})`;
  if (decision.pairs === 0) return "No pair has been played yet.";
  if (run.stopped) return `Stopped after ${pairs} ${standing}.`;
  if (!isComplete(seen))
    return `Played ${decision.pairs} of at most ${counted(plan.pairs, "pair")} ${standing}.`;
  if (scored.length === 0) return `Not decided: no result in ${pairs}.`;
  if (plan.finding && cameBackIn(seen, "a") + cameBackIn(seen, "b") === 0)
    return `Not decided: ${cameBackText(plan)} in none of ${pairs}, neither with A (${plan.a.label}) nor with B (${plan.b.label}).`;
  if (scored.length === decision.ties)
    return `Not decided: no pair differs (${counted(decision.ties, "tie")}).`;
  return `Not decided after ${pairs} ${standing}.`;
}

/** No arm is a model: the headline is often read without the note. */
const scripted = ({ run: { models = [] } }: Seen, headline: string): string =>
  models.length > 0 && models.every(({ narrator }) => isHouse(narrator))
    ? `Scripted narrators: ${headline.replace(/^The /, "the ")}`
    : headline;

const isTweak = ({ a }: Plan): boolean => a.label === UNCHANGED;

/** "The tweak helped", "B (prompt mine) lost fewer points than A (prompt old)". */
function whatBDid({ plan, decision }: Seen): string {
  const { a, b, finding } = plan;
  const isBetter = decision.winner === "b";
  if (isTweak(plan)) return isBetter ? "The tweak helped" : "The tweak made it worse";
  const points = isBetter ? "fewer points" : "more points";
  const often = isBetter ? "less often" : "more often";
  const did = finding ? `showed the ${singularOf(finding.kind)} ${often}` : `lost ${points}`;
  return `B (${b.label}) ${did} than A (${a.label})`;
}

/** "The tweak helped: it lost 3.1 points on average, unchanged 9.4, better in 12 of 14 pairs." */
function pointsHeadline(seen: Seen): string {
  const { plan, decision, scored } = seen;
  const isBetter = decision.winner === "b";
  const [lostA, lostB] = [lostBy(seen, "a"), lostBy(seen, "b")];
  const lost = `it lost ${lostB} points on average, ${isTweak(plan) ? "unchanged" : "A"} ${lostA}`;
  const inPairs = `in ${decision.wins[decision.winner!]} of ${counted(scored.length, "pair")}`;
  // Rare disasters: most pairs and the mean can point to different arms.
  return lostB < lostA === isBetter
    ? `${whatBDid(seen)}: ${lost}, ${isBetter ? "better" : "worse"} ${inPairs}.`
    : `${whatBDid(seen)} ${inPairs}, although ${lost}.`;
}

/** More than tenths of a point would be false precision. */
const lostBy = ({ scored }: Seen, arm: "a" | "b"): number =>
  Number(rounded(meanOfKnown(scored.map((pair) => pair[arm].pointsLost)) ?? 0, 1));

/** "The tweak helped: a forced segue came back by turn 25 in 2 of 19 replays, unchanged in 12 of 19; no new problems." */
function findingHeadline(seen: Seen): string {
  const { plan, scored } = seen;
  const inA = `${cameBackIn(seen, "a")} of ${scored.length}`;
  const inB = `${cameBackIn(seen, "b")} of ${counted(scored.length, "replay")}`;
  const other = isTweak(plan) ? "unchanged" : "with A";
  return `${whatBDid(seen)}: ${cameBackText(plan)} in ${inB}, ${other} in ${inA}; ${newProblems(seen)}.`;
}

/** Any of the kind counts, in all turns of a replay. */
function cameBackText({ finding, checkpoints, turns }: Plan): string {
  const [first] = checkpoints;
  const window = checkpoints.length === 1 ? `by turn ${first!.turn + turns}` : `within ${turns} turns`;
  return `a ${singularOf(finding!.kind)} came back ${window}`;
}

const cameBackIn = ({ scored }: Seen, arm: "a" | "b"): number =>
  scored.filter((pair) => pair[arm].cameBack).length;

/** Kinds of problems that B has and A has not, or else what B lost more than A for other problems. */
function newProblems({ plan, scored }: Seen): string {
  const others = ({ byKind }: AbArm) =>
    Object.entries(byKind).filter(([kind]) => kind !== plan.finding!.kind);
  const inA = new Set(scored.flatMap(({ a }) => others(a).map(([kind]) => kind)));
  const fresh = new Map<string, number>();
  for (const [kind, { episodes }] of scored.flatMap(({ b }) => others(b)))
    if (!inA.has(kind)) fresh.set(kind, (fresh.get(kind) ?? 0) + episodes);
  if (fresh.size > 0) return `new: ${shortList([...fresh].map(([kind, count]) => countedKind(kind, count)))}`;
  const lost = (arm: AbArm) => others(arm).reduce((sum, [, { points }]) => sum + points, 0);
  const more = meanOfKnown(scored.map(({ a, b }) => lost(b) - lost(a))) ?? 0;
  return more < 1 ? "no new problems" : `${shownNumber(more)} more points lost to other problems`;
}

function cautionsOf(seen: Seen): string[] {
  const { run, decision } = seen;
  const isShort = isComplete(seen) && !decision.decided && decision.wins.a + decision.wins.b < FEWEST_PAIRS;
  return [
    houseCaution(run.models ?? [], "replay") ?? [],
    ...(isShort ? [`Too few pairs differ: at least ${FEWEST_PAIRS} are needed, all in one direction.`] : []),
  ].flat();
}

function factsOf(seen: Seen): Fact[] {
  const { plan, run, decision, scored } = seen;
  const { wins, ties, missing } = decision;
  const later = run.pairs.length - decision.pairs;
  const mean = (arm: "a" | "b"): Fact["value"] => (scored.length === 0 ? null : lostBy(seen, arm));
  return [
    { label: "A", value: plan.a.label },
    { label: "B", value: plan.b.label },
    { label: "Replayed from", value: startOf(plan), note: `at most ${counted(plan.turns, "turn")}` },
    { label: "B is better if", value: ruleOf(plan) },
    {
      label: "Pairs",
      value: decision.pairs,
      note: [
        `of at most ${plan.pairs}`,
        later > 0 ? `${later} more were already running and do not count` : [],
      ]
        .flat()
        .join("; "),
    },
    { label: "B, in these pairs", value: `better ${wins.b}, worse ${wins.a}, tied ${ties}` },
    ...(missing > 0
      ? [{ label: "No result", value: missing, note: "a replay crashed, or too few of its turns were read" }]
      : []),
    ...(plan.finding
      ? [
          {
            label: "Came back",
            value: `with A ${cameBackIn(seen, "a")}, with B ${cameBackIn(seen, "b")}`,
            note: `of ${scored.length} each`,
          },
        ]
      : []),
    { label: "Points lost by A", value: mean("a"), note: "mean" },
    { label: "Points lost by B", value: mean("b"), note: "mean, in the turns that both played" },
    ...beatFacts(seen),
    {
      label: "Evidence (E-value)",
      value: Number(decision.eValue.toPrecision(3)),
      note: `${THRESHOLD} decides; equal arms reach it in at most 1 of ${THRESHOLD} tests`,
    },
    { label: "Cost", value: run.cost },
  ];
}

/** An arm that only puts beats off loses nothing in these turns, and may lose it later. */
function beatFacts({ scored }: Seen): Fact[] {
  const [a, b] = (["a", "b"] as const).map((arm) =>
    meanOfKnown(scored.flatMap((pair) => pair[arm].beats ?? [])),
  );
  if (a == null || b == null) return [];
  return [
    { label: "Beats told", value: `A ${shownNumber(a)}, B ${shownNumber(b)}`, note: "mean, in these turns" },
  ];
}

function startOf({ checkpoints }: Plan): string {
  const [first, ...others] = checkpoints;
  return others.length === 0
    ? `turn ${first!.turn} of ${first!.sessionId}`
    : counted(checkpoints.length, "checkpoint");
}

const ruleOf = ({ finding }: Plan): string =>
  finding
    ? `a ${singularOf(finding.kind)} like ${finding.id}${readerOf(finding)} comes back with A and not with B`
    : "it loses fewer points than A in these turns";

const readerOf = ({ reader }: AbFinding): string => (reader === undefined ? "" : ` (reader: ${reader})`);

const MOST_ROWS = 40;
const ENDS: Record<AbPair["won"], string> = { a: "worse", b: "better", tie: "tie", missing: "no result" };

function pairTable({ plan, run, decision }: Seen): VerdictTable {
  const used = usedOf(run.pairs, decision);
  const several = plan.checkpoints.length > 1;
  const placeOf = ({ checkpoint }: AbPair) => {
    const { sessionId, turn } = plan.checkpoints[checkpoint]!;
    return `${sessionId}, turn ${turn}`;
  };
  return {
    title: "Points lost in each pair",
    columns: [
      { label: "Pair" },
      ...(several ? [{ label: "Checkpoint" }] : []),
      { label: "A lost", align: "right" },
      { label: "B lost", align: "right" },
      { label: "B is" },
    ],
    rows: used
      .slice(0, MOST_ROWS)
      .map((pair) => [
        pair.index + 1,
        ...(several ? [placeOf(pair)] : []),
        lostIn(pair, "a"),
        lostIn(pair, "b"),
        ENDS[pair.won],
      ]),
    note: used.length > MOST_ROWS ? `The first ${MOST_ROWS} of ${used.length}; ab.json has all.` : undefined,
  };
}

function lostIn(pair: AbPair, arm: "a" | "b"): string | number | null {
  const replay = pair[arm];
  if (replay === null) return pair.crashed.includes(arm) ? "crashed" : null;
  return replay.cameBack ? `came back, ${replay.pointsLost}` : replay.pointsLost;
}

const resumeStep = (says: string, { options: { command, at: dir } }: Seen, more: object = {}): Step =>
  stepTo(says, { operation: "resume", input: { dir, ...more } }, command);

function nextSteps(seen: Seen): Step[] {
  return [seen.decision.decided ? decidedStep(seen) : moreStep(seen), ...worstPair(seen)];
}

function moreStep(seen: Seen): Step {
  if (!isComplete(seen)) return resumeStep("Resume the test.", seen);
  if (seen.scored.length === seen.decision.ties)
    return { says: "More pairs are unlikely to differ: change more, or start from an earlier turn." };
  const pairs = Math.max(2 * seen.plan.pairs, USUAL_PAIRS);
  return resumeStep(`Play up to ${pairs} pairs in all; those already played count.`, seen, { pairs });
}

function decidedStep({ plan, run, decision }: Seen): Step {
  if (run.models?.some(({ narrator }) => isHouse(narrator)))
    return { says: "Repeat the test with a real narrator before you decide anything." };
  if (!isTweak(plan))
    return { says: `Use ${decision.winner!.toUpperCase()} (${plan[decision.winner!].label}).` };
  return decision.winner === "b"
    ? { says: "Keep the change. A matrix shows whether it also helps in whole sessions." }
    : { says: "Drop the change, or edit it and test it again from the same checkpoint." };
}

/** Where B did worst shows what to edit next. */
function worstPair({ scored, options: { command, at } }: Seen): Step[] {
  const worse = ({ a, b }: Scored) => b.pointsLost - a.pointsLost;
  const [worst] = scored.toSorted((one, other) => worse(other) - worse(one));
  if (!worst || worse(worst) <= 0) return [];
  const dir = (["a", "b"] as const).map((arm) => `${at}/sessions/${replayName(worst.index, arm)}`);
  const says = `Read pair ${worst.index + 1}, in which B did worst against A.`;
  return [stepTo(says, { operation: "compare", input: { dir } }, command)];
}

/** In a branch only craft counts. Every pair counts once, also several from one checkpoint. */
function playOf(pair: Scored, arm: "a" | "b"): Play {
  const { pointsLost, byKind } = pair[arm];
  const craft = Math.max(0, 100 - pointsLost);
  const name = String(pair.index);
  return {
    session: replayName(pair.index, arm),
    pair: name,
    cluster: name,
    overall: craft,
    completion: null,
    craft,
    pointsLost,
    byKind,
  };
}
