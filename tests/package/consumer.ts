/**
 * What a strict project writes. It is compiled here against the source, and by package.test.ts against the installed
 * package. Whoever changes a type sees here which field of the specifications is lost.
 */
import {
  check,
  defineConfig,
  HarnessError,
  matrix,
  models as listModels,
  openSession,
  play,
  type AlwaysResults,
  type AlwaysTestResult,
  type Archetype,
  type ArchetypeId,
  type Checkpoint,
  type FailureMetrics,
  type GroupConfig,
  type Issue,
  type MatrixConfig,
  type MatrixResult,
  type Message,
  type NarratorAnswer,
  type NarratorFunction,
  type NarratorModel,
  type NarratorOutput,
  type NarratorRequest,
  type OutputType,
  type PatternResults,
  type PatternTestResult,
  type PlayerAgent,
  type PlayerModel,
  type PrivateMoment,
  type PulseMetrics,
  type QualityMetrics,
  type RedlineReport,
  type RetrieveFunction,
  type ScoreResult,
  type SemanticResults,
  type SemanticTestResult,
  type Session,
  type SessionConfig,
  type SessionMetrics,
  type SessionOutcome,
  type SessionReport,
  type SessionResult,
  type SettingsInput,
  type StateResults,
  type StateTestResult,
  type Tangent,
  type TangentMetrics,
  type TargetFunctions,
  type TimelineEntry,
  type UnifiedResults,
} from "rehearse-llm";
export {
  type AbResult,
  type BisectResult,
  type CalibrateResult,
  type CheckedStory,
  type CheckResult,
  type CompareResult,
  type Estimate,
  type ExportResult,
  type ImportedBank,
  type ImportedStory,
  type JudgeResult,
  type LabelResult,
  type LibraryOptions,
  type ListedStory,
  type MigratedBank,
  type ModelAnswer,
  type ModelList,
  type ObserveResult,
  type OverrideResult,
  type ReportResult,
  type RunEvent,
} from "rehearse-llm";
import * as library from "rehearse-llm";
import { bank, playtest } from "rehearse-llm/vitest";
import * as matchers from "rehearse-llm/vitest";
import { expect } from "vitest";

export const everything = { library, matchers };

export const settings: SettingsInput = defineConfig({ budget: 5 });
// @ts-expect-error A budget is a number.
defineConfig({ budget: "5" });
export const played: SessionResult = await play({ story: "innsmouth", signal: AbortSignal.timeout(1) });
// @ts-expect-error It is called maxTurns.
await play({ turns: 5 });
const session: Session = await openSession(played.dir);
export const points: number | null = session.overall;
export const said: string | undefined = session.turns[0]?.narrator;
export const score: number | null = (await check({ banks: ["semantic"] })).combined_score;
export const caught: RedlineReport = await check({ redline: true });
export const price: number | undefined = (await listModels()).models[0]?.price?.input;
export const exitOf = (error: unknown) => (error instanceof HarnessError ? error.exit : 3);

const plan: MatrixConfig = {
  stories: ["innsmouth"],
  systemPrompts: { baseline: "baseline" },
  narratorModels: ["opus-4.5"] satisfies NarratorModel[],
  sessionsPerCombination: 1,
  maxTurnsPerSession: 100,
};
export const many: MatrixResult = await matrix({ plan });

const answer = ({ guide, state }: NarratorRequest<{ told: number }>): NarratorAnswer<{ told: number }> => ({
  text: guide.pulses[state?.told ?? 0]?.title ?? "The end.",
  state: { told: (state?.told ?? 0) + 1 },
});
export const narrator: NarratorFunction<{ told: number }> = answer;
const retrieve: RetrieveFunction = async ({ message }) => ({ selections: [{ entity_id: message }] });
export const target: TargetFunctions = { retrieve, deterministic: true };
export const checked: number | null = (await check({ target })).combined_score;

playtest("a session", { narrator }, (session) => {
  expect(session).toComplete();
  expect(session).not.toHaveNoFindings("leak");
  // @ts-expect-error A kind is a name.
  expect(session).toHaveNoFindings(5);
});
bank("a bank", { target: "offline" }, (result) => expect(result).toPassBank());

/** In the specification it is the player; here it is the player's seat. */
export const spokesperson = (group: GroupConfig): PlayerAgent | undefined =>
  group.players[group.spokesperson];

/** Compiles if the type has these fields. */
type Has<Type, Field extends keyof Type> = Pick<Type, Field>;

