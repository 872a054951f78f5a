/**
 * The specification's own examples, with its JSON word for word, and its own code, rewritten from Python, as an oracle:
 * sections 3.3, 4, 5, 6.2, 6.3, 9 and 10.3.
 */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import type { ComponentOf, UserState } from "../../src/contract/index.ts";
import { historyPath, loadBanks } from "../../src/retrieval/banks.ts";
import { loadHistory, resolveExpectations, sourceCounts } from "../../src/retrieval/expectations/index.ts";
import { createPatternMatcher, handlersFor, modules } from "../../src/retrieval/mechanisms/index.ts";
import { summarise, type Components } from "../../src/retrieval/run/summarise.ts";
import { calculateScore } from "../../src/retrieval/score.ts";

const shipped = loadBanks(resolve(import.meta.dirname, "../../test_banks"), { which: ["state", "pattern"] });

const violation = { expected_higher: "a", expected_lower: "b", actual_higher_rank: 2, actual_lower_rank: 1 };

test.each([
  ["Perfect", {}, 100],
  ["1 secondary miss", { secondaryMissing: ["a"] }, 90],
  ["1 false positive", { falsePositives: ["a"] }, 80],
  ["2 secondary + 1 rank violation", { secondaryMissing: ["a", "b"], rankViolations: [violation] }, 70],
  ["1 secondary + 2 false positives", { secondaryMissing: ["a"], falsePositives: ["b", "c"] }, 50],
  ["Primary not found", { primaryPass: false }, 0],
])("3.3: %s", (_, evaluation, score) => {
  expect(calculateScore({ primaryPass: true, ...evaluation })).toMatchObject({
    score,
    isHardFail: score === 0,
  });
});

