/** Reads a target's answers: a model lists the claims with quotes, code checks every quote. */
import type {
  AnswerClaim,
  AnswerOf,
  AnswerReading,
  GoldFact,
  CheckedAnswer,
  SemanticTest,
} from "../../contract/index.ts";
import {
  estimateTokens,
  isModelFailure,
  type Gateway,
  type ResolvedModel,
} from "../../kernel/models/index.ts";
import { literalPattern } from "../../kernel/literal-pattern.ts";
import { counted } from "../../kernel/report/index.ts";
import {
  holds,
  isTooShort,
  normaliseQuote,
  plainQuote,
  sentences as sentencesOf,
} from "../../kernel/text/index.ts";
import { entityText, type Kb } from "../kb.ts";
import { rounded } from "../score.ts";
import {
  answerMessage,
  answerReply,
  instructionsFor,
  type AnswerMaterial,
  type AnswerReply,
  type RetrievedText,
} from "./answer-prompt.ts";

/** Characters. A part of an answer is never read as if it were the whole. */
const LONGEST_ANSWER = 8_000;
const LONGEST_DOCUMENTS = 400_000;
/** A model with an endless reply must not fill the disk. */
const LONGEST_QUOTE = 600;

export type ReadAnswer = (
  test: Pick<SemanticTest, "test_id" | "prompt" | "gold_answer">,
  answer: AnswerOf<"semantic"> | undefined,
) => Promise<CheckedAnswer>;

type ReaderOptions = {
  gateway: Gateway;
  reader: ResolvedModel;
  kb: Kb | undefined;
  signal?: AbortSignal;
};

/** A missing answer, an answer without its documents and a failed reading are missing: neither 0 nor a pass. */
export function answerReader({ gateway, reader, kb, signal }: ReaderOptions): ReadAnswer {
  return async ({ test_id, prompt, gold_answer }, answer) => {
    const found = materialOf(prompt, answer, kb);
    const given = { gold_answer, text: answer?.answer?.slice(0, LONGEST_ANSWER) };
    if ("code" in found) return { ...given, missing: found };
    const material = {
      ...found,
      gold: gold_answer === undefined ? undefined : sentencesOf(gold_answer),
    };
    try {
      const { object, model } = await gateway.object({
        call: `test/${test_id}/read-answer`,
        role: "reader",
        model: reader,
        instructions: instructionsFor(material),
        cacheInstructions: true,
        messages: [{ role: "user", content: answerMessage(material) }],
        schema: answerReply(material),
        temperature: 0,
        signal,
      });
      return { ...given, reading: checkedReading(object, material, `${reader.provider}/${model}`) };
    } catch (error) {
      if (!isModelFailure(error)) throw error;
      return { ...given, missing: { code: error.code, message: error.message } };
    }
  };
}

type Missing = NonNullable<CheckedAnswer["missing"]>;

function materialOf(
  question: string,
  reply: AnswerOf<"semantic"> | undefined,
  kb: Kb | undefined,
): AnswerMaterial | Missing {
  if (reply === undefined) return { code: "not-answered", message: "the target did not answer this test" };
  const { answer, selections } = reply;
  if (answer === undefined) return { code: "no-answer", message: "the target returned no answer text" };
  if (answer.length > LONGEST_ANSWER)
    return {
      code: "answer-too-long",
      message: `the answer has ${answer.length} characters; at most ${LONGEST_ANSWER} are read`,
    };
  const sentences = sentencesOf(answer);
  if (sentences.length === 0) return { code: "empty-answer", message: "the answer is empty" };
  const documents = new Map<string, string>();
  const without = new Set<string>();
  for (const { entity_id, text } of selections) {
    const words = text ?? textOf(entity_id, kb);
    if (words === undefined) without.add(entity_id);
    // A system may return several passages of one document.
    else documents.set(entity_id, [...new Set([documents.get(entity_id) ?? [], words].flat())].join("\n\n"));
  }
  if (without.size > 0)
    return {
      code: "no-text",
      message:
        `the text of ${counted(without.size, "retrieved entity", "retrieved entities")} is ` +
        `unknown (${[...without].slice(0, 3).join(", ")}${without.size > 3 ? ", …" : ""}): ` +
        "the target must return text, or the knowledge base must contain it",
    };
  const retrieved = [...documents].map(([entity_id, text]): RetrievedText => ({ entity_id, text }));
  const size = retrieved.reduce((sum, { text }) => sum + text.length, 0);
  if (size > LONGEST_DOCUMENTS)
    return {
      code: "documents-too-long",
      message: `the retrieved text has ${size} characters; at most ${LONGEST_DOCUMENTS} are read`,
    };
  return { question, documents: retrieved, sentences };
}

function textOf(id: string, kb: Kb | undefined): string | undefined {
  const entity = kb?.byId.get(id);
  return entity && entityText(entity);
}

const SCORES = { fully: 100, partly: 50, no: 0 } as const;