/** The playtest specification's types, each with its fields; those expected to fail are the differences. */
export type Playtest = [
  Has<Archetype, "id" | "name" | "style" | "context" | "patterns" | "quirkFrequency" | "testsFor" | "model">,
  Has<PlayerAgent, "archetype" | "name" | "model" | "generatedBackstory" | "characterForStory">,
  Has<PlayerAgent, "systemPrompt">,
  Has<GroupConfig, "players" | "spokesperson" | "size">,
  Has<
    SessionConfig,
    "story" | "storyGuide" | "systemPrompt" | "narratorModel" | "group" | "maxTurns" | "seed"
  >,
  Has<NarratorOutput, "content" | "turn" | "timestamp">,
  // @ts-expect-error It is called classification, as in a Message.
  Has<NarratorOutput, "type">,
  // @ts-expect-error A checkpoint lists its pulses in detectedPulses.
  Has<NarratorOutput, "pulseNumber">,
  // @ts-expect-error It is called audience, and names seats.
  Has<NarratorOutput, "privateTarget">,
  Has<Tangent, "startTurn" | "endTurn" | "length" | "initiator" | "type" | "recoveryMethod" | "segueQuality">,
  Has<PrivateMoment, "turn" | "target" | "content" | "response" | "backstoryAlignment">,
  Has<PrivateMoment, "narrativeAppropriateness" | "payoffDetected" | "payoffTurn">,
  Has<PulseMetrics, "detected" | "expected" | "completionRate" | "turnsPerPulse" | "distribution">,
  Has<TangentMetrics, "count" | "avgLength" | "maxLength" | "recoveryRate" | "avgSegueQuality">,
  Has<TangentMetrics, "forcedSegueCount">,
  Has<QualityMetrics, "coherence" | "atmosphere" | "playerAgency" | "pacing" | "storyGuideAdherence">,
  Has<QualityMetrics, "characterIntegration" | "funFactor">,
  Has<FailureMetrics, "breakdowns" | "loops" | "contradictions" | "characterBreaks" | "guideDeviations">,
  Has<FailureMetrics, "confusionEvents" | "stuckMoments">,
  Has<SessionMetrics, "pulses" | "tangents" | "quality" | "failures" | "overall">,
  Has<SessionResult, "tangents" | "privateMoments" | "metrics" | "outcome" | "cost">,
  // @ts-expect-error The first checkpoint has it.
  Has<SessionResult, "config">,
  // @ts-expect-error The checkpoints have it.
  Has<SessionResult, "transcript">,
  // @ts-expect-error It is called durationMs.
  Has<SessionResult, "duration">,
  // @ts-expect-error It is called tokens, with a total and a sum by role.
  Has<SessionResult, "tokenUsage">,
  Has<MatrixConfig, "stories" | "systemPrompts" | "narratorModels" | "sessionsPerCombination">,
  Has<MatrixConfig, "maxTurnsPerSession">,
  Has<MatrixResult, "config" | "sessions" | "failures" | "totalCost" | "totalDuration">,
  Has<MatrixResult["aggregates"], "byStory" | "byPrompt" | "byModel">,
  Has<MatrixResult["rankings"], "best" | "worst">,
  Has<Checkpoint, "turn" | "timestamp" | "conversationHistory" | "playerAgents" | "spokespersonId">,
  Has<Checkpoint, "sessionConfig" | "detectedPulses" | "detectedTangents" | "privateMoments">,
  Has<Checkpoint["playerAgents"][number], keyof PlayerAgent>,
  Has<Message, "role" | "player" | "content" | "turn" | "timestamp" | "classification">,
  Has<SessionReport, "timeline">,
  Has<SessionReport["result"], "story" | "narrator" | "prompt" | "cost" | "turns" | "pulses" | "issues">,
  Has<SessionReport["players"][number], "name" | "archetype" | "model">,
  // @ts-expect-error They are called players.
  Has<SessionReport, "group">,
  // @ts-expect-error These are fields of result.
  Has<SessionReport, "config" | "summary" | "issues">,
  // @ts-expect-error The turns have it.
  Has<SessionReport, "transcript">,
  Has<TimelineEntry, "turn" | "type" | "title" | "content" | "notes">,
  Has<Issue, "turn" | "description" | "severity">,
  // @ts-expect-error It is called kind.
  Has<Issue, "type">,
];

export const archetypes = ["joker", "engaged"] satisfies ArchetypeId[];
export const models = ["grok", "qwen", "deepseek", "kimi-k2"] satisfies PlayerModel[];
export const outputs = [
  "pulse",
  "tangent-response",
  "private-moment",
  "clarification",
  "recap",
] satisfies OutputType[];
export const outcomes = ["completed", "timeout", "failed"] satisfies SessionOutcome[];

type Score = "score" | "breakdown" | "is_hard_fail";

/** The same for the retrieval specification. */
export type Retrieval = [
  Has<ScoreResult, Score>,
  Has<SemanticTestResult, Score | "test_id" | "name" | "category" | "topics" | "prompt">,
  Has<SemanticTestResult, "voyage_candidates" | "haiku_selections" | "expectations" | "expectation_source">,
  Has<SemanticTestResult, "primary_pass" | "secondary_missing" | "false_positives" | "rank_violations">,
  Has<StateTestResult, Score | "test_id" | "name" | "user_state" | "triggered_handlers">,
  Has<StateTestResult, "expected_handlers" | "not_expected_handlers" | "primary_pass" | "wrong_handlers">,
  Has<PatternTestResult, Score | "test_id" | "name" | "prompt" | "pattern_type" | "matched_entities">,
  Has<PatternTestResult, "expected_matches" | "expected_secondary" | "not_expected_matches" | "primary_pass">,
  Has<PatternTestResult, "secondary_missing" | "false_positives" | "is_critical" | "is_critical_failure">,
  Has<AlwaysTestResult, "test_id" | "name" | "user_type" | "loaded_entities" | "expected_always">,
  // The specification's "missing"; in every test that is why the target did not answer.
  Has<AlwaysTestResult, "score" | "is_hard_fail" | "missing_entities">,
  Has<SemanticResults, "tests_run" | "average_score" | "hard_fails" | "score_distribution" | "topic_scores">,
  Has<SemanticResults, "results">,
  Has<StateResults, "tests_run" | "average_score" | "hard_fails" | "handler_scores" | "results">,
  Has<PatternResults, "tests_run" | "average_score" | "hard_fails" | "pattern_type_scores" | "results">,
  Has<PatternResults, "critical_failures">,
  Has<AlwaysResults, "tests_run" | "average_score" | "all_passed" | "results">,
  Has<UnifiedResults, "timestamp" | "semantic" | "state" | "pattern" | "always" | "summary">,
];
