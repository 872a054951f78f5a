/** The command that resumes a folder, ready to copy: with the options that this run needed. */
import { shellWord } from "../kernel/errors/index.ts";
import type { Harness } from "../kernel/run/index.ts";

type Needs = Pick<Harness, "command" | "permits">;

export function resumeCommand(
  harness: Needs,
  { dir, budget }: { dir: string; budget?: number | undefined },
): string {
  const more = budget === undefined ? "" : ` --budget ${budget}`;
  return `Resume with: ${harness.command} resume ${shellWord(dir)}${sameAgain(harness)}${more}`;
}

/** The allowed narrators, which the next command on the same folder needs too. */
const sameAgain = ({ permits }: Needs): string =>
  permits
    .inUse()
    .map((place) => ` --allow-narrator ${shellWord(place)}`)
    .join("");
