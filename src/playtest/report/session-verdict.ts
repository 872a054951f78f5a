/** What a session found out: its score in one sentence, the first numbers, the worst episodes, and what to do next. */
import { join } from "node:path";
import type {
  Episode,
  Fact,
  SessionConfig,
  SessionMetrics,
  SessionOutcome,
  SessionResult,
  Step,
  Verdict,
  VerdictTable,
} from "../../contract/index.ts";
import { isAddress, isFunction } from "../../kernel/addresses/index.ts";
import { shellWord } from "../../kernel/errors/index.ts";
import { counted, shortList, turnsInWords } from "../../kernel/report/index.ts";
import { shownNumber } from "../../kernel/verdict-words/index.ts";
import { kindOf } from "../findings/index.ts";
import { unjudgedText, unreadText } from "../metrics/index.ts";
import { episodeFinding, lossText, turnsOf, worstFirst } from "./episode-words.ts";
import { houseNotice, isHouse, money } from "./session-facts.ts";

/** What the step says that resumes a stopped session. */
export const PLAY_ON = "Resume the session.";
const FINDINGS_SHOWN = 3;
const UNTOLD_SHOWN = 3;
const REPLAYED_TURNS = 5;

type VerdictOptions = {
  config: Pick<SessionConfig, "narratorModel" | "origin" | "pinned">;
  /** How to call Rehearse where the verdict is read. */
  command?: string | undefined;
};

export function sessionVerdict(result: SessionResult, options: VerdictOptions): Verdict {
  const worst = worstFirst(result.issues);
  return {
    outcome: isStopped(result, options) ? "stopped" : "done",
    headline: headlineOf(result),
    cautions: cautionsOn(result),
    because: [],
    facts: result.metrics ? factsOf(result, result.metrics, worst[0]) : [],
    findings: worst.slice(0, FINDINGS_SHOWN).map(episodeFinding),
    tables: result.metrics ? kindTable(result.metrics) : [],
    next: nextSteps(result, worst[0], options),
  };
}

const MAY_GO_ON: ReadonlySet<SessionOutcome> = new Set(["budget", "interrupted", "stopped", "unfinished"]);

/** A branch is played for some turns only, and a transcript has no more. */
const isStopped = ({ outcome, branchedFrom }: SessionResult, { config }: VerdictOptions): boolean =>
  MAY_GO_ON.has(outcome) && !(outcome === "stopped" && (branchedFrom || config.origin));

function headlineOf({ metrics, issues }: SessionResult): string {
  if (metrics === null) return "Nothing was measured.";
  const { score, ownTurns, pulses } = metrics;
  const { overall, missing, pointsLost, judge } = score;
  if (overall === null) {
    const known = pointsLost === 0 ? "" : `; ${lossText(issues, pointsLost)} so far`;
    return `No score: ${missing.map(({ why }) => why).join("; ")}${known}.`;
  }
  if (ownTurns) return sentence(lossText(issues, pointsLost, ` in ${ownText(ownTurns)}`));
  const judged = judge === undefined ? "" : `; the judge gave ${judge} of 100`;
  return `${overall} of 100: ${beatsText(pulses)}; ${lossText(issues, pointsLost)}${judged}.`;
}

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

function factsOf(result: SessionResult, metrics: SessionMetrics, worst: Episode | undefined): Fact[] {
  const { hints = [] } = result;
  return [
    overallFact(metrics),
    beatsFact(result, metrics),
    {
      label: "Points lost",
      value: knownPoints(metrics),
      ...(worst && {
        note: `worst: ${worst.kind} in ${turnsOf(worst)}, ${counted(worst.pointsLost, "point")}`,
      }),
    },
    tangentFact(metrics),
    ...playFacts(result, metrics),
    costFact(result),
    ...(hints.length === 0
      ? []
      : [{ label: "Hints", value: hints.length, note: "findings that were not confirmed; not scored" }]),
  ];
}

/** All points lost, by kind: the findings show only the worst. */
function kindTable({ score: { byKind } }: SessionMetrics): VerdictTable[] {
  const costly = Object.entries(byKind).filter(([, { points }]) => points > 0);
  if (costly.length < 2) return [];
  return [
    {
      title: "Points lost by kind",
      columns: [
        { label: "Problem" },
        { label: "Episodes", align: "right" },
        { label: "Points", align: "right" },
      ],
      rows: costly
        .toSorted(([, a], [, b]) => b.points - a.points)
        .map(([kind, { episodes, points }]) => [kindOf(kind).plural, episodes, points]),
    },
  ];
}

/** What nobody read may have cost points: 0 would claim that nothing did. */
const knownPoints = ({ score: { craft, pointsLost } }: SessionMetrics): number | null =>
  craft === null && pointsLost === 0 ? null : pointsLost;

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
  why.replace(/ \(add [^)]*\)$/, "");

