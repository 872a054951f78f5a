/** The library: everything that `import … from "rehearse-llm"` provides. docs/guide/api.md shows each. */
import type { SettingsInput } from "./contract/index.ts";

export * from "./operations/library.ts";
export { exportFile } from "./export/index.ts";
export { openSession } from "./operations/play/open-session.ts";
export { HarnessError } from "./kernel/errors/index.ts";

export type { SettingsInput } from "./contract/index.ts";
export type { AbResult, BisectResult, MatrixResult, SessionResult } from "./contract/index.ts";
export type { CheckResult } from "./operations/check/check.ts";
export type { CompareResult } from "./operations/play/compare.ts";
export type { ObserveResult } from "./operations/play/reading/observe.ts";
export type { Session } from "./operations/play/open-session.ts";

/** The other types of the playtest specification, then those of the retrieval specification. */
export type {
  Archetype,
  ArchetypeId,
  Checkpoint,
  FailureMetrics,
  GroupConfig,
  Issue,
  MatrixConfig,
  Message,
  NarratorAnswer,
  NarratorFunction,
  NarratorModel,
  NarratorOutput,
  NarratorRequest,
  OutputType,
  PlayerAgent,
  PlayerModel,
  PrivateMoment,
  PulseMetrics,
  QualityMetrics,
  SessionConfig,
  SessionMetrics,
  SessionOutcome,
  SessionReport,
  Tangent,
  TangentMetrics,
  TimelineEntry,
} from "./contract/index.ts";
export type {
  AlwaysResults,
  AlwaysTestResult,
  PatternResults,
  PatternTestResult,
  RetrieveFunction,
  ScoreResult,
  SemanticResults,
  SemanticTestResult,
  StateResults,
  StateTestResult,
  TargetFunctions,
  UnifiedResults,
} from "./contract/index.ts";

/**
 * Types your settings. Every option is in docs/guide/configuration.md.
 *
 * @example
 * import { defineConfig } from "rehearse-llm";
 *
 * export default defineConfig({ budget: 5, roles: { narrator: "grok-4" } });
 */
export const defineConfig = (config: SettingsInput): SettingsInput => config;
