/** What a session found out: its score in one sentence, the first numbers, the worst episodes, and what to do next. */
import { join } from "node:path";
import {
  kindWords,
  type Episode,
  type Fact,
  type SessionConfig,
  type SessionMetrics,
  type SessionOutcome,
  type SessionResult,
  type Step,
  type TurnRecord,
  type Verdict,
  type VerdictTable,
} from "../../contract/index.ts";
import { isFunction } from "../../kernel/addresses/index.ts";
import { isOutside } from "../../kernel/models/index.ts";
import { counted, shortList, turnsInWords } from "../../kernel/report/index.ts";
import { shownNumber, stepTo } from "../../kernel/verdict-words/index.ts";
import { kindOf } from "../findings/index.ts";
import { costOf, unjudgedText, unreadText } from "../metrics/index.ts";
import { cannotRewind } from "../session/index.ts";
import { costliestKinds, episodeFinding, lossText, turnsOf, worstFirst } from "./episode-words.ts";
import { costFact, houseNotice, isHouse, isHouseRead, knownLoss } from "./session-facts.ts";

/** What the step says that resumes a stopped session. */
export const PLAY_ON = "Resume the session.";
export const FINDINGS_SHOWN = 3;
const IDS_SHOWN = 5;
const UNTOLD_SHOWN = 3;
const REPLAYED_TURNS = 5;

export type VerdictOptions = {
  config: Pick<SessionConfig, "narratorModel" | "origin" | "pinned"> &
    Partial<Pick<SessionConfig, "maxTurns">>;
  records?: readonly TurnRecord[];
  /** How to call Rehearse where the verdict is read. */
  command?: string | undefined;
};

export function sessionVerdict(result: SessionResult, options: VerdictOptions): Verdict {
  const worst = worstFirst(result.issues);
  return {
    outcome: isStopped(result, options) ? "stopped" : "done",
    headline: headlineOf(result),
    cautions: [...cautionsOn(result), ...limitCaution(result, options)],
    because: [],
    facts: result.metrics ? factsOf(result, result.metrics) : [],
    findings: worst.slice(0, FINDINGS_SHOWN).map(episodeFinding),
    tables: result.metrics ? kindTable(result) : [],
    next: nextSteps(result, worst[0], options),
  };
}

const MAY_GO_ON: ReadonlySet<SessionOutcome> = new Set(["budget", "interrupted", "stopped", "unfinished"]);

/** A branch is played for some turns only, and a transcript has no more. */
const isStopped = ({ outcome, branchedFrom }: SessionResult, { config }: VerdictOptions): boolean =>
  MAY_GO_ON.has(outcome) && !(outcome === "stopped" && (branchedFrom || config.origin));

function headlineOf(result: SessionResult): string {
  const { metrics, issues } = result;
  if (metrics === null) return "Nothing was measured.";
  const { score, ownTurns, pulses } = metrics;
  const { overall, missing, pointsLost, judge } = score;
  if (overall === null) {
    const known = pointsLost === 0 ? "" : `; at least ${lossText(issues, pointsLost)}`;
    return `No score: ${missing.map(({ why }) => why).join("; ")}${known}.`;
  }
  const lossIn = (where = "") =>
    pointsLost === 0 && isHouseRead(result) ? `${NONE_PLANTED}${where}` : lossText(issues, pointsLost, where);
  if (ownTurns) return sentence(lossIn(` in ${ownText(ownTurns)}`));
  const judged = judge === undefined ? "" : `; the judge gave ${judge} of 100`;
  return `${overall} of 100: ${beatsText(pulses)}; ${lossIn()}${judged}.`;
}

/** The house reader looks for no others. */
const NONE_PLANTED = "no planted faults found";

function beatsText({ detected, expected }: SessionMetrics["pulses"]): string {
  if (expected === undefined) return "craft alone, because the guide has no beats";
  return detected === expected ? `all ${expected} beats told` : `${detected} of ${expected} beats told`;
}

const ownText = (turns: NonNullable<SessionMetrics["ownTurns"]>): string =>
  turns.to < turns.from ? "no turn of its own" : turnsInWords(turns);

