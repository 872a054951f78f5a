/** Some turns of a session, as their own report. */
import type { Episode, Note, SessionResult, TurnRecord } from "../../contract/index.ts";
import { inline, notesSection, turnsInWords } from "../../kernel/report/index.ts";
import type { SessionState, TurnRange } from "../session/index.ts";
import { issueLines } from "./issue-lines.ts";
import { answeredIn, houseNotice } from "./session-facts.ts";
import { factLines, section } from "./session-report.ts";
import { transcriptLines } from "./transcript.ts";

export function reportPart({
  state,
  range,
  result,
}: {
  state: SessionState;
  range: TurnRange;
  result: SessionResult;
}): string {
  const records = recordsIn(state, range);
  const issues = episodesIn(result, range);
  const notes = notesIn(result, range);
  const notice = houseNotice(answeredIn(records, state.config));
  const { storyGuide, narratorModel, prompt } = state.config;
  return [
    ...(notice === undefined ? [] : [`**${inline(notice)}**`, ""]),
    `# Session Report: ${turnsInWords(range)} of ${state.turn}`,
    "",
    ...factLines([
      { label: "Story", value: storyGuide.title },
      { label: "Narrator", value: narratorModel },
      { label: "System prompt", value: prompt },
      { label: "Session", value: state.sessionId },
    ]),
    "",
    ...section(
      "Issues",
      issues.flatMap((issue) => issueLines(issue, state)),
    ),
    ...notesSection(notes),
    ...section("Transcript", transcriptLines({ records, config: state.config })),
  ].join("\n");
}

export const recordsIn = ({ records }: SessionState, { from, to }: TurnRange): TurnRecord[] =>
  records.filter(({ turn }) => turn >= from && turn <= to);

/** Problems that these turns are part of. */
export const episodesIn = ({ issues }: SessionResult, { from, to }: TurnRange): Episode[] =>
  issues.filter(({ turn, lastTurn }) => turn <= to && lastTurn >= from);

/** The notes on these turns, and those on no single turn. */
export const notesIn = ({ notes }: SessionResult, { from, to }: TurnRange): Note[] =>
  notes.flatMap((note) => {
    const turns = note.turns?.filter((turn) => turn >= from && turn <= to);
    return turns?.length === 0 ? [] : [{ ...note, turns }];
  });
