import type { ReaderKind } from "./finding-kind.ts";

/** A player is lost because of the narration. It shows in that player's words, not in the narration. */
export const confusion = {
  plural: "confused players",
  rank: 6,
  scored: "failure",
  metric: "confusionEvents",
  publicly: "Somebody lost the thread.",
  reader: {
    is: "a player at the table is unsure what is true because the narration lost them: they ask what happened, where they are, who has what, whether something still holds, or how they come to know it",
    not: "a player who objects to a mistake and knows better; surprise; curiosity; a question that the story invites; losing count or not having listened; a joke",
    notes: {
      report:
        "A player's confusion is a finding of its own, also beside the mistake that caused it; one for each confused player.",
      quote: "for confusion: from what the player said",
    },
    quotedFrom: "talk",
    needsEarlierQuote: false,
    severity: "warning",
    secondLook: { shows: ["talk"] },
  },
} satisfies ReaderKind;
