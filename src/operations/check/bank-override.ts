/** Stores a person's expectations for one test. */
import { z } from "zod";
import type { Expectations, OverrideResult } from "../../contract/index.ts";
import { HarnessError, optionText, suggestion } from "../../kernel/errors/index.ts";
import {
  checkBanks,
  historyPath,
  type Kb,
  kbWords,
  loadBanks,
  loadHistory,
  loadKb,
  recordOverride,
  requireKb,
  requireOwnBanks,
  type Resolved,
  resolveExpectations,
} from "../../retrieval/index.ts";
import { type Context, type Ran, operation } from "../declaration.ts";
import { list, runOptions } from "../options.ts";
import { bankFolders, bankOptions, kbVersion } from "./bank-options.ts";

const input = z.strictObject({
  test: z.string().min(1).meta({ description: "The id of the semantic test." }),
  primary: list("Entities that must be retrieved."),
  secondary: list("Entities that should be retrieved; none: an empty list."),
  notExpected: list("Entities that must not be retrieved; none: an empty list."),
  rank: list("A must rank before B; none: an empty list.", "A>B"),
  reason: z.string().min(1).meta({ description: "The reason, for the history.", value: "TEXT" }),
  by: z.string().min(1).meta({ description: "Who decided.", value: "NAME" }),
  kbVersion,
  ...bankOptions,
  config: runOptions.config,
});

type Input = z.output<typeof input>;
type Plan = {
  input: Input;
  expectations: Expectations;
  previous: Resolved;
  testBanks: string;
  kbFolder: string;
  kb: Kb;
};

export default operation({
  name: "bank override",
  description:
    "Writes a history file with your decision. " +
    "It takes precedence over every calibration, even a later one, until the next override. " +
    "Lists without a flag stay as they are.",
  input,
  arguments: ["test"],
  examples: [
    {
      input: {
        test: "V2-LOY-001",
        primary: ["loyalty_binds"],
        secondary: ["transition_bridge"],
        reason: "clinical judgement",
        by: "Dr. Ames",
      },
      says: "Replace the expectation of one test.",
    },
  ],
  plan,
  async run(
    { input: { test, reason, by, kbVersion: version }, ...planned }: Plan,
    { harness },
  ): Promise<Ran<OverrideResult>> {
    const { expectations, previous, testBanks, kb, kbFolder } = planned;
    const file = await recordOverride(
      { testId: test, expectations, reason, author: by },
      { testBanks, kb, kbVersion: version, previous, clock: harness.clock },
    );
    return {
      result: {
        test_id: test,
        previous: previous.expectations,
        previous_source: previous.source,
        expectations,
        history_file: file,
        kb: kbFolder,
      },
    };
  },
  show: ({ test_id, previous_source, history_file, kb }, { by }) => [
    `The expectation of ${test_id} is now by ${by} (before: ${previous_source}).\nHistory: ${history_file}\n${kbWords(kb)}`,
  ],
});

const LISTS = ["primary", "secondary", "notExpected", "rank"] as const;

function plan(asked: Input, { harness, config }: Context): Plan {
  const { test: testId } = asked;
  if (LISTS.every((name) => asked[name] === undefined))
    throw new HarnessError({
      code: "nothing-to-do",
      message: `Nothing to change: no list for ${testId} was given.`,
      remedy: `Give ${LISTS.map((name) => optionText(name)).join(", ")}. The same list confirms it.`,
    });
  const folders = bankFolders(config, asked);
  const { testBanks } = folders;
  const kbFolder = requireKb(folders);
  const kb = loadKb(kbFolder);
  const tests = loadBanks(testBanks, { which: ["semantic"], required: true }).semantic!;
  const test = tests.find(({ test_id }) => test_id === testId);
  if (!test) {
    const ids = tests.map(({ test_id }) => test_id);
    throw new HarnessError({
      code: "unknown-name",
      option: "test",
      message: `Unknown semantic test "${testId}". ${suggestion(testId, ids)}`.trimEnd(),
      remedy: "Use the id of a semantic test: other tests have no versioned expectations.",
    });
  }
  const previous = resolveExpectations(tests, loadHistory(historyPath(testBanks))).get(testId)!;
  const expectations = givenExpectations(asked, previous.expectations);
  checkOverride(
    () => checkBanks({ dir: testBanks, semantic: [{ ...test, ...expectations }] }, { kb }),
    testId,
  );
  requireOwnBanks(testBanks, harness.workspace);
  return { input: asked, expectations, previous, testBanks, kbFolder, kb };
}

const givenExpectations = (
  { primary, secondary, notExpected, rank }: Input,
  { expected_primary, expected_secondary, not_expected, rank_check }: Expectations,
): Expectations => ({
  expected_primary: emptied(primary) ?? expected_primary,
  expected_secondary: emptied(secondary) ?? expected_secondary,
  not_expected: emptied(notExpected) ?? not_expected,
  rank_check: emptied(rank)?.map(pairOf) ?? rank_check,
});

/** `none` empties a list. */
const emptied = (given: string[] | undefined): string[] | undefined =>
  given?.length === 1 && given[0] === "none" ? [] : given;

/** Checks the bank's rules, but reports the mistake as one in the options. */
function checkOverride(check: () => void, testId: string): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof HarnessError) || error.code !== "bad-file") throw error;
    throw new HarnessError({
      code: "bad-value",
      message: [`${testId} cannot expect this:`, ...error.message.split("\n").slice(1)].join("\n"),
      remedy: "Change the options. A list that is not given stays as it was; none empties a list.",
    });
  }
}

function pairOf(text: string): { higher: string; lower: string } {
  const [higher, lower, ...rest] = text.split(">").map((part) => part.trim());
  if (higher && lower && rest.length === 0) return { higher, lower };
  throw new HarnessError({
    code: "bad-value",
    option: "rank",
    message: `${optionText("rank")} "${text}" is not of the form A>B.`,
    remedy: `Write ${optionText("rank", "A>B")}, in quotes: "gray_rock>boundary_setting".`,
  });
}
