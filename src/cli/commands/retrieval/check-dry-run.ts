/** `check --dry-run`: tests, calls and cost, and what is missing for a real run. */
import { type CheckResults, mechanism } from "../../../contract/index.ts";
import { problemsOf } from "../../../kernel/errors/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import {
  type CheckRequest,
  dryCheck,
  estimateReading,
  planCheck,
  type PlannedCheck,
  requireCheckKeys,
} from "../../../retrieval/index.ts";
import type { Io } from "../../frame/index.ts";
import { dryExit, problemLines } from "../harness/dry-run-text.ts";

/** What would be asked, and what reading the answers may cost. The target's own costs are not known. */
export async function dryRun(
  harness: Harness,
  request: CheckRequest,
  { io, json, baselines }: { io: Io; json: boolean; baselines: readonly CheckResults[] },
): Promise<0 | 2> {
  const plan = planCheck(harness, request, { dry: true });
  const { banks, target, reader } = plan;
  const problems = await problemsOf(() => requireCheckKeys(harness, plan));
  const tests = Object.fromEntries(
    mechanism.options.flatMap((name) => (banks[name] ? [[name, banks[name].length]] : [])),
  );
  const reading = reader && estimateReading({ tests: banks.semantic ?? [], reader });
  const repeats = request.repeat === undefined ? undefined : await dryCheck(harness, request, baselines);
  if (json) {
    io.json({
      target,
      tests,
      ...(repeats && { repeats }),
      ...(reading && { reader: reader.label, reading }),
      problems,
    });
    return dryExit({ problems });
  }
  const range = ({ low, high }: { low: number; high: number }) => `${Math.round(low)} to ${Math.round(high)}`;
  io.out(
    [
      `Target: ${target}`,
      ...Object.entries(tests).map(([name, count]) => `${name}: ${counted(count, "test")}`),
      ...(repeats ? [repeatText(repeats)] : []),
      ...(reading
        ? [
            `Reader: ${reader.label}, ${counted(reading.calls, "call")}, ${range(reading.input)} tokens in, ${range(reading.output)} out, ${reading.usd === null ? "cost unknown (no price)" : `$${reading.usd.low.toFixed(4)} to $${reading.usd.high.toFixed(4)}`}. This is a range because answers and retrieved texts are not known yet.`,
          ]
        : []),
      ...problemLines(problems),
    ].join("\n"),
  );
  return dryExit({ problems });
}

const repeatText = ({ tests, repeated, calls: { expected, most } }: PlannedCheck): string =>
  `Repeats: ${repeated} of ${counted(tests, "test")}, ${expected === most ? counted(most, "call") : `about ${counted(expected, "call")}, at most ${most}`} to the target.`;
