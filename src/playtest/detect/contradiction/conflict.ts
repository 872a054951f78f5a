import type { Attribute } from "./statement.ts";
import { contentWords } from "../content-words.ts";
import { GROUP } from "./holder.ts";

/** A place that goes where the group goes, or that nobody knows. */
export const SOMEWHERE = "somewhere";

/** Can both be true of one thing at one time? `doubtful`: perhaps. */
export function conflict({
  attribute,
  before,
  now,
  players,
}: {
  attribute: Attribute;
  before: string;
  now: string;
  players: ReadonlySet<string>;
}): "none" | "clear" | "doubtful" {
  if (before === now) return "none";
  if (attribute === "state") return (before === "locked") === (now === "locked") ? "none" : "clear";
  if (attribute === "place")
    return before === SOMEWHERE || contentWords(before).some((word) => contentWords(now).includes(word))
      ? "none"
      : "clear";
  if (attribute === "name")
    return before.split(" ").some((word) => now.split(" ").includes(word)) ? "none" : "clear";
  if (attribute === "holder") {
    const ofGroup = (who: string) => who === GROUP || players.has(who);
    if (!ofGroup(before) || !ofGroup(now)) return "clear";
    // "You" is whoever is meant; players pass things on at the table.
    return before === GROUP || now === GROUP ? "none" : "doubtful";
  }
  return "clear";
}
