import { comparedPart } from "./compared-part.ts";
import { excerpt } from "./excerpt.ts";
import { narration } from "./narration.ts";
import type { Detector, Observation } from "./observation.ts";
import { sentences } from "./sentences.ts";
import { words } from "./words.ts";

/** Fewer say nothing, unless they answer a question: "No." */
const FEWEST_WORDS = 2;
const FEWEST_CHARACTERS = 20;
/** How much of an output has to be words. */
const WORDY = 0.5;

const PART = String.raw`(?:story|scene|role-?play|roleplaying|conversation|narrative|game|request|content|session|adventure|material|topic|scenario|prompt|discussion)`;
const META = [
  /\bas an? (?:ai|artificial intelligence|language model|large language model|llm)\b/i,
  /\bi(?:'m| am) (?:just |only |simply )?an? (?:ai\b|artificial intelligence|language model|large language model)/i,
  new RegExp(String.raw`\bi (?:cannot|can't|can not|won't|will not|am unable to|am not able to|'m unable to|'m not able to) (?:continue|fulfil|fulfill|generate|create|provide|write|produce|complete|engage|assist|help|comply)\b[^.!?\n]{0,60}\b${PART}`, "i"),
  /\bi(?:'m| am) (?:sorry|afraid),? (?:but )?(?:i |that )(?:cannot|can't|am unable to|won't be able to|am not able to) (?:continue|help|assist|fulfil|fulfill|comply|generate|create|provide|write|do that|engage)\b/i,
  /\bi (?:cannot|can't|am unable to) (?:assist|help) (?:you )?with (?:that|this)\b/i,
  new RegExp(String.raw`\b(?:against|violat\w+|within) (?:my|our|the|openai's|anthropic's) (?:content |usage |safety )*(?:guidelines|polic(?:y|ies)|programming)\b`, "i"),
  /\bmy (?:training data|knowledge cutoff|system prompt|context window)\b/i,
];
const LEFTOVERS = [
  /\{\{[^{}\n]{1,80}\}\}|\$\{[^{}\n]{1,80}\}|<%[^%\n]{1,80}%>/,
  /\{[a-zA-Z_][\w.]{0,40}\}/,
  /<\|[\w-]{1,40}\|>|\[\/?INST\]|<\/?s>|<\/?(?:think|thinking|system|assistant|user|output|response|tool_call|function_call)>/,
  /\[(?:INSERT|PLAYER|CHARACTER|NPC|YOUR|TODO|PLACEHOLDER|NAME|LOCATION)\b[^\]\n]{0,60}\]/,
  /\[object Object\]|```(?:json|xml|yaml)\b/,
  /^\s*(?:assistant|system|narrator|user)\s*:\s*$/im,
];

/** The output is no narration at all. */
export const breakdown: Detector = (observation) => {
  const found = broken(observation);
  if (!found) return { findings: [] };
  const { turn } = observation;
  const finding = { turn, type: "breakdown" as const, severity: "error" as const, confidence: 0.9, source: "breakdown" };
  return { findings: [{ ...finding, description: found.description, evidence: [{ turn, text: found.quote }] }] };
};

function broken({ text: whole, type, phase }: Observation): { description: string; quote: string } | undefined {
  const text = comparedPart(whole);
  const quote = excerpt(text);
  const count = words(text).length;
  if (text.trim() === "") return { description: "The narrator's output is empty.", quote };
  if (count === 0) return { description: "The narrator's output has no words.", quote };
  if (!isJson(text) && !isWordy(text)) return { description: "The narrator's output is mostly not words.", quote };
  const brief = phase === "creation" || type === "clarification" || type === "tangent-response";
  if (count < FEWEST_WORDS && !brief) return { description: "The narrator's output is almost empty.", quote };
  if (isJson(text)) return { description: "The narrator's output is raw JSON.", quote };
  for (const pattern of LEFTOVERS) {
    const found = pattern.exec(text);
    if (found) return { description: "The narrator's output has leftovers of a template or a format.", quote: excerpt(text, { start: found.index, end: found.index + Math.max(found[0].length, 80) }) };
  }
  const said = sentences(narration(text).told).find(({ text: sentence }) => META.some((pattern) => pattern.test(sentence)));
  if (said) return { description: "The narrator stepped out of the story and spoke as an assistant.", quote: excerpt(text, said) };
  return gaveUp(text) ? { description: "The narrator refused to go on.", quote } : undefined;
}

/** Too bare to mean anything but a refusal when it is the first that is said; in a letter that is read aloud it is fiction. */
const gaveUp = (text: string) =>
  /^\s*(?:i(?:'m| am) sorry[,.]?\s*(?:but )?)?i (?:cannot|can't|can not|am unable to|'m unable to) (?:continue|assist|help|comply)\b/i.test(text.replaceAll("’", "'")) && words(text).length < 60;

const isJson = (text: string) => /^\s*(?:\{\s*"[^"\n]{1,80}"\s*:|\[\s*(?:\{\s*"|"[^"\n]{1,200}"\s*[,\]]))/.test(text);

/** Letters that stand in words, among everything that is not space. Base64, symbols and hammering on keys are none. */
function isWordy(text: string): boolean {
  const all = text.replaceAll(/\s/g, "").length;
  if (all < FEWEST_CHARACTERS) return true;
  const lettered = words(text).filter(isWord).reduce((sum, word) => sum + word.length, 0);
  return lettered / all >= WORDY;
}

const isWord = (word: string) => /\p{L}/u.test(word) && (!/^[a-z']+$/.test(word) || (word.length <= 24 && (word.length < 5 || /[aeiouy]/.test(word)))) && !/\d.*\p{L}.*\d|\p{L}\d+\p{L}/u.test(word);
