/** Reads a target's answers: a model lists the claims with quotes, code checks every quote. */
import { z } from "zod";
import type {
  AnswerClaim,
  AnswerOf,
  AnswerReading,
  CheckedAnswer,
  SemanticTest,
} from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import {
  ContextExceededError,
  estimateTokens,
  InvalidReplyError,
  ProviderFailure,
  type Gateway,
  type ResolvedModel,
} from "../../kernel/models/index.ts";
import { counted } from "../../kernel/report/index.ts";
import {
  holds,
  isTooShort,
  normaliseQuote,
  plainQuote,
  sentences as sentencesOf,
} from "../../kernel/text/index.ts";
import { pricedCalls, type CallsEstimate } from "../calls-estimate.ts";
import { entityText, type Kb } from "../kb.ts";
import { rounded } from "../score.ts";
import {
  answerInstructions,
  answerMessage,
  answerReply,
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
  test: Pick<SemanticTest, "test_id" | "prompt">,
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
  return async ({ test_id, prompt }, answer) => {
    const text = answer?.answer;
    const found = materialOf(prompt, answer, kb);
    if ("code" in found)
      return { ...(text !== undefined && { text: text.slice(0, LONGEST_ANSWER) }), missing: found };
    try {
      const { object, model } = await gateway.object({
        call: `test/${test_id}/read-answer`,
        role: "reader",
        model: reader,
        instructions: answerInstructions,
        cacheInstructions: true,
        messages: [{ role: "user", content: answerMessage(found) }],
        schema: answerReply(found.sentences),
        temperature: 0,
        signal,
      });
      return { text: text!, reading: checkedReading(object, found, `${reader.provider}/${model}`) };
    } catch (error) {
      if (!isReaderFailure(error)) throw error;
      return { text: text!, missing: { code: error.code, message: error.message } };
    }
  };
}

const isReaderFailure = (error: unknown): error is HarnessError =>
  (error instanceof ProviderFailure && error.exit === 3) ||
  error instanceof InvalidReplyError ||
  error instanceof ContextExceededError;

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
      message: `the text of ${counted(without.size, "retrieved entity", "retrieved entities")} is unknown (${[...without].slice(0, 3).join(", ")}${without.size > 3 ? ", …" : ""}): the target must return text, or the knowledge base must contain it`,
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
  { claims, noClaim, answered, answerQuote, why }: AnswerReply,
  { documents, sentences }: AnswerMaterial,
  reader: string,
): AnswerReading {
  const texts = documents.map(({ entity_id, text }) => ({ entity_id, normal: normaliseQuote(text) }));
  const checked = claims.map(({ sentence, claim, quotes, verdict }): AnswerClaim => {
    const found = quotes.map((text) => {
      const source = texts.find(({ normal }) => occurs(text, normal));
      return { text: text.trim().slice(0, LONGEST_QUOTE), ...(source && { entity_id: source.entity_id }) };
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
  const supported = checked.filter(({ verdict }) => verdict === "supported").length;
  const said = answered === "no" || occurs(answerQuote, normaliseQuote(sentences.join(" ")), { short: true });
  const withClaim = new Set(checked.map(({ sentence }) => sentence));
  return {
    reader,
    claims: checked,
    without_claim: [...new Set(noClaim)].filter((number) => !withClaim.has(number)).sort((a, b) => a - b),
    sentences: sentences.length,
    faithfulness: checked.length === 0 ? null : rounded((100 * supported) / checked.length),
    answered: said ? SCORES[answered] : null,
    answers: {
      verdict: answered,
      ...(answered !== "no" && { quote: answerQuote.trim().slice(0, LONGEST_QUOTE) }),
      why: why.trim().slice(0, LONGEST_QUOTE),
    },
  };
}

/** A few letters occur anywhere and prove nothing, unless they are the whole text. An answer itself may be short: "42". */
function occurs(quote: string, normal: string, { short = false } = {}): boolean {
  const wanted = plainQuote(quote);
  if (wanted === "") return false;
  return isTooShort(wanted) && !short ? normal === wanted : holds(normal, wanted);
}

/** Tokens of what is not known before the target answers. */
const GUESS = {
  documents: { low: 300, high: 4_000 },
  answer: { low: 40, high: 500 },
  reply: { low: 120, high: 1_500 },
};

/** What reading these tests' answers may cost. */
export function estimateReading({
  tests,
  reader: { price },
}: {
  tests: ReadonlyArray<Pick<SemanticTest, "prompt">>;
  reader: Pick<ResolvedModel, "price">;
}): CallsEstimate {
  const schema = JSON.stringify(z.toJSONSchema(answerReply([""]), { io: "input" }));
  const fixed = estimateTokens(answerInstructions) + estimateTokens(schema);
  const questions = tests.reduce((sum, { prompt }) => sum + fixed + estimateTokens(prompt), 0);
  const at = (end: "low" | "high") => ({
    input: questions + tests.length * (GUESS.documents[end] + GUESS.answer[end]),
    output: tests.length * GUESS.reply[end],
  });
  const [low, high] = [at("low"), at("high")];
  return pricedCalls(
    {
      calls: tests.length,
      input: { low: low.input, high: high.input },
      output: { low: low.output, high: high.output },
    },
    price,
  );
}
