/** `check --dry-run`: tests, calls and cost, and what is missing for a real run. */
import { mechanism } from "../../../contract/index.ts";
import { problemsOf } from "../../../kernel/errors/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import {
  type CheckRequest,
  dryCheck,
  estimateCheck,
  type CheckEstimate,
  planCheck,
  type PlannedCheck,
  requireCheckKeys,
} from "../../../retrieval/index.ts";
import type { Io } from "../../frame/index.ts";
import { dryExit, problemLines } from "../harness/dry-run-text.ts";

/** What would be asked, and what it may cost. The costs of an external target are not known. */
export async function dryRun(
  harness: Harness,
  request: CheckRequest,
  { io, json, baseline }: { io: Io; json: boolean; baseline: boolean },
): Promise<0 | 2> {
  const plan = planCheck(harness, request, { dry: true });
  const { banks, target } = plan;
  const problems = await problemsOf(() => requireCheckKeys(harness, plan));
  const tests = Object.fromEntries(
    mechanism.options.flatMap((name) => (banks[name] ? [[name, banks[name].length]] : [])),
  );
  const estimate = estimateCheck(plan, request);
  const reading = estimate.models.find(({ role }) => role === "reader");
  const repeats = request.repeat === undefined ? undefined : await dryCheck(harness, request);
  if (json) {
    io.json({
      target,
      tests,
      ...(repeats && { repeats }),
      ...(reading && { reader: reading.model, reading }),
      estimate,
      problems,
    });
    return dryExit({ problems });
  }
  io.out(
    [
      `Target: ${target}`,
      ...Object.entries(tests).map(([name, count]) => `${name}: ${counted(count, "test")}`),
      ...(repeats ? [repeatText(repeats)] : []),
      ...(baseline ? ["A test that passed in the baseline and fails now is asked 4 more times."] : []),
      ...estimate.models.map(modelText),
      ...(estimate.models.length > 0 && repeats ? ["These costs are for one attempt per test."] : []),
      ...estimate.notes,
      ...problemLines(problems),
    ].join("\n"),
  );
  return dryExit({ problems });
}

const repeatText = ({ tests, repeated, calls }: PlannedCheck): string =>
  `Repeats: ${repeated} of ${counted(tests, "test")}, ${counted(calls, "call")} to the target.`;

const unknownYet: Record<CheckEstimate["models"][number]["role"], string> = {
  embedder: "",
  reranker: " This is a range because the candidates of each question are not known yet.",
  reader: " This is a range because answers and retrieved texts are not known yet.",
};

function modelText({ role, model, calls, input, output, usd }: CheckEstimate["models"][number]): string {
  const tokens = ({ low, high }: { low: number; high: number }) =>
    low === high ? String(Math.round(low)) : `${Math.round(low)} to ${Math.round(high)}`;
  const dollars = (of: { low: number; high: number }) =>
    of.low === of.high ? `$${of.low.toFixed(4)}` : `$${of.low.toFixed(4)} to $${of.high.toFixed(4)}`;
  const cost = usd === null ? "cost unknown (no price)" : dollars(usd);
  const out = output.high === 0 ? "" : `, ${tokens(output)} out`;
  return `${role[0]!.toUpperCase()}${role.slice(1)}: ${model}, ${counted(calls, "call")}, ${tokens(input)} tokens in${out}, ${cost}.${unknownYet[role]}`;
}
