/** The library: everything that `import … from "rehearse-llm"` provides. docs/guide/api.md shows each. */
import "./kernel/node-version.ts";
import type { SettingsInput } from "./contract/index.ts";

export * from "./operations/library.ts";
export { exportFile } from "./export/index.ts";
export { openSession } from "./operations/play/open-session.ts";
export { HarnessError } from "./kernel/errors/index.ts";

export type { Estimate, LibraryOptions, RunEvent } from "./operations/library-function.ts";
/** What the functions take and return. */
export type {
  AbResult,
  BisectResult,
  CalibrateResult,
  CheckedStory,
  CheckResult,
  CompareResult,
  ExportResult,
  ImportedBank,
  ImportedStory,
  JudgeResult,
  LabelResult,
  ListedStory,
  MatrixResult,
  MigratedBank,
  ModelAnswer,
  ModelList,
  ObserveResult,
  OverrideResult,
  RedlineReport,
  ReportResult,
  Session,
  SessionResult,
  SettingsInput,
} from "./contract/index.ts";

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
