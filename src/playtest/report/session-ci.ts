/** A session as CI shows it. Pure: from the stored result and the gates. */
import { join } from "node:path";
import { kindWords, quotedFrom, type Issue, type SessionResult } from "../../contract/index.ts";
import { spentText } from "../../kernel/journal/index.ts";
import {
  counted,
  noteLines,
  shorten,
  type CiFinding,
  type CiGate,
  type CiReport,
} from "../../kernel/report/index.ts";
import { failedGates, gateName, missingFrom, passedGates, unreadText, type Gate } from "../metrics/index.ts";
import { problemsInOrder } from "./first-screen.ts";
import { houseNotice, spentOnResult, wouldPlay } from "./session-facts.ts";

export function sessionCi(
  result: SessionResult,
  {
    gates,
    unfinished,
  }: { gates: readonly Gate[]; /** Why a part was not done. */ unfinished?: string | undefined },
): CiReport {
  const { story, prompt, narrator, models, turns, outcome, why, metrics, dir, durationMs } = result;
  const house = houseNotice(models);
  const findings = problemsInOrder(result.issues);
  return {
    name: `${story} ${prompt}`,
    about: `${story} with the prompt ${prompt}, narrator ${narrator ?? models.narrator}, ${counted(turns, "turn")}: ${outcome} (${why}). ${[scoreText(metrics), ...wouldPlay(metrics)].join(" ")}`,
    gates: gates.map((gate) => judgedGate(gate, { result, finished: unfinished === undefined, findings })),
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
  { result, finished, findings }: { result: SessionResult; finished: boolean; findings: readonly Issue[] },
): CiGate {
  const name = gateName(gate);
  if (!finished) return { name, is: "error", says: `${name} was not judged: the command did not finish.` };
  const [failed] = failedGates(result.metrics, [gate], result);
  return failed === undefined
    ? { name, is: "passed", says: passedGates(result.metrics, [gate])[0]! }
    : { name, is: "failed", says: failed, details: findings.slice(0, 3).map(issueSentence) };
}

const scoreText = (metrics: SessionResult["metrics"]): string => {
  if (metrics?.composite.score == null) return "No score.";
  const { score, parts, missing } = metrics.composite;
  return `Score ${score} of 100${missing.length > 0 ? `, without ${missingFrom({ parts, missing }).join(", ")}` : ""}.`;
};

/** "None" depends on who looked. */
function noFindings({ read }: SessionResult): string {
  if (read?.notLookedFor.length === 0) return "No findings.";
  return `No findings from the mechanical checks. ${read?.asked === undefined ? "Not looked for" : "Not measured"}${read ? `: ${read.notLookedFor.join(", ")}. ${unreadText(read)}` : ": most kinds of mistakes."}`;
}

export const issueFinding = (
  { turn, type, severity, description, evidence, source }: Issue,
  where = "",
): CiFinding => ({
  title: `${where === "" ? "Turn" : `${where}, turn`} ${turn}, ${kindWords(type)} (${severity})`,
  what: `${description} (${source})`,
  // The first earlier one, and always the words of the turn itself, which are the last.
  quotes: [...new Map([evidence[0]!, evidence.at(-1)!].map((quote) => [quote.text, quote])).values()].map(
    (quote) => ({
      from: quotedFrom(quote.turn, "turn"),
      text: quote.text,
    }),
  ),
});

export const issueSentence = (issue: Issue): string =>
  `Turn ${issue.turn}, ${kindWords(issue.type)}: ${issue.description} ${ownQuote(issue)}`;

/** The words of the issue's own turn, not the earlier ones or those of the guide. */
export function ownQuote({ turn, evidence }: Issue): string {
  const { text } = evidence.findLast((quote) => quote.turn === turn) ?? evidence[0]!;
  return `“${shorten(text, 200)}”`;
}
