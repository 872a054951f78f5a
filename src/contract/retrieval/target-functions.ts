/** A RAG system of the user's own as functions, with the requests and answers of docs/guide/retrieval.md. */
import type { AnswerOf, Mechanism, mechanisms, QuestionOf } from "./mechanism.ts";

type Name<Of extends Mechanism> = (typeof mechanisms)[Of]["ask"];

type Answering<Of extends Mechanism> = (
  request: { version: 1; ask: Name<Of> } & QuestionOf<Of>,
  context: { /** Aborted if the check is stopped or the answer takes too long. */ signal: AbortSignal },
) => Answer<Of> | Promise<Answer<Of>>;

/** `not_answered`: the system does not have this mechanism. */
type Answer<Of extends Mechanism> = AnswerOf<Of> | { not_answered: true };

/**
 * What a RAG system retrieves for a message, best first.
 *
 * @example
 * const retrieve: RetrieveFunction = async ({ message, top_k }) => ({
 *   selections: (await search(message, top_k)).map(({ id }) => ({ entity_id: id })),
 * });
 */
export type RetrieveFunction = Answering<"semantic">;

/** A target: any of `retrieve`, `handlers`, `match` and `always`. The others are not tested. */
export type TargetFunctions = { [Of in Mechanism as Name<Of>]?: Answering<Of> } & {
  /** It always gives the same answer: tests are not repeated. */
  deterministic?: boolean;
};
