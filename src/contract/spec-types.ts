/**
 * Types of the specifications that have another name in the contract. Those with the same name, such as `Checkpoint`, are
 * exported where they are declared. tests/package/consumer.ts lists the fields that differ.
 */
import type { Message } from "./playtest/checkpoint.ts";
import type { CheckResults } from "./retrieval/retrieval-result.ts";
import type { ComponentOf, ResultOf, TestResult } from "./retrieval/mechanism.ts";
import type { SessionView } from "./server/session-api.ts";

/** A part of what the narrator said, in the history of a checkpoint. */
export type NarratorOutput = Message & { role: "narrator" };
/** The data behind a session's report and its page. */
export type SessionReport = SessionView;

export type ScoreResult = Pick<TestResult, "score" | "breakdown" | "is_hard_fail">;
export type SemanticTestResult = ResultOf<"semantic">;
export type StateTestResult = ResultOf<"state">;
export type PatternTestResult = ResultOf<"pattern">;
export type AlwaysTestResult = ResultOf<"always">;
export type SemanticResults = ComponentOf<"semantic">;
export type StateResults = ComponentOf<"state">;
export type PatternResults = ComponentOf<"pattern">;
export type AlwaysResults = ComponentOf<"always">;
export type UnifiedResults = CheckResults;
