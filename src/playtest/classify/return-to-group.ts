import { auxiliary, phrases, spaced } from "./phrases.ts";

/** Said to all, wherever in the sentence. */
const toAll = phrases(
  "the rest of you|all of you|each of you|every one of you|you all|y'all|you guys|you lot",
  "together,? you",
  "as a group|back (?:to|with) (?:the group|everyone|the others|the table)",
  "everyone(?:'s| here| else)? (?:is|are) (?:looking at|waiting)",
);

/** Numbers that include everybody depend on how many play. */
const counted = [
  undefined,
  undefined,
  phrases("both of you|the two of you|you both|you two"),
  phrases("(?:all |the )three of you|you three"),
  phrases("(?:all |the )four of you|you four"),
  phrases("(?:all |the )five of you|you five"),
];

const lead =
  "(?:(?:meanwhile|then|now|and|but|so|still|outside|inside|for|to|as for|suddenly|finally|at last|in the hall|elsewhere),? ){0,3}";
const seen = "(?:see|sees|hear|hears|feel|feels|notice|notices|watch|watches|find|finds)";
const moves =
  "(?:turn|stand|gather|enter|walk|step|arrive|move|reach|follow|look|hurry|run|head|wait|freeze|press|climb|make|come|file)(?:s|es)?";

/** The group as the one of whom the sentence speaks. */
const subject = new RegExp(
  String.raw`^[\s\W]{0,12}${spaced(lead)}(?:` +
    spaced(
      String.raw`(?:everyone|everybody|the (?:whole |entire )?(?:group|party|table))(?:\s{0,2}[,:—]| ${auxiliary}(?:only )?(?:${seen}|${moves})\b)`,
    ) +
    "|" +
    spaced(
      String.raw`(?:the others|the rest|your (?:companions|friends)|everyone else|everybody else)(?:\s{0,2}[:—]|,? (?:meanwhile,? )?${auxiliary}(?:only |just )?${seen}\b)`,
    ) +
    ")",
  "iu",
);

/** What was one player's is now told to all: "You all know Sam's secret, of course:" */
const openly = phrases(
  "(?:said|told|read|shown|revealed|repeated|spoken|announced) (?:out |aloud )?(?:to|before) (?:you all|all(?: of you)?|every(?:one|body)|the (?:whole |entire )?(?:group|party|table|room|others))",
  "(?:can|may) (?:now |at last )?be told",
  "no longer (?:between|a secret|secret|private|(?:only )?yours|(?:his|hers|theirs) alone)",
  "(?:the others|the rest|you all|every(?:one|body)(?: else)?) (?:may|might|should|can|could) as well (?:have|hear|know)",
  "(?:you all|all of you|every(?:one|body)(?: here)?) (?:already )?(?:know|knows|have heard|has heard)",
);

export const tellsOpenly = (sentence: string): boolean => openly.test(sentence);

/** What the others perceive where one of them perceives more: "the others see only fog". */
const instead = new RegExp(
  String.raw`^[\s\W]{0,12}${spaced(lead)}${spaced(String.raw`(?:the others|the rest(?: of you)?|your (?:companions|friends)|everyone else|everybody else),? (?:meanwhile,? )?${auxiliary}(?<less>only |just |merely )?${seen}(?<little> (?:only|just|merely|nothing|no|an? (?:\w+ )?(?:empty|ordinary|blank|bare)))?(?!\p{L})`)}`,
  "iu",
);

/** "Nobody else does." */
const nobodyElse = new RegExp(
  String.raw`^[\s\W]{0,12}${spaced(lead)}${spaced(String.raw`(?:no(?: |-)one|nobody|none of (?:you|them|the others)) (?:else )?(?:do|does|did|can|could|has)(?=\s{0,2}[.!,;—)])`)}`,
  "iu",
);

export function tellsWhatOthersPerceive(sentence: string): "less" | "something" | "no" {
  if (nobodyElse.test(sentence.slice(0, 120))) return "less";
  const found = instead.exec(sentence.slice(0, 200));
  if (!found || /\b(?:too|as well|also)\b/i.test(sentence.slice(0, 400))) return "no";
  return (found.groups?.less ?? found.groups?.little) ? "less" : "something";
}

/** Does the sentence clearly speak to the group again? */
export const returnsToGroup = (sentence: string, players: number): boolean =>
  toAll.test(sentence) || subject.test(sentence.slice(0, 200)) || (counted[players]?.test(sentence) ?? false);

const next = "(?: (?:now|next|then|first|about it|about this|from here))?";

/** A question with nothing in it but the question: it tells no secret, and ends an output for all. */
const groupQuestion = new RegExp(
  String.raw`^[\s\p{P}\p{S}]{0,12}${spaced("(?:(?:so|and|now|then|well|but|okay|ok|right),? ){0,2}")}(?:` +
    [
      `what (?:do|will|would|should|are) you (?:all |each |going to )?(?:do|say|try)${next}`,
      "what (?:now|next|then)",
      "what(?:'s| is| are) (?:next|the plan|your (?:next )?(?:move|moves|plan|plans|answer|decision|response|reaction|choice))",
      `how (?:do|will|would) you (?:all )?(?:respond|react|proceed|answer|go on|continue|handle (?:this|it)|approach (?:this|it))${next}`,
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
