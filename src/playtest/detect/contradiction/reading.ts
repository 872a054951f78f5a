import { narrationOf } from "../narration.ts";
import { sentencesOf, type Span } from "../sentences.ts";
import { read as readText } from "../text.ts";
import { MARK } from "../word-marks.ts";
import type { Mention, Names } from "./mentions.ts";
import { once } from "../once.ts";
import type { Openable } from "./openables.ts";
import { TOPIC } from "./topics.ts";

/** Told: it is so. Reported: somebody says so. Supposed: wished, dreamt, planned, remembered. Offered: the players may choose it. */
export type Mood = "told" | "reported" | "supposed" | "offered";

export type Sentence = {
  /** With speech blanked out. */
  text: string;
  /** What it is a part of, as it was written: `source.slice(start, end)`. */
  source: string;
  start: number;
  end: number;
  mood: () => Mood;
  /** Does it say that what it tells was always so? */
  always: () => boolean;
  /** The one before it, where that names what this one may go on about: see `CARRIED`. */
  previous?: Sentence;
  people: readonly Mention[];
  /** What it names that can be locked or open, once somebody has asked. */
  openables?: readonly Openable[];
  /** What it can be about: bits of `TOPIC`, and of `MARK`. */
  topics: number;
  marks: number;
};

const SUPPOSED = new RegExp(
  [
    String.raw`\b(?:if|unless|whether|would|could|might|may|maybe|perhaps|possibly|probably|presumably|supposedly|allegedly|should|shall|will|won't|lest)\b|'(?:ll|d)\b`,
    String.raw`\bcan\b(?! (?:see|hear|feel|smell|tell|make out|just))`,
    String.raw`\b(?:as if|as though|like (?:a|an|the)|seems?|seemed|appears? to|appeared to|looks like|almost|nearly|half-dead|about to|going to|ready to|threatens? to|used to|supposed to|meant to)\b`,
    String.raw`\b(?:imagine|suppose|pretend|wish|hope|fear|expect|think|thinks|thought|believes?|believed|suspects?|wonders?|guess|assumes?|decides?|doubt|promises?|rumou?rs?|legends?|tales?|stories|songs?)\b`,
    String.raw`\bbefore (?:he|she|they|it|\p{Lu}[\p{L}]+)\b|(?<!\bat )\bonce\b(?! (?:more|again))|\b(?:until|till|years ago|long ago|last (?:night|week|month|year|winter|summer)|days ago|yesterday|tomorrow|ever|whenever|every time|usually|always|sometimes|often|or so|or something|(?:people|they|folk|some|locals|everyone|villagers|sailors) (?:say|said|tell|claim|whisper)|(?:is|was|are) said|(?:every|each) (?:day|night|morning|evening|week|year|spring|summer|autumn|winter))\b`,
    String.raw`\b(?:painting|portrait|photograph|photo|picture|drawing|sketch|statue|letter|log|ledger|scroll|inscription|plaque|message|diary|journal|recording|tape|newspaper|headline|poster|mural|mirror|film|screen|play|telegram|tintype|daguerreotype|carving|effigy|engraving|tapestry|fresco|icon|bust)\b`,
  ].join("|"),
  "iu",
);
const REPORTED =
  /\b(?:says?|said|tells?|told|claims?|claimed|explains?|explained|insists?|insisted|swears?|swore|shouts?|whispers?|reports?|announces?|admits?|mentions?|reads?|warns?|according to|word is|knows?|adds?|replies|answers)\b(?:\s+(?:you|him|her|them|us|me|everyone))?(?:\s+(?:that|the|it|there|he|she|they|his|her|their|its|a|an|no|you|your|how|why|where|who|what)\b|(?:\s+\p{Lu}[\p{L}'-]*){1,3}\s+(?:is|are|was|were|has|had|lies|died|dies|lives|holds|keeps|carries)\b|\s*:)/u;
const REMEMBERED =
  /\b(?:(?<!\b(?:will|to|that|which) )remember(?:s|ed|ing)?\b(?! that\b)|recalls?|recalled|memor(?:y|ies)(?! (?:apiece|each)\b)|reminded|recollect\w*|flashback)\b/i;
const DREAMT =
  /\b(?:dreams?|dreamt|dreamed|dreaming|nightmares?|visions|flashback|hallucinat\w+|trance|premonition)\b|\b(?:a|the|this|another|your) vision\b(?! (?:blurs|swims|clears|narrows|darkens))|(?:^|[.!?]\s)\s*(?:\p{L}+ )?(?:hours|days|weeks|months|years) (?:earlier|before|ago)\s*[,.:—]/iu;
const AWAKE =
  /\b(?:wakes?|woke|awake|awaken\w*|comes? to|snaps? (?:out|back)|(?:vision|dream|nightmare|trance) (?:ends|fades|breaks|passes|shatters|dissolves|is over))\b/i;
const PRIVATE = /^\s*[[(][^\])\n]{0,40}\b(?:only|private|privately|secretly|alone)\b/i;
/** An option that is offered: nothing of it has happened. */
const LISTED = /^\s*(?:[-•–]|\(?\d{1,2}[.):]|\(?[a-dA-D][.):])\s+\S/;
/** The narrator lets on that something is not as it was. */
const OWNED =
  /\b(?:no longer|anymore|any more|this time|somehow|(?:has|have|had) (?:been|since|gone|come|changed|moved|turned)|'(?:s|ve|d) been|by now|surpris\w+|strange\w*|odd\w*|impossibl\w*|although|though|despite|someone|somebody|myster\w+|changed|earlier|moments? ago|a different|replaced|unlike|instead|left (?:it|them)? ?(?:open|unlocked|locked))\b/i;
/** Words that let on only where they stand beside it: "is open now", as against "you reach the porch again". */
const OWNED_NEARBY = /\b(?:now|again|yet|since|finally|at last|suddenly|once more|another|new)\b/i;
const NEARBY = 20;

/** "As ever", "from the first", "since you came": it was never otherwise, so no change in between can explain it. */
const NEVER_OTHERWISE =
  /,?\s*\b(?:as (?:ever|always|before|usual)|as (?:it|he|she|they|there) (?:(?:always|ever) )?(?:was|were|(?:has|have|had) been)(?: (?:all along|before|always))?|all (?:along|night|day|morning|evening)|from the (?:first|start|beginning|outset)|(?:ever )?since (?:before )?(?:you|we|they) (?:came|arrived|got here|began|set out)|the whole time|as on the first day|(?<=\b(?:has|have|had) )(?:never|always)(?= been\b)|(?<=\b(?:has|have|had) )never(?= left\b))/i;
/** Told as a fact, though it lies in the past. */
const LONG_DEAD = /\b(?:died|dead)\b[^,;.]{0,20}\b(?:years|months|weeks|long) ago\b/i;

const claimsNoChange = ({ text, marks }: Span): boolean =>
  (marks & MARK.never) !== 0 && NEVER_OTHERWISE.test(text);

/** Does it say that nothing has happened to it since it was last seen? */
export const claimsStill = ({ text }: Sentence): boolean =>
  /\bstill\b(?! (?:as|more|another|further))/i.test(text);

/** Is the part of a sentence told as something that has changed? */
export const ownsUp = (
  { text }: Sentence,
  { from = 0, to = text.length }: { from?: number; to?: number },
): boolean => OWNED.test(text) || OWNED_NEARBY.test(text.slice(Math.max(0, from - NEARBY), to + NEARBY));

/** A text for what it asserts: the topics of its sentences, and each sentence where somebody asks for it, in their order. Most of them state nothing. */
export type Reading = {
  spans: readonly Span[];
  topics: readonly number[];
  sentence: (at: number) => Sentence;
  speech: readonly string[];
};

/** What is named in one sentence and spoken of as "it" in the next. */
export const CARRIED = TOPIC.doors | TOPIC.tracked;

/** How a sentence is meant is worked out where somebody asks. */
export function reading(
  text: string,
  { supposed = false, names }: { supposed?: boolean; names: Pick<Names, "people" | "topics"> },
): Reading {
  const { read: told, speech } = narrationOf(readText(text));
  const spans = sentencesOf(told);
  const topics: number[] = [];
  for (const { from, to } of spans) topics.push(names.topics(told.words, from, to));
  const paragraphs = once(() => told.text.split("\n"));
  const unreal = once(() => (told.marks & UNREAL ? unrealIn(paragraphs(), told.marks) : []));
  const moodIn = (span: Span, paragraph: number): Mood => {
    if (supposed) return "supposed";
    return unreal()[paragraph]
      ? "supposed"
      : LISTED.test(paragraphs()[paragraph]!)
        ? "offered"
        : moodOf(span);
  };
  let lines = 0;
  let line = 0;
  let last: { at: number; sentence: Sentence } | undefined;
  const sentence = (at: number): Sentence => {
    if (last?.at === at) return last.sentence;
    const previous = at > 0 && topics[at - 1]! & CARRIED ? sentence(at - 1) : undefined;
    const span = spans[at]!;
    for (
      let next = told.text.indexOf("\n", line);
      next >= 0 && next < span.start;
      next = told.text.indexOf("\n", line)
    ) {
      lines += 1;
      line = next + 1;
    }
    const paragraph = lines;
    let mood: Mood | undefined;
    let always: boolean | undefined;
    const made: Sentence = {
      text: span.text,
      source: text,
      start: span.start,
      end: span.end,
      mood: () => (mood ??= moodIn(span, paragraph)),
      always: () => (always ??= claimsNoChange(span)),
      previous,
      people: topics[at]! & TOPIC.people ? names.people(span.text) : NOBODY,
      openables: undefined,
      topics: topics[at]!,
      marks: span.marks,
    };
    last = { at, sentence: made };
    return made;
  };
  return { spans, topics, sentence, speech };
}

const NOBODY: readonly Mention[] = [];

const UNREAL = MARK.dreamt | MARK.remembered | MARK.whispered;

/** Which paragraphs tell of what is dreamt, remembered or whispered to one. A dream goes on until somebody wakes. */
function unrealIn(paragraphs: readonly string[], marks: number): boolean[] {
  let dreaming = false;
  return paragraphs.map((paragraph) => {
    dreaming ||= (marks & MARK.dreamt) !== 0 && DREAMT.test(paragraph);
    const unreal =
      dreaming ||
      ((marks & MARK.remembered) !== 0 && REMEMBERED.test(paragraph)) ||
      ((marks & MARK.whispered) !== 0 && PRIVATE.test(paragraph));
    if (dreaming && AWAKE.test(paragraph)) dreaming = false;
    return unreal;
  });
}

function moodOf({ text: sentence, marks }: Span): Mood {
  if (/\?\s*$/.test(sentence)) return "offered";
  if (
    marks & MARK.supposed &&
    SUPPOSED.test(sentence) &&
    SUPPOSED.test(sentence.replace(NEVER_OTHERWISE, "").replace(LONG_DEAD, ""))
  )
    return "supposed";
  return REPORTED.test(sentence) ? "reported" : "told";
}
