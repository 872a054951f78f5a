/**
 * A fifth retrieval mechanism, "recent": entities of the user's last conversations are loaded again. It is evaluated by
 * ids, like the state mechanism.
 */
import type { Addition } from "./addition.ts";

const contract = `/** The recent mechanism: what a user's last conversations were about is loaded again. */
import { z } from "zod";
import { bankTest, entityId, userState } from "../test-bank.ts";
import { component, groupScore, scoredTest } from "../test-score.ts";

const recentTest = bankTest.extend({
  user_state: userState,
  expected_recent: z.array(entityId).min(1),
  not_expected_recent: z.array(entityId).default([]),
});

const recentResult = scoredTest.extend({
  mechanism: z.literal("recent"),
  user_state: userState,
  recent_entities: z.array(z.string()),
  expected_recent: z.array(z.string()),
  not_expected_recent: z.array(z.string()),
});

export const recentShapes = {
  test: recentTest,
  ask: "recent",
  question: z.strictObject({ test_id: z.string(), user_state: userState }),
  reply: z.object({ recent: z.array(z.string()) }),
  result: recentResult,
  component: component.extend({
    recent_scores: z.record(z.string(), groupScore),
    results: z.array(recentResult),
  }),
} as const;
`;

const module = `/** Recent: what a user's last conversations were about is loaded again. */
import { join } from "node:path";
import { bankScore, calculateScore, groupScores } from "../score.ts";
import { NO_SCORE, type MechanismModule } from "./mechanism.ts";
import { entityLines, groupTable } from "./report-parts.ts";

export const recent: MechanismModule<"recent"> = {
  bank: {
    file: join("recent", "recent_tests.json"),
    version: "1.0",
    description: "Tests for what recent conversations bring back",
    idPrefix: "RECENT-",
    ownField: "expected_recent",
  },
  weight: 0.1,

  mentions: ({ expected_recent, not_expected_recent }) => ({ expected_recent, not_expected_recent }),
  problems: ({ expected_recent, not_expected_recent }) =>
    expected_recent
      .filter((id) => not_expected_recent.includes(id))
      .map((id) => \`"\${id}" is expected and forbidden\`),

  question: ({ test_id, user_state }) => ({ test_id, user_state }),
  builtIn: () => async ({ user_state }) => ({
    recent: String(user_state["recent_entities"] ?? "").split(",").filter(Boolean),
  }),

  evaluate(test, answer) {
    const { test_id, name, user_state, expected_recent, not_expected_recent } = test;
    const facts = {
      mechanism: "recent" as const,
      test_id,
      name,
      user_state,
      expected_recent,
      not_expected_recent,
    };
    if (!answer) return { ...facts, recent_entities: [], ...NO_SCORE };
    const { score, breakdown, isHardFail } = calculateScore({
      primaryPass: expected_recent.every((id) => answer.recent.includes(id)),
      falsePositives: not_expected_recent.filter((id) => answer.recent.includes(id)),
    });
    return { ...facts, recent_entities: answer.recent, score, breakdown, is_hard_fail: isHardFail };
  },
  summarise: (results) => ({
    ...bankScore(results),
    recent_scores: groupScores(results, ({ expected_recent }) => expected_recent),
    results,
  }),
  identity: ({ user_state, expected_recent, not_expected_recent }) => [
    user_state,
    expected_recent,
    not_expected_recent,
  ],
  lacking: ({ expected_recent, recent_entities }) =>
    expected_recent.filter((id) => !recent_entities.includes(id)),
  came: ({ recent_entities }) => recent_entities,

  overview: ({ recent_scores }) => groupTable("Recent Entities", "Entity", Object.entries(recent_scores)),
  details: (result, style) => entityLines(recent.outcome(result), style),
  outcome: ({ recent_entities, expected_recent }) => [
    { label: "Expected", is: "wanted", ids: expected_recent },
    { label: "Loaded again", is: "came", ids: recent_entities },
  ],

  card: ({ expected_recent }) => ({ groups: expected_recent }),
  groups: ({ recent_scores }) => ({ title: "Recent entities", scores: recent_scores }),
};
`;

export const mechanism = {
  name: "a retrieval mechanism",
  creates: {
    "src/contract/retrieval/mechanisms/recent.ts": contract,
    "src/retrieval/mechanisms/recent.ts": module,
  },
  edits: {
    "src/contract/retrieval/mechanism.ts": [
      [
        'import { patternShapes } from "./mechanisms/pattern.ts";\n',
        'import { patternShapes } from "./mechanisms/pattern.ts";\nimport { recentShapes } from "./mechanisms/recent.ts";\n',
      ],
      ["  always: alwaysShapes,\n", "  always: alwaysShapes,\n  recent: recentShapes,\n"],
    ],
    "src/retrieval/mechanisms/index.ts": [
      [
        'import { pattern } from "./pattern.ts";\n',
        'import { pattern } from "./pattern.ts";\nimport { recent } from "./recent.ts";\n',
      ],
      ["  pattern,\n  always,\n};", "  pattern,\n  always,\n  recent,\n};"],
    ],
  },
  tests: [
    "src/retrieval/run/run-check.test.ts",
    "src/retrieval/report/check-report.test.ts",
    "src/retrieval/score.test.ts",
  ],
} satisfies Addition;
