/** Finds words in a session that try to instruct the judge. */
import type { Injection } from "../../contract/index.ts";
import { normaliseQuote } from "../text/index.ts";
import type { Line } from "./judged-transcript.ts";

/** Characters of context on either side. */
const AROUND = 80;
/** More would be a wall of text in the report. */
const MOST = 50;

/** By fixed rules and apart from the judge, which may have fallen for them. They are shown and change no score. */
export function scanInjections(lines: readonly Line[]): Injection[] {
  const found: Injection[] = [];
  for (const { turn, speaker, text } of lines) {
    const said = latin(normaliseQuote(text));
    // With its brackets and line ends, which imitate a frame and which normalising removes.
    const framed = latin(
      text
        .normalize("NFKC")
        .replaceAll(/[\p{Cf}]/gu, "")
        .replaceAll(/\s*[\n\r\v\f\u0085\u2028\u2029]\s*/g, "\n")
        .replaceAll(/[^\S\n]+/g, " ")
        .toLowerCase(),
    );
    const kinds = new Map<string, string>();
    for (const { kind, pattern, framed: asFramed } of injectionRules) {
      if (kinds.has(kind)) continue;
      const where = asFramed ? framed : said;
      const match = pattern.exec(where);
      if (match)
        kinds.set(
          kind,
          where
            .slice(
              Math.max(0, match.index - AROUND),
              match.index + Math.min(match[0].length, 2 * AROUND) + AROUND,
            )
            .toWellFormed()
            .trim(),
        );
    }
    for (const [kind, quote] of kinds) found.push({ turn, speaker, kind, quote });
    if (found.length >= MOST) break;
  }
  return found;
}

/** Letters of other scripts that look Latin, a common disguise. */
const alike = new Map(
  [..."аеорсухіјѕԁαεορνικτυ"].map((letter, index) => [letter, [..."aeopcyxijsdaeopviktu"][index]!]),
);
const latin = (text: string): string =>
  text.replaceAll(/[\u0370-\u052f]/g, (letter) => alike.get(letter) ?? letter);

type InjectionRule = {
  kind: string;
  pattern: RegExp;
  /** Reads the text with its brackets and lines instead of the normalised one. */
  framed?: true;
};

const r = String.raw;
const top = r`(?:(?:perfect|highest|maximum|maximal|max|best|top) (?:possible )?(?:score|rating|mark|grade|point)s?|full (?:score|mark|point)s?)`;
const ten = r`(?:10|tens?)`;
const judge = r`(?:judge|evaluator|grader|reviewer|rater|assessor|scorer)s?`;
const machine = r`(?:ai|llm|(?:large )?language model|(?:ai )?(?:model|assistant))s?`;
const metric = r`(?:coherence|atmosphere|player agency|(?:story )?guide adherence|character integration|fun factor)`;
const scored = r`(?:this|it|me|us|them|everything|every|each|all|the (?:session|story|narrator|transcript|narration))`;
const rules = r`(?:instruction|prompt|rubric|guideline|criteri(?:on|a)|system message)s?`;
const near = (characters: number) => r`[^.!?\n]{0,${characters}}`;

const rule = (kind: string, ...patterns: string[]): InjectionRule[] =>
  patterns.map((pattern) => ({ kind, pattern: new RegExp(pattern) }));
const framed = (kind: string, ...patterns: RegExp[]): InjectionRule[] =>
  patterns.map((pattern) => ({ kind, pattern, framed: true }));

