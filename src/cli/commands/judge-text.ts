/** What judges say, for people to read. */
import { basename } from "node:path";
import { qualityMetric, type SessionResult } from "../../contract/index.ts";
import { spentText } from "../../kernel/journal/index.ts";
import { counted, shorten } from "../../kernel/report/index.ts";
import {
  doubtsOf,
  hasScores,
  isVoid,
  metricTitles,
  missingFrom,
  NOT_ASKED,
  spentOnVerdict,
  stateOf,
  unusableText,
  type Calibrations,
  type Judged,
} from "../../playtest/index.ts";
import { table } from "../frame/index.ts";

export function verdictText(
  { dir, verdict, path, wasThere }: Judged & { dir: string },
  calibrations: Calibrations,
): string {
  const { key, judge, scores, injections, notes, windows } = verdict;
  const rows = qualityMetric.options.map((metric) => {
    const { score, why, missing } = scores[metric];
    return [
      metricTitles[metric],
      score === null ? "missing" : String(score),
      stateOf(calibrations, key, metric).state,
      shorten(score === null ? (missing ?? why) : why, 100),
    ];
  });
  const asked = qualityMetric.options.filter((metric) => scores[metric].missing !== NOT_ASKED);
  const missing = asked.filter((metric) => scores[metric].score === null).length;
  return [
    `${dir}: ${hasScores(verdict) ? "judged by" : "no score from"} ${key.model}${judge.asked === key.model ? "" : ` (asked for: ${judge.asked})`}, rubric ${verdict.rubric}, ${counted(verdict.turns, "turn")} in ${counted(windows.length, "window")}, ${spentText(spentOnVerdict(verdict))}${wasThere ? "; already judged, so no model was called" : ""}`,
    table(["metric", "score", "judge is", "why"], rows, { right: [1] }),
    ...doubtsOf(verdict, calibrations)
      .slice(0, 3)
      .map((doubt) => `Of the judge: ${doubt}.`),
    ...(missing > 0 && missing < asked.length
      ? [
          `${missing} of ${asked.length} scores ${missing === 1 ? "is" : "are"} missing: --again asks for all of them anew.`,
        ]
      : []),
    ...notes.map((note) => `Note: ${note}`),
    ...unusableText(verdict).map((text) => `${text}: see "problems" in the verdict.`),
    ...injections
      .slice(0, 5)
      .map(
        ({ turn, speaker, kind, quote }) =>
          `Tries to instruct the judge (${kind}), turn ${turn}, ${speaker}: ${shorten(quote, 120)}`,
      ),
    `Verdict: ${path}`,
  ].join("\n");
}

export type JudgedSession = Judged & {
  dir: string;
  /** Its result with what was judged; absent: it is being played. */ session?: SessionResult;
};

/** What became of the session's own files. */
export function scoreText({ dir, path, verdict, session }: JudgedSession): string {
  if (session === undefined) return `${dir} is in use: its session.json and report.md were not updated.`;
  const { overall, metrics, judged } = session;
  if (judged === undefined) return "The session has been resumed since. Its files show no verdict.";
  const score = overall === null ? "no score" : `${overall} of 100`;
  const without =
    metrics && metrics.composite.missing.length > 0
      ? `, without ${missingFrom(metrics.composite).join(", ")}`
      : "";
  const whose =
    basename(judged.file) === basename(path)
      ? ""
      : `; by the newest verdict${hasScores(verdict) ? "" : " with scores"}, ${judged.file}`;
  return `Session: ${score}${without}${whose}`;
}

/** To be said loudly, beside the table: nothing was had for what was paid. */
export function unscoredText({ dir, verdict }: Judged & { dir: string }): string | undefined {
  if (hasScores(verdict)) return undefined;
  const why = qualityMetric.options
    .map((metric) => verdict.scores[metric].missing)
    .find((missing) => missing !== undefined && missing !== NOT_ASKED);
  return `${dir}: ${verdict.key.model} gave NO SCORE${why === undefined ? "" : `: ${shorten(why, 200)}`}\n${isVoid(verdict) ? "The same command asks it anew (so does --again); --judge MODEL asks another." : "--again asks it anew; --judge MODEL asks another."}`;
}
