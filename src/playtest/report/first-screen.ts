/** The first screen of a report: what was played, the sources, and what to do next. */
import { join } from "node:path";
import type { Issue, SessionResult } from "../../contract/index.ts";
import { isAddress } from "../../kernel/addresses/index.ts";
import { counted, inline } from "../../kernel/report/index.ts";
import { kindOf } from "../findings/index.ts";
import { missingFrom, readAgainText, readingCoverage, unjudgedText, unreadText } from "../metrics/index.ts";
import { beatsMeasured, isUnclassified, toldPulses, type SessionState } from "../session/index.ts";
import { issueLines, noneFound, notLookedForLine } from "./issues-section.ts";
import { answeredBy, isHouse, money, wouldPlay } from "./session-facts.ts";

export function firstScreen(
  state: SessionState,
  own: SessionState,
  { result, command, readAgain }: { result: SessionResult; command: string; readAgain?: string },
): string[] {
  return [
    ...playedLines(state, result),
    ...sourceLines(own, result, readAgain ?? `${command} resume ${word(result.dir)}`),
    ...worstLines(own, { result, command }),
    ...beatLines(state),
  ];
}

function playedLines({ config, turn }: SessionState, result: SessionResult): string[] {
  const { origin, storyGuide, group } = config;
  return [
    origin
      ? `- Played elsewhere: ${inline(storyGuide.title)}, from ${inline(origin.file)} (session ${inline(origin.session)}), players ${group.players.map(({ name }) => inline(name)).join(", ")}, ${counted(turn, "turn")}`
      : `- Played: ${inline(storyGuide.title)} (${inline(config.story)}), prompt ${inline(config.prompt)}, narrator ${answeredBy(result.models.narrator, config.narratorModel)}, ${counted(group.players.length, "player")}, ${counted(turn, "turn")}`,
    `- Outcome: ${result.outcome} (${inline(result.why)})`,
    `- Score: ${scoreWords(result)}`,
    ...wouldPlay(result.metrics).map((line) => `- ${inline(line)}`),
    `- Cost: ${money(result)}`,
  ];
}

/** Names the missing parts: scores over different parts are not comparable. */
function scoreWords({ metrics }: SessionResult): string {
  if (metrics === null) return "not measured";
  const { score, why, missing, parts } = metrics.composite;
  if (score === null) return `none. ${inline(why ?? "No part of it could be measured")}.`;
  const without = missing.length > 0 ? `, without ${missingFrom({ parts, missing }).join(", ")}` : "";
  return `${score} of 100${without}`;
}

function sourceLines(own: SessionState, result: SessionResult, readAgain: string): string[] {
  const { judged, unjudged } = result;
  const isFact = judged && own.config.judgeCounts === false;
  return [
    `- Reader: ${readerWords(own, readAgain)}`,
    `- Judge: ${unjudged ? inline(unjudgedText(unjudged).replace(/^judge /, "")) : judged ? inline(judged.key.model) : "none"}${isFact ? " (not in the score)" : ""}`,
    `- Classifier: ${classifierWords(own, result)}`,
    "",
  ];
}

function classifierWords(own: SessionState, { models }: SessionResult): string {
  if (isUnclassified(own))
    return "none, so types, beats and unmarked private moments are not measured (add --classifier MODEL)";
  return own.config.classifierModel === "none"
    ? "none (classified by the narrator's own markers)"
    : answeredBy(models.classifier, own.config.classifierModel);
}

function readerWords(own: SessionState, readAgain: string): string {
  const read = readingCoverage(own);
  const reader = (read.source ?? read.asked)?.replace("reader: ", "");
  if (reader === undefined) return `none. ${unreadText(read)}`;
  const tooFew = read.enough ? "" : "; too few, so metrics that need a reader are missing";
  const words = `${inline(reader)} (read ${read.turns.size} of ${counted(read.of, "turn")}${tooFew})`;
  return read.unread.length === 0
    ? words
    : [`${words}.`, inline(unreadText(read)), ...readAgainText(read, readAgain)].join(" ");
}

function worstLines(
  own: SessionState,
  { result: { dir, models }, command }: { result: SessionResult; command: string },
): string[] {
  const worst = worstProblems(own.issues);
  return [
    "## Worst problems",
    "",
    ...(worst.length === 0 ? [noneFound(own), ...hintsLine(own), ""] : []),
    ...(worst.length > 1 ? ["Errors first, then by kind, confidence and turn.", ""] : []),
    ...worst.flatMap((issue) => [
      ...issueLines(issue, own.records),
      ...tryAgain(issue, own, { dir, narrator: models.narrator, command }),
      "",
    ]),
    ...notLookedForLine(own),
  ];
}

/** Without issues, hints are the next best thing to read. */
const hintsLine = ({ hints }: SessionState): string[] =>
  hints.length === 0
    ? []
    : ["", `${counted(hints.length, "hint")} (not scored): see *Hints* under *Issues*.`];

/** A branch that starts right before the narrator's mistake. A session played elsewhere cannot be branched. */
function tryAgain(
  { type, turn, evidence }: Issue,
  { config }: SessionState,
  { dir, narrator, command }: { dir: string; narrator: string; command: string },
): string[] {
  if (config.origin) return [];
  // A stall begins long before it is reported: its first quote is the last progress.
  const from = type === "stuck" ? Math.min(turn - 1, evidence[0]?.turn ?? turn) : turn - 1;
  const checkpoint = join(dir, `turn-${from}.json`);
  const [advice, change] = !isHouse(narrator)
    ? ["Edit the prompt, then replay", "--prompt YOUR-PROMPT.md"]
    : // House narrators ignore prompts.
      ["Replay with another narrator", `--narrator ${narrator === "house/plain" ? "MODEL" : "house"}`];
  const again = isAddress(config.narratorModel) ? ` --allow-narrator ${word(config.narratorModel)}` : "";
  const key = config.pinned?.keyed?.includes(config.narratorModel)
    ? ". Add the query, user or password to the narrator's address"
    : "";
  return [
    `  - ${advice} from turn ${from}: \`${command} replay --checkpoint ${word(checkpoint)} ${change} --turns 5${again}\`${key}`,
  ];
}

/** Quoted for a shell. */
const word = (text: string): string =>
  /^[\w./@:+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

function beatLines({ config, records }: SessionState): string[] {
  const { pulses } = config.storyGuide;
  if (pulses.length === 0 || !beatsMeasured(records, config.storyGuide)) return [];
  const told = new Set(toldPulses(records));
  const untold = pulses.filter(({ id }) => !told.has(id));
  return [
    "## Beats not told",
    "",
    untold.length === 0
      ? `None: all ${pulses.length} were told.`
      : `${untold.length} of ${pulses.length}: ${untold.map(({ title }) => inline(title)).join("; ")}.`,
    "",
  ];
}

const SHOWN_PROBLEMS = 3;

export const worstProblems = (issues: readonly Issue[]): Issue[] =>
  problemsInOrder(issues).slice(0, SHOWN_PROBLEMS);

/** The narrator's problems, worst first: errors first, then by kind, confidence and turn. */
export const problemsInOrder = (issues: readonly Issue[]): Issue[] =>
  issues.toSorted(
    (a, b) =>
      Number(b.severity === "error") - Number(a.severity === "error") ||
      kindOf(a.type).rank - kindOf(b.type).rank ||
      b.confidence - a.confidence ||
      a.turn - b.turn,
  );
