import type { ReaderKind } from "./finding-kind.ts";

export const forcedReturn = {
  plural: "forced returns",
  rank: 6,
  scored: "tangent",
  publicly: "The narrator forced the group back to the story.",
  reader: {
    is: "the relay says that the group is busy with a digression, and the narration brushes it aside, cuts it off or jumps back to the plot without a bridge",
    not: "the digression is used, or left with a fitting word; the players had turned back by themselves; the relay did not mention it",
    quotedFrom: "narration",
    needsEarlierQuote: false,
    severity: "warning",
    secondLook: { shows: ["talk-before", "relay-before"] },
    label: "forced-segue",
  },
} satisfies ReaderKind;
