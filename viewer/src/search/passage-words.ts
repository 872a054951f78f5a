/** Where a passage was found, in words. */
import type { Passage } from "../../../src/contract/index.ts";

/** Undefined: nobody in particular, as for narration that everybody hears. */
export function passageWords({ kind, who, to = [] }: Pick<Passage, "kind" | "who" | "to">): string {
  switch (kind) {
    case "narration":
      return "narrator";
    case "table":
      return `${who ?? "a player"}, at the table`;
    case "relay":
      return `${who ?? "the spokesperson"}, relaying to the narrator`;
    case "private":
      return who === undefined ? `narrator, only to ${to.join(" and ") || "nobody"}` : `${who}, in private`;
    case "finding":
      return "finding";
    case "prompt":
      return "narrator's prompt";
  }
}
