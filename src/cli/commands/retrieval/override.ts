/** A person's word about what a test expects. */
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
  type Kb,
} from "../../../retrieval/index.ts";
import { defineCommand } from "../../frame/index.ts";
import { configFrom, kbFlags, kbVersionFlag, settingsFlags } from "../flags/settings-flags.ts";

export default defineCommand({
  name: "override",
  summary: "A person's expectation for one test",
  description:
    "Writes a history file with your decision. It counts before every calibration, whatever the dates, until a later override. What is not given stays as it is.",
  args: { positionals: [{ name: "test id", help: "The semantic test.", required: true }] },
  flags: {
    primary: { type: "list", value: "A,B", help: "What must come up." },
    secondary: { type: "list", value: "A,B", help: "What should come up; none: nothing." },
    notExpected: { type: "list", value: "A,B", help: "What must not come up; none: nothing." },
    rank: { type: "list", value: "A>B", help: "What must come before what; none: nothing." },
    reason: { type: "string", value: "TEXT", required: true, help: "Why, for those who read it in a year." },
    by: { type: "string", value: "NAME", required: true, help: "Whose decision it is." },
    kbVersion: kbVersionFlag,
    ...kbFlags,
    config: settingsFlags.config,
    json: { type: "boolean", help: "Print one JSON document." },
  },
  examples: [
    {
      command:
        'rehearse override V2-LOY-001 --primary loyalty_binds --secondary transition_bridge --reason "clinical judgement" --by "Dr. Ames"',
      does: "Your word before the model's.",
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
        code: "unknown-test",
        message: `There is no semantic test "${testId}". ${suggestion(testId, ids)}`.trimEnd(),
        remedy: "Only semantic tests have versioned expectations.",
      });
    if ([flags.primary, flags.secondary, flags.notExpected, flags.rank].every((list) => list.length === 0))
      throw new HarnessError({
        code: "nothing-given",
        message: "Nothing to override.",
        remedy: "Give at least one of --primary, --secondary, --not-expected, --rank.",
      });
    const previous = resolveExpectations(tests, loadHistory(historyPath(folders.testBanks))).get(testId)!;
    const { expected_primary, expected_secondary, not_expected, rank_check } = previous.expectations;
    const expectations = {
      expected_primary: given(flags.primary, expected_primary),
      expected_secondary: given(flags.secondary, expected_secondary),
      not_expected: given(flags.notExpected, not_expected),
      rank_check: flags.rank.length === 0 ? rank_check : given(flags.rank, []).map(pairOf),
    };
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
      `${testId} now expects what ${flags.by} says (before: ${previous.source}).\nHistory: ${file}\n${kbWords(kbFolder)}`,
    );
  },
});

/** `none` empties a list; nothing given leaves it. */
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
      code: "unknown-entity",
      message: `The knowledge base has no "${unknown}". ${suggestion(unknown, [...byId.keys()])}`.trimEnd(),
      remedy: "Check the ids; what is not given stays as it was.",
    });
}

/** The rules are the bank's; the mistake is in what was typed. */
function checkOverride(check: () => void, testId: string): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof HarnessError) || error.code !== "bad-bank") throw error;
    throw new HarnessError({
      code: "bad-override",
      message: [`${testId} cannot expect this:`, ...error.message.split("\n").slice(1)].join("\n"),
      remedy: "What is not given stays as it was; none empties a list.",
    });
  }
}

function pairOf(text: string): { higher: string; lower: string } {
  const [higher, lower, ...rest] = text.split(">").map((part) => part.trim());
  if (higher && lower && rest.length === 0) return { higher, lower };
  throw new HarnessError({
    code: "bad-rank",
    message: `"${text}" is no order.`,
    remedy: 'Write --rank "gray_rock>boundary_setting".',
  });
}
