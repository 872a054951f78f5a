/** The options of a check, and what they mean for its suite. */
import { basename } from "node:path";
import { z } from "zod";
import { mechanism, patternType, type RetrieveFunction, type TargetFunctions } from "../../contract/index.ts";
import { portableName } from "../../kernel/addresses/index.ts";
import { optionText } from "../../kernel/errors/index.ts";
import {
  BUILT_IN,
  type CheckPlan,
  type CheckRequest,
  checkRequest,
  NO_EMBEDDER,
} from "../../retrieval/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import type { Context } from "../declaration.ts";
import { file, flag, folder, list, runOptions, whole } from "../options.ts";
import { refuseIdle } from "../read-input.ts";
import { recordedInputs } from "../recorded-inputs.ts";
import { bankOptions } from "./bank-options.ts";

const MOST_REPEATS = 100;

const isFunctions = (value: unknown): boolean =>
  typeof value === "function" || (typeof value === "object" && value !== null && !Array.isArray(value));

/** A name, an address or a path everywhere; in the library also functions. */
const targetRef = z
  .union([z.string().min(1), z.custom<RetrieveFunction | TargetFunctions>(isFunctions)])
  .optional()
  .meta({
    description:
      "The system under test: built-in, offline, http://…, a target file (YAML or JSON), or a module.",
    value: "TARGET",
    also: "`RetrieveFunction`, `TargetFunctions`",
  });

export const checkInput = z.strictObject({
  banks: z
    .array(z.enum([...mechanism.options, "all"]))
    .min(1)
    .optional()
    .meta({ description: "Banks to run. Default: all.", value: "A,B" }),
  test: list("Single tests by id; the bank follows from the id.", "ID"),
  topic: z.string().min(1).optional().meta({ description: "Semantic tests of one topic.", value: "T" }),
  patternType: patternType.optional().meta({ description: "Pattern tests of one type.", value: "TYPE" }),
  target: targetRef,
  ...bankOptions,
  baseline: file(
    "An earlier results file: fail on a regression. " +
      "A test that passed there and fails now is asked 4 more times, unless the target is deterministic.",
  ).optional(),
  repeat: whole(1, MOST_REPEATS).optional().meta({
    description: "Ask each test N times and take the mean; use 5 for a baseline.",
    value: "N",
  }),
  answers: z
    .union([z.string().min(1), z.boolean()])
    .optional()
    .meta({
      description:
        "Let a model read the answers to semantic tests: a second score, for support and completeness. auto: roles.reader in the settings.",
      value: "MODEL",
      bare: "auto",
      also: "`true`",
    }),
  redline: flag("Stress-test crisis detection instead, with mutated phrases and benign twins."),
  failUnder: list(
    "Fail if a score is below N: combined, semantic, state, pattern, always; " +
      `with ${optionText("answers")} also faithfulness, answered, gold.`,
    "NAME=N",
  ),
  failOver: list("Fail if retrieval takes longer, without retries and waits: p50, p95.", "p95=3s"),
  failuresOnly: flag("List the tests below 100."),
  save: z.boolean().default(true).meta({ description: "Save results and a report." }),
  verbose: flag("Print a line for every test."),
  debug: flag("Show every stage of every test."),
  fresh: flag("Discard a stopped run instead of resuming it."),
  out: folder("The folder of results. Default: results.").optional(),
  ...runOptions,
});

export type CheckInput = z.output<typeof checkInput>;

/** What was given; for the rest, what the recording says. */
export function requestOf(
  asked: CheckInput,
  { harness, config }: Pick<Context, "harness" | "config">,
): CheckRequest {
  const before = recordedInputs(harness, recordedOptions);
  const { banks, topic, patternType: type, answers, repeat } = { ...before, ...asked };
  const { test = before?.tests, kb, testBanks, out, budget, fresh } = asked;
  const { topK, candidates, embedder, reranker } = before ?? {};
  return {
    ...checkRequest(config.settings.retrieval, {
      target: targetNamed(harness, asked.target) ?? before?.target,
      kb,
      testBanks,
      results: out,
    }),
    ...(before && { topK, candidates }),
    banks: banks === undefined || banks.includes("all") ? undefined : banks.filter((bank) => bank !== "all"),
    selection: { testIds: test, topic, patternType: type },
    answers: answers ? { reader: typeof answers === "string" ? readerNamed(answers) : undefined } : undefined,
    embedder,
    reranker,
    repeat,
    budget,
    fresh,
  };
}

/** Undefined: the role's own model. */
const readerNamed = (answers: string): string | undefined => (answers === "auto" ? undefined : answers);

const { banks, test, topic, patternType: type, answers, repeat } = checkInput.shape;

/** By the names of the options. The banks and the knowledge base are the user's files. */
const recordedOptions = z.object({
  target: z.string(),
  banks,
  tests: test,
  topic,
  patternType: type,
  answers,
  repeat,
  embedder: z.string().optional(),
  reranker: z.string().optional(),
  topK: z.number().int().positive(),
  candidates: z.number().int().positive(),
});

/** What a recording keeps of a check. */
export const recordedCheck = (
  { redline }: CheckInput,
  { request, plan: planned }: { request: CheckRequest; plan: CheckPlan },
) => ({
  target: portableName(request.target ?? BUILT_IN),
  banks: request.banks,
  tests: request.selection?.testIds,
  topic: request.selection?.topic,
  patternType: request.selection?.patternType,
  answers: planned.reader?.name,
  repeat: request.repeat,
  ...(planned.kind === "built-in" && {
    embedder: planned.models.embedder?.name ?? NO_EMBEDDER,
    reranker: planned.models.reranker.name,
  }),
  redline: redline || undefined,
  topK: request.topK,
  candidates: request.candidates,
  knowledgeBase:
    request.kb === undefined || !planned.kb
      ? undefined
      : { name: basename(request.kb), words: planned.kb.hash },
});

export function refuseWithRedline(asked: CheckInput): void {
  const idle = [
    "banks",
    "test",
    "topic",
    "patternType",
    "baseline",
    "answers",
    "repeat",
    "failUnder",
    "failOver",
  ] as const;
  refuseIdle(
    Object.fromEntries(idle.map((name) => [name, asked[name] || undefined])),
    `${optionText("redline")} uses the whole pattern bank and has gates of its own`,
  );
}

/** The name by which the rest of the source knows a target. */
const targetNamed = (
  { functions }: Pick<Harness, "functions">,
  given: string | RetrieveFunction | TargetFunctions | undefined,
): string | undefined =>
  given === undefined || typeof given === "string" ? given : functions.add(given, "target");