/** Mostly English, with the most common phrases of other languages. A harmless sentence may match sometimes. */
const injectionRules: readonly InjectionRule[] = [
  ...rule(
    "asks for a score",
    r`\b10 ?\/ ?10\b|\b10 (?:out of|von|sur|de|su|van|av) 10\b`,
    r`\bten out of ten\b(?! (?!for|on|in|across|overall|everywhere|and|please)\w)`,
    r`\b(?:give|award|assign|grant|deserves?|merits?|earns?|respond with|answer with|reply with|output)\b${near(60)}\b${top}`,
    r`\b(?:give|award|assign|grant)\b${near(60)}\b(?:metric|categor|criteri|rubric|coherence|pacing)${near(40)}\b(?:${ten}|maximum|highest)\b`,
    r`\b(?:give|award|assign|grant)\b${near(60)}\b${ten}\b(?: (?:points?|out of)\b|(?=${near(30)}\b(?:metric|categor|criteri|rubric|coherence|pacing|judge)))`,
    r`\bgive (?:it|this|us|me|everything) (?:an? )?${ten}\b(?= ?(?:$|[.!?,]))`,
    r`\b(?:must|should|shall|will|please) (?:give|award|assign|output|answer|score|rate)\b${near(30)}\b${ten}\b(?= ?(?:$|[.!?,]))`,
    r`\b(?:score|rate|grade|mark) ${scored}\b${near(60)}\b(?:${ten}|${top}|maximum|perfect|flawless|high(?:ly|er|est)?|\d+)\b`,
    r`\b(?:output|return|respond|answer|reply)\b${near(20)}\b(?:10 (?:for|on|in) (?:each|every|all)|(?:only|just|with) tens)\b`,
    r`\b(?:correct|right|true|fair|proper|only) (?:score|rating|grade)s?\b${near(40)}\b${ten}\b`,
    r`\b${metric} ?[:=-]? ?(?:is )?(?:9|10|ten)\b`,
  ),
  ...rule(
    "speaks to a judge",
    r`\b(?:note|message|attention|instructions?|hint|reminder|memo)\b[ ,:]{1,3}(?:to|for)? ?(?:the |all |any )?(?:${judge}|${machine})\b`,
    r`\b(?:${judge}|${machine}) (?:note|notice|instructions?) ?:`,
    r`\b(?:dear|hey|hello|attention|as (?:the|a|an)|you(?: are|'re) (?:now )?(?:the|a|an)) (?:ai |llm )?(?:${judge}|${machine})\b${near(80)}\b(?:must|should|shall|please|now|give|score|rate|ignore|output|answer|reply|respond|write)\b`,
    r`\b(?:whoever|anyone|anybody|who|those) (?:is |are |who )?(?:grad|scor|evaluat|rat|judg|assess)(?:es?|s|ing) (?:this|these)\b`,
    r`\b(?:${judge}|${machine}) (?:that |who )?(?:is |are )?read(?:s|ing)? this\b`,
    r`(?:^|[.!?"(\[] ?)(?:evaluator|grader|rater|assessor|scorer|llm|ai (?:${judge}|model|assistant))s?\b ?[,:]`,
  ),
  ...framed(
    "speaks to a judge",
    /(?:<!--|\[\[|\{\{) ?(?:note to |to )?(?:the )?(?:judge|evaluator|grader|reviewer|rater|assessor|scorer|ai|llm|model|assistant|system)s?\b/,
  ),
  ...rule(
    "overrides instructions",
    r`\b(?:ignore|disregard|forget|override|bypass)\b${near(30)}\b(?:previous|prior|above|earlier|preceding|former|all|any|your|system|these)\b${near(20)}\b${rules}\b`,
    r`\b(?:ignore|disregard|forget|override|bypass) the ${rules}\b`,
    r`\b(?:do not|don't|stop|never|no longer) (?:follow|obey|use|apply|heed)(?:ing)?\b${near(30)}\b${rules}\b`,
    r`\b(?:ignore|disregard|forget) (?:everything|all|anything|whatever|what) (?:that )?you (?:were|have been|are) (?:told|given|instructed|asked)\b`,
    r`\b(?:new|updated|real|revised) (?:system )?(?:instructions?|prompt|rubric) ?:`,
    r`\byour (?:new|real|only|actual) task is (?:now )?to (?:praise|score|rate|give|output|answer|ignore|grade|reply|respond)\b`,
    r`\bsystem prompt\b|\brubric\b|\bthis is (?:only )?a test of (?:the|an?) (?:judge|evaluator|evaluation)`,
    r`\bignor(?:iere|ieren|a|ez|er|are)\b${near(40)}\b(?:instrucciones|instructions|anweisungen|vorgaben|consignes|istruzioni|instruções)\b`,
  ),
  ...framed(
    "imitates an answer",
    /"(?:scores?|coherence|atmosphere|playeragency|pacing|storyguideadherence|characterintegration|funfactor)" ?: ?(?:\{|\d)/,
  ),
  ...framed(
    "imitates a frame",
    /={3,} ?(?:begin|end) \w+|<\/?(?:transcript|system|instructions?|judge|rubric)\b|\bend of (?:the )?(?:transcript|material|data)\b|<\|[a-z_]+\|>|\[\/?inst\]/,
    /\b(?:begin|start of|end of) (?:new |system |the )?(?:instructions?|prompt)\b|(?:^|\n) ?#{2,} ?(?:instructions?|system|response)\b|(?:^|\n) ?(?:system|developer)(?: message| prompt)? ?:/,
  ),
  // Letter by letter, or encoded: unlike any speech at a table.
  ...framed(
    "hides its words",
    /(?:(?<![\p{L}\d])\p{L} +){11,}\p{L}(?![\p{L}\d])/u,
    /(?<![\w+/])(?=[a-z+/]*\d)[a-z\d+/]{80,}={0,2}/,
  ),
];
