/** Where a secret ends: whether the next words continue it, turn to the group, or may be for all again. */
import { plain, storyWords, unwrapped, wrappedPattern } from "../../text/index.ts";
import type { NameBook } from "../player-names.ts";
import { auxiliary, phrases, secrecy, spaced } from "./secrecy-phrases.ts";

/** Speaks to all, anywhere in the sentence. */
const toAll = phrases(
  "the rest of you|all of you|each of you|every one of you|you all|y'all|you guys|you lot",
  "together,? you",
  "as a group|back (?:to|with) (?:the group|everyone|the others|the table)",
  "everyone(?:'s| here| else)? (?:is|are) (?:looking at|waiting)",
);

/** Numbers that include everybody, by how many play. */
const counted = [
  undefined,
  undefined,
  phrases("both of you|the two of you|you both|you two"),
  phrases("(?:all |the )three of you|you three"),
  phrases("(?:all |the )four of you|you four"),
  phrases("(?:all |the )five of you|you five"),
];

/** What may precede the subject of a sentence. */
const lead = unwrapped(String.raw`
  (?:(?:meanwhile|then|now|and|but|so|still|outside|inside|for|to|as for|suddenly|finally|at last|
  in the hall|elsewhere),? ){0,3}
`);
const seen = "(?:see|sees|hear|hears|feel|feels|notice|notices|watch|watches|find|finds)";
const moves = unwrapped(String.raw`
  (?:turn|stand|gather|enter|walk|step|arrive|move|reach|follow|look|hurry|run|head|wait|freeze|
  press|climb|make|come|file)(?:s|es)?
`);

/** The group as the subject of the sentence. */
const subject = new RegExp(
  String.raw`^[\s\W]{0,12}${spaced(lead)}(?:` +
    spaced(
      String.raw`
        (?:everyone|everybody|the (?:whole |entire )?(?:group|party|
        table))(?:\s{0,2}[,:—]| ${auxiliary}(?:only )?(?:${seen}|${moves})\b)
      `,
    ) +
    "|" +
    spaced(
      String.raw`
        (?:the others|the rest|your (?:companions|friends)|everyone else|
        everybody else)(?:\s{0,2}[:—]|,? (?:meanwhile,? )?${auxiliary}(?:only |just )?${seen}\b)
      `,
    ) +
    ")",
  "iu",
);

/** One player's secret is now told to all: "You all know Sam's secret, of course:" */
const openly = phrases(
  String.raw`
    (?:said|told|read|shown|revealed|repeated|spoken|announced) (?:out |aloud )?(?:to|
    before) (?:you all|all(?: of you)?|every(?:one|body)|
    the (?:whole |entire )?(?:group|party|table|room|others))
  `,
  "(?:can|may) (?:now |at last )?be told",
  "no longer (?:between|a secret|secret|private|(?:only )?yours|(?:his|hers|theirs) alone)",
  String.raw`
    (?:the others|the rest|you all|every(?:one|body)(?: else)?) (?:may|might|should|can|
    could) as well (?:have|hear|know)
  `,
  "(?:you all|all of you|every(?:one|body)(?: here)?) (?:already )?(?:know|knows|have heard|has heard)",
);

export const tellsOpenly = (sentence: string): boolean => openly.test(sentence);

/** What the others perceive when one player perceives more: "the others see only fog". */
const instead = opening(String.raw`
  (?:the others|the rest(?: of you)?|your (?:companions|friends)|everyone else|everybody else)
  ,? (?:meanwhile,? )?${auxiliary}(?<less>only |just |merely )?${seen}
  (?<little> (?:only|just|merely|nothing|no|an? (?:\w+ )?(?:empty|ordinary|blank|bare)))?(?!\p{L})
`);

const nobodyElse = opening(String.raw`
  (?:no(?: |-)one|nobody|none of (?:you|them|the others)) (?:else )?
  (?:do|does|did|can|could|has)(?=\s{0,2}[.!,;—)])
`);

/** At the start of a sentence, after words such as "Meanwhile, …". */
function opening(source: string): RegExp {
  return new RegExp(String.raw`^[\s\W]{0,12}${spaced(lead)}${spaced(source)}`, "iu");
}

