/** What one player sees or hears, spoken of again. */
const ofTheSecret = /^[\s\p{P}]{0,6}(?:in (?:the|this|that|your) (?:vision|dream|memory|nightmare)|(?:the|this|that) (?:vision|dream|memory|voice|whisper|whispers|whispering|image|flash|message|note|letter))\b/iu;
/** A paragraph that begins so speaks of the thing that stands before it; "it is" may be about anything. */
const ofWhatStandsBefore = /^[\s\p{P}]{0,6}(?:it(?! (?:is|was|will|would|takes?|took|seems?|looks?|has|had)\b)(?=\s\p{L})|its|these|those|one of them|(?:in|inside|beneath|on|under|below|beside|next to|behind|above) it|on the back|underneath)(?!\p{L})(?!')/iu;

/** Does a new paragraph go on with a secret that was told in prose? */
export const goesOnWithSecret = (paragraph: string): boolean => ofTheSecret.test(paragraph);

/** Does a new paragraph go on with what a tag made private? The tag is sure, so less will do. */
export const goesOnAfter = (paragraph: string): boolean => ofTheSecret.test(paragraph) || ofWhatStandsBefore.test(paragraph);