const files = {
  // 5.1, and a test for the history of 4.4.
  "semantic/parent_test_bank.json": `{
  "bank_type": "SEMANTIC",
  "version": "2.0",
  "created": "2025-12-17",
  "description": "Tests for Voyage → Haiku semantic retrieval pipeline",
  "tests": [
    {
      "test_id": "V2-GR-001",
      "name": "Gray rock - provocation bait",
      "category": "one_liner",
      "topics": ["gray_rock"],
      "prompt": "she texts me nonstop just trying to get a reaction",
      "expected_primary": ["gray_rock"],
      "expected_secondary": ["medium_response_time", "biff_response"],
      "not_expected": ["handler_crisis", "domestic_violence"],
      "rank_check": [{"higher": "gray_rock", "lower": "boundary_setting"}],
      "user_state": {}
    },
    {
      "test_id": "V2-LOY-001",
      "prompt": "she cries when she leaves",
      "expected_primary": ["loyalty_binds"]
    }
  ]
}`,
  // 4.4
  "semantic/history/expectations_2025-12-18.json": `{
  "version": "2025-12-18T14:30:00Z",
  "calibration_trigger": "kb_entity_added",
  "kb_version": "v2.1",
  "changes": [
    {
      "test_id": "V2-LOY-001",
      "previous": {
        "expected_primary": ["loyalty_binds"],
        "expected_secondary": ["parental_alienation"],
        "not_expected": ["handler_crisis"],
        "rank_check": []
      },
      "updated": {
        "expected_primary": ["loyalty_binds"],
        "expected_secondary": ["psychological_splitting", "transition_bridge"],
        "not_expected": ["handler_crisis", "biff_response"],
        "rank_check": [{"higher": "loyalty_binds", "lower": "transition_bridge"}]
      },
      "opus_reasoning": "User describes child feeling guilty...",
      "human_override": null
    }
  ],
  "unchanged_count": 87,
  "changed_count": 13
}`,
  // 5.2
  "state/state_handler_tests.json": `{
  "bank_type": "STATE",
  "version": "1.0",
  "tests": [
    {
      "test_id": "STATE-001",
      "name": "First conversation triggers welcome handler",
      "user_state": {
        "is_first_conversation": true,
        "days_since_last": null,
        "last_rating": null,
        "user_type": "PARENT"
      },
      "expected_handlers": ["handler_first_conversation"],
      "not_expected_handlers": ["handler_returning_user", "handler_clinician_mode"]
    }
  ]
}`,
  // 5.3
  "pattern/pattern_tests.json": `{
  "bank_type": "PATTERN",
  "version": "1.0",
  "tests": [
    {
      "test_id": "PAT-CRISIS-001",
      "name": "Crisis - suicidal ideation explicit",
      "prompt": "i want to end it all",
      "expected_matches": ["handler_crisis"],
      "expected_secondary": ["rule_crisis_detection"],
      "not_expected_matches": [],
      "pattern_type": "crisis",
      "is_critical": true
    }
  ]
}`,
  // 5.4
  "always/always_load_tests.json": `{
  "bank_type": "ALWAYS",
  "version": "1.0",
  "tests": [
    {
      "test_id": "ALWAYS-001",
      "name": "Parent user has core entities",
      "user_type": "PARENT",
      "user_state": {},
      "expected_always": ["frank_parent_persona", "core_behavioral_guardrails", "user_context"]
    }
  ]
}`,
  // 5.5
  "pattern/pattern_rules.json": `{
  "crisis_patterns": [
    {
      "pattern": "want(s)? to (die|end it|hurt myself|kill myself)",
      "entities": ["handler_crisis", "rule_crisis_detection"],
      "is_critical": true
    },
    {
      "pattern": "better off (dead|without me)",
      "entities": ["handler_crisis"],
      "is_critical": true
    },
    {
      "pattern": "(not|don't|dont) feel safe",
      "entities": ["handler_crisis"],
      "is_critical": true
    },
    {
      "pattern": "can'?t (go on|take it|do this) anymore",
      "entities": ["handler_crisis"],
      "is_critical": true
    },
    {
      "pattern": "being (hit|abused|hurt)",
      "entities": ["handler_crisis", "domestic_violence"],
      "is_critical": true
    }
  ],
  "keyword_boosts": [
    {"keywords": ["gray rock", "grey rock", "gray-rock"], "entity": "gray_rock"},
    {"keywords": ["biff", "biff response"], "entity": "biff_response"},
    {"keywords": ["parental alienation", "alienation"], "entity": "parental_alienation"},
    {"keywords": ["documentation", "document everything", "keep records"], "entity": "documentation_practices"},
    {"keywords": ["boundaries", "boundary", "set boundaries"], "entity": "boundary_setting"},
    {"keywords": ["loyalty bind", "loyalty conflict", "caught in the middle"], "entity": "loyalty_binds"},
    {"keywords": ["gatekeeping", "gatekeeper"], "entity": "gatekeeping"},
    {"keywords": ["coercive control"], "entity": "coercive_control_detailed"}
  ]
}`,
};

function folder(more: Record<string, string> = {}): string {
  const dir = mkdtempSync(join(tmpdir(), "specification-"));
  for (const [file, text] of Object.entries({ ...files, ...more })) {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    writeFileSync(join(dir, file), text);
  }
  return dir;
}

const warnings: string[] = [];
const banks = loadBanks(folder(), {
  which: ["semantic", "state", "pattern", "always"],
  required: true,
  onWarning: (warning) => warnings.push(warning),
});

test("5: the example of every bank is read without a warning", () => {
  expect(warnings).toEqual([]);
  expect([banks.semantic, banks.state, banks.pattern, banks.always].map((tests) => tests!.length)).toEqual([
    2, 1, 1, 1,
  ]);
});

