/** Errors as people and scripts see them: what happened and what to do; a stack only for a bug or on request. */
import { HarnessError, type ExitCode } from "../../kernel/errors/index.ts";
import type { FrameIo } from "./io.ts";
import { terminalText } from "./terminal-text.ts";

const bugRemedy = "This is a bug in rehearse. Please report it with the text above.";

/** Prints the error and returns the exit code it earns. */
export function reportError(error: unknown, { io, trace }: { io: FrameIo; trace: boolean }): ExitCode {
  const expected = error instanceof HarnessError;
  const message = terminalText(error instanceof Error ? error.message || error.name : String(error));
  const remedy = terminalText(expected ? error.remedy : bugRemedy);
  const stack = expected && !trace ? [] : [terminalText(stackOf(error))];

  io.warn([`${io.style("red", "Error:", "stderr")} ${message}`, ...stack, remedy].join("\n"));
  // A command that printed its document and failed later keeps stdout to that one document.
  if (io.asJson && !io.wroteJson)
    io.json({ error: { code: expected ? error.code : "bug", message, remedy } });
  return expected ? error.exit : 3;
}

/** Stacks only, not the errors' other properties: those of providers hold requests and headers. */
function stackOf(error: unknown): string {
  const stacks: string[] = [];
  for (let at = error; at instanceof Error && stacks.length < 8; at = at.cause)
    stacks.push(at.stack ?? String(at));
  return stacks.join("\nCaused by: ");
}
