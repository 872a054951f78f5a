/** Formats verdicts and calibrations for a terminal. */
import { basename } from "node:path";
import {
  type MetricAgreement,
  qualityMetric,
  type QualityMetric,
  type SessionResult,
} from "../../../contract/index.ts";
import { spentText } from "../../../kernel/journal/index.ts";
import { counted, shorten } from "../../../kernel/report/index.ts";
import {
  type Calibrations,
  type ControlPlan,
  controlTable,
  doubtsOf,
  controlVerdicts,
  type ControlVerdict,
  FEWEST_CONTROL_SESSIONS,
  hasScores,
  isVoid,
  type Judged,
  metricTitles,
  missingFrom,
  NOT_ASKED,
  type SavedCalibration,
  spentOnVerdict,
  stateOf,
  unusableText,
} from "../../../playtest/index.ts";
import { table } from "../../frame/index.ts";

export function verdictText(
  { dir, verdict, path, wasThere }: Judged & { dir: string },
  calibrations: Calibrations,
): string {
  const { key, judge, scores, notes, windows } = verdict;
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
      .map((doubt) => `About the judge: ${doubt}.`),
    ...(missing > 0 && missing < asked.length
      ? [
          `${missing} of ${asked.length} scores ${missing === 1 ? "is" : "are"} missing: --again asks for all of them again.`,
        ]
      : []),
    ...notes.map((note) => `Note: ${note}`),
    ...unusableText(verdict).map((text) => `${text}: see "problems" in the verdict.`),
    `Verdict: ${path}`,
  ].join("\n");
}

export type JudgedSession = Judged & {
  dir: string;
  /** Its result with what was judged; absent: it is being played. */ session?: SessionResult;
};

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

/** A warning besides the table: the call was paid for and gave no scores. */
export function unscoredText({ dir, verdict }: Judged & { dir: string }): string | undefined {
  if (hasScores(verdict)) return undefined;
  const why = qualityMetric.options
    .map((metric) => verdict.scores[metric].missing)
    .find((missing) => missing !== undefined && missing !== NOT_ASKED);
  return `${dir}: ${verdict.key.model} gave NO SCORE${why === undefined ? "" : `: ${shorten(why, 200)}`}\n${isVoid(verdict) ? "Run the same command to ask it again; --judge MODEL asks another model." : "--again asks it again; --judge MODEL asks another model."}`;
}

/** How well judges agree with people: a table, and the details with --verbose. */
type Known = Array<[QualityMetric, MetricAgreement]>;

export function calibrationText(
  { calibration, path, history, kept }: SavedCalibration,
  { verbose = false }: { verbose?: boolean } = {},
): string {
  const { key, metrics, people, sessions, notes } = calibration;
  const known = qualityMetric.options.flatMap((metric) =>
    metrics[metric] ? [[metric, metrics[metric]]] : [],
  ) as Known;
  return [
    `${key.model}, rubric ${key.rubric}, prompt ${key.prompt}: ${counted(sessions.length, "session")}, scored by ${people.join(", ")}`,
    verbose
      ? wholeTable(known)
      : table(
          ["metric", "judge is", "sessions", "alpha [95 %]", "among people [95 %]", "bias"],
          known.map(([metric, { state, sessions, alpha, bias, amongPeople }]) => [
            metricTitles[metric],
            state,
            String(sessions),
            within(alpha),
            peopleText(amongPeople),
            signed(bias),
          ]),
          { right: [2, 5] },
        ),
    ...doubts(known),
    ...hollow(known),
    ...(verbose ? confusions(known) : []),
    ...controlLines(calibration, known, verbose),
    ...notes.map((note) => `Note: ${note}`),
    ...(verbose ? [] : ["Kappa, Spearman and confusion matrices: --verbose, or --json."]),
    ...(kept === undefined ? [] : [kept, `This one: ${history}`]),
    `Calibration: ${path}`,
  ].join("\n");
}

export const controlsText = ({ judge, sessions, judgings, usd }: ControlPlan): string =>
  `Null controls ask ${judge} for ${counted(judgings, "judging")} of ${counted(sessions, "session")}, ${usd === null ? "at a price that is not known" : `about $${usd.toFixed(4)}`} (--controls 0 runs none).`;

const number = (value: number | null): string => (value === null ? "-" : value.toFixed(2));
const signed = (value: number | null): string =>
  value === null ? "-" : `${value > 0 ? "+" : ""}${value.toFixed(1)}`;
/** An interval of zero width is not shown. */
const within = ({ value, interval }: MetricAgreement["alpha"]): string =>
  value === null
    ? "-"
    : `${value.toFixed(2)}${interval && interval[0] < interval[1] ? ` [${interval[0].toFixed(2)}, ${interval[1].toFixed(2)}]` : ""}`;

