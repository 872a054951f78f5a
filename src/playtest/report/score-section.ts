/** How the score came about: its parts, every episode with its points, and the table of points. */
import { kindWords, type SessionResult } from "../../contract/index.ts";
import { counted, inline, markdownTable } from "../../kernel/report/index.ts";
import { shownNumber } from "../../kernel/verdict-words/index.ts";
import { JUDGE_SHARE } from "../metrics/index.ts";
import { percent } from "./session-facts.ts";

export function scoreSection({ metrics, issues }: SessionResult): string[] {
  if (metrics === null) return [];
  const { score } = metrics;
  const rows = issues.map(({ id, kind, turn, lastTurn, pointsLost }) => [
    inline(id),
    inline(kindWords(kind)),
    turn === lastTurn ? String(turn) : `${turn}-${lastTurn}`,
    shownNumber(pointsLost),
  ]);
  return [
    "## Score",
    "",
    ...score.missing.map(({ name, why }) => `- ${name}: missing, ${inline(why)}`),
    ...partLines(metrics),
    "",
    ...(rows.length === 0 ? [] : [markdownTable(["Episode", "Kind", "Turns", "Points"], rows), ""]),
    `Table of points: ${Object.entries(score.points)
      .map(([kind, points]) => `${kind} ${shownNumber(points)}`)
      .join(", ")}.`,
    "",
  ];
}

/** Completion × craft = overall, as far as they could be had. */
function partLines({ score, pulses, ownTurns }: NonNullable<SessionResult["metrics"]>): string[] {
  const { overall, completion, craft, judge, pointsLost } = score;
  const kept = `100 − ${counted(pointsLost, "point")} lost, at least 0`;
  return [
    ...(completion === null
      ? []
      : [
          `- completion: ${percent(completion)} (${pulses.detected} of ${counted(pulses.expected!, "beat")})`,
        ]),
    ...(craft === null
      ? [`- points lost, as far as known: ${shownNumber(pointsLost)}`]
      : [`- craft: ${craft} (${judge === undefined ? kept : judgedText(kept, judge)})`]),
    ...(overall === null ? [] : [`- overall: ${overall}${formula(completion, ownTurns !== undefined)}`]),
  ];
}

const judgedText = (kept: string, judge: number): string =>
  `${percent(1 - JUDGE_SHARE)} of ${kept}; ${percent(JUDGE_SHARE)} of the judge's ${judge}`;

function formula(completion: number | null, isBranch: boolean): string {
  if (completion !== null) return " (completion × craft)";
  return isBranch ? " (craft in the branch's own turns)" : " (craft alone: the guide has no beats)";
}
