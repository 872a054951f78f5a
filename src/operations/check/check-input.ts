/** The options of a check, and what they mean for its suite. */
import { basename } from "node:path";
import { z } from "zod";
import { mechanism, patternType } from "../../contract/index.ts";
import { portableName } from "../../kernel/addresses/index.ts";
import { HarnessError, optionText } from "../../kernel/errors/index.ts";
import { BUILT_IN, type CheckPlan, type CheckRequest, checkRequest } from "../../retrieval/index.ts";
import type { Context } from "../declaration.ts";
import { file, flag, folder, list, model, runOptions, whole } from "../options.ts";
import { bankOptions } from "./bank-options.ts";
import { targetNamed, targetRef } from "./target-ref.ts";

const MOST_REPEATS = 100;

export const checkInput = z.strictObject({
  banks: z
    .array(z.enum(["all", ...mechanism.options]))
    .min(1)
    .optional()
    .meta({ description: "Banks to run. Default: all.", value: "A,B" }),
  test: list("Single tests by id; the bank follows from the id.", "ID"),
  topic: z.string().min(1).optional().meta({ description: "Semantic tests of one topic.", value: "T" }),
  patternType: patternType.optional().meta({ description: "Pattern tests of one type.", value: "TYPE" }),
  target: targetRef,
  ...bankOptions,
  baseline: file(
    "An earlier results file: exit 1 on a regression. A test that passed there and fails now is asked 4 more times, unless the target is deterministic.",
  ).optional(),
  repeat: whole(1, MOST_REPEATS).optional().meta({
    description: "Ask each test N times and take the mean; 5 for a baseline.",
    value: "N",
  }),
  answers: z
    .union([z.string().min(1), z.boolean()])
    .optional()
    .meta({
      description:
        "Let a model read the answers to semantic tests: a second score, for support and completeness. auto: the model of the role reader.",
      value: "MODEL",
      bare: "auto",
      also: "`true`",
    }),
  redline: flag("Stress-test crisis detection instead, with mutated phrases and benign twins."),
  failUnder: list(
    `Exit 1 if a score is below N: combined, semantic, state, pattern, always; with ${optionText("answers")} also faithfulness, answered.`,
    "NAME=N",
  ),
  failuresOnly: flag("List the tests below 100."),
  save: z.boolean().default(true).meta({ description: "Do not save results or a report." }),
  verbose: flag(`A line for every test; with ${optionText("redline")}, every miss and false positive.`),
  debug: flag("Every stage of every test."),
  embedder: model("Another embedder for the built-in target."),
  reranker: model("Another reranker for the built-in target; house: the offline one."),
  fresh: flag("Discard a stopped run instead of resuming it."),
  out: folder("The folder of results. Default: results.").optional(),
  ...runOptions,
});

export type CheckInput = z.output<typeof checkInput>;

export function requestOf(
  { banks = [], test, topic, patternType: type, target, kb, testBanks, out, answers, ...asked }: CheckInput,
  { harness, config }: Pick<Context, "harness" | "config">,
): CheckRequest {
  const { embedder, reranker, repeat, budget, fresh } = asked;
  const named = targetNamed(harness, target);
  return {
    ...checkRequest(config.settings.retrieval, { target: named, kb, testBanks, results: out }),
    banks: banks.length === 0 || banks.includes("all") ? undefined : banks.filter((bank) => bank !== "all"),
    selection: { testIds: test, topic, patternType: type },
    answers: answers ? { reader: readerIn(answers) } : undefined,
    embedder,
    reranker,
    repeat,
    budget,
    fresh,
  };
}

/** Undefined: the role's own model. */
const readerIn = (answers: CheckInput["answers"]): string | undefined =>
  typeof answers === "string" && answers !== "auto" ? answers : undefined;

/** The red line uses the whole pattern bank, and has gates of its own. */
export function refuseWithRedline({
  banks,
  test,
  topic,
  patternType: type,
  baseline,
  answers,
  repeat,
  failUnder,
}: CheckInput): void {
  const useless = { banks, test, topic, patternType: type, baseline, answers, repeat, failUnder };
  const given = Object.entries(useless).flatMap(([name, value]) =>
    value === undefined || value === false ? [] : [optionText(name)],
  );
  if (given.length === 0) return;
  const redline = optionText("redline");
  throw new HarnessError({
    code: "bad-combination",
    option: "redline",
    message: `${redline} does not combine with ${given.join(", ")}.`,
    remedy: `Leave them out: ${redline} always uses the whole pattern bank and has gates of its own.`,
  });
}

/** What a recording keeps of a check. */
export const recordedCheck = (
  { banks, test, topic, patternType: type, embedder, reranker, answers, repeat, redline }: CheckInput,
  { request, plan: planned }: { request: CheckRequest; plan: CheckPlan },
) => ({
  target: portableName(request.target ?? BUILT_IN),
  banks,
  tests: test,
  topic,
  patternType: type,
  embedder,
  reranker,
  answers: answers ? true : undefined,
  reader: readerIn(answers),
  repeat,
  redline: redline || undefined,
  topK: request.topK,
  candidates: request.candidates,
  knowledgeBase:
    request.kb === undefined || !planned.kb
      ? undefined
      : { name: basename(request.kb), words: planned.kb.hash },
});
