/** What judges say, and how far they agree with people, for people to read. */
import { basename } from "node:path";
import { qualityMetric, type MetricAgreement, type QualityMetric, type SessionResult } from "../../contract/index.ts";
import { counted, shorten } from "../../kernel/report/index.ts";
import { controlTable, metricTitles, stateOf, type Calibrated, type Calibrations, type Judged } from "../../playtest/index.ts";
import { table } from "../frame/index.ts";

export function verdictText({ dir, verdict, path, wasThere }: Judged & { dir: string }, calibrations: Calibrations): string {
  const { key, judge, scores, injections, notes, cost, windows, problems } = verdict;
  const rows = qualityMetric.options.map((metric) => {
    const { score, why, missing } = scores[metric];
    return [metricTitles[metric], score === null ? "missing" : String(score), stateOf(calibrations, key, metric).state, shorten(score === null ? (missing ?? why) : why, 100)];
  });
  const whys = [...new Set(qualityMetric.options.map((metric) => stateOf(calibrations, key, metric)).filter(({ state }) => state === "stale" || state === "uncalibrated").map(({ state, why }) => `${state}: ${why}`))];
  return [
    `${dir}: judged by ${key.model}${judge.asked === key.model ? "" : ` (asked for: ${judge.asked})`}, rubric ${verdict.rubric}, ${counted(verdict.turns, "turn")} in ${counted(windows.length, "window")}, $${cost.total.toFixed(4)}${cost.unpriced > 0 ? " at least" : ""}${wasThere ? "; it was judged before, and nobody was asked" : ""}`,
    table(["metric", "score", "judge is", "why"], rows, { right: [1] }),
    ...whys.slice(0, 3).map((why) => `Of the judge: ${why}.`),
    ...notes.map((note) => `Note: ${note}`),
    ...(problems.length > 0 ? [`${counted(problems.length, "answer")} could not be used, in whole or in part, and ${problems.length === 1 ? "was" : "were"} asked for again within the bound: see "problems" in the verdict.`] : []),
    ...injections.slice(0, 5).map(({ turn, speaker, kind, quote }) => `Tries to instruct the judge (${kind}), turn ${turn}, ${speaker}: ${shorten(quote, 120)}`),
    `Verdict: ${path}`,
  ].join("\n");
}

export type JudgedSession = Judged & { dir: string; /** Its result with what was judged; absent: it is being played. */ session?: SessionResult };

/** What became of the session's own files. */
export function scoreText({ dir, path, session }: JudgedSession): string {
  if (session === undefined) return `${dir} is in use: its session.json and report.md are left to whoever plays it.`;
  const { overall, metrics, judged } = session;
  if (judged === undefined) return "The session has gone on since: its files show no verdict.";
  const score = overall === null ? "no score" : `${overall} of 100`;
  const without = metrics && metrics.composite.missing.length > 0 ? `, without ${metrics.composite.missing.map(({ name }) => name).join(", ")}` : "";
  const whose = basename(judged.file) === basename(path) ? "" : `; by the newest verdict, ${judged.file}`;
  return `Session: ${score}${without}${whose}`;
}

const number = (value: number | null): string => (value === null ? "-" : value.toFixed(2));
const within = ({ value, interval }: MetricAgreement["alpha"]): string => (value === null ? "-" : `${value.toFixed(2)}${interval ? ` [${interval[0].toFixed(2)}, ${interval[1].toFixed(2)}]` : ""}`);

export function calibrationText({ calibration, path }: Calibrated): string {
  const { key, metrics, controls, people, sessions, notes } = calibration;
  const known = Object.entries(metrics) as Array<[QualityMetric, MetricAgreement]>;
  const rows = known.map(([metric, { state, sessions, alpha, kappa, spearman, bias, people }]) => [metricTitles[metric], state, String(sessions), within(alpha), within(kappa), within(spearman), number(bias), number(people)]);
  const moved = controlTable(calibration);
  return [
    `${key.model}, rubric ${key.rubric}, prompt ${key.prompt}: ${counted(sessions.length, "session")}, scored by ${people.join(", ")}`,
    table(["metric", "judge is", "sessions", "alpha [95 %]", "kappa [95 %]", "Spearman [95 %]", "bias", "people's alpha"], rows, { right: [2] }),
    ...known.filter(([, { state }]) => state === "uncalibrated").map(([metric, { why }]) => `${metricTitles[metric]} is uncalibrated: ${why}.`),
    ...known.flatMap(([metric, { confusion }]) => (confusion.values.length === 0 ? [] : ["", `${metricTitles[metric]}: people's scores down, the judge's across`, table(["", ...confusion.values.map(String)], confusion.counts.map((row, index) => [String(confusion.values[index]), ...row.map((count) => (count === 0 ? "·" : String(count)))]), { right: confusion.values.map((_, index) => index + 1) })])),
    ...(controls.length === 0 ? [] : ["", "Null controls: by how much they moved the scores", table(["", ...known.map(([metric]) => metricTitles[metric])], moved.map(({ name, moved }) => [name, ...known.map(([metric]) => number(moved.find((each) => each.metric === metric)?.mean ?? null))]))]),
    ...notes.map((note) => `Note: ${note}`),
    `Calibration: ${path}`,
  ].join("\n");
}