/** Alpha among people, over the sessions that several scored. */
const peopleText = (among: MetricAgreement["amongPeople"]): string =>
  among ? `${within(among)} (${counted(among.sessions, "session")})` : "-";

const wholeTable = (known: Known): string =>
  table(
    [
      "metric",
      "judge is",
      "sessions",
      "alpha [95 %]",
      "among people [95 %]",
      "kappa [95 %]",
      "Spearman [95 %]",
      "bias",
    ],
    known.map(([metric, { state, sessions, alpha, kappa, spearman, bias, amongPeople }]) => [
      metricTitles[metric],
      state,
      String(sessions),
      within(alpha),
      peopleText(amongPeople),
      within(kappa),
      within(spearman),
      signed(bias),
    ]),
    { right: [2, 7] },
  );

/** Each reason once, with the metrics that it holds for. */
function doubts(known: Known): string[] {
  const uncalibrated = known.filter(([, { state }]) => state === "uncalibrated");
  return [...Map.groupBy(uncalibrated, ([, { why }]) => why)].map(
    ([why, metrics]) =>
      `Uncalibrated: ${why} (${metrics.length === known.length ? "all metrics" : metrics.map(([metric]) => metricTitles[metric]).join(", ")}).`,
  );
}

/** Bounds from only some of the resamples. For an uncalibrated judge the reason already says so. */
function hollow(known: Known): string[] {
  const metrics = known.filter(
    ([, { state, alpha }]) => state !== "uncalibrated" && (alpha.withoutValue ?? 0) > 0,
  );
  return metrics.length === 0
    ? []
    : [
        `Resamples without an alpha, since everything in them got the same score: ${metrics.map(([metric, { alpha }]) => `${metricTitles[metric]} ${alpha.withoutValue} of ${alpha.resamples}`).join(", ")}.`,
      ];
}

/** A confusion matrix needs at least two sessions. */
const confusions = (known: Known): string[] =>
  known
    .filter(([, { sessions }]) => sessions > 1)
    .flatMap(
      ([
        metric,
        {
          confusion: { values, counts },
        },
      ]) => [
        "",
        `${metricTitles[metric]}: people's scores down, the judge's across`,
        table(
          ["", ...values.map(String)],
          counts.map((row, index) => [
            String(values[index]),
            ...row.map((count) => (count === 0 ? "·" : String(count))),
          ]),
          { right: values.map((_, index) => index + 1) },
        ),
      ],
    );

function controlLines(
  calibration: SavedCalibration["calibration"],
  known: Known,
  verbose: boolean,
): string[] {
  const rows = controlTable(calibration);
  if (rows.length === 0) return [];
  const verdicts = controlVerdicts(calibration.controls);
  const decided = verdicts.filter(({ verdict }) => verdict !== "not enough sessions");
  const lacking = verdicts.filter(({ verdict }) => verdict === "not enough sessions");
  const means = rows.map(({ name, moved }) => {
    const all = moved.flatMap(({ mean }) => mean ?? []);
    return `${name} ${all.length === 0 ? "-" : signed(all.reduce((sum, mean) => sum + mean, 0) / all.length)}`;
  });
  return [
    ...(verbose
      ? [
          "",
          "Null controls: by how much they moved the scores",
          table(
            ["", ...known.map(([metric]) => metricTitles[metric])],
            rows.map(({ name, moved }) => [
              name,
              ...known.map(([metric]) => number(moved.find((each) => each.metric === metric)?.mean ?? null)),
            ]),
          ),
        ]
      : [`Null controls moved the scores by: ${means.join(", ")}.`]),
    ...(decided.length === 0
      ? []
      : [`Null controls: ${decided.map(({ name, verdict }) => `${name} ${verdict}`).join(", ")}.`]),
    ...decided
      .filter(({ verdict }) => verbose || verdict !== "passed")
      .map(
        ({ name, verdict, why }) =>
          `${stated[verdict]} null control ${name}: ${why}${verdict === "undecided" ? "; more --controls can decide" : ""}.`,
      ),
    ...(lacking.length === 0
      ? []
      : [
          `Not enough sessions for a verdict: ${lacking.map(({ name, sessions }) => `${name} ${sessions}`).join(", ")} of at least ${FEWEST_CONTROL_SESSIONS} with scores that could move (--controls N).`,
        ]),
  ];
}

const stated: Record<ControlVerdict["verdict"], string> = {
  passed: "Passed",
  failed: "Failed",
  undecided: "Undecided",
  "not enough sessions": "Not enough sessions for",
};
