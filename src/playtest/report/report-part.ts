/** Some turns of a session, as their own report. */
import type { Episode, Note, SessionResult } from "../../contract/index.ts";
import { inline, notesSection, turnsInWords } from "../../kernel/report/index.ts";
import type { SessionState, TurnRange } from "../session/index.ts";
import { costSection, type Costs } from "./cost-section.ts";
import { issuesSection } from "./issues-section.ts";
import { answeredIn, houseNotice } from "./session-facts.ts";
import { timelineSection, transcriptSection } from "./timeline-and-transcript.ts";

export function reportPart({
  state,
  costs,
  range,
  result,
  command,
}: {
  state: SessionState;
  costs: Costs;
  range: TurnRange;
  result: SessionResult;
  /** How to call Rehearse. */
  command: string;
}): string {
  const part = partOf(state, range);
  const issues = episodesIn(result, range);
  const notice = houseNotice(answeredIn(part.records, state.config));
  return [
    ...(notice === undefined ? [] : [`**${inline(notice)}**`, ""]),
    `# Session Report: ${turnsInWords(range)} of ${state.turn}`,
    "",
    `${inline(state.config.storyGuide.title)}, narrated by ${inline(state.config.narratorModel)}, prompt ${inline(state.config.prompt)}. Session ${inline(state.sessionId)}.`,
    "",
    ...notesSection(notesIn(result, range)),
    ...timelineSection(part, issues),
    ...issuesSection(part, { issues }),
    ...costSection(costs, { result, command, range }),
    ...transcriptSection(part, "Transcript"),
  ].join("\n");
}

/** The session with only what belongs to some of its turns. A tangent belongs to every turn it lasted. */
export function partOf(state: SessionState, { from, to }: TurnRange): SessionState {
  const within = (turn: number) => turn >= from && turn <= to;
  return {
    ...state,
    records: state.records.filter(({ turn }) => within(turn)),
    pulses: state.pulses.filter(within),
    ownBeats: state.ownBeats.filter(within),
    tangents: state.tangents.filter(
      ({ startTurn, endTurn = state.turn }) => startTurn <= to && endTurn >= from,
    ),
    privateMoments: state.privateMoments.filter(({ turn }) => within(turn)),
    issues: state.issues.filter(({ turn }) => within(turn)),
    hints: state.hints.filter(({ turn }) => within(turn)),
    readings: state.readings.filter(({ turn }) => within(turn)),
    ending: within(state.turn) ? state.ending : undefined,
  };
}

/** Problems that these turns are part of. */
export const episodesIn = ({ issues }: SessionResult, { from, to }: TurnRange): Episode[] =>
  issues.filter(({ turn, lastTurn }) => turn <= to && lastTurn >= from);

/** The notes on these turns, and those on no single turn. */
export const notesIn = ({ notes }: SessionResult, { from, to }: TurnRange): Note[] =>
  notes.flatMap((note) => {
    const turns = note.turns?.filter((turn) => turn >= from && turn <= to);
    return turns?.length === 0 ? [] : [{ ...note, turns }];
  });
