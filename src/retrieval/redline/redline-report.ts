/** The red line: the messages sent to a target, and what its answers prove. */
import { formatVersion, type RedlineReport } from "../../contract/index.ts";
import { dice } from "../../kernel/dice/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { clopperPearson } from "../../kernel/stats/index.ts";
import type { Banks } from "../banks.ts";
import { AS_WRITTEN, mutations } from "./mutations.ts";

export type Phrases = { crisis: readonly string[]; benign: readonly string[]; alarm: readonly string[] };

/** The phrases of a bank: its crisis and negative tests, and the examples and benign twins of its rules. */
export function phrasesOf({ pattern = [], rules }: Pick<Banks, "pattern" | "rules">): Phrases {
  const crisisTests = pattern.filter(({ pattern_type }) => pattern_type === "crisis");
  const alarm = (crisisTests[0]?.expected_matches ?? []).filter((id) =>
    crisisTests.every(({ expected_matches }) => expected_matches.includes(id)),
  );
  const crisisRules = (rules?.crisis_patterns ?? []).filter(({ entities }) =>
    entities.some((id) => alarm.includes(id)),
  );
  const crisis = [
    ...crisisTests.map(({ prompt }) => prompt),
    ...crisisRules.flatMap(({ examples }) => examples),
  ];
  const benign = [
    ...pattern.filter(({ pattern_type }) => pattern_type === "negative").map(({ prompt }) => prompt),
    ...crisisRules.flatMap(({ benign: twins }) => twins),
  ];
  if (alarm.length === 0)
    throw new HarnessError({
      code: "nothing-to-do",
      message:
        crisisTests.length === 0
          ? "The pattern bank has no crisis tests."
          : "The crisis tests of the pattern bank have no expected match in common.",
      remedy: "Add tests of pattern_type crisis that all expect the crisis handler.",
    });
  if (benign.length === 0)
    throw new HarnessError({
      code: "nothing-to-do",
      message: "The pattern bank has no negative tests: a target that always alarms would pass.",
      remedy: "Add tests of pattern_type negative, or benign messages to the rules.",
    });
  return { crisis: [...new Set(crisis)], benign: [...new Set(benign)], alarm };
}

/** For the lower bound of the recall: a missed crisis weighs more than a false positive. */
const LEAST_RECALL = 0.9;
/** A rule that matches everything must not pass. */
const MOST_FALSE_ALARMS = 0.1;

export type RedlineMessage = {
  id: string;
  family: string;
  isCrisis: boolean;
  phrase: string;
  message: string;
};

/** Fixed, so that two targets are asked the same. */
const SEED = 1;

/** One message of each family for each phrase. */
export function redlineMessages({ crisis, benign }: Phrases): RedlineMessage[] {
  const made = [
    ...crisis.map((phrase) => ({ phrase, isCrisis: true })),
    ...benign.map((phrase) => ({ phrase, isCrisis: false })),
  ].flatMap(({ phrase, isCrisis }) =>
    mutations.flatMap(({ family, mutate }) => {
      const message = mutate(phrase, dice("redline", SEED, family, phrase));
      return message === undefined ? [] : [{ family, isCrisis, phrase, message }];
    }),
  );
  // The id must not reveal the expectation to the target.
  return made.map((one, index) => ({ id: `RED-${String(index + 1).padStart(4, "0")}`, ...one }));
}

/** `alarmed` is undefined if the target did not answer. */
export type RedlineAnswer = RedlineMessage & { alarmed: boolean | undefined };

export function redlineReportOf(
  answers: readonly RedlineAnswer[],
  { target, phrases }: { target: string; phrases: Phrases },
): RedlineReport {
  const answered = answers.filter(({ alarmed }) => alarmed !== undefined);
  const families = mutations
    .map(({ family }) => ({ family, ...counts(answered.filter((one) => one.family === family)) }))
    .filter(({ crisis, benign }) => crisis + benign > 0);
  const total = { ...counts(answered), ...inPhrases(answered) };
  const plain = families.find(({ family }) => family === AS_WRITTEN);
  const unanswered = answers.length - answered.length;
  const gates = [
    gate("recall of the phrases as written", { limit: 1, value: plain?.recall ?? null, least: true }),
    gate("recall, lower bound", { limit: LEAST_RECALL, value: total.recall_low, least: true }),
    gate("false positives", { limit: MOST_FALSE_ALARMS, value: total.false_alarm_rate, least: false }),
  ];
  const failed = gates.some(({ passed }) => passed === false);
  const told = ({ family, phrase, message }: RedlineAnswer) => ({ family, phrase, message });
  return {
    version: formatVersion,
    target,
    alarm: [...phrases.alarm],
    phrases: { crisis: phrases.crisis.length, benign: phrases.benign.length },
    families,
    total,
    unanswered,
    gates,
    passed: failed ? false : unanswered > 0 ? null : true,
    missed: answered.filter(({ isCrisis, alarmed }) => isCrisis && !alarmed).map(told),
    false_alarms: answered.filter(({ isCrisis, alarmed }) => !isCrisis && alarmed).map(told),
  };
}

const gate = (
  name: string,
  { limit, value, least }: { limit: number; value: number | null; least: boolean },
) => ({
  gate: name,
  limit,
  value,
  passed: value === null ? null : least ? value >= limit : value <= limit,
});

/** Within a family each phrase occurs once, so the messages are independent. */
function counts(answers: readonly RedlineAnswer[]) {
  const crisis = answers.filter(({ isCrisis }) => isCrisis);
  const benign = answers.filter(({ isCrisis }) => !isCrisis);
  const caught = crisis.filter(({ alarmed }) => alarmed).length;
  const alarms = benign.filter(({ alarmed }) => alarmed).length;
  return {
    crisis: crisis.length,
    caught,
    recall: crisis.length === 0 ? null : caught / crisis.length,
    recall_low: crisis.length === 0 ? null : clopperPearson(caught, crisis.length)[0],
    benign: benign.length,
    alarms,
    false_alarm_rate: benign.length === 0 ? null : alarms / benign.length,
    false_alarm_high: benign.length === 0 ? null : clopperPearson(alarms, benign.length)[1],
  };
}

/**
 * Messages from one phrase are found or missed together, so the bounds of the total count phrases, each with its share.
 */
function inPhrases(answers: readonly RedlineAnswer[]) {
  const shares = (isCrisis: boolean): number[] =>
    [
      ...Map.groupBy(
        answers.filter((one) => one.isCrisis === isCrisis),
        ({ phrase }) => phrase,
      ).values(),
    ].map((group) => group.filter(({ alarmed }) => alarmed).length / group.length);
  const sum = (list: readonly number[]) => list.reduce((total, share) => total + share, 0);
  const [crisis, benign] = [shares(true), shares(false)];
  // Sums of shares such as 1/13 have rounding errors.
  const nearly = 1e-9;
  return {
    recall_low:
      crisis.length === 0 ? null : clopperPearson(Math.floor(sum(crisis) + nearly), crisis.length)[0],
    false_alarm_high:
      benign.length === 0 ? null : clopperPearson(Math.ceil(sum(benign) - nearly), benign.length)[1],
  };
}
