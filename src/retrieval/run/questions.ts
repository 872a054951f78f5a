import type { AlwaysTest, PatternTest, SemanticTest, StateTest } from "../../contract/index.ts";
import type { Banks } from "../bank/index.ts";
import type { Question } from "../target/index.ts";

/** What each kind of test asks of a target. */
export const questions = {
  semantic: ({ test_id: testId, prompt: message, user_state: userState }: SemanticTest) =>
    ({ ask: "retrieve", testId, message, userState }) as const,
  state: ({ test_id: testId, user_state: userState }: StateTest) =>
    ({ ask: "handlers", testId, userState }) as const,
  pattern: ({ test_id: testId, prompt: message }: PatternTest) =>
    ({ ask: "match", testId, message }) as const,
  always: ({ test_id: testId, user_type: userType, user_state: userState }: AlwaysTest) =>
    ({ ask: "always", testId, userType, userState }) as const,
};

/** All questions, one of each bank in turn: a target may do one thing and fail at another. */
export function* questionsOf({ semantic, state, pattern, always }: Banks): Generator<Question> {
  const banks: Question[][] = [
    semantic?.map(questions.semantic) ?? [],
    state?.map(questions.state) ?? [],
    pattern?.map(questions.pattern) ?? [],
    always?.map(questions.always) ?? [],
  ];
  const longest = Math.max(...banks.map(({ length }) => length));
  for (let at = 0; at < longest; at++) yield* banks.flatMap((bank) => bank.slice(at, at + 1));
}
