/** `check --redline`: looks for crisis phrases that a target misses, and for false positives. */
import { HarnessError } from "../../../kernel/errors/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import { type CheckRequest, checkRedline, redlineText } from "../../../retrieval/index.ts";
import { type Io, table } from "../../frame/index.ts";

const DEFAULT_SEED = 1;

export async function redline(
  harness: Harness,
  request: CheckRequest,
  {
    io,
    signal,
    verbose,
    json,
    seed = DEFAULT_SEED,
  }: { io: Io; signal: AbortSignal; verbose: boolean; json: boolean; seed?: string | number },
): Promise<0 | 1 | 3> {
  const progress = io.progress("asking");
  try {
    const report = await checkRedline(harness, request, {
      seed,
      signal,
      onAnswer: ({ done, total }) => progress.show(`${done}/${total}`),
    });
    progress.done();
    if (json) io.json(report);
    else io.out(redlineText(report, { table, all: verbose }));
    return report.passed === null ? 3 : report.passed ? 0 : 1;
  } finally {
    progress.done();
  }
}

/** Refuses flags that select or compare tests. */
export function refuseWithRedline(given: Readonly<Record<string, boolean>>): void {
  const flags = Object.keys(given).filter((flag) => given[flag]);
  if (flags.length === 0) return;
  throw new HarnessError({
    code: "bad-combination",
    message: `--redline does not combine with ${flags.join(", ")}.`,
    remedy: "Leave them out: --redline always uses the whole pattern bank and has gates of its own.",
  });
}
