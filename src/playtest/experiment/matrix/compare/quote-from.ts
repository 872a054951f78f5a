import { quotedFrom, type SessionResult } from "../../../../contract/index.ts";
import type { BecauseOptions } from "../../../compare/index.ts";

/** The words that show a problem of a play. A session's result is read only if it is quoted. */
export const quoteFrom =
  (resultOf: (session: string) => SessionResult | undefined): NonNullable<BecauseOptions["quoteOf"]> =>
  ({ session }, kind) => {
    const [worst] = (resultOf(session)?.issues ?? [])
      .filter((episode) => episode.kind === kind)
      .toSorted((one, other) => other.pointsLost - one.pointsLost);
    // The earlier words that it repeats or contradicts come first.
    const words = worst?.evidence.findLast(({ turn }) => turn >= worst.turn) ?? worst?.evidence[0];
    return words && { at: `${session}, ${quotedFrom(words.turn, "turn")}`, text: words.text };
  };
