import type { Injection } from "../../contract/index.ts";
import { plain } from "./find-quote.ts";
import type { Line } from "./transcript.ts";

/**
 * Words that try to tell a judge, or any model that reads them, what to do. Found by fixed rules, before and apart from
 * the judge: whether it fell for them cannot be left to itself. They are shown and change no score.
 */
const score = String.raw`(?:10|ten|full marks|top marks|(?:a |the )?(?:perfect|highest|maximum|best|top) (?:possible )?(?:score|rating|mark|grade)s?)`;
const reader = String.raw`(?:judge|evaluator|grader|reviewer|rater|assessor|scorer|ai|llm|assistant|language model|model)s?`;

const rules: ReadonlyArray<[kind: string, pattern: RegExp]> = [
  ["asks for a score", new RegExp(String.raw`\b10 ?\/ ?10\b|\b(?:give|award|assign|grant)\b[^.!?\n]{0,60}\b${score}(?: (?:points?|out of|for|on|in)\b|\b(?=[^.!?\n]{0,30}\b(?:metric|category|criteri|rubric|coherence|pacing|judge)))`)],
  ["asks for a score", new RegExp(String.raw`\b(?:score|rate|grade|mark)\b (?:this|it|me|us|them|every|each|all|the (?:session|story|narrator|transcript|narration))\b[^.!?\n]{0,60}\b(?:${score}|high(?:ly|er)?|\d+)\b`)],
  ["speaks to a judge", new RegExp(String.raw`\b(?:note|message|attention|instructions?|hint|reminder|memo)\b[ ,:]{1,3}(?:to|for)? ?(?:the |all |any )?${reader}\b`)],
  ["speaks to a judge", new RegExp(String.raw`\b(?:dear|hey|hello|attention|as (?:the|a|an)|you are (?:now )?(?:the|a|an)|if you are (?:the|a|an)) (?:ai |llm )?(?:judge|evaluator|grader|rater|assessor|scorer|llm|language model|assistant)\b[^.!?\n]{0,80}\b(?:must|should|shall|please|now|give|score|rate|ignore|output|answer|reply|respond|write)\b`)],
  ["overrides instructions", /\b(?:ignore|disregard|forget|override|bypass)\b[^.!?\n]{0,30}\b(?:previous|prior|above|earlier|preceding|all|your|system|these|the)\b[^.!?\n]{0,20}\b(?:instructions?|prompts?|rubrics?|guidelines|criteria)\b/],
  ["overrides instructions", /\b(?:new|updated|real|revised) (?:system )?(?:instructions?|prompt|rubric)\b ?:/],
  ["overrides instructions", /\bsystem prompt\b|\brubric\b|\bthis is (?:only )?a test of (?:the|an?) (?:judge|evaluator|evaluation)/],
  ["imitates an answer", /"(?:scores?|coherence|atmosphere|playeragency|pacing|storyguideadherence|characterintegration|funfactor)" ?: ?(?:\{|\d)/],
  ["imitates a frame", /={3,} ?(?:begin|end) \w+|<\/?(?:transcript|system|instructions?|judge|rubric)\b|\bend of (?:the )?(?:transcript|material|data)\b|<\|[a-z_]+\|>|\[\/?inst\]/],
];

const AROUND = 80;
/** What is found is shown; a wall of it is not. */
const MOST = 50;

export function scanInjections(lines: readonly Line[]): Injection[] {
  const found: Injection[] = [];
  for (const { turn, speaker, text } of lines) {
    const said = plain(text);
    // Angle brackets are what a frame is imitated with, and are taken out for quotes.
    const framed = text.normalize("NFKC").replaceAll(/[\p{Cf}]/gu, "").replaceAll(/\s+/g, " ").toLowerCase();
    const kinds = new Map<string, string>();
    for (const [kind, pattern] of rules) {
      const where = kind.startsWith("imitates") ? framed : said;
      const match = pattern.exec(where);
      if (match && !kinds.has(kind)) kinds.set(kind, where.slice(Math.max(0, match.index - AROUND), match.index + match[0].length + AROUND).trim());
    }
    for (const [kind, quote] of kinds) found.push({ turn, speaker, kind, quote });
    if (found.length >= MOST) break;
  }
  return found;
}