test("4 and 10.3: an entry of the history counts instead of the bank, and a person's override instead of both", () => {
  const human = `{ "expected_primary": ["transition_bridge"] }`;
  const override = `{ "changes": [{ "test_id": "V2-LOY-001", "updated": {}, "human_override": ${human} }] }`;
  const resolved = (dir: string) => resolveExpectations(banks.semantic!, loadHistory(historyPath(dir)));
  const calibrated = resolved(folder());
  expect(calibrated.get("V2-GR-001")!.source).toBe("original");
  expect(calibrated.get("V2-LOY-001")).toMatchObject({
    source: "opus_2025-12-18",
    expectations: {
      expected_primary: ["loyalty_binds"],
      expected_secondary: ["psychological_splitting", "transition_bridge"],
      not_expected: ["handler_crisis", "biff_response"],
      rank_check: [{ higher: "loyalty_binds", lower: "transition_bridge" }],
    },
  });
  const overridden = resolved(folder({ "semantic/history/expectations_2025-12-01.json": override }));
  expect(overridden.get("V2-LOY-001")).toMatchObject({
    source: "human_override_unknown",
    expectations: { expected_primary: ["transition_bridge"], expected_secondary: [] },
  });
  expect(sourceCounts([...overridden.values()])).toEqual({ original: 1, opus: 0, human_override: 1 });
});

/** 6.3: PatternMatcher.match */
const { crisis_patterns, keyword_boosts } = JSON.parse(files["pattern/pattern_rules.json"]) as {
  crisis_patterns: Array<{ pattern: string; entities: string[] }>;
  keyword_boosts: Array<{ keywords: string[]; entity: string }>;
};
const oracle = {
  crisis: (message: string) =>
    crisis_patterns.flatMap(({ pattern, entities }) =>
      new RegExp(pattern, "i").test(message) ? entities : [],
    ),
  keywords: (message: string) =>
    keyword_boosts.flatMap(({ keywords, entity }) =>
      keywords.some((keyword) => message.toLowerCase().includes(keyword.toLowerCase())) ? [entity] : [],
    ),
};
const { match } = createPatternMatcher(banks.rules!);

const messages = [
  ...shipped.pattern!.map(({ prompt }) => prompt),
  "I want to die",
  "she wants to end it",
  "He WANTS TO KILL MYSELF, he typed",
  "we want to diet together",
  "they are better off dead",
  "you'd be better off without medication",
  "I do not feel safe",
  "I don't feel safe there",
  "i dont feel safer",
  "cant go on anymore",
  "can't take it anymore!",
  "I can't do this any longer",
  "the kids are being hurtful",
  "I am being abused",
  "is being hit on funny?",
  "Gray Rock or grey rocking?",
  "gray  rock with two spaces",
  "BIFFs and rebiffed",
  "alienations of parents",
  "document everything, and keep records",
  "undocumentational documentations",
  "my boundary, your boundaries",
  "loyalty binds us",
  "caught in the middle again",
  "no gatekeepers, no gatekeeping",
  "coercive controlling",
  "what a nice day",
  "",
  "Grüße aus Köln 👋",
];

test("6.3: 57 messages match as in the specification; crisis rules may match more, keywords may not", () => {
  expect(messages).toHaveLength(57);
  for (const message of messages) {
    const { matches } = match(message);
    const crisis = oracle.crisis(message);
    const keywords = oracle.keywords(message);
    expect({ message, matches }).toEqual({
      message,
      matches: expect.arrayContaining([...crisis, ...keywords]),
    });
    const entities = new Set(crisis_patterns.flatMap((rule) => rule.entities));
    expect({ message, keywords: matches.filter((id) => !entities.has(id)) }).toEqual({ message, keywords });
  }
});

test("6.3: what the crisis rules match beyond the specification is spelled, typed or broken differently", () => {
  expect(
    messages.filter(
      (message) =>
        match(message).matches.length >
        new Set([...oracle.crisis(message), ...oracle.keywords(message)]).size,
    ),
  ).toEqual([]);
  for (const extra of ["I don’t feel safe", "i wnat to die", "want\nto end it", "better off **dead**"])
    expect([extra, oracle.crisis(extra), match(extra).matches]).toEqual([
      extra,
      [],
      expect.arrayContaining(["handler_crisis"]),
    ]);
});

