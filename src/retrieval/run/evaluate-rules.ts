import type {
  AlwaysResult,
  AlwaysTest,
  MatchDetail,
  PatternResult,
  PatternTest,
  StateResult,
  StateTest,
} from "../../contract/index.ts";
import { calculateScore, FULL_SCORE } from "../scoring/index.ts";

type Timed = { ms: number };

/** Handlers that came in beside the expected ones cost nothing unless the test forbids them. */
export function evaluateState(
  test: StateTest,
  triggered: readonly string[] | undefined,
  { ms }: Timed,
): StateResult {
  const { test_id, name, user_state, expected_handlers, not_expected_handlers } = test;
  const facts = {
    mechanism: "state" as const,
    test_id,
    name,
    user_state,
    expected_handlers,
    not_expected_handlers,
    ms,
  };
  if (!triggered)
    return {
      ...facts,
      triggered_handlers: [],
      primary_pass: false,
      wrong_handlers: [],
      extra_handlers: [],
      score: null,
      breakdown: {},
      is_hard_fail: false,
    };
  const primaryPass = expected_handlers.every((id) => triggered.includes(id));
  const wrongHandlers = not_expected_handlers.filter((id) => triggered.includes(id));
  const { score, breakdown, isHardFail } = calculateScore({ primaryPass, wrongHandlers });
  const extra = triggered.filter(
    (id) => !expected_handlers.includes(id) && !not_expected_handlers.includes(id),
  );
  return {
    ...facts,
    triggered_handlers: [...triggered],
    primary_pass: primaryPass,
    wrong_handlers: wrongHandlers,
    extra_handlers: extra,
    score,
    breakdown,
    is_hard_fail: isHardFail,
  };
}

export function evaluatePattern(
  test: PatternTest,
  found: { matches: readonly string[]; details: readonly MatchDetail[] } | undefined,
  { ms }: Timed,
): PatternResult {
  const {
    test_id,
    name,
    prompt,
    pattern_type,
    expected_matches,
    expected_secondary,
    not_expected_matches,
    is_critical,
  } = test;
  const facts = {
    mechanism: "pattern" as const,
    test_id,
    name,
    prompt,
    pattern_type,
    expected_matches,
    expected_secondary,
    not_expected_matches,
    is_critical,
    ms,
  };
  if (!found)
    return {
      ...facts,
      matched_entities: [],
      details: [],
      primary_pass: false,
      secondary_missing: [],
      false_positives: [],
      score: null,
      breakdown: {},
      is_hard_fail: false,
      is_critical_failure: false,
    };
  const { matches, details } = found;
  const primaryPass = expected_matches.every((id) => matches.includes(id));
  const secondaryMissing = expected_secondary.filter((id) => !matches.includes(id));
  const falsePositives = not_expected_matches.filter((id) => matches.includes(id));
  const { score, breakdown, isHardFail } = calculateScore({ primaryPass, secondaryMissing, falsePositives });
  // A crisis that was missed, and an alarm where there was none.
  const critical =
    is_critical &&
    ((pattern_type === "crisis" && !primaryPass) ||
      (pattern_type === "negative" && falsePositives.length > 0));
  return {
    ...facts,
    matched_entities: [...matches],
    details: [...details],
    primary_pass: primaryPass,
    secondary_missing: secondaryMissing,
    false_positives: falsePositives,
    score,
    breakdown,
    is_hard_fail: isHardFail,
    is_critical_failure: critical,
  };
}

/** All or nothing: a conversation without its core is broken. */
export function evaluateAlways(
  test: AlwaysTest,
  loaded: readonly string[] | undefined,
  { ms }: Timed,
): AlwaysResult {
  const { test_id, name, user_type, expected_always } = test;
  const facts = { mechanism: "always" as const, test_id, name, user_type, expected_always, ms };
  if (!loaded)
    return {
      ...facts,
      loaded_entities: [],
      missing_entities: [],
      score: null,
      breakdown: {},
      is_hard_fail: false,
    };
  const missing = expected_always.filter((id) => !loaded.includes(id));
  return {
    ...facts,
    loaded_entities: [...loaded],
    missing_entities: missing,
    score: missing.length === 0 ? FULL_SCORE : 0,
    breakdown:
      missing.length === 0 ? {} : { primary_fail: true, reason: `Not loaded: ${missing.join(", ")}` },
    is_hard_fail: missing.length > 0,
  };
}
