/**
 * A session with its reader's findings. Pure, and the only place where readings meet records: play folds only records,
 * so it cannot depend on when a reading arrives.
 */
import type { Finding, Issue, PrivateMoment, Reading, Story } from "../../contract/index.ts";
import { isMechanical, kindOf } from "../findings/index.ts";
import { commitmentText } from "../story/index.ts";
import { normaliseQuote, quoteOccurs } from "../../kernel/text/index.ts";
import type { SessionState } from "./apply-turn.ts";
import { BEAT_WITHIN, stallsIn } from "./play-turn.ts";
import { readTangents, type ReadTurnContent } from "./tangents.ts";

export function withReadings(state: SessionState, given: readonly Reading[]): SessionState {
  const readings = given.filter(({ turn }) => turn <= state.turn).toSorted((a, b) => a.turn - b.turn);
  if (readings.length === 0) return ended(state);
  const recordOf = new Map(state.records.map((record) => [record.turn, record]));
  const turns = readings.flatMap((reading) => {
    const record = recordOf.get(reading.turn);
    return reading.status === "read" && record ? [{ reading, record, content: reading.content }] : [];
  });
  if (turns.length === 0) return ended({ ...state, readings });
  const found = reportedOnce(
    turns.flatMap(({ reading, content }) =>
      content.findings.map((finding) => ({ finding, issue: issueOf(reading, finding) })),
    ),
    state.config.storyGuide,
  );
  const confirmed = found.filter(({ finding }) => finding.state === "confirmed");
  const hints = found.filter(({ finding }) => finding.state !== "confirmed");
  const issues = byTurn(
    confirmed.reduce<readonly Issue[]>((all, { issue }) => added(all, issue), state.issues),
  );
  return ended({
    ...state,
    readings,
    tangents: readTangents(turns, { group: state.config.group.players, lastTurn: state.turn }),
    privateMoments: readMoments(state.privateMoments, turns),
    issues,
    hints: byTurn([...state.hints, ...hints.map(({ issue }) => issue)]),
  });
}

/** With --stop-on, a problem is an ending, also one that code found. A branch does not count its parent's. */
function ended(state: SessionState): SessionState {
  const { stopOn = [] } = state.config;
  const stalls = stopOn.includes("stuck") ? stallsIn(state) : [];
  const found = [
    ...state.issues,
    ...stalls.map((run) => ({ kind: "stuck", turn: run[BEAT_WITHIN]!.turn })),
  ].find(({ kind, turn }) => stopOn.includes(kind) && turn > (state.branchedFrom?.turn ?? 0));
  const stopped: SessionState["ending"] = found && {
    outcome: "failed",
    why: `stopped at the first ${found.kind} (turn ${found.turn})`,
  };
  // A reading may come after the last turn was played.
  const ending = state.ending?.outcome === "timeout" ? (stopped ?? state.ending) : (state.ending ?? stopped);
  return ending === state.ending ? state : { ...state, ending };
}

type Found = { finding: Finding; issue: Issue };

/** A commitment of the guide stays broken, and every later turn may show it: only the first one counts. */
function reportedOnce(found: readonly Found[], guide: Story): Found[] {
  const texts = guide.commitments.map((commitment) => commitmentText(commitment, guide));
  const broken = new Set<string>();
  return found.filter(({ finding: { kind, earlier, state } }) => {
    if (kind !== "guide-deviation") return true;
    const quoted = earlier.filter(({ turn }) => turn === 0).map(({ text }) => commitmentOf(text, texts));
    const isKnown = quoted.length > 0 && quoted.every((text) => text !== undefined && broken.has(text));
    if (state === "confirmed") for (const text of quoted) if (text !== undefined) broken.add(text);
    return !isKnown;
  });
}

/** The one commitment that has these words. */
function commitmentOf(quote: string, texts: readonly string[]): string | undefined {
  const exact = texts.filter((text) => normaliseQuote(text) === normaliseQuote(quote));
  const having = texts.filter((text) => quoteOccurs(quote, text) || quoteOccurs(text, quote));
  const [found, ...others] = exact.length > 0 ? exact : having;
  return others.length === 0 ? found : undefined;
}

/** The house reader knows only what the offline cast planted. */
export const readerSource = (reader: string): string =>
  reader === "house" ? "reader: house (planted faults only)" : `reader: ${reader}`;

const issueOf = ({ turn, reader }: Reading, { kind, claim, quote, earlier, confidence }: Finding): Issue => ({
  turn,
  kind: kind,
  description: claim,
  severity: kindOf(kind).reader!.severity,
  evidence: [...earlier, quote],
  confidence,
  source: readerSource(reader),
});

/** Found by code and by the reader: one issue with two sources, with the quotes of the first. */
function added(issues: readonly Issue[], issue: Issue): readonly Issue[] {
  const place = issues.findIndex(
    ({ turn, kind, source }) => turn === issue.turn && kind === issue.kind && !source.includes("reader: "),
  );
  if (place < 0 || !isMechanical(issue.kind)) return [...issues, issue];
  const first = issues[place]!;
  return issues.with(place, { ...first, source: `${first.source}, ${issue.source}` });
}

const byTurn = (issues: readonly Issue[]): Issue[] => issues.toSorted((a, b) => a.turn - b.turn);

/** Private moments with what the reader said of them: how well they fit, and whether they came back. */
function readMoments(
  moments: readonly PrivateMoment[],
  turns: readonly ReadTurnContent[],
): readonly PrivateMoment[] {
  const contents = new Map(turns.map(({ record, content }) => [record.turn, content]));
  const payoffs = turns.flatMap(({ record, content }) =>
    content.payoffs.map((payoff) => ({ ...payoff, paidIn: record.turn })),
  );
  return moments.map((moment) => {
    const fit = contents.get(moment.turn)?.privately.find(({ seat }) => seat === moment.seat);
    const paid = payoffs.find(({ turn, seat }) => turn === moment.turn && seat === moment.seat);
    return {
      ...moment,
      backstoryAlignment: fit && (fit.player - 1) / 4,
      narrativeAppropriateness: fit && (fit.moment - 1) / 4,
      payoffDetected: paid !== undefined,
      payoffTurn: paid?.paidIn,
      payoff: paid?.quote,
    };
  });
}
