import type { Issue } from "../../contract/index.ts";
import { splitSentences, words } from "../text/index.ts";
import { comparedPart, excerpt, MECHANICAL, type MechanicalKind, type Observation } from "./finding-kind.ts";

/** The output is not narration at all, which ends a session; or shows signs of it, which does not. */
export const breakdown = {
  plural: "breakdowns",
  rank: 1,
  scored: "failure",
  metric: "breakdowns",
  publicly: "The narrator broke down.",
  detect,
} satisfies MechanicalKind;

/** Fewer words say nothing, unless they answer a question: "No." */
const FEWEST_WORDS = 2;
const FEWEST_CHARACTERS = 20;
/** The minimum share of words in an output. */
const WORDY = 0.5;

const PART = String.raw`(?:story|scene|role-?play|roleplaying|conversation|narrative|game|request|content|session|adventure|material|topic|scenario|prompt|discussion)`;
const CANNOT = String.raw`(?:cannot|can't|can not|won't|will not|am unable to|am not able to|'m unable to|'m not able to|must not|do not|don't)`;
const MODEL = String.raw`(?:(?:large |ai )?language model|llm\b|ai (?:model|assistant|chatbot|language model)|chatbot)`;
/** A model that speaks of itself, in any story. */
const META = [
  new RegExp(String.raw`\bas an? ${MODEL}[^.!?]{0,40}\b(?:i|my)\b`, "i"),
  new RegExp(String.raw`\bi(?:'m| am) (?:just |only |simply )?an? ${MODEL}`, "i"),
  new RegExp(
    String.raw`\bas an (?:ai|artificial intelligence),? i ${CANNOT} (?:continue|help|assist|generate|create|provide|write|produce|take part|participate|engage|comply|role-?play|fulfil|complete|discuss)\b`,
    "i",
  ),
  new RegExp(
    String.raw`\bi (?:cannot|can't|can not|won't|will not|am unable to|am not able to|'m unable to|'m not able to) (?:continue|fulfil|fulfill|generate|create|provide|write|produce|complete|engage|assist|help|comply)\b[^.!?\n]{0,60}\b${PART}`,
    "i",
  ),
  /\bi(?:'m| am) (?:sorry|afraid),? (?:but )?(?:i |that )(?:cannot|can't|am unable to|won't be able to|am not able to) (?:continue|help|assist|fulfil|fulfill|comply|generate|create|provide|write|do that|engage)\b/i,
  /\bi (?:cannot|can't|am unable to) (?:assist|help) (?:you )?with (?:that|this)\b/i,
  /\b(?:against|violat\w+|within) (?:my (?:content |usage |safety )*|(?:our|the|openai's|anthropic's) (?:content |usage |safety )+)(?:guidelines|polic(?:y|ies))\b/i,
  /\bmy (?:training data|knowledge cutoff|system prompt|context window)\b/i,
];
/** Said by a model of itself, unless thinking machines are part of the story. */
const MACHINE =
  /\bas an (?:ai|artificial intelligence),? i\b|\bi(?:'m| am) (?:just |only |simply )?an? (?:ai\b|artificial intelligence)|\bagainst my programming\b/i;
const MACHINES =
  /\b(?:AI|A\.I\.|[Aa]rtificial intelligence|[Aa]ndroids?|[Rr]obots?|[Cc]omputers?|[Ss]ynthetics?)\b/;

/** Template text that should have been filled in or cut off. */
const LEFTOVERS = [
  /\{\{[^{}\n]{1,80}\}\}|\$\{[^{}\n]{1,80}\}|<%[^%\n]{1,80}%>/,
  /<\|[\w-]{1,40}\|>|\[\/?INST\]/,
  /\[(?:INSERT|YOUR|TODO|PLACEHOLDER)\b[^\]\n]{0,60}\]/,
  /\[object Object\]/,
];
/**
 * These may be leftovers, or a narrator's own formatting: "[CHARACTER CREATION]" is a heading, "[NPC: Obed]" a label.
 */
const PERHAPS = [
  /\{[a-zA-Z_][\w.]{0,40}\}/,
  /<\/?(?:s|think|thinking|system|assistant|user|output|response|tool_call|function_call)>/,
  /(?<=\p{L},? )\[(?:(?:PLAYER|CHARACTER|NPC|LOCATION)(?:'S)?(?: NAME| \d)?|NAME)\]/u,
  /```(?:json|xml|yaml)\b/,
  /^\s*(?:assistant|system|user)\s*:\s*$/im,
];

function detect(observation: Observation): Issue[] {
  const found = broken(observation) ?? strained(observation);
  if (!found) return [];
  const { turn } = observation;
  const { description, quote, severity } = found;
  return [
    {
      turn,
      type: "breakdown",
      description,
      severity,
      evidence: [{ turn, text: quote }],
      confidence: severity === "error" ? 0.9 : 0.5,
      source: MECHANICAL,
    },
  ];
}

type Found = { description: string; quote: string; severity: "error" | "warning" };

function broken({ text: whole, type, phase, guide }: Observation): Found | undefined {
  const text = comparedPart(whole);
  const error = (description: string, quote = excerpt(text)): Found => ({
    description,
    quote,
    severity: "error",
  });
  const count = words(text).length;
  if (text.trim() === "") return error("The narrator's output is empty.");
  if (count === 0) return error("The narrator's output has no words.");
  if (!isJson(text) && !isWordy(text)) return error("The narrator's output is mostly not words.");
  const brief = phase === "creation" || type === "clarification" || type === "tangent-response";
  if (count < FEWEST_WORDS && !brief) return error("The narrator's output is almost empty.");
  if (isJson(text)) return error("The narrator's output is raw JSON.");
  const left = leftOver(text, LEFTOVERS);
  if (left !== undefined)
    return error("The narrator's output has leftovers of a template or a format.", left);
  const said = spokenOut(
    text,
    (sentence) =>
      META.some((pattern) => pattern.test(sentence)) ||
      (MACHINE.test(sentence) && !MACHINES.test(JSON.stringify(guide))),
  );
  if (said !== undefined)
    return error("The narrator stepped out of the story and spoke as an assistant.", said);
  return gaveUp(text) ? error("The narrator refused to continue.") : undefined;
}

function strained({ text: whole }: Observation): Found | undefined {
  const text = comparedPart(whole);
  const left = leftOver(text, PERHAPS);
  if (left !== undefined)
    return {
      description: "The narrator's output may have leftovers of a template or a format.",
      quote: left,
      severity: "warning",
    };
  const said = spokenOut(text, (sentence) => MACHINE.test(sentence));
  return said === undefined
    ? undefined
    : {
        description: "The narrator may have stepped out of the story and spoken as an assistant.",
        quote: said,
        severity: "warning",
      };
}

function leftOver(text: string, patterns: readonly RegExp[]): string | undefined {
  const found = patterns.map((pattern) => pattern.exec(text)).find((match) => match !== null);
  return found
    ? excerpt(text, { start: found.index, end: found.index + Math.max(found[0].length, 80) })
    : undefined;
}

/** A sentence in the narrator's own voice. */
function spokenOut(text: string, is: (sentence: string) => boolean): string | undefined {
  const told = withoutSpeech(text);
  const said = splitSentences(told).find(({ start, end }) => is(told.slice(start, end)));
  return said && excerpt(text, said);
}

/** As the first words this can only be a refusal; in a letter that is read aloud it is fiction. */
const gaveUp = (text: string) =>
  /^\s*(?:i(?:'m| am) sorry[,.]?\s*(?:but )?)?i (?:cannot|can't|can not|am unable to|'m unable to) (?:continue|assist|help|comply)\b/i.test(
    text.slice(0, 200).replaceAll("’", "'"),
  ) && words(text).length < 60;

const isJson = (text: string) =>
  /^\s*(?:\{\s*"[^"\n]{1,80}"\s*:|\[\s*(?:\{\s*"|"[^"\n]{1,200}"\s*[,\]]))/.test(text);

/** The share of letters in words, among everything that is not space. Base64, symbols and random keys are not words. */
function isWordy(text: string): boolean {
  const lettered = words(text)
    .filter(isWord)
    .reduce((sum, word) => sum + word.length, 0);
  const all = text.replaceAll(/\s/g, "").length;
  return all < FEWEST_CHARACTERS || lettered / all >= WORDY;
}

const isWord = (word: string): boolean =>
  /\p{L}/u.test(word) &&
  (!/^[a-z']+$/.test(word) || (word.length <= 24 && (word.length < 5 || /[aeiouy]/.test(word)))) &&
  !/\d.*\p{L}.*\d|\p{L}\d+\p{L}/u.test(word);

const DOUBLE = /"[^"\n]*(?:"|(?=\n)|$)/g;
/** "[[TANGENT]]": markers required by a prompt are not narration. */
const MARKER = /^[ \t]*\[\[[^\]\n]*\]\]/gm;
/** An apostrophe opens speech only before a letter and after a gap, and closes it only after punctuation or before a gap. */
const SINGLE =
  /(?<=^|[\s([:—-])'(?=\p{L})(?!(?:[Tt]is|[Tt]was|[Ee]m|[Tt]il|[Cc]ause|[Rr]ound|[Bb]out)(?!\p{L}))(?:[^'\n]|(?<=\p{L})'(?=\p{L}))*(?:(?<=[.,!?…—-])'|'(?!\p{L}))/gmu;

/** The narrator's own voice: as long as the text, with speech blanked out, so that offsets match. */
const withoutSpeech = (text: string): string =>
  text
    .replaceAll(MARKER, (marker) => " ".repeat(marker.length))
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”«»]/g, '"')
    .replaceAll(/[*_`#>]/g, " ")
    .replaceAll(DOUBLE, blank)
    .replaceAll(SINGLE, blank);

/** Speech that ends a sentence leaves its full stop. */
function blank(quoted: string, at: number, whole: string): string {
  const after = whole.slice(at + quoted.length, at + quoted.length + 8);
  const stop = /[.!?…]["']$/.test(quoted) && /^\s*(?:\p{Lu}|$)/u.test(after);
  return " ".repeat(quoted.length - 1) + (stop ? "." : " ");
}
