import type { ArchetypeId, PlayerTurn } from "../../contract/index.ts";

export type HeardIn = {
  /** Of the other players. */ others: readonly string[];
  /** Of the people in the story. */ people: readonly string[];
};

type Hears = (said: { says: string; wants: string; both: string }, heard: HeardIn) => boolean;

const QUESTION = /[^.!?]*\?/g;
/** "Shall we …?" asks for nothing but consent, and "did you see that?" for nothing at all. */
const SUGGESTION =
  /^\W*(?:(?:so|then|and|but|okay|well|maybe|[a-z]+,)\s+)*(?:shall|should|could|can|how about|what about|what if|why not|why don't|maybe|did you|do you|have you|you)\b.*(?:\bwe\b|\byou\b|\bus\b)|\b(?:no|right|couldn't we|shouldn't we|don't you think|aren't we)\s*\?\s*$/i;
const ASKING =
  /\b(?:who|whom|whose|what|when|where|why|how|which|is|are|was|were|does|do|did|has|have|can|could|would|will)\b/i;

const asks = ({ says, wants }: { says: string; wants: string }): boolean =>
  /^\W*(?:ask|find out|learn)\b/i.test(wants) ||
  (says.match(QUESTION) ?? []).some((question) => ASKING.test(question) && !SUGGESTION.test(question));

const matches =
  (pattern: RegExp): Hears =>
  ({ both }) =>
    pattern.test(both);
const names = (text: string, list: readonly string[]): boolean => list.some((name) => text.includes(name));

/** By words that go with the quirk. Whether something was a joke, or off the script, no list of words can tell. */
const rules: Partial<Record<ArchetypeId, Hears>> = {
  engaged: matches(
    /\bwhat (?:do|can|could|would|did|might) (?:i|we) (?:see|hear|feel|find|smell|notice|make out)\b|\bask what (?:i|we) (?:see|hear|feel|find|notice)|\bwhat(?:'s| is) (?:there|in front of|behind|inside)\b/i,
  ),
  questioner: asks,
  curious: asks,
  optimizer: matches(
    /\b(?:options?|alternatives?|weigh|pros|cons|trade-?offs?|risks?|costs?|odds|gains?|consequences?|worth|undone|take (?:it|that) back|how (?:much time|long) do we have|fallback|what happens if|suppose we|spend|price)\b/i,
  ),
  invested: ({ both }, { others, people }) =>
    names(both, [...people, ...others]) &&
    /\b(?:worr\w*|hope|hate|hurt|safe|all right|okay|alright|care|cares|concern\w*|afraid|scared|alone|lonely|grie\w*|sorry|poor|forgive|promise\w*|protect|miss(?:es)?|waits? for|looks? after|feel\w*|heart|remember|happens? to|go(?:es)? badly|went badly|wants?|love[sd]?|trust|why)\b/i.test(
      both,
    ),
  drifter: matches(
    /\brecap|\bcatch (?:me|us) up|\b(?:i|we) (?:\w+ )?(?:missed|blinked|drifted|zoned out|spaced|lost the thread|lost track|wasn't listening)|\bonly got the end|\bwho(?:'s| is) \S+(?: \S+)? again|\bwhere (?:were|are) we\b|\bstill (?:thinking about|where we were|at) |\bdid i dream|\bwhat was the question|\bsorry, (?:what|i|who|where)|\bsay that again/i,
  ),
  experienced: matches(
    /\b(?:classic(?:al)?|tropes?|clich[eé]s?|red herring|genre|convention|foreshadow\w*|twist|reversal|chekhov|lovecraft\w*|campaign|(?:these|this kind of|this sort of|such) stor(?:y|ies)|by the book|(?:first|second|third|last) act|the part where|point in the story|refusal of the call|i've (?:seen|read|played) (?:this|that|enough)|old players|horror (?:films?|movies?|stor(?:y|ies))|films?|movies?|novels?|every (?:time|single) (?:one|story)|locked room)\b/i,
  ),
  follower: ({ both }, { others }) =>
    /\b(?:i'll|i will|i'm|i) (?:just )?(?:go|tag|stick|follow|stay|do)\b[^.!?]*\b(?:with|along|behind|same|whatever)\b/i.test(
      both,
    ) ||
    (names(both, others) &&
      /\b(?:same as|go(?:es)? (?:along )?with|along with|behind|whatever|stick with|follow|what|knows best)\b/i.test(
        both,
      )),
};

/** Can a player's quirk be heard in what they said? Null: there is no rule for this archetype's. */
export function quirkShows(
  archetype: ArchetypeId,
  { says, wants }: Pick<PlayerTurn, "says" | "wants">,
  heard: HeardIn,
): boolean | null {
  const rule = rules[archetype];
  return rule ? rule({ says, wants, both: `${says}\n${wants}`.replaceAll("’", "'") }, heard) : null;
}
