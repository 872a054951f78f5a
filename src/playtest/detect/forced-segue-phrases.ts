/** Set phrases with which a narrator drags a group along: proof where they stand, and no loss where they do not. */
import type { Span } from "./sentences.ts";
import { MARK } from "./word-marks.ts";

/** What may stand before it: "Okay, so, moving on." */
const LEAD_IN = String.raw`[\s—-]*(?:(?:ok|okay|all right|alright|right|well|so|but|and|now|yes|ha(?:ha)?|good one|very funny|funny)\b[\s,.!—-]*){0,3}`;
const HEAD = `^${LEAD_IN}`;
/** Also in the middle of a sentence: "That is neither here nor there, so let us get back to the story." */
const CLAUSE = `(?:^|[,;:—])${LEAD_IN}`;
const STORY = String.raw`(?:the|our|your|this) (?:story|tale|adventure|scene|game|plot|matter|task|mission|quest|business|moment|point|main|present|action|narrative|situation)`;
/** The telling itself, and not a tale that somebody in it tells. */
const TELLING = String.raw`(?:(?:the|our|your|this) (?:story|tale|adventure|game|plot|narrative|(?:matter|business|task|story) at hand)(?!\s+(?:in|of|on|that|which|he|she|they|you|told|about|from)\b)|where we (?:were|left off)|what matters)`;
const BACK = String.raw`(?:(?:getting|coming|going|turning|jumping|circling|to get|to come) )?back to ${TELLING}|(?:returning|to return) to ${TELLING}`;
const COME_ON = String.raw`(?:let's|let us|shall we|we should|we must|time to|it's time to)`;

/** Nobody says these but a narrator who drags the group along, wherever the group was. */
const PLAIN = [
  `${CLAUSE}(?:${BACK})`,
  String.raw`${CLAUSE}${COME_ON} (?:now )?(?:(?:get|go|head|move|come) )?(?:back|return|on) (?:(?:to|with) ${TELLING}|on track)`,
  String.raw`${CLAUSE}${COME_ON} (?:stay on track|refocus)\b`,
  String.raw`${CLAUSE}where were we\s*\?`,
  String.raw`${HEAD}as i was (?:saying|telling)\b`,
  String.raw`${HEAD}any(?:way|how|ways)\b[\s,.…—-]*(?:back to|let's get|let us get|where were we|moving on|on with)\b`,
].map(caseless);

/** Without any of its words there is none of them, nor of those with which an output begins. */
const mayDrag = (marks: number): boolean =>
  (marks & MARK.segue) !== 0 || ((marks & MARK.where) !== 0 && (marks & MARK.we) !== 0);

/** And these, as a sentence of their own with which the output begins. */
const BEGINNING = caseless(
  String.raw`${HEAD}(?:any(?:way|how|ways)|moving (?:on|along|right along)|enough of (?:that|this))\s*[.!…]*$`,
);