export function tellsWhatOthersPerceive(sentence: string): "less" | "something" | "no" {
  if (nobodyElse.test(sentence.slice(0, 120))) return "less";
  const found = instead.exec(sentence.slice(0, 200));
  if (!found || /\b(?:too|as well|also)\b/i.test(sentence.slice(0, 400))) return "no";
  return (found.groups?.less ?? found.groups?.little) ? "less" : "something";
}

/** Does the sentence clearly speak to the group? */
export const returnsToGroup = (sentence: string, players: number): boolean =>
  toAll.test(sentence) || subject.test(sentence.slice(0, 200)) || (counted[players]?.test(sentence) ?? false);

const next = "(?: (?:now|next|then|first|about it|about this|from here))?";

/** A bare question that hands the turn to the group and tells nothing: "So, what do you do now?" */
const groupQuestion = new RegExp(
  String.raw`^[\s\p{P}\p{S}]{0,12}${spaced("(?:(?:so|and|now|then|well|but|okay|ok|right),? ){0,2}")}(?:` +
    [
      `what (?:do|will|would|should|are) you (?:all |each |going to )?(?:do|say|try)${next}`,
      "what (?:now|next|then)",
      String.raw`
        what(?:'s| is| are) (?:next|the plan|
        your (?:next )?(?:move|moves|plan|plans|answer|decision|response|reaction|choice))
      `,
      String.raw`
        how (?:do|will|would) you (?:all )?(?:respond|react|proceed|answer|go on|continue|
        handle (?:this|it)|approach (?:this|it))${next}
      `,
      `where (?:do|will|would) you (?:go|head|turn|look)${next}`,
      `where to${next}`,
      "who (?:goes|speaks|moves|does what)(?: first)?",
      "which (?:way|one|path)(?: do you (?:go|take|choose))?",
      "what is it (?:to be|going to be)|what will it be|what'll it be",
      "(?:it's |it is )?your (?:move|turn|choice|call)",
    ]
      .map(spaced)
      .join("|") +
    String.raw`)[\s\p{P}\p{S}]{0,12}$`,
  "iu",
);

export const isGroupQuestion = (sentence: string): boolean =>
  sentence.length <= 120 && groupQuestion.test(sentence);

/** Returns to what one player sees or hears: "The vision …" */
const ofTheSecret = wrappedPattern(
  String.raw`
  ^[\s\p{P}]{0,6}(?:in (?:the|this|that|your) (?:vision|dream|memory|nightmare)|
  (?:the|this|that) (?:vision|dream|memory|voice|whisper|whispers|whispering|image|flash|message|
  note|letter))\b
`,
  "iu",
);
/** Refers to the thing in the paragraph before; "it is late" and "it is up to you" do not. */
const ofWhatStandsBefore = wrappedPattern(
  String.raw`
  ^[\s\p{P}]{0,6}(?:it(?! (?:will|would|takes?|took|seems?|looks?)\b)(?!(?:'s| is| was) (?:now |
  still |almost |nearly |only |all )?(?:up to|your|time|late|early|dark|light|dawn|dusk|noon|night|
  morning|evening|midnight|raining|snowing|cold|warm|quiet|clear|said|for)\b)(?=\s\p{L})|its|these|
  those|one of them|(?:in|inside|beneath|on|under|below|beside|next to|behind|above) it|on the back|
  underneath)(?!\p{L})(?!')
`,
  "iu",
);
/** Happens in one head only: "You remember …" */
const ofOneMind = wrappedPattern(
  String.raw`
  ^[\s\p{P}]{0,6}(?:and |but |then |now ){0,2}you(?:'ve| have)?(?: (?:also|suddenly|then|still|now|
  vaguely|dimly|clearly|faintly|alone|too)){0,2} (?:remember|recall|recogni[sz]e|know|knew|known|
  reali[sz]e|understand|dream|foresee|relive|are reminded|are the only|are certain|are sure|alone|
  must not|mustn't)(?!\p{L})
`,
  "iu",
);
const isItem = (line: string): boolean => /^[ \t>]{0,8}(?:[-*•+–]|\p{N}{1,3}[.)]|\p{L}[.)])[ \t]/u.test(line);
const isQuoted = (line: string): boolean => /^[ \t]{0,3}>/.test(line);
/** Ends without a full stop. List items often do. */
const isUnfinished = (text: string): boolean =>
  /[,;:—-][*_]{0,3}$/u.test(text) ||
  (/[\p{L}\p{N}][*_]{0,3}$/u.test(text) && !isItem(text.split("\n").at(-1)!));
