/** The shapes of everything that is stored or sent. A leaf: it imports zod and nothing else. */
export * from "./shared/deviation.ts";
export * from "./shared/journal.ts";
export * from "./shared/models.ts";
export * from "./shared/recording.ts";
export * from "./shared/settings.ts";
export * from "./playtest/ab.ts";
export * from "./playtest/arm-comparison.ts";
export * from "./playtest/bisect.ts";
export * from "./playtest/checkpoint.ts";
export * from "./playtest/issue.ts";
export * from "./playtest/judging.ts";
export * from "./playtest/matrix.ts";
export * from "./playtest/player.ts";
export * from "./playtest/reading.ts";
export * from "./playtest/session-config.ts";
export * from "./playtest/session-metrics.ts";
export * from "./playtest/session-result.ts";
export * from "./playtest/story.ts";
export * from "./playtest/turn-record.ts";
export * from "./retrieval/test-bank.ts";
export * from "./retrieval/answer-reading.ts";
export * from "./retrieval/knowledge-base.ts";
export * from "./retrieval/mechanism.ts";
export * from "./retrieval/mechanisms/always.ts";
export * from "./retrieval/mechanisms/pattern.ts";
export * from "./retrieval/mechanisms/semantic.ts";
export * from "./retrieval/mechanisms/state.ts";
export * from "./retrieval/check-outcome.ts";
export * from "./retrieval/check-summary.ts";
export * from "./retrieval/retrieval-result.ts";
export * from "./retrieval/retrieval-settings.ts";
export * from "./retrieval/target-file.ts";
export * from "./retrieval/test-score.ts";
export {
  damage,
  problem,
  serverInfo,
  type Damage,
  type JsonChange,
  type Problem,
  type ServerInfo,
} from "./server/answer.ts";
export * from "./server/check-api.ts";
export * from "./server/comparison-api.ts";
export * from "./server/content-api.ts";
export * from "./server/experiment-api.ts";
export * from "./server/issue-api.ts";
export * from "./server/job-api.ts";
export * from "./server/reading-api.ts";
export * from "./server/retrieval-api.ts";
export * from "./server/run-api.ts";
export * from "./server/search-api.ts";
export * from "./server/session-api.ts";
export * from "./server/session-list-api.ts";
export * from "./server/start-api.ts";
