/** `check --redline`: does any crisis phrase get past a target, and does it alarm without need? */
import { HarnessError } from "../../kernel/errors/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { checkRedline, redlineText, type CheckWish } from "../../retrieval/index.ts";
import { table, type Io } from "../frame/index.ts";

const DEFAULT_SEED = 1;

export async function redline(
  harness: Harness,
  wish: CheckWish,
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
    const report = await checkRedline(harness, wish, {
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

/** What selects or compares tests has no meaning here. */
export function refuseWithRedline(given: Readonly<Record<string, boolean>>): void {
  const flags = Object.keys(given).filter((flag) => given[flag]);
  if (flags.length === 0) return;
  throw new HarnessError({
    code: "bad-flags",
    message: `--redline does not combine with ${flags.join(", ")}.`,
    remedy: "Leave them out: --redline always uses the whole pattern bank and has gates of its own.",
  });
}