/** Said in the narrator's own voice and at the head of a sentence: a caravan that is moving on is no segue. Only after the group had strayed. */
const SEGUES = [
  String.raw`any(?:way|how|ways)\b[\s,.…—-]*(?:back\b|let's\b|let us\b|returning|to return|as i\b|(?:the|our) story\b)`,
  String.raw`any(?:way|how|ways)[,.…—-]`,
  String.raw`moving (?:on|along|right along)(?:[,.!…—]|\s+(?:from|to)\b|\s*$)`,
  String.raw`enough (?:of that|about that|of this|with the|joking|jokes|chatter|chit-?chat)`,
  String.raw`${COME_ON} (?:get |return |go |head |move |come |now )*(?:back|return|on) (?:to|with) ${STORY}`,
  String.raw`(?:let's|let us) (?:get back|move on|return|get on with|refocus|focus|stay on track|get back on track)\b(?! (?:inside|home|outside|upstairs|downstairs))`,
  String.raw`(?:getting|coming|going|turning|returning|to get|to come|to return|jumping|circling) back to ${STORY}`,
  String.raw`(?:returning|to return) to ${STORY}`,
  String.raw`back to (?:${STORY}|reality|business|it\b)`,
  String.raw`as i was describing`,
  String.raw`where were we\b`,
  String.raw`that aside[,.]|be that as it may[,.]|that(?:'s| is) neither here nor there|jokes aside|all (?:joking|kidding) aside`,
  // Waved away.
  String.raw`(?:putting|setting|leaving) (?:the |this |that |these |all |your |our )?(?:[\w'-]+ ){0,4}?(?:aside|behind (?:us|you))\b`,
  String.raw`with (?:that|this|all that) (?:out of the way|dealt with|behind (?:us|you))\b`,
  String.raw`(?:fun|funny|amusing|lovely|charming|entertaining) (?:as|though) (?:that|this|it|all that) (?:was|is|may be)\b`,
  String.raw`that(?:'s| is| was) (?:all )?(?:very|quite) (?:nice|well|fun|funny|lovely|charming|amusing)[^.;]{0,20}, but\b`,
  String.raw`that(?:'s| is| was) (?:quite )?enough (?:of (?:that|this)|silliness|nonsense|fooling|foolery|fun|for now)\b`,
  String.raw`(?:but )?(?:i|we) digress\b`,
  String.raw`nothing (?:here )?(?:matters|comes of (?:it|this|that))\b`,
  String.raw`all (?:of )?(?:that|this) (?:fades|falls away|is forgotten|no longer matters)\b`,
  String.raw`before any of (?:that|this|it) can happen\b`,
  String.raw`(?:we'll|we will|we can|we could) (?:just )?(?:say|come back to|get back to|return to) (?:that|this|it)\b`,
  // Called to order.
  String.raw`(?:(?:folks|people|everyone|everybody|team|all of you),? )?(?:please,? )?focus(?:,? (?:please|everyone|everybody|folks|people))?\s*[.!]`,
  String.raw`(?:the|our) (?:story|game|plot), please\b`,
  String.raw`(?:can|could|may) we (?:please )?(?:get|go|come) back\b`,
  String.raw`(?:let's|let us) (?:steer|bring|turn|pull) (?:this|it|us|things|everybody|everyone) back\b`,
  String.raw`(?:let's|let us) (?:pick up|go on|continue|resume) (?:from )?where we (?:were|left off|stopped)\b`,
  String.raw`back (?:on (?:topic|track|course)|in the (?:story|game|plot))\b`,
  String.raw`meanwhile, back\b`,
  String.raw`now then,? (?:about|to)\b`,
  // Cut like a film.
  String.raw`(?:cut|cut to\b.*|(?:fade|smash cut|hard cut|jump cut) (?:in|to|back)\b.*)\s*[.!…:]`,
]
  .map((pattern) => caseless(HEAD + pattern))
  .concat(
    [
      String.raw`${CLAUSE}(?:the|our|your) story (?:goes on|continues|resumes|moves on|is (?:over )?(?:at|in|elsewhere))\b`,
      String.raw`${CLAUSE}the scene (?:changes|cuts|jumps)\b`,
      String.raw`\b(?:marches|drags|hauls|herds|shoos|bundles|hustles) (?:you|all of you|the group) (?:\w+ )?back\b`,
      String.raw`\b(?:you|and) (?:somehow )?(?:know|feel|sense),?(?: somehow,?)? (?:that )?you (?:must|have to|need to|ought to)\b`,
      String.raw`\bstop wasting (?:your )?time\b`,
    ].map(caseless),
  );

/** Only as the first word after the group had strayed: elsewhere they are any narrator's. */
const SHRUGS = caseless(
  `${HEAD}(?:in any case|in any event|at any rate|regardless|nevertheless|nonetheless),`,
);

/** Wherever the group was, or only after it had strayed: `at` is the sentence's number. */
export const dragsPlainly = ({ text, marks }: Span, at: number): boolean =>
  mayDrag(marks) && (PLAIN.some((segue) => segue.test(text)) || (at === 0 && BEGINNING.test(text)));
export const drags = ({ text }: Span, at: number): boolean =>
  SEGUES.some((segue) => segue.test(text)) || (at === 0 && SHRUGS.test(text));

function caseless(pattern: string): RegExp {
  return new RegExp(pattern, "i");
}
