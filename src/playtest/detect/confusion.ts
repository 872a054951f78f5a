import { excerpt } from "./excerpt.ts";
import { narration } from "./narration.ts";
import type { Detector } from "./observation.ts";
import { hasMarks } from "./text.ts";
import { MARK } from "./word-marks.ts";

/** A player who cannot follow the telling, as against a character who is lost in the woods. */
const CONFUSED = [
  /\b(?:i|we) (?:really |still |honestly |just )?(?:don't|do not|didn't|did not|can't|cannot) (?:really |quite |even )?(?:understand|follow|get|make sense of) (?:what(?:'s| is| has| just)?\b|any of (?:this|that)|this (?:at all|scene|part)|that (?:at all|part)|anything|how we)/i,
  /\b(?:i|we) (?:have|had) no (?:idea|clue) what(?:'s| is| just)? (?:happen|going on)/i,
  /\bwait,? (?:what|huh)\b\s*(?:[?!.…]|just happened|is happening|$)/i,
  /\bwhat (?:just )?happened (?:there|just now)?\s*\?.*\b(?:confus|lost|understand|follow)/i,
  /\bwhat(?:'s| is) (?:even |actually )?(?:going on|happening)\b(?: here| now)?\s*\?/i,
  /\bwho(?:'s| is| was| are) (?:that|this|he|she|it|they|[\p{Lu}][\p{L}]+) again\b/iu,
  /\b(?:i'm|i am|we're|we are|now i'm) (?:a (?:bit|little) |so |totally |completely |very |really |kind of |kinda |pretty |just |still |utterly )*(?:confused|baffled)\b(?! (?:look|express|face))/i,
  /\b(?:i'm|i am) (?:a (?:bit|little) |so |totally |completely |really |kind of |kinda |pretty |just |still |utterly )*lost\s*(?:[.!?,…]|here\b|again\b|$)/i,
  /\byou(?:'ve)? lost me\b/i,
  /\b(?:that|this|it|none of (?:that|this)) (?:makes|made) no sense\b|\b(?:that|this|it) (?:doesn't|does not|didn't) make (?:any )?sense\b/i,
  /\bhow did we (?:get|end up) here\b/i,
];

/** The players say that they cannot follow. One of them may be a drifter; two are the narrator's fault. */
export const confusion: Detector = ({ turn, players }) => {
  const confused = players
    .toSorted((a, b) => a.seat - b.seat)
    .flatMap(({ seat, says, wants }) => {
      const words = [says, wants].find(isConfused);
      return words === undefined ? [] : [{ seat, words }];
    });
  if (confused.length === 0) return { findings: [] };
  const alone = confused.length === 1;
  return {
    findings: [
      {
        turn,
        type: "confusion",
        description: alone
          ? "A player could not follow what happened."
          : `${confused.length} players could not follow what happened.`,
        severity: "warning",
        evidence: confused.map(({ words }) => ({ turn, text: excerpt(words) })),
        confidence: alone ? 0.4 : 0.75,
        source: "confusion",
        candidate: alone,
      },
    ],
  };
};

function isConfused(said: string): boolean {
  if (!hasMarks(said.slice(0, MOST), MARK.confused)) return false;
  const own = ownWords(said);
  return CONFUSED.some((pattern) => pattern.test(own));
}

const MOST = 4_000;

/** What a character says in quotation marks is spoken in the story, unless it is all that was said. */
function ownWords(said: string): string {
  const part = said.slice(0, MOST).replaceAll("’", "'");
  const { told } = narration(part);
  return told.trim().length > 1 ? told : part;
}
