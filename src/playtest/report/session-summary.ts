/** What a session was played with and what it counted, as facts. */
import type { Fact, GuideForm, SessionMetrics, SessionResult, VerdictTable } from "../../contract/index.ts";
import { counted, turnsInWords } from "../../kernel/report/index.ts";
import { guideFormOf } from "../agents/index.ts";
import { archetypeOf } from "../archetypes/index.ts";
import { missedFaults } from "../findings/index.ts";
import { readingCoverage, unjudgedText } from "../metrics/index.ts";
import { HOUSE } from "../readings/index.ts";
import { isUnclassified, type SessionState } from "../session/index.ts";
import { answeredBy, costFact, duration } from "./session-facts.ts";
import { beatsFact, FINDINGS_SHOWN, noteOf, tangentFact } from "./session-verdict.ts";

export function configFacts(
  { config, sessionId, branchedFrom }: SessionState,
  result: SessionResult,
): Fact[] {
  const { origin, storyGuide, replicate, seed, group } = config;
  const played: Fact[] = origin
    ? [
        { label: "Story", value: storyGuide.title },
        { label: "Played elsewhere", value: origin.file, note: `session ${origin.session}` },
        { label: "Players", value: group.players.map(({ name }) => name).join(", ") },
      ]
    : [
        { label: "Story", value: storyGuide.title, note: config.story },
        { label: "Narrator", value: answeredBy(result.models.narrator, config.narratorModel) },
        { label: "System prompt", value: config.prompt },
        { label: "Guide", value: guideFormText(guideFormOf(config)) },
        { label: "Turn limit", value: config.maxTurns },
        { label: "Seed", value: String(seed), note: replicate > 0 ? `dice draw ${replicate}` : undefined },
        { label: "Duration", value: duration(result.durationMs) },
      ];
  return [
    ...played,
    costFact(result),
    { label: "Session", value: sessionId },
    ...(branchedFrom
      ? [
          {
            label: "Branched from",
            value: `${branchedFrom.sessionId}, turn ${branchedFrom.turn}`,
            note: branchedFrom.changed.join("; ") || "nothing changed",
          },
        ]
      : []),
  ];
}

/** How a narrator gets it. */
export const guideFormText = (form: GuideForm): string =>
  form === "notes"
    ? "notes: its world, people and beat titles at the start, and each turn the beats due next"
    : "full: all of it, at the start";

export function groupTable({ config }: SessionState, { models }: SessionResult): VerdictTable {
  const { players, spokesperson } = config.group;
  return {
    title: "Group",
    columns: ["Player", "Archetype", "Model", "Character"].map((label) => ({ label })),
    rows: config.origin
      ? []
      : players.map(({ name, archetype, seat, model, characterForStory }) => [
          `${name}${seat === spokesperson ? " (spokesperson)" : ""}`,
          archetypeOf(archetype).name.replace(/^The /, ""),
          answeredBy(models.players[seat]!.model, model),
          characterForStory,
        ]),
  };
}

/** `own`: the part that a branch played itself. */
export function summaryFacts(own: SessionState, result: SessionResult): Fact[] {
  const { metrics, issues, hints = [] } = result;
  const { enough } = readingCoverage(own);
  return [
    { label: "Turns", value: own.turn, note: metrics?.ownTurns && coveredText(metrics.ownTurns) },
    pulsesFact(result),
    ...(metrics ? [tangentFact(metrics), momentsFact(metrics)] : []),
    {
      label: "Issues",
      value: enough || issues.length > 0 ? issues.length : null,
      note: noteOf([
        !enough && "code looked for verbatim loops and stuck moments only",
        issues.length > FINDINGS_SHOWN && `${FINDINGS_SHOWN} under Worst problems, the others under Issues`,
        hints.length > 0 && `and ${counted(hints.length, "hint")}, not scored`,
      ]),
    },
    ...readerFacts(own),
    judgeFact(own, result),
    classifierFact(own, result),
  ];
}

const coveredText = (turns: NonNullable<SessionMetrics["ownTurns"]>): string => {
  const own = turns.to < turns.from ? "no turn" : turnsInWords(turns);
  return `numbers and issues cover ${own}, which the branch played itself`;
};

/** The name and the pace of the specification. */
function pulsesFact(result: SessionResult): Fact {
  const { metrics } = result;
  const { value, note, ...rest } = beatsFact(result, { metrics, most: Infinity });
  const pace = metrics?.pulses.turnsPerPulse;
  const perPulse = pace != null && `${pace.toFixed(1)} turns per pulse`;
  return { ...rest, label: "Pulses detected", value, note: noteOf([perPulse, note]) };
}

function momentsFact({ privateMoments: { count, payoffs } }: SessionMetrics): Fact {
  const label = "Private moments";
  if (count === null) return { label, value: "not measured", note: "name a classifier" };
  const paidOff = payoffs === null ? "pay-offs not checked" : `${payoffs} paid off`;
  return { label, value: count, note: count === 0 ? undefined : paidOff };
}

/** Who read, and how often readers miss what is there. */
function readerFacts(own: SessionState): Fact[] {
  const { source, asked, turns, of, enough } = readingCoverage(own);
  const reader = (source ?? asked)?.replace("reader: ", "");
  const label = "Reader";
  if (reader === undefined) return [{ label, value: "none", note: "name an observer" }];
  const tooFew = !enough && "too few, so metrics that need a reader are missing";
  const read: Fact = {
    label,
    value: reader,
    note: noteOf([`read ${turns.size} of ${counted(of, "turn")}`, tooFew]),
  };
  if (asked === HOUSE) return [read];
  const { fewest, most, of: planted } = missedFaults();
  return [
    read,
    {
      label: "Readers miss faults",
      value: `language models missed ${fewest} to ${most} of the ${planted} faults planted in labelled transcripts`,
      note: "real faults are harder to find, and other models may miss more",
    },
  ];
}

function judgeFact({ config }: SessionState, { judged, unjudged }: SessionResult): Fact {
  const label = "Judge";
  if (unjudged) return { label, value: unjudgedText(unjudged).replace(/^judge /, "") };
  if (!judged) return { label, value: "none" };
  return {
    label,
    value: judged.key.model,
    note: config.judgeCounts === false ? "not in the score" : undefined,
  };
}

function classifierFact(own: SessionState, { models }: SessionResult): Fact {
  const label = "Classifier";
  const note = isUnclassified(own)
    ? "types, beats and unmarked private moments are not measured: name a classifier"
    : "classified by the narrator's own markers";
  const { classifierModel } = own.config;
  return isUnclassified(own) || classifierModel === "none"
    ? { label, value: "none", note }
    : { label, value: answeredBy(models.classifier, classifierModel) };
}