const leavesQuotationOpen = (text: string): boolean => text.split('"').length % 2 === 0;

/** Does a new paragraph continue a secret told in prose? */
export const continuesSecret = (paragraph: string): boolean => ofTheSecret.test(paragraph);

/** Does a new paragraph continue what a tag made private? A tag is certain, so weaker signs are enough. */
export const continuesTagged = (paragraph: string, before: string): boolean =>
  ofTheSecret.test(paragraph) ||
  ofWhatStandsBefore.test(paragraph) ||
  ofOneMind.test(paragraph) ||
  leavesQuotationOpen(before) ||
  isQuoted(paragraph) ||
  isUnfinished(before) ||
  (isItem(paragraph) && before.split("\n").some(isItem));

/** Turns to the scene. */
const sceneOpens = wrappedPattern(
  String.raw`
  ^[\s*_]{0,4}(?:at the (?:far|other|end|edge|foot|head|top|back|front|door|window|gate|table|bar|
  counter)|across (?:the|from)|beyond|outside|ahead|overhead|above (?:the|you)|below|behind the|
  in front of|in the (?:distance|hall|street|square|next room|doorway|corner|background)|
  on the (?:far|other|opposite)|near the|along the|down the|up the|over by|by the|
  far (?:away|off|ahead|below)|somewhere|elsewhere|meanwhile|around (?:you|the)|all around)(?!\p{L})
`,
  "iu",
);
/** A secret told in words may continue with anything. */
const toldInWords = wrappedPattern(
  String.raw`
  voice|whisper|murmur|say|tell|told|vision|dream|memory|memories|remember|recall|recogni[sz]e|note|
  letter|message|read|know|learn|secret|mind|thought
`,
  "i",
);
/** Quotes, numbers, names and "you": typical content of secrets. */
const mayTell = /["\p{N}]|(?<=[\p{L},;]\s)\p{Lu}\p{Ll}{2,}|(?<!\p{L})you(?:r|rs|rself)?(?!\p{L})/u;

/**
 * May a sentence after a secret, in the same paragraph, be for all again? The rules cannot tell and keep it private; a
 * model that found the same secret may open it. It must turn to the scene, share no word with the secret and contain
 * nothing typical of secrets.
 */
export function isLoose(
  sentence: string,
  { secret, afterLoose }: { secret: string; afterLoose: boolean },
): boolean {
  const flat = plain(sentence);
  if (mayTell.test(flat) || toldInWords.test(secret) || (!afterLoose && !sceneOpens.test(flat))) return false;
  const words = storyWords(secret);
  return [...storyWords(sentence)].every((word) => !words.has(word));
}

/** The words of an announcement: "Sam, you alone see it." "Sam, here is something the rest of the party must not learn." */
const announces = new Set(
  `a an and the you your to for of in it this that these those is are be comes come came reaches there here now then but so as what which something thing things one only alone just
  see sees hear hears notice notices feel feels sense senses know knows read reads learn find catch get gets can may must will listen closely carefully following follows next
  secret private privately secretly whisper whispers whispered message words word voice vision note letter news say says tell tells told reply yours yourself else no nobody
  eyes ears mind meant keep moment s`.split(/\s+/),
);

/** Does a sentence say that there is a secret without telling it? */
export function onlyAnnounces(sentence: string, book: NameBook): boolean {
  let rest = sentence.replace(secrecy, " ");
  for (const { start, end } of book.inTag(rest).toReversed()) rest = rest.slice(0, start) + rest.slice(end);
  return (rest.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).every((word) => announces.has(word));
}