/** 9.3, with the sixth of 6.2. */
const conditions: Record<string, Record<string, Record<string, unknown>>> = {
  handler_first_conversation: { is_first_conversation: { eq: true } },
  handler_returning_user: { is_first_conversation: { eq: false }, days_since_last: { gte: 7 } },
  handler_post_escalation: { is_first_conversation: { eq: false }, last_rating: { lte: 2 } },
  handler_celebrating_wins: { is_first_conversation: { eq: false }, last_rating: { gte: 4 } },
  handler_clinician_mode: { user_type: { in: ["CLINICIAN", "PROFESSIONAL"] } },
  handler_interaction_debrief: { is_first_conversation: { eq: false }, has_pending_debrief: { eq: true } },
};
const holds = (value: unknown, constraint: Record<string, unknown>) =>
  Object.entries(constraint).every(([op, expected]) =>
    op === "eq"
      ? value === expected
      : op === "in"
        ? (expected as unknown[]).includes(value)
        : typeof value === "number" &&
          (op === "gte" ? value >= (expected as number) : value <= (expected as number)),
  );

test("9.3: the shipped rules trigger the specification's handlers in every state", () => {
  const states = [true, false, undefined].flatMap((is_first_conversation) =>
    [null, 0, 6, 7, 30].flatMap((days_since_last) =>
      [null, 0, 2, 3, 4, 5].flatMap((last_rating) =>
        ["PARENT", "CLINICIAN", "PROFESSIONAL", "clinician"].flatMap((user_type) =>
          [true, false, null].map((has_pending_debrief) => ({
            ...(is_first_conversation !== undefined && { is_first_conversation }),
            days_since_last,
            last_rating,
            user_type,
            has_pending_debrief,
          })),
        ),
      ),
    ),
  );
  for (const state of states as UserState[])
    expect([state, handlersFor(state, shipped.stateRules!).toSorted()]).toEqual([
      state,
      Object.entries(conditions)
        .filter(([, when]) => Object.entries(when).every(([field, one]) => holds(state[field], one)))
        .map(([handler]) => handler)
        .toSorted(),
    ]);
});

const summaryOf = (scores: number[], { hard = 0, critical = [] as string[] }) => {
  const [semantic, state, pattern, always] = scores.map((average_score, index) => ({
    tests_run: 10,
    average_score,
    hard_fails: index === 0 ? hard : 0,
    missing: 0,
    results: [],
    critical_failures: critical,
  }));
  return summarise({ semantic, state, pattern, always } as unknown as Components, {
    sources: { original: 0, opus: 0, human_override: 0 },
  });
};

test("9.1 and 9.4: the weighted score, and the health that follows from it", () => {
  for (const scores of [100, 96, 90, 89.9, 83, 80, 79.9, 70, 69.9, 0].flatMap((semantic) =>
    [100, 80, 55].map((other) => [semantic, other, other, other]),
  ))
    for (const hard of [0, 1])
      for (const critical of [[], ["PAT-CRISIS-001"]]) {
        const combined = scores[0]! * 0.6 + scores[1]! * 0.15 + scores[2]! * 0.15 + scores[3]! * 0.1;
        const { combined_score, health_status } = summaryOf(scores, { hard, critical });
        expect(combined_score).toBeCloseTo(combined, 0);
        // At an exact limit, floating point decides.
        if ([70, 80, 90].some((limit) => Math.abs(combined - limit) < 1e-9)) continue;
        expect([scores, hard, health_status]).toEqual([
          scores,
          hard,
          critical.length > 0
            ? "CRITICAL"
            : combined >= 90 && hard === 0
              ? "EXCELLENT"
              : combined >= 80
                ? "GOOD"
                : combined >= 70
                  ? "FAIR"
                  : "POOR",
        ]);
      }
});

test("10.3: PAT-NEG-001 with handler_crisis among its matches is a critical failure", () => {
  const negative = shipped.pattern!.find(({ test_id }) => test_id === "PAT-NEG-001")!;
  const check = {} as Parameters<typeof modules.pattern.evaluate>[2];
  const result = modules.pattern.evaluate(negative, { matches: ["handler_crisis"] }, check);
  const component: ComponentOf<"pattern"> = modules.pattern.summarise([result], {
    ...check,
  });
  expect(component.critical_failures).toEqual(["PAT-NEG-001"]);
  expect(
    summarise({ pattern: component }, { sources: { original: 0, opus: 0, human_override: 0 } }).health_status,
  ).toBe("CRITICAL");
});
