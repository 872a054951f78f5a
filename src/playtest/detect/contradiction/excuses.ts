import type { Fact } from "../../../contract/index.ts";
import { sentences } from "../sentences.ts";
import type { Context } from "./context.ts";
import { openables } from "./openables.ts";
import type { Statement } from "./statement.ts";

/** What may have opened a door, or locked it, without naming it. */
const OPENING =
  /\b(?:keys?|locks?|lockpicks?|picks? (?:it|at)|unlock\w*|latch\w*|bolts?|bolted|bars?|hinges?|crowbar|pr(?:y|ies|ised?)|forc\w+ (?:it|a way|the)|break\w* (?:it|in|through)|broke\w* (?:it|in|through)|smash\w*|knock\w*|raps?|(?:opens?|opened) (?:it|to you|for you|at last|from)|it (?:opens?|swings?|gives?|yields?)|gives? way|yields?|lets? (?:you|them|us|everyone|the group) (?:in|pass|through|inside)|let (?:in|inside)|indoors|another way|chains?|rattl\w*|the way (?:is |lies )?(?:clear|open|free)|(?:goes?|steps?|files?|walks?|slips?|squeezes?|climbs?|ushers? \w+|shows? \w+|waves? \w+) (?:in|inside|through)(?! (?:the|a|an|your|his|her)\b))\b/i;
const LOCKING =
  /\b(?:keys?|locks?|locked|locking|bolts?|bolted|bars?|barred|latch\w*|chains?|chained|seals?|sealed|barricad\w+|wedg\w+|boards? up|boarded up|shutters?|alarms?|lockdown|slam\w*|(?:shuts?|clos(?:es?|ed)|pulls?|pulled|swings?|swung) (?:it|them|behind|to\b|the door)|(?:it|them|door) (?:shut|closed|to\b))\b/i;

/** Was anything told that may have brought it about, though not of this thing by name? What is out of sight counts as told. */
export function isExcused(
  said: Statement,
  before: Fact,
  { names, toldSince }: Pick<Context, "names" | "toldSince">,
): boolean {
  if (said.attribute !== "state") return false;
  const told = toldSince(before, said);
  if (!told) return true;
  const way = said.value === "locked" ? LOCKING : OPENING;
  return told
    .filter((output) => output.close || isAbout(output.text, said.entity))
    .some(({ text }) =>
      sentences(text).some((sentence) => {
        if (!way.test(sentence.text)) return false;
        // What goes on at another door is no excuse.
        const doors = openables(sentence, names);
        return doors.length === 0 || doors.some(({ kind }) => kind === "bare");
      }),
    );
}

/** Does a scene name the place that a door belongs to? */
const isAbout = (text: string, entity: string) =>
  text.toLowerCase().includes(entity.split(" ").at(-2) ?? entity);
