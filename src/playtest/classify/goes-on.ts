/** What one player sees or hears, spoken of again. */
const ofTheSecret =
  /^[\s\p{P}]{0,6}(?:in (?:the|this|that|your) (?:vision|dream|memory|nightmare)|(?:the|this|that) (?:vision|dream|memory|voice|whisper|whispers|whispering|image|flash|message|note|letter))\b/iu;
/** A paragraph that begins so speaks of the thing that stands before it; "it is late" and "it is up to you" speak of none. */
const ofWhatStandsBefore =
  /^[\s\p{P}]{0,6}(?:it(?! (?:will|would|takes?|took|seems?|looks?)\b)(?!(?:'s| is| was) (?:now |still |almost |nearly |only |all )?(?:up to|your|time|late|early|dark|light|dawn|dusk|noon|night|morning|evening|midnight|raining|snowing|cold|warm|quiet|clear|said|for)\b)(?=\s\p{L})|its|these|those|one of them|(?:in|inside|beneath|on|under|below|beside|next to|behind|above) it|on the back|underneath)(?!\p{L})(?!')/iu;
/** What happens in one head only. */
const ofOneMind =
  /^[\s\p{P}]{0,6}(?:and |but |then |now ){0,2}you(?:'ve| have)?(?: (?:also|suddenly|then|still|now|vaguely|dimly|clearly|faintly|alone|too)){0,2} (?:remember|recall|recogni[sz]e|know|knew|known|reali[sz]e|understand|dream|foresee|relive|are reminded|are the only|are certain|are sure|alone|must not|mustn't)(?!\p{L})/iu;
const isItem = (line: string): boolean => /^[ \t>]{0,8}(?:[-*•+–]|\p{N}{1,3}[.)]|\p{L}[.)])[ \t]/u.test(line);
const isQuoted = (line: string): boolean => /^[ \t]{0,3}>/.test(line);
/** No full stop. The items of a list often have none. */
const isUnfinished = (text: string): boolean =>
  /[,;:—-][*_]{0,3}$/u.test(text) ||
  (/[\p{L}\p{N}][*_]{0,3}$/u.test(text) && !isItem(text.split("\n").at(-1)!));
const leavesQuotationOpen = (text: string): boolean => text.split('"').length % 2 === 0;

/** Does a new paragraph go on with a secret that was told in prose? */
export const goesOnWithSecret = (paragraph: string): boolean => ofTheSecret.test(paragraph);

/** Does a new paragraph go on with what a tag made private? The tag is sure, so less will do. */
export const goesOnAfter = (paragraph: string, before: string): boolean =>
  ofTheSecret.test(paragraph) ||
  ofWhatStandsBefore.test(paragraph) ||
  ofOneMind.test(paragraph) ||
  leavesQuotationOpen(before) ||
  isQuoted(paragraph) ||
  isUnfinished(before) ||
  (isItem(paragraph) && before.split("\n").some(isItem));
