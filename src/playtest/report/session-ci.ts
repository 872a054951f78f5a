/** A session as CI shows it. Pure: from the stored result and the gates. */
import { join } from "node:path";
import type { Issue, SessionResult } from "../../contract/index.ts";
import { spentText } from "../../kernel/journal/index.ts";
import {
  counted,
  noteLines,
  shorten,
  type CiFinding,
  type CiGate,
  type CiReport,
} from "../../kernel/report/index.ts";
import { failedGates, gateName, missingFrom, passedGates, type Gate } from "../metrics/index.ts";
import { problemsInOrder } from "./first-screen.ts";
import { houseNotice, spentOnResult } from "./session-facts.ts";

export function sessionCi(
  result: SessionResult,
  {
    gates,
    judged,
    unfinished,
  }: {
    gates: readonly Gate[];
    judged: boolean;
    /** Why a part was not done. */ unfinished?: string | undefined;
  },
): CiReport {
  const { story, prompt, narrator, models, turns, outcome, why, metrics, dir, durationMs } = result;
  const house = houseNotice(models);
  const findings = problemsInOrder(result.issues);
  return {
    name: `${story} ${prompt}`,
    about: `${story} with the prompt ${prompt}, narrator ${narrator ?? models.narrator}, ${counted(turns, "turn")}: ${outcome} (${why}). ${scoreText(metrics)}`,
    gates: gates.map((gate) =>
      judgedGate(gate, { metrics, judged, finished: unfinished === undefined, findings }),
    ),
    ...(unfinished !== undefined && { verdict: [unfinished] }),
    notes: [...(house === undefined ? [] : [house]), ...noteLines(result.notes)],
    findings: findings.map((issue) => issueFinding(issue)),
    noFindings: noFindings(result),
    cost: spentText(spentOnResult(result)),
    report: join(dir, "report.md"),
    suites: [
      {
        name: "session",
        cases: [
          {
            name: `${story}, ${prompt}`,
            ms: durationMs,
            ...(unfinished !== undefined
              ? { outcome: { kind: "error", says: unfinished } as const }
              : outcome === "completed"
                ? { out: `${scoreText(metrics)}` }
                : {
                    outcome: {
                      kind: "skipped",
                      says: `The session ended as ${outcome}: ${why}. No gate counts how a session ends.`,
                    } as const,
                  }),
          },
        ],
      },
    ],
  };
}

function judgedGate(
  gate: Gate,
  {
    metrics,
    judged,
    finished,
    findings,
  }: Pick<SessionResult, "metrics"> & { judged: boolean; finished: boolean; findings: readonly Issue[] },
): CiGate {
  const name = gateName(gate);
  if (!finished) return { name, is: "error", says: `${name} was not judged: the command did not finish.` };
  const [failed] = failedGates(metrics, [gate], { judged });
  return failed === undefined
    ? { name, is: "passed", says: passedGates(metrics, [gate], { judged })[0]! }
    : { name, is: "failed", says: failed, details: findings.slice(0, 3).map(issueSentence) };
}

const scoreText = (metrics: SessionResult["metrics"]): string => {
  if (metrics?.composite.score == null) return "No score.";
  const { score, parts, missing } = metrics.composite;
  return `Score ${score} of 100${missing.length > 0 ? `, without ${missingFrom({ parts, missing }).join(", ")}` : ""}.`;
};

/** "None" depends on who looked. */
function noFindings({ read }: SessionResult): string {
  if (read?.source === undefined)
    return `No findings from the mechanical checks. ${read && read.unread.length > 0 ? "The reader read no turn" : "No reader was asked (--observer MODEL)"}, so most kinds of mistakes were not looked for.`;
  return read.notLookedFor.length === 0
    ? "No findings."
    : `No findings, but too few turns were read to look for: ${read.notLookedFor.join(", ")}.`;
}

export const issueFinding = (
  { turn, type, severity, description, evidence, source }: Issue,
  where = "",
): CiFinding => ({
  title: `${where === "" ? "Turn" : `${where}, turn`} ${turn}, ${type} (${severity})`,
  what: `${description} (${source})`,
  quotes: [...new Map(evidence.map((quote) => [quote.text, quote])).values()]
    .slice(0, 2)
    .map((quote) => ({ from: `turn ${quote.turn}`, text: quote.text })),
});

export const issueSentence = ({ turn, type, description, evidence }: Issue): string =>
  `Turn ${turn}, ${type}: ${description} “${shorten(evidence[0]!.text, 200)}”`;
