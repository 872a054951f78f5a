/** A judge's scores of one session, and what they did to the session. */
import { basename } from "node:path";
import {
  type Fact,
  type JudgedSession,
  qualityMetric,
  type SessionResult,
  type Verdict,
} from "../../../contract/index.ts";
import { spentText } from "../../../kernel/journal/index.ts";
import { optionText } from "../../../kernel/errors/index.ts";
import { counted, shorten } from "../../../kernel/report/index.ts";
import {
  hasScores,
  isVoid,
  metricTitles,
  NOT_ASKED,
  spentOnVerdict,
  unusableText,
} from "../../../playtest/index.ts";

export function judgedVerdict(
  judged: Omit<JudgedSession, "verdict">,
  session: SessionResult | undefined,
): Verdict {
  const { dir, path, wasThere, key, judge, scores, turns, windows, calibration } = judged;
  const asked = qualityMetric.options.filter((metric) => scores[metric].missing !== NOT_ASKED);
  const missing = asked.filter((metric) => scores[metric].score === null).length;
  return {
    outcome: "done",
    headline: `${dir}: ${hasScores(judged) ? "judged by" : "no score from"} ${key.model}.`,
    cautions: [
      ...judged.notes,
      ...unusableText(judged).map((text) => `${text}: see "problems" in the verdict.`),
    ],
    because: [],
    facts: [
      ...sessionFacts(judged, session),
      { label: "Judge", value: calibration.state, note: calibration.why },
      { label: "Asked for", value: judge.asked },
      { label: "Rubric", value: judged.rubric },
      { label: "Turns", value: turns, note: `in ${counted(windows.length, "window")}` },
      {
        label: "Cost",
        value: spentText(spentOnVerdict(judged)),
        note: wasThere ? "already judged, so no model was called" : undefined,
      },
      { label: "Verdict", value: path },
    ],
    findings: [],
    tables: [
      {
        title: "Scores",
        columns: [{ label: "metric" }, { label: "score", align: "right" }, { label: "why" }],
        rows: qualityMetric.options.map((metric) => {
          const { score, why, missing } = scores[metric];
          return [
            metricTitles[metric],
            score ?? "missing",
            shorten(score === null ? (missing ?? why) : why, 100),
          ];
        }),
        note:
          missing > 0 && missing < asked.length
            ? `Missing scores: ${missing} of ${asked.length}. Judging again asks for all of them.`
            : undefined,
      },
    ],
    next: [],
  };
}

function sessionFacts(judged: Omit<JudgedSession, "verdict">, session: SessionResult | undefined): Fact[] {
  const label = "Session";
  if (session === undefined)
    return [{ label, value: "in use", note: "its session.json and report.md were not updated" }];
  const { overall, metrics, judged: shown } = session;
  if (shown === undefined) return [{ label, value: "resumed since", note: "its files show no verdict" }];
  const missing = (metrics?.score.missing ?? []).map(({ name }) => name);
  const isShown = basename(shown.file) === basename(judged.path);
  const newest = `by the newest verdict${hasScores(judged) ? "" : " with scores"}, ${shown.file}`;
  return [
    {
      label,
      value: overall === null ? "no score" : `${overall} of 100`,
      note:
        [
          ...(missing.length === 0 ? [] : [`missing: ${missing.join(", ")}`]),
          ...(isShown ? [] : [newest]),
        ].join("; ") || undefined,
    },
  ];
}

/** A warning besides the scores: the call was paid for and gave none. */
export function unscoredText(judged: JudgedSession): string | undefined {
  if (hasScores(judged)) return undefined;
  const { dir, key, scores } = judged;
  const why = qualityMetric.options
    .map((metric) => scores[metric].missing)
    .find((missing) => missing !== undefined && missing !== NOT_ASKED);
  const again = isVoid(judged)
    ? "Run the same command to ask it again"
    : `${optionText("again")} asks it again`;
  const cause = why === undefined ? "" : `: ${shorten(why, 200)}`;
  return `${dir}: ${key.model} gave NO SCORE${cause}\n${again}; ${optionText("judge", "MODEL")} asks another model.`;
}
