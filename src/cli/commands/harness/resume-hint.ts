/** The command that resumes a folder, ready to copy. */
import { shellWord } from "../../../config/started-by.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import { terminalText, type Io } from "../../frame/index.ts";

export { largerBudget } from "../../../playtest/index.ts";

export const resumeHint = (
  io: Io,
  dir: string,
  { harness, budget }: { harness: Pick<Harness, "configFile" | "permits">; budget?: number },
): string =>
  terminalText(
    `Resume with: ${io.command(`resume ${shellWord(dir)}`)}${configAgain(harness)}${allowAgain(harness)}${flag("budget", budget)}${keyAgain(harness)}`,
  );

/** The settings file, if one was named: the next command needs it too. */
const configAgain = ({ configFile }: Pick<Harness, "configFile">): string =>
  configFile === undefined ? "" : ` --config ${shellWord(configFile)}`;

const flag = (name: string, value: number | undefined): string =>
  value === undefined ? "" : ` --${name} ${value}`;

/** The flags that the next command on the same folder needs, so that a hint can be copied. */
const allowAgain = ({ permits }: Pick<Harness, "permits">): string =>
  permits
    .inUse()
    .map((place) => ` --allow-narrator ${shellWord(place)}`)
    .join("");

/** A printed address has no key. */
const keyAgain = ({ permits }: Pick<Harness, "permits">): string =>
  permits.inUse().some((place) => permits.hasKey({ name: place, place }))
    ? "\nAdd the query, user or password to the narrator's address: they are never stored or printed."
    : "";
