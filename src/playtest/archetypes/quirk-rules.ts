/** How the audit hears a quirk: by words that go with it. */

/** What a player said and wanted in a turn; `both` is the two together, with straight apostrophes. */
type Said = { says: string; wants: string; both: string };
/** Names that may be heard in it: of the other players, and of the people in the story. */
export type KnownNames = { others: readonly string[]; people: readonly string[] };
export type QuirkRule = (said: Said, names: KnownNames) => boolean;

export const says =
  (pattern: RegExp): QuirkRule =>
  ({ both }) =>
    pattern.test(both);

export const mentions = (text: string, names: readonly string[]): boolean =>
  names.some((name) => text.includes(name));

/** Asks something about the world, and not for consent. */
export const asksSomething: QuirkRule = ({ says, wants }) =>
  /^\W*(?:ask|find out|learn)\b/i.test(wants) ||
  (says.match(QUESTION) ?? []).some((question) => ASKING.test(question) && !SUGGESTION.test(question));

const QUESTION = /[^.!?]*\?/g;
/** "Shall we …?" asks for nothing but consent, and "did you see that?" for nothing at all. */
const SUGGESTION =
  /^\W*(?:(?:so|then|and|but|okay|well|maybe|[a-z]+,)\s+)*(?:shall|should|could|can|how about|what about|what if|why not|why don't|maybe|did you|do you|have you|you)\b.*(?:\bwe\b|\byou\b|\bus\b)|\b(?:no|right|couldn't we|shouldn't we|don't you think|aren't we)\s*\?\s*$/i;
const ASKING =
  /\b(?:who|whom|whose|what|when|where|why|how|which|is|are|was|were|does|do|did|has|have|can|could|would|will)\b/i;