function beatsFact({ pulses }: SessionResult, { ownTurns }: SessionMetrics): Fact {
  const { detected, expected, ownBeats, untold = [] } = pulses;
  const label = "Beats told";
  const own = ownBeats ? [`${counted(ownBeats, "beat")} outside the guide`] : [];
  if (expected === undefined) return { label, value: "none in the guide", note: noteOf(own) };
  if (detected === null) return { label, value: null, note: "not identified" };
  const missed = untold.length === 0 ? [] : [`not told: ${shortList(untold, UNTOLD_SHOWN)}`];
  return {
    label,
    value: `${detected}/${expected}`,
    note: noteOf([...(ownTurns ? ["of those that remained at the branch"] : missed), ...own]),
  };
}

const noteOf = (parts: readonly string[]): string | undefined =>
  parts.length === 0 ? undefined : parts.join("; ");

/** "2, both returned, 4 of 5". */
function tangentFact({ tangents, score }: SessionMetrics): Fact {
  const { count, dropped, open, avgSegueQuality } = tangents;
  const label = "Tangents";
  if (count === null) {
    const unread = score.missing.find(({ name }) => name === "craft");
    return { label, value: null, note: unread && causeOf(unread) };
  }
  if (count === 0) return { label, value: "none" };
  const quality = avgSegueQuality === null ? "" : `, ${shownNumber(avgSegueQuality)} of 5`;
  return {
    label,
    value: `${count}, ${returnedText(count, count - dropped! - open!)}${quality}`,
    note: quality === "" ? undefined : "mean quality of the returns",
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

/** The amount, and beside it what is uncertain about it. */
function costFact(result: SessionResult): Fact {
  const [, value, note] = /^(.*?)(?:(?:; |, | \()(.*?)\)?)?$/.exec(money(result))!;
  return { label: "Cost", value: value!, note };
}

function nextSteps(result: SessionResult, worst: Episode | undefined, options: VerdictOptions): Step[] {
  const steps = [
    ...(worst && !options.config.origin ? replaySteps(result, worst, options) : []),
    ...resumeSteps(result, options),
  ];
  return isFunction(options.config.narratorModel)
    ? steps.map(({ says }) => ({ says: `${says} Do it in your program: the narrator is a function.` }))
    : steps;
}

/** A resume also reads what is unread. A transcript is read again by the command that made a session of it. */
function resumeSteps(result: SessionResult, options: VerdictOptions): Step[] {
  const { command = "rehearse", config } = options;
  const dir = shellWord(result.dir);
  const { asked, unread = [] } = result.read ?? {};
  const resume = `${command} resume ${dir}`;
  if (isStopped(result, options)) return [{ says: PLAY_ON, command: `${resume}${budgetFlag(result)}` }];
  if (asked === undefined || unread.length === 0) return [];
  const observe = `${command} observe ${dir} --observer ${shellWord(asked)}`;
  return [{ says: "Read the unread turns.", command: config.origin ? observe : resume }];
}

/** These are decided by what the narrator did since the tangent began, which is quoted first. */
const LATE: ReadonlySet<string> = new Set(["slow-return", "not-returned"]);

/** From right before the narrator's mistake. A branch begins where its parent ended. */
function replaySteps(
  { dir, models, branchedFrom }: SessionResult,
  { id, kind, turn, evidence }: Episode,
  { config: { narratorModel, pinned }, command = "rehearse" }: VerdictOptions,
): Step[] {
  const before = LATE.has(kind) ? evidence[0]!.turn : turn - 1;
  const from = Math.max(before, branchedFrom?.turn ?? 0);
  const checkpoint = shellWord(join(dir, `turn-${from}.json`));
  // House narrators ignore prompts.
  const other = models.narrator === "house/plain" ? "MODEL" : "house";
  const [edit, change, changed] = isHouse(models.narrator)
    ? ["Replay with another narrator", `--narrator ${other}`, `narrator=${other}`]
    : ["Edit the prompt, then replay", "--prompt YOUR-PROMPT.md", "prompt=YOUR-PROMPT.md"];
  const again = isAddress(narratorModel) ? ` --allow-narrator ${shellWord(narratorModel)}` : "";
  const key = pinned?.keyed?.includes(narratorModel)
    ? " Add the query, user or password to the narrator's address."
    : "";
  return [
    {
      says: `${edit} from turn ${from}.${key}`,
      command: `${command} replay --checkpoint ${checkpoint} ${change} --turns ${REPLAYED_TURNS}${again}`,
    },
    {
      says: `Test whether the change prevents ${id}.`,
      command: `${command} ab --checkpoint ${checkpoint} --finding ${id} --b ${changed}${again}`,
    },
  ];
}

/** Twice the budget or the amount spent, whichever is larger: a suggestion. */
export const largerBudget = (budget: number | undefined, spent: number): number =>
  Number((Math.max(budget ?? 1, spent) * 2).toPrecision(2));

const budgetFlag = ({ outcome, budget, journal, cost }: SessionResult): string =>
  outcome === "budget" ? ` --budget ${largerBudget(budget, journal?.cost ?? cost.total)}` : "";