const sentence = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}.`;

function cautionsOn({ models, read }: SessionResult): string[] {
  const notice = houseNotice(models);
  return [
    ...(notice === undefined ? [] : [notice]),
    ...(read?.asked !== undefined && read.unread.length > 0
      ? [`${read.asked} read ${read.turns.length} of ${counted(read.of, "turn")}. ${unreadText(read)}`]
      : []),
    ...(read && read.notLookedFor.length > 0
      ? [`${read.unread.length > 0 ? "Not measured" : "Not looked for"}: ${read.notLookedFor.join(", ")}.`]
      : []),
  ];
}

/** Every further beat of a reply costs a point, and so does a beat that is not told. */
function limitCaution({ pulses, branchedFrom }: SessionResult, { config }: VerdictOptions): string[] {
  const { maxTurns = Infinity, origin } = config;
  const { expected = 0 } = pulses;
  if (origin || branchedFrom || maxTurns >= expected) return [];
  return [
    `The limit of ${counted(maxTurns, "turn")} is below the ${expected} beats of the guide: the narrator must rush or leave some out.`,
  ];
}

function factsOf(result: SessionResult, metrics: SessionMetrics): Fact[] {
  const { hints = [] } = result;
  return [
    overallFact(metrics),
    beatsFact(result, { metrics }),
    lossFact(result, metrics),
    tangentFact(metrics),
    ...playFacts(result, metrics),
    costFact(result),
    ...moreFindings(result),
    ...(hints.length === 0
      ? []
      : [{ label: "Hints", value: hints.length, note: "findings that were not confirmed; not scored" }]),
  ];
}

/** By id alone: the worst are shown with their quotes. */
function moreFindings({ issues }: SessionResult): Fact[] {
  const more = worstFirst(issues).slice(FINDINGS_SHOWN);
  if (more.length === 0) return [];
  const ids = more.map(({ id }) => id);
  return [{ label: "More findings", value: more.length, note: shortList(ids, IDS_SHOWN) }];
}

/** All points lost, by kind: the findings show only the worst. */
function kindTable({ issues }: SessionResult): VerdictTable[] {
  const costly = costliestKinds(issues).filter(([, own]) => costOf(own) > 0);
  if (costly.length < 2) return [];
  return [
    {
      title: "Points lost by kind",
      columns: [
        { label: "Problem" },
        { label: "Episodes", align: "right" },
        { label: "Points", align: "right" },
      ],
      rows: costly.map(([kind, own]) => [kindOf(kind).plural, own.length, costOf(own)]),
    },
  ];
}

/** What nobody read may have cost points: 0 would claim that nothing did. */
export function lossFact(result: SessionResult, { score }: SessionMetrics): Fact {
  const { issues } = result;
  const value = knownLoss(score);
  if (value === 0 && isHouseRead(result)) return { label: "Points lost", value, note: NONE_PLANTED };
  const [worst, ...others] = worstFirst(issues);
  return { label: "Points lost", value, note: worst?.pointsLost ? worstText(worst, others) : undefined };
}

/** "worst: contradiction in turn 9, 5 points; 3 others cost as much". */
function worstText(worst: Episode, others: readonly Episode[]): string {
  const { kind, pointsLost } = worst;
  const same = others.filter((other) => other.pointsLost === pointsLost).length;
  const more = same === 0 ? "" : `; ${counted(same, "other costs", "others cost")} as much`;
  return `worst: ${kindWords(kind)} in ${turnsOf(worst)}, ${counted(pointsLost, "point")}${more}`;
}

function overallFact({ score, ownTurns, pulses }: SessionMetrics): Fact {
  const { overall, missing } = score;
  const label = "Overall";
  if (overall === null) return { label, value: null, note: missing.map(causeOf).join("; ") };
  const note = ownTurns
    ? `craft in ${ownText(ownTurns)}, which the branch played itself`
    : pulses.expected === undefined
      ? "craft alone: the guide has no beats"
      : `${pulses.detected}/${pulses.expected} of the beats × craft ${score.craft}`;
  return { label, value: overall, unit: "of 100", note };
}

/** The headline names the remedy. */
const causeOf = ({ why }: SessionMetrics["score"]["missing"][number]): string =>
  why.replace(/ \(name [^)]*\)$/, "");

/** `most`: how many of the beats that were not told are named. */
export function beatsFact(
  { pulses }: SessionResult,
  { metrics, most = UNTOLD_SHOWN }: { metrics: SessionMetrics | null; most?: number },
): Fact {
  const { detected, expected, ownBeats, untold = [] } = pulses;
  const label = "Beats told";
  const own = ownBeats ? `${counted(ownBeats, "beat")} outside the guide` : undefined;
  if (expected === undefined) return { label, value: "none in the guide", note: own };
  if (detected === null) return { label, value: null, note: "not identified" };
  const isBranch = metrics?.ownTurns !== undefined;
  const missed = untold.length > 0 && !isBranch && `not told: ${shortList(untold, most)}`;
  return {
    label,
    value: `${detected}/${expected}`,
    note: noteOf([isBranch && "of those that remained at the branch", missed, own]),
  };
}

export const noteOf = (parts: ReadonlyArray<string | false | 0 | null | undefined>): string | undefined =>
  parts.filter(Boolean).join("; ") || undefined;

/** "2, both returned (avg 1.0 turns to recover; segue quality 4 of 5)". */
export function tangentFact({ tangents, score }: SessionMetrics): Fact {
  const { count, dropped, open, avgLength, avgSegueQuality } = tangents;
  const label = "Tangents";
  if (count === null) {
    const unread = score.missing.find(({ name }) => name === "craft");
    return { label, value: null, note: unread && causeOf(unread) };
  }
  if (count === 0) return { label, value: "none" };
  return {
    label,
    value: `${count}, ${returnedText(count, count - dropped! - open!)}`,
    note: noteOf([
      avgLength !== null && `avg ${avgLength.toFixed(1)} turns to recover`,
      avgSegueQuality !== null && `segue quality ${shownNumber(avgSegueQuality)} of 5`,
      dropped && `${dropped} dropped by the group`,
    ]),
  };
}

function returnedText(count: number, returned: number): string {
  if (returned < count) return returned === 0 ? "not returned" : `${returned} returned`;
  return `${count === 1 ? "" : count === 2 ? "both " : "all "}returned`;
}

/** The judge's answer to the last question of a playtest. */
function playFacts({ unjudged }: SessionResult, { quality, score, sources }: SessionMetrics): Fact[] {
  const label = "Would play this";
  const counts = score.judge === undefined ? "; not part of the score" : "";
  if (quality.funFactor !== null)
    return [{ label, value: quality.funFactor, unit: "of 10", note: `${sources["fun-factor"]}${counts}` }];
  return unjudged ? [{ label, value: null, note: unjudgedText(unjudged) }] : [];
}

function nextSteps(result: SessionResult, worst: Episode | undefined, options: VerdictOptions): Step[] {
  const again = worst ? [readStep(result, worst, options), ...replaySteps(result, worst, options)] : [];
  return [...again, ...resumeSteps(result, options), ...moreTurns(result, options)];
}

function moreTurns({ dir, outcome, turns, totals }: SessionResult, options: VerdictOptions): Step[] {
  if (outcome !== "timeout" || totals.all.recorded || !canReplay(options)) return [];
  const checkpoint = join(dir, `turn-${turns}.json`);
  const input = { checkpoint, maxTurns: 2 * turns, ...allowing(options.config) };
  return [asTyped(stepTo("Play more turns.", { operation: "replay", input }, options.command), options)];
}

const canReplay = ({ config, records = [] }: VerdictOptions): boolean =>
  !config.origin && !cannotRewind(records);

/** No command can name a narrator that is a function. */
const asTyped = (step: Step, { config }: VerdictOptions): Step =>
  isFunction(config.narratorModel)
    ? { says: `${step.says} Do it in your program: the narrator is a function.` }
    : step;

/** Resuming would call models. */
const isRecorded = ({ notes }: SessionResult): boolean => notes.some(({ code }) => code === "recording");
function recordingStep({ why }: SessionResult): Step {
  const [, misfit] = / not in the recording: (.*)/.exec(why) ?? [];
  return { says: misfit ? `Record again: ${misfit}` : "Play the recording again." };
}

/** A resume also reads what is unread. What `observe` read, it reads again. */
export function resumeSteps(result: SessionResult, options: VerdictOptions): Step[] {
  const { command, config } = options;
  const { dir, read, notes } = result;
  const isReadLater = Boolean(config.origin) || notes.some(({ code }) => code === "read-afterwards");
  const resume = (input: object) => ({ operation: "resume", input: { dir, ...allowing(config), ...input } });
  const step = (says: string, call: NonNullable<Step["call"]>) =>
    asTyped(stepTo(says, call, command), options);
  if (isStopped(result, options))
    return isRecorded(result) ? [recordingStep(result)] : [step(PLAY_ON, resume(budgetAgain(result)))];
  const observe = { operation: "observe", input: { path: dir, observer: read?.asked ?? "MODEL" } };
  if (read && read.asked === undefined) return [stepTo("Let a model read the turns.", observe, command)];
  if (!read?.unread.length) return [];
  // Money may be what the reader lacked.
  const budget = result.budget && largerBudget(result.budget, result.cost.total);
  return [step("Read the unread turns.", isReadLater ? observe : resume({ budget }))];
}

/** What led to a mistake is mostly in the turn before it. */
function readStep({ dir }: SessionResult, { turn }: Episode, { command }: VerdictOptions): Step {
  const turns = turn > 1 ? `${turn - 1}-${turn}` : String(turn);
  return stepTo(
    `Read turn ${turn}${turn > 1 ? " with the turn before it" : ""}.`,
    { operation: "report", input: { dir, turns } },
    command,
  );
}

/** These are decided by what the narrator did since the tangent began, which is quoted first. */
const LATE: ReadonlySet<string> = new Set(["slow-return", "not-returned"]);

/** What plays the scene of a mistake again, and what tests a change by it: of sessions that can be played again. */
export function replaySteps(result: SessionResult, episode: Episode, options: VerdictOptions): Step[] {
  if (!canReplay(options)) return [];
  if (result.totals.all.recorded) return stepsOfRecorded(result, episode, options);
  return [replayStep(result, episode, options), testStep(result, episode, options)];
}

/** The recorded models are not there to play on: without a key, the house cast does. */
function stepsOfRecorded(result: SessionResult, episode: Episode, options: VerdictOptions): Step[] {
  const { from, checkpoint } = beforeOf(result, episode, options);
  const replay = (says: string, change: object) =>
    stepTo(
      says,
      { operation: "replay", input: { checkpoint, turns: REPLAYED_TURNS, ...change } },
      options.command,
    );
  return [
    replay(`Replay turn ${from + 1} and what follows with the scripted house cast, which reads no prompt.`, {
      narrator: "house",
      playerModel: "house",
      classifier: "none",
      observer: "none",
    }),
    replay("With ANTHROPIC_API_KEY, replay it with real models and a prompt of yours.", {
      prompt: "YOUR-PROMPT.md",
      narrator: "opus-4.5",
      playerModel: "haiku",
      classifier: "haiku",
      observer: "haiku",
      budget: 2,
    }),
  ];
}

/** From right before the narrator's mistake. A branch begins where its parent ended. */
function replayStep(result: SessionResult, episode: Episode, options: VerdictOptions): Step {
  const { from, checkpoint, again } = beforeOf(result, episode, options);
  const { says, change } = changeIn(result.models.narrator);
  const input = { checkpoint, ...change, turns: REPLAYED_TURNS, ...again };
  return asTyped(
    stepTo(`${says} turn ${from + 1} and what follows.`, { operation: "replay", input }, options.command),
    options,
  );
}

function testStep(result: SessionResult, episode: Episode, options: VerdictOptions): Step {
  const { checkpoint, again } = beforeOf(result, episode, options);
  const { test, change } = changeIn(result.models.narrator);
  const input = { checkpoint: [checkpoint], finding: episode.id, b: change, ...again };
  return asTyped(
    stepTo(`${test} prevents ${episode.id}.`, { operation: "ab", input }, options.command),
    options,
  );
}

function beforeOf(
  { dir, branchedFrom }: SessionResult,
  { kind, turn, evidence }: Episode,
  { config }: VerdictOptions,
): { from: number; checkpoint: string; again: object } {
  const from = Math.max(LATE.has(kind) ? evidence[0]!.turn : turn - 1, branchedFrom?.turn ?? 0);
  return {
    from,
    checkpoint: join(dir, `turn-${from}.json`),
    again: allowing(config),
  };
}

/** A stored address or module is used only if the command names it. */
export const allowing = ({ narratorModel }: Pick<SessionConfig, "narratorModel">): object =>
  isOutside(narratorModel) && !isFunction(narratorModel) ? { allowNarrator: [narratorModel] } : {};

const PLAIN: ReadonlySet<string> = new Set(["house", "house/plain"]);

/** House narrators ignore prompts. */
export const changeIn = (narrator: string) =>
  isHouse(narrator)
    ? {
        says: "With another narrator, replay",
        test: "Test whether the other narrator",
        change: { narrator: PLAIN.has(narrator) ? "MODEL" : "house" },
      }
    : {
        says: "Edit the prompt, then replay",
        test: "After the edit, test whether it",
        change: { prompt: "YOUR-PROMPT.md" },
      };

/** Twice the budget or the amount spent, whichever is larger: a suggestion. */
export const largerBudget = (budget: number | undefined, spent: number): number =>
  Number((Math.max(budget ?? 1, spent) * 2).toPrecision(2));

const budgetAgain = ({ outcome, budget, cost }: SessionResult): object =>
  outcome === "budget" ? { budget: largerBudget(budget, cost.total) } : {};
