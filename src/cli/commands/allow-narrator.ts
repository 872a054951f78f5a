/** Narrators that a stored folder names: they run only where a person says so. */
import { shellWord } from "../../config/started-by.ts";
import type { Confirm, Harness } from "../../kernel/run/index.ts";
import { terminalText, type Io } from "../frame/index.ts";

export const allowNarratorFlag = {
  allowNarrator: {
    type: "list",
    whole: true,
    value: "PATH|URL",
    help: "A module or an address that the stored session names as its narrator, and that you trust. Repeatable.",
  },
} as const;

/** On a terminal, a question; elsewhere nobody answers. The real path is shown: a link may have any name. */
export const askToAllow =
  (io: Io, signal: AbortSignal): Confirm =>
  async ({ place, real }) => {
    const isModule = !/^https?:/.test(real);
    return io.confirm(
      terminalText(
        isModule
          ? `The stored folder names a module as its narrator: ${place}${real === place ? "" : `\nIt is a link to ${real}`}\nLoading it runs its code with your permissions. Load it?`
          : `The stored folder names an address as its narrator: ${real}\nThe whole session is sent there. Call it?`,
      ),
      signal,
    );
  };

/** What the next command on the same folder needs, so that a hint can be copied. */
export const allowAgain = ({ permits }: Pick<Harness, "permits">): string =>
  permits
    .inUse()
    .map((place) => ` --allow-narrator ${shellWord(place)}`)
    .join("");
