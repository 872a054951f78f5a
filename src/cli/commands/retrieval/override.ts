/** Stores a person's expectations for one test. */
import type { Expectations } from "../../../contract/index.ts";
import { HarnessError, suggestion } from "../../../kernel/errors/index.ts";
import { systemClock } from "../../../kernel/clock/index.ts";
import {
  checkBanks,
  findFolders,
  historyPath,
  kbWords,
  loadBanks,
  loadHistory,
  loadKb,
  recordOverride,
  requireKb,
  resolveExpectations,
  withAdditions,
  type Kb,
} from "../../../retrieval/index.ts";
import { defineCommand } from "../../frame/index.ts";
import { configFrom, kbFlags, kbVersionFlag, settingsFlags } from "../flags/settings-flags.ts";

export default defineCommand({
  name: "override",
  summary: "Set the expectation of one test by hand",
  description:
    "Writes a history file with your decision. It takes precedence over every calibration, even a later one, until the next override. Lists without a flag stay as they are.",
  args: { positionals: [{ name: "test id", help: "The semantic test.", required: true }] },
  flags: {
    primary: { type: "list", value: "A,B", help: "Entities that must be retrieved." },
    secondary: {
      type: "list",
      value: "A,B",
      help: "Entities that should be retrieved; none: an empty list.",
    },
    notExpected: {
      type: "list",
      value: "A,B",
      help: "Entities that must not be retrieved; none: an empty list.",
    },
    rank: { type: "list", value: "A>B", help: "A must rank before B; none: an empty list." },
    accept: {
      type: "boolean",
      help: "Add what the last calibration proposed for not_expected and rank_check.",
    },
    reason: { type: "string", value: "TEXT", required: true, help: "The reason, for the history." },
    by: { type: "string", value: "NAME", required: true, help: "Who decided." },
    kbVersion: kbVersionFlag,
    ...kbFlags,
    config: settingsFlags.config,
    json: { type: "boolean", help: "Print one JSON document." },
  },
  examples: [
    {
      command:
        'rehearse override V2-LOY-001 --primary loyalty_binds --secondary transition_bridge --reason "clinical judgement" --by "Dr. Ames"',
      does: "Replace the expectation of one test.",
    },
    {
      command: 'rehearse override V2-LOY-001 --accept --reason "reviewed" --by "Dr. Ames"',
      does: "Accept what the last calibration proposed.",
    },
  ],
  async run({ flags, positionals: [testId], io }) {
    const { settings } = await configFrom(flags);
    const folders = findFolders({
      kb: flags.kb ?? settings.retrieval.kb,
      testBanks: flags.testBanks ?? settings.retrieval.testBanks,
    });
    const kbFolder = requireKb(folders);
    const kb = loadKb(kbFolder);
    const banks = loadBanks(folders.testBanks, { which: ["semantic"], required: true });
    const tests = banks.semantic!;
    const test = tests.find(({ test_id }) => test_id === testId);
    const ids = tests.map(({ test_id }) => test_id);
    if (!test)
      throw new HarnessError({
        code: "unknown-name",
        message: `Unknown semantic test "${testId}". ${suggestion(testId, ids)}`.trimEnd(),
        remedy: "Use the id of a semantic test: other tests have no versioned expectations.",
      });
    if (
      !flags.accept &&
      [flags.primary, flags.secondary, flags.notExpected, flags.rank].every((list) => list.length === 0)
    )
      throw new HarnessError({
        code: "missing-option",
        message: "Nothing to override.",
        remedy: "Add at least one of --primary, --secondary, --not-expected, --rank, --accept.",
      });
    const previous = resolveExpectations(tests, loadHistory(historyPath(folders.testBanks))).get(testId)!;
    const { expected_primary, expected_secondary, not_expected, rank_check } = previous.expectations;
    if (flags.accept && !previous.proposals)
      throw new HarnessError({
        code: "nothing-to-do",
        message: `No calibration proposes anything for ${testId} that is not accepted yet.`,
        remedy: "Remove --accept, or run `rehearse calibrate --apply` first.",
      });
    const asked = {
      expected_primary: given(flags.primary, expected_primary),
      expected_secondary: given(flags.secondary, expected_secondary),
      not_expected: given(flags.notExpected, not_expected),
      rank_check: flags.rank.length === 0 ? rank_check : given(flags.rank, []).map(pairOf),
    };
    const expectations =
      flags.accept && previous.proposals ? withAdditions(asked, previous.proposals) : asked;
    refuseUnknown(expectations, kb);
    checkOverride(
      () => checkBanks({ dir: folders.testBanks, semantic: [{ ...test, ...expectations }] }, { kb }),
      testId,
    );
    const file = await recordOverride(
      { testId, expectations, reason: flags.reason, author: flags.by },
      { testBanks: folders.testBanks, kb, kbVersion: flags.kbVersion, previous, clock: systemClock },
    );
    if (flags.json)
      return io.json({
        test_id: testId,
        previous: previous.expectations,
        previous_source: previous.source,
        expectations,
        history_file: file,
        kb: kbFolder,
      });
    io.out(
      `The expectation of ${testId} is now by ${flags.by} (before: ${previous.source}).\nHistory: ${file}\n${kbWords(kbFolder)}`,
    );
  },
});

/** `none` empties a list. Without a flag the list stays unchanged. */
const given = (list: readonly string[], before: readonly string[]): string[] =>
  list.length === 0 ? [...before] : list.length === 1 && list[0] === "none" ? [] : [...list];

function refuseUnknown(
  { expected_primary, expected_secondary, not_expected, rank_check }: Expectations,
  { byId }: Kb,
): void {
  const unknown = [
    ...expected_primary,
    ...expected_secondary,
    ...not_expected,
    ...rank_check.flatMap(({ higher, lower }) => [higher, lower]),
  ].find((id) => !byId.has(id));
  if (unknown !== undefined)
    throw new HarnessError({
      code: "unknown-name",
      message: `Unknown entity "${unknown}". ${suggestion(unknown, [...byId.keys()])}`.trimEnd(),
      remedy: "Check the ids in the knowledge base.",
    });
}

/** Checks the bank's rules, but reports the mistake as one in the flags. */
function checkOverride(check: () => void, testId: string): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof HarnessError) || error.code !== "bad-file") throw error;
    throw new HarnessError({
      code: "bad-value",
      message: [`${testId} cannot expect this:`, ...error.message.split("\n").slice(1)].join("\n"),
      remedy: "Change the flags. A list without a flag stays as it was; none empties a list.",
    });
  }
}

function pairOf(text: string): { higher: string; lower: string } {
  const [higher, lower, ...rest] = text.split(">").map((part) => part.trim());
  if (higher && lower && rest.length === 0) return { higher, lower };
  throw new HarnessError({
    code: "bad-value",
    message: `--rank "${text}" is not of the form A>B.`,
    remedy: 'Write --rank "gray_rock>boundary_setting".',
  });
}