/** The reply after checking every quote. A claim counts as supported only if all of its quotes are in the retrieved text. */
export function checkedReading(
  { claims, noClaim, answered, answerQuote, why, goldFacts }: AnswerReply,
  { documents, sentences, gold }: AnswerMaterial,
  reader: string,
): AnswerReading {
  const texts = documents.map(({ entity_id, text }) => ({ entity_id, normal: normaliseQuote(text) }));
  const checked = claims.map(({ sentence, claim, quotes, verdict }): AnswerClaim => {
    const found = quotes.map((text) => {
      const source = texts.find(({ normal }) => occurs(text, normal));
      return { text: text.trim().slice(0, LONGEST_QUOTE), entity_id: source?.entity_id };
    });
    const proven = found.length > 0 && found.every(({ entity_id }) => entity_id !== undefined);
    return {
      sentence,
      claim: claim.trim().slice(0, LONGEST_QUOTE),
      // A contradiction needs its quote too. Without it the claim is still not supported.
      verdict:
        proven || verdict === "unsupported" ? verdict : verdict === "supported" ? "void" : "unsupported",
      quotes: found,
    };
  });
  const answer = normaliseQuote(sentences.join(" "));
  const supported = checked.filter(({ verdict }) => verdict === "supported").length;
  const said = answered === "no" || occurs(answerQuote, answer, { short: true });
  const withClaim = new Set(checked.map(({ sentence }) => sentence));
  return {
    reader,
    claims: checked,
    without_claim: [...new Set(noClaim)].filter((number) => !withClaim.has(number)).sort((a, b) => a - b),
    sentences: sentences.length,
    faithfulness: checked.length === 0 ? null : rounded((100 * supported) / checked.length),
    answered: said ? SCORES[answered] : null,
    gold: gold && compared(goldFacts ?? [], { answer, gold: normaliseQuote(gold.join(" ")) }),
    answers: {
      verdict: answered,
      quote: answered === "no" ? undefined : answerQuote.trim().slice(0, LONGEST_QUOTE),
      why: why.trim().slice(0, LONGEST_QUOTE),
    },
  };
}

/**
 * A fact needs words of the gold answer. That the answer says the same, or the contrary, needs words of the answer. Without
 * them the fact is not known, and the score is missing.
 */
function compared(
  facts: NonNullable<AnswerReply["goldFacts"]>,
  normal: { answer: string; gold: string },
): NonNullable<AnswerReading["gold"]> {
  const quoteIn = (quote: string, text: string): string | undefined =>
    occurs(quote, text, { short: true }) ? quote.trim().slice(0, LONGEST_QUOTE) : undefined;
  const checked = facts.map(({ fact, verdict, goldQuote, answerQuote }): GoldFact => {
    const [gold_quote, answer_quote] = [quoteIn(goldQuote, normal.gold), quoteIn(answerQuote, normal.answer)];
    const proven = gold_quote !== undefined && (verdict === "missing" || answer_quote !== undefined);
    return {
      fact: fact.trim().slice(0, LONGEST_QUOTE),
      verdict: proven ? verdict : "void",
      gold_quote,
      answer_quote: verdict === "missing" ? undefined : answer_quote,
    };
  });
  const count = (wanted: GoldFact["verdict"]) => checked.filter(({ verdict }) => verdict === wanted).length;
  const share = count("contradicted") > 0 ? 0 : rounded((100 * count("same")) / checked.length);
  return { facts: checked, score: checked.length === 0 || count("void") > 0 ? null : share };
}

/** A few letters occur anywhere and prove nothing, unless they are the whole text. Of an answer they may be a word: "42". */
function occurs(quote: string, normal: string, { short = false } = {}): boolean {
  const wanted = plainQuote(quote);
  if (wanted === "") return false;
  if (!isTooShort(wanted)) return holds(normal, wanted);
  return short
    ? new RegExp(`(?<!${LETTER})${literalPattern(wanted)}(?!${LETTER})`, "v").test(normal)
    : normal === wanted;
}

/** Of a script with spaces: those without have no word boundaries. */
const LETTER =
  "[[\\p{L}\\p{M}\\p{N}]--[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}]]";

/** Tokens of what is not known before the target answers. */
const GUESS = {
  documents: { low: 300, high: 4_000 },
  answer: { low: 40, high: 500 },
  reply: { low: 120, high: 1_500 },
};

/** The tokens that reading the answers to these tests may take. */
export function readingTokens(tests: ReadonlyArray<Pick<SemanticTest, "prompt" | "gold_answer">>) {
  const known = tests.reduce((sum, { prompt, gold_answer: gold }) => {
    const instructions = instructionsFor({ gold: gold === undefined ? undefined : [gold] });
    return sum + estimateTokens([instructions, prompt, gold ?? ""].join("\n"));
  }, 0);
  const at = (end: "low" | "high") => ({
    input: known + tests.length * (GUESS.documents[end] + GUESS.answer[end]),
    output: tests.length * GUESS.reply[end],
  });
  return { calls: tests.length, low: at("low"), high: at("high") };
}
