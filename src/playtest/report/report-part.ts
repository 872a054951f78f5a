import type { SessionResult, Totals } from "../../contract/index.ts";
import { deviationsSection, inline, turnsInWords } from "../../kernel/report/index.ts";
import type { SessionState } from "../session/index.ts";
import { answeredIn } from "./answered-in.ts";
import { costPerTurn } from "./cost-section.ts";
import { houseNotice } from "./house-notice.ts";
import { issuesSection } from "./issues-section.ts";
import { deviationsIn, partOf, type TurnRange } from "./part-of.ts";
import { timelineSection } from "./timeline-section.ts";
import { transcriptSection } from "./transcript-section.ts";

/** Some turns of a session as its report has them. */
export function reportPart({
  state,
  totals,
  range,
  result,
}: {
  state: SessionState;
  totals: Totals;
  range: TurnRange;
  result: SessionResult;
}): string {
  const part = partOf(state, range);
  const notice = houseNotice(answeredIn(part.records, state.config));
  return [
    ...(notice === undefined ? [] : [`**${inline(notice)}**`, ""]),
    `# Session Report: ${turnsInWords(range)} of ${state.turn}`,
    "",
    `${inline(state.config.storyGuide.title)}, narrated by ${inline(state.config.narratorModel)}, prompt ${inline(state.config.prompt)}. Session ${inline(state.sessionId)}.`,
    "",
    ...deviationsSection(deviationsIn(result, range)),
    ...timelineSection(part),
    ...issuesSection(part),
    "## Cost",
    "",
    ...costPerTurn(totals, range),
    ...transcriptSection(part, "Transcript"),
  ].join("\n");
}
