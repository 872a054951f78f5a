/** A session as CI shows it. Pure: from the stored result and the gates. */
import { join } from "node:path";
import type { SessionResult } from "../../contract/index.ts";
import { spentText } from "../../kernel/journal/index.ts";
import { counted, noteLines, verdictCi, type CiGate, type CiReport } from "../../kernel/report/index.ts";
import { gateName, judgeGate, unreadText, type Gate } from "../metrics/index.ts";
import { episodeFinding, episodeSentence, worstFirst } from "./episode-words.ts";
import { spentOnResult } from "./session-facts.ts";

const DETAILS = 3;

export function sessionCi(
  result: SessionResult,
  {
    gates,
    unfinished,
  }: { gates: readonly Gate[]; /** Why a part was not done. */ unfinished?: string | undefined },
): CiReport {
  const { story, prompt, narrator, models, turns, outcome, why, dir, notes } = result;
  const verdict = result.verdict!;
  const report = verdictCi(
    {
      ...verdict,
      headline: unfinished ?? verdict.headline,
      cautions: [...verdict.cautions, ...noteLines(notes.filter(({ code }) => code !== "unread-turn"))],
      // All of them, so that the number of the rest is known.
      findings: worstFirst(result.issues).map(episodeFinding),
    },
    {
      name: `${story} ${prompt}`,
      gates: gates.map((gate) => judgedGate(gate, { result, finished: unfinished === undefined })),
      cost: spentText(spentOnResult(result)),
      report: join(dir, "report.md"),
      suites: [{ name: "session", cases: [caseOf(result, unfinished)] }],
    },
  );
  const played = `${story} with the prompt ${prompt}, narrator ${narrator ?? models.narrator}, ${counted(turns, "turn")}: ${outcome} (${why}).`;
  return { ...report, about: `${played} ${report.about}`, noFindings: noFindings(result) };
}

function caseOf(
  { story, prompt, durationMs, outcome, why, verdict }: SessionResult,
  unfinished: string | undefined,
): CiReport["suites"][number]["cases"][number] {
  const played = { name: `${story}, ${prompt}`, ms: durationMs };
  if (unfinished !== undefined) return { ...played, outcome: { kind: "error", says: unfinished } };
  if (outcome === "completed") return { ...played, out: verdict!.headline };
  const says = `The session ended as ${outcome}: ${why}. No gate counts how a session ends.`;
  return { ...played, outcome: { kind: "skipped", says } };
}

function judgedGate(gate: Gate, { result, finished }: { result: SessionResult; finished: boolean }): CiGate {
  const name = gateName(gate);
  if (!finished) return { name, is: "error", says: `${name} was not judged: the command did not finish.` };
  const { is, says } = judgeGate(gate, result);
  if (is === "passed") return { name, is, says: `Gate passed: ${says}` };
  const details = worstFirst(result.issues).slice(0, DETAILS).map(episodeSentence);
  return { name, is: "failed", says: `Gate failed: ${says}`, details };
}

/** "None" depends on who looked. */
function noFindings({ read }: SessionResult): string {
  if (read?.notLookedFor.length === 0) return "No findings.";
  const why = read ? `: ${read.notLookedFor.join(", ")}. ${unreadText(read)}` : ": most kinds of mistakes.";
  const what = read?.asked === undefined ? "Not looked for" : "Not measured";
  return `No findings from the mechanical checks. ${what}${why}`;
}
