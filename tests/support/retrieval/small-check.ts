/** A small knowledge base, small banks, and a target that answers as a test wants: what tests of the runner and its reports start from. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  alwaysTest,
  kbEntity,
  patternTest,
  semanticTest,
  stateTest,
  type CheckResults,
} from "../../../src/contract/index.ts";
import { systemClock } from "../../../src/kernel/clock/index.ts";
import { openJournal } from "../../../src/kernel/journal/index.ts";
import {
  kbOf,
  resolveExpectations,
  runCheck,
  type Banks,
  type Scope,
  type Target,
} from "../../../src/retrieval/index.ts";
import { ProviderFailure } from "../../../src/kernel/models/index.ts";

const ids = [
  "gray_rock",
  "biff_response",
  "boundary_setting",
  "loyalty_binds",
  "handler_crisis",
  "handler_returning_user",
  "frank_parent_persona",
];
export const smallKb = kbOf(
  ids.map((id) =>
    kbEntity.parse({
      entity_id: id,
      type: "KNOWLEDGE",
      title: id,
      load_mode: "SEMANTIC",
      summary: id,
      content: id,
    }),
  ),
);

export const smallBanks: Banks = {
  dir: "test_banks",
  semantic: [
    semanticTest.parse({
      test_id: "V2-GR-001",
      name: "Bait",
      topics: ["gray_rock"],
      prompt: "she texts nonstop",
      expected_primary: ["gray_rock"],
      expected_secondary: ["biff_response"],
      not_expected: ["handler_crisis"],
      rank_check: [{ higher: "gray_rock", lower: "boundary_setting" }],
    }),
    semanticTest.parse({
      test_id: "V2-LOY-001",
      name: "Torn",
      topics: ["loyalty"],
      prompt: "he cries at the door",
      expected_primary: ["loyalty_binds"],
    }),
  ],
  state: [
    stateTest.parse({
      test_id: "STATE-001",
      user_state: { is_first_conversation: false, days_since_last: 9 },
      expected_handlers: ["handler_returning_user"],
    }),
  ],
  pattern: [
    patternTest.parse({
      test_id: "PAT-CRISIS-001",
      prompt: "i want to end it all",
      expected_matches: ["handler_crisis"],
      pattern_type: "crisis",
      is_critical: true,
    }),
    patternTest.parse({
      test_id: "PAT-NEG-001",
      prompt: "i want to diet",
      expected_matches: [],
      not_expected_matches: ["handler_crisis"],
      pattern_type: "negative",
      is_critical: true,
    }),
  ],
  always: [
    alwaysTest.parse({
      test_id: "ALWAYS-001",
      user_type: "PARENT",
      expected_always: ["frank_parent_persona"],
    }),
  ],
};

/** A list of entities as a target answers it. */
export const selected = (...ids: string[]) => ids.map((entity_id) => ({ entity_id }));

/** Everything right. */
export const goodTarget: Target = {
  facts: { name: "good", kind: "module", topK: 6, candidates: 15, notes: [] },
  semantic: async ({ test_id }) =>
    test_id === "V2-GR-001"
      ? {
          selections: selected("gray_rock", "biff_response", "boundary_setting"),
          candidates: selected("gray_rock", "biff_response", "boundary_setting"),
        }
      : { selections: selected("loyalty_binds") },
  state: async () => ({ handlers: ["handler_returning_user", "handler_post_escalation"] }),
  pattern: async ({ message }) => ({
    matches: message.includes("end it all") ? ["handler_crisis"] : [],
    details: [],
  }),
  always: async () => ({ loaded: ["frank_parent_persona"] }),
};

export async function smallCheck(
  target: Target = goodTarget,
  { banks = smallBanks, scope }: { banks?: Banks; scope?: Scope } = {},
): Promise<CheckResults> {
  const journal = openJournal(join(mkdtempSync(join(tmpdir(), "check-")), "calls.jsonl"), {
    clock: systemClock,
  });
  try {
    return await runCheck({
      banks,
      target,
      kb: smallKb,
      expectations: resolveExpectations(banks.semantic ?? [], []),
      journal,
      clock: systemClock,
      ...(scope && { scope }),
    });
  } finally {
    await journal.close();
  }
}

/** A target that answers every question with an error of its server. */
export const failing = () =>
  Promise.reject(
    new ProviderFailure({
      code: "outside-failed",
      message: "answered 500",
      remedy: "",
      transient: true,
      billing: "none",
    }),
  );

/** As many semantic tests as there are scores: 100 with its secondaries, 10 less for each that is missing, null where the target fails. */
export async function scored(
  scores: ReadonlyArray<number | null>,
  more: Partial<Target> = {},
): Promise<CheckResults> {
  const secondaries = [
    "biff_response",
    "boundary_setting",
    "loyalty_binds",
    "handler_crisis",
    "handler_returning_user",
  ];
  const tests = scores.map((_, index) => ({
    ...smallBanks.semantic![1]!,
    test_id: `V2-${index}`,
    expected_primary: ["gray_rock"],
    expected_secondary: [...secondaries],
  }));
  const semantic: Target["semantic"] = async ({ test_id }) => {
    const score = scores[Number(test_id.slice("V2-".length))]!;
    if (score === null) return failing();
    return {
      selections:
        score === 0
          ? []
          : selected("gray_rock", ...secondaries.slice(0, secondaries.length - (100 - score) / 10)),
    };
  };
  return smallCheck({ ...goodTarget, semantic, ...more }, { banks: { ...smallBanks, semantic: tests } });
}
