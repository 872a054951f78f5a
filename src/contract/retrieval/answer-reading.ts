/** Answer quality: what a model reader found in a target's answer. Code has checked every quote. */
import { z } from "zod";
import { missing } from "./test-score.ts";

/**
 * Only `supported` counts as such. `void`: the reader called the claim supported, but a quote of it is not in the
 * retrieved text, so nothing supports it.
 */
export const claimVerdict = z.enum(["supported", "contradicted", "unsupported", "void"]);
export type ClaimVerdict = z.infer<typeof claimVerdict>;

export const answerClaim = z.object({
  /** The sentence of the answer that makes the claim, from 1. */
  sentence: z.number().int(),
  claim: z.string(),
  verdict: claimVerdict,
  /** The reader's quotes, each with the retrieved entity that contains it. Absent: none does. */
  quotes: z.array(z.object({ text: z.string(), entity_id: z.string().optional() })),
});
export type AnswerClaim = z.infer<typeof answerClaim>;

/**
 * What an answer makes of a fact of the gold answer. `void`: a quote that the reader gave for it is not where it should
 * be, so nobody knows.
 */
export const goldVerdict = z.enum(["same", "missing", "contradicted", "void"]);

export const goldFact = z.object({
  fact: z.string(),
  verdict: goldVerdict,
  /** The reader's quotes. Absent: none, or it is not there. */
  gold_quote: z.string().optional(),
  answer_quote: z.string().optional(),
});
export type GoldFact = z.infer<typeof goldFact>;

export const answersQuestion = z.enum(["fully", "partly", "no"]);

export const answerReading = z.object({
  /** The model that read it. */
  reader: z.string(),
  claims: z.array(answerClaim),
  /** Sentences without a claim, according to the reader. */
  without_claim: z.array(z.number().int()),
  sentences: z.number().int(),
  /** The supported share of the claims, times 100. Null: the answer claims nothing. */
  faithfulness: z.number().nullable(),
  /** 100 fully, 50 partly, 0 no. Null: the quoted words are not in the answer, so there is no verdict. */
  answered: z.number().nullable(),
  /** Compared with the test's gold answer. */
  gold: z
    .object({
      facts: z.array(goldFact),
      /** The share of the facts that the answer has, times 100; 0 if it contradicts one. Null: a fact is void, or no fact was found. */
      score: z.number().nullable(),
    })
    .optional(),
  /** The reader's verdict, with words of the answer. */
  answers: z.object({ verdict: answersQuestion, quote: z.string().optional(), why: z.string() }),
});
export type AnswerReading = z.infer<typeof answerReading>;

/** A target's answer with its reading, or why there is none. */
export const checkedAnswer = z.object({
  /** The right answer, if the test has one. */
  gold_answer: z.string().optional(),
  /** Absent: the target returned none. */
  text: z.string().optional(),
  reading: answerReading.optional(),
  missing: missing.optional(),
});
export type CheckedAnswer = z.infer<typeof checkedAnswer>;

/** The second score of a check. It is no part of the 100 points. */
export const answerSummary = z.object({
  reader: z.string(),
  tests: z.number().int(),
  read: z.number().int(),
  /** Tests without a reading: no answer, no text to compare it with, or the reader failed. */
  missing: z.number().int(),
  /** Means over the answers that have a value. Null: none has one. */
  faithfulness: z.number().nullable(),
  answered: z.number().nullable(),
  /** How many answers each mean covers. */
  with_claims: z.number().int(),
  with_verdict: z.number().int(),
  claims: z.record(claimVerdict, z.number().int()),
  /** Absent: no test has a gold answer. `missing`: tests with one, whose answer was not compared. */
  gold: z
    .object({
      score: z.number().nullable(),
      tests: z.number().int(),
      missing: z.number().int(),
      facts: z.record(goldVerdict, z.number().int()),
    })
    .optional(),
});
export type AnswerSummary = z.infer<typeof answerSummary>;

/** What `--fail-under` accepts beside the banks. */
export const answerMetric = z.enum(["faithfulness", "answered", "gold"]);
export type AnswerMetric = z.infer<typeof answerMetric>;
