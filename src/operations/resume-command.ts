/** The command that resumes a folder, ready to copy: with the options that this run needed. */
import { shellWord } from "../config/started-by.ts";
import type { Harness } from "../kernel/run/index.ts";

type Needs = Pick<Harness, "command" | "configFile" | "permits">;

export function resumeCommand(
  harness: Needs,
  { dir, budget }: { dir: string; budget?: number | undefined },
): string {
  const more = budget === undefined ? "" : ` --budget ${budget}`;
  return `Resume with: ${harness.command} resume ${shellWord(dir)}${sameAgain(harness)}${more}${keyAgain(harness)}`;
}

/** The settings file and the allowed narrators, which the next command on the same folder needs too. */
export const sameAgain = ({ configFile, permits }: Needs): string =>
  [
    ...(configFile === undefined ? [] : [` --config ${shellWord(configFile)}`]),
    ...permits.inUse().map((place) => ` --allow-narrator ${shellWord(place)}`),
  ].join("");

/** A printed address has no key. */
const keyAgain = ({ permits }: Needs): string =>
  permits.inUse().some((place) => permits.hasKey({ name: place, place }))
    ? "\nAdd the query, user or password to the narrator's address: they are never stored or printed."
    : "";
