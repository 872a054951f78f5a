/** Formats a judge's scores for a terminal. */
import { basename } from "node:path";
import { qualityMetric, type SessionResult } from "../../../contract/index.ts";
import { spentText } from "../../../kernel/journal/index.ts";
import { counted, shorten } from "../../../kernel/report/index.ts";
import {
  type Calibrations,
  type ControlPlan,
  hasScores,
  isVoid,
  type Judged,
  judgeStateText,
  metricTitles,
  NOT_ASKED,
  spentOnVerdict,
  unusableText,
} from "../../../playtest/index.ts";
import { table } from "../../frame/index.ts";

export type JudgedSession = Judged & {
  dir: string;
  /** Its result with what was judged; absent: it is being played. */
  session?: SessionResult;
};

export function scoresText(
  { dir, verdict, path, wasThere }: JudgedSession,
  calibrations: Calibrations,
): string {
  const { key, judge, scores, notes, windows } = verdict;
  const rows = qualityMetric.options.map((metric) => {
    const { score, why, missing } = scores[metric];
    return [metricTitles[metric], score ?? "missing", shorten(score === null ? (missing ?? why) : why, 100)];
  });
  const asked = qualityMetric.options.filter((metric) => scores[metric].missing !== NOT_ASKED);
  const missing = asked.filter((metric) => scores[metric].score === null).length;
  const head = [
    `${dir}: ${hasScores(verdict) ? "judged by" : "no score from"} ${key.model} (asked for: ${judge.asked})`,
    `rubric ${verdict.rubric}`,
    `${counted(verdict.turns, "turn")} in ${counted(windows.length, "window")}`,
    spentText(spentOnVerdict(verdict)),
    ...(wasThere ? ["already judged, so no model was called"] : []),
  ];
  return [
    head.join(", "),
    table(
      ["metric", "score", "why"],
      rows.map((row) => row.map(String)),
      { right: [1] },
    ),
    judgeStateText(verdict, calibrations),
    ...(missing > 0 && missing < asked.length
      ? [`Missing scores: ${missing} of ${asked.length}. --again asks for all of them again.`]
      : []),
    ...notes.map((note) => `Note: ${note}`),
    ...unusableText(verdict).map((text) => `${text}: see "problems" in the verdict.`),
    `Verdict: ${path}`,
  ].join("\n");
}

export function sessionText({ dir, path, verdict, session }: JudgedSession): string {
  if (session === undefined) return `${dir} is in use: its session.json and report.md were not updated.`;
  const { overall, metrics, judged } = session;
  if (judged === undefined) return "The session has been resumed since. Its files show no verdict.";
  const score = overall === null ? "no score" : `${overall} of 100`;
  const missing = (metrics?.score.missing ?? []).map(({ name }) => name);
  const without = missing.length === 0 ? "" : ` (missing: ${missing.join(", ")})`;
  const whose =
    basename(judged.file) === basename(path)
      ? ""
      : `; by the newest verdict${hasScores(verdict) ? "" : " with scores"}, ${judged.file}`;
  return `Session: ${score}${without}${whose}`;
}

/** A warning besides the table: the call was paid for and gave no scores. */
export function unscoredText({ dir, verdict }: JudgedSession): string | undefined {
  if (hasScores(verdict)) return undefined;
  const why = qualityMetric.options
    .map((metric) => verdict.scores[metric].missing)
    .find((missing) => missing !== undefined && missing !== NOT_ASKED);
  const again = isVoid(verdict) ? "Run the same command to ask it again" : "--again asks it again";
  const cause = why === undefined ? "" : `: ${shorten(why, 200)}`;
  return `${dir}: ${verdict.key.model} gave NO SCORE${cause}\n${again}; --judge MODEL asks another model.`;
}

export function controlsText({ judge, judgings, usd }: ControlPlan): string {
  const price = usd === null ? "at an unknown price" : `about $${usd.toFixed(4)}`;
  return `The controls ask ${judge} for ${counted(judgings, "judging")}, ${price} (--no-controls skips them).`;
}
