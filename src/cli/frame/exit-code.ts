/** Which exit code a command earned that ended by itself, failed, or was told to stop. */
import { HarnessError } from "../../kernel/errors/index.ts";
import { causedBy } from "./stops.ts";

export type Ending = { exit: number } | { error: unknown };

type Circumstances = {
  /** Why the command was told to stop, if it was. */
  reason: HarnessError | undefined;
  /** Prints an error and returns the exit code it earns by itself. */
  report: (error: unknown) => number;
};

export function exitCode(ending: Ending, { reason, report }: Circumstances): number {
  const echo = "error" in ending && causedBy(ending.error, reason);
  const failed = "error" in ending && !echo;
  // A bug stays a bug, also while stopping.
  if (failed && !(reason && ending.error instanceof HarnessError)) return report(ending.error);
  const own = failed ? (ending.error as HarnessError) : undefined;
  const exit = "exit" in ending ? ending.exit : 0;

  if (reason === undefined) return exit;
  if (reason.code === "output-closed") {
    // To be cut short by `| head` is no failure, and nothing to talk about; whatever else went wrong still is.
    if ((own?.exit ?? exit) === 130) return 0;
    return own ? report(own) : exit;
  }
  // Where a command says in its own words how to go on, those are better than ours.
  if (!own && exit === reason.exit) return exit;
  report(own ?? reason);
  return reason.exit;
}
