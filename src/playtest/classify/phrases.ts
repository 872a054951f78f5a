/** Between two words of a phrase: spaces, a line break, the stars of an emphasis. */
const gap = String.raw`[\s*_]{1,4}`;

/** One pattern of many phrases: what is written as a single space matches any gap. */
export const phrases = (...sources: string[]): RegExp =>
  new RegExp(String.raw`(?<!\p{L})(?:${sources.map(spaced).join("|")})(?!\p{L})`, "iu");

export const spaced = (source: string): string => source.replaceAll(" ", gap);

/** To see, hear, feel or know. */
export const perceive =
  "(?:see|sees|saw|seen|hear|hears|heard|notic(?:e|es|ed|ing)|know|knows|knew|feel|feels|felt|sens(?:e|es|ed)|perceiv(?:e|es|ed)|catch|catches|caught|spot|spots|spotted|" +
  "reali[sz](?:e|es|ed)|recogni[sz](?:e|es|ed)|understand|understands|understood|remember|remembers|react|reacts|reacted|smell|smells|glimpse|glimpses|glimpsed|observe|observes|witness|witnesses|" +
  "seeing|hearing|aware|read|reads|discern|discerns|detect|detects|make out|makes out|made out|pick up|picks up)";

/** What may stand before it: "can", "seems to", "has ever". */
export const auxiliary =
  "(?:(?:can|could|will|would|may|might|seems?|seemed|appears?|happens?|to|has|have|had|is|are|ever|even|clearly|truly|really|also|actually) ){0,3}";

/** One player perceives something: "you see", "you can hear". */
export const youPerceive = phrases(`you ${auxiliary}${perceive}`);
