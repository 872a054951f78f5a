/** A session as CI shows it. Pure: from the stored result and the gates. */
import { join } from "node:path";
import type { SessionResult, VerdictFinding } from "../../contract/index.ts";
import { spentText } from "../../kernel/journal/index.ts";
import { counted, noteLines, type CiGate, type CiReport, type JunitCase } from "../../kernel/report/index.ts";
import { gateName, judgeGate, type Gate } from "../metrics/index.ts";
import { episodeFinding, episodeSentence, worstFirst } from "./episode-words.ts";

const DETAILS = 3;

export function sessionCi(
  result: SessionResult,
  {
    gates,
    unfinished,
  }: { gates: readonly Gate[]; /** Why a part was not done. */ unfinished?: string | undefined },
): CiReport {
  const { dir, notes, issues } = result;
  const verdict = result.verdict!;
  const findings = worstFirst(issues).map(episodeFinding);
  return {
    verdict: {
      ...verdict,
      cautions: [...verdict.cautions, ...noteLines(notes.filter(({ code }) => code !== "unread-turn"))],
      // All of them, so that the number of the rest is known.
      findings,
    },
    stopped: unfinished,
    gates: gates.map((gate) => judgedGate(gate, { result, finished: unfinished === undefined })),
    cost: spentText(result.totals.all),
    report: join(dir, "report.md"),
    suites: [
      { name: "session", cases: [endCase(result, unfinished)] },
      ...(findings.length > 0 ? [{ name: "episodes", cases: findings.map(episodeCase) }] : []),
    ],
  };
}

function endCase(
  { story, prompt, turns, durationMs, outcome, why, verdict }: SessionResult,
  unfinished: string | undefined,
): JunitCase {
  const played = { name: `Did ${story} with the prompt ${prompt} reach its end?`, ms: durationMs };
  if (unfinished !== undefined) return { ...played, outcome: { kind: "error", says: unfinished } };
  if (outcome === "completed") return { ...played, out: verdict!.headline };
  const says = `It ended as ${outcome} after ${counted(turns, "turn")}: ${why}. No gate counts how a session ends.`;
  return { ...played, outcome: { kind: "skipped", says } };
}

/** An episode fails nothing by itself: a gate counts it. */
const episodeCase = ({ id, title, says, points = 0, quotes }: VerdictFinding): JunitCase => ({
  name: `${id}: ${title}`,
  outcome: {
    kind: "skipped",
    says: `${counted(points, "point")} lost. ${says}`,
    details: quotes.map(({ at, text }) => `“${text}” (${at})`),
  },
});

function judgedGate(gate: Gate, { result, finished }: { result: SessionResult; finished: boolean }): CiGate {
  const name = gateName(gate);
  if (!finished)
    return { name, is: "error", says: `${gateName(gate)} was not judged: the command did not finish.` };
  const { is, says } = judgeGate(gate, result);
  if (is === "passed") return { name, is, says: `Gate passed: ${says}` };
  const details = worstFirst(result.issues).slice(0, DETAILS).map(episodeSentence);
  return { name, is: "failed", says: `Gate failed: ${says}`, details };
}
